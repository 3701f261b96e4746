//! The memory of runs, and how they end.

use super::values;
use crate::kernel::{Fault, Value};
use crate::script::functions::ValueLimits;
use crate::script::watch::{OpenFrame, ReturnedValue};
use rand_pcg::Pcg64Mcg;

/// Why a part of a run ends early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The fault is in [`Memory::fault`].
    Fault,
    /// A verb prompts a player, or the result of a probe is known.
    Asked,
    /// `break`; the value is in [`Memory::returned`].
    Break,
    /// `continue`.
    Continue,
    /// `return`; the value is in [`Memory::returned`].
    Return,
}

/// The result of a part of a run.
pub type Eval<T = Value> = Result<T, Exit>;

/// The memory of a run, used again by later ones.
#[derive(Default)]
pub struct Memory {
    pub stack: Vec<Value>,
    /// The variables that closures share.
    pub(super) shared: Vec<Value>,
    /// The fault that ends the run.
    pub fault: Option<Box<Fault>>,
    /// How a closure has ended the run that a function of the language called.
    pub ended: Option<Exit>,
    /// The result of the function that has returned last.
    pub returned: Value,
    /// The place of the running function in a chain of several, and the arguments of its hook.
    pub(super) depth: usize,
    pub(super) hook_args: Vec<Value>,
    /// The number of calls of `previous`.
    pub(super) n_previous: u32,
    /// The running functions of a watched run.
    pub(super) frames: Vec<OpenFrame>,
    /// The function of a watched run that has returned last, until it has been shown.
    pub(super) last_returned: Option<ReturnedValue>,
    /// The largest values.
    pub limits: ValueLimits,
    /// The memory of the script of an agent.
    pub agent: Option<Box<AgentMemory>>,
}

/// Memory that only the scripts of agents use.
#[derive(Debug)]
pub struct AgentMemory {
    /// The generator of `random`.
    pub chance: Pcg64Mcg,
    /// The printed texts, with the line of `debug`.
    pub printed: Vec<(Option<u16>, String)>,
}

impl Memory {
    /// Takes what a run has returned, or its fault: where nobody is asked.
    pub fn take_result(&mut self, result: Eval<()>) -> Result<Value, Fault> {
        match result {
            Ok(()) => Ok(std::mem::take(&mut self.returned)),
            Err(_) => Err(self.take_fault()),
        }
    }

    /// Takes the fault that has ended a run.
    pub fn take_fault(&mut self) -> Fault {
        let fault = self.fault.take().map(|fault| *fault);
        fault.unwrap_or_else(|| Fault::new("F0009", "the run has ended"))
    }

    /// Prepares it for another run.
    #[inline]
    pub fn clear(&mut self) {
        values::truncate(&mut self.stack, 0);
        if !self.shared.is_empty() {
            self.shared.clear();
        }
    }
}
