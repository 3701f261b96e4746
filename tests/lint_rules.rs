//! Rules of the linter beyond the example of each.

use litterbox::lint::{LintTargets, check};
use litterbox::variant::Library;

#[test]
fn counters_belong_to_the_table_to_players_or_to_cards() {
    let variant = r#"{ "name": "Mine", "extends": "classic", "deck": { "demo": 4 },
        "counters": { "player": ["treats"], "table": ["side"], "card": ["charges"] } }"#;
    let said = |code: &str| {
        let script = format!("//! Demo.\n\nfn resolve(me) {{ {code} }}\n");
        let library =
            Library::embedded().with_script("cards/demo", &script).with_variant("mine", variant);
        let scripts = vec!["cards/demo".to_owned()];
        let variants = vec!["mine".to_owned()];
        let wanted = LintTargets { scripts, variants, ..LintTargets::default() };
        let found = check(&library, &wanted).found;
        found.iter().map(|error| format!("{} {}", error.code, error.message)).collect::<Vec<_>>()
    };
    for right in [
        "set(\"side\", 1);",
        "me.set(\"treats\", get(\"side\"));",
        "this_card().set(\"charges\", 1);",
        "for card in me.hand.cards { card.set(\"charges\", card.get(\"charges\") + 1); }",
    ] {
        assert_eq!(said(right), Vec::<String>::new(), "{right}");
    }
    for (wrong, what) in [
        ("set(\"treats\", 1);", "counter of the table `treats`"),
        ("me.set(\"charges\", 1);", "counter of a player `charges`"),
        ("this_card().set(\"treats\", 1);", "counter of a card `treats`"),
        ("for card in me.hand.cards { card.set(\"charge\", 1); }", "counter of a card `charge`"),
    ] {
        assert_eq!(said(wrong), [format!("L0115 there is no {what}")], "{wrong}");
    }
}

#[test]
fn hooks_that_replace_something_must_always_answer() {
    let script = "//! Demo.\n\nconst TO = \"front\";\n\n\
                  fn before_draw(me, demo, card) {\n    if card.kind == \"nope\" { demo.discard(); true }\n}\n";
    let library = Library::embedded().with_script("cards/demo", script);
    let scripts = vec!["cards/demo".to_owned()];
    let found = check(&library, &LintTargets { scripts, ..LintTargets::default() }).found;
    // No variant uses the card, which is another finding.
    let found = found.iter().filter(|error| error.code != "L0401");
    let said: Vec<_> = found.map(|error| (error.code, &*error.message)).collect();
    assert_eq!(said, [("L0109", "`before_draw` must return true or false, not ()")]);
}
