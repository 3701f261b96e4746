//! Blocks of session files: a setup before others, known failures, open questions.

use crate::harness::timeless;
use crate::program::Litterbox;
use insta::assert_snapshot;
use litterbox::session::run::SessionReport;
use litterbox::session::{SessionOptions, run_text};
use litterbox::variant::Library;

const START: &str = "\
> :table classic ann: skip | bob: - | draw: favor shuffle
  ...
";

fn report(text: &str) -> SessionReport {
    run_text("x.session.md", text, &Library::embedded(), SessionOptions::default())
        .unwrap_or_else(|error| panic!("{error}"))
}

/// A file whose blocks continue from a setup.
const SHARED: &str = "\
# Shared

```litterbox setup
> :table classic ann: skip | bob: - | draw: favor shuffle
  ...
```

## One

```litterbox
ann> play skip
  ann plays Skip
  ...
```

## Two

```litterbox
> :expect turn ann
ann> draw
  ...
```

## Three

```litterbox
> :table classic ann: favor | bob: - | draw: skip
  ...
> :expect hand ann favor
```
";

#[test]
fn a_setup_comes_before_each_later_block_that_starts_no_game() {
    let wrong = |text: &str| {
        let report = report(text);
        let problems = report.problems.iter().map(ToString::to_string);
        let differs = report.differences.iter().map(|one| format!("{}: {}", one.line, one.input));
        problems.chain(differs).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(wrong(SHARED), "");
    let (position, other) = ("ann: skip |", "ann: skip skip |");
    assert_eq!(wrong(&SHARED.replace(position, other)), "");
    let expects = |hand: &str| {
        let text = SHARED.replace("> :expect turn ann\n", &format!("> :expect hand ann {hand}\n"));
        text.replace(position, other)
    };
    assert_eq!(wrong(&expects("skip skip")), "");
    assert!(wrong(&expects("skip")).starts_with("x.session.md:"));
    // A second setup continues from the first; what it prints is compared once, in its own block.
    let second = "```litterbox setup\nann> play skip\n  something else\n```\n\n## Two";
    let two = SHARED.replacen("## Two", second, 1).replace("turn ann\nann>", "turn bob\nbob>");
    assert_eq!(wrong(&two), "17: ann> play skip");
    // A setup that fails says so in each block that needs it.
    let fails = wrong(&SHARED.replace(position, "ann: wombat |"));
    let lines: Vec<&str> = fails.lines().filter(|line| line.starts_with("x.session.md")).collect();
    assert_eq!(
        lines,
        [
            "x.session.md:4: > :table classic ann: wombat | bob: - | draw: favor shuffle",
            "x.session.md:11: ann> play skip",
            "x.session.md:19: > :expect turn ann",
        ]
    );
    assert!(fails.contains("the setup, line 4: > :table classic ann: wombat"), "{fails}");
    // Nothing of a setup is recorded in other blocks.
    let bare = SHARED.replace("  ...\n", "");
    assert_eq!(report(&report(&bare).printed()).problems, []);
    assert!(!report(&report(&bare).printed()).differs);
}

#[test]
fn a_setup_is_played_before_a_block_that_is_opened() {
    let litterbox = Litterbox::new().with("tests/x.session.md", SHARED);
    let ran =
        litterbox.piped(&["debug", "tests/x.session.md:21"], ":expect hand ann skip\n:view\n");
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
    let covered = litterbox.run(&["test", "--coverage"]);
    assert_eq!(covered.code, Some(0), "{}", covered.shown());
}

#[test]
fn a_known_failure_must_fail() {
    let known = |rest: &str| {
        format!("# A file\n\n```litterbox\n{START}{rest}```\n")
            .replace("```litterbox\n", "```litterbox known failure: the rule is wrong\n")
    };
    for (wrong, fails) in [
        ("ann> draw\n  something else\n", true),
        ("ann> draw\n  ...\n> :expect turn ann\n", true),
        ("ann> draw\n  ...\n> :expect turn bob\n", false),
    ] {
        let text = known(wrong);
        let report = report(&text);
        assert_eq!(report.passed(), fails, "{:?}", report.problems);
        assert_eq!(report.printed(), text, "nothing of it is accepted");
        let litterbox = Litterbox::new().with("tests/x.session.md", &text);
        let ran = litterbox.run(&["test"]);
        assert_eq!(ran.code, Some(i32::from(!fails)), "{}", ran.shown());
        let counted = ran.out.contains("all passed, 1 known failure");
        assert_eq!(counted, fails, "{}", ran.shown());
        assert_eq!(litterbox.run(&["review"]).code, Some(i32::from(!fails)));
    }
    assert_eq!(
        report(&known("ann> draw\n  ...\n")).problems[0].what,
        "this known failure passes: remove `known failure: the rule is wrong` above the block"
    );
    let text = known("ann> draw\n  something else\n");
    let litterbox = Litterbox::new().with("tests/x.session.md", &text);
    let ran = |format: &str| litterbox.run(&["test", "--format", format]).out;
    assert_snapshot!("known_tap", ran("tap"));
    assert_snapshot!("known_junit", timeless(&ran("junit")));
    assert!(ran("json").contains(r#""reason": "the rule is wrong""#), "{}", ran("json"));
    let text = known("ann> draw\n").replace(": the rule is wrong", "");
    let error = run_text("x.session.md", &text, &Library::embedded(), SessionOptions::default());
    assert_snapshot!("known_without_reason", error.unwrap_err());
}

#[test]
fn sessions_that_end_in_an_open_question_are_counted() {
    let file = |rest: &str| {
        format!("```litterbox\n> :table classic ann: favor | bob: skip nope\n  ...\n{rest}```\n")
    };
    let plays = "ann> play favor\n  ...\n";
    let passes = "bob> pass\n  ...\n";
    for (rest, summary) in [
        (plays.to_owned(), "; 1 session ends in an open question: tests/x.session.md:2\n"),
        (
            format!("{plays}{passes}"),
            "; 1 session ends in an open question: tests/x.session.md:2\n",
        ),
        (format!("{plays}{passes}bob> skip\n  ...\n"), "all passed\n"),
        // An author who asserts something there knows it.
        (format!("{plays}> :expect decision bob\n"), "all passed\n"),
    ] {
        let litterbox = Litterbox::new().with("tests/x.session.md", &file(&rest));
        let ran = litterbox.run(&["test"]);
        assert!(ran.out.ends_with(summary), "{rest}{}", ran.shown());
    }
}
