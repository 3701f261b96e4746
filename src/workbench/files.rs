//! The files of a project that its page may write: each whole or not at all, and never over a text
//! that the page has not seen.

use crate::error::SourceText;
use crate::files::{FileKind, Files, walk};
use crate::session::suite::ENDING;
use crate::variant::is_id;
use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

/// The maximum length of a text that is written, in bytes.
pub const MAX_TEXT: usize = 1 << 20;

/// The most steps that can be undone.
const MAX_UNDO: usize = 100;

/// The folders of scripts.
const SCRIPTS: [&str; 3] = ["cards", "combos", "rules"];

/// A text to write in place of another one.
#[derive(Clone, Debug)]
pub struct FileWrite {
    pub name: String,
    /// `None` removes the file.
    pub text: Option<String>,
    /// The hash of the text that it replaces; `None`: there is no such file.
    pub hash: Option<String>,
}

/// Why nothing was written.
#[derive(Debug)]
pub enum WriteError {
    /// The file has another text now, or is gone.
    Conflict(String, Option<String>),
    Refused(String),
}

/// Files that were written together, with their texts before and after.
#[derive(Clone, Debug)]
struct Step {
    about: String,
    files: Vec<(String, Option<String>, Option<String>)>,
}

pub struct ProjectFiles {
    folder: Arc<dyn Files>,
    steps: Vec<Step>,
}

/// The hash of a text, by which a page says what it has seen.
pub fn hash(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex()[..16].to_owned()
}

/// Whether a page may write a file of this name.
pub fn is_writable(name: &str) -> bool {
    let parts: Vec<&str> = name.split('/').collect();
    let json =
        |file: &str, is_fit: fn(&str) -> bool| file.strip_suffix(".json").is_some_and(is_fit);
    let is_language = |name: &str| {
        (1..=20).contains(&name.len())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
    };
    match parts[..] {
        ["scripts", folder, file] => {
            SCRIPTS.contains(&folder) && file.strip_suffix(".rhai").is_some_and(is_id)
        }
        ["variants", "titles", file] => json(file, is_language),
        ["variants", file] => json(file, is_id),
        ["tests", ref inner @ .., file] => {
            let is_plain = |part: &str| {
                let is_fit = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
                !part.is_empty() && !part.starts_with('.') && part.chars().all(is_fit)
            };
            let stem = file.strip_suffix(ENDING);
            stem.is_some_and(is_plain) && inner.iter().all(|part| is_plain(part))
        }
        _ => false,
    }
}

impl ProjectFiles {
    pub const fn new(folder: Arc<dyn Files>) -> Self {
        Self { folder, steps: Vec::new() }
    }

    /// The folder of the project.
    pub fn folder(&self) -> &dyn Files {
        self.folder.as_ref()
    }

    /// Returns all texts of the project by name. Files that cannot be read are left out: who opens
    /// one learns why.
    pub fn texts(&self) -> BTreeMap<String, SourceText> {
        let names = ["scripts", "variants", "tests"].into_iter().flat_map(|top| {
            let is_there = matches!(self.folder.kind(top), Ok(Some(FileKind::Folder)));
            let all = || walk::walk(self.folder.as_ref(), top, &|name| name.contains('.')).files;
            is_there.then(all).unwrap_or_default()
        });
        let texts = names.filter(|name| is_writable(name));
        texts
            .filter_map(|name| Some((name.clone(), self.folder.read(&name).ok()?.into())))
            .collect()
    }

    /// Returns the text of a file, if there is one.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn read(&self, name: &str) -> Result<Option<String>, WriteError> {
        match self.folder.read(name) {
            Ok(text) => Ok(Some(text)),
            Err(error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
                ) =>
            {
                Ok(None)
            }
            Err(error) => Err(WriteError::Refused(format!("{name}: {error}"))),
        }
    }

    /// Writes files as a step that can be undone: all, or none.
    ///
    /// # Errors
    /// A file may not be written, cannot be written, or is not as it was seen.
    pub fn write(&mut self, about: &str, writes: &[FileWrite]) -> Result<(), WriteError> {
        let mut step = Step { about: about.to_owned(), files: Vec::new() };
        for FileWrite { name, text, hash: seen } in writes {
            self.check(name, text.as_deref())?;
            let before = self.read(name)?;
            if before.as_deref().map(hash) != *seen {
                return Err(WriteError::Conflict(name.clone(), before));
            }
            step.files.push((name.clone(), before, text.clone()));
        }
        self.put(&step.files)?;
        self.steps.push(step);
        let n_old = self.steps.len().saturating_sub(MAX_UNDO);
        self.steps.drain(..n_old);
        Ok(())
    }

    /// The subject of the last step, if it can be undone.
    pub fn last_step(&self) -> Option<&str> {
        self.steps.last().map(|step| &*step.about)
    }

    /// Undoes the last step. Returns what it was about.
    ///
    /// # Errors
    /// There is none, or a file is not as it was left.
    pub fn undo(&mut self) -> Result<String, WriteError> {
        let none = || WriteError::Refused("there is nothing to undo".to_owned());
        let step = self.steps.last().cloned().ok_or_else(none)?;
        for (name, _, after) in &step.files {
            let now = self.read(name)?;
            if now != *after {
                return Err(WriteError::Conflict(name.clone(), now));
            }
        }
        let files: Vec<_> =
            step.files.into_iter().map(|(name, before, after)| (name, after, before)).collect();
        self.put(&files)?;
        self.steps.pop();
        Ok(step.about)
    }

    /// Checks the name and the length of what is to be written.
    fn check(&self, name: &str, text: Option<&str>) -> Result<(), WriteError> {
        let refuse = |why: String| Err(WriteError::Refused(why));
        if !is_writable(name) {
            return refuse(format!(
                "`{name}` is not written here: scripts/cards, scripts/combos, scripts/rules, \
                 variants and tests are"
            ));
        }
        if text.is_some_and(|text| text.len() > MAX_TEXT) {
            return refuse(format!("{name} is larger than {} MiB", MAX_TEXT >> 20));
        }
        let (mut folder, folded) = (String::new(), |name: &str| name.to_lowercase());
        for part in name.split('/') {
            let entries = self.folder.entries(&folder).unwrap_or_default();
            let is_alike = |other: &str| other != part && folded(other) == folded(part);
            if let Some(other) = entries.iter().find(|entry| is_alike(&entry.name)) {
                let other = walk::join(&folder, &other.name);
                return refuse(format!("`{other}` differs from `{name}` in case only"));
            }
            folder = walk::join(&folder, part);
        }
        Ok(())
    }

    /// Puts the new texts in place of the old ones; if one cannot be written, all are as before.
    fn put(&self, files: &[(String, Option<String>, Option<String>)]) -> Result<(), WriteError> {
        for (i, (name, _, text)) in files.iter().enumerate() {
            if let Err(error) = self.place(name, text.as_deref()) {
                for (name, before, _) in &files[..i] {
                    // What is on the disk is shown in either case.
                    let _ = self.place(name, before.as_deref());
                }
                return Err(WriteError::Refused(format!("cannot write {name}: {error}")));
            }
        }
        Ok(())
    }

    fn place(&self, name: &str, text: Option<&str>) -> io::Result<()> {
        match text {
            Some(text) => self.folder.write(name, text),
            None => self.folder.remove(name),
        }
    }
}
