//! What seats say, and how the game goes on: answers are kept until all seats have answered that
//! are asked at the same time, or their clock has run out, and are taken in the game's order then.

use super::early::Asked;
use super::state::{ConnectionId, Flag, Table, Who};
use super::window::OpenWindow;
use crate::debugger::answerable::Answerable;
use crate::kernel::{Prompt, Seat};
use crate::repl::put;
use crate::serve::wire::ClientMessage;
use crate::shell::Status;
use crate::shell::input_line::InputLine;
use crate::shell::out::json::{ALL, AnswerText, RequestError};
use crate::shell::trust::Origin;
use std::time::Duration;

/// The maximum length of the text of a flag in characters.
const MAX_FLAG: usize = 200;

/// The maximum number of flags of a seat.
const MAX_FLAGS: usize = 200;

impl Table {
    /// Opens a connection that has joined: it is told the game as it stands.
    pub fn open(&mut self, id: ConnectionId, who: Who, now: Duration) {
        self.welcome(id, who);
        self.show_table(id, now);
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
        match (seat, message) {
            (_, ClientMessage::Snapshot) => self.snapshot(id),
            (Some(_), ClientMessage::Answer { .. } | ClientMessage::Time) if is_paused => {
                self.refuse(id, RequestError::NotAllowed, "the author has paused the game");
            }
            (Some(seat), ClientMessage::Answer { decision, option }) => {
                if let Err((code, why)) = self.answer(seat, decision, &option) {
                    self.refuse(id, code, why);
                }
            }
            (Some(seat), ClientMessage::Time) => {
                let is_asked = self.may_answer(seat);
                let window = self.window.as_mut().filter(|_| is_asked);
                if !window.is_some_and(|window| window.extend(seat)) {
                    self.refuse(id, RequestError::NotAllowed, "there is no more time to add");
                }
            }
            (Some(seat), ClientMessage::Passing { on }) => self.set_passing(seat, on),
            (Some(seat), ClientMessage::AskMe { moments }) => {
                let moments = moments.into_iter().filter(|name| OpenWindow::is_quiet(name));
                self.ask_me.insert(seat, moments.collect());
            }
            (Some(seat), ClientMessage::Flag { text }) => self.flag(id, seat, &text),
            (_, message) if who == Who::Author => self.author(id, message, now),
            _ => self.refuse(id, RequestError::NotAllowed, "this link may not do that"),
        }
        self.settle(now);
    }

    /// Does what is due at this time.
    pub fn tick(&mut self, now: Duration) {
        if let Some(seat) = self.thinking.take().filter(|_| self.paused.is_none()) {
            self.ask_agent(seat);
        }
        self.settle(now);
    }

    /// When [`Self::tick`] is to be called next.
    pub const fn next_tick(&self) -> Option<Duration> {
        self.next_tick
    }

    /// Keeps the answer of a seat until the game takes it.
    ///
    /// # Errors
    /// The seat is not asked this, or there is no such option.
    fn answer(&mut self, seat: Seat, number: u64, id: &str) -> Result<(), (RequestError, String)> {
        let is_asked = self.may_answer(seat);
        let was_asked = self.asks.was_asked(seat, number);
        let asked = self.asks.get_mut(seat).filter(|_| is_asked);
        match asked {
            Some(asked) if asked.decision.id == number => {
                if asked.option(id).is_none() {
                    let why = format!("there is no option `{id}`");
                    return Err((RequestError::UnknownOption, why));
                }
                asked.keep(id);
                self.stuck = None;
                Ok(())
            }
            _ if was_asked => {
                let why = format!("decision {number} is not open any more");
                Err((RequestError::LateAnswer, why))
            }
            _ => Err((RequestError::NotAsked, "you are not asked this".to_owned())),
        }
    }

    fn set_passing(&mut self, seat: Seat, on: bool) {
        self.passing = if on { self.passing.with(seat) } else { self.passing.without(seat) };
        if let Some(asked) = self.asks.get_mut(seat).filter(|_| !on) {
            asked.drop_pass();
        }
    }

    /// Marks this moment for the author.
    fn flag(&mut self, id: ConnectionId, seat: Seat, text: &str) {
        let Some(by) = self.name_of(seat) else { return };
        let n_flags = self.flags.iter().filter(|flag| flag.by == by).count();
        if text.chars().count() > MAX_FLAG || n_flags >= MAX_FLAGS {
            let why = format!("at most {MAX_FLAGS} flags, of at most {MAX_FLAG} characters");
            return self.refuse(id, RequestError::NotAllowed, why);
        }
        let Some(debugger) = self.shell.debugger() else { return };
        let (mark, ply) = (debugger.timeline.free_name("flag"), debugger.timeline.ply());
        self.run(&format!(":mark {mark}"));
        self.tell(&Who::Author, format!("{by} flags ply {ply} ({mark}): {text}"));
        self.flags.push(Flag { mark, by, text: text.to_owned() });
    }

    // ---- the game goes on ----------------------------------------------------------------------

    /// Lets the game go on with the answers that it has, and says what is new.
    pub(super) fn settle(&mut self, now: Duration) {
        self.ask(now);
        if self.is_ready(now) {
            self.take_answers();
            self.ask(now);
        }
        let closes_at = self.window.and_then(|window| window.closes_at);
        self.next_tick = match self.paused {
            Some(_) => None,
            None if self.thinking.is_some() || self.is_ready(now) => Some(now),
            None => closes_at.filter(|_| self.is_going_on()),
        };
        self.update(now);
    }

    /// Asks the seats what they can answer now; agents answer at once.
    fn ask(&mut self, now: Duration) {
        self.ask_everybody();
        let (stood, stands) = (self.stood, self.point());
        self.stood = stands;
        if let (Some(stood), Some(stands)) = (stood, stands)
            && stood.1 != stands.1
            && stood.2 == stands.2
        {
            // A step in time.
            self.asks.clear();
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
        let is_timed = self.window.is_some_and(|window| window.is_timed());
        if let Some(Prompt::Turn) = answerable.first().map(|first| &first.decision().prompt) {
            self.passing = self.passing.without(answerable[0].decision().seat);
        }
        for seat in self.passing.iter().filter(|_| is_timed) {
            self.asks.get_mut(seat).into_iter().for_each(Asked::keep_pass);
        }
        if self.paused.is_some() {
            return;
        }
        self.ask_agents(answerable);
        if let Some(window) = self.window.as_mut().filter(|_| self.thinking.is_none()) {
            window.start(self.options.window, now);
        }
    }

    /// Lets agents answer: one that takes time says so before, and answers with the next tick.
    fn ask_agents(&mut self, answerable: Vec<Answerable>) {
        self.thinking = None;
        let agents = self.shell.held_agents();
        for Answerable { game, .. } in answerable {
            let Some(seat) = game.decision().map(|decision| decision.seat) else { continue };
            let name = self.name_of(seat);
            let agent = agents.iter().find(|agent| Some(&*agent.player) == name.as_deref());
            let is_unanswered = self.asks.get(seat).is_some_and(|asked| asked.answer.is_none());
            match agent.filter(|_| is_unanswered && self.is_going_on()) {
                Some(agent) if agent.is_slow => {
                    self.thinking = self.thinking.or(Some(seat));
                }
                Some(_) => {
                    let said = self.shell.agent_answer(game);
                    self.agent_has_said(seat, said);
                }
                None => {}
            }
        }
    }

    fn ask_agent(&mut self, seat: Seat) {
        let Some(debugger) = self.shell.debugger() else { return };
        let answerable = debugger.answerable().into_iter();
        let mut games = answerable.map(|one| one.game);
        let asked = games.find(|game| game.decision().is_some_and(|asked| asked.seat == seat));
        if let Some(game) = asked {
            let said = self.shell.agent_answer(game);
            self.agent_has_said(seat, said);
        }
    }

    fn agent_has_said(&mut self, seat: Seat, said: Result<String, String>) {
        match (said, self.asks.get_mut(seat)) {
            (Ok(said), Some(asked)) => asked.keep(&said),
            (Err(why), _) => {
                self.stuck = self.point();
                let name = self.name_of(seat).unwrap_or_default();
                self.tell(&Who::Author, format!("the agent of {name} cannot answer: {why}"));
            }
            _ => {}
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
            Some(window) => self.asks.are_answered() || window.is_over(now),
            None => self.asks.are_answered(),
        };
        is_due && self.paused.is_none() && self.thinking.is_none() && self.is_going_on()
    }

    /// Gives the game the answers that it has been waiting for; without one, a seat passes.
    fn take_answers(&mut self) {
        let open = self.shell.debugger().and_then(|debugger| debugger.open_question());
        let Some(occasion) = open.map(|open| open.fingerprint.occasion) else { return };
        while let Some(open) = self.shell.debugger().and_then(|debugger| debugger.open_question())
            && open.fingerprint.occasion == occasion
            && let seat = open.decision().seat
            && let Some(asked) = self.asks.take(seat, &open.fingerprint)
            && let Some(answer) = asked.answer.as_deref().or_else(|| asked.pass())
        {
            if let Err(why) = self.take_answer(answer) {
                self.stuck = self.point();
                let name = self.name_of(seat).unwrap_or_default();
                self.tell(&Who::Author, format!("the answer of {name} failed:\n{why}"));
                let told = "this answer is not possible: a script of the rules failed";
                self.tell_seat(seat, told.to_owned());
                return;
            }
        }
    }

    /// # Errors
    /// The answer is impossible or a script fails, as a message.
    fn take_answer(&mut self, answer: &str) -> Result<(), String> {
        let answer = AnswerText::Id(answer.to_owned());
        let line = self.shell.answer_line(&answer, None, None).map_err(|(_, why)| why)?;
        let (journal, input) = (&mut self.journal, InputLine::parse(&line));
        let run = |shell: &mut _| put(shell, journal, Origin::Foreign, None, &input);
        let reply = self.shell.as_viewer(ALL, run).map_err(|(_, why)| why)?;
        self.warn(&reply);
        if reply.status == Status::Done { Ok(()) } else { Err(reply.text()) }
    }
}
