//! Commands that show the position and what led to it.

use super::catalogue;
use super::command::{Command, CommandGroup, Completer, Property};
use super::command_error::{CommandError, CommandResult, SHOW_ALL, no_game};
use super::completion::seats;
use super::render::text::catalogue::{self as tables, Look};
use super::reply::Part;
use super::state::Shell;
use crate::debugger::Debugger;
use crate::kernel::Seat;
use crate::message::Redact;
use crate::variant::{Ruleset, Titles};
use std::rc::Rc;

pub(super) const LOOKING: CommandGroup = CommandGroup {
    name: "Looking",
    commands: &[
        Command::new("view", "[NAME]", "show the position, in full or as a player knows it", view)
            .is(&[Property::Looks])
            .also(&["position"])
            .completing(Completer::Game(|debugger, _| seats(debugger.notation()).collect()))
            .more(&["? is a card that the player does not know."]),
        Command::new("cards", "[VARIANT]", "list the cards, combos and options of the game", cards)
            .is(&[Property::Unrecorded])
            .more(&[
                "For the current number of players; with VARIANT, those of another variant.",
                "The same as `litterbox cards`.",
            ]),
        Command::new("variants", "", "list the variants", variants).is(&[Property::Unrecorded]),
    ],
};

fn view(shell: &mut Shell, name: &str) -> CommandResult {
    let debugger = shell.game()?;
    let mut position = debugger.position_info();
    if name.is_empty() {
        let picture = debugger.picture().map(Part::Picture);
        return Ok(std::iter::once(Part::Position(position)).chain(picture).collect());
    }
    let seat = debugger.notation().the_seat(name).map_err(CommandError::refused)?;
    check_viewer(debugger, seat)?;
    position.redact(&seat.into());
    let seat = debugger.notation().seat_name(seat);
    Ok(vec![Part::View { seat, position }])
}

/// Checks that the viewer may know what a seat knows.
pub(super) fn check_viewer(debugger: &Debugger, seat: Seat) -> Result<(), CommandError> {
    if debugger.viewer.is_none_or(|viewer| viewer == seat) {
        return Ok(());
    }
    let name = debugger.notation().seat(seat);
    let why = format!("what {name} knows is hidden from the player whose knowledge is shown");
    Err(CommandError::hinted(why, SHOW_ALL))
}

fn cards(shell: &mut Shell, id: &str) -> CommandResult {
    let library = shell.library();
    let load = |id: &str| Ruleset::load(library, id, &[]).map_err(|e| CommandError::errors(&e));
    let (ruleset, titles, players) = match (shell.debugger(), id) {
        (Some(debugger), "") => {
            let loaded = &debugger.loaded;
            (loaded.ruleset.clone(), loaded.titles.clone(), Some(debugger.header.names.len()))
        }
        (None, "") => return Err(no_game()),
        (debugger, id) => {
            let lang =
                debugger.and_then(|debugger| debugger.header.lang.as_deref()).unwrap_or("en");
            let titles = Titles::load(library, lang).map_err(|e| CommandError::errors(&e))?;
            (Rc::new(load(id)?), Rc::new(titles), None)
        }
    };
    let page = catalogue::page(&ruleset, &titles, players);
    Ok(vec![Part::lines(tables::page(&page, Look::Plain(shell.output.columns())).lines())])
}

fn variants(shell: &mut Shell, _: &str) -> CommandResult {
    let variants = catalogue::variants(shell.library());
    Ok(vec![Part::lines(tables::variants(&variants, Look::Plain(shell.output.columns())).lines())])
}
