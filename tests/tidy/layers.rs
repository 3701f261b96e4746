//! Modules use only those below them.

use super::files;
use super::source::PACKAGES;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Each module with those that it uses; the program (`cli`, `internals`) may use all.
const USES: &[(&str, &str)] = &[
    ("kernel", ""),
    ("base", ""),
    ("disk", "base"),
    ("message", "base kernel"),
    ("agent", "base kernel message"),
    ("counting", "kernel"),
    ("script", "agent base kernel message"),
    ("variant", "base disk kernel message script"),
    ("lint", "base kernel script variant"),
    ("transcript", "base kernel message script variant"),
    ("invariants", "agent base kernel script transcript"),
    ("sim", "agent base counting kernel message script transcript variant"),
    ("fuzz", "base invariants kernel script sim transcript variant"),
    ("debugger", "agent base kernel message script transcript variant"),
    ("shell", "agent base debugger invariants kernel lint message script sim transcript variant"),
    ("session", "agent base debugger fuzz kernel lint script shell transcript variant"),
    ("page", "base debugger kernel message script shell transcript variant"),
    ("dap", "base debugger disk kernel message script session shell variant"),
    ("protocol", "base disk shell transcript"),
    ("repl", "base disk protocol script shell"),
    ("texts", "base disk kernel lint script session shell variant"),
    ("lsp", "base lint texts"),
    ("workbench", "base page script serve session shell sim texts variant"),
    ("serve", "base debugger disk kernel message page protocol shell transcript"),
];

/// The modules that may use all others.
const PROGRAM: [&str; 4] = ["cli", "internals", "lib", "main"];

/// The most arrows: pairs of modules of which one uses the other. The program counts, its parts for
/// tests do not.
const MAX_ARROWS: usize = 147;

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

/// The files of the modules, with the module and the text of each.
fn sources() -> impl Iterator<Item = (PathBuf, String, String)> {
    let files = files("src", ".rs").into_iter().filter(|(path, _)| !path.ends_with("build.rs"));
    files.map(|(path, text)| {
        let module = module_of(&path);
        (path, module, text)
    })
}

/// The modules that a line names.
fn uses(line: &str) -> impl Iterator<Item = String> {
    let code = line.split("//").next().unwrap_or_default();
    code.split("crate::")
        .skip(1)
        .map(|part| part.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect())
}

#[test]
fn modules_use_only_those_below_them() {
    let map = mapped();
    let rank = |name: &str| map.iter().position(|listed| listed == name);
    let mut wrong = String::new();
    let mut used: BTreeSet<(String, String)> = BTreeSet::new();
    for (path, module, text) in sources() {
        if PROGRAM.contains(&module.as_str()) {
            continue;
        }
        if rank(&module).is_none() {
            writeln!(wrong, "{}: not in the map of src/lib.rs", path.display()).unwrap();
        }
        for (i, line) in text.lines().enumerate() {
            for name in uses(line).filter(|name| *name != module && rank(name).is_some()) {
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

#[test]
fn modules_use_few_others() {
    let map = mapped();
    let mut arrows: BTreeSet<(String, String)> = BTreeSet::new();
    for (_, module, text) in sources() {
        if module == "cli" || map.contains(&module) {
            let used = text.lines().flat_map(uses);
            let used = used.filter(|name| *name != module && map.contains(name));
            arrows.extend(used.map(|name| (module.clone(), name)));
        }
    }
    assert!(
        arrows.len() <= MAX_ARROWS,
        "{} arrows between modules; {MAX_ARROWS} are enough: move an item to the module it belongs to",
        arrows.len()
    );
}
