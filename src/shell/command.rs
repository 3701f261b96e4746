//! The commands: `:word` and what it does. Each idea has its group, in the module that runs it; the
//! groups drive running, help and completion.

use super::complete::Completion;
use super::{
    CommandError, CommandResult, Shell, TextResult, agents, breakpoints, chance, files, help, io,
    look, new, positions, stepping, text_parts, travel, why,
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
#[derive(Clone, Copy)]
pub struct Command {
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
    pub(super) noted: bool,
    /// Whether it goes a step further each time: an empty line in the REPL repeats it.
    pub repeats: bool,
    /// What may come next, after some words.
    pub(super) complete: Option<CompleteFn>,
    run: Run,
}

/// What runs a command.
#[derive(Clone, Copy)]
enum Run {
    /// Its reply is not data yet.
    Text(fn(&mut Shell, &str) -> TextResult),
    /// Its reply is data.
    Value(fn(&mut Shell, &str) -> CommandResult),
}

impl Command {
    /// A command that looks, and does not move the game.
    pub(super) const fn new(
        name: &'static str,
        args: &'static str,
        about: &'static str,
        run: fn(&mut Shell, &str) -> TextResult,
    ) -> Self {
        Self::with(name, args, about, Run::Text(run))
    }

    /// The same; its reply is data.
    pub(super) const fn value(
        name: &'static str,
        args: &'static str,
        about: &'static str,
        run: fn(&mut Shell, &str) -> CommandResult,
    ) -> Self {
        Self::with(name, args, about, Run::Value(run))
    }

    const fn with(name: &'static str, args: &'static str, about: &'static str, run: Run) -> Self {
        Self {
            name,
            args,
            about,
            more: &[],
            moves: false,
            is_ply: false,
            noted: true,
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
        Self { noted: false, ..self }
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

/// Runs a command line, without its colon.
pub(super) fn run(shell: &mut Shell, line: &str) -> CommandResult {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let command = find(word).map_err(|why| {
        let about: Vec<String> = help::about_word(word).map(|c| format!("`:{}`", c.name)).collect();
        let hint = match about.as_slice() {
            [found] => format!("{found} may be meant: `:help` lists the commands"),
            _ => "`:help` lists the commands".into(),
        };
        CommandError::hinted(why, hint)
    })?;
    match command.run {
        Run::Text(run) => run(shell, rest.trim()).map(|text| text_parts(&text)),
        Run::Value(run) => run(shell, rest.trim()),
    }
}

/// What to say to somebody who forgot the colon of a command.
pub(super) fn without_colon(line: &str) -> Option<String> {
    let word = line.split_whitespace().next()?.to_lowercase();
    let named = all().find(|command| command.name == word);
    let found = named.or_else(|| help::about_word(&word).next())?;
    Some(format!("commands begin with a colon: `:{}`", found.name))
}

/// Whether a line is an input to the game, or moves it: what the last one met is over then.
pub(super) fn is_input(line: &str) -> bool {
    is_line_of(line, |command| command.moves)
}

/// Whether a line can be a ply: an answer, an expression, or a command whose effect is one.
pub(super) fn is_ply(line: &str) -> bool {
    is_line_of(line, |command| command.is_ply)
}

fn is_line_of(line: &str, is_one: impl Fn(&Command) -> bool) -> bool {
    let Some(line) = line.strip_prefix(':') else { return !line.starts_with('?') };
    let word = line.split_whitespace().next().unwrap_or_default();
    find(word).is_ok_and(is_one)
}
