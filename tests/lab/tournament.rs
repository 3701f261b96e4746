//! Strengths of agents: against formulas, and in games where they are known.

use crate::harness::manifest;
use crate::program::{FIRST_OPTION, Litterbox};
use litterbox::kernel::rng::generator;
use litterbox::kernel::{Seat, SeatSet};
use litterbox::sim::bradley_terry::{Pairing, SeedSums, Strengths, expected, expected_share};
use litterbox::sim::counts::Merge as _;
use litterbox::sim::tally::WIN;
use litterbox::sim::tournament::{Tournament, TournamentCounts, TournamentRun};
use litterbox::sim::{RunManifest, tournament_report};
use rand::RngExt as _;
use serde_json::Value as Json;

fn seatings(agents: &[[usize; 2]]) -> Vec<Pairing> {
    agents.iter().map(|agents| Pairing { agents: *agents, seats: [1.0; 2] }).collect()
}

#[test]
fn two_agents_have_the_strengths_of_the_formula() {
    // Of 40 seeds, the second agent wins both games in 25, one in 10 and none in 5: 60 of 80, and a
    // quarter of a virtual win of each agent in both seatings.
    let two = seatings(&[[0, 1], [1, 0]]);
    let mut seeds = SeedSums::default();
    for (results, n) in [([0, 1], 25), ([0, 0], 4), ([1, 1], 6), ([1, 0], 5)] {
        seeds.add(&results.map(|won| Some(WIN * won)), n);
    }
    let found = Strengths::fit(2, &two, &seeds).unwrap().difference(1, 0);
    let scale = 400.0 / 10.0f64.ln();
    let p: f64 = 60.5 / 81.0;
    assert!((found.value - scale * (p / (1.0 - p)).ln()).abs() < 1e-4, "{found:?}");
    // The wins of a seed have the mean 1.5 and the variance (110 - 40 * 1.5^2) / 39; four virtual
    // results count a quarter each; 2.022691 is the quantile of Student's t with 39 degrees.
    let meat = 40.0 * 20.0 / 39.0 + 0.5 * (p.powi(2) + (1.0 - p).powi(2));
    let error = scale * meat.sqrt() / (81.0 * p * (1.0 - p));
    assert!((found.margin() - 2.022_691 * error).abs() < 1e-3, "{found:?}");
    assert!((expected(400.0) - 10.0 / 11.0).abs() < 1e-12);
    // Twice as many seats count like twice the strength.
    assert!((expected_share(0.0, [2.0, 1.0]) - 2.0 / 3.0).abs() < 1e-12);
    // The same seeds in parts.
    let mut parts = SeedSums::default();
    for (results, n) in [([1, 0], 5), ([0, 0], 4)] {
        parts.add(&results.map(|won| Some(WIN * won)), n);
    }
    let mut rest = SeedSums::default();
    for (results, n) in [([0, 1], 25), ([1, 1], 6)] {
        rest.add(&results.map(|won| Some(WIN * won)), n);
    }
    rest.merge_from(&parts);
    assert_eq!(rest, seeds);
}

#[test]
fn strengths_that_fit_exactly_are_recovered() {
    let strengths = [0.0, 120.0, -80.0, 300.0];
    let pairs = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];
    let shares = pairs
        .map(|[a, b]| Some((WIN as f64 * expected(strengths[a] - strengths[b])).round() as u64));
    let pairings = seatings(&pairs);
    let mut seeds = SeedSums::default();
    seeds.add(&shares, 10_000_000);
    let fit = Strengths::fit(4, &pairings, &seeds).unwrap();
    for (agent, strength) in strengths.iter().enumerate() {
        let found = fit.difference(agent, 0);
        assert!((found.value - strength).abs() < 0.01, "{agent}: {found:?}");
    }
    // A line through the strengths of the last three agents at 1, 2 and 3.
    let slope = fit.slope(&[(1, 1.0), (2, 2.0), (3, 3.0)]).unwrap();
    assert!((slope.value - 90.0).abs() < 0.01, "{slope:?}");
    assert_eq!(fit.slope(&[(1, 1.0)]), None);
    // Nobody has played the fourth agent.
    let mut three = SeedSums::default();
    three.add(&[shares[0], shares[1], None, None, None, None], 100);
    assert_eq!(Strengths::fit(4, &pairings, &three), None);
    assert!(Strengths::fit(3, &pairings, &three).is_some());
    // One seed does not show how much seeds differ.
    let mut one = SeedSums::default();
    one.add(&shares[..1], 1);
    assert_eq!(Strengths::fit(2, &pairings[..1], &one), None);
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
    assert_eq!(luck["strongest_beats_weakest"]["value"], 0.5);

    let skill = played(&litterbox, &["classic", "--agents", "random,greedy", "--games", "100"]);
    let names: Vec<_> = skill["agents"].as_array().unwrap().iter().map(|a| &a["name"]).collect();
    assert_eq!(names, ["greedy", "random"]);
    assert!(skill["agents"][0]["strength"]["low"].as_f64().unwrap() > 100.0, "{skill}");
    assert_eq!(skill["agents"][1]["strength"]["value"], 0.0);
    assert!(skill["agents"][0]["seats"][1]["value"].as_f64().unwrap() > 0.7, "{skill}");
}

/// An agent that writes its questions to a file, after its name, and chooses the first option.
const LOGGER: &str = "while read -r question; do
  echo \"$1 $question\" >> log
  first_option \"$question\"
done
";

/// A game in which each player has a turn, and then the first one wins.
const ROUND: &str = "//! Round.\n\nfn setup() { draw_pile().shuffle(); deal(hand_size()); }\n\n\
    fn draw_step(me) { me.draw(); if me == players()[-1] { players()[0].wins(); } end_turn(); }\n\n\
    fn exploded(me, hazard) { me.out(); }\n";

#[cfg(unix)]
#[test]
fn every_arrangement_is_played_in_turn_with_its_mirror_image_on_the_same_seed() {
    let variant = r#"{ "name": "Round", "about": "Each has a turn.", "players": [2, 5], "deal": 2,
        "rules": ["round"], "deck": { "dud": 10, "idle": 10 } }"#;
    let agents = "exec:sh log.sh a,exec:sh log.sh b";
    for (players, n_arrangements) in [(2, 2), (3, 6), (4, 6), (5, 20)] {
        let litterbox = Litterbox::new()
            .with("variants/round.json", variant)
            .with("scripts/rules/round.rhai", ROUND)
            .with("scripts/cards/dud.rhai", "//! Dud.\n\nfn resolve(me) { }\n")
            .with("scripts/cards/idle.rhai", "//! Idle.\n\nfn resolve(me) { }\n")
            .with("log.sh", &format!("{FIRST_OPTION}{LOGGER}"));
        let run = ["round", "--games", "80", "--threads", "1", "--agents", agents, "--players"];
        let found = played(&litterbox, &[&run[..], &[&players.to_string()]].concat());
        assert_eq!(found["pairings"][0]["games"], 80);
        // For each game in the order played: its number, the agents by seat, the hands by seat.
        let mut games: Vec<(u64, Vec<String>, Vec<Json>)> = Vec::new();
        for line in litterbox.read("log").lines() {
            let (agent, question) = line.split_once(' ').unwrap();
            let question: Json = serde_json::from_str(question).unwrap();
            let game = question["game"].as_u64().unwrap();
            let seats = question["position"]["seats"].as_array().unwrap();
            let is_asked = |seat: &Json| seat["name"] == question["viewer"];
            let seat = seats.iter().position(is_asked).unwrap();
            // In the mirror image of a game the seat has the other agent.
            let is_same = |(last, agents, _): &(u64, Vec<String>, Vec<Json>)| {
                *last == game && (agents[seat].is_empty() || agents[seat] == agent)
            };
            if !games.last().is_some_and(is_same) {
                games.push((game, vec![String::new(); players], vec![Json::Null; players]));
            }
            let (_, agents, hands) = games.last_mut().unwrap();
            if agents[seat].is_empty() {
                hands[seat] = seats[seat]["hand"].clone();
            }
            agents[seat] = agent.to_owned();
        }
        assert_eq!(games.len(), 80);
        games.sort_by_key(|(game, ..)| *game);
        let mut arrangements = std::collections::BTreeMap::new();
        for (n, pair) in games.chunks(2).enumerate() {
            let [(game, one, hands), (mirrored, other, same)] = pair else { panic!("{pair:?}") };
            assert_eq!((*game, *mirrored, hands), (n as u64, n as u64, same));
            assert!(one.iter().zip(other).all(|(one, other)| one != other), "{one:?} {other:?}");
            assert!(one.iter().filter(|agent| *agent == "a").count().abs_diff(players / 2) <= 1);
            *arrangements.entry(one.concat()).or_insert(0) += 1;
            *arrangements.entry(other.concat()).or_insert(0) += 1;
        }
        assert_eq!(arrangements.len(), n_arrangements, "{arrangements:?}");
        let ends = [arrangements.values().min(), arrangements.values().max()].map(Option::unwrap);
        assert!(ends[1] - ends[0] <= 1, "in turn: {arrangements:?}");
    }
}

#[test]
fn rates_are_those_of_both_seatings_played_alone() {
    let litterbox = Litterbox::new();
    let run = ["classic", "--games", "60", "--seed", "3"];
    let tournament = played(&litterbox, &[&run[..], &["--agents", "random,greedy"]].concat());
    let wins = |agents: &str| {
        let sim = ["--agents", agents, "--fixed-seats", "--format", "json", "--games", "30"];
        let ran = litterbox.run(&[&["sim", "classic", "--seed", "3"], &sim[..]].concat());
        let json: Json = serde_json::from_str(&ran.out).expect(&ran.talk);
        [0, 1].map(|seat: usize| json["result"]["seats"][seat]["wins"].as_u64().unwrap())
    };
    let [[random_first, greedy_second], [greedy_first, random_second]] =
        ["random,greedy", "greedy,random"].map(wins);
    let near = |found: &Json, wins: u64, games: u64| {
        let value = found["value"].as_f64().unwrap();
        assert!((value - wins as f64 / games as f64).abs() < 1e-6, "{found}: {wins} of {games}");
    };
    near(&tournament["pairings"][0]["rate"], random_first + random_second, 60);
    for (agent, wins) in [(0, [greedy_first, greedy_second]), (1, [random_first, random_second])] {
        (0..2).for_each(|seat| near(&tournament["agents"][agent]["seats"][seat], wins[seat], 30));
    }
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
    assert_eq!(page.matches("\"heat\":true").count(), 1, "agents and seats");
    for (wrong, says) in [
        (&["random"][..], "at least two agents"),
        (&["random,random"], "named twice"),
        (&["random,greddy"], "did you mean `greedy`"),
    ] {
        let ran = litterbox.run(&[&["tournament", "classic", "--agents"], wrong].concat());
        assert_eq!((ran.code, ran.talk.contains(says)), (Some(2), true), "{}", ran.talk);
    }
}

/// The findings about agents of these strengths in 50 seeds of games of two.
fn findings(weights: &[u32], seed: u64) -> Vec<String> {
    let plan = manifest("classic", 2, &["random"], 100);
    let agents = (0..weights.len()).map(|i| format!("agent {i}")).collect();
    let run = TournamentRun { plan: RunManifest { agents, ..plan } };
    let mut counts = TournamentCounts::default();
    let mut luck = generator(seed, 0x70f);
    for _ in 0..50 {
        let pairs = (0..weights.len()).flat_map(|a| (a + 1..weights.len()).map(move |b| [a, b]));
        let seatings = pairs.flat_map(|[a, b]| [[a, b], [b, a]]);
        let winner = |[a, b]: [usize; 2]| {
            let is_first = luck.random_range(0..(weights[a] + weights[b])) < weights[a];
            Some(SeatSet::one(Seat(u8::from(!is_first))))
        };
        let winners: Vec<_> = seatings.map(winner).collect();
        counts.add(&run.plan, &winners, SeatSet::one(Seat(1)));
    }
    let report = tournament_report(String::new(), &Tournament::new(&run, &counts));
    report.summary.into_iter().map(|answer| answer.text).collect()
}

/// `LITTERBOX_SAMPLES=10000` takes more tournaments than 100.
#[test]
fn four_equal_agents_are_seldom_told_apart() {
    let n = std::env::var("LITTERBOX_SAMPLES").map_or(100, |n| n.parse().expect("a number"));
    let claims = (0..n).filter(|seed| {
        let said = findings(&[1; 4], *seed);
        said.iter().any(|said| said.contains("stronger than agent") || said.contains(" over "))
    });
    let share = claims.count() as f64 / n as f64;
    assert!(share < 0.05 + 2.0 * (0.05 * 0.95 / n as f64).sqrt(), "{share}");
    let said = findings(&[1, 1, 8, 64], 1);
    assert!(said[0].starts_with("agent 3 is ") && said[0].contains("stronger"), "{said:?}");
    let steps = "Clear steps from one to the next: agent 3 over agent 2, agent 2 over agent ";
    assert!(said.iter().any(|said| said.starts_with(steps)), "{said:?}");
}
