//! `litterbox batch`: writes a small driver that plays the shards of a run on an existing engine.

use super::failure::{CliError, CliResult, OK};
use super::shared_args::SharedArgs;
use super::sim::{plan, sets};
use super::sim_args::PlayArgs;
use super::{library, print};
use crate::error::plural;
use crate::variant::SET;
use clap::{Args, Subcommand, ValueEnum};
use serde_json::json;
use std::path::{Path, PathBuf};

const DASK: &str = include_str!("batch.dask.py");
const PARALLEL: &str = include_str!("batch.parallel.sh");

/// The engine that plays the shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Engine {
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
result.txt and result.csv are byte for byte those of `sim` with the same arguments. All machines \
must share the folder and have the same litterbox.")]
    Sim(BatchSimArgs),
}

/// The arguments of `batch sim`.
#[derive(Clone, Debug, Args)]
pub struct BatchSimArgs {
    /// The variant: its id, or a file
    pub variant: String,
    /// The games to play.
    #[command(flatten)]
    pub play: PlayArgs,
    /// Change an option of the variant, `deal` or `deck.KIND`; can be repeated
    #[arg(long, value_name = "OPTION=VALUE")]
    pub set: Vec<String>,
    /// Also measure what each card is worth
    #[arg(long)]
    pub card_values: bool,
    /// Also measure the quality of the game
    #[arg(long)]
    pub metrics: bool,
    /// Number of shards
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub shards: u64,
    /// The engine: dask, or parallel (GNU parallel)
    #[arg(long, value_enum, value_name = "ENGINE", hide_possible_values = true)]
    pub on: Engine,
    /// Write the driver, the shard results and the merged result to this folder
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
}

/// Runs the command.
///
/// # Errors
/// The variant or its scripts have errors, the command line is invalid, a file cannot be written.
pub fn run(shared: &SharedArgs, command: &BatchCommand) -> CliResult {
    let BatchCommand::Sim(args) = command;
    let mut library = library::open(shared)?;
    let id = library::find(&mut library, &args.variant)?;
    // An invalid run is refused here, not on each machine.
    plan(&library, &id, &sets(SET, &args.set)?, &args.play)?;
    let io = |what: &Path| {
        let name = what.display().to_string();
        move |error| CliError::Io(name, error)
    };
    std::fs::create_dir_all(&args.out).map_err(io(&args.out))?;
    let program = std::env::current_exe().map_err(io(Path::new("litterbox")))?;
    let current = std::env::current_dir().map_err(io(Path::new(".")))?;
    let (program, current) = (program.display().to_string(), current.display().to_string());
    let (name, text, start) = match args.on {
        Engine::Dask => {
            let quoted = |value: serde_json::Value| value.to_string();
            let run = quoted(json!(words(shared, args)));
            let text = filled(DASK, &quoted(json!(program)), &run, &quoted(json!(current)), args);
            ("run.py", text, "python3")
        }
        Engine::Parallel => {
            let run: Vec<String> = words(shared, args).iter().map(|word| quote(word)).collect();
            let text = filled(PARALLEL, &quote(&program), &run.join(" "), &quote(&current), args);
            ("run.sh", text, "sh")
        }
    };
    let path = args.out.join(name);
    library::write(&path, &text)?;
    let shards = plural(args.shards, "shard");
    print::text(&format!("wrote {} for {shards}; run: {start} {0}\n", path.display()))?;
    Ok(OK)
}

fn filled(text: &str, program: &str, run: &str, current: &str, args: &BatchSimArgs) -> String {
    text.replace("{shards}", &args.shards.to_string())
        .replace("{program}", program)
        .replace("{current}", current)
        .replace("{run}", run)
}

fn quote(word: &str) -> String {
    shell_words::quote(word).into_owned()
}

/// The arguments of `sim` that all shards share.
fn words(shared: &SharedArgs, args: &BatchSimArgs) -> Vec<String> {
    let PlayArgs { games, players, agents, fixed_seats, seed, limit, .. } = &args.play;
    let mut words = vec!["sim".to_owned(), args.variant.clone()];
    let mut option = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            words.extend([format!("--{name}"), value]);
        }
    };
    option("home", shared.home.as_ref().map(|home| home.display().to_string()));
    option("games", Some(games.to_string()));
    option("players", players.map(|players| players.to_string()));
    let names: Vec<String> = agents.0.iter().map(ToString::to_string).collect();
    option("agents", Some(names.join(",")));
    option("seed", Some(seed.to_string()));
    option("limit", Some(limit.to_string()));
    args.set.iter().for_each(|set| option("set", Some(set.clone())));
    let flags = [
        ("--fixed-seats", *fixed_seats),
        ("--card-values", args.card_values),
        ("--metrics", args.metrics),
    ];
    words.extend(flags.iter().filter(|(_, is_set)| *is_set).map(|(flag, _)| (*flag).to_owned()));
    words
}
