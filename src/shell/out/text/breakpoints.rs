//! Formats breakpoints and watches.

use super::causes;
use super::join::and;
use crate::debugger::reply::{
    BreakConditionInfo, BreakpointInfo, BreakpointsReply, HitInfo, StopInfo,
};

/// Formats a reply as lines.
#[must_use]
pub fn lines(reply: &BreakpointsReply) -> Vec<String> {
    match reply {
        BreakpointsReply::Stopped(stop) => stopped(stop),
        BreakpointsReply::BeforeFault { hits } => stops("Reached before the fault:", hits),
        BreakpointsReply::Set { breakpoint, asked_line, value } => {
            let value = value.as_ref();
            let value = value.map_or_else(String::new, |v| format!(": is {}", causes::value(v)));
            let mut lines = vec![format!("{}{value}", whole(breakpoint))];
            if let (Some(asked), BreakConditionInfo::Line { line: Some(line), .. }) =
                (asked_line, &breakpoint.at)
            {
                lines
                    .push(format!("  line {asked} begins nothing that is run: it stops at {line}"));
            }
            lines
        }
        BreakpointsReply::List { breakpoints } if breakpoints.is_empty() => {
            vec!["there are no breaks and no watches".into()]
        }
        BreakpointsReply::List { breakpoints } => breakpoints.iter().map(whole).collect(),
        BreakpointsReply::Deleted { breakpoints } if breakpoints.is_empty() => {
            vec!["there was nothing to delete".into()]
        }
        BreakpointsReply::Deleted { breakpoints } => {
            let names: Vec<String> = breakpoints.iter().map(name).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            vec![format!("deleted {}", and(&names))]
        }
        BreakpointsReply::EventClasses { classes } => {
            classes.iter().map(|class| format!("{:9}  {}", class.name, class.about)).collect()
        }
    }
}

fn stopped(stop: &StopInfo) -> Vec<String> {
    let mut lines = stops("Stopped by", &stop.hits);
    let event = stop.event.iter().flat_map(causes::acted);
    lines.splice(1..1, event.map(|line| format!("  {line}")));
    lines
}

/// The breakpoints, then the lines they stopped at.
fn stops(what: &str, hits: &[HitInfo]) -> Vec<String> {
    let named: Vec<String> = hits.iter().map(hit).collect();
    let lines = hits.iter().filter_map(|hit| hit.line.as_ref().map(causes::by));
    std::iter::once(format!("{what} {}.", named.join("; "))).chain(lines).collect()
}

fn hit(hit: &HitInfo) -> String {
    let breakpoint = whole(&hit.breakpoint);
    match &hit.change {
        Some(change) => {
            let (was, is) = (causes::value(&change.was), causes::value(&change.is));
            format!("{breakpoint}: was {was}, is {is}")
        }
        None => breakpoint,
    }
}

/// `watch 2`.
fn name(breakpoint: &BreakpointInfo) -> String {
    match breakpoint.at {
        BreakConditionInfo::Watch { .. } => format!("watch {}", breakpoint.number),
        _ => format!("break {}", breakpoint.number),
    }
}

/// `watch 2, hand ann`.
fn whole(breakpoint: &BreakpointInfo) -> String {
    let name = name(breakpoint);
    match &breakpoint.at {
        BreakConditionInfo::Card { card } => format!("{name}, card {card}"),
        BreakConditionInfo::Event { class } => format!("{name}, on {class}"),
        BreakConditionInfo::Line { script, line: Some(line) } => {
            format!("{name}, line {script}:{line}")
        }
        BreakConditionInfo::Line { script, line: None } => format!("{name}, line {script}"),
        BreakConditionInfo::If { expression } => format!("{name}, if {expression}"),
        BreakConditionInfo::Watch { thing } => format!("{name}, {thing}"),
    }
}
