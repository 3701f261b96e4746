//! Who wins, where agents change seats: coverage of intervals, sizes of tests and of claims that
//! are chosen after looking. `LITTERBOX_SAMPLES=20000` takes more samples than 2,000.

use crate::harness::manifest;
use litterbox::kernel::rng::generator;
use litterbox::kernel::{Seat, SeatSet};
use litterbox::sim::outcomes::Outcomes;
use litterbox::sim::tally::{Ending, Endings};
use litterbox::sim::{RunManifest, SimReport, Tally, sim_report};
use rand::RngExt as _;
use rand_pcg::Pcg64Mcg;

fn n_samples() -> u64 {
    std::env::var("LITTERBOX_SAMPLES").map_or(2_000, |n| n.parse().expect("a number"))
}

/// How the games of a run end.
struct Games {
    plan: RunManifest,
    n: u64,
    /// The chance of a seat with an agent in it, relative to the others.
    weight: fn(usize, usize) -> u32,
    /// Of how many of four games the next side shares the win.
    shared: u32,
}

impl Games {
    fn side(&self, luck: &mut Pcg64Mcg, seating: u64) -> usize {
        let weight =
            |seat: usize| (self.weight)(self.plan.agent_in(seating, Seat(seat as u8)), seat);
        let of_side = |side: &SeatSet| side.iter().map(|seat| weight(seat.index())).sum::<u32>();
        let weights: Vec<u32> = self.plan.sides().iter().map(of_side).collect();
        let mut place = luck.random_range(0..weights.iter().sum::<u32>());
        weights
            .iter()
            .position(|weight| match place.checked_sub(*weight) {
                Some(rest) => {
                    place = rest;
                    false
                }
                None => true,
            })
            .expect("a side")
    }

    fn play(&self, luck: &mut Pcg64Mcg) -> Endings {
        let mut endings = Endings::new();
        let sides = self.plan.sides();
        for game in 0..self.n {
            let seating = self.plan.seating_of(game);
            let side = self.side(luck, seating);
            let is_shared = luck.random_range(0..4) < self.shared;
            let next = if is_shared { sides[(side + 1) % sides.len()] } else { SeatSet::NONE };
            let winners = sides[side].union(next);
            let ending = Ending { seating, first: Some(Seat(0)), winners };
            *endings.entry(ending).or_default() += 1;
        }
        endings
    }
}

/// Two agents of which one is much better, alone and in teams; seats are worth something or
/// nothing.
fn games(is_fair: bool) -> [Games; 4] {
    let strong = |agent: usize, seat| [9, 1][agent] * if seat == 0 { 3 } else { 2 };
    let equal = |agent: usize, _| [9, 1][agent];
    let weight: fn(usize, usize) -> u32 = if is_fair { equal } else { strong };
    let plan = |players, agents: &[&str]| manifest("classic", players, agents, 240);
    let two = ["greedy", "random"];
    let teams = vec![vec![0, 2], vec![1, 3]];
    let in_teams = RunManifest { teams, ..plan(4, &two) };
    [
        Games { plan: plan(2, &two), n: 240, weight, shared: 0 },
        Games { plan: plan(3, &two), n: 240, weight, shared: 0 },
        Games { plan: plan(4, &two), n: 240, weight, shared: 2 },
        Games { plan: in_teams, n: 240, weight, shared: 1 },
    ]
}

#[test]
fn intervals_where_agents_change_seats() {
    for games in games(false) {
        let figures = |outcomes: &Outcomes<'_>| {
            let (seat, agent) = (outcomes.seat(0).rate(), outcomes.agent(0).rate());
            let games = outcomes.agent_games(0).map(|(games, _)| games);
            [seat, agent, games, outcomes.difference(0, 1)].map(|found| found.expect("games"))
        };
        let many = Games { n: 600_000, plan: games.plan.clone(), ..games };
        let many = many.play(&mut generator(7, 7));
        let truths = figures(&Outcomes::new(&games.plan, &many)).map(|found| found.value);
        let mut covered = [0; 4];
        for seed in 0..n_samples() {
            let endings = games.play(&mut generator(seed, 0x5ea7));
            let found = figures(&Outcomes::new(&games.plan, &endings));
            for ((covered, found), truth) in covered.iter_mut().zip(found).zip(truths) {
                *covered += u64::from(found.holds(truth));
            }
        }
        let shares = covered.map(|n| n as f64 / n_samples() as f64);
        let players = games.plan.players;
        assert!(shares.iter().all(|share| (0.93..0.97).contains(share)), "{players}: {shares:?}");
    }
}

#[test]
fn rotation_makes_intervals_narrow() {
    let [games, ..] = games(false);
    let endings = games.play(&mut generator(1, 1));
    let margin = |plan| Outcomes::new(plan, &endings).seat(0).rate().unwrap().margin();
    // The better agent wins about 92 % in the first seat and 14 % are left for it in the other.
    let pooled = RunManifest { fixed: true, ..games.plan.clone() };
    assert!(margin(&games.plan) < 0.7 * margin(&pooled));
}

#[test]
fn tests_where_seats_are_equal_have_uniform_p_values() {
    for games in games(true) {
        let (mut seats, mut first) = ([0; 3], [0; 3]);
        for seed in 0..n_samples() {
            let endings = games.play(&mut generator(seed, 0xfa1));
            let outcomes = Outcomes::new(&games.plan, &endings);
            let p = outcomes.sides().and_then(|sides| sides.test()).expect("games").p_value;
            let fair = 1.0 / outcomes.n_sides() as f64;
            let of_first = outcomes.first().test(fair).expect("games");
            for (i, level) in [0.05, 0.2, 0.5].into_iter().enumerate() {
                seats[i] += u64::from(p < level);
                first[i] += u64::from(of_first < level);
            }
        }
        let players = games.plan.players;
        for below in [seats, first].map(|n| n.map(|n| n as f64 / n_samples() as f64)) {
            let most = [(0.03, 0.07), (0.16, 0.24), (0.44, 0.56)];
            let is_near = |(p, (least, most)): (&f64, (f64, f64))| (least..most).contains(p);
            assert!(below.iter().zip(most).all(is_near), "{players} players: {below:?}");
        }
    }
}

#[test]
fn four_equal_agents_are_seldom_told_apart() {
    let plan = manifest("classic", 4, &["a", "b", "c", "d"].map(|_| "random"), 200);
    let games = Games { plan, n: 200, weight: |_, _| 1, shared: 0 };
    let claims = (0..n_samples()).filter(|seed| {
        let endings = games.play(&mut generator(*seed, 0xa9e));
        let tally = Tally { games: 200, won: 200, endings, ..Tally::new(4, 4, 0, 0) };
        let report = SimReport::new(&games.plan, &[], &[], &tally);
        sim_report(&report).summary.iter().any(|answer| answer.text.contains("wins most"))
    });
    let share = claims.count() as f64 / n_samples() as f64;
    assert!((0.02..0.06).contains(&share), "{share}");
}
