//! What scripts and the kernel hand each other: announced values, arguments of hooks, answers.

use super::action::ActionId;
use super::card::{CardId, Kind, Seat};
use super::zone::Zone;
use smallvec::SmallVec;
use std::sync::Arc;

/// A value that outlives the script that made it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Value {
    /// Nothing: `()`.
    #[default]
    Unit,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A text.
    Text(Arc<str>),
    /// A kind of card; scripts see its id.
    Kind(Kind),
    /// A player.
    Player(Seat),
    /// A card.
    Card(CardId),
    /// A pile, a hand or any other zone.
    Zone(Zone),
    /// An action on the stack.
    Action(ActionId),
    /// Several values.
    List(Arc<[Value]>),
}

/// The values of one call or one announcement.
pub type Values = SmallVec<[Value; 2]>;
