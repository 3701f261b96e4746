//! A corpus of hostile packs, one folder each in `tests/hostile`: every command ends, says
//! what is wrong, writes nothing outside, and never panics.

use crate::program::{Litterbox, without_pace};
use insta::assert_snapshot;
use std::fs;
use std::path::{Path, PathBuf};

/// The commands that are run in each folder, in this order.
const COMMANDS: [&[&str]; 8] = [
    &["check"],
    &["test", "."],
    &["repl", "evil", "ann", "bob", "--seed", "1", "-c", ":view"],
    &["repl", "evil.session.md"],
    &["debug", "evil.session.md:6"],
    &["merge", "part.json"],
    &["sim", "evil", "--games", "2", "--threads", "1"],
    &["fuzz", "evil", "--games", "8", "--threads", "1"],
];

/// The number of lines and of characters in a line of the output that a snapshot keeps.
const SHOWN: (usize, usize) = (8, 160);

/// The files of a folder and the folders in it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> = entries.collect();
    paths.sort();
    let all = paths.into_iter().map(|path| if path.is_dir() { files(&path) } else { vec![path] });
    all.flatten().collect()
}

/// The beginning of what a run said, without what depends on the machine.
fn shown(text: &str, home: &str) -> String {
    let short = |line: &str| match line.char_indices().nth(SHOWN.1) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    };
    let is_other = |line: &&str| line.starts_with("seed ") || line.ends_with(" languages");
    let text = without_pace(text);
    let lines = text.lines().filter(|line| !is_other(line)).take(SHOWN.0);
    lines.map(|line| format!("    {}\n", short(&line.replace(home, "HOME")))).collect()
}

#[test]
fn no_command_is_harmed_by_a_hostile_pack() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile");
    let mut packs: Vec<_> = fs::read_dir(&corpus).unwrap().map(|e| e.unwrap().path()).collect();
    packs.sort();
    assert!(packs.len() > 20, "{packs:?}");
    for pack in packs {
        let mut litterbox = Litterbox::new();
        let mut names = Vec::new();
        for file in files(&pack) {
            let name = file.strip_prefix(&pack).unwrap().display().to_string();
            litterbox = litterbox.with(&name, &fs::read_to_string(&file).unwrap());
            names.push(name);
        }
        let home = litterbox.path().display().to_string();
        let mut said = String::new();
        for command in COMMANDS {
            let ran = litterbox.run(command);
            assert!(ran.code.is_some_and(|code| code < 4), "{pack:?}: {}", ran.shown());
            let code = ran.code.unwrap();
            said += &format!("{}\n  exit code {code}\n", command.join(" "));
            said += &shown(&ran.out, &home);
            said += &shown(&ran.talk, &home);
        }
        let left = files(litterbox.path());
        let made = left.iter().filter(|path| {
            let name = path.strip_prefix(litterbox.path()).unwrap().display().to_string();
            !names.contains(&name) && !name.starts_with("fuzz_") && !name.starts_with(".litterbox")
        });
        assert_eq!(made.collect::<Vec<_>>(), Vec::<&PathBuf>::new(), "{pack:?}");
        assert_snapshot!(pack.file_name().unwrap().to_str().unwrap(), said);
    }
}

#[test]
fn each_bad_header_is_refused_for_its_own_reason() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile/bad_headers");
    let mut said = String::new();
    for file in files(&folder).iter().filter(|file| file.parent() == Some(&folder)) {
        let name = file.file_name().unwrap().to_str().unwrap();
        if !name.ends_with(".json") {
            continue;
        }
        let text = fs::read_to_string(file).unwrap();
        let litterbox = Litterbox::new().with(name, &text);
        let load = format!(":load {name}");
        for command in [
            &["repl", "-c", &load][..],
            &["repl", name, "-c", ":view"],
            &["repl", &format!("--resume={name}"), "-c", ":view"],
            &["merge", name],
        ] {
            let ran = litterbox.run(command);
            assert!(matches!(ran.code, Some(1..4)), "{command:?}: {}", ran.shown());
            assert_eq!(files(litterbox.path()).len(), 1, "{command:?}: {}", ran.shown());
            if command.contains(&&*load) {
                let reason = ran.out.lines().find(|line| line.starts_with("refused: "));
                said += &format!("{name}\n  {}\n", reason.unwrap_or_else(|| ran.out.trim()));
            }
        }
    }
    assert_snapshot!("bad_headers_alone", said);
}
