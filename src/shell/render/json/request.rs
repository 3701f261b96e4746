//! The requests of a program as JSON: lines, and questions about the game.

use crate::base::error::Refusal;
use crate::base::output::json;
use serde::Deserialize;
use serde_json::Value as Json;

/// A request: one of `input`, `answer`, `subscribe`, `unsubscribe`, `snapshot` and `cancel`.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Request {
    /// An id, which the reply repeats; an integer beyond 2^53 as a text.
    pub id: Option<Json>,
    /// An input, as typed by a person.
    pub input: Option<String>,
    /// An answer to the open decision.
    pub answer: Option<AnswerText>,
    /// The decision that is answered; refused if another one is open.
    #[serde(deserialize_with = "json::optional_number")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<u64>"))]
    pub decision: Option<u64>,
    /// The player on whose behalf it is answered: the answer is refused where somebody else is
    /// asked, and the reply says what this player may know.
    pub viewer: Option<String>,
    /// Sends updates of what this viewer may know from now on: a player, `nobody` or `all`.
    pub subscribe: Option<String>,
    /// The parts of each update besides the events and the decision.
    pub with: Option<Vec<UpdatePart>>,
    /// Stops the updates.
    pub unsubscribe: Option<String>,
    /// Sends all that a viewer may know now.
    pub snapshot: Option<String>,
    /// Cancels the request with this id, whether it is running or still waiting.
    pub cancel: Option<Json>,
}

/// A part of an update besides the events and the decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum UpdatePart {
    /// The new position.
    Position,
    /// The events as the lines that a person reads.
    Lines,
    /// The picture that the rules draw of the position.
    Picture,
}

/// An answer.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged, expecting = "`answer` is the `id` of an option, a text")]
pub enum AnswerText {
    /// The id of an option, or any other text that answers.
    Id(String),
}

/// A parsed request.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum RequestKind {
    /// To run an input.
    Input(String),
    /// To answer.
    Answer {
        /// The answer.
        answer: AnswerText,
        /// The decision.
        decision: Option<u64>,
        /// The player.
        viewer: Option<String>,
    },
    /// To send updates to a viewer, with these parts.
    Subscribe(String, Vec<UpdatePart>),
    /// To send no more updates.
    Unsubscribe(String),
    /// To send a snapshot.
    Snapshot(String),
    /// To stop a request.
    Cancel(Json),
}

impl Request {
    /// A parsed request.
    ///
    /// # Errors
    /// It has no action, or several, or a key that belongs to another action.
    pub fn kind(self) -> Result<RequestKind, Refusal> {
        let Self {
            input,
            answer,
            decision,
            viewer,
            subscribe,
            with,
            unsubscribe,
            snapshot,
            cancel,
            ..
        } = self;
        if answer.is_none() && (decision.is_some() || viewer.is_some()) {
            let why = "`decision` and `viewer` belong to an `answer`, not to another request";
            return Err(why.to_owned().into());
        }
        if subscribe.is_none() && with.is_some() {
            let why = "`with` belongs to `subscribe`, not to another request";
            return Err(why.to_owned().into());
        }
        let with = with.unwrap_or_default();
        let answer = answer.map(|answer| RequestKind::Answer { answer, decision, viewer });
        let kinds = [
            input.map(RequestKind::Input),
            answer,
            subscribe.map(|viewer| RequestKind::Subscribe(viewer, with)),
            unsubscribe.map(RequestKind::Unsubscribe),
            snapshot.map(RequestKind::Snapshot),
            cancel.map(RequestKind::Cancel),
        ];
        let mut kinds = kinds.into_iter().flatten();
        match (kinds.next(), kinds.next()) {
            (Some(kind), None) => Ok(kind),
            _ => Err("a request has exactly one of the keys `input`, `answer`, `subscribe`, \
                      `unsubscribe`, `snapshot` and `cancel`"
                .to_owned()
                .into()),
        }
    }
}
