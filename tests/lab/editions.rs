//! How tense the shipped editions are: the table that reports compare others with. This command
//! measures it again, with 200 games a row, and writes it, with the seeds:
//!
//! ```text
//! LITTERBOX_EDITIONS=200 cargo test --release the_table_of_editions_is_measured
//! ```

use crate::harness::variants;
use crate::program::{Litterbox, size};
use litterbox::sim::editions::{EditionFigures, editions};
use litterbox::sim::metric_tally::{METRICS, TENSE};
use litterbox::sim::stats::Estimate;
use serde_json::Value as Json;

fn result(arguments: &str) -> Option<Json> {
    let run: Vec<&str> = arguments.split(' ').chain(["--format", "json"]).collect();
    let ran = Litterbox::new().run(&run);
    Some(serde_json::from_str::<Json>(&ran.out).ok()?["result"].clone())
}

/// What the weakest and the strongest card of classic are worth, in points.
fn measured_cards() -> [f64; 2] {
    let result = result("sim classic --card nope --games 5000 --seed 1").unwrap();
    let values = result["values"].as_array().unwrap().iter();
    let points = values.filter_map(|row| Some(100.0 * row["holding"]["value"].as_f64()?));
    points.fold([100.0, -100.0], |[least, most], points| [points.min(least), points.max(most)])
}

/// Measures an edition; `None` if so many players cannot play it.
fn measured(
    edition: &str,
    players: Option<usize>,
    games: u64,
    seed: u64,
) -> Option<EditionFigures> {
    let players = players.map(|n| format!(" --players {n}")).unwrap_or_default();
    let result =
        result(&format!("sim {edition} --metrics --games {games} --seed {seed}{players}"))?;
    let tension = TENSE.map(|at| {
        let found = &result["metrics"][METRICS[at].0];
        let [value, low, high] = ["value", "low", "high"].map(|end| found[end].as_f64().unwrap());
        Estimate { value, low, high }
    });
    let players = result["plan"]["players"].as_u64().unwrap() as usize;
    let cards = (edition == "classic" && players == 2).then(measured_cards);
    Some(EditionFigures { edition: edition.to_owned(), players, games, seed, tension, cards })
}

fn written(row: &EditionFigures) -> String {
    let EditionFigures { edition, players, games, seed, tension, cards } = row;
    let ends = |figure: &Estimate| {
        [figure.value, figure.low, figure.high].map(|end| format!("{:.2}", 100.0 * end)).join(",")
    };
    let tension: Vec<String> = tension.iter().map(ends).collect();
    let cards = cards.map_or(",".to_owned(), |[low, high]| format!("{low:.1},{high:.1}"));
    format!("{edition},{players},{games},{seed},{},{cards}\n", tension.join(","))
}

fn head() -> String {
    let names = TENSE.map(|at| METRICS[at].0);
    let names = names.map(|name| format!("{name},{name}_low,{name}_high"));
    format!("edition,players,games,seed,{},card_low,card_high\n", names.join(","))
}

#[test]
fn the_table_of_editions_is_measured() {
    let mut ids = variants();
    ids.sort();
    if let Some(games) = std::env::var("LITTERBOX_EDITIONS").ok().and_then(|n| n.parse().ok()) {
        let mut table = head();
        for id in &ids {
            let least = measured(id, None, games, 1).unwrap();
            let others = (least.players + 1..=5).filter_map(|n| measured(id, Some(n), games, 1));
            let rows: Vec<EditionFigures> = std::iter::once(least).chain(others).collect();
            table.extend(rows.iter().map(written));
        }
        std::fs::write("src/lab/sim/editions.csv", table).unwrap();
        return;
    }
    let table = include_str!("../../src/lab/sim/editions.csv");
    let rows = editions();
    // Each cell is read: the table is that of its rows.
    let written: String = rows.iter().map(written).collect();
    assert_eq!(table, [head(), written].concat());
    let mut found: Vec<String> = rows.iter().map(|row| row.edition.clone()).collect();
    found.dedup();
    assert_eq!(found, ids);
    let is_least = |row: &EditionFigures| {
        rows.iter().all(|other| other.edition != row.edition || other.players >= row.players)
    };
    let is_played = |row: &&EditionFigures| {
        is_least(row) && (row.edition == "lightning_kittens" || size(false, true))
    };
    // Each fourth of them: all take ten minutes.
    for row in rows.iter().filter(is_played).step_by(size(1, 4)) {
        // The first games of those of the table: they differ from it only by chance.
        let games = size(row.games, 16);
        let found = measured(&row.edition, Some(row.players), games, row.seed).unwrap();
        for (found, told) in found.tension.iter().zip(&row.tension) {
            let off = (found.value - told.value).abs();
            assert!(off <= 2.0 * found.margin(), "{found:?} is not {told:?}: {row:?}");
        }
    }
}

#[test]
fn editions_are_compared_for_as_many_players_or_not_at_all() {
    let classic = editions().into_iter().find(|row| row.edition == "classic").expect("classic");
    // A value that rounds to zero has no minus.
    let values = classic.cards.expect("the cards of classic");
    let [low, high] = values.map(|value| value.round() + 0.0);
    let said = |variant: &str, players: &str, agents: &str, more: &[&str]| {
        let run = ["sim", variant, "--games", "3", "--players", players, "--agents", agents];
        Litterbox::new().run(&[&run[..], more].concat()).out
    };
    let range = format!("; classic's were measured between {low:+.0} and {high:+.0}.");
    let cards = ["--card", "defuse"];
    let two = said("party_pack", "2", "greedy", &cards);
    assert!(two.contains(&range), "{two}");
    assert!(!said("classic", "2", "greedy", &cards).contains("classic's"));
    let drama = classic.tension[0];
    let beside = format!("(classic {:.1} %", 100.0 * drama.value);
    let two = said("lightning_kittens", "2", "greedy", &["--metrics"]);
    assert!(two.contains(&beside) && two.contains(" variants for 2 players: "), "{two}");
    // Three games tell little.
    let open = ": these games do not tell whether it is like its relatives. For ± 2 points: ";
    assert!(two.contains(open), "{two}");
    let six = said("board_game", "6", "random", &["--metrics"]);
    for other in [six, said("party_pack", "2", "random", &cards)] {
        assert!(!other.contains("(classic") && !other.contains("variants for"), "{other}");
        assert!(!other.contains("classic's"), "{other}");
    }
}
