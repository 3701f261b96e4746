//! The requests.

use super::answer::{RequestAnswer, failed, parsed, uri_in};
use super::state::State;
use super::types::{ActionParams, Position};
use super::{convert, report, uri};
use crate::lint::Mention;
use crate::texts::actions::FileEdit;
use crate::texts::editor::TextPlace;
use crate::texts::project::{FileRole, OpenText};
use crate::texts::{explain, navigate};
use lsp_server::{ErrorCode, ResponseError};
use serde_json::{Value as Json, json};
use std::ops::Range;
use std::path::Path;

impl State {
    pub fn answer(&mut self, method: &str, params: Json) -> RequestAnswer {
        let answer: fn(&mut Self, TextPlace, &Json) -> RequestAnswer = match method {
            "textDocument/completion" => |state, place, _| Ok(state.completion(&place)),
            "textDocument/hover" => |state, place, _| Ok(state.hover(place)),
            "textDocument/signatureHelp" => |_, TextPlace { document, byte, analysis }, _| {
                let found = explain::signatures(&analysis, &document, byte);
                Ok(json!(found.as_ref().map(convert::signatures)))
            },
            "textDocument/definition" => |state, place, _| Ok(state.places(place, false)),
            "textDocument/references" => |state, place, _| Ok(state.places(place, true)),
            "textDocument/prepareRename" => |state, place, _| {
                let is_here = |it: &Range<usize>| (it.start..=it.end).contains(&place.byte);
                let local = place.local();
                let here = local.and_then(|it| it.places.iter().find(|it| is_here(it)).cloned());
                if let Some(bytes) = here {
                    return Ok(json!(state.encoding.range(&place.document.text, &bytes)));
                }
                let range = |it: Mention| state.encoding.range(&place.document.text, &it.bytes);
                Ok(json!(place.mention().map(range)))
            },
            "textDocument/rename" => Self::rename,
            "textDocument/documentSymbol" => return Ok(self.symbols(&params)),
            "textDocument/codeLens" => return Ok(self.lenses(&params)),
            "workspace/executeCommand" => return self.execute(&params),
            "workspace/symbol" => return Ok(self.workspace_symbols(&params)),
            "litterbox/sessions" => return Ok(self.session_blocks(&params)),
            "textDocument/codeAction" => return self.code_actions(params),
            _ => {
                let why = format!("there is no request `{method}`");
                return Err(failed(ErrorCode::MethodNotFound, &why));
            }
        };
        match self.place(&params)? {
            Some(place) => answer(self, place, &params),
            None => Ok(Json::Null),
        }
    }

    /// Returns the place that a request names; `None` if its text is not open.
    fn place(&mut self, params: &Json) -> Result<Option<TextPlace>, ResponseError> {
        let position = params.get("position").cloned().unwrap_or_default();
        let position = parsed::<Position>(position);
        let Some((position, uri)) = position.zip(uri_in(params)) else {
            return Err(failed(ErrorCode::InvalidParams, "a text and a position are needed"));
        };
        let encoding = self.encoding;
        let byte = |document: &OpenText| encoding.byte(&document.text, position);
        Ok(self.editor.place(uri, byte))
    }

    fn completion(&self, place: &TextPlace) -> Json {
        let (takes_snippets, limit) = (self.takes_snippets, self.limits.completion);
        let suggestions = self.editor.suggestions(place, takes_snippets, limit);
        let range = self.encoding.range(&place.document.text, &suggestions.bytes);
        let items = suggestions.found.into_iter().enumerate();
        let items = items.map(|item| convert::completion(item, range));
        json!({ "isIncomplete": suggestions.is_cut, "items": items.collect::<Vec<_>>() })
    }

    fn hover(&mut self, mut place: TextPlace) -> Json {
        let hover = |value| json!({ "contents": { "kind": "markdown", "value": value } });
        self.editor.hover(&mut place).map_or(Json::Null, hover)
    }

    /// Definitions, or all mentions.
    fn places(&mut self, mut place: TextPlace, is_all: bool) -> Json {
        if let Some(found) = place.local() {
            let n = if is_all { found.places.len() } else { 1 };
            let text = &place.document.text;
            let places = found.places[..n].iter().map(|bytes| {
                json!({ "uri": place.document.uri, "range": self.encoding.range(text, bytes) })
            });
            return places.collect();
        }
        let Some(mention) = self.editor.add_sessions(&mut place) else { return Json::Null };
        let TextPlace { document, analysis, .. } = place;
        let found: Vec<Mention> = match is_all {
            true => analysis.names.same(&mention).into_iter().cloned().collect(),
            false => navigate::definitions(&analysis, &mention),
        };
        let project = &self.editor.projects[document.project];
        let located = found
            .iter()
            .filter_map(|mention| convert::location(project, &analysis, mention, self.encoding));
        json!(located.collect::<Vec<_>>())
    }

    fn rename(&mut self, mut place: TextPlace, params: &Json) -> RequestAnswer {
        let refused = |why: &str| failed(ErrorCode::RequestFailed, why);
        let new = params["newName"].as_str().unwrap_or_default();
        let renamed = self.editor.rename(&mut place, new).map_err(|why| refused(&why))?;
        let moves_files = self.file_operations.contains(&"rename".into());
        if renamed.file.is_some() && !moves_files {
            return Err(refused("its script must be renamed, too, which this editor cannot do"));
        }
        let mut changes = self.changes(renamed.edits.into_values());
        if let Some((old, new)) = renamed.file {
            let (old, new) = (self.uri_of(&old), uri::of_path(&new));
            changes.push(json!({ "kind": "rename", "oldUri": old, "newUri": new }));
        }
        Ok(json!({ "documentChanges": changes }))
    }

    /// The URI of a file, as the client writes it if it is open.
    fn uri_of(&self, path: &Path) -> String {
        let open = self.editor.open.values().find(|document| document.path == path);
        open.map_or_else(|| uri::of_path(path), |document| document.uri.clone())
    }

    fn symbols(&self, params: &Json) -> Json {
        let Some(document) = uri_in(params).and_then(|uri| self.editor.open.get(uri)) else {
            return Json::Null;
        };
        match document.role {
            FileRole::Script(_) | FileRole::Variant(_) | FileRole::Session => {
                let symbols = navigate::symbols(&document.shown(), &document.text).into_iter();
                let convert = |it| convert::symbol(&it, &document.text, self.encoding);
                symbols.map(convert).collect()
            }
            FileRole::Other => json!([]),
        }
    }

    fn code_actions(&mut self, params: Json) -> RequestAnswer {
        let Some(params) = parsed::<ActionParams>(params) else {
            return Err(failed(ErrorCode::InvalidParams, "a text and a range are needed"));
        };
        let (encoding, range) = (self.encoding, params.range);
        let byte = |document: &OpenText| encoding.bytes(&document.text, range).start;
        let Some(place) = self.editor.place(&params.text_document.uri, byte) else {
            return Ok(Json::Null);
        };
        let document = &place.document;
        let bytes = encoding.bytes(&document.text, range);
        let creates_files = self.file_operations.contains(&"create".into());
        let asked = self.editor.ask_actions(&place, bytes, creates_files);
        let differing = asked.found.iter().filter(|it| it.code.is_empty() && asked.meets(it));
        let line = differing.filter_map(|it| Some(it.span.as_ref()?.line)).next();
        let line = line.filter(|_| document.role == FileRole::Session);
        let debugged = line.and_then(|line| self.debugging(document, "debug here", line));
        let debugged =
            debugged.map(|it| json!({ "title": it["title"], "kind": "quickfix", "command": it }));
        let actions = asked.actions().into_iter().map(|action| {
            let diagnostic = |error| report::diagnostic(error, encoding, |_| None);
            json!({
                "title": action.title,
                "kind": action.kind,
                "isPreferred": action.of.is_some(),
                "diagnostics": Vec::from_iter(action.of.as_ref().and_then(diagnostic)),
                "edit": { "documentChanges": self.changes([action.edit]) },
            })
        });
        Ok(actions.chain(debugged).collect())
    }

    /// Converts edits of files.
    fn changes(&self, files: impl IntoIterator<Item = FileEdit>) -> Vec<Json> {
        let mut changes = Vec::new();
        for (path, text, edits) in files {
            let uri = self.uri_of(&path);
            if text.is_none() {
                changes.push(json!({ "kind": "create", "uri": uri }));
            }
            let text = text.unwrap_or_else(|| "".into());
            let edits = edits.iter().map(|edit| {
                json!({ "range": self.encoding.range(&text, &edit.bytes), "newText": edit.text })
            });
            let edits: Vec<Json> = edits.collect();
            let document = json!({ "uri": uri, "version": null });
            changes.push(json!({ "textDocument": document, "edits": edits }));
        }
        changes
    }
}
