//! What takes too long, and what fails, is answered all the same.

use super::client::{Client, PATIENT};
use super::sample::{CARD, FILES};
use litterbox::internals::{TimeLimits, serve_broken_editor, serve_editor};
use serde_json::{Value as Json, json};
use std::time::Duration;

const FILE: &str = FILES[0].0;

#[test]
fn a_request_that_takes_too_long_is_answered_with_nothing() {
    let limits = TimeLimits { request: Duration::from_secs(1), ..PATIENT };
    let mut client = Client::served(&FILES, (serve_broken_editor, limits));
    client.open(FILE);
    // It would end only after the next line.
    assert_eq!(client.at("textDocument/hover", FILE, (2, 4)), Json::Null);
    client.write(&format!("{FILE}.stop"), "");
    // What comes later is answered once there is time.
    while client.at("textDocument/documentSymbol", FILE, (0, 0)) == Json::Null {}
}

#[test]
fn a_panic_is_logged_and_answered_as_an_error() {
    let mut client = Client::served(&FILES, (serve_broken_editor, PATIENT));
    client.open(FILE);
    let answer = client.at("textDocument/signatureHelp", FILE, (4, 28));
    let why = "internal error in textDocument/signatureHelp: this is impossible";
    assert_eq!(answer["error"], why);
    assert!(client.logged.iter().any(|line| line == why), "{:?}", client.logged);
    let symbols = client.at("textDocument/documentSymbol", FILE, (0, 0));
    assert_eq!(symbols[0]["name"], "resolve");
}

#[test]
fn huge_and_endless_files_are_answered() {
    // Within the limits of users, with an empty answer if there is no time.
    let mut client = Client::served(&FILES, (serve_editor, TimeLimits::default()));
    client.open(FILE);
    let huge = format!(
        "{CARD}{}",
        "fn f(me) { if me.hand.has(\"nope\") { end_turn(); } }\n".repeat(19_000)
    );
    let endless = format!("const SET = {{ let n = 0; while true {{ n += 1; }} n }};\n{CARD}");
    let one_line = format!("{CARD}const X = [{}];", "[1, 2], ".repeat(120_000));
    for text in [huge, endless, one_line] {
        client.change(FILE, &text);
        for method in ["completion", "hover", "signatureHelp", "definition", "references"] {
            let answer = client.at(&format!("textDocument/{method}"), FILE, (5, 22));
            assert!(answer.get("error").is_none(), "{method}: {answer}");
        }
    }
}

#[test]
fn a_canceled_request_is_answered_as_such() {
    let mut client = Client::served(&FILES, (serve_broken_editor, PATIENT));
    client.open(FILE);
    let position = json!({ "line": 2, "character": 4 });
    let params = json!({ "textDocument": { "uri": client.uri(FILE) }, "position": position });
    let id = client.send("textDocument/hover", params);
    client.notify("$/cancelRequest", json!({ "id": id }));
    assert_eq!(client.answer(id)["error"], "canceled");
    client.write(&format!("{FILE}.stop"), "");
}
