//! Breakpoints and watches: conditions that stop a running game.
//!
//! A breakpoint stops before an event, a watch or a condition after one. Both are evaluated on the
//! recorded events, so they work in both directions and on plies played before they were set.

use super::game::Debugger;
use super::reply::{BreakpointInfo, HitInfo, StopInfo, ValueChange};
use super::steps::TimelinePoint;
use super::watch_expr::WatchExpr;
use crate::kernel::event::EventClasses;
use crate::kernel::{
    ActionEvent, CardEvent, ComboId, Event, EventKind, Hook, MoveReason, Owner, ScriptLine, Subject,
};

/// The condition of a breakpoint.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum BreakCondition {
    /// When a card or a set is played, or its script acts.
    Card(String),
    /// Before an event of a class.
    On(&'static str, EventClasses),
    /// Before a line of a script is run; without a number, before any effect of the script.
    Line(String, Option<u16>),
    /// After an expression becomes true.
    If(String),
    /// After the value of a watch expression changes.
    Watch(String),
}

/// One breakpoint or watch.
#[derive(Clone, Debug)]
pub struct Breakpoint {
    pub number: u32,
    pub at: BreakCondition,
}

/// All breakpoints and watches.
#[derive(Clone, Debug, Default)]
pub struct Breakpoints {
    list: Vec<Breakpoint>,
    n_set: u32,
}

/// A point at which a breakpoint stops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BreakHit {
    pub point: TimelinePoint,
    /// The breakpoint, with what changed.
    pub hit: HitInfo,
    /// Whether it refers to the event before the point, not to the one after it.
    pub is_after: bool,
    /// The script line that is about to be run.
    pub line: Option<ScriptLine>,
}

/// The point that stops, with all its hits.
pub type StoppedAt = Option<(TimelinePoint, Vec<BreakHit>)>;

impl Breakpoints {
    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// All breakpoints, in the order they were set.
    pub fn iter(&self) -> impl Iterator<Item = &Breakpoint> {
        self.list.iter()
    }

    pub fn add(&mut self, at: BreakCondition) -> &Breakpoint {
        self.n_set += 1;
        self.list.push(Breakpoint { number: self.n_set, at });
        &self.list[self.list.len() - 1]
    }

    /// Deletes the breakpoint with a number, or all; returns the deleted ones.
    pub fn delete(&mut self, number: Option<u32>) -> Vec<Breakpoint> {
        let is_meant = |stop: &mut Breakpoint| number.is_none_or(|number| stop.number == number);
        self.list.extract_if(.., is_meant).collect()
    }

    /// The points that stop within a ply, in order.
    pub fn hits(&self, debugger: &Debugger, ply: usize) -> Vec<BreakHit> {
        let mut hits: Vec<BreakHit> =
            self.list.iter().flat_map(|stop| stop.hits(debugger, ply)).collect();
        hits.sort_by_key(|hit| hit.point);
        hits
    }

    /// The breakpoints on script lines that an input reached, by the lines it ran.
    pub fn reached(&self, debugger: &Debugger, lines: &[ScriptLine]) -> Vec<HitInfo> {
        let mut hits = Vec::new();
        for stop in &self.list {
            let BreakCondition::Line(script, wanted) = &stop.at else { continue };
            if debugger.viewer.is_some() {
                continue;
            }
            let is_it = |line: &&ScriptLine| {
                wanted.is_none_or(|wanted| line.line == wanted)
                    && is_script(debugger, **line, script)
            };
            if let Some(at) = lines.iter().position(|line| is_it(&line)) {
                let breakpoint = stop.info();
                let line = debugger.script_place(lines[at]);
                hits.push((at, HitInfo { breakpoint, change: None, line }));
            }
        }
        hits.sort_by_key(|(at, _)| *at);
        hits.into_iter().map(|(_, hit)| hit).collect()
    }

    /// Where the first of these plies stops within limits: at the point that `pick` takes, with all
    /// its hits.
    pub fn stop_in(
        &self,
        debugger: &Debugger,
        plies: impl IntoIterator<Item = usize>,
        is_within: impl Fn(TimelinePoint) -> bool,
        pick: fn(&[BreakHit]) -> Option<&BreakHit>,
    ) -> StoppedAt {
        if self.is_empty() {
            return None;
        }
        plies.into_iter().find_map(|ply| {
            let mut hits = self.hits(debugger, ply);
            hits.retain(|hit| is_within(hit.point));
            let point = pick(&hits)?.point;
            hits.retain(|hit| hit.point == point);
            Some((point, hits))
        })
    }
}

impl Debugger {
    /// The hits that stopped the game, with the event and the script line of a change.
    pub fn stop_info(&self, point: TimelinePoint, hits: &[BreakHit]) -> StopInfo {
        let (before, next) = self.around(point);
        let is_after = hits.iter().any(|hit| hit.is_after);
        // A line that causes the next event is shown with that event.
        let next = next.and_then(|event| event.cause.place);
        let is_shown = |line: &ScriptLine| {
            next.is_some_and(|n| (n.script, n.line) == (line.script, line.line))
        };
        let hits = hits.iter().map(|hit| {
            let line = hit.line.filter(|line| !is_shown(line));
            HitInfo { line: line.and_then(|line| self.script_place(line)), ..hit.hit.clone() }
        });
        StopInfo {
            before_fault: false,
            hits: hits.collect(),
            event: before.filter(|_| is_after).map(|event| self.acted(event)),
        }
    }

    /// The kind or the combo of this name.
    pub fn card_or_combo(&self, name: &str) -> Option<Owner> {
        let notation = self.notation();
        let combos: Vec<ComboId> = (0..notation.rules.combos.len() as u16).map(ComboId).collect();
        let kinds = notation.kinds_named(name, notation.all_kinds());
        match (kinds.as_slice(), notation.combos_named(name, &combos).as_slice()) {
            ([kind], _) => Some(Owner::Kind(*kind)),
            ([], [combo]) => Some(Owner::Combo(*combo)),
            _ => None,
        }
    }
}

impl Breakpoint {
    /// Converts it to reply data.
    pub fn info(&self) -> BreakpointInfo {
        let condition = match &self.at {
            BreakCondition::Card(card) => format!("card {card}"),
            BreakCondition::On(class, _) => format!("on {class}"),
            BreakCondition::Line(script, Some(line)) => format!("line {script}:{line}"),
            BreakCondition::Line(script, None) => format!("line {script}"),
            BreakCondition::If(expression) => format!("if {expression}"),
            BreakCondition::Watch(expression) => expression.clone(),
        };
        let watch = matches!(self.at, BreakCondition::Watch(_));
        BreakpointInfo { number: self.number, watch, condition }
    }

    fn hits(&self, debugger: &Debugger, ply: usize) -> Vec<BreakHit> {
        let hit = |n_done, change, is_after| BreakHit {
            point: TimelinePoint { ply, n_done },
            hit: HitInfo { breakpoint: self.info(), change, line: None },
            is_after,
            line: None,
        };
        let (what, is_watch) = match &self.at {
            BreakCondition::Watch(text) => (text, true),
            BreakCondition::If(text) => (text, false),
            // Which lines run depends on hidden cards.
            BreakCondition::Line(..) if debugger.viewer.is_some() => return Vec::new(),
            BreakCondition::Line(script, Some(line)) => {
                let found = run_at(debugger, ply, script, *line);
                let hits = found
                    .into_iter()
                    .map(|(at, place)| BreakHit { line: Some(place), ..hit(at, None, false) });
                return hits.collect();
            }
            _ => {
                let found = self.before(debugger, ply);
                return found.into_iter().map(|at| hit(at, None, false)).collect();
            }
        };
        let Ok(expr) = WatchExpr::parse(debugger, what) else { return Vec::new() };
        let values = debugger.values(ply, &expr);
        let pairs = values.windows(2).enumerate().filter(|(_, pair)| !pair[0].is_same(&pair[1]));
        let pairs = pairs.filter(|(_, pair)| is_watch || pair[1].is_true());
        let hits = pairs.map(|(i, pair)| {
            let change = ValueChange { was: pair[0].clone(), is: pair[1].clone() };
            hit(i + 1, is_watch.then_some(change), true)
        });
        hits.collect()
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
            BreakCondition::If(_) | BreakCondition::Watch(_) => Vec::new(),
        };
        (0..meets.len()).filter(|i| meets[*i] && (*i == 0 || !meets[i - 1])).collect()
    }
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

fn is_script(debugger: &Debugger, place: ScriptLine, script: &str) -> bool {
    debugger.loaded.host.source(place.script).is_some_and(|found| *found.name == *script)
}

fn is_of_script(debugger: &Debugger, event: &Event, script: &str) -> bool {
    event.cause.place.is_some_and(|place| is_script(debugger, place, script))
}

/// The points at which a ply runs a line of a script, and at which that line acts once it has its
/// answer, without duplicates.
fn run_at(debugger: &Debugger, ply: usize, script: &str, line: u16) -> Vec<(usize, ScriptLine)> {
    let is_it = |place: &ScriptLine| place.line == line && is_script(debugger, *place, script);
    let events = debugger.steps(ply).events;
    let acts = |at: usize| events.get(at)?.cause.place.filter(is_it);
    let begins = |at: usize| at.checked_sub(1).and_then(acts).is_none();
    let acted = (0..events.len()).filter_map(|at| Some((at, acts(at).filter(|_| begins(at))?)));
    let mut found = debugger.lines_run(ply);
    found.retain(|(_, place)| is_it(place));
    found.extend(acted);
    found.sort_by_key(|(at, _)| *at);
    found.dedup_by_key(|(at, _)| *at);
    found
}
