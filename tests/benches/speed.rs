//! Benchmarks: games and decisions per second, latencies, and the ratio to a hard-coded
//! implementation of the same game (the yardstick). One table, with targets.
//!
//! `cargo bench` measures everything; `cargo bench -- games 4 2000` only plays 2,000 games of four
//! players, for a profiler. The yardstick is not part of this project: `YARDSTICK`
//! names its folder; without it the ratio is left out.
//!
//! The fastest of several rounds is reported: other processes can only slow a round down.

#![forbid(unsafe_code)]

use litterbox::agent::{Budget, Search};
use litterbox::kernel::{Agent, Decision, Game, Observation, Seat, Setup, Table, rng};
use litterbox::script::Host;
use litterbox::shell::{Shell, Status};
use litterbox::variant::{Library, Ruleset};
use rand_pcg::Pcg64Mcg;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::rc::Rc;
use std::sync::{Arc, Barrier};
use std::thread;
use std::time::{Duration, Instant};

/// The numbers of players of the yardstick.
const PLAYERS: [usize; 3] = [2, 4, 5];

/// The number of alternating rounds of the yardstick and classic.
const ROUNDS: usize = 60;

/// The number of games in a round.
const GAMES: u64 = 300;

/// The number of yardstick games that take about as long.
const YARDSTICK_GAMES: u64 = 3_000;

struct Random(Pcg64Mcg);

impl Agent for Random {
    fn answer(&mut self, _: &Observation<'_>, decision: &Decision) -> usize {
        rng::below(&mut self.0, decision.options.len() as u32) as usize
    }
}

/// A compiled variant.
struct Edition {
    ruleset: Ruleset,
    host: Rc<Host>,
}

/// Games and decisions per second.
#[derive(Clone, Copy, Default)]
struct Speed {
    games: f64,
    decisions: f64,
}

impl Edition {
    fn new(variant: &str) -> Self {
        let ruleset = Ruleset::load(&Library::embedded(), variant, &[]).expect("it is shipped");
        let host = Host::new(&ruleset.spec).expect("it is shipped");
        Self { ruleset, host }
    }

    fn game(&self, names: &Arc<[Arc<str>]>, seed: u64) -> Game {
        let n_seats = names.len();
        let deck = self.ruleset.deck(n_seats);
        let setup =
            Setup { names: names.clone(), deck, seed, first: None, log: false, keyed: false };
        let mut game = Game::new(self.host.clone(), &setup).expect("shipped scripts do not fail");
        game.rollback_on_fault = false;
        for seat in 0..n_seats as u8 {
            let random = Random(rng::generator(seed, 10 + u64::from(seat)));
            game.seat(Seat(seat), Some(Box::new(random)));
        }
        game
    }

    /// Plays games to their end; returns the number of decisions.
    fn play(&self, n_seats: usize, n_games: u64) -> u64 {
        let names = names(n_seats);
        (0..n_games)
            .map(|seed| {
                let mut game = self.game(&names, seed);
                game.play_out(100_000).expect("shipped scripts do not fail");
                assert!(game.is_over(), "random games end");
                game.n_decisions()
            })
            .sum()
    }

    fn measure(&self, n_seats: usize, n_games: u64) -> Speed {
        let start = Instant::now();
        let n_decisions = self.play(n_seats, n_games);
        let seconds = start.elapsed().as_secs_f64();
        Speed { games: n_games as f64 / seconds, decisions: n_decisions as f64 / seconds }
    }

    /// A table in the middle of a game.
    fn table(&self) -> Table {
        let mut game = self.game(&names(4), 1);
        game.play_out(30).expect("shipped scripts do not fail");
        game.table().clone()
    }
}

fn names(n_seats: usize) -> Arc<[Arc<str>]> {
    (1..=n_seats).map(|n| Arc::from(format!("p{n}"))).collect()
}

fn faster(a: Speed, b: Speed) -> Speed {
    if b.games > a.games { b } else { a }
}

/// The shortest of several rounds.
fn fastest(n_rounds: usize, mut round: impl FnMut() -> Duration) -> Duration {
    (0..n_rounds).map(|_| round()).min().expect("there is a round")
}

fn timed(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

/// The shortest average time of many repetitions.
fn repeated(mut work: impl FnMut()) -> Duration {
    const TIMES: u32 = 1_000;
    fastest(20, || timed(|| (0..TIMES).for_each(|_| work()))) / TIMES
}

// ---- the yardstick ----------------------------------------------------------------------------

/// Builds the yardstick; `None` if it is missing.
fn yardstick() -> Option<PathBuf> {
    let Some(home) = std::env::var_os("YARDSTICK").map(PathBuf::from) else {
        println!("no ratio: set YARDSTICK to the folder of the yardstick");
        return None;
    };
    let manifest = home.join("Cargo.toml");
    if !manifest.exists() {
        println!("no ratio: there is no Cargo.toml in {}", home.display());
        return None;
    }
    let target = std::env::temp_dir().join("litterbox-yardstick");
    let built = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--release", "--manifest-path"])
        .arg(&manifest)
        .arg("--target-dir")
        .arg(&target)
        .status();
    match built {
        Ok(status) if status.success() => Some(target.join("release/yardstick")),
        _ => {
            println!("no ratio: the yardstick at {} cannot be built", home.display());
            None
        }
    }
}

/// Runs one round of the yardstick: games per second for each number of players.
fn measure_yardstick(yardstick: &Path) -> [f64; PLAYERS.len()] {
    let output = Command::new(yardstick).arg(YARDSTICK_GAMES.to_string()).output();
    let output = output.expect("the yardstick has just been built");
    let text = String::from_utf8_lossy(&output.stdout);
    PLAYERS.map(|n| {
        let line = text.lines().find_map(|line| line.strip_prefix(&format!("{n} players: ")));
        let games = line.and_then(|line| line.split(' ').next()?.parse().ok());
        games.expect("the yardstick prints its games a second")
    })
}

/// Alternates rounds of classic and the yardstick.
fn beside_the_yardstick(classic: &Edition) {
    let Some(yardstick) = yardstick() else { return };
    let mut best = [Speed::default(); PLAYERS.len()];
    let mut floor = [0.0_f64; PLAYERS.len()];
    for _ in 0..ROUNDS {
        for (best, n_seats) in best.iter_mut().zip(PLAYERS) {
            *best = faster(*best, classic.measure(n_seats, GAMES));
        }
        let games = measure_yardstick(&yardstick);
        floor.iter_mut().zip(games).for_each(|(best, games)| *best = best.max(games));
    }
    for ((n_seats, speed), floor) in PLAYERS.iter().zip(best).zip(floor) {
        let name = format!("classic, {n_seats} players, times as long as hard-coded");
        row(&name, floor / speed.games, "x", Target::Most(10.0));
    }
}

// ---- playouts ---------------------------------------------------------------------------------

/// Random games of every built-in variant with two, four and the most players.
fn every_variant() {
    for id in Library::embedded().variant_ids() {
        let loaded = Edition::new(id);
        let most = *loaded.ruleset.players.end();
        for n_seats in [2, 4, most] {
            let speeds = (0..10).map(|_| loaded.measure(n_seats, 50));
            let Speed { games, decisions } = speeds.fold(Speed::default(), faster);
            let name = format!("{id}, {n_seats} players");
            println!("{name:<58} {games:>9.0} games/s {decisions:>11.0} decisions/s");
        }
    }
}

/// The total games per second of several threads, each with its own host.
fn on_threads(n_threads: usize) -> f64 {
    const GAMES: u64 = 2_000;
    let barrier = Barrier::new(n_threads);
    let play = || {
        let classic = Edition::new("classic");
        classic.play(4, 50);
        barrier.wait();
        timed(|| assert!(classic.play(4, GAMES) > 0))
    };
    let slowest = thread::scope(|scope| {
        let threads: Vec<_> = (0..n_threads).map(|_| scope.spawn(play)).collect();
        threads.into_iter().map(|thread| thread.join().expect("it plays")).max()
    });
    (GAMES * n_threads as u64) as f64 / slowest.expect("there is a thread").as_secs_f64()
}

fn two_threads() {
    let best = |n_threads| (0..8).map(|_| on_threads(n_threads)).fold(0.0, f64::max);
    row("two threads, times as many games as one", best(2) / best(1), "x", Target::Least(1.8));
}

/// The simulated games per second of the search, at the first decision of a game of four.
fn search(classic: &Edition) {
    const ITERATIONS: u32 = 1_000;
    let time = fastest(5, || {
        let mut game = classic.game(&names(4), 3);
        let seat = game.decision().expect("it has begun").seat;
        let agent = Search::new(classic.host.clone(), Budget::Iterations(ITERATIONS), 1);
        game.seat(seat, Some(Box::new(agent)));
        timed(|| assert!(game.play_out(1).is_ok_and(|n_decisions| n_decisions > 0)))
    });
    let rate = f64::from(ITERATIONS) / time.as_secs_f64();
    println!("{:<58} {rate:>9.0} iterations/s", "search, classic, 4 players");
}

// ---- latencies --------------------------------------------------------------------------------

fn said(bench: &mut Shell, line: &str) {
    let reply = bench.input(line);
    assert_eq!(reply.status, Status::Done, "{line}: {}", reply.text());
}

/// A game of ten players with this many plies: full hands, no kitten that would end it early.
fn long_game(n_plies: usize) -> Shell {
    let mut bench = Shell::new(Library::embedded());
    let names = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];
    said(&mut bench, &format!(":new party_pack {} --seed 1", names.join(" ")));
    let hands = names.map(|name| format!("{name}: attack nope favor skip tacocat tacocat | "));
    let layout = format!(":table {}draw:{}", hands.concat(), " beard_cat".repeat(30));
    for ply in 0..n_plies {
        if ply % 25 == 0 {
            said(&mut bench, &layout);
        } else if bench.input(["2", "3", "1"][ply % 3]).status != Status::Done {
            said(&mut bench, "1");
        }
    }
    bench
}

fn shell() {
    let mut bench = long_game(200);
    let reload = fastest(5, || timed(|| said(&mut bench, ":reload")));
    row("`:reload` of a game of 200 plies", ms(reload), "ms", Target::Most(100.0));

    said(&mut bench, ":back 100");
    let feedback = fastest(20, || {
        let time = timed(|| said(&mut bench, "1"));
        said(&mut bench, ":back");
        time
    });
    row("an answer in a game of ten", ms(feedback), "ms", Target::Most(5.0));

    let mut bench = Shell::new(Library::embedded());
    said(&mut bench, ":new classic ann bob cat --seed 1");
    for _ in 0..5_000 {
        said(&mut bench, ":table ann: skip | draw: tacocat nope");
        said(&mut bench, ":table bob: skip | draw: tacocat");
    }
    let back = fastest(20, || timed(|| said(&mut bench, ":back")));
    row("a step back in a history of 10,000 plies", ms(back), "ms", Target::Most(1.0));
}

/// The run time of the program.
fn program(name: &str, args: &[&str], most: f64) {
    let time = fastest(7, || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_litterbox"));
        command.args(args).current_dir(env!("CARGO_MANIFEST_DIR"));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let start = Instant::now();
        let status = command.status().expect("the program starts");
        let time = start.elapsed();
        assert!(status.success(), "{name}: {status}");
        time
    });
    row(name, ms(time), "ms", Target::Most(most));
}

// ---- the table --------------------------------------------------------------------------------

enum Target {
    Most(f64),
    Least(f64),
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn row(name: &str, value: f64, unit: &str, target: Target) {
    let (word, target, is_met) = match target {
        Target::Most(most) => ("at most", most, value <= most),
        Target::Least(least) => ("at least", least, value >= least),
    };
    let verdict = if is_met { "" } else { "  MISSED" };
    let ratio = value / target;
    println!("{name:<58} {value:>9.2} {unit:<3} {word} {target:<6} {ratio:>5.2}{verdict}");
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let [word, n_seats, n_games, ..] = args.as_slice()
        && word == "games"
    {
        let (n_seats, n_games) = (n_seats.parse(), n_games.parse());
        let (Ok(n_seats), Ok(n_games)) = (n_seats, n_games) else {
            panic!("games PLAYERS GAMES");
        };
        println!("{} decisions", Edition::new("classic").play(n_seats, n_games));
        return;
    }
    let classic = Edition::new("classic");
    beside_the_yardstick(&classic);
    two_threads();
    let table = classic.table();
    let clone = repeated(|| drop(black_box(black_box(&table).clone())));
    row("copying a table", ms(clone) * 1e3, "µs", Target::Most(0.5));
    shell();
    program("from the start to the first prompt", &["repl"], 50.0);
    program("`check` of everything shipped", &["check"], 200.0);
    program("`test` of everything shipped", &["test", "tests/sessions"], 2_000.0);
    every_variant();
    search(&classic);
}
