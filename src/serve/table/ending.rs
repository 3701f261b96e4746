//! The end of a game: its replay, and the next game of the same players.

use super::kept::Replay;
use super::names::{ConnectionId, Who};
use super::state::Table;
use crate::debugger::Debugger;
use crate::kernel::{EventKind, PlayerEvent, Seat};
use crate::page::replay::{MAX_PLIES, page};
use crate::serve::wire::ServerMessage;
use crate::shell::render::json::{RequestError, viewer_seat};
use crate::transcript::Origin;
use std::collections::BTreeSet;

const NOT_OVER: &str = "the game is not over";

/// The seat that began the game, which its rules or chance may have chosen.
fn first_on_turn(debugger: &Debugger) -> Option<Seat> {
    let events = debugger.timeline.path().flat_map(|entry| entry.events.iter().chain(&entry.begun));
    let mut turns = events.filter_map(|event| match event.kind {
        EventKind::Player(PlayerEvent::Began { seat, .. }) => Some(seat),
        _ => None,
    });
    turns.next()
}

impl Table {
    fn is_over(&self) -> bool {
        self.shell.debugger().is_some_and(|debugger| debugger.asked().is_none())
    }

    /// Begins another game of the players: the next seat begins, and nobody can guess the seed.
    pub(super) fn again(&mut self, id: ConnectionId) -> bool {
        let Some(debugger) = self.shell.debugger().filter(|_| self.is_over()) else {
            return self.refuse(id, RequestError::NotAllowed, NOT_OVER);
        };
        let mut header = debugger.header.clone();
        let next = first_on_turn(debugger).map_or(0, |seat| usize::from(seat.0) + 1);
        let next = next % header.names.len().max(1);
        header.first = header.names.get(next).cloned();
        header.seed = self.shell.draw_seed.map_or(header.seed + 1, |draw| draw());
        let reply = self.run(&header.command());
        match reply.status.is_bad() {
            true => self.refuse(id, RequestError::NotWritten, reply.text()),
            false => true,
        }
    }

    /// Sends the replay of a game that is over, with what this viewer knows.
    pub(super) fn send_replay(&mut self, id: ConnectionId, who: &Who) -> bool {
        let Some((viewer, point)) =
            self.viewer(who).zip(self.point()).filter(|_| self.is_over() || self.is_solo)
        else {
            return self.refuse(id, RequestError::NotAllowed, NOT_OVER);
        };
        self.replays.retain(|kept| kept.point == point);
        let kept = self.replays.iter().find(|kept| kept.viewer == viewer);
        let made = kept.map(|kept| kept.html.clone()).or_else(|| self.replay(&viewer));
        let Some(text) = made else {
            let why = "this game has no replay: it is too long, or its rules have changed";
            return self.refuse(id, RequestError::NotAllowed, why);
        };
        self.replays.retain(|kept| kept.viewer != viewer);
        self.replays.push(Replay { point, viewer, html: text.clone() });
        let variant = self.shell.debugger().map(|one| one.header.variant.clone());
        let name = format!("{}-replay.html", variant.unwrap_or_default());
        self.send(id, &ServerMessage::File { name, text });
        false
    }

    fn replay(&self, viewer: &str) -> Option<String> {
        let debugger = self.shell.debugger()?;
        if debugger.timeline.last_ply() > MAX_PLIES {
            return None;
        }
        let (game, rulesets) = (debugger.to_replay(), self.shell.rulesets());
        let played = Debugger::replayed(&game, self.shell.library(), rulesets, Origin::Person);
        let mut replayed = played.ok()?.debugger;
        let seat = viewer_seat(&replayed, viewer).ok()?;
        Some(page(&mut replayed, seat))
    }

    /// Tells those who have no seat in a new game.
    pub(super) fn tell_seatless(&mut self) {
        let seats = self.seats();
        let whos = self.connections.values().map(|one| one.who.clone());
        let is_out = |who: &Who| matches!(who, Who::Seat(name) if !seats.contains(name));
        // Each once, however many pages they have open.
        let out: BTreeSet<Who> = whos.filter(is_out).collect();
        for who in out {
            self.tell(&who, "you have no seat in the new game: ask the author for a link".into());
        }
    }
}
