//! Files that others made are only read within their folder: with links, pipes, loops and limits.

use crate::program::{Litterbox, Ran};
use litterbox::base::files::{Entry, FileKind, Files, Memory};
use litterbox::disk::Folder;
use litterbox::internals::FileStamps;
use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use tempfile::TempDir;

/// A folder with a file that must not change.
struct Outside(TempDir);

impl Outside {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("victim"), "precious").unwrap();
        Self(folder)
    }

    fn victim(&self) -> String {
        self.0.path().join("victim").display().to_string()
    }

    /// Checks that nothing happened here.
    #[track_caller]
    fn is_intact(&self, ran: &Ran) {
        let names: Vec<_> = self.0.path().read_dir().unwrap().map(|e| e.unwrap().path()).collect();
        assert_eq!(names.len(), 1, "{names:?}: {}", ran.shown());
        assert_eq!(fs::read_to_string(self.victim()).unwrap(), "precious", "{}", ran.shown());
    }
}

/// A session whose recorded output is wrong.
pub const WRONG: &str = "# A test\n\n```litterbox\n> :new classic ann bob --seed 7\n  wrong\n```\n";

impl Litterbox {
    fn link(&self, target: &str, name: &str) {
        let link = self.path().join(name);
        fs::create_dir_all(link.parent().unwrap()).unwrap();
        symlink(target, link).unwrap();
    }

    /// Runs `sh`, in which `$0` is the program.
    pub fn sh(&self, script: &str) -> Ran {
        let program = self.command(&[]);
        let mut sh = Command::new("sh");
        sh.args(["-c", script]).arg(program.get_program()).current_dir(self.path());
        for (name, value) in program.get_envs() {
            match value {
                Some(value) => sh.env(name, value),
                None => sh.env_remove(name),
            };
        }
        Ran::from(sh.stdin(Stdio::null()).output().unwrap())
    }

    /// The names of all files that a temporary file could have been left beside.
    pub fn names(&self) -> Vec<String> {
        let entries = self.path().read_dir().unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

/// Checks that a run names a link and its target.
#[track_caller]
fn names_link(ran: &Ran, link: &str, target: &str) {
    let said = format!("{}{}", ran.out, ran.talk);
    let named = format!("`{link}` is a link to `{target}`");
    assert!(said.contains(&named), "not named: {named}: {}", ran.shown());
}

#[test]
fn a_test_run_writes_through_no_link() {
    let outside = Outside::new();
    let victim = outside.victim();
    let litterbox = Litterbox::new().with("tests/a.session.md", WRONG);
    litterbox.link(&victim, "tests/a.session.md.new");
    for arguments in [&["test"][..], &["test", "tests/a.session.md"], &["test", "--accept"]] {
        let ran = litterbox.run(arguments);
        assert_eq!(ran.code, Some(3), "{}", ran.shown());
        names_link(&ran, "a.session.md.new", &victim);
        outside.is_intact(&ran);
    }
    let litterbox = Litterbox::new().with("tests/b.session.md", WRONG);
    litterbox.link(&victim, "tests/a.session.md");
    litterbox.link("b.session.md", "tests/c.session.md");
    let ran = litterbox.run(&["test", "--accept"]);
    names_link(&ran, "a.session.md", &victim);
    names_link(&ran, "c.session.md", "b.session.md");
    outside.is_intact(&ran);
}

#[test]
fn no_state_and_no_golden_file_is_written_through_a_link() {
    let outside = Outside::new();
    let target = outside.0.path().display().to_string();
    let passing = "# A test\n\n```litterbox\n> :new classic ann bob --seed 7\n```\n";
    let mine = "{ \"name\": \"Mine\", \"about\": \"Mine.\", \"extends\": \"classic\" }";
    let litterbox = Litterbox::new().with("tests/a.session.md", passing);
    let litterbox = litterbox.with("variants/mine.json", mine);
    litterbox.link(&target, ".litterbox");
    litterbox.link(&target, "tests/playthroughs");
    let ran = litterbox.run(&["test", "--accept"]);
    names_link(&ran, ".litterbox", &target);
    outside.is_intact(&ran);
    let ran = litterbox.run(&["test", "--playthroughs", "--accept"]);
    names_link(&ran, "tests/playthroughs", &target);
    outside.is_intact(&ran);
}

#[test]
fn a_linked_folder_is_opened_by_its_target() {
    let pack = Litterbox::new().with("scripts/cards/skip.rhai", "//! Mine.\nfn resolve(me) { }\n");
    let target = pack.path().join("scripts").display().to_string();
    let litterbox = Litterbox::new();
    litterbox.link(&target, "scripts");
    let ran = litterbox.run(&["check"]);
    assert_eq!(ran.code, Some(3), "{}", ran.shown());
    names_link(&ran, "scripts", &target);
    let ran = litterbox.run(&["new", "card", "windfall"]);
    names_link(&ran, "scripts", &target);
    assert!(!pack.path().join("scripts/cards/windfall.rhai").exists(), "{}", ran.shown());
    let home = pack.path().display().to_string();
    let ran = litterbox.run(&["check", "--home", &home]);
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
}

#[test]
fn no_script_is_read_from_outside() {
    let outside = Outside::new();
    let victim = outside.victim();
    let litterbox = Litterbox::new().with("scripts/cards/mine.rhai", "//! Mine.\n");
    litterbox.link("mine.rhai", "scripts/cards/same.rhai");
    assert_eq!(litterbox.run(&["check", "scripts"]).code, Some(0));
    litterbox.link(&victim, "scripts/cards/nope.rhai");
    for (arguments, code) in
        [(&["check"][..], 1), (&["check", "scripts"], 1), (&["cards", "classic"], 3)]
    {
        let ran = litterbox.run(arguments);
        assert_eq!(ran.code, Some(code), "{}", ran.shown());
        let said = format!("{}{}", ran.out, ran.talk);
        assert!(said.contains(&format!("is a link to `{victim}`")), "{}", ran.shown());
    }
}

/// A session with a variant that uses no files of the folder, and one with a variant that does.
const TWO_EDITIONS: &str = "# Two editions\n\n```litterbox\n> :new plain ann bob --seed 1\n```\n\n\
                            ```litterbox\n> :new mine ann bob --seed 1\n```\n";

const WITHOUT_NOPE: &str =
    r#"{ "name": "Without Nope", "extends": "classic", "deck": { "nope": 0 } }"#;

#[test]
fn a_file_that_cannot_be_read_stops_only_what_uses_it() {
    let litterbox = Litterbox::new()
        .with("scripts/cards/a.txt", "")
        .with("variants/titles/a.txt", "")
        .with("variants/mine.json", r#"{ "name": "Mine", "extends": "classic" }"#)
        .with("variants/plain.json", WITHOUT_NOPE)
        .with("a.session.md", TWO_EDITIONS);
    for pipe in ["scripts/cards/nope.rhai", "variants/lost.json", "variants/titles/fr.json"] {
        let made = Command::new("mkfifo").arg(litterbox.path().join(pipe)).status().unwrap();
        assert!(made.success());
    }
    let ran = litterbox.run(&["check"]);
    assert_eq!(ran.code, Some(1), "{}", ran.shown());
    for file in ["cards/nope.rhai", "variants/lost.json", "variants/titles/fr.json"] {
        let said = format!("error[V0130]: cannot read {file}: a pipe, not a file");
        assert_eq!(ran.out.matches(&said).count(), 1, "{}", ran.shown());
    }
    assert!(!ran.out.contains("warning"), "{}", ran.shown());
    let large = Litterbox::new()
        .with("scripts/cards/large.rhai", &" ".repeat((1 << 20) + 1))
        .with("scripts/cards/odd.rhai", "fn resolve(me) { odd(); }\n");
    for arguments in [&["check"][..], &["check", "scripts"]] {
        let ran = large.run(arguments);
        let said = "cannot read cards/large.rhai: larger than 1 MiB";
        assert!(ran.out.contains(said) && ran.out.contains("odd.rhai:1:"), "{}", ran.shown());
    }
    let ran = litterbox.run(&["test", "a.session.md"]);
    assert!(ran.out.contains("cannot read cards/nope.rhai: a pipe, not a file"), "{}", ran.shown());
    assert!(!ran.out.contains("variants/lost.json"), "{}", ran.shown());
    assert!(ran.out.contains("1 new"), "{}", ran.shown());
    let ran = litterbox.run(&["sim", "plain", "--games", "10"]);
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
    let ran = litterbox.run(&["cards", "plain", "--lang", "fr"]);
    assert_eq!(ran.code, Some(3), "{}", ran.shown());
    for variant in ["mine", "lost"] {
        let ran = litterbox.run(&["sim", variant, "--games", "10"]);
        assert!(ran.talk.contains("a pipe, not a file"), "{}", ran.shown());
    }
}

#[test]
fn loops_pipes_and_large_files_are_errors_at_once() {
    let litterbox = Litterbox::new().with("tests/a.session.md", WRONG);
    litterbox.link(".", "tests/x");
    litterbox.link(".", "tests/y");
    litterbox.link(".", "scripts/cards/x");
    litterbox.link(".", "scripts/cards/y");
    let ran = litterbox.run(&["test"]);
    names_link(&ran, "cards/x", ".");
    fs::remove_dir_all(litterbox.path().join("scripts")).unwrap();
    let ran = litterbox.run(&["test"]);
    names_link(&ran, "x", ".");
    names_link(&ran, "y", ".");

    let litterbox = Litterbox::new().with("tests/a.txt", "").with("scripts/cards/a.txt", "");
    for pipe in ["tests/pipe.session.md", "scripts/cards/pipe.rhai"] {
        let made = Command::new("mkfifo").arg(litterbox.path().join(pipe)).status().unwrap();
        assert!(made.success());
    }
    for arguments in [
        &["check"][..],
        &["check", "scripts/cards/pipe.rhai", "--home", "tests"],
        &["test", "--home", "tests"],
        &["test", "tests/pipe.session.md", "--home", "tests"],
        &["debug", "tests/pipe.session.md:1", "--home", "tests"],
        &["repl", "--home", "tests", "-c", ":read tests/pipe.session.md"],
    ] {
        let ran = litterbox.run(arguments);
        assert_ne!(ran.code, Some(0), "{arguments:?}: {}", ran.shown());
        let said = format!("{}{}", ran.out, ran.talk);
        assert!(said.contains("a pipe, not a file"), "{arguments:?}: {}", ran.shown());
    }

    let litterbox = Litterbox::new().with("tests/huge.session.md", "").with("huge.json", "");
    for name in ["tests/huge.session.md", "huge.json"] {
        let huge = fs::File::options().write(true).open(litterbox.path().join(name)).unwrap();
        huge.set_len(1 << 40).unwrap();
    }
    for arguments in [&["test"][..], &["check", "huge.json"], &["merge", "huge.json"]] {
        let ran = litterbox.run(arguments);
        assert_eq!(ran.code, Some(3), "{arguments:?}: {}", ran.shown());
        let said = format!("{}{}", ran.out, ran.talk);
        assert!(said.contains("larger than 32 MiB"), "{arguments:?}: {}", ran.shown());
    }
}

#[test]
fn a_tree_has_limits() {
    let deep = "f/".repeat(20);
    let litterbox = Litterbox::new().with(&format!("tests/{deep}a.session.md"), WRONG);
    let ran = litterbox.run(&["test"]);
    assert!(ran.out.contains("more than 16 folders"), "{}", ran.shown());
}

/// Inputs that write files in every way.
const WRITES: &str = "> :new classic ann bob --seed 7\n> :save saved\n> :record recorded\n\
                      > :output out\n> :view\n> :output\n> :load saved\n";

#[test]
fn a_session_writes_files_in_memory() {
    let text = format!("# A test\n\n```litterbox\n{WRITES}```\n");
    let litterbox = Litterbox::new().with("a.session.md", &text);
    for arguments in [
        &["repl", "a.session.md"][..],
        &["repl", "--read", "a.session.md"],
        &["repl", "-c", ":read a.session.md"],
        &["debug", "a.session.md:10"],
    ] {
        let ran = litterbox.run(arguments);
        assert_eq!(litterbox.names(), ["a.session.md"], "{arguments:?}: {}", ran.shown());
        assert_eq!(ran.code, Some(0), "{arguments:?}: {}", ran.shown());
    }
    let ran = litterbox.run(&["repl", "a.session.md", "-c", ":load saved; :save saved"]);
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
    assert_eq!(litterbox.names(), ["a.session.md", "saved"], "what is typed is written");
}

#[test]
fn the_lines_of_a_pipe_continue_the_game_of_a_file() {
    let text = "```litterbox\n> :table classic ann: skip | bob: -\nann> play skip\n```\n";
    let failing = "```litterbox\n> :table classic ann: skip | bob: -\nann> play nope\n```\n";
    let litterbox = Litterbox::new().with("a.session.md", text).with("b.session.md", failing);
    let ran = litterbox.piped(&["repl", "a.session.md"], ":expect turn bob\n:expect turn ann\n");
    assert_eq!(ran.code, Some(1), "{}", ran.shown());
    assert!(ran.talk.contains("stdin:2: refused: :expect turn ann"), "{}", ran.shown());
    let ran = litterbox.piped(&["repl", "b.session.md"], ":expect turn ann\n");
    assert_eq!(ran.code, Some(1), "{}", ran.shown());
    assert!(!ran.talk.contains("stdin"), "a file that fails ends the run: {}", ran.shown());
    let ran = litterbox.piped(&["repl", "a.session.md", "-c", ":expect turn bob"], "wombat\n");
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
}

#[test]
fn a_pipe_writes_only_inside_and_a_person_anywhere() {
    let outside = Outside::new();
    let (folder, victim) = (outside.0.path().display().to_string(), outside.victim());
    let litterbox = Litterbox::new();
    litterbox.link(&victim, "link");
    litterbox.link(&folder, "folder");
    let game = ["repl", "classic", "ann", "bob", "--seed", "7"];
    for name in [&victim, "link", "folder/x", "../x", "/dev/null"] {
        for command in ["save", "record", "output"] {
            let ran = litterbox.piped(&game, &format!(":{command} {name}\n"));
            assert_eq!(ran.code, Some(1), "{command} {name}: {}", ran.shown());
            outside.is_intact(&ran);
        }
    }
    let ran = litterbox.piped(&game, ":load link\n");
    names_link(&ran, "link", &victim);
    let ran = litterbox.piped(&game, ":save new/saved\n");
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
    assert!(litterbox.read("new/saved").contains("classic"));
    fs::write(&victim, "").unwrap();
    let typed = litterbox.run(&[&game[..], &["-c", ":save link; :save /dev/null"]].concat());
    assert_eq!(typed.code, Some(0), "{}", typed.shown());
    assert!(fs::read_to_string(&victim).unwrap().contains("classic"), "{}", typed.shown());
    assert!(fs::symlink_metadata(litterbox.path().join("link")).unwrap().is_symlink());
}

#[test]
fn two_processes_do_not_record_to_one_file() {
    let litterbox = Litterbox::new();
    let game = ["repl", "classic", "ann", "bob", "--seed", "7", "--keep-going"];
    for command in ["record", "output"] {
        let mut first = litterbox.command(&game).stdin(Stdio::piped()).spawn().unwrap();
        let mut stdin = first.stdin.take().unwrap();
        // Again: not by the same process.
        writeln!(stdin, ":{command} one\n:{command} one\n= 40 + 2\n:fly").unwrap();
        // The refusal of the last input is told after everything else.
        let talk = BufReader::new(first.stderr.take().unwrap()).lines();
        talk.map(Result::unwrap).find(|line| line.contains(":fly")).unwrap();
        let before = litterbox.read("one");
        assert!(before.contains("42"), "{command}: {before}");
        let second = litterbox.run(&[&game[..], &["-c", &format!(":{command} one")]].concat());
        assert_eq!(second.code, Some(1), "{command}: {}", second.shown());
        assert!(second.out.contains("cannot write one: something else records to it"));
        assert_eq!(litterbox.read("one"), before, "{command}");
        drop(stdin);
        first.wait().unwrap();
        let third = litterbox.run(&[&game[..], &["-c", &format!(":{command} one")]].concat());
        assert_eq!(third.code, Some(0), "{command}: {}", third.shown());
    }
}

#[test]
fn a_rewritten_file_keeps_its_mode_and_a_new_one_has_the_umask() {
    let litterbox = Litterbox::new().with("tests/a.session.md", WRONG);
    let path = litterbox.path().join("tests/a.session.md");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o604)).unwrap();
    let ran = litterbox.sh("umask 027; \"$0\" test --accept && \"$0\" new card windfall");
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert!(!litterbox.read("tests/a.session.md").contains("wrong"));
    assert_eq!(mode(&path), 0o604);
    assert_eq!(mode(&litterbox.path().join("scripts/cards/windfall.rhai")), 0o640);
    assert_eq!(mode(&litterbox.path().join("scripts/cards")), 0o750);
}

#[test]
fn files_in_memory_are_over_those_below() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("cards")).unwrap();
    fs::write(folder.path().join("cards/a"), "disk").unwrap();
    fs::write(folder.path().join("cards/b"), "disk").unwrap();
    let disk: Arc<dyn Files> = Arc::new(Folder::open(folder.path()).unwrap());
    let files = Memory::over(disk.clone());
    files.write("cards/b", "unsaved").unwrap();
    files.write("cards/c", "unsaved").unwrap();
    let cards = files.folder("cards").unwrap();
    let read = |name| cards.read(name).unwrap();
    assert_eq!([read("a"), read("b"), read("c")], ["disk", "unsaved", "unsaved"]);
    let file = |name: &str| Entry { name: name.to_owned(), kind: FileKind::File };
    assert_eq!(cards.entries("").unwrap(), ["a", "b", "c"].map(file));
    assert_eq!(files.entries("cards").unwrap(), ["a", "b", "c"].map(file));
    assert_eq!(disk.read("cards/b").unwrap(), "disk");
    assert_eq!(disk.kind("cards/c").unwrap(), None);
    cards.append("c", " more", "ved").unwrap();
    assert_eq!(read("c"), "unsa moreved");
}

/// Every list of files says once how many it leaves out because nothing can name them.
#[test]
fn files_whose_names_are_not_utf8_are_left_out_with_a_warning() {
    let name = |bytes: &'static [u8]| Path::new(OsStr::from_bytes(bytes));
    let session = "```litterbox\n> :new classic ann bob\n```\n";
    let nap = "//! Nap: nothing happens.\n\nfn resolve(me) { }\n";
    let litterbox = Litterbox::new()
        .with("tests/one.session.md", session)
        .with("scripts/cards/nap.rhai", nap)
        .with("shards/shard1.json", "{}");
    for (folder, file) in [
        ("tests", &b"caf\xe9.session.md"[..]),
        ("tests", b"notes \xe9.txt"),
        ("scripts/cards", b"caf\xe9.rhai"),
        ("shards", b"shard\xe9.json"),
    ] {
        fs::write(litterbox.path().join(folder).join(name(file)), session).unwrap();
    }
    for folder in ["tests", "scripts"] {
        fs::create_dir(litterbox.path().join(folder).join(name(b"\xe9"))).unwrap();
    }
    let two = |list: &str| format!("warning: 2 files or folders are left out of {list}: ");
    let one = |list: &str| format!("warning: 1 file or folder is left out of {list}: ");
    let (scripts, sessions) = ("the scripts and variants", "the sessions");
    for (arguments, warnings) in [
        (&["test"][..], vec![two(scripts), two(sessions)]),
        (&["check"], vec![two(scripts)]),
        (&["check", "scripts"], vec![two(scripts)]),
        (&["variants"], vec![two(scripts)]),
        (&["merge", "shards"], vec![one("the shard results")]),
    ] {
        let talk = litterbox.run(arguments).talk;
        let told: Vec<&str> = talk.lines().filter(|line| line.starts_with("warning:")).collect();
        let is_all = told.iter().zip(&warnings).all(|(line, warning)| line.starts_with(warning));
        assert!(is_all && told.len() == warnings.len(), "{arguments:?}: {talk}");
        assert!(talk.contains("so rename what is not"), "{talk}");
    }
}

/// Loops of links, and links out of a folder, are watched neither by the system nor by the stamps.
#[test]
fn no_link_to_a_folder_is_watched() {
    let outside = Outside::new();
    let litterbox = Litterbox::new()
        .with("scripts/cards/zap.rhai", "//! Zap.\n\nfn resolve(me) { end_turn(); }\n")
        .with("tests/a.session.md", "# A test\n\n```litterbox\n> :new classic ann bob\n```\n");
    let watching = || {
        let mut child = litterbox.command(&["test", "--watch"]).spawn().unwrap();
        let talk = BufReader::new(child.stderr.take().unwrap());
        let mut lines = talk.lines().map(Result::unwrap);
        assert!(lines.any(|line| line.contains("waiting for a change")));
        let about = fs::read_dir(format!("/proc/{}/fdinfo", child.id())).into_iter().flatten();
        let text = |file: fs::DirEntry| fs::read_to_string(file.path()).unwrap_or_default();
        let n_watched: usize =
            about.map(|file| text(file.unwrap()).matches("inotify wd:").count()).sum();
        child.kill().unwrap();
        child.wait().unwrap();
        n_watched
    };
    let n_watched = watching();
    let out = outside.0.path().display().to_string();
    fs::create_dir(outside.0.path().join("cards")).unwrap();
    for (target, name) in [
        (&*out, "tests/out"),
        (&out, "scripts/.out"),
        (".", "scripts/.a"),
        (".", "scripts/.b"),
        (".", "tests/a"),
        (".", "tests/b"),
    ] {
        litterbox.link(target, name);
    }
    assert_eq!(watching(), n_watched, "the system watches no more");
    litterbox.link(&out, "variants");
    let folders = ["scripts", "tests", "variants"].map(|folder| litterbox.path().join(folder));
    let stamps = FileStamps::of(&folders);
    let shown = format!("{stamps:?}");
    assert_eq!((shown.matches(".rhai").count(), shown.matches(".md").count()), (1, 1), "{shown}");
    fs::write(outside.0.path().join("cards/zap.rhai"), "//! Zap.").unwrap();
    assert_eq!(FileStamps::of(&folders), stamps, "nothing outside counts");
}
