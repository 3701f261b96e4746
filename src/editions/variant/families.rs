//! Families of kinds: one entry for cards that differ in a few values, such as suit and rank.

use super::json::{Document, join};
use crate::base::error::Error;
use serde_json::{Map, Value as Json};

/// The maximum number of kinds of a family.
const MAX_KINDS: usize = 1_000;

/// The maximum size of all families of a variant when they are written out, in bytes of JSON.
const MAX_SIZE: usize = 4 << 20;

/// One combination of values: a name for each placeholder, and the properties that they add.
#[derive(Clone, Default)]
struct FamilyMember {
    values: Vec<(String, String)>,
    properties: Map<String, Json>,
}

/// Adds the kinds of all families to `deck` and `kinds`. What these say of such a kind replaces
/// what its family says.
pub fn expand(document: &mut Document) -> Vec<Error> {
    let families = document.get("families").and_then(Json::as_object).cloned().unwrap_or_default();
    let (mut errors, mut room) = (Vec::new(), Room(MAX_SIZE));
    for (name, family) in families {
        match members(&name, &family, &mut room) {
            Ok(members) => errors.extend(add(document, &name, family, members, &mut room)),
            Err((path, message, hint)) => {
                let span = document.span(&format!("families/{name}{path}"));
                errors.push(Error::new("V0125", message).at(span).hint(hint));
            }
        }
    }
    errors
}

/// The combinations of the values of a family, the last value changing fastest; or the path of an
/// error in the family, the error, and what to do.
fn members(
    name: &str,
    family: &Json,
    room: &mut Room,
) -> Result<Vec<FamilyMember>, (String, String, String)> {
    let each = family.get("each").and_then(Json::as_object);
    let Some(each) = each.filter(|each| !each.is_empty()) else {
        let hint = "write \"each\": { \"suit\": [\"clubs\", \"hearts\"] }".to_owned();
        return Err((String::new(), format!("the family `{name}` has no values"), hint));
    };
    let each: Vec<_> = each.iter().map(|(key, values)| (key, choices(values))).collect();
    let mut n_members = 1_usize;
    for (key, values) in &each {
        let path = format!("/each/{key}");
        let Some(values) = values.as_ref().filter(|values| !values.is_empty()) else {
            let message = match values {
                None => format!("`{key}` is not a range of numbers"),
                Some(_) => format!("`{key}` has no values"),
            };
            let hint = "list at least one value, or write a range such as \"1..=10\"".to_owned();
            return Err((path, message, hint));
        };
        n_members = n_members.saturating_mul(values.len());
        if n_members > MAX_KINDS {
            let message = format!("the family `{name}` has more than {MAX_KINDS} kinds");
            return Err((path, message, "list fewer values".to_owned()));
        }
    }
    // Before anything is written out.
    if room.take(family.to_string().len().saturating_mul(n_members)).is_none() {
        let (message, hint) = too_large(name);
        return Err((String::new(), message, hint.to_owned()));
    }
    let mut members = vec![FamilyMember::default()];
    for (key, values) in &each {
        let extended = members.iter().flat_map(|member| {
            values.iter().flatten().map(|(value, properties)| {
                let mut member = member.clone();
                member.values.push(((*key).clone(), text(value)));
                join_properties(
                    &mut member.properties,
                    Map::from_iter([((*key).clone(), value.clone())]),
                );
                join_properties(&mut member.properties, properties.clone());
                member
            })
        });
        members = extended.collect();
    }
    Ok(members)
}

/// The values of a list, of a range of numbers, or of an object that gives each value further
/// properties; `None` for a text that is not a range.
fn choices(values: &Json) -> Option<Vec<(Json, Map<String, Json>)>> {
    Some(match values {
        Json::Array(values) => values.iter().map(|value| (value.clone(), Map::new())).collect(),
        Json::Object(values) => values
            .iter()
            .map(|(value, more)| {
                (value.as_str().into(), more.as_object().cloned().unwrap_or_default())
            })
            .collect(),
        Json::String(range) => {
            let (low, high) = range.split_once("..=")?;
            let (low, high): (u32, u32) = (low.parse().ok()?, high.parse().ok()?);
            // One more than is allowed is an error.
            (low..=high).take(MAX_KINDS + 1).map(|n| (n.into(), Map::new())).collect()
        }
        _ => Vec::new(),
    })
}

fn text(value: &Json) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Adds properties: tags are added to those before, other properties replace them.
fn join_properties(into: &mut Map<String, Json>, more: Map<String, Json>) {
    for (key, value) in more {
        match (into.get_mut(&key), value) {
            (Some(Json::Array(tags)), Json::Array(more)) if key == "tags" => tags.extend(more),
            (_, value) => drop(into.insert(key, value)),
        }
    }
}

/// The number of bytes that may still be written out.
struct Room(usize);

impl Room {
    /// Takes a number of bytes; `None` if fewer are left.
    fn take(&mut self, n_bytes: usize) -> Option<()> {
        self.0 = self.0.checked_sub(n_bytes)?;
        Some(())
    }

    /// A template with its placeholders replaced.
    fn filled(&mut self, template: &str, values: &[(String, String)]) -> Option<String> {
        let mut text = template.to_owned();
        for (key, value) in values {
            let placeholder = format!("{{{key}}}");
            self.take(text.matches(&placeholder).count().checked_mul(value.len())?)?;
            text = text.replace(&placeholder, value);
        }
        Some(text)
    }

    /// Replaces the placeholders in all texts of a value.
    fn fill(&mut self, value: &mut Json, values: &[(String, String)]) -> Option<()> {
        match value {
            Json::String(text) => *text = self.filled(text, values)?,
            Json::Array(items) => items.iter_mut().try_for_each(|item| self.fill(item, values))?,
            Json::Object(map) => {
                map.values_mut().try_for_each(|item| self.fill(item, values))?;
            }
            _ => {}
        }
        Some(())
    }
}

/// The error of families that are too large up to this one, and what to do.
fn too_large(name: &str) -> (String, &'static str) {
    let limit = MAX_SIZE >> 20;
    let message = format!("the families up to `{name}` are larger than {limit} MiB");
    (message, "list fewer values, or write shorter texts")
}

fn add(
    document: &mut Document,
    name: &str,
    family: Json,
    members: Vec<FamilyMember>,
    room: &mut Room,
) -> Option<Error> {
    let path = format!("families/{name}");
    let Json::Object(mut shared) = family else { return None };
    shared.shift_remove("each");
    let id = shared.shift_remove("id").map_or_else(|| "{name}".to_owned(), |id| text(&id));
    shared.entry("script").or_insert_with(|| name.into());
    let mut ids: Vec<String> = Vec::new();
    for member in members {
        let mut entry = shared.clone();
        join_properties(&mut entry, member.properties.clone());
        let mut entry = Json::Object(entry);
        let filled = room.fill(&mut entry, &member.values);
        let Some(id) = filled.and_then(|()| room.filled(&id, &member.values)) else {
            let (message, hint) = too_large(name);
            return Some(Error::new("V0125", message).at(document.span(&path)).hint(hint));
        };
        let count = entry.as_object_mut().and_then(|entry| entry.shift_remove("count"));
        if ids.contains(&id) || id.contains(['{', '}', '/']) {
            let names = member.values.iter().map(|(key, _)| format!("{{{key}}}"));
            let hint =
                format!("its `id` must name each of {}", names.collect::<Vec<_>>().join(", "));
            let message = format!("the family `{name}` has no id of its own for each kind: `{id}`");
            let error = Error::new("V0125", message).at(document.span(&join(&path, "id")));
            return Some(error.hint(hint));
        }
        let count = count.unwrap_or_else(|| 1.into());
        document.underlay(&format!("deck/{id}"), count, &path);
        document.underlay(&format!("kinds/{id}"), entry, &path);
        ids.push(id);
    }
    None
}
