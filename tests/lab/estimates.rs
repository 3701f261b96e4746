//! Every statistic against a case computed by hand, or against published examples.

use crate::harness::{manifest, shares, tally};
use litterbox::kernel::{Seat, SeatSet};
use litterbox::sim::clusters::{RatioProducts, RatioSums, difference};
use litterbox::sim::compare::{CompareRun, Comparison};
use litterbox::sim::counts::Merge as _;
use litterbox::sim::distributions::Z95;
use litterbox::sim::measures::{Measure, N_OF_GAMES};
use litterbox::sim::metric_report::Quality;
use litterbox::sim::metric_tally::{MetricTally, UNIT};
use litterbox::sim::outcomes::Outcomes;
use litterbox::sim::spread::seat_spread;
use litterbox::sim::stats::{self, Estimate};
use litterbox::sim::tally::{Ending, WIN};
use litterbox::sim::tune::Candidate;
use litterbox::sim::tune_run::{TuneCounts, TuneRun};
use litterbox::sim::{Histogram, RunManifest, SimReport, Tally};

/// Asserts that an estimate and the ends of its interval are these, to four decimal places.
fn assert_is(what: &str, found: Option<Estimate>, expected: [f64; 3]) {
    let Estimate { value, low, high } = found.unwrap_or_else(|| panic!("{what}: no estimate"));
    let near = |(found, expected): (f64, &f64)| (found - expected).abs() < 5.1e-5;
    assert!(
        [value, low, high].into_iter().zip(&expected).all(near),
        "{what}: {value} [{low}, {high}] is not {expected:?}"
    );
}

/// Sums of these games.
fn sums(games: &[(u64, u64)]) -> RatioSums {
    let mut sums = RatioSums::default();
    games.iter().for_each(|(x, y)| sums.add(*x, *y));
    sums
}

/// `k` of `n` players, each in a game of its own.
fn alone(k: u64, n: u64) -> RatioSums {
    sums(&(0..n).map(|i| (1, u64::from(i < k))).collect::<Vec<_>>())
}

#[test]
fn shares_are_those_of_newcombe() {
    // R. G. Newcombe, Two-sided Confidence Intervals for the Single Proportion (1998), table I,
    // method 3.
    for (k, n, low, high) in [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ] {
        let expected = [k as f64 / n as f64, low, high];
        assert_is("Wilson", stats::wilson(k, n), expected);
        assert_is("players alone in their games", alone(k, n).share(1), expected);
    }
    assert_eq!((stats::wilson(0, 0), alone(0, 0).share(1)), (None, None));
}

#[test]
fn means_of_very_many_games_have_the_normal_interval() {
    // Student's t of as many degrees of freedom is nearer to it than to what computes it.
    for n in [1_000_001, 15_000_000, 1 << 48] {
        let half = Z95 / (n as f64).sqrt() * 1e4;
        let found = stats::mean(n, 0, i128::from(n) * 100_000_000);
        let close = |end: f64| (end.abs() - half).abs() < half * 1e-5 + 1e-6;
        let Estimate { value, low, high } = found.expect("two differences or more");
        assert!(value == 0.0 && close(low) && close(high), "{n}: [{low}, {high}] is not {half}");
    }
}

#[test]
fn differences_are_those_of_newcombe() {
    // R. G. Newcombe, Interval Estimation for the Difference between Independent Proportions
    // (1998), table II, method 10.
    for ((a, m), (b, n), low, high) in [
        ((56_u32, 70_u32), (48_u32, 80_u32), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((6, 7), (2, 7), 0.0582, 0.8062),
        ((5, 56), (0, 29), -0.0381, 0.1926),
        ((10, 10), (0, 20), 0.6791, 1.0),
    ] {
        let value = f64::from(a) / f64::from(m) - f64::from(b) / f64::from(n);
        let (a, b) = (alone(a.into(), m.into()), alone(b.into(), n.into()));
        let found = difference(&[a], &[b], &[RatioProducts::default()], 1);
        assert_is("Newcombe", found, [value, low, high]);
    }
}

#[test]
fn ratios_of_games_have_the_linearised_variance() {
    // 2 of 6: the residuals y - x / 3 are 1/3, 2/3 and -1, and the variance is 14/9 / 36.
    let found = sums(&[(2, 1), (1, 1), (3, 0), (0, 0)]);
    let p = 1.0 / 3.0;
    let variance = 14.0 / 9.0 / 36.0;
    // Student's t with 2 degrees of freedom.
    let half = 4.302_653 * f64::sqrt(variance * 3.0 / 2.0);
    assert_is("mean", found.mean(), [p, p - half, p + half]);
    // As many independent players have this variance: 2/9 / (14/9 / 36) = 36/7.
    let (n, z2) = (36.0 / 7.0, Z95.powi(2));
    let middle = (p + z2 / 2.0 / n) / (1.0 + z2 / n);
    let half = Z95 * f64::sqrt(p * (1.0 - p) / n + z2 / 4.0 / n / n) / (1.0 + z2 / n);
    assert_is("share", found.share(1), [p, middle - half, middle + half]);
    assert_eq!(sums(&[(5, 3)]).mean(), None);
    // An agent on all seats wins exactly its part.
    assert_is("all seats", sums(&[(2, 1), (2, 1)]).share(1), [0.5, 0.5, 0.5]);
}

#[test]
fn the_rest_of_the_players_of_a_game_is_counted_from_sums() {
    // Of three players, some hold a card; there is one win in each game.
    let with = [(2, 1), (1, 1), (3, 1), (0, 0), (1, 0)];
    let without = with.map(|(n, wins)| (3 - n, 1 - wins));
    let mut products = RatioProducts::default();
    with.into_iter().zip(without).for_each(|(a, b)| products.add(a, b));
    let (with, without) = (sums(&with), sums(&without));
    let (rest, found) = with.rest(5, 3, 1);
    assert_eq!(found, products);
    let value = 3.0 / 7.0 - 2.0 / 8.0;
    let expected = difference(&[with], &[without], &[products], 1).unwrap();
    assert!((expected.value - value).abs() < 1e-6);
    assert_eq!(difference(&[with], &[rest], &[found], 1), Some(expected));
}

#[test]
fn opposite_shares_differ_by_the_double_of_one() {
    // Of two agents in the same games one wins 60 %: the difference is 2 p - 1.
    let (a, b) = (alone(60, 100), sums(&[[(1, 0); 60].as_slice(), &[(1, 1); 40]].concat()));
    let mut products = RatioProducts::default();
    (0..100).for_each(|i| products.add((1, u64::from(i < 60)), (1, u64::from(i >= 60))));
    let found = difference(&[a], &[b], &[products], 1);
    let Estimate { low, high, .. } = stats::wilson(60, 100).unwrap();
    assert_is("difference", found, [0.2, 2.0 * low - 1.0, 2.0 * high - 1.0]);
}

#[test]
fn tests_have_the_p_values_of_their_distributions() {
    // Of two seats, Pearson's: (100 + 100) / 30, and p is twice the probability above the root.
    let two = shares(&[20, 40]).test().unwrap();
    assert!((two.statistic - 200.0 / 30.0).abs() < 1e-3, "{two:?}");
    assert!((two.p_value - 0.009_823).abs() < 1e-5, "{two:?}");
    assert_eq!(shares(&[10, 10]).test().unwrap().p_value, 1.0);
    assert_eq!(shares(&[10, 0]).test().map(|test| test.p_value < 0.01), Some(true));
    // Of three seats, the offsets -1/6, 0 and 1/6 against the variances of the multinomial shares:
    // 60 (1/36) (6 + 2) / 3 = 13.3 with those of the sample; and p = exp(-x / 2).
    let three = shares(&[10, 20, 30]).test().unwrap();
    assert!((three.p_value - (-three.statistic / 2.0).exp()).abs() < 1e-6, "{three:?}");
}

#[test]
fn shares_of_wins_are_tested_by_their_variance() {
    // Half a win in each of 4 games, and a whole one in 4 of 16: 6 of 20 wins, expected 10. The
    // variance of a game is (4 / 4 + 4 - 36 / 20) / 20 = 0.16, that of independent wins 0.21.
    let shared = [[(1, 1); 4].as_slice(), &[(1, 2); 4], &[(1, 0); 12]].concat();
    let n_effective = 20.0 * 0.21 / 0.16;
    let z = (0.5 - 0.3) / (0.25f64 / n_effective).sqrt();
    assert!((z - 2.049_390).abs() < 1e-6);
    // Twice the probability above z: 2 (1 - 0.979_788).
    let found = sums(&shared).share(2).unwrap();
    assert!((found.test(0.5) - 0.040_424).abs() < 2e-3, "{}", found.test(0.5));
    assert!((found.test(found.high) - 0.05).abs() < 1e-4);
    assert_eq!(
        [0.5, 0.3].map(|p| Estimate { value: 0.5, low: 0.5, high: 0.5 }.test(p)),
        [1.0, 0.0]
    );
}

#[test]
fn quantiles_are_the_nearest_ranks() {
    let mut numbers = Histogram::default();
    [2, 10, 1, 3, 2].into_iter().for_each(|number| numbers.add(number));
    let quantiles = [0, 50, 250, 500, 750, 950, 1000].map(|part| numbers.quantile(part).unwrap());
    assert_eq!(quantiles, [1, 1, 2, 2, 3, 10, 10]);
    assert_eq!(Histogram::default().quantile(500), None);
    // The mean is 3.6, the variance (118 - 5 * 3.6^2) / 4 = 13.3.
    let half = 2.776_445 * (13.3f64 / 5.0).sqrt();
    assert_is("mean", numbers.mean(), [3.6, 3.6 - half, 3.6 + half]);
}

#[test]
fn a_report_derives_figures_from_counts() {
    let mut tally = Tally::new(2, 1, 2, 0);
    (tally.games, tally.won, tally.drawn, tally.comebacks) = (5, 4, 1, 3);
    let ([kitten, favor], rules) = (&mut tally.kinds[..], 2) else { unreachable!() };
    (kitten.eliminations, kitten.drawn) = (6, 10);
    kitten.rescued_sums = sums(&[(2, 1), (3, 1), (3, 0)]);
    (favor.played, favor.dead, favor.stolen) = (12, 4, 2);
    tally.other_eliminations = rules;
    // Held by one of two players in all but one of the games; the holder wins twice.
    favor.opening_sums = sums(&[(1, WIN), (1, WIN), (1, 0)]);
    let names = ["kitten", "favor"].map(str::to_owned);
    let report = SimReport::new(&manifest("classic", 2, &["random"], 5), &names, &[], &tally);
    let causes: Vec<_> =
        report.causes.iter().map(|row| (&*row.name, row.eliminations, row.share)).collect();
    assert_eq!(causes, [("kitten", 6, 0.75), ("(rules)", 2, 0.25)]);
    let [kitten, favor] = &report.cards[..] else { unreachable!() };
    assert_eq!((kitten.drawn, favor.played, favor.dead, favor.stolen), (2.0, 2.4, 0.8, 0.4));
    assert_eq!(kitten.rescued.unwrap().value, 0.25);
    // Two of three holders win, and two of the five others.
    assert!((favor.dealt.unwrap().value - (2.0 / 3.0 - 2.0 / 5.0)).abs() < 1e-6);
    assert_is("comebacks", report.comebacks, [0.75, 0.3006, 0.9544]);
}

#[test]
fn sums_by_game_are_those_of_single_games() {
    let agents = ["random", "greedy"];
    let whole = tally("classic", &[], 3, &agents, 0..30, 2);
    let plan = manifest("classic", 3, &agents, 30);
    let mut options = [RatioSums::default(); 3];
    let mut rates = [RatioSums::default(); 2];
    let mut products = RatioProducts::default();
    let mut kinds = vec![[RatioSums::default(); 3]; whole.kinds.len()];
    for game in 0..30 {
        let one = tally("classic", &[], 3, &agents, game..game + 1, 1);
        for (sums, counts) in options.iter_mut().zip(&one.options) {
            let n_options = (0..).zip(counts.counts()).map(|(number, n): (u64, _)| number * n);
            sums.add(counts.n(), n_options.sum());
        }
        let pair = |i: usize| {
            let wins = Outcomes::new(&plan, &one.endings).agent(i);
            assert_eq!(wins.total(), wins.wins as f64);
            (wins.n(), WIN * wins.wins)
        };
        (0..2).for_each(|i| rates[i].add(pair(i).0, pair(i).1));
        products.add(pair(0), pair(1));
        for ([opening, cancelled, rescued], uses) in kinds.iter_mut().zip(&one.kinds) {
            opening.add(uses.opening_sums.size(), uses.opening_sums.total());
            cancelled.add(uses.cancelled_sums.size(), uses.cancelled_sums.total());
            rescued.add(uses.rescued_sums.size(), uses.rescued_sums.total());
        }
    }
    let outcomes = Outcomes::new(&plan, &whole.endings);
    assert_eq!(outcomes.difference(0, 1), difference(&rates[..1], &rates[1..], &[products], WIN));
    assert_eq!([0, 1].map(|agent| outcomes.agent(agent).strata), rates.map(|sums| vec![sums]));
    for wins in [outcomes.seat(0), outcomes.seat(1), outcomes.seat(2), outcomes.first()] {
        assert_eq!((wins.n(), wins.total()), (30, wins.wins as f64));
    }
    assert_eq!(whole.option_sums, options);
    let found = whole.kinds.iter().map(|u| [u.opening_sums, u.cancelled_sums, u.rescued_sums]);
    assert_eq!(found.collect::<Vec<_>>(), kinds);
}

#[test]
fn the_width_of_a_comparison_is_that_of_standard_errors() {
    // Three games: 1, 2, 3 turns and 3, 4, 8 turns, with the variances 1 and 7; the differences 2,
    // 2, 5 have the mean 3 and the variance 3.
    let zero = r#""3 0 0""#;
    let paired = |sum: u32, squares: u32| {
        let turns = format!(r#""3 {sum} {squares}""#);
        format!("[{turns}{}]", format!(",{zero}").repeat(N_OF_GAMES - 1))
    };
    let member = |own: String, paired: String, base: String| {
        let counts =
            r#""n":3,"unpaired":0,"differing":3,"stopped":0,"faulty":0,"first_fault":null"#;
        format!(r#"{{{counts},"base":{base},"own":{own},"paired":{paired},"lines":[]}}"#)
    };
    let base = || paired(6, 14);
    let text =
        [member(base(), paired(0, 0), base()), member(paired(15, 89), paired(9, 33), base())];
    let counts = text.map(|text| serde_json::from_str(&text).unwrap());
    let plan = || manifest("classic", 2, &["random"], 3);
    let members = vec![("a".to_owned(), plan()), ("b".to_owned(), plan())];
    let found = Comparison::new(&CompareRun { members, cards: Vec::new() }, &counts);
    let turns = &found.members[1].measures[0];
    assert!((turns.width.unwrap() - (3.0f64 / 8.0).sqrt()).abs() < 1e-5, "{turns:?}");
    // The standard error is sqrt(3 / 3); 4.302653 is the quantile of Student's t with 2 degrees of
    // freedom. With 1 and -1 the mean 9/5 has the standard error sqrt(0.94), and their quotient the
    // two-sided p-value 0.136945 with 4 degrees: the larger one, of seven.
    assert_is("difference", turns.difference, [3.0, 3.0 - 4.302_653, 3.0 + 4.302_653]);
    assert!((turns.p_value.unwrap() - 7.0 * 0.136_945).abs() < 1e-5, "{turns:?}");
    assert_eq!(turns.sentence, "with b, no significant difference in turns (+3.00 ± 4.30)");
}

#[test]
fn decisions_that_matter_are_those_above_minus_those_below() {
    // Of 20 decisions, 9 are above the threshold and 2 below minus the threshold. With one more in
    // each direction, the mean is 7/22 and the variance (13 - 49/22) / 21; 2.079614 is the quantile
    // of Student's t with 21 degrees of freedom.
    let mut tally = MetricTally::default();
    for (n, difference) in [(9, 11), (2, -11), (4, 10), (4, -10), (1, 0)] {
        (0..n).for_each(|_| tally.add_decision(difference, 10));
    }
    let (middle, variance) = (7.0 / 22.0, (13.0 - 49.0 / 22.0) / 21.0 / 22.0);
    let half = 2.079_614 * f64::sqrt(variance);
    let found = Quality::of(&tally).unwrap().means[4];
    assert_is("decisions", found, [0.35, middle - half, middle + half]);
    let mut twice = tally.clone();
    twice.merge_from(&tally);
    assert_eq!(twice.sums[4].n(), 40);
    assert_eq!(twice.sums[4].mean(UNIT).unwrap().value, 0.35);
}

#[test]
fn the_spread_of_seats_is_what_chance_does_not_explain() {
    // The difference of two seats is 0.2; its square is reduced by the variance of a difference,
    // 4 * 0.24 / (n - 1).
    let found = seat_spread(&shares(&[240, 160])).unwrap();
    let (half, value) = (Z95 * (0.96f64 / 399.0).sqrt(), f64::sqrt(0.04 - 0.96 / 399.0));
    assert!((found.value - value).abs() < 1e-6, "{found:?} is not {value}");
    // The distribution is approximate.
    let [low, high] = [found.low - (0.2 - half), found.high - (0.2 + half)];
    assert!(low.abs() < 3e-4 && high.abs() < 3e-4, "{found:?} is not 0.2 ± {half}");
    // Six pairs of four seats differ by 0.3 or 0: the mean square is 3 * 0.09 / 6. Chance explains
    // (1 - sum of p^2) / (n - 1) of the sum of squares 0.0675, which counts 2 / 3.
    let found = seat_spread(&shares(&[475, 175, 175, 175])).unwrap();
    let all = 1.0 - 0.475f64.powi(2) - 3.0 * 0.175f64.powi(2);
    let value = f64::sqrt(2.0 / 3.0 * (0.0675 - all / 999.0));
    assert!((found.value - value).abs() < 1e-6, "{found:?} is not {value}");
    // A noncentral chi-squared variable with 3 degrees of freedom and the noncentrality 10.65 is 3
    // or less with probability 0.025.
    let high = f64::sqrt(2.0 / 3.0 * 10.65 / 4.0 / 1_000.0);
    let found = seat_spread(&shares(&[250; 4])).unwrap();
    assert_eq!((found.value, found.low), (0.0, 0.0));
    assert!((found.high - high).abs() < 1e-4, "{found:?} is not {high}");
    assert_eq!(seat_spread(&shares(&[1, 0])), None);
}

/// Two agents in two games of this many turns, of which the first agent and the starting player won
/// some; with this many comebacks. All a hundred times.
fn tuned(turns: [usize; 2], first: u64, comebacks: u64) -> Tally {
    let mut tally = Tally::new(2, 2, 0, 0);
    (tally.games, tally.won, tally.comebacks) = (200, 200, 100 * comebacks);
    tally.numbers.push(Histogram::default());
    turns.into_iter().for_each(|n| tally.numbers[0].add_times(n, 100));
    for game in (0..200).map(|game| game % 2) {
        let winners = SeatSet::one(Seat(u8::from(game >= first)));
        let ending = Ending { seating: 0, first: Some(Seat(0)), winners };
        *tally.endings.entry(ending).or_default() += 1;
    }
    tally
}

#[test]
fn candidates_are_ranked_by_the_weighted_sum_of_distances() {
    let all = tuned([10, 13], 1, 2);
    let plan = RunManifest { fixed: true, ..manifest("classic", 2, &["random", "greedy"], 6) };
    let value = |name: &str| Measure::named(name).unwrap().of(&plan, &all).unwrap().value;
    let measures = ["first_wins", "comebacks", "agent_spread"];
    assert_eq!(measures.map(value), [0.5, 1.0, 0.0]);
    // Twice |11.5 - 10| / 10 + |0.5 - 0.5|, twice 0 + |1 - 0.5|, twice 0.5 + 0.5.
    let plan = RunManifest { games: 1_200, ..plan };
    let over = vec![("deal".to_owned(), ["3", "4", "5"].map(str::to_owned).to_vec())];
    let toward = ["turns=10*2", "first_wins=0.5*1"].map(str::to_owned).to_vec();
    let counts = [all, tuned([10, 10], 2, 0), tuned([15, 15], 0, 0)];
    let run = TuneRun { plan, over, toward };
    let found = |counts: &[Tally]| -> Vec<_> {
        let ranked = run.ranked(&(0..).zip(counts.iter().cloned()).collect::<TuneCounts>());
        let shown = |candidate: &Candidate| {
            let Candidate { set, games, measured, distance, is_on_frontier, .. } = candidate;
            (set[0].1.clone(), *games, *measured, *distance, *is_on_frontier)
        };
        ranked.iter().map(shown).collect()
    };
    let [three, four, five] = ["3", "4", "5"].map(str::to_owned);
    assert_eq!(
        found(&counts),
        [
            (three.clone(), 200, 200, Some(0.3), true),
            (four.clone(), 200, 200, Some(0.5), true),
            (five.clone(), 200, 200, Some(1.5), false)
        ]
    );
    // The last round changes the distances (twice 0.2 + 0.5, 0, twice 0.5), not the order.
    let last = [tuned([12, 12], 2, 0), tuned([10, 10], 1, 0), tuned([15, 15], 1, 0)];
    assert_eq!(
        found(&[counts, last].concat()),
        [
            (three, 400, 200, Some(0.9), false),
            (four, 400, 200, Some(0.0), true),
            (five, 400, 200, Some(1.0), false)
        ]
    );
}

#[test]
fn candidates_are_ranked_by_the_far_ends_of_intervals_and_the_games_left_out() {
    let plan = manifest("classic", 2, &["random"], 1_200);
    let over = vec![("deal".to_owned(), ["3", "4", "5"].map(str::to_owned).to_vec())];
    let run = TuneRun { plan, over, toward: vec!["turns=10*2".to_owned()] };
    // Half of the games of the first one is left out. The mean of the second one is at
    // the target, but uncertain: 100 numbers 0 and 100 numbers 20 have the standard error
    // sqrt(100 / 199); 1.971957 is the quantile of Student's t with 199 degrees of freedom.
    let mut cut = tuned([10, 10], 1, 0);
    (cut.won, cut.stopped) = (100, 100);
    let counts = [cut, tuned([0, 20], 1, 0), tuned([10, 11], 1, 0)];
    let ranked = run.ranked(&(0..).zip(counts).collect::<TuneCounts>());
    let shown = |one: &Candidate| (one.set[0].1.clone(), one.left_out, one.is_on_frontier);
    let shown: Vec<_> = ranked.iter().map(shown).collect();
    let expected = [("5", 0, true), ("4", 0, true), ("3", 100, true)];
    assert_eq!(shown, expected.map(|(set, n, marked)| (set.to_owned(), n, marked)));
    let half = |deviation: f64| 1.971_957 * deviation / 199.0_f64.sqrt();
    let bounds = [2.0 * (0.5 + half(0.5)) / 10.0, 2.0 * half(10.0) / 10.0, 1.0];
    for (candidate, bound) in ranked.iter().zip(bounds) {
        assert!((candidate.bound.unwrap() - bound).abs() < 1e-5, "{candidate:?} is not {bound}");
    }
}
