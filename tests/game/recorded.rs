//! Recorded output can be read as nothing but output, whatever a script, a title or a rule prints:
//! no line of it ends a block, is an input, a comment or a wildcard.

use crate::program::Litterbox;
use litterbox::session::run::SessionReport;
use litterbox::session::{SessionOptions, compare, file, run_text};
use litterbox::shell::recorded::{escape, unescape};
use litterbox::variant::Library;
use proptest::prelude::*;

/// What scripts print.
const HOSTILE: [&str; 17] = [
    "```",
    "```litterbox",
    "~~~~",
    "> :new classic injected bob",
    "ann> draw",
    "...",
    "a [..] b",
    "[..]",
    "# a comment",
    "#",
    "# A heading",
    "\\u{60}``",
    "\\u{2e}..",
    "\\u{5c}u{60}",
    "\\[..]",
    "   ```",
    "  ...",
];

const NEW: &str = "> :new evil ann bob --seed 1\n";

/// A game whose card, title, picture, question and error are hostile.
fn files() -> Vec<(&'static str, String)> {
    let all = HOSTILE.map(|line| line.replace('\\', "\\\\")).join("\\n");
    let says: String = HOSTILE.iter().map(|line| format!("    say({line:?});\n")).collect();
    let card = format!(
        "//! Evil.\n\nfn announce(me) {{ me.choose({:?}, [\"...\", \":quit\"]) }}\n\n\
         fn resolve(me, word) {{\n{says}    if word == \":quit\" {{ throw \"{all}\"; }}\n}}\n",
        HOSTILE[1]
    );
    let rules = format!("//! Evil.\n\nfn picture() {{ \"{all}\" + draw_pile().len }}\n");
    let variant = r#"{ "name": "Evil", "extends": "classic", "deck": { "evil": 4 },
        "rules": ["classic", "evil"] }"#;
    let titles = r#"{ "language": "en", "name": "English",
        "cards": { "evil": { "title": "```\n```litterbox\n> :new classic injected bob" } } }"#;
    vec![
        ("scripts/cards/evil.rhai", card),
        ("scripts/rules/evil.rhai", rules),
        ("variants/evil.json", variant.to_owned()),
        ("variants/titles/en.json", titles.to_owned()),
    ]
}

fn folder() -> Litterbox {
    let files = files();
    files.iter().fold(Litterbox::new(), |folder, (path, text)| folder.with(path, text))
}

/// The inputs of a session file, by block.
fn inputs(text: &str) -> Vec<Vec<String>> {
    let parsed =
        file::parse("x.session.md", text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let blocks = litterbox::session::blocks::blocks(&parsed).into_iter();
    blocks.map(|(_, inputs)| inputs.into_iter().map(|input| input.text).collect()).collect()
}

#[test]
fn what_is_accepted_is_output_and_is_accepted_once() {
    let folder = folder();
    let library = Library::open(Some(folder.path()), None).unwrap();
    let run = |text: &str| -> SessionReport {
        run_text("x.session.md", text, &library, SessionOptions::default()).unwrap()
    };
    for (indent, fence) in [("", "```"), ("", "~~~"), ("  ", "```"), ("   ", "~~~~")] {
        let lines = [
            NEW.trim_end(),
            "> :table ann: evil evil | bob: -",
            "ann> play evil",
            "ann> 1",
            "> :events",
            "ann> play evil",
            "ann> 2",
            "> :expect fault ```",
        ];
        let lines: String = lines.iter().map(|line| format!("{indent}{line}\n")).collect();
        let text = format!("# A file\n\n{indent}{fence}litterbox\n{lines}{indent}{fence}\n");
        let report = run(&text);
        assert!(report.problems.is_empty(), "{:?}", report.problems);
        let accepted = report.printed();
        assert_eq!(inputs(&accepted), inputs(&text), "{accepted}");
        let again = run(&accepted);
        assert!(again.passed(), "{:?}\n{accepted}", again.differences);
        assert_eq!(again.printed(), accepted);
        for line in HOSTILE {
            let shown = format!("\n{indent}  {}\n", escape(line).trim_end());
            assert!(accepted.contains(&shown), "{line}\n{accepted}");
        }
        // No other line is a wildcard than that for the deal.
        let n_wild = accepted.lines().filter(|line| line.trim() == "...").count();
        assert_eq!((n_wild, accepted.matches("[..]").count()), (1, 0), "{accepted}");
    }
}

#[test]
fn a_recording_is_one_game_and_passes() {
    let folder = folder();
    let play = ":table ann: evil evil | bob: -; :record out.session.md; play evil; 1; :events; \
                play evil; 2; :back";
    let start = ["repl", "evil", "ann", "bob", "--seed", "1", "--keep-going", "-c", play];
    folder.run(&start);
    let recorded = folder.read("out.session.md");
    let [inputs] = inputs(&recorded).try_into().unwrap_or_else(|_| panic!("{recorded}"));
    let starts = inputs.iter().filter(|input| input.starts_with(":new")).count();
    assert_eq!((starts, inputs.len()), (1, 9), "{recorded}");
    let ran = folder.run(&["test", "out.session.md"]);
    assert_eq!(ran.code, Some(0), "{}\n{recorded}", ran.shown());
    folder.run(&["test", "--accept", "out.session.md"]);
    let accepted = folder.read("out.session.md");
    let after_deal = |text: &str| text[text.find("> :table").unwrap()..].to_owned();
    assert_eq!(after_deal(&accepted), after_deal(&recorded));
    folder.run(&["test", "--accept", "out.session.md"]);
    assert_eq!(folder.read("out.session.md"), accepted);
}

#[test]
fn an_agent_that_chooses_what_looks_like_a_command_answers() {
    let agent = "//! First.\n\nfn answer(position, decision) {\n    \
                 decision.options[if decision.prompt.prompt == \"turn\" { 0 } else { -1 }].id\n}\n";
    let folder = folder().with("scripts/agents/first.rhai", agent);
    let play = ":table ann: evil | bob: -; :agent ann script first; :view";
    let start = ["repl", "evil", "ann", "bob", "--seed", "1", "--keep-going", "-c", play];
    let ran = folder.run(&start);
    assert!(ran.out.contains("error[F0202]"), "the second option is chosen: {}", ran.shown());
    let lines = ":table ann: evil | bob: -\nplay evil\n{\"id\": 1, \"answer\": \":quit\"}\n:view\n";
    let start = ["repl", "evil", "ann", "bob", "--seed", "1", "--format", "json"];
    let ran = folder.piped(&start, lines);
    let statuses: Vec<&str> = ran
        .out
        .lines()
        .filter_map(|l| l.split("\"status\":\"").nth(1)?.split('"').next())
        .collect();
    assert_eq!(statuses, ["done", "done", "fault", "done"], "{}", ran.shown());
}

#[test]
fn older_recordings_match_as_before() {
    for (recorded, printed) in [
        ("...", "..."),
        ("\\u{60}``", "\\u{60}``"),
        ("a [..] c", "a b c"),
        ("[..]", "anything"),
        ("\\[..]", "\\anything"),
        ("C:\\u{1b}[31m", "C:\\u{1b}[31m"),
    ] {
        let lines = |text: &str| vec![text.to_owned()];
        assert!(compare::holds(&lines(recorded), &lines(printed)), "{recorded}");
    }
}

#[test]
fn an_escaped_line_matches_that_line_alone() {
    for line in HOSTILE {
        let escaped = escape(line).into_owned();
        assert!(compare::fits(&escaped, line), "{line}");
        assert!(!compare::fits(&escaped, &format!("{line} and more")), "{line}");
    }
    for other in ["anything", "a b b", ""] {
        assert!(HOSTILE.iter().all(|line| !compare::fits(&escape(line), other)), "{other}");
    }
}

proptest! {
    #[test]
    fn an_escaped_line_is_read_as_it_was(
        parts in proptest::collection::vec(
            prop_oneof![
                proptest::sample::select(&HOSTILE[..]).prop_map(str::to_owned),
                Just("\\u{5b}".to_owned()), Just("\\u{7e}".to_owned()), Just("\\".to_owned()),
                Just("u{60}".to_owned()), Just(" ".to_owned()), "[`~.\\[\\]\\\\]{1,3}",
            ],
            0..5,
        ),
    ) {
        let line = parts.concat();
        let escaped = escape(&line).into_owned();
        prop_assert_eq!(unescape(&escaped).into_owned(), line.clone());
        prop_assert!(compare::fits(&escaped, &line));
        prop_assert!(!escaped.contains("[..]") && escaped.trim() != "...");
        prop_assert!(!["```", "~~~"].iter().any(|fence| escaped.trim_start().starts_with(fence)));
        // Whatever else it matches is itself, unescaped or not.
        let longer = line + "x";
        prop_assert!(!compare::fits(&escaped, &longer));
    }
}

#[test]
fn an_option_whose_value_has_blanks_is_recorded_so_that_it_is_read_again() {
    let litterbox = Litterbox::new();
    let set = "hazards=players  + 1";
    let table = format!(":table classic --set '{set}' ann: skip | bob: - | draw: favor favor");
    for (arguments, start) in [
        (&["repl", "classic", "ann", "bob", "--seed", "1", "--set", set][..], ""),
        (&["repl", "--journal"], &*table),
    ] {
        let typed = format!("{start}; :record a.session.md; draw; :save a.game");
        let ran = litterbox.run(&[arguments, &["-c", &typed]].concat());
        assert_eq!(ran.code, Some(0), "{}", ran.shown());
        let recorded = litterbox.read("a.session.md");
        assert!(recorded.contains(" --set hazards=\"players + 1\""), "{recorded}");
        assert_eq!(litterbox.run(&["test", "a.session.md"]).code, Some(0), "{recorded}");
        let ran = litterbox.run(&["repl", "a.game", "-c", ":record b.session.md"]);
        assert_eq!(ran.code, Some(0), "{}", ran.shown());
        assert_eq!(litterbox.run(&["test", "b.session.md"]).code, Some(0), "{}", ran.shown());
        assert!(litterbox.read("b.session.md").contains(" --set hazards"), "{}", ran.shown());
        std::fs::remove_file(litterbox.path().join("a.session.md")).unwrap();
        std::fs::remove_file(litterbox.path().join("b.session.md")).unwrap();
    }
}
