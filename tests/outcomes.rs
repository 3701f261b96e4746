//! Games that end in other ways than with the last player alive, with their sessions.

use litterbox::session::{SessionOptions, run_text};
use litterbox::variant::Library;
use std::fs;
use std::path::Path;

/// The built-in files overlaid with those of these tests.
fn library() -> Library {
    Library::open(Some(Path::new("tests/outcomes")), None).expect("the folder is a library")
}

#[test]
fn outcome_sessions_hold() {
    let library = library();
    insta::glob!("outcomes/sessions/*.session.md", |path| {
        let text = fs::read_to_string(path).expect("a session file can be read");
        let file = path.display().to_string();
        for replaying in [false, true] {
            let options = SessionOptions { replaying, ..SessionOptions::default() };
            let report = run_text(&file, &text, &library, options).expect("a session file");
            let problems: Vec<String> = report.problems.iter().map(|p| p.to_string()).collect();
            assert!(problems.is_empty(), "{file}:\n{}", problems.join("\n"));
            let command = "litterbox test --home tests/outcomes";
            assert!(!report.differs, "`{command} {file}` shows what differs");
            let is_recorded = report.blocks.iter().all(|block| !block.is_new);
            assert!(is_recorded, "`{command} --accept {file}` records it");
        }
    });
}
