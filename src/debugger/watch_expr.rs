//! Watch expressions: `hand ann`, `bob.owed`, `discard`, `ann.space`, or any script expression.

use super::diff::owed;
use super::game::Debugger;
use super::reply::WatchValue;
use crate::kernel::{Owner, Seat, SeatSet, Snapshot, Stop, Table, Zone};
use crate::message::{PlacedCard, Redact, SeatName, Secret};
use crate::script::{Local, NO_EXPRESSION, NOT_READING, UNKNOWN_NAME};
use crate::transcript::ApplyError;
use crate::variant::notation::{CardCounter, CounterRef, Notation, slot};

/// Whether a name is that of a counter of a card, such as `charge.charges`.
fn is_of_card(notation: &Notation, name: &str) -> bool {
    name.split_once('.').is_some_and(|(card, _)| notation.the_kind(card).is_ok())
}

/// A value that every position has.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WatchExpr {
    /// The cards of a zone.
    Cards(Zone),
    /// The number of turns a player owes, or must take next.
    Owed(Seat),
    Counter(u16),
    /// A counter of each card of a kind in a zone.
    CardCounter(CardCounter),
    /// Whether a player is in the game.
    Alive(Seat),
    /// Whose turn it is.
    Turn,
    /// The direction of play.
    Direction,
    /// The actions on the stack.
    Stack,
    Winner,
    Expression(String),
}

impl WatchExpr {
    /// Parses a watch expression.
    ///
    /// # Errors
    /// It is not a valid expression either.
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
            [name, "in", ..] => match CounterRef::parse(text, notation) {
                Ok(CounterRef::Cards(counter)) => Some(Self::CardCounter(counter)),
                Err(why) if is_of_card(notation, name) => return Err(ApplyError::refused(why)),
                _ => None,
            },
            _ => None,
        };
        if let Some(expr) = expr {
            return Ok(expr);
        }
        if let [word @ ("hand" | "alive" | "out" | "front" | "owed")] = words.as_slice() {
            let of = |seat: &SeatName| match *word {
                "front" | "owed" => format!("`{seat}.{word}`"),
                _ => format!("`{word} {seat}`"),
            };
            let forms: Vec<String> = notation.seats.iter().map(of).collect();
            return Err(ApplyError::hinted(format!("`{word}` of whom?"), forms.join(", ")));
        }
        if debugger.viewer.is_some() {
            return Err(redacted());
        }
        debugger.query(debugger.table().clone(), text, &[])?;
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
        if let Ok(Some(zone)) = notation.own_pile(word) {
            return Some(Self::Cards(zone));
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

    /// Its value on a table, redacted for the viewer: changes hidden from the viewer do not change
    /// the value.
    pub fn value(&self, debugger: &Debugger, table: &Table) -> WatchValue {
        let notation = debugger.notation();
        let turns = &table.turns;
        let mut value = match self {
            Self::Cards(zone) => WatchValue::Cards(debugger.watched_cards(table, *zone)),
            Self::Owed(seat) => WatchValue::Number(owed(table, *seat).into()),
            Self::Counter(slot) if notation.rules.counter_at(*slot).1.is_plain() => {
                WatchValue::Number(table.counters[usize::from(*slot)])
            }
            Self::Counter(slot) => WatchValue::Counter(notation.counter_info(table, *slot)),
            Self::CardCounter(counter) => debugger.watched_counters(table, *counter),
            Self::Alive(seat) => WatchValue::Bool(turns.alive.has(*seat)),
            Self::Turn => WatchValue::Player(Some(notation.seat_name(turns.current))),
            Self::Direction => WatchValue::Reversed(turns.reversed),
            Self::Stack => {
                let actions = table.stack.iter().map(|action| notation.stacked_info(action, table));
                WatchValue::Actions(actions.collect())
            }
            Self::Winner => {
                let winners = table.outcome.winners.iter();
                WatchValue::Players(winners.map(|seat| notation.seat_name(seat)).collect())
            }
            Self::Expression(code) => match debugger.query(table.clone(), code, &[]) {
                Ok(value) => WatchValue::Expression(Secret::new(value, SeatSet::NONE)),
                Err(error) => WatchValue::NoValue(Secret::new(reason(error), SeatSet::NONE)),
            },
        };
        if let Some(viewer) = debugger.viewer {
            value.redact(&viewer.into());
        }
        value
    }
}

/// The error for an expression of a limited viewer: an expression can read everything.
pub fn redacted() -> ApplyError {
    ApplyError::hinted(
        "an expression sees more than a player knows",
        "`:as` shows all there is again",
    )
}

fn reason(error: ApplyError) -> String {
    match error {
        ApplyError::Impossible(why, _) => why,
        ApplyError::Fault(fault) => fault.message,
    }
}

impl Debugger {
    /// The cards of a zone; in a hand the known cards come first, so that the order reveals nothing
    /// about the others.
    fn watched_cards(&self, table: &Table, zone: Zone) -> Vec<Secret<PlacedCard>> {
        let mut cards = self.notation().cards_info(table, zone);
        if let (Zone::Hand(_), Some(viewer)) = (zone, self.viewer) {
            cards.redact(&viewer.into());
            cards.sort_by_key(|card| card.get().is_none());
        }
        cards
    }

    /// The values of a counter of the cards of a kind in a zone, in the order of the values in a
    /// hand; only those who know all of these cards see them.
    fn watched_counters(&self, table: &Table, counter: CardCounter) -> WatchValue {
        let notation = self.notation();
        let cards = match counter.cards(table, notation) {
            Ok(cards) => cards,
            Err(why) => return WatchValue::NoValue(Secret::new(why.into(), SeatSet::NONE)),
        };
        let known = cards.iter().map(|card| table.cards[card.index()].known);
        let known = known.fold(SeatSet::ALL, SeatSet::intersection);
        let mut values: Vec<String> =
            cards.iter().map(|card| counter.value(table, notation, *card).to_string()).collect();
        if counter.zones.at(table).iter().all(|zone| matches!(zone, Zone::Hand(_))) {
            values.sort_unstable();
        }
        WatchValue::Expression(Secret::new(values.join(" "), known))
    }

    /// Evaluates an expression on a table, with the variables of a script, without effects.
    ///
    /// # Errors
    /// A script error, or an attempt to change the table.
    pub fn query(&self, table: Table, code: &str, locals: &[Local]) -> Result<String, ApplyError> {
        self.read(table, code, locals).map_err(|stop| without_value(code, stop))
    }

    /// Checks the condition of a breakpoint, which may name variables of a script that has not
    /// begun: their values, and errors that follow from them, are not known yet.
    ///
    /// # Errors
    /// It is no expression, it changes the game, or it is neither true nor false.
    pub fn check_condition(&self, code: &str) -> Result<(), ApplyError> {
        match self.read(self.table().clone(), code, &[]) {
            Ok(value) => check_truth(code, &value),
            Err(Stop::Fault(fault)) if !matches!(fault.code, NO_EXPRESSION | NOT_READING) => Ok(()),
            Err(stop) => Err(without_value(code, stop)),
        }
    }

    /// The kind or combo whose script runs at the cursor; else the rules.
    fn owner_here(&self) -> Owner {
        let at = self.position();
        let record = self.record(at.ply);
        let step = record.steps.get(at.step);
        step.map_or(Owner::Rules, |step| record.runs[step.run].call.owner)
    }

    fn read(&self, table: Table, code: &str, locals: &[Local]) -> Result<String, Stop> {
        let mut game = self.game.fork();
        let still = Snapshot::still(table);
        game.rewind(&still);
        let host = &self.loaded.host;
        let value = game
            .sandbox_edit(|context| host.read_with(context, code, (locals, self.owner_here())))?;
        Ok(self.notation().read(&value))
    }

    /// The values before each event of a ply and after the last one.
    pub fn values(&self, ply: usize, expr: &WatchExpr) -> Vec<WatchValue> {
        let mut values = Vec::new();
        let steps = self.steps(ply);
        steps.tables(&self.notation().rules, |table| values.push(expr.value(self, table)));
        values
    }
}

/// Checks that the value of a condition is true or false.
///
/// # Errors
/// It is something else.
pub fn check_truth(code: &str, value: &str) -> Result<(), ApplyError> {
    if matches!(value, "true" | "false") {
        return Ok(());
    }
    let why = format!("`{code}` is {value}, neither true nor false");
    Err(ApplyError::hinted(why, "e.g. :break if draw_pile().len < 3"))
}

/// The error of an expression without a value.
fn without_value(code: &str, stop: Stop) -> ApplyError {
    match ApplyError::from(stop) {
        ApplyError::Fault(fault) => {
            let hint = fault.hint.filter(|_| fault.code != UNKNOWN_NAME);
            let hint = hint.unwrap_or_else(|| "`:help watch` lists what can be watched".into());
            let why = match fault.code {
                NOT_READING => fault.message,
                _ => format!("`{code}` has no value here: {}", fault.message),
            };
            ApplyError::hinted(why, hint)
        }
        error => error,
    }
}
