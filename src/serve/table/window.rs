//! The clock of a window.

use crate::debugger::answerable::{Answerable, Occasion};
use crate::kernel::{Moment, Prompt, Seat, SeatSet};
use std::time::Duration;

/// How long a moment lasts in which a seat is asked only at its own request. It depends on nothing
/// else, so that its end tells nothing.
const QUIET: Duration = Duration::from_secs(3);

/// The moments in which a seat is asked only at its own request.
const QUIET_MOMENTS: [(Moment, &str); 3] = [
    (Moment::Turn, "at the beginning of a turn"),
    (Moment::Draw, "before a draw"),
    (Moment::Between, "in the pause after a play"),
];

/// The time that a seat gets which needs more.
const MORE: Duration = Duration::from_secs(20);

/// An open window.
#[derive(Clone, Copy)]
pub struct OpenWindow {
    occasion: Occasion,
    pub moment: Moment,
    /// The time at which it closes; none without a clock, or before the clock runs.
    pub closes_at: Option<Duration>,
    pub more_time: SeatSet,
    /// Whether it has been waiting for somebody who is away.
    has_waited: bool,
}

impl OpenWindow {
    /// The window of a decision that can be answered, which may be the last one still.
    pub fn of(first: Option<&Answerable>, last: Option<Self>) -> Option<Self> {
        let decision = first?.decision();
        let subject = decision.cause.action.filter(|_| decision.prompt == Prompt::Respond)?.subject;
        let (occasion, moment) = (first?.fingerprint.occasion, Moment::of(&subject));
        let more_time = SeatSet::NONE;
        let new = Self { occasion, moment, closes_at: None, more_time, has_waited: false };
        last.filter(|last| last.occasion == occasion).or(Some(new))
    }

    /// The name of the moment, if seats are asked only at their own request in it.
    pub fn quiet(&self) -> Option<&'static str> {
        let quiet = QUIET_MOMENTS.iter().find(|(moment, _)| *moment == self.moment);
        quiet.map(|(moment, _)| name(*moment))
    }

    /// The moments in which seats are asked only at their own request: their names, and what they
    /// are.
    pub fn quiet_moments() -> [(&'static str, &'static str); 3] {
        QUIET_MOMENTS.map(|(moment, what)| (name(moment), what))
    }

    /// Whether its clock can pass for a seat. It does not for a player who is exploding: nobody
    /// else waits for an answer, and a slow one would cost the game.
    pub fn is_timed(&self) -> bool {
        self.moment != Moment::Explosion
    }

    /// Lets the clock run, of this many seconds; 0: none.
    pub fn start(&mut self, seconds: u32, now: Duration) {
        let length = match self.quiet() {
            Some(_) => Some(QUIET),
            None => (seconds > 0 && self.is_timed()).then(|| Duration::from_secs(seconds.into())),
        };
        self.closes_at = self.closes_at.or(length.map(|length| now + length));
    }

    /// Adds time for somebody who is away, once a window: whether they can answer it is not asked.
    pub fn wait(&mut self) {
        let closes_at = self.closes_at.filter(|_| self.quiet().is_none() && !self.has_waited);
        if let Some(closes_at) = closes_at {
            self.closes_at = Some(closes_at + MORE);
            self.has_waited = true;
        }
    }

    /// Adds time, once for each seat. Returns whether it was added.
    pub fn extend(&mut self, seat: Seat) -> bool {
        let closes_at = self.closes_at.filter(|_| self.quiet().is_none());
        let Some(closes_at) = closes_at.filter(|_| !self.more_time.has(seat)) else { return false };
        self.closes_at = Some(closes_at + MORE);
        self.more_time = self.more_time.with(seat);
        true
    }

    pub fn is_over(&self, now: Duration) -> bool {
        self.closes_at.is_some_and(|closes_at| closes_at <= now)
    }
}

fn name(moment: Moment) -> &'static str {
    Moment::ALL[moment as usize].1
}
