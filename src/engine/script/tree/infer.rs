//! Type inference for scripts. A value whose type cannot be inferred has any type: rules report
//! only certain errors.

use super::node::{NodeKind, SyntaxNode, Ty};
use super::parts::ScriptFunction;
use super::source::ScriptSource;
use super::types::{KnownFunctions, fits};
use crate::kernel::Hook;
use crate::script::api::verbs_named;
use crate::script::hooks::HookSpec;
use crate::script::reflect::TypeSet;
use crate::script::values::Type;
use std::sync::Arc;

/// Annotates each node of a script with its inferred type.
pub fn annotate(source: &mut ScriptSource, known: &KnownFunctions) {
    let of_rules = source.folder == "rules";
    let functions = Arc::make_mut(&mut source.functions);
    let announced = functions.iter().position(|f| f.name == "announce").map(|i| {
        let function = &mut functions[i];
        TypeWalk::function(known, function, &[], of_rules);
        returned(&function.body)
    });
    for function in functions {
        let given = announced.as_ref().filter(|_| function.name == "resolve");
        let given = given.map_or(&[][..], |returned| returned.as_slice());
        TypeWalk::function(known, function, given, of_rules);
    }
    let top = Arc::make_mut(&mut source.top);
    TypeWalk::new(known, source.constants.len(), top).node(top);
}

/// Returns the types of the values that `announce` passes to `resolve`, one per parameter after the
/// first; none if they cannot be inferred.
fn returned(body: &SyntaxNode) -> Vec<Ty> {
    match body.results().as_slice() {
        [SyntaxNode { what: NodeKind::List(items), .. }] => {
            items.iter().map(|item| item.ty).collect()
        }
        [one] if !one.ty.sorts.meets(TypeSet::LIST) => vec![one.ty],
        _ => Vec::new(),
    }
}

/// The types of the variables of a function.
struct TypeWalk<'a> {
    known: &'a KnownFunctions,
    /// By slot; any type before the declaration.
    types: Vec<Ty>,
    /// By slot: whether its type may change after its declaration.
    is_changed: Vec<bool>,
}

impl<'a> TypeWalk<'a> {
    fn new(known: &'a KnownFunctions, n_slots: usize, body: &SyntaxNode) -> Self {
        let mut is_changed = vec![false; n_slots];
        for node in body.walk() {
            let target = match &node.what {
                // An assignment to a property does not change the type of its variable.
                NodeKind::Assign(target, ..) if !matches!(target.what, NodeKind::Property(..)) => {
                    &**target
                }
                // What is added to a list may be of any type.
                NodeKind::Call { name, args, on_value: true } if ADDING.contains(&&**name) => {
                    &args[0]
                }
                _ => continue,
            };
            if let Some((_, Some(slot))) = target.root() {
                is_changed[usize::from(slot)] = true;
            }
        }
        Self { known, types: vec![Ty::ANY; n_slots], is_changed }
    }

    fn function(
        known: &'a KnownFunctions,
        function: &mut ScriptFunction,
        announced: &[Ty],
        of_rules: bool,
    ) {
        let mut walk = Self::new(known, function.variables.len(), &function.body);
        let hook = Hook::find(&function.name).map(HookSpec::of);
        let given = hook.into_iter().flat_map(|hook| hook.params(of_rules));
        let from_hook = given.map(|(_, of)| Ty::of(of));
        let types = from_hook.chain(announced.iter().copied());
        for (slot, ty) in (0..function.params.len() as u16).zip(types) {
            walk.declare(slot, ty);
        }
        walk.node(&mut function.body);
    }

    fn declare(&mut self, slot: u16, ty: Ty) {
        let slot = usize::from(slot);
        self.types[slot] = if self.is_changed[slot] { Ty::ANY } else { ty };
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
                self.result(&format!("get${name}"), &[on.ty])
            }
            NodeKind::Call { name, args, .. } => {
                let is_own = self.known.is_added(name);
                match args.as_mut_slice() {
                    [list, args @ ..] if !is_own => {
                        self.node(list);
                        let items = items(name, list.ty);
                        args.iter_mut().for_each(|arg| self.argument(arg, &items));
                    }
                    args => self.all(args),
                }
                let types: Vec<Ty> = args.iter().map(|arg| arg.ty).collect();
                let result = self.result(name, &types);
                match args.as_slice() {
                    _ if is_own => result,
                    [on, closure] if name == "map" && on.ty.sorts == TypeSet::LIST => {
                        mapped(closure).unwrap_or(result)
                    }
                    _ => of_list(name, &types, result),
                }
            }
            NodeKind::Operator(symbol, args) => {
                self.all(args);
                operation(symbol, args)
            }
            NodeKind::Index(on, index) => {
                self.node(on);
                self.node(index);
                if on.ty.sorts == TypeSet::LIST { Ty::one(on.ty.of) } else { Ty::ANY }
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

/// Returns the type of a list of what a closure returns; none if that is unknown.
fn mapped(closure: &SyntaxNode) -> Option<Ty> {
    let NodeKind::Closure(closure) = &closure.what else { return None };
    let results = closure.body.results().into_iter().map(|result| match result.what {
        NodeKind::Return(None) => TypeSet::NOTHING,
        _ => result.ty.sorts,
    });
    results.reduce(|a, b| a | b).map(Ty::list)
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
