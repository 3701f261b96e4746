//! The time that answers may take.

use crate::base::time_limit;
use std::time::Duration;

/// How long a server works on what an editor waits for.
#[derive(Clone, Copy, Debug)]
pub struct TimeLimits {
    /// The time after which a request is answered with nothing.
    pub request: Duration,
    /// The most time that a block of a session is played to complete a line.
    pub completion: Duration,
    /// The most time that a session file runs.
    pub session: Duration,
}

impl Default for TimeLimits {
    fn default() -> Self {
        // An unoptimised program has more time.
        let (request, completion) =
            if cfg!(debug_assertions) { (3_000, 1_000) } else { (900, 200) };
        let [request, completion, session] = [request, completion, 2_000]
            .map(|milliseconds| time_limit(Duration::from_millis(milliseconds)));
        Self { request, completion, session }
    }
}
