//! Plays the games of a plan on all cores. The result does not depend on the number of threads:
//! each game has its own seed, and tallies are commutative.

use super::collect::StatsCollector;
use super::counts::Merge as _;
use super::measures::GameResult;
use super::metric_tally::MetricTally;
use super::metrics::MetricCollector;
use super::plan::Plan;
use super::progress::Progress;
use super::row_files::RowFiles;
use super::rows::RowCollector;
use super::tally::{FirstFault, Tally};
use super::value_tally::ValueTally;
use super::values::ValueCollector;
use crate::agent::HashedChoices;
use crate::base::error::Error;
use crate::base::{STACK_SIZE, thread_pool};
use crate::kernel::{Fault, Game, Rulebook as _, Seat};
use crate::script::{Host, INTERRUPTED};
use crate::sim::registry::AgentPool;
use std::cell::Cell;
use std::io;
use std::ops::Range;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The maximum number of games a thread takes at a time.
const CHUNK: u64 = 64;

/// The number of games of the first block ([`in_blocks`]).
const FIRST_BLOCK: u64 = 16;

/// Blocks grow until a turn takes this long: loading the rules takes much less.
const LONG_TURN: Duration = Duration::from_millis(250);

/// Plays a range of the games of a plan on `threads` threads.
///
/// # Errors
/// Script errors; `A0102`: a thread cannot be started.
pub fn run(
    plan: &Plan,
    games: Range<u64>,
    threads: usize,
    progress: &Progress,
) -> Result<Tally, Vec<Error>> {
    run_with_rows(plan, games, threads, progress, None)
}

/// Runs it and writes raw data.
///
/// # Errors
/// Script errors; `A0102`: a thread cannot be started.
pub fn run_with_rows(
    plan: &Plan,
    games: Range<u64>,
    threads: usize,
    progress: &Progress,
    rows: Option<&RowFiles>,
) -> Result<Tally, Vec<Error>> {
    let play = |worker: &mut Worker<'_>, game: u64| {
        worker.play(game);
        let (values, metrics) = worker.measured(game);
        worker.tally.values.merge_from(&values);
        worker.tally.metrics.merge_from(&metrics);
    };
    let worker = || Worker::new(plan, progress)?.with_collectors(rows, progress);
    let mut whole = empty_tally(plan);
    let parts = share_out(games, threads, progress, worker, play, Worker::finish)?;
    parts.iter().for_each(|part| whole.merge_from(part));
    Ok(whole)
}

/// Distributes numbered games among threads, each with its own worker; returns the final state of
/// each worker. Which worker plays which game is nondeterministic. A worker that is interrupted
/// while it starts is left out.
///
/// # Errors
/// Those of the workers; an interruption only if none could start. `A0102`: a thread cannot be
/// started.
#[doc(hidden)]
pub fn share_out<W, T: Send>(
    games: Range<u64>,
    threads: usize,
    progress: &Progress,
    worker: impl Fn() -> Result<W, Vec<Error>> + Sync,
    play: impl Fn(&mut W, u64) + Sync,
    finish: impl Fn(W) -> T + Sync,
) -> Result<Vec<T>, Vec<Error>> {
    let next = AtomicU64::new(games.start);
    let fair = (games.end - games.start) / (4 * threads.max(1) as u64);
    let chunk = fair.clamp(1, CHUNK);
    // The inner error is that of a thread that was stopped before it could play.
    let work = || -> Result<Result<T, Vec<Error>>, Vec<Error>> {
        let mut worker = match worker() {
            Ok(worker) => worker,
            Err(errors) if errors.iter().all(|error| error.code == INTERRUPTED) => {
                return Ok(Err(errors));
            }
            Err(errors) => return Err(errors),
        };
        while !progress.stop.is_set() {
            let start = next.fetch_add(chunk, Ordering::Relaxed);
            if start >= games.end {
                break;
            }
            for game in start..games.end.min(start + chunk) {
                progress.first.wait(&progress.stop);
                if progress.stop.is_set() {
                    break;
                }
                play(&mut worker, game);
                progress.games.fetch_add(1, Ordering::Relaxed);
            }
        }
        Ok(Ok(finish(worker)))
    };
    let pool = thread_pool(threads.max(1), STACK_SIZE).map_err(|error| no_thread(&error))?;
    let parts: Result<Vec<_>, _> = pool.broadcast(|_| work()).into_iter().collect();
    let (started, late): (Vec<_>, Vec<_>) = parts?.into_iter().partition(Result::is_ok);
    match late.into_iter().find_map(Result::err) {
        Some(interrupted) if started.is_empty() => Err(interrupted),
        _ => Ok(started.into_iter().flatten().collect()),
    }
}

/// Plays a range of games in blocks, so that several plans can take turns: `play` plays a block in
/// `n_turns` turns. If the run is stopped, all have played about the same number of games. The size
/// of the blocks depends on the time they take, so results must not depend on the size.
///
/// # Errors
/// Those of `play`.
pub(super) fn in_blocks<E>(
    games: &Range<u64>,
    n_turns: usize,
    progress: &Progress,
    mut play: impl FnMut(Range<u64>) -> Result<(), E>,
) -> Result<(), E> {
    let (mut start, mut size) = (games.start, FIRST_BLOCK);
    while start < games.end && !progress.stop.is_set() {
        let end = games.end.min(start.saturating_add(size));
        let begun = Instant::now();
        play(start..end)?;
        let n_turns = u32::try_from(n_turns).unwrap_or(u32::MAX);
        if begun.elapsed() < LONG_TURN.saturating_mul(n_turns) {
            size = size.saturating_mul(2);
        }
        start = end;
    }
    Ok(())
}

fn no_thread(error: &io::Error) -> Vec<Error> {
    let error = Error::new("A0102", format!("cannot start a thread: {error}"));
    vec![error.hint("use fewer threads: --threads 1")]
}

fn empty_tally(plan: &Plan) -> Tally {
    let (n_kinds, n_combos) = (plan.spec.kinds.len(), plan.spec.combos.len());
    Tally::new(plan.manifest.players, plan.agents().len(), n_kinds, n_combos)
}

/// Plays games of a plan one after another. Its scripts are compiled once; it belongs to one
/// thread.
pub struct Worker<'a> {
    pub(super) plan: &'a Plan,
    host: Rc<Host>,
    agents: AgentPool,
    collector: StatsCollector,
    tally: Tally,
    /// The last game, whose memory the next one reuses.
    game: Option<Box<Game>>,
    rows: Option<RowCollector<'a>>,
    values: Option<ValueCollector<'a>>,
    metrics: Option<MetricCollector<'a>>,
    /// The hash of the choices of the last game, if they are hashed.
    choices: Option<Rc<Cell<u64>>>,
}

impl<'a> Worker<'a> {
    /// Compiles the scripts of a plan.
    ///
    /// # Errors
    /// All errors of the scripts and agents.
    pub fn new(plan: &'a Plan, progress: &Progress) -> Result<Self, Vec<Error>> {
        let host = Host::load(&plan.spec, &progress.control())?;
        let interrupt = progress.stop.clone();
        let messages = &progress.messages;
        let agents =
            AgentPool::new(plan.agents(), &plan.library, host.clone(), interrupt, messages)?
                .with_common_random(plan.uses_common_random());
        let tally = empty_tally(plan);
        let collector = StatsCollector::new(host.rules(), plan.manifest.players);
        let (rows, values, metrics, choices) = (None, None, None, None);
        let game = None;
        Ok(Self { plan, agents, collector, tally, host, game, rows, values, metrics, choices })
    }

    /// Returns the worker, which then also hashes the choices of each game.
    pub fn with_choices(self) -> Self {
        Self { choices: Some(Rc::default()), ..self }
    }

    /// The hash of the choices of the last game: equal games have equal ones.
    pub fn choices(&self) -> Option<u64> {
        self.choices.as_ref().map(|hash| hash.get())
    }

    /// Returns the worker, which then also writes raw data and measures what the plan asks for.
    pub(super) fn with_collectors(
        mut self,
        files: Option<&'a RowFiles>,
        progress: &Progress,
    ) -> Result<Self, Vec<Error>> {
        let plan = self.plan;
        let (rules, counter) = (self.host.rules(), self.collector.counter());
        let rows = |files| RowCollector::new(plan, rules, counter, files, progress.stop.clone());
        self.rows = files.map(rows);
        let is_valued = plan.manifest.card_values || plan.manifest.card.is_some();
        let values = is_valued.then(|| ValueCollector::new(plan, progress));
        self.values = values.transpose()?;
        let is_judged = plan.manifest.metrics || plan.manifest.quality_games.is_some();
        let metrics = is_judged.then(|| MetricCollector::new(plan, progress));
        self.metrics = metrics.transpose()?;
        Ok(self)
    }

    /// Returns the counts of the games played.
    pub fn finish(mut self) -> Tally {
        self.collector.add_questions(&self.host, &mut self.tally);
        self.tally
    }

    /// Returns the counts of the games played so far.
    pub const fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Whether the user asked the run to stop.
    pub(super) fn is_interrupted(&self) -> bool {
        self.agents.is_interrupted()
    }

    /// Plays the changed versions of a game that are to be measured; returns what they add.
    pub(super) fn measured(&self, number: u64) -> (ValueTally, MetricTally) {
        let values = self.values.as_ref().map(|values| values.game(number));
        let is_judged = self.plan.manifest.measures_quality_of(number);
        let metrics = self.metrics.as_ref().filter(|_| is_judged);
        let metrics = metrics.map(|metrics| metrics.game(number));
        (values.unwrap_or_default(), metrics.unwrap_or_default())
    }

    /// Plays one game; returns its result if there is a winner.
    pub fn play(&mut self, number: u64) -> Option<GameResult> {
        self.tally.games += 1;
        match self.try_play(number) {
            Ok(ending) => ending,
            // An interrupted game has no result.
            Err(_) if self.is_interrupted() => {
                self.tally.games -= 1;
                None
            }
            Err(fault) => {
                let fault = self.host.fault(&fault).to_string();
                let fault = self.agents.error().unwrap_or(fault);
                let seed = self.plan.seed_of(number);
                self.tally.faulty += 1;
                self.tally.first_fault.merge_from(&Some(FirstFault { game: number, seed, fault }));
                self.rows.iter().for_each(|rows| rows.unfinished(number, "faulty"));
                None
            }
        }
    }

    fn try_play(&mut self, number: u64) -> Result<Option<GameResult>, Box<Fault>> {
        let plan = self.plan;
        // Rows need the events; without them no log is kept.
        let setup = plan.setup(number, self.rows.is_some());
        self.rows.iter().for_each(RowCollector::begin);
        self.choices.iter().for_each(|hash| hash.set(0));
        let mut game = match self.game.take() {
            Some(mut game) => game.start_over(&setup).map(|()| game),
            None => {
                let counter = self.collector.counter().clone();
                Game::observed(self.host.clone(), &setup, counter).map(Box::new)
            }
        }?;
        game.rollback_on_fault = false;
        let seating = plan.manifest.seating_of(number);
        let agent_of = |seat| plan.agent_of(number, seat);
        for seat in (0..plan.manifest.players).map(|seat| Seat(seat as u8)) {
            let agent = self.agents.agent(agent_of(seat), number, plan.seed_of(number), seat);
            let agent = match &self.rows {
                Some(rows) => rows.recorded(agent),
                None => agent,
            };
            let agent = match self.choices.clone() {
                Some(hash) => Box::new(HashedChoices { agent, hash }),
                None => agent,
            };
            game.seat(seat, Some(agent));
        }
        let played = game.play_at_most(plan.manifest.limit);
        if played.is_err() && self.is_interrupted() {
            return played.map(|_| None);
        }
        self.tally.decisions += game.n_decisions();
        let n_plies = played?;
        let is_over = game.is_over();
        let events = self.rows.as_ref().map(|_| game.take_events());
        self.game = Some(game);
        if !is_over {
            self.tally.stopped += 1;
            self.tally.stopped_turns += self.collector.counter().borrow().n_turns() as u64;
            self.rows.iter().for_each(|rows| rows.unfinished(number, "stopped"));
            return Ok(None);
        }
        let result = self.collector.finish(n_plies as usize, &mut self.tally, seating, agent_of);
        if let (Some(rows), Some(events)) = (&self.rows, events) {
            rows.finished(number, &events, &result);
        }
        Ok(Some(result).filter(|result| !result.winners.is_empty()))
    }
}
