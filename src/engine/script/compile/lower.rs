//! Lowers a function of Rhai's syntax tree to our own: its statements.

use super::builtins::Operator;
use super::definitions::Definition;
use super::names::Names;
use super::scope::Scope;
use super::tree::{Assign, At, Condition, ForLoop, Function, If, Iterated, Node, Piece, StepTo};
use crate::kernel::{ScriptLine, Transient, Value};
use crate::script::refusal::Refusal;
use crate::script::values::Type;
use rhai::{ASTFlags, Expr, FlowControl, OpAssignment, Position, Stmt};
use std::collections::BTreeMap;
use std::sync::Arc;

pub struct Lowering<'a> {
    /// The functions and kinds that the code may name.
    pub names: &'a Names<'a>,
    /// The number of the script that contains the code.
    pub script: u16,
    pub scope: Scope,
    /// The operations of the piece of code that is being lowered.
    pub cost: u32,
    /// How many more calls are replaced by the bodies of their functions.
    pub n_inlined: u32,
    /// The functions of closures and the copies of functions, of all scripts so far.
    pub more: &'a mut MoreFunctions,
    /// The script that redefines functions of the rules, if one does: its functions are called
    /// also by those of the rules.
    pub redefining: Option<u16>,
}

/// Functions that have no number of their own in [`Names`].
#[derive(Debug, Default)]
pub struct MoreFunctions {
    pub functions: Vec<Function>,
    /// The copies of functions of the rules for scripts that redefine others, by script and number.
    copies: BTreeMap<(u16, u32), u32>,
}

/// The maximum number of calls in a function that are replaced by the bodies of their functions.
const MAX_INLINED_CALLS: u32 = 16;

/// The result of lowering a part of a function.
pub type Lowered<T = Node> = Result<T, Refusal>;

/// Lowers a function. `types` are the types of its parameters, as far as they are known.
pub fn function(
    names: &Names<'_>,
    script: u16,
    (name, definition): (&str, &Definition),
    types: Vec<Option<Type>>,
    more: &mut MoreFunctions,
) -> Lowered<Function> {
    let redefining = Some(script).filter(|script| names.overrides(*script));
    for_script(names, (script, redefining), (name, definition), types, more)
}

/// Lowers the statements outside of functions, as a function. Returns their variables, too.
pub fn top_level(
    names: &Names<'_>,
    script: u16,
    statements: &[Stmt],
    more: &mut MoreFunctions,
) -> Lowered<(Function, Vec<(String, u16)>)> {
    let redefining = Some(script).filter(|script| names.overrides(*script));
    let scope = Scope::default();
    let is_called = redefining.is_some() || !names.inlines;
    let n_inlined = if is_called { 0 } else { MAX_INLINED_CALLS };
    let mut lowering = Lowering { names, script, scope, cost: 0, n_inlined, more, redefining };
    let nodes: Lowered<Vec<Node>> =
        statements.iter().map(|statement| lowering.statement(statement)).collect();
    let function = Function {
        body: Node::Block(nodes?.into()),
        cost: lowering.cost,
        n_slots: lowering.scope.n_slots(),
        ..Function::empty()
    };
    Ok((function, lowering.scope.named()))
}

fn for_script(
    names: &Names<'_>,
    (script, redefining): (u16, Option<u16>),
    (name, definition): (&str, &Definition),
    types: Vec<Option<Type>>,
    more: &mut MoreFunctions,
) -> Lowered<Function> {
    let scope = Scope::default();
    let is_called = redefining.is_some() || !names.inlines;
    let n_inlined = if is_called { 0 } else { MAX_INLINED_CALLS };
    let mut lowering = Lowering { names, script, scope, cost: 0, n_inlined, more, redefining };
    let mut shared = Vec::new();
    for (i, param) in definition.params.iter().enumerate() {
        lowering.parameter(param, types.get(i).copied().flatten(), &mut shared);
    }
    let body = lowering.block(&definition.body)?;
    let body = lowering.framed(name, body);
    Ok(Function {
        name: name.into(),
        n_params: definition.params.len(),
        shared: shared.into(),
        n_slots: lowering.scope.n_slots(),
        body,
        cost: lowering.cost,
    })
}

/// Converts a position in a script to a script line.
pub fn at(script: u16, position: Position) -> At {
    let line = position.line()? as u16;
    let column = position.position().unwrap_or(1) as u16;
    Some(ScriptLine { script, line, column })
}

impl Lowering<'_> {
    /// Converts a position to a script line.
    pub fn at(&self, position: Position) -> At {
        at(self.script, position)
    }

    /// Returns the function that a call refers to.
    pub fn callee(&mut self, name: &str, n_params: usize) -> Lowered<Option<u32>> {
        let number = self.names.callee(self.script, name, n_params);
        let Some(redefining) = self.redefining else { return Ok(number) };
        let names = self.names;
        let is_own = |number: &u32| names.function(*number).0 == self.script;
        if number.filter(is_own).is_none()
            && let own @ Some(_) = names.number(redefining, name, n_params)
        {
            return Ok(own);
        }
        let Some(number) = number else { return Ok(None) };
        let (script, definition) = names.function(number);
        if !names.is_shared(script) {
            return Ok(Some(number));
        }
        if let Some(copy) = self.more.copies.get(&(redefining, number)) {
            return Ok(Some(*copy));
        }
        let i = self.more.functions.len();
        let copy = names.first_more + i as u32;
        self.more.functions.push(Function::empty());
        self.more.copies.insert((redefining, number), copy);
        let named = (names.name(number), definition);
        let function = for_script(names, (script, Some(redefining)), named, Vec::new(), self.more)?;
        self.more.functions[i] = function;
        Ok(Some(copy))
    }

    /// The error of something that scripts cannot use.
    pub fn refuse<T>(&self, message: &str, hint: &str, position: Position) -> Lowered<T> {
        Err(Refusal { message: message.into(), hint: hint.into(), at: self.at(position) })
    }

    /// Declares a variable. Its type is known if no assignment can change it.
    pub fn declare(&mut self, name: &str, known: Option<Type>) -> u16 {
        let is_shared = self.names.is_shared_variable(self.script, name);
        let is_assigned = self.names.is_assigned(self.script, name);
        self.scope.declare(name, known.filter(|_| !is_assigned), is_shared)
    }

    /// Declares a parameter, and adds it to those that closures share.
    pub fn parameter(&mut self, name: &str, known: Option<Type>, shared: &mut Vec<u16>) -> u16 {
        let slot = self.declare(name, known);
        if self.scope.is_shared(slot) {
            shared.push(slot);
        }
        slot
    }

    /// Stores the first value of a variable.
    pub fn store_first(&self, slot: u16, value: Node) -> Node {
        let value = Box::new(value);
        if self.scope.is_shared(slot) {
            Node::StoreNew(slot, value)
        } else {
            Node::Store(slot, value)
        }
    }

    /// Lowers the statements of a block, whose variables end with it.
    pub fn block(&mut self, statements: &[Stmt]) -> Lowered {
        let outer = self.scope.open();
        let nodes: Lowered<Vec<Node>> =
            statements.iter().map(|stmt| self.statement(stmt)).collect();
        self.scope.close(outer);
        let mut nodes = nodes?;
        Ok(match nodes.len() {
            0 => Node::UNIT,
            1 => nodes.remove(0),
            _ => Node::Block(nodes.into()),
        })
    }

    /// Lowers what runs apart from the code around it.
    pub fn piece(&mut self, lower: impl FnOnce(&mut Self) -> Lowered) -> Lowered<Piece> {
        let outer = std::mem::replace(&mut self.cost, 0);
        let node = lower(self);
        let cost = std::mem::replace(&mut self.cost, outer);
        Ok(Piece { node: node?, cost })
    }

    /// Lowers the body of a loop or closure, each run of which costs something.
    pub fn body(&mut self, statements: &[Stmt]) -> Lowered<Piece> {
        let Piece { node, cost } = self.piece(|lowering| lowering.block(statements))?;
        Ok(Piece { node, cost: cost.max(1) })
    }

    /// Makes the body of a function or closure be seen, if the host is watched.
    pub fn framed(&self, function: &str, body: Node) -> Node {
        match self.names.is_watched() {
            true => Node::Frame(function.into(), Box::new(body)),
            false => body,
        }
    }

    fn statement(&mut self, statement: &Stmt) -> Lowered {
        let mark = self.names.watched(self.script, statement, &self.scope);
        let node = self.unwatched(statement)?;
        Ok(match mark {
            Some(mark) => Node::Watched(Arc::new(mark), Box::new(node)),
            None => node,
        })
    }

    fn unwatched(&mut self, statement: &Stmt) -> Lowered {
        self.cost += u32::from(!matches!(statement, Stmt::Noop(_)));
        match statement {
            Stmt::Noop(_) | Stmt::Share(_) => Ok(Node::UNIT),
            Stmt::Expr(expr) => self.expr(expr),
            Stmt::FnCall(call, position) => self.call(call, *position),
            Stmt::Block(block) => self.block(block.statements()),
            Stmt::If(flow, _) => self.if_else(flow),
            Stmt::While(flow, position) => self.while_loop(flow, *position),
            Stmt::For(parts, position) => {
                let (variable, counter, flow) = &**parts;
                let counter = counter.as_ref().map(|counter| counter.as_str());
                self.for_loop(variable.as_str(), counter, flow, *position)
            }
            Stmt::Var(parts, flags, _) => {
                let (name, value, _) = &**parts;
                let value = self.expr(value)?;
                let known = self.type_of(&value);
                let slot = self.declare(name.as_str(), known);
                if flags.contains(ASTFlags::CONSTANT) {
                    self.scope.fix(name.as_str());
                }
                Ok(self.store_first(slot, value))
            }
            Stmt::Assignment(parts) => {
                let (op, operands) = &**parts;
                self.assignment(op, &operands.lhs, &operands.rhs)
            }
            Stmt::BreakLoop(value, flags, _) if flags.contains(ASTFlags::BREAK) => {
                let value = value.as_ref().map(|value| self.expr(value)).transpose()?;
                Ok(Node::Break(value.map(Box::new)))
            }
            Stmt::BreakLoop(..) => Ok(Node::Continue),
            Stmt::Return(value, flags, position) => {
                let value = value.as_ref().map(|value| self.expr(value)).transpose()?;
                let value = value.map(Box::new);
                let is_throw = flags.contains(ASTFlags::BREAK);
                let at = self.at(*position);
                Ok(if is_throw { Node::Throw(value, at) } else { Node::Return(value) })
            }
            Stmt::Switch(parts, _) => self.switch(&parts.0, &parts.1),
            Stmt::Do(flow, flags, position) => {
                let mut body = self.body(flow.body.statements())?;
                let outer = std::mem::replace(&mut self.cost, 0);
                let condition = self.condition(&flow.expr);
                body.cost += std::mem::replace(&mut self.cost, outer);
                let expected = !flags.intersects(ASTFlags::NEGATED);
                Ok(Node::Do(Box::new((body, condition?, expected)), self.at(*position)))
            }
            _ => self.refuse(
                "this statement is not available in scripts",
                "`litterbox api` lists the statements of the language",
                statement.position(),
            ),
        }
    }

    /// Lowers a value that must be a Boolean.
    pub fn condition(&mut self, expr: &Expr) -> Lowered<Condition> {
        let node = self.expr(expr)?;
        Ok(Condition { node, at: self.at(expr.position()) })
    }

    fn if_else(&mut self, flow: &FlowControl) -> Lowered {
        let condition = self.condition(&flow.expr)?;
        let mut branch = |statements: &[Stmt]| self.piece(|lowering| lowering.block(statements));
        let then = branch(flow.body.statements())?;
        let other = branch(flow.branch.statements())?;
        let taken = match condition.node {
            Node::Constant(Value::Bool(true)) => then,
            Node::Constant(Value::Bool(false)) => other,
            _ => return Ok(Node::If(Box::new(If { condition, then, other }))),
        };
        self.cost += taken.cost;
        Ok(taken.node)
    }

    fn while_loop(&mut self, flow: &FlowControl, position: Position) -> Lowered {
        let outer = std::mem::replace(&mut self.cost, 0);
        let condition = match &flow.expr {
            Expr::Unit(_) | Expr::BoolConstant(true, _) => Ok(None),
            condition => self.condition(condition).map(Some),
        };
        let condition_cost = std::mem::replace(&mut self.cost, outer);
        self.cost += condition_cost;
        let mut body = self.body(flow.body.statements())?;
        body.cost += condition_cost;
        Ok(Node::While(Box::new((condition?, body)), self.at(position)))
    }

    fn for_loop(
        &mut self,
        name: &str,
        counter: Option<&str>,
        flow: &FlowControl,
        position: Position,
    ) -> Lowered {
        let over = match &flow.expr {
            Expr::FnCall(call, _)
                if matches!(&*call.name, ".." | "..=") && call.args.len() == 2 =>
            {
                self.cost += 1;
                let first = self.expr(&call.args[0])?;
                let last = self.expr(&call.args[1])?;
                Iterated::Range(first, last, call.name.len() == 3)
            }
            list => match self.expr(list)? {
                Node::Constant(Value::Transient(Transient::Range(range))) => {
                    let [first, last] =
                        [range.start, range.end].map(|n| Node::Constant(Value::Int(n)));
                    Iterated::Range(first, last, range.is_inclusive)
                }
                list => Iterated::List(list),
            },
        };
        let outer = self.scope.open();
        let mut shared = Vec::new();
        let counter = counter.map(|name| self.parameter(name, Some(Type::Int), &mut shared));
        let element = match &over {
            Iterated::Range(..) => Some(Type::Int),
            Iterated::List(list) => match self.type_of(list) {
                Some(Type::List(element)) => Some(*element),
                _ => None,
            },
        };
        let variable = self.parameter(name, element, &mut shared);
        let body = self.body(flow.body.statements());
        self.scope.close(outer);
        let at = self.at(flow.expr.start_position()).or_else(|| self.at(position));
        let (body, shared) = (body?, shared.into());
        Ok(Node::For(Box::new(ForLoop { variable, counter, shared, over, body, at })))
    }

    fn assignment(&mut self, op: &OpAssignment, target: &Expr, value: &Expr) -> Lowered {
        let value = self.expr(value)?;
        let at = self.at(op.position());
        let operator = match op.get_op_assignment_info() {
            None => None,
            Some((.., name)) => match Operator::find(name) {
                None => {
                    let hint = "write `name = name … value`";
                    return self.refuse("there is no such assignment", hint, op.position());
                }
                operator => operator,
            },
        };
        if let Expr::Variable(name, ..) = target {
            let Some(slot) = self.scope.find(&name.1) else {
                return self.no_variable(&name.1, target.position());
            };
            return Ok(match operator {
                None if self.scope.is_shared(slot) => Node::StoreShared(slot, Box::new(value)),
                None => Node::Store(slot, Box::new(value)),
                Some(operator) => Node::Update(operator, slot, Box::new((value, at))),
            });
        }
        let place = self.chain(target)?;
        let (first, place) = match place {
            Node::After(first, place) => (Some(first), *place),
            place => (None, place),
        };
        let Ok(path) = self.path(place) else {
            let hint = "assign to a variable, an entry of a list or a key of a map";
            return self.refuse("nothing can be assigned here", hint, target.position());
        };
        let constant = self.scope.constant_at(path.slot).map(str::to_owned);
        let at = path.steps.last().map_or(at, |step| match &step.to {
            StepTo::Index(_) if operator.is_some() => at,
            _ => step.at,
        });
        // The value comes before the indices.
        let (value, first) = match first {
            Some(first) => {
                let slot = self.scope.temporary(None);
                let first = std::iter::once((slot, value)).chain(first);
                (Node::Take(slot), Some(first.collect::<Box<[_]>>()))
            }
            None => (value, None),
        };
        let assign = Node::Assign(Box::new(Assign { path, operator, value, constant, at }));
        Ok(match first {
            Some(first) => Node::After(first, Box::new(assign)),
            None => assign,
        })
    }

    /// The error of an assignment to a name that no variable has.
    fn no_variable<T>(&self, name: &str, position: Position) -> Lowered<T> {
        match self.names.known(name) {
            Some(_) => {
                let hint = "declare it with `let` to change it";
                self.refuse(&format!("`{name}` is a constant"), hint, position)
            }
            None => self.unknown_variable(name, position),
        }
    }

    /// The error of a name that no variable has.
    pub fn unknown_variable<T>(&self, name: &str, position: Position) -> Lowered<T> {
        let message = format!("there is no variable `{name}`");
        let hint = "declare it with `let` or as a parameter; texts need double quotes";
        self.refuse(&message, hint, position)
    }

    /// The text of a constant, which is that of a tag where one has the name.
    pub fn text(&self, text: &str) -> Value {
        let rules = self.names.rules;
        let tag = rules.find_tag(text).map(|tag| rules.tags[tag as usize].clone());
        Value::Text(tag.unwrap_or_else(|| Arc::from(text)))
    }
}
