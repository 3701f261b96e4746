//! Sentences of reports that say no more than their figures: games that were cut, causes and cards
//! that are not told apart, and a wait without a figure to wait for.

use crate::harness::{manifest, tally};
use crate::program::Litterbox;
use litterbox::sim::report::CauseRow;
use litterbox::sim::stats::Estimate;
use litterbox::sim::value_report::CardValue;
use litterbox::sim::{SimReport, sim_report};
use serde_json::Value as Json;

fn run(line: &str) -> (Option<i32>, String, String) {
    let arguments: Vec<&str> = line.split(' ').collect();
    let ran = Litterbox::new().run(&arguments);
    (ran.code, ran.out, ran.talk)
}

#[test]
fn games_that_were_cut_are_no_answer() {
    let game = "sim classic --games 200 --players 3 --seed 8";
    let result = |more: &str| {
        let (_, out, talk) = run(&format!("{game} --format json{more}"));
        serde_json::from_str::<Json>(&out).expect(&talk)
    };
    let (whole, cut) = (result(""), result(" --limit 40"));
    let truth = whole["result"]["turns"]["mean"]["value"].as_f64().unwrap();
    let at_least = cut["result"]["turns_at_least"].as_f64().unwrap();
    let of_ended = cut["result"]["turns"]["mean"]["value"].as_f64().unwrap();
    assert!(of_ended < at_least && at_least < truth, "{of_ended}, {at_least}, {truth}");
    for key in ["first", "seat_test"] {
        assert!(!whole["result"][key].is_null() && cut["result"][key].is_null(), "{key}");
    }
    let texts = cut["answers"].as_array().unwrap().iter();
    let texts: Vec<&str> = texts.map(|answer| answer["text"].as_str().unwrap()).collect();
    let stopped = cut["result"]["stopped"].as_u64().unwrap();
    let length = format!("Games last at least {at_least:.1} turns on average");
    assert!(texts[0].starts_with(&length), "{texts:?}");
    let rest = format!("{stopped} of 200 games were stopped after 40 plies");
    assert!(texts[0].contains(&rest) && texts.len() == 2, "{texts:?}");
    assert!(texts[1].starts_with("Not known"), "{texts:?}");
    let (_, text, _) = run(&format!("{game} --limit 40"));
    assert!(!text.contains("starting-player advantage") && !text.contains("chi-squared"), "{text}");
    // One game in a hundred changes no answer.
    let almost = result(" --limit 110");
    let stopped = almost["result"]["stopped"].as_u64().unwrap();
    assert!(stopped <= 2 && !almost["result"]["first"].is_null(), "{stopped}");
    for (line, said) in [
        ("compare classic slapstick --limit 30 --games 50", "nothing is known: "),
        ("compare classic --sweep deck.nope=1..3 --limit 30 --games 50", "nothing is known: "),
        ("tournament classic --agents greedy,random --limit 30 --games 50", "Nobody is ranked: "),
        (
            "tune classic --over deal=6,7 --toward turns=20 --limit 75 --games 50",
            "No combination is recommended: ",
        ),
    ] {
        let (_, out, talk) = run(line);
        assert!(out.contains(said) && !out.contains("turns longer"), "{out}{talk}");
    }
}

#[test]
fn a_wait_needs_a_figure_and_has_an_end() {
    for (line, why) in [
        ("sim classic --agents greedy,random --fixed-seats --until 2", "no figure to wait for"),
        ("sim classic --card exploding_kitten --until 2 --min 5", "no figure to wait for"),
        ("sim classic --limit 5 --until 2 --min 5", "no figure to wait for"),
        ("compare classic slapstick --limit 5 --until 2 --min 5", "no figure to wait for"),
        ("compare classic --sweep deck.nope=3 --until 2", "two values or more"),
        ("sim classic --most 5", "--until"),
        ("sim classic --games 50 --most 10", "cannot be used with"),
        ("sim classic --games 50 --min 3", "cannot be used with"),
        ("compare classic slapstick --shard 1/2 --out a.json --min 3", "cannot be used with"),
    ] {
        let (code, out, talk) = run(line);
        assert!(code == Some(2) && out.is_empty() && talk.contains(why), "{line}: {out}{talk}");
    }
    let until = "sim classic --until 0.01 --min 5 --most 20 --format json";
    let (code, out, talk) = run(until);
    let result: Json = serde_json::from_str(&out).unwrap();
    assert_eq!((code, result["result"]["games"].as_u64()), (Some(0), Some(20)));
    assert!(talk.contains("; at most ") && talk.contains("for 20 games (--most)"), "{talk}");
}

#[test]
fn a_figure_that_is_missing_is_said_with_the_real_reason() {
    for (line, says) in [
        (
            "sim classic --card exploding_kitten --games 40",
            "Exploding Kitten is never dealt to a hand: in 40 games it was in \
             no first hand, so it has no worth to hold.",
        ),
        ("sim classic --games 40", "measures it, and so does a run without --games."),
        ("sim lightning_kittens --card defuse", "so does a run without --card and --games."),
        ("sim classic --games 4 --agents search:1", "Not measured: --metrics measures it.\n"),
        ("sim classic --games 4 --limit 5", "no game ended: they may with a larger --limit"),
    ] {
        let (code, out, talk) = run(line);
        assert!(code == Some(0) && out.contains(says), "{line}: {out}{talk}");
        assert!(!out.contains("Which card is strongest?"), "{line}: {out}");
    }
}

fn report() -> SimReport {
    let tally = tally("classic", &[], 2, &["greedy"], 0..40, 1);
    SimReport::new(&manifest("classic", 2, &["greedy"], 40), &[], &[], &tally)
}

fn said(report: &SimReport) -> String {
    let texts = sim_report(report).summary.into_iter().map(|answer| answer.text);
    texts.collect::<Vec<_>>().join("\n")
}

#[test]
fn a_cause_is_named_if_it_is_no_matter_of_chance() {
    let mut report = report();
    let mut with = |counts: &[(&str, u64)]| {
        let all: u64 = counts.iter().map(|(_, n)| n).sum();
        let row = |(name, n): &(&str, u64)| CauseRow {
            name: (*name).to_owned(),
            eliminations: *n,
            share: *n as f64 / all as f64,
        };
        report.causes = counts.iter().map(row).collect();
        said(&report)
    };
    let tie = with(&[("exploding_kitten", 20), ("imploding_kitten", 20)]);
    let text =
        "Exploding Kitten eliminates 50 % of the players, Imploding Kitten 50 %: not told apart.";
    assert!(tie.contains(text) && !tie.contains("most players"), "{tie}");
    let most = with(&[("exploding_kitten", 900), ("(rules)", 100)]);
    assert!(most.contains("Exploding Kitten eliminates most players: 90 %."), "{most}");
    let more = with(&[("exploding_kitten", 400), ("tax", 300), ("(rules)", 300)]);
    assert!(more.contains("eliminates more players than any other cause: 40 %."), "{more}");
    assert!(!with(&[("exploding_kitten", 9)]).contains("eliminates"));
}

#[test]
fn cards_are_ranked_only_where_they_clearly_differ() {
    let mut report = report();
    let mut with = |values: &[(&str, f64, f64)]| {
        let row = |(name, value, half): &(&str, f64, f64)| CardValue {
            name: (*name).to_owned(),
            holding: Some(Estimate { value: *value, low: value - half, high: value + half }),
            holding_n: 500,
            playing: None,
            playing_n: 0,
            one_more_turns: None,
            one_more_first: None,
        };
        report.values = values.iter().map(row).collect();
        said(&report).lines().next().unwrap().to_owned()
    };
    let best =
        with(&[("defuse", 0.21, 0.02), ("see_the_future", 0.05, 0.02), ("skip", 0.04, 0.02)]);
    assert!(best.starts_with("A player dealt Defuse wins 21.0 points more often"), "{best}");
    assert!(best.contains(": the strongest card."), "{best}");
    let noise =
        with(&[("defuse", 0.08, 0.12), ("see_the_future", -0.06, 0.12), ("skip", 0.0, 0.12)]);
    assert!(noise.contains("; not told apart from the other cards."), "{noise}");
    assert!(!noise.contains("strongest card") && !noise.contains("lie between"), "{noise}");
    // Only a narrow interval says that a card is worth little.
    let unknown = "These games do not tell whether a player dealt Defuse wins more or less often \
                   than with a blank in its place (between 4.0 points less and 20.0 more)";
    assert!(noise.starts_with(unknown) && noise.contains(" points play "), "{noise}");
    let little = with(&[("skip", 0.0, 0.02)]);
    assert!(little.starts_with("A player dealt Skip wins about as often as with"), "{little}");
    let some = with(&[("see_the_future", 0.2, 0.05), ("nope", 0.18, 0.05), ("skip", -0.1, 0.05)]);
    assert!(some.contains("; clearly weaker: Skip; stronger: none."), "{some}");
    assert!(some.starts_with("A player dealt See the Future wins"), "{some}");
}

#[test]
fn one_game_is_one() {
    let mut report = report();
    report.stopped = 1;
    let text = said(&report);
    assert!(text.contains("1 of 40 games was stopped after "), "{text}");
    assert!(
        text.contains("so it is still to be played") && text.contains("until it is:"),
        "{text}"
    );
}

#[test]
fn a_search_says_how_many_games_would_tell() {
    let line = "tune classic --over deal=5,6 --toward turns=20 --games 400 --seed 2 --format json";
    let (_, out, talk) = run(line);
    let json: Json = serde_json::from_str(&out).expect(&talk);
    let texts = json["answers"].as_array().unwrap().iter();
    let mut texts = texts.map(|answer| answer["text"].as_str().unwrap());
    let missed = texts.next().unwrap();
    assert!(missed.starts_with("The best combination misses the target: turns is "), "{missed}");
    let text = texts.next().unwrap();
    let (_, rest) = text.split_once(" (about ").unwrap_or_else(|| panic!("{text}"));
    let (games, rest) = rest.split_once(" more games of each would tell)").expect(text);
    assert!(rest.starts_with('.') && text.contains("; not told apart from "), "{text}");
    let said: f64 = games.replace(',', "").parse().expect("a number of games");
    let of = |i: usize, what: &str| json["candidates"][i]["measures"][0][what].as_f64().unwrap();
    let (low, high) = if of(0, "value") < of(1, "value") { (0, 1) } else { (1, 0) };
    let apart = of(high, "value") - of(low, "value");
    let reach = of(low, "high") - of(low, "value") + of(high, "value") - of(high, "low");
    assert!(reach > apart, "they are told apart: {out}");
    let games = json["candidates"][0]["measured"].as_f64().unwrap();
    let more = games * ((reach / apart).powi(2) - 1.0);
    assert!((said / more - 1.0).abs() < 0.1, "{said} instead of {more}: {out}");
}
