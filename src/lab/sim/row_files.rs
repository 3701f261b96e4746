//! Files of rows, written in the order of the games while several threads play them.

use super::row_format::{RowFormat, Rows, headers};
use crate::base::Interrupt;
use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How many games a thread may be ahead of the first unwritten one. The rows of these games are all
/// that is kept in memory.
const AHEAD: u64 = 256;

/// How often a waiting thread checks whether the run was stopped.
const TICK: Duration = Duration::from_millis(100);

/// The files for the rows of games, plays and decisions.
pub struct RowFiles {
    pub(super) formats: [Option<RowFormat>; 3],
    state: Mutex<RowQueue>,
    written: Condvar,
}

impl fmt::Debug for RowFiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RowFiles").field("formats", &self.formats).finish_non_exhaustive()
    }
}

/// A file to write rows to.
pub type RowOutput = (RowFormat, Box<dyn Write + Send>);

struct RowQueue {
    files: [Option<Box<dyn Write + Send>>; 3],
    /// The first game whose rows are not written.
    next: u64,
    waiting: BTreeMap<u64, Rows>,
    /// The first error, with the number of its file.
    error: Option<(usize, io::Error)>,
}

impl RowFiles {
    /// Creates the files of a run of the games from `first` on. The files of game 0 begin with a
    /// header, so that the files of shards can be concatenated.
    pub fn new(outputs: [Option<RowOutput>; 3], first: u64) -> Self {
        let mut formats = [None; 3];
        let mut files = [const { None }; 3];
        for (i, output) in outputs.into_iter().enumerate() {
            if let Some((format, file)) = output {
                (formats[i], files[i]) = (Some(format), Some(file));
            }
        }
        let mut queue = RowQueue { files, next: first, waiting: BTreeMap::new(), error: None };
        if first == 0 {
            queue.write(&headers(formats));
        }
        Self { formats, state: Mutex::new(queue), written: Condvar::new() }
    }

    fn queue(&self) -> MutexGuard<'_, RowQueue> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes the rows of a game once those of all earlier games are written. Waits if the thread
    /// is too far ahead of the others. A write error stops the run.
    pub(super) fn submit(&self, game: u64, rows: Rows, stop: &Interrupt) {
        let mut queue = self.queue();
        // A worker plays its games in ascending order, so the next one is never waiting here.
        while game >= queue.next.saturating_add(AHEAD) && !stop.is_set() {
            let waited = self.written.wait_timeout(queue, TICK);
            (queue, _) = waited.unwrap_or_else(PoisonError::into_inner);
        }
        queue.waiting.insert(game, rows);
        loop {
            let next = queue.next;
            let Some(rows) = queue.waiting.remove(&next) else { break };
            queue.write(&rows);
            queue.next += 1;
        }
        if queue.error.is_some() {
            stop.set();
        }
        drop(queue);
        self.written.notify_all();
    }

    /// Writes what is left after a stopped run, and closes the files.
    ///
    /// # Errors
    /// The first write error, with the number of the file: 0 games, 1 plays, 2 decisions.
    pub fn finish(self) -> Result<(), (usize, io::Error)> {
        let mut queue = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        let waiting = std::mem::take(&mut queue.waiting);
        waiting.values().for_each(|rows| queue.write(rows));
        for i in 0..queue.files.len() {
            if let Some(file) = &mut queue.files[i]
                && let Err(error) = file.flush()
            {
                queue.error.get_or_insert((i, error));
            }
        }
        queue.error.map_or(Ok(()), Err)
    }
}

impl RowQueue {
    fn write(&mut self, rows: &Rows) {
        for (i, (file, rows)) in self.files.iter_mut().zip(rows).enumerate() {
            if let Some(file) = file
                && self.error.is_none()
                && let Err(error) = file.write_all(rows)
            {
                self.error = Some((i, error));
            }
        }
    }
}
