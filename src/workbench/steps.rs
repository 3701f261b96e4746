//! Between two events: the places within a ply, and the table as it is there.
//!
//! Nothing is run for this: the events of the ply are applied, one after the other, to the table
//! before it.

use super::debugger::Debugger;
use crate::kernel::action::Window;
use crate::kernel::value::Values;
use crate::kernel::{Action, Event, EventKind, Rules, SeatSet, Table};
use smallvec::SmallVec;

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
    /// The table after the last of them.
    after: &'a Table,
}

impl PlySteps<'_> {
    /// The table before each event, and after the last.
    pub fn tables(&self, rules: &Rules, mut look: impl FnMut(&Table)) {
        let mut table = self.base.clone();
        look(&table);
        for (i, event) in self.events.iter().enumerate() {
            self.happen(&mut table, rules, i, event);
            look(&table);
        }
    }

    /// Applies an event. The stack is the loop's affair in a game; between two events its actions
    /// come and go with what is told of them.
    fn happen(&self, table: &mut Table, rules: &Rules, i: usize, event: &Event) {
        table.stack.retain(|action| !action.cancelled);
        match &event.kind {
            EventKind::Announced { action, by, subject, announced } => table.stack.push(Action {
                id: *action,
                by: *by,
                subject: *subject,
                cards: SmallVec::new(),
                announced: announced.iter().cloned().collect::<Values>(),
                cancelled: false,
                answered: false,
                window: Window::Open(SeatSet::NONE),
            }),
            EventKind::Resolved { action } => table.stack.retain(|other| other.id != *action),
            _ => {}
        }
        table.apply(rules, &event.kind);
        if i + 1 == self.events.len() {
            table.stack.clone_from(&self.after.stack);
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
        let after = entry.snapshot.shown();
        let Some(before) = ply.checked_sub(1).and_then(|before| self.timeline.entry(before)) else {
            return PlySteps { base: after, events: Vec::new(), after };
        };
        let known = &before.begun;
        let all: Vec<&Event> = entry.events.iter().chain(&entry.begun).collect();
        let is_known = all.len() >= known.len()
            && all
                .iter()
                .zip(known)
                .all(|(event, old)| event.id == old.id && event.kind == old.kind);
        match is_known {
            true => PlySteps {
                base: before.snapshot.shown(),
                events: all[known.len()..].to_vec(),
                after,
            },
            false => PlySteps { base: before.snapshot.committed(), events: all, after },
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
        let steps = self.steps(point.ply);
        let mut table = steps.base.clone();
        for (i, event) in steps.events.iter().enumerate().take(point.n_done) {
            steps.happen(&mut table, &self.notation().rules, i, event);
        }
        table
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
        begun.chain(plies.flat_map(|entry| entry.events.iter().rev()))
    }

    /// All that has happened up to where the game stands, the latest first.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        let next = self.timeline.inside().and_then(|_| self.around(self.point()).1);
        let next = next.map(|event| event.id);
        let past = self.past(self.timeline.ply());
        past.filter(move |event| next.is_none_or(|next| event.id < next))
    }
}
