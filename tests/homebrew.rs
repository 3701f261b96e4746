//! Homebrew cards that try each ability of the script language, with their sessions.

use crate::sessions::assert_all_hold;
use std::path::Path;

#[test]
fn homebrew_sessions_hold() {
    for replaying in [false, true] {
        let home = Path::new("tests/homebrew");
        assert_all_hold("tests/homebrew/sessions", Some(home), replaying);
    }
}
