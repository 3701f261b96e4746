//! What scripts print, with the line that printed it, and who may see it.

use crate::program::Litterbox;

const MINE: &str = r#"{ "name": "Mine", "extends": "classic", "deck": { "demo": 4 } }"#;

fn game(body: &str, inputs: &[&str]) -> String {
    let script = format!("//! Demo.\n\nfn resolve(me) {{\n{body}\n}}\n");
    let folder =
        Litterbox::new().with("variants/mine.json", MINE).with("scripts/cards/demo.rhai", &script);
    let table = [":table ann: demo nope | bob: skip", "play demo"];
    let mut arguments = vec!["repl", "mine", "ann", "bob", "--seed", "1"];
    for input in table.iter().chain(inputs) {
        arguments.extend(["-c", input]);
    }
    let ran = folder.run(&arguments);
    format!("{}{}", ran.out, ran.talk)
}

/// The lines that tell what was printed.
fn printed(said: &str) -> Vec<&str> {
    said.lines().map(str::trim).filter(|line| line.contains(" prints: ")).collect()
}

#[test]
fn output_is_shown_with_its_line() {
    let said = game("    print(1 + 2);\n    let text = \"a\";\n    debug(text); print(text);", &[]);
    assert_eq!(
        printed(&said),
        [
            "cards/demo.rhai:4 prints: 3",
            "cards/demo.rhai:6 prints: \"a\"",
            "cards/demo.rhai:6 prints: a"
        ],
        "{said}"
    );
}

#[test]
fn every_value_can_be_printed() {
    let values = "[(), true, 'x', 1..3, #{a: 1}, me, me.hand, [me]]";
    let body = format!("    for value in {values} {{ print(value); }}\n    print(|n| n);");
    let said = game(&body, &[]);
    assert_eq!(printed(&said).len(), 9, "{said}");
    assert!(said.contains("prints: ann\n") && said.contains("prints: nope\n"), "{said}");
}

#[test]
fn why_finds_the_line_that_printed() {
    let events = game("    print(\"here\");", &[":events"]);
    let line = events.lines().find(|line| line.contains('#') && line.contains("prints: here"));
    let number = line.and_then(|line| line.split_whitespace().find(|word| word.starts_with('#')));
    let why = format!(":why {}", number.unwrap_or_else(|| panic!("{events}")));
    let said = game("    print(\"here\");", &[&why]);
    assert!(said.contains("cards/demo.rhai:4"), "{said}");
    assert!(said.contains("print(\"here\");"), "{said}");
}

#[test]
fn what_is_printed_of_hidden_cards_is_hidden() {
    let body = "    print(\"here\"); print(me.hand); print(me.hand.len); print(`${me.hand.len}`);";
    let all = game(body, &[]);
    assert_eq!(printed(&all).len(), 4, "{all}");
    let of = |name: &str| {
        let said = game(body, &[&format!(":as {name}"), ":back", "play demo"]);
        printed(&said)[4..].join("\n")
    };
    assert_eq!(of("ann"), "a script prints: here\na script prints: nope");
    assert_eq!(of("bob"), "a script prints: here");
}

#[test]
fn a_comment_about_print_changes_nothing() {
    let with = game("    // print(me)\n    me.draw();", &[":log"]);
    let without = game("    // nothing\n    me.draw();", &[":log"]);
    assert_eq!(with, without);
}

#[test]
fn hooks_that_only_answer_print_nothing() {
    let body = "    me.draw();\n}\n\nfn playable(me) {\n    print(\"asked\"); true";
    let said = game(body, &[]);
    assert!(printed(&said).is_empty(), "{said}");
    assert!(!said.contains("error"), "{said}");
}
