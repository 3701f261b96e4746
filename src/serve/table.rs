//! The game at the table with its connections. It has no sockets and no clock: the time since the
//! start is given with each call, and what it says is taken with [`Table::take_outgoing`].

use super::wire::{Ask, ClientMessage, Role, ServerMessage, TableInfo};
use crate::message::SeatName;
use crate::page::live::PAGE_VERSION;
use crate::page::shown_game::ShownGame;
use crate::repl::journal::Journal;
use crate::repl::put;
use crate::shell::Shell;
use crate::shell::input_line::InputLine;
use crate::shell::out::json::{ALL, NOBODY, Subscription, UpdatePart};
use crate::shell::trust::Origin;
use std::collections::BTreeMap;
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
    shell: Shell,
    journal: Journal,
    options: TableOptions,
    connections: BTreeMap<ConnectionId, Connection>,
    outgoing: Vec<(ConnectionId, Arc<str>)>,
}

struct Connection {
    who: Who,
    subscription: Subscription,
    ask: Option<Ask>,
}

impl Who {
    fn viewer(&self) -> String {
        match self {
            Self::Seat(name) => name.to_string(),
            Self::Onlooker => NOBODY.into(),
            Self::Author => ALL.into(),
        }
    }

    const fn role(&self) -> Role {
        match self {
            Self::Seat(_) => Role::Seat,
            Self::Onlooker => Role::Onlooker,
            Self::Author => Role::Author,
        }
    }
}

impl Table {
    /// Creates the table of a shell with a game.
    pub fn new(shell: Shell, journal: Journal, options: TableOptions) -> Self {
        Self { shell, journal, options, connections: BTreeMap::new(), outgoing: Vec::new() }
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

    /// Opens a connection that has joined: it is told the game as it stands.
    pub fn open(&mut self, id: ConnectionId, who: Who, now: Duration) {
        let Some(debugger) = self.shell.debugger() else { return };
        let (role, viewer) = (who.role(), who.viewer());
        let (game, window) = (ShownGame::of(debugger), self.options.window);
        let page = PAGE_VERSION.to_owned();
        let with = vec![UpdatePart::Position, UpdatePart::Lines, UpdatePart::Picture];
        let subscription = Subscription::new(viewer.clone(), with);
        let editor_url = self.options.editor_url.clone().filter(|_| who == Who::Author);
        let welcome = ServerMessage::Welcome { role, viewer, page, game, window, editor_url };
        self.send(id, &welcome);
        self.connections.insert(id, Connection { who, subscription, ask: None });
        self.snapshot(id);
        self.send(id, &ServerMessage::Table(TableInfo::default()));
        self.update(now);
    }

    /// Forgets a closed connection.
    pub fn close(&mut self, id: ConnectionId, _now: Duration) {
        self.connections.remove(&id);
    }

    /// Carries out a message of a connection.
    pub fn receive(&mut self, id: ConnectionId, message: ClientMessage, now: Duration) {
        let Some(connection) = self.connections.get(&id) else { return };
        match (&connection.who, message) {
            (Who::Seat(_), ClientMessage::Answer { option, .. }) => self.answer(&option),
            (Who::Author, ClientMessage::Input { input }) => self.answer(&input),
            (_, ClientMessage::Snapshot) => self.snapshot(id),
            _ => self.send(id, &ServerMessage::Told { text: "not allowed".into() }),
        }
        self.update(now);
    }

    /// Does what is due at this time.
    pub fn tick(&mut self, _now: Duration) {}

    /// Runs the same inputs on the scripts and variants of the files, which have changed.
    pub fn reload(&mut self, now: Duration) {
        self.update(now);
    }

    /// When [`Self::tick`] is to be called next.
    pub fn next_tick(&self) -> Option<Duration> {
        None
    }

    /// What is to be sent, in order.
    pub fn take_outgoing(&mut self) -> Vec<(ConnectionId, Arc<str>)> {
        std::mem::take(&mut self.outgoing)
    }

    fn answer(&mut self, input: &str) {
        let input = InputLine::parse(input);
        put(&mut self.shell, &mut self.journal, Origin::Foreign, None, &input);
    }

    fn snapshot(&mut self, id: ConnectionId) {
        let Some(connection) = self.connections.get_mut(&id) else { return };
        if let Ok(message) = self.shell.snapshot(&mut connection.subscription) {
            self.send(id, &ServerMessage::Protocol(Box::new(message)));
        }
    }

    fn update(&mut self, _now: Duration) {
        let mut said = Vec::new();
        for (&id, connection) in &mut self.connections {
            if let Some(message) = self.shell.update(&mut connection.subscription) {
                said.push((id, ServerMessage::Protocol(Box::new(message))));
            }
            let viewer = connection.who.viewer();
            let is_asked = self.shell.asked() == Some(viewer.as_str());
            let decision = self.shell.debugger().filter(|_| is_asked);
            let decision = decision.and_then(|debugger| debugger.decision_info());
            let ask = decision.map(|decision| Ask { decision, answer: None, together: false });
            if ask != connection.ask {
                connection.ask.clone_from(&ask);
                said.push((id, ServerMessage::Ask { ask }));
            }
        }
        for (id, message) in said {
            self.send(id, &message);
        }
    }

    fn send(&mut self, id: ConnectionId, message: &ServerMessage) {
        self.outgoing.push((id, message.text()));
    }
}
