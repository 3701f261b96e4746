//! Habits of the players of one game.

use crate::kernel::action::ActionRef;
use crate::kernel::{Action, ActionId, CardId, Rules, Seat, SeatSet, Table, Zone};
use smallvec::SmallVec;

/// Counts of habits of the players of one game that people do not have.
#[derive(Clone, Debug, Default)]
pub struct GameHabits {
    /// The card that was put back last, and who knows where, until somebody else draws.
    put_back: Option<(CardId, SeatSet)>,
    /// The number of cards put back unseen.
    pub n_put_back: u64,
    /// The number of these that the next other player drew at once.
    pub n_drawn_at_once: u64,
    /// The number of plays that only shuffle.
    pub n_shuffles: u64,
    /// The number of these whose player knew nothing of the pile.
    pub n_blind: u64,
    /// The plays since the last one that is no answer which somebody could answer.
    stoppable: SmallVec<[ActionId; 4]>,
}

impl GameHabits {
    /// A card was put back where others do not see it.
    pub(super) fn hidden(&mut self, card: CardId, knowing: SeatSet) {
        self.put_back = Some((card, knowing));
        self.n_put_back += 1;
    }

    #[inline]
    pub(super) fn drawn(&mut self, card: CardId, by: Seat) {
        if let Some((put_back, _)) = self.put_back.take_if(|(_, knowing)| !knowing.has(by)) {
            self.n_drawn_at_once += u64::from(put_back == card);
        }
    }

    #[inline]
    pub(super) fn announced(&mut self, rules: &Rules, table: &Table, action: &Action) {
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
    #[inline]
    pub(super) fn could_stop(&mut self, action: ActionRef) -> bool {
        let is_new = !self.stoppable.contains(&action.id);
        if is_new {
            self.stoppable.push(action.id);
        }
        is_new
    }
}
