//! A WebSocket: one thread reads it, another one writes what is waiting.

use super::limits::ConnectionLimits;
use super::pace::Pace;
use super::wire::ServerMessage;
use crate::base::timed_stream::{TimedStream, is_late};
use std::borrow::Cow;
use std::io::{self, Cursor, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};
use tungstenite::protocol::frame::coding::{CloseCode, Control, Data, OpCode};
use tungstenite::protocol::frame::{CloseFrame, Frame, FrameHeader};

/// How much is read at once: messages to the server are short.
const BLOCK: usize = 4 << 10;

/// The maximum length of what a ping, a pong or a close carries.
const MAX_CONTROL: usize = 125;

/// A frame or text to be sent.
enum Outgoing {
    Message(Arc<str>),
    /// A frame that answers one.
    Frame(Frame),
    /// A message after which the connection ends.
    Last(Arc<str>, CloseCode),
}

/// Sends messages over a connection; clones share it.
#[derive(Clone)]
pub struct Outbox {
    queue: SyncSender<Outgoing>,
    stream: Arc<TcpStream>,
}

impl Outbox {
    /// Adds a message to those that are sent. If too many are waiting, the connection is closed.
    pub fn send(&self, text: Arc<str>) {
        self.put(Outgoing::Message(text));
    }

    /// Says why the connection ends.
    pub fn close(&self, why: &str, again: bool) {
        let message = ServerMessage::Closed { why: why.to_owned(), again };
        let code = if again { CloseCode::Again } else { CloseCode::Policy };
        self.put(Outgoing::Last(message.text(), code));
    }

    /// Reads nothing further.
    pub fn stop_reading(&self) {
        // An error means that the connection has ended already.
        let _ = self.stream.shutdown(Shutdown::Read);
    }

    fn put(&self, what: Outgoing) {
        if let Err(TrySendError::Full(_)) = self.queue.try_send(what) {
            // Both threads of the connection end. An error means that it has ended already.
            let _ = self.stream.shutdown(Shutdown::Both);
        }
    }
}

/// The pace of all connections of a link.
pub type LinkPace = Arc<Mutex<Pace>>;

/// The reading half of a socket.
pub struct Inbox {
    stream: TimedStream,
    /// The bytes read after the last frame.
    bytes: Vec<u8>,
    outbox: Outbox,
    writer: JoinHandle<()>,
    limits: ConnectionLimits,
    pace: LinkPace,
    /// How long the next message may take; none for the first one.
    silence: Option<Duration>,
}

/// Why there is no further message.
#[derive(Debug)]
pub enum Ended {
    /// The client has gone.
    Gone,
    /// It has broken a rule.
    Refused(Cow<'static, str>),
}

const NO_SOCKET: Ended = Ended::Refused(Cow::Borrowed("not a message of a WebSocket"));
const TOO_LONG: Ended = Ended::Refused(Cow::Borrowed("the message is too long"));

/// Opens the socket of a connection that has been upgraded, after which `bytes` were read.
///
/// # Errors
/// The system has no further thread.
pub fn open(
    stream: TimedStream,
    bytes: Vec<u8>,
    limits: ConnectionLimits,
) -> io::Result<(Inbox, Outbox)> {
    let (queue, waiting) = sync_channel(limits.unsent);
    let outbox = Outbox { queue, stream: stream.stream.clone() };
    let writing = stream.stream.clone();
    let write = move || write(writing, &waiting, &limits);
    let writer = Builder::new().name("writer".to_owned()).spawn(write)?;
    let pace = LinkPace::new(Mutex::new(Pace::new(limits.frames_a_second)));
    let (own, silence) = (outbox.clone(), None);
    Ok((Inbox { stream, bytes, outbox: own, writer, limits, pace, silence }, outbox))
}

impl Inbox {
    /// Waits for the next message.
    ///
    /// # Errors
    /// There is none.
    pub fn next(&mut self) -> Result<String, Ended> {
        // The parts of the message so far.
        let mut begun: Option<Vec<u8>> = None;
        loop {
            let (header, payload) = self.frame()?;
            let is_last = match (header.opcode, &mut begun) {
                (OpCode::Control(control), _) => {
                    self.control(control, &header, payload)?;
                    continue;
                }
                (OpCode::Data(Data::Text), None) => {
                    begun = Some(payload);
                    header.is_final
                }
                (OpCode::Data(Data::Continue), Some(parts)) => {
                    parts.extend(payload);
                    if parts.len() > self.limits.message {
                        return Err(TOO_LONG);
                    }
                    header.is_final
                }
                (OpCode::Data(Data::Binary), None) => {
                    return Err(Ended::Refused("messages are texts".into()));
                }
                _ => return Err(NO_SOCKET),
            };
            if let Some(parts) = begun.take_if(|_| is_last) {
                self.wait();
                let text = String::from_utf8(parts);
                return text.map_err(|_| Ended::Refused("the message is not valid UTF-8".into()));
            }
        }
    }

    /// Does what a ping, a pong or a close is for.
    fn control(
        &mut self,
        control: Control,
        header: &FrameHeader,
        payload: Vec<u8>,
    ) -> Result<(), Ended> {
        if !header.is_final || payload.len() > MAX_CONTROL {
            return Err(NO_SOCKET);
        }
        self.wait();
        match control {
            Control::Ping => self.outbox.put(Outgoing::Frame(Frame::pong(payload))),
            Control::Close => {
                self.outbox.put(Outgoing::Frame(Frame::close(None)));
                return Err(Ended::Gone);
            }
            _ => {}
        }
        Ok(())
    }

    /// Reads a frame. Each counts, whatever it carries.
    fn frame(&mut self) -> Result<(FrameHeader, Vec<u8>), Ended> {
        loop {
            let mut cursor = Cursor::new(&self.bytes);
            if let Some((header, length)) =
                FrameHeader::parse(&mut cursor).map_err(|_| NO_SOCKET)?
            {
                let start = cursor.position() as usize;
                let length = usize::try_from(length).ok();
                let length = length.filter(|length| *length <= self.limits.message);
                let end = start + length.ok_or(TOO_LONG)?;
                // A client must mask what it sends.
                let mask = header.mask.ok_or(NO_SOCKET)?;
                if header.rsv1 || header.rsv2 || header.rsv3 {
                    return Err(NO_SOCKET);
                }
                if let Some(payload) = self.bytes.get(start..end) {
                    let payload = payload.iter().zip(mask.iter().cycle()).map(|(a, b)| a ^ b);
                    let payload = payload.collect();
                    self.bytes.drain(..end);
                    self.pause();
                    return Ok((header, payload));
                }
            }
            let mut block = [0; BLOCK];
            match self.stream.read(&mut block) {
                Ok(0) => return Err(Ended::Gone),
                Ok(n) => self.bytes.extend(&block[..n]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if is_late(&error) => {
                    return Err(Ended::Refused("nothing was heard from this page".into()));
                }
                Err(_) => return Err(Ended::Gone),
            }
        }
    }

    /// Counts a frame, and waits as long as the pace wants.
    fn pause(&self) {
        let clock = self.limits.clock;
        let mut pace = self.pace.lock().unwrap_or_else(PoisonError::into_inner);
        let pause = pace.count((clock.elapsed)(clock.begun));
        drop(pace);
        (clock.sleep)(pause);
    }

    /// Gives each of the next messages this time and length, at the pace of a link.
    pub fn stay(&mut self, silence: Duration, length: usize, pace: LinkPace) {
        (self.silence, self.pace) = (Some(silence), pace);
        self.limits.message = length;
        self.wait();
    }

    fn wait(&mut self) {
        if let Some(silence) = self.silence {
            self.stream.until = self.limits.clock.now() + silence;
        }
    }

    /// Lets the client wait for this time, unless it goes.
    pub fn delay(&mut self, time: Duration) {
        self.stream.until = self.limits.clock.now() + time;
        self.stream.read_for_nothing();
    }

    /// Ends the connection when everything has been sent.
    pub fn end(self, outbox: Outbox) {
        drop((self.outbox, outbox));
        let _ = self.writer.join();
        self.stream.end();
    }
}

/// Writes what is waiting, and pings, until nobody sends any more.
fn write(stream: Arc<TcpStream>, waiting: &Receiver<Outgoing>, limits: &ConnectionLimits) {
    let clock = limits.clock;
    let mut stream = TimedStream { stream, until: clock.now(), clock };
    let mut next_ping = Instant::now() + limits.ping;
    loop {
        let left = next_ping.saturating_duration_since(Instant::now());
        let (next, is_last) = match waiting.recv_timeout(left) {
            Ok(Outgoing::Message(text)) => (message(&text), false),
            Ok(Outgoing::Frame(frame)) => {
                // Nothing may follow a close.
                let is_close = frame.header().opcode == OpCode::Control(Control::Close);
                (bytes(frame), is_close)
            }
            Ok(Outgoing::Last(text, code)) => {
                let close = Frame::close(Some(CloseFrame { code, reason: "".into() }));
                ([message(&text), bytes(close)].concat(), true)
            }
            Err(RecvTimeoutError::Timeout) => {
                next_ping = Instant::now() + limits.ping;
                (bytes(Frame::ping(Vec::new())), false)
            }
            Err(RecvTimeoutError::Disconnected) => return,
        };
        stream.until = clock.now() + limits.greeting;
        if stream.write_all(&next).is_err() {
            // The reading thread learns that the connection has ended.
            let _ = stream.stream.shutdown(Shutdown::Both);
            return;
        }
        if is_last {
            return;
        }
    }
}

fn message(text: &str) -> Vec<u8> {
    bytes(Frame::message(text.as_bytes().to_vec(), OpCode::Data(Data::Text), true))
}

fn bytes(frame: Frame) -> Vec<u8> {
    let mut bytes = Vec::new();
    // Writing to memory does not fail.
    let _ = frame.format(&mut bytes);
    bytes
}
