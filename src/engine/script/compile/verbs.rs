//! Calls of verbs and built-in functions.

use super::access::Access;
use super::faults::{forbidden, unfit_value};
use super::machine::{Eval, Exit, MAX_ARGS, Machine};
use super::memory::Memory;
use super::tree::{At, ConstantCall, KnownResult, Node, Passing, VerbCall};
use super::values;
use crate::kernel::effect::{EffectContext, Values};
use crate::kernel::{Hook, Owner, ScriptLine, Seat, Stop, Transient, Value};
use crate::script::api::{Effect, Effects, Fact, Form, Query, Run, Verb, verbs};
use crate::script::functions::Of;
use crate::script::values::Type;
use smallvec::SmallVec;

impl Machine<'_> {
    /// Sets the position of the next events and questions.
    #[inline]
    pub(super) fn at(&mut self, place: Option<ScriptLine>) {
        if let Access::Act(context) = &mut self.context {
            context.run.place = place;
            if self.data.watch.0.is_some() {
                self.show_verb();
            }
        }
    }

    /// Returns the number in a counter of a player.
    #[inline]
    pub(super) fn counter_of(&self, seat: Seat, number: u16) -> i64 {
        let n_counters = self.context.rules.seat_counters.len();
        self.context.table.counters[usize::from(number) + seat.index() * n_counters]
    }

    #[inline(never)]
    pub(super) fn seat_counter(&mut self, number: u16, call: &VerbCall) -> Eval {
        let seat = match self.eval(&call.args[0])? {
            Value::Player(seat) => seat,
            value => {
                let name = match &call.args[1] {
                    Node::Constant(name) => name.clone(),
                    _ => Value::Unit,
                };
                return self.choose(call, &mut [value, name]);
            }
        };
        self.at(call.at);
        Ok(Value::Int(self.counter_of(seat, number)))
    }

    /// Calls a verb or a built-in function.
    #[inline(never)]
    pub(super) fn verb(&mut self, call: &VerbCall) -> Eval {
        if let (Some(verb), Passing::InPlace) = (call.only, call.passing) {
            let args = Args::Nodes(&call.args, &Value::Unit);
            if self.fit(call, args) {
                return self.run_here(verb, args, call.at);
            }
        }
        self.verb_of_nodes(call)
    }

    /// Calls a verb or a built-in function with arguments that must be evaluated.
    #[inline(never)]
    fn verb_of_nodes(&mut self, call: &VerbCall) -> Eval {
        if let (Some(verb), Passing::AllButOne(i)) = (call.only, call.passing) {
            let value = self.eval(&call.args[i as usize])?;
            let args = Args::Nodes(&call.args, &value);
            if self.fit(call, args) {
                return self.run_here(verb, args, call.at);
            }
            let args = args.of(self.memory, self.base);
            let mut args: SmallVec<[Value; 4]> = args.get().iter().copied().cloned().collect();
            return self.choose(call, &mut args);
        }
        let top = self.push_args(&call.args, call.receiver_last)?;
        match call.only {
            Some(verb) if self.fit(call, Args::Stack(top)) => {
                let result = self.run_here(verb, Args::Stack(top), call.at);
                values::truncate(&mut self.memory.stack, top);
                result
            }
            _ => {
                let mut args: SmallVec<[Value; 4]> = self.memory.stack.drain(top..).collect();
                self.choose(call, &mut args)
            }
        }
    }

    /// Whether arguments have the types that the only verb wants.
    #[inline(always)]
    fn fit(&self, call: &VerbCall, args: Args<'_>) -> bool {
        call.unsure.is_empty() || fit(&call.unsure, args.of(self.memory, self.base).get())
    }

    /// Evaluates arguments in Rhai's order.
    pub(super) fn args(
        &mut self,
        args: &[Node],
        receiver_last: bool,
    ) -> Eval<SmallVec<[Value; 4]>> {
        let top = self.push_args(args, receiver_last)?;
        Ok(self.memory.stack.drain(top..).collect())
    }

    /// Chooses the verb or function by the types of the arguments, the first of which may change.
    #[inline(never)]
    pub(super) fn choose(&mut self, call: &VerbCall, args: &mut [Value]) -> Eval {
        if call.meanings.form == Form::Property
            && let [Value::Transient(Transient::Map(map))] = args
        {
            let found = map.get(&call.meanings.name).cloned();
            return found.ok_or_else(|| self.no_key(&call.meanings.name, call.at));
        }
        let kinds = &self.data.kinds;
        let of_types = |verb: &&&Verb| {
            let mut wanted = args.iter().zip(verb.params);
            wanted.all(|(arg, (_, wanted))| values::is_of(*wanted, arg))
        };
        if let Some(verb) = call.meanings.verbs.iter().find(of_types) {
            let mut wanted = args.iter_mut().zip(verb.params);
            let unfit = wanted.find_map(|(arg, (name, wanted))| {
                (!values::accept(kinds, *wanted, arg)).then_some((arg, *name, *wanted))
            });
            return match unfit {
                None => self.run(verb, Args::Values(args), call.at),
                Some((arg, name, wanted)) => {
                    let text = values::text_of(&self.context.rules, arg).map(|text| &**text);
                    let fault = unfit_value(verb, (name, wanted), arg, text, self.data);
                    Err(self.stopped(fault.into(), call.at))
                }
            };
        }
        match self.function(call, args) {
            Some(result) => self.located(result, call.at),
            None => Err(self.no_such_call(call, args)),
        }
    }

    /// Calls a function of the language, if one takes these values.
    fn function(&mut self, call: &VerbCall, args: &mut [Value]) -> Option<Eval> {
        if let Some(native) = call.meanings.natives.iter().find(|native| native.takes(args)) {
            let result = self.call_native(native, args);
            if let Err(Exit::Fault) = result
                && native.params.contains(&Of::Closure)
            {
                self.called_in(&call.meanings.name, call.at);
            }
            return Some(result);
        }
        // `f(map)` is no call of an entry of the map.
        let map = args.first().filter(|_| call.meanings.form == Form::Method)?;
        let closure = self.entry_closure(map, &call.meanings.name)?;
        Some(self.call_with(&closure, &args[1..]))
    }

    /// The fault of a call that nothing takes.
    fn no_such_call(&mut self, call: &VerbCall, args: &[Value]) -> Exit {
        match (&call.meanings.unknown, args) {
            (_, [of]) if call.meanings.form == Form::Property => {
                self.no_property(&call.meanings.name, of, call.at)
            }
            (Some(unknown), _) => {
                let (message, hint) = unknown;
                self.fail_at("F0101", message.clone(), hint.clone(), call.at)
            }
            _ => self.no_function(&call.meanings.name, args, call.at),
        }
    }

    #[inline(never)]
    pub(super) fn run(
        &mut self,
        verb: &'static Verb,
        args: Args<'_>,
        place: Option<ScriptLine>,
    ) -> Eval {
        self.run_here(verb, args, place)
    }

    /// Does the same as [`Machine::run`], compiled in place.
    #[inline(always)]
    fn run_here(&mut self, verb: &'static Verb, args: Args<'_>, place: Option<ScriptLine>) -> Eval {
        if self.is_acting {
            // A condition that is constant is not evaluated at all.
            if !verb.is_constant() {
                if self.is_recorded {
                    self.note(verb, args);
                }
                self.at(place);
            }
        } else {
            self.list(verb, args)?;
        }
        let Self { context, memory, data, owner, base, .. } = self;
        let (data, owner) = (*data, *owner);
        let result = match (verb.run, context) {
            (Run::Read(read), context) => {
                let query = Query { effects: context, reader: context.reader(), data, owner };
                args.give(memory, *base, |args| read(query, args))
            }
            (Run::Act(act), Access::Act(effects)) => {
                let mut effects = Effects { effects, data, owner };
                args.give(memory, *base, |args| act(&mut effects, args))
            }
            (Run::Act(_), Access::Read(..)) => Err(forbidden(verb).into()),
        };
        match result {
            Ok(value) => {
                if self.is_acting
                    && matches!(verb.effect, Effect::Change | Effect::Chance)
                    && let Err(stop) = self.context.check_cost()
                {
                    return Err(self.stopped(stop, place));
                }
                let may_be_large =
                    matches!(value, Value::List(_) | Value::Text(_) | Value::Cards(_));
                if may_be_large { self.checked(value, place) } else { Ok(value) }
            }
            Err(stop) => Err(self.stopped(stop, place)),
        }
    }

    /// Notes a call of a setup, for those that repeat it.
    #[cold]
    #[inline(never)]
    fn note(&mut self, verb: &'static Verb, args: Args<'_>) {
        let Self { context: Access::Act(context), data, memory, base, .. } = self else { return };
        let EffectContext { log, table, cost, .. } = &mut **context;
        let Some(noted) = &mut log.noted else { return };
        let before = noted.before_luck.take();
        let is_lucky = before.is_some() || verb.shuffles();
        let is_repeated = verb.sets_up() && verb.returns == Type::Nothing;
        let is_alike = match verb.effect {
            Effect::Read => !is_lucky || verb.fact == Fact::Living,
            _ => verb.sets_up() && (is_repeated || !is_lucky),
        };
        noted.is_unique |= !is_alike || data.watch.0.is_some();
        if is_lucky {
            noted.before_luck = before.or_else(|| Some((table.clone(), cost.clone())));
        }
        if is_lucky && is_repeated {
            let verb = verbs().position(|other| std::ptr::eq(other, verb));
            let args: Values = args.of(memory, *base).get().iter().copied().cloned().collect();
            noted.calls.extend(verb.map(|verb| (verb, args)));
        }
    }

    /// Ends a run that lists an option where it would ask or change.
    #[inline(never)]
    fn list(&mut self, verb: &Verb, args: Args<'_>) -> Eval<()> {
        let Self { context: Access::Act(context), memory, base, .. } = self else { return Ok(()) };
        match verb.effect {
            Effect::Read => Ok(()),
            Effect::Ask if context.is_heard(Hook::Targetable) => Ok(()),
            Effect::Ask => match args.of(memory, *base).get() {
                // Whether it has an option is all that a probe wants to know.
                [_, _, Value::Players(seats)] => {
                    context.run.list(!seats.is_empty()).map_err(|_| Exit::Asked)
                }
                _ => Ok(()),
            },
            Effect::Change | Effect::Chance => Err(Exit::Asked),
        }
    }

    /// Ends the run at a verb that has stopped.
    #[cold]
    pub(super) fn stopped(&mut self, stop: Stop, place: At) -> Exit {
        let Stop::Fault(mut fault) = stop else { return Exit::Asked };
        fault.place = fault.place.or(place);
        self.memory.fault = Some(fault);
        Exit::Fault
    }

    /// Returns the result of a verb that depends only on the ruleset and its argument.
    #[inline(never)]
    pub(super) fn constant(&mut self, constant: &ConstantCall) -> Eval {
        let ConstantCall { call, known } = constant;
        let arg = match &*call.args {
            [] | [Node::Constant(_)] => None,
            [arg, ..] => Some(self.eval(arg)?),
        };
        let owner = match self.owner {
            Owner::Rules => 0,
            Owner::Kind(kind) => 1 + 2 * u32::from(kind.0),
            Owner::Combo(combo) => 2 + 2 * u32::from(combo.0),
        };
        let key = owner << 8 | self.context.table.n_seats() as u32;
        for result in &*known.borrow() {
            if result.key == key && result.arg == arg {
                return Ok(result.value.clone());
            }
        }
        let args = match (&arg, call.args.first()) {
            (Some(arg), _) | (None, Some(Node::Constant(arg))) => std::slice::from_ref(arg),
            _ => &[],
        };
        let value = self.run(call.meanings.verbs[0], Args::Values(args), call.at)?;
        let mut known = known.borrow_mut();
        if known.len() < 256 {
            known.push(KnownResult { key, arg, value: value.clone() });
        }
        Ok(value)
    }
}

/// The arguments of a verb.
#[derive(Clone, Copy)]
pub(super) enum Args<'a> {
    Values(&'a [Value]),
    /// The values on the stack from here on.
    Stack(usize),
    /// Nodes, and the value of the one that is no constant and no slot.
    Nodes(&'a [Node], &'a Value),
}

/// References to the arguments of a verb.
struct ArgRefs<'a> {
    n: usize,
    refs: [&'a Value; MAX_ARGS],
}

impl<'a> ArgRefs<'a> {
    #[inline(always)]
    fn get(&self) -> &[&'a Value] {
        &self.refs[..self.n]
    }
}

impl<'a> Args<'a> {
    /// Returns the arguments of a call in the frame that begins at `base`. There are at most
    /// [`MAX_ARGS`].
    #[inline(always)]
    fn of(self, memory: &'a Memory, base: usize) -> ArgRefs<'a> {
        let mut refs = [&Value::Unit; MAX_ARGS];
        let values = match self {
            Args::Values(values) => values,
            Args::Stack(top) => &memory.stack[top..],
            Args::Nodes(nodes, value) => {
                for (i, node) in nodes.iter().enumerate() {
                    refs[i] = placed(node, memory, base, value);
                }
                return ArgRefs { n: nodes.len(), refs };
            }
        };
        for (i, value) in values.iter().enumerate() {
            refs[i] = value;
        }
        ArgRefs { n: values.len(), refs }
    }
}

/// Returns the value of a constant or slot, or else this one.
#[inline(always)]
fn placed<'a>(node: &'a Node, memory: &'a Memory, base: usize, value: &'a Value) -> &'a Value {
    match node {
        Node::Constant(value) => value,
        Node::Local(slot) | Node::Take(slot) => &memory.stack[base + *slot as usize],
        _ => value,
    }
}

impl Args<'_> {
    /// Passes references to the arguments, without a list of them where there are few.
    #[inline(always)]
    fn give<T>(self, memory: &Memory, base: usize, run: impl FnOnce(&[&Value]) -> T) -> T {
        match self {
            Args::Nodes([], _) => run(&[]),
            Args::Nodes([node], value) => run(&[placed(node, memory, base, value)]),
            args => run(args.of(memory, base).get()),
        }
    }
}

/// Whether arguments have the wanted types as they are.
#[inline]
fn fit(unsure: &[(u8, Type)], args: &[&Value]) -> bool {
    unsure.iter().all(|(i, wanted)| match (wanted, args[*i as usize]) {
        (Type::Player, Value::Player(_))
        | (Type::Card, Value::Card(_))
        | (Type::Action, Value::Action(_))
        | (Type::Int, Value::Int(_)) => true,
        // A text may have to become a kind.
        (Type::Kind | Type::List(_) | Type::Any(_), Value::Text(_) | Value::List(_)) => false,
        (wanted, value) => wanted.fits(value),
    })
}
