//! What connections may cost.

use crate::agent::time_limit;
use std::time::Duration;

/// The limits of a server.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The maximum number of connections.
    pub connections: usize,
    /// The maximum length of the head of a request, in bytes.
    pub head: usize,
    /// How long the head of a request, and the first message of a socket, may take.
    pub greeting: Duration,
    /// The maximum length of a message, in bytes.
    pub message: usize,
    /// The messages of a connection that are read in a second; more of them wait.
    pub messages_a_second: u32,
    /// The number of messages that may wait for a slow connection before it is closed.
    pub unsent: usize,
    /// The time between two pings.
    pub ping: Duration,
    /// A connection that says nothing for this time is closed.
    pub silence: Duration,
    /// How long the answer to a wrong link takes.
    pub wrong_link: Duration,
    /// How many wrong links of an address in `block` block it.
    pub wrong_links: usize,
    /// How long an address stays blocked.
    pub block: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 64,
            head: 8 << 10,
            greeting: time_limit(Duration::from_secs(10)),
            message: 4 << 10,
            messages_a_second: 20,
            unsent: 32,
            ping: Duration::from_secs(20),
            silence: time_limit(Duration::from_secs(60)),
            wrong_link: Duration::from_secs(1),
            wrong_links: 10,
            block: Duration::from_secs(60),
        }
    }
}
