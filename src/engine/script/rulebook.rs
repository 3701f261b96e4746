//! Runs hooks for the kernel.

use super::api::type_of;
use super::compile::{Eval, Exit, Function, Test};
use super::compiled_hook;
use super::host::Host;
use super::loaded::OwnerScripts;
use super::meter::MAX_OPERATIONS;
use super::show::find_action;
use crate::error::plural;
use crate::kernel::effect::{EffectContext, RunMode};
use crate::kernel::rules::Call;
use crate::kernel::rules::FastQuery;
use crate::kernel::{Fault, Hook, Owner, Rulebook, Rules, ScriptLine, Stop, Value};
use smallvec::SmallVec;
use std::rc::Rc;

impl Host {
    /// Checks that a hook takes the values that it is given.
    fn check_arguments(&self, call: &Call, number: u16) -> Result<(), Fault> {
        let unit = &self.loaded.units[number as usize];
        let given = Self::given(call);
        let n_params = unit.hooks.get(&call.hook).copied().unwrap_or(given.len());
        if n_params != given.len() {
            let takes = plural(n_params - 1, "value");
            let given =
                if given.len() == 1 { "none".into() } else { (given.len() - 1).to_string() };
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

    /// The number of the arguments of a hook, `me` included.
    fn n_given(call: &Call) -> usize {
        usize::from(call.hook != Hook::Setup) + call.args.len()
    }

    /// Builds the arguments of a hook, `me` first.
    fn given(call: &Call) -> SmallVec<[Value; 4]> {
        let me = (call.hook != Hook::Setup).then_some(Value::Player(call.me));
        me.into_iter().chain(call.args.iter().cloned()).collect()
    }

    /// Whether `resolve` of an owner takes one value after `me`.
    fn takes_one(&self, owner: Owner) -> bool {
        let number = self.owned(owner).by_hook[Hook::Resolve as usize];
        number.is_some_and(|n| self.loaded.units[n as usize].hooks[&Hook::Resolve] == 2)
    }
}

impl Rulebook for Host {
    fn rules(&self) -> &Rc<Rules> {
        &self.rules
    }

    fn test(&self, context: &mut EffectContext, query: FastQuery) -> Option<bool> {
        let own = self.owned(query.owner);
        let number = *own.compiled[query.hook as usize].first()?;
        let Function { test, cost, .. } = &self.loaded.program.functions[number as usize];
        let test = test.as_ref()?;
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
        let answer = test.holds(&context.table, &context.rules, query.me, action);
        let n_operations = u64::from(*cost);
        context.cost.n_operations += n_operations;
        if context.cost.n_operations > MAX_OPERATIONS {
            return None;
        }
        if let Some(script) = own.by_hook[query.hook as usize] {
            self.loaded.ruleset_data.probe.cost(script, query.hook, n_operations);
        }
        Some(answer)
    }

    fn run(&self, context: &mut EffectContext, call: &Call) -> Result<(), Stop> {
        let own = self.owned(call.owner);
        let Some(number) = own.by_hook[call.hook as usize] else { return Ok(()) };
        context.run.path = u64::from(number) << 8 | call.hook as u64;
        let before = context.cost.n_operations;
        let result = match &self.recording {
            Some(recording) if context.run.mode == RunMode::Act => {
                let outer = recording.begin(call);
                let result = self.run_in(context, call, own, number);
                recording.end(outer, result.is_err());
                result
            }
            _ => self.run_in(context, call, own, number),
        };
        let n_operations = context.cost.n_operations.saturating_sub(before);
        self.loaded.ruleset_data.probe.cost(number, call.hook, n_operations);
        result
    }
}

impl Host {
    /// Runs a hook of an owner in the script with this number.
    #[inline]
    fn run_in(
        &self,
        context: &mut EffectContext,
        call: &Call,
        own: &OwnerScripts,
        number: u16,
    ) -> Result<(), Stop> {
        let chain = &*own.compiled[call.hook as usize];
        let args = |args: &mut Vec<Value>| {
            if call.hook != Hook::Setup {
                args.push(Value::Player(call.me));
            }
            call.args.iter().for_each(|arg| args.push(arg.clone()));
        };
        let loaded = &self.loaded;
        if loaded.program.functions[chain[0] as usize].n_params != Self::n_given(call) {
            self.check_arguments(call, number).map_err(|fault| self.placed(fault, call, number))?;
        }
        let finish = |result: Eval<&mut Value>, context: &mut EffectContext| {
            let value = result.map_err(|exit| (exit, None))?;
            let takes_one = || self.takes_one(call.owner);
            let returned = &mut context.run.returned;
            let stored =
                compiled_hook::store_returned(loaded, call.hook, value, takes_one, returned);
            stored.map_err(|unfit| (Exit::Fault, Some(unfit.fault(call.hook, type_of(value)))))
        };
        match compiled_hook::run(loaded, call.owner, chain, context, args, finish) {
            Ok(()) => Ok(()),
            Err((Exit::Asked, _)) => Err(Stop::Asked),
            Err((_, fault)) => {
                let fault = fault.or_else(|| compiled_hook::take_fault(loaded).map(|it| *it));
                let fault = fault.unwrap_or_else(|| Fault::new("F0009", "the run has ended"));
                Err(self.placed(fault, call, number).into())
            }
        }
    }

    /// Returns where a hook is defined: `cards/favor.rhai:3`.
    fn defined_at(&self, owner: Owner, hook: Hook) -> Option<String> {
        let script = self.script_of(owner, hook)?;
        let span = super::syntax::find_function(script, hook.name())?;
        Some(format!("{}:{}", script.name, span.line))
    }

    /// Sets the position of a fault that has none to that of the hook.
    fn placed(&self, mut fault: Fault, call: &Call, number: u16) -> Fault {
        if fault.place.is_none() {
            let script = &self.loaded.scripts[number as usize];
            let span = super::syntax::find_function(script, call.hook.name());
            fault.place = span.and_then(|span| {
                let (line, column) = (span.line.try_into().ok()?, span.column.try_into().ok()?);
                Some(ScriptLine { script: number, line, column })
            });
        }
        fault
    }
}
