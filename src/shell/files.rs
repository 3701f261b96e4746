//! The commands that read and write files: `:save`, `:load`, `:record`, `:reload`.

use super::command::{Command, CommandGroup, Property};
use super::command_error::{CommandError, CommandResult, no_game};
use super::live_rules::FreshLibrary;
use super::lookup;
use super::new;
use super::recording::RECORDED_FILE;
use super::render::text::question_diff::both_questions;
use super::reply::{Part, Reply};
use super::state::Shell;
use super::trust::Origin;
use crate::base::error::and;
use crate::base::error::{Error, plural};
use crate::debugger::TimelinePoint;
use crate::debugger::game::{Debugger, ReplayedGame};
use crate::debugger::reply::QuestionDiff;
use crate::debugger::timeline::{Branch, Timeline};
use crate::lint::{self, LintTargets, STALE_TEXT};
use crate::transcript::{Divergence, Header, Input, Record, SAVED_FILE, Transcript};
use crate::variant::Library;
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

/// The input that reads the rules again.
pub(super) const RELOAD: &str = ":reload";

/// The reply to a reload if nothing differs.
pub const SAME_WAY: &str = "The replay goes the same way.";

/// The reply to a reload of files that are as they were read last.
pub const UNCHANGED: &str = "Nothing has changed in the scripts and the variant.";

pub(super) const FILES: CommandGroup = CommandGroup {
    name: "Files",
    commands: &[
        Command::new(
            "record",
            "[FILE]",
            "write this session to a file, from the beginning and from now on",
            record,
        )
        .is(&[Property::Unrecorded, Property::File])
        .more(&[
            "The file is a test: `litterbox test FILE` runs it. Name it NAME.session.md.",
            "In its output, ... alone on a line stands for any lines at this place only, and",
            "[..] for any text of a line.",
            "Left out are lines that are refused, unless they begin with `:refuse`, and games that",
            "were left before their first ply. A loaded game is written with its branches and marks.",
            "`:record` alone ends the recording.",
        ]),
        Command::new("save", "FILE", "save the game with its history", save)
            .is(&[Property::Unrecorded, Property::File]),
        Command::new("load", "FILE", "load a saved game", load).is(&[
            Property::Moves,
            Property::Unrecorded,
            Property::File,
        ]),
        Command::new("journal", "[off]", "whether inputs are kept for `--resume`", journal)
            .is(&[Property::Unrecorded])
            .more(&[
                "While the journal cannot be written, inputs that change something are refused;",
                "each input tries again. `:journal off` then plays on without a journal.",
            ]),
    ],
};

fn record(shell: &mut Shell, name: &str) -> CommandResult {
    if name.is_empty()
        && let Some(name) = shell.recording.end()
    {
        return Ok(vec![Part::note(format!("{name} is complete: nothing more is recorded"))]);
    }
    let files = shell.trust.writable(Some(&RECORDED_FILE), name)?;
    shell.renew_recording();
    shell.recording.write_to(name, files)?;
    let note = format!("recording to {name}: all inputs so far and all that follow");
    Ok(std::iter::once(Part::note(note)).chain(shell.trust.kept_in_memory(name)).collect())
}

fn journal(shell: &mut Shell, word: &str) -> CommandResult {
    if !shell.recording.is_logged() {
        return Err(CommandError::refused("this session has no journal"));
    }
    let is_failing = shell.recording.is_journal_failing();
    let note = match word {
        "" if is_failing => "the journal cannot be written now; each input tries again",
        "" => "the journal is written: `litterbox repl --resume` goes on with this session",
        "off" if is_failing => {
            shell.recording.stop_log();
            "this session goes on without a journal; the journal ends here"
        }
        "off" => {
            let hint = "`litterbox repl --no-journal` plays without one";
            return Err(CommandError::hinted("the journal is written", hint));
        }
        _ => return Err(CommandError::refused("write `:journal` or `:journal off`")),
    };
    Ok(vec![Part::note(note)])
}

fn save(shell: &mut Shell, name: &str) -> CommandResult {
    let text = shell.saved_game().ok_or_else(no_game)?.to_json_lines();
    shell.trust.write(&SAVED_FILE, name, &text)?;
    let timeline = &shell.game()?.timeline;
    let (n_branches, n_marks) = (timeline.branches().len(), timeline.marks().count());
    let mut saved = vec![plural(timeline.n_entries() - 1, "ply")];
    saved.extend((n_branches > 1).then(|| plural(n_branches, "branch")));
    saved.extend((n_marks > 0).then(|| plural(n_marks, "mark")));
    let saved: Vec<&str> = saved.iter().map(String::as_str).collect();
    let note = format!("{} saved in {name}", and(&saved));
    Ok(std::iter::once(Part::note(note)).chain(shell.trust.kept_in_memory(name)).collect())
}

fn load(shell: &mut Shell, name: &str) -> CommandResult {
    let text = shell.trust.read(name)?;
    let done = load_text(shell, name, &text)?;
    shell.log_input(&format!(":load {name}"), Some(text));
    Ok(done)
}

/// Continues the game of a saved text; errors name it.
pub(super) fn load_text(shell: &mut Shell, name: &str, text: &str) -> CommandResult {
    let mut transcript =
        Transcript::from_saved(name, text).map_err(|error| CommandError::errors(&[*error]))?;
    let mut rules = shell.rules.clone();
    rules.add_tried(std::mem::take(&mut transcript.header.tried));
    let fresh = rules.fresh_library()?;
    let ReplayedGame { debugger, differs, question_diff, end, n_cut } =
        Debugger::replayed(&transcript, &fresh.library, rules.rulesets(), Origin::Foreign)
            .map_err(|errors| CommandError::errors(&Transcript::placed(errors, name, text)))?;
    let mut parts = vec![changed(&debugger, &transcript.header)];
    parts.extend(differs.map(|Divergence { ply, typed, what }| {
        Part::note(format!("The replay differs from the saved game: ply {ply}, `{typed}`: {what}"))
    }));
    parts.extend(end.map(|end| left_out(&debugger, &end, n_cut, false)));
    parts.extend(question_diff.map(|diff| other_question(&debugger, &diff)));
    shell.rules = rules;
    shell.set_library(fresh);
    shell.studied.open(debugger);
    rewrite_journal(shell);
    parts.extend(shell.studied.standing());
    Ok(parts)
}

/// Rewrites the record of a loaded game as if it had been typed: all branches with their marks, and
/// then to the current position.
pub(super) fn rewrite_journal(shell: &mut Shell) {
    let Some(debugger) = shell.debugger() else { return };
    let rulesets = shell.rules.rulesets().clone();
    let mut replayed = Shell::new(shell.rules.base().clone()).with_rulesets(rulesets);
    replayed.input(&debugger.header.command());
    for (script, text) in shell.rules.tried() {
        replayed.input(&format!(
            ":try {} {{ {} }}",
            lookup::typed_name(debugger, script),
            text.trim_end()
        ));
    }
    replayed.repeat_branches(&debugger.timeline);
    if let Some(viewer) = debugger.viewer {
        replayed.input(&format!(":as {}", debugger.notation().seat(viewer)));
    }
    let (branch, ply) = (debugger.branch_name(), debugger.timeline.ply());
    let reached = replayed.debugger().map(|game| (game.branch_name(), game.timeline.ply()));
    match reached {
        Some(reached) if reached == (branch, ply) => {}
        Some((reached, _)) if reached == branch => _ = replayed.input(&format!(":goto {ply}")),
        _ => _ = replayed.input(&format!(":goto {branch}:{ply}")),
    }
    shell.studied.set_picture(replayed.studied);
    shell.recording.extend(replayed.recording);
}

impl Shell {
    /// The linter findings in the scripts of the game that are files of a project.
    pub fn own_findings(&self) -> Reply {
        let Some(debugger) = self.debugger() else { return Reply::done(Vec::new()) };
        let files = self.library().overlaid();
        let is_own = |name: &&str| {
            let path = Path::new("scripts").join(name);
            files.iter().any(|file| file.path().ends_with(&path))
        };
        let scripts = debugger.header.scripts.keys().map(String::as_str);
        let errors = linted(self.library(), debugger, &scripts.filter(is_own).collect::<Vec<_>>());
        let parts = (!errors.is_empty()).then_some(Part::Errors { errors });
        Reply::done(parts.into_iter().collect())
    }

    /// The whole game as it is saved, with the scripts of `:try`; `None` without one.
    pub fn saved_game(&self) -> Option<Transcript> {
        let mut game = self.debugger()?.transcript(true);
        game.header.tried.clone_from(self.rules.tried());
        Some(game)
    }

    /// Carries the inputs of all branches out, with what leads from one to the next, and sets the
    /// marks.
    fn repeat_branches(&mut self, timeline: &Timeline) {
        // The branches on which entries were repeated.
        let mut repeated = BTreeMap::from([(0, timeline.branches()[0].name.as_str())]);
        let place = |repeated: &BTreeMap<usize, &str>, entry: usize| {
            format!("{}:{}", repeated[&entry], timeline.entry_at(entry).ply)
        };
        for (i, Branch { name, tip }) in timeline.branches().iter().enumerate() {
            let (mut left, mut entry) = (Vec::new(), *tip);
            while !repeated.contains_key(&entry) {
                left.push(entry);
                entry = timeline.entry_at(entry).parent.unwrap_or_default();
            }
            if i > 0 {
                self.input(&format!(":goto {}", place(&repeated, entry)));
                self.input(&format!(":branch {name}"));
            }
            for entry in left.into_iter().rev() {
                timeline.entry_at(entry).record.iter().for_each(|record| self.repeat(record));
                repeated.insert(entry, name);
            }
        }
        for (name, entry) in timeline.marks().filter(|(_, at)| repeated.contains_key(at)) {
            let note = timeline.note(name).unwrap_or_default().replace(char::is_control, " ");
            self.input(&format!(":goto {}", place(&repeated, entry)));
            self.input(&format!(":mark {name} {note}"));
        }
    }

    /// Carries a recorded input out and records it as if it had been typed.
    fn repeat(&mut self, record: &Record) {
        if let Some(debugger) = self.debugger().filter(|it| it.also_asked != record.also_asked) {
            self.input(&new::autopass_command(debugger.notation(), record.also_asked));
        }
        if self.debugger().is_some_and(|debugger| debugger.ask_chance != record.ask_chance) {
            self.input(if record.ask_chance { ":chance ask" } else { ":chance roll" });
        }
        let prompt = self.prompt();
        let done = match &record.input {
            Input::Eval(code) => self.evaluate(&format!("= {code}"), code),
            input => match self.studied.debugger_mut() {
                Some(debugger) => debugger
                    .take(&record.typed, input.clone())
                    .map(|()| self.studied.happened())
                    .map_err(|_| CommandError::Quit),
                None => return,
            },
        };
        if let Ok(parts) = done {
            let mut reply = Reply::done(parts);
            self.studied.hide(&mut reply);
            let text = self.rendered(&reply);
            self.recording.note(false, &prompt, &record.typed, &text);
            self.recording.keep_game();
        }
    }
}

pub(super) fn reload(shell: &mut Shell, _: &str) -> CommandResult {
    let mut parts = reread(shell)?;
    parts.extend(shell.rules.tried().keys().map(|script| {
        let debugger = shell.debugger();
        let name = debugger.map_or(&**script, |debugger| lookup::typed_name(debugger, script));
        let message = format!(
            "{script}.rhai is as `:try` has it, not as in its file: `:try {name}` restores it"
        );
        Part::Warning { message }
    }));
    Ok(parts)
}

/// Replays the game on the scripts and variants as they are in their files now.
pub(super) fn reread(shell: &mut Shell) -> CommandResult {
    let n_entries = |shell: &Shell| shell.debugger().map(|game| game.timeline.n_entries());
    let n_before = n_entries(shell);
    let library = shell.rules.fresh_library()?;
    let parts = reload_on(shell, library, false)?;
    // Without the plies that are left out, or with those that are possible again, the inputs so
    // far do not lead to this game.
    if n_entries(shell) != n_before {
        let game = shell.saved_game().map(|game| game.to_json_lines());
        shell.log_input(RELOAD, game);
        rewrite_journal(shell);
    }
    Ok(parts)
}

/// Replays the game on these scripts and variants. `strict`: refused if the linter finds errors in
/// changed scripts.
pub(super) fn reload_on(shell: &mut Shell, fresh: FreshLibrary, strict: bool) -> CommandResult {
    let library = &fresh.library;
    let Some(old) = shell.debugger() else {
        shell.set_library(fresh);
        return Ok(vec![Part::note("scripts and variants were read again")]);
    };
    let ReplayedGame { mut debugger, question_diff, end, n_cut, .. } =
        Debugger::replayed(&old.to_replay(), library, shell.rules.rulesets(), Origin::Person)
            .map_err(|errors| CommandError::errors(&errors))?;
    debugger.viewer = old.viewer;
    let is_linted = strict || shell.says_findings;
    let findings = match is_linted {
        true => linted(library, &debugger, &debugger.changed_scripts(&old.header)),
        false => Vec::new(),
    };
    if strict && findings.iter().any(|error| !error.is_warning()) {
        return Err(CommandError::errors(&findings));
    }
    let branch = &old.timeline.branches()[old.timeline.branch()].name;
    if let Ok(found) = debugger.timeline.find(branch) {
        debugger.timeline.go_to(found);
    }
    // Where a saved file cut the line off, the game returns once the plies are possible again.
    let is_at_cut = !strict && old.timeline.ply() == old.timeline.last_ply();
    let cut = old.cut_off.as_deref().filter(|_| is_at_cut);
    let stood = cut.map_or(old.timeline.ply(), |cut| cut.ply);
    debugger.cut_off.iter_mut().filter_map(Rc::get_mut).for_each(|cut| cut.ply = stood);
    let at = TimelinePoint { ply: stood.min(debugger.timeline.last_ply()), ..old.point() };
    let mut parts = vec![changed(&debugger, &old.header)];
    parts.extend((!findings.is_empty()).then_some(Part::Errors { errors: findings }));
    let difference = debugger.first_difference(old);
    let known = |debugger: &Debugger| {
        debugger.cut_off.as_deref().map(|cut| (cut.end.clone(), cut.numbers.clone()))
    };
    let is_known = known(old) == known(&debugger);
    let same = difference.is_none() && question_diff.is_none() && (end.is_none() || is_known);
    parts.extend(end.map(|end| left_out(&debugger, &end, n_cut, is_known)));
    parts.extend(difference.map(|difference| Part::Difference(Box::new(difference))));
    parts.extend(question_diff.map(|diff| other_question(&debugger, &diff)));
    parts.extend(same.then(|| Part::note(SAME_WAY)));
    match old.timeline.inside() {
        Some(_) if at.ply == old.timeline.ply() => debugger.stand(at, true),
        _ => debugger.go(at.ply),
    }
    debugger.also_ask(old.also_asked);
    debugger.ask_chance(old.ask_chance);
    shell.set_library(fresh);
    shell.studied.open(debugger);
    parts.extend(shell.studied.standing());
    Ok(parts)
}

/// Continues the game that a reload left, as the journal has it: whose knowledge is shown and who
/// is asked stay as they were.
pub(super) fn reopen(shell: &mut Shell, name: &str, text: &str) -> CommandResult {
    let before = shell.debugger().map(|old| (old.viewer, old.also_asked, old.ask_chance));
    let parts = load_text(shell, name, text)?;
    if let (Some((viewer, also_asked, ask_chance)), Some(debugger)) =
        (before, shell.studied.debugger_mut())
    {
        debugger.viewer = viewer;
        debugger.also_ask(also_asked);
        debugger.ask_chance(ask_chance);
    }
    Ok(parts)
}

/// The linter findings in scripts of a game.
fn linted(library: &Library, debugger: &Debugger, names: &[&str]) -> Vec<Error> {
    if names.is_empty() {
        return Vec::new();
    }
    let scripts = names.iter().map(|name| name.trim_end_matches(".rhai").to_owned()).collect();
    let variants = vec![debugger.header.variant.clone()];
    let wanted = LintTargets { variants, scripts, ..LintTargets::default() };
    let mut found = lint::check(library, &wanted).found;
    // What a card says of itself does not change a game.
    found.retain(|error| error.code != STALE_TEXT);
    found.retain(|error| error.span.as_ref().is_some_and(|at| names.contains(&&*at.file)));
    found
}

fn changed(debugger: &Debugger, before: &Header) -> Part {
    Part::note(match debugger.changed_files(before).as_slice() {
        [] => UNCHANGED.to_owned(),
        names => format!("Changed: {}.", names.join(", ")),
    })
}

/// The inputs that are no longer possible, and why, unless that is known from the last time.
fn left_out(debugger: &Debugger, end: &Divergence, n_plies: usize, is_known: bool) -> Part {
    let Divergence { ply, typed, what } = end;
    let plies = match n_plies {
        1 => format!("Ply {ply} is"),
        n if debugger.timeline.branches().len() == 1 => {
            format!("Plies {ply} to {} are", ply + n - 1)
        }
        n => format!("Ply {ply} and {} that follow are", n - 1),
    };
    if is_known {
        return Part::note(format!("{plies} still left out."));
    }
    let why = match debugger.viewer {
        None => format!("`{typed}` is impossible now: {what}"),
        Some(_) => "an input is impossible now".to_owned(),
    };
    let marks: Vec<&str> = debugger.lost_marks().collect();
    let marks = (!marks.is_empty()).then(|| format!("Left out with them: mark {}.", and(&marks)));
    let mut lines = vec![format!("{plies} left out: {why}.")];
    lines.extend(marks);
    lines.push("The next `:reload` tries again.".to_owned());
    Part::lines(lines)
}

/// The first question that differs from the one that was asked.
fn other_question(debugger: &Debugger, diff: &QuestionDiff) -> Part {
    let QuestionDiff { ply, typed, old, new } = diff;
    if debugger.viewer.is_some() {
        return Part::note(format!("After ply {ply} another question is asked."));
    }
    let head = format!("After ply {ply}, `{typed}`, another question is asked:");
    Part::lines(std::iter::once(head).chain(both_questions(old, new)))
}
