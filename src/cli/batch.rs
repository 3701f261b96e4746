//! `litterbox batch`: writes a small driver that plays the shards of a run with a scheduler.

use super::failure::{CliError, CliResult, OK};
use super::shared_args::SharedArgs;
use super::sim_args::{CompareRunArgs, FuzzRunArgs, SimRunArgs};
use super::tournament::TournamentRunArgs;
use super::tune::TuneRunArgs;
use super::{compare, fuzz, library, print, sim, tournament, tune};
use crate::base::error::plural;
use crate::base::files::{Files as _, OutputType};
use crate::base::output::{self, json};
use crate::disk::Folder;
use crate::sim::compare::CompareRun;
use clap::{Args, Subcommand, ValueEnum};
use serde_json::{Value as Json, json};
use std::env;
use std::path::{Path, PathBuf};

const DASK: &str = include_str!("batch.dask.py");
const PARALLEL: &str = include_str!("batch.parallel.sh");

/// A file with a driver.
const DRIVER_FILE: OutputType = OutputType {
    name: "a driver of `litterbox batch`",
    endings: &["py", "sh"],
    is_head: |text| text.contains("Plays the shards of a run "),
};

/// The program or service that plays the shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Scheduler {
    /// Dask: a Python program
    Dask,
    /// GNU parallel: a shell script
    Parallel,
}

/// The arguments of `batch`.
#[derive(Clone, Debug, Subcommand)]
pub enum BatchCommand {
    /// A simulation
    #[command(after_help = "\
Examples:
  litterbox batch sim classic --games 1000000 --shards 64 --on dask --out run1
  python3 run1/run.py                     play on this machine, or continue
  python3 run1/run.py tcp://HOST:8786     play on a Dask cluster

  litterbox batch sim classic --games 1000000 --shards 64 --on parallel --out run2
  sh run2/run.sh                          play on this machine, or continue

The driver plays the missing shards, plays a shard again if it was lost, and merges them: \
result.txt, result.json and result.csv are byte for byte those of `sim` with the same arguments. \
All machines must have litterbox and this folder at the same paths.")]
    Sim(BatchArgs<SimRunArgs>),
    /// A comparison
    #[command(after_help = "\
Examples:
  litterbox batch compare classic slapstick --games 1000000 --shards 64 --on dask --out run1
  python3 run1/run.py                     play on this machine, or continue")]
    Compare(BatchArgs<CompareRunArgs>),
    /// A tournament of agents
    #[command(after_help = "\
Examples:
  litterbox batch tournament classic --agents greedy,search:100,search:1000 --games 1000 \
--shards 64 --on dask --out run1
  python3 run1/run.py                     play on this machine, or continue")]
    Tournament(BatchArgs<TournamentRunArgs>),
    /// A search of option values
    #[command(after_help = "\
Examples:
  litterbox batch tune classic --over deck.nope=0..9 --toward turns=25 --games 1000000 \
--shards 64 --on dask --out run1
  python3 run1/run.py                     play on this machine, or continue

Each round is played in as many shards; the next one begins when they are merged.")]
    Tune(BatchArgs<TuneRunArgs>),
    /// A search for rule bugs
    #[command(after_help = "\
Examples:
  litterbox batch fuzz mine --games 1000000 --keep-going --shards 64 --on dask --out run1
  python3 run1/run.py                     play on this machine, or continue

A finding of several shards is reported once. The sessions are written to run1/sessions.")]
    Fuzz(BatchArgs<FuzzRunArgs>),
}

/// The arguments of a command of `batch`.
#[derive(Clone, Debug, Args)]
pub struct BatchArgs<R: Args> {
    /// The run to play.
    #[command(flatten)]
    pub run: R,
    /// How to play it.
    #[command(flatten)]
    pub driver: DriverArgs,
}

/// How a run is played in shards.
#[derive(Clone, Debug, Args)]
pub struct DriverArgs {
    /// Number of shards: the equal parts in which the run is played
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub shards: u64,
    /// The scheduler that plays the shards: dask, or parallel (GNU parallel)
    #[arg(long, value_enum, value_name = "SCHEDULER", hide_possible_values = true)]
    pub on: Scheduler,
    /// Folder for the driver, the shard results and the merged result
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
}

/// The options of [`DriverArgs`], each with a value.
const DRIVER_OPTIONS: [&str; 3] = ["--shards", "--on", "--out"];

/// The file that says which run a folder belongs to.
const RUN: &str = "run.json";

/// A run as a driver plays it.
struct DriverPlan<'a> {
    args: &'a DriverArgs,
    /// The part of the run that determines its result.
    run: Json,
    /// The number of rounds, each of which needs the result of those before.
    n_rounds: usize,
    /// The formats of the result.
    formats: &'static [&'static str],
    /// Whether the result has sessions.
    has_sessions: bool,
}

/// Runs the command.
///
/// # Errors
/// The variant or its scripts have errors, the command line is invalid, a file cannot be written.
pub fn run(shared: &SharedArgs, command: &BatchCommand) -> CliResult {
    const ALL: &[&str] = &["text", "json", "csv"];
    let plan = |args, run, n_rounds, formats| DriverPlan {
        args,
        run,
        n_rounds,
        formats,
        has_sessions: false,
    };
    // An invalid run is refused here, not on each machine.
    let library = || library::open(shared);
    let driver = match command {
        BatchCommand::Sim(args) => {
            let run = sim::sim_plan(library()?, &args.run)?.manifest;
            plan(&args.driver, json!(run), 1, ALL)
        }
        BatchCommand::Compare(args) => {
            let run = CompareRun::new(&compare::family(library()?, &args.run)?);
            plan(&args.driver, json!(run), 1, ALL)
        }
        BatchCommand::Tournament(args) => {
            let (run, _) = tournament::planned(library()?, &args.run)?;
            plan(&args.driver, json!(run), 1, ALL)
        }
        BatchCommand::Tune(args) => {
            let (run, _) = tune::search(&mut library()?, &args.run)?;
            plan(&args.driver, json!(run), run.rounds().len(), &ALL[..2])
        }
        BatchCommand::Fuzz(args) => {
            let run = fuzz::sharded_run(shared, &args.run, args.driver.shards)?;
            DriverPlan { has_sessions: true, ..plan(&args.driver, json!(run), 1, &ALL[..2]) }
        }
    };
    driver.write()
}

impl DriverPlan<'_> {
    /// Notes whose results the folder has. A folder with results of another run is refused: the
    /// driver would take them for its own.
    fn claim(&self, files: &Folder) -> Result<(), CliError> {
        let DriverArgs { out, shards, .. } = self.args;
        let own = json::pretty(&json!({ "shards": shards, "run": self.run }));
        let io = |error| CliError::Io(out.join(RUN).display().to_string(), error);
        if files.kind(RUN).map_err(io)?.is_none() {
            files.write(RUN, &format!("{own}\n")).map_err(io)?;
            return Ok(());
        }
        let old = files.read(RUN).map_err(io)?;
        let [old, own] = [&old, &own].map(|text| serde_json::from_str::<Json>(text).ok());
        if old.is_some() && old == own {
            return Ok(());
        }
        let out = output::path(out);
        Err(CliError::Usage(format!(
            "{out} has the results of another run, or of other scripts: name another folder, or \
             delete it"
        )))
    }

    fn write(&self) -> CliResult {
        let out = &self.args.out;
        let io = |what: &Path| {
            let name = what.display().to_string();
            move |error| CliError::Io(name, error)
        };
        let files = library::created_folder(out)?;
        self.claim(&files)?;
        let current = env::current_dir().and_then(|path| path.canonicalize());
        let current = current.map_err(io(Path::new(".")))?;
        let folder = out.canonicalize().map_err(io(out))?;
        let program = env::current_exe().and_then(|path| path.canonicalize());
        let program = program.map_err(io(Path::new("litterbox")))?;
        let program = if is_on_path(&program) { PathBuf::from("litterbox") } else { program };
        // A folder within the current one can be moved together with it.
        let (current, folder) = match folder.strip_prefix(&current) {
            Ok(inner) => (inner.components().map(|_| "..").collect(), inner.to_owned()),
            Err(_) => (current, folder),
        };
        let [current, folder] = [current, folder].map(|path| Path::new(".").join(path));
        let (name, template, quote, start): (_, _, fn(&str) -> String, _) = match self.args.on {
            Scheduler::Dask => ("run.py", DASK, |word| json!(word).to_string(), "python3"),
            Scheduler::Parallel => {
                ("run.sh", PARALLEL, |word| shell_words::quote(word).into_owned(), "sh")
            }
        };
        let between = if self.args.on == Scheduler::Dask { ", " } else { " " };
        let list = |words: &[String]| {
            words.iter().map(|word| quote(word)).collect::<Vec<_>>().join(between)
        };
        let path = |path: &Path| quote(&path.display().to_string());
        let sessions = folder.join("sessions").display().to_string();
        let more = if self.has_sessions { vec!["--sessions".to_owned(), sessions] } else { vec![] };
        let rounds: Vec<String> = match self.n_rounds {
            1 => vec![folder.display().to_string()],
            n => (1..=n).map(|i| folder.join(format!("round{i}")).display().to_string()).collect(),
        };
        let formats: Vec<String> = self.formats.iter().map(|word| (*word).to_owned()).collect();
        let text = template
            .replace("{shards}", &self.args.shards.to_string())
            .replace("{program}", &path(&program))
            .replace("{current}", &path(&current))
            .replace("{folder}", &path(&folder))
            .replace("{rounds}", &list(&rounds))
            .replace("{formats}", &list(&formats))
            .replace("{more}", &list(&more))
            .replace("{run}", &list(&run_words()?));
        let file = out.join(name);
        let checks = DRIVER_FILE.check(&*files, name);
        checks.map_err(|why| CliError::Usage(format!("--out {}: {why}", output::path(out))))?;
        files.write(name, &text).map_err(io(&file))?;
        let shards = plural(self.args.shards, "shard");
        print::plain(&format!("wrote {} for {shards}; run: {start} {0}\n", output::path(&file)))?;
        Ok(OK)
    }
}

/// Whether this program is the first `litterbox` of the `PATH`.
fn is_on_path(program: &Path) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    let mut found = env::split_paths(&path).map(|folder| folder.join("litterbox"));
    let first = found.find(|path| path.is_file()).and_then(|path| path.canonicalize().ok());
    first.is_some_and(|first| first == program)
}

/// The command line of this process without `batch` and the options of the driver: that of the run.
fn run_words() -> Result<Vec<String>, CliError> {
    let mut words = Vec::new();
    let mut given = env::args_os().skip(1);
    let mut is_batch = true;
    while let Some(word) = given.next() {
        let word = word.into_string().map_err(|word| CliError::not_unicode(&word))?;
        let name = word.split_once('=').map_or(word.as_str(), |(name, _)| name);
        if DRIVER_OPTIONS.contains(&name) {
            if name == word {
                given.next();
            }
        } else if is_batch && word == "batch" {
            is_batch = false;
        } else {
            words.push(word);
        }
    }
    Ok(words)
}
