//! Bad input through stdin and stdout of the program: an error reply or a clean end.
//!
//! `LITTERBOX_STREAMS=10000 cargo test --release lsp::streams` damages this many streams instead of
//! 20.

use super::sample::{CARD, FILES};
use crate::front_ends::editor_streams::{self, sent, start, survives_damage};
use serde_json::{Value as Json, json};
use std::io::{Read, Write};
use tempfile::TempDir;

fn request(id: u32, method: &str, params: Json) -> Json {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

fn notification(method: &str, params: Json) -> Json {
    json!({ "jsonrpc": "2.0", "method": method, "params": params })
}

fn opening(folder: &TempDir) -> [Json; 2] {
    let root = format!("file://{}", folder.path().display());
    let params = json!({ "capabilities": {}, "rootUri": root });
    [request(1, "initialize", params), notification("initialized", json!({}))]
}

fn answered(bytes: &[u8]) -> Vec<Json> {
    editor_streams::answered("lsp", bytes)
}

/// The code of the error of the reply with the highest id, or of what is no message; or `ok`.
fn last(messages: &[Json]) -> String {
    let replies = messages.iter().filter(|message| message.get("id").is_some());
    let last = replies.max_by_key(|reply| reply["id"].as_u64());
    let refused =
        messages.iter().find(|message| message["id"].is_null() && message.get("error").is_some());
    let error = refused.filter(|_| last.is_none_or(|last| last["id"] == 1)).or(last);
    match error.map(|reply| reply["error"]["code"].clone()) {
        None => "nothing".to_owned(),
        Some(Json::Null) => "ok".to_owned(),
        Some(code) => code.to_string(),
    }
}

fn open(uri: &str, text: &str) -> Json {
    let item = json!({ "uri": uri, "languageId": "rhai", "version": 1, "text": text });
    notification("textDocument/didOpen", json!({ "textDocument": item }))
}

/// A text and a position.
fn at(uri: &str, line: u32, character: u32) -> Json {
    let position = json!({ "line": line, "character": character });
    json!({ "textDocument": { "uri": uri }, "position": position })
}

fn hover(uri: &str, line: u32, character: u32) -> Json {
    request(2, "textDocument/hover", at(uri, line, character))
}

fn change(uri: &str, version: i32, range: &Json) -> Json {
    let document = json!({ "uri": uri, "version": version });
    let changes = json!([{ "range": range, "text": "x" }]);
    let params = json!({ "textDocument": document, "contentChanges": changes });
    notification("textDocument/didChange", params)
}

/// A folder with a script, and the URI of the script.
fn project() -> (TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir_all(folder.path().join("scripts/cards")).expect("a folder");
    let file = folder.path().join("scripts/cards/demo.rhai");
    std::fs::write(&file, "//! Demo.\n").expect("a file");
    let uri = format!("file://{}", file.display());
    (folder, uri)
}

/// What is sent once the server is open, and the code of the reply.
type Case<'a> = (&'a str, Vec<u8>, &'a str);

fn check(folder: &TempDir, cases: Vec<Case<'_>>) {
    for (what, bytes, wanted) in cases {
        let bytes = [sent(&opening(folder)), bytes].concat();
        assert_eq!(last(&answered(&bytes)), wanted, "{what}");
    }
}

#[test]
fn what_is_no_message_is_refused_or_ends_the_server() {
    let (folder, uri) = project();
    let not_json = b"Content-Length: 4\r\n\r\nnope".to_vec();
    let shutdown = request(0, "shutdown", Json::Null);
    check(
        &folder,
        vec![
            ("no length", b"Content-Type: x\r\n\r\n{}".to_vec(), "-32700"),
            ("2 GB", b"Content-Length: 2000000000\r\n\r\n{}".to_vec(), "-32700"),
            ("negative", b"Content-Length: -1\r\n\r\n{}".to_vec(), "-32700"),
            ("no header", b"hello\n".to_vec(), "-32700"),
            ("half a message", b"Content-Length: 99\r\n\r\n{\"a".to_vec(), "-32700"),
            ("UTF-8", b"Content-Length: 4\r\n\r\n{\"\xff\"".to_vec(), "-32700"),
            ("no JSON", not_json.clone(), "-32700"),
            ("goes on", [not_json, sent(&[hover(&uri, 0, 0)])].concat(), "ok"),
            ("unknown method", sent(&[request(2, "no/thing", json!({}))]), "-32601"),
            ("after shutdown", sent(&[shutdown, hover(&uri, 0, 0)]), "-32600"),
            ("no position", sent(&[request(2, "textDocument/hover", json!(1))]), "-32602"),
        ],
    );
    assert_eq!(last(&answered(&sent(&[hover(&uri, 0, 0)]))), "-32002", "before initialize");
}

#[test]
fn odd_texts_and_positions_break_nothing() {
    let (folder, uri) = project();
    let odd =
        json!({ "start": { "line": 9, "character": 9 }, "end": { "line": 0, "character": 0 } });
    let far = hover(&uri, 4_000_000_000, 4_000_000_000);
    let (unopened, backwards) = (change(&uri, 1, &odd), change(&uri, 2, &odd));
    let old = change(&uri, 1, &Json::Null);
    let long = "x".repeat(1 << 20);
    let marked = "\u{feff}//! A.\r\nfn resolve(me) { }\r\n";
    let cases = [
        ("outside", vec![open(&uri, "//! Demo.\n"), far]),
        ("in a surrogate pair", vec![open(&uri, "// \u{1F600}\n"), hover(&uri, 0, 4)]),
        ("unopened", vec![unopened, hover(&uri, 0, 0)]),
        ("backwards", vec![open(&uri, "a\nb\n"), backwards, old, hover(&uri, 0, 0)]),
        ("empty", vec![open(&uri, ""), hover(&uri, 0, 0)]),
        ("a long line", vec![open(&uri, &long), hover(&uri, 0, 9)]),
        ("too large", vec![open(&uri, &(long.clone() + "y")), hover(&uri, 0, 9)]),
        ("CRLF and a mark", vec![open(&uri, marked), hover(&uri, 1, 4)]),
        ("a loop", vec![open(&uri, "const SET = { loop { } };"), hover(&uri, 0, 0)]),
    ];
    check(&folder, cases.into_iter().map(|(what, all)| (what, sent(&all), "ok")).collect());
    for odd in
        ["untitled:1", "file:///a/%2e%2e/b.rhai", "file:///c%3A/x.rhai", "file:///a%20b.rhai", "%"]
    {
        let bytes = sent(&[open(odd, "x"), hover(&uri, 0, 0)]);
        check(&folder, vec![(odd, bytes, "ok")]);
    }
}

#[test]
fn a_folder_cannot_make_the_server_write_or_run_anything() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    std::fs::create_dir_all(root.join("tests")).expect("a folder");
    std::fs::create_dir_all(root.join("variants")).expect("a folder");
    std::fs::write(root.join("variants/a.json"), r#"{ "name": "A", "extends": "a" }"#).unwrap();
    let session = "```litterbox\n> :new classic ann bob\n> :agent bob exec:touch ran\n\
                   > :save written.json\n```\n";
    let file = root.join("tests/x.session.md");
    std::fs::write(&file, session).expect("a file");
    let uri = format!("file://{}", file.display());
    let opened = open(&uri, session);
    let saved = notification("textDocument/didSave", at(&uri, 0, 0));
    let mut child = start("lsp");
    let mut input = child.stdin.take().unwrap();
    let [first, second] = opening(&folder);
    input.write_all(&sent(&[first, second, opened, saved])).expect("it reads");
    let mut output = child.stdout.take().unwrap();
    let mut said = Vec::new();
    let mut part = [0; 4096];
    // The refusal of the program is the finding of the session.
    while !String::from_utf8_lossy(&said).contains("exec") {
        let n = output.read(&mut part).expect("its output");
        assert!(n > 0, "{}", String::from_utf8_lossy(&said));
        said.extend(&part[..n]);
    }
    drop(input);
    assert!(child.wait().expect("it ends").success());
    let names = |folder: &str| {
        let entries = std::fs::read_dir(root.join(folder)).expect("a folder");
        entries.map(|entry| entry.unwrap().file_name()).collect::<Vec<_>>()
    };
    assert_eq!((names("").len(), names("tests").len(), names("variants").len()), (2, 1, 1));
}

#[test]
fn each_damaged_stream_is_answered_or_ends_the_server() {
    let n_streams = std::env::var("LITTERBOX_STREAMS").ok();
    let n_streams = n_streams.map_or(20, |text| text.parse().expect("a number"));
    let (folder, uri) = project();
    let variant = folder.path().join("variants/mine.json");
    std::fs::create_dir_all(variant.parent().unwrap()).expect("a folder");
    std::fs::write(&variant, FILES[1].1).expect("a file");
    let other = format!("file://{}", variant.display());
    let mut messages = opening(&folder).to_vec();
    for (uri, text) in [(&uri, CARD), (&other, FILES[1].1)] {
        messages.push(open(uri, text));
        messages.push(notification("textDocument/didSave", at(uri, 0, 0)));
        for (line, character) in [(0, 0), (3, 8), (4, 24)] {
            for method in ["completion", "hover", "signatureHelp", "definition", "references"] {
                let method = format!("textDocument/{method}");
                messages.push(request(2, &method, at(uri, line, character)));
            }
            let range = json!({ "start": { "line": line, "character": 0 },
                "end": { "line": line, "character": character } });
            messages.push(change(uri, 2, &range));
            let mut params = at(uri, line, character);
            params["newName"] = "other".into();
            params["range"] = range;
            params["context"] = json!({ "diagnostics": [] });
            for method in ["rename", "prepareRename", "codeAction", "documentSymbol"] {
                messages.push(request(3, &format!("textDocument/{method}"), params.clone()));
            }
        }
        messages.push(notification("textDocument/didClose", at(uri, 0, 0)));
    }
    messages.push(notification("workspace/didChangeWatchedFiles", json!({ "changes": [] })));
    messages.push(request(4, "shutdown", Json::Null));
    messages.push(notification("exit", Json::Null));
    survives_damage("lsp", &messages, 2, n_streams);
}
