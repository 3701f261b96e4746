//! JSON with source positions, so that every error can be shown in its file.
//!
//! Values are named by their path: `deck/attack`, `players/0`; the whole file is the empty path.

use crate::base::error::{Error, SourceText, Span};
use jsonc_parser::ast::{ObjectPropName, Value as Ast};
use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use serde_json::{Map, Number, Value as Json};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// The file name of `--set` in messages.
pub const SET: &str = "--set";

/// The most values of a file that have a position of their own: further items of lists have that
/// of their list.
const MAX_MARKS: usize = 20_000;

const STRICT: ParseOptions = ParseOptions {
    allow_comments: false,
    allow_loose_object_property_names: false,
    allow_trailing_commas: false,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

/// The position of a value.
#[derive(Clone, Debug)]
struct JsonSpan {
    file: Arc<str>,
    text: SourceText,
    /// The bytes of its key, if any.
    key: Option<Range<usize>>,
    value: Range<usize>,
}

/// A JSON value, possibly merged from several files, with positions.
#[derive(Clone, Debug, Default)]
pub struct Document {
    pub value: Json,
    marks: BTreeMap<String, JsonSpan>,
}

impl Document {
    /// Reads a file.
    ///
    /// # Errors
    /// `V0101` for invalid JSON and numbers that are too large, `V0104` for each duplicate key.
    pub fn parse(file: &Arc<str>, text: &SourceText) -> Result<Self, Vec<Error>> {
        let span = |range: Range<usize>| Some(Span::of(file, text, &range));
        let parsed = parse_to_ast(text, &CollectOptions::default(), &STRICT).map_err(|error| {
            let range = error.range();
            let kind = error.kind().to_string();
            let message = format!("this is not JSON: {}", lower(&kind));
            let error = Error::new("V0101", message).at(span(range.start..range.end));
            vec![error.hint(
                "keys and texts need double quotes; commas separate entries, with none after the \
                 last; comments are not allowed",
            )]
        })?;
        let Some(ast) = parsed.value else {
            let error = Error::new("V0101", "the file is empty").at(span(0..0));
            return Err(vec![
                error.hint("start with { \"name\": \"…\", \"extends\": \"classic\" }"),
            ]);
        };
        let mut reader = JsonReader { file, text, marks: BTreeMap::new(), errors: Vec::new() };
        let value = reader.read(&ast, String::new(), None);
        if reader.errors.is_empty() {
            Ok(Self { value, marks: reader.marks })
        } else {
            Err(reader.errors)
        }
    }

    /// A document with a single value, such as 3 at `deck/attack`, at these bytes of `text`.
    pub fn single(path: &str, value: Json, file: &str, text: &str, bytes: Range<usize>) -> Self {
        let mark = JsonSpan { file: file.into(), text: text.into(), key: None, value: bytes };
        let wrap = |value, key: &str| Json::Object(Map::from_iter([(key.to_owned(), value)]));
        let value = path.rsplit('/').fold(value, wrap);
        Self { value, marks: BTreeMap::from([(path.to_owned(), mark)]) }
    }

    /// Overlays another document: objects are merged key by key, other values are replaced.
    pub fn overlay(&mut self, over: Self) {
        let mut replaced = Vec::new();
        merge(&mut self.value, over.value, String::new(), &mut replaced);
        for path in replaced {
            let below = format!("{path}/");
            let inside = self.marks.range(below.clone()..).map(|(key, _)| key);
            let inside: Vec<_> =
                inside.take_while(|key| key.starts_with(&below)).cloned().collect();
            inside.iter().for_each(|key| drop(self.marks.remove(key)));
        }
        self.marks.extend(over.marks);
    }

    /// Adds a value at a path of two keys, unless there is one: objects are merged key by key and
    /// keep what they have. What is new has the position of `origin`.
    pub fn underlay(&mut self, path: &str, value: Json, origin: &str) {
        let Some((section, key)) = path.split_once('/') else { return };
        let Some(top) = self.value.as_object_mut() else { return };
        let section_value = top.entry(section).or_insert_with(|| Map::new().into());
        let Some(section_value) = section_value.as_object_mut() else { return };
        match (section_value.get_mut(key), value) {
            (None, value) => drop(section_value.insert(key.to_owned(), value)),
            (Some(Json::Object(there)), Json::Object(under)) => {
                for (key, value) in under {
                    there.entry(key).or_insert(value);
                }
            }
            (Some(_), _) => {}
        }
        let Some(mark) = self.mark(origin).cloned() else { return };
        for path in [section, path] {
            self.marks.entry(path.to_owned()).or_insert_with(|| mark.clone());
        }
    }

    /// Removes a key of the top object and returns whether it existed.
    pub fn remove(&mut self, key: &str) -> bool {
        let below = format!("{key}/");
        self.marks.retain(|path, _| path != key && !path.starts_with(&below));
        self.value.as_object_mut().is_some_and(|object| object.shift_remove(key).is_some())
    }

    /// Moves the value at a path one level deeper, under this key.
    pub fn wrap(&mut self, path: &str, key: &str) {
        let Some(value) = self.value.pointer_mut(&format!("/{path}")) else { return };
        *value = Json::Object(Map::from_iter([(key.to_owned(), value.take())]));
        if let Some(mark) = self.marks.get(path).cloned() {
            self.marks.insert(format!("{path}/{key}"), mark);
        }
    }

    /// The value at a path.
    pub fn get(&self, path: &str) -> Option<&Json> {
        self.value.pointer(&format!("/{path}"))
    }

    /// Whether the files had a value at this path, even an invalid one.
    pub fn mentions(&self, path: &str) -> bool {
        self.marks.contains_key(path)
    }

    /// Returns the path of each value of a file, with the bytes of its key, if any, and its own.
    pub fn places(&self) -> impl Iterator<Item = (&str, Option<Range<usize>>, Range<usize>)> {
        let places = self.marks.iter();
        places.map(|(path, mark)| (path.as_str(), mark.key.clone(), mark.value.clone()))
    }

    /// The position of the value at this path, or else of its parent.
    pub fn span(&self, path: &str) -> Option<Span> {
        let mark = self.mark(path)?;
        let mut bytes = mark.value.clone();
        if mark.text[bytes.clone()].starts_with(['{', '[']) {
            bytes = mark.key.clone().unwrap_or(bytes.start..bytes.start + 1);
        }
        Some(Span::of(&mark.file, &mark.text, &bytes))
    }

    /// The position of the key of this path, or else of its value.
    pub fn key_span(&self, path: &str) -> Option<Span> {
        let mark = self.mark(path)?;
        let bytes = mark.key.as_ref().unwrap_or(&mark.value);
        Some(Span::of(&mark.file, &mark.text, bytes))
    }

    /// The file that determines the value at this path.
    pub fn file(&self, path: &str) -> Option<Arc<str>> {
        self.mark(path).map(|mark| Arc::clone(&mark.file))
    }

    fn mark(&self, path: &str) -> Option<&JsonSpan> {
        let mut path = path;
        loop {
            if let Some(mark) = self.marks.get(path) {
                return Some(mark);
            }
            if path.is_empty() {
                return None;
            }
            path = path.rfind('/').map_or("", |at| &path[..at]);
        }
    }
}

/// Returns an error at a key of a document without its fix if the object already has the key that
/// the fix writes in that file.
pub(super) fn without_duplicate(error: Error, path: &str, document: &Document) -> Error {
    let parent = path.rsplit_once('/').map_or("", |(parent, _)| parent);
    let file = error.span.as_ref().map(|at| &at.file);
    // A file that others were laid over may have a key whose position is theirs now.
    let is_last = document.marks.get("").is_some_and(|mark| Some(&mark.file) == file);
    let is_there = |key: &str| {
        let mark = document.marks.get(&join(parent, key));
        mark.is_some_and(|mark| !is_last || Some(&mark.file) == file)
    };
    let is_taken = error.fix.iter().any(|edit| is_there(edit.text.trim_matches('"')));
    if is_taken { error.ambiguous() } else { error }
}

/// The path of a part of the value at `path`.
pub fn join(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}/{key}") }
}

fn merge(base: &mut Json, over: Json, path: String, replaced: &mut Vec<String>) {
    match (base, over) {
        (Json::Object(base), Json::Object(over)) => {
            for (key, value) in over {
                let path = join(&path, &key);
                match base.get_mut(&key) {
                    Some(old) => merge(old, value, path, replaced),
                    None => drop(base.insert(key, value)),
                }
            }
        }
        (base, over) => {
            *base = over;
            replaced.push(path);
        }
    }
}

fn lower(sentence: &str) -> String {
    let mut chars = sentence.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

/// Converts the parser's tree to JSON with positions.
struct JsonReader<'a> {
    file: &'a Arc<str>,
    text: &'a SourceText,
    marks: BTreeMap<String, JsonSpan>,
    errors: Vec<Error>,
}

impl JsonReader<'_> {
    fn number(&mut self, digits: &str, bytes: &Range<usize>) -> Number {
        let float = || digits.parse().ok().and_then(Number::from_f64);
        digits.parse::<i64>().ok().map(Number::from).or_else(float).unwrap_or_else(|| {
            let span = Span::of(self.file, self.text, bytes);
            let error = Error::new("V0101", format!("`{digits}` is too large")).at(Some(span));
            self.errors.push(error.hint("write a smaller number"));
            0.into()
        })
    }

    fn read(&mut self, ast: &Ast<'_>, path: String, key: Option<Range<usize>>) -> Json {
        let range = ast.range();
        let range = range.start..range.end;
        let value = range.clone();
        let (file, text) = (Arc::clone(self.file), self.text.clone());
        if key.is_some() || self.marks.len() < MAX_MARKS {
            self.marks.insert(path.clone(), JsonSpan { file, text, key, value });
        }
        match ast {
            Ast::StringLit(text) => Json::String(text.value.to_string()),
            Ast::NumberLit(number) => Json::Number(self.number(number.value, &range)),
            Ast::BooleanLit(bool) => Json::Bool(bool.value),
            Ast::NullKeyword(_) => Json::Null,
            Ast::Array(list) => {
                let items = list.elements.iter().enumerate();
                items.map(|(i, item)| self.read(item, join(&path, &i.to_string()), None)).collect()
            }
            Ast::Object(object) => {
                let mut map = Map::new();
                for property in &object.properties {
                    let name = match &property.name {
                        ObjectPropName::String(name) => name.value.to_string(),
                        ObjectPropName::Word(name) => name.value.to_string(),
                    };
                    let range = property.name.range();
                    let key = range.start..range.end;
                    if map.contains_key(&name) {
                        let span = Span::of(self.file, self.text, &key);
                        let message = format!("duplicate key `{name}`");
                        let error = Error::new("V0104", message).at(Some(span));
                        self.errors.push(error.hint("remove one of them"));
                    }
                    let value = self.read(&property.value, join(&path, &name), Some(key));
                    map.insert(name, value);
                }
                Json::Object(map)
            }
        }
    }
}
