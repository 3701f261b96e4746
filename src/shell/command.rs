//! The commands: `:word` and its action. Each topic has a group, in the module that runs it;
//! running, help and completion are table-driven.

use super::complete::Completion;
use super::{
    CommandError, CommandResult, Shell, agents, breakpoints, chance, expect, files, help, io, look,
    new, positions, stepping, travel, watch_expr, why,
};
use crate::debugger::game::Debugger;
use crate::transcript::notation::suggestion;

/// All commands, in the order `:help` lists them.
const GROUPS: &[CommandGroup] = &[
    new::PLAYING,
    positions::POSITIONS,
    travel::TIME,
    look::LOOKING,
    chance::CHANCE,
    why::WHY,
    stepping::STEPPING,
    breakpoints::BREAKPOINTS,
    files::RULES,
    files::FILES,
    agents::AGENTS,
    io::IO,
    help::HELP,
];

macro_rules! command_ids {
    ($($id:ident $name:literal,)+) => {
        /// The id of a command.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[expect(missing_docs, reason = "each is named like its command, which `:help` explains")]
        pub enum CommandId {
            $($id,)+
        }

        impl CommandId {
            /// All ids.
            pub const ALL: &[Self] = &[$(Self::$id),+];

            /// The name of the command.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$id => $name,)+
                }
            }
        }
    };
}

command_ids! {
    New "new",
    Autopass "autopass",
    Table "table",
    Set "set",
    Seed "seed",
    Expect "expect",
    Refuse "refuse",
    Back "back",
    Forward "forward",
    Goto "goto",
    Timeline "timeline",
    Peek "peek",
    Diff "diff",
    Mark "mark",
    Branch "branch",
    Branches "branches",
    Edit "edit",
    View "view",
    Cards "cards",
    Variants "variants",
    Chance "chance",
    As "as",
    Odds "odds",
    Events "events",
    Why "why",
    LastChange "last-change",
    Step "step",
    Next "next",
    Finish "finish",
    Continue "continue",
    ReverseStep "rstep",
    ReverseNext "rnext",
    ReverseFinish "rfinish",
    ReverseContinue "rcontinue",
    Break "break",
    Watch "watch",
    Breaks "breaks",
    Delete "delete",
    Reload "reload",
    Try "try",
    Define "define",
    EditScript "edit-script",
    Record "record",
    Save "save",
    Load "load",
    Agent "agent",
    Auto "auto",
    PlayOut "play-out",
    Suggest "suggest",
    Read "read",
    Output "output",
    Mode "mode",
    Help "help",
    Quit "quit",
}

impl CommandId {
    /// Returns the command of this name. Evaluated at compile time: a command without an id does
    /// not compile.
    const fn named(name: &str) -> Self {
        let mut at = 0;
        while at < Self::ALL.len() {
            if is_same(Self::ALL[at].name().as_bytes(), name.as_bytes()) {
                return Self::ALL[at];
            }
            at += 1;
        }
        panic!("a command needs an id")
    }

    /// The command.
    #[must_use]
    pub fn command(self) -> Option<&'static Command> {
        all().find(|command| command.id == self)
    }
}

const fn is_same(a: &[u8], b: &[u8]) -> bool {
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

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
    /// Whether it moves the game, which clears the fault of the last input.
    pub(super) moves: bool,
    /// Whether its effect is a ply, an input of the game like an answer.
    pub(super) is_ply: bool,
    /// Whether a recorded session contains it: not if its output depends on more than the inputs,
    /// or is long and unrelated to the game.
    pub(super) recorded: bool,
    /// Whether an empty line in the REPL repeats it.
    pub repeats: bool,
    /// Completes the next word.
    pub(super) complete: Option<CompleteFn>,
    run: fn(&mut Shell, &str) -> CommandResult,
}

impl Command {
    /// Creates a command that does not move the game.
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
            moves: false,
            is_ply: false,
            recorded: true,
            repeats: false,
            complete: None,
            run,
        }
    }

    /// Adds lines of help.
    pub(super) const fn more(self, more: &'static [&'static str]) -> Self {
        Self { more, ..self }
    }

    /// Sets `moves`.
    pub(super) const fn moving(self) -> Self {
        Self { moves: true, ..self }
    }

    /// Sets `is_ply`.
    pub(super) const fn playing(self) -> Self {
        Self { moves: true, is_ply: true, ..self }
    }

    /// Sets `moves` and `repeats`.
    pub(super) const fn stepping(self) -> Self {
        Self { moves: true, repeats: true, ..self }
    }

    /// Sets the completion.
    pub(super) const fn completing(self, next: CompleteFn) -> Self {
        Self { complete: Some(next), ..self }
    }

    /// Leaves it out of recorded sessions.
    pub(super) const fn unnoted(self) -> Self {
        Self { recorded: false, ..self }
    }

    /// Whether a journal may contain it: not if it reads or writes files or starts an editor.
    #[must_use]
    pub fn is_journaled(&self) -> bool {
        self.recorded || self.id == CommandId::Agent
    }

    /// Whether its argument is a file name.
    #[must_use]
    pub const fn takes_file(&self) -> bool {
        matches!(
            self.id,
            CommandId::Record
                | CommandId::Save
                | CommandId::Load
                | CommandId::Read
                | CommandId::Output
        )
    }

    /// The forms of its argument with their meanings.
    #[must_use]
    pub const fn forms(&self) -> &'static [(&'static str, &'static str)] {
        match self.id {
            CommandId::Expect => expect::FORMS,
            CommandId::Watch | CommandId::Why | CommandId::LastChange => watch_expr::FORMS,
            _ => &[],
        }
    }
}

/// The groups of commands.
#[must_use]
pub const fn groups() -> &'static [CommandGroup] {
    GROUPS
}

/// All commands.
pub fn all() -> impl Iterator<Item = &'static Command> + Clone {
    GROUPS.iter().flat_map(|group| group.commands)
}

/// Finds a command by its name or a prefix of it.
///
/// # Errors
/// No command or several commands match, as a message.
pub fn find(word: &str) -> Result<&'static Command, String> {
    if let Some(command) = all().find(|command| command.name == word) {
        return Ok(command);
    }
    let begun: Vec<_> = all().filter(|command| command.name.starts_with(word)).collect();
    match begun.as_slice() {
        [command] => Ok(command),
        [] => {
            let names = all().map(|command| command.name);
            Err(format!("there is no command `:{word}`{}", suggestion(word, names)))
        }
        // `:bre` is `:break`, although `:breaks` exists too.
        several if !word.is_empty() => shortest(several).ok_or_else(|| {
            let names: Vec<String> = several.iter().map(|c| format!(":{}", c.name)).collect();
            format!("`:{word}` may be {}", names.join(" or "))
        }),
        _ => Err("a command follows `:`, for instance `:help`".into()),
    }
}

/// The command whose name is a prefix of all others.
fn shortest(several: &[&'static Command]) -> Option<&'static Command> {
    let is_it = |command: &&Command| several.iter().all(|c| c.name.starts_with(command.name));
    several.iter().copied().find(is_it)
}

/// Runs a command.
pub(super) fn run(shell: &mut Shell, command: &Command, rest: &str) -> CommandResult {
    (command.run)(shell, rest)
}

/// The error for an unknown command.
pub(super) fn unknown(word: &str, why: &str) -> CommandError {
    let about: Vec<String> = help::about_word(word).map(|c| format!("`:{}`", c.name)).collect();
    let hint = match about.as_slice() {
        [found] => format!("{found} may be meant: `:help` lists the commands"),
        _ => "`:help` lists the commands".into(),
    };
    CommandError::hinted(why, hint)
}

/// The hint for a command without its colon.
pub(super) fn without_colon(line: &str) -> Option<String> {
    let word = line.split_whitespace().next()?.to_lowercase();
    let named = all().find(|command| command.name == word);
    let found = named.or_else(|| help::about_word(&word).next())?;
    Some(format!("commands begin with a colon: `:{}`", found.name))
}
