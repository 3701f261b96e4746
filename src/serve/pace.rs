//! The pace at which frames are read.

use std::time::Duration;

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
