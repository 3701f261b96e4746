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
