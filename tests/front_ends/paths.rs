//! Folders and files whose names are not UTF-8.

use crate::program::{Litterbox, Ran};
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

/// Runs the program in a folder whose name is not UTF-8, where it also keeps its state. `$` begins
/// such a name in an argument.
fn run(litterbox: &Litterbox, arguments: &[&str]) -> Ran {
    let folder = litterbox.path().join(named("$home"));
    fs::create_dir_all(folder.join("variants")).unwrap();
    fs::create_dir_all(folder.join("scripts/cards")).unwrap();
    let variant = r#"{ "name": "Toys", "extends": "classic", "deck": { "windfall": 4 } }"#;
    fs::write(folder.join("variants/toys.json"), variant).unwrap();
    let script = "//! Windfall.\n\nfn resolve(me) { draw_pile().top.give_to(me); }\n";
    fs::write(folder.join("scripts/cards/windfall.rhai"), script).unwrap();
    let mut command = litterbox.command(&[]);
    command.args(arguments.iter().map(|word| named(word))).current_dir(&folder);
    Ran::from(command.env("XDG_STATE_HOME", &folder).output().unwrap())
}

fn named(word: &str) -> std::path::PathBuf {
    let bytes = word.bytes().map(|byte| if byte == b'$' { 0xff } else { byte });
    Path::new(OsStr::from_bytes(&bytes.collect::<Vec<u8>>())).to_owned()
}

#[test]
fn a_path_that_is_not_utf8_is_written_to_json() {
    let litterbox = Litterbox::new();
    for (arguments, code, shown) in [
        (&["repl", "--journal", "-c", "draw"][..], 0, "p1 draws"),
        (&["repl", "--journals", "--format", "json"], 0, "\u{fffd}home/litterbox/sessions/"),
        (
            &["fuzz", "toys", "--games", "480", "--out", "$out", "--format", "json"],
            1,
            "\u{fffd}out/fuzz_toys",
        ),
    ] {
        let ran = run(&litterbox, arguments);
        assert_eq!(ran.code, Some(code), "{}", ran.shown());
        assert!(ran.out.contains(shown), "{}", ran.shown());
    }
}

#[test]
fn an_output_whose_name_is_not_utf8_is_refused_before_the_run() {
    let litterbox = Litterbox::new();
    let games = &["--games", "20"][..];
    for arguments in [
        &[&["sim", "toys", "--report", "$p.html"], games].concat()[..],
        &[&["compare", "toys", "classic", "--report", "$p.html"], games].concat(),
        &["print", "toys", "--out", "$p.html"],
    ] {
        let ran = run(&litterbox, arguments);
        assert_eq!(ran.code, Some(2), "{}", ran.shown());
        assert!(ran.talk.contains("`\u{fffd}p.html` is not valid Unicode"), "{}", ran.shown());
    }
    // The command of a report may hold other such words.
    let sim = ["sim", "toys", "--home", "../$home", "--report", "p.html"];
    let ran = run(&litterbox, &[&sim, games].concat());
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
    let mut names: Vec<_> = fs::read_dir(litterbox.path().join(named("$home"))).unwrap().collect();
    names.retain(|entry| entry.as_ref().unwrap().path().extension().is_some());
    assert_eq!(names.len(), 1, "{names:?}");
}
