//! Time travel: moving along the line of the game, to marks and to other branches; peeking; editing
//! a past input and replaying the rest.

use super::command::{Command, CommandGroup, Completer, Property};
use super::command_error::{CommandError, CommandResult};
use super::completion::{self, Completion, word};
use super::prompt::prompted;
use super::render::text::question_diff::both_questions;
use super::render::text::time;
use super::reply::Part;
use super::state::Shell;
use crate::base::error::{is_word_char, plural};
use crate::debugger::edit::EditResult;
use crate::debugger::game::Debugger;
use crate::debugger::timeline::{Branch, PLACES, TimelineTarget};
use crate::message::Redact;
use crate::sim::width;
use crate::transcript::Input;

pub(super) const TIME: CommandGroup = CommandGroup {
    name: "Time",
    commands: &[
        Command::new("back", "[N]", "go back N plies; alone, to your last decision", back)
            .is(&[Property::Moves, Property::Repeats])
            .also(&["undo"])
            .more(&[
                "Without N, goes to the last decision of a player without an agent; if nobody has",
                "an agent, that is one ply. A ply is one input that is part of the game, with all",
                "its consequences. Later plies are kept: `:forward` returns to them, and so does the",
                "same input. Another input starts a new line, and the reply names the branch that",
                "keeps the old one; `:branches` lists them all.",
            ]),
        Command::new("forward", "[N]", "go forward again, after `:back`", forward)
            .is(&[Property::Moves, Property::Repeats])
            .also(&["redo"])
            .more(&["N plies; without N, to the next decision of a player without an agent."]),
        Command::new("goto", "PLACE", "go to a ply, a mark or a branch", goto)
            .is(&[Property::Moves])
            .also(&["jump"])
            .more(&[
                "PLACE is a ply (0 is the start), a mark, a branch (its end), a ply of another",
                "branch as NAME:PLY, `start` or `end`.",
            ])
            .completing(Completer::Game(places)),
        Command::new("timeline", "[all]", "list the plies, with marks and branches", timeline)
            .is(&[Property::Looks])
            .also(&["history"])
            .more(&["In a long game, only nearby plies are listed; `all` lists all."]),
        Command::new("peek", "PLACE", "show another place without going there", peek)
            .is(&[Property::Looks])
            .more(&["PLACE is as for `:goto`."])
            .completing(Completer::Game(places)),
        Command::new("diff", "A [B]", "compare two places (default for B: here)", difference)
            .is(&[Property::Looks])
            .more(&["e.g. :diff 2 5, :diff main old1. The places are as for `:goto`."])
            .completing(Completer::Game(places)),
        Command::new("mark", "[NAME [NOTE]]", "name this place; alone, list the marks", mark)
            .is(&[Property::LooksAlone])
            .also(&["bookmark"])
            .more(&["`:goto NAME` returns to it. `:mark -d NAME` deletes it."]),
        Command::new("branch", "[NAME]", "create a branch here; alone, list them", branch)
            .is(&[Property::Moves, Property::LooksAlone])
            .more(&["Later plies stay on the old branch; `:goto` returns to it."]),
        Command::new("branches", "", "list the branches; `:goto NAME` goes to one", branches)
            .is(&[Property::Looks]),
        Command::new("edit", "PLY INPUT", "change a past input and replay the rest", edit)
            .is(&[Property::Moves])
            .more(&[
                "The edited game is a new branch; the old branch is unchanged. If a later input is",
                "no longer possible, the new branch ends before it, and the reply says why.",
                "e.g. :edit 3 pass, :edit 2 play favor cat",
            ])
            .completing(Completer::Game(edits)),
    ],
};

/// Completes marks and branches.
fn places(debugger: &Debugger, _: &[&str]) -> Vec<Completion> {
    let timeline = &debugger.timeline;
    let marks = timeline.marks();
    let marks =
        marks.map(|(name, at)| word(name, format!("mark: ply {}", timeline.entry_at(at).ply)));
    let others = timeline.branches().iter().enumerate();
    let others = others.filter(|(i, _)| *i != timeline.branch());
    let others = others.map(|(_, branch)| {
        let plies = plural(timeline.entry_at(branch.tip).ply, "ply");
        word(branch.name.as_str(), format!("branch: {plies}"))
    });
    let fixed = [word("start", "ply 0"), word("end", format!("ply {}", timeline.last_ply()))];
    marks.chain(others).chain(fixed).collect()
}

/// Completes plies with their inputs, then the alternatives.
fn edits(debugger: &Debugger, before: &[&str]) -> Vec<Completion> {
    let [ply, rest @ ..] = before else {
        let plies = (1..=debugger.timeline.last_ply()).rev().take(N_AROUND);
        return plies.map(|ply| word(ply.to_string(), input(debugger, ply))).collect();
    };
    let mut fork = debugger.fork();
    match ply.parse::<usize>().ok().and_then(|ply| ply.checked_sub(1)) {
        Some(before) if before < fork.timeline.last_ply() => fork.go(before),
        _ => return Vec::new(),
    }
    completion::answers(&fork, &rest.join(" "))
}

/// The number of plies that `:timeline` shows before and after the current one.
const N_AROUND: usize = 15;

/// The input of a ply, as displayed.
fn input(debugger: &Debugger, ply: usize) -> String {
    let mut input = debugger.input_info(ply);
    if let Some(viewer) = debugger.viewer {
        input.redact(&viewer.into());
    }
    time::input(input.as_ref())
}

pub(super) fn number(rest: &str, default: Option<usize>) -> Result<usize, CommandError> {
    match (rest, default) {
        ("", Some(n)) => Ok(n),
        ("", None) => Err(CommandError::refused("the number of the ply is missing")),
        _ => rest
            .parse()
            .map_err(|_| CommandError::refused(format!("`{rest}` is not a number of plies"))),
    }
}

/// Whether a ply was decided by a player without an agent, who had a choice; if all have one, every
/// ply counts.
fn is_own(shell: &Shell, ply: usize) -> bool {
    let Some(debugger) = shell.debugger() else { return true };
    let entry = debugger.timeline.entry(ply);
    let is_answer = entry.and_then(|entry| entry.record.as_ref());
    let is_answer = is_answer.is_some_and(|record| matches!(record.input, Input::Answers(_)));
    let seat = entry.and_then(|entry| entry.seat).map(|seat| debugger.notation().seat(seat));
    let before = ply.checked_sub(1).and_then(|ply| debugger.timeline.entry(ply));
    let asked = before.and_then(|entry| entry.snapshot.decision());
    let agents = &shell.agents;
    let is_by_itself = asked.is_some_and(|asked| agents.answers_by_itself(debugger, asked))
        || seat.is_some_and(|seat| agents.has(seat));
    !is_answer || agents.has_all(debugger) || !is_by_itself
}

fn back(shell: &mut Shell, rest: &str) -> CommandResult {
    let now = shell.game()?.timeline.ply();
    let own = || (1..=now).rev().find(|ply| is_own(shell, *ply)).map(|ply| now + 1 - ply);
    let n = match rest {
        "" if now > 0 => own().ok_or_else(|| {
            CommandError::hinted("you made no earlier decision", "`:back N` goes back N plies")
        })?,
        _ => number(rest, Some(1))?,
    };
    let debugger = shell.game_mut()?;
    match now.checked_sub(n) {
        Some(ply) => debugger.go(ply),
        None if now == 0 => {
            return Err(CommandError::refused("this is the start: there is nothing to go back to"));
        }
        None => {
            return Err(CommandError::hinted(
                format!("this is ply {now}: {} back is before the start", plural(n, "ply")),
                "`:goto 0` goes to the start",
            ));
        }
    }
    // A recorded session has no agents.
    shell.recording.spell((n != 1).then(|| format!(":back {n}")));
    Ok(shell.studied.standing())
}

fn forward(shell: &mut Shell, rest: &str) -> CommandResult {
    let timeline = &shell.game()?.timeline;
    let now = timeline.ply() - usize::from(timeline.inside().is_some());
    let ahead = timeline.last_ply() - now;
    let own = || (1..ahead).find(|n| is_own(shell, now + n + 1));
    let n = number(rest, Some(own().unwrap_or(ahead.max(1))))?;
    let debugger = shell.game_mut()?;
    match n {
        n if n <= ahead => debugger.go(now + n),
        _ if ahead == 0 => {
            return Err(CommandError::refused(
                "this is the last ply: there is nothing to go forward to",
            ));
        }
        _ => {
            let ahead = plural(ahead, "ply");
            return Err(CommandError::hinted(
                format!("only {ahead} can be gone forward"),
                "`:goto end` goes to the last one",
            ));
        }
    }
    shell.recording.spell((n != 1).then(|| format!(":forward {n}")));
    Ok(shell.studied.standing())
}

fn find(debugger: &Debugger, word: &str) -> Result<TimelineTarget, CommandError> {
    debugger.timeline.find(word).map_err(|why| {
        CommandError::hinted(why, "`:timeline` lists the plies, `:branches` the branches")
    })
}

fn goto(shell: &mut Shell, word: &str) -> CommandResult {
    if word.is_empty() {
        return timeline(shell, word);
    }
    let debugger = shell.game_mut()?;
    let found = find(debugger, word)?;
    let is_other = found.branch != debugger.timeline.branch();
    debugger.timeline.go_to(found);
    debugger.place();
    let branch = format!("On branch {}.", debugger.branch_name());
    let branch = is_other.then(|| Part::note(branch));
    Ok(branch.into_iter().chain(shell.studied.standing()).collect())
}

fn peek(shell: &mut Shell, word: &str) -> CommandResult {
    let debugger = shell.game()?;
    if word.is_empty() {
        return Err(CommandError::hinted("expected a place", "e.g. :peek 3"));
    }
    let peek = debugger.peek(find(debugger, word)?);
    Ok(vec![Part::Peek(Box::new(peek))])
}

fn difference(shell: &mut Shell, rest: &str) -> CommandResult {
    let debugger = shell.game()?;
    let table = |word: &str| -> Result<_, CommandError> {
        if word == "now" {
            return Ok(debugger.table());
        }
        let found = find(debugger, word)?;
        Ok(debugger.timeline.entry_at(found.entry).snapshot.shown())
    };
    let words: Vec<&str> = rest.split_whitespace().collect();
    let (before, after) = match words.as_slice() {
        [before] => (table(before)?, table("now")?),
        [before, after] => (table(before)?, table(after)?),
        _ => {
            return Err(CommandError::hinted(
                "expected one or two places",
                "e.g. :diff 2 5, :diff main old1",
            ));
        }
    };
    Ok(vec![Part::Diff(debugger.diff(before, after))])
}

// ---- lists -----------------------------------------------------------------------------------

fn timeline(shell: &mut Shell, rest: &str) -> CommandResult {
    let n_around = match rest {
        "" => N_AROUND,
        "all" => usize::MAX,
        _ => {
            let why = format!("expected `:timeline` or `:timeline all`, not `{rest}`");
            return Err(CommandError::refused(why));
        }
    };
    let timeline = shell.game()?.timeline_info(n_around);
    Ok(vec![Part::Timeline(timeline)])
}

fn branches(shell: &mut Shell, _: &str) -> CommandResult {
    let timeline = &shell.game()?.timeline;
    let width = width(timeline.branches().iter().map(|branch| &branch.name), 0);
    let line = |(i, Branch { name, tip }): (usize, &Branch)| {
        let last_ply = timeline.entry_at(*tip).ply;
        let (plies, ply) = (plural(last_ply, "ply"), timeline.ply());
        if i != timeline.branch() {
            let leaves_after = timeline.leaves_at(i);
            format!("  {name:width$}  {plies}; splits off after ply {leaves_after}")
        } else if ply == last_ply {
            format!("→ {name:width$}  {plies}")
        } else {
            format!("→ {name:width$}  {plies}; the game is at ply {ply}")
        }
    };
    Ok(vec![Part::lines(timeline.branches().iter().enumerate().map(line))])
}

// ---- names -----------------------------------------------------------------------------------

/// Checks that the name of a mark or branch has no other meaning.
fn check_name(debugger: &Debugger, name: &str) -> Result<(), CommandError> {
    let begins = name.chars().next().is_some_and(|c| c.is_alphabetic() || c == '_');
    let is_word = name.chars().all(|c| is_word_char(c) || matches!(c, '-' | '.'));
    if !begins || !is_word {
        return Err(CommandError::hinted(
            format!("`{name}` is not a name"),
            "a name is one word that begins with a letter: before_nope",
        ));
    }
    if PLACES.contains(&name) {
        return Err(CommandError::refused(format!(
            "`{name}` is reserved: every game has this place"
        )));
    }
    if debugger.timeline.branches().iter().any(|branch| branch.name == name) {
        return Err(CommandError::refused(format!("the name `{name}` is taken by a branch")));
    }
    Ok(())
}

fn mark(shell: &mut Shell, rest: &str) -> CommandResult {
    let debugger = shell.game_mut()?;
    let timeline = &mut debugger.timeline;
    if rest.is_empty() {
        let marks = timeline.marks();
        let marks = marks.map(|(name, at)| {
            let note = timeline.note(name).map_or_else(String::new, |note| format!("  {note}"));
            format!("{name}  ply {}{note}", timeline.entry_at(at).ply)
        });
        let mut marks: Vec<String> = marks.collect();
        if marks.is_empty() {
            marks.push("there are no marks".into());
        }
        return Ok(vec![Part::lines(marks)]);
    }
    if let Some(name) = rest.strip_prefix("-d ").map(str::trim) {
        if !timeline.unmark(name) {
            let why = format!("there is no mark `{name}`");
            return Err(CommandError::hinted(why, "`:mark` lists them"));
        }
        return Ok(vec![Part::note(format!("deleted mark {name}"))]);
    }
    let (name, note) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    check_name(debugger, name)?;
    debugger.timeline.mark(name, note.trim());
    Ok(vec![Part::note(format!("ply {} is marked {name}", debugger.timeline.ply()))])
}

fn branch(shell: &mut Shell, name: &str) -> CommandResult {
    if name.is_empty() {
        return branches(shell, name);
    }
    let debugger = shell.game_mut()?;
    check_name(debugger, name)?;
    if debugger.timeline.marks().any(|(mark, _)| mark == name) {
        return Err(CommandError::refused(format!("the name `{name}` is taken by a mark")));
    }
    let old_branch = debugger.branch_name().to_owned();
    let within = debugger.timeline.inside().map(|_| debugger.point());
    debugger.timeline.begin_branch(name);
    match within {
        Some(point) => debugger.stand(point, true),
        None => debugger.place(),
    }
    let ply = debugger.timeline.ply();
    let created = format!("On branch {name} from ply {ply}; {old_branch} stays as it is.");
    Ok(std::iter::once(Part::note(created)).chain(shell.studied.standing()).collect())
}

// ---- changing the past -----------------------------------------------------------------------

fn edit(shell: &mut Shell, rest: &str) -> CommandResult {
    let (ply, line) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let ply = number(ply, None)?;
    let (prompt, line) = prompted(line.trim());
    let debugger = shell.game_mut()?;
    check_edit(debugger, ply, line)?;
    let input = Shell::ply_input(line)?;
    let edit = debugger.begin_edit(ply);
    let runs_through = std::mem::replace(&mut shell.studied.runs_through, true);
    let done = match shell.other_asked(prompt, &input) {
        Some(seat) => Err(CommandError::refused(format!("another seat than {seat} is asked"))),
        None => shell.carry_out(&input),
    };
    shell.studied.runs_through = runs_through;
    // An answer by number is recorded by its text.
    let spelled = shell.recording.take_spelled();
    shell.recording.spell(spelled.map(|line| format!(":edit {ply} {line}")));
    let debugger = shell.game_mut()?;
    let done = done.and_then(|_| match debugger.timeline.ply() {
        now if now == ply => Ok(()),
        _ => Err(CommandError::refused(format!("`{line}` changes nothing"))),
    });
    if let Err(error) = done {
        debugger.cancel_edit(&edit);
        return Err(match error {
            CommandError::Refused(why, hint) => {
                CommandError::Refused(format!("at ply {ply}: {why}"), hint)
            }
            error => error,
        });
    }
    let result = debugger.finish_edit(&edit);
    let edited = Part::lines(edited(debugger, &result));
    Ok(std::iter::once(edited).chain(shell.studied.standing()).collect())
}

/// Describes the fate of the plies after a changed one.
fn edited(debugger: &Debugger, result: &EditResult) -> Vec<String> {
    let EditResult { old_branch, n_replayed, end } = result;
    let old_branch = &debugger.timeline.branches()[*old_branch].name;
    let branch = debugger.branch_name();
    let mut lines = vec![format!("On branch {branch}; {old_branch} stays as it is.")];
    let plies_after = |n: usize, what: &str| match n {
        1 => format!("The ply after it is {what}."),
        n => format!("The {n} plies after it are {what}."),
    };
    let Some(end) = end else {
        lines.push(match *n_replayed {
            0 => "Nothing came after it.".into(),
            n => plies_after(n, "replayed"),
        });
        return lines;
    };
    let ply = end.divergence.ply;
    let left = match end.n_left_out {
        0 => String::new(),
        n => format!(" {}", plies_after(n, "left out")),
    };
    if debugger.viewer.is_some() {
        lines.push(format!("Ply {ply} is no longer possible.{left}"));
        return lines;
    }
    let seat = end.seat.map_or("", |seat| debugger.notation().seat(seat));
    let (typed, why) = (&end.divergence.typed, &end.divergence.what);
    lines.push(format!("Ply {ply}, {seat}> {typed}, is no longer possible: {why}.{left}"));
    lines.extend(both_questions(&end.old, &end.new));
    lines
}

/// Checks that the ply exists and that there is a line for it.
fn check_edit(debugger: &Debugger, ply: usize, line: &str) -> Result<(), CommandError> {
    let last = debugger.timeline.last_ply();
    if ply == 0 || ply > last {
        let why = match last {
            0 => "there is no ply yet".into(),
            _ => format!("the plies of this line are 1 to {last}"),
        };
        return Err(CommandError::hinted(why, "the start is changed by `:new`"));
    }
    if line.is_empty() {
        return Err(CommandError::hinted("expected an input", "e.g. :edit 3 pass"));
    }
    Ok(())
}
