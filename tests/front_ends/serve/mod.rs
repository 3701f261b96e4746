//! Games in browsers, seen from the network: a server on a thread, with limits that no slow machine
//! reaches, and clients as programs.

mod answers;
mod console;
mod links;
mod load;
mod loss;
mod packs;
mod requests;
mod room;
mod shares;
mod sockets;

use crate::waiting::HANGING;
use litterbox::internals::Journal;
use litterbox::internals::limits::Limits;
use litterbox::internals::links::Links;
use litterbox::internals::server::{Control, ServerConfig, control, serve};
use litterbox::internals::table::{Table, TableOptions, Who};
use litterbox::shell::{Shell, Status};
use litterbox::variant::Library;
use serde_json::{Value as Json, json};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket, client};

/// The limits of users, without those that a slow machine could reach.
pub fn limits() -> Limits {
    let (greeting, proxied_greeting) = (HANGING, HANGING);
    Limits { greeting, proxied_greeting, silence: HANGING, ..Limits::default() }
}

/// A server of a game of the classic edition.
pub struct Server {
    pub port: u16,
    pub links: Links,
    pub said: Arc<Mutex<Vec<String>>>,
    control: Control,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    pub fn new(limits: Limits) -> Self {
        Self::of(Library::embedded(), "classic ann bob cat --seed 7", limits)
    }

    /// Serves a game as `:new` opens it.
    pub fn of(library: Library, game: &str, limits: Limits) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let (links, said) = (Links::draw().unwrap(), Arc::new(Mutex::new(Vec::new())));
        let (control, jobs) = control();
        let (lines, kept) = (Arc::clone(&said), links.clone());
        let game = format!(":new {game}");
        let run = move || {
            let mut shell = Shell::new(library);
            let reply = shell.typed(&game);
            assert_eq!(reply.status, Status::Done, "{}", reply.text());
            let options = TableOptions { window: 0, editor_url: None };
            let mut table = Table::new(shell, Journal::off(), options);
            let say = Box::new(move |line: &str| lines.lock().unwrap().push(line.to_owned()));
            let origins = vec![format!("http://127.0.0.1:{port}")];
            let proxies = vec!["https://cats.example".into()];
            let (public, keep) = (origins[0].clone(), Box::new(|_: &Links| Ok(())));
            let page = litterbox::internals::live_page;
            let config =
                ServerConfig { links: kept, origins, proxies, public, limits, page, keep, say };
            serve(&mut table, None, listener, config, jobs).unwrap();
        };
        // The stack of the program: `main.rs`.
        let thread = std::thread::Builder::new().stack_size(litterbox::script::STACK_SIZE);
        let thread = Some(thread.spawn(run).unwrap());
        Self { port, links, said, control, thread }
    }

    pub fn link(&self, who: &str) -> String {
        self.links.link(&match who {
            "author" => Who::Author,
            "onlooker" => Who::Onlooker,
            "room" => Who::Room,
            name => Who::Seat(name.into()),
        })
    }

    /// The client of somebody who has joined.
    pub fn join(&self, who: &str) -> Client {
        let mut client = Client::open(self.port);
        client.join(&self.link(who));
        client
    }

    /// What is answered to these bytes, until the server closes the connection.
    pub fn answer(&self, request: impl AsRef<[u8]>) -> String {
        let mut stream = stream(self.port);
        stream.write_all(request.as_ref()).unwrap();
        rest(&mut stream)
    }

    /// What is answered to a GET request.
    pub fn get(&self, path: &str, headers: &str) -> String {
        let host = format!("127.0.0.1:{}", self.port);
        let headers = headers.replace("HOST", &host);
        self.answer(format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n{headers}\r\n"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.control.stop();
        let ended = self.thread.take().unwrap().join();
        assert!(ended.is_ok() || std::thread::panicking(), "the server has panicked");
    }
}

pub fn stream(port: u16) -> TcpStream {
    let stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    stream.set_read_timeout(Some(HANGING)).unwrap();
    stream
}

/// What arrives until the connection ends.
pub fn rest(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    // A server that does not wait for the rest of a request resets the connection.
    let _ = stream.read_to_end(&mut bytes);
    String::from_utf8(bytes).unwrap()
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
