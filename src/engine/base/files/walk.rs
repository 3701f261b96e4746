//! Lists the files of a tree, within limits: it may be anybody's.

use super::{FileKind, Files};
use std::io;

/// The maximum depth of folders, and the maximum number of entries of a tree.
pub const MAX_DEPTH: usize = 16;
pub const MAX_ENTRIES: usize = 50_000;

/// The files of a tree.
#[derive(Debug, Default)]
pub struct Tree {
    /// The names of the files, in order of their folders.
    pub files: Vec<String>,
    /// The names that could not be read, with the reason.
    pub errors: Vec<(String, io::Error)>,
    /// The number of wanted files, and of folders, whose names are not UTF-8.
    pub n_unnamed: usize,
    n_entries: usize,
}

/// Lists the files of a folder and the folders in it, by name. Hidden files and folders of builds
/// and packages are left out, and no link to a folder is followed: so the tree has no loop.
pub fn walk(files: &dyn Files, folder: &str, is_wanted: &dyn Fn(&str) -> bool) -> Tree {
    let mut tree = Tree::default();
    enter(&mut tree, files, folder, is_wanted, 0);
    tree
}

fn enter(
    tree: &mut Tree,
    files: &dyn Files,
    folder: &str,
    is_wanted: &dyn Fn(&str) -> bool,
    depth: usize,
) {
    let entries = match files.entries(folder) {
        Ok(entries) => entries,
        Err(error) => return tree.errors.push((folder.to_owned(), error)),
    };
    for entry in entries {
        tree.n_entries += 1;
        if tree.n_entries > MAX_ENTRIES {
            if tree.n_entries == MAX_ENTRIES + 1 {
                let why = format!("the folder has more than {MAX_ENTRIES} entries");
                tree.errors.push((folder.to_owned(), io::Error::other(why)));
            }
            return;
        }
        if is_skipped(&entry.name) {
            continue;
        }
        let name = join(folder, &entry.name);
        let is_wanted_name = is_wanted(&entry.name);
        match entry.kind {
            FileKind::File if is_wanted_name => tree.files.push(name),
            FileKind::Folder if depth + 1 < MAX_DEPTH => {
                enter(tree, files, &name, is_wanted, depth + 1);
            }
            FileKind::Folder => {
                let why = format!("more than {MAX_DEPTH} folders are in one another");
                tree.errors.push((name, io::Error::other(why)));
            }
            FileKind::Link if is_wanted_name || !entry.name.contains('.') => {
                link(tree, files, name, is_wanted_name);
            }
            FileKind::Special(what) if is_wanted_name => {
                tree.errors.push((name, io::Error::other(not_a_file(what))));
            }
            FileKind::Unnamed { is_folder } => {
                tree.n_unnamed += usize::from(is_folder || is_wanted_name);
            }
            FileKind::File | FileKind::Link | FileKind::Special(_) => {}
        }
    }
}

/// A link is read if it leads to a file of the same folder.
fn link(tree: &mut Tree, files: &dyn Files, name: String, is_wanted: bool) {
    let why = match files.kind(&name) {
        Ok(Some(FileKind::File)) if is_wanted => return tree.files.push(name),
        // No folder is opened through a link: the error names where it leads.
        Ok(Some(FileKind::Folder)) => match files.folder(&name) {
            Err(error) => error,
            Ok(_) => return,
        },
        Ok(Some(FileKind::Special(what))) if is_wanted => io::Error::other(not_a_file(what)),
        Ok(None) if is_wanted => io::Error::other("the link leads nowhere"),
        Ok(_) => return,
        Err(error) => error,
    };
    tree.errors.push((name, why));
}

/// The warning that files are left out of a list, if there are any: `the sessions`.
pub fn left_out(n_unnamed: usize, list: &str) -> Option<String> {
    let files = match n_unnamed {
        0 => return None,
        1 => "1 file or folder is".to_owned(),
        n => format!("{n} files or folders are"),
    };
    let why = "names must be UTF-8, so rename what is not";
    Some(format!("warning: {files} left out of {list}: {why}"))
}

/// The message for what is neither a file nor a folder.
#[doc(hidden)]
pub fn not_a_file(what: &str) -> String {
    format!("{what}, not a file")
}

/// Whether a file is left out: hidden, or of a build or a package manager.
pub fn is_skipped(name: &str) -> bool {
    name.starts_with('.') || name == "target" || name == "node_modules"
}

/// Joins names, of which either may be empty.
pub fn join(folder: &str, name: &str) -> String {
    let separator = if folder.is_empty() || name.is_empty() { "" } else { "/" };
    format!("{folder}{separator}{name}")
}
