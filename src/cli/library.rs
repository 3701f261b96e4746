//! Shared by commands that read variants: the library, variants by id or file, titles.

use super::failure::CliError;
use super::print;
use super::shared_args::SharedArgs;
use crate::base::files::{OutputType, walk};
use crate::base::output;
use crate::disk::{self, Folder, Typed};
use crate::transcript::Transcript;
use crate::variant::{Library, MAX_SOURCE_BYTES, Ruleset, Titles, too_large};
use std::path::Path;
use std::sync::Arc;

/// The default language of titles.
const LANGUAGE: &str = "en";

/// Opens the folder of the user's files: that of `--home`, or else the current one.
///
/// # Errors
/// It cannot be opened.
pub fn home(shared: &SharedArgs) -> Result<Arc<Folder>, CliError> {
    folder(shared.home.as_deref().unwrap_or(Path::new(".")))
}

/// Opens a folder that the command line names.
///
/// # Errors
/// It cannot be opened.
pub fn folder(path: &Path) -> Result<Arc<Folder>, CliError> {
    let opened = Folder::open(path).map(Arc::new);
    opened.map_err(|error| CliError::Io(path.display().to_string(), error))
}

/// Opens a folder that the command line names; it is created if it is missing.
///
/// # Errors
/// It cannot be created or opened.
pub fn created_folder(path: &Path) -> Result<Arc<Folder>, CliError> {
    let created = disk::create_folder(path);
    created.map_err(|error| CliError::Io(path.display().to_string(), error))?;
    folder(path)
}

/// Returns the text of a file that the command line names.
///
/// # Errors
/// It cannot be read.
pub fn read(path: &Path) -> Result<String, CliError> {
    disk::read(path).map_err(|error| CliError::Io(path.display().to_string(), error))
}

/// Replaces a file that the command line names.
///
/// # Errors
/// It cannot be written.
pub fn write(path: &Path, text: &str) -> Result<(), CliError> {
    disk::write(path, text).map_err(|error| CliError::Io(path.display().to_string(), error))
}

/// Checks that the files that are written at the end of a run can be.
///
/// # Errors
/// The folder of a file does not exist or cannot be written to, the file is a folder, is of another
/// type or does not end as those of its type, its name is not Unicode, or two outputs have the same
/// file.
pub fn check_outputs(outputs: &[(&OutputType, Option<&Path>)]) -> Result<(), CliError> {
    let mut checked: Vec<&Path> = Vec::new();
    for (of, path) in outputs {
        let Some(path) = *path else { continue };
        if checked.contains(&path) {
            let path = output::path(path);
            return Err(CliError::Usage(format!("{path} is named for two outputs")));
        }
        check_place(path)?;
        let name = path.to_str().ok_or_else(|| CliError::not_unicode(path.as_os_str()))?;
        let checks = of.check(&Typed, name);
        checks.map_err(|why| CliError::Usage(why.into()))?;
        checked.push(path);
    }
    Ok(())
}

/// Checks that a file can be written, whatever it is.
fn check_place(path: &Path) -> Result<(), CliError> {
    disk::check(path).map_err(|error| CliError::Io(path.display().to_string(), error))
}

/// Checks that sessions can be written to a folder, which is made for the first of them.
///
/// # Errors
/// The folder, or the one it would be made in, cannot be written to.
pub fn check_folder(path: &Path) -> Result<(), CliError> {
    let made = path.ancestors().find(|folder| folder.exists()).unwrap_or(Path::new("."));
    check_place(&made.join("fuzz.session.md"))
}

/// Opens the library: the built-in files, overlaid by `--home` or else the current folder.
///
/// # Errors
/// Files or folders that cannot be read.
pub fn open(shared: &SharedArgs) -> Result<Library, CliError> {
    let library = open_quietly(shared)?;
    warn_left_out(library.n_unnamed(), "the scripts and variants")?;
    Ok(library)
}

/// Warns of files whose names are not UTF-8, if there are any in a list.
///
/// # Errors
/// The output is closed.
pub fn warn_left_out(n_unnamed: usize, list: &str) -> Result<(), CliError> {
    walk::left_out(n_unnamed, list).map_or(Ok(()), |warning| Ok(print::talk(&warning)?))
}

/// Opens the library without warnings: it is opened again, or warned of elsewhere.
///
/// # Errors
/// Files or folders that cannot be read.
pub fn open_quietly(shared: &SharedArgs) -> Result<Library, CliError> {
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
    let text = read(path)?;
    add(library, path, &text)
}

/// Checks the size of a script, a variant or titles.
///
/// # Errors
/// It is too large.
pub fn check_size(path: &Path, text: &str) -> Result<(), CliError> {
    if text.len() <= MAX_SOURCE_BYTES {
        return Ok(());
    }
    Err(CliError::Usage(format!("{} is {}", output::path(path), too_large())))
}

/// Overlays the text of a variant or of titles on the library and returns its id.
///
/// # Errors
/// It is too large, or a saved game.
pub fn add(library: &mut Library, path: &Path, text: &str) -> Result<String, CliError> {
    check_size(path, text)?;
    if Transcript::is_saved(text) {
        let argument = output::path(path);
        let hint = format!("`litterbox repl {argument}` continues it");
        return Err(CliError::Usage(format!("{argument} is a saved game, not a variant; {hint}")));
    }
    let name = inner_name(path);
    let id = if name.starts_with("titles/") { &name } else { stem(path) };
    *library = library.clone().with_variant(id, text);
    Ok(id.to_owned())
}

fn stem(path: &Path) -> &str {
    path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default()
}

/// The name of a file within its top folder: `cards/favor`, `titles/en`.
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

/// Opens a variant with its titles; checks that it takes `players`.
///
/// # Errors
/// It cannot be loaded, or does not take this number of players; there are no such titles.
pub fn titled(
    shared: &SharedArgs,
    variant: &str,
    players: Option<usize>,
) -> Result<(Ruleset, Titles), CliError> {
    let mut library = open(shared)?;
    let id = find(&mut library, variant)?;
    let ruleset = load(&library, &id)?;
    let titles = titles(&library, shared, &ruleset)?;
    if let Some(n) = players {
        ruleset.check_players_in(&library, n).map_err(|error| CliError::Unknown(vec![*error]))?;
    }
    Ok((ruleset, titles))
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
    let language = ruleset.language_of_titles(shared.lang.as_deref().unwrap_or(LANGUAGE));
    let file = format!("variants/titles/{language}.json");
    let is_there = library.titles(language).is_some() || library.why_unreadable(&file).is_some();
    Titles::load(library, language).map_err(|errors| match is_there {
        true => CliError::Invalid(errors),
        false => CliError::Unknown(errors),
    })
}
