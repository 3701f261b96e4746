//! Type inference for scripts. A value whose type cannot be inferred has any type: rules report
//! only certain errors.

use super::tree::{NodeKind, ScriptFunction, ScriptSource, SyntaxNode, Ty};
use crate::kernel::Hook;
use crate::script::api::verbs_named;
use crate::script::hooks::HookSpec;
use crate::script::reflect::{Signature, TypeSet, agent_signatures, signatures};
use crate::script::values::Type;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;
use std::sync::Arc;

pub type Functions = BTreeMap<String, Vec<Signature>>;

/// The known functions: those of the engine, and those that scripts add.
#[derive(Clone, Debug, Default)]
pub struct KnownFunctions {
    engine: Rc<Functions>,
    /// Includes the engine's functions of the same name.
    added: Functions,
}

impl KnownFunctions {
    /// The functions of the engine.
    pub fn of_engine() -> Self {
        Self { engine: Rc::new(signatures()), added: Functions::new() }
    }

    /// The functions of the engine of agents.
    pub fn of_agents() -> Self {
        Self { engine: Rc::new(agent_signatures()), added: Functions::new() }
    }

    /// Returns these functions with others added.
    pub fn with(&self, more: impl IntoIterator<Item = (String, Vec<Signature>)>) -> Self {
        let mut all = self.clone();
        for (name, ways) in more {
            let engine = self.engine.get(&name).cloned().unwrap_or_default();
            all.added.entry(name).or_insert(engine).extend(ways);
        }
        all
    }

    /// Returns the signatures of a function; empty if it is unknown.
    pub fn get(&self, name: &str) -> Option<&Vec<Signature>> {
        self.added.get(name).or_else(|| self.engine.get(name))
    }

    pub fn iter(&self) -> impl Iterator<Item = (&String, &Vec<Signature>)> {
        let engine = self.engine.iter().filter(|(name, _)| !self.added.contains_key(*name));
        engine.chain(&self.added)
    }
}

/// Annotates each node of a script with its inferred type.
pub fn annotate(source: &mut ScriptSource, known: &KnownFunctions) {
    let of_rules = source.folder == "rules";
    let functions = Arc::make_mut(&mut source.functions);
    let announced = functions.iter().position(|f| f.name == "announce").map(|i| {
        let function = &mut functions[i];
        TypeWalk::of(function, known).function(function, &[], of_rules);
        returned(&function.body)
    });
    for function in functions {
        let given = announced.as_ref().filter(|_| function.name == "resolve");
        let given = given.map_or(&[][..], |returned| returned.as_slice());
        TypeWalk::of(function, known).function(function, given, of_rules);
    }
    let (scope, types, changed) = Default::default();
    TypeWalk { known, scope, types, changed }.node(Arc::make_mut(&mut source.top));
}

/// Returns the types of the values that `announce` passes to `resolve`, one per parameter after the
/// first; `None` if they cannot be inferred.
fn returned(body: &SyntaxNode) -> Vec<Ty> {
    match results(body).as_slice() {
        [SyntaxNode { what: NodeKind::List(items), .. }] => {
            items.iter().map(|item| item.ty).collect()
        }
        [one] if !one.ty.sorts.meets(TypeSet::LIST) => vec![one.ty],
        _ => Vec::new(),
    }
}

/// Returns every node whose value a function may return.
pub fn results(body: &SyntaxNode) -> Vec<&SyntaxNode> {
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
            NodeKind::Return(_) => {}
            _ => found.push(node),
        }
    }
    let mut found = Vec::new();
    last(body, &mut found);
    for node in inside(body) {
        if let NodeKind::Return(value) = &node.what {
            found.push(value.as_deref().unwrap_or(node));
        }
    }
    found
}

/// Visits all nodes below a node, except those in closures.
pub fn inside(node: &SyntaxNode) -> Vec<&SyntaxNode> {
    let mut all = vec![node];
    for child in node.children() {
        if !matches!(child.what, NodeKind::Closure(..)) {
            all.extend(inside(child));
        }
    }
    all
}

struct TypeWalk<'a> {
    known: &'a KnownFunctions,
    /// The variables in scope, innermost last.
    scope: Vec<String>,
    /// The types of the variables in scope by name, innermost last.
    types: HashMap<String, Vec<Ty>>,
    /// The variables that are assigned after their definition.
    changed: BTreeSet<String>,
}

impl<'a> TypeWalk<'a> {
    fn of(function: &ScriptFunction, known: &'a KnownFunctions) -> Self {
        let target = |node: &SyntaxNode| match &node.what {
            // An assignment to a property does not change the type of its variable.
            NodeKind::Assign(target, _) if matches!(target.what, NodeKind::Property(..)) => None,
            NodeKind::Assign(target, _) => root(target).map(str::to_owned),
            // What is added to a list may be of any type.
            NodeKind::Call { name, args, on_value: true } if ADDING.contains(&name.as_str()) => {
                args.first().and_then(root).map(str::to_owned)
            }
            _ => None,
        };
        let changed = function.body.walk().into_iter().filter_map(target).collect();
        Self { known, scope: Vec::new(), types: HashMap::new(), changed }
    }

    fn function(mut self, function: &mut ScriptFunction, announced: &[Ty], of_rules: bool) {
        let hook = Hook::find(&function.name).map(HookSpec::of);
        let given = hook.into_iter().flat_map(|hook| hook.params(of_rules));
        let from_hook = given.map(|(_, of)| Ty::one(TypeSet::of(of)));
        let mut types = from_hook.chain(announced.iter().copied());
        for name in &function.params {
            let ty = types.next().unwrap_or(Ty::ANY);
            self.name(name, ty);
        }
        self.node(&mut function.body);
    }

    fn name(&mut self, name: &str, ty: Ty) {
        let ty = if self.changed.contains(name) { Ty::ANY } else { ty };
        self.scope.push(name.to_owned());
        self.types.entry(name.to_owned()).or_default().push(ty);
    }

    /// Leaves the scopes of all variables but the first ones.
    fn leave(&mut self, n_kept: usize) {
        for name in self.scope.drain(n_kept..) {
            self.types.get_mut(&name).map(Vec::pop);
        }
    }

    /// Annotates a node with these variables in scope.
    fn within(&mut self, names: &[(String, Ty)], node: &mut SyntaxNode) {
        let outside = self.scope.len();
        for (name, ty) in names {
            self.name(name, *ty);
        }
        self.node(node);
        self.leave(outside);
    }

    fn node(&mut self, node: &mut SyntaxNode) {
        let ty = self.infer(node);
        if node.ty == Ty::ANY {
            node.ty = ty;
        }
    }

    fn all(&mut self, nodes: &mut [SyntaxNode]) {
        nodes.iter_mut().for_each(|node| self.node(node));
    }

    fn infer(&mut self, node: &mut SyntaxNode) -> Ty {
        match &mut node.what {
            NodeKind::Bool(_) => Ty::one(TypeSet::BOOL),
            NodeKind::Int(_) => Ty::one(TypeSet::INT),
            NodeKind::Text(_) => Ty::one(TypeSet::TEXT),
            NodeKind::Format(parts) => {
                self.all(parts);
                Ty::one(TypeSet::TEXT)
            }
            NodeKind::List(items) => {
                self.all(items);
                let of = items.iter().map(|item| item.ty.sorts);
                Ty { sorts: TypeSet::LIST, of: of.reduce(|a, b| a | b).unwrap_or(TypeSet::ANY) }
            }
            NodeKind::Map(entries) => {
                entries.iter_mut().for_each(|(_, value)| self.node(value));
                Ty::one(TypeSet::MAP)
            }
            NodeKind::Name(name) => {
                let found = self.types.get(name).and_then(|types| types.last());
                found.copied().unwrap_or(Ty::ANY)
            }
            NodeKind::Closure(params, body) => {
                let names: Vec<_> = params.iter().map(|name| (name.clone(), Ty::ANY)).collect();
                self.within(&names, body);
                Ty::one(TypeSet::CLOSURE)
            }
            NodeKind::Block(_) => self.block(node),
            NodeKind::Let(name, value) => {
                self.node(value);
                let (name, ty) = (name.clone(), value.ty);
                self.name(&name, ty);
                Ty::one(TypeSet::NOTHING)
            }
            NodeKind::For(names, over, body) => {
                self.node(over);
                let of = if over.ty.sorts == TypeSet::LIST { over.ty.of } else { TypeSet::ANY };
                let types = [Ty::one(of), Ty::one(TypeSet::INT)];
                let names: Vec<_> = names.iter().cloned().zip(types).collect();
                self.within(&names, body);
                Ty::ANY
            }
            _ => self.computed(node),
        }
    }

    /// Annotates a compound expression.
    fn computed(&mut self, node: &mut SyntaxNode) -> Ty {
        match &mut node.what {
            NodeKind::If(condition, yes, no) => {
                self.node(condition);
                self.node(yes);
                self.node(no);
                join(yes.ty, no.ty)
            }
            NodeKind::Property(on, name) => {
                self.node(on);
                self.result(&format!("get${name}"), &[on.ty])
            }
            NodeKind::Call { name, args, .. } => {
                let is_own = self.known.added.contains_key(name);
                match args.as_mut_slice() {
                    [list, args @ ..] if !is_own => {
                        self.node(list);
                        let items = items(name, list.ty);
                        args.iter_mut().for_each(|arg| self.argument(arg, &items));
                    }
                    args => self.all(args),
                }
                let result = self.called(node);
                match &node.what {
                    NodeKind::Call { name, args, .. } if !is_own => of_list(name, args, result),
                    _ => result,
                }
            }
            NodeKind::Operator(symbol, args) => {
                self.all(args);
                let logic = ["&&", "||", "!", "==", "!=", "<", ">", "<=", ">="];
                let is_sum = args.iter().all(|arg| arg.ty.sorts == TypeSet::INT);
                match symbol.as_str() {
                    symbol if logic.contains(&symbol) => Ty::one(TypeSet::BOOL),
                    "+" | "-" | "*" | "/" | "%" if is_sum => Ty::one(TypeSet::INT),
                    _ => Ty::ANY,
                }
            }
            NodeKind::Index(on, _) if on.ty.sorts == TypeSet::LIST => {
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

    fn block(&mut self, node: &mut SyntaxNode) -> Ty {
        let NodeKind::Block(nodes) = &mut node.what else { return Ty::ANY };
        let outside = self.scope.len();
        self.all(nodes);
        self.leave(outside);
        match nodes.last() {
            None => Ty::one(TypeSet::NOTHING),
            Some(last) => last.ty,
        }
    }

    fn children(&mut self, node: &mut SyntaxNode) {
        match &mut node.what {
            NodeKind::Loop { condition, body, .. } => {
                condition.iter_mut().for_each(|node| self.node(node));
                self.node(body);
            }
            NodeKind::Index(a, b) | NodeKind::Assign(a, b) => {
                self.node(a);
                self.node(b);
            }
            NodeKind::Switch(nodes) => self.all(nodes),
            NodeKind::Break(Some(value)) | NodeKind::Return(Some(value)) => self.node(value),
            _ => {}
        }
    }

    /// Annotates an argument; a closure gets values of these types.
    fn argument(&mut self, node: &mut SyntaxNode, items: &[Ty]) {
        match &mut node.what {
            NodeKind::Closure(params, body) if !items.is_empty() => {
                let types = items.iter().copied().chain(std::iter::repeat(Ty::ANY));
                let names: Vec<_> = params.iter().cloned().zip(types).collect();
                self.within(&names, body);
                node.ty = Ty::one(TypeSet::CLOSURE);
            }
            _ => self.node(node),
        }
    }

    fn called(&self, node: &SyntaxNode) -> Ty {
        let Some((name, args)) = node.call() else { return Ty::ANY };
        let types: Vec<Ty> = args.iter().map(|arg| arg.ty).collect();
        self.result(name, &types)
    }

    /// Returns the result type of a call with these arguments.
    fn result(&self, name: &str, args: &[Ty]) -> Ty {
        let Some(ways) = self.known.get(name) else { return Ty::ANY };
        let fitting = ways.iter().filter(|way| fits(way, args));
        let sorts = fitting.map(|way| way.returns).reduce(|a, b| a | b);
        let plain = name.trim_start_matches("get$");
        let lists = verbs_named(plain).filter(|verb| verb.params.len() == args.len());
        let of = lists.filter_map(|verb| match verb.returns {
            Type::List(of) => Some(TypeSet::of(*of)),
            _ => None,
        });
        Ty {
            sorts: sorts.unwrap_or(TypeSet::ANY),
            of: of.reduce(|a, b| a | b).unwrap_or(TypeSet::ANY),
        }
    }
}

/// The functions that put a value into a list.
const ADDING: [&str; 5] = ["push", "append", "insert", "splice", "pad"];

/// Returns the types of the values that a function of a list passes to its closure.
fn items(function: &str, list: Ty) -> Vec<Ty> {
    let item = match list.sorts {
        TypeSet::LIST => Ty::one(list.of),
        TypeSet::PILE => Ty::one(TypeSet::CARD),
        _ => return Vec::new(),
    };
    match function {
        "filter" | "map" | "some" | "all" | "find" | "find_map" | "index_of" | "drain"
        | "retain" => {
            vec![item, Ty::one(TypeSet::INT)]
        }
        "sort" | "sort_by" | "order_by" => vec![item, item],
        "reduce" | "reduce_rev" => vec![Ty::ANY, item, Ty::one(TypeSet::INT)],
        _ => Vec::new(),
    }
}

/// Returns the type of what a function of a list returns, by the type of its items.
fn of_list(function: &str, args: &[SyntaxNode], result: Ty) -> Ty {
    let Some(item) = args.first().and_then(|list| items("filter", list.ty).into_iter().next())
    else {
        return result;
    };
    let of = item.sorts;
    match function {
        "filter" | "extract" | "order" | "order_by" | "order_desc" | "without" | "drain"
        | "retain" => Ty { sorts: TypeSet::LIST, of },
        "find" | "pop" | "shift" if of != TypeSet::ANY => {
            Ty { sorts: of | TypeSet::NOTHING, of: TypeSet::ANY }
        }
        _ => result,
    }
}

/// Returns whether a signature may match a call with these arguments.
pub fn fits(way: &Signature, args: &[Ty]) -> bool {
    way.params.len() == args.len()
        && way.params.iter().zip(args).all(|(param, arg)| param.meets(arg.sorts))
}

fn join(a: Ty, b: Ty) -> Ty {
    Ty { sorts: a.sorts | b.sorts, of: a.of | b.of }
}

/// Returns the variable that an assignment target belongs to: `cards` for `cards[0].name`.
pub fn root(target: &SyntaxNode) -> Option<&str> {
    match &target.what {
        NodeKind::Name(name) => Some(name),
        NodeKind::Property(on, _) | NodeKind::Index(on, _) => root(on),
        _ => None,
    }
}
