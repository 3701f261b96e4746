//! What requests are answered with.

use lsp_server::{ErrorCode, ResponseError};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

/// What a request returns.
pub type Answer = Result<Json, ResponseError>;

pub fn failed(code: ErrorCode, message: &str) -> ResponseError {
    ResponseError { code: code as i32, message: message.to_owned(), data: None }
}

pub fn answered(answer: &impl Serialize) -> Answer {
    serde_json::to_value(answer)
        .map_err(|error| failed(ErrorCode::InternalError, &error.to_string()))
}

pub fn parsed<T: DeserializeOwned>(params: Json) -> Option<T> {
    serde_json::from_value(params).ok()
}

/// The text that a message names.
pub fn uri_in(params: &Json) -> Option<&str> {
    params.pointer("/textDocument/uri")?.as_str()
}
