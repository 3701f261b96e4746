//! Events of players and their turns, described.

use super::names::EventNames;
use crate::base::error::plural;
use crate::kernel::turns::EndedTurns;
use crate::kernel::{PlayerEvent, Seat};
use crate::message::{SeatName, public, whose};
use serde::Serialize;

/// An event of players and their turns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "event", rename_all = "snake_case")]
#[non_exhaustive]
pub enum PlayerData {
    /// The current turn ends once everything is settled.
    TurnEnds {
        /// Whether all turns that are owed end.
        all: bool,
    },
    /// These turns will follow.
    TurnsAssigned {
        /// Whose.
        to: SeatName,
        /// How many.
        turns: u32,
    },
    /// The current player owes more turns.
    TurnsAdded {
        /// Who.
        to: SeatName,
        /// How many.
        turns: u32,
    },
    /// A turn began.
    TurnBegan {
        /// Whose.
        by: SeatName,
        /// How many are owed, this one included.
        owed: u32,
        /// Whether they come from an attack.
        attacked: bool,
    },
    /// The direction of play changed.
    Reversed,
    /// A player left the game.
    Out {
        /// Who.
        player: SeatName,
    },
    /// A player came back into the game.
    Revived {
        /// Who.
        player: SeatName,
    },
    /// A player's hand was turned face down to its own holder, or the player may see it again.
    Blinded {
        /// Who.
        player: SeatName,
        /// Whether the hand is hidden from its holder now.
        is_blind: bool,
    },
    /// A player won.
    Won {
        /// Who.
        player: SeatName,
    },
    /// A player lost.
    Lost {
        /// Who.
        player: SeatName,
    },
    /// A player's score was set.
    Scored {
        /// Who.
        player: SeatName,
        /// The score.
        score: i64,
    },
}

public!(PlayerData);

impl PlayerData {
    pub(super) fn of(event: &PlayerEvent, names: &EventNames<'_>) -> Self {
        let name = |seat: Seat| names.notation.seat_name(seat);
        match *event {
            PlayerEvent::Ended { turns } => Self::TurnEnds { all: turns == EndedTurns::All },
            PlayerEvent::Assigned { to, turns } => Self::TurnsAssigned { to: name(to), turns },
            PlayerEvent::Added { to, turns } => Self::TurnsAdded { to: name(to), turns },
            PlayerEvent::Began { seat, owed, attacked } => {
                Self::TurnBegan { by: name(seat), owed, attacked }
            }
            PlayerEvent::Reversed => Self::Reversed,
            PlayerEvent::Out { seat, .. } => Self::Out { player: name(seat) },
            PlayerEvent::Revived { seat } => Self::Revived { player: name(seat) },
            PlayerEvent::Blinded { seat, is_blind } => {
                Self::Blinded { player: name(seat), is_blind }
            }
            PlayerEvent::Won { seat } => Self::Won { player: name(seat) },
            PlayerEvent::Lost { seat } => Self::Lost { player: name(seat) },
            PlayerEvent::Scored { seat, score } => Self::Scored { player: name(seat), score },
        }
    }

    pub(super) fn sentence(&self) -> String {
        let n_turns = |n: &u32| plural(n, "turn");
        match self {
            Self::TurnEnds { all: true } => "all turns that were owed end".into(),
            Self::TurnEnds { all: false } => "the turn ends".into(),
            Self::TurnsAssigned { to, turns } => format!("{to} must take {}", n_turns(turns)),
            Self::TurnsAdded { to, turns } => {
                format!("{to} must take {}", plural(turns, "more turn"))
            }
            Self::TurnBegan { by, owed, .. } => {
                format!("a turn of {by} begins, {} owed", n_turns(owed))
            }
            Self::Reversed => "the direction of play is reversed".into(),
            Self::Out { player } => format!("{player} is out of the game"),
            Self::Revived { player } => format!("{player} is back in the game"),
            Self::Blinded { player, is_blind } => {
                let (can, again) =
                    if *is_blind { ("can no longer", "") } else { ("can", " again") };
                format!("{player} {can} see their own hand{again}")
            }
            Self::Won { player } => format!("{player} wins the game"),
            Self::Lost { player } => format!("{player} loses the game"),
            Self::Scored { player, score } => format!("{} score is {score}", whose(player)),
        }
    }
}
