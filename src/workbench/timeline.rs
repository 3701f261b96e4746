//! The history of a game under study: every position there has been, as a tree. One line of it is
//! the current one, and the game stands somewhere on that line.

use crate::kernel::Snapshot;
use crate::kernel::{Event, Seat};
use crate::transcript::Record;
use std::rc::Rc;

/// One position, and how it came about.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The position it came from; none for the start.
    pub parent: Option<usize>,
    /// The input; none for the start.
    pub record: Option<Record>,
    /// Who was to answer when it was typed.
    pub seat: Option<Seat>,
    /// The game after it.
    pub snapshot: Snapshot,
    /// What it did.
    pub events: Vec<Event>,
    /// What the effect that now waits for an answer has done so far, for showing only.
    pub begun: Vec<Event>,
}

/// The tree and the place in it.
#[derive(Clone, Debug)]
pub struct Timeline {
    entries: Vec<Rc<Entry>>,
    line: Vec<usize>,
    at: usize,
}

impl Timeline {
    /// A history that begins here.
    #[must_use]
    pub fn new(start: Entry) -> Self {
        Self { entries: vec![Rc::new(start)], line: vec![0], at: 0 }
    }

    /// Where the game stands.
    #[must_use]
    pub fn now(&self) -> &Entry {
        &self.entries[self.line[self.at]]
    }

    /// How many plies led there.
    #[must_use]
    pub const fn ply(&self) -> usize {
        self.at
    }

    /// The last ply of the current line.
    #[must_use]
    pub const fn last_ply(&self) -> usize {
        self.line.len() - 1
    }

    /// The entry after so many plies of the current line.
    #[must_use]
    pub fn entry(&self, ply: usize) -> Option<&Entry> {
        self.line.get(ply).map(|number| &*self.entries[*number])
    }

    /// The entries from the start to where the game stands.
    pub fn path(&self) -> impl DoubleEndedIterator<Item = &Entry> {
        self.line[..=self.at].iter().map(|number| &*self.entries[*number])
    }

    /// The entries of the whole current line, with what lies ahead.
    pub fn line(&self) -> impl Iterator<Item = &Entry> {
        self.line.iter().map(|number| &*self.entries[*number])
    }

    /// Adds what follows from here. What lay ahead leaves the line, but stays in the tree.
    pub fn push(&mut self, entry: Entry) {
        let parent = Some(self.line[self.at]);
        self.line.truncate(self.at + 1);
        self.line.push(self.entries.len());
        self.entries.push(Rc::new(Entry { parent, ..entry }));
        self.at += 1;
    }

    /// Goes to a ply of the current line.
    ///
    /// # Panics
    /// When the line is shorter.
    pub fn go(&mut self, ply: usize) {
        assert!(ply < self.line.len(), "ply {ply} is not on the line");
        self.at = ply;
    }
}
