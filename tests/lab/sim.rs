//! Statistics of simulations over seeds.

use crate::harness::{manifest, rates, tally};
use crate::program::Litterbox;
use litterbox::kernel::Seat;
use litterbox::sim::stats::{self, Estimate};
use litterbox::sim::{SimReport, Tally};
use std::collections::BTreeMap;

/// A short game in which choices matter: no cats, few cards, one kitten less than players.
const SHORT: &[(&str, &str)] = &[
    ("deal", "2"),
    ("deck.defuse", "4"),
    ("deck.nope", "0"),
    ("deck.favor", "0"),
    ("deck.shuffle", "0"),
    ("deck.see_the_future", "0"),
    ("deck.tacocat", "0"),
    ("deck.beard_cat", "0"),
    ("deck.rainbow_cat", "0"),
    ("deck.potato_cat", "0"),
    ("deck.cattermelon", "0"),
];

#[test]
fn the_number_of_threads_changes_nothing() {
    let one = tally("classic", &[], 4, &["random", "greedy"], 0..60, 1);
    let three = tally("classic", &[], 4, &["random", "greedy"], 0..60, 3);
    assert_eq!(one, three);
    assert_eq!((one.games, one.won, one.faulty), (60, 60, 0));
    assert_eq!(one.endings.values().sum::<u64>(), 60);
}

#[test]
fn every_player_but_the_winner_goes_out_by_something() {
    let tally = tally("classic", &[], 4, &["random"], 0..40, 2);
    let by_cards: u64 = tally.kinds.iter().map(|kind| kind.eliminations).sum();
    assert_eq!(by_cards + tally.other_eliminations, 3 * tally.won);
    assert_eq!(tally.other_eliminations, 0);
    let explosions: u64 = tally.kinds.iter().map(|kind| kind.rescued_sums.size()).sum();
    let rescued: u64 = tally.kinds.iter().map(|kind| kind.rescued_sums.total()).sum();
    assert_eq!(explosions, rescued + by_cards);
}

#[test]
fn games_without_an_end_are_told_and_in_no_average() {
    let tally = crate::harness::tally_of_games_cut_short(20, 5);
    assert_eq!((tally.games, tally.stopped, tally.won), (20, 20, 0));
    assert!(tally.numbers.is_empty());
}

/// Asserts that the first of two agents wins significantly more often.
fn beats(better: &str, worse: &str, sets: &[(&str, &str)], players: usize, games: u64) {
    let tally = tally("classic", sets, players, &[worse, better], 0..games, 2);
    let [worse, better] =
        rates("classic", players, &[worse, better], &tally, |outcomes, i| outcomes.agent(i));
    assert!(better.low > worse.high, "{players} players: {better:?} against {worse:?}");
}

#[test]
fn greedy_beats_random_at_two_and_at_four() {
    for players in [2, 4] {
        beats("greedy", "random", &[], players, 400);
    }
}

#[test]
fn search_beats_greedy_at_two_and_at_four() {
    for (players, games, skips, attacks) in [(2, 600, "6", "4"), (4, 800, "8", "8")] {
        let sets = [SHORT, &[("deck.skip", skips), ("deck.attack", attacks)]].concat();
        beats("search:60", "greedy", &sets, players, games);
    }
}

#[test]
fn a_survival_curve_is_the_one_computed_by_hand() {
    // Two games of two players: the second seat is eliminated in turn 3 of one, the first seat in
    // turn 5 of the other.
    let mut tally = Tally::new(2, 1, 0, 0);
    (tally.games, tally.won) = (2, 2);
    tally.out[1].add(3);
    tally.out[0].add(5);
    [3, 5].iter().for_each(|turn| tally.out_squares.add(*turn));
    let report =
        |tally: &Tally| SimReport::new(&manifest("classic", 2, &["random"], 2), &[], &[], tally);
    let shares = |curve: &[Estimate]| curve.iter().map(|s| s.value).collect::<Vec<_>>();
    let curves = report(&tally);
    assert_eq!(shares(&curves.survival), [1.0, 1.0, 1.0, 0.75, 0.75, 0.5]);
    assert_eq!(shares(&curves.seat_survival[0]), [1.0, 1.0, 1.0, 1.0, 1.0, 0.5]);
    assert_eq!(shares(&curves.seat_survival[1]), [1.0, 1.0, 1.0, 0.5]);
    // After turn 3, 1 and 2 of 2 players are left: the variance of the share is (0.5² + 0.5²) / 4²,
    // that of 6 independent players, whose Wilson interval this is.
    let Estimate { low, high, .. } = curves.survival[3];
    assert_eq!((low, high), (0.364823, 0.94001));
    // After turn 5, one is left in each game.
    let Estimate { low, high, .. } = curves.survival[5];
    assert_eq!((low, high), (0.5, 0.5));
    assert_eq!(Some(curves.seat_survival[1][3]), stats::wilson(1, 2));
}

#[test]
fn the_players_out_by_the_end_of_each_game_are_all_but_the_winner() {
    let tally = tally("classic", &[], 4, &["random"], 0..50, 1);
    assert_eq!(tally.won, 50);
    // 3² in each game.
    assert_eq!(tally.out_squares.n(), 50 * 9);
}

#[test]
fn a_mean_has_the_interval_of_the_formula() {
    // 1, 2, 3, 4, 5: variance 2.5, standard error sqrt(0.5).
    let mean = stats::mean(5, 15, 55).unwrap();
    assert!((mean.value - 3.0).abs() < 1e-6);
    assert!((mean.margin() - 2.776_445 * 0.5f64.sqrt()).abs() < 1e-5);
}

#[test]
fn one_hypothesis_has_one_p_value() {
    // Of two players, seats differ if and only if it matters who begins.
    for (players, is_another) in [(2, false), (3, true)] {
        let tally = tally("classic", &[], players, &["random"], 0..60, 1);
        let report =
            SimReport::new(&manifest("classic", players, &["random"], 60), &[], &[], &tally);
        assert!(report.first.is_some());
        assert_eq!(report.seat_test.is_some(), is_another, "{players} players");
    }
}

#[test]
fn each_seat_has_each_company_equally_often() {
    // Of two agents in three seats one sits alone; of three in four, one sits twice.
    let two = ["greedy", "random"];
    let three = ["greedy", "random", "search:1"];
    for (players, agents) in [(3, &two[..]), (4, &three), (5, &two), (4, &two)] {
        let n_agents = agents.len();
        let plan = crate::harness::plan("classic", &[], players, agents, (1, 100));
        let n_games = (players * n_agents) as u64;
        let mut seen = vec![BTreeMap::<Vec<usize>, u32>::new(); players];
        for game in 0..n_games {
            let seating: Vec<usize> =
                (0..players).map(|seat| plan.agent_of(game, Seat(seat as u8))).collect();
            for (seat, seen) in seen.iter_mut().enumerate() {
                // As seen from this seat: its own agent first.
                let around = [&seating[seat..], &seating[..seat]].concat();
                *seen.entry(around).or_default() += 1;
            }
        }
        assert!(seen.windows(2).all(|pair| pair[0] == pair[1]), "{players}: {seen:?}");
    }
}

#[test]
fn a_card_counts_as_played_whatever_it_is_played_as() {
    let agents = ["random", "greedy"];
    let report = |id: &str, players| {
        let games = 40;
        let tally = tally(id, &[], players, &agents, 0..games, 2);
        let library = litterbox::variant::Library::embedded();
        let ruleset = litterbox::variant::Ruleset::load(&library, id, &[]).expect("an edition");
        let kinds: Vec<String> =
            ruleset.spec.kinds.iter().map(|kind| kind.id.to_string()).collect();
        let combos: Vec<String> =
            ruleset.spec.combos.iter().map(|combo| combo.id.to_string()).collect();
        SimReport::new(&manifest(id, players, &agents, games), &kinds, &combos, &tally)
    };
    let played = |report: &SimReport, name: &str| {
        report.cards.iter().find(|row| row.name == name).expect("a card").played
    };
    // Godcat is played as a card that its player chooses, cats are played in sets.
    assert!(played(&report("good_vs_evil", 4), "godcat") > 0.0);
    let classic = report("classic", 4);
    assert!(played(&classic, "tacocat") > 0.0);
    // Nobody plays a kitten, and it is not said to be unplayed.
    assert!(classic.unplayed.iter().all(|row| row.name != "exploding_kitten"));
    let home = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/homebrew");
    let run = |format: &str| {
        let run = ["sim", "gambles", "--home", home, "--players", "2", "--games", "20"];
        let more = ["--seed", "2", "--agents", "greedy,random", "--format", format];
        Litterbox::new().run(&[&run[..], &more].concat()).out
    };
    let (text, csv, json) = (run("text"), run("csv"), run("json"));
    let said = "never played\n  full_house  offered in 11 games, never chosen by greedy\n";
    assert!(text.contains(said), "{text}");
    assert!(csv.contains("unplayed,full_house,offered,11,,"), "{csv}");
    assert!(json.contains("\"never_chosen_by\""), "{json}");
}
