//! Comparisons: equal games never differ; where there is no difference, intervals contain 0 in 95 %
//! of the comparisons, and p-values are uniformly distributed, also those of few games.
//! `LITTERBOX_COMPARISONS=2000` makes this many comparisons of real games of each kind instead of
//! 12.

use crate::harness::plan;
use litterbox::kernel::rng::generator;
use litterbox::sim::compare::{CompareRun, Comparison, compare};
use litterbox::sim::measures::{GameResult, Measure};
use litterbox::sim::paired::Paired;
use litterbox::sim::run::Worker;
use litterbox::sim::stats::holm;
use litterbox::sim::tally::WIN;
use litterbox::sim::{LIMIT, Plan, Progress, RunConfig, compare_report};
use litterbox::variant::Library;
use rand::RngExt as _;
use rand_pcg::Pcg64Mcg;
use std::path::Path;

/// Options that change nothing: those are the defaults, the cards stay in the box, no card asks for
/// what is allowed.
const WITHOUT_EFFECT: [(&str, usize, &str, &str, &str); 9] = [
    ("classic", 3, "greedy", "deck.exploding_kitten", "5"),
    ("classic", 2, "greedy", "deck.exploding_kitten", "9"),
    ("classic", 2, "greedy", "deck.defuse", "7"),
    ("classic", 4, "greedy", "self_attack", "true"),
    ("classic", 3, "greedy", "feral_answers", "true"),
    ("classic", 3, "random", "hazards", "2"),
    ("classic", 2, "search:8", "deck.exploding_kitten", "5"),
    ("imploding", 3, "greedy", "deck.exploding_kitten", "8"),
    ("imploding", 4, "random,greedy", "deck.exploding_kitten", "9"),
];

fn family(base: Plan, other: Plan) -> Vec<(String, Plan)> {
    vec![("base".to_owned(), base), ("other".to_owned(), other)]
}

fn compared(family: &[(String, Plan)], games: u64) -> Comparison {
    let counts = compare(family, 0..games, 2, &Progress::default()).expect("the scripts are right");
    Comparison::new(&CompareRun::new(family), &counts)
}

#[test]
fn equal_games_never_differ() {
    for (id, players, agents, option, value) in WITHOUT_EFFECT {
        let agents: Vec<&str> = agents.split(',').collect();
        let member = |sets: &[(&str, &str)]| plan(id, sets, players, &agents, (12, LIMIT));
        let found = compared(&family(member(&[]), member(&[(option, value)])), 12);
        let member = &found.members[1];
        let case = format!("{id} with {option}={value}");
        assert_eq!((member.games, member.differing), (12, 0), "{case}");
        for measured in &member.measures {
            let none = measured.difference.map(|none| [none.value, none.low, none.high]);
            assert_eq!((none, measured.p_value), (Some([0.0; 3]), Some(1.0)), "{case}");
        }
        let said: Vec<String> =
            compare_report(&found).summary.into_iter().map(|answer| answer.text).collect();
        assert_eq!(said, ["With other, the games are the same, move by move."], "{case}");
    }
}

#[test]
fn games_with_equal_figures_but_other_choices_differ() {
    // Of two games with the same luck, one is played by other agents.
    let member = |agent| plan("classic", &[], 2, &[agent], (20, LIMIT));
    let found = compared(&family(member("random"), member("greedy")), 20);
    assert_eq!(found.members[1].differing, 20);
}

/// How many of these p-values are below 5 %, and how many in each fifth.
fn distribution(p_values: &[f64]) -> (f64, [f64; 5]) {
    let mut fifths = [0.0; 5];
    let n = p_values.len() as f64;
    for p in p_values {
        fifths[((p * 5.0) as usize).min(4)] += 1.0 / n;
    }
    (p_values.iter().filter(|p| **p < 0.05).count() as f64 / n, fifths)
}

/// Compares samples of `n` differences whose mean is 0: the p-values are uniformly distributed, and
/// 0 is in an interval if and only if its p-value is not below 5 %.
fn assert_uniform(what: &str, n: u64, mut difference: impl FnMut(&mut Pcg64Mcg) -> i64) {
    let p_values = (0..2_000).map(|seed| {
        let mut luck = generator(seed, n);
        let mut paired = Paired::default();
        (0..n).for_each(|_| paired.add(difference(&mut luck)));
        let (found, p_value) = paired.difference(1).expect("enough differences");
        assert_eq!(found.holds(0.0), p_value >= 0.05, "{what}: {found:?} {p_value}");
        p_value
    });
    let p_values: Vec<f64> = p_values.collect();
    let (rejected, fifths) = distribution(&p_values);
    assert!((0.03..0.07).contains(&rejected), "{what}: {rejected}");
    assert!(fifths.iter().all(|part| (0.16..0.24).contains(part)), "{what}: {fifths:?}");
}

#[test]
fn p_values_of_few_differences_are_uniform() {
    // The difference of two sums of four dice, and of two lengths with a long tail.
    let dice =
        |luck: &mut Pcg64Mcg| (0..4).map(|_| i64::from(luck.random_range(0..6))).sum::<i64>();
    let long = |luck: &mut Pcg64Mcg| {
        i64::from(luck.random_range(0..20)) * i64::from(luck.random_range(0..20))
    };
    for n in [10, 40] {
        assert_uniform(&format!("{n} dice"), n, |luck| dice(luck) - dice(luck));
        assert_uniform(&format!("{n} lengths"), n, |luck| long(luck) - long(luck));
    }
}

#[test]
fn two_equal_differences_are_no_proof() {
    let mut twice = Paired::default();
    (0..2).for_each(|_| twice.add(1));
    let (found, p_value) = twice.difference(1).expect("two differences");
    assert!(found.low < 0.0 && p_value > 0.3, "{found:?} {p_value}");
    let mut always = Paired::default();
    (0..50).for_each(|_| always.add(1));
    let (found, p_value) = always.difference(1).expect("fifty differences");
    assert!(found.low > 0.8 && p_value < 1e-6, "{found:?} {p_value}");
}

#[test]
fn p_values_are_corrected_by_the_method_of_holm() {
    let mut p_values = [0.01, 0.04, 0.03, 0.005, 0.9];
    holm(&mut p_values.iter_mut().collect::<Vec<_>>());
    assert_eq!(p_values, [0.04, 0.09, 0.09, 0.025, 0.9]);
    // Of 21 differences that chance alone makes, one or more is called significant in 5 % of the
    // reports; without a correction, in 66 %.
    let mut wrong = [0; 2];
    for report in 0..1_000 {
        let mut p_values: Vec<f64> = (0..21)
            .map(|i| {
                let mut luck = generator(report, i);
                let mut paired = Paired::default();
                (0..40).for_each(|_| paired.add(i64::from(luck.random_range(0..21)) - 10));
                paired.difference(1).expect("differences").1
            })
            .collect();
        wrong[0] += u32::from(p_values.iter().any(|p| *p < 0.05));
        holm(&mut p_values.iter_mut().collect::<Vec<_>>());
        wrong[1] += u32::from(p_values.iter().any(|p| *p < 0.05));
    }
    assert!(wrong[0] > 600 && (25..=75).contains(&wrong[1]), "{wrong:?}");
}

#[test]
fn real_games_of_one_rule_set_do_not_differ() {
    let given = std::env::var("LITTERBOX_COMPARISONS").ok();
    let n_samples: u64 = given.map_or(12, |n| n.parse().expect("a number of comparisons"));
    let library = Library::open(Some(Path::new("tests/outcomes")), None).expect("a library");
    for (id, players, agents) in [
        ("classic", 3, &["random"][..]),
        ("classic", 3, &["random", "greedy"]),
        ("award", 3, &["random"]),
        ("zombie", 4, &["random"]),
    ] {
        let size = 20;
        let agents: Vec<_> = agents.iter().map(|name| name.parse().expect("an agent")).collect();
        let games = 2 * size * n_samples;
        let config = RunConfig {
            players: Some(players),
            agents,
            fixed: false,
            seed: 4,
            games,
            limit: LIMIT,
        };
        let plan = Plan::new(&library, id, &[], config).expect("a legal plan");
        let mut worker = Worker::new(&plan, &Progress::default()).expect("legal scripts");
        let played: Vec<Option<GameResult>> = (0..games).map(|game| worker.play(game)).collect();
        for (name, unit) in [("turns", 1), ("first_wins", WIN)] {
            let measure = Measure::named(name).expect("a measure");
            let of = |game: &GameResult| measure.of_game(game);
            let p_values: Vec<f64> = (0..n_samples)
                .map(|sample| {
                    let mut paired = Paired::default();
                    for game in 2 * size * sample..2 * size * sample + size {
                        let both = [game, game + size].map(|n| played[n as usize].as_ref());
                        if let [Some(a), Some(b)] = both {
                            paired.add(of(a) - of(b));
                        }
                    }
                    paired.difference(unit).expect("differences").1
                })
                .collect();
            let (rejected, fifths) = distribution(&p_values);
            eprintln!(
                "{id} {name}: {:.1} % are contained, p {fifths:.3?}",
                100.0 - 100.0 * rejected
            );
            // Four standard errors of these samples.
            let most = 4.0 * (0.05 * 0.95 / n_samples as f64).sqrt();
            assert!((rejected - 0.05).abs() < most.max(0.02), "{id} {name}: {rejected}");
        }
    }
}
