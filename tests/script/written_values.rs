//! Every type of value on every path that writes one: no name of a Rust type reaches people, and
//! both evaluators write the same.

use crate::program::Litterbox;
use crate::script::watched::Pair;
use litterbox::shell::Shell;
use litterbox::variant::Library;

/// An expression of each type of value, and how a text shows it. `me` has a Nope and a Demo.
const VALUES: [(&str, &str); 20] = [
    ("me", "ann"),
    ("players()", "[ann, bob]"),
    ("me.hand.cards[0]", "Nope"),
    ("me.hand.cards", "[Nope]"),
    ("[me.hand.cards[0], me]", "[Nope, ann]"),
    ("me.hand", "ann's hand"),
    ("draw_pile()", "the draw pile"),
    ("me.front", "in front of ann"),
    ("this_play()", "ann's Demo"),
    ("me.hand.cards[0].kind", "nope"),
    ("[me.hand.cards[0].kind]", "[\"nope\"]"),
    ("\"it\"", "it"),
    ("7", "7"),
    ("true", "true"),
    ("()", ""),
    ("[me, 1, \"it\", [()]]", "[ann, 1, \"it\", [()]]"),
    ("#{ who: me, of: [me.hand.cards[0]] }", "#{\"of\": [Nope], \"who\": ann}"),
    ("\"it\"[0]", "i"),
    ("|x| x", "a closure"),
    ("0..3", "0..3"),
];

/// What is a list or a text in scripts, and a range where no hook runs.
const ITERATED: [(&str, &str); 2] =
    [("range(0, 9, 2)", "[0, 2, 4, 6, 8]"), ("\"it\".chars()", "it")];

/// Expressions that write a value `v`, or fail with it.
const PATHS: [&str; 46] = [
    "v",
    "[v]",
    "#{ v: v }",
    "`${v}`",
    "`${[v]}`",
    "`${#{ v: v }}`",
    "\"\" + v",
    "v + \"\"",
    "v.to_string()",
    "[v].to_string()",
    "[v].to_debug()",
    "#{ v: v }.to_json()",
    "#{ v: [v] }.to_json()",
    "let t = \"\"; t += v; t",
    "let t = \"\"; t.append(v); t",
    "throw v",
    "throw [v]",
    "throw `${v}`",
    "if v { 1 }",
    "!v",
    "v && true",
    "true || v",
    "while v { break }",
    "-v",
    "v + 1",
    "v - 1",
    "v < v",
    "v.wombat",
    "v.wombat(v)",
    "wombat(v)",
    "v[v]",
    "v[0]",
    "[1][v]",
    "#{ a: 1 }[v]",
    "\"it\"[v]",
    "for x in v { }",
    "[v, 1, me].sort()",
    "[v, \"\"].order()",
    "[1].filter(v)",
    "[2, 1].sort(|a, b| v)",
    "me.hand.filter(|c| v)",
    "draw_pile().shuffle(v)",
    "me.draw_cards(v)",
    "me.has(v)",
    "get(v)",
    "me.give(v, v)",
];

/// Parts of names that mean nothing to people.
const OF_RUST: [&str; 12] = [
    "litterbox_",
    "::",
    "Dynamic",
    "Handle",
    "Pattern",
    "Immutable",
    "i64",
    "rhai",
    "anon$",
    "Seat(",
    "Card(",
    "StepRange",
];

fn shell() -> Shell {
    let demo = "//! Demo.\n\nfn resolve(me) { }\n";
    let mine = r#"{ "name": "Mine", "extends": "classic", "deck": { "demo": 4 } }"#;
    let library = Library::embedded().with_script("cards/demo", demo).with_variant("mine", mine);
    let mut shell = Shell::new(library);
    shell.input(":new mine ann bob --seed 1");
    shell.input(":table ann: nope demo | bob: skip");
    shell
}

#[test]
fn no_path_writes_a_name_of_rust() {
    let mut shell = shell();
    for (value, _) in VALUES {
        for path in PATHS {
            let input = format!("= let v = {value}; {path}");
            let said = shell.input(&input).text();
            // The input is quoted where it fails.
            let said = said.replace(path, "");
            let found = OF_RUST.iter().find(|name| said.contains(**name));
            assert_eq!(found, None, "{input}\n{said}");
        }
    }
}

#[test]
fn names_of_players_are_written_as_other_values() {
    let mut shell = shell();
    for (path, wanted) in [
        ("`${ann}`", "\"ann\""),
        ("[ann]", "[ann]"),
        ("`${[ann]}`", "\"[ann]\""),
        ("\"a\" + bob", "\"abob\""),
    ] {
        assert_eq!(shell.input(&format!("= {path}")).text().trim(), wanted, "{path}");
    }
}

/// The forms that bind a name, of which the innermost one counts, with what they make of 7.
const BINDINGS: [(&str, &str); 8] = [
    ("[7].filter(|NAME| NAME > 1)", "[7]"),
    ("let NAME = 7; NAME", "7"),
    ("fn own(NAME) { NAME } own(7)", "7"),
    ("fn own() { let NAME = 7; NAME } own()", "7"),
    ("let n = 0; for NAME in [7] { n += NAME; } n", "7"),
    ("let n = 0; for (x, NAME) in [7] { n += NAME; } n", "0"),
    ("let f = |NAME| |n| NAME + n; f.call(3).call(4)", "7"),
    ("[7].map(|x| { let NAME = x; NAME })[0]", "7"),
];

#[test]
fn the_innermost_binding_of_a_name_counts() {
    let mut shell = shell();
    for name in ["bob", "me"] {
        for (form, wanted) in BINDINGS {
            let input = form.replace("NAME", name);
            assert_eq!(shell.input(&format!("= {input}")).text().trim(), wanted, "{input}");
        }
    }
    for (input, wanted) in [
        ("fn of() { bob } of()", "bob"),
        ("fn of() { me } of()", "ann"),
        ("players().filter(|p| p == bob)", "[bob]"),
        ("let f = || bob; f.call()", "bob"),
        ("[1].map(|x| { [me, bob] })", "[[ann, bob]]"),
    ] {
        assert_eq!(shell.input(&format!("= {input}")).text().trim(), wanted, "{input}");
    }
    assert!(shell.input("= bob = 1").text().contains("`bob` is a constant"));
}

#[test]
fn texts_of_scripts_name_what_values_are() {
    for (value, text) in VALUES.into_iter().chain(ITERATED) {
        let script = format!(
            "//! Demo.\n\nfn resolve(me) {{\n    let v = {value};\n    say(`<${{v}}>`);\n    \
             say(\"<\" + v + \">\"); say(\"<\" + v.to_string() + \">\");\n    \
             let t = \"<\"; t += v; t += \">\"; say(t);\n}}\n"
        );
        let mine = r#"{ "name": "Mine", "extends": "classic", "deck": { "demo": 4 } }"#;
        let library =
            Library::embedded().with_script("cards/demo", &script).with_variant("mine", mine);
        let mut shell = Shell::new(library);
        shell.input(":new mine ann bob --seed 1");
        shell.input(":table ann: nope demo | bob: skip");
        let said = shell.input("play demo").text();
        assert_eq!(said.matches(&format!("<{text}>")).count(), 4, "{value}: {said}");
    }
}

#[test]
fn a_watched_run_writes_the_same() {
    for (value, _) in VALUES {
        let script = format!(
            "//! Demo.\n\nfn playable(me) {{ `${{[me, me.hand.len]}}` != \"\" }}\n\n\
             fn resolve(me) {{\n    if me.hand.is_empty {{ return; }}\n    let v = {value};\n    \
             say(`${{v}} ${{[v]}}`); say(\"a\" + v); say(v + \"a\"); say(v.to_string());\n    \
             let t = \"x\"; t += v; say(t); let l = [\"\"]; l[0] += v; say(l[0]);\n    \
             if v == me {{ me.hand.cards[99]; }}\n}}\n"
        );
        Pair::with_card(&script).play(3, 1);
    }
}

#[test]
fn a_value_in_a_text_is_the_same_on_every_path() {
    for (value, text) in VALUES {
        let script = format!(
            "//! Demo.\n\nfn resolve(me) {{\n    let v = {value};\n    say(`<${{v}}>`);\n    \
             print(`<${{v}}>`); print([`<${{v}}>`]);\n}}\n"
        );
        let mine = r#"{ "name": "Mine", "extends": "classic", "deck": { "demo": 4 } }"#;
        let library =
            Library::embedded().with_script("cards/demo", &script).with_variant("mine", mine);
        let mut shell = Shell::new(library);
        shell.input(":new mine ann bob --seed 1");
        shell.input(":table ann: nope demo | bob: skip");
        let quoted = format!("<{}>", text.replace('"', "\\\""));
        shell.input(":break print");
        let said = [shell.input("play demo").text(), shell.input(":events").text()].concat();
        let plain = format!("prints: <{text}>");
        assert!(said.contains(&plain), "{value}: {said}");
        let listed = format!("prints: [\"{quoted}\"]");
        assert!(said.contains(&listed), "{value}: {said}");
        if matches!(value, "this_play()" | "me") {
            continue;
        }
        // Where no hook is running.
        shell.input(":table ann: nope | bob: skip");
        let expression = format!("let v = {value}; `<${{v}}>`");
        let shown = format!("\"{quoted}\"");
        let evaluated = shell.input(&format!("= {expression}")).text();
        assert_eq!(evaluated.trim(), shown, "{value}");
        let watched = shell.input(&format!(":watch {expression}")).text();
        assert!(watched.contains(&shown), "{value}: {watched}");
        let expected = shell.input(&format!(":expect = {expression} is {shown}")).text();
        assert!(!expected.contains('<') || expected.contains(&quoted), "{value}: {expected}");
    }
}

#[test]
fn a_card_in_a_text_has_its_title_in_the_language_of_the_game() {
    let inputs = ":table ann: nope see_the_future | bob: skip\n= `${ann.hand.cards[1]}`\n\
                  :watch [`${ann.hand.cards[1]}`]\n";
    let piped = |language| {
        let game = ["repl", "classic", "ann", "bob", "--seed", "1", "--lang", language];
        Litterbox::new().piped(&game, inputs).out
    };
    for (language, title) in [("en", "See the Future"), ("fr", "Divination")] {
        let out = piped(language);
        assert!(out.contains(&format!("\n\"{title}\"\n")), "{out}");
        assert!(out.contains(&format!("is [\"{title}\"]")), "{out}");
        assert!(!out.contains("\"see_the_future\""), "{out}");
    }
}
