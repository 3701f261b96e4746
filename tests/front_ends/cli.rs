//! The command line: the output of each command, its stream, and its exit code.

use crate::program::{Litterbox, Ran};
use insta::assert_snapshot;
use std::path::Path;
use unicode_width::UnicodeWidthStr;

fn run(arguments: &[&str]) -> Ran {
    Litterbox::new().run(arguments)
}

#[test]
fn help_explains_each_command() {
    assert_snapshot!("help", run(&["--help"]).out);
    let commands = [
        "repl",
        "test",
        "review",
        "debug",
        "check",
        "explain",
        "new",
        "sim",
        "merge",
        "compare",
        "tournament",
        "tune",
        "batch",
        "fuzz",
        "variants",
        "cards",
        "print",
        "replay",
        "diff",
        "api",
        "schema",
    ];
    for command in commands {
        let ran = run(&[command, "--help"]);
        assert_eq!(ran.code, Some(0));
        assert_snapshot!(format!("help_{command}"), ran.out);
    }
}

#[test]
fn help_on_new_shows_examples_of_the_same_command() {
    for item in ["card", "combo", "rule", "variant", "project"] {
        let help = run(&["new", item, "--help"]).out;
        let examples: Vec<&str> =
            help.lines().filter(|line| line.starts_with("  litterbox")).collect();
        assert!(!examples.is_empty(), "{help}");
        for example in examples {
            assert!(example.starts_with(&format!("  litterbox new {item} ")), "{example}");
            let litterbox = Litterbox::new();
            litterbox.run(&["new", "variant", "mine"]);
            let arguments: Vec<&str> = example.split_whitespace().skip(1).collect();
            let ran = litterbox.run(&arguments);
            let is_there = item == "variant" && arguments[2] == "mine";
            assert_eq!(ran.code, Some(if is_there { 2 } else { 0 }), "{}", ran.shown());
        }
    }
}

#[test]
fn wrong_usage_is_two() {
    for wrong in [
        &["chek"][..],
        &["cards"],
        &["cards", "clasic"],
        &["cards", "classic", "--players", "7"],
        &["cards", "classic", "--lang", "xx"],
        &["diff", "classic"],
        &["variants", "--format", "xml"],
        &["repl", "clasic"],
        &["repl", "classic", "--set", "nonsense=1"],
        &["check", "clasic"],
        &["check", "variants"],
        &["explain", "L9999"],
        &["api", "wombat"],
        &["sim", "classic", "--set", "deck.nope=x"],
        &["fuzz", "classic", "--set", "self_nope=3"],
        &["compare", "classic", "--with", "deck.nope=x"],
        &["test", "-k", "wombat", "a.session.md"],
        &["test", "a.session.md:99"],
        &["review", "a.session.md:99"],
    ] {
        let session = "```litterbox\n> :new classic ann bob\n```\n";
        let litterbox = Litterbox::new().with("a.session.md", session).with("variants/a.txt", "");
        let ran = litterbox.run(wrong);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{wrong:?}");
        assert!(!ran.talk.is_empty(), "{wrong:?}");
    }
    assert_snapshot!(run(&["cards", "clasic"]).shown());
}

#[test]
fn what_cannot_be_read_is_three() {
    for wrong in [
        &["cards", "missing.json"][..],
        &["repl", "--read", "missing.txt"],
        &["test", "missing.session.md"],
        &["review", "missing.session.md"],
        &["repl", "missing.session.md"],
        &["variants", "--home", "nowhere"],
    ] {
        let ran = run(wrong);
        assert_eq!(ran.code, Some(3), "{wrong:?}: {}", ran.shown());
    }
}

#[test]
fn an_option_with_an_error_is_named_with_the_part_of_its_value() {
    let ran = run(&["compare", "classic", "--sweep", "deck.nope=1,x"]);
    assert_snapshot!("sweep", ran.shown());
    let over = ["--over", "deal=5,6", "--over", "deck.nope=1,x", "--toward", "turns=20"];
    let ran = run(&[&["tune", "classic"], &over[..]].concat());
    assert_snapshot!("over", ran.shown());
    let ran = run(&["compare", "classic", "--with", "deal=5", "--with", "pair_of=dogs"]);
    assert_snapshot!("with", ran.shown());
    let ran = run(&["compare", "classic", "--with", "deck"]);
    assert!(ran.talk.starts_with("error: `--with deck`: "), "{}", ran.talk);
    let ran = run(&["variants", "--home", "/nowhere/at/all"]);
    assert!(ran.talk.contains("cannot read /nowhere/at/all: "), "{}", ran.talk);
}

#[test]
fn variants_are_listed() {
    assert_snapshot!(run(&["variants"]).shown());
    let json = run(&["variants", "--format", "json"]).out;
    let listed: Vec<serde_json::Value> = serde_json::from_str(&json).unwrap();
    let find = |id: &str| listed.iter().find(|variant| variant["id"] == id).expect("a variant");
    assert_eq!(find("classic")["players"], serde_json::json!([2, 5]));
    let children = find("recipes")["children"].as_array().expect("an abstract variant");
    assert!(children.contains(&"mind_games".into()));
}

#[test]
fn a_variant_with_mistakes_is_listed_too() {
    let litterbox = Litterbox::new().with("variants/broken.json", r#"{ "extends": "classik" }"#);
    let ran = litterbox.run(&["variants"]);
    assert_eq!(ran.code, Some(0));
    let line = ran.out.lines().find(|line| line.starts_with("broken")).unwrap();
    assert!(line.ends_with("1 mistake: litterbox check broken"), "{line}");
}

#[test]
fn cards_says_all_of_a_variant() {
    assert_snapshot!("cards_classic", run(&["cards", "classic"]).shown());
    assert_snapshot!("cards_for_three", run(&["cards", "party_pack", "--players", "3"]).shown());
    let json = run(&["cards", "classic", "--format", "json"]).out;
    let page: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(page["in_play"]["2"], 56);
    assert_eq!(page["options"][0]["value"], false);
}

#[test]
fn wide_characters_line_up() {
    let page = run(&["cards", "classic", "--lang", "zh"]).out;
    let cards = page.lines().skip_while(|line| *line != "Cards").skip(1);
    let cards: Vec<&str> = cards.take_while(|line| !line.is_empty()).collect();
    assert!(cards.len() > 10);
    for line in &cards {
        assert_eq!(line.width(), cards[0].width(), "{line}");
    }
}

#[test]
fn variants_are_in_their_own_language_on_request() {
    let page = run(&["cards", "classic", "--lang", "own"]).out;
    let french = run(&["cards", "classic", "--lang", "fr"]).out;
    assert_eq!(page, french);
    assert_ne!(page, run(&["cards", "classic"]).out);
}

#[test]
fn a_variant_may_be_given_as_a_file() {
    let litterbox = Litterbox::new()
        .with("mine.json", r#"{ "name": "Mine", "extends": "classic", "deck": { "nope": 6 } }"#);
    assert_snapshot!(litterbox.run(&["diff", "classic", "mine.json"]).shown());
}

#[test]
fn diff_shows_only_what_differs() {
    assert_snapshot!("diff_slapstick", run(&["diff", "classic", "slapstick"]).shown());
    let same = run(&["diff", "classic", "classic"]);
    assert_eq!((same.code, same.out.as_str()), (Some(0), ""));
    let json = run(&["diff", "classic", "slapstick", "--format", "json"]);
    let differs: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!((json.code, &differs["same"]), (Some(1), &serde_json::json!(false)));
}

#[test]
fn check_finds_nothing_wrong_with_what_is_shipped() {
    let ran = run(&["check"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), ""), "{}", ran.talk);
}

const ZAP: &str = "//! Zap.

fn announce(me) { me.chose_player(\"Zap whom?\", others(me)) }

fn resolve(me, victim) {
    victim.take_turns();
    if victim.name() == \"\" { zap(victim); }
}

fn zap(victim, me) { print(victim.name); }
";

/// A folder with errors in a variant and three scripts, and one unused script.
fn broken() -> Litterbox {
    let variant = r#"{
  "extends": "classic",
  "deck": { "zap": 2, "wombat": 1 },
  "option": {}
}"#;
    Litterbox::new()
        .with("variants/broken.json", variant)
        .with(
            "variants/fizzy.json",
            r#"{ "name": "Fizzy", "extends": "classic", "deck": { "fizz": 2 } }"#,
        )
        .with(
            "variants/zappy.json",
            r#"{ "name": "Zappy", "extends": "classic", "deck": { "zap": 2 } }"#,
        )
        .with("scripts/cards/zap.rhai", ZAP)
        .with("scripts/cards/fizz.rhai", "//! Fizz.\n\nfn resolve(me {\n}\n")
        .with("scripts/cards/lonely.rhai", "//! Lonely.\n\nfn resolve(me) {\n    lonly();\n}\n")
}

#[test]
fn check_finds_everything_at_once() {
    assert_snapshot!("check_calls", broken().run(&["check", "zappy"]).shown());
    assert_snapshot!("check_all", broken().run(&["check"]).shown());
    assert_snapshot!("check_one", broken().run(&["check", "broken"]).shown());
    assert_snapshot!("check_script", broken().run(&["check", "scripts/cards/fizz.rhai"]).shown());
    let json = broken().run(&["check", "--format", "json"]);
    let found: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(json.code, Some(1));
    assert!(found.as_array().unwrap().iter().any(|one| one["file"] == "cards/fizz.rhai"));
}

#[test]
fn check_mends_what_can_only_be_meant_in_one_way() {
    let text = "//! Zap.\n\nfn announce(me) { me.chose_player(\"Whom?\", others(me)) }\n\n\
        fn resolve(me, victim) { victim.take_trns(2); }\n";
    // Also as some editors write it on Windows.
    for script in [text.to_owned(), format!("\u{feff}{}", text.replace('\n', "\r\n"))] {
        let litterbox = broken().with("scripts/cards/zap.rhai", &script);
        let before = litterbox.run(&["check", "scripts/cards/zap.rhai"]);
        assert_eq!(before.code, Some(1));
        assert!(before.talk.contains("2 of them can be fixed"), "{}", before.talk);
        let ran = litterbox.run(&["check", "scripts/cards/zap.rhai", "--fix"]);
        assert_snapshot!("check_fix", format!("{}{}", before.out, ran.shown()));
        let mended = script.replace("chose_player", "choose_player");
        assert_eq!(litterbox.read("scripts/cards/zap.rhai"), mended.replace("_trns", "_turns"));
    }
}

#[test]
fn a_hook_that_is_meant_has_the_parameters_and_is_only_renamed_if_it_is_a_near_spelling() {
    let script = "//! Bodyguard.\n\nconst HEAR = \"hand\";\n\n\
        fn before_steal(me, source, thief) { source.discard(); true }\n\n\
        fn resolve(me) {\n  let n = 1;\n}\n";
    let variant =
        "{ \"name\": \"Mine\", \"extends\": \"classic\", \"deck\": { \"bodyguard\": 1 } }";
    let path = "scripts/cards/bodyguard.rhai";
    let litterbox = Litterbox::new().with("variants/mine.json", variant).with(path, script);
    let ran = litterbox.run(&["check", "--fix"]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.contains("did you mean `before_take`?"), "{}", ran.shown());
    assert!(ran.out.contains("did you mean `HEARS`?"), "{}", ran.shown());
    assert!(litterbox.read(path).contains("fn before_steal("));

    let near = script.replace("before_steal", "befor_take");
    let litterbox = litterbox.with(path, &near);
    let ran = litterbox.run(&["check", "--fix"]);
    let fixed = format!("{path}:5: `befor_take` becomes `before_take`\n");
    assert!(ran.talk.contains(&fixed), "{}", ran.shown());
}

#[test]
fn a_variant_is_found_by_its_title_written_as_an_id() {
    for (typed, id) in [("zombie_kittens", "zombie"), ("barking_kitens", "barking")] {
        let hint = format!("did you mean `{id}`?");
        for arguments in [&["cards", typed][..], &["new", "card", "x", "--variant", typed]] {
            let ran = Litterbox::new().run(arguments);
            assert!(ran.code != Some(0) && ran.talk.contains(&hint), "{}", ran.shown());
        }
    }
}

#[test]
fn what_steals_is_found_by_that_word() {
    let ran = run(&["api", "steal"]);
    for name in ["take_random(", "take_chosen(", "take_kind(", "before_take("] {
        assert!(ran.out.contains(name), "{}", ran.shown());
    }
}

#[test]
fn check_is_strict_on_request_and_writes_logs() {
    let litterbox = Litterbox::new().with("scripts/cards/idle.rhai", "//! Idle.\n");
    assert_eq!(litterbox.run(&["check"]).code, Some(0));
    assert_eq!(litterbox.run(&["check", "--strict"]).code, Some(1));
    let log = litterbox.run(&["check", "--format", "sarif"]).out;
    let log: serde_json::Value = serde_json::from_str(&log).unwrap();
    let result = &log["runs"][0]["results"][0];
    let file = &result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert_eq!((&result["ruleId"], file), (&"L0401".into(), &"scripts/cards/idle.rhai".into()));
}

#[test]
fn explain_says_what_a_code_means() {
    assert_snapshot!("explain_all", run(&["explain"]).shown());
    assert_snapshot!("explain_one", run(&["explain", "l0108"]).shown());
    assert_eq!(run(&["explain", "hidden-information"]).out, run(&["explain", "L0108"]).out);
    assert_snapshot!("explain_none", run(&["explain", "L0199"]).shown());
    let of_parts = run(&["explain", "p"]).out;
    assert!(of_parts.starts_with("Shard results\n  P0101  not-a-shard-file\n"), "{of_parts}");
    assert!(run(&["explain"]).out.contains(&of_parts));
}

#[test]
fn home_is_another_folder() {
    let elsewhere = broken();
    let path = elsewhere.path().to_str().unwrap();
    let listed = run(&["variants", "--home", path]).out;
    assert!(listed.lines().any(|line| line.starts_with("fizzy")), "{listed}");
    assert!(!run(&["variants"]).out.contains("fizzy"));
}

#[test]
fn api_is_looked_up_by_name_or_by_part() {
    assert_snapshot!("api_one", run(&["api", "choose_player"]).shown());
    assert_snapshot!("api_some", run(&["api", "choose_"]).shown());
    assert_snapshot!("api_about", run(&["api", "in secret"]).shown());
    assert_snapshot!("api_none", run(&["api", "chose_player"]).shown());
    assert!(run(&["api"]).out.contains("choose_player"));
}

#[test]
fn a_pipe_gets_the_replies_and_nothing_else() {
    let ran = Litterbox::new().piped(&["repl", "--seed", "7"], "= 1 + 1\n\n# why\n:back\n= 3\n");
    assert_snapshot!(ran.shown());
}

#[test]
fn the_first_refused_input_ends_a_pipe() {
    let input = "= 1\nwombat\n= 3\n";
    let ran = Litterbox::new().piped(&["repl", "--seed", "7"], input);
    assert_snapshot!("pipe_refused", ran.shown());
    let ran = Litterbox::new().piped(&["repl", "--seed", "7", "--keep-going"], input);
    assert_snapshot!("pipe_keep_going", ran.shown());
}

#[test]
fn quit_ends_a_pipe_well() {
    let ran = Litterbox::new().piped(&[], "= 1\n:quit\nwombat\n");
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), "1\n"));
}

#[test]
fn inputs_may_stand_in_the_command_line_or_in_a_file() {
    let litterbox =
        Litterbox::new().with("opening.txt", "= {\n  let two = 2; // why not\n  two\n}\n");
    let ran = litterbox.run(&["repl", "--read", "opening.txt", "-c", "= 3; = \";\"; = 4"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), "2\n3\n\";\"\n4\n"), "{}", ran.talk);
}

#[test]
fn a_session_file_is_read_up_to_its_end() {
    let litterbox = Litterbox::new().with("draw.session.md", SESSION);
    let ran = litterbox.run(&["repl", "--read", "draw.session.md", "-c", "= ann.hand"]);
    assert_eq!(
        (ran.code, ran.out.lines().last()),
        (Some(0), Some("favor skip")),
        "{}",
        ran.shown()
    );
}

#[test]
fn an_endless_script_comes_back() {
    let ran = run(&["repl", "--keep-going", "-c", "= loop {}; = 2"]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.ends_with("2\n"), "{}", ran.shown());
}

#[test]
fn a_script_that_calls_itself_without_end_comes_back() {
    let script = "//! Deep.\n\nfn dig(n) { 1 + dig(n + 1) }\n\nfn resolve(me) { dig(0); }\n";
    let litterbox = Litterbox::new()
        .with("scripts/cards/deep.rhai", script)
        .with("deep.json", r#"{ "name": "Deep", "extends": "classic", "deck": { "deep": 4 } }"#);
    let inputs = ":table p1: deep | p2: -; play deep; = me.hand";
    let ran = litterbox.run(&["repl", "deep.json", "--keep-going", "-c", inputs]);
    assert_eq!((ran.code, ran.out.lines().last()), (Some(1), Some("deep")), "{}", ran.shown());
    assert!(ran.out.contains("cards/deep.rhai"), "{}", ran.shown());
}

#[test]
fn a_game_is_opened_as_the_arguments_say() {
    let arguments = ["--players", "4", "--first", "p3", "--lang", "fr", "--set", "deal=2"];
    let ran =
        run(&[&["repl", "classic", "--seed", "7", "--echo", "-c", ":quit"], &arguments[..]]
            .concat());
    assert_snapshot!(ran.shown());
}

#[test]
fn the_same_seed_is_the_same_game() {
    let deal = |seed| run(&["repl", "--seed", seed, "-c", ":view"]);
    assert_eq!(deal("7").out, deal("7").out);
    assert_ne!(deal("7").out, deal("8").out);
    let random = run(&["repl", "-c", ":view"]);
    let seed = random.talk.trim().strip_prefix("seed ").unwrap();
    assert_eq!(random.out, deal(seed).out);
}

#[test]
fn an_echoed_session_is_a_test() {
    let echoed =
        run(&["repl", "classic", "ann", "bob", "--seed", "7", "--echo", "-c", "draw; :back"]);
    let session = format!("# Echoed\n\n```litterbox\n{}```\n", echoed.out);
    let litterbox = Litterbox::new().with("echo.session.md", &session);
    let ran = litterbox.run(&["test", "echo.session.md"]);
    assert_eq!(ran.code, Some(0), "{}{session}", ran.shown());
    let again =
        litterbox.piped(&["repl", "--echo", "--seed", "7", "classic", "ann", "bob"], &echoed.out);
    assert!(again.out.ends_with(&echoed.out), "{}", again.shown());
}

const SESSION: &str = "# Drawing

```litterbox
> :new classic ann bob --seed 1
> :table ann: skip | bob: - | draw: favor shuffle
ann> draw
  something else
```
";

#[test]
fn test_compares_and_accepts() {
    let litterbox = Litterbox::new().with("tests/draw.session.md", SESSION);
    assert_snapshot!("test_differs", litterbox.run(&["test"]).shown());
    assert_eq!(litterbox.run(&["test", "--expects"]).code, Some(0));
    let read_only = litterbox.command(&["test", "--accept"]).env("CI", "1").output().unwrap();
    assert_eq!(
        (read_only.status.code(), litterbox.read("tests/draw.session.md")),
        (Some(1), SESSION.into())
    );
    assert_eq!(litterbox.run(&["test", "--accept"]).code, Some(0));
    assert_eq!(litterbox.run(&["test"]).code, Some(0));
}

#[test]
fn test_tells_a_broken_file_from_a_difference() {
    let litterbox =
        Litterbox::new().with("x.session.md", "```litterbox\n> :new classic\nwombat\n```\n");
    assert_snapshot!(litterbox.run(&["test", "x.session.md"]).shown());
}

#[test]
fn colour_is_for_terminals_and_for_who_insists() {
    let litterbox = Litterbox::new();
    let coloured = |name: &str, value: &str| {
        let output = litterbox.command(&["api", "choose"]).env(name, value).output().unwrap();
        String::from_utf8(output.stdout).unwrap().contains('\u{1b}')
    };
    assert!(!coloured("TERM", "xterm"));
    assert!(coloured("CLICOLOR_FORCE", "1"));
}

#[test]
fn a_closed_pipe_is_no_failure() {
    let litterbox = Litterbox::new();
    for arguments in [&["api"][..], &["variants"], &["repl", "-c", ":help; :help"]] {
        let mut child = litterbox.command(arguments).spawn().unwrap();
        drop(child.stdout.take());
        let ran = Ran::from(child.wait_with_output().unwrap());
        assert_eq!(ran.code, Some(0), "{arguments:?}: {}", ran.talk);
        assert!(!ran.talk.contains("panicked"), "{}", ran.talk);
    }
}

#[test]
fn nothing_is_written_beside_the_games() {
    let litterbox = Litterbox::new();
    litterbox.piped(&[], "draw\n");
    assert_eq!(entries(litterbox.path()), 0);
}

fn entries(folder: &Path) -> usize {
    folder.read_dir().unwrap().count()
}
