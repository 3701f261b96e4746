//! `litterbox print`: the cards of a variant as sheets to print and cut.

use super::args::PrintArgs;
use super::failure::{CliError, CliResult, OK};
use super::shared_args::SharedArgs;
use super::{library, print, rules};
use crate::base::error::{did_you_mean, plural};
use crate::base::output;
use crate::page::PAGE_FILE;
use crate::page::sheet::{SheetConfig, SheetSource, sheets};
use std::path::PathBuf;

/// Runs the command.
///
/// # Errors
/// The variant cannot be loaded, does not take this number of players or lacks a kind, the file
/// cannot be written.
pub fn run(shared: &SharedArgs, args: &PrintArgs) -> CliResult {
    let players = args.players.map(usize::from);
    let source = source_of(shared, &args.variant, players)?;
    let ruleset = &source.loaded.ruleset;
    let before = |folder: &PathBuf| {
        let shared = SharedArgs { home: Some(folder.clone()), ..shared.clone() };
        source_of(&shared, &ruleset.id, players)
    };
    let since = args.since.as_ref().map(before).transpose()?;
    for kind in &args.kinds {
        let ids = || ruleset.counts().map(|(_, id, _)| id);
        if !ids().any(|id| id == kind) {
            let hint = did_you_mean(kind, ids())
                .unwrap_or_else(|| format!("`litterbox cards {}` lists the cards", ruleset.id));
            let message = format!("the box of {} has no card `{kind}`; {hint}", ruleset.name);
            return Err(CliError::Usage(message));
        }
    }
    let unnamed = || PathBuf::from(format!("{}.html", ruleset.id));
    let out = args.out.clone().unwrap_or_else(unnamed);
    library::check_outputs(&[(&PAGE_FILE, Some(&out))])?;
    let config = SheetConfig {
        paper: args.paper,
        players,
        kinds: args.kinds.clone(),
        is_one_each: args.one_each,
        has_backs: !args.no_backs,
        is_light: args.light,
    };
    let printed = sheets(&source, since.as_ref(), &config);
    if let (0, Some(folder)) = (printed.n_cards, &args.since) {
        let folder = output::path(folder);
        print::plain(&format!("no card has changed since {folder}; nothing is written\n"))?;
        return Ok(OK);
    }
    library::write(&out, &printed.html)?;
    for warning in &printed.warnings {
        print::talk(&format!("warning: {warning}"))?;
    }
    let [cards, sheets] = [(printed.n_cards, "card"), (printed.n_sheets, "sheet")];
    let [cards, sheets] = [plural(cards.0, cards.1), plural(sheets.0, sheets.1)];
    let out = output::path(&out);
    print::plain(&format!(
        "wrote {out}: {cards} on {sheets}; open it in a browser and print it\n"
    ))?;
    Ok(OK)
}

fn source_of(
    shared: &SharedArgs,
    variant: &str,
    players: Option<usize>,
) -> Result<SheetSource, CliError> {
    let (header, loaded) = rules::opened(shared, variant, &[], players)?;
    Ok(SheetSource { header, loaded })
}
