//! The value of a counter in a saved game: a number, or a text for all others.

use serde::{Deserialize, Deserializer, Serializer};
use serde_json::Value as Json;

pub fn serialize<S: Serializer>(value: &str, to: S) -> Result<S::Ok, S::Error> {
    match value.parse::<i64>() {
        Ok(number) if number.to_string() == value => to.serialize_i64(number),
        _ => to.serialize_str(value),
    }
}

pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    Ok(match Json::deserialize(from)? {
        Json::String(text) => text,
        other => other.to_string(),
    })
}
