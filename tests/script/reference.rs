//! The reference: every verb has a working example, and all formats contain every verb.

use crate::harness::Edition;
use crate::program::Litterbox;
use insta::assert_snapshot;
use litterbox::base::error::render;
use litterbox::kernel::AnswerError;
use litterbox::kernel::layout::Layout;
use litterbox::kernel::{Choice, Moment, Rulebook, Seat};
use litterbox::lint::{LintTargets, check};
use litterbox::script::api::{Verb, verbs};
use litterbox::script::hooks::HOOKS;
use litterbox::script::topics::{TOPICS, Topic};
use litterbox::script::{Host, LIMITS, language, topics};
use litterbox::variant::{Library, Ruleset};
use std::fmt::Write as _;

/// The script of a card that runs the example of a verb.
fn script(verb: &Verb) -> String {
    let example = verb.example;
    if example.contains("answered()") {
        format!(
            "//! Demo.\n\nconst WHEN = [\"card\"];\n\nfn responds(me, action) {{ true }}\n\n\
             fn resolve(me) {{\n    {example}\n}}\n"
        )
    } else {
        format!("//! Demo.\n\nfn resolve(me) {{\n    {example}\n}}\n")
    }
}

/// Classic with a card for each verb.
fn library() -> Library {
    let (mut library, mut deck, mut kinds) = (Library::embedded(), Vec::new(), Vec::new());
    for (i, verb) in verbs().enumerate() {
        library = library.with_script(&format!("cards/demo_{i}"), &script(verb));
        deck.push(format!("\"demo_{i}\": 1"));
        kinds.push(format!("\"demo_{i}\": {{ \"turns\": 2 }}"));
    }
    let variant = format!(
        "{{ \"name\": \"Demo\", \"extends\": \"classic\", \"deck\": {{ {} }}, \"kinds\": {{ {} }},\n\
         \"counters\": {{ \"player\": [\"space\"], \"table\": [\"side\"], \"card\": [\"charges\"] }},\n\
         \"piles\": {{ \"player\": [\"pack\"] }},\n\
         \"data\": {{ \"track\": {{ \"length\": 20 }} }} }}",
        deck.join(", "),
        kinds.join(", ")
    );
    library.with_variant("demo", &variant)
}

fn entries_of_the_language() -> impl Iterator<Item = &'static Topic> {
    TOPICS.iter().filter(|topic| topic.group == language::GROUP)
}

/// A variant with a card for each entry of the language, which fails if the example is not true.
fn library_of_the_language() -> Library {
    let (mut library, mut deck) = (Library::embedded(), Vec::new());
    for (i, topic) in entries_of_the_language().enumerate() {
        let script = format!(
            "//! Demo.\n\nfn resolve(me) {{\n    let is_true = {{ {}\n }};\n    \
             if is_true != true {{ parse_int(\"it is not true\"); }}\n}}\n",
            topic.example
        );
        library = library.with_script(&format!("cards/demo_{i}"), &script);
        deck.push(format!("\"demo_{i}\": 1"));
    }
    let variant = format!(
        "{{ \"name\": \"Demo\", \"extends\": \"classic\", \"deck\": {{ {} }} }}",
        deck.join(", ")
    );
    library.with_variant("demo", &variant)
}

/// The error when the card of a verb is played, if any.
fn played(loaded: &Edition, i: usize) -> Option<String> {
    let kind = |id: &str| loaded.host.rules().find_kind(id).expect("a kind of the variant");
    let demo = kind(&format!("demo_{i}"));
    let answers = loaded.host.rules().kinds[demo.index()].at(Moment::Card);
    let mut game = loaded.game(3, 1);
    let layout = Layout {
        hands: vec![
            (Seat(0), vec![demo, kind("skip"), kind("nope"), kind("tacocat")]),
            (Seat(1), vec![kind("favor"), kind("shuffle"), kind("defuse")]),
            (Seat(2), vec![kind("shuffle")]),
        ],
        discard: vec![kind("skip"), kind("shuffle")],
        turn: Some((Seat(u8::from(answers)), None)),
        ..Layout::default()
    };
    game.lay_out(layout).expect("a position");
    for wanted in [Choice::Play(kind("shuffle")), Choice::Play(demo)] {
        if wanted == Choice::Play(kind("shuffle")) && !answers {
            continue;
        }
        let decision = game.decision().expect("the game goes on");
        let is_wanted = |option: &Choice| {
            *option == wanted || *option == Choice::Respond(demo) && wanted == Choice::Play(demo)
        };
        let option = decision.options.iter().position(is_wanted);
        let Some(option) = option else { return Some(format!("it is not offered: {decision:?}")) };
        match game.answer(option) {
            Ok(()) => {}
            Err(AnswerError::Illegal) => return Some("it is refused".to_owned()),
            Err(AnswerError::Fault(fault)) => return Some(loaded.host.fault(&fault).to_string()),
        }
    }
    None
}

#[test]
fn every_example_compiles_and_runs() {
    crate::script::hostile::on_a_large_stack(|| {
        let library = library();
        let wanted = LintTargets { variants: vec!["demo".to_owned()], ..LintTargets::default() };
        let found: Vec<_> =
            check(&library, &wanted).found.into_iter().filter(|e| !e.is_warning()).collect();
        assert!(found.is_empty(), "{}", render(&found, false));
        let ruleset = Ruleset::load(&library, "demo", &[]).expect("a sound variant");
        let host = Host::new(&ruleset.spec).expect("sound scripts");
        let loaded = Edition { ruleset, host };
        let mut wrong = String::new();
        for (i, verb) in verbs().enumerate() {
            assert!(verb.example.contains(verb.name), "{}: {}", verb.name, verb.example);
            if let Some(why) = played(&loaded, i) {
                writeln!(wrong, "{}: {why}", verb.signature()).unwrap();
            }
        }
        assert!(wrong.is_empty(), "{wrong}");
    });
}

#[test]
fn every_example_of_the_language_is_true() {
    crate::script::hostile::on_a_large_stack(|| {
        let library = library_of_the_language();
        let mut wrong = String::new();
        let ruleset = Ruleset::load(&library, "demo", &[]).expect("a sound variant");
        let host = Host::new(&ruleset.spec);
        let host = host.unwrap_or_else(|errors| panic!("{}", render(&errors, false)));
        let loaded = Edition { ruleset, host };
        for (i, topic) in entries_of_the_language().enumerate() {
            let name = topic.name;
            let is_word = name.chars().all(|c| c.is_alphanumeric() || c == '_');
            assert!(!is_word || topic.example.contains(name), "{name}: {}", topic.example);
            if let Some(why) = played(&loaded, i) {
                writeln!(wrong, "{name}: {why}").unwrap();
            }
        }
        assert!(wrong.is_empty(), "{wrong}");
    });
}

#[test]
fn a_function_that_is_not_there_says_what_to_do_instead() {
    let litterbox = Litterbox::new();
    let typed = |line: &str| {
        let game = ["repl", "classic", "ann", "bob", "--seed", "1", "-c", line];
        litterbox.run(&game).out
    };
    let mut said = String::new();
    for name in ["parse_float", "timestamp", "eval", "import", "pow", "hide"] {
        said += &litterbox.run(&["api", name]).shown();
        said += &typed(&format!("?{name}"));
    }
    for line in ["= sqrt(4)", "= [1].push()", "= draw_pile().index_of(1)", "?without", "?index_of"]
    {
        said += &typed(line);
    }
    said += &litterbox.run(&["api", "filter"]).shown();
    assert_snapshot!("api_absent", said);
}

#[test]
fn the_reference_is_markdown_and_definitions_too() {
    let litterbox = Litterbox::new();
    let one = litterbox.run(&["api", "choose_player", "--format", "md"]);
    assert_snapshot!("api_md", one.shown());
    let all = litterbox.run(&["api", "--format", "md"]).out;
    let json = litterbox.run(&["api", "--format", "json"]).out;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json.as_array().map(Vec::len), Some(verbs().count() + topics::TOPICS.len()));
    let ran = litterbox.run(&["api", "--definitions", "definitions"]);
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
    let definitions = litterbox.read("definitions/litterbox.d.rhai");
    for verb in verbs() {
        assert!(all.contains(&verb.signature()), "{}", verb.name);
        assert!(
            definitions.contains(&format!("fn {}(", verb.name))
                || definitions.contains(&format!("fn get {}(", verb.name)),
            "{}",
            verb.name
        );
    }
    let head: Vec<&str> = definitions.lines().take(24).collect();
    assert_snapshot!("definitions", head.join("\n"));
    assert!(litterbox.read("definitions/__builtin__.d.rhai").contains("module static;"));
}

/// The rows of the guide for the hooks.
fn guide() -> String {
    let mut rows =
        "| hook | in scripts of | runs | returns |\n| --- | --- | --- | --- |\n".to_owned();
    for spec in HOOKS {
        let (form, folders) = (spec.form(spec.folders[0]), spec.folders.join(", "));
        let form = form.trim_start_matches("fn ");
        let returned = Some(spec.returned).filter(|returned| *returned != "nothing");
        let returned = returned.map_or_else(String::new, |returned| format!("{returned} "));
        writeln!(rows, "| `{form}` | {folders} | {} | {returned}|", spec.runs).unwrap();
    }
    rows
}

/// The rows of the guide for the constants.
fn constants() -> String {
    let mut rows = "| constant | in scripts of | meaning |\n| --- | --- | --- |\n".to_owned();
    for topic in TOPICS.iter().filter(|topic| topic.group == "constants") {
        let folder = topic.forms.first().map_or("", |(_, folder)| folder.as_str());
        let folder = if folder.is_empty() { "all" } else { folder };
        writeln!(rows, "| `{}` | {folder} | {} |", topic.example, topic.doc).unwrap();
    }
    rows
}

/// The rows of the guide for the limits.
fn limits() -> String {
    let mut rows = "| of | at most |\n| --- | --- |\n".to_owned();
    for (what, most) in LIMITS {
        let (thousands, rest) = (most / 1_000, most % 1_000);
        let most = if thousands > 0 { format!("{thousands},{rest:03}") } else { rest.to_string() };
        writeln!(rows, "| {what} | {most} |").unwrap();
    }
    rows
}

#[test]
fn the_guide_lists_all_hooks_constants_and_limits() {
    let text = include_str!("../../scripts/REFERENCE.md");
    for table in [guide(), constants(), limits()] {
        assert!(text.contains(&table), "scripts/REFERENCE.md needs this table:\n{table}");
    }
}

#[test]
fn hooks_constants_and_patterns_are_looked_up_as_functions_are() {
    let litterbox = Litterbox::new();
    let said = |name| litterbox.run(&["api", name]).shown();
    assert_snapshot!("api_resolve", said("resolve"));
    assert_snapshot!("api_same", said("same"));
    assert!(said("constants").contains("const WHEN"), "{}", said("constants"));
    let json = litterbox.run(&["api", "exploded", "--format", "json"]).out;
    assert!(json.contains("\"group\": \"hooks\""), "{json}");
}
