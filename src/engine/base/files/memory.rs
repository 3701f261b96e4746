//! Files in memory, over those of another port: unsaved texts of an editor, the files of a test.

use super::port::{not_found, within};
use super::walk::join;
use super::{Entry, FileKind, Files};
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Files in memory. What is written stays there; what is not there is read from below. Clones share
/// their files.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    texts: Arc<Mutex<BTreeMap<String, String>>>,
    below: Option<Arc<dyn Files>>,
    /// The folder of the names, within `texts`.
    folder: String,
}

impl Memory {
    /// Creates an overlay of other files.
    pub fn over(below: Arc<dyn Files>) -> Self {
        Self { below: Some(below), ..Self::default() }
    }

    fn texts(&self) -> MutexGuard<'_, BTreeMap<String, String>> {
        self.texts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a file is in memory.
    pub fn has(&self, name: &str) -> bool {
        self.texts().contains_key(&join(&self.folder, name))
    }

    /// Returns a copy that shares nothing.
    pub fn copied(&self) -> Self {
        let texts = self.texts().clone();
        Self { texts: Arc::new(Mutex::new(texts)), ..self.clone() }
    }
}

impl Files for Memory {
    fn kind(&self, name: &str) -> io::Result<Option<FileKind>> {
        if self.has(name) {
            return Ok(Some(FileKind::File));
        }
        let folder = join(&self.folder, name) + "/";
        if self.texts().keys().any(|other| other.starts_with(&folder)) {
            return Ok(Some(FileKind::Folder));
        }
        self.below.as_ref().map_or(Ok(None), |below| below.kind(name))
    }

    fn read(&self, name: &str) -> io::Result<String> {
        let own = self.texts().get(&join(&self.folder, name)).cloned();
        match (own, &self.below) {
            (Some(text), _) => Ok(text),
            (None, Some(below)) => below.read(name),
            (None, None) => Err(not_found()),
        }
    }

    fn read_bytes(&self, name: &str, most: u64) -> io::Result<Vec<u8>> {
        match &self.below {
            Some(below) if !self.has(name) => below.read_bytes(name, most),
            _ => within(self.read(name)?.into_bytes(), most),
        }
    }

    fn write(&self, name: &str, text: &str) -> io::Result<()> {
        self.texts().insert(join(&self.folder, name), text.to_owned());
        Ok(())
    }

    fn append(&self, name: &str, text: &str, closing: &str) -> io::Result<()> {
        let old = self.read(name)?;
        match old.strip_suffix(closing) {
            Some(old) => self.write(name, &format!("{old}{text}{closing}")),
            None => self.write(name, &format!("{old}{text}")),
        }
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        self.texts().remove(&join(&self.folder, name)).map(drop).ok_or_else(not_found)
    }

    fn entries(&self, folder: &str) -> io::Result<Vec<Entry>> {
        let mut entries = match &self.below {
            Some(below) if folder.is_empty() || below.kind(folder)?.is_some() => {
                below.entries(folder)?
            }
            _ => Vec::new(),
        };
        let known: BTreeSet<String> = entries.iter().map(|entry| entry.name.clone()).collect();
        let start = match join(&self.folder, folder) {
            start if start.is_empty() => start,
            start => start + "/",
        };
        let texts = self.texts();
        let inside = texts.keys().filter_map(|name| name.strip_prefix(&start));
        let own: BTreeMap<&str, FileKind> = inside
            .map(|name| {
                let nested = name.split_once('/').map(|(first, _)| (first, FileKind::Folder));
                nested.unwrap_or((name, FileKind::File))
            })
            .filter(|(name, _)| !known.contains(*name))
            .collect();
        entries.extend(own.into_iter().map(|(name, kind)| Entry { name: name.to_owned(), kind }));
        entries.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(entries)
    }

    fn folder(&self, name: &str) -> io::Result<Arc<dyn Files>> {
        let name = name.trim_start_matches("./").trim_end_matches(['/', '.']);
        let below = match &self.below {
            Some(below) if name.is_empty() || below.kind(name)?.is_some() => {
                Some(below.folder(if name.is_empty() { "." } else { name })?)
            }
            _ => None,
        };
        let folder = if name.is_empty() { self.folder.clone() } else { join(&self.folder, name) };
        Ok(Arc::new(Self { texts: Arc::clone(&self.texts), below, folder }))
    }
}
