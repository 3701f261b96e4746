//! Where a game stands in its history.

use crate::message::{SeatName, Secret, public, redact_fields};
use serde::Serialize;

/// Where a game stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Location {
    /// How many plies led here; 0 is the start.
    pub ply: usize,
    /// The last ply of the line the game is on.
    pub last_ply: usize,
    /// The last input; none at the start.
    pub input: Option<InputInfo>,
    /// How much of the last ply has happened, where the game stands within it.
    pub within: Option<PlyProgress>,
}

/// How much of a ply has happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlyProgress {
    /// How many of its events have happened.
    pub n_done: usize,
    /// How many there are.
    pub n_events: usize,
}

/// An input that is part of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InputInfo {
    /// The ply it made.
    pub ply: usize,
    /// Who was asked; none where nobody was.
    pub seat: Option<SeatName>,
    /// The typed line.
    pub typed: Secret<String>,
    /// The text for viewers that may not know it.
    pub redacted: String,
    /// The answers it gave, where they are several: who, and the option's id.
    pub answers: Secret<Vec<(String, String)>>,
}

impl InputInfo {
    /// The displayed text.
    pub fn shown(&self) -> &str {
        self.typed.get().unwrap_or(&self.redacted)
    }
}

public!(PlyProgress);
redact_fields!(Location: input);
redact_fields!(InputInfo: typed, answers);
