//! `litterbox print`: the cards of a variant as sheets to print and cut.

use super::args::PrintArgs;
use super::failure::{CliError, CliResult, OK};
use super::shared_args::SharedArgs;
use super::{library, print};
use crate::error::{plural, suggest};
use crate::output;
use crate::page::sheet::{SheetConfig, sheets};
use std::path::PathBuf;

/// Runs the command.
///
/// # Errors
/// The variant cannot be loaded, does not take this number of players or lacks a kind, the file
/// cannot be written.
pub fn run(shared: &SharedArgs, args: &PrintArgs) -> CliResult {
    let mut library = library::open(shared)?;
    let id = library::find(&mut library, &args.variant)?;
    let ruleset = library::load(&library, &id)?;
    let titles = library::titles(&library, shared, &ruleset)?;
    let players = args.players.map(usize::from);
    if let Some(n) = players {
        ruleset.check_players(n).map_err(|error| CliError::Unknown(vec![*error]))?;
    }
    for kind in &args.kinds {
        let mut ids = ruleset.counts().map(|(_, id, _)| id);
        if !ids.any(|id| id == kind) {
            let ids = ruleset.counts().map(|(_, id, _)| id);
            let hint = match suggest(kind, ids) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("`litterbox cards {id}` lists the cards"),
            };
            let message = format!("the box of {} has no card `{kind}`; {hint}", ruleset.name);
            return Err(CliError::Usage(message));
        }
    }
    let out = args.out.clone().unwrap_or_else(|| PathBuf::from(format!("{id}.html")));
    library::check_outputs(&[&Some(&out)])?;
    let config = SheetConfig {
        paper: args.paper,
        players,
        kinds: args.kinds.clone(),
        is_one_each: args.one_each,
        has_backs: !args.no_backs,
    };
    let printed = sheets(&ruleset, &titles, &config);
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
