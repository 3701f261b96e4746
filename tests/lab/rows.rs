//! Raw data of `sim`: rows of games, plays and decisions.

use crate::program::{Litterbox, first_there, skipped};
use serde_json::Value as Json;
use std::process::Command;

const FILES: [&str; 3] = ["games", "plays", "decisions"];

/// The arguments of a run that writes all files with a prefix.
fn arguments(prefix: &str, ending: &str, more: &[&str]) -> Vec<String> {
    let run = ["sim", "classic", "--games", "300", "--players", "3", "--seed", "7"];
    let agents = ["--agents", "greedy,random", "--format", "json"];
    let files = FILES.map(|name| [format!("--{name}-out"), format!("{prefix}{name}.{ending}")]);
    let words = run.iter().chain(&agents).chain(more).map(|word| (*word).to_owned());
    words.chain(files.into_iter().flatten()).collect()
}

fn write(litterbox: &Litterbox, prefix: &str, ending: &str, more: &[&str]) -> Json {
    let arguments = arguments(prefix, ending, more);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let ran = litterbox.run(&arguments);
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
    serde_json::from_str(&ran.out).unwrap_or(Json::Null)
}

fn read(litterbox: &Litterbox, prefix: &str, ending: &str) -> [String; 3] {
    FILES.map(|name| litterbox.read(&format!("{prefix}{name}.{ending}")))
}

fn objects(lines: &str) -> Vec<Json> {
    lines.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

#[test]
fn rows_do_not_depend_on_threads_and_shards_concatenate() {
    let litterbox = Litterbox::new();
    for ending in ["csv", "jsonl"] {
        write(&litterbox, "one_", ending, &["--threads", "1"]);
        write(&litterbox, "three_", ending, &["--threads", "3"]);
        let one = read(&litterbox, "one_", ending);
        assert_eq!(one, read(&litterbox, "three_", ending));
        let mut joined = [const { String::new() }; 3];
        for shard in ["1/3", "2/3", "3/3"] {
            write(&litterbox, "part_", ending, &["--shard", shard, "--out", "part.json"]);
            for (joined, part) in joined.iter_mut().zip(read(&litterbox, "part_", ending)) {
                *joined += &part;
            }
        }
        assert_eq!(joined, one);
    }
}

#[test]
fn rows_add_up_to_the_report() {
    let litterbox = Litterbox::new();
    let report = write(&litterbox, "", "jsonl", &[])["result"].clone();
    let [games, plays, decisions] = read(&litterbox, "", "jsonl").map(|text| objects(&text));
    let sum = |rows: &[Json], key: &str| rows.iter().map(|row| row[key].as_u64().unwrap()).sum();
    let total: u64 = sum(&games, "decisions");
    assert_eq!(games.len(), 300);
    assert_eq!(decisions.len() as u64, total);
    assert_eq!(report["decisions"].as_u64(), Some(total));
    let mean = sum(&games, "turns") as f64 / 300.0;
    assert!((report["turns"]["mean"]["value"].as_f64().unwrap() - mean).abs() < 1e-5);
    for (seat, row) in report["seats"].as_array().unwrap().iter().enumerate() {
        let winner = (seat + 1).to_string();
        let wins = games.iter().filter(|game| game["winners"] == winner.as_str()).count();
        assert_eq!(row["wins"], wins, "seat {winner}");
    }
    for card in report["cards"].as_array().unwrap() {
        let of_card = |play: &&Json| play["type"] == "card" && play["name"] == card["name"];
        let played: Vec<&Json> = plays.iter().filter(of_card).collect();
        let alone = played.len() as f64 / 300.0;
        assert!(card["played"].as_f64().unwrap() > alone - 1e-5, "{card}");
        let cancelled = played.iter().filter(|play| play["cancelled"] == true).count();
        let rate = card["cancelled"]["value"].as_f64().unwrap_or(0.0);
        assert!((rate - cancelled as f64 / played.len().max(1) as f64).abs() < 1e-5, "{card}");
    }
    // The cards of sets count as well.
    let sum = |key: &str| {
        let rows = report[key].as_array().unwrap().iter();
        rows.map(|row| row["played"].as_f64().unwrap()).collect::<Vec<_>>()
    };
    let sizes = [2.0, 3.0, 5.0];
    let in_sets: f64 = sum("combos").iter().zip(sizes).map(|(n, size)| n * size).sum();
    let alone = plays.iter().filter(|play| play["type"] == "card").count() as f64 / 300.0;
    let cards: f64 = sum("cards").iter().sum();
    assert!((cards - alone - in_sets).abs() < 1e-3, "{cards} {alone} {in_sets}");
    // A defuse is a response to an explosion, a nope one to a play.
    for play in &plays {
        match play["name"].as_str().unwrap() {
            "defuse" => assert_eq!(play["answers"], "explosion"),
            "skip" => assert_eq!(play["answers"], Json::Null),
            "nope" => assert!(play["answers"].is_string(), "{play}"),
            _ => {}
        }
    }
    let chosen = |what: &str| decisions.iter().filter(|row| row["choice"] == what).count();
    let played = |name: &str| plays.iter().filter(|play| play["name"] == name).count();
    assert_eq!(chosen("play skip"), played("skip"));
    assert_eq!(chosen("respond defuse"), played("defuse"));
}

#[test]
fn rows_say_what_was_offered_when_and_who_drew_what() {
    let litterbox = Litterbox::new();
    let report = write(&litterbox, "", "jsonl", &[])["result"].clone();
    let [games, _, decisions] = read(&litterbox, "", "jsonl").map(|text| objects(&text));
    for row in &decisions {
        let offered: Vec<&str> = row["offered"].as_str().unwrap().split('|').collect();
        assert_eq!(row["options"], offered.len(), "{row}");
        assert!(offered.contains(&row["choice"].as_str().unwrap()), "{row}");
    }
    // A turn begins before its decisions, and each decision of a turn is made in one.
    let mut last = (0, 0);
    for row in decisions.iter().filter(|row| row["prompt"] == "turn") {
        let now = (row["game"].as_u64().unwrap(), row["turn"].as_u64().unwrap());
        assert!(now >= last && now.1 > 0, "{row}");
        last = now;
    }
    let turns = games[last.0 as usize]["turns"].as_u64().unwrap();
    assert!(turns - 2 <= last.1 && last.1 <= turns, "{last:?} of {turns}");
    for card in report["cards"].as_array().unwrap() {
        let (mut n_drew, mut n_won) = (0, 0);
        for game in &games {
            let seats = (1..).zip(game["drawn"].as_str().unwrap().split('|'));
            for (seat, _) in seats.filter(|(_, drawn)| drawn.split(' ').any(|d| card["name"] == d))
            {
                n_drew += 1;
                n_won += u32::from(game["winners"] == seat.to_string().as_str());
            }
        }
        let rate = card["won_drawn"]["value"].as_f64().unwrap_or(0.0);
        assert!((rate - f64::from(n_won) / f64::from(n_drew.max(1))).abs() < 1e-5, "{card}");
    }
}

#[test]
fn both_formats_have_the_columns_that_the_guide_lists() {
    let litterbox = Litterbox::new();
    write(&litterbox, "", "csv", &[]);
    write(&litterbox, "", "jsonl", &[]);
    let guide = include_str!("../../src/lab/sim/README.md");
    let tables = guide.split("| column | meaning |").skip(1);
    let csv = read(&litterbox, "", "csv");
    let lines = read(&litterbox, "", "jsonl");
    for ((table, csv), lines) in tables.zip(&csv).zip(&lines) {
        let table = table.split("\n\n").next().unwrap();
        let cells = table.lines().filter_map(|line| line.strip_prefix("| `")?.split(" | ").next());
        let names: Vec<&str> = cells.flat_map(|cell| cell.split('`').step_by(2)).collect();
        let names: Vec<&str> = names.into_iter().filter(|name| !name.is_empty()).collect();
        let header: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
        assert_eq!(names, header);
        let first = &objects(lines)[0];
        assert_eq!(first.as_object().unwrap().keys().collect::<Vec<_>>(), header);
        assert_eq!(csv.lines().count(), lines.lines().count() + 1);
    }
}

#[test]
fn games_without_a_result_have_a_row_without_figures() {
    let litterbox = Litterbox::new();
    let run = ["sim", "classic", "--games", "4", "--limit", "5", "--games-out", "games.csv"];
    let ran = litterbox.run(&[&run[..], &["--plays-out", "plays.csv"]].concat());
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
    let games = litterbox.read("games.csv");
    assert_eq!(games.lines().count(), 5);
    assert!(
        games.lines().skip(1).all(|row| row.ends_with(",2,stopped,,,,,,,,,greedy|greedy,")),
        "{games}"
    );
    assert_eq!(litterbox.read("plays.csv").lines().count(), 1);
    let ran = litterbox.run(&["sim", "classic", "--games-out", "games.txt"]);
    assert_eq!((ran.code, ran.talk.contains(".csv or .jsonl")), (Some(2), true), "{}", ran.talk);
}

/// A game of 100 turns. Each turn is a question and 500 events.
fn questions() -> Litterbox {
    let variant = r#"{
        "name": "Questions", "players": [2, 4], "deal": 0, "rules": ["questions"],
        "deck": {}, "counters": { "table": ["n"] }
    }"#;
    let rules = "\
        fn can_draw(me) { false }\n\
        fn turn_start(me) {\n\
            me.confirm(\"Yes?\");\n\
            let n = get(\"n\");\n\
            for _i in 0..250 { set(\"n\", n + 2); set(\"n\", n + 1); }\n\
            if get(\"n\") == 100 { me.wins(); }\n\
            end_turn();\n\
        }\n";
    let files = Litterbox::new().with("variants/questions.json", variant);
    files.with("scripts/rules/questions.rhai", rules)
}

#[test]
fn each_answer_is_a_ply_with_limits_of_its_own() {
    let litterbox = questions();
    let run = ["sim", "questions", "--games", "2", "--games-out", "games.csv"];
    let ran = litterbox.run(&[&run[..], &["--decisions-out", "decisions.csv"]].concat());
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
    let games = litterbox.read("games.csv");
    assert_eq!(games.matches(",won,").count(), 2, "{games}");
    assert_eq!(games.matches(",100,100,100,").count(), 2, "turns, plies, decisions: {games}");
    let cut = [&run[..], &["--limit", "70", "--decisions-out", "decisions.csv"]].concat();
    assert_eq!(litterbox.run(&cut).code, Some(0));
    assert_eq!(litterbox.read("games.csv").matches(",stopped,").count(), 2);
    let fuzzed = litterbox.run(&["fuzz", "questions", "--games", "2"]);
    assert_eq!(fuzzed.code, Some(0), "{}", fuzzed.shown());
    let listed = litterbox.run(&[
        "repl",
        "questions",
        "ann",
        "bob",
        "-c",
        ":agent all random; :play-out; :timeline",
    ]);
    assert!(listed.out.contains(" 100  "), "{}", listed.shown());
    assert!(!listed.out.contains(" 101  "), "{}", listed.shown());
}

/// A game whose questions name cards.
fn named_cards() -> Litterbox {
    let variant = r#"{
        "name": "Keepers", "extends": "classic", "rules": ["classic", "keepers"],
        "counters": { "table": ["n"] }
    }"#;
    let rules = "\
        fn turn_start(me) {\n\
            for card in me.hand.all(\"see_the_future\") { me.confirm(`Keep ${card}?`); }\n\
            set(\"n\", get(\"n\") + 1);\n\
            if get(\"n\") == 6 { me.wins(); }\n\
        }\n";
    let files = Litterbox::new().with("variants/keepers.json", variant);
    files.with("scripts/rules/keepers.rhai", rules)
}

#[test]
fn cards_in_questions_are_named_wherever_questions_are_written() {
    let litterbox = named_cards();
    let run = ["sim", "keepers", "--games", "3", "--decisions-out"];
    let fuzz = ["fuzz", "keepers", "--games", "3", "--keep-going"];
    let shard = ["--shard", "1/1", "--out", "fuzz.json"];
    let mut written = Vec::new();
    for (arguments, file) in [
        ([&run[..], &["rows.csv"]].concat(), Some("rows.csv")),
        ([&run[..], &["rows.jsonl"]].concat(), Some("rows.jsonl")),
        ([&fuzz[..], &["--format", "json"]].concat(), None),
        (fuzz.to_vec(), None),
        ([&fuzz[..], &shard].concat(), Some("fuzz.json")),
    ] {
        let ran = litterbox.run(&arguments);
        // The fuzzer may find something in such a game.
        assert!(ran.code.is_some_and(|code| code < 2), "{}", ran.shown());
        written.push(
            ran.out.clone()
                + &*ran.talk
                + &*file.map_or_else(String::new, |name| litterbox.read(name)),
        );
    }
    assert!(
        written[..2].iter().all(|rows| rows.contains("Keep See the Future?")),
        "{}",
        written[0]
    );
    assert!(written[4].contains("Keep a card?"), "{}", written[4]);
    for text in written {
        let mark = text.chars().find(|letter| *letter as u32 >= 0xf_0000);
        assert_eq!(mark, None, "{text}");
    }
}

/// The code blocks of the guide in a language.
fn blocks(language: &str) -> Vec<&'static str> {
    let guide = include_str!("../../src/lab/sim/README.md").split(language).skip(1);
    guide.map(|rest| rest.split("```").next().unwrap()).collect()
}

#[test]
fn the_queries_of_the_guide_run() {
    let Some(python) = first_there(&["python3"], "queries on raw data") else { return };
    let has = Command::new(python).args(["-c", "import duckdb, pandas"]).output().unwrap();
    if !has.status.success() {
        skipped("duckdb and pandas are not installed for python3: queries on raw data");
        return;
    }
    let litterbox = Litterbox::new();
    write(&litterbox, "", "csv", &[]);
    write(&litterbox, "", "jsonl", &[]);
    let queries = blocks("```sql\n");
    let [pandas] = blocks("```python\n")[..] else { panic!("one block of Python") };
    assert_eq!((queries.len(), pandas.trim().lines().count()), (6, 5));
    let mut program = "import duckdb\n".to_owned();
    for query in queries {
        program += &format!("print(len(duckdb.sql({query:?}).fetchall()))\n");
    }
    program += pandas;
    let ran = Command::new(python).arg("-c").arg(&program).current_dir(litterbox.path()).output();
    let ran = ran.unwrap();
    let told = String::from_utf8_lossy(&ran.stdout).into_owned();
    assert!(ran.status.success(), "{program}\n{}", String::from_utf8_lossy(&ran.stderr));
    let rows: Vec<usize> = told.lines().take(6).map(|line| line.parse().expect(&told)).collect();
    // Three seats with two agents each; the kinds that were drawn; three winners.
    assert_eq!((rows[0], rows[2]), (6, 3), "{told}");
    assert!(rows[1] > 3 && rows[3..].iter().all(|n| *n > 3), "{told}");
    assert!(told.contains("count    300.0"), "{told}");
    assert!(told.contains("see_the_future"), "{told}");
}
