//! The arguments, and the help texts that come with them.

use super::sim_args::{CompareArgs, FuzzArgs, MergeArgs, SimArgs};
use super::test::args::{DebugArgs, ReviewArgs, TestArgs};
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
  litterbox                               play and take apart a game of the classic edition
  litterbox repl slap ann bob --seed 7    two named players, the same game every time
  litterbox variants                      which editions there are
  litterbox check                         every mistake in your variants and scripts at once
  litterbox test                          run the sessions in the folder tests

Results go to stdout, everything else to stderr. Exit codes: 0 all is well, 1 something was found
(a mistake, a difference, a refused input), 2 the command line is wrong, 3 something cannot be read.";

/// A scriptable sandbox for exploding-cat card games
///
/// Rules are small scripts, editions are JSON files. Step through a game forwards and backwards,
/// try a card of your own on a position you lay out, keep what you saw as a test. Without a command
/// it opens the REPL on the classic edition.
#[derive(Debug, Parser)]
#[command(name = "litterbox", version, styles = STYLES, after_help = EXAMPLES)]
#[command(disable_help_subcommand = true, max_term_width = 100)]
pub struct Cli {
    /// What all commands understand.
    #[command(flatten)]
    pub shared: SharedArgs,
    /// What to do.
    #[command(subcommand)]
    pub command: Option<CliCommand>,
}

/// What all commands understand.
#[derive(Clone, Debug, Default, Args)]
pub struct SharedArgs {
    /// Lay the folders `scripts` and `variants` of DIR over what is shipped [default: the current
    /// folder]
    #[arg(long, value_name = "DIR", global = true)]
    pub home: Option<PathBuf>,
    /// Show titles and texts in this language (en, fr, it, zh), or each variant in its `own`
    #[arg(long, value_name = "L", global = true)]
    pub lang: Option<String>,
    /// Allow inputs you did not type yourself to start programs: `:agent NAME exec:COMMAND` in
    /// session files, journals, rc files and pipes. Such a program can do everything you can
    #[arg(long, global = true)]
    pub allow_exec: bool,
}

/// How results are printed: for people, or for programs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    #[default]
    Text,
    Json,
}

/// How what is wrong is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Findings {
    #[default]
    Text,
    Json,
    Sarif,
}

/// How the reference is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Reference {
    #[default]
    Text,
    Json,
    Md,
}

/// The choice of a format, for commands that have a result.
#[derive(Clone, Copy, Debug, Args)]
pub struct OutputFormat {
    /// How to print the result: text for people, json for programs
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT", hide_possible_values = true)]
    pub format: Format,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum CliCommand {
    /// Play, step back and forth, look into a game (also from a pipe)
    Repl(ReplArgs),
    /// Run session files and compare what they print
    Test(TestArgs),
    /// Go through what sessions print otherwise, one difference at a time
    Review(ReviewArgs),
    /// Open the REPL at a step of a session file
    Debug(DebugArgs),
    /// Find every mistake in variants and scripts
    Check(CheckArgs),
    /// Say what the code of a mistake means, with an example and the cure
    Explain(ExplainArgs),
    /// Play many games and count what happens
    Sim(SimArgs),
    /// Put together the parts of a run that was played in shards
    Merge(MergeArgs),
    /// Say what a change does to the game, on the same luck
    Compare(CompareArgs),
    /// Look for games that break, and write each down as a short session that fails
    Fuzz(FuzzArgs),
    /// List the variants there are
    #[command(after_help = "Examples:\n  litterbox variants\n  litterbox variants --format json")]
    Variants(OutputFormat),
    /// List the cards, combos and options of a variant
    Cards(CardsArgs),
    /// Show what differs between two variants
    Diff(DiffArgs),
    /// Begin a card, combo, rule, variant or folder of your own
    #[command(subcommand)]
    New(NewCommand),
    /// Look up what scripts can call
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
  litterbox repl -c 'draw; :back' --seed 7    run these, print the replies, leave
  litterbox repl -i --read opening.txt        run the lines of a file, then go on by hand
  echo draw | litterbox repl --seed 7         the same from a pipe
  litterbox repl classic me --agents 3        play against three agents
  litterbox repl mine --watch                 try a script while you write it
  litterbox repl --format json                the same for programs
  litterbox repl my_card.session.md           run a session, then go on by hand
  litterbox repl --resume                     go on where the last session broke off
  litterbox repl --journals                   list the sessions that can be resumed

In the REPL, :help lists the commands, Tab shows what can be answered now, Ctrl-C stops a running
script, Ctrl-D leaves. Nothing is lost: what is typed is kept in the state folder before its reply
is shown (~/.local/state/litterbox/sessions; XDG_STATE_HOME is respected). From a pipe, a file or
-c, the first refused input ends the run with exit code 1; --journal keeps a journal of it.")]
pub struct ReplArgs {
    /// Which variant to play: its id, or a file [default: classic]. A session file, or a list of
    /// inputs, is run, and one goes on from its end
    pub variant: Option<String>,
    /// The players, in their order at the table [default: p1 p2 …]
    pub names: Vec<String>,
    /// Let agents play too: so many, or each by its name (random, greedy, search, search:200,
    /// search:50ms)
    #[arg(long, value_name = "N|AGENT,…", conflicts_with = "players")]
    pub agents: Option<String>,
    /// How many players, where they have no names
    #[arg(long, value_name = "N", conflicts_with = "names")]
    pub players: Option<u8>,
    /// Deal the same game again [default: a random one, which is printed]
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// Who begins: a name, or `random` [default: the first player]
    #[arg(long, value_name = "NAME")]
    pub first: Option<String>,
    /// Change an option of the variant for this game; can be repeated
    #[arg(long, value_name = "OPTION=VALUE")]
    pub set: Vec<String>,
    /// Run these inputs, parted by `;`, instead of asking; can be repeated
    #[arg(short, long, value_name = "INPUTS")]
    pub command: Vec<String>,
    /// Run the lines of a file (`-`: of stdin) or the sessions of a session file, instead of
    /// asking; can be repeated
    #[arg(long, value_name = "FILE")]
    pub read: Vec<PathBuf>,
    /// Go on by hand after -c and --read
    #[arg(short, long)]
    pub interactive: bool,
    /// Go on where the last session was left or broke off, or another one by its file (see
    /// --journals)
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    #[arg(conflicts_with_all = ["variant", "players", "seed", "first", "set", "agents", "no_journal"])]
    pub resume: Option<Option<PathBuf>>,
    /// Read scripts and variants again whenever one is saved
    #[arg(short, long)]
    pub watch: bool,
    /// How to print replies: text for people, json (one object a line) for programs
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT", hide_possible_values = true)]
    pub format: Format,
    /// Do not run the inputs in the file `litterbox/rc` of the config folder first
    #[arg(long)]
    pub no_rc: bool,
    /// Keep no journal of this session
    #[arg(long)]
    pub no_journal: bool,
    /// Keep a journal of inputs from -c, a file or a pipe too
    #[arg(long, conflicts_with = "no_journal")]
    pub journal: bool,
    /// List the sessions that --resume=FILE can go on with
    #[arg(long)]
    pub journals: bool,
    /// Go on after a refused input; the exit code still tells
    #[arg(long)]
    pub keep_going: bool,
    /// Print the inputs too, as in a session file
    #[arg(long)]
    pub echo: bool,
}

/// The arguments of `check`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  litterbox check
  litterbox check variants/mine.json
  litterbox check --fix                       mend what can only be meant in one way
  litterbox check --home ~/cats --format json

Each mistake has a code; `litterbox explain L0101` says more about it. Exit code: 0 nothing wrong
(there may be warnings), 1 mistakes. In json and sarif lines and columns are counted from 1, columns
in characters (Unicode code points), and ends are exclusive; a fix is a list of edits.")]
pub struct CheckArgs {
    /// Variants by id, files of variants, titles or scripts, or folders of them [default: all there
    /// are]
    pub paths: Vec<String>,
    /// Mend what can only be meant in one way: misspelt names, what nothing uses
    #[arg(long)]
    pub fix: bool,
    /// Take warnings for mistakes
    #[arg(long)]
    pub strict: bool,
    /// How to print the result: text for people, json or sarif for programs
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT", hide_possible_values = true)]
    pub format: Findings,
}

/// The arguments of `explain`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  litterbox explain                      all codes
  litterbox explain F                    those of one subject: faults while a script runs
  litterbox explain L0108
  litterbox explain hidden-information   the same by its name")]
pub struct ExplainArgs {
    /// The code, or its name [default: list them all]
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
  litterbox cards party_pack --players 3    how many of each are in the game for three
  litterbox cards classic --lang fr")]
pub struct CardsArgs {
    /// The variant: its id, or a file
    pub variant: String,
    /// Count for this number of players
    #[arg(long, value_name = "N")]
    pub players: Option<u8>,
    /// How to print the result.
    #[command(flatten)]
    pub shape: OutputFormat,
}

/// The arguments of `diff`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  litterbox diff classic slapstick
  litterbox diff classic variants/mine.json

Exit code: 0 when the two are the same, 1 when they differ.")]
pub struct DiffArgs {
    /// A variant: its id, or a file
    pub a: String,
    /// Another one
    pub b: String,
    /// How to print the result.
    #[command(flatten)]
    pub shape: OutputFormat,
}

/// The arguments of `api`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  litterbox api                       everything, by subject
  litterbox api choose                whatever has `choose` in its name
  litterbox api --format md           the same as a page to read
  litterbox api --definitions DIR     *.d.rhai files, for editors that know Rhai")]
pub struct ApiArgs {
    /// A function or hook, or a part of its name [default: all]
    pub name: Option<String>,
    /// Write definition files into a folder instead
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

A file that names it (`\"$schema\": \"schemas/variant.schema.json\"`) is checked and completed by
editors while it is written.")]
pub struct SchemaArgs {
    /// Of which files
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
    Card(NewArgs),
    /// A combo: its script, its place in a variant, a first test
    Combo(NewArgs),
    /// A rule: a script that changes the flow of a variant
    Rule(NewArgs),
    /// A variant that changes another one
    Variant(NewVariantArgs),
    /// A folder for cards, combos and variants of your own, with tests and a CI workflow
    Project(NewProjectArgs),
}

/// The arguments of `new card`, `new combo` and `new rule`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  litterbox new card windfall
  litterbox new card big_favor --from favor --variant mine")]
pub struct NewArgs {
    /// What it is called: `windfall`, or "Big Cat" for `big_cat`
    pub name: String,
    /// Begin with a copy of this one
    #[arg(long, value_name = "ID")]
    pub from: Option<String>,
    /// The variant it is added to [default: your only one, or a new one called `mine`]
    #[arg(long, value_name = "ID")]
    pub variant: Option<String>,
}

/// The arguments of `new variant`.
#[derive(Debug, Args)]
pub struct NewVariantArgs {
    /// What it is called
    pub name: String,
    /// The variant that it changes [default: classic]
    #[arg(long, value_name = "ID")]
    pub from: Option<String>,
}

/// The arguments of `new project`.
#[derive(Debug, Args)]
pub struct NewProjectArgs {
    /// The folder; it is made
    pub dir: PathBuf,
}
