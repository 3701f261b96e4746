//! The messages that the shell sends.

use crate::debugger::reply::EventInfo;

use crate::base::output;
use crate::message::{DecisionInfo, OutcomeInfo, PictureInfo, PositionInfo, SeatName};
use crate::shell::reply::{Part, Status};
use serde::Serialize;
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// One line of output.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Message {
    /// The first message: the program and the opened game.
    Hello {
        /// The version of the protocol.
        protocol: u32,
        /// The program with its version.
        program: String,
        /// The requests besides inputs; more may be added.
        abilities: Vec<String>,
        /// The description of the game.
        parts: Vec<Part>,
        /// The state of the game; null without one.
        state: Option<StateInfo>,
    },
    /// The answer to a request or an input line: one for each, in order.
    Reply(ReplyMessage),
    /// The changes for a viewer, sent because of a subscription.
    Update(Box<UpdateInfo>),
    /// All that a viewer may know now. Sent after the reply to `subscribe` and `snapshot`, and
    /// whenever the game does not continue from the last state shown to the viewer: it was taken
    /// back, loaded, or replayed under other rules.
    Snapshot(Box<SnapshotInfo>),
    /// A request that is invalid or was cancelled before it began; sent instead of a reply.
    Error(ErrorMessage),
}

/// The result of a request.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReplyMessage {
    /// The id of the request; null for an input line.
    pub id: Option<Json>,
    /// The input as typed; null for other requests.
    pub input: Option<String>,
    /// Its status.
    pub status: Status,
    /// Whether `cancel` interrupted it.
    pub cancelled: bool,
    /// The parts of the reply, in order.
    pub parts: Vec<Part>,
    /// The state of the game after it; null without one.
    pub state: Option<StateInfo>,
}

/// The error of a request.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ErrorMessage {
    /// The id of the request; null if it has none.
    pub id: Option<Json>,
    /// The kind of error.
    pub code: RequestError,
    /// The message.
    pub message: String,
}

/// The kinds of request errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum RequestError {
    /// It is not a JSON object that matches the schema.
    InvalidRequest,
    /// It answers a decision that is not open.
    LateAnswer,
    /// It answers for a viewer who is not asked.
    NotAsked,
    /// It names an option that does not exist.
    UnknownOption,
    /// It names an unknown player.
    UnknownViewer,
    /// It cancels a request that is neither waiting nor running.
    UnknownRequest,
    /// It was cancelled before it began.
    Cancelled,
    /// It asks for what the sender may not do at a table of `litterbox serve`.
    NotAllowed,
    /// It cannot be written to the journal or the recording, so nothing has changed. It may be sent
    /// again.
    NotWritten,
}

/// The state of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StateInfo {
    /// The current ply.
    pub ply: usize,
    /// The last ply of the current branch.
    pub last_ply: usize,
    /// The number of events of the last ply so far, if the game is stopped within it; else null.
    pub within: Option<usize>,
    /// The asked seat; null if none.
    pub asked: Option<SeatName>,
    /// The id of the open decision; null if none.
    pub decision: Option<u64>,
    /// The outcome; null while the game goes on.
    pub outcome: Option<OutcomeInfo>,
    /// The viewer; `nobody`: public knowledge; null: everything.
    pub viewer: Option<SeatName>,
    /// The hash of the position: equal positions have equal hashes. Null for a limited viewer.
    pub hash: Option<String>,
}

/// The changes for a viewer.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UpdateInfo {
    /// The viewer: a player, `nobody` or `all`.
    pub viewer: String,
    /// Its number among the messages to this viewer, without gaps.
    pub seq: u64,
    /// The new events. A `pending` event may be sent again: an event replaces the one with the same
    /// id and all with higher ids.
    pub events: Vec<EventInfo>,
    /// The open decision; null if none.
    pub decision: Option<DecisionInfo>,
    /// The new position, if the subscription is `with` it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<PositionInfo>,
    /// The parts that the subscription is `with`.
    #[serde(flatten)]
    pub shown: ShownInfo,
    /// The state of the game.
    pub state: StateInfo,
}

/// The events and the position as a person sees them, for a subscription `with` them.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShownInfo {
    /// The events as lines of text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<Vec<String>>,
    /// The id of the first event of each line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line_events: Option<Vec<i32>>,
    /// The picture that the rules draw of the position, if they draw one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<PictureInfo>,
}

/// All that a viewer may know.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SnapshotInfo {
    /// The viewer: a player, `nobody` or `all`.
    pub viewer: String,
    /// Its number among the messages to this viewer; updates continue from it.
    pub seq: u64,
    /// The titles of all cards and combos in the chosen language, by their ids.
    pub titles: BTreeMap<String, String>,
    /// The position.
    pub position: PositionInfo,
    /// The events since the setup.
    pub events: Vec<EventInfo>,
    /// The open decision; null if none.
    pub decision: Option<DecisionInfo>,
    /// The parts that the subscription is `with`.
    #[serde(flatten)]
    pub shown: ShownInfo,
    /// The state of the game.
    pub state: StateInfo,
}

impl Message {
    /// The message as one line.
    pub fn line(&self) -> String {
        output::escape_json(&output::json::compact(self)).into_owned()
    }
}
