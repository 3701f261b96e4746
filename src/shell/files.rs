//! The commands that read and write files: `:save`, `:load`, `:record`, `:reload`.

use super::command::{Command, CommandGroup, Property};
use super::command_error::{CommandError, CommandResult};
use super::new;
use super::reply::{Part, Reply};
use super::state::Shell;
use super::trust::Origin;
use crate::debugger::TimelinePoint;
use crate::debugger::game::{Debugger, ReplayedGame};
use crate::debugger::reply::{DivergenceInfo, FileReply, ReplayReport};
use crate::error::{Error, plural};
use crate::kernel::SeatSet;
use crate::lint::{self, LintTargets};
use crate::shell::out::text::join::and;
use crate::transcript::{Divergence, Header, Input, Record, Transcript};
use crate::variant::Library;

pub(super) const FILES: CommandGroup = CommandGroup {
    name: "Files",
    commands: &[
        Command::new(
            "record",
            "FILE",
            "write this session to a file, from the beginning and from now on",
            record,
        )
        .is(&[Property::Unrecorded, Property::File])
        .more(&[
            "The file is a test: `litterbox test FILE` runs it. Name it NAME.session.md.",
            "Of a loaded game, only the current branch is written.",
        ]),
        Command::new("save", "FILE", "save the game with its history", save)
            .is(&[Property::Unrecorded, Property::File]),
        Command::new("load", "FILE", "load a saved game", load).is(&[
            Property::Moves,
            Property::Unrecorded,
            Property::File,
        ]),
    ],
};

fn record(shell: &mut Shell, name: &str) -> CommandResult {
    let files = shell.trust.writable(name)?;
    shell.recording.write_to(name, files)?;
    let reply = Part::Files(FileReply::Recording { file: name.to_owned() });
    Ok(std::iter::once(reply).chain(shell.trust.kept_in_memory(name)).collect())
}

fn save(shell: &mut Shell, name: &str) -> CommandResult {
    let text = shell.game()?.transcript(true).to_json_lines();
    shell.trust.write(name, &text)?;
    let timeline = &shell.game()?.timeline;
    let reply = Part::Files(FileReply::Saved {
        file: name.to_owned(),
        n_plies: timeline.n_entries() - 1,
        n_branches: timeline.branches().len(),
        n_marks: timeline.marks().count(),
    });
    Ok(std::iter::once(reply).chain(shell.trust.kept_in_memory(name)).collect())
}

fn load(shell: &mut Shell, name: &str) -> CommandResult {
    let text = shell.trust.read(name)?;
    let done = load_text(shell, &text)?;
    shell.log_input(&format!(":load {name}"), Some(text));
    Ok(done)
}

/// Continues the game of a saved text.
pub(super) fn load_text(shell: &mut Shell, text: &str) -> CommandResult {
    let transcript =
        Transcript::from_json_lines(text).map_err(|error| CommandError::errors(&[*error]))?;
    let ReplayedGame { debugger, differs, question_diff, end, n_cut } =
        Debugger::replayed(&transcript, shell.library(), shell.rules.rulesets(), Origin::Foreign)
            .map_err(|errors| CommandError::errors(&errors))?;
    let report = debugger.replay_report(&transcript.header, end.as_ref(), n_cut, question_diff);
    let divergence =
        differs.map(|Divergence { ply, typed, what }| DivergenceInfo { ply, typed, message: what });
    shell.studied.open(debugger);
    rewrite_journal(shell);
    Ok(shell.replayed(ReplayReport { divergence, ..report }))
}

/// Rewrites the record of a loaded game as if it had been typed: only the current line, since a
/// session is a single line. Other branches are mentioned in a comment.
fn rewrite_journal(shell: &mut Shell) {
    let Some(debugger) = shell.debugger() else { return };
    let rulesets = shell.rules.rulesets().clone();
    let mut typist = Shell::new(shell.library().clone()).with_rulesets(rulesets);
    typist.input(&debugger.header.command());
    let branches = debugger.timeline.branches().iter().enumerate();
    let others = branches.filter(|(i, _)| *i != debugger.timeline.branch());
    let others: Vec<&str> = others.map(|(_, branch)| branch.name.as_str()).collect();
    if !others.is_empty() {
        let n = plural(others.len(), "further branch");
        let remark = format!("The saved game has {n}: {}.", and(&others));
        typist.recording.note(false, "# ", &remark, "");
    }
    let (mut also_asked, mut ask_chance) = (SeatSet::NONE, debugger.header.ask_chance);
    for record in debugger.transcript(true).line() {
        if record.also_asked != also_asked {
            also_asked = record.also_asked;
            typist.input(&new::autopass_command(debugger.notation(), also_asked));
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
    shell.studied.set_picture(typist.studied);
    shell.recording.extend(typist.recording);
}

impl Shell {
    /// The parts of a replay report, and the current state of the game.
    fn replayed(&self, report: ReplayReport) -> Vec<Part> {
        let report = Part::Files(FileReply::Replayed(Box::new(report)));
        std::iter::once(report).chain(self.studied.standing()).collect()
    }

    /// Carries a recorded input out and records it as if it had been typed.
    fn repeat(&mut self, record: &Record) {
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
        }
    }
}

pub(super) fn reload(shell: &mut Shell, _: &str) -> CommandResult {
    let library = shell.rules.fresh_library()?;
    let mut parts = reload_on(shell, library, false)?;
    parts.extend(shell.rules.tried().map(|script| {
        let name = script.rsplit('/').next().unwrap_or(script);
        let message = format!(
            "{script}.rhai is as `:try` has it, not as in its file: `:try {name}` restores it"
        );
        Part::Warning { message }
    }));
    Ok(parts)
}

/// Replays the game on these scripts and variants. `strict`: refused if the linter finds errors in
/// changed scripts.
pub(super) fn reload_on(shell: &mut Shell, library: Library, strict: bool) -> CommandResult {
    let Some(old) = shell.debugger() else {
        shell.rules.library = library;
        return Ok(vec![Part::Files(FileReply::LibraryRead)]);
    };
    let ReplayedGame { mut debugger, question_diff, end, n_cut, .. } =
        Debugger::replayed(&old.to_replay(), &library, shell.rules.rulesets(), Origin::Person)
            .map_err(|errors| CommandError::errors(&errors))?;
    debugger.viewer = old.viewer;
    let findings = linted(&library, &debugger, &old.header);
    if strict && findings.iter().any(|error| !error.is_warning()) {
        return Err(CommandError::errors(&findings));
    }
    let branch = &old.timeline.branches()[old.timeline.branch()].name;
    if let Ok(found) = debugger.timeline.find(branch) {
        debugger.timeline.go_to(found);
    }
    let at =
        TimelinePoint { ply: old.timeline.ply().min(debugger.timeline.last_ply()), ..old.point() };
    let report = debugger.replay_report(&old.header, end.as_ref(), n_cut, question_diff);
    let difference = debugger.first_difference(old);
    let same = difference.is_none() && report.question.is_none() && report.left_out.is_none();
    match old.timeline.inside() {
        Some(_) if at.ply == old.timeline.ply() => debugger.stand(at, true),
        _ => debugger.go(at.ply),
    }
    debugger.also_ask(old.also_asked);
    debugger.ask_chance(old.ask_chance);
    shell.rules.library = library;
    shell.studied.open(debugger);
    Ok(shell.replayed(ReplayReport { findings, difference, same, ..report }))
}

/// The linter findings in changed scripts.
fn linted(library: &Library, debugger: &Debugger, before: &Header) -> Vec<Error> {
    let changed = debugger.changed_scripts(before);
    if changed.is_empty() {
        return Vec::new();
    }
    let scripts = changed.iter().map(|name| name.trim_end_matches(".rhai").to_owned()).collect();
    let variants = vec![debugger.header.variant.clone()];
    let wanted = LintTargets { variants, scripts, ..LintTargets::default() };
    let mut found = lint::check(library, &wanted).found;
    found.retain(|error| error.span.as_ref().is_some_and(|at| changed.contains(&&*at.file)));
    found
}
