//! Verbs on the data of the variant (parameters, options, data, kinds), counters and random
//! numbers.

use super::arg;
use super::context::{Effects, Query};
use super::ruleset_data::{json_value, list, option_value};
use super::verb::{Effect, Fact, Form, Run, Verb, run_of, table_of};
use crate::base::error::suggest_or;
use crate::kernel::effect::EffectContext;
use crate::kernel::rules::{CounterRule, Holds};
use crate::kernel::{CardEvent, Fault, GameEvent, Kind, Owner, Seat, SeatSet, Stop, Value};
use crate::script::values::NameOf;
use crate::script::values::Type::{
    self, Bool, Card, Datum, Int, List, Name, Nothing, Player, Text,
};
use std::sync::Arc;

/// The fault of a name that is not among the known ones; `fix` helps if none is similar.
pub(super) fn unknown<'a>(
    code: &'static str,
    what: &str,
    name: &str,
    known: impl Iterator<Item = &'a str>,
    fix: &str,
) -> Stop {
    let fault = Fault::new(code, format!("there is no {what} `{name}`"));
    fault.hint(suggest_or(name, known, fix)).into()
}

fn slot(cx: Query<'_>, seat: Option<Seat>, name: &Value) -> Result<u16, Stop> {
    let name = cx.text(name)?;
    let rules = &cx.effects.rules;
    rules.find_counter(seat, name).ok_or_else(|| {
        let known = if seat.is_some() { &rules.seat_counters } else { &rules.table_counters };
        let fix = "declare counters under \"counters\" in the variant";
        unknown("F0110", "counter", name, known.iter().map(|rule| &*rule.id), fix)
    })
}

fn card_slot(cx: Query<'_>, name: &Value) -> Result<u16, Stop> {
    let name = cx.text(name)?;
    let known = &cx.effects.rules.card_counters;
    known.iter().position(|rule| rule.id == *name).map(|slot| slot as u16).ok_or_else(|| {
        let fix = "declare it in the variant: \"counters\": { \"card\": [\"…\"] }";
        unknown("F0110", "counter of cards", name, known.iter().map(|rule| &*rule.id), fix)
    })
}

/// Returns the value of a counter of the table or of a player.
fn counter(cx: Query<'_>, slot: u16) -> Result<Value, Stop> {
    let EffectContext { rules, table, .. } = cx.effects;
    let sees = || table.counter_audience(rules, slot).has(cx.reader.me);
    if rules.has_secrets && cx.reader.is_limited && !sees() {
        let id = &rules.counter_at(slot).1.id;
        let message = format!("this hook reads the counter `{id}`, which its player does not see");
        return Err(Fault::new("F0203", message)
            .hint(
                "options can depend only on what the player sees; `is_revealed` says whether \
                 everybody sees a counter",
            )
            .into());
    }
    Ok(table.counter(rules, slot))
}

/// Returns the number that stands for a value in a counter, and the text it stands for.
fn number(
    cx: Query<'_>,
    rule: &CounterRule,
    value: &Value,
) -> Result<(i64, Option<Arc<str>>), Stop> {
    let converted = match (&rule.holds, value) {
        (Holds::Kind, Value::Text(id)) => cx.data.kinds.find(id).map(Value::Kind),
        (Holds::Text(_), Value::Kind(kind)) => Some(Value::Text(cx.effects.id(*kind).clone())),
        _ => None,
    };
    rule.holds.number(converted.as_ref().unwrap_or(value)).ok_or_else(|| {
        Fault::new("F0121", format!("the counter `{}` cannot hold this value", rule.id))
            .hint(format!("it holds {}", rule.holds))
            .into()
    })
}

fn set(cx: &mut Effects<'_>, slot: u16, value: &Value) -> Result<(), Stop> {
    let (value, text) = number(cx.query(), cx.effects.rules.counter_at(slot).1, value)?;
    cx.count_text(text.as_deref());
    cx.effects.emit(GameEvent::Counted { slot, value, text });
    Ok(())
}

fn param(cx: Query<'_>, owner: Owner, name: &str) -> Result<Value, Stop> {
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

fn data(cx: Query<'_>, path: &str) -> Result<Value, Stop> {
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
    cx: &mut Effects<'_>,
    n: &Value,
    first: i64,
    (verb, hint): (&str, &'static str),
) -> Result<Value, Stop> {
    let n = u32::try_from(arg::int(n)?).ok().filter(|n| *n > 0);
    let n = n.ok_or_else(|| {
        Fault::new("F0115", format!("`{verb}` expects a number above 0")).hint(hint)
    })?;
    Ok(Value::Int(first + i64::from(cx.effects.random_from(first, n)?)))
}

fn is_revealed(cx: Query<'_>, slot: u16) -> Result<Value, Stop> {
    let seen_by = cx.effects.table.counter_audience(&cx.effects.rules, slot);
    Ok(Value::Bool(seen_by == SeatSet::ALL))
}

/// The kinds that the deck has cards of.
fn all_kinds<'c>(cx: Query<'c>) -> impl Iterator<Item = Kind> + use<'c> {
    let rules = &cx.effects.rules;
    (0..rules.kinds.len()).map(|i| Kind(i as u16)).filter(|kind| rules.kind(*kind).is_in_box)
}

/// The types of a counter's content.
const COUNTED: Type = Type::Any(&[Int, Player, Type::Kind, Text, Nothing]);
const ONE_VALUE: Type = Type::Any(&[Int, Text, Bool, Nothing]);

table_of! { "data";
    Function param(name: Name(NameOf::Param)) -> Datum, Read(Ruleset),
        "A parameter of the kind or combo whose script is running. Fails for a name it does not have.",
        "param(\"turns\")",
        |cx, args| param(cx, cx.owner, cx.text(args[0])?);
    Method param(c: Card, name: Name(NameOf::Param)) -> Datum, Read,
        "A parameter of the card's kind. Fails for a name it does not have.",
        "this_card().param(\"turns\")",
        |cx, args| param(cx, Owner::Kind(cx.kind_of(args[0])?), cx.text(args[1])?);
    Method param(c: Card, name: Name(NameOf::Param), otherwise: ONE_VALUE) -> Datum, Read,
        "A parameter of the card's kind, or this value if the kind does not have it.",
        "this_card().param(\"turns\", 1)",
        |cx, args| {
            let params = &cx.data.kind_params[cx.kind_of(args[0])?.index()];
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
    Function kinds() -> List(&Type::Kind), Read(Ruleset):
        "any card",
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
    Function get(counter: Name(NameOf::Counter)) -> COUNTED, Read,
        "What a counter of the table holds: a number, a player, a kind, a text, or `()`. Fails for a \
         name the variant does not declare.",
        "get(\"side\")",
        |cx, args| {
            counter(cx, slot(cx, None, args[0])?)
        };
    Function set(counter: Name(NameOf::Counter), value: COUNTED) -> Nothing, Change => Step,
        "Sets a counter of the table. Fails for a name the variant does not declare, and for a value \
         that it does not hold.",
        "set(\"side\", 1);",
        |cx, args| {
            let slot = slot(cx.query(), None, args[0])?;
            set(cx, slot, args[1])?;
        };
    Method get(p: Player, counter: Name(NameOf::Counter)) -> COUNTED, Read,
        "What a counter of a player holds: a number, a player, a kind, a text, or `()`. Fails for a \
         name the variant does not declare, and in hooks that decide on the options of somebody \
         who does not see it.",
        "me.get(\"space\")",
        |cx, args| {
            counter(cx, slot(cx, Some(arg::seat(args[0])?), args[1])?)
        };
    Method set(p: Player, counter: Name(NameOf::Counter), value: COUNTED) -> Nothing,
        Change => Step,
        "Sets a counter of a player, which hides it again if it is secret. Fails for a name the \
         variant does not declare, and for a value that it does not hold.",
        "me.set(\"space\", 0);",
        |cx, args| {
            let slot = slot(cx.query(), Some(arg::seat(args[0])?), args[1])?;
            set(cx, slot, args[2])?;
        };
    Method get(c: Card, counter: Name(NameOf::Counter)) -> COUNTED, Read,
        "What a counter of a card holds. Fails for a name the variant does not declare.",
        "this_card().get(\"charges\")",
        |cx, args| {
            let card = arg::card(args[0])?;
            let slot = card_slot(cx, args[1])?;
            Ok(cx.effects.table.card_counter(&cx.effects.rules, card, slot))
        };
    Method set(c: Card, counter: Name(NameOf::Counter), value: COUNTED) -> Nothing, Change => Step,
        "Sets a counter of a card. Fails for a name the variant does not declare, and for a value \
         that it does not hold.",
        "this_card().set(\"charges\", 0);",
        |cx, args| {
            let (card, slot) = (arg::card(args[0])?, card_slot(cx.query(), args[1])?);
            let rule = &cx.effects.rules.card_counters[usize::from(slot)];
            let (value, text) = number(cx.query(), rule, args[2])?;
            cx.count_text(text.as_deref());
            cx.effects.emit(CardEvent::Counted { card, slot, value, text });
        };
    Method reveal(p: Player, counter: Name(NameOf::Counter)) -> Nothing, Change:
        "everybody sees it",
        "Shows everybody what a secret counter of the player holds, until it is set again. Fails for \
         a name the variant does not declare.",
        "me.reveal(\"space\");",
        |cx, args| {
            let slot = slot(cx.query(), Some(arg::seat(args[0])?), args[1])?;
            cx.effects.emit(GameEvent::CounterRevealed { slot });
        };
    Function reveal_counter(counter: Name(NameOf::Counter)) -> Nothing, Change:
        "everybody sees it",
        "Shows everybody what a secret counter of the table holds, until it is set again. Fails for a \
         name the variant does not declare.",
        "reveal_counter(\"side\");",
        |cx, args| {
            let slot = slot(cx.query(), None, args[0])?;
            cx.effects.emit(GameEvent::CounterRevealed { slot });
        };
    Method is_revealed(p: Player, counter: Name(NameOf::Counter)) -> Bool, Read,
        "Whether everybody sees what a counter of the player holds. Fails for a name the variant does \
         not declare.",
        "me.is_revealed(\"space\")",
        |cx, args| is_revealed(cx, slot(cx, Some(arg::seat(args[0])?), args[1])?);
    Function is_revealed(counter: Name(NameOf::Counter)) -> Bool, Read,
        "Whether everybody sees what a counter of the table holds. Fails for a name the variant does \
         not declare.",
        "is_revealed(\"side\")",
        |cx, args| is_revealed(cx, slot(cx, None, args[0])?);
    Function random(n: Int) -> Int, Chance,
        "A random number from 0 to `n` - 1, each equally likely. Fails when `n` is below 1.",
        "random(6)",
        |cx, args| {
            random(cx, args[0], 0, ("random", "`random(n)` returns a number from 0 to n - 1"))
        };
    Function roll(n_sides: Int) -> Int, Chance:
        "roll a die",
        "A random number from 1 to `n_sides`, each equally likely. Fails when `n_sides` is below 1.",
        "roll(6)",
        |cx, args| {
            random(cx, args[0], 1, ("roll", "`roll(6)` returns a number from 1 to 6"))
        };
}
