//! Values as text: for texts of scripts, `print`, expressions, errors and the debugger.

use super::sets::SetPattern;
use super::values::{Kinds, Type};
use crate::kernel::decision::mark::{self, Mark, MarkedText};
use crate::kernel::effect::EffectContext;
use crate::kernel::{Action, ActionId, CardId, Seat, Subject, Transient, Value};
use crate::message::{ZoneInfo, whose};
use rhai::{Array, Dynamic, FnPtr, Map};
use serde_json::Value as Json;
use std::fmt::Write as _;
use std::ops::{Range, RangeInclusive};
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
    let seats = (0..context.names.len() as u8).map(Seat);
    named(context, text, |card| seats.clone().all(|seat| context.table.knows(seat, card)))
}

fn named(context: &EffectContext, text: &str, is_known: impl Fn(CardId) -> bool) -> String {
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

/// Formats a value with the names of the ruleset, as the value of an expression. Cards in its texts
/// are marked by their kinds.
pub(super) fn show(context: &EffectContext, value: &Dynamic) -> MarkedText {
    let mut text = String::new();
    Writer { context: Some(context), style: Style::Value }.script_value(value, true, &mut text);
    text.into()
}

/// A text in which cards are marked by their kinds.
pub(super) fn by_kinds(context: &EffectContext, text: &Arc<str>) -> MarkedText {
    mark::by_kinds(text, |card| Some(context.table.cards.get(card.index())?.kind))
}

/// Formats a value in a text of a script, or as an item of a list there. Without a game, players
/// and cards have no names.
pub(super) fn in_text(context: Option<&EffectContext>, value: &Dynamic, is_item: bool) -> String {
    let mut text = String::new();
    Writer { context, style: Style::Text }.script_value(value, is_item, &mut text);
    text
}

/// Formats a value with the names of the ruleset, as the value of an expression.
pub(super) fn show_value(context: &EffectContext, value: &Value) -> MarkedText {
    let mut text = String::new();
    Writer { context: Some(context), style: Style::Value }.value(value, true, &mut text);
    text.into()
}

/// Appends a value to a text of a script, or to an item of a list there.
pub(super) fn append(context: &EffectContext, value: &Value, is_item: bool, text: &mut String) {
    Writer { context: Some(context), style: Style::Text }.value(value, is_item, text);
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

/// The cards that a value names in a text.
pub(super) fn cards_in(value: &Dynamic) -> Vec<CardId> {
    if let Some(card) = value.read_lock::<super::values::CardHandle>() {
        return vec![card.0];
    }
    if let Some(array) = value.read_lock::<Array>() {
        return array.iter().flat_map(cards_in).collect();
    }
    let map = value.read_lock::<Map>();
    map.iter().flat_map(|map| map.values()).flat_map(cards_in).collect()
}

/// A value as JSON; players, cards and piles are texts.
pub(super) fn json(context: Option<&EffectContext>, value: &Dynamic) -> Json {
    if value.is_unit() {
        return Json::Null;
    }
    if let Ok(n) = value.as_int() {
        return n.into();
    }
    if let Ok(is) = value.as_bool() {
        return is.into();
    }
    if let Some(array) = value.read_lock::<Array>() {
        return array.iter().map(|item| json(context, item)).collect();
    }
    if let Some(map) = value.read_lock::<Map>() {
        let entry = |(key, value): (&_, _)| (ToString::to_string(key), json(context, value));
        return Json::Object(map.iter().map(entry).collect());
    }
    in_text(context, value, false).into()
}

struct Writer<'a> {
    /// The game; none while scripts are loaded.
    context: Option<&'a EffectContext>,
    style: Style,
}

impl Writer<'_> {
    /// Writes a value of a script, some of which cannot outlive it. Texts in lists have quotation
    /// marks.
    fn script_value(&self, value: &Dynamic, is_item: bool, text: &mut String) {
        if let Some(value) = Kinds::default().to_kernel(value, Type::Datum) {
            self.value(&value, is_item, text);
        } else if let Some(array) = value.read_lock::<Array>() {
            self.list(array.iter(), text, |item, text| self.script_value(item, true, text));
        } else if let Some(map) = value.read_lock::<Map>() {
            text.push('#');
            text.push('{');
            for (i, (key, value)) in map.iter().enumerate() {
                let comma = if i > 0 { ", " } else { "" };
                let _ = write!(text, "{comma}{:?}: ", key.as_str());
                self.script_value(value, true, text);
            }
            text.push('}');
        } else if let Ok(letter) = value.as_char() {
            text.push(letter);
        } else if value.read_lock::<FnPtr>().is_some() {
            text.push_str("a closure");
        } else if value.read_lock::<SetPattern>().is_some() {
            text.push_str("a set");
        } else if let Some(range) = value.read_lock::<Range<i64>>() {
            let _ = write!(text, "{}..{}", range.start, range.end);
        } else if let Some(range) = value.read_lock::<RangeInclusive<i64>>() {
            let _ = write!(text, "{}..={}", range.start(), range.end());
        } else {
            text.push_str("a range");
        }
    }

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
            Value::Kind(kind) => match (self.context, self.style) {
                (Some(context), Style::Text) => self.text(context.id(*kind), is_item, text),
                (Some(context), Style::Value) => text.push_str(context.id(*kind)),
                (None, _) => text.push_str("kind"),
            },
            Value::Card(card) => self.card(*card, text),
            Value::Player(seat) => self.player(*seat, text),
            Value::Action(id) => self.action(*id, text),
            Value::Zone(zone) => match (self.context, self.style) {
                (Some(context), Style::Text) => {
                    let name = |seat: Seat| context.names[seat.index()].clone();
                    let _ = write!(text, "{}", ZoneInfo::new(*zone, &context.rules, name));
                }
                (Some(context), Style::Value) => {
                    let cards = context.table.cards_in(*zone).iter();
                    let ids = cards.map(|card| context.id(context.kind(*card)).to_string());
                    let ids: Vec<_> = ids.collect();
                    text.push_str(&if ids.is_empty() { "-".into() } else { ids.join(" ") });
                }
                (None, _) => text.push_str("pile"),
            },
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

    fn player(&self, seat: Seat, text: &mut String) {
        text.push_str(self.context.map_or("player", |context| &context.names[seat.index()]));
    }

    fn card(&self, card: CardId, text: &mut String) {
        match (self.context, self.style) {
            (Some(context), Style::Value) => text.push_str(context.id(context.kind(card))),
            (_, Style::Text) => text.push(Mark::Card(card).letter()),
            (None, Style::Value) => text.push_str("card"),
        }
    }

    /// Writes a play: `ann's Favor`.
    fn action(&self, id: ActionId, text: &mut String) {
        let action = self.context.and_then(|context| find_action(context, id));
        let (Some(context), Some(action)) = (self.context, action) else {
            text.push_str("a play");
            return;
        };
        let by = whose(&context.names[action.by.index()]);
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
        let by_kinds = match (self.context, self.style) {
            (Some(context), Style::Value) => Some(by_kinds(context, &said.into())),
            _ => None,
        };
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
