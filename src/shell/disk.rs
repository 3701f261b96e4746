//! File access of commands.

use super::CommandError;
use crate::files;
use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;

/// Where commands read and write files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum FileAccess {
    /// Nowhere: files are neither read nor written.
    #[default]
    None,
    /// On the disk.
    Disk,
    /// In memory, by name, for the lifetime of the shell: a test session leaves nothing behind and
    /// reads only what it wrote itself.
    Memory(BTreeMap<String, String>),
}

impl FileAccess {
    /// Checks that file access is allowed and that a name is given.
    pub(super) fn check(&self, name: &str) -> Result<(), CommandError> {
        match (self, name) {
            (Self::None, _) => Err(CommandError::refused("no file is read or written here")),
            (_, "") => Err(CommandError::refused("which file?")),
            _ => Ok(()),
        }
    }

    pub(super) fn read(&self, name: &str) -> Result<String, CommandError> {
        self.check(name)?;
        let text = match self {
            Self::Memory(files) => files.get(name).cloned().ok_or("there is no such file".into()),
            _ => fs::read_to_string(name).map_err(|error| error.to_string()),
        };
        text.map_err(|why| CommandError::refused(format!("cannot read {name}: {why}")))
    }

    pub(super) fn write(&mut self, name: &str, text: String) -> Result<(), CommandError> {
        self.check(name)?;
        let written = match self {
            Self::Memory(files) => {
                files.insert(name.to_owned(), text);
                Ok(())
            }
            _ => files::write(Path::new(name), &text),
        };
        written.map_err(|why| CommandError::refused(format!("cannot write {name}: {why}")))
    }

    /// Appends a line to a file.
    pub(super) fn append(&mut self, name: &str, line: &str) -> Result<(), CommandError> {
        let written = match self {
            Self::Memory(files) => {
                *files.entry(name.to_owned()).or_default() += &format!("{line}\n");
                Ok(())
            }
            _ => OpenOptions::new()
                .append(true)
                .open(name)
                .and_then(|mut file| writeln!(file, "{line}")),
        };
        written.map_err(|why| CommandError::refused(format!("cannot write {name}: {why}")))
    }
}
