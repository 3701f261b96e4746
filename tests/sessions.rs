//! Every session file passes, both as typed and with a replay from its transcript before each
//! input.

use litterbox::session::{SessionOptions, run_text};
use litterbox::shell::command_id::CommandId;
use litterbox::variant::Library;
use std::fs;
use std::path::Path;

fn check(options: SessionOptions) {
    let library = Library::embedded();
    insta::glob!("sessions/**/*.session.md", |path| assert_holds(path, &library, options));
}

/// Runs a session file, and fails where it differs or is not recorded.
pub fn assert_holds(path: &Path, library: &Library, options: SessionOptions) {
    let text = fs::read_to_string(path).expect("a session file can be read");
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let report = run_text(&file, &text, library, options)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let problems: Vec<_> = report.problems.iter().map(|problem| format!("{problem:?}")).collect();
    assert!(problems.is_empty(), "{}:\n{}", path.display(), problems.join("\n"));
    assert!(!report.differs, "`litterbox test {}` shows what differs", path.display());
    let is_recorded = report.blocks.iter().all(|block| !block.is_new);
    assert!(is_recorded, "`litterbox test --accept {}` records it", path.display());
}

#[test]
fn sessions_hold() {
    check(SessionOptions::default());
}

#[test]
fn sessions_hold_when_replayed() {
    check(SessionOptions { replaying: true, ..SessionOptions::default() });
}

#[test]
fn every_command_is_tried_in_a_session_of_the_workbench() {
    let mut untried: Vec<&str> = CommandId::ALL.iter().map(|id| id.name()).collect();
    for file in fs::read_dir("tests/sessions/repl").expect("there are sessions") {
        let text = fs::read_to_string(file.expect("a file").path()).expect("it can be read");
        let inputs = text.lines().filter_map(|line| line.split_once("> ")).map(|(_, input)| input);
        for input in inputs {
            let words = input.strip_prefix(":refuse ").unwrap_or(input);
            let word = words.split(' ').next().and_then(|word| word.strip_prefix(':'));
            let tried = word.and_then(|word| CommandId::find(word).ok());
            let is_refused = input.starts_with(":refuse ");
            untried.retain(|name| tried.is_none_or(|tried| tried.name() != *name));
            untried.retain(|name| !is_refused || *name != "refuse");
        }
    }
    assert!(untried.is_empty(), "no session in tests/sessions/repl has {untried:?}");
}
