//! `previous(…)`: calls the running hook of the script before the running one in the list of a
//! kind, of a combo or of the rules. An expression is no hook.

use super::host_context::HostContext;
use crate::kernel::{Fault, Stop};
use rhai::{Dynamic, Engine, EvalAltResult};
use std::any::TypeId;
use std::rc::Rc;

/// The name of the function.
pub const PREVIOUS: &str = "previous";

/// The maximum number of arguments.
pub const MAX_ARGUMENTS: usize = 8;

/// Registers the function with all numbers of arguments for expressions.
pub fn register(engine: &mut Engine, host_context: &Rc<HostContext>) {
    for n_args in 0..=MAX_ARGUMENTS {
        let host_context = host_context.clone();
        let types = vec![TypeId::of::<Dynamic>(); n_args];
        engine.register_raw_fn(PREVIOUS, types, move |ctx, _| {
            if !host_context.is_stopped() {
                let hint =
                    "call `previous` in a hook that a script before this one in the list defines";
                let fault = Fault::new("F0205", "there is no previous hook here").hint(hint);
                host_context.stop(Stop::Fault(Box::new(fault)), &ctx);
            }
            let end = EvalAltResult::ErrorTerminated(Dynamic::UNIT, ctx.call_position());
            Err::<Dynamic, _>(Box::new(end))
        });
    }
}
