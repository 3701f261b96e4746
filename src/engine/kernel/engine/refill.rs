//! Piles that are refilled as soon as they are empty, if the rules say from which pile.

use super::effect::{EffectContext, RunMode};
use super::game::Game;
use crate::kernel::action::Task;
use crate::kernel::card::{Seat, SeatSet};
use crate::kernel::cause::{MoveReason, Visibility};
use crate::kernel::event::CardEvent;
use crate::kernel::fault::Stop;
use crate::kernel::hook::Hook;
use crate::kernel::pending::{Continuation, SuspendedHook};
use crate::kernel::rules::{Call, Owner, Refill};
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
            self.emit(CardEvent::Moved {
                card,
                from,
                to: pile,
                depth: self.table.zones.len(pile) as u16,
                reason: MoveReason::Move,
                visibility: Visibility { seen: SeatSet::NONE, ..Visibility::ALL },
            });
        }
        self.shuffle(pile)
    }
}

impl SuspendedHook {
    /// Creates a run in which a player draws cards. It calls no script but those that hear of it.
    pub(super) fn draw(seat: Seat, n_cards: u16) -> Self {
        Self::of(Call::new(Hook::DrawStep, Owner::Rules, seat), Continuation::Draw(n_cards))
    }

    /// Creates a run that refills a pile. It calls no script.
    pub(super) fn refill(effect: &EffectContext, pile: Zone) -> Self {
        let call = Call::new(Hook::DrawStep, Owner::Rules, effect.table.turns.current);
        Self::of(call, Continuation::Refill(pile))
    }
}

impl Game {
    /// Runs the hook of a run, draws cards, or refills a pile.
    #[inline(always)]
    pub(super) fn carry_out_run(&mut self, run: &SuspendedHook) -> Result<(), Stop> {
        if !matches!(run.then, Continuation::Draw(_) | Continuation::Refill(_)) {
            return self.call(&run.call, RunMode::Act);
        }
        self.effect.run.begin(&run.call, RunMode::Act);
        self.effect.run.path = u64::MAX;
        let done = match run.then {
            Continuation::Draw(n_cards) => self.effect.draw_cards(run.call.me, n_cards),
            Continuation::Refill(pile) => self.effect.refill(pile),
            _ => Ok(()),
        };
        self.effect.run.end(RunMode::Act);
        done
    }
}
