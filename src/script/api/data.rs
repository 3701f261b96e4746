//! Verbs on the data of the variant (parameters, options, data, kinds), counters and random
//! numbers.

use super::context::Context;
use super::ruleset_data::{json_value, list, option_value};
use super::verb::{Depends, Effect, Form, Verb, table_of};
use crate::error::suggest;
use crate::kernel::{CardEvent, Fault, GameEvent, Kind, Owner, Seat, Stop, Value};
use crate::script::values::NameOf;
use crate::script::values::Type::{self, Card, Datum, Int, List, Name, Nothing, Player, Text};

fn unknown<'a>(
    code: &'static str,
    what: &str,
    name: &str,
    known: impl Iterator<Item = &'a str>,
    fix: &str,
) -> Stop {
    let hint =
        suggest(name, known).map_or_else(|| fix.to_owned(), |n| format!("did you mean `{n}`?"));
    Fault::new(code, format!("there is no {what} `{name}`")).hint(hint).into()
}

fn slot(cx: &Context<'_>, seat: Option<Seat>, name: &Value) -> Result<u16, Stop> {
    let name = cx.text(name)?;
    let rules = &cx.effects.rules;
    rules.find_counter(seat, name).ok_or_else(|| {
        let known = if seat.is_some() { &rules.seat_counters } else { &rules.table_counters };
        let fix = "declare counters under \"counters\" in the variant";
        unknown("F0110", "counter", name, known.iter().map(|n| &**n), fix)
    })
}

fn card_slot(cx: &Context<'_>, name: &Value) -> Result<u16, Stop> {
    let name = cx.text(name)?;
    let known = &cx.effects.rules.card_counters;
    known.iter().position(|n| n == name).map(|slot| slot as u16).ok_or_else(|| {
        let fix = "declare it in the variant: \"counters\": { \"card\": [\"…\"] }";
        unknown("F0110", "counter of cards", name, known.iter().map(|n| &**n), fix)
    })
}

fn param(cx: &Context<'_>, owner: Owner, name: &str) -> Result<Value, Stop> {
    let none = Default::default();
    let params = match owner {
        Owner::Kind(kind) => &cx.data.kind_params[kind.index()],
        Owner::Combo(combo) => &cx.data.combo_params[combo.index()],
        Owner::Rules => &none,
    };
    params.get(name).cloned().ok_or_else(|| {
        let fix = "parameters are keys next to \"script\" in the entry of the kind";
        unknown("F0111", "parameter", name, params.keys().map(String::as_str), fix)
    })
}

fn data(cx: &Context<'_>, path: &str) -> Result<Value, Stop> {
    let fix = "define data under \"data\" in the variant; `a.b` is the entry `b` of the object `a`";
    let found = cx.data.find(path);
    let json = found.ok_or_else(|| unknown("F0112", "data", path, std::iter::empty(), fix))?;
    json_value(json).ok_or_else(|| {
        Fault::new("F0113", format!("`{path}` is an object, not a value"))
            .hint(format!("name one of its entries: `{path}.…`"))
            .into()
    })
}

/// Returns one of `n` numbers from `first`, for a verb with this name and hint.
fn random(
    cx: &mut Context<'_>,
    n: &Value,
    first: i64,
    (verb, hint): (&str, &'static str),
) -> Result<Value, Stop> {
    let n = u32::try_from(Context::int(n)?).ok().filter(|n| *n > 0);
    let n = n.ok_or_else(|| {
        Fault::new("F0115", format!("`{verb}` expects a number above 0")).hint(hint)
    })?;
    Ok(Value::Int(first + i64::from(cx.effects.random_from(first, n)?)))
}

/// The kinds that the deck has cards of.
fn all_kinds<'c>(cx: &'c Context<'_>) -> impl Iterator<Item = Kind> + use<'c> {
    let rules = &cx.effects.rules;
    (0..rules.kinds.len()).map(|i| Kind(i as u16)).filter(|kind| rules.kind(*kind).is_in_box)
}

const ANY_NUMBER: Type = Int;
const ONE_VALUE: Type = Type::Any(&[Int, Text, Type::Bool, Nothing]);

table_of! { "data";
    Function param(name: Name(NameOf::Param)) -> Datum, Read(Ruleset),
        "A parameter of the kind or combo whose script is running. Fails for a name it does not have.",
        "param(\"turns\")",
        |cx, args| param(cx, cx.owner, cx.text(args[0])?);
    Method param(c: Card, name: Name(NameOf::Param)) -> Datum, Read,
        "A parameter of the card's kind. Fails for a name it does not have.",
        "this_card().param(\"turns\")",
        |cx, args| {
            let card = Context::card(args[0])?;
            cx.look_at(card)?;
            param(cx, Owner::Kind(cx.effects.kind(card)), cx.text(args[1])?)
        };
    Method param(c: Card, name: Name(NameOf::Param), otherwise: ONE_VALUE) -> Datum, Read,
        "A parameter of the card's kind, or this value if the kind does not have it.",
        "this_card().param(\"turns\", 1)",
        |cx, args| {
            let card = Context::card(args[0])?;
            cx.look_at(card)?;
            let params = &cx.data.kind_params[cx.effects.kind(card).index()];
            Ok(params.get(&**cx.text(args[1])?).unwrap_or(args[2]).clone())
        };
    Function option(name: Name(NameOf::Option)) -> Datum, Read(Ruleset),
        "The value of an option of the variant. Fails for a name it does not declare.",
        "option(\"attack_stacks\")",
        |cx, args| {
            let name = cx.text(args[0])?;
            let n_seats = cx.effects.table.n_seats();
            cx.data.options.get(&**name).map(|datum| option_value(datum, n_seats)).ok_or_else(|| {
                let known = cx.data.options.keys().map(String::as_str);
                let fix = "declare options under \"options\" in the variant";
                unknown("F0114", "option", name, known, fix)
            })
        };
    Function data(path: Name(NameOf::Data)) -> Datum, Read(Ruleset),
        "A value of the variant's data: `data(\"track.length\")`. Fails for a path that is not there.",
        "data(\"track.length\")",
        |cx, args| data(cx, cx.text(args[0])?);
    Function kinds() -> List(&Type::Kind), Read(Ruleset),
        "The ids of all kinds of the variant.",
        "kinds()",
        |cx, _| Ok(list(all_kinds(cx).map(Value::Kind)));
    Function kinds_tagged(tag: Name(NameOf::Tag)) -> List(&Type::Kind), Read(Ruleset),
        "The ids of all kinds with this tag.",
        "kinds_tagged(\"cat\")",
        |cx, args| {
            let tagged = cx.tagged(args[0])?;
            Ok(list(all_kinds(cx).filter(|kind| tagged(*kind)).map(Value::Kind)))
        };
    Function kinds_untagged(tag: Name(NameOf::Tag)) -> List(&Type::Kind), Read(Ruleset),
        "The ids of all kinds without this tag.",
        "kinds_untagged(\"cat\")",
        |cx, args| {
            let tagged = cx.tagged(args[0])?;
            Ok(list(all_kinds(cx).filter(|kind| !tagged(*kind)).map(Value::Kind)))
        };
    Function get(counter: Name(NameOf::Counter)) -> Int, Read,
        "A counter of the table. Fails for a name the variant does not declare.",
        "get(\"side\")",
        |cx, args| {
            let slot = slot(cx, None, args[0])?;
            Ok(Value::Int(cx.effects.table.counters[slot as usize]))
        };
    Function set(counter: Name(NameOf::Counter), value: ANY_NUMBER) -> Nothing, Change,
        "Sets a counter of the table. Fails for a name the variant does not declare.",
        "set(\"side\", 1);",
        |cx, args| {
            let slot = slot(cx, None, args[0])?;
            let value = Context::int(args[1])?;
            cx.effects.emit(GameEvent::Counted { slot, value });
            Ok(Value::Unit)
        };
    Method get(p: Player, counter: Name(NameOf::Counter)) -> Int, Read,
        "A counter of a player. Fails for a name the variant does not declare.",
        "me.get(\"space\")",
        |cx, args| {
            let slot = slot(cx, Some(Context::seat(args[0])?), args[1])?;
            Ok(Value::Int(cx.effects.table.counters[slot as usize]))
        };
    Method set(p: Player, counter: Name(NameOf::Counter), value: ANY_NUMBER) -> Nothing, Change,
        "Sets a counter of a player. Fails for a name the variant does not declare.",
        "me.set(\"space\", 0);",
        |cx, args| {
            let slot = slot(cx, Some(Context::seat(args[0])?), args[1])?;
            let value = Context::int(args[2])?;
            cx.effects.emit(GameEvent::Counted { slot, value });
            Ok(Value::Unit)
        };
    Method get(c: Card, counter: Name(NameOf::Counter)) -> Int, Read,
        "A counter of a card. Fails for a name the variant does not declare.",
        "this_card().get(\"charges\")",
        |cx, args| {
            let card = Context::card(args[0])?;
            let slot = card_slot(cx, args[1])?;
            let first = card.index() * cx.effects.rules.card_counters.len();
            Ok(Value::Int(cx.effects.table.card_counters[first + slot as usize]))
        };
    Method set(c: Card, counter: Name(NameOf::Counter), value: ANY_NUMBER) -> Nothing, Change,
        "Sets a counter of a card. Fails for a name the variant does not declare.",
        "this_card().set(\"charges\", 0);",
        |cx, args| {
            let (card, value) = (Context::card(args[0])?, Context::int(args[2])?);
            let slot = card_slot(cx, args[1])?;
            cx.effects.emit(CardEvent::Counted { card, slot, value });
            Ok(Value::Unit)
        };
    Function random(n: Int) -> Int, Chance,
        "A random number from 0 to `n` - 1, each equally likely. Fails when `n` is below 1.",
        "random(6)",
        |cx, args| {
            random(cx, args[0], 0, ("random", "`random(n)` returns a number from 0 to n - 1"))
        };
    Function roll(n_sides: Int) -> Int, Chance,
        "A random number from 1 to `n_sides`, each equally likely. Fails when `n_sides` is below 1.",
        "roll(6)",
        |cx, args| {
            random(cx, args[0], 1, ("roll", "`roll(6)` returns a number from 1 to 6"))
        };
}
