//! The room: one link, with which friends see who is here, and take free seats.

use super::names::{ConnectionId, Who};
use super::state::Table;
use crate::kernel::{ME, Seat};
use crate::message::SeatName;
use crate::page::shown_game::language;
use crate::serve::wire::{RoomInfo, RoomSeat, SeatState, ServerMessage};
use crate::shell::render::json::RequestError;
use std::time::Duration;

/// How many claims a connection may make in a minute, and how many all of them: one guest does not
/// keep out the others.
const MAX_CLAIMS: usize = 10;
const MAX_CLAIMS_OF_ALL: usize = 60;
const MINUTE: Duration = Duration::from_secs(60);

/// The maximum length of a name that a page gives.
const MAX_NAME: usize = 20;

/// The reactions of seats, and how long they wait after one.
pub const REACTIONS: [&str; 6] = ["Ha!", "Oh no", "Grr", "Bravo", "Sorry", "Meow"];
const REACTION: Duration = Duration::from_secs(3);

impl Table {
    /// Describes the room: it has nothing of the game.
    pub fn room_info(&self) -> RoomInfo {
        let present = self.present();
        let seats = self.seats().into_iter().map(|name| RoomSeat {
            state: self.state_of(&name),
            is_here: present.contains(&name),
            name,
        });
        RoomInfo {
            title: self.shell.debugger().map(|one| one.started().title).unwrap_or_default(),
            lang: self.shell.debugger().map(language).unwrap_or_default(),
            seats: seats.collect(),
            is_open: !self.room.claims.is_closed,
            has_begun: self.has_begun(),
            is_waiting: self.is_waiting(),
        }
    }

    fn state_of(&self, name: &SeatName) -> SeatState {
        let seat = self.seat_of(&Who::Seat(name.clone()));
        let has_agent = self.shell.held_agents().iter().any(|agent| Some(agent.seat) == seat);
        match has_agent {
            true => SeatState::Agent,
            false if self.room.claims.is_taken(name) => SeatState::Taken,
            false => SeatState::Free,
        }
    }

    /// Whether names are fixed, since something has been played.
    fn has_begun(&self) -> bool {
        self.shell.debugger().is_none_or(|debugger| debugger.timeline.n_played() > 0)
    }

    /// Whether clocks wait, since somebody has never been there.
    pub(super) fn is_waiting(&self) -> bool {
        let is_missing = |name: &SeatName| self.state_of(name) == SeatState::Free;
        !self.room.claims.is_started && self.seats().iter().any(is_missing)
    }

    /// Whether somebody is away who has taken a seat and still plays: all wait longer for them,
    /// whoever can answer.
    pub(super) fn is_somebody_away(&self) -> bool {
        let Some(debugger) = self.shell.debugger() else { return false };
        let alive = debugger.table().turns.alive;
        let present = self.present();
        self.seats().iter().any(|name| {
            let is_alive = debugger.notation().find_seat(name).is_some_and(|seat| alive.has(seat));
            is_alive && self.state_of(name) == SeatState::Taken && !present.contains(name)
        })
    }

    /// Shows the room to a connection.
    pub(super) fn show_room(&mut self, id: ConnectionId) {
        let room = self.room_info();
        self.send(id, &ServerMessage::Room { room });
    }

    /// Shows the room to all in it if it has changed.
    pub(super) fn tell_room(&mut self) {
        let room = Some(self.room_info());
        if self.room.told == room {
            return;
        }
        self.room.told.clone_from(&room);
        if let Some(room) = room {
            self.send_to(|who| *who == Who::Room, &ServerMessage::Room { room });
        }
    }

    /// Gives a free seat to a connection of the room. Returns whether it was given.
    pub(super) fn claim(
        &mut self,
        id: ConnectionId,
        seat: &str,
        name: &str,
        now: Duration,
    ) -> bool {
        let tries = &mut self.room.tries;
        tries.retain(|(_, at)| *at + MINUTE > now);
        let n_own = tries.iter().filter(|(by, _)| *by == id).count();
        let limits = [(n_own, MAX_CLAIMS), (tries.len(), MAX_CLAIMS_OF_ALL)];
        if let Some((_, most)) = limits.into_iter().find(|(n, most)| n >= most) {
            let why = format!("there were {most} tries in a minute: wait a little");
            return self.refuse(id, RequestError::NotAllowed, why);
        }
        tries.push((id, now));
        match self.claimed(seat, name) {
            Ok(who) => {
                self.room.given.push((id, who));
                true
            }
            Err(why) => self.refuse(id, RequestError::NotAllowed, why),
        }
    }

    /// # Errors
    /// The seat cannot be taken under this name.
    fn claimed(&mut self, seat: &str, name: &str) -> Result<Who, String> {
        if self.room.claims.is_closed {
            return Err("the author has closed the room".to_owned());
        }
        let name = &*name.split_whitespace().collect::<Vec<_>>().join("_");
        let names = self.seats();
        let is_free = |one: &&SeatName| self.state_of(one) == SeatState::Free;
        // Who has the name of a free seat comes for that one.
        let is_own = |one: &&SeatName| one.to_lowercase() == name.to_lowercase();
        let own = names.iter().filter(is_free).find(is_own);
        let name = own.map_or(name, |own| &**own);
        let found = own.or_else(|| names.iter().find(|one| &***one == seat)).filter(is_free);
        let old = found.cloned().ok_or("this seat is taken: choose another")?;
        let is_letter = |c: char| c.is_alphanumeric() || c == '_';
        if !(1..=MAX_NAME).contains(&name.chars().count()) || !name.chars().all(is_letter) {
            return Err(format!("a name has 1 to {MAX_NAME} letters and digits"));
        }
        if name == ME {
            return Err("nobody can be called `me`: choose another name".to_owned());
        }
        let new = SeatName::from(name);
        if new != old {
            self.rename(&old, &new)?;
        }
        self.room.claims.renew(&new, true);
        Ok(Who::Seat(new))
    }

    /// Begins the game again, with the same deal, under another name of a seat.
    ///
    /// # Errors
    /// The game has begun, or the name cannot be used.
    fn rename(&mut self, old: &SeatName, new: &SeatName) -> Result<(), String> {
        let Some(debugger) = self.shell.debugger().filter(|_| !self.has_begun()) else {
            return Err(format!("the game has begun: here you are called {old}"));
        };
        let mut header = debugger.header.clone();
        for name in header.names.iter_mut().chain(header.first.as_mut()) {
            if **name == **old {
                name.clone_from(&new.to_string());
            }
        }
        let reply = self.run(&header.command());
        match reply.status.is_bad() {
            true => Err(reply.text()),
            false => Ok(()),
        }
    }

    /// Gives a connection of the room the link of onlookers.
    pub(super) fn watch(&mut self, id: ConnectionId) -> bool {
        self.room.given.push((id, Who::Onlooker));
        false
    }

    /// Shows all that a seat reacts to what happens.
    pub(super) fn react(
        &mut self,
        id: ConnectionId,
        seat: Seat,
        reaction: String,
        now: Duration,
    ) -> bool {
        let is_early = self.room.reacted.get(&seat).is_some_and(|at| *at + REACTION > now);
        if is_early || !REACTIONS.contains(&&*reaction) {
            let why = "one of six reactions in three seconds";
            return self.refuse(id, RequestError::NotAllowed, why);
        }
        self.room.reacted.insert(seat, now);
        if let Some(name) = self.name_of(seat) {
            let message = ServerMessage::Reaction { seat: name, reaction };
            self.send_to(|who| *who != Who::Room, &message);
        }
        false
    }

    /// Frees a seat: its link ends at once.
    pub(super) fn free(&mut self, id: ConnectionId, seat: &str) -> bool {
        let Some(name) = self.seats().into_iter().find(|one| &**one == seat) else {
            return self.refuse(
                id,
                RequestError::UnknownViewer,
                format!("there is no seat `{seat}`"),
            );
        };
        self.room.claims.renew(&name, false);
        let who = Who::Seat(name);
        let ended = self.connections.iter().filter(|(_, one)| one.who == who);
        let ended: Vec<ConnectionId> = ended.map(|(id, _)| *id).collect();
        self.connections.retain(|id, _| !ended.contains(id));
        self.room.ended.extend(ended);
        true
    }
}
