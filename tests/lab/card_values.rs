//! What a card is worth: figures by interventions, against a game whose values are known exactly.
//! `LITTERBOX_VALUES=2000` takes this many games instead of 800.

use crate::lab::page::{drawn, section};
use crate::program::Litterbox;
use litterbox::sim::counts::Merge as _;
use litterbox::sim::paired::Paired;
use litterbox::sim::stats::Estimate;
use serde_json::Value as Json;

/// Two players with one card each have one turn each, then a coin decides. Whoever plays Lucky
/// wins at once with probability p; Dud does nothing.
const RULES: &str = r#"//! Brief: one turn each.

fn setup() { draw_pile().shuffle(); deal(hand_size()); }

fn draw_step(me) {
    me.draw();
    if me == players()[1] { players()[random(2)].wins(); }
    end_turn();
}

fn exploded(me, hazard) { me.out(); }
"#;

const VARIANT: &str = r#"{ "name": "Brief", "about": "A coin.", "players": [2, 2], "deal": 1,
    "rules": ["brief"], "deck": { "lucky": 1, "dud": 3 } }"#;

fn n_games() -> u32 {
    std::env::var("LITTERBOX_VALUES").map_or(800, |n| n.parse().expect("a number of games"))
}

/// The measured values with this chance of Lucky, in percent.
fn values(percent: u32, arguments: &[&str]) -> (Litterbox, Vec<Json>) {
    let lucky = format!(
        "//! Lucky: may win.\n\nfn resolve(me) {{ if random(100) < {percent} {{ me.wins(); }} }}\n"
    );
    let litterbox = Litterbox::new()
        .with("variants/brief.json", VARIANT)
        .with("scripts/rules/brief.rhai", RULES)
        .with("scripts/cards/lucky.rhai", &lucky)
        .with("scripts/cards/dud.rhai", "//! Dud: nothing.\n\nfn resolve(me) { }\n");
    let n = n_games().to_string();
    let sim = ["sim", "brief", "--card-values", "--format", "json", "--games", &n];
    let sim = [&sim[..], &["--agents", "random"]].concat();
    let ran = litterbox.run(&[&sim[..], arguments].concat());
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
    let json: Json = serde_json::from_str(&ran.out).unwrap();
    let values = json["result"]["values"].as_array().expect("values").clone();
    (litterbox, values)
}

fn estimate(row: &Json, measure: &str) -> Estimate {
    let end = |end: &str| row[measure][end].as_f64().unwrap_or_else(|| panic!("{measure}: {row}"));
    Estimate { value: end("value"), low: end("low"), high: end("high") }
}

#[test]
fn a_known_effect_is_within_its_interval() {
    for percent in [20, 50, 100] {
        let p = f64::from(percent) / 100.0;
        // Random players play their only card with probability 1/2, so that it wins with q.
        let q = p / 2.0;
        let (_, rows) = values(percent, &[]);
        let [lucky, dud] = &rows[..] else { panic!("{rows:?}") };
        assert_eq!((&lucky["name"], &dud["name"]), (&"lucky".into(), &"dud".into()));
        // Without winning at once, a player wins with probability 1/2.
        for (row, measure, truth) in [
            (lucky, "playing", p / 2.0),
            (lucky, "holding", q / 2.0),
            // The game is one turn shorter if the first player wins at once: with one Lucky among
            // four cards they hold it with probability 1/4, with two among five with 2/5, and with
            // one among five with 1/5.
            (lucky, "one_more_turns", q / 4.0 - 2.0 * q / 5.0),
            (dud, "one_more_turns", q / 4.0 - q / 5.0),
            // Both hold a Lucky with probability 1/10; then the first player is ahead.
            (lucky, "one_more_first", q * q / 20.0),
            (dud, "one_more_first", 0.0),
        ] {
            let found = estimate(row, measure);
            assert!(found.holds(truth), "{percent} %: {measure} is {truth}, not {found:?}");
            let most = 3.6 / f64::from(n_games()).sqrt();
            assert!(found.margin() < most, "{measure}: {found:?}");
        }
        for measure in ["playing", "holding"] {
            let found = estimate(dud, measure);
            assert_eq!(found.value, 0.0, "{measure} a dud changes nothing");
            assert!(found.margin() < 0.025, "{measure}: {found:?}");
        }
        let least = u64::from(n_games()) / 7;
        assert!(lucky["playing_n"].as_u64().unwrap() > least, "{lucky}");
    }
}

#[test]
fn the_best_of_the_rest_is_the_better_card() {
    // With both cards in the hand, a Dud instead of a Lucky that always wins costs what Lucky is
    // worth to a random player: a quarter, or half if it was the last chance to play it.
    let (_, rows) =
        values(100, &["--set", "deal=2", "--set", "deck.lucky=2", "--set", "deck.dud=2"]);
    let [lucky, dud] = &rows[..] else { panic!("{rows:?}") };
    let (lucky, dud) = (estimate(lucky, "playing"), estimate(dud, "playing"));
    assert!(lucky.low > 0.2, "{lucky:?}");
    assert!(dud.high < -0.1, "{dud:?}");
}

#[test]
fn values_do_not_depend_on_threads_and_shards() {
    let (litterbox, whole) = values(50, &["--threads", "1"]);
    assert_eq!(values(50, &["--threads", "3"]).1, whole);
    let n = n_games().to_string();
    let sim = ["sim", "brief", "--card-values", "--games", &n, "--agents", "random", "--shard"];
    for (shard, out) in [("1/2", "a.json"), ("2/2", "b.json")] {
        let ran = litterbox.run(&[&sim[..], &[shard, "--out", out]].concat());
        assert_eq!(ran.code, Some(0), "{}", ran.shown());
    }
    let merged = litterbox.run(&["merge", "b.json", "a.json", "--format", "json"]);
    let json: Json = serde_json::from_str(&merged.out).expect(&merged.talk);
    assert_eq!(json["result"]["values"].as_array(), Some(&whole));
    let plain = ["sim", "brief", "--games", &n, "--shard", "2/2", "--out", "plain.json"];
    assert_eq!(litterbox.run(&plain).code, Some(0));
    assert_eq!(litterbox.run(&["merge", "a.json", "plain.json"]).code, Some(3));
    let text = litterbox.run(&["merge", "a.json", "b.json", "--report", "page.html"]);
    for told in ["what a card is worth", "A. M.\nLaw", "G. Tesauro"] {
        assert!(text.out.contains(told), "{}", text.out);
    }
    let page = drawn(&litterbox.read("page.html"));
    let values = section(&page, "what a card is worth");
    assert!(values["columns"].as_array().unwrap().iter().all(|column| column["scale"].is_array()));
    let cells = values["rows"].as_array().unwrap().iter().flat_map(|row| row["cells"].as_array());
    let with_intervals = cells.flatten().filter(|cell| cell.as_array().unwrap().len() == 4);
    assert_eq!(with_intervals.count(), 8, "two cards, four figures");
}

#[test]
fn cards_of_editions_are_measured() {
    for (variant, players) in [("classic", "3"), ("zombie", "2"), ("barking", "2")] {
        let sim = ["sim", variant, "--card-values", "--games", "12", "--players", players];
        let sim = [&sim[..], &["--agents", "random"]].concat();
        let ran = Litterbox::new().run(&[&sim[..], &["--format", "json"]].concat());
        assert_eq!(ran.code, Some(0), "{}", ran.shown());
        let json: Json = serde_json::from_str(&ran.out).unwrap();
        let values = json["result"]["values"].as_array().unwrap();
        let measured = |measure: &str| values.iter().filter(|row| row[measure].is_object()).count();
        let found = ["holding", "playing", "one_more_turns"].map(measured);
        assert!(found.iter().all(|n| *n >= 3), "{variant}: {found:?} of {}", values.len());
    }
}

#[test]
fn the_interval_of_a_few_differences_is_students() {
    // 1, 2, 3, 4, 5: standard error sqrt(0.5), and 2.776 is the quantile with 4 degrees of freedom.
    let mut paired = Paired::default();
    (1..=5).for_each(|difference| paired.add(difference));
    let mean = paired.mean(1).unwrap();
    assert!((mean.value - 3.0).abs() < 1e-6);
    assert!((mean.margin() - 2.776_445 * 0.5f64.sqrt()).abs() < 1e-5, "{mean:?}");
    // Sums beyond 64 bits survive a file.
    paired.add(i64::from(u32::MAX) * 3);
    paired.add(i64::from(u32::MAX) * -3);
    let json = serde_json::to_string(&paired).unwrap();
    assert_eq!(serde_json::from_str::<Paired>(&json).unwrap(), paired);
    let mut twice = paired;
    twice.merge_from(&paired);
    assert_eq!(twice.n(), 14);
}

/// Brief, and the same where Lucky always wins instead of once in five times.
fn compared(arguments: &str) -> (String, Json) {
    let lucky = "//! Lucky: may win.\n\n\
        fn resolve(me) { if random(100) < param(\"percent\") { me.wins(); } }\n";
    let brief =
        VARIANT.replace("\"rules\"", "\"kinds\": { \"lucky\": { \"percent\": 20 } }, \"rules\"");
    let sure = r#"{ "name": "Sure", "about": "A coin.", "extends": "brief",
        "kinds": { "lucky": { "percent": 100 } } }"#;
    let litterbox = Litterbox::new()
        .with("variants/brief.json", &brief)
        .with("variants/sure.json", sure)
        .with("scripts/rules/brief.rhai", RULES)
        .with("scripts/cards/lucky.rhai", lucky)
        .with("scripts/cards/dud.rhai", "//! Dud: nothing.\n\nfn resolve(me) { }\n");
    let run = ["compare", "brief", "sure", "--agents", "random"].into_iter();
    let run: Vec<&str> = run.chain(arguments.split(' ')).collect();
    let [text, json] = ["text", "json"].map(|format| {
        let ran = litterbox.run(&[&run[..], &["--format", format]].concat());
        assert_eq!(ran.code, Some(0), "{}", ran.shown());
        ran.out
    });
    let json: Json = serde_json::from_str(&json).unwrap();
    (text, json["result"]["members"][1].clone())
}

fn measure<'a>(member: &'a Json, name: &str) -> &'a Json {
    let mut all = member["measures"].as_array().unwrap().iter();
    all.find(|one| one["name"] == name).unwrap_or_else(|| panic!("no {name} in {member}"))
}

#[test]
fn a_comparison_tells_what_cards_become_worth() {
    let (text, sure) = compared(&format!("--card-values --games {}", n_games()));
    // To hold Lucky is worth a quarter of the chance that it wins.
    let found = estimate(measure(&sure, "holding_lucky"), "difference");
    assert!(found.holds(0.25 - 0.05) && !found.holds(0.0), "{found:?}");
    let found = estimate(measure(&sure, "holding_dud"), "difference");
    assert_eq!(found.value, 0.0, "a dud is worth nothing in both");
    assert!(text.contains("With sure, what Lucky is worth is "), "{text}");
    assert!(text.contains("\n  sure: what Dud is worth "), "{text}");
}

#[test]
fn a_comparison_tells_how_the_quality_of_games_changes() {
    let (text, sure) = compared("--metrics --games 40");
    for name in ["lead_changes", "drama", "uncertainty", "decisiveness", "decisions_that_matter"] {
        assert!(measure(&sure, name)["difference"].is_object(), "{name}: {sure}");
    }
    let matter = estimate(measure(&sure, "decisions_that_matter"), "difference");
    assert!(matter.value > 0.1, "who holds a card that wins for sure must play it: {matter:?}");
    assert!(text.contains("\n  sure: decisions that matter "), "{text}");
}

#[test]
fn a_comparison_stops_when_its_answer_is_known() {
    let (_, sure) = compared("--until ±6 --min 40");
    let margin = estimate(measure(&sure, "first_wins"), "difference").margin();
    let n_games = sure["games"].as_u64().unwrap();
    assert!(margin <= 0.06 && (100..2_000).contains(&n_games), "{margin} in {n_games}");
    assert_eq!(sure["plan"]["games"], n_games);
}
