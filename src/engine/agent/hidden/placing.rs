//! Hidden cards at places that another player has chosen: where that player's opponents draw next,
//! more often than elsewhere.

use crate::kernel::{CardId, Kind, Rules, Seat, Table, Zone};
use rand::RngExt as _;
use rand::seq::IndexedRandom as _;
use rand_pcg::Pcg64Mcg;
use smallvec::SmallVec;

/// The share of hazards that players put where the next opponent draws. [`Greedy`] puts so many
/// there, and expects as many.
///
/// [`Greedy`]: crate::agent::Greedy
pub const AT_NEXT_DRAW: f64 = 0.6;

/// A choice of places by another player, and the pile.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChosenPlaces {
    zone: Zone,
    /// Among how many cards on top of it the choice was.
    n_placed: usize,
    /// The kind of the card that was put there; `None` if they were put into an order.
    kind: Option<Kind>,
    seat: Seat,
}

impl ChosenPlaces {
    /// Returns the choice that concerns the next draw, as a seat knows it.
    pub fn of(table: &Table, seat: Seat) -> Option<Self> {
        let zone = Zone::Draw;
        let (n_placed, kind) = table.placed_unseen(zone, seat)?;
        Some(Self { zone, n_placed, kind, seat })
    }

    /// Puts a card that may have been placed on top of the pile, where it was dealt to another
    /// place: together with the deals in which it is there by chance, in the share
    /// [`AT_NEXT_DRAW`].
    pub fn prefer_top(self, table: &mut Table, rules: &Rules, rng: &mut Pcg64Mcg) {
        let pile = table.cards_in(self.zone);
        let n_placed = self.n_placed.min(pile.len());
        let is_it = |card: CardId| {
            let kind = table.kind(card);
            let fits = match self.kind {
                Some(placed) => kind == placed,
                None => table.is_kept_out_of_hands(rules, kind),
            };
            fits && !table.cards[card.index()].is_turned
        };
        let is_hidden = |card: &CardId| !table.knows(self.seat, *card);
        let places: SmallVec<[CardId; 64]> =
            pile[..n_placed].iter().copied().filter(is_hidden).collect();
        let found: SmallVec<[CardId; 8]> =
            places.iter().copied().filter(|card| is_it(*card)).collect();
        let Some(top) = places.first().copied().filter(|top| !is_it(*top)) else { return };
        if table.cards[top.index()].is_turned {
            return;
        }
        let Some(one) = found.choose(rng).copied() else { return };
        let by_chance = found.len() as f64 / places.len() as f64;
        let moved = ((AT_NEXT_DRAW - by_chance) / (1.0 - by_chance)).max(0.0);
        if rng.random_bool(moved) {
            let kind = table.kind(one);
            table.cards[one.index()].kind = table.kind(top);
            table.cards[top.index()].kind = kind;
        }
    }
}
