//! Makes our tree of Rhai's: chains are read from the left, closures stand where they are written,
//! each variable has a slot, each node its bytes.

use super::bodies::{Body, bodies};
use super::cases::Cases;
use super::lexer::byte_at;
use super::node::{Arm, Closure, Local, NodeKind, Switch, SyntaxNode};
use super::parts::{ScriptFunction, Statement, Variable};
use super::syntax::is_closure;
use super::tokens::Tokens;
use crate::base::error::{SourceText, is_word};
use rhai::{
    AST, ASTFlags, Expr, FlowControl, FnCallExpr, FnPtr, Position, Stmt, StmtBlock,
    SwitchCasesCollection, Token,
};
use std::ops::Range;

/// The parts of a script.
pub struct ScriptParts {
    pub functions: Vec<ScriptFunction>,
    pub statements: Vec<Statement>,
    pub top: SyntaxNode,
    pub constants: Vec<Variable>,
}

/// Makes the tree of a script.
pub fn script(ast: &AST, text: &SourceText) -> ScriptParts {
    let tokens = Tokens::of(text, text.index());
    let bodies = bodies(ast);
    let named: Vec<&Body> = bodies.iter().filter(|body| !is_closure(&body.name)).collect();
    let mut lower = Lower {
        text,
        tokens: &tokens,
        bodies: &bodies,
        scope: Vec::new(),
        variables: Vec::new(),
        open: Vec::new(),
        statements: Vec::new(),
        function: None,
        n_texts: 0,
        last: 0,
    };
    let functions = named.iter().enumerate().map(|(i, one)| lower.function(i, one)).collect();
    lower.function = None;
    let top = lower.statements(ast.statements(), false);
    let bytes = lower.around(0..0, &top);
    let top = SyntaxNode::new(NodeKind::Block(top), 0, bytes);
    let (mut statements, constants) = (lower.statements, lower.variables);
    statements.sort_by_key(|statement| statement.bytes.start);
    statements.dedup_by_key(|statement| statement.bytes.start);
    ScriptParts { functions, statements, top, constants }
}

struct Lower<'a> {
    text: &'a SourceText,
    tokens: &'a Tokens,
    /// The functions, those that Rhai makes of closures, too.
    bodies: &'a [Body],
    /// The variables in scope, innermost last.
    scope: Vec<Local>,
    /// The variables of the function, by slot.
    variables: Vec<Variable>,
    /// The closures around, innermost last: the number of variables in scope outside, and those
    /// that it captures.
    open: Vec<(usize, Vec<u16>)>,
    statements: Vec<Statement>,
    /// The index of the function; none for what is outside of functions.
    function: Option<usize>,
    /// The number of texts with `${…}` around.
    n_texts: usize,
    /// The last byte of a node: that of the few that Rhai gives no position.
    last: usize,
}

impl<'a> Lower<'a> {
    fn byte(&mut self, at: Position) -> usize {
        if let Some(byte) = byte_at(self.text.index(), self.text, at) {
            self.last = byte;
        }
        self.last
    }

    fn function(&mut self, i: usize, function: &Body) -> ScriptFunction {
        self.scope.clear();
        self.function = Some(i);
        for name in &function.params {
            self.declare(name, false);
        }
        let body = self.body(function);
        let mut start = self.tokens.at(body.bytes.start);
        while start > 0 && self.tokens.get(start) != Some(&Token::Fn) {
            start -= 1;
        }
        let start = self.tokens.bytes(start).start;
        let variables = std::mem::take(&mut self.variables);
        let (name, params) = (function.name.clone(), function.params.clone());
        let line = self.text.index().line(start);
        self.scope.clear();
        ScriptFunction { name, params, body, variables, start, line }
    }

    fn body(&mut self, body: &Body) -> SyntaxNode {
        self.braced(&body.statements, body.start, body.end)
    }

    fn declare(&mut self, name: &str, is_constant: bool) -> Local {
        let local = Local { name: name.to_owned(), slot: self.variables.len() as u16 };
        let (is_captured, is_assigned) = (false, false);
        let name = name.to_owned();
        self.variables.push(Variable { name, is_constant, is_captured, is_assigned });
        self.scope.push(local.clone());
        local
    }

    /// Returns the slot of a variable, and notes the closures that capture it.
    fn find(&mut self, name: &str) -> Option<u16> {
        let i = self.scope.iter().rposition(|local| local.name == name)?;
        let slot = self.scope[i].slot;
        for (_, captured) in self.open.iter_mut().filter(|(outside, _)| i < *outside) {
            self.variables[usize::from(slot)].is_captured = true;
            if !captured.contains(&slot) {
                captured.push(slot);
            }
        }
        Some(slot)
    }

    /// Returns the bytes of a node with a token of its own and these parts.
    fn around<'n>(
        &self,
        own: Range<usize>,
        parts: impl IntoIterator<Item = &'n SyntaxNode>,
    ) -> Range<usize> {
        let join = |whole, part: &SyntaxNode| self.tokens.join(whole, part.bytes.clone());
        parts.into_iter().fold(own, join)
    }

    /// Makes a node that begins with a token at `at`, or has it in it.
    fn node(&self, what: NodeKind, at: usize) -> SyntaxNode {
        let mut node = SyntaxNode::new(what, at, self.tokens.whole(at));
        node.bytes = self.around(node.bytes.clone(), node.children());
        node
    }

    /// Makes a node of its children, which have all its tokens between them.
    fn between(&self, what: NodeKind, at: usize) -> SyntaxNode {
        let mut node = SyntaxNode::new(what, at, 0..0);
        node.bytes = self.around(0..0, node.children());
        node
    }

    fn block(&mut self, block: &StmtBlock) -> SyntaxNode {
        self.braced(block.statements(), block.position(), block.end_position())
    }

    /// Makes a block of statements, which are in braces if the end has a position.
    fn braced(&mut self, statements: &[Stmt], start: Position, end: Position) -> SyntaxNode {
        let at = self.byte(start);
        let is_braced =
            !end.is_none() && self.tokens.get(self.tokens.at(at)) == Some(&Token::LeftBrace);
        let outside = self.scope.len();
        let nodes = self.statements(statements, is_braced);
        self.scope.truncate(outside);
        let node = if is_braced { Self::node } else { Self::between };
        node(self, NodeKind::Block(nodes), at)
    }

    /// Makes the nodes of statements. Those in braces are counted.
    fn statements(&mut self, all: &[Stmt], are_counted: bool) -> Vec<SyntaxNode> {
        let mut nodes = Vec::with_capacity(all.len());
        // What a closure captures is a statement of Rhai's own.
        for stmt in all.iter().filter(|stmt| !matches!(stmt, Stmt::Share(_))) {
            let node = self.stmt(stmt);
            if are_counted {
                self.count(&node, false);
            }
            nodes.push(node);
        }
        nodes
    }

    /// Counts a statement, unless a text with `${…}` around it is a part of another one.
    fn count(&mut self, node: &SyntaxNode, is_case: bool) {
        let Some(function) = self.function.filter(|_| self.n_texts == 0) else { return };
        let bytes = self.tokens.statement(node.bytes.clone());
        if bytes.is_empty() {
            return;
        }
        let (line, column) = self.text.index().position(self.text, bytes.start);
        let node = node.bytes.start;
        self.statements.push(Statement { line, column, bytes, function, is_case, node });
    }

    fn boxed(&mut self, expr: &Expr) -> Box<SyntaxNode> {
        Box::new(self.expr(expr))
    }

    fn optional(&mut self, expr: Option<&Expr>) -> Option<Box<SyntaxNode>> {
        expr.map(|expr| self.boxed(expr))
    }

    fn stmt(&mut self, stmt: &Stmt) -> SyntaxNode {
        match stmt {
            Stmt::Expr(expr) => return self.expr(expr),
            Stmt::FnCall(call, at) => return self.call(call, None, *at),
            Stmt::Block(block) => return self.block(block),
            _ => {}
        }
        let at = self.byte(stmt.position());
        let what = match stmt {
            Stmt::If(flow, _) => {
                let condition = self.boxed(&flow.expr);
                let body = Box::new(self.block(&flow.body));
                NodeKind::If(condition, body, Box::new(self.block(&flow.branch)))
            }
            Stmt::While(flow, _) => {
                let is_loop = matches!(flow.expr, Expr::Unit(_));
                let condition = (!is_loop).then(|| self.boxed(&flow.expr));
                let body = Box::new(self.block(&flow.body));
                NodeKind::Loop { condition, until: false, is_after: false, body }
            }
            Stmt::Do(flow, flags, _) => {
                let body = Box::new(self.block(&flow.body));
                let condition = Some(self.boxed(&flow.expr));
                let until = flags.contains(ASTFlags::NEGATED);
                NodeKind::Loop { condition, until, is_after: true, body }
            }
            Stmt::For(of, _) => {
                let (name, counter, flow) = &**of;
                self.for_loop(name.as_str(), counter.as_ref().map(|name| name.as_str()), flow)
            }
            Stmt::Var(of, flags, _) => {
                let at = self.byte(of.0.pos);
                let value = self.boxed(&of.1);
                let is_constant = flags.contains(ASTFlags::CONSTANT);
                let local = self.declare(of.0.as_str(), is_constant);
                let mut node = self.node(NodeKind::Let(local, value), at);
                // The keyword is before the name.
                let keyword = self.tokens.at(at).saturating_sub(1);
                node.bytes.start = self.tokens.bytes(keyword).start.min(node.bytes.start);
                return node;
            }
            Stmt::Assignment(of) => {
                let target = self.boxed(&of.1.lhs);
                if let Some(slot) = target.root().and_then(|(_, slot)| slot) {
                    self.variables[usize::from(slot)].is_assigned = true;
                }
                let operator = of.0.get_op_assignment_info().map(|(.., name)| name.to_owned());
                NodeKind::Assign(target, operator, self.boxed(&of.1.rhs))
            }
            Stmt::Switch(of, _) => self.switch(&of.0, &of.1),
            Stmt::BreakLoop(value, flags, _) if flags.contains(ASTFlags::BREAK) => {
                NodeKind::Break(self.optional(value.as_deref()))
            }
            Stmt::BreakLoop(..) => NodeKind::Continue,
            Stmt::Return(value, flags, _) => {
                let value = self.optional(value.as_deref());
                let is_throw = flags.contains(ASTFlags::BREAK);
                if is_throw { NodeKind::Throw(value) } else { NodeKind::Return(value) }
            }
            _ => NodeKind::Other,
        };
        self.node(what, at)
    }

    fn for_loop(&mut self, name: &str, counter: Option<&str>, flow: &FlowControl) -> NodeKind {
        let over = self.boxed(&flow.expr);
        let outside = self.scope.len();
        let names = [Some(name), counter].into_iter().flatten();
        let names = names.map(|name| self.declare(name, false)).collect();
        let body = Box::new(self.block(&flow.body));
        self.scope.truncate(outside);
        NodeKind::For(names, over, body)
    }

    fn switch(&mut self, subject: &Expr, switch: &SwitchCasesCollection) -> NodeKind {
        let subject = self.expr(subject);
        let mut cases = Cases::after(self.tokens, subject.bytes.end);
        let mut arms = Vec::with_capacity(switch.expressions.len());
        for arm in &switch.expressions {
            let values = cases.values();
            let is_guarded = !arm.lhs.position().is_none();
            let guard = is_guarded.then(|| self.expr(&arm.lhs));
            let body = match &arm.rhs {
                Expr::Stmt(block) => self.arm(block),
                other => self.expr(other),
            };
            let read = self.tokens.enclosed(body.bytes.clone()).end;
            cases.pass(read);
            arms.push(Arm { values, guard, body });
        }
        NodeKind::Switch(Box::new(Switch { subject, arms }))
    }

    /// The body of an arm: without braces, it is a statement.
    fn arm(&mut self, block: &StmtBlock) -> SyntaxNode {
        let body = self.block(block);
        if let NodeKind::Block(nodes) = &body.what
            && self.tokens.get(self.tokens.at(body.at)) != Some(&Token::LeftBrace)
            && let [node] = nodes.as_slice()
        {
            self.count(node, true);
        }
        body
    }

    fn all<'e>(&mut self, parts: impl IntoIterator<Item = &'e Expr>) -> Vec<SyntaxNode> {
        parts.into_iter().map(|part| self.expr(part)).collect()
    }

    fn operator(&mut self, symbol: &str, parts: &[Expr], at: Position) -> SyntaxNode {
        let at = self.byte(at);
        let what = NodeKind::Operator(symbol.to_owned(), self.all(parts));
        self.between(what, at)
    }

    pub(super) fn expr(&mut self, expr: &Expr) -> SyntaxNode {
        let at = expr.start_position();
        let what = match expr {
            Expr::BoolConstant(value, _) => NodeKind::Bool(*value),
            Expr::IntegerConstant(value, _) => return self.number(*value, at),
            Expr::CharConstant(value, _) => NodeKind::Char(*value),
            Expr::StringConstant(text, _) => NodeKind::Text(text.to_string()),
            Expr::Unit(_) => NodeKind::Unit,
            Expr::InterpolatedString(parts, _) => {
                self.n_texts += 1;
                let parts = self.all(parts);
                self.n_texts -= 1;
                NodeKind::Format(parts)
            }
            Expr::Array(items, _) => NodeKind::List(self.all(items)),
            Expr::Map(of, _) => {
                let entries =
                    of.0.iter().map(|(key, value)| (key.name.to_string(), self.expr(value)));
                NodeKind::Map(entries.collect())
            }
            Expr::Variable(of, ..) => {
                let slot = self.find(&of.1);
                NodeKind::Name(of.1.to_string(), slot)
            }
            Expr::FnCall(call, at) => return self.call(call, None, *at),
            Expr::Stmt(block) => match block.statements() {
                [Stmt::Share(_), Stmt::Expr(closure)] => return self.expr(closure),
                [Stmt::Share(_), Stmt::FnCall(call, at)] => return self.call(call, None, *at),
                _ => return self.block(block),
            },
            Expr::Dot(of, flags, _) => {
                let on = self.begin(&of.lhs);
                return self.link(on, &of.rhs, *flags);
            }
            Expr::Index(of, flags, _) => {
                let on = self.begin(&of.lhs);
                return self.index(on, &of.rhs, *flags);
            }
            Expr::And(of, _) => return self.operator("&&", of, at),
            Expr::Or(of, _) => return self.operator("||", of, at),
            Expr::Coalesce(of, _) => return self.operator("??", of, at),
            Expr::DynamicConstant(value, _) => match value.read_lock::<FnPtr>() {
                Some(pointer) => return self.closure(pointer.fn_name(), 0, at),
                None => NodeKind::Other,
            },
            _ => NodeKind::Other,
        };
        let has_tokens = !at.is_none();
        let at = self.byte(at);
        match what {
            // The value of `let x;`.
            NodeKind::Unit if !has_tokens => SyntaxNode::new(what, at, at..at),
            // A part of a text with `${…}` is one token.
            NodeKind::Text(_) => SyntaxNode::new(what, at, self.tokens.bytes(self.tokens.at(at))),
            _ => self.node(what, at),
        }
    }

    /// A number, whose sign is another token: the parser evaluates `-3` and `-(-3)`.
    fn number(&mut self, value: i64, at: Position) -> SyntaxNode {
        let at = self.byte(at);
        let i = self.tokens.at(at);
        let is_sign = |i| matches!(self.tokens.get(i), Some(Token::Minus | Token::UnaryMinus));
        let mut bytes = self.tokens.bytes(i);
        if is_sign(i) {
            let last = (i..).find(|i| !is_sign(*i)).unwrap_or(i);
            bytes.end = self.tokens.bytes(self.tokens.partner(last).unwrap_or(last)).end;
        } else if value < 0 && i > 0 && is_sign(i - 1) {
            bytes.start = self.tokens.bytes(i - 1).start;
        }
        SyntaxNode::new(NodeKind::Int(value), at, bytes)
    }

    /// The value with which a chain begins.
    fn begin(&mut self, expr: &Expr) -> SyntaxNode {
        let is_enclosed = matches!(expr, Expr::Dot(..) | Expr::Index(..));
        SyntaxNode { is_enclosed, ..self.expr(expr) }
    }

    /// The right side of a dot: chains end with their first link in Rhai's tree, and begin with it
    /// here.
    fn link(&mut self, on: SyntaxNode, rest: &Expr, flags: ASTFlags) -> SyntaxNode {
        let node = match rest {
            Expr::Property(of, at) => {
                let at = self.byte(*at);
                self.node(NodeKind::Property(Box::new(on), of.2.to_string()), at)
            }
            Expr::MethodCall(call, at) => self.call(call, Some(on), *at),
            Expr::Dot(of, inner, _) => {
                let on = self.link(on, &of.lhs, flags);
                return self.link(on, &of.rhs, *inner);
            }
            Expr::Index(of, inner, _) => {
                let on = self.link(on, &of.lhs, flags);
                return self.index(on, &of.rhs, *inner);
            }
            other => self.expr(other),
        };
        SyntaxNode { is_optional: flags.contains(ASTFlags::NEGATED), ..node }
    }

    fn index(&mut self, on: SyntaxNode, rest: &Expr, flags: ASTFlags) -> SyntaxNode {
        match rest {
            Expr::Dot(of, inner, _) if !flags.contains(ASTFlags::BREAK) => {
                let on = self.element(on, &of.lhs, flags);
                self.link(on, &of.rhs, *inner)
            }
            Expr::Index(of, inner, _) if !flags.contains(ASTFlags::BREAK) => {
                let on = self.element(on, &of.lhs, flags);
                self.index(on, &of.rhs, *inner)
            }
            index => self.element(on, index, flags),
        }
    }

    fn element(&mut self, on: SyntaxNode, index: &Expr, flags: ASTFlags) -> SyntaxNode {
        let at = on.at;
        let index = self.boxed(index);
        let node = self.between(NodeKind::Index(Box::new(on), index), at);
        SyntaxNode { is_optional: flags.contains(ASTFlags::NEGATED), ..node }
    }

    fn call(&mut self, call: &FnCallExpr, on: Option<SyntaxNode>, at: Position) -> SyntaxNode {
        let name = call.name.as_str();
        if name == "curry"
            && let Some(Expr::DynamicConstant(pointer, _)) = call.args.first()
            && let Some(pointer) = pointer.read_lock::<FnPtr>()
        {
            return self.closure(pointer.fn_name(), call.args.len() - 1, at);
        }
        let on_value = on.is_some();
        let mut args: Vec<SyntaxNode> = on.into_iter().collect();
        args.extend(call.args.iter().map(|arg| self.expr(arg)));
        let at = self.byte(at);
        if call.op_token.is_some() || !is_word(name) {
            return self.node(NodeKind::Operator(name.to_owned(), args), at);
        }
        let end = self.tokens.end_of_call(at);
        let what = NodeKind::Call { name: name.to_owned(), args, on_value };
        let mut node = self.node(what, at);
        node.bytes.end = node.bytes.end.max(end);
        node
    }

    /// A closure, whose parameters follow the variables that it captures.
    fn closure(&mut self, name: &str, n_captured: usize, at: Position) -> SyntaxNode {
        let at = self.byte(at);
        let bodies: &'a [Body] = self.bodies;
        let Some(function) = bodies.iter().find(|body| body.name == name) else {
            return self.node(NodeKind::Other, at);
        };
        let outside = self.scope.len();
        self.open.push((outside, Vec::new()));
        let own = function.params.iter().skip(n_captured);
        let params = own.map(|name| self.declare(name, false)).collect();
        let body = self.body(function);
        let captured = self.open.pop().map(|(_, captured)| captured).unwrap_or_default();
        self.scope.truncate(outside);
        self.node(NodeKind::Closure(Box::new(Closure { params, captured, body })), at)
    }
}
