//! Questions to seats, and their answers until the game takes them.

use crate::debugger::Debugger;
use crate::debugger::answerable::{Answerable, Fingerprint};
use crate::kernel::Seat;
use crate::message::{DecisionInfo, OptionData, OptionInfo};
use std::collections::BTreeMap;

/// The decisions that can be answered, by seat.
#[derive(Default)]
pub struct Asks {
    pub open: BTreeMap<Seat, Asked>,
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
        let mut before = std::mem::take(&mut self.open);
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
                    Asked { fingerprint, decision, answer: None }
                }
            };
            self.open.insert(seat, asked);
        }
        before.into_iter().filter_map(|(seat, asked)| Some((seat, asked.lost()?))).collect()
    }

    /// Takes the decision of a seat, if it asks this.
    pub fn take(&mut self, seat: Seat, fingerprint: &Fingerprint) -> Option<Asked> {
        let is_same = self.open.get(&seat).is_some_and(|asked| asked.fingerprint == *fingerprint);
        is_same.then(|| self.open.remove(&seat)).flatten()
    }

    /// Whether a seat was asked the decision with this number.
    pub fn was_asked(&self, seat: Seat, number: u64) -> bool {
        self.numbers.get(&seat).is_some_and(|last| (1..=*last).contains(&number))
    }
}
