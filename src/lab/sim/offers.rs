//! Which cards and combos the players of one game could have played.

use super::tally::Tally;
use crate::kernel::{Choice, Decision, Prompt, Seat, SeatSet};
use smallvec::SmallVec;

/// The seats that could play each kind of card and each combo.
#[derive(Debug)]
pub(super) struct Offers {
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
                    kinds.iter().for_each(|kind| self.offer(kind.index(), decision.seat));
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

    /// Adds a game that is over, in which these seats played each kind and each combo.
    pub(super) fn add_to(
        &self,
        tally: &mut Tally,
        seats: SeatSet,
        mut chosen: impl Iterator<Item = SeatSet>,
        agent_of: impl Fn(Seat) -> usize,
    ) {
        let mut own: SmallVec<[SeatSet; 8]> = SmallVec::new();
        for seat in seats.iter() {
            let agent = agent_of(seat);
            own.resize(own.len().max(agent + 1), SeatSet::NONE);
            own[agent] = own[agent].with(seat);
        }
        let count = |counts: &mut [u64], who: SeatSet| {
            for (agent, own) in own.iter().enumerate() {
                counts[agent] += u64::from(!who.intersection(*own).is_empty());
            }
        };
        let mut offered = self.seats.iter();
        for all in [&mut tally.kinds, &mut tally.combos] {
            for ((uses, offered), chosen) in all.iter_mut().zip(&mut offered).zip(&mut chosen) {
                count(&mut uses.offered, *offered);
                count(&mut uses.chosen, chosen);
            }
        }
    }
}
