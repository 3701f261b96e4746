//! Rules of the linter beyond the example of each.

use crate::program::Litterbox;
use litterbox::base::error::Error;
use litterbox::lint::{LintTargets, check};
use litterbox::variant::Library;

/// The findings about a card `demo` in a variant.
fn found(script: &str, variant: &str) -> Vec<Error> {
    let library =
        Library::embedded().with_script("cards/demo", script).with_variant("mine", variant);
    let scripts = vec!["cards/demo".to_owned()];
    let variants = vec!["mine".to_owned()];
    check(&library, &LintTargets { scripts, variants, ..LintTargets::default() }).found
}

#[test]
fn counters_belong_to_the_table_to_players_or_to_cards() {
    let variant = r#"{ "name": "Mine", "extends": "classic", "deck": { "demo": 4 },
        "counters": { "player": ["treats"], "table": ["side"], "card": ["charges"] } }"#;
    let said = |code: &str| -> Vec<String> {
        let script = format!("//! Demo.\n\nfn resolve(me) {{ {code} }}\n");
        found(&script, variant).iter().map(|e| format!("{} {}", e.code, e.message)).collect()
    };
    for right in [
        "set(\"side\", 1);",
        "me.set(\"treats\", get(\"side\"));",
        "this_card().set(\"charges\", 1);",
        "for card in me.hand.cards { card.set(\"charges\", card.get(\"charges\") + 1); }",
    ] {
        assert_eq!(said(right), Vec::<String>::new(), "{right}");
    }
    for (wrong, what) in [
        ("set(\"treats\", 1);", "counter of the table `treats`"),
        ("me.set(\"charges\", 1);", "counter of a player `charges`"),
        ("this_card().set(\"treats\", 1);", "counter of a card `treats`"),
        ("for card in me.hand.cards { card.set(\"charge\", 1); }", "counter of a card `charge`"),
    ] {
        assert_eq!(said(wrong), [format!("L0115 there is no {what}")], "{wrong}");
    }
}

#[test]
fn a_pile_that_others_have_and_a_property_that_a_verb_sets_are_told_with_the_call() {
    let variant = r#"{ "name": "Mine", "extends": "classic", "deck": { "demo": 4 },
        "piles": { "market": {}, "player": ["pack"] } }"#;
    for (code, hint) in [
        ("pile(\"pack\").shuffle();", "use `player.pile(\"pack\")`"),
        ("me.pile(\"market\").shuffle();", "use `pile(\"market\")`"),
        ("me.score += 1;", "use `player.score(score: number)`"),
    ] {
        let found = found(&format!("//! Demo.\n\nfn resolve(me) {{ {code} }}\n"), variant);
        let hints: Vec<_> = found.iter().filter_map(|error| error.hint.as_deref()).collect();
        assert_eq!(hints, [hint], "{code}");
    }
}

#[test]
fn counters_hold_numbers_texts_kinds_or_players() {
    let variant = r#"{ "name": "Mine", "extends": "classic", "deck": { "demo": 4 },
        "counters": {
            "player": [{ "id": "wish", "holds": "kind" }],
            "table": [{ "id": "weather", "holds": "text", "words": ["sun", "rain"] }, "side"],
            "card": ["charges", { "id": "mood", "holds": "text" },
                { "id": "by", "holds": "player" }]
        } }"#;
    let said = |code: &str| -> Vec<String> {
        let script =
            format!("//! Demo.\n\nfn resolve(me) {{ let c = this_card(); c.discard(); {code} }}\n");
        found(&script, variant).iter().map(|e| format!("{} {}", e.code, e.message)).collect()
    };
    for right in [
        "c.set(\"mood\", \"up\");",
        "for card in me.hand.cards { card.set(\"mood\", \"up\"); }",
        "if c.get(\"mood\") == \"up\" { me.draw(); }",
        "if \"on fire\" != c.get(\"mood\") { c.set(\"mood\", ()); }",
        "set(\"weather\", \"rain\"); if get(\"weather\") == \"sun\" { me.draw(); }",
        "me.set(\"wish\", \"skip\"); if me.get(\"wish\") == \"nope\" { me.draw(); }",
        "if c.get(\"by\") == me { me.draw(); } c.set(\"by\", me);",
        "if c.get(\"mood\") in [\"up\", \"down\"] { me.draw(); }",
        "switch c.get(\"mood\") { \"up\" => me.draw(), _ => () }",
    ] {
        assert_eq!(said(right), Vec::<String>::new(), "{right}");
    }
    let never =
        |counter, text| format!("L0115 the counter `{counter}` never holds the text `{text}`");
    for (wrong, what) in [
        ("me.set(\"wish\", \"skp\");", "L0111 there is no kind of card `skp`".to_owned()),
        (
            "if me.get(\"wish\") == \"skp\" { me.draw(); }",
            "L0111 there is no kind of card `skp`".to_owned(),
        ),
        ("set(\"weather\", \"snow\");", never("weather", "snow")),
        ("if get(\"weather\") == \"snow\" { me.draw(); }", never("weather", "snow")),
        ("set(\"side\", \"left\");", never("side", "left")),
        ("c.set(\"charges\", \"2\");", never("charges", "2")),
        ("c.set(\"by\", \"ann\");", never("by", "ann")),
    ] {
        assert_eq!(said(wrong), [what], "{wrong}");
    }
}

#[test]
fn hooks_that_replace_something_must_always_answer() {
    let script = "//! Demo.\n\nconst TO = \"front\";\n\n\
                  fn before_draw(me, demo, card) {\n    if card.kind == \"nope\" { demo.discard(); true }\n}\n";
    let library = Library::embedded().with_script("cards/demo", script);
    let scripts = vec!["cards/demo".to_owned()];
    let found = check(&library, &LintTargets { scripts, ..LintTargets::default() }).found;
    // No variant uses the card, which is another finding.
    let found = found.iter().filter(|error| error.code != "L0401");
    let said: Vec<_> = found.map(|error| (error.code, &*error.message)).collect();
    assert_eq!(said, [("L0109", "`before_draw` must return true or false, not ()")]);
}

/// What the linter says of a card or a rules script in a variant of classic: code and message.
fn said_of(folder: &str, script: &str) -> Vec<(&'static str, String)> {
    let deck = if folder == "cards" {
        r#""deck": { "demo": 4 }"#
    } else {
        r#""rules": ["classic", "demo"]"#
    };
    let variant = format!(r#"{{ "name": "Mine", "extends": "classic", {deck} }}"#);
    let library = Library::embedded()
        .with_script(&format!("{folder}/demo"), &format!("//! Demo.\n\n{script}\n"))
        .with_variant("mine", &variant);
    let scripts = vec![format!("{folder}/demo")];
    let variants = vec!["mine".to_owned()];
    let found = check(&library, &LintTargets { scripts, variants, ..LintTargets::default() }).found;
    found.into_iter().map(|error| (error.code, error.message)).collect()
}

#[test]
fn each_parameter_of_a_hook_has_its_type() {
    for (script, message) in [
        (
            "const TO = \"front\";\n\nfn resolve(me) { me.draw(); }\n\n\
             fn before_take(me, source, thief) { thief.hide_in(draw_pile(), 0); true }",
            "`hide_in` works on card, not on player",
        ),
        (
            "const TO = \"front\";\n\nfn resolve(me) { me.draw(); }\n\n\
             fn after_play(me, source, play) { play.hide_in(draw_pile(), 0); }",
            "`hide_in` works on card, not on action",
        ),
        (
            "const TO = \"front\";\n\nfn resolve(me) { me.draw(); }\n\n\
             fn before_take(me, lying, robber) { robber.hide_in(draw_pile(), 0); true }",
            "`hide_in` works on card, not on player",
        ),
    ] {
        assert_eq!(said_of("cards", script), [("L0103", message.to_owned())], "{script}");
    }
}

#[test]
fn hooks_that_only_answer_are_checked_alike() {
    let plays_as = |body| format!("fn plays_as(me, action) {{ {body} }}");
    let can_draw = |body| format!("fn can_draw(me) {{ {body} }}");
    let first = |folder, script: String| said_of(folder, &script).into_iter().next();
    let acts = |hook: &str| {
        let message = format!("`draw` changes the game, but `{hook}` only answers a question");
        Some(("L0109", message))
    };
    let leaks = |hook: &str| {
        let message =
            format!("`has` reads another player's hand, which the player of `{hook}` cannot see");
        Some(("L0108", message))
    };
    let body = "if action == () { me.draw(); } [\"skip\"]";
    assert_eq!(first("cards", plays_as(body)), acts("plays_as"));
    let body = "if action != () && me.next.hand.has(\"nope\") { [\"nope\"] } else { [] }";
    assert_eq!(first("cards", plays_as(body)), leaks("plays_as"));
    let body = "[if action == () { \"skp\" } else { \"nope\" }, \"skp\"]";
    let unknown = Some(("L0111", "there is no kind of card `skp`".to_owned()));
    assert_eq!(first("cards", plays_as(body)), unknown);
    let body = "if me.is_current { me.draw(); } true";
    assert_eq!(first("rules", can_draw(body)), acts("can_draw"));
    let body = "!me.is_current || me.next.hand.has(\"nope\")";
    assert_eq!(first("rules", can_draw(body)), leaks("can_draw"));
    let targetable = |body: &str| {
        format!("const TO = \"front\";\n\nfn targetable(me, it, by, action) {{ {body} }}")
    };
    assert_eq!(first("cards", targetable("by.hand.has(\"nope\")")), None);
    let message = "`has` reads another player's hand, which `by` cannot see".to_owned();
    assert_eq!(first("cards", targetable("me.hand.has(\"nope\")")), Some(("L0108", message)));
    let helped = "later(me)".to_owned();
    let script = can_draw(&helped) + "\n\nfn later(me) { me.draw(); true }";
    assert_eq!(first("rules", script), acts("can_draw"));
    let wrong = Some(("L0109", "`can_draw` must return true or false, not number".to_owned()));
    assert_eq!(first("rules", can_draw("me.hand.len")), wrong);
    let setup = "fn setup() { if players()[0].confirm(\"Really?\") { previous(); } }";
    assert_eq!(first("rules", setup.to_owned()), None);
}

#[test]
fn a_card_that_is_discarded_hears_nothing() {
    let hook = "fn after_play(me, source, play) { me.draw(); }";
    let resolve = "fn resolve(me) { me.draw(); }";
    let unheard =
        "`after_play` never runs: the card goes to the discard pile, where it hears nothing";
    let discarded = format!("{resolve}\n\n{hook}");
    assert_eq!(said_of("cards", &discarded), [("L0129", unheard.to_owned())]);
    for heard in [
        format!("const TO = \"table\";\n\n{discarded}"),
        format!("const HEARS = \"hand\";\n\n{discarded}"),
        format!("fn resolve(me) {{ this_card().move_to(me.next.front); }}\n\n{hook}"),
        format!("fn gained(me, card) {{ me.explode(card); }}\n\n{hook}"),
    ] {
        assert_eq!(said_of("cards", &heard), [], "{heard}");
    }
    assert_eq!(said_of("rules", "fn after_play(me, play) { me.draw(); }"), []);
}

#[test]
fn a_card_that_may_be_missing_is_reported_in_a_list_too() {
    let said = ["`find` returns `()` if there is no such card"].map(|it| ("L0123", it.to_owned()));
    for (cards, found) in [("[nope].discard()", &said[..]), ("[nope].len()", &[])] {
        let cards = cards.replace("nope", "me.hand.find(\"nope\")");
        assert_eq!(said_of("cards", &format!("fn resolve(me) {{ me.draw(); {cards}; }}")), found);
    }
}

#[test]
fn a_function_that_hides_a_verb_is_reported() {
    let script = "//! Demo.\n\nfn resolve(me) { deal(3); }\n\nfn deal(n) { say(`${n}`); }\n";
    let said = "`deal` hides the verb `deal(n_cards: number)`";
    assert_eq!(said_of("cards", script), [("L0132", said.to_owned())]);
}

#[test]
fn targetable_reads_only_counters_that_the_choosing_player_sees() {
    let variant = r#"{ "name": "Mine", "extends": "classic", "deck": { "demo": 4 }, "box": 60,
        "counters": { "player": [{ "id": "target", "holds": "player", "seen_by": "owner" }] } }"#;
    let codes = |condition: &str| -> Vec<&str> {
        let script = format!(
            "//! Demo.\n\nconst TO = \"front\";\n\nfn resolve(me) {{ me.set(\"target\", me); }}\n\n\
             fn targetable(me, source, by, action) {{ {condition} }}\n"
        );
        let library =
            Library::embedded().with_script("cards/demo", &script).with_variant("mine", variant);
        let variants = vec!["mine".to_owned()];
        let targets = LintTargets { variants, ..LintTargets::default() };
        check(&library, &targets).found.into_iter().map(|error| error.code).collect()
    };
    assert_eq!(codes("by.get(\"target\") != me"), [""; 0]);
    assert_eq!(codes("me.get(\"target\") != by"), ["L0119"]);
    assert_eq!(codes("!me.is_revealed(\"target\") || me.get(\"target\") != by"), [""; 0]);
}

#[test]
fn a_combo_has_another_title_than_the_cards() {
    let said = |combo: &str| {
        let variant = format!(
            r#"{{ "name": "Mine", "extends": "classic", "box": 60, "deck": {{ "hot_skip": 4 }},
                "kinds": {{ "hot_skip": {{ "script": "skip" }} }}, "combos": ["{combo}"] }}"#
        );
        let script = "//! Four of them: draw a card.\n\nconst SET = same(4);\n\n\
                      fn resolve(me) { me.draw(); }\n";
        let library = Library::embedded()
            .with_script(&format!("combos/{combo}"), script)
            .with_variant("mine", &variant);
        let variants = vec!["mine".to_owned()];
        let found = check(&library, &LintTargets { variants, ..LintTargets::default() }).found;
        found.into_iter().map(|error| (error.code, error.message)).collect::<Vec<_>>()
    };
    assert_eq!(said("cold_skip"), []);
    let twice = "`hotskip` has the title of `hot_skip`, `Hotskip`".to_owned();
    assert_eq!(said("hotskip"), [("L0406", twice)]);
}

#[test]
fn a_title_that_is_taken_names_the_file_in_which_it_stands() {
    let said = |about: &str, titles: &str| {
        let variant = r#"{ "name": "Mine", "extends": "classic", "box": 60,
            "deck": { "hot_skip": 4 }, "kinds": { "hot_skip": { "script": "skip" } },
            "combos": ["hotskip"] }"#;
        let script = format!(
            "//! {about}: draw a card.\n\nconst SET = same(4);\n\nfn resolve(me) {{ me.draw(); }}\n"
        );
        let litterbox = Litterbox::new()
            .with("variants/mine.json", variant)
            .with("scripts/combos/hotskip.rhai", &script)
            .with("variants/titles/en.json", titles);
        let ran = litterbox.run(&["check"]);
        let shown = ran.shown().to_string();
        assert!(shown.contains("L0406"), "{shown}");
        shown.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let own = "`variants/titles/en.json`";
    let none = r#"{ "language": "en" }"#;
    let there = r#"{ "language": "en",
        "combos": { "hotskip": { "title": "Hot Skip", "text": "Draw." } } }"#;
    for (about, titles, hint) in [
        ("Four of them", none, format!("it has no title of its own: give it one in {own}")),
        (
            "Hotskip",
            none,
            format!(
                "its title stands in `scripts/combos/hotskip.rhai`: change it there, or give it \
                 another one in {own}"
            ),
        ),
        ("Hotskip", there, format!("its title stands there: give it another one in {own}")),
    ] {
        let said = said(about, titles);
        assert!(said.contains(&hint), "{hint}\n{said}");
    }
}

#[test]
fn a_file_whose_name_is_not_an_id_says_how_to_name_it() {
    let hint = |name: &str| {
        let script = "//! A card.\n\nfn resolve(me) { me.draw(); }\n";
        let library = Library::embedded().with_script(&format!("cards/{name}"), script);
        let scripts = vec![format!("cards/{name}")];
        let found = check(&library, &LintTargets { scripts, ..LintTargets::default() }).found;
        let error = found.into_iter().find(|error| error.code == "L0401").expect("a warning");
        error.hint.expect("a hint")
    };
    let renamed = |id: &str| {
        format!(
            "the file name must be an id, of lower-case letters, digits and `_`: rename it to \
             `{id}.rhai`, and put `{id}` in the `deck` of a variant"
        )
    };
    assert_eq!(hint("WindFall"), renamed("wind_fall"));
    assert_eq!(hint("Wind-Fall 2"), renamed("wind_fall_2"));
    assert_eq!(hint("\u{c9}clair"), renamed("eclair"));
    assert_eq!(hint("windfall"), "put `windfall` in the `deck` of a variant");
}

#[test]
fn comparisons_of_values_whose_types_differ_are_found_in_every_form() {
    let in_body = |code: &str| {
        let script = format!("fn resolve(me) {{ {code} }}");
        said_of("cards", &script).into_iter().filter(|(code, _)| *code == "L0127").count()
    };
    for wrong in [
        "if me.hand.top == \"skip\" { me.draw(); }",
        "if me != \"ann\" { me.draw(); }",
        "if me.hand < 3 { me.draw(); }",
        "if me.hand.len >= \"3\" { me.draw(); }",
        "if me > 1 { me.draw(); }",
        "if me.hand.cards <= 5 { me.draw(); }",
        "if me < me.next { me.draw(); }",
        "if \"ann\" in players() { me.draw(); }",
        "if \"ann\" !in players() { me.draw(); }",
        "if players().contains(\"ann\") { me.draw(); }",
        "if me.hand.cards.index_of(\"skip\") >= 0 { me.draw(); }",
        "if me.hand.cards.count(\"skip\") > 0 { me.draw(); }",
        "let rest = players().without(\"ann\"); if rest.is_empty { me.draw(); }",
        "if others(me).filter(|p| p.is_alive).contains(3) { me.draw(); }",
        "if others(me).some(|p| p == \"bob\") { me.draw(); }",
        "if me.hand.some(|card| card == \"skip\") { me.draw(); }",
        "for p in others(me) { if p == \"bob\" { me.draw(); } }",
        "switch me { \"ann\" => me.draw(), _ => () }",
        "switch me.hand.top { \"skip\" => { me.draw(); } _ => () }",
        "switch me.hand.len { 0 => (), \"1\" => me.draw(), _ => () }",
        "switch me.name { \"ann\" | 7 if me.is_alive => me.draw(), _ => () }",
        "if 3 in [\"a\", \"b\"] { me.draw(); }",
    ] {
        assert_eq!(in_body(wrong), 1, "{wrong}");
    }
    for right in [
        "if me.hand.top != () && me.hand.top.kind == \"skip\" { me.draw(); }",
        "if me.hand.len < 3 || me.name < \"b\" { me.draw(); }",
        "if me in players() && me.next !in [me] { me.draw(); }",
        "let list = [1]; list.push(\"a\"); if list.contains(\"a\") { me.draw(); }",
        "let list = [1]; list += \"a\"; if \"a\" in list { me.draw(); }",
        "if me.hand.cards.index_of(|card| card.kind == \"skip\") >= 0 { me.draw(); }",
        "if me.hand.has(\"skip\") && \"s\" in me.name { me.draw(); }",
        "switch me.hand.len { 0 => (), 1 | 2 => me.draw(), 3..5 => me.draw(), -1 => (), _ => () }",
        "switch me.name { \"ann\" => { me.draw(); } \"bob\" => switch me.hand.len { 1 => (), _ => () }, _ => () }",
        "if me.hand.find(|card| card.kind == \"skip\") == () { me.draw(); }",
        "if [1, \"a\"].contains(\"a\") || [].contains(me) { me.draw(); }",
    ] {
        assert_eq!(in_body(right), 0, "{right}");
    }
}

#[test]
fn cards_are_tried_where_they_are_played_from() {
    let one = |script: &str| {
        let variant = r#"{ "name": "Mine", "extends": "classic", "deck": { "demo": 1 } }"#;
        let found = found(&format!("//! Demo.\n\n{script}\n"), variant);
        found.into_iter().map(|error| (error.code, error.message)).collect::<Vec<_>>()
    };
    let acts = "fn resolve(me) { me.draw(); }";
    let fails = "me.hand.len > 2 || [1][7] == 1";
    for (from, place) in [("\"hand\"", "in the hand"), ("\"front\"", "in front")] {
        let script = format!("const FROM = [{from}];\n\nfn playable(me) {{ {fails} }}\n\n{acts}");
        let said = one(&script);
        assert_eq!(said.len(), 1, "{said:?}");
        let start = format!("with `demo` {place} of a player: index");
        assert!(said[0].1.starts_with(&start), "{said:?}");
    }
    let script =
        format!("const WHEN = [\"card\"];\n\nfn responds(me, action) {{ {fails} }}\n\n{acts}");
    let said = one(&script);
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].1.starts_with("with `demo` in the hand of a player: index"), "{said:?}");
    assert_eq!(one(&format!("fn playable(me) {{ me.is_alive }}\n\n{acts}")), []);
}

#[test]
fn conditions_that_are_neither_true_nor_false_are_found_in_every_form() {
    let found = |code: &str| {
        let script = format!("fn resolve(me) {{ {code} }}");
        let found = said_of("cards", &script).into_iter();
        found.filter(|(code, _)| matches!(*code, "L0130" | "L0131")).collect::<Vec<_>>()
    };
    for (code, word, given) in [
        ("if me.hand.top { me.draw(); }", "if", "card or ()"),
        ("if me.is_alive { } else if me.next { me.draw(); }", "if", "player"),
        ("while me.hand { me.draw(); break; }", "while", "pile"),
        ("do { me.draw(); } until me.hand.len", "until", "number"),
        ("if !me.hand.top { me.draw(); }", "!", "card or ()"),
        ("if me.is_alive && me.name { me.draw(); }", "&&", "text"),
        ("if me.hand.top || me.is_alive { me.draw(); }", "||", "card or ()"),
        ("switch me.hand.len { 1 if me.hand.cards => me.draw(), _ => () }", "if", "[card]"),
        ("let y = if me.next { 1 } else { 2 }; me.draw_cards(y);", "if", "player"),
        ("for i in 0..3 { if i { me.draw(); } }", "if", "number"),
        ("for n in players().map(|p| p.hand.len) { if n { me.draw(); } }", "if", "number"),
        ("let n = switch me.name { \"a\" => 1, _ => 2 }; if n { me.draw(); }", "if", "number"),
        ("let card = me.hand.top ?? me.next.hand.top; if card { me.draw(); }", "if", "card or ()"),
        ("if others(me).some(|p| p.is_alive && p.hand.top) { me.draw(); }", "&&", "card or ()"),
    ] {
        let message = format!("`{word}` needs true or false, not {given}");
        assert_eq!(found(code), [("L0130", message)], "{code}");
    }
    for (code, function, given) in [
        ("if others(me).some(|p| p.hand) { me.draw(); }", "some", "pile"),
        ("if me.hand.filter(|card| card.kind) == [] { me.draw(); }", "filter", "text"),
        ("if others(me).all(|p| { let c = p.hand.top; c }) { me.draw(); }", "all", "card or ()"),
        ("let c = me.hand.cards.find(|c| if me.is_alive { 1 } else { true });", "find", "number"),
        ("let i = players().index_of(|p| { return p.hand.len; });", "index_of", "number"),
    ] {
        let message = format!("`{function}` takes what this closure returns, {given}, for false");
        assert_eq!(found(code), [("L0131", message)], "{code}");
    }
    for right in [
        "if me.hand.top != () && !me.hand.is_empty { me.draw(); }",
        "let x = parse_json(\"true\"); if x { me.draw(); }",
        "let n = 1; n = true; if n { me.draw(); }",
        "if others(me).some(|p| if me.is_alive { p.is_alive }) { me.draw(); }",
        "let m = #{ a: true }; if m.a { me.draw(); }",
        "if me.hand.len in [1, 2] || me !in players() { me.draw(); }",
        "let hands = players().map(|p| p.hand.len); hands.sort(|a, b| a - b);",
    ] {
        assert_eq!(found(right), [], "{right}");
    }
}

#[test]
fn elements_of_lists_are_known() {
    let said = |code: &str| said_of("cards", &format!("fn resolve(me) {{ {code} }}"));
    for (code, message) in [
        ("others(me).discard();", "`discard` works on [card], not on [player]"),
        (
            "players().filter(|p| p.is_alive).discard();",
            "`discard` works on [card], not on [player]",
        ),
        (
            "let all = [me] + others(me); all.discard();",
            "`discard` works on [card], not on [player]",
        ),
        ("others(me).map(|p| p.hand.len).discard();", "`discard` works on [card], not on [number]"),
    ] {
        assert_eq!(said(code), [("L0103", message.to_owned())], "{code}");
    }
    assert_eq!(said("others(me).map(|p| p.hand.top).discard();"), []);
}

#[test]
fn values_of_functions_are_checked_where_they_are_used() {
    let said = |functions: &str, code: &str| -> Vec<String> {
        let script = format!("//! Demo.\n\nfn resolve(me) {{ {code} }}\n\n{functions}\n");
        let variant = r#"{ "name": "Mine", "extends": "classic", "deck": { "demo": 4 } }"#;
        found(&script, variant).iter().map(|e| format!("{} {}", e.code, e.message)).collect()
    };
    let robbable = "fn robbable(me) { others(me).filter(|p| !p.hand.is_empty) }";
    let right = "for p in robbable(me) { p.draw(); }";
    assert_eq!(said(robbable, right), Vec::<String>::new());
    let wrong = "for p in robbable(me) { p.discard(); }";
    let finding = "L0103 `discard` works on card or list, not on player";
    assert_eq!(said(robbable, wrong), [finding]);
    // Also those of functions of the rules.
    let library =
        Library::embedded().with_script("rules/more", &format!("//! More.\n\n{robbable}\n"));
    let script = format!("//! Demo.\n\nfn resolve(me) {{ {wrong} }}\n");
    let library = library.with_script("cards/demo", &script);
    let scripts = vec!["cards/demo".to_owned()];
    let found = check(&library, &LintTargets { scripts, ..LintTargets::default() }).found;
    let said: Vec<String> = found.iter().map(|e| format!("{} {}", e.code, e.message)).collect();
    assert!(said.iter().any(|said| said == finding), "{said:?}");
}
