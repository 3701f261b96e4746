//! Lowers a function of Rhai's syntax tree to our own.

use super::names::{Definition, Names, Unsupported};
use super::scope::Scope;
use super::tree::{Closure, ForLoop, Function, Iterated, Node, Operator, TextTest};
use crate::kernel::{ScriptLine, Value};
use crate::script::values::Type;
use rhai::{ASTFlags, Expr, FlowControl, FnCallExpr, FnPtr, OpAssignment, Position, Stmt};
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

/// The number of operations charged for each node: at least as many as Rhai counts.
const COST: u32 = 4;

/// The maximum number of slots, below the number of variables that Rhai allows.
const MAX_SLOTS: usize = 60;

pub struct Lowering<'a> {
    /// The functions and kinds that the code may name.
    pub names: &'a Names<'a>,
    /// The number of the script that contains the code.
    pub script: u16,
    pub scope: Scope,
    /// The cost of the code since the last loop or closure began.
    pub cost: u32,
    /// The numbers of the functions called.
    pub calls: Vec<u32>,
    /// How many more calls are replaced by the bodies of their functions.
    pub n_inlined: u32,
}

/// The maximum number of calls in a function that are replaced by the bodies of their functions.
const MAX_INLINED_CALLS: u32 = 16;

/// The result of lowering a part of a function.
pub type Lowered<T = Node> = Result<T, Unsupported>;

/// Lowers a function. `types` are the types of its parameters, as far as they are known.
pub fn function(
    names: &Names<'_>,
    script: u16,
    definition: &Definition,
    types: Vec<Option<Type>>,
) -> Lowered<(Function, Vec<u32>)> {
    let lower = |n_inlined| {
        let scope = Scope::default();
        let calls = Vec::new();
        let mut lowering = Lowering { names, script, scope, cost: COST, calls, n_inlined };
        for (i, name) in definition.params.iter().enumerate() {
            lowering.declare(name, types.get(i).copied().flatten());
        }
        let body = lowering.block(&definition.body)?;
        let n_slots = lowering.scope.n_slots();
        if n_slots > MAX_SLOTS {
            Err(Unsupported::from("many variables"))
        } else {
            Ok((lowering, body, n_slots))
        }
    };
    let (lowering, body, n_slots) = lower(MAX_INLINED_CALLS).or_else(|_| lower(0))?;
    let n_params = definition.params.len();
    let Lowering { cost, calls, .. } = lowering;
    Ok((Function { n_params, types: types.into(), n_slots, body, cost }, calls))
}

impl Lowering<'_> {
    /// Converts a position to a script line.
    pub fn place(&self, position: Position) -> Option<ScriptLine> {
        let line = position.line()? as u16;
        let column = position.position().unwrap_or(1) as u16;
        Some(ScriptLine { script: self.script, line, column })
    }

    /// Declares a variable. Its type is known if no assignment can change it.
    pub fn declare(&mut self, name: &str, known: Option<Type>) -> u16 {
        let known = known.filter(|_| !self.names.is_assigned(self.script, name));
        self.scope.declare(name, known)
    }

    /// Lowers the statements of a block, whose variables end with it.
    pub fn block(&mut self, statements: &[Stmt]) -> Lowered {
        let outer = self.scope.open();
        let nodes: Lowered<Vec<Node>> =
            statements.iter().map(|stmt| self.statement(stmt)).collect();
        self.scope.close(outer);
        let mut nodes = nodes?;
        Ok(match nodes.len() {
            0 => Node::Constant(Value::Unit),
            1 => nodes.remove(0),
            _ => Node::Block(nodes.into()),
        })
    }

    /// Lowers the body of a loop or closure; returns it with its cost.
    fn apart(&mut self, statements: &[Stmt]) -> Lowered<(Node, u32)> {
        let outer = std::mem::replace(&mut self.cost, 2 * COST);
        let body = self.block(statements);
        let cost = std::mem::replace(&mut self.cost, outer);
        Ok((body?, cost))
    }

    fn statement(&mut self, statement: &Stmt) -> Lowered {
        let node = self.uncounted(statement)?;
        Ok(match self.names.number_of(self.script, statement) {
            Some(number) => Node::Counted(number, Box::new(node)),
            None => node,
        })
    }

    fn uncounted(&mut self, statement: &Stmt) -> Lowered {
        self.cost += COST;
        match statement {
            Stmt::Noop(_) => Ok(Node::Constant(Value::Unit)),
            Stmt::Expr(expr) => self.expr(expr),
            Stmt::FnCall(call, position) => self.call(call, *position),
            Stmt::Block(block) => self.block(block.statements()),
            Stmt::If(flow, _) => {
                let condition = self.expr(&flow.expr)?;
                let then = self.block(flow.body.statements())?;
                let other = self.block(flow.branch.statements())?;
                Ok(match condition {
                    Node::Constant(Value::Bool(true)) => then,
                    Node::Constant(Value::Bool(false)) => other,
                    condition => Node::If(Box::new((condition, then, other))),
                })
            }
            Stmt::While(flow, _) => self.while_loop(flow),
            Stmt::For(parts, _) => {
                let (variable, counter, flow) = &**parts;
                let counter = counter.as_ref().map(|counter| counter.as_str());
                self.for_loop(variable.as_str(), counter, flow)
            }
            Stmt::Var(parts, flags, _) => {
                let (name, value, _) = &**parts;
                let value = self.expr(value)?;
                let known = self.type_of(&value);
                // What cannot change in place cannot be changed by mistake either.
                let is_plain = matches!(
                    known,
                    Some(Type::Bool | Type::Int | Type::Text | Type::Player | Type::Card)
                );
                let is_constant = flags.contains(ASTFlags::CONSTANT);
                let is_fixed = is_plain && !self.names.is_assigned(self.script, name.as_str());
                if flags.contains(ASTFlags::EXPORTED) || is_constant && !is_fixed {
                    return Err("a constant of another kind within a function".into());
                }
                let slot = self.declare(name.as_str(), known);
                Ok(Node::Store(slot, Box::new(value)))
            }
            Stmt::Assignment(parts) => {
                let (op, operands) = &**parts;
                self.assignment(op, &operands.lhs, &operands.rhs)
            }
            Stmt::BreakLoop(None, flags, _) if flags.contains(ASTFlags::BREAK) => Ok(Node::Break),
            Stmt::BreakLoop(None, ..) => Ok(Node::Continue),
            Stmt::Return(_, flags, _) if flags.contains(ASTFlags::BREAK) => Err("`throw`".into()),
            Stmt::Return(value, ..) => {
                let value = value.as_ref().map(|value| self.expr(value)).transpose()?;
                Ok(Node::Return(value.map(Box::new)))
            }
            Stmt::Switch(parts, _) => self.switch(&parts.0, &parts.1),
            Stmt::Do(flow, flags, _) => {
                let (body, cost) = self.apart(flow.body.statements())?;
                let outer = std::mem::replace(&mut self.cost, cost);
                let condition = self.expr(&flow.expr);
                let cost = std::mem::replace(&mut self.cost, outer);
                let expected = !flags.intersects(ASTFlags::NEGATED);
                Ok(Node::Do(Box::new((body, condition?, expected, cost))))
            }
            _ => Err("a statement of another kind".into()),
        }
    }

    fn while_loop(&mut self, flow: &FlowControl) -> Lowered {
        let outer = std::mem::replace(&mut self.cost, 0);
        let condition = match &flow.expr {
            Expr::Unit(_) | Expr::BoolConstant(true, _) => Ok(None),
            condition => self.expr(condition).map(Some),
        };
        let condition_cost = std::mem::replace(&mut self.cost, outer);
        self.cost += condition_cost;
        let (body, cost) = self.apart(flow.body.statements())?;
        Ok(Node::While(Box::new((condition?, body, cost + condition_cost))))
    }

    fn for_loop(&mut self, name: &str, counter: Option<&str>, flow: &FlowControl) -> Lowered {
        let over = match (constant_range(&flow.expr), &flow.expr) {
            (Some(range), _) => range,
            (None, Expr::FnCall(call, _))
                if matches!(&*call.name, ".." | "..=") && call.args.len() == 2 =>
            {
                let first = self.expr(&call.args[0])?;
                let last = self.expr(&call.args[1])?;
                Iterated::Range(first, last, call.name.len() == 3)
            }
            (None, list) => Iterated::List(self.expr(list)?),
        };
        let outer = self.scope.open();
        let counter = counter.map(|name| self.declare(name, Some(Type::Int)));
        let variable = match &over {
            Iterated::Range(..) => self.declare(name, Some(Type::Int)),
            Iterated::List(list) => {
                let element = match self.type_of(list) {
                    Some(Type::List(element)) => Some(*element),
                    _ => None,
                };
                self.declare(name, element)
            }
        };
        let body = self.apart(flow.body.statements());
        self.scope.close(outer);
        let (body, cost) = body?;
        Ok(Node::For(Box::new(ForLoop { variable, counter, over, body, cost })))
    }

    fn assignment(&mut self, op: &OpAssignment, target: &Expr, value: &Expr) -> Lowered {
        self.cost += COST;
        let value = Box::new(self.expr(value)?);
        let operator = match op.get_op_assignment_info() {
            None => None,
            Some((.., name)) => Some(Operator::find(name).ok_or("an operator of another kind")?),
        };
        let Expr::Variable(name, ..) = target else {
            let place = self.list_place(target)?;
            return Ok(Node::StoreAt(operator, Box::new(place), value));
        };
        let slot = self.scope.find(&name.1).ok_or("an unknown variable")?;
        Ok(match operator {
            None => Node::Store(slot, value),
            Some(operator) => Node::Update(operator, slot, value),
        })
    }

    fn all(&mut self, parts: &[Expr]) -> Lowered<Box<[Node]>> {
        parts.iter().map(|part| self.expr(part)).collect()
    }

    /// Lowers `a && b`, which `false` ends, or `a || b`, which `true` ends.
    fn junction(&mut self, parts: &[Expr], end: bool) -> Lowered {
        let mut nodes = Vec::new();
        for part in parts {
            match self.expr(part)? {
                Node::Constant(Value::Bool(is)) if is != end => {}
                Node::Constant(Value::Bool(_)) if nodes.is_empty() => {
                    return Ok(Node::Constant(Value::Bool(end)));
                }
                node => nodes.push(node),
            }
        }
        Ok(match nodes.as_slice() {
            [] => Node::Constant(Value::Bool(!end)),
            [node] if self.type_of(node) == Some(Type::Bool) => nodes.remove(0),
            _ if end => Node::Or(nodes.into()),
            _ => Node::And(nodes.into()),
        })
    }

    pub fn expr(&mut self, expr: &Expr) -> Lowered {
        self.cost += COST;
        match expr {
            Expr::BoolConstant(value, _) => Ok(Node::Constant(Value::Bool(*value))),
            Expr::IntegerConstant(value, _) => Ok(Node::Constant(Value::Int(*value))),
            Expr::StringConstant(text, _) => {
                let rules = self.names.rules;
                let tag = rules.find_tag(text).map(|tag| rules.tags[tag as usize].clone());
                Ok(Node::Constant(Value::Text(tag.unwrap_or_else(|| Arc::from(&**text)))))
            }
            Expr::Unit(_) => Ok(Node::Constant(Value::Unit)),
            Expr::DynamicConstant(value, _) => {
                let value = self.names.kinds.to_kernel(value, Type::Datum);
                Ok(Node::Constant(value.ok_or("a constant of another kind")?))
            }
            Expr::Variable(name, ..) if name.2.is_empty() => {
                Ok(Node::Local(self.scope.find(&name.1).ok_or("an unknown variable")?))
            }
            Expr::Array(parts, _) => Ok(Node::Array(self.all(parts)?)),
            Expr::InterpolatedString(parts, _) => Ok(Node::Format(self.all(parts)?)),
            Expr::Stmt(block) => self.block(block.statements()),
            Expr::FnCall(call, position) => self.call(call, *position),
            Expr::And(parts, _) => Ok(self.junction(parts, false)?),
            Expr::Or(parts, _) => Ok(self.junction(parts, true)?),
            Expr::Coalesce(parts, _) => Ok(Node::Coalesce(self.all(parts)?)),
            Expr::Dot(..) | Expr::Index(..) => self.chain(expr),
            _ => Err("an expression of another kind".into()),
        }
    }

    fn call(&mut self, call: &FnCallExpr, position: Position) -> Lowered {
        if !call.namespace.is_empty() || call.capture_parent_scope {
            return Err("a call of another kind".into());
        }
        match (&call.op_token, call.args.len()) {
            (None, _) => self.function_call(call, position),
            (Some(_), 1) => {
                let value = self.expr(&call.args[0])?;
                match (&*call.name, value) {
                    ("!", Node::Constant(Value::Bool(is))) => Ok(Node::Constant(Value::Bool(!is))),
                    ("!", value) => Ok(Node::Not(Box::new(value))),
                    ("-", value) => Ok(Node::Negate(Box::new(value))),
                    _ => Err("an operator of another kind".into()),
                }
            }
            (Some(_), 2) if call.name == "contains" => {
                let args = self.all(&call.args)?;
                Ok(self.builtin_call("contains", args, position))
            }
            (Some(_), 2) => {
                let operator = Operator::find(&call.name).ok_or("an operator of another kind")?;
                let (a, b) = (self.expr(&call.args[0])?, self.expr(&call.args[1])?);
                Ok(self.binary(operator, a, b))
            }
            _ => Err("an operator of another kind".into()),
        }
    }

    /// Builds a binary operator; comparisons with constant strings are prepared.
    fn binary(&self, operator: Operator, a: Node, b: Node) -> Node {
        let is = match operator {
            Operator::Equal => true,
            Operator::NotEqual => false,
            _ => return Node::Binary(operator, Box::new((a, b))),
        };
        let (value, text) = match (a, b) {
            (Node::Constant(text @ Value::Text(_)), value)
            | (value, Node::Constant(text @ Value::Text(_))) => (value, text),
            (a, b) => return Node::Binary(operator, Box::new((a, b))),
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

    /// Returns whether an expression is a closure.
    pub fn is_closure(expr: &Expr) -> bool {
        closure_of(expr).is_some()
    }

    /// Returns the number of parameters of a closure, those of captured variables aside.
    pub fn n_params(&self, expr: &Expr) -> Option<usize> {
        let (name, captured) = closure_of(expr)?;
        self.names.own(self.script, &name)?.params.len().checked_sub(captured.len())
    }

    /// Lowers a closure; `types` are the types of its parameters. It must not capture the variable
    /// in `locked`.
    pub fn closure(
        &mut self,
        expr: &Expr,
        types: &[Option<Type>],
        locked: Option<u16>,
    ) -> Lowered<Closure> {
        self.cost += 2 * COST;
        let (name, captured) = closure_of(expr).ok_or("a closure of another kind")?;
        let names = self.names;
        let definition = names.own(self.script, &name).ok_or("a closure of another kind")?;
        if definition.params.len() != captured.len() + types.len() {
            return Err("a closure with other parameters".into());
        }
        for (name, value) in definition.params.iter().zip(captured) {
            let Expr::Variable(variable, ..) = value else {
                return Err("a closure of another kind".into());
            };
            let slot = self.scope.find(&variable.1).ok_or("an unknown variable")?;
            if locked == Some(slot) || variable.1 != *name {
                return Err("a closure that captures the variable it is called for".into());
            }
        }
        let outer = self.scope.open();
        let params = definition.params[captured.len()..].iter().zip(types);
        let params = params.map(|(name, known)| self.declare(name, *known)).collect();
        let body = self.apart(&definition.body);
        self.scope.close(outer);
        let (body, cost) = body?;
        Ok(Closure { params, body, cost: cost + 4 * COST })
    }
}

/// Returns the range that Rhai has made of `0..3`.
fn constant_range(expr: &Expr) -> Option<Iterated> {
    let Expr::DynamicConstant(value, _) = expr else { return None };
    let number = |n| Node::Constant(Value::Int(n));
    if let Some(range) = value.read_lock::<Range<i64>>() {
        return Some(Iterated::Range(number(range.start), number(range.end), false));
    }
    let range = value.read_lock::<RangeInclusive<i64>>()?;
    Some(Iterated::Range(number(*range.start()), number(*range.end()), true))
}

/// Returns the name of a closure's function and the variables it captures.
fn closure_of(expr: &Expr) -> Option<(String, &[Expr])> {
    let pointer = |expr: &Expr| match expr {
        Expr::DynamicConstant(value, _) => {
            let pointer = value.read_lock::<FnPtr>()?;
            (!pointer.is_curried()).then(|| pointer.fn_name().to_owned())
        }
        _ => None,
    };
    if let Some(name) = pointer(expr) {
        return Some((name, &[]));
    }
    let Expr::Stmt(block) = expr else { return None };
    let [Stmt::Share(_), last] = block.statements() else { return None };
    let call = match last {
        Stmt::FnCall(call, _) => call,
        Stmt::Expr(expr) => match &**expr {
            Expr::FnCall(call, _) => call,
            _ => return None,
        },
        _ => return None,
    };
    let (first, captured) = call.args.split_first()?;
    Some((pointer(first).filter(|_| call.name == "curry")?, captured))
}
