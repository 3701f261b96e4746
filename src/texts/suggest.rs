//! Completion in any text of a project.

use super::complete::{ScriptCompletion, keyword_before};
use super::project::{Analysis, FileRole, OpenText, Project};
use super::suggestion::{Suggestion, Suggestions};
use super::words::word_at;
use super::{complete_json, complete_session};
use std::collections::BTreeSet;
use std::time::Duration;

/// The most suggestions of an answer.
const MAX_SUGGESTIONS: usize = 200;

/// Where completion is asked for.
pub struct Typing<'a> {
    pub project: &'a Project,
    pub analysis: &'a Analysis,
    pub document: &'a OpenText,
    pub byte: usize,
    /// Whether the editor takes snippets.
    pub takes_snippets: bool,
    /// The most time that a block of a session is played.
    pub limit: Duration,
}

impl Typing<'_> {
    /// Returns what can be typed here: each label once, those that fit the word that is begun.
    pub fn suggestions(&self) -> Suggestions {
        let Self { analysis, document, byte, takes_snippets, .. } = *self;
        let text = &document.text;
        let mut start = word_at(text, byte).start;
        let found = match &document.role {
            FileRole::Script(_) => {
                let typed = &self.project.typed;
                let completion = ScriptCompletion { typed, analysis, document, takes_snippets };
                let items = completion.items(start);
                // What declares something brings its keyword along.
                let keyword = keyword_before(text, start);
                start = keyword.map_or(start, |it| text[..start].rfind(it).unwrap_or(start));
                items
            }
            role @ FileRole::Variant(_) => complete_json::items(analysis, role, &text[..start]),
            FileRole::Session => {
                let line_start = text[..byte].rfind('\n').map_or(0, |at| at + 1);
                let before = &text[line_start..byte];
                let word = before.rsplit(char::is_whitespace).next().unwrap_or_default();
                start = byte - word.len();
                let line = text.index().line(byte);
                complete_session::items(&analysis.library, text, (line, before), self.limit)
            }
            FileRole::Other => Vec::new(),
        };
        let begun = text[start..byte].to_lowercase();
        let mut seen = BTreeSet::new();
        let fits = |item: &Suggestion| {
            let filter = item.filter.iter();
            filter.chain([&item.label]).any(|text| text.to_lowercase().starts_with(&begun))
        };
        let found = found.into_iter();
        let mut found: Vec<Suggestion> =
            found.filter(|item| fits(item) && seen.insert(item.label.clone())).collect();
        let is_cut = found.len() > MAX_SUGGESTIONS;
        found.truncate(MAX_SUGGESTIONS);
        Suggestions { bytes: start..byte, found, is_cut }
    }
}
