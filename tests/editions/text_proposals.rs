//! The sentences that scripts say, for the texts of their cards.

use insta::assert_snapshot;
use litterbox::lint::{LintTargets, text_proposal, text_proposals};
use litterbox::variant::Library;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The shipped cards and combos whose proposals do not say what their rulebooks say, and what they
/// leave out; read in the snapshot below. Of the others, an author would change at most the style.
const NOT_RIGHT: [(&str, &str); 8] = [
    ("armageddon", "that one of the two cards is for the player, unless they are swapped"),
    ("barking_kitten", "that the other one of its kind is looked for"),
    ("danger_magnet", "how far"),
    ("devilcat", "who explodes: that is in the script of Armageddon"),
    ("dig_deeper", "that it is one of two cards"),
    ("feral_cat", "all: its tag says that it stands in for others"),
    ("leapfrog", "how far"),
    ("streaking_kitten", "that the kitten waits"),
];

/// Each shipped card and combo: its text, and what its script says. Nine of ten say the same.
#[test]
fn the_text_of_each_shipped_card_beside_what_its_script_says() {
    let library = Library::embedded();
    let targets = LintTargets { scripts: Vec::new(), ..LintTargets::all(&library) };
    let (mut shown, mut ids) = (BTreeSet::new(), BTreeSet::new());
    let mut text = String::new();
    for proposal in text_proposals(&library, &targets) {
        ids.insert(proposal.id.clone());
        if shown.insert((proposal.id.clone(), proposal.proposed.clone())) {
            writeln!(text, "{}\n  {}\n  {}", proposal.id, proposal.text, proposal.proposed)
                .unwrap();
        }
    }
    assert!(NOT_RIGHT.iter().all(|(id, _)| ids.contains(*id)));
    assert!(10 * NOT_RIGHT.len() <= ids.len(), "{} of {}", NOT_RIGHT.len(), ids.len());
    assert_snapshot!(text);
}

fn proposed(script: &str) -> String {
    let library =
        Library::embedded().with_script("cards/demo", &format!("//! Demo.\n\n{script}\n"));
    text_proposal(&library, "cards/demo").expect("a proposal").proposed
}

#[test]
fn a_script_is_told_by_the_clauses_of_its_verbs() {
    for (script, text) in [
        ("fn resolve(me) { me.draw(); }", "Draw a card."),
        (
            "fn before_draw(me, it, drawn) { it.discard(); drawn.give_to(it.played_by); true }",
            "Before a player draws `card`: discard this card; give that card to who played it.",
        ),
        ("fn resolve(me) { me.next.draw_cards(2); }", "The next player draws 2 cards."),
        (
            "fn announce(me) { me.choose_player(\"Whom?\", others(me)) }\n\
             fn resolve(me, it) { it.take_turns(2); end_turn(); }",
            "Choose a player; that player takes 2 turns. End one of your turns without drawing.",
        ),
        ("fn resolve(me) { for p in others(me) { p.draw(); } }", "Each other player draws a card."),
        (
            "fn resolve(me) { me.look_at_top(draw_pile(), 1); }",
            "Look at the top card of the draw pile.",
        ),
        // A verb without a clause.
        ("fn resolve(me) { set(\"side\", 1); }", "…."),
        ("fn resolve(me) { me.next.blind(true); }", "The next player cannot look at their hand."),
        (
            "fn resolve(me) { draw_pile().top.place_in(draw_pile(), draw_pile().len - 1); }",
            "Put the top card of the draw pile at the bottom of the draw pile.",
        ),
        (
            "fn resolve(me) { draw_pile().bottom.place_in(draw_pile(), 0); }",
            "Put the bottom card of the draw pile on top of the draw pile.",
        ),
        (
            "fn resolve(me) { me.take_turns(2 * the_dead().len()); }",
            "Take 2 turns for each dead player.",
        ),
        (
            "fn plays_as(me, action) { kinds().filter(|kind| kind != \"nope\") }",
            "Play it as any card but a nope.",
        ),
        // A function is told by the first sentence of its documentation.
        (
            "fn resolve(me) { give(me.next, 2); }\n\n\
             /// Pushes `n_cards` into `who`'s hand. Nobody looks.\n\
             fn give(who, n_cards) { who.draw_cards(n_cards); }",
            "Push 2 cards into the next player's hand.",
        ),
        ("fn resolve(me) { if me.hand.len > 3 { me.draw(); } }", "If …, draw a card."),
        ("fn resolve(me) { if me.confirm(\"Draw?\") { me.draw(); } }", "If you want, draw a card."),
        (
            "const TO = \"target\";\n\
             fn announce(me) { me.choose_player(\"Whom?\", others(me)) }\n\
             fn turn_start(me, source) { me.draw(); }",
            "Choose a player; put it in front of that player. When a turn begins: draw a card.",
        ),
        (
            "const TO = \"table\";\nfn resolve(me) { me.draw(); }",
            "Put it on the table. Draw a card.",
        ),
        (
            "fn after_play(me, source, play) { me.draw(); }",
            "When a card or combo has left the stack: draw a card.",
        ),
        ("", "Does nothing on its own."),
    ] {
        assert_eq!(proposed(script), text, "{script}");
    }
}
