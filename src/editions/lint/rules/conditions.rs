//! Conditions that are neither true nor false.

use crate::base::error::Error;
use crate::lint::rule::{Detection, Rule, ScriptContext};
use crate::script::language::takes_condition;
use crate::script::reflect::TypeSet;
use crate::script::tree::{NodeKind, SyntaxNode};

pub const NO_BOOL: Rule = Rule::error("L0130", Detection::Script(conditions));

pub const ALWAYS_FALSE: Rule = Rule::warning("L0131", Detection::Script(closures));

/// Whether a value is certainly neither true nor false.
fn is_other(node: &SyntaxNode) -> bool {
    !node.ty.sorts.meets(TypeSet::BOOL)
}

fn conditions(cx: &ScriptContext<'_>) -> Vec<Error> {
    let mut errors = Vec::new();
    for node in cx.source.walk() {
        let (word, conditions): (&str, Vec<&SyntaxNode>) = match &node.what {
            NodeKind::If(condition, ..) => ("if", vec![condition]),
            NodeKind::Loop { condition: Some(condition), until, .. } => {
                (if *until { "until" } else { "while" }, vec![condition])
            }
            NodeKind::Switch(switch) => {
                ("if", switch.arms.iter().filter_map(|arm| arm.guard.as_ref()).collect())
            }
            NodeKind::Operator(symbol, parts) if matches!(&**symbol, "!" | "&&" | "||") => {
                (symbol, parts.iter().collect())
            }
            _ => continue,
        };
        for condition in conditions.into_iter().filter(|condition| is_other(condition)) {
            let got = condition.ty.in_words();
            let message = format!("`{word}` needs true or false, not {got}");
            let error = NO_BOOL.at(cx.source, condition.at, message);
            errors.push(error.hint(instead(cx, condition, word == "!")));
        }
    }
    errors
}

fn closures(cx: &ScriptContext<'_>) -> Vec<Error> {
    let mut errors = Vec::new();
    for node in cx.source.walk() {
        let NodeKind::Call { name, args, on_value: true } = &node.what else { continue };
        if !takes_condition(name) || cx.source.function(name).is_some() {
            continue;
        }
        let Some(NodeKind::Closure(closure)) = args.get(1).map(|arg| &arg.what) else { continue };
        let results = closure.body.results();
        // What has no value is left out on purpose: `if known { found == it }`.
        let results = results.into_iter().filter(|result| {
            !matches!(&result.what, NodeKind::Return(None))
                && !matches!(&result.what, NodeKind::Block(nodes) if nodes.is_empty())
        });
        for result in results.filter(|result| is_other(result)) {
            let got = result.ty.in_words();
            let message = format!("`{name}` takes what this closure returns, {got}, for false");
            let error = ALWAYS_FALSE.at(cx.source, result.at, message);
            errors.push(error.hint(instead(cx, result, false)));
        }
    }
    errors
}

/// The longest text that a hint repeats, in bytes.
const MAX_REPEATED: usize = 40;

/// Returns the condition that may be meant, or its opposite.
fn instead(cx: &ScriptContext<'_>, node: &SyntaxNode, is_opposite: bool) -> String {
    let text = &cx.source.script.text[node.bytes.clone()];
    // An operator would take the comparison for its last operand.
    let is_simple = text.len() <= MAX_REPEATED
        && !text.contains('\n')
        && !matches!(node.what, NodeKind::Operator(..));
    let it = if is_simple { text } else { "it" };
    let sorts = node.ty.sorts;
    let things = TypeSet::CARD | TypeSet::PLAYER | TypeSet::ACTION | TypeSet::NOTHING;
    let (is, not) = if is_opposite { ("==", "") } else { ("!=", "!") };
    if sorts == TypeSet::NOTHING {
        "it has no value: write a comparison".to_owned()
    } else if sorts.within(things) {
        format!("compare it with `()`: `{it} {is} ()`")
    } else if sorts.within(TypeSet::PILE | TypeSet::NOTHING) {
        format!("compare it with `()`: `{it} {is} ()`, or count: `{not}{it}.is_empty`")
    } else if sorts.within(TypeSet::LIST | TypeSet::MAP) {
        let call = if sorts == TypeSet::LIST { "" } else { "()" };
        format!("write `{not}{it}.is_empty{call}`")
    } else if sorts == TypeSet::INT {
        format!("compare it with a number: `{it} {is} 0`")
    } else if sorts == TypeSet::TEXT {
        format!("compare it with a text: `{it} {is} \"\"`")
    } else {
        "compare it with a value".to_owned()
    }
}
