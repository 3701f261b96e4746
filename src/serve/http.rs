//! The part of HTTP that a table needs: the head of a request, and whole answers.

use super::limits::ConnectionLimits;
use crate::base::timed_stream::is_late;
use std::io::{self, Read, Write};
use tungstenite::handshake::derive_accept_key;

/// The maximum number of headers of a request.
const MAX_HEADERS: usize = 64;

/// The head of a request.
#[derive(Debug, Default)]
pub struct Head {
    /// The path of a GET request.
    pub path: Option<String>,
    pub host: Option<String>,
    pub origin: Option<String>,
    /// The answer to the key of a client that asks for a WebSocket.
    pub accept: Option<String>,
}

/// An answer without the page: its status and its text.
pub type Refused = (&'static str, String);

/// Reads the head of a request, and what has been sent after it.
///
/// # Errors
/// What is answered to it; `None` if the connection has ended.
pub fn read_head(
    stream: &mut impl Read,
    limits: &ConnectionLimits,
) -> Result<(Head, Vec<u8>), Option<Refused>> {
    let mut bytes = Vec::new();
    let mut block = [0; 1024];
    loop {
        let n = match stream.read(&mut block) {
            Ok(0) => return Err(None),
            Ok(n) => n,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) if is_late(&error) => {
                return Err(Some(("408 Request Timeout", "the request took too long".into())));
            }
            Err(_) => return Err(None),
        };
        bytes.extend_from_slice(&block[..n]);
        let parsed = parse(&bytes).map_err(|error| match error {
            httparse::Error::TooManyHeaders => Some(too_large()),
            error => Some(("400 Bad Request", format!("not an HTTP request: {error}"))),
        })?;
        match parsed {
            Some((_, length)) if length > limits.head => return Err(Some(too_large())),
            Some((head, length)) => return Ok((head, bytes.split_off(length))),
            None if bytes.len() >= limits.head => return Err(Some(too_large())),
            None => {}
        }
    }
}

fn too_large() -> Refused {
    ("431 Request Header Fields Too Large", "the request is too long".into())
}

/// The head at the beginning of these bytes with its length; `None` if it is not complete.
fn parse(bytes: &[u8]) -> Result<Option<(Head, usize)>, httparse::Error> {
    let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
    let mut request = httparse::Request::new(&mut headers);
    let httparse::Status::Complete(length) = request.parse(bytes)? else { return Ok(None) };
    let header = |name: &str| {
        let mut all = request.headers.iter().filter(|one| one.name.eq_ignore_ascii_case(name));
        let one = all.next().filter(|_| all.next().is_none())?;
        std::str::from_utf8(one.value).ok().map(str::trim)
    };
    let asks = |name: &str, for_this: &str| {
        let given = header(name).unwrap_or_default();
        given.split(',').any(|part| part.trim().eq_ignore_ascii_case(for_this))
    };
    let is_socket = asks("connection", "upgrade")
        && asks("upgrade", "websocket")
        && asks("sec-websocket-version", "13");
    let key = header("sec-websocket-key").filter(|_| is_socket);
    let has_origin = request.headers.iter().any(|one| one.name.eq_ignore_ascii_case("origin"));
    let head = Head {
        path: request.path.filter(|_| request.method == Some("GET")).map(str::to_owned),
        host: header("host").map(str::to_owned),
        // An origin that cannot be read is one, but no known one.
        origin: has_origin.then(|| header("origin").unwrap_or_default().to_owned()),
        accept: key.map(|key| derive_accept_key(key.as_bytes())),
    };
    Ok(Some((head, length)))
}

/// Answers with the page, whose scripts and styles carry the nonce.
///
/// # Errors
/// The connection has ended.
pub fn send_page(stream: &mut impl Write, nonce: &str, page: &str) -> io::Result<()> {
    let policy = format!(
        "script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; img-src data:; connect-src 'self'; "
    );
    send(stream, "200 OK", "text/html", &policy, page)
}

/// Answers with a status and a text.
///
/// # Errors
/// The connection has ended.
pub fn send_text(stream: &mut impl Write, (status, text): &Refused) -> io::Result<()> {
    send(stream, status, "text/plain", "", &format!("{text}\n"))
}

fn send(
    stream: &mut impl Write,
    status: &str,
    kind: &str,
    allowed: &str,
    body: &str,
) -> io::Result<()> {
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}; charset=utf-8\r\nContent-Length: {length}\r\n\
         Connection: close\r\nContent-Security-Policy: default-src 'none'; {allowed}\
         frame-ancestors 'none'; base-uri 'none'; form-action 'none'\r\n\
         X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n\
         Cache-Control: no-store\r\n\r\n"
    );
    stream.write_all((head + body).as_bytes())
}

/// Agrees to open a WebSocket.
///
/// # Errors
/// The connection has ended.
pub fn send_upgrade(stream: &mut impl Write, accept: &str) -> io::Result<()> {
    let head = format!(
        "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Accept: {accept}\r\n\r\n"
    );
    stream.write_all(head.as_bytes())
}
