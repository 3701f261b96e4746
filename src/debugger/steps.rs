//! Points within a ply, and the table at each of them.
//!
//! No script runs for this: the events of the ply are applied one by one to the table before it.

use super::game::Debugger;
use crate::kernel::{Action, ActionEvent, ActionId, Event, EventKind, Rules, Seat, Table};

/// A point on the line: after this many events of a ply. The end of a ply is the point after its
/// last event; the start of the next ply has the same table, but is a different point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TimelinePoint {
    pub ply: usize,
    /// The number of its events before the point.
    pub n_done: usize,
}

/// The single events of a ply.
pub struct PlySteps<'a> {
    /// The table before the first event.
    pub base: &'a Table,
    /// The new events of this ply that are shown, including those of a suspended effect.
    pub events: Vec<&'a Event>,
    /// The events, internal and hidden ones included.
    all: Vec<&'a Event>,
}

impl<'a> PlySteps<'a> {
    /// Calls `look` with the table before each event and after the last one. Other events belong to
    /// the next one that is shown, those after the last one to that one.
    pub fn tables(&self, rules: &Rules, mut look: impl FnMut(&Table)) {
        let mut table = self.base.clone();
        look(&table);
        let mut all = self.all.as_slice();
        for (i, shown) in self.events.iter().enumerate() {
            let at = all.iter().position(|event| std::ptr::eq(*event, *shown));
            let is_last = i + 1 == self.events.len();
            let end = at.filter(|_| !is_last).map_or(all.len(), |at| at + 1);
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
    /// The single events of a ply; `None` for the start.
    ///
    /// Events of an effect before its question belong to the ply that asked; they are not repeated
    /// when the answer runs the effect again.
    pub fn steps(&self, ply: usize) -> PlySteps<'_> {
        let entry = self.timeline.entry(ply).unwrap_or_else(|| self.timeline.now());
        let Some(before) = ply.checked_sub(1).and_then(|before| self.timeline.entry(before)) else {
            return self.ply_steps(entry.snapshot.shown(), Vec::new());
        };
        let known = &before.begun;
        let mut all: Vec<&Event> = entry.events.iter().chain(&entry.begun).collect();
        let is_known = all.len() >= known.len()
            && all
                .iter()
                .zip(known)
                .all(|(event, old)| event.id == old.id && event.kind == old.kind);
        if is_known {
            self.ply_steps(before.snapshot.shown(), all.split_off(known.len()))
        } else {
            self.ply_steps(before.snapshot.committed(), all)
        }
    }

    fn ply_steps<'a>(&self, base: &'a Table, all: Vec<&'a Event>) -> PlySteps<'a> {
        let events = all.iter().copied().filter(|event| self.is_shown(event)).collect();
        PlySteps { base, events, all }
    }

    /// Changes the viewer; returns the old one. A point within a ply becomes that before the next
    /// event that is shown.
    pub fn show_to(&mut self, viewer: Option<Seat>) -> Option<Seat> {
        let point = self.point();
        let next = self.around(point).1.map(|event| event.id);
        let before = std::mem::replace(&mut self.viewer, viewer);
        if let (Some(_), Some(next)) = (self.timeline.inside(), next) {
            let n_done = self.steps(point.ply).events.partition_point(|event| event.id < next);
            self.stand(TimelinePoint { n_done, ..point }, true);
        }
        before
    }

    pub fn point(&self) -> TimelinePoint {
        let ply = self.timeline.ply();
        let n_done = self.timeline.inside().unwrap_or_else(|| self.steps(ply).events.len());
        TimelinePoint { ply, n_done }
    }

    /// Goes to a point of the line. With `as_stop`, a point without events of its ply is in that
    /// ply, not after the previous one.
    pub fn stand(&mut self, point: TimelinePoint, as_stop: bool) {
        let n_events = self.steps(point.ply).events.len();
        match point.n_done {
            n if n >= n_events => self.timeline.go(point.ply),
            0 if !as_stop && point.ply > 0 => self.timeline.go(point.ply - 1),
            n => self.timeline.stand(point.ply, Some(n)),
        }
        self.place();
    }

    /// The table at a point of the line.
    pub fn table_at(&self, point: TimelinePoint) -> Table {
        let (rules, steps) = (&self.notation().rules, self.steps(point.ply));
        let mut n_left = point.n_done.min(steps.events.len());
        let mut found = None;
        steps.tables(rules, |table| {
            if found.is_none() && n_left == 0 {
                found = Some(table.clone());
            }
            n_left = n_left.saturating_sub(1);
        });
        found.unwrap_or_default()
    }

    /// The event before a point and the one after it, within the ply.
    pub fn around(&self, point: TimelinePoint) -> (Option<&Event>, Option<&Event>) {
        let events = self.steps(point.ply).events;
        let before = point.n_done.checked_sub(1).and_then(|n| events.get(n).copied());
        (before, events.get(point.n_done).copied())
    }

    /// All committed events up to the current point, in their order, with internal ones. Within a
    /// ply, those of a suspended effect are among them.
    pub(super) fn history(&self) -> Vec<Event> {
        let (ply, now) = (self.timeline.ply(), self.timeline.now());
        let before = self.timeline.path().take(ply).flat_map(|entry| &entry.events);
        let Some(n_done) = self.timeline.inside() else {
            return before.chain(&now.events).cloned().collect();
        };
        let steps = self.steps(ply);
        let last = n_done.checked_sub(1).and_then(|n| steps.events.get(n));
        let first = steps.all.first().map_or(0, |event| event.id);
        let end = last.map_or(first, |last| last.numbers().end);
        let begun = now.events.iter().chain(&now.begun).take_while(|event| event.id < end);
        before.chain(begun).cloned().collect()
    }

    /// All events of the line up to the end of a ply, latest first, including those of a suspended
    /// effect.
    pub fn past(&self, ply: usize) -> impl Iterator<Item = &Event> {
        let begun = self.timeline.entry(ply).into_iter().flat_map(|entry| entry.begun.iter().rev());
        let plies = (0..=ply).rev().filter_map(|ply| self.timeline.entry(ply));
        let all = begun.chain(plies.flat_map(|entry| entry.events.iter().rev()));
        all.filter(|event| self.is_shown(event))
    }

    /// The announcement of an action up to the current point.
    pub fn announcement(&self, id: ActionId) -> Option<(&Event, &Action)> {
        self.events().find_map(|event| match &event.kind {
            EventKind::Action(ActionEvent::Announced { action }) if action.id == id => {
                Some((event, &**action))
            }
            _ => None,
        })
    }

    /// All events up to the current point, latest first.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        let next = self.timeline.inside().and_then(|_| self.around(self.point()).1);
        let next = next.map(|event| event.id);
        let past = self.past(self.timeline.ply());
        past.filter(move |event| next.is_none_or(|next| event.id < next))
    }
}
