//! Quick fixes.

use super::project::Document;
use super::report;
use super::text::Encoding;
use crate::error::{Error, Span};
use crate::lint::fix::apply_fixes;
use gen_lsp_types as lsp;
use std::collections::HashMap;
use std::path::PathBuf;

/// Returns the fixes for a range of a text, and those of the whole text together.
pub fn fixes(
    document: &Document,
    range: lsp::Range,
    found: &[Error],
    encoding: Encoding,
) -> Vec<lsp::CodeAction> {
    let wanted = encoding.bytes(&document.text, range);
    let meets = |span: &Span| {
        let bytes = span.bytes();
        bytes.start <= wanted.end && wanted.start <= bytes.end
    };
    let fixable: Vec<&Error> = found.iter().filter(|error| !error.fix.is_empty()).collect();
    let mut actions = Vec::new();
    for error in fixable.iter().filter(|error| error.span.as_ref().is_some_and(meets)) {
        let edits = error.fix.iter().map(|edit| lsp::TextEdit {
            range: encoding.range(&document.text, &edit.bytes),
            new_text: edit.text.clone(),
        });
        let title = match error.code {
            "" => "record this output".to_owned(),
            _ => title(error),
        };
        let diagnostic = report::diagnostic(error, encoding, |_| None::<PathBuf>);
        actions.push(lsp::CodeAction {
            title,
            kind: Some(lsp::CodeActionKind::QuickFix),
            diagnostics: diagnostic.map(|diagnostic| vec![diagnostic]),
            is_preferred: Some(true),
            edit: Some(edit(document, edits.collect())),
            ..lsp::CodeAction::default()
        });
    }
    let fixable: Vec<Error> = fixable.into_iter().cloned().collect();
    if let Some((text, _)) = apply_fixes(&fixable).into_values().next() {
        let whole = lsp::TextEdit {
            range: encoding.range(&document.text, &(0..document.text.len())),
            new_text: text,
        };
        let is_session = fixable.iter().all(|error| error.code.is_empty());
        let title = if is_session { "record all of this file" } else { "fix all of this file" };
        actions.push(lsp::CodeAction {
            title: title.to_owned(),
            kind: Some(lsp::CodeActionKind::SourceFixAll),
            edit: Some(edit(document, vec![whole])),
            ..lsp::CodeAction::default()
        });
    }
    actions
}

/// What a fix does: ``write `a` instead of `b```.
fn title(error: &Error) -> String {
    let told = apply_fixes(std::slice::from_ref(error)).into_values().next();
    let told = told.and_then(|(_, told)| told.into_iter().next()).unwrap_or_default();
    match told.split_once(": ") {
        Some((_, what)) => format!("fix: {what}"),
        None => "fix".to_owned(),
    }
}

fn edit(document: &Document, edits: Vec<lsp::TextEdit>) -> lsp::WorkspaceEdit {
    let changes = HashMap::from([(document.uri.clone().into(), edits)]);
    lsp::WorkspaceEdit { changes: Some(changes), ..lsp::WorkspaceEdit::default() }
}
