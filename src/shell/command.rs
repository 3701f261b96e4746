//! The type of commands: how `:word` is typed, what help says of it, and what runs it. Each topic
//! has a group, declared in the module that runs it.

use super::command_error::CommandResult;
use super::completion::Completion;
use super::state::Shell;
use crate::base::error::Refusal;
use crate::debugger::game::Debugger;
use crate::variant::notation::suggestion;

/// The text before the reason of a refusal that is tried.
pub(super) const BECAUSE: &str = " because ";

/// A group of commands.
pub struct CommandGroup {
    pub name: &'static str,
    pub commands: &'static [Command],
}

/// A property of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Property {
    /// It starts a game.
    Starts,
    /// It starts a game if its argument begins with a variant or an option of `:new`.
    StartsWith,
    /// It moves the game, which clears the fault of the last input.
    Moves,
    /// Its effect is a ply, an input of the game like an answer.
    Ply,
    /// It only looks: a session that is resumed without it is the same.
    Looks,
    /// It only looks if it has no argument.
    LooksAlone,
    /// An empty line in the REPL repeats it.
    Repeats,
    /// A recorded session does not contain it: its output depends on more than the inputs, or is
    /// long and unrelated to the game.
    Unrecorded,
    /// A journal contains it, although a recorded session does not.
    Journaled,
    /// It asserts something; an argument that begins with `=` is script code.
    Asserts,
    /// Its argument is an input that it tries.
    Tries,
    /// Its argument is script code, in which brackets and strings are significant.
    Code,
    /// Its argument is a file name.
    File,
}

/// The completion of the next word after some words of a command.
#[derive(Clone, Copy, Debug)]
pub(super) enum Completer {
    None,
    /// Names and inputs of the game.
    Game(fn(&Debugger, &[&str]) -> Vec<Completion>),
    /// Words that do not need a game.
    Always(fn(&Shell, &[&str]) -> Vec<Completion>),
}

#[derive(Clone, Copy, Debug)]
pub struct Command {
    /// Its name, which may be abbreviated to a unique prefix.
    pub name: &'static str,
    /// Its names in other tools, for hints and `:help WORD`.
    pub also: &'static [&'static str],
    pub args: &'static str,
    pub about: &'static str,
    /// Additional lines of help.
    pub more: &'static [&'static str],
    /// The forms of its argument with their meanings.
    pub forms: &'static [(&'static str, &'static str)],
    properties: &'static [Property],
    pub(super) completer: Completer,
    pub(super) run: fn(&mut Shell, &str) -> CommandResult,
}

impl Command {
    pub(super) const fn new(
        name: &'static str,
        args: &'static str,
        about: &'static str,
        run: fn(&mut Shell, &str) -> CommandResult,
    ) -> Self {
        Self {
            name,
            also: &[],
            args,
            about,
            more: &[],
            forms: &[],
            properties: &[],
            completer: Completer::None,
            run,
        }
    }

    /// Sets what is true of it.
    pub(super) const fn is(self, properties: &'static [Property]) -> Self {
        Self { properties, ..self }
    }

    pub(super) const fn also(self, also: &'static [&'static str]) -> Self {
        Self { also, ..self }
    }

    /// Adds lines of help.
    pub(super) const fn more(self, more: &'static [&'static str]) -> Self {
        Self { more, ..self }
    }

    /// Adds the forms of its argument with their meanings.
    pub(super) const fn forms(self, forms: &'static [(&'static str, &'static str)]) -> Self {
        Self { forms, ..self }
    }

    pub(super) const fn completing(self, completer: Completer) -> Self {
        Self { completer, ..self }
    }

    /// Whether something is true of it.
    pub fn has(&self, property: Property) -> bool {
        self.properties.contains(&property)
    }
}

/// Finds a command of a table by its name or a prefix of it.
///
/// # Errors
/// No command or several commands match, as a message.
pub(super) fn find<'c>(groups: &'c [CommandGroup], word: &str) -> Result<&'c Command, Refusal> {
    let all = || groups.iter().flat_map(|group| group.commands);
    if let Some(command) = all().find(|command| command.name == word) {
        return Ok(command);
    }
    let begun: Vec<_> = all().filter(|command| command.name.starts_with(word)).collect();
    // `:bre` is `:break`, although `:breaks` exists too.
    let is_shortest = |one: &&&Command| begun.iter().all(|other| other.name.starts_with(one.name));
    match begun.iter().find(is_shortest) {
        _ if word.is_empty() => Err("a command follows `:`, for instance `:help`".into()),
        Some(command) => Ok(command),
        None if begun.is_empty() => {
            let names = all().map(|command| command.name);
            Err(format!("there is no command `:{word}`{}", suggestion(word, names)).into())
        }
        None => {
            let names: Vec<String> = begun.iter().map(|one| format!(":{}", one.name)).collect();
            Err(format!("`:{word}` may be {}", names.join(" or ")).into())
        }
    }
}
