//! The arguments of the commands that play many games.

use super::raw_data::RawDataArgs;
use super::shared_args::Format;
use super::sweep::{Sweep, sweep};
use super::until_args::{MAX_GAMES, UntilArgs, n_games};
use crate::sim::LIMIT;
use crate::sim::registry::AgentList;
use crate::sim::shard::shard_of;
use crate::sim::stopping::GAMES;
use clap::{Args, ValueEnum};
use std::ops::Range;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

/// How results in numbers are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum FiguresFormat {
    /// For people
    #[default]
    Text,
    /// For programs
    Json,
    /// For spreadsheets
    Csv,
}

/// The options of the commands that play the games of a plan.
#[derive(Clone, Debug, Args)]
pub struct PlayArgs {
    /// Number of games, such as 5000 or 1e6 [default: 1000; `sim` without --shard: as
    /// many as its answer needs]
    #[arg(long, value_name = "N", value_parser = n_games)]
    pub games: Option<u64>,
    /// Number of players [default: the smallest number of the variant]
    #[arg(long, value_name = "P")]
    pub players: Option<usize>,
    /// The agents: one for every seat, or several that alternate around the table
    #[arg(long, value_name = "A,B…", default_value = "greedy")]
    pub agents: AgentList,
    /// Keep agents in their seats instead of rotating them by one seat each game
    #[arg(long)]
    pub fixed_seats: bool,
    /// Random seed; the same seed gives the same games
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seed: u64,
    /// Stop a game that is not over after this many plies (answers of agents), and report how many
    /// were stopped
    #[arg(long, value_name = "N", default_value_t = LIMIT, value_parser = n_games)]
    pub limit: u64,
}

impl PlayArgs {
    /// The number of games of a run that does not wait for an answer.
    pub fn n_games(&self) -> u64 {
        self.games.unwrap_or(GAMES)
    }
}

/// The number of threads.
#[derive(Clone, Copy, Debug, Args)]
pub struct ThreadArgs {
    /// Number of threads; the result does not depend on it [default: one per core]
    #[arg(long, value_name = "N", value_parser = n_threads)]
    pub threads: Option<usize>,
}

impl ThreadArgs {
    /// The number of threads, at least 1.
    pub fn n(self) -> usize {
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        self.threads.unwrap_or_else(cores).max(1)
    }
}

/// The shard to play.
#[derive(Clone, Debug, Args)]
pub struct ShardArgs {
    /// Play only part K of N equal parts (shards) of the games, counted from 1
    #[arg(long, value_name = "K/N", value_parser = shard, requires = "out")]
    pub shard: Option<(u64, u64)>,
    /// Write the shard result to this file, for `merge`, instead of printing a report
    #[arg(long, value_name = "FILE.json")]
    pub out: Option<PathBuf>,
}

impl ShardArgs {
    /// The games to play, of this many.
    pub fn of(&self, games: u64) -> Range<u64> {
        self.shard.map_or(0..games, |shard| shard_of(games, shard))
    }
}

/// The arguments of `sim` that determine its result.
#[derive(Clone, Debug, Args)]
pub struct SimRunArgs {
    /// The variant: its id, or a file
    pub variant: String,
    /// The games to play.
    #[command(flatten)]
    pub play: PlayArgs,
    /// Change an option of the variant, `deal` or `deck.KIND`; can be repeated
    #[arg(long, value_name = "OPTION=VALUE")]
    pub set: Vec<String>,
    /// Also measure what holding this card is worth, against a blank in its place, and holding the
    /// others: plays about 10 more games for each game
    #[arg(long, value_name = "KIND")]
    pub card: Option<String>,
    /// Also measure what each card is worth, by changing games in one respect: plays about 100
    /// more games for each game
    #[arg(long)]
    pub card_values: bool,
    /// Also measure the quality of the game: lead changes, drama, uncertainty, decisiveness,
    /// decisions that matter. Plays about 1000 more games for each game
    #[arg(long)]
    pub metrics: bool,
}

/// The arguments of `sim`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  litterbox sim classic --games 10000 --players 4
  litterbox sim slap --agents greedy,random --report slap.html
  litterbox sim classic --agents 'script:cautious,exec:python3 my_agent.py'
  litterbox sim classic --set deck.nope=0 --format json
  litterbox sim classic --games 1000000 --shard 3/64 --out shard3.json
  litterbox sim mine --card windfall --until ±2
  litterbox sim classic --card-values
  litterbox sim classic --games-out games.csv --plays-out plays.jsonl

Agents: random; greedy; search, which simulates 1000 games per decision (search:200, \
search:50ms), on four threads as search:200@4; script:NAME, the script \
scripts/agents/NAME.rhai; exec:COMMAND, a program that reads one JSON object per line and \
answers with the id of an option, such as {\"answer\": \"draw\"}, within 30 seconds. COMMAND is \
split into words as by a shell, including quotes, but no shell runs it; a comma within quotes is \
part of it.

Without --games and --shard, it plays until the starting player's win rate is known to 1 point, \
or the value of --card to 3: at most 10000 games, or as much work as classic is in 10 seconds.

Ctrl-C ends the run and prints the results so far. Exit code: 0, or 1 if a script or an agent \
failed; with --out 0 if the shard result was written.")]
pub struct SimArgs {
    /// The simulation.
    #[command(flatten)]
    pub run: SimRunArgs,
    /// The threads to use.
    #[command(flatten)]
    pub threads: ThreadArgs,
    /// How to print the result: text for people, json for programs, csv for spreadsheets
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT", hide_possible_values = true)]
    pub format: FiguresFormat,
    /// Also write the report as a self-contained HTML page with plots
    #[arg(long, value_name = "FILE.html", conflicts_with = "out")]
    pub report: Option<PathBuf>,
    /// The shard to play.
    #[command(flatten)]
    pub shard: ShardArgs,
    /// When to stop.
    #[command(flatten)]
    pub until: UntilArgs,
    /// The raw data to write.
    #[command(flatten)]
    pub raw_data: RawDataArgs,
}

/// The arguments of `merge`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  litterbox merge shard*.json
  litterbox merge run1 --format json

The result is byte-identical to that of the whole run, of `sim`, `compare`, \
`tournament`, `tune` or `fuzz`. \
Ctrl-C prints the result of the files read so far. Exit code: 0, or 1 if games are missing, \
a script or an agent failed or there are findings.")]
pub struct MergeArgs {
    /// The files written by `--shard`, or folders with files shard*.json
    #[arg(required = true)]
    pub shards: Vec<PathBuf>,
    /// How to print the result: text for people, json for programs, csv for spreadsheets
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT", hide_possible_values = true)]
    pub format: FiguresFormat,
    /// Also write the report as a self-contained HTML page with plots
    #[arg(long, value_name = "FILE.html", conflicts_with = "out")]
    pub report: Option<PathBuf>,
    /// For `tune`: write the best combination to this file, as a variant
    #[arg(long, value_name = "FILE.json")]
    pub write: Option<PathBuf>,
    /// For `fuzz`: write the sessions of the findings to this folder
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub sessions: PathBuf,
    /// Write the merged shard result to this file instead of printing a report
    #[arg(long, value_name = "FILE.json")]
    pub out: Option<PathBuf>,
}

impl SimArgs {
    /// Whether the run waits for its answer, as no number of games was given.
    pub const fn is_open(&self) -> bool {
        let is_whole = self.shard.shard.is_none() && self.shard.out.is_none();
        self.run.play.games.is_none() && self.until.until.is_none() && is_whole
    }
}

/// Parses a number of threads.
///
/// # Errors
/// It is not a number, or too many.
pub fn n_threads(text: &str) -> Result<usize, String> {
    let n = text.parse().ok().filter(|n| (1..=1_024).contains(n));
    n.ok_or_else(|| "expected a number from 1 to 1024".to_owned())
}

/// Parses a shard.
///
/// # Errors
/// It is not `K/N`.
pub fn shard(text: &str) -> Result<(u64, u64), String> {
    let numbers = text.split_once('/').and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
    match numbers {
        Some((k, n)) if 1 <= k && k <= n && n <= MAX_GAMES => Ok((k, n)),
        _ => Err("expected K/N with K from 1 to N, such as 3/64".to_owned()),
    }
}

/// The arguments of `compare` that determine its result.
#[derive(Clone, Debug, Args)]
pub struct CompareRunArgs {
    /// A variant: its id, or a file
    pub a: String,
    /// The variant to compare it with
    pub b: Option<String>,
    /// The games to play.
    #[command(flatten)]
    pub play: PlayArgs,
    /// Change an option of both variants; can be repeated
    #[arg(long, value_name = "OPTION=VALUE")]
    pub set: Vec<String>,
    /// Change an option of the second variant only; can be repeated
    #[arg(long, value_name = "OPTION=VALUE", conflicts_with = "sweep")]
    pub with: Vec<String>,
    /// Compare the variant with itself for each of these values
    #[arg(long, value_name = "NAME=0..9|A,B", value_parser = sweep, conflicts_with = "b")]
    pub sweep: Option<Sweep>,
    /// Also compare what holding each card is worth, against a blank in its place: plays about 10
    /// more games for each game
    #[arg(long)]
    pub card_values: bool,
    /// Also compare the quality of the games: lead changes, drama, uncertainty, decisiveness,
    /// decisions that matter. Plays about 1000 more games for each game
    #[arg(long)]
    pub metrics: bool,
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
  litterbox compare classic slapstick --report slapstick.html
  litterbox compare classic --with deck.nope=0 --card-values --until ±2

All variants play with the same seeds and, as far as possible, the same random numbers. \
Differences are taken game by game, relative to the first variant; ± is the half-width of a \
95 % interval.

Exit code: 0, or 1 if a script or an agent failed.")]
pub struct CompareArgs {
    /// The comparison.
    #[command(flatten)]
    pub run: CompareRunArgs,
    /// The threads to use.
    #[command(flatten)]
    pub threads: ThreadArgs,
    /// The shard to play.
    #[command(flatten)]
    pub shard: ShardArgs,
    /// When to stop.
    #[command(flatten)]
    pub until: UntilArgs,
    /// How to print the result: text for people, json for programs, csv for spreadsheets
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT", hide_possible_values = true)]
    pub format: FiguresFormat,
    /// Also write the comparison as a self-contained HTML page with plots
    #[arg(long, value_name = "FILE.html", conflicts_with = "out")]
    pub report: Option<PathBuf>,
}

/// The arguments of `fuzz` that determine its result.
#[derive(Clone, Debug, Args)]
pub struct FuzzRunArgs {
    /// The variant: its id, or a file
    pub variant: String,
    /// Number of games, such as 5000 or 1e6 [default: stop after 480 games without new coverage]
    #[arg(long, value_name = "N", value_parser = n_games)]
    pub games: Option<u64>,
    /// Continue after a finding instead of stopping at the first one
    #[arg(long)]
    pub keep_going: bool,
    /// An expression, as after `=` in the REPL, that must be true before each action of a turn and
    /// at the end of the game; can be repeated
    #[arg(long, value_name = "EXPR")]
    pub always: Vec<String>,
    /// An expression that is true in all positions that can be reached: generated positions in
    /// which it is false are left out; can be repeated
    #[arg(long, value_name = "EXPR")]
    pub given: Vec<String>,
    /// Generate no positions: start all games with the setup
    #[arg(long, conflicts_with = "given")]
    pub from_setup: bool,
    /// Number of players [default: all numbers that the variant allows]
    #[arg(long, value_name = "P")]
    pub players: Option<usize>,
    /// Random seed; the same seed gives the same games
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seed: u64,
    /// Change an option of the variant, `deal` or `deck.KIND`; can be repeated
    #[arg(long, value_name = "OPTION=VALUE")]
    pub set: Vec<String>,
    /// Stop a game after this many answers. If random play does not end the game from
    /// there either, that is a finding
    #[arg(long, value_name = "N", default_value_t = LIMIT, value_parser = n_games)]
    pub limit: u64,
}

/// The arguments of `fuzz`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  litterbox fuzz classic                     stop when coverage no longer grows
  litterbox fuzz mine --time 5m --keep-going
  litterbox fuzz mine --players 2 --seed 3 --out tests
  litterbox fuzz mine --always 'draw_pile().len >= players().len - 1'
  litterbox fuzz mine --given 'pile(\"box\").is_empty'
  litterbox fuzz mine --games 100000 --keep-going --shard 3/16 --out shard3.json

Some games are random, some prefer the least covered options, and some start from generated \
scenarios that try each card, combo and answer in each situation: few and many players, an empty \
draw pile, empty hands, and so on. With `--always` their draw piles keep all cards that explode, \
as after the setup; a finding says whether its game began in such a position. Rules that rely on \
all cards being in the game, or on what the setup has done, may fail in positions that no game \
reaches: those in which an expression of `--given` is false are left out, also while a failure \
is shrunk, and with `--from-setup` there are none. After each answer the fuzzer checks that each \
card is in exactly one zone and that the events describe every change, after every other one that \
views and options leak no hidden card; after each game, that a replay gives the same result. It \
also checks that games can end. Each failure is reduced to a short game, with all checks at each \
answer, and saved as a failing session. The same seed gives the same findings. Every 1920 games, \
the fuzzer forgets what has been covered, so that these blocks of games can be played separately \
(--shard).

Exit code: 0 no findings, 1 findings.")]
pub struct FuzzArgs {
    /// The search.
    #[command(flatten)]
    pub run: FuzzRunArgs,
    /// Stop after this time: 30s, 5m, 2h
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub time: Option<Duration>,
    /// The threads to use.
    #[command(flatten)]
    pub threads: ThreadArgs,
    /// Play only part K of N parts (shards) of the games, counted from 1; a part is whole blocks of
    /// 1920 games
    #[arg(long, value_name = "K/N", value_parser = shard, conflicts_with = "time")]
    #[arg(requires_all = ["games", "keep_going", "out"])]
    pub shard: Option<(u64, u64)>,
    /// Write the sessions to this folder [default: the current one]; with --shard, write the shard
    /// result to this file, for `merge`
    #[arg(long, value_name = "DIR|FILE.json")]
    pub out: Option<PathBuf>,
    /// How to print the result: text for people, json for programs
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT", hide_possible_values = true)]
    pub format: Format,
}

/// Parses a duration: `30`, `30s`, `5m`, `2h`.
///
/// # Errors
/// The text is not a duration, or it is too long.
pub fn time(text: &str) -> Result<Duration, String> {
    let (number, unit) = match text.char_indices().next_back() {
        Some((at, 's')) => (&text[..at], 1),
        Some((at, 'm')) => (&text[..at], 60),
        Some((at, 'h')) => (&text[..at], 3_600),
        _ => (text, 1),
    };
    let number: u64 =
        number.parse().map_err(|_| "expected a duration such as 30s, 5m or 2h".to_owned())?;
    match number.checked_mul(unit) {
        Some(seconds) if seconds <= MAX_SECONDS => Ok(Duration::from_secs(seconds)),
        _ => Err("at most 1000h".to_owned()),
    }
}

/// The longest time of a run.
pub(super) const MAX_SECONDS: u64 = 1_000 * 3_600;
