//! Redaction for `:as`: inputs, questions, cards and values are limited to one player's knowledge.

use super::game::Debugger;
use crate::base::error::{Error, Refusal};
use crate::debugger::reply::hidden_fault;
use crate::kernel::{Event, EventKind, GameEvent, Seat, View, Zone};
use crate::message::Viewer;
use crate::transcript::answer_parser;

/// Whether a seat may not know anything of an event: a text for somebody else, and what a script
/// prints of hidden cards.
fn is_hidden(event: &Event, seat: Seat) -> bool {
    match &event.kind {
        EventKind::Game(GameEvent::Said(said)) => said.to.is_some_and(|to| to != seat),
        EventKind::Game(GameEvent::Printed { to, .. }) => !to.has(seat),
        _ => false,
    }
}

impl Debugger {
    /// The player whose knowledge is shown; `None`: everything is shown.
    pub fn shown_to(&self) -> Option<Viewer> {
        self.viewer.map(|seat| self.view_of(seat))
    }

    /// A player with the events of the line that are hidden from the player.
    pub fn view_of(&self, seat: Seat) -> Viewer {
        let is_hidden = |event: &&Event| is_hidden(event, seat);
        let events = self.timeline.line().flat_map(|entry| entry.visible());
        let mut hidden: Vec<i32> =
            events.filter(is_hidden).map(|event| self.number(event)).collect();
        hidden.sort_unstable();
        hidden.dedup();
        Viewer::new(seat, hidden)
    }

    /// Whether the viewer may know that an event happened.
    pub fn is_shown(&self, event: &Event) -> bool {
        event.is_visible() && self.viewer.is_none_or(|viewer| !is_hidden(event, viewer))
    }

    /// The script fault of the last input, as the viewer is told of it.
    pub fn shown_fault(&self) -> Option<Error> {
        let fault = self.fault.as_ref()?;
        Some(if self.viewer.is_some() { hidden_fault() } else { fault.clone() })
    }

    /// Whether the prompt and the options of a seat are visible. Those of chance are hidden from
    /// all players.
    pub fn sees_question_of(&self, seat: Seat) -> bool {
        self.viewer.is_none_or(|viewer| viewer == seat && seat != Seat::CHANCE)
    }

    /// Checks that the cards of a zone are visible.
    ///
    /// # Errors
    /// The viewer does not see all of them, as a message.
    pub fn check_seen(&self, zone: Zone) -> Result<(), Refusal> {
        let Some(viewer) = self.viewer else { return Ok(()) };
        // A position that is set up puts cards that nobody saw into the box.
        let is_seen = || View::zone(self.table(), zone, viewer).iter().all(Option::is_some);
        if zone != Zone::Box && is_seen() {
            return Ok(());
        }
        Err("this needs cards that are hidden from the player whose knowledge is shown".into())
    }

    /// Checks that what a seat sees and can answer is visible.
    ///
    /// # Errors
    /// The seat is not the viewer, as a message.
    pub fn check_own(&self, seat: Seat) -> Result<(), Refusal> {
        if self.viewer.is_none_or(|viewer| viewer == seat) {
            return Ok(());
        }
        let name = self.notation().seat(seat);
        Err(format!("what {name} sees is hidden from the player whose knowledge is shown").into())
    }

    /// Checks that an answer is one of the viewer: whether another one is possible depends on
    /// hidden cards.
    ///
    /// # Errors
    /// It is an answer of another seat, as a message.
    pub fn check_own_answer(&self, line: &str) -> Result<(), Refusal> {
        let named = answer_parser::addressee(line);
        let named = named.and_then(|name| self.notation().find_seat(name));
        [self.asked(), named].into_iter().flatten().try_for_each(|seat| self.check_own(seat))
    }
}
