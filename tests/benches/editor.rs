//! Response times of what editors start, for a large pack over classic.

use crate::client::{Client, PATIENT, folder};
use crate::rows::{self, Target};
use litterbox::internals::serve_editor;
use std::time::{Duration, Instant};

const N_CARDS: usize = 200;
const N_SESSIONS: usize = 500;
/// The number of edits behind each figure.
const N_EDITS: usize = 100;
pub const CARD: &str = "scripts/cards/card_100.rhai";
const VARIANT: &str = "variants/pack.json";
pub const SESSION: &str = "tests/card_100_1.session.md";

/// A card that calls helpers of the rules, reads options, and names other cards.
fn card(n: usize) -> String {
    let (next, other) = ((n + 1) % N_CARDS, (n + 7) % N_CARDS);
    format!(
        "//! Card {n}: does the thing number {n}.\n\nfn playable(me) {{ !me.hand.is_empty }}\n\n\
         fn announce(me) {{ me.choose_player(\"Whom?\", others(me)) }}\n\n\
         fn resolve(me, victim) {{\n    let n = param(\"count\") + {n} % 3;\n    \
         if option(\"loud\") {{ say(`${{me.name}} plays ${{n}}`); }}\n    \
         for card in victim.hand.cards {{\n        if card.kind == \"card_{next}\" {{ \
         card.discard(); }}\n    }}\n    if victim.hand.has(\"card_{other}\") {{\n        \
         victim.set(\"treats\", twice(victim.get(\"treats\")) + n);\n    }}\n    \
         me.draw();\n    end_turn();\n}}\n"
    )
}

/// The files of the pack.
pub fn files() -> Vec<(String, String)> {
    let kinds: Vec<String> = (0..N_CARDS).map(|n| format!("card_{n}")).collect();
    let deck: Vec<String> = kinds.iter().map(|kind| format!("    \"{kind}\": 1")).collect();
    let params = kinds.iter().map(|kind| format!("    \"{kind}\": {{ \"count\": 2 }}"));
    let params: Vec<String> = params.collect();
    let variant = format!(
        "{{\n  \"name\": \"Pack\",\n  \"extends\": \"classic\",\n  \"rules\": [\"classic\", \
         \"house\"],\n  \"counters\": {{ \"player\": [\"treats\"] }},\n  \"deck\": {{\n{}\n  \
         }},\n  \
         \"kinds\": {{\n{}\n  }}\n}}\n",
        deck.join(",\n"),
        params.join(",\n")
    );
    let house = "//! House rules.\n\nfn twice(n) { n * 2 }\n\nconst OPTIONS = #{\n    loud: #{ \
                 value: false, about: \"Whether plays are announced.\" },\n};\n";
    let mut files = vec![
        (VARIANT.to_owned(), variant),
        ("scripts/rules/house.rhai".to_owned(), house.to_owned()),
    ];
    files.extend((0..N_CARDS).map(|n| (format!("scripts/cards/card_{n}.rhai"), card(n))));
    files.extend((0..N_SESSIONS).map(|n| {
        let kind = format!("card_{}", n % N_CARDS);
        let name = format!("tests/{kind}_{}.session.md", n / N_CARDS);
        let text = format!(
            "# {n}\n\n```litterbox\n> :table pack ann: {kind} nope | bob: skip\nann> play {kind} \
             bob\n  ...\nbob> draw\n  ...\n```\n"
        );
        (name, text)
    }));
    files
}

/// The 95th percentile in milliseconds.
fn percentile(mut times: Vec<Duration>) -> f64 {
    times.sort();
    times[times.len() * 95 / 100].as_secs_f64() * 1e3
}

/// Prints the 95th percentile beside the most milliseconds that it should be.
pub fn figure(name: &str, times: Vec<Duration>, most: f64) {
    rows::figure(name, percentile(times), " ms", Target::Most(most));
}

/// The time of a request after each edit.
fn asked(
    client: &mut Client,
    file: &str,
    edits: &[String],
    method: &str,
    at: &str,
) -> Vec<Duration> {
    let times = edits.iter().map(|text| {
        client.change(file, text);
        let byte = text.find(at).expect("the place") + at.len();
        let line = text[..byte].matches('\n').count();
        let column = text[..byte].rsplit('\n').next().unwrap().chars().count();
        let since = Instant::now();
        let answer = client.at(&format!("textDocument/{method}"), file, (line, column));
        let time = since.elapsed();
        assert!(answer.get("error").is_none() && !answer.is_null(), "{method}: {answer}");
        time
    });
    times.collect()
}

/// The times from an edit to the first message in which something is found.
fn found(client: &mut Client, file: &str, edits: &[String]) -> Vec<Duration> {
    let times = edits.iter().map(|text| {
        let version = client.change(file, text);
        let since = Instant::now();
        while client.next_found(file) != Some(version) {}
        since.elapsed()
    });
    times.collect()
}

/// The times from the last of a few keys to the findings of everything.
fn all_found(client: &mut Client, file: &str, edits: &[String]) -> Vec<Duration> {
    let times = edits.chunks(3).map(|texts| {
        let version = texts.iter().map(|text| client.change(file, text)).last().unwrap();
        let since = Instant::now();
        // Those of the file in one variant, then those of all files.
        for _ in 0..2 {
            while client.next_found(file) != Some(version) {}
        }
        since.elapsed()
    });
    times.collect()
}

/// Prints the response times of `litterbox lsp`.
pub fn server() {
    let files = files();
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (&**name, &**text)).collect();
    rows::heading(
        "The language server, 200 cards and 500 sessions over classic, 95th percentiles",
        &["", "time", "target"],
    );
    let starts = (0..5).map(|_| {
        let folder = folder(&files);
        let start = Instant::now();
        let mut client = Client::inside(folder, (serve_editor, PATIENT), "utf-32");
        client.open(CARD);
        client.next_found(CARD);
        start.elapsed()
    });
    figure("the first findings after the start", starts.collect(), 300.0);
    let mut client = Client::new(&files);
    let text = client.open(CARD);
    client.next_found(CARD);
    client.next_found(CARD);
    let edit = |n: usize, word: &str| text.replace("me.draw();", &format!("let n{n} = 1; {word}"));
    let edits = |word: &str| (0..N_EDITS).map(|n| edit(n, word)).collect::<Vec<_>>();
    let alone = found(&mut client, CARD, &edits("me.draw(;"));
    figure("(a) errors of the script alone", alone, 10.0);
    let in_variant = found(&mut client, CARD, &edits("me.draw();"));
    figure("(b) errors in its first variant", in_variant, 50.0);
    let all = all_found(&mut client, CARD, &edits("me.draw();")[..60]);
    figure("(c) errors of everything, from the last key", all, 1_000.0);
    let dot = asked(&mut client, CARD, &edits("me.dr"), "completion", "me.dr");
    figure("completion after a dot", dot, 30.0);
    let kinds = asked(&mut client, CARD, &edits("me.hand.has(\"car"), "completion", "has(\"car");
    figure("completion in a text", kinds, 30.0);
    let hover = asked(&mut client, CARD, &edits("me.draw();"), "hover", "me.dr");
    figure("hover", hover, 10.0);
    let defined = asked(&mut client, CARD, &edits("me.draw();"), "definition", "tw");
    figure("definition", defined, 10.0);
    client.change(CARD, &text);
    let variant = client.open(VARIANT);
    let variants: Vec<String> = (0..N_EDITS)
        .map(|n| variant.replace("\"name\": \"Pack\"", &format!("\"name\": \"Pack {n}\"")))
        .collect();
    let errors = found(&mut client, VARIANT, &variants);
    figure("(b) errors of the variant", errors, 50.0);
    let json: Vec<String> =
        variants.iter().map(|text| text.replace("\"card_0\": 1", "\"card_0\": 1,\n \"")).collect();
    let keys = asked(&mut client, VARIANT, &json, "completion", "\"card_0\": 1,\n \"");
    figure("completion in the variant", keys, 30.0);
    client.change(VARIANT, &variant);
    let session = client.open(SESSION);
    let sessions: Vec<String> = (0..N_EDITS)
        .map(|n| session.replace("bob> draw", &format!("bob> draw # {n}\nbob> ")))
        .collect();
    let lines = asked(&mut client, SESSION, &sessions, "completion", "\nbob> d");
    figure("completion in a session", lines, 100.0);
    let renames: Vec<Duration> = (0..20)
        .map(|n| {
            client.change(VARIANT, &variants[n]);
            let line = variant[..variant.find("\"card_0\"").unwrap()].matches('\n').count();
            let since = Instant::now();
            let answer = client.renamed(VARIANT, (line, 7), "other_card");
            assert!(answer["documentChanges"].is_array(), "{answer}");
            since.elapsed()
        })
        .collect();
    figure("rename", renames, 500.0);
}
