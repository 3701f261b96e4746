//! A page of a table as a program: its socket, and the messages that come over it.

use crate::waiting::HANGING;
use serde_json::{Value as Json, json};
use std::net::TcpStream;
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket, client};

pub fn stream(port: u16) -> TcpStream {
    let stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    stream.set_read_timeout(Some(HANGING)).unwrap();
    stream
}

/// A client of a server.
pub struct Client {
    pub socket: WebSocket<TcpStream>,
}

impl Client {
    /// Opens a socket without joining.
    pub fn open(port: u16) -> Self {
        Self::try_open(port).unwrap()
    }

    pub fn try_open(port: u16) -> Option<Self> {
        Self::open_as(port, &format!("127.0.0.1:{port}"), &format!("http://127.0.0.1:{port}"))
    }

    /// Opens a socket as a proxy does.
    pub fn open_proxied(port: u16) -> Option<Self> {
        Self::open_as(port, "cats.example", "https://cats.example")
    }

    /// Opens a socket of a page with this origin.
    pub fn open_as(port: u16, host: &str, origin: &str) -> Option<Self> {
        let mut request = format!("ws://127.0.0.1:{port}/ws").into_client_request().unwrap();
        request.headers_mut().insert("Host", host.parse().unwrap());
        request.headers_mut().insert("Origin", origin.parse().unwrap());
        Some(Self { socket: client(request, stream(port)).ok()?.0 })
    }

    pub fn join(&mut self, link: &str) {
        let page = env!("CARGO_PKG_VERSION");
        self.send(&json!({ "type": "join", "link": link, "page": page }));
    }

    pub fn send(&mut self, message: &Json) {
        self.send_text(&message.to_string());
    }

    pub fn send_text(&mut self, text: &str) {
        self.socket.send(Message::text(text)).unwrap();
    }

    /// The next message; none if the connection has been closed.
    pub fn receive(&mut self) -> Option<Json> {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => return Some(serde_json::from_str(&text).unwrap()),
                Ok(Message::Close(_)) | Err(tungstenite::Error::ConnectionClosed) => return None,
                Ok(_) => {}
                Err(tungstenite::Error::Io(error)) => {
                    let late = [std::io::ErrorKind::WouldBlock, std::io::ErrorKind::TimedOut];
                    assert!(!late.contains(&error.kind()), "nothing was received");
                    return None;
                }
                Err(_) => return None,
            }
        }
    }

    /// The next message of a type.
    pub fn await_type(&mut self, kind: &str) -> Json {
        let mut others = Vec::new();
        loop {
            match self.receive() {
                Some(message) if message["type"] == kind => return message,
                Some(message) => others.push(message["type"].clone()),
                None => panic!("no {kind} came, but {others:?}"),
            }
        }
    }

    /// Why the connection is closed, and whether the page may connect again.
    pub fn await_closed(&mut self) -> (String, bool) {
        let closed = self.await_type("closed");
        assert_eq!(self.receive(), None, "nothing comes after it");
        (closed["why"].as_str().unwrap().to_owned(), closed["again"] == true)
    }

    /// The decision that this seat is asked.
    pub fn await_decision(&mut self) -> Json {
        loop {
            let ask = self.await_type("ask");
            if !ask["ask"].is_null() {
                return ask["ask"]["decision"].clone();
            }
        }
    }

    pub fn answer(&mut self, decision: &Json, option: &str) {
        self.send(&json!({ "type": "answer", "decision": decision["id"], "option": option }));
    }
}
