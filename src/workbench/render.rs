//! What is shown: the decision with its options, a position as one seat knows it or in full, and
//! where the game stands in its history.

use super::debugger::Debugger;
use super::{narration, why};
use crate::kernel::{Choice, Decision, Kind, Prompt, Seat, Table, View, Zone};
use crate::transcript::notation::Notation;
use std::fmt::Write as _;
use unicode_width::UnicodeWidthStr;

/// The widest line of options.
const WIDTH: usize = 96;

/// The options in one line, as they are typed.
#[must_use]
pub fn option_list(decision: &Decision, notation: &Notation) -> String {
    match numbers(decision) {
        Some(range) => range,
        None => notation.words(decision).join(", "),
    }
}

/// `a number from 0 to 34`, when nothing but numbers in a row is offered.
fn numbers(decision: &Decision) -> Option<String> {
    let number = |choice: &Choice| match choice {
        Choice::Number(n) => Some(*n),
        _ => None,
    };
    let numbers: Vec<i64> = decision.options.iter().map(number).collect::<Option<_>>()?;
    let is_row = numbers.windows(2).all(|pair| pair[1] == pair[0] + 1);
    let (first, last) = (numbers.first()?, numbers.last()?);
    (is_row && numbers.len() > 2).then(|| format!("a number from {first} to {last}"))
}

/// Who must choose what: the question, the hand, the numbered options.
#[must_use]
pub fn decision(debugger: &Debugger) -> Vec<String> {
    let notation = debugger.notation();
    if debugger.timeline.inside().is_some() {
        return why::next(debugger);
    }
    let Some(decision) = debugger.game.decision() else {
        return vec![match debugger.game.winner() {
            Some(seat) => format!("The game is over: {} has won.", notation.seat(seat)),
            None => "The game is over.".into(),
        }];
    };
    if let Some(viewer) = debugger.viewer.filter(|_| !debugger.sees_question_of(decision.seat)) {
        let (asked, eyes_name) = (notation.seat(decision.seat), notation.seat(viewer));
        if viewer == Seat::CHANCE {
            return vec![format!("It is {asked} who must answer.")];
        }
        let hand = hand(debugger.table(), notation, viewer);
        return vec![format!("It is {asked} who must answer. {eyes_name}'s hand: {hand}")];
    }
    let question = question(debugger, decision);
    let mut lines = vec![match decision.seat {
        Seat::CHANCE => question,
        seat => format!("{question} Hand: {}", hand(debugger.table(), notation, seat)),
    }];
    lines.extend(options(decision, notation));
    lines
}

fn hand(table: &Table, notation: &Notation, seat: Seat) -> String {
    let mut kinds: Vec<Kind> = table.hand(seat).iter().map(|card| table.kind(*card)).collect();
    kinds.sort_unstable();
    let words: Vec<&str> = kinds.iter().map(|kind| notation.kind(*kind).word.as_str()).collect();
    if words.is_empty() { "-".into() } else { words.join(" ") }
}

/// What is asked, as a sentence: as much of it as is shown.
#[must_use]
pub fn question(debugger: &Debugger, decision: &Decision) -> String {
    let notation = debugger.notation();
    if !debugger.sees_question_of(decision.seat) {
        return format!("It is {} who must answer.", notation.seat(decision.seat));
    }
    asked(notation, debugger.game.table(), debugger.table(), decision)
}

/// What is asked, as a sentence, on a table where the effect that asks has not begun, and on one
/// that shows what it has done so far.
#[must_use]
pub fn asked(notation: &Notation, table: &Table, shown: &Table, decision: &Decision) -> String {
    let name = notation.seat(decision.seat);
    match &decision.prompt {
        Prompt::Turn => match shown.turns.owed {
            1 => format!("{name}'s turn."),
            owed => format!("{name}'s turn, the first of {owed}."),
        },
        Prompt::Cards(combo) => {
            format!("{name}: Which cards for {}?", notation.combo(*combo).title)
        }
        Prompt::Text(text) => format!("{name}: {text}"),
        Prompt::Respond => match table.stack.last() {
            Some(top) if top.by == decision.seat => {
                let action = narration::action(notation, top.by, top.subject);
                let own = action.replacen(&format!("{name}'s"), "the", 1);
                format!("{name} may answer {own}.")
            }
            Some(top) => {
                format!("{name} may answer {}.", narration::action(notation, top.by, top.subject))
            }
            None => format!("{name} may answer."),
        },
    }
}

/// The options with their numbers, several in a line.
fn options(decision: &Decision, notation: &Notation) -> Vec<String> {
    if let Some(range) = numbers(decision) {
        return vec![format!("  {range}")];
    }
    let is_number = decision.options.iter().any(|choice| matches!(choice, Choice::Number(_)));
    let numbered = notation.words(decision).into_iter().enumerate();
    let items =
        numbered.map(|(i, text)| if is_number { text } else { format!("{} {text}", i + 1) });
    let mut lines: Vec<String> = Vec::new();
    for item in items {
        match lines.last_mut() {
            Some(line) if line.width() + item.width() + 3 <= WIDTH => {
                let _ = write!(line, "   {item}");
            }
            _ => lines.push(format!("  {item}")),
        }
    }
    lines
}

/// What a seat knows of a zone as a list, `?` for a card it does not know.
#[must_use]
pub fn masked(cards: &[Option<Kind>], notation: &Notation) -> String {
    let word = |kind: &Option<Kind>| kind.map_or("?", |kind| &*notation.kind(kind).id);
    let words: Vec<&str> = cards.iter().map(word).collect();
    if words.is_empty() { "-".into() } else { words.join(" ") }
}

/// The position: in full, or as one seat knows it.
#[must_use]
pub fn position(debugger: &Debugger, seat: Option<Seat>) -> Vec<String> {
    let (table, notation) = (debugger.table(), debugger.notation());
    let turns = &table.turns;
    let direction = if turns.reversed { "reversed" } else { "forward" };
    let mut lines = vec![match debugger.game.winner() {
        Some(winner) => format!("{} has won", notation.seat(winner)),
        None => {
            let owed = turns.owed;
            format!("turn: {} owes {owed}, direction {direction}", notation.seat(turns.current))
        }
    }];
    let known = |zone: Zone| match seat {
        Some(seat) => View::zone(table, zone, seat),
        None => debugger.cards_shown(table, zone),
    };
    for owner in table.seats() {
        let name = notation.seat(owner);
        let out = if turns.alive.has(owner) { "" } else { " (out)" };
        lines.push(format!("{name}{out}: {}", short(&known(Zone::Hand(owner)), notation)));
        if !table.cards_in(Zone::Front(owner)).is_empty() {
            let front = short(&known(Zone::Front(owner)), notation);
            lines.push(format!("{name}.front: {front}"));
        }
    }
    let named = notation.rules.piles.iter().filter_map(|pile| notation.rules.find_pile(&pile.id));
    let named = named.filter(|zone| matches!(zone, Zone::Pile(_)));
    let lying = Some(Zone::Table).filter(|zone| !table.cards_in(*zone).is_empty());
    for zone in [Zone::Draw, Zone::Discard].into_iter().chain(named).chain(lying) {
        let cards = known(zone);
        lines.push(format!(
            "{} ({}): {}",
            notation.zone(zone),
            cards.len(),
            short(&cards, notation)
        ));
    }
    lines.extend(counters(debugger));
    lines
}

/// A list with runs of unknown cards put together.
fn short(cards: &[Option<Kind>], notation: &Notation) -> String {
    let mut words: Vec<String> = Vec::new();
    for run in cards.chunk_by(|a, b| a.is_none() && b.is_none()) {
        match run {
            [Some(kind)] => words.push(notation.kind(*kind).word.clone()),
            run if run.len() > 3 => words.push(format!("? ×{}", run.len())),
            run => words.extend(run.iter().map(|_| "?".to_owned())),
        }
    }
    if words.is_empty() { "-".into() } else { words.join(" ") }
}

fn counters(debugger: &Debugger) -> Option<String> {
    let rules = &debugger.notation().rules;
    let values = debugger.table().counters.iter().enumerate();
    let named = values.map(|(slot, value)| {
        let (seat, name) = rules.counter_at(slot as u16);
        let owner =
            seat.map_or_else(String::new, |seat| format!("{}.", debugger.notation().seat(seat)));
        format!("{owner}{name} {value}")
    });
    let named: Vec<String> = named.collect();
    (!named.is_empty()).then(|| format!("counters: {}", named.join(", ")))
}

/// The picture that the rules draw of the position, if they draw one.
#[must_use]
pub fn picture(debugger: &Debugger) -> Option<String> {
    let mut fork = debugger.fork();
    let host = fork.loaded.host.clone();
    let drawn = fork.game.sandbox_edit(|context| Ok(host.picture(context)));
    drawn.ok().flatten()
}

/// Where the game stands: the ply and what was typed to get there.
#[must_use]
pub fn place(debugger: &Debugger) -> String {
    let timeline = &debugger.timeline;
    let (ply, last) = (timeline.ply(), timeline.last_ply());
    let entry = timeline.now();
    if entry.record.is_none() {
        return format!("At ply 0 of {last}, the start.");
    }
    let seat = entry.seat.map_or("", |seat| debugger.notation().seat(seat));
    let typed = debugger.typed(ply).unwrap_or_default();
    match timeline.inside() {
        None => format!("At ply {ply} of {last}, after: {seat}> {typed}"),
        Some(n_done) => {
            let n_events = debugger.steps(ply).events.len();
            let events = narration::number_of(n_events, "event", "events");
            format!("In ply {ply} of {last}, {seat}> {typed}: {n_done} of {events} so far")
        }
    }
}
