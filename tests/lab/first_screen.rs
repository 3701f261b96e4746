//! The first screen of `sim`: how many games it plays if no number is given, kinds of games,
//! questions of cards, and the habits of the players.

use crate::program::{Litterbox, size};
use litterbox::kernel::rng::generator;
use litterbox::sim::stats::wilson;
use litterbox::sim::stopping::{MIN, MOST, SETTLED, StoppingRule};
use litterbox::sim::two_kinds::TwoKinds;
use rand::RngExt as _;
use serde_json::Value as Json;

fn run(line: &str) -> (Json, String) {
    let arguments: Vec<&str> = line.split(' ').collect();
    let ran = Litterbox::new().run(&[&arguments[..], &["--format", "json"]].concat());
    (serde_json::from_str(&ran.out).expect(&ran.talk), ran.out)
}

fn n_games(json: &Json) -> u64 {
    json["result"]["games"].as_u64().unwrap()
}

fn texts(json: &Json, question: &str) -> Vec<String> {
    let answers = json["answers"].as_array().unwrap().iter();
    let mut of = "";
    let mut own = Vec::new();
    for answer in answers {
        let asked = answer["question"].as_str().unwrap();
        of = if asked.is_empty() { of } else { asked };
        if of == question {
            own.push(answer["text"].as_str().unwrap().to_owned());
        }
    }
    own
}

#[test]
fn without_a_number_of_games_the_first_seat_is_known_to_a_point() {
    let (json, out) = run("sim lightning_kittens --seed 3 --threads 1");
    let first = &json["result"]["first"]["rate"];
    let half = (first["high"].as_f64().unwrap() - first["low"].as_f64().unwrap()) / 2.0;
    let games = n_games(&json);
    // At most 10,000 games: at 50 % the last ones are just not needed.
    assert!(half <= SETTLED[0] && (9_000..=MOST).contains(&games), "{half}, {games}");
    assert_eq!(json["result"]["plan"]["games"], json["result"]["games"]);
    assert!(texts(&json, "Is the first seat fair?")[0].ends_with('.'), "{out}");
    // Its quality is that of the first games.
    let judged = json["result"]["metrics"]["games"].as_u64().unwrap();
    assert!((4..=100).contains(&judged), "{judged}");
    let tension = texts(&json, "Tension");
    for (text, name) in tension.iter().zip(["Drama: ", "Lead changes: ", "Decisions that matter: "])
    {
        assert!(text.starts_with(name), "{text}");
    }
    assert!(tension.len() >= 3, "{tension:?}");
    assert_eq!(run("sim lightning_kittens --seed 3 --threads 3").1, out);
}

#[test]
fn a_run_ends_with_its_work_or_has_no_answer_to_wait_for() {
    // A search is much work: the first games are all.
    let (json, _) = run("sim lightning_kittens --agents search:2000 --limit 12");
    assert_eq!(n_games(&json), 16);
    let (json, _) = run("sim lightning_kittens --fixed-seats --agents greedy,random");
    assert_eq!(n_games(&json), 1_000);
    // Nobody wins: this may be so for ever.
    let (json, _) = run("sim lightning_kittens --limit 2");
    assert_eq!(n_games(&json), 1_000);
    let (json, _) = run("sim lightning_kittens --card defuse");
    let row = json["result"]["values"].as_array().unwrap().iter();
    let row = row.clone().find(|row| row["name"] == "defuse").unwrap();
    let [low, high] = ["low", "high"].map(|end| row["holding"][end].as_f64().unwrap());
    let games = n_games(&json);
    assert!((high - low) / 2.0 <= SETTLED[1] || games > 1_000, "{low}, {high}, {games}");
    assert!((MIN..=MOST).contains(&games), "{games}");
    let litterbox = Litterbox::new();
    let part = ["sim", "lightning_kittens", "--shard", "1/100", "--out", "part.json"];
    let ran = litterbox.run(&part);
    assert!(ran.talk.contains("10 games"), "{}", ran.talk);
}

/// An interval whose width ends the run contains the truth as often as one of a fixed number of
/// games: of 2,000 runs, about four standard errors around 95 %.
#[test]
fn intervals_hold_that_end_their_run() {
    for percent in [50, 25, 90] {
        let runs = size(2_000, 10_000);
        let mut n_held = 0;
        for seed in 0..runs {
            let mut rng = generator(seed, percent);
            let rule = StoppingRule { wanted: SETTLED[1], min: MIN, most: MOST };
            let (mut n, mut wins, mut next) = (0, 0, Some(4));
            while let Some(games) = next {
                wins += (n..games).filter(|_| rng.random_range(0..100) < percent).count();
                n = games;
                next = rule.next(n, wilson(wins as u64, n).unwrap().margin());
            }
            let found = wilson(wins as u64, n).unwrap();
            assert!(found.margin() <= SETTLED[1] && n < MOST, "{n}");
            n_held += u64::from(found.holds(percent as f64 / 100.0));
        }
        let share = n_held as f64 / runs as f64;
        assert!((0.93..=0.97).contains(&share), "{percent} %: {share}");
    }
}

/// The sum of `n` dice with so many sides.
fn dice(rng: &mut rand_pcg::Pcg64Mcg, n: u32, sides: u32) -> usize {
    (0..n).map(|_| 1 + rng.random_range(0..sides) as usize).sum()
}

#[test]
fn two_kinds_of_games_are_told_and_one_kind_is_not() {
    let counts = |seed: u64, games: u32, length: &dyn Fn(&mut rand_pcg::Pcg64Mcg) -> usize| {
        let (mut rng, mut counts) = (generator(seed, 1), vec![0; 100]);
        (0..games).for_each(|_| counts[length(&mut rng)] += 1);
        counts
    };
    let mut wrong = [0; 3];
    for seed in 0..size(300, 2_000) {
        // One peak in the middle; none; the most frequent length at the end.
        let peak = counts(seed, 1_000, &|rng| dice(rng, 4, 12));
        let flat = counts(seed, 1_000, &|rng| 5 + rng.random_range(0..40));
        let last = counts(seed, 1_000, &|rng| rng.random_range(0..40).max(rng.random_range(0..40)));
        for (wrong, counts) in wrong.iter_mut().zip([&peak, &flat, &last]) {
            *wrong += u32::from(TwoKinds::of(counts, 2).is_some());
        }
    }
    // At most 5 %, and much less, as all valleys share it.
    assert!(wrong.iter().all(|wrong| *wrong <= size(3, 20)), "{wrong:?}");
    let both = counts(1, 1_000, &|rng| match rng.random_range(0..3) {
        0 => 2 + dice(rng, 2, 5),
        _ => 20 + dice(rng, 3, 10),
    });
    let found = TwoKinds::of(&both, 2).expect("two kinds");
    assert!((0.29..0.38).contains(&found.share) && (9..=22).contains(&found.within), "{found:?}");
    assert!((35.0..38.0).contains(&found.others), "{found:?}");
    // Seats alternate: odd lengths are rare, which is no kind.
    let odd = counts(1, 2_000, &|rng| 2 * dice(rng, 3, 8));
    assert_eq!(TwoKinds::of(&odd, 2), None);
}

#[test]
fn questions_of_cards_have_a_row_with_their_answers() {
    let (json, out) = run("sim classic --games 60 --seed 2");
    let questions = json["result"]["questions"].as_array().unwrap();
    let favor: Vec<&Json> = questions.iter().filter(|row| row["asker"] == "favor").collect();
    assert!(
        !favor.is_empty() && favor.iter().all(|row| row["per_game"].as_f64() > Some(0.0)),
        "{out}"
    );
    for row in questions {
        let shares = row["answers"].as_array().unwrap().iter();
        let sum: f64 = shares.map(|answer| answer["share"]["value"].as_f64().unwrap()).sum();
        assert!((sum - 1.0).abs() < 1e-4, "{row}");
    }
    // Both runs have the same rows, however the games are shared out.
    assert_eq!(run("sim classic --games 60 --seed 2 --threads 3").1, out);
    let text = Litterbox::new().run(&["sim", "classic", "--games", "60", "--seed", "2"]).out;
    assert!(text.contains("questions that cards ask") && text.contains("Favor: "), "{text}");
    // Questions with a new text each time are one row, and answers are limited.
    let pack = Litterbox::new().with("scripts/cards/riddle.rhai", RIDDLE);
    let pack = pack.with("variants/riddles.json", RIDDLES);
    let run = ["sim", "riddles", "--games", "200", "--agents", "random", "--format", "json"];
    let ran = pack.run(&run);
    let json: Json = serde_json::from_str(&ran.out).expect(&ran.talk);
    let questions = json["result"]["questions"].as_array().unwrap().iter();
    let riddles: Vec<&Json> = questions.filter(|row| row["asker"] == "riddle").collect();
    assert_eq!(riddles.len(), 1, "{}", ran.out);
    assert_eq!(riddles[0]["answers"].as_array().unwrap().len(), 128);
    for threads in ["1", "2"] {
        assert!(
            pack.run(&[&run[..], &["--threads", threads]].concat()).out == ran.out,
            "{threads}"
        );
    }
}

const RIDDLE: &str = r#"//! Asks a riddle.

fn resolve(me) {
    me.choose_number("Riddle " + draw_pile().len + "?", 0, 400);
}
"#;

const RIDDLES: &str = r#"{ "name": "Riddles", "extends": "classic", "deck": { "riddle": 12 } }"#;

/// Asks twice in one function, in one line and with one text.
const TWICE: &str = r#"//! Asks four times.

fn resolve(me) {
    me.choose("First?", ["red", "blue"]);
    me.choose("Second?", ["up"  , "down"]);
    me.choose("Again?", ["a", "b"]); me.choose("Again?", ["c", "d"]);
}
"#;

/// The places of a script that ask are counted apart, in one run as in shards.
#[test]
fn each_place_that_asks_has_its_own_answers() {
    let pack = Litterbox::new().with("scripts/cards/twice.rhai", TWICE).with(
        "variants/twice.json",
        r#"{ "name": "Twice", "extends": "classic", "deck": { "twice": 6 } }"#,
    );
    let of = |line: &str| {
        let line = format!("sim twice --games 40 --agents random {line}");
        let ran = pack.run(&line.split_whitespace().collect::<Vec<_>>());
        assert_eq!(ran.code, Some(0), "{}", ran.talk);
        ran.out
    };
    let all = of("--format json");
    let json: Json = serde_json::from_str(&all).unwrap();
    let rows = json["result"]["questions"].as_array().unwrap().iter();
    let text = |value: &Json| value.as_str().unwrap().to_owned();
    let mut own: Vec<_> = rows
        .filter(|row| row["asker"] == "twice")
        .map(|row| {
            let answers = row["answers"].as_array().unwrap().iter();
            let mut answers: Vec<_> = answers.map(|answer| text(&answer["answer"])).collect();
            answers.sort();
            (text(&row["at"]), text(&row["question"]), answers.join(" "))
        })
        .collect();
    own.sort();
    let own: Vec<_> = own.iter().map(|(at, text, given)| format!("{at} {text} {given}")).collect();
    assert_eq!(
        own,
        [
            "cards/twice.rhai:4:8 First? blue red",
            "cards/twice.rhai:5:8 Second? down up",
            "cards/twice.rhai:6:41 Again? c d",
            "cards/twice.rhai:6:8 Again? a b",
        ]
    );
    // Where two have one text, their rows say which is which.
    for (format, name) in [("text", ""), ("csv", "question,"), ("csv", "answer,")] {
        let out = of(&format!("--format {format}"));
        for row in
            ["First?", "Second?", "Again? (cards/twice.rhai:6:8)", "Again? (cards/twice.rhai:6:41)"]
        {
            let row = format!("{name}Twice: {row}");
            assert!(out.contains(&row), "{row} in {out}");
        }
    }
    for k in [1, 2] {
        of(&format!("--shard {k}/2 --out shard{k}.json"));
    }
    let merged = pack.run(&["merge", "shard1.json", "shard2.json", "--format", "json"]);
    let merged: Json = serde_json::from_str(&merged.out).expect(&merged.talk);
    assert_eq!(merged["result"]["questions"], json["result"]["questions"]);
}

/// Asks two prompts at one place, and one that it composes.
const ASKING: &str = r#"//! Asks in functions.

fn pick(me, text) { me.choose(text, ["a", "b"]) }

fn colour(me, n) { me.choose(`Colour ${n}?`, ["red", "blue"]) }

fn resolve(me) {
    pick(me, "First?");
    pick(me, "Second?");
    colour(me, discard_pile().len / 4);
}
"#;

/// The prompts of a place have a row each, up to 8 of them, however the games are shared out. In
/// 60 plies a game asks at most 8 colours, unless it is stopped.
#[test]
fn each_prompt_of_a_place_has_its_own_answers() {
    let pack = Litterbox::new().with("scripts/cards/asking.rhai", ASKING).with(
        "variants/asking.json",
        r#"{ "name": "Asking", "extends": "classic", "deck": { "asking": 30 } }"#,
    );
    let of = |line: &str| {
        let line = format!("sim asking --games 100 --players 2 --agents random {line}");
        let ran = pack.run(&line.split(' ').collect::<Vec<_>>());
        assert_eq!(ran.code, Some(0), "{}", ran.talk);
        ran.out
    };
    let colours: Vec<_> = (0..8).map(|n| format!("Colour {n}?")).collect();
    for (limit, colours) in [("1000", &colours[..1]), ("60", &colours[..])] {
        let run = format!("--format json --limit {limit} --threads");
        let out = of(&format!("{run} 1"));
        let json: Json = serde_json::from_str(&out).unwrap();
        let rows = json["result"]["questions"].as_array().unwrap().iter();
        let rows: Vec<&Json> = rows.filter(|row| row["asker"] == "asking").collect();
        let mut own: Vec<_> = rows.iter().map(|row| row["question"].as_str().unwrap()).collect();
        own.sort_unstable();
        let all = colours.iter().map(String::as_str).chain(["First?", "Second?"]);
        assert_eq!(own, all.collect::<Vec<_>>());
        // A place with too many prompts has one row for all: each play asks a colour.
        let per_game = |name: &str| -> f64 {
            let is_named = |row: &&&Json| row["question"].as_str().unwrap().starts_with(name);
            rows.iter().filter(is_named).map(|row| row["per_game"].as_f64().unwrap()).sum()
        };
        assert!((per_game("Colour") - per_game("First")).abs() < 1e-4, "{out}");
        for threads in ["2", "3"] {
            assert!(of(&format!("{run} {threads}")) == out, "limit {limit}, {threads} threads");
        }
    }
    let text = of("--format csv");
    for row in ["First?", "Second?"] {
        assert!(text.contains(&format!("question,Asking: {row},")), "{row} in {text}");
    }
}

#[test]
fn the_habits_of_the_players_are_said_under_the_figures() {
    let ran = Litterbox::new().run(&["sim", "classic", "--games", "300", "--seed", "2"]);
    let line = ran.out.lines().find(|line| line.starts_with("These players differ from people: "));
    let line = line.expect(&ran.out);
    assert!(line.contains(" of the cards put back unseen; "), "{line}");
    assert!(
        line.contains(" of the shuffles are played without a known or expected card"),
        "{line}"
    );
    let (json, _) = run("sim classic --games 300 --seed 2");
    let share = json["result"]["habits"]["put_backs_drawn_at_once"]["value"].as_f64().unwrap();
    // Greedy hides a card there in 60 % of the cases, but seldom where the opponent then draws it.
    assert!((0.05..0.8).contains(&share), "{share}");
    // What was stopped is not told, and neither is what nobody can stop.
    assert!(!line.contains("Favor") && !line.contains("Defuse"), "{line}");
    let tax = "//! Does nothing.\n\nfn resolve(me) { }\n";
    let taxed = Litterbox::new().with("scripts/cards/tax.rhai", tax);
    let deck = r#"{ "name": "Taxes", "extends": "classic", "deck": { "tax": 12 } }"#;
    let taxed = taxed.with("variants/taxes.json", deck);
    let ran = taxed.run(&["sim", "taxes", "--games", "1000", "--seed", "2"]);
    let unstopped = ran.out.split_once("no player ever stopped ").map(|(_, rest)| rest.lines());
    let named = unstopped.and_then(|mut lines| lines.next()).unwrap_or_default();
    assert!(named.contains("Tax"), "{}{}", ran.out, ran.talk);
}
