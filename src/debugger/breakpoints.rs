//! Breakpoints and watches: conditions that stop a running game.
//!
//! A breakpoint stops before an event or a statement, a watch or a condition after an event. All
//! are evaluated on the recorded events and statements, so they work in both directions and on
//! plies played before they were set.

use super::game::Debugger;
use super::recorded::{Computed, StepPosition};
use super::reply::{BreakpointInfo, HitInfo, StopInfo};
use super::steps::TimelinePoint;
use super::watch_expr::check_truth;
use crate::base::error::Refusal;
use crate::kernel::event::EventClasses;
use crate::kernel::{ComboId, Owner, ScriptLine};
use crate::script::Local;
use std::fmt;
use std::rc::Rc;

/// The number of positions whose variables are read at once.
const AT_ONCE: usize = 500;

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
    /// When a hook or another function begins.
    Function(String),
    /// After an expression becomes true.
    If(String),
    /// After the value of a watch expression changes.
    Watch(String),
}

/// When a breakpoint stops that is reached.
#[derive(Clone, Debug, Default)]
pub struct BreakOptions {
    /// An expression that must be true; it knows the variables of the script.
    pub only: Option<String>,
    /// How often it must have been reached.
    pub count: Option<HitCount>,
    /// A text that is printed instead of a stop, with the values of its `{expressions}`.
    pub log: Option<String>,
}

type Comparison = fn(usize, usize) -> bool;

/// How often a breakpoint must be reached: a comparison with a number.
#[derive(Clone, Copy, Debug)]
pub struct HitCount {
    operator: &'static str,
    compare: Comparison,
    number: usize,
}

/// The comparisons by their operators; without one, `==`.
const COMPARISONS: [(&str, Comparison); 8] = [
    ("", |n, m| n == m),
    ("=", |n, m| n == m),
    ("==", |n, m| n == m),
    (">", |n, m| n > m),
    (">=", |n, m| n >= m),
    ("<", |n, m| n < m),
    ("<=", |n, m| n <= m),
    ("%", usize::is_multiple_of),
];

impl HitCount {
    /// Parses `3`, `>= 3` or `% 3`.
    ///
    /// # Errors
    /// It is something else, as a message.
    pub fn parse(text: &str) -> Result<Self, Refusal> {
        let text = text.trim();
        let digits = text.trim_start_matches(|c: char| !c.is_ascii_digit());
        let operator = text[..text.len() - digits.len()].trim();
        let found = COMPARISONS.iter().find(|(known, _)| *known == operator);
        match (found, digits.parse()) {
            (Some((operator, compare)), Ok(number)) if number > 0 => {
                Ok(Self { operator, compare: *compare, number })
            }
            _ => Err(format!("`{text}` is not a hit count: write 3, >= 3 or % 3").into()),
        }
    }
}

impl fmt::Display for HitCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let space = if self.operator.is_empty() { "" } else { " " };
        write!(f, "{}{space}{}", self.operator, self.number)
    }
}

/// One breakpoint or watch.
#[derive(Clone, Debug)]
pub struct Breakpoint {
    pub number: u32,
    pub at: BreakCondition,
    pub options: BreakOptions,
    /// Where its condition holds, by ply.
    reached: Computed<Vec<BreakHit>>,
}

/// All breakpoints and watches.
#[derive(Clone, Debug, Default)]
pub struct Breakpoints {
    list: Vec<Breakpoint>,
    n_set: u32,
}

/// A position at which a breakpoint stops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BreakHit {
    pub at: StepPosition,
    /// The breakpoint, with what changed.
    pub hit: HitInfo,
    /// Whether it refers to the event before the point, not to the one after it.
    pub is_after: bool,
    /// The script line that is about to be run.
    pub line: Option<ScriptLine>,
    /// Whether the line has run before a question, and goes on here with its answer.
    pub is_continued: bool,
    /// The text that is printed instead of a stop.
    pub log: Option<String>,
    /// Why the condition is neither true nor false: it stops, and says so.
    pub wrong: Option<String>,
}

/// The position that stops, with all its hits, and the texts that were printed on the way there.
#[derive(Default)]
pub struct StoppedAt {
    pub stop: Option<(StepPosition, Vec<BreakHit>)>,
    pub logs: Vec<String>,
}

impl Breakpoints {
    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// All breakpoints, in the order they were set.
    pub fn iter(&self) -> impl Iterator<Item = &Breakpoint> {
        self.list.iter()
    }

    /// Returns an unused number.
    pub const fn number(&mut self) -> u32 {
        self.n_set += 1;
        self.n_set
    }

    pub fn add(&mut self, at: BreakCondition, options: BreakOptions) -> &Breakpoint {
        let number = self.number();
        self.set(number, at, options);
        &self.list[self.list.len() - 1]
    }

    /// Sets the breakpoint with a number.
    pub fn set(&mut self, number: u32, at: BreakCondition, options: BreakOptions) {
        self.delete(Some(number));
        self.list.push(Breakpoint { number, at, options, reached: Computed::default() });
    }

    /// Deletes the breakpoint with a number, or all; returns the deleted ones.
    pub fn delete(&mut self, number: Option<u32>) -> Vec<Breakpoint> {
        let is_meant = |stop: &mut Breakpoint| number.is_none_or(|number| stop.number == number);
        self.list.extract_if(.., is_meant).collect()
    }

    /// The hits within a ply, in order; none once the run is interrupted. What is printed is put
    /// into its text where `is_within`.
    pub fn hits(
        &self,
        debugger: &Debugger,
        ply: usize,
        is_within: impl Fn(StepPosition) -> bool,
    ) -> Vec<BreakHit> {
        let mut hits = Vec::new();
        for stop in &self.list {
            if debugger.loaded.host.control().interrupt.is_set() {
                return Vec::new();
            }
            let count = stop.options.count;
            let earlier = match count {
                Some(_) => (0..ply).map(|ply| stop.reached(debugger, ply).len()).sum(),
                None => 0,
            };
            for (n, hit) in (earlier + 1..).zip(stop.reached(debugger, ply).iter()) {
                let is_meant = |count: HitCount| (count.compare)(n, count.number);
                if is_within(hit.at) && count.is_none_or(is_meant) {
                    let say = |why| format!("breakpoint {}: {why}", stop.number);
                    let said = hit.wrong.as_ref().map(say);
                    hits.extend(said.map(|text| BreakHit { log: Some(text), ..hit.clone() }));
                    let log = stop.options.log.as_ref();
                    let log = log.map(|text| debugger.interpolated(hit.at, text));
                    hits.push(BreakHit { log, ..hit.clone() });
                }
            }
        }
        hits.sort_by_key(|hit| hit.at);
        hits
    }

    /// The breakpoints on script lines that an input reached, by the lines it ran; those with
    /// options are left out.
    pub fn reached(&self, debugger: &Debugger, lines: &[ScriptLine]) -> Vec<HitInfo> {
        let mut hits = Vec::new();
        for stop in self.list.iter().filter(|stop| stop.options.is_plain()) {
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

    /// Where the first of these plies stops within limits: at the position that `pick` takes, with
    /// all its hits.
    pub fn stop_in(
        &self,
        debugger: &Debugger,
        plies: impl IntoIterator<Item = usize>,
        is_within: impl Fn(StepPosition) -> bool,
        pick: fn(&[BreakHit]) -> Option<&BreakHit>,
    ) -> StoppedAt {
        let mut stopped = StoppedAt::default();
        if self.is_empty() {
            return stopped;
        }
        for ply in plies {
            let hits = self.hits(debugger, ply, &is_within);
            let (logs, mut hits): (Vec<_>, Vec<_>) =
                hits.into_iter().partition(|hit| hit.log.is_some());
            let stop = pick(&hits).map(|hit| hit.at);
            let logs = logs.into_iter().filter(|hit| stop.is_none_or(|stop| hit.at <= stop));
            stopped.logs.extend(logs.filter_map(|hit| hit.log));
            if let Some(at) = stop {
                hits.retain(|hit| hit.at == at);
                stopped.stop = Some((at, hits));
                break;
            }
        }
        stopped
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

    /// Whether a script of the game has a function with this name.
    pub fn has_function(&self, name: &str) -> bool {
        let mut scripts = self.loaded.ruleset.spec.scripts();
        scripts.any(|script| self.loaded.host.read(script).function(name).is_some())
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

impl BreakOptions {
    /// Whether there are none.
    pub const fn is_plain(&self) -> bool {
        self.only.is_none() && self.count.is_none() && self.log.is_none()
    }
}

impl Breakpoint {
    /// Converts it to reply data.
    pub fn info(&self) -> BreakpointInfo {
        let mut condition = match &self.at {
            BreakCondition::Card(card) => format!("card {card}"),
            BreakCondition::On(class, _) => format!("on {class}"),
            BreakCondition::Line(script, Some(line)) => format!("line {script}:{line}"),
            BreakCondition::Line(script, None) => format!("line {script}"),
            BreakCondition::Function(name) => format!("function {name}"),
            BreakCondition::If(expression) => format!("if {expression}"),
            BreakCondition::Watch(expression) => expression.clone(),
        };
        let BreakOptions { only, count, log } = &self.options;
        let count = count.map(|count| format!(" hits {count}"));
        let only = only.as_ref().map(|only| format!(" if {only}"));
        let log = log.as_ref().map(|log| format!(" log {log}"));
        condition.extend([count, only, log].into_iter().flatten());
        let watch = matches!(self.at, BreakCondition::Watch(_));
        BreakpointInfo { number: self.number, watch, condition }
    }

    /// Whether it reads more than a player knows.
    pub(super) const fn needs_all(&self) -> bool {
        let is_of_script =
            matches!(self.at, BreakCondition::Line(..) | BreakCondition::Function(_));
        is_of_script || self.options.only.is_some() || self.options.log.is_some()
    }

    /// Where it is reached in a ply and its condition holds.
    fn reached(&self, debugger: &Debugger, ply: usize) -> Rc<Vec<BreakHit>> {
        let Some(entry) = debugger.timeline.number(ply) else { return Rc::default() };
        let interrupt = &debugger.loaded.host.control().interrupt;
        let reached = self.reached.get(debugger.computed_from(), entry, || {
            let found = self.places(debugger, ply);
            let Some(only) = &self.options.only else { return found };
            let mut reached = Vec::new();
            for part in found.chunks(AT_ONCE) {
                let positions: Vec<StepPosition> = part.iter().map(|hit| hit.at).collect();
                for (hit, locals) in part.iter().zip(debugger.locals_at(ply, &positions)) {
                    let value = debugger.value_at(hit.at, &locals, only);
                    if interrupt.is_set() {
                        return reached;
                    }
                    let wrong = match value {
                        Ok(value) if value == "false" => continue,
                        Ok(value) => check_truth(only, &value).err().map(|why| why.to_string()),
                        Err(why) => Some(why),
                    };
                    reached.push(BreakHit { wrong, ..hit.clone() });
                }
            }
            reached
        });
        if interrupt.is_set() {
            self.reached.forget(entry);
        }
        reached
    }
}

/// Whether a line is one of the script with this name.
pub(super) fn is_script(debugger: &Debugger, place: ScriptLine, script: &str) -> bool {
    debugger.loaded.host.source(place.script).is_some_and(|found| *found.name == *script)
}

impl Debugger {
    /// The variables of the innermost function at each of these positions of a ply.
    fn locals_at(&self, ply: usize, positions: &[StepPosition]) -> Vec<Vec<Local>> {
        let steps: Vec<usize> = positions.iter().map(|at| at.step).collect();
        let mut frames = self.frames_at(ply, &steps).into_iter();
        // After the last statement nothing runs.
        let locals = steps.iter().map(|_| frames.next().unwrap_or_default().into_iter().next());
        locals.map(|frame| frame.map(|frame| frame.locals).unwrap_or_default()).collect()
    }

    /// The value of an expression at a position, with these variables.
    fn value_at(&self, at: StepPosition, locals: &[Local], code: &str) -> Result<String, String> {
        let table = self.table_at(at.point());
        self.query(table, code, locals).map_err(|error| error.to_string())
    }

    /// A text with the values of its `{expressions}`.
    fn interpolated(&self, at: StepPosition, text: &str) -> String {
        let locals = self.locals_at(at.ply, &[at]).concat();
        let mut shown = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let Some((code, after)) = after.split_once('}') else { break };
            let value = self.value_at(at, &locals, code);
            shown += before;
            shown += &value.unwrap_or_else(|why| format!("{{{why}}}"));
            rest = after;
        }
        shown + rest
    }
}
