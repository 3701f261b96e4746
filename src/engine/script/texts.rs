//! The functions of the language that make texts of values, for all values.

use super::api::Context;
use super::api::RulesetData;
use super::host_context::HostContext;
use super::script_error::script_error;
use super::show::{cards_in, in_text, json};
use crate::kernel::Stop;
use crate::kernel::effect::RunMode;
use rhai::{Array, Dynamic, Engine, EvalAltResult, FnPtr, ImmutableString, Map, NativeCallContext};
use serde_json::{Number, Value as Json};
use std::any::TypeId;
use std::rc::Rc;

type Result<T> = std::result::Result<T, Box<EvalAltResult>>;

/// Registers the functions for values without a game: they have no players and no cards.
pub fn register_plain(engine: &mut Engine) {
    register_with(engine, |_, value, is_item| Ok(in_text(None, value, is_item).into()));
    engine.register_fn("to_json", |map: Map| json(None, &map.into()).to_string());
    engine.register_fn("parse_json", |text: ImmutableString| parse_json(&text));
}

/// Registers the functions for the values of a game.
pub fn register(
    engine: &mut Engine,
    host_context: &Rc<HostContext>,
    ruleset_data: &Rc<RulesetData>,
) {
    let (context, data) = (host_context.clone(), ruleset_data.clone());
    register_with(engine, move |ctx, value, is_item| {
        check(ctx, value, &context, &data)?;
        let mut text = String::new();
        context.inspect(|context, _| text = in_text(Some(context), value, is_item));
        Ok(text.into())
    });
    let (context, data) = (host_context.clone(), ruleset_data.clone());
    engine.register_fn("to_json", move |ctx: NativeCallContext, map: Map| {
        let map = Dynamic::from(map);
        check(&ctx, &map, &context, &data)?;
        let mut text = String::new();
        context.inspect(|context, _| text = json(Some(context), &map).to_string());
        Ok::<_, Box<EvalAltResult>>(text)
    });
}

/// Registers `to_string` and `to_debug`, which Rhai calls for a value in a text and for an item of
/// a list there.
fn register_with<F>(engine: &mut Engine, write: F)
where
    F: Fn(&NativeCallContext<'_>, &Dynamic, bool) -> Result<ImmutableString> + Clone + 'static,
{
    // The types for which Rhai's packages write names of types, and all others.
    let types = [
        TypeId::of::<FnPtr>(),
        TypeId::of::<Array>(),
        TypeId::of::<Map>(),
        TypeId::of::<Dynamic>(),
    ];
    for of in types {
        for (name, is_item) in [("to_string", false), ("to_debug", true)] {
            let write = write.clone();
            engine.register_raw_fn(name, [of], move |ctx, args| write(&ctx, args[0], is_item));
        }
    }
}

/// Checks that a hook that only answers reads no card in a text that its player does not know.
fn check(
    ctx: &NativeCallContext<'_>,
    value: &Dynamic,
    host_context: &HostContext,
    ruleset_data: &RulesetData,
) -> Result<()> {
    let mut cards = Vec::new();
    host_context.inspect(|context, _| {
        if context.run.mode != RunMode::Act {
            cards = cards_in(value);
        }
    });
    if cards.is_empty() || host_context.is_stopped() {
        return Ok(());
    }
    let mut effects = host_context.take();
    let cx = Context { effects: &mut effects, data: ruleset_data, owner: host_context.owner() };
    let checked: std::result::Result<(), Stop> =
        cards.into_iter().try_for_each(|card| cx.look_at(card));
    host_context.put(effects);
    checked.map_err(|stop| {
        host_context.stop(stop, ctx);
        EvalAltResult::ErrorTerminated(Dynamic::UNIT, ctx.call_position()).into()
    })
}

/// Reads JSON.
fn parse_json(text: &str) -> Result<Dynamic> {
    let json = serde_json::from_str(text).ok();
    json.and_then(|json| dynamic(&json)).ok_or_else(|| {
        let hint = "it reads JSON whose numbers are whole: `parse_json(\"[1, 2]\")`";
        script_error("F0122", format!("`parse_json` cannot read {text:?}"), hint).into()
    })
}

fn dynamic(json: &Json) -> Option<Dynamic> {
    Some(match json {
        Json::Null => Dynamic::UNIT,
        Json::Bool(is) => Dynamic::from(*is),
        Json::Number(number) => Dynamic::from(Number::as_i64(number)?),
        Json::String(text) => Dynamic::from(text.clone()),
        Json::Array(values) => {
            Dynamic::from_array(values.iter().map(dynamic).collect::<Option<_>>()?)
        }
        Json::Object(map) => {
            let entry =
                |(name, value): (&String, &Json)| Some((name.as_str().into(), dynamic(value)?));
            Dynamic::from_map(map.iter().map(entry).collect::<Option<_>>()?)
        }
    })
}
