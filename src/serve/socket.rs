//! A WebSocket: one thread reads it, another one writes what is waiting.

use super::http::{TimedStream, is_late};
use super::limits::Limits;
use super::wire::ServerMessage;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};
use tungstenite::protocol::frame::coding::{CloseCode, Data, OpCode};
use tungstenite::protocol::frame::{CloseFrame, Frame};
use tungstenite::protocol::{Role, WebSocketConfig};
use tungstenite::{Error, Message, WebSocket};

/// The buffer of a connection: messages to the server are short.
const BUFFER: usize = 4 << 10;

/// What is to be sent.
enum Outgoing {
    Message(Arc<str>),
    /// A frame of the protocol, as bytes.
    Frame(Vec<u8>),
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

    fn put(&self, what: Outgoing) {
        if let Err(TrySendError::Full(_)) = self.queue.try_send(what) {
            // Both threads of the connection end. An error means that it has ended already.
            let _ = self.stream.shutdown(Shutdown::Both);
        }
    }
}

/// What a socket reads: the frames that answer pings and closes wait with the other messages.
struct Duplex {
    reading: TimedStream,
    outbox: Outbox,
}

impl Read for Duplex {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.reading.read(buffer)
    }
}

impl Write for Duplex {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.outbox.put(Outgoing::Frame(bytes.to_vec()));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The reading half of a socket.
pub struct Inbox {
    socket: WebSocket<Duplex>,
    writer: JoinHandle<()>,
    /// When the current second has begun, and the messages in it.
    second: (Instant, u32),
    /// How long the next message may take; none for the first one.
    silence: Option<Duration>,
    messages_a_second: u32,
}

/// Why there is no further message.
#[derive(Debug)]
pub enum Ended {
    /// The client has gone.
    Gone,
    /// It has broken a rule.
    Refused(&'static str),
}

/// Opens the socket of a connection that has been upgraded, after which `rest` was read.
///
/// # Errors
/// The system has no further thread.
pub fn open(stream: TimedStream, rest: Vec<u8>, limits: Limits) -> io::Result<(Inbox, Outbox)> {
    let writing = stream.stream.try_clone()?;
    let (queue, waiting) = sync_channel(limits.unsent);
    let outbox = Outbox { queue, stream: Arc::new(stream.stream.try_clone()?) };
    let write = move || write(writing, &waiting, limits.ping);
    let writer = Builder::new().name("writer".to_owned()).spawn(write)?;
    let config = WebSocketConfig::default()
        .read_buffer_size(BUFFER)
        .write_buffer_size(0)
        .max_message_size(Some(limits.message))
        .max_frame_size(Some(limits.message));
    let duplex = Duplex { reading: stream, outbox: outbox.clone() };
    let (second, messages_a_second) = ((Instant::now(), 0), limits.messages_a_second);
    let socket = WebSocket::from_partially_read(duplex, rest, Role::Server, Some(config));
    Ok((Inbox { socket, writer, second, silence: None, messages_a_second }, outbox))
}

impl Inbox {
    /// Waits for the next message.
    ///
    /// # Errors
    /// There is none.
    pub fn next(&mut self) -> Result<String, Ended> {
        loop {
            let message = self.socket.read().map_err(|error| ended(&error))?;
            self.slow_down();
            self.wait();
            match message {
                Message::Text(text) => return Ok(text.as_str().to_owned()),
                Message::Binary(_) => return Err(Ended::Refused("messages are texts")),
                _ => {}
            }
        }
    }

    /// Gives each of the next messages this time.
    pub fn stay(&mut self, silence: Duration) {
        self.silence = Some(silence);
        self.wait();
    }

    fn wait(&mut self) {
        if let Some(silence) = self.silence {
            self.socket.get_mut().reading.until = Instant::now() + silence;
        }
    }

    /// Ends the connection when everything has been sent.
    pub fn end(self, outbox: Outbox) {
        let Duplex { reading, outbox: own } = self.socket.into_inner();
        drop((own, outbox));
        let _ = self.writer.join();
        reading.end();
    }

    /// Waits until the second is over if it has had its messages.
    fn slow_down(&mut self) {
        let (begun, n) = &mut self.second;
        let over = Duration::from_secs(1).saturating_sub(begun.elapsed());
        if over.is_zero() {
            self.second = (Instant::now(), 1);
        } else if *n < self.messages_a_second {
            *n += 1;
        } else {
            std::thread::sleep(over);
            self.second = (Instant::now(), 1);
        }
    }
}

fn ended(error: &Error) -> Ended {
    match error {
        Error::Io(error) if is_late(error) => Ended::Refused("nothing was heard from this page"),
        Error::Capacity(_) => Ended::Refused("the message is too long"),
        Error::Utf8(_) => Ended::Refused("the message is not valid UTF-8"),
        Error::Protocol(_) => Ended::Refused("not a message of a WebSocket"),
        _ => Ended::Gone,
    }
}

/// Writes what is waiting, and pings, until nobody sends any more.
fn write(mut stream: TcpStream, waiting: &Receiver<Outgoing>, ping: Duration) {
    let mut next_ping = Instant::now() + ping;
    loop {
        let left = next_ping.saturating_duration_since(Instant::now());
        let (next, is_last) = match waiting.recv_timeout(left) {
            Ok(Outgoing::Message(text)) => (message(&text), false),
            Ok(Outgoing::Frame(bytes)) => (bytes, false),
            Ok(Outgoing::Last(text, code)) => {
                let close = Frame::close(Some(CloseFrame { code, reason: "".into() }));
                ([message(&text), bytes(close)].concat(), true)
            }
            Err(RecvTimeoutError::Timeout) => {
                next_ping = Instant::now() + ping;
                (bytes(Frame::ping(Vec::new())), false)
            }
            Err(RecvTimeoutError::Disconnected) => return,
        };
        if stream.write_all(&next).is_err() {
            // The reading thread learns that the connection has ended.
            let _ = stream.shutdown(Shutdown::Both);
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
