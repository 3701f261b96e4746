//! Workflows of an author with session files: review differences, accept some of them, continue
//! from the middle of one in the REPL.

use crate::harness::timeless;
use crate::program::{Litterbox, Ran, replace};
use insta::assert_snapshot;
use std::io::{BufRead, BufReader};

const FILE: &str = "tests/favor.session.md";

/// Three inputs with wrong recorded output: an extra line, a different line, a different card.
const TEXT: &str = "\
# Favor

## What bob gives

```litterbox
> :new classic ann bob cat --seed 1
  ...
> :table ann: favor skip | bob: shuffle | cat: - | draw: attack nope
  something that is gone
  ...
ann> play favor bob
  ann plays [..] on bob
  bob gives ann Skip (only ann and bob see it)
  ...
ann> draw
  ann draws Nope (only ann sees it)
  bob's turn. Hand: -
    1 draw
> :expect turn bob
```

## Who has it

```litterbox
> :new classic ann bob --seed 1
  ...
> :expect turn ann
```
";

/// A favor that takes a card at random without asking.
const OTHER_FAVOR: &str = "\
//! Favor: another one.

fn announce(me) { me.choose_player(\"Ask whom for a favor?\", robbable(me)) }

fn resolve(me, victim) { me.draw_cards(1); }
";

fn author() -> Litterbox {
    Litterbox::new().with(FILE, TEXT)
}

/// A folder in which every session passes.
fn settled() -> Litterbox {
    let litterbox = author();
    assert_eq!(litterbox.run(&["test", "--accept"]).code, Some(0));
    litterbox
}

fn has(litterbox: &Litterbox, name: &str) -> bool {
    litterbox.path().join(name).exists()
}

#[test]
fn each_input_is_compared_by_itself() {
    assert_snapshot!(author().run(&["test"]).shown());
}

#[test]
fn what_differs_within_a_line_is_underlined() {
    let output = author().command(&["test"]).env("CLICOLOR_FORCE", "1").output().unwrap();
    let out = Ran::from(output).out;
    let line = out.lines().find(|line| line.contains("Attack")).unwrap();
    assert_eq!(
        line.replace('\u{1b}', "^"),
        "^[32m  + ^[0m^[32mann draws ^[0m^[4m^[32mAttack^[0m^[32m (only ann sees it)^[0m"
    );
}

#[test]
fn one_difference_can_be_accepted() {
    let litterbox = author();
    let ran = litterbox.run(&["test", "--accept", &format!("{FILE}:16")]);
    assert_eq!(ran.code, Some(1), "{}", ran.shown());
    let text = litterbox.read(FILE);
    assert!(text.contains("ann draws Attack (only ann sees it)\n  bob's turn. Hand: -"), "{text}");
    assert_eq!(text.replace("Attack (", "Nope ("), TEXT);
    let all = litterbox.run(&["test", "--accept", FILE]);
    assert_eq!(all.code, Some(0), "{}", all.shown());
    assert_snapshot!(litterbox.read(FILE));
}

/// Each target of a command writes its file: two of one file would write the second over the first.
#[test]
fn several_lines_of_a_file_are_one_target() {
    let file = "two.session.md";
    let session = |input: &str| {
        format!("```litterbox\n> :new classic ann bob --seed 1\n  ...\n> = {input}\n  wrong\n```\n")
    };
    let text = [session("1 + 1"), session("2 + 2")].join("\n");
    for lines in [&["4", "11"][..], &["11", "4"], &["4", "4"]] {
        let litterbox = Litterbox::new().with(file, &text);
        let targets: Vec<_> = lines.iter().map(|line| format!("./{file}:{line}")).collect();
        let mut command = vec!["test", "--accept"];
        command.extend(targets.iter().map(String::as_str));
        let ran = litterbox.run(&command);
        let both = lines.contains(&"11");
        assert_eq!(ran.code, Some(0), "{}", ran.shown());
        let written = litterbox.read(file);
        assert!(written.contains("> = 1 + 1\n  2\n"), "{written}");
        assert_eq!(written.contains("> = 2 + 2\n  4\n"), both, "{written}");
    }
}

#[test]
fn what_has_changed_since_it_held_is_named() {
    let litterbox = settled().with("scripts/cards/favor.rhai", OTHER_FAVOR);
    assert_snapshot!(litterbox.run(&["test"]).shown());
    let text = litterbox.read(FILE).replace("(only ann sees it)", "(who sees it)");
    let litterbox = litterbox.with(FILE, &text);
    let ran = litterbox.run(&["test"]);
    let changed = "changed since this file last passed: cards/favor.rhai, the file itself";
    assert!(ran.out.contains(changed), "{}", ran.shown());
    let shipped = include_str!("../../scripts/cards/favor.rhai");
    let litterbox = litterbox.with("scripts/cards/favor.rhai", shipped);
    let ran = litterbox.run(&["test"]);
    assert!(
        ran.out.contains("changed since this file last passed: the file itself\n"),
        "{}",
        ran.shown()
    );
}

#[test]
fn what_was_printed_lies_beside_until_it_holds() {
    let pending = format!("{FILE}.new");
    let litterbox = author();
    litterbox.run(&["test"]);
    let printed = litterbox.read(&pending);
    assert_ne!(printed, TEXT);
    assert_eq!(litterbox.read(FILE), TEXT);
    assert_eq!(litterbox.run(&["test", "--accept"]).code, Some(0));
    assert_eq!(litterbox.read(FILE), printed);
    assert!(!has(&litterbox, &pending));
}

#[test]
fn a_pending_file_without_its_session_is_told() {
    let litterbox = settled().with("tests/gone.session.md.new", "");
    let ran = litterbox.run(&["test"]);
    assert_eq!(ran.code, Some(0));
    assert_eq!(ran.talk, "tests/gone.session.md.new belongs to no session file\n");
}

#[test]
fn where_ci_is_set_nothing_lies_beside() {
    let litterbox = author();
    for arguments in [&["test"][..], &["test", "--accept"], &["review"]] {
        let output = litterbox.command(arguments).env("CI", "1").output().unwrap();
        assert_ne!(output.status.code(), Some(0), "{arguments:?}");
        assert_eq!(litterbox.read(FILE), TEXT);
        assert_eq!(litterbox.path().join("tests").read_dir().unwrap().count(), 1);
        assert!(!has(&litterbox, ".litterbox"));
    }
}

#[test]
fn what_is_noted_hides_itself_from_version_control() {
    let litterbox = settled();
    assert_eq!(litterbox.read(".litterbox/.gitignore"), "*\n");
    let noted = litterbox.read(".litterbox/lock.json");
    let noted: serde_json::Value = serde_json::from_str(&noted).unwrap();
    assert_eq!(noted["lock"], 1);
    assert!(noted["files"][FILE]["used"]["variants/classic.json"].is_string(), "{noted:#}");
    let litterbox = litterbox.with(".litterbox/lock.json", "{ broken");
    assert_eq!(litterbox.run(&["test"]).code, Some(0));
}

#[test]
fn a_word_chooses_files_and_headings() {
    let litterbox = author().with("tests/other.session.md", "# Other\n");
    let summary = |word: &str| {
        let ran = litterbox.run(&["test", "-k", word]);
        ran.out.lines().last().unwrap().to_owned()
    };
    assert_eq!(summary("WHO has"), "1 file, 1 session: all passed");
    assert_eq!(summary("favor"), "1 file, 2 sessions: 1 file failed");
    let ran = litterbox.run(&["test", "-k", "wombat"]);
    let message = "error: no session file or heading here contains `wombat`\n";
    assert_eq!((ran.code, ran.talk.as_str()), (Some(2), message));
    let ran = litterbox.run(&["test", &format!("{FILE}:27")]);
    assert_eq!(ran.out, "1 file, 1 session: all passed\n");
}

#[test]
fn threads_change_nothing() {
    let mut litterbox = author();
    for i in 0..7 {
        litterbox = litterbox.with(&format!("tests/{i}.session.md"), TEXT);
    }
    let one = litterbox.run(&["test", "-j", "1"]);
    assert_eq!(litterbox.run(&["test", "-j", "4"]).shown(), one.shown());
}

#[test]
fn programs_get_their_formats() {
    let litterbox = author()
        .with("tests/broken.session.md", "```litterbox\nwombat & <dog>\n```\n")
        .with("tests/fails.session.md", "```litterbox\n> :expect turn \"ann\"\n```\n")
        .with("tests/good.session.md", "# One # two\n\n```litterbox\n> :help help\n  ...\n```\n");
    let ran = |format: &str| litterbox.run(&["test", "--format", format]).out;
    assert_snapshot!("format_junit", timeless(&ran("junit")));
    assert_snapshot!("format_tap", ran("tap"));
    assert_snapshot!("format_json", ran("json"));
}

#[test]
fn a_review_takes_one_difference_at_a_time() {
    let litterbox = author();
    let ran = litterbox.piped(&["review"], "what\naccept\nr\ns\n");
    assert_snapshot!("review", ran.shown());
    assert_snapshot!("review_file", litterbox.read(FILE));
    let pending = litterbox.read(&format!("{FILE}.new"));
    assert_eq!(
        pending,
        litterbox.read(FILE).replace("ann draws Nope", "ann draws Attack"),
        "accepted and skipped"
    );
    let ran = litterbox.piped(&["review"], "all\n");
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
    assert_eq!(litterbox.run(&["test"]).code, Some(0));
    assert!(!has(&litterbox, &format!("{FILE}.new")));
}

#[test]
fn a_review_that_ends_early_changes_nothing() {
    let litterbox = author();
    for input in ["", "q\n", "r\nreject\n"] {
        assert_eq!(litterbox.piped(&["review"], input).code, Some(1));
        assert_eq!(litterbox.read(FILE), TEXT);
    }
    let litterbox = author().with(FILE, &TEXT.replace("turn bob", "turn ann"));
    let ran = litterbox.piped(&["review"], "all\n");
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.contains("this failure cannot be accepted"), "{}", ran.shown());
}

#[test]
fn the_repl_opens_in_the_middle_of_a_review() {
    let ran = author().piped(&["review"], "s\nd\n:expect turn bob\nplay favor bob\n:quit\nq\n");
    assert_snapshot!(ran.shown());
}

#[test]
fn the_repl_opens_at_a_step() {
    let litterbox = author();
    let ran =
        litterbox.piped(&["debug", &format!("{FILE}:13")], ":expect hand ann favor skip\ndraw\n");
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
    assert_snapshot!(ran.shown());
    let first = litterbox.piped(&["debug", FILE], "");
    assert!(first.out.contains(&format!("next: {FILE}:8: > :table")), "{}", first.shown());
    let broken = TEXT.replace("play favor bob", "play wombat bob");
    let stopped = author().with(FILE, &broken).piped(&["debug", &format!("{FILE}:19")], "= 7\n");
    assert!(stopped.out.contains(&format!("stopped at: {FILE}:11: ann> play wombat bob")));
    assert!(stopped.out.ends_with("7\n"), "{}", stopped.shown());
}

#[test]
fn a_step_that_is_not_there_is_wrong_usage() {
    let litterbox = settled();
    for (step, why) in [
        (format!("{FILE}:1"), "there is no session at"),
        (format!("{FILE}:999"), "there is no session at"),
        (FILE.to_owned(), "passes"),
    ] {
        let ran = litterbox.piped(&["debug", &step], "");
        assert_eq!(ran.code, Some(2), "{step}: {}", ran.shown());
        assert!(ran.talk.contains(why), "{}", ran.talk);
    }
    assert_eq!(litterbox.piped(&["debug", "missing.session.md:3"], "").code, Some(3));
}

#[test]
fn a_watch_runs_again_after_a_change() {
    let litterbox = settled();
    let mut child = litterbox.command(&["test", "--watch"]).spawn().unwrap();
    let out = BufReader::new(child.stdout.take().unwrap());
    let mut talk = BufReader::new(child.stderr.take().unwrap()).lines();
    let mut summaries = out.lines().map(Result::unwrap).filter(|line| line.contains("session"));
    assert_eq!(summaries.next().unwrap(), "1 file, 2 sessions: all passed");
    assert!(talk.next().unwrap().unwrap().contains("waiting for a change"));
    let text = litterbox.read(FILE).replace("ann draws Attack", "ann draws Nope");
    replace(&litterbox.path().join(FILE), &text);
    let next = summaries.find(|line| line.starts_with("1 file, 2 sessions"));
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(next.unwrap(), "1 file, 2 sessions: 1 file failed");
    drop(litterbox);
}

#[test]
fn coverage_names_what_no_session_exercises() {
    let variant = r#"{ "name": "Mine", "extends": "classic", "deck": { "zap": 2, "zip": 2 } }"#;
    let zap = "//! Zap.\n\nfn announce(me) { me.choose_player(\"Zap whom?\", others(me)) }\n\n\
               fn resolve(me, victim) {\n    say(\"Zap!\");\n    if option(\"self_nope\") {\n        \
               victim.take_turns(me.choose_number(\"How often?\", 1, 3));\n    }\n    \
               end_turn();\n}\n";
    let session = "# Zap\n\n```litterbox\n> :new mine ann bob cat --seed 1\n  ...\n> :table ann: \
                   zap | bob: - | cat: - | draw: nope\n  ...\nann> play zap bob\n  ...\n```\n";
    let litterbox = Litterbox::new()
        .with("variants/mine.json", variant)
        .with("scripts/cards/zap.rhai", zap)
        .with("scripts/cards/zip.rhai", "//! Zip.\n\nfn resolve(me) { end_turn(); }\n")
        .with("tests/zap.session.md", session);
    let ran = litterbox.run(&["test", "--coverage", "--lcov", "zap.info"]);
    assert_snapshot!("coverage", ran.shown());
    // Of named files: only the scripts that they use, here neither zip nor the built-in ones.
    let ran = litterbox.run(&["test", "--coverage", "tests/zap.session.md"]);
    assert!(ran.out.contains("cards/zap.rhai"), "{}", ran.shown());
    assert!(!ran.shown().contains("zip"), "{}", ran.shown());
    let skip = "# Skip\n\n```litterbox\n> :new classic ann bob\n> :table ann: skip | bob: -\n\
                ann> play skip\n```\n";
    let ran =
        Litterbox::new().with("a.session.md", skip).run(&["test", "--coverage", "a.session.md"]);
    assert!(ran.out.contains("\ncards/skip.rhai"), "{}", ran.shown());
    assert!(!ran.out.contains("\ncards/favor.rhai"), "{}", ran.shown());
    assert!(!ran.talk.contains("warning"), "{}", ran.shown());
    assert_snapshot!("coverage_lcov", litterbox.read("zap.info"));
}

/// Coverage is that of the sessions that are run, also where a line or a word selects some of a
/// file.
#[test]
fn coverage_counts_the_selected_sessions_alone() {
    let of = |card: &str| {
        format!(
            "# Play {card}\n\n```litterbox\n> :table classic ann: {card} | bob: - | draw: nope \
             nope\nann> play {card}\n```\n\n"
        )
    };
    let litterbox =
        Litterbox::new().with("tests/a.session.md", &[of("skip"), of("shuffle")].concat());
    for (selected, skip, shuffle) in [
        (&["tests/a.session.md"][..], true, true),
        (&["tests/a.session.md:4"], true, false),
        (&["-k", "SHUFFLE"], false, true),
    ] {
        let ran = litterbox.run(&[&["test", "--coverage"], selected].concat());
        assert_eq!(ran.code, Some(0), "{}", ran.shown());
        for (script, is_used) in [("cards/skip.rhai", skip), ("cards/shuffle.rhai", shuffle)] {
            assert_eq!(ran.out.contains(script), is_used, "{script}: {}", ran.shown());
        }
    }
}

#[test]
fn what_looks_the_same_is_told_apart_in_a_difference() {
    // No-break and wide blanks, and Latin and Cyrillic letters.
    for (wrong, shown) in [
        ("bob's\u{a0}turn. Hand: -", "\\u{a0}"),
        ("bob's\u{3000}turn. Hand: -", "\\u{3000}"),
        ("bob's\u{202f}turn. Hand: -", "\\u{202f}"),
        ("b\u{43e}b's turn. Hand: -", "\\u{43e}"),
    ] {
        let litterbox = settled();
        let text = litterbox.read(FILE).replace("bob's turn. Hand: -", wrong);
        let ran = litterbox.with(FILE, &text).run(&["test", FILE]);
        assert!(ran.out.contains(shown), "{shown}: {}", ran.shown());
    }
}

#[test]
fn accepted_output_keeps_the_line_ends_of_its_file() {
    let litterbox = author().with(FILE, &TEXT.replace('\n', "\r\n"));
    assert_eq!(litterbox.run(&["test", "--accept"]).code, Some(0));
    let text = litterbox.read(FILE);
    assert_eq!(text.matches('\n').count(), text.matches("\r\n").count(), "{text:?}");
    let lf = author();
    lf.run(&["test", "--accept"]);
    assert_eq!(text.replace("\r\n", "\n"), lf.read(FILE));
    assert_eq!(litterbox.run(&["test"]).code, Some(0));
}

#[test]
fn accepted_output_keeps_the_end_of_each_line() {
    // Every second line, each third, all but the first, only the last.
    let kinds: [fn(usize, usize) -> bool; 4] =
        [|n, _| n % 2 == 0, |n, _| n % 3 == 0, |n, _| n > 0, |n, all| n + 1 == all];
    let accepted = author();
    accepted.run(&["test", "--accept"]);
    let whole = accepted.read(FILE);
    for is_crlf in kinds {
        let n_all = whole.lines().count();
        let ended = |text: &str| -> String {
            let lines = text.lines().enumerate();
            let ends = lines.map(|(n, line)| (line, if is_crlf(n, n_all) { "\r\n" } else { "\n" }));
            ends.flat_map(|(line, end)| [line, end]).collect()
        };
        // Nothing but one word of the output is new.
        let wrong = whole.replacen("bob's turn", "eve's turn", 1);
        assert_ne!(wrong, whole);
        let litterbox = author().with(FILE, &ended(&wrong));
        assert_eq!(litterbox.run(&["test", "--accept"]).code, Some(0));
        assert_eq!(litterbox.read(FILE), ended(&whole));
    }
}

#[test]
fn a_word_instead_of_a_path_and_orphans_are_named() {
    let litterbox = settled().with("tests/gone.session.md.new", "");
    let ran = litterbox.run(&["test", "market"]);
    assert!(ran.shown().contains("`-k market`"), "{}", ran.shown());
    for command in ["test", "review"] {
        let ran = litterbox.piped(&[command], "");
        let said = "tests/gone.session.md.new belongs to no session file";
        assert!(ran.talk.contains(said), "{}", ran.shown());
    }
    assert_eq!(litterbox.run(&["help"]).out, litterbox.run(&["--help"]).out);
}
