//! Texts of scripts that are not what they look like.

use crate::base::error::{Error, Span};
use crate::lint::rule::{Detection, Rule, ScriptContext};
use crate::script::tree::SyntaxNode;

pub const PLAIN: Rule = Rule::warning("L0205", Detection::Script(plain));

/// Reports `${…}` in texts that have no values.
fn plain(cx: &ScriptContext<'_>) -> Vec<Error> {
    let source = cx.source;
    let report = |node: &SyntaxNode| {
        let value = node.text()?;
        value.split_once("${").filter(|(_, rest)| rest.contains('}'))?;
        let written = source.script.text.get(node.at..)?.strip_prefix('"')?;
        let message = "`${…}` is no value in a text between `\"`".to_owned();
        let error = PLAIN.at_text(source, node, message);
        let error = error.hint("write the text between backticks");
        let bytes = error.span.as_ref().map(Span::bytes);
        Some(match bytes.filter(|_| written.starts_with(value) && !value.contains('`')) {
            Some(bytes) => error.fixed_by(bytes, format!("`{value}`")),
            None => error,
        })
    };
    let bodies = source.functions.iter().map(|function| &function.body);
    bodies.flat_map(SyntaxNode::walk).filter_map(report).collect()
}
