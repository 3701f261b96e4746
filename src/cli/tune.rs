//! `litterbox tune`: searches option values for a game with wanted properties.

use super::failure::{CliError, CliResult, FOUND, OK};
use super::shared_args::{Format, SharedArgs};
use super::sim::{plan, sets, threads, watched};
use super::sim_args::PlayArgs;
use super::{library, print};
use crate::error::plural;
use crate::sim::compare::{Sweep, sweep};
use crate::sim::tune::{Candidate, Target, rounds, tune};
use crate::sim::{Plan, tune_page};
use crate::variant::SET;
use clap::Args;
use serde_json::{Map, Value as Json, json};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The most combinations of values.
const MOST: usize = 10_000;

/// The rows of the table.
const SHOWN: usize = 20;

/// The arguments of `tune`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  litterbox tune classic --over deck.nope=0..9 --over deal=4..8 --toward turns=25
  litterbox tune classic --over attack_stacks=true,false --toward seat_spread=0 --games 100000
  litterbox tune classic --over deal=4..8 --toward turns=20 --write variants/tuned.json

Measures: turns, plies, draws (means per game); first_wins (win rate of the starting player); \
seat_spread (highest win rate of a seat minus the lowest); agent_spread (of the first two agents); \
comebacks. Shares are from 0 to 1. The distance from a target counts relative to the target, for a \
share as it is; turns=25*2 counts double.

All combinations play the same games on common random numbers; the better half plays on, until the \
last four have played most of the games. ± is the half-width of a 95 % interval; combinations on \
the frontier, marked *, are those that no other one beats on every target.

Ctrl-C ends the search and prints what is known. Exit code: 0, or 1 if a script failed.")]
pub struct TuneArgs {
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
    /// How to print the result: text for people, json for programs
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT", hide_possible_values = true)]
    pub format: Format,
    /// Also write the result as a self-contained HTML page with a plot of the frontier
    #[arg(long, value_name = "FILE.html")]
    pub report: Option<PathBuf>,
    /// Write the best combination to this file, as a variant
    #[arg(long, value_name = "FILE.json")]
    pub write: Option<PathBuf>,
}

/// Runs the command.
///
/// # Errors
/// The variant or its scripts have errors, the command line is invalid, a file cannot be written.
pub fn run(shared: &SharedArgs, args: &TuneArgs) -> CliResult {
    let mut library = library::open(shared)?;
    let id = library::find(&mut library, &args.variant)?;
    let common = sets(SET, &args.set)?;
    let space = space(&args.over)?;
    let candidate = |own: Vec<(String, String)>| -> Result<_, CliError> {
        let plan = plan(&library, &id, &[common.clone(), own.clone()].concat(), &args.play)?;
        Ok((own, plan))
    };
    let candidates: Vec<(Vec<(String, String)>, Plan)> =
        space.into_iter().map(candidate).collect::<Result<_, _>>()?;
    let games = args.play.games;
    let total: u64 = {
        let mut before = 0;
        let played = rounds(candidates.len(), games).into_iter().map(|(n, played)| {
            let more = n as u64 * (played - before);
            before = played;
            more
        });
        played.sum()
    };
    let told = |left: &[Candidate]| {
        let best = left.first().map_or_else(String::new, |best| named(&best.set));
        let (n, played) = (plural(left.len(), "combination"), left.first().map_or(0, |c| c.games));
        // Only information: a closed stderr does not stop the search.
        let _ = print::talk(&format!("{n} with {}: best {best}", plural(played, "game")));
    };
    let found = watched(total, |progress| {
        tune(&candidates, &args.toward, games, threads(&args.play), progress, told)
    })?;
    let title = format!(
        "{id}: {} toward {}, {}, {}, seed {}",
        plural(found.len(), "combination"),
        args.toward
            .iter()
            .map(|t| format!("{}={}", t.measure.name(), t.value))
            .collect::<Vec<_>>()
            .join(" "),
        plural(candidates.first().map_or(0, |(_, plan)| plan.manifest.players), "player"),
        plural(total, "game"),
        args.play.seed
    );
    if let Some(path) = &args.report {
        library::write(path, &tune_page(&title, &args.toward, &found))?;
    }
    if let (Some(path), Some(best)) = (&args.write, found.first()) {
        library::write(path, &variant(&id, path, &[common.clone(), best.set.clone()].concat()))?;
    }
    match args.format {
        Format::Text => print::text(&text(&title, &args.toward, &found))?,
        Format::Json => print::json(&json!({ "targets": args.toward, "candidates": found }))?,
    }
    Ok(if found.iter().any(|candidate| candidate.faulty > 0) { FOUND } else { OK })
}

/// All combinations of values.
fn space(over: &[Sweep]) -> Result<Vec<Vec<(String, String)>>, CliError> {
    let mut space = vec![Vec::new()];
    for sweep in over {
        if space.len().saturating_mul(sweep.values.len()) > MOST {
            return Err(CliError::Usage(format!(
                "more than {MOST} combinations: use fewer values"
            )));
        }
        let extended = space.iter().flat_map(|point: &Vec<(String, String)>| {
            let with = |value: &String| {
                let mut point = point.clone();
                point.push((sweep.name.clone(), value.clone()));
                point
            };
            sweep.values.iter().map(move |(value, _)| with(value)).collect::<Vec<_>>()
        });
        space = extended.collect();
    }
    Ok(space)
}

fn named(set: &[(String, String)]) -> String {
    set.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
}

/// A variant with these options.
fn variant(id: &str, path: &Path, set: &[(String, String)]) -> String {
    let name =
        path.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let value = |text: &str| serde_json::from_str(text).unwrap_or_else(|_| Json::from(text));
    let (mut deck, mut options) = (Map::new(), Map::new());
    let mut variant = json!({ "name": name, "extends": id });
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

fn text(title: &str, targets: &[Target], found: &[Candidate]) -> String {
    let mut out = format!("{title}\n\n");
    let shown = &found[..found.len().min(SHOWN)];
    let width = shown.iter().map(|c| named(&c.set).chars().count()).max().unwrap_or(0);
    let heads: String = targets.iter().map(|t| format!("{:>18}", t.measure.name())).collect();
    let _ = writeln!(out, "    {:width$}{heads}{:>10}{:>9}", "", "distance", "games");
    for candidate in shown {
        let cell = |found: &Option<crate::sim::stats::Estimate>| {
            let shown = found.map(|e| format!("{:.3} ± {:.3}", e.value, e.margin()));
            format!("{:>18}", shown.unwrap_or_else(|| "-".to_owned()))
        };
        let cells: String = candidate.measures.iter().map(cell).collect();
        let distance = candidate.distance.map_or_else(|| "-".to_owned(), |d| format!("{d:.4}"));
        let mark = if candidate.is_on_frontier { '*' } else { ' ' };
        let (name, games) = (named(&candidate.set), candidate.games);
        // Writing into a string cannot fail.
        let _ = writeln!(out, "  {mark} {name:width$}{cells}{distance:>10}{games:>9}");
    }
    if found.len() > SHOWN {
        let _ = writeln!(out, "    and {} more", found.len() - SHOWN);
    }
    out + "\n* on the frontier: no other combination is nearer to every target\n"
}
