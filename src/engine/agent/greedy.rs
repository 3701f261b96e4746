//! A rule-based baseline: it keeps cards that rescue it, plays cards when the next draw is
//! dangerous or nothing ever explodes, and answers actions aimed at it.
//!
//! It refers to no card by name. The value of a kind follows from the tables: a kind playable at an
//! explosion rescues, one that makes its holder explode is a hazard, one that answers plays is
//! worth keeping, and a playable kind is worth more than an unplayable one.

use super::common_random::AgentRandom;
use super::danger::Danger;
use super::evaluation::CardClass;
use super::hidden::AT_NEXT_DRAW;
use crate::kernel::decision::CardPlace;
use crate::kernel::rules::PlayEffects;
use crate::kernel::{
    Action, Agent, Choice, Decision, Hook, Kind, Moment, Observation, Prompt, Rules, Seat, SeatSet,
    Subject, Value, Zone,
};
use smallvec::SmallVec;

/// The maximum probability of drawing a hazard that it accepts without playing something first,
/// indexed by the number of rescues it holds.
const MAX_RISK: [f64; 3] = [0.2, 0.4, 0.6];

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
        let mut scores = SmallVec::<[i64; 32]>::new();
        let (mut best, mut n_best) = (i64::MIN, 0);
        for option in &decision.options {
            let own = score(option);
            scores.push(own);
            if own > best {
                (best, n_best) = (own, 0);
            }
            n_best += usize::from(own == best);
        }
        self.0.pick(observation, decision, n_best, |i| scores[i] == best)
    }
}

impl Greedy {
    /// Returns the index of the depth at which a card goes that others do not see: in the share
    /// [`AT_NEXT_DRAW`] where the next opponent draws, else anywhere below. Whoever always chose
    /// the same depth would be expected there.
    fn hide(&mut self, look: &SeenPosition<'_>, decision: &Decision) -> usize {
        let (options, n_options) = (&decision.options, decision.options.len());
        let depth = |i: usize| if let Choice::Number(n) = options[i] { n } else { 0 };
        let turns = look.observation.turns();
        let n_own = if turns.current == look.me { i64::from(turns.owed) - 1 } else { 0 };
        let drawn = self.0.pick(look.observation, decision, n_options, |_| true);
        let next = (0..n_options).find(|i| depth(*i) == n_own);
        let deeper = (0..n_options).filter(|i| depth(*i) > n_own).count();
        match next {
            Some(next) if (drawn as f64) < AT_NEXT_DRAW * n_options as f64 || deeper == 0 => next,
            Some(_) => self.0.pick(look.observation, decision, deeper, |i| depth(i) > n_own),
            // The pile ends before anybody else draws.
            None => (0..n_options).max_by_key(|i| depth(*i)).unwrap_or_default(),
        }
    }
}

impl Agent for Greedy {
    fn answer(&mut self, observation: &Observation<'_>, decision: &Decision) -> usize {
        let me = observation.seat();
        let team = observation.rules().teams.of_seat(observation.turns().n_seats.into(), me);
        let look = SeenPosition { rules: observation.rules(), observation, me, team };
        match decision.prompt {
            Prompt::Turn => {
                let need = look.need();
                self.best(observation, decision, |choice| look.turn(choice, &need))
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
            Prompt::Text(_) if decision.depth_of.is_some() => self.hide(&look, decision),
            Prompt::Text(_) => {
                let own = look.is_own_hand(&decision.options);
                self.best(observation, decision, |choice| look.question(choice, own))
            }
        }
    }
}

/// The reason why it plays cards at its turn.
enum Need {
    /// None: it draws.
    Nothing,
    /// Nothing explodes, so there is no reason to save cards.
    Play,
    /// The next draw is more dangerous than it accepts.
    Escape(Danger),
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

    fn worth(&self, kind: Kind) -> i64 {
        worth(self.rules, kind)
    }

    fn need(&self) -> Need {
        if !self.rules.hooks.has(Hook::Exploded) {
            return Need::Play;
        }
        let danger = Danger::of(self.observation);
        if danger.chance > self.bearable() { Need::Escape(danger) } else { Need::Nothing }
    }

    fn bearable(&self) -> f64 {
        let n_rescues = self.hand().filter(|k| self.rules.kind(*k).at(Moment::Explosion)).count();
        MAX_RISK[n_rescues.min(MAX_RISK.len() - 1)]
    }

    fn turn(&self, choice: &Choice, need: &Need) -> i64 {
        let is_calm = matches!(need, Need::Nothing);
        match choice {
            Choice::Draw => 0,
            Choice::Combo(_, kinds) => self.set(kinds.iter(), is_calm),
            Choice::Copies(_, set) => self.set(set.iter().map(|copy| copy.kind), is_calm),
            Choice::Play(kind) | Choice::Placed(_, kind, CardPlace { traits: Some(_), .. }) => {
                self.single(*kind, need)
            }
            _ => -1,
        }
    }

    /// The score of a card played by itself: first it takes cards of others, among which a rescue
    /// may be, then it looks, then it escapes, and it shuffles only a hazard away.
    fn single(&self, kind: Kind, need: &Need) -> i64 {
        let PlayEffects { shows, takes, moves_turns, shuffles, .. } = self.rules.kind(kind).effects;
        let score = match need {
            Need::Nothing => return -1,
            Need::Play => 100,
            Need::Escape(danger) if shows && danger.is_known => return -1,
            Need::Escape(_) if takes => 400,
            Need::Escape(_) if shows => 300,
            Need::Escape(_) if moves_turns => 200,
            Need::Escape(danger) if shuffles && !danger.is_believed => return -1,
            Need::Escape(_) => 100,
        };
        score - self.worth(kind)
    }

    fn set(&self, kinds: impl Iterator<Item = Kind> + Clone, is_calm: bool) -> i64 {
        let spent = || kinds.clone().map(|kind| self.worth(kind)).sum::<i64>();
        match kinds.clone().next() {
            None => -1,
            Some(_) if kinds.clone().all(|kind| self.worth(kind) == 1) => 500 - spent(),
            Some(_) if !is_calm && spent() < 30 => 50 - spent(),
            Some(_) => -1,
        }
    }

    /// Whether the action on top of the stack threatens the team: it is its explosion, is aimed at
    /// it, takes from everybody, passes a dangerous turn to it, or answers its play.
    fn should_answer(&self) -> bool {
        let Some((top, below)) = self.observation.stack().split_last() else { return false };
        if matches!(top.subject, Subject::Explosion(_)) {
            return self.team.has(top.by);
        }
        let is_ours = |value: &Value| matches!(value, Value::Player(seat) if self.team.has(*seat));
        let names_players = top.announced.iter().any(|value| matches!(value, Value::Player(_)));
        let effects = self.rules.effects(top.subject);
        let hits_all = !names_players && (effects.takes || effects.explodes);
        let turns = self.observation.turns();
        let is_next = || self.team.has(turns.next_alive(turns.current));
        let passes_turn = |action: &Action| {
            action.by == turns.current && action.announced.is_empty() && is_next()
        };
        let is_dangerous = || !matches!(self.need(), Need::Nothing);
        let answered = below
            .last()
            .filter(|action| matches!(action.subject, Subject::Card(..) | Subject::Combo(_)));
        match answered {
            _ if self.team.has(top.by) => false,
            Some(action) => self.team.has(action.by),
            None if hits_all || top.announced.iter().any(is_ours) => true,
            None => effects.moves_turns && passes_turn(top) && is_dangerous(),
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
            _ => 0,
        }
    }
}
