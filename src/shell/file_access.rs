//! The files that the current input may read and write.

use super::command_error::{CommandError, unwritable};
use super::state::Shell;
use super::trust::Origin;
use crate::debugger::reply::Part;
use crate::files::Files;
use std::sync::Arc;

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

    /// The warning about a file that the current input seems to write.
    pub(super) fn kept_in_memory(&self, name: &str) -> Option<Part> {
        let message = format!("{name} is kept in memory: only what you type writes files");
        self.files.is_kept_in_memory(self.origin).then_some(Part::Warning { message })
    }

    /// Runs the inputs of a file: what they write stays in memory.
    pub fn reading<T>(&mut self, act: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.files.is_reading, true);
        let done = act(self);
        self.files.is_reading = outer;
        done
    }
}
