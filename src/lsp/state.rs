//! The projects and the open texts.

use super::answer::{ClientMessages, parsed, uri_in};
use super::limits::TimeLimits;
use super::report::Diagnostics;
use super::text::Encoding;
use super::types::{ChangedParams, OpenedParams};
use super::uri;
use crate::base::error::SourceText;
use crate::texts::editor::Editor;
use crate::texts::project::{FileRole, OpenText, Project, cache};
use crate::texts::sessions;
use lsp_server::Notification;
use serde_json::{Value as Json, json};
use std::path::Path;

/// The most folders of a workspace that are projects.
const MAX_PROJECTS: usize = 8;

/// The most open texts, and their most bytes together.
const MAX_OPEN: usize = 1_000;
const MAX_OPEN_BYTES: usize = 32 << 20;

pub struct State {
    pub encoding: Encoding,
    pub takes_snippets: bool,
    /// The operations of the client on files: `create`, `rename`.
    pub file_operations: Vec<Json>,
    /// Its last project has no folder: files outside of the others belong to it.
    pub editor: Editor,
    /// The commands that the client carries out, of lenses and actions.
    pub commands: Vec<Json>,
    pub limits: TimeLimits,
    pub outbox: ClientMessages,
}

impl State {
    /// Opens the folders of a client with these parameters.
    pub fn open(
        encoding: Encoding,
        params: &Json,
        outbox: ClientMessages,
        limits: TimeLimits,
    ) -> Option<Self> {
        let offered = |path: &str| params.pointer(path).cloned().unwrap_or_default();
        let snippets = "/capabilities/textDocument/completion/completionItem/snippetSupport";
        let files = offered("/capabilities/workspace/workspaceEdit/resourceOperations");
        let commands = offered("/initializationOptions/commands");
        let projects = vec![Project::open(None)];
        let diagnostics = Diagnostics { encoding, outbox: outbox.clone() };
        let mut state = Self {
            encoding,
            takes_snippets: offered(snippets) == Json::Bool(true),
            file_operations: files.as_array().cloned().unwrap_or_default(),
            editor: Editor::start(projects, diagnostics, limits.session).ok()?,
            commands: commands.as_array().cloned().unwrap_or_default(),
            limits,
            outbox,
        };
        state.add_folders(params);
        Some(state)
    }

    /// Notes what the client tells.
    pub fn notification(&mut self, sent: Notification) {
        let params = sent.params;
        match sent.method.as_str() {
            "textDocument/didOpen" => self.did_open(params),
            "textDocument/didChange" => self.did_change(params),
            "textDocument/didClose" => self.did_close(&params),
            "textDocument/didSave" => self.did_save(&params),
            "workspace/didChangeWatchedFiles" => self.editor.reload(),
            "workspace/didChangeWorkspaceFolders" => {
                self.add_folders(&json!({ "workspaceFolders": params["event"]["added"] }));
            }
            _ => {}
        }
    }

    /// Opens the folders of a workspace that are projects.
    pub fn add_folders(&mut self, params: &Json) {
        let folders = params["workspaceFolders"].as_array().cloned().unwrap_or_default();
        let folders = folders.iter().filter_map(|folder| folder["uri"].as_str());
        let uris = folders.chain(params["rootUri"].as_str());
        for root in uris.filter_map(uri::to_path).filter(|root| Project::is_at(root)) {
            let projects = &mut self.editor.projects;
            let is_new = projects.iter().all(|project| project.root.as_ref() != Some(&root));
            if is_new && projects.len() <= MAX_PROJECTS {
                projects.insert(projects.len() - 1, Project::open(Some(root)));
            }
        }
    }

    /// Returns the project of a file, and what the file is for it.
    fn place_of(&self, path: &Path) -> (usize, FileRole) {
        let found = self.editor.projects.iter().enumerate();
        let mut found = found.filter_map(|(i, project)| Some((i, project.role(path)?)));
        if let Some(found) = found.next() {
            return found;
        }
        let is_copy = cache().is_some_and(|cache| path.starts_with(cache));
        let folder = path.parent().and_then(Path::file_name).and_then(|name| name.to_str());
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        let is_script = path.extension().is_some_and(|end| end == "rhai") && !is_copy;
        let role = match (folder, stem) {
            (Some(folder), Some(stem)) if is_script => FileRole::Script(format!("{folder}/{stem}")),
            _ => FileRole::Other,
        };
        (self.editor.projects.len() - 1, role)
    }

    fn did_open(&mut self, params: Json) {
        let Some(params) = parsed::<OpenedParams>(params) else { return };
        let item = params.text_document;
        let Some(path) = uri::to_path(&item.uri) else { return };
        let (project, role) = self.place_of(&path);
        let (uri, version) = (item.uri, item.version);
        let text = unmarked(item.text);
        let document = OpenText { uri: uri.clone(), path, version, text, project, role };
        self.editor.open.insert(uri.clone(), document);
        if self.fits(&uri) {
            self.editor.changed(&uri);
        }
    }

    fn did_change(&mut self, params: Json) {
        let Some(params) = parsed::<ChangedParams>(params) else { return };
        let identified = params.text_document;
        let uri = identified.uri;
        let encoding = self.encoding;
        let Some(document) = self.editor.open.get_mut(&uri) else { return };
        if identified.version < document.version {
            return;
        }
        for change in params.content_changes {
            document.text = match change.range {
                Some(range) => {
                    let mut text = document.text.to_string();
                    text.replace_range(encoding.bytes(&document.text, range), &change.text);
                    text.into()
                }
                None => unmarked(change.text),
            };
        }
        document.version = identified.version;
        if self.fits(&uri) {
            self.editor.changed(&uri);
        }
    }

    /// Whether the open texts are small enough together with this one; otherwise it is dropped, as
    /// if it were not open.
    fn fits(&mut self, uri: &str) -> bool {
        let open = &self.editor.open;
        let length: usize = open.values().map(|document| document.text.len()).sum();
        if length <= MAX_OPEN_BYTES && open.len() <= MAX_OPEN {
            return true;
        }
        let why = format!(
            "not checked: at most {MAX_OPEN} texts of {MAX_OPEN_BYTES} bytes together can be open; \
             close others first: {}",
            crate::base::output::escape_line(uri)
        );
        self.outbox.notify("window/showMessage", json!({ "type": 2, "message": why }));
        self.did_close(&json!({ "textDocument": { "uri": uri } }));
        false
    }

    /// Nothing is shown for a text that is not open.
    fn did_close(&mut self, params: &Json) {
        let closed = uri_in(params).and_then(|uri| self.editor.open.remove(uri));
        if let Some(document) = closed {
            self.editor.projects[document.project].forget();
            let params = json!({ "uri": document.uri, "diagnostics": [] });
            self.outbox.notify("textDocument/publishDiagnostics", params);
        }
    }

    /// Reads the files again, and runs the sessions that a saved file concerns.
    fn did_save(&mut self, params: &Json) {
        self.editor.reload();
        let Some(saved) = uri_in(params).and_then(|uri| self.editor.open.get(uri)).cloned() else {
            return;
        };
        let open = self.editor.of_project(saved.project);
        let mut sessions = self.editor.projects[saved.project].sessions(&open);
        sessions.retain(|path, text| *path == saved.path || sessions::may_use(text, &saved.role));
        let sessions = sessions.into_iter().map(|(path, text)| {
            let open = open.iter().find(|document| document.path == path).cloned();
            let (uri, project, role) = (uri::of_path(&path), saved.project, FileRole::Session);
            open.unwrap_or(OpenText { uri, path, version: -1, text, project, role })
        });
        let sessions = sessions.collect();
        self.editor.check(saved.project, None, sessions);
    }
}

/// Returns a text with a space in place of a byte order mark: columns stay as they are.
fn unmarked(text: String) -> SourceText {
    match text.strip_prefix('\u{feff}') {
        Some(rest) => format!(" {rest}").into(),
        None => text.into(),
    }
}
