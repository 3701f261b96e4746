//! The pace at which frames are read.

use std::thread;
use std::time::{Duration, Instant};

const SECOND: Duration = Duration::from_secs(1);

/// Lets this many frames through in a second, at once or one after the other.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    frames_a_second: u32,
    /// When all frames so far would have been read without haste.
    due: Duration,
}

impl Pace {
    pub const fn new(frames_a_second: u32) -> Self {
        Self { frames_a_second, due: Duration::ZERO }
    }

    /// Counts a frame. Returns how long it waits, so that those who share a pace take turns.
    pub fn count(&mut self, now: Duration) -> Duration {
        self.due = self.due.max(now) + SECOND / self.frames_a_second;
        self.due.saturating_sub(now + SECOND)
    }
}

/// The clock of the pace; a test may set its own.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    pub begun: Instant,
    /// The time since then.
    pub now: fn(Instant) -> Duration,
    pub sleep: fn(Duration),
}

impl Default for Clock {
    fn default() -> Self {
        Self { begun: Instant::now(), now: |begun| begun.elapsed(), sleep: thread::sleep }
    }
}
