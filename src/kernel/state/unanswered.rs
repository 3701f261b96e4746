//! What the windows that a player has let pass say about the hand: whoever could have answered
//! probably would have, most of all an action against them.

use crate::kernel::action::Action;
use crate::kernel::card::{MAX_SEATS, Seat, SeatSet};
use crate::kernel::value::Value;

/// The evidence of a window of an action against the player, and of any other one, in units of
/// [`UNIT`]. A player with an answer is assumed to pass in 30 % of the former and in 94 % of the
/// latter.
const AGAINST: u8 = 19;
const OTHER: u8 = 1;

/// The most evidence that counts: players also keep answers for later.
const MOST: u8 = 48;

/// The logarithm of a likelihood ratio.
const UNIT: f64 = 1.0 / 16.0;

/// The evidence against answers in each hand, by seat. Public: it follows from the actions, their
/// windows and the sizes of the hands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnansweredWindows([u8; MAX_SEATS]);

impl UnansweredWindows {
    /// Adds a window that has closed without an answer; `below` is the action under that one.
    pub(in crate::kernel) fn add(
        &mut self,
        action: &Action,
        below: Option<&Action>,
        alive: SeatSet,
    ) {
        let answered = below.filter(|below| Some(below.id) == action.answers);
        let mut against = answered.map_or(SeatSet::NONE, |below| SeatSet::one(below.by));
        for value in &action.announced {
            if let Value::Player(seat) = value {
                against = against.with(*seat);
            }
        }
        for seat in alive.without(action.by).iter() {
            let evidence = &mut self.0[seat.index()];
            *evidence = (*evidence + if against.has(seat) { AGAINST } else { OTHER }).min(MOST);
        }
    }

    /// Takes into account that a hand of this size has got another card.
    #[inline(always)]
    pub(in crate::kernel) fn dilute(&mut self, seat: Seat, n_cards: impl FnOnce() -> usize) {
        let evidence = &mut self.0[seat.index()];
        if *evidence > 0 {
            let n_cards = n_cards();
            *evidence = (usize::from(*evidence) * n_cards / (n_cards + 1)) as u8;
        }
    }

    /// Returns the probability of these windows if the seat had an answer, divided by that without
    /// one: from above 0 to 1.
    #[must_use]
    pub fn likelihood(&self, seat: Seat) -> f64 {
        (-f64::from(self.0[seat.index()]) * UNIT).exp()
    }
}
