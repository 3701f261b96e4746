//! Lowers calls: functions, methods, properties and chains of them.

use super::lower::{Lowered, Lowering};
use super::machine::MAX_ARGS;
use super::names::{Definition, is_hook};
use super::tree::{
    Builtin, ConstantCall, FunctionCall, ListCall, ListChange, ListFunction, ListPlace, Node,
    Passing, VerbCall,
};
use super::types::same_class;
use crate::kernel::{Seat, Value};
use crate::script::api::{Form, Verb, verbs_named};
use crate::script::previous::{MAX_ARGUMENTS, PREVIOUS};
use crate::script::values::Type;
use rhai::{ASTFlags, BinaryExpr, Expr, FnCallExpr, Position};
use std::cell::RefCell;

/// A link of a chain.
enum Link<'e> {
    Property(&'e str, Position),
    Method(&'e FnCallExpr, Position),
    Index(&'e Expr),
}

/// Returns the parts of an expression `a.b` or `a[b]`, and whether it is `a[b]`.
const fn parts(expr: &Expr) -> Option<(&BinaryExpr, ASTFlags, bool)> {
    match expr {
        Expr::Dot(parts, flags, _) => Some((parts, *flags, false)),
        Expr::Index(parts, flags, _) => Some((parts, *flags, true)),
        _ => None,
    }
}

fn link(expr: &Expr, is_index: bool) -> Lowered<Link<'_>> {
    match expr {
        _ if is_index => Ok(Link::Index(expr)),
        Expr::Property(names, position) => Ok(Link::Property(&names.2, *position)),
        Expr::MethodCall(call, position) => Ok(Link::Method(call, *position)),
        _ => Err("a chain of another kind".into()),
    }
}

/// Splits a chain into its root and its links.
fn links(expr: &Expr) -> Lowered<(&Expr, Vec<Link<'_>>)> {
    let (mut chain, mut flags, mut is_index) = parts(expr).ok_or("a chain of another kind")?;
    let root = &chain.lhs;
    let mut links = Vec::new();
    loop {
        if flags.intersects(ASTFlags::NEGATED) {
            return Err("`?.`".into());
        }
        match parts(&chain.rhs) {
            Some((rest, rest_flags, rest_is_index)) if !flags.intersects(ASTFlags::BREAK) => {
                links.push(link(&rest.lhs, is_index)?);
                (chain, flags, is_index) = (rest, rest_flags, rest_is_index);
            }
            _ => {
                links.push(link(&chain.rhs, is_index)?);
                return Ok((root, links));
            }
        }
    }
}

/// Returns how arguments are passed to a verb.
fn passing(args: &[Node]) -> Passing {
    let mut evaluated = args.iter().enumerate().filter(|(_, arg)| !arg.is_placed());
    match (evaluated.next(), evaluated.next()) {
        _ if args.len() > MAX_ARGS => Passing::Evaluated,
        (None, _) => Passing::InPlace,
        (Some((i, arg)), None) if !arg.writes_slots() => Passing::AllButOne(i as u8),
        _ => Passing::Evaluated,
    }
}

/// Returns the variable and the indices of a list that can change in place, or the node.
fn place_of(node: Node) -> Result<(u16, Vec<Node>), Node> {
    match node {
        Node::Local(slot) => Ok((slot, Vec::new())),
        Node::Index(parts) => match place_of(parts.0) {
            Ok((slot, mut indices)) => {
                indices.push(parts.1);
                Ok((slot, indices))
            }
            Err(list) => Err(Node::Index(Box::new((list, parts.1)))),
        },
        node => Err(node),
    }
}

/// Whether it does not matter when a node is evaluated, within one expression.
const fn is_plain(node: &Node) -> bool {
    matches!(node, Node::Constant(_) | Node::Take(_))
}

impl Lowering<'_> {
    /// Lowers `a.b(…)[…]`. As in Rhai, all arguments and indices of a chain are evaluated first.
    pub fn chain(&mut self, expr: &Expr) -> Lowered {
        let (root, links) = links(expr)?;
        let mut args: Vec<Vec<Node>> = Vec::new();
        for link in &links {
            self.cost += 8;
            args.push(match link {
                Link::Property(..) => Vec::new(),
                Link::Index(index) => vec![self.expr(index)?],
                Link::Method(call, _) if call.args.iter().any(Self::is_closure) => {
                    let others = call.args.iter().filter(|arg| !Self::is_closure(arg));
                    others.map(|arg| self.expr(arg)).collect::<Lowered<_>>()?
                }
                Link::Method(call, _) => {
                    call.args.iter().map(|arg| self.expr(arg)).collect::<Lowered<_>>()?
                }
            });
        }
        let mut first = Vec::new();
        let is_busy = |args: &Vec<Node>| args.iter().any(|arg| !is_plain(arg));
        if args.iter().filter(|args| is_busy(args)).count() > 1 {
            for arg in args.iter_mut().flatten().filter(|arg| !is_plain(arg)) {
                let known = self.type_of(arg);
                let slot = self.scope.temporary(known);
                first.push((slot, std::mem::replace(arg, Node::Take(slot))));
            }
        }
        let mut node = self.expr(root)?;
        // Rhai locks a captured variable at the root of a chain.
        let locked = match &node {
            Node::Local(slot) => Some(*slot),
            _ => None,
        };
        for (link, args) in links.iter().zip(args) {
            node = match link {
                Link::Property(name, position) => self.property(name, node, *position)?,
                Link::Index(_) => {
                    let index = args.into_iter().next().unwrap_or(Node::Constant(Value::Unit));
                    Node::Index(Box::new((node, index)))
                }
                Link::Method(call, position) => {
                    self.method(call, (node, locked), args, *position)?
                }
            };
        }
        if first.is_empty() { Ok(node) } else { Ok(Node::After(first.into(), Box::new(node))) }
    }

    /// Lowers the target of `a[b][c] = …`.
    pub fn list_place(&mut self, target: &Expr) -> Lowered<ListPlace> {
        let (root, links) = links(target)?;
        let Node::Local(slot) = self.expr(root)? else {
            return Err("an assignment to a part of a value".into());
        };
        let index = |link: &Link<'_>| match link {
            Link::Index(index) => self.expr(index),
            _ => Err("an assignment to a part of a value".into()),
        };
        Ok(ListPlace { slot, indices: links.iter().map(index).collect::<Lowered<_>>()? })
    }

    fn property(&self, name: &str, value: Node, position: Position) -> Lowered {
        let verbs: Vec<&'static Verb> =
            verbs_named(name).filter(|verb| verb.form == Form::Property).collect();
        let builtin = match name {
            "len" => Some(Builtin::Len),
            "is_empty" => Some(Builtin::IsEmpty),
            _ => None,
        };
        if verbs.is_empty() && builtin.is_none() {
            return Err(format!("`{name}`").into());
        }
        Ok(self.verb_call(verbs, builtin, vec![value], position))
    }

    fn method(
        &mut self,
        call: &FnCallExpr,
        (value, locked): (Node, Option<u16>),
        mut args: Vec<Node>,
        position: Position,
    ) -> Lowered {
        let name = &*call.name;
        if matches!(name, "call" | "curry" | "is_shared") {
            return Err("a call of a function by a value".into());
        }
        if self.names.callee(self.script, name, call.args.len())?.is_some() {
            return Err("a function called as a method".into());
        }
        if call.args.iter().any(Self::is_closure) {
            return self.list_call(call, (value, locked), args, position);
        }
        if let Some(change) = ListChange::find(name, args.len()) {
            return match (place_of(value), change) {
                (Ok((slot, indices)), _) => {
                    let place = ListPlace { slot, indices: indices.into() };
                    Ok(Node::Change(change, Box::new(place), args.into()))
                }
                (Err(value), ListChange::Pop) => Ok(self.of_list(Builtin::Pop, value, position)),
                (Err(value), ListChange::Shift) => {
                    Ok(self.of_list(Builtin::Shift, value, position))
                }
                _ => Err("a change of a temporary list".into()),
            };
        }
        args.insert(0, value);
        self.named_call(name, args, true, position)
    }

    fn of_list(&self, builtin: Builtin, list: Node, position: Position) -> Node {
        self.verb_call(Vec::new(), Some(builtin), vec![list], position)
    }

    /// Lowers a call of a list function with a closure.
    fn list_call(
        &mut self,
        call: &FnCallExpr,
        (list, locked): (Node, Option<u16>),
        others: Vec<Node>,
        position: Position,
    ) -> Lowered {
        if !Self::is_closure(&call.args[0]) {
            return Err("a list function with other arguments".into());
        }
        let element = match self.type_of(&list) {
            Some(Type::List(element)) => Some(*element),
            Some(Type::Pile) => Some(Type::Card),
            _ => None,
        };
        if let ("sort" | "sort_by", Node::Local(slot), []) = (&*call.name, &list, &*others) {
            let closure = self.closure(&call.args[0], &[element, element], locked)?;
            return Ok(Node::Sort(*slot, Box::new(closure)));
        }
        let function = ListFunction::find(&call.name, others.len());
        let function = function.ok_or("a closure passed to a function")?;
        let mut types = vec![element];
        if function == ListFunction::Reduce {
            types.insert(0, None);
        }
        let takes_index = self.n_params(&call.args[0]) == Some(types.len() + 1);
        types.extend(takes_index.then_some(Some(Type::Int)));
        let closure = self.closure(&call.args[0], &types, locked)?;
        let initial = others.into_iter().next();
        let place = self.place(position);
        let call = ListCall { function, list, closure, takes_index, initial, place };
        Ok(Node::ListCall(Box::new(call)))
    }

    /// Lowers `name(…)`.
    pub fn function_call(&mut self, call: &FnCallExpr, position: Position) -> Lowered {
        self.cost += 8;
        let name = &*call.name;
        let receiver_last = matches!(call.args.first(), Some(Expr::Variable(..)));
        let callee = self.names.callee(self.script, name, call.args.len())?;
        if call.args.iter().any(Self::is_closure) {
            return Err("a closure passed to a function".into());
        }
        if callee.is_some() && is_hook(name) {
            return Err("a hook called as a function".into());
        }
        if self.n_inlined > 0
            && let Some((script, definition)) = callee.and_then(|n| self.names.inlined(n))
        {
            return self.inline(&call.args, script, definition, receiver_last);
        }
        let args: Lowered<Vec<Node>> = call.args.iter().map(|arg| self.expr(arg)).collect();
        let args = args?;
        if let Some(function) = callee {
            self.calls.push(function);
            let args = args.into();
            return Ok(Node::Call(Box::new(FunctionCall { function, args, receiver_last })));
        }
        if name == PREVIOUS {
            if args.len() > MAX_ARGUMENTS || receiver_last && args.len() > 1 {
                // The order of evaluation differs.
                let is_simple = |arg: &Node| matches!(arg, Node::Constant(_) | Node::Local(_));
                if args.len() > MAX_ARGUMENTS || !args.iter().all(is_simple) {
                    return Err("`previous` with other arguments".into());
                }
            }
            return Ok(Node::Previous(args.into()));
        }
        if !args.is_empty() && ListChange::find(name, args.len() - 1).is_some() {
            return Err("a list function called as a function".into());
        }
        self.named_call(name, args, receiver_last, position)
    }

    /// Lowers the body of a function in place of a call.
    fn inline(
        &mut self,
        args: &[Expr],
        script: u16,
        definition: &Definition,
        receiver_last: bool,
    ) -> Lowered {
        // A variable that never changes keeps its slot.
        let slots: Vec<Option<u16>> = args
            .iter()
            .map(|arg| match arg {
                Expr::Variable(name, ..) if !self.names.is_assigned(self.script, &name.1) => {
                    self.scope.find(&name.1)
                }
                _ => None,
            })
            .collect();
        let values: Lowered<Vec<Node>> = args.iter().map(|arg| self.expr(arg)).collect();
        let outer = self.scope.enter();
        let caller = std::mem::replace(&mut self.script, script);
        self.n_inlined -= 1;
        let mut first = Vec::new();
        for ((name, slot), value) in definition.params.iter().zip(slots).zip(values?) {
            match slot.filter(|_| !self.names.is_assigned(script, name)) {
                Some(slot) => self.scope.alias(name, slot),
                None => {
                    let known = self.type_of(&value);
                    first.push((self.declare(name, known), value));
                }
            }
        }
        let body = self.block(&definition.body);
        self.script = caller;
        self.scope.leave(outer);
        if receiver_last && first.len() == args.len() {
            first.rotate_left(1);
        }
        let body = body?;
        if first.is_empty() { Ok(body) } else { Ok(Node::After(first.into(), Box::new(body))) }
    }

    /// Builds a call of a verb or a built-in function by name.
    fn named_call(
        &self,
        name: &str,
        args: Vec<Node>,
        receiver_last: bool,
        position: Position,
    ) -> Lowered {
        let fits = |verb: &&Verb| verb.params.len() == args.len();
        let verbs: Vec<&'static Verb> = verbs_named(name).filter(fits).collect();
        let builtin = Builtin::find(name, args.len());
        if verbs.is_empty() && builtin.is_none() {
            return Err(format!("`{name}`").into());
        }
        let node = self.verb_call(verbs, builtin, args, position);
        Ok(match node {
            Node::Verb(mut call) => {
                call.receiver_last = receiver_last;
                Node::Verb(call)
            }
            node => node,
        })
    }

    /// Builds a call of a built-in function.
    pub fn builtin_call(&self, name: &str, args: Box<[Node]>, position: Position) -> Node {
        let builtin = Builtin::find(name, args.len());
        self.verb_call(Vec::new(), builtin, args.into(), position)
    }

    fn verb_call(
        &self,
        mut verbs: Vec<&'static Verb>,
        builtin: Option<Builtin>,
        mut args: Vec<Node>,
        position: Position,
    ) -> Node {
        // Only verbs whose receiver has the known type can be meant.
        if let Some(known) = args.first().and_then(|arg| self.type_of(arg)) {
            let might = |verb: &&Verb| match verb.params.first() {
                Some((_, Type::Any(types))) => types.iter().any(|t| same_class(*t, known)),
                Some((_, Type::Datum)) | None => true,
                Some((_, wanted)) => same_class(*wanted, known),
            };
            verbs.retain(might);
        }
        for verb in &verbs {
            for (arg, (_, wanted)) in args.iter_mut().zip(verb.params) {
                self.to_kind(arg, *wanted);
            }
        }
        let place = self.place(position);
        let mut only = None;
        let mut unsure = Vec::new();
        if let [verb] = verbs.as_slice() {
            only = Some(*verb);
            for (i, (arg, (_, wanted))) in args.iter().zip(verb.params).enumerate() {
                if !self.surely(arg, *wanted) {
                    unsure.push((i as u8, *wanted));
                }
            }
        }
        let passing = passing(&args);
        let is_constant = matches!(verbs.as_slice(), [verb] if verb.is_constant());
        let receiver_last = false;
        let (verbs, args, unsure) = (verbs.into(), args.into(), unsure.into());
        let call = VerbCall { verbs, only, unsure, passing, builtin, args, receiver_last, place };
        if let ([verb], [Node::Constant(Value::Text(name))]) = (&*call.verbs, &*call.args)
            && let Some(value) = self.names.constant(verb, name)
        {
            return Node::Constant(value);
        }
        if let Some(zone) = call.checked().and_then(|verb| self.names.zone(verb, &call.args)) {
            return Node::Constant(Value::Zone(zone));
        }
        if is_constant && call.checked().is_some() && call.args.len() < 2 {
            let known = RefCell::default();
            return Node::Constants(Box::new(ConstantCall { call, known }));
        }
        self.counter(call)
    }

    /// Looks up the counter of `get("…")` and `player.get("…")`.
    fn counter(&self, call: VerbCall) -> Node {
        let Some(verb) = call.checked().filter(|verb| verb.reads_counter()) else {
            return Node::Verb(Box::new(call));
        };
        let rules = self.names.rules;
        let Some(Node::Constant(Value::Text(name))) = call.args.last() else {
            return Node::Verb(Box::new(call));
        };
        let is_plain = |slot| rules.counter_at(slot).1.is_plain();
        match verb.params {
            [_] => match rules.find_counter(None, name) {
                Some(slot) if is_plain(slot) => Node::TableCounter(slot, call.place),
                _ => Node::Verb(Box::new(call)),
            },
            [(_, Type::Player), _] => match rules.find_counter(Some(Seat(0)), name) {
                Some(slot) if is_plain(slot) => Node::SeatCounter(slot, Box::new(call)),
                _ => Node::Verb(Box::new(call)),
            },
            _ => Node::Verb(Box::new(call)),
        }
    }

    /// Converts a constant string to the kind with this id where a kind is wanted.
    fn to_kind(&self, arg: &mut Node, wanted: Type) {
        if let (Node::Constant(Value::Text(text)), Type::Kind) = (&*arg, wanted)
            && let Some(kind) = self.names.kinds.find(text)
        {
            *arg = Node::Constant(Value::Kind(kind));
        }
    }
}
