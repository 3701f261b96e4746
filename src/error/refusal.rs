//! The errors of names and positions.

use std::fmt;

/// Why a name or a position cannot be read, as a message for the person who wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError(String);

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotationError {}

impl From<String> for NotationError {
    fn from(message: String) -> Self {
        Self(message)
    }
}

impl From<&str> for NotationError {
    fn from(message: &str) -> Self {
        Self(message.to_owned())
    }
}

impl From<NotationError> for String {
    fn from(error: NotationError) -> Self {
        error.0
    }
}
