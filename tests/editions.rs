//! The figures of the shipped editions that reports compare others with. With
//! `LITTERBOX_EDITIONS=all` each edition is measured again, and its row is printed.

use crate::harness::variants;
use crate::program::Litterbox;
use litterbox::sim::editions::{EditionFigures, editions};
use serde_json::Value as Json;

fn result(arguments: &str) -> Json {
    let run: Vec<&str> = arguments.split(' ').chain(["--format", "json"]).collect();
    let ran = Litterbox::new().run(&run);
    serde_json::from_str::<Json>(&ran.out).expect(&ran.talk)["result"].clone()
}

/// What the weakest and the strongest card of classic are worth, in points.
fn measured_cards() -> [f64; 2] {
    let result = result("sim classic --card nope --games 5000 --seed 1");
    let values = result["values"].as_array().unwrap().iter();
    let points = values.filter_map(|row| Some(100.0 * row["holding"]["value"].as_f64()?));
    points.fold([100.0, -100.0], |[least, most], points| [points.min(least), points.max(most)])
}

fn measured(edition: &str, games: &str, seed: &str) -> EditionFigures {
    let result = result(&format!("sim {edition} --games {games} --seed {seed}"));
    let mean = |name: &str| result[name]["mean"]["value"].as_f64().unwrap();
    EditionFigures {
        edition: edition.to_owned(),
        turns: mean("turns"),
        comebacks: result["comebacks"]["value"].as_f64().unwrap(),
        cancelled: mean("cancelled") / mean("plays").max(1e-9),
        options: mean("turn_options"),
        cards: None,
    }
}

#[test]
fn each_edition_has_its_figures_and_they_are_measured() {
    let table = editions();
    let mut ids = variants();
    ids.sort();
    assert_eq!(table.iter().map(|row| row.edition.clone()).collect::<Vec<_>>(), ids);
    let is_all = std::env::var("LITTERBOX_EDITIONS").is_ok_and(|value| value == "all");
    let (games, seed) = if is_all { ("300", "1") } else { ("60", "2") };
    for row in table.iter().filter(|row| is_all || row.edition == "classic") {
        let found = measured(&row.edition, games, seed);
        let EditionFigures { edition, turns, comebacks, cancelled, options, .. } = &found;
        let cards = row.cards.filter(|_| is_all).map(|_| measured_cards());
        let cells = cards.map_or(",".to_owned(), |[low, high]| format!("{low:.1},{high:.1}"));
        println!("{edition},{turns:.2},{comebacks:.4},{cancelled:.4},{options:.2},{cells}");
        for (found, told) in cards.iter().flatten().zip(row.cards.iter().flatten()) {
            assert!((found - told).abs() < 0.1, "{cards:?}, {row:?}");
        }
        // Four standard errors of 60 games and those of 300.
        assert!((comebacks - row.comebacks).abs() < 0.28, "{found:?}, {row:?}");
        assert!((turns / row.turns - 1.0).abs() < 0.3, "{found:?}, {row:?}");
        assert!((cancelled - row.cancelled).abs() < 0.06, "{found:?}, {row:?}");
        assert!((options / row.options - 1.0).abs() < 0.2, "{found:?}, {row:?}");
    }
}

#[test]
fn a_card_of_an_edition_is_compared_with_those_of_classic() {
    let [low, high] = editions().iter().find_map(|row| row.cards).expect("the cards of classic");
    let said = |variant: &str| {
        let run = ["sim", variant, "--card", "skip", "--games", "3", "--players", "3"];
        Litterbox::new().run(&run).out
    };
    let range = format!("; classic's, for 2 players, lie between {low:+.0} and {high:+.0}.");
    let party = said("party_pack");
    assert!(party.contains("; the others lie between ") && party.contains(&range), "{party}");
    let classic = said("classic");
    assert!(!classic.contains("classic's"), "{classic}");
}
