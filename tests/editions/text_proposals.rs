//! The sentences that scripts say, for the texts of their cards.

use insta::assert_snapshot;
use litterbox::lint::{LintTargets, text_proposal, text_proposals};
use litterbox::variant::Library;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Each shipped card and combo: its text, and what its script says. Read both: nine of ten say the
/// same.
#[test]
fn the_text_of_each_shipped_card_beside_what_its_script_says() {
    let library = Library::embedded();
    let targets = LintTargets { scripts: Vec::new(), ..LintTargets::all(&library) };
    let mut shown = BTreeSet::new();
    let mut text = String::new();
    for proposal in text_proposals(&library, &targets) {
        if shown.insert((proposal.id.clone(), proposal.proposed.clone())) {
            writeln!(text, "{}\n  {}\n  {}", proposal.id, proposal.text, proposal.proposed)
                .unwrap();
        }
    }
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
        // What a card hides has no words yet.
        ("fn resolve(me) { me.blind(true); }", "…."),
        ("fn resolve(me) { if me.hand.len > 3 { me.draw(); } }", "If …, draw a card."),
        ("fn resolve(me) { if me.confirm(\"Draw?\") { me.draw(); } }", "If you want, draw a card."),
        ("", "Does nothing on its own."),
    ] {
        assert_eq!(proposed(script), text, "{script}");
    }
}
