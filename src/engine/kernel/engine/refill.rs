//! Piles that are refilled as soon as they are empty, if the rules say from which pile.

use super::effect::{EffectContext, Returned};
use crate::kernel::action::Task;
use crate::kernel::card::SeatSet;
use crate::kernel::cause::{MoveReason, Visibility};
use crate::kernel::fault::Stop;
use crate::kernel::rules::{Call, Refill, Work};
use crate::kernel::zone::Zone;

impl EffectContext {
    /// Returns how an empty pile is refilled now, if there is a card to refill it.
    fn refill_of(&self, pile: Zone) -> Option<Refill> {
        let zones = &self.table.zones;
        let refill = *self.rules.refills.iter().find(|refill| refill.pile == pile)?;
        (zones.len(pile) == 0 && zones.len(refill.from) > refill.n_left).then_some(refill)
    }

    /// Schedules the refill of a pile if its last card has just left it. It runs after the script
    /// that moved the card, before anything else is decided: a shuffle may ask chance, which a move
    /// cannot.
    pub(super) fn schedule_refill(&mut self, pile: Zone) {
        if self.refill_of(pile).is_some() {
            self.run.caused.push(Task::Refill { pile });
        }
    }

    /// Refills an empty pile, shuffled, from the pile that the rules name.
    ///
    /// # Errors
    /// [`Stop::Asked`] when chance is asked for the order.
    pub fn refill(&mut self, pile: Zone) -> Result<(), Stop> {
        let Some(Refill { from, n_left, .. }) = self.refill_of(pile) else { return Ok(()) };
        while let Some(card) = self.table.cards_in(from).get(n_left).copied() {
            // Not by `relocate`, so that two piles that refill each other do not loop.
            let depth = self.table.zones.len(pile) as u16;
            let visibility = Visibility { seen: SeatSet::NONE, ..Visibility::ALL };
            self.emit_move(card, (from, pile), depth, MoveReason::Move, visibility);
        }
        self.shuffle(pile)
    }

    /// Draws the cards or refills the pile of a call that runs no hook.
    #[cold]
    pub(super) fn run_without_script(&mut self, call: &Call) -> Returned {
        self.run.path = u64::MAX;
        match call.work {
            Work::Draw(n_cards) => self.draw_cards(call.me, n_cards),
            Work::Refill(pile) => self.refill(pile),
            Work::Own | Work::Listeners => Ok(()),
        }
    }
}
