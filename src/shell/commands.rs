//! The table of all commands: parsing, running, help and completion are driven by it.

use super::command::{Command, CommandGroup, Completer, Property};
use super::command_error::{CommandError, CommandResult};
use super::completion::{Completion, word};
use super::state::Shell;
use super::{
    agents, breakpoints, chance, files, help, io, live_edit, look, new, positions, stepping,
    travel, why,
};

/// All commands, in the order `:help` lists them.
pub const GROUPS: &[CommandGroup] = &[
    new::PLAYING,
    positions::POSITIONS,
    travel::TIME,
    look::LOOKING,
    chance::CHANCE,
    why::WHY,
    stepping::STEPPING,
    breakpoints::BREAKPOINTS,
    live_edit::RULES,
    files::FILES,
    agents::AGENTS,
    io::IO,
    HELP,
];

const HELP: CommandGroup = CommandGroup {
    name: "Help and leaving",
    commands: &[
        Command::new("help", "[WORD]", "this list, or more about a command or a word", about)
            .is(&[Property::Unrecorded])
            .completing(Completer::Always(names)),
        Command::new("quit", "", "leave", |_, _| Err(CommandError::Quit)).also(&["exit", "bye"]),
    ],
};

fn about(shell: &mut Shell, name: &str) -> CommandResult {
    let name = name.strip_prefix(':').unwrap_or(name);
    let rules = help::Explained { debugger: shell.debugger(), library: shell.library() };
    help::about_commands(GROUPS, rules, name)
}

fn names(_: &Shell, _: &[&str]) -> Vec<Completion> {
    all().map(|command| word(command.name, command.about)).collect()
}

pub fn all() -> impl Iterator<Item = &'static Command> + Clone {
    GROUPS.iter().flat_map(|group| group.commands)
}

/// The names of the commands that a word is another name of.
fn also_named(word: &str) -> impl Iterator<Item = &'static str> {
    all().filter(move |command| command.also.contains(&word)).map(|command| command.name)
}

/// The error for an unknown command.
pub(super) fn unknown(word: &str, why: &str) -> CommandError {
    let hint = match also_named(word).next() {
        Some(name) => format!("`:{name}` may be meant: `:help` lists the commands"),
        None => "`:help` lists the commands".into(),
    };
    CommandError::hinted(why, hint)
}

/// The hint for a command without its colon.
pub(super) fn without_colon(line: &str) -> Option<String> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let word = word.to_lowercase();
    let named = all().map(|command| command.name).find(|name| *name == word);
    let name = named.or_else(|| also_named(&word).next())?;
    Some(format!("commands begin with a colon: `{}`", format!(":{name} {rest}").trim_end()))
}
