//! Breakpoints: on lines, functions, events, cards and values.

use super::cursor::{Computed, Cursor, Position};
use super::wire::argument;
use crate::debugger::breakable_lines::line_from;
use crate::debugger::breakpoints::{BreakCondition, Breakpoints};
use crate::debugger::watch_expr::WatchExpr;
use crate::debugger::{Debugger, TimelinePoint};
use crate::kernel::event::EventClasses;
use crate::script::Local;
use crate::variant::Library;
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The number of positions whose variables are read at once.
const AT_ONCE: usize = 500;

/// What a breakpoint is set on, as clients group them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// The lines of a script.
    Script(String),
    Functions,
    Data,
}

/// Where a breakpoint stops.
enum Place {
    Line(String, u16),
    /// The beginning of a hook or of another function.
    Function(String),
    /// An event, a card, or a change of a value.
    Event(Breakpoints),
}

/// A breakpoint as the client has set it.
pub struct Breakpoint {
    pub id: usize,
    pub target: Target,
    given: Json,
    /// What stops, or why nothing can.
    active: Result<Active, String>,
}

/// A breakpoint that can stop.
struct Active {
    place: Place,
    condition: Option<String>,
    hits: Option<HitCondition>,
    log: Option<String>,
    /// The positions at which its condition holds.
    reached: Computed<Vec<Position>>,
}

/// The reason to stop, as the protocol names it.
#[derive(Clone, Debug, Default)]
pub struct Hit {
    pub at: Position,
    /// The breakpoints that stop here.
    pub ids: Vec<usize>,
    /// Texts of log points.
    pub logs: Vec<String>,
}

type Comparison = fn(usize, usize) -> bool;

/// How often a breakpoint must be reached: a comparison with a number.
struct HitCondition(Comparison, usize);

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

impl HitCondition {
    fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let digits = text.trim_start_matches(|c: char| !c.is_ascii_digit());
        let operator = text[..text.len() - digits.len()].trim();
        let found = COMPARISONS.iter().find(|(known, _)| *known == operator);
        match (found, digits.parse()) {
            (Some((_, compare)), Ok(n)) if n > 0 => Ok(Self(*compare, n)),
            _ => Err(format!("`{text}` is not a hit count: write 3, >= 3 or % 3")),
        }
    }
}

impl Breakpoint {
    pub fn new(id: usize, target: Target, given: Json, cursor: &Cursor) -> Self {
        let active = Active::new(&target, &given, cursor);
        Self { id, target, given, active }
    }

    /// Finds its place again in scripts that have changed; returns whether it is another one.
    pub fn renew(&mut self, cursor: &Cursor) -> bool {
        let before = self.info();
        self.active = Active::new(&self.target, &self.given, cursor);
        before != self.info()
    }

    /// The breakpoint in the protocol.
    pub fn info(&self) -> Json {
        let mut info = json!({"id": self.id, "verified": self.active.is_ok()});
        match &self.active {
            Ok(Active { place: Place::Line(_, line), .. }) => info["line"] = (*line).into(),
            Ok(_) => {}
            Err(why) => info["message"] = why.as_str().into(),
        }
        info
    }
}

impl Active {
    fn new(target: &Target, given: &Json, cursor: &Cursor) -> Result<Self, String> {
        let text = |name: &str| -> Result<Option<String>, String> {
            let text = argument::<String>(given, name)?;
            Ok(text.filter(|text| !text.trim().is_empty()))
        };
        let place = match target {
            Target::Script(script) => {
                let line = argument(given, "line")?.unwrap_or_default();
                on_line(cursor.shell.library(), script, line)?
            }
            Target::Functions => {
                on_function(cursor.debugger(), &text("name")?.unwrap_or_default())?
            }
            Target::Data => on_data(cursor.debugger(), &text("dataId")?.unwrap_or_default())?,
        };
        Ok(Self {
            place,
            condition: text("condition")?,
            hits: text("hitCondition")?.map(|text| HitCondition::parse(&text)).transpose()?,
            log: text("logMessage")?,
            reached: Computed::default(),
        })
    }

    /// The positions of a ply at which it stops if its condition holds.
    fn positions(&self, cursor: &Cursor, ply: usize) -> Vec<Position> {
        let (Some(debugger), record) = (cursor.debugger(), cursor.record(ply)) else {
            return Vec::new();
        };
        let name = |script: u16| debugger.loaded.host.source(script).map(|script| &*script.name);
        let steps = &record.steps;
        let found: Vec<usize> = match &self.place {
            Place::Line(script, line) => {
                let is_it = |i: usize| {
                    let place = steps[i].place;
                    place.line == *line && name(place.script) == Some(script)
                };
                let begins = |i: usize| {
                    let before = i.checked_sub(1).filter(|before| is_it(*before));
                    before.is_none_or(|before| {
                        let (was, is) = (steps[before], steps[i]);
                        was.run != is.run
                            || was.depth != is.depth
                            || is.place.column <= was.place.column
                    })
                };
                (0..steps.len()).filter(|i| is_it(*i) && begins(*i)).collect()
            }
            Place::Function(function) => {
                let is_it =
                    |i: &usize| record.enters(*i) && cursor.is_in(steps[*i].place, function);
                (0..steps.len()).filter(is_it).collect()
            }
            Place::Event(breakpoints) => {
                let events = debugger.steps(ply).events;
                let hits = breakpoints.hits(debugger, ply).into_iter().map(|hit| {
                    let n_done = hit.point.n_done;
                    if hit.is_after {
                        return record.after_event(ply, n_done);
                    }
                    let event = events.get(n_done);
                    let is_of_script = event.is_some_and(|event| event.cause.place.is_some());
                    record.before_event(ply, n_done, is_of_script)
                });
                return hits.collect();
            }
        };
        found.into_iter().map(|i| record.position(ply, i)).collect()
    }

    /// The positions of a ply at which its condition holds.
    fn reached(&self, cursor: &Cursor, ply: usize) -> Rc<Vec<Position>> {
        let Some((debugger, entry)) = cursor.entry(ply) else { return Rc::default() };
        let interrupt = cursor.shell.interrupt();
        let reached = self.reached.get(debugger, entry, || {
            let found = self.positions(cursor, ply);
            let Some(condition) = &self.condition else { return found };
            let mut reached = Vec::new();
            for part in found.chunks(AT_ONCE) {
                for (at, locals) in part.iter().zip(locals_at(cursor, ply, part)) {
                    let value = value_at(cursor, *at, &locals, condition);
                    if value.is_ok_and(|value| value == "true") {
                        reached.push(*at);
                    }
                    if interrupt.is_set() {
                        return reached;
                    }
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

/// A line of a script: that one, or the next one on which a statement begins.
fn on_line(library: &Library, script: &str, line: usize) -> Result<Place, String> {
    let found = library.script(script.trim_end_matches(".rhai"));
    let found = found.ok_or_else(|| format!("there is no script `{script}` in this project"))?;
    let line = line_from(&found, line)?;
    Ok(Place::Line(found.name.to_string(), line))
}

fn event(condition: BreakCondition) -> Place {
    let mut breakpoints = Breakpoints::default();
    breakpoints.add(condition);
    Place::Event(breakpoints)
}

/// A hook or another function, a card, or a class of events.
fn on_function(debugger: Option<&Debugger>, name: &str) -> Result<Place, String> {
    let name = name.trim();
    if let Some(class) = name.strip_prefix("on ") {
        let found = EventClasses::NAMED.iter().find(|(known, ..)| *known == class.trim());
        let (class, _, events) = found.ok_or_else(|| {
            let names: Vec<&str> = EventClasses::NAMED.iter().map(|one| one.0).collect();
            format!("there is no kind of event `{class}`: {}", names.join(", "))
        })?;
        return Ok(event(BreakCondition::On(class, *events)));
    }
    let Some(debugger) = debugger else { return Ok(Place::Function(name.to_owned())) };
    if debugger.card_or_combo(name).is_some() {
        return Ok(event(BreakCondition::Card(name.to_owned())));
    }
    let mut scripts = debugger.loaded.ruleset.spec.scripts();
    if scripts.any(|script| debugger.loaded.host.read(script).function(name).is_some()) {
        return Ok(Place::Function(name.to_owned()));
    }
    let hint = "write a hook (resolve), a card (favor), or `on` and a kind of event";
    Err(format!("there is no function or card `{name}` in this game; {hint}"))
}

/// The change of a value.
fn on_data(debugger: Option<&Debugger>, watch: &str) -> Result<Place, String> {
    let debugger = debugger.ok_or("there is no game yet")?;
    WatchExpr::parse(debugger, watch).map_err(|error| error.to_string())?;
    Ok(event(BreakCondition::Watch(watch.to_owned())))
}

/// The variables of the innermost function at each of these positions of a ply.
fn locals_at(cursor: &Cursor, ply: usize, positions: &[Position]) -> Vec<Vec<Local>> {
    let steps: Vec<usize> = positions.iter().map(|at| at.step).collect();
    let mut frames = cursor.frames_at(ply, &steps).into_iter();
    // After the last statement nothing runs.
    let locals = steps.iter().map(|_| frames.next().unwrap_or_default().into_iter().next());
    locals.map(|frame| frame.map(|frame| frame.locals).unwrap_or_default()).collect()
}

/// The value of an expression at a position, with these variables.
fn value_at(cursor: &Cursor, at: Position, locals: &[Local], code: &str) -> Result<String, String> {
    let debugger = cursor.debugger().ok_or("there is no game yet")?;
    let table = debugger.table_at(TimelinePoint { ply: at.ply, n_done: at.n_done });
    debugger.query(table, code, locals).map_err(|error| error.to_string())
}

/// A text with the values of its `{expressions}`.
fn interpolated(cursor: &Cursor, at: Position, text: &str) -> String {
    let locals = locals_at(cursor, at.ply, &[at]).concat();
    let mut shown = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((code, after)) = after.split_once('}') else { break };
        let value = value_at(cursor, at, &locals, code);
        shown += before;
        shown += &value.unwrap_or_else(|why| format!("{{{why}}}"));
        rest = after;
    }
    shown + rest
}

/// The hits of a ply between two positions, in order; none once the run is interrupted.
pub fn hits(
    breakpoints: &[Breakpoint],
    cursor: &Cursor,
    ply: usize,
    is_between: impl Fn(Position) -> bool,
) -> Vec<Hit> {
    let mut found: BTreeMap<Position, Hit> = BTreeMap::new();
    for breakpoint in breakpoints {
        if cursor.shell.interrupt().is_set() {
            return Vec::new();
        }
        let Ok(active) = &breakpoint.active else { continue };
        let earlier = match active.hits {
            Some(_) => (0..ply).map(|ply| active.reached(cursor, ply).len()).sum(),
            None => 0,
        };
        for (n, at) in (earlier + 1..).zip(active.reached(cursor, ply).iter().copied()) {
            let is_meant = |HitCondition(compare, m): &HitCondition| compare(n, *m);
            if !is_between(at) || !active.hits.as_ref().is_none_or(is_meant) {
                continue;
            }
            let hit = found.entry(at).or_insert_with(|| Hit { at, ..Hit::default() });
            match &active.log {
                Some(text) => hit.logs.push(interpolated(cursor, at, text)),
                None => hit.ids.push(breakpoint.id),
            }
        }
    }
    found.into_values().collect()
}
