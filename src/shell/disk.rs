//! File access of commands: which files an input may read and write depends on who wrote it.

use super::trust::Origin;
use super::{CommandError, Shell};
use crate::files::{Files, Memory};
use std::io;
use std::sync::Arc;

/// The files of an origin of inputs.
#[derive(Clone, Debug, Default)]
enum Port {
    #[default]
    None,
    Memory,
    Real(Arc<dyn Files>),
}

/// Where commands read and write files.
#[derive(Clone, Debug, Default)]
pub struct FileAccess {
    typed: Port,
    foreign: Port,
    /// What the inputs of files have written. It is read before everything else.
    memory: Memory,
    /// Whether the current inputs come from a file, so that what they write stays in memory.
    is_reading: bool,
}

impl FileAccess {
    /// No files.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// Files in memory, for the lifetime of the shell: a test session leaves nothing behind and
    /// reads only what it wrote itself.
    #[must_use]
    pub fn memory() -> Self {
        Self { typed: Port::Memory, foreign: Port::Memory, ..Self::default() }
    }

    /// Files in memory for the inputs of a session, as in a test; typed inputs have `typed`.
    #[must_use]
    pub fn session(typed: Arc<dyn Files>) -> Self {
        Self { typed: Port::Real(typed), ..Self::memory() }
    }

    /// Typed inputs have `typed`, those of pipes and programs have `foreign`. The inputs of a file
    /// read from there, too, but write to memory.
    #[must_use]
    pub fn new(typed: Arc<dyn Files>, foreign: Option<Arc<dyn Files>>) -> Self {
        let foreign = foreign.map_or(Port::None, Port::Real);
        Self { typed: Port::Real(typed), foreign, ..Self::default() }
    }

    /// Whether typed inputs have files outside of memory.
    pub(super) const fn is_real(&self) -> bool {
        matches!(self.typed, Port::Real(_))
    }

    /// The access of a trial: a copy of the memory, or nothing.
    pub(super) fn trial(&self) -> Self {
        match self.foreign {
            Port::Memory => Self { memory: self.memory.copied(), ..Self::memory() },
            Port::None | Port::Real(_) => Self::none(),
        }
    }

    /// The files that an input of this origin may write, if it names one.
    fn writable(&self, origin: Origin, name: &str) -> Result<Arc<dyn Files>, CommandError> {
        let port = if origin == Origin::Person { &self.typed } else { &self.foreign };
        match port {
            Port::None => Err(CommandError::refused("no file is read or written here")),
            _ if name.is_empty() => Err(CommandError::refused("which file?")),
            Port::Real(files) if origin == Origin::Person || !self.is_reading => Ok(files.clone()),
            Port::Real(_) | Port::Memory => Ok(Arc::new(self.memory.clone())),
        }
    }

    fn read(&self, origin: Origin, name: &str) -> Result<String, CommandError> {
        self.writable(origin, name)?;
        let port = if origin == Origin::Person { &self.typed } else { &self.foreign };
        let text = match port {
            Port::Real(files) if !self.memory.has(name) => files.read(name),
            _ => self.memory.read(name),
        };
        text.map_err(|why| CommandError::refused(format!("cannot read {name}: {why}")))
    }
}

impl Shell {
    /// Reads a file that the current input names.
    pub(super) fn read_file(&self, name: &str) -> Result<String, CommandError> {
        self.files.read(self.origin, name)
    }

    /// The files in which the current input may write the file that it names.
    pub(super) fn writable(&self, name: &str) -> Result<Arc<dyn Files>, CommandError> {
        let files = self.files.writable(self.origin, name)?;
        if self.origin == Origin::Person && self.files.is_real() {
            // What was typed last is read from now on, not what a session wrote before.
            let _ = self.files.memory.remove(name);
        }
        Ok(files)
    }

    /// Replaces a file that the current input names, and returns the files that it is one of.
    pub(super) fn write_file(
        &self,
        name: &str,
        text: &str,
    ) -> Result<Arc<dyn Files>, CommandError> {
        let files = self.writable(name)?;
        files.write(name, text).map_err(|why| unwritable(name, &why))?;
        Ok(files)
    }

    /// Runs the inputs of a file: what they write stays in memory.
    pub fn reading<T>(&mut self, act: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.files.is_reading, true);
        let done = act(self);
        self.files.is_reading = outer;
        done
    }
}

/// The error of a file that cannot be written.
pub(super) fn unwritable(name: &str, why: &io::Error) -> CommandError {
    CommandError::refused(format!("cannot write {name}: {why}"))
}
