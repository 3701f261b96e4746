//! `litterbox tournament`: the strengths of agents.

use super::failure::{CliError, CliResult, FOUND, OK};
use super::library;
use super::shards::write_or_show;
use super::shared_args::SharedArgs;
use super::sim::{ReportOut, nanoseconds_since, plan, sets, watched, write_report};
use super::sim_args::{FiguresFormat, PlayArgs, ShardArgs, ThreadArgs};
use super::until_args::n_games;
use crate::base::error::plural;
use crate::page::PAGE_FILE;
use crate::sim::registry::{AgentList, AgentName};
use crate::sim::shard::ShardedRun as _;
use crate::sim::tournament::{Tournament, TournamentRun, tournament};
use crate::sim::{LIMIT, Plan, RunManifest, SHARD_FILE, ShardResult, tournament_report};
use crate::variant::{Library, SET};
use clap::Args;
use serde::Serialize;
use std::path::PathBuf;
use std::time::Instant;

/// The arguments of `tournament` that determine its result.
#[derive(Clone, Debug, Args)]
pub struct TournamentRunArgs {
    /// The variant: its id, or a file
    pub variant: String,
    /// The agents: at least two
    #[arg(long, value_name = "A,B…", required = true)]
    pub agents: AgentList,
    /// Number of games of each pair of agents, such as 400 or 1e6; an odd number is rounded up
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = n_games)]
    pub games: u64,
    /// Number of players [default: the smallest number of the variant]
    #[arg(long, value_name = "P")]
    pub players: Option<usize>,
    /// Random seed; the same seed gives the same games
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seed: u64,
    /// Change an option of the variant, `deal` or `deck.KIND`; can be repeated
    #[arg(long, value_name = "OPTION=VALUE")]
    pub set: Vec<String>,
    /// Stop a game that is not over after this many plies
    #[arg(long, value_name = "N", default_value_t = LIMIT, value_parser = n_games)]
    pub limit: u64,
}

/// The arguments of `tournament`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  litterbox tournament classic --agents random,greedy
  litterbox tournament classic --agents greedy,search:100,search:1000 --games 200
  litterbox tournament slap --agents script:mine,greedy --players 4 --report slap.html

Every pair of agents plays every game twice, on the same seed, with the agents exchanged. With \
more than two players, all arrangements of the two agents around the table are played in turn. \
Strengths are in Elo points relative to the first agent named \
(Bradley-Terry model): an agent that is 400 points stronger wins 10 of 11 games of two. ± is the \
half-width of a 95 % interval.

Ctrl-C ends the tournament and prints the results so far. Exit code: 0, or 1 if a script or an \
agent failed.")]
pub struct TournamentArgs {
    /// The tournament.
    #[command(flatten)]
    pub run: TournamentRunArgs,
    /// The threads to use.
    #[command(flatten)]
    pub threads: ThreadArgs,
    /// The shard to play.
    #[command(flatten)]
    pub shard: ShardArgs,
    /// How to print the result: text for people, json for programs, csv for
    /// spreadsheets
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT", hide_possible_values = true)]
    pub format: FiguresFormat,
    /// Also write the result as a self-contained HTML page with a heat map
    #[arg(long, value_name = "FILE.html", conflicts_with = "out")]
    pub report: Option<PathBuf>,
}

impl TournamentRunArgs {
    fn play(&self, agents: Vec<AgentName>) -> PlayArgs {
        PlayArgs {
            games: Some(self.games.div_ceil(2)),
            players: self.players,
            agents: AgentList(agents),
            fixed_seats: true,
            seed: self.seed,
            limit: self.limit,
        }
    }
}

/// Runs the command.
///
/// # Errors
/// The variant or its scripts have errors, the command line is invalid, a file cannot be written.
pub fn run(shared: &SharedArgs, args: &TournamentArgs) -> CliResult {
    let (run, plans) = planned(library::open(shared)?, &args.run)?;
    let seeds = args.shard.of(run.n_games());
    let (shard, page) = (args.shard.out.as_deref(), args.report.as_deref());
    library::check_outputs(&[(&SHARD_FILE, shard), (&PAGE_FILE, page)])?;
    let start = Instant::now();
    let n_games = plans.len() as u64 * (seeds.end - seeds.start);
    let (counts, is_stopped) = watched(n_games, |progress| {
        tournament(&run, &plans, seeds.clone(), args.threads.n(), progress)
    })?;
    let shard = ShardResult::new(run, seeds, nanoseconds_since(start), counts);
    let (variant, page) = (Some(&*args.run.variant), args.report.as_deref());
    let out = ReportOut { shared, variant, format: args.format, page, seconds: None };
    write_or_show(&shard, is_stopped, args.shard.out.as_deref(), || show(&shard, out))
}

/// The run, with the plans of its seatings.
///
/// # Errors
/// The variant or its scripts have errors, the command line is invalid.
pub fn planned(
    mut library: Library,
    args: &TournamentRunArgs,
) -> Result<(TournamentRun, Vec<Plan>), CliError> {
    let agents = &args.agents.0;
    let names: Vec<String> = agents.iter().map(ToString::to_string).collect();
    if agents.len() < 2 {
        return Err(CliError::Usage("name at least two agents: --agents random,greedy".to_owned()));
    }
    if let Some(twice) = names.iter().enumerate().find(|(i, name)| names[..*i].contains(name)) {
        return Err(CliError::Usage(format!("the agent `{}` is named twice", twice.1)));
    }
    let id = library::find(&mut library, &args.variant)?;
    let set = sets(SET, &args.set)?;
    TournamentRun::new(agents, |pair| {
        plan(&library, &id, &set, &args.play(pair.map(Clone::clone).to_vec()))
    })
}

/// The result for programs.
#[derive(Serialize)]
struct TournamentOutput<'a> {
    plan: &'a RunManifest,
    result: &'a Tournament,
}

/// Prints the result of a tournament, and writes its page.
///
/// # Errors
/// A file cannot be written.
pub fn show(shard: &ShardResult<TournamentRun>, out: ReportOut<'_>) -> CliResult {
    let plan = &shard.run.plan;
    let result = Tournament::new(&shard.run, &shard.counts);
    let games = match result.played < result.planned {
        true => format!("{} of {}", result.played, plural(result.planned, "game")),
        false => format!("{} per pair", plural(plan.games, "game")),
    };
    let title = format!(
        "{}: tournament of {}, {}, {games}, seed {}",
        plan.variant,
        plural(plan.agents.len(), "agent"),
        plural(plan.players, "player"),
        plan.seed
    );
    let json = TournamentOutput { plan, result: &result };
    write_report(&tournament_report(title, &result), &json, out, plan, None)?;
    Ok(if result.faulty > 0 { FOUND } else { OK })
}
