//! `litterbox cards`: all that a variant is made of.

use super::args::{CardsArgs, Format, Shared};
use super::{OK, Outcome, print, shelf};
use crate::workbench::catalogue::{Look, Page};

/// Runs the command.
///
/// # Errors
/// The variant cannot be loaded or not be played by so many, the output is closed.
pub fn run(shared: &Shared, args: &CardsArgs) -> Outcome {
    let mut library = shelf::open(shared)?;
    let id = shelf::find(&mut library, &args.variant)?;
    let ruleset = shelf::load(&library, &id)?;
    let titles = shelf::titles(&library, shared, &ruleset)?;
    let players = args.players.map(usize::from);
    if let Some(n) = players {
        ruleset.check_players(n).map_err(|error| super::Failure::Unknown(vec![*error]))?;
    }
    let page = Page::new(&ruleset, &titles, players);
    match args.shape.format {
        Format::Json => print::json(&page.json())?,
        Format::Text => print::text(&page.text(Look::Colour))?,
    }
    Ok(OK)
}
