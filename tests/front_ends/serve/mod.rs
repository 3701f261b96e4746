//! Games in browsers, seen from the network: a server on a thread, with limits that no slow machine
//! reaches, and clients as programs.

mod answers;
pub mod client;
mod console;
mod leaks;
mod links;
mod load;
mod loss;
mod packs;
mod requests;
mod room;
mod shares;
mod sockets;

pub use client::{Client, stream};

use crate::waiting::HANGING;
use litterbox::internals::Journal;
use litterbox::internals::limits::ConnectionLimits;
use litterbox::internals::links::Links;
use litterbox::internals::server::{Control, ServerConfig, control, serve};
use litterbox::internals::table::{Table, TableOptions, Who};
use litterbox::shell::{Shell, Status};
use litterbox::variant::Library;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

/// The limits of users, without those that a slow machine could reach.
pub fn limits() -> ConnectionLimits {
    let (greeting, proxied_greeting) = (HANGING, HANGING);
    ConnectionLimits { greeting, proxied_greeting, silence: HANGING, ..ConnectionLimits::default() }
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
    pub fn new(limits: ConnectionLimits) -> Self {
        Self::of(Library::embedded(), "classic ann bob cat --seed 7", limits)
    }

    /// Serves a game as `:new` opens it.
    pub fn of(library: Library, game: &str, limits: ConnectionLimits) -> Self {
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
        let thread = std::thread::Builder::new().stack_size(litterbox::base::STACK_SIZE);
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

/// What arrives until the connection ends.
pub fn rest(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    // A server that does not wait for the rest of a request resets the connection.
    let _ = stream.read_to_end(&mut bytes);
    String::from_utf8(bytes).unwrap()
}
