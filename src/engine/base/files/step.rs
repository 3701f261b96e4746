//! Changes of several files together: all or none, and never of a text that was not seen.

use super::{Files, walk};
use std::{fmt, io};

/// A file to write or to delete.
#[derive(Clone, Debug)]
pub struct FileChange {
    pub name: String,
    /// `None` deletes it.
    pub text: Option<String>,
    /// The hash of the text that it had when it was seen; `None`: there was no such file.
    pub hash: Option<String>,
}

/// Why nothing was changed.
#[derive(Debug)]
pub enum ChangeError {
    /// The file has another text than the one that was seen, or is gone.
    Conflict(String, Option<String>),
    Refused(String),
    Io(String, io::Error),
}

/// Files that were changed together, each with its text before and after.
#[derive(Clone, Debug)]
pub struct FileStep(Vec<(String, Option<String>, Option<String>)>);

/// The hash of a text, by which somebody says which one was seen.
pub fn text_hash(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex()[..16].to_owned()
}

impl FileChange {
    /// A file that does not exist yet.
    pub fn new(name: &str, text: String) -> Self {
        Self { name: name.to_owned(), text: Some(text), hash: None }
    }

    /// Another text for a file.
    pub fn edit(name: &str, old: &str, text: String) -> Self {
        Self { hash: Some(text_hash(old)), ..Self::new(name, text) }
    }

    /// Whether it creates the file of this name.
    pub fn creates(&self, name: &str) -> bool {
        self.name == name && self.hash.is_none()
    }
}

impl FileStep {
    /// Changes files: all, or none.
    ///
    /// # Errors
    /// A file is not as it was seen, cannot be written, or has a name like that of another one.
    pub fn carry_out(folder: &dyn Files, changes: &[FileChange]) -> Result<Self, ChangeError> {
        let mut step = Vec::new();
        for FileChange { name, text, hash } in changes {
            check_case(folder, name)?;
            let before = read(folder, name)?;
            if before.as_deref().map(text_hash) != *hash {
                return Err(ChangeError::Conflict(name.clone(), before));
            }
            step.push((name.clone(), before, text.clone()));
        }
        put(folder, &step)?;
        Ok(Self(step))
    }

    /// Puts the former texts back: all, or none.
    ///
    /// # Errors
    /// A file is not as it was left, or cannot be written.
    pub fn undo(&self, folder: &dyn Files) -> Result<(), ChangeError> {
        for (name, _, after) in &self.0 {
            let now = read(folder, name)?;
            if now != *after {
                return Err(ChangeError::Conflict(name.clone(), now));
            }
        }
        let back = |(name, before, after): &(String, Option<String>, Option<String>)| {
            (name.clone(), after.clone(), before.clone())
        };
        put(folder, &self.0.iter().map(back).collect::<Vec<_>>())
    }
}

/// Returns the text of a file, if there is one.
fn read(folder: &dyn Files, name: &str) -> Result<Option<String>, ChangeError> {
    let is_missing = |error: &io::Error| {
        matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
    };
    match folder.read(name) {
        Ok(text) => Ok(Some(text)),
        Err(error) if is_missing(&error) => Ok(None),
        Err(error) => Err(ChangeError::Io(name.to_owned(), error)),
    }
}

/// Checks that no file or folder has this name but for its case: on some disks it is one file.
fn check_case(folder: &dyn Files, name: &str) -> Result<(), ChangeError> {
    let mut inner = String::new();
    for part in name.split('/') {
        let entries = folder.entries(&inner).unwrap_or_default();
        let is_like = |other: &str| other != part && other.to_lowercase() == part.to_lowercase();
        if let Some(other) = entries.iter().find(|entry| is_like(&entry.name)) {
            let other = walk::join(&inner, &other.name);
            let why = format!("`{other}` differs from `{name}` in case only");
            return Err(ChangeError::Refused(why));
        }
        inner = walk::join(&inner, part);
    }
    Ok(())
}

/// Puts the new texts in place of the old ones; if one cannot be written, all are as before.
fn put(
    folder: &dyn Files,
    files: &[(String, Option<String>, Option<String>)],
) -> Result<(), ChangeError> {
    let place = |name: &str, text: Option<&str>| match text {
        Some(text) => folder.write(name, text),
        None => folder.remove(name),
    };
    for (i, (name, _, text)) in files.iter().enumerate() {
        if let Err(error) = place(name, text.as_deref()) {
            for (name, before, _) in &files[..i] {
                // If this fails too, the first error is the one to tell.
                let _ = place(name, before.as_deref());
            }
            return Err(ChangeError::Io(name.clone(), error));
        }
    }
    Ok(())
}

impl From<String> for ChangeError {
    fn from(why: String) -> Self {
        Self::Refused(why)
    }
}

impl fmt::Display for ChangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Conflict(name, _) => write!(f, "{name} has been changed by another program"),
            Self::Refused(why) => f.write_str(why),
            Self::Io(name, error) => write!(f, "{name}: {error}"),
        }
    }
}
