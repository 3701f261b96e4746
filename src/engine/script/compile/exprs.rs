//! Lowers expressions.

use super::builtins::Operator;
use super::lower::{Lowered, Lowering};
use super::tree::{Condition, Node, TextTest};
use crate::kernel::{Transient, Value};
use crate::script::values::Type;
use rhai::{Expr, FnCallExpr, Position};
use std::sync::Arc;

impl Lowering<'_> {
    pub fn all(&mut self, parts: &[Expr]) -> Lowered<Box<[Node]>> {
        parts.iter().map(|part| self.expr(part)).collect()
    }

    /// Lowers `a && b`, which `false` ends, or `a || b`, which `true` ends.
    fn junction(&mut self, parts: &[Expr], end: bool) -> Lowered {
        let mut conditions = Vec::new();
        for part in parts {
            let condition = self.condition(part)?;
            match condition.node {
                Node::Constant(Value::Bool(is)) if is != end => {}
                Node::Constant(Value::Bool(_)) if conditions.is_empty() => {
                    return Ok(Node::Constant(Value::Bool(end)));
                }
                _ => conditions.push(condition),
            }
        }
        Ok(match conditions.as_slice() {
            [] => Node::Constant(Value::Bool(!end)),
            [Condition { node, .. }] if self.type_of(node) == Some(Type::Bool) => {
                conditions.remove(0).node
            }
            _ if end => Node::Or(conditions.into()),
            _ => Node::And(conditions.into()),
        })
    }

    pub fn expr(&mut self, expr: &Expr) -> Lowered {
        if let Some(node) = self.literal(expr) {
            return Ok(node);
        }
        self.cost += 1;
        let at = self.at(expr.position());
        match expr {
            Expr::Variable(name, ..) if name.2.is_empty() => {
                if let Some(slot) = self.scope.find(&name.1) {
                    let is_shared = self.scope.is_shared(slot);
                    return Ok(if is_shared { Node::Shared(slot) } else { Node::Local(slot) });
                }
                match self.names.known(&name.1) {
                    Some(value) => Ok(Node::Constant(value.clone())),
                    None => self.unknown_variable(&name.1, expr.position()),
                }
            }
            Expr::Array(parts, _) => Ok(Node::Array(self.all(parts)?, at)),
            Expr::Map(parts, _) => {
                let entry = |(key, value): &(rhai::Ident, Expr)| {
                    Ok((Arc::from(key.as_str()), self.expr(value)?))
                };
                Ok(Node::Map(parts.0.iter().map(entry).collect::<Lowered<_>>()?, at))
            }
            Expr::InterpolatedString(parts, _) => Ok(Node::Format(self.all(parts)?, at)),
            Expr::Stmt(block) => match self.new_closure(expr)? {
                Some(closure) => Ok(closure),
                None => self.block(block.statements()),
            },
            Expr::DynamicConstant(..) => match self.new_closure(expr)? {
                Some(closure) => Ok(closure),
                None => self.not_available(expr.position()),
            },
            Expr::FnCall(call, position) => self.call(call, *position),
            Expr::And(parts, _) => self.junction(parts, false),
            Expr::Or(parts, _) => self.junction(parts, true),
            Expr::Coalesce(parts, _) => Ok(Node::Coalesce(self.all(parts)?)),
            Expr::Dot(..) | Expr::Index(..) => self.chain(expr),
            _ => self.not_available(expr.position()),
        }
    }

    /// The error of a form that scripts cannot use.
    pub fn not_available<T>(&self, position: Position) -> Lowered<T> {
        self.refuse(
            "this expression is not available in scripts",
            "`litterbox api` lists the operators and functions of the language",
            position,
        )
    }

    /// Lowers an expression whose value stands in the script.
    fn literal(&self, expr: &Expr) -> Option<Node> {
        let value = match expr {
            Expr::BoolConstant(value, _) => Value::Bool(*value),
            Expr::IntegerConstant(value, _) => Value::Int(*value),
            Expr::CharConstant(value, _) => Value::Transient(Transient::Char(*value)),
            Expr::StringConstant(text, _) => self.text(text),
            Expr::Unit(_) => Value::Unit,
            _ => return None,
        };
        Some(Node::Constant(value))
    }

    pub fn call(&mut self, call: &FnCallExpr, position: Position) -> Lowered {
        if call.capture_parent_scope {
            let hint = "pass the values as parameters";
            return self.refuse("`!` after the name of a function", hint, position);
        }
        if !call.namespace.is_empty() {
            return self.not_available(position);
        }
        let at = self.at(position);
        match (&call.op_token, call.args.len()) {
            (None, _) => self.function_call(call, position),
            (Some(_), 1) => {
                let node = self.expr(&call.args[0])?;
                match (&*call.name, node) {
                    ("!", Node::Constant(Value::Bool(is))) => Ok(Node::Constant(Value::Bool(!is))),
                    ("!", node) => Ok(Node::Not(Box::new(Condition { node, at }))),
                    ("-", node) => Ok(Node::Negate(Box::new(node), at)),
                    (name, node) => Ok(self.named_call(name, vec![node], false, position)),
                }
            }
            (Some(_), 2) if call.name == "contains" => {
                let args = self.all(&call.args)?;
                let is_last = matches!(call.args.first(), Some(Expr::Variable(..)));
                Ok(self.named_call("contains", args.into_vec(), is_last, position))
            }
            (Some(_), 2) => {
                let (a, b) = (self.expr(&call.args[0])?, self.expr(&call.args[1])?);
                match Operator::find(&call.name) {
                    Some(operator) => Ok(self.binary(operator, a, b, position)),
                    None if call.name == ".." || call.name == "..=" => {
                        Ok(Node::Range(Box::new((a, b)), call.name.len() == 3, at))
                    }
                    None => self.not_available(position),
                }
            }
            _ => self.not_available(position),
        }
    }

    /// Builds a binary operator; comparisons with constant strings are prepared.
    fn binary(&self, operator: Operator, a: Node, b: Node, position: Position) -> Node {
        let at = self.at(position);
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
