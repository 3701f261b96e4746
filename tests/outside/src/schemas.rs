//! Writes the JSON Schemas of variants, titles and replies, generated from the Rust types, to their
//! files in the tree. With `--check` it writes nothing and names the files that are out of date;
//! the exit code is then 1.

use litterbox::shell::render::json::generated_schema;
use litterbox::variant::schema;
use serde_json::Value as Json;
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs, io};

fn main() -> io::Result<ExitCode> {
    let check = env::args().any(|argument| argument == "--check");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let [variant, titles] = schema::generated();
    let mut code = ExitCode::SUCCESS;
    for (path, generated) in [
        ("variants/schemas/variant.schema.json", format!("{variant:#}\n")),
        ("variants/schemas/titles.schema.json", format!("{titles:#}\n")),
        ("src/shell/render/json/schema.json", one_definition_per_line(&generated_schema())),
    ] {
        let file = root.join(path);
        if fs::read_to_string(&file).is_ok_and(|text| text == generated) {
            continue;
        }
        if check {
            eprintln!(
                "{path} is not what the types say: \
                 `cargo run --profile outside -p outside --bin schemas` writes it again"
            );
            code = ExitCode::FAILURE;
        } else {
            fs::write(&file, generated)?;
            println!("wrote {path}");
        }
    }
    Ok(code)
}

/// The schema as JSON, each message and each definition on a line of its own: a change of one type
/// is then a change of one line.
fn one_definition_per_line(schema: &Json) -> String {
    let Json::Object(schema) = schema else { return format!("{schema}\n") };
    let parts = schema.iter().map(|(key, value)| {
        let lines: Vec<String> = match value {
            Json::Object(map) => map.iter().map(|(name, item)| named(name, item)).collect(),
            Json::Array(items) => items.iter().map(Json::to_string).collect(),
            _ => return named(key, value),
        };
        let [open, close] = if value.is_object() { ["{", "}"] } else { ["[", "]"] };
        format!("{}: {open}\n{}\n{close}", Json::from(key.as_str()), lines.join(",\n"))
    });
    format!("{{\n{}\n}}\n", parts.collect::<Vec<_>>().join(",\n"))
}

fn named(name: &str, value: &Json) -> String {
    format!("{}: {value}", Json::from(name))
}
