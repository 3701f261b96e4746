//! Homebrew cards that try each ability of the script language, with their sessions.

use crate::program::Litterbox;
use crate::sessions::assert_all_hold;
use std::path::Path;

#[test]
fn homebrew_sessions_hold() {
    for replaying in [false, true] {
        let home = Path::new("tests/homebrew");
        assert_all_hold("tests/homebrew/sessions", Some(home), replaying);
    }
}

#[test]
fn nothing_is_found_in_homebrews_with_teams_and_secrets() {
    let home = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/homebrew");
    for id in ["partners"] {
        let fuzz = ["fuzz", id, "--home", home, "--players", "4", "--games", "20", "--seed", "5"];
        let ran = Litterbox::new().run(&fuzz);
        assert!(ran.out.contains("no findings"), "{}", ran.shown());
    }
}
