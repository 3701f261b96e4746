//! Lenses above parts of a text, and the symbols and sessions of a project.

use super::answer::{RequestAnswer, failed, uri_in};
use super::state::State;
use super::{convert, uri};
use crate::base::error::{Error, plural};
use crate::lint::{Mention, NameClass};
use crate::texts::navigate;
use crate::texts::project::{FileRole, OpenText};
use crate::texts::sessions::blocks;
use lsp_server::ErrorCode;
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;
use std::ops::Range;

/// The most symbols of an answer.
const MAX_SYMBOLS: usize = 400;

/// The command that the server carries out: it runs the block of a session at a line.
pub const RUN: &str = "litterbox.server.run";

impl State {
    /// Returns the lenses of an open text: what can be done with each block of a session, how many
    /// sessions use a card or combo.
    pub fn lenses(&mut self, params: &Json) -> Json {
        let Some(document) = uri_in(params).and_then(|uri| self.editor.open.get(uri)).cloned()
        else {
            return Json::Null;
        };
        match &document.role {
            FileRole::Session => json!(self.of_blocks(&document)),
            FileRole::Script(name) => json!(Vec::from_iter(self.of_uses(&document, name))),
            FileRole::Variant(_) | FileRole::Other => json!([]),
        }
    }

    /// A command that the client carries out; `None` if it does not.
    pub fn command(&self, name: &str, title: &str, arguments: Json) -> Option<Json> {
        let is_known = self.commands.iter().any(|known| known == name);
        is_known.then(|| json!({ "title": title, "command": name, "arguments": arguments }))
    }

    /// The command that debugs a session from a line, counted from 1.
    pub fn debugging(&self, document: &OpenText, title: &str, line: usize) -> Option<Json> {
        let launch = json!({
            "type": "litterbox", "request": "launch", "name": "debug from here",
            "session": document.path, "line": line, "stopOnEntry": true,
        });
        self.command("litterbox.debug", title, json!([launch]))
    }

    fn of_blocks(&self, document: &OpenText) -> Vec<Json> {
        let mut lenses = Vec::new();
        for (_, bytes) in blocks(&document.shown(), &document.text) {
            let range = self.encoding.range(&document.text, &bytes);
            let line = range.start.line as usize + 1;
            let arguments = json!([document.uri, line]);
            let own = || json!({ "title": "run", "command": RUN, "arguments": arguments });
            let run = self.command("litterbox.run", "run", arguments.clone());
            let debug = self.debugging(document, "debug from here", line);
            let at = json!({ "start": range.start, "end": range.start });
            let shown = std::iter::once(run.unwrap_or_else(own)).chain(debug);
            lenses.extend(shown.map(|command| json!({ "range": at, "command": command })));
        }
        lenses
    }

    /// Runs a block of an open session for a client that has no tests of its own: shows whether it
    /// passes, and its differences as findings.
    pub fn execute(&mut self, params: &Json) -> RequestAnswer {
        let refused = |why: &str| failed(ErrorCode::InvalidParams, why);
        if params["command"] != RUN {
            return Err(refused(&format!("the only command is `{RUN}`")));
        }
        let (uri, line) = (&params["arguments"][0], &params["arguments"][1]);
        let document = uri.as_str().and_then(|uri| self.editor.open.get(uri)).cloned();
        let document = document.filter(|document| document.role == FileRole::Session);
        let document = document.ok_or_else(|| refused("the session is not open"))?;
        let start =
            |bytes: &Range<usize>| self.encoding.range(&document.text, bytes).start.line as u64 + 1;
        let mut all = blocks(&document.shown(), &document.text).into_iter();
        let block = all.find(|(_, bytes)| Some(start(bytes)) == line.as_u64());
        let (title, bytes) = block.ok_or_else(|| refused("no block of a session begins here"))?;
        let found = self.editor.played(&document);
        let is_here = |error: &&Error| {
            error.span.as_ref().is_none_or(|span| bytes.contains(&span.bytes().start))
        };
        let n_found = found.iter().filter(is_here).count();
        let (kind, what) = match n_found {
            0 => (3, "passed".to_owned()),
            n => (2, format!("failed, with {}", plural(n, "difference"))),
        };
        let message = json!({ "type": kind, "message": format!("{title}: {what}") });
        self.outbox.notify("window/showMessage", message);
        self.editor.changed(&document.uri);
        Ok(Json::Null)
    }

    /// How many session files play the card or combo of a script.
    fn of_uses(&mut self, document: &OpenText, script: &str) -> Option<Json> {
        let (folder, id) = script.split_once('/')?;
        let mut classes = [NameClass::Kind, NameClass::Combo].into_iter();
        let class = classes.find(|class| class.folder() == Some(folder))?;
        let mut analysis = self.editor.analysis(document.project);
        let is_it = |it: &&Mention| it.class == class && it.name == id;
        let mention = analysis.names.iter().find(is_it).cloned()?;
        let open = self.editor.of_project(document.project);
        analysis.add_sessions(self.editor.projects[document.project].sessions(&open));
        let same = analysis.names.same(&mention);
        let is_session = |file: &str| analysis.sessions.keys().any(|path| path.as_os_str() == file);
        let files: BTreeSet<&str> =
            same.iter().map(|it| &*it.file).filter(|file| is_session(file)).collect();
        let title = match files.len() {
            0 => "no session uses this".to_owned(),
            1 => "1 session uses this".to_owned(),
            n => format!("{n} sessions use this"),
        };
        let project = &self.editor.projects[document.project];
        let place = convert::location(project, &analysis, &mention, self.encoding)?;
        let arguments = json!([place["uri"], place["range"]["start"]]);
        let plain = || json!({ "title": title, "command": "" });
        let command = self.command("litterbox.references", &title, arguments);
        let start = self.encoding.position(&document.text, 0);
        let range = json!({ "start": start, "end": start });
        Some(json!({ "range": range, "command": command.unwrap_or_else(plain) }))
    }

    /// Returns what the projects define under a name that contains a text.
    pub fn workspace_symbols(&mut self, params: &Json) -> Json {
        let query = params["query"].as_str().unwrap_or_default();
        let mut found = Vec::new();
        for project in 0..self.editor.projects.len() {
            let analysis = self.editor.analysis(project);
            let project = &self.editor.projects[project];
            let is_own = |file: &str| project.own_path(file).is_some();
            for (sort, mention) in navigate::named(&analysis, query, is_own) {
                let place = convert::location(project, &analysis, &mention, self.encoding);
                found.extend(place.map(|place| {
                    let kind = convert::symbol_kind(sort);
                    json!({ "name": mention.name, "kind": kind, "location": place,
                        "containerName": &*mention.file })
                }));
            }
        }
        found.truncate(MAX_SYMBOLS);
        json!(found)
    }

    /// Returns the blocks of all session files of the projects, or of one file.
    pub fn session_blocks(&mut self, params: &Json) -> Json {
        let asked = uri_in(params).and_then(uri::to_path);
        let mut files = Vec::new();
        for project in 0..self.editor.projects.len() {
            let open = self.editor.of_project(project);
            // The client may know of a file before it tells that files have changed.
            if open.iter().all(|document| Some(&document.path) != asked.as_ref()) {
                self.editor.projects[project].forget_sessions();
            }
            let mut sessions = self.editor.projects[project].sessions(&open);
            sessions.retain(|path, _| asked.as_ref().is_none_or(|asked| asked == path));
            for (path, text) in sessions {
                let found = blocks(&path.to_string_lossy(), &text).into_iter();
                let found = found.map(|(title, bytes)| {
                    json!({ "title": title, "range": self.encoding.range(&text, &bytes) })
                });
                let found: Vec<Json> = found.collect();
                files.push(json!({ "uri": uri::of_path(&path), "blocks": found }));
            }
        }
        json!(files)
    }
}
