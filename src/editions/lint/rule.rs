//! Rules and their inputs.

use crate::base::error::{Error, Severity, Span};
use crate::script::span::span_of_byte;
use crate::script::tree::KnownFunctions;
use crate::script::tree::syntax::find_function;
use crate::script::tree::{ScriptSource, SyntaxNode};
use crate::variant::json::Document;
use crate::variant::{Library, Ruleset};
use serde_json::{Map, Value as Json};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A rule of the linter. Its documentation is the page of its code.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// The stable code: `L0101`.
    pub code: &'static str,
    pub severity: Severity,
    /// How it is detected.
    pub look: Detection,
}

/// How an error is detected.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Detection {
    /// In a single script.
    Script(fn(&ScriptContext<'_>) -> Vec<Error>),
    /// In a script in the context of a variant.
    Variant(fn(&VariantContext<'_>) -> Vec<Error>),
    Library(fn(&LibraryContext<'_>) -> Vec<Error>),
    /// When a variant is loaded, before any rule runs.
    Load,
}

impl Rule {
    /// Creates a rule that reports errors.
    pub const fn error(code: &'static str, look: Detection) -> Self {
        Self { code, severity: Severity::Error, look }
    }

    /// Creates a rule that reports warnings.
    pub const fn warning(code: &'static str, look: Detection) -> Self {
        Self { code, severity: Severity::Warning, look }
    }

    /// Creates an error of this rule.
    pub fn finding(&self, message: impl Into<String>) -> Error {
        Error { severity: self.severity, ..Error::new(self.code, message) }
    }

    /// Creates an error of this rule at a word of a script.
    pub fn at(&self, source: &ScriptSource, at: usize, message: String) -> Error {
        self.finding(message).at(span_of_byte(&source.script, at))
    }

    /// Creates an error of this rule at a string literal of a script, including its quotes.
    pub fn at_text(&self, source: &ScriptSource, node: &SyntaxNode, message: String) -> Error {
        let span = span_of_byte(&source.script, node.at);
        let width = node.text().map_or(0, |text| text.chars().count() + 2);
        let end = |span: &Span| span.end_column.max(span.column + width);
        let span = span.map(|span| Span { end_column: end(&span), ..span });
        self.finding(message).at(span)
    }

    /// Creates an error of this rule at a function definition.
    pub fn at_function(&self, source: &ScriptSource, name: &str, message: String) -> Error {
        self.finding(message).at(find_function(&source.script, name))
    }
}

/// The lint context of a single script.
pub struct ScriptContext<'a> {
    /// Whether it is listed with other scripts, which may define hooks that it lacks.
    pub is_part: bool,
    /// The id of the variant that uses it; `None` if no checked one does.
    pub variant: Option<&'a str>,
    pub source: &'a ScriptSource,
    /// All functions that it can call.
    pub known: &'a KnownFunctions,
    pub sources: &'a [ScriptSource],
    /// The names of all functions called by any script.
    pub called: &'a BTreeSet<String>,
    /// The keys of all map literals in any script.
    pub keys: &'a BTreeSet<String>,
}

/// The lint context of a script in a variant.
pub struct VariantContext<'a> {
    pub source: &'a ScriptSource,
    /// All scripts of the variant.
    pub scripts: &'a [&'a ScriptSource],
    pub ruleset: &'a Ruleset,
    /// The parameters of each kind or combo that runs it, with its id; empty for rules scripts.
    pub owners: Vec<(&'a str, &'a Map<String, Json>)>,
}

/// A variant that loads.
pub struct LoadedVariant {
    pub ruleset: Ruleset,
    /// The document that it is loaded from, merged with those that it extends.
    pub document: Document,
}

/// The lint context of all files.
pub struct LibraryContext<'a> {
    pub library: &'a Library,
    /// The variants to check that load.
    pub variants: &'a [Arc<LoadedVariant>],
    /// The texts of the variants that are not checked or do not load.
    pub unread: &'a [String],
    pub sources: &'a [ScriptSource],
    /// The names of the scripts to check: `cards/favor`.
    pub wanted: &'a [String],
}
