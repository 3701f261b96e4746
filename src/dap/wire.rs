//! Messages of the debug adapter protocol.

use crate::base::framing;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};
use std::io::{self, BufRead, Write};

/// A request of the client.
#[derive(Clone, Debug, Deserialize)]
pub struct Request {
    pub seq: i64,
    pub command: String,
    #[serde(default)]
    pub arguments: Json,
}

impl Request {
    /// An argument; none if it is missing.
    ///
    /// # Errors
    /// It has another type.
    pub fn get<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>, String> {
        let found = argument(&self.arguments, name);
        found.map_err(|why| format!("`{}`: {why}", self.command))
    }

    /// Reads an argument; a missing one has the default of its type.
    ///
    /// # Errors
    /// It has another type.
    pub fn or_default<T: DeserializeOwned + Default>(&self, name: &str) -> Result<T, String> {
        self.get(name).map(Option::unwrap_or_default)
    }
}

/// An item of an object; none if it is missing.
///
/// # Errors
/// It has another type.
pub fn argument<T: DeserializeOwned>(object: &Json, name: &str) -> Result<Option<T>, String> {
    match &object[name] {
        Json::Null => Ok(None),
        found => T::deserialize(found).map(Some).map_err(|error| format!("`{name}`: {error}")),
    }
}

/// The maximum size of a request, and of what it holds: lists, objects and their items.
const MAX_REQUEST: usize = 1 << 20;
const MAX_VALUES: usize = 20_000;

/// The part of a request that says how it is answered; the others are skipped.
#[derive(Deserialize)]
struct Envelope {
    seq: i64,
    command: String,
}

/// A message of the client.
#[derive(Debug)]
pub enum Incoming {
    Request(Request),
    /// A request that is not carried out, and why; it has no arguments.
    Refused(Request, String),
    /// A message that is no request, and why; the next one can be read.
    Invalid(String),
    /// The end of the connection; after an error, what it was.
    Ended(Option<String>),
}

/// Reads a message.
pub fn read(input: &mut impl BufRead) -> Incoming {
    let bytes = match framing::read(input) {
        Ok(Some(bytes)) => bytes,
        Ok(None) => return Incoming::Ended(None),
        Err(error) => return Incoming::Ended(Some(error.to_string())),
    };
    let Ok(text) = String::from_utf8(bytes) else {
        return Incoming::Invalid("the message is not UTF-8 text".into());
    };
    if text.len() > MAX_REQUEST || framing::n_values(text.as_bytes()) > MAX_VALUES {
        let why = format!("a message has at most {MAX_REQUEST} bytes and {MAX_VALUES} values");
        return match serde_json::from_str(&text) {
            Ok(Envelope { seq, command }) => {
                Incoming::Refused(Request { seq, command, arguments: Json::Null }, why)
            }
            Err(_) => Incoming::Invalid(why),
        };
    }
    let json: Json = match serde_json::from_str(&text) {
        Ok(json) => json,
        Err(error) => return Incoming::Invalid(format!("the message is not JSON: {error}")),
    };
    if json["type"] != "request" {
        return Incoming::Invalid("the message is not a request".into());
    }
    match serde_json::from_value(json) {
        Ok(request) => Incoming::Request(request),
        Err(error) => Incoming::Invalid(format!("the message is not a request: {error}")),
    }
}

/// The stream of messages to the client.
pub struct Output<W> {
    out: W,
    seq: i64,
}

impl<W: Write> Output<W> {
    pub const fn new(out: W) -> Self {
        Self { out, seq: 0 }
    }

    /// # Errors
    /// The client is gone.
    fn send(&mut self, mut message: Json) -> io::Result<()> {
        self.seq += 1;
        message["seq"] = self.seq.into();
        framing::write(&mut self.out, &message)
    }

    /// Sends the response to a request: its body, or why it failed.
    ///
    /// # Errors
    /// The client is gone.
    pub fn respond(&mut self, request: &Request, done: Result<Json, String>) -> io::Result<()> {
        let mut message = json!({
            "type": "response",
            "request_seq": request.seq,
            "command": request.command,
            "success": done.is_ok(),
        });
        match done {
            Ok(Json::Null) => {}
            Ok(body) => message["body"] = body,
            Err(why) => {
                let why_not = json!({"why": why});
                message["body"] =
                    json!({"error": {"id": 1, "format": "{why}", "variables": why_not}});
                message["message"] = why.into();
            }
        }
        self.send(message)
    }

    /// # Errors
    /// The client is gone.
    pub fn event(&mut self, name: &str, body: Json) -> io::Result<()> {
        self.send(json!({"type": "event", "event": name, "body": body}))
    }

    /// Shows a text in the console of the client.
    ///
    /// # Errors
    /// The client is gone.
    pub fn say(&mut self, category: &str, text: &str) -> io::Result<()> {
        match text {
            "" => Ok(()),
            _ => self.event("output", json!({"category": category, "output": format!("{text}\n")})),
        }
    }
}
