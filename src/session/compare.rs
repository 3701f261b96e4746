//! Compares actual with recorded output: `...` matches any lines, `[..]` any text.

use crate::shell::recorded::{ANY_LINES, ANY_TEXT, escape, unescape};
use std::borrow::Cow;

/// The largest product of the numbers of recorded and of actual lines that are aligned.
const MAX_ALIGNED: usize = 4_000_000;

/// Whether a recorded line matches an actual one.
pub fn fits(pattern: &str, line: &str) -> bool {
    let (pattern, line) = (pattern.trim_end(), line.trim_end());
    // Older recordings have no escapes.
    if pattern == line {
        return true;
    }
    let mut parts = pattern.split(ANY_TEXT).map(unescape);
    let first = parts.next().unwrap_or_default();
    let parts: Vec<Cow<'_, str>> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return first == line };
    let Some(mut rest) = line.strip_prefix(&*first) else { return false };
    for part in middle {
        match rest.find(&**part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(&**last)
}

/// Whether the recorded lines match the actual ones. Trailing empty lines are ignored.
pub fn holds(expected: &[String], printed: &[String]) -> bool {
    all_fit(&expected[..without_blanks(expected)], &printed[..without_blanks(printed)])
}

fn is_any(pattern: &str) -> bool {
    pattern.trim() == ANY_LINES
}

fn without_blanks(lines: &[String]) -> usize {
    lines.iter().rposition(|line| !line.trim().is_empty()).map_or(0, |last| last + 1)
}

fn all_fit(expected: &[String], printed: &[String]) -> bool {
    let (mut i, mut j) = (0, 0);
    // After the last wildcard, and the line that it would match next.
    let mut again = None;
    while j < printed.len() || i < expected.len() {
        if expected.get(i).is_some_and(|pattern| is_any(pattern)) {
            again = Some((i + 1, j));
            i += 1;
        } else if i < expected.len() && j < printed.len() && fits(&expected[i], &printed[j]) {
            (i, j) = (i + 1, j + 1);
        } else if let Some((after, next)) = again.filter(|(_, next)| *next < printed.len()) {
            again = Some((after, next + 1));
            (i, j) = (after, next + 1);
        } else {
            return false;
        }
    }
    true
}

/// The lines to record: the actual output, with the wildcards that still match and the trailing
/// empty lines.
pub fn accepted(expected: &[String], printed: &[String]) -> Vec<String> {
    if holds(expected, printed) {
        return expected.to_vec();
    }
    let (old, blanks) = expected.split_at(without_blanks(expected));
    let new = &printed[..without_blanks(printed)];
    if old.len().saturating_mul(new.len()) > MAX_ALIGNED {
        return [new, blanks].concat();
    }
    let mut lines = match (old, new) {
        // A last line that does not match is not absorbed by the wildcard before it.
        ([before @ .., last], [first @ .., end])
            if before.last().is_some_and(|line| is_any(line))
                && !is_any(last)
                && !fits(last, end) =>
        {
            [align(before, first), vec![escape(end).into_owned()]].concat()
        }
        _ => align(old, new),
    };
    lines.extend_from_slice(blanks);
    lines
}

/// The lines to record where the output does not matter: those that have wildcards and still match,
/// else one wildcard.
pub fn shortened(expected: &[String], printed: &[String]) -> Vec<String> {
    let is_short = expected.iter().any(|line| is_any(line)) && holds(expected, printed);
    if is_short || printed.is_empty() {
        return accepted(expected, printed);
    }
    let blanks = &expected[without_blanks(expected)..];
    std::iter::once(ANY_LINES.to_owned()).chain(blanks.iter().cloned()).collect()
}

/// Aligns the actual lines with the recorded ones with as many matches as possible; matching
/// recorded lines are kept, including wildcards.
fn align(old: &[String], new: &[String]) -> Vec<String> {
    let (n_old, n_new) = (old.len(), new.len());
    let is_any = |i: usize| is_any(&old[i]);
    // The maximum number of matches from old line i and new line j on.
    let mut best = vec![vec![0_usize; n_new + 1]; n_old + 1];
    for i in (0..n_old).rev() {
        for j in (0..=n_new).rev() {
            let mut most = best[i + 1][j];
            if j < n_new {
                most = most.max(best[i][j + 1]);
                if !is_any(i) && fits(&old[i], &new[j]) {
                    most = most.max(best[i + 1][j + 1] + 1);
                }
            }
            best[i][j] = most;
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut lines = Vec::new();
    while i < n_old || j < n_new {
        if i < n_old && j < n_new && !is_any(i) && fits(&old[i], &new[j]) {
            lines.push(old[i].clone());
            (i, j) = (i + 1, j + 1);
        } else if i < n_old && is_any(i) {
            lines.push(old[i].clone());
            let reached = best[i + 1][j];
            i += 1;
            while j < n_new && best[i][j + 1] == reached && !begins(old, i, &new[j..]) {
                j += 1;
            }
        } else if i < n_old && (j == n_new || best[i + 1][j] >= best[i][j + 1]) {
            // Nor is a line just before a wildcard.
            let is_next = i + 1 < n_old && is_any(i + 1);
            if is_next && j < n_new && best[i + 1][j + 1] == best[i][j] {
                lines.push(escape(&new[j]).into_owned());
                j += 1;
            }
            i += 1;
        } else {
            lines.push(escape(&new[j]).into_owned());
            j += 1;
        }
    }
    lines
}

/// Whether the old line matches the first of the new ones.
fn begins(old: &[String], i: usize, new: &[String]) -> bool {
    match (old.get(i), new.first()) {
        (Some(old), Some(new)) => fits(old, new),
        _ => false,
    }
}
