//! Taking back an answer: a seat asks for it, and all others agree, or the author does.

use super::kept::{LastAnswer, TakeBack};
use super::names::{ConnectionId, Who};
use super::state::Table;
use crate::base::time_limit;
use crate::debugger::Debugger;
use crate::debugger::reply::EventInfo;
use crate::kernel::{
    CardEvent, Event, EventKind, GameEvent, MoveReason, PlayerEvent, Seat, SeatSet,
};
use crate::message::{Redact, Viewer};
use crate::serve::wire::{ServerMessage, TakeBackInfo};
use crate::shell::render::json::RequestError;
use crate::shell::render::text::narration::narrate;
use crate::transcript::Input;
use std::time::Duration;

/// The id of the option to pass.
const PASS: &str = "pass";

/// How long the others have to agree.
const CONSENT: Duration = Duration::from_secs(20);

/// The last answer of a seat, if everybody saw it and nobody has learnt anything since: no card
/// was drawn, given, shown or shuffled, and nothing was drawn by lot. A pass is no such answer,
/// whatever the seat could have done: taking it back would tell that there was a choice.
pub fn last_answer(debugger: &Debugger, seat: Seat) -> Option<LastAnswer> {
    let timeline = &debugger.timeline;
    let open = (1..=timeline.ply()).rev().take_while(|ply| is_open(debugger, *ply));
    let own = |ply: &usize| timeline.entry(*ply).is_some_and(|entry| entry.seat == Some(seat));
    let ply = open.filter(|_| timeline.inside().is_none()).find(own)?;
    let record = timeline.entry(ply)?.record.as_ref()?;
    let is_pass = matches!(&record.input, Input::Answers(said) if said[0].option == PASS);
    let text = narrate(&debugger.events_of(ply).events).into_iter().next();
    let entry = timeline.number(ply)?;
    Some(LastAnswer { ply, entry, text: text? }).filter(|_| !is_pass)
}

/// Whether a ply is one answer that everybody saw, with nothing but what everybody saw in it.
fn is_open(debugger: &Debugger, ply: usize) -> bool {
    let Some((entry, mut input)) = debugger.timeline.entry(ply).zip(debugger.input_info(ply))
    else {
        return false;
    };
    let record = entry.record.as_ref();
    let is_answer =
        record.is_some_and(|one| matches!(&one.input, Input::Answers(said) if said.len() == 1));
    let nobody = Viewer::new(Seat::CHANCE, Vec::new());
    input.redact(&nobody);
    let is_told = |event: &EventInfo| {
        let mut seen = event.clone();
        seen.redact(&nobody);
        seen.data == event.data
    };
    is_answer
        && input.typed.get().is_some()
        && entry.events.iter().chain(&entry.begun).all(tells_nothing)
        && debugger.events_of(ply).events.iter().all(is_told)
}

/// Whether nobody learns from an event, and nothing is left to chance in it.
fn tells_nothing(event: &Event) -> bool {
    match &event.kind {
        EventKind::Card(CardEvent::Moved { reason, .. }) => {
            matches!(reason, MoveReason::Play | MoveReason::Discard)
        }
        EventKind::Card(CardEvent::Counted { .. })
        | EventKind::Action(_)
        | EventKind::Game(GameEvent::Counted { .. }) => true,
        // Who looks at the own hand again learns of it.
        EventKind::Player(event) => !matches!(event, PlayerEvent::Blinded { .. }),
        EventKind::Game(GameEvent::Said(said)) => said.known.is_empty(),
        EventKind::Internal(_) => !event.is_by_lot(),
        EventKind::Card(_) | EventKind::Game(_) => false,
    }
}

impl Table {
    /// The last answer of somebody that can be taken back.
    pub(super) fn last_answer_of(&self, who: &Who) -> Option<LastAnswer> {
        let debugger = self.shell.debugger()?;
        debugger.asked()?;
        last_answer(debugger, self.seat_of(who)?)
    }

    /// A request as it is told.
    pub(super) fn take_back_info(&self) -> Option<TakeBackInfo> {
        let request = self.take_back.as_ref()?;
        let names = |seats: SeatSet| seats.iter().filter_map(|seat| self.name_of(seat)).collect();
        Some(TakeBackInfo {
            by: self.name_of(request.by)?,
            text: request.answer.text.clone(),
            agreed: names(request.agreed),
            asked: names(self.asked_to_agree(request)),
        })
    }

    /// The others in the game whose seats people have.
    fn asked_to_agree(&self, request: &TakeBack) -> SeatSet {
        let agents: SeatSet = self.shell.held_agents().iter().map(|agent| agent.seat).collect();
        let alive = self.shell.debugger().map(|one| one.table().turns.alive).unwrap_or_default();
        alive.iter().filter(|seat| *seat != request.by && !agents.has(*seat)).collect()
    }

    /// A seat asks to take back its last answer, once for each answer.
    pub(super) fn ask_to_take_back(&mut self, id: ConnectionId, seat: Seat, now: Duration) -> bool {
        let who = self.name_of(seat).map(Who::Seat);
        let found = who.and_then(|who| self.last_answer_of(&who)).zip(self.point());
        let is_free = self.take_back.is_none() && self.paused.is_none();
        let Some((answer, point)) = found.filter(|(answer, _)| {
            is_free && self.asked_back.get(&seat) != Some(&(answer.entry, self.welcomed))
        }) else {
            return self.refuse(id, RequestError::NotAllowed, "there is nothing to take back now");
        };
        self.asked_back.insert(seat, (answer.entry, self.welcomed));
        let (agreed, ends_at) = (SeatSet::NONE, now + time_limit(CONSENT));
        self.take_back = Some(TakeBack { by: seat, answer, point, agreed, ends_at });
        self.agree_all();
        true
    }

    /// Somebody agrees or not: `None` is the author, who decides alone.
    pub(super) fn agree(&mut self, id: ConnectionId, seat: Option<Seat>, yes: bool) -> bool {
        let asked = self.take_back.as_ref().map(|request| self.asked_to_agree(request));
        let is_asked = asked.is_some_and(|asked| seat.is_none_or(|seat| asked.has(seat)));
        let Some(request) = self.take_back.as_mut().filter(|_| is_asked) else {
            return self.refuse(id, RequestError::NotAllowed, "nobody asks you to agree");
        };
        match (yes, seat) {
            (true, Some(seat)) => request.agreed = request.agreed.with(seat),
            (true, None) => request.agreed = SeatSet::ALL,
            (false, _) => {
                let name = seat.and_then(|seat| self.name_of(seat));
                let name = name.map_or_else(|| "the author".to_owned(), |name| name.to_string());
                self.end_take_back(&format!("{name} does not agree: nothing is taken back"));
                return true;
            }
        }
        self.agree_all();
        true
    }

    /// Takes the answer back if all have agreed. The line of the game so far stays as a branch.
    fn agree_all(&mut self) {
        let Some(request) = self.take_back.as_ref() else { return };
        let missing = self.asked_to_agree(request);
        if missing.iter().any(|seat| !request.agreed.has(seat)) {
            return;
        }
        let (by, ply) = (self.name_of(request.by).unwrap_or_default(), request.answer.ply - 1);
        self.end_take_back("");
        self.stepped = Some(format!("{by} takes the last answer back"));
        let reply = self.run(&format!(":goto {ply}"));
        if reply.status.is_bad() {
            self.stepped = None;
            self.tell(&Who::Author, reply.text());
        }
    }

    /// Ends a request that is too old, or of a game that has gone on.
    pub(super) fn expire_take_back(&mut self, now: Duration) {
        let point = self.point();
        let Some(request) = &self.take_back else { return };
        if Some(request.point) != point {
            self.end_take_back("");
        } else if self.paused.is_none() && request.ends_at <= now {
            self.end_take_back("not all have agreed: nothing is taken back");
        }
    }

    /// Ends a request. Says why, if there is something to say.
    fn end_take_back(&mut self, why: &str) {
        if self.take_back.take().is_some() && !why.is_empty() {
            let text = why.to_owned();
            self.send_to(|who| *who != Who::Room, &ServerMessage::Stepped { text });
        }
    }
}
