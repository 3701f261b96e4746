//! How well agents play: against a player who expects cards where others have put them, and against
//! the search that was published. With `LITTERBOX_TESTS=all`, more games.

use crate::harness::{Edition, loaded};
use crate::program::{Litterbox, size};
use litterbox::agent::{Budget, Greedy, Search};
use litterbox::kernel::card::CardId;
use litterbox::kernel::decision::Decision;
use litterbox::kernel::rng::generator;
use litterbox::kernel::{Agent, Choice, Game, Observation, Prompt, Rulebook, Seat, SeatSet, Zone};
use rand::RngExt as _;
use rand_pcg::Pcg64Mcg;
use serde_json::Value as Json;
use std::collections::HashMap;
use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};
use std::rc::Rc;

/// A player who fears the card that somebody has just put back, and hides its own on top in three
/// of five cases.
const WARY: &str = include_str!("wary.rhai");

/// The share of games of two that greedy wins against the wary player.
fn share_against_wary(players: &str, games: &str, seed: &str) -> f64 {
    let litterbox = Litterbox::new().with("scripts/agents/wary.rhai", WARY);
    let words = ["tournament", "classic", "--agents", "greedy,script:wary", "--format", "json"];
    let more = ["--players", players, "--games", games, "--seed", seed];
    let ran = litterbox.run(&[&words[..], &more].concat());
    let told: Json = serde_json::from_str(&ran.out).expect(&ran.talk);
    let agents = told["result"]["agents"].as_array().unwrap();
    let greedy = agents.iter().find(|agent| agent["name"] == "greedy").unwrap();
    let seats = greedy["seats"].as_array().unwrap();
    let won: f64 = seats.iter().map(|seat| seat["value"].as_f64().unwrap()).sum();
    // Each agent has half of the seats.
    won / 2.0
}

#[test]
fn greedy_beats_a_player_who_expects_what_others_put_back() {
    let n_games = size("400", "2000");
    for players in ["2", "4"] {
        let share = share_against_wary(players, n_games, "5");
        assert!(share >= 0.5, "{players} players: {share}");
    }
}

/// Cards that came back into the draw pile where only their player saw it.
#[derive(Debug, Default)]
struct PutBacks {
    n: u32,
    /// Those that lay where the next opponent draws.
    n_next: u32,
    /// Those that the next opponent drew at once.
    n_drawn: u32,
}

impl PutBacks {
    /// Plays a game of classic with two greedy players.
    fn count(&mut self, classic: &Edition, seed: u64) {
        let mut game = classic.game(2, seed);
        let mut agents = [Greedy::new(seed), Greedy::new(seed + 1)];
        let hazard = classic.host.rules().find_kind("exploding_kitten").unwrap();
        let mut placed: Option<(CardId, Seat)> = None;
        while let Some(decision) = game.decision() {
            let seat = decision.seat;
            let index = agents[seat.index()].answer(&game.observation(seat), decision);
            let choice = decision.options[index].clone();
            let pile = game.table().cards_in(Zone::Draw);
            if choice == Choice::Draw
                && let Some((card, _)) = placed.take_if(|(_, by)| *by != seat)
            {
                self.n_drawn += u32::from(pile.first() == Some(&card));
            }
            let before: Vec<CardId> = pile.to_vec();
            game.answer(index).expect("the scripts are right");
            let table = game.table();
            if matches!(choice, Choice::Number(_)) {
                let after = table.cards_in(Zone::Draw);
                let came = |card: &&CardId| table.kind(**card) == hazard && !before.contains(card);
                let Some(at) = after.iter().position(|card| came(&card)) else { continue };
                placed = Some((after[at], seat));
                let n_own = if table.turns.current == seat { table.turns.owed as usize } else { 0 };
                self.n += 1;
                self.n_next += u32::from(at == n_own);
            }
        }
    }
}

#[test]
fn what_is_put_back_is_hidden_where_it_hurts_and_seldom_drawn_at_once() {
    let classic = loaded("classic", &[]);
    let mut put_backs = PutBacks::default();
    for seed in 0..size(150, 600) {
        put_backs.count(&classic, 31_000 + seed);
    }
    let PutBacks { n, n_next, n_drawn } = put_backs;
    let share = |n_of: u32| f64::from(n_of) / f64::from(n);
    assert!(
        n > 100 && share(n_next) > 0.4,
        "it still hurts whoever does not expect it: {n_next} of {n}"
    );
    assert!(share(n_drawn) < 0.3, "drawn at once: {n_drawn} of {n}");
}

/// Single-observer information set Monte Carlo tree search as published (P. I. Cowling, E. J.
/// Powley and D. Whitehouse, Information Set Monte Carlo Tree Search, 2012): each iteration samples
/// the hidden cards, descends a tree by upper confidence bounds for the options that the sample
/// allows, adds one node and plays on at random. Questions in the middle of an effect are greedy's.
struct IsMcts {
    book: Rc<dyn Rulebook>,
    n_iterations: u32,
    greedy: Greedy,
    rng: Pcg64Mcg,
}

/// A node: a choice after the choices before it.
#[derive(Default)]
struct Node {
    n_visits: f64,
    n_available: f64,
    reward: f64,
}

/// The constant of exploration of the paper.
const EXPLORATION: f64 = 0.7;

/// Identifies a choice after others, in every sample.
fn key(path: u64, seat: Seat, choice: &Choice) -> u64 {
    let hash = BuildHasherDefault::<DefaultHasher>::default();
    match choice {
        Choice::Card(_, kind) | Choice::Placed(_, kind, _) => {
            hash.hash_one((path, seat.0, 1, kind))
        }
        Choice::Hidden(_, place) => hash.hash_one((path, seat.0, 2, place)),
        choice => hash.hash_one((path, seat.0, 3, choice)),
    }
}

impl IsMcts {
    fn new(book: Rc<dyn Rulebook>, n_iterations: u32, seed: u64) -> Self {
        Self { book, n_iterations, greedy: Greedy::new(seed), rng: generator(seed, 91) }
    }

    fn any(&mut self, n: usize) -> usize {
        self.rng.random_range(0..n)
    }

    /// A game in which the seat has the same decision, with other hidden cards.
    fn sample(&mut self, observation: &Observation<'_>) -> Option<Game> {
        let table = observation.determinized(&mut self.rng);
        let mut game = Game::resume(self.book.clone(), table).ok()?;
        while let Some(earlier) = game.decision()
            && earlier.seat != observation.seat()
        {
            // Here somebody may answer first who could not in the real game.
            let pass = earlier.options.iter().position(|choice| *choice == Choice::Pass)?;
            game.answer(pass).ok()?;
        }
        Some(game)
    }

    /// Descends the tree; adds the nodes of the path and its players to `path`.
    fn descend(
        &mut self,
        game: &mut Game,
        nodes: &mut HashMap<u64, Node>,
        path: &mut Vec<(u64, Seat)>,
    ) {
        while let Some(Decision { seat, options, .. }) = game.decision() {
            let (seat, parent) = (*seat, path.last().map_or(0, |(key, _)| *key));
            let keys: Vec<u64> = options.iter().map(|choice| key(parent, seat, choice)).collect();
            let new: Vec<usize> =
                (0..keys.len()).filter(|i| !nodes.contains_key(&keys[*i])).collect();
            for key in &keys {
                if let Some(node) = nodes.get_mut(key) {
                    node.n_available += 1.0;
                }
            }
            let bound = |i: &usize| {
                let Node { n_visits, n_available, reward } = &nodes[&keys[*i]];
                reward / n_visits + EXPLORATION * (n_available.ln() / n_visits).sqrt()
            };
            let best = (0..keys.len()).max_by(|a, b| match new.is_empty() {
                true => bound(a).total_cmp(&bound(b)),
                false => a.cmp(b),
            });
            let chosen =
                if new.is_empty() { best.unwrap_or_default() } else { new[self.any(new.len())] };
            path.push((keys[chosen], seat));
            if game.answer(chosen).is_err() {
                return;
            }
            if !new.is_empty() {
                nodes.insert(keys[chosen], Node { n_available: 1.0, ..Node::default() });
                return;
            }
        }
    }

    /// Plays to the end at random; returns the winners.
    fn play_on(&mut self, game: &mut Game) -> SeatSet {
        while let Some(decision) = game.decision() {
            let chosen = self.any(decision.options.len());
            if game.answer(chosen).is_err() {
                break;
            }
        }
        game.table().outcome.winners
    }
}

impl Agent for IsMcts {
    fn answer(&mut self, observation: &Observation<'_>, decision: &Decision) -> usize {
        if matches!(decision.prompt, Prompt::Text(_)) || decision.options.len() == 1 {
            return self.greedy.answer(observation, decision);
        }
        let mut nodes = HashMap::new();
        for _ in 0..self.n_iterations {
            let Some(mut game) = self.sample(observation) else { continue };
            game.rollback_on_fault = false;
            let mut path = Vec::new();
            self.descend(&mut game, &mut nodes, &mut path);
            let winners = self.play_on(&mut game);
            for (key, seat) in path {
                let node = nodes.entry(key).or_default();
                node.n_visits += 1.0;
                node.reward += winners.part_in(SeatSet::one(seat));
            }
        }
        let visits = |i: &usize| {
            nodes
                .get(&key(0, decision.seat, &decision.options[*i]))
                .map_or(0.0, |node| node.n_visits)
        };
        (0..decision.options.len()).max_by(|a, b| visits(a).total_cmp(&visits(b))).unwrap_or(0)
    }
}

/// The share of games of two that a search wins against the published one.
fn share_against_is_mcts(n_players: usize, n_games: u64, n_iterations: u32) -> f64 {
    let classic = loaded("classic", &[]);
    let mut won = 0.0;
    for n in 0..n_games {
        // Each deal is played from both sides.
        let mut game = classic.game(n_players, 52_000 + n / 2);
        for seat in 0..n_players as u8 {
            let (book, seed) = (classic.host.clone(), n * 10 + u64::from(seat));
            let agent: Box<dyn Agent> = match (u64::from(seat) + n) % 2 {
                0 => Box::new(Search::new(book, Budget::Iterations(n_iterations), seed)),
                _ => Box::new(IsMcts::new(book, n_iterations, seed)),
            };
            game.seat(Seat(seat), Some(agent));
        }
        game.play_out(10_000).expect("the scripts are right");
        let mine = (0..n_players as u8).filter(|seat| (u64::from(*seat) + n).is_multiple_of(2));
        let mine = mine.fold(SeatSet::NONE, |seats, seat| seats.with(Seat(seat)));
        won += game.table().outcome.winners.part_in(mine);
    }
    won / n_games as f64
}

#[test]
fn search_beats_the_search_that_was_published() {
    for n_players in [2, 4] {
        let share = share_against_is_mcts(n_players, size(12, 400), 100);
        println!("{n_players} players: {share}");
        assert!(share > 0.5, "{n_players} players: {share}");
    }
}
