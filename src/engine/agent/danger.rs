//! The danger of the next draw, as a seat sees it.

use super::evaluation::is_hazard;
use super::hidden::AT_NEXT_DRAW;
use crate::kernel::{Observation, Zone};

/// The danger of the next draw.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Danger {
    /// The probability that it is a hazard.
    pub chance: f64,
    /// Whether the seat knows the top card.
    pub is_known: bool,
    /// Whether a hazard is there, or more probably there than elsewhere in the pile.
    pub is_believed: bool,
}

impl Danger {
    /// Returns the danger of a draw from the draw pile: the hazards that the seat does not know are
    /// at any place where they may be, but for one whose place another player has chosen.
    pub(super) fn of(observation: &Observation<'_>) -> Self {
        let rules = observation.rules();
        if observation.n_cards(Zone::Draw) == 0 {
            return Self::default();
        }
        if let Some(kind) = observation.known_top(Zone::Draw) {
            let is_believed = is_hazard(rules.kind(kind));
            return Self { chance: f64::from(u8::from(is_believed)), is_known: true, is_believed };
        }
        let alike = alike(observation);
        let chosen = match observation.placed_unseen(Zone::Draw) {
            Some((_, Some(kind))) if is_hazard(rules.kind(kind)) => AT_NEXT_DRAW,
            // Whether there is a hazard among them is as uncertain as before.
            Some((n_cards, None)) => AT_NEXT_DRAW * (alike * n_cards as f64).min(1.0),
            _ => 0.0,
        };
        let chance = chosen + (1.0 - chosen) * alike;
        Self { chance, is_known: false, is_believed: chosen > alike }
    }
}

/// The probability that the top card is a hazard, if nobody has chosen its place: all cards but
/// those that the seat knows are counted, which is public.
fn alike(observation: &Observation<'_>) -> f64 {
    let (table, rules, me) = (observation.table(), observation.rules(), observation.seat());
    let (mut n_hazards, mut n_hidden) = (0_u32, 0_u32);
    for state in &table.cards {
        if !state.known.has(me) {
            n_hidden += 1;
            n_hazards += u32::from(is_hazard(rules.kind(state.kind)));
        }
    }
    if n_hazards == 0 {
        return 0.0;
    }
    // Hazards act where they are gained: they are in piles.
    let n_held = |seat| table.hand(seat).iter().filter(|card| !table.knows(me, **card)).count();
    let n_places = n_hidden - table.seats().map(n_held).sum::<usize>() as u32;
    f64::from(n_hazards.min(n_places)) / f64::from(n_places.max(1))
}
