//! The setup of each edition: the cards in each zone for every number of players.

use crate::harness::{Edition, loaded};
use litterbox::kernel::card::PileId;
use litterbox::kernel::rng::generator;
use litterbox::kernel::{Kind, Rulebook, Seat, Zone};
use litterbox::script::Host;
use litterbox::variant::{Library, Ruleset, children, document};

/// Variant, players, draw pile, hand, Exploding and Imploding Kittens in the pile, rescue cards
/// (Defuses or Zombie Kittens) in play beyond one per player. From the rulebooks.
const BEGINNINGS: &[(&str, usize, usize, usize, usize, usize, usize)] = &[
    ("classic", 2, 35, 8, 1, 0, 2),
    ("classic", 3, 30, 8, 2, 0, 3),
    ("classic", 4, 23, 8, 3, 0, 2),
    ("classic", 5, 16, 8, 4, 0, 1),
    ("party_pack", 2, 29, 8, 1, 0, 1),
    ("party_pack", 3, 22, 8, 2, 0, 0),
    ("party_pack", 4, 38, 8, 3, 0, 3),
    ("party_pack", 5, 31, 8, 4, 0, 2),
    ("party_pack", 6, 24, 8, 5, 0, 1),
    ("party_pack", 7, 17, 8, 6, 0, 0),
    ("party_pack", 8, 54, 8, 7, 0, 2),
    ("party_pack", 9, 47, 8, 8, 0, 1),
    ("party_pack", 10, 40, 8, 9, 0, 0),
    ("party_pack_zh", 2, 29, 8, 1, 0, 1),
    ("party_pack_zh", 3, 22, 8, 2, 0, 0),
    ("party_pack_zh", 4, 38, 8, 3, 0, 3),
    ("party_pack_zh", 5, 31, 8, 4, 0, 2),
    ("party_pack_zh", 6, 24, 8, 5, 0, 1),
    ("party_pack_zh", 7, 17, 8, 6, 0, 0),
    ("party_pack_zh", 8, 54, 8, 7, 0, 2),
    ("party_pack_zh", 9, 47, 8, 8, 0, 1),
    ("party_pack_zh", 10, 40, 8, 9, 0, 0),
    ("slap", 2, 29, 8, 1, 0, 1),
    ("slap", 3, 22, 8, 2, 0, 0),
    ("slap", 4, 40, 8, 3, 0, 3),
    ("slap", 5, 33, 8, 4, 0, 2),
    ("slap", 6, 26, 8, 5, 0, 1),
    ("slap", 7, 19, 8, 6, 0, 0),
    ("slap", 8, 56, 8, 7, 0, 2),
    ("slap", 9, 49, 8, 8, 0, 1),
    ("slap", 10, 42, 8, 9, 0, 0),
    ("slapstick", 2, 42, 8, 1, 0, 2),
    ("slapstick", 3, 37, 8, 2, 0, 3),
    ("slapstick", 4, 30, 8, 3, 0, 2),
    ("slapstick", 5, 23, 8, 4, 0, 1),
    ("imploding", 2, 55, 8, 1, 1, 2),
    ("imploding", 3, 48, 8, 1, 1, 2),
    ("imploding", 4, 42, 8, 2, 1, 2),
    ("imploding", 5, 35, 8, 3, 1, 1),
    ("imploding", 6, 28, 8, 4, 1, 0),
    ("streaking", 2, 50, 8, 2, 0, 2),
    ("streaking", 3, 44, 8, 3, 0, 2),
    ("streaking", 4, 38, 8, 4, 0, 2),
    ("streaking", 5, 31, 8, 5, 0, 1),
    ("barking", 2, 51, 8, 1, 0, 4),
    ("barking", 3, 44, 8, 2, 0, 3),
    ("barking", 4, 37, 8, 3, 0, 2),
    ("barking", 5, 30, 8, 4, 0, 1),
    ("zombie", 2, 9, 8, 1, 0, 0),
    ("zombie", 3, 11, 8, 2, 0, 0),
    ("zombie", 4, 28, 8, 3, 0, 1),
    ("zombie", 5, 21, 8, 4, 0, 0),
    ("good_vs_evil", 2, 32, 8, 1, 0, 2),
    ("good_vs_evil", 3, 26, 8, 2, 0, 2),
    ("good_vs_evil", 4, 20, 8, 3, 0, 2),
    ("good_vs_evil", 5, 13, 8, 4, 0, 1),
    ("cat_burglar", 2, 35, 8, 1, 0, 2),
    ("cat_burglar", 3, 29, 8, 2, 0, 2),
    ("cat_burglar", 4, 23, 8, 3, 0, 2),
    ("cat_burglar", 5, 16, 8, 4, 0, 1),
    ("two_player", 2, 16, 8, 1, 0, 1),
    ("nsfw", 2, 35, 8, 1, 0, 2),
    ("nsfw", 3, 29, 8, 2, 0, 2),
    ("nsfw", 4, 23, 8, 3, 0, 2),
    ("nsfw", 5, 16, 8, 4, 0, 1),
    ("nope_sauce", 2, 30, 8, 1, 0, 0),
    ("nope_sauce", 3, 24, 8, 2, 0, 0),
    ("nope_sauce", 4, 18, 8, 3, 0, 0),
    ("nope_sauce", 5, 22, 6, 4, 0, 0),
    ("attack_of_the_attacks", 2, 25, 8, 1, 0, 1),
    ("attack_of_the_attacks", 3, 19, 8, 2, 0, 1),
    ("attack_of_the_attacks", 4, 13, 8, 3, 0, 1),
    ("attack_of_the_attacks", 5, 17, 6, 4, 0, 1),
    ("black_hole", 3, 22, 7, 0, 2, 0),
    ("black_hole", 4, 16, 7, 0, 3, 0),
    ("black_hole", 5, 20, 5, 0, 4, 0),
    ("card_hoarders", 2, 24, 6, 1, 1, 0),
    ("card_hoarders", 3, 19, 6, 1, 1, 0),
    ("card_hoarders", 4, 15, 6, 2, 1, 0),
    ("cat_fight", 2, 11, 3, 1, 0, 0),
    ("cat_fight", 3, 10, 3, 2, 0, 0),
    ("cat_fight", 4, 9, 3, 3, 0, 0),
    ("danger_mode", 2, 28, 8, 6, 0, 0),
    ("danger_mode", 3, 21, 8, 6, 0, 0),
    ("danger_mode", 4, 14, 8, 6, 0, 0),
    ("classic_mode", 2, 12, 8, 1, 0, 1),
    ("classic_mode", 3, 20, 8, 2, 0, 1),
    ("classic_mode", 4, 14, 8, 3, 0, 1),
    ("classic_mode", 5, 18, 6, 4, 0, 1),
    ("eye_for_an_eye", 3, 22, 8, 1, 1, 1),
    ("eye_for_an_eye", 4, 16, 8, 2, 1, 1),
    ("eye_for_an_eye", 5, 10, 8, 3, 1, 1),
    ("lightning_kittens", 2, 7, 2, 1, 0, 0),
    ("lightning_kittens", 3, 7, 2, 2, 0, 0),
    ("lightning_kittens", 4, 7, 2, 3, 0, 0),
    ("meowsochist", 2, 26, 6, 2, 0, 3),
    ("meowsochist", 3, 22, 6, 3, 0, 3),
    ("meowsochist", 4, 18, 6, 4, 0, 3),
    ("meowsochist", 5, 14, 6, 5, 0, 3),
    ("mind_games", 2, 27, 6, 1, 0, 0),
    ("mind_games", 3, 23, 6, 2, 0, 0),
    ("mind_games", 4, 19, 6, 3, 0, 0),
    ("mind_games", 5, 15, 6, 4, 0, 0),
    ("power_play", 3, 22, 8, 2, 1, 2),
    ("power_play", 4, 16, 8, 3, 1, 2),
    ("power_play", 5, 10, 8, 4, 1, 2),
    ("sharing_is_caring", 3, 22, 6, 2, 0, 1),
    ("sharing_is_caring", 4, 18, 6, 3, 0, 1),
    ("sharing_is_caring", 5, 14, 6, 4, 0, 1),
    ("sticky_fingers", 2, 28, 8, 2, 0, 1),
    ("sticky_fingers", 3, 22, 8, 3, 0, 1),
    ("sticky_fingers", 4, 16, 8, 4, 0, 1),
    ("sticky_fingers", 5, 20, 6, 5, 0, 1),
    ("the_purrrge", 3, 22, 8, 2, 1, 0),
    ("the_purrrge", 4, 16, 8, 3, 1, 0),
    ("the_purrrge", 5, 20, 6, 4, 1, 0),
];

#[test]
fn every_edition_begins_as_its_rulebook_says() {
    for (id, n_players, draw, hand, n_exploding, n_imploding, n_spare) in BEGINNINGS {
        let loaded = loaded(id, &[]);
        for seed in 0..5 {
            let game = loaded.game(*n_players, seed);
            let table = game.table();
            let context = format!("{id}, {n_players} players");
            assert_eq!(table.zones.len(Zone::Draw), *draw, "{context}");
            let rules = loaded.host.rules();
            let rescue = rules.find_tag("rescue");
            let is_rescue = |kind| rescue.is_some_and(|tag| rules.kind(kind).tags.has(tag));
            let count = |fits: &dyn Fn(Kind) -> bool, zones: &[Zone]| {
                let cards = zones.iter().flat_map(|zone| table.cards_in(*zone));
                cards.filter(|card| fits(table.kind(**card))).count()
            };
            let hands: Vec<_> = table.seats().map(Zone::Hand).collect();
            assert!(hands.iter().all(|zone| table.zones.len(*zone) == *hand), "{context}");
            for (id, n) in [("exploding_kitten", n_exploding), ("imploding_kitten", n_imploding)] {
                let kitten = rules.find_kind(id);
                let is_kitten = |kind| Some(kind) == kitten;
                assert_eq!(count(&is_kitten, &[Zone::Draw]), *n, "{context}: {id}");
                assert_eq!(count(&is_kitten, &hands), 0, "{context}: {id}");
            }
            let n_each = usize::from(*id != "black_hole");
            assert!(hands.iter().all(|z| count(&is_rescue, &[*z]) >= n_each), "{context}");
            let piles = (0..rules.piles.len()).map(|i| Zone::Pile(PileId(i as u8)));
            let in_play: Vec<_> = hands.into_iter().chain([Zone::Draw]).chain(piles).collect();
            let n_rescues = n_players * n_each + n_spare;
            assert_eq!(count(&is_rescue, &in_play), n_rescues, "{context}");
        }
    }
}

#[test]
fn an_imploding_kitten_counts_among_the_hazards_of_a_mixed_deck() {
    let text = r#"{ "name": "Both", "extends": "streaking", "deck": { "imploding_kitten": 1 },
                    "kinds": { "imploding_kitten": { "tags": ["hazard", "apart"] } } }"#;
    let library = Library::embedded().with_variant("both", text);
    let ruleset = Ruleset::load(&library, "both", &[]).expect("a variant");
    let host = Host::new(&ruleset.spec).expect("its scripts");
    let edition = Edition { ruleset, host };
    for n_players in 2..=5 {
        let game = edition.game(n_players, 1);
        let count = |id: &str| {
            let kind = edition.host.rules().find_kind(id);
            let cards = game.table().cards_in(Zone::Draw).iter();
            cards.filter(|card| Some(game.table().kind(**card)) == kind).count()
        };
        assert_eq!(count("imploding_kitten"), 1, "{n_players} players");
        assert_eq!(count("exploding_kitten"), n_players - 1, "{n_players} players");
    }
}

#[test]
fn no_recipe_asks_for_more_cards_than_the_box_holds() {
    let library = Library::embedded();
    let parent = document(&library, "recipes").expect("the box");
    let recipes = children(&library, "recipes");
    assert_eq!(recipes.len(), 15);
    for id in recipes {
        let ruleset = loaded(id, &[]).ruleset;
        for n_players in ruleset.players.clone() {
            for (kind, _, n_cards) in ruleset.deck(n_players).iter() {
                let kind = &ruleset.spec.kinds[kind.index()].id;
                let in_box = parent.get(&format!("deck/{kind}")).and_then(|n| n.as_u64());
                assert!(in_box >= Some(u64::from(*n_cards)), "{id}, {n_players} players: {kind}");
            }
        }
    }
}

#[test]
fn the_board_game_begins_with_five_cards_eleven_tiles_and_ten_magnets_aside() {
    let loaded = loaded("board_game", &[]);
    for n_players in 2..=6 {
        let game = loaded.game(n_players, 1);
        let (table, rules) = (game.table(), loaded.host.rules());
        let pile = |name: &str| table.zones.len(rules.find_pile(name).expect("a pile"));
        assert_eq!(pile("draw"), 64 - 5 * n_players);
        assert_eq!(pile("tiles"), 11);
        assert_eq!(pile("tile_discard"), 0);
        assert_eq!(pile("magnets"), 10);
        assert!(table.seats().all(|seat| table.hand(seat).len() == 5));
    }
}

/// What a player who knows only the own hand may suppose in the hands of the others: how often
/// cards of each of these kinds lie there, in 200 deals.
fn sampled_in_hands<const N: usize>(kinds: [&str; N]) -> [usize; N] {
    let setup = "fn setup() {\n    set_aside(\"lump\");\n    set_aside(\"gift\");\n    \
                 draw_pile().shuffle();\n    deal(hand_size());\n    \
                 for p in players() { p.receive(\"gift\"); }\n    put_back(\"lump\", 8);\n    \
                 put_back(\"gift\", 4);\n    draw_pile().shuffle();\n}\n\
                 fn draw_step(me) { me.draw(); end_turn(); }\n\
                 fn exploded(me, hazard) { me.out(); }\n";
    let acts = "fn gained(me, card) { me.explode(card); }\n";
    let rescued = format!("{acts}fn rescued(me, card) {{ card.discard(); }}\n");
    let variant = "{ \"name\": \"Mine\", \"players\": [2, 4], \"deal\": 3, \"rules\": [\"mine\"], \
                   \"deck\": { \"lump\": 8, \"gift\": 8, \"bomb\": 8, \"plain\": 8 } }";
    let library = Library::embedded()
        .with_script("rules/mine", setup)
        .with_script("cards/lump", acts)
        .with_script("cards/gift", &rescued)
        .with_script("cards/bomb", &rescued)
        .with_script("cards/plain", "fn resolve(me) { }\n")
        .with_variant("mine", variant);
    let ruleset = Ruleset::load(&library, "mine", &[]).expect("a variant");
    let host = Host::new(&ruleset.spec).expect("scripts");
    let game = Edition { ruleset, host }.game(3, 1);
    let observation = game.observation(Seat(0));
    let mut chance = generator(1, 1);
    let mut found = [0; N];
    for _ in 0..200 {
        let guess = observation.determinized(&mut chance);
        for (found, id) in found.iter_mut().zip(kinds) {
            let kind = game.rules().find_kind(id).expect("a kind");
            let hands = [Seat(1), Seat(2)].into_iter().flat_map(|seat| guess.hand(seat));
            *found += hands.filter(|card| guess.kind(**card) == kind).count();
        }
    }
    found
}

#[test]
fn a_kind_that_acts_when_gained_is_sampled_in_a_hand_only_if_the_setup_deals_it() {
    let [lump, gift, bomb, plain] = sampled_in_hands(["lump", "gift", "bomb", "plain"]);
    assert_eq!(lump, 0, "set aside before the deal");
    assert!(gift > 100, "received: {gift}");
    assert!(bomb > 100, "in the pile that was dealt from: {bomb}");
    assert!(plain > 100, "{plain}");
}
