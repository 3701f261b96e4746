//! Fixes that `check --fix` applies.

use crate::base::error::{Edit, Error, SourceText, edited};
use std::collections::BTreeMap;

/// Applies all fixes that do not overlap. Returns the new file contents by display name, and what
/// each edit did, with its line. Of two overlapping fixes the first is applied; the other remains
/// for the next run.
pub fn apply_fixes(errors: &[Error]) -> BTreeMap<String, (String, Vec<String>)> {
    let mut files: BTreeMap<String, (&SourceText, Vec<&Edit>)> = BTreeMap::new();
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

/// Applies edits to a text. Returns the new text and what each edit did: ``3: `a` becomes `b```.
fn apply(text: &SourceText, mut edits: Vec<&Edit>) -> (String, Vec<String>) {
    edits.sort_by_key(|edit| (edit.bytes.start, edit.bytes.end));
    edits.dedup();
    let mended = edited(text, edits.iter().copied());
    (mended, edits.into_iter().map(|edit| told(text, edit)).collect())
}

/// The effect of an edit, with the line it begins on.
fn told(text: &SourceText, edit: &Edit) -> String {
    let [(line, _), _] = edit.range(text);
    let old = &text[edit.bytes.clone()];
    // Space before the first word that changes is not part of what is told.
    let line = line + old[..old.len() - old.trim_start().len()].matches('\n').count();
    let [old, new] = [old, &edit.text].map(|part| match part.trim().split_once('\n') {
        Some((first, _)) => format!("`{} …`", first.trim_end()),
        None => format!("`{}`", part.trim()),
    });
    match (old.as_str(), new.as_str()) {
        ("``", _) => format!("{line}: {new} inserted"),
        (_, "``") => format!("{line}: {old} removed"),
        _ => format!("{line}: {old} becomes {new}"),
    }
}
