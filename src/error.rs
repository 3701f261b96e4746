//! Errors with code, place and hint, drawn with a caret under the source.

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// The file's name as shown: `cards/favor.rhai`.
    pub file: Arc<str>,
    /// Its text.
    pub text: Arc<str>,
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// How many characters to underline; at least 1.
    pub width: usize,
}

impl Span {
    /// The spot of a stretch of bytes; of several lines, the first is underlined.
    #[must_use]
    pub fn of(file: &Arc<str>, text: &Arc<str>, bytes: &Range<usize>) -> Self {
        let start = floor(text, bytes.start);
        let end = floor(text, bytes.end);
        let before = &text[..start];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let marked = text[start..end.max(start)].lines().next().unwrap_or("");
        Self {
            file: Arc::clone(file),
            text: Arc::clone(text),
            line: before.matches('\n').count() + 1,
            column: text[line_start..start].chars().count() + 1,
            width: marked.chars().count().max(1),
        }
    }

    /// The underlined bytes of the text.
    #[must_use]
    pub fn bytes(&self) -> Range<usize> {
        let lines = self.text.split_inclusive('\n');
        let from: usize = lines.take(self.line.saturating_sub(1)).map(str::len).sum();
        let line = self.text[from..].split('\n').next().unwrap_or("");
        let at = |n: usize| line.char_indices().nth(n).map_or(line.len(), |(byte, _)| byte);
        let first = self.column.saturating_sub(1);
        from + at(first)..from + at(first + self.width)
    }
}

/// The nearest character boundary at or before a byte.
fn floor(text: &str, byte: usize) -> usize {
    let byte = byte.min(text.len());
    (0..=byte).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// Something wrong with a script, a variant, a session or an input: what, where, what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The stable code: `V0101` (variants), `S0101` (scripts at load), `F0101` (faults at run
    /// time), `L0101` (the linter). `L02`, `L04` and `W` are advice: nothing is broken by it.
    pub code: &'static str,
    /// What is wrong, lower case, without a full stop.
    pub message: String,
    /// Where.
    pub span: Option<Span>,
    /// More lines, for instance the chain of calls.
    pub notes: Vec<String>,
    /// What to do about it.
    pub hint: Option<String>,
    /// What would mend it by itself, where that is more than the word the hint suggests.
    pub edit: Option<Edit>,
}

/// A change to a text: these bytes become this.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The bytes that are replaced.
    pub bytes: Range<usize>,
    /// What stands there afterwards.
    pub text: String,
}

impl Error {
    /// An error without a place, notes or a hint.
    #[must_use]
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            span: None,
            notes: Vec::new(),
            hint: None,
            edit: None,
        }
    }

    /// The same error, at a place.
    #[must_use]
    pub fn at(self, span: Option<Span>) -> Self {
        Self { span, ..self }
    }

    /// The same error with one more line.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// The same error with advice.
    #[must_use]
    pub fn hint(self, hint: impl Into<String>) -> Self {
        Self { hint: Some(hint.into()), ..self }
    }

    /// The same error, with `did you mean` where a candidate is near the word.
    #[must_use]
    pub fn with_suggestion<'a>(
        self,
        word: &str,
        candidates: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        match did_you_mean(word, candidates) {
            Some(hint) => self.hint(hint),
            None => self,
        }
    }

    /// The same error, mended by this change.
    #[must_use]
    pub fn fixed_by(self, bytes: Range<usize>, text: impl Into<String>) -> Self {
        Self { edit: Some(Edit { bytes, text: text.into() }), ..self }
    }

    /// The change that would mend it, where there is only one that can be meant: its own, or the
    /// word that the hint suggests in place of the underlined one.
    #[must_use]
    pub fn fix(&self) -> Option<Edit> {
        if let Some(edit) = &self.edit {
            return Some(edit.clone());
        }
        let span = self.span.as_ref()?;
        let near = self.hint.as_ref()?.strip_prefix("did you mean `")?.strip_suffix("`?")?;
        let bytes = span.bytes();
        let word = span.text[bytes.clone()].trim_matches('"');
        let is_word = |text: &str| text.chars().all(|c| c.is_alphanumeric() || "_.".contains(c));
        if near.contains('`') || !is_word(word) || word.is_empty() {
            return None;
        }
        let is_quoted = span.text[bytes.clone()].starts_with('"');
        let text = if is_quoted { format!("\"{near}\"") } else { near.to_owned() };
        Some(Edit { bytes, text })
    }

    /// Whether this is advice: nothing is broken by it.
    #[must_use]
    pub fn is_warning(&self) -> bool {
        ["L02", "L04", "W"].iter().any(|advice| self.code.starts_with(advice))
    }

    /// The error as data: `level`, `code`, `message`, `file`, `line`, `column`, `width`, `notes`,
    /// `hint`, and `fix` where it can be mended by replacing some bytes.
    #[must_use]
    pub fn to_json(&self) -> Json {
        let span = self.span.as_ref();
        json!({
            "level": if self.is_warning() { "warning" } else { "error" },
            "code": self.code,
            "message": self.message,
            "file": span.map(|span| span.file.as_ref()),
            "line": span.map(|span| span.line),
            "column": span.map(|span| span.column),
            "width": span.map(|span| span.width),
            "notes": self.notes,
            "hint": self.hint,
            "fix": self.fix().map(|fix| {
                json!({ "start": fix.bytes.start, "end": fix.bytes.end, "text": fix.text })
            }),
        })
    }

    fn draw(&self, renderer: &Renderer) -> String {
        let level = if self.is_warning() { Level::WARNING } else { Level::ERROR };
        let title = level.primary_title(self.message.as_str()).id(self.code);
        let mut group = title.elements(self.span.iter().map(|span| {
            Snippet::source(span.text.as_ref())
                .path(span.file.as_ref())
                .annotation(AnnotationKind::Primary.span(span.bytes()))
        }));
        group = group.elements(self.notes.iter().map(|note| Level::NOTE.message(note.as_str())));
        group = group.elements(self.hint.iter().map(|hint| Level::HELP.message(hint.as_str())));
        renderer.render(&[group])
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.draw(&Renderer::plain()))
    }
}

impl std::error::Error for Error {}

/// Several errors as text, an empty line between two.
#[must_use]
pub fn render(errors: &[Error], colour: bool) -> String {
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let drawn: Vec<String> = errors.iter().map(|error| error.draw(&renderer)).collect();
    drawn.join("\n\n")
}

/// `did you mean …?`, with every candidate that is as near to the mistyped word as any.
#[must_use]
pub fn did_you_mean<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<String> {
    let candidates: BTreeSet<&str> = candidates.into_iter().collect();
    let nearest = suggest(word, candidates.iter().copied())?;
    let distance =
        |name: &str| strsim::damerau_levenshtein(&word.to_lowercase(), &name.to_lowercase());
    let least = distance(nearest);
    let near = candidates.iter().filter(|name| distance(name) == least).take(3);
    let near: Vec<String> = near.map(|name| format!("`{name}`")).collect();
    Some(format!("did you mean {}?", near.join(" or ")))
}

/// The candidate that was probably meant by a mistyped word, if any is near enough.
#[must_use]
pub fn suggest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let reach = ((word.chars().count() + 1) / 3).max(1);
    candidates
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(&word, &name.to_lowercase()), name))
        .filter(|&(distance, _)| distance <= reach)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, name)| name)
}
