//! The examples of the README produce the shown output, and the files that documents name exist.

use litterbox::session::{SessionOptions, run_text};
use litterbox::variant::Library;
use std::path::{Path, PathBuf};

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

#[test]
fn the_files_that_the_recipes_and_promises_name_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for document in [".github/CONTRIBUTING.md", ".github/SECURITY.md"] {
        let text = std::fs::read_to_string(root.join(document)).expect(document);
        let quoted = text.split('`').skip(1).step_by(2);
        let is_path = |word: &&str| {
            let tops = ["src", "tests", "scripts", "variants", ".ci", ".cargo"];
            tops.contains(&word.split('/').next().unwrap_or_default())
        };
        // A word in capitals stands for any name: its folder is checked.
        let known = |path: &str| path.split('/').take_while(|part| !is_placeholder(part)).collect();
        let paths: Vec<PathBuf> = quoted.filter(is_path).map(known).collect();
        assert!(paths.len() > 10, "{document} names files");
        for path in paths {
            assert!(root.join(&path).exists(), "{document}: there is no {}", path.display());
        }
    }
}

fn is_placeholder(part: &str) -> bool {
    let stem = part.split('.').next().unwrap_or_default();
    stem.len() > 1 && stem.chars().all(|c| c.is_ascii_uppercase()) && part != "README.md"
}
