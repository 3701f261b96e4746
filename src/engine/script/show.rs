//! Values as text.

use crate::kernel::Value;
use crate::kernel::decision::mark::{self, Mark};
use crate::kernel::effect::EffectContext;

/// A text in which cards are named by their ids.
pub(super) fn read(context: &EffectContext, text: &str) -> String {
    mark::read(text, |mark| {
        let kind = match mark {
            Mark::Card(card) => context.table.cards.get(card.index())?.kind,
            Mark::Kind(kind) => kind,
            Mark::Unknown => return None,
        };
        Some(context.rules.kinds.get(kind.index())?.id.clone())
    })
}

/// Formats a value with the names of the ruleset.
pub(super) fn show(context: &EffectContext, value: &Value) -> String {
    match value {
        Value::Unit => "()".into(),
        Value::Bool(b) => b.to_string(),
        Value::Int(n) => n.to_string(),
        Value::Text(text) => format!("{:?}", read(context, text)),
        Value::Kind(kind) => context.id(*kind).to_string(),
        Value::Card(card) => context.id(context.kind(*card)).to_string(),
        Value::Player(seat) => context.names[seat.index()].to_string(),
        Value::Action(id) => format!("action {}", id.0),
        Value::Zone(zone) => {
            let cards = context.table.cards_in(*zone).iter();
            let ids: Vec<_> =
                cards.map(|card| context.id(context.kind(*card)).to_string()).collect();
            if ids.is_empty() { "-".into() } else { ids.join(" ") }
        }
        Value::Players(seats) => {
            let names: Vec<_> = seats.iter().map(|seat| &*context.names[seat.index()]).collect();
            format!("[{}]", names.join(", "))
        }
        Value::Cards(cards) => {
            let ids: Vec<_> = cards.iter().map(|card| &**context.id(context.kind(*card))).collect();
            format!("[{}]", ids.join(", "))
        }
        Value::List(values) => {
            let values: Vec<_> = values.iter().map(|value| show(context, value)).collect();
            format!("[{}]", values.join(", "))
        }
    }
}
