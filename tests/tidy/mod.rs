//! Coding rules checked by a program: layers, sizes, and allowed dependencies.

mod api;
mod cycles;
mod docs;
mod folders;
mod layers;
mod parser;
mod source;
mod statics;
mod times;

use source::{is_single_match, opens_text};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// The maximum lines of a file, lines of a function, and characters of a line.
const MAX_FILE: usize = 500;
const MAX_FUNCTION: usize = 70;
const MAX_LINE: usize = 100;

pub fn files(folder: &str, ending: &str) -> Vec<(PathBuf, String)> {
    fn walk(folder: &Path, ending: &str, found: &mut Vec<(PathBuf, String)>) {
        let mut entries: Vec<_> = fs::read_dir(folder)
            .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
            .map(|entry| entry.expect("a folder that can be read").path())
            .collect();
        entries.sort();
        for path in entries {
            if path.is_dir() {
                walk(&path, ending, found);
            } else if path.to_string_lossy().ends_with(ending) {
                let text = fs::read_to_string(&path).expect("a text");
                found.push((path, text));
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    walk(&root.join(folder), ending, &mut found);
    found.into_iter().map(|(path, text)| (path.strip_prefix(root).unwrap().into(), text)).collect()
}

#[test]
fn files_functions_and_lines_are_short() {
    let mut wrong = String::new();
    for (path, text) in files("src", ".rs").into_iter().chain(files("tests", ".rs")) {
        let lines: Vec<_> = text.lines().collect();
        if lines.len() > MAX_FILE {
            writeln!(wrong, "{}: {} lines", path.display(), lines.len()).unwrap();
        }
        let mut in_text = false;
        for (i, line) in lines.iter().enumerate() {
            let is_text = line.contains('"');
            if line.chars().count() > MAX_LINE && !is_text {
                writeln!(wrong, "{}:{}: a long line", path.display(), i + 1).unwrap();
            }
            // A function within a string literal is not counted.
            let was_in_text = in_text;
            in_text = if in_text { !line.contains("\"#") } else { opens_text(line) };
            let indent = line.len() - line.trim_start().len();
            let is_function = [
                "fn ",
                "pub fn ",
                "pub(super) fn ",
                "pub(crate) fn ",
                "const fn ",
                "pub const fn ",
            ];
            let is_declared = line.trim_end().ends_with(';');
            let is_one_line = is_declared || line.contains('{') && line.trim_end().ends_with('}');
            let is_begun = is_function.iter().any(|start| line.trim_start().starts_with(start));
            if was_in_text || is_one_line || !is_begun {
                continue;
            }
            let end = format!("{}}}", " ".repeat(indent));
            let length = lines[i..].iter().position(|line| line.starts_with(&end)).unwrap_or(0);
            if length >= MAX_FUNCTION && !is_single_match(&lines[i..i + length], indent + 4) {
                writeln!(wrong, "{}:{}: a function of {} lines", path.display(), i + 1, length + 1)
                    .unwrap();
            }
        }
    }
    assert_eq!(wrong, "");
}

#[test]
fn all_tests_are_in_the_folder_of_tests() {
    let mut wrong = String::new();
    for (path, text) in files("src", ".rs") {
        for (i, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default().replace(' ', "");
            let is_test = code.contains("#[test]")
                || code.contains("cfg") && code.split(['(', ',', ')']).any(|word| word == "test");
            if is_test {
                writeln!(wrong, "{}:{}: {}", path.display(), i + 1, line.trim()).unwrap();
            }
        }
    }
    assert_eq!(wrong, "");
}

/// The ids of all cards and variants, except ids that are also technical terms.
fn names() -> Vec<String> {
    let words = ["classic", "move", "shuffle", "pair", "cat", "clone", "now"];
    let scripts = files("scripts/cards", ".rhai").into_iter().map(|(path, _)| path);
    let variants = files("variants", ".json").into_iter().map(|(path, _)| path);
    let stems = scripts.chain(variants).filter(|path| !path.to_string_lossy().contains("titles"));
    let stems = stems.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned());
    stems.filter(|name| !words.contains(&name.as_str())).collect()
}

/// Ids of cards that are words of the source, too.
const WORDS: [&str; 3] = ["attack", "mark", "reverse"];

#[test]
fn the_kernel_knows_no_card() {
    let mut wrong = String::new();
    let named = names().into_iter().chain(["kitten".to_owned(), "rhai".to_owned()]);
    let named: BTreeSet<String> = named.filter(|name| !WORDS.contains(&name.as_str())).collect();
    for (path, text) in files("src/engine/kernel", ".rs") {
        for (i, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default().to_lowercase();
            let words: Vec<_> = code.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
            for name in words.iter().filter(|word| named.contains(**word)) {
                writeln!(wrong, "{}:{}: {name}", path.display(), i + 1).unwrap();
            }
            if words.contains(&"hashmap") || words.contains(&"hashset") {
                writeln!(wrong, "{}:{}: the order of a hash is no order", path.display(), i + 1)
                    .unwrap();
            }
        }
    }
    assert_eq!(wrong, "");
}

#[test]
fn no_card_and_no_edition_is_named_in_the_source() {
    let mut wrong = String::new();
    let mut named = names();
    named.retain(|name| !WORDS.contains(&name.as_str()));
    for (path, text) in files("src", ".rs") {
        for (i, line) in text.lines().enumerate() {
            let code = line.trim_start();
            if code.starts_with("//") {
                continue;
            }
            for name in &named {
                if code.contains(&format!("\"{name}\"")) {
                    writeln!(wrong, "{}:{}: {name}", path.display(), i + 1).unwrap();
                }
            }
        }
    }
    assert_eq!(wrong, "");
}

#[test]
fn every_script_is_used_and_every_variant_has_sessions() {
    let variants: String = files("variants", ".json").into_iter().map(|(_, text)| text).collect();
    let sessions: String =
        files("tests/sessions", ".md").into_iter().map(|(_, text)| text).collect();
    let mut wrong = String::new();
    for (path, text) in files("scripts", ".rhai") {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        if !text.starts_with("//! ") {
            writeln!(wrong, "{}: does not begin by saying what it does", path.display()).unwrap();
        }
        let is_agent = path.to_string_lossy().contains("agents");
        if !is_agent && !variants.contains(&format!("\"{name}\"")) {
            writeln!(wrong, "{}: in no variant", path.display()).unwrap();
        }
    }
    for (path, _) in files("variants", ".json") {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let is_variant = path.components().count() == 2;
        if is_variant && !sessions.contains(&format!(":new {name}")) {
            writeln!(wrong, "{}: no session plays it", path.display()).unwrap();
        }
    }
    assert_eq!(wrong, "");
}

/// Expressions that render a reply as text.
const RENDERS: &[&str] = &["reply.text()", "reply.lines()", ".rendered(", "joined("];

/// Expressions that inspect a text.
const LOOKS_INTO: &[&str] = &[
    ".split",
    ".strip_",
    ".trim_start_matches(",
    ".lines()",
    ".starts_with(",
    ".ends_with(",
    ".contains(",
    ".find(",
];

/// Tests of details that only the text of a reply has.
const READS_TEXT: &[&str] = &[
    "strip_prefix(\"refused",
    "starts_with(\"refused",
    "trim_start_matches(\"refused",
    "starts_with(\"error[",
    "said.lines().next()",
];

#[test]
fn nobody_reads_what_was_rendered() {
    let mut wrong = String::new();
    for (path, text) in files("src", ".rs") {
        if path.starts_with("src/shell/render") {
            continue;
        }
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        for (i, line) in lines.iter().enumerate() {
            // A call may continue on the next lines.
            let more = lines[i + 1..].iter().take_while(|line| line.starts_with('.'));
            let code = [*line].into_iter().chain(more.copied()).collect::<String>();
            let looks_into = |rest: &str| LOOKS_INTO.iter().any(|look| rest.contains(look));
            let reads_rendered =
                RENDERS.iter().any(|call| code.split(call).skip(1).any(looks_into));
            if reads_rendered || READS_TEXT.iter().any(|test| code.contains(test)) {
                writeln!(wrong, "{}:{}: {line}", path.display(), i + 1).unwrap();
            }
        }
    }
    assert_eq!(wrong, "");
}

/// The files that may print without the safe streams: these themselves, what escapes on its own,
/// what has no stream to use, and the messages of a protocol.
const PRINTING: [&str; 6] = [
    "src/repl/streams.rs",
    "src/lab/sim/registry/exec.rs",
    "src/lsp/transport.rs",
    "src/main.rs",
    "src/editions/build.rs",
    "src/cli/dap.rs",
];

#[test]
fn output_goes_through_the_streams_that_are_safe_for_terminals() {
    let mut wrong = String::new();
    for (path, text) in files("src", ".rs") {
        if PRINTING.contains(&&*path.to_string_lossy()) {
            continue;
        }
        for (i, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            let prints = ["anstream::std", "println!", "print!(", "stdout().lock", "stderr().lock"];
            if prints.iter().any(|print| code.contains(print)) {
                writeln!(wrong, "{}:{}: {}", path.display(), i + 1, line.trim()).unwrap();
            }
        }
    }
    assert_eq!(wrong, "");
}

/// The files beside the port and `src/editions/disk` that use the file system: a journal is
/// appended to and locked.
const OPENING: [&str; 2] = ["src/protocol/journal.rs", "src/protocol/journal_folder.rs"];

#[test]
fn files_are_opened_in_one_place() {
    let mut wrong = String::new();
    for (path, text) in files("src", ".rs") {
        let is_port =
            ["src/engine/base/files", "src/editions/disk"].iter().any(|at| path.starts_with(at));
        if is_port || OPENING.contains(&&*path.to_string_lossy()) {
            continue;
        }
        for (i, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            if ["std::fs", " fs::", "(fs::", "cap_std"].iter().any(|opens| code.contains(opens)) {
                writeln!(wrong, "{}:{}: {}", path.display(), i + 1, line.trim()).unwrap();
            }
        }
    }
    assert_eq!(wrong, "");
}

/// Accepted advisories name a crate that is still used, and say why it stays.
#[test]
fn no_advisory_about_a_dependency_is_hidden() {
    let text = |path| fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
    let (config, lock) = (text(".cargo/deny.toml"), text("Cargo.lock"));
    let shown = |what: &str| config.lines().any(|line| line == format!("{what} = \"all\""));
    assert!(shown("unmaintained") && shown("unsound"), "{config}");
    let accepted: Vec<&str> =
        config.lines().filter(|line| line.trim_start().starts_with("{ id = \"RUSTSEC-")).collect();
    assert_eq!(accepted.len(), config.matches("RUSTSEC-").count(), "one a line");
    for line in accepted {
        let reason = line.split_once("reason = \"").expect("a reason").1;
        let used = reason.split(' ').next().expect("the name of a crate");
        assert!(lock.contains(&format!("name = \"{used}\"\n")), "{used} is no longer used");
    }
    assert!(text(".ci/run").contains("--log-level info check --disable-fetch advisories"));
}
