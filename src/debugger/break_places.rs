//! Where breakpoints stop: statements of lines and functions, events of classes and cards, changes
//! of values.

use super::breakpoints::{BreakCondition, BreakHit, Breakpoint, is_script};
use super::game::Debugger;
use super::recorded::{PlyRecord, StepPosition};
use super::reply::{HitInfo, ValueChange};
use super::steps::TimelinePoint;
use super::watch_expr::WatchExpr;
use crate::kernel::{
    ActionEvent, CardEvent, Event, EventKind, Hook, MoveReason, Owner, ScriptLine, Subject,
};

impl Breakpoint {
    /// Where it stops in a ply if its condition holds, in order.
    pub(super) fn places(&self, debugger: &Debugger, ply: usize) -> Vec<BreakHit> {
        let hit = |at| BreakHit {
            at,
            hit: HitInfo { breakpoint: self.info(), change: None, line: None },
            is_after: false,
            line: None,
            is_continued: false,
            log: None,
            wrong: None,
        };
        // Which lines run, and what a condition reads, depends on hidden cards.
        if debugger.viewer.is_some() && self.needs_all() {
            return Vec::new();
        }
        let point = |n_done| TimelinePoint { ply, n_done };
        match &self.at {
            BreakCondition::Watch(what) => changes(debugger, ply, what, true, hit),
            BreakCondition::If(what) => changes(debugger, ply, what, false, hit),
            BreakCondition::Line(script, Some(line)) => {
                let found = run_at(debugger, ply, script, *line).into_iter();
                let hits = found.map(|(at, place, is_continued)| BreakHit {
                    line: Some(place),
                    is_continued,
                    ..hit(at)
                });
                hits.collect()
            }
            BreakCondition::Function(function) => {
                let record = debugger.record(ply);
                let is_it = |i: &usize| {
                    record.enters(*i) && debugger.is_in(record.steps[*i].place, function)
                };
                let found = (0..record.steps.len()).filter(is_it);
                let hits = found.map(|i| BreakHit {
                    line: Some(record.steps[i].place),
                    ..hit(record.position(ply, i))
                });
                hits.collect()
            }
            _ => {
                let found = self.before(debugger, ply).into_iter();
                found.map(|n_done| hit(debugger.before_event(point(n_done)))).collect()
            }
        }
    }

    /// The events of a ply to stop before. Consecutive events of the same card or line stop once.
    fn before(&self, debugger: &Debugger, ply: usize) -> Vec<usize> {
        let events = debugger.steps(ply).events;
        let meets: Vec<bool> = match &self.at {
            BreakCondition::On(_, classes) => {
                let found = (0..events.len()).filter(|i| classes.has(&events[*i].kind));
                return found.collect();
            }
            BreakCondition::Card(name) => match debugger.card_or_combo(name) {
                Some(owner) => events.iter().map(|e| is_of(debugger, ply, e, owner)).collect(),
                None => Vec::new(),
            },
            BreakCondition::Line(script, _) => {
                events.iter().map(|event| is_of_script(debugger, event, script)).collect()
            }
            _ => Vec::new(),
        };
        (0..meets.len()).filter(|i| meets[*i] && (*i == 0 || !meets[i - 1])).collect()
    }
}

/// The hits of a watch, or of a condition: after the events of a ply that change it, or make it
/// true.
fn changes(
    debugger: &Debugger,
    ply: usize,
    what: &str,
    is_watch: bool,
    hit: impl Fn(StepPosition) -> BreakHit,
) -> Vec<BreakHit> {
    let Ok(expr) = WatchExpr::parse(debugger, what) else { return Vec::new() };
    let values = debugger.values(ply, &expr);
    let pairs = values.windows(2).enumerate().filter(|(_, pair)| !pair[0].is_same(&pair[1]));
    let pairs = pairs.filter(|(_, pair)| is_watch || pair[1].is_true());
    let hits = pairs.map(|(i, pair)| {
        let at = debugger.after_event(TimelinePoint { ply, n_done: i + 1 });
        let mut hit = hit(at);
        let change = ValueChange { was: pair[0].clone(), is: pair[1].clone() };
        hit.hit.change = is_watch.then_some(change);
        hit.is_after = true;
        hit
    });
    hits.collect()
}

fn is_of(debugger: &Debugger, ply: usize, event: &Event, owner: Owner) -> bool {
    let is_its = |subject: Subject| match (subject, owner) {
        (Subject::Card(_, kind), Owner::Kind(wanted)) => kind == wanted,
        (Subject::Combo(combo), Owner::Combo(wanted)) => combo == wanted,
        _ => false,
    };
    match &event.kind {
        EventKind::Action(ActionEvent::Announced { action }) if is_its(action.subject) => {
            return true;
        }
        EventKind::Action(ActionEvent::Resolved { action }) if is_its(action.subject) => {
            return true;
        }
        EventKind::Card(CardEvent::Moved { card, reason: MoveReason::Play, .. }) => {
            let kind = debugger.timeline.entry(ply).map(|e| e.snapshot.shown().kind(*card));
            return owner == Owner::Kind(kind.unwrap_or_default());
        }
        _ => {}
    }
    let action = event.cause.action.map(|action| action.subject);
    if debugger.viewer.is_some() {
        // Which script acts may depend on hidden cards; on whose behalf is public.
        return action.is_some_and(is_its);
    }
    let Some(place) = event.cause.place else { return false };
    let host = &debugger.loaded.host;
    let name = host.source(place.script).map(|script| &script.name);
    let has_script = |owner: Owner| {
        let mut scripts = Hook::ALL.iter().filter_map(|hook| host.script_of(owner, *hook));
        scripts.any(|script| Some(&script.name) == name)
    };
    // Within a play of another card that shares the script, the script acts for that one.
    let is_of_other = |subject: Subject| match subject {
        Subject::Card(_, kind) => !is_its(subject) && has_script(Owner::Kind(kind)),
        Subject::Combo(combo) => !is_its(subject) && has_script(Owner::Combo(combo)),
        _ => false,
    };
    has_script(owner) && !action.is_some_and(is_of_other)
}

fn is_of_script(debugger: &Debugger, event: &Event, script: &str) -> bool {
    event.cause.place.is_some_and(|place| is_script(debugger, place, script))
}

/// Where a ply runs a line of a script: its statements, and whether it goes on there, as the line
/// acts once it has its answer.
fn run_at(
    debugger: &Debugger,
    ply: usize,
    script: &str,
    line: u16,
) -> Vec<(StepPosition, ScriptLine, bool)> {
    let is_it = |place: &ScriptLine| place.line == line && is_script(debugger, *place, script);
    let record = debugger.record(ply);
    let begun = (0..record.steps.len()).filter(|i| is_it(&record.steps[*i].place));
    let begun = begun.filter(|i| begins(&record, *i));
    let mut found: Vec<_> =
        begun.map(|i| (record.position(ply, i), record.steps[i].place, false)).collect();
    let events = debugger.steps(ply).events;
    let acts = |at: usize| events.get(at)?.cause.place.filter(is_it);
    let goes_on = |at: &usize| at.checked_sub(1).and_then(acts).is_none();
    for n_done in (0..events.len()).filter(goes_on) {
        let is_known = found.iter().any(|(at, ..)| at.n_done == n_done);
        if let Some(place) = acts(n_done).filter(|_| !is_known) {
            found.push((debugger.before_event(TimelinePoint { ply, n_done }), place, true));
        }
    }
    found.sort_by_key(|(at, ..)| *at);
    found
}

/// Whether a statement of a line begins it, not a further statement of the line.
fn begins(record: &PlyRecord, i: usize) -> bool {
    let Some(before) = i.checked_sub(1) else { return true };
    let (was, is) = (record.steps[before], record.steps[i]);
    let is_same_line = (was.place.script, was.place.line) == (is.place.script, is.place.line);
    !is_same_line
        || was.run != is.run
        || was.depth != is.depth
        || is.place.column <= was.place.column
}
