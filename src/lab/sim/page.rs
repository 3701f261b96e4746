//! A report as a self-contained HTML page: a template whose script draws the embedded JSON.

use super::sections::{Medium, Report, ReportSection};
use crate::base::output::{escape, escape_markup};
use serde_json::{Value as Json, json};

/// It loads no external resource (enforced by CSP).
const TEMPLATE: &str = include_str!("page.html");

/// The content of a page besides its report.
#[derive(Clone, Debug, Default)]
pub struct PageExtras {
    /// The definitions of the symbols of cards, as markup.
    pub symbols: String,
    /// The command line, the date, what cards show and a typical game.
    pub shown: Json,
}

/// Formats a report as a page.
pub fn page(report: &Report, extras: PageExtras) -> String {
    let shown = |section: &&ReportSection| section.is_on(&[Medium::All, Medium::Page]);
    let sections: Vec<&ReportSection> = report.sections.iter().filter(shown).collect();
    let mut data = json!(report);
    data["sections"] = json!(sections);
    data["shown"] = extras.shown;
    escape_all(&mut data);
    // In a script element only `<` could begin something else.
    let data = data.to_string().replace('<', "\\u003c");
    let [style, script] = [include_str!("page.css"), include_str!("page.js")].map(str::to_owned);
    let (mut page, mut rest) = (String::new(), TEMPLATE);
    let title = escape_markup(&report.title);
    for (key, text) in [
        ("{title}", title),
        ("{style}", style),
        ("{symbols}", extras.symbols),
        ("{data}", data),
        ("{script}", script),
    ] {
        let (before, after) = rest.split_once(key).unwrap_or((rest, ""));
        page.extend([before, &text]);
        rest = after;
    }
    page + rest
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
