//! The message of a request that is refused, where it has no code and no place.

use std::fmt;

/// Why a request is refused or a text cannot be parsed: one message for the person who wrote it,
/// without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal(String);

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refusal {}

impl From<String> for Refusal {
    fn from(message: String) -> Self {
        Self(message)
    }
}

impl From<&str> for Refusal {
    fn from(message: &str) -> Self {
        Self(message.to_owned())
    }
}

impl From<Refusal> for String {
    fn from(error: Refusal) -> Self {
        error.0
    }
}
