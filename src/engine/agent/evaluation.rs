//! The uses of cards, and the value of an unfinished game.
//!
//! No card is named: the class of a kind follows from the tables of the ruleset.

use crate::kernel::rules::{KindRule, Teams};
use crate::kernel::{CardId, Hook, Kind, Moment, Rules, Seat, SeatSet, Table, Zone};

/// The use of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CardClass {
    /// It explodes.
    Hazard,
    /// It can be played at an explosion.
    Rescue,
    /// It answers plays, draws or turns.
    Answer,
    /// It has an effect.
    Action,
    /// It has no effect of its own.
    Other,
}

impl CardClass {
    /// Returns the class of a kind.
    pub(super) fn of(rule: &KindRule) -> Self {
        let answers = [Moment::Card, Moment::Combo, Moment::Draw, Moment::Turn];
        if rule.explodes || rule.hooks.has(Hook::Rescued) {
            Self::Hazard
        } else if rule.at(Moment::Explosion) {
            Self::Rescue
        } else if answers.into_iter().any(|moment| rule.at(moment)) {
            Self::Answer
        } else if rule.hooks.has(Hook::Resolve) {
            Self::Action
        } else {
            Self::Other
        }
    }
}

/// The log-odds of winning with a card to rescue oneself, and with each further one (times the
/// square root of their number).
const RESCUE: [f64; 2] = [1.3, 0.85];

/// The log-odds for cards of the other classes, times the square root of their number, divided by
/// the number of opponents.
const ANSWERS: f64 = 0.5;
const ACTIONS: f64 = 0.95;
const OTHERS: f64 = 0.5;

/// The log-odds for a hazard within the draws that the current player owes.
const DOOMED: f64 = -0.7;

/// Evaluates tables of one ruleset: the probability of winning by the cards in the hands. The
/// weights are a conditional logistic regression of the winner on the table, in games between
/// greedy players with 2 and 4 players.
#[derive(Clone, Debug)]
pub(super) struct Evaluation {
    classes: Vec<CardClass>,
    /// Whether explosions decide the game. Otherwise the hands say little about who will win.
    pub(super) is_decisive: bool,
    /// Whether players win otherwise than by surviving.
    pub(super) is_race: bool,
    teams: Teams,
}

impl Evaluation {
    pub(super) fn of(rules: &Rules) -> Self {
        let classes: Vec<_> = rules.kinds.iter().map(CardClass::of).collect();
        let is_decisive = classes.contains(&CardClass::Hazard)
            && classes.contains(&CardClass::Rescue)
            && rules.seat_counters.is_empty();
        let is_race = !is_decisive && rules.is_race;
        Self { classes, is_decisive, is_race, teams: rules.teams.clone() }
    }

    /// Returns the team of a seat.
    pub(super) fn team(&self, table: &Table, seat: Seat) -> SeatSet {
        self.teams.of_seat(table.n_seats(), seat)
    }

    /// Returns the share of the win that the team of a seat can expect.
    pub(super) fn share(&self, table: &Table, seat: Seat) -> f64 {
        let (outcome, team) = (&table.outcome, self.team(table, seat));
        if outcome.is_over {
            return outcome.winners.part_in(team);
        }
        let alive = table.turns.alive;
        let living = team.intersection(alive);
        if living.is_empty() {
            return 0.0;
        }
        let odds = |seat| self.log_odds(table, seat).exp();
        living.iter().map(odds).sum::<f64>() / alive.iter().map(odds).sum::<f64>()
    }

    fn log_odds(&self, table: &Table, seat: Seat) -> f64 {
        let mut counts = [0_u16; 5];
        for (kind, n) in table.held.kinds(seat) {
            counts[self.class(kind) as usize] += n;
        }
        let [_, rescues, answers, actions, others] = counts.map(f64::from);
        let n_opponents = (table.turns.alive.len() as f64 - 1.0).max(1.0);
        let cards = ANSWERS * answers.sqrt() + ACTIONS * actions.sqrt() + OTHERS * others.sqrt();
        let rescue = RESCUE[0] * rescues.min(1.0) + RESCUE[1] * (rescues - 1.0).max(0.0).sqrt();
        let is_doomed = seat == table.turns.current && self.hazard_is_near(table);
        rescue + cards / n_opponents + if is_doomed { DOOMED } else { 0.0 }
    }

    fn hazard_is_near(&self, table: &Table) -> bool {
        let draws = table.cards_in(Zone::Draw).iter().take(table.turns.owed as usize);
        let is_hazard = |card: &CardId| self.class(table.kind(*card)) == CardClass::Hazard;
        draws.into_iter().any(is_hazard)
    }

    fn class(&self, kind: Kind) -> CardClass {
        self.classes[kind.index()]
    }
}
