//! Cards of one kind in a hand that lie with different faces: their player chooses between them.

use super::game::Game;
use crate::kernel::card::{CardId, Kind, Seat};
use crate::kernel::decision::{CardPlace, Choice};
use crate::kernel::hook::Hook;
use crate::kernel::table::Table;

const TURNED: CardPlace = CardPlace { zone: None, is_turned: true };

impl Game {
    /// Adds to the listed plays those that differ from them in the faces of their cards only.
    #[inline]
    pub(super) fn list_faces(&mut self, seat: Seat) {
        if self.effect.table.has_turned {
            self.list_both_faces(seat);
        }
    }

    fn list_both_faces(&mut self, seat: Seat) {
        let Self { rules, decision, effect, .. } = self;
        let is_chosen = |kind: Kind| {
            let rule = rules.kind(kind);
            rule.from_hand && !rule.hooks.has(Hook::PlaysAs)
        };
        for choice in std::mem::take(&mut decision.options) {
            decision.options.push(choice.clone());
            match choice {
                Choice::Play(kind) | Choice::Respond(kind) if is_chosen(kind) => {
                    if let Some((_, turned)) = both_faces(&effect.table, seat, kind, &[]) {
                        decision.options.push(Choice::Placed(turned, kind, TURNED));
                    }
                }
                Choice::Combo(combo, kinds) => {
                    let Some(kind) = kinds.iter().next() else { continue };
                    let n_cards = kinds.iter().filter(|other| *other == kind).count();
                    let n = |is_turned| held(&effect.table, seat, kind, is_turned, &[]).count();
                    let least = n_cards.saturating_sub(n(false));
                    let sets = (least + 1..=n_cards.min(n(true)))
                        .map(|n| Choice::Combo(combo, kinds.with_turned(n as u8)));
                    decision.options.extend(sets);
                }
                _ => {}
            }
        }
    }

    /// Offers, for the next card of a set that is chosen one card at a time, both faces of a kind.
    /// Returns whether there are any.
    pub(super) fn list_card_faces(&mut self, seat: Seat, chosen: &[CardId]) -> bool {
        let Self { decision, effect, .. } = self;
        if !effect.table.has_turned {
            return false;
        }
        let n_options = decision.options.len();
        for choice in std::mem::take(&mut decision.options) {
            let kind = choice.visible_kind();
            let both = kind.and_then(|kind| both_faces(&effect.table, seat, kind, chosen));
            match (kind, both) {
                (Some(kind), Some((usual, turned))) => decision
                    .options
                    .extend([Choice::Card(usual, kind), Choice::Placed(turned, kind, TURNED)]),
                _ => decision.options.push(choice),
            }
        }
        decision.options.len() > n_options
    }
}

/// Returns a card of a kind in a hand that is not among some others: with the face that is wanted,
/// if there is one; of several equal ones, the card known to the most other seats, so that no seat
/// keeps outdated knowledge of a card that left the hand.
#[inline]
pub(super) fn held_card(
    table: &Table,
    seat: Seat,
    (kind, turned): (Kind, bool),
    but: &[CardId],
) -> Option<CardId> {
    let mut cards = table.hand(seat).iter().copied();
    if table.held.count(seat, kind) == 1 {
        return cards.find(|card| table.kind(*card) == kind);
    }
    if table.has_turned {
        let of_face = |face| held(table, seat, kind, face, but);
        let found = of_face(turned).reduce(|best, card| table.better_known(best, card));
        if let Some(card) = found.or_else(|| of_face(!turned).next()) {
            return Some(card);
        }
    }
    let fits = |card: &CardId| table.kind(*card) == kind && !but.contains(card);
    cards.filter(fits).reduce(|best, card| table.better_known(best, card))
}

/// The cards of a kind and face in a hand that its player sees, but some.
fn held(
    table: &Table,
    seat: Seat,
    kind: Kind,
    is_turned: bool,
    but: &[CardId],
) -> impl Iterator<Item = CardId> {
    let hand = table.hand(seat).iter().copied();
    hand.filter(move |card| {
        let state = &table.cards[card.index()];
        let is_it = state.kind == kind && state.is_turned == is_turned;
        is_it && state.known.has(seat) && !but.contains(card)
    })
}

/// Returns a card of each face, if a hand holds both.
fn both_faces(table: &Table, seat: Seat, kind: Kind, but: &[CardId]) -> Option<(CardId, CardId)> {
    let of_face = |is_turned| {
        held(table, seat, kind, is_turned, but).reduce(|best, card| table.better_known(best, card))
    };
    Some((of_face(false)?, of_face(true)?))
}
