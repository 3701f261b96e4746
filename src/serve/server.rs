//! The server: one thread accepts connections, two serve each of them, and one has the table, which
//! does one job after another.

use super::http::{Head, Refused, TimedStream, read_head, send_page, send_text, send_upgrade};
use super::limits::Limits;
use super::links::{Links, WrongLinks, random};
use super::socket::{self, Ended, Inbox, Outbox};
use super::table::{ConnectionId, Table, Who};
use super::wire::{ClientMessage, ServerMessage};
use crate::page::live::{PAGE_VERSION, page};
use crate::shell::out::json::{ErrorMessage, Message, RequestError};
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::net::{IpAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;
use std::time::Instant;

/// How many refused addresses are named on the console.
const MAX_NAMED: usize = 20;

/// How a table is served.
pub struct ServerConfig {
    pub links: Links,
    /// The addresses under which the page may be opened: `http://127.0.0.1:8080`.
    pub origins: Vec<String>,
    pub limits: Limits,
    /// Prints a line for whoever runs the server.
    pub say: Box<dyn Fn(&str) + Send + Sync>,
}

/// What all connections share.
struct Server {
    config: ServerConfig,
    wrong: Mutex<WrongLinks>,
    named: Mutex<BTreeSet<String>>,
    jobs: Sender<Job>,
    /// Shared by the open connections, which are counted by it.
    open: Arc<()>,
    n_sockets: AtomicU64,
}

/// What the thread of the table does.
enum Job {
    /// Opens a connection with a link; the answer is whether there is such a link.
    Join {
        id: ConnectionId,
        link: String,
        outbox: Outbox,
        found: SyncSender<bool>,
    },
    Receive(ConnectionId, ClientMessage),
    Close(ConnectionId),
    Reload,
    Stop,
}

/// Tells a server what happens around it.
#[derive(Clone)]
pub struct Control(Sender<Job>);

impl Control {
    /// Takes saved scripts and variants over.
    pub fn reload(&self) {
        let _ = self.0.send(Job::Reload);
    }

    /// Ends the server.
    pub fn stop(&self) {
        let _ = self.0.send(Job::Stop);
    }
}

/// The jobs of a server that has not begun.
pub struct Jobs(Receiver<Job>);

/// Creates what a server needs to be told something.
pub fn control() -> (Control, Jobs) {
    let (send, receive) = channel();
    (Control(send), Jobs(receive))
}

/// Serves a table until it is told to stop.
///
/// # Errors
/// The system has no further thread.
pub fn serve(
    table: &mut Table,
    listener: TcpListener,
    config: ServerConfig,
    (control, Jobs(jobs)): (&Control, Jobs),
) -> io::Result<()> {
    let mut links = config.links.clone();
    let server = Arc::new(Server {
        config,
        wrong: Mutex::default(),
        named: Mutex::default(),
        jobs: control.0.clone(),
        open: Arc::default(),
        n_sockets: AtomicU64::new(0),
    });
    let said = Arc::clone(&server);
    Builder::new().name("listener".to_owned()).spawn(move || accept(&listener, &server))?;
    play(table, &mut links, &jobs, &*said.config.say);
    Ok(())
}

/// Does the jobs of the table, and what is due at its times.
fn play(table: &mut Table, links: &mut Links, jobs: &Receiver<Job>, say: &dyn Fn(&str)) {
    let begun = Instant::now();
    let mut open: BTreeMap<ConnectionId, Outbox> = BTreeMap::new();
    loop {
        let left = table.next_tick().map(|at| at.saturating_sub(begun.elapsed()));
        let job = match left {
            Some(left) => jobs.recv_timeout(left),
            None => jobs.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        let now = begun.elapsed();
        match job {
            Ok(Job::Join { id, link, outbox, found }) => {
                let seats = table.seats().into_iter().map(Who::Seat);
                let who = links.find(&link, [Who::Author, Who::Onlooker].into_iter().chain(seats));
                let _ = found.send(who.is_some());
                if let Some(who) = who {
                    let own = links.link(&who);
                    if own != link {
                        outbox.send(ServerMessage::Link { link: own }.text());
                    }
                    open.insert(id, outbox);
                    table.open(id, who, now);
                }
            }
            Ok(Job::Receive(id, message)) => table.receive(id, message, now),
            Ok(Job::Close(id)) => {
                open.remove(&id);
                table.close(id, now);
            }
            Ok(Job::Reload) => table.reload(now),
            Ok(Job::Stop) | Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {}
        }
        let now = begun.elapsed();
        if table.next_tick().is_some_and(|at| at <= now) {
            table.tick(now);
        }
        table.take_notices().iter().for_each(|notice| say(notice));
        for (id, text) in table.take_outgoing() {
            if let Some(outbox) = open.get(&id) {
                outbox.send(text);
            }
        }
    }
    for outbox in open.values() {
        outbox.close("the game was stopped", true);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Accepts connections until the program ends.
fn accept(listener: &TcpListener, server: &Arc<Server>) {
    for stream in listener.incoming().flatten() {
        let (server, open) = (Arc::clone(server), Arc::clone(&server.open));
        if Arc::strong_count(&open) > server.config.limits.connections + 1 {
            let full = ("503 Service Unavailable", "too many connections".to_owned());
            let _ = stream.set_nonblocking(true);
            let _ = send_text(&mut &stream, &full);
            continue;
        }
        let connect = move || {
            server.connect(stream);
            drop(open);
        };
        // Without a thread the connection is closed.
        let _ = Builder::new().name("reader".to_owned()).spawn(connect);
    }
}

impl Server {
    /// Serves a connection until it ends. One that fails has nobody to tell it to.
    fn connect(&self, stream: TcpStream) {
        let limits = &self.config.limits;
        let until = Instant::now() + limits.greeting;
        let Ok(from) = stream.peer_addr() else { return };
        let _ = stream.set_nodelay(true);
        let _ = stream.set_write_timeout(Some(limits.greeting));
        let mut stream = TimedStream { stream, until };
        let (wanted, rest) = match read_head(&mut stream, limits) {
            Err(None) => return,
            Err(Some(refused)) => (Err(refused), Vec::new()),
            Ok((head, rest)) => (self.wanted(head), rest),
        };
        let answered = match wanted {
            Err(refused) => send_text(&mut stream.stream, &refused),
            Ok(None) => random().and_then(|nonce| {
                let nonce = nonce.to_hex();
                send_page(&mut stream.stream, &nonce, &page(&nonce))
            }),
            Ok(Some(accept)) => {
                if send_upgrade(&mut stream.stream, &accept).is_ok()
                    && let Ok((inbox, outbox)) = socket::open(stream, rest, *limits)
                {
                    self.talk(inbox, outbox, from.ip());
                }
                return;
            }
        };
        if answered.is_ok() {
            stream.end();
        }
    }

    /// What a request is for: the page, or the socket, whose key is answered by this.
    fn wanted(&self, head: Head) -> Result<Option<String>, Refused> {
        self.check(head.host.as_deref(), head.origin.as_deref())?;
        match (head.path.as_deref(), head.accept, head.origin) {
            (Some("/"), ..) => Ok(None),
            // Every browser sends it.
            (Some("/ws"), Some(_), None) => self.refuse("origin", "").map(|()| None),
            (Some("/ws"), Some(accept), _) => Ok(Some(accept)),
            _ => Err(("404 Not Found", "there is no such page".to_owned())),
        }
    }

    /// Checks that a page was opened under an address of this table: otherwise a page of a stranger
    /// could speak for whoever has it open.
    fn check(&self, host: Option<&str>, origin: Option<&str>) -> Result<(), Refused> {
        let is_origin =
            |own: &&String| origin.is_none_or(|origin| own.eq_ignore_ascii_case(origin));
        let (host, origins) = (host.unwrap_or_default(), &self.config.origins);
        let hosts = origins.iter().filter_map(|origin| origin.split_once("://"));
        if !hosts.into_iter().any(|(_, own)| own.eq_ignore_ascii_case(host)) {
            return self.refuse("host", host);
        }
        match origins.iter().find(is_origin) {
            Some(_) => Ok(()),
            None => self.refuse("origin", origin.unwrap_or_default()),
        }
    }

    fn refuse(&self, what: &str, name: &str) -> Result<(), Refused> {
        let named = &mut *lock(&self.named);
        if named.len() < MAX_NAMED && named.insert(format!("{what} {name}")) {
            let how = "if it is a proxy of yours, add --origin with its address";
            (self.config.say)(&format!("refused: a request for the {what} `{name}`; {how}"));
        }
        let how = "open the link as it was printed";
        Err(("403 Forbidden", format!("the {what} is not one of this table: {how}")))
    }

    /// Reads the messages of a socket: first a link.
    fn talk(&self, mut inbox: Inbox, outbox: Outbox, from: IpAddr) {
        let id = self.n_sockets.fetch_add(1, Ordering::Relaxed);
        let (why, again) = match self.join(id, &mut inbox, &outbox, from) {
            Ok(()) => {
                let ended = self.receive(id, &mut inbox, &outbox);
                let _ = self.jobs.send(Job::Close(id));
                (ended, true)
            }
            Err((ended, again)) => (ended, again),
        };
        if let Ended::Refused(why) = why {
            outbox.close(why, again);
        }
        inbox.end(outbox);
    }

    fn join(
        &self,
        id: ConnectionId,
        inbox: &mut Inbox,
        outbox: &Outbox,
        from: IpAddr,
    ) -> Result<(), (Ended, bool)> {
        let Limits { wrong_links, block, wrong_link, silence, .. } = self.config.limits;
        let text = inbox.next().map_err(|ended| (ended, true))?;
        let Ok(ClientMessage::Join { link, page }) = serde_json::from_str(&text) else {
            return Err((Ended::Refused("the first message must be `join`"), false));
        };
        if page != PAGE_VERSION {
            return Err((Ended::Refused("this page is of another version: load it again"), false));
        }
        if lock(&self.wrong).is_blocked(from, wrong_links, block) {
            let why = "too many wrong links: wait a minute, then load the page again";
            return Err((Ended::Refused(why), false));
        }
        let (found, answer) = sync_channel(1);
        let gone = |_| (Ended::Gone, true);
        let outbox = outbox.clone();
        self.jobs.send(Job::Join { id, link, outbox, found }).map_err(|_| gone(()))?;
        if answer.recv().map_err(|_| gone(()))? {
            inbox.stay(silence);
            return Ok(());
        }
        lock(&self.wrong).add(from);
        std::thread::sleep(wrong_link);
        Err((Ended::Refused("this is not a link of this table: ask for a new one"), false))
    }

    fn receive(&self, id: ConnectionId, inbox: &mut Inbox, outbox: &Outbox) -> Ended {
        loop {
            let text = match inbox.next() {
                Ok(text) => text,
                Err(ended) => return ended,
            };
            match serde_json::from_str(&text) {
                Ok(message) => {
                    if self.jobs.send(Job::Receive(id, message)).is_err() {
                        return Ended::Gone;
                    }
                }
                Err(error) => {
                    let (code, message) = (RequestError::InvalidRequest, error.to_string());
                    let error = Message::Error(ErrorMessage { id: None, code, message });
                    outbox.send(ServerMessage::Protocol(Box::new(error)).text());
                }
            }
        }
    }
}
