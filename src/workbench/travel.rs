//! Time travel: back and forth on the line of the game, to marks and to other branches; looking
//! aside; one past input changed and the rest played anew.

use super::command::{self, Command, Group};
use super::complete::{self, Completion, word};
use super::study::Study;
use super::timeline::{Found, PLACES};
use super::{Done, Reply, Trouble, Verdict, Workbench, asked, diff, render, words};
use crate::kernel::Seat;
use crate::transcript::{Input, Record, replay_ply};

pub(super) const TIME: Group = Group {
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
fn places(study: &Study, _: &[&str]) -> Vec<Completion> {
    let timeline = &study.timeline;
    let marks = timeline.marks();
    let marks =
        marks.map(|(name, at)| word(name, format!("mark: ply {}", timeline.entry_at(at).ply)));
    let others = timeline.branches().iter().enumerate();
    let others = others.filter(|(i, _)| *i != timeline.branch());
    let others = others.map(|(_, branch)| {
        let plies = words::number_of(timeline.entry_at(branch.tip).ply, "ply", "plies");
        word(branch.name.as_str(), format!("branch: {plies}"))
    });
    let fixed = [word("start", "ply 0"), word("end", format!("ply {}", timeline.last_ply()))];
    marks.chain(others).chain(fixed).collect()
}

/// The plies with what was typed, then what could have been typed instead.
fn edits(study: &Study, before: &[&str]) -> Vec<Completion> {
    let [ply, rest @ ..] = before else {
        let plies = (1..=study.timeline.last_ply()).rev().take(N_AROUND);
        return plies.map(|ply| word(ply.to_string(), input(study, ply))).collect();
    };
    let mut fork = study.fork();
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

pub(super) fn number(rest: &str, otherwise: Option<usize>) -> Result<usize, Trouble> {
    match (rest, otherwise) {
        ("", Some(n)) => Ok(n),
        _ => rest.parse().map_err(|_| Trouble::refused(format!("`{rest}` is no number of plies"))),
    }
}

/// Whether a ply was decided by a player without an agent; where all have one, all of them count.
fn is_own(workbench: &Workbench, ply: usize) -> bool {
    let Some(study) = &workbench.study else { return true };
    let entry = study.timeline.entry(ply);
    let is_answer = entry.and_then(|entry| entry.record.as_ref());
    let is_answer = is_answer.is_some_and(|record| matches!(record.input, Input::Answers(_)));
    let seat = entry.and_then(|entry| entry.seat).map(|seat| study.lexicon().seat(seat));
    !is_answer || workbench.is_all_played() || !seat.is_some_and(|seat| workbench.agents.has(seat))
}

fn back(workbench: &mut Workbench, rest: &str) -> Done {
    let now = workbench.game()?.timeline.ply();
    let own = || (1..=now).rev().find(|ply| is_own(workbench, *ply)).map(|ply| now + 1 - ply);
    let n = match rest {
        "" if now > 0 => own().ok_or_else(|| {
            Trouble::hinted("no decision of yours lies behind", "`:back N` goes back N plies")
        })?,
        _ => number(rest, Some(1))?,
    };
    let study = workbench.game_mut()?;
    match now.checked_sub(n) {
        Some(ply) => study.go(ply),
        None if now == 0 => {
            return Err(Trouble::refused("this is the start: no ply lies behind it"));
        }
        None => {
            let behind = words::number_of(now, "ply lies", "plies lie");
            return Err(Trouble::hinted(
                format!("only {behind} behind this one"),
                "`:goto 0` goes to the start",
            ));
        }
    }
    // A recorded session seats no agents.
    workbench.recorded_as = (n != 1).then(|| format!(":back {n}"));
    Ok(workbench.stands())
}

fn forward(workbench: &mut Workbench, rest: &str) -> Done {
    let timeline = &workbench.game()?.timeline;
    let now = timeline.ply() - usize::from(timeline.inside().is_some());
    let ahead = timeline.last_ply() - now;
    let own = || (1..ahead).find(|n| is_own(workbench, now + n + 1));
    let n = number(rest, Some(own().unwrap_or(ahead.max(1))))?;
    let study = workbench.game_mut()?;
    match n {
        n if n <= ahead => study.go(now + n),
        _ if ahead == 0 => {
            return Err(Trouble::refused("this is the last ply: none lies ahead of it"));
        }
        _ => {
            let ahead = words::number_of(ahead, "ply lies", "plies lie");
            return Err(Trouble::hinted(
                format!("only {ahead} ahead of this one"),
                "`:goto end` goes to the last",
            ));
        }
    }
    workbench.recorded_as = (n != 1).then(|| format!(":forward {n}"));
    Ok(workbench.stands())
}

fn find(study: &Study, word: &str) -> Result<Found, Trouble> {
    study.timeline.find(word).map_err(|why| {
        Trouble::hinted(why, "`:timeline` lists the plies, `:branches` the branches")
    })
}

fn goto(workbench: &mut Workbench, word: &str) -> Done {
    if word.is_empty() {
        return timeline(workbench, word);
    }
    let study = workbench.game_mut()?;
    let found = find(study, word)?;
    let is_other = found.branch != study.timeline.branch();
    study.timeline.go_to(found);
    study.place();
    let branch = &study.timeline.branches()[found.branch].name;
    let head = is_other.then(|| format!("On branch {branch}."));
    let lines: Vec<String> = head.into_iter().chain([workbench.stands()]).collect();
    Ok(lines.join("\n"))
}

fn peek(workbench: &mut Workbench, word: &str) -> Done {
    let study = workbench.game()?;
    if word.is_empty() {
        return Err(Trouble::hinted("at which place?", "e.g. :peek 3"));
    }
    let mut fork = study.fork();
    fork.timeline.go_to(find(study, word)?);
    fork.place();
    let mut lines = vec![render::place(&fork)];
    lines.extend(render::position(&fork, study.eyes));
    lines.extend(render::decision(&fork));
    let place = render::place(study);
    lines.push(format!("The game stays where it is: {}{}", place[..1].to_lowercase(), &place[1..]));
    Ok(lines.join("\n"))
}

fn difference(workbench: &mut Workbench, rest: &str) -> Done {
    let study = workbench.game()?;
    let table = |word: &str| -> Result<_, Trouble> {
        if word == "now" {
            return Ok(study.table().clone());
        }
        let found = find(study, word)?;
        Ok(study.timeline.entry_at(found.entry).snapshot.shown().clone())
    };
    let words: Vec<&str> = rest.split_whitespace().collect();
    let (before, after) = match words.as_slice() {
        [before] => (table(before)?, table("now")?),
        [before, after] => (table(before)?, table(after)?),
        _ => return Err(Trouble::hinted("which two places?", "e.g. :diff 2 5, :diff main old1")),
    };
    let lines = diff::tables(study, &before, &after);
    Ok(if lines.is_empty() { "there is no difference".into() } else { lines.join("\n") })
}

// ---- lists -----------------------------------------------------------------------------------

/// The input that led to an entry.
fn input(study: &Study, ply: usize) -> String {
    let entry = study.timeline.entry(ply);
    match entry.and_then(|entry| Some((entry.record.as_ref()?, entry.seat))) {
        None => "the start".into(),
        Some((_, seat)) => {
            let seat = seat.map_or("", |seat| study.lexicon().seat(seat));
            let whole = study.typed(ply).unwrap_or_default();
            let typed: String = whole.chars().take(WIDTH).collect();
            let more = if typed.len() < whole.len() { "…" } else { "" };
            format!("{seat}> {typed}{more}")
        }
    }
}

fn timeline(workbench: &mut Workbench, rest: &str) -> Done {
    let study = workbench.game()?;
    let timeline = &study.timeline;
    if !matches!(rest, "" | "all") {
        return Err(Trouble::refused(format!("`{rest}` is not understood: write `:timeline all`")));
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
    let dots = |n: usize| format!("      … {}", words::number_of(n, "ply", "plies"));
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
        lines.push(format!("{here} {ply:>4}  {}{notes}", input(study, ply)));
    }
    let rest = last - *shown.end();
    lines.extend((rest > 0).then(|| dots(rest)));
    Ok(lines.join("\n"))
}

fn branches(workbench: &mut Workbench, _: &str) -> Done {
    let study = workbench.game()?;
    let timeline = &study.timeline;
    let width = timeline.branches().iter().map(|b| b.name.chars().count()).max().unwrap_or(0);
    let listed = timeline.branches().iter().enumerate().map(|(i, branch)| {
        let n_plies = timeline.entry_at(branch.tip).ply;
        let plies = words::number_of(n_plies, "ply", "plies");
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
fn check_name(study: &Study, name: &str) -> Result<(), Trouble> {
    let begins = name.chars().next().is_some_and(|c| c.is_alphabetic() || c == '_');
    let is_word = name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'));
    if !begins || !is_word {
        return Err(Trouble::hinted(
            format!("`{name}` is no name"),
            "a name is one word that begins with a letter: before_nope",
        ));
    }
    if PLACES.contains(&name) {
        return Err(Trouble::refused(format!("`{name}` is a place of every game")));
    }
    if study.timeline.branches().iter().any(|branch| branch.name == name) {
        return Err(Trouble::refused(format!("there is a branch `{name}` already")));
    }
    Ok(())
}

fn mark(workbench: &mut Workbench, rest: &str) -> Done {
    let study = workbench.game_mut()?;
    if rest.is_empty() {
        let timeline = &study.timeline;
        let marks = timeline.marks();
        let marks = marks.map(|(name, at)| format!("{name}  ply {}", timeline.entry_at(at).ply));
        let marks: Vec<String> = marks.collect();
        return Ok(if marks.is_empty() { "there are no marks".into() } else { marks.join("\n") });
    }
    if let Some(name) = rest.strip_prefix("-d ").map(str::trim) {
        return match study.timeline.unmark(name) {
            true => Ok(format!("the mark {name} is forgotten")),
            false => {
                Err(Trouble::hinted(format!("there is no mark `{name}`"), "`:mark` lists them"))
            }
        };
    }
    check_name(study, rest)?;
    study.timeline.mark(rest);
    Ok(format!("ply {} is marked {rest}", study.timeline.ply()))
}

fn branch(workbench: &mut Workbench, name: &str) -> Done {
    if name.is_empty() {
        return branches(workbench, name);
    }
    let study = workbench.game_mut()?;
    check_name(study, name)?;
    if study.timeline.marks().any(|(mark, _)| mark == name) {
        return Err(Trouble::refused(format!("there is a mark `{name}` already")));
    }
    let old = study.timeline.branches()[study.timeline.branch()].name.clone();
    study.timeline.begin_branch(name);
    study.place();
    let ply = study.timeline.ply();
    Ok(format!("On branch {name} from ply {ply}; {old} stays as it is.\n{}", workbench.stands()))
}

// ---- changing the past -----------------------------------------------------------------------

fn edit(workbench: &mut Workbench, rest: &str) -> Done {
    let (ply, line) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let (ply, line) = (number(ply, None)?, line.trim());
    let study = workbench.game_mut()?;
    let last = study.timeline.last_ply();
    if ply == 0 || ply > last {
        let why = match last {
            0 => "there is no ply yet".into(),
            _ => format!("the plies of this line are 1 to {last}"),
        };
        return Err(Trouble::hinted(why, "the start is changed by `:new`"));
    }
    if line.is_empty() {
        return Err(Trouble::hinted("what is to be typed instead?", "e.g. :edit 3 pass"));
    }
    if !command::is_ply(line) {
        let why = format!("`{line}` is no input of the game");
        let inputs: Vec<String> =
            command::all().filter(|c| c.is_ply).map(|c| format!(":{}", c.name)).collect();
        let hint = format!("answers, {} and = expr can stand there", inputs.join(", "));
        return Err(Trouble::hinted(why, hint));
    }
    let rest = study.timeline.line().skip(ply + 1);
    let rest: Vec<Later> =
        rest.filter_map(|entry| Some((entry.record.clone()?, entry.seat, entry.parent?))).collect();
    let old = study.timeline.here();
    let old_name = study.timeline.branches()[old.branch].name.clone();
    let asked = (study.ask_all, study.ask_chance);
    let was = study.timeline.entry(ply).and_then(|entry| entry.record.as_ref());
    let ask_then = was.map_or(asked, |record| (record.ask_all, record.ask_chance));
    study.go(ply - 1);
    let name = study.timeline.free_name("edit");
    study.timeline.begin_branch(&name);
    ask(study, ask_then);
    let stops = std::mem::take(&mut workbench.stops);
    let reply = workbench.dispatch(line);
    workbench.stops = stops;
    let study = workbench.game_mut()?;
    if reply.verdict != Verdict::Done || study.timeline.ply() != ply {
        study.timeline.drop_branch(old);
        ask(study, asked);
        study.place();
        return Err(refusal(ply, line, &reply));
    }
    let mut lines = vec![format!("On branch {name}; {old_name} stays as it is.")];
    lines.push(replayed(study, &rest));
    ask(study, asked);
    lines.push(workbench.stands());
    Ok(lines.join("\n"))
}

/// Sets who is asked what.
fn ask(study: &mut Study, (all, chance): (bool, bool)) {
    study.ask_all(all);
    study.ask_chance(chance);
}

fn refusal(ply: usize, line: &str, reply: &Reply) -> Trouble {
    let why = reply.text.strip_prefix("refused: ").unwrap_or(&reply.text);
    match reply.verdict {
        Verdict::Done => Trouble::refused(format!("`{line}` changes nothing at ply {ply}")),
        _ => Trouble::refused(format!("at ply {ply}: {why}")),
    }
}

/// A later ply of the line as it was: its input, who was asked, the entry it came from.
type Later = (Record, Option<Seat>, usize);

/// Plays inputs anew from here, as far as they are possible; says how far.
fn replayed(study: &mut Study, rest: &[Later]) -> String {
    let plies = |n: usize, done: &str| match n {
        0 => String::new(),
        1 => format!("The ply after it is {done}."),
        n => format!("The {n} plies after it are {done}."),
    };
    for (i, (record, seat, parent)) in rest.iter().enumerate() {
        let ply = study.timeline.ply() + 1;
        let asked = study.asked();
        if let Err(end) = replay_ply(&mut study.game, &study.edition, ply, record) {
            study.place();
            let seat = seat.map_or("", |seat| study.lexicon().seat(seat));
            let left = plies(rest.len() - i - 1, "left out");
            if study.eyes.is_some() {
                return format!("Ply {ply} is no longer possible. {left}").trim_end().to_owned();
            }
            let (typed, what) = (end.typed, end.what);
            let said = format!("Ply {ply}, {seat}> {typed}, is no longer possible: {what}. {left}");
            let timeline = &study.timeline;
            let old = study.asked_after(timeline.entry_at(*parent));
            let new = study.asked_after(timeline.now());
            let questions = asked::both(&old, &new);
            return [vec![said.trim_end().to_owned()], questions].concat().join("\n");
        }
        study.note_ply(record, asked);
    }
    if rest.is_empty() { "Nothing came after it.".into() } else { plies(rest.len(), "played anew") }
}
