//! Messages over streams such as stdin and stdout, within limits.

use crate::base::framing;
use lsp_server::{Connection, ErrorCode, Message, RequestId};
use serde::Deserialize;
use serde_json::json;
use std::io::{self, BufReader, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

/// The maximum number of messages that are read and wait, and of those that wait to be written: the
/// client waits where it sends more, or does not read.
const MAX_WAITING: usize = 64;

/// The maximum number of values of a message.
const MAX_VALUES: usize = 500_000;

/// The part of a request that says how it is answered; the others are skipped.
#[derive(Deserialize)]
struct Envelope {
    id: Option<RequestId>,
}

/// How long no message is read while this many wait.
const PAUSE: Duration = Duration::from_millis(5);

/// Connects a server to stdin and stdout, as [`connect`] does.
///
/// # Errors
/// No thread can be started.
pub fn stdio() -> io::Result<(Connection, Receiver<()>)> {
    connect(io::stdin(), || io::stdout().lock())
}

/// Connects a server to an input, and an output that is held for each message. The connection ends
/// with the input; what is returned beside it is disconnected once all messages are written.
///
/// # Errors
/// No thread can be started.
pub fn connect<W: Write>(
    input: impl Read + Send + 'static,
    output: impl Fn() -> W + Clone + Send + 'static,
) -> io::Result<(Connection, Receiver<()>)> {
    let (server, Connection { sender, receiver }) = Connection::memory();
    let unwritten = Arc::new(receiver);
    let (waiting, refusals) = (Arc::downgrade(&unwritten), output.clone());
    thread::Builder::new().spawn(move || {
        let mut input = BufReader::new(input);
        let mut next = || {
            let read = framing::read(&mut input);
            // After an error, where the next message begins is not known.
            read.inspect_err(|error| refuse(refusals(), None, &error.to_string())).ok().flatten()
        };
        // Nothing waits any more once the client is gone.
        let n_unwritten = || waiting.upgrade().map_or(0, |unwritten| unwritten.len());
        while let Some(body) = next() {
            if framing::n_values(&body) > MAX_VALUES {
                let id = serde_json::from_slice::<Envelope>(&body).ok().and_then(|it| it.id);
                let why = format!("a message has at most {MAX_VALUES} values");
                refuse(refusals(), id.as_ref(), &why);
                continue;
            }
            let sent = serde_json::from_slice::<Message>(&body);
            while sender.len().max(n_unwritten()) >= MAX_WAITING {
                thread::sleep(PAUSE);
            }
            match sent.map(|message| sender.send(message).is_ok()) {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => refuse(refusals(), None, &error.to_string()),
            }
        }
    })?;
    let (writes, written) = channel();
    thread::Builder::new().spawn(move || {
        let _writes: Sender<()> = writes;
        for message in unwritten.iter() {
            if message.write(&mut output()).is_err() {
                break;
            }
        }
    })?;
    Ok((server, written))
}

/// Answers what is not a message.
fn refuse(mut output: impl Write, id: Option<&RequestId>, why: &str) {
    let error = json!({ "code": ErrorCode::ParseError as i32, "message": why });
    // Whoever does not read this is gone.
    let message = json!({ "jsonrpc": "2.0", "id": id, "error": error });
    let _ = framing::write(&mut output, &message);
}

/// Lets the message that is being written end, and no other begin; waits at most this long.
///
/// # Errors
/// No thread can be started.
pub fn close(patience: Duration) -> io::Result<()> {
    let (send, closed) = channel();
    thread::Builder::new().spawn(move || {
        std::mem::forget(io::stdout().lock());
        let _ = send.send(());
    })?;
    let _ = closed.recv_timeout(patience);
    Ok(())
}
