//! The state of the workbench, and what follows from changed files.

use super::background::{BackgroundJob, Outcome, Report, SessionRun, start};
use super::files::{MAX_TEXT, ProjectFiles, Texts, on_page};
use super::shown::{Findings, add_variant};
use super::wire::{Coverage, ProjectInfo, TestInfo, TestState, WorkReply};
use crate::base::error::{Error, SourceText, render};
use crate::base::files::{ChangeError, FileChange, Files, text_hash};
use crate::base::{Interrupt, time_limit};
use crate::script::Script;
use crate::script::tree::ScriptSource;
use crate::serve::server::Control;
use crate::serve::table::{ConnectionId, Table};
use crate::session::suite::ENDING;
use crate::shell::trust::FileAccess;
use crate::shell::{LibrarySource, RulesetCache, Shell, Status};
use crate::texts::editor::Editor;
use crate::texts::project::{Project, text_of, with_text};
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
    /// Whether a folder could not be read when files had changed: the library is without these
    /// changes, and all files are read again with the next one.
    is_library_old: bool,
    /// The rules as all shells have them.
    rulesets: Rc<RulesetCache>,
    /// The rules with which those of the project are compared.
    pub(super) before: Library,
    pub(super) texts: Texts,
    pub(super) runs: BTreeMap<String, SessionRun>,
    /// Whether the variant could not be played so far: the built-in classic game is at the table.
    is_broken: bool,
    /// The session that is played at the table, with the line of its block.
    pub(super) played: Option<(String, usize)>,
    pub(super) told: Option<ProjectInfo>,
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
    /// Opens the project of a folder, with the shell of a first game of the variant, or of the
    /// built-in classic game until the variant can be played.
    ///
    /// # Errors
    /// The folder cannot be read, or the system cannot start a thread.
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
        let mut bench = Self {
            root,
            editor: Editor::start(projects, findings, time_limit(SESSION)).map_err(thread)?,
            variant: variant.to_owned(),
            current,
            is_library_old: false,
            rulesets: Rc::default(),
            before: library.clone(),
            library,
            texts: files.texts(),
            files,
            runs: BTreeMap::new(),
            is_broken: false,
            played: None,
            told: None,
            jobs: start(report).map_err(thread)?,
            outcomes,
            running: Interrupt::default(),
            n_jobs: 0,
        };
        let game = bench.new_game();
        bench.is_broken = game.is_err();
        let shell = game.unwrap_or_else(|_| {
            let mut shell = Shell::new(Library::embedded());
            shell.input(&format!(":new classic {} --seed {SEED}", NAMES.join(" ")));
            shell
        });
        Ok((bench, shell))
    }

    pub(super) fn shell(&self) -> Shell {
        let current = self.current.clone();
        let source: LibrarySource = Rc::new(move || Ok(current.borrow().clone()));
        let shell = Shell::new(self.library.clone()).with_rulesets(self.rulesets.clone());
        let mut shell = shell.with_source(source);
        (shell.trust.files, shell.says_findings) = (FileAccess::memory(), false);
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
            _ => Err(vec![Error::new("A0102", reply.text())]),
        }
    }

    /// The text of a file of the project, or of a built-in one, for a page, with the hash of the
    /// file.
    pub(super) fn text(&self, file: &str) -> Option<(SourceText, Option<String>)> {
        let own = self.texts.get(file).map(|text| (on_page(text).into(), Some(text_hash(text))));
        own.or_else(|| Some((text_of(&self.library, shown(file))?, None)))
    }

    /// By line of a script: whether a session has run it.
    pub(super) fn coverage(&self, file: &str, text: &SourceText) -> Coverage {
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
        self.changed(asker.table, asker.now, changes);
        Ok(())
    }

    /// Takes the files over as they are on the disk, or those that have just been written.
    pub(super) fn changed(&mut self, table: &mut Table, now: Duration, written: &[FileChange]) {
        let mut texts = match written {
            [] => self.files.texts(),
            _ => self.texts.clone(),
        };
        for FileChange { name, text, .. } in written {
            match text {
                Some(text) => drop(texts.insert(name.clone(), text.as_str().into())),
                None => drop(texts.remove(name)),
            }
        }
        let before = std::mem::replace(&mut self.texts, texts);
        let names: BTreeSet<&String> = before.keys().chain(self.texts.keys()).collect();
        let is_changed = |name: &&String| before.get(*name) != self.texts.get(*name);
        let changed: Vec<String> = names.into_iter().filter(is_changed).cloned().collect();
        if changed.is_empty() && !self.is_library_old {
            return;
        }
        // Games of former rules make way for what is waited for.
        self.running.set();
        let mut rules = changed.clone();
        rules.retain(|name| !name.ends_with(ENDING));
        let are_rules_new = self.is_library_old || !rules.is_empty();
        if are_rules_new {
            let library = self.changed_library(&before, &rules);
            self.is_library_old = library.is_err();
            match library {
                Ok(library) => self.library = library,
                Err(errors) => send(table, None, &errors.into()),
            }
            self.current.replace(self.library.clone());
        }
        let file = self.open_text().map(|open| open.uri.clone());
        if let Some(file) = file.filter(|file| changed.contains(file)) {
            let (text, hash) = self.text(&file).unzip();
            let text = text.map(|text| text.to_string());
            send(table, None, &WorkReply::Conflict { file, text, hash: hash.flatten() });
        }
        if self.is_library_old {
            return self.tell_project(table, None);
        }
        if are_rules_new {
            let game = self.is_broken.then(|| self.new_game().ok()).flatten();
            self.is_broken &= game.is_none();
            match game {
                Some(shell) => table.put_shell(shell, true, now),
                None => table.reload(now),
            }
            self.rulesets.keep_only(&self.library);
        }
        self.tell_project(table, None);
        self.run_sessions(table, are_rules_new);
        match are_rules_new {
            true => self.editor.take_over(0, self.library.clone()),
            false => self.editor.projects[0].forget_sessions(),
        }
    }

    /// Returns the library with changed files: what is known of the others stays.
    fn changed_library(&self, before: &Texts, names: &[String]) -> Result<Library, Vec<Error>> {
        let text = |name: &String| self.texts.get(name).filter(|_| before.contains_key(name));
        let is_known = |name| text(name).is_some_and(|text| text.len() <= MAX_TEXT);
        if self.is_library_old || !names.iter().all(is_known) {
            return Library::embedded().overlay(&self.files.shared(), &self.root);
        }
        let put = |library, name: &String| match text(name) {
            // Without a byte order mark.
            Some(text) => with_text(library, shown(name), text.trim_start_matches('\u{feff}')),
            None => library,
        };
        Ok(names.iter().fold(self.library.clone(), put))
    }

    /// Tells the project to one page, or to all if it has changed.
    pub(super) fn tell_project(&mut self, table: &mut Table, to: Option<ConnectionId>) {
        let (variant, files) = (self.variant.clone(), self.texts.keys().cloned().collect());
        let undo = self.files.last_step().map(str::to_owned);
        let mut info = ProjectInfo { variant, files, undo, ..ProjectInfo::default() };
        let added = add_variant(&mut info, &self.library, &self.rulesets);
        info.errors = added.err().map(|errors| render(&errors, false));
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
            let gone = || TestInfo::untested(file.clone(), TestState::Gone);
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
            sessions.iter().map(|(name, _)| TestInfo::untested(name.clone(), TestState::Waiting)),
        );
        send(table, None, &WorkReply::Tests { tests, is_running: true });
        self.running = Interrupt::default();
        self.n_jobs += 1;
        let (number, stop) = (self.n_jobs, self.running.clone());
        let (library, before) = (self.library.clone(), self.before.clone());
        let card = open.as_ref().and_then(|open| open.strip_prefix("cards/"));
        let card = card.and_then(|card| card.strip_suffix(".rhai")).map(str::to_owned);
        let (variant, first) = (self.variant.clone(), self.editor.typing.clone());
        let job = BackgroundJob { number, library, sessions, before, variant, card, stop, first };
        // Without the thread, nothing runs.
        let _ = self.jobs.send(job);
    }
}

/// The name of a file of the project in messages.
fn shown(file: &str) -> &str {
    file.strip_prefix("scripts/").unwrap_or(file)
}

pub(super) fn send(table: &mut Table, to: Option<ConnectionId>, reply: &WorkReply) {
    table.send_work(to, serde_json::to_value(reply).unwrap_or_default());
}
