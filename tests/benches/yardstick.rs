//! The yardstick: a hard-coded classic that is not part of this project. `YARDSTICK` names its
//! folder; without it, ratios are left out.

use std::path::PathBuf;
use std::process::Command;

/// The numbers of players of the yardstick.
pub const PLAYERS: [usize; 3] = [2, 4, 5];

/// The number of games of a round, for each number of players: a few milliseconds, so that some
/// rounds are not interrupted by other processes.
const GAMES: u32 = 1_500;

/// The best rounds so far.
pub struct Yardstick {
    program: PathBuf,
    best: [Speed; PLAYERS.len()],
}

#[derive(Clone, Copy)]
struct Speed {
    microseconds_per_game: f64,
    decisions_per_game: f64,
}

impl Yardstick {
    /// Builds the yardstick; `None` if it is missing.
    pub fn build() -> Option<Self> {
        let Some(home) = std::env::var_os("YARDSTICK").map(PathBuf::from) else {
            println!("No ratios: set YARDSTICK to the folder of the yardstick.");
            return None;
        };
        let target = std::env::temp_dir().join("litterbox-yardstick");
        let built = Command::new(env!("CARGO"))
            .args(["build", "--quiet", "--release", "--manifest-path"])
            .arg(home.join("Cargo.toml"))
            .arg("--target-dir")
            .arg(&target)
            .status();
        if !built.is_ok_and(|status| status.success()) {
            println!("No ratios: the yardstick at {} cannot be built.", home.display());
            return None;
        }
        let none = Speed { microseconds_per_game: f64::INFINITY, decisions_per_game: 1.0 };
        Some(Self { program: target.join("release/yardstick"), best: [none; PLAYERS.len()] })
    }

    /// The program, for callgrind.
    pub fn program(&self) -> &PathBuf {
        &self.program
    }

    /// Runs one round.
    pub fn round(&mut self) {
        for (best, speed) in self.best.iter_mut().zip(measure(&self.program, GAMES)) {
            if speed.microseconds_per_game < best.microseconds_per_game {
                *best = speed;
            }
        }
    }

    /// The time of a game of this many players in seconds.
    pub fn seconds_per_game(&self, n_seats: usize) -> Option<f64> {
        let i = PLAYERS.iter().position(|n| *n == n_seats)?;
        Some(self.best[i].microseconds_per_game / 1e6)
    }

    /// The time of a decision of a game of four in seconds.
    pub fn seconds_per_decision(&self) -> f64 {
        let Speed { microseconds_per_game, decisions_per_game } = self.best[1];
        microseconds_per_game / decisions_per_game / 1e6
    }

    /// The number of decisions in all games of a run of this many games.
    pub fn n_decisions(&self, n_games: u32) -> f64 {
        let speeds = measure(&self.program, n_games);
        speeds.iter().map(|speed| speed.decisions_per_game * f64::from(n_games)).sum()
    }
}

fn measure(program: &PathBuf, n_games: u32) -> [Speed; PLAYERS.len()] {
    let output = Command::new(program).arg(n_games.to_string()).output();
    let output = output.expect("the yardstick has just been built");
    let text = String::from_utf8_lossy(&output.stdout);
    PLAYERS.map(|n| {
        let line = text.lines().find_map(|line| line.strip_prefix(&format!("{n} players: ")));
        let numbers: Vec<f64> = line.map_or_else(Vec::new, |line| {
            line.split([' ', ',']).filter_map(|word| word.parse().ok()).collect()
        });
        let [_, microseconds_per_game, decisions_per_game, ..] = numbers[..] else {
            panic!("the yardstick prints `games/s, us/game, decisions/game`, not {text}")
        };
        Speed { microseconds_per_game, decisions_per_game }
    })
}
