//! The identity of a position and of rules: the BLAKE3 hash of a canonical encoding ([postcard]:
//! little-endian, the fields in order). It is the same on every machine and in every release until
//! this file changes, however the kernel stores a table; a golden file pins it.
//!
//! [postcard]: https://postcard.jamesmunns.com/wire-format

pub use super::hash::stable_hash;
use super::table::Table;
use crate::kernel::action::{Action, Subject, Task, Window};
use crate::kernel::card::{ActionId, CardId, Kind, Seat, SeatSet};
use crate::kernel::decision::{Choice, Decision, Prompt, RecordedAnswer};
use crate::kernel::turns::TurnQueue;
use crate::kernel::value::Value;
use crate::kernel::zone::Zone;
use serde::{Serialize, Serializer};

/// Returns the canonical encoding of a value.
///
/// # Panics
/// When a value cannot be encoded: a sequence of unknown length.
pub fn encode(value: &impl Serialize) -> Vec<u8> {
    postcard::to_allocvec(value).expect("lengths of plain data are known")
}

/// Returns the hash of a value: the first 64 bits of BLAKE3.
pub fn hash(value: &impl Serialize) -> u64 {
    let hash = blake3::hash(&encode(value));
    let [a, b, c, d, e, f, g, h, ..] = *hash.as_bytes();
    u64::from_be_bytes([a, b, c, d, e, f, g, h])
}

/// A table as it is encoded. What follows from the rest is left out.
#[derive(Serialize)]
pub(crate) struct CanonicalTable<'a> {
    zones: Vec<(Zone, &'a [CardId])>,
    cards: Vec<(Kind, bool, Option<Seat>, SeatSet)>,
    turns: &'a TurnQueue,
    stack: Vec<CanonicalAction<'a>>,
    agenda: &'a [Task],
    counters: &'a [i64],
    random: ([u64; 3], Option<(u64, [u32; 3])>),
    n_actions: u32,
    is_over: bool,
    winners: SeatSet,
    losers: SeatSet,
    scores: &'a [Option<i64>],
    blind: SeatSet,
    card_counters: &'a [i64],
    settling: Vec<CanonicalAction<'a>>,
    last_play: Option<CanonicalAction<'a>>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    revealed: &'a [u16],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    arrivals: Vec<(u16, Zone, u16, u32)>,
}

#[derive(Serialize)]
struct CanonicalAction<'a> {
    id: ActionId,
    by: Seat,
    subject: Subject,
    cards: &'a [CardId],
    announced: &'a [Value],
    cancelled: bool,
    answered: bool,
    /// The seats that have passed while the window is open.
    passed: Option<SeatSet>,
    watchers: SeatSet,
}

impl<'a> From<&'a Action> for CanonicalAction<'a> {
    fn from(action: &'a Action) -> Self {
        let passed = match action.window {
            Window::Open(passed) => Some(passed),
            Window::Closed | Window::Answered => None,
        };
        Self {
            id: action.id,
            by: action.by,
            subject: action.subject,
            cards: &action.cards,
            announced: &action.announced,
            cancelled: action.cancelled,
            answered: action.answered,
            passed,
            watchers: action.watchers,
        }
    }
}

impl Table {
    /// Returns the hash of the position: equal positions have equal hashes on every machine.
    pub fn hash(&self) -> u64 {
        hash(&CanonicalTable::from(self))
    }
}

impl<'a> From<&'a Table> for CanonicalTable<'a> {
    fn from(table: &'a Table) -> Self {
        let card = |card: &super::table::CardState| {
            (card.kind, card.is_turned, card.played_by, card.known)
        };
        Self {
            zones: table.zones.all().map(|zone| (zone, table.cards_in(zone))).collect(),
            cards: table.cards.iter().map(card).collect(),
            turns: &table.turns,
            stack: table.stack.iter().map(|action| (&**action).into()).collect(),
            agenda: &table.agenda,
            counters: &table.counters,
            random: table.rng.identity(),
            n_actions: table.n_actions,
            is_over: table.outcome.is_over,
            winners: table.outcome.winners,
            losers: table.outcome.losers,
            scores: &table.outcome.scores,
            blind: table.blind,
            card_counters: &table.card_counters,
            settling: table.settling.iter().map(|action| (&**action).into()).collect(),
            last_play: table.last_play.as_deref().map(Into::into),
            revealed: &table.notes.revealed,
            arrivals: table.known_arrivals().collect(),
        }
    }
}

/// A position with the answers since it was committed, as it is encoded.
#[derive(Serialize)]
pub(crate) struct CanonicalPosition<'a> {
    table: CanonicalTable<'a>,
    answers: Vec<(u16, Option<CardId>)>,
    prompt: Question<'a>,
    options: &'a [Choice],
}

/// A question as it is encoded: with the marks of its text.
pub fn question(prompt: &Prompt) -> impl Serialize {
    Question(prompt)
}

/// A question, encoded with the marks of its text.
struct Question<'a>(&'a Prompt);

impl Serialize for Question<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Prompt::Turn => to.serialize_unit_variant("Prompt", 0, "Turn"),
            Prompt::Respond => to.serialize_unit_variant("Prompt", 1, "Respond"),
            Prompt::Cards(combo) => to.serialize_newtype_variant("Prompt", 2, "Cards", combo),
            Prompt::Text(text) => to.serialize_newtype_variant("Prompt", 3, "Text", text.unread()),
        }
    }
}

impl<'a> CanonicalPosition<'a> {
    /// A table with the answers to a suspended hook, and the question.
    pub fn new(table: &'a Table, given: &[RecordedAnswer], decision: &'a Decision) -> Self {
        Self {
            table: table.into(),
            answers: given.iter().map(|answer| (answer.index, answer.card)).collect(),
            prompt: Question(&decision.prompt),
            options: &decision.options,
        }
    }
}
