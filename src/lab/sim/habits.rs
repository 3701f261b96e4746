//! Habits of the players of simulations that people do not have.

use super::clusters::RatioSums;
use super::stats::Estimate;
use super::tally::Tally;
use super::uses::Uses;
use crate::kernel::action::ActionRef;
use crate::kernel::{Action, ActionId, CardId, Rules, Seat, SeatSet, Table, Zone};
use serde::Serialize;
use smallvec::SmallVec;

/// The fewest plays that could have been stopped, of a card that nobody ever stopped.
const MANY: u64 = 100;

/// The counts of one game.
#[derive(Clone, Debug, Default)]
pub(super) struct GameHabits {
    /// The card that was put back last, and who knows where, until somebody else draws.
    put_back: Option<(CardId, SeatSet)>,
    n_put_back: u64,
    n_drawn_at_once: u64,
    n_shuffles: u64,
    n_blind: u64,
    /// The plays since the last one that is no answer which somebody could answer.
    stoppable: SmallVec<[ActionId; 4]>,
}

impl GameHabits {
    /// A card was put back where others do not see it.
    pub fn hidden(&mut self, card: CardId, knowing: SeatSet) {
        self.put_back = Some((card, knowing));
        self.n_put_back += 1;
    }

    pub fn drawn(&mut self, card: CardId, by: Seat) {
        if let Some((put_back, _)) = self.put_back.take_if(|(_, knowing)| !knowing.has(by)) {
            self.n_drawn_at_once += u64::from(put_back == card);
        }
    }

    pub fn announced(&mut self, rules: &Rules, table: &Table, action: &Action) {
        let (by, subject) = (action.by, action.subject);
        if action.answers.is_none() {
            // Their numbers are given to others.
            self.stoppable.clear();
        }
        if !rules.only_shuffles(subject) {
            return;
        }
        let knows = |card: &CardId| table.knows(by, *card);
        let is_blind = !table.cards_in(Zone::Draw).iter().any(knows)
            && table.placed_unseen(Zone::Draw, by).is_none();
        self.n_shuffles += 1;
        self.n_blind += u64::from(is_blind);
    }

    /// Somebody could answer a play. Returns whether this is new.
    pub fn could_stop(&mut self, action: ActionRef) -> bool {
        let is_new = !self.stoppable.contains(&action.id);
        if is_new {
            self.stoppable.push(action.id);
        }
        is_new
    }

    /// Adds those of a game that is over.
    pub fn add_to(&self, tally: &mut Tally) {
        tally.put_backs.add(self.n_put_back, self.n_drawn_at_once);
        tally.shuffles.add(self.n_shuffles, self.n_blind);
    }
}

/// Habits of the players that people do not have.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Habits {
    /// The share of the cards put back unseen that the next other player draws at once.
    pub put_backs_drawn_at_once: Option<Estimate>,
    /// The share of the plays that only shuffle whose player knows and expects nothing of the pile.
    pub shuffles_that_know_nothing: Option<Estimate>,
    /// The cards and combos that nobody ever stopped, although somebody could have often enough.
    pub never_stopped: Vec<String>,
}

impl Habits {
    pub(super) fn of((kinds, combos): (&[String], &[String]), tally: &Tally) -> Self {
        let share = |sums: &RatioSums| sums.share(1);
        let uses = kinds.iter().zip(&tally.kinds).chain(combos.iter().zip(&tally.combos));
        let is_unstopped = |(_, uses): &(&String, &Uses)| {
            uses.stoppable >= MANY && uses.cancelled_sums.total() == 0
        };
        let mut unstopped: Vec<_> = uses.filter(is_unstopped).collect();
        unstopped.sort_by_key(|(_, uses)| std::cmp::Reverse(uses.stoppable));
        Self {
            put_backs_drawn_at_once: share(&tally.put_backs),
            shuffles_that_know_nothing: share(&tally.shuffles),
            never_stopped: unstopped.into_iter().map(|(id, _)| id.clone()).collect(),
        }
    }
}
