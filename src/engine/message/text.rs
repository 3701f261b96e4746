//! Texts of scripts, which name cards by marks, as they are read.

use super::names::{KindName, Names};
use super::secret::{Redact, Secret, Viewer};
use crate::kernel::decision::mark::{A_CARD, Mark, MarkedText};
use crate::kernel::{Kind, SeatSet};
#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};
#[cfg(feature = "schema")]
use std::borrow::Cow;
use std::fmt;

/// A text that names cards, each known to some seats. In JSON it is the text as it is read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SaidText {
    /// The cards, each after the text before it.
    cards: Vec<(String, Secret<KindName>)>,
    /// The text after the last card.
    rest: String,
}

impl fmt::Display for SaidText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (before, card) in &self.cards {
            let title = card.get().map_or(A_CARD, |card| &card.title);
            write!(f, "{before}{title}")?;
        }
        f.write_str(&self.rest)
    }
}

impl Serialize for SaidText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for SaidText {
    fn schema_name() -> Cow<'static, str> {
        String::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        String::json_schema(generator)
    }

    fn inline_schema() -> bool {
        String::inline_schema()
    }
}

impl Redact for SaidText {
    fn redact(&mut self, viewer: &Viewer) {
        self.cards.iter_mut().for_each(|(_, card)| card.redact(viewer));
    }
}

impl Names {
    /// A text as a player reads it who was asked it: of the cards it names, the player knows those
    /// that it names by their kinds.
    pub fn read(&self, text: &MarkedText) -> String {
        text.read(|mark| match mark {
            Mark::Kind(kind) => self.find(kind).map(|kind| kind.title.clone()),
            Mark::Card(_) | Mark::Unknown => None,
        })
    }

    /// A text that names cards by their kinds, which these seats know, in the order of the text.
    pub fn said(&self, text: &MarkedText, known: &[SeatSet]) -> SaidText {
        let mut said = SaidText::default();
        let mut known = known.iter().copied();
        for (letter, mark) in text.letters() {
            match mark {
                None => said.rest.push(letter),
                Some(Mark::Kind(kind)) if self.find(kind).is_some() => {
                    let known = known.next().unwrap_or(SeatSet::NONE);
                    let card = Secret::new(self.kind(kind).clone(), known);
                    said.cards.push((std::mem::take(&mut said.rest), card));
                }
                Some(_) => said.rest.push_str(A_CARD),
            }
        }
        said
    }

    /// A kind that a text names; `None` if the text has a character that is no mark of one.
    fn find(&self, kind: Kind) -> Option<&KindName> {
        (kind.index() < self.rules.kinds.len()).then(|| self.kind(kind))
    }
}
