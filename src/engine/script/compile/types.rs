//! Types of values, as far as they are known when a function is lowered.

use super::builtins::ListFunction;
use super::lower::Lowering;
use super::tree::Node;
use crate::kernel::Value;
use crate::script::api::Verb;
use crate::script::values::Type;

impl Lowering<'_> {
    /// Returns whether the value of a node always fits a type as it is.
    pub fn surely(&self, node: &Node, wanted: Type) -> bool {
        match (node, wanted) {
            (_, Type::Datum | Type::List(Type::Kind)) => self.type_of(node) == Some(wanted),
            (Node::Constant(value), _) => wanted.fits(value),
            (_, Type::Any(types)) => {
                let known = self.type_of(node);
                known.is_some_and(|known| known != Type::Text && types.contains(&known))
            }
            (_, Type::Text | Type::Name(_)) => {
                matches!(self.type_of(node), Some(Type::Text | Type::Kind))
            }
            _ => self.type_of(node) == Some(wanted),
        }
    }

    /// Returns the type of a node's value, if it is known.
    pub fn type_of(&self, node: &Node) -> Option<Type> {
        match node {
            Node::Constant(Value::Bool(_)) => Some(Type::Bool),
            Node::Constant(Value::Int(_)) => Some(Type::Int),
            Node::Constant(Value::Text(_)) => Some(Type::Text),
            Node::Constant(Value::Kind(_)) => Some(Type::Kind),
            Node::Constant(Value::Zone(_)) => Some(Type::Pile),
            Node::Local(slot) | Node::Take(slot) => self.scope.type_of(*slot),
            Node::Verb(call) => match &*call.verbs {
                [verb] if call.natives.is_empty() || call.checked().is_some() => returned(verb),
                _ => None,
            },
            Node::Constants(constant) => returned(constant.call.verbs[0]),
            Node::TableCounter(..) | Node::SeatCounter(..) => Some(Type::Int),
            Node::Not(_) | Node::And(_) | Node::Or(_) | Node::IsText(_) => Some(Type::Bool),
            Node::Binary(operator, ..) if operator.compares() => Some(Type::Bool),
            Node::After(_, node) | Node::Watched(_, node) | Node::Frame(_, node) => {
                self.type_of(node)
            }
            Node::Within(within) => self.type_of(&within.body),
            Node::Format(..) => Some(Type::Text),
            Node::Block(nodes) => nodes.last().and_then(|node| self.type_of(node)),
            Node::Negate(..) => Some(Type::Int),
            Node::If(parts) => {
                let known = self.type_of(&parts.then.node);
                known.filter(|known| self.type_of(&parts.other.node) == Some(*known))
            }
            Node::ListCall(call) => match call.function {
                ListFunction::Filter => match self.type_of(&call.list) {
                    Some(Type::Pile) => Some(Type::List(&Type::Card)),
                    known => known,
                },
                ListFunction::Some | ListFunction::All => Some(Type::Bool),
                _ => None,
            },
            _ => None,
        }
    }
}

/// Returns the type that a verb returns, if it is always the same.
fn returned(verb: &Verb) -> Option<Type> {
    match verb.returns {
        Type::Any(_) | Type::Datum | Type::List(Type::Any(_) | Type::Datum) => None,
        // A kind or a string.
        Type::Kind => None,
        known => Some(known),
    }
}

/// Returns whether values of two types may be of one type of Rhai.
pub fn same_class(a: Type, b: Type) -> bool {
    let class = |t: Type| match t {
        Type::Text | Type::Name(_) | Type::Kind => 0,
        Type::List(_) => 1,
        Type::Nothing => 2,
        Type::Bool => 3,
        Type::Int => 4,
        Type::Player => 5,
        Type::Card => 6,
        Type::Pile => 7,
        Type::Action => 8,
        Type::Any(_) | Type::Datum => 9,
    };
    class(a) == class(b) || class(a) == 9 || class(b) == 9
}
