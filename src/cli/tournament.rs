//! `litterbox tournament`: the strengths of agents.

use super::failure::{CliError, CliResult, FOUND, OK};
use super::shared_args::{Format, SharedArgs};
use super::sim::{plan, sets, watched};
use super::sim_args::{PlayArgs, ThreadArgs, n_games};
use super::{library, print};
use crate::error::plural;
use crate::output::line;
use crate::registry::{AgentList, AgentName};
use crate::sim::RunManifest;
use crate::sim::stats::Estimate;
use crate::sim::tournament::{RankedAgent, Tournament, tournament};
use crate::sim::{LIMIT, Plan};
use crate::sim::{bar, percent, signed, tournament_page, width};
use crate::variant::SET;
use clap::Args;
use serde_json::json;
use std::path::PathBuf;

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

Ctrl-C ends the tournament and prints the results so far. Exit code: 0, or 1 if a script failed.")]
pub struct TournamentArgs {
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
    /// The threads to use.
    #[command(flatten)]
    pub threads: ThreadArgs,
    /// Stop a game that is not over after this many plies
    #[arg(long, value_name = "N", default_value_t = LIMIT, value_parser = clap::value_parser!(u64).range(1..))]
    pub limit: u64,
    /// How to print the result: text for people, json for programs
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT", hide_possible_values = true)]
    pub format: Format,
    /// Also write the result as a self-contained HTML page with a heat map
    #[arg(long, value_name = "FILE.html")]
    pub report: Option<PathBuf>,
}

impl TournamentArgs {
    fn play(&self, agents: Vec<AgentName>) -> PlayArgs {
        PlayArgs {
            games: self.games.div_ceil(2),
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
    let agents = &args.agents.0;
    let names: Vec<String> = agents.iter().map(ToString::to_string).collect();
    if agents.len() < 2 {
        return Err(CliError::Usage("name at least two agents: --agents random,greedy".to_owned()));
    }
    if let Some(twice) = names.iter().enumerate().find(|(i, name)| names[..*i].contains(name)) {
        return Err(CliError::Usage(format!("the agent `{}` is named twice", twice.1)));
    }
    let mut library = library::open(shared)?;
    let id = library::find(&mut library, &args.variant)?;
    let set = sets(SET, &args.set)?;
    let planned = |pair: [&AgentName; 2]| -> Result<Plan, CliError> {
        plan(&library, &id, &set, &args.play(pair.map(Clone::clone).to_vec()))
    };
    let first = planned([&agents[0], &agents[1]])?;
    library::check_outputs(&[&args.report])?;
    let n_pairs = (agents.len() * (agents.len() - 1) / 2) as u64;
    let n_games = n_pairs * 2 * first.manifest.games;
    let threads = args.threads.n();
    let (result, _) = watched(n_games, |progress| {
        tournament(agents, first.manifest.players, threads, progress, planned)
    })?;
    let games = plural(2 * first.manifest.games, "game");
    let games = match result.played < result.planned {
        true => format!("{} of {}", result.played, plural(result.planned, "game")),
        false => format!("{games} per pair"),
    };
    let title = format!(
        "{id}: tournament of {}, {}, {games}, seed {}",
        plural(agents.len(), "agent"),
        plural(first.manifest.players, "player"),
        args.seed
    );
    if let Some(path) = &args.report {
        library::write(path, &tournament_page(&title, &result))?;
    }
    match args.format {
        Format::Text => print::plain(&text(&title, &result))?,
        Format::Json => {
            // That of each pair, with all agents.
            let games = 2 * first.manifest.games;
            let plan = RunManifest { agents: names, games, ..first.manifest };
            print::json(&json!({ "plan": plan, "result": result }))?;
        }
    }
    Ok(if result.faulty > 0 { FOUND } else { OK })
}

fn text(title: &str, result: &Tournament) -> String {
    let mut out = format!("{title}\n\nstrength in Elo points, relative to the first agent\n");
    let across = width(result.agents.iter().map(|agent| &agent.name), 0);
    let strengths = result.agents.iter().map(|agent| agent.strength.map(told));
    let strengths: Vec<_> =
        strengths.map(|shown| shown.unwrap_or_else(|| "-".to_owned())).collect();
    let wide = width(&strengths, 14);
    let points = || result.agents.iter().filter_map(|agent| Some(agent.strength?.value));
    let (least, most) =
        (points().fold(f64::INFINITY, f64::min), points().fold(f64::NEG_INFINITY, f64::max));
    for (agent, strength) in result.agents.iter().zip(&strengths) {
        let drawn = agent.strength.map_or(0.0, |s| (s.value - least) / (most - least).max(1.0));
        line(&mut out, format!("  {:across$}  {strength:>wide$}  {}", agent.name, bar(drawn, 40)));
    }
    out += "\nwins of each pair\n";
    for pairing in &result.pairings {
        let [a, b] = &pairing.agents;
        let (rate, games) = (percent(pairing.rate), plural(pairing.games, "game"));
        let expected = pairing.expected.map(|share| format!("{:.1} %", 100.0 * share));
        let expected = expected.unwrap_or_else(|| "-".to_owned());
        line(&mut out, format!("  {a} against {b}: {rate} of {games} ({expected} by strength)"));
    }
    out += "\nwin rate by seat\n";
    let n_seats = result.agents.first().map_or(0, |agent| agent.seats.len());
    let seats = |agent: &'_ RankedAgent| agent.seats.iter().map(|rate| percent(*rate)).collect();
    let rates: Vec<Vec<String>> = result.agents.iter().map(seats).collect();
    let wide = 2 + width(rates.iter().flatten(), 14);
    let heads: String =
        (1..=n_seats).map(|seat| format!("{:>wide$}", format!("p{seat}"))).collect();
    line(&mut out, format!("  {:across$}{heads}", ""));
    for (agent, rates) in result.agents.iter().zip(&rates) {
        let cells: String = rates.iter().map(|rate| format!("{rate:>wide$}")).collect();
        line(&mut out, format!("  {:across$}{cells}", agent.name));
    }
    out.push('\n');
    skill(&mut out, result);
    if result.undecided > 0 {
        let games = plural(result.undecided, "game");
        line(&mut out, format!("{games} without a winner count for nobody"));
    }
    if let Some(first) = &result.first_fault {
        let (games, game, fault) = (plural(result.faulty, "game"), first.game, &first.fault);
        line(&mut out, format!("a script failed in {games}, first in game {game}:\n\n{fault}"));
    }
    out
}

/// How much of winning is skill, in sentences.
fn skill(out: &mut String, result: &Tournament) {
    if let (Some(spread), Some(wins)) = (result.spread, result.strongest_beats_weakest) {
        let (points, wins) = (told(spread), 100.0 * wins);
        line(
            out,
            format!(
                "the strongest agent is {points} points ahead of the weakest: it wins {wins:.1} % of games of two"
            ),
        );
    }
    match result.points_per_tenfold {
        Some(slope) if slope.holds(0.0) => line(
            out,
            format!(
                "thinking ten times as long makes no significant difference ({} points)",
                told(slope)
            ),
        ),
        Some(slope) => {
            line(out, format!("thinking ten times as long is worth {} points", told(slope)));
        }
        None => {}
    }
}

fn told(points: Estimate) -> String {
    signed(points, 0)
}
