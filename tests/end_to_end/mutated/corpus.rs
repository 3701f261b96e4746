//! What is mutated: shipped files, hostile ones, and games that were played.

use crate::lab::shards::WRITTEN;
use litterbox::base::files::Files;
use litterbox::disk::Folder;
use litterbox::kernel::rng::generator;
use litterbox::shell::Shell;
use litterbox::shell::commands;
use litterbox::shell::trust::FileAccess;
use litterbox::transcript::SessionInfo;
use litterbox::variant::{Library, Ruleset};
use rand::RngExt as _;
use rand_pcg::Pcg64Mcg;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use tempfile::TempDir;

/// The words that a mutation may put anywhere.
pub const ODD_WORDS: [&str; 24] = [
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551615",
    "4294967296",
    "65536",
    "-1",
    "0",
    "1e400",
    "\"\"",
    "null",
    "true",
    "[[[[",
    "}",
    "\u{202e}",
    "\u{9b}2J",
    "\u{1b}[2J",
    "\0",
    "\u{feff}",
    "🐈",
    "exec:touch ../ran",
    "../victim",
    "link",
    "/dev/zero",
    "nope*1000",
];

/// The texts, by kind.
pub struct Corpus {
    pub library: Library,
    pub scripts: Vec<(String, String)>,
    /// The ids of variants with the names of their scripts.
    pub users: Vec<(String, Vec<String>)>,
    pub variants: Vec<(String, String)>,
    pub blocks: Vec<String>,
    pub lines: Vec<String>,
    pub commands: Vec<&'static str>,
    pub saves: Vec<String>,
    pub journals: Vec<String>,
    /// Shard results of each command.
    pub parts: Vec<[String; 1]>,
    pub shells: Vec<Shell>,
    folder: TempDir,
}

/// The texts of a folder with this ending, with their names.
fn texts(folder: &str, ending: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    crate::tidy::files(&folder.display().to_string(), ending)
        .into_iter()
        .map(|(path, text)| {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            (name, text)
        })
        .collect()
}

/// A game after some random answers, whose inputs are logged.
fn played(library: &Library, id: &str, seed: u64) -> Shell {
    let mut random = generator(seed, 3);
    let mut shell = Shell::new(library.clone());
    shell.trust.files = FileAccess::memory();
    shell.start_redo_log();
    shell.input(&format!(":new {id} ann bob --seed {seed}"));
    for i in 0..random.random_range(0..30) {
        let Some(debugger) = shell.debugger() else { break };
        let Some(decision) = debugger.game.decision() else { break };
        let answer = random.random_range(1..=decision.options.len());
        let input = match random.random_range(0..9) {
            0 => ":back".to_owned(),
            1 => format!(":mark m{i}"),
            2 => format!(":branch b{i}"),
            _ => answer.to_string(),
        };
        shell.input(&input);
    }
    shell
}

/// The journal of a game; none of one that two players cannot play.
fn journal(shell: &mut Shell, id: &str) -> Option<String> {
    let inputs = shell.take_redo_log();
    let mut game = shell.debugger()?.transcript(false);
    game.records.truncate(2);
    let (home, variant) = ("/nowhere".into(), id.to_owned());
    game.header.session = Some(SessionInfo { home, variant, interactive: true });
    Some(game.to_journal(&inputs[1..]))
}

impl Corpus {
    pub fn new() -> Self {
        let library = Library::embedded();
        let mut scripts: Vec<(String, String)> = Vec::new();
        for name in library.script_names() {
            scripts.push((name.to_owned(), library.script(name).unwrap().text.to_string()));
        }
        for (name, text) in texts("tests/hostile", ".rhai") {
            scripts.push((format!("cards/{name}"), text));
        }
        let mut variants: Vec<(String, String)> = Vec::new();
        let mut users = Vec::new();
        for id in library.variant_ids() {
            variants.push((id.to_owned(), library.variant(id).unwrap().text.to_string()));
            let spec = Ruleset::load(&library, id, &[]).unwrap().spec;
            let owned = spec.owners().flat_map(|(_, scripts, _)| scripts);
            let names = spec.rules.iter().chain(owned);
            let names = names.map(|script| script.name.trim_end_matches(".rhai").to_owned());
            users.push((id.to_owned(), names.collect()));
        }
        variants.extend(texts("tests/hostile", ".json"));
        let mut blocks = Vec::new();
        for (_, text) in texts("tests/sessions", ".session.md") {
            let fenced = text.split("```litterbox\n").skip(1);
            blocks.extend(fenced.filter_map(|rest| Some(rest.split_once("```")?.0.to_owned())));
        }
        let inputs = blocks.iter().flat_map(|block| block.lines());
        let inputs = inputs.filter(|line| !line.starts_with(' ')).filter_map(|line| {
            let (_, input) = line.split_once("> ")?;
            Some(input.to_owned())
        });
        let lines: BTreeSet<String> = inputs.collect();
        let ids: Vec<&str> = library.variant_ids().collect();
        let mut shells: Vec<Shell> =
            ids.iter().take(12).map(|id| played(&library, id, id.len() as u64)).collect();
        let journals = shells.iter_mut().zip(&ids);
        let journals = journals.filter_map(|(shell, id)| journal(shell, id)).collect();
        let saves = shells
            .iter()
            .filter_map(|shell| Some(shell.debugger()?.transcript(true).to_json_lines()));
        let saves = saves.collect();
        let parts = WRITTEN.iter().map(|shard| [shard.to_string()]).collect();
        Self {
            scripts,
            users,
            variants,
            blocks,
            lines: lines.into_iter().collect(),
            commands: commands::all().map(|command| command.name).collect(),
            saves,
            journals,
            parts,
            shells,
            folder: folder(),
            library,
        }
    }

    /// A folder on the disk, beside which nothing may change.
    pub fn inside(&self) -> Arc<dyn Files> {
        Arc::new(Folder::open(&self.folder.path().join("inside")).expect("a folder"))
    }

    /// What was written outside of the folder, if anything.
    pub fn outside(&self) -> Option<String> {
        let entries = self.folder.path().read_dir().expect("a folder");
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        let text = fs::read_to_string(self.folder.path().join("victim")).unwrap_or_default();
        let is_intact = names == ["inside", "victim"] && text == "precious";
        (!is_intact).then(|| format!("outside of the folder: {names:?}, {text:?}"))
    }
}

/// A folder `inside` with a link out of it, to a file beside it.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("victim"), "precious").expect("a file");
    fs::create_dir(folder.path().join("inside")).expect("a folder");
    #[cfg(unix)]
    std::os::unix::fs::symlink("../victim", folder.path().join("inside/link")).expect("a link");
    folder
}

/// Changes a text in a few places; `other` is a text of the same kind.
pub fn mutate(random: &mut Pcg64Mcg, text: &str, other: &str) -> String {
    let mut text = text.to_owned();
    for _ in 0..=random.random_range(0..4) {
        text = match random.random_range(0..10) {
            0 => with_lines(random, &text),
            1 => with_character(random, &text),
            2 | 3 => with_word(random, &text, &text.clone()),
            4 => with_word(random, &text, other),
            5 | 6 => with_odd_word(random, &text),
            7 => with_repetition(random, &text),
            8 => with_rest(random, &text, other),
            _ => without_part(random, &text),
        };
    }
    text.chars().take(200_000).collect()
}

/// A place between two characters.
fn place(random: &mut Pcg64Mcg, text: &str) -> usize {
    let at = random.random_range(0..=text.len());
    (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// The places where words and signs begin and end.
fn words(text: &str) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    let mut was_word = false;
    for (at, c) in text.char_indices().filter(|(_, c)| !c.is_whitespace()) {
        let is_word = c.is_alphanumeric() || c == '_';
        match found.last_mut().filter(|(_, end)| *end == at && is_word && was_word) {
            Some((_, end)) => *end += c.len_utf8(),
            None => found.push((at, at + c.len_utf8())),
        }
        was_word = is_word;
    }
    found
}

fn one<'a, T>(random: &mut Pcg64Mcg, of: &'a [T]) -> Option<&'a T> {
    if of.is_empty() { None } else { of.get(random.random_range(0..of.len())) }
}

fn with_lines(random: &mut Pcg64Mcg, text: &str) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let (Some(a), Some(b)) = (one(random, &lines).copied(), one(random, &lines).copied()) else {
        return text.to_owned();
    };
    let at = random.random_range(0..lines.len());
    match random.random_range(0..3) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, a),
        _ => lines[at] = b,
    }
    lines.join("\n") + "\n"
}

fn with_character(random: &mut Pcg64Mcg, text: &str) -> String {
    let at = place(random, text);
    let c = char::from(random.random_range(0..128_u8));
    let rest = text[at..].chars().skip(random.random_range(0..2));
    text[..at].chars().chain([c]).chain(rest).collect()
}

fn with_word(random: &mut Pcg64Mcg, text: &str, other: &str) -> String {
    let (words, others) = (words(text), words(other));
    let (Some((a, b)), Some((c, d))) = (one(random, &words), one(random, &others)) else {
        return text.to_owned();
    };
    format!("{}{}{}", &text[..*a], &other[*c..*d], &text[*b..])
}

fn with_odd_word(random: &mut Pcg64Mcg, text: &str) -> String {
    let word = one(random, &ODD_WORDS).copied().unwrap_or_default();
    let words = words(text);
    match one(random, &words).filter(|_| random.random_range(0..4) > 0) {
        Some((a, b)) => format!("{}{word}{}", &text[..*a], &text[*b..]),
        None => {
            let at = place(random, text);
            format!("{}{word}{}", &text[..at], &text[at..])
        }
    }
}

fn with_repetition(random: &mut Pcg64Mcg, text: &str) -> String {
    let words = words(text);
    let Some((from, _)) = one(random, &words) else { return text.to_owned() };
    let n_words = random.random_range(0..12);
    let last = words.iter().filter(|(at, _)| at >= from).nth(n_words);
    let to = last.map_or(text.len(), |(_, end)| *end);
    let times = [1, 3, 40, 700, 5_000][random.random_range(0..5)];
    let times = times.min(60_000 / (to - from + 1)).max(1);
    format!("{}{}{}", &text[..to], text[*from..to].repeat(times), &text[to..])
}

fn with_rest(random: &mut Pcg64Mcg, text: &str, other: &str) -> String {
    let (at, from) = (place(random, text), place(random, other));
    format!("{}{}", &text[..at], &other[from..])
}

fn without_part(random: &mut Pcg64Mcg, text: &str) -> String {
    let (a, b) = (place(random, text), place(random, text));
    format!("{}{}", &text[..a.min(b)], &text[a.max(b)..])
}
