//! Formats replies about a game as a whole.

use super::position;
use crate::debugger::reply::GameReply;

/// Formats the reply of a command that starts or configures a game.
#[must_use]
pub fn lines(reply: &GameReply) -> Vec<String> {
    match reply {
        GameReply::Started { title, names, seed, .. } => {
            vec![format!("{title}: {}; seed {seed}", names.join(", "))]
        }
        GameReply::Seed { seed } => vec![format!("the game began with seed {seed}")],
        GameReply::AutoPass { seats: None } => {
            vec!["windows are shown also to seats that can only pass".into()]
        }
        GameReply::AutoPass { seats: Some(seats) } if seats.is_empty() => {
            vec!["seats that can only pass are not asked".into()]
        }
        GameReply::AutoPass { seats: Some(seats) } => {
            let names: Vec<&str> = seats.iter().map(AsRef::as_ref).collect();
            let names = super::join::and(&names);
            vec![format!("windows are shown to {names} even where they can only pass")]
        }
        GameReply::Layout { spec, counters, card_counters } => {
            let set = counters.iter().map(|counter| {
                let owner = counter.owner.as_ref();
                let owner = owner.map_or_else(String::new, |owner| format!("{owner}."));
                format!(":set {owner}{} {}", counter.name, counter.value)
            });
            let of_cards = card_counters.iter().map(position::card_counter);
            let of_cards = of_cards.map(|counter| format!(":set {counter}"));
            std::iter::once(format!(":table {spec}")).chain(set).chain(of_cards).collect()
        }
    }
}
