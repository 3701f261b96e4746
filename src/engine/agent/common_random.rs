//! How agents make random choices: drawn one after another, or keyed by the question.

use crate::kernel::canonical::stable_hash;
use crate::kernel::{Agent, Choice, Decision, Observation, Prompt, Rules, Subject, rng};
use crate::message::with_face;
use rand::RngExt as _;
use rand_pcg::Pcg64Mcg;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Source of an agent's random choices.
#[derive(Clone, Debug)]
pub enum AgentRandom {
    /// An index from a generator for each choice.
    Drawn(Pcg64Mcg),
    /// A keyed draw for each option, by its identity and the question.
    Keyed(CommonRandom),
}

impl AgentRandom {
    /// Draws from a generator with this seed.
    pub fn drawn(seed: u64) -> Self {
        Self::Drawn(rng::generator(seed, 0))
    }

    /// Keyed draws of this seed: for comparing rules on common random numbers.
    pub const fn keyed(seed: u64) -> Self {
        Self::Keyed(CommonRandom { seed, asked: BTreeMap::new() })
    }

    /// Returns the index of one of the `n` options that are `wanted`, each equally likely.
    ///
    /// # Panics
    /// When `n` is 0.
    #[inline]
    pub fn pick(
        &mut self,
        observation: &Observation<'_>,
        decision: &Decision,
        n: usize,
        wanted: impl Fn(usize) -> bool,
    ) -> usize {
        let n_options = decision.options.len();
        match self {
            Self::Drawn(rng) => {
                let nth = rng.random_range(0..n);
                if n == n_options {
                    return nth;
                }
                (0..n_options).filter(|i| wanted(*i)).nth(nth).unwrap_or_default()
            }
            Self::Keyed(keyed) => {
                let draws = keyed.draws(observation, decision);
                let wanted = (0..n_options).filter(|i| wanted(*i));
                wanted.min_by_key(|i| draws[*i]).unwrap_or_default()
            }
        }
    }
}

/// Keyed draws of options: the one with the smallest is chosen (rendezvous hashing, Thaler and
/// Ravishankar 1998). A draw depends on the question, how often it was asked before, and the option
/// itself, all in the ids of the variant: adding or removing an option does not change a choice
/// among the others. No two decisions share a draw, so choices are independent.
#[derive(Clone, Debug)]
pub struct CommonRandom {
    seed: u64,
    /// How often each question was asked.
    asked: BTreeMap<u64, u32>,
}

impl CommonRandom {
    fn draws(&mut self, observation: &Observation<'_>, decision: &Decision) -> Vec<u64> {
        let question = question(observation, decision);
        let asked = self.asked.entry(question).or_default();
        *asked += 1;
        let key = rng::keyed_draw(rng::keyed_draw(self.seed, question), u64::from(*asked));
        let mut before: Vec<u64> = Vec::with_capacity(decision.options.len());
        let draw = |choice| {
            let identity = identity(observation.rules(), choice);
            // Cards of one kind that the chooser can tell apart are separate options.
            let copy = before.iter().filter(|other| **other == identity).count();
            before.push(identity);
            rng::keyed_draw(key, identity.wrapping_add(copy as u64))
        };
        decision.options.iter().map(draw).collect()
    }
}

/// An agent whose choices are hashed: the seat, how many options there were, and which was chosen.
pub struct HashedChoices {
    pub agent: Box<dyn Agent>,
    pub hash: Rc<Cell<u64>>,
}

impl Agent for HashedChoices {
    fn answer(&mut self, observation: &Observation<'_>, decision: &Decision) -> usize {
        let index = self.agent.answer(observation, decision);
        let chosen = decision.options.get(index).map(|made| identity(observation.rules(), made));
        let made = stable_hash(&(decision.seat, decision.options.len(), chosen));
        self.hash.set(rng::split_mix(self.hash.get() ^ made));
        index
    }

    fn samples_hooks(&self) -> bool {
        self.agent.samples_hooks()
    }
}

/// Hashes the question; for a window this includes the action to answer and its player.
fn question(observation: &Observation<'_>, decision: &Decision) -> u64 {
    let rules = observation.rules();
    match &decision.prompt {
        Prompt::Turn => stable_hash(&0),
        Prompt::Cards(combo) => stable_hash(&(1, &*rules.combo(*combo).id)),
        Prompt::Text(text) => stable_hash(&(2, text.unread())),
        Prompt::Respond => {
            let answered = observation.stack().last().map(|action| {
                let what = match &action.subject {
                    Subject::Card(_, kind) => stable_hash(&&*rules.kind(*kind).id),
                    Subject::Combo(combo) => stable_hash(&&*rules.combo(*combo).id),
                    Subject::Explosion(_) => 0,
                    Subject::Draw => 1,
                    Subject::Turn => 2,
                    Subject::Between => 3,
                };
                (what, action.by)
            });
            stable_hash(&(3, answered))
        }
    }
}

/// Hashes the identity of an option.
fn identity(rules: &Rules, choice: &Choice) -> u64 {
    let id = |kind| &*rules.kind(kind).id;
    match choice {
        Choice::Draw => stable_hash(&0),
        Choice::Pass => stable_hash(&1),
        Choice::Play(kind) => stable_hash(&(2, id(*kind))),
        Choice::Combo(combo, kinds) => {
            let card = |(kind, is_turned)| with_face(id(kind), is_turned);
            let kinds: Vec<String> = kinds.faces().map(card).collect();
            stable_hash(&(3, &*rules.combo(*combo).id, kinds))
        }
        Choice::Respond(kind) => stable_hash(&(4, id(*kind))),
        Choice::Player(seat) => stable_hash(&(5, seat)),
        Choice::Card(_, kind) => stable_hash(&(6, id(*kind))),
        Choice::Placed(_, kind, place) => match (place.zone, &place.traits) {
            (None, None) => stable_hash(&(15, id(*kind))),
            (Some(zone), None) => stable_hash(&(16, id(*kind), zone, place.is_turned)),
            _ => stable_hash(&(17, id(*kind), place)),
        },
        Choice::Copies(combo, set) => {
            let first = stable_hash(&(18, &*rules.combo(*combo).id));
            set.iter().fold(first, |hash, copy| stable_hash(&(hash, id(copy.kind), &copy.place)))
        }
        Choice::Hidden(_, place) => stable_hash(&(7, place)),
        Choice::Unseen => stable_hash(&14),
        Choice::Kind(kind) => stable_hash(&(8, id(*kind))),
        Choice::Number(number) => stable_hash(&(9, number)),
        Choice::Text(text) => stable_hash(&(10, text)),
        Choice::Yes => stable_hash(&11),
        Choice::No => stable_hash(&12),
    }
}
