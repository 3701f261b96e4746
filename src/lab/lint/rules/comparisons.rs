//! Comparisons of values that are never equal because their types differ.

use crate::error::Error;
use crate::lint::rule::{Detection, Rule, ScriptContext};
use crate::lint::tree::{NodeKind, SyntaxNode};
use crate::script::reflect::TypeSet;

pub const NEVER_EQUAL: Rule = Rule::warning("L0127", Detection::Script(look));

fn look(cx: &ScriptContext<'_>) -> Vec<Error> {
    let never_equal = |node: &SyntaxNode| {
        let NodeKind::Operator(symbol, operands) = &node.what else { return None };
        let [a, b] = operands.as_slice() else { return None };
        let is_comparison = matches!(symbol.as_str(), "==" | "!=");
        let [a, b] = [a.ty.sorts, b.ty.sorts];
        // A character, one of the others, may be equal to a text; any value may be missing.
        let is_open = |one: TypeSet| one.meets(TypeSet::OTHER) || one == TypeSet::NOTHING;
        if !is_comparison || is_open(a) || is_open(b) || a.meets(b) {
            return None;
        }
        let (a_words, b_words) = (a.in_words(), b.in_words());
        let message = format!("`{symbol}` compares {a_words} with {b_words}: never equal");
        let has = |one| a.meets(one) || b.meets(one);
        let hint = if has(TypeSet::CARD) && has(TypeSet::TEXT) {
            "compare the kind of the card: write `.kind` after it"
        } else if has(TypeSet::PLAYER) && has(TypeSet::TEXT) {
            "compare the name of the player: write `.name` after it"
        } else if has(TypeSet::INT) && has(TypeSet::TEXT) {
            "write the number without quotes"
        } else {
            "compare values of the same type"
        };
        Some(NEVER_EQUAL.at(cx.source, node.at, message).hint(hint))
    };
    cx.source.walk().filter_map(never_equal).collect()
}
