//! Fixes that can be carried out by themselves.

use crate::error::{Edit, Error};
use std::collections::BTreeMap;

/// The texts of files after all that can be mended has been: by the name that messages give them.
/// Where two changes meet, the first is made, and the other stays for the next time.
#[must_use]
pub fn apply_fixes(errors: &[Error]) -> BTreeMap<String, (String, usize)> {
    let mut edits: BTreeMap<String, (&str, Vec<Edit>)> = BTreeMap::new();
    for error in errors {
        if let (Some(fix), Some(span)) = (error.fix(), &error.span) {
            let of_file = edits.entry(span.file.to_string()).or_insert((&span.text, Vec::new()));
            of_file.1.push(fix);
        }
    }
    edits.into_iter().map(|(file, (text, edits))| (file, apply(text, edits))).collect()
}

/// A text after these changes, and how many of them were made.
fn apply(text: &str, mut edits: Vec<Edit>) -> (String, usize) {
    edits.sort_by_key(|edit| (edit.bytes.start, edit.bytes.end));
    edits.dedup();
    let (mut mended, mut done, mut n_edits) = (String::new(), 0, 0);
    for edit in edits.iter().filter(|edit| edit.bytes.end <= text.len()) {
        if edit.bytes.start < done {
            continue;
        }
        mended += &text[done..edit.bytes.start];
        mended += &edit.text;
        done = edit.bytes.end;
        n_edits += 1;
    }
    mended += &text[done..];
    (mended, n_edits)
}
