//! Input lines, parsed once.

use super::command_id::CommandId;

/// An input line.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum InputLine<'a> {
    /// An empty line.
    Empty,
    /// Bare words: an answer.
    Answer(&'a str),
    /// `= EXPR`: the expression.
    Expression(&'a str),
    /// `?NAME`: the name to explain.
    Explain(&'a str),
    /// `??NAME`: the name whose source is shown.
    Source(&'a str),
    /// `:COMMAND ARGUMENTS`.
    Command {
        /// The command.
        id: CommandId,
        /// Its arguments.
        rest: &'a str,
    },
    /// `:WORD`, where the word is not a command.
    Unknown {
        /// The word.
        word: &'a str,
        /// Why it is not a command.
        error: String,
    },
}

impl<'a> InputLine<'a> {
    /// Parses a line.
    #[must_use]
    pub fn parse(line: &'a str) -> Self {
        let line = line.trim();
        if let Some(rest) = line.strip_prefix(':') {
            let (word, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            return match CommandId::find(word) {
                Ok(id) => Self::Command { id, rest: rest.trim_start() },
                Err(error) => Self::Unknown { word, error: error.into() },
            };
        }
        if let Some(code) = line.strip_prefix('=') {
            return Self::Expression(code.trim_start());
        }
        if let Some(name) = line.strip_prefix("??") {
            return Self::Source(name.trim_start());
        }
        if let Some(name) = line.strip_prefix('?') {
            return Self::Explain(name.trim_start());
        }
        if line.is_empty() { Self::Empty } else { Self::Answer(line) }
    }

    /// The id of the command, if the line is one.
    #[must_use]
    pub const fn command_id(&self) -> Option<CommandId> {
        match self {
            Self::Command { id, .. } => Some(*id),
            _ => None,
        }
    }

    /// Whether the line is an answer.
    #[must_use]
    pub const fn is_answer(&self) -> bool {
        matches!(self, Self::Answer(_))
    }

    /// Whether the line is a game input or moves the game, which clears the fault of the last
    /// input.
    #[must_use]
    pub fn moves(&self) -> bool {
        match self {
            Self::Answer(_) | Self::Expression(_) => true,
            _ => self.command_id().is_some_and(CommandId::moves),
        }
    }

    /// Whether the line can be a ply: an answer, an expression, or a command whose effect is one.
    #[must_use]
    pub fn is_ply(&self) -> bool {
        match self {
            Self::Answer(_) | Self::Expression(_) => true,
            _ => self.command_id().is_some_and(CommandId::is_ply),
        }
    }

    /// Whether a recorded session contains the line.
    #[must_use]
    pub fn is_recorded(&self) -> bool {
        self.command_id().is_none_or(CommandId::is_recorded)
    }

    /// Whether a journal may contain the line.
    #[must_use]
    pub fn is_journaled(&self) -> bool {
        match self {
            Self::Command { id, .. } => id.is_journaled(),
            Self::Unknown { .. } => false,
            _ => true,
        }
    }

    /// Whether the line contains script code, in which brackets and strings are significant.
    #[must_use]
    pub fn is_code(&self) -> bool {
        match self {
            Self::Expression(_) => true,
            Self::Command { id, rest } => match id {
                CommandId::Define | CommandId::Try => true,
                CommandId::Expect => rest.starts_with('=') || rest.contains(" ="),
                _ => false,
            },
            _ => false,
        }
    }
}
