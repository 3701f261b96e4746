//! Messages of editors: a header with a length, then JSON of that many bytes.

use serde_json::Value as Json;
use std::io::{self, BufRead, Read, Write};

/// The maximum size of a message.
const MAX_MESSAGE: u64 = 32 << 20;

/// The maximum size of a line of a header.
const MAX_HEADER: u64 = 4 << 10;

/// Reads a message; `None` at the end.
///
/// # Errors
/// The header is invalid or the message is incomplete: where the next one begins is not known.
pub fn read(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let Some(length) = header(input)? else { return Ok(None) };
    let mut bytes = Vec::new();
    match input.take(length).read_to_end(&mut bytes)? as u64 == length {
        true => Ok(Some(bytes)),
        false => Err(io::Error::other("the message is incomplete")),
    }
}

/// The number of commas and brackets of a JSON text outside of its strings: values take far more
/// memory than their text.
pub fn n_values(json: &[u8]) -> usize {
    let (mut is_text, mut is_escaped) = (false, false);
    let counts = |byte: &&u8| {
        let was_escaped = is_escaped;
        is_escaped = is_text && !was_escaped && **byte == b'\\';
        is_text ^= **byte == b'"' && !was_escaped;
        !is_text && matches!(byte, b',' | b'[' | b'{')
    };
    json.iter().filter(counts).count()
}

/// Reads a header; returns the length of the message after it, or `None` at the end.
fn header(input: &mut impl BufRead) -> io::Result<Option<u64>> {
    let (mut length, mut is_first) = (None, true);
    loop {
        let mut line = Vec::new();
        if input.take(MAX_HEADER).read_until(b'\n', &mut line)? == 0 && is_first {
            return Ok(None);
        }
        if line.last() != Some(&b'\n') {
            return Err(io::Error::other("the header of a message does not end"));
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        if line.is_empty() && !is_first {
            let missing = || io::Error::other("the header of a message has no Content-Length");
            return length.ok_or_else(missing).map(Some);
        }
        is_first = false;
        let Some((name, value)) = line.split_once(':') else { continue };
        if name.eq_ignore_ascii_case("content-length") {
            let value = value.trim();
            let n = value.parse::<u64>().ok().filter(|n| *n <= MAX_MESSAGE);
            length = Some(n.ok_or_else(|| {
                let wanted = format!("Content-Length must be 0 to {MAX_MESSAGE}");
                io::Error::other(format!("{wanted}, not `{value}`"))
            })?);
        }
    }
}

/// Writes a message.
///
/// # Errors
/// The client is gone.
pub fn write(output: &mut impl Write, message: &Json) -> io::Result<()> {
    let text = message.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}
