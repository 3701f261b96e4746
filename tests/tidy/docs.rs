//! The beginnings of documentation.

use super::files;
use std::fmt::Write as _;

/// Words with which no documentation begins: a clause without a main clause, and a reference to the
/// documentation of something else.
const BEGINNINGS: [&str; 2] = ["What ", "The same"];

#[test]
fn documentation_begins_with_its_subject() {
    let mut wrong = String::new();
    for (path, text) in files("src", ".rs") {
        let mut is_open = false;
        for (i, line) in text.lines().map(str::trim).enumerate() {
            let comment = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"));
            let comment = comment.unwrap_or_default().trim();
            if !is_open && BEGINNINGS.iter().any(|words| comment.starts_with(words)) {
                writeln!(wrong, "{}:{}: {comment}", path.display(), i + 1).unwrap();
            }
            // A line in the middle of a sentence may begin with any word.
            is_open = !comment.is_empty() && !comment.ends_with(['.', ':', '?']);
        }
    }
    assert_eq!(wrong, "", "say first what it is, or what it does");
}
