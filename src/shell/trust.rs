//! The origin of an input. Only typed inputs may start a program: session files, saved games,
//! journals, pipes and agents can only play.

use super::Reply;
use super::command_error::CommandError;
use super::state::Shell;
pub use crate::transcript::Origin;

impl Shell {
    /// Runs one input line that was typed or given on the command line.
    pub fn typed(&mut self, line: &str) -> Reply {
        self.from(Origin::Person, |bench| bench.take(line))
    }

    /// Runs an action with an origin.
    pub(super) fn from<T>(&mut self, origin: Origin, act: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.origin, origin);
        let done = act(self);
        self.origin = outer;
        done
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

    /// Returns the programs that untrusted inputs were not allowed to start since the last call.
    pub fn take_not_started(&mut self) -> Vec<String> {
        std::mem::take(&mut self.not_started)
    }
}
