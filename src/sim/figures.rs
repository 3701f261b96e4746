//! Figures as text.

use super::stats::Estimate;

/// A bar of at most `width` characters, in eighths.
#[must_use]
pub fn bar(share: f64, width: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (share.clamp(0.0, 1.0) * width as f64 * 8.0).round() as usize;
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

/// `25.1 % ± 0.3`.
#[must_use]
pub fn percent(rate: Option<Estimate>) -> String {
    rate.map_or_else(
        || "-".to_owned(),
        |rate| format!("{:.1} % ± {:.1}", 100.0 * rate.value, 100.0 * rate.margin()),
    )
}

/// `12.3 ± 0.4`, in percent.
pub(super) fn share(share: Option<Estimate>) -> String {
    let show = |e: Estimate| format!("{:.1} ± {:.1}", 100.0 * e.value, 100.0 * e.margin());
    share.map_or_else(|| "-".to_owned(), show)
}

/// `+1.2 ± 0.4`, in percentage points.
pub(super) fn effect(effect: Option<Estimate>) -> String {
    let show = |e: Estimate| format!("{:+.1} ± {:.1}", 100.0 * e.value, 100.0 * e.margin());
    effect.map_or_else(|| "-".to_owned(), show)
}

/// `12.30 ± 0.40`.
pub(super) fn mean(mean: Option<Estimate>) -> String {
    let show = |mean: Estimate| format!("{:.2} ± {:.2}", mean.value, mean.margin());
    mean.map_or_else(|| "-".to_owned(), show)
}

pub(super) fn p_value(p: f64) -> String {
    if p < 0.0001 { "less than 0.0001".to_owned() } else { format!("{p:.4}") }
}
