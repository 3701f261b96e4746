//! Coverage: 95 % intervals contain the truth in 95 % of 2,000 simulated samples, and with
//! `LITTERBOX_TESTS=all` of 10,000, for samples as games make them: seats and decisions of one game
//! depend on each other, seatings share their luck, most differences are 0.

use crate::harness::{self, manifest};
use crate::program::size;
use litterbox::kernel::rng::generator;
use litterbox::sim::bradley_terry::{Pairing, SeedSums, Strengths, expected};
use litterbox::sim::clusters::{RatioProducts, RatioSums, difference};
use litterbox::sim::metric_report::Quality;
use litterbox::sim::metric_tally::{MetricTally, UNIT};
use litterbox::sim::paired::Paired;
use litterbox::sim::spread::seat_spread;
use litterbox::sim::stats::{self, Estimate};
use litterbox::sim::tally::WIN;
use litterbox::sim::tune_run::{TuneCounts, TuneRun};
use litterbox::sim::{Histogram, Tally};
use rand::RngExt as _;
use rand_pcg::Pcg64Mcg;
use std::ops::RangeInclusive;

fn n_samples() -> u64 {
    size(2_000, 10_000)
}

/// Two-sided intervals: how many of the samples, about four standard errors around 95 %.
fn nominal() -> RangeInclusive<u32> {
    size(1_860..=1_940, 9_400..=9_600)
}

/// Intervals of a figure that is 0 and cannot be less: only the low end can miss it. 97.5 %.
fn one_sided() -> RangeInclusive<u32> {
    size(1_922..=1_978, 9_700..=9_800)
}

struct Luck(Pcg64Mcg);

impl Luck {
    /// A number from 0 to `n - 1`.
    fn below(&mut self, n: u32) -> u64 {
        u64::from(self.0.random_range(0..n))
    }

    /// Whether something of a probability in percent happens.
    fn percent(&mut self, p: u32) -> bool {
        self.below(100) < u64::from(p)
    }

    /// The number of `n` things of a probability in percent that happen.
    fn count(&mut self, n: u64, p: u32) -> u64 {
        (0..n).filter(|_| self.percent(p)).count() as u64
    }
}

/// How many of the intervals contain each of these numbers.
fn covered<const N: usize>(
    truths: [f64; N],
    mut sample: impl FnMut(&mut Luck) -> [Estimate; N],
) -> [u32; N] {
    let mut covered = [0; N];
    for seed in 0..n_samples() {
        let found = sample(&mut Luck(generator(seed, 0xc0ffee)));
        for ((covered, found), truth) in covered.iter_mut().zip(found).zip(truths) {
            *covered += u32::from(found.holds(truth));
        }
    }
    covered
}

fn assert_nominal<const N: usize>(
    truths: [f64; N],
    sample: impl FnMut(&mut Luck) -> [Estimate; N],
) {
    let covered = covered(truths, sample);
    assert!(covered.iter().all(|n| nominal().contains(n)), "not 95 %: {covered:?}");
}

#[test]
fn shares_of_games() {
    // The win rate of a seat, comebacks, the rate of the starting player.
    assert_nominal([0.25, 0.08], |luck| {
        let share = |k| stats::wilson(k, 400).unwrap();
        [share(luck.count(400, 25)), share(luck.count(400, 8))]
    });
}

#[test]
fn shared_wins() {
    // One of three players wins alone in half of the games; in the others, two share the win.
    assert_nominal([1.0 / 3.0], |luck| {
        let mut seat = RatioSums::default();
        for _ in 0..300 {
            let won = match (luck.percent(50), luck.below(3)) {
                (true, 0) => WIN,
                (false, 0 | 1) => WIN / 2,
                _ => 0,
            };
            seat.add(1, won);
        }
        [seat.share(WIN).unwrap()]
    });
}

#[test]
fn means_of_games() {
    // Turns, plies, scores: of a skewed distribution, 10 + 2 * 4.5 + 30 % of 9.5.
    assert_nominal([10.0 + 9.0 + 2.85], |luck| {
        let mut turns = Histogram::default();
        for _ in 0..300 {
            let long = if luck.percent(30) { luck.below(20) } else { 0 };
            turns.add((10 + luck.below(10) + luck.below(10) + long) as usize);
        }
        [turns.mean().unwrap()]
    });
}

#[test]
fn differences_of_paired_games() {
    // The shared part has a high variance; the difference is 3 plus or minus 1 at random, and its
    // standard error in 200 games is 1 / sqrt(200).
    assert_nominal([3.0], |luck| {
        let mut sums = Paired::default();
        for _ in 0..200 {
            let common = luck.below(1_000) as i64;
            let other = common + 3 + 2 * luck.below(2) as i64 - 1;
            sums.add(other - common);
        }
        let found = sums.mean(1).unwrap();
        assert!((found.margin() - 1.971_957 / 200.0f64.sqrt()).abs() < 0.01);
        [found]
    });
}

#[test]
fn differences_that_are_rare() {
    // One card more seldom changes a game: it is a turn shorter in 3 of 100 games, and a turn
    // longer in 2. The starting player wins instead of losing in 2 of 100.
    assert_nominal([-0.01, 0.02], |luck| {
        let (mut turns, mut wins) = (Paired::default(), Paired::default());
        for _ in 0..400 {
            turns.add(match luck.below(100) {
                0..3 => -1,
                3..5 => 1,
                _ => 0,
            });
            wins.add(if luck.percent(2) { WIN as i64 } else { 0 });
        }
        [turns.rare_mean(1).unwrap(), wins.rare_mean(WIN).unwrap()]
    });
    // No difference at all is not known to be none.
    let mut never = Paired::default();
    (0..400).for_each(|_| never.add(0));
    let found = never.rare_mean(1).unwrap();
    assert!(found.value == 0.0 && (0.004..0.01).contains(&found.margin()), "{found:?}");
}

#[test]
fn few_differences() {
    // The sums of eight dice: 28 on average.
    assert_nominal([28.0], |luck| {
        let mut paired = Paired::default();
        (0..12).for_each(|_| paired.add((0..8).map(|_| luck.below(6) as i64 + 1).sum()));
        [paired.mean(1).unwrap()]
    });
}

/// The difference that a card makes if `lucky` of `n_cards` cards are dealt to `n_seats` players,
/// one each, and whoever holds one has three times the chance of another player to win.
fn dealt(luck: &mut Luck, n_seats: u64, lucky: u64, n_cards: u64) -> Estimate {
    let mut with = RatioSums::default();
    for _ in 0..200 {
        let (mut left, mut cards, mut holders) = (lucky, n_cards, 0);
        for _ in 0..n_seats {
            let is_lucky = luck.below(cards as u32) < left;
            (left, cards, holders) =
                (left - u64::from(is_lucky), cards - 1, holders + u64::from(is_lucky));
        }
        let wins = luck.below((n_seats + 2 * holders) as u32) < 3 * holders;
        with.add(holders, WIN * u64::from(wins));
    }
    let (without, products) = with.rest(200, n_seats, WIN);
    difference(&[with], &[without], &[products], WIN).unwrap()
}

#[test]
fn wins_by_the_cards_that_were_dealt() {
    // One lucky card and a dud for two players: the holder wins 3 of 4 games.
    assert_nominal([0.5], |luck| [dealt(luck, 2, 1, 2)]);
    // One lucky card of four for two players: it is in the game in half of the games. A player
    // without it wins a quarter of them, and half of the other games, in which there are two.
    let without = (0.5 * 0.25 + 0.5) / 1.5;
    assert_nominal([0.75 - without], |luck| [dealt(luck, 2, 1, 4)]);
    // Two of eight cards for four players: h are held with the probabilities 15, 40 and 15 of 70,
    // and their holders win 3 h of 4 + 2 h games.
    let (wins, holders) = (40.0 / 70.0 * 0.5 + 15.0 / 70.0 * 0.75, 1.0);
    let truth = wins / holders - (1.0 - wins) / (4.0 - holders);
    assert_nominal([truth], |luck| [dealt(luck, 4, 2, 8)]);
}

#[test]
fn agents_on_several_seats() {
    // The first agent has two of four seats, or one and two of three in turn; it wins with
    // probability 0.6, and with 0.4 and 0.7.
    assert_nominal([0.3, 1.1 / 3.0], |luck| {
        let (mut four, mut three) = (RatioSums::default(), RatioSums::default());
        for game in 0..300 {
            four.add(2, WIN * luck.count(1, 60));
            let is_odd = game % 2 == 1;
            three.add(1 + u64::from(is_odd), WIN * luck.count(1, if is_odd { 70 } else { 40 }));
        }
        [four.share(WIN).unwrap(), three.share(WIN).unwrap()]
    });
}

#[test]
fn differences_between_agents_of_one_game() {
    // Of two agents that win 60 and 40 of 100 games, and of two of three, with 50, 30 and 20.
    assert_nominal([0.2, 0.2], |luck| {
        let spread = |shares: &[u64]| {
            let (mut sums, mut products) = ([RatioSums::default(); 2], RatioProducts::default());
            for _ in 0..300 {
                let place = luck.below(100);
                let won = |i: usize| {
                    let end: u64 = shares[..=i].iter().sum();
                    WIN * u64::from((end - shares[i]..end).contains(&place))
                };
                (0..2).for_each(|i| sums[i].add(1, won(i)));
                products.add((1, won(0)), (1, won(1)));
            }
            difference(&sums[..1], &sums[1..], &[products], WIN).unwrap()
        };
        [&[60, 40][..], &[50, 30, 20]].map({
            let mut spread = spread;
            move |shares| spread(shares)
        })
    });
}

#[test]
fn shares_of_independent_samples() {
    // Each player is alone in its game: the interval is that of Newcombe.
    assert_nominal([-0.15], |luck| {
        let (mut a, mut b) = (RatioSums::default(), RatioSums::default());
        (0..200).for_each(|_| a.add(1, luck.count(1, 10)));
        (0..300).for_each(|_| b.add(1, luck.count(1, 25)));
        [difference(&[a], &[b], &[RatioProducts::default()], 1).unwrap()]
    });
}

#[test]
fn options_of_decisions() {
    // A game is simple, with 10 to 19 decisions of 2 to 4 options, or rich, with 20 to 59 of 4 to
    // 9, so that the decisions of a game are alike.
    let truth = (14.5 * 3.0 + 39.5 * 6.5) / (14.5 + 39.5);
    assert_nominal([truth], |luck| {
        let mut options = RatioSums::default();
        for _ in 0..200 {
            let (n, least, most) = match luck.percent(50) {
                true => (10 + luck.below(10), 2, 4),
                false => (20 + luck.below(40), 4, 9),
            };
            options.add(n, (0..n).map(|_| least + luck.below(most - least as u32 + 1)).sum());
        }
        [options.mean().unwrap()]
    });
}

#[test]
fn seats_that_differ_and_seats_that_do_not() {
    let rates = |luck: &mut Luck, n: u64, shares: &[u64]| {
        let mut wins = vec![0; shares.len()];
        for _ in 0..n {
            let place = luck.below(shares.iter().sum::<u64>() as u32);
            let mut end = 0;
            let winner = shares.iter().position(|share| {
                end += share;
                place < end
            });
            wins[winner.unwrap()] += 1;
        }
        seat_spread(&harness::shares(&wins)).unwrap()
    };
    assert_nominal([0.2], |luck| [rates(luck, 300, &[60, 40])]);
    // Of six pairs of seats, three differ by 0.2 and three do not.
    assert_nominal([(3.0 * 0.04f64 / 6.0).sqrt()], |luck| [rates(luck, 600, &[40, 20, 20, 20])]);
    let equal =
        covered([0.0; 2], |luck| [rates(luck, 300, &[1, 1]), rates(luck, 300, &[1, 1, 1, 1])]);
    assert!(equal.iter().all(|n| one_sided().contains(n)), "not 97.5 %: {equal:?}");
}

/// Two agents in both seatings.
fn two() -> [Pairing; 2] {
    [[0, 1], [1, 0]].map(|agents| Pairing { agents, seats: [1.0, 1.0] })
}

#[test]
fn strengths_and_rates_of_agents_with_the_same_luck() {
    // The luck of a seed decides for a seat in 40 % of the seeds, and then each agent wins once;
    // otherwise one agent is the better one in both games, the first one in 70 %. Or the games of a
    // seed are independent, and the first agent wins 80 %.
    let points = |share: f64| 400.0 * (share / (1.0 - share)).log10();
    let truths = [0.6 * 0.7 + 0.2, 0.8];
    assert_nominal([points(truths[0]), truths[0], points(truths[1]), truths[1]], |luck| {
        let mut shared = |is_shared: bool| {
            let (mut seeds, mut pair) = (SeedSums::default(), RatioSums::default());
            for _ in 0..200 {
                let (first, second) = match is_shared {
                    true if luck.percent(40) => (1, 0),
                    true => [(0, 0), (1, 1)][luck.count(1, 70) as usize],
                    false => (luck.count(1, 80), luck.count(1, 80)),
                };
                seeds.add(&[Some(WIN * first), Some(WIN * (1 - second))], 1);
                pair.add(2, WIN * (first + second));
            }
            let strengths = Strengths::fit(2, &two(), &seeds).unwrap();
            [strengths.difference(0, 1), pair.share(WIN).unwrap()]
        };
        let ([a, b], [c, d]) = (shared(true), shared(false));
        [a, b, c, d]
    });
}

#[test]
fn strengths_of_three_agents_on_the_same_seeds() {
    // In half of the seeds the same seat wins every game; otherwise the games are independent.
    let strengths = [0.0, 100.0, 250.0];
    let pairs = [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]];
    let pairings = pairs.map(|agents| Pairing { agents, seats: [1.0, 1.0] });
    let shares = pairs.map(|[a, b]| 100_000.0 * expected(strengths[a] - strengths[b]));
    // What is left of the strengths if half of the games are a coin.
    let left = |points: f64| {
        let share = f64::midpoint(0.5, expected(points));
        400.0 * (share / (1.0 - share)).log10()
    };
    let [first, second] = [100.0, 150.0].map(left);
    let third = left(250.0);
    // The three do not fit one scale exactly: the truth is that of many games.
    let mut many = SeedSums::default();
    for (i, points) in [100.0, 250.0, 150.0].into_iter().enumerate() {
        let better = (WIN as f64 * f64::midpoint(0.5, expected(points))).round() as u64;
        let mut results = [None; 6];
        (results[2 * i], results[2 * i + 1]) = (Some(WIN - better), Some(better));
        many.add(&results, 1_000_000);
    }
    let many = Strengths::fit(3, &pairings, &many).unwrap();
    let truths = [many.difference(1, 0).value, many.difference(2, 1).value];
    assert!((truths[0] - first).abs() < 10.0 && (truths[1] - second).abs() < 10.0);
    assert!((many.difference(2, 0).value - third).abs() < 10.0);
    assert_nominal(truths, |luck| {
        let mut seeds = SeedSums::default();
        for _ in 0..100 {
            let of_all = luck.percent(50).then(|| luck.below(2));
            let game = |share: &f64| {
                Some(WIN * of_all.unwrap_or_else(|| u64::from(luck.below(100_000) < *share as u64)))
            };
            seeds.add(&shares.each_ref().map(game), 1);
        }
        let fit = Strengths::fit(3, &pairings, &seeds).unwrap();
        [fit.difference(1, 0), fit.difference(2, 1)]
    });
}

#[test]
fn measures_of_quality() {
    // Lead changes: 0 to 5 of 5 steps. Drama: none in half of the games, else from 0 to 1. The win
    // probability of the winner in some tenth: from 0 to 1, more often high.
    assert_nominal([0.5, 0.25, 2.0 / 3.0], |luck| {
        let mut tally = MetricTally { winner: vec![Paired::default()], ..MetricTally::default() };
        let million = UNIT as u32 + 1;
        for _ in 0..200 {
            tally.sums[0].add((luck.below(6) * UNIT / 5) as i64);
            tally.sums[1].add(if luck.percent(50) { luck.below(million) as i64 } else { 0 });
            tally.winner[0].add(luck.below(million).max(luck.below(million)) as i64);
        }
        let found = Quality::of(&tally).unwrap();
        [found.means[0].unwrap(), found.means[1].unwrap(), found.winner[0].unwrap()]
    });
}

#[test]
fn decisions_that_matter() {
    // The difference between the best and the median option, measured in 64 pairs of simulated
    // games that one of them wins in a quarter: in 0, 30 or 100 % of the decisions the best option
    // wins for sure.
    assert_nominal([0.0, 0.3], |luck| {
        [0, 30].map(|percent| {
            let mut tally = MetricTally::default();
            for _ in 0..200 {
                let measured: i64 = match luck.percent(percent) {
                    true => 64,
                    false => {
                        (0..64).map(|_| [1, -1, 0, 0, 0, 0, 0, 0][luck.below(8) as usize]).sum()
                    }
                };
                tally.add_decision(measured, 6);
            }
            Quality::of(&tally).unwrap().means[4].unwrap()
        })
    });
}

#[test]
fn the_best_of_many_equal_combinations() {
    // Each of 12 combinations has 14.5 turns on average, and many are wanted: the first one has the
    // longest games of those that choose it.
    let over = vec![("deal".to_owned(), (1..=12).map(|n| n.to_string()).collect())];
    let plan = manifest("classic", 2, &["random"], 2_400);
    let run = TuneRun { plan, over, toward: vec!["turns=30*1".to_owned()] };
    let rounds = run.rounds();
    let n_all = rounds[0].0;
    assert_nominal([14.5], |luck| {
        let mut counts = TuneCounts::new();
        for (i, (n, games)) in rounds.iter().enumerate() {
            let offset = if i + 1 == rounds.len() { n_all } else { 0 };
            let players = run.ranked(&counts);
            for player in &players[..*n] {
                let index: usize = player.set[0].1.parse().unwrap();
                let tally = counts.entry(index - 1 + offset).or_insert(Tally::new(2, 1, 0, 0));
                tally.numbers.resize(1, Histogram::default());
                for _ in games.clone() {
                    tally.numbers[0].add((10 + luck.below(10)) as usize);
                    (tally.games, tally.won) = (tally.games + 1, tally.won + 1);
                }
            }
        }
        [run.ranked(&counts)[0].measures[0].unwrap()]
    });
}
