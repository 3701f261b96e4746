//! Formats what a player can infer about hidden cards.

use super::position::{and_words, zone};
use crate::base::error::plural;
use crate::debugger::reply::{DrawOdds, KnownCard, KnownCards, OddsInfo, Probability};
use crate::message::ZoneInfo;

/// Formats them as lines.
pub fn lines(odds: &OddsInfo) -> Vec<String> {
    let mut lines = vec![format!("What {} may conclude:", odds.seat)];
    lines.extend(odds.known.iter().map(known));
    let counted = odds.unknown.iter().map(|unknown| match unknown.n {
        1 => unknown.card.word.to_string(),
        n => format!("{n} {}", unknown.card.word),
    });
    let counted: Vec<String> = counted.collect();
    let n_unknown: usize = odds.unknown.iter().map(|unknown| unknown.n).sum();
    lines.push(match n_unknown {
        0 => "  nothing is unknown".into(),
        n => format!("  somewhere among {}: {}", plural(n, "unknown card"), counted.join(", ")),
    });
    lines.extend(odds.draw.iter().map(draw));
    lines
}

fn known(known: &KnownCards) -> String {
    let is_hand = matches!(known.zone, ZoneInfo::Hand { .. });
    let (placed, scattered): (Vec<&KnownCard>, Vec<&KnownCard>) =
        known.cards.iter().partition(|known| is_hand || known.depth.is_some());
    let mut words: Vec<String> = placed
        .into_iter()
        .map(|known| match known.depth {
            None => known.card.word(),
            Some(depth) => format!("{} at depth {depth}", known.card.word()),
        })
        .collect();
    if !scattered.is_empty() {
        words.push(format!("at an unknown depth {}", and_words(scattered.iter().map(|k| &k.card))));
    }
    format!("  {}: {}", zone(&known.zone), words.join(", "))
}

fn draw(draw: &DrawOdds) -> String {
    let Some(Probability(p)) = draw.explosion else { return "  nobody can draw now".into() };
    if let Some(Probability(expected)) = draw.expected {
        let (expected, alike) = (percent(expected), percent(p));
        return format!(
            "  if {} draws now: an explosion in about {expected} if cards are hidden where agents \
             hide them, in {alike} if they are anywhere alike",
            draw.seat
        );
    }
    let odds = match draw.n_samples {
        Some(n) => {
            let deals = match n {
                n if n >= 1_000 => format!("{},{:03}", n / 1_000, n % 1_000),
                n => n.to_string(),
            };
            format!("an explosion in about {} ({deals} sampled deals)", percent(p))
        }
        None if p == 0.0 => "no explosion, for certain".into(),
        None if p > 1.0 - 1e-9 => "an explosion for certain".into(),
        None => format!("an explosion in {} (exact)", percent(p)),
    };
    format!("  if {} draws now: {odds}", draw.seat)
}

fn percent(share: f64) -> String {
    let percent = format!("{:.1}", share * 100.0);
    format!("{} %", percent.strip_suffix(".0").unwrap_or(&percent))
}
