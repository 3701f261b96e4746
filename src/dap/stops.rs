//! Breakpoints: on lines, functions, events, cards and values.

use super::arguments::BreakpointArgument;
use super::cursor::{Cursor, Position};
use super::program::Project;
use crate::debugger::breakable_lines::line_from;
use crate::debugger::breakpoints::{BreakCondition, Breakpoints};
use crate::debugger::watch_expr::WatchExpr;
use crate::debugger::{Debugger, TimelinePoint};
use crate::kernel::event::EventClasses;
use crate::script::Script;
use crate::script::statement_map::statement_map;
use crate::variant::Library;
use std::collections::BTreeMap;

/// Where a breakpoint stops.
enum Place {
    Line(String, u16),
    /// The beginning of a hook or of another function.
    Function(String),
    /// An event, a card, or a change of a value.
    Event(Breakpoints),
}

/// A breakpoint.
pub struct Breakpoint {
    pub id: usize,
    place: Place,
    condition: Option<String>,
    hits: Option<HitCondition>,
    log: Option<String>,
}

/// The reason to stop, as the protocol names it.
#[derive(Clone, Debug, Default)]
pub struct Hit {
    pub at: Position,
    pub ids: Vec<usize>,
    /// Texts of log points.
    pub logs: Vec<String>,
    /// Whether anything stops here.
    pub stops: bool,
}

/// How often a breakpoint must be reached: an operator and a number.
struct HitCondition(String, usize);

impl HitCondition {
    fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let end = text.find(|c: char| c.is_ascii_digit()).unwrap_or(text.len());
        let (operator, number) = (text[..end].trim().to_owned(), text[end..].trim());
        let is_known = ["", "=", "==", ">", ">=", "<", "<=", "%"].contains(&operator.as_str());
        match number.parse() {
            Ok(n) if is_known && n > 0 => Ok(Self(operator, n)),
            _ => Err(format!("`{text}` is not a hit count: write 3, >= 3 or % 3")),
        }
    }

    fn holds(&self, n: usize) -> bool {
        match self.0.as_str() {
            ">" => n > self.1,
            ">=" => n >= self.1,
            "<" => n < self.1,
            "<=" => n <= self.1,
            "%" => n.is_multiple_of(self.1),
            _ => n == self.1,
        }
    }
}

/// The name of the script of a path: what follows its folder `scripts`.
pub fn script_name(project: &Project, path: &str) -> String {
    let path = project.inner(path).unwrap_or_else(|| path.replace('\\', "/"));
    let found = path.rfind("scripts/").map(|at| &path[at + "scripts/".len()..]);
    found.unwrap_or(&path).to_owned()
}

fn optional(text: Option<&String>) -> Option<String> {
    text.filter(|text| !text.trim().is_empty()).cloned()
}

impl Breakpoint {
    fn new(id: usize, place: Place, given: &BreakpointArgument) -> Result<Self, String> {
        let hits = optional(given.hit_condition.as_ref());
        let hits = hits.map(|text| HitCondition::parse(&text)).transpose()?;
        let condition = optional(given.condition.as_ref());
        Ok(Self { id, place, condition, hits, log: optional(given.log_message.as_ref()) })
    }

    /// One on a line of a script, with that line or the next one on which a statement begins.
    ///
    /// # Errors
    /// Nothing can stop there, as a message.
    pub fn on_line(
        id: usize,
        library: &Library,
        script: &str,
        given: &BreakpointArgument,
    ) -> Result<(Self, u16), String> {
        let name = script.trim_end_matches(".rhai");
        let Script { name, text } = library
            .script(name)
            .ok_or_else(|| format!("there is no script `{script}` in this project"))?;
        let line = line_from(&Script { name: name.clone(), text }, given.line)?;
        let place = Place::Line(name.to_string(), line);
        Ok((Self::new(id, place, given)?, line))
    }

    /// One on a hook or function, a card, or a class of events.
    ///
    /// # Errors
    /// There is no such thing, as a message.
    pub fn on_function(
        id: usize,
        debugger: Option<&Debugger>,
        given: &BreakpointArgument,
    ) -> Result<Self, String> {
        let name = given.name.trim();
        let event = |condition| {
            let mut breakpoints = Breakpoints::default();
            breakpoints.add(condition);
            Place::Event(breakpoints)
        };
        let place = if let Some(class) = name.strip_prefix("on ") {
            let mut classes = EventClasses::NAMED.iter();
            let found = classes.find(|(known, ..)| *known == class.trim());
            let (class, _, events) = found.ok_or_else(|| {
                let names: Vec<&str> = EventClasses::NAMED.iter().map(|one| one.0).collect();
                format!("there is no kind of event `{class}`: {}", names.join(", "))
            })?;
            event(BreakCondition::On(class, *events))
        } else if debugger.is_some_and(|debugger| debugger.card_or_combo(name).is_some()) {
            event(BreakCondition::Card(name.to_owned()))
        } else {
            let scripts =
                debugger.iter().flat_map(|debugger| debugger.loaded.ruleset.spec.scripts());
            let mut maps = scripts.map(|script| statement_map(&script.text));
            let is_defined =
                maps.any(|map| map.functions.iter().any(|function| function.name == name));
            if debugger.is_some() && !is_defined {
                let hint = "write a hook (resolve), a card (favor), or `on` and a kind of event";
                return Err(format!("there is no function or card `{name}` in this game; {hint}"));
            }
            Place::Function(name.to_owned())
        };
        Self::new(id, place, given)
    }

    /// One on the change of a value.
    ///
    /// # Errors
    /// The value does not exist, as a message.
    pub fn on_data(
        id: usize,
        debugger: Option<&Debugger>,
        given: &BreakpointArgument,
    ) -> Result<Self, String> {
        let debugger = debugger.ok_or("there is no game yet")?;
        WatchExpr::parse(debugger, &given.data_id).map_err(|error| error.to_string())?;
        let mut breakpoints = Breakpoints::default();
        breakpoints.add(BreakCondition::Watch(given.data_id.clone()));
        Self::new(id, Place::Event(breakpoints), given)
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
    fn reached(&self, cursor: &Cursor, ply: usize) -> Vec<Position> {
        let mut found = self.positions(cursor, ply);
        if let Some(condition) = &self.condition {
            found.retain(|at| value_at(cursor, *at, condition).is_ok_and(|value| value == "true"));
        }
        found
    }

    /// Whether it has been reached as often as it must at a position.
    fn counts(&self, cursor: &Cursor, at: Position) -> bool {
        let Some(hits) = &self.hits else { return true };
        let reached = (0..=at.ply).flat_map(|ply| self.reached(cursor, ply));
        hits.holds(reached.filter(|one| *one <= at).count())
    }
}

/// The value of an expression at a position, with the variables of its innermost function.
///
/// # Errors
/// It has no value there, as a message.
pub fn value_at(cursor: &Cursor, at: Position, code: &str) -> Result<String, String> {
    let debugger = cursor.debugger().ok_or("there is no game yet")?;
    let frames = cursor.frames_at(at);
    let locals = frames.first().map_or(&[][..], |frame| &frame.locals);
    let table = match cursor.fault {
        Some(_) => debugger.table().clone(),
        None => debugger.table_at(TimelinePoint { ply: at.ply, n_done: at.n_done }),
    };
    debugger.query_with(table, code, locals).map_err(|error| error.to_string())
}

/// A text with the values of its `{expressions}`.
fn interpolated(cursor: &Cursor, at: Position, text: &str) -> String {
    let mut shown = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((code, after)) = after.split_once('}') else { break };
        shown += before;
        shown += &value_at(cursor, at, code).unwrap_or_else(|why| format!("{{{why}}}"));
        rest = after;
    }
    shown + rest
}

/// The hits of a ply between two positions, in order.
pub fn hits(
    breakpoints: &[Breakpoint],
    cursor: &Cursor,
    ply: usize,
    is_between: impl Fn(Position) -> bool,
) -> Vec<Hit> {
    let mut found: BTreeMap<Position, Hit> = BTreeMap::new();
    for breakpoint in breakpoints {
        for at in breakpoint.reached(cursor, ply) {
            if !is_between(at) || !breakpoint.counts(cursor, at) {
                continue;
            }
            let hit = found.entry(at).or_insert_with(|| Hit { at, ..Hit::default() });
            match &breakpoint.log {
                Some(text) => hit.logs.push(interpolated(cursor, at, text)),
                None => {
                    hit.ids.push(breakpoint.id);
                    hit.stops = true;
                }
            }
        }
    }
    found.into_values().collect()
}
