//! What seats are asked, and their answers until the game takes them.

use crate::debugger::Debugger;
use crate::debugger::answerable::{Answerable, Fingerprint};
use crate::kernel::Seat;
use crate::message::{DecisionInfo, OptionData, OptionInfo};
use std::collections::BTreeMap;

/// The decisions that can be answered, by seat.
#[derive(Default)]
pub struct Asks {
    asked: BTreeMap<Seat, Asked>,
    /// The number of the last decision of each seat.
    numbers: BTreeMap<Seat, u64>,
}

/// A decision that a seat can answer.
pub struct Asked {
    fingerprint: Fingerprint,
    /// With the number of this seat's decision.
    pub decision: DecisionInfo,
    /// The id of an option, or what an agent has said.
    pub answer: Option<String>,
    /// Whether the answer is the seat's own, not a pass until its turn.
    is_own: bool,
}

impl Asked {
    /// The option with this id.
    pub fn option(&self, id: &str) -> Option<&OptionInfo> {
        self.decision.options.get().into_iter().flatten().find(|option| option.id == id)
    }

    /// The id of the option to pass.
    pub fn pass(&self) -> Option<&str> {
        let mut options = self.decision.options.get().into_iter().flatten();
        options.find(|option| option.data == OptionData::Pass).map(|option| &*option.id)
    }

    pub fn keep(&mut self, answer: &str) {
        (self.answer, self.is_own) = (Some(answer.to_owned()), true);
    }

    /// Passes, unless the seat has answered itself.
    pub fn keep_pass(&mut self) {
        self.answer = self.answer.take().or_else(|| self.pass().map(str::to_owned));
    }

    /// Takes back what the seat has not answered itself.
    pub fn drop_pass(&mut self) {
        self.answer.take_if(|_| !self.is_own);
    }

    /// The text of the answer, if it is not a pass.
    fn lost(self) -> Option<String> {
        let option = self.option(self.answer.as_deref()?)?;
        (option.data != OptionData::Pass).then(|| option.text.clone())
    }
}

impl Asks {
    /// Asks what can be answered now in place of what was asked. Returns the answers that are
    /// dropped, with their seats.
    pub fn replace(&mut self, debugger: &Debugger, now: &[Answerable]) -> Vec<(Seat, String)> {
        let mut before = std::mem::take(&mut self.asked);
        for answerable in now {
            let seat = answerable.decision().seat;
            let is_same = |asked: &Asked| asked.fingerprint == answerable.fingerprint;
            let asked = match before.remove(&seat) {
                Some(asked) if is_same(&asked) => asked,
                other => {
                    before.extend(other.map(|other| (seat, other)));
                    let number = self.numbers.entry(seat).or_default();
                    *number += 1;
                    let mut decision = debugger.answerable_info(answerable);
                    decision.id = *number;
                    let fingerprint = answerable.fingerprint.clone();
                    Asked { fingerprint, decision, answer: None, is_own: false }
                }
            };
            self.asked.insert(seat, asked);
        }
        before.into_iter().filter_map(|(seat, asked)| Some((seat, asked.lost()?))).collect()
    }

    /// Takes the decision of a seat, if it asks this.
    pub fn take(&mut self, seat: Seat, fingerprint: &Fingerprint) -> Option<Asked> {
        let is_same = self.asked.get(&seat).is_some_and(|asked| asked.fingerprint == *fingerprint);
        is_same.then(|| self.asked.remove(&seat)).flatten()
    }

    /// Drops all answers.
    pub fn clear(&mut self) {
        self.asked.clear();
    }

    pub fn get(&self, seat: Seat) -> Option<&Asked> {
        self.asked.get(&seat)
    }

    pub fn get_mut(&mut self, seat: Seat) -> Option<&mut Asked> {
        self.asked.get_mut(&seat)
    }

    /// Whether a seat was asked the decision with this number.
    pub fn was_asked(&self, seat: Seat, number: u64) -> bool {
        self.numbers.get(&seat).is_some_and(|last| (1..=*last).contains(&number))
    }

    /// Whether several seats are asked at the same time.
    pub fn are_several(&self) -> bool {
        self.asked.len() > 1
    }

    /// Whether somebody is asked, and all have answered.
    pub fn are_answered(&self) -> bool {
        !self.asked.is_empty() && self.asked.values().all(|asked| asked.answer.is_some())
    }
}
