//! The history of a game: a tree of all positions with named branches and marks. One line of the
//! tree is current, and the game is at a point of that line, after a ply or between two of its
//! events.

use crate::base::error::Refusal;
use crate::kernel::Snapshot;
use crate::kernel::{Event, Seat};
use crate::transcript::{BranchNames, Input, Record};
use crate::variant::notation::suggestion;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The first branch of a game.
const FIRST_BRANCH: &str = "main";

/// The words for points that every line has.
pub const PLACES: [&str; 3] = ["start", "now", "end"];

/// A position with its origin.
#[derive(Clone, Debug)]
pub struct TimelineEntry {
    /// The parent position; `None` for the start.
    pub parent: Option<usize>,
    /// The number of plies before it.
    pub ply: usize,
    /// The input; `None` for the start.
    pub record: Option<Record>,
    /// The seat that was asked.
    pub seat: Option<Seat>,
    /// The game after the input.
    pub snapshot: Snapshot,
    /// The events of the input.
    pub events: Vec<Event>,
    /// The events of the effect that is suspended by a question, for display only.
    pub begun: Vec<Event>,
}

impl TimelineEntry {
    /// Whether its input answers a question; else it is a command, or the start.
    pub(super) const fn is_answer(&self) -> bool {
        matches!(self.record, Some(Record { input: Input::Answers(_), .. }))
    }

    /// The visible events, including those of a suspended effect.
    pub fn visible(&self) -> impl DoubleEndedIterator<Item = &Event> {
        self.events.iter().chain(&self.begun).filter(|event| event.is_visible())
    }
}

/// The shape of a timeline, without its plies: enough to tell whether only later ones are new.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimelineShape {
    pub(super) game: u64,
    pub(super) branch: String,
    /// The names and tips of the other branches.
    pub(super) others: Vec<(String, usize)>,
    /// The marks with their entries and notes.
    pub(super) marks: Vec<(String, usize, Option<String>)>,
    /// The last ply and its entry.
    pub(super) last: (usize, Option<usize>),
    /// The current ply, and whether the game is stopped within it.
    pub(super) here: (usize, bool),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    pub name: String,
    /// The number of its last entry.
    pub tip: usize,
}

/// A marked point of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimelineTarget {
    /// The index of its branch.
    pub branch: usize,
    /// The index of its entry.
    pub entry: usize,
}

/// The tree and the current point. Clones share the entries.
#[derive(Clone, Debug)]
pub struct Timeline {
    entries: Rc<Vec<Rc<TimelineEntry>>>,
    /// The parent of each entry, contiguous for fast walks to the root.
    parents: Rc<Vec<usize>>,
    line: Rc<Vec<usize>>,
    at: usize,
    inside: Option<usize>,
    /// The number of statements of the ply before the current point, where it is at one.
    step: Option<usize>,
    branches: Vec<Branch>,
    branch: usize,
    marks: BTreeMap<String, usize>,
    /// The notes of marks, by their names.
    notes: BTreeMap<String, String>,
    /// How often an input was played that is the next one of its line.
    n_repeated: usize,
    /// The branch that the last entry has left, until somebody is told.
    left: Option<String>,
}

impl Timeline {
    /// Creates a history that starts with this entry.
    pub fn new(start: TimelineEntry) -> Self {
        Self {
            entries: Rc::new(vec![Rc::new(start)]),
            parents: Rc::new(vec![0]),
            line: Rc::new(vec![0]),
            at: 0,
            inside: None,
            step: None,
            branches: vec![Branch { name: FIRST_BRANCH.into(), tip: 0 }],
            branch: 0,
            marks: BTreeMap::new(),
            notes: BTreeMap::new(),
            n_repeated: 0,
            left: None,
        }
    }

    /// The entry of the current ply.
    pub fn now(&self) -> &TimelineEntry {
        &self.entries[self.line[self.at]]
    }

    /// The number of plies up to the current point.
    pub const fn ply(&self) -> usize {
        self.at
    }

    /// The number of events of the current ply before the point, if it is within the ply.
    pub const fn inside(&self) -> Option<usize> {
        self.inside
    }

    /// The last ply of the current line.
    pub fn last_ply(&self) -> usize {
        self.line.len() - 1
    }

    /// The number of positions on all branches.
    pub fn n_entries(&self) -> usize {
        self.entries.len()
    }

    /// The number of inputs played so far, on all branches: an input that only went forward counts.
    pub fn n_played(&self) -> usize {
        self.entries.len() - 1 + self.n_repeated
    }

    /// The entry after this many plies of the current line.
    pub fn entry(&self, ply: usize) -> Option<&TimelineEntry> {
        self.line.get(ply).map(|number| &*self.entries[*number])
    }

    /// The index of the entry after this many plies of the current line.
    pub fn number(&self, ply: usize) -> Option<usize> {
        self.line.get(ply).copied()
    }

    /// An entry of the tree.
    pub fn entry_at(&self, number: usize) -> &TimelineEntry {
        &self.entries[number]
    }

    /// The entries from the start to the current point.
    pub fn path(&self) -> impl DoubleEndedIterator<Item = &TimelineEntry> {
        self.line[..=self.at].iter().map(|number| &*self.entries[*number])
    }

    /// The entries of the whole current line.
    pub fn line(&self) -> impl Iterator<Item = &TimelineEntry> {
        self.line.iter().map(|number| &*self.entries[*number])
    }

    /// The entries of the whole tree, parents first.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = &TimelineEntry> {
        self.entries.iter().map(|entry| &**entry)
    }

    /// Adds an entry after the current one. The rest of the line is kept as a branch. An entry that
    /// is the next one of the line already is not added: the game goes forward to it.
    pub fn push(&mut self, entry: TimelineEntry) {
        let parent = self.line[self.at];
        if let Some(next) = self.entry(self.at + 1) {
            if next.record == entry.record {
                self.n_repeated += 1;
                return self.go(self.at + 1);
            }
            self.left = Some(self.keep_what_lies_ahead());
        }
        let number = self.grow(parent, entry);
        let line = Rc::make_mut(&mut self.line);
        line.truncate(self.at + 1);
        line.push(number);
        self.at += 1;
        (self.inside, self.step) = (None, None);
        self.branches[self.branch].tip = number;
    }

    /// Adds an entry without a branch. Returns its index.
    pub fn grow(&mut self, parent: usize, entry: TimelineEntry) -> usize {
        let ply = self.entries[parent].ply + 1;
        Rc::make_mut(&mut self.parents).push(parent);
        let entries = Rc::make_mut(&mut self.entries);
        entries.push(Rc::new(TimelineEntry { parent: Some(parent), ply, ..entry }));
        entries.len() - 1
    }

    /// Keeps the rest of the line as a branch, unless another one ends there; returns its name.
    fn keep_what_lies_ahead(&mut self) -> String {
        let tip = self.branches[self.branch].tip;
        let mut others = self.branches.iter().enumerate().filter(|(i, _)| *i != self.branch);
        if let Some((_, other)) = others.find(|(_, other)| other.tip == tip) {
            return other.name.clone();
        }
        let name = self.free_name("old");
        self.branches.push(Branch { name: name.clone(), tip });
        name
    }

    /// The branch that the last entry has left, if it has; only once.
    pub const fn take_left(&mut self) -> Option<String> {
        self.left.take()
    }

    /// An unused name: the word with a number.
    pub fn free_name(&self, word: &str) -> String {
        let is_free = |name: &String| {
            !self.marks.contains_key(name) && self.branches.iter().all(|b| b.name != *name)
        };
        let mut names = (1_u32..).map(|n| format!("{word}{n}"));
        names.find(is_free).expect("there is always a further number")
    }

    /// Goes to a ply of the current line.
    ///
    /// # Panics
    /// If the line is shorter.
    pub fn go(&mut self, ply: usize) {
        self.stand(ply, None);
    }

    /// Goes to a ply of the current line, or within it, after this many of its events.
    ///
    /// # Panics
    /// If the line is shorter.
    pub fn stand(&mut self, ply: usize, inside: Option<usize>) {
        assert!(ply < self.line.len(), "ply {ply} is not on the line");
        self.at = ply;
        (self.inside, self.step) = (inside, None);
    }

    /// Goes to a statement at the current point.
    pub const fn set_step(&mut self, step: usize) {
        self.step = Some(step);
    }

    /// The number of statements of the ply before the current point, where it is at one.
    pub const fn step(&self) -> Option<usize> {
        self.step
    }

    // ---- names -------------------------------------------------------------------------------

    /// All branches, in the order they were created.
    pub fn branches(&self) -> &[Branch] {
        &self.branches
    }

    /// The index of the current branch.
    pub const fn branch(&self) -> usize {
        self.branch
    }

    /// The marks with the indices of their entries.
    pub fn marks(&self) -> impl Iterator<Item = (&str, usize)> {
        self.marks.iter().map(|(name, entry)| (name.as_str(), *entry))
    }

    /// The note of a mark, if it has one.
    pub fn note(&self, mark: &str) -> Option<&str> {
        self.notes.get(mark).map(String::as_str)
    }

    /// Marks the current point, with a note unless it is empty.
    pub fn mark(&mut self, name: &str, note: &str) {
        self.unmark(name);
        self.marks.insert(name.to_owned(), self.line[self.at]);
        if !note.is_empty() {
            self.notes.insert(name.to_owned(), note.to_owned());
        }
    }

    /// Deletes a mark; returns whether it existed.
    pub fn unmark(&mut self, name: &str) -> bool {
        self.notes.remove(name);
        self.marks.remove(name).is_some()
    }

    /// Creates a branch at the current point. The previous branch keeps the rest of the line.
    pub fn begin_branch(&mut self, name: &str) {
        let tip = self.line[self.at];
        Rc::make_mut(&mut self.line).truncate(self.at + 1);
        self.branch = self.branches.len();
        self.branches.push(Branch { name: name.to_owned(), tip });
        (self.inside, self.step) = (None, None);
    }

    /// Deletes the current branch and goes to a point of another one.
    pub fn drop_branch(&mut self, back_to: TimelineTarget) {
        let dropped = self.branch;
        self.go_to(back_to);
        self.branches.remove(dropped);
        self.branch -= usize::from(self.branch > dropped);
    }

    /// Finds a point by name: a ply of the current line, a mark, a branch (its end), or a ply of a
    /// branch as `NAME:PLY`.
    ///
    /// # Errors
    /// There is no such point, as a message.
    pub fn find(&self, word: &str) -> Result<TimelineTarget, Refusal> {
        let on_line = |entry| TimelineTarget { branch: self.branch, entry };
        match word {
            "start" => return Ok(on_line(0)),
            "now" => return Ok(on_line(self.line[self.at])),
            "end" => return Ok(on_line(self.line[self.last_ply()])),
            _ => {}
        }
        if word.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
            let entry = word.parse().ok().and_then(|ply: usize| self.line.get(ply));
            return entry.map(|entry| on_line(*entry)).ok_or_else(|| {
                let (now, last) = (self.at, self.last_ply());
                format!("there is no ply {word}: this is ply {now} of {last}").into()
            });
        }
        if let Some(entry) = self.marks.get(word) {
            let branch = self.branch_of(*entry);
            return Ok(TimelineTarget { branch, entry: *entry });
        }
        let (name, ply) = word.split_once(':').map_or((word, None), |(n, p)| (n, Some(p)));
        let branch = self.branches.iter().position(|branch| branch.name == name);
        let branch = branch.ok_or_else(|| {
            let names = self.branches.iter().map(|b| &*b.name).chain(self.marks().map(|m| m.0));
            let hint = suggestion(word, names.chain(PLACES));
            format!("no ply, mark or branch is called `{word}`{hint}")
        })?;
        let path = self.path_to(self.branches[branch].tip);
        let entry = match ply {
            None => path.last(),
            Some(ply) => ply.parse().ok().and_then(|ply: usize| path.get(ply)),
        };
        let last = path.len() - 1;
        let entry = entry.ok_or_else(|| format!("{name} has the plies 0 to {last}"))?;
        Ok(TimelineTarget { branch, entry: *entry })
    }

    /// Goes to a point of the tree.
    pub fn go_to(&mut self, found: TimelineTarget) {
        if found.branch != self.branch {
            self.branch = found.branch;
            self.line = Rc::new(self.path_to(self.branches[found.branch].tip));
        }
        self.go(self.entries[found.entry].ply);
    }

    /// The current point, to return to.
    pub fn here(&self) -> TimelineTarget {
        TimelineTarget { branch: self.branch, entry: self.line[self.at] }
    }

    /// The index of a branch that contains an entry; the current branch is preferred.
    fn branch_of(&self, entry: usize) -> usize {
        let ply = self.entries[entry].ply;
        if self.line.get(ply) == Some(&entry) {
            return self.branch;
        }
        let holds = |branch: &Branch| self.path_to(branch.tip).get(ply) == Some(&entry);
        self.branches.iter().position(holds).unwrap_or(self.branch)
    }

    fn path_to(&self, tip: usize) -> Vec<usize> {
        let mut path = vec![0; self.entries[tip].ply + 1];
        let mut number = tip;
        for place in path.iter_mut().rev() {
            *place = number;
            number = self.parents[number];
        }
        path
    }

    /// The last ply that a branch shares with the current line.
    pub fn leaves_at(&self, branch: usize) -> usize {
        let mut entry = self.branches[branch].tip;
        loop {
            let TimelineEntry { parent, ply, .. } = &*self.entries[entry];
            match parent {
                Some(parent) if self.line.get(*ply) != Some(&entry) => entry = *parent,
                _ => return *ply,
            }
        }
    }

    /// The names in saved form.
    pub fn names(&self) -> BranchNames {
        let branches = self.branches.iter().map(|branch| (branch.name.clone(), branch.tip));
        let names = BranchNames {
            marks: self.marks.clone(),
            notes: self.notes.clone(),
            branches: branches.collect(),
            branch: self.branches[self.branch].name.clone(),
            at: self.at,
        };
        let is_plain = self.marks.is_empty() && self.branches.len() == 1;
        let is_plain = is_plain && names.branch == FIRST_BRANCH && self.at == self.last_ply();
        if is_plain { BranchNames::default() } else { names }
    }

    /// Restores saved names. `numbers` are the current entries of the saved numbers; a missing
    /// entry is replaced by the nearest one before it, which gets no mark.
    pub fn rename(&mut self, names: &BranchNames, numbers: &[usize]) {
        let number = |saved: &usize| numbers.get(*saved).copied().unwrap_or(0);
        let marks = names.marks.iter().filter(|(_, at)| is_there(numbers, **at));
        self.marks = marks.map(|(name, at)| (name.clone(), number(at))).collect();
        self.notes.clone_from(&names.notes);
        self.notes.retain(|name, _| self.marks.contains_key(name));
        let branches = names.branches.iter();
        let branches = branches.map(|(name, tip)| Branch { name: name.clone(), tip: number(tip) });
        self.branches = branches.collect();
        if self.branches.is_empty() {
            let tip = numbers.last().copied().unwrap_or(0);
            self.branches.push(Branch { name: FIRST_BRANCH.into(), tip });
        }
        let current = self.branches.iter().position(|branch| branch.name == names.branch);
        self.branch = current.unwrap_or(0);
        self.line = Rc::new(self.path_to(self.branches[self.branch].tip));
        let last = self.last_ply();
        self.go(if names.branches.is_empty() { last } else { names.at.min(last) });
    }
}

/// Whether a saved number refers to its own entry, not to the nearest one before it.
pub fn is_there(numbers: &[usize], saved: usize) -> bool {
    numbers.get(saved).is_some_and(|entry| !numbers[..saved].contains(entry))
}
