//! Mismatches between the values returned by `announce` and the parameters of `resolve`.

use crate::base::error::Error;
use crate::base::error::plural;
use crate::lint::rule::{Detection, Rule, ScriptContext};
use crate::script::reflect::TypeSet;
use crate::script::tree::{NodeKind, SyntaxNode};

pub const MISFIT: Rule = Rule::error("L0106", Detection::Script(look));

fn look(cx: &ScriptContext<'_>) -> Vec<Error> {
    let source = cx.source;
    let Some(resolve) = source.function("resolve").filter(|_| source.folder != "rules") else {
        return Vec::new();
    };
    if cx.is_part && source.function("announce").is_none() {
        // Another script of the list announces.
        return Vec::new();
    }
    let takes = resolve.params.len().saturating_sub(1);
    let found = match source.function("announce") {
        None => vec![Some(0)],
        Some(announce) => announce.body.results().into_iter().map(announced).collect(),
    };
    // An early return of `()` is one value if `resolve` takes one.
    let is_missing = |n: usize| n == 0 && takes == 1 && found.contains(&Some(1));
    let wrong = found.iter().flatten().find(|n| **n != takes && !is_missing(**n));
    let Some(wrong) = wrong.copied() else { return Vec::new() };
    let says = match (source.function("announce"), wrong) {
        (None, _) => "there is no `announce`".to_owned(),
        (_, 0) => "`announce` returns nothing".to_owned(),
        (_, n) => format!("`announce` returns {}", plural(n, "value")),
    };
    let takes = match takes {
        0 => "nothing after `me`".to_owned(),
        n => format!("{} after `me`", plural(n, "value")),
    };
    let message = format!("`resolve` expects {takes}, but {says}");
    let names: Vec<String> = match wrong {
        0 => vec!["me".to_owned()],
        1 => vec!["me".to_owned(), "chosen".to_owned()],
        n => ["me".to_owned()].into_iter().chain((1..=n).map(|i| format!("chosen_{i}"))).collect(),
    };
    let error = MISFIT.at_function(source, "resolve", message);
    vec![error.hint(format!("write `fn resolve({})`, or announce other values", names.join(", ")))]
}

/// Returns the number of values returned by `announce`, if it can be inferred.
fn announced(result: &SyntaxNode) -> Option<usize> {
    match &result.what {
        NodeKind::List(items) => Some(items.len()),
        NodeKind::Return(None) => Some(0),
        _ if result.ty.sorts == TypeSet::NOTHING => Some(0),
        _ if result.ty.sorts.meets(TypeSet::LIST) => None,
        _ => Some(1),
    }
}
