//! Playouts over seeds: the numbers they come to.

use crate::harness::tally;
use litterbox::sim::stats;

#[test]
fn the_number_of_threads_changes_nothing() {
    let one = tally("classic", &[], 4, &["random", "greedy"], 0..60, 1);
    let three = tally("classic", &[], 4, &["random", "greedy"], 0..60, 3);
    assert_eq!(one, three);
    assert_eq!((one.games, one.won, one.faulty), (60, 60, 0));
    assert_eq!(one.seats.iter().map(|seat| seat.wins).sum::<u64>(), 60);
}

#[test]
fn every_player_but_the_winner_goes_out_by_something() {
    let tally = tally("classic", &[], 4, &["random"], 0..40, 2);
    let by_cards: u64 = tally.kinds.iter().map(|kind| kind.eliminations).sum();
    assert_eq!(by_cards + tally.other_eliminations, 3 * tally.won);
    assert_eq!(tally.other_eliminations, 0);
    let explosions: u64 = tally.kinds.iter().map(|kind| kind.explosions).sum();
    let rescued: u64 = tally.kinds.iter().map(|kind| kind.rescued).sum();
    assert_eq!(explosions, rescued + by_cards);
}

#[test]
fn games_without_an_end_are_told_and_in_no_average() {
    let tally = crate::harness::tally_of_games_cut_short(20, 5);
    assert_eq!((tally.games, tally.stopped, tally.won), (20, 20, 0));
    assert_eq!(tally.turns.n(), 0);
}

#[test]
fn greedy_beats_random_at_two_and_at_four() {
    for players in [2, 4] {
        let tally = tally("classic", &[], players, &["random", "greedy"], 0..400, 2);
        let [random, greedy] = [0, 1].map(|i| {
            stats::wilson(tally.agents[i].wins, tally.agents[i].n).expect("games were played")
        });
        assert!(greedy.low > random.high, "{players} players: {random:?} {greedy:?}");
    }
}

#[test]
fn intervals_cover_a_known_coin_as_often_as_they_say() {
    let mut coin = litterbox::kernel::rng::generator(1, 1);
    let mut covered = [0; 2];
    for _ in 0..2_000 {
        let mut heads = |n: u64, p: u32| {
            (0..n).filter(|_| litterbox::kernel::rng::below(&mut coin, 100) < p).count() as u64
        };
        let (a, b) = (heads(80, 10), heads(120, 25));
        covered[0] += u32::from(stats::wilson(a, 80).unwrap().holds(0.10));
        covered[1] += u32::from(stats::difference((a, 80), (b, 120)).unwrap().holds(-0.15));
    }
    for n in covered {
        assert!((1_860..=1_940).contains(&n), "95 % would be 1,900: {n}");
    }
}

#[test]
fn a_mean_has_the_interval_of_the_formula() {
    // 1, 2, 3, 4, 5: variance 2.5, standard error sqrt(0.5).
    let mean = stats::mean(5, 15, 55).unwrap();
    assert!((mean.value - 3.0).abs() < 1e-6);
    assert!((mean.margin() - 1.959_964 * 0.5f64.sqrt()).abs() < 1e-5);
    assert_eq!(stats::binomial_test(5, 10, 0.5), Some(1.0));
    assert_eq!(stats::binomial_test(0, 10, 0.5), Some(0.001_953));
    assert_eq!(stats::chi_squared(&[10, 10]), Some((0.0, 1.0)));
}
