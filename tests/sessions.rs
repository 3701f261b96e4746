//! Every session file holds, played as it is typed and played anew from its transcript before each
//! input.

use litterbox::session::{Options, run_text};
use litterbox::variant::Library;
use std::fs;

fn check(options: Options) {
    let library = Library::embedded();
    insta::glob!("sessions/**/*.session.md", |path| {
        let text = fs::read_to_string(path).expect("a session file can be read");
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let report = run_text(&file, &text, &library, options)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let problems: Vec<_> =
            report.problems.iter().map(|problem| format!("{problem:?}")).collect();
        assert!(problems.is_empty(), "{}:\n{}", path.display(), problems.join("\n"));
        assert!(!report.differs, "`litterbox test {}` shows what differs", path.display());
    });
}

#[test]
fn sessions_hold() {
    check(Options::default());
}

#[test]
fn sessions_hold_when_replayed() {
    check(Options { replaying: true, ..Options::default() });
}
