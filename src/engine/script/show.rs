//! Values as text: for texts of scripts, `print`, expressions, errors and the debugger.

use crate::kernel::decision::mark::{self, Mark, MarkedText};
use crate::kernel::effect::EffectContext;
use crate::kernel::{Action, ActionId, CardId, Seat, Subject, Transient, Value, Zone};
use crate::message::{ZoneInfo, whose};
use std::fmt::Write as _;
use std::sync::Arc;

/// Where a value is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    /// In a text of a script. Cards are marks, so that each reader is shown as much as they know.
    Text,
    /// As the value of an expression. Cards are named by their ids, a pile by its cards.
    Value,
}

/// A text in which those cards are named that everybody knows.
pub(super) fn read_by_all(context: &EffectContext, text: &str) -> String {
    let seats = (0..context.players.names.len() as u8).map(Seat);
    let is_known = |card: CardId| seats.clone().all(|seat| context.table.knows(seat, card));
    mark::read(text, |mark| {
        let kind = match mark {
            Mark::Card(card) => {
                let state = context.table.cards.get(card.index());
                state.filter(|_| is_known(card))?.kind
            }
            Mark::Kind(kind) => kind,
            Mark::Unknown => return None,
        };
        Some(context.rules.kinds.get(kind.index())?.id.clone())
    })
}

/// A text in which cards are marked by their kinds.
pub(super) fn by_kinds(context: &EffectContext, text: &Arc<str>) -> MarkedText {
    mark::by_kinds(text, |card| Some(context.table.cards.get(card.index())?.kind))
}

/// Formats a value with the names of the ruleset, as the value of an expression.
pub(super) fn show_value(context: &EffectContext, value: &Value) -> MarkedText {
    let mut text = String::new();
    Writer { context, style: Style::Value }.value(value, true, &mut text);
    text.into()
}

/// Appends a value to a text of a script, or to an item of a list there.
pub(super) fn append(context: &EffectContext, value: &Value, is_item: bool, text: &mut String) {
    Writer { context, style: Style::Text }.value(value, is_item, text);
}

/// The cards that a value names in a text.
pub(super) fn cards_of(value: &Value) -> Vec<CardId> {
    match value {
        Value::Card(card) => vec![*card],
        Value::Cards(cards) => cards.to_vec(),
        Value::List(values) => values.iter().flat_map(cards_of).collect(),
        Value::Transient(Transient::Map(map)) => map.values().flat_map(cards_of).collect(),
        _ => Vec::new(),
    }
}

/// Whether the text of a value is another one in another position.
pub(super) fn depends_on_table(value: &Value) -> bool {
    match value {
        Value::Card(_) | Value::Cards(_) | Value::Action(_) => true,
        Value::List(values) => values.iter().any(depends_on_table),
        Value::Transient(Transient::Map(map)) => map.values().any(depends_on_table),
        _ => false,
    }
}

/// Returns an action that is resolving, waiting, or the last one.
pub(super) fn find_action(context: &EffectContext, id: ActionId) -> Option<&Action> {
    let current = context.run.action.as_deref().filter(|a| a.id == id);
    let waiting = || context.table.stack.iter().rev().find(|a| a.id == id);
    let over = || context.table.last_play.as_deref().filter(|a| a.id == id);
    current.or_else(|| waiting().map(|action| &**action)).or_else(over)
}

struct Writer<'a> {
    context: &'a EffectContext,
    style: Style,
}

impl Writer<'_> {
    fn list<T>(
        &self,
        items: impl Iterator<Item = T>,
        text: &mut String,
        write: impl Fn(T, &mut String),
    ) {
        text.push('[');
        for (i, item) in items.enumerate() {
            text.push_str(if i > 0 { ", " } else { "" });
            write(item, text);
        }
        text.push(']');
    }

    fn value(&self, value: &Value, is_item: bool, text: &mut String) {
        match value {
            Value::Unit if !is_item => {}
            Value::Unit => text.push_str("()"),
            Value::Bool(is) => text.push_str(if *is { "true" } else { "false" }),
            Value::Int(n) => drop(write!(text, "{n}")),
            Value::Text(said) => self.text(said, is_item, text),
            Value::Kind(kind) => match self.style {
                Style::Text => self.text(self.context.id(*kind), is_item, text),
                Style::Value => text.push_str(self.context.id(*kind)),
            },
            Value::Card(card) => self.card(*card, text),
            Value::Player(seat) => self.player(*seat, text),
            Value::Action(id) => self.action(*id, text),
            Value::Zone(zone) => self.zone(*zone, text),
            Value::Players(seats) => {
                self.list(seats.iter(), text, |seat, text| self.player(*seat, text));
            }
            Value::Cards(cards) => {
                self.list(cards.iter(), text, |card, text| self.card(*card, text));
            }
            Value::List(values) => {
                self.list(values.iter(), text, |value, text| self.value(value, true, text));
            }
            Value::Transient(value) => self.transient(value, text),
        }
    }

    fn transient(&self, value: &Transient, text: &mut String) {
        match value {
            Transient::Char(letter) => text.push(*letter),
            Transient::Map(map) => {
                text.push_str("#{");
                for (i, (key, value)) in map.iter().enumerate() {
                    let comma = if i > 0 { ", " } else { "" };
                    let _ = write!(text, "{comma}{key:?}: ");
                    self.value(value, true, text);
                }
                text.push('}');
            }
            Transient::Range(range) => {
                let dots = if range.is_inclusive { "..=" } else { ".." };
                let _ = write!(text, "{}{dots}{}", range.start, range.end);
            }
            Transient::Closure(_) => text.push_str("a closure"),
            Transient::Set(_) => text.push_str("a set"),
            Transient::Cell(_) => text.push_str("a variable"),
        }
    }

    fn zone(&self, zone: Zone, text: &mut String) {
        let context = self.context;
        match self.style {
            Style::Text => {
                let name = |seat: Seat| context.players.names[seat.index()].clone();
                let _ = write!(text, "{}", ZoneInfo::new(zone, &context.rules, name, |_| None));
            }
            Style::Value => {
                let cards = context.table.cards_in(zone).iter();
                let ids = cards.map(|card| context.id(context.kind(*card)).to_string());
                let ids: Vec<_> = ids.collect();
                text.push_str(&if ids.is_empty() { "-".into() } else { ids.join(" ") });
            }
        }
    }

    fn player(&self, seat: Seat, text: &mut String) {
        text.push_str(&self.context.players.names[seat.index()]);
    }

    fn card(&self, card: CardId, text: &mut String) {
        match self.style {
            Style::Value => text.push_str(self.context.id(self.context.kind(card))),
            Style::Text => text.push(Mark::Card(card).letter()),
        }
    }

    /// Writes a play: `ann's Favor`.
    fn action(&self, id: ActionId, text: &mut String) {
        let context = self.context;
        let Some(action) = find_action(context, id) else {
            text.push_str("a play");
            return;
        };
        let by = whose(&context.players.names[action.by.index()]);
        let _ = match action.subject {
            Subject::Card(_, kind) => match self.style {
                Style::Text => write!(text, "{by} {}", Mark::Kind(kind).letter()),
                Style::Value => write!(text, "{by} {}", context.id(kind)),
            },
            Subject::Combo(combo) => write!(text, "{by} {}", context.rules.combo(combo).id),
            Subject::Explosion(_) => write!(text, "{by} explosion"),
            Subject::Draw => write!(text, "{by} draw"),
            Subject::Turn => write!(text, "the beginning of {by} turn"),
            Subject::Between => write!(text, "the pause in {by} turn"),
        };
    }

    /// Writes a text, in quotation marks as an item of a list.
    fn text(&self, said: &str, is_item: bool, text: &mut String) {
        let is_value = self.style == Style::Value;
        let by_kinds = is_value.then(|| by_kinds(self.context, &said.into()));
        let said = by_kinds.as_ref().map_or(said, MarkedText::unread);
        if !is_item {
            text.push_str(said);
            return;
        }
        text.push('"');
        // Marks stay what they are.
        for part in said.split_inclusive(|letter| Mark::of(letter).is_some()) {
            let mark = part.chars().next_back().filter(|letter| Mark::of(*letter).is_some());
            let plain = &part[..part.len() - mark.map_or(0, char::len_utf8)];
            let quoted = format!("{plain:?}");
            text.push_str(&quoted[1..quoted.len() - 1]);
            text.extend(mark);
        }
        text.push('"');
    }
}
