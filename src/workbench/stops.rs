//! Breakpoints and watches: where a game that runs on stops.
//!
//! A break stops before an event, a watch and a condition after one. All of them are found in the
//! recorded events, so that they work in both directions and on games played before they were set.

use super::command::{Command, Group};
use super::complete::{self, Completion, word};
use super::sorts::{SORTS, Sort};
use super::steps::Spot;
use super::study::Study;
use super::thing::{self, Thing};
use super::{Done, Trouble, Workbench, halts, help, trouble, why, words};
use crate::kernel::{Event, EventKind, Manner, Owner, Place, Subject};
use crate::transcript::lexicon::meant;

pub(super) const STOPS: Group = Group {
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
            .completing(thing::complete),
        Command::new("breaks", "", "the breaks and watches there are", |workbench, _| {
            Ok(list(&workbench.stops))
        }),
        Command::new("delete", "NUMBER|all", "take a break or a watch away", delete),
    ],
};

/// Where to stop.
#[derive(Clone, Debug)]
enum Where {
    /// Where a card or a set is played, or its script acts.
    Card(String),
    /// Before an event of a sort.
    On(&'static Sort),
    /// Before a line of a script is run; without a number, before whatever it does.
    Line(String, Option<u16>),
    /// After an expression has become true.
    If(String),
    /// After a thing has changed.
    Watch(String),
}

/// One break or watch.
#[derive(Clone, Debug)]
struct Stop {
    number: u32,
    at: Where,
}

/// All of them.
#[derive(Clone, Debug, Default)]
pub struct Stops {
    list: Vec<Stop>,
    n_set: u32,
}

/// A place where to stop, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The place.
    pub spot: Spot,
    /// Which break or watch it is, with what changed.
    pub why: String,
    /// Whether it is about the event before the place, not the one after it.
    pub is_after: bool,
    /// The script line that is about to be run.
    pub line: Option<Place>,
}

/// What stops at one place.
pub type Stopped = Option<(Spot, Vec<Hit>)>;

impl Stop {
    fn text(&self) -> String {
        let Self { number, at } = self;
        match at {
            Where::Card(name) => format!("break {number}, card {name}"),
            Where::On((word, ..)) => format!("break {number}, on {word}"),
            Where::Line(script, Some(line)) => format!("break {number}, line {script}:{line}"),
            Where::Line(script, None) => format!("break {number}, line {script}"),
            Where::If(code) => format!("break {number}, if {code}"),
            Where::Watch(thing) => format!("watch {number}, {thing}"),
        }
    }
}

impl Stops {
    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    fn add(&mut self, at: Where) -> String {
        self.n_set += 1;
        let stop = Stop { number: self.n_set, at };
        let text = stop.text();
        self.list.push(stop);
        text
    }

    /// Where to stop within a ply, in order.
    #[must_use]
    pub fn hits(&self, study: &Study, ply: usize) -> Vec<Hit> {
        let mut hits: Vec<Hit> = self.list.iter().flat_map(|stop| stop.hits(study, ply)).collect();
        hits.sort_by_key(|hit| hit.spot);
        hits
    }

    /// The first place to stop within a ply, with all that stops there.
    #[must_use]
    pub fn first_in(&self, study: &Study, ply: usize) -> Stopped {
        let hits = self.hits(study, ply);
        Some(at_one_place(hits.first()?.spot, hits))
    }

    /// The first place to stop after one, and not after another; with all that stops there.
    #[must_use]
    pub fn first_after(&self, study: &Study, from: Spot, to: Spot) -> Stopped {
        if self.is_empty() {
            return None;
        }
        let found = (from.ply..=to.ply).find_map(|ply| {
            let mut hits = self.hits(study, ply);
            hits.retain(|hit| hit.spot > from && hit.spot <= to);
            (!hits.is_empty()).then_some(hits)
        })?;
        Some(at_one_place(found[0].spot, found))
    }

    /// The last place to stop before one, and not before another.
    #[must_use]
    pub fn last_before(&self, study: &Study, from: Spot, to: Spot) -> Stopped {
        if self.is_empty() {
            return None;
        }
        let found = (to.ply..=from.ply).rev().find_map(|ply| {
            let mut hits = self.hits(study, ply);
            hits.retain(|hit| hit.spot < from && hit.spot >= to);
            (!hits.is_empty()).then_some(hits)
        })?;
        Some(at_one_place(found[found.len() - 1].spot, found))
    }
}

fn at_one_place(spot: Spot, mut hits: Vec<Hit>) -> (Spot, Vec<Hit>) {
    hits.retain(|hit| hit.spot == spot);
    (spot, hits)
}

/// What stopped the game, with the event and the script line where something has changed.
pub(super) fn told(study: &Study, spot: Spot, hits: &[Hit]) -> Vec<String> {
    let whys: Vec<&str> = hits.iter().map(|hit| hit.why.as_str()).collect();
    let mut lines = vec![format!("Stopped by {}.", whys.join("; "))];
    if hits.iter().any(|hit| hit.is_after)
        && let (Some(event), _) = study.around(spot)
    {
        lines.push(format!("  #{} {}", event.id, words::listed(study, event)));
        lines.extend(why::acted(study, event).into_iter().map(|line| format!("  {line}")));
    }
    // Where that line acts at once, it is shown with what it does.
    let next = study.around(spot).1.and_then(|event| event.cause.place);
    let is_shown =
        |line: &Place| next.is_some_and(|n| (n.script, n.line) == (line.script, line.line));
    let line = hits.iter().find_map(|hit| hit.line).filter(|line| !is_shown(line));
    lines.extend(line.and_then(|line| why::script_line(study, line)));
    lines
}

impl Stop {
    fn hits(&self, study: &Study, ply: usize) -> Vec<Hit> {
        let hit =
            |n_done, why, is_after| Hit { spot: Spot { ply, n_done }, why, is_after, line: None };
        let (what, is_watch) = match &self.at {
            Where::Watch(text) => (text, true),
            Where::If(text) => (text, false),
            Where::Line(script, Some(line)) => {
                let found = run_at(study, ply, script, *line);
                let hits = found
                    .into_iter()
                    .map(|(at, place)| Hit { line: Some(place), ..hit(at, self.text(), false) });
                return hits.collect();
            }
            _ => {
                let found = self.before(study, ply);
                return found.into_iter().map(|at| hit(at, self.text(), false)).collect();
            }
        };
        let Ok(thing) = Thing::parse(study, what) else { return Vec::new() };
        let values = study.values(ply, &thing);
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
    fn before(&self, study: &Study, ply: usize) -> Vec<usize> {
        let events = study.steps(ply).events;
        let meets: Vec<bool> = match &self.at {
            Where::On((_, _, is)) => {
                let found = events.iter().enumerate().filter(|(_, event)| is(&event.kind));
                return found.map(|(i, _)| i).collect();
            }
            Where::Card(name) => match owner(study, name) {
                Some(owner) => events.iter().map(|e| is_of(study, ply, e, owner)).collect(),
                None => Vec::new(),
            },
            Where::Line(script, _) => {
                events.iter().map(|event| is_of_script(study, event, script)).collect()
            }
            Where::If(_) | Where::Watch(_) => Vec::new(),
        };
        (0..meets.len()).filter(|i| meets[*i] && (*i == 0 || !meets[i - 1])).collect()
    }
}

/// The card or the set that a word names.
fn owner(study: &Study, name: &str) -> Option<Owner> {
    help::owner(study, name)
}

fn is_of(study: &Study, ply: usize, event: &Event, owner: Owner) -> bool {
    let is_its = |subject: Subject| match (subject, owner) {
        (Subject::Card(_, kind), Owner::Kind(wanted)) => kind == wanted,
        (Subject::Combo(combo), Owner::Combo(wanted)) => combo == wanted,
        _ => false,
    };
    match &event.kind {
        EventKind::Announced { action } if is_its(action.subject) => return true,
        EventKind::Resolved { action } if is_its(action.subject) => return true,
        EventKind::Moved { card, manner: Manner::Play, .. } => {
            let kind = study.timeline.entry(ply).map(|e| e.snapshot.shown().kind(*card));
            return owner == Owner::Kind(kind.unwrap_or_default());
        }
        _ => {}
    }
    let Some(place) = event.cause.place else { return false };
    let host = &study.edition.host;
    let is_its_script = crate::kernel::Hook::ALL.iter().any(|hook| {
        let script = host.script_of(owner, *hook).map(|script| &script.name);
        script.is_some() && script == host.source(place.script).map(|script| &script.name)
    });
    let action = event.cause.action.map(|action| action.subject);
    is_its_script && action.is_none_or(|subject| is_its(subject) || !subject.is_play())
}

fn is_script(study: &Study, place: Place, script: &str) -> bool {
    study.edition.host.source(place.script).is_some_and(|found| *found.name == *script)
}

fn is_of_script(study: &Study, event: &Event, script: &str) -> bool {
    event.cause.place.is_some_and(|place| is_script(study, place, script))
}

/// Where a ply runs a line of a script, and where that line acts once it has its answer; each place
/// once.
fn run_at(study: &Study, ply: usize, script: &str, line: u16) -> Vec<(usize, Place)> {
    let is_it = |place: &Place| place.line == line && is_script(study, *place, script);
    let events = study.steps(ply).events;
    let acts = |at: usize| events.get(at)?.cause.place.filter(is_it);
    let begins = |at: usize| at.checked_sub(1).and_then(acts).is_none();
    let acted = (0..events.len()).filter_map(|at| Some((at, acts(at).filter(|_| begins(at))?)));
    let mut found = study.lines_run(ply);
    found.retain(|(_, place)| is_it(place));
    found.extend(acted);
    found.sort_by_key(|(at, _)| *at);
    found.dedup_by_key(|(at, _)| *at);
    found
}

/// What may be typed for a place to stop at.
fn wheres(study: &Study, before: &[&str]) -> Vec<Completion> {
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
            let sets = study.lexicon().rules.combos.iter();
            let sets = sets.map(|rule| word(rule.id.as_ref(), "a set"));
            complete::cards(study.lexicon()).chain(sets).collect()
        }
        ["on"] => SORTS.iter().map(|(sort, about, _)| word(*sort, *about)).collect(),
        ["line"] => {
            let scripts = (0..).map_while(|number| study.edition.host.source(number));
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

fn set(workbench: &mut Workbench, rest: &str) -> Done {
    let study = workbench.game()?;
    let (word, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let rest = rest.trim();
    let at = match word {
        "" => return Ok(list(&workbench.stops)),
        "card" => {
            let id = owner(study, rest).map(|owner| match owner {
                Owner::Kind(kind) => study.lexicon().kind(kind).id.to_string(),
                Owner::Combo(combo) => study.lexicon().combo(combo).id.to_string(),
                Owner::Rules => rest.to_owned(),
            });
            Where::Card(id.ok_or_else(|| unknown_card(study, rest))?)
        }
        "on" => match SORTS.iter().find(|(sort, ..)| *sort == rest) {
            Some(sort) => Where::On(sort),
            None if rest.is_empty() => {
                let sorts = SORTS.iter().map(|(sort, about, _)| format!("{sort:9}  {about}"));
                return Ok(sorts.collect::<Vec<_>>().join("\n"));
            }
            None => {
                let hint = meant(rest, SORTS.iter().map(|(sort, ..)| *sort));
                let why = format!("there is no sort of event `{rest}`{hint}");
                return Err(Trouble::hinted(why, "`:break on` lists them"));
            }
        },
        "line" => line(study, rest)?,
        "if" => {
            if study.eyes.is_some() {
                return Err(trouble(study, thing::blind()));
            }
            study.glance(study.table().clone(), rest).map_err(|halt| trouble(study, halt))?;
            Where::If(rest.to_owned())
        }
        _ => {
            let why = format!("`{word}` is no place to stop at");
            return Err(Trouble::hinted(why, "write card, on, line or if: `:help break`"));
        }
    };
    let asked = rest.rsplit(':').next().unwrap_or_default();
    let note = match &at {
        Where::Line(_, Some(line)) if asked.trim() != line.to_string() => {
            format!("\n  line {asked} begins nothing that is run: it stops at {line}")
        }
        _ => String::new(),
    };
    Ok(format!("{}{note}", workbench.stops.add(at)))
}

fn unknown_card(study: &Study, name: &str) -> Trouble {
    let rules = &study.lexicon().rules;
    let ids = rules.kinds.iter().map(|rule| &*rule.id);
    let hint = meant(name, ids.chain(rules.combos.iter().map(|rule| &*rule.id)));
    Trouble::refused(format!("there is no card or set `{name}`{hint}"))
}

/// `favor:9`, `favor.rhai:9`, `cards/favor.rhai:9`, or a script without a line.
fn line(study: &Study, text: &str) -> Result<Where, Trouble> {
    let (name, line) = text.split_once(':').map_or((text, None), |(name, n)| (name, Some(n)));
    let host = &study.edition.host;
    let scripts: Vec<_> = (0..).map_while(|number| host.source(number)).collect();
    let is_it = |found: &str| found == name || stem(found) == name.trim_end_matches(".rhai");
    let Some(script) = scripts.iter().find(|script| is_it(&script.name)) else {
        let hint = meant(name, scripts.iter().map(|script| stem(&script.name)));
        return Err(Trouble::hinted(
            format!("no script of this game is called `{name}`{hint}"),
            "e.g. :break line favor:6",
        ));
    };
    let n_lines = script.text.lines().count();
    let line = line.map(|text| match text.trim().parse::<u16>() {
        Ok(n) if n > 0 && usize::from(n) <= n_lines => {
            let found = halts::line_from(script, n.into());
            found.map_err(|why| {
                let is_shown = help::script(study, stem(&script.name)).is_ok();
                let hint = format!("`??{}` shows the script", stem(&script.name));
                Trouble::Refused(why, is_shown.then_some(hint))
            })
        }
        _ => Err(Trouble::refused(format!("{} has the lines 1 to {n_lines}", script.name))),
    });
    Ok(Where::Line(script.name.to_string(), line.transpose()?))
}

fn watch(workbench: &mut Workbench, text: &str) -> Done {
    let study = workbench.game()?;
    if text.is_empty() {
        let forms = thing::FORMS.iter().map(|(form, about)| format!("  {form:32} {about}"));
        let forms: Vec<String> = forms.collect();
        return Err(Trouble::hinted("what is to be watched?", forms.join("\n").trim_start()));
    }
    let thing = Thing::parse(study, text).map_err(|halt| trouble(study, halt))?;
    let value = thing.value(study, study.table());
    let set = workbench.stops.add(Where::Watch(text.to_owned()));
    Ok(format!("{set}: is {value}"))
}

fn list(stops: &Stops) -> String {
    match stops.list.as_slice() {
        [] => "there are no breaks and no watches".into(),
        stops => stops.iter().map(Stop::text).collect::<Vec<_>>().join("\n"),
    }
}

fn delete(workbench: &mut Workbench, rest: &str) -> Done {
    let stops = &mut workbench.stops;
    let before = stops.list.len();
    if rest == "all" {
        stops.list.clear();
        return Ok(match before {
            0 => "there was nothing to take away".into(),
            n => format!("{} taken away", words::number_of(n, "stop is", "stops are")),
        });
    }
    stops.list.retain(|stop| stop.number.to_string() != rest);
    if stops.list.len() == before {
        let why = format!("there is no break or watch `{rest}`");
        return Err(Trouble::hinted(why, "`:breaks` lists them"));
    }
    Ok(format!("{rest} is taken away"))
}
