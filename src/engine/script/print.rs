//! `print` and `debug` of scripts: their output is an event, with the line that printed it.

use super::host_context::HostContext;
use super::show::{by_kinds, show, show_value};
use super::values::{Kinds, Type, text_of};
use crate::kernel::decision::mark::MarkedText;
use crate::kernel::effect::{EffectContext, RunMode};
use crate::kernel::{GameEvent, ScriptLine, Seat, SeatSet, Value};
use rhai::{Array, Dynamic, Engine, EvalAltResult, FnPtr, ImmutableString, Map, NativeCallContext};
use std::any::TypeId;
use std::rc::Rc;

/// Registers `print` and `debug` for all values.
pub fn register(engine: &mut Engine, host_context: &Rc<HostContext>) {
    // The types for which Rhai's packages define them, and all others.
    let types = [
        TypeId::of::<()>(),
        TypeId::of::<bool>(),
        TypeId::of::<char>(),
        TypeId::of::<ImmutableString>(),
        TypeId::of::<FnPtr>(),
        TypeId::of::<Array>(),
        TypeId::of::<Map>(),
        TypeId::of::<Dynamic>(),
    ];
    for of in types {
        for is_quoted in [false, true] {
            let host_context = host_context.clone();
            let name = if is_quoted { "debug" } else { "print" };
            engine.register_raw_fn(name, [of], move |ctx, args| {
                print(&ctx, args[0], is_quoted, &host_context);
                // Rhai hands a text on to the callback of the engine.
                Ok::<_, Box<EvalAltResult>>(ImmutableString::new())
            });
        }
    }
}

/// Emits the output of a hook that acts. Query hooks run whenever options are listed, so theirs is
/// dropped.
fn print(
    ctx: &NativeCallContext<'_>,
    printed: &Dynamic,
    is_quoted: bool,
    host_context: &HostContext,
) {
    if host_context.is_stopped() || !host_context.is_acting() {
        return;
    }
    let mut context = host_context.take();
    if context.log.is_kept() {
        let value = Kinds::default().to_kernel(printed, Type::Datum);
        let text = match &value {
            Some(Value::Text(text)) if !is_quoted => by_kinds(&context, text),
            _ => show(&context, printed),
        };
        let place = host_context.place(ctx);
        let to = match value {
            _ if place.is_some_and(|place| host_context.prints_literal(place)) => SeatSet::ALL,
            Some(value) => audience(&context, &value),
            None => SeatSet::NONE,
        };
        emit(&mut context, text, place, to);
    }
    host_context.put(context);
}

fn emit(context: &mut EffectContext, text: MarkedText, place: Option<ScriptLine>, to: SeatSet) {
    context.run.place = place;
    context.emit(GameEvent::Printed { text, to });
}

/// Emits a value that a compiled hook prints.
pub fn emit_value(
    context: &mut EffectContext,
    value: &Value,
    is_quoted: bool,
    is_literal: bool,
    place: Option<ScriptLine>,
) {
    if context.run.mode != RunMode::Act || !context.log.is_kept() {
        return;
    }
    let text = match text_of(&context.rules, value) {
        Some(text) if !is_quoted => by_kinds(context, text),
        _ => show_value(context, value),
    };
    let to = if is_literal { SeatSet::ALL } else { audience(context, value) };
    emit(context, text, place, to);
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
    let seats = (0..context.names.len() as u8).map(Seat);
    let all_known = |seat: &Seat| parts.iter().all(|part| knows(*seat, part));
    seats.filter(all_known).fold(SeatSet::NONE, SeatSet::with)
}
