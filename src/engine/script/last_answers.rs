//! The last answers of queries that depend only on the players, on who plays which action, and on a
//! card that lies somewhere: another run would give the same answer until a player dies or revives,
//! a hand becomes empty or is no longer, the direction of play changes, another action is asked
//! about, or the card goes elsewhere.

use super::api::Reads;
use crate::kernel::rules::{FastQuery, Tags};
use crate::kernel::table::{CardState, Table};
use crate::kernel::{CardId, Kind, Owner, Rules, Seat, SeatSet};
use std::cell::RefCell;

/// The answer of a query.
#[derive(Clone, Copy, Debug)]
pub struct QueryAnswer {
    /// The answer: what the query returned, or whether the play can be offered.
    pub is_yes: bool,
    /// The operations of the run.
    pub n_operations: u64,
}

/// The facts about players on which an answer may depend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Players {
    alive: SeatSet,
    with_cards: SeatSet,
    reversed: bool,
}

impl Players {
    #[inline(always)]
    const fn of(table: &Table) -> Self {
        let turns = &table.turns;
        let with_cards = table.held.with_cards();
        Self { alive: turns.alive, with_cards, reversed: turns.reversed }
    }
}

/// The facts about the action on top of the stack on which an answer may depend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct OfAction {
    player: Option<Seat>,
    tags: Option<Tags>,
}

impl OfAction {
    fn of(table: &Table, rules: &Rules, reads: Reads) -> Self {
        let top = table.stack.last();
        Self {
            player: top.filter(|_| reads.action_player).map(|top| top.by),
            tags: top.filter(|_| reads.action_tags).map(|top| table.tags(rules, top)),
        }
    }
}

/// The last answer of each query for each seat.
#[derive(Debug, Default)]
pub struct LastAnswers(RefCell<ByFunction>);

#[derive(Debug, Default)]
struct ByFunction {
    n_seats: usize,
    /// By the number of the compiled function, then by seat.
    answers: Vec<Option<LastAnswer>>,
}

#[derive(Clone, Copy, Debug)]
struct LastAnswer {
    owner: Owner,
    answer: QueryAnswer,
    /// The facts read about the players; `None` for none.
    players: Option<Players>,
    /// The facts read about the action, and their values; `None` for none.
    action: Option<(Reads, OfAction)>,
    /// The card that it depends on, with its kind and the index of its zone.
    card: Option<(CardId, Kind, u8)>,
}

impl LastAnswers {
    /// Returns the answer of a query whose compiled function has this number, if it is known.
    #[inline(always)]
    pub fn find(
        &self,
        table: &Table,
        rules: &Rules,
        query: FastQuery,
        number: u32,
    ) -> Option<QueryAnswer> {
        let known = self.0.borrow();
        if known.n_seats != table.n_seats() {
            return None;
        }
        let place = number as usize * known.n_seats + query.me.index();
        let last = known.answers.get(place)?.as_ref()?;
        let is_true = last.owner == query.owner
            && last.players.is_none_or(|players| players == Players::of(table))
            && last.action.is_none_or(|(reads, of)| of == OfAction::of(table, rules, reads))
            && last.card.is_none_or(|(card, kind, zone)| {
                let is_same = |state: &CardState| state.kind == kind;
                table.cards.get(card.index()).is_some_and(is_same)
                    && table.zones.index_of(card) == zone
            });
        is_true.then_some(last.answer)
    }

    /// Keeps the answer of a query that has read no more than these facts.
    pub fn keep(
        &self,
        table: &Table,
        rules: &Rules,
        (query, number): (FastQuery, u32),
        reads: Reads,
        answer: QueryAnswer,
    ) {
        let mut known = self.0.borrow_mut();
        if known.n_seats != table.n_seats() {
            *known = ByFunction { n_seats: table.n_seats(), answers: Vec::new() };
        }
        let place = number as usize * known.n_seats + query.me.index();
        if place >= known.answers.len() {
            known.answers.resize(place + 1, None);
        }
        let reads_action = reads.action_player || reads.action_tags;
        let action = reads_action.then(|| (reads, OfAction::of(table, rules, reads)));
        let players = reads.players.then(|| Players::of(table));
        let (owner, card) = (query.owner, reads.card);
        known.answers[place] = Some(LastAnswer { owner, answer, players, action, card });
    }
}
