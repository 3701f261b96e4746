//! Other packages of the workspace, which use the library without its default features. Each
//! compiles all of it, so they run only with `LITTERBOX_TESTS=all`.

use crate::program::{is_complete, skipped};
use std::process::Command;

#[test]
fn another_crate_plays_a_game_without_the_program() {
    if !is_complete() {
        return skipped(
            "LITTERBOX_TESTS is not `all`: the library is not compiled for another crate",
        );
    }
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/outside/Cargo.toml");
    let mut cargo = Command::new(env!("CARGO"));
    let profile = ["--profile", "outside"];
    cargo.args(["run", "--quiet", "--offline", "--manifest-path", manifest]).args(profile);
    let ran = cargo.output().unwrap();
    let talk = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{talk}");
    let out = String::from_utf8_lossy(&ran.stdout);
    assert!(out.contains(" moves, won by "), "{out}");
}

#[test]
fn the_stored_schemas_are_those_of_the_types() {
    if !is_complete() {
        return skipped("LITTERBOX_TESTS is not `all`: the schemas are not written again");
    }
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(env!("CARGO_MANIFEST_DIR"));
    let ran =
        cargo.args(["run", "--quiet", "--offline", "-p", "schemas", "--", "--check"]).output();
    let ran = ran.unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
}
