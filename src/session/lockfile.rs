//! The lockfile: hashes of the scripts and variants with which each session file last passed, so
//! that a difference can name what has changed since. It does not affect results.

use crate::base::files::Files;
use crate::shell::Shell;
use crate::transcript::short_hash;
use crate::variant::{Asset, lineage};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::sync::Arc;

/// The file, and the file that keeps its folder out of version control.
const FILE: &str = ".litterbox/lock.json";
const GITIGNORE: &str = ".litterbox/.gitignore";

/// The hashes of the variants, titles and scripts of games.
#[derive(Clone, Debug, Default)]
pub struct UsedFiles {
    hashes: BTreeMap<String, String>,
    games: BTreeSet<(String, Option<String>)>,
}

impl UsedFiles {
    /// Records the ruleset of a shell's game.
    pub fn note(&mut self, shell: &Shell) {
        let Some(debugger) = shell.debugger() else { return };
        let header = &debugger.header;
        if !self.games.insert((header.variant.clone(), header.lang.clone())) {
            return;
        }
        let library = shell.library();
        let language = header.lang.as_deref().unwrap_or("en");
        let files = lineage(library, &header.variant).into_iter().chain(library.titles(language));
        let files =
            files.map(|Asset { name, text, .. }| (name.to_string(), short_hash(text.as_bytes())));
        self.hashes.extend(files);
        self.hashes.extend(header.scripts.clone());
    }
}

/// The state of a session file when it last passed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct LockEntry {
    /// The hash of the file itself.
    file: String,
    /// The hashes of the files it used.
    used: BTreeMap<String, String>,
}

/// The version of the format.
const FORMAT: u32 = 1;

/// The contents of the lockfile.
#[derive(Debug, Default, Deserialize)]
struct Saved {
    lock: u32,
    files: BTreeMap<String, LockEntry>,
}

/// The states of all session files of a folder.
#[derive(Debug)]
pub struct Lockfile {
    folder: Arc<dyn Files>,
    entries: BTreeMap<String, LockEntry>,
    is_changed: bool,
}

impl Lockfile {
    /// Reads the lockfile of a folder; empty if it cannot be read or has another format.
    pub fn read(folder: Arc<dyn Files>) -> Self {
        let text = folder.read(FILE).unwrap_or_default();
        let saved: Saved = serde_json::from_str(&text).unwrap_or_default();
        let entries = if saved.lock == FORMAT { saved.files } else { BTreeMap::new() };
        Self { folder, entries, is_changed: false }
    }

    /// Records that a file passes.
    pub fn lock(&mut self, name: &str, text: &str, used: &UsedFiles) {
        let entry = LockEntry { file: short_hash(text.as_bytes()), used: used.hashes.clone() };
        if self.entries.get(name) != Some(&entry) {
            self.entries.insert(name.to_owned(), entry);
            self.is_changed = true;
        }
    }

    /// The changes since a file last passed, in what it used then and uses now; empty if it never
    /// has.
    pub fn changed(&self, name: &str, text: &str, used: &UsedFiles) -> Vec<String> {
        let Some(locked) = self.entries.get(name) else { return Vec::new() };
        let differs = |(name, then): &(&String, &String)| {
            used.hashes.get(*name).is_some_and(|now| now != *then)
        };
        let differing = locked.used.iter().filter(differs);
        let mut changed: Vec<String> = differing.map(|(name, _)| name.clone()).collect();
        if locked.file != short_hash(text.as_bytes()) {
            changed.push("the file itself".to_owned());
        }
        changed
    }

    /// Writes the changes.
    ///
    /// # Errors
    /// The folder or the file cannot be written; the error names it.
    pub fn write(&self) -> io::Result<()> {
        if !self.is_changed {
            return Ok(());
        }
        if matches!(self.folder.kind(FILE), Ok(None)) {
            self.put(GITIGNORE, "*\n")?;
        }
        let lines = self.entries.iter().map(|(name, entry)| {
            let entry = serde_json::to_string(entry).unwrap_or_default();
            format!("    {}: {entry}", serde_json::Value::from(name.as_str()))
        });
        let files = lines.collect::<Vec<_>>().join(",\n");
        let text = format!("{{\n  \"lock\": {FORMAT},\n  \"files\": {{\n{files}\n  }}\n}}\n");
        self.put(FILE, &text)
    }

    fn put(&self, name: &str, text: &str) -> io::Result<()> {
        self.folder.write(name, text).map_err(|error| {
            let hint = "move it away, so that it can be written anew";
            io::Error::new(error.kind(), format!("cannot write {name}: {error}; {hint}"))
        })
    }
}
