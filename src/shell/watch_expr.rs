//! Things of a position that can be watched and asked about: `hand ann`, `bob.owed`, `discard`,
//! `ann.space`, or any expression.

use super::compat;
use super::complete::{self, Completion, word};
use crate::debugger::game::Debugger;
use crate::kernel::{Seat, Snapshot, Table, Zone};
use crate::transcript::{ApplyError, eval, slot};

/// What can be asked about, for help.
pub const FORMS: &[(&str, &str)] = &[
    ("hand NAME", "the cards of a hand"),
    ("draw, discard, PILE, NAME.front", "the cards of a pile, top first"),
    ("NAME.owed", "how many turns a player owes, or must take next"),
    ("COUNTER, NAME.COUNTER", "a counter"),
    ("turn, direction, stack, winner", "whose turn it is; the actions that wait; who has won"),
    ("alive NAME", "whether a player is in the game"),
    ("EXPR", "any expression that only looks: draw_pile().len, ann.hand.len > 3"),
];

/// The words that may begin or end a thing.
pub(super) fn complete(debugger: &Debugger, before: &[&str]) -> Vec<Completion> {
    let notation = debugger.notation();
    match before {
        [] => {
            let fixed = [
                ("hand", "the cards of a hand"),
                ("turn", "whose turn it is"),
                ("direction", "the direction of play"),
                ("stack", "what waits for its effect"),
                ("alive", "whether a player is in the game"),
                ("winner", "who has won"),
            ];
            let fixed = fixed.into_iter().map(|(text, about)| word(text, about));
            let piles = ["draw", "discard"].into_iter();
            let piles = piles.chain(notation.rules.piles.iter().map(|pile| &*pile.id));
            let piles = piles.map(|pile| word(pile, "the cards of a pile"));
            let owed = notation.seats.iter();
            let owed = owed.map(|seat| word(format!("{seat}.owed"), "the turns a player owes"));
            fixed.chain(piles).chain(complete::counters(debugger)).chain(owed).collect()
        }
        ["hand" | "alive"] => complete::seats(notation).collect(),
        _ => Vec::new(),
    }
}

/// Something that has a value at every position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WatchExpr {
    /// The cards of a zone.
    Cards(Zone),
    /// How many turns a player owes, or must take next.
    Owed(Seat),
    /// A counter.
    Counter(u16),
    /// Whether a player is in the game.
    Alive(Seat),
    /// Whose turn it is.
    Turn,
    /// The direction of play.
    Direction,
    /// The actions that wait for an answer or for their effect.
    Stack,
    /// Who has won.
    Winner,
    /// An expression.
    Expression(String),
}

impl WatchExpr {
    /// What a text means.
    ///
    /// # Errors
    /// It is no expression either: what is wrong with it.
    pub fn parse(debugger: &Debugger, text: &str) -> Result<Self, ApplyError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let notation = debugger.notation();
        let expr = match words.as_slice() {
            [] => return Err(ApplyError::hinted("of what?", "e.g. hand ann, bob.owed, discard")),
            ["turn"] => Some(Self::Turn),
            ["direction"] => Some(Self::Direction),
            ["stack"] => Some(Self::Stack),
            ["winner"] => Some(Self::Winner),
            ["table"] => Some(Self::Cards(Zone::Table)),
            ["hand", name] => {
                Some(Self::Cards(Zone::Hand(notation.the_seat(name).map_err(ApplyError::refused)?)))
            }
            ["alive" | "out", name] => {
                Some(Self::Alive(notation.the_seat(name).map_err(ApplyError::refused)?))
            }
            ["pile" | "count", name] | [name] => Self::named(debugger, name),
            _ => None,
        };
        if let Some(expr) = expr {
            return Ok(expr);
        }
        if debugger.viewer.is_some() {
            return Err(redacted());
        }
        debugger.fast_query(debugger.table().clone(), text)?;
        Ok(Self::Expression(text.to_owned()))
    }

    fn named(debugger: &Debugger, word: &str) -> Option<Self> {
        let notation = debugger.notation();
        if let Some(zone) = notation.rules.find_pile(word) {
            return Some(Self::Cards(zone));
        }
        if let Ok(slot) = slot(word, notation) {
            return Some(Self::Counter(slot));
        }
        let (name, what) = word.split_once('.').unwrap_or((word, "alive"));
        let seat = notation.find_seat(name)?;
        match what {
            "hand" => Some(Self::Cards(Zone::Hand(seat))),
            "front" => Some(Self::Cards(Zone::Front(seat))),
            "owed" => Some(Self::Owed(seat)),
            "alive" => Some(Self::Alive(seat)),
            _ => None,
        }
    }

    /// Its value on a table, in words: as much of it as is shown.
    #[must_use]
    pub fn value(&self, debugger: &Debugger, table: &Table) -> String {
        let notation = debugger.notation();
        let turns = &table.turns;
        match self {
            Self::Cards(zone) => compat::masked(&debugger.cards_shown(table, *zone), notation),
            Self::Owed(seat) => match turns.next {
                _ if turns.current == *seat => turns.owed.to_string(),
                Some((next, owed)) if next == *seat => owed.to_string(),
                _ => "0".into(),
            },
            Self::Counter(slot) => table.counters[usize::from(*slot)].to_string(),
            Self::Alive(seat) => turns.alive.has(*seat).to_string(),
            Self::Turn => notation.seat(turns.current).to_owned(),
            Self::Direction => (if turns.reversed { "reversed" } else { "forward" }).into(),
            Self::Stack => {
                let named = |a: &std::rc::Rc<crate::kernel::Action>| compat::action(debugger, a);
                let actions: Vec<String> = table.stack.iter().map(named).collect();
                if actions.is_empty() { "-".into() } else { actions.join(", ") }
            }
            Self::Winner => table.winner.map_or("-", |seat| notation.seat(seat)).to_owned(),
            Self::Expression(code) => debugger
                .fast_query(table.clone(), code)
                .unwrap_or_else(|halt| format!("nothing ({})", reason(&halt))),
        }
    }
}

/// An expression looks at all there is, which one player does not.
pub(super) fn redacted() -> ApplyError {
    ApplyError::hinted(
        "an expression sees more than a player knows",
        "`:as` shows all there is again",
    )
}

fn reason(halt: &ApplyError) -> &str {
    match halt {
        ApplyError::Impossible(why, _) => why,
        ApplyError::Fault(fault) => &fault.message,
    }
}

impl Debugger {
    /// The value of an expression on a table that nothing is run on.
    ///
    /// # Errors
    /// It is faulty, or changes something.
    pub fn fast_query(&self, table: Table, code: &str) -> Result<String, ApplyError> {
        let mut game = self.game.fork();
        let still = Snapshot::still(table);
        game.rewind(&still);
        let value = eval(&mut game, &self.loaded, code).map_err(|halt| match halt {
            ApplyError::Fault(fault) => ApplyError::hinted(
                format!("`{code}` has no value here: {}", fault.message),
                "`:help watch` lists what has one",
            ),
            halt => halt,
        })?;
        if game.events().is_empty() && game.table() == still.committed() {
            Ok(value)
        } else {
            Err(ApplyError::refused(format!("`{code}` changes something; here it may only look")))
        }
    }

    /// The values a thing has before each event of a ply, and after the last.
    #[must_use]
    pub fn values(&self, ply: usize, expr: &WatchExpr) -> Vec<String> {
        let mut values = Vec::new();
        let steps = self.steps(ply);
        steps.tables(&self.notation().rules, |table| values.push(expr.value(self, table)));
        values
    }
}
