//! Programs of another package, which use the library without its default features. It is compiled
//! again for them, once for both, so they run only with `LITTERBOX_TESTS=all`.

use crate::program::{is_complete, skipped};
use std::process::{Command, Output};

/// The result of a program of `tests/outside`; `None`, with a note, if its packages are not on this
/// machine: tests do not use the network.
fn ran(program: &str, arguments: &[&str]) -> Option<Output> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(env!("CARGO_MANIFEST_DIR"));
    cargo.args(["run", "--quiet", "--offline", "--profile", "outside", "-p", "outside"]);
    let ran = cargo.args(["--bin", program, "--"]).args(arguments).output().unwrap();
    let talk = String::from_utf8_lossy(&ran.stderr);
    if talk.contains("but --offline was specified") {
        skipped(&format!("`cargo fetch` has not been run: {program} of another crate"));
        return None;
    }
    assert!(ran.status.success(), "{talk}");
    Some(ran)
}

#[test]
fn another_crate_plays_a_game_without_the_program() {
    if !is_complete() {
        return skipped(
            "LITTERBOX_TESTS is not `all`: the library is not compiled for another crate",
        );
    }
    let Some(ran) = ran("play", &[]) else { return };
    let out = String::from_utf8_lossy(&ran.stdout);
    assert!(out.contains(" moves, won by "), "{out}");
}

#[test]
fn the_stored_schemas_are_those_of_the_types() {
    if !is_complete() {
        return skipped("LITTERBOX_TESTS is not `all`: the schemas are not written again");
    }
    ran("schemas", &["--check"]);
}
