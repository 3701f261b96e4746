//! The thread that finds errors in open texts.

use super::project::{FileRole, OpenText};
use super::sessions;
use crate::base::error::{Error, Span, contained};
use crate::base::{FirstWork, Interrupt, STACK_SIZE};
use crate::lint::{Checker, LintTargets};
use crate::session::file;
use crate::variant::Library;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// The time without a key after which everything is checked.
const PAUSE: Duration = Duration::from_millis(300);

/// The findings in the open texts, by URI, with the version of the text.
pub type Found = Arc<Mutex<HashMap<String, (i32, Vec<Error>)>>>;

/// The texts of a project to check.
pub struct CheckJob {
    pub project: usize,
    pub library: Library,
    /// The open texts of the project.
    pub open: Vec<OpenText>,
    /// The URI of the text that was changed last.
    pub changed: Option<String>,
    /// The session files to run, with their texts.
    pub sessions: Vec<OpenText>,
    /// The root of the project, for the paths of files.
    pub root: Option<PathBuf>,
    pub interrupt: Interrupt,
    /// Other work waits until everything is checked.
    pub first: Option<FirstWork>,
    /// The most time of a session file.
    pub limit: Duration,
}

/// Who is told of findings.
pub trait CheckAudience: Send {
    /// Takes what is found in a text.
    fn found(&self, job: &CheckJob, document: &OpenText, found: &[Error]);

    /// Takes the message of a check that panicked.
    fn failed(&self, message: &str);
}

/// Where jobs are sent.
pub struct Checks {
    jobs: Sender<CheckJob>,
    running: Interrupt,
    pub found: Found,
}

impl Checks {
    /// Starts the thread.
    ///
    /// # Errors
    /// The system cannot start one.
    pub fn start(audience: impl CheckAudience + 'static) -> std::io::Result<Self> {
        let (jobs, waiting) = channel();
        let found = Found::default();
        let shared = Arc::clone(&found);
        let work = move || {
            let (checkers, audience) = (HashMap::new(), Box::new(audience));
            CheckThread { checkers, found: shared, audience }.run(&waiting);
        };
        thread::Builder::new().stack_size(STACK_SIZE).spawn(work)?;
        Ok(Self { jobs, running: Interrupt::default(), found })
    }

    /// Checks these texts next; a check that runs ends.
    pub fn check(&mut self, job: CheckJob) {
        self.running.set();
        self.running = job.interrupt.clone();
        // Without the thread, nothing is found.
        let _ = self.jobs.send(job);
    }
}

impl Drop for Checks {
    fn drop(&mut self) {
        self.running.set();
    }
}

struct CheckThread {
    checkers: HashMap<usize, Checker>,
    found: Found,
    audience: Box<dyn CheckAudience>,
}

impl CheckThread {
    fn run(&mut self, waiting: &Receiver<CheckJob>) {
        let mut next = waiting.recv().ok();
        while let Some(mut job) = next.take() {
            self.contained(&job, Self::quick);
            // What is typed in between is checked instead.
            next = match waiting.recv_timeout(PAUSE) {
                Ok(newer) => Some(merged(job, newer)),
                Err(RecvTimeoutError::Disconnected) => None,
                Err(RecvTimeoutError::Timeout) => {
                    self.contained(&job, Self::whole);
                    job.first = None;
                    let newer = waiting.recv().ok();
                    newer.map(|it| if job.interrupt.is_set() { merged(job, it) } else { it })
                }
            };
        }
    }

    /// Runs a check; after a panic, it begins with nothing.
    fn contained(&mut self, job: &CheckJob, check: fn(&mut Self, &CheckJob)) {
        if let Err(error) = contained("the check", || check(self, job)) {
            self.audience.failed(&error.message);
            self.checkers.remove(&job.project);
        }
    }

    /// Checks the changed text alone, and in the first variant that uses it.
    fn quick(&mut self, job: &CheckJob) {
        let changed = job.open.iter().find(|document| Some(&document.uri) == job.changed.as_ref());
        let Some(document) = changed else { return };
        let checker = self.checkers.entry(job.project).or_default();
        let mut wanted = LintTargets::default();
        match &document.role {
            FileRole::Session => return self.publish(job, document, session_errors(document)),
            FileRole::Other => return,
            FileRole::Variant(name) => match name.strip_prefix("titles/") {
                Some(language) => wanted.languages.push(language.to_owned()),
                None => wanted.variants.push(name.clone()),
            },
            FileRole::Script(name) => {
                wanted.scripts.push(name.clone());
                let shown = document.shown();
                let alone = checker.check_file(&job.library, &wanted, &shown, &job.interrupt);
                wanted.variants.extend(checker.user_of(&shown).map(str::to_owned));
                if wanted.variants.is_empty() || alone.iter().any(|error| !error.is_warning()) {
                    return self.publish(job, document, alone);
                }
            }
        }
        let shown = document.shown();
        let found = checker.check_file(&job.library, &wanted, &shown, &job.interrupt);
        self.publish(job, document, found);
    }

    /// Checks everything, then runs sessions.
    fn whole(&mut self, job: &CheckJob) {
        let checker = self.checkers.entry(job.project).or_default();
        let mut found =
            checker.check(&job.library, &LintTargets::all(&job.library), &job.interrupt).found;
        if job.root.is_none() {
            // No variant can use a file outside of a project.
            found.retain(|error| error.code != "L0401");
        }
        // The differences of a session stay until it is changed, or runs again below.
        for document in job.open.iter().filter(|it| it.role != FileRole::Session) {
            let found = found.clone();
            let unread = job.library.why_unreadable(&document.shown()).cloned();
            let start = Span::of(&document.shown().into(), &document.text, &(0..0));
            let unread = unread.map(|error| error.at(Some(start)));
            let found = found.into_iter().chain(unread).collect();
            self.publish(job, document, found);
        }
        for document in &job.sessions {
            if job.interrupt.is_set() {
                return;
            }
            let found = sessions::play(document, &job.library, job.limit);
            self.publish(job, document, found);
        }
    }

    /// Tells what is found in a text, unless a newer text is there.
    fn publish(&mut self, job: &CheckJob, document: &OpenText, mut found: Vec<Error>) {
        if job.interrupt.is_set() {
            return;
        }
        let shown = document.shown();
        found.retain(|error| error.span.as_ref().is_some_and(|span| *span.file == *shown));
        let mut known = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert(document.uri.clone(), (document.version, found.clone()));
        drop(known);
        self.audience.found(job, document, &found);
    }
}

/// The newer job, with the sessions of the one that it replaces.
fn merged(old: CheckJob, mut newer: CheckJob) -> CheckJob {
    if old.project == newer.project {
        let is_left = |session: &OpenText| newer.sessions.iter().all(|new| new.uri != session.uri);
        let left: Vec<OpenText> = old.sessions.into_iter().filter(is_left).collect();
        newer.sessions.extend(left);
    }
    newer
}

/// The error of a session that cannot be read.
fn session_errors(document: &OpenText) -> Vec<Error> {
    file::parse(&document.shown(), &document.text).err().into_iter().map(|error| *error).collect()
}
