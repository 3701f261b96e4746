//! What `:refuse` does not accept, and what a recording leaves out.

use crate::program::Litterbox;
use litterbox::session::{SessionOptions, run_text};
use litterbox::variant::Library;

/// Why a line fails after a position, if it does.
fn failure(line: &str) -> Option<String> {
    let text = format!("```litterbox\n> :table ann: skip | bob: -\n  ...\n> {line}\n  ...\n```\n");
    let report = run_text("x", &text, &Library::embedded(), SessionOptions::default());
    let report = report.unwrap_or_else(|error| panic!("{error}"));
    assert!(report.problems.len() <= 1, "{:?}", report.problems);
    report.problems.into_iter().next().map(|problem| problem.what)
}

#[test]
fn what_means_nothing_is_an_error_not_a_refusal() {
    for (line, why) in [
        (":refuse :wombat", "there is no command `:wombat`"),
        (":refuse :undo", "`:back` may be meant"),
        (":refuse :refuse :wombat", "there is no command `:wombat`"),
        (":refuse dan: skip", "there is no player `dan`"),
        (":refuse dan> draw", "there is no player `dan`"),
        (":refuse dan> :back", "there is no player `dan`"),
        (":refuse = ann.draw(", "a script error"),
        (":refuse ann> play skip", "it is accepted"),
        (":refuse wombat because of the wombat", "because: of the wombat"),
        (":refuse", "expected an input"),
    ] {
        let failed = failure(line).unwrap_or_else(|| panic!("{line} passes"));
        assert!(failed.contains(why), "{line}: {failed}");
    }
    for line in [":refuse wombat", ":refuse bob: skip", ":refuse ann> play favor bob"] {
        assert_eq!(failure(line), None, "{line}");
    }
}

#[test]
fn a_recording_has_no_lines_that_mean_nothing() {
    let litterbox = Litterbox::new();
    let inputs = ":record a.session.md\n:wombat\ndan: draw\n:refuse :wombat\nwombat\ndraw\n";
    litterbox.piped(&["repl", "classic", "ann", "bob", "--seed", "7", "--keep-going"], inputs);
    let recorded = litterbox.read("a.session.md");
    assert!(recorded.contains(":refuse wombat\n"), "{recorded}");
    assert!(!recorded.contains("dan: draw") && !recorded.contains(":wombat"), "{recorded}");
    let ran = litterbox.run(&["test", "a.session.md"]);
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
}

#[test]
fn a_recorded_position_starts_its_game() {
    let litterbox = Litterbox::new();
    let inputs = ":table slap --seed 9 ann: skip | bob: nope\n:record a.session.md\nplay skip\n";
    let ran = litterbox.piped(&["repl", "classic", "ann", "bob", "--seed", "7"], inputs);
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
    let recorded = litterbox.read("a.session.md");
    let start = "```litterbox\n> :table slap --seed 9 ann: skip | bob: nope\n  ann's turn";
    assert!(recorded.contains(start), "{recorded}");
    for arguments in [["test", "a.session.md"], ["repl", "a.session.md"]] {
        let ran = litterbox.run(&arguments);
        assert_eq!(ran.code, Some(0), "{}", ran.shown());
    }
}
