//! `litterbox test --playthroughs`: compares a game of each variant with its golden file.

use super::super::failure::UNREADABLE;
use super::super::{library, print};
use super::args::TestArgs;
use super::selection::{FOLDERS, default_folder, is_ci};
use super::text;
use crate::base::error::plural;
use crate::base::files::Files;
use crate::cli::failure::{CliError, CliResult, FOUND, OK};
use crate::session::playthrough::{compare, generate};
use crate::session::suite::{ENDING, on_threads};
use crate::variant::Library;
use std::path::Path;

/// The subfolder of the tests folder.
const FOLDER: &str = "playthroughs";

/// Runs it for the named variants; without names for those that have a golden file, and for all of
/// the user if none has one.
///
/// # Errors
/// A file cannot be written, the output is closed.
pub(super) fn run(library: &Library, args: &TestArgs) -> CliResult {
    let files = library::folder(Path::new("."))?;
    let within = default_folder(files.as_ref()).unwrap_or(FOLDERS[0]);
    let path = |id: &str| format!("{within}/{FOLDER}/{id}{ENDING}");
    let (ids, n_without) =
        chosen(library, args, &|id| matches!(files.kind(&path(id)), Ok(Some(_))));
    let played = on_threads(args.which.n_threads(), &ids, |id| {
        let first = generate(library, id).map_err(|error| error.to_string())?;
        let again = generate(library, id).map_err(|error| error.to_string())?;
        if first == again {
            Ok(first)
        } else {
            Err(format!("{id}: two games with the same seed differ"))
        }
    })?;
    let (mut n_differ, mut n_unplayable) = (0, 0);
    for (id, played) in ids.iter().zip(played) {
        let name = path(id);
        let played = match played {
            Ok(played) => played,
            Err(why) => {
                n_unplayable += 1;
                print::plain(&format!("{why}\n"))?;
                continue;
            }
        };
        let golden = files.read(&name).ok().map(|golden| golden.replace("\r\n", "\n"));
        if golden.as_ref() == Some(&played) {
            continue;
        }
        match &golden {
            None if args.accept => {}
            None => print::plain(&format!("{name}: the file does not exist yet\n"))?,
            Some(golden) => match compare(library, &name, (golden, &played)) {
                Ok(difference) => print::text(&text::playthrough(&name, &difference))?,
                Err(error) => print::plain(&format!("{error}\n"))?,
            },
        }
        if args.accept && !is_ci() {
            files.write(&name, &played).map_err(|error| CliError::Io(name.clone(), error))?;
            print::plain(&format!("{name}: rewritten\n"))?;
            continue;
        }
        n_differ += 1;
    }
    print::text(&text::playthroughs(ids.len(), n_differ, n_unplayable))?;
    if n_without > 0 {
        let without = plural(n_without, "variant");
        let how = "`litterbox test --playthroughs VARIANT --accept` records one";
        print::talk(&format!("{without} without a recorded game: {how}"))?;
    }
    if n_differ > 0 {
        print::talk("--accept rewrites the files (not if CI is set)")?;
    }
    Ok(match (n_unplayable, n_differ) {
        (0, 0) => OK,
        (0, _) => FOUND,
        _ => UNREADABLE,
    })
}

/// The variants whose games are played, and the number of those that are left out because they have
/// no golden file.
fn chosen<'a>(
    library: &'a Library,
    args: &'a TestArgs,
    has_file: &dyn Fn(&str) -> bool,
) -> (Vec<&'a str>, usize) {
    if !args.which.paths.is_empty() {
        return (args.which.paths.iter().map(String::as_str).collect(), 0);
    }
    let own = library.overlaid();
    let is_own = |id: &&str| own.iter().any(|own| own.path().ends_with(format!("{id}.json")));
    let mut all: Vec<&str> = library.variant_ids().collect();
    if all.iter().any(is_own) {
        all.retain(is_own);
    }
    let recorded: Vec<&str> = all.iter().copied().filter(|id| has_file(id)).collect();
    match recorded.len() {
        0 => (all, 0),
        n_recorded => (recorded, all.len() - n_recorded),
    }
}
