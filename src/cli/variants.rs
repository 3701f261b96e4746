//! `litterbox variants`: which variants there are.

use super::args::{Format, OutputFormat, SharedArgs};
use super::table::Grid;
use super::{CliResult, OK, library, print};
use crate::error::Error;
use crate::variant::{Library, Ruleset};
use serde_json::{Value as Json, json};

/// Runs the command. A variant with mistakes is listed too, so that it can be found.
///
/// # Errors
/// The library cannot be read, the output is closed.
pub fn run(shared: &SharedArgs, shape: OutputFormat) -> CliResult {
    let library = library::open(shared)?;
    let ids: Vec<String> = library.variant_ids().map(str::to_owned).collect();
    let loaded = ids.iter().map(|id| (id.as_str(), Ruleset::load(&library, id, &[])));
    let loaded: Vec<_> = loaded.collect();
    match shape.format {
        Format::Json => {
            print::json(&loaded.iter().map(|(id, ruleset)| entry(id, ruleset)).collect())?;
        }
        Format::Text => print::text(&list(&library, &loaded))?,
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
        Err(errors) => json!({ "id": id, "mistakes": errors.len() }),
    }
}

fn list(library: &Library, loaded: &[(&str, Result<Ruleset, Vec<Error>>)]) -> String {
    let titles = ["id", "name", "players", "#cards", "language", "source"];
    let mut grid = Grid::new(&titles);
    for (id, ruleset) in loaded {
        let row = match ruleset {
            Ok(ruleset) => {
                let (least, most) = ruleset.players.clone().into_inner();
                [
                    (*id).to_owned(),
                    ruleset.name.clone(),
                    library::range(least, most),
                    super::cards::in_box(ruleset),
                    ruleset.language.clone(),
                    ruleset.source.clone(),
                ]
            }
            Err(errors) => {
                let mistakes = library::plural(errors.len(), "mistake");
                let advice = format!("{mistakes}: litterbox check {id}");
                let name = library.variant(id).map_or(String::new(), |file| file.name.to_string());
                [(*id).to_owned(), name, "?".into(), "?".into(), "?".into(), advice]
            }
        };
        grid.row(row);
    }
    grid.text("", 1)
}
