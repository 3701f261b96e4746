//! Decisions: the asked seat, the prompt and the options.

use super::names::{ActionInfo, KindName, SeatName};
use super::secret::{Redact, Secret, public, redact_fields};
use crate::kernel::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A decision that the game waits for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DecisionInfo {
    /// The number of the decision: an answer may name it, and is refused where another one is open.
    pub id: u64,
    /// Who must answer: a player, or `chance`.
    pub seat: SeatName,
    /// What is asked.
    pub prompt: Secret<PromptInfo>,
    /// What may be answered; null where the viewer may not know.
    pub options: Secret<Vec<OptionInfo>>,
    /// The hands that the viewer sees: that of who must answer, or the viewer's own.
    pub hands: Vec<HandInfo>,
}

/// A question as it is kept with a saved game, to be told apart from the one that other rules ask.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct QuestionInfo {
    /// Who was asked.
    pub seat: SeatName,
    /// What was asked.
    pub prompt: PromptInfo,
    /// What could be answered.
    pub options: Vec<OptionInfo>,
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "prompt", rename_all = "snake_case")]
pub enum PromptInfo {
    /// The main decision of a turn.
    Turn {
        /// How many turns are owed, this one included.
        owed: u32,
    },
    /// A response window.
    Respond {
        /// What may be answered; none where it has left the stack.
        to: Option<ActionInfo>,
    },
    /// The next card of a set that is put together one card at a time.
    Cards {
        /// The combo.
        combo: KindName,
    },
    /// A question of a script, in its own words.
    Text {
        /// The words.
        text: Arc<str>,
    },
}

/// A hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct HandInfo {
    /// Whose.
    pub owner: SeatName,
    /// Its cards, sorted.
    pub cards: Secret<Vec<KindName>>,
}

/// One option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OptionInfo {
    /// Its id, which may be typed as an answer.
    pub id: String,
    /// What a person types and reads: the id with titles in the chosen language.
    pub text: String,
    /// What it is.
    #[serde(flatten)]
    pub data: OptionData,
    /// How likely it is, in equal parts, where chance is asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<u32>,
}

/// What an option is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "option", rename_all = "snake_case")]
pub enum OptionData {
    /// End the turn by drawing.
    Draw,
    /// Let a window go by.
    Pass,
    /// Play a card.
    Play {
        /// Which.
        card: KindName,
    },
    /// Play a set.
    Combo {
        /// Which combo.
        combo: KindName,
        /// Its cards; empty where they are asked for one at a time.
        cards: Vec<KindName>,
    },
    /// Answer with a card.
    Respond {
        /// Which.
        card: KindName,
    },
    /// A player.
    Player {
        /// Who.
        player: SeatName,
    },
    /// A card the player sees.
    Card {
        /// Which.
        card: KindName,
    },
    /// A card the player does not see.
    Hidden {
        /// Its place among what is offered, counted from 0.
        place: u16,
    },
    /// A random card of the player's own hand, which they cannot see.
    Unseen,
    /// A kind of card.
    Kind {
        /// Which.
        card: KindName,
    },
    /// A number.
    Number {
        /// Which.
        number: i64,
    },
    /// One of the texts a script offers.
    Text {
        /// The text.
        value: Arc<str>,
    },
    /// Yes.
    Yes,
    /// No.
    No,
}

public!(PromptInfo, OptionInfo);
redact_fields!(HandInfo: cards);

impl Redact for DecisionInfo {
    fn redact(&mut self, viewer: Seat) {
        self.prompt.redact(viewer);
        self.options.redact(viewer);
        self.hands.redact(viewer);
        self.hands.retain(|hand| hand.cards.get().is_some());
    }
}
