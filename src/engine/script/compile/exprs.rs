//! Lowers expressions: names, literals, operators.

use super::builtins::Operator;
use super::lower::{Lowered, Lowering};
use super::tree::{At, Condition, MAX_CONSTANT, Node, TextTest};
use crate::kernel::{Transient, Value};
use crate::script::api::Form;
use crate::script::reflect::{Ty, TypeSet};
use crate::script::tree::{NodeKind, SyntaxNode};
use std::sync::Arc;

impl Lowering<'_> {
    pub fn all(&mut self, parts: &[SyntaxNode]) -> Lowered<Box<[Node]>> {
        parts.iter().map(|part| self.expr(part)).collect()
    }

    /// Lowers `a && b`, which `false` ends, or `a || b`, which `true` ends.
    fn junction(&mut self, parts: &[SyntaxNode], end: bool) -> Lowered {
        let (mut conditions, mut are_certain) = (Vec::new(), true);
        for part in parts {
            let condition = self.condition(part)?;
            match condition.node {
                Node::Constant(Value::Bool(is)) if is != end => {}
                Node::Constant(Value::Bool(_)) if conditions.is_empty() => {
                    return Ok(Node::Constant(Value::Bool(end)));
                }
                _ => {
                    are_certain &= part.ty.sorts == TypeSet::BOOL;
                    conditions.push(condition);
                }
            }
        }
        Ok(match conditions.as_slice() {
            [] => Node::Constant(Value::Bool(!end)),
            [_] if are_certain => conditions.remove(0).node,
            _ if end => Node::Or(conditions.into()),
            _ => Node::And(conditions.into()),
        })
    }

    pub fn expr(&mut self, node: &SyntaxNode) -> Lowered {
        if let Some(value) = self.literal(node) {
            return Ok(Node::Constant(value));
        }
        self.cost += 1;
        let at = self.at(node.at);
        match &node.what {
            NodeKind::Name(name, local) => {
                if let Some(slot) = local.and_then(|local| self.scope.find(local)) {
                    let is_shared = self.scope.is_shared(slot);
                    return Ok(if is_shared { Node::Shared(slot) } else { Node::Local(slot) });
                }
                match self.names.known(name) {
                    Some(value) => Ok(Node::Constant(value.clone())),
                    None => self.unknown_variable(name, at),
                }
            }
            NodeKind::List(parts) => {
                let parts = self.all(parts)?;
                Ok(constant_list(&parts).unwrap_or(Node::Array(parts, at)))
            }
            NodeKind::Map(parts) => {
                let entry = |(key, value): &(String, SyntaxNode)| {
                    Ok((Arc::from(key.as_str()), self.expr(value)?))
                };
                Ok(Node::Map(parts.iter().map(entry).collect::<Lowered<_>>()?, at))
            }
            NodeKind::Format(parts) => Ok(Node::Format(self.all(parts)?, at)),
            NodeKind::Block(nodes) => self.block(nodes),
            NodeKind::Closure(closure) => self.new_closure(closure),
            NodeKind::Call { on_value: false, name, args } => {
                self.refuse_call(name, node)?;
                self.function_call(name, args, at)
            }
            NodeKind::Property(..) | NodeKind::Index(..) | NodeKind::Call { .. } => {
                self.chain(node)
            }
            NodeKind::Operator(symbol, parts) => self.operator(symbol, parts, node),
            _ => self.not_available(at),
        }
    }

    /// Refuses `name!(…)`.
    fn refuse_call(&self, name: &str, node: &SyntaxNode) -> Lowered<()> {
        let text = &self.names.script(self.code.script).source.script.text;
        // An operator that is a function of another name does not have the name there.
        match text.get(node.at..).and_then(|call| call.strip_prefix(name)) {
            Some(rest) if rest.starts_with('!') => {
                let hint = "pass the values as parameters";
                self.refuse("`!` after the name of a function", hint, self.at(node.at))
            }
            _ => Ok(()),
        }
    }

    /// The error of a form that scripts cannot use.
    pub fn not_available<T>(&self, at: At) -> Lowered<T> {
        self.refuse(
            "this expression is not available in scripts",
            "`litterbox api` lists the operators and functions of the language",
            at,
        )
    }

    /// Returns the value of an expression, if it stands in the script.
    pub fn literal(&self, node: &SyntaxNode) -> Option<Value> {
        Some(match &node.what {
            NodeKind::Bool(value) => Value::Bool(*value),
            NodeKind::Int(value) => Value::Int(*value),
            NodeKind::Char(value) => Value::Transient(Transient::Char(*value)),
            NodeKind::Text(text) => self.text(text),
            NodeKind::Unit => Value::Unit,
            _ => return None,
        })
    }

    fn operator(&mut self, symbol: &str, parts: &[SyntaxNode], whole: &SyntaxNode) -> Lowered {
        let at = self.at(whole.at);
        match (symbol, parts) {
            ("&&", _) => self.junction(parts, false),
            ("||", _) => self.junction(parts, true),
            ("??", _) => Ok(Node::Coalesce(self.all(parts)?)),
            (_, [part]) => {
                let node = self.expr(part)?;
                match (symbol, node) {
                    ("!", Node::Constant(Value::Bool(is))) => Ok(Node::Constant(Value::Bool(!is))),
                    ("!", node) => Ok(Node::Not(Box::new(Condition { node, at }))),
                    ("-", node) => Ok(Node::Negate(Box::new(node), at)),
                    (name, node) => {
                        let written = (name, Form::Function);
                        Ok(self.written_call(written, (vec![node], &[part.ty]), false, at))
                    }
                }
            }
            ("contains", _) => {
                let args = self.all(parts)?;
                let is_last = parts.first().is_some_and(|part| part.name().is_some());
                let types: Vec<Ty> = parts.iter().map(|part| part.ty).collect();
                let written = (symbol, Form::Function);
                Ok(self.written_call(written, (args.into_vec(), &types), is_last, at))
            }
            (_, [a, b]) => {
                let (a, b) = (self.expr(a)?, self.expr(b)?);
                match Operator::find(symbol) {
                    Some(operator) => Ok(self.binary(operator, a, b, at)),
                    None if matches!(symbol, ".." | "..=") => {
                        Ok(Node::Range(Box::new((a, b)), symbol.len() == 3, at))
                    }
                    None => self.not_available(at),
                }
            }
            _ => self.not_available(at),
        }
    }

    /// Builds a binary operator; comparisons with constant strings are prepared.
    fn binary(&self, operator: Operator, a: Node, b: Node, at: At) -> Node {
        let is = match operator {
            Operator::Equal => true,
            Operator::NotEqual => false,
            _ => return Node::Binary(operator, Box::new((a, b)), at),
        };
        let (value, text) = match (a, b) {
            (Node::Constant(text @ Value::Text(_)), value)
            | (value, Node::Constant(text @ Value::Text(_))) => (value, text),
            (a, b) => return Node::Binary(operator, Box::new((a, b)), at),
        };
        let kind = match &text {
            Value::Text(text) => self.names.kinds.find(text),
            _ => None,
        };
        match value {
            Node::Constant(value @ Value::Text(_)) => {
                Node::Constant(Value::Bool((value == text) == is))
            }
            value => Node::IsText(Box::new(TextTest { value, text, kind, is })),
        }
    }
}

/// Returns a short list of constants as a constant: whoever changes it changes a copy.
fn constant_list(parts: &[Node]) -> Option<Node> {
    let constant = |part: &Node| match part {
        Node::Constant(Value::Text(text)) if text.len() > MAX_CONSTANT => None,
        Node::Constant(Value::List(_) | Value::Transient(_)) => None,
        Node::Constant(value) => Some(value.clone()),
        _ => None,
    };
    let values: Vec<Value> =
        parts.iter().take(MAX_CONSTANT + 1).map(constant).collect::<Option<_>>()?;
    (values.len() <= MAX_CONSTANT).then(|| Node::Constant(Value::List(values.into())))
}
