//! Rules and their inputs.

use super::tree::{ScriptSource, SyntaxNode};
use super::types::KnownFunctions;
use crate::error::{Error, Severity, Span};
use crate::script::reflect;
use crate::variant::{Library, Ruleset};
use rhai::Position;
use serde_json::{Map, Value as Json};
use std::collections::BTreeSet;

/// An error code with its documentation.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// The stable code: `L0101`.
    pub code: &'static str,
    /// How serious it is.
    pub severity: Severity,
    /// Its name: `unknown-function`.
    pub name: &'static str,
    /// A one-line summary.
    pub summary: &'static str,
    /// The reason, in a sentence or two.
    pub why: &'static str,
    /// The fix.
    pub fix: &'static str,
    /// Example files with this error only.
    pub bad: &'static [ExampleFile],
    /// The example files with the fix.
    pub good: &'static [ExampleFile],
    /// How it is detected.
    pub look: Detection,
}

/// A file of an example: its path and its text.
pub type ExampleFile = (&'static str, &'static str);

/// How an error is detected.
#[derive(Clone, Copy, Debug)]
pub enum Detection {
    /// In a script by itself.
    Script(fn(&ScriptContext<'_>) -> Vec<Error>),
    /// In a script as a variant uses it.
    Variant(fn(&VariantContext<'_>) -> Vec<Error>),
    /// In all files together.
    World(fn(&LintContext<'_>) -> Vec<Error>),
    /// Where the files are read and compiled, before any rule looks at them.
    Load,
    /// By commands, the last of which says it, or does not.
    Run {
        /// Those that show the mistake.
        wrong: &'static [&'static str],
        /// Those that show the fix.
        right: &'static [&'static str],
    },
    /// By what no example can show: the machine, the system, somebody's hand.
    Never,
}

impl Rule {
    /// The same, as a warning.
    #[must_use]
    pub const fn as_warning(self) -> Self {
        Self { severity: Severity::Warning, ..self }
    }

    /// An error of this rule.
    #[must_use]
    pub fn error(&self, message: impl Into<String>) -> Error {
        Error { severity: self.severity, ..Error::new(self.code, message) }
    }

    /// An error of this rule at a word of a script.
    #[must_use]
    pub fn at(&self, source: &ScriptSource, at: Position, message: String) -> Error {
        self.error(message).at(reflect::span(&source.script, at))
    }

    /// An error of this rule at a text of a script, its quotes included.
    #[must_use]
    pub fn at_text(&self, source: &ScriptSource, node: &SyntaxNode, message: String) -> Error {
        let span = reflect::span(&source.script, node.at);
        let width = node.text().map_or(0, |text| text.chars().count() + 2);
        let end = |span: &Span| span.end_column.max(span.column + width);
        let span = span.map(|span| Span { end_column: end(&span), ..span });
        self.error(message).at(span)
    }

    /// An error of this rule where a script defines a function.
    #[must_use]
    pub fn at_function(&self, source: &ScriptSource, name: &str, message: String) -> Error {
        self.error(message).at(find_function(source, name))
    }
}

/// Where a script defines a function.
#[must_use]
pub fn find_function(source: &ScriptSource, name: &str) -> Option<Span> {
    let (i, line) = source.script.text.lines().enumerate().find(|(_, line)| {
        let mut words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
        words.find(|word| *word == "fn").is_some() && words.next() == Some(name)
    })?;
    let byte = line.find(&format!(" {name}")).map_or(0, |at| at + 1);
    Some(reflect::span_at(&source.script, i + 1, line[..byte].chars().count() + 1))
}

/// A script by itself.
pub struct ScriptContext<'a> {
    /// The script.
    pub source: &'a ScriptSource,
    /// All that it may call.
    pub known: &'a KnownFunctions,
    /// The names of all functions that are called by some script.
    pub called: &'a BTreeSet<String>,
    /// The keys of all maps that are written in some script.
    pub keys: &'a BTreeSet<String>,
}

/// A script as a variant uses it.
pub struct VariantContext<'a> {
    /// The script.
    pub source: &'a ScriptSource,
    /// All scripts of the variant.
    pub scripts: &'a [&'a ScriptSource],
    /// The variant.
    pub ruleset: &'a Ruleset,
    /// The parameters of each kind or combo that runs it, with its id; none for the rules.
    pub owners: Vec<(&'a str, &'a Map<String, Json>)>,
}

/// All files together.
pub struct LintContext<'a> {
    /// The files.
    pub library: &'a Library,
    /// The variants that are to be checked, as far as they load.
    pub rulesets: &'a [Ruleset],
    /// The texts of the variants that are not to be checked, or do not load.
    pub unread: &'a [String],
    /// Every script there is.
    pub sources: &'a [ScriptSource],
    /// The names of the scripts that are to be checked: `cards/favor`.
    pub wanted: &'a [String],
}
