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
        if is_hazard(rule) {
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

/// Whether the class of a kind is [`CardClass::Hazard`].
#[inline]
pub(super) fn is_hazard(rule: &KindRule) -> bool {
    rule.explodes || rule.hooks.has(Hook::Rescued)
}

/// The log-odds of winning that a table gives a player: the weights of what is on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    /// A card to rescue oneself, and each further one (times the square root of their number).
    rescue: [f64; 2],
    /// Cards of the other classes, times the square root of their number, divided by the number of
    /// opponents.
    answers: f64,
    actions: f64,
    others: f64,
    /// Cards that end turns or give them away, times the square root of their number and the share
    /// of hazards in the draw pile.
    escapes: f64,
    /// A hazard within the draws that the current player owes, without and with a card to rescue
    /// oneself, and for the player who comes to draw it after them.
    doomed: [f64; 2],
    next_doomed: [f64; 2],
    /// The turn, and each further one owed.
    turn: f64,
    owed: f64,
}

impl Weights {
    /// Those of games between greedy players with 2 and 4 players, who play sets for what they do
    /// at once: a card is worth what it does alone.
    pub(super) const OF_GREEDY: Self = Self {
        rescue: [1.3, 0.85],
        answers: 0.5,
        actions: 0.95,
        others: 0.5,
        escapes: 0.0,
        doomed: [-0.7, -0.7],
        next_doomed: [0.0, 0.0],
        turn: 0.0,
        owed: 0.0,
    };

    /// Those of 1,875 games of classic for each of 2, 3, 4 and 5 players, all of them `search:30`,
    /// with seeds from 100,000 on; with more than two players, at every third decision of a turn.
    pub(super) const OF_SEARCH: Self = Self {
        rescue: [0.74, 0.55],
        answers: 0.72,
        actions: 0.95,
        others: 0.65,
        escapes: 2.29,
        doomed: [-1.1, -0.53],
        next_doomed: [-1.19, -0.67],
        turn: 0.13,
        owed: 0.17,
    };
}

/// Evaluates tables of one ruleset: the probability of winning by the cards in the hands, the turn
/// and the draws to come. The weights are a conditional logistic regression of the winner on the
/// table at decisions of turns.
#[derive(Clone, Debug)]
pub(super) struct Evaluation {
    weights: Weights,
    classes: Vec<CardClass>,
    /// Whether the effect of a kind ends turns or gives them to others.
    escapes: Vec<bool>,
    /// Whether explosions decide the game. Otherwise the hands say little about who will win.
    pub(super) is_decisive: bool,
    /// Whether players win otherwise than by surviving.
    pub(super) is_race: bool,
    teams: Teams,
}

impl Evaluation {
    pub(super) fn of(rules: &Rules, weights: Weights) -> Self {
        let classes: Vec<_> = rules.kinds.iter().map(CardClass::of).collect();
        let is_decisive = classes.contains(&CardClass::Hazard)
            && classes.contains(&CardClass::Rescue)
            && rules.seat_counters.is_empty();
        let is_race = !is_decisive && rules.is_race;
        let escapes = rules.kinds.iter().map(|rule| rule.effects.moves_turns).collect();
        Self { weights, classes, escapes, is_decisive, is_race, teams: rules.teams.clone() }
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
        let draws = self.draws_to_come(table);
        let odds = |seat| self.log_odds(table, seat, &draws).exp();
        living.iter().map(odds).sum::<f64>() / alive.iter().map(odds).sum::<f64>()
    }

    fn log_odds(&self, table: &Table, seat: Seat, draws: &DrawsToCome) -> f64 {
        let mut counts = [0_u16; 5];
        let mut n_escapes = 0;
        for (kind, n) in table.held.kinds(seat) {
            counts[self.class(kind) as usize] += n;
            n_escapes += if self.escapes[kind.index()] { n } else { 0 };
        }
        let [_, rescues, answers, actions, others] = counts.map(f64::from);
        let weights = &self.weights;
        let n_opponents = (table.turns.alive.len() as f64 - 1.0).max(1.0);
        let cards = weights.answers * answers.sqrt()
            + weights.actions * actions.sqrt()
            + weights.others * others.sqrt();
        let [first, further] = weights.rescue;
        let rescue = first * rescues.min(1.0) + further * (rescues - 1.0).max(0.0).sqrt();
        let escape = weights.escapes * f64::from(n_escapes).sqrt() * draws.density;
        let can_rescue = usize::from(rescues > 0.0);
        let is_current = seat == table.turns.current;
        let doom = match draws.doomed == Some(seat) {
            true if is_current => weights.doomed[can_rescue],
            true => weights.next_doomed[can_rescue],
            false => 0.0,
        };
        let turn = match is_current {
            true => weights.turn + weights.owed * (f64::from(table.turns.owed) - 1.0),
            false => 0.0,
        };
        rescue + cards / n_opponents + escape + doom + turn
    }

    fn draws_to_come(&self, table: &Table) -> DrawsToCome {
        let pile = table.cards_in(Zone::Draw);
        let is_hazard = |card: &CardId| self.class(table.kind(*card)) == CardClass::Hazard;
        let n_hazards = pile.iter().filter(|card| is_hazard(card)).count();
        let first = pile.iter().position(is_hazard);
        let turns = &table.turns;
        let doomed = first.and_then(|first| {
            let n_others = (first + 1).saturating_sub(turns.owed as usize);
            (n_others < turns.alive.len())
                .then(|| (0..n_others).fold(turns.current, |seat, _| turns.next_alive(seat)))
        });
        DrawsToCome { density: n_hazards as f64 / pile.len().max(1) as f64, doomed }
    }

    fn class(&self, kind: Kind) -> CardClass {
        self.classes[kind.index()]
    }
}

/// The draws to come, if nobody plays.
struct DrawsToCome {
    /// The share of hazards in the draw pile.
    density: f64,
    /// The player who draws the first of them, if within a round.
    doomed: Option<Seat>,
}
