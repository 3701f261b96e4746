//! Every session file holds, played as it is typed and played anew from its transcript before each
//! input.

use litterbox::session::{Options, run_text};
use litterbox::variant::Library;
use std::fs;
use std::path::{Path, PathBuf};

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder of the sessions is there").flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, found);
        } else if path.to_string_lossy().ends_with(".session.md") {
            found.push(path);
        }
    }
}

fn check(options: Options) {
    let mut paths = Vec::new();
    files(Path::new("tests/sessions"), &mut paths);
    paths.sort();
    assert!(paths.len() > 50, "the session files are there");
    let library = Library::embedded();
    let mut wrong = String::new();
    for path in paths {
        let text = fs::read_to_string(&path).expect("a session file can be read");
        let name = path.display().to_string();
        match run_text(&name, &text, &library, options) {
            Ok(report) => {
                for problem in report.problems {
                    wrong.push_str(&format!("{problem}\n"));
                }
                if report.differs {
                    wrong.push_str(&format!("{name}: something else is printed\n"));
                }
            }
            Err(error) => wrong.push_str(&format!("{error}\n")),
        }
    }
    assert!(wrong.is_empty(), "{wrong}\n`litterbox test tests/sessions` shows the differences");
}

#[test]
fn sessions_hold() {
    check(Options { expects: true, ..Options::default() });
}

#[test]
fn sessions_hold_when_replayed() {
    check(Options { expects: true, replaying: true, ..Options::default() });
}
