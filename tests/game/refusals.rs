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
        (":refuse dan> :expect turn bob", "there is no player `dan`"),
        (":refuse = ann.draw(", "a script error"),
        (":refuse ann> play skip", "it is accepted"),
        (":refuse wombat because of the wombat", "because: of the wombat"),
        (":refuse", "expected an input"),
        (":refuse play skip because", "expected a text after `because`"),
        (":refuse :expect wombat", "there is no assertion `wombat`"),
        (":refuse ann> :expect not any wombat or turn ann", "there is no assertion `wombat`"),
        (":expect options", "write `options A, B, …`"),
        (":expect not options", "write `options A, B, …`"),
        (":expect not options wombat, zed", "has an option `wombat`"),
        (":expect any options draw, tacoca or turn ann", "did you mean `tacocat`?"),
    ] {
        let failed = failure(line).unwrap_or_else(|| panic!("{line} passes"));
        assert!(failed.contains(why), "{line}: {failed}");
    }
    for line in [
        ":refuse wombat",
        ":refuse bob: skip",
        ":refuse ann> play favor bob",
        ":refuse :expect turn zed",
        ":expect not options nope^, ann, draw.skip, 3, rest, pass",
    ] {
        assert_eq!(failure(line), None, "{line}");
    }
}

#[test]
fn a_recording_has_no_refused_lines_but_those_that_were_typed_as_such() {
    let litterbox = Litterbox::new();
    let inputs = ":record a.session.md\n:wombat\ndan: draw\n:refuse :wombat\nwombat\nplay draw\n\
                  :goto 9\n:refuse bat\n:refuse :goto 8\ndraw\nwombat\n";
    litterbox.piped(&["repl", "classic", "ann", "bob", "--seed", "7", "--keep-going"], inputs);
    let recorded = litterbox.read("a.session.md");
    for typed in ["> :refuse bat\n", "> :refuse :goto 8\n", "> draw\n"] {
        assert!(recorded.contains(typed), "{recorded}");
    }
    for refused in ["dan: draw", "wombat", "play draw", "goto 9"] {
        assert!(!recorded.contains(refused), "{refused}: {recorded}");
    }
    let ran = litterbox.run(&["test", "a.session.md"]);
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
}

/// The first lines of the blocks of a recording.
fn starts(recorded: &str) -> Vec<&str> {
    let blocks = recorded.split("```litterbox\n> ").skip(1);
    blocks.filter_map(|block| block.split(" --seed").next()).collect()
}

#[test]
fn a_recording_has_no_games_left_at_ply_0() {
    const NEW: &str = ":new zombie ann bob --seed 1";
    let record = ":record a.session.md";
    for (inputs, expected) in [
        // The last game stays, whatever is done in it.
        (vec![record], vec![":new classic ann bob"]),
        (vec![record, NEW], vec![":new zombie ann bob"]),
        (vec![NEW, ":view", record, NEW], vec![":new zombie ann bob"]),
        (vec![NEW, ":view", NEW, record], vec![":new zombie ann bob"]),
        (
            vec![record, "draw", NEW, ":view", ":table slap --seed 9 ann: skip | bob: nope"],
            vec![":new classic ann bob", ":table slap"],
        ),
        (vec!["draw", ":goto 0", record, NEW], vec![":new classic ann bob", ":new zombie ann bob"]),
        // A test is work.
        (vec![record, ":refuse wombat", NEW], vec![":new classic ann bob", ":new zombie ann bob"]),
        (
            vec![record, ":expect turn ann", NEW, NEW, ":view"],
            vec![":new classic ann bob", ":new zombie ann bob"],
        ),
    ] {
        let litterbox = Litterbox::new();
        let ran = litterbox.piped(
            &["repl", "classic", "ann", "bob", "--seed", "7", "--keep-going"],
            &(inputs.join("\n") + "\n"),
        );
        let recorded = litterbox.read("a.session.md");
        assert_eq!(starts(&recorded), expected, "{inputs:?}: {recorded}\n{}", ran.shown());
        let ran = litterbox.run(&["test", "a.session.md"]);
        assert_eq!(ran.code, Some(0), "{inputs:?}: {}", ran.shown());
    }
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
