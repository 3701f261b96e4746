//! Breakpoints and watches: where a game that runs on stops.
//!
//! A break stops before an event, a watch and a condition after one. All of them are found in the
//! recorded events, so that they work in both directions and on games played before they were set.

use super::command::{Command, CommandGroup};
use super::complete::{self, Completion, word};
use super::watch_expr::{self, WatchExpr};
use super::{CommandError, Shell, TextResult, command_error, compat, help, why};
use crate::debugger::breakable_lines;
use crate::debugger::event_class::{EVENT_CLASSES, EventClass};
use crate::debugger::game::Debugger;
use crate::debugger::steps::TimelinePoint;
use crate::kernel::{Event, EventKind, MoveReason, Owner, ScriptLine, Subject};
use crate::transcript::notation::suggestion;

pub(super) const BREAKPOINTS: CommandGroup = CommandGroup {
    name: "Breakpoints",
    commands: &[
        Command::new("break", "WHERE", "stop before what is about to happen", set)
            .more(&[
                ":break card favor       a play of this card or set, and where its script acts",
                ":break on draw          an event of this sort: `:break on` lists them",
                ":break line favor:9     before this line of a script is run: favor.rhai:9 will do too;",
                "                        without a number, before whatever the script does",
                ":break if EXPR          after the event that makes an expression true",
                "An input that meets a break is carried out; the game is shown as it stands there.",
                "`:continue` goes on. Breaks hold backwards too: `:rcontinue`.",
            ])
            .completing(wheres),
        Command::new("watch", "THING", "stop after the event that changes something", watch)
            .more(&["e.g. :watch hand ann, :watch bob.owed, :watch draw_pile().len"])
            .completing(watch_expr::complete),
        Command::new("breaks", "", "the breaks and watches there are", |shell, _| {
            Ok(list(&shell.breakpoints))
        }),
        Command::new("delete", "NUMBER|all", "take a break or a watch away", delete),
    ],
};

/// Where to stop.
#[derive(Clone, Debug)]
enum BreakCondition {
    /// Where a card or a set is played, or its script acts.
    Card(String),
    /// Before an event of a sort.
    On(&'static EventClass),
    /// Before a line of a script is run; without a number, before whatever it does.
    Line(String, Option<u16>),
    /// After an expression has become true.
    If(String),
    /// After a thing has changed.
    Watch(String),
}

/// One break or watch.
#[derive(Clone, Debug)]
struct Breakpoint {
    number: u32,
    at: BreakCondition,
}

/// All of them.
#[derive(Clone, Debug, Default)]
pub struct Breakpoints {
    list: Vec<Breakpoint>,
    n_set: u32,
}

/// A place where to stop, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BreakHit {
    /// The place.
    pub point: TimelinePoint,
    /// Which break or watch it is, with what changed.
    pub why: String,
    /// Whether it is about the event before the place, not the one after it.
    pub is_after: bool,
    /// The script line that is about to be run.
    pub line: Option<ScriptLine>,
}

/// What stops at one place.
pub type StoppedAt = Option<(TimelinePoint, Vec<BreakHit>)>;

impl Breakpoint {
    fn text(&self) -> String {
        let Self { number, at } = self;
        match at {
            BreakCondition::Card(name) => format!("break {number}, card {name}"),
            BreakCondition::On((word, ..)) => format!("break {number}, on {word}"),
            BreakCondition::Line(script, Some(line)) => {
                format!("break {number}, line {script}:{line}")
            }
            BreakCondition::Line(script, None) => format!("break {number}, line {script}"),
            BreakCondition::If(code) => format!("break {number}, if {code}"),
            BreakCondition::Watch(expr) => format!("watch {number}, {expr}"),
        }
    }
}

impl Breakpoints {
    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    fn add(&mut self, at: BreakCondition) -> String {
        self.n_set += 1;
        let stop = Breakpoint { number: self.n_set, at };
        let text = stop.text();
        self.list.push(stop);
        text
    }

    /// Where to stop within a ply, in order.
    #[must_use]
    pub fn hits(&self, debugger: &Debugger, ply: usize) -> Vec<BreakHit> {
        let mut hits: Vec<BreakHit> =
            self.list.iter().flat_map(|stop| stop.hits(debugger, ply)).collect();
        hits.sort_by_key(|hit| hit.point);
        hits
    }

    /// The first place to stop within a ply, with all that stops there.
    #[must_use]
    pub fn first_in(&self, debugger: &Debugger, ply: usize) -> StoppedAt {
        let hits = self.hits(debugger, ply);
        Some(at_one_place(hits.first()?.point, hits))
    }

    /// The first place to stop after one, and not after another; with all that stops there.
    #[must_use]
    pub fn first_after(
        &self,
        debugger: &Debugger,
        from: TimelinePoint,
        to: TimelinePoint,
    ) -> StoppedAt {
        if self.is_empty() {
            return None;
        }
        let found = (from.ply..=to.ply).find_map(|ply| {
            let mut hits = self.hits(debugger, ply);
            hits.retain(|hit| hit.point > from && hit.point <= to);
            (!hits.is_empty()).then_some(hits)
        })?;
        Some(at_one_place(found[0].point, found))
    }

    /// The last place to stop before one, and not before another.
    #[must_use]
    pub fn last_before(
        &self,
        debugger: &Debugger,
        from: TimelinePoint,
        to: TimelinePoint,
    ) -> StoppedAt {
        if self.is_empty() {
            return None;
        }
        let found = (to.ply..=from.ply).rev().find_map(|ply| {
            let mut hits = self.hits(debugger, ply);
            hits.retain(|hit| hit.point < from && hit.point >= to);
            (!hits.is_empty()).then_some(hits)
        })?;
        Some(at_one_place(found[found.len() - 1].point, found))
    }
}

fn at_one_place(point: TimelinePoint, mut hits: Vec<BreakHit>) -> (TimelinePoint, Vec<BreakHit>) {
    hits.retain(|hit| hit.point == point);
    (point, hits)
}

/// What stopped the game, with the event and the script line where something has changed.
pub(super) fn narrate(debugger: &Debugger, point: TimelinePoint, hits: &[BreakHit]) -> Vec<String> {
    let whys: Vec<&str> = hits.iter().map(|hit| hit.why.as_str()).collect();
    let mut lines = vec![format!("Stopped by {}.", whys.join("; "))];
    if hits.iter().any(|hit| hit.is_after)
        && let (Some(event), _) = debugger.around(point)
    {
        lines.push(format!("  #{} {}", event.id, compat::listed(debugger, event)));
        lines.extend(why::acted(debugger, event).into_iter().map(|line| format!("  {line}")));
    }
    // Where that line acts at once, it is shown with what it does.
    let next = debugger.around(point).1.and_then(|event| event.cause.place);
    let is_shown =
        |line: &ScriptLine| next.is_some_and(|n| (n.script, n.line) == (line.script, line.line));
    let line = hits.iter().find_map(|hit| hit.line).filter(|line| !is_shown(line));
    lines.extend(line.and_then(|line| why::script_line(debugger, line)));
    lines
}

impl Breakpoint {
    fn hits(&self, debugger: &Debugger, ply: usize) -> Vec<BreakHit> {
        let hit = |n_done, why, is_after| BreakHit {
            point: TimelinePoint { ply, n_done },
            why,
            is_after,
            line: None,
        };
        let (what, is_watch) = match &self.at {
            BreakCondition::Watch(text) => (text, true),
            BreakCondition::If(text) => (text, false),
            BreakCondition::Line(script, Some(line)) => {
                let found = run_at(debugger, ply, script, *line);
                let hits = found.into_iter().map(|(at, place)| BreakHit {
                    line: Some(place),
                    ..hit(at, self.text(), false)
                });
                return hits.collect();
            }
            _ => {
                let found = self.before(debugger, ply);
                return found.into_iter().map(|at| hit(at, self.text(), false)).collect();
            }
        };
        let Ok(expr) = WatchExpr::parse(debugger, what) else { return Vec::new() };
        let values = debugger.values(ply, &expr);
        let pairs = values.windows(2).enumerate().filter(|(_, pair)| pair[0] != pair[1]);
        let pairs = pairs.filter(|(_, pair)| is_watch || pair[1] == "true");
        let hits = pairs.map(|(i, pair)| {
            let text = self.text();
            let change = format!("{text}: was {}, is {}", pair[0], pair[1]);
            hit(i + 1, if is_watch { change } else { text }, true)
        });
        hits.collect()
    }

    /// The events of a ply before which to stop. Events in a row that are one card's or one line's
    /// doing stop once.
    fn before(&self, debugger: &Debugger, ply: usize) -> Vec<usize> {
        let events = debugger.steps(ply).events;
        let meets: Vec<bool> = match &self.at {
            BreakCondition::On((_, _, is)) => {
                let found = events.iter().enumerate().filter(|(_, event)| is(&event.kind));
                return found.map(|(i, _)| i).collect();
            }
            BreakCondition::Card(name) => match owner(debugger, name) {
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

/// The card or the set that a word names.
fn owner(debugger: &Debugger, name: &str) -> Option<Owner> {
    help::owner(debugger, name)
}

fn is_of(debugger: &Debugger, ply: usize, event: &Event, owner: Owner) -> bool {
    let is_its = |subject: Subject| match (subject, owner) {
        (Subject::Card(_, kind), Owner::Kind(wanted)) => kind == wanted,
        (Subject::Combo(combo), Owner::Combo(wanted)) => combo == wanted,
        _ => false,
    };
    match &event.kind {
        EventKind::Announced { action } if is_its(action.subject) => return true,
        EventKind::Resolved { action } if is_its(action.subject) => return true,
        EventKind::Moved { card, reason: MoveReason::Play, .. } => {
            let kind = debugger.timeline.entry(ply).map(|e| e.snapshot.shown().kind(*card));
            return owner == Owner::Kind(kind.unwrap_or_default());
        }
        _ => {}
    }
    let Some(place) = event.cause.place else { return false };
    let host = &debugger.loaded.host;
    let is_its_script = crate::kernel::Hook::ALL.iter().any(|hook| {
        let script = host.script_of(owner, *hook).map(|script| &script.name);
        script.is_some() && script == host.source(place.script).map(|script| &script.name)
    });
    let action = event.cause.action.map(|action| action.subject);
    is_its_script && action.is_none_or(|subject| is_its(subject) || !subject.is_play())
}

fn is_script(debugger: &Debugger, place: ScriptLine, script: &str) -> bool {
    debugger.loaded.host.source(place.script).is_some_and(|found| *found.name == *script)
}

fn is_of_script(debugger: &Debugger, event: &Event, script: &str) -> bool {
    event.cause.place.is_some_and(|place| is_script(debugger, place, script))
}

/// Where a ply runs a line of a script, and where that line acts once it has its answer; each place
/// once.
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

/// What may be typed for a place to stop at.
fn wheres(debugger: &Debugger, before: &[&str]) -> Vec<Completion> {
    match before {
        [] => [
            ("card", "a card or a set is played, or its script acts"),
            ("on", "an event of a sort"),
            ("line", "a line of a script is run"),
            ("if", "an expression has become true"),
        ]
        .map(|(text, about)| word(text, about))
        .into(),
        ["card"] => {
            let sets = debugger.notation().rules.combos.iter();
            let sets = sets.map(|rule| word(rule.id.as_ref(), "a set"));
            complete::cards(debugger.notation()).chain(sets).collect()
        }
        ["on"] => EVENT_CLASSES.iter().map(|(sort, about, _)| word(*sort, *about)).collect(),
        ["line"] => {
            let scripts = (0..).map_while(|number| debugger.loaded.host.source(number));
            scripts.map(|script| word(format!("{}:", stem(&script.name)), &*script.name)).collect()
        }
        _ => Vec::new(),
    }
}

/// The name of a script without its folder: `favor`.
fn stem(script: &str) -> &str {
    let file = script.rsplit('/').next().unwrap_or(script);
    file.trim_end_matches(".rhai")
}

// ---- commands --------------------------------------------------------------------------------

fn set(shell: &mut Shell, rest: &str) -> TextResult {
    let debugger = shell.game()?;
    let (word, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let rest = rest.trim();
    let at = match word {
        "" => return Ok(list(&shell.breakpoints)),
        "card" => {
            let id = owner(debugger, rest).map(|owner| match owner {
                Owner::Kind(kind) => debugger.notation().kind(kind).id.to_string(),
                Owner::Combo(combo) => debugger.notation().combo(combo).id.to_string(),
                Owner::Rules => rest.to_owned(),
            });
            BreakCondition::Card(id.ok_or_else(|| unknown_card(debugger, rest))?)
        }
        "on" => match EVENT_CLASSES.iter().find(|(sort, ..)| *sort == rest) {
            Some(sort) => BreakCondition::On(sort),
            None if rest.is_empty() => {
                let sorts =
                    EVENT_CLASSES.iter().map(|(sort, about, _)| format!("{sort:9}  {about}"));
                return Ok(sorts.collect::<Vec<_>>().join("\n"));
            }
            None => {
                let hint = suggestion(rest, EVENT_CLASSES.iter().map(|(sort, ..)| *sort));
                let why = format!("there is no sort of event `{rest}`{hint}");
                return Err(CommandError::hinted(why, "`:break on` lists them"));
            }
        },
        "line" => line(debugger, rest)?,
        "if" => {
            if debugger.viewer.is_some() {
                return Err(command_error(debugger, watch_expr::redacted()));
            }
            debugger
                .fast_query(debugger.table().clone(), rest)
                .map_err(|halt| command_error(debugger, halt))?;
            BreakCondition::If(rest.to_owned())
        }
        _ => {
            let why = format!("`{word}` is no place to stop at");
            return Err(CommandError::hinted(why, "write card, on, line or if: `:help break`"));
        }
    };
    let asked = rest.rsplit(':').next().unwrap_or_default();
    let note = match &at {
        BreakCondition::Line(_, Some(line)) if asked.trim() != line.to_string() => {
            format!("\n  line {asked} begins nothing that is run: it stops at {line}")
        }
        _ => String::new(),
    };
    Ok(format!("{}{note}", shell.breakpoints.add(at)))
}

fn unknown_card(debugger: &Debugger, name: &str) -> CommandError {
    let rules = &debugger.notation().rules;
    let ids = rules.kinds.iter().map(|rule| &*rule.id);
    let hint = suggestion(name, ids.chain(rules.combos.iter().map(|rule| &*rule.id)));
    CommandError::refused(format!("there is no card or set `{name}`{hint}"))
}

/// `favor:9`, `favor.rhai:9`, `cards/favor.rhai:9`, or a script without a line.
fn line(debugger: &Debugger, text: &str) -> Result<BreakCondition, CommandError> {
    let (name, line) = text.split_once(':').map_or((text, None), |(name, n)| (name, Some(n)));
    let host = &debugger.loaded.host;
    let scripts: Vec<_> = (0..).map_while(|number| host.source(number)).collect();
    let is_it = |found: &str| found == name || stem(found) == name.trim_end_matches(".rhai");
    let Some(script) = scripts.iter().find(|script| is_it(&script.name)) else {
        let hint = suggestion(name, scripts.iter().map(|script| stem(&script.name)));
        return Err(CommandError::hinted(
            format!("no script of this game is called `{name}`{hint}"),
            "e.g. :break line favor:6",
        ));
    };
    let n_lines = script.text.lines().count();
    let line = line.map(|text| match text.trim().parse::<u16>() {
        Ok(n) if n > 0 && usize::from(n) <= n_lines => {
            let found = breakable_lines::line_from(script, n.into());
            found.map_err(|why| {
                let is_shown = help::script(debugger, stem(&script.name)).is_ok();
                let hint = format!("`??{}` shows the script", stem(&script.name));
                CommandError::Refused(why, is_shown.then_some(hint))
            })
        }
        _ => Err(CommandError::refused(format!("{} has the lines 1 to {n_lines}", script.name))),
    });
    Ok(BreakCondition::Line(script.name.to_string(), line.transpose()?))
}

fn watch(shell: &mut Shell, text: &str) -> TextResult {
    let debugger = shell.game()?;
    if text.is_empty() {
        let forms = watch_expr::FORMS.iter().map(|(form, about)| format!("  {form:32} {about}"));
        let forms: Vec<String> = forms.collect();
        return Err(CommandError::hinted("what is to be watched?", forms.join("\n").trim_start()));
    }
    let expr = WatchExpr::parse(debugger, text).map_err(|halt| command_error(debugger, halt))?;
    let value = expr.value(debugger, debugger.table());
    let set = shell.breakpoints.add(BreakCondition::Watch(text.to_owned()));
    Ok(format!("{set}: is {value}"))
}

fn list(breakpoints: &Breakpoints) -> String {
    match breakpoints.list.as_slice() {
        [] => "there are no breaks and no watches".into(),
        breakpoints => breakpoints.iter().map(Breakpoint::text).collect::<Vec<_>>().join("\n"),
    }
}

fn delete(shell: &mut Shell, rest: &str) -> TextResult {
    let breakpoints = &mut shell.breakpoints;
    let before = breakpoints.list.len();
    if rest == "all" {
        breakpoints.list.clear();
        return Ok(match before {
            0 => "there was nothing to take away".into(),
            n => format!("{} taken away", compat::number_of(n, "stop is", "stops are")),
        });
    }
    breakpoints.list.retain(|stop| stop.number.to_string() != rest);
    if breakpoints.list.len() == before {
        let why = format!("there is no break or watch `{rest}`");
        return Err(CommandError::hinted(why, "`:breaks` lists them"));
    }
    Ok(format!("{rest} is taken away"))
}
