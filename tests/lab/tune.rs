//! `litterbox tune`: against an exhaustive sweep of a small space.

use crate::harness::{endings, manifest, shares};
use crate::program::Litterbox;
use litterbox::sim::Tally;
use litterbox::sim::measures::{MEASURES, Measure};
use litterbox::sim::spread::seat_spread;
use litterbox::sim::tune::{Target, rounds};
use serde_json::Value as Json;

/// Fast players.
const RANDOM: [&str; 2] = ["--agents", "random"];

const SPACE: [&str; 6] =
    ["--over", "deck.nope=0..5", "--over", "deal=3..6", "--over", "five_different=true,false"];

fn tuned(litterbox: &Litterbox, games: &str, more: &[&str]) -> Vec<Json> {
    let run = [&["tune", "classic", "--toward", "turns=16", "--games", games], &SPACE[..]].concat();
    let run = [&run[..], &RANDOM].concat();
    let ran = litterbox.run(&[&run[..], more, &["--format", "json"]].concat());
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
    let json: Json = serde_json::from_str(&ran.out).unwrap();
    json["candidates"].as_array().unwrap().clone()
}

#[test]
fn the_best_is_that_of_an_exhaustive_sweep() {
    let litterbox = Litterbox::new();
    let found = tuned(&litterbox, "16000", &[]);
    assert_eq!(found.len(), 48);
    let best = &found[0];
    let games = best["games"].as_u64().unwrap();
    // The same games of every combination, one by one.
    let mut sweep = Vec::new();
    for candidate in &found {
        let set = candidate["set"].as_array().unwrap().iter().flat_map(|pair| {
            let text = |i: usize| pair[i].as_str().unwrap();
            ["--set".to_owned(), format!("{}={}", text(0), text(1))]
        });
        let set: Vec<String> = set.collect();
        let set: Vec<&str> = set.iter().map(String::as_str).collect();
        let all = ["sim", "classic", "--games", "800", "--format", "json"];
        let ran = litterbox.run(&[&all[..], &RANDOM, &set].concat());
        let json: Json = serde_json::from_str(&ran.out).expect(&ran.talk);
        let turns = &json["result"]["turns"]["mean"];
        let near = |end: &str| turns[end].as_f64().unwrap();
        sweep.push(((near("value") - 16.0).abs(), near("high") - near("value"), candidate));
    }
    let least = sweep.iter().map(|(distance, ..)| *distance).fold(f64::INFINITY, f64::min);
    let (distance, margin, _) = sweep[0];
    assert!(distance <= least + 2.0 * margin, "{best} is {distance} off, the best is {least} off");
    // Most combinations are clearly worse.
    let worse = sweep.iter().filter(|(distance, margin, _)| distance - margin > least + margin);
    assert!(worse.count() > 30);
    assert!(games > 800, "{best}");
    assert_eq!(tuned(&litterbox, "16000", &["--threads", "1"]), found);
}

#[test]
fn the_games_are_spread_over_rounds() {
    assert_eq!(rounds(3, 1_800), [(3, 300), (3, 600)]);
    assert_eq!(rounds(9, 1_200), [(9, 33), (5, 93), (4, 168), (4, 243)]);
    assert_eq!(rounds(16, 6_400), [(16, 100), (8, 300), (4, 700), (4, 1_100)]);
}

#[test]
fn measures_and_distances_are_those_computed_by_hand() {
    let mut tally = Tally::new(2, 1, 0, 0);
    tally.won = 400;
    tally.endings = endings(&[240, 160]);
    let plan = manifest("classic", 2, &["random"], 400);
    let found = Measure::named("seat_spread").unwrap().of(&plan, &tally);
    assert_eq!(found, seat_spread(&shares(&[240, 160])));
    let target: Target = "turns=25*2".parse().unwrap();
    assert_eq!((target.measure.name, target.weight), ("turns", 2.0));
    assert!((target.distance(30.0) - 0.2).abs() < 1e-12);
    let share: Target = "seat_spread=0".parse().unwrap();
    assert!((share.distance(0.3) - 0.3).abs() < 1e-12);
    for wrong in ["turns", "turn=3", "turns=x", "turns=3*-1"] {
        assert!(wrong.parse::<Target>().is_err(), "{wrong}");
    }
}

#[test]
fn a_finalist_that_is_better_by_chance_is_named() {
    let litterbox = Litterbox::new();
    let tune = |target: &str, games: &str| {
        let run = ["tune", "classic", "--over", "deal=4..6", "--toward", target, "--games", games];
        litterbox.run(&[&run[..], &RANDOM].concat()).out
    };
    let few = tune("turns=25", "200");
    let said = "deal=6 is first by the rounds that choose. The last round only measures, on other \
                games: deal=5 came nearer there. More games tell them apart.";
    assert!(few.contains(said), "{few}");
    let clear = tune("turns=29", "6000");
    assert!(!clear.contains("came nearer"), "{clear}");
}

#[test]
fn the_best_is_written_as_a_variant() {
    let litterbox = Litterbox::new();
    let run = ["tune", "classic", "--over", "deal=3,4", "--over", "deck.nope=1,2"];
    let toward = ["--over", "attack_stacks=true,false", "--toward", "turns=15", "--toward"];
    let rest = ["first_wins=0.5", "--games", "400", "--write", "variants/tuned.json"];
    std::fs::create_dir(litterbox.path().join("variants")).unwrap();
    let page = ["--report", "page.html"];
    let ran = litterbox.run(&[&run[..], &toward, &rest, &page].concat());
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
    insta::assert_snapshot!(ran.out);
    assert!(ran.talk.contains("4 combinations with"), "{}", ran.talk);
    let missed = "variants/tuned.json misses the target: turns is ";
    assert!(ran.talk.contains(missed), "{}", ran.talk);
    let variant: Json = serde_json::from_str(&litterbox.read("variants/tuned.json")).unwrap();
    let (_, rows) = ran.out.split_once("\ncombinations").unwrap();
    let best = rows.lines().nth(1).unwrap();
    for (name, value) in [
        ("deal", &variant["deal"]),
        ("deck.nope", &variant["deck"]["nope"]),
        ("attack_stacks", &variant["options"]["attack_stacks"]),
    ] {
        assert!(best.contains(&format!("{name}={value}")), "{variant} and {best}");
    }
    assert_eq!(litterbox.run(&["check", "variants/tuned.json"]).code, Some(0));
    let page = litterbox.read("page.html");
    // A plot for each of two targets, and the table: a row for each combination.
    assert_eq!(page.matches("\"type\":\"points\"").count(), 2);
    assert_eq!(page.matches("\"target\":").count(), 2);
    assert_eq!(page.matches("\"name\":\"deal=").count(), 3 * 8);
    let misses = ran.out.find("The best combination misses the target: ").unwrap();
    assert!(misses < ran.out.find("Take ").unwrap(), "{}", ran.out);
    let refused = litterbox.run(&["tune", "classic", "--over", "deal=3", "--toward", "fun=1"]);
    assert_eq!((refused.code, refused.talk.contains("seat_spread")), (Some(2), true));
}

#[test]
fn a_search_replaces_only_what_a_search_has_written() {
    let litterbox = Litterbox::new();
    assert_eq!(litterbox.run(&["new", "card", "windfall"]).code, Some(0));
    let mine = litterbox.read("variants/mine.json");
    let notes = litterbox.path().join("variants/notes.json");
    std::fs::copy(litterbox.path().join("variants/mine.json"), &notes).unwrap();
    let tune = |variant: &str, games: &str, file: &str| {
        let toward = ["--toward", "turns=40", "--write", file, "--games", games];
        litterbox.run(&[&["tune", variant, "--over", "deal=4,5"][..], &toward].concat())
    };
    for (file, says) in [
        ("variants/mine.json", "exists and is not a variant as"),
        ("variants/notes.json", "exists and is not a variant as"),
        ("variants/classic.json", "the variant that is written extends `classic`"),
        ("other/mine.json", "the variant that is written extends `mine`"),
        ("variants/new.txt", "expected a name ending in .json"),
        ("variants/My Tuned.json", "the name of a variant is an id"),
    ] {
        std::fs::create_dir_all(litterbox.path().join("other")).unwrap();
        let ran = tune("mine", "1e9", file);
        assert_eq!(ran.code, Some(2), "{}", ran.shown());
        assert!(ran.talk.contains(says), "{}", ran.talk);
    }
    assert_eq!([litterbox.read("variants/mine.json"), litterbox.read("variants/notes.json")], {
        [mine.clone(), mine]
    });
    for _ in 0..2 {
        let ran = tune("mine", "20", "variants/tuned.json");
        assert_eq!(ran.code, Some(0), "{}", ran.shown());
    }
    assert_eq!(tune("tuned", "1e9", "variants/tuned.json").code, Some(2), "it would extend itself");
    // What somebody has added to a result is theirs.
    let own =
        litterbox.read("variants/tuned.json").replacen('{', "{ \"deck\": {}, \"box\": 56,", 1);
    std::fs::write(litterbox.path().join("variants/tuned.json"), &own).unwrap();
    assert_eq!(tune("mine", "1e9", "variants/tuned.json").code, Some(2));
}

#[test]
fn a_target_that_no_run_can_reach_is_refused() {
    for (target, says) in [
        ("first_wins=50", "`first_wins=50`: a share is from 0 to 1"),
        ("comebacks=20", "`comebacks=20`: a share is from 0 to 1"),
        ("agent_spread=0", "`--toward agent_spread` needs two agents"),
        ("turns=-1", "is not a number from 0 up"),
    ] {
        let line = ["tune", "classic", "--over", "deal=4,5", "--games", "1e9", "--toward", target];
        let ran = Litterbox::new().run(&line);
        assert_eq!(ran.code, Some(2), "{}", ran.shown());
        assert!(ran.talk.contains(says), "{}", ran.talk);
    }
}

#[test]
fn games_without_a_winner_are_counted_and_bound_the_distance() {
    let litterbox = Litterbox::new();
    let run = ["tune", "classic", "--over", "deck.nope=0,6", "--toward", "turns=25", "--games"];
    let cut = [&run[..], &["400", "--agents", "greedy", "--limit", "60"]].concat();
    let text = litterbox.run(&cut).out;
    let json = litterbox.run(&[&cut[..], &["--format", "json"]].concat()).out;
    let json: Json = serde_json::from_str(&json).unwrap();
    for candidate in json["candidates"].as_array().unwrap() {
        let number = |name: &str| candidate[name].as_f64().unwrap();
        let missing = number("left_out") / number("measured");
        assert!(missing > 0.1 && number("bound") > number("distance") + missing, "{candidate}");
    }
    let said = "of 400 games did not end within 60 plies: left out of every figure";
    assert!(text.contains(said) && text.contains("No combination is recommended: "), "{text}");
    let all = litterbox.run(&[&run[..], &["400", "--agents", "greedy"]].concat()).out;
    assert!(!all.contains("left out of every figure"), "{all}");
}

#[test]
fn the_guide_and_the_help_list_each_measure() {
    let guide = include_str!("../../src/lab/sim/README.md");
    let (_, table) = guide.split_once("| measure | meaning |").unwrap();
    let table = table.split("\n\n").next().unwrap();
    let help = Litterbox::new().run(&["tune", "--help"]).out;
    for measure in MEASURES {
        assert!(table.contains(&format!("`{}`", measure.name)), "{measure:?}");
        assert!(help.contains(&format!("  {} ", measure.name)), "{measure:?}");
    }
}
