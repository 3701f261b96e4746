//! The table: its game, its connections, and what it says to them.

use super::early::Asks;
use super::window::OpenWindow;
use crate::debugger::Debugger;
use crate::kernel::{Seat, SeatSet};
use crate::message::SeatName;
use crate::page::live::PAGE_VERSION;
use crate::page::shown_game::ShownGame;
use crate::repl::journal::Journal;
use crate::repl::protocol::Client;
use crate::repl::put_pasted;
use crate::serve::wire::{Ask, Role, ServerMessage, TableInfo, WindowInfo};
use crate::shell::out::json::{
    ALL, ErrorMessage, Message, NOBODY, RequestError, Subscription, UpdatePart, viewer_name,
};
use crate::shell::reply::Part;
use crate::shell::trust::FileAccess;
use crate::shell::{Reply, Shell};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

/// The number of a connection.
pub type ConnectionId = u64;

/// Who a connection is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Who {
    Seat(SeatName),
    Onlooker,
    Author,
}

/// How a table is played.
#[derive(Clone, Debug)]
pub struct TableOptions {
    /// The length of a window in seconds; 0: no clock.
    pub window: u32,
    /// As in `welcome`.
    pub editor_url: Option<String>,
}

/// The game with its connections.
pub struct Table {
    pub(super) shell: Shell,
    pub(super) journal: Journal,
    pub(super) options: TableOptions,
    pub(super) connections: BTreeMap<ConnectionId, Connection>,
    outgoing: Vec<(ConnectionId, Arc<str>)>,
    pub(super) asks: Asks,
    pub(super) window: Option<OpenWindow>,
    /// The seats that pass until their turn.
    pub(super) passing: SeatSet,
    /// The names of the moments in which a seat wants to be asked.
    pub(super) ask_me: BTreeMap<Seat, BTreeSet<String>>,
    /// Since when the author has stopped the game.
    pub(super) paused: Option<Duration>,
    /// The seat whose agent answers with the next tick.
    pub(super) thinking: Option<Seat>,
    /// The point at which a script or an agent has failed: only a person goes on from there.
    pub(super) stuck: Option<Point>,
    /// The point up to which answers are kept.
    pub(super) stood: Option<Point>,
    pub(super) flags: Vec<Flag>,
    pub(super) next_tick: Option<Duration>,
    /// What everybody has been told last, and when the window closes.
    shown: (TableInfo, Option<Duration>),
    /// The game of the last welcome.
    welcomed: Option<u64>,
}

/// A point of the history: the game, the entry, and the number of entries.
pub type Point = (u64, usize, usize);

/// A moment that a seat has marked.
pub struct Flag {
    /// The name of the mark.
    pub mark: String,
    pub by: SeatName,
    pub text: String,
}

pub struct Connection {
    pub who: Who,
    pub subscription: Subscription,
    /// What it has subscribed to as a program.
    pub client: Client,
    ask: Option<Ask>,
    timeline: Option<Arc<str>>,
}

impl Who {
    const fn role(&self) -> Role {
        match self {
            Self::Seat(_) => Role::Seat,
            Self::Onlooker => Role::Onlooker,
            Self::Author => Role::Author,
        }
    }
}

impl Table {
    /// Creates the table of a shell with a game. Its inputs read and write files in memory, and
    /// start no program.
    pub fn new(mut shell: Shell, journal: Journal, options: TableOptions) -> Self {
        (shell.trust.files, shell.trust.allow_exec) = (FileAccess::memory(), false);
        shell.hold_agents();
        let mut table = Self {
            shell,
            journal,
            options,
            connections: BTreeMap::new(),
            outgoing: Vec::new(),
            asks: Asks::default(),
            window: None,
            passing: SeatSet::NONE,
            ask_me: BTreeMap::new(),
            paused: None,
            thinking: None,
            stuck: None,
            stood: None,
            flags: Vec::new(),
            next_tick: Some(Duration::ZERO),
            shown: Default::default(),
            welcomed: None,
        };
        table.welcomed = table.point().map(|point| point.0);
        if table.shell.debugger().is_some_and(|debugger| debugger.viewer.is_some()) {
            table.run(":as all");
        }
        table.ask_everybody();
        table
    }

    /// The shell with the game.
    pub const fn shell(&self) -> &Shell {
        &self.shell
    }

    /// The players in seat order.
    pub fn seats(&self) -> Vec<SeatName> {
        let debugger = self.shell.debugger();
        debugger.map(|debugger| debugger.started().names).unwrap_or_default()
    }

    /// Marks the game as ended by the user. Returns whether it can be resumed.
    pub fn end(&mut self) -> bool {
        self.journal.end()
    }

    /// Asks all seats with cards in every window, so that it tells nothing who is asked.
    pub(super) fn ask_everybody(&mut self) {
        let debugger = self.shell.debugger();
        if debugger.is_some_and(|debugger| debugger.also_asked != SeatSet::ALL) {
            self.run(":autopass off");
        }
    }

    /// What is to be sent, in order.
    pub fn take_outgoing(&mut self) -> Vec<(ConnectionId, Arc<str>)> {
        std::mem::take(&mut self.outgoing)
    }

    /// Runs an input of the author.
    pub(super) fn run(&mut self, input: &str) -> Reply {
        let reply = put_pasted(&mut self.shell, &mut self.journal, input);
        self.warn(&reply);
        reply
    }

    /// Tells the author what has gone wrong beside an input.
    pub(super) fn warn(&mut self, reply: &Reply) {
        for part in &reply.parts {
            if let Part::Warning { message } = part {
                self.tell(&Who::Author, message.clone());
            }
        }
    }

    pub(super) fn point(&self) -> Option<Point> {
        let debugger = self.shell.debugger()?;
        let timeline = &debugger.timeline;
        Some((debugger.first_decision, timeline.here().entry, timeline.n_entries()))
    }

    pub(super) fn seat_of(&self, who: &Who) -> Option<Seat> {
        let Who::Seat(name) = who else { return None };
        self.shell.debugger()?.notation().find_seat(name)
    }

    pub(super) fn name_of(&self, seat: Seat) -> Option<SeatName> {
        self.shell.debugger().map(|debugger| debugger.notation().seat_name(seat))
    }

    /// Begins or begins again to show the game to a connection.
    pub(super) fn welcome(&mut self, id: ConnectionId, who: Who) {
        let Some(debugger) = self.shell.debugger() else { return };
        let viewer = match &who {
            Who::Seat(name) => name.to_string(),
            Who::Onlooker => NOBODY.to_owned(),
            Who::Author => viewed(debugger),
        };
        let (role, page) = (who.role(), PAGE_VERSION.to_owned());
        let (game, window) = (ShownGame::of(debugger), self.options.window);
        let subscription = shown_to(viewer.clone());
        let editor_url = self.options.editor_url.clone().filter(|_| who == Who::Author);
        let welcome = ServerMessage::Welcome { role, viewer, page, game, window, editor_url };
        self.send(id, &welcome);
        let client = self.connections.remove(&id).map(|before| before.client);
        let (client, ask) = (client.unwrap_or_default(), self.ask_of(&who));
        let connection = Connection { who, subscription, client, ask: ask.clone(), timeline: None };
        self.connections.insert(id, connection);
        self.snapshot(id);
        self.send(id, &ServerMessage::Ask { ask });
    }

    /// Shows the table as it is, beside the game.
    pub(super) fn show_table(&mut self, id: ConnectionId, now: Duration) {
        let info = self.table_info(now);
        self.send(id, &ServerMessage::Table(info));
    }

    pub(super) fn snapshot(&mut self, id: ConnectionId) {
        let Some(connection) = self.connections.get_mut(&id) else { return };
        if let Ok(message) = self.shell.snapshot(&mut connection.subscription) {
            self.send(id, &ServerMessage::Protocol(Box::new(message)));
        }
    }

    /// Says to each connection what is new to it.
    pub(super) fn update(&mut self, now: Duration) {
        let game = self.point().map(|point| point.0);
        if self.welcomed != game {
            self.welcomed = game;
            let whos =
                self.connections.iter().map(|(id, connection)| (*id, connection.who.clone()));
            for (id, who) in whos.collect::<Vec<_>>() {
                self.welcome(id, who);
            }
        }
        let Some(debugger) = self.shell.debugger() else { return };
        let viewed = viewed(debugger);
        let is_watched = self.connections.values().any(|connection| connection.who == Who::Author);
        let timeline = is_watched.then(|| debugger.timeline_info(usize::MAX));
        let timeline = timeline.map(|timeline| ServerMessage::Timeline { timeline });
        let timeline = timeline.map(|timeline| timeline.text());
        let mut connections = std::mem::take(&mut self.connections);
        for (id, connection) in &mut connections {
            if connection.who == Who::Author && connection.subscription.viewer != viewed {
                connection.subscription = shown_to(viewed.clone());
                let snapshot = self.shell.snapshot(&mut connection.subscription);
                self.send_protocol(*id, snapshot.ok());
            }
            let update = self.shell.update(&mut connection.subscription);
            let requested = connection.client.updates(&mut self.shell);
            self.send_protocol(*id, update.into_iter().chain(requested));
            let ask = self.ask_of(&connection.who);
            if ask != connection.ask {
                connection.ask.clone_from(&ask);
                self.send(*id, &ServerMessage::Ask { ask });
            }
            if connection.who == Who::Author && connection.timeline != timeline {
                connection.timeline.clone_from(&timeline);
                self.outgoing.extend(timeline.clone().map(|text| (*id, text)));
            }
        }
        self.connections = connections;
        let info = self.table_info(now);
        let closes_at = self.closes_at();
        let timeless = TableInfo { window: info.window.clone().map(timeless), ..info.clone() };
        if self.shown != (timeless.clone(), closes_at) {
            self.shown = (timeless, closes_at);
            let ids: Vec<ConnectionId> = self.connections.keys().copied().collect();
            let message = ServerMessage::Table(info);
            ids.into_iter().for_each(|id| self.send(id, &message));
        }
    }

    fn closes_at(&self) -> Option<Duration> {
        self.window.and_then(|window| window.closes_at)
    }

    fn table_info(&self, now: Duration) -> TableInfo {
        let names = |seats: SeatSet| seats.iter().filter_map(|seat| self.name_of(seat)).collect();
        let window = self.window.map(|window| {
            let rest = window.closes_at.map(|at| at.saturating_sub(self.paused.unwrap_or(now)));
            let closes_in = rest.map(|rest| rest.as_millis() as u64);
            WindowInfo { closes_in, more_time: names(window.more_time) }
        });
        let agents = self.shell.held_agents().into_iter();
        let present = self.connections.values().filter_map(|one| self.seat_of(&one.who));
        TableInfo {
            window,
            passing: names(self.passing),
            agents: agents.map(|agent| (agent.player.as_str().into(), agent.name)).collect(),
            thinking: self.thinking.and_then(|seat| self.name_of(seat)),
            present: names(present.collect()),
            paused: self.paused.is_some(),
        }
    }

    /// What a connection is asked.
    fn ask_of(&self, who: &Who) -> Option<Ask> {
        let seat = self.seat_of(who).filter(|seat| self.may_answer(*seat))?;
        let asked = self.asks.get(seat)?;
        let (decision, answer) = (asked.decision.clone(), asked.answer.clone());
        Some(Ask { decision, answer, together: self.asks.are_several() })
    }

    /// Whether the seat itself is asked: it has no agent, and wants to be asked in this moment.
    pub(super) fn may_answer(&self, seat: Seat) -> bool {
        let quiet = self.window.as_ref().and_then(OpenWindow::quiet);
        let moments = self.ask_me.get(&seat);
        let is_wanted =
            quiet.is_none_or(|name| moments.is_some_and(|moments| moments.contains(name)));
        is_wanted && self.asks.get(seat).is_some() && !self.has_agent(seat)
    }

    pub(super) fn has_agent(&self, seat: Seat) -> bool {
        let name = self.name_of(seat);
        self.shell.held_agents().iter().any(|agent| Some(&*agent.player) == name.as_deref())
    }

    /// Says something to all connections of a seat, or of the author.
    pub(super) fn tell(&mut self, to: &Who, text: String) {
        let message = ServerMessage::Told { text };
        let ids = self.connections.iter().filter(|(_, connection)| connection.who == *to);
        let ids: Vec<ConnectionId> = ids.map(|(id, _)| *id).collect();
        ids.into_iter().for_each(|id| self.send(id, &message));
    }

    pub(super) fn tell_seat(&mut self, seat: Seat, text: String) {
        if let Some(name) = self.name_of(seat) {
            self.tell(&Who::Seat(name), text);
        }
    }

    /// Refuses a message of a connection.
    pub(super) fn refuse(&mut self, id: ConnectionId, code: RequestError, why: impl Into<String>) {
        let error = ErrorMessage { id: None, code, message: why.into() };
        self.send_protocol(id, Some(Message::Error(error)));
    }

    pub(super) fn send_protocol(
        &mut self,
        id: ConnectionId,
        messages: impl IntoIterator<Item = Message>,
    ) {
        for message in messages {
            self.send(id, &ServerMessage::Protocol(Box::new(message)));
        }
    }

    pub(super) fn send(&mut self, id: ConnectionId, message: &ServerMessage) {
        self.outgoing.push((id, message.text()));
    }
}

/// The same window without what changes with the time alone.
fn timeless(window: WindowInfo) -> WindowInfo {
    WindowInfo { closes_in: None, ..window }
}

fn shown_to(viewer: String) -> Subscription {
    Subscription::new(viewer, vec![UpdatePart::Position, UpdatePart::Lines, UpdatePart::Picture])
}

/// The viewer whose knowledge the author looks at.
fn viewed(debugger: &Debugger) -> String {
    debugger.viewer.map_or(ALL.to_owned(), |seat| viewer_name(debugger, seat).to_string())
}
