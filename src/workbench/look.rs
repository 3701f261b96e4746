//! Looking at the position.

use super::command::{Command, CommandGroup};
use super::{CommandError, CommandResult, Workbench, render};

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

fn view(workbench: &mut Workbench, name: &str) -> CommandResult {
    let debugger = workbench.game()?;
    let seat = match name {
        "" => debugger.viewer,
        name => Some(debugger.notation().the_seat(name).map_err(CommandError::refused)?),
    };
    Ok(render::position(debugger, seat).join("\n"))
}
