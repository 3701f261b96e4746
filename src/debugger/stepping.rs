//! Stepping by statement, event, ply or play, or to the next breakpoint, in both directions.

use super::breakpoints::{BreakHit, Breakpoints, StoppedAt};
use super::game::Debugger;
use super::recorded::StepPosition;
use super::reply::{EventInfo, EventList};
use super::steps::TimelinePoint;
use crate::kernel::{ActionEvent, ActionId, CardEvent, Event, EventKind, MoveReason};

/// A movement along the line.
pub struct Travelled {
    pub from: TimelinePoint,
    pub to: TimelinePoint,
    /// The breakpoints that stopped it; empty if it reached its target.
    pub hits: Vec<BreakHit>,
    /// The texts that log points have printed.
    pub logs: Vec<String>,
}

impl Debugger {
    /// Runs forward to a point or the first stop before it; `None` if neither is ahead.
    pub fn go_on(&mut self, breakpoints: &Breakpoints, to: TimelinePoint) -> Option<Travelled> {
        let from = self.point();
        let is_ahead = from < to;
        let stopped = match breakpoints.is_empty() {
            true => StoppedAt::default(),
            false => {
                let here = self.position();
                let is_within = |at: StepPosition| at > here && at.point() <= to;
                breakpoints.stop_in(self, from.ply..=to.ply, is_within, <[_]>::first)
            }
        };
        (is_ahead || stopped.stop.is_some()).then(|| self.travel(from, to, stopped))
    }

    /// Runs backward to a point or the first stop before it; `None` if the point is not behind.
    pub fn go_back(&mut self, breakpoints: &Breakpoints, to: TimelinePoint) -> Option<Travelled> {
        let from = self.point();
        if from <= to {
            return None;
        }
        let mut stopped = StoppedAt::default();
        if !breakpoints.is_empty() {
            let here = self.position();
            let is_within = |at: StepPosition| at < here && at.point() >= to;
            stopped = breakpoints.stop_in(self, (to.ply..=from.ply).rev(), is_within, <[_]>::last);
            // What was printed is not printed again backwards.
            stopped.logs.clear();
        }
        Some(self.travel(from, to, stopped))
    }

    fn travel(&mut self, from: TimelinePoint, to: TimelinePoint, stopped: StoppedAt) -> Travelled {
        let StoppedAt { stop, logs } = stopped;
        let Some((at, hits)) = stop else {
            self.stand(to, false);
            return Travelled { from, to, hits: Vec::new(), logs };
        };
        self.go_to(at);
        Travelled { from, to: at.point(), hits, logs }
    }

    /// Steps forward by up to `n` statements; returns how many, and the events on the way.
    pub fn step_statements(&mut self, n: usize) -> (usize, Vec<EventInfo>) {
        let from = self.point();
        let steps = std::iter::from_fn(|| {
            let to = self.next_statement()?;
            self.go_to(to);
            Some(())
        });
        let n_steps = steps.take(n).count();
        let (to, mut at, mut events) = (self.point(), from, Vec::new());
        while let Some((before, event)) = self.event_after(at)
            && before < to
        {
            events.push(event);
            at = TimelinePoint { n_done: before.n_done + 1, ..before };
        }
        (n_steps, self.event_infos(events.into_iter()))
    }

    /// Steps back by up to `n` statements; returns how many.
    pub fn step_statements_back(&mut self, n: usize) -> usize {
        let steps = std::iter::from_fn(|| {
            let to = self.last_statement()?;
            self.go_to(to);
            Some(())
        });
        steps.take(n).count()
    }

    /// The events between two points, by ply.
    pub fn events_between(&self, from: TimelinePoint, to: TimelinePoint) -> Vec<EventList> {
        let plies = (from.ply..=to.ply).map(|ply| {
            let begin = if ply == from.ply { from.n_done } else { 0 };
            let end = if ply == to.ply { to.n_done } else { self.ply_end(ply).n_done };
            self.events_within(ply, begin..end)
        });
        plies.collect()
    }

    /// Steps forward by up to `n` events; returns them.
    pub fn step(&mut self, n: usize) -> Vec<EventInfo> {
        let (mut to, mut events) = (self.point(), Vec::new());
        while events.len() < n
            && let Some((before, event)) = self.event_after(to)
        {
            events.push(event);
            to = TimelinePoint { n_done: before.n_done + 1, ..before };
        }
        let events = self.event_infos(events.into_iter());
        if !events.is_empty() {
            self.stand(to, false);
        }
        events
    }

    /// Steps back by up to `n` events; returns how many.
    pub fn step_back(&mut self, n: usize) -> usize {
        let (mut to, mut n_back) = (self.point(), 0);
        while n_back < n
            && let Some((before, _)) = self.event_before(to)
        {
            to = before;
            n_back += 1;
        }
        if n_back > 0 {
            self.stand(to, false);
        }
        n_back
    }

    /// The point after the last event of a ply.
    pub fn ply_end(&self, ply: usize) -> TimelinePoint {
        TimelinePoint { ply, n_done: self.steps(ply).events.len() }
    }

    /// The point after the last event of the line.
    pub fn line_end(&self) -> TimelinePoint {
        self.ply_end(self.timeline.last_ply())
    }

    /// The end of the current ply, or of one `n` plies ahead.
    pub fn plies_on(&self, n: usize) -> TimelinePoint {
        let timeline = &self.timeline;
        let ply = timeline.ply().saturating_add(n) - usize::from(timeline.inside().is_some());
        self.ply_end(ply.min(timeline.last_ply()))
    }

    /// The end of the ply `n` plies back.
    pub fn plies_back(&self, n: usize) -> TimelinePoint {
        self.ply_end(self.timeline.ply().saturating_sub(n))
    }

    /// The end of the play of the next event; `None` at the end of the line.
    pub fn play_end(&self) -> Option<TimelinePoint> {
        let (at, _) = self.event_after(self.point())?;
        let events = self.steps(at.ply).events;
        let play = events[at.n_done..].iter().find_map(|event| play_of(event));
        let mut end = self.ply_end(at.ply);
        for ply in (at.ply..=self.timeline.last_ply()).filter(|_| play.is_some()) {
            let last = self.steps(ply).events.iter().rposition(|event| play_of(event) == play);
            if let Some(last) = last {
                end = TimelinePoint { ply, n_done: last + 1 };
            }
        }
        Some(end)
    }

    /// The point before the play of the last event; `None` at the start of the line.
    pub fn play_start(&self) -> Option<TimelinePoint> {
        let (at, event) = self.event_before(self.point())?;
        let announced = play_of(event).and_then(|play| self.announced_at(play, at.ply));
        let start = announced.map_or(TimelinePoint { ply: at.ply, n_done: 0 }, |(ply, i)| {
            let laid_down = |event: &&&Event| {
                matches!(
                    event.kind,
                    EventKind::Card(CardEvent::Moved { reason: MoveReason::Play, .. })
                )
            };
            let events = self.steps(ply).events;
            let n_cards = events[..i].iter().rev().take_while(laid_down).count();
            TimelinePoint { ply, n_done: i - n_cards }
        });
        Some(match start.n_done {
            0 => self.ply_end(start.ply.saturating_sub(1)),
            _ => start,
        })
    }

    /// The ply, not after `last`, that announced a play, and the index of the event.
    fn announced_at(&self, play: ActionId, last: usize) -> Option<(usize, usize)> {
        let announces = |event: &&Event| match &event.kind {
            EventKind::Action(ActionEvent::Announced { action }) => action.id == play,
            _ => false,
        };
        (1..=last).rev().find_map(|ply| {
            let found = self.steps(ply).events.iter().position(announces);
            found.map(|i| (ply, i))
        })
    }

    /// The next event of the line after a point, with its point.
    fn event_after(&self, point: TimelinePoint) -> Option<(TimelinePoint, &Event)> {
        (point.ply..=self.timeline.last_ply()).find_map(|ply| {
            let n_done = if ply == point.ply { point.n_done } else { 0 };
            let event = self.steps(ply).events.get(n_done).copied()?;
            Some((TimelinePoint { ply, n_done }, event))
        })
    }

    /// The last event of the line before a point, with the point before it.
    fn event_before(&self, point: TimelinePoint) -> Option<(TimelinePoint, &Event)> {
        (1..=point.ply).rev().find_map(|ply| {
            let events = self.steps(ply).events;
            let n_done = if ply == point.ply { point.n_done } else { events.len() };
            let n_done = n_done.checked_sub(1)?;
            events.get(n_done).map(|event| (TimelinePoint { ply, n_done }, *event))
        })
    }
}

/// The play an event belongs to.
fn play_of(event: &Event) -> Option<ActionId> {
    match &event.kind {
        EventKind::Action(ActionEvent::Announced { action }) => Some(action.id),
        EventKind::Action(ActionEvent::Resolved { action })
        | EventKind::Action(ActionEvent::Passed { action, .. }) => Some(action.id),
        _ => event.cause.action.map(|action| action.id),
    }
}
