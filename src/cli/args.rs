//! The arguments, and the help texts that come with them.

use super::batch::BatchCommand;
use super::guide::GuideArgs;
use super::shared_args::{FindingsFormat, Format, SharedArgs};
use super::sim_args::{CompareArgs, FuzzArgs, MergeArgs, SimArgs};
use super::testing::args::{DebugArgs, ReviewArgs, TestArgs};
use super::tournament::TournamentArgs;
use super::tune::TuneArgs;
use crate::page::sheet::Paper;
use crate::shell::render::json::ALL;
use clap::builder::styling::{AnsiColor, Styles};
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

const EXAMPLES: &str = "\
Examples:
  litterbox                               play a game of the classic variant
  litterbox repl slap ann bob --seed 7    two players, a fixed seed
  litterbox variants                      list the variants
  litterbox check                         check all your variants and scripts
  litterbox test                          run the sessions in the tests folder

Results go to stdout, everything else to stderr. Exit codes: 0 success, 1 findings (an error, a \
difference, a refused input), 2 invalid arguments (also names of things that do not exist), 3 a \
file that is needed cannot be read or written, or is invalid.";

/// A scriptable sandbox for exploding-cat card games
///
/// Rules are small scripts, variants are JSON files. Step through a game forwards and backwards,
/// try your own card in a position you set up, and save what you saw as a test. Without a command,
/// opens the REPL on the classic variant.
#[derive(Debug, Parser)]
#[command(name = "litterbox", version, styles = STYLES, after_help = EXAMPLES)]
#[command(max_term_width = 100)]
pub struct Cli {
    /// The options of every command.
    #[command(flatten)]
    pub shared: SharedArgs,
    /// The command to run.
    #[command(subcommand)]
    pub command: Option<CliCommand>,
}

/// How the reference is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Reference {
    #[default]
    Text,
    Json,
    Md,
}

/// The output format of a command with a result.
#[derive(Clone, Copy, Debug, Args)]
pub struct OutputFormat {
    /// How to print the result: text for people, json for programs
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT", hide_possible_values = true)]
    pub format: Format,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum CliCommand {
    /// Play, step through and inspect a game, interactively or from a pipe
    Repl(ReplArgs),
    /// Run session files and compare what they print
    Test(TestArgs),
    /// Review changed session output, one difference at a time
    Review(ReviewArgs),
    /// Open the REPL at a step of a session file
    Debug(DebugArgs),
    /// Serve a debugger that steps backwards, too, to an editor, over stdio
    #[cfg(feature = "editor")]
    Dap,
    /// Check variants and scripts for errors
    Check(CheckArgs),
    /// Explain an error code, with an example and the fix
    Explain(ExplainArgs),
    /// Read a guide: cards, variants, measuring, programs, security, sessions
    Guide(GuideArgs),
    /// Simulate many games and report statistics
    Sim(SimArgs),
    /// Merge the shard results of a run
    Merge(MergeArgs),
    /// Compare two rule sets, game by game with the same random numbers
    Compare(CompareArgs),
    /// Measure the strengths of agents, and how much of winning is skill
    Tournament(TournamentArgs),
    /// Search option values for a game with wanted properties
    Tune(TuneArgs),
    /// Write a driver that plays a large run in shards with Dask or GNU parallel
    #[command(subcommand)]
    Batch(BatchCommand),
    /// Search for rule bugs and save each as a minimal failing session
    Fuzz(FuzzArgs),
    /// List the variants
    #[command(after_help = "Examples:\n  litterbox variants\n  litterbox variants --format json")]
    Variants(OutputFormat),
    /// List the cards, combos and options of a variant
    Cards(CardsArgs),
    /// Show the rules of a variant: setup, turns, answers, cards, options, examples
    Rules(super::rules::RulesArgs),
    /// Serve an editor: errors, completion, hover, rename (language server over stdin and stdout)
    #[cfg(feature = "editor")]
    Lsp,
    /// Write the extension for VS Code, or print the configuration of another editor
    #[cfg(feature = "editor")]
    Editor(super::editor::EditorArgs),
    /// Write the cards of a variant as an HTML file to print and cut
    Print(PrintArgs),
    /// Write a game as an HTML file to step through
    Replay(ReplayArgs),
    /// Play a game with friends in browsers
    #[cfg(feature = "serve")]
    Serve(super::serve_args::ServeArgs),
    /// Write cards in the browser, beside a table that plays them
    #[cfg(all(feature = "serve", feature = "editor"))]
    Workbench(super::workbench_args::WorkbenchArgs),
    /// Show the differences between two variants
    Diff(DiffArgs),
    /// Create a card, combo, rule, variant or project
    #[command(subcommand)]
    New(NewCommand),
    /// Show the reference of the functions that scripts call
    Api(ApiArgs),
    /// Print the JSON schema of variants or titles, for editors
    Schema(SchemaArgs),
}

/// The arguments of `repl`.
#[derive(Clone, Debug, Default, Args)]
#[command(after_help = "\
Examples:
  litterbox repl
  litterbox repl slap ann bob cat --seed 7
  litterbox repl -c 'draw; :back' --seed 7    run these inputs and exit
  litterbox repl -i --read opening.txt        run a file, then continue
  echo draw | litterbox repl --seed 7         the same from a pipe
  litterbox repl classic me --agents 3        play against three agents
  litterbox repl mine --watch                 reload files when they change
  litterbox repl --format json                print JSON for programs
  litterbox repl my_card.session.md           run a session file, then continue
  litterbox repl --resume                     resume the last session
  litterbox repl --journals                   list the resumable sessions

In the REPL, :help lists the commands, Tab completes the options, Ctrl-C stops a running script, \
Ctrl-D exits. Each input is written to a journal before its reply is shown \
(~/.local/state/litterbox/sessions, or below XDG_STATE_HOME). With a pipe, a file or -c, the \
first refused input ends the run with exit code 1, and a journal is written only with \
--journal.")]
pub struct ReplArgs {
    /// The variant: an id or a file [default: classic]. A session file or a list of inputs is run,
    /// and the game continues from its end
    pub variant: Option<String>,
    /// The names of the players in seat order [default: p1 p2 …]
    pub names: Vec<String>,
    /// Add agents: how many, or their names (random, greedy, search, search:200, search:50ms)
    #[arg(long, value_name = "N|AGENT,…", conflicts_with = "players")]
    pub agents: Option<String>,
    /// Number of players, if no names are given
    #[arg(long, value_name = "N", conflicts_with = "names")]
    pub players: Option<u8>,
    /// Random seed [default: a random one, which is printed]
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// The starting player: a name, or `random` [default: the first player]
    #[arg(long, value_name = "NAME")]
    pub first: Option<String>,
    /// Change an option of the variant for this game; can be repeated
    #[arg(long, value_name = "OPTION=VALUE")]
    pub set: Vec<String>,
    /// Run these inputs, separated by `;`, and exit; can be repeated
    #[arg(short, long, value_name = "INPUTS")]
    pub command: Vec<String>,
    /// Run the lines of a file (`-` for stdin) or the sessions of a session file, and exit; can be
    /// repeated
    #[arg(long, value_name = "FILE")]
    pub read: Vec<PathBuf>,
    /// Read from the terminal after -c and --read
    #[arg(short, long)]
    pub interactive: bool,
    /// Resume the last session, or the one of the given journal (see --journals)
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    #[arg(conflicts_with_all = ["variant", "players", "seed", "first", "set", "agents", "no_journal"])]
    pub resume: Option<Option<PathBuf>>,
    /// Reload scripts and variants when they are saved
    #[arg(short, long)]
    pub watch: bool,
    /// How to print replies: text for people, json (one object per line) for programs
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT", hide_possible_values = true)]
    pub format: Format,
    /// Skip the startup inputs in `litterbox/rc` of the config folder
    #[arg(long)]
    pub no_rc: bool,
    /// Write no journal of this session
    #[arg(long)]
    pub no_journal: bool,
    /// Write a journal also for inputs from -c, a file or a pipe
    #[arg(long, conflicts_with = "no_journal")]
    pub journal: bool,
    /// List the journals that --resume=FILE can resume
    #[arg(long)]
    pub journals: bool,
    /// Continue after a refused input; the exit code is still 1
    #[arg(long)]
    pub keep_going: bool,
    /// Print the inputs as well, as in a session file
    #[arg(long)]
    pub echo: bool,
}

/// The arguments of `check`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  litterbox check
  litterbox check variants/mine.json
  litterbox check --fix                       apply fixes that are unambiguous
  litterbox check --home ~/cats --format json

Each error has a code; `litterbox explain L0101` explains it. Exit code: 0 no errors (there may \
be warnings), 1 errors. In json and sarif, lines and columns are counted from 1, columns in \
characters (Unicode code points), and ends are exclusive; a fix is a list of edits.")]
pub struct CheckArgs {
    /// Ids of variants, files of variants, titles or scripts, or folders of them [default: all]
    pub paths: Vec<String>,
    /// Apply fixes that are unambiguous: misspelled names, unused code
    #[arg(long)]
    pub fix: bool,
    /// Treat warnings as errors
    #[arg(long)]
    pub strict: bool,
    /// Write, beside the text of each card, the sentences that its script says
    #[arg(long, conflicts_with_all = ["fix", "strict", "format"])]
    pub text: bool,
    /// Time limit for each file, in seconds
    #[arg(long, value_name = "S", default_value_t = 30,
        value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub timeout: u64,
    /// How to print the result: text for people, json or sarif for programs
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT", hide_possible_values = true)]
    pub format: FindingsFormat,
}

/// The arguments of `explain`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  litterbox explain                      list all codes
  litterbox explain F                    list one group: script faults
  litterbox explain L0108
  litterbox explain hidden-information   the same code by its name")]
pub struct ExplainArgs {
    /// A code or its name [default: list all]
    pub code: Option<String>,
    /// How to print the result.
    #[command(flatten)]
    pub shape: OutputFormat,
}

/// The arguments of `cards`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  litterbox cards classic
  litterbox cards party_pack --players 3    the number of each card with three players
  litterbox cards classic --lang fr
  litterbox cards classic --format csv      id, title, text, symbol, tags and count, for other tools")]
pub struct CardsArgs {
    /// The variant: its id, or a file
    pub variant: String,
    /// Show the deck for this number of players
    #[arg(long, value_name = "N")]
    pub players: Option<u8>,
    /// How to print the result: text for people, json or csv for programs
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT", hide_possible_values = true)]
    pub format: CardsFormat,
}

/// How the cards of a variant are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum CardsFormat {
    #[default]
    Text,
    Json,
    Csv,
}

/// The arguments of `print`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  litterbox print classic
  litterbox print mine --paper letter --out table.html
  litterbox print classic --players 3 --no-backs
  litterbox print mine --kinds windfall,big_favor
  litterbox print mine --since ../printed            only the cards that have changed

The file needs nothing else: a browser prints it, or saves it as a PDF. Print at 100 % and on both \
sides, flipped on the long edge. Each player, or two, get an overview of the cards, the table two \
pages of rules, and a board if the rules draw one.")]
pub struct PrintArgs {
    /// The variant: its id, or a file
    pub variant: String,
    /// The file to write [default: VARIANT.html]
    #[arg(long, value_name = "FILE.html")]
    pub out: Option<PathBuf>,
    /// The paper: a4 or letter
    #[arg(long, value_enum, default_value_t, value_name = "SIZE", hide_possible_values = true)]
    pub paper: Paper,
    /// Print what this number of players plays with [default: the whole box]
    #[arg(long, value_name = "N")]
    pub players: Option<u8>,
    /// Print only these cards, without overviews and rules
    #[arg(long, value_name = "ID,…", value_delimiter = ',')]
    pub kinds: Vec<String>,
    /// Print each card once
    #[arg(long)]
    pub one_each: bool,
    /// Print no backs
    #[arg(long)]
    pub no_backs: bool,
    /// Print white backs, which need little ink
    #[arg(long, conflicts_with = "no_backs")]
    pub light: bool,
    /// Print only the cards that changed since the files of a folder, without rules
    #[arg(long, value_name = "DIR")]
    pub since: Option<PathBuf>,
}

/// The arguments of `replay`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  litterbox replay game.json --out game.html
  litterbox replay game.json --as ann --out game.html    nothing that ann does not know
  litterbox replay tests/my_card.session.md:12 --out my_card.html

`:save FILE` saves a game. The page needs nothing else and works in any browser; `game.html#12` \
opens it after ply 12. A game that begins with `:table` starts with that position. Without --as \
it has everything that is hidden in the game.")]
pub struct ReplayArgs {
    /// A saved game, or a session: FILE:LINE, or a FILE with one session
    pub file: String,
    /// Include only what a player knows; `nobody`: what everybody knows; `all`: everything
    #[arg(long = "as", value_name = "NAME", default_value = ALL)]
    pub viewer: String,
    /// The file to write
    #[arg(long, value_name = "FILE.html")]
    pub out: PathBuf,
}

/// The arguments of `diff`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  litterbox diff classic slapstick
  litterbox diff classic variants/mine.json

Exit code: 0 if the variants are the same, 1 if they differ.")]
pub struct DiffArgs {
    /// A variant: its id, or a file
    pub a: String,
    /// The variant to compare it with
    pub b: String,
    /// How to print the result.
    #[command(flatten)]
    pub shape: OutputFormat,
}

/// The arguments of `api`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  litterbox api                       everything, by group
  litterbox api rescue                entries with `rescue` in their names or descriptions
  litterbox api --format md           the reference as Markdown
  litterbox api --definitions DIR     write *.d.rhai files for Rhai editor tools")]
pub struct ApiArgs {
    /// A function or hook, or part of its name or description [default: all]
    pub name: Option<String>,
    /// Write definition files to this folder instead
    #[arg(long, value_name = "DIR", conflicts_with = "name")]
    pub definitions: Option<PathBuf>,
    /// How to print the result: text for people, md for a page, json for programs
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT", hide_possible_values = true)]
    pub format: Reference,
}

/// The arguments of `schema`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  litterbox schema variant > variants/schemas/variant.schema.json

Editors complete and validate a file that refers to it: \"$schema\": \
\"schemas/variant.schema.json\".")]
pub struct SchemaArgs {
    /// The kind of file
    #[arg(value_enum, default_value_t)]
    pub of: SchemaOf,
}

/// The files that have a schema.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum SchemaOf {
    #[default]
    Variant,
    Titles,
}

/// The commands of `new`.
#[derive(Debug, Subcommand)]
pub enum NewCommand {
    /// A card: its script, its place in a deck, a first test
    #[command(after_help = "\
Examples:
  litterbox new card windfall
  litterbox new card big_favor --from favor --variant mine")]
    Card(NewArgs),
    /// A combo: its script, its place in a variant, a first test
    #[command(after_help = "\
Examples:
  litterbox new combo four_of_a_kind
  litterbox new combo big_pair --from pair --variant mine")]
    Combo(NewArgs),
    /// A rule: a script that changes the flow of a variant
    #[command(after_help = "\
Examples:
  litterbox new rule draw_two
  litterbox new rule my_classic --from classic --variant mine")]
    Rule(NewArgs),
    /// A variant that changes another one
    #[command(after_help = "\
Examples:
  litterbox new variant mine
  litterbox new variant big_party --from party_pack")]
    Variant(NewVariantArgs),
    /// A project folder for cards, combos and variants, with tests and a CI workflow
    #[command(after_help = "\
Examples:
  litterbox new project my_cats")]
    Project(NewProjectArgs),
}

/// The arguments of `new card`, `new combo` and `new rule`.
#[derive(Debug, Args)]
pub struct NewArgs {
    /// The name: `windfall`, or "Big Cat" for `big_cat`
    pub name: String,
    /// Start from a copy of this one
    #[arg(long, value_name = "ID")]
    pub from: Option<String>,
    /// The variant to add it to, one of your own [default: your only one, or a new one called
    /// `mine`]
    #[arg(long, value_name = "ID")]
    pub variant: Option<String>,
}

/// The arguments of `new variant`.
#[derive(Debug, Args)]
pub struct NewVariantArgs {
    /// The name
    pub name: String,
    /// The variant it extends [default: classic]
    #[arg(long, value_name = "ID")]
    pub from: Option<String>,
}

/// The arguments of `new project`.
#[derive(Debug, Args)]
pub struct NewProjectArgs {
    /// The folder to create
    pub dir: PathBuf,
}
