//! Packs that an author writes: what `check` finds in them, what its fixes change, and what the
//! REPL shows of them.

use crate::program::Litterbox;

const MINE: &str = r#"{ "name": "Mine", "extends": "classic", "deck": { "a": 4, "b": 4 } }"#;

/// Classic with four cards each of two kinds.
fn mine(card: &str) -> Litterbox {
    let files = Litterbox::new().with("variants/mine.json", MINE);
    files.with("scripts/cards/a.rhai", card).with("scripts/cards/b.rhai", DRAW)
}

const DRAW: &str = "//! Draw a card.\n\nfn resolve(me) { me.draw(); }\n";

/// What `check` says.
fn checked(litterbox: &Litterbox) -> String {
    litterbox.run(&["check"]).shown()
}

#[test]
fn a_title_must_differ_from_those_of_the_built_in_file_and_from_ids() {
    for (language, title, says) in [
        ("it", "Salta", "`Salta` is ambiguous with `skip`"),
        ("it", "B", "`B` is ambiguous with `b`"),
        ("en", "Skip", "`Skip` is ambiguous with `skip`"),
    ] {
        let titles = format!(
            r#"{{ "language": "{language}", "name": "L", "cards": {{ "a": {{ "title": "{title}" }} }} }}"#
        );
        let litterbox = mine(DRAW).with(&format!("variants/titles/{language}.json"), &titles);
        assert!(checked(&litterbox).contains(says), "{}", checked(&litterbox));
    }
    let titles = r#"{ "language": "it", "name": "L", "cards": { "a": { "title": "Adesso" } } }"#;
    let litterbox = mine(DRAW).with("variants/titles/it.json", titles);
    assert!(checked(&litterbox).contains("no errors"), "{}", checked(&litterbox));
    let titles = titles.replace("Adesso", "Salta");
    let ran = litterbox
        .with("variants/titles/it.json", &titles)
        .run(&["repl", "mine", "ann", "bob", "--lang", "it", "-c", ":view"]);
    assert!(ran.code != Some(0) && ran.shown().contains("V0201"), "{}", ran.shown());
}

#[test]
fn a_misspelled_hook_is_found_among_those_of_its_folder() {
    for (script, says) in [
        ("fn resolv(me) { me.draw(); }", "did you mean `resolve`?"),
        ("fn setups(me) { me.draw(); }", "nothing calls `setups`"),
        ("fn resolve(me) { me.draw(); } fn resolv(me) { me.draw(); }", "nothing calls `resolv`"),
        ("fn resolve(me) { me.draw(); } fn resolve(me, x) { x; }", "`resolve` is defined twice"),
        ("def resolve(me) { me.draw(); }", "a function begins with `fn`"),
        ("const WHEN = [];", "`WHEN` names no moment"),
    ] {
        let said = checked(&mine(script));
        assert!(said.contains(says), "{script}: {said}");
    }
}

#[test]
fn a_setup_that_fails_names_the_numbers_of_players_unless_it_always_does() {
    let rules = |condition: &str| {
        let setup = format!("//! Demo.\n\nfn setup() {{ deal(hand_size() - {condition}); }}\n");
        let variant = MINE.replace("\"deck\"", "\"rules\": [\"classic\", \"demo\"], \"deck\"");
        let litterbox = mine(DRAW).with("variants/mine.json", &variant);
        checked(&litterbox.with("scripts/rules/demo.rhai", &setup))
    };
    let said = rules("if players().len > 3 { 1 } else { 0 }");
    assert!(said.contains("Mine cannot begin with 4, 5 players: each player is dealt"), "{said}");
    let said = rules("1");
    assert!(said.contains("Mine cannot begin: each player is dealt"), "{said}");
}

#[test]
fn a_function_of_rules_that_the_variant_does_not_list_is_named() {
    let variant = r#"{ "name": "Mine", "extends": "classic", "rules": ["two"] }"#;
    let files = Litterbox::new().with("variants/mine.json", variant);
    let said = checked(&files.with("scripts/rules/two.rhai", "fn two() { 2 }\n"));
    assert!(
        said.contains("rules/classic.rhai has it: list `classic` in the `rules` of variants/"),
        "{said}"
    );
}

#[test]
fn the_function_that_is_suggested_takes_these_arguments() {
    let meant = [
        ("me.choose_word(\"Now?\", [\"yes\", \"no\"])", "`choose`"),
        ("me.chose_card(\"Which?\", me.hand)", "`choose_card`"),
        ("others_with(me)", "`others` or `others_with_cards`"),
    ];
    for (call, functions) in meant {
        let said = checked(&mine(&format!("fn resolve(me) {{ {call}; }}\n")));
        assert!(said.contains(&format!("did you mean {functions}?")), "{said}");
    }
    // Of the similar names, none takes a number: the intended meaning is not certain.
    let script = "fn resolve(me) { me.take_randm(2); }\n";
    let litterbox = mine(script);
    assert!(checked(&litterbox).contains("did you mean `take_random`?"));
    litterbox.run(&["check", "--fix"]);
    assert_eq!(litterbox.read("scripts/cards/a.rhai"), script);
}

#[test]
fn what_agents_cannot_call_is_found_in_their_scripts() {
    for (body, says) in [
        ("randm(decision.options.len())", "did you mean `random`?"),
        ("draw_pile().len", "there is no function `draw_pile`"),
        (
            "let best = position.seats[0].hand.filter(|card| card == \"nope\"); best.len()",
            "no errors",
        ),
        ("last(decision) } fn last(decision) { decision.options[-1].id", "no errors"),
    ] {
        let script = format!("fn answer(position, decision) {{ {body} }}\n");
        let said = checked(&Litterbox::new().with("scripts/agents/mine.rhai", &script));
        assert!(said.contains(says), "{body}: {said}");
    }
}

#[test]
fn a_title_in_a_variant_is_shown_where_titles_belong() {
    let kinds = r#""kinds": { "a": { "title": "Anything" } }, "deck""#;
    let variant = MINE.replace("\"deck\"", kinds);
    let said = checked(&mine(DRAW).with("variants/mine.json", &variant));
    assert!(said.contains("belong in a file of a language, `variants/titles/en.json`"), "{said}");
}

#[test]
fn a_fix_makes_no_file_worse() {
    let script = "fn resolve(me) { me.draw(); }\n\nfn gain(me, card) { me.draw(); }\n";
    let deck = r#"{ "name": "Mine", "extends": "classic", "deck": { "a": 4, "b": 4, "skp": 3, "skip": 1 } }"#;
    let litterbox = mine(script).with("variants/mine.json", deck);
    litterbox.run(&["check", "--fix"]);
    assert_eq!(litterbox.read("variants/mine.json"), deck);
    assert_eq!(litterbox.read("scripts/cards/a.rhai"), script);
    let deck = deck.replace(", \"skip\": 1", "");
    let litterbox = litterbox.with("variants/mine.json", &deck);
    litterbox.run(&["check", "--fix"]);
    assert_eq!(litterbox.read("variants/mine.json"), deck.replace("skp", "skip"));
}

/// A game of dishes: a family whose kinds differ in their count.
fn dishes(rules: &str) -> Litterbox {
    let variant = r#"{
        "name": "Dishes", "players": [2, 2], "deal": 2, "rules": ["dishes"],
        "piles": { "mat": {} },
        "families": { "dish": {
            "id": "{dish}", "tags": ["{dish}"],
            "each": { "dish": { "tempura": { "count": 3 }, "sashimi": {}, "pudding": { "count": 2 } } }
        } }
    }"#;
    let files = Litterbox::new().with("variants/dishes.json", variant);
    let files = files.with("scripts/cards/dish.rhai", "//! A dish.\n");
    files.with("scripts/rules/dishes.rhai", rules)
}

#[test]
fn a_value_of_a_family_may_have_a_count_of_its_own() {
    let litterbox = dishes("fn setup() { draw_pile().shuffle(); deal(hand_size()); }\n");
    let checked = checked(&litterbox);
    assert!(checked.contains("no errors"), "{checked}");
    let listed = litterbox.run(&["cards", "dishes"]).out;
    for (id, count) in [("tempura", "3"), ("sashimi", "1"), ("pudding", "2")] {
        let row = listed.lines().find(|line| line.contains(id)).unwrap_or_default();
        assert!(row.split_whitespace().any(|word| word == count), "{id}: {listed}");
    }
}

#[test]
fn who_takes_a_card_from_a_hidden_pile_sees_it() {
    let rules = "\
        fn setup() { draw_pile().shuffle(); deal(hand_size()); }\n\
        fn turn_start(me) {\n\
            draw_pile().top.move_to(pile(\"mat\"));\n\
            pile(\"mat\").top.move_to(me.hand);\n\
        }\n";
    let ran =
        dishes(rules).run(&["repl", "dishes", "ann", "bob", "--seed", "1", "-c", ":events 0"]);
    let moved = ran.out.lines().find(|line| line.contains("from the mat")).unwrap_or_default();
    assert!(moved.contains("(only ann sees it)"), "{}", ran.shown());
}

#[test]
fn the_picture_of_a_position_has_lines_and_is_shown_with_it() {
    let rules = "\
        fn setup() { draw_pile().shuffle(); deal(hand_size()); }\n\
        fn picture() { \"+---+\\n| \\\\ |\\n+---+\" }\n";
    let ran = dishes(rules).run(&["repl", "dishes", "ann", "bob", "-c", ":view"]);
    assert!(ran.out.contains("+---+\n| \\ |\n+---+\n"), "{}", ran.shown());
}

#[test]
fn no_session_must_play_a_card_that_cannot_be_played() {
    let session = "```litterbox\n> :new dishes ann bob --seed 1\n> :expect turn ann\n```\n";
    let litterbox = dishes("fn setup() { draw_pile().shuffle(); deal(hand_size()); }\n")
        .with("tests/dishes.session.md", session);
    let ran = litterbox.run(&["test", "--expects", "--coverage"]);
    assert!(ran.out.contains("0 of 0 cards and combos are played"), "{}", ran.shown());
    assert!(!ran.shown().contains("W0401"), "{}", ran.shown());
}

#[test]
fn a_card_that_belongs_in_no_pile_stays_in_the_hand_where_editions_are_mixed() {
    let session = "```litterbox\n\
        > :new mixed ann bob cat --seed 1\n\
        > :table ann: potluck | bob: godcat skip | cat: godcat | draw: favor | mat: devilcat\n\
        ann> play potluck\n\
        > :expect draw skip favor\n\
        > :expect hand cat godcat\n\
        ```\n";
    let mixed = r#"{ "name": "Mixed", "extends": "good_vs_evil",
        "deck": { "potluck": 2, "godcat": 2 } }"#;
    let litterbox = Litterbox::new().with("variants/mixed.json", mixed);
    let ran = litterbox.with("a.session.md", session).run(&["test", "--expects", "a.session.md"]);
    assert!(ran.code == Some(0), "{}", ran.shown());
}

#[test]
fn a_range_of_numbers_is_short_for_a_list() {
    let rules = "fn setup() { draw_pile().shuffle(); deal(hand_size()); }\n";
    let with_range = |range: &str| {
        let variant = format!(
            r#"{{ "name": "Dishes", "players": [2, 2], "deal": 2, "rules": ["dishes"],
            "families": {{ "dish": {{ "id": "dish_{{n}}", "each": {{ "n": "{range}" }} }} }} }}"#
        );
        dishes(rules).with("variants/dishes.json", &variant)
    };
    let sum = "= draw_pile().cards.map(|c| c.param(\"n\")).reduce(|a, b| a + b, 0)";
    let position = ":table draw: dish_1 dish_2 dish_12";
    let start = ["repl", "dishes", "ann", "bob", "-c", position, "-c", sum];
    let ran = with_range("1..=12").run(&start);
    assert!(ran.out.contains("15"), "{}", ran.shown());
    for (range, says) in [
        ("12..=1", "`n` has no values"),
        ("1..=1001", "more than 1000 kinds"),
        ("0..=4294967295", "more than 1000 kinds"),
        ("1 to 12", "`n` is not a range of numbers"),
    ] {
        let said = checked(&with_range(range));
        assert!(said.contains(says) && said.contains("1 error in"), "{range}: {said}");
    }
}

#[test]
fn a_kind_without_a_parameter_may_count_as_if_it_had_one() {
    let rules = "fn setup() { draw_pile().shuffle(); deal(hand_size()); }\n\
        /// The points of all cards of the draw pile.\n\
        fn points() { draw_pile().cards.map(|c| c.param(\"points\", 1)).reduce(|a, b| a + b, 0) }";
    let variant = r#"{ "name": "Dishes", "players": [2, 2], "deal": 2, "rules": ["dishes"],
        "deck": { "plain": 9, "fine": 9 },
        "kinds": { "plain": { "script": "dish" }, "fine": { "script": "dish", "points": 5 } } }"#;
    let litterbox = dishes(rules).with("variants/dishes.json", variant);
    let said = checked(&litterbox);
    assert!(said.contains("no errors"), "{said}");
    let position = ":table draw: plain fine plain fine fine";
    let ran = litterbox.run(&["repl", "dishes", "ann", "bob", "-c", position, "-c", "= points()"]);
    assert!(ran.out.contains("17"), "{}", ran.shown());
    let misspelt = rules.replace("\"points\"", "\"point\"");
    let said = checked(&litterbox.with("scripts/rules/dishes.rhai", &misspelt));
    assert!(said.contains("there is no parameter of a kind `point`"), "{said}");
}

#[test]
fn cards_of_one_kind_in_several_places_are_several_options() {
    let session = "\
        ```litterbox\n\
        > :new tents ann bob cat --seed 1\n\
        > :table ann: storm tent | bob.front: tent | cat.front: tent tent skip | draw: favor ...\n\
        ann> play storm\n\
        > :expect options ann.tent, bob.front.tent, cat.front.tent, skip\n\
        > :refuse tent\n\
        ann> cat.front.tent\n\
        > :expect = players()[2].front.len == 2 && players()[1].front.len == 1\n\
        > :back\n\
        > :back\n\
        ann> play storm bob.front.tent\n\
        > :expect = players()[1].front.is_empty\n\
        > :expect discard tent storm\n\
        ```\n";
    let variant =
        r#"{ "name": "Tents", "extends": "classic", "deck": { "tent": 40, "storm": 40 } }"#;
    let storm = "//! Storm: discard a card of yours, or one in front of a player.\n\n\
        fn announce(me) {\n    let cards = me.hand.cards;\n\
        \x20   for p in players() { cards += p.front.cards; }\n\
        \x20   me.choose_card(\"Discard which card?\", cards)\n}\n\n\
        fn resolve(me, card) { card.discard(); }\n";
    let picky = "//! Picky: chooses cards in front of the second player.\n\n\
        fn answer(position, decision) {\n    let second = #{ zone: \"front\", owner: position.seats[1].name };\n\
        \x20   for option in decision.options {\n\
        \x20       if \"zone\" in option && option.zone == second { return option.id; }\n    }\n\
        \x20   decision.options[random(decision.options.len())].id\n}\n";
    let litterbox = Litterbox::new()
        .with("variants/tents.json", variant)
        .with(
            "scripts/cards/tent.rhai",
            "//! Tent.\n\nconst TO = \"front\";\n\nfn resolve(me) {}\n",
        )
        .with("scripts/cards/storm.rhai", storm)
        .with("scripts/agents/picky.rhai", picky)
        .with("a.session.md", session);
    let ran = litterbox.run(&["test", "--expects", "a.session.md"]);
    assert!(ran.code == Some(0), "{}", ran.shown());
    let position = ":table ann: storm tent | bob.front: tent";
    let play = ["repl", "tents", "ann", "bob", "-c", position, "-c", "play storm"];
    let said = litterbox.run(&[&play[..], &["--format", "json"]].concat()).out;
    assert!(said.contains(r#""zone":{"zone":"front","owner":"bob"}"#), "{said}");
    let sim = ["sim", "tents", "--games", "3", "--agents", "script:picky"];
    litterbox.run(&[&sim[..], &["--decisions-out", "d.csv"]].concat());
    let rows = std::fs::read_to_string(litterbox.path().join("d.csv")).expect("it is written");
    let chosen = |card: &str| rows.contains(&format!(",card {card},"));
    assert!(chosen("2.front.tent") && !chosen("1.front.tent"), "{rows}");
}

#[test]
fn an_error_in_a_family_is_told_once() {
    let rules = "fn setup() { draw_pile().shuffle(); deal(hand_size()); }\n";
    let litterbox = dishes(rules);
    std::fs::remove_file(litterbox.path().join("scripts/cards/dish.rhai")).expect("it is there");
    let said = litterbox.run(&["repl", "dishes", "ann", "bob", "-c", ":view"]).shown();
    assert_eq!(said.matches("there is no script cards/dish.rhai").count(), 1, "{said}");
}

#[test]
fn a_blind_player_turns_over_no_card_where_none_is_ever_played_by_itself() {
    let rules = "\
        fn setup() { draw_pile().shuffle(); deal(hand_size()); }\n\
        fn turn_start(me) { me.blind(true); }\n";
    let start = ["repl", "dishes", "ann", "bob", "--seed", "1", "-c", ":expect options draw"];
    let ran = dishes(rules).run(&start);
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
    let playable = "//! A dish.\n\nfn resolve(me) { me.draw(); }\n";
    let ran = dishes(rules).with("scripts/cards/dish.rhai", playable).run(&start);
    assert!(ran.shown().contains("hidden_card"), "{}", ran.shown());
}

#[test]
fn diff_shows_all_that_a_variant_can_have() {
    for (part, shown) in [
        (r#""counters": { "card": ["fuse"] }"#, "of each card"),
        (r#""piles": { "player": ["pack"] }"#, "of each player, face down, seen by that player"),
        (r#""explosion_tags": ["defusable"]"#, "#defusable"),
        (r#""piles": { "lot": { "shown": false } }"#, "face down, not shown"),
    ] {
        let text = format!(r#"{{ "name": "Mine", "extends": "classic", {part} }}"#);
        let ran = Litterbox::new().with("mine.json", &text).run(&["diff", "classic", "mine.json"]);
        assert_eq!(ran.code, Some(1), "{part}");
        assert!(ran.out.contains(shown), "{part}: {}", ran.out);
    }
}
