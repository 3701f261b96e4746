//! `greedy` for sets of cards, and for races: what a play is worth is what it does in a few short
//! simulated games.

use super::evaluation::{Evaluation, Weights};
use super::greedy::{Greedy, worth};
use super::hidden::HiddenCards;
use super::simulator::Simulator;
use crate::kernel::{
    Agent, Choice, ComboId, Decision, Observation, Prompt, Rulebook, Seat, Zone, rng,
};
use smallvec::SmallVec;
use std::collections::HashMap;
use std::rc::Rc;

/// The number of deals on which a set is tried, and how many of them must show a gain first.
const DEALS: u64 = 6;
const FIRST_DEALS: u64 = 2;

/// A rejected set is tried again when the draw pile has shrunk to this share (3 / 4).
const RETRY: [usize; 2] = [3, 4];

/// The minimum gain, as a share of the win, for which a set is played.
const MIN_GAIN: f64 = 0.02;

/// A simulated game ends at the next turn decision, or after this many decisions.
const MAX_DECISIONS: u32 = 40;

/// [`Greedy`] that also plays sets whose simulated effect is worth their cards, and in a race
/// (where players win otherwise than by surviving) single cards.
pub struct GreedyWithSets {
    policy: Greedy,
    evaluation: Evaluation,
    simulator: Simulator,
    /// The worth of the cheapest rejected set of each combo, with the size of the draw pile then.
    rejected: HashMap<ComboId, (i64, usize)>,
    seed: u64,
    n_decisions: u64,
}

impl GreedyWithSets {
    /// Creates an agent from a policy for all other choices. The rulebook must be of the same
    /// ruleset as the game. The n-th decision is tried on the same luck for the same seed, whatever
    /// the position: rule sets whose games are equal are compared on equal games.
    pub fn new(policy: Greedy, book: Rc<dyn Rulebook>, seed: u64) -> Self {
        let evaluation = Evaluation::of(book.rules(), Weights::OF_GREEDY);
        let simulator = Simulator::new(book);
        let rejected = HashMap::new();
        Self { policy, evaluation, simulator, rejected, seed, n_decisions: 0 }
    }

    /// Returns the play with the largest gain, if there is one that is worth its cards: of the
    /// sets, and in a race of single cards, too.
    fn best_play(&mut self, observation: &Observation<'_>, decision: &Decision) -> Option<usize> {
        self.n_decisions += 1;
        let n_left = observation.n_cards(Zone::Draw);
        let mut hidden = None;
        let mut best = None;
        let singles = decision
            .options
            .iter()
            .enumerate()
            .filter(|(_, choice)| self.evaluation.is_race && matches!(choice, Choice::Play(_)));
        let singles = singles.map(|(i, _)| (i, None));
        let sets = cheapest_sets(observation, decision).into_iter();
        let sets = sets.map(|(i, combo, worth)| (i, Some((combo, worth))));
        for (i, set) in singles.chain(sets).collect::<SmallVec<[_; 8]>>() {
            let is_rejected = |(combo, worth): (ComboId, i64)| {
                self.rejected.get(&combo).is_some_and(|(cheapest, n_then)| {
                    worth >= *cheapest && n_left * RETRY[1] > n_then * RETRY[0]
                })
            };
            if set.is_some_and(is_rejected) {
                continue;
            }
            let hidden = hidden.get_or_insert_with(|| observation.hidden_cards());
            let gain = self.gain(observation, hidden, &decision.options[i]);
            if gain > MIN_GAIN && best.is_none_or(|(_, most)| gain > most) {
                best = Some((i, gain));
            } else if let Some((combo, worth)) = set.filter(|_| gain <= MIN_GAIN) {
                self.rejected.insert(combo, (worth, n_left));
            }
        }
        best.map(|(i, _)| i)
    }

    /// Returns how much of the win a play gains on average; in a race, more than the draw. The
    /// deals depend only on what the seat sees and on its number of turns, not on the play.
    fn gain(&mut self, observation: &Observation<'_>, hidden: &HiddenCards, play: &Choice) -> f64 {
        let me = observation.seat();
        let seed = rng::split_mix(self.seed ^ rng::split_mix(self.n_decisions));
        let (mut gain, mut n_deals) = (0.0, 0);
        while n_deals < FIRST_DEALS || n_deals < DEALS && gain > 0.0 {
            let mut chance = rng::generator(seed, n_deals);
            observation.sample(hidden, &mut self.simulator.table, &mut chance);
            let without = match self.evaluation.is_race {
                true => {
                    let sampled = self.simulator.table.clone();
                    let share = self.share_after(me, &Choice::Draw);
                    self.simulator.table = sampled;
                    share
                }
                false => Some(self.evaluation.share(&self.simulator.table, me)),
            };
            let gained = without.and_then(|without| Some(self.share_after(me, play)? - without));
            gain += gained.unwrap_or(0.0);
            n_deals += 1;
        }
        gain / n_deals as f64
    }

    /// Makes a choice on the sampled table; returns the share of the win at the next turn decision,
    /// in a race at that of another player.
    fn share_after(&mut self, me: Seat, made: &Choice) -> Option<f64> {
        let greedy = |seat: Seat| -> Box<dyn Agent> { Box::new(Greedy::new(seat.0.into())) };
        let mut game = self.simulator.start(greedy)?;
        let index = game.decision()?.options.iter().position(|choice| choice == made)?;
        game.answer(index).ok()?;
        for _ in 0..MAX_DECISIONS {
            let is_mine = self.evaluation.is_race && game.table().turns.current == me;
            let is_turn = |decision: &Decision| decision.prompt == Prompt::Turn && !is_mine;
            if game.decision().is_none_or(is_turn) {
                break;
            }
            game.play_out(1).ok()?;
        }
        let share = self.evaluation.share(game.table(), me);
        self.simulator.keep(game);
        Some(share)
    }
}

/// Returns the cheapest set of each combo, with its worth: what a set does rarely depends on which
/// cards it is made of.
fn cheapest_sets(
    observation: &Observation<'_>,
    decision: &Decision,
) -> SmallVec<[(usize, ComboId, i64); 4]> {
    let mut cheapest = SmallVec::<[(usize, ComboId, i64); 4]>::new();
    for (i, choice) in decision.options.iter().enumerate() {
        let Some(combo) = choice.combo() else { continue };
        let kinds = choice.set_kinds();
        let worth = kinds.iter().map(|kind| worth(observation.rules(), *kind)).sum();
        match cheapest.iter_mut().find(|(_, other, _)| *other == combo) {
            Some(known) if known.2 <= worth => {}
            Some(known) => *known = (i, combo, worth),
            None => cheapest.push((i, combo, worth)),
        }
    }
    cheapest
}

impl Agent for GreedyWithSets {
    fn answer(&mut self, observation: &Observation<'_>, decision: &Decision) -> usize {
        if decision.prompt == Prompt::Turn
            && let Some(play) = self.best_play(observation, decision)
        {
            return play;
        }
        self.policy.answer(observation, decision)
    }
}
