//! Programs of another package, which use the library without its default features. It is compiled
//! again for them, once for both, so they run only with `LITTERBOX_TESTS=all`.

use crate::program::{is_complete, skipped};
use std::process::{Command, Output};

/// The result of a program of `tests/outside`.
fn ran(program: &str, arguments: &[&str]) -> Output {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(env!("CARGO_MANIFEST_DIR"));
    cargo.args(["run", "--quiet", "--offline", "--profile", "outside", "-p", "outside"]);
    let ran = cargo.args(["--bin", program, "--"]).args(arguments).output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    ran
}

#[test]
fn another_crate_plays_a_game_without_the_program() {
    if !is_complete() {
        return skipped(
            "LITTERBOX_TESTS is not `all`: the library is not compiled for another crate",
        );
    }
    let ran = ran("play", &[]);
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
