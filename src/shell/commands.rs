//! The table of all commands: running, help and completion are driven by it.

use super::command::{Command, CommandGroup};
use super::command_error::{CommandError, CommandResult};
use super::command_id::CommandId;
use super::state::Shell;
use super::{
    agents, breakpoints, chance, files, help, io, live_edit, look, new, positions, stepping,
    travel, why,
};

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
    live_edit::RULES,
    files::FILES,
    agents::AGENTS,
    io::IO,
    help::HELP,
];

/// The groups of commands.
#[must_use]
pub const fn groups() -> &'static [CommandGroup] {
    GROUPS
}

/// All commands.
pub fn all() -> impl Iterator<Item = &'static Command> + Clone {
    GROUPS.iter().flat_map(|group| group.commands)
}

/// The command with an id.
pub(super) fn command(id: CommandId) -> Option<&'static Command> {
    all().find(|command| command.id == id)
}

/// Runs a command.
pub(super) fn run(shell: &mut Shell, id: CommandId, rest: &str) -> CommandResult {
    command(id).map_or_else(|| Ok(Vec::new()), |command| (command.run)(shell, rest))
}

/// The error for an unknown command.
pub(super) fn unknown(word: &str, why: &str) -> CommandError {
    let about: Vec<String> =
        CommandId::also_named(word).map(|id| format!("`:{}`", id.name())).collect();
    let hint = match about.as_slice() {
        [found] => format!("{found} may be meant: `:help` lists the commands"),
        _ => "`:help` lists the commands".into(),
    };
    CommandError::hinted(why, hint)
}

/// The hint for a command without its colon.
pub(super) fn without_colon(line: &str) -> Option<String> {
    let word = line.split_whitespace().next()?.to_lowercase();
    let named = CommandId::ALL.iter().copied().find(|id| id.name() == word);
    let found = named.or_else(|| CommandId::also_named(&word).next())?;
    Some(format!("commands begin with a colon: `:{}`", found.name()))
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
