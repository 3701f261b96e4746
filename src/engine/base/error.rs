//! Errors with code, location and hint, rendered with a caret under the source.

mod refusal;
mod span;
mod words;

use crate::base::output::{escape, escape_line};
use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};
use serde_json::{Value as Json, json};
use std::fmt;
use std::ops::Range;
use words::{did_you_mean_one_of, is_near_spelling, nearest};

pub use refusal::Refusal;
pub use span::{SourceText, Span, TextIndex};
pub use words::{
    and, capitalized, did_you_mean, is_word, is_word_char, mentions, plural, readable, suggest,
    suggest_or, words,
};

/// How serious an error is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// An error: something does not work.
    Error,
    /// A warning: advice only.
    Warning,
}

impl Severity {
    /// Returns `error` or `warning`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

/// A problem in a script, a variant, a session or an input: what, where, and how to fix it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The stable code: `V0101` (variants), `S0101` (scripts at load), `F0101` (faults at run
    /// time), `L0101` (the linter).
    pub code: &'static str,
    pub severity: Severity,
    /// The message, lower case, without a full stop.
    pub message: String,
    pub span: Option<Span>,
    /// Additional lines, for instance the call chain.
    pub notes: Vec<String>,
    /// How to fix it.
    pub hint: Option<String>,
    /// The edits of the file that together fix it; empty if no fix is certain.
    pub fix: Vec<Edit>,
}

/// An edit of a text: replaces a byte range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    pub bytes: Range<usize>,
    pub text: String,
}

/// Returns a text with these edits, which are in order and do not overlap.
pub fn edited<'e>(text: &str, edits: impl IntoIterator<Item = &'e Edit>) -> String {
    let (mut edited, mut done) = (String::new(), 0);
    for edit in edits {
        edited += &text[done..edit.bytes.start];
        edited += &edit.text;
        done = edit.bytes.end;
    }
    edited + &text[done..]
}

/// The unit of columns, as named by SARIF: characters.
pub const COLUMN_KIND: &str = "unicodeCodePoints";

impl Edit {
    /// Returns the line and column of the start and the end of the range, counted from 1.
    pub fn range(&self, text: &SourceText) -> [(usize, usize); 2] {
        let index = text.index();
        [self.bytes.start, self.bytes.end].map(|byte| index.position(text, byte))
    }

    /// Returns the edit as JSON, as [`Error::to_json`] does.
    #[doc(hidden)]
    pub fn to_json(&self, text: &SourceText) -> Json {
        let [(line, column), (end_line, end_column)] = self.range(text);
        json!({
            "start": self.bytes.start,
            "end": self.bytes.end,
            "line": line,
            "column": column,
            "end_line": end_line,
            "end_column": end_column,
            "text": self.text,
        })
    }
}

impl Error {
    /// Creates an error without a location, notes or a hint.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: Severity::Error,
            message: message.into(),
            span: None,
            notes: Vec::new(),
            hint: None,
            fix: Vec::new(),
        }
    }

    /// Creates a warning without a location, notes or a hint.
    pub fn warning(code: &'static str, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::new(code, message) }
    }

    pub fn at(self, span: Option<Span>) -> Self {
        Self { span, ..self }
    }

    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    pub fn hint(self, hint: impl Into<String>) -> Self {
        Self { hint: Some(hint.into()), ..self }
    }

    /// Adds a `did you mean` hint if a candidate is close to the word. If a single candidate is
    /// closest, is a near spelling and the word is the text at the location, replacing it is the
    /// fix.
    pub fn with_suggestion<'a>(
        self,
        word: &str,
        candidates: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let near = nearest(word, candidates);
        let Some(hint) = did_you_mean_one_of(&near) else { return self };
        let error = self.hint(hint);
        match (near.as_slice(), error.underlined_word() == Some(word)) {
            ([near], true) if is_near_spelling(word, near) => error.replaced_by(near),
            _ => error,
        }
    }

    /// Adds a hint like [`Error::with_suggestion`], or another one if no candidate is close.
    pub fn meant_or<'a>(
        self,
        word: &str,
        candidates: impl IntoIterator<Item = &'a str>,
        otherwise: impl Into<String>,
    ) -> Self {
        let error = self.with_suggestion(word, candidates);
        if error.hint.is_some() { error } else { error.hint(otherwise) }
    }

    pub fn fixed_by(mut self, bytes: Range<usize>, text: impl Into<String>) -> Self {
        self.fix.push(Edit { bytes, text: text.into() });
        self
    }

    /// Removes the fix: the intended meaning is not certain.
    pub fn ambiguous(self) -> Self {
        Self { fix: Vec::new(), ..self }
    }

    /// Returns the word at the location, without quotes.
    fn underlined_word(&self) -> Option<&str> {
        let span = self.span.as_ref()?;
        Some(span.text[span.bytes()].trim_matches('"'))
    }

    /// Sets the fix to replacing the word at the location, keeping quotes.
    fn replaced_by(self, word: &str) -> Self {
        let Some(span) = &self.span else { return self };
        let bytes = span.bytes();
        let is_quoted = span.text[bytes.clone()].starts_with('"');
        let text = if is_quoted { format!("\"{word}\"") } else { word.to_owned() };
        self.fixed_by(bytes, text)
    }

    /// Whether this is a warning.
    pub fn is_warning(&self) -> bool {
        self.severity == Severity::Warning
    }

    /// Returns the error as JSON: `level`, `code`, `message`, `file`, the range `line`, `column`,
    /// `end_line`, `end_column` (counted from 1, the end exclusive, columns in the unit that
    /// `column_kind` names: characters), `notes`, `hint`, and `fix`: the edits that together fix
    /// it, or null. An edit replaces the bytes from `start` to `end`, the same range as its lines
    /// and columns, with `text`.
    pub fn to_json(&self) -> Json {
        let span = self.span.as_ref();
        json!({
            "level": self.severity.word(),
            "code": self.code,
            "message": self.message,
            "file": span.map(|span| span.file.as_ref()),
            "line": span.map(|span| span.line),
            "column": span.map(|span| span.column),
            "end_line": span.map(|span| span.end_line),
            "end_column": span.map(|span| span.end_column),
            "column_kind": COLUMN_KIND,
            "notes": self.notes,
            "hint": self.hint,
            "fix": span.filter(|_| !self.fix.is_empty()).map(|span| {
                self.fix.iter().map(|edit| edit.to_json(&span.text)).collect::<Vec<_>>()
            }),
        })
    }

    fn draw(&self, renderer: &Renderer) -> String {
        let level = if self.is_warning() { Level::WARNING } else { Level::ERROR };
        let title = level.primary_title(escape(&self.message)).id(self.code);
        let mut group = title.elements(Vec::<Origin<'_>>::new());
        let excerpt = self.span.as_ref().map(|span| (span, span.excerpt()));
        let is_cut = excerpt.as_ref().is_some_and(|(_, excerpt)| excerpt.is_cut);
        if let Some((span, excerpt)) = excerpt {
            let snippet = Snippet::source(excerpt.text)
                .line_start(excerpt.line)
                .annotation(AnnotationKind::Primary.span(excerpt.underlined));
            let path = escape_line(&span.file);
            group = match is_cut {
                false => group.element(snippet.path(path)),
                // The column of the snippet is that in the excerpt.
                true => {
                    let origin = Origin::path(path).line(span.line).char_column(span.column);
                    group.element(origin).element(snippet)
                }
            };
        }
        group = group.elements(self.notes.iter().map(|note| Level::NOTE.message(escape(note))));
        group = group.elements(self.hint.iter().map(|hint| Level::HELP.message(escape(hint))));
        let drawn = renderer.render(&[group]);
        if !is_cut {
            return drawn;
        }
        // The renderer separates the location from a snippet without a path.
        let lines = drawn.split('\n').filter(|line| without_styles(line).trim() != ":::");
        lines.collect::<Vec<_>>().join("\n")
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.draw(&Renderer::plain()))
    }
}

impl std::error::Error for Error {}

/// Removes the styles of a renderer.
fn without_styles(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let first = parts.next().unwrap_or_default();
    let rest = parts.map(|part| part.split_once('m').map_or(part, |(_, text)| text));
    std::iter::once(first).chain(rest).collect()
}

/// The number of errors that are shown at once: of more, most have the same cause.
const MAX_SHOWN: usize = 200;

/// Formats several errors, separated by an empty line; of very many, the first ones.
pub fn render(errors: &[Error], colour: bool) -> String {
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let shown = errors.iter().take(MAX_SHOWN).map(|error| error.draw(&renderer));
    let n_left = errors.len().saturating_sub(MAX_SHOWN);
    let rest = (n_left > 0).then(|| format!("… and {}", plural(n_left, "more error")));
    shown.chain(rest).collect::<Vec<_>>().join("\n\n")
}

/// Runs work on one file; a panic becomes an error of that file, so that others go on.
///
/// # Errors
/// `T0205` with the message of the panic.
pub fn contained<T>(what: &str, work: impl FnOnce() -> T) -> Result<T, Box<Error>> {
    crate::base::requests::contained(what, work).map_err(|message| Box::new(internal(message)))
}

/// Returns the error of a panic with this message.
pub fn internal(message: String) -> Error {
    Error::new("T0205", message).hint("this is a bug in the program: please report it")
}
