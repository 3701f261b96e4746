//! Limits of connections.

use crate::base::time_limit;
use crate::base::timed_stream::Clock;
use std::net::IpAddr;
use std::time::Duration;

/// The limits of a server.
#[derive(Clone, Copy, Debug)]
pub struct ConnectionLimits {
    /// The maximum number of connections that have joined; some of them are kept for right links.
    pub connections: usize,
    /// The maximum number of pages of the author, and of each seat.
    pub pages: usize,
    /// The maximum number of connections without a join; for one more, the oldest is closed.
    pub waiting: usize,
    /// How many of those an address may have, if they came through no proxy.
    pub address: usize,
    /// The maximum length of the head of a request, in bytes.
    pub head: usize,
    /// How long the head of a request with the first message of a socket may take, and the page.
    pub greeting: Duration,
    /// As `greeting`, for a request that came through a proxy, which has no share by its address.
    pub proxied_greeting: Duration,
    /// The maximum length of a message, in bytes.
    pub message: usize,
    /// As `message`, for the author.
    pub author_message: usize,
    /// Whether the author's page may be opened from an address.
    pub is_author_at: fn(&IpAddr) -> bool,
    /// The frames of all connections of a link that are read in a second; more of them wait.
    pub frames_a_second: u32,
    pub clock: Clock,
    /// The number of messages that may wait for a slow connection before it is closed.
    pub unsent: usize,
    /// The time between two pings.
    pub ping: Duration,
    /// A connection that says nothing for this time is closed.
    pub silence: Duration,
    /// How long the answer to a wrong link takes.
    pub wrong_link: Duration,
}

impl Default for ConnectionLimits {
    fn default() -> Self {
        Self {
            connections: 64,
            pages: 4,
            waiting: 64,
            address: 16,
            head: 8 << 10,
            greeting: time_limit(Duration::from_secs(10)),
            proxied_greeting: time_limit(Duration::from_secs(3)),
            message: 4 << 10,
            author_message: 4 << 10,
            is_author_at: |_| true,
            frames_a_second: 20,
            clock: Clock::default(),
            unsent: 32,
            ping: Duration::from_secs(20),
            silence: time_limit(Duration::from_secs(60)),
            wrong_link: Duration::from_secs(1),
        }
    }
}
