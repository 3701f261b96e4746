//! The progress bar of a run. Its line is cut at the width of the terminal: one that wraps leaves
//! parts of it behind when it is cleared.

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressStyle};
use std::time::Duration;

/// Creates a bar for this many things, or for as many as there will be.
pub fn progress_bar(all: Option<u64>, noun: &'static str) -> ProgressBar {
    let (bar, template) = match all {
        Some(all) => (ProgressBar::new(all), "{bar:16} {wide_msg}"),
        None => (ProgressBar::new_spinner(), "{spinner} {wide_msg}"),
    };
    bar.set_style(ProgressStyle::with_template(template).unwrap_or(ProgressStyle::default_bar()));
    bar.with_prefix(noun)
}

/// Draws how much is done.
pub fn draw(bar: &ProgressBar, done: u64, is_stopping: bool) {
    bar.set_position(done);
    let all = bar.length();
    let time = if all.is_some() { bar.eta() } else { bar.elapsed() };
    let line = progress_line((done, all), &bar.prefix(), bar.per_sec(), time);
    bar.set_message(if is_stopping { format!("stopping: {line}") } else { line });
}

/// Formats how much is done, such as `4,617/1,000,000 games  3m left  1,532/s`; `time` is that
/// which is left, or of as many as there are, that which has passed.
pub fn progress_line(
    (done, all): (u64, Option<u64>),
    noun: &str,
    per_second: f64,
    time: Duration,
) -> String {
    let (done, rate) = (HumanCount(done), HumanCount(per_second.round() as u64));
    let time = HumanDuration(time);
    match all {
        Some(all) => format!("{done}/{} {noun}  {time:#} left  {rate}/s", HumanCount(all)),
        None => format!("{done} {noun}  {time:#}  {rate}/s"),
    }
}
