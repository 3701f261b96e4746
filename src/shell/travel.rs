//! Time travel: back and forth on the line of the game, to marks and to other branches; looking
//! aside; one past input changed and the rest played anew.

use super::command::{self, Command, CommandGroup};
use super::complete::{self, Completion, word};
use super::out::text;
use super::{CommandError, Reply, Shell, Status, TextResult, compat, diff};
use crate::debugger::game::Debugger;
use crate::debugger::reply::Part;
use crate::debugger::timeline::{PLACES, TimelineTarget};
use crate::kernel::{Seat, SeatSet};
use crate::transcript::{Input, Record, replay_ply};

pub(super) const TIME: CommandGroup = CommandGroup {
    name: "Time",
    commands: &[
        Command::new("back", "[N]", "go back N plies; alone, to your last decision", back)
            .more(&[
                "Alone, it goes back over what agents have answered since, to the last decision of a",
                "player without an agent: one ply where nobody has an agent.",
                "A ply is one typed input that is part of the game, with all that followed by itself.",
                "What lies ahead is kept: `:forward` goes there. Another input begins a new line, and",
                "the old one is kept as a branch: `:branches`.",
            ])
            .stepping(),
        Command::new("forward", "[N]", "go forward over plies gone back over", forward)
            .more(&["N of them; alone, to your next decision, as `:back` goes to the last one."])
            .stepping(),
        Command::new("goto", "PLACE", "go to a ply, a mark or a branch", goto)
            .more(&[
                "PLACE is a ply of this line (0 is the start), a mark, a branch (its end), a ply of",
                "another branch as NAME:PLY, or one of: start, end.",
            ])
            .completing(places)
            .moving(),
        Command::new("timeline", "[all]", "one line a ply, with marks and branches", timeline)
            .more(&["Of a long game the plies around where it stands are shown; `all` shows all."]),
        Command::new("peek", "PLACE", "look at another place without going there", peek)
            .more(&["PLACE is what `:goto` takes."])
            .completing(places),
        Command::new("diff", "A [B]", "what is different between two places (B: here)", difference)
            .more(&["e.g. :diff 2 5, :diff main old1. Each is what `:goto` takes."])
            .completing(places),
        Command::new("mark", "[NAME]", "name this place; alone, list the marks", mark)
            .more(&["`:goto NAME` comes back to it. `:mark -d NAME` forgets it."]),
        Command::new("branch", "[NAME]", "begin a branch here; alone, list them", branch)
            .more(&["What lies ahead stays on the branch the game was on: `:goto` goes back to it."])
            .moving(),
        Command::new("branches", "", "the branches there are; `:goto NAME` goes to one", branches),
        Command::new("edit", "PLY INPUT", "change a past input and play the rest anew", edit)
            .more(&[
                "The line as it was is kept as its branch; the new one is another. Where an input is",
                "no longer possible, the new line ends and that input is shown.",
                "e.g. :edit 3 pass, :edit 2 play favor cat",
            ])
            .completing(edits)
            .moving(),
    ],
};

/// The marks and branches there are.
fn places(debugger: &Debugger, _: &[&str]) -> Vec<Completion> {
    let timeline = &debugger.timeline;
    let marks = timeline.marks();
    let marks =
        marks.map(|(name, at)| word(name, format!("mark: ply {}", timeline.entry_at(at).ply)));
    let others = timeline.branches().iter().enumerate();
    let others = others.filter(|(i, _)| *i != timeline.branch());
    let others = others.map(|(_, branch)| {
        let plies = compat::number_of(timeline.entry_at(branch.tip).ply, "ply", "plies");
        word(branch.name.as_str(), format!("branch: {plies}"))
    });
    let fixed = [word("start", "ply 0"), word("end", format!("ply {}", timeline.last_ply()))];
    marks.chain(others).chain(fixed).collect()
}

/// The plies with what was typed, then what could have been typed instead.
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
    complete::answers(&fork, &rest.join(" "))
}

/// How many plies of a long game `:timeline` shows before and after the present one.
const N_AROUND: usize = 15;

/// The widest input that is shown whole in a list of plies.
const WIDTH: usize = 60;

pub(super) fn number(rest: &str, question_diff: Option<usize>) -> Result<usize, CommandError> {
    match (rest, question_diff) {
        ("", Some(n)) => Ok(n),
        _ => rest
            .parse()
            .map_err(|_| CommandError::refused(format!("`{rest}` is no number of plies"))),
    }
}

/// Whether a ply was decided by a player without an agent; where all have one, all of them count.
fn is_own(shell: &Shell, ply: usize) -> bool {
    let Some(debugger) = &shell.debugger else { return true };
    let entry = debugger.timeline.entry(ply);
    let is_answer = entry.and_then(|entry| entry.record.as_ref());
    let is_answer = is_answer.is_some_and(|record| matches!(record.input, Input::Answers(_)));
    let seat = entry.and_then(|entry| entry.seat).map(|seat| debugger.notation().seat(seat));
    !is_answer || shell.is_all_played() || !seat.is_some_and(|seat| shell.agents.has(seat))
}

fn back(shell: &mut Shell, rest: &str) -> TextResult {
    let now = shell.game()?.timeline.ply();
    let own = || (1..=now).rev().find(|ply| is_own(shell, *ply)).map(|ply| now + 1 - ply);
    let n = match rest {
        "" if now > 0 => own().ok_or_else(|| {
            CommandError::hinted("no decision of yours lies behind", "`:back N` goes back N plies")
        })?,
        _ => number(rest, Some(1))?,
    };
    let debugger = shell.game_mut()?;
    match now.checked_sub(n) {
        Some(ply) => debugger.go(ply),
        None if now == 0 => {
            return Err(CommandError::refused("this is the start: no ply lies behind it"));
        }
        None => {
            let behind = compat::number_of(now, "ply lies", "plies lie");
            return Err(CommandError::hinted(
                format!("only {behind} behind this one"),
                "`:goto 0` goes to the start",
            ));
        }
    }
    // A recorded session seats no agents.
    shell.recorded_as = (n != 1).then(|| format!(":back {n}"));
    Ok(shell.stands())
}

fn forward(shell: &mut Shell, rest: &str) -> TextResult {
    let timeline = &shell.game()?.timeline;
    let now = timeline.ply() - usize::from(timeline.inside().is_some());
    let ahead = timeline.last_ply() - now;
    let own = || (1..ahead).find(|n| is_own(shell, now + n + 1));
    let n = number(rest, Some(own().unwrap_or(ahead.max(1))))?;
    let debugger = shell.game_mut()?;
    match n {
        n if n <= ahead => debugger.go(now + n),
        _ if ahead == 0 => {
            return Err(CommandError::refused("this is the last ply: none lies ahead of it"));
        }
        _ => {
            let ahead = compat::number_of(ahead, "ply lies", "plies lie");
            return Err(CommandError::hinted(
                format!("only {ahead} ahead of this one"),
                "`:goto end` goes to the last",
            ));
        }
    }
    shell.recorded_as = (n != 1).then(|| format!(":forward {n}"));
    Ok(shell.stands())
}

fn find(debugger: &Debugger, word: &str) -> Result<TimelineTarget, CommandError> {
    debugger.timeline.find(word).map_err(|why| {
        CommandError::hinted(why, "`:timeline` lists the plies, `:branches` the branches")
    })
}

fn goto(shell: &mut Shell, word: &str) -> TextResult {
    if word.is_empty() {
        return timeline(shell, word);
    }
    let debugger = shell.game_mut()?;
    let found = find(debugger, word)?;
    let is_other = found.branch != debugger.timeline.branch();
    debugger.timeline.go_to(found);
    debugger.place();
    let branch = &debugger.timeline.branches()[found.branch].name;
    let head = is_other.then(|| format!("On branch {branch}."));
    let lines: Vec<String> = head.into_iter().chain([shell.stands()]).collect();
    Ok(lines.join("\n"))
}

fn peek(shell: &mut Shell, word: &str) -> TextResult {
    let debugger = shell.game()?;
    if word.is_empty() {
        return Err(CommandError::hinted("at which place?", "e.g. :peek 3"));
    }
    let mut fork = debugger.fork();
    fork.timeline.go_to(find(debugger, word)?);
    fork.place();
    let mut lines = vec![compat::place(&fork)];
    lines.extend(compat::position(&fork, debugger.viewer));
    lines.extend(compat::decision(&fork));
    let place = compat::place(debugger);
    lines.push(format!("The game stays where it is: {}{}", place[..1].to_lowercase(), &place[1..]));
    Ok(lines.join("\n"))
}

fn difference(shell: &mut Shell, rest: &str) -> TextResult {
    let debugger = shell.game()?;
    let table = |word: &str| -> Result<_, CommandError> {
        if word == "now" {
            return Ok(debugger.table().clone());
        }
        let found = find(debugger, word)?;
        Ok(debugger.timeline.entry_at(found.entry).snapshot.shown().clone())
    };
    let words: Vec<&str> = rest.split_whitespace().collect();
    let (before, after) = match words.as_slice() {
        [before] => (table(before)?, table("now")?),
        [before, after] => (table(before)?, table(after)?),
        _ => {
            return Err(CommandError::hinted(
                "which two places?",
                "e.g. :diff 2 5, :diff main old1",
            ));
        }
    };
    let lines = diff::tables(debugger, &before, &after);
    Ok(if lines.is_empty() { "there is no difference".into() } else { lines.join("\n") })
}

// ---- lists -----------------------------------------------------------------------------------

/// The input that led to an entry.
fn input(debugger: &Debugger, ply: usize) -> String {
    let entry = debugger.timeline.entry(ply);
    match entry.and_then(|entry| Some((entry.record.as_ref()?, entry.seat))) {
        None => "the start".into(),
        Some((_, seat)) => {
            let seat = seat.map_or("", |seat| debugger.notation().seat(seat));
            let whole = debugger.typed(ply).unwrap_or_default();
            let typed: String = whole.chars().take(WIDTH).collect();
            let more = if typed.len() < whole.len() { "…" } else { "" };
            format!("{seat}> {typed}{more}")
        }
    }
}

fn timeline(shell: &mut Shell, rest: &str) -> TextResult {
    let debugger = shell.game()?;
    let timeline = &debugger.timeline;
    if !matches!(rest, "" | "all") {
        return Err(CommandError::refused(format!(
            "`{rest}` is not understood: write `:timeline all`"
        )));
    }
    let (now, last) = (timeline.ply(), timeline.last_ply());
    let around = if rest == "all" { last } else { N_AROUND };
    let shown = now.saturating_sub(around)..=(now + around).min(last);
    let branches = timeline.branches();
    let others: Vec<(usize, &str)> = (0..branches.len())
        .filter(|branch| *branch != timeline.branch())
        .map(|branch| (timeline.leaves_at(branch), branches[branch].name.as_str()))
        .collect();
    let mut lines = Vec::new();
    if branches.len() > 1 {
        lines.push(format!("branch {}", branches[timeline.branch()].name));
    }
    let dots = |n: usize| format!("      … {}", compat::number_of(n, "ply", "plies"));
    lines.extend((*shown.start() > 0).then(|| dots(*shown.start())));
    for ply in shown.clone() {
        let here = match (ply == now, timeline.inside()) {
            (true, None) => "→",
            (true, Some(_)) => "↷",
            _ => " ",
        };
        let marks = timeline.marks().filter(|(_, entry)| {
            timeline.entry(ply).is_some_and(|e| std::ptr::eq(e, timeline.entry_at(*entry)))
        });
        let marks = marks.map(|(name, _)| format!("mark {name}"));
        let leaving = others.iter().filter(|(at, _)| *at == ply);
        let leaving = leaving.map(|(_, name)| format!("branch {name} leaves here"));
        let notes: Vec<String> = marks.chain(leaving).collect();
        let notes =
            if notes.is_empty() { String::new() } else { format!("  [{}]", notes.join(", ")) };
        lines.push(format!("{here} {ply:>4}  {}{notes}", input(debugger, ply)));
    }
    let rest = last - *shown.end();
    lines.extend((rest > 0).then(|| dots(rest)));
    Ok(lines.join("\n"))
}

fn branches(shell: &mut Shell, _: &str) -> TextResult {
    let debugger = shell.game()?;
    let timeline = &debugger.timeline;
    let width = timeline.branches().iter().map(|b| b.name.chars().count()).max().unwrap_or(0);
    let listed = timeline.branches().iter().enumerate().map(|(i, branch)| {
        let n_plies = timeline.entry_at(branch.tip).ply;
        let plies = compat::number_of(n_plies, "ply", "plies");
        if i == timeline.branch() {
            let now = timeline.ply();
            let at =
                if now == n_plies { String::new() } else { format!("; the game is at ply {now}") };
            return format!("→ {:width$}  {plies}{at}", branch.name);
        }
        let leaves = timeline.leaves_at(i);
        format!("  {:width$}  {plies}; leaves this line after ply {leaves}", branch.name)
    });
    Ok(listed.collect::<Vec<_>>().join("\n"))
}

// ---- names -----------------------------------------------------------------------------------

/// A name for a mark or a branch that means nothing else.
fn check_name(debugger: &Debugger, name: &str) -> Result<(), CommandError> {
    let begins = name.chars().next().is_some_and(|c| c.is_alphabetic() || c == '_');
    let is_word = name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'));
    if !begins || !is_word {
        return Err(CommandError::hinted(
            format!("`{name}` is no name"),
            "a name is one word that begins with a letter: before_nope",
        ));
    }
    if PLACES.contains(&name) {
        return Err(CommandError::refused(format!("`{name}` is a place of every game")));
    }
    if debugger.timeline.branches().iter().any(|branch| branch.name == name) {
        return Err(CommandError::refused(format!("there is a branch `{name}` already")));
    }
    Ok(())
}

fn mark(shell: &mut Shell, rest: &str) -> TextResult {
    let debugger = shell.game_mut()?;
    if rest.is_empty() {
        let timeline = &debugger.timeline;
        let marks = timeline.marks();
        let marks = marks.map(|(name, at)| format!("{name}  ply {}", timeline.entry_at(at).ply));
        let marks: Vec<String> = marks.collect();
        return Ok(if marks.is_empty() { "there are no marks".into() } else { marks.join("\n") });
    }
    if let Some(name) = rest.strip_prefix("-d ").map(str::trim) {
        return match debugger.timeline.unmark(name) {
            true => Ok(format!("the mark {name} is forgotten")),
            false => Err(CommandError::hinted(
                format!("there is no mark `{name}`"),
                "`:mark` lists them",
            )),
        };
    }
    check_name(debugger, rest)?;
    debugger.timeline.mark(rest);
    Ok(format!("ply {} is marked {rest}", debugger.timeline.ply()))
}

fn branch(shell: &mut Shell, name: &str) -> TextResult {
    if name.is_empty() {
        return branches(shell, name);
    }
    let debugger = shell.game_mut()?;
    check_name(debugger, name)?;
    if debugger.timeline.marks().any(|(mark, _)| mark == name) {
        return Err(CommandError::refused(format!("there is a mark `{name}` already")));
    }
    let old = debugger.timeline.branches()[debugger.timeline.branch()].name.clone();
    debugger.timeline.begin_branch(name);
    debugger.place();
    let ply = debugger.timeline.ply();
    Ok(format!("On branch {name} from ply {ply}; {old} stays as it is.\n{}", shell.stands()))
}

// ---- changing the past -----------------------------------------------------------------------

fn edit(shell: &mut Shell, rest: &str) -> TextResult {
    let (ply, line) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let (ply, line) = (number(ply, None)?, line.trim());
    let debugger = shell.game_mut()?;
    let last = debugger.timeline.last_ply();
    if ply == 0 || ply > last {
        let why = match last {
            0 => "there is no ply yet".into(),
            _ => format!("the plies of this line are 1 to {last}"),
        };
        return Err(CommandError::hinted(why, "the start is changed by `:new`"));
    }
    if line.is_empty() {
        return Err(CommandError::hinted("what is to be typed instead?", "e.g. :edit 3 pass"));
    }
    if !command::is_ply(line) {
        let why = format!("`{line}` is no input of the game");
        let inputs: Vec<String> =
            command::all().filter(|c| c.is_ply).map(|c| format!(":{}", c.name)).collect();
        let hint = format!("answers, {} and = expr can stand there", inputs.join(", "));
        return Err(CommandError::hinted(why, hint));
    }
    let rest = debugger.timeline.line().skip(ply + 1);
    let rest: Vec<FutureInput> =
        rest.filter_map(|entry| Some((entry.record.clone()?, entry.seat, entry.parent?))).collect();
    let old = debugger.timeline.here();
    let old_name = debugger.timeline.branches()[old.branch].name.clone();
    let asked = (debugger.also_asked, debugger.ask_chance);
    let was = debugger.timeline.entry(ply).and_then(|entry| entry.record.as_ref());
    let ask_then = was.map_or(asked, |record| (record.also_asked, record.ask_chance));
    debugger.go(ply - 1);
    let name = debugger.timeline.free_name("edit");
    debugger.timeline.begin_branch(&name);
    ask(debugger, ask_then);
    let breakpoints = std::mem::take(&mut shell.breakpoints);
    let reply = shell.dispatch(line);
    shell.breakpoints = breakpoints;
    let debugger = shell.game_mut()?;
    if reply.status != Status::Done || debugger.timeline.ply() != ply {
        debugger.timeline.drop_branch(old);
        ask(debugger, asked);
        debugger.place();
        return Err(refusal(ply, line, &reply));
    }
    let mut lines = vec![format!("On branch {name}; {old_name} stays as it is.")];
    lines.push(replayed(debugger, &rest));
    ask(debugger, asked);
    lines.push(shell.stands());
    Ok(lines.join("\n"))
}

/// Sets who is asked what.
fn ask(debugger: &mut Debugger, (seats, chance): (SeatSet, bool)) {
    debugger.also_ask(seats);
    debugger.ask_chance(chance);
}

fn refusal(ply: usize, line: &str, reply: &Reply) -> CommandError {
    match (reply.status, reply.parts.as_slice()) {
        (Status::Done, _) => {
            CommandError::refused(format!("`{line}` changes nothing at ply {ply}"))
        }
        (_, [Part::Refused { message, hint }]) => {
            CommandError::Refused(format!("at ply {ply}: {message}"), hint.clone())
        }
        _ => CommandError::refused(format!("at ply {ply}: {}", reply.text())),
    }
}

/// A later ply of the line as it was: its input, who was asked, the entry it came from.
type FutureInput = (Record, Option<Seat>, usize);

/// Plays inputs anew from here, as far as they are possible; says how far.
fn replayed(debugger: &mut Debugger, rest: &[FutureInput]) -> String {
    let plies = |n: usize, done: &str| match n {
        0 => String::new(),
        1 => format!("The ply after it is {done}."),
        n => format!("The {n} plies after it are {done}."),
    };
    for (i, (record, seat, parent)) in rest.iter().enumerate() {
        let ply = debugger.timeline.ply() + 1;
        let asked = debugger.asked();
        if let Err(end) = replay_ply(&mut debugger.game, &debugger.loaded, ply, record) {
            debugger.place();
            let seat = seat.map_or("", |seat| debugger.notation().seat(seat));
            let left = plies(rest.len() - i - 1, "left out");
            if debugger.viewer.is_some() {
                return format!("Ply {ply} is no longer possible. {left}").trim_end().to_owned();
            }
            let (typed, what) = (end.typed, end.what);
            let said = format!("Ply {ply}, {seat}> {typed}, is no longer possible: {what}. {left}");
            let timeline = &debugger.timeline;
            let old = debugger.asked_after(timeline.entry_at(*parent));
            let new = debugger.asked_after(timeline.now());
            let questions = text::both_questions(&old, &new);
            return [vec![said.trim_end().to_owned()], questions].concat().join("\n");
        }
        debugger.note_ply(record, asked);
    }
    if rest.is_empty() { "Nothing came after it.".into() } else { plies(rest.len(), "played anew") }
}
