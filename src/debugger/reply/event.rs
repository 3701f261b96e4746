//! Events as data: what changed, who saw it, and the script line behind it.

use super::ScriptPlace;
use super::names::{ActionInfo, Audience, KindName, PlacedCard, SeatName, ValueInfo, ZoneInfo};
use super::secret::{Redact, Secret, Viewer, public};
use crate::kernel::MoveReason;
use schemars::JsonSchema;
use serde::Serialize;

/// Events that happened one after the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct EventList {
    /// The ply they belong to.
    pub ply: usize,
    /// The events, in order.
    pub events: Vec<EventInfo>,
}

/// One event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct EventInfo {
    /// Its number within the game, as `:why` takes it.
    pub id: u32,
    /// The ply it belongs to; 0 is the setup.
    pub ply: usize,
    /// The action on whose behalf it happened.
    pub action: Option<ActionInfo>,
    /// The script line that caused it; `None` for the kernel itself.
    pub at: Option<ScriptPlace>,
    /// Whether its effect waits for an answer, so that it may still change.
    pub pending: bool,
    /// The kind of event, with its data.
    #[serde(flatten)]
    pub data: EventData,
}

/// The kind of event, with its data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
#[non_exhaustive]
pub enum EventData {
    /// A card of the deck was put into a zone before the game.
    Created {
        /// Which card.
        card: Secret<KindName>,
        /// Its zone.
        zone: ZoneInfo,
        /// The number of cards.
        n_cards: u16,
    },
    /// A card moved.
    Moved {
        /// Which card.
        card: Secret<KindName>,
        /// The zone before.
        from: ZoneInfo,
        /// The zone after.
        to: ZoneInfo,
        /// Its depth there, 0 = top.
        depth: Secret<u16>,
        /// The reason.
        reason: MoveReason,
        /// Who saw which card it is.
        seen_by: Audience,
        /// Who saw where in `to` it went.
        placed_by: Audience,
    },
    /// A zone was shuffled.
    Shuffled {
        /// Which.
        zone: ZoneInfo,
    },
    /// The top of a pile was put into an order.
    Arranged {
        /// Which pile.
        zone: ZoneInfo,
        /// The order, top first.
        order: Secret<Vec<PlacedCard>>,
        /// How many cards.
        n_cards: usize,
        /// Who did it, in secret.
        by: SeatName,
    },
    /// A player looked at a card.
    Looked {
        /// The card.
        card: Secret<PlacedCard>,
        /// The player.
        by: SeatName,
    },
    /// Everybody was shown a card.
    Revealed {
        /// The card.
        card: KindName,
    },
    /// An action was announced; others may respond.
    Announced {
        /// The action.
        announced: ActionInfo,
        /// The cards played for it.
        cards: Vec<KindName>,
        /// What was announced with it.
        values: Vec<ValueInfo>,
        /// The number of the action it answers.
        answers: Option<u32>,
        /// Where its card stays, where it is not discarded.
        stays: Option<ZoneInfo>,
    },
    /// A player passed in a window.
    Passed {
        /// The player.
        by: SeatName,
        /// What they let happen.
        passed: ActionInfo,
        /// Whether it was an answer; the others had nothing to answer with.
        chosen: bool,
    },
    /// An action was cancelled.
    Cancelled {
        /// Which.
        cancelled: ActionInfo,
    },
    /// An action takes effect.
    Resolved {
        /// Which.
        resolved: ActionInfo,
        /// Whether nothing at all followed from it.
        no_effect: bool,
    },
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
    /// The game ended; the winners follow.
    GameEnded,
    /// A script says something.
    Said {
        /// The text.
        text: Secret<String>,
        /// The only player who hears it; none: everybody does.
        to: Option<SeatName>,
    },
    /// A script printed something.
    Printed {
        /// The text, known to those who know the printed value.
        text: Secret<String>,
    },
    /// A counter changed.
    Counter {
        /// Whose; none: of the table.
        owner: Option<SeatName>,
        /// Its name.
        name: String,
        /// Its value now.
        value: i64,
    },
    /// A counter of a card changed.
    CardCounter {
        /// The card.
        card: Secret<KindName>,
        /// The counter's name.
        name: String,
        /// Its value now, known to those who know the card.
        value: Secret<i64>,
    },
    /// A card was turned over where it lies.
    Turned {
        /// The card.
        card: Secret<KindName>,
        /// Where it lies.
        zone: ZoneInfo,
        /// Whether it lies face up now.
        face_up: bool,
    },
    /// A player's hand was turned face down to its own holder, or the player may see it again.
    Blinded {
        /// Who.
        player: SeatName,
        /// Whether the hand is hidden from its holder now.
        is_blind: bool,
    },
    /// All chance comes from another seed from here on.
    Seeded {
        /// The seed.
        seed: Secret<u64>,
    },
    /// A position was laid out by hand.
    LaidOut,
}

public!(MoveReason);

impl Redact for EventList {
    fn redact(&mut self, viewer: &Viewer) {
        redact_events(&mut self.events, viewer);
    }
}

/// Removes what a viewer may not know, and the events of which it may not know anything: a text
/// for somebody else, and what a script prints of hidden cards.
pub fn redact_events(events: &mut Vec<EventInfo>, viewer: &Viewer) {
    events.redact(viewer);
    events.retain(|event| match &event.data {
        EventData::Said { text, .. } | EventData::Printed { text } => text.get().is_some(),
        _ => true,
    });
}

impl Redact for EventInfo {
    fn redact(&mut self, viewer: &Viewer) {
        self.id = viewer.shown_number(self.id);
        self.data.redact(viewer);
    }
}

impl Redact for EventData {
    fn redact(&mut self, viewer: &Viewer) {
        match self {
            Self::Created { card, .. } => card.redact(viewer),
            Self::Looked { card, .. } => card.redact(viewer),
            Self::Moved { card, depth, .. } => {
                card.redact(viewer);
                depth.redact(viewer);
            }
            Self::Arranged { order, .. } => order.redact(viewer),
            Self::CardCounter { card, value, .. } => {
                card.redact(viewer);
                value.redact(viewer);
            }
            Self::Turned { card, .. } => card.redact(viewer),
            Self::Said { text, .. } | Self::Printed { text } => text.redact(viewer),
            Self::Seeded { seed } => seed.redact(viewer),
            Self::Shuffled { .. }
            | Self::Revealed { .. }
            | Self::Announced { .. }
            | Self::Passed { .. }
            | Self::Cancelled { .. }
            | Self::Resolved { .. }
            | Self::TurnEnds { .. }
            | Self::TurnsAssigned { .. }
            | Self::TurnsAdded { .. }
            | Self::TurnBegan { .. }
            | Self::Reversed
            | Self::Out { .. }
            | Self::Revived { .. }
            | Self::Won { .. }
            | Self::Lost { .. }
            | Self::Scored { .. }
            | Self::GameEnded
            | Self::Counter { .. }
            | Self::Blinded { .. }
            | Self::LaidOut => {}
        }
    }
}
