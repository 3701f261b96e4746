//! Words for events: the names of cards, players and actions, and who knows them.

use crate::kernel::action::ActionRef;
use crate::kernel::{CardId, Kind, Seat, SeatSet, Table};
use crate::message::{ActionInfo, KindName, PlacedCard, Secret};
use crate::transcript::Input;
use crate::variant::notation::Notation;

/// The names that an event is described with.
pub struct EventNames<'a> {
    pub notation: &'a Notation,
    /// The table at the end of the ply.
    pub table: &'a Table,
    /// Who knows the cards of the event, once it has happened and still at the end of the ply.
    pub known: SeatSet,
    /// Those cards of the event that lay with their other face up.
    pub turned: &'a [CardId],
    /// The contents of the counters of those cards.
    pub traits: &'a [(CardId, String)],
    /// The input of the ply.
    pub input: Option<&'a Input>,
}

impl EventNames<'_> {
    pub(super) fn kind(&self, kind: Kind) -> KindName {
        self.notation.kind(kind).clone()
    }

    pub(super) fn card(&self, card: CardId) -> KindName {
        let traits = self.traits.iter().find(|(other, _)| *other == card);
        let name = self.kind(self.table.kind(card));
        traits.into_iter().fold(name, |name, (_, traits)| name.told(traits))
    }

    /// A card that a player looked at in the event.
    pub(super) fn placed(&self, card: CardId) -> PlacedCard {
        let turned = self.turned.contains(&card);
        PlacedCard { kind: self.card(card), traits: String::new(), turned }
    }

    /// The card of the event, visible to those who have seen it or know it anyway.
    pub(super) fn secret(&self, card: CardId, seen: SeatSet) -> Secret<KindName> {
        Secret::new(self.card(card), seen.union(self.known))
    }

    pub(super) fn action(&self, action: &ActionRef) -> ActionInfo {
        self.notation.action_info(action, self.table)
    }

    /// Whether a player's pass was an answer given in the ply.
    pub(super) fn has_passed(&self, seat: Seat) -> bool {
        let seat = self.notation.seat(seat);
        match self.input {
            Some(Input::Answers(answers)) => {
                answers.iter().any(|answer| answer.option == "pass" && answer.seat == seat)
            }
            _ => false,
        }
    }
}
