//! Plays random games of a case and measures them. No seed is played twice in a process.

use crate::cases::Case;
use crate::yardstick::Yardstick;
use litterbox::agent::Random;
use litterbox::kernel::{Game, Seat, Setup, rng};
use litterbox::script::Host;
use litterbox::sim::registry::AgentName;
use litterbox::sim::{LIMIT, Plan, Progress, RunConfig, Worker};
use litterbox::variant::Ruleset;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The number of the next game: seeds are never repeated.
static NEXT: AtomicU64 = AtomicU64::new(0);

/// Starts the numbers of games here, for child processes.
pub fn start_at(number: u64) {
    NEXT.store(number, Ordering::Relaxed);
}

fn next() -> u64 {
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// A compiled case whose games are played without counting anything.
pub struct Bare {
    pub host: Rc<Host>,
    setup: Setup,
}

impl Bare {
    pub fn new(case: &Case) -> Self {
        let loaded = Ruleset::load(&case.library, &case.variant, &[]);
        let ruleset = loaded.unwrap_or_else(|errors| panic!("{}: {errors:?}", case.id));
        let host = Host::new(&ruleset.spec);
        let host = host.unwrap_or_else(|errors| panic!("{}: {errors:?}", case.id));
        let setup = Setup {
            names: (1..=case.n_seats).map(|n| Arc::from(format!("p{n}"))).collect(),
            deck: ruleset.deck(case.n_seats),
            seed: 0,
            first: None,
            log: false,
            keyed: false,
        };
        Self { host, setup }
    }

    /// A new game of random players.
    pub fn game(&self) -> Game {
        let setup = Setup { seed: rng::split_mix(next()), ..self.setup.clone() };
        let mut game = Game::new(self.host.clone(), &setup).expect("the scripts do not fail");
        seat(&mut game, &setup);
        game
    }

    /// Plays a game to its end in the memory of another one; returns the number of decisions.
    pub fn play(&self, game: &mut Game) -> u64 {
        let setup = Setup { seed: rng::split_mix(next()), ..self.setup.clone() };
        game.start_over(&setup).expect("the scripts do not fail");
        seat(game, &setup);
        game.play_out(100_000).expect("the scripts do not fail");
        assert!(game.is_over(), "random games end");
        game.n_decisions()
    }
}

fn seat(game: &mut Game, setup: &Setup) {
    game.rollback_on_fault = false;
    for seat in 0..setup.names.len() as u8 {
        let random = Random::new(setup.seed.wrapping_add(u64::from(seat)));
        game.seat(Seat(seat), Some(Box::new(random)));
    }
}

/// The plan of a simulation of a case.
pub fn plan(case: &Case, games: u64) -> Plan {
    let config = RunConfig {
        players: Some(case.n_seats),
        agents: vec![AgentName::Random],
        fixed: false,
        seed: 1,
        games,
        limit: LIMIT,
    };
    let plan = Plan::new(&case.library, &case.variant, &[], config);
    plan.unwrap_or_else(|errors| panic!("{}: {errors:?}", case.id))
}

/// Plays one game and returns its number of decisions.
pub type Player<'a> = Box<dyn FnMut() -> u64 + 'a>;

pub fn bare(case: &Case) -> Player<'static> {
    let bare = Bare::new(case);
    let mut game = bare.game();
    Box::new(move || bare.play(&mut game))
}

/// Plays the games of a simulation, with all its statistics.
pub fn sim(plan: &Plan) -> Player<'_> {
    let mut worker = Worker::new(plan, &Progress::default()).expect("the scripts compile");
    Box::new(move || {
        let before = worker.tally().decisions;
        assert!(worker.play(next()).is_some(), "games end");
        worker.tally().decisions - before
    })
}

/// The processor time of this thread, which other processes do not add to; without it (it is read
/// from Linux), the wall-clock time since `start`.
fn processor_time(start: Instant) -> f64 {
    // The figure is updated when the thread is rescheduled.
    std::thread::yield_now();
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = text.as_deref().and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| start.elapsed().as_secs_f64(), |time| time / 1e9)
}

/// What several rounds have measured.
#[derive(Clone, Copy, Default)]
pub struct Measured {
    n_games: u64,
    n_decisions: u64,
    /// The shortest time of a decision, on average over a round: other processes can only slow a
    /// round down. Per decision, since no two rounds play the same games.
    best: f64,
}

impl Measured {
    pub fn seconds_per_decision(&self) -> f64 {
        self.best
    }

    pub fn seconds_per_game(&self) -> f64 {
        self.best * self.n_decisions as f64 / self.n_games as f64
    }

    pub fn games_per_second(&self) -> f64 {
        1.0 / self.seconds_per_game()
    }

    pub fn decisions_per_second(&self) -> f64 {
        1.0 / self.best
    }

    fn add(&mut self, player: &mut Player<'_>, length: Duration) {
        let start = Instant::now();
        let before = processor_time(start);
        let (mut n_games, mut n_decisions) = (0, 0);
        while start.elapsed() < length {
            n_decisions += player();
            n_games += 1;
        }
        let seconds = (processor_time(start) - before) / n_decisions as f64;
        self.best = if self.n_games == 0 { seconds } else { self.best.min(seconds) };
        self.n_games += n_games;
        self.n_decisions += n_decisions;
    }
}

/// Measures in alternating rounds, after a warm-up on other seeds.
pub fn measure(
    players: &mut [Player<'_>],
    (n_rounds, length): (usize, Duration),
    yardstick: &mut Option<Yardstick>,
) -> Vec<Measured> {
    for player in players.iter_mut() {
        Measured::default().add(player, 4 * length);
    }
    let mut measured = vec![Measured::default(); players.len()];
    for _ in 0..n_rounds {
        for (measured, player) in measured.iter_mut().zip(players.iter_mut()) {
            measured.add(player, length);
        }
        yardstick.iter_mut().for_each(Yardstick::round);
    }
    measured
}

/// The mean time of a game in each of these stretches of a series of games, from the first game
/// that a new host plays.
pub fn stretches<const N: usize>(mut player: Player<'_>, ends: [u64; N]) -> [f64; N] {
    let mut first = 0;
    ends.map(|end| {
        let start = Instant::now();
        let before = processor_time(start);
        (first..end).for_each(|_| {
            player();
        });
        let seconds = (processor_time(start) - before) / (end - first) as f64;
        first = end;
        seconds
    })
}
