//! The JSON schemas: all built-in files are valid, whatever the types say, and the
//! loader refuses everything that the schemas refuse.

use crate::editions::broken::corpus;
use crate::json_schema::wrong;
use crate::program::Litterbox;
use litterbox::variant::{Library, Ruleset, Variant, schema};
use serde_json::Value as Json;
use std::fs;
use std::path::Path;

fn files(folder: &str) -> Vec<(String, Json)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let paths = fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path());
    let json = paths.filter(|path| path.extension().is_some_and(|end| end == "json"));
    let read = |path: std::path::PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        (path.display().to_string(), serde_json::from_str(&text).unwrap())
    };
    json.map(read).collect()
}

#[test]
fn shipped_files_name_their_schema_and_fit_it() {
    for (folder, schema, named) in [
        ("variants", schema::variant(), "schemas/variant.schema.json"),
        ("variants/titles", schema::titles(), "../schemas/titles.schema.json"),
    ] {
        for (path, json) in files(folder) {
            assert_eq!(json["$schema"], named, "{path}");
            assert_eq!(wrong(schema, &json), Vec::<String>::new(), "{path}");
        }
    }
}

#[test]
fn the_schemas_are_printed() {
    for name in ["variant", "titles"] {
        let printed = Litterbox::new().run(&["schema", name]).out;
        let path = format!("{}/variants/schemas/{name}.schema.json", env!("CARGO_MANIFEST_DIR"));
        assert_eq!(printed, fs::read_to_string(&path).unwrap());
    }
}

/// Loader errors about the structure of a file.
const SHAPE: [&str; 4] = ["V0102", "V0103", "V0105", "V0115"];

#[test]
fn schema_serde_and_loader_refuse_the_same_files() {
    let mut n_refused = 0;
    for (name, text) in corpus("variants") {
        // Schemas do not apply to invalid JSON and duplicate keys.
        let library = Library::embedded().with_variant("mine", &text);
        let errors = Ruleset::load(&library, "mine", &[]).err().unwrap_or_default();
        let Ok(json) = serde_json::from_str::<Json>(&text) else {
            assert_eq!(errors[0].code, "V0101", "{name}");
            continue;
        };
        if errors.iter().any(|error| error.code == "V0104") {
            continue;
        }
        let by_schema = !wrong(schema::variant(), &json).is_empty();
        let by_serde = serde_json::from_value::<Variant>(json).is_err();
        // An out-of-range number has the right type: the schema and the loader refuse it, serde
        // does not.
        if by_serde {
            assert!(by_schema, "{name}: serde refuses it, the schema does not");
        }
        let shape: Vec<_> = errors.iter().filter(|error| SHAPE.contains(&error.code)).collect();
        let in_file = shape.iter().filter(|e| e.span.as_ref().is_some_and(|s| *s.text == *text));
        // Missing keys are reported only after the parent has been loaded.
        let of_file = in_file.filter(|e| e.code != "V0105" || !e.message.contains("are missing"));
        let computed = |message: &str| message.contains("` has ") || message.contains("for ");
        let by_loader = of_file.filter(|e| !computed(&e.message)).count() > 0;
        if by_schema {
            n_refused += 1;
            assert!(by_loader, "{name}: the schema refuses it, the loader does not");
        } else {
            assert!(!by_serde, "{name}");
        }
    }
    assert!(n_refused >= 5, "{n_refused}");
}

#[test]
fn a_number_that_is_too_large_is_an_error_where_it_stands() {
    let text = r#"{ "name": "Mine", "extends": "classic", "deal": 1e400 }"#;
    let library = Library::embedded().with_variant("mine", text);
    let errors = Ruleset::load(&library, "mine", &[]).expect_err("it cannot be loaded");
    let said: Vec<_> = errors.iter().map(|error| (error.code, error.message.as_str())).collect();
    assert_eq!(said, [("V0101", "`1e400` is too large")]);
    let bytes = errors[0].span.as_ref().map(|span| span.bytes());
    assert_eq!(bytes.map(|bytes| &text[bytes]), Some("1e400"));
}

#[test]
fn thousands_of_wrong_keys_are_all_reported() {
    // Each key is like one that is there: its fix would make a duplicate.
    let keys = (0..4_000).map(|n| format!(r#""deck{n}": {{}}, "#)).collect::<String>();
    let text =
        format!(r#"{{ {keys} "name": "Mine", "extends": "classic", "deck": {{ "skip": 5 }} }}"#);
    let library = Library::embedded().with_variant("mine", &text);
    let errors = Ruleset::load(&library, "mine", &[]).expect_err("it cannot be loaded");
    assert_eq!(errors.iter().filter(|error| error.code == "V0103").count(), 4_000);
    assert!(errors.iter().all(|error| error.fix.is_empty()));
}
