//! Exhaustive walks of small games: every outcome of chance with its weight, every option equally
//! likely. The results are exact, and random playouts must agree with them.

use crate::harness::Edition;
use litterbox::kernel::{Choice, Game, REST, Seat, SeatSet, Setup};
use litterbox::script::Host;
use litterbox::sim::outcomes::Outcomes;
use litterbox::sim::{LIMIT, Plan, Progress, RunConfig, run};
use litterbox::variant::{Library, Ruleset};
use std::collections::HashMap;

/// A deck of seven cards with one kitten, for two players.
const TINY: &str = r#"{
  "name": "Tiny",
  "extends": "classic",
  "players": [2, 2],
  "deal": 1,
  "box": 7,
  "deck": {
    "exploding_kitten": 1, "defuse": 2, "nope": 1, "skip": 2, "attack": 1, "shuffle": 0,
    "favor": 0, "see_the_future": 0, "tacocat": 0, "beard_cat": 0, "rainbow_cat": 0,
    "potato_cat": 0, "cattermelon": 0
  }
}"#;

/// The win probability of the first seat, by position.
struct Walk(HashMap<u64, f64>);

impl Walk {
    fn wins(&mut self, game: &mut Game) -> f64 {
        let Some(decision) = game.decision().cloned() else {
            return if game.winners() == SeatSet::one(Seat(0)) { 1.0 } else { 0.0 };
        };
        let here = game.snapshot();
        if let Some(known) = self.0.get(&here.hash()) {
            return *known;
        }
        let weight = |i: usize| match decision.options[i] {
            Choice::Text(ref word) if decision.seat == Seat::CHANCE && **word == *REST => 0,
            _ => decision.weights.get(i).copied().unwrap_or(1),
        };
        let total: u32 = (0..decision.options.len()).map(weight).sum();
        let mut wins = 0.0;
        for i in (0..decision.options.len()).filter(|i| weight(*i) > 0) {
            game.rewind(&here);
            game.answer(i).expect("an option is accepted");
            wins += f64::from(weight(i)) / f64::from(total) * self.wins(game);
        }
        self.0.insert(here.hash(), wins);
        wins
    }
}

#[test]
fn random_playouts_agree_with_the_whole_tree() {
    let library = Library::embedded().with_variant("tiny", TINY);
    let ruleset = Ruleset::load(&library, "tiny", &[]).expect("a legal variant");
    let host = Host::new(&ruleset.spec).expect("legal scripts");
    let setup = Edition { ruleset, host: host.clone() }.setup(2, 1, false);
    let setup = Setup { first: Some(Seat(0)), ..setup };
    let mut game = Game::asking_chance(host, &setup).expect("a legal setup");
    let mut walk = Walk(HashMap::new());
    let exact = walk.wins(&mut game);
    assert!(walk.0.len() > 1000, "the tree has only {} positions", walk.0.len());

    let agents = vec!["random".parse().expect("an agent")];
    let config =
        RunConfig { players: None, agents, fixed: true, seed: 1, games: 20_000, limit: LIMIT };
    let plan = Plan::new(&library, "tiny", &[], config).expect("a legal plan");
    let tally = run(&plan, 0..20_000, 2, &Progress::default()).expect("no fault");
    let outcomes = Outcomes::new(&plan.manifest, &tally.endings);
    let rates = (0..2).map(|seat| outcomes.seat(seat).rate().expect("games"));
    for (rate, exact) in rates.zip([exact, 1.0 - exact]) {
        assert!(rate.holds(exact), "exactly {exact:.4}, played {rate:?}");
    }
}
