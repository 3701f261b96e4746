//! Replies as JSON: the messages of the protocol for programs, one object per line.
//!
//! The shell sends [`Message`]s and a program sends [`Request`]s; `protocol::connection` runs the
//! connection. Within a version, fields are only added, never removed or renamed; programs ignore
//! unknown fields. An integer beyond 2^53 is a text ([`json`](crate::base::output::json)).

mod message;
mod request;
#[cfg(feature = "schema")]
mod schema;
mod viewer;

pub use message::{
    ErrorMessage, Message, ReplyMessage, RequestError, SnapshotInfo, StateInfo, UpdateInfo,
};
pub use request::{AnswerText, Request, RequestKind, UpdatePart};
#[cfg(feature = "schema")]
#[doc(hidden)]
pub use schema::generated_schema;
pub use viewer::{ALL, NOBODY, Subscription, viewer_name, viewer_seat};

use crate::message::VERSION;
use crate::shell::reply::Reply;
use crate::shell::state::Shell;
use crate::transcript::hash_text;
use serde_json::Value as Json;

/// The capabilities that `hello` lists.
const ABILITIES: &[&str] =
    &["answer", "cancel", "decision_ids", "snapshot", "subscribe", "subscribe_with"];

/// The JSON Schema of the messages; that of requests is its definition `Request`, that of the
/// messages to agents `AgentRequest`.
pub fn schema() -> Json {
    serde_json::from_str(include_str!("schema.json")).expect("a schema is JSON")
}

impl Shell {
    /// The first message of a connection.
    pub fn hello(&self) -> Message {
        let reply = self.stand_reply();
        Message::Hello {
            protocol: VERSION,
            program: concat!("litterbox ", env!("CARGO_PKG_VERSION")).to_owned(),
            abilities: ABILITIES.iter().map(|ability| (*ability).to_owned()).collect(),
            parts: reply.parts,
            state: self.state(),
        }
    }

    /// A reply as a message.
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

    /// The state of the game, redacted for the viewer.
    fn state(&self) -> Option<StateInfo> {
        let debugger = self.debugger()?;
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
            viewer: debugger.viewer.map(|seat| viewer_name(debugger, seat)),
            hash: debugger.viewer.is_none().then(|| hash_text(debugger.game.snapshot().hash())),
        })
    }
}
