//! The end of a game: by a script, by elimination, or because nobody can do anything.

use super::game::Game;
use crate::kernel::card::{Seat, SeatSet};
use crate::kernel::event::{GameEvent, InternalEvent, PlayerEvent};
use crate::kernel::hash::stable_hash;
use crate::kernel::pending::{Idle, Pending};
use crate::kernel::table::Table;
use crate::kernel::turns::EndedTurns;

impl Game {
    /// Ends the game if a script has ended it, or if at most one player or team is left.
    #[inline(always)]
    pub(super) fn finish(&mut self) -> bool {
        let Table { outcome, turns, .. } = &self.effect.table;
        let is_one_team = || self.rules.teams.are_partners(turns.n_seats.into(), turns.alive);
        (outcome.is_over || !turns.alive.is_several() || is_one_team()) && self.finish_now()
    }

    #[cold]
    #[inline(never)]
    fn finish_now(&mut self) -> bool {
        let effect = &mut self.effect;
        if !effect.table.outcome.is_over {
            match effect.table.turns.alive.iter().next() {
                Some(_) if self.rules.continues_alone => return false,
                Some(seat) => effect.emit(PlayerEvent::Won { seat }),
                None => effect.emit(GameEvent::Ended),
            }
        }
        let (teams, n_seats) = (&self.rules.teams, effect.table.n_seats());
        let (winners, losers) = (effect.table.outcome.winners, effect.table.outcome.losers);
        if winners.is_empty() {
            let partners = teams.with_partners(n_seats, losers).intersection(losers.complement());
            partners.iter().for_each(|seat| effect.emit(PlayerEvent::Lost { seat }));
            let Table { outcome, turns, .. } = &effect.table;
            let winners = outcome.implied_winners(turns.alive, n_seats);
            winners.iter().for_each(|seat| effect.emit(PlayerEvent::Won { seat }));
        }
        let winners = effect.table.outcome.winners;
        let partners = teams.with_partners(n_seats, winners).intersection(winners.complement());
        partners.iter().for_each(|seat| effect.emit(PlayerEvent::Won { seat }));
        effect.emit(InternalEvent::Cleared);
        self.uncommitted = None;
        self.decision.options.clear();
        self.pending = Pending::Over;
        true
    }

    /// Ends a turn without options. After a round of such turns in which nothing has changed, ends
    /// the game.
    pub(super) fn pass_idle_turn(&mut self, seat: Seat) {
        let Table { zones, cards, counters, card_counters, notes, outcome, turns, blind, .. } =
            &self.effect.table;
        let alive = turns.alive;
        let counted = (counters, card_counters, &notes.revealed);
        let position = stable_hash(&(zones, cards, counted, outcome, alive, turns.reversed, blind));
        let n_decisions = self.effect.players.n_decisions;
        if (self.idle.position, self.idle.n_decisions) != (position, n_decisions) {
            self.idle = Idle { position, n_decisions, seats: SeatSet::NONE };
        }
        // Nothing changes in further owed turns.
        let turns = if self.idle.seats.has(seat) { EndedTurns::All } else { EndedTurns::One };
        self.idle.seats = self.idle.seats.with(seat);
        if alive.intersection(self.idle.seats.complement()).is_empty() {
            self.effect.emit(GameEvent::Ended);
        } else {
            self.effect.emit(PlayerEvent::Ended { turns });
        }
    }
}
