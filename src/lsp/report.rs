//! Findings as diagnostics.

use super::answer::ClientMessages;
use super::text::Encoding;
use super::types::Range;
use super::uri;
use crate::base::error::Error;
use crate::lint;
use crate::texts::checks::{CheckAudience, CheckJob};
use crate::texts::project::{OpenText, page_of};
use serde_json::{Value as Json, json};
use std::path::PathBuf;

/// Sends findings to the client.
pub struct Diagnostics {
    pub encoding: Encoding,
    pub outbox: ClientMessages,
}

impl CheckAudience for Diagnostics {
    fn found(&self, job: &CheckJob, document: &OpenText, found: &[Error]) {
        let path_of = |shown: &str| {
            let path = job.root.as_ref()?.join(shown);
            path.is_file().then_some(path)
        };
        let converted = found.iter().filter_map(|error| diagnostic(error, self.encoding, path_of));
        let diagnostics: Vec<Json> = converted.collect();
        let mut params = json!({ "uri": document.uri, "diagnostics": diagnostics });
        if document.version >= 0 {
            params["version"] = document.version.into();
        }
        self.outbox.notify("textDocument/publishDiagnostics", params);
    }

    fn failed(&self, message: &str) {
        self.outbox.log(message);
    }
}

/// Converts a finding of a file; `None` if it has no place. `path_of` finds the files that it
/// names.
pub fn diagnostic(
    error: &Error,
    encoding: Encoding,
    path_of: impl Fn(&str) -> Option<PathBuf>,
) -> Option<Json> {
    let span = error.span.as_ref()?;
    let mut lines = vec![error.message.clone()];
    let mut related = Vec::new();
    for note in &error.notes {
        let variant = note.strip_prefix("in the variant `").and_then(|rest| rest.strip_suffix('`'));
        match variant.and_then(|id| path_of(&format!("variants/{id}.json"))) {
            Some(path) => {
                let (uri, range) = (uri::of_path(&path), Range::default());
                let location = json!({ "uri": uri, "range": range });
                related.push(json!({ "location": location, "message": note }));
            }
            None => lines.push(note.clone()),
        }
    }
    lines.extend(error.hint.iter().map(|hint| format!("help: {hint}")));
    let is_unused = lint::find(error.code).is_some_and(|doc| doc.name.starts_with("unused"));
    // 1: what is shown is not needed.
    let tags: &[u8] = if is_unused { &[1] } else { &[] };
    let mut diagnostic = json!({
        "range": encoding.range(&span.text, &span.bytes()),
        "severity": if error.is_warning() { 2 } else { 1 },
        "source": "litterbox",
        "message": lines.join("\n"),
        "tags": tags,
        "relatedInformation": related,
    });
    if !error.code.is_empty() {
        diagnostic["code"] = error.code.into();
        if let Some(path) = page_of(error.code) {
            diagnostic["codeDescription"] = json!({ "href": uri::of_path(&path) });
        }
    }
    Some(diagnostic)
}
