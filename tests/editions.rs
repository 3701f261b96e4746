//! The figures of the shipped editions that reports compare others with. With
//! `LITTERBOX_EDITIONS=all` each edition is measured again, and its row is printed.

use crate::harness::variants;
use crate::program::Litterbox;
use litterbox::sim::editions::{EditionFigures, editions};
use serde_json::Value as Json;

fn measured(edition: &str, games: &str, seed: &str) -> EditionFigures {
    let run = ["sim", edition, "--games", games, "--seed", seed, "--format", "json"];
    let ran = Litterbox::new().run(&run);
    let json: Json = serde_json::from_str(&ran.out).expect(&ran.talk);
    let result = &json["result"];
    let mean = |name: &str| result[name]["mean"]["value"].as_f64().unwrap();
    EditionFigures {
        edition: edition.to_owned(),
        turns: mean("turns"),
        comebacks: result["comebacks"]["value"].as_f64().unwrap(),
        cancelled: mean("cancelled") / mean("plays").max(1e-9),
        options: mean("turn_options"),
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
        let EditionFigures { edition, turns, comebacks, cancelled, options } = &found;
        println!("{edition},{turns:.2},{comebacks:.4},{cancelled:.4},{options:.2}");
        // Four standard errors of 60 games and those of 300.
        assert!((comebacks - row.comebacks).abs() < 0.28, "{found:?}, {row:?}");
        assert!((turns / row.turns - 1.0).abs() < 0.3, "{found:?}, {row:?}");
        assert!((cancelled - row.cancelled).abs() < 0.06, "{found:?}, {row:?}");
        assert!((options / row.options - 1.0).abs() < 0.2, "{found:?}, {row:?}");
    }
}
