//! Looking at the position.

use super::command::{Command, CommandGroup};
use super::{CommandError, Shell, TextResult, compat};

pub(super) const LOOKING: CommandGroup = CommandGroup {
    name: "Looking",
    commands: &[Command::new(
        "view",
        "[NAME]",
        "the whole position, or what a player knows of it",
        view,
    )
    .more(&["? stands for a card the player does not know."])],
};

fn view(shell: &mut Shell, name: &str) -> TextResult {
    let debugger = shell.game()?;
    let seat = match name {
        "" => debugger.viewer,
        name => Some(debugger.notation().the_seat(name).map_err(CommandError::refused)?),
    };
    Ok(compat::position(debugger, seat).join("\n"))
}
