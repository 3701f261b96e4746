//! The arguments of the commands that play many games.

use super::args::Format;
use super::fuzz;
use crate::sim::{AgentList, LIMIT, compare};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

/// How results in numbers are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Numbers {
    /// For people
    #[default]
    Text,
    /// For programs
    Json,
    /// For spreadsheets
    Csv,
}

/// Who plays how much, in the same way for all these commands.
#[derive(Clone, Debug, Args)]
pub struct PlayArgs {
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,
    /// How many players [default: as few as can play]
    #[arg(long, value_name = "P")]
    pub players: Option<usize>,
    /// Who plays: one agent for every seat, or several that take turns around the table
    #[arg(long, value_name = "A,B…", default_value = "random")]
    pub agents: AgentList,
    /// Let agents keep their seats, instead of moving on by one seat each game
    #[arg(long)]
    pub fixed_seats: bool,
    /// The seed: the same games again
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seed: u64,
    /// How many threads; changes nothing but the time [default: one for each core]
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
    /// Stop a game after so many plies, and say so
    #[arg(long, value_name = "N", default_value_t = LIMIT)]
    pub limit: u64,
}

/// The arguments of `sim`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  litterbox sim classic --games 10000 --players 4
  litterbox sim slap --agents greedy,random --report slap.html
  litterbox sim classic --agents 'script:cautious,exec:python3 my_agent.py'
  litterbox sim classic --set deck.nope=0 --format json
  litterbox sim classic --games 1000000 --shard 3/64 --out part3.json

Agents: random; greedy; search, which imagines 1000 games at each choice (search:200, search:50ms);
script:NAME, the script scripts/agents/NAME.rhai; exec:COMMAND, a program that is asked one JSON
object per line and answers {\"answer\": N} within 30 seconds. COMMAND is split into words like in a
shell, with quotes, but no shell runs it; a comma within quotes belongs to it.

Ctrl-C ends the run; what has been counted so far is printed. Exit code: 0, or 1 when a script was
at fault.")]
pub struct SimArgs {
    /// Which variant: its id, or a file
    pub variant: String,
    /// Who plays how much.
    #[command(flatten)]
    pub play: PlayArgs,
    /// Change an option of the variant, `deal` or `deck.KIND`; can be repeated
    #[arg(long, value_name = "OPTION=VALUE")]
    pub set: Vec<String>,
    /// How to print the result: text for people, json for programs, csv for spreadsheets
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT", hide_possible_values = true)]
    pub format: Numbers,
    /// Write the report as a page with plots too: one file, which any browser opens
    #[arg(long, value_name = "FILE.html")]
    pub report: Option<PathBuf>,
    /// Play the Kth of N equal parts only, counted from 1
    #[arg(long, value_name = "K/N", value_parser = shard, requires = "out")]
    pub shard: Option<(u64, u64)>,
    /// Write what was counted to this file, for `merge`, instead of printing the result
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// The arguments of `merge`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  litterbox merge part*.json
  litterbox merge part*.json --format json

The result is that of the whole run, to the last byte. Exit code: 1 when games are missing.")]
pub struct MergeArgs {
    /// What `sim --shard` wrote
    #[arg(required = true)]
    pub parts: Vec<PathBuf>,
    /// How to print the result: text for people, json for programs, csv for spreadsheets
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT", hide_possible_values = true)]
    pub format: Numbers,
    /// Write the report as a page with plots too: one file, which any browser opens
    #[arg(long, value_name = "FILE.html")]
    pub report: Option<PathBuf>,
    /// Write one part made of these instead of printing the result
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

fn shard(text: &str) -> Result<(u64, u64), String> {
    let numbers = text.split_once('/').and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
    match numbers {
        Some((k, n)) if 1 <= k && k <= n => Ok((k, n)),
        _ => Err("it is a part of a number of parts, like 3/64".to_owned()),
    }
}

/// The arguments of `compare`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  litterbox compare classic slapstick
  litterbox compare classic --with deck.nope=0 --games 10000
  litterbox compare classic --sweep deck.nope=0..9 --players 4
  litterbox compare classic --sweep deal=3..9
  litterbox compare classic --sweep pair_of=any,cats

All play the same games: the same seeds, the same luck where they can. Differences are taken game
by game, from the first that is named; ± is half of a 95 % interval.")]
pub struct CompareArgs {
    /// A variant: its id, or a file
    pub a: String,
    /// Another one
    pub b: Option<String>,
    /// Who plays how much.
    #[command(flatten)]
    pub play: PlayArgs,
    /// Change an option for all of them; can be repeated
    #[arg(long, value_name = "OPTION=VALUE")]
    pub set: Vec<String>,
    /// Change an option for the second alone; can be repeated
    #[arg(long, value_name = "OPTION=VALUE", conflicts_with = "sweep")]
    pub with: Vec<String>,
    /// Compare a variant with itself for each of these values
    #[arg(long, value_name = "NAME=0..9|A,B", value_parser = compare::sweep, conflicts_with = "b")]
    pub sweep: Option<(String, Vec<String>)>,
    /// How to print the result: text for people, json for programs, csv for spreadsheets
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT", hide_possible_values = true)]
    pub format: Numbers,
}

/// The arguments of `fuzz`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  litterbox fuzz classic                     until nothing new has been done for a while
  litterbox fuzz mine --time 5m --keep-going
  litterbox fuzz mine --players 2 --seed 3 --out tests
  litterbox fuzz mine --always 'draw_pile().len >= players().len - 1'

A part of the games is played by chance, a part does what was done least, and a part begins with
positions laid out so that each card, combo and answer is tried in each situation: with few and
many players, an empty draw pile, empty hands… At every decision it is checked that each card lies
in one place, that no hidden card shows in what a player sees or is offered, that events tell all
that changes; after each game that agents who answer the same come to the same end, with the
scripts interpreted anew; and that games end at all. What breaks is made small and written as a
session file that fails when `litterbox test` runs it. The same seed finds the same.

Exit code: 0 nothing found, 1 something was found.")]
pub struct FuzzArgs {
    /// Which variant: its id, or a file
    pub variant: String,
    /// Stop after so many games [default: after 480 in which nothing was done for the first time]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub games: Option<u64>,
    /// Stop after this time: 30s, 5m, 2h
    #[arg(long, value_name = "TIME", value_parser = fuzz::time)]
    pub time: Option<Duration>,
    /// Go on after something was found
    #[arg(long)]
    pub keep_going: bool,
    /// An expression as after `=` in the REPL that must be true whenever a turn goes on
    #[arg(long, value_name = "EXPR")]
    pub always: Option<String>,
    /// How many players [default: every number that can play]
    #[arg(long, value_name = "P")]
    pub players: Option<usize>,
    /// The seed: the same games again
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seed: u64,
    /// Change an option of the variant, `deal` or `deck.KIND`; can be repeated
    #[arg(long, value_name = "OPTION=VALUE")]
    pub set: Vec<String>,
    /// A game that has not ended after so many answers is looked into
    #[arg(long, value_name = "N", default_value_t = LIMIT, value_parser = clap::value_parser!(u64).range(1..))]
    pub limit: u64,
    /// How many threads; changes nothing but the time [default: one for each core]
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
    /// Write the sessions into this folder
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub out: PathBuf,
    /// How to print the result: text for people, json for programs
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT", hide_possible_values = true)]
    pub format: Format,
}
