//! Whatever is written is whole: with kills, full disks, read-only folders and errors of the disk.
//!
//! `LITTERBOX_KILLS=1000` kills the program this many times for each command instead of a few.

use crate::editions::files::WRONG;
use crate::program::{Litterbox, first_there};
use crate::waiting;
use litterbox::base::files::{Entry, FileKind, Files, Memory};
use litterbox::kernel::rng::generator;
use litterbox::session::file;
use litterbox::shell::trust::FileAccess;
use litterbox::shell::{Shell, Status};
use litterbox::transcript::Transcript;
use litterbox::variant::Library;
use rand::RngExt as _;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::SystemTime;

/// The beginning of a page.
const PAGE: &str = "<meta name=\"generator\" content=\"Litterbox\">";

/// ConnectionLimits the size of a written file to 512 or 1024 bytes, as a full disk would.
const FULL: &str = "trap '' XFSZ; ulimit -f 1; ";

#[test]
fn a_full_disk_leaves_the_old_file() {
    let litterbox = Litterbox::new().with("tests/a.session.md", &WRONG.repeat(40));
    let before = litterbox.read("tests/a.session.md");
    let ran = litterbox.sh(&format!("{FULL}\"$0\" test --accept"));
    assert_eq!(ran.code, Some(3), "{}", ran.shown());
    assert_eq!(litterbox.read("tests/a.session.md"), before, "{}", ran.shown());
    let old = ["{\"litterbox\":", "{\"litterbox_shard\":", PAGE, "format,game,"];
    let files = ["saved", "part.json", "page.html", "rows.csv"];
    let files = std::array::from_fn::<_, 4, _>(|i| (files[i], format!("{}{:x<4000}", old[i], "")));
    let litterbox = files.iter().fold(Litterbox::new(), |all, (name, text)| all.with(name, text));
    for command in [
        "repl classic ann bob --seed 7 -c ':save saved'",
        "sim classic --games 1 --seed 1 --shard 1/1 --out part.json",
        "sim classic --games 1 --seed 1 --report page.html",
        "sim classic --games 40 --seed 1 --games-out rows.csv",
    ] {
        let ran = litterbox.sh(&format!("{FULL}\"$0\" {command}"));
        assert_ne!(ran.code, Some(0), "{}", ran.shown());
        for (name, text) in &files {
            assert_eq!(litterbox.read(name), *text, "{}", ran.shown());
        }
        let names = ["page.html", "part.json", "rows.csv", "saved"];
        assert_eq!(litterbox.names(), names, "{}", ran.shown());
    }
}

#[test]
fn a_project_on_a_full_disk_leaves_nothing_that_is_in_the_way() {
    let litterbox = Litterbox::new();
    std::fs::create_dir(litterbox.path().join("empty")).unwrap();
    for (name, left) in [("a/pp", &["a", "empty"][..]), ("empty", &["a", "empty"])] {
        let ran = litterbox.sh(&format!("{FULL}\"$0\" new project {name}"));
        assert_eq!(ran.code, Some(3), "{}", ran.shown());
        assert_eq!(litterbox.names(), left, "{}", ran.shown());
        for folder in left {
            let inside = litterbox.path().join(folder).read_dir().unwrap();
            assert_eq!(inside.count(), 0, "{}", ran.shown());
        }
        let again = litterbox.run(&["new", "project", name]);
        assert_eq!(again.code, Some(0), "{}", again.shown());
        std::fs::remove_dir_all(litterbox.path().join(name)).unwrap();
        std::fs::create_dir_all(litterbox.path().join("empty")).unwrap();
    }
}

#[test]
fn a_record_on_a_full_disk_is_a_session() {
    let litterbox = Litterbox::new();
    let inputs = "':record r; :view; draw; draw; :view; :view; :view; :view; :view'";
    let ran = litterbox
        .sh(&format!("{FULL}\"$0\" repl classic ann bob --seed 7 --keep-going -c {inputs}"));
    assert!(ran.out.contains("the recording cannot be written: r: "), "{}", ran.shown());
    let text = litterbox.read("r");
    assert!(text.ends_with("```\n") && text.len() > 100, "{text}");
    assert_eq!(litterbox.run(&["test", "r"]).code, Some(0), "{text}");
}

/// How many times the program is killed, by default this many.
fn n_kills(default: usize) -> usize {
    let given = std::env::var("LITTERBOX_KILLS").ok();
    given.map_or(default, |text| text.parse().expect("a number"))
}

#[test]
fn what_a_killed_program_wrote_is_whole() {
    let litterbox = Litterbox::new();
    let inputs = ":mark m\n:save saved\ndraw\n:back\n:view\n".repeat(200);
    for round in 0..n_kills(24) {
        let game = ["repl", "classic", "ann", "bob", "--seed", "7", "--keep-going", "--echo"];
        let mut child = litterbox.command(&game).stdin(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let inputs = format!(":record recorded\n{inputs}");
        let writer = std::thread::spawn(move || {
            // The program is killed while it reads.
            let _ = stdin.write_all(inputs.as_bytes());
        });
        // A different moment in each round: after so many lines of output.
        stdout.lines().nth(20 + round * 37 % 888).unwrap().unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        writer.join().unwrap();
        let recorded = litterbox.read("recorded");
        let parsed = file::parse("recorded", &recorded);
        assert!(parsed.is_ok(), "round {round}: {recorded}");
        let saved = Transcript::from_saved("saved.jsonl", &litterbox.read("saved"));
        assert!(saved.is_ok(), "round {round}: {:?}", saved.err());
    }
}

/// Commands that write files of the folder `work`, with their standard input.
const WRITERS: [(&[&str], &str); 6] = [
    (&["test", "--accept", "work"], ""),
    (&["review", "work"], "all\nall\nall\nall\nall\nall\nall\nall\n"),
    (
        &[
            "sim",
            "classic",
            "--games",
            "9",
            "--seed",
            "1",
            "--shard",
            "1/1",
            "--out",
            "work/a.json",
        ],
        "",
    ),
    (&["sim", "classic", "--games", "9", "--seed", "1", "--report", "work/a.html"], ""),
    (&["sim", "classic", "--games", "400", "--plays-out", "work/a.csv"], ""),
    (&["new", "project", "work/new"], ""),
];

/// The files of a folder and of the folders in it, with their texts.
fn contents(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for entry in folder.read_dir().unwrap().map(Result::unwrap) {
        let name = entry.file_name().into_string().unwrap();
        if entry.path().is_dir() {
            let inside = contents(&entry.path()).into_iter();
            found.extend(inside.map(|(inner, text)| (format!("{name}/{inner}"), text)));
        } else {
            found.insert(name, fs::read_to_string(entry.path()).unwrap());
        }
    }
    found
}

/// A folder `work` with files that the command replaces.
fn to_be_replaced() -> Litterbox {
    let session = |i: usize| WRONG.replace("seed 7", &format!("seed {i}"));
    let files = (0..8).map(|i| (format!("work/{i}.session.md"), session(i)));
    let litterbox = Litterbox::new().with("work/a.json", "{\"litterbox_shard\":");
    let litterbox = litterbox.with("work/a.html", PAGE).with("work/a.csv", "format,game,");
    files.fold(litterbox, |litterbox, (name, text)| litterbox.with(&name, &text))
}

/// The names of the files of a folder and of the folders in it, and what tells that they changed.
fn listed(folder: &Path) -> Vec<(PathBuf, u64, Option<SystemTime>)> {
    let mut found = Vec::new();
    // A file may go in the meantime.
    for entry in folder.read_dir().into_iter().flatten().flatten() {
        let Ok(data) = entry.metadata() else { continue };
        found.push((entry.path(), data.len(), data.modified().ok()));
        if data.is_dir() {
            found.extend(listed(&entry.path()));
        }
    }
    found.sort();
    found
}

/// Runs a command, and kills it once its folder has been seen to change so many times, if that is
/// given.
fn run_for(litterbox: &Litterbox, (arguments, input): (&[&str], &str), changes: Option<usize>) {
    let mut child = litterbox.command(arguments).stdin(Stdio::piped()).spawn().unwrap();
    // It may not read everything.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let Some(mut n_left) = changes else {
        assert!(waiting::ended(child).status.success(), "{arguments:?}");
        return;
    };
    let work = litterbox.path().join("work");
    let mut last = listed(&work);
    while n_left > 0 && child.try_wait().unwrap().is_none() {
        let now = listed(&work);
        n_left -= usize::from(now != last);
        last = now;
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

/// A text without digits, also hexadecimal ones: times and checksums differ.
fn without_numbers(text: &str) -> String {
    text.split(|c: char| c.is_ascii_hexdigit()).filter(|part| !part.is_empty()).collect()
}

/// Whether a file has the name of a temporary one: 32 hexadecimal digits and 4 hyphens.
fn is_temporary(name: &str) -> bool {
    let name = name.rsplit('/').next().unwrap_or(name);
    name.len() == 36 && name.chars().all(|c| c.is_ascii_hexdigit() || c == '-')
}

#[test]
fn what_a_killed_command_wrote_is_the_old_file_or_the_new_one() {
    let mut random = generator(7, 2);
    for writer in WRITERS {
        let litterbox = to_be_replaced();
        let before = contents(&litterbox.path().join("work"));
        run_for(&litterbox, writer, None);
        let after = contents(&litterbox.path().join("work"));
        assert_ne!(before, after, "{writer:?}");
        for round in 0..n_kills(4) {
            let litterbox = to_be_replaced();
            let n_changes = random.random_range(0..12);
            run_for(&litterbox, writer, Some(n_changes));
            for (name, text) in contents(&litterbox.path().join("work")) {
                let is_new = |new: &String| without_numbers(new) == without_numbers(&text);
                let is_whole = before.get(&name) == Some(&text)
                    || after.get(&name).is_some_and(is_new)
                    // A whole file that was not renamed yet.
                    || is_temporary(&name) && after.values().any(is_new);
                assert!(is_whole, "{writer:?}, round {round}, {n_changes}: {name}: {text}");
            }
        }
    }
}

#[test]
fn a_folder_that_cannot_be_written_keeps_its_files() {
    let me = Command::new("id").arg("-u").output().unwrap();
    let is_root = me.stdout == b"0\n";
    if is_root && first_there(&["setpriv"], "a read-only folder").is_none() {
        return;
    }
    let litterbox = to_be_replaced();
    let (work, before) = (litterbox.path().join("work"), contents(&litterbox.path().join("work")));
    let set_mode = |path: &Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    };
    // Root may write everywhere: somebody else runs the program.
    let user = if is_root { "setpriv --reuid=65534 --clear-groups " } else { "" };
    set_mode(litterbox.path(), 0o755);
    set_mode(&work, 0o555);
    for (arguments, input) in WRITERS {
        let line = arguments.join(" ");
        let ran = litterbox.sh(&format!("printf '{input}' | {user}\"$0\" {line}"));
        assert_ne!(ran.code, Some(0), "{line}: {}", ran.shown());
        assert!(ran.shown().contains("ermission denied"), "{line}: {}", ran.shown());
        assert_eq!(contents(&work), before, "{line}: {}", ran.shown());
    }
    set_mode(&work, 0o755);
}

/// Files in memory, of which every third operation that writes fails.
#[derive(Debug)]
struct Unreliable(Memory, AtomicUsize);

impl Unreliable {
    fn attempt(&self) -> io::Result<()> {
        let n = self.1.fetch_add(1, Ordering::Relaxed);
        if n % 3 == 2 { Err(io::Error::other("an error of the disk")) } else { Ok(()) }
    }
}

impl Files for Unreliable {
    fn kind(&self, name: &str) -> io::Result<Option<FileKind>> {
        self.0.kind(name)
    }

    fn read(&self, name: &str) -> io::Result<String> {
        self.0.read(name)
    }

    fn write(&self, name: &str, text: &str) -> io::Result<()> {
        self.attempt().and_then(|()| self.0.write(name, text))
    }

    fn append(&self, name: &str, text: &str, closing: &str) -> io::Result<()> {
        self.attempt().and_then(|()| self.0.append(name, text, closing))
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        self.attempt().and_then(|()| self.0.remove(name))
    }

    fn entries(&self, folder: &str) -> io::Result<Vec<Entry>> {
        self.0.entries(folder)
    }

    fn folder(&self, name: &str) -> io::Result<Arc<dyn Files>> {
        self.0.folder(name)
    }
}

#[test]
fn errors_of_the_disk_are_reported_and_leave_whole_files() {
    let files = Arc::new(Unreliable(Memory::default(), AtomicUsize::new(0)));
    let mut shell = Shell::new(Library::embedded());
    shell.trust.files = FileAccess::new(files.clone(), None);
    shell.typed(":new classic ann bob --seed 7");
    let (mut saved, mut n_failed) = (None, 0);
    for _ in 0..60 {
        for line in [":record r", "draw", ":save s", ":view", ":back"] {
            let reply = shell.typed(line);
            if line == ":save s" && reply.status == Status::Done {
                saved = shell.debugger().map(|game| game.transcript(true).to_json_lines());
            }
            n_failed += usize::from(reply.text().contains("an error of the disk"));
            if let Ok(text) = files.read("r") {
                assert!(file::parse("r", &text).is_ok_and(|_| text.ends_with("```\n")), "{text}");
            }
            assert_eq!(files.read("s").ok(), saved);
        }
    }
    assert!(n_failed > 20, "{n_failed} errors were reported");
}
