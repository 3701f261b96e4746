//! The examples of the README produce the shown output.

use litterbox::session::{SessionOptions, run_text};
use litterbox::variant::Library;

#[test]
fn the_session_of_the_readme_prints_what_it_says() {
    let text = include_str!("../README.md");
    let report = run_text("README.md", text, &Library::embedded(), SessionOptions::default())
        .expect("the README can be parsed");
    assert!(report.problems.is_empty(), "{:?}", report.problems);
    assert!(!report.differs, "`litterbox test --accept README.md` writes what is printed now");
}

#[test]
fn every_shipped_variant_is_in_the_table_of_editions() {
    let text = include_str!("../README.md");
    let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("| `")).collect();
    for id in Library::embedded().variant_ids() {
        let is_named = |row: &&str| row.contains(&format!("`{id}`"));
        assert!(rows.iter().any(is_named), "{id} is missing");
    }
}
