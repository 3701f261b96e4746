//! Formats findings as SARIF 2.1.0, the format read by code hosts and editors.

use crate::base::error::{COLUMN_KIND, Edit, Error, SourceText};
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// Builds a log with one run. `path` returns the path of a file by its display name.
pub fn log(found: &[Error], path: impl Fn(&str) -> String) -> Json {
    let codes: BTreeSet<&str> = found.iter().map(|error| error.code).collect();
    let rules = codes.iter().map(|code| {
        let rule = super::find(code);
        json!({
            "id": code,
            "name": rule.map_or("", |rule| rule.name),
            "shortDescription": { "text": rule.map_or(*code, |rule| &rule.summary) },
            "help": { "text": rule.map_or("", |rule| &rule.fix) },
        })
    });
    let results = found.iter().map(|error| result(error, &path));
    json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "litterbox",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules.collect::<Vec<_>>(),
            } },
            "columnKind": COLUMN_KIND,
            "results": results.collect::<Vec<_>>(),
        }],
    })
}

fn result(error: &Error, path: impl Fn(&str) -> String) -> Json {
    let more = error.notes.iter().chain(&error.hint).map(|line| format!("\n{line}"));
    let text: String = [error.message.clone()].into_iter().chain(more).collect();
    let mut result = json!({
        "ruleId": error.code,
        "level": error.severity.word(),
        "message": { "text": text },
    });
    let Some(span) = &error.span else { return result };
    let location = json!({ "uri": path(&span.file) });
    result["locations"] = json!([{ "physicalLocation": {
        "artifactLocation": location,
        "region": {
            "startLine": span.line,
            "startColumn": span.column,
            "endLine": span.end_line,
            "endColumn": span.end_column,
        },
    } }]);
    if !error.fix.is_empty() {
        let replacements = error.fix.iter().map(|edit| replacement(edit, &span.text));
        result["fixes"] = json!([{
            "description": { "text": error.hint.clone().unwrap_or_default() },
            "artifactChanges": [{
                "artifactLocation": location,
                "replacements": replacements.collect::<Vec<_>>(),
            }],
        }]);
    }
    result
}

fn replacement(edit: &Edit, text: &SourceText) -> Json {
    let [(line, column), (end_line, end_column)] = edit.range(text);
    json!({
        "deletedRegion": {
            "startLine": line,
            "startColumn": column,
            "endLine": end_line,
            "endColumn": end_column,
        },
        "insertedContent": { "text": edit.text },
    })
}
