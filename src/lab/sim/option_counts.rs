//! How many options the decisions of one game had.

use super::tally::Tally;
use crate::kernel::{Decision, Prompt};

/// The types of decisions whose options are counted: names and titles.
pub const OPTIONS: [(&str, &str); 3] = [
    ("turn_options", "options on a turn"),
    ("window_options", "options in a window"),
    ("question_options", "options of a question"),
];

/// Decisions with fewer options than this are counted by their number.
const FEW: usize = 32;

/// The number of options of each decision of a game, by the type of the decision: turns, windows,
/// questions.
#[derive(Debug, Default)]
pub(super) struct OptionCounts {
    /// By type and number of options.
    few: [[u32; FEW]; 3],
    /// By type, which of these counts are not 0, as bits.
    counted: [u32; 3],
    /// The other decisions: the type and the number of options.
    many: Vec<(usize, usize)>,
}

impl OptionCounts {
    pub(super) fn clear(&mut self) {
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

    /// Adds the decisions of a game that is over.
    pub(super) fn add_to(&self, tally: &mut Tally) {
        let mut sums = [(0, 0); 3];
        let mut count = |which: usize, n_options: usize, times: u32| {
            let times = u64::from(times);
            tally.options[which].add_times(n_options, times);
            let (n, total) = sums[which];
            sums[which] = (n + times, total + times * n_options as u64);
        };
        for (which, counted) in self.counted.iter().enumerate() {
            let mut left = *counted;
            while left != 0 {
                let n_options = left.trailing_zeros() as usize;
                left &= left - 1;
                count(which, n_options, self.few[which][n_options]);
            }
        }
        self.many.iter().for_each(|(which, n_options)| count(*which, *n_options, 1));
        for (by_game, (n, n_options)) in tally.option_sums.iter_mut().zip(sums) {
            by_game.add(n, n_options);
        }
    }
}
