//! Which cards and combos the players of one game could have played.

use crate::kernel::{Choice, Decision, Prompt, Seat, SeatSet};

/// The seats that could play each kind of card and each combo.
#[derive(Debug)]
pub struct Offers {
    n_kinds: usize,
    /// By kind, then by combo.
    seats: Vec<SeatSet>,
}

impl Offers {
    pub(super) fn new(n_kinds: usize, n_combos: usize) -> Self {
        Self { n_kinds, seats: vec![SeatSet::NONE; n_kinds + n_combos] }
    }

    pub(super) fn clear(&mut self) {
        self.seats.fill(SeatSet::NONE);
    }

    #[inline]
    pub(super) fn add(&mut self, decision: &Decision) {
        if matches!(decision.prompt, Prompt::Text(_)) {
            return;
        }
        for option in &decision.options {
            match option {
                Choice::Play(kind)
                | Choice::Respond(kind)
                | Choice::Card(_, kind)
                | Choice::Placed(_, kind, _) => self.offer(kind.index(), decision.seat),
                Choice::Combo(combo, kinds) => {
                    self.offer(self.n_kinds + combo.index(), decision.seat);
                    kinds.for_each_kind(|kind| self.offer(kind.index(), decision.seat));
                }
                Choice::Copies(combo, set) => {
                    self.offer(self.n_kinds + combo.index(), decision.seat);
                    set.iter().for_each(|copy| self.offer(copy.kind.index(), decision.seat));
                }
                _ => {}
            }
        }
    }

    #[inline]
    fn offer(&mut self, index: usize, seat: Seat) {
        self.seats[index] = self.seats[index].with(seat);
    }

    /// Returns the seats that could play each, by kind, then by combo.
    pub fn seats(&self) -> &[SeatSet] {
        &self.seats
    }
}
