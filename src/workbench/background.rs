//! The thread that runs sessions and plays games for comparisons: sessions first, games until the
//! next save.

use super::wire::{TestInfo, TestState, WorkReply};
use crate::base::error::{SourceText, contained};
use crate::base::{Interrupt, Precedence, STACK_SIZE, time_limit};
use crate::session::SessionOptions;
use crate::session::file::parse;
use crate::session::recorder::{LinesRun, RunRecorder};
use crate::session::run::{BlockFilter, SessionReport};
use crate::sim::{Progress, weigh};
use crate::variant::Library;
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::Builder;
use std::time::Duration;

/// The most games of a comparison, and those after which the first figures are shown.
const MAX_GAMES: u64 = 2_000;
const FIRST_GAMES: u64 = 25;

/// The most time of a session file.
const SESSION: Duration = Duration::from_secs(5);

/// The sessions to run, then the rules to compare.
pub struct BackgroundJob {
    pub number: u64,
    pub library: Library,
    /// In the order in which they run.
    pub sessions: Vec<(String, SourceText)>,
    /// The rules that those of the library are compared with.
    pub before: Library,
    pub variant: String,
    /// The card whose value is measured.
    pub card: Option<String>,
    /// Set when it has become useless.
    pub stop: Interrupt,
    /// Work that games wait for.
    pub first: Precedence,
}

/// A session that has run.
pub struct SessionRun {
    pub text: SourceText,
    pub test: TestInfo,
    /// Its report, if there is something to keep.
    pub report: Option<SessionReport>,
    pub ran: LinesRun,
}

/// A result for the thread of the table.
pub enum Outcome {
    /// A message that needs nothing more.
    Reply(WorkReply),
    /// A session of the job with this number.
    Session(u64, Box<SessionRun>),
    /// All sessions of the job with this number have run.
    Tested(u64),
    /// The figures of the games of the job with this number.
    Weighed(u64, WorkReply),
}

/// Takes results, on any thread.
pub type Report = Arc<dyn Fn(Outcome) + Send + Sync>;

/// Starts the thread. Only the last of several jobs that wait is done.
///
/// # Errors
/// The system cannot start one.
pub fn start(report: Report) -> io::Result<Sender<BackgroundJob>> {
    let (jobs, waiting) = channel();
    let work = move || work(&waiting, &report);
    Builder::new().name("background".to_owned()).stack_size(STACK_SIZE).spawn(work)?;
    Ok(jobs)
}

fn work(waiting: &Receiver<BackgroundJob>, report: &Report) {
    while let Ok(mut job) = waiting.recv() {
        job = waiting.try_iter().last().unwrap_or(job);
        run_sessions(&job, report);
        // A panic of the program is printed; the next save tries again.
        let _ = contained("the comparison", || play_games(&job, report));
    }
}

fn run_sessions(job: &BackgroundJob, report: &Report) {
    let begin = || RunRecorder::of_all(&job.library, Interrupt::after(time_limit(SESSION)));
    let mut recorder = None;
    for (file, text) in &job.sessions {
        if job.stop.is_set() {
            return;
        }
        let running = recorder.get_or_insert_with(begin);
        let play = || {
            let parsed = parse(file, text).map_err(|error| error.to_string())?;
            let limit = Some(time_limit(SESSION));
            let options = SessionOptions { read_only: true, limit, ..SessionOptions::default() };
            let (report, hits) = running.run(parsed, options, &BlockFilter::default());
            Ok((report, running.lines(&hits)))
        };
        let went = contained(file, play).unwrap_or_else(|error| Err(error.to_string()));
        let (went, ran) = match went {
            Ok((report, ran)) => (Ok(report), ran),
            Err(why) => {
                // It may have panicked.
                recorder = None;
                (Err(why), LinesRun::new())
            }
        };
        let mut test = TestInfo::untested(file.clone(), TestState::Green);
        test.uses = Some(ran.keys().map(|name| format!("scripts/{name}")).collect());
        test.went(&went);
        let kept = went.ok().filter(|report| report.differs);
        let run = SessionRun { text: text.clone(), test, report: kept, ran };
        report(Outcome::Session(job.number, Box::new(run)));
    }
    report(Outcome::Tested(job.number));
}

/// Plays more and more games for the figures.
fn play_games(job: &BackgroundJob, report: &Report) {
    let BackgroundJob { library, before, variant, card, .. } = job;
    let (stop, first) = (job.stop.clone(), job.first.clone());
    let progress = Progress { stop, first, ..Progress::default() };
    progress.first.wait(&progress.stop);
    let card = card.as_ref().and_then(|card| weigh::card(library, variant, card, MAX_GAMES));
    let rules = weigh::rules(before, library, variant, MAX_GAMES);
    let mut scales: Vec<_> =
        [(true, card), (false, rules)].into_iter().filter_map(|(is, of)| Some((is, of?))).collect();
    let (mut games, mut batch) = (0, FIRST_GAMES);
    while games < MAX_GAMES && !scales.is_empty() {
        let played = MAX_GAMES.min(games + batch);
        scales.retain_mut(|(is_card, scale)| {
            let Some(weight) = scale(games..played, &progress) else { return false };
            let (is_card, is_running) = (*is_card, played < MAX_GAMES);
            let weighed = WorkReply::Weighed { is_card, games: played, weight, is_running };
            report(Outcome::Weighed(job.number, weighed));
            is_running
        });
        (games, batch) = (played, batch * 2);
    }
}
