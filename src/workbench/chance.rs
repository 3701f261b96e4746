//! `:chance`, `:as` and `:odds`: what is left to chance, and who knows what.

use super::command::{Command, CommandGroup};
use super::debugger::Debugger;
use super::{CommandError, CommandResult, Workbench};
use crate::kernel::{
    Choice, EventKind, Game, Kind, Seat, Subject, Table, View, Zone, rng, view::determinized,
};
use crate::transcript::notation::Notation;

pub(super) const CHANCE: CommandGroup = CommandGroup {
    name: "Chance and hidden cards",
    commands: &[
        Command::new("chance", "[ask|roll]", "ask what is left to chance, or leave it to the seed", chance)
            .more(&[
                "Asked, a shuffle or a random card is a decision of `chance`: any line can be forced.",
                "A shuffle is told top first; `rest` leaves what is still open to the seed.",
                "e.g. chance> skip exploding_kitten rest",
                "`:new … --chance ask` asks for the deal, too.",
            ]),
        Command::new("as", "[NAME|all|nobody]", "show only what a player knows, from now on", look_as)
            .more(&[
                "Whatever is printed then shows no more: positions, events, `:why`, `:diff`, variables.",
                "`nobody` knows what lies open. `:as` alone shows all there is again.",
                "`:view NAME` and `:odds NAME` look through other eyes for once.",
            ]),
        Command::new("odds", "[NAME]", "what a player may conclude about hidden cards", odds).more(&[
            "How likely the next draw explodes is counted over ways in which the hidden cards may",
            "lie for all the player knows.",
        ]),
    ],
};

/// How many ways the hidden cards may lie are looked at.
const N_SAMPLES: u32 = 4000;

/// Whether the word says that chance is asked.
pub(super) fn is_asked(word: &str) -> Result<bool, CommandError> {
    match word {
        "ask" => Ok(true),
        "roll" => Ok(false),
        _ => Err(CommandError::refused("chance can be told to `ask` or to `roll`")),
    }
}

pub(super) fn chance(workbench: &mut Workbench, rest: &str) -> CommandResult {
    let debugger = workbench.game_mut()?;
    if !rest.is_empty() {
        debugger.ask_chance(is_asked(rest)?);
    }
    Ok(if debugger.ask_chance {
        "what is left to chance is asked: of `chance`, from the next shuffle or roll on"
    } else {
        "what is left to chance comes from the seed"
    }
    .into())
}

pub(super) fn look_as(workbench: &mut Workbench, name: &str) -> CommandResult {
    let debugger = workbench.game_mut()?;
    debugger.viewer = match name {
        "" | "all" => None,
        // Nobody's eyes: whose seat is no player's sees what lies open.
        "nobody" => Some(Seat::CHANCE),
        name => Some(debugger.notation().the_seat(name).map_err(CommandError::refused)?),
    };
    let said = match debugger.viewer {
        Some(Seat::CHANCE) => "shown is what everybody knows".to_owned(),
        Some(viewer) => format!("shown is what {} knows", debugger.notation().seat(viewer)),
        None => "shown is all there is".to_owned(),
    };
    Ok(format!("{said}\n{}", workbench.stands()))
}

pub(super) fn odds(workbench: &mut Workbench, name: &str) -> CommandResult {
    let debugger = workbench.game()?;
    let (notation, table) = (debugger.notation(), debugger.table());
    let seat = match name {
        "" => debugger.viewer.or_else(|| debugger.asked()).filter(|seat| *seat != Seat::CHANCE),
        name => Some(notation.the_seat(name).map_err(CommandError::refused)?),
    };
    let seat = seat.unwrap_or(table.turns.current);
    let mut lines = vec![format!("What {} may conclude:", notation.seat(seat))];
    lines.extend(known(table, notation, seat));
    lines.push(unknown(table, notation, seat));
    lines.extend(next_draw(debugger, seat));
    Ok(lines.join("\n"))
}

/// The cards a seat knows where nobody else would look: in other hands, and in piles face down.
fn known(table: &Table, notation: &Notation, seat: Seat) -> Vec<String> {
    let is_dark = |zone: &Zone| *zone != Zone::Hand(seat) && !notation.rules.is_face_up(*zone);
    let dark = table.zones.all().filter(is_dark);
    let told = dark.filter_map(|zone| {
        let cards = View::zone(table, zone, seat);
        let places = cards.iter().enumerate().filter_map(|(at, kind)| Some((at, (*kind)?)));
        let words: Vec<String> = places
            .map(|(at, kind)| match zone {
                Zone::Hand(_) => notation.kind(kind).id.to_string(),
                _ => format!("{} at depth {at}", notation.kind(kind).id),
            })
            .collect();
        let zone = notation.zone(zone);
        (!words.is_empty()).then(|| format!("  {zone}: {}", words.join(", ")))
    });
    told.collect()
}

/// What lies in places the seat does not know, by kind.
fn unknown(table: &Table, notation: &Notation, seat: Seat) -> String {
    let dark = table.zones.all().filter(|zone| !notation.rules.is_face_up(*zone));
    let cards = dark.flat_map(|zone| table.cards_in(zone).iter().copied());
    let mut kinds: Vec<Kind> =
        cards.filter(|card| !table.knows(seat, *card)).map(|card| table.kind(card)).collect();
    kinds.sort_unstable();
    let counted: Vec<String> = kinds
        .chunk_by(|a, b| a == b)
        .map(|same| match same.len() {
            1 => notation.kind(same[0]).id.to_string(),
            n => format!("{n} {}", notation.kind(same[0]).id),
        })
        .collect();
    match counted.as_slice() {
        [] => "  nothing is unknown".into(),
        _ => format!("  somewhere among {} unknown cards: {}", kinds.len(), counted.join(", ")),
    }
}

/// How often who is on turn explodes when they draw, over many ways the hidden cards may lie.
fn next_draw(debugger: &Debugger, seat: Seat) -> Option<String> {
    debugger.game.decision()?;
    let table = debugger.table();
    let rules = debugger.game.rules().clone();
    let drawer = debugger.notation().seat(table.turns.current);
    let mut chance = rng::generator(table.hash(), 5);
    let (mut n_drawn, mut n_exploded) = (0, 0);
    for _ in 0..N_SAMPLES {
        let guess = determinized(table, &rules, seat, &mut chance);
        if let Some(explodes) = explodes(debugger, guess) {
            n_drawn += 1;
            n_exploded += u32::from(explodes);
        }
    }
    if n_drawn == 0 {
        return Some("  nobody can draw now".into());
    }
    Some(match n_exploded {
        0 => format!("  if {drawer} draws now: no explosion in {n_drawn} ways the cards may lie"),
        n if n == n_drawn => format!("  if {drawer} draws now: an explosion for certain"),
        n => {
            let percent = f64::from(n) * 100.0 / f64::from(n_drawn);
            format!(
                "  if {drawer} draws now: an explosion in {percent:.0} % of {n_drawn} ways the \
                 cards may lie"
            )
        }
    })
}

/// Whether who is on turn is about to explode after a draw; nothing where they cannot draw.
fn explodes(debugger: &Debugger, mut guess: Table) -> Option<bool> {
    guess.stack.clear();
    guess.agenda.clear();
    guess.turns.phase = crate::kernel::turns::Phase::Main;
    let mut game = Game::resume(debugger.game.book(), guess).ok()?;
    let draw = game.decision()?.options.iter().position(|choice| *choice == Choice::Draw)?;
    game.keep_log();
    game.answer(draw).ok()?;
    let is_explosion = |kind: &EventKind| match kind {
        EventKind::Announced { action } => matches!(action.subject, Subject::Explosion(_)),
        _ => false,
    };
    let all = game.events().iter().chain(game.uncommitted_events());
    Some(all.map(|event| &event.kind).any(is_explosion))
}
