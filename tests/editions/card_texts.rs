//! Texts of cards that say something else than their scripts do.

use crate::end_to_end::homebrew::FOLDERS;
use litterbox::lint::{LintTargets, check};
use litterbox::variant::Library;
use std::fmt::Write as _;
use std::path::Path;

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
const DRAW: &str = "fn resolve(me) { me.draw(); }";
const DRAW_TWO: &str = "fn resolve(me) { me.draw_cards(2); }";
const LOOK: &str = "fn resolve(me) { me.look_at_top(draw_pile(), 3); }";
const TWO: &str = "fn resolve(me) { end_all_turns(); me.next.take_turns(2); }";
const THREE: &str = "fn resolve(me) { end_all_turns(); me.next.take_turns(3); }";
const PARAM: &str = "fn resolve(me) { end_all_turns(); me.next.take_turns(param(\"turns\")); }";
const STEAL: &str = "fn announce(me) { me.choose_player(\"Whom?\", others(me)) }\n\
                     fn resolve(me, victim) { me.take_random(victim); }";
const STEAL_NEXT: &str = "fn resolve(me) { me.take_random(me.next); }";
const ATTACK: &str = "fn announce(me) { me.choose_player(\"Whom?\", others(me)) }\n\
                      fn resolve(me, it) { end_all_turns(); it.take_turns(2); }";
const EACH: &str = "fn resolve(me) { for p in others(me) { p.draw(); } }";
const SHUFFLE: &str = "fn resolve(me) { draw_pile().shuffle(); }";
const DISCARD: &str = "fn resolve(me) { me.choose_card(\"Which?\", me.hand).discard(); }";
const TARGET: &str = "fn announce(me) { me.choose_player(\"Whom?\", victims(me)) }\n\
                      fn victims(me) { if option(\"lone_cats\") { players() } else { others(me) } }\n\
                      fn resolve(me, it) { end_turn(); it.take_turns(2); }";
const BOTTOM: &str = "fn resolve(me) { me.draw_card(draw_pile().bottom); end_turn(); }";
const KITTEN: &str = "fn gained(me, it) { me.explode(it); }\n\
                      fn rescued(me, it) { it.hide_in(draw_pile(), 0); }";
const GIVE: &str = "fn announce(me) { me.choose_player(\"Whom?\", others(me)) }\n\
                    fn resolve(me, it) { me.take_chosen(it, \"Give which card?\"); }";

const SHIELD: &str = "const TO = \"front\";\nfn resolve(me) { }\n\
                      fn before_take(me, source, thief) { source.discard(); true }";

/// Texts with their scripts, parameters, and a part of the message.
type Planted = [(&'static str, &'static str, &'static str, &'static str)];

/// Texts that say more than their scripts do.
const TOO_MUCH: &Planted = &[
    ("draw a card, then end your turn.", SKIP, "", "draw a"),
    ("draw 2 cards.", LOOK, "", "draw 2"),
    ("draw the bottom card of the draw pile.", SKIP, "", "draw the"),
    ("steal a card from a player of your choice.", LOOK, "", "steal"),
    ("steal a card from the next player.", DRAW, "", "steal"),
    ("take a random card from another player.", DRAW, "", "take a random card"),
    ("choose a player, who gives you a card.", ATTACK, "", "gives you"),
    ("the next player takes 2 turns.", SKIP, "", "2 turns"),
    ("end your turn; the next player takes two turns.", SKIP, "", "takes two turns"),
    ("your turn ends; take three extra turns.", SKIP, "", "extra turns"),
    ("draw a card and take another turn.", DRAW, "", "another turn"),
    ("each other player draws a card.", DRAW, "", "each other"),
    ("every player draws a card.", DRAW, "", "every player"),
    ("steal a random card from each other player.", STEAL, "", "each other player"),
    ("all opponents draw a card.", "fn resolve(me) { me.next.draw(); }", "", "all opponents"),
    ("everybody explodes.", "fn resolve(me) { me.explode(()); }", "", "everybody"),
    ("you explode.", SKIP, "", "explode"),
    ("shuffle the draw pile.", LOOK, "", "shuffle"),
    ("look at the top three cards, then shuffle.", LOOK, "", "shuffle"),
    ("discard a card, then draw one.", DRAW, "", "discard a"),
    ("discard your hand.", SKIP, "", "discard your"),
    ("each other player discards a card.", EACH, "", "discards a"),
    ("look at the top three cards.", SKIP, "", "look at"),
    ("look at the top three.", SHUFFLE, "", "look at"),
    ("peek at the top card.", SHUFFLE, "", "peek"),
    ("see the top three cards.", SHUFFLE, "", "see the"),
    ("reveal your hand.", DRAW, "", "reveal"),
    ("ends your turn; look at nothing.", DRAW, "", "ends your"),
    ("draw a card. Your turn ends.", DRAW, "", "your turn ends"),
    ("skip your turn.", DRAW, "", "skip your"),
    ("reverses the direction of play and ends your turn.", SKIP, "", "reverses"),
    ("reverse the order of play.", SHUFFLE, "", "reverse"),
    ("cancels a card.", SKIP, "", "cancels"),
    ("you win the game.", DRAW, "", "you win"),
    ("the next player is out of the game.", TWO, "", "out of the game"),
    ("you score a point.", DRAW, "", "scores nothing"),
    ("draw a card and put it on top of the draw pile.", DRAW, "", "put it on top"),
    ("choose a player: you steal a card.", STEAL_NEXT, "", "choose a player"),
    ("steal a card from a player of your choice.", STEAL_NEXT, "", "player of your choice"),
    ("draw a card of your choice.", DRAW, "", "of your choice"),
    ("steal a random card.", LOOK, "", "random card"),
    ("choose a player: steal a random card from them.", GIVE, "", "random card"),
    ("end your turn; the next player takes 2 turns.", ATTACK, "", "next player takes"),
    ("end your turn. Play it at any time.", SKIP, "", "any time"),
    ("end your turn; the next player takes two turns.", TARGET, "", "next player takes"),
    ("each other player takes two turns; end your turn.", TARGET, "", "each other player"),
    ("end all your turns.", SKIP, "", "ends one turn at most"),
    ("end one of your turns; the next player takes two turns.", TWO, "", "a single turn"),
    ("end your turn without drawing.", BOTTOM, "", "draws in any case"),
    ("look at the top three cards and put them back in any order.", LOOK, "", "in any order"),
    ("draw the bottom card.", DRAW, "", "bottom"),
    ("draw a card from the discard pile.", DRAW, "", "discard pile"),
    ("name a card, and draw a card.", DRAW, "", "name a card"),
    ("roll a die, and draw two cards.", DRAW_TWO, "", "roll a"),
    ("a random player draws a card.", DRAW, "", "random player"),
    ("draw a card; the top card is discarded.", DRAW, "", "is discarded"),
    ("draw a card; the next player shows you their hand.", DRAW, "", "shows"),
];

/// Texts with other numbers than their scripts.
const WRONG_NUMBER: &Planted = &[
    ("end your turn; the next player takes two turns.", THREE, "", "2 turns"),
    ("end your turn; the next player takes two turns.", PARAM, "\"turns\": 3", "2 turns"),
    ("end your turn; the next player takes three turns.", PARAM, "\"turns\": 2", "3 turns"),
    ("end your turn; the next player takes a turn.", TWO, "", "1 turn"),
    ("look at the next five cards.", LOOK, "", "5 cards"),
    ("look at the top five.", LOOK, "", "5 cards"),
    ("draw two cards.", DRAW, "", "2 cards"),
    ("draw a card.", DRAW_TWO, "", "1 card"),
    ("draw one card.", "fn resolve(me) { me.draw_cards(param(\"n\")); }", "\"n\": 2", "1 card"),
    ("draw three cards.", DRAW_TWO, "", "3 cards"),
    (
        "draw two cards; the next player takes two turns.",
        "fn resolve(me) { me.draw(); me.next.take_turns(2); }",
        "",
        "2 cards",
    ),
    ("choose a player: steal two cards from them.", STEAL, "", "2 cards"),
    ("each other player draws two cards.", EACH, "", "2 cards"),
    ("discard two cards of your choice.", DISCARD, "", "2 cards"),
    ("score two points.", "fn resolve(me) { me.score(me.score + 5); }", "", "2 points"),
];

/// Texts that do not say what their scripts do.
const TOO_LITTLE: &Planted = &[
    ("end your turn.", "fn resolve(me) { me.draw(); end_turn(); }", "", "draws"),
    ("draw a card.", "fn resolve(me) { me.draw(); end_turn(); }", "", "ends a turn"),
    ("a gift for you.", STEAL, "", "takes a card"),
    (
        "look at three cards.",
        "fn resolve(me) { me.look_at_top(draw_pile(), 3); draw_pile().shuffle(); }",
        "",
        "shuffles",
    ),
    ("draw a card.", EACH, "", "concerns several players"),
    ("draw a card.", "fn resolve(me) { me.draw(); reverse(); }", "", "reverses"),
    ("draw a card.", "fn resolve(me) { me.draw(); me.next.take_turns(2); }", "", "gives turns"),
    (
        "draw a card.",
        "fn resolve(me) { me.draw(); me.choose_card(\"Which?\", me.hand).discard(); }",
        "",
        "discards",
    ),
    (
        "draw a card.",
        "fn resolve(me) { me.draw(); me.look_at_top(draw_pile(), 1); }",
        "",
        "lets players see",
    ),
    ("draw a card.", "fn resolve(me) { me.draw(); me.wins(); }", "", "lets somebody win"),
    ("draw a card.", "fn resolve(me) { me.draw(); me.explode(()); }", "", "explode"),
    ("draw a card.", "fn resolve(me) { me.draw(); me.out(); }", "", "out of the game"),
    (
        "draw a card.",
        "fn resolve(me) { let it = me.choose_player(\"Whom?\", others(me)); me.draw(); it.draw(); }",
        "",
        "asks for a player",
    ),
    ("show it at once and discard it.", KITTEN, "", "explode"),
    ("skip your turn.", "fn resolve(me) { end_turn(); me.next.take_turns(2); }", "", "gives turns"),
    (
        "look at the top three cards.",
        "fn resolve(me) { me.arrange(draw_pile(), 3); }",
        "",
        "in another order",
    ),
    (
        "look at the top three cards.",
        "fn resolve(me) { me.next.look_at_top(draw_pile(), 3); }",
        "",
        "the next player",
    ),
    (
        "steal a random card from the next player.",
        "fn resolve(me) { me.take_random(me.next); draw_pile().shuffle(); }",
        "",
        "shuffles",
    ),
];

#[test]
fn a_text_that_contradicts_its_script_is_found() {
    let mut wrong = String::new();
    for (text, script, params, word) in [TOO_MUCH, WRONG_NUMBER, TOO_LITTLE].concat() {
        let said = said(text, script, params);
        if !said.iter().any(|it| it.contains(word)) {
            writeln!(wrong, "“{text}” of {script}: no `{word}` in {said:#?}").unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn a_text_that_says_what_its_script_does_is_not() {
    let mut wrong = String::new();
    for (text, script, params) in [
        ("end one turn without drawing.", SKIP, ""),
        ("draw a card.", DRAW, ""),
        ("draw two cards.", DRAW_TWO, ""),
        ("draw two cards.", "fn resolve(me) { me.draw(); me.draw(); }", ""),
        ("draw a card, and another one.", "fn resolve(me) { me.draw(); me.draw(); }", ""),
        ("look at the top three cards of the draw pile.", LOOK, ""),
        ("look at the top three.", LOOK, ""),
        ("end your turn; the next player takes 2 turns.", TWO, ""),
        ("end your turn; the next player takes three turns.", PARAM, "\"turns\": 3"),
        ("choose a player and steal a random card.", STEAL, ""),
        ("another player of your choice gives you a card; they choose which.", GIVE, ""),
        ("each other player draws a card.", EACH, ""),
        ("shuffle the draw pile.", SHUFFLE, ""),
        ("discard a card of your choice.", DISCARD, ""),
        (
            "take the top card of the discard pile.",
            "fn resolve(me) { discard_pile().top.move_to(me.hand); }",
            "",
        ),
        ("end one of your turns; a player of your choice takes two turns.", TARGET, ""),
        ("end your turn by drawing the bottom card instead of the top one.", BOTTOM, ""),
        ("unless you are rescued, you are dead.", KITTEN, ""),
        ("end all your turns; the next player takes two turns.", TWO, ""),
        ("your turn is over, and the player after you plays twice.", TWO, ""),
        (
            "sort the top three cards as you like.",
            "fn resolve(me) { me.arrange(draw_pile(), 3); }",
            "",
        ),
        (
            "take any card from the discard pile.",
            "fn resolve(me) { me.choose_card(\"Which?\", discard_pile()).move_to(me.hand); }",
            "",
        ),
        (
            "name a card; the next player gives it to you if they have it.",
            "fn resolve(me) { me.take_kind(me.next, me.choose_kind(\"Which?\", kinds())); }",
            "",
        ),
        ("roll a die and draw that many cards.", "fn resolve(me) { me.draw_cards(roll(6)); }", ""),
        ("one card for everyone.", "fn resolve(me) { for p in players() { p.draw(); } }", ""),
        ("a point for each card you hold.", "fn resolve(me) { me.score(me.hand.len); }", ""),
        ("when you draw a kitten, it waits.", "fn after_draw(me, it, card) { it.discard(); }", ""),
        // What comes before it is when something happens, not what the card does.
        (
            "stays in front of you; the next time somebody steals from you, it is discarded.",
            SHIELD,
            "",
        ),
        ("as soon as somebody steals from you, it is discarded.", SHIELD, ""),
        ("as long as nobody draws a card, it stays; then it is discarded.", SHIELD, ""),
        ("nimm zwei Karten.", SKIP, ""),
    ] {
        let said = said(text, script, params);
        if !said.is_empty() {
            writeln!(wrong, "“{text}” of {script}: {said:#?}").unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// The texts of the editions, and of the homebrews that the tests play.
#[test]
fn no_text_of_the_files_of_this_project_contradicts_its_script() {
    let mut wrong = String::new();
    let homes = FOLDERS.map(|home| Library::open(Some(Path::new(home)), None).expect("a library"));
    for library in [Library::embedded()].into_iter().chain(homes) {
        let targets = LintTargets::all(&library);
        let found = check(&library, &targets).found;
        for error in found.iter().filter(|error| error.code == "L0408") {
            writeln!(wrong, "{}", error.message).unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
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
