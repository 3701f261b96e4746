//! The JSON Schemas of files, used by editors and by [`check`]. With the feature `schema` they are
//! generated from the Rust types; a test compares them with those in `variants/schemas`.

use super::json::{Document, join, without_duplicate};
use crate::base::error::{Error, Span};
use serde_json::{Map, Value as Json};
use std::sync::LazyLock;

macro_rules! schema {
    ($name:literal) => {
        LazyLock::new(|| {
            let text = include_str!(concat!("../../../variants/schemas/", $name, ".schema.json"));
            serde_json::from_str(text).expect("a schema is JSON")
        })
    };
}

static VARIANT: LazyLock<Json> = schema!("variant");
static TITLES: LazyLock<Json> = schema!("titles");

/// The schema of variant files.
pub fn variant() -> &'static Json {
    &VARIANT
}

/// The schema of title files.
pub fn titles() -> &'static Json {
    &TITLES
}

/// These schemas, generated from the Rust types.
#[cfg(feature = "schema")]
#[doc(hidden)]
pub fn generated() -> [Json; 2] {
    use super::file::Variant;
    use super::titles_file::TitlesFile;
    [schemars::schema_for!(Variant), schemars::schema_for!(TitlesFile)].map(|schema| {
        let mut schema = Json::from(schema);
        without_null(&mut schema);
        schema
    })
}

#[cfg(feature = "schema")]
fn without_null(schema: &mut Json) {
    match schema {
        Json::Object(map) => {
            if map.get("default").is_some_and(Json::is_null) {
                map.remove("default");
            }
            if let Some(Json::Array(types)) = map.get_mut("type") {
                types.retain(|name| name != "null");
                if let [name] = types.as_slice() {
                    let name = name.clone();
                    map.insert("type".to_owned(), name);
                }
            }
            if let Some(Json::Array(ways)) = map.get_mut("anyOf") {
                ways.retain(|way| way.get("type").is_none_or(|name| name != "null"));
                if let [Json::Object(only)] = ways.as_slice() {
                    let only = only.clone();
                    map.shift_remove("anyOf");
                    map.extend(only);
                }
            }
            map.values_mut().for_each(without_null);
        }
        Json::Array(items) => items.iter_mut().for_each(without_null),
        _ => {}
    }
}

/// Checks the shape of a document: unknown keys, wrong types, numbers out of range. Invalid values
/// are removed from the document, so that the rest can be checked further.
pub fn check(document: &mut Document, schema: &Json) -> Vec<Error> {
    let mut value = document.value.take();
    let mut walk = SchemaCheck { document, root: schema, errors: Vec::new() };
    let kept = walk.value(&mut value, schema, Place::TOP);
    let errors = walk.errors;
    document.value = if kept { value } else { Json::Object(Map::new()) };
    errors
}

/// The maximum number of characters of a text, and of a key.
const MAX_TEXT: usize = 2_000;
pub(super) const MAX_KEY: usize = 100;

/// The place of a value in a document, which is a path only where an error names it.
#[derive(Clone, Copy)]
struct Place<'p> {
    above: Option<&'p Place<'p>>,
    key: &'p str,
}

impl<'p> Place<'p> {
    const TOP: Place<'static> = Place { above: None, key: "" };

    const fn below(&'p self, key: &'p str) -> Self {
        Self { above: Some(self), key }
    }

    fn path(&self) -> String {
        self.above.map_or_else(String::new, |above| join(&above.path(), self.key))
    }
}

struct SchemaCheck<'a> {
    document: &'a Document,
    root: &'a Json,
    errors: Vec<Error>,
}

impl<'a> SchemaCheck<'a> {
    /// Checks the value at a path; false if it is invalid.
    fn value(&mut self, value: &mut Json, schema: &'a Json, place: Place<'_>) -> bool {
        let schema = self.resolve(schema);
        if let Some(Json::Array(ways)) = schema.get("anyOf") {
            return self.any_of(value, ways, place);
        }
        if !self.fits(value, schema) {
            self.wrong_type(value, &[schema], place);
            return false;
        }
        match value {
            Json::Object(map) => self.object(map, schema, place),
            Json::Array(items) => self.array(items, schema, place),
            Json::Number(number) => self.in_range(number.as_i64(), schema, place),
            Json::String(text) if !is_short(text, MAX_TEXT) => {
                self.too_long("a text", MAX_TEXT, self.span(place));
                false
            }
            Json::String(word) => self.is_listed(word, schema, place),
            _ => true,
        }
    }

    fn span(&self, place: Place<'_>) -> Option<Span> {
        self.document.span(&place.path())
    }

    fn too_long(&mut self, what: &str, most: usize, at: Option<Span>) {
        let error = Error::new("V0122", format!("{what} of more than {most} characters"));
        self.errors.push(error.at(at).hint("shorten it"));
    }

    fn resolve(&self, schema: &'a Json) -> &'a Json {
        let named = schema.get("$ref").and_then(Json::as_str);
        let pointer = named.and_then(|name| name.strip_prefix('#'));
        pointer.and_then(|pointer| self.root.pointer(pointer)).unwrap_or(schema)
    }

    fn any_of(&mut self, value: &mut Json, ways: &'a [Json], place: Place<'_>) -> bool {
        let ways: Vec<&Json> = self.flat(ways);
        match ways.iter().find(|way| self.fits(value, way)) {
            Some(way) => self.value(value, way, place),
            None => {
                self.wrong_type(value, &ways, place);
                false
            }
        }
    }

    /// The alternatives, flattened.
    fn flat(&self, ways: &'a [Json]) -> Vec<&'a Json> {
        let mut flat = Vec::new();
        for way in ways {
            let way = self.resolve(way);
            match way.get("anyOf") {
                Some(Json::Array(inner)) => flat.extend(self.flat(inner)),
                _ => flat.push(way),
            }
        }
        flat
    }

    fn fits(&self, value: &Json, schema: &Json) -> bool {
        match schema.get("type").and_then(Json::as_str) {
            Some("object") => value.is_object(),
            Some("array") => value.is_array(),
            Some("string") => value.is_string(),
            Some("boolean") => value.is_boolean(),
            Some("integer") => value.is_i64(),
            _ => true,
        }
    }

    fn object(&mut self, map: &mut Map<String, Json>, schema: &'a Json, place: Place<'_>) -> bool {
        let known = schema.get("properties").and_then(Json::as_object);
        let others = schema.get("additionalProperties");
        let mut bad = Vec::new();
        for (key, value) in map.iter_mut() {
            let below = place.below(key);
            if !is_short(key, MAX_KEY) {
                self.too_long("a key", MAX_KEY, self.document.key_span(&below.path()));
                bad.push(key.clone());
                continue;
            }
            let kept = match (known.and_then(|known| known.get(key)), others) {
                (Some(schema), _) => self.value(value, schema, below),
                (None, Some(Json::Bool(false))) => {
                    let known = known.into_iter().flatten().map(|(name, _)| name.as_str());
                    self.unknown(key, known.collect(), below);
                    false
                }
                (None, Some(schema)) => self.value(value, schema, below),
                (None, None) => true,
            };
            if !kept {
                bad.push(key.clone());
            }
        }
        for key in bad {
            map.shift_remove(&key);
        }
        let required = schema.get("required").and_then(Json::as_array).into_iter().flatten();
        let missing: Vec<&str> =
            required.filter_map(Json::as_str).filter(|key| !map.contains_key(*key)).collect();
        for key in missing.iter().filter(|key| !self.document.mentions(&place.below(key).path())) {
            let error = Error::new("V0105", format!("`{key}` is missing"));
            let error = error.at(self.span(place));
            self.errors.push(error.hint(format!("add \"{key}\": …")));
        }
        missing.is_empty()
    }

    fn array(&mut self, items: &mut [Json], schema: &'a Json, place: Place<'_>) -> bool {
        let limit = |key| schema.get(key).and_then(Json::as_u64);
        let n_items = items.len() as u64;
        if let (Some(min), Some(max)) = (limit("minItems"), limit("maxItems"))
            && !(min..=max).contains(&n_items)
        {
            let message = format!("{} must have {max} items, not {n_items}", shown(&place.path()));
            let error = Error::new("V0102", message).at(self.span(place));
            self.errors.push(error.hint(format!("write {max} items: [2, 5]")));
            return false;
        }
        let Some(item_schema) = schema.get("items") else { return true };
        let mut kept = true;
        for (i, item) in items.iter_mut().enumerate() {
            kept &= self.value(item, item_schema, place.below(&i.to_string()));
        }
        kept
    }

    /// Checks a word against the list of its schema, if there is one.
    fn is_listed(&mut self, word: &str, schema: &'a Json, place: Place<'_>) -> bool {
        let Some(words) = schema.get("enum").and_then(Json::as_array) else { return true };
        let words: Vec<&str> = words.iter().filter_map(Json::as_str).collect();
        let is_listed = words.contains(&word);
        if !is_listed {
            let key = place.key;
            let message = format!("there is no {key} `{word}`");
            let error = Error::new("V0203", message).at(self.span(place));
            let list = format!("the {key}s are {}", words.join(", "));
            self.errors.push(error.meant_or(word, words, list));
        }
        is_listed
    }

    fn in_range(&mut self, number: Option<i64>, schema: &Json, place: Place<'_>) -> bool {
        let limit = |key| schema.get(key).and_then(Json::as_i64);
        let (Some(number), Some(min), Some(max)) = (number, limit("minimum"), limit("maximum"))
        else {
            return true;
        };
        if (min..=max).contains(&number) {
            return true;
        }
        let message = format!("{} must be {min} to {max}, not {number}", shown(&place.path()));
        let error = Error::new("V0115", message).at(self.span(place));
        self.errors.push(error.hint(format!("write a number between {min} and {max}")));
        false
    }

    fn wrong_type(&mut self, value: &Json, ways: &[&Json], place: Place<'_>) {
        let types = ways.iter().filter_map(|way| way.get("type").and_then(Json::as_str));
        let mut names: Vec<&str> = types.map(type_name).collect();
        names.dedup();
        let wanted = match names.split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
            _ => names.concat(),
        };
        let message =
            format!("{} must be {wanted}, not {}", shown(&place.path()), value_name(value));
        let error = Error::new("V0102", message).at(self.span(place));
        let written: Vec<&str> = names.iter().map(|name| written(name)).collect();
        self.errors.push(error.hint(format!("write {}", written.join(", or "))));
    }

    fn unknown(&mut self, key: &str, known: Vec<&str>, place: Place<'_>) {
        let error = Error::new("V0103", format!("there is no key `{key}`"));
        let list = match key {
            "seen_by" if known.contains(&"face_up") => {
                "write `\"face_up\": true` for a pile that everybody sees".to_owned()
            }
            _ => format!("the keys here are {}", known.join(", ")),
        };
        let error = error.at(self.document.key_span(&place.path()));
        let error = error.meant_or(key, known, list);
        self.errors.push(without_duplicate(error, &place.path(), self.document));
    }
}

/// Whether a text has at most this many characters.
pub(super) fn is_short(text: &str, most: usize) -> bool {
    text.len() <= most || text.chars().count() <= most
}

/// A path for messages: its last key, or `item 2 of players`.
fn shown(path: &str) -> String {
    let (parent, last) = path.rsplit_once('/').unwrap_or(("", path));
    match last.parse::<usize>() {
        Ok(i) => format!("item {} of `{}`", i + 1, parent.rsplit('/').next().unwrap_or(parent)),
        Err(_) if path.is_empty() => "the file".to_owned(),
        Err(_) => format!("`{last}`"),
    }
}

fn type_name(json_type: &str) -> &'static str {
    match json_type {
        "object" => "an object",
        "array" => "a list",
        "string" => "a text",
        "boolean" => "true or false",
        "integer" => "a whole number",
        _ => "something else",
    }
}

/// The syntax of a type.
fn written(name: &str) -> &'static str {
    match name {
        "an object" => "entries in braces: { \"key\": … }",
        "a list" => "a list in brackets: [ … ]",
        "a text" => "a text in double quotes: \"…\"",
        "true or false" => "`true` or `false`, without quotes",
        "a whole number" => "a whole number, without quotes",
        _ => "something else",
    }
}

fn value_name(value: &Json) -> &'static str {
    match value {
        Json::Null => "null",
        Json::Bool(_) => "true or false",
        Json::Number(number) if number.is_i64() => "a whole number",
        Json::Number(_) => "a number with a fraction",
        Json::String(_) => "a text",
        Json::Array(_) => "a list",
        Json::Object(_) => "an object",
    }
}
