//! News for connections: everything when they open, then what is new. It is built once for all
//! connections of somebody, and only where something has changed.

use super::names::{ConnectionId, Who};
use super::room::REACTIONS;
use super::state::{NOT_ME, Table, Told, seed_warning};
use super::window::OpenWindow;
use crate::kernel::ME;
use crate::page::live::PAGE_VERSION;
use crate::page::shown_game::ShownGame;
use crate::serve::wire::ServerMessage;
use crate::shell::render::json::{Subscription, UpdatePart};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

impl Table {
    /// Begins or begins again to show the game to a connection.
    pub(super) fn welcome(&mut self, id: ConnectionId, now: Duration) {
        let Some(connection) = self.connections.get(&id) else { return };
        let who = connection.who.clone();
        if who == Who::Room {
            return self.show_room(id);
        }
        let Some((debugger, viewer)) = self.shell.debugger().zip(self.viewer(&who)) else { return };
        let welcome = ServerMessage::Welcome {
            role: who.role(),
            viewer,
            page: PAGE_VERSION.to_owned(),
            game: ShownGame::of(debugger),
            window: self.options.window,
            moments: OpenWindow::quiet_moments(),
            reactions: REACTIONS,
            editor_url: self.options.editor_url.clone().filter(|_| who == Who::Author),
        };
        self.send(id, &welcome);
        self.send_snapshot(id, &who);
        let ask = self.ask_of(&who);
        self.send(id, &ServerMessage::Ask { ask });
        let answer = self.last_answer_of(&who).map(|answer| answer.text);
        self.send(id, &ServerMessage::LastAnswer { answer });
        let (closes_in, table) = (self.closes_in(now), self.table_info());
        self.send(id, &ServerMessage::Table { closes_in, table });
    }

    /// Sends everything that somebody may know now to one of their connections.
    pub(super) fn send_snapshot(&mut self, id: ConnectionId, who: &Who) {
        if let Some(snapshot) = self.snapshot(who) {
            self.outgoing.push((id, snapshot));
        }
    }

    /// Everything that somebody may know now, with the number of the last message to them. It is
    /// built once for all who ask before anything changes.
    fn snapshot(&mut self, who: &Who) -> Option<Arc<str>> {
        let viewer = self.viewer(who)?;
        let told = self.told.remove(who).filter(|told| told.subscription.viewer == viewer);
        let (revision, ask) = (self.revision, self.ask_of(who));
        let answer = self.last_answer_of(who);
        let kept = told.as_ref().filter(|told| told.revision == revision);
        let kept = kept.and_then(|told| told.snapshot.clone());
        let new = || {
            let parts = vec![UpdatePart::Position, UpdatePart::Lines, UpdatePart::Picture];
            Subscription::new(viewer.clone(), parts)
        };
        let (subscription, snapshot) = match (kept, told) {
            (Some(kept), Some(told)) => (told.subscription, Some(kept)),
            (_, told) => {
                self.built.snapshots += 1;
                let mut subscription = told.map_or_else(new, |told| told.subscription.repeated());
                let message = self.shell.snapshot(&mut subscription).ok();
                let text = message.map(|one| ServerMessage::Protocol(Box::new(one)).text());
                (subscription, text)
            }
        };
        let told = Told {
            subscription,
            ask,
            answer,
            revision,
            snapshot: snapshot.clone(),
            timeline: None,
            timeline_of: revision,
        };
        self.told.insert(who.clone(), told);
        snapshot
    }

    /// Says to each connection what is new to it.
    pub(super) fn update(&mut self, now: Duration) {
        self.tell_unwritten();
        let game = self.point().map(|point| point.0);
        if self.welcomed != game {
            self.welcomed = game;
            let debugger = self.shell.debugger();
            let seed = debugger.map(|debugger| debugger.header.seed);
            let warning = debugger.filter(|_| self.seed != seed).and_then(seed_warning);
            self.seed = seed;
            if let Some(warning) = warning {
                self.tell(&Who::Author, warning.clone());
                self.notices.push(warning);
            }
            if self.seats().contains(&ME.into()) {
                self.tell(&Who::Author, NOT_ME.to_owned());
            }
            for id in self.connections.keys().copied().collect::<Vec<_>>() {
                self.welcome(id, now);
            }
            self.tell_seatless();
        }
        let here = self.connections.values().map(|one| one.who.clone());
        let here: BTreeSet<Who> = here.filter(|who| *who != Who::Room).collect();
        self.told.retain(|who, _| here.contains(who));
        here.iter().for_each(|who| self.tell_news(who));
        if self.programs_told != self.revision {
            self.programs_told = self.revision;
            let mut connections = std::mem::take(&mut self.connections);
            for (id, connection) in &mut connections {
                let requested = connection.client.updates(&mut self.shell);
                self.send_protocol(*id, requested);
            }
            self.connections = connections;
        }
        let shown = (self.table_info(), self.closes_at());
        if self.shown != shown {
            let (closes_in, table) = (self.closes_in(now), shown.0.clone());
            self.shown = shown;
            self.send_to(|who| *who != Who::Room, &ServerMessage::Table { closes_in, table });
        }
        self.tell_room();
    }

    /// Says what is new to all connections of somebody: it is made once, and only if something has
    /// changed.
    fn tell_news(&mut self, who: &Who) {
        let revision = self.revision;
        if self.told.get(who).is_none_or(|told| told.revision != revision)
            && let Some(text) = self.news(who)
        {
            self.send_text(|one| one == who, &text);
        }
        let (ask, answer) = (self.ask_of(who), self.last_answer_of(who));
        let Some(told) = self.told.get_mut(who) else { return };
        told.revision = revision;
        let is_new = (told.ask != ask, told.answer != answer);
        told.ask.clone_from(&ask);
        told.answer.clone_from(&answer);
        if is_new.0 {
            self.send_to(|one| one == who, &ServerMessage::Ask { ask });
        }
        if is_new.1 {
            let answer = answer.map(|answer| answer.text);
            self.send_to(|one| one == who, &ServerMessage::LastAnswer { answer });
        }
        self.tell_timeline(who);
    }

    /// The update of somebody, or a snapshot if the viewer is another one.
    fn news(&mut self, who: &Who) -> Option<Arc<str>> {
        let viewer = self.viewer(who);
        let told = self.told.get_mut(who);
        let Some(told) = told.filter(|told| Some(&told.subscription.viewer) == viewer.as_ref())
        else {
            return self.snapshot(who);
        };
        self.built.updates += 1;
        told.snapshot = None;
        let message = self.shell.update(&mut told.subscription)?;
        Some(ServerMessage::Protocol(Box::new(message)).text())
    }

    /// Sends the timeline to the author if it is another one: only the new plies where the others
    /// are as before.
    fn tell_timeline(&mut self, who: &Who) {
        let Some(told) = self.told.get_mut(who).filter(|_| *who == Who::Author) else { return };
        let is_told = told.timeline.is_some() && told.timeline_of == self.revision;
        let Some(debugger) = self.shell.debugger().filter(|_| !is_told) else { return };
        told.timeline_of = self.revision;
        let shape = debugger.timeline_shape();
        let before = told.timeline.replace(shape.clone());
        if before.as_ref() == Some(&shape) {
            return;
        }
        self.built.timelines += 1;
        let new = before.and_then(|before| debugger.timeline_since(&before));
        let follows = new.is_some();
        let timeline = new.unwrap_or_else(|| debugger.timeline_info(usize::MAX));
        self.built.plies += timeline.plies.len() as u64;
        let text = ServerMessage::Timeline { timeline, follows }.text();
        self.send_text(|one| one == who, &text);
    }
}
