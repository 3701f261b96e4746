//! A report as a self-contained HTML page, whose script draws the embedded JSON.

use super::template::{self, PageParts};
use crate::base::output::escape;
use serde_json::Value as Json;

/// Formats the data of a report as a page.
pub fn page(title: &str, mut data: Json) -> String {
    escape_all(&mut data);
    template::page(&PageParts {
        title,
        // Loads no external resource. Its script sets styles of elements.
        policy: Some("style-src 'unsafe-inline'; script-src 'unsafe-inline'"),
        style: include_str!("report.css"),
        // In a script element only `<` could begin something else.
        data: &data.to_string().replace('<', "\\u003c"),
        script: include_str!("report.js"),
        ..PageParts::default()
    })
}

/// Escapes unsafe characters in all texts.
fn escape_all(value: &mut Json) {
    match value {
        Json::String(text) => *text = escape(text).into_owned(),
        Json::Array(items) => items.iter_mut().for_each(escape_all),
        Json::Object(fields) => fields.values_mut().for_each(escape_all),
        _ => {}
    }
}
