//! The table: its game, its connections, and what it says to them.

use super::early::{Asked, Asks};
use super::kept::{KeptRoom, LastAnswer, Replay, SeatWishes, TakeBack};
use super::names::{ConnectionId, Point, Who};
use super::window::OpenWindow;
use crate::debugger::Debugger;
use crate::debugger::timeline::TimelineShape;
use crate::kernel::{Seat, SeatSet};
use crate::message::SeatName;
use crate::protocol::connection::Client;
use crate::protocol::journal::Journal;
use crate::serve::wire::{Ask, ServerMessage, TableInfo};
use crate::shell::render::json::{
    ALL, ErrorMessage, Message, NOBODY, RequestError, Subscription, viewer_name,
};
use crate::shell::reply::Part;
use crate::shell::trust::FileAccess;
use crate::shell::{Reply, Shell};
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// Why a game is not served in which a player has the name `me`.
pub const NOT_ME: &str = "a player of a table cannot be called `me`: all would read `my turn`; \
    start a game with another name, or play this one with `litterbox repl`";

/// Seeds below this can be searched for the one that dealt a hand.
const SEARCHABLE: u64 = 1 << 40;

/// Why the seed of a game does not suit a table, if so.
pub fn seed_warning(debugger: &Debugger) -> Option<String> {
    let seed = Some(debugger.header.seed).filter(|seed| *seed < SEARCHABLE)?;
    let why = "a player who tries seeds can find the deck from their hand";
    Some(format!("seed {seed}: {why}; without --seed, `:new` draws one that nobody can guess"))
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
    pub(super) connections: BTreeMap<ConnectionId, PageConnection>,
    pub(super) outgoing: Vec<(ConnectionId, Arc<str>)>,
    pub(super) asks: Asks,
    pub(super) window: Option<OpenWindow>,
    /// The wishes of seats in this game.
    pub(super) wishes: SeatWishes,
    /// How the game of these seats began; it stays with other rules.
    pub(super) began: Option<String>,
    /// Since when the author has stopped the game.
    pub(super) paused: Option<Duration>,
    /// Since when windows do not close: the game is paused, or a seat asks to take an answer back.
    held: Option<Duration>,
    /// The seat whose agent answers with the next tick.
    pub(super) thinking: Option<Seat>,
    /// The point at which a script or an agent has failed: only a person goes on from there.
    pub(super) stuck: Option<Point>,
    /// When an input that could not be written is tried again, if nobody sends another before.
    pub(super) retry_at: Option<Duration>,
    /// Whether whoever runs the server has been told that the journal cannot be written.
    is_unwritten: bool,
    /// Lines for whoever runs the server.
    pub(super) notices: Vec<String>,
    /// Whether the rules that were saved last have errors, so that others are played.
    pub(super) are_rules_refused: bool,
    /// The point up to which answers are kept.
    pub(super) stood: Option<Point>,
    /// The last news for all connections of somebody.
    pub(super) told: BTreeMap<Who, Told>,
    /// The last news for everybody, and when the window closes.
    pub(super) shown: (TableInfo, Option<Duration>),
    /// The game of the last welcome.
    pub(super) welcomed: Option<u64>,
    /// The seed of that game; it stays with other rules.
    pub(super) seed: Option<u64>,
    /// Grows whenever the game, its timeline or its viewer may have changed.
    pub(super) revision: u64,
    /// The revision of which programs have been told.
    pub(super) programs_told: u64,
    pub(super) built: Built,
    /// Whether the author plays all seats, which are asked only where they can do something.
    pub(super) is_solo: bool,
    pub room: KeptRoom,
    /// The replays of the game that is over.
    pub(super) replays: Vec<Replay>,
    /// A seat asks to take back its last answer.
    pub(super) take_back: Option<TakeBack>,
    /// The answers that seats have asked to take back last, each with its game.
    pub(super) asked_back: BTreeMap<Seat, (usize, Option<u64>)>,
    /// The sentence about the next step in time, if the author has not made it.
    pub(super) stepped: Option<String>,
}

/// How many texts have been built whose size grows with the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Built {
    pub snapshots: u64,
    pub updates: u64,
    pub timelines: u64,
    /// The plies that timelines have listed.
    pub plies: u64,
}

pub struct PageConnection {
    pub who: Who,
    /// Its subscriptions as a program.
    pub client: Client,
}

pub struct Told {
    pub subscription: Subscription,
    pub ask: Option<Ask>,
    /// The last answer of a seat, which it can take back.
    pub answer: Option<LastAnswer>,
    /// The revision that has been told.
    pub revision: u64,
    /// The snapshot of this revision, if it was built.
    pub snapshot: Option<Arc<str>>,
    /// The shape of the timeline that has been told.
    pub timeline: Option<TimelineShape>,
    /// The revision of the timeline.
    pub timeline_of: u64,
}

/// Prepares a shell for a table: its inputs read and write files in memory, and start no program.
fn prepare(shell: &mut Shell, is_solo: bool) {
    (shell.trust.files, shell.trust.allow_exec) = (FileAccess::memory(), false);
    (shell.guards_seed, shell.keeps_names) = (!is_solo, true);
    shell.show_replies();
    shell.hold_agents();
}

impl Table {
    /// Creates the table of a shell with a game.
    pub fn new(mut shell: Shell, journal: Journal, options: TableOptions) -> Self {
        prepare(&mut shell, false);
        let mut table = Self {
            shell,
            journal,
            options,
            connections: BTreeMap::new(),
            outgoing: Vec::new(),
            asks: Asks::default(),
            window: None,
            wishes: SeatWishes::default(),
            began: None,
            paused: None,
            held: None,
            thinking: None,
            stuck: None,
            retry_at: None,
            is_unwritten: false,
            notices: Vec::new(),
            are_rules_refused: false,
            stood: None,
            told: BTreeMap::new(),
            shown: Default::default(),
            welcomed: None,
            seed: None,
            revision: 0,
            programs_told: 0,
            built: Built::default(),
            is_solo: false,
            room: KeptRoom::default(),
            replays: Vec::new(),
            take_back: None,
            asked_back: BTreeMap::new(),
            stepped: None,
        };
        table.welcomed = table.point().map(|point| point.0);
        table.seed = table.shell.debugger().map(|debugger| debugger.header.seed);
        if table.shell.debugger().is_some_and(|debugger| debugger.viewer.is_some()) {
            table.run(":as all");
        }
        table.settle(Duration::ZERO);
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

    /// The connections of somebody.
    pub fn connections_of(&self, who: &Who) -> impl Iterator<Item = ConnectionId> {
        self.connections.iter().filter(move |(_, one)| one.who == *who).map(|(id, _)| *id)
    }

    /// Whether a connection is one of the author.
    pub fn is_author(&self, id: ConnectionId) -> bool {
        self.connections.get(&id).is_some_and(|one| one.who == Who::Author)
    }

    /// Continues with the game of another shell, of which the author plays all seats if `is_solo`.
    pub fn put_shell(&mut self, shell: Shell, is_solo: bool, now: Duration) {
        self.is_solo = is_solo;
        self.shell = shell;
        let shell = &mut self.shell;
        prepare(shell, is_solo);
        if shell.debugger().is_some_and(|debugger| debugger.viewer.is_some()) {
            shell.input(":as all");
        }
        (self.asks, self.window, self.stood, self.stuck) = Default::default();
        (self.paused, self.thinking, self.welcomed) = (None, None, None);
        (self.began, self.take_back, self.held) = (None, None, None);
        self.replays.clear();
        self.told.clear();
        self.changed();
        self.settle(now);
    }

    /// Lets friends play the seats: from now on all are asked.
    pub fn invite(&mut self, now: Duration) {
        self.is_solo = false;
        self.settle(now);
    }

    /// Sends a message of what is added to the table.
    pub fn send_work(&mut self, to: Option<ConnectionId>, work: Json) {
        let message = ServerMessage::Work { work };
        match to {
            Some(id) => self.send(id, &message),
            None => self.send_to(|who| *who == Who::Author, &message),
        }
    }

    /// Marks the game as ended by the user. Returns whether it can be resumed.
    pub fn end(&mut self) -> bool {
        self.journal.end()
    }

    /// Asks all seats with cards in every window, so that it tells nothing who is asked. Returns
    /// whether they are.
    pub(super) fn ask_everybody(&mut self) -> bool {
        let asks_all =
            |shell: &Shell| shell.debugger().is_none_or(|one| one.also_asked == SeatSet::ALL);
        if self.is_solo {
            return true;
        }
        if !asks_all(&self.shell) {
            self.run(":autopass off");
        }
        asks_all(&self.shell)
    }

    /// Takes the messages to be sent, in order.
    pub fn take_outgoing(&mut self) -> Vec<(ConnectionId, Arc<str>)> {
        std::mem::take(&mut self.outgoing)
    }

    /// Lines for whoever runs the server.
    pub fn take_notices(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notices)
    }

    /// Says when the journal cannot be written, and when it can be again.
    pub(super) fn tell_unwritten(&mut self) {
        let why = self.shell.unkept().map(str::to_owned);
        if std::mem::replace(&mut self.is_unwritten, why.is_some()) == why.is_some() {
            return;
        }
        let notice = why.map_or_else(
            || "the game is written again and goes on".to_owned(),
            |why| format!("{why}; the game waits until it can be, and nothing is lost"),
        );
        self.tell(&Who::Author, notice.clone());
        self.notices.push(notice);
    }

    /// Counts the messages built so far.
    pub const fn built(&self) -> Built {
        self.built
    }

    /// Notes that the game may have changed: what has been told may be old.
    pub(super) const fn changed(&mut self) {
        self.revision += 1;
    }

    /// Runs an input of the author.
    pub(super) fn run(&mut self, input: &str) -> Reply {
        self.changed();
        let reply = self.shell.put_pasted(input, &mut self.journal);
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
        Some((debugger.first_decision, timeline.here().entry, timeline.n_played()))
    }

    pub(super) fn seat_of(&self, who: &Who) -> Option<Seat> {
        let Who::Seat(name) = who else { return None };
        self.shell.debugger()?.notation().find_seat(name)
    }

    pub(super) fn name_of(&self, seat: Seat) -> Option<SeatName> {
        self.shell.debugger().map(|debugger| debugger.notation().seat_name(seat))
    }

    /// The viewer whose knowledge somebody is shown.
    pub(super) fn viewer(&self, who: &Who) -> Option<String> {
        let debugger = self.shell.debugger()?;
        Some(match (who, debugger.viewer) {
            (Who::Seat(name), _) => name.to_string(),
            (Who::Room, _) => return None,
            (Who::Onlooker, _) => NOBODY.to_owned(),
            (Who::Author, None) => ALL.to_owned(),
            (Who::Author, Some(seat)) => viewer_name(debugger, seat).to_string(),
        })
    }

    pub(super) fn closes_at(&self) -> Option<Duration> {
        self.window.and_then(|window| window.closes_at)
    }

    pub(super) fn closes_in(&self, now: Duration) -> Option<u64> {
        let rest = self.closes_at()?.saturating_sub(self.held.unwrap_or(now));
        Some(rest.as_millis() as u64)
    }

    pub(super) const fn is_held(&self) -> bool {
        self.paused.is_some() || self.take_back.is_some()
    }

    /// Lets the clock of a window stand while the game is held, and go on afterwards.
    pub(super) fn hold_clock(&mut self, now: Duration) {
        if self.is_held() {
            self.held.get_or_insert(now);
        } else if let Some(since) = self.held.take()
            && let Some(closes_at) = self.window.as_mut().and_then(|one| one.closes_at.as_mut())
        {
            *closes_at += now.saturating_sub(since);
        }
    }

    /// The seats with an open page.
    pub(super) fn present(&self) -> Vec<SeatName> {
        let seats = self.connections.values().filter_map(|one| self.seat_of(&one.who));
        let seats: SeatSet = seats.collect();
        seats.iter().filter_map(|seat| self.name_of(seat)).collect()
    }

    pub(super) fn table_info(&self) -> TableInfo {
        let names = |seats: SeatSet| seats.iter().filter_map(|seat| self.name_of(seat)).collect();
        let agents = self.shell.held_agents().into_iter();
        TableInfo {
            window: self.window.is_some(),
            more_time: names(self.window.map_or(SeatSet::NONE, |window| window.more_time)),
            passing: names(self.wishes.passing),
            agents: agents
                .filter_map(|agent| Some((self.name_of(agent.seat)?, agent.name)))
                .collect(),
            thinking: self.thinking.and_then(|seat| self.name_of(seat)),
            present: self.present(),
            paused: self.paused.is_some(),
            is_solo: self.is_solo,
            waiting: self.is_waiting(),
            unwritten: self.is_unwritten,
            take_back: self.take_back_info(),
        }
    }

    /// Returns the question to a connection.
    pub(super) fn ask_of(&self, who: &Who) -> Option<Ask> {
        let seat = self.seat_of(who).filter(|seat| self.may_answer(*seat))?;
        let asked = self.asks.open.get(&seat)?;
        let answer = self.answer_of(seat, asked).map(str::to_owned);
        let (decision, together) = (asked.decision.clone(), self.asks.open.len() > 1);
        Some(Ask { decision, answer, together })
    }

    /// Returns the answer that a seat has given, or gives because it passes until its turn.
    pub(super) fn answer_of<'a>(&self, seat: Seat, asked: &'a Asked) -> Option<&'a str> {
        let is_passing =
            self.wishes.passing.has(seat) && self.window.is_some_and(|one| one.is_timed());
        asked.answer.as_deref().or_else(|| asked.pass().filter(|_| is_passing))
    }

    /// Whether the seat itself is asked: it has no agent, and wants to be asked in this moment.
    pub(super) fn may_answer(&self, seat: Seat) -> bool {
        let quiet = self.window.as_ref().and_then(OpenWindow::quiet);
        let moments = self.wishes.ask_me.get(&seat);
        let is_wanted =
            quiet.is_none_or(|name| moments.is_some_and(|moments| moments.contains(name)));
        let has_agent = || self.shell.held_agents().iter().any(|agent| agent.seat == seat);
        is_wanted && self.asks.open.contains_key(&seat) && !has_agent()
    }

    /// Says something to all connections of a seat, or of the author.
    pub(super) fn tell(&mut self, to: &Who, text: String) {
        self.send_to(|who| who == to, &ServerMessage::Told { text });
    }

    pub(super) fn tell_seat(&mut self, seat: Seat, text: String) {
        if let Some(name) = self.name_of(seat) {
            self.tell(&Who::Seat(name), text);
        }
    }

    /// Refuses a message of a connection. Returns `false`: nothing has changed.
    pub(super) fn refuse(
        &mut self,
        id: ConnectionId,
        code: RequestError,
        why: impl Into<String>,
    ) -> bool {
        let error = ErrorMessage { id: None, code, message: why.into() };
        self.send_protocol(id, Some(Message::Error(error)));
        false
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

    pub(super) fn send_to(&mut self, is_for: impl Fn(&Who) -> bool, message: &ServerMessage) {
        self.send_text(is_for, &message.text());
    }

    pub(super) fn send_text(&mut self, is_for: impl Fn(&Who) -> bool, text: &Arc<str>) {
        let connections = self.connections.iter().filter(|(_, one)| is_for(&one.who));
        self.outgoing.extend(connections.map(|(id, _)| (*id, text.clone())));
    }
}
