//! Messages over stdin and stdout, within limits.

use lsp_server::{Connection, ErrorCode, Message};
use serde_json::{Value as Json, json};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

/// The longest message and the longest line of a header, in bytes.
const MAX_MESSAGE: usize = 32 << 20;
const MAX_HEADER: u64 = 4 << 10;

/// Connects a server to stdin and stdout. The connection ends with stdin; what is returned beside
/// it is disconnected once all messages are written.
///
/// # Errors
/// No thread can be started.
pub fn stdio() -> io::Result<(Connection, Receiver<()>)> {
    let (server, Connection { sender, receiver }) = Connection::memory();
    thread::Builder::new().spawn(move || {
        let mut input = BufReader::new(io::stdin());
        loop {
            match read(&mut input) {
                Ok(None) => break,
                Ok(Some(body)) => match serde_json::from_slice::<Message>(&body) {
                    Ok(message) => {
                        if sender.send(message).is_err() {
                            break;
                        }
                    }
                    Err(error) => refuse(&error.to_string()),
                },
                Err(error) => {
                    // Where the next message begins is not known.
                    refuse(&error.to_string());
                    break;
                }
            }
        }
    })?;
    let (writes, written) = channel();
    thread::Builder::new().spawn(move || {
        let _writes: Sender<()> = writes;
        for message in receiver {
            let sent = serde_json::to_value(&message).map(|mut json| {
                json["jsonrpc"] = "2.0".into();
                write(&json)
            });
            if !matches!(sent, Ok(Ok(()))) {
                break;
            }
        }
    })?;
    Ok((server, written))
}

/// Reads the body of a message; `None` at the end.
fn read(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        if input.by_ref().take(MAX_HEADER).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        let Some(line) = line.strip_suffix('\n') else { return Err(wrong("an open header")) };
        let line = line.trim_end_matches('\r');
        if line.is_empty() {
            break;
        }
        let Some((name, value)) = line.split_once(':') else { return Err(wrong(line)) };
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse::<usize>().ok();
        }
    }
    let length = length.filter(|length| *length <= MAX_MESSAGE);
    let length = length.ok_or_else(|| wrong("a Content-Length of at most 32 MiB is needed"))?;
    let mut body = Vec::new();
    let n_read = input.take(length as u64).read_to_end(&mut body)?;
    if n_read < length { Ok(None) } else { Ok(Some(body)) }
}

fn wrong(why: &str) -> io::Error {
    io::Error::other(format!("not a message: {why}"))
}

/// Answers what is not a message.
fn refuse(why: &str) {
    let error = json!({ "code": ErrorCode::ParseError as i32, "message": why });
    // Whoever does not read this is gone.
    let _ = write(&json!({ "jsonrpc": "2.0", "id": null, "error": error }));
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

fn write(message: &Json) -> io::Result<()> {
    let text = message.to_string();
    let mut output = io::stdout().lock();
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}
