//! No cycle of imports: a file does not use, even indirectly, a file that uses it.

use super::source::Source;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// The files of each cycle: strongly connected components of more than one file.
fn cycles<'a>(graph: &BTreeMap<&'a str, BTreeMap<&'a str, String>>) -> Vec<BTreeSet<&'a str>> {
    let reachable = |start: &'a str| {
        let mut found = BTreeSet::new();
        let mut open = vec![start];
        while let Some(file) = open.pop() {
            open.extend(graph[file].keys().filter(|used| found.insert(**used)));
        }
        found
    };
    let reach: BTreeMap<_, _> = graph.keys().map(|file| (*file, reachable(file))).collect();
    let mut found: Vec<BTreeSet<_>> = Vec::new();
    for (file, reached) in &reach {
        let cycle: BTreeSet<_> =
            reached.iter().copied().filter(|other| reach[other].contains(file)).collect();
        if !cycle.is_empty() && !found.contains(&cycle) {
            found.push(cycle);
        }
    }
    found
}

/// Lists the cycles, each with what its members use of each other.
fn describe(graph: &BTreeMap<&str, BTreeMap<&str, String>>) -> String {
    let mut wrong = String::new();
    for cycle in cycles(graph) {
        writeln!(wrong, "a cycle of {}:", cycle.len()).unwrap();
        for file in &cycle {
            for (used, path) in graph[file].iter().filter(|(used, _)| cycle.contains(*used)) {
                writeln!(wrong, "  {file} uses {used}: {path}").unwrap();
            }
        }
    }
    wrong
}

#[test]
fn files_do_not_import_in_cycles() {
    let source = Source::read();
    let graph: BTreeMap<_, _> =
        source.modules.keys().map(|file| (file.as_str(), source.uses(file))).collect();
    assert_eq!(describe(&graph), "");
}

#[test]
fn parts_of_scripts_do_not_use_each_other_in_cycles() {
    let source = Source::read();
    // A folder is one part with all its files, a file without a folder another one.
    let part = |file: &str| {
        let inner = source.modules.get_key_value(file)?.0.strip_prefix("src/engine/script/")?;
        Some(inner.split('/').next().unwrap_or(inner))
    };
    let mut graph: BTreeMap<&str, BTreeMap<&str, String>> = BTreeMap::new();
    for file in source.modules.keys() {
        let Some(own) = part(file) else { continue };
        let uses = graph.entry(own).or_default();
        for (used, path) in source.uses(file) {
            if let Some(used) = part(used).filter(|used| *used != own) {
                uses.entry(used).or_insert_with(|| format!("{path} in {file}"));
            }
        }
    }
    let n_uses = graph.values().map(BTreeMap::len).sum::<usize>();
    assert!(n_uses > 100, "{n_uses} uses of parts");
    assert_eq!(describe(&graph), "");
}

/// The folders of the kernel, innermost first.
const KERNEL: [&str; 4] = ["model", "state", "ports", "engine"];

#[test]
fn folders_of_the_kernel_use_only_those_before_them() {
    let source = Source::read();
    let rank = |file: &str| {
        let folder = file.strip_prefix("src/engine/kernel/")?.split_once('/')?.0;
        KERNEL.iter().position(|name| *name == folder)
    };
    let mut wrong = String::new();
    let mut n_ranked = 0;
    for file in source.modules.keys() {
        let Some(own) = rank(file) else { continue };
        n_ranked += 1;
        for (used, path) in source.uses(file) {
            if rank(used).is_some_and(|used| used > own) {
                writeln!(wrong, "{file} uses {used}: {path}").unwrap();
            }
        }
    }
    assert_eq!(wrong, "");
    assert!(n_ranked > 40, "{n_ranked} files of the kernel are in a folder");
}
