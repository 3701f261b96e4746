//! Between two events: the places within a ply, and the table as it is there.
//!
//! Nothing is run for this: the events of the ply are applied, one after the other, to the table
//! before it.

use super::game::Debugger;
use crate::kernel::{Action, ActionId, Event, EventKind, Rules, Table};

/// A place on the line: after so many events of a ply. The end of a ply is that of the last one;
/// the beginning of the next looks the same, and is another place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TimelinePoint {
    /// The ply.
    pub ply: usize,
    /// How many of its events have happened.
    pub n_done: usize,
}

/// A ply in its single events.
pub struct PlySteps<'a> {
    /// The table before the first of them.
    pub base: &'a Table,
    /// The events that are new in this ply, with those of an effect that now waits for an answer.
    pub events: Vec<&'a Event>,
    /// The same with the internal ones between them.
    all: Vec<&'a Event>,
}

impl<'a> PlySteps<'a> {
    fn new(base: &'a Table, all: Vec<&'a Event>) -> Self {
        let events = all.iter().copied().filter(|event| event.is_visible()).collect();
        Self { base, events, all }
    }

    /// The table before each event, and after the last. What happens unseen before an event belongs
    /// to it, and what happens after the last one to that.
    pub fn tables(&self, rules: &Rules, mut look: impl FnMut(&Table)) {
        let mut table = self.base.clone();
        look(&table);
        let mut all = self.all.as_slice();
        for n_left in (0..self.events.len()).rev() {
            let visible = all.iter().position(|event| event.is_visible());
            let end = visible.filter(|_| n_left > 0).map_or(all.len(), |at| at + 1);
            let (now, later) = all.split_at(end);
            for event in now {
                table.apply(rules, event.kind.clone());
            }
            look(&table);
            all = later;
        }
    }
}

impl Debugger {
    /// The events of a ply one by one; none for the start.
    ///
    /// What an effect did before it asked is told when it asks: it is not told again when the
    /// answer runs the effect anew.
    #[must_use]
    pub fn steps(&self, ply: usize) -> PlySteps<'_> {
        let entry = self.timeline.entry(ply).unwrap_or_else(|| self.timeline.now());
        let Some(before) = ply.checked_sub(1).and_then(|before| self.timeline.entry(before)) else {
            return PlySteps::new(entry.snapshot.shown(), Vec::new());
        };
        let known = &before.begun;
        let mut all: Vec<&Event> = entry.events.iter().chain(&entry.begun).collect();
        let is_known = all.len() >= known.len()
            && all
                .iter()
                .zip(known)
                .all(|(event, old)| event.id == old.id && event.kind == old.kind);
        if is_known {
            PlySteps::new(before.snapshot.shown(), all.split_off(known.len()))
        } else {
            PlySteps::new(before.snapshot.committed(), all)
        }
    }

    /// Where the game stands.
    #[must_use]
    pub fn point(&self) -> TimelinePoint {
        let ply = self.timeline.ply();
        let n_done = self.timeline.inside().unwrap_or_else(|| self.steps(ply).events.len());
        TimelinePoint { ply, n_done }
    }

    /// Stands at a place of the line. `as_stop`: where no event of a ply has happened yet, in that
    /// ply and not after the one before.
    pub fn stand(&mut self, point: TimelinePoint, as_stop: bool) {
        let n_events = self.steps(point.ply).events.len();
        match point.n_done {
            n if n >= n_events => self.timeline.go(point.ply),
            0 if !as_stop && point.ply > 0 => self.timeline.go(point.ply - 1),
            n => self.timeline.stand(point.ply, Some(n)),
        }
        self.place();
    }

    /// The table at a place of the line.
    #[must_use]
    pub fn table_at(&self, point: TimelinePoint) -> Table {
        let mut tables = Vec::new();
        let rules = &self.notation().rules;
        self.steps(point.ply).tables(rules, |table| tables.push(table.clone()));
        tables.swap_remove(point.n_done.min(tables.len() - 1))
    }

    /// The event before a place, and the one after it, within the ply.
    #[must_use]
    pub fn around(&self, point: TimelinePoint) -> (Option<&Event>, Option<&Event>) {
        let events = self.steps(point.ply).events;
        let before = point.n_done.checked_sub(1).and_then(|n| events.get(n).copied());
        (before, events.get(point.n_done).copied())
    }

    /// All that has happened on the line up to the end of a ply, the latest first, with what has
    /// only begun.
    pub fn past(&self, ply: usize) -> impl Iterator<Item = &Event> {
        let begun = self.timeline.entry(ply).into_iter().flat_map(|entry| entry.begun.iter().rev());
        let plies = (0..=ply).rev().filter_map(|ply| self.timeline.entry(ply));
        let all = begun.chain(plies.flat_map(|entry| entry.events.iter().rev()));
        all.filter(|event| event.is_visible())
    }

    /// How an action up to where the game stands was announced.
    #[must_use]
    pub fn announcement(&self, id: ActionId) -> Option<(&Event, &Action)> {
        self.events().find_map(|event| match &event.kind {
            EventKind::Announced { action } if action.id == id => Some((event, &**action)),
            _ => None,
        })
    }

    /// All that has happened up to where the game stands, the latest first.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        let next = self.timeline.inside().and_then(|_| self.around(self.point()).1);
        let next = next.map(|event| event.id);
        let past = self.past(self.timeline.ply());
        past.filter(move |event| next.is_none_or(|next| event.id < next))
    }
}
