//! Quantiles, tail probabilities and roots against published tables, limits and monotony, from 1 to
//! 10^7 games; and reports that stop at a figure that is not a number. With `LITTERBOX_TESTS=all`,
//! at more degrees of freedom.

use crate::harness::manifest;
use crate::program::size;
use litterbox::internals::print_report;
use litterbox::sim::distributions::{
    Z95, all_differences, binomial_test, chi_squared_test, normal_test, student, student_test,
};
use litterbox::sim::sections::{Cell, Report, ReportSection, TableRow};
use litterbox::sim::stats::Estimate;

/// Degrees of freedom over the whole domain: each of the first, then in steps of a few percent.
fn freedoms() -> Vec<f64> {
    let mut all: Vec<f64> = (1..400_u32).map(f64::from).collect();
    while all[all.len() - 1] < 1e7 {
        all.push((all[all.len() - 1] * 1.07).ceil());
    }
    all
}

/// Asserts that a number is another one to this many decimal places.
fn assert_near(what: &str, found: f64, expected: f64, places: i32) {
    let off = 0.51 * 10f64.powi(-places);
    assert!((found - expected).abs() < off, "{what}: {found} is not {expected}");
}

/// E. S. Pearson and H. O. Hartley, Biometrika Tables for Statisticians I (1966), table 29: the
/// upper 5 % points of the studentised range for 2 to 10 means, by degrees of freedom.
const STUDENTISED_RANGE: [(f64, [f64; 9]); 10] = [
    (1.0, [17.97, 26.98, 32.82, 37.08, 40.41, 43.12, 45.40, 47.36, 49.07]),
    (3.0, [4.50, 5.91, 6.82, 7.50, 8.04, 8.48, 8.85, 9.18, 9.46]),
    (4.0, [3.93, 5.04, 5.76, 6.29, 6.71, 7.05, 7.35, 7.60, 7.83]),
    (5.0, [3.64, 4.60, 5.22, 5.67, 6.03, 6.33, 6.58, 6.80, 6.99]),
    (10.0, [3.15, 3.88, 4.33, 4.65, 4.91, 5.12, 5.30, 5.46, 5.60]),
    (20.0, [2.95, 3.58, 3.96, 4.23, 4.45, 4.62, 4.77, 4.90, 5.01]),
    (30.0, [2.89, 3.49, 3.85, 4.10, 4.30, 4.46, 4.60, 4.72, 4.82]),
    (60.0, [2.83, 3.40, 3.74, 3.98, 4.16, 4.31, 4.44, 4.55, 4.65]),
    (120.0, [2.80, 3.36, 3.68, 3.92, 4.10, 4.24, 4.36, 4.47, 4.56]),
    (f64::INFINITY, [2.77, 3.31, 3.63, 3.86, 4.03, 4.17, 4.29, 4.39, 4.47]),
];

#[test]
fn the_studentised_range_is_that_of_the_tables() {
    for (freedom, row) in STUDENTISED_RANGE {
        for (n, expected) in (2..).zip(row) {
            let found = all_differences(n, freedom) * 2f64.sqrt();
            // The tables were rounded from interpolations.
            let off = if freedom < 2.0 { 0.02 } else { 0.0101 };
            assert!((found - expected).abs() < off, "{n}, {freedom}: {found}, not {expected}");
        }
    }
}

#[test]
fn the_studentised_range_is_monotone_over_its_whole_domain() {
    let all = freedoms();
    for n in 2..=10 {
        // One of them is asked everywhere, the others here and there.
        let few = all.iter().copied().skip(n - 2).step_by(if n == 2 {
            size(45, 9)
        } else {
            size(270, 90)
        });
        let mut before = f64::INFINITY;
        let limit = all_differences(n, f64::INFINITY);
        for freedom in few {
            let found = all_differences(n, freedom);
            let what = format!("{n} means, {freedom} degrees of freedom: {found}");
            assert!(found.is_finite() && limit <= found && found <= before, "{what}, not {before}");
            // It falls by no more than about 1 / freedom of itself from one to the next.
            assert!(freedom < 20.0 || found < limit * (1.0 + 7.0 / freedom), "{what}");
            if n == 2 {
                // Two means have one difference.
                assert_near(&what, found, student(freedom).unwrap(), 6);
            }
            before = found;
        }
    }
    for freedom in [1.0, 299.0, 599.0, f64::INFINITY] {
        let some = [2, 3, 4, 7, 10, 64];
        let by_n: Vec<f64> = some.map(|n| all_differences(n, freedom)).into();
        assert!(by_n.windows(2).all(|pair| pair[0] < pair[1]), "{freedom}: {by_n:?}");
    }
    assert!([0.0, -1.0, f64::NAN].iter().all(|freedom| all_differences(3, *freedom).is_nan()));
}

#[test]
fn student_is_that_of_the_tables_and_falls_to_the_normal_quantile() {
    let table = [
        (1.0, 12.706),
        (2.0, 4.303),
        (3.0, 3.182),
        (4.0, 2.776),
        (5.0, 2.571),
        (10.0, 2.228),
        (30.0, 2.042),
        (60.0, 2.000),
        (120.0, 1.980),
        (f64::INFINITY, 1.960),
    ];
    for (freedom, expected) in table {
        assert_near("Student's t", student(freedom).unwrap(), expected, 3);
    }
    let mut before = f64::INFINITY;
    for freedom in freedoms() {
        let found = student(freedom).unwrap();
        assert!(Z95 < found && found < before, "{freedom}: {found}, not below {before}");
        // The first term of the series bounds the rest.
        assert!(freedom < 10.0 || found < Z95 + 3.0 / freedom, "{freedom}: {found}");
        assert_near("its test", student_test(found, freedom).unwrap(), 0.05, 8);
        let tests = [0.0, 0.5, 1.0, 2.0, 3.0, 6.0, 40.0].map(|t| student_test(t, freedom).unwrap());
        assert!(tests[0] == 1.0 && tests.windows(2).all(|pair| pair[0] > pair[1]), "{tests:?}");
        assert!(tests[3] > normal_test(2.0), "{freedom}: tails are heavier");
        before = found;
    }
    assert_eq!(student_test(f64::INFINITY, 5.0), Some(0.0));
    assert_eq!((student(0.0), student_test(1.0, 0.0)), (None, None));
}

#[test]
fn normal_and_chi_squared_are_those_of_the_tables() {
    for (z, p) in [(0.0, 1.0), (0.6745, 0.5), (1.6449, 0.1), (2.5758, 0.01), (-3.2905, 0.001)] {
        assert_near("normal", normal_test(z), p, 4);
    }
    // R. A. Fisher, Statistical Methods for Research Workers (1925), table III.
    let fives = [3.841, 5.991, 7.815, 9.488, 11.070, 12.592, 14.067, 15.507, 16.919];
    let ones = [6.635, 9.210, 11.345, 13.277, 15.086, 16.812, 18.475, 20.090, 21.666];
    for (freedom, (five, one)) in (1..).zip(fives.into_iter().zip(ones)) {
        let p = |x: f64| chi_squared_test(x, f64::from(freedom)).unwrap();
        assert_near("chi-squared, 5 %", p(five), 0.05, 4);
        assert_near("chi-squared, 1 %", p(one), 0.01, 4);
        let falling = [0.0, 1.0, 5.0, 20.0, 100.0, 600.0].map(p);
        assert!(falling.windows(2).all(|pair| pair[0] > pair[1]), "{freedom}: {falling:?}");
        assert_eq!([1e4, 1e7, f64::INFINITY].map(p), [0.0; 3]);
    }
    assert_eq!(chi_squared_test(1.0, 0.0), None);
}

/// The probability of `k` of `n` by Stirling's series of factorials.
fn chance(k: f64, n: f64, p: f64) -> f64 {
    let ln_factorial = |x: f64| match x < 10.0 {
        true => (1..=x as u32).map(|i| f64::from(i).ln()).sum(),
        false => {
            let root = (std::f64::consts::TAU * x).ln() / 2.0;
            x * x.ln() - x + root + (12.0 * x).recip() - (360.0 * x.powi(3)).recip()
        }
    };
    let choose = ln_factorial(n) - ln_factorial(k) - ln_factorial(n - k);
    (choose + k * p.ln() + (n - k) * (1.0 - p).ln()).exp()
}

#[test]
fn the_binomial_test_is_exact_from_1_to_10_million_games() {
    for n in [1, 2, 5, 10, 61] {
        for p in [0.1, 0.25, 0.5, 0.9] {
            for k in 0..=n {
                let sum = |from: u64, to: u64| {
                    (from..=to).map(|i| chance(i as f64, n as f64, p)).sum::<f64>()
                };
                let expected = f64::min(1.0, 2.0 * f64::min(sum(0, k), sum(k, n)));
                let found = binomial_test(k, n, p).unwrap();
                assert!((found - expected).abs() < 1e-6, "{k} of {n}, {p}: {found}, {expected}");
            }
        }
    }
    let mut n = 100_u64;
    while n <= 10_000_000 {
        for p in [0.1, 0.25, 1.0 / 3.0, 0.5] {
            let (mean, deviation) = (n as f64 * p, (n as f64 * p * (1.0 - p)).sqrt());
            let mut before = 2.0;
            for z in [0.0f64, 0.01, 0.1, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 5.0, 40.0] {
                let k = z.mul_add(deviation, mean).ceil().min(n as f64);
                let found = binomial_test(k as u64, n, p).unwrap();
                // The normal distribution with the correction for continuity and for skewness.
                let z = (k - 0.5 - mean) / deviation;
                let skew = (1.0 - 2.0 * p) / deviation * (1.0 - z * z) / 6.0;
                let density = (-z * z / 2.0).exp() / std::f64::consts::TAU.sqrt();
                let above = normal_test(z) / 2.0;
                let above = if z < 0.0 { 1.0 - above } else { above };
                let expected = f64::min(1.0, 2.0 * (above - skew * density));
                assert!((found - expected).abs() < 0.5 / n as f64 + 1e-9, "{k} of {n}: {found}");
                assert!(found <= before, "{k} of {n}, {p}: {found} after {before}");
                before = found;
            }
        }
        n = n * 7 / 2;
    }
    assert_eq!((binomial_test(0, 0, 0.5), binomial_test(0, 3, f64::NAN)), (None, None));
    assert_eq!([binomial_test(3, 3, 1.0), binomial_test(2, 3, 1.0)], [Some(1.0), Some(0.0)]);
}

#[test]
fn a_report_with_a_figure_that_is_not_a_number_is_not_printed() {
    let plan = manifest("classic", 2, &["random"], 5);
    let of = |value: f64, low: f64| {
        let cells = [Cell::mean(Some(Estimate { value, low, high: 2.0 }))];
        let rows = vec![TableRow::new("a row", cells)];
        Report {
            sections: vec![ReportSection { rows, ..ReportSection::default() }],
            ..Report::default()
        }
    };
    for (value, low) in [(f64::NAN, 1.0), (1.5, f64::NEG_INFINITY)] {
        let errors = print_report(&of(value, low), &plan);
        let [error] = &*errors else { panic!("{errors:?}") };
        let place = "the figure `0.sections.0.rows.0.cells.0.";
        assert!(error.code == "A0106" && error.message.starts_with(place), "{error:?}");
    }
    assert!(print_report(&of(1.5, 1.0), &plan).is_empty());
}
