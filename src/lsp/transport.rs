//! Messages over stdin and stdout, within limits.

use crate::base::framing;
use lsp_server::{Connection, ErrorCode, Message};
use serde_json::json;
use std::io::{self, BufReader};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

/// The maximum number of messages that are read and wait: the client waits where it sends more.
const MAX_WAITING: usize = 64;

/// How long no message is read while so many wait.
const PAUSE: Duration = Duration::from_millis(5);

/// Connects a server to stdin and stdout. The connection ends with stdin; what is returned beside
/// it is disconnected once all messages are written.
///
/// # Errors
/// No thread can be started.
pub fn stdio() -> io::Result<(Connection, Receiver<()>)> {
    let (server, Connection { sender, receiver }) = Connection::memory();
    thread::Builder::new().spawn(move || {
        let mut input = BufReader::new(io::stdin());
        let mut next = || {
            let read = framing::read(&mut input);
            // After an error, where the next message begins is not known.
            read.inspect_err(|error| refuse(&error.to_string())).ok().flatten()
        };
        while let Some(body) = next() {
            let sent = serde_json::from_slice::<Message>(&body);
            while sender.len() >= MAX_WAITING {
                thread::sleep(PAUSE);
            }
            match sent.map(|message| sender.send(message).is_ok()) {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => refuse(&error.to_string()),
            }
        }
    })?;
    let (writes, written) = channel();
    thread::Builder::new().spawn(move || {
        let _writes: Sender<()> = writes;
        for message in receiver {
            if message.write(&mut io::stdout().lock()).is_err() {
                break;
            }
        }
    })?;
    Ok((server, written))
}

/// Answers what is not a message.
fn refuse(why: &str) {
    let error = json!({ "code": ErrorCode::ParseError as i32, "message": why });
    // Whoever does not read this is gone.
    let message = json!({ "jsonrpc": "2.0", "id": null, "error": error });
    let _ = framing::write(&mut io::stdout().lock(), &message);
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
