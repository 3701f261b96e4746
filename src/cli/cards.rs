//! `litterbox cards`: the cards, combos and options of a variant.

use super::args::{CardsArgs, CardsFormat};
use super::failure::{CliError, CliResult, OK};
use super::shared_args::SharedArgs;
use super::{library, print};
use crate::page::deck;
use crate::script::Host;
use crate::shell::catalogue;
use crate::shell::render::text::catalogue::{self as tables, Look};
use serde_json::json;

/// Runs the command.
///
/// # Errors
/// The variant cannot be loaded or does not take this number of players, the output is closed.
pub fn run(shared: &SharedArgs, args: &CardsArgs) -> CliResult {
    let players = args.players.map(usize::from);
    let (ruleset, titles) = library::titled(shared, &args.variant, players)?;
    let page = catalogue::page(&ruleset, &titles, players);
    match args.format {
        CardsFormat::Json => print::json(&json!(page))?,
        CardsFormat::Text => print::text(&tables::page(&page, Look::Colour))?,
        CardsFormat::Csv => {
            let host = Host::new(&ruleset.spec).map_err(CliError::Invalid)?;
            let (cards, _) = deck::cards(&ruleset, &titles, &host, &page, players);
            print::plain(&deck::csv(&cards))?;
        }
    }
    Ok(OK)
}
