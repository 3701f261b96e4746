//! An input line, parsed once: what kind of input it is.

use super::command::{self, Command, CommandId};

/// An input line.
#[derive(Clone, Debug)]
pub enum InputLine<'a> {
    /// Nothing.
    Empty,
    /// Bare words: an answer.
    Answer(&'a str),
    /// `= EXPR`: the expression.
    Expression(&'a str),
    /// `?NAME`: the name to explain.
    Explain(&'a str),
    /// `??NAME`: the name whose source is to be shown.
    Source(&'a str),
    /// `:COMMAND ARGUMENTS`.
    Command {
        /// The command.
        command: &'static Command,
        /// Its arguments.
        rest: &'a str,
    },
    /// `:WORD`, where the word is no command.
    Unknown {
        /// The word.
        word: &'a str,
        /// Why it is none.
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
            return match command::find(word) {
                Ok(command) => Self::Command { command, rest: rest.trim_start() },
                Err(error) => Self::Unknown { word, error },
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

    /// The command, where the line is one.
    #[must_use]
    pub const fn command(&self) -> Option<&'static Command> {
        match self {
            Self::Command { command, .. } => Some(command),
            _ => None,
        }
    }

    /// Which command the line is, where it is one.
    #[must_use]
    pub fn command_id(&self) -> Option<CommandId> {
        self.command().map(|command| command.id)
    }

    /// Whether the line is an answer.
    #[must_use]
    pub const fn is_answer(&self) -> bool {
        matches!(self, Self::Answer(_))
    }

    /// Whether the line is an input of the game, or moves it: a fault of the last one is over then.
    #[must_use]
    pub fn moves(&self) -> bool {
        match self {
            Self::Answer(_) | Self::Expression(_) => true,
            _ => self.command().is_some_and(|command| command.moves),
        }
    }

    /// Whether the line can be a ply: an answer, an expression, or a command whose effect is one.
    #[must_use]
    pub fn is_ply(&self) -> bool {
        match self {
            Self::Answer(_) | Self::Expression(_) => true,
            _ => self.command().is_some_and(|command| command.is_ply),
        }
    }

    /// Whether a recorded session holds the line.
    #[must_use]
    pub fn is_recorded(&self) -> bool {
        self.command().is_none_or(|command| command.recorded)
    }

    /// Whether a journal may hold the line.
    #[must_use]
    pub fn is_journaled(&self) -> bool {
        match self {
            Self::Command { command, .. } => command.is_journaled(),
            Self::Unknown { .. } => false,
            _ => true,
        }
    }

    /// Whether the line holds source of the script language, in which brackets and strings count.
    #[must_use]
    pub fn is_code(&self) -> bool {
        match self {
            Self::Expression(_) => true,
            Self::Command { command, rest } => match command.id {
                CommandId::Define | CommandId::Try => true,
                CommandId::Expect => rest.starts_with('=') || rest.contains(" ="),
                _ => false,
            },
            _ => false,
        }
    }
}
