//! The linter: each rule finds exactly what its example shows, agrees with the engine, and finds
//! nothing in the built-in scripts.

use crate::harness::loaded;
use crate::program::Litterbox;
use insta::assert_snapshot;
use litterbox::base::error::{Error, Span, render};
use litterbox::kernel::Stop;
use litterbox::lint::{
    CodeDoc, ExampleFile, LintTargets, RULES, check, codes as explained, find, fix, sarif,
};
use litterbox::script::api::{Form, Verb, verbs};
use litterbox::script::reflect::{TypeSet, signatures};
use litterbox::script::values::Type;
use litterbox::variant::Library;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The variant for examples without one.
const MINE: &str = r#"{ "name": "Mine", "extends": "classic", "deck": { "demo": 4 } }"#;

/// Whether an example has a card but no variant that uses it.
fn needs_variant(files: &[ExampleFile]) -> bool {
    let has = |start: &str| files.iter().any(|(path, _)| path.starts_with(start));
    has("scripts/") && !has("scripts/agents/") && !has("variants/")
}

/// The codes whose examples are files to check.
fn looked_at() -> impl Iterator<Item = &'static CodeDoc> {
    explained().iter().filter(|doc| doc.wrong.commands.is_empty() && !doc.wrong.files.is_empty())
}

/// The built-in files overlaid with those of an example, and the targets to check.
fn shelf(files: &[ExampleFile]) -> (Library, LintTargets) {
    let mut library = Library::embedded();
    let mut wanted = LintTargets::default();
    let own = ("variants/mine.json", MINE);
    for (path, text) in files.iter().copied().chain(needs_variant(files).then_some(own)) {
        let inner = |top: &str, end: &str| path.strip_prefix(top)?.strip_suffix(end);
        if let Some(name) = inner("scripts/", ".rhai") {
            library = library.with_script(name, text);
            wanted.scripts.push(name.to_owned());
        } else {
            let id = inner("variants/", ".json").expect("a script or a variant");
            library = library.with_variant(id, text);
            match id.strip_prefix("titles/") {
                Some(language) => wanted.languages.push(language.to_owned()),
                None => wanted.variants.push(id.to_owned()),
            }
        }
    }
    (library, wanted)
}

fn found(files: &[ExampleFile]) -> Vec<Error> {
    let (library, wanted) = shelf(files);
    check(&library, &wanted).found
}

fn codes(found: &[Error]) -> BTreeSet<&str> {
    found.iter().map(|error| error.code).collect()
}

#[test]
fn each_rule_finds_its_wrong_example_and_nothing_in_the_right_one() {
    let mut wrong = String::new();
    for rule in looked_at() {
        let bad = found(&rule.wrong.files);
        for error in bad.iter().filter(|error| error.severity != rule.severity) {
            writeln!(wrong, "{}: {:?} is not its severity", rule.code, error.severity).unwrap();
        }
        if codes(&bad) != BTreeSet::from([rule.code]) {
            writeln!(wrong, "{}: the wrong one\n{}", rule.code, render(&bad, false)).unwrap();
        }
        let good = found(&rule.right.files);
        if !good.is_empty() {
            writeln!(wrong, "{}: the right one\n{}", rule.code, render(&good, false)).unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// The output of an example's commands in a folder with its files.
fn ran(files: &[ExampleFile], commands: &[&str]) -> String {
    let own = ("variants/mine.json", MINE);
    let all = files.iter().copied().chain(needs_variant(files).then_some(own));
    let folder = all.fold(Litterbox::new(), |folder, (path, text)| folder.with(path, text));
    let run = |command: &str| {
        let quoted = command.split('\'').enumerate();
        let words = quoted.flat_map(|(i, part)| match i % 2 {
            0 => part.split_whitespace().collect::<Vec<_>>(),
            _ => vec![part],
        });
        let words: Vec<&str> = words.collect();
        assert_eq!(words[0], "litterbox");
        folder.run(&words[1..])
    };
    let said: Vec<_> = commands.iter().map(|command| run(command)).collect();
    let last = said.last().expect("a command");
    format!("{}{}", last.out, last.talk)
}

#[test]
fn each_command_that_shows_a_mistake_says_its_code_and_the_right_one_does_not() {
    let mut wrong = String::new();
    for rule in explained() {
        if rule.wrong.commands.is_empty() {
            continue;
        }
        let code = format!("[{}]", rule.code);
        let bad = ran(&rule.wrong.files, &rule.wrong.commands);
        let good = ran(&rule.right.files, &rule.right.commands);
        if !bad.contains(&code) {
            writeln!(wrong, "## {} is not said:\n{bad}", rule.code).unwrap();
        }
        if good.contains("error[") || good.contains(&code) {
            writeln!(wrong, "## {}, the right one:\n{good}", rule.code).unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn every_code_in_the_source_is_explained_and_no_other() {
    let is_code = |word: &&str| {
        let digits = |rest: &str| rest.len() == 4 && rest.bytes().all(|b| b.is_ascii_digit());
        word.starts_with(|c: char| c.is_ascii_uppercase()) && word.get(1..).is_some_and(digits)
    };
    let mut said = BTreeSet::new();
    for (path, text) in crate::tidy::files("src", ".rs") {
        // This file has codes in examples and does not report them.
        if !path.ends_with("cli/args.rs") {
            said.extend(text.split('"').filter(is_code).map(str::to_owned));
        }
    }
    let explained: BTreeSet<_> = explained().iter().map(|rule| rule.code.to_owned()).collect();
    assert_eq!(said, explained);
}

#[test]
fn what_each_rule_says_of_its_example() {
    let mut text = String::new();
    for rule in looked_at() {
        let said = render(&found(&rule.wrong.files), false);
        writeln!(text, "## {} {}\n\n{said}\n", rule.code, rule.name).unwrap();
    }
    assert_snapshot!(text);
}

#[test]
fn codes_and_names_are_unique_and_in_order() {
    let rules = explained();
    assert!(RULES.iter().all(|rule| looked_at().any(|doc| doc.code == rule.code)));
    for pair in rules.windows(2) {
        assert!(pair[0].code < pair[1].code, "{} and {}", pair[0].code, pair[1].code);
    }
    let names: BTreeSet<_> = rules.iter().map(|rule| rule.name).collect();
    assert_eq!(names.len(), rules.len());
    for rule in rules {
        assert_eq!(find(rule.code).map(|found| found.name), Some(rule.name));
        assert_eq!(find(rule.name).map(|found| found.code), Some(rule.code));
        for text in [&rule.why, &rule.fix] {
            assert!(text.ends_with('.') && text.starts_with(|c: char| !c.is_lowercase()), "{text}");
        }
        assert!(!rule.summary.ends_with('.'), "{}", rule.summary);
    }
}

#[test]
fn nothing_is_found_in_what_is_shipped() {
    let library = Library::embedded();
    let found = check(&library, &LintTargets::all(&library)).found;
    assert!(found.is_empty(), "{}", render(&found, false));
}

#[test]
fn the_linter_knows_every_verb_as_it_is_registered() {
    let known = signatures();
    for verb in verbs() {
        let ways = known.get(verb.name).unwrap_or_else(|| panic!("{} is not known", verb.name));
        let wanted: Vec<TypeSet> = verb.params.iter().map(|(_, of)| TypeSet::of(*of)).collect();
        let covers = |i: usize| {
            let ways = ways.iter().filter(|way| way.params.len() == wanted.len());
            let within =
                ways.filter(|way| way.params.iter().zip(&wanted).all(|(a, b)| a.within(*b)));
            within.map(|way| way.params[i]).fold(TypeSet::default(), |all, one| all | one)
        };
        for (i, sorts) in wanted.iter().enumerate() {
            assert_eq!(covers(i), *sorts, "{}", verb.signature());
        }
        if verb.form == Form::Property {
            assert!(known.contains_key(&format!("get${}", verb.name)), "{}", verb.name);
        }
    }
}

/// A value of each type, as the linter and as the engine sees it.
const VALUES: [(&str, &str); 9] = [
    ("()", "()"),
    ("true", "true"),
    ("1", "1"),
    ("\"nope\"", "\"nope\""),
    ("me", "me"),
    ("card", "draw_pile().top"),
    ("draw_pile()", "draw_pile()"),
    ("[1]", "[1]"),
    ("|x| x", "|x| x"),
];

/// A valid value of a type.
fn right(of: Type) -> &'static str {
    match of {
        Type::Nothing => "()",
        Type::Bool => "true",
        Type::Int | Type::Datum => "1",
        Type::Text | Type::Name(_) | Type::Kind => "\"nope\"",
        Type::Player => "me",
        Type::Card => "draw_pile().top",
        Type::Pile => "draw_pile()",
        Type::Action => "this_play()",
        Type::List(Type::Player) => "others(me)",
        Type::List(Type::Card) => "draw_pile().cards",
        Type::List(Type::Kind) => "kinds()",
        Type::List(_) => "[\"now\"]",
        Type::Any(types) => right(types[0]),
    }
}

fn call(verb: &Verb, values: &[&str]) -> String {
    match verb.form {
        Form::Function => format!("{}({})", verb.name, values.join(", ")),
        Form::Method => format!("({}).{}({})", values[0], verb.name, values[1..].join(", ")),
        Form::Property => format!("({}).{}", values[0], verb.name),
    }
}

/// Every verb with a value of every type in every argument.
fn calls() -> Vec<(String, String)> {
    let mut calls = Vec::new();
    for verb in verbs() {
        for place in 0..verb.params.len() {
            for (as_linted, as_run) in VALUES {
                let with = |value| {
                    let params = verb.params.iter().enumerate();
                    let values =
                        params.map(|(i, (_, of))| if i == place { value } else { right(*of) });
                    call(verb, &values.collect::<Vec<_>>())
                };
                // Lists have a built-in `all`, which also takes a function name.
                if (verb.name, as_run) != ("all", "[1]") {
                    calls.push((with(as_linted), with(as_run)));
                }
            }
        }
    }
    calls
}

/// Whether the engine refuses the argument types of a call.
fn is_refused(code: &str) -> bool {
    let loaded = loaded("classic", &[]);
    let mut refused = false;
    let mut game = loaded.game(3, 1);
    let _ = game.sandbox_edit(|context| {
        let result = loaded.host.eval(context, code);
        if let Err(Stop::Fault(fault)) = &result {
            let types = ["F0101", "F0102"];
            refused = types.contains(&fault.code);
        }
        Ok(())
    });
    refused
}

#[test]
fn linter_and_engine_refuse_the_same_types() {
    let calls = calls();
    let mut differ = String::new();
    for some in calls.chunks(400) {
        let lines: String =
            some.iter().map(|(as_linted, _)| format!("    {as_linted};\n")).collect();
        let script =
            format!("//! Demo.\n\nfn resolve(me) {{ }}\n\nfn gained(me, card) {{\n{lines}}}\n");
        let script: &'static str = script.leak();
        let found = found(&[("scripts/cards/demo.rhai", script)]);
        let lines: BTreeSet<usize> = found
            .iter()
            .filter(|error| matches!(error.code, "L0103" | "L0104"))
            .filter_map(|error| error.span.as_ref().map(|span| span.line))
            .collect();
        for (i, (as_linted, as_run)) in some.iter().enumerate() {
            // An invalid action is only detected at run time.
            let (linted, run) = (lines.contains(&(i + 6)), is_refused(as_run));
            if linted != run && !as_linted.contains("this_play()") {
                writeln!(differ, "{as_linted}: linter {linted}, engine {run}").unwrap();
            }
        }
    }
    assert!(differ.is_empty(), "{differ}");
}

#[test]
fn linter_and_engine_refuse_the_same_looks_at_hidden_cards() {
    let mut differ = String::new();
    for verb in verbs().filter(|verb| verb.params.first().is_some_and(|(_, of)| *of == Type::Pile))
    {
        if verb.effect != litterbox::script::api::Effect::Read {
            continue;
        }
        let values: Vec<&str> = verb.params.iter().map(|(_, of)| right(*of)).collect();
        let look = call(verb, &[&["me.next.hand"], &values[1..]].concat());
        let script =
            format!("//! Demo.\n\nfn playable(me) {{ {look}; true }}\n\nfn resolve(me) {{ }}\n");
        let script: &'static str = script.leak();
        let linted = codes(&found(&[("scripts/cards/demo.rhai", script)])).contains("L0108");
        let run = crate::script::hostile::provoke(script).contains("F0203");
        if linted != run {
            writeln!(differ, "{look}: linter {linted}, engine {run}").unwrap();
        }
    }
    assert!(differ.is_empty(), "{differ}");
}

#[test]
fn what_can_be_mended_is_mended() {
    let script = "//! Demo.\n\nfn announce(me) { me.chose_player(\"Whom?\", others(me)) }\n\n\
        fn resolve(me, victim) {\n    let n = me.hnad.len;\n    victim.take_turns(2);\n}\n\n\
        /// Left over.\nfn spare(me) { 2 }\n";
    let variant =
        "{\n  \"name\": \"Mine\", \"extends\": \"clasic\",\n  \"dekc\": { \"demo\": 4 }\n}\n";
    let files = [("scripts/cards/demo.rhai", script), ("variants/mine.json", variant)];
    let mut texts = vec![script.to_owned(), variant.to_owned()];
    for _ in 0..3 {
        let files: Vec<ExampleFile> = files
            .iter()
            .zip(&texts)
            .map(|((path, _), text)| (*path, &*text.clone().leak()))
            .collect();
        let mended = fix::apply_fixes(&found(&files));
        for (text, (path, _)) in texts.iter_mut().zip(&files) {
            let name = path.trim_start_matches("scripts/");
            if let Some((mended, _)) = mended.get(name) {
                text.clone_from(mended);
            }
        }
    }
    assert_snapshot!(texts.join("---\n"));
}

/// A card whose script is used by six kinds, each with this entry.
fn of_six_kinds(script: &str, entry: &str, more: &str) -> Vec<Error> {
    let kinds = (1..=6).map(|n| format!("\"k{n}\": {{ \"script\": \"demo\", {entry} }}"));
    let deck = (1..=6).map(|n| format!("\"k{n}\": 1"));
    let (deck, kinds): (Vec<_>, Vec<_>) = deck.zip(kinds).unzip();
    let variant = format!(
        "{{ \"name\": \"Mine\", \"extends\": \"classic\", \"deck\": {{ {} }},\n  \"kinds\": {{\n    \
         {}\n  }}{more} }}\n",
        deck.join(", "),
        kinds.join(",\n    ")
    );
    let script = format!("//! Demo.\n\nfn resolve(me) {{ {script} }}\n");
    found(&[("scripts/cards/demo.rhai", script.leak()), ("variants/mine.json", variant.leak())])
}

/// The fixed files and their replacement texts.
fn fixed(found: &[Error]) -> Vec<(String, &str)> {
    let edits = found.iter().flat_map(|error| {
        let file = error.span.as_ref().expect("a place").file.to_string();
        error.fix.iter().map(move |edit| (file.clone(), edit.text.as_str()))
    });
    edits.collect()
}

#[test]
fn the_spelling_that_is_used_more_often_is_the_right_one() {
    let tag = "\"tags\": [\"fluffy\"]";
    let found = of_six_kinds("me.draw_cards(me.hand.with_tag(\"flufy\").len);", tag, "");
    assert_eq!(fixed(&found), [("cards/demo.rhai".to_owned(), "\"fluffy\"")]);

    // The scripts use it seven times, the variant six times.
    let asks = "me.hand.with_tag(\"flufy\").len + ".repeat(6);
    let script = format!("me.draw_cards({asks} me.hand.with_tag(\"flufy\").len);");
    let found = of_six_kinds(&script, tag, "");
    let wanted = vec![("variants/mine.json".to_owned(), "\"flufy\""); 6];
    assert_eq!(fixed(&found), wanted);

    // Equally frequent in both: the intended spelling is ambiguous.
    let found = of_six_kinds(&script.replacen("flufy", "cat", 1), tag, "");
    assert_eq!(found.len(), 6);
    assert_eq!(fixed(&found), []);
}

#[test]
fn what_may_be_misspelt_on_either_side_is_not_fixed() {
    let found = of_six_kinds("me.draw_cards(param(\"amuont\"));", "\"amount\": 2", "");
    assert_eq!(fixed(&found), [("cards/demo.rhai".to_owned(), "\"amount\"")]);
    let reads = "param(\"amount\") + ".repeat(6);
    let found = of_six_kinds(&format!("me.draw_cards({reads} 1);"), "\"amuont\": 2", "");
    assert!(!found.is_empty());
    assert_eq!(fixed(&found), []);

    let piles = ",\n  \"piles\": { \"tyos\": { \"face_up\": true } }";
    let found = of_six_kinds("me.draw();", "\"home\": \"toys\"", piles);
    assert_eq!(found.len(), 6);
    assert_eq!(fixed(&found), []);
}

#[test]
fn an_unknown_function_in_the_set_of_a_combo_is_reported_once_and_where_it_stands() {
    let combo = "//! Demo.\n\nconst SET = saem(2);\n\nfn resolve(me) { me.draw_cards(2); }\n";
    let variant = "{ \"name\": \"Mine\", \"extends\": \"classic\", \"combos\": [\"demo\"] }\n";
    let found = found(&[("scripts/combos/demo.rhai", combo), ("variants/mine.json", variant)]);
    let [error] = found.as_slice() else { panic!("{}", render(&found, false)) };
    let span = error.span.as_ref().expect("a place");
    assert_eq!((&*span.file, span.line, span.column), ("combos/demo.rhai", 3, 13));
    assert_eq!(fixed(&found), [("combos/demo.rhai".to_owned(), "same")]);
}

#[test]
fn places_are_ranges_in_characters_counted_from_1() {
    let (file, text) = ("x.json".into(), "é: {\n  ü: 1\n}, 2\n".into());
    let error = |bytes| Error::new("V0101", "odd").at(Some(Span::of(&file, &text, &bytes)));
    let json = error(4..15).fixed_by(8..10, "u").to_json();
    let range = ["line", "column", "end_line", "end_column"].map(|key| json[key].clone());
    assert_eq!(range, [1, 4, 3, 2].map(serde_json::Value::from));
    assert_eq!(json["column_kind"], "unicodeCodePoints");
    assert_snapshot!(format!("{:#}", json["fix"]));
    // If a range spans several lines, the first is underlined.
    assert_snapshot!(error(4..15).to_string());
}

#[test]
fn a_log_for_code_hosts_names_rules_places_and_changes() {
    let found = found(&find("unknown-function").expect("a rule").wrong.files);
    let log = sarif::log(&found, |file| format!("scripts/{file}"));
    assert_snapshot!(format!("{log:#}"));
}

#[test]
fn a_long_line_is_shown_around_the_error() {
    let calls = (0..100).map(|n| format!("f{n}(); ")).collect::<String>();
    let script = format!("//! Long.\n\nfn resolve(me) {{ {calls} }}\n");
    let library = Library::empty().with_script("cards/long", &script);
    let scripts = vec!["cards/long".to_owned()];
    let found = check(&library, &LintTargets { scripts, ..LintTargets::default() }).found;
    let last = found.iter().find(|error| error.message.contains("`f99`")).unwrap();
    let shown = last.to_string();
    assert_snapshot!(shown, @r"
    error[L0101]: there is no function `f99`
     --> cards/long.rhai:3:701
      |
    3 | ...f90(); f91(); f92(); f93(); f94(); f95(); f96(); f97(); f98(); f99();  }
      |                                                                   ^^^
      |
      = help: `litterbox api` lists all functions
    ");
}
