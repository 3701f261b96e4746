//! The commands that play many games, on the command line.

use crate::program::{Litterbox, Ran, first_option, first_there};
use insta::assert_snapshot;
use litterbox::sim::measures::N_OF_GAMES;
use litterbox::sim::stats::{self, Estimate};
use litterbox::sim::{number, percent, signed};
use serde_json::Value as Json;

fn run(arguments: &[&str]) -> Ran {
    Litterbox::new().run(arguments)
}

/// A homebrew edition whose kitten returns to the pile, so that nobody ever explodes.
fn endless() -> Litterbox {
    let variant = r#"{ "name": "Toys", "extends": "classic",
        "kinds": { "exploding_kitten": { "script": "cat_toy" } } }"#;
    let script = "//! Cat toy: back into the pile.\n\n\
                  fn gained(me, card) { card.hide_in(draw_pile(), 0); }\n";
    Litterbox::new().with("variants/toys.json", variant).with("scripts/cards/cat_toy.rhai", script)
}

/// The output without the hash of the rules, which changes with each script.
fn told(ran: &Ran) -> String {
    let (before, rules) = ran.out.split_once(" Rules ").expect(&ran.out);
    let (hash, after) = rules.split_once('.').expect(&ran.out);
    assert!(hash.len() == 16 && hash.chars().all(|c| c.is_ascii_hexdigit()), "{hash}");
    format!("{before} Rules HASH.{after}")
}

#[test]
fn a_run_is_told_in_tables() {
    let ran =
        run(&["sim", "classic", "--games", "60", "--players", "3", "--agents", "greedy,random"]);
    assert_eq!(ran.code, Some(0));
    assert_snapshot!(told(&ran));
    assert!(ran.talk.starts_with("60 games in "), "{}", ran.talk);
}

#[test]
fn threads_and_shards_change_no_byte_of_the_result() {
    let litterbox = Litterbox::new();
    let run = ["sim", "slap", "--games", "40", "--players", "3", "--seed", "5"];
    let with = |more: &[&str]| litterbox.run(&[&run[..], more].concat());
    let whole = with(&["--format", "json", "--threads", "1"]).out;
    assert_eq!(with(&["--format", "json", "--threads", "3"]).out, whole);
    for (shard, name) in [("1/3", "a.json"), ("2/3", "b.json"), ("3/3", "c.json")] {
        let ran = with(&["--shard", shard, "--out", name]);
        assert_eq!((ran.code, ran.out.as_str()), (Some(0), ""), "{}", ran.talk);
    }
    let merge = |parts: &[&str]| litterbox.run(&[&["merge", "--format", "json"], parts].concat());
    assert_eq!(merge(&["c.json", "a.json", "b.json"]).out, whole);
    let missing = merge(&["a.json", "c.json"]);
    assert_eq!((missing.code, missing.talk.as_str()), (Some(1), "missing: 13 of 40 games\n"));
    assert_snapshot!(merge(&["a.json", "a.json"]).shown());
}

#[test]
fn a_comparison_speaks_in_sentences() {
    let ran = run(&["compare", "classic", "slapstick", "--players", "3", "--games", "100"]);
    assert_eq!((ran.code, ran.talk.as_str()), (Some(0), ""));
    assert_snapshot!("compare", ran.out);
    let sweep = run(&["compare", "classic", "--sweep", "deck.nope=0..2", "--games", "40"]);
    assert_snapshot!("sweep", sweep.out);
    let same = run(&["compare", "classic", "classic", "--games", "10", "--format", "json"]);
    let json: Json = serde_json::from_str(&same.out).unwrap();
    for measure in json["result"]["members"][1]["measures"].as_array().unwrap() {
        assert_eq!(measure["difference"]["value"], 0.0, "the same luck: {measure}");
    }
}

#[test]
fn the_same_luck_narrows_a_comparison_and_bends_no_mean() {
    let compare = ["compare", "classic", "--sweep", "deck.nope=5,6", "--players", "2"];
    let ran = run(&[&compare[..], &["--games", "400", "--format", "json"]].concat());
    let json: Json = serde_json::from_str(&ran.out).expect(&ran.talk);
    let members = &json["result"]["members"];
    let turns = |member: usize| &members[member]["measures"][0];
    let width = turns(1)["width"].as_f64().expect("a difference has a width");
    assert!(width < 0.8, "{width} times as wide as the interval of independent games");
    // The games differ from those of `sim`, with the same statistics.
    let sim = ["sim", "classic", "--players", "2", "--games", "400", "--format", "json"];
    let json: Json = serde_json::from_str(&run(&sim).out).unwrap();
    let sim = &json["result"]["turns"]["mean"];
    let ends = |estimate: &Json| ["low", "high"].map(|end| estimate[end].as_f64().unwrap());
    let ([a, b], [c, d]) = (ends(sim), ends(&turns(0)["mean"]));
    assert!(a < d && c < b, "{a}-{b} turns, and {c}-{d} in step");
}

#[test]
fn an_edition_that_never_ends_is_stopped_and_in_no_average() {
    let ran = endless().run(&["sim", "toys", "--games", "6", "--limit", "300"]);
    assert_snapshot!(told(&ran));
    let ran = endless().run(&["compare", "classic", "toys", "--games", "6", "--limit", "300"]);
    assert!(ran.out.contains("toys: 6 games did not end within 300 plies"), "{}", ran.out);
}

#[test]
fn a_faulty_script_is_found() {
    let faulty = "//! Favor: asks nobody.\n\nfn resolve(me) { others(me)[9].draw(); }\n";
    let litterbox = Litterbox::new().with("scripts/cards/favor.rhai", faulty);
    let ran = litterbox.run(&["sim", "classic", "--games", "20", "--agents", "random"]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.contains("first in game 0 with seed"), "{}", ran.out);
    assert!(ran.out.contains("cards/favor.rhai:3:"), "{}", ran.out);
    let ran = litterbox.run(&["compare", "classic", "slapstick", "--games", "20"]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.contains("cards/favor.rhai:3:"), "{}", ran.out);
}

#[test]
fn an_interval_that_is_not_symmetric_is_printed_with_its_ends() {
    let wilson = |wins, games| stats::wilson(wins, games);
    assert_eq!(percent(wilson(5, 5)), "100.0 % [56.6, 100.0]");
    assert_eq!(percent(wilson(0, 5)), "0.0 % [0.0, 43.4]");
    assert_eq!(percent(wilson(50, 100)), "50.0 % ± 9.6");
    assert_eq!(percent(None), "-");
    let of = |value, low, high| Estimate { value, low, high };
    // The middle is off by a fifth of the half-width, and by less.
    assert_eq!(number(of(2.0, 1.0, 2.5), 1), "2.0 [1.0, 2.5]");
    assert_eq!(number(of(2.0, 1.0, 2.7), 2), "2.00 ± 0.85");
    assert_eq!(signed(of(-2.0, -4.0, 1.6), 0), "-2 [-4, +2]");
    assert_eq!(signed(of(2.0, 2.0, 2.0), 1), "+2.0 ± 0.0");
    let ran =
        run(&["sim", "classic", "--games", "9", "--players", "3", "--agents", "greedy,random"]);
    for (section, n_rows) in [("win rate by seat", 3), ("win rate by agent", 2)] {
        let (_, rows) = ran.out.split_once(section).unwrap();
        let rows: Vec<&str> = rows.lines().skip(1).take(n_rows).collect();
        assert!(rows.iter().any(|row| row.contains(']')), "{rows:?}");
        let bar = |row: &&str| row.chars().position(|c| c == '█');
        let bars: Vec<usize> = rows.iter().filter_map(bar).collect();
        assert!(bars.windows(2).all(|pair| pair[0] == pair[1]), "{rows:?}");
    }
    for section in ["\ncards ", "\ncombos "] {
        let (_, rows) = ran.out.split_once(section).unwrap();
        let rows = rows.lines().take_while(|row| !row.is_empty());
        let lengths: Vec<usize> = rows.skip(1).map(|row| row.chars().count()).collect();
        assert!(lengths.windows(2).all(|pair| pair[0] == pair[1]), "{}", ran.out);
    }
}

#[test]
fn names_with_commas_and_quotes_are_one_cell() {
    let litterbox = Litterbox::new()
        .with("agent.sh", &first_option(""))
        .with("a,b.json", r#"{ "name": "Toys", "extends": "classic" }"#);
    let records = |text: &str| -> Vec<Vec<String>> {
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
        let cells = |row: csv::StringRecord| row.iter().map(str::to_owned).collect();
        // Rows of different lengths are an error.
        reader.records().map(|row| cells(row.expect(text))).collect()
    };
    let name = "exec:sh \"agent.sh\" 'x, \"y\"'";
    let agents = format!("random,{name}");
    let sim = ["sim", "a,b.json", "--games", "4", "--format", "csv", "--agents", &agents];
    let ran = litterbox.run(&sim);
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
    let rows = records(&ran.out);
    assert!(rows.iter().any(|row| row[..2] == ["run", "a,b"]), "{}", ran.out);
    assert!(rows.iter().any(|row| row[..2] == ["agent", name]), "{}", ran.out);
    let compare = ["compare", "classic", "a,b.json", "--games", "12", "--format", "csv"];
    let ran = litterbox.run(&compare);
    let rows = records(&ran.out);
    // The means of both, the differences, their widths and p-values.
    assert_eq!(rows.len(), 1 + 5 * N_OF_GAMES, "{}", ran.shown());
    let own = rows.iter().filter(|row| row[1] == "a,b" && row.len() == 6);
    assert_eq!(own.count(), 4 * N_OF_GAMES, "{}", ran.out);
}

#[test]
fn spreadsheets_get_a_number_a_line() {
    let ran = run(&["sim", "classic", "--games", "20", "--format", "csv"]);
    let mut lines = ran.out.lines();
    assert_eq!(lines.next(), Some("section,name,measure,value,low,high"));
    assert!(lines.clone().any(|line| line.starts_with("card,nope,played,")));
    assert!(lines.all(|line| line.split(',').count() == 6), "{}", ran.out);
}

#[test]
fn a_number_of_games_is_a_whole_number_in_each_notation() {
    let litterbox = Litterbox::new();
    for command in [
        "sim classic --agents random",
        "compare classic slap --agents random",
        "tune classic --agents random --over deal=4,5 --toward turns=20",
        "tournament classic --agents random,greedy",
        "fuzz classic --players 2",
    ] {
        let run = |games: &str| {
            let words: Vec<&str> = command.split(' ').chain(["--games", games]).collect();
            litterbox.run(&words)
        };
        let plain = run("120");
        assert!(plain.code < Some(2), "{command}: {}", plain.shown());
        for games in ["1_20", "1.2e2", "12E1", "12e+1", "1200e-1", "0_120.0"] {
            assert_eq!(run(games).out, plain.out, "{command} --games {games}");
        }
        for (games, says) in [
            ("1.5", "1.5 is not a whole number"),
            ("1e-3", "1e-3 is not a whole number"),
            ("0e9", "expected a number from 1 to 1000000000000"),
            ("1e13", "expected a number from 1 to 1000000000000"),
            ("1e2147483647", "expected a number from 1 to"),
            ("1e-2147483648", "is not a whole number"),
            ("1e2e3", "expected a number, such as 5000 or 1e6"),
            ("-1", "unexpected argument '-1'"),
            ("many", "expected a number"),
            ("_", "expected a number"),
        ] {
            let ran = run(games);
            assert_eq!(ran.code, Some(2), "{command} --games {games}: {}", ran.shown());
            assert!(ran.talk.contains(says), "{command} --games {games}: {}", ran.talk);
        }
    }
    let batch = ["batch", "sim", "classic", "--games", "1e6", "--shards", "64", "--on", "dask"];
    assert_eq!(litterbox.run(&[&batch[..], &["--out", "x"]].concat()).code, Some(0));
}

#[test]
fn an_output_that_cannot_be_written_is_refused_before_a_game_is_played() {
    let litterbox = Litterbox::new().with("folder/readme.txt", "");
    let tune = "tune classic --over deal=4,5 --toward turns=20";
    let tournament = "tournament classic --agents random,greedy";
    let fuzz = "fuzz classic --keep-going --shard 1/4";
    let files = ["nodir/file.csv", "folder/readme.txt/file.csv"];
    for (command, options) in [
        ("sim classic", &["--out", "--report", "--games-out", "--plays-out"][..]),
        ("sim classic", &["--decisions-out"]),
        ("compare classic slap", &["--out", "--report"]),
        (tune, &["--out", "--report", "--write"]),
        (tournament, &["--report"]),
        (fuzz, &["--out"]),
    ] {
        for (option, file) in options.iter().flat_map(|option| files.map(|file| (option, file))) {
            let words = command.split(' ').chain(["--games", "1e9", option, file]);
            let ran = litterbox.run(&words.collect::<Vec<_>>());
            assert_eq!(ran.code, Some(3), "{command} {option} {file}: {}", ran.shown());
            assert!(ran.talk.starts_with(&format!("error: {file}: ")), "{}", ran.talk);
            let names_folder = ran.talk.contains("the folder `nodir` does not exist");
            assert_eq!(names_folder, file == files[0], "{}", ran.talk);
        }
    }
    let ran = litterbox.run(&["sim", "classic", "--games", "1e9", "--out", "folder"]);
    assert!(ran.code == Some(3) && ran.talk.contains("is a directory"), "{}", ran.shown());
    for option in ["--out", "--report", "--write"] {
        let ran = litterbox.run(&["merge", "shard1.json", option, files[0]]);
        assert!(ran.talk.starts_with(&format!("error: {}: ", files[0])), "{}", ran.talk);
    }
}

/// A text of somebody else, which looks like no file that a command writes.
const NOTES: &str = "<!DOCTYPE html>\n{ \"title\": \"My notes\" }\n";

#[test]
fn a_command_replaces_only_files_of_the_type_that_it_writes() {
    let litterbox = Litterbox::new().with("b.session.md", "```litterbox\n> :new classic\n```\n");
    let replay = "replay b.session.md";
    for (command, option, own, other) in [
        ("sim classic --games 1e9", "--report", "a.html", "a.rhai"),
        ("sim classic --games 1e9", "--out", "a.json", "a.txt"),
        ("sim classic --games 1e9", "--games-out", "a.csv", "a.xls"),
        ("sim classic --games 1e9", "--plays-out", "a.jsonl", "a.json"),
        ("compare classic slap --games 1e9", "--report", "a.html", "a"),
        ("tournament classic --agents random,greedy --games 1e9", "--report", "a.html", "a.htm"),
        ("fuzz classic --games 1e9 --keep-going --shard 1/4", "--out", "a.json", "a.md"),
        ("merge shard1.json", "--out", "a.json", "a.txt"),
        ("merge shard1.json", "--write", "a.json", "a.txt"),
        ("print classic", "--out", "a.html", "a.pdf"),
        ("rules classic", "--out", "a.html", "a.md"),
        (replay, "--out", "a.html", "a.json"),
        ("test b.session.md", "--lcov", "a.info", "a.csv"),
    ] {
        let command: Vec<&str> = command.split(' ').collect();
        let run = |file| litterbox.run(&[&command[..], &[option, file]].concat());
        for (file, says) in [(own, "exists and is not"), (other, "expected a name ending in")] {
            std::fs::write(litterbox.path().join(file), NOTES).unwrap();
            let ran = run(file);
            assert_eq!(ran.code, Some(2), "{command:?} {option} {file}: {}", ran.shown());
            assert!(ran.shown().contains(says), "{command:?} {option} {file}: {}", ran.shown());
            assert_eq!(litterbox.read(file), NOTES, "{command:?} {option} {file}");
        }
        if let ["print" | "rules", ..] = command[..] {
            // An empty file loses nothing.
            std::fs::write(litterbox.path().join(own), "").unwrap();
            assert_eq!(run(own).code, Some(0));
        }
    }
    let batch = ["batch", "sim", "classic", "--games", "9", "--shards", "2", "--on", "parallel"];
    let batch = [&batch[..], &["--out", "."]].concat();
    let litterbox = litterbox.with("run.sh", NOTES);
    assert_eq!(litterbox.run(&batch).code, Some(2));
    assert_eq!(litterbox.read("run.sh"), NOTES);
}

#[test]
fn a_number_that_cannot_be_read_is_said_to_be_none() {
    let litterbox = Litterbox::new();
    for (command, option, text, says) in [
        (&["sim", "classic"][..], "--players", "x", "expected a whole number"),
        (&["repl"], "--seed", "abc", "expected a whole number"),
        (&["repl"], "--seed", "99999999999999999999", "expected a smaller number"),
        (&["serve"], "--window", "1.5", "expected a whole number"),
        (&["check"], "--timeout", "", "expected a whole number"),
    ] {
        let ran = litterbox.run(&[command, &[option, text]].concat());
        let said = format!("error: invalid value '{text}' for '{option} ");
        assert!(ran.talk.starts_with(&said) && ran.talk.contains(says), "{}", ran.shown());
        assert!(ran.talk.ends_with("\n\nFor more information, try '--help'.\n"), "{}", ran.talk);
        assert_eq!(ran.code, Some(2));
    }
}

#[test]
fn an_input_replaces_only_files_of_the_type_that_it_writes() {
    let litterbox = Litterbox::new();
    let type_in = |input: &str| litterbox.run(&["repl", "classic", "ann", "bob", "-c", input]);
    for (command, own, other) in [
        (":save", "game", "notes.md"),
        (":record", "game.session.md", "mine.session.md"),
        (":output", "said.txt", "notes.md"),
    ] {
        std::fs::write(litterbox.path().join(other), NOTES).unwrap();
        let ran = type_in(&format!("{command} {other}"));
        let says = format!("{other} exists and is not");
        assert!(ran.code == Some(1) && ran.shown().contains(&says), "{command}: {}", ran.shown());
        assert_eq!(litterbox.read(other), NOTES, "{command}");
        // One that it has written is replaced, and so is an empty one.
        std::fs::write(litterbox.path().join(own), "").unwrap();
        for input in [format!("{command} {own}"), format!("{command} {own}; {command} {own}")] {
            let ran = type_in(&input);
            assert_eq!(ran.code, Some(0), "{input}: {}", ran.shown());
        }
    }
}

#[test]
fn a_setting_that_leaves_too_few_cards_for_some_allows_fewer_players() {
    let sim = |deal: &str, n_players: &str| {
        let set = format!("deal={deal}");
        run(&["sim", "classic", "--games", "2", "--set", &set, "--players", n_players])
    };
    assert_eq!(sim("20", "2").code, Some(0));
    for (deal, n_players, says) in [
        ("20", "3", "the deck is too small for 3 to 5 players"),
        ("20", "9", "Classic takes exactly 2 players, not 9"),
        ("60", "2", "the deck is too small for 2 to 5 players"),
    ] {
        let ran = sim(deal, n_players);
        assert_eq!(ran.code, Some(2), "{}", ran.shown());
        assert!(ran.talk.contains(says), "{}", ran.talk);
    }
    let fewest = run(&["sim", "classic", "--games", "2", "--set", "deal=20"]);
    assert_eq!(fewest.code, Some(0), "{}", fewest.shown());
}

#[test]
fn what_makes_no_sense_is_refused() {
    for (wrong, says) in [
        (&["sim", "clasic"][..], "did you mean `classic`"),
        (&["sim", "classic", "--agents", "greddy"], "did you mean `greedy`"),
        (&["sim", "classic", "--agents", "search:x"], "50ms"),
        (&["sim", "classic", "--agents", "random,random,random"], "3 agents for 2 players"),
        (&["sim", "classic", "--players", "9"], "9"),
        (&["sim", "classic", "--set", "nope"], "OPTION=VALUE"),
        (&["sim", "classic", "--shard", "4/3", "--out", "x.json"], "such as 3/64"),
        (&["compare", "classic"], "name a second variant"),
        (&["compare", "classic", "--sweep", "deal=9..3"], "is empty"),
    ] {
        let ran = run(wrong);
        assert_eq!(ran.code, Some(2), "{wrong:?}: {}", ran.shown());
        assert!(ran.talk.contains(says), "{wrong:?}: {}", ran.talk);
    }
}

/// The example of the script guide.
fn example(language: &str) -> String {
    let guide = include_str!("../../scripts/PROGRAMS.md");
    let fence = format!("```{language}\n");
    let (_, from) = guide.split_once("## Agents").unwrap().1.split_once(&fence).unwrap();
    from.split_once("```").unwrap().0.to_owned()
}

#[test]
fn an_agent_is_a_script() {
    let script = example("rust");
    let litterbox = Litterbox::new().with("scripts/agents/mine.rhai", &script);
    let play = ["sim", "classic", "--games", "40", "--format", "csv", "--agents"];
    let with = |agents| litterbox.run(&[&play[..], &[agents]].concat());
    let ran = with("script:mine,random");
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
    assert_eq!(ran.out, with("script:mine,random").out, "the same seed, the same choices");
    assert!(with("script:mime").talk.contains("did you mean `mine`"));
    let checked = litterbox.run(&["check"]);
    assert_eq!(checked.code, Some(0), "{}", checked.shown());
    let talking = "fn answer(position, decision) {\n    print(\"\\x1b[2J\\nall passed\");\n    debug(1);\n    decision.options[0].id\n}";
    let litterbox = litterbox.with("scripts/agents/mine.rhai", talking);
    let ran = litterbox.run(&["sim", "classic", "--games", "1", "--agents", "script:mine"]);
    assert!(ran.talk.contains("agents/mine.rhai: \\u{1b}[2J\n"), "{}", ran.shown());
    assert!(ran.talk.contains("agents/mine.rhai: all passed\n"), "{}", ran.shown());
    assert!(ran.talk.contains("agents/mine.rhai:3: 1\n"), "{}", ran.shown());
    let ran = litterbox.run(&["sim", "classic", "--games", "2000", "--agents", "script:mine"]);
    assert!(ran.talk.len() < 1 << 20, "{} bytes were printed", ran.talk.len());
    let faulty = litterbox
        .with("scripts/agents/mine.rhai", "fn answer(position, decision) { position.hnd }");
    let ran = faulty.run(&["sim", "classic", "--games", "5", "--agents", "script:mine"]);
    assert_eq!(ran.code, Some(1), "{}", ran.shown());
    assert!(ran.out.contains("agents/mine.rhai:1:"), "{}", ran.out);
}

#[test]
fn an_agent_is_a_program() {
    if first_there(&["python3"], "the example of an agent in Python").is_none() {
        return;
    }
    let litterbox = Litterbox::new().with("agent.py", &example("python"));
    let play = ["sim", "classic", "--games", "30", "--players", "3", "--format", "csv"];
    let with = |agents, threads| {
        litterbox.run(&[&play[..], &["--agents", agents, "--threads", threads]].concat())
    };
    let ran = with("exec:python3 agent.py,random", "1");
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
    assert_eq!(ran.out, with("exec:python3 agent.py,random", "2").out);
    let silent = with("exec:python3 -c pass", "1");
    assert_eq!(silent.code, Some(1));
    assert!(silent.out.contains("faulty,30,"), "{}", silent.out);
    let old = "exec:sh -c 'while read -r question; do echo \"{\\\"answer\\\": 0}\"; done'";
    let ran = litterbox.run(&["sim", "classic", "--games", "1", "--agents", old]);
    let expected = "answered `{\"answer\": 0}`: expected the `id` of an option, such as \"";
    assert!(ran.out.contains(expected), "{}", ran.shown());
    let missing = with("exec:no_such_program", "1");
    assert!(missing.talk.contains("cannot start"), "{}", missing.talk);
}

#[test]
fn an_option_has_one_value() {
    let set = ["--set", "deal=5", "--set", "deal=6"];
    let ran = run(&[&["sim", "classic", "--games", "10"], &set[..]].concat());
    assert_eq!(ran.code, Some(2), "{}", ran.shown());
    assert!(ran.talk.contains("--set: `deal` is given twice"), "{}", ran.shown());
    for twice in [&["--over", "deal=4..6"][..], &["--set", "deal=5"]] {
        let tune =
            ["tune", "classic", "--games", "10", "--toward", "turns=20", "--over", "deal=4..8"];
        let ran = run(&[&tune, twice].concat());
        assert_eq!(ran.code, Some(2), "{}", ran.shown());
        assert!(ran.talk.contains("`deal` is given twice"), "{}", ran.shown());
    }
}
