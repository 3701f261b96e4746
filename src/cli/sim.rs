//! `litterbox sim`: simulations.

use super::failure::{CliError, CliResult, FOUND, OK, STOPPED};
use super::progress_bar::{draw, progress_bar};
use super::shards::write_or_show;
use super::shared_args::SharedArgs;
use super::sim_args::{FiguresFormat, PlayArgs, SimArgs, SimRunArgs};
use super::until_args::about;
use super::{library, print, report_page};
use crate::base::Interrupt;
use crate::base::error::{did_you_mean, plural};
use crate::page::{self, PAGE_FILE};
use crate::shell::render::text::grid::terminal_width;
use crate::sim::sections::{Answer, AnswerPace, Report};
use crate::sim::{
    self, Plan, Progress, ROW_FILE, RunConfig, RunManifest, SHARD_FILE, ShardResult, SimReport,
    SimRun, Tally,
};
use crate::sim::{finite, stopping};
use crate::variant::{Library, SET};
use indicatif::ProgressBar;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
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
    let library = library::open(shared)?;
    let mut plan = sim_plan(library, &args.run)?;
    if args.until.until.is_some() && plan.manifest.seats_are_agents() && args.run.card.is_none() {
        return Err(CliError::Usage(
            "`--until` has no figure to wait for: with `--fixed-seats` and several agents, nothing \
             is said of the starting player; use `--games`, or `--card`"
                .to_owned(),
        ));
    }
    plan.manifest.games = args.until.most_games(plan.manifest.games);
    let is_open = args.is_open() && stopping::has_answer(&plan);
    if is_open {
        plan.manifest.games = stopping::MOST;
    }
    let games = args.shard.of(plan.manifest.games);
    let (shard, page) = (args.shard.out.as_deref(), args.report.as_deref());
    let rows = args.raw_data.paths().map(|path| (&ROW_FILE, path));
    library::check_outputs(&[&[(&SHARD_FILE, shard), (&PAGE_FILE, page)][..], &rows].concat())?;
    let start = Instant::now();
    let n_games = games.end - games.start;
    let (tally, is_stopped) = args.raw_data.write(games.start, |rows| {
        watched(n_games, |progress| {
            if is_open {
                let threads = args.threads.n();
                return Ok(stopping::play_until_known(&mut plan, threads, progress, rows)?);
            }
            let play = |games| sim::run_with_rows(&plan, games, args.threads.n(), progress, rows);
            let run = SimRun::new(&plan);
            let margin =
                |tally: &Tally| SimReport::new(&run.plan, &run.kinds, &run.combos, tally).margin();
            args.until.play(games.clone(), progress, play, margin)
        })
    })?;
    if args.until.until.is_some() && !is_stopped {
        plan.manifest.games = tally.games;
    }
    let games = games.start..games.end.min(plan.manifest.games);
    let nanoseconds = nanoseconds_since(start);
    print::talk(&speed(tally.games, nanoseconds))?;
    let shard = ShardResult::new(SimRun::new(&plan), games, nanoseconds, tally);
    write_or_show(&shard, is_stopped, args.shard.out.as_deref(), || {
        let variant = Some(&*args.run.variant);
        let seconds = Some(seconds_per_game(&plan, &shard, args.threads.n())?);
        show(&shard, ReportOut { shared, variant, format: args.format, page, seconds })
    })
}

/// How long a game takes, by what it measures: by its plies, of which those of changed and
/// simulated games take as long as others. If all values of cards were measured, games are played
/// again that measure one.
fn seconds_per_game(
    plan: &Plan,
    shard: &ShardResult<SimRun>,
    threads: usize,
) -> Result<SecondsPerGame, CliError> {
    let Tally { games, decisions, values, metrics, .. } = &shard.counts;
    let judged = metrics.sums[0].n().saturating_add(metrics.left_out);
    let part = |plies: u64, games: u64| plies as f64 / games.max(1) as f64;
    let plies = decisions.saturating_add(values.plies).saturating_add(metrics.plies);
    let of_ply = shard.nanoseconds as f64 / 1e9 / plies.max(1) as f64;
    let (game, valued) = (part(*decisions, *games), part(values.plies, *games));
    let cards = match plan.manifest.card_values {
        false => of_ply * (game + valued),
        true => {
            let mut plan = plan.clone();
            let RunManifest { card_values, metrics, card, .. } = &mut plan.manifest;
            (*card_values, *metrics) = (false, false);
            card.get_or_insert_default();
            let (start, mut n) = (Instant::now(), 0);
            while n < *games && start.elapsed() < TIMED {
                let next = (2 * n).clamp(n + 8, (*games).max(n + 8));
                sim::run(&plan, n..next, threads, &Progress::default())?;
                n = next;
            }
            start.elapsed().as_secs_f64() / n.max(1) as f64
        }
    };
    let quality = of_ply * (game + part(metrics.plies, judged));
    Ok(SecondsPerGame { games: of_ply * game, cards, quality })
}

/// How long games are played to time them.
const TIMED: Duration = Duration::from_millis(200);

/// The time of a game in seconds, by what it measures ([`AnswerPace`]).
#[derive(Clone, Copy, Debug, Serialize)]
pub struct SecondsPerGame {
    games: f64,
    cards: f64,
    quality: f64,
}

impl SecondsPerGame {
    const fn of(self, pace: AnswerPace) -> f64 {
        match pace {
            AnswerPace::Games => self.games,
            AnswerPace::Cards => self.cards,
            AnswerPace::Quality => self.quality,
        }
    }
}

/// The plan of a simulation.
///
/// # Errors
/// All errors of the variant, invalid players or agents.
pub fn sim_plan(mut library: Library, run: &SimRunArgs) -> Result<Plan, CliError> {
    let id = library::find(&mut library, &run.variant)?;
    let mut plan = plan(&library, &id, &sets(SET, &run.set)?, &run.play)?;
    if let Some(kind) = &run.card {
        check_kind(&plan, kind)?;
    }
    let RunManifest { card_values, metrics, card, .. } = &mut plan.manifest;
    (*card_values, *metrics, *card) = (run.card_values, run.metrics, run.card.clone());
    Ok(plan)
}

/// Checks that a kind is in the box.
fn check_kind(plan: &Plan, kind: &str) -> Result<(), CliError> {
    let ids: Vec<&str> =
        plan.spec.kinds.iter().filter(|kind| kind.is_in_box).map(|kind| &*kind.id).collect();
    if ids.contains(&kind) {
        return Ok(());
    }
    let variant = &plan.manifest.variant;
    let hint = did_you_mean(kind, ids)
        .unwrap_or_else(|| format!("`litterbox cards {variant}` lists the cards"));
    Err(CliError::Usage(format!("the box of {variant} has no card `{kind}`; {hint}")))
}

/// The time since then.
pub fn nanoseconds_since(start: Instant) -> u64 {
    u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX)
}

/// The speed, which is not part of the result.
fn speed(n_games: u64, nanoseconds: u64) -> String {
    let seconds = nanoseconds.max(1) as f64 / 1e9;
    let per_second = n_games as f64 / seconds;
    format!("{} in {seconds:.1} s ({per_second:.0} per second)", plural(n_games, "game"))
}

/// Prints the result of a simulation, and writes its page.
///
/// # Errors
/// A file cannot be written.
pub fn show(shard: &ShardResult<SimRun>, out: ReportOut<'_>) -> CliResult {
    let SimRun { plan, kinds, combos } = &shard.run;
    let result = SimReport::new(plan, kinds, combos, &shard.counts);
    let turns = result.length("turns").map(|turns| turns.median);
    let json = BTreeMap::from([("result", &result)]);
    let report = sim::sim_report(&result);
    write_report(&report, &json, out, plan, turns)?;
    // What is said on stdout does not depend on the speed of the machine.
    for Answer { question, text, games, pace } in &report.summary {
        let (Some(n), Some(seconds)) = (games, out.seconds) else { continue };
        let time = about(seconds.of(*pace) * *n as f64);
        // An answer without a question begins with its own name.
        let name = text.split_inclusive(':').next().unwrap_or_default();
        let name = if *pace == AnswerPace::Quality { name } else { *question };
        print::talk(&format!("{name} {} take about {time}", plural(*n, "game")))?;
    }
    Ok(found(&shard.counts))
}

/// A result for programs, with what is said of it.
#[derive(Serialize)]
struct ToldReport<'a, T: Serialize> {
    warnings: &'a [String],
    answers: &'a [Answer],
    #[serde(flatten)]
    result: &'a T,
}

/// Where a report goes.
#[derive(Clone, Copy)]
pub struct ReportOut<'a> {
    pub shared: &'a SharedArgs,
    /// The variant as the command line names it; `None`: that of the run.
    pub variant: Option<&'a str>,
    pub format: FiguresFormat,
    pub page: Option<&'a Path>,
    /// How long a game takes.
    pub seconds: Option<SecondsPerGame>,
}

/// Prints a report in a format, and writes its page; `json` is the result for programs, `turns` the
/// length of the game that a page shows.
///
/// # Errors
/// A figure is not a number, a file cannot be written.
pub fn write_report(
    report: &Report,
    json: &impl Serialize,
    out: ReportOut<'_>,
    plan: &RunManifest,
    turns: Option<usize>,
) -> Result<(), CliError> {
    finite::check(&(report, json))?;
    if let Some(path) = out.page {
        let variant = out.variant.unwrap_or(&plan.variant);
        let mut shown = report_page::shown(out.shared, variant, plan, turns);
        let seconds = |answer: &Answer| Some(out.seconds?.of(answer.pace) * answer.games? as f64);
        shown["seconds"] = report.summary.iter().map(seconds).collect::<Vec<Option<f64>>>().into();
        library::write(path, &page::report::page(&report.title, report.page_data(shown)))?;
    }
    match out.format {
        FiguresFormat::Text => {
            let columns = terminal_width().unwrap_or(usize::MAX);
            print::plain(&print::wrapped(&sim::text(report, columns), columns))?;
        }
        FiguresFormat::Csv => print::plain(&sim::csv(report))?,
        FiguresFormat::Json => {
            let (warnings, answers) = (&*report.warnings, &*report.summary);
            print::json(&ToldReport { warnings, answers, result: json })?;
        }
    }
    Ok(())
}

const fn found(tally: &Tally) -> u8 {
    if tally.faulty > 0 { FOUND } else { OK }
}

/// Splits the values of `--set`, or of another option like it.
///
/// # Errors
/// There is no `=`, or an option is set twice.
pub fn sets(option: &str, set: &[String]) -> Result<Vec<(String, String)>, CliError> {
    let parted = set.iter().map(|text| {
        let (name, value) = text.split_once('=').ok_or_else(|| {
            let what = format!("`{option} {text}`: expected OPTION=VALUE, such as deck.skip=3");
            CliError::Usage(what)
        })?;
        Ok((name.to_owned(), value.to_owned()))
    });
    let parted: Vec<(String, String)> = parted.collect::<Result<_, CliError>>()?;
    check_once(option, parted.iter().map(|(name, _)| name.as_str()))?;
    Ok(parted)
}

/// Checks that an argument names each option of a variant once.
///
/// # Errors
/// It names one twice.
pub fn check_once<'a>(
    argument: &str,
    names: impl Iterator<Item = &'a str>,
) -> Result<(), CliError> {
    let mut seen = BTreeSet::new();
    for name in names {
        if !seen.insert(name) {
            return Err(CliError::Usage(format!("{argument}: `{name}` is given twice")));
        }
    }
    Ok(())
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
        games: play.n_games(),
        limit: play.limit,
    };
    Plan::new(library, id, set, config).map_err(|errors| CliError::of_variant(library, id, errors))
}

/// Runs work with a progress bar on stderr. The first Ctrl-C stops it, which is told on stderr; the
/// second ends the program. Returns the result, and whether the work was stopped.
///
/// # Errors
/// What the work returns.
pub fn watched<T, E: Into<CliError>>(
    n_games: u64,
    work: impl FnOnce(&Progress) -> Result<T, E>,
) -> Result<(T, bool), CliError> {
    watched_by(progress_bar(Some(n_games), "games"), work)
}

/// Runs it with a progress bar of its own.
///
/// # Errors
/// What the work returns.
pub fn watched_by<T, E: Into<CliError>>(
    bar: ProgressBar,
    work: impl FnOnce(&Progress) -> Result<T, E>,
) -> Result<(T, bool), CliError> {
    let progress = Progress::default();
    let stop = progress.stop.clone();
    let by_user = Interrupt::default();
    let asked = by_user.clone();
    let interrupted = move || {
        if asked.set() {
            std::process::exit(STOPPED.into());
        }
        stop.set();
    };
    // If a handler is already installed, Ctrl-C ends the program as usual.
    let _ = ctrlc::set_handler(interrupted);
    let (done, waiting) = std::sync::mpsc::channel::<()>();
    let (played, messages, is_asked) = (&progress.games, &progress.messages, &by_user);
    // If stderr is closed, nobody reads the messages.
    let tell = |bar: &ProgressBar| {
        bar.suspend(|| messages.take().iter().for_each(|line| drop(print::talk(line))));
    };
    let result = thread::scope(|scope| {
        let drawn = scope.spawn(move || {
            while waiting.recv_timeout(TICK) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                draw(&bar, played.load(Ordering::Relaxed), is_asked.is_set());
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
    if !by_user.is_set() {
        return Ok((result.map_err(Into::into)?, false));
    }
    let result = result.map_err(|error| error.into().of_stopped_run())?;
    print::talk("the run was stopped: these are the results so far")?;
    Ok((result, true))
}
