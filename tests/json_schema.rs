//! JSON Schema as far as ours use it: says what is wrong with a value, whatever the types say that
//! the schemas are made from. A keyword that it does not know fails, so none is left unchecked.

use serde_json::{Map, Value as Json};

/// What says nothing of a value; `$defs` is looked up.
const NOTES: [&str; 6] = ["$defs", "$schema", "default", "description", "format", "title"];

/// What is wrong with a value, each with its place.
pub fn wrong(schema: &Json, value: &Json) -> Vec<String> {
    let mut found = Vec::new();
    Check { root: schema, found: &mut found }.check(schema, value, "");
    found
}

struct Check<'a> {
    root: &'a Json,
    found: &'a mut Vec<String>,
}

impl Check<'_> {
    fn fits(&self, schema: &Json, value: &Json) -> bool {
        let mut found = Vec::new();
        Check { root: self.root, found: &mut found }.check(schema, value, "");
        found.is_empty()
    }

    fn n_fitting(&self, schemas: &Json, value: &Json) -> usize {
        let schemas = schemas.as_array().expect("schemas").iter();
        schemas.filter(|schema| self.fits(schema, value)).count()
    }

    fn check(&mut self, schema: &Json, value: &Json, at: &str) {
        let keywords = match schema {
            Json::Bool(true) => return,
            Json::Object(keywords) => keywords,
            _ => return self.found.push(format!("{at}: nothing is allowed here")),
        };
        for (keyword, said) in keywords {
            let is_right = match keyword.as_str() {
                "type" => match said {
                    Json::Array(types) => types.iter().any(|one| is_of_type(one, value)),
                    one => is_of_type(one, value),
                },
                "const" => value == said,
                "enum" => said.as_array().expect("values").contains(value),
                "minimum" => number(value).is_none_or(|n| Some(n) >= number(said)),
                "maximum" => number(value).is_none_or(|n| Some(n) <= number(said)),
                "minItems" => length(value).is_none_or(|n| Some(n) >= said.as_u64()),
                "maxItems" => length(value).is_none_or(|n| Some(n) <= said.as_u64()),
                "pattern" => value.as_str().is_none_or(|text| matches(said, text)),
                "required" => value.as_object().is_none_or(|object| {
                    let mut names = said.as_array().expect("names").iter();
                    names.all(|name| object.contains_key(name.as_str().expect("a name")))
                }),
                "anyOf" => self.n_fitting(said, value) > 0,
                "oneOf" => self.n_fitting(said, value) == 1,
                "$ref" => {
                    let path = said.as_str().and_then(|path| path.strip_prefix('#'));
                    let target = path.and_then(|path| self.root.pointer(path));
                    self.check(&target.expect("a definition").clone(), value, at);
                    true
                }
                "properties" | "additionalProperties" | "items" | "prefixItems" => true,
                note => {
                    assert!(NOTES.contains(&note), "`{note}` is not known: {schema}");
                    true
                }
            };
            if !is_right {
                self.found.push(format!("{at}: {value} is refused by {keyword} {said}"));
            }
        }
        self.check_parts(keywords, value, at);
    }

    /// Checks the values of an object, or the items of a list.
    fn check_parts(&mut self, keywords: &Map<String, Json>, value: &Json, at: &str) {
        let parts: Vec<(String, &Json)> = match value {
            Json::Object(object) => object.iter().map(|(name, it)| (name.clone(), it)).collect(),
            Json::Array(items) => {
                items.iter().enumerate().map(|(i, it)| (i.to_string(), it)).collect()
            }
            _ => return,
        };
        let (named, others) = match value.is_object() {
            true => ("properties", "additionalProperties"),
            false => ("prefixItems", "items"),
        };
        for (i, (name, part)) in parts.into_iter().enumerate() {
            let own = keywords.get(named).and_then(|of| of.get(&name).or_else(|| of.get(i)));
            if let Some(schema) = own.or_else(|| keywords.get(others)) {
                self.check(schema, part, &format!("{at}/{name}"));
            }
        }
    }
}

fn is_of_type(name: &Json, value: &Json) -> bool {
    match name.as_str().expect("a type") {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.as_f64().is_some_and(|n| n.fract() == 0.0),
        other => panic!("`{other}` is no type"),
    }
}

/// A whole number exactly, another one rounded down.
fn number(value: &Json) -> Option<i128> {
    let whole = value.as_i64().map(i128::from).or_else(|| value.as_u64().map(i128::from));
    whole.or_else(|| value.as_f64().map(|n| n.floor() as i128))
}

fn length(value: &Json) -> Option<u64> {
    value.as_array().map(|items| items.len() as u64)
}

/// Whether a text is of one of the patterns of our schemas.
fn matches(pattern: &Json, text: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    match pattern.as_str() {
        Some("^-?[0-9]+$") => is_number(text.strip_prefix('-').unwrap_or(text)),
        Some(r"^[0-9]+\.\.=[0-9]+$") => {
            text.split_once("..=").is_some_and(|(from, to)| is_number(from) && is_number(to))
        }
        other => panic!("`{other:?}` is not known"),
    }
}
