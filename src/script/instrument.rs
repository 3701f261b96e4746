//! Makes scripts report their variables and each statement before it runs.
//!
//! Rhai's debugger interface does not replace the statements that are inserted: it sees only
//! interpreted code, while coverage and fuzzing count the statements of compiled hooks, which are
//! about ten times as fast. It also reports a statement that is an expression as that expression,
//! without saying that a statement begins, so the executed lines would need the statement map too.

use super::host_context::HostContext;
use super::probe::PROBE;
use super::spec::{Script, Spec};
use super::statement_map;
use super::statement_map::statement_map;
use super::watch::ExecutionWatch;
use crate::error::SourceText;
use rhai::{Engine, NativeCallContext};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Returns the same ruleset with scripts that report each statement before it runs.
#[must_use]
pub fn instrumented(spec: &Spec) -> Spec {
    let mut spec = spec.clone();
    let mut done: BTreeMap<String, SourceText> = BTreeMap::new();
    let trace = |script: &mut Script| {
        let text = done.entry(script.text.to_string());
        let text = text.or_insert_with(|| {
            statement_map::instrumented(&script.text, &statement_map(&script.text), None).into()
        });
        script.text = text.clone();
    };
    spec.scripts_mut().for_each(trace);
    spec
}

impl ExecutionWatch {
    /// Makes an engine report its variables and instrumented statements.
    #[expect(deprecated, reason = "the interface is marked so for being volatile")]
    pub fn attend(&self, engine: &mut Engine, host_context: &Rc<HostContext>) {
        let (lines, meter) = (self.lines.clone(), host_context.meter.clone());
        let host_context = host_context.clone();
        engine.register_fn(PROBE, move |ctx: NativeCallContext, _: i64| {
            let run = host_context.next_event().zip(host_context.place(&ctx));
            if let (Some(run), Some(last)) = (run, lines.borrow_mut().last_mut()) {
                last.push(run);
            }
        });
        let scope = self.scope.clone();
        engine.on_var(move |name, _, context| {
            let variables = context.scope().iter();
            let variables = variables.map(|(name, _, value)| (name.to_owned(), value));
            *scope.borrow_mut() = variables.collect();
            meter.charge_variable(name, context.scope())
        });
    }
}
