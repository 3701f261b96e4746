//! Formats breakpoints and watches, and where they stopped.

use super::causes;
use crate::debugger::reply::{BreakpointInfo, HitInfo, StopInfo};

/// Formats a stop as lines.
pub fn lines(stop: &StopInfo) -> Vec<String> {
    let named: Vec<String> = stop.hits.iter().map(hit).collect();
    let what = if stop.before_fault { "Reached before the fault:" } else { "Stopped by" };
    let head = format!("{what} {}.", named.join("; "));
    let event = stop.event.iter().flat_map(causes::acted).map(|line| format!("  {line}"));
    let at = stop.hits.iter().filter_map(|hit| hit.line.as_ref().map(causes::by));
    std::iter::once(head).chain(event).chain(at).collect()
}

fn hit(hit: &HitInfo) -> String {
    let breakpoint = breakpoint(&hit.breakpoint);
    match &hit.change {
        Some(change) => {
            let [was, is] = causes::values(&change.was, &change.is);
            format!("{breakpoint}: was {was}, is {is}")
        }
        None => breakpoint,
    }
}

/// `watch 2`.
pub fn name(breakpoint: &BreakpointInfo) -> String {
    format!("{} {}", if breakpoint.watch { "watch" } else { "break" }, breakpoint.number)
}

/// `watch 2, hand ann`.
pub fn breakpoint(breakpoint: &BreakpointInfo) -> String {
    format!("{}, {}", name(breakpoint), breakpoint.condition)
}
