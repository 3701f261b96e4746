//! The cost of a run.
//!
//! Compiled code counts one operation for each statement and each expression that is no literal,
//! added up for each straight piece of code and charged when it begins, and one for
//! [`CELLS_PER_OPERATION`] entries that a function looks at, in `n_operations` of [`Cost`]. The
//! interpreter, which runs expressions, agents and what is watched, charges the [`Meter`] of its
//! engine: one operation for each expression and statement, and one for that number of entries of a
//! list, map or text that a variable holds whenever the variable is read.
//!
//! The operations of a run are those of its hook and of all hooks that run inside it. Between verbs
//! the count is here; while a verb runs, it is in `n_operations` of [`Cost`], from where a hook
//! inside continues it. So the games that a searching agent simulates while a script waits for its
//! answer count their own.
//!
//! [`Cost`]: crate::kernel::effect::EffectContext::cost

use crate::base::Interrupt;
use crate::kernel::card::MAX_CARDS;
use rhai::{Dynamic, Engine, EvalAltResult, Position};
use std::cell::Cell;
use std::rc::Rc;

/// The maximum number of operations per run.
pub const MAX_OPERATIONS: u64 = 50_000;

/// The number of entries of lists and maps, or 8 bytes of texts, whose copy is one operation.
pub const CELLS_PER_OPERATION: usize = 32;

/// The maximum length of a text in bytes, and of all texts in a list: a list can hold the id of
/// each card of a deck.
pub const MAX_TEXT: usize = 16_384;

/// The maximum number of entries of a list, nested ones included: a list can hold a whole deck.
pub const MAX_LIST: usize = MAX_CARDS;

/// The maximum number of entries of a map.
pub const MAX_MAP: usize = 128;

/// Why a run must stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excess {
    /// It has used all its operations.
    Operations,
    /// A variable holds a value that is too large.
    Size,
    /// The user asked for it.
    Interrupted,
}

impl Excess {
    /// Returns the error that ends a run; scripts cannot catch it.
    pub fn error(self, position: Position) -> Box<EvalAltResult> {
        match self {
            Self::Operations => Box::new(EvalAltResult::ErrorTooManyOperations(position)),
            Self::Size => {
                Box::new(EvalAltResult::ErrorDataTooLarge("Size of value".into(), position))
            }
            Self::Interrupted => Box::new(EvalAltResult::ErrorTerminated(Dynamic::UNIT, position)),
        }
    }
}

/// Counts the operations of a run. Not shared between threads, like the engine.
#[derive(Debug)]
pub struct Meter {
    spent: Cell<u64>,
    max_cells: usize,
    interrupt: Interrupt,
}

impl Meter {
    /// Creates a meter for an engine whose variables can hold values with this many entries.
    pub fn new(max_cells: usize, interrupt: Interrupt) -> Rc<Self> {
        Rc::new(Self { spent: Cell::new(0), max_cells, interrupt })
    }

    /// Returns what interrupts the run.
    pub const fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }

    /// Returns the number of operations of the run so far.
    pub fn spent(&self) -> u64 {
        self.spent.get()
    }

    /// Continues with another number of operations; 0 starts a run.
    pub fn set_spent(&self, spent: u64) {
        self.spent.set(spent);
    }

    /// Charges operations.
    ///
    /// # Errors
    /// The run has exceeded its limit, or the user has asked it to stop.
    #[inline]
    pub fn charge(&self, n_operations: u64) -> Result<(), Excess> {
        let spent = self.spent.get() + n_operations;
        self.spent.set(spent);
        if spent > MAX_OPERATIONS {
            return Err(Excess::Operations);
        }
        if self.interrupt.is_set() { Err(Excess::Interrupted) } else { Ok(()) }
    }

    /// Charges the copy of a value. Values that are no list, map or text are free.
    ///
    /// # Errors
    /// As [`Meter::charge`]; or the value is larger than a variable may hold.
    pub fn charge_value(&self, value: &Dynamic) -> Result<(), Excess> {
        let n_cells = cells(value);
        if n_cells > self.max_cells {
            return Err(Excess::Size);
        }
        if n_cells < CELLS_PER_OPERATION {
            return Ok(());
        }
        self.charge((n_cells / CELLS_PER_OPERATION) as u64)
    }

    /// Makes an engine charge this meter.
    #[expect(deprecated, reason = "the interface is marked so for being volatile")]
    pub fn attend(self: &Rc<Self>, engine: &mut Engine) {
        // Never exceeded first, except without closures and hooks inside: its error has a position.
        engine.set_max_operations(MAX_OPERATIONS);
        let meter = self.clone();
        engine.on_progress(move |_| meter.charge(1).err().map(Dynamic::from));
        let meter = self.clone();
        engine.on_var(move |name, _, context| meter.charge_variable(name, context.scope()));
    }

    /// Charges the read of a variable; the result is that of a resolver that finds nothing.
    pub fn charge_variable(
        &self,
        name: &str,
        scope: &rhai::Scope<'_>,
    ) -> Result<Option<Dynamic>, Box<EvalAltResult>> {
        let charged = scope.get(name).map_or(Ok(()), |value| self.charge_value(value));
        charged.map(|()| None).map_err(|excess| excess.error(Position::NONE))
    }
}

/// Returns the number of entries of a value and of the values in it; 8 bytes of a text are one.
fn cells(value: &Dynamic) -> usize {
    if let Ok(list) = value.as_array_ref() {
        return list.len() + list.iter().map(cells).sum::<usize>();
    }
    if let Ok(map) = value.as_map_ref() {
        return map.len() + map.values().map(cells).sum::<usize>();
    }
    value.as_immutable_string_ref().map_or(0, |text| text.len() / 8)
}
