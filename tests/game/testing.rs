//! Session files: passing and differing output, the parts preserved when output is accepted,
//! refusals, and exit codes.

use crate::harness::timeless;
use crate::program::Litterbox;
use crate::waiting::PLAIN;
use insta::assert_snapshot;
use litterbox::base::Interrupt;
use litterbox::session::run::SessionReport;
use litterbox::session::{SessionOptions, run_text};
use litterbox::variant::Library;
use std::fmt::Write as _;
use std::time::Duration;

/// The start of all blocks here: a game with short output.
const START: &str = "\
> :new classic ann bob --seed 1
  ...
> :table ann: skip | bob: - | draw: favor shuffle
  ...
";

/// A file with one block, which continues after [`START`].
fn file(rest: &str) -> String {
    format!("# A file\n\n```litterbox\n{START}{rest}```\n")
}

fn report(text: &str) -> SessionReport {
    run_text("x.session.md", text, &Library::embedded(), SessionOptions::default())
        .unwrap_or_else(|error| panic!("{error}"))
}

/// Whether a block that continues [`START`] passes.
fn holds(rest: &str) -> bool {
    let report = report(&file(rest));
    assert!(report.problems.is_empty(), "{:?}", report.problems);
    !report.differs
}

/// The accepted continuation of [`START`]; accepting it again must change nothing.
fn accepted(rest: &str) -> String {
    let printed = report(&file(rest)).printed();
    let again = report(&printed);
    assert!(!again.differs, "{printed}");
    assert_eq!(again.printed(), printed);
    let start = printed.find(START).expect("the beginning holds") + START.len();
    printed[start..].trim_end_matches("```\n").to_owned()
}

/// The failure of a block with its line, and the number of inputs not reached.
fn problem(rest: &str) -> String {
    let report = report(&file(rest));
    let [problem] = report.problems.as_slice() else { panic!("{:?}", report.problems) };
    problem.to_string()
}

const DRAWN: &str = "\
ann> draw
  ann draws Favor (only ann sees it)
  bob's turn. Hand: -
    1 draw
";

#[test]
fn output_holds_to_the_letter_but_for_blanks_at_the_ends() {
    assert!(holds(DRAWN));
    assert!(holds(&DRAWN.replace(" sees it)\n", " sees it)  \n")));
    assert!(holds(&format!("{DRAWN}\n\n")));
    for wrong in [
        DRAWN.replace("Favor", "Skip"),
        DRAWN.replace("    1 draw", "  1 draw"),
        DRAWN.replace("    1 draw\n", ""),
        DRAWN.replace("  ann draws", "\n  ann draws"),
        format!("{DRAWN}  and more\n"),
        "ann> draw\n".into(),
    ] {
        assert!(!holds(&wrong), "{wrong}");
    }
}

#[test]
fn wildcards_stand_for_lines_and_for_text() {
    for (output, expected) in [
        ("  ...", true),
        ("  ann draws [..]\n  ...", true),
        ("  ...\n    1 draw", true),
        ("  ...\n  ...\n  bob's turn. Hand: -\n  ...", true),
        ("  ann draws Favor (only ann sees it)\n  ...\n  bob's turn. Hand: -\n    1 draw", true),
        ("  [..]Favor[..]\n  [..]'s turn. Hand: [..]\n  [..]draw[..]", true),
        ("  [..]\n  [..]\n  [..]", true),
        ("  [..]", false),
        ("  ...\n  ann draws [..]", false),
        ("  ann draws [..]\n  ...\n    2 draw", false),
        ("  [..]Favor\n  ...", false),
        ("  [..]sees[..]Favor[..]\n  ...", false),
        ("  ... and more", false),
    ] {
        assert_eq!(holds(&format!("ann> draw\n{output}\n")), expected, "{output}");
    }
}

#[test]
fn wildcards_that_still_fit_survive_accepting() {
    let cases = [
        ("the whole fits", "  ...\n    1 draw\n"),
        ("the first line does not fit", "  ann draws Skip\n  ...\n"),
        ("the last line does not fit", "  ann [..] Favor[..]\n  ...\n    1 play skip\n"),
        ("text within a line", "  [..] draws Favor (only ann sees it)\n  bob: nothing\n"),
        ("nothing fits", "  [..]wombat[..]\n"),
        ("lines that are gone", "  ann draws Favor (only ann sees it)\n  ...\n  gone\n"),
        ("no output yet", ""),
        ("empty lines at the end stay", "  nothing like it\n\n\n"),
    ];
    let mut shown = String::new();
    for (name, output) in cases {
        let text = accepted(&format!("ann> draw\n{output}"));
        writeln!(shown, "## {name}\n{output}=>\n{text}").unwrap();
    }
    assert_snapshot!(shown);
}

#[test]
fn a_block_may_be_indented_with_its_fence() {
    let plain = file(DRAWN);
    let indented: String = plain.lines().map(|line| format!("  {line}\n")).collect();
    let indented = format!("- In a list:\n\n{}", indented.replace("  \n", "\n"));
    for text in [indented.clone(), indented.replace("Favor", "Skip")] {
        let report = report(&text);
        assert!(report.problems.is_empty(), "{:?}", report.problems);
        assert_eq!(report.differs, text != indented);
        assert_eq!(report.printed(), indented);
    }
}

#[test]
fn empty_lines_alone_are_no_recorded_output() {
    let text = "```litterbox\n> :new classic ann bob\n\nann> draw\n\n> :expect turn ann\n```\n";
    let report = report(text);
    assert!(report.differences.is_empty() && report.blocks[0].is_new);
    assert_eq!(report.problems.len(), 1);
    let again = run_text("x", &report.printed(), &Library::embedded(), SessionOptions::default());
    assert!(!again.unwrap().blocks[0].is_new);
}

#[test]
fn a_fault_may_be_expected_by_any_input_before_the_next_ply() {
    let broken = "> = draw_pile().top.nonsense()\n  ...\n";
    assert!(holds(&format!("{broken}> :expect hand ann skip\n> :expect fault nonsense\n")));
    assert!(
        problem(&format!("{broken}ann> draw\n> :expect fault nonsense\n")).contains("nonsense")
    );
}

#[test]
fn all_but_the_output_is_kept() {
    let text = "\
---
any: matter before
---
# Title

Prose with `> code`, and an indented fence:

 ~~~~ litterbox with more words
# a comment at the start

> :new classic ann bob --seed 1
  ...
# a comment between inputs
#
ann> =   1 +   1
  ```
  is no fence here
 ~~~~

```text
> :this is no session
  any thing
```

> a quote
";
    let printed = report(text).printed();
    assert_snapshot!(printed);
    assert_eq!(report(&printed).printed(), printed);
}

#[test]
fn each_block_starts_from_nothing() {
    let text = "```litterbox\n> :new classic ann bob --seed 1\n  ...\n```\n\n\
                ```litterbox\n> :expect turn ann\n```\n";
    let report = report(text);
    assert_eq!(report.blocks.len(), 2);
    assert_eq!(report.problems.len(), 1);
    assert!(report.problems[0].what.contains("there is no game"), "{:?}", report.problems);
}

#[test]
fn an_answer_names_its_seat() {
    assert_eq!(
        problem("> draw\n"),
        "x.session.md:8: > draw\n  expected the prompt `ann> `: ann must answer here"
    );
    assert_eq!(
        problem("bob> draw\nann> draw\n"),
        "x.session.md:8: bob> draw\n  expected an answer from ann, not bob: `ann: ANSWER` answers \
         for ann\n  \
         skipped 1 input after it"
    );
    assert!(holds("> ann: draw\n  ...\n> :expect turn bob\n"));
    assert!(problem("> bob: draw\n").contains("ann"));
    assert!(holds("ann> :expect turn ann\n"));
    assert!(problem("bob> :expect turn ann\n").contains("expected an answer from ann, not bob"));
    let over = "> :table ann: - | bob: - | draw: exploding_kitten\n  ...\nann> draw\n  ...\n";
    assert!(holds(&format!("{over}> :expect winner bob\n")));
    assert!(problem(&format!("{over}bob> draw\n")).contains("nobody must answer here"));
    assert!(problem(&format!("{over}> draw\n")).contains("the game is over"));
}

#[test]
fn a_failing_input_leaves_the_rest_of_its_block_alone() {
    let rest = "\
> :expect turn bob
  something old
ann> draw
  something older
> :expect turn ann
";
    let text = format!("{}\n{}", file(rest), file("> :expect turn ann\n"));
    let report = report(&text);
    assert_snapshot!(report.problems[0].to_string());
    assert_eq!(report.problems.len(), 1);
    assert_eq!(report.printed(), text);
}

#[test]
fn every_way_to_fail_is_a_failure() {
    for (rest, what) in [
        ("ann> play wombat\n", "refused:"),
        ("> :expect turn bob\n", "expected: turn bob"),
        ("> :refuse draw\n", "draw"),
        ("> = no_such_function()\n", "there is no function `no_such_function`"),
        ("> :wombat\n", "there is no command `:wombat`"),
        ("> :expect fault anything\n", "fault"),
    ] {
        assert!(problem(rest).contains(what), "{rest}: {}", problem(rest));
    }
}

#[test]
fn a_fault_is_in_order_where_it_is_expected_next() {
    let fault = "> = no_such_function()\n  ...\n";
    assert!(holds(&format!("{fault}> :expect fault no_such_function\n")));
    assert!(holds(&format!("{fault}> :exp fault no_such_function\n")));
    assert!(problem(&format!("{fault}> :expect turn ann\n")).contains("no_such_function"));
    let other = problem(&format!("{fault}> :expect fault wombat\n"));
    assert!(other.starts_with("x.session.md:10: "), "{other}");
}

#[test]
fn only_assertions_count_where_output_is_ignored() {
    let options = SessionOptions { expects: true, ..SessionOptions::default() };
    let judged = |rest: &str| {
        let report = run_text("x", &file(rest), &Library::embedded(), options);
        let report = report.expect("a session file");
        (report.differs, report.problems.len())
    };
    assert_eq!(judged("ann> draw\n  something else\n> :expect turn bob\n"), (false, 0));
    assert_eq!(judged("ann> draw\n> :expect turn ann\n"), (false, 1));
    assert_eq!(judged("ann> play skip bob cat\n"), (false, 1));
    assert_eq!(judged("> :refuse play favor\n> :refuse wombat\n"), (false, 0));
    assert_eq!(judged("> draw\n"), (false, 1));
}

#[test]
fn exit_codes_tell_what_was_found() {
    let holds = file(DRAWN);
    let differs = file("ann> draw\n");
    let fails = file("> :expect turn bob\n");
    let broken = "```litterbox\nwombat\n```\n";
    for (name, texts, code) in [
        ("all hold", &[holds.as_str(), &holds][..], 0),
        ("nothing to run", &[], 0),
        ("no block in it", &["# Only prose\n"], 0),
        ("one differs", &[&holds, &differs], 1),
        ("one fails", &[&fails, &holds], 1),
        ("one is broken", &[&holds, broken], 3),
        ("the worst counts", &[&differs, broken, &fails], 3),
    ] {
        let mut litterbox = Litterbox::new().with("tests/about.md", "No session.");
        for (i, text) in texts.iter().enumerate() {
            litterbox = litterbox.with(&format!("tests/{i}.session.md"), text);
        }
        let ran = litterbox.run(&["test"]);
        assert_eq!(ran.code, Some(code), "{name}: {}", ran.shown());
    }
    assert_eq!(Litterbox::new().run(&["test"]).code, Some(2));
    assert_eq!(Litterbox::new().run(&["test", "--accept", "--expects", "x"]).code, Some(2));
}

#[test]
fn a_line_that_is_nothing_is_shown_with_its_place() {
    let mut shown = String::new();
    for (name, text) in [
        ("no input, no output", "# T\n\n```litterbox\n> :back\nann draws\n```\n"),
        ("output before any input", "```litterbox\n  ann draws\n> :back\n```\n"),
        ("indented by one blank", "```litterbox\n> :back\n back\n```\n"),
        ("a prompt without a blank", "```litterbox\n> :back\nann>draw\n```\n"),
        ("a seat of two words", "```litterbox\nann lee> draw\n```\n"),
        ("wide letters before it", "```litterbox\n> :back\nпривет, 世界\n```\n"),
        ("no end", "# T\n\n```litterbox\n> :back\n"),
        ("a fence of another kind is no end", "~~~litterbox\n> :back\n```\n"),
    ] {
        let error = run_text("x.session.md", text, &Library::embedded(), SessionOptions::default());
        let error = error.expect_err(name);
        writeln!(shown, "## {name}\n{error}\n").unwrap();
    }
    assert_snapshot!(shown);
}

#[test]
fn a_block_that_would_not_be_played_is_an_error() {
    let block = "```litterbox\n> :back\n```\n";
    for (before, line) in [
        ("- ```litterbox\n  > :back\n  ```\n\n", 1),
        ("Text.\n\n10) ~~~ litterbox setup\n\n", 3),
        ("> ```litterbox\n> > :back\n> ```\n\n", 1),
        ("1. - ```litterbox\n", 1),
        ("    ```litterbox\n    > :back\n    ```\n\n", 1),
        ("- ```sh\n  ls\n  ```\n\n", 5),
    ] {
        let text = format!("{before}{block}");
        let error =
            run_text("x.session.md", &text, &Library::embedded(), SessionOptions::default());
        let error = error.expect_err(before).to_string();
        assert!(error.starts_with("error[T0208]: this block begins"), "{before}: {error}");
        assert!(error.contains(&format!(" --> x.session.md:{line}:1\n")), "{before}: {error}");
    }
    let samples = format!("Use ```litterbox.\n````markdown\n- {block}````\n~~~\n{block}~~~\n");
    assert!(report(&samples).blocks.is_empty());
}

#[test]
fn results_do_not_depend_on_what_notes_them() {
    for (session, code) in [("> :expect turn ann\n", 0), ("> :expect turn bob\n", 1)] {
        let text = file(session);
        let is_there = Litterbox::new().with("tests/x.session.md", &text);
        let summary = is_there.run(&["test"]);
        let as_file = Litterbox::new().with("tests/x.session.md", &text).with(".litterbox", "");
        let as_folder = Litterbox::new().with("tests/x.session.md", &text);
        let as_folder = as_folder.with(".litterbox/lock.json/a", "");
        for (litterbox, name) in
            [(as_file, "cannot write .litterbox/"), (as_folder, ".litterbox/lock.json: ")]
        {
            let ran = litterbox.run(&["test"]);
            assert_eq!((ran.code, &ran.out), (Some(code), &summary.out), "{}", ran.shown());
            assert_eq!(ran.talk.contains(name), code == 0, "{}", ran.shown());
        }
    }
}

#[test]
fn nothing_is_written_where_ci_is_set() {
    let text = file("ann> draw\n  something else\n");
    let litterbox = Litterbox::new().with("tests/x.session.md", &text);
    for (set, writes) in [("true", false), ("1", false), ("", true)] {
        let output = litterbox.command(&["test", "--accept"]).env("CI", set).output().unwrap();
        assert_eq!(output.status.code(), Some(i32::from(!writes)), "CI={set}");
        assert_eq!(litterbox.read("tests/x.session.md") != text, writes, "CI={set}");
    }
}

/// A session file without recorded output, as written by hand.
fn bare(rest: &str) -> String {
    format!("# New\n\n```litterbox\n> :new classic ann bob --seed 1\n{rest}```\n")
}

#[test]
fn a_session_without_output_is_new_and_judged_by_what_it_expects() {
    let good = bare("ann> draw\n> :expect turn bob\n");
    let litterbox = Litterbox::new().with("tests/new.session.md", &good);
    let run = |arguments: &[&str]| litterbox.run(&[&["test"], arguments].concat());
    let text = run(&[]);
    assert_eq!(text.code, Some(0), "{}", text.shown());
    assert_snapshot!("new_text", text.shown());
    assert_snapshot!("new_json", run(&["--format", "json"]).out);
    assert_snapshot!("new_junit", timeless(&run(&["--format", "junit"]).out));
    assert_snapshot!("new_tap", run(&["--format", "tap"]).out);
    assert_eq!(litterbox.read("tests/new.session.md"), good);
    assert!(!litterbox.path().join("tests/new.session.md.new").exists());

    assert_eq!(run(&["--accept"]).code, Some(0));
    let recorded = litterbox.read("tests/new.session.md");
    assert!(recorded.contains("  ann draws "), "{recorded}");
    let again = run(&[]);
    assert!(!again.out.contains("new"), "{}", again.shown());
}

#[test]
fn a_new_session_fails_where_an_input_or_an_assertion_does() {
    for rest in ["ann> wombat\n", "bob> draw\n", "> :expect turn bob\n"] {
        let litterbox = Litterbox::new().with("tests/new.session.md", &bare(rest));
        let ran = litterbox.run(&["test"]);
        assert_eq!(ran.code, Some(1), "{rest}{}", ran.shown());
    }
}

#[test]
fn a_block_with_some_output_is_compared_as_ever() {
    let text = bare("  ...\nann> draw\n");
    assert!(report(&text).differs);
    assert!(!report(&bare("ann> draw\n")).differs);
    assert!(report(&bare("ann> draw\n")).blocks[0].is_new);
}

#[test]
fn a_file_that_does_not_end_fails_at_its_time_limit() {
    let block =
        |lines: &str| format!("```litterbox\n> :new classic ann bob --seed 1\n{lines}```\n");
    let endless = block("> :suggest 1000000\n> :suggest 1000000\nann> draw\n");
    let many = block(&"> :new classic ann bob --seed 1\n".repeat(20_000));
    let litterbox = Litterbox::new()
        .with("tests/endless.session.md", &endless)
        .with("tests/many.session.md", &many)
        .with("short.session.md", &block("ann> draw\n"));
    let test = ["test", "tests", "--expects", "--timeout", "1", "-j", "2"];
    let ran = litterbox.run_with(PLAIN, &test);
    assert_eq!(ran.code, Some(1), "{}", ran.shown());
    let late = "the file takes more than 1 second: `--timeout` sets the limit";
    assert_eq!(ran.out.matches(late).count(), 2, "{}", ran.shown());
    assert!(ran.out.contains("endless.session.md:"), "{}", ran.shown());
    let ran = litterbox.run(&["test", "short.session.md", "--expects"]);
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
}

/// Files that run one after another share compiled rulesets, which one interrupt stops.
#[test]
fn each_file_has_its_own_time() {
    let interrupt = Interrupt::after(Duration::ZERO);
    assert!(interrupt.is_late());
    interrupt.restart(Duration::from_secs(3_600));
    assert!(!interrupt.is_late() && !interrupt.take());
    interrupt.restart(Duration::ZERO);
    assert!(interrupt.is_late() && interrupt.take());
    let endless = Interrupt::default();
    endless.restart(Duration::ZERO);
    assert!(!endless.is_late(), "the time of its runs is not limited");
}

const DEALT: &str = "\
> :new classic ann bob --seed 1
  Classic: ann, bob; seed 1
  a deal of yesterday
> :table ann: skip | bob: -
  ann's turn. Hand: skip
    1 play skip   2 draw
> :expect turn ann
";

#[test]
fn accepting_does_not_record_a_deal_that_a_position_replaces() {
    let text = format!("```litterbox\n{DEALT}```\n");
    let printed = report(&text).printed();
    assert!(printed.contains("--seed 1\n  ...\n> :table ann: skip | bob: -\n  ann's"), "{printed}");
    // What is recorded so still fits and stays.
    let kept = text.replace("  a deal of yesterday", "  ann's turn. [..]\n  ...");
    assert_eq!(report(&kept).printed(), kept);
    // A deal that is played is recorded.
    let played = text.replace("> :table ann: skip | bob: -", "ann> draw");
    assert!(report(&played).printed().contains("  Classic: ann, bob; seed 1\n  ann's turn. Hand:"));
}

#[test]
fn dots_stand_for_lines_at_their_place_only() {
    let table = "> :table classic ann: skip | bob: -\n";
    let holds = |rest: &str| !report(&format!("```litterbox\n{table}{rest}```\n")).differs;
    assert!(holds("  ...\n    1 play skip   2 draw\n"));
    assert!(holds("  ann's turn. Hand: skip\n  ...\n"));
    assert!(!holds("  ...\n    1 play skip   3 draw\n"));
    assert!(!holds("  ...\n  another line\n  ...\n"));
    // The other inputs of the block are compared as they are.
    assert!(!holds("  ...\nann> draw\n  nothing\n"));
}

#[test]
fn pending_files_go_once_their_output_is_accepted() {
    let block = |n: usize| format!("# Block {n}\n\n```litterbox\n{DEALT}```\n");
    let litterbox = Litterbox::new()
        .with("a.session.md", &format!("{}\n{}", block(1), block(2)))
        .with("gone.session.md.new", "what was printed");
    let is_there = |name: &str| litterbox.path().join(name).exists();
    litterbox.run(&["test", "."]);
    assert!(is_there("a.session.md.new") && is_there("gone.session.md.new"));
    litterbox.run(&["test", ".", "--accept", "-k", "Block 1"]);
    assert!(is_there("a.session.md.new"), "the second block still differs");
    assert!(!is_there("gone.session.md.new"), "its session is gone");
    litterbox.run(&["test", "a.session.md", "--accept", "-k", "Block 2"]);
    assert!(!is_there("a.session.md.new"));
    assert_eq!(litterbox.run(&["test", "."]).code, Some(0));
}
