//! `:mode json`: what is said to an input as one JSON object a line, for programs that play, draw
//! or watch. Nothing is taken out of the objects or renamed while their version stays the same.

use super::out::text;
use super::{Reply, Shell, Status, compat, why};
use crate::debugger::game::Debugger;
use crate::kernel::Event;
use crate::transcript::hash_text;
use schemars::{JsonSchema, schema_for};
use serde::Serialize;

/// The version of the objects.
const VERSION: u32 = 1;

/// What is said to one input.
#[derive(Debug, Serialize, JsonSchema)]
struct Said {
    /// The version of this schema: 1.
    litterbox: u32,
    /// The input.
    input: String,
    /// What became of it.
    verdict: Status,
    /// What a person is told, line by line.
    text: Vec<String>,
    /// The game as it stands now; null where there is none.
    game: Option<Stand>,
}

/// How a game stands.
#[derive(Debug, Serialize, JsonSchema)]
struct Stand {
    /// How many plies led here.
    ply: usize,
    /// The last ply of the line the game is on.
    last_ply: usize,
    /// The hash of the position: equal positions have equal hashes.
    hash: String,
    /// Who must answer what; null once the game is over.
    question: Option<Question>,
    /// Who has won.
    winner: Option<String>,
    /// The events of the last ply, what has only begun at the end; empty unless this input made it.
    events: Vec<Told>,
}

/// A question.
#[derive(Debug, Serialize, JsonSchema)]
struct Question {
    /// Who is asked.
    seat: String,
    /// What is asked, as a sentence.
    text: String,
    /// What can be answered, by ids; empty where `:as` does not show it.
    options: Vec<String>,
}

/// An event.
#[derive(Debug, Serialize, JsonSchema)]
struct Told {
    /// Its number, as `:why` takes it.
    id: u32,
    /// What happened, in words.
    text: String,
    /// The script and line that did it, `cards/favor.rhai:6`; null where the game itself did.
    at: Option<String>,
    /// Whether it is part of an effect that still waits for an answer.
    begun: bool,
}

/// The JSON Schema of the objects.
#[must_use]
pub fn schema() -> serde_json::Value {
    schema_for!(Said).to_value()
}

impl Shell {
    /// A reply to the last input as one JSON object.
    pub(super) fn as_json(&self, reply: &Reply) -> String {
        let (input, is_new) = &self.last;
        let said = Said {
            litterbox: VERSION,
            input: input.clone(),
            verdict: reply.status,
            text: text::lines(reply).into_iter().map(|line| line.text).collect(),
            game: self.debugger.as_ref().map(|debugger| stand(debugger, *is_new)),
        };
        serde_json::to_string(&said).expect("plain data is always JSON")
    }
}

fn stand(debugger: &Debugger, is_new: bool) -> Stand {
    let notation = debugger.notation();
    let question = debugger.game.decision().map(|decision| Question {
        seat: notation.seat(decision.seat).to_owned(),
        text: compat::question(debugger, decision),
        options: if debugger.sees_question_of(decision.seat) {
            notation.options(decision)
        } else {
            Vec::new()
        },
    });
    let now = debugger.timeline.now();
    let settled = now.events.iter().map(|event| (event, false));
    let events = settled.chain(now.begun.iter().map(|event| (event, true)));
    let numbered =
        |(event, begun): (_, bool)| Event::numbers(event).map(move |id| (id, event, begun));
    let told = events.flat_map(numbered).map(|(id, event, begun)| Told {
        id,
        text: super::compat::listed(debugger, event),
        at: event.cause.place.and_then(|place| why::at(debugger, place)),
        begun,
    });
    Stand {
        ply: debugger.timeline.ply(),
        last_ply: debugger.timeline.last_ply(),
        hash: hash_text(now.snapshot.hash()),
        question,
        winner: debugger.game.winner().map(|seat| notation.seat(seat).to_owned()),
        events: if is_new { told.collect() } else { Vec::new() },
    }
}
