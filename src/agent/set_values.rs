//! `greedy` for sets of cards: what a set is worth is what it does in a few short simulated games.

use super::evaluation::Evaluation;
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

/// [`Greedy`] that also plays sets whose simulated effect is worth their cards.
pub struct GreedyWithSets {
    policy: Greedy,
    evaluation: Evaluation,
    simulator: Simulator,
    /// The worth of the cheapest rejected set of each combo, with the size of the draw pile then.
    rejected: HashMap<ComboId, (i64, usize)>,
}

impl GreedyWithSets {
    /// Creates an agent from a policy for all other choices. The rulebook must be of the same
    /// ruleset as the game.
    pub fn new(policy: Greedy, book: Rc<dyn Rulebook>) -> Self {
        let evaluation = Evaluation::of(book.rules());
        Self { policy, evaluation, simulator: Simulator::new(book), rejected: HashMap::new() }
    }

    /// Returns the set with the largest gain, if there is one that is worth its cards.
    fn best_set(&mut self, observation: &Observation<'_>, decision: &Decision) -> Option<usize> {
        let n_left = observation.n_cards(Zone::Draw);
        let mut hidden = None;
        let mut best = None;
        for (i, combo, worth) in cheapest_sets(observation, decision) {
            let is_rejected = |(cheapest, n_then): &(i64, usize)| {
                worth >= *cheapest && n_left * RETRY[1] > n_then * RETRY[0]
            };
            if self.rejected.get(&combo).is_some_and(is_rejected) {
                continue;
            }
            let hidden = hidden.get_or_insert_with(|| observation.hidden_cards());
            let gain = self.gain(observation, hidden, &decision.options[i]);
            if gain <= MIN_GAIN {
                self.rejected.insert(combo, (worth, n_left));
            } else if best.is_none_or(|(_, most)| gain > most) {
                best = Some((i, gain));
            }
        }
        best.map(|(i, _)| i)
    }

    /// Returns how much of the win a set gains on average. The deals depend only on what the seat
    /// sees, and are the same for all sets.
    fn gain(&mut self, observation: &Observation<'_>, hidden: &HiddenCards, set: &Choice) -> f64 {
        let (me, seen) = (observation.seat(), observation.information_set());
        let (mut gain, mut n_deals) = (0.0, 0);
        while n_deals < FIRST_DEALS || n_deals < DEALS && gain > 0.0 {
            let mut chance = rng::generator(seen, n_deals);
            observation.sample(hidden, &mut self.simulator.table, &mut chance);
            let before = self.evaluation.share(&self.simulator.table, me);
            gain += self.share_after(me, set).map_or(0.0, |after| after - before);
            n_deals += 1;
        }
        gain / n_deals as f64
    }

    /// Plays a set on the sampled table; returns the share of the win at the next turn decision.
    fn share_after(&mut self, me: Seat, set: &Choice) -> Option<f64> {
        let greedy = |seat: Seat| -> Box<dyn Agent> { Box::new(Greedy::new(seat.0.into())) };
        let mut game = self.simulator.start(greedy)?;
        let index = game.decision()?.options.iter().position(|choice| choice == set)?;
        game.answer(index).ok()?;
        for _ in 0..MAX_DECISIONS {
            if game.decision().is_none_or(|decision| decision.prompt == Prompt::Turn) {
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
        let Choice::Combo(combo, kinds) = choice else { continue };
        let worth = kinds.iter().map(|kind| worth(observation.rules(), kind)).sum();
        match cheapest.iter_mut().find(|(_, other, _)| other == combo) {
            Some(known) if known.2 <= worth => {}
            Some(known) => *known = (i, *combo, worth),
            None => cheapest.push((i, *combo, worth)),
        }
    }
    cheapest
}

impl Agent for GreedyWithSets {
    fn answer(&mut self, observation: &Observation<'_>, decision: &Decision) -> usize {
        let has_sets = || decision.options.iter().any(|choice| matches!(choice, Choice::Combo(..)));
        if decision.prompt == Prompt::Turn
            && has_sets()
            && let Some(set) = self.best_set(observation, decision)
        {
            return set;
        }
        self.policy.answer(observation, decision)
    }
}
