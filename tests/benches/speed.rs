//! How fast classic is played: games and decisions a second on one thread, by uniformly random
//! agents, without a log of events, beside the same game hard-coded (the yardstick).
//!
//! `cargo bench --bench speed` measures; `cargo bench --bench speed -- games 4 2000` just plays so
//! many games of four, for a profiler. The yardstick is no part of this project: it is looked for
//! in `../shared/yardstick` or where `YARDSTICK` says, and the ratio is left out where it is
//! missing.

use litterbox::kernel::{Agent, Decision, Game, Seat, Setup, Sight, Table, rng};
use litterbox::script::Host;
use litterbox::variant::{Library, Ruleset};
use rand_pcg::Pcg64Mcg;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

/// The numbers of players that are measured: those of the yardstick.
const PLAYERS: [usize; 3] = [2, 4, 5];

/// How often both are measured in turn. The fastest round of each counts: what else runs on the
/// machine can only slow a round down, and a short one is now and then left in peace.
const ROUNDS: usize = 60;

/// The length of a round.
const GAMES: u64 = 300;

/// How many games of the yardstick take about as long.
const YARDSTICK_GAMES: u64 = 3_000;

struct Random(Pcg64Mcg);

impl Agent for Random {
    fn answer(&mut self, _: &Sight<'_>, decision: &Decision) -> usize {
        rng::below(&mut self.0, decision.options.len() as u32) as usize
    }
}

/// Classic, compiled.
struct Classic {
    ruleset: Ruleset,
    host: Rc<Host>,
}

/// Games and decisions a second.
#[derive(Clone, Copy, Default)]
struct Speed {
    games: f64,
    decisions: f64,
}

impl Classic {
    fn new() -> Self {
        let ruleset = Ruleset::load(&Library::embedded(), "classic", &[]).expect("it is shipped");
        let host = Host::new(&ruleset.spec).expect("it is shipped");
        Self { ruleset, host }
    }

    fn game(&self, names: &Arc<[Arc<str>]>, seed: u64) -> Game {
        let n_seats = names.len();
        let deck = self.ruleset.deck(n_seats);
        let setup = Setup { names: names.clone(), deck, seed, first: None, log: false };
        let mut game = Game::new(self.host.clone(), &setup).expect("shipped scripts do not fail");
        game.guarded = false;
        for seat in 0..n_seats as u8 {
            let random = Random(rng::generator(seed, 10 + u64::from(seat)));
            game.seat(Seat(seat), Some(Box::new(random)));
        }
        game
    }

    /// Plays so many games to their end; returns how many decisions that were.
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

/// The yardstick, built; nothing where there is none.
fn yardstick() -> Option<PathBuf> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/yardstick");
    let home = std::env::var_os("YARDSTICK").map_or_else(|| beside.into(), PathBuf::from);
    let manifest = home.join("Cargo.toml");
    if !manifest.exists() {
        println!("no ratio: there is no yardstick at {}", home.display());
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

/// One round of the yardstick: the games a second that it prints for each number of players.
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

/// Both in turn, several times.
fn compare(classic: &Classic) {
    let yardstick = yardstick();
    let mut best = [Speed::default(); PLAYERS.len()];
    let mut floor = [0.0_f64; PLAYERS.len()];
    for _ in 0..ROUNDS {
        for (best, n_seats) in best.iter_mut().zip(PLAYERS) {
            let speed = classic.measure(n_seats, GAMES);
            *best = if speed.games > best.games { speed } else { *best };
        }
        if let Some(yardstick) = &yardstick {
            let games = measure_yardstick(yardstick);
            floor.iter_mut().zip(games).for_each(|(best, games)| *best = best.max(games));
        }
    }
    for ((n_seats, speed), floor) in PLAYERS.iter().zip(best).zip(floor) {
        let Speed { games, decisions } = speed;
        print!("{n_seats} players: {games:>7.0} games/s, {decisions:>9.0} decisions/s");
        match yardstick {
            Some(_) => println!(", {:.1} times the yardstick's {floor:.0} games/s", floor / games),
            None => println!(),
        }
    }
}

/// Copying a table: what undo, search and a waiting hook live on. Half a microsecond at most.
#[divan::bench]
fn clone_table(bencher: divan::Bencher<'_, '_>) {
    let table = Classic::new().table();
    bencher.bench_local(|| divan::black_box(&table).clone());
}

/// The same into a table that is there already.
#[divan::bench]
fn clone_table_over_another(bencher: divan::Bencher<'_, '_>) {
    let table = Classic::new().table();
    let mut other = table.clone();
    bencher.bench_local(|| other.clone_from(divan::black_box(&table)));
}

/// The deck, the deal and the first options.
#[divan::bench]
fn new_game(bencher: divan::Bencher<'_, '_>) {
    let classic = Classic::new();
    let names = names(4);
    bencher.bench_local(|| classic.game(&names, 1));
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
        println!("{} decisions", Classic::new().play(n_seats, n_games));
        return;
    }
    if args.iter().any(|arg| arg == "--bench") {
        compare(&Classic::new());
    }
    divan::main();
}
