//! Lowers calls: functions, methods and properties.

use super::builtins::ListFunction;
use super::definitions::{Definition, VariableUse, inlined_closure, is_change};
use super::lower::{Lowered, LoweredCode, Lowering};
use super::machine::MAX_ARGS;
use super::tree::{
    At, CallValue, Change, ConstantCall, FunctionCall, InlineClosure, ListCall, Meanings, Node,
    Passing, Print, VerbCall, Within,
};
use crate::kernel::Value;
use crate::script::api::{Form, Verb};
use crate::script::language;
use crate::script::previous::{MAX_ARGUMENTS, PREVIOUS};
use crate::script::reflect::{Ty, TypeSet};
use crate::script::tree::{NodeKind, SyntaxNode, body_for};
use crate::script::values::Type;
use std::cell::RefCell;

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

/// Returns the types of values.
fn types_of(args: &[SyntaxNode]) -> Vec<Ty> {
    args.iter().map(|arg| arg.ty).collect()
}

/// Returns the types of what a link of a chain works on: the value before it, and its arguments.
fn argument_types(link: &SyntaxNode) -> Vec<Ty> {
    let mut types = match &link.what {
        NodeKind::Property(on, _) => vec![on.ty],
        NodeKind::Call { args, .. } => types_of(args),
        _ => Vec::new(),
    };
    // After `?.` the value is not `()`.
    if let Some(on) = types.first_mut().filter(|_| link.is_optional) {
        on.sorts = on.sorts.without(TypeSet::NOTHING);
    }
    types
}

/// Returns the type of a value, which may be a constant of the variant.
fn known_type(node: &Node, ty: Ty) -> Ty {
    match node {
        Node::Constant(value) => Ty::of_value(value),
        _ => ty,
    }
}

/// Whether a value of this type always fits a parameter as it is.
fn surely(node: &Node, ty: Ty, wanted: Type) -> bool {
    match (node, wanted) {
        // A text may have to become a kind.
        (_, Type::Datum | Type::List(Type::Kind)) => false,
        (Node::Constant(value), _) => wanted.fits(value),
        _ => ty.is_surely(wanted),
    }
}

impl<'a> Lowering<'a> {
    /// Whether a method changes a variable or a part of one.
    pub fn changes(value: &Node, call: &SyntaxNode) -> bool {
        let NodeKind::Call { name, args, .. } = &call.what else { return false };
        value.is_path() && is_change(name, args.len() - 1) && inlined_closure(call).is_none()
    }

    /// Builds a property of a value.
    pub fn property(&self, link: &SyntaxNode, name: &str, value: Node) -> Node {
        let types = argument_types(link);
        let (args, at) = ((vec![value], &*types), self.at(link.at));
        self.checked_call(self.any_call(name, 1, args, Form::Property, at))
    }

    pub fn method(
        &mut self,
        call: &SyntaxNode,
        name: &str,
        value: Node,
        args: Vec<Node>,
    ) -> Lowered {
        let at = self.at(call.at);
        if name == "call" {
            let args = args.into();
            return Ok(Node::CallValue(Box::new(CallValue { closure: value, args, at })));
        }
        let inlined = inlined_closure(call);
        let n_args = args.len() + usize::from(inlined.is_some());
        if self.callee(name, n_args)?.is_some() {
            let message = format!("`{name}` is a function, not a method");
            let hint = format!("pass it as a parameter: `{name}(value)`");
            return self.refuse(&message, &hint, at);
        }
        if let Some((function, closure)) = inlined {
            let closure = self.inline_closure(closure, at)?;
            return self.list_call((name, function), value, (closure, args), at);
        }
        self.change_or_call((name, Form::Method), (value, args, &argument_types(call)), true, at)
    }

    /// Builds a call of a function that may change its first argument.
    fn change_or_call(
        &mut self,
        (name, form): (&str, Form),
        (value, mut args, types): (Node, Vec<Node>, &[Ty]),
        receiver_last: bool,
        at: At,
    ) -> Lowered {
        let path = if is_change(name, args.len()) { self.path(value) } else { Err(value) };
        match path {
            Ok(path) => {
                let is_constant = self.scope.constant_at(path.slot).is_some();
                let call = self.any_call(name, args.len() + 1, (args, &[]), form, at);
                let change = Change { path, call, is_constant, is_optional: false };
                Ok(Node::Change(Box::new(change)))
            }
            Err(value) => {
                args.insert(0, value);
                Ok(self.written_call((name, form), (args, types), receiver_last, at))
            }
        }
    }

    /// Builds a call of a list function with a closure.
    fn list_call(
        &self,
        (name, function): (&str, ListFunction),
        list: Node,
        (closure, others): (InlineClosure, Vec<Node>),
        at: At,
    ) -> Lowered {
        let n_args = 2 + others.len();
        let initial = others.into_iter().next();
        let call = self.any_call(name, n_args, (Vec::new(), &[]), Form::Method, at);
        Ok(Node::ListCall(Box::new(ListCall { function, list, closure, initial, call })))
    }

    /// Lowers `name(…)`.
    pub fn function_call(&mut self, name: &str, parts: &[SyntaxNode], at: At) -> Lowered {
        let receiver_last = parts.first().is_some_and(|part| part.name().is_some());
        let callee = self.callee(name, parts.len())?;
        if self.n_inlined > 0
            && let Some((number, (script, definition))) =
                callee.and_then(|number| Some((number, self.names.inlined(number)?)))
        {
            let name = self.names.name(number).into();
            let body = self.inline(parts, (script, definition), receiver_last)?;
            return Ok(match body {
                Node::Constant(_) | Node::Local(_) => body,
                body => Node::Within(Box::new(Within { name, body, at })),
            });
        }
        let mut args = self.all(parts)?.into_vec();
        if let Some(function) = callee {
            let args = args.into();
            return Ok(Node::Call(Box::new(FunctionCall { function, args, receiver_last, at })));
        }
        match (name, args.len()) {
            (PREVIOUS, 0..=MAX_ARGUMENTS) => {
                Ok(Node::Previous(Box::new((args.into(), receiver_last)), at))
            }
            ("call", 1..) => {
                let closure = args.remove(0);
                let args = args.into();
                Ok(Node::CallValue(Box::new(CallValue { closure, args, at })))
            }
            ("print" | "debug", 0 | 1) => {
                let is_literal = parts.first().is_some_and(|part| part.text().is_some());
                let value = args.pop().unwrap_or(Node::Constant(self.text("")));
                let is_quoted = name == "debug";
                Ok(Node::Print(Box::new(Print { value, is_quoted, is_literal, at })))
            }
            (_, 1..) => {
                let (value, types) = (args.remove(0), types_of(parts));
                self.change_or_call(
                    (name, Form::Function),
                    (value, args, &types),
                    receiver_last,
                    at,
                )
            }
            _ => Ok(self.written_call((name, Form::Function), (args, &[]), receiver_last, at)),
        }
    }

    /// Lowers the body of a function in place of a call.
    fn inline(
        &mut self,
        args: &[SyntaxNode],
        (script, definition): (u16, &'a Definition),
        receiver_last: bool,
    ) -> Lowered {
        // A variable that never changes keeps its slot.
        let slots: Vec<Option<u16>> = args
            .iter()
            .map(|arg| match &arg.what {
                NodeKind::Name(_, Some(local)) if !self.code.use_of(*local).is_assigned => {
                    self.scope.find(*local).filter(|slot| !self.scope.is_shared(*slot))
                }
                _ => None,
            })
            .collect();
        let values: Lowered<Vec<Node>> = args.iter().map(|arg| self.expr(arg)).collect();
        let outer = self.scope.enter();
        let own = LoweredCode::of(script, definition);
        let caller = std::mem::replace(&mut self.code, own);
        self.n_inlined -= 1;
        let (mut first, mut shared) = (Vec::new(), Vec::new());
        for ((param, slot), value) in (0..).zip(slots).zip(values?) {
            let VariableUse { is_assigned, is_shared } = own.use_of(param);
            match slot.filter(|_| !is_assigned && !is_shared) {
                Some(slot) => self.scope.alias((own.name(param), param), slot),
                None => first.push((self.parameter(param, &mut shared), value)),
            }
        }
        let function = definition.function();
        let types = types_of(args);
        let body =
            body_for(function, &types, &self.names.functions_of_engine(), &self.names.variant);
        let body = self.block_of(&body);
        self.code = caller;
        self.scope.leave(outer);
        if receiver_last && first.len() == args.len() {
            first.rotate_left(1);
        }
        let mut body = self.framed(&function.name, body?);
        if !shared.is_empty() {
            let renew =
                shared.iter().map(|slot| Node::StoreNew(*slot, Box::new(Node::Take(*slot))));
            body = Node::Block(renew.chain([body]).collect());
        }
        if first.is_empty() { Ok(body) } else { Ok(Node::After(first.into(), Box::new(body))) }
    }

    /// Builds a call of a verb or a function of the language by name.
    pub fn written_call(
        &self,
        (name, form): (&str, Form),
        (args, types): (Vec<Node>, &[Ty]),
        receiver_last: bool,
        at: At,
    ) -> Node {
        let n_args = args.len();
        let call = self.any_call(name, n_args, (args, types), form, at);
        self.checked_call(VerbCall { receiver_last, ..call })
    }

    /// Builds a call of what has this name and takes this number of values; the arguments have
    /// these types.
    fn any_call(
        &self,
        name: &str,
        n_args: usize,
        (mut args, types): (Vec<Node>, &[Ty]),
        form: Form,
        at: At,
    ) -> VerbCall {
        let is_property = form == Form::Property;
        let fits = |verb: &&Verb| {
            verb.params.len() == n_args && (!is_property || verb.form == Form::Property)
        };
        let mut verbs: Vec<&'static Verb> = self.names.verbs(name).filter(fits).collect();
        let is_getter = !is_property || language::is_property(name);
        let natives: Box<[_]> = self.names.natives(name, n_args).filter(|_| is_getter).collect();
        let is_known = !verbs.is_empty();
        let unknown = (!is_known && natives.is_empty() && !is_property)
            .then(|| self.names.unknown(name, self.code.script))
            .flatten();
        let is_whole = args.len() == n_args;
        // Only verbs whose receiver may have the type can be meant.
        if is_whole && let (Some(arg), Some(ty)) = (args.first(), types.first()) {
            let sorts = known_type(arg, *ty).sorts;
            let might = |verb: &&Verb| match verb.params.first() {
                Some((_, Type::Datum)) | None => true,
                Some((_, wanted)) => TypeSet::of(*wanted).meets(sorts),
            };
            verbs.retain(might);
        }
        let mut only = None;
        let mut unsure = Vec::new();
        if is_whole {
            for verb in &verbs {
                for (arg, (_, wanted)) in args.iter_mut().zip(verb.params) {
                    self.to_kind(arg, *wanted);
                }
            }
            if let [verb] = verbs.as_slice() {
                only = Some(*verb);
                for (i, (_, wanted)) in verb.params.iter().enumerate() {
                    if !surely(&args[i], types[i], *wanted) {
                        unsure.push((i as u8, *wanted));
                    }
                }
            }
        }
        let (name, verbs) = (name.into(), verbs.into());
        VerbCall {
            only,
            unsure: unsure.into(),
            passing: passing(&args),
            args: args.into(),
            receiver_last: false,
            at,
            meanings: Box::new(Meanings { name, form, verbs, natives, unknown }),
        }
    }

    /// Builds the node of a call with all its arguments: a constant, where its result always is.
    fn checked_call(&self, call: VerbCall) -> Node {
        if let ([verb], [Node::Constant(Value::Text(name))]) = (&*call.meanings.verbs, &*call.args)
            && let Some(value) = self.names.variant.constant(verb, name)
        {
            return Node::Constant(value);
        }
        if let Some(zone) = call.checked().and_then(|verb| self.names.zone(verb, &call.args)) {
            return Node::Constant(Value::Zone(zone));
        }
        if call.checked().is_some_and(Verb::is_constant) && call.args.len() < 2 {
            let known = RefCell::default();
            return Node::Constants(Box::new(ConstantCall { call, known }));
        }
        // The counter of `get("…")` and `player.get("…")`.
        if let (Some(verb), Some(Node::Constant(Value::Text(name)))) =
            (call.checked(), call.args.last())
            && let Some(slot) = self.names.variant.plain_counter(verb, name)
        {
            return match verb.params {
                [_] => Node::TableCounter(slot, call.at),
                _ => Node::SeatCounter(slot, Box::new(call)),
            };
        }
        Node::Verb(Box::new(call))
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
