//! `litterbox cards`: the cards, combos and options of a variant.

use super::args::CardsArgs;
use super::failure::{CliResult, OK};
use super::shared_args::{Format, SharedArgs};
use super::{library, print};
use crate::shell::catalogue;
use crate::shell::out::text::catalogue::{self as tables, Look};
use serde_json::json;

/// Runs the command.
///
/// # Errors
/// The variant cannot be loaded or does not take this number of players, the output is closed.
pub fn run(shared: &SharedArgs, args: &CardsArgs) -> CliResult {
    let mut library = library::open(shared)?;
    let id = library::find(&mut library, &args.variant)?;
    let ruleset = library::load(&library, &id)?;
    let titles = library::titles(&library, shared, &ruleset)?;
    let players = args.players.map(usize::from);
    if let Some(n) = players {
        ruleset
            .check_players(n)
            .map_err(|error| super::failure::CliError::Unknown(vec![*error]))?;
    }
    let page = catalogue::page(&ruleset, &titles, players);
    match args.shape.format {
        Format::Json => print::json(&json!(page))?,
        Format::Text => print::text(&tables::page(&page, Look::Colour))?,
    }
    Ok(OK)
}
