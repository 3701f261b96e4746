//! A client that is connected in memory.

use litterbox::internals::serve_editor;
use litterbox::script::STACK_SIZE;
use lsp_server::{Connection, Message, Notification, Request};
use serde_json::{Value as Json, json};
use std::fs;
use std::path::PathBuf;
use std::time::Duration;
use tempfile::TempDir;

/// The longest time until something is answered.
const PATIENCE: Duration = Duration::from_secs(120);

pub struct Client {
    connection: Connection,
    pub folder: TempDir,
    next: i32,
    version: i32,
}

impl Client {
    /// Opens a folder with these files.
    pub fn new(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let (server, connection) = Connection::memory();
        std::thread::Builder::new()
            .stack_size(STACK_SIZE)
            .spawn(move || serve_editor(server))
            .expect("a thread");
        let mut client = Self { connection, folder, next: 0, version: 0 };
        for (name, text) in files {
            client.write(name, text);
        }
        let root = client.uri("").trim_end_matches('/').to_owned();
        let offers = json!({
            "general": { "positionEncodings": ["utf-32", "utf-16"] },
            "workspace": { "workspaceEdit": { "resourceOperations": ["rename"] } },
            "textDocument": { "completion": { "completionItem": { "snippetSupport": true } } },
        });
        let folders = json!([{ "uri": root, "name": "mine" }]);
        let params = json!({ "capabilities": offers, "workspaceFolders": folders });
        let answer = client.request("initialize", params);
        assert_eq!(answer["capabilities"]["positionEncoding"], "utf-32");
        client.notify("initialized", json!({}));
        client
    }

    pub fn path(&self, name: &str) -> PathBuf {
        fs::canonicalize(self.folder.path()).expect("a folder").join(name)
    }

    pub fn uri(&self, name: &str) -> String {
        format!("file://{}", self.path(name).display())
    }

    pub fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    pub fn notify(&self, method: &str, params: Json) {
        let sent = Notification::new(method.to_owned(), params);
        self.connection.sender.send(sent.into()).expect("the server runs");
    }

    /// Sends a request and returns the answer: its result, or `{ "error": message }`.
    pub fn request(&mut self, method: &str, params: Json) -> Json {
        self.next += 1;
        let request = Request::new(self.next.into(), method.to_owned(), params);
        self.connection.sender.send(request.into()).expect("the server runs");
        loop {
            let message = self.connection.receiver.recv_timeout(PATIENCE).expect("an answer");
            if let Message::Response(response) = message
                && response.id == self.next.into()
            {
                return match response.response_result {
                    Ok(result) => result,
                    Err(error) => json!({ "error": error.message }),
                };
            }
        }
    }

    /// Opens a file with its text on the disk.
    pub fn open(&mut self, name: &str) -> String {
        let text = fs::read_to_string(self.path(name)).expect("a file");
        self.version += 1;
        let uri = self.uri(name);
        let item =
            json!({ "uri": uri, "languageId": "rhai", "version": self.version, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": item }));
        text
    }

    /// Replaces the text of an open file.
    pub fn change(&mut self, name: &str, text: &str) {
        self.version += 1;
        let document = json!({ "uri": self.uri(name), "version": self.version });
        let changes = json!([{ "text": text }]);
        let params = json!({ "textDocument": document, "contentChanges": changes });
        self.notify("textDocument/didChange", params);
    }

    pub fn save(&self, name: &str) {
        self.notify("textDocument/didSave", json!({ "textDocument": { "uri": self.uri(name) } }));
    }

    /// A request at a place: line and column, counted from 0.
    pub fn at(&mut self, method: &str, name: &str, (line, column): (usize, usize)) -> Json {
        let position = json!({ "line": line, "character": column });
        let document = json!({ "uri": self.uri(name) });
        self.request(method, json!({ "textDocument": document, "position": position }))
    }

    /// The labels of a completion at the end of a text.
    pub fn completed(&mut self, name: &str, text: &str) -> Vec<String> {
        let line = text.matches('\n').count();
        let column = text.rsplit('\n').next().unwrap().chars().count();
        let answer = self.at("textDocument/completion", name, (line, column));
        let items = answer["items"].as_array().expect("items").iter();
        items.map(|item| item["label"].as_str().unwrap().to_owned()).collect()
    }

    /// Waits until what is found in a file satisfies a condition, and returns it: lines, codes and
    /// first lines of the messages.
    pub fn found(&mut self, name: &str, is_wanted: impl Fn(&[String]) -> bool) -> Vec<String> {
        let uri = self.uri(name);
        let mut last = Vec::new();
        loop {
            let Ok(message) = self.connection.receiver.recv_timeout(PATIENCE) else {
                panic!("last found: {last:#?}");
            };
            let Message::Notification(sent) = message else { continue };
            if sent.method != "textDocument/publishDiagnostics" || sent.params["uri"] != *uri {
                continue;
            }
            let all = sent.params["diagnostics"].as_array().expect("a list").clone();
            let told = all.iter().map(|one| {
                let line = one["range"]["start"]["line"].as_u64().unwrap() + 1;
                let message = one["message"].as_str().unwrap();
                let first = message.lines().next().unwrap_or_default();
                format!("{line} {} {first}", one["code"].as_str().unwrap_or("-"))
            });
            last = told.collect();
            if is_wanted(&last) {
                return last;
            }
        }
    }
}
