//! Facts of the text of a file. It is read once, for all variants that use the file.

use super::json::Document;
use super::schema;
use super::titles_file::TitlesFile;
use crate::base::error::{Error, SourceText};
use crate::script::Script;
use crate::script::options::{DeclaredOption, may_have_options, options_in};
use crate::script::reflect::{may_take_tag, takes_tag};
use crate::script::tree::lexer::tokens;
use crate::script::tree::syntax::texts_passed_to;
use serde::Deserialize as _;
use serde_json::Value as Json;
use std::sync::{Arc, OnceLock};

/// A variant or titles, checked for shape.
pub struct JsonSource {
    /// The values that have the right shape.
    pub document: Document,
    /// The parent of a variant, as it is written.
    pub extends: Option<String>,
    pub is_object: bool,
    /// The errors of the other values.
    pub errors: Vec<Error>,
    /// Read when they are first needed.
    titles: OnceLock<TitlesFile>,
}

impl JsonSource {
    /// Reads a file of this name: `variants/classic.json`.
    ///
    /// # Errors
    /// It is not JSON, or has a key twice.
    pub fn read(name: &Arc<str>, text: &SourceText) -> Result<Self, Vec<Error>> {
        let mut document = Document::parse(name, text)?;
        let extends = document.get("extends").and_then(Json::as_str).map(str::to_owned);
        let is_object = document.value.is_object();
        let is_titles = name.starts_with("variants/titles/");
        let schema = if is_titles { schema::titles() } else { schema::variant() };
        let errors = schema::check(&mut document, schema);
        Ok(Self { document, extends, is_object, errors, titles: OnceLock::new() })
    }

    /// Returns the titles of a file of titles.
    pub fn titles(&self) -> &TitlesFile {
        let read = || TitlesFile::deserialize(&self.document.value).unwrap_or_default();
        self.titles.get_or_init(read)
    }
}

/// All that a script declares and asks for.
pub struct ScriptFacts {
    /// Its options, or why they cannot be read.
    pub options: Result<Vec<DeclaredOption>, Box<Error>>,
    /// The tags that it asks for, with repetitions.
    pub tags: Vec<String>,
}

impl ScriptFacts {
    pub fn of(script: &Script) -> Self {
        let is_read = may_take_tag(&script.text) || may_have_options(&script.text);
        let tokens = if is_read { tokens(&script.text) } else { Vec::new() };
        let tags = texts_passed_to(&tokens, takes_tag);
        Self { options: options_in(script, &tokens), tags }
    }
}
