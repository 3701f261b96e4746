//! `litterbox fuzz` on the command line: built-in editions pass; planted bugs are found, shrunk and
//! saved as failing sessions.

use crate::program::Litterbox;
use insta::assert_snapshot;
use litterbox::fuzz::NamedCoverage;
use serde_json::Value as Json;

/// Classic with additional cards: the id of each with its script.
fn toys(cards: &[(&str, &str)]) -> Litterbox {
    let deck: Vec<String> = cards.iter().map(|(id, _)| format!("\"{id}\": 4")).collect();
    let variant =
        format!(r#"{{ "name": "Toys", "extends": "classic", "deck": {{ {} }} }}"#, deck.join(", "));
    let litterbox = Litterbox::new().with("variants/toys.json", &variant);
    cards.iter().fold(litterbox, |litterbox, (id, script)| {
        litterbox.with(&format!("scripts/cards/{id}.rhai"), script)
    })
}

/// Fuzzes these cards; returns the output and the saved session, which must fail.
fn found(litterbox: &Litterbox, arguments: &[&str], file: &str) -> String {
    let ran = litterbox.run(&[&["fuzz", "toys", "--games", "480"], arguments].concat());
    assert_eq!(ran.code, Some(1), "{}", ran.shown());
    let test = litterbox.run(&["test", file]);
    assert_eq!(test.code, Some(1), "{}", test.shown());
    format!("{}--- {file}\n{}", ran.out, litterbox.read(file))
}

#[test]
fn missing_coverage_is_named_once_and_in_its_order() {
    let point = |(of, how): (&str, &str)| (of.to_owned(), how.to_owned(), how == "reached");
    let points = [("a", "z"), ("a", "y"), ("a", "z"), ("a", "reached"), ("b", "z"), ("b", "z")];
    let points = points.map(point).to_vec();
    let coverage = NamedCoverage { points, ..NamedCoverage::default() };
    assert_eq!(coverage.missing(), [("a", vec!["z", "y"]), ("b", vec!["z"])]);
}

#[test]
fn shipped_editions_hold() {
    for id in crate::harness::variants() {
        let ran = Litterbox::new().run(&["fuzz", &id, "--games", "20", "--seed", "5"]);
        assert_eq!(ran.code, Some(0), "{id}: {}", ran.shown());
        assert!(ran.out.contains("no findings"), "{}", ran.out);
    }
}

#[test]
fn a_fault_in_a_rare_position_is_found_and_small() {
    let script = "//! Windfall: take the top card of the draw pile.\n\n\
                  fn resolve(me) { draw_pile().top.give_to(me); }\n";
    let litterbox = toys(&[("windfall", script)]);
    let file = "fuzz_toys_f0102_at_cards_windfall_3.session.md";
    assert_snapshot!(found(&litterbox, &[], file));
    let once = litterbox.read(file);
    found(&litterbox, &["--threads", "1"], file);
    assert_eq!(litterbox.read(file), once, "the same seed finds the same");
}

#[test]
fn a_game_that_cannot_end_is_found_at_the_play_that_makes_it_so() {
    let script = "//! Peace: every kitten leaves the game.\n\n\
                  fn resolve(me) { draw_pile().all(\"exploding_kitten\").move_to(pile(\"box\")); }\n";
    let litterbox = toys(&[("peace", script)]);
    let file = "fuzz_toys_game_does_not_end.session.md";
    assert_snapshot!(found(&litterbox, &["--limit", "300"], file));
}

#[test]
fn a_position_with_cards_turned_up_and_blind_players_is_shrunk() {
    let script = "//! Mirror: everybody else shows a card and turns their hand face down.\n\n\
                  fn resolve(me) {\n    \
                      let seen = others(me).filter(|p| p.is_blind);\n    \
                      for p in others_with_cards(me) {\n        \
                          p.hand.top.turn_up();\n        p.blind(true);\n    }\n    \
                      if seen.len > 0 { draw_pile().at(99).discard(); }\n}\n";
    let litterbox = toys(&[("mirror", script)]);
    let file = "fuzz_toys_f0102_at_cards_mirror_9.session.md";
    let told = found(&litterbox, &["--players", "5"], file);
    assert!(told.contains("Shrunk to 1 input with 2 players"), "{told}");
}

/// A smaller game chooses the options of the larger one, wherever they are in its lists: no card,
/// player or answer is kept only because other options would have these numbers without it.
#[test]
fn a_finding_has_only_what_it_needs() {
    let script = "//! Bad: fails beside a Skip in the discard pile, at a hand with a Nope.\n\n\
                  fn announce(me) { me.choose_player(\"Whom?\", others(me)) }\n\n\
                  fn resolve(me, victim) {\n    \
                      let n = me.choose_number(\"How many?\", 0, 5);\n    \
                      let is_there = discard_pile().count(\"skip\") > 0;\n    \
                      if n == 3 && is_there && victim.hand.count(\"nope\") > 0 {\n        \
                          draw_pile().top.give_to(());\n    }\n}\n";
    let litterbox = Litterbox::new().with("scripts/cards/bad.rhai", script).with(
        "variants/mine.json",
        r#"{ "name": "Mine", "extends": "classic", "deck": { "bad": 8 } }"#,
    );
    let told = litterbox.run(&["fuzz", "mine", "--seed", "3"]).out;
    let position = "  > :table mine p1: bad | p2: nope | draw: - | discard: skip\n";
    assert!(
        told.contains("Shrunk to 3 inputs with 2 players") && told.contains(position),
        "{told}"
    );
    let dealt = litterbox.run(&["fuzz", "mine", "--seed", "1", "--from-setup"]).out;
    let (_, shrunk) = dealt.split_once("Shrunk to ").expect(&dealt);
    let n_inputs: usize = shrunk.split(' ').next().unwrap().parse().expect(&dealt);
    assert!(n_inputs <= 8, "{dealt}");
}

/// With fewer players everybody is dealt other cards, so that the inputs found mean nothing.
#[test]
fn a_finding_of_a_dealt_game_is_tried_with_fewer_players() {
    let script = "//! Bad: fails beside other kinds of cards.\n\n\
                  fn resolve(me) {\n    \
                      let kinds = [\"favor\", \"skip\", \"attack\"];\n    \
                      if kinds.all(|kind| me.hand.has(kind)) { draw_pile().top.give_to(()); }\n}\n";
    let litterbox = Litterbox::new().with("scripts/cards/bad.rhai", script).with(
        "variants/mine.json",
        r#"{ "name": "Mine", "extends": "classic", "deck": { "bad": 6 } }"#,
    );
    let run = ["fuzz", "mine", "--games", "300", "--players", "5", "--from-setup", "--seed", "5"];
    let told = litterbox.run(&run).out;
    assert!(told.contains("with 5 players. Shrunk to "), "{told}");
    assert!(!told.contains(" with 5 players:"), "{told}");
}

/// The start of a game that stops when one player is out says little about its end.
#[test]
fn a_game_that_does_not_end_is_described_later_on() {
    let session = "```litterbox\n\
                   > :table classic ann: skip | bob: skip | cat: skip | draw: exploding_kitten\n\
                   ann> play skip\n> :expect ends 600\n```\n";
    let ran = Litterbox::new().with("t.session.md", session).run(&["test", "t.session.md"]);
    let told = "500 answers later the draw pile is empty, and 2 players are in the game";
    assert!(ran.shown().contains(told), "{}", ran.shown());
}

#[test]
fn an_option_that_gives_a_hand_away_is_found() {
    let script = "//! Spy: take a Defuse from somebody who has one.\n\n\
                  fn resolve(me) {\n    \
                      let them = others(me).filter(|other| other.hand.has(\"defuse\"));\n    \
                      me.choose_player(\"Spy on whom?\", them);\n}\n";
    let litterbox = toys(&[("spy", script)]);
    assert_snapshot!(found(&litterbox, &[], "fuzz_toys_hidden_cards.session.md"));
}

/// A setup that takes cards out by their kind, as one with kittens does, deals three of the others
/// and asks each player.
fn asking(question: &str) -> Litterbox {
    let rules = format!(
        "//! Tiny: whoever draws loses.\n\n\
         fn setup() {{\n    set_aside(\"shuffle\");\n    draw_pile().shuffle();\n    \
         deal(3);\n    put_back(\"shuffle\");\n    draw_pile().shuffle();\n    \
         for p in players() {{ {question} }}\n}}\n\n\
         fn draw_step(me) {{ me.loses(); }}\n"
    );
    let variant = r#"{ "name": "Toys", "players": [2, 3], "deal": 3, "rules": ["tiny"],
        "deck": { "reverse": 5, "skip": 5, "shuffle": 5 } }"#;
    Litterbox::new().with("scripts/rules/tiny.rhai", &rules).with("variants/toys.json", variant)
}

#[test]
fn a_setup_may_ask_about_a_hand_that_is_dealt_in_any_order() {
    let litterbox = asking("p.choose_card(\"Which?\", p.hand).discard();");
    let ran = litterbox.run(&["fuzz", "toys", "--games", "480", "--from-setup"]);
    assert!(ran.out.contains("no findings"), "{}", ran.shown());
}

#[test]
fn a_question_of_a_setup_that_gives_a_hand_away_is_found() {
    let litterbox = asking(
        "let word = if p.next.hand.top.kind == \"skip\" { \"a\" } else { \"b\" };\n        \
         p.choose(\"Which?\", [word, \"other\"]);",
    );
    let told = found(&litterbox, &["--from-setup"], "fuzz_toys_hidden_cards.session.md");
    assert!(told.contains("depend on cards hidden from them"), "{told}");
}

#[test]
fn what_an_author_wants_to_hold_always_is_found_broken() {
    let script = "//! Burn: the top card of the draw pile leaves the game.\n\n\
                  fn resolve(me) {\n    \
                      if !draw_pile().is_empty { draw_pile().top.move_to(pile(\"box\")); }\n}\n";
    let litterbox = toys(&[("burn", script)]);
    let holds = ["--always", "true || pile(\"box\").count(\"skip\") == 0"];
    let fails = ["--always", "pile(\"box\").count(\"skip\") == 0"];
    let always = [holds, fails, holds].concat();
    let told = found(&litterbox, &always, "fuzz_toys_always_failed.session.md");
    assert!(told.contains("p1> play burn\n  > = pile(\"box\").count(\"skip\") == 0"), "{told}");
}

#[test]
fn generated_positions_keep_the_hazards_that_always_relies_on() {
    let always = ["--always", "draw_pile().len >= players().len - 1"];
    let ran = Litterbox::new().run(&[&["fuzz", "classic", "--games", "144"], &always[..]].concat());
    assert!(ran.out.contains("no findings"), "{}", ran.shown());
}

/// A card that fails only without a kitten in the draw pile, which no game reaches.
const WARDEN: &str = "//! Warden: asks about the first kitten.\n\n\
                      fn resolve(me) {\n    let kitten = draw_pile().find(\"exploding_kitten\");\n    \
                      if kitten.is_face_up { end_turn(); }\n}\n";

#[test]
fn positions_that_cannot_be_are_not_generated() {
    let litterbox = toys(&[("warden", WARDEN)]);
    let run = |arguments: &[&str]| {
        litterbox.run(&[&["fuzz", "toys", "--games", "240"], arguments].concat())
    };
    assert!(run(&[]).out.contains("that was made up"), "{}", run(&[]).shown());
    let n_kittens = "draw_pile().count(\"exploding_kitten\") == players().len - 1";
    for excluded in [&["--given", n_kittens][..], &["--from-setup"]] {
        let ran = run(excluded);
        assert!(ran.out.contains("no findings"), "{}", ran.shown());
    }
    let ran = run(&["--given", "draw_pile().len > 999"]);
    assert!(ran.out.contains("games started with the setup: no position was"), "{}", ran.shown());
    let ran = run(&["--given", "draw_pile().len"]);
    assert!(ran.talk.contains("error[A0105]") && ran.talk.contains("--given"), "{}", ran.shown());
}

#[test]
fn what_is_given_is_true_in_the_shrunk_position() {
    let script = "//! Dud: fails.\n\nfn resolve(me) { me.hand.at(99).discard(); }\n";
    let litterbox = toys(&[("dud", script)]);
    let file = "fuzz_toys_f0102_at_cards_dud_3.session.md";
    let told = found(&litterbox, &["--given", "draw_pile().len >= 3"], file);
    let (_, draw) = told.split_once("draw: ").expect(&told);
    let draw = draw.lines().next().expect("a line");
    assert_eq!(draw.split(" | ").next().unwrap().split(' ').count(), 3, "{told}");
    let told = found(&toys(&[("dud", script)]), &["--from-setup"], file);
    assert!(!told.contains(":table"), "{told}");
}

#[test]
fn findings_are_data_and_what_was_never_done_is_told() {
    let script = "//! Dud: does nothing, unless nobody else has a card.\n\n\
                  fn resolve(me) { if others_with_cards(me).is_empty { me.hand.at(-1).discard(); } }\n";
    let litterbox = toys(&[("dud", script)]);
    let run = ["fuzz", "toys", "--games", "96", "--keep-going", "--format", "json"];
    let ran = litterbox.run(&[&run[..], &["--players", "2", "--out", "found"]].concat());
    let json: Json = serde_json::from_str(&ran.out).expect(&ran.talk);
    assert_eq!((ran.code, json["games"].as_u64()), (Some(1), Some(96)), "{}", ran.shown());
    let finding = &json["findings"][0];
    assert!(finding["fails"].as_bool().unwrap(), "{finding}");
    assert!(finding["inputs"].as_u64().unwrap() <= 2, "{finding}");
    assert!(json["reached"].as_u64().unwrap() > 100, "{json}");
    assert_eq!(finding["made_up"], true, "{finding}");
    assert!(litterbox.read(finding["file"].as_str().unwrap()).contains("```litterbox"));
}

#[test]
fn a_switch_over_several_lines_can_be_fuzzed_covered_and_stopped_in() {
    let script = "//! Pick: one of several things.\n\nfn resolve(me) {\n    \
                      switch me.choose(\"Which?\", [\"draw\", \"skip\", \"none\"]) {\n        \
                          \"draw\" => me.draw(),\n        \
                          \"skip\" => {\n            end_turn();\n        }\n        \
                          // nothing, but something\n        \
                          _ => if me.hand.is_empty { end_turn(); } else { (); },\n    }\n}\n";
    let session = "```litterbox\n> :new toys ann bob --seed 1\n\
                   > :table ann: pick pick | bob: - | draw: skip skip\n\
                   > :break line pick:5\n\
                   ann> play pick\nann> draw\n\
                   > :expect hand ann pick\n> :continue\n> :expect hand ann pick skip\n```\n";
    let litterbox = toys(&[("pick", script)]).with("tests/pick.session.md", session);
    let ran = litterbox.run(&["fuzz", "toys", "--games", "96"]);
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
    assert!(!ran.out.contains("cards/pick.rhai"), "every line is reached: {}", ran.out);
    let test = litterbox.run(&["test", "--expects", "--coverage", "tests"]);
    assert_eq!(test.code, Some(0), "{}", test.shown());
    assert!(test.out.contains("cards/pick.rhai        1/1    2/4"), "{}", test.out);
}

#[test]
fn a_slow_hook_is_reported_with_its_cost() {
    let script = "//! Slow: counts before it can be played.\n\nfn playable(me) {\n    \
                      let n = 0;\n    while n < 4000 { n += 1; }\n    n > 0\n}\n\n\
                  fn resolve(me) { me.draw(); }\n";
    let litterbox = toys(&[("slow", script)]);
    let fuzz = ["fuzz", "toys", "--games", "8", "--threads", "1"];
    let ran = litterbox.run(&fuzz);
    let slow: Vec<&str> = ran.out.lines().filter(|line| line.starts_with("slow: ")).collect();
    let [slow] = slow[..] else { panic!("{}", ran.shown()) };
    let start = "slow: `playable` at cards/slow.rhai:3: up to ";
    assert!(slow.starts_with(start) && slow.contains("over the limit of 10000"), "{slow}");
    let ran = litterbox.run(&[&fuzz[..], &["--format", "json"]].concat());
    let json: Json = serde_json::from_str(&ran.out).expect(&ran.talk);
    let most = json["slow"][0]["most"].as_u64().unwrap();
    assert!((10_001..50_000).contains(&most), "{json}");
}

#[test]
fn a_time_limit_ends_slow_scripts_and_games_that_do_not_end() {
    let script = "//! Slow: every turn takes its time, and nobody dies.\n\n\
                  fn turn_start(me) {\n    let n = 0;\n    while n < 6000 { n += 1; }\n}\n\n\
                  fn exploded(me, hazard) { me.hand.discard_all(); }\n";
    let variant = r#"{ "name": "Slow", "extends": "classic", "rules": ["classic", "slow"] }"#;
    let litterbox = Litterbox::new()
        .with("variants/slow.json", variant)
        .with("scripts/rules/slow.rhai", script);
    // Without the limit it would take days.
    let games = ["--games", "1000000"];
    let ran =
        litterbox.run(&[&["fuzz", "slow", "--time", "2s", "--threads", "1"], &games[..]].concat());
    assert!(matches!(ran.code, Some(0 | 1)), "{}", ran.shown());
}

#[test]
fn a_time_limit_ends_a_search_with_many_failures() {
    let fault = |n: usize| {
        let slow = "let n = 0;\n    while n < 5000 { n += 1; }";
        format!("//! Bad {n}.\n\nfn resolve(me) {{\n    {slow}\n    throw \"bad\";\n}}\n")
    };
    let cards: Vec<(String, String)> = (0..20).map(|n| (format!("bad_{n}"), fault(n))).collect();
    let cards: Vec<(&str, &str)> = cards.iter().map(|(id, s)| (&**id, &**s)).collect();
    let litterbox = toys(&cards);
    let games = ["--games", "1000000", "--keep-going"];
    let ran =
        litterbox.run(&[&["fuzz", "toys", "--time", "1s", "--threads", "1"], &games[..]].concat());
    assert!(matches!(ran.code, Some(0 | 1)), "{}", ran.shown());
}

#[test]
fn the_expression_that_must_hold_is_checked_before_the_search() {
    for (wrong, message) in [
        ("draw_pile().lenn > 3", "pile has no property `lenn`"),
        ("1 +", "unexpected end of the script"),
        ("wombat", "there is no variable `wombat`"),
        ("draw_pile().len", "expected true or false, found 35"),
    ] {
        let litterbox = Litterbox::new();
        let ran = litterbox.run(&["fuzz", "classic", "--players", "2", "--always", wrong]);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{}", ran.shown());
        assert!(ran.talk.contains(message), "{}", ran.shown());
        assert!(ran.talk.contains(&format!("1 | {wrong}\n  | ")), "{}", ran.shown());
    }
}

#[test]
fn findings_of_one_name_have_files_of_their_own() {
    let litterbox = Litterbox::new();
    let files = |arguments: &[&str]| {
        let fuzz = ["fuzz", "classic", "--players", "2", "--format", "json", "--always"];
        let ran = litterbox.run(&[&fuzz[..], arguments].concat());
        assert_eq!(ran.code, Some(1), "{}", ran.shown());
        let said: Json = serde_json::from_str(&ran.out).unwrap();
        said["findings"][0]["file"].as_str().unwrap().to_owned()
    };
    let first = files(&["draw_pile().len > 30"]);
    let text = litterbox.read(&first);
    assert_ne!(files(&["draw_pile().len > 31"]), first);
    assert_eq!(litterbox.read(&first), text);
    assert_eq!(files(&["draw_pile().len > 30"]), first, "the same session is written once");
}

#[test]
fn a_card_of_ones_own_that_is_hidden_and_shuffled_leaks_nothing() {
    let script = "//! Bury: hide a Skip of your hand in the draw pile, shuffle, then discard.\n\n\
                  fn resolve(me) {\n    \
                      let card = me.hand.find(\"skip\");\n    \
                      if card == () { return; }\n    \
                      card.hide_in(draw_pile(), 0);\n    \
                      draw_pile().shuffle();\n    \
                      let other = me.choose_card(\"Discard which card?\", me.hand);\n    \
                      if other != () { other.discard(); }\n}\n";
    let litterbox = toys(&[("bury", script)]);
    let ran = litterbox.run(&["fuzz", "toys", "--games", "192"]);
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
    assert!(!ran.out.contains("cards/bury.rhai"), "every line is reached: {}", ran.out);
}

#[test]
fn a_folder_that_cannot_be_made_is_reported_before_the_search() {
    let litterbox = Litterbox::new().with("taken", "a file");
    let ran = litterbox.run(&["fuzz", "classic", "--games", "1", "--out", "taken/found"]);
    assert_eq!((ran.code, &*ran.out), (Some(3), ""), "{}", ran.shown());
    assert!(ran.talk.contains("taken"), "{}", ran.shown());
    assert_eq!(
        litterbox.run(&["fuzz", "classic", "--games", "1", "--out", "new/found"]).code,
        Some(0)
    );
}

#[test]
fn scripts_of_cards_that_are_not_in_the_deck_need_no_coverage() {
    let ran = Litterbox::new().run(&["fuzz", "black_hole", "--games", "20"]);
    let of_cards = ran.out.lines().filter(|line| line.trim_start().starts_with("cards/"));
    let foreign =
        |line: &&str| ["catomic_bomb", "defuse", "mark"].iter().any(|id| line.contains(id));
    assert_eq!(of_cards.filter(foreign).collect::<Vec<_>>(), [""; 0], "{}", ran.out);
    assert!(ran.out.contains("rules/classic.rhai: line"), "{}", ran.out);
}
