//! Test results for people.

use crate::base::error::plural;
use crate::base::output::escape;
use crate::base::time_limit;
use crate::repl::paint::{BAD, FAINT, GOOD, STRONG, paint};
use crate::session::blocks::PlayedBlock;
use crate::session::playthrough::{FirstDiff, PlaythroughDiff};
use crate::session::run::OutputDiff;
use crate::session::suite::{FileReport, FileResult};
use crate::shell::render::text::{causes, line::Line};
use deunicode::deunicode;
use similar::{ChangeTag, TextDiff};
use std::collections::BTreeMap;
use std::time::Duration;

/// The time in which the smallest difference is looked for.
const TIMEOUT: Duration = Duration::from_secs(1);

/// The most open questions whose places are named.
const MAX_OPEN: usize = 3;

/// The number of context lines around a difference.
const CONTEXT: usize = 3;

/// The result of a file; empty if it passed.
pub fn outcome(outcome: &FileResult) -> String {
    let went = match &outcome.went {
        Ok(went) => went,
        Err(why) => return format!("{}\n", escape(why)),
    };
    let mut text = String::new();
    if went.is_rewritten {
        text += &format!("{}: rewritten\n", outcome.name);
    }
    text.extend(went.new_blocks().map(|block| {
        let place = paint(STRONG, &format!("{}:{}", outcome.name, block.lines.start));
        format!("{place}: new: no output recorded yet\n")
    }));
    text.extend(went.left().map(|one| difference(&outcome.name, one)));
    text.extend(
        went.report.problems.iter().map(|problem| format!("{}\n", escape(&problem.to_string()))),
    );
    text.push_str(&changed(went));
    text
}

/// The scripts and variants that have changed since a file passed.
pub fn changed(went: &FileReport) -> String {
    if went.changed.is_empty() || went.passed() {
        return String::new();
    }
    let text = format!("changed since this file last passed: {}\n", went.changed.join(", "));
    paint(FAINT, &text)
}

/// One difference: the input, the recorded output and the actual output.
pub fn difference(name: &str, difference: &OutputDiff) -> String {
    let head = format!("{name}:{}: {}", difference.line, difference.input);
    let mut text = paint(STRONG, &head) + "\n";
    let old: Vec<&str> = difference.expected.iter().map(String::as_str).collect();
    let new: Vec<&str> = difference.printed.iter().map(String::as_str).collect();
    text += &changed_lines(&old, &new);
    if let Some(event) = &difference.event {
        let event = Line::from(causes::placed(event)).safe().text;
        text += &format!("  first event that differs: {event}\n");
    }
    text
}

/// The lines that differ, with those around them: those that look the same are told apart.
fn changed_lines(old: &[&str], new: &[&str]) -> String {
    let diff = TextDiff::configure().timeout(time_limit(TIMEOUT)).diff_slices(old, new);
    let (old_folded, new_folded) = (folded(old), folded(new));
    let mut text = String::new();
    for (at, group) in diff.grouped_ops(CONTEXT).iter().enumerate() {
        if at > 0 {
            text += &(paint(FAINT, "    …") + "\n");
        }
        for change in group.iter().flat_map(|op| diff.iter_inline_changes(op)) {
            let (mark, style) = match change.tag() {
                ChangeTag::Equal => ("    ", FAINT),
                ChangeTag::Delete => ("  - ", BAD),
                ChangeTag::Insert => ("  + ", GOOD),
            };
            let own: String = change.iter_strings_lossy().map(|(_, part)| part).collect();
            let own = own.trim_end_matches('\n');
            let other = match change.tag() {
                ChangeTag::Delete => new_folded.get(&deunicode(own)).copied(),
                ChangeTag::Insert => old_folded.get(&deunicode(own)).copied(),
                ChangeTag::Equal => Some(own),
            };
            let parts = change.iter_strings_lossy().map(|(is_new, part)| {
                let part = distinct(part.trim_end_matches('\n'), other);
                paint(if is_new { style.underline() } else { style }, &part)
            });
            let line = format!("{}{}", paint(style, mark), parts.collect::<String>());
            text += &(line.trim_end().to_owned() + "\n");
        }
    }
    text
}

/// Lines by what they look like.
type Folded<'a> = BTreeMap<String, &'a str>;

fn folded<'a>(lines: &[&'a str]) -> Folded<'a> {
    lines.iter().map(|line| (deunicode(line), *line)).collect()
}

/// A part of a line with characters visible that look like others: blanks that are no spaces, and
/// what a line that looks the same does not have.
fn distinct(part: &str, other: Option<&str>) -> String {
    let is_hidden = |c: char| match other {
        Some(other) => !c.is_ascii() && !other.contains(c),
        None => c != ' ' && c.is_whitespace(),
    };
    let shown = |c: char| match is_hidden(c) {
        true => c.escape_unicode().to_string(),
        false => c.to_string(),
    };
    part.chars().map(shown).collect()
}

/// The first difference between a golden file and the game played again.
pub fn playthrough(name: &str, found: &PlaythroughDiff) -> String {
    let mut text = format!("{}\n", paint(STRONG, &format!("{name}: {}", found.summary)));
    match &found.first {
        FirstDiff::Output(one) => text += &difference(name, one),
        FirstDiff::Refused(problem) => text += &format!("{}\n", escape(&problem.to_string())),
        FirstDiff::Choice([old, new]) => {
            text += &changed_lines(&[old], &[new]);
        }
        FirstDiff::Text => {}
    }
    text
}

/// The summary of the playthroughs.
pub fn playthroughs(n_all: usize, n_differ: usize, n_unplayable: usize) -> String {
    let went = match (n_differ, n_unplayable) {
        (0, 0) => paint(GOOD, "all passed"),
        (n, 0) => paint(BAD, &format!("{n} failed")),
        (n, m) => paint(BAD, &format!("{n} failed, {m} cannot be played")),
    };
    format!("{}: {went}\n", plural(n_all, "playthrough"))
}

#[derive(Debug, Default)]
pub struct FileTally {
    /// Files that were read.
    pub n_files: usize,
    pub n_sessions: usize,
    pub n_failed: usize,
    /// Files that cannot be read.
    pub n_unreadable: usize,
    /// Differences that were not accepted.
    pub n_differences: usize,
    /// Sessions without recorded output.
    pub n_new: usize,
    /// Sessions that fail as they should.
    pub n_known_failures: usize,
    /// Where the sessions begin whose last answer leaves a question open.
    pub open: Vec<String>,
}

impl FileTally {
    /// Counts the results of files.
    pub fn of(outcomes: &[FileResult]) -> Self {
        let mut tally = Self::default();
        for outcome in outcomes {
            match &outcome.went {
                Ok(went) => {
                    tally.n_files += usize::from(!went.report.blocks.is_empty());
                    tally.n_sessions += went.report.blocks.len();
                    tally.n_failed += usize::from(!went.passed());
                    tally.n_differences += went.left().count();
                    tally.n_new += went.new_blocks().count();
                    tally.n_known_failures += went.known_failures().count();
                    let place =
                        |block: &PlayedBlock| format!("{}:{}", outcome.name, block.lines.start);
                    tally.open.extend(went.open_blocks().map(place));
                }
                Err(_) => tally.n_unreadable += 1,
            }
        }
        tally
    }

    /// The summary in one line.
    pub fn summary(&self) -> String {
        let files = plural(self.n_files, "file");
        let sessions = plural(self.n_sessions, "session");
        let failed = match self.n_failed {
            0 if self.n_files > 0 => paint(GOOD, "all passed"),
            0 => "nothing was run".to_owned(),
            n => paint(BAD, &format!("{} failed", plural(n, "file"))),
        };
        let unreadable = match self.n_unreadable {
            0 => String::new(),
            n => format!(", {} cannot be read", plural(n, "file")),
        };
        let new = match self.n_new {
            0 => String::new(),
            n => format!(", {n} new"),
        };
        let known = match self.n_known_failures {
            0 => String::new(),
            n => format!(", {}", plural(n, "known failure")),
        };
        let places = self.open.iter().take(MAX_OPEN).map(String::as_str);
        let places = places.chain((self.open.len() > MAX_OPEN).then_some("…"));
        let places = places.collect::<Vec<_>>().join(", ");
        let open = match self.open.len() {
            0 => String::new(),
            1 => format!("; 1 session ends in an open question: {places}"),
            n => format!("; {n} sessions end in an open question: {places}"),
        };
        format!("{files}, {sessions}: {failed}{unreadable}{new}{known}{open}\n")
    }
}
