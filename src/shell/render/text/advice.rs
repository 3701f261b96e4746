//! Formats what a search would answer.

use crate::base::error::plural;
use crate::debugger::reply::{AdviceInfo, OptionAdvice, SuggestedOption};
use crate::message::whose;
use crate::sim::stats;
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
        lines.push(format!("Nothing is known about {} options.", whose(seat)));
        return lines;
    };
    let n_counted = n_games - n_failed;
    lines.push(format!("{} options, tried in {n_counted} simulated games:", whose(seat)));
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
    let (low, high) = interval(option);
    let [won, low, high] = [option.mean.0, low, high].map(|share| (share * 100.0).round());
    format!(
        "  {}{pad}  tried {:>6}, won {won:>3} % ({low} to {high} %)",
        option.text, option.visits
    )
}

/// The 95 % interval of the share of the win.
fn interval(option: &OptionAdvice) -> (f64, f64) {
    stats::wilson_ends(option.mean.0, option.visits.max(1).into())
}

fn chosen(chosen: &SuggestedOption) -> String {
    let name = &chosen.text;
    let lead = chosen.lead.as_ref().map(|lead| {
        let [difference, margin] = [&lead.difference, &lead.margin].map(|share| 100.0 * share.0);
        let deals = plural(lead.n_deals as usize, "deal");
        (&lead.text, deals, difference, margin)
    });
    match (&chosen.better_than, lead) {
        (Some(default), Some((_, deals, difference, margin))) => format!(
            "It would answer `{name}`: on the same {deals} it wins {difference:.1} points more often \
             than `{default}`, which `greedy` would answer; {margin:.1} would be enough."
        ),
        (Some(default), None) => format!(
            "It would answer `{name}`: it wins more than `{default}`, which `greedy` would answer."
        ),
        (None, Some((other, deals, difference, margin))) => {
            let word = if difference < 0.0 { "less" } else { "more" };
            format!(
                "It would answer `{name}`, as `greedy` does: no other option wins clearly more. On \
                 the same {deals}, `{other}` wins {:.1} points {word} often; {margin:.1} more \
                 would be enough.",
                difference.abs()
            )
        }
        (None, None) => format!(
            "It would answer `{name}`, as `greedy` does: no other option wins clearly more."
        ),
    }
}
