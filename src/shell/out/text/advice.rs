//! Formats what a search would answer.

use crate::debugger::reply::{AdviceInfo, OptionAdvice, SuggestedOption};
use crate::error::plural;
use unicode_width::UnicodeWidthStr;

/// Formats the statistics of a search as lines.
pub fn lines(advice: &AdviceInfo) -> Vec<String> {
    let AdviceInfo { seat, n_requested, n_games, n_failed, .. } = advice;
    let mut lines = Vec::new();
    if n_games < n_requested {
        lines.push(format!("Interrupted after {n_games} of {n_requested} simulated games."));
    }
    let options = advice.options.get().map(Vec::as_slice).unwrap_or_default();
    let Some(Some(chosen)) = advice.chosen.get() else {
        lines.push(format!("Nothing is known about {seat}'s options."));
        return lines;
    };
    let n_counted = n_games - n_failed;
    lines.push(format!("{seat}'s options, tried in {n_counted} simulated games:"));
    let width = options.iter().map(|option| option.text.width()).max().unwrap_or(0);
    lines.extend(options.iter().map(|option| line(option, width)));
    if *n_failed > 0 {
        let games = plural(*n_failed as usize, "game");
        lines.push(format!("{games} more ended in a script fault or before this question."));
    }
    lines.push(self::chosen(chosen));
    lines
}

fn line(option: &OptionAdvice, width: usize) -> String {
    let pad = " ".repeat(width - option.text.width());
    let won = (option.mean.0 * 100.0).round();
    format!("  {}{pad}  tried {:>6}, won {won:>3} %", option.text, option.visits)
}

fn chosen(chosen: &SuggestedOption) -> String {
    let name = &chosen.text;
    match &chosen.better_than {
        None => format!(
            "It would answer `{name}`, as `greedy` does: no other option wins clearly more."
        ),
        Some(default) => format!(
            "It would answer `{name}`: it wins clearly more than `{default}`, which `greedy` would \
             answer."
        ),
    }
}
