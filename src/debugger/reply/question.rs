//! Decisions: the asked seat, the prompt and the options.

use super::ScriptPlace;
use super::names::{ActionInfo, KindName, PlacedCard, SeatName, ZoneInfo};
use super::position::OutcomeInfo;
use super::secret::{Redact, Secret, Viewer, public, redact_fields};
use crate::output::json;
use crate::transcript::SavedQuestion;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A decision that the game waits for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DecisionInfo {
    /// The number of the decision. An answer that names another one is refused.
    pub id: u64,
    /// The asked seat: a player, or `chance`.
    pub seat: SeatName,
    /// The prompt.
    pub prompt: Secret<PromptInfo>,
    /// The options; null if the viewer may not know them.
    pub options: Secret<Vec<OptionInfo>>,
    /// The hands that the viewer sees: that of the asked seat, or the viewer's own.
    pub hands: Vec<HandInfo>,
}

/// A question in a saved game, to be compared with the question under other rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct QuestionInfo {
    /// The asked seat.
    pub seat: SeatName,
    /// The prompt.
    pub prompt: PromptInfo,
    /// The options.
    pub options: Vec<OptionInfo>,
}

/// The prompt.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "prompt", rename_all = "snake_case")]
#[non_exhaustive]
pub enum PromptInfo {
    /// The main decision of a turn.
    Turn {
        /// The number of turns owed, including this one.
        owed: u32,
    },
    /// A response window.
    Respond {
        /// The action to respond to; `None` if it has left the stack.
        to: Option<ActionInfo>,
    },
    /// The next card of a combo that is chosen one card at a time.
    Cards {
        /// The combo.
        combo: KindName,
    },
    /// A question of a script.
    Text {
        /// Its text.
        text: Arc<str>,
    },
}

/// A hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct HandInfo {
    /// Whose.
    pub owner: SeatName,
    /// Its cards, sorted, those that its owner cannot see last.
    pub cards: Secret<Vec<Secret<KindName>>>,
}

/// One option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OptionInfo {
    /// Its id, which may be typed as an answer.
    pub id: String,
    /// Its text, as typed and displayed: the id with titles in the chosen language.
    pub text: String,
    /// Its data.
    #[serde(flatten)]
    pub data: OptionData,
    /// Its weight, if the user chooses random outcomes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<u32>,
}

/// The data of an option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "option", rename_all = "snake_case")]
#[non_exhaustive]
pub enum OptionData {
    /// End the turn by drawing.
    Draw,
    /// Pass in a window.
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
        /// Its cards; empty if they are asked for one at a time.
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
        card: PlacedCard,
        /// Where it lies, if cards of its kind in several places are offered.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        zone: Option<ZoneInfo>,
    },
    /// A card the player does not see.
    Hidden {
        /// Its index among the offered cards, from 0.
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
        #[serde(deserialize_with = "json::number")]
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
    fn redact(&mut self, viewer: &Viewer) {
        self.prompt.redact(viewer);
        self.options.redact(viewer);
        self.hands.redact(viewer);
        self.hands.retain(|hand| hand.cards.get().is_some());
    }
}

/// The first question that is another one than it was.
#[derive(Clone, Debug)]
pub struct QuestionDiff {
    /// The ply after which it is asked.
    pub ply: usize,
    /// The input before it.
    pub typed: String,
    /// The question as it was.
    pub old: AskedAfter,
    /// The question as it is.
    pub new: AskedAfter,
}

/// The question after a ply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AskedAfter {
    /// The question; none where the game is over.
    pub question: Option<QuestionInfo>,
    /// How the game ended.
    pub outcome: Option<OutcomeInfo>,
    /// The script line that led to it.
    pub at: Option<ScriptPlace>,
}

impl AskedAfter {
    /// Converts it to the saved form.
    ///
    /// # Panics
    /// Never: it is plain data.
    #[must_use]
    pub fn saved(&self) -> SavedQuestion {
        SavedQuestion(serde_json::to_value(self).expect("plain data is always JSON"))
    }

    /// Parses the saved form; `None` if this version cannot read it.
    #[must_use]
    pub fn from_saved(saved: &SavedQuestion) -> Option<Self> {
        serde_json::from_value(saved.0.clone()).ok()
    }
}
