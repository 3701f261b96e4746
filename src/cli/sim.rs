//! `litterbox sim` and `litterbox merge`: simulations and their shard results.

use super::failure::{CliError, CliResult, FOUND, OK};
use super::shared_args::SharedArgs;
use super::sim_args::{MergeArgs, Numbers, PlayArgs, SimArgs};
use super::{library, print};
use crate::agent::Interrupt;
use crate::error::{Error, plural};
use crate::files::Files as _;
use crate::sim::{self, Plan, Progress, RunConfig, ShardResult, SimReport, Tally};
use crate::variant::{Library, SET};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

/// How often the progress bar is drawn.
const TICK: Duration = Duration::from_millis(100);

/// Runs `sim`.
///
/// # Errors
/// The variant or its scripts have errors, the command line is invalid, a file cannot be written.
pub fn run(shared: &SharedArgs, args: &SimArgs) -> CliResult {
    let mut library = library::open(shared)?;
    let id = library::find(&mut library, &args.variant)?;
    let plan = plan(&library, &id, &sets(SET, &args.set)?, &args.play)?;
    let plan = plan.with_card_values(args.card_values).with_metrics(args.metrics);
    let games = args.shard.map_or(0..args.play.games, |(k, n)| plan.part(k, n));
    let start = Instant::now();
    let n_games = games.end - games.start;
    let rows = args.raw_data.create(games.start)?;
    let tally = watched(n_games, |progress| {
        sim::run_with_rows(&plan, games.clone(), threads(&args.play), progress, rows.as_ref())
    })?;
    args.raw_data.finish(rows)?;
    let nanoseconds = u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX);
    let is_whole = tally.games == n_games;
    print::talk(&speed(tally.games, nanoseconds))?;
    let part = ShardResult::new(&plan, games, nanoseconds, tally);
    match &args.out {
        Some(_) if !is_whole => {
            print::talk("the run was stopped: no shard result was written")?;
            Ok(FOUND)
        }
        Some(path) => {
            library::write(path, &part.to_json())?;
            Ok(found(&part.tally))
        }
        None => show(&part, args.format, args.report.as_deref()),
    }
}

/// Runs `merge`.
///
/// # Errors
/// A shard result cannot be read, or belongs to another run.
pub fn merge(args: &MergeArgs) -> CliResult {
    let mut whole: Option<ShardResult> = None;
    for path in &part_files(&args.parts)? {
        let name = path.display().to_string();
        let text = library::read(path)?;
        let part = ShardResult::from_json(&name, &text)?;
        whole = Some(match whole {
            None => part,
            Some(whole) => whole.merge(&name, part)?,
        });
    }
    let Some(whole) = whole else {
        return Err(CliError::Usage("no shard result was given".to_owned()));
    };
    let n_missing = whole.plan.games - whole.tally.games;
    if n_missing > 0 {
        print::talk(&format!("missing: {n_missing} of {}", plural(whole.plan.games, "game")))?;
    }
    let code = match &args.out {
        Some(path) => library::write(path, &whole.to_json()).map(|()| found(&whole.tally))?,
        None => show(&whole, args.format, args.report.as_deref())?,
    };
    Ok(if n_missing > 0 { FOUND } else { code })
}

/// The files, with those of folders.
fn part_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, CliError> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let failed = |error| CliError::Io(path.display().to_string(), error);
        let entries = library::folder(path)?.entries("").map_err(failed)?;
        let names = entries.into_iter().map(|entry| entry.name);
        let is_part = |name: &String| name.starts_with("part") && name.ends_with(".json");
        files.extend(names.filter(is_part).map(|name| path.join(name)));
    }
    files.sort();
    Ok(files)
}

/// The speed, which is not part of the result.
fn speed(n_games: u64, nanoseconds: u64) -> String {
    let seconds = nanoseconds.max(1) as f64 / 1e9;
    let per_second = n_games as f64 / seconds;
    format!("{} in {seconds:.1} s ({per_second:.0} per second)", plural(n_games, "game"))
}

fn show(part: &ShardResult, format: Numbers, page: Option<&Path>) -> CliResult {
    let report = SimReport::new(&part.plan, &part.kinds, &part.combos, &part.tally);
    if let Some(path) = page {
        library::write(path, &sim::html(&report))?;
    }
    match format {
        Numbers::Text => print::plain(&sim::text(&report))?,
        Numbers::Csv => print::plain(&sim::csv(&report))?,
        Numbers::Json => {
            let seconds = part.nanoseconds.max(1) as f64 / 1e9;
            print::json(&json!({
                "games_per_second": (part.tally.games as f64 / seconds).round(),
                "decisions_per_second": (part.tally.decisions as f64 / seconds).round(),
                "result": report,
            }))?;
        }
    }
    Ok(found(&part.tally))
}

const fn found(tally: &Tally) -> u8 {
    if tally.faulty > 0 { FOUND } else { OK }
}

/// Splits the values of `--set`, or of another option like it.
///
/// # Errors
/// There is no `=`.
pub fn sets(option: &str, set: &[String]) -> Result<Vec<(String, String)>, CliError> {
    let parted = set.iter().map(|text| {
        let (name, value) = text.split_once('=').ok_or_else(|| {
            let what = format!("`{option} {text}`: expected OPTION=VALUE, such as deck.skip=3");
            CliError::Usage(what)
        })?;
        Ok((name.to_owned(), value.to_owned()))
    });
    parted.collect()
}

/// The run configuration of the arguments.
///
/// # Errors
/// All errors of the variant, invalid players or agents.
pub fn plan(
    library: &Library,
    id: &str,
    set: &[(String, String)],
    play: &PlayArgs,
) -> Result<Plan, CliError> {
    let config = RunConfig {
        players: play.players,
        agents: play.agents.0.clone(),
        fixed: play.fixed_seats,
        seed: play.seed,
        games: play.games,
        limit: play.limit,
    };
    Plan::new(library, id, set, config).map_err(|errors| CliError::of_variant(library, id, errors))
}

/// How many threads to use.
#[must_use]
pub fn threads(play: &PlayArgs) -> usize {
    threads_or_cores(play.threads)
}

/// The number of threads, or one per core.
#[must_use]
pub fn threads_or_cores(threads: Option<usize>) -> usize {
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    threads.unwrap_or_else(cores).max(1)
}

/// Runs work with a progress bar on stderr. The first Ctrl-C stops it, which is told on stderr; the
/// second ends the program.
///
/// # Errors
/// What the work returns.
pub fn watched<T>(
    n_games: u64,
    work: impl FnOnce(&Progress) -> Result<T, Vec<Error>>,
) -> Result<T, CliError> {
    watched_by_games(n_games, work)
}

/// The same for work with other errors.
///
/// # Errors
/// What the work returns.
pub fn watched_by_games<T, E: Into<CliError>>(
    n_games: u64,
    work: impl FnOnce(&Progress) -> Result<T, E>,
) -> Result<T, CliError> {
    let bar = ProgressBar::new(n_games);
    let template = "{bar:32} {pos}/{len} games  {per_sec}  {eta} left";
    bar.set_style(ProgressStyle::with_template(template).unwrap_or(ProgressStyle::default_bar()));
    watched_by(bar, work)
}

/// The same with a custom progress bar.
///
/// # Errors
/// What the work returns.
pub fn watched_by<T, E: Into<CliError>>(
    bar: ProgressBar,
    work: impl FnOnce(&Progress) -> Result<T, E>,
) -> Result<T, CliError> {
    let progress = Progress::default();
    let stop = progress.stop.clone();
    let by_user = Interrupt::default();
    let asked = by_user.clone();
    let interrupted = move || {
        if asked.set() {
            std::process::exit(130);
        }
        stop.set();
    };
    // If a handler is already installed, Ctrl-C ends the program as usual.
    let _ = ctrlc::set_handler(interrupted);
    let (done, waiting) = std::sync::mpsc::channel::<()>();
    let (played, messages) = (&progress.games, &progress.messages);
    // If stderr is closed, nobody reads the messages.
    let tell = |bar: &ProgressBar| {
        bar.suspend(|| messages.take().iter().for_each(|line| drop(print::talk(line))));
    };
    let result = thread::scope(|scope| {
        let drawn = scope.spawn(move || {
            while waiting.recv_timeout(TICK) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                bar.set_position(played.load(Ordering::Relaxed));
                tell(&bar);
            }
            bar.finish_and_clear();
            tell(&bar);
        });
        let result = work(&progress);
        drop(done);
        // A panic of the progress bar does not affect the result.
        let _ = drawn.join();
        result
    });
    if by_user.is_set() {
        print::talk("the run was stopped: these are the results so far")?;
    }
    result.map_err(Into::into)
}
