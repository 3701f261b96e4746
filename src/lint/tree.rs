//! A script as the rules look at it: Rhai's tree with calls and closures in their plain form, and
//! each function with its body.

use crate::script::Script;
use crate::script::reflect::{Parser, Sorts};
use rhai::{AST, ASTFlags, ASTNode, Expr, FnCallExpr, FnPtr, Position, Stmt, StmtBlock};
use std::collections::BTreeMap;

/// A statement or expression.
#[derive(Clone, Debug)]
pub struct Node {
    /// What it is.
    pub what: What,
    /// Where it stands; of a call, where the name of the function stands.
    pub at: Position,
    /// What it may be when it has run.
    pub ty: Ty,
}

/// What a value may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ty {
    /// Its sorts.
    pub sorts: Sorts,
    /// The sorts of what is in it, should it be a list.
    pub of: Sorts,
}

impl Ty {
    /// Any value.
    pub const ANY: Self = Self { sorts: Sorts::ANY, of: Sorts::ANY };

    /// A value of these sorts.
    #[must_use]
    pub const fn one(sorts: Sorts) -> Self {
        Self { sorts, of: Sorts::ANY }
    }
}

/// The forms that matter to some rule.
#[derive(Clone, Debug)]
pub enum What {
    /// `()`, a character, a range: nothing a rule looks at.
    Other,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Int(i64),
    /// A text without `${…}`.
    Text(String),
    /// A text with values in it.
    Format(Vec<Node>),
    /// `[…]`.
    List(Vec<Node>),
    /// `#{…}`.
    Map(Vec<(String, Node)>),
    /// A variable.
    Name(String),
    /// `value.name`.
    Property(Box<Node>, String),
    /// `value[index]`.
    Index(Box<Node>, Box<Node>),
    /// `name(…)`, or `value.name(…)` with the value as the first argument.
    Call { name: String, args: Vec<Node>, on_value: bool },
    /// `a + b`, `!a`, `a && b`.
    Operator(String, Vec<Node>),
    /// `|…| …`.
    Closure(Vec<String>, Box<Node>),
    /// `{ … }`.
    Block(Vec<Node>),
    /// `let name = value`, or `const`.
    Let(String, Box<Node>),
    /// `target = value`, or `target += value`.
    Assign(Box<Node>, Box<Node>),
    /// `if`.
    If(Box<Node>, Box<Node>, Box<Node>),
    /// `while`, `do`, `loop`: what it depends on, and whether it goes on as long as that is false.
    Loop { condition: Option<Box<Node>>, until: bool, body: Box<Node> },
    /// `for`: its variables, what it goes over.
    For(Vec<String>, Box<Node>, Box<Node>),
    /// `switch`.
    Switch(Vec<Node>),
    /// `break`.
    Break(Option<Box<Node>>),
    /// `continue`.
    Continue,
    /// `return` or `throw`.
    Return(Option<Box<Node>>),
}

/// A function that a script defines.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// The names of its parameters.
    pub params: Vec<String>,
    /// What it does.
    pub body: Node,
}

/// A script, parsed.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its text and its name.
    pub script: Script,
    /// The folder it is in: `cards`, `combos`, `rules`.
    pub folder: String,
    /// What it defines.
    pub functions: Vec<Function>,
    /// What stands outside of functions: its constants.
    pub top: Node,
}

impl Source {
    /// Parses a script; nothing where it is none.
    #[must_use]
    pub fn parse(parser: &Parser, script: &Script) -> Option<Self> {
        let ast = parser.parse(script).ok()?;
        let mut bodies = BTreeMap::new();
        for function in ast.iter_functions() {
            let params = function.params.iter().map(|p| (*p).to_owned()).collect();
            let body = body(&ast, function.name, function.params.len());
            bodies.insert((function.name.to_owned(), function.params.len()), (params, body));
        }
        let lower = Lower { bodies: &bodies };
        let finish = |name: &String, params: &Vec<String>, body: &Vec<Raw>| Function {
            name: name.clone(),
            params: params.clone(),
            body: lower.block(body, Position::NONE),
        };
        let functions = bodies.iter().filter(|((name, _), _)| !name.starts_with("anon$"));
        let functions = functions.map(|((name, _), (params, body))| finish(name, params, body));
        let top: Vec<Raw> = ast.statements().to_vec();
        let folder = script.name.split('/').next().unwrap_or_default().to_owned();
        let (functions, top) = (functions.collect(), lower.block(&top, Position::NONE));
        Some(Self { script: script.clone(), folder, functions, top })
    }

    /// The function of this name.
    #[must_use]
    pub fn function(&self, name: &str) -> Option<&Function> {
        self.functions.iter().find(|function| function.name == name)
    }

    /// Everything in the script.
    pub fn walk(&self) -> impl Iterator<Item = &Node> {
        let bodies = self.functions.iter().map(|function| &function.body);
        bodies.chain([&self.top]).flat_map(Node::walk)
    }
}

type Raw = Stmt;
type Bodies = BTreeMap<(String, usize), (Vec<String>, Vec<Raw>)>;

/// The statements of a function. Rhai shows bodies to those who walk a tree, and walks all
/// functions at once: so all others are taken out first.
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
    fn block<'s>(&self, statements: impl IntoIterator<Item = &'s Raw>, at: Position) -> Node {
        let kept = statements.into_iter().filter(|s| !matches!(s, Stmt::Share(_)));
        node(What::Block(kept.map(|s| self.stmt(s)).collect()), at)
    }

    fn body(&self, block: &StmtBlock) -> Box<Node> {
        Box::new(self.block(block.iter(), block.position()))
    }

    fn boxed(&self, expr: &Expr) -> Box<Node> {
        Box::new(self.expr(expr))
    }

    fn stmt(&self, stmt: &Stmt) -> Node {
        let what = match stmt {
            Stmt::Expr(expr) => return self.expr(expr),
            Stmt::FnCall(call, at) => return self.call(call, None, *at),
            Stmt::Block(block) => return *self.body(block),
            Stmt::If(flow, _) => {
                What::If(self.boxed(&flow.expr), self.body(&flow.body), self.body(&flow.branch))
            }
            Stmt::While(flow, _) => {
                let is_loop = matches!(flow.expr, Expr::Unit(_));
                let condition = (!is_loop).then(|| self.boxed(&flow.expr));
                What::Loop { condition, until: false, body: self.body(&flow.body) }
            }
            Stmt::Do(flow, flags, _) => What::Loop {
                condition: Some(self.boxed(&flow.expr)),
                until: flags.contains(ASTFlags::NEGATED),
                body: self.body(&flow.body),
            },
            Stmt::For(of, _) => {
                let (name, counter, flow) = &**of;
                let names = [Some(name), counter.as_ref()].into_iter().flatten();
                let names = names.map(|name| name.name.to_string()).collect();
                What::For(names, self.boxed(&flow.expr), self.body(&flow.body))
            }
            Stmt::Var(of, ..) => {
                let (name, value) = (&of.0, self.boxed(&of.1));
                return node(What::Let(name.name.to_string(), value), name.pos);
            }
            Stmt::Assignment(of) => What::Assign(self.boxed(&of.1.lhs), self.boxed(&of.1.rhs)),
            Stmt::Switch(of, _) => {
                let cases = of.1.expressions.iter();
                let cases = cases.flat_map(|case| [self.expr(&case.lhs), self.expr(&case.rhs)]);
                What::Switch([self.expr(&of.0)].into_iter().chain(cases).collect())
            }
            Stmt::BreakLoop(value, flags, _) if flags.contains(ASTFlags::BREAK) => {
                What::Break(value.as_ref().map(|value| self.boxed(value)))
            }
            Stmt::BreakLoop(..) => What::Continue,
            Stmt::Return(value, ..) => What::Return(value.as_ref().map(|value| self.boxed(value))),
            _ => What::Other,
        };
        node(what, stmt.position())
    }

    fn expr(&self, expr: &Expr) -> Node {
        let all = |nodes: &mut dyn Iterator<Item = &Expr>| nodes.map(|n| self.expr(n)).collect();
        let what = match expr {
            Expr::BoolConstant(value, _) => What::Bool(*value),
            Expr::IntegerConstant(value, _) => What::Int(*value),
            Expr::StringConstant(text, _) => What::Text(text.to_string()),
            Expr::InterpolatedString(parts, _) => What::Format(all(&mut parts.iter())),
            Expr::Array(items, _) => What::List(all(&mut items.iter())),
            Expr::Map(of, _) => {
                let entries = of.0.iter();
                What::Map(entries.map(|(k, v)| (k.name.to_string(), self.expr(v))).collect())
            }
            Expr::Variable(of, ..) => What::Name(of.1.to_string()),
            Expr::FnCall(call, at) => return self.call(call, None, *at),
            Expr::Stmt(block) => match block.statements() {
                [Stmt::Share(_), Stmt::Expr(closure)] => return self.expr(closure),
                _ => return *self.body(block),
            },
            Expr::Dot(of, ..) => return self.link(self.expr(&of.lhs), &of.rhs),
            Expr::Index(of, ..) => return self.index(self.expr(&of.lhs), &of.rhs),
            Expr::And(of, _) => What::Operator("&&".to_owned(), all(&mut of.iter())),
            Expr::Or(of, _) => What::Operator("||".to_owned(), all(&mut of.iter())),
            Expr::Coalesce(of, _) => What::Operator("??".to_owned(), all(&mut of.iter())),
            Expr::DynamicConstant(value, _) => match value.read_lock::<FnPtr>() {
                Some(pointer) => self.closure(pointer.fn_name(), 0),
                None => What::Other,
            },
            _ => What::Other,
        };
        let mut node = node(what, expr.start_position());
        if matches!(expr, Expr::Unit(_)) {
            node.ty = Ty::one(Sorts::NOTHING);
        }
        node
    }

    /// What stands after a dot; chains lean to the right in Rhai's tree and to the left in ours.
    fn link(&self, on: Node, rest: &Expr) -> Node {
        match rest {
            Expr::Property(of, at) => node(What::Property(Box::new(on), of.2.to_string()), *at),
            Expr::MethodCall(call, at) => self.call(call, Some(on), *at),
            Expr::Dot(of, ..) => self.link(self.link(on, &of.lhs), &of.rhs),
            Expr::Index(of, ..) => self.index(self.link(on, &of.lhs), &of.rhs),
            other => self.expr(other),
        }
    }

    fn index(&self, on: Node, rest: &Expr) -> Node {
        let of = |index| {
            let at = on.at;
            node(What::Index(Box::new(on.clone()), Box::new(index)), at)
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

    fn call(&self, call: &FnCallExpr, on: Option<Node>, at: Position) -> Node {
        let name = call.name.as_str();
        if name == "curry"
            && let Some(Expr::DynamicConstant(pointer, _)) = call.args.first()
            && let Some(pointer) = pointer.read_lock::<FnPtr>()
        {
            return node(self.closure(pointer.fn_name(), call.args.len() - 1), at);
        }
        let on_value = on.is_some();
        let args = on.into_iter().chain(call.args.iter().map(|arg| self.expr(arg))).collect();
        let is_word = name.chars().all(|c| c.is_alphanumeric() || c == '_');
        let what = if is_word && call.op_token.is_none() {
            What::Call { name: name.to_owned(), args, on_value }
        } else {
            What::Operator(name.to_owned(), args)
        };
        node(what, at)
    }

    /// A closure: its own parameters, after those that hold what it takes along.
    fn closure(&self, name: &str, n_taken: usize) -> What {
        let Some((_, (params, body))) = self.bodies.iter().find(|((n, _), _)| n == name) else {
            return What::Other;
        };
        let own = params.iter().skip(n_taken).cloned().collect();
        What::Closure(own, Box::new(self.block(body, Position::NONE)))
    }
}

fn node(what: What, at: Position) -> Node {
    Node { what, at, ty: Ty::ANY }
}

impl Node {
    /// What it is made of.
    #[must_use]
    pub fn children(&self) -> Vec<&Self> {
        match &self.what {
            What::Other | What::Bool(_) | What::Int(_) | What::Text(_) | What::Name(_) => vec![],
            What::Continue | What::Break(None) | What::Return(None) => vec![],
            What::Format(nodes) | What::List(nodes) | What::Block(nodes) => nodes.iter().collect(),
            What::Operator(_, nodes) | What::Switch(nodes) => nodes.iter().collect(),
            What::Call { args, .. } => args.iter().collect(),
            What::Map(entries) => entries.iter().map(|(_, value)| value).collect(),
            What::Property(on, _) => vec![on],
            What::Closure(_, one) | What::Let(_, one) => vec![one],
            What::Break(Some(one)) | What::Return(Some(one)) => vec![one],
            What::Index(a, b) | What::Assign(a, b) | What::For(_, a, b) => vec![a, b],
            What::If(a, b, c) => vec![a, b, c],
            What::Loop { condition, body, .. } => {
                condition.iter().chain([body]).map(|node| &**node).collect()
            }
        }
    }

    /// It and everything in it, in the order of the text.
    #[must_use]
    pub fn walk(&self) -> Vec<&Self> {
        let mut all = vec![self];
        for child in self.children() {
            all.extend(child.walk());
        }
        all
    }

    /// The text, where it is one.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        if let What::Text(text) = &self.what { Some(text) } else { None }
    }

    /// The name, where it is a variable.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        if let What::Name(name) = &self.what { Some(name) } else { None }
    }

    /// The name and arguments, where it is a call.
    #[must_use]
    pub fn call(&self) -> Option<(&str, &[Self])> {
        if let What::Call { name, args, .. } = &self.what { Some((name, args)) } else { None }
    }
}
