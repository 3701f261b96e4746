//! Replies as JSON: the messages of the machine protocol, version 2, one object a line.
//!
//! What is sent are [`Message`]s, what a program may send are [`Request`]s; `repl::protocol` keeps
//! the connection. Fields may be added while the version stays the same, and programs ignore those
//! they do not know; nothing is taken away or renamed.

mod request;
mod viewer;

pub use request::{AnswerText, Request, RequestKind};
pub use viewer::Subscription;

use crate::debugger::reply::{
    DecisionInfo, EventInfo, Outcome, Part, PositionInfo, Reply, SeatName, Status,
};
use crate::shell::Shell;
use crate::transcript::hash_text;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde::Serialize;
use serde_json::Value as Json;

/// The version of the protocol.
pub const VERSION: u32 = 2;

/// What the program may do beyond running inputs, as `hello` lists it.
const ABILITIES: &[&str] = &["answer", "cancel", "decision_ids", "snapshot", "subscribe"];

/// One line of output.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Message {
    /// The first message: who speaks, and the game as it was opened.
    Hello {
        /// The version of the protocol.
        protocol: u32,
        /// The program with its version.
        program: String,
        /// What can be requested beside inputs; more may be added.
        abilities: Vec<String>,
        /// What there is to say about the game.
        parts: Vec<Part>,
        /// The game as it stands; null without one.
        state: Option<StateInfo>,
    },
    /// The answer to a request or an input line: one for each, in order.
    Reply(ReplyMessage),
    /// What is new for a viewer. Nobody asked for it: it follows from a subscription.
    Update(UpdateInfo),
    /// All that a viewer may know now. It follows the reply to `subscribe` and `snapshot`, and
    /// comes unasked for where the game did not go on from what the viewer was shown last (it was
    /// taken back, loaded, played by other rules).
    Snapshot(SnapshotInfo),
    /// A request that is not understood or was cancelled before it began; it stands in the place of
    /// a reply.
    Error(ErrorMessage),
}

/// What became of a request.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ReplyMessage {
    /// The id of the request; null for an input line.
    pub id: Option<Json>,
    /// The input as it was typed; null for requests that are none.
    pub input: Option<String>,
    /// What became of it.
    pub status: Status,
    /// Whether `cancel` interrupted it.
    pub cancelled: bool,
    /// What there is to say, in order.
    pub parts: Vec<Part>,
    /// The game as it stands now; null without one.
    pub state: Option<StateInfo>,
}

/// What is wrong with a request.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ErrorMessage {
    /// The id of the request; null where it has none.
    pub id: Option<Json>,
    /// What kind of error it is.
    pub code: RequestError,
    /// What is wrong.
    pub message: String,
}

/// What may be wrong with a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RequestError {
    /// It is not a JSON object that the schema allows.
    InvalidRequest,
    /// It answers a decision that is not open.
    LateAnswer,
    /// It answers on behalf of a viewer who is not asked.
    NotAsked,
    /// It names an option that there is not.
    UnknownOption,
    /// It names a player who does not play.
    UnknownViewer,
    /// It cancels a request that neither waits nor runs.
    UnknownRequest,
    /// It was cancelled before it began.
    Cancelled,
}

/// How a game stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StateInfo {
    /// How many plies led here.
    pub ply: usize,
    /// The last ply of the line the game is on.
    pub last_ply: usize,
    /// How many events of the last ply have happened, where the game stands within it; else null.
    pub within: Option<usize>,
    /// Who must answer; null where nobody must.
    pub asked: Option<SeatName>,
    /// The id of the open decision; null where none is open.
    pub decision: Option<u64>,
    /// How the game ended; null while it goes on.
    pub outcome: Option<Outcome>,
    /// Whose knowledge is shown, `nobody` for that of everybody; null: all there is.
    pub viewer: Option<SeatName>,
    /// The hash of the position: equal positions have equal hashes. Null for a limited viewer.
    pub hash: Option<String>,
}

/// What is new for a viewer.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct UpdateInfo {
    /// Who sees it: a player, `nobody` or `all`.
    pub viewer: String,
    /// Its number among the messages to this viewer: one more than the one before.
    pub seq: u64,
    /// What happened. An event that was `pending` may come once more: an event replaces that of the
    /// same id and all with higher ids.
    pub events: Vec<EventInfo>,
    /// Who must choose what; null where nobody must.
    pub decision: Option<DecisionInfo>,
    /// The game as it stands now.
    pub state: StateInfo,
}

/// All that a viewer may know.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SnapshotInfo {
    /// Who sees it: a player, `nobody` or `all`.
    pub viewer: String,
    /// Its number among the messages to this viewer; updates go on from it.
    pub seq: u64,
    /// The position.
    pub position: PositionInfo,
    /// What has happened since the setup.
    pub events: Vec<EventInfo>,
    /// Who must choose what; null where nobody must.
    pub decision: Option<DecisionInfo>,
    /// The game as it stands now.
    pub state: StateInfo,
}

impl Message {
    /// The message as one line.
    #[must_use]
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("plain data is always JSON")
    }
}

/// The JSON Schema of the messages; that of requests is its definition `Request`.
#[must_use]
pub fn schema() -> Schema {
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    generator.subschema_for::<Request>();
    generator.into_root_schema_for::<Message>()
}

impl Shell {
    /// The first message of a connection.
    #[must_use]
    pub fn hello(&self) -> Message {
        let mut reply = Reply::done(self.standing());
        self.hide(&mut reply);
        Message::Hello {
            protocol: VERSION,
            program: concat!("litterbox ", env!("CARGO_PKG_VERSION")).to_owned(),
            abilities: ABILITIES.iter().map(|ability| (*ability).to_owned()).collect(),
            parts: reply.parts,
            state: self.state(),
        }
    }

    /// A reply as a message.
    #[must_use]
    pub fn reply_message(&self, id: Option<Json>, input: Option<&str>, reply: &Reply) -> Message {
        Message::Reply(ReplyMessage {
            id,
            input: input.map(str::to_owned),
            status: reply.status,
            cancelled: false,
            parts: reply.parts.clone(),
            state: self.state(),
        })
    }

    /// How the game stands, as far as it is shown.
    fn state(&self) -> Option<StateInfo> {
        let debugger = self.debugger.as_ref()?;
        let notation = debugger.notation();
        let is_over = debugger.outcome_info();
        let decision = debugger.open_decision();
        Some(StateInfo {
            ply: debugger.timeline.ply(),
            last_ply: debugger.timeline.last_ply(),
            within: debugger.timeline.inside(),
            asked: debugger.asked().filter(|_| decision.is_some()).map(|s| notation.seat_name(s)),
            decision,
            outcome: is_over,
            viewer: debugger.viewer.map(|seat| viewer::name(debugger, seat)),
            hash: debugger.viewer.is_none().then(|| hash_text(debugger.game.snapshot().hash())),
        })
    }
}
