//! Texts of cards that say something else than their scripts do.

use litterbox::lint::{LintTargets, check};
use litterbox::variant::Library;

/// The messages about a card `demo` whose script begins with this text.
fn said(text: &str, script: &str, params: &str) -> Vec<String> {
    let variant = format!(
        r#"{{ "name": "Mine", "extends": "classic", "deck": {{ "demo": 4 }},
            "kinds": {{ "demo": {{ {params} }} }} }}"#
    );
    let library = Library::embedded()
        .with_script("cards/demo", &format!("//! Demo: {text}\n\n{script}\n"))
        .with_variant("mine", &variant);
    let targets = LintTargets { variants: vec!["mine".to_owned()], ..LintTargets::default() };
    let found = check(&library, &targets).found;
    let found = found.iter().filter(|error| error.code == "L0408");
    found.map(|error| error.message.clone()).collect()
}

const SKIP: &str = "fn resolve(me) { end_turn(); }";
const LOOK: &str = "fn resolve(me) { me.look_at_top(draw_pile(), 3); }";
const TWO: &str = "fn resolve(me) { end_all_turns(); me.next.take_turns(2); }";
const PARAM: &str = "fn resolve(me) { end_all_turns(); me.next.take_turns(param(\"turns\")); }";
const STEAL: &str = "fn announce(me) { me.choose_player(\"Whom?\", others(me)) }\n\
                     fn resolve(me, victim) { me.take_random(victim); }";
const EACH: &str = "fn resolve(me) { for p in others(me) { p.draw(); } }";

#[test]
fn a_text_that_contradicts_its_script_is_found() {
    for (text, script, params, word) in [
        ("draw a card, then end your turn.", SKIP, "", "draw a"),
        ("draw 2 cards.", LOOK, "", "draw 2"),
        ("steal a card from a player of your choice.", LOOK, "", "steal"),
        ("the next player takes 2 turns.", SKIP, "", "2 turns"),
        ("your turn ends; take three extra turns.", SKIP, "", "extra turns"),
        ("each other player draws a card.", "fn resolve(me) { me.draw(); }", "", "each other"),
        ("everybody explodes.", "fn resolve(me) { me.explode(()); }", "", "everybody"),
        ("you explode.", SKIP, "", "explode"),
        ("shuffle the draw pile.", LOOK, "", "shuffle the"),
        ("look at the top three cards.", SKIP, "", "look at"),
        ("ends your turn; look at nothing.", "fn resolve(me) { me.draw(); }", "", "ends your"),
        ("reverses the direction of play and ends your turn.", SKIP, "", "reverses the"),
        ("cancels a card.", SKIP, "", "cancels a"),
        (
            "choose a player: you steal a card.",
            "fn resolve(me) { me.take_random(me.next); }",
            "",
            "choose a player",
        ),
        (
            "end your turn; the next player takes two turns.",
            TWO.replace('2', "3").leak(),
            "",
            "2 turns",
        ),
        ("end your turn; the next player takes two turns.", PARAM, "\"turns\": 3", "2 turns"),
        ("look at the next five cards.", LOOK, "", "5 cards"),
        ("steal a random card.", LOOK, "", "random card"),
        (
            "end your turn; the next player takes 2 turns.",
            "fn announce(me) { me.choose_player(\"Whom?\", others(me)) }\n\
             fn resolve(me, it) { end_all_turns(); it.take_turns(2); }",
            "",
            "next player takes",
        ),
        // The other way round.
        ("end your turn.", "fn resolve(me) { me.draw(); end_turn(); }", "", "draws"),
        ("a gift.", STEAL, "", "takes a card"),
        (
            "look at three cards.",
            "fn resolve(me) { me.look_at_top(draw_pile(), 3); \
            draw_pile().shuffle(); }",
            "",
            "shuffles",
        ),
        ("draw a card.", EACH, "", "concerns several players"),
        ("draw a card.", "fn resolve(me) { me.draw(); reverse(); }", "", "reverses"),
        ("draw a card.", "fn resolve(me) { me.draw(); me.next.take_turns(2); }", "", "gives turns"),
    ] {
        let said = said(text, script, params);
        assert!(said.iter().any(|it| it.contains(word)), "{text} {script}: {said:#?}");
    }
}

#[test]
fn a_text_that_says_what_its_script_does_is_not() {
    for (text, script, params) in [
        ("end one turn without drawing.", SKIP, ""),
        ("look at the top three cards of the draw pile.", LOOK, ""),
        ("end your turn; the next player takes 2 turns.", TWO, ""),
        ("end your turn; the next player takes three turns.", PARAM, "\"turns\": 3"),
        ("choose a player and steal a random card.", STEAL, ""),
        ("each other player draws a card.", EACH, ""),
        ("when you draw a kitten, it waits.", "fn after_draw(me, it, card) { it.discard(); }", ""),
        ("nimm zwei Karten.", SKIP, ""),
    ] {
        assert_eq!(said(text, script, params), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn both_places_are_named() {
    let variant = r#"{ "name": "Mine", "extends": "classic", "deck": { "demo": 4 } }"#;
    let titles = r#"{ "language": "en", "name": "English",
        "cards": { "demo": { "title": "Demo", "text": "Draw a card." } } }"#;
    let library = Library::embedded()
        .with_script("cards/demo", "//! Demo: ends your turn.\n\nfn resolve(me) { end_turn(); }\n")
        .with_variant("mine", variant)
        .with_variant("titles/en", titles);
    let targets = LintTargets { variants: vec!["mine".to_owned()], ..LintTargets::default() };
    let found = check(&library, &targets).found;
    let found = found.iter().find(|error| error.code == "L0408").unwrap();
    let span = found.span.as_ref().unwrap();
    assert_eq!((&*span.file, span.line), ("variants/titles/en.json", 2));
    assert_eq!(found.notes, ["the script of `demo` is cards/demo.rhai:3"]);
}
