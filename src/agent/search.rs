//! Information-set Monte-Carlo tree search (Cowling, Powley and Whitehouse 2012, single-observer
//! form): each iteration samples the hidden cards consistently with the seat's knowledge, descends
//! the tree of its own choices by UCB1, and plays the rest of the game with [`Greedy`].
//! [`Greedy`]'s choice is replaced only by an option that is clearly better.
//!
//! Questions that follow from a choice (which player? how deep?) are in the same tree and are
//! answered from it. Any other question of a hook is searched as a turn is, with the hook run again
//! on each sampled table; answers of others that the seat does not know are sampled too. [`Greedy`]
//! answers where no sampled hook leads to the question.

use super::greedy::Greedy;
use crate::kernel::hash::stable_hash;
use crate::kernel::{
    Agent, Choice, Decision, Game, Hook, Observation, Prompt, Rulebook, Seat, rng,
};
use rand_pcg::Pcg64Mcg;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// The search budget for each choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// The number of simulated games: the same choice for the same seed.
    Iterations(u32),
    /// The time in milliseconds: more games on a faster machine.
    Milliseconds(u32),
}

/// Search statistics of one option.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranked {
    /// The index of the option.
    pub option: usize,
    /// The number of simulated games in which it was chosen.
    pub visits: u32,
    /// The share of them that were won, from 0 to 1; 0 without visits.
    pub win_rate: f64,
}

/// The exploration weight of UCB1; rewards are in 0..=1.
const EXPLORATION: f64 = 0.7;

/// Beyond the tree, one in this many choices is random.
const EPSILON: u32 = 12;

/// How many standard errors another option must be ahead of the default policy to replace it.
const Z_MARGIN: f64 = 0.5;

/// A simulated game ends after this many decisions; the living players then share the win.
const HORIZON: u64 = 400;

/// A question is answered from the tree if each option has at least this many visits on average.
const MIN_VISITS: u32 = 3;

/// The search agent.
pub struct Search {
    book: Rc<dyn Rulebook>,
    budget: Budget,
    stop: Option<fn() -> bool>,
    n_games: u32,
    n_failed: u32,
    walk: Rc<RefCell<SearchTree>>,
    /// Whether the root of the tree is a question of a hook: later ones may depend on what others
    /// have answered since.
    is_at_question: bool,
    greedy: Greedy,
}

impl Search {
    /// Creates an agent that simulates games with this rulebook, which must be of the same ruleset
    /// as the real game.
    #[must_use]
    pub fn new(book: Rc<dyn Rulebook>, budget: Budget, seed: u64) -> Self {
        let walk = SearchTree {
            greedy: Greedy::new(rng::split_mix(seed)),
            rng: rng::generator(seed, 1),
            tree: HashMap::new(),
            key: 0,
            path: Vec::new(),
            in_tree: true,
        };
        let (walk, greedy) = (Rc::new(RefCell::new(walk)), Greedy::new(seed));
        let is_at_question = false;
        Self { book, budget, stop: None, n_games: 0, n_failed: 0, walk, is_at_question, greedy }
    }

    /// The same search with an early stop once this is true.
    #[must_use]
    pub fn stopped_by(self, stop: fn() -> bool) -> Self {
        Self { stop: Some(stop), ..self }
    }

    /// Returns how many games the last search has simulated, failed ones included.
    #[must_use]
    pub const fn n_games(&self) -> u32 {
        self.n_games
    }

    /// Returns how many of them ended in a script fault or went past the question: they count for
    /// no option.
    #[must_use]
    pub const fn n_failed(&self) -> u32 {
        self.n_failed
    }

    /// Ranks the options, best first: [`Agent::answer`] would choose the first if it has not
    /// searched before. Empty for the cards of a set, which are answered from the tree of the turn.
    pub fn rank(&mut self, observation: &Observation<'_>, decision: &Decision) -> Vec<Ranked> {
        if matches!(decision.prompt, Prompt::Cards(_)) {
            return Vec::new();
        }
        self.search(observation, decision);
        let mut walk = self.walk.borrow_mut();
        walk.key = 0;
        walk.rank(decision)
    }

    fn search(&mut self, observation: &Observation<'_>, decision: &Decision) {
        let start = Instant::now();
        let goes_on = |n: u32| match self.budget {
            Budget::Iterations(most) => n < most,
            Budget::Milliseconds(most) => start.elapsed() < Duration::from_millis(most.into()),
        };
        {
            let mut walk = self.walk.borrow_mut();
            walk.tree.clear();
        }
        (self.n_games, self.n_failed) = (0, 0);
        while goes_on(self.n_games) {
            let is_counted = self.iterate(observation, decision);
            self.n_games += u32::from(is_counted);
            if self.stop.is_some_and(|stop| stop()) {
                break;
            }
            self.n_games += u32::from(!is_counted);
            self.n_failed += u32::from(!is_counted);
        }
    }

    /// Simulates one game; returns whether it counts for an option.
    fn iterate(&self, observation: &Observation<'_>, decision: &Decision) -> bool {
        let me = observation.seat();
        let sampled = match decision.prompt {
            Prompt::Text(_) => self.sample_question(observation, decision),
            _ => self.sample(observation),
        };
        let Some(mut game) = sampled else { return false };
        game.rollback_on_fault = false;
        let seats: Vec<Seat> = game.table().seats().collect();
        for seat in seats {
            let simulated = SimulatedPlayer { walk: self.walk.clone(), searches: seat == me };
            game.seat(seat, Some(Box::new(simulated)));
        }
        if game.play_out(HORIZON).is_err() {
            return false;
        }
        let outcome = &game.table().outcome;
        let reward = if outcome.is_over {
            outcome.share(me)
        } else {
            let leaders = outcome.implied_winners(game.alive(), game.table().n_seats());
            if leaders.has(me) { 1.0 / leaders.len() as f64 } else { 0.0 }
        };
        self.walk.borrow_mut().reward(reward)
    }

    /// Samples a game at a turn or a window.
    fn sample(&self, observation: &Observation<'_>) -> Option<Game> {
        let me = observation.seat();
        let table = observation.determinized(&mut self.walk.borrow_mut().begin().rng);
        let mut game = Game::resume(self.book.clone(), table).ok()?;
        // A seat that had no answer in the real game may have one in this deal, and is asked first.
        while let Some(earlier) = game.decision()
            && earlier.seat != me
            && let Some(pass) = earlier.options.iter().position(|choice| *choice == Choice::Pass)
        {
            game.answer(pass).ok()?;
        }
        Some(game)
    }

    /// Samples a game at a question of a hook.
    fn sample_question(&self, observation: &Observation<'_>, decision: &Decision) -> Option<Game> {
        let mut rng = self.walk.borrow_mut().begin().rng.clone();
        let mut greedy = self.walk.borrow().greedy.clone();
        let game =
            observation.sampled_game(self.book.clone(), decision, &mut rng, |seen, asked| {
                greedy.answer(seen, asked)
            });
        let mut walk = self.walk.borrow_mut();
        (walk.rng, walk.greedy) = (rng, greedy);
        game
    }
}

impl Agent for Search {
    fn answer(&mut self, observation: &Observation<'_>, decision: &Decision) -> usize {
        if decision.options.len() == 1 {
            return 0;
        }
        let is_question = matches!(decision.prompt, Prompt::Text(_));
        let is_root = matches!(decision.prompt, Prompt::Turn | Prompt::Respond);
        // What others do between two turns is not in the tree.
        let is_of_turn = matches!(observation.hook(), Some(Hook::TurnStart | Hook::TurnEnd));
        let mut found = None;
        if !is_root && !(is_question && (self.is_at_question || is_of_turn)) {
            found = self.walk.borrow_mut().decide(decision, false);
        }
        if is_root || is_question && found.is_none() {
            self.search(observation, decision);
            self.is_at_question = is_question;
            found = self.walk.borrow_mut().decide(decision, true);
        }
        found.unwrap_or_else(|| self.greedy.answer(observation, decision))
    }

    fn samples_hooks(&self) -> bool {
        true
    }
}

/// The player of a seat in a simulated game.
struct SimulatedPlayer {
    walk: Rc<RefCell<SearchTree>>,
    searches: bool,
}

impl Agent for SimulatedPlayer {
    fn answer(&mut self, observation: &Observation<'_>, decision: &Decision) -> usize {
        let mut walk = self.walk.borrow_mut();
        if self.searches && walk.in_tree {
            walk.descend(observation, decision)
        } else {
            walk.play(observation, decision)
        }
    }
}

/// The tree, and the path through it in the current simulated game.
struct SearchTree {
    greedy: Greedy,
    rng: Pcg64Mcg,
    tree: HashMap<u64, SearchNode>,
    /// Hash of the path: the choices of the seat and the options each time.
    key: u64,
    path: Vec<(u64, u64)>,
    in_tree: bool,
}

/// The statistics of one information set.
#[derive(Default)]
struct SearchNode {
    n: u32,
    /// The shape of [`Greedy`]'s choice at the first visit.
    default_policy: u64,
    arms: Vec<Arm>,
}

struct Arm {
    choice: u64,
    n: u32,
    won: f64,
}

/// Hashes a choice without card ids, which differ between deals.
fn shape(choice: &Choice) -> u64 {
    match choice {
        Choice::Card(_, kind) => stable_hash(&(0, kind)),
        Choice::Hidden(_, place) => stable_hash(&(1, place)),
        other => stable_hash(&(2, other)),
    }
}

impl SearchTree {
    /// Begins a simulated game at the root.
    fn begin(&mut self) -> &mut Self {
        self.key = 0;
        self.path.clear();
        self.in_tree = true;
        self
    }

    fn node_key(&self, decision: &Decision) -> u64 {
        let offered: Vec<u64> = decision.options.iter().map(shape).collect();
        stable_hash(&(self.key, &decision.prompt, offered))
    }

    /// Chooses in the tree. The first choice at a new node is the default policy's.
    fn descend(&mut self, observation: &Observation<'_>, decision: &Decision) -> usize {
        let key = self.node_key(decision);
        let is_new = !self.tree.contains_key(&key);
        let index = if is_new {
            self.in_tree = false;
            let index = self.greedy.answer(observation, decision);
            let arm = |choice| Arm { choice: shape(choice), n: 0, won: 0.0 };
            let arms: Vec<Arm> = decision.options.iter().map(arm).collect();
            let default_policy = arms[index].choice;
            self.tree.insert(key, SearchNode { n: 0, default_policy, arms });
            index
        } else {
            self.most_promising(key)
        };
        let choice = shape(&decision.options[index]);
        self.path.push((key, choice));
        self.key = stable_hash(&(key, choice));
        index
    }

    /// Returns the option with the highest upper bound; untried options come first.
    fn most_promising(&mut self, key: u64) -> usize {
        let node = &self.tree[&key];
        let untried = node.arms.iter().filter(|arm| arm.n == 0).count();
        if untried > 0 {
            let pick = rng::below(&mut self.rng, untried as u32) as usize;
            let mut places = node.arms.iter().enumerate().filter(|(_, arm)| arm.n == 0);
            return places.nth(pick).map_or(0, |(i, _)| i);
        }
        let tries = f64::from(node.n).ln();
        let bound = |arm: &Arm| {
            let n = f64::from(arm.n);
            arm.won / n + EXPLORATION * (tries / n).sqrt()
        };
        let arms = node.arms.iter().map(bound).enumerate();
        arms.max_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(i, _)| i)
    }

    /// Plays beyond the tree: the default policy with occasional random choices.
    fn play(&mut self, observation: &Observation<'_>, decision: &Decision) -> usize {
        if rng::below(&mut self.rng, EPSILON) == 0 {
            return rng::below(&mut self.rng, decision.options.len() as u32) as usize;
        }
        self.greedy.answer(observation, decision)
    }

    /// Records the result of a game; returns whether it went through the tree.
    fn reward(&mut self, reward: f64) -> bool {
        let is_counted = !self.path.is_empty();
        for (key, choice) in self.path.drain(..) {
            let Some(node) = self.tree.get_mut(&key) else { continue };
            node.n += 1;
            if let Some(arm) = node.arms.iter_mut().find(|arm| arm.choice == choice) {
                arm.n += 1;
                arm.won += reward;
            }
        }
        is_counted
    }

    /// Ranks the options of a question in the tree: the selected one, then by visits.
    fn rank(&self, decision: &Decision) -> Vec<Ranked> {
        let Some(node) = self.tree.get(&self.node_key(decision)) else { return Vec::new() };
        let of = |(option, choice): (usize, &Choice)| {
            let arm = node.arms.iter().find(|arm| arm.choice == shape(choice));
            let (visits, won) = arm.map_or((0, 0.0), |arm| (arm.n, arm.won));
            Ranked { option, visits, win_rate: won / f64::from(visits.max(1)) }
        };
        let mut ranked: Vec<Ranked> = decision.options.iter().enumerate().map(of).collect();
        ranked.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.win_rate.total_cmp(&a.win_rate)));
        let is_habit =
            |ranked: &Ranked| shape(&decision.options[ranked.option]) == node.default_policy;
        if let Some(at) = ranked.iter().position(is_habit).filter(|at| *at > 0) {
            let (best, default_policy) = (ranked[0], ranked[at]);
            let n = |ranked: Ranked| f64::from(ranked.visits.max(1));
            let noise = (0.25 / n(best) + 0.25 / n(default_policy)).sqrt();
            if best.win_rate - default_policy.win_rate < Z_MARGIN * noise {
                ranked[..=at].rotate_right(1);
            }
        }
        ranked
    }

    /// Returns the most visited choice, if the tree has enough visits of the question. Follow-up
    /// questions are looked up below it.
    fn decide(&mut self, decision: &Decision, is_root: bool) -> Option<usize> {
        if is_root {
            self.key = 0;
        }
        let key = self.node_key(decision);
        let n_options = decision.options.len() as u32;
        let known =
            self.tree.get(&key).is_some_and(|node| is_root || node.n >= MIN_VISITS * n_options);
        let best = *self.rank(decision).first().filter(|best| known && best.visits > 0)?;
        self.key = stable_hash(&(key, shape(&decision.options[best.option])));
        Some(best.option)
    }
}
