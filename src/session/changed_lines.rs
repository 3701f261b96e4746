//! Compares two outputs line by line.

use similar::{Algorithm, ChangeTag, capture_diff_slices};

/// Returns the lines of both outputs, each with `-`, `+` or a space.
pub fn changed_lines(old: &[String], new: &[String]) -> Vec<(char, String)> {
    let changes = capture_diff_slices(Algorithm::Myers, old, new);
    let lines = changes.iter().flat_map(|op| op.iter_changes(old, new)).map(|change| {
        let mark = match change.tag() {
            ChangeTag::Equal => ' ',
            ChangeTag::Delete => '-',
            ChangeTag::Insert => '+',
        };
        (mark, change.value().clone())
    });
    lines.collect()
}
