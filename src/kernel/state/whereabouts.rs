//! What everybody knows of where hidden cards may be, from how the piles and hands were filled.

use crate::kernel::card::{Kind, MAX_SEATS, Seat, SeatSet};
use crate::kernel::layout::Layout;
use crate::kernel::zone::Zone;

/// The history of hands and piles. Public, and not part of the position's identity.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Whereabouts {
    /// Whether the first turn has begun.
    has_begun: bool,
    /// The cards that each player has gained unseen since then, at most 255.
    gained: [u8; MAX_SEATS],
    /// The piles that the setup has filled from others, until another card comes to them.
    laid_aside: Vec<LaidAside>,
}

/// A pile that the setup has filled.
#[derive(Clone, Debug, PartialEq, Eq)]
struct LaidAside {
    pile: Zone,
    /// The kinds that may be in it, sorted.
    kinds: Vec<Kind>,
}

impl Whereabouts {
    /// The first turn begins: what players gained before was dealt.
    #[inline]
    pub(in crate::kernel) const fn begin(&mut self) {
        if !self.has_begun {
            self.has_begun = true;
            self.gained = [0; MAX_SEATS];
        }
    }

    /// A player gains a card.
    #[inline]
    pub(in crate::kernel) fn gain(&mut self, seat: Seat, seen: SeatSet) {
        if seen != SeatSet::ALL {
            let gained = &mut self.gained[seat.index()];
            *gained = gained.saturating_add(1);
        }
    }

    /// Returns the number of cards that a player has gained unseen since the setup, at most 255.
    #[must_use]
    pub fn gained(&self, seat: Seat) -> usize {
        self.gained[seat.index()].into()
    }

    /// The kinds that may be in a pile, sorted; `None` if that is not known.
    #[must_use]
    pub fn kinds_in(&self, pile: Zone) -> Option<&[Kind]> {
        let laid_aside = self.laid_aside.iter().find(|aside| aside.pile == pile);
        laid_aside.map(|aside| aside.kinds.as_slice())
    }

    /// A position is laid out: what the players hold they may have drawn.
    pub(in crate::kernel) fn lay_out(&mut self, layout: &Layout) {
        self.gained = [u8::MAX; MAX_SEATS];
        for aside in &mut self.laid_aside {
            let piles = layout.piles.iter().filter(|pile| pile.zone == aside.pile);
            aside.kinds.extend(piles.flat_map(|pile| &pile.kinds));
            aside.kinds.sort_unstable();
        }
    }

    /// A card comes from another zone, with cards of these kinds, to a pile that the variant
    /// defines.
    #[cold]
    pub(in crate::kernel) fn fill(
        &mut self,
        pile: Zone,
        is_empty: bool,
        kinds: impl Iterator<Item = Kind>,
    ) {
        let known = self.laid_aside.iter().position(|aside| aside.pile == pile);
        if self.has_begun {
            if let Some(known) = known {
                self.laid_aside.remove(known);
            }
            return;
        }
        if known.is_none() && !is_empty {
            return;
        }
        let at = known.unwrap_or_else(|| {
            self.laid_aside.push(LaidAside { pile, kinds: Vec::new() });
            self.laid_aside.len() - 1
        });
        let all = &mut self.laid_aside[at].kinds;
        all.extend(kinds);
        all.sort_unstable();
        all.dedup();
    }
}
