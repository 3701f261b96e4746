//! Monte Carlo tree search under hidden information (ISMCTS, Cowling, Powley and Whitehouse 2012,
//! single-observer form). Each iteration samples the hidden cards consistently with the seat's
//! knowledge and, at turns and windows, by what the plays have shown. It tries one option
//! ([`root`]), descends the tree of the seat's later choices ([`tree`]) and continues with
//! [`Greedy`]. [`Greedy`]'s choice is replaced only by an option that is clearly better.
//!
//! Where explosions decide the game, a simulated game is cut after a round or more, and an
//! evaluation of the hands gives the share of the win; other games are played to their end.
//!
//! Questions that follow from a choice (which player? how deep?) are in the same tree and are
//! answered from it. Any other question of a hook is searched as a turn is, with the hook run again
//! on each sampled table; answers of others that the seat does not know are sampled too. [`Greedy`]
//! answers where no sampled hook leads to the question.

mod budget;
mod parallel;
mod root;
mod tree;

use super::evaluation::{Evaluation, Weights};
use super::greedy::Greedy;
use super::hidden::{Evidence, HiddenCards};
use super::set_values::GreedyWithSets;
use super::simulator::{Simulator, seated};
use crate::base::Interrupt;
use crate::kernel::{
    Action, Agent, Choice, Decision, Game, Hook, Observation, Prompt, Rulebook, Seat, rng,
};
pub use budget::Budget;
use parallel::{Assignment, SearchFindings};
pub use parallel::{RulebookFactory, SearchThreads};
pub use root::PairedLead;
use root::RootArms;
use std::cell::RefCell;
use std::cmp::Reverse;
use std::io;
use std::rc::Rc;
use std::time::{Duration, Instant};
use tree::SearchTree;

/// Search statistics of one option.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranked {
    /// The index of the option.
    pub option: usize,
    /// The number of simulated games in which it was chosen.
    pub visits: u32,
    /// The average share of the win in them, from 0 to 1; 0 without visits.
    pub win_rate: f64,
    /// Whether the default policy chooses it.
    pub is_default: bool,
    /// Compared with the option that the default policy chooses, on the same deals; `None` for
    /// that option, and without such deals.
    pub lead: Option<PairedLead>,
}

/// A simulated game is cut when the seat has its turn again, so that all options are judged after
/// the same number of its draws. Each time the number of deals of an option has doubled this often
/// for each opponent, its later games go on for one round more.
const ROUND_GROWTH: u32 = 3;

/// A simulated game ends after this many decisions; where it is not cut, the living players then
/// share the win.
const HORIZON: u64 = 400;

/// A question is answered from the tree if each option has at least this many visits on average.
const MIN_VISITS: u32 = 3;

pub struct Search {
    budget: Budget,
    stop: Option<Interrupt>,
    threads: Option<Rc<SearchThreads>>,
    seed: u64,
    n_searches: u64,
    n_games: u32,
    n_failed: u32,
    evaluation: Evaluation,
    tree: Rc<RefCell<SearchTree>>,
    root: RootArms,
    default_policy: GreedyWithSets,
    /// Whether the searched decision is a question of a hook: later ones may depend on what others
    /// have answered since.
    is_at_question: bool,
    simulator: Simulator,
}

impl Search {
    /// Creates an agent that simulates games with this rulebook, which must be of the same ruleset
    /// as the real game.
    pub fn new(book: Rc<dyn Rulebook>, budget: Budget, seed: u64) -> Self {
        Self {
            budget,
            stop: None,
            threads: None,
            seed,
            n_searches: 0,
            n_games: 0,
            n_failed: 0,
            evaluation: Evaluation::of(book.rules(), Weights::OF_SEARCH),
            tree: Rc::new(RefCell::new(SearchTree::new(seed))),
            root: RootArms::default(),
            default_policy: GreedyWithSets::new(Greedy::new(seed), book.clone(), seed),
            is_at_question: false,
            simulator: Simulator::new(book),
        }
    }

    /// This search with an early stop once this is set.
    pub fn stopped_by(self, stop: Interrupt) -> Self {
        Self { stop: Some(stop), ..self }
    }

    /// Starts threads for [`Search::on_threads`], each with a rulebook of its own and a stack of
    /// this number of bytes.
    pub fn start_threads(
        n: usize,
        stack_size: usize,
        factory: &RulebookFactory,
    ) -> io::Result<SearchThreads> {
        SearchThreads::start(n, stack_size, factory, |book, assignment| {
            let Assignment { table, seat, evidence, decision, default_arm, budget, seed, stop } =
                assignment;
            let table = table.map_actions(|action| Rc::new(action.clone()));
            let game = Game::still(book.clone(), table);
            let mut search = Self { stop, ..Self::new(book.clone(), budget, seed) };
            search.explore(&game.observation(seat), &evidence, &decision, default_arm, budget);
            let rewards = search.root.take_rewards();
            SearchFindings { rewards, n_games: search.n_games, n_failed: search.n_failed }
        })
    }

    /// This search with a part of its games on these threads, whose rulebooks must be of the
    /// same ruleset. Questions of hooks are searched on one thread.
    pub fn on_threads(self, threads: Rc<SearchThreads>) -> Self {
        Self { threads: Some(threads), ..self }
    }

    /// Returns how many games the last search has simulated, failed ones included.
    pub const fn n_games(&self) -> u32 {
        self.n_games
    }

    /// Returns how many of them ended in a script fault or went past the question: they count for
    /// no option.
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
        let chosen = self.root.chosen();
        let arms = self.root.arms.iter().enumerate();
        let ranked = arms.map(|(option, arm)| Ranked {
            option,
            visits: arm.visits,
            win_rate: arm.won / f64::from(arm.visits.max(1)),
            is_default: option == self.root.default_arm,
            lead: self.root.lead(option),
        });
        let mut ranked: Vec<Ranked> = ranked.collect();
        ranked.sort_by_key(|ranked| (ranked.option != chosen, Reverse(ranked.visits)));
        ranked
    }

    fn search(&mut self, observation: &Observation<'_>, decision: &Decision) {
        self.n_searches += 1;
        let evidence = Evidence::of(observation);
        let default_arm = self.default_policy.answer(observation, decision);
        let is_question = matches!(decision.prompt, Prompt::Text(_));
        let Some(threads) = self.threads.clone().filter(|_| !is_question) else {
            return self.explore(observation, &evidence, decision, default_arm, self.budget);
        };
        let own = self.budget.share(0, threads.len() + 1);
        threads.assign(|i| Assignment {
            table: observation.table().map_actions(|action| Action::clone(action)),
            seat: observation.seat(),
            evidence: evidence.clone(),
            decision: decision.clone(),
            default_arm,
            budget: self.budget.share(i + 1, threads.len() + 1),
            seed: rng::split_mix(self.seed ^ rng::split_mix(self.n_searches << 16 | i as u64)),
            stop: self.stop.clone(),
        });
        self.explore(observation, &evidence, decision, default_arm, own);
        for findings in threads.findings() {
            self.root.add(findings.rewards);
            self.n_games += findings.n_games;
            self.n_failed += findings.n_failed;
        }
    }

    /// Searches a decision on this thread.
    fn explore(
        &mut self,
        observation: &Observation<'_>,
        evidence: &Evidence,
        decision: &Decision,
        default_arm: usize,
        budget: Budget,
    ) {
        let start = Instant::now();
        let continues = |n: u32| match budget {
            Budget::Iterations(most) => n < most,
            Budget::Milliseconds(most) => start.elapsed() < Duration::from_millis(most.into()),
        };
        let seed = rng::split_mix(self.seed ^ rng::split_mix(self.n_searches));
        self.root = RootArms::new(decision, default_arm);
        self.tree.borrow_mut().begin_search();
        let hidden = observation.likely_cards(evidence);
        self.simulator.reset();
        (self.n_games, self.n_failed) = (0, 0);
        while continues(self.n_games) {
            let next = self.root.next();
            let arm = &self.root.arms[next];
            let deal = arm.n_deals();
            let deal_seed = rng::split_mix(seed ^ rng::split_mix(deal as u64));
            self.tree.borrow_mut().begin(deal_seed, arm.choice);
            let reward = self.simulate(observation, (evidence, &hidden), decision, deal);
            if self.stop.as_ref().is_some_and(Interrupt::is_set) {
                self.n_games += u32::from(reward.is_some());
                self.root.record(next, reward);
                break;
            }
            self.n_games += 1;
            self.n_failed += u32::from(reward.is_none());
            self.root.record(next, reward);
        }
    }

    /// Simulates one game; returns the share of the win, unless the game does not count.
    fn simulate(
        &mut self,
        observation: &Observation<'_>,
        (evidence, hidden): (&Evidence, &HiddenCards),
        decision: &Decision,
        deal: usize,
    ) -> Option<f64> {
        let me = observation.seat();
        let is_question = matches!(decision.prompt, Prompt::Text(_));
        let mut game = match is_question {
            true => self.sample_question(observation, evidence, decision)?,
            false => self.sample(observation, hidden)?,
        };
        let reward = self.play(&mut game, me, deal)?;
        if !is_question {
            self.simulator.keep(game);
        }
        self.tree.borrow_mut().reward(reward).then_some(reward)
    }

    /// Plays a game to its end or cut; returns the share of the win.
    fn play(&self, game: &mut Game, me: Seat, deal: usize) -> Option<f64> {
        if self.evaluation.is_decisive {
            let n_opponents = game.table().n_seats().saturating_sub(1).max(1) as u32;
            let n_rounds = 1 + (deal as u32 + 1).ilog2() / (ROUND_GROWTH * n_opponents);
            self.play_rounds(game, me, n_rounds)?;
            return Some(self.evaluation.share(game.table(), me));
        }
        game.play_out(HORIZON).ok()?;
        let (outcome, team) = (&game.table().outcome, self.evaluation.team(game.table(), me));
        if outcome.is_over {
            return Some(outcome.winners.part_in(team));
        }
        let leaders = outcome.implied_winners(game.alive(), game.table().n_seats());
        Some(leaders.part_in(team))
    }

    /// Plays until the seat has had its turn this often again, or its team is out of the game.
    fn play_rounds(&self, game: &mut Game, me: Seat, n_rounds: u32) -> Option<()> {
        let team = self.evaluation.team(game.table(), me);
        let mut n_left = n_rounds;
        let mut was_away = false;
        for _ in 0..HORIZON {
            if game.is_over() || game.alive().intersection(team).is_empty() {
                break;
            }
            let is_mine = game.table().turns.current == me;
            if is_mine && was_away && game.decision().is_some_and(|d| d.prompt == Prompt::Turn) {
                n_left -= 1;
                was_away = false;
                if n_left == 0 {
                    break;
                }
            }
            was_away |= !is_mine;
            game.play_out(1).ok()?;
        }
        Some(())
    }

    /// Samples a game at a turn or a window.
    fn sample(&mut self, observation: &Observation<'_>, hidden: &HiddenCards) -> Option<Box<Game>> {
        let me = observation.seat();
        let mut rng = self.tree.borrow().rng.clone();
        observation.sample(hidden, &mut self.simulator.table, &mut rng);
        let mut game = self.simulator.start(simulated_player(&self.tree, me))?;
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
    fn sample_question(
        &self,
        observation: &Observation<'_>,
        evidence: &Evidence,
        decision: &Decision,
    ) -> Option<Box<Game>> {
        let (mut rng, mut greedy) = {
            let tree = self.tree.borrow();
            (tree.rng.clone(), tree.greedy.clone())
        };
        let book = self.simulator.book.clone();
        let answer = |seen: &Observation<'_>, asked: &Decision| greedy.answer(seen, asked);
        let game = observation.sampled_game(book, evidence, decision, &mut rng, answer)?;
        Some(seated(Box::new(game), simulated_player(&self.tree, observation.seat())))
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
        let is_of_turn = observation
            .hook()
            .is_some_and(|(_, run)| matches!(run.call.hook, Hook::TurnStart | Hook::TurnEnd));
        let is_in_tree = !is_root && !(is_question && (self.is_at_question || is_of_turn));
        if is_in_tree && let Some(best) = self.tree.borrow().best(observation, decision, MIN_VISITS)
        {
            return best;
        }
        if is_root || is_question {
            self.search(observation, decision);
            self.is_at_question = is_question;
            return self.root.chosen();
        }
        self.default_policy.answer(observation, decision)
    }

    fn samples_hooks(&self) -> bool {
        true
    }
}

/// The player of a seat in a simulated game.
struct SimulatedPlayer {
    tree: Rc<RefCell<SearchTree>>,
    searches: bool,
}

/// Returns what makes the simulated player of a seat; that of `me` searches.
fn simulated_player(
    tree: &Rc<RefCell<SearchTree>>,
    me: Seat,
) -> impl Fn(Seat) -> Box<dyn Agent> + use<> {
    let tree = tree.clone();
    move |seat| Box::new(SimulatedPlayer { tree: tree.clone(), searches: seat == me })
}

impl Agent for SimulatedPlayer {
    fn answer(&mut self, observation: &Observation<'_>, decision: &Decision) -> usize {
        let mut tree = self.tree.borrow_mut();
        match self.searches {
            true => tree.descend(observation, decision),
            false => tree.play(observation, decision),
        }
    }
}
