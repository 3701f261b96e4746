//! A sane baseline: it keeps what rescues it, plays what it has when the next draw is dangerous,
//! and answers what is aimed at it.
//!
//! It knows no card. What a kind is worth follows from the tables: a kind that may be played at an
//! explosion rescues, one with a `rescued` hook is a hazard, one that answers plays is worth
//! keeping, one that can be played at all is worth more than one that cannot.

use super::common_random::AgentRandom;
use crate::kernel::decision::SetKinds;
use crate::kernel::{
    Action, Agent, Choice, Decision, Hook, Kind, Moment, Observation, Prompt, Rules, Seat, Subject,
    Value, View, Zone,
};

/// The greatest chance of drawing a hazard that it takes without playing something first, by the
/// number of rescues it holds.
const MAX_RISK: [f64; 3] = [0.04, 0.25, 0.5];

/// The agent; ties are broken at random.
#[derive(Clone, Debug)]
pub struct Greedy(AgentRandom);

impl Greedy {
    /// An agent that makes the same choices for the same seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self::by(AgentRandom::drawn(seed))
    }

    /// An agent that breaks ties by this luck.
    #[must_use]
    pub const fn by(random: AgentRandom) -> Self {
        Self(random)
    }

    /// The index of the option with the highest score.
    fn best(
        &mut self,
        observation: &Observation<'_>,
        decision: &Decision,
        score: impl Fn(&Choice) -> i64,
    ) -> usize {
        let scores: Vec<i64> = decision.options.iter().map(score).collect();
        let best = scores.iter().copied().max().unwrap_or_default();
        let n_best = scores.iter().filter(|score| **score == best).count();
        self.0.pick(observation, decision, n_best, |i| scores[i] == best)
    }
}

impl Agent for Greedy {
    fn answer(&mut self, observation: &Observation<'_>, decision: &Decision) -> usize {
        let view = observation.view();
        let look = Evaluation { rules: observation.rules(), view: &view, me: observation.seat() };
        match decision.prompt {
            Prompt::Turn => {
                let bold = look.danger() <= look.bearable();
                self.best(observation, decision, |choice| look.turn(choice, bold))
            }
            Prompt::Respond => {
                let answers = look.should_answer();
                self.best(observation, decision, |choice| match choice {
                    Choice::Respond(kind) if answers => 1_000 - look.worth(*kind),
                    Choice::Respond(_) => -1,
                    _ => 0,
                })
            }
            Prompt::Cards(_) => self.best(observation, decision, |choice| match choice {
                Choice::Card(_, kind) => -look.worth(*kind),
                _ => 0,
            }),
            Prompt::Text(_) => {
                let own = look.is_own_hand(&decision.options);
                self.best(observation, decision, |choice| look.question(choice, own))
            }
        }
    }
}

/// One look at the table.
struct Evaluation<'a> {
    rules: &'a Rules,
    view: &'a View,
    me: Seat,
}

impl Evaluation<'_> {
    fn hand(&self) -> impl Iterator<Item = Kind> {
        self.view.cards(Zone::Hand(self.me)).iter().flatten().copied()
    }

    fn is_hazard(&self, kind: Kind) -> bool {
        self.rules.kind(kind).hooks.has(Hook::Rescued)
    }

    /// What a card is worth to who holds it: only the order counts.
    fn worth(&self, kind: Kind) -> i64 {
        let rule = self.rules.kind(kind);
        let answers = [Moment::Card, Moment::Combo, Moment::Draw, Moment::Turn];
        if self.is_hazard(kind) {
            -100
        } else if rule.at(Moment::Explosion) {
            100
        } else if answers.into_iter().any(|moment| rule.at(moment)) {
            30
        } else if rule.hooks.has(Hook::Resolve) {
            10
        } else {
            1
        }
    }

    /// The chance that the next draw is a hazard. How many there are is not known from the tables:
    /// one less than there are players left, for a game that the last one wins.
    fn danger(&self) -> f64 {
        let pile = self.view.cards(Zone::Draw);
        let hidden = pile.iter().filter(|card| card.is_none()).count();
        match pile.first() {
            None => 0.0,
            Some(Some(kind)) => f64::from(u8::from(self.is_hazard(*kind))),
            Some(None) => {
                let known = pile.iter().flatten().filter(|kind| self.is_hazard(**kind)).count();
                let left = self.view.turns.alive.len().saturating_sub(1 + known);
                left.min(hidden) as f64 / hidden.max(1) as f64
            }
        }
    }

    fn bearable(&self) -> f64 {
        let n_rescues = self.hand().filter(|k| self.rules.kind(*k).at(Moment::Explosion)).count();
        MAX_RISK[n_rescues.min(MAX_RISK.len() - 1)]
    }

    fn turn(&self, choice: &Choice, bold: bool) -> i64 {
        let spent = |kinds: &SetKinds| kinds.iter().map(|kind| self.worth(kind)).sum::<i64>();
        match choice {
            Choice::Draw => 0,
            Choice::Combo(_, kinds) if kinds.is_empty() => -1,
            Choice::Combo(_, kinds) if kinds.iter().all(|kind| self.worth(kind) == 1) => {
                500 - spent(kinds)
            }
            Choice::Combo(_, kinds) if !bold && spent(kinds) < 30 => 50 - spent(kinds),
            Choice::Play(kind) if !bold => 100 - self.worth(*kind),
            _ => -1,
        }
    }

    /// Whether the action on top of the stack hurts: it is my explosion, it is aimed at me, or it
    /// answers what I have played.
    fn should_answer(&self) -> bool {
        let Some((top, below)) = self.view.stack.split_last() else { return false };
        if matches!(top.subject, Subject::Explosion(_)) {
            return top.by == self.me;
        }
        let aimed = |action: &Action| action.announced.contains(&Value::Player(self.me));
        let answered = below
            .last()
            .filter(|action| matches!(action.subject, Subject::Card(..) | Subject::Combo(_)));
        match answered {
            _ if top.by == self.me => false,
            Some(action) => action.by == self.me,
            None => aimed(top),
        }
    }

    /// Whether the cards to choose from are those of my hand: I am to part with one.
    fn is_own_hand(&self, options: &[Choice]) -> bool {
        let offered = |kind: Kind| {
            options.iter().any(|choice| matches!(choice, Choice::Card(_, k) if *k == kind))
        };
        let all_cards = options.iter().all(|choice| match choice {
            Choice::Card(_, kind) => self.hand().any(|held| held == *kind),
            _ => false,
        });
        all_cards && self.hand().all(offered)
    }

    fn question(&self, choice: &Choice, own: bool) -> i64 {
        match choice {
            Choice::Player(seat) => self.view.cards(Zone::Hand(*seat)).len() as i64,
            Choice::Card(_, kind) if own => -self.worth(*kind),
            Choice::Card(_, kind) | Choice::Kind(kind) => self.worth(*kind),
            // What is put on top hits the next player; what is put deep does not hit me.
            Choice::Number(depth) if self.view.turns.owed > 1 => *depth,
            Choice::Number(depth) => -depth,
            _ => 0,
        }
    }
}
