//! The rules of a variant on two pages to print, each in two columns.

use super::card::fitted;
use super::faces::Face;
use super::rules::players;
use crate::base::output::escape_markup;
use crate::shell::rules_page::{RulesEntry, RulesPage, RulesSection, RulesTopic};
use std::collections::BTreeMap;
use unicode_width::UnicodeWidthStr;

/// The sections, those first that stay when there is too little space.
const TOPICS: [RulesTopic; 8] = [
    RulesTopic::Goal,
    RulesTopic::Setup,
    RulesTopic::Turn,
    RulesTopic::Answers,
    RulesTopic::Combos,
    RulesTopic::Assumed,
    RulesTopic::Options,
    RulesTopic::Examples,
];

/// The sections that are printed on whatever number of pages they need.
const N_NEEDED: usize = 5;

/// The columns of text on the pages.
const MOST_COLUMNS: usize = 4;

/// The characters of a line in a wide font, and the height in mm of a line, of the gap after a
/// paragraph, of a heading with its gaps, and of all that fits in a column.
const LINE_COLUMNS: usize = 56;
const LINE: f32 = 3.6;
const GAP: f32 = 1.0;
const HEADING: f32 = 7.2;
const HEIGHT: f32 = 238.0;

/// The most characters of a paragraph and of its title.
const LONGEST: usize = 1_000;
const LONGEST_TITLE: usize = 40;

/// The most columns of the name of a variant and of its description, above the rules.
const LONGEST_NAME: usize = 32;
const LONGEST_ABOUT: usize = 110;

/// Returns the pages of the rules, each as what is between its margins; adds a warning for each
/// text that is cut. `faces` are those of cards and combos, by their ids.
pub fn pages(
    rules: &RulesPage,
    faces: &BTreeMap<String, Face>,
    warnings: &mut Vec<String>,
) -> Vec<String> {
    let mut columns: Vec<(String, f32)> = Vec::new();
    for (at, topic) in TOPICS.iter().enumerate() {
        let Some(section) = rules.sections.iter().find(|section| section.topic == *topic) else {
            continue;
        };
        let mut cut = Vec::new();
        let longer = with_section(columns.clone(), section, faces, &mut cut);
        if at < N_NEEDED || longer.len() <= MOST_COLUMNS {
            columns = longer;
            warnings.append(&mut cut);
        }
    }
    let n_pages = columns.len().div_ceil(2);
    let (name, about) =
        (fitted(&rules.name, LONGEST_NAME).0, fitted(&rules.about, LONGEST_ABOUT).0);
    let (players, about) = (players(rules), escape_markup(&about));
    let about = if about.is_empty() { players } else { format!("{players} · {about}") };
    let page = |(i, page): (usize, &[(String, f32)])| {
        let number = if n_pages == 1 { String::new() } else { format!(" {}/{n_pages}", i + 1) };
        let columns: String =
            page.iter().map(|(text, _)| format!("<div class=\"column\">{text}</div>")).collect();
        format!(
            "<h2>{}{number}</h2><p class=\"about\">{about}</p>\
             <div class=\"columns\">{columns}</div>",
            escape_markup(&name)
        )
    };
    columns.chunks(2).enumerate().map(page).collect()
}

/// Adds a section to the columns. Its heading is not the last line of a column.
fn with_section(
    mut columns: Vec<(String, f32)>,
    section: &RulesSection,
    faces: &BTreeMap<String, Face>,
    warnings: &mut Vec<String>,
) -> Vec<(String, f32)> {
    let heading = escape_markup(&section.title);
    let mut above = (format!("<h3>{heading}</h3>"), HEADING);
    for entry in &section.entries {
        let (shown, height) = paragraph(entry, faces, warnings);
        let (heading, heading_height): (String, f32) = std::mem::take(&mut above);
        let (shown, height) = (format!("{heading}{shown}"), heading_height + height);
        match columns.last_mut() {
            Some((column, used)) if *used + height <= HEIGHT => {
                *column += &shown;
                *used += height;
            }
            _ => columns.push((shown, height)),
        }
    }
    columns
}

/// Formats a paragraph; returns also its height in mm.
fn paragraph(
    entry: &RulesEntry,
    faces: &BTreeMap<String, Face>,
    warnings: &mut Vec<String>,
) -> (String, f32) {
    let (text, is_cut) = fitted(&entry.text, LONGEST);
    if is_cut {
        let start = fitted(&text, LONGEST_TITLE).0;
        warnings.push(format!("a text of the rules is cut: “{start}”"));
    }
    let title = fitted(&entry.title, LONGEST_TITLE).0;
    let named = faces.get(&entry.id).filter(|_| !title.is_empty());
    let icon = named.map_or(String::new(), Face::icon);
    let bold = match &*title {
        "" => String::new(),
        title => format!("<b>{}</b> ", escape_markup(title)),
    };
    // Words end before the ends of lines, and an icon takes the place of some characters.
    let n_lines = |columns: usize| columns.div_ceil(LINE_COLUMNS) as f32;
    let mut height = n_lines(title.width() + text.width() + 4) * LINE + GAP;
    let mut shown = format!("<p>{icon}{bold}{}</p>", escape_markup(&text));
    for line in &entry.lines {
        let line = fitted(line, LONGEST).0;
        height += n_lines(line.width() + 8) * LINE + GAP;
        shown += &format!("<p class=\"step\">{}</p>", escape_markup(&line));
    }
    (shown, height)
}
