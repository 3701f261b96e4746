//! The type of commands: `:word` and its action. Each topic has a group, in the module that runs
//! it.

use super::command_error::CommandResult;
use super::command_id::CommandId;
use super::completion::Completion;
use super::state::Shell;
use crate::debugger::game::Debugger;

/// A group of commands.
pub struct CommandGroup {
    /// The topic.
    pub name: &'static str,
    /// The commands.
    pub commands: &'static [Command],
}

/// Completes the next word after some words of a command.
pub(super) type CompleteFn = fn(&Debugger, &[&str]) -> Vec<Completion>;

/// A command.
#[derive(Clone, Copy, Debug)]
pub struct Command {
    /// Its id.
    pub id: CommandId,
    /// Its name, which may be abbreviated to a unique prefix.
    pub name: &'static str,
    /// Its arguments.
    pub args: &'static str,
    /// What it does.
    pub about: &'static str,
    /// Additional lines of help.
    pub more: &'static [&'static str],
    /// The forms of its argument with their meanings.
    pub forms: &'static [(&'static str, &'static str)],
    /// Completes the next word.
    pub(super) complete: Option<CompleteFn>,
    pub(super) run: fn(&mut Shell, &str) -> CommandResult,
}

impl Command {
    /// Creates a command.
    pub(super) const fn new(
        name: &'static str,
        args: &'static str,
        about: &'static str,
        run: fn(&mut Shell, &str) -> CommandResult,
    ) -> Self {
        Self {
            id: CommandId::named(name),
            name,
            args,
            about,
            more: &[],
            forms: &[],
            complete: None,
            run,
        }
    }

    /// Adds lines of help.
    pub(super) const fn more(self, more: &'static [&'static str]) -> Self {
        Self { more, ..self }
    }

    /// Adds the forms of its argument with their meanings.
    pub(super) const fn forms(self, forms: &'static [(&'static str, &'static str)]) -> Self {
        Self { forms, ..self }
    }

    /// Sets the completion.
    pub(super) const fn completing(self, next: CompleteFn) -> Self {
        Self { complete: Some(next), ..self }
    }
}
