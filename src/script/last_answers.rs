//! The last answers of queries that depend only on the players: another run would give the same
//! answer until a player dies or revives, a hand becomes empty or is no longer, or the direction of
//! play changes.

use crate::kernel::rules::FastQuery;
use crate::kernel::table::Table;
use crate::kernel::{Owner, SeatSet};
use std::cell::RefCell;

/// What a query has answered.
#[derive(Clone, Copy, Debug)]
pub struct QueryAnswer {
    /// The answer: what the query returned, or whether the play can be offered.
    pub is_yes: bool,
    /// The operations of the run.
    pub n_operations: u64,
}

/// What is true of the players: all that [`Effect::ReadPlayers`](super::api::Effect) verbs read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Players {
    alive: SeatSet,
    with_cards: SeatSet,
    reversed: bool,
}

impl Players {
    fn of(table: &Table) -> Self {
        let turns = &table.turns;
        let with_cards = table.zones.with_cards();
        Self { alive: turns.alive, with_cards, reversed: turns.reversed }
    }
}

/// The last answer of each query for each seat.
#[derive(Debug, Default)]
pub struct LastAnswers(RefCell<ByFunction>);

#[derive(Debug, Default)]
struct ByFunction {
    n_seats: usize,
    /// By the number of the compiled function, then by seat.
    answers: Vec<Option<(Owner, Players, QueryAnswer)>>,
}

impl LastAnswers {
    /// Returns the answer of a query whose compiled function has this number, if it is known.
    #[inline]
    pub fn find(&self, table: &Table, query: FastQuery, number: u32) -> Option<QueryAnswer> {
        let known = self.0.borrow();
        if known.n_seats != table.n_seats() {
            return None;
        }
        let last = known.answers.get(number as usize * known.n_seats + query.me.index())?;
        let (owner, players, answer) = last.as_ref()?;
        (*owner == query.owner && *players == Players::of(table)).then_some(*answer)
    }

    /// Keeps the answer of a query without an action that has read nothing but the players.
    pub fn keep(&self, table: &Table, query: FastQuery, number: u32, answer: QueryAnswer) {
        let mut known = self.0.borrow_mut();
        if known.n_seats != table.n_seats() {
            *known = ByFunction { n_seats: table.n_seats(), answers: Vec::new() };
        }
        let place = number as usize * known.n_seats + query.me.index();
        if place >= known.answers.len() {
            known.answers.resize(place + 1, None);
        }
        known.answers[place] = Some((query.owner, Players::of(table), answer));
    }
}
