//! Runs hooks for the kernel: queries, and runs that change the table.

use super::api::{Effects, Run, verbs};
use super::compile::{Access, Asked, Exit, Machine, Program, Test};
use super::host::Host;
use super::loaded::{Loaded, OwnerScripts};
use super::meter::MAX_OPERATIONS;
use super::returned::returned;
use super::show::find_action;
use super::values::type_of;
use crate::base::error::plural;
use crate::kernel::effect::{EffectContext, Queried, Reader, Returned, Values};
use crate::kernel::rules::Call;
use crate::kernel::rules::FastQuery;
use crate::kernel::{Fault, Hook, Owner, Rulebook, Rules, ScriptLine, Stop, Value};
use smallvec::SmallVec;
use std::rc::Rc;

impl Host {
    /// Checks that a hook takes the values that it is given.
    fn check_arguments(&self, call: &Call, number: u16) -> Result<(), Fault> {
        let unit = &self.loaded.units[number as usize];
        let n_given = Self::n_given(call);
        let n_params = unit.hooks.get(&call.hook).copied().unwrap_or(n_given);
        if n_params != n_given {
            let takes = plural(n_params - 1, "value");
            let given = if n_given == 1 { "none".into() } else { (n_given - 1).to_string() };
            let name = call.hook.name();
            let announced = match self.defined_at(call.owner, Hook::Announce) {
                Some(at) => format!("`announce` at {at} returned {given}"),
                None => "no `announce` returned any".to_owned(),
            };
            let message = format!("`{name}` expects {takes} after `me`, but {announced}");
            let hint = "return as many values from `announce` as `resolve` takes";
            return Err(Fault::new("F0204", message).hint(hint));
        }
        Ok(())
    }

    /// Whether the function that runs takes as many values as the hook gets.
    #[inline(always)]
    fn takes_arguments(&self, own: &OwnerScripts, call: &Call) -> bool {
        let first = own.compiled[call.hook as usize][0];
        self.loaded.program.functions[first as usize].n_params == Self::n_given(call)
    }

    /// The number of the arguments of a hook, `me` included.
    fn n_given(call: &Call) -> usize {
        usize::from(call.hook != Hook::Setup) + call.args.len()
    }

    /// Whether `resolve` of an owner takes one value after `me`.
    fn takes_one(&self, owner: Owner) -> bool {
        let number = self.owned(owner).by_hook[Hook::Resolve as usize];
        number.is_some_and(|n| self.loaded.units[n as usize].hooks[&Hook::Resolve] == 2)
    }
}

impl Rulebook for Host {
    fn rules(&self) -> &Rc<Rules> {
        &self.loaded.rules
    }

    fn test(&self, context: &EffectContext, query: FastQuery) -> Option<bool> {
        let own = self.owned(query.owner);
        let (first, chain) = own.compiled[query.hook as usize].split_first()?;
        let Program { functions, tests, .. } = &self.loaded.program;
        let test = tests[*first as usize].as_ref()?;
        if let Test::Known(answer) = test {
            return Some(*answer);
        }
        // Who may be chosen is for other scripts to say.
        if query.hook == Hook::Announce && context.is_heard(Hook::Targetable) {
            return None;
        }
        let action = match query.action {
            Some(id) => Some(find_action(context, id)?),
            None => None,
        };
        let EffectContext { table, rules, .. } = context;
        let me = query.me;
        let (cost, n_previous) = (functions[*first as usize].cost, 0);
        let mut asked =
            Asked { table, rules, me, action, functions, tests, chain, cost, n_previous };
        let answer = test.holds(&mut asked)?;
        // A hook whose condition is true runs, and counts its operations itself.
        if answer && own.guarded.has(query.hook) {
            return None;
        }
        let n_operations = u64::from(asked.cost);
        let spent = context.cost.n_operations.get() + n_operations;
        if spent > MAX_OPERATIONS {
            return None;
        }
        context.cost.n_operations.set(spent);
        if let Some(script) = own.by_hook[query.hook as usize] {
            self.loaded.ruleset_data.probe.cost(script, query.hook, n_operations);
        }
        Some(answer)
    }

    fn query(&self, context: &EffectContext, reader: Reader<'_>, call: &Call) -> Queried {
        let own = self.owned(call.owner);
        let Some(number) = own.by_hook[call.hook as usize] else { return Ok(Values::new()) };
        let before = context.cost.n_operations.get();
        let mut returned = Values::new();
        let access = Access::Read(context, reader);
        let result = self.run_in(access, call, (own, number), &mut returned);
        self.count_cost(context, before, (number, call.hook));
        result.map(|()| returned)
    }

    fn run(&self, context: &mut EffectContext, call: &Call, returned: &mut Values) -> Returned {
        let own = self.owned(call.owner);
        let Some(number) = own.by_hook[call.hook as usize] else { return Ok(()) };
        context.run.path = u64::from(number) << 8 | call.hook as u64;
        // Where runs are shown or recorded, those that do nothing take place, too.
        let is_shown = context.log.records_verbs() || self.recording.is_some();
        if own.guarded.has(call.hook) && !is_shown && self.takes_arguments(own, call) {
            let (hook, owner, me) = (call.hook, call.owner, call.me);
            if self.test(context, FastQuery { hook, owner, me, action: None }) == Some(false) {
                return Ok(());
            }
        }
        let before = context.cost.n_operations.get();
        let recording = self.recording.as_ref().filter(|_| context.run.listing.is_none());
        let outer = recording.map(|recording| (recording, recording.begin(call)));
        let result = self.run_in(Access::Act(context), call, (own, number), returned);
        if let Some((recording, outer)) = outer {
            recording.end(outer, result.is_err());
        }
        self.count_cost(context, before, (number, call.hook));
        result
    }

    fn repeat(&self, context: &mut EffectContext, calls: &[(usize, Values)]) -> Result<(), Stop> {
        for (verb, args) in calls {
            if let Some(Run::Act(act)) = verbs().nth(*verb).map(|verb| verb.run) {
                let data = &self.loaded.ruleset_data;
                let args: SmallVec<[&Value; 4]> = args.iter().collect();
                act(&mut Effects { effects: context, data, owner: Owner::Rules }, &args)?;
            }
        }
        Ok(())
    }
}

impl Host {
    /// Counts the operations of a hook of a script since there were this many.
    #[inline(always)]
    fn count_cost(&self, context: &EffectContext, before: u64, (script, hook): (u16, Hook)) {
        let n_operations = context.cost.n_operations.get().saturating_sub(before);
        self.loaded.ruleset_data.probe.cost(script, hook, n_operations);
    }

    /// Runs a hook of an owner in the script with this number: the first of a chain of functions,
    /// each of which may run the next one as `previous`.
    #[inline(always)]
    fn run_in(
        &self,
        access: Access<'_>,
        call: &Call,
        (own, number): (&OwnerScripts, u16),
        values: &mut Values,
    ) -> Returned {
        let Loaded { program, ruleset_data, memory: spare, interrupt, .. } = &self.loaded;
        let chain = &*own.compiled[call.hook as usize];
        if !self.takes_arguments(own, call) {
            self.check_arguments(call, number).map_err(|fault| self.placed(fault, call, number))?;
        }
        let mut memory = spare.take().unwrap_or_default();
        memory.clear();
        if call.hook != Hook::Setup {
            memory.stack.push(Value::Player(call.me));
        }
        call.args.iter().for_each(|arg| memory.stack.push(arg.clone()));
        let functions = &program.functions;
        let owner = call.owner;
        let mut machine =
            Machine::new(functions, access, ruleset_data, owner, chain, interrupt, &mut memory);
        let result = match machine.hook() {
            Ok(()) => self.returned(call, &mut memory.returned, values),
            Err(Exit::Asked) => Err(Stop::Asked),
            Err(_) => Err(memory.take_fault().into()),
        };
        spare.set(Some(memory));
        result.map_err(|stop| match stop {
            Stop::Fault(fault) => self.placed(*fault, call, number).into(),
            Stop::Asked => Stop::Asked,
        })
    }

    /// Adds what a hook returned to the values that the kernel keeps.
    #[inline(always)]
    fn returned(&self, call: &Call, value: &mut Value, values: &mut Values) -> Returned {
        let kinds = &self.loaded.ruleset_data.kinds;
        let takes_one = || self.takes_one(call.owner);
        returned(kinds, call.hook, value, values, takes_one)
            .map_err(|unfit| unfit.fault(call.hook, type_of(value)).into())
    }

    /// Returns where a hook is defined: `cards/favor.rhai:3`.
    fn defined_at(&self, owner: Owner, hook: Hook) -> Option<String> {
        let script = self.script_of(owner, hook)?;
        let span = super::tree::syntax::find_function(script, hook.name())?;
        Some(format!("{}:{}", script.name, span.line))
    }

    /// Sets the position of a fault that has none to that of the hook.
    fn placed(&self, mut fault: Fault, call: &Call, number: u16) -> Fault {
        if fault.place.is_none() {
            let script = &self.loaded.scripts[number as usize];
            let span = super::tree::syntax::find_function(script, call.hook.name());
            fault.place = span.and_then(|span| {
                let (line, column) = (span.line.try_into().ok()?, span.column.try_into().ok()?);
                Some(ScriptLine { script: number, line, column })
            });
        }
        fault
    }
}
