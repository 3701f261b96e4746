//! The library API used by tests: rulesets, hosts, random players.

use litterbox::kernel::rng::generator;
use litterbox::kernel::{Agent, Decision, Game, Observation, Rulebook, Seat, SeatSet, Setup};
use litterbox::script::Host;
use litterbox::sim::outcomes::{Outcomes, SideShares, Wins};
use litterbox::sim::stats::Estimate;
use litterbox::sim::tally::{Ending, Endings};
use litterbox::sim::{LIMIT, Plan, Progress, RunConfig, RunManifest, Tally, run};
use litterbox::variant::{Library, Ruleset};
use rand::RngExt as _;
use rand_pcg::Pcg64Mcg;
use std::ops::Range;
use std::rc::Rc;
use std::sync::{Arc, LazyLock};

/// A ruleset with compiled scripts.
pub struct Edition {
    pub ruleset: Ruleset,
    pub host: Rc<Host>,
}

/// A built-in variant, with options as set by `--set`.
pub fn loaded(id: &str, sets: &[(&str, &str)]) -> Edition {
    let sets: Vec<_> = sets.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
    let ruleset = Ruleset::load(&Library::embedded(), id, &sets).unwrap_or_else(|errors| {
        panic!("{}", litterbox::base::error::render(&errors, false));
    });
    let host = Host::new(&ruleset.spec).unwrap_or_else(|errors| {
        panic!("{}", litterbox::base::error::render(&errors, false));
    });
    Edition { ruleset, host }
}

/// The ids of all built-in variants.
pub fn variants() -> Vec<String> {
    Library::embedded().variant_ids().map(str::to_owned).collect()
}

impl Edition {
    /// The setup of a game.
    pub fn setup(&self, n_players: usize, seed: u64, log: bool) -> Setup {
        let names: Arc<[Arc<str>]> = (1..=n_players).map(|n| format!("p{n}").into()).collect();
        Setup { names, deck: self.ruleset.deck(n_players), seed, first: None, log, keyed: false }
    }

    /// A game at its first decision.
    pub fn game(&self, n_players: usize, seed: u64) -> Game {
        self.game_on(self.host.clone(), n_players, seed)
    }

    /// The same on another rulebook.
    pub fn game_on(&self, book: Rc<dyn Rulebook>, n_players: usize, seed: u64) -> Game {
        Game::new(book, &self.setup(n_players, seed, true))
            .unwrap_or_else(|fault| panic!("{}", self.host.fault(&fault)))
    }
}

/// Answers uniformly at random, with the numbers of the table: digests of games depend on them.
pub struct Random(pub Pcg64Mcg);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(generator(seed, 77))
    }

    pub fn pick(&mut self, decision: &Decision) -> usize {
        self.0.random_range(0..decision.options.len())
    }
}

/// A random player shared by all seats.
pub struct Everybody(pub Rc<std::cell::RefCell<Random>>);

impl Agent for Everybody {
    fn answer(&mut self, _: &Observation<'_>, decision: &Decision) -> usize {
        self.0.borrow_mut().pick(decision)
    }
}

/// Seats the same random player everywhere.
pub fn seat_everywhere(game: &mut Game, seed: u64) {
    let one = Rc::new(std::cell::RefCell::new(Random::new(seed)));
    for seat in 0..game.table().n_seats() {
        game.seat(Seat(seat as u8), Some(Box::new(Everybody(one.clone()))));
    }
}

/// The plan of some games with seed 1.
pub fn plan(
    id: &str,
    sets: &[(&str, &str)],
    players: usize,
    agents: &[&str],
    (games, limit): (u64, u64),
) -> Plan {
    let sets: Vec<_> = sets.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
    let agents = agents.iter().map(|name| name.parse().expect("an agent")).collect();
    let players = Some(players);
    let config = RunConfig { players, agents, fixed: false, seed: 1, games, limit };
    Plan::new(&Library::embedded(), id, &sets, config)
        .unwrap_or_else(|errors| panic!("{}", litterbox::base::error::render(&errors, false)))
}

/// The tally of some games with seed 1.
pub fn tally(
    id: &str,
    sets: &[(&str, &str)],
    players: usize,
    agents: &[&str],
    games: Range<u64>,
    threads: usize,
) -> Tally {
    let plan = plan(id, sets, players, agents, (games.end, LIMIT));
    run(&plan, games, threads, &Progress::default()).expect("the scripts are right")
}

/// The wins of two agents or seats in a tally of [`tally`].
pub fn rates(
    id: &str,
    players: usize,
    agents: &[&str],
    tally: &Tally,
    of: fn(&Outcomes<'_>, usize) -> Wins,
) -> [Estimate; 2] {
    let plan = manifest(id, players, agents, tally.games);
    let outcomes = Outcomes::new(&plan, &tally.endings);
    [0, 1].map(|i| of(&outcomes, i).rate().expect("games were played"))
}

/// The endings of games that these seats won alone, so many each.
pub fn endings(wins: &[u64]) -> Endings {
    let ending = |(seat, n): (u8, &u64)| {
        let winners = SeatSet::one(Seat(seat));
        (Ending { seating: 0, first: Some(Seat(0)), winners }, *n)
    };
    (0..).zip(wins).map(ending).collect()
}

/// The shares of these seats.
pub fn shares(wins: &[u64]) -> SideShares {
    static PLAN: LazyLock<RunManifest> = LazyLock::new(|| manifest("classic", 2, &["random"], 1));
    let plan = RunManifest { players: wins.len(), ..PLAN.clone() };
    Outcomes::new(&plan, &endings(wins)).sides().expect("games were played")
}

/// The tally of classic games stopped after this many decisions.
pub fn tally_of_games_cut_short(games: u64, limit: u64) -> Tally {
    let plan = plan("classic", &[], 3, &["random"], (games, limit));
    run(&plan, 0..games, 2, &Progress::default()).expect("the scripts are right")
}

/// The configuration of a run with seed 1.
pub fn manifest(id: &str, players: usize, agents: &[&str], games: u64) -> RunManifest {
    plan(id, &[], players, agents, (games, LIMIT)).manifest
}

/// JUnit XML without the measured times, in which each number has three decimals.
pub fn timeless(xml: &str) -> String {
    let mut parts = xml.split("time=\"");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let (time, rest) = part.split_once('"').expect("the value ends");
        let seconds: f64 = time.parse().expect("a number of seconds");
        assert_eq!(time, format!("{seconds:.3}"));
        format!("{text}time=\"[seconds]\"{rest}")
    })
}
