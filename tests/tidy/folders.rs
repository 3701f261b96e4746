//! Tests are in folders as the modules are.

use super::files;
use super::layers::mapped;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// The files beside the folders: the crate itself, and helpers of several folders.
const BESIDE: [&str; 6] =
    ["browser.rs", "harness.rs", "json_schema.rs", "main.rs", "program.rs", "waiting.rs"];

/// The folders of tests with the modules that the heads of their `mod.rs` name.
fn folders() -> Vec<(String, Vec<String>)> {
    let found = files("tests", "/mod.rs").into_iter().filter_map(|(path, text)| {
        let folder = path.parent()?.strip_prefix("tests").ok()?.to_string_lossy().into_owned();
        let head: String = text.lines().take_while(|line| line.starts_with("//!")).collect();
        let named = head.split('`').skip(1).step_by(2).map(str::to_owned).collect();
        (!folder.contains('/') && folder != "tidy").then_some((folder, named))
    });
    found.collect()
}

#[test]
fn each_module_has_a_folder_of_tests() {
    let mut wrong = String::new();
    let folders = folders();
    let modules: BTreeSet<String> = mapped().into_iter().collect();
    for module in &modules {
        let of: Vec<&str> = folders
            .iter()
            .filter(|(_, named)| named.contains(module))
            .map(|(folder, _)| folder.as_str())
            .collect();
        if of.len() != 1 {
            writeln!(wrong, "{module}: in {of:?}, name it in the head of one tests/*/mod.rs")
                .unwrap();
        }
    }
    for (folder, named) in &folders {
        for name in named.iter().filter(|name| !modules.contains(*name)) {
            writeln!(wrong, "tests/{folder}/mod.rs: there is no module {name}").unwrap();
        }
    }
    let beside = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")).expect("tests");
    for entry in beside {
        let name = entry.expect("an entry").file_name().to_string_lossy().into_owned();
        if name.ends_with(".rs") && !BESIDE.contains(&name.as_str()) {
            writeln!(wrong, "tests/{name}: move it to the folder of what it tests").unwrap();
        }
    }
    assert_eq!(wrong, "");
}
