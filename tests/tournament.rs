//! Strengths of agents: against formulas, and in games where they are known.

use crate::program::Litterbox;
use litterbox::kernel::rng::{below, generator};
use litterbox::sim::bradley_terry::{Pairing, Strengths, expected, expected_share};
use serde_json::Value as Json;

fn seating(a: usize, b: usize, wins: [f64; 2]) -> Pairing {
    Pairing { agents: [a, b], seats: [1.0, 1.0], wins }
}

#[test]
fn two_agents_have_the_strengths_of_the_formula() {
    // 60 and 20 wins in two seatings, and a quarter of a virtual win of each agent in both.
    let fit = Strengths::fit(2, &[seating(0, 1, [15.0, 35.0]), seating(1, 0, [25.0, 5.0])]);
    let found = fit.unwrap().difference(1, 0);
    let scale = 400.0 / 10.0f64.ln();
    let (won, lost) = (60.5f64, 20.5f64);
    assert!((found.value - 400.0 * (won / lost).log10()).abs() < 1e-4, "{found:?}");
    let error = scale * (1.0 / won + 1.0 / lost).sqrt();
    assert!((found.margin() - 1.959_964 * error).abs() < 1e-3, "{found:?}");
    assert!((expected(400.0) - 10.0 / 11.0).abs() < 1e-12);
    // Twice as many seats count like twice the strength.
    assert!((expected_share(0.0, [2.0, 1.0]) - 2.0 / 3.0).abs() < 1e-12);
}

#[test]
fn strengths_that_fit_exactly_are_recovered() {
    let strengths = [0.0, 120.0, -80.0, 300.0];
    let mut games = Vec::new();
    for a in 0..4 {
        for b in a + 1..4 {
            let share = expected(strengths[a] - strengths[b]);
            games.push(seating(a, b, [1e7 * share, 1e7 * (1.0 - share)]));
        }
    }
    let fit = Strengths::fit(4, &games).unwrap();
    for (agent, strength) in strengths.iter().enumerate() {
        let found = fit.difference(agent, 0);
        assert!((found.value - strength).abs() < 0.01, "{agent}: {found:?}");
    }
    // A line through the strengths of the last three agents at 1, 2 and 3.
    let slope = fit.slope(&[(1, 1.0), (2, 2.0), (3, 3.0)]).unwrap();
    assert!((slope.value - 90.0).abs() < 0.01, "{slope:?}");
    assert_eq!(fit.slope(&[(1, 1.0)]), None);
    // Nobody has played the fourth agent.
    assert_eq!(Strengths::fit(4, &games[..2]), None);
}

#[test]
fn intervals_of_strengths_cover_as_often_as_they_say() {
    let strengths = [0.0, 100.0, 250.0];
    let mut luck = generator(5, 5);
    let mut covered = [0; 2];
    for _ in 0..10_000 {
        let mut games = Vec::new();
        for (a, b) in [(0, 1), (0, 2), (1, 2)] {
            let share = (1e6 * expected(strengths[a] - strengths[b])) as u32;
            let wins = (0..60).filter(|_| below(&mut luck, 1_000_000) < share).count() as f64;
            games.push(seating(a, b, [wins, 60.0 - wins]));
        }
        let fit = Strengths::fit(3, &games).unwrap();
        covered[0] += u32::from(fit.difference(1, 0).holds(100.0));
        covered[1] += u32::from(fit.difference(2, 1).holds(150.0));
    }
    assert!(
        covered.iter().all(|n| (9_400..=9_600).contains(n)),
        "95 % would be 9,500: {covered:?}"
    );
}

fn played(litterbox: &Litterbox, arguments: &[&str]) -> Json {
    let ran = litterbox.run(&[&["tournament"], arguments, &["--format", "json"]].concat());
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
    serde_json::from_str::<Json>(&ran.out).unwrap()["result"].clone()
}

#[test]
fn in_a_game_of_luck_all_are_equal_and_in_one_of_skill_not() {
    let run = ["--agents", "random,greedy,search:4,search:8", "--games", "60", "--threads", "2"];
    let coin = r#"{ "name": "Coin", "about": "A coin.", "players": [2, 2], "deal": 1,
        "rules": ["coin"], "deck": { "dud": 6 } }"#;
    let rules = "//! Coin.\n\nfn setup() { draw_pile().shuffle(); deal(hand_size()); }\n\n\
                 fn draw_step(me) { me.draw(); players()[random(2)].wins(); }\n\n\
                 fn exploded(me, hazard) { me.out(); }\n";
    let litterbox = Litterbox::new()
        .with("variants/coin.json", coin)
        .with("scripts/rules/coin.rhai", rules)
        .with("scripts/cards/dud.rhai", "//! Dud.\n\nfn resolve(me) { }\n");
    let luck = played(&litterbox, &[&["coin"], &run[..]].concat());
    for agent in luck["agents"].as_array().unwrap() {
        // Both seatings have the same luck, so every agent wins exactly half.
        assert_eq!(agent["strength"]["value"], 0.0, "{agent}");
    }
    assert_eq!(luck["points_per_tenfold"]["value"], 0.0);
    assert_eq!(luck["strongest_beats_weakest"], 0.5);

    let skill = played(&litterbox, &["classic", "--agents", "random,greedy", "--games", "100"]);
    let names: Vec<_> = skill["agents"].as_array().unwrap().iter().map(|a| &a["name"]).collect();
    assert_eq!(names, ["greedy", "random"]);
    assert!(skill["agents"][0]["strength"]["low"].as_f64().unwrap() > 100.0, "{skill}");
    assert_eq!(skill["agents"][1]["strength"]["value"], 0.0);
    assert!(skill["agents"][0]["seats"][1]["value"].as_f64().unwrap() > 0.7, "{skill}");
}

#[test]
fn a_tournament_is_told_in_tables_and_on_a_page() {
    let litterbox = Litterbox::new();
    let run = ["tournament", "classic", "--agents", "random,greedy", "--games", "40"];
    let told = |threads: &str| {
        litterbox.run(&[&run[..], &["--threads", threads, "--report", "page.html"]].concat())
    };
    let ran = told("1");
    assert_eq!((ran.code, &ran.out), (Some(0), &told("3").out), "{}", ran.talk);
    insta::assert_snapshot!(ran.out);
    let page = litterbox.read("page.html");
    assert_eq!(page.matches("class=\"heat\"").count(), 4, "two agents, two seats");
    for (wrong, says) in [
        (&["random"][..], "at least two agents"),
        (&["random,random"], "named twice"),
        (&["random,greddy"], "did you mean `greedy`"),
    ] {
        let ran = litterbox.run(&[&["tournament", "classic", "--agents"], wrong].concat());
        assert_eq!((ran.code, ran.talk.contains(says)), (Some(2), true), "{}", ran.talk);
    }
}
