//! `litterbox test --playthroughs`: compares a game of each variant with its golden file.

use super::super::failure::UNREADABLE;
use super::super::{CliError, CliResult, FOUND, OK, print};
use super::args::TestArgs;
use super::{FOLDERS, is_ci, text};
use crate::session::playthrough::generate;
use crate::session::suite::{ENDING, on_threads, shown};
use crate::variant::Library;
use std::fs;
use std::path::{Path, PathBuf};

/// The subfolder of the tests folder.
const FOLDER: &str = "playthroughs";

/// Runs it for the user's variants, or for all if there are none.
///
/// # Errors
/// A file cannot be written, the output is closed.
pub(super) fn run(library: &Library, args: &TestArgs) -> CliResult {
    let within = FOLDERS.into_iter().find(|folder| Path::new(folder).is_dir());
    let folder = PathBuf::from(within.unwrap_or(FOLDERS[0])).join(FOLDER);
    let own = library.overlaid();
    let is_own = |id: &&str| own.iter().any(|path| path.ends_with(format!("{id}.json")));
    let ids: Vec<&str> = library.variant_ids().collect();
    let owned: Vec<&str> = ids.iter().copied().filter(is_own).collect();
    let ids = if owned.is_empty() { ids } else { owned };
    let played = on_threads(args.which.jobs, &ids, |id| {
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
        let path = folder.join(format!("{id}{ENDING}"));
        let played = match played {
            Ok(played) => played,
            Err(why) => {
                n_unplayable += 1;
                print::text(&format!("{why}\n"))?;
                continue;
            }
        };
        let golden = fs::read_to_string(&path).ok();
        if golden.as_ref() == Some(&played) {
            continue;
        }
        if args.accept && !is_ci() {
            write(&path, &played)?;
            print::text(&format!("{}: rewritten\n", shown(&path)))?;
            continue;
        }
        n_differ += 1;
        match golden {
            None => print::text(&format!("{}: the file does not exist yet\n", shown(&path)))?,
            Some(golden) => print::text(&text::unified(&shown(&path), &golden, &played))?,
        }
    }
    print::text(&text::playthroughs(ids.len(), n_differ, n_unplayable))?;
    if n_differ > 0 {
        print::talk("--accept rewrites the files (not if CI is set)")?;
    }
    Ok(match (n_unplayable, n_differ) {
        (0, 0) => OK,
        (0, _) => FOUND,
        _ => UNREADABLE,
    })
}

fn write(path: &Path, text: &str) -> Result<(), CliError> {
    let folder = path.parent().unwrap_or(path);
    let written = fs::create_dir_all(folder).and_then(|()| crate::files::write(path, text));
    written.map_err(|error| CliError::Io(shown(path), error))
}
