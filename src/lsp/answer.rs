//! Messages to the client.

use lsp_server::{ErrorCode, Message, Notification, ResponseError};
use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};
use std::sync::Arc;

/// Sends messages to the client.
#[derive(Clone)]
pub struct ClientMessages(pub Arc<dyn Fn(Message) + Send + Sync>);

impl ClientMessages {
    pub fn send(&self, message: impl Into<Message>) {
        (self.0)(message.into());
    }

    pub fn notify(&self, method: &str, params: Json) {
        self.send(Notification { method: method.to_owned(), params });
    }

    /// Tells the client of an error of this program.
    pub fn log(&self, message: &str) {
        self.notify("window/logMessage", json!({ "type": 1, "message": message }));
    }
}

/// The result of a request.
pub type RequestAnswer = Result<Json, ResponseError>;

pub fn failed(code: ErrorCode, message: &str) -> ResponseError {
    ResponseError { code: code as i32, message: message.to_owned(), data: None }
}

pub fn parsed<T: DeserializeOwned>(params: Json) -> Option<T> {
    serde_json::from_value(params).ok()
}

/// The text that a message names.
pub fn uri_in(params: &Json) -> Option<&str> {
    params.pointer("/textDocument/uri")?.as_str()
}
