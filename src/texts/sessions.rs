//! Sessions that run in the background.

use super::project::{FileRole, OpenText};
use crate::base::error::{Error, SourceText, Span, mentions};
use crate::session::suite::ENDING;
use crate::session::{SessionOptions, blocks, file, run_text};
use crate::variant::Library;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

/// Whether a session may play what a file defines.
pub fn may_use(session: &str, role: &FileRole) -> bool {
    let (FileRole::Script(name) | FileRole::Variant(name)) = role else { return false };
    let id = name.rsplit('/').next().unwrap_or_default();
    // The rules and the titles concern all sessions.
    mentions(session, id) || name.starts_with("rules/") || name.starts_with("titles/")
}

/// Returns the blocks of a session file: the heading above each, or else the name of the file, and
/// the bytes from the first input to the end of the last output. None if it cannot be parsed.
pub fn blocks(shown: &str, text: &SourceText) -> Vec<(String, Range<usize>)> {
    let Ok(parsed) = file::parse(shown, text) else { return Vec::new() };
    let name = shown.rsplit(['/', '\\']).next().and_then(|name| name.strip_suffix(ENDING));
    let found = blocks::blocks(&parsed).into_iter().map(|(block, _)| {
        let start = text.index().line_range(text, block.lines.start).start;
        let end = text.index().line_range(text, block.lines.end - 1).end;
        let is_named = !block.title.is_empty();
        let title = if is_named { block.title } else { name.unwrap_or(shown).to_owned() };
        (title, start..end)
    });
    found.collect()
}

/// Runs a session: output that differs is a warning with a fix that records it, and a failed
/// assertion an error. Nothing is written, and no program runs.
pub fn play(document: &OpenText, library: &Library, limit: Duration) -> Vec<Error> {
    let name = document.shown();
    let options =
        SessionOptions { read_only: true, limit: Some(limit), ..SessionOptions::default() };
    let report = match run_text(&name, &document.text, library, options) {
        Ok(report) => report,
        Err(error) => return vec![*error],
    };
    let (file, text): (Arc<str>, &SourceText) = (name.into(), &document.text);
    let line = |number: usize| text.index().line_range(text, number);
    let mut found = Vec::new();
    for problem in &report.problems {
        let error = Error::new("", problem.what.clone());
        found.push(error.at(Some(Span::of(&file, text, &line(problem.line)))));
    }
    for difference in &report.differences {
        let input = line(difference.line);
        let last = difference.line + difference.expected.len();
        let end = text.index().byte(text, last + 1, 1).max(input.end);
        let start = text.index().byte(text, difference.line + 1, 1);
        let indent = text[input.clone()].len() - text[input.clone()].trim_start().len() + 2;
        let lines = |lines: &[String]| lines.iter().map(|l| format!("\n  {l}")).collect::<String>();
        let recorded: String = difference
            .printed
            .iter()
            .map(|printed| {
                let printed = format!("{:indent$}{printed}", "");
                format!("{}\n", printed.trim_end())
            })
            .collect();
        let expected = lines(&difference.expected);
        let message = format!("expected{expected}\nprinted{}", lines(&difference.printed));
        let error = Error::warning("", message).at(Some(Span::of(&file, text, &input)));
        found.push(error.fixed_by(start..end, recorded));
    }
    found
}
