//! `litterbox tune`: searches option values for a game with wanted properties.

use super::failure::{CliError, CliResult, FOUND, OK};
use super::shards::write_or_show;
use super::shared_args::SharedArgs;
use super::sim::{ReportOut, check_once, nanoseconds_since, plan, sets, watched, write_report};
use super::sim_args::{FiguresFormat, PlayArgs, ShardArgs, ThreadArgs};
use super::sweep::{Sweep, sweep};
use super::{library, print, shards};
use crate::base::error::plural;
use crate::base::files::OutputType;
use crate::base::output;
use crate::page::PAGE_FILE;
use crate::sim::counts::Merge as _;
use crate::sim::measures::{MEASURES, Measure};
use crate::sim::shard::ShardedRun as _;
use crate::sim::tune::{Candidate, Target};
use crate::sim::tune_run::{TuneCounts, TuneRun, play_round, tune};
use crate::sim::{Plan, SHARD_FILE, ShardResult, missed, named, tune_report};
use crate::variant::{Asset, Library, SET, is_id, lineage};
use clap::Args;
use serde::Serialize;
use serde_json::{Map, Value as Json, json};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The beginning of what a variant says that a search has written.
const TUNED: &str = "Tuned toward ";

/// A file with the best combination of a search.
pub const TUNED_FILE: OutputType = OutputType {
    name: "a variant as `tune --write` has written it",
    endings: &["json"],
    is_head: is_tuned,
};

/// Whether a variant is as a search has written it: nobody has added to it.
fn is_tuned(text: &str) -> bool {
    let Ok(variant) = serde_json::from_str::<Map<String, Json>>(text) else { return false };
    let about = variant.get("about").and_then(Json::as_str);
    let own = ["name", "about", "extends", "deal", "deck", "options"];
    about.is_some_and(|about| about.starts_with(TUNED))
        && variant.keys().all(|key| own.contains(&key.as_str()))
}

/// The arguments of `tune` that determine its result.
#[derive(Clone, Debug, Args)]
pub struct TuneRunArgs {
    /// The variant: its id, or a file
    pub variant: String,
    /// The values of an option; can be repeated
    #[arg(long, value_name = "NAME=0..9|A,B", value_parser = sweep, required = true)]
    pub over: Vec<Sweep>,
    /// The wanted value of a measure; can be repeated
    #[arg(long, value_name = "MEASURE=VALUE", required = true)]
    pub toward: Vec<Target>,
    /// The games to play, of all combinations together.
    #[command(flatten)]
    pub play: PlayArgs,
    /// Change an option of the variant, `deal` or `deck.KIND`; can be repeated
    #[arg(long, value_name = "OPTION=VALUE")]
    pub set: Vec<String>,
}

const EXAMPLES: &str = "\
Examples:
  litterbox tune classic --over deck.nope=0..9 --over deal=4..8 --toward turns=25
  litterbox tune classic --over attack_stacks=true,false --toward seat_spread=0 --games 100000
  litterbox tune classic --over deal=4..8 --toward turns=20 --write variants/tuned.json
";

const ABOUT: &str = "\
Numbers of a game have their mean, and their distance from a target counts relative to the target; \
shares are from 0 to 1, and their distance counts as it is. turns=25*2 counts double.

All combinations play the same games on common random numbers; the better half plays on, until \
four are left. The figures of these are those of a last round, which only measures them, because \
the games that chose them flatter them; their order is that of the rounds before. `measured` is \
the number of games that the figures are of. ± is the \
half-width of a 95 % interval. Each round ranks by `at most`, the distance at the far ends of the \
intervals, in which a game without a winner counts as off by the whole target. Finalists on the \
frontier, marked *, are those for which no other one is at least as near to every target and \
clearly nearer to one.

A shard plays some games of one round for all of its combinations: --shard 1/8, 2/8… for the first \
round, and the same with --after FILE, the merged result of all rounds so far, for the next one. \
`litterbox batch tune` does so.

Ctrl-C ends the search and prints what is known; before all combinations have played the first \
round, --write writes nothing. Exit code: 0, or 1 if a script or an agent \
failed or no variant was written.";

/// The examples, the measures and what the search does.
fn after_help() -> String {
    let row = |measure: &Measure| format!("  {:14}{}\n", measure.name, measure.meaning);
    let rows: String = MEASURES.iter().map(row).collect();
    format!("{EXAMPLES}\nMeasures:\n{rows}\n{ABOUT}")
}

/// The arguments of `tune`.
#[derive(Clone, Debug, Args)]
#[command(after_help = after_help())]
pub struct TuneArgs {
    /// The search.
    #[command(flatten)]
    pub run: TuneRunArgs,
    /// The threads to use.
    #[command(flatten)]
    pub threads: ThreadArgs,
    /// The shard to play.
    #[command(flatten)]
    pub shard: ShardArgs,
    /// With --shard, play the next round: FILE is the merged shard result of the rounds before
    /// [default: play the first round]
    #[arg(long, value_name = "FILE", requires = "shard")]
    pub after: Option<PathBuf>,
    /// How to print the result: text for people, json for programs, csv for
    /// spreadsheets
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT", hide_possible_values = true)]
    pub format: FiguresFormat,
    /// Also write the result as a self-contained HTML page with a plot of the frontier
    #[arg(long, value_name = "FILE.html", conflicts_with = "out")]
    pub report: Option<PathBuf>,
    /// Write the best combination to this file, as a variant
    #[arg(long, value_name = "FILE.json", conflicts_with = "out")]
    pub write: Option<PathBuf>,
}

/// Runs the command.
///
/// # Errors
/// The variant or its scripts have errors, the command line is invalid, a file cannot be written.
pub fn run(shared: &SharedArgs, args: &TuneArgs) -> CliResult {
    let mut library = library::open(shared)?;
    let (run, plans) = search(&mut library, &args.run)?;
    let [shard, report, write] = [&args.shard.out, &args.report, &args.write].map(Option::as_deref);
    library::check_outputs(&[(&SHARD_FILE, shard), (&PAGE_FILE, report), (&TUNED_FILE, write)])?;
    check_write(&library, &run.plan.variant, write)?;
    let (variant, format) = (Some(&*args.run.variant), args.format);
    let out = ReportOut { shared, variant, format, page: report, seconds: None };
    let start = Instant::now();
    let threads = args.threads.n();
    if let Some(k) = args.shard.shard {
        let mut before = before(&run, args.after.as_deref())?;
        let games = run.next_round(&before.games, k).map_err(|why| {
            let name = output::path(args.after.as_deref().unwrap_or(Path::new("")));
            CliError::Usage(format!("`--after {name}`: {why}"))
        })?;
        let (counts, is_stopped) = watched(run.round_total(&games), |progress| {
            play_round(&run, &plans, &before.counts, &games, threads, progress)
        })?;
        let shard = ShardResult::new(run, games, nanoseconds_since(start), counts);
        return write_or_show(&shard, is_stopped, args.shard.out.as_deref(), || {
            before.counts.merge_from(&shard.counts);
            show(&before, out, None)
        });
    }
    let told = |left: &[Candidate]| {
        let best = left.first().map_or_else(String::new, named);
        let (n, played) = (plural(left.len(), "combination"), left.first().map_or(0, |c| c.games));
        // Only information: a closed stderr does not stop the search.
        let _ = print::talk(&format!("{n} with {}: best {best}", plural(played, "game")));
    };
    let (counts, is_stopped) =
        watched(run.total(), |progress| tune(&run, &plans, threads, progress, told))?;
    let games = 0..run.n_games();
    let shard = ShardResult::new(run, games, nanoseconds_since(start), counts);
    write_or_show(&shard, is_stopped, args.shard.out.as_deref(), || show(&shard, out, write))
}

/// Checks that the variant that a search writes replaces none that it extends.
///
/// # Errors
/// It would: the variant would extend itself.
pub fn check_write(library: &Library, id: &str, write: Option<&Path>) -> Result<(), CliError> {
    let Some(path) = write else { return Ok(()) };
    let own = path.file_stem().unwrap_or_default();
    if !own.to_str().is_some_and(is_id) {
        return Err(CliError::Usage(format!(
            "`--write {}`: the name of a variant is an id, of lower-case letters, digits and `_`",
            output::path(path)
        )));
    }
    let is_own = |file: &Asset| Path::new(&*file.name).file_stem() == Some(own);
    if own == id || lineage(library, id).iter().any(is_own) {
        let (path, own) = (output::path(path), own.display());
        return Err(CliError::Usage(format!(
            "`--write {path}`: the variant that is written extends `{own}`; give it another name"
        )));
    }
    Ok(())
}

/// The run and the plans of its candidates.
///
/// # Errors
/// The variant or its scripts have errors, the command line is invalid.
pub fn search(library: &mut Library, args: &TuneRunArgs) -> Result<(TuneRun, Vec<Plan>), CliError> {
    let id = library::find(library, &args.variant)?;
    let set = sets(SET, &args.set)?;
    let names = set.iter().map(|(name, _)| name.as_str());
    let swept = args.over.iter().map(|sweep| sweep.name.as_str());
    check_once("--over", names.chain(swept))?;
    let values = |sweep: &Sweep| sweep.values.iter().map(|(value, _)| value.clone()).collect();
    let over: Vec<_> = args.over.iter().map(|sweep| (sweep.name.clone(), values(sweep))).collect();
    TuneRun::n_candidates(&over).map_err(|why| CliError::Usage(why.into()))?;
    let candidates = TuneRun::candidates(&over).into_iter();
    let place = |error: &mut _| args.over.iter().for_each(|sweep| sweep.place("--over", error));
    let plan = |own| {
        plan(library, &id, &[set.clone(), own].concat(), &args.play)
            .map_err(|failure| failure.mapped(&place))
    };
    let plans: Vec<Plan> = candidates.map(plan).collect::<Result<_, _>>()?;
    let lacking = |target: &Target| {
        let of = |plan: &Plan| target.measure.lacking(&plan.manifest);
        Some((target.measure.name, plans.iter().find_map(of)?))
    };
    if let Some((name, what)) = args.toward.iter().find_map(lacking) {
        return Err(CliError::Usage(format!("`--toward {name}` needs {what}")));
    }
    Ok((TuneRun::new(set, over, &args.toward, &plans), plans))
}

/// The merged result of the rounds before.
fn before(run: &TuneRun, path: Option<&Path>) -> Result<ShardResult<TuneRun>, CliError> {
    let none = ShardResult::new(run.clone(), 0..0, 0, TuneCounts::new());
    match path {
        Some(path) => Ok(none.merge(&output::path(path), shards::read(path)?)?),
        None => Ok(none),
    }
}

/// The result for programs.
#[derive(Serialize)]
struct Searched<'a> {
    targets: Vec<Target>,
    candidates: &'a [Candidate],
}

/// Prints the result of a search, and writes its page and its best combination.
///
/// # Errors
/// A file cannot be written.
pub fn show(shard: &ShardResult<TuneRun>, out: ReportOut<'_>, write: Option<&Path>) -> CliResult {
    let (plan, found) = (&shard.run.plan, shard.run.ranked(&shard.counts));
    let json = Searched { targets: shard.run.targets(), candidates: &found };
    write_report(&tune_report(&shard.run, &shard.counts), &json, out, plan, None)?;
    let unranked = match found.first() {
        _ if !shard.run.has_ranking(&shard.counts) => Some("the first round is not complete"),
        Some(best) if best.distance.is_some() => None,
        _ => Some("no combination has a distance from the targets"),
    };
    if let (Some(path), Some(best), None) = (write, found.first(), unranked) {
        let set = [plan.set.clone(), best.set.clone()].concat();
        let about = format!("{TUNED}{}.", shard.run.wanted());
        library::write(path, &variant(&plan.variant, &about, path, &set))?;
        let missed = missed(&shard.run.targets(), best);
        if !missed.is_empty() {
            print::talk(&format!("{} misses the target: {missed}", output::path(path)))?;
        }
    }
    if let (Some(_), Some(why)) = (write, unranked) {
        print::talk(&format!("no variant was written: {why}"))?;
        return Ok(FOUND);
    }
    Ok(if found.iter().any(|candidate| candidate.faulty > 0) { FOUND } else { OK })
}

/// A variant with these options.
fn variant(id: &str, about: &str, path: &Path, set: &[(String, String)]) -> String {
    let name =
        path.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let value = |text: &str| serde_json::from_str(text).unwrap_or_else(|_| Json::from(text));
    let (mut deck, mut options) = (Map::new(), Map::new());
    let mut variant = json!({ "name": name, "about": about, "extends": id });
    for (name, text) in set {
        match name.strip_prefix("deck.") {
            Some(kind) => drop(deck.insert(kind.to_owned(), value(text))),
            None if name == "deal" => variant["deal"] = value(text),
            None => drop(options.insert(name.clone(), value(text))),
        }
    }
    for (key, entries) in [("deck", deck), ("options", options)] {
        if !entries.is_empty() {
            variant[key] = Json::Object(entries);
        }
    }
    format!("{variant:#}\n")
}
