//! Random edits of all shipped files and of a pack: each request is answered, and what is found is
//! what `check` finds.
//!
//! `LITTERBOX_EDITS=100000 cargo test --release lsp::edits -- --nocapture` makes this many edits
//! instead of 12, and prints the memory.

use super::client::{Client, PATIENT};
use super::sample::FILES;
use litterbox::internals::serve_editor;
use litterbox::kernel::rng::generator;
use litterbox::lint::{LintTargets, check};
use litterbox::variant::{Library, MAX_SOURCE_BYTES};
use rand::RngExt as _;
use rand_pcg::Pcg64Mcg;
use serde_json::json;
use std::collections::BTreeMap;

/// How often the findings are compared.
const PERIOD: u64 = 100;
const METHODS: [&str; 8] = [
    "completion",
    "hover",
    "signatureHelp",
    "definition",
    "references",
    "prepareRename",
    "rename",
    "documentSymbol",
];

/// A file with its text as it was and as it is now.
struct File {
    name: String,
    original: String,
    text: String,
}

/// Copies of all shipped files, and a pack.
fn files() -> Vec<File> {
    let library = Library::embedded();
    let scripts = library.script_names().map(|name| {
        (format!("scripts/{name}.rhai"), library.script(name).unwrap().text.to_string())
    });
    let variants = library
        .variant_ids()
        .chain(library.abstract_ids())
        .map(|id| (format!("variants/{id}.json"), library.variant(id).unwrap().text.to_string()));
    let titles = library.languages().map(|id| {
        (format!("variants/titles/{id}.json"), library.titles(id).unwrap().text.to_string())
    });
    let pack = FILES.iter().filter(|(name, _)| !name.contains("titles"));
    let pack = pack.map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    let all = scripts.chain(variants).chain(titles).chain(pack);
    all.map(|(name, original)| File { name, text: original.clone(), original }).collect()
}

/// The last byte up to this one that begins a character.
fn floor(text: &str, at: usize) -> usize {
    (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap()
}

/// The line and the column in UTF-16 of a byte.
fn position(text: &str, byte: usize) -> (usize, usize) {
    let line = text[..byte].rfind('\n').map_or(0, |at| at + 1);
    (text[..byte].matches('\n').count(), text[line..byte].encode_utf16().count())
}

/// The bytes and the new text of a random edit.
fn edit(chance: &mut Pcg64Mcg, text: &str, other: &str) -> (std::ops::Range<usize>, String) {
    let mut number = |below_n: usize| chance.random_range(0..below_n.max(1));
    let start = floor(text, number(text.len() + 1));
    let end = match number(3) {
        0 => start,
        1 => floor(text, (start + number(12)).min(text.len())),
        _ => floor(text, (start + number(200)).min(text.len())),
    };
    let words: Vec<&str> = other.split_whitespace().collect();
    let new = match number(8) {
        0 => String::new(),
        1 => ["{", "}", "[", "\"", "`", "(", "\\", "*/", "/*", ","][number(10)].to_owned(),
        2 => "\n".to_owned(),
        3 => "\u{1F63A}é\u{0301}".to_owned(),
        4 => ".".to_owned(),
        5 => {
            let from = floor(other, number(other.len() + 1));
            other[from..floor(other, (from + number(300)).min(other.len()))].to_owned()
        }
        _ => words.get(number(words.len())).copied().unwrap_or_default().to_owned(),
    };
    (start..end.max(start), new)
}

/// Edits an open file, or takes its edits back.
fn change(client: &mut Client, chance: &mut Pcg64Mcg, file: &mut File, other: &str) {
    if chance.random_range(0..3) == 0 {
        file.text = file.original.clone();
        client.change(&file.name, &file.text);
        return;
    }
    let (bytes, new) = edit(chance, &file.text, other);
    let (start, mut end) = (position(&file.text, bytes.start), position(&file.text, bytes.end));
    // In the middle of a character: its start.
    let next = file.text[bytes.end..].chars().next();
    if next.is_some_and(|c| c.len_utf16() == 2) {
        end.1 += 1;
    }
    client.change_part(&file.name, (start, end), &new);
    file.text.replace_range(bytes, &new);
}

/// The resident memory of this process in megabytes; 0 where it is not known.
fn memory() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
    kilobytes.unwrap_or_default() / 1e3
}

/// What `check` finds in each of these files, as [`Client::found`] returns it.
fn checked(client: &Client, open: &BTreeMap<String, String>) -> BTreeMap<String, Vec<String>> {
    let mut library = Library::open(Some(&client.path("")), None).expect("the folder is read");
    for (name, text) in open {
        let (top, file) = name.split_once('/').unwrap();
        let (name, _) = file.rsplit_once('.').unwrap();
        library = match top {
            _ if text.len() > MAX_SOURCE_BYTES => panic!("{name} has become too large"),
            "scripts" => library.with_script(name, text),
            "variants" => library.with_variant(name, text),
            _ => library,
        };
    }
    let found = check(&library, &LintTargets::all(&library)).found;
    // Sessions are run by `test`.
    let files = open.keys().filter(|name| !name.ends_with(".md"));
    let mut told: BTreeMap<String, Vec<String>> =
        files.map(|name| (name.clone(), Vec::new())).collect();
    for error in found {
        let Some(span) = &error.span else { continue };
        let name = match span.file.ends_with(".rhai") {
            true => format!("scripts/{}", span.file),
            false => span.file.to_string(),
        };
        let Some(told) = told.get_mut(&name) else { continue };
        let line = error.message.lines().next().unwrap_or_default();
        let code = if error.code.is_empty() { "-" } else { error.code };
        told.push(format!("{} {code} {line}", span.line));
    }
    told
}

#[test]
fn random_edits_are_answered_and_checked_as_check_does() {
    let n_edits = std::env::var("LITTERBOX_EDITS").ok();
    let n_edits = n_edits.map_or(12, |text| text.parse::<u64>().expect("a number"));
    let mut files = files();
    let shown: Vec<(&str, &str)> =
        files.iter().map(|file| (&*file.name, &*file.original)).collect();
    let mut client = Client::with(&shown, (serve_editor, PATIENT), "utf-16");
    let mut chance = generator(n_edits, 44);
    let mut open: BTreeMap<String, String> = BTreeMap::new();
    let mut early = 0.0;
    for n in 1..=n_edits {
        let mut pick = |of: usize| chance.random_range(0..of);
        let (one, other) = (pick(files.len()), pick(files.len()));
        let other = files[other].original.clone();
        let file = &mut files[one];
        if !open.contains_key(&file.name) {
            client.open_as(&file.name, &file.text);
        }
        change(&mut client, &mut chance, file, &other);
        open.insert(file.name.clone(), file.text.clone());
        let at = chance.random_range(0..=file.text.len());
        let at = position(&file.text, floor(&file.text, at));
        let method = METHODS[chance.random_range(0..METHODS.len())];
        let params = json!({
            "textDocument": { "uri": client.uri(&file.name) },
            "position": { "line": at.0, "character": at.1 },
            "newName": "other_name",
        });
        let answer = client.request(&format!("textDocument/{method}"), params);
        let said = answer["error"].as_str().unwrap_or_default();
        assert!(!said.contains("internal error"), "edit {n}, {method}: {said}\n{}", file.text);
        assert!(client.logged.is_empty(), "edit {n}: {:?}\n{}", client.logged, file.text);
        if n % PERIOD == 0 || n == n_edits {
            let wanted = checked(&client, &open);
            client.wait_for(&wanted, &format!("edit {n}, of {}", file.name));
            // Few texts stay open, as in an editor.
            let closed: Vec<String> = open.keys().filter(|_| open.len() > 30).cloned().collect();
            for name in closed {
                client.close(&name);
                open.remove(&name);
                let file = files.iter_mut().find(|file| file.name == name).unwrap();
                file.text = file.original.clone();
            }
        }
        if n == 10_000 {
            early = memory();
            println!("after {n} edits: {early:.0} MB");
        }
        if n % 5_000 == 0 {
            println!("{n} edits, {:.0} MB", memory());
        }
    }
    let late = memory();
    println!("after {n_edits} edits: {late:.0} MB");
    assert!(early == 0.0 || late <= early * 1.05, "{early} MB became {late} MB");
}
