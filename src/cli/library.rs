//! Shared by commands that read variants: the library, variants by id or file, titles.

use super::args::SharedArgs;
use super::failure::CliError;
use crate::transcript::Transcript;
use crate::variant::{Library, Ruleset, Titles};
use std::fs;
use std::path::Path;

/// The default language of titles.
const LANGUAGE: &str = "en";

/// Opens the library: the built-in files, overlaid by `--home` or else the current folder.
///
/// # Errors
/// Files or folders that cannot be read.
pub fn open(shared: &SharedArgs) -> Result<Library, CliError> {
    let here = Path::new(".");
    let home = shared.home.as_deref().unwrap_or(here);
    Ok(Library::open(Some(home), None)?)
}

/// Returns the id of an argument; a file is overlaid on the library first.
///
/// # Errors
/// The file cannot be read, or is a saved game.
pub fn find(library: &mut Library, argument: &str) -> Result<String, CliError> {
    let path = Path::new(argument);
    if path.extension().is_none_or(|end| end != "json") && !argument.contains(['/', '\\']) {
        return Ok(argument.to_owned());
    }
    let text =
        fs::read_to_string(path).map_err(|error| CliError::Io(argument.to_owned(), error))?;
    if Transcript::is_saved(&text) {
        let hint = format!("`litterbox repl {argument}` continues it");
        return Err(CliError::Usage(format!("{argument} is a saved game, not a variant; {hint}")));
    }
    let name = inner_name(path);
    let id = if name.starts_with("titles/") { &name } else { stem(path) };
    *library = library.clone().with_variant(id, &text);
    Ok(id.to_owned())
}

fn stem(path: &Path) -> &str {
    path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default()
}

/// The name of a file within its top folder: `cards/favor`, `titles/en`.
#[must_use]
pub fn inner_name(path: &Path) -> String {
    let folder = path.parent().and_then(Path::file_name).and_then(|name| name.to_str());
    format!("{}/{}", folder.unwrap_or_default(), stem(path))
}

/// Loads a variant by its id. An unknown id is a command line error.
///
/// # Errors
/// All errors of the variant.
pub fn load(library: &Library, id: &str) -> Result<Ruleset, CliError> {
    Ruleset::load(library, id, &[]).map_err(|errors| CliError::of_variant(library, id, errors))
}

/// The titles of the language given by `--lang`.
///
/// # Errors
/// There are no titles in this language.
pub fn titles(
    library: &Library,
    shared: &SharedArgs,
    ruleset: &Ruleset,
) -> Result<Titles, CliError> {
    let language = match shared.lang.as_deref() {
        Some("own") => &ruleset.language,
        Some(language) => language,
        None => LANGUAGE,
    };
    Titles::load(library, language).map_err(|errors| match library.titles(language) {
        Some(_) => CliError::Invalid(errors),
        None => CliError::Unknown(errors),
    })
}
