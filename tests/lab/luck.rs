//! Common random numbers, as used by `compare`: uniformly distributed, and shared by games with
//! different decks.

use crate::harness::loaded;
use litterbox::agent::{AgentRandom, Random};
use litterbox::kernel::{Agent, Game, Setup, Zone};
use statrs::distribution::{ChiSquared, ContinuousCDF};

/// A classic game for two with keyed draws.
fn keyed(seed: u64) -> Game {
    let loaded = loaded("classic", &[]);
    let setup = Setup { keyed: true, ..loaded.setup(2, seed, false) };
    Game::new(loaded.host.clone(), &setup).expect("shipped scripts do not fail")
}

/// Fails if the outcomes are not uniformly distributed, at a significance level of 1 in 1,000 for
/// the fixed seeds of the test.
fn assert_uniform(counts: &[u32]) {
    let total: u32 = counts.iter().sum();
    let expected = f64::from(total) / counts.len() as f64;
    let off = counts.iter().map(|n| (f64::from(*n) - expected).powi(2) / expected);
    let chi_square: f64 = off.sum();
    let most = ChiSquared::new((counts.len() - 1) as f64).unwrap().inverse_cdf(0.999);
    assert!(chi_square < most, "{chi_square:.1} is above {most:.1}: {counts:?}");
}

#[test]
fn the_kitten_of_two_players_lies_at_any_depth_equally_often() {
    let loaded = loaded("classic", &[]);
    let mut depths = Vec::new();
    for seed in 0..4_000 {
        let setup = Setup { keyed: true, ..loaded.setup(2, seed, false) };
        let game = Game::new(loaded.host.clone(), &setup).expect("shipped scripts do not fail");
        let pile = game.table().cards_in(Zone::Draw);
        depths.resize(pile.len(), 0);
        let is_kitten =
            |card| &*game.rules().kind(game.table().kind(card)).id == "exploding_kitten";
        depths[pile.iter().position(|card| is_kitten(*card)).expect("there is one")] += 1;
    }
    assert_uniform(&depths);
}

#[test]
fn each_option_is_chosen_equally_often() {
    let game = keyed(1);
    let decision = game.decision().expect("it has begun");
    let mut counts = vec![0; decision.options.len()];
    for seed in 0..6_000 {
        let mut agent = Random::by(AgentRandom::keyed(seed));
        counts[agent.answer(&game.observation(decision.seat), decision)] += 1;
    }
    assert!(counts.len() > 3, "a decision worth the name");
    assert_uniform(&counts);
}

#[test]
fn one_agent_asked_the_same_again_chooses_anew() {
    let game = keyed(1);
    let decision = game.decision().expect("it has begun");
    let mut agent = Random::by(AgentRandom::keyed(1));
    let mut counts = vec![0; decision.options.len()];
    for _ in 0..6_000 {
        counts[agent.answer(&game.observation(decision.seat), decision)] += 1;
    }
    assert_uniform(&counts);
}

#[test]
fn an_option_less_changes_no_choice_among_the_others() {
    let game = keyed(1);
    let decision = game.decision().expect("it has begun");
    let mut without = decision.clone();
    let gone = without.options.remove(0);
    let mut n_changed = 0;
    for seed in 0..500 {
        let choose = |decision| {
            Random::by(AgentRandom::keyed(seed)).answer(&game.observation(without.seat), decision)
        };
        let (all, fewer) = (choose(decision), choose(&without));
        if decision.options[all] == gone {
            n_changed += 1;
        } else {
            assert_eq!(decision.options[all], without.options[fewer], "seed {seed}");
        }
    }
    assert!((1..250).contains(&n_changed), "{n_changed} of 500 had chosen what is gone");
}
