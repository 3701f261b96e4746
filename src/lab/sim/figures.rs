//! Figures as text.

use super::stats::Estimate;

/// How far the middle of an interval may be from the value, in half-widths, to be printed with `±`.
const MAX_ASYMMETRY: f64 = 0.2;

/// A bar of at most `width` characters, in eighths.
pub fn bar(share: f64, width: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (share.clamp(0.0, 1.0) * width as f64 * 8.0).round() as usize;
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

/// `12.30 ± 0.40`, or `0.99 [0.85, 1.00]` if the interval is not symmetric: `±` would describe
/// another one.
pub fn number(estimate: Estimate, places: usize) -> String {
    printed(estimate, "", places, |value| format!("{value:.places$}"))
}

/// Writes an estimate with a sign, for differences: `+1.2 ± 0.4`.
pub fn signed(estimate: Estimate, places: usize) -> String {
    printed(estimate, "", places, |value| format!("{value:+.places$}"))
}

/// A share as `25.1 % ± 0.3`, or `100.0 % [56.6, 100.0]`.
pub fn percent(rate: Option<Estimate>) -> String {
    rate.map_or_else(|| "-".to_owned(), |rate| percent_to(rate, 1))
}

/// Writes a percentage with this number of decimal places.
pub(super) fn percent_to(rate: Estimate, places: usize) -> String {
    printed(in_percent(rate), " %", places, |value| format!("{value:.places$}"))
}

/// `+1.2 ± 0.4`, in percentage points.
pub(super) fn effect(effect: Option<Estimate>) -> String {
    effect.map_or_else(|| "-".to_owned(), |effect| signed(in_percent(effect), 1))
}

/// `4,400`.
pub(super) fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let parts: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .filter_map(|part| std::str::from_utf8(part).ok())
        .collect();
    parts.join(",")
}

/// The largest width of a column: a longer cell is not aligned.
const MAX_WIDTH: usize = 1_000;

/// The width of a column of these cells, at least `least`.
pub fn width(cells: impl IntoIterator<Item = impl AsRef<str>>, least: usize) -> usize {
    let widths = cells.into_iter().map(|cell| cell.as_ref().chars().count().min(MAX_WIDTH));
    widths.fold(least, usize::max)
}

pub(super) fn p_value(p: f64) -> String {
    if p < 0.0001 { "less than 0.0001".to_owned() } else { format!("{p:.4}") }
}

pub(super) fn in_percent(Estimate { value, low, high }: Estimate) -> Estimate {
    Estimate { value: 100.0 * value, low: 100.0 * low, high: 100.0 * high }
}

/// The value and its interval, each end formatted by `show`, and the half-width to this number of
/// decimal places.
fn printed(estimate: Estimate, unit: &str, places: usize, show: impl Fn(f64) -> String) -> String {
    let Estimate { value, low, high } = estimate;
    let (shown, margin) = (show(value), estimate.margin());
    if (low.midpoint(high) - value).abs() > MAX_ASYMMETRY * margin {
        return format!("{shown}{unit} [{}, {}]", show(low), show(high));
    }
    format!("{shown}{unit} ± {margin:.places$}")
}

/// Rounded up to two digits.
pub fn round_up(n: u64) -> u64 {
    let unit = 10u64.pow(n.max(1).ilog10().saturating_sub(1));
    n.div_ceil(unit).saturating_mul(unit)
}

/// The number of games, of as many as were played, for an interval of this half-width: rounded up
/// to two digits.
pub(super) fn games_for(games: u64, margin: f64, wanted: f64) -> Option<u64> {
    let needed = games as f64 * (margin / wanted).powi(2);
    (margin > wanted && needed < 1e15).then(|| round_up(needed as u64))
}
