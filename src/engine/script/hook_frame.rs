//! The running hook, for `previous`.

use crate::kernel::Hook;
use rhai::Dynamic;
use std::rc::Rc;

/// A running hook of an owner with several scripts.
#[derive(Clone)]
pub struct HookFrame {
    pub(super) hook: Hook,
    /// The scripts that define the hook, up to the running one.
    pub(super) scripts: Rc<[u16]>,
    /// How many of them precede the running one.
    pub(super) n_earlier: usize,
    pub(super) args: Rc<[Dynamic]>,
    /// The depth of the function calls that led to it.
    pub(super) level: usize,
    pub(super) n_calls: u32,
}

impl HookFrame {
    /// Creates the frame of a hook. `scripts` are those that define it; the last one runs.
    pub fn new(hook: Hook, scripts: Rc<[u16]>, args: &[Dynamic]) -> Self {
        let n_earlier = scripts.len().saturating_sub(1);
        Self { hook, scripts, n_earlier, args: args.into(), level: 0, n_calls: 0 }
    }
}
