//! Where a game goes another way than before: the question that was asked then, the one that is
//! asked now, and the script lines that led to them.

use super::debugger::Debugger;
use super::timeline::TimelineEntry;
use super::{answer_parser, render};
use crate::kernel::{Decision, Prompt, ScriptLine, Seat};
use crate::transcript::{Record, SavedQuestion};

/// The first question that is another one than it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuestionDiff {
    /// The ply after which it is asked.
    pub ply: usize,
    /// What was typed there.
    pub typed: String,
    /// The question as it was.
    pub old: SavedQuestion,
    /// The question as it is.
    pub new: SavedQuestion,
}

impl QuestionDiff {
    /// What differs between the question that was saved with a record and the one that is asked
    /// now, after this entry.
    #[must_use]
    pub fn between(record: &Record, debugger: &Debugger, entry: &TimelineEntry) -> Option<Self> {
        let old = record.asked.as_deref()?;
        let new = debugger.asked_after(entry);
        let (ply, typed) = (entry.ply, record.typed.clone());
        (old.question != new.question).then(|| Self { ply, typed, old: old.clone(), new })
    }

    /// The same in words. A player who may not know what others are asked is told only that.
    #[must_use]
    pub fn lines(&self, debugger: &Debugger) -> Vec<String> {
        let Self { ply, typed, old, new } = self;
        if debugger.viewer.is_some() {
            return vec![format!("After ply {ply} another question is asked.")];
        }
        let head = format!("After ply {ply}, `{typed}`, another question is asked:");
        [vec![head], both(old, new)].concat()
    }
}

/// Both questions, one below the other.
#[must_use]
pub fn both(old: &SavedQuestion, new: &SavedQuestion) -> Vec<String> {
    let lines = |when: &str, asked: &SavedQuestion| {
        let line = asked.at.as_ref().zip(asked.source.as_ref());
        let line = line.map(|(at, source)| format!("    by {at}: {source}"));
        [format!("  {when}: {}", asked.question)].into_iter().chain(line).collect::<Vec<_>>()
    };
    [lines("old", old), lines("new", new)].concat()
}

/// What to type instead of an answer that is refused because another seat is asked first: nothing
/// where no other seat of the window could give it.
#[must_use]
pub fn for_another(debugger: &Debugger, line: &str) -> Option<String> {
    let notation = debugger.notation();
    let asked = debugger.asked()?;
    let others = (0..notation.seats.len() as u8).map(Seat).filter(|seat| *seat != asked);
    let could = |seat: &Seat| {
        let mut fork = debugger.fork();
        let line = format!("{}: {line}", notation.seat(*seat));
        answer_parser::answer(&mut fork.game, &fork.loaded, &line).is_ok()
    };
    let other = others.into_iter().filter(|_| !line.contains(':')).find(could)?;
    let (asked, other) = (notation.seat(asked), notation.seat(other));
    Some(format!("{asked} is asked first; `{other}: {line}` answers for {other}"))
}

impl Debugger {
    /// The question that is asked after an entry, with the script line that led to it.
    #[must_use]
    pub fn asked_after(&self, entry: &TimelineEntry) -> SavedQuestion {
        let (snapshot, notation) = (&entry.snapshot, self.notation());
        let Some(decision) = snapshot.decision() else {
            let winner = snapshot.shown().winner.map_or("nobody", |seat| notation.seat(seat));
            let question = format!("the game is over: {winner} has won");
            return SavedQuestion { question, at: None, source: None };
        };
        let question = render::asked(notation, snapshot.committed(), snapshot.shown(), decision);
        let question = format!("{question} ({})", render::option_list(decision, notation));
        let host = &self.loaded.host;
        let place = led_to(entry, decision);
        SavedQuestion {
            question,
            at: place.and_then(|place| host.at(place)),
            source: place.and_then(|place| host.line(place)).map(str::to_owned),
        }
    }
}

/// The line that asked. A turn comes from nowhere but the queue: what a script did last led to it.
fn led_to(entry: &TimelineEntry, decision: &Decision) -> Option<ScriptLine> {
    let acted = || entry.visible().rev().find_map(|e| e.cause.place);
    let is_turn = decision.prompt == Prompt::Turn;
    decision.cause.place.or_else(|| is_turn.then(acted).flatten())
}
