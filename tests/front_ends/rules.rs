//! The rules of a variant, made of its data: `litterbox rules`.

use crate::harness::variants;
use crate::program::Litterbox;
use insta::assert_snapshot;
use std::collections::BTreeSet;
use std::path::Path;

/// What each session of the slap edition shows, as its page of rules says it.
const SHOWN: [(&str, &[&str]); 12] = [
    (
        "a_slap_hits_any_player",
        &[
            "slap a player of your choice, who takes two turns",
            "the next player in the direction of play goes on",
            "between two draws there is time to play",
            "between two players there is nobody to choose",
        ],
    ),
    (
        "cats_and_feral_cats",
        &[
            "Does nothing on its own",
            "Whether a cat may be played alone, for nothing: no",
            "steal a random card from a player of your choice",
            "Stands in for any cat in a pair or three of a kind",
            "It never stands in for a card that is not a cat",
        ],
    ),
    (
        "defuse_during_a_series_of_turns",
        &[
            "What a Defuse ends: one turn, or all turns that its player owes: turn",
            "they are passed over and owe no turns any more",
        ],
    ),
    ("no_five_different", &["Not a combo in this variant: Five Different"]),
    (
        "nope_on_a_slap",
        &[
            "Anyone may answer, whoever it is aimed at",
            "it is still the turn of the one who played it",
            "stopping it restores what it had stopped",
            "turns that they owe stay as they are",
            "Double Slap, Triple Slap",
        ],
    ),
    (
        "reverse",
        &[
            "Turns the direction of play round and ends one of your turns without drawing",
            "then the others are also asked the other way round",
        ],
    ),
    ("reverse_between_two_players", &["With two players, or once two are left, Reverse is a Skip"]),
    (
        "setup_by_number_of_players",
        &[
            "44 cards, used with 2-3, 8-10 players",
            "69 cards, used with 4-10 players",
            "46 cards in the game, with 2 of 9 Exploding Kitten",
        ],
    ),
    ("skip_against_a_slap", &["Ends one of your turns without drawing"]),
    (
        "slap_chain_on_a_later_owed_turn",
        &[
            "Turns already taken are not passed on",
            "the current one included",
            "a turn that comes from no attack",
        ],
    ),
    ("slap_chain_on_the_first_owed_turn", &["passes on all turns that are left"]),
    (
        "the_other_cards",
        &[
            "draw the lowest card of the draw pile instead of the top one",
            "Another player of your choice gives you a card; they choose which",
            "Look in secret at the next three cards",
            "put them back in any order",
            "before it, so that they can be dealt: before deal",
        ],
    ),
];

fn page(line: &str) -> String {
    let arguments: Vec<&str> = ["rules"].into_iter().chain(line.split(' ')).collect();
    let ran = Litterbox::new().run(&arguments);
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
    ran.out
}

#[test]
fn every_rule_that_sessions_of_the_slap_edition_show_is_on_its_page() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sessions/slap");
    let sessions: BTreeSet<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .map(|name| name.trim_end_matches(".session.md").to_owned())
        .collect();
    let listed: BTreeSet<String> = SHOWN.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(listed, sessions, "what each session shows");
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let page = words(&page("slap"));
    for (session, phrases) in SHOWN {
        for phrase in phrases {
            assert!(page.contains(phrase), "{session}: “{phrase}” is not in\n{page}");
        }
    }
}

#[test]
fn pages_of_rules() {
    assert_snapshot!("slap", page("slap"));
    assert_snapshot!("board_game", page("board_game --players 3"));
    assert_snapshot!("slap_html", page("slap --players 3 --lang it --format html"));
}

/// A setup that asks has not dealt what its answers decide.
#[test]
fn a_setup_that_asks_is_told_up_to_its_first_question() {
    let home = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/homebrew");
    let draft = page(&format!("draft --home {home}/house_rules --players 3"));
    let dealt = "1 in each hand, 7 in each pack and 30 in the draw pile; then the setup asks “Pick \
                 which card?”.";
    assert!(draft.contains(dealt), "{draft}");
    let auction = page(&format!("seat_auction --home {home}/further_rules --players 3"));
    let dealt = "8 in each hand and 30 in the draw pile; then the setup asks “Bid how many";
    assert!(auction.contains(dealt), "{auction}");
}

#[test]
fn the_last_alive_wins_only_where_the_variant_says_so() {
    let rounds = "//! Rounds: whoever explodes ends the round.\n\n\
                  fn exploded(me, hazard) { previous(me, hazard); new_round(); }\n";
    let told = |last_alive_wins: bool| {
        let variant = format!(
            r#"{{ "name": "Rounds", "extends": "classic", "rules": ["classic", "rounds"],
                "last_alive_wins": {last_alive_wins} }}"#
        );
        let litterbox = Litterbox::new().with("variants/rounds.json", &variant);
        let ran = litterbox.with("scripts/rules/rounds.rhai", rounds).run(&["rules", "rounds"]);
        ran.out.contains("The last player who is left wins.")
    };
    assert!(told(true) && !told(false));
}

#[test]
fn every_variant_has_rules() {
    for id in variants() {
        let json: serde_json::Value =
            serde_json::from_str(&page(&format!("{id} --format json"))).unwrap();
        let topics: BTreeSet<&str> = json["sections"]
            .as_array()
            .unwrap()
            .iter()
            .map(|section| section["topic"].as_str().unwrap())
            .collect();
        for topic in ["goal", "setup", "turn", "answers", "cards", "examples"] {
            assert!(topics.contains(topic), "{id} says nothing on {topic}");
        }
    }
}

#[test]
fn sessions_that_are_marked_are_the_examples() {
    let session = "# A favor is granted\n\n```litterbox example\n\
                   > :table classic ann: favor | bob: skip | draw: nope shuffle\n\
                   ann> play favor bob\nann> draw\n```\n\n\
                   # Another game\n\n```litterbox example\n\
                   > :table imploding ann: skip | bob: - | draw: nope nope\nann> play skip\n```\n\n\
                   # Not marked\n\n```litterbox\n> :table classic ann: skip | bob: - | draw: nope\n\
                   ann> play skip\n```\n";
    let litterbox = Litterbox::new().with("tests/favor.session.md", session);
    let examples = |arguments: &[&str]| {
        let ran = litterbox.run(&[&["rules"], arguments].concat());
        assert_eq!(ran.code, Some(0), "{}", ran.shown());
        let (_, examples) = ran.out.split_once("\nExamples\n").expect(&ran.out);
        format!("{examples}{}", ran.talk)
    };
    assert_snapshot!("own_examples", examples(&["classic"]));
    assert!(examples(&["classic", "--lang", "fr"]).contains("Faveur"));
    let other = examples(&["imploding"]);
    assert!(other.contains("Another game") && !other.contains("favor"), "{other}");
    assert!(!examples(&["slap"]).contains("Another game"));
    let wrong = session.replace("play favor bob", "play favor eve");
    let litterbox = Litterbox::new().with("tests/favor.session.md", &wrong);
    let ran = litterbox.run(&["rules", "classic"]);
    let said = "favor.session.md:5: ann> play favor eve\n  the example fails";
    assert!(ran.talk.contains(said), "{}", ran.shown());
    assert!(ran.out.contains("\nExamples\n"), "{}", ran.shown());
}
