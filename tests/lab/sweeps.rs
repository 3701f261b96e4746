//! The line through the values of a sweep: slopes of known truths, the test of what is not on the
//! line, and the sentences that follow.

use crate::harness::manifest;
use litterbox::sim::compare::{Comparison, Figure, Measured, Member, Slope};
use litterbox::sim::compare_report;
use litterbox::sim::line::{FittedLine, LineSums};
use litterbox::sim::stats::Estimate;
use rand_pcg::Pcg64;
use rand_pcg::rand_core::{Rng as _, SeedableRng as _};

/// The sums of games whose values have these means: each game has luck of its own, which all values
/// share, and each value a bit more.
fn played(line: &FittedLine, means: &[f64], games: usize, seed: u64) -> LineSums {
    let mut rng = Pcg64::seed_from_u64(seed);
    let mut noise = |size: f64| {
        (0..12).map(|_| rng.next_u32() as f64 / 2f64.powi(32) - 0.5).sum::<f64>() * size
    };
    let mut sums = LineSums::default();
    for _ in 0..games {
        let luck = noise(200.0);
        let values: Vec<i64> =
            means.iter().map(|mean| (mean + luck + noise(100.0)).round() as i64).collect();
        line.add(&mut sums, &values.iter().map(|value| value - values[0]).collect::<Vec<_>>());
    }
    sums
}

#[test]
fn slopes_are_those_of_least_squares_over_all_values() {
    // By hand, of 10, 30 and 80 at 0, 1 and 4: (10 (-5/3) + 30 (-2/3) + 80 (7/3)) / (26/3).
    let line = FittedLine::through(&[0.0, 1.0, 4.0]).unwrap();
    let mut sums = LineSums::default();
    (0..9).for_each(|_| line.add(&mut sums, &[0, 20_000, 70_000]));
    let (slope, _) = sums.slope(&line, 1_000).unwrap();
    assert!((slope.value - 17.307_692).abs() < 2e-3, "{slope:?}");
    // Of a straight line, nothing is left.
    let at: Vec<f64> = (0..10).map(f64::from).collect();
    let line = FittedLine::through(&at).unwrap();
    let means = at.iter().map(|x| 7.0 * x).collect::<Vec<_>>();
    let (mut missed, mut bent) = (0, 0);
    for seed in 0..200 {
        let sums = played(&line, &means, 100, seed);
        missed += u32::from(!sums.slope(&line, 1).unwrap().0.holds(7.0));
        bent += u32::from(sums.rest(1).unwrap() < 0.05);
    }
    // 5 % of 200 is 10; both are fixed by the seeds.
    assert!((3..=20).contains(&missed) && bent <= 18, "{missed} intervals, {bent} bent lines");
    assert!([&[][..], &[3.0], &[3.0, 3.0]].iter().all(|at| FittedLine::through(at).is_none()));
}

#[test]
fn what_is_not_on_the_line_is_found_with_three_values_and_with_many() {
    let at = |n: usize| (0..n).map(|x| x as f64).collect::<Vec<_>>();
    let zigzag =
        |n: usize| (0..n).map(|i| if i % 2 == 1 { -40.0 } else { 0.0 }).collect::<Vec<_>>();
    let one_off = |n: usize| (0..n).map(|i| if i == 4 { 60.0 } else { 5.0 * i as f64 }).collect();
    let hill = |n: usize| (0..n).map(|i| -((i as f64 - 4.5).powi(2))).map(|y| 3.0 * y).collect();
    let shapes: [(usize, Vec<f64>); 5] =
        [(3, zigzag(3)), (4, zigzag(4)), (10, zigzag(10)), (10, one_off(10)), (10, hill(10))];
    for (n, means) in shapes {
        let line = FittedLine::through(&at(n)).unwrap();
        for seed in 0..20 {
            let p = played(&line, &means, 400, seed).rest(1).unwrap();
            assert!(p < 0.05, "{means:?}, seed {seed}: p = {p}");
        }
    }
    // Two values are always on a line.
    assert_eq!(played(&FittedLine::through(&at(2)).unwrap(), &[0.0, 90.0], 50, 1).rest(1), None);
}

const SAYS: [&str; 2] = ["games are {} turns longer", "games are {} turns shorter"];

/// A sweep with these means of turns, each with the p-value of its difference from the first.
fn sweep(means: &[(f64, f64)], slope: f64, p_value: f64, rest: f64) -> Vec<String> {
    let near = |value: f64| Estimate { value, low: value - 0.3, high: value + 0.3 };
    let figure = Figure {
        name: "turns".to_owned(),
        title: "turns".to_owned(),
        question: Some("How long is it?"),
        says: SAYS.map(str::to_owned),
        unit: 1,
        is_share: false,
    };
    let plan = manifest("classic", 2, &["greedy"], 400);
    let member = |(i, (mean, p)): (usize, &(f64, f64))| Member {
        name: format!("deck.nope={i}"),
        plan: plan.clone(),
        games: 400,
        unpaired: 0,
        differing: 300,
        stopped: 0,
        faulty: 0,
        first_fault: None,
        measures: vec![Measured {
            name: "turns".to_owned(),
            figure: figure.clone(),
            before: Some(near(means[0].0)),
            mean: Some(near(*mean)),
            difference: Some(near(mean - means[0].0)).filter(|_| i > 0),
            width: None,
            p_value: Some(*p).filter(|_| i > 0),
            sentence: String::new(),
        }],
    };
    let members = means.iter().enumerate().map(member).collect();
    let slope = Slope {
        name: "turns".to_owned(),
        figure: figure.clone(),
        slope: near(slope),
        p_value,
        rest_p_value: Some(rest),
    };
    let report = compare_report(&Comparison { members, slopes: vec![slope] });
    report.summary.into_iter().map(|answer| answer.text).collect()
}

#[test]
fn a_sweep_says_a_slope_only_of_a_line_and_names_the_ends_of_the_rest() {
    let line = sweep(&[(20.0, 1.0), (21.0, 0.01), (22.0, 0.01)], 1.0, 0.001, 0.7);
    assert_eq!(line, ["+1 Nope (from 0 to 2): games are 1.00 ± 0.30 turns longer."]);
    let zigzag = sweep(&[(20.0, 1.0), (16.2, 0.001), (20.0, 1.0)], 0.0, 1.0, 0.001);
    let ends = "turns (least with deck.nope=1: 16.20 ± 0.30, most with deck.nope=2: 20.00 ± 0.30)";
    assert_eq!(zigzag, [format!("Not along a straight line: {ends}.")]);
    // One value is clear below the table, the slope and the rest are not.
    let one = sweep(&[(20.0, 1.0), (19.0, 0.04), (20.0, 1.0)], 0.0, 1.0, 0.2);
    let ends = ends.replace("16.20", "19.00");
    assert_eq!(one, [format!("Different, but without a clear slope: {ends}.")]);
    let none = sweep(&[(20.0, 1.0), (20.1, 0.6), (20.0, 1.0)], 0.0, 1.0, 0.4);
    assert_eq!(none, ["It makes no clear difference in turns."]);
}
