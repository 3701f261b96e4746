//! Response times of the workbench, for a large pack over classic.

use crate::editor::{CARD, SESSION, figure, files};
use crate::page_client::Client;
use crate::rows;
use crate::workbench_server::{Bench, folder, limits, work};
use litterbox::base::files::text_hash;
use litterbox::internals::table::Who;
use serde_json::{Value as Json, json};
use std::time::{Duration, Instant};

/// The number of keys, and of saves, behind each figure.
const N_KEYS: usize = 100;
const N_SAVES: usize = 40;

/// Waits for the next message of the workbench that has a property. Returns the time since then.
fn until(client: &mut Client, since: Instant, is_it: impl Fn(&Json) -> bool) -> Duration {
    while !is_it(&client.receive().expect("the workbench goes on")) {}
    since.elapsed()
}

/// Prints the response times of `litterbox workbench`.
pub fn server() {
    rows::heading(
        "The workbench, 200 cards and 500 sessions over classic, 95th percentiles",
        &["", "time", "target"],
    );
    let files = files();
    let text = files.iter().find(|(name, _)| name == CARD).expect("the card").1.clone();
    let files = files.iter().map(|(name, text)| (&**name, &**text));
    let bench = Bench::of(folder(files), "pack", limits());
    let mut client = Client::open(bench.port);
    client.join(&bench.link(&Who::Author));
    client.send(&work(&json!({ "do": "open", "file": CARD })));
    client.send(&work(&json!({ "do": "play", "file": SESSION, "line": null })));
    let is_tested =
        |message: &Json| message["work"]["is"] == "tests" && message["work"]["is_running"] == false;
    until(&mut client, Instant::now(), is_tested);
    // Games for the value of the card go on meanwhile.
    let keys = (1..=N_KEYS).map(|n| {
        let text = text.replace("me.draw();", &format!("me.draw(); // {}", "x".repeat(n)));
        client.send(&work(&json!({ "do": "edit", "text": text, "version": n })));
        until(&mut client, Instant::now(), |message| message["work"]["version"] == n)
    });
    figure("a key to its findings", keys.collect(), 50.0);
    let (mut differences, mut all, mut seen) = (Vec::new(), Vec::new(), text.clone());
    for n in 0..N_SAVES {
        let draws = if n % 2 == 0 { "me.draw(); me.draw();" } else { "me.draw();" };
        let text = text.replace("me.draw();", &format!("{draws} // {n}"));
        let hash = text_hash(&seen);
        client.send(&work(&json!({ "do": "save", "file": CARD, "text": text, "hash": hash })));
        let since = Instant::now();
        let difference = |message: &Json| message["difference"].is_string();
        differences.push(until(&mut client, since, difference));
        all.push(until(&mut client, since, is_tested));
        seen = text;
    }
    figure("a save to its difference", differences, 300.0);
    figure("a save to the last green session", all, 2_000.0);
}
