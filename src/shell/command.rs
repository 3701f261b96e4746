//! The commands: `:word` and what it does. Each idea has its group, in the module that runs it; the
//! groups drive running, help and completion.

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
        /// Which command.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[expect(missing_docs, reason = "each is named like its command, which `:help` explains")]
        pub enum CommandId {
            $($id,)+
        }

        impl CommandId {
            /// All of them.
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
    /// The command of this name. Runs at compile time: a command without an id does not compile.
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

/// Commands that belong together.
pub struct CommandGroup {
    /// What they are about.
    pub name: &'static str,
    /// The commands.
    pub commands: &'static [Command],
}

/// What may come next after some words of a command.
pub(super) type CompleteFn = fn(&Debugger, &[&str]) -> Vec<Completion>;

/// A command.
#[derive(Clone, Copy, Debug)]
pub struct Command {
    /// Which it is.
    pub id: CommandId,
    /// Its name; a unique beginning of it will do.
    pub name: &'static str,
    /// What may follow it.
    pub args: &'static str,
    /// What it does.
    pub about: &'static str,
    /// More about it.
    pub more: &'static [&'static str],
    /// Whether it moves the game: what the last input met is over then.
    pub(super) moves: bool,
    /// Whether what it does is a ply, an input of the game like an answer.
    pub(super) is_ply: bool,
    /// Whether a recorded session holds it: not where what it says depends on more than the
    /// inputs, or is long and says nothing of the game.
    pub(super) recorded: bool,
    /// Whether it goes a step further each time: an empty line in the REPL repeats it.
    pub repeats: bool,
    /// What may come next, after some words.
    pub(super) complete: Option<CompleteFn>,
    run: fn(&mut Shell, &str) -> CommandResult,
}

impl Command {
    /// A command that looks, and does not move the game.
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

    /// The same with more to be said about it.
    pub(super) const fn more(self, more: &'static [&'static str]) -> Self {
        Self { more, ..self }
    }

    /// The same; it moves the game.
    pub(super) const fn moving(self) -> Self {
        Self { moves: true, ..self }
    }

    /// The same; what it does is a ply.
    pub(super) const fn playing(self) -> Self {
        Self { moves: true, is_ply: true, ..self }
    }

    /// The same; it moves the game a step further each time.
    pub(super) const fn stepping(self) -> Self {
        Self { moves: true, repeats: true, ..self }
    }

    /// The same, with what may come next.
    pub(super) const fn completing(self, next: CompleteFn) -> Self {
        Self { complete: Some(next), ..self }
    }

    /// The same, left out of recorded sessions.
    pub(super) const fn unnoted(self) -> Self {
        Self { recorded: false, ..self }
    }

    /// Whether a journal may hold it: not where it reads or writes files or starts an editor.
    #[must_use]
    pub fn is_journaled(&self) -> bool {
        self.recorded || self.id == CommandId::Agent
    }

    /// Whether its argument is the name of a file.
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

    /// The forms of its argument, with what each means.
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

/// The command that a word means.
///
/// # Errors
/// None, or several, in words.
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
        // `:bre` is `:break`, though there is `:breaks`, too.
        several if !word.is_empty() => shortest(several).ok_or_else(|| {
            let names: Vec<String> = several.iter().map(|c| format!(":{}", c.name)).collect();
            format!("`:{word}` may be {}", names.join(" or "))
        }),
        _ => Err("a command follows `:`, for instance `:help`".into()),
    }
}

/// The one that all others begin with.
fn shortest(several: &[&'static Command]) -> Option<&'static Command> {
    let is_it = |command: &&Command| several.iter().all(|c| c.name.starts_with(command.name));
    several.iter().copied().find(is_it)
}

/// Runs a command.
pub(super) fn run(shell: &mut Shell, command: &Command, rest: &str) -> CommandResult {
    (command.run)(shell, rest)
}

/// What to answer to a word that is no command.
pub(super) fn unknown(word: &str, why: &str) -> CommandError {
    let about: Vec<String> = help::about_word(word).map(|c| format!("`:{}`", c.name)).collect();
    let hint = match about.as_slice() {
        [found] => format!("{found} may be meant: `:help` lists the commands"),
        _ => "`:help` lists the commands".into(),
    };
    CommandError::hinted(why, hint)
}

/// What to say to somebody who forgot the colon of a command.
pub(super) fn without_colon(line: &str) -> Option<String> {
    let word = line.split_whitespace().next()?.to_lowercase();
    let named = all().find(|command| command.name == word);
    let found = named.or_else(|| help::about_word(&word).next())?;
    Some(format!("commands begin with a colon: `:{}`", found.name))
}

#[cfg(test)]
mod tests {
    use super::{CommandId, all};

    #[test]
    fn each_id_has_one_command() {
        for id in CommandId::ALL {
            let commands = all().filter(|command| command.id == *id);
            assert_eq!(commands.map(|command| command.name).collect::<Vec<_>>(), [id.name()]);
        }
    }
}
