//! The author's part of the table: inputs and requests, live rules, and the files to take home.

use super::names::{ConnectionId, Who};
use super::state::Table;
use crate::kernel::Seat;
use crate::serve::wire::{ClientMessage, ServerMessage};
use crate::shell::render::json::{
    AnswerText, ErrorMessage, Message, Request, RequestError, RequestKind,
};
use crate::shell::reply::Part;
use crate::shell::{Reply, SAME_WAY, Status, UNCHANGED};
use std::time::Duration;

impl Table {
    /// Carries out a message of the author. Returns whether something may have changed.
    pub(super) fn author(
        &mut self,
        id: ConnectionId,
        message: ClientMessage,
        now: Duration,
    ) -> bool {
        match message {
            ClientMessage::Input { input } => {
                self.stuck = None;
                let reply = self.run(&input);
                let (text, status) = (reply.text(), reply.status);
                let file = self.shell.written_file(&input).filter(|_| !status.is_bad());
                self.send(id, &ServerMessage::Output { input, text, status });
                // Its files are in memory.
                if let Some((name, text)) = file {
                    self.send(id, &ServerMessage::File { name, text });
                }
            }
            ClientMessage::Complete { line } => {
                let found = self.shell.complete(&line).into_iter();
                let items = found.map(|completion| (completion.text, completion.about)).collect();
                self.send(id, &ServerMessage::Completions { line, items });
                return false;
            }
            ClientMessage::See { viewer } => {
                let reply = self.run(&format!(":as {viewer}"));
                if reply.status.is_bad() {
                    self.refuse(id, RequestError::UnknownViewer, reply.text());
                }
            }
            ClientMessage::Pause { on } => self.pause(on, now),
            ClientMessage::Free { seat } => return self.free(id, &seat),
            ClientMessage::Room { open } => self.room.claims.is_closed = !open,
            ClientMessage::Start => self.room.claims.is_started = true,
            ClientMessage::Agree { yes } => return self.agree(id, None, yes),
            ClientMessage::Again => return self.again(id),
            ClientMessage::Download { what } => match self.file(&what) {
                Some((name, text)) => {
                    self.send(id, &ServerMessage::File { name, text });
                    return false;
                }
                None => {
                    let why = "expected `game`, `session` or `notes`";
                    return self.refuse(id, RequestError::InvalidRequest, why);
                }
            },
            ClientMessage::Request { request } => self.request(id, *request),
            _ => return self.refuse(id, RequestError::NotAllowed, "only a seat can do that"),
        }
        true
    }

    fn pause(&mut self, on: bool, now: Duration) {
        let since = self.paused;
        self.paused = on.then(|| since.unwrap_or(now));
        if let (false, Some(since), Some(request)) = (on, since, &mut self.take_back) {
            request.ends_at += now.saturating_sub(since);
        }
    }

    /// Carries out a request of the protocol. An answer for a seat that is asked at the same time
    /// as others is kept like one of its own.
    fn request(&mut self, id: ConnectionId, request: Request) {
        self.stuck = None;
        self.changed();
        let number = request.id.clone();
        let done = match request.kind() {
            Err(why) => Err((RequestError::InvalidRequest, why.to_string())),
            Ok(RequestKind::Answer { answer: AnswerText::Id(text), decision: None, viewer })
                if let Some(seat) = viewer.as_deref().and_then(|name| self.other_asked(name)) =>
            {
                let said = self.shell.reply_message(number.clone(), None, &Reply::done(Vec::new()));
                self.keep_answer(seat, &text).map(|()| vec![said])
            }
            Ok(kind) => {
                let Some(connection) = self.connections.get_mut(&id) else { return };
                let (shell, journal) = (&mut self.shell, &mut self.journal);
                connection.client.carry_out(shell, journal, number.as_ref(), kind)
            }
        };
        let said = done.unwrap_or_else(|(code, message)| {
            vec![Message::Error(ErrorMessage { id: number, code, message })]
        });
        self.send_protocol(id, said);
    }

    /// The seat of this name, if it can answer but is not the one that the game asks.
    fn other_asked(&self, name: &str) -> Option<Seat> {
        let debugger = self.shell.debugger()?;
        let seat = debugger.notation().find_seat(name)?;
        Some(seat)
            .filter(|seat| self.asks.open.contains_key(seat) && debugger.asked() != Some(*seat))
    }

    /// Runs the same inputs on the scripts and variants of the files, which have changed.
    pub fn reload(&mut self, now: Duration) {
        let reply = self.run(":reload");
        self.stuck = None;
        let were_refused = std::mem::take(&mut self.are_rules_refused);
        let (mut errors, mut difference, mut ply) = (None, None, None);
        if reply.status == Status::Done {
            let is_about = |part: &&Part| {
                matches!(part, Part::Note { .. } | Part::Errors { .. } | Part::Difference(_))
            };
            // Saved again: the last message is right. A script that was refused is right again.
            let is_unchanged = reply.parts.contains(&Part::note(UNCHANGED));
            if is_unchanged && !were_refused {
                return self.settle(now);
            }
            let parts: Vec<Part> = reply.parts.iter().take_while(is_about).cloned().collect();
            if !parts.contains(&Part::note(SAME_WAY)) {
                ply = parts.iter().find_map(|part| match part {
                    Part::Difference(difference) => Some(difference.ply),
                    _ => None,
                });
                difference = Some(Reply::done(parts).text());
            }
        } else {
            errors = Some(reply.text());
            self.are_rules_refused = true;
        }
        let message = ServerMessage::Rules { errors, difference, ply };
        self.send_to(|who| *who == Who::Author, &message);
        self.settle(now);
    }

    /// A file to take home, with its name.
    fn file(&mut self, what: &str) -> Option<(String, String)> {
        let debugger = self.shell.debugger()?;
        let variant = debugger.header.variant.clone();
        match what {
            "game" => {
                let text = self.shell.saved_game()?.to_json_lines();
                Some((format!("{variant}-game.json"), text))
            }
            "session" => Some((format!("{variant}.session.md"), self.shell.session_text())),
            "notes" => Some((format!("{variant}-notes.md"), self.shell.notes_text())),
            _ => None,
        }
    }
}
