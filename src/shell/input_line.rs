//! Input lines, parsed once: what runs, records or colours a line is handed the parsed one.

use super::assertion::{form_of, takes_text};
use super::command::{BECAUSE, Command, Property, find};
use super::commands::GROUPS;
use crate::variant::notation::position;

#[derive(Clone, Debug)]
pub struct InputLine<'a> {
    /// The line without spaces around it.
    pub text: &'a str,
    pub form: InputForm<'a>,
}

/// The form of an input line.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum InputForm<'a> {
    Empty,
    /// Bare words: an answer.
    Answer,
    /// `= EXPR`: the expression.
    Expression(&'a str),
    /// `?NAME`: the name to explain.
    Explain(&'a str),
    /// `??NAME`: the name whose source is shown.
    Source(&'a str),
    /// `:COMMAND ARGUMENTS`: the command, and its arguments.
    Command(&'static Command, &'a str),
    /// `:WORD`, where the word is not a command: the word, and why not.
    Unknown(&'a str, String),
}

impl<'a> InputLine<'a> {
    pub fn parse(line: &'a str) -> Self {
        let text = line.trim();
        let form = if let Some(rest) = text.strip_prefix(':') {
            let (word, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            match find(GROUPS, word) {
                Ok(command) => InputForm::Command(command, rest.trim_start()),
                Err(error) => InputForm::Unknown(word, error.into()),
            }
        } else if let Some(code) = text.strip_prefix('=') {
            InputForm::Expression(code.trim_start())
        } else if let Some(name) = text.strip_prefix("??") {
            InputForm::Source(name.trim_start())
        } else if let Some(name) = text.strip_prefix('?') {
            InputForm::Explain(name.trim_start())
        } else if text.is_empty() {
            InputForm::Empty
        } else {
            InputForm::Answer
        };
        Self { text, form }
    }

    /// Whether the line is a command with this property.
    pub fn has(&self, property: Property) -> bool {
        matches!(self.form, InputForm::Command(command, _) if command.has(property))
    }

    /// Returns the part that starts a game: the arguments of `:new`, or the beginning of a
    /// position.
    pub fn starts(&self) -> Option<&'a str> {
        match self.form {
            InputForm::Command(command, rest) if command.has(Property::Starts) => Some(rest),
            InputForm::Command(command, rest) if command.has(Property::StartsWith) => {
                Some(position::split_start(rest).0).filter(|start| !start.is_empty())
            }
            _ => None,
        }
    }

    /// Whether the line is an answer.
    pub const fn is_answer(&self) -> bool {
        matches!(self.form, InputForm::Answer)
    }

    /// Whether the line is an expression.
    pub const fn is_expression(&self) -> bool {
        matches!(self.form, InputForm::Expression(_))
    }

    /// Whether the line is a game input or moves the game, which clears the fault of the last
    /// input.
    pub fn moves(&self) -> bool {
        self.is_answer() || self.is_expression() || self.has(Property::Moves)
    }

    /// Whether the line only looks: an expression does, if the game stays as it is.
    pub fn only_looks(&self) -> bool {
        match self.form {
            InputForm::Command(command, rest) => {
                command.has(Property::Looks) || rest.is_empty() && command.has(Property::LooksAlone)
            }
            InputForm::Answer => false,
            InputForm::Empty
            | InputForm::Expression(_)
            | InputForm::Explain(_)
            | InputForm::Source(_)
            | InputForm::Unknown(..) => true,
        }
    }

    /// Whether the line can be a ply: an answer, an expression, or a command whose effect is one.
    pub fn is_ply(&self) -> bool {
        self.is_answer() || self.is_expression() || self.has(Property::Ply)
    }

    /// Whether a journal may contain the line.
    pub fn is_journaled(&self) -> bool {
        !matches!(self.form, InputForm::Unknown(..))
            && (!self.has(Property::Unrecorded) || self.has(Property::Journaled))
    }

    /// Whether what follows a `;` belongs to the line as well: to a text at its end, or to an
    /// expression that declares a variable.
    pub fn takes_rest(&self) -> bool {
        match self.form {
            InputForm::Expression(code) => {
                ["let ", "const "].iter().any(|word| code.starts_with(word))
            }
            InputForm::Command(command, rest) if command.has(Property::Asserts) => {
                form_of(rest).is_some_and(takes_text)
            }
            InputForm::Command(command, rest) => {
                command.has(Property::Tries) && rest.contains(BECAUSE)
            }
            _ => false,
        }
    }

    /// Whether the line contains script code, in which brackets and strings are significant.
    pub fn is_code(&self) -> bool {
        match self.form {
            InputForm::Command(command, rest) if command.has(Property::Asserts) => {
                rest.starts_with('=') || rest.contains(" =")
            }
            _ => self.is_expression() || self.has(Property::Code),
        }
    }
}
