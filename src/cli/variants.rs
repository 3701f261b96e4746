//! `litterbox variants`: lists the variants.

use super::args::{Format, OutputFormat, SharedArgs};
use super::{CliResult, OK, library, print};
use crate::error::Error;
use crate::shell::catalogue::{self, Look};
use crate::variant::Ruleset;
use serde_json::{Value as Json, json};

/// Runs the command. A variant with errors is listed too.
///
/// # Errors
/// The library cannot be read, the output is closed.
pub fn run(shared: &SharedArgs, shape: OutputFormat) -> CliResult {
    let library = library::open(shared)?;
    match shape.format {
        Format::Json => {
            let ids = library.variant_ids();
            print::json(&ids.map(|id| entry(id, &Ruleset::load(&library, id, &[]))).collect())?;
        }
        Format::Text => print::text(&catalogue::variants(&library, Look::Colour))?,
    }
    Ok(OK)
}

fn entry(id: &str, loaded: &Result<Ruleset, Vec<Error>>) -> Json {
    match loaded {
        Ok(ruleset) => json!({
            "id": id,
            "name": ruleset.name,
            "about": ruleset.about,
            "players": [ruleset.players.start(), ruleset.players.end()],
            "cards": ruleset.box_size,
            "language": ruleset.language,
            "source": ruleset.source,
        }),
        Err(errors) => json!({ "id": id, "errors": errors.len() }),
    }
}
