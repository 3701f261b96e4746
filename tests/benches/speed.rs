//! Benchmarks of random games, against a hard-coded implementation of classic (the yardstick) in
//! the same run, and of response times.
//!
//! `cargo bench` runs all sections in a few minutes, `cargo bench -- classic kinds` these two;
//! [`SECTIONS`] lists them. The yardstick is not part of this project: `YARDSTICK` names its
//! folder; without it the ratios are left out.
//!
//! No game is played twice: each has a new seed, warm-ups included. So a cache that only helps
//! with games it has seen makes nothing faster here.
//!
//! For a profiler, `cargo bench -- play classic 4 2000` only plays 2,000 games of four players;
//! `sim` in place of `play` also counts them.

#![forbid(unsafe_code)]

mod cases;
mod children;
#[expect(dead_code, reason = "tests use the rest")]
#[path = "../front_ends/lsp/client.rs"]
mod client;
mod debugger;
mod editor;
mod latency;
#[expect(dead_code, reason = "tests use the rest")]
#[path = "../front_ends/serve/client.rs"]
mod page_client;
mod play;
mod rows;
mod scale;
#[expect(dead_code, reason = "tests use the rest")]
#[path = "../waiting.rs"]
mod waiting;
mod workbench;
#[expect(dead_code, reason = "tests use the rest")]
#[path = "../front_ends/workbench/bench.rs"]
mod workbench_server;
mod yardstick;

use cases::Case;
use latency::{fastest, timed};
use litterbox::agent::{Budget, Search};
use litterbox::variant::{Library, Ruleset};
use play::{Bare, Measured, measure};
use rows::{Target, figure, heading, row, times, whole};
use std::hint::black_box;
use std::sync::Barrier;
use std::thread;
use std::time::Duration;
use yardstick::Yardstick;

/// Measures and prints its tables.
type Section = fn(&mut Option<Yardstick>);

const SECTIONS: [(&str, Section); 14] = [
    ("classic", classic),
    ("growth", growth),
    ("weight", weight),
    ("kinds", kinds),
    ("decks", decks),
    ("variants", variants),
    ("threads", threads),
    ("search", search),
    ("memory", |_| children::memory()),
    ("instructions", |yardstick| children::instructions(yardstick.as_ref())),
    ("latency", latency),
    ("scale", |_| scale::scale()),
    ("editor", editor),
    ("workbench", |_| children::workbench()),
];

/// The number of rounds and the length of each.
const ROUNDS: (usize, Duration) = (12, Duration::from_millis(40));

/// Classic without counting and as users simulate it, beside the yardstick.
fn classic(yardstick: &mut Option<Yardstick>) {
    let cases = yardstick::PLAYERS.map(|n_seats| Case::new("classic", n_seats));
    let plans = cases.each_ref().map(|case| play::plan(case, 1));
    let mut players: Vec<_> = cases
        .iter()
        .zip(&plans)
        .flat_map(|(case, plan)| [play::bare(case), play::sim(plan)])
        .collect();
    let measured = measure(&mut players, (40, Duration::from_millis(15)), yardstick);
    heading(
        "Classic, one thread",
        &["players", "", "games/s", "decisions/s", "time of a game × yardstick"],
    );
    for (case, both) in cases.iter().zip(measured.chunks(2)) {
        let floor = yardstick.as_ref().and_then(|y| y.seconds_per_game(case.n_seats));
        for (name, speed) in ["bare", "`sim`"].iter().zip(both) {
            let ratio = floor.map(|floor| speed.seconds_per_game() / floor);
            row(&[
                case.n_seats.to_string(),
                (*name).to_owned(),
                whole(speed.games_per_second()),
                whole(speed.decisions_per_second()),
                times(ratio),
            ]);
        }
    }
    heading("Targets", &["", "", "target"]);
    let [bare, sim] = [measured[2], measured[3]].map(|speed| speed.seconds_per_game());
    if let Some(floor) = yardstick.as_ref().and_then(|y| y.seconds_per_game(4)) {
        figure("4 players, bare ÷ yardstick", bare / floor, "×", Target::Most(5.5));
        figure("4 players, `sim` ÷ yardstick", sim / floor, "×", Target::Most(5.5));
    }
    figure("4 players, `sim` ÷ bare", sim / bare, "×", Target::Most(1.1));
}

/// The marginal cost of a game in the course of a run, from the first game of a new host.
fn growth(_: &mut Option<Yardstick>) {
    heading(
        "Microseconds per game in the course of a run",
        &["", "games 1-50", "games 51-500", "games 501-5,000"],
    );
    for (id, n_seats, n_runs) in [("classic", 4, 5), ("board_game", 6, 1), ("counters", 4, 1)] {
        let case = Case::new(id, n_seats);
        let runs = (0..n_runs).map(|_| play::stretches(play::bare(&case), [50, 500, 5_000]));
        let best = runs.reduce(|a, b| [a[0].min(b[0]), a[1].min(b[1]), a[2].min(b[2])]);
        let cells = best.expect("there is a run").map(|seconds| format!("{:.1}", seconds * 1e6));
        row(&[vec![case.name()], cells.to_vec()].concat());
    }
}

fn speeds(title: &str, cases: &[Case], yardstick: &mut Option<Yardstick>) -> Vec<Measured> {
    let mut players: Vec<_> = cases.iter().map(play::bare).collect();
    let measured = measure(&mut players, ROUNDS, yardstick);
    heading(
        title,
        &["", "games/s", "decisions/s", "time of a decision ÷ the first row's", "× yardstick"],
    );
    for (case, speed) in cases.iter().zip(&measured) {
        line(case, speed, Some(&measured[0]), yardstick.as_ref());
    }
    measured
}

fn line(case: &Case, speed: &Measured, first: Option<&Measured>, yardstick: Option<&Yardstick>) {
    let time = speed.seconds_per_decision();
    let relative = first.map(|first| times(Some(time / first.seconds_per_decision())));
    let ratio = times(yardstick.map(|yardstick| time / yardstick.seconds_per_decision()));
    let [games, decisions] = [speed.games_per_second(), speed.decisions_per_second()].map(whole);
    let mut cells = vec![case.name(), games, decisions];
    cells.extend(relative);
    cells.push(ratio);
    row(&cells);
}

fn targets(rows: &[(&str, f64, Target)]) {
    heading("Targets", &["", "", "target"]);
    for (name, value, target) in rows {
        figure(name, *value, "×", *target);
    }
}

fn per_decision(speed: &Measured, first: &Measured) -> f64 {
    speed.seconds_per_decision() / first.seconds_per_decision()
}

/// Rulesets whose scripts do more than those of classic.
fn weight(yardstick: &mut Option<Yardstick>) {
    let cases = [("classic", 4), ("board_game", 6), ("counters", 4)];
    let cases = cases.map(|(id, n_seats)| Case::new(id, n_seats));
    let speeds = speeds("Heavier scripts", &cases, yardstick);
    let [board_game, counters] = [&speeds[1], &speeds[2]].map(|s| per_decision(s, &speeds[0]));
    targets(&[
        ("board_game: time of a decision ÷ classic's", board_game, Target::Most(2.5)),
        ("counters and loops: time of a decision ÷ classic's", counters, Target::Most(2.0)),
    ]);
}

/// The same number of cards of more and more kinds.
fn kinds(yardstick: &mut Option<Yardstick>) {
    let cases = ["kinds:1", "kinds:10", "kinds:100", "kinds:500"].map(|id| Case::new(id, 4));
    let speeds = speeds("500 cats of N kinds", &cases, yardstick);
    let ratio = |i: usize| per_decision(&speeds[i], &speeds[0]);
    targets(&[
        ("10 kinds", ratio(1), Target::Most(1.3)),
        ("100 kinds", ratio(2), Target::Most(1.3)),
        ("500 kinds", ratio(3), Target::Most(1.3)),
    ]);
}

/// The same kinds in larger and larger decks, up to the limit of 1,024 cards.
fn decks(yardstick: &mut Option<Yardstick>) {
    let cases = ["deck:1", "deck:10", "deck:18"].map(|id| Case::new(id, 4));
    let speeds = speeds("Decks N times as large", &cases, yardstick);
    let ratio = |i: usize| per_decision(&speeds[i], &speeds[0]);
    targets(&[("18 decks", ratio(2), Target::Most(1.5))]);
}

/// Every shipped variant with two, four and the most players.
fn variants(yardstick: &mut Option<Yardstick>) {
    heading("Shipped variants", &["", "games/s", "decisions/s", "time of a decision × yardstick"]);
    let library = Library::embedded();
    for id in library.variant_ids() {
        let ruleset = Ruleset::load(&library, id, &[]).expect("it is shipped");
        let mut numbers = vec![2, 4, *ruleset.players.end()];
        numbers.retain(|n_seats| ruleset.players.contains(n_seats));
        numbers.dedup();
        let cases: Vec<_> = numbers.iter().map(|n_seats| Case::new(id, *n_seats)).collect();
        let mut players: Vec<_> = cases.iter().map(play::bare).collect();
        let measured = measure(&mut players, (5, Duration::from_millis(25)), yardstick);
        for (case, speed) in cases.iter().zip(&measured) {
            line(case, speed, None, yardstick.as_ref());
        }
    }
}

/// The total games per second of several threads, each with its own host.
fn on_threads(n_threads: usize) -> f64 {
    const GAMES: u64 = 2_000;
    let barrier = Barrier::new(n_threads);
    let work = || {
        let classic = Bare::new(&Case::new("classic", 4));
        let mut game = classic.game();
        let mut play = |n_games| (0..n_games).map(|_| classic.play(&mut game)).sum::<u64>();
        assert!(play(200) > 0);
        barrier.wait();
        timed(|| assert!(play(GAMES) > 0))
    };
    let slowest = thread::scope(|scope| {
        let threads: Vec<_> = (0..n_threads).map(|_| scope.spawn(work)).collect();
        threads.into_iter().map(|thread| thread.join().expect("it plays")).max()
    });
    (GAMES * n_threads as u64) as f64 / slowest.expect("there is a thread").as_secs_f64()
}

fn threads(_: &mut Option<Yardstick>) {
    heading("Threads", &["", "", "target"]);
    let (mut one, mut two) = (0.0_f64, 0.0_f64);
    for _ in 0..8 {
        one = one.max(on_threads(1));
        two = two.max(on_threads(2));
    }
    figure("games on two threads ÷ games on one", two / one, "×", Target::Least(1.9));
}

/// The simulated games per second of the search, at the first decision of a game of four.
fn search(_: &mut Option<Yardstick>) {
    const ITERATIONS: u32 = 1_000;
    let classic = Bare::new(&Case::new("classic", 4));
    let time = fastest(8, || {
        let mut game = classic.game();
        let seat = game.decision().expect("it has begun").seat;
        let agent = Search::new(classic.host.clone(), Budget::Iterations(ITERATIONS), 1);
        game.seat(seat, Some(Box::new(agent)));
        timed(|| assert!(game.play_out(1).is_ok_and(|n_decisions| n_decisions > 0)))
    });
    heading("Search", &["", "iterations/s"]);
    let rate = f64::from(ITERATIONS) / time.as_secs_f64();
    row(&["classic, 4 players, one thread".to_owned(), whole(rate)]);
}

fn latency(_: &mut Option<Yardstick>) {
    const TIMES: u32 = 1_000;
    let mut game = Bare::new(&Case::new("classic", 4)).game();
    game.play_out(30).expect("the scripts do not fail");
    let table = game.table().clone();
    let copies = || (0..TIMES).for_each(|_| drop(black_box(black_box(&table).clone())));
    let time = fastest(20, || timed(copies)) / TIMES;
    heading("Tables", &["", "time", "target"]);
    figure("copying a table", time.as_secs_f64() * 1e6, " µs", Target::Most(0.5));
    latency::shell();
    latency::programs();
}

/// What editors start: the language server, in a process of its own, and the debugger.
fn editor(_: &mut Option<Yardstick>) {
    children::editor();
    debugger::requests();
}

/// Prints what the figures were measured on.
fn machine() {
    let cpu = std::fs::read_to_string("/proc/cpuinfo").ok();
    let model = cpu.as_deref().and_then(|text| {
        text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "))
    });
    let model = model.map_or("an unknown processor", |(_, model)| model);
    println!("Random players, new seeds in each game, on {model}.");
}

fn main() {
    // `cargo bench` passes `--bench`.
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    if children::run_child(&args) {
        return;
    }
    let names = SECTIONS.map(|(name, _)| name);
    if let Some(unknown) = args.iter().find(|arg| !names.contains(&arg.as_str())) {
        panic!("unknown section `{unknown}`: expected {}", names.join(", "));
    }
    machine();
    let mut yardstick = Yardstick::build();
    for (name, section) in SECTIONS {
        if args.is_empty() || args.iter().any(|arg| arg == name) {
            section(&mut yardstick);
        }
    }
}
