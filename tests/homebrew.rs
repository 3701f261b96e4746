//! Homebrew cards that try each ability of the script language, with their sessions.

use crate::program::Litterbox;
use crate::sessions::assert_all_hold;
use litterbox::variant::Library;
use std::path::Path;

/// The folders with homebrew cards; each has `sessions`.
pub const FOLDERS: [&str; 2] = ["tests/homebrew", "tests/homebrew/hearing"];

#[test]
fn homebrew_sessions_hold() {
    for home in FOLDERS.map(Path::new) {
        for replaying in [false, true] {
            let sessions = home.join("sessions");
            assert_all_hold(sessions.to_str().unwrap(), Some(home), replaying);
        }
    }
}

#[test]
fn fuzzing_finds_nothing_in_cards_that_hear_and_choose() {
    let home = Path::new("tests/homebrew/hearing");
    let library = Library::open(Some(home), None).expect("a library");
    let shipped = crate::harness::variants();
    let litterbox = Litterbox::new();
    for id in library.variant_ids().filter(|id| !shipped.iter().any(|known| known == id)) {
        let mut fuzz = litterbox.command(&["fuzz", id, "--games", "12", "--seed", "5"]);
        let ran = fuzz.current_dir(home).output().unwrap();
        let out = String::from_utf8_lossy(&ran.stdout);
        assert!(ran.status.success() && out.contains("no findings"), "{id}: {out}");
    }
}

#[test]
fn nothing_is_found_in_homebrews_with_teams_and_secrets() {
    let home = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/homebrew");
    for id in ["partners", "secret_target", "sealed"] {
        let fuzz = ["fuzz", id, "--home", home, "--players", "4", "--games", "20", "--seed", "5"];
        let ran = Litterbox::new().run(&fuzz);
        assert!(ran.out.contains("no findings"), "{}", ran.shown());
    }
}
