//! `previous(…)`: calls the running hook of the script before the running one in the list of a
//! kind, of a combo or of the rules.
//!
//! The call is part of the same run: its questions suspend the run, and its faults stop it.

use super::fault;
use super::hook_frame::HookFrame;
use super::host_context::HostContext;
use super::watch::ExecutionWatch;
use crate::kernel::{Fault, Stop};
use rhai::{CallFnOptions, Dynamic, Engine, EvalAltResult, NativeCallContext, Scope};
use std::any::TypeId;
use std::rc::Rc;

/// The name of the function.
pub const PREVIOUS: &str = "previous";

/// The maximum number of arguments.
pub const MAX_ARGUMENTS: usize = 8;

/// The maximum number of calls in one run: each may use up the limit of operations.
const MAX_CALLS: u32 = 100;

/// The maximum depth of nested function calls.
const MAX_LEVELS: usize = 32;

/// Registers the function with all numbers of arguments.
pub fn register(engine: &mut Engine, host_context: &Rc<HostContext>) {
    for n_args in 0..=MAX_ARGUMENTS {
        let host_context = host_context.clone();
        let types = vec![TypeId::of::<Dynamic>(); n_args];
        engine.register_raw_fn(PREVIOUS, types, move |ctx, args| {
            let args: Vec<Dynamic> = args.iter().map(|arg| (**arg).clone()).collect();
            call(&ctx, &host_context, args)
        });
    }
}

fn call(
    ctx: &NativeCallContext<'_>,
    host_context: &HostContext,
    args: Vec<Dynamic>,
) -> Result<Dynamic, Box<EvalAltResult>> {
    let terminated = || {
        let position = ctx.call_position();
        Box::new(EvalAltResult::ErrorTerminated(Dynamic::UNIT, position))
    };
    if host_context.is_stopped() {
        return Err(terminated());
    }
    let called = enter(ctx, host_context, args).map_err(|fault| {
        host_context.stop(Stop::Fault(Box::new(fault)), ctx);
        terminated()
    })?;
    let Callee { number, frame, displaced } = called;
    let units = host_context.units.get().expect("a hook runs, so all scripts are compiled");
    let unit = &units[number as usize];
    let name = frame.hook.name();
    let args = frame.args.to_vec();
    host_context.frame.replace(Some(frame));
    let running = host_context.set_script(number);
    let watch = host_context.watch.get();
    let outer = watch.and_then(ExecutionWatch::begin_inner);
    let options = CallFnOptions::new().eval_ast(false).rewind_scope(false);
    let result: Result<Dynamic, _> =
        ctx.engine().call_fn_with_options(options, &mut Scope::new(), &unit.ast, name, args);
    let result = result.map_err(|error| {
        if !host_context.is_stopped() {
            // Positions refer to the running script, so this comes before it is restored.
            let fault = fault::of_rhai(&error, host_context, &unit.functions);
            host_context.stop(Stop::Fault(Box::new(fault)), ctx);
        }
        terminated()
    });
    if let Some(watch) = watch {
        watch.end(outer);
    }
    host_context.set_script(running);
    let n_calls = host_context.frame.borrow().as_ref().map_or(0, |frame| frame.n_calls);
    host_context.frame.replace(Some(HookFrame { n_calls, ..displaced }));
    result
}

/// The script to call, its frame, and the frame of the caller.
struct Callee {
    number: u16,
    frame: HookFrame,
    displaced: HookFrame,
}

/// Finds the script before the running one.
fn enter(
    ctx: &NativeCallContext<'_>,
    host_context: &HostContext,
    args: Vec<Dynamic>,
) -> Result<Callee, Fault> {
    let nothing = || {
        Fault::new("F0205", "there is no previous hook here")
            .hint("call `previous` in a hook that a script before this one in the list defines")
    };
    let displaced = host_context.frame.borrow().clone().ok_or_else(nothing)?;
    let n_earlier = displaced.n_earlier.checked_sub(1).ok_or_else(nothing)?;
    let number = displaced.scripts[n_earlier];
    let args: Rc<[Dynamic]> = if args.is_empty() { displaced.args.clone() } else { args.into() };
    let frame = HookFrame {
        n_earlier,
        args,
        level: displaced.level + ctx.call_level() + 1,
        n_calls: displaced.n_calls + 1,
        ..displaced.clone()
    };
    if frame.level > MAX_LEVELS || frame.n_calls > MAX_CALLS {
        return Err(Fault::new("F0002", "too many calls of `previous` in one run")
            .hint(format!("the limits are {MAX_CALLS} calls, and a depth of {MAX_LEVELS}")));
    }
    let unit = &host_context.units.get().ok_or_else(nothing)?[number as usize];
    let wanted = unit.hooks.get(&frame.hook).copied().unwrap_or_default();
    if wanted != frame.args.len() {
        let name = frame.hook.name();
        let message = format!(
            "the previous `{name}` takes {wanted} values, `me` included, but is called with {}",
            frame.args.len()
        );
        return Err(Fault::new("F0205", message)
            .hint("`previous()` passes on all values; `previous(me, …)` passes these"));
    }
    Ok(Callee { number, frame, displaced })
}
