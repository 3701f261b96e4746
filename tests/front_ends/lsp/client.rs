//! A client that is connected in memory.

use crate::waiting::HANGING;
use litterbox::base::STACK_SIZE;
use litterbox::internals::{TimeLimits, serve_editor};
use lsp_server::{Connection, Message, Notification, Request};
use serde_json::{Value as Json, json};
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

/// A server within time limits.
type Serve = (fn(Connection, TimeLimits), TimeLimits);

/// Time limits that no server reaches.
pub const PATIENT: TimeLimits =
    TimeLimits { request: HANGING, completion: HANGING, session: HANGING };

/// A line and a column.
type Place = (usize, usize);

/// A folder with these files.
pub fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    folder
}

pub struct Client {
    connection: Connection,
    pub folder: TempDir,
    next: i32,
    version: i32,
    /// The messages that the server has logged or shown.
    pub logged: Vec<String>,
    /// The addresses of the pages of all that was found.
    pub pages: Vec<String>,
    /// What was found last in each file, by URI, with the version of its text.
    pub published: HashMap<String, (i64, Vec<String>)>,
}

impl Client {
    /// Opens a folder with these files.
    pub fn new(files: &[(&str, &str)]) -> Self {
        Self::served(files, (serve_editor, PATIENT))
    }

    /// The same, with this server.
    pub fn served(files: &[(&str, &str)], serve: Serve) -> Self {
        Self::with(files, serve, "utf-32")
    }

    /// The same, with this unit of columns.
    pub fn with(files: &[(&str, &str)], serve: Serve, unit: &str) -> Self {
        Self::inside(folder(files), serve, unit)
    }

    /// Opens a folder.
    pub fn inside(folder: TempDir, serve: Serve, unit: &str) -> Self {
        let commands = ["litterbox.run", "litterbox.debug", "litterbox.references"];
        Self::offering(folder, serve, unit, &json!({ "commands": commands }))
    }

    /// Opens a folder for a client with these options.
    pub fn offering(folder: TempDir, (serve, limits): Serve, unit: &str, options: &Json) -> Self {
        let (server, connection) = Connection::memory();
        std::thread::Builder::new()
            .stack_size(STACK_SIZE)
            .spawn(move || serve(server, limits))
            .expect("a thread");
        let (logged, pages, published) = (Vec::new(), Vec::new(), HashMap::new());
        let (next, version) = (0, 0);
        let mut client = Self { connection, folder, next, version, logged, pages, published };
        let root = client.uri("").trim_end_matches('/').to_owned();
        let offers = json!({
            "general": { "positionEncodings": [unit, "utf-16"] },
            "workspace": { "workspaceEdit": { "resourceOperations": ["create", "rename"] } },
            "textDocument": { "completion": { "completionItem": { "snippetSupport": true } } },
        });
        let folders = json!([{ "uri": root, "name": "mine" }]);
        let params = json!({
            "capabilities": offers, "workspaceFolders": folders, "initializationOptions": options,
        });
        let answer = client.request("initialize", params);
        assert_eq!(answer["capabilities"]["positionEncoding"], *unit);
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
        let id = self.send(method, params);
        self.answer(id)
    }

    /// Sends a request and returns its id.
    pub fn send(&mut self, method: &str, params: Json) -> i32 {
        self.next += 1;
        let request = Request::new(self.next.into(), method.to_owned(), params);
        self.connection.sender.send(request.into()).expect("the server runs");
        self.next
    }

    /// Waits for the answer to a request.
    pub fn answer(&mut self, id: i32) -> Json {
        loop {
            match self.connection.receiver.recv_timeout(HANGING).expect("an answer") {
                Message::Response(response) if response.id == id.into() => {
                    return match response.response_result {
                        Ok(result) => result,
                        Err(error) => json!({ "error": error.message }),
                    };
                }
                message => drop(self.note(message)),
            }
        }
    }

    /// Opens a file with its text on the disk.
    pub fn open(&mut self, name: &str) -> String {
        let text = fs::read_to_string(self.path(name)).expect("a file");
        self.open_as(name, &text);
        text
    }

    /// Opens a file with this text.
    pub fn open_as(&mut self, name: &str, text: &str) {
        self.version += 1;
        let uri = self.uri(name);
        let item =
            json!({ "uri": uri, "languageId": "rhai", "version": self.version, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": item }));
    }

    pub fn close(&mut self, name: &str) {
        let uri = self.uri(name);
        self.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
        self.published.remove(&uri);
    }

    /// Replaces the text of an open file; returns its version.
    pub fn change(&mut self, name: &str, text: &str) -> i64 {
        self.changed(name, json!({ "text": text }))
    }

    /// Replaces what is between two places: lines and columns, counted from 0.
    pub fn change_part(&mut self, name: &str, (start, end): (Place, Place), text: &str) -> i64 {
        let place = |(line, column)| json!({ "line": line, "character": column });
        let range = json!({ "start": place(start), "end": place(end) });
        self.changed(name, json!({ "range": range, "text": text }))
    }

    fn changed(&mut self, name: &str, change: Json) -> i64 {
        self.version += 1;
        let document = json!({ "uri": self.uri(name), "version": self.version });
        let changes = [change];
        let params = json!({ "textDocument": document, "contentChanges": changes });
        self.notify("textDocument/didChange", params);
        i64::from(self.version)
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

    /// What is offered to do at a place.
    pub fn actions(&mut self, name: &str, (line, column): (usize, usize)) -> Json {
        let place = json!({ "line": line, "character": column });
        let params = json!({
            "textDocument": { "uri": self.uri(name) },
            "range": { "start": place, "end": place },
            "context": { "diagnostics": [] },
        });
        self.request("textDocument/codeAction", params)
    }

    /// The text of a file of the folder with its edits of an answer.
    pub fn with_edit(&self, name: &str, edit: &Json) -> String {
        let text = fs::read_to_string(self.path(name)).unwrap_or_default();
        let changes = edit["documentChanges"].as_array().expect("changes");
        let change = changes.iter().find(|change| change["textDocument"]["uri"] == self.uri(name));
        let edits = &change.expect("an edit of the file")["edits"];
        let byte = |place: &Json| {
            let lines = text.split_inclusive('\n').take(place["line"].as_u64().unwrap() as usize);
            let start: usize = lines.map(str::len).sum();
            let column = place["character"].as_u64().unwrap() as usize;
            start + text[start..].chars().take(column).map(char::len_utf8).sum::<usize>()
        };
        assert_eq!(edits.as_array().unwrap().len(), 1);
        let range = &edits[0]["range"];
        let new = edits[0]["newText"].as_str().unwrap();
        format!("{}{new}{}", &text[..byte(&range["start"])], &text[byte(&range["end"])..])
    }

    /// The labels of a completion at the end of a text.
    pub fn completed(&mut self, name: &str, text: &str) -> Vec<String> {
        let line = text.matches('\n').count();
        let column = text.rsplit('\n').next().unwrap().chars().count();
        let answer = self.at("textDocument/completion", name, (line, column));
        let items = answer["items"].as_array().expect("items").iter();
        items.map(|item| item["label"].as_str().unwrap().to_owned()).collect()
    }

    /// Notes what a message says; returns the URI of the text in which it says what is found.
    fn note(&mut self, message: Message) -> Option<String> {
        let Message::Notification(sent) = message else { return None };
        if ["window/logMessage", "window/showMessage"].contains(&&*sent.method) {
            self.logged.push(sent.params["message"].as_str().unwrap().to_owned());
        }
        let all = sent.params["diagnostics"].as_array()?;
        let pages = all.iter().filter_map(|one| one["codeDescription"]["href"].as_str());
        self.pages.extend(pages.map(str::to_owned));
        let told = all.iter().map(|one| {
            let line = one["range"]["start"]["line"].as_u64().unwrap() + 1;
            let message = one["message"].as_str().unwrap();
            let first = message.lines().next().unwrap_or_default();
            format!("{line} {} {first}", one["code"].as_str().unwrap_or("-"))
        });
        let uri = sent.params["uri"].as_str().unwrap().to_owned();
        let version = sent.params["version"].as_i64().unwrap_or_default();
        self.published.insert(uri.clone(), (version, told.collect()));
        Some(uri)
    }

    /// The edits of a rename at a place.
    pub fn renamed(&mut self, name: &str, (line, column): Place, new: &str) -> Json {
        let params = json!({
            "textDocument": { "uri": self.uri(name) },
            "position": { "line": line, "character": column },
            "newName": new,
        });
        self.request("textDocument/rename", params)
    }

    /// Waits for the next message in which something is found in a text; returns its version.
    pub fn next_found(&mut self, name: &str) -> Option<i64> {
        let message = self.connection.receiver.recv_timeout(HANGING).ok()?;
        match self.note(message) {
            Some(uri) if uri == self.uri(name) => Some(self.published[&uri].0),
            Some(_) | None => self.next_found(name),
        }
    }

    /// Waits until what is found in a file satisfies a condition, and returns it: lines, codes and
    /// first lines of the messages.
    pub fn found(&mut self, name: &str, is_wanted: impl Fn(&[String]) -> bool) -> Vec<String> {
        let uri = self.uri(name);
        loop {
            let last = self.published.get(&uri).map(|(_, last)| last.clone()).unwrap_or_default();
            assert!(self.next_found(name).is_some(), "last found: {last:#?}");
            let found = &self.published[&uri].1;
            if is_wanted(found) {
                return found.clone();
            }
        }
    }

    /// Waits until this is found in these files.
    pub fn wait_for(&mut self, wanted: &BTreeMap<String, Vec<String>>, when: &str) {
        loop {
            let differs = wanted.iter().find_map(|(name, wanted)| {
                let found = self.published.get(&self.uri(name)).map(|(_, found)| found);
                (found != Some(wanted)).then(|| (name.clone(), wanted.clone(), found.cloned()))
            });
            let Some((name, wanted, found)) = differs else { return };
            let message = self.connection.receiver.recv_timeout(HANGING);
            let Ok(message) = message else {
                panic!("{when}: in {name}, check finds {wanted:#?}, the server {found:#?}")
            };
            self.note(message);
        }
    }
}
