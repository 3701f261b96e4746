//! What takes too long, and what fails, is answered all the same.

use super::client::{Client, PATIENT};
use super::sample::{CARD, FILES, project};
use crate::waiting;
use litterbox::internals::{TimeLimits, connect_editor, serve_broken_editor, serve_editor};
use litterbox::kernel::rng::generator;
use lsp_server::{Message, Response};
use rand::RngExt as _;
use serde_json::{Value as Json, json};
use std::io::{self, Cursor, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
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

#[test]
fn no_ending_of_a_line_and_no_character_is_a_panic() {
    const PIECES: [&str; 22] = [
        "\r",
        "\n",
        "\r\n",
        "\u{2028}",
        "\u{feff}",
        "\u{10000}",
        "·",
        "// x",
        "/* y",
        "*/",
        "\"a",
        "`b",
        "${",
        "}",
        "{",
        "(me",
        "fn f(me) ",
        ".",
        "#\"",
        ", ",
        "me.hand.has(\"",
        " ",
    ];
    let mut client = project();
    client.open(FILE);
    let mut chance = generator(7, 0);
    let fixed = ["// a\r\"·", "fn f(me) { // a\r say(\"\u{10000}", "// a\r`\u{10000}\u{10000}"];
    for n in 0..60 {
        let text = fixed.get(n).map_or_else(
            || (0..12).map(|_| PIECES[chance.random_range(0..PIECES.len())]).collect(),
            |text| (*text).to_owned(),
        );
        client.change(FILE, &text);
        let lines = text.split('\n').enumerate();
        let places: Vec<_> = lines
            .flat_map(|(line, text)| (0..=text.encode_utf16().count()).map(move |at| (line, at)))
            .collect();
        for place in places {
            for method in ["completion", "hover", "signatureHelp", "definition", "prepareRename"] {
                let answer = client.at(&format!("textDocument/{method}"), FILE, place);
                assert!(
                    answer.get("error").is_none(),
                    "{method} at {place:?} of {text:?}: {answer}"
                );
            }
        }
    }
}

#[test]
fn open_texts_have_a_limit_together() {
    let mut client = project();
    let text = "/".repeat(12 << 20);
    for name in ["a.md", "b.md", "c.md"] {
        client.open_as(name, &text);
    }
    // What did not fit is not open; the others are.
    client.open(FILE);
    assert_ne!(client.at("textDocument/hover", FILE, (2, 4)), Json::Null);
    let dropped: Vec<&String> =
        client.logged.iter().filter(|line| line.starts_with("not checked: at most ")).collect();
    assert!(dropped.len() == 1 && dropped[0].ends_with("/c.md"), "{dropped:?}");
}

/// An output that writes a message once the server has received this many more.
struct Slow(Arc<[AtomicUsize; 2]>);

/// The number of messages that may wait on each side.
const N_WAITING: usize = 64;

const N_MESSAGES: usize = 3_000;

impl Write for Slow {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(bytes.len())
    }

    /// The end of a message.
    fn flush(&mut self) -> io::Result<()> {
        let [received, written] = &*self.0;
        let awaited = (written.load(Ordering::SeqCst) + N_WAITING).min(N_MESSAGES);
        waiting::until(|| received.load(Ordering::SeqCst) >= awaited);
        written.fetch_add(1, Ordering::SeqCst);
        Ok(())
    }
}

#[test]
fn few_answers_wait_for_a_client_that_reads_slowly() {
    let body = r#"{ "jsonrpc": "2.0", "id": 1, "method": "shutdown" }"#;
    let message = format!("Content-Length: {}\r\n\r\n{body}", body.len());
    let counts = Arc::new([const { AtomicUsize::new(0) }; 2]);
    let output = Slow(counts.clone());
    let input = Cursor::new(message.repeat(N_MESSAGES));
    let (connection, all) = connect_editor(input, move || Slow(output.0.clone())).unwrap();
    let [received, written] = &*counts;
    for message in connection.receiver {
        let Message::Request(request) = message else { panic!("{message:?}") };
        // Those that wait on both sides, and those that are being read, answered and written.
        let n_unwritten = received.load(Ordering::SeqCst) - written.load(Ordering::SeqCst);
        assert!(n_unwritten <= 2 * N_WAITING + 3, "{n_unwritten} answers wait");
        received.fetch_add(1, Ordering::SeqCst);
        connection.sender.send(Response::new_ok(request.id, ()).into()).unwrap();
    }
    drop(connection.sender);
    assert_eq!(waiting::next(&all), None, "all are written");
    assert_eq!(written.load(Ordering::SeqCst), N_MESSAGES);
}
