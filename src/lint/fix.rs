//! Fixes that `check --fix` applies.

use crate::error::{Edit, Error};
use std::collections::BTreeMap;

/// Applies all fixes that do not overlap. Returns the new file contents by display name, and the
/// number of edits. Of two overlapping fixes the first is applied; the other remains for the next
/// run.
pub fn apply_fixes(errors: &[Error]) -> BTreeMap<String, (String, usize)> {
    let mut files: BTreeMap<String, (&str, Vec<&Edit>)> = BTreeMap::new();
    let mut fixes: Vec<&Error> = errors.iter().filter(|error| !error.fix.is_empty()).collect();
    fixes.sort_by_key(|error| (error.fix[0].bytes.start, error.fix[0].bytes.end));
    for error in fixes {
        let Some(span) = &error.span else { continue };
        let file = files.entry(span.file.to_string()).or_insert((&span.text, Vec::new()));
        let meets = |edit: &Edit| file.1.iter().any(|made| *made != edit && overlap(made, edit));
        let is_inside = |edit: &Edit| edit.bytes.end <= span.text.len();
        if error.fix.iter().all(|edit| is_inside(edit) && !meets(edit)) {
            file.1.extend(&error.fix);
        }
    }
    let apply = |(text, edits)| apply(text, edits);
    files.into_iter().map(|(file, edits)| (file, apply(edits))).collect()
}

fn overlap(a: &Edit, b: &Edit) -> bool {
    a.bytes.start < b.bytes.end && b.bytes.start < a.bytes.end || a.bytes.start == b.bytes.start
}

/// Applies edits to a text. Returns the new text and the number of edits.
fn apply(text: &str, mut edits: Vec<&Edit>) -> (String, usize) {
    edits.sort_by_key(|edit| (edit.bytes.start, edit.bytes.end));
    edits.dedup();
    let (mut mended, mut done) = (String::new(), 0);
    for edit in &edits {
        mended += &text[done..edit.bytes.start];
        mended += &edit.text;
        done = edit.bytes.end;
    }
    mended += &text[done..];
    (mended, edits.len())
}
