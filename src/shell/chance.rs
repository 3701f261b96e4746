//! `:chance`, `:as` and `:odds`: manual chance, and the knowledge of players.

use super::command::{Command, CommandGroup, Property};
use super::command_error::{CommandError, CommandResult};
use super::look;
use super::reply::Part;
use super::state::Shell;
use crate::kernel::Seat;

pub(super) const CHANCE: CommandGroup = CommandGroup {
    name: "Chance and hidden cards",
    commands: &[
        Command::new(
            "chance",
            "[ask|roll]",
            "choose random outcomes yourself, or use the seed again",
            chance,
        )
        .more(&[
            "With `ask`, shuffles and random cards are decisions of `chance`, so you can force any",
            "outcome. A shuffle is given top first; `rest` leaves the other cards to the seed.",
            "e.g. chance> skip exploding_kitten rest",
            "`:new … --chance ask` also asks for the deal.",
        ]),
        Command::new(
            "as",
            "[NAME|all|nobody]",
            "show only what a player knows, from now on",
            look_as,
        )
        .is(&[Property::Looks])
        .more(&[
            "This applies to positions, events, `:why`, `:diff` and variables; script lines and",
            "script errors are not shown, as they may tell hidden cards. Commands that need these",
            "are refused: `:view` and `:odds` of others, expressions, `:seed`. `nobody` sees only",
            "public cards. `:as` alone shows everything again.",
        ]),
        Command::new("odds", "[NAME]", "what a player can infer about hidden cards", odds)
            .is(&[Property::Looks])
            .also(&["probability"])
            .more(&[
                "The chance that the next draw explodes is exact if it depends only on the top card;",
                "otherwise it is estimated by dealing the unknown cards at random many times.",
            ]),
    ],
};

/// Parses whether chance is asked.
pub(super) fn is_asked(word: &str) -> Result<bool, CommandError> {
    match word {
        "ask" => Ok(true),
        "roll" => Ok(false),
        _ => Err(CommandError::refused("chance must be `ask` or `roll`")),
    }
}

pub(super) fn chance(shell: &mut Shell, rest: &str) -> CommandResult {
    let debugger = shell.game_mut()?;
    if !rest.is_empty() {
        debugger.ask_chance(is_asked(rest)?);
    }
    Ok(vec![Part::note(match debugger.ask_chance {
        true => "from the next shuffle or roll on, you choose the outcome",
        false => "what is left to chance comes from the seed",
    })])
}

pub(super) fn look_as(shell: &mut Shell, name: &str) -> CommandResult {
    let debugger = shell.game_mut()?;
    let viewer = match name {
        "" | "all" => None,
        // An onlooker: the chance seat sees only public cards.
        "nobody" => Some(Seat::CHANCE),
        name => Some(debugger.notation().the_seat(name).map_err(CommandError::refused)?),
    };
    debugger.show_to(viewer);
    let viewer = match debugger.viewer {
        None => "showing everything".to_owned(),
        Some(Seat::CHANCE) => "showing only what everybody knows".to_owned(),
        Some(seat) => format!("showing only what {} knows", debugger.notation().seat(seat)),
    };
    Ok(std::iter::once(Part::note(viewer)).chain(shell.studied.standing()).collect())
}

pub(super) fn odds(shell: &mut Shell, name: &str) -> CommandResult {
    let debugger = shell.game()?;
    let seat = match name {
        "" => {
            let seat = debugger.viewer.or_else(|| debugger.asked());
            let seat = seat.filter(|seat| *seat != Seat::CHANCE);
            seat.unwrap_or(debugger.table().turns.current)
        }
        name => debugger.notation().the_seat(name).map_err(CommandError::refused)?,
    };
    look::check_viewer(debugger, seat)?;
    Ok(vec![Part::Odds(debugger.odds(seat))])
}
