//! Time travel: going back and forth on the line of the game.

use super::command::{Command, Group};
use super::{Done, Trouble, Workbench};

pub(super) const TIME: Group = Group {
    name: "Time",
    commands: &[
        Command::new("back", "[N]", "go back N plies (1)", back)
            .more(&[
                "A ply is one typed input that is part of the game, with all that followed by itself.",
            ])
            .moving(),
        Command::new("forward", "[N]", "go forward N plies (1) of those gone back over", forward)
            .moving(),
        Command::new("goto", "PLY", "go to a ply; 0 is the start", goto).moving(),
    ],
};

pub(super) fn number(rest: &str, otherwise: Option<usize>) -> Result<usize, Trouble> {
    match (rest, otherwise) {
        ("", Some(n)) => Ok(n),
        _ => rest.parse().map_err(|_| Trouble::refused(format!("`{rest}` is no number of plies"))),
    }
}

fn travel(workbench: &mut Workbench, ply: Option<usize>) -> Done {
    let study = workbench.game_mut()?;
    let last = study.timeline.last_ply();
    match ply {
        Some(ply) if ply <= last => study.go(ply),
        _ => {
            let now = study.timeline.ply();
            let why = format!("there is no such ply: this is ply {now} of {last}");
            return Err(Trouble::hinted(why, "ply 0 is the start"));
        }
    }
    Ok(workbench.stands())
}

fn back(workbench: &mut Workbench, rest: &str) -> Done {
    let n = number(rest, Some(1))?;
    let ply = workbench.game()?.timeline.ply();
    travel(workbench, ply.checked_sub(n))
}

fn forward(workbench: &mut Workbench, rest: &str) -> Done {
    let n = number(rest, Some(1))?;
    let ply = workbench.game()?.timeline.ply();
    travel(workbench, ply.checked_add(n))
}

fn goto(workbench: &mut Workbench, rest: &str) -> Done {
    let ply = number(rest, None)?;
    travel(workbench, Some(ply))
}
