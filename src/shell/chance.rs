//! `:chance`, `:as` and `:odds`: what is left to chance, and who knows what.

use super::command::{Command, CommandGroup};
use super::{CommandError, Shell, TextResult};
use crate::debugger::game::Debugger;
use crate::kernel::{
    CardId, Choice, EventKind, Game, Hook, Kind, Rules, Seat, Subject, Table, View, Zone, rng,
    view::determinized, view::unknown as unknown_cards,
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
            "How likely the next draw explodes is exact where it depends on the top card alone; else",
            "it is estimated from sampled deals of the cards that the player does not know.",
        ]),
    ],
};

/// How many deals of the hidden cards are sampled.
const N_SAMPLES: u32 = 4_000;

/// Whether the word says that chance is asked.
pub(super) fn is_asked(word: &str) -> Result<bool, CommandError> {
    match word {
        "ask" => Ok(true),
        "roll" => Ok(false),
        _ => Err(CommandError::refused("chance can be told to `ask` or to `roll`")),
    }
}

pub(super) fn chance(shell: &mut Shell, rest: &str) -> TextResult {
    let debugger = shell.game_mut()?;
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

pub(super) fn look_as(shell: &mut Shell, name: &str) -> TextResult {
    let debugger = shell.game_mut()?;
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
    Ok(format!("{said}\n{}", shell.stands()))
}

pub(super) fn odds(shell: &mut Shell, name: &str) -> TextResult {
    let debugger = shell.game()?;
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
                Zone::Hand(_) => notation.kind(kind).word.clone(),
                _ => format!("{} at depth {at}", notation.kind(kind).word),
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
            1 => notation.kind(same[0]).word.clone(),
            n => format!("{n} {}", notation.kind(same[0]).word),
        })
        .collect();
    match counted.as_slice() {
        [] => "  nothing is unknown".into(),
        _ => format!("  somewhere among {} unknown cards: {}", kinds.len(), counted.join(", ")),
    }
}

/// How likely who is on turn explodes when they draw, for all that a seat knows.
fn next_draw(debugger: &Debugger, seat: Seat) -> Option<String> {
    debugger.game.decision()?;
    let table = debugger.table();
    let rules = debugger.game.rules().clone();
    let drawer = debugger.notation().seat(table.turns.current);
    let mut chance = rng::generator(table.hash(), 5);
    let mut drawn = Vec::new();
    for _ in 0..N_SAMPLES {
        let guess = determinized(table, &rules, seat, &mut chance);
        let top = guess.cards_in(Zone::Draw).first().map(|card| guess.kind(*card));
        drawn.extend(draw(debugger, guess).map(|drawn| (top, drawn)));
    }
    let n_drawn = drawn.len();
    if n_drawn == 0 {
        return Some("  nobody can draw now".into());
    }
    let sampled = || {
        let n_exploded = drawn.iter().filter(|(_, drawn)| drawn.explodes).count();
        let percent = percent(n_exploded as f64 / n_drawn as f64);
        let deals = match n_drawn {
            n if n >= 1_000 => format!("{},{:03}", n / 1_000, n % 1_000),
            n => n.to_string(),
        };
        format!("an explosion in about {percent} ({deals} sampled deals)")
    };
    let said = match exactly(table, &rules, seat, &drawn) {
        None => sampled(),
        Some(0.0) => "no explosion, for certain".into(),
        Some(p) if p > 1.0 - 1e-9 => "an explosion for certain".into(),
        Some(p) => format!("an explosion in {} (exact)", percent(p)),
    };
    Some(format!("  if {drawer} draws now: {said}"))
}

fn percent(share: f64) -> String {
    let percent = format!("{:.1}", share * 100.0);
    format!("{} %", percent.strip_suffix(".0").unwrap_or(&percent))
}

/// The probability that a draw explodes, if it depends on the kind of the top card alone.
fn exactly(
    table: &Table,
    rules: &Rules,
    seat: Seat,
    drawn: &[(Option<Kind>, Drawn)],
) -> Option<f64> {
    let mut sum = 0.0;
    for (kind, likely) in tops(table, rules, seat) {
        let mut same = drawn.iter().filter(|(top, _)| *top == Some(kind)).map(|(_, drawn)| drawn);
        let first = same.next()?;
        if !first.is_top_only || same.any(|other| other != first) {
            return None;
        }
        sum += if first.explodes { likely } else { 0.0 };
    }
    (drawn.iter().all(|(top, _)| top.is_some())).then_some(sum)
}

/// The kinds that the top card may be of for all that a seat knows, each with its probability. As
/// in [`determinized`], hazards lie outside of hands as long as there is room.
fn tops(table: &Table, rules: &Rules, seat: Seat) -> Vec<(Kind, f64)> {
    let Some(top) = table.cards_in(Zone::Draw).first().copied() else { return Vec::new() };
    if table.knows(seat, top) {
        return vec![(table.kind(top), 1.0)];
    }
    let groups = unknown_cards(table, rules, seat);
    let hidden = groups.into_iter().find(|group| group.contains(&top)).unwrap_or_default();
    let is_hazard = |kind: Kind| rules.kind(kind).hooks.has(Hook::Rescued);
    let in_hand = |card: &&CardId| matches!(table.zones.zone_of(**card), Zone::Hand(_));
    let n_places = (hidden.len() - hidden.iter().filter(in_hand).count()) as f64;
    let mut kinds: Vec<Kind> = hidden.iter().map(|card| table.kind(*card)).collect();
    kinds.sort_unstable();
    let n_hazards = kinds.iter().filter(|kind| is_hazard(**kind)).count() as f64;
    let n_others = kinds.len() as f64 - n_hazards;
    let by_kind = kinds.chunk_by(|a, b| a == b).map(|same| {
        let n = same.len() as f64;
        let likely = match is_hazard(same[0]) {
            true => n / n_places.max(n_hazards),
            false => (1.0 - n_hazards / n_places).max(0.0) * n / n_others,
        };
        (same[0], likely)
    });
    by_kind.filter(|(_, likely)| *likely > 0.0).collect()
}

/// What became of a draw.
#[derive(PartialEq, Eq)]
struct Drawn {
    explodes: bool,
    /// Whether no card but the top one of the draw pile was moved before.
    is_top_only: bool,
}

/// Lets who is on turn draw from a table; nothing where they cannot.
fn draw(debugger: &Debugger, mut guess: Table) -> Option<Drawn> {
    guess.stack.clear();
    guess.agenda.clear();
    guess.turns.phase = crate::kernel::turns::Phase::Main;
    let top = guess.cards_in(Zone::Draw).first().copied();
    let mut game = Game::resume(debugger.game.book(), guess).ok()?;
    let draw = game.decision()?.options.iter().position(|choice| *choice == Choice::Draw)?;
    game.keep_log();
    game.answer(draw).ok()?;
    let is_explosion = |kind: &&EventKind| match kind {
        EventKind::Announced { action } => matches!(action.subject, Subject::Explosion(_)),
        _ => false,
    };
    let is_other = |kind: &EventKind| match kind {
        EventKind::Moved { card, .. } => Some(*card) != top,
        EventKind::Shuffled { .. } => true,
        _ => false,
    };
    let kinds = || game.events().iter().chain(game.uncommitted_events()).map(|event| &event.kind);
    let mut before = kinds().take_while(|kind| !is_explosion(kind));
    Some(Drawn {
        is_top_only: !before.any(is_other),
        explodes: kinds().any(|kind| is_explosion(&kind)),
    })
}
