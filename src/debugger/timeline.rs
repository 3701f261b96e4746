//! The history of a game in the debugger: every position there has been, as a tree with names. One
//! line of it is the current one, and the game stands somewhere on that line, after a ply or
//! between two events of one.

use crate::kernel::Snapshot;
use crate::kernel::{Event, Seat};
use crate::transcript::notation::suggestion;
use crate::transcript::{BranchNames, Record};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The branch a game begins on.
const FIRST_BRANCH: &str = "main";

/// The words that name a place of every line.
pub const PLACES: [&str; 3] = ["start", "now", "end"];

/// One position, and how it came about.
#[derive(Clone, Debug)]
pub struct TimelineEntry {
    /// The position it came from; none for the start.
    pub parent: Option<usize>,
    /// How many plies led to it.
    pub ply: usize,
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

impl TimelineEntry {
    /// What it did and what has only begun, without internal events.
    pub fn visible(&self) -> impl DoubleEndedIterator<Item = &Event> {
        self.events.iter().chain(&self.begun).filter(|event| event.is_visible())
    }
}

/// A line with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// What it is called.
    pub name: String,
    /// The number of its last entry.
    pub tip: usize,
}

/// A place of the tree that somebody named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimelineTarget {
    /// The number of the branch it is on.
    pub branch: usize,
    /// The number of the entry.
    pub entry: usize,
}

/// The tree and the place in it. Copies share what is in it.
#[derive(Clone, Debug)]
pub struct Timeline {
    entries: Rc<Vec<Rc<TimelineEntry>>>,
    /// The parent of each entry, side by side, so that a line is found fast.
    parents: Rc<Vec<usize>>,
    line: Rc<Vec<usize>>,
    at: usize,
    inside: Option<usize>,
    branches: Vec<Branch>,
    branch: usize,
    marks: BTreeMap<String, usize>,
}

impl Timeline {
    /// A history that begins here.
    #[must_use]
    pub fn new(start: TimelineEntry) -> Self {
        Self {
            entries: Rc::new(vec![Rc::new(start)]),
            parents: Rc::new(vec![0]),
            line: Rc::new(vec![0]),
            at: 0,
            inside: None,
            branches: vec![Branch { name: FIRST_BRANCH.into(), tip: 0 }],
            branch: 0,
            marks: BTreeMap::new(),
        }
    }

    /// The entry after the ply at which the game stands, or within which it stands.
    #[must_use]
    pub fn now(&self) -> &TimelineEntry {
        &self.entries[self.line[self.at]]
    }

    /// How many plies led there.
    #[must_use]
    pub const fn ply(&self) -> usize {
        self.at
    }

    /// How many events of that ply have happened, where the game stands in the midst of it.
    #[must_use]
    pub const fn inside(&self) -> Option<usize> {
        self.inside
    }

    /// The last ply of the current line.
    #[must_use]
    pub fn last_ply(&self) -> usize {
        self.line.len() - 1
    }

    /// How many positions there are, on all lines together.
    #[must_use]
    pub fn n_entries(&self) -> usize {
        self.entries.len()
    }

    /// The entry after so many plies of the current line.
    #[must_use]
    pub fn entry(&self, ply: usize) -> Option<&TimelineEntry> {
        self.line.get(ply).map(|number| &*self.entries[*number])
    }

    /// The number of the entry after so many plies of the current line.
    #[must_use]
    pub fn number(&self, ply: usize) -> Option<usize> {
        self.line.get(ply).copied()
    }

    /// An entry of the tree.
    #[must_use]
    pub fn entry_at(&self, number: usize) -> &TimelineEntry {
        &self.entries[number]
    }

    /// The entries from the start to where the game stands.
    pub fn path(&self) -> impl DoubleEndedIterator<Item = &TimelineEntry> {
        self.line[..=self.at].iter().map(|number| &*self.entries[*number])
    }

    /// The entries of the whole current line, with what lies ahead.
    pub fn line(&self) -> impl Iterator<Item = &TimelineEntry> {
        self.line.iter().map(|number| &*self.entries[*number])
    }

    /// The entries of the whole tree: each after the one it came from.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = &TimelineEntry> {
        self.entries.iter().map(|entry| &**entry)
    }

    /// Adds what follows from here. What lay ahead leaves the line, and is kept as a branch.
    pub fn push(&mut self, entry: TimelineEntry) {
        let parent = self.line[self.at];
        if self.at < self.last_ply() {
            self.keep_what_lies_ahead();
        }
        let number = self.grow(parent, entry);
        let line = Rc::make_mut(&mut self.line);
        line.truncate(self.at + 1);
        line.push(number);
        self.at += 1;
        self.inside = None;
        self.branches[self.branch].tip = number;
    }

    /// Adds an entry anywhere, on no line yet. Returns its number.
    pub fn grow(&mut self, parent: usize, entry: TimelineEntry) -> usize {
        let ply = self.entries[parent].ply + 1;
        Rc::make_mut(&mut self.parents).push(parent);
        let entries = Rc::make_mut(&mut self.entries);
        entries.push(Rc::new(TimelineEntry { parent: Some(parent), ply, ..entry }));
        entries.len() - 1
    }

    fn keep_what_lies_ahead(&mut self) {
        let tip = self.branches[self.branch].tip;
        let others = self.branches.iter().enumerate().filter(|(i, _)| *i != self.branch);
        if others.map(|(_, branch)| branch.tip).any(|other| other == tip) {
            return;
        }
        let name = self.free_name("old");
        self.branches.push(Branch { name, tip });
    }

    /// A name that nothing has: the word with a number.
    #[must_use]
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
    /// When the line is shorter.
    pub fn go(&mut self, ply: usize) {
        self.stand(ply, None);
    }

    /// Goes to a ply of the current line, or in the midst of it: after so many of its events.
    ///
    /// # Panics
    /// When the line is shorter.
    pub fn stand(&mut self, ply: usize, inside: Option<usize>) {
        assert!(ply < self.line.len(), "ply {ply} is not on the line");
        self.at = ply;
        self.inside = inside;
    }

    // ---- names -------------------------------------------------------------------------------

    /// All branches, in the order they came to be.
    #[must_use]
    pub fn branches(&self) -> &[Branch] {
        &self.branches
    }

    /// The number of the branch the game is on.
    #[must_use]
    pub const fn branch(&self) -> usize {
        self.branch
    }

    /// The marks with the numbers of their entries.
    pub fn marks(&self) -> impl Iterator<Item = (&str, usize)> {
        self.marks.iter().map(|(name, entry)| (name.as_str(), *entry))
    }

    /// Names the place where the game stands.
    pub fn mark(&mut self, name: &str) {
        self.marks.insert(name.to_owned(), self.line[self.at]);
    }

    /// Forgets a mark; says whether there was one.
    pub fn unmark(&mut self, name: &str) -> bool {
        self.marks.remove(name).is_some()
    }

    /// Begins a branch where the game stands. The branch it was on keeps what lies ahead.
    pub fn begin_branch(&mut self, name: &str) {
        let tip = self.line[self.at];
        Rc::make_mut(&mut self.line).truncate(self.at + 1);
        self.branch = self.branches.len();
        self.branches.push(Branch { name: name.to_owned(), tip });
        self.inside = None;
    }

    /// Drops the branch the game is on, and goes to another one's place.
    pub fn drop_branch(&mut self, back_to: TimelineTarget) {
        let dropped = self.branch;
        self.go_to(back_to);
        self.branches.remove(dropped);
        self.branch -= usize::from(self.branch > dropped);
    }

    /// What a word names: a ply of the current line, a mark, a branch (its end), or a ply of a
    /// branch as `NAME:PLY`.
    ///
    /// # Errors
    /// Nothing, in words.
    pub fn find(&self, word: &str) -> Result<TimelineTarget, String> {
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
                format!("there is no ply {word}: this is ply {now} of {last}")
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

    /// Goes to a place of the tree.
    pub fn go_to(&mut self, found: TimelineTarget) {
        if found.branch != self.branch {
            self.branch = found.branch;
            self.line = Rc::new(self.path_to(self.branches[found.branch].tip));
        }
        self.go(self.entries[found.entry].ply);
    }

    /// Where the game stands, to come back to.
    #[must_use]
    pub fn here(&self) -> TimelineTarget {
        TimelineTarget { branch: self.branch, entry: self.line[self.at] }
    }

    /// The number of a branch an entry lies on: the current one if it can be.
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

    /// The last ply that a branch has in common with the current line.
    #[must_use]
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

    /// The names as they are saved.
    #[must_use]
    pub fn names(&self) -> BranchNames {
        let branches = self.branches.iter().map(|branch| (branch.name.clone(), branch.tip));
        let names = BranchNames {
            marks: self.marks.clone(),
            branches: branches.collect(),
            branch: self.branches[self.branch].name.clone(),
            at: self.at,
        };
        let is_plain = self.marks.is_empty() && self.branches.len() == 1;
        let is_plain = is_plain && names.branch == FIRST_BRANCH && self.at == self.last_ply();
        if is_plain { BranchNames::default() } else { names }
    }

    /// Makes the line and the names what was saved. `numbers` are the entries that saved numbers
    /// stand for now; where one is missing, the nearest one before it stands in, and has no mark.
    pub fn rename(&mut self, names: &BranchNames, numbers: &[usize]) {
        let number = |saved: &usize| numbers.get(*saved).copied().unwrap_or(0);
        let marks = names.marks.iter().filter(|(_, at)| is_there(numbers, **at));
        self.marks = marks.map(|(name, at)| (name.clone(), number(at))).collect();
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

/// Whether a saved number stands for its own entry, not for the nearest one before it.
#[must_use]
pub fn is_there(numbers: &[usize], saved: usize) -> bool {
    numbers.get(saved).is_some_and(|entry| !numbers[..saved].contains(entry))
}
