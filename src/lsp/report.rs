//! Findings as diagnostics.

use super::text::Encoding;
use super::uri;
use crate::error::{Error, Severity};
use crate::lint;
use gen_lsp_types as lsp;
use std::path::PathBuf;

/// Converts a finding of a file; `None` if it has no place. `path_of` finds the files that it
/// names.
pub fn diagnostic(
    error: &Error,
    encoding: Encoding,
    path_of: impl Fn(&str) -> Option<PathBuf>,
) -> Option<lsp::Diagnostic> {
    let span = error.span.as_ref()?;
    let mut lines = vec![error.message.clone()];
    let mut related = Vec::new();
    for note in &error.notes {
        let variant = note.strip_prefix("in the variant `").and_then(|rest| rest.strip_suffix('`'));
        match variant.and_then(|id| path_of(&format!("variants/{id}.json"))) {
            Some(path) => {
                let uri = uri::of_path(&path).into();
                let location = lsp::Location { uri, range: lsp::Range::default() };
                let message = note.clone();
                related.push(lsp::DiagnosticRelatedInformation { location, message });
            }
            None => lines.push(note.clone()),
        }
    }
    lines.extend(error.hint.iter().map(|hint| format!("help: {hint}")));
    let is_unused = lint::find(error.code).is_some_and(|doc| doc.name.starts_with("unused"));
    Some(lsp::Diagnostic {
        range: encoding.of_span(span),
        severity: Some(match error.severity {
            Severity::Error => lsp::DiagnosticSeverity::Error,
            Severity::Warning => lsp::DiagnosticSeverity::Warning,
        }),
        code: (!error.code.is_empty()).then(|| lsp::Code::String(error.code.to_owned())),
        code_description: None,
        source: Some("litterbox".to_owned()),
        message: lsp::Message::String(lines.join("\n")),
        tags: is_unused.then(|| vec![lsp::DiagnosticTag::Unnecessary]),
        related_information: (!related.is_empty()).then_some(related),
        data: None,
    })
}
