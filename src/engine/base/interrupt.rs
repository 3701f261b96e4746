//! The wish that a run stops.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The clock is read once in this many checks.
const CHECKS_PER_TIME: u32 = 64;

/// Whether a run must stop: the user has interrupted it, or its time has passed. Clones share it,
/// also between threads: whoever creates one passes it to what it may interrupt.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<InterruptState>);

#[derive(Debug, Default)]
struct InterruptState {
    is_set: AtomicBool,
    timer: Option<Timer>,
    n_checks: AtomicU32,
}

#[derive(Debug)]
struct Timer {
    since: Instant,
    /// The nanoseconds after that at which the time has passed.
    end: AtomicU64,
}

impl Timer {
    fn restart(&self, limit: Duration) {
        let end = self.since.elapsed().saturating_add(limit);
        self.end.store(nanoseconds(end), Ordering::Relaxed);
    }
}

/// Returns a time limit for this machine: multiplied by the environment variable
/// `LITTERBOX_TIMEOUT_FACTOR`, such as 10 where everything takes ten times as long.
pub fn time_limit(limit: Duration) -> Duration {
    let factor = std::env::var("LITTERBOX_TIMEOUT_FACTOR").ok();
    let factor = factor.and_then(|text| text.trim().parse::<u32>().ok());
    limit.saturating_mul(factor.unwrap_or(1))
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

impl Interrupt {
    /// Creates one that stops a run after this time from now on.
    pub fn after(limit: Duration) -> Self {
        let timer = Timer { since: Instant::now(), end: AtomicU64::default() };
        timer.restart(limit);
        Self(Arc::new(InterruptState { timer: Some(timer), ..InterruptState::default() }))
    }

    /// Gives the next run this time, from now on, if the time of runs is limited.
    pub fn restart(&self, limit: Duration) {
        self.0.timer.iter().for_each(|timer| timer.restart(limit));
    }

    /// Interrupts the run; returns whether the user already had.
    pub fn set(&self) -> bool {
        self.0.is_set.swap(true, Ordering::Relaxed)
    }

    /// Whether the run must stop.
    #[inline]
    pub fn is_set(&self) -> bool {
        self.0.is_set.load(Ordering::Relaxed) || self.0.timer.is_some() && self.is_late_at_times()
    }

    /// Forgets that the user has interrupted the run; returns whether it had to stop.
    pub fn take(&self) -> bool {
        self.0.is_set.swap(false, Ordering::Relaxed) || self.is_late()
    }

    /// Whether the time of the run has passed.
    pub fn is_late(&self) -> bool {
        self.0.timer.as_ref().is_some_and(|timer| {
            nanoseconds(timer.since.elapsed()) >= timer.end.load(Ordering::Relaxed)
        })
    }

    /// Whether the time has passed; only some calls read the clock.
    fn is_late_at_times(&self) -> bool {
        let n = self.0.n_checks.load(Ordering::Relaxed).wrapping_add(1);
        self.0.n_checks.store(n, Ordering::Relaxed);
        n.is_multiple_of(CHECKS_PER_TIME) && self.is_late()
    }
}
