//! How many options the decisions of games have.

use super::tally::Tally;
use crate::counting::OptionCounts;

/// The types of decisions whose options are counted: names and titles.
pub const OPTIONS: [(&str, &str); 3] = [
    ("turn_options", "options on a turn"),
    ("window_options", "options in a window"),
    ("question_options", "options of a question"),
];

/// Adds the decisions of a game that is over.
pub(super) fn add_options(tally: &mut Tally, options: &OptionCounts) {
    let mut sums = [(0, 0); 3];
    options.for_each(|which, n_options, times| {
        let times = u64::from(times);
        tally.options[which].add_times(n_options, times);
        let (n, total) = sums[which];
        sums[which] = (n + times, total + times * n_options as u64);
    });
    for (by_game, (n, n_options)) in tally.option_sums.iter_mut().zip(sums) {
        by_game.add(n, n_options);
    }
}
