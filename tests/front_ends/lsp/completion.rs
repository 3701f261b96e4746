//! Every name after a dot in the shipped scripts is offered where it stands.
//!
//! `LITTERBOX_NAMES=1 cargo test --release lsp::completion` looks at every name, not at one of 20.

use super::client::Client;
use litterbox::variant::Library;

/// The bytes of the names after a dot, without numbers, ranges and comments.
fn names_after_dots(text: &str) -> Vec<std::ops::Range<usize>> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = Vec::new();
    for (at, _) in text.match_indices('.') {
        let line = text[..at].rfind('\n').map_or(0, |at| at + 1);
        let before = &text[line..at];
        let after = &text[at + 1..];
        let width = after.chars().take_while(|c| is_word(*c)).count();
        let is_text = before.matches('"').count() % 2 == 1 || before.matches('`').count() % 2 == 1;
        let begins = before.ends_with(|c: char| is_word(c) || c == ')' || c == ']');
        let is_name = after.starts_with(|c: char| c.is_ascii_lowercase());
        if begins && is_name && width > 0 && !before.contains("//") && !is_text {
            found.push(at + 1..at + 1 + width);
        }
    }
    found
}

#[test]
fn every_name_after_a_dot_is_offered() {
    let step = std::env::var("LITTERBOX_NAMES").ok();
    let step = step.map_or(20, |text| text.parse::<usize>().expect("a number"));
    let library = Library::embedded();
    let mut client = Client::new(&[("scripts/cards/none.rhai", "//! None.\n")]);
    let (mut n, mut n_names, mut missing) = (0, 0, Vec::new());
    for name in library.script_names().filter(|name| !name.starts_with("agents/")) {
        let text = library.script(name).unwrap().text.to_string();
        let file = format!("scripts/{name}.rhai");
        let mut is_open = false;
        for bytes in names_after_dots(&text) {
            n += 1;
            if n % step != 0 {
                continue;
            }
            if !is_open {
                client.write(&file, &text);
                client.open(&file);
                is_open = true;
            }
            let wanted = &text[bytes.clone()];
            let end = text[bytes.start..].find('\n').map_or(text.len(), |at| bytes.start + at);
            let to_line = format!("{}{}", &text[..bytes.start], &text[end..]);
            for rest in [to_line, text[..bytes.start].to_owned()] {
                n_names += 1;
                client.change(&file, &rest);
                let offered = client.completed(&file, &text[..bytes.start]);
                if !offered.iter().any(|name| name == wanted) {
                    let line = text[..bytes.start].matches('\n').count() + 1;
                    missing.push(format!("{file}:{line}: {wanted}, of {}", offered.len()));
                }
            }
        }
    }
    assert!(n_names > 10, "only {n_names} names");
    assert_eq!(missing, Vec::<String>::new(), "of {n_names}");
}

#[test]
fn of_a_value_of_a_known_type_only_what_it_has_is_offered() {
    let mut client = Client::new(&[("scripts/cards/demo.rhai", "//! Demo.\n")]);
    client.open("scripts/cards/demo.rhai");
    let text = "//! Demo.\n\nfn resolve(me) {\n    me.";
    client.change("scripts/cards/demo.rhai", text);
    let offered = client.completed("scripts/cards/demo.rhai", text);
    assert!(offered.iter().any(|name| name == "hand"), "{offered:?}");
    for other in ["top", "push", "give_to", "kind"] {
        assert!(!offered.iter().any(|name| name == other), "{other}: {offered:?}");
    }
}

const FILE: &str = "scripts/cards/demo.rhai";

#[test]
fn between_functions_only_hooks_and_constants_are_offered() {
    let mut client = Client::new(&[(FILE, "//! Demo.\n")]);
    client.open(FILE);
    for text in ["//! Demo.\n\n", "//! Demo.\n\nfn resolve(me) { }\n\n// More to come.\n\n"] {
        client.change(FILE, text);
        let offered = client.completed(FILE, text);
        assert!(offered.len() < 40, "{text}: {offered:?}");
        assert!(["playable", "WHEN"].iter().all(|name| offered.iter().any(|it| it == name)));
    }
    let text = "//! Demo.\n\nconst ";
    client.change(FILE, text);
    let answer = client.at("textDocument/completion", FILE, (2, 6));
    let items = answer["items"].as_array().unwrap();
    // The text that is inserted takes the place of the keyword.
    assert_eq!(items[0]["textEdit"]["newText"], "const WHEN = ");
    assert_eq!(items[0]["textEdit"]["range"]["start"]["character"], 0);
    let is_sorted = items.is_sorted_by_key(|item| item["sortText"].as_str().unwrap().to_owned());
    assert!(is_sorted, "{items:#?}");
}

#[test]
fn a_constant_offers_the_words_that_it_may_have() {
    let mut client = Client::new(&[(FILE, "//! Demo.\n")]);
    client.open(FILE);
    for (begun, wanted) in [
        ("const WHEN = [\"", "main card combo explosion draw turn between"),
        ("const TO = \"", "discard front target table"),
        ("const FROM = [\"hand\", \"", "hand front"),
        ("const HEARS = \"", "play hand own others anybody"),
        ("const OPENS = \"", "between"),
    ] {
        let text = format!("//! Demo.\n\n{begun}");
        client.change(FILE, &text);
        assert_eq!(client.completed(FILE, &text).join(" "), wanted, "{begun}");
    }
    let text = "//! Demo.\n\nconst COMBOS = [\"";
    client.change(FILE, text);
    let offered = client.completed(FILE, text);
    assert!(offered.iter().any(|name| name == "pair"), "{offered:?}");
}

#[test]
fn a_list_of_players_offers_functions_of_lists_first() {
    let mut client = Client::new(&[(FILE, "//! Demo.\n")]);
    client.open(FILE);
    let text = "//! Demo.\n\nfn resolve(me) {\n    let all = others(me);\n    all.";
    client.change(FILE, text);
    let offered = client.completed(FILE, text);
    let at = |name: &str| offered.iter().position(|it| it == name);
    assert!(at("filter").unwrap() < at("type_of").unwrap(), "{offered:?}");
    assert!(at("contains").unwrap() < at("after_draw").unwrap_or(usize::MAX), "{offered:?}");
}
