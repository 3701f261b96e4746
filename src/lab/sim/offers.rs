//! Which cards and combos the players of one game could have played.

use super::tally::Tally;
use crate::kernel::{Choice, Decision, Prompt, Seat, SeatSet};

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
        chosen: impl Iterator<Item = SeatSet> + Clone,
        agent_of: impl Fn(Seat) -> usize,
    ) {
        let n_agents = tally.kinds.first().map_or(0, |uses| uses.offered.len());
        for agent in 0..n_agents {
            let is_own = |seat: &Seat| agent_of(*seat) == agent;
            let own = seats.iter().filter(is_own).fold(SeatSet::NONE, SeatSet::with);
            let all = tally.kinds.iter_mut().chain(&mut tally.combos);
            for ((uses, offered), chosen) in all.zip(&self.seats).zip(chosen.clone()) {
                uses.offered[agent] += u64::from(!offered.intersection(own).is_empty());
                uses.chosen[agent] += u64::from(!chosen.intersection(own).is_empty());
            }
        }
    }
}
