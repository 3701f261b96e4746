//! The commands that read and write files: `:save`, `:load`, `:record`, `:reload`.

use super::command::{Command, CommandGroup};
use super::trust::Origin;
use super::{CommandError, Shell, TextResult, compat, live_edit, why};
use crate::debugger::game::{Debugger, ReplayedGame};
use crate::debugger::timeline::is_there;
use crate::error::Error;
use crate::lint::{self, LintTargets};
use crate::transcript::{Divergence, Header, Input, Record, Transcript};
use crate::variant::Library;

pub(super) const RULES: CommandGroup = CommandGroup {
    name: "Rules",
    commands: &[
        Command::new(
            "reload",
            "",
            "read scripts and variants again and replay the game on them",
            reload,
        )
        .more(&[
            "The position is kept. Where the game goes another way now, that is shown, and what",
            "`litterbox check` finds in the scripts that have changed.",
        ])
        .moving()
        .unnoted(),
        live_edit::EDIT,
        live_edit::TRY,
        live_edit::DEFINE,
    ],
};

pub(super) const FILES: CommandGroup = CommandGroup {
    name: "Files",
    commands: &[
        Command::new(
            "record",
            "FILE",
            "write this session to a file, from the beginning and from now on",
            record,
        )
        .more(&[
            "The file is a test: `litterbox test FILE` runs it. By custom it ends in .session.md.",
            "Of a game that was loaded it has the line the game is on, not the other branches.",
        ])
        .unnoted(),
        Command::new("save", "FILE", "save the game with its history", save).unnoted(),
        Command::new("load", "FILE", "load a saved game", load).moving().unnoted(),
    ],
};

fn record(shell: &mut Shell, name: &str) -> TextResult {
    shell.recorder.write_to(name, &mut shell.files)?;
    Ok(format!("what was typed so far is in {name}, and what follows will be"))
}

fn save(shell: &mut Shell, name: &str) -> TextResult {
    let text = shell.game()?.transcript(true).to_json_lines();
    shell.files.write(name, text)?;
    let debugger = shell.game()?;
    let plies = compat::number_of(debugger.timeline.entries().len() - 1, "ply", "plies");
    let marks = debugger.timeline.marks().count();
    let branches = debugger.timeline.branches().len();
    let marks = (marks > 0).then(|| compat::number_of(marks, "mark", "marks"));
    let branches = (branches > 1).then(|| compat::number_of(branches, "branch", "branches"));
    let parts: Vec<String> = std::iter::once(plies).chain(branches).chain(marks).collect();
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    Ok(format!("{} saved in {name}", compat::and(&parts)))
}

fn load(shell: &mut Shell, name: &str) -> TextResult {
    let text = shell.files.read(name)?;
    let said = load_text(shell, &text)?;
    shell.log_input(&format!(":load {name}"), Some(text));
    Ok(said)
}

/// Goes on with the game of a saved text.
pub(super) fn load_text(shell: &mut Shell, text: &str) -> TextResult {
    let transcript =
        Transcript::from_json_lines(text).map_err(|error| CommandError::errors(&[*error]))?;
    let ReplayedGame { debugger, differs, question_diff, end, n_cut } =
        Debugger::replayed(&transcript, &shell.library, Origin::Foreign)
            .map_err(|errors| CommandError::errors(&errors))?;
    let mut lines = changed(&debugger, &transcript.header);
    lines.extend(differs.map(|d| format!("It goes another way than when it was saved: {d}")));
    lines.extend(question_diff.iter().flat_map(|diff| compat::question_diff(&debugger, diff)));
    lines.extend(ended(&debugger, end, n_cut));
    shell.open(debugger);
    rewrite_journal(shell);
    lines.push(shell.stands());
    Ok(lines.join("\n"))
}

/// Makes the record of a loaded game as if it had been typed: of the line it is on, since a session
/// is one line. What other branches there were is said in a remark.
fn rewrite_journal(shell: &mut Shell) {
    let Some(debugger) = &shell.debugger else { return };
    let mut typist = Shell::new(shell.library.clone());
    typist.input(&debugger.header.command());
    let branches = debugger.timeline.branches().iter().enumerate();
    let others = branches.filter(|(i, _)| *i != debugger.timeline.branch());
    let others: Vec<&str> = others.map(|(_, branch)| branch.name.as_str()).collect();
    if !others.is_empty() {
        let n = compat::number_of(others.len(), "further branch", "further branches");
        typist.recorder.remark(&format!("The saved game has {n}: {}.", compat::and(&others)));
    }
    let (mut ask_all, mut ask_chance) = (false, debugger.header.ask_chance);
    for record in debugger.transcript(true).line() {
        if record.ask_all != ask_all {
            ask_all = record.ask_all;
            typist.input(if ask_all { ":autopass off" } else { ":autopass on" });
        }
        if record.ask_chance != ask_chance {
            ask_chance = record.ask_chance;
            typist.input(if ask_chance { ":chance ask" } else { ":chance roll" });
        }
        typist.repeat(record);
    }
    if debugger.timeline.ply() < debugger.timeline.last_ply() {
        typist.input(&format!(":goto {}", debugger.timeline.ply()));
    }
    shell.picture = typist.picture;
    shell.recorder.replace(typist.recorder);
}

impl Shell {
    /// Carries a recorded input out and notes it as if it had been typed.
    fn repeat(&mut self, record: &Record) {
        let prompt = self.prompt();
        let done = match &record.input {
            Input::Eval(code) => self.evaluate(&format!("= {code}")),
            input => match &mut self.debugger {
                Some(debugger) => debugger
                    .take(&record.typed, input.clone())
                    .map(|()| self.happened())
                    .map_err(|_| CommandError::Quit),
                None => return,
            },
        };
        if let Ok(parts) = done {
            let text = self.as_text(parts);
            self.recorder.note(&prompt, &record.typed, &text);
        }
    }
}

fn reload(shell: &mut Shell, _: &str) -> TextResult {
    let library = shell.fresh_library()?;
    reload_on(shell, library, false)
}

/// Plays the game anew on these scripts and variants. `strict`: not where the linter finds errors
/// in what has changed.
pub(super) fn reload_on(shell: &mut Shell, library: Library, strict: bool) -> TextResult {
    let Some(old) = &shell.debugger else {
        shell.library = library;
        return Ok("scripts and variants are read again".into());
    };
    let ReplayedGame { mut debugger, question_diff, end, n_cut, .. } =
        Debugger::replayed(&old.to_replay(), &library, Origin::Person)
            .map_err(|errors| CommandError::errors(&errors))?;
    debugger.viewer = old.viewer;
    let found = linted(&library, &debugger, &old.header);
    if strict && found.iter().any(|error| !error.is_warning()) {
        return Err(CommandError::errors(&found));
    }
    let branch = &old.timeline.branches()[old.timeline.branch()].name;
    if let Ok(found) = debugger.timeline.find(branch) {
        debugger.timeline.go_to(found);
    }
    let mut lines = changed(&debugger, &old.header);
    let ply = old.timeline.ply().min(debugger.timeline.last_ply());
    lines.extend((!found.is_empty()).then(|| crate::error::render(&found, false)));
    let is_told = question_diff.is_some() || end.is_some();
    lines.extend(ended(&debugger, end, n_cut));
    lines.extend(first_difference(old, &debugger, is_told));
    lines.extend(question_diff.iter().flat_map(|diff| compat::question_diff(&debugger, diff)));
    debugger.go(ply);
    debugger.ask_all(old.ask_all);
    debugger.ask_chance(old.ask_chance);
    shell.library = library;
    shell.open(debugger);
    lines.push(shell.stands());
    Ok(lines.join("\n"))
}

/// What the linter finds in the scripts that are not what they were.
fn linted(library: &Library, debugger: &Debugger, before: &Header) -> Vec<Error> {
    let changed = changed_scripts(debugger, before);
    if changed.is_empty() {
        return Vec::new();
    }
    let scripts = changed.iter().map(|name| name.trim_end_matches(".rhai").to_owned()).collect();
    let variants = vec![debugger.header.variant.clone()];
    let wanted = LintTargets { variants, languages: Vec::new(), scripts };
    let mut found = lint::check(library, &wanted).found;
    found.retain(|error| error.span.as_ref().is_some_and(|at| changed.contains(&&*at.file)));
    found
}

fn changed_scripts<'a>(debugger: &'a Debugger, before: &'a Header) -> Vec<&'a str> {
    let (now, scripts) = (&debugger.header.scripts, &before.scripts);
    let is_same = |name: &&String| scripts.get(*name) == now.get(*name);
    let mut names: Vec<&str> = now
        .keys()
        .chain(scripts.keys())
        .filter(|name| !is_same(name))
        .map(String::as_str)
        .collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Which scripts are not what they were.
fn changed(debugger: &Debugger, before: &Header) -> Vec<String> {
    let mut names = changed_scripts(debugger, before);
    let variant = format!("variants/{}.json", debugger.header.variant);
    if debugger.header.rules != before.rules {
        names.push(&variant);
    }
    match names.as_slice() {
        [] => vec!["Nothing has changed in the scripts and the variant.".into()],
        names => vec![format!("Changed: {}.", names.join(", "))],
    }
}

/// The first ply that goes another way than before, with what is different.
fn first_difference(old: &Debugger, new: &Debugger, is_told: bool) -> Vec<String> {
    for ply in 0..=new.timeline.last_ply() {
        let (was, is) = (old.timeline.entry(ply), new.timeline.entry(ply));
        let (Some(was), Some(is)) = (was, is) else { break };
        if was.snapshot.hash() != is.snapshot.hash() {
            let typed = new.typed(ply).unwrap_or("the start".into());
            let head = format!("From ply {ply} on, `{typed}`, the game goes another way:");
            return [vec![head], difference(old, new, ply)].concat();
        }
    }
    match is_told {
        true => Vec::new(),
        false => vec!["The replay goes the same way.".into()],
    }
}

/// Which inputs are impossible now, and why.
fn ended(debugger: &Debugger, end: Option<Divergence>, n_cut: usize) -> Option<String> {
    let end = end?;
    let plies = match n_cut {
        1 => format!("Ply {} is", end.ply),
        n if debugger.timeline.branches().len() == 1 => {
            format!("Plies {} to {} are", end.ply, end.ply + n - 1)
        }
        n => format!("Ply {} and {} that follow are", end.ply, n - 1),
    };
    let why = match debugger.viewer {
        None => format!("`{}` is impossible now: {}", end.typed, end.what),
        Some(_) => "an input is impossible now".into(),
    };
    let marks = debugger.cut_off.iter().flat_map(|cut| {
        let marks = cut.transcript.names.marks.iter();
        marks.filter(|(_, saved)| !is_there(&cut.numbers, **saved)).map(|(name, _)| name.as_str())
    });
    let marks: Vec<&str> = marks.collect();
    let marks = match marks.as_slice() {
        [] => String::new(),
        marks => format!("\nLeft out with them: mark {}.", compat::and(marks)),
    };
    Some(format!("{plies} left out, for {why}.{marks}\nThe next `:reload` tries again."))
}

/// The lines that are told of a ply now and were not before, or else of the position.
fn difference(old: &Debugger, new: &Debugger, ply: usize) -> Vec<String> {
    let (mut was, mut is) = (old.fork(), new.fork());
    was.go(ply);
    is.go(ply);
    let told = (why::told_at(&was, ply), why::told_at(&is, ply));
    let shown = |debugger: &Debugger| -> Vec<(String, String)> {
        let position =
            compat::position(debugger, None).into_iter().chain(compat::decision(debugger));
        position.map(|line| (line, String::new())).collect()
    };
    let is_same = told.0.iter().map(|(line, _)| line).eq(told.1.iter().map(|(line, _)| line));
    let (before, now) = if is_same { (shown(&was), shown(&is)) } else { told };
    let lines = |mark: &str, these: &[(String, String)], those: &[(String, String)]| {
        let is_new = |text: &str| !those.iter().any(|(other, _)| other == text);
        let only = these.iter().filter(|(text, _)| is_new(text)).take(4);
        only.map(|(text, at)| format!("  {mark} {text}{at}")).collect::<Vec<_>>()
    };
    [lines("-", &before, &now), lines("+", &now, &before)].concat()
}
