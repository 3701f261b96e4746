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
        players: result["plan"]["players"].as_u64().unwrap() as usize,
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
    for row in table.iter().filter(|row| is_all || row.edition == "classic") {
        // The games are those of the table, so the figures are the same.
        let found = measured(&row.edition, "300", "1");
        let EditionFigures { edition, players, turns, comebacks, cancelled, options, .. } = &found;
        let cards = row.cards.filter(|_| is_all).map(|_| measured_cards());
        let cells = cards.map_or(",".to_owned(), |[low, high]| format!("{low:.1},{high:.1}"));
        println!(
            "{edition},{players},{turns:.2},{comebacks:.4},{cancelled:.4},{options:.2},{cells}"
        );
        for (found, told) in cards.iter().flatten().zip(row.cards.iter().flatten()) {
            assert!((found - told).abs() < 0.051, "{cards:?}, {row:?}");
        }
        let near =
            |found: f64, told: f64, places: i32| (found - told).abs() < 0.51 * 10f64.powi(-places);
        let are_same = near(*turns, row.turns, 2)
            && near(*comebacks, row.comebacks, 4)
            && near(*cancelled, row.cancelled, 4)
            && near(*options, row.options, 2);
        assert!(are_same && *players == row.players, "{found:?}, {row:?}");
    }
}

#[test]
fn editions_are_compared_for_as_many_players_or_not_at_all() {
    let classic = editions().into_iter().find(|row| row.edition == "classic").expect("classic");
    let [low, high] = classic.cards.expect("the cards of classic");
    let said = |variant: &str, players: &str, agents: &str| {
        let run = ["sim", variant, "--card", "skip", "--games", "3"];
        let rest = ["--players", players, "--agents", agents];
        Litterbox::new().run(&[&run[..], &rest].concat()).out
    };
    let range = format!("; classic's were measured between {low:+.0} and {high:+.0}.");
    let beside = format!("(classic {:.0}, the median of 24 variants ", 100.0 * classic.comebacks);
    let two = said("party_pack", "2", "greedy");
    assert!(two.contains(&range) && two.contains(&beside), "{two}");
    assert!(!said("classic", "2", "greedy").contains("classic's"));
    for (players, agents) in [("4", "greedy"), ("2", "random")] {
        let other = said("party_pack", players, agents);
        assert!(!other.contains("classic") && !other.contains("median of"), "{other}");
    }
}
