//! Runs Rhai: where an error of Rhai itself, a panic, becomes an error of the script.
//!
//! A run that panics is repeated by an engine that notes where it is.

use super::script_error::script_error;
use crate::error::panic_message;
use rhai::debugger::{CallStackFrame, DebuggerCommand};
use rhai::{ASTNode, Dynamic, Engine, EvalAltResult, Position, Stmt};
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;

/// The code of a fault because of an error of Rhai itself.
const BROKEN: &str = "F0009";

thread_local! {
    static IS_INTERPRETING: Cell<bool> = const { Cell::new(false) };
}

/// Whether Rhai runs on this thread: a panic is then a fault, and nothing to report.
pub fn is_interpreting() -> bool {
    IS_INTERPRETING.get()
}

/// Sets whether a panic on this thread would be one of Rhai: not while a verb runs.
pub fn set_interpreting(on: bool) {
    IS_INTERPRETING.set(on);
}

/// Runs Rhai without a position: to parse, or for an expression of a few operations.
///
/// # Errors
/// The message of a panic.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    let outer = IS_INTERPRETING.replace(true);
    let result = catch_unwind(AssertUnwindSafe(work));
    let is_of_rhai = IS_INTERPRETING.replace(outer);
    result.map_err(|panic| match is_of_rhai {
        true => panic_message(&*panic).to_owned(),
        false => resume_unwind(panic),
    })
}

/// Runs Rhai. `attempt` gets whether the run is repeated: it then must do the same again, on an
/// engine of `another`.
///
/// # Errors
/// Those of the run, and `F0009` after a panic.
pub fn run(
    engine: &Engine,
    another: impl FnOnce() -> Engine,
    mut attempt: impl FnMut(&Engine, bool) -> Result<Dynamic, Box<EvalAltResult>>,
) -> Result<Dynamic, Box<EvalAltResult>> {
    caught(|| attempt(engine, false)).unwrap_or_else(|said| {
        let place = Rc::new(RefCell::new(Place::default()));
        let mut engine = another();
        follow(&mut engine, &place);
        // Its result is of no use: the run ends where the first one did.
        let _ = caught(|| attempt(&engine, true));
        let hint = "this is an error of the script language: write it in another way";
        let error = script_error(BROKEN, format!("Rhai fails: {said}"), hint);
        Err(place.take().located(error))
    })
}

/// The expression that a run has begun last.
#[derive(Default)]
struct Place {
    source: String,
    position: Position,
    calls: Vec<CallStackFrame>,
}

/// Makes an engine note each expression and statement that it begins.
#[expect(deprecated, reason = "the interface is marked so for being volatile")]
fn follow(engine: &mut Engine, place: &Rc<RefCell<Place>>) {
    let place = place.clone();
    engine.register_debugger(
        |_, debugger| debugger,
        move |context, _, node, source, position| {
            if !matches!(node, ASTNode::Stmt(Stmt::Noop(_))) {
                let source = source.unwrap_or_default().to_owned();
                let calls = context.global_runtime_state().debugger().call_stack().to_vec();
                place.replace(Place { source, position, calls });
            }
            Ok(DebuggerCommand::StepInto)
        },
    );
}

impl Place {
    /// Returns an error with this position, within the functions that were called.
    fn located(self, mut error: EvalAltResult) -> Box<EvalAltResult> {
        error.set_position(self.position);
        let mut within = self.source;
        for call in self.calls.into_iter().rev() {
            let caller = call.source.map(String::from).unwrap_or_default();
            let (name, inner) = (call.fn_name.to_string(), Box::new(error));
            error = EvalAltResult::ErrorInFunctionCall(name, within, inner, call.pos);
            within = caller;
        }
        Box::new(error)
    }
}
