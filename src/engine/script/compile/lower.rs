//! Lowers a function of a script to what the machine runs: its statements.

use super::builtins::Operator;
use super::definitions::{Definition, VariableUse};
use super::names::CodeNames;
use super::scope::Scope;
use super::tree::{Assign, At, Condition, ForLoop, Function, If, Iterated, Node, Piece, StepTo};
use crate::kernel::Value;
use crate::script::refusal::Unsupported;
use crate::script::tree::{Local, NodeKind, SyntaxNode, Variable, body_for};
use std::collections::BTreeMap;
use std::sync::Arc;

pub struct Lowering<'a> {
    /// The functions and kinds that the code may name.
    pub names: &'a CodeNames<'a>,
    /// The code that is lowered.
    pub code: LoweredCode<'a>,
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

/// The code of a function, or of a script outside of functions.
#[derive(Clone, Copy)]
pub struct LoweredCode<'a> {
    /// The number of the script that contains it.
    pub script: u16,
    /// Its variables by their slots in the tree, and what is done with them.
    pub variables: &'a [Variable],
    pub uses: &'a [VariableUse],
}

impl<'a> LoweredCode<'a> {
    pub fn of(script: u16, definition: &'a Definition) -> Self {
        Self { script, variables: &definition.function().variables, uses: &definition.uses }
    }

    /// Returns what is done with a variable.
    pub fn use_of(&self, local: u16) -> VariableUse {
        self.uses[usize::from(local)]
    }

    /// Returns the name of a variable.
    pub fn name(&self, local: u16) -> &'a str {
        &self.variables[usize::from(local)].name
    }
}

/// Functions that have no number of their own in [`CodeNames`].
#[derive(Debug, Default)]
pub struct MoreFunctions {
    pub functions: Vec<Function>,
    /// The copies of functions of the rules for scripts that redefine others, by script and number.
    copies: BTreeMap<(u16, u32), u32>,
}

/// The maximum number of calls in a function that are replaced by the bodies of their functions.
const MAX_INLINED_CALLS: u32 = 16;

/// The result of lowering a part of a function.
pub type Lowered<T = Node> = Result<T, Unsupported>;

/// Lowers a function.
pub fn function(
    names: &CodeNames<'_>,
    script: u16,
    definition: &Definition,
    more: &mut MoreFunctions,
) -> Lowered<Function> {
    let redefining = Some(script).filter(|script| names.script(*script).overrides);
    for_script(names, (script, redefining), definition, &definition.function().body, more)
}

/// Lowers the statements outside of functions, as a function. Returns their variables, too.
pub fn top_level(
    names: &CodeNames<'_>,
    script: u16,
    more: &mut MoreFunctions,
) -> Lowered<(Function, Vec<(String, u16)>)> {
    let redefining = Some(script).filter(|script| names.script(*script).overrides);
    let defined = names.script(script);
    let variables = &defined.source.constants;
    let code = LoweredCode { script, variables, uses: &defined.uses };
    let mut lowering = Lowering::new(names, code, more, redefining);
    let nodes: Lowered<Vec<Node>> = match &defined.source.top.what {
        NodeKind::Block(nodes) => nodes.iter().map(|node| lowering.statement(node)).collect(),
        _ => Ok(Vec::new()),
    };
    let function = Function {
        body: Node::Block(nodes?.into()),
        cost: lowering.cost,
        n_slots: lowering.scope.n_slots(),
        ..Function::default()
    };
    Ok((function, lowering.scope.named()))
}

fn for_script(
    names: &CodeNames<'_>,
    (script, redefining): (u16, Option<u16>),
    definition: &Definition,
    body: &SyntaxNode,
    more: &mut MoreFunctions,
) -> Lowered<Function> {
    let code = LoweredCode::of(script, definition);
    let mut lowering = Lowering::new(names, code, more, redefining);
    let mut shared = Vec::new();
    let function = definition.function();
    for i in 0..function.params.len() {
        lowering.parameter(i as u16, &mut shared);
    }
    let body = lowering.block_of(body)?;
    let body = lowering.framed(&function.name, body);
    Ok(Function {
        name: function.name.as_str().into(),
        n_params: function.params.len(),
        shared: shared.into(),
        n_slots: lowering.scope.n_slots(),
        body,
        cost: lowering.cost,
    })
}

impl<'a> Lowering<'a> {
    fn new(
        names: &'a CodeNames<'a>,
        code: LoweredCode<'a>,
        more: &'a mut MoreFunctions,
        redefining: Option<u16>,
    ) -> Self {
        let is_called = redefining.is_some() || !names.inlines;
        let n_inlined = if is_called { 0 } else { MAX_INLINED_CALLS };
        Self { names, code, scope: Scope::default(), cost: 0, n_inlined, more, redefining }
    }

    /// Returns a position in the script.
    pub fn at(&self, byte: usize) -> At {
        self.names.at(self.code.script, byte)
    }

    /// Returns the function that a call refers to.
    pub fn callee(&mut self, name: &str, n_params: usize) -> Lowered<Option<u32>> {
        let number = self.names.callee(self.code.script, name, n_params);
        let Some(redefining) = self.redefining else { return Ok(number) };
        let names = self.names;
        let is_own = |number: &u32| names.function(*number).0 == self.code.script;
        if number.filter(is_own).is_none()
            && let own @ Some(_) = names.number(redefining, name, n_params)
        {
            return Ok(own);
        }
        let Some(number) = number else { return Ok(None) };
        let (script, definition) = names.function(number);
        if !names.script(script).is_shared {
            return Ok(Some(number));
        }
        if let Some(copy) = self.more.copies.get(&(redefining, number)) {
            return Ok(Some(*copy));
        }
        let i = self.more.functions.len();
        let copy = names.first_more + i as u32;
        self.more.functions.push(Function::default());
        self.more.copies.insert((redefining, number), copy);
        // What it calls may return other values than in the script that defines it.
        let body =
            body_for(definition.function(), &[], &names.unknown_functions(script), &names.variant);
        let for_redefining = (script, Some(redefining));
        let function = for_script(names, for_redefining, definition, &body, self.more)?;
        self.more.functions[i] = function;
        Ok(Some(copy))
    }

    /// The error of something that scripts cannot use.
    pub fn refuse<T>(&self, message: &str, hint: &str, at: At) -> Lowered<T> {
        Err(Unsupported { message: message.into(), hint: hint.into(), at })
    }

    /// Declares a variable.
    pub fn declare(&mut self, local: u16) -> u16 {
        let variable = (self.code.name(local), local);
        self.scope.declare(variable, self.code.use_of(local).is_shared)
    }

    /// Declares a parameter, and adds it to those that closures share.
    pub fn parameter(&mut self, local: u16, shared: &mut Vec<u16>) -> u16 {
        let slot = self.declare(local);
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
    pub fn block(&mut self, statements: &[SyntaxNode]) -> Lowered {
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

    /// Lowers a block, or a body of one expression.
    pub fn block_of(&mut self, node: &SyntaxNode) -> Lowered {
        match &node.what {
            NodeKind::Block(nodes) => self.block(nodes),
            _ => self.block(std::slice::from_ref(node)),
        }
    }

    /// Lowers what runs apart from the code around it.
    pub fn piece(&mut self, lower: impl FnOnce(&mut Self) -> Lowered) -> Lowered<Piece> {
        let outer = std::mem::replace(&mut self.cost, 0);
        let node = lower(self);
        let cost = std::mem::replace(&mut self.cost, outer);
        Ok(Piece { node: node?, cost })
    }

    /// Lowers the body of a loop or closure, each run of which costs something.
    pub fn body(&mut self, block: &SyntaxNode) -> Lowered<Piece> {
        let Piece { node, cost } = self.piece(|lowering| lowering.block_of(block))?;
        Ok(Piece { node, cost: cost.max(1) })
    }

    /// Makes the body of a function or closure be seen, if the host is watched.
    pub fn framed(&self, function: &str, body: Node) -> Node {
        match self.names.is_watched() {
            true => Node::Frame(function.into(), Box::new(body)),
            false => body,
        }
    }

    fn statement(&mut self, statement: &SyntaxNode) -> Lowered {
        let mark = self.names.watched(self.code.script, statement, &self.scope);
        let node = self.unwatched(statement)?;
        Ok(match mark {
            Some(mark) => Node::Watched(Arc::new(mark), Box::new(node)),
            None => node,
        })
    }

    fn unwatched(&mut self, statement: &SyntaxNode) -> Lowered {
        // An empty statement.
        if let NodeKind::Other = statement.what {
            return Ok(Node::UNIT);
        }
        self.cost += 1;
        let at = self.at(statement.at);
        match &statement.what {
            NodeKind::Block(nodes) => self.block(nodes),
            NodeKind::If(condition, body, other) => self.if_else(condition, [body, other]),
            NodeKind::Loop { condition, body, is_after: false, .. } => {
                self.while_loop(condition.as_deref(), body, at)
            }
            NodeKind::Loop { condition: Some(condition), until, body, .. } => {
                let mut body = self.body(body)?;
                let outer = std::mem::replace(&mut self.cost, 0);
                let condition = self.condition(condition);
                body.cost += std::mem::replace(&mut self.cost, outer);
                Ok(Node::Do(Box::new((body, condition?, !until)), at))
            }
            NodeKind::For(variables, over, body) => self.for_loop(variables, over, body, at),
            NodeKind::Let(local, value) => {
                let value = self.expr(value)?;
                let slot = self.declare(local.slot);
                if self.code.variables[usize::from(local.slot)].is_constant {
                    self.scope.fix();
                }
                Ok(self.store_first(slot, value))
            }
            NodeKind::Assign(target, operator, value) => {
                self.assignment(operator.as_deref(), target, value, at)
            }
            NodeKind::Break(value) => Ok(Node::Break(self.optional(value.as_deref())?)),
            NodeKind::Continue => Ok(Node::Continue),
            NodeKind::Return(value) => Ok(Node::Return(self.optional(value.as_deref())?)),
            NodeKind::Throw(value) => Ok(Node::Throw(self.optional(value.as_deref())?, at)),
            NodeKind::Switch(switch) => self.switch(switch),
            _ => self.expr(statement),
        }
    }

    /// Lowers a value that may be left out.
    fn optional(&mut self, value: Option<&SyntaxNode>) -> Lowered<Option<Box<Node>>> {
        value.map(|value| self.expr(value).map(Box::new)).transpose()
    }

    /// Lowers a value that must be a Boolean.
    pub fn condition(&mut self, node: &SyntaxNode) -> Lowered<Condition> {
        let at = self.at(node.at);
        Ok(Condition { node: self.expr(node)?, at })
    }

    fn if_else(&mut self, condition: &SyntaxNode, branches: [&SyntaxNode; 2]) -> Lowered {
        let condition = self.condition(condition)?;
        let mut branch = |block: &SyntaxNode| self.piece(|lowering| lowering.block_of(block));
        let (then, other) = (branch(branches[0])?, branch(branches[1])?);
        let taken = match condition.node {
            Node::Constant(Value::Bool(true)) => then,
            Node::Constant(Value::Bool(false)) => other,
            _ => return Ok(Node::If(Box::new(If { condition, then, other }))),
        };
        self.cost += taken.cost;
        Ok(taken.node)
    }

    fn while_loop(&mut self, condition: Option<&SyntaxNode>, body: &SyntaxNode, at: At) -> Lowered {
        let outer = std::mem::replace(&mut self.cost, 0);
        let is_always = |node: &&SyntaxNode| matches!(node.what, NodeKind::Bool(true));
        let condition = condition.filter(|node| !is_always(node));
        let condition = condition.map(|condition| self.condition(condition)).transpose();
        let condition_cost = std::mem::replace(&mut self.cost, outer);
        self.cost += condition_cost;
        let mut body = self.body(body)?;
        body.cost += condition_cost;
        Ok(Node::While(Box::new((condition?, body)), at))
    }

    fn for_loop(
        &mut self,
        variables: &[Local],
        over: &SyntaxNode,
        body: &SyntaxNode,
        at: At,
    ) -> Lowered {
        let start = self.at(over.bytes.start).or(at);
        let over = match &over.what {
            NodeKind::Operator(symbol, ends)
                if matches!(&**symbol, ".." | "..=") && ends.len() == 2 =>
            {
                self.cost += 1;
                let (first, last) = (self.expr(&ends[0])?, self.expr(&ends[1])?);
                Iterated::Range(first, last, symbol.len() == 3)
            }
            _ => Iterated::List(self.expr(over)?),
        };
        let outer = self.scope.open();
        let mut shared = Vec::new();
        let counter = variables.get(1);
        let counter = counter.map(|local| self.parameter(local.slot, &mut shared));
        let variable = self.parameter(variables[0].slot, &mut shared);
        let body = self.body(body);
        self.scope.close(outer);
        let (body, shared) = (body?, shared.into());
        Ok(Node::For(Box::new(ForLoop { variable, counter, shared, over, body, at: start })))
    }

    fn assignment(
        &mut self,
        symbol: Option<&str>,
        target: &SyntaxNode,
        value: &SyntaxNode,
        at: At,
    ) -> Lowered {
        let mut value = self.expr(value)?;
        let operator = symbol.and_then(Operator::find);
        if symbol.is_some() && operator.is_none() {
            let hint = "write `name = name … value`";
            return self.refuse("there is no such assignment", hint, at);
        }
        if let NodeKind::Name(name, local) = &target.what {
            let Some(slot) = local.and_then(|local| self.scope.find(local)) else {
                return self.no_variable(name, self.at(target.at));
            };
            return Ok(match operator {
                None if self.scope.is_shared(slot) => Node::StoreShared(slot, Box::new(value)),
                None => Node::Store(slot, Box::new(value)),
                Some(operator) => Node::Update(operator, slot, Box::new((value, at))),
            });
        }
        let (mut first, place) = match self.chain(target)? {
            Node::After(first, place) => (first.into_vec(), *place),
            place => (Vec::new(), place),
        };
        let Ok(path) = self.path(place) else {
            let hint = "assign to a variable, an entry of a list or a key of a map";
            return self.refuse("nothing can be assigned here", hint, self.at(target.at));
        };
        let constant = self.scope.constant_at(path.slot).map(str::to_owned);
        let at = path.steps.last().map_or(at, |step| match &step.to {
            StepTo::Index(_) if operator.is_some() => at,
            _ => step.at,
        });
        // The value comes before the indices.
        if !first.is_empty() {
            let slot = self.scope.temporary();
            first.insert(0, (slot, std::mem::replace(&mut value, Node::Take(slot))));
        }
        let node = Node::Assign(Box::new(Assign { path, operator, value, constant, at }));
        Ok(if first.is_empty() { node } else { Node::After(first.into(), Box::new(node)) })
    }

    /// The error of an assignment to a name that no variable has.
    fn no_variable<T>(&self, name: &str, at: At) -> Lowered<T> {
        match self.names.known(name) {
            Some(_) => {
                let hint = "declare it with `let` to change it";
                self.refuse(&format!("`{name}` is a constant"), hint, at)
            }
            None => self.unknown_variable(name, at),
        }
    }

    /// The error of a name that no variable has.
    pub fn unknown_variable<T>(&self, name: &str, at: At) -> Lowered<T> {
        let message = format!("there is no variable `{name}`");
        let hint = "declare it with `let` or as a parameter; texts need double quotes";
        self.refuse(&message, hint, at)
    }

    /// The text of a constant, which is that of a tag where one has the name.
    pub fn text(&self, text: &str) -> Value {
        let rules = self.names.rules;
        let tag = rules.find_tag(text).map(|tag| rules.tags[tag as usize].clone());
        Value::Text(tag.unwrap_or_else(|| Arc::from(text)))
    }
}
