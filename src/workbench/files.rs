//! The commands that read and write files: `:save`, `:load`, `:record`, `:reload`.

use super::command::{Command, Group};
use super::study::{Replayed, Study};
use super::timeline::is_there;
use super::{Done, Trouble, Workbench, render, rework, why, words};
use crate::error::Error;
use crate::lint::{self, Wanted};
use crate::transcript::{Divergence, Header, Transcript};
use crate::variant::Library;

pub(super) const RULES: Group = Group {
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
        rework::EDIT,
        rework::TRY,
        rework::DEFINE,
    ],
};

pub(super) const FILES: Group = Group {
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

fn record(workbench: &mut Workbench, name: &str) -> Done {
    workbench.journal.write_to(name, &mut workbench.files)?;
    Ok(format!("what was typed so far is in {name}, and what follows will be"))
}

fn save(workbench: &mut Workbench, name: &str) -> Done {
    let text = workbench.game()?.transcript(true).to_json_lines();
    workbench.files.write(name, text)?;
    let study = workbench.game()?;
    let plies = words::number_of(study.timeline.entries().len() - 1, "ply", "plies");
    let marks = study.timeline.marks().count();
    let branches = study.timeline.branches().len();
    let marks = (marks > 0).then(|| words::number_of(marks, "mark", "marks"));
    let branches = (branches > 1).then(|| words::number_of(branches, "branch", "branches"));
    let parts: Vec<String> = std::iter::once(plies).chain(branches).chain(marks).collect();
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    Ok(format!("{} saved in {name}", words::and(&parts)))
}

fn load(workbench: &mut Workbench, name: &str) -> Done {
    let text = workbench.files.read(name)?;
    let said = load_text(workbench, &text)?;
    workbench.keep_input(&format!(":load {name}"), Some(text));
    Ok(said)
}

/// Goes on with the game of a saved text.
pub(super) fn load_text(workbench: &mut Workbench, text: &str) -> Done {
    let transcript =
        Transcript::from_json_lines(text).map_err(|error| Trouble::errors(&[*error]))?;
    let Replayed { study, differs, otherwise, end, n_cut } =
        Study::replayed(&transcript, &workbench.library)
            .map_err(|errors| Trouble::errors(&errors))?;
    let mut lines = changed(&study, &transcript.header);
    lines.extend(differs.map(|d| format!("It goes another way than when it was saved: {d}")));
    lines.extend(otherwise.into_iter().flat_map(|otherwise| otherwise.told(&study)));
    lines.extend(ended(&study, end, n_cut));
    workbench.study = Some(study);
    rewrite_journal(workbench);
    lines.push(workbench.stands());
    Ok(lines.join("\n"))
}

/// Makes the record of a loaded game as if it had been typed: of the line it is on, since a session
/// is one line. What other branches there were is said in a remark.
fn rewrite_journal(workbench: &mut Workbench) {
    let Some(study) = &workbench.study else { return };
    let mut typist = Workbench::new(workbench.library.clone());
    typist.input(&study.header.command());
    let branches = study.timeline.branches().iter().enumerate();
    let others = branches.filter(|(i, _)| *i != study.timeline.branch());
    let others: Vec<&str> = others.map(|(_, branch)| branch.name.as_str()).collect();
    if !others.is_empty() {
        let n = words::number_of(others.len(), "further branch", "further branches");
        typist.journal.remark(&format!("The saved game has {n}: {}.", words::and(&others)));
    }
    let (mut ask_all, mut ask_chance) = (false, study.header.ask_chance);
    for record in study.transcript(true).line() {
        if record.ask_all != ask_all {
            ask_all = record.ask_all;
            typist.input(if ask_all { ":autopass off" } else { ":autopass on" });
        }
        if record.ask_chance != ask_chance {
            ask_chance = record.ask_chance;
            typist.input(if ask_chance { ":chance ask" } else { ":chance roll" });
        }
        typist.input(&record.typed);
    }
    if study.timeline.ply() < study.timeline.last_ply() {
        typist.input(&format!(":goto {}", study.timeline.ply()));
    }
    workbench.picture = typist.picture;
    workbench.journal.replace(typist.journal);
}

fn reload(workbench: &mut Workbench, _: &str) -> Done {
    let library = workbench.fresh_library()?;
    reload_on(workbench, library, false)
}

/// Plays the game anew on these scripts and variants. `strict`: not where the linter finds errors
/// in what has changed.
pub(super) fn reload_on(workbench: &mut Workbench, library: Library, strict: bool) -> Done {
    let Some(old) = &workbench.study else {
        workbench.library = library;
        return Ok("scripts and variants are read again".into());
    };
    let Replayed { mut study, otherwise, end, n_cut, .. } =
        Study::replayed(&old.to_replay(), &library).map_err(|errors| Trouble::errors(&errors))?;
    study.eyes = old.eyes;
    let found = linted(&library, &study, &old.header);
    if strict && found.iter().any(|error| !error.is_warning()) {
        return Err(Trouble::errors(&found));
    }
    let branch = &old.timeline.branches()[old.timeline.branch()].name;
    if let Ok(found) = study.timeline.find(branch) {
        study.timeline.go_to(found);
    }
    let mut lines = changed(&study, &old.header);
    let ply = old.timeline.ply().min(study.timeline.last_ply());
    lines.extend((!found.is_empty()).then(|| crate::error::render(&found, false)));
    let is_told = otherwise.is_some() || end.is_some();
    lines.extend(ended(&study, end, n_cut));
    lines.extend(first_difference(old, &study, is_told));
    lines.extend(otherwise.into_iter().flat_map(|otherwise| otherwise.told(&study)));
    study.go(ply);
    study.ask_all(old.ask_all);
    study.ask_chance(old.ask_chance);
    workbench.library = library;
    workbench.study = Some(study);
    lines.push(workbench.stands());
    Ok(lines.join("\n"))
}

/// What the linter finds in the scripts that are not what they were.
fn linted(library: &Library, study: &Study, before: &Header) -> Vec<Error> {
    let changed = changed_scripts(study, before);
    if changed.is_empty() {
        return Vec::new();
    }
    let scripts = changed.iter().map(|name| name.trim_end_matches(".rhai").to_owned()).collect();
    let variants = vec![study.header.variant.clone()];
    let wanted = Wanted { variants, languages: Vec::new(), scripts };
    let mut found = lint::check(library, &wanted).found;
    found.retain(|error| error.spot.as_ref().is_some_and(|at| changed.contains(&&*at.file)));
    found
}

fn changed_scripts<'a>(study: &'a Study, before: &'a Header) -> Vec<&'a str> {
    let (now, scripts) = (&study.header.scripts, &before.scripts);
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
fn changed(study: &Study, before: &Header) -> Vec<String> {
    let mut names = changed_scripts(study, before);
    let variant = format!("variants/{}.json", study.header.variant);
    if study.header.rules != before.rules {
        names.push(&variant);
    }
    match names.as_slice() {
        [] => vec!["Nothing has changed in the scripts and the variant.".into()],
        names => vec![format!("Changed: {}.", names.join(", "))],
    }
}

/// The first ply that goes another way than before, with what is different.
fn first_difference(old: &Study, new: &Study, is_told: bool) -> Vec<String> {
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
fn ended(study: &Study, end: Option<Divergence>, n_cut: usize) -> Option<String> {
    let end = end?;
    let plies = match n_cut {
        1 => format!("Ply {} is", end.ply),
        n if study.timeline.branches().len() == 1 => {
            format!("Plies {} to {} are", end.ply, end.ply + n - 1)
        }
        n => format!("Ply {} and {} that follow are", end.ply, n - 1),
    };
    let why = match study.eyes {
        None => format!("`{}` is impossible now: {}", end.typed, end.what),
        Some(_) => "an input is impossible now".into(),
    };
    let marks = study.cut_off.iter().flat_map(|cut| {
        let marks = cut.transcript.names.marks.iter();
        marks.filter(|(_, saved)| !is_there(&cut.numbers, **saved)).map(|(name, _)| name.as_str())
    });
    let marks: Vec<&str> = marks.collect();
    let marks = match marks.as_slice() {
        [] => String::new(),
        marks => format!("\nLeft out with them: mark {}.", words::and(marks)),
    };
    Some(format!("{plies} left out, for {why}.{marks}\nThe next `:reload` tries again."))
}

/// The lines that are told of a ply now and were not before, or else of the position.
fn difference(old: &Study, new: &Study, ply: usize) -> Vec<String> {
    let (mut was, mut is) = (old.fork(), new.fork());
    was.go(ply);
    is.go(ply);
    let told = (why::told_at(&was, ply), why::told_at(&is, ply));
    let shown = |study: &Study| -> Vec<(String, String)> {
        let position = render::position(study, None).into_iter().chain(render::decision(study));
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
