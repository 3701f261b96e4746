//! File access of commands: which files an input may read and write depends on who wrote it.

use super::command_error::CommandError;
use super::trust::Origin;
use crate::files::{Files, Memory};
use std::sync::Arc;

/// The files of an origin of inputs.
#[derive(Clone, Debug, Default)]
pub(super) enum Port {
    #[default]
    None,
    Memory,
    Real(Arc<dyn Files>),
}

/// Where commands read and write files.
#[derive(Clone, Debug, Default)]
pub struct FileAccess {
    pub(super) typed: Port,
    pub(super) foreign: Port,
    /// What the inputs of files have written. It is read before everything else.
    pub(super) memory: Memory,
    /// Whether the current inputs come from a file, so that what they write stays in memory.
    pub(super) is_reading: bool,
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

    /// Whether what an input of this origin writes stays in memory, although there are files.
    pub(super) const fn is_kept_in_memory(&self, origin: Origin) -> bool {
        let is_in_memory = self.is_reading || matches!(self.foreign, Port::Memory);
        self.is_real() && !matches!(origin, Origin::Person) && is_in_memory
    }

    /// The access of a trial: a copy of the memory, or nothing.
    pub(super) fn trial(&self) -> Self {
        match self.foreign {
            Port::Memory => Self { memory: self.memory.copied(), ..Self::memory() },
            Port::None | Port::Real(_) => Self::none(),
        }
    }

    /// The files that an input of this origin may write, if it names one.
    pub(super) fn writable(
        &self,
        origin: Origin,
        name: &str,
    ) -> Result<Arc<dyn Files>, CommandError> {
        let port = if origin == Origin::Person { &self.typed } else { &self.foreign };
        match port {
            Port::None => Err(CommandError::refused("no file is read or written here")),
            _ if name.is_empty() => Err(CommandError::refused("which file?")),
            Port::Real(files) if origin == Origin::Person || !self.is_reading => Ok(files.clone()),
            Port::Real(_) | Port::Memory => Ok(Arc::new(self.memory.clone())),
        }
    }

    pub(super) fn read(&self, origin: Origin, name: &str) -> Result<String, CommandError> {
        self.writable(origin, name)?;
        let port = if origin == Origin::Person { &self.typed } else { &self.foreign };
        let text = match port {
            Port::Real(files) if !self.memory.has(name) => files.read(name),
            _ => self.memory.read(name),
        };
        text.map_err(|why| {
            let message = format!("cannot read {name}: {why}");
            match port {
                Port::Memory => {
                    CommandError::hinted(message, "a session reads only what it has written itself")
                }
                Port::None | Port::Real(_) => CommandError::refused(message),
            }
        })
    }
}
