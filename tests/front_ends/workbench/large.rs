//! A pack of 200 cards and 500 sessions: what a save costs, in messages and runs.

use super::bench::{Bench, folder, limits, work};
use super::sockets::{await_work, join};
use litterbox::base::files::text_hash;
use litterbox::internals::table::Who;
use serde_json::json;

const N_CARDS: usize = 200;
const N_SESSIONS: usize = 500;
const CARD: &str = "scripts/cards/card_7.rhai";

fn card(n: usize) -> String {
    format!("//! Card {n}: draw a card.\n\nfn resolve(me) {{ me.draw(); }}\n")
}

fn pack() -> Vec<(String, String)> {
    let counts: Vec<String> = (0..N_CARDS).map(|n| format!("\"card_{n}\": 1")).collect();
    let deck = counts.join(", ");
    let variant =
        format!("{{ \"name\": \"Pack\", \"extends\": \"classic\", \"deck\": {{ {deck} }} }}\n");
    let mut files = vec![("variants/pack.json".to_owned(), variant)];
    files.extend((0..N_CARDS).map(|n| (format!("scripts/cards/card_{n}.rhai"), card(n))));
    files.extend((0..N_SESSIONS).map(|n| {
        let kind = n % N_CARDS;
        let text = format!(
            "# {n}\n\n```litterbox\n> :table pack ann: card_{kind} | bob: - | draw: skip*3\n  ...\n\
             ann> play card_{kind}\n  ...\n```\n"
        );
        (format!("tests/card_{n}.session.md"), text)
    }));
    files
}

#[test]
fn a_save_in_a_large_pack_runs_each_session_once_those_of_its_script_first() {
    let files = pack();
    let files = files.iter().map(|(name, text)| (&**name, &**text));
    let bench = Bench::of(folder(files), "pack", limits());
    let mut author = join(&bench, &Who::Author);
    author.send(&work(&json!({ "do": "open", "file": CARD })));
    while await_work(&mut author, "tests")["is_running"] == true {}
    let save = json!({
        "do": "save", "file": CARD, "text": format!("{}// again\n", card(7)),
        "hash": text_hash(&card(7)),
    });
    let n_read = bench.n_reads();
    author.send(&work(&save));
    await_work(&mut author, "saved");
    let (mut ran, mut n_projects, mut n_rules) = (Vec::new(), 0, 0);
    loop {
        let message = author.receive().unwrap();
        n_rules += usize::from(message["type"] == "rules");
        n_projects += usize::from(message["work"]["is"] == "project");
        if message["work"]["is"] != "tests" {
            continue;
        }
        for test in message["work"]["tests"].as_array().unwrap() {
            if test["state"] != "waiting" {
                assert_eq!(test["state"], "green", "{test}");
                ran.push(test["file"].as_str().unwrap().to_owned());
            }
        }
        if message["work"]["is_running"] == false {
            break;
        }
    }
    // The one that is compared with what the page has seen: nothing else is read again.
    assert_eq!(bench.n_reads() - n_read, 1);
    let first: Vec<&str> = ran[..3].iter().map(String::as_str).collect();
    let own = [7, 207, 407].map(|n| format!("tests/card_{n}.session.md"));
    assert!(own.iter().all(|file| first.contains(&&**file)), "{first:?}");
    ran.sort();
    ran.dedup();
    assert_eq!(ran.len(), N_SESSIONS);
    assert!(n_projects <= 1, "{n_projects} messages of the project");
    assert!(n_rules <= 1, "{n_rules} messages of the rules");
}
