//! Reports the statements that run, through Rhai's debugger interface. It works on interpreted code
//! only, so a traced host runs no compiled hook.

use super::host_context::HostContext;
use super::probe::Probe;
use super::spec::{Script, Spec};
use super::syntax::is_closure;
use super::tree::statements::{NumberedScript, NumberedStatements};
use super::watch::{ExecutionWatch, RunningFunction};
use rhai::debugger::DebuggerCommand;
use rhai::{ASTNode, Engine, EvalContext, Expr, Position, Stmt};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// Calls a function before each expression and statement, with its script.
#[expect(deprecated, reason = "the interface is marked so for being volatile")]
fn trace(
    engine: &mut Engine,
    report: impl Fn(&EvalContext<'_, '_, '_, '_, '_, '_>, &ASTNode<'_>, &str) + 'static,
) {
    let has_variables = Cell::new(false);
    let is_first_report = move |context: &EvalContext<'_, '_, '_, '_, '_, '_>,
                                node: &ASTNode<'_>| {
        let variables = context.scope();
        match node {
            // The beginning and the end of a call, and the links of a chain of calls.
            ASTNode::Stmt(Stmt::Noop(_))
            | ASTNode::Expr(Expr::Property(..) | Expr::MethodCall(..)) => false,
            // An index is reported again, without variables, once its list is known.
            ASTNode::Expr(Expr::Index(..)) if has_variables.get() && variables.is_empty() => false,
            _ => {
                has_variables.set(!variables.is_empty());
                true
            }
        }
    };
    engine.register_debugger(
        |_, debugger| debugger,
        move |context, _, node, source, _| {
            if let Some(source) = source.filter(|_| is_first_report(&context, &node)) {
                report(&context, &node, source);
            }
            Ok(DebuggerCommand::StepInto)
        },
    );
}

impl Probe {
    /// Makes an engine count these statements of a ruleset, in scripts that have the same text.
    pub(super) fn count(
        &self,
        engine: &mut Engine,
        spec: &Spec,
        statements: Arc<NumberedStatements>,
    ) {
        let is_loaded =
            |one: &NumberedScript| spec.scripts().any(|script| *script == one.source.script);
        let counted = statements.scripts.iter().enumerate().filter(|(_, one)| is_loaded(one));
        let counted: BTreeMap<Arc<str>, usize> =
            counted.map(|(i, one)| (one.source.script.name.clone(), i)).collect();
        let probe = self.clone();
        trace(engine, move |_, node, source| {
            let Some(i) = counted.get(source) else { return };
            let script = &statements.scripts[*i];
            if let Some(number) = script.begun_at(node) {
                probe.ran(script.first + number);
            }
        });
    }
}

impl ExecutionWatch {
    /// Makes an engine report the statements of a ruleset and the variables at each expression.
    pub(super) fn attend(&self, engine: &mut Engine, spec: &Spec, host_context: &Rc<HostContext>) {
        let watched = spec.scripts().map(|script| (script.name.clone(), script));
        let watched: BTreeMap<Arc<str>, &Script> = watched.collect();
        let watched = watched.into_iter().map(|(name, one)| (name, NumberedScript::new(one, 0)));
        let watched: BTreeMap<Arc<str>, NumberedScript> = watched.collect();
        let (watch, host_context) = (self.clone(), host_context.clone());
        trace(engine, move |context, node, source| {
            let statement = watched
                .get(source)
                .and_then(|script| Some(&script.source.statements[script.begun_at(node)?]));
            let position = statement.map_or_else(
                || node.position(),
                |statement| Position::new(statement.line as u16, statement.column as u16),
            );
            let Some(place) = host_context.place_at(Some(source), position) else { return };
            let calls = context.global_runtime_state().debugger().call_stack();
            let function = calls.last().map_or("", |call| call.fn_name.as_str());
            let variables = context.scope().iter();
            let now = RunningFunction {
                function: if is_closure(function) { "" } else { function }.to_owned(),
                place,
                scope: variables.map(|(name, _, value)| (name.to_owned(), value)).collect(),
            };
            host_context.inspect(|effects, is_acting| match is_acting && effects.log.is_kept() {
                true => watch.reach(now, calls.len(), statement.is_some(), effects),
                false => watch.look(now),
            });
        });
    }
}
