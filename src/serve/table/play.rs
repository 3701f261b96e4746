//! Messages of seats, and how the game goes on: answers are kept until all seats have answered that
//! are asked at the same time, or their clock has run out, and are taken in the game's order then.

use super::kept::SeatWishes;
use super::names::{ConnectionId, Who};
use super::state::{PageConnection, Table};
use super::window::OpenWindow;
use crate::debugger::answerable::Answerable;
use crate::kernel::{Prompt, Seat};
use crate::protocol::connection::Client;
use crate::protocol::put;
use crate::serve::wire::{ClientMessage, ServerMessage};
use crate::shell::Status;
use crate::shell::input_line::InputLine;
use crate::shell::render::json::{ALL, AnswerText, RequestError};
use crate::shell::trust::Origin;
use std::time::Duration;

/// The maximum length of the text of a flag in characters.
const MAX_FLAG: usize = 200;

/// The reply to a seat whose input cannot be written to the journal.
const NOT_WRITTEN: &str = "this did not count: the game cannot be saved now. Try again";

/// When an input is tried again that could not be written.
const RETRY: Duration = Duration::from_secs(2);

/// The maximum number of flags of a seat.
const MAX_FLAGS: usize = 200;

impl Table {
    /// Opens a connection that has joined: it is told the game as it stands.
    pub fn open(&mut self, id: ConnectionId, who: Who, now: Duration) {
        if let Who::Seat(name) = &who {
            self.room.claims.take(name);
        }
        self.connections.insert(id, PageConnection { who, client: Client::default() });
        self.welcome(id, now);
        self.settle(now);
    }

    /// Forgets a closed connection.
    pub fn close(&mut self, id: ConnectionId, now: Duration) {
        self.connections.remove(&id);
        self.settle(now);
    }

    /// Carries out a message of a connection.
    pub fn receive(&mut self, id: ConnectionId, message: ClientMessage, now: Duration) {
        let Some(connection) = self.connections.get(&id) else { return };
        let who = connection.who.clone();
        let (seat, is_paused) = (self.seat_of(&who), self.paused.is_some());
        let is_asked_back = self.take_back.is_some();
        let is_new = match (seat, message) {
            (_, ClientMessage::Snapshot) => {
                self.send_snapshot(id, &who);
                // The timeline follows.
                who == Who::Author
            }
            (Some(_), ClientMessage::Answer { .. } | ClientMessage::Time) if is_paused => {
                self.refuse(id, RequestError::NotAllowed, "the author has paused the game")
            }
            (Some(_), ClientMessage::Answer { .. } | ClientMessage::Time) if is_asked_back => {
                self.refuse(id, RequestError::NotAllowed, "somebody asks to take an answer back")
            }
            (Some(seat), ClientMessage::Answer { decision, option }) => {
                match self.answer(seat, decision, &option) {
                    Ok(()) => self.settle_for(Some(id), now),
                    Err((code, why)) => drop(self.refuse(id, code, why)),
                }
                return;
            }
            (Some(seat), ClientMessage::Time) => {
                let is_asked = self.may_answer(seat);
                let window = self.window.as_mut().filter(|_| is_asked);
                window.is_some_and(|window| window.extend(seat))
                    || self.refuse(id, RequestError::NotAllowed, "there is no more time to add")
            }
            (Some(seat), ClientMessage::Passing { on }) => {
                let before = self.wishes.passing;
                self.wishes.passing = if on { before.with(seat) } else { before.without(seat) };
                self.wishes.passing != before
            }
            (Some(seat), ClientMessage::AskMe { moments }) => {
                let all = OpenWindow::quiet_moments();
                let known = |name: &String| all.iter().any(|(known, _)| known == name);
                let moments = moments.into_iter().filter(known).collect();
                let before = self.wishes.ask_me.insert(seat, moments);
                before.as_ref() != self.wishes.ask_me.get(&seat)
            }
            (Some(seat), ClientMessage::Flag { text }) => self.flag(id, seat, &text),
            (_, ClientMessage::Claim { seat, name }) if who == Who::Room => {
                self.claim(id, &seat, &name, now)
            }
            (_, ClientMessage::Watch) if who == Who::Room => self.watch(id),
            (Some(seat), ClientMessage::TakeBack) => self.ask_to_take_back(id, seat, now),
            (Some(seat), ClientMessage::Agree { yes }) => self.agree(id, Some(seat), yes),
            (Some(_), ClientMessage::Again) => self.again(id),
            (Some(seat), ClientMessage::React { reaction }) => self.react(id, seat, reaction, now),
            (_, ClientMessage::Download { what }) if what == "replay" && who != Who::Room => {
                self.send_replay(id, &who)
            }
            (_, message) if who == Who::Author => self.author(id, message, now),
            _ => self.refuse(id, RequestError::NotAllowed, "this link may not do that"),
        };
        // Otherwise nobody is to be told anything.
        if is_new {
            self.settle(now);
        }
    }

    /// Does what is due at this time.
    pub fn tick(&mut self, now: Duration) {
        self.expire_take_back(now);
        if self.retry_at.take_if(|at| *at <= now).is_some() {
            self.stuck = None;
        }
        let thought = self.thinking.take().filter(|_| self.paused.is_none());
        if let (Some(_), Some(debugger)) = (thought, self.shell.debugger()) {
            let answerable = debugger.answerable();
            self.ask_agents(answerable, thought);
        }
        self.settle(now);
    }

    /// When [`Self::tick`] is to be called next.
    pub fn next_tick(&self) -> Option<Duration> {
        if self.paused.is_some() {
            return None;
        }
        if let Some(request) = &self.take_back {
            return Some(request.ends_at);
        }
        let is_due = self.thinking.is_some() || self.is_ready(Duration::ZERO);
        let closes_at = self.closes_at().filter(|_| self.is_going_on());
        let retry_at = self.retry_at.filter(|_| self.stuck.is_some());
        if is_due {
            Some(Duration::ZERO)
        } else {
            [closes_at, retry_at].into_iter().flatten().min()
        }
    }

    /// Keeps the answer of a seat until the game takes it.
    ///
    /// # Errors
    /// The seat is not asked this, or there is no such option.
    fn answer(&mut self, seat: Seat, number: u64, id: &str) -> Result<(), (RequestError, String)> {
        let is_asked = self.may_answer(seat);
        let was_asked = self.asks.was_asked(seat, number);
        let asked = self.asks.open.get(&seat).filter(|_| is_asked);
        match asked {
            Some(asked) if asked.decision.id == number => {
                self.stuck = None;
                self.keep_answer(seat, id)
            }
            _ if was_asked => {
                let why = format!("decision {number} is not open any more");
                Err((RequestError::LateAnswer, why))
            }
            _ => Err((RequestError::NotAsked, "you are not asked this".to_owned())),
        }
    }

    /// # Errors
    /// There is no such option.
    pub(super) fn keep_answer(
        &mut self,
        seat: Seat,
        id: &str,
    ) -> Result<(), (RequestError, String)> {
        let asked = self.asks.open.get_mut(&seat).filter(|asked| asked.option(id).is_some());
        let unknown = || (RequestError::UnknownOption, format!("there is no option `{id}`"));
        asked.ok_or_else(unknown)?.answer = Some(id.to_owned());
        Ok(())
    }

    /// Marks this moment for the author. Returns whether it was marked.
    fn flag(&mut self, id: ConnectionId, seat: Seat, text: &str) -> bool {
        let Some((by, debugger)) = self.name_of(seat).zip(self.shell.debugger()) else {
            return false;
        };
        let by = format!("{by}: ");
        let notes = debugger.timeline.marks().filter_map(|(name, _)| debugger.timeline.note(name));
        let n_flags = notes.filter(|note| note.starts_with(&by)).count();
        if text.chars().count() > MAX_FLAG || n_flags >= MAX_FLAGS {
            let why = format!("at most {MAX_FLAGS} flags, of at most {MAX_FLAG} characters");
            return self.refuse(id, RequestError::NotAllowed, why);
        }
        let (mark, ply) = (debugger.timeline.free_name("flag"), debugger.timeline.ply());
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let reply = self.run(&format!(":mark {mark} {by}{text}"));
        if reply.status.is_bad() {
            return self.refuse(id, RequestError::NotWritten, NOT_WRITTEN);
        }
        self.tell(&Who::Author, format!("flag at ply {ply} ({mark}): {by}{text}"));
        true
    }

    // ---- the game goes on ----------------------------------------------------------------------

    /// Lets the game go on with the answers that it has, and says what is new.
    pub(super) fn settle(&mut self, now: Duration) {
        self.settle_for(None, now);
    }

    /// Goes on with the game after an answer of a connection.
    fn settle_for(&mut self, id: Option<ConnectionId>, now: Duration) {
        self.expire_take_back(now);
        self.hold_clock(now);
        self.ask(now);
        if self.is_ready(now) {
            if let Some(seat) = self.take_answers(now) {
                self.refuse_unwritten(seat, id);
            }
            self.ask(now);
        }
        self.update(now);
    }

    /// Says that the answer of a seat cannot be written: to the connection that has sent it, or to
    /// all of the seat.
    fn refuse_unwritten(&mut self, seat: Seat, id: Option<ConnectionId>) {
        let is_own = |id: &ConnectionId| {
            self.connections.get(id).is_some_and(|one| self.seat_of(&one.who) == Some(seat))
        };
        match id.filter(is_own) {
            Some(id) => drop(self.refuse(id, RequestError::NotWritten, NOT_WRITTEN)),
            None => self.tell_seat(seat, NOT_WRITTEN.to_owned()),
        }
    }

    /// Asks the seats what they can answer now; agents answer at once.
    fn ask(&mut self, now: Duration) {
        self.forget_other_game();
        if !self.ask_everybody() {
            // Who is asked would tell what somebody holds.
            self.asks.open.clear();
            self.blocked(now);
            return;
        }
        let (stood, stands) = (self.stood, self.point());
        self.stood = stands;
        if let (Some(stood), Some(stands)) = (stood, stands)
            && stood.1 != stands.1
            && stood.2 == stands.2
        {
            // A step in time.
            self.asks.open.clear();
            if let Some(debugger) = self.shell.debugger().filter(|_| stood.0 == stands.0) {
                let ply = debugger.timeline.ply();
                let moved = format!("the author moved everybody to ply {ply}");
                let text = self.stepped.take().unwrap_or(moved);
                let is_told = |who: &Who| matches!(who, Who::Seat(_) | Who::Onlooker);
                self.send_to(is_told, &ServerMessage::Stepped { text });
            }
        }
        let Some(debugger) = self.shell.debugger() else { return };
        let answerable = debugger.answerable();
        for (seat, text) in self.asks.replace(debugger, &answerable) {
            self.tell_seat(
                seat,
                format!("“{text}” did not count: the game has gone on without it"),
            );
        }
        let before = self.window.take();
        self.window = OpenWindow::of(answerable.first(), before);
        if let Some(Prompt::Turn) = answerable.first().map(|first| &first.decision().prompt) {
            self.wishes.passing = self.wishes.passing.without(answerable[0].decision().seat);
        }
        if self.paused.is_some() {
            return;
        }
        self.ask_agents(answerable, None);
        let seconds = if self.is_waiting() { 0 } else { self.options.window };
        let is_away = self.is_somebody_away();
        if let Some(window) = self.window.as_mut().filter(|_| self.thinking.is_none()) {
            window.start(seconds, now);
            if is_away {
                window.wait();
            }
        }
    }

    /// Forgets what was said at the seats of a game that another one has replaced: their players
    /// may sit at others now.
    fn forget_other_game(&mut self) {
        if self.stood.map(|point| point.0) == self.point().map(|point| point.0) {
            return;
        }
        let began = self.shell.debugger().map(|debugger| debugger.header.command());
        if self.began != began {
            self.began = began;
            self.wishes = SeatWishes::default();
            self.asks.open.clear();
            self.room.reacted.clear();
        }
    }

    /// Lets agents answer. One that takes time says so before, and answers if it is the one that
    /// was thinking.
    fn ask_agents(&mut self, answerable: Vec<Answerable>, thought: Option<Seat>) {
        self.thinking = None;
        let agents = self.shell.held_agents();
        for Answerable { game, .. } in answerable {
            let Some(seat) = game.decision().map(|decision| decision.seat) else { continue };
            let agent = agents.iter().find(|agent| agent.seat == seat);
            let open = self.asks.open.get(&seat).filter(|asked| asked.answer.is_none());
            let Some(agent) = agent.filter(|_| open.is_some() && self.is_going_on()) else {
                continue;
            };
            if agent.is_slow && thought != Some(seat) {
                self.thinking = self.thinking.or(Some(seat));
                continue;
            }
            match (self.shell.agent_answer(game), self.asks.open.get_mut(&seat)) {
                (Ok(said), Some(asked)) => asked.answer = Some(said),
                (Err(why), _) => {
                    self.stuck = self.point();
                    let name = self.name_of(seat).unwrap_or_default();
                    self.tell(&Who::Author, format!("the agent of {name} cannot answer: {why}"));
                }
                _ => {}
            }
        }
    }

    /// Whether nothing has failed here.
    fn is_going_on(&self) -> bool {
        self.stuck.is_none() || self.stuck != self.point()
    }

    /// Whether all have answered who are asked, or their clock has run out.
    fn is_ready(&self, now: Duration) -> bool {
        let is_due = match self.window {
            Some(window) if window.quiet().is_some() => window.is_over(now),
            Some(window) => self.are_answered() || window.is_over(now),
            None => self.are_answered(),
        };
        is_due && !self.is_held() && self.thinking.is_none() && self.is_going_on()
    }

    fn are_answered(&self) -> bool {
        let open = &self.asks.open;
        !open.is_empty() && open.iter().all(|(seat, one)| self.answer_of(*seat, one).is_some())
    }

    /// Waits for a person, or until it is time to try again, since the journal cannot be written.
    /// A clock begins anew.
    fn blocked(&mut self, now: Duration) {
        self.stuck = self.point();
        self.retry_at = Some(now + RETRY);
        if let Some(window) = &mut self.window {
            window.closes_at = None;
        }
    }

    /// Gives the game the answers that it has been waiting for; without one, a seat passes. Returns
    /// the seat whose answer cannot be written: it is asked again.
    fn take_answers(&mut self, now: Duration) -> Option<Seat> {
        let open = self.shell.debugger().and_then(|debugger| debugger.open_question());
        let occasion = open?.fingerprint.occasion;
        while let Some(open) = self.shell.debugger().and_then(|debugger| debugger.open_question())
            && open.fingerprint.occasion == occasion
            && let seat = open.decision().seat
            && let Some(mut asked) = self.asks.take(seat, &open.fingerprint)
            && let Some(answer) = asked.answer.as_deref().or_else(|| asked.pass())
        {
            let taken = self.take_answer(answer);
            if taken.is_err() && self.shell.is_taken_back() {
                let was_said = asked.answer.take().is_some();
                self.asks.open.insert(seat, asked);
                self.blocked(now);
                return Some(seat).filter(|_| was_said);
            }
            if let Err(why) = taken {
                self.stuck = self.point();
                let name = self.name_of(seat).unwrap_or_default();
                self.tell(&Who::Author, format!("the answer of {name} failed:\n{why}"));
                let told = "this answer is not possible: a script of the rules failed";
                self.tell_seat(seat, told.to_owned());
                return None;
            }
        }
        None
    }

    /// # Errors
    /// The answer is impossible or a script fails, as a message.
    fn take_answer(&mut self, answer: &str) -> Result<(), String> {
        let answer = AnswerText::Id(answer.to_owned());
        let line = self.shell.answer_line(&answer, None, None).map_err(|(_, why)| why)?;
        self.changed();
        let (journal, input) = (&mut self.journal, InputLine::parse(&line));
        let run = |shell: &mut _| put(shell, journal, Origin::Foreign, None, &input);
        let reply = self.shell.as_viewer(ALL, run).map_err(|(_, why)| why)?;
        self.warn(&reply);
        if reply.status == Status::Done { Ok(()) } else { Err(reply.text()) }
    }
}
