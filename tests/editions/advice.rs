//! Fixes and hints that would mislead.

use litterbox::base::error::Error;
use litterbox::lint::{LintTargets, check};
use litterbox::variant::Library;

/// The findings about a card `demo` whose hook `resolve` does this.
fn found(code: &str) -> Vec<Error> {
    let script = format!("//! Demo.\n\nfn resolve(me) {{ {code} }}\n");
    let variant = r#"{ "name": "Mine", "extends": "classic", "deck": { "demo": 4 } }"#;
    let library =
        Library::embedded().with_script("cards/demo", &script).with_variant("mine", variant);
    let scripts = vec!["cards/demo".to_owned()];
    let variants = vec!["mine".to_owned()];
    check(&library, &LintTargets { scripts, variants, ..LintTargets::default() }).found
}

#[test]
fn a_variable_that_is_written_again_is_not_renamed_in_one_place() {
    for (code, n_edits) in [
        ("let n = 0; me.draw();", 1),
        ("let n = 0; n = 1; me.draw();", 0),
        ("let n = 0; n += 1; me.draw();", 0),
    ] {
        let found = found(code);
        let fixes = found.iter().filter(|error| error.code == "L0201");
        assert_eq!(fixes.map(|error| error.fix.len()).collect::<Vec<_>>(), [n_edits], "{code}");
    }
}

#[test]
fn a_value_in_a_text_needs_backticks() {
    for (code, n_found) in [
        (r#"say("${me}"); me.draw();"#, 1),
        (r#"say("$ {me}"); me.draw();"#, 0),
        ("say(`${me}`); me.draw();", 0),
    ] {
        let found = found(code);
        assert_eq!(found.iter().filter(|error| error.code == "L0205").count(), n_found, "{code}");
    }
}

#[test]
fn a_function_of_players_is_not_proposed_for_the_cards_of_a_pile() {
    let found = found("me.hand.others(me.hand.top).top.discard();");
    let hint = found.iter().find_map(|error| error.hint.as_deref());
    assert_eq!(hint, Some("write `pile.cards.filter(|other| other != card)`"));
}

/// The errors of a variant that extends the classic one, with their hints.
fn hints(variant: &str) -> Vec<String> {
    let text = format!(r#"{{ "name": "Mine", "extends": "classic", {variant} }}"#);
    let library = Library::embedded().with_variant("mine", &text);
    let targets = LintTargets { variants: vec!["mine".to_owned()], ..LintTargets::default() };
    let found = check(&library, &targets).found;
    // The number of a hint is an example, and may differ from that of the text.
    let found = found.into_iter().filter(|error| error.code != "L0408");
    found.map(|e| format!("{} {}", e.code, e.hint.unwrap_or_default())).collect()
}

#[test]
fn what_a_hint_tells_to_write_for_a_card_of_another_variant_passes() {
    for (deck, code) in [("alter_the_future", "L0113"), ("feral_cat", "V0108")] {
        let mut kinds = serde_json::Map::new();
        let hints = |kinds: &serde_json::Map<_, _>| {
            hints(&format!(r#""deck": {{ "{deck}": 2 }}, "kinds": {}"#, serde_json::json!(kinds)))
        };
        assert!(hints(&kinds).iter().all(|hint| hint.starts_with(code)), "{:?}", hints(&kinds));
        for hint in hints(&kinds) {
            let (_, entry) = hint.split_once("\"kinds\": ").expect("an entry of the variant");
            let entry: serde_json::Value = serde_json::from_str(entry).unwrap();
            let kind = kinds.entry(deck).or_insert_with(|| serde_json::json!({}));
            let told = entry[deck].as_object().unwrap().clone();
            kind.as_object_mut().unwrap().extend(told);
        }
        assert_eq!(hints(&kinds), Vec::<String>::new(), "{kinds:?}");
    }
}

#[test]
fn words_that_inputs_are_made_of_are_no_ids_of_cards() {
    for word in ["or", "because", "rest"] {
        let script = format!("cards/{word}");
        let text =
            format!(r#"{{ "name": "Mine", "extends": "classic", "deck": {{ "{word}": 2 }} }}"#);
        let library = Library::embedded()
            .with_script(&script, "//! Demo.\n\nfn resolve(me) { me.draw(); }\n");
        let targets = LintTargets { variants: vec!["mine".to_owned()], ..LintTargets::default() };
        let found = check(&library.with_variant("mine", &text), &targets).found;
        assert!(found.iter().any(|error| error.code == "V0113"), "{word}: {found:?}");
    }
}
