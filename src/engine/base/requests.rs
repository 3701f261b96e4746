//! The loop of everything that answers requests: those who read add them to a queue in which each
//! source has a few places, and one thread carries them out, one after the other. A panic ends the
//! request alone.

use std::any::Any;
use std::collections::VecDeque;
use std::io;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The requests `R` that wait, each with its source `S`.
#[derive(Debug)]
pub struct RequestQueue<S, R> {
    /// The number of requests of a source that may wait.
    n_places: usize,
    waiting: Mutex<Waiting<S, R>>,
    /// Something is to be done, or nothing ever will.
    added: Condvar,
    /// A place is free, or the queue has stopped.
    taken: Condvar,
}

#[derive(Debug)]
struct Waiting<S, R> {
    is_stopped: bool,
    /// Whether no more requests come.
    is_ended: bool,
    /// Each with its name.
    urgent: VecDeque<(&'static str, R)>,
    requests: VecDeque<(S, R)>,
}

/// Why a request is not in the queue.
#[derive(Debug, PartialEq, Eq)]
pub enum NotAdded<R> {
    /// There is no place for it yet.
    Full(R),
    /// Nothing more is carried out.
    Stopped,
}

/// The next work.
#[derive(Debug, PartialEq, Eq)]
pub enum NextRequest<R> {
    Request(R),
    /// None came in time.
    Nothing,
    /// None will come.
    End,
}

/// Carries requests out.
pub trait Service<R> {
    /// How long to wait for a request before [`idle`](Self::idle) is called; `None`: until one
    /// comes.
    fn patience(&mut self) -> Option<Duration> {
        None
    }

    /// Does what is due while no request waits.
    ///
    /// # Errors
    /// The client is gone.
    fn idle(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// The name of a request in the message of a panic.
    fn name(request: &R) -> String;

    /// Carries out a request; `Break` after the last one.
    ///
    /// # Errors
    /// The client is gone.
    fn carry_out(&mut self, request: R) -> io::Result<ControlFlow<()>>;

    /// Tells the client that the request ended in a panic with this message.
    ///
    /// # Errors
    /// The client is gone.
    fn panicked(&mut self, why: &str) -> io::Result<()>;
}

impl<S: PartialEq, R> RequestQueue<S, R> {
    /// Creates a queue in which this many requests of a source may wait.
    pub const fn new(n_places: usize) -> Self {
        let requests = VecDeque::new();
        let urgent = VecDeque::new();
        let waiting = Waiting { is_stopped: false, is_ended: false, urgent, requests };
        let (added, taken) = (Condvar::new(), Condvar::new());
        Self { n_places, waiting: Mutex::new(waiting), added, taken }
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting<S, R>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a request once there is a place for it. It waits for the place, at most for this time
    /// if one is given.
    ///
    /// # Errors
    /// There was none in time, or the queue has stopped.
    pub fn add(&self, by: S, request: R, within: Option<Duration>) -> Result<(), NotAdded<R>> {
        let until = within.map(|within| Instant::now() + within);
        let mut waiting = self.waiting();
        loop {
            if waiting.is_stopped {
                return Err(NotAdded::Stopped);
            }
            let n_own = waiting.requests.iter().filter(|(source, _)| *source == by).count();
            if n_own < self.n_places {
                waiting.requests.push_back((by, request));
                self.added.notify_all();
                return Ok(());
            }
            match wait(&self.taken, waiting, until) {
                Some(next) => waiting = next,
                None => return Err(NotAdded::Full(request)),
            }
        }
    }

    /// Carries out a request before those that wait; of urgent ones with the same name, one.
    pub fn add_urgent(&self, name: &'static str, request: R) {
        let mut waiting = self.waiting();
        if waiting.urgent.iter().all(|(other, _)| *other != name) {
            waiting.urgent.push_back((name, request));
        }
        drop(waiting);
        self.added.notify_all();
    }

    /// Ends the queue after those that wait.
    pub fn end(&self) {
        self.waiting().is_ended = true;
        self.added.notify_all();
    }

    /// Ends the queue: none that waits is carried out.
    pub fn stop(&self) {
        let mut waiting = self.waiting();
        waiting.is_stopped = true;
        // Who waits for an answer learns that there is none.
        waiting.urgent.clear();
        waiting.requests.clear();
        drop(waiting);
        self.added.notify_all();
        self.taken.notify_all();
    }

    /// Waits for what is to be done next, without an end or for this time.
    pub fn next(&self, within: Option<Duration>) -> NextRequest<R> {
        let until = within.map(|within| Instant::now() + within);
        let mut waiting = self.waiting();
        loop {
            if waiting.is_stopped {
                return NextRequest::End;
            }
            if let Some((_, urgent)) = waiting.urgent.pop_front() {
                return NextRequest::Request(urgent);
            }
            if let Some((_, request)) = waiting.requests.pop_front() {
                self.taken.notify_all();
                return NextRequest::Request(request);
            }
            if waiting.is_ended {
                return NextRequest::End;
            }
            match wait(&self.added, waiting, until) {
                Some(next) => waiting = next,
                None => return NextRequest::Nothing,
            }
        }
    }

    /// Lets a service carry the requests out, until they end or it is done. The queue has stopped
    /// then.
    ///
    /// # Errors
    /// The client is gone.
    pub fn serve<T: Service<R>>(&self, service: &mut T) -> io::Result<()> {
        let _stopping = Stopping(self);
        loop {
            let request = match self.next(service.patience()) {
                NextRequest::Request(request) => request,
                NextRequest::Nothing => {
                    service.idle()?;
                    continue;
                }
                NextRequest::End => return Ok(()),
            };
            let name = T::name(&request);
            match contained(&name, || service.carry_out(request)) {
                Ok(done) => {
                    if done?.is_break() {
                        return Ok(());
                    }
                }
                Err(why) => service.panicked(&why)?,
            }
        }
    }
}

/// Waits until something changes; `None` if the time has passed.
fn wait<'a, T>(
    changed: &Condvar,
    guard: MutexGuard<'a, T>,
    until: Option<Instant>,
) -> Option<MutexGuard<'a, T>> {
    let Some(until) = until else {
        return Some(changed.wait(guard).unwrap_or_else(PoisonError::into_inner));
    };
    let left = until.saturating_duration_since(Instant::now());
    let waited = || changed.wait_timeout(guard, left).unwrap_or_else(PoisonError::into_inner).0;
    (!left.is_zero()).then(waited)
}

/// Stops a queue in the end, so that nobody waits for a place any more.
struct Stopping<'a, S: PartialEq, R>(&'a RequestQueue<S, R>);

impl<S: PartialEq, R> Drop for Stopping<'_, S, R> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Runs work; a panic is an error with its message.
pub fn contained<T>(what: &str, work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work))
        .map_err(|panic| format!("internal error in {what}: {}", panic_message(&*panic)))
}

/// Returns the message of a panic.
pub fn panic_message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("panicked")
}
