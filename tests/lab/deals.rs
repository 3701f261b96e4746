//! How hidden cards are dealt for estimates and simulations: as likely as the seat may think.

use litterbox::kernel::rng::generator;
use litterbox::kernel::{Seat, Table, Zone};
use litterbox::shell::{Shell, Status};
use litterbox::variant::Library;

const N_DEALS: u64 = 2_000;

/// Deals the cards that the first seat does not know in a position of a variant, many times.
fn deals(
    variant: &str,
    inputs: &[&str],
) -> (Vec<Table>, impl Fn(&Table, Zone, usize) -> String + use<>) {
    let mut shell = Shell::new(Library::embedded());
    let new = format!(":new {variant} ann bob cat --seed 1");
    for input in [new.as_str()].iter().chain(inputs) {
        let reply = shell.input(input);
        assert_eq!(reply.status, Status::Done, "{input}: {}", reply.text());
    }
    let debugger = shell.debugger().unwrap();
    let rules = debugger.game.rules().clone();
    let observation = debugger.game.observation(Seat(0));
    let deal = |seed| observation.determinized(&mut generator(seed, 1));
    let card = move |table: &Table, zone, at: usize| {
        let card = table.cards_in(zone)[at];
        let face = if table.cards[card.index()].is_turned { "^" } else { "" };
        format!("{}{face}", rules.kind(table.kind(card)).id)
    };
    ((0..N_DEALS).map(deal).collect(), card)
}

/// Checks how often a card is somewhere: five standard deviations of a share are about 5 %.
fn assert_share(n_found: usize, share: f64) {
    let found = n_found as f64 / N_DEALS as f64;
    assert!((found - share).abs() < 0.05, "{found:.3} instead of {share:.3}");
}

#[test]
fn a_card_that_lies_face_up_is_never_on_top_of_a_pile_that_shows_a_back() {
    // Nobody is known to hold a Streaking Kitten, or bob may hold one with a kitten.
    let pile = "draw: favor imploding_kitten^ exploding_kitten imploding_kitten^";
    for (variant, bob, share) in [("power_play", "skip", 1.0 / 2.0), ("imploding", "-", 1.0 / 2.0)]
    {
        let position = format!(":table ann: skip | bob: {bob} | cat: - | {pile}");
        let (tables, card) = deals(variant, &[&position]);
        let tops: Vec<String> = tables.iter().map(|table| card(table, Zone::Draw, 0)).collect();
        assert!(tops.iter().all(|top| !top.ends_with('^')), "{variant}: {tops:?}");
        assert_share(tops.iter().filter(|top| *top == "exploding_kitten").count(), share);
        let is_second = |table: &&Table| card(table, Zone::Draw, 1) == "imploding_kitten^";
        assert_share(tables.iter().filter(is_second).count(), 2.0 / 3.0);
    }
    // With a shelter in the unknown cards a kitten may also be in a hand.
    let position = format!(":table ann: skip | bob: streaking_kitten | cat: - | {pile}");
    let (tables, card) = deals("power_play", &[&position]);
    assert!(tables.iter().all(|table| !card(table, Zone::Draw, 0).ends_with('^')));
    let faces =
        |table: &Table| (0..4).filter(|at| card(table, Zone::Draw, *at).ends_with('^')).count();
    assert!(tables.iter().all(|table| faces(table) == 2));
}

#[test]
fn cards_known_to_be_among_some_are_dealt_there() {
    let position = ":table ann: see_the_future | bob: - | cat: alter_the_future | draw: favor skip \
                    exploding_kitten attack shuffle*5";
    let arranged = [
        "play see_the_future",
        "draw",
        "draw",
        "play alter_the_future",
        "attack",
        "exploding_kitten",
    ];
    let inputs = [&[position], arranged.as_slice()].concat();
    let (tables, card) = deals("imploding", &inputs);
    let top = |table: &Table| -> Vec<String> {
        let mut cards: Vec<_> = (0..3).map(|at| card(table, Zone::Draw, at)).collect();
        cards.sort();
        cards
    };
    // bob drew the Skip; the kitten is among the three that cat has arranged.
    assert!(tables.iter().all(|table| top(table).contains(&"exploding_kitten".to_owned())));
    let is_first = |table: &&Table| card(table, Zone::Draw, 0) == "exploding_kitten";
    assert_share(tables.iter().filter(is_first).count(), 1.0 / 3.0);
}
