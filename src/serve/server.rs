//! The server: one thread accepts connections, two serve each of them, and one has the table, which
//! does one job after another.

use super::control::{CloseReason, Job, JobQueue};
pub use super::control::{Control, Jobs, control};
use super::extension::Extension;
use super::http::{Head, Refused, read_head, send_page, send_text, send_upgrade};
use super::invitation::links_message;
use super::limits::ConnectionLimits;
use super::links::{Links, random};
use super::pace::Pace;
use super::places::{NotJoined, Places};
use super::socket::{self, Ended, Inbox, LinkPace, Outbox};
use super::table::{ConnectionId, Table, Who};
use super::wire::{ClientMessage, ServerMessage};
use crate::base::requests::Service;
use crate::base::timed_stream::TimedStream;
use crate::message::SeatName;
use crate::page::live::PAGE_VERSION;
use crate::shell::render::json::{ErrorMessage, Message, RequestError};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::net::{IpAddr, Shutdown, TcpListener, TcpStream};
use std::ops::ControlFlow;
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};

/// How many refused addresses are named on the console.
const MAX_NAMED: usize = 20;

const WRONG_LINK: &str = "this is not a link of this table: ask for a new one";
const WRONG_AUTHOR: &str =
    "this is not the author's link of this table: open the one that the terminal shows";

const NOT_HERE: &str = "the author's page opens only on the computer that serves it";

/// Writes the links of a table where the next start finds them.
pub type KeepLinks = Box<dyn Fn(&Links) -> io::Result<()> + Send + Sync>;

/// How a table is served.
pub struct ServerConfig {
    pub links: Links,
    /// The addresses of this computer under which the page may be opened: `http://127.0.0.1:8080`.
    pub origins: Vec<String>,
    /// Those of proxies that forward to it.
    pub proxies: Vec<String>,
    /// The address under which friends open the page.
    pub public: String,
    pub limits: ConnectionLimits,
    /// Returns the page; its scripts and styles carry the nonce.
    pub page: fn(&str) -> String,
    /// Writes the links after each change.
    pub keep: KeepLinks,
    /// Prints a line for whoever runs the server.
    pub say: Box<dyn Fn(&str) + Send + Sync>,
}

/// State that all connections share.
struct Server {
    config: ServerConfig,
    named: Mutex<BTreeSet<String>>,
    jobs: Arc<JobQueue>,
    places: Mutex<Places<Arc<TcpStream>>>,
    /// The paces of the links that were ever joined with.
    paces: Mutex<BTreeMap<Who, LinkPace>>,
}

/// Serves a table, with what is added to it, until it is told to stop.
///
/// # Errors
/// The system has no further thread.
pub fn serve(
    table: &mut Table,
    extension: Option<&mut dyn Extension>,
    listener: TcpListener,
    config: ServerConfig,
    Jobs(jobs): Jobs,
) -> io::Result<()> {
    let mut links = config.links.clone();
    table.room.claims.clone_from(&links.claims);
    let shut = |stream: &Arc<TcpStream>| drop(stream.shutdown(Shutdown::Both));
    let server = Arc::new(Server {
        places: Mutex::new(Places::new(config.limits, shut)),
        config,
        named: Mutex::default(),
        jobs,
        paces: Mutex::default(),
    });
    let accepting = server.clone();
    let accept = move || accept(&listener, &accepting);
    Builder::new().name("listener".to_owned()).spawn(accept)?;
    let (begun, jobs) = (Instant::now(), server.jobs.clone());
    let (open, seats) = (BTreeMap::new(), Vec::new());
    let links = &mut links;
    let mut service = TableService { table, extension, links, server: &server, begun, open, seats };
    let served = jobs.serve(&mut service);
    for outbox in service.open.values() {
        outbox.close("the game was stopped", true);
    }
    served
}

/// The table with its connections.
struct TableService<'a, 'e> {
    table: &'a mut Table,
    extension: Option<&'e mut dyn Extension>,
    links: &'a mut Links,
    server: &'a Server,
    begun: Instant,
    open: BTreeMap<ConnectionId, Outbox>,
    /// Those of which the author has the links.
    seats: Vec<SeatName>,
}

impl TableService<'_, '_> {
    fn join(
        &mut self,
        (id, from, link): (ConnectionId, IpAddr, &str),
        outbox: Outbox,
        now: Duration,
    ) -> Result<Who, CloseReason> {
        let Self { table, extension, links, server, open, seats, .. } = self;
        let who = join(table, links, server, (id, from, link), open)?;
        let own = links.link(&who);
        if own != link {
            outbox.send(ServerMessage::Link { link: own }.text());
        }
        open.insert(id, outbox);
        table.open(id, who.clone(), now);
        if who == Who::Author {
            if let Some(extension) = extension {
                extension.open(table, id);
            }
            // All links follow.
            seats.clear();
        }
        Ok(who)
    }
}

/// Carries out the jobs of the table, and does what is due at its times.
impl Service<Job> for TableService<'_, '_> {
    fn patience(&mut self) -> Option<Duration> {
        self.table.next_tick().map(|at| at.saturating_sub(self.begun.elapsed()))
    }

    fn idle(&mut self) -> io::Result<()> {
        let Self { table, links, server, begun, open, seats, .. } = self;
        let now = begun.elapsed();
        if table.next_tick().is_some_and(|at| at <= now) {
            table.tick(now);
        }
        keep_links(table, links, server, (seats, open));
        table.take_notices().iter().for_each(|notice| (server.config.say)(notice));
        for (id, text) in table.take_outgoing() {
            if let Some(outbox) = open.get(&id) {
                outbox.send(text);
            }
        }
        Ok(())
    }

    fn name(job: &Job) -> String {
        match job {
            Job::Join { .. } => "a new connection",
            Job::Receive(..) => "a message of a page",
            Job::Close(_) => "the end of a connection",
            Job::Reload => "the reading of changed files",
            Job::Wake => "a result of the background",
        }
        .to_owned()
    }

    fn carry_out(&mut self, job: Job) -> io::Result<ControlFlow<()>> {
        let now = self.begun.elapsed();
        match job {
            Job::Join { id, from, link, outbox, joined } => {
                // Whoever waits for the answer may be gone.
                let _ = joined.send(self.join((id, from, &link), outbox, now));
            }
            Job::Receive(id, ClientMessage::Work { work })
                if let Some(extension) = self.extension.as_mut()
                    && self.table.is_author(id) =>
            {
                extension.receive(self.table, id, work, now);
            }
            Job::Receive(id, message) => self.table.receive(id, message, now),
            Job::Close(id) => {
                self.open.remove(&id);
                self.table.close(id, now);
            }
            Job::Reload => match self.extension.as_mut() {
                Some(extension) => extension.reload(self.table, now),
                None => self.table.reload(now),
            },
            Job::Wake => {
                if let Some(extension) = self.extension.as_mut() {
                    extension.wake(self.table);
                }
            }
        }
        self.idle()?;
        Ok(ControlFlow::Continue(()))
    }

    fn panicked(&mut self, why: &str) -> io::Result<()> {
        (self.server.config.say)(&format!("{why}: this is a bug in the program, please report it"));
        Ok(())
    }
}

/// Keeps changed claims, shows the author the links, and gives and ends those of seats.
fn keep_links(
    table: &mut Table,
    links: &mut Links,
    server: &Server,
    (seats, open): (&mut Vec<SeatName>, &mut BTreeMap<ConnectionId, Outbox>),
) {
    let is_changed = links.claims != table.room.claims;
    if is_changed {
        links.claims.clone_from(&table.room.claims);
        if let Err(error) = (server.config.keep)(links) {
            (server.config.say)(&format!("the links cannot be saved: {error}"));
        }
    }
    let now = table.seats();
    if is_changed || *seats != now {
        let text = links_message(links, &server.config.public, &now).text();
        let authors = table.connections_of(&Who::Author);
        authors.filter_map(|id| open.get(&id)).for_each(|outbox| outbox.send(text.clone()));
        *seats = now;
    }
    for (id, who) in std::mem::take(&mut table.room.given) {
        if let Some(outbox) = open.get(&id) {
            outbox.send(ServerMessage::Link { link: links.link(&who) }.text());
        }
    }
    for outbox in std::mem::take(&mut table.room.ended).iter().filter_map(|id| open.remove(id)) {
        outbox.close("the author has freed this seat: ask for a new link", false);
        outbox.stop_reading();
    }
}

/// Tells whoever has a former link of a seat who sits there now, and how to get back.
fn former_link(seat: &SeatName, table: &Table, links: &Links) -> Cow<'static, str> {
    let seats = table.seats();
    let now = if !seats.contains(seat) {
        let names = seats.iter().map(|name| &**name).collect::<Vec<_>>().join(", ");
        format!("nobody is called {seat} now: the seats are {names}")
    } else if links.claims.is_taken(seat) {
        format!("{seat} was taken by somebody with the link of the room")
    } else {
        format!("the author has freed {seat}")
    };
    let how = "ask the author for the link of your seat, or take a free one with that of the room";
    format!("this link has ended, {now}. To get back, {how}").into()
}

/// Gives a connection a place of its link, for which the oldest of the link may be closed.
fn join(
    table: &Table,
    links: &mut Links,
    server: &Server,
    (id, from, link): (ConnectionId, IpAddr, &str),
    open: &mut BTreeMap<ConnectionId, Outbox>,
) -> Result<Who, CloseReason> {
    let seats: Vec<Who> = table.seats().into_iter().map(Who::Seat).collect();
    let others = [Who::Author, Who::Onlooker, Who::Room];
    let whos = others.into_iter().chain(seats.iter().cloned());
    let Some(who) = links.find(link, whos) else {
        let is_author = link.starts_with("author.");
        let wrong = if is_author { WRONG_AUTHOR } else { WRONG_LINK };
        let former = links.former_seat(link).map(|seat| former_link(&seat, table, links));
        return Err((Ended::Refused(former.unwrap_or(wrong.into())), false));
    };
    if who == Who::Author && !(server.config.limits.is_author_at)(&from) {
        return Err((Ended::Refused(NOT_HERE.into()), false));
    }
    let replaced = lock(&server.places).join(id, &who, &seats).map_err(|why| match why {
        NotJoined::Closed => (Ended::Gone, true),
        NotJoined::Full => {
            (Ended::Refused("too many pages are open: wait for a place".into()), true)
        }
    })?;
    if let Some(outbox) = replaced.and_then(|id| open.remove(&id)) {
        outbox.close("this link was opened in other pages: close one of them", false);
        outbox.stop_reading();
    }
    Ok(who)
}

/// The hosts of these addresses, with their ports.
fn hosts(origins: &[String]) -> impl Iterator<Item = &str> {
    origins.iter().filter_map(|origin| Some(origin.split_once("://")?.1))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Accepts connections until the program ends.
fn accept(listener: &TcpListener, server: &Arc<Server>) {
    let ConnectionLimits { connections, waiting, .. } = server.config.limits;
    let open = Arc::new(());
    for (id, stream) in (0..).zip(listener.incoming().flatten()) {
        let Ok(from) = stream.peer_addr() else { continue };
        let (server, open) = (Arc::clone(server), Arc::clone(&open));
        // Those that were closed take some time to end.
        if Arc::strong_count(&open) > connections + 2 * waiting + 1 {
            let full = ("503 Service Unavailable", "too many connections".to_owned());
            let _ = stream.set_nonblocking(true);
            let _ = send_text(&mut &stream, &full);
            continue;
        }
        let stream = Arc::new(stream);
        lock(&server.places).arrive(id, from.ip(), stream.clone());
        let serving = server.clone();
        let connect = move || {
            serving.connect((id, from.ip()), stream);
            lock(&serving.places).leave(id);
            drop(open);
        };
        // Without a thread the connection is closed.
        if Builder::new().name("reader".to_owned()).spawn(connect).is_err() {
            lock(&server.places).leave(id);
        }
    }
}

impl Server {
    /// Serves a connection until it ends. One that fails has nobody to tell it to.
    fn connect(&self, (id, from): (ConnectionId, IpAddr), stream: Arc<TcpStream>) {
        let (limits, clock) = (&self.config.limits, self.config.limits.clock);
        let begun = clock.now();
        let _ = stream.set_nodelay(true);
        let mut stream = TimedStream { stream, until: begun + limits.greeting, clock };
        let (wanted, rest) = match read_head(&mut stream, limits) {
            Err(None) => return,
            Err(Some(refused)) => (Err(refused), Vec::new()),
            Ok((head, rest)) => {
                if self.is_proxied(&head) {
                    lock(&self.places).proxied(id);
                    stream.until = begun + limits.proxied_greeting;
                }
                (self.wanted(head), rest)
            }
        };
        if let Ok(Some(accept)) = &wanted {
            if send_upgrade(&mut &*stream.stream, accept).is_ok()
                && let Ok((inbox, outbox)) = socket::open(stream, rest, *limits)
            {
                self.talk((id, from), inbox, outbox);
            }
            return;
        }
        stream.until = clock.now() + limits.greeting;
        let answered = match wanted {
            Err(refused) => send_text(&mut stream, &refused),
            Ok(_) => random().and_then(|nonce| {
                let nonce = nonce.to_hex();
                send_page(&mut stream, &nonce, &(self.config.page)(&nonce))
            }),
        };
        if answered.is_ok() {
            stream.end();
        }
    }

    /// Whether a request came through a proxy.
    fn is_proxied(&self, head: &Head) -> bool {
        let host = head.host.as_deref().unwrap_or_default();
        hosts(&self.config.proxies).any(|own| own.eq_ignore_ascii_case(host))
    }

    /// Returns the aim of a request: the page, or the socket, whose key is answered by this.
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
        let ServerConfig { origins, proxies, .. } = &self.config;
        let is_origin = |own: &String| origin.is_none_or(|origin| own.eq_ignore_ascii_case(origin));
        let host = host.unwrap_or_default();
        if !hosts(origins).chain(hosts(proxies)).any(|own| own.eq_ignore_ascii_case(host)) {
            return self.refuse("host", host);
        }
        match origins.iter().chain(proxies).any(is_origin) {
            true => Ok(()),
            false => self.refuse("origin", origin.unwrap_or_default()),
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
    fn talk(&self, (id, from): (ConnectionId, IpAddr), mut inbox: Inbox, outbox: Outbox) {
        let (why, again) = match self.join((id, from), &mut inbox, &outbox) {
            Ok(who) => {
                let ended = self.receive((id, &who), &mut inbox, &outbox);
                let _ = self.jobs.add(Some(who), Job::Close(id), None);
                (ended, true)
            }
            Err(refusal) => refusal,
        };
        if let Ended::Refused(why) = why {
            outbox.close(&why, again);
        }
        inbox.end(outbox);
    }

    fn join(
        &self,
        (id, from): (ConnectionId, IpAddr),
        inbox: &mut Inbox,
        outbox: &Outbox,
    ) -> Result<Who, CloseReason> {
        let limits = self.config.limits;
        let ConnectionLimits { wrong_link, silence, frames_a_second, .. } = limits;
        let text = inbox.next().map_err(|ended| (ended, true))?;
        let Ok(ClientMessage::Join { link, page }) = serde_json::from_str(&text) else {
            return Err((Ended::Refused("the first message must be `join`".into()), false));
        };
        if page != PAGE_VERSION {
            return Err((
                Ended::Refused("this page is of another version: load it again".into()),
                false,
            ));
        }
        let (joined, answer) = sync_channel(1);
        let gone = || (Ended::Gone, true);
        let outbox = outbox.clone();
        let job = Job::Join { id, from, link, outbox, joined };
        self.jobs.add(None, job, None).map_err(|_| gone())?;
        let joined = answer.recv().map_err(|_| gone())?;
        match &joined {
            Ok(who) => {
                let new = || Arc::new(Mutex::new(Pace::new(frames_a_second)));
                let pace = lock(&self.paces).entry(who.clone()).or_insert_with(new).clone();
                let is_author = *who == Who::Author;
                let length = if is_author { limits.author_message } else { limits.message };
                inbox.stay(silence, length, pace);
            }
            // So that few links can be tried.
            Err(_) => inbox.delay(wrong_link),
        }
        joined
    }

    fn receive(
        &self,
        (id, who): (ConnectionId, &Who),
        inbox: &mut Inbox,
        outbox: &Outbox,
    ) -> Ended {
        loop {
            let text = match inbox.next() {
                Ok(text) => text,
                Err(ended) => return ended,
            };
            match serde_json::from_str(&text) {
                Ok(message) => {
                    if self.jobs.add(Some(who.clone()), Job::Receive(id, message), None).is_err() {
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
