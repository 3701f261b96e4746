//! Setups that fail for some number of players.

use crate::base::error::{Error, plural};
use crate::kernel::{AnswerError, Fault, Game, Seat, Setup};
use crate::lint::rule::{Detection, LoadedVariant, Rule};
use crate::script::Host;
use crate::variant::Ruleset;
use std::rc::Rc;
use std::sync::Arc;

pub const FAILS: Rule = Rule::error("L0301", Detection::Load);

/// The most questions of a setup that are answered.
const MAX_QUESTIONS: usize = 1_000;

const FIX: &str =
    "put more cards into the deck, deal fewer, allow fewer players, or fix the setup.";

/// Runs the setup for each number of players.
pub fn look(LoadedVariant { ruleset, document }: &LoadedVariant, host: &Rc<Host>) -> Vec<Error> {
    let mut failed: Vec<(usize, Error)> = Vec::new();
    for n in ruleset.players.clone() {
        match begin(ruleset, host, n) {
            Err(fault) => failed.push((n, host.fault(&fault))),
            Ok(game) => {
                if let Some(error) = short(ruleset, &game, n) {
                    failed.push((n, error));
                }
            }
        }
    }
    let Some((_, first)) = failed.first().cloned() else { return Vec::new() };
    let numbers: Vec<String> = failed.iter().map(|(n, _)| n.to_string()).collect();
    let with = match failed.len() == ruleset.players.clone().count() {
        true => String::new(),
        false => format!(" with {} players", numbers.join(", ")),
    };
    let message = format!("{} cannot begin{with}: {}", ruleset.name, first.message);
    let hint = first.hint.unwrap_or_else(|| FIX.to_owned());
    let span = first.span.or_else(|| document.key_span("deck"));
    let error = Error { notes: first.notes, ..FAILS.finding(message).at(span) };
    vec![error.hint(hint)]
}

/// Begins a game of this number of players.
pub(super) fn begin(
    ruleset: &Ruleset,
    host: &Rc<Host>,
    n_players: usize,
) -> Result<Game, Box<Fault>> {
    let names: Arc<[Arc<str>]> = (1..=n_players).map(|n| format!("p{n}").into()).collect();
    let deck = ruleset.deck(n_players);
    let setup = Setup { names, deck, seed: 1, first: None, log: false, keyed: false };
    let mut game = Game::new(host.clone(), &setup)?;
    // The first option of each question that a setup asks.
    for _ in 0..MAX_QUESTIONS {
        match game.is_setting_up().then(|| game.answer(0)) {
            None => break,
            Some(Err(AnswerError::Fault(fault))) => return Err(fault),
            Some(_) => {}
        }
    }
    Ok(game)
}

/// Checks the state after a setup: every hand has the dealt number of cards.
fn short(ruleset: &Ruleset, game: &Game, n_players: usize) -> Option<Error> {
    let table = game.table();
    let deal = ruleset.deal(n_players);
    let least = (0..n_players).map(|seat| table.hand(Seat(seat as u8)).len()).min().unwrap_or(0);
    let fix = "add cards, deal fewer, or allow fewer players";
    (least < deal).then(|| {
        let dealt = plural(deal, "card");
        let message = format!("each player is dealt {dealt}, but one has {least}");
        FAILS.finding(message).hint(fix)
    })
}
