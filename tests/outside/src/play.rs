//! An agent, a game, its events: without a terminal, a file system or other processes.

use litterbox::base::files::{Files, Memory};
use litterbox::kernel::{
    ActionEvent, Agent, CardEvent, Decision, EventKind, Game, Observation, Seat, Setup,
};
use litterbox::{script::Host, variant::Library, variant::Ruleset};
use std::{error::Error, path::Path, sync::Arc};

/// Answers with the last option: it draws, passes, or hides a card as deep as it can.
struct Last;

impl Agent for Last {
    fn answer(&mut self, _: &Observation<'_>, decision: &Decision) -> usize {
        decision.options.len() - 1
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    // An unsaved variant of an editor.
    let unsaved: Arc<dyn Files> = Arc::new(Memory::default());
    unsaved.write("variants/mine.json", r#"{ "name": "Mine", "extends": "classic" }"#)?;
    let first = |errors: Vec<litterbox::base::error::Error>| errors.into_iter().next().unwrap();
    let library = Library::embedded().overlay(&unsaved, Path::new("")).map_err(first)?;
    let ruleset = Ruleset::load(&library, "mine", &[]).map_err(first)?;
    let names = ["ann".into(), "bob".into()].into();
    let deck = ruleset.deck(2);
    let setup = Setup { names, deck, seed: 7, first: None, log: true, keyed: false };
    let mut game = Game::new(Host::new(&ruleset.spec).map_err(first)?, &setup)?;
    for seat in [Seat(0), Seat(1)] {
        game.seat(seat, Some(Box::new(Last)));
    }
    game.play_out(10_000)?;
    let is_move = |kind: &&_| matches!(kind, EventKind::Card(CardEvent::Moved { .. }));
    let is_pass = |kind: &_| matches!(kind, EventKind::Action(ActionEvent::Passed { .. }));
    let mut kinds = game.events().iter().map(|event| &event.kind);
    let n_moves = kinds.clone().filter(is_move).count();
    println!("{n_moves} moves, won by {:?}", game.winners());
    assert!(game.is_over() && kinds.any(is_pass));
    Ok(())
}
