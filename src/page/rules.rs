//! The rules of a variant as a page, without scripts and external resources.

use super::faces::{Face, faces};
use super::template::{self, PageParts};
use crate::base::output::escape_markup;
use crate::shell::catalogue::range;
use crate::shell::rules_page::{RulesEntry, RulesPage, RulesTopic};
use crate::transcript::LoadedRuleset;
use std::collections::BTreeMap;
use std::fmt::Write as _;

const STYLE: &str = include_str!("rules.css");

/// Returns the page of the rules of a ruleset.
pub fn page(rules: &RulesPage, loaded: &LoadedRuleset) -> String {
    let faces = faces_by_id(loaded);
    let mut body = String::new();
    for section in &rules.sections {
        let heading = escape_markup(&section.title);
        let entries: String = section.entries.iter().map(|it| entry(it, &faces)).collect();
        let class = if section.topic == RulesTopic::Examples { " class=\"examples\"" } else { "" };
        // Writing into a string cannot fail.
        let _ = writeln!(body, "<section{class}><h2>{heading}</h2>{entries}</section>");
    }
    let players = players(rules);
    let known: Vec<&str> =
        [&*rules.about, &*players].into_iter().filter(|text| !text.is_empty()).collect();
    let source = match &*rules.source {
        "" => String::new(),
        source => format!("Source: {source}"),
    };
    let body = format!(
        "<header><h1>{}</h1><p>{}</p></header>\n<main>{body}</main>\n<footer>{}</footer>",
        escape_markup(&rules.name),
        escape_markup(&known.join(" · ")),
        escape_markup(&source)
    );
    template::page(&PageParts {
        language: &rules.language,
        title: &format!("{}: rules", rules.name),
        policy: Some("style-src 'unsafe-inline'"),
        style: STYLE,
        body: &body,
        ..PageParts::default()
    })
}

/// For how many players they are.
pub fn players(rules: &RulesPage) -> String {
    format!("{} players", range(rules.players).replace('-', "–"))
}

/// The faces of cards and combos, by their ids.
pub fn faces_by_id(loaded: &LoadedRuleset) -> BTreeMap<String, Face> {
    let faces = faces(&loaded.ruleset, &loaded.titles, &loaded.host);
    let cards = loaded.ruleset.counts().map(|(_, id, _)| id.to_owned()).zip(faces.cards);
    let combos = loaded.ruleset.spec.combos.iter().map(|combo| combo.id.to_string());
    combos.zip(faces.combos).chain(cards).collect()
}

fn entry(entry: &RulesEntry, faces: &BTreeMap<String, Face>) -> String {
    let icon = faces.get(&entry.id).map_or(String::new(), Face::icon);
    let title = match &*entry.title {
        "" => String::new(),
        title => format!("<b>{}</b> ", escape_markup(title)),
    };
    let lines: String =
        entry.lines.iter().map(|line| format!("<li>{}</li>", escape_markup(line))).collect();
    let list = if lines.is_empty() { lines } else { format!("<ol>{lines}</ol>") };
    format!("<p>{icon}{title}{}</p>{list}", escape_markup(&entry.text))
}
