//! ConnectionLimits of what is read: scripts, variants, titles and sessions are anybody's.

use insta::assert_snapshot;
use litterbox::base::error::Error;
use litterbox::script::{Control, Host};
use litterbox::session::{SessionOptions, compare, run_text};
use litterbox::shell::{Shell, Status};
use litterbox::variant::{Library, Ruleset, Titles};
use serde_json::json;
use std::collections::BTreeMap;
use std::time::Duration;

/// Classic with these rules scripts besides its own, and these cards.
fn with_scripts(rules: &[String], cards: &[String]) -> Result<Ruleset, Vec<Error>> {
    let mut library = Library::embedded();
    for (folder, scripts) in [("rules", rules), ("cards", cards)] {
        for (i, script) in scripts.iter().enumerate() {
            library = library.with_script(&format!("{folder}/own_{i}"), script);
        }
    }
    let names = |n: usize| (0..n).map(|i| format!("own_{i}"));
    let rules: Vec<_> = std::iter::once("classic".to_owned()).chain(names(rules.len())).collect();
    let deck: BTreeMap<_, _> = names(cards.len()).map(|name| (name, 0)).collect();
    let variant =
        json!({ "name": "Own", "extends": "classic", "rules": rules, "deck": deck }).to_string();
    Ruleset::load(&library.with_variant("own", &variant), "own", &[])
}

/// A script with this many functions, whose names begin with `word`.
fn functions(word: &str, n: usize) -> String {
    let function = |i: usize| format!("fn {word}_{i}(n) {{ n + {i} }}\n");
    format!("//! Own.\n\n{}", (0..n).map(function).collect::<String>())
}

/// Many scripts with many functions each.
fn large(n_rules: usize, n_cards: usize) -> Ruleset {
    let all = |word: &str, n: usize| -> Vec<String> {
        (0..n).map(|i| functions(&format!("{word}_{i}"), 60)).collect()
    };
    with_scripts(&all("rule", n_rules), &all("card", n_cards)).expect("a legal variant")
}

#[test]
fn many_large_scripts_are_loaded() {
    Host::new(&large(95, 230).spec).expect("legal scripts");
}

#[test]
fn loading_can_be_interrupted() {
    let ruleset = large(1, 20);
    let control = Control::default();
    control.interrupt.set();
    let errors = Host::load(&ruleset.spec, &control).err().unwrap_or_default();
    let errors: Vec<_> = errors.iter().map(|e| format!("{} {}", e.code, e.message)).collect();
    assert_eq!(errors, ["F0004 loading the scripts was interrupted"]);
}

#[test]
fn what_would_load_for_long_is_refused() {
    let arms: String = (0..1_025).map(|n| format!("{n} => me.draw(),\n")).collect();
    let arms = format!("//! Arms.\n\nfn resolve(me) {{\n    switch 1 {{\n{arms} }}\n}}\n");
    let said: String = [
        with_scripts(&[], &[arms]),
        with_scripts(&[], &[functions("own", 65)]),
        with_scripts(&vec![functions("own", 60); 90], &vec![functions("own", 60); 250]),
        with_scripts(&vec![functions("own", 1); 100], &[]),
    ]
    .into_iter()
    .map(|ruleset| {
        let errors = ruleset.and_then(|ruleset| Host::new(&ruleset.spec)).err().unwrap_or_default();
        let error = |error: &Error| {
            let at = error.span.as_ref().map(|span| (span.line, span.column));
            format!("{} {} {at:?}\n", error.code, error.message)
        };
        errors.iter().map(error).collect::<String>()
    })
    .collect();
    assert_snapshot!(said, @r"
    S0101 more than 1024 arms of `switch` Some((1029, 6))
    S0101 more than 64 functions and closures Some((67, 1))
    S0101 more than 20000 functions in the scripts of a variant None
    V0122 more than 100 scripts of the rules Some((1, 35))
    ");
}

#[test]
fn what_is_too_long_is_refused_where_it_is_read() {
    let long = "n".repeat(70_000);
    let mut library = Library::embedded();
    for i in 0..34 {
        let parent = if i == 0 { "classic".to_owned() } else { format!("chain_{}", i - 1) };
        let variant = json!({ "name": "Chain", "extends": parent }).to_string();
        library = library.with_variant(&format!("chain_{i}"), &variant);
    }
    let long_expression = format!("if players == 2 {{ 1 }} {}", "else { 1 }".repeat(100));
    let errors = |what: &str, variant: &serde_json::Value, set: &[(String, String)]| {
        let library = library.clone().with_variant("own", &variant.to_string());
        let errors = Ruleset::load(&library, "own", set).err().unwrap_or_default();
        let error = |e: &Error| format!("{what}: {} {}\n", e.code, e.message);
        errors.iter().map(error).collect::<String>()
    };
    let family = json!({
        "script": "skip", "id": "{a}{b}",
        "each": { "a": ["n".repeat(80)], "b": ["m".repeat(80)] }
    });
    let counters = json!({ "table": ["n".repeat(101)] });
    let mut said: String = [
        ("name", json!({ "name": long, "extends": "classic" })),
        ("key", json!({ "name": "Own", "extends": "classic", "deck": { &long: 1 } })),
        ("family", json!({ "name": "Own", "extends": "classic", "families": { "word": family } })),
        ("pile", json!({ "name": "Own", "extends": "classic", "piles": { &long: {} } })),
        ("counter", json!({ "name": "Own", "extends": "classic", "counters": counters })),
        ("chain", json!({ "name": "Own", "extends": "chain_33" })),
    ]
    .iter()
    .map(|(what, variant)| errors(what, variant, &[]))
    .collect();
    let own = json!({ "name": "Own", "extends": "classic" });
    said += &errors("count", &own, &[("deck.skip".to_owned(), long_expression)]);
    let titles =
        json!({ "language": "en", "name": "English", "cards": { "skip": { "title": long } } });
    let library = Library::embedded().with_variant("titles/en", &titles.to_string());
    let errors = Titles::load(&library, "en").err().unwrap_or_default();
    said.extend(errors.iter().map(|e| format!("title: {} {}\n", e.code, e.message)));
    assert_snapshot!(said, @r"
    name: V0122 a text of more than 2000 characters
    key: V0122 a key of more than 100 characters
    family: V0122 a card id of more than 100 characters
    pile: V0122 a key of more than 100 characters
    counter: V0122 a counter id of more than 100 characters
    chain: V0122 `own` extends more than 32 variants
    count: V0118 this expression fails: it has more than 1000 bytes
    title: V0122 a text of more than 2000 characters
    ");
}

#[test]
fn a_long_name_of_a_branch_is_listed() {
    let mut shell = Shell::new(Library::embedded());
    shell.input(":new classic ann bob --seed 1");
    shell.input(&format!(":branch {}", "n".repeat(70_000)));
    assert!(shell.input(":branches").text().contains("splits off after ply 0"));
}

#[test]
fn a_card_that_plays_itself_again_is_checked_to_an_end() {
    // With the hidden cards dealt anew, bob is asked for a response again and again.
    let script = "//! Evil.\n\nfn resolve(me) {\n    if draw_pile().top.kind == \"skip\" {\n        \
                  me.next.confirm(\"Now?\");\n    } else {\n        me.play(this_card());\n    }\n}\n";
    let variant = r#"{ "name": "Evil", "extends": "classic", "deck": { "evil": 2 } }"#;
    let library =
        Library::embedded().with_script("cards/evil", script).with_variant("evil", variant);
    let mut shell = Shell::new(library);
    for input in [
        ":new evil ann bob --seed 1",
        ":table ann: evil | bob: nope | draw: skip favor attack shuffle shuffle",
        "play evil",
        "pass",
        ":expect sound",
    ] {
        let reply = shell.input(input);
        assert_eq!(reply.status, Status::Done, "{input}: {}", reply.text());
    }
}

#[test]
fn recorded_output_of_any_length_is_compared() {
    let session = |lines: &str| {
        format!(
            "# Long\n\n```litterbox\n> :new classic ann bob --seed 1\n  ...\n> = \"x\"\n{lines}```\n"
        )
    };
    let run = |lines: &str| {
        let options = SessionOptions::default();
        let report = run_text("long", &session(lines), &Library::embedded(), options);
        report.map(|report| report.passed()).map_err(|error| error.message)
    };
    assert_eq!(run(&"  ...\n  y\n".repeat(9_000)), Ok(false));
    assert_eq!(run(&"  ...\n".repeat(9_000)), Ok(true));
    let printed: Vec<String> = vec!["x".to_owned(); 5_000];
    let wanted = format!("{}y", "...\nx\n".repeat(40));
    let wanted: Vec<String> = wanted.lines().map(str::to_owned).collect();
    assert!(!compare::holds(&wanted, &printed));
    assert_eq!(compare::accepted(&vec!["y".to_owned(); 5_000], &printed), printed);
    assert_eq!(run(&"  x\n".repeat(50_000)), Err("more than 50000 lines".into()));
}

#[test]
fn a_timeout_ends_the_search_for_an_end() {
    let rules = "//! Nobody draws.\n\nfn draw_step(me) { end_turn(); }\n";
    let variant = r#"{ "name": "Endless", "extends": "classic", "rules": ["classic", "endless"] }"#;
    let library = Library::embedded().with_script("rules/endless", rules);
    let library = library.with_variant("endless", variant);
    let inputs = "> :new endless ann bob --seed 1\n  ...\n> :expect ends 100000000000\n";
    let session = format!("# Endless\n\n```litterbox\n{inputs}```\n");
    let limit = Some(Duration::from_secs(1));
    let options = SessionOptions { limit, ..SessionOptions::default() };
    let report = run_text("endless", &session, &library, options).expect("a session");
    let said: Vec<_> = report.problems.iter().map(|problem| problem.what.as_str()).collect();
    assert_eq!(said, ["the file takes more than 1 second: `--timeout` sets the limit"]);
}
