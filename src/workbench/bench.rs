//! The state of the workbench, and what follows from changed files.

use super::background::{BackgroundJob, Outcome, Report, SessionRun, start};
use super::files::{ProjectFiles, Texts};
use super::shown::{self, Findings};
use super::wire::{ProjectInfo, TestInfo, TestState, WorkReply};
use crate::base::error::{Error, SourceText, render};
use crate::base::files::{ChangeError, FileChange, Files, text_hash};
use crate::base::{Interrupt, time_limit};
use crate::script::Script;
use crate::script::tree::ScriptSource;
use crate::serve::server::Control;
use crate::serve::table::{ConnectionId, Table};
use crate::session::suite::ENDING;
use crate::shell::trust::FileAccess;
use crate::shell::{LibrarySource, Shell, Status};
use crate::texts::editor::Editor;
use crate::texts::project::{Project, text_of};
use crate::variant::{Library, Ruleset};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

/// The players of a game that is not one of a session.
const NAMES: [&str; 3] = ["ann", "bob", "cat"];

/// The seed of that game.
const SEED: u64 = 7;

/// The most time of the open session in the editor.
const SESSION: Duration = Duration::from_secs(2);

/// A project with its page.
pub struct Workbench {
    pub(super) files: ProjectFiles,
    pub(super) root: PathBuf,
    /// The text that is open on the page.
    pub(super) editor: Editor,
    pub(super) variant: String,
    pub(super) library: Library,
    /// The library as shells read it again: the files are read once for all.
    current: Rc<RefCell<Library>>,
    /// The rules with which those of the project are compared.
    pub(super) before: Library,
    pub(super) texts: Texts,
    pub(super) runs: BTreeMap<String, SessionRun>,
    /// The session that is played at the table, with the line of its block.
    pub(super) played: Option<(String, usize)>,
    told: Option<ProjectInfo>,
    jobs: Sender<BackgroundJob>,
    pub(super) outcomes: Receiver<Outcome>,
    running: Interrupt,
    /// The number of the last job.
    pub(super) n_jobs: u64,
}

/// A page that asks for something, the table it belongs to, and the time.
pub(super) struct Asker<'a> {
    pub table: &'a mut Table,
    pub id: ConnectionId,
    pub now: Duration,
}

impl Asker<'_> {
    pub fn tell(&mut self, reply: &WorkReply) {
        send(self.table, Some(self.id), reply);
    }
}

/// Whether something was done; the page that asked for it is told why not.
pub(super) type Answered = Result<(), ChangeError>;

impl Workbench {
    /// Opens the project of a folder, with the shell of a first game of the variant.
    ///
    /// # Errors
    /// The variant cannot be loaded, or the system cannot start a thread.
    pub fn open(
        (folder, root): (Arc<dyn Files>, PathBuf),
        variant: &str,
        control: Control,
    ) -> Result<(Self, Shell), Vec<Error>> {
        let thread = |error: io::Error| vec![Error::new("A0102", error.to_string())];
        let (send, outcomes) = channel();
        let report: Report = Arc::new(move |outcome| {
            // Without the table, nobody waits for it.
            let _ = send.send(outcome);
            control.wake();
        });
        let library = Library::embedded().overlay(&folder, &root)?;
        let current = Rc::new(RefCell::new(library.clone()));
        let files = ProjectFiles::new(folder);
        let projects = vec![Project::open(Some(root.clone()))];
        let findings = Findings(report.clone());
        let bench = Self {
            root,
            editor: Editor::start(projects, findings, time_limit(SESSION)).map_err(thread)?,
            variant: variant.to_owned(),
            current,
            before: library.clone(),
            library,
            texts: files.texts(),
            files,
            runs: BTreeMap::new(),
            played: None,
            told: None,
            jobs: start(report).map_err(thread)?,
            outcomes,
            running: Interrupt::default(),
            n_jobs: 0,
        };
        let shell = bench.new_game()?;
        Ok((bench, shell))
    }

    pub(super) fn shell(&self) -> Shell {
        let current = self.current.clone();
        let source: LibrarySource = Rc::new(move || Ok(current.borrow().clone()));
        let mut shell = Shell::new(self.library.clone()).with_source(source);
        shell.trust.files = FileAccess::memory();
        shell
    }

    /// A game of the variant.
    pub(super) fn new_game(&self) -> Result<Shell, Vec<Error>> {
        let ruleset = Ruleset::load(&self.library, &self.variant, &[])?;
        let n = NAMES.len().clamp(*ruleset.players.start(), *ruleset.players.end());
        let players = match NAMES.get(..n) {
            Some(names) => names.join(" "),
            None => format!("--players {n}"),
        };
        let mut shell = self.shell();
        let reply = shell.input(&format!(":new {} {players} --seed {SEED}", self.variant));
        match reply.status {
            Status::Done => Ok(shell),
            _ => Err(vec![Error::new("", reply.text())]),
        }
    }

    /// The text of a file of the project, or of a built-in one, with the hash of the file.
    pub(super) fn text(&self, file: &str) -> Option<(SourceText, Option<String>)> {
        let own = self.texts.get(file).map(|text| (text.clone(), Some(text_hash(text))));
        let shown = file.strip_prefix("scripts/").unwrap_or(file);
        own.or_else(|| Some((text_of(&self.library, shown)?, None)))
    }

    /// By line of a script: whether a session has run it.
    pub(super) fn coverage(&self, file: &str, text: &SourceText) -> Vec<(usize, bool)> {
        let Some(name) = file.strip_prefix("scripts/") else { return Vec::new() };
        let ran = self.runs.values().filter_map(|run| run.ran.get(name)).flatten();
        let ran: BTreeSet<usize> = ran.copied().collect();
        let source = ScriptSource::read(&Script { name: name.into(), text: text.clone() });
        let lines: BTreeSet<usize> = source.statements.iter().map(|one| one.line).collect();
        lines.into_iter().map(|line| (line, ran.contains(&line))).collect()
    }

    /// Writes files. What follows is done as if another program had changed them.
    pub(super) fn write(
        &mut self,
        asker: &mut Asker<'_>,
        about: &str,
        changes: &[FileChange],
    ) -> Answered {
        self.files.write(about, changes)?;
        self.changed(asker.table, asker.now);
        Ok(())
    }

    /// Takes the files over as they are on the disk now.
    pub(super) fn changed(&mut self, table: &mut Table, now: Duration) {
        let texts = self.files.texts();
        if texts == self.texts {
            return;
        }
        let before = std::mem::replace(&mut self.texts, texts);
        // Games of former rules make way for what is waited for.
        self.running.set();
        match Library::embedded().overlay(&self.files.shared(), &self.root) {
            Ok(library) => {
                self.library = library;
                self.current.replace(self.library.clone());
            }
            Err(errors) => {
                let message = render(&errors, false);
                return send(table, None, &WorkReply::Refused { message });
            }
        }
        let file = self.open_text().map(|open| open.uri.clone());
        if let Some(file) = file.filter(|file| before.get(file) != self.texts.get(file)) {
            let (text, hash) = self.text(&file).unzip();
            let text = text.map(|text| text.to_string());
            send(table, None, &WorkReply::Conflict { file, text, hash: hash.flatten() });
        }
        let is_rule = |(name, _): &(&String, &SourceText)| !name.ends_with(ENDING);
        let are_rules_new = !before.iter().filter(is_rule).eq(self.texts.iter().filter(is_rule));
        if are_rules_new {
            table.reload(now);
        }
        self.tell_project(table, None);
        self.run_sessions(table, are_rules_new);
        self.editor.reload();
    }

    /// Tells the project to one page, or to all if it has changed.
    pub(super) fn tell_project(&mut self, table: &mut Table, to: Option<ConnectionId>) {
        let undo = self.files.last_step();
        let info = shown::project(&self.library, &self.variant, &self.texts, undo);
        if to.is_some() || self.told.as_ref() != Some(&info) {
            self.told = Some(info.clone());
            send(table, to, &WorkReply::Project(Box::new(info)));
        }
    }

    /// Runs the sessions that may be different now, those of the open script first.
    pub(super) fn run_sessions(&mut self, table: &mut Table, are_rules_new: bool) {
        let mut tests: Vec<TestInfo> = Vec::new();
        self.runs.retain(|file, _| {
            let is_there = self.texts.contains_key(file);
            let gone = || shown::untested(file.clone(), TestState::Gone);
            tests.extend((!is_there).then(gone));
            is_there
        });
        self.running.set();
        if self.told.as_ref().is_some_and(|told| told.errors.is_some()) {
            return send(table, None, &WorkReply::Tests { tests, is_running: false });
        }
        let open = self.open_text().map(|open| open.shown());
        let sessions = self.texts.iter().filter(|(name, text)| {
            let is_old = |run: &SessionRun| run.text == **text && !are_rules_new;
            name.ends_with(ENDING) && !self.runs.get(*name).is_some_and(is_old)
        });
        let mut sessions: Vec<(String, SourceText)> =
            sessions.map(|(name, text)| (name.clone(), text.clone())).collect();
        let uses = |name: &String| match (self.runs.get(name), &open) {
            (Some(run), Some(open)) => run.ran.contains_key(&**open),
            _ => true,
        };
        let is_played = |name: &String| self.played.as_ref().is_some_and(|(file, _)| file == name);
        sessions.sort_by_key(|(name, _)| (!is_played(name), !uses(name)));
        tests.extend(
            sessions.iter().map(|(name, _)| shown::untested(name.clone(), TestState::Waiting)),
        );
        send(table, None, &WorkReply::Tests { tests, is_running: true });
        self.running = Interrupt::default();
        self.n_jobs += 1;
        let (number, stop) = (self.n_jobs, self.running.clone());
        let (library, before) = (self.library.clone(), self.before.clone());
        let card = open.as_ref().and_then(|open| open.strip_prefix("cards/"));
        let card = card.and_then(|card| card.strip_suffix(".rhai")).map(str::to_owned);
        let variant = self.variant.clone();
        let job = BackgroundJob { number, library, sessions, before, variant, card, stop };
        // Without the thread, nothing runs.
        let _ = self.jobs.send(job);
    }
}

pub(super) fn send(table: &mut Table, to: Option<ConnectionId>, reply: &WorkReply) {
    table.send_work(to, serde_json::to_value(reply).unwrap_or_default());
}
