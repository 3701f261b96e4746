//! What the windows that a player has let pass say about the hand: whoever could have answered
//! probably would have, most of all an action against them.

use crate::kernel::action::Action;
use crate::kernel::card::{Seat, SeatSet};
use crate::kernel::value::Value;
use smallvec::SmallVec;

/// The evidence of a window of an action against the player, and of any other one, in units of
/// [`UNIT`].
const AGAINST: u16 = 19;
const OTHER: u16 = 1;

/// The most evidence that counts: players also keep answers for later.
const MOST: u16 = 48;

/// The logarithm of a likelihood ratio.
const UNIT: f64 = 1.0 / 16.0;

/// The evidence against answers in each hand. Public: it follows from the actions, their windows
/// and the sizes of the hands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnansweredWindows {
    /// By seat; empty before the first window.
    evidence: SmallVec<[u16; 8]>,
}

impl UnansweredWindows {
    /// Adds a window that has closed without an answer; `below` is the action under that one.
    pub(in crate::kernel) fn add(
        &mut self,
        action: &Action,
        below: Option<&Action>,
        alive: SeatSet,
    ) {
        let answered = below.filter(|below| Some(below.id) == action.answers).map(|below| below.by);
        for seat in alive.without(action.by).iter() {
            let is_aimed = || action.announced.contains(&Value::Player(seat));
            let is_against = answered == Some(seat) || is_aimed();
            if self.evidence.len() <= seat.index() {
                self.evidence.resize(seat.index() + 1, 0);
            }
            let evidence = &mut self.evidence[seat.index()];
            *evidence = (*evidence + if is_against { AGAINST } else { OTHER }).min(MOST);
        }
    }

    /// Takes into account that a hand of this size has got another card.
    #[inline]
    pub(in crate::kernel) fn dilute(&mut self, seat: Seat, n_cards: usize) {
        if let Some(evidence) = self.evidence.get_mut(seat.index()) {
            let n_cards = n_cards as u32;
            *evidence = (u32::from(*evidence) * n_cards / (n_cards + 1)) as u16;
        }
    }

    /// Returns the probability of these windows if the seat had an answer, divided by that without
    /// one: from above 0 to 1.
    #[must_use]
    pub fn likelihood(&self, seat: Seat) -> f64 {
        let evidence = self.evidence.get(seat.index()).copied().unwrap_or_default();
        (-f64::from(evidence) * UNIT).exp()
    }

    /// Copies without giving up memory.
    pub(in crate::kernel) fn copy_from(&mut self, other: &Self) {
        self.evidence.clone_from(&other.evidence);
    }

    /// Forgets everything.
    pub(in crate::kernel) fn clear(&mut self) {
        self.evidence.clear();
    }
}
