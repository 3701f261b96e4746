//! The rules of a variant as a page, without scripts and external resources.

use super::drawing::definitions;
use super::faces::{Face, faces};
use super::template::fill;
use crate::base::output::{escape, escape_markup};
use crate::shell::catalogue::range;
use crate::shell::rules_page::{RulesEntry, RulesPage, RulesTopic};
use crate::transcript::LoadedRuleset;
use std::collections::BTreeMap;
use std::fmt::Write as _;

const TEMPLATE: &str = include_str!("rules.html");
const STYLE: &str = include_str!("rules.css");

/// Returns the page of the rules of a ruleset.
pub fn page(rules: &RulesPage, loaded: &LoadedRuleset) -> String {
    let faces = faces_by_id(loaded);
    let mut body = String::new();
    for section in &rules.sections {
        let heading = shown(&section.title);
        let entries: String = section.entries.iter().map(|it| entry(it, &faces)).collect();
        let class = if section.topic == RulesTopic::Examples { " class=\"examples\"" } else { "" };
        // Writing into a string cannot fail.
        let _ = writeln!(body, "<section{class}><h2>{heading}</h2>{entries}</section>");
    }
    let players = format!("{} players", range(rules.players).replace('-', "–"));
    let known: Vec<&str> =
        [&*rules.about, &*players].into_iter().filter(|text| !text.is_empty()).collect();
    let source = match &*rules.source {
        "" => String::new(),
        source => format!("Source: {source}"),
    };
    let texts = [
        ("{language}", &*escape_markup(&rules.language)),
        ("{title}", &*shown(&rules.name)),
        ("{style}", STYLE),
        ("{symbols}", &definitions()),
        ("{title}", &*shown(&rules.name)),
        ("{about}", &shown(&known.join(" · "))),
        ("{body}", &body),
        ("{source}", &shown(&source)),
    ];
    fill(TEMPLATE, &texts)
}

/// The faces of cards and combos, by their ids.
pub fn faces_by_id(loaded: &LoadedRuleset) -> BTreeMap<String, Face> {
    let faces = faces(&loaded.ruleset, &loaded.titles, &loaded.host);
    let cards = loaded.ruleset.counts().map(|(_, id, _)| id.to_owned()).zip(faces.cards);
    let combos = loaded.ruleset.spec.combos.iter().map(|combo| combo.id.to_string());
    combos.zip(faces.combos).chain(cards).collect()
}

fn entry(entry: &RulesEntry, faces: &BTreeMap<String, Face>) -> String {
    let icon = faces.get(&entry.id).map_or(String::new(), |face| {
        format!("<i style=\"--h:{}\">{}</i>", face.hue(), face.svg())
    });
    let title = match &*entry.title {
        "" => String::new(),
        title => format!("<b>{}</b> ", shown(title)),
    };
    let lines: String =
        entry.lines.iter().map(|line| format!("<li>{}</li>", shown(line))).collect();
    let list = if lines.is_empty() { lines } else { format!("<ol>{lines}</ol>") };
    format!("<p>{icon}{title}{}</p>{list}", shown(&entry.text))
}

/// Escapes a text of a variant.
fn shown(text: &str) -> String {
    escape_markup(&escape(text))
}
