//! The quality of a game: measures against curves computed by hand and games that are known.

use crate::lab::page::{drawn, section};
use crate::program::Litterbox;
use litterbox::kernel::rng::generator;
use litterbox::sim::metric_tally::{GameMetrics, Rollout};
use litterbox::sim::tally::WIN;
use rand::RngExt as _;
use serde_json::{Value as Json, json};

const fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

/// Forty simulated games, of which the sides win so many twentieths. Both halves are the same.
fn rollouts(wins: &[u32]) -> Vec<Rollout> {
    let won = |side: usize| (0..wins.len()).map(|other| WIN * u64::from(side == other)).collect();
    (0..wins.len()).flat_map(|side| (0..2 * wins[side]).map(move |_| won(side))).collect()
}

#[test]
fn the_measures_of_a_curve_are_those_computed_by_hand() {
    // The second seat is behind by 0.2 and 0.6 at the first points, takes the lead at the third
    // one, and has more than 0.9 at the fourth one.
    let curve = [[12, 8], [16, 4], [8, 12], [1, 19]].map(|point| rollouts(&point));
    let found = GameMetrics::of(&curve, &[1]).unwrap();
    assert!(near(found.lead_changes, 1.0 / 3.0), "{found:?}");
    assert!(near(found.drama, (0.2 + 0.6) / 4.0), "{found:?}");
    assert!(near(found.uncertainty, 1.0 - (0.2 + 0.6 + 0.2 + 0.9) / 4.0), "{found:?}");
    assert!(near(found.decisiveness, 3.0 / 4.0), "{found:?}");
    // Of the first seat: behind at the other points.
    let found = GameMetrics::of(&curve, &[0]).unwrap();
    assert!(near(found.drama, (0.2 + 0.9) / 4.0), "{found:?}");
    // Of three seats: the lead is that over the second one; never decided.
    let curve = [[10, 6, 4], [10, 2, 8]].map(|point| rollouts(&point));
    let found = GameMetrics::of(&curve, &[0]).unwrap();
    assert!(near(found.uncertainty, 1.0 - f64::midpoint(0.2, 0.1)), "{found:?}");
    assert!(near(found.decisiveness, 1.0), "{found:?}");
    assert_eq!(GameMetrics::of(&curve[..1], &[0]), None);
    assert_eq!(GameMetrics::of(&curve, &[]), None);
}

/// The chance that the first of two seats wins a race of fair coins that it leads by this much.
fn chance(left: u32, lead: i64) -> f64 {
    match left {
        0 => f64::from(u8::from(lead > 0)),
        _ => f64::midpoint(chance(left - 1, lead + 1), chance(left - 1, lead - 1)),
    }
}

/// Seven fair coins: whoever has more wins. All win probabilities are known, so the measures of
/// each game are, too; rollouts estimate them. `LITTERBOX_GAMES=50000` takes more games than 1,000.
#[test]
fn rollouts_do_not_bias_the_measures_of_a_race() {
    let n = std::env::var("LITTERBOX_GAMES").map_or(1_000, |n| n.parse().expect("a number"));
    let mut off = [0.0; 3];
    for seed in 0..n {
        let mut luck = generator(seed, 0xace);
        let mut coin = |p: f64| f64::from(luck.random_range(0..1 << 30)) < p * f64::from(1 << 30);
        let (mut lead, mut chances) = (0, Vec::new());
        for left in (1..=7).rev() {
            chances.push(chance(left, lead));
            lead += if coin(0.5) { 1 } else { -1 };
        }
        let winner = usize::from(lead < 0);
        let rollout = |p: f64| [vec![WIN, 0], vec![0, WIN]][usize::from(p == 0.0)].clone();
        let curve: Vec<Vec<Rollout>> = chances
            .iter()
            .map(|p| (0..64).map(|_| rollout(f64::from(u8::from(coin(*p))))).collect())
            .collect();
        let found = GameMetrics::of(&curve, &[winner]).unwrap();
        let behind = |p: &f64| (1.0 - 2.0 * if winner == 0 { *p } else { 1.0 - p }).max(0.0);
        let drama = chances.iter().map(behind).sum::<f64>() / 7.0;
        let ahead = chances.iter().map(|p| (2.0 * p - 1.0).abs()).sum::<f64>() / 7.0;
        // Of a draw, either seat is taken for the leader.
        let changes = |pair: &[f64]| match (pair[0] - 0.5) * (pair[1] - 0.5) {
            product if product < 0.0 => 1.0,
            _ if near(pair[0], 0.5) && !near(pair[1], 0.5) => 0.5,
            _ => 0.0,
        };
        let changes = chances.windows(2).map(changes).sum::<f64>() / 6.0;
        off[0] += found.drama - drama;
        off[1] += found.uncertainty - (1.0 - ahead);
        off[2] += found.lead_changes - changes;
    }
    let off = off.map(|sum| sum / n as f64);
    assert!(off[0].abs() < 0.01 && off[1].abs() < 0.01, "{off:?}");
    // A half of the rollouts does not always tell who leads by 0.3.
    assert!((-0.02..0.01).contains(&off[2]), "{off:?}");
}

/// A game of two players with one card each.
fn game(draw_step: &str) -> Litterbox {
    let rules = format!(
        "//! Small.\n\nfn setup() {{ draw_pile().shuffle(); deal(hand_size()); }}\n\n\
         fn draw_step(me) {{ me.draw(); {draw_step} end_turn(); }}\n\n\
         fn exploded(me, hazard) {{ me.out(); }}\n"
    );
    let variant = r#"{ "name": "Small", "about": "Small.", "players": [2, 2], "deal": 1,
        "rules": ["small"], "deck": { "trump": 6 } }"#;
    Litterbox::new()
        .with("variants/small.json", variant)
        .with("scripts/rules/small.rhai", &rules)
        .with("scripts/cards/trump.rhai", "//! Trump: wins.\n\nfn resolve(me) { me.wins(); }\n")
}

fn measured(litterbox: &Litterbox, arguments: &[&str]) -> Json {
    let ran = litterbox.run(&[&["sim"], arguments, &["--metrics", "--format", "json"]].concat());
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
    serde_json::from_str::<Json>(&ran.out).unwrap()["result"]["metrics"].clone()
}

#[test]
fn a_decision_between_winning_and_losing_matters() {
    let litterbox = game("others(me)[0].wins();");
    let found = measured(&litterbox, &["small", "--games", "20"]);
    assert_eq!(found["decisions_that_matter"]["value"], 1.0, "{found}");
    // The one turn of a game makes no curve.
    assert_eq!(found["games"], 0);
}

#[test]
fn half_of_the_decisions_matter_if_half_of_the_hands_can_win() {
    // The first player wins by playing a trump, and loses with a dud whatever they do.
    let variant = r#"{ "name": "Small", "about": "Small.", "players": [2, 2], "deal": 1,
        "rules": ["small"], "deck": { "trump": 3, "dud": 3 } }"#;
    let litterbox = game("others(me)[0].wins();")
        .with("variants/small.json", variant)
        .with("scripts/cards/dud.rhai", "//! Dud: nothing.\n\nfn resolve(me) { }\n");
    let found = measured(&litterbox, &["small", "--games", "200"]);
    let [value, low, high] =
        ["value", "low", "high"].map(|end| found["decisions_that_matter"][end].as_f64().unwrap());
    assert!(low < 0.5 && 0.5 < high && high - low < 0.2, "{value}: {found}");
}

#[test]
fn no_decision_matters_if_plays_only_shuffle() {
    // One kitten somewhere in the pile, whoever shuffles it.
    let kinds = ["defuse", "nope", "attack", "skip", "favor", "see_the_future", "tacocat"];
    let cats = ["beard_cat", "rainbow_cat", "potato_cat", "cattermelon"];
    let none = kinds.iter().chain(&cats).map(|kind| format!("deck.{kind}=0"));
    let set: Vec<String> = none.chain(["deck.shuffle=8", "deal=1"].map(str::to_owned)).collect();
    let set = set.iter().flat_map(|option| ["--set", option]);
    let run = ["classic", "--games", "480", "--players", "2", "--agents", "random"];
    let found = measured(&Litterbox::new(), &run.into_iter().chain(set).collect::<Vec<_>>());
    let end = |end: &str| found["decisions_that_matter"][end].as_f64().unwrap();
    // Chance alone makes one in eight of the measured differences larger than the threshold.
    assert!(end("low") < 0.0 && 0.0 < end("high") && end("value") < 0.06, "{found}");
}

#[test]
fn a_game_that_is_decided_from_the_start_has_no_tension() {
    let litterbox = game("if me == players()[1] { players()[0].wins(); }")
        .with("scripts/cards/trump.rhai", "//! Trump: nothing.\n\nfn resolve(me) { }\n");
    let found = measured(&litterbox, &["small", "--games", "20"]);
    assert_eq!(found["games"], 20);
    for measure in ["lead_changes", "drama", "uncertainty", "decisiveness", "decisions_that_matter"]
    {
        assert_eq!(found[measure]["value"], 0.0, "{measure}: {found}");
    }
    assert_eq!(found["examples"][4]["curve"], serde_json::json!([[1.0, 0.0], [1.0, 0.0]]));
    assert_eq!(found["examples"][4]["winners"], serde_json::json!([1]));
    let winner = found["winner"].as_array().unwrap();
    assert!(winner.len() == 10 && winner.iter().all(|tenth| tenth["value"] == 1.0), "{found}");
}

#[test]
fn measures_do_not_depend_on_threads_and_shards() {
    let litterbox = Litterbox::new();
    let run = ["classic", "--games", "4", "--players", "3", "--agents", "random", "--seed", "1"];
    let one = measured(&litterbox, &[&run[..], &["--threads", "1"]].concat());
    assert_eq!(measured(&litterbox, &[&run[..], &["--threads", "2"]].concat()), one);
    for (shard, out) in [("1/2", "a.json"), ("2/2", "b.json")] {
        let sim = [&["sim", "--metrics", "--shard", shard, "--out", out], &run[..]].concat();
        assert_eq!(litterbox.run(&sim).code, Some(0));
    }
    let merge = ["merge", "b.json", "a.json", "--format", "json", "--report", "page.html"];
    let merged: Json = serde_json::from_str(&litterbox.run(&merge).out).unwrap();
    assert_eq!(merged["result"]["metrics"], one);
    assert_eq!(one["games"], 4);
    for measure in ["lead_changes", "drama", "uncertainty", "decisiveness"] {
        let value = one[measure]["value"].as_f64().unwrap();
        assert!((-0.2..=1.0).contains(&value), "{measure}: {one}");
    }
    // The winner gains on the others.
    let winner = |tenth: usize| one["winner"][tenth]["value"].as_f64().unwrap();
    assert!(winner(9) > winner(0) && winner(9) > 0.4, "{one}");
    let page = drawn(&litterbox.read("page.html"));
    let quality = section(&page, "quality of the game");
    assert_eq!(quality["columns"][0]["scale"], json!([0.0, 1.0]), "with intervals drawn");
    assert_eq!(quality["rows"].as_array().unwrap().len(), 5, "the measures");
    let notes = quality["notes"].as_str().unwrap();
    assert!(notes.contains("Browne") && notes.contains("Torrey"), "{notes}");
    let winner = section(&page, "win probability of the winner");
    assert_eq!(winner["rows"][3]["name"], "30 %");
    let cell = winner["rows"][3]["cells"][0].as_array().unwrap();
    assert_eq!(cell.len(), 4, "with an interval");
    let curve = section(&page, "win probability of each seat");
    let [game, seat] = [&one["examples"][0], &one["examples"][0]["winners"][0]];
    assert!(curve["title"].as_str().unwrap().ends_with(&format!("in game {}", game["game"])));
    assert_eq!(curve["plot"]["strong"], json!([seat.as_u64().unwrap() - 1]), "who won");
    let sections = page["sections"].as_array().unwrap();
    let curves = sections.iter().filter(|section| section["plot"]["type"] == "curves");
    let n_curves = curves.map(|section| section["columns"].as_array().unwrap().len());
    assert_eq!(
        n_curves.collect::<Vec<_>>(),
        [4, 1, 3, 3, 3, 3, 1, 1],
        "survival, winner, seats, danger, hands"
    );
}
