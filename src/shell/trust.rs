//! Where an input comes from. Only what a person types may start a program: a session file, a
//! saved game, a journal, a pipe or the answers of an agent can do nothing but play.

use super::{CommandError, Reply, Shell};
pub use crate::transcript::Origin;

impl Shell {
    /// Runs one input line that a person has typed, or given on the command line.
    pub fn typed(&mut self, line: &str) -> Reply {
        self.from(Origin::Person, |bench| bench.take(line))
    }

    /// Does something on behalf of an origin.
    pub(super) fn from<T>(&mut self, origin: Origin, act: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.origin, origin);
        let done = act(self);
        self.origin = outer;
        done
    }

    /// Checks that the running input may start a program.
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

    /// The programs that were not started, because the input was not typed by a person, since this
    /// was last asked.
    pub fn take_not_started(&mut self) -> Vec<String> {
        std::mem::take(&mut self.not_started)
    }
}
