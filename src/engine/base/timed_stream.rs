//! Connections whose reads and writes end at a certain time.

use super::time_limit;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// How much of what a refused client still sends is read, and for how long.
const MAX_REST: usize = 1 << 20;
const REST_TIME: Duration = Duration::from_secs(1);

/// The clock of connections; a test may set its own.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    pub begun: Instant,
    /// The time since then.
    pub elapsed: fn(Instant) -> Duration,
    pub sleep: fn(Duration),
}

impl Clock {
    pub fn now(&self) -> Instant {
        self.begun + (self.elapsed)(self.begun)
    }
}

impl Default for Clock {
    fn default() -> Self {
        Self { begun: Instant::now(), elapsed: |begun| begun.elapsed(), sleep: thread::sleep }
    }
}

/// A connection that is read and written until a time.
#[derive(Debug)]
pub struct TimedStream {
    pub stream: Arc<TcpStream>,
    pub until: Instant,
    pub clock: Clock,
}

impl Read for TimedStream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(Some(self.left()?))?;
        (&*self.stream).read(buffer)
    }
}

impl Write for TimedStream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(Some(self.left()?))?;
        (&*self.stream).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl TimedStream {
    /// # Errors
    /// No time is left.
    fn left(&self) -> io::Result<Duration> {
        let left = self.until.saturating_duration_since(self.clock.now());
        if left.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(left) }
    }

    /// Reads what is sent until the time is over, or the connection has ended.
    pub fn read_for_nothing(&mut self) {
        let mut block = [0; 1024];
        while self.read(&mut block).is_ok_and(|n| n > 0) {}
    }

    /// Ends the connection after an answer. What is still sent is read first: otherwise the system
    /// would drop the answer.
    pub fn end(mut self) {
        let _ = self.stream.shutdown(Shutdown::Write);
        self.until = self.clock.now() + time_limit(REST_TIME);
        let _ = io::copy(&mut self.take(MAX_REST as u64), &mut io::sink());
    }
}

/// Whether reading took too long.
pub fn is_late(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}
