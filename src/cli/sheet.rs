//! `litterbox print`: the cards of a variant as sheets to print and cut.

use super::args::PrintArgs;
use super::failure::{CliError, CliResult, OK};
use super::shared_args::SharedArgs;
use super::{library, print, rules};
use crate::error::{did_you_mean, plural};
use crate::output;
use crate::page::sheet::{SheetConfig, sheets};
use std::path::PathBuf;

/// Runs the command.
///
/// # Errors
/// The variant cannot be loaded, does not take this number of players or lacks a kind, the file
/// cannot be written.
pub fn run(shared: &SharedArgs, args: &PrintArgs) -> CliResult {
    let players = args.players.map(usize::from);
    let loaded = rules::loaded(shared, &args.variant, &[], players)?;
    let ruleset = &loaded.ruleset;
    for kind in &args.kinds {
        let ids = || ruleset.counts().map(|(_, id, _)| id);
        if !ids().any(|id| id == kind) {
            let hint = did_you_mean(kind, ids())
                .unwrap_or_else(|| format!("`litterbox cards {}` lists the cards", ruleset.id));
            let message = format!("the box of {} has no card `{kind}`; {hint}", ruleset.name);
            return Err(CliError::Usage(message));
        }
    }
    let out = args.out.clone().unwrap_or_else(|| PathBuf::from(format!("{}.html", ruleset.id)));
    library::check_outputs(&[&Some(&out)])?;
    let config = SheetConfig {
        paper: args.paper,
        players,
        kinds: args.kinds.clone(),
        is_one_each: args.one_each,
        has_backs: !args.no_backs,
    };
    let printed = sheets(&loaded, &config);
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
