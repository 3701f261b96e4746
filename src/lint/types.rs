//! What the values in a script may be, as far as that can be told without running it. Where nothing
//! can be told, a value may be anything: the rules speak only of what is certainly wrong.

use super::tree::{Function, Node, Source, Ty, What};
use crate::kernel::Hook;
use crate::script::api::verbs;
use crate::script::reflect::{Signature, Sorts, hook_parameters, signatures};
use crate::script::values::Type;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Functions by name.
pub type Functions = BTreeMap<String, Vec<Signature>>;

/// The functions there are: those of the engine, and those that scripts add.
#[derive(Clone, Debug, Default)]
pub struct Known {
    engine: Rc<Functions>,
    /// With what the engine has under the same name.
    added: Functions,
}

impl Known {
    /// What the engine has.
    #[must_use]
    pub fn of_engine() -> Self {
        Self { engine: Rc::new(signatures()), added: Functions::new() }
    }

    /// The same with these besides.
    #[must_use]
    pub fn with(&self, more: impl IntoIterator<Item = (String, Vec<Signature>)>) -> Self {
        let mut all = self.clone();
        for (name, ways) in more {
            let engine = self.engine.get(&name).cloned().unwrap_or_default();
            all.added.entry(name).or_insert(engine).extend(ways);
        }
        all
    }

    /// The ways in which a function may be called; none where there is no such function.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Vec<Signature>> {
        self.added.get(name).or_else(|| self.engine.get(name))
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = (&String, &Vec<Signature>)> {
        let engine = self.engine.iter().filter(|(name, _)| !self.added.contains_key(*name));
        engine.chain(&self.added)
    }
}

/// Notes at each node of a script what it may be.
pub fn annotate(source: &mut Source, known: &Known) {
    let of_rules = source.folder == "rules";
    let announced = source.functions.iter().position(|f| f.name == "announce").map(|i| {
        let function = &mut source.functions[i];
        Walk::of(function, known).function(function, &[], of_rules);
        returned(&function.body)
    });
    for function in &mut source.functions {
        let given = announced.as_ref().filter(|_| function.name == "resolve");
        let given = given.map_or(&[][..], |returned| returned.as_slice());
        Walk::of(function, known).function(function, given, of_rules);
    }
    let names = BTreeSet::new();
    Walk { known, scope: Vec::new(), changed: names }.node(&mut source.top);
}

/// What `announce` hands to `resolve`, one for each parameter after the first; nothing where that
/// cannot be told.
fn returned(body: &Node) -> Vec<Ty> {
    match results(body).as_slice() {
        [Node { what: What::List(items), .. }] => items.iter().map(|item| item.ty).collect(),
        [one] if !one.ty.sorts.meets(Sorts::LIST) => vec![one.ty],
        _ => Vec::new(),
    }
}

/// Every node whose value a function may return.
#[must_use]
pub fn results(body: &Node) -> Vec<&Node> {
    fn last<'a>(node: &'a Node, found: &mut Vec<&'a Node>) {
        match &node.what {
            What::Block(nodes) => match nodes.last() {
                Some(node) => last(node, found),
                None => found.push(node),
            },
            What::If(_, yes, no) => {
                last(yes, found);
                last(no, found);
            }
            What::Return(_) => {}
            _ => found.push(node),
        }
    }
    let mut found = Vec::new();
    last(body, &mut found);
    for node in inside(body) {
        if let What::Return(value) = &node.what {
            found.push(value.as_deref().unwrap_or(node));
        }
    }
    found
}

/// Everything in a node but what is in closures.
#[must_use]
pub fn inside(node: &Node) -> Vec<&Node> {
    let mut all = vec![node];
    for child in node.children() {
        if !matches!(child.what, What::Closure(..)) {
            all.extend(inside(child));
        }
    }
    all
}

/// What a hook is given under the names of the reference.
fn given(name: &str) -> Ty {
    Ty::one(match name {
        "me" => Sorts::PLAYER,
        "action" => Sorts::ACTION,
        "card" | "lying" => Sorts::CARD,
        "hazard" => Sorts::CARD | Sorts::NOTHING,
        _ => Sorts::ANY,
    })
}

struct Walk<'a> {
    known: &'a Known,
    scope: Vec<(String, Ty)>,
    /// The variables that are changed somewhere after they were made.
    changed: BTreeSet<String>,
}

impl<'a> Walk<'a> {
    fn of(function: &Function, known: &'a Known) -> Self {
        let target = |node: &Node| match &node.what {
            What::Assign(target, _) => root(target).map(str::to_owned),
            _ => None,
        };
        let changed = function.body.walk().into_iter().filter_map(target).collect();
        Self { known, scope: Vec::new(), changed }
    }

    fn function(mut self, function: &mut Function, announced: &[Ty], of_rules: bool) {
        let hook = Hook::ALL.into_iter().find(|hook| hook.name() == function.name);
        let parameters = hook.map_or(&[][..], |hook| hook_parameters(hook, of_rules));
        let from_hook = parameters.iter().map(|name| given(name));
        let mut types = from_hook.chain(announced.iter().copied());
        for name in &function.params {
            let ty = types.next().unwrap_or(Ty::ANY);
            self.name(name, ty);
        }
        self.node(&mut function.body);
    }

    fn name(&mut self, name: &str, ty: Ty) {
        let ty = if self.changed.contains(name) { Ty::ANY } else { ty };
        self.scope.push((name.to_owned(), ty));
    }

    /// Works on a node with these names in reach.
    fn within(&mut self, names: &[(String, Ty)], node: &mut Node) {
        let outside = self.scope.len();
        for (name, ty) in names {
            self.name(name, *ty);
        }
        self.node(node);
        self.scope.truncate(outside);
    }

    fn node(&mut self, node: &mut Node) {
        let ty = self.infer(node);
        if node.ty == Ty::ANY {
            node.ty = ty;
        }
    }

    fn all(&mut self, nodes: &mut [Node]) {
        nodes.iter_mut().for_each(|node| self.node(node));
    }

    fn infer(&mut self, node: &mut Node) -> Ty {
        match &mut node.what {
            What::Bool(_) => Ty::one(Sorts::BOOL),
            What::Int(_) => Ty::one(Sorts::INT),
            What::Text(_) => Ty::one(Sorts::TEXT),
            What::Format(parts) => {
                self.all(parts);
                Ty::one(Sorts::TEXT)
            }
            What::List(items) => {
                self.all(items);
                let of = items.iter().map(|item| item.ty.sorts);
                Ty { sorts: Sorts::LIST, of: of.reduce(|a, b| a | b).unwrap_or(Sorts::ANY) }
            }
            What::Map(entries) => {
                entries.iter_mut().for_each(|(_, value)| self.node(value));
                Ty::one(Sorts::MAP)
            }
            What::Name(name) => {
                let found = self.scope.iter().rev().find(|(known, _)| known == name);
                found.map_or(Ty::ANY, |(_, ty)| *ty)
            }
            What::Closure(params, body) => {
                let names: Vec<_> = params.iter().map(|name| (name.clone(), Ty::ANY)).collect();
                self.within(&names, body);
                Ty::one(Sorts::CLOSURE)
            }
            What::Block(_) => self.block(node),
            What::Let(name, value) => {
                self.node(value);
                let (name, ty) = (name.clone(), value.ty);
                self.name(&name, ty);
                Ty::one(Sorts::NOTHING)
            }
            What::For(names, over, body) => {
                self.node(over);
                let of = if over.ty.sorts == Sorts::LIST { over.ty.of } else { Sorts::ANY };
                let types = [Ty::one(of), Ty::one(Sorts::INT)];
                let names: Vec<_> = names.iter().cloned().zip(types).collect();
                self.within(&names, body);
                Ty::ANY
            }
            _ => self.computed(node),
        }
    }

    /// The same for what is made of other values.
    fn computed(&mut self, node: &mut Node) -> Ty {
        match &mut node.what {
            What::If(condition, yes, no) => {
                self.node(condition);
                self.node(yes);
                self.node(no);
                join(yes.ty, no.ty)
            }
            What::Property(on, name) => {
                self.node(on);
                self.result(&format!("get${name}"), &[on.ty])
            }
            What::Call { args, .. } => {
                self.all(args);
                self.called(node)
            }
            What::Operator(symbol, args) => {
                self.all(args);
                let logic = ["&&", "||", "!", "==", "!=", "<", ">", "<=", ">="];
                let is_sum = args.iter().all(|arg| arg.ty.sorts == Sorts::INT);
                match symbol.as_str() {
                    symbol if logic.contains(&symbol) => Ty::one(Sorts::BOOL),
                    "+" | "-" | "*" | "/" | "%" if is_sum => Ty::one(Sorts::INT),
                    _ => Ty::ANY,
                }
            }
            What::Index(on, _) if on.ty.sorts == Sorts::LIST => {
                let of = on.ty.of;
                self.children(node);
                Ty::one(of)
            }
            _ => {
                self.children(node);
                Ty::ANY
            }
        }
    }

    fn block(&mut self, node: &mut Node) -> Ty {
        let What::Block(nodes) = &mut node.what else { return Ty::ANY };
        let outside = self.scope.len();
        self.all(nodes);
        self.scope.truncate(outside);
        match nodes.last() {
            None => Ty::one(Sorts::NOTHING),
            Some(last) => last.ty,
        }
    }

    fn children(&mut self, node: &mut Node) {
        match &mut node.what {
            What::Loop { condition, body, .. } => {
                condition.iter_mut().for_each(|node| self.node(node));
                self.node(body);
            }
            What::Index(a, b) | What::Assign(a, b) => {
                self.node(a);
                self.node(b);
            }
            What::Switch(nodes) => self.all(nodes),
            What::Break(Some(value)) | What::Return(Some(value)) => self.node(value),
            _ => {}
        }
    }

    fn called(&self, node: &Node) -> Ty {
        let Some((name, args)) = node.call() else { return Ty::ANY };
        let types: Vec<Ty> = args.iter().map(|arg| arg.ty).collect();
        self.result(name, &types)
    }

    /// What a call with such values returns.
    fn result(&self, name: &str, args: &[Ty]) -> Ty {
        let Some(ways) = self.known.get(name) else { return Ty::ANY };
        let fitting = ways.iter().filter(|way| fits(way, args));
        let sorts = fitting.map(|way| way.returns).reduce(|a, b| a | b);
        let plain = name.trim_start_matches("get$");
        let lists = verbs().filter(|verb| verb.name == plain && verb.params.len() == args.len());
        let of = lists.filter_map(|verb| match verb.returns {
            Type::List(of) => Some(Sorts::of(*of)),
            _ => None,
        });
        Ty { sorts: sorts.unwrap_or(Sorts::ANY), of: of.reduce(|a, b| a | b).unwrap_or(Sorts::ANY) }
    }
}

/// Whether a call with such values may be meant.
#[must_use]
pub fn fits(way: &Signature, args: &[Ty]) -> bool {
    way.params.len() == args.len()
        && way.params.iter().zip(args).all(|(param, arg)| param.meets(arg.sorts))
}

fn join(a: Ty, b: Ty) -> Ty {
    Ty { sorts: a.sorts | b.sorts, of: a.of | b.of }
}

/// The variable that a target belongs to: `cards` of `cards[0].name`.
#[must_use]
pub fn root(target: &Node) -> Option<&str> {
    match &target.what {
        What::Name(name) => Some(name),
        What::Property(on, _) | What::Index(on, _) => root(on),
        _ => None,
    }
}
