//! Comparisons whose result is always the same because the types of the values differ.

use crate::base::error::Error;
use crate::lint::rule::{Detection, Rule, ScriptContext};
use crate::script::api::verbs_named;
use crate::script::reflect::TypeSet;
use crate::script::tree::{NodeKind, Switch, SyntaxNode};
use crate::script::values::Type;

pub const NEVER_EQUAL: Rule = Rule::warning("L0127", Detection::Script(look));

/// Values without an order: `<` ends the run with a fault.
const WITHOUT_ORDER: [TypeSet; 6] =
    [TypeSet::PLAYER, TypeSet::CARD, TypeSet::PILE, TypeSet::ACTION, TypeSet::LIST, TypeSet::MAP];

fn look(cx: &ScriptContext<'_>) -> Vec<Error> {
    let mut found = Vec::new();
    for node in cx.source.walk() {
        match &node.what {
            NodeKind::Operator(symbol, operands) => {
                if let [a, b] = operands.as_slice() {
                    found.extend(operator(cx, node, symbol, a, b));
                }
            }
            NodeKind::Call { name, args, .. } => {
                if let [list, value] = args.as_slice()
                    && compares_items(cx, name)
                {
                    found.extend(in_list(cx, node, name, list, value));
                }
            }
            NodeKind::Switch(switch) => found.extend(cases(cx, switch)),
            _ => {}
        }
    }
    found
}

/// Whether a function compares a value with the items of a list.
fn compares_items(cx: &ScriptContext<'_>, name: &str) -> bool {
    let mut verbs = verbs_named(name);
    let is_own = cx.source.function(name).is_some();
    !is_own
        && (matches!(name, "contains" | "index_of")
            || verbs.any(|verb| matches!(verb.params, [(_, Type::List(_)), (_, Type::Datum)])))
}

/// Whether values of these types may be equal. A character, one of the others, may be equal to a
/// text; any value may be missing.
fn may_be_equal(a: TypeSet, b: TypeSet) -> bool {
    let is_open = |one: TypeSet| one.meets(TypeSet::OTHER) || one == TypeSet::NOTHING;
    is_open(a) || is_open(b) || a.meets(b)
}

fn operator(
    cx: &ScriptContext<'_>,
    node: &SyntaxNode,
    symbol: &str,
    a: &SyntaxNode,
    b: &SyntaxNode,
) -> Option<Error> {
    let (x, y) = (a.ty.sorts, b.ty.sorts);
    let words = || format!("`{symbol}` compares {} with {}", x.in_words(), y.in_words());
    let message = match symbol {
        "contains" => return in_list(cx, node, "in", a, b),
        "==" | "!=" if !may_be_equal(x, y) => format!("{}: never equal", words()),
        "<" | "<=" | ">" | ">=" if x.meets(TypeSet::OTHER) || y.meets(TypeSet::OTHER) => {
            return None;
        }
        "<" | "<=" | ">" | ">=" if !x.meets(y) => format!("{}: always false", words()),
        "<" | "<=" | ">" | ">=" if WITHOUT_ORDER.iter().any(|one| x.within(*one) && x == y) => {
            let message = format!("{}, which have no order", words());
            let hint = "compare numbers or texts, as in `a.hand.len < b.hand.len`";
            return Some(NEVER_EQUAL.at(cx.source, node.at, message).hint(hint));
        }
        _ => return None,
    };
    Some(NEVER_EQUAL.at(cx.source, node.at, message).hint(hint(x, y)))
}

/// Looks at a value that is searched in a list.
fn in_list(
    cx: &ScriptContext<'_>,
    node: &SyntaxNode,
    function: &str,
    list: &SyntaxNode,
    value: &SyntaxNode,
) -> Option<Error> {
    let (items, value) = (list.ty.of, value.ty.sorts);
    let is_condition = value.meets(TypeSet::CLOSURE);
    if list.ty.sorts != TypeSet::LIST || is_condition || may_be_equal(items, value) {
        return None;
    }
    let (items_words, words) = (items.in_words(), value.in_words());
    let message =
        format!("`{function}` compares items of type {items_words} with {words}: never equal");
    Some(NEVER_EQUAL.at(cx.source, node.at, message).hint(hint(items, value)))
}

/// Looks at the cases of a `switch`.
fn cases(cx: &ScriptContext<'_>, switch: &Switch) -> Vec<Error> {
    let sorts = switch.subject.ty.sorts;
    let never = |value: &SyntaxNode| {
        let case = value.ty.sorts;
        if may_be_equal(sorts, case) {
            return None;
        }
        let words = (sorts.in_words(), case.in_words());
        let message = format!("`switch` compares {} with {}: never equal", words.0, words.1);
        Some(NEVER_EQUAL.at(cx.source, value.at, message).hint(hint(sorts, case)))
    };
    switch.arms.iter().flat_map(|arm| &arm.values).filter_map(never).collect()
}

/// Returns what to compare instead.
fn hint(a: TypeSet, b: TypeSet) -> &'static str {
    let has = |one| a.meets(one) || b.meets(one);
    if has(TypeSet::CARD) && has(TypeSet::TEXT) {
        "compare the kind of the card: write `.kind` after it"
    } else if has(TypeSet::PLAYER) && has(TypeSet::TEXT) {
        "compare the name of the player: write `.name` after it"
    } else if has(TypeSet::INT) && has(TypeSet::TEXT) {
        "write the number without quotes"
    } else {
        "compare values of the same type"
    }
}
