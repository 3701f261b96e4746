//! `litterbox rules`: the rules of a variant, for the terminal, as a page, or as data.

use super::failure::{CliError, CliResult, OK};
use super::shared_args::SharedArgs;
use super::sim::sets;
use super::testing::default_folder;
use super::{library, print};
use crate::base::files::Files;
use crate::base::output;
use crate::page::{PAGE_FILE, rules as html};
use crate::session::example::examples;
use crate::session::file;
use crate::session::suite::{self, SessionTarget};
use crate::shell::render::text::catalogue::Look;
use crate::shell::render::text::rules as text;
use crate::shell::rules_page::{self, RulesEntry};
use crate::transcript::ruleset_cache::RulesetCache;
use crate::transcript::{Header, LoadedRuleset};
use clap::{Args, ValueEnum};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The arguments of `rules`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  litterbox rules classic
  litterbox rules slap --players 4 --out slap.html    a page for the players of a game
  litterbox rules mine --lang fr --format json

Made of the variant, the texts of its cards, the first lines (`//!`) of its rules scripts and the \
comments (`///`) above their hooks, and of plays on small positions, which say what stops what and \
are the examples, unless sessions of this variant in `tests` are marked: blocks whose first line \
is ```litterbox example. Titles and texts of cards are in the language of --lang, the rest is \
English.")]
pub struct RulesArgs {
    /// The variant: its id, or a file
    pub variant: String,
    /// The file to write: a page for browsers
    #[arg(long, value_name = "FILE.html")]
    pub out: Option<PathBuf>,
    /// Show the setup for this number of players
    #[arg(long, value_name = "N")]
    pub players: Option<u8>,
    /// Change an option of the variant; can be repeated
    #[arg(long, value_name = "OPTION=VALUE")]
    pub set: Vec<String>,
    /// How to print the rules: text or html for people, json for programs
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT", hide_possible_values = true)]
    pub format: RulesFormat,
}

/// How the rules of a variant are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum RulesFormat {
    #[default]
    Text,
    Json,
    Html,
}

/// Runs the command.
///
/// # Errors
/// The variant cannot be loaded or does not take this number of players, the file cannot be
/// written, the output is closed.
pub fn run(shared: &SharedArgs, args: &RulesArgs) -> CliResult {
    let players = args.players.map(usize::from);
    library::check_outputs(&[(&PAGE_FILE, args.out.as_deref())])?;
    let (_, loaded) = opened(shared, &args.variant, &args.set, players)?;
    let mut rules = rules_page::of(&loaded, players);
    let own = own_examples(shared, &rules.id)?;
    if !own.is_empty() {
        rules.show_examples(own);
    }
    match (&args.out, args.format) {
        (Some(out), _) => {
            library::write(out, &html::page(&rules, &loaded))?;
            let out = output::path(out);
            print::plain(&format!("wrote {out}; open it in a browser\n"))?;
        }
        (None, RulesFormat::Json) => print::json(&json!(rules))?,
        (None, RulesFormat::Text) => print::text(&text::page(&rules, Look::Colour))?,
        (None, RulesFormat::Html) => print::text(&html::page(&rules, &loaded))?,
    }
    Ok(OK)
}

/// Opens a variant with options as set by `--set` and its titles, for games of `players`, or else
/// of the smallest number of players.
///
/// # Errors
/// It cannot be loaded, or does not take this number of players; there are no such titles.
pub fn opened(
    shared: &SharedArgs,
    variant: &str,
    set: &[String],
    players: Option<usize>,
) -> Result<(Header, LoadedRuleset), CliError> {
    let set = sets("--set", set)?;
    let mut library = library::open(shared)?;
    let id = library::find(&mut library, variant)?;
    let ruleset = library::load(&library, &id)?;
    library::titles(&library, shared, &ruleset)?;
    let n = players.unwrap_or(*ruleset.players.start());
    let names = (1..=n).map(|n| format!("p{n}")).collect();
    let lang = shared.lang.as_deref().map(|lang| ruleset.language_of_titles(lang).to_owned());
    let mut header = Header { set, lang, ..Header::new(id.as_str(), names) };
    match header.load(&library, &RulesetCache::default()) {
        Ok(loaded) => Ok((header, loaded)),
        Err(errors) => Err(CliError::of_variant(&library, &id, errors)),
    }
}

/// The sessions of the project that are marked as examples of a variant. One that fails is left out
/// with a message.
fn own_examples(shared: &SharedArgs, variant: &str) -> Result<Vec<RulesEntry>, CliError> {
    let here: Arc<dyn Files> = library::folder(Path::new("."))?;
    let Some(folder) = default_folder(here.as_ref()) else { return Ok(Vec::new()) };
    let folder = SessionTarget { path: folder.into(), line: None };
    let library = library::open(shared)?;
    let lang = shared.lang.as_deref();
    let mut entries = Vec::new();
    for found in suite::find(&here, &[folder]).targets {
        let name = suite::shown(found.file.path());
        let Ok(text) = found.file.read() else { continue };
        // Most files have none: they are not parsed.
        if !text.contains("litterbox example") {
            continue;
        }
        let Ok(file) = file::parse(&name, &text) else { continue };
        for example in examples(&file, &library, (variant, lang)) {
            match example {
                Ok(entry) => entries.push(entry),
                Err(why) => print::talk(&why)?,
            }
        }
    }
    Ok(entries)
}
