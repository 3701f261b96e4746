//! Bad input through stdin and stdout of the program: an error reply or a clean end.

use serde_json::{Value as Json, json};
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The longest time until the program ends once its client has vanished.
const LIMIT: Duration = Duration::from_secs(5);

fn message(json: &Json) -> Vec<u8> {
    let text = json.to_string();
    format!("Content-Length: {}\r\n\r\n{text}", text.len()).into_bytes()
}

fn request(id: u32, method: &str, params: Json) -> Vec<u8> {
    message(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))
}

fn notification(method: &str, params: Json) -> Vec<u8> {
    message(&json!({ "jsonrpc": "2.0", "method": method, "params": params }))
}

fn opening(folder: &TempDir) -> Vec<u8> {
    let root = format!("file://{}", folder.path().display());
    let params = json!({ "capabilities": {}, "rootUri": root });
    [request(1, "initialize", params), notification("initialized", json!({}))].concat()
}

fn start() -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_litterbox"));
    command.arg("lsp").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program starts")
}

/// Sends these bytes, then vanishes. Returns the messages of the program, and whether it ended by
/// itself and without a panic.
fn answered(bytes: &[u8]) -> Vec<Json> {
    let mut child = start();
    let mut input = child.stdin.take().unwrap();
    // The program may end before all is sent.
    let _ = input.write_all(bytes);
    drop(input);
    let since = Instant::now();
    let (mut output, mut said) = (Vec::new(), String::new());
    child.stdout.take().unwrap().read_to_end(&mut output).expect("its output");
    child.stderr.take().unwrap().read_to_string(&mut said).expect("its messages");
    let status = child.wait().expect("it ends");
    assert!(since.elapsed() < LIMIT * 4, "it ends after {:?}", since.elapsed());
    assert!(status.success() && !said.contains("panicked"), "{status}: {said}");
    let mut messages = Vec::new();
    let mut rest = &output[..];
    while let Some(at) = rest.windows(4).position(|part| part == b"\r\n\r\n") {
        let head = std::str::from_utf8(&rest[..at]).expect("a header");
        let length: usize = head.rsplit(' ').next().unwrap().parse().expect("a length");
        messages.push(serde_json::from_slice(&rest[at + 4..at + 4 + length]).expect("JSON"));
        rest = &rest[at + 4 + length..];
    }
    messages
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

fn open(uri: &str, text: &str) -> Vec<u8> {
    let item = json!({ "uri": uri, "languageId": "rhai", "version": 1, "text": text });
    notification("textDocument/didOpen", json!({ "textDocument": item }))
}

fn hover(uri: &str, line: u32, character: u32) -> Vec<u8> {
    let position = json!({ "line": line, "character": character });
    let params = json!({ "textDocument": { "uri": uri }, "position": position });
    request(2, "textDocument/hover", params)
}

fn change(uri: &str, version: i32, range: &Json) -> Vec<u8> {
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
        let bytes = [opening(folder), bytes].concat();
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
            ("half a message", b"Content-Length: 99\r\n\r\n{\"a".to_vec(), "ok"),
            ("UTF-8", b"Content-Length: 4\r\n\r\n{\"\xff\"".to_vec(), "-32700"),
            ("no JSON", not_json.clone(), "-32700"),
            ("goes on", [not_json, hover(&uri, 0, 0)].concat(), "ok"),
            ("unknown method", request(2, "no/thing", json!({})), "-32601"),
            ("after shutdown", [shutdown, hover(&uri, 0, 0)].concat(), "-32600"),
            ("no position", request(2, "textDocument/hover", json!(1)), "-32602"),
        ],
    );
    assert_eq!(last(&answered(&hover(&uri, 0, 0))), "-32002", "before initialize");
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
        ("outside", [open(&uri, "//! Demo.\n"), far].concat()),
        ("in a surrogate pair", [open(&uri, "// \u{1F600}\n"), hover(&uri, 0, 4)].concat()),
        ("unopened", [unopened, hover(&uri, 0, 0)].concat()),
        ("backwards", [open(&uri, "a\nb\n"), backwards, old, hover(&uri, 0, 0)].concat()),
        ("empty", [open(&uri, ""), hover(&uri, 0, 0)].concat()),
        ("a long line", [open(&uri, &long), hover(&uri, 0, 9)].concat()),
        ("too large", [open(&uri, &(long.clone() + "y")), hover(&uri, 0, 9)].concat()),
        ("CRLF and a mark", [open(&uri, marked), hover(&uri, 1, 4)].concat()),
        ("a loop", [open(&uri, "const SET = { loop { } };"), hover(&uri, 0, 0)].concat()),
    ];
    check(&folder, cases.into_iter().map(|(what, bytes)| (what, bytes, "ok")).collect());
    for odd in
        ["untitled:1", "file:///a/%2e%2e/b.rhai", "file:///c%3A/x.rhai", "file:///a%20b.rhai", "%"]
    {
        let bytes = [open(odd, "x"), hover(&uri, 0, 0)].concat();
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
    let saved = notification("textDocument/didSave", json!({ "textDocument": { "uri": uri } }));
    let mut child = start();
    let mut input = child.stdin.take().unwrap();
    input.write_all(&[opening(&folder), opened, saved].concat()).expect("it reads");
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
