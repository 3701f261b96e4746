//! One browser for all tests, with windows of its own for each: Node (`host.mjs`) drives Chromium,
//! takes tasks as lines and answers them in any order.

use crate::program::{first_there, tool};
use crate::waiting;
use serde_json::{Value as Json, json};
use std::collections::HashMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{ChildStdin, ChildStdout, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, LazyLock, Mutex};

pub const BROWSERS: [&str; 5] =
    ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

/// Those who wait for the answers to tasks, by the numbers of these. None once there are no more.
type Waiting = Arc<Mutex<Option<HashMap<u64, Sender<Json>>>>>;

/// It ends with the tests, when its input ends.
pub struct Browser {
    tasks: Mutex<ChildStdin>,
    waiting: Waiting,
    n_tasks: AtomicU64,
}

/// The browser. If there is none, notes that this is not tested.
pub fn browser(what: &str) -> Option<&'static Browser> {
    static BROWSER: LazyLock<Option<Browser>> = LazyLock::new(|| {
        let browser = first_there(&BROWSERS, "pages in a browser")?;
        let node = first_there(&["node"], "pages in a browser")?;
        Some(Browser::start(browser, node))
    });
    if BROWSER.is_none() {
        crate::program::skipped(&format!("no browser: {what}"));
    }
    BROWSER.as_ref()
}

/// A window: its size, and its colours.
#[derive(Clone, Copy)]
pub struct Look {
    pub width: u16,
    pub height: u16,
    pub dark: bool,
    pub scale: u8,
}

/// A small window, light.
pub const LOOK: Look = Look { width: 600, height: 900, dark: false, scale: 1 };

impl Browser {
    fn start(browser: &str, node: &str) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let axe = root.join("target/node/node_modules/axe-core/axe.min.js");
        let axe = if axe.is_file() { axe } else { "-".into() };
        let mut command = tool(node);
        command
            .arg(root.join("tests/browser/host.mjs"))
            .args([browser, env!("CARGO_BIN_EXE_litterbox")])
            .args([&root.join("target/browser"), &axe])
            .env("HANGING", waiting::driver_ms().to_string());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let tasks = Mutex::new(child.stdin.take().unwrap());
        let waiting = Waiting::new(Mutex::new(Some(HashMap::new())));
        let (answers, told) = (child.stdout.take().unwrap(), waiting.clone());
        std::thread::spawn(move || {
            pass_on(answers, &told);
            child.wait()
        });
        Self { tasks, waiting, n_tasks: AtomicU64::new(0) }
    }

    /// What a task returns.
    #[track_caller]
    fn ask(&self, mut task: Json) -> Json {
        let id = self.n_tasks.fetch_add(1, Ordering::Relaxed);
        task["id"] = id.into();
        let (send, answer) = channel();
        if let Some(waiting) = self.waiting.lock().unwrap().as_mut() {
            waiting.insert(id, send);
        }
        writeln!(self.tasks.lock().unwrap(), "{task}").expect("the browser has ended");
        let mut answer = waiting::next(&answer).expect("the browser has ended");
        assert!(answer["error"].is_null(), "{}", answer["error"].as_str().unwrap_or_default());
        answer["result"].take()
    }

    /// Plays the scenarios with these words in their names.
    #[track_caller]
    pub fn play(&self, task: &str, names: &[&str]) {
        let said = self.ask(json!({ "task": task, "names": names }));
        let lines: Vec<&str> =
            said.as_array().unwrap().iter().map(|line| line.as_str().unwrap()).collect();
        for line in &lines {
            if let Some(why) = line.strip_prefix("SKIPPED, ") {
                crate::program::skipped(why);
            }
        }
        let is_good = lines.iter().all(|line| !line.starts_with("FAILED")) && !lines.is_empty();
        assert!(is_good, "{}", lines.join("\n"));
    }

    /// The text by which a script of a page of the disk replaces it.
    #[track_caller]
    pub fn read(&self, page: &Path, look: Look) -> Json {
        let mut told = self.open(page, look, false);
        let text = told["text"].take();
        let text = text.as_str().unwrap();
        serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    /// The result of a script at the end of a page.
    #[track_caller]
    pub fn measured(&self, page: &str, script: &str, look: Look) -> Json {
        let folder = tempfile::tempdir().unwrap();
        let (before, after) = page.rsplit_once("</body>").unwrap();
        let path = folder.path().join("read.html");
        let page = format!("{before}<script>{script}</script></body>{after}");
        std::fs::write(&path, page).unwrap();
        self.read(&path, look)
    }

    /// Prints a page of the disk as a PDF.
    #[track_caller]
    pub fn print(&self, page: &Path, pdf: &Path) {
        let told = self.open(page, LOOK, true);
        let printed = told["pdf"].as_str().unwrap();
        std::fs::write(pdf, decoded(printed)).unwrap();
    }

    #[track_caller]
    fn open(&self, page: &Path, look: Look, pdf: bool) -> Json {
        let Look { width, height, dark, scale } = look;
        let look = json!({ "width": width, "height": height, "dark": dark, "scale": scale });
        let url = format!("file://{}", page.display());
        let told = self.ask(json!({ "task": "open", "url": url, "look": look, "pdf": pdf }));
        assert_eq!(told["complaints"], json!([]), "the page complains");
        told
    }
}

/// Passes each answer on to who waits for it.
fn pass_on(answers: ChildStdout, waiting: &Waiting) {
    for line in BufReader::new(answers).lines() {
        let answer: Json = serde_json::from_str(&line.unwrap()).expect("an answer of `host.mjs`");
        let id = answer["id"].as_u64().expect("the number of a task");
        let send = waiting.lock().unwrap().as_mut().and_then(|all| all.remove(&id));
        // Nobody waits for it if the test has failed.
        let _ = send.expect("a task").send(answer);
    }
    waiting.lock().unwrap().take();
}

/// The bytes of a text in base 64.
fn decoded(text: &str) -> Vec<u8> {
    let value = |c: u8| match c {
        b'A'..=b'Z' => c - b'A',
        b'a'..=b'z' => c - b'a' + 26,
        b'0'..=b'9' => c - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let digits: Vec<u32> =
        text.bytes().filter(|c| *c != b'=').map(|c| u32::from(value(c))).collect();
    let bytes = digits.chunks(4).flat_map(|four| {
        let bits = four.iter().enumerate().fold(0, |bits, (i, digit)| bits | digit << (18 - 6 * i));
        bits.to_be_bytes().into_iter().skip(1).take(four.len() - 1)
    });
    bytes.collect()
}
