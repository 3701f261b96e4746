//! Modules use only those below them.

use super::files;
use super::source::PACKAGES;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

/// Each module with those that it uses; the program (`cli`, `internals`) may use all.
const USES: &[(&str, &str)] = &[
    ("kernel", ""),
    ("base", ""),
    ("output", ""),
    ("error", "base output"),
    ("files", ""),
    ("disk", "files output"),
    ("message", "kernel output"),
    ("agent", "base kernel message"),
    ("script", "agent base error kernel message output"),
    ("variant", "disk error files kernel output script"),
    ("lint", "agent base error kernel script variant"),
    ("notation", "error kernel message variant"),
    ("transcript", "base error files kernel message notation output script variant"),
    ("invariants", "agent error kernel script transcript"),
    ("registry", "agent base error kernel message output script variant"),
    ("sim", "agent base error kernel message output registry script transcript variant"),
    ("fuzz", "base error invariants kernel notation output script sim transcript variant"),
    ("debugger", "agent error kernel message notation script transcript variant"),
    (
        "shell",
        "agent base debugger error files invariants kernel lint message notation output registry script sim transcript variant",
    ),
    (
        "session",
        "agent base debugger error files fuzz kernel lint message notation output script shell transcript variant",
    ),
    ("page", "debugger error kernel message output script shell transcript variant"),
    (
        "dap",
        "base debugger disk error files kernel message output script session shell transcript variant",
    ),
    ("protocol", "base disk error output shell transcript"),
    ("repl", "base debugger disk error output protocol script shell"),
    ("texts", "base disk error files kernel lint script session shell transcript variant"),
    ("lsp", "base error lint output script texts"),
    ("workbench", "base error files lint page script serve session shell sim texts variant"),
    ("serve", "base debugger disk files kernel message output page protocol shell transcript"),
];

/// The modules that may use all others.
const PROGRAM: [&str; 4] = ["cli", "internals", "lib", "main"];

/// The module of a file of `src`.
fn module_of(path: &Path) -> String {
    let parts = path.components().map(|part| part.as_os_str().to_string_lossy());
    let is_package = |part: &str| PACKAGES.iter().any(|(folder, _)| *folder == part);
    let part = parts.skip(1).find(|part| !is_package(part)).expect("a file of src");
    part.trim_end_matches(".rs").to_owned()
}

/// The modules that the map in `src/lib.rs` lists, outermost first.
pub fn mapped() -> Vec<String> {
    let map = files("src", "src/lib.rs").remove(0).1;
    let rows = map.lines().filter_map(|line| line.strip_prefix("//! | "));
    let names = rows.filter_map(|row| row.split(" | ").next()).map(|name| name.replace('`', ""));
    let names = names.map(|name| name.trim_matches(['[', ']']).to_owned());
    names.filter(|name| !["module", "---"].contains(&name.as_str())).collect()
}

#[test]
fn modules_use_only_those_below_them() {
    let map = mapped();
    let rank = |name: &str| map.iter().position(|listed| listed == name);
    let mut wrong = String::new();
    let mut used: BTreeSet<(String, String)> = BTreeSet::new();
    for (path, text) in files("src", ".rs") {
        let module = module_of(&path);
        if PROGRAM.contains(&module.as_str()) || path.ends_with("build.rs") {
            continue;
        }
        if rank(&module).is_none() {
            writeln!(wrong, "{}: not in the map of src/lib.rs", path.display()).unwrap();
        }
        for (i, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            for part in code.split("crate::").skip(1) {
                let name: String =
                    part.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                if name == module || rank(&name).is_none() {
                    continue;
                }
                if rank(&name) < rank(&module) {
                    let at = format!("{}:{}", path.display(), i + 1);
                    writeln!(wrong, "{at}: {module} uses {name}, which is above it").unwrap();
                }
                used.insert((module.clone(), name));
            }
        }
    }
    let listed = |(module, names): &(&str, &str)| {
        names.split_whitespace().map(|name| ((*module).to_owned(), name.to_owned())).collect()
    };
    let listed: BTreeSet<(String, String)> = USES.iter().flat_map::<Vec<_>, _>(listed).collect();
    for (module, name) in used.difference(&listed) {
        writeln!(wrong, "{module} uses {name}, which is not listed").unwrap();
    }
    for (module, name) in listed.difference(&used) {
        writeln!(wrong, "{module} no longer uses {name}: it is still listed").unwrap();
    }
    assert_eq!(wrong, "");
}
