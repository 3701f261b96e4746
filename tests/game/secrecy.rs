//! Replies do not depend on cards hidden from the player: in two positions that differ only in
//! hidden cards, every reply is byte-identical through every window.

use litterbox::kernel::rng::generator;
use litterbox::kernel::{Kind, Prompt, Seat, Zone};
use litterbox::shell::{Reply, Shell, Status};
use litterbox::variant::Library;
use litterbox::variant::notation::position;
use rand::RngExt as _;
use rand::seq::SliceRandom as _;
use rand_pcg::Pcg64Mcg;

const NAMES: [&str; 4] = ["ann", "bob", "cat", "dan"];

fn started(variant: &str, n_players: usize, seed: u64) -> Shell {
    let mut shell = Shell::new(Library::embedded());
    let names = NAMES[..n_players].join(" ");
    let reply = shell.input(&format!(":new {variant} {names} --seed {seed}"));
    assert_eq!(reply.status, Status::Done, "{}", reply.text());
    shell
}

/// The position, and the same with the cards unknown to the viewer rearranged.
fn two_worlds(shell: &Shell, viewer: Seat, random: &mut Pcg64Mcg) -> (String, String) {
    let debugger = shell.debugger().unwrap();
    let (table, notation) = (debugger.table(), debugger.notation());
    let mut layout = position::of_table(table, notation);
    let here = position::print(&layout, notation);
    let hidden = |zone: &Zone| match zone {
        Zone::Hand(seat) => *seat != viewer,
        zone => *zone == Zone::Draw,
    };
    let mut places: Vec<&mut Kind> = Vec::new();
    for (seat, kinds) in &mut layout.hands {
        if hidden(&Zone::Hand(*seat)) {
            places.extend(kinds);
        }
    }
    for pile in layout.piles.iter_mut().filter(|pile| hidden(&pile.zone)) {
        places.extend(&mut pile.kinds);
    }
    let is_hazard = |kind: &Kind| &*notation.kind(*kind).id == "exploding_kitten";
    places.retain(|kind| !is_hazard(kind));
    let mut kinds: Vec<Kind> = places.iter().map(|kind| **kind).collect();
    kinds.shuffle(random);
    for (place, kind) in places.into_iter().zip(kinds) {
        *place = kind;
    }
    (here, position::print(&layout, notation))
}

/// A reply in all formats, as text and JSON.
fn said(shell: &Shell, reply: &Reply) -> String {
    let asked = shell.asked().unwrap_or("nobody");
    format!("{asked}\n{}\n{}", reply.text(), serde_json::to_string(reply).unwrap())
}

/// Lets the viewer play each option that others may answer, in both positions, with everybody
/// passing. Returns the number of windows.
fn compare(variant: &str, n_players: usize, worlds: (&str, &str), viewer: Seat) -> usize {
    let name = NAMES[viewer.index()];
    let others: Vec<&str> = NAMES[..n_players].iter().copied().filter(|n| *n != name).collect();
    let open = |spec: &str| {
        let mut shell = started(variant, n_players, 1);
        // Agents in the other seats have this effect on windows.
        shell.input(&format!(":autopass off {}", others.join(" ")));
        shell.input(&format!(":as {name}"));
        let reply = shell.input(&format!(":table {spec}"));
        assert_eq!(reply.status, Status::Done, "{spec}: {}", reply.text());
        shell
    };
    let options = {
        let shell = open(worlds.0);
        let debugger = shell.debugger().unwrap();
        let decision = debugger.game.decision().unwrap();
        debugger.notation().options(decision)
    };
    let mut n_windows = 0;
    for option in options {
        let (mut one, mut other) = (open(worlds.0), open(worlds.1));
        let mut input = option;
        loop {
            let replies = (one.input(&input), other.input(&input));
            let decision = one.debugger().unwrap().game.decision();
            let is_window = decision.is_some_and(|decision| decision.prompt == Prompt::Respond);
            if !is_window {
                break;
            }
            assert_eq!(
                said(&one, &replies.0),
                said(&other, &replies.1),
                "{variant}: `{input}` by {name}\n{}\n{}",
                worlds.0,
                worlds.1
            );
            n_windows += 1;
            input = "pass".to_owned();
        }
    }
    n_windows
}

#[test]
fn hidden_cards_change_nothing_that_a_player_is_shown() {
    let mut random = generator(7, 7);
    for (variant, n_players) in [("classic", 3), ("party_pack", 4), ("slap", 4), ("board_game", 3)]
    {
        let mut n_windows = 0;
        for seed in 0..4 {
            let mut shell = started(variant, n_players, seed);
            for _ in 0..30 {
                let Some(decision) = shell.debugger().unwrap().game.decision() else { break };
                let (seat, n_options) = (decision.seat, decision.options.len());
                if decision.prompt == Prompt::Turn && random.random_range(0..3) == 0 {
                    let (here, there) = two_worlds(&shell, seat, &mut random);
                    n_windows += compare(variant, n_players, (&here, &there), seat);
                }
                let answer = random.random_range(1..=n_options).to_string();
                shell.input(&answer);
            }
        }
        assert!(n_windows > 20, "{variant}: only {n_windows} windows");
    }
}

/// Godcat comes from the mat and goes back to it: it is of another deck than what is drawn.
#[test]
fn a_card_of_another_deck_in_a_hand_is_not_told_by_what_is_sampled() {
    let mut sampled = Vec::new();
    for spec in ["bob: godcat | draw: nope favor", "bob: nope | draw: godcat favor"] {
        let mut shell = started("good_vs_evil", 2, 1);
        let reply = shell.input(&format!(":table {spec}"));
        assert_eq!(reply.status, Status::Done, "{}", reply.text());
        let debugger = shell.debugger().unwrap();
        let observation = debugger.game.observation(Seat(0));
        let held = (0..20).map(|seed| {
            let guess = observation.determinized(&mut generator(seed, 1));
            guess.hand(Seat(1)).iter().map(|card| guess.kind(*card)).collect::<Vec<Kind>>()
        });
        sampled.push(held.collect::<Vec<_>>());
    }
    assert_eq!(sampled[0], sampled[1]);
}

#[test]
fn what_is_told_to_somebody_else_is_no_step() {
    let spy = "//! Spy.\n\nfn resolve(me) {\n    if me.next.next.hand.has(\"favor\") {\n        \
               let target = me.next;\n        target.tell(\"yes\");\n        print(target.hand);\n    \
               }\n}\n";
    let variant = r#"{ "name": "Mine", "extends": "classic", "deck": { "spy": 4 } }"#;
    let library = Library::embedded().with_script("cards/spy", spy).with_variant("mine", variant);
    let replies = |cat: &str| -> Vec<String> {
        let mut shell = Shell::new(library.clone());
        let table = format!(":table ann: spy skip | bob: skip | cat: {cat} | draw: shuffle");
        let mut inputs = vec![":new mine ann bob cat --seed 1", &table, ":as ann", "play spy"];
        inputs.extend([":events", ":why", ":why 4", ":why 5", ":timeline"]);
        inputs.extend([":rstep"; 7]);
        inputs.extend([":step"; 7]);
        inputs.extend([":rstep", ":rstep", ":as all", ":as ann", ":where", ":rnext", ":rcontinue"]);
        inputs.extend([":last-change ann.hand", ":goto end", ":why"]);
        let replies = inputs.iter().map(|input| {
            let reply = shell.input(input);
            said(&shell, &reply)
        });
        let replies = replies.zip(&inputs).skip(3).filter(|(_, input)| **input != ":as all");
        replies.map(|(reply, _)| reply).collect()
    };
    let (with, without) = (replies("favor"), replies("attack"));
    assert!(with.iter().any(|reply| reply.contains("comes to nothing")), "{with:?}");
    assert_eq!(with, without);
}

#[test]
fn who_chose_a_card_in_secret_is_told_which_and_others_are_not() {
    let mix = "//! Mix: every player shuffles a card of their choice into the draw pile.\n\n\
               fn resolve(me) {\n    let hands = players().map(|p| p.hand);\n    let cards = \
               choose_cards_together(players(), \"Which?\", hands);\n    \
               cards.move_to(draw_pile());\n    draw_pile().shuffle();\n}\n";
    let variant = r#"{ "name": "Mine", "extends": "classic", "deck": { "mix": 4 } }"#;
    let library = Library::embedded().with_script("cards/mix", mix).with_variant("mine", variant);
    let mut shell = Shell::new(library);
    for input in [
        ":table mine ann: mix skip favor | bob: skip favor | draw: favor*3",
        "play mix",
        "skip",
        "skip",
        ":as ann",
    ] {
        shell.input(input);
    }
    let reply = shell.input(":events");
    let events = said(&shell, &reply);
    assert!(events.contains("ann chooses Skip (only ann sees it)"), "{events}");
    assert!(events.contains("bob chooses a card (only bob sees it)"), "{events}");
}
