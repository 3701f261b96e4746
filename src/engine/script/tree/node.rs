//! The nodes of a script. Calls, chains and closures have the form in which they are written.

use crate::script::reflect::{Ty, TypeSet};
use smallvec::{SmallVec, smallvec};
use std::ops::Range;

/// A statement or expression.
#[derive(Clone, Debug)]
pub struct SyntaxNode {
    pub what: NodeKind,
    /// The byte at which messages point: the name of a called function, an operator, a keyword.
    pub at: usize,
    /// Its bytes, without parentheses around it.
    pub bytes: Range<usize>,
    /// The inferred type of its value.
    pub ty: Ty,
    /// Whether it is a link written `?.` or `?[`: after `()`, the whole chain is `()`.
    pub is_optional: bool,
    /// Whether it is a chain in parentheses, on which another chain begins.
    pub is_enclosed: bool,
}

/// A variable where it is declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Local {
    pub name: String,
    /// Its number within its function, those of the closures in it included.
    pub slot: u16,
}

/// `|…| …`.
#[derive(Clone, Debug)]
pub struct Closure {
    pub params: Vec<Local>,
    /// The slots of the variables around it that it uses.
    pub captured: Vec<u16>,
    pub body: SyntaxNode,
}

/// `switch`.
#[derive(Clone, Debug)]
pub struct Switch {
    pub subject: SyntaxNode,
    pub arms: Vec<Arm>,
}

/// An arm of a `switch`.
#[derive(Clone, Debug)]
pub struct Arm {
    /// Its values, all of them literals or ranges; none for `_`.
    pub values: Vec<SyntaxNode>,
    pub guard: Option<SyntaxNode>,
    pub body: SyntaxNode,
}

/// The kinds of nodes.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum NodeKind {
    /// `()`.
    Unit,
    /// `true` or `false`.
    Bool(bool),
    Int(i64),
    /// `'c'`.
    Char(char),
    /// A string without `${…}`.
    Text(String),
    /// A string with `${…}`: its texts, and a block for each code.
    Format(Vec<SyntaxNode>),
    /// `[…]`.
    List(Vec<SyntaxNode>),
    /// `#{…}`.
    Map(Vec<(String, SyntaxNode)>),
    /// A variable, with its slot; without one, it is defined elsewhere.
    Name(String, Option<u16>),
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
    /// `a + b`, `!a`, `a && b`. `a in b` is `contains` of `b` and `a`.
    Operator(String, Vec<SyntaxNode>),
    Closure(Box<Closure>),
    /// `{ … }`, or the one expression of a body without braces.
    Block(Vec<SyntaxNode>),
    /// `let name = value`, or `const`.
    Let(Local, Box<SyntaxNode>),
    /// `target = value`, or `target += value` with the operator `+`.
    Assign(Box<SyntaxNode>, Option<String>, Box<SyntaxNode>),
    /// `if`.
    If(Box<SyntaxNode>, Box<SyntaxNode>, Box<SyntaxNode>),
    /// `while`, `do`, `loop`: its condition, and whether it repeats while the condition is false.
    Loop {
        condition: Option<Box<SyntaxNode>>,
        until: bool,
        /// Whether the body is run before the condition: `do`.
        is_after: bool,
        body: Box<SyntaxNode>,
    },
    /// `for`: its variable, its counter, and its iterated value.
    For(Vec<Local>, Box<SyntaxNode>, Box<SyntaxNode>),
    Switch(Box<Switch>),
    /// `break`.
    Break(Option<Box<SyntaxNode>>),
    /// `continue`.
    Continue,
    /// `return`.
    Return(Option<Box<SyntaxNode>>),
    /// `throw`.
    Throw(Option<Box<SyntaxNode>>),
    /// A form that scripts do not have.
    Other,
}

impl SyntaxNode {
    /// Creates a node of any type.
    pub const fn new(what: NodeKind, at: usize, bytes: Range<usize>) -> Self {
        Self { what, at, bytes, ty: Ty::ANY, is_optional: false, is_enclosed: false }
    }

    /// Returns its direct children.
    pub fn children(&self) -> SmallVec<[&Self; 4]> {
        match &self.what {
            NodeKind::Unit
            | NodeKind::Bool(_)
            | NodeKind::Int(_)
            | NodeKind::Char(_)
            | NodeKind::Text(_)
            | NodeKind::Name(..)
            | NodeKind::Continue
            | NodeKind::Break(None)
            | NodeKind::Return(None)
            | NodeKind::Throw(None)
            | NodeKind::Other => smallvec![],
            NodeKind::Format(nodes)
            | NodeKind::List(nodes)
            | NodeKind::Block(nodes)
            | NodeKind::Operator(_, nodes)
            | NodeKind::Call { args: nodes, .. } => nodes.iter().collect(),
            NodeKind::Map(entries) => entries.iter().map(|(_, value)| value).collect(),
            NodeKind::Property(one, _)
            | NodeKind::Let(_, one)
            | NodeKind::Break(Some(one))
            | NodeKind::Return(Some(one))
            | NodeKind::Throw(Some(one)) => smallvec![&**one],
            NodeKind::Closure(closure) => smallvec![&closure.body],
            NodeKind::Index(a, b) | NodeKind::Assign(a, _, b) | NodeKind::For(_, a, b) => {
                smallvec![&**a, &**b]
            }
            NodeKind::If(a, b, c) => smallvec![&**a, &**b, &**c],
            NodeKind::Loop { condition, is_after: true, body, .. } => {
                [body].into_iter().chain(condition).map(|node| &**node).collect()
            }
            NodeKind::Loop { condition, body, .. } => {
                condition.iter().chain([body]).map(|node| &**node).collect()
            }
            NodeKind::Switch(switch) => {
                let mut children = smallvec![&switch.subject];
                for arm in &switch.arms {
                    children.extend(arm.values.iter().chain(&arm.guard).chain([&arm.body]));
                }
                children
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

    /// Returns the node and all its descendants, except those in closures.
    pub fn inside(&self) -> Vec<&Self> {
        let mut all = vec![self];
        for child in self.children() {
            if !matches!(child.what, NodeKind::Closure(..)) {
                all.extend(child.inside());
            }
        }
        all
    }

    /// Returns every node whose value a function with this body may return.
    pub fn results(&self) -> Vec<&Self> {
        fn last<'a>(node: &'a SyntaxNode, found: &mut Vec<&'a SyntaxNode>) {
            match &node.what {
                NodeKind::Block(nodes) => match nodes.last() {
                    Some(node) => last(node, found),
                    None => found.push(node),
                },
                NodeKind::If(_, yes, no) => {
                    last(yes, found);
                    last(no, found);
                }
                NodeKind::Return(_) | NodeKind::Throw(_) => {}
                _ => found.push(node),
            }
        }
        let mut found = Vec::new();
        last(self, &mut found);
        for node in self.inside() {
            if let NodeKind::Return(value) = &node.what {
                found.push(value.as_deref().unwrap_or(node));
            }
        }
        found
    }

    /// Returns the type of what a function with this body returns.
    pub fn returned(&self) -> Ty {
        let results = self.results().into_iter().map(|result| match result.what {
            NodeKind::Return(None) => Ty::one(TypeSet::NOTHING),
            _ => result.ty,
        });
        results.reduce(Ty::or).unwrap_or(Ty::ANY)
    }

    /// Returns the string, if it is a string literal.
    pub fn text(&self) -> Option<&str> {
        if let NodeKind::Text(text) = &self.what { Some(text) } else { None }
    }

    /// Returns the name, if it is a variable.
    pub fn name(&self) -> Option<&str> {
        if let NodeKind::Name(name, _) = &self.what { Some(name) } else { None }
    }

    /// Returns the name and arguments, if it is a call.
    pub fn call(&self) -> Option<(&str, &[Self])> {
        if let NodeKind::Call { name, args, .. } = &self.what { Some((name, args)) } else { None }
    }

    /// Returns the variable that an assignment to this node changes: `cards` for `cards[0].name`.
    pub fn root(&self) -> Option<(&str, Option<u16>)> {
        match &self.what {
            NodeKind::Name(name, slot) => Some((name, *slot)),
            NodeKind::Property(on, _) | NodeKind::Index(on, _) => on.root(),
            _ => None,
        }
    }
}
