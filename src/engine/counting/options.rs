//! How many options the decisions of one game had.

use crate::kernel::card::bits_of;
use crate::kernel::{Decision, Prompt};

/// Decisions with fewer options than this are counted by their number.
const FEW: usize = 32;

/// The number of options of each decision of a game, by the type of the decision: turns, windows,
/// questions.
#[derive(Debug, Default)]
pub struct OptionCounts {
    /// By type and number of options.
    few: [[u32; FEW]; 3],
    /// By type, which of these counts are not 0, as bits.
    counted: [u32; 3],
    /// The other decisions: the type and the number of options.
    many: Vec<(usize, usize)>,
}

impl OptionCounts {
    /// Forgets all decisions.
    pub fn clear(&mut self) {
        self.few = Default::default();
        self.counted = [0; 3];
        self.many.clear();
    }

    #[inline]
    pub(super) fn add(&mut self, decision: &Decision) {
        let which = match decision.prompt {
            Prompt::Turn => 0,
            Prompt::Respond => 1,
            Prompt::Cards(_) | Prompt::Text(_) => 2,
        };
        let n_options = decision.options.len();
        match self.few[which].get_mut(n_options) {
            Some(count) => {
                *count += 1;
                self.counted[which] |= 1 << n_options;
            }
            None => self.many.push((which, n_options)),
        }
    }

    /// Tells `count` of each type of decision and number of options, with how many decisions had
    /// it; a number above 31 may come several times.
    pub fn for_each(&self, mut count: impl FnMut(usize, usize, u32)) {
        for (which, counted) in self.counted.iter().enumerate() {
            for n_options in bits_of((*counted).into()) {
                count(which, n_options, self.few[which][n_options]);
            }
        }
        self.many.iter().for_each(|(which, n_options)| count(*which, *n_options, 1));
    }
}
