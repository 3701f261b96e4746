//! Answers the messages of a client.

use super::answer::{Answer, failed};
use super::checks::Checks;
use super::project::Project;
use super::state::State;
use super::text::Encoding;
use crate::error::contained;
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

struct Server {
    connection: Connection,
    state: State,
}

/// Serves a client until it ends or vanishes.
pub fn serve(connection: Connection) {
    let Ok((id, params)) = connection.initialize_start() else { return };
    let offered = |path: &str| params.pointer(path).cloned().unwrap_or_default();
    let units = offered("/capabilities/general/positionEncodings");
    let is_utf32 = units.as_array().is_some_and(|units| units.contains(&json!("utf-32")));
    let encoding = if is_utf32 { Encoding::Utf32 } else { Encoding::Utf16 };
    let sender = connection.sender.clone();
    let Ok(checks) = Checks::start(encoding, move |message| sender.send(message).is_ok()) else {
        return;
    };
    let edits = "/capabilities/workspace/workspaceEdit/resourceOperations";
    let takes = |path: &str| offered(path) == Json::Bool(true);
    let state = State {
        encoding,
        takes_snippets: takes(
            "/capabilities/textDocument/completion/completionItem/snippetSupport",
        ),
        moves_files: offered(edits).as_array().is_some_and(|all| all.contains(&json!("rename"))),
        projects: vec![Project::open(None)],
        open: BTreeMap::new(),
        checks,
    };
    let mut server = Server { connection, state };
    server.reply(id, Ok(capabilities(encoding)));
    server.state.add_folders(&params);
    if takes("/capabilities/workspace/didChangeWatchedFiles/dynamicRegistration") {
        server.watch();
    }
    server.run();
}

fn capabilities(encoding: Encoding) -> Json {
    let unit = if encoding == Encoding::Utf32 { "utf-32" } else { "utf-16" };
    json!({
        "capabilities": {
            "positionEncoding": unit,
            "textDocumentSync": { "openClose": true, "change": 2, "save": true },
            "completionProvider": { "triggerCharacters": [".", "\"", ":", " "] },
            "hoverProvider": true,
            "signatureHelpProvider": { "triggerCharacters": ["(", ","] },
            "definitionProvider": true,
            "referencesProvider": true,
            "renameProvider": { "prepareProvider": true },
            "documentSymbolProvider": true,
            "codeActionProvider": { "codeActionKinds": ["quickfix", "source.fixAll"] },
            "workspace": { "workspaceFolders": { "supported": true } },
        },
        "serverInfo": { "name": "litterbox", "version": env!("CARGO_PKG_VERSION") },
    })
}

impl Server {
    fn run(&mut self) {
        let mut is_shut_down = false;
        while let Ok(message) = self.connection.receiver.recv() {
            match message {
                Message::Request(request) if is_shut_down => {
                    let error = failed(ErrorCode::InvalidRequest, "the server is shut down");
                    self.reply(request.id, Err(error));
                }
                Message::Request(request) if request.method == "shutdown" => {
                    is_shut_down = true;
                    self.reply(request.id, Ok(Json::Null));
                }
                Message::Request(request) => self.request(request),
                Message::Notification(sent) if sent.method == "exit" => return,
                Message::Notification(sent) => {
                    let method = sent.method.clone();
                    match contained(&method, || self.state.notification(sent)) {
                        Ok(told) => told.into_iter().for_each(|told| self.send(told.into())),
                        Err(error) => self.log(&error.message),
                    }
                }
                Message::Response(_) => {}
            }
        }
    }

    fn send(&self, message: Message) {
        // A client that has vanished ends the loop.
        let _ = self.connection.sender.send(message);
    }

    fn reply(&self, id: RequestId, answer: Answer) {
        self.send(Response { id, response_result: answer }.into());
    }

    fn log(&self, message: &str) {
        let params = json!({ "type": 1, "message": message });
        self.send(Notification { method: "window/logMessage".to_owned(), params }.into());
    }

    /// Asks the client to tell when files change.
    fn watch(&self) {
        let globs = ["**/*.rhai", "**/*.json", "**/*.session.md"];
        let watchers: Vec<Json> = globs.iter().map(|glob| json!({ "globPattern": glob })).collect();
        let registration = json!({
            "id": "files",
            "method": "workspace/didChangeWatchedFiles",
            "registerOptions": { "watchers": watchers },
        });
        let params = json!({ "registrations": [registration] });
        let method = "client/registerCapability".to_owned();
        let request = Request { id: "files".to_owned().into(), method, params };
        self.send(request.into());
    }

    fn request(&mut self, request: Request) {
        let Request { id, method, params } = request;
        let answer = contained(&method, || self.state.answer(&method, params));
        let answer =
            answer.unwrap_or_else(|error| Err(failed(ErrorCode::InternalError, &error.message)));
        self.reply(id, answer);
    }
}
