//! Limits of what scripts can cause.

use super::effect::EffectContext;
use crate::kernel::cost::Cost;
use crate::kernel::fault::{Fault, Stop};

impl EffectContext {
    /// Checks what hooks have caused since the last answer. A rulebook calls this after each verb
    /// that changes the table.
    #[inline]
    pub fn check_cost(&self) -> Result<(), Stop> {
        let Cost { n_events, n_text_bytes, .. } = self.cost;
        let n_caused = self.run.caused.len();
        if n_events > MAX_EVENTS || n_text_bytes > MAX_TEXT_BYTES || n_caused > MAX_TASKS as usize {
            return Err(self.excess());
        }
        Ok(())
    }

    #[cold]
    fn excess(&self) -> Stop {
        let Cost { n_events, n_text_bytes, .. } = self.cost;
        let fault = if n_events > MAX_EVENTS {
            Fault::new("F0307", format!("more than {MAX_EVENTS} events follow from one answer"))
                .hint("check for a loop that changes the table without an end")
        } else if n_text_bytes > MAX_TEXT_BYTES {
            Fault::new(
                "F0307",
                format!("more than {MAX_TEXT_BYTES} bytes of texts follow from one answer"),
            )
            .hint("check for a loop that says, prints or notes something again and again")
        } else {
            too_many_tasks()
                .hint("plays and explosions happen after the script: request fewer of them")
        };
        fault.into()
    }

    pub(super) fn count_question(&mut self) -> Result<(), Stop> {
        self.cost.n_questions += 1;
        if self.cost.n_questions <= MAX_QUESTIONS {
            return Ok(());
        }
        let message = format!("more than {MAX_QUESTIONS} questions follow from one answer");
        Err(Fault::new("F0307", message).hint("check for a loop that asks without an end").into())
    }
}

/// The fault of more than [`MAX_TASKS`] tasks after one answer, without a hint.
pub(super) fn too_many_tasks() -> Fault {
    Fault::new("F0304", format!("more than {MAX_TASKS} effects follow from one answer"))
}

/// The maximum number of tasks that may follow from one answer.
pub(crate) const MAX_TASKS: u32 = 200;

/// The maximum number of events that may follow from one answer.
pub(crate) const MAX_EVENTS: u32 = 10_000;

/// The maximum number of bytes of texts that may follow from one answer.
pub(crate) const MAX_TEXT_BYTES: usize = 65_536;

/// The maximum number of questions that agents may be asked after one answer.
pub(crate) const MAX_QUESTIONS: u32 = 500;
