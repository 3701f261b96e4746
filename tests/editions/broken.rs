//! A corpus of broken scripts and variants, one file each in `tests/broken`: the snapshots contain
//! all errors. Every error has a message, a location and a hint.

use crate::script::hostile::{on_a_large_stack, provoke};
use insta::assert_snapshot;
use litterbox::base::error::{Error, render};
use litterbox::lint::{LintTargets, check};
use litterbox::variant::Library;
use std::fs;
use std::path::Path;

/// The files of a folder of the corpus: names without extensions, and texts.
pub fn corpus(folder: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken").join(folder);
    let entries = fs::read_dir(folder).expect("a folder of the corpus");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a file").path()).collect();
    paths.sort();
    let read = |path: &std::path::PathBuf| {
        let name = path.file_stem().expect("a file").to_string_lossy().into_owned();
        (name, fs::read_to_string(path).expect("a text"))
    };
    paths.iter().map(read).collect()
}

/// Whether an error has a location and a hint.
pub fn is_whole(error: &Error) -> bool {
    error.span.is_some() && error.hint.is_some()
}

/// The errors of `check` for a card with this script.
fn checked(script: &str) -> Vec<Error> {
    let variant = "{ \"name\": \"Evil\", \"extends\": \"classic\", \"deck\": { \"evil\": 4 } }";
    let library =
        Library::embedded().with_script("cards/evil", script).with_variant("evil", variant);
    let variants = vec!["evil".to_owned()];
    let scripts = vec!["cards/evil".to_owned()];
    check(&library, &LintTargets { variants, scripts, ..LintTargets::default() }).found
}

#[test]
fn every_broken_script_is_told_what_where_and_what_to_do() {
    on_a_large_stack(|| {
        for (name, script) in corpus("scripts") {
            let found = checked(&script);
            for error in &found {
                assert!(is_whole(error), "{name}: {error}");
            }
            let said = render(&found, false);
            let played = provoke(&script);
            let mut text = format!("{script}\n");
            if !found.is_empty() {
                text += &format!("--- litterbox check\n{said}\n");
            }
            if played != said {
                text += &format!("--- played\n{played}\n");
            }
            assert!(!found.is_empty() || played.starts_with("error"), "{name} is not broken");
            assert_snapshot!(format!("script_{name}"), text);
        }
    });
}

#[test]
fn the_corpus_is_large() {
    assert!(corpus("scripts").len() + corpus("variants").len() >= 60);
}
