//! The project, findings and sessions as the page shows them.

use super::background::{Outcome, Report};
use super::wire::{DifferenceInfo, ProjectInfo, TestInfo, TestState, WorkReply};
use crate::base::error::{Error, render};
use crate::script::Script;
use crate::session::changed_lines::changed_lines;
use crate::session::run::{OutputDiff, SessionReport};
use crate::shell::RulesetCache;
use crate::shell::catalogue::{self, CardInfo};
use crate::texts::checks::{CheckAudience, CheckJob};
use crate::texts::project::OpenText;
use crate::variant::{Library, document};
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// The parts of a variant whose numbers have fields of their own, or follow from others.
const APART: [&str; 3] = ["deck", "options", "box"];

/// Adds the variant to a description of the project.
///
/// # Errors
/// Why it cannot be played.
pub fn add_variant(
    info: &mut ProjectInfo,
    library: &Library,
    rulesets: &RulesetCache,
) -> Result<(), Vec<Error>> {
    let value = document(library, &info.variant).map(|document| document.value);
    for (name, value) in value.iter().filter_map(Json::as_object).flatten() {
        if !APART.contains(&&**name) {
            note_numbers(name.clone(), value, &mut info.numbers);
        }
    }
    let ruleset = rulesets.ruleset(library, &info.variant, &[])?.ruleset;
    let titles = rulesets.titles(library, "en");
    let titles = titles.or_else(|_| rulesets.titles(library, &ruleset.language))?;
    let page = catalogue::page(&ruleset, &titles, None);
    let file = |script: &Script| format!("scripts/{}", script.name);
    let scripts = ruleset.spec.kinds.iter();
    let scripts =
        scripts.filter_map(|kind| Some((kind.id.to_string(), file(kind.scripts.last()?))));
    let combos = ruleset.spec.combos.iter().filter_map(|combo| combo.scripts.last());
    (info.cards, info.options, info.card_scripts) = (page.cards, page.options, scripts.collect());
    info.scripts = combos.chain(&ruleset.spec.rules).map(file).collect();
    info.scripts.dedup();
    // A card that was counted down to none stays in sight, so that it can be counted up again.
    let deck = value.as_ref().and_then(|value| value.get("deck")?.as_object());
    for (id, count) in deck.into_iter().flatten() {
        if *count == 0 && info.cards.iter().all(|card| card.id != *id) {
            info.cards.push(none_of(id, titles.card(id).title.into_owned()));
            let file = format!("scripts/cards/{id}.rhai");
            if info.files.contains(&file) {
                info.card_scripts.insert(id.clone(), file);
            }
        }
    }
    Ok(())
}

/// A card of which the deck has none.
fn none_of(id: &str, title: String) -> CardInfo {
    let (id, count) = (id.to_owned(), "0".to_owned());
    let (subsets, in_play) = Default::default();
    CardInfo { id, title, text: String::new(), count, subsets, in_play }
}

/// Notes the whole numbers in a value by their paths.
fn note_numbers(path: String, value: &Json, numbers: &mut BTreeMap<String, i64>) {
    if let Some(number) = value.as_i64() {
        numbers.insert(path, number);
    } else if let Some(inner) = value.as_object() {
        inner.iter().for_each(|(key, value)| note_numbers(format!("{path}/{key}"), value, numbers));
    }
}

/// Sends findings to the page.
pub struct Findings(pub Report);

impl CheckAudience for Findings {
    fn found(&self, _: &CheckJob, document: &OpenText, found: &[Error]) {
        let found = found.iter().map(Error::to_json).collect();
        let (file, version) = (document.uri.clone(), document.version);
        (self.0)(Outcome::Reply(WorkReply::Found { file, version, found }));
    }

    fn failed(&self, message: &str) {
        (self.0)(Outcome::Reply(WorkReply::Refused { message: message.to_owned() }));
    }
}

impl TestInfo {
    /// Describes a session that has not run.
    pub const fn untested(file: String, state: TestState) -> Self {
        Self { file, state, uses: None, differences: Vec::new(), problems: Vec::new() }
    }

    /// Adds how it went, or why it could not run.
    pub fn went(&mut self, went: &Result<SessionReport, String>) {
        let (differences, problems, differs) = match went {
            Ok(report) => (&report.differences[..], &report.problems[..], report.differs),
            Err(_) => Default::default(),
        };
        let problem = problems.iter().map(|it| (it.line, format!("{}\n{}", it.input, it.what)));
        let unread = went.as_ref().err().map(|why| (1, why.clone()));
        self.problems = problem.chain(unread).collect();
        let difference = |OutputDiff { line, input, expected, printed, .. }: &OutputDiff| {
            let (input, lines) = (input.clone(), changed_lines(expected, printed));
            DifferenceInfo { line: *line, input, lines }
        };
        self.differences = differences.iter().map(difference).collect();
        self.state = match (self.problems.is_empty(), differs) {
            (false, _) => TestState::Failing,
            (true, true) => TestState::Different,
            (true, false) => TestState::Green,
        };
    }
}

impl From<Vec<Error>> for WorkReply {
    fn from(errors: Vec<Error>) -> Self {
        Self::Refused { message: render(&errors, false) }
    }
}
