//! Looking at the position.

use super::command::{Command, Group};
use super::{Done, Trouble, Workbench, render};

pub(super) const LOOKING: Group = Group {
    name: "Looking",
    commands: &[Command::new(
        "view",
        "[NAME]",
        "the whole position, or what a player knows of it",
        view,
    )
    .more(&["? stands for a card the player does not know."])],
};

fn view(workbench: &mut Workbench, name: &str) -> Done {
    let study = workbench.game()?;
    let seat = match name {
        "" => study.eyes,
        name => Some(study.lexicon().the_seat(name).map_err(Trouble::refused)?),
    };
    Ok(render::position(study, seat).join("\n"))
}
