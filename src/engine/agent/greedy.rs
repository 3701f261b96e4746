//! A rule-based baseline: it keeps cards that rescue it, plays cards when the next draw is
//! dangerous or nothing ever explodes, and answers actions aimed at it.
//!
//! It refers to no card by name. The value of a kind follows from the tables: a kind playable at an
//! explosion rescues, one that makes its holder explode is a hazard, one that answers plays is
//! worth keeping, and a playable kind is worth more than an unplayable one.

use super::common_random::AgentRandom;
use super::evaluation::CardClass;
use crate::kernel::decision::CardPlace;
use crate::kernel::{
    Action, Agent, Choice, Decision, Hook, Kind, Moment, Observation, Prompt, Rules, Seat, SeatSet,
    Subject, Value, Zone,
};

/// The maximum probability of drawing a hazard that it accepts without playing something first,
/// indexed by the number of rescues it holds.
const MAX_RISK: [f64; 3] = [0.04, 0.25, 0.5];

/// The agent; ties are broken at random.
#[derive(Clone, Debug)]
pub struct Greedy(AgentRandom);

impl Greedy {
    /// Creates an agent that makes the same choices for the same seed.
    pub fn new(seed: u64) -> Self {
        Self::by(AgentRandom::drawn(seed))
    }

    /// Creates an agent that breaks ties with this random source.
    pub const fn by(random: AgentRandom) -> Self {
        Self(random)
    }

    /// Returns the index of the option with the highest score.
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
        let me = observation.seat();
        let team = observation.rules().teams.of_seat(observation.turns().n_seats.into(), me);
        let look = SeenPosition { rules: observation.rules(), observation, me, team };
        match decision.prompt {
            Prompt::Turn => {
                // Without explosions there is no reason to save cards.
                let has_explosions = look.rules.hooks.has(Hook::Exploded);
                let bold = look.danger() <= look.bearable() && has_explosions;
                self.best(observation, decision, |choice| look.turn(choice, bold))
            }
            Prompt::Respond => {
                let answers = look.should_answer();
                self.best(observation, decision, |choice| match choice {
                    Choice::Respond(kind)
                    | Choice::Placed(_, kind, CardPlace { traits: Some(_), .. }) => {
                        if answers {
                            1_000 - look.worth(*kind)
                        } else {
                            -1
                        }
                    }
                    _ => 0,
                })
            }
            Prompt::Cards(_) => self.best(observation, decision, |choice| match choice {
                Choice::Card(_, kind)
                | Choice::Placed(_, kind, CardPlace { traits: Some(_), .. }) => -look.worth(*kind),
                _ => 0,
            }),
            Prompt::Text(_) => {
                let own = look.is_own_hand(&decision.options);
                self.best(observation, decision, |choice| look.question(choice, own))
            }
        }
    }
}

/// Returns the value of a card to its holder: only the order matters.
pub(super) fn worth(rules: &Rules, kind: Kind) -> i64 {
    match CardClass::of(rules.kind(kind)) {
        CardClass::Hazard => -100,
        CardClass::Rescue => 100,
        CardClass::Answer => 30,
        CardClass::Action => 10,
        CardClass::Other => 1,
    }
}

/// One position, as the agent sees it.
struct SeenPosition<'a> {
    rules: &'a Rules,
    observation: &'a Observation<'a>,
    me: Seat,
    /// Its team.
    team: SeatSet,
}

impl SeenPosition<'_> {
    fn hand(&self) -> impl Iterator<Item = Kind> {
        self.observation.known(Zone::Hand(self.me))
    }

    fn is_hazard(&self, kind: Kind) -> bool {
        CardClass::of(self.rules.kind(kind)) == CardClass::Hazard
    }

    fn worth(&self, kind: Kind) -> i64 {
        worth(self.rules, kind)
    }

    /// The probability that the next draw is a hazard. The number of hazards is not in the tables;
    /// it is taken as one less than the number of living players, as in a game won by the last
    /// survivor.
    fn danger(&self) -> f64 {
        let n_cards = self.observation.n_cards(Zone::Draw);
        match self.observation.known_top(Zone::Draw) {
            _ if n_cards == 0 => 0.0,
            Some(kind) => f64::from(u8::from(self.is_hazard(kind))),
            None => {
                let (mut n_known, mut n_hazards) = (0, 0);
                for kind in self.observation.known(Zone::Draw) {
                    n_known += 1;
                    n_hazards += usize::from(self.is_hazard(kind));
                }
                let n_hidden = n_cards - n_known;
                let left = self.observation.turns().alive.len().saturating_sub(1 + n_hazards);
                left.min(n_hidden) as f64 / n_hidden.max(1) as f64
            }
        }
    }

    fn bearable(&self) -> f64 {
        let n_rescues = self.hand().filter(|k| self.rules.kind(*k).at(Moment::Explosion)).count();
        MAX_RISK[n_rescues.min(MAX_RISK.len() - 1)]
    }

    fn turn(&self, choice: &Choice, bold: bool) -> i64 {
        match choice {
            Choice::Draw => 0,
            Choice::Combo(_, kinds) => self.set(kinds.iter(), bold),
            Choice::Copies(_, set) => self.set(set.iter().map(|copy| copy.kind), bold),
            Choice::Play(kind) | Choice::Placed(_, kind, CardPlace { traits: Some(_), .. })
                if !bold =>
            {
                100 - self.worth(*kind)
            }
            _ => -1,
        }
    }

    fn set(&self, kinds: impl Iterator<Item = Kind> + Clone, bold: bool) -> i64 {
        let spent = || kinds.clone().map(|kind| self.worth(kind)).sum::<i64>();
        match kinds.clone().next() {
            None => -1,
            Some(_) if kinds.clone().all(|kind| self.worth(kind) == 1) => 500 - spent(),
            Some(_) if !bold && spent() < 30 => 50 - spent(),
            Some(_) => -1,
        }
    }

    /// Whether the action on top of the stack threatens the team: it is its explosion, is aimed at
    /// it, passes the turn to it, or answers its play.
    fn should_answer(&self) -> bool {
        let Some((top, below)) = self.observation.stack().split_last() else { return false };
        if matches!(top.subject, Subject::Explosion(_)) {
            return self.team.has(top.by);
        }
        let is_ours = |value: &Value| matches!(value, Value::Player(seat) if self.team.has(*seat));
        let aimed = |action: &Action| action.announced.iter().any(is_ours);
        let turns = self.observation.turns();
        let is_next = || self.team.has(turns.next_alive(turns.current));
        let passes_turn = |action: &Action| {
            action.by == turns.current && action.announced.is_empty() && is_next()
        };
        let answered = below
            .last()
            .filter(|action| matches!(action.subject, Subject::Card(..) | Subject::Combo(_)));
        match answered {
            _ if self.team.has(top.by) => false,
            Some(action) => self.team.has(action.by),
            None => aimed(top) || self.rules.moves_turns(top.subject) && passes_turn(top),
        }
    }

    /// Whether the cards to choose from are those of its own hand: it must give one up.
    fn is_own_hand(&self, options: &[Choice]) -> bool {
        let offered = |kind: Kind| options.iter().any(|choice| choice.visible_kind() == Some(kind));
        let is_held = |kind| self.hand().any(|held| held == kind);
        let all_cards = options.iter().all(|choice| choice.visible_kind().is_some_and(is_held));
        all_cards && self.hand().all(offered)
    }

    fn question(&self, choice: &Choice, own: bool) -> i64 {
        match choice {
            Choice::Player(seat) if *seat != self.me && self.team.has(*seat) => -1,
            Choice::Player(seat) => self.observation.n_cards(Zone::Hand(*seat)) as i64,
            Choice::Card(_, kind) | Choice::Placed(_, kind, _) if own => -self.worth(*kind),
            Choice::Card(_, kind) | Choice::Placed(_, kind, _) | Choice::Kind(kind) => {
                self.worth(*kind)
            }
            // A card on top is drawn by the next player; one placed deep is not drawn by this seat.
            Choice::Number(depth) if self.observation.turns().owed > 1 => *depth,
            Choice::Number(depth) => -depth,
            _ => 0,
        }
    }
}
