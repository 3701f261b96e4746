//! The thread that runs sessions and plays games for comparisons: sessions first, games until the
//! next save.

use super::wire::WorkReply;
use crate::base::Interrupt;
use crate::error::{SourceText, contained};
use crate::registry::AgentName;
use crate::script::probe::Probe;
use crate::script::tree::statements::NumberedStatements;
use crate::script::{Control, STACK_SIZE};
use crate::session::SessionOptions;
use crate::session::file::parse;
use crate::session::run::{BlockFilter, CheckMode, SessionReport, run};
use crate::sim::compare::{CompareRun, Comparison, MemberCounts, compare};
use crate::sim::counts::Merge as _;
use crate::sim::sections::Waiting;
use crate::sim::{
    LIMIT, Plan, Progress, RunConfig, SimReport, Tally, compare_report, run as run_games,
    sim_report,
};
use crate::transcript::ruleset_cache::RulesetCache;
use crate::variant::Library;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::Builder;
use std::time::Duration;

/// The most games of a comparison, and those after which the first figures are shown.
const MAX_GAMES: u64 = 2_000;
const FIRST_GAMES: u64 = 25;

/// The seed of the games.
const SEED: u64 = 1;

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
}

/// A session that has run.
pub struct SessionRun {
    pub file: String,
    pub text: SourceText,
    /// Its report, or why it cannot be read.
    pub went: Result<SessionReport, String>,
    /// The lines of each script on which statements have run, by `cards/tax.rhai`.
    pub ran: BTreeMap<Arc<str>, BTreeSet<usize>>,
}

/// A result for the thread of the table.
pub enum Outcome {
    /// A message that needs nothing more.
    Reply(WorkReply),
    /// A session of the job with this number.
    Session(u64, Box<SessionRun>),
    /// All sessions of the job with this number have run.
    Tested(u64),
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
        test(&job, report);
        // A panic of the program is printed; the next save tries again.
        let _ = contained("the comparison", || weigh(&job, report));
    }
}

/// Runs the sessions.
fn test(job: &BackgroundJob, report: &Report) {
    let names = job.library.script_names().filter(|name| !name.starts_with("agents/"));
    let scripts = names.filter_map(|name| job.library.script(name));
    let statements: Arc<NumberedStatements> = Arc::new(scripts.collect());
    let begin = || {
        let (interrupt, probe) = (Interrupt::after(SESSION), Probe::recording());
        let control = Control { interrupt, probe, statements: statements.clone() };
        Rc::new(RulesetCache::new(control))
    };
    let mut rulesets = begin();
    for (file, text) in &job.sessions {
        if job.stop.is_set() {
            return;
        }
        let play = || play(file, text, &job.library, &rulesets);
        let went = contained(file, play).unwrap_or_else(|error| Err(error.to_string()));
        let hits = rulesets.control().probe.take();
        if went.is_err() {
            rulesets = begin();
        }
        let mut ran: BTreeMap<Arc<str>, BTreeSet<usize>> = BTreeMap::new();
        for number in hits.statements.keys() {
            let at = statements.scripts.partition_point(|script| script.numbers().end <= *number);
            let Some(script) = statements.scripts.get(at) else { continue };
            let line = script.source.statements[number - script.first].line;
            ran.entry(script.source.script.name.clone()).or_default().insert(line);
        }
        let (file, text) = (file.clone(), text.clone());
        report(Outcome::Session(job.number, Box::new(SessionRun { file, text, went, ran })));
    }
    report(Outcome::Tested(job.number));
}

fn play(
    file: &str,
    text: &SourceText,
    library: &Library,
    rulesets: &Rc<RulesetCache>,
) -> Result<SessionReport, String> {
    let parsed = parse(file, text).map_err(|error| error.to_string())?;
    let options =
        SessionOptions { read_only: true, limit: Some(SESSION), ..SessionOptions::default() };
    rulesets.control().interrupt.restart(SESSION);
    let (mode, all) = (CheckMode::Compare, BlockFilter::default());
    Ok(run(parsed, library, rulesets, mode, options, &all))
}

/// Plays games for the figures, more and more of them.
fn weigh(job: &BackgroundJob, report: &Report) {
    let progress = Progress { stop: job.stop.clone(), ..Progress::default() };
    let mut scales: Vec<Scale> = card_scale(job).into_iter().chain(rules_scale(job)).collect();
    let (mut games, mut batch) = (0, FIRST_GAMES);
    while games < MAX_GAMES && !scales.is_empty() {
        let end = MAX_GAMES.min(games + batch);
        for scale in &mut scales {
            let weighed = scale(games..end, &progress);
            let Some((is_card, sentence)) = weighed.filter(|_| !job.stop.is_set()) else { return };
            let (games, is_running) = (end, end < MAX_GAMES);
            report(Outcome::Reply(WorkReply::Weighed { is_card, games, sentence, is_running }));
        }
        (games, batch) = (end, batch * 2);
    }
}

/// Plays further games. Returns whether it weighs a card, and what is known by now.
type Scale = Box<dyn FnMut(Range<u64>, &Progress) -> Option<(bool, String)>>;

fn plan(library: &Library, variant: &str) -> Option<Plan> {
    let (agents, seed, games, limit) = (vec![AgentName::Greedy], SEED, MAX_GAMES, LIMIT);
    let config = RunConfig { players: None, agents, fixed: false, seed, games, limit };
    Plan::new(library, variant, &[], config).ok()
}

/// Measures what the open card is worth.
fn card_scale(job: &BackgroundJob) -> Option<Scale> {
    let card = job.card.as_ref()?;
    let mut plan = plan(&job.library, &job.variant)?;
    let is_there = |deck: &str| deck == card;
    plan.kinds().iter().any(|kind| is_there(kind)).then_some(())?;
    plan.manifest.card = Some(card.clone());
    let mut tally: Option<Tally> = None;
    Some(Box::new(move |games, progress| {
        plan.manifest.games = games.end;
        let part = run_games(&plan, games, 1, progress).ok()?;
        match &mut tally {
            Some(tally) => tally.merge_from(&part),
            None => tally = Some(part),
        }
        let report = SimReport::new(&plan.manifest, &plan.kinds(), &plan.combos(), tally.as_ref()?);
        let answers = sim_report(&report).summary.into_iter();
        let mut answers = answers.filter(|answer| answer.pace == Waiting::Cards);
        Some((true, answers.next().map(|answer| answer.text).unwrap_or_default()))
    }))
}

/// Compares the rules with those before, on common random numbers.
fn rules_scale(job: &BackgroundJob) -> Option<Scale> {
    let [old, new] = [&job.before, &job.library].map(|library| plan(library, &job.variant));
    let (old, new) = old.zip(new)?;
    let (a, b) = (&old.manifest, &new.manifest);
    (a.rules != b.rules && a.players == b.players).then_some(())?;
    let family = [("before".to_owned(), old), ("your changes".to_owned(), new)];
    let (mut run, mut counts) = (CompareRun::new(&family), Vec::<MemberCounts>::new());
    Some(Box::new(move |games, progress| {
        run.members.iter_mut().for_each(|(_, plan)| plan.games = games.end);
        let part = compare(&family, games, 1, progress).ok()?;
        counts.resize(part.len(), MemberCounts::default());
        counts.iter_mut().zip(&part).for_each(|(all, part)| all.merge_from(part));
        let answers = compare_report(&Comparison::new(&run, &counts)).summary.into_iter();
        Some((false, answers.map(|answer| answer.text).collect::<Vec<_>>().join(" ")))
    }))
}
