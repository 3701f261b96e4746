//! Generates the JSON Schema of the messages from the Rust types, for `schema.json` beside it.

use super::{Message, Request};
use crate::message::AgentRequest;
use schemars::Schema;
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use serde_json::Value as Json;

/// The schema that [`super::schema`] returns.
pub fn generated_schema() -> Json {
    let settings = SchemaSettings::draft2020_12().with_transform(RecursiveTransform(allow_texts));
    let mut requests = settings.clone().into_generator();
    let mut generator = settings.for_serialize().into_generator();
    requests.subschema_for::<Request>();
    generator.subschema_for::<AgentRequest>();
    generator.definitions_mut().extend(requests.take_definitions(true));
    generator.into_root_schema_for::<Message>().to_value()
}

/// Allows the text form of integers of 64 bits in a JSON Schema.
fn allow_texts(schema: &mut Schema) {
    let is_wide = |format: &Json| matches!(format.as_str(), Some("int64" | "uint64"));
    if !schema.get("format").is_some_and(is_wide) {
        return;
    }
    let mut types = match schema.remove("type") {
        Some(Json::Array(types)) => types,
        one => one.into_iter().collect(),
    };
    if !types.contains(&Json::from("string")) {
        types.push("string".into());
    }
    schema.insert("type".to_owned(), types.into());
    schema.insert("pattern".to_owned(), "^-?[0-9]+$".into());
}
