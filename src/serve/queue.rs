//! The jobs of the table. Each link has a few places in the queue, for which its connections wait,
//! and to stop comes before all jobs.

use super::table::Who;
use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The maximum number of jobs of a link that wait, and of connections without a link.
pub const MAX_JOBS: usize = 4;

/// The next work of the thread of the table.
#[derive(Debug, PartialEq, Eq)]
pub enum Next<J> {
    Stop,
    /// Saved scripts and variants are to be taken over.
    Reload,
    /// Work in the background has a result.
    Wake,
    Job(J),
    /// There was nothing to do in time.
    Nothing,
}

/// The queue has ended.
#[derive(Debug, PartialEq, Eq)]
pub struct Stopped;

/// The jobs that wait.
#[derive(Debug)]
pub struct Queue<J> {
    waiting: Mutex<Waiting<J>>,
    /// Something is to be done.
    added: Condvar,
    /// A place is free, or the queue has ended.
    taken: Condvar,
}

#[derive(Debug)]
struct Waiting<J> {
    is_stopped: bool,
    is_reload: bool,
    is_woken: bool,
    /// Each with the link of its connection.
    jobs: VecDeque<(Option<Who>, J)>,
}

impl<J> Default for Queue<J> {
    fn default() -> Self {
        let waiting =
            Waiting { is_stopped: false, is_reload: false, is_woken: false, jobs: VecDeque::new() };
        Self { waiting: Mutex::new(waiting), added: Condvar::new(), taken: Condvar::new() }
    }
}

impl<J> Queue<J> {
    fn waiting(&self) -> MutexGuard<'_, Waiting<J>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a job of a link, or of a connection that has none, once there is a place for it.
    ///
    /// # Errors
    /// The queue has ended.
    pub fn add(&self, by: Option<&Who>, job: J) -> Result<(), Stopped> {
        let mut waiting = self.waiting();
        while !waiting.is_stopped
            && waiting.jobs.iter().filter(|(one, _)| one.as_ref() == by).count() >= MAX_JOBS
        {
            waiting = self.taken.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
        if waiting.is_stopped {
            return Err(Stopped);
        }
        waiting.jobs.push_back((by.cloned(), job));
        self.added.notify_all();
        Ok(())
    }

    /// Takes saved scripts and variants over before the next job.
    pub fn reload(&self) {
        self.waiting().is_reload = true;
        self.added.notify_all();
    }

    /// Looks at results of the background before the next job.
    pub fn wake(&self) {
        self.waiting().is_woken = true;
        self.added.notify_all();
    }

    /// Ends the queue: no job that waits is done.
    pub fn stop(&self) {
        let mut waiting = self.waiting();
        waiting.is_stopped = true;
        // Who waits for the answer to a job learns that there is none.
        waiting.jobs.clear();
        drop(waiting);
        self.added.notify_all();
        self.taken.notify_all();
    }

    /// Waits for what is to be done next, without an end or for this time.
    pub fn next(&self, within: Option<Duration>) -> Next<J> {
        let until = within.map(|within| Instant::now() + within);
        let mut waiting = self.waiting();
        loop {
            if waiting.is_stopped {
                return Next::Stop;
            }
            if std::mem::take(&mut waiting.is_reload) {
                return Next::Reload;
            }
            if std::mem::take(&mut waiting.is_woken) {
                return Next::Wake;
            }
            if let Some((_, job)) = waiting.jobs.pop_front() {
                self.taken.notify_all();
                return Next::Job(job);
            }
            let left = until.map(|until| until.saturating_duration_since(Instant::now()));
            waiting = match left {
                Some(Duration::ZERO) => return Next::Nothing,
                Some(left) => {
                    let waited = self.added.wait_timeout(waiting, left);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
                None => self.added.wait(waiting).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }
}
