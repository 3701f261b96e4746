//! Homebrew cards that try each ability of the script language, with their sessions.

use crate::sessions::assert_holds;
use litterbox::session::SessionOptions;
use litterbox::variant::Library;
use std::path::Path;

#[test]
fn homebrew_sessions_hold() {
    let home = Path::new("tests/homebrew");
    let library = Library::open(Some(home), None).expect("the folder is a library");
    insta::glob!("homebrew/sessions/*.session.md", |path| {
        for replaying in [false, true] {
            let options = SessionOptions { replaying, ..SessionOptions::default() };
            assert_holds(path, &library, options);
        }
    });
}
