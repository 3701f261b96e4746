//! `print` and `debug` of scripts: their output is an event, with the line that printed it.

use super::show::{by_kinds, show_value};
use super::values::text_of;
use crate::kernel::effect::EffectContext;
use crate::kernel::{GameEvent, ScriptLine, Seat, SeatSet, Value};

/// Emits a value that a hook prints. Query hooks run whenever options are listed, so what they
/// print is dropped.
pub fn emit_value(
    context: &mut EffectContext,
    value: &Value,
    is_quoted: bool,
    is_literal: bool,
    place: Option<ScriptLine>,
) {
    if context.run.listing.is_some() {
        return;
    }
    let text = match text_of(&context.rules, value) {
        Some(text) if !is_quoted => by_kinds(context, text),
        _ => show_value(context, value),
    };
    let to = if is_literal { SeatSet::ALL } else { audience(context, value) };
    context.run.place = place;
    context.cost.n_text_bytes += text.n_bytes();
    context.emit(GameEvent::Printed { text, to });
}

/// Returns the seats that know a value: cards are known to those who know each of them. Where a
/// number or a text comes from is not known, so it may tell something secret.
fn audience(context: &EffectContext, value: &Value) -> SeatSet {
    let table = &context.table;
    let knows = |seat: Seat, value: &Value| match value {
        Value::Unit | Value::Player(_) | Value::Players(_) | Value::Action(_) => true,
        Value::Card(card) => table.knows(seat, *card),
        Value::Cards(cards) => cards.iter().all(|card| table.knows(seat, *card)),
        Value::Zone(zone) => table.cards_in(*zone).iter().all(|card| table.knows(seat, *card)),
        Value::Bool(_)
        | Value::Int(_)
        | Value::Text(_)
        | Value::Kind(_)
        | Value::List(_)
        | Value::Transient(_) => false,
    };
    let parts = match value {
        Value::List(values) => values.as_slice(),
        value => std::slice::from_ref(value),
    };
    let seats = (0..context.players.names.len() as u8).map(Seat);
    let all_known = |seat: &Seat| parts.iter().all(|part| knows(*seat, part));
    seats.filter(all_known).fold(SeatSet::NONE, SeatSet::with)
}
