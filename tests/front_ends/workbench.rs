//! The workbench, seen from its files and from its socket.

use super::serve::{Client, limits};
use crate::program::{Litterbox, Ran};
use litterbox::disk::Folder;
use litterbox::files::Files;
use litterbox::internals::limits::Limits;
use litterbox::internals::links::Links;
use litterbox::internals::server::{Control, ServerConfig, control, serve};
use litterbox::internals::table::{Table, TableOptions, Who};
use litterbox::internals::workbench_files::{FileWrite, ProjectFiles, WriteError, hash};
use litterbox::internals::{Journal, Workbench, workbench_page};
use litterbox::shell::Shell;
use litterbox::variant::Library;
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;
use tempfile::TempDir;

const VARIANT: &str = r#"{ "name": "Mine", "extends": "classic", "deck": { "tax": 2 } }"#;
const SCRIPT: &str = "//! Tax: draw a card.\n\nfn resolve(me) { me.draw(); }\n";
const SESSION: &str = "# Tax\n\n```litterbox\n> :table mine ann: tax | bob: - | draw: skip*3\n  ...\n\
    ann> play tax\n  ...\n  ann's turn. Hand: skip\n    1 play skip   2 draw\n```\n";

fn put(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn project() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    put(folder.path(), "variants/mine.json", VARIANT);
    put(folder.path(), "scripts/cards/tax.rhai", SCRIPT);
    put(folder.path(), "tests/tax.session.md", SESSION);
    folder
}

/// All files of a folder with their texts.
fn texts(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let (path, name) = (entry.path(), entry.file_name().into_string().unwrap());
        if entry.file_type().unwrap().is_dir() {
            found.extend(
                texts(&path).into_iter().map(|(inner, text)| (format!("{name}/{inner}"), text)),
            );
        } else {
            found.insert(name, fs::read_to_string(path).unwrap_or_default());
        }
    }
    found
}

fn files_of(folder: &Path) -> ProjectFiles {
    ProjectFiles::new(Arc::new(Folder::open(folder).unwrap()))
}

fn write(name: &str, text: &str, seen: Option<&str>) -> FileWrite {
    FileWrite { name: name.to_owned(), text: Some(text.to_owned()), hash: seen.map(hash) }
}

#[test]
fn only_the_files_of_a_project_are_written() {
    let folder = project();
    put(folder.path(), "tests/Big.session.md", "big");
    let before = texts(folder.path());
    let mut files = files_of(folder.path());
    let names = [
        "../tax.rhai",
        "/tmp/tax.rhai",
        "tax.rhai",
        "scripts/tax.rhai",
        "scripts/agents/tax.rhai",
        "scripts/cards/../tax.rhai",
        "scripts/cards/../../tax.rhai",
        "scripts/cards/Tax.rhai",
        "scripts/cards/.rhai",
        "scripts/cards/tax.sh",
        "scripts/cards/a/tax.rhai",
        "scripts/cards\\tax.rhai",
        "variants/../mine.json",
        "variants/schemas/mine.json",
        "variants/titles/../en.json",
        "variants/a b.json",
        "tests/tax.md",
        "tests/.hidden.session.md",
        "tests/../tax.session.md",
        "tests/a/../../x.session.md",
        "tests//x.session.md",
        "tests/x\n.session.md",
        "tests/con\0.session.md",
        ".git/hooks/x.session.md",
        "tests/big.session.md",
    ];
    for name in names {
        let written = files.write("a test", &[write(name, "text", None)]);
        assert!(matches!(written, Err(WriteError::Refused(_))), "{name:?} is refused");
    }
    let long = "x".repeat((1 << 20) + 1);
    let written = files.write("a test", &[write("tests/long.session.md", &long, None)]);
    assert!(matches!(written, Err(WriteError::Refused(_))), "a text of more than 1 MiB");
    assert_eq!(texts(folder.path()), before, "nothing is written");
}

#[cfg(unix)]
#[test]
fn nothing_is_written_through_a_link() {
    let (folder, outside) = (project(), tempfile::tempdir().unwrap());
    put(outside.path(), "skip.rhai", "outside");
    let link =
        |to: &Path, name: &str| std::os::unix::fs::symlink(to, folder.path().join(name)).unwrap();
    link(outside.path(), "scripts/combos");
    link(&outside.path().join("skip.rhai"), "scripts/cards/skip.rhai");
    let mut files = files_of(folder.path());
    for (name, seen) in [
        ("scripts/combos/skip.rhai", Some("outside")),
        ("scripts/combos/new.rhai", None),
        ("scripts/cards/skip.rhai", Some("outside")),
    ] {
        assert!(files.write("a test", &[write(name, "text", seen)]).is_err(), "{name}");
    }
    assert_eq!(
        texts(outside.path()),
        BTreeMap::from([("skip.rhai".to_owned(), "outside".to_owned())])
    );
}

#[test]
fn a_text_that_was_not_seen_is_not_replaced_and_files_are_written_together_or_not() {
    let folder = project();
    let mut files = files_of(folder.path());
    put(folder.path(), "scripts/cards/tax.rhai", "// by an editor");
    let before = texts(folder.path());
    let name = "scripts/cards/tax.rhai";
    for seen in [Some(SCRIPT), None] {
        let new = write("tests/new.session.md", "new", None);
        match files.write("a test", &[new, write(name, "mine", seen)]) {
            Err(WriteError::Conflict(file, text)) => {
                assert_eq!((&*file, text.as_deref()), (name, Some("// by an editor")));
            }
            other => panic!("{other:?}"),
        }
        assert_eq!(texts(folder.path()), before);
    }
    files.write("a change", &[write(name, "mine", Some("// by an editor"))]).unwrap();
    put(folder.path(), name, "// again");
    assert!(matches!(files.undo(), Err(WriteError::Conflict(..))), "nor by undo");
    put(folder.path(), name, "mine");
    assert_eq!(files.undo().unwrap(), "a change");
    assert_eq!(texts(folder.path()), before);
    assert!(files.undo().is_err());
}

/// A workbench on a thread.
struct Bench {
    folder: TempDir,
    port: u16,
    links: Links,
    control: Control,
    thread: Option<JoinHandle<()>>,
}

impl Bench {
    fn new() -> Self {
        let (folder, listener) = (project(), TcpListener::bind("127.0.0.1:0").unwrap());
        let port = listener.local_addr().unwrap().port();
        let (control, jobs) = control();
        let (links, root) = (Links::draw().unwrap(), folder.path().to_owned());
        let (kept, wakes) = (links.clone(), control.clone());
        let run = move || {
            let files: Arc<dyn Files> = Arc::new(Folder::open(&root).unwrap());
            let (mut bench, shell) = Workbench::open((files, root), "mine", wakes).unwrap();
            let options = TableOptions { window: 0, editor_url: None };
            let mut table = Table::new(Shell::new(Library::embedded()), Journal::off(), options);
            table.put_shell(shell, true, Duration::ZERO);
            let (say, keep) = (Box::new(|_: &str| ()), Box::new(|_: &Links| Ok(())));
            let origins = vec![format!("http://127.0.0.1:{port}")];
            let (public, page, proxies) = (origins[0].clone(), workbench_page, Vec::new());
            let limits = Limits { author_message: 3 << 20, unsent: 1_000, ..limits() };
            let config =
                ServerConfig { links: kept, origins, proxies, public, limits, page, keep, say };
            serve(&mut table, Some(&mut bench), listener, config, jobs).unwrap();
        };
        let thread = std::thread::Builder::new().stack_size(litterbox::script::STACK_SIZE);
        Self { folder, port, links, control, thread: Some(thread.spawn(run).unwrap()) }
    }

    fn join(&self, who: &Who) -> Client {
        let mut client = Client::open(self.port);
        client.join(&self.links.link(who));
        client
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        self.control.stop();
        let ended = self.thread.take().unwrap().join();
        assert!(ended.is_ok() || std::thread::panicking(), "the workbench has panicked");
    }
}

fn work(client: &mut Client, message: Json) {
    client.send(&json!({ "type": "work", "work": message }));
}

/// The next message of the workbench of a kind.
fn await_work(client: &mut Client, kind: &str) -> Json {
    loop {
        let message = client.await_type("work");
        if message["work"]["is"] == kind {
            return message["work"].clone();
        }
    }
}

fn save(text: &str, seen: &str) -> Json {
    json!({ "do": "save", "file": "scripts/cards/tax.rhai", "text": text, "hash": hash(seen) })
}

#[test]
fn a_seat_an_onlooker_and_a_page_from_elsewhere_reach_no_file() {
    let bench = Bench::new();
    let before = texts(bench.folder.path());
    for who in [Who::Seat("ann".into()), Who::Onlooker, Who::Room] {
        let mut client = bench.join(&who);
        for message in
            [save("mine", SCRIPT), json!({ "do": "open", "file": "scripts/cards/tax.rhai" })]
        {
            work(&mut client, message);
            assert_eq!(client.await_type("error")["code"], "not_allowed");
        }
        // As long as messages of friends may be.
        work(&mut client, save(&"x".repeat(5_000), SCRIPT));
        assert_eq!(client.await_closed().0, "the message is too long");
    }
    let own = format!("127.0.0.1:{}", bench.port);
    for (host, origin) in
        [(&*own, "http://evil.example"), ("evil.example", &*format!("http://{own}"))]
    {
        assert!(Client::open_as(bench.port, host, origin).is_none(), "{host} {origin}");
    }
    assert_eq!(texts(bench.folder.path()), before);
}

#[test]
fn a_message_of_10_megabytes_and_words_that_are_none_change_nothing() {
    let bench = Bench::new();
    let before = texts(bench.folder.path());
    let mut author = bench.join(&Who::Author);
    for message in [
        json!(7),
        json!({ "do": "delete" }),
        json!({ "do": "save" }),
        json!({ "do": "edit", "text": 1 }),
    ] {
        work(&mut author, message);
        await_work(&mut author, "refused");
    }
    for (file, seen) in [("../tax.rhai", ""), ("scripts/cards/tax.rhai", "another text")] {
        work(&mut author, json!({ "do": "save", "file": file, "text": "x", "hash": hash(seen) }));
        await_work(&mut author, if file.starts_with("..") { "refused" } else { "conflict" });
    }
    // The server closes the connection before it has read all of it.
    let _ = author.socket.send(tungstenite::Message::text(
        json!({ "type": "work", "work": save(&"x".repeat(10 << 20), SCRIPT) }).to_string(),
    ));
    while author.receive().is_some() {}
    assert_eq!(texts(bench.folder.path()), before);
}

#[test]
fn sixty_saves_show_what_the_last_one_prints() {
    let bench = Bench::new();
    let mut author = bench.join(&Who::Author);
    work(&mut author, json!({ "do": "open", "file": "scripts/cards/tax.rhai" }));
    let mut seen = SCRIPT.to_owned();
    for i in 0..60 {
        let text = format!("{SCRIPT}// {i}\n");
        work(&mut author, save(&text, &seen));
        assert_eq!(await_work(&mut author, "saved")["hash"], hash(&text));
        seen = text;
    }
    let last = SCRIPT.replace("me.draw();", "me.draw(); me.draw();");
    work(&mut author, save(&last, &seen));
    await_work(&mut author, "saved");
    let (mut n_runs, mut state) = (0, String::new());
    while state != "different" {
        let tests = await_work(&mut author, "tests");
        state = tests["tests"][0]["state"].as_str().unwrap_or_default().to_owned();
        assert_ne!(state, "failing", "{tests}");
        n_runs += usize::from(state == "green");
    }
    assert!(n_runs <= 62, "each text runs at most once, not {n_runs} times");
    assert_eq!(
        fs::read_to_string(bench.folder.path().join("scripts/cards/tax.rhai")).unwrap(),
        last
    );
}

#[test]
fn a_folder_that_is_neither_empty_nor_a_project_is_left_alone() {
    let litterbox = Litterbox::new();
    fs::create_dir(litterbox.path().join("letters")).unwrap();
    put(&litterbox.path().join("letters"), "letter.txt", "Dear cat,");
    let mut command = litterbox.command(&["workbench"]);
    let ran = Ran::from(command.current_dir(litterbox.path().join("letters")).output().unwrap());
    assert_eq!(ran.code, Some(2), "{}", ran.shown());
    assert!(ran.shown().contains("neither empty nor a project"), "{}", ran.shown());
    assert_eq!(texts(&litterbox.path().join("letters")).len(), 1);
}
