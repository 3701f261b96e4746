//! `:events` and `:why`: single events and their causes: the script line, the play, and the
//! answers.

use super::command::{Command, CommandGroup, Completer, Property};
use super::command_error::{CommandError, CommandResult, command_error};
use super::reply::Part;
use super::state::Shell;
use super::travel::number;
use super::watch_expr;
use crate::debugger::causes::LastChange;
use crate::debugger::reply::CausesReply;
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
        .also(&["log"]),
        Command::new(
            "why",
            "[EVENT|VALUE]",
            "the causes of an event, a value or the current question",
            why,
        )
        .also(&["blame"])
        .more(&[
            ":why           the causes of the current question, or of the last event",
            ":why 42        the causes of an event; `:events` lists their numbers",
            ":why bob.owed  the last change of a value: :why hand ann, :why discard",
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
    Ok(reply(CausesReply::Log { events: debugger.event_log(ply) }))
}

fn why(shell: &mut Shell, rest: &str) -> CommandResult {
    let debugger = shell.game()?;
    if rest.is_empty() {
        let causes = match debugger.timeline.inside() {
            Some(_) => debugger.causes_of_last_event(),
            None => Some(debugger.causes_of_decision()),
        };
        return Ok(reply(CausesReply::Causes { causes }));
    }
    let id = rest.trim_start_matches('#');
    if !id.is_empty() && id.bytes().all(|digit| digit.is_ascii_digit()) {
        let causes = id.parse().ok().and_then(|id| debugger.causes_of_event(id));
        let causes = causes.ok_or_else(|| {
            CommandError::hinted(
                format!("there is no event {id} up to here"),
                "`:events` lists them",
            )
        })?;
        return Ok(reply(CausesReply::Causes { causes: Some(causes) }));
    }
    let thing = WatchExpr::parse(debugger, rest).map_err(|halt| command_error(debugger, halt))?;
    let name = rest.to_owned();
    Ok(reply(match debugger.last_change(&thing) {
        Some(LastChange { point, was, is }) => {
            let event = debugger.around(point).1;
            let causes = event.map(|event| debugger.causes_of(event));
            CausesReply::Change { thing: name, value: is, before: Some(was), causes }
        }
        None => {
            let value = thing.value(debugger, debugger.table());
            CausesReply::Change { thing: name, value, before: None, causes: None }
        }
    }))
}

fn last_change(shell: &mut Shell, text: &str) -> CommandResult {
    let debugger = shell.game_mut()?;
    let thing = WatchExpr::parse(debugger, text).map_err(|halt| command_error(debugger, halt))?;
    let Some(LastChange { point, was, is }) = debugger.last_change(&thing) else {
        return Err(CommandError::refused(format!("nothing has changed {text} before this")));
    };
    debugger.stand(point, true);
    let change = CausesReply::AboutToChange { thing: text.to_owned(), value: was, after: is };
    Ok(reply(change).into_iter().chain(shell.studied.standing()).collect())
}

fn reply(reply: CausesReply) -> Vec<Part> {
    vec![Part::Causes(Box::new(reply))]
}
