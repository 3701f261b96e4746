//! The project, findings and sessions as the page shows them.

use super::background::{Outcome, Report, SessionRun};
use super::wire::{CardInfo, DifferenceInfo, Finding, ProjectInfo, TestInfo, TestState, WorkReply};
use crate::base::error::{Error, SourceText, render};
use crate::script::{Host, Script};
use crate::session::changed_lines::changed_lines;
use crate::session::run::OutputDiff;
use crate::shell::catalogue;
use crate::texts::checks::{CheckAudience, CheckJob};
use crate::texts::project::OpenText;
use crate::variant::{Library, Ruleset, Titles, document};
use std::collections::BTreeMap;

/// The place of a byte in UTF-16 units.
pub fn unit_of(text: &str, byte: usize) -> usize {
    text.get(..byte).unwrap_or(text).encode_utf16().count()
}

/// The byte of a place in UTF-16 units: within a character it is its start.
pub fn byte_of(text: &str, unit: usize) -> usize {
    let mut units = 0;
    for (byte, c) in text.char_indices() {
        units += c.len_utf16();
        if units > unit {
            return byte;
        }
    }
    text.len()
}

/// Describes the project.
pub fn project(
    library: &Library,
    variant: &str,
    texts: &BTreeMap<String, SourceText>,
    undo: Option<&str>,
) -> ProjectInfo {
    let mut info = ProjectInfo {
        variant: variant.to_owned(),
        files: texts.keys().cloned().collect(),
        cards: Vec::new(),
        scripts: Vec::new(),
        options: Vec::new(),
        is_own: texts.contains_key(&format!("variants/{variant}.json")),
        is_empty: texts.is_empty(),
        undo: undo.map(str::to_owned),
        errors: None,
    };
    let loaded = Ruleset::load(library, variant, &[]).and_then(|ruleset| {
        Host::new(&ruleset.spec)?;
        let language = &ruleset.language;
        let titles = Titles::load(library, "en").or_else(|_| Titles::load(library, language))?;
        Ok((ruleset, titles))
    });
    let (ruleset, titles) = match loaded {
        Ok(loaded) => loaded,
        Err(errors) => {
            info.errors = Some(render(&errors, false));
            return info;
        }
    };
    let file = |script: &Script| format!("scripts/{}", script.name);
    let page = catalogue::page(&ruleset, &titles, None);
    info.cards = page
        .cards
        .into_iter()
        .map(|card| {
            let kind = ruleset.spec.kinds.iter().find(|kind| *kind.id == *card.id);
            let count = card.in_play.values().copied().max().unwrap_or(0);
            let file = kind.and_then(|kind| kind.scripts.last()).map(file);
            let number = number_of(library, variant, &card.id);
            CardInfo { id: card.id, title: card.title, file, count, number }
        })
        .collect();
    info.options = page.options;
    let combos = ruleset.spec.combos.iter().filter_map(|combo| combo.scripts.last());
    info.scripts = combos.chain(&ruleset.spec.rules).map(file).collect();
    info.scripts.dedup();
    info
}

/// The number of a card in the deck of a variant, if the deck has one.
pub fn number_of(library: &Library, variant: &str, card: &str) -> Option<i64> {
    document(library, variant)?.get(&format!("deck/{card}"))?.as_i64()
}

/// Converts what was found in a text.
fn findings(text: &str, found: &[Error]) -> Vec<Finding> {
    let convert = |error: &Error| {
        let span = error.span.as_ref()?;
        let bytes = span.bytes();
        let notes = error.notes.iter().cloned();
        let help = error.hint.iter().map(|hint| format!("help: {hint}"));
        let lines: Vec<String> =
            [error.message.clone()].into_iter().chain(notes).chain(help).collect();
        let [start, end] = [bytes.start, bytes.end].map(|byte| unit_of(text, byte));
        let line = text.get(..bytes.start).unwrap_or(text).matches('\n').count() + 1;
        let (is_warning, message) = (error.is_warning(), lines.join("\n"));
        Some(Finding { start, end, line, is_warning, code: error.code, message })
    };
    found.iter().filter_map(convert).collect()
}

/// Sends findings to the page.
pub struct Findings(pub Report);

impl CheckAudience for Findings {
    fn found(&self, _: &CheckJob, document: &OpenText, found: &[Error]) {
        let (file, version) = (document.uri.clone(), document.version);
        let found = findings(&document.text, found);
        (self.0)(Outcome::Reply(WorkReply::Found { file, version, found }));
    }

    fn failed(&self, message: &str) {
        (self.0)(Outcome::Reply(WorkReply::Refused { message: message.to_owned() }));
    }
}

/// Describes a session that has run.
pub fn test(run: &SessionRun) -> TestInfo {
    let uses = run.ran.keys().map(|name| format!("scripts/{name}")).collect();
    let (file, uses) = (run.file.clone(), Some(uses));
    let report = match &run.went {
        Ok(report) => report,
        Err(why) => {
            let (state, problems) = (TestState::Failing, vec![(1, why.clone())]);
            return TestInfo { file, state, uses, differences: Vec::new(), problems };
        }
    };
    let problems = report.problems.iter();
    let problems: Vec<_> =
        problems.map(|one| (one.line, format!("{}\n{}", one.input, one.what))).collect();
    let state = match (problems.is_empty(), report.differs) {
        (false, _) => TestState::Failing,
        (true, true) => TestState::Different,
        (true, false) => TestState::Green,
    };
    let difference = |found: &OutputDiff| {
        let lines = changed_lines(&found.expected, &found.printed);
        DifferenceInfo { line: found.line, input: found.input.clone(), lines }
    };
    let differences = report.differences.iter().map(difference).collect();
    TestInfo { file, state, uses, differences, problems }
}

/// The state of a session that has not run.
pub const fn untested(file: String, state: TestState) -> TestInfo {
    TestInfo { file, state, uses: None, differences: Vec::new(), problems: Vec::new() }
}
