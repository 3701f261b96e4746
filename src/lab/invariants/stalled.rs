//! Why a game does not end, as far as its position tells.

use crate::agent::Random;
use crate::base::error::plural;
use crate::kernel::{CardEvent, EventKind, Game, Hook, PlayerEvent, Zone};

/// The number of further answers that are looked at.
const N_ANSWERS: u64 = 500;

/// Returns what keeps a game from its end: `the draw pile is empty, and 3 players are in the game`.
pub fn why(game: &Game) -> String {
    format!("{}{}", position(game), further(game))
}

/// Says which cards lie where they could end a game.
fn position(game: &Game) -> String {
    let (table, rules) = (game.table(), game.rules());
    let pile = table.cards_in(Zone::Draw);
    let explodes = |card| rules.kind(table.kind(card)).hooks.has(Hook::Rescued);
    let n_hazards = pile.iter().filter(|card| explodes(**card)).count();
    let holds = match (pile.len(), n_hazards) {
        (0, _) => "the draw pile is empty".to_owned(),
        (n, 0) => format!("the draw pile holds {}, of which none explodes", plural(n, "card")),
        (n, 1) => format!("the draw pile holds {}, of which 1 explodes", plural(n, "card")),
        (n, m) => format!("the draw pile holds {}, of which {m} explode", plural(n, "card")),
    };
    let players = match table.turns.alive.len() {
        1 => "1 player is in the game".to_owned(),
        n => format!("{n} players are in the game"),
    };
    let hands = table.seats().flat_map(|seat| table.cards_in(Zone::Hand(seat)));
    let held = match hands.filter(|card| explodes(**card)).count() {
        0 => String::new(),
        1 => ", 1 that explodes is in a hand".to_owned(),
        n => format!(", {n} that explode are in hands"),
    };
    format!("{holds}{held}, and {players}")
}

/// Describes a random game from here.
fn further(game: &Game) -> String {
    let mut fork = game.fork();
    fork.take_events();
    for seat in game.table().seats() {
        fork.seat(seat, Some(Box::new(Random::new(u64::from(seat.0)))));
    }
    let is_broken = fork.play_out(N_ANSWERS).is_err();
    let events = fork.take_events();
    let has = |is_it: fn(&EventKind) -> bool| events.iter().any(|event| is_it(&event.kind));
    let within = format!("in {}", plural(N_ANSWERS, "further answer"));
    match () {
        () if is_broken => String::new(),
        () if !has(|kind| matches!(kind, EventKind::Card(CardEvent::Moved { .. }))) => {
            format!("; no card moves {within}")
        }
        () if !has(|kind| matches!(kind, EventKind::Player(PlayerEvent::Out { .. }))) => {
            format!("; cards move, but nobody leaves the game {within}")
        }
        () => format!("; {} later {}", plural(N_ANSWERS, "answer"), position(&fork)),
    }
}
