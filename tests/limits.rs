//! Limits: what scripts, positions and files may cost, and that what is legal stays within them.

use crate::harness::Edition;
use insta::assert_snapshot;
use litterbox::kernel::layout::PileLayout;
use litterbox::kernel::{Choice, Layout, Rulebook as _, Seat, Zone};
use litterbox::script::Host;
use litterbox::variant::{Library, Ruleset};

/// Classic with this many Skips and 500 Shuffles in the box, besides its 48 other cards.
fn with_skips(n_skips: usize) -> Result<Edition, String> {
    let variant = format!(
        r#"{{ "name": "Large", "extends": "classic",
            "deck": {{ "skip": {n_skips}, "shuffle": 500 }}, "box": {} }}"#,
        n_skips + 548
    );
    let library = Library::embedded().with_variant("large", &variant);
    let errors = |errors: Vec<_>| litterbox::error::render(&errors, false);
    let ruleset = Ruleset::load(&library, "large", &[]).map_err(errors)?;
    let host = Host::new(&ruleset.spec).map_err(errors)?;
    Ok(Edition { ruleset, host })
}

#[test]
fn five_different_cards_choose_among_a_discard_pile_of_the_largest_deck() {
    let edition = with_skips(476).expect("a legal deck");
    let mut game = edition.game(2, 1);
    let kind = |id: &str| edition.host.rules().find_kind(id).expect("a kind of the variant");
    let hand = ["nope", "attack", "favor", "defuse", "tacocat"].map(kind).to_vec();
    let discard = [vec![kind("skip"); 476], vec![kind("shuffle"); 500]].concat();
    let draw = PileLayout { zone: Zone::Draw, kinds: vec![kind("favor")], keep_rest: false };
    let hands = vec![(Seat(0), hand)];
    let layout = Layout { hands, discard, piles: vec![draw], ..Layout::default() };
    game.lay_out(layout).expect("a position within the limits");
    let decision = game.decision().expect("the game goes on");
    let combo = decision.options.iter().position(|o| matches!(o, Choice::Combo(..)));
    game.answer(combo.expect("five different cards")).expect("no fault");
    let decision = game.decision().expect("it asks which card");
    let n_cards = decision.options.iter().filter(|o| matches!(o, Choice::Card(..))).count();
    assert!(n_cards >= 2, "{:?}", decision.options);
    game.answer(0).expect("no fault");
    assert_eq!(game.table().hand(Seat(0)).len(), 1);
}

#[test]
fn a_deck_that_no_list_could_hold_is_refused() {
    let Err(said) = with_skips(477) else { panic!("the deck is accepted") };
    assert_snapshot!("deck_too_large", said);
}
