//! The workbench, seen from its files (here), from its socket, and with a large pack.

pub mod bench;
mod large;
mod sockets;

use bench::{folder, put};

use crate::program::{Litterbox, Ran};
use litterbox::base::files::{ChangeError, FileChange, text_hash};
use litterbox::disk::Folder;
use litterbox::internals::workbench_files::ProjectFiles;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use tempfile::TempDir;

const VARIANT: &str = r#"{ "name": "Mine", "extends": "classic", "deck": { "tax": 2 } }"#;
const SCRIPT: &str = "//! Tax: draw a card.\n\nfn resolve(me) { me.draw(); }\n";
const SESSION: &str = "# Tax\n\n```litterbox\n> :table mine ann: tax | bob: - | draw: skip*3\n  ...\n\
    ann> play tax\n  ...\n  ann's turn. Hand: skip\n    1 play skip   2 draw\n```\n";

const CARD: &str = "scripts/cards/tax.rhai";
const PROJECT: [(&str, &str); 3] =
    [("variants/mine.json", VARIANT), (CARD, SCRIPT), ("tests/tax.session.md", SESSION)];

fn project() -> TempDir {
    folder(PROJECT)
}

/// All files of a folder with their texts.
fn texts(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let (path, name) = (entry.path(), entry.file_name().into_string().unwrap());
        if entry.file_type().unwrap().is_dir() {
            found.extend(
                texts(&path).into_iter().map(|(inner, text)| (format!("{name}/{inner}"), text)),
            );
        } else {
            found.insert(name, fs::read_to_string(path).unwrap_or_default());
        }
    }
    found
}

fn files_of(folder: &Path) -> ProjectFiles {
    ProjectFiles::new(Arc::new(Folder::open(folder).unwrap()))
}

fn write(name: &str, text: &str, seen: Option<&str>) -> FileChange {
    FileChange { name: name.to_owned(), text: Some(text.to_owned()), hash: seen.map(text_hash) }
}

#[test]
fn only_the_files_of_a_project_are_written() {
    let folder = project();
    put(folder.path(), "tests/Big.session.md", "big");
    let before = texts(folder.path());
    let mut files = files_of(folder.path());
    let names = [
        "../tax.rhai",
        "/tmp/tax.rhai",
        "tax.rhai",
        "scripts/tax.rhai",
        "scripts/agents/tax.rhai",
        "scripts/cards/../tax.rhai",
        "scripts/cards/../../tax.rhai",
        "scripts/cards/Tax.rhai",
        "scripts/cards/.rhai",
        "scripts/cards/tax.sh",
        "scripts/cards/a/tax.rhai",
        "scripts/cards\\tax.rhai",
        "variants/../mine.json",
        "variants/schemas/mine.json",
        "variants/titles/../en.json",
        "variants/a b.json",
        "tests/tax.md",
        "tests/.hidden.session.md",
        "tests/../tax.session.md",
        "tests/a/../../x.session.md",
        "tests//x.session.md",
        "tests/x\n.session.md",
        "tests/con\0.session.md",
        ".git/hooks/x.session.md",
        "tests/big.session.md",
    ];
    for name in names {
        let written = files.write("a test", &[write(name, "text", None)]);
        assert!(matches!(written, Err(ChangeError::Refused(_))), "{name:?} is refused");
    }
    let long = "x".repeat((1 << 20) + 1);
    let written = files.write("a test", &[write("tests/long.session.md", &long, None)]);
    assert!(matches!(written, Err(ChangeError::Refused(_))), "a text of more than 1 MiB");
    assert_eq!(texts(folder.path()), before, "nothing is written");
}

#[cfg(unix)]
#[test]
fn nothing_is_written_through_a_link() {
    let (folder, outside) = (project(), tempfile::tempdir().unwrap());
    put(outside.path(), "skip.rhai", "outside");
    let link =
        |to: &Path, name: &str| std::os::unix::fs::symlink(to, folder.path().join(name)).unwrap();
    link(outside.path(), "scripts/combos");
    link(&outside.path().join("skip.rhai"), "scripts/cards/skip.rhai");
    let mut files = files_of(folder.path());
    for (name, seen) in [
        ("scripts/combos/skip.rhai", Some("outside")),
        ("scripts/combos/new.rhai", None),
        ("scripts/cards/skip.rhai", Some("outside")),
    ] {
        assert!(files.write("a test", &[write(name, "text", seen)]).is_err(), "{name}");
    }
    assert_eq!(
        texts(outside.path()),
        BTreeMap::from([("skip.rhai".to_owned(), "outside".to_owned())])
    );
}

#[test]
fn a_text_that_was_not_seen_is_not_replaced_and_files_are_written_together_or_not() {
    let folder = project();
    let mut files = files_of(folder.path());
    put(folder.path(), "scripts/cards/tax.rhai", "// by an editor");
    let before = texts(folder.path());
    let name = "scripts/cards/tax.rhai";
    for seen in [Some(SCRIPT), None] {
        let new = write("tests/new.session.md", "new", None);
        match files.write("a test", &[new, write(name, "mine", seen)]) {
            Err(ChangeError::Conflict(file, text)) => {
                assert_eq!((&*file, text.as_deref()), (name, Some("// by an editor")));
            }
            other => panic!("{other:?}"),
        }
        assert_eq!(texts(folder.path()), before);
    }
    files.write("a change", &[write(name, "mine", Some("// by an editor"))]).unwrap();
    put(folder.path(), name, "// again");
    assert!(matches!(files.undo(), Err(ChangeError::Conflict(..))), "nor by undo");
    put(folder.path(), name, "mine");
    assert_eq!(files.last_step(), Some("a change"));
    files.undo().unwrap();
    assert_eq!(texts(folder.path()), before);
    assert!(files.undo().is_err());
}

#[test]
fn a_folder_that_is_neither_empty_nor_a_project_is_left_alone() {
    let litterbox = Litterbox::new();
    fs::create_dir(litterbox.path().join("letters")).unwrap();
    put(&litterbox.path().join("letters"), "letter.txt", "Dear cat,");
    let mut command = litterbox.command(&["workbench"]);
    let ran = Ran::from(command.current_dir(litterbox.path().join("letters")).output().unwrap());
    assert_eq!(ran.code, Some(2), "{}", ran.shown());
    assert!(ran.shown().contains("neither empty nor a project"), "{}", ran.shown());
    assert_eq!(texts(&litterbox.path().join("letters")).len(), 1);
}
