//! `:events` and `:why`: single events and their causes: the script line, the play, and the
//! answers.

use super::command::{Command, CommandGroup, Completer, Property};
use super::command_error::{CommandError, CommandResult, command_error};
use super::reply::Part;
use super::state::Shell;
use super::travel::number;
use super::watch_expr;
use super::why_not::why_not;
use crate::base::error::is_word_char;
use crate::debugger::Debugger;
use crate::debugger::causes::LastChange;
use crate::debugger::reply::ChangeInfo;
use crate::debugger::watch_expr::WatchExpr;

pub(super) const WHY: CommandGroup = CommandGroup {
    name: "Why",
    commands: &[
        Command::new(
            "events",
            "[PLY]",
            "list the events of a ply (default: the last), with script lines",
            list,
        )
        .is(&[Property::Looks])
        .also(&["log"]),
        Command::new(
            "why",
            "[EVENT|VALUE|not INPUT]",
            "the causes of an event, a value or the current question",
            why,
        )
        .is(&[Property::Looks])
        .also(&["blame"])
        .more(&[
            ":why           the causes of the current question, or of the last event",
            ":why 42        the causes of an event; `:events` lists their numbers",
            ":why bob.owed  the last change of a value: :why hand ann, :why discard",
            ":why bob       whether bob plays, the turns bob owes, bob's hand",
            ":why not nope  why an answer is not possible now",
        ])
        .completing(Completer::Game(watch_expr::complete)),
        Command::new(
            "last-change",
            "VALUE",
            "go back to just before the last change of a value",
            last_change,
        )
        .is(&[Property::Moves, Property::Repeats])
        .more(&["e.g. :last-change bob.owed, :last-change discard. `:step` then runs the change."])
        .completing(Completer::Game(watch_expr::complete)),
    ],
};

fn list(shell: &mut Shell, rest: &str) -> CommandResult {
    let debugger = shell.game()?;
    let ply = number(rest, Some(debugger.timeline.ply()))?;
    if ply > debugger.timeline.last_ply() {
        let last = debugger.timeline.last_ply();
        return Err(CommandError::refused(format!(
            "there is no ply {ply}: the last one is {last}"
        )));
    }
    Ok(vec![Part::Listed { events: debugger.event_log(ply), has_places: true }])
}

fn why(shell: &mut Shell, rest: &str) -> CommandResult {
    let debugger = shell.game()?;
    if rest.is_empty() {
        let causes = match debugger.timeline.inside() {
            Some(_) => debugger.causes_of_last_event(),
            None => Some(debugger.causes_of_decision()),
        };
        return Ok(vec![match causes {
            Some(causes) => Part::Causes(Box::new(causes)),
            None => Part::note("nothing has happened yet"),
        }]);
    }
    let id = rest.trim_start_matches('#');
    let digits = id.strip_prefix('-').unwrap_or(id);
    if !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit()) {
        let number = id.parse().ok();
        let causes = number.and_then(|number| debugger.causes_of_event(number));
        let later = || number.and_then(|number| debugger.ply_of_event(number));
        let causes = causes.ok_or_else(|| match later() {
            Some(ply) => CommandError::hinted(
                format!("event {id} comes later, in ply {ply}"),
                format!("`:goto {ply}` goes there"),
            ),
            None => CommandError::hinted(
                format!("there is no event {id} up to here"),
                "`:events` lists them",
            ),
        })?;
        return Ok(vec![Part::Causes(Box::new(causes))]);
    }
    if let Some(input) = rest.strip_prefix("not").filter(|input| !input.starts_with(is_word_char)) {
        return why_not(shell, input.trim());
    }
    if let Some(seat) = debugger.notation().find_seat(rest) {
        let name = debugger.notation().seat(seat);
        let values = [format!("alive {name}"), format!("{name}.owed"), format!("hand {name}")];
        let changes: Result<Vec<_>, _> =
            values.iter().map(|value| last_change_of(debugger, value)).collect();
        return Ok(changes?.concat());
    }
    last_change_of(debugger, rest)
}

/// The last change of a value, with its causes.
fn last_change_of(debugger: &Debugger, text: &str) -> CommandResult {
    let watched =
        WatchExpr::parse(debugger, text).map_err(|error| command_error(debugger, error))?;
    let expression = text.to_owned();
    Ok(change(match debugger.last_change(&watched) {
        Some(LastChange { point, was, is }) => {
            let event = debugger.around(point).1;
            let causes = event.map(|event| debugger.causes_of(event));
            ChangeInfo { expression, value: is, before: Some(was), after: None, causes }
        }
        None => {
            let value = watched.value(debugger, debugger.table());
            ChangeInfo { expression, value, before: None, after: None, causes: None }
        }
    }))
}

fn last_change(shell: &mut Shell, text: &str) -> CommandResult {
    let debugger = shell.game_mut()?;
    let watched =
        WatchExpr::parse(debugger, text).map_err(|error| command_error(debugger, error))?;
    let Some(LastChange { point, was, is }) = debugger.last_change(&watched) else {
        return Err(CommandError::refused(format!("nothing has changed {text} before this")));
    };
    debugger.stand(point, true);
    let (expression, after) = (text.to_owned(), Some(is));
    let about_to = ChangeInfo { expression, value: was, before: None, after, causes: None };
    Ok(change(about_to).into_iter().chain(shell.studied.standing()).collect())
}

fn change(change: ChangeInfo) -> Vec<Part> {
    vec![Part::Change(Box::new(change))]
}
