//! The rights of an input, by who wrote it. Only typed inputs may start a program: session files,
//! saved games, journals, pipes and agents can only play. Which files it reads and writes depends
//! on its origin, too.

use super::command_error::{CommandError, unwritable};
use super::reply::Part;
use crate::base::files::{Files, Memory, OutputType};
pub use crate::transcript::Origin;
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
    /// The files that inputs of files have written. It is read before everything else.
    memory: Memory,
}

impl FileAccess {
    pub fn none() -> Self {
        Self::default()
    }

    /// Files in memory, for the lifetime of the shell: a test session leaves nothing behind and
    /// reads only what it wrote itself.
    pub fn memory() -> Self {
        Self { typed: Port::Memory, foreign: Port::Memory, ..Self::default() }
    }

    /// Files in memory for the inputs of a session, as in a test; typed inputs have `typed`.
    pub fn session(typed: Arc<dyn Files>) -> Self {
        Self { typed: Port::Real(typed), ..Self::memory() }
    }

    /// Typed inputs have `typed`, those of pipes and programs have `foreign`. The inputs of a file
    /// read from there, too, but write to memory.
    pub fn new(typed: Arc<dyn Files>, foreign: Option<Arc<dyn Files>>) -> Self {
        let foreign = foreign.map_or(Port::None, Port::Real);
        Self { typed: Port::Real(typed), foreign, ..Self::default() }
    }

    /// Whether typed inputs have files outside of memory.
    pub(super) const fn is_real(&self) -> bool {
        matches!(self.typed, Port::Real(_))
    }
}

/// The rights of the current input.
#[derive(Default)]
pub struct Trust {
    origin: Origin,
    /// Whether the current inputs come from a file, so that what they write stays in memory.
    is_reading: bool,
    /// Programs that untrusted inputs were not allowed to start.
    not_started: Vec<String>,
    /// Whether inputs that were not typed may start programs.
    pub allow_exec: bool,
    /// Where files are read and written.
    pub files: FileAccess,
}

impl Trust {
    /// Sets the origin of the inputs that follow; returns the one of those before.
    pub(super) fn set_origin(&mut self, origin: Origin) -> Origin {
        std::mem::replace(&mut self.origin, origin)
    }

    /// Sets whether the inputs that follow come from a file; returns whether those before do.
    pub(super) fn set_reading(&mut self, is_reading: bool) -> bool {
        std::mem::replace(&mut self.is_reading, is_reading)
    }

    /// The rights of the inputs of a trial: they have a copy of the memory, or no files.
    pub(super) fn trial(&self) -> Self {
        let files = match self.files.foreign {
            Port::Memory => {
                FileAccess { memory: self.files.memory.copied(), ..FileAccess::memory() }
            }
            Port::None | Port::Real(_) => FileAccess::none(),
        };
        Self { files, ..Self::default() }
    }

    /// Checks that the current input may start a program.
    pub(super) fn may_start(&mut self, program: &str) -> Result<(), CommandError> {
        if self.origin == Origin::Person || self.allow_exec {
            return Ok(());
        }
        self.not_started.push(program.to_owned());
        Err(CommandError::hinted(
            format!("`{program}` starts a program, which only an input typed by you may do"),
            "`--allow-exec` on the command line allows it for files and pipes, too",
        ))
    }

    /// The programs that untrusted inputs were not allowed to start since the last call.
    pub fn take_not_started(&mut self) -> Vec<String> {
        std::mem::take(&mut self.not_started)
    }

    const fn port(&self) -> &Port {
        match self.origin {
            Origin::Person => &self.files.typed,
            Origin::Foreign => &self.files.foreign,
        }
    }

    /// The files that the current input may write, if it names one.
    fn target(&self, name: &str) -> Result<Arc<dyn Files>, CommandError> {
        match self.port() {
            Port::None => Err(CommandError::refused("no file is read or written here")),
            _ if name.is_empty() => Err(CommandError::refused("which file?")),
            Port::Real(files) if !self.is_in_memory() => Ok(files.clone()),
            Port::Real(_) | Port::Memory => Ok(Arc::new(self.files.memory.clone())),
        }
    }

    /// Whether the current input writes files to memory.
    const fn is_in_memory(&self) -> bool {
        match self.port() {
            Port::Real(_) => self.is_reading && matches!(self.origin, Origin::Foreign),
            Port::None | Port::Memory => true,
        }
    }

    /// Reads a file that the current input names.
    pub(super) fn read(&self, name: &str) -> Result<String, CommandError> {
        self.target(name)?;
        let text = match self.port() {
            Port::Real(files) if !self.files.memory.has(name) => files.read(name),
            _ => self.files.memory.read(name),
        };
        text.map_err(|why| {
            let message = format!("cannot read {name}: {why}");
            match self.port() {
                Port::Memory => {
                    CommandError::hinted(message, "a session reads only what it has written itself")
                }
                Port::None | Port::Real(_) => CommandError::refused(message),
            }
        })
    }

    /// The files in which the current input may write the file that it names. Outside of memory it
    /// replaces only one of this type.
    pub(super) fn writable(
        &self,
        of: Option<&OutputType>,
        name: &str,
    ) -> Result<Arc<dyn Files>, CommandError> {
        let files = self.target(name)?;
        if let Some(of) = of.filter(|_| !self.is_in_memory()) {
            let checked = of.check_replaced(&*files, name);
            checked.map_err(|why| CommandError::refused(why.to_string()))?;
        }
        if self.origin == Origin::Person && self.files.is_real() {
            // What was typed last is read from now on, not what a session wrote before.
            let _ = self.files.memory.remove(name);
        }
        Ok(files)
    }

    /// Replaces a file that the current input names, and returns the files that it is one of.
    pub(super) fn write(
        &self,
        of: &OutputType,
        name: &str,
        text: &str,
    ) -> Result<Arc<dyn Files>, CommandError> {
        let files = self.writable(Some(of), name)?;
        files.write(name, text).map_err(|why| unwritable(name, &why))?;
        Ok(files)
    }

    /// The warning about a file that the current input seems to write.
    pub(super) fn kept_in_memory(&self, name: &str) -> Option<Part> {
        let is_in_memory = self.is_reading || matches!(self.files.foreign, Port::Memory);
        let is_kept = self.files.is_real() && self.origin == Origin::Foreign && is_in_memory;
        let message = format!("{name} is kept in memory: only what you type writes files");
        is_kept.then_some(Part::Warning { message })
    }
}
