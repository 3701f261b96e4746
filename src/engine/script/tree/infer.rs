//! Type inference for scripts. A value whose type cannot be inferred has any type: rules report
//! only certain errors.

use super::node::{NodeKind, SyntaxNode};
use super::parts::ScriptFunction;
use super::types::{KnownFunctions, fits};
use crate::script::api::{Verb, verbs_named};
use crate::script::reflect::{Ty, TypeSet};

/// The values that a variant gives to names.
pub trait NamedValues {
    /// Returns the type of what a verb always returns for a text; none if it is not certain.
    fn type_of(&self, verb: &'static Verb, text: &str) -> Option<Ty>;
}

/// Without a variant, names may stand for anything.
impl NamedValues for () {
    fn type_of(&self, _: &'static Verb, _: &str) -> Option<Ty> {
        None
    }
}

/// A function of a script as its callers see it.
pub enum Callee {
    /// It returns a value of this type.
    Returns(Ty),
    /// It is short and calls no function of scripts: its body is inferred for each call.
    Short(ScriptFunction),
}

impl Callee {
    /// A function of which nothing is known.
    pub const UNKNOWN: Self = Self::Returns(Ty::ANY);
}

/// The functions that calls in a script refer to.
#[derive(Clone, Copy)]
pub struct CallScope<'a> {
    /// The functions of the engine, and those of scripts of which nothing else is known.
    pub known: &'a KnownFunctions,
    pub names: &'a dyn NamedValues,
    /// Finds a function of scripts by its name and its number of parameters.
    pub find: &'a dyn Fn(&str, usize) -> Option<&'a Callee>,
}

impl CallScope<'_> {
    /// Returns the body of a function for arguments of these types.
    pub fn body_for(&self, function: &ScriptFunction, args: &[Ty]) -> SyntaxNode {
        let mut body = function.body.clone();
        let mut walk = TypeWalk::new(*self, function.variables.len(), &body);
        walk.parameters(args);
        walk.node(&mut body);
        body
    }
}

/// The types of the variables of a function.
pub struct TypeWalk<'a> {
    scope: CallScope<'a>,
    /// By slot; any type before the declaration.
    types: Vec<Ty>,
    /// By slot: whether its type may change after its declaration.
    is_changed: Vec<bool>,
}

impl<'a> TypeWalk<'a> {
    fn new(scope: CallScope<'a>, n_slots: usize, body: &SyntaxNode) -> Self {
        let mut is_changed = vec![false; n_slots];
        for node in body.walk() {
            let target = match &node.what {
                // An assignment to a property does not change the type of its variable.
                NodeKind::Assign(target, ..) if !matches!(target.what, NodeKind::Property(..)) => {
                    &**target
                }
                // What is added to a list may be of any type.
                NodeKind::Call { name, args, .. } if ADDING.contains(&&**name) => {
                    let Some(list) = args.first() else { continue };
                    list
                }
                _ => continue,
            };
            if let Some((_, Some(slot))) = target.root() {
                is_changed[usize::from(slot)] = true;
            }
        }
        Self { scope, types: vec![Ty::ANY; n_slots], is_changed }
    }

    /// Annotates a function whose first parameters have these types.
    pub fn function(scope: CallScope<'a>, function: &mut ScriptFunction, given: &[Ty]) {
        let mut walk = Self::new(scope, function.variables.len(), &function.body);
        walk.parameters(&given[..given.len().min(function.params.len())]);
        walk.node(&mut function.body);
    }

    /// Annotates what is outside of functions.
    pub fn top(scope: CallScope<'a>, n_slots: usize, top: &mut SyntaxNode) {
        Self::new(scope, n_slots, top).node(top);
    }

    fn parameters(&mut self, types: &[Ty]) {
        (0..).zip(types).for_each(|(slot, ty)| self.declare(slot, *ty));
    }

    fn declare(&mut self, slot: u16, ty: Ty) {
        let slot = usize::from(slot);
        self.types[slot] = if self.is_changed[slot] { Ty::ANY } else { ty };
    }

    fn node(&mut self, node: &mut SyntaxNode) {
        node.ty = self.infer(node);
    }

    fn all(&mut self, nodes: &mut [SyntaxNode]) {
        nodes.iter_mut().for_each(|node| self.node(node));
    }

    fn infer(&mut self, node: &mut SyntaxNode) -> Ty {
        match &mut node.what {
            NodeKind::Unit => Ty::one(TypeSet::NOTHING),
            NodeKind::Bool(_) => Ty::one(TypeSet::BOOL),
            NodeKind::Int(_) => Ty::one(TypeSet::INT),
            NodeKind::Text(_) => Ty::one(TypeSet::TEXT),
            NodeKind::Format(parts) => {
                self.all(parts);
                Ty::one(TypeSet::TEXT)
            }
            NodeKind::List(items) => {
                self.all(items);
                let of = items.iter().map(|item| item.ty.sorts).reduce(|a, b| a | b);
                Ty::list(of.unwrap_or(TypeSet::ANY))
            }
            NodeKind::Map(entries) => {
                entries.iter_mut().for_each(|(_, value)| self.node(value));
                Ty::one(TypeSet::MAP)
            }
            NodeKind::Name(_, slot) => slot.map_or(Ty::ANY, |slot| self.types[usize::from(slot)]),
            NodeKind::Closure(closure) => {
                self.node(&mut closure.body);
                Ty::one(TypeSet::CLOSURE)
            }
            NodeKind::Block(nodes) => {
                self.all(nodes);
                nodes.last().map_or(Ty::one(TypeSet::NOTHING), |last| last.ty)
            }
            NodeKind::Let(local, value) => {
                self.node(value);
                self.declare(local.slot, value.ty);
                Ty::one(TypeSet::NOTHING)
            }
            NodeKind::For(locals, over, body) => {
                self.node(over);
                let is_range =
                    matches!(&over.what, NodeKind::Operator(symbol, _) if is_range(symbol));
                let of = match over.ty.sorts {
                    _ if is_range => TypeSet::INT,
                    TypeSet::LIST => over.ty.of,
                    _ => TypeSet::ANY,
                };
                for (local, of) in locals.iter().zip([of, TypeSet::INT]) {
                    self.declare(local.slot, Ty::one(of));
                }
                self.node(body);
                Ty::ANY
            }
            NodeKind::If(condition, yes, no) => {
                self.node(condition);
                self.node(yes);
                self.node(no);
                yes.ty.or(no.ty)
            }
            _ => self.computed(node),
        }
    }

    /// Annotates an expression that has others in it.
    fn computed(&mut self, node: &mut SyntaxNode) -> Ty {
        match &mut node.what {
            NodeKind::Property(on, name) => {
                self.node(on);
                let ty = match may_be_entry(on.ty) {
                    true => Ty::ANY,
                    false => self.result(&format!("get${name}"), &[on.ty]),
                };
                of_link(node, ty)
            }
            NodeKind::Call { name, args, on_value } => {
                let callee = if *on_value { None } else { (self.scope.find)(name, args.len()) };
                let is_own = callee.is_some() || self.scope.known.is_added(name);
                match args.as_mut_slice() {
                    [list, args @ ..] if !is_own => {
                        self.node(list);
                        let items = items(name, list.ty);
                        args.iter_mut().for_each(|arg| self.argument(arg, &items));
                    }
                    args => self.all(args),
                }
                let types: Vec<Ty> = args.iter().map(|arg| arg.ty).collect();
                let ty = match callee {
                    Some(Callee::Returns(ty)) => *ty,
                    Some(Callee::Short(function)) => {
                        self.scope.body_for(function, &types).returned()
                    }
                    None if *on_value && may_be_entry(types[0]) => Ty::ANY,
                    None if is_own => self.result(name, &types),
                    None => self.of_engine(name, args, &types),
                };
                of_link(node, ty)
            }
            NodeKind::Operator(symbol, args) => {
                self.all(args);
                operation(symbol, args)
            }
            NodeKind::Index(on, index) => {
                self.node(on);
                self.node(index);
                let ty = if on.ty.sorts == TypeSet::LIST { Ty::one(on.ty.of) } else { Ty::ANY };
                of_link(node, ty)
            }
            NodeKind::Switch(switch) => {
                self.node(&mut switch.subject);
                // Without `_`, a value may fit nowhere.
                let is_complete = switch.arms.last().is_some_and(|arm| arm.values.is_empty());
                let mut ty = if is_complete { None } else { Some(Ty::one(TypeSet::NOTHING)) };
                for arm in &mut switch.arms {
                    self.all(&mut arm.values);
                    arm.guard.iter_mut().for_each(|guard| self.node(guard));
                    self.node(&mut arm.body);
                    ty = Some(ty.map_or(arm.body.ty, |ty| ty.or(arm.body.ty)));
                }
                ty.unwrap_or(Ty::ANY)
            }
            _ => {
                self.rest(node);
                Ty::ANY
            }
        }
    }

    /// Annotates the children of a statement.
    fn rest(&mut self, node: &mut SyntaxNode) {
        match &mut node.what {
            NodeKind::Loop { condition, body, .. } => {
                condition.iter_mut().for_each(|node| self.node(node));
                self.node(body);
            }
            NodeKind::Assign(target, _, value) => {
                self.node(target);
                self.node(value);
            }
            NodeKind::Break(Some(value))
            | NodeKind::Return(Some(value))
            | NodeKind::Throw(Some(value)) => self.node(value),
            _ => {}
        }
    }

    /// Annotates an argument; a closure gets values of these types.
    fn argument(&mut self, node: &mut SyntaxNode, items: &[Ty]) {
        if let NodeKind::Closure(closure) = &mut node.what {
            for (local, ty) in closure.params.iter().zip(items) {
                self.declare(local.slot, *ty);
            }
        }
        self.node(node);
    }

    /// Returns the result type of a call of a verb or of a function of the language.
    fn of_engine(&self, name: &str, args: &[SyntaxNode], types: &[Ty]) -> Ty {
        if let Some(text) = args.last().and_then(SyntaxNode::text)
            && let Some(verb) = only_verb(name, types)
            && let Some(ty) = self.scope.names.type_of(verb, text)
        {
            return ty;
        }
        match args {
            [on, SyntaxNode { what: NodeKind::Closure(closure), .. }]
                if name == "map" && on.ty.sorts == TypeSet::LIST =>
            {
                Ty::list(closure.body.returned().sorts)
            }
            _ => of_list(name, types, self.result(name, types)),
        }
    }

    /// Returns the result type of a call with these arguments.
    fn result(&self, name: &str, args: &[Ty]) -> Ty {
        let ways = self.scope.known.get(name).into_iter().flatten();
        let fitting = ways.filter(|way| fits(way, args)).map(|way| way.returns);
        fitting.reduce(Ty::or).unwrap_or(Ty::ANY)
    }
}

/// Whether a link after a value of this type may be an entry of a map.
fn may_be_entry(on: Ty) -> bool {
    on.sorts.meets(TypeSet::MAP)
}

/// Returns the only verb that a call may mean.
fn only_verb(name: &str, args: &[Ty]) -> Option<&'static Verb> {
    let may_take = |verb: &&Verb| {
        let mut params = verb.params.iter().zip(args);
        verb.params.len() == args.len()
            && params.all(|((_, of), arg)| TypeSet::of(*of).meets(arg.sorts))
    };
    let mut verbs = verbs_named(name).filter(may_take);
    verbs.next().filter(|_| verbs.next().is_none())
}

/// Returns the type of a link of a chain whose value has this type, if there is one: after `?.` the
/// chain may have ended with `()`.
fn of_link(node: &SyntaxNode, ty: Ty) -> Ty {
    let mut link = node;
    let is_optional = loop {
        if link.is_optional {
            break true;
        }
        link = match &link.what {
            NodeKind::Property(on, _) | NodeKind::Index(on, _) => on,
            NodeKind::Call { args, on_value: true, .. } => &args[0],
            _ => break false,
        };
        if link.is_enclosed {
            break false;
        }
    };
    if is_optional { ty.or(Ty::one(TypeSet::NOTHING)) } else { ty }
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
fn of_list(function: &str, args: &[Ty], result: Ty) -> Ty {
    let Some(item) = args.first().and_then(|list| items("filter", *list).into_iter().next()) else {
        return result;
    };
    let of = item.sorts;
    match function {
        "filter" | "extract" | "order" | "order_by" | "order_desc" | "without" | "drain"
        | "retain" => Ty::list(of),
        "find" | "pop" | "shift" if of != TypeSet::ANY => {
            Ty { sorts: of | TypeSet::NOTHING, of: TypeSet::ANY }
        }
        _ => result,
    }
}

fn is_range(symbol: &str) -> bool {
    matches!(symbol, ".." | "..=")
}

/// Returns the type of the result of an operator.
fn operation(symbol: &str, args: &[SyntaxNode]) -> Ty {
    let are = |of: TypeSet| args.iter().all(|arg| arg.ty.sorts == of);
    match (symbol, args) {
        ("&&" | "||" | "!" | "==" | "!=" | "<" | ">" | "<=" | ">=" | "contains", _) => {
            Ty::one(TypeSet::BOOL)
        }
        ("+" | "-" | "*" | "/" | "%", _) if are(TypeSet::INT) => Ty::one(TypeSet::INT),
        ("+", [a, _]) if a.ty.sorts == TypeSet::TEXT => Ty::one(TypeSet::TEXT),
        ("+", [a, b]) if are(TypeSet::LIST) => a.ty.or(b.ty),
        ("??", [a, rest @ ..]) => rest.iter().fold(a.ty, |ty, b| {
            let present = ty.sorts.without(TypeSet::NOTHING);
            Ty { sorts: present, ..ty }.or(b.ty)
        }),
        (symbol, _) if is_range(symbol) => Ty::one(TypeSet::OTHER),
        _ => Ty::ANY,
    }
}
