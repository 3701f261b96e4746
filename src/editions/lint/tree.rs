//! The syntax tree used by the rules: Rhai's tree with calls and closures in their surface form,
//! and functions with their bodies.

use crate::error::{is_word, mentions};
use crate::script::Script;
use crate::script::reflect::{Parser, TypeSet};
use crate::script::syntax::{self, is_closure};
use rhai::{AST, ASTFlags, ASTNode, Expr, FnCallExpr, FnPtr, Position, Stmt, StmtBlock};
use smallvec::{SmallVec, smallvec};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A statement or expression.
#[derive(Clone, Debug)]
pub struct SyntaxNode {
    pub what: NodeKind,
    /// Its position; for a call, the position of the function name.
    pub at: Position,
    /// The inferred type of its value.
    pub ty: Ty,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ty {
    pub sorts: TypeSet,
    /// The possible types of its elements, if it is a list.
    pub of: TypeSet,
}

impl Ty {
    pub const ANY: Self = Self { sorts: TypeSet::ANY, of: TypeSet::ANY };

    /// One of these types.
    pub const fn one(sorts: TypeSet) -> Self {
        Self { sorts, of: TypeSet::ANY }
    }
}

/// The kinds of nodes that rules distinguish.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum NodeKind {
    /// `()`, a character, a range: ignored by the rules.
    Other,
    /// `true` or `false`.
    Bool(bool),
    Int(i64),
    /// A string without `${…}`.
    Text(String),
    Format(Vec<SyntaxNode>),
    /// `[…]`.
    List(Vec<SyntaxNode>),
    /// `#{…}`.
    Map(Vec<(String, SyntaxNode)>),
    Name(String),
    /// `value.name`.
    Property(Box<SyntaxNode>, String),
    /// `value[index]`.
    Index(Box<SyntaxNode>, Box<SyntaxNode>),
    /// `name(…)`, or `value.name(…)` with the value as the first argument.
    Call {
        name: String,
        args: Vec<SyntaxNode>,
        on_value: bool,
    },
    /// `a + b`, `!a`, `a && b`.
    Operator(String, Vec<SyntaxNode>),
    /// `|…| …`.
    Closure(Vec<String>, Box<SyntaxNode>),
    /// `{ … }`.
    Block(Vec<SyntaxNode>),
    /// `let name = value`, or `const`.
    Let(String, Box<SyntaxNode>),
    /// `target = value`, or `target += value`.
    Assign(Box<SyntaxNode>, Box<SyntaxNode>),
    /// `if`.
    If(Box<SyntaxNode>, Box<SyntaxNode>, Box<SyntaxNode>),
    /// `while`, `do`, `loop`: its condition, and whether it repeats while the condition is false.
    Loop {
        condition: Option<Box<SyntaxNode>>,
        until: bool,
        body: Box<SyntaxNode>,
    },
    /// `for`: its variables and its iterated value.
    For(Vec<String>, Box<SyntaxNode>, Box<SyntaxNode>),
    /// `switch`.
    Switch(Vec<SyntaxNode>),
    /// `break`.
    Break(Option<Box<SyntaxNode>>),
    /// `continue`.
    Continue,
    /// `return` or `throw`.
    Return(Option<Box<SyntaxNode>>),
}

/// A function that a script defines.
#[derive(Clone, Debug)]
pub struct ScriptFunction {
    pub name: String,
    /// The names of its parameters.
    pub params: Vec<String>,
    pub body: SyntaxNode,
}

/// A parsed script. Cheap to clone.
#[derive(Clone, Debug)]
pub struct ScriptSource {
    /// Its source text and its name.
    pub script: Script,
    /// The folder it is in: `cards`, `combos`, `rules`.
    pub folder: String,
    /// The functions it defines.
    pub functions: Arc<Vec<ScriptFunction>>,
    /// Whether it is invalid: its functions have neither parameters nor bodies.
    pub is_broken: bool,
    /// The statements outside of functions: its constants.
    pub top: Arc<SyntaxNode>,
}

impl ScriptSource {
    /// Whether it is one of these scripts.
    pub fn is_one_of(&self, scripts: &[Script]) -> bool {
        scripts.iter().any(|script| script.name == self.script.name)
    }

    /// Returns the value of a constant.
    pub fn constant(&self, name: &str) -> Option<&SyntaxNode> {
        self.top.walk().into_iter().find_map(|node| match &node.what {
            NodeKind::Let(own, value) if own == name => Some(&**value),
            _ => None,
        })
    }

    /// Parses a script; `None` if it is invalid.
    pub fn parse(parser: &Parser, script: &Script) -> Option<Self> {
        let ast = parser.parse(script).ok()?;
        let mut bodies = BTreeMap::new();
        for function in ast.iter_functions() {
            let params = function.params.iter().map(|p| (*p).to_owned()).collect();
            let body = body(&ast, function.name, function.params.len());
            bodies.insert((function.name.to_owned(), function.params.len()), (params, body));
        }
        let lower = Lower { bodies: &bodies };
        let finish = |name: &String, params: &Vec<String>, body: &Vec<Raw>| ScriptFunction {
            name: name.clone(),
            params: params.clone(),
            body: lower.block(body, Position::NONE),
        };
        let functions = bodies.iter().filter(|((name, _), _)| !is_closure(name));
        let functions = functions.map(|((name, _), (params, body))| finish(name, params, body));
        let top: Vec<Raw> = ast.statements().to_vec();
        let folder = script.name.split('/').next().unwrap_or_default().to_owned();
        let functions = Arc::new(functions.collect());
        let top = Arc::new(lower.block(&top, Position::NONE));
        Some(Self { script: script.clone(), folder, functions, is_broken: false, top })
    }

    /// Describes an invalid script by its tokens.
    pub fn broken(script: &Script) -> Self {
        // An open string or comment hides the rest of its line, not that of the script.
        let names = script.text.lines().flat_map(syntax::defined_functions);
        let body = || node(NodeKind::Block(Vec::new()), Position::NONE);
        let functions = names.map(|name| ScriptFunction { name, params: Vec::new(), body: body() });
        let folder = script.name.split('/').next().unwrap_or_default().to_owned();
        let functions = Arc::new(functions.collect());
        let top = Arc::new(body());
        Self { script: script.clone(), folder, functions, is_broken: true, top }
    }

    /// Whether it is invalid and its text contains a word, so that it may use or define what has
    /// this name.
    pub fn may_mean(&self, name: &str) -> bool {
        self.is_broken && mentions(&self.script.text, name)
    }

    /// Returns the function with this name.
    pub fn function(&self, name: &str) -> Option<&ScriptFunction> {
        self.functions.iter().find(|function| function.name == name)
    }

    /// Returns all nodes of the script.
    pub fn walk(&self) -> impl Iterator<Item = &SyntaxNode> {
        let bodies = self.functions.iter().map(|function| &function.body);
        bodies.chain([&*self.top]).flat_map(SyntaxNode::walk)
    }
}

type Raw = Stmt;
type Bodies = BTreeMap<(String, usize), (Vec<String>, Vec<Raw>)>;

/// Returns the statements of a function. Rhai exposes function bodies only by walking the tree of
/// all functions, so the other functions are removed first.
fn body(ast: &AST, wanted: &str, n_params: usize) -> Vec<Raw> {
    let mut alone = ast.clone_functions_only();
    alone.retain_functions(|_, _, name, n| name == wanted && n == n_params);
    let mut statements = Vec::new();
    alone.walk(&mut |path| {
        if let [ASTNode::Stmt(statement)] = path {
            statements.push((*statement).clone());
        }
        true
    });
    statements
}

struct Lower<'a> {
    bodies: &'a Bodies,
}

impl Lower<'_> {
    fn block<'s>(&self, statements: impl IntoIterator<Item = &'s Raw>, at: Position) -> SyntaxNode {
        let kept = statements.into_iter().filter(|s| !matches!(s, Stmt::Share(_)));
        node(NodeKind::Block(kept.map(|s| self.stmt(s)).collect()), at)
    }

    fn body(&self, block: &StmtBlock) -> Box<SyntaxNode> {
        Box::new(self.block(block.iter(), block.position()))
    }

    fn boxed(&self, expr: &Expr) -> Box<SyntaxNode> {
        Box::new(self.expr(expr))
    }

    fn stmt(&self, stmt: &Stmt) -> SyntaxNode {
        let what = match stmt {
            Stmt::Expr(expr) => return self.expr(expr),
            Stmt::FnCall(call, at) => return self.call(call, None, *at),
            Stmt::Block(block) => return *self.body(block),
            Stmt::If(flow, _) => {
                NodeKind::If(self.boxed(&flow.expr), self.body(&flow.body), self.body(&flow.branch))
            }
            Stmt::While(flow, _) => {
                let is_loop = matches!(flow.expr, Expr::Unit(_));
                let condition = (!is_loop).then(|| self.boxed(&flow.expr));
                NodeKind::Loop { condition, until: false, body: self.body(&flow.body) }
            }
            Stmt::Do(flow, flags, _) => NodeKind::Loop {
                condition: Some(self.boxed(&flow.expr)),
                until: flags.contains(ASTFlags::NEGATED),
                body: self.body(&flow.body),
            },
            Stmt::For(of, _) => {
                let (name, counter, flow) = &**of;
                let names = [Some(name), counter.as_ref()].into_iter().flatten();
                let names = names.map(|name| name.name.to_string()).collect();
                NodeKind::For(names, self.boxed(&flow.expr), self.body(&flow.body))
            }
            Stmt::Var(of, ..) => {
                let (name, value) = (&of.0, self.boxed(&of.1));
                return node(NodeKind::Let(name.name.to_string(), value), name.pos);
            }
            Stmt::Assignment(of) => NodeKind::Assign(self.boxed(&of.1.lhs), self.boxed(&of.1.rhs)),
            Stmt::Switch(of, _) => {
                let cases = of.1.expressions.iter();
                let cases = cases.flat_map(|case| [self.expr(&case.lhs), self.expr(&case.rhs)]);
                NodeKind::Switch([self.expr(&of.0)].into_iter().chain(cases).collect())
            }
            Stmt::BreakLoop(value, flags, _) if flags.contains(ASTFlags::BREAK) => {
                NodeKind::Break(value.as_ref().map(|value| self.boxed(value)))
            }
            Stmt::BreakLoop(..) => NodeKind::Continue,
            Stmt::Return(value, ..) => {
                NodeKind::Return(value.as_ref().map(|value| self.boxed(value)))
            }
            _ => NodeKind::Other,
        };
        node(what, stmt.position())
    }

    fn expr(&self, expr: &Expr) -> SyntaxNode {
        let all = |nodes: &mut dyn Iterator<Item = &Expr>| nodes.map(|n| self.expr(n)).collect();
        let what = match expr {
            Expr::BoolConstant(value, _) => NodeKind::Bool(*value),
            Expr::IntegerConstant(value, _) => NodeKind::Int(*value),
            Expr::StringConstant(text, _) => NodeKind::Text(text.to_string()),
            Expr::InterpolatedString(parts, _) => NodeKind::Format(all(&mut parts.iter())),
            Expr::Array(items, _) => NodeKind::List(all(&mut items.iter())),
            Expr::Map(of, _) => {
                let entries = of.0.iter();
                NodeKind::Map(entries.map(|(k, v)| (k.name.to_string(), self.expr(v))).collect())
            }
            Expr::Variable(of, ..) => NodeKind::Name(of.1.to_string()),
            Expr::FnCall(call, at) => return self.call(call, None, *at),
            Expr::Stmt(block) => match block.statements() {
                [Stmt::Share(_), Stmt::Expr(closure)] => return self.expr(closure),
                _ => return *self.body(block),
            },
            Expr::Dot(of, ..) => return self.link(self.expr(&of.lhs), &of.rhs),
            Expr::Index(of, ..) => return self.index(self.expr(&of.lhs), &of.rhs),
            Expr::And(of, _) => NodeKind::Operator("&&".to_owned(), all(&mut of.iter())),
            Expr::Or(of, _) => NodeKind::Operator("||".to_owned(), all(&mut of.iter())),
            Expr::Coalesce(of, _) => NodeKind::Operator("??".to_owned(), all(&mut of.iter())),
            Expr::DynamicConstant(value, _) => match value.read_lock::<FnPtr>() {
                Some(pointer) => self.closure(pointer.fn_name(), 0),
                None => NodeKind::Other,
            },
            _ => NodeKind::Other,
        };
        let mut node = node(what, expr.start_position());
        if matches!(expr, Expr::Unit(_)) {
            node.ty = Ty::one(TypeSet::NOTHING);
        }
        node
    }

    /// Converts the right side of a dot; chains are right-associative in Rhai's tree and
    /// left-associative here.
    fn link(&self, on: SyntaxNode, rest: &Expr) -> SyntaxNode {
        match rest {
            Expr::Property(of, at) => node(NodeKind::Property(Box::new(on), of.2.to_string()), *at),
            Expr::MethodCall(call, at) => self.call(call, Some(on), *at),
            Expr::Dot(of, ..) => self.link(self.link(on, &of.lhs), &of.rhs),
            Expr::Index(of, ..) => self.index(self.link(on, &of.lhs), &of.rhs),
            other => self.expr(other),
        }
    }

    fn index(&self, on: SyntaxNode, rest: &Expr) -> SyntaxNode {
        let of = |index| {
            let at = on.at;
            node(NodeKind::Index(Box::new(on.clone()), Box::new(index)), at)
        };
        match rest {
            Expr::Dot(inner, flags, _) if !flags.contains(ASTFlags::BREAK) => {
                self.link(of(self.expr(&inner.lhs)), &inner.rhs)
            }
            Expr::Index(inner, flags, _) if !flags.contains(ASTFlags::BREAK) => {
                self.index(of(self.expr(&inner.lhs)), &inner.rhs)
            }
            other => of(self.expr(other)),
        }
    }

    fn call(&self, call: &FnCallExpr, on: Option<SyntaxNode>, at: Position) -> SyntaxNode {
        let name = call.name.as_str();
        if name == "curry"
            && let Some(Expr::DynamicConstant(pointer, _)) = call.args.first()
            && let Some(pointer) = pointer.read_lock::<FnPtr>()
        {
            return node(self.closure(pointer.fn_name(), call.args.len() - 1), at);
        }
        let on_value = on.is_some();
        let args = on.into_iter().chain(call.args.iter().map(|arg| self.expr(arg))).collect();
        let what = if is_word(name) && call.op_token.is_none() {
            NodeKind::Call { name: name.to_owned(), args, on_value }
        } else {
            NodeKind::Operator(name.to_owned(), args)
        };
        node(what, at)
    }

    /// Converts a closure: its own parameters follow those of captured variables.
    fn closure(&self, name: &str, n_taken: usize) -> NodeKind {
        let Some((_, (params, body))) = self.bodies.iter().find(|((n, _), _)| n == name) else {
            return NodeKind::Other;
        };
        let own = params.iter().skip(n_taken).cloned().collect();
        NodeKind::Closure(own, Box::new(self.block(body, Position::NONE)))
    }
}

fn node(what: NodeKind, at: Position) -> SyntaxNode {
    SyntaxNode { what, at, ty: Ty::ANY }
}

impl SyntaxNode {
    /// Returns its direct children.
    pub fn children(&self) -> SmallVec<[&Self; 4]> {
        match &self.what {
            NodeKind::Other
            | NodeKind::Bool(_)
            | NodeKind::Int(_)
            | NodeKind::Text(_)
            | NodeKind::Name(_) => smallvec![],
            NodeKind::Continue | NodeKind::Break(None) | NodeKind::Return(None) => smallvec![],
            NodeKind::Format(nodes) | NodeKind::List(nodes) | NodeKind::Block(nodes) => {
                nodes.iter().collect()
            }
            NodeKind::Operator(_, nodes) | NodeKind::Switch(nodes) => nodes.iter().collect(),
            NodeKind::Call { args, .. } => args.iter().collect(),
            NodeKind::Map(entries) => entries.iter().map(|(_, value)| value).collect(),
            NodeKind::Property(on, _) => smallvec![&**on],
            NodeKind::Closure(_, one) | NodeKind::Let(_, one) => smallvec![&**one],
            NodeKind::Break(Some(one)) | NodeKind::Return(Some(one)) => smallvec![&**one],
            NodeKind::Index(a, b) | NodeKind::Assign(a, b) | NodeKind::For(_, a, b) => {
                smallvec![&**a, &**b]
            }
            NodeKind::If(a, b, c) => smallvec![&**a, &**b, &**c],
            NodeKind::Loop { condition, body, .. } => {
                condition.iter().chain([body]).map(|node| &**node).collect()
            }
        }
    }

    /// Returns the node and all its descendants, in source order.
    pub fn walk(&self) -> Vec<&Self> {
        let mut all = Vec::new();
        self.walk_into(&mut all);
        all
    }

    fn walk_into<'s>(&'s self, all: &mut Vec<&'s Self>) {
        all.push(self);
        self.children().into_iter().for_each(|child| child.walk_into(all));
    }

    /// Returns the string, if it is a string literal.
    pub fn text(&self) -> Option<&str> {
        if let NodeKind::Text(text) = &self.what { Some(text) } else { None }
    }

    /// Returns the name, if it is a variable.
    pub fn name(&self) -> Option<&str> {
        if let NodeKind::Name(name) = &self.what { Some(name) } else { None }
    }

    /// Returns the name and arguments, if it is a call.
    pub fn call(&self) -> Option<(&str, &[Self])> {
        if let NodeKind::Call { name, args, .. } = &self.what { Some((name, args)) } else { None }
    }
}
