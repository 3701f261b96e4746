//! Verbs on lists and texts that the language lacks.

use super::verb::{Effect, Fact, Form, Run, Verb, run_of, table_of};
use crate::kernel::{Fault, Stop, Value};
use crate::script::language::GROUP;
use crate::script::values::Type::{Datum, Int, List, Text};
use crate::script::values::{equal, length, nth, to_vec};

fn number(text: &str) -> Result<Value, Stop> {
    text.trim().parse().map(Value::Int).map_err(|_| {
        let message = format!("`parse_int` cannot read \"{text}\" as a number");
        Fault::new("F0122", message).hint("it reads whole numbers: \"12\", \"-3\"").into()
    })
}

table_of! { GROUP;
    Function parse_int(text: Text) -> Int, Read(Ruleset),
        "The whole number that a text stands for; spaces around it do not matter. Fails for other texts.",
        "let n = parse_int(\"12\");",
        |cx, args| number(cx.text(args[0])?);
    Method count(list: List(&Datum), item: Datum) -> Int, Read(Ruleset),
        "How many values of a list are equal to this one. By a condition: \
         `list.filter(|item| …).len`.",
        "let n = [1, 2, 1].count(1);",
        |cx, args| {
            let rules = &cx.effects.rules;
            let is_it = |i: &usize| equal(rules, &nth(args[0], *i), args[1]);
            Ok(Value::Int((0..length(args[0])).filter(is_it).count() as i64))
        };
    Method without(list: List(&Datum), item: Datum) -> List(&Datum), Read(Ruleset),
        "The list without the first value that is equal to this one; the same list if there is none. \
         Without all of them: `list.filter(|other| other != item)`.",
        "let others = players().without(me);",
        |cx, args| {
            let mut items = to_vec(args[0]).unwrap_or_default();
            let found = items.iter().position(|item| equal(&cx.effects.rules, item, args[1]));
            found.map(|at| items.remove(at));
            Ok(Value::List(items.into()))
        };
}
