//! `litterbox serve` as it is started and ended.

use super::Client;
use crate::program::{Litterbox, replace};
use crate::waiting;
use serde_json::json;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command};
use std::sync::mpsc::channel;

/// A running `litterbox serve`.
pub struct Served {
    child: Child,
    rest: BufReader<std::process::ChildStdout>,
    /// What has been printed about the links.
    pub printed: String,
    pub port: u16,
    /// What follows `#` in the links, by names.
    pub links: BTreeMap<String, String>,
}

impl Served {
    pub fn start(litterbox: &Litterbox, arguments: &[&str]) -> Self {
        Self::run(litterbox.command(&[&["serve"], arguments].concat()))
    }

    fn run(mut command: Command) -> Self {
        let mut child = command.spawn().unwrap();
        let (printed, rest) = invitation(&mut child);
        let lines = printed.lines().filter_map(|line| line.split_once("http://127.0.0.1:"));
        let lines =
            lines.map(|(name, link)| (name.trim().to_owned(), link.split_once("/#").unwrap()));
        let lines: BTreeMap<_, _> = lines.collect();
        let port = lines["author"].0.parse().unwrap();
        let links = lines.iter().map(|(name, (_, link))| (name.clone(), (*link).to_owned()));
        Self { links: links.collect(), port, child, rest, printed }
    }

    /// The client of somebody who has joined and knows the game.
    fn join(&self, name: &str) -> Client {
        let mut client = Client::open(self.port);
        client.join(&self.links[name]);
        client.await_type("snapshot");
        client
    }

    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Presses Ctrl-C; returns the exit code and what is said.
    pub fn interrupt(mut self) -> (Option<i32>, String) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        let mut said = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        self.rest.read_to_string(&mut said).unwrap();
        (self.child.wait().unwrap().code(), said)
    }
}

/// What is printed first, and the rest of the output.
fn invitation(child: &mut Child) -> (String, BufReader<std::process::ChildStdout>) {
    let mut rest = BufReader::new(child.stdout.take().unwrap());
    let mut printed = String::new();
    while !printed.contains("Ctrl-C") {
        if rest.read_line(&mut printed).unwrap() == 0 {
            let mut said = String::new();
            child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
            panic!("it has ended: {printed}{said}");
        }
    }
    (printed, rest)
}

impl Drop for Served {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The files of journals.
fn state(litterbox: &Litterbox) -> Vec<PathBuf> {
    let folder = litterbox.journal().parent().unwrap().to_owned();
    let mut paths: Vec<_> = folder.read_dir().unwrap().map(|e| e.unwrap().path()).collect();
    paths.sort();
    paths
}

/// What is printed, without what differs each time.
fn masked(served: &Served) -> String {
    let mut text = served.printed.replace(&served.port.to_string(), "PORT");
    for (name, link) in &served.links {
        let token = link.rsplit('.').next().unwrap();
        text = text.replace(token, &format!("TOKEN_{name}"));
    }
    text
}

#[test]
fn each_player_gets_a_link_that_works_again() {
    let litterbox = Litterbox::new();
    let served = Served::start(&litterbox, &["classic", "ann", "bob"]);
    insta::with_settings!({ snapshot_path => "../snapshots" }, {
        insta::assert_snapshot!("serve", masked(&served));
    });
    let (links, port) = (served.links.clone(), served.port);
    let files = state(&litterbox);
    let [journal, key] = files.as_slice() else { panic!("{files:?}") };
    let kept = std::fs::read_to_string(journal).unwrap();
    let secret = std::fs::read_to_string(key).unwrap();
    for secret in secret.lines().take(1).chain(links.values().map(String::as_str)) {
        let token = secret.rsplit('.').next().unwrap();
        assert!(!kept.contains(token), "no journal has a link: {kept}");
    }
    let (code, said) = served.interrupt();
    let by_path = format!("--resume={}", journal.display());
    let expected = format!(
        "\nThe game is saved: litterbox serve --resume continues it,\nor, after another game:\n\
         litterbox serve {by_path}\n"
    );
    assert_eq!((code, &*said), (Some(0), &*expected));
    let again = Served::start(&litterbox, &["--resume"]);
    assert_eq!((&again.links, again.port), (&links, port));
    assert_eq!(state(&litterbox), files);
    // While it is played, nobody else resumes it.
    let refused = litterbox.run(&["serve", "--resume"]);
    assert_eq!((refused.code, &*refused.talk), (Some(2), "error: there is no game to resume\n"));
    drop(again);
    // Without its port the game goes on under another one.
    let taken = std::net::TcpListener::bind(("127.0.0.1", port)).unwrap();
    let elsewhere = Served::start(&litterbox, &["--resume"]);
    assert_ne!(elsewhere.port, port);
    assert_eq!(elsewhere.links, links);
    drop((taken, elsewhere));
    let other = Served::start(&litterbox, &["classic", "cat", "dan"]);
    assert_ne!(other.links, links);
    other.interrupt();
    assert_eq!(Served::start(&litterbox, &[&by_path]).links, links);
}

#[test]
fn the_seed_is_printed_only_if_it_was_given() {
    let litterbox = Litterbox::new();
    let hidden = Served::start(&litterbox, &["classic", "ann", "bob"]);
    let journal = state(&litterbox).remove(0);
    let header = std::fs::read_to_string(journal).unwrap();
    let header: serde_json::Value = serde_json::from_str(header.lines().next().unwrap()).unwrap();
    let seed = &header["seed"];
    let seed: u64 = seed.as_u64().unwrap_or_else(|| seed.as_str().unwrap().parse().unwrap());
    assert!(seed > 1 << 32, "{seed} can be searched");
    assert!(!hidden.printed.contains("seed"), "{}", hidden.printed);
    let shown = Served::start(&litterbox, &["classic", "ann", "bob", "--seed", "7"]);
    assert!(shown.printed.contains("\nseed 7: a player"), "{}", shown.printed);
}

#[test]
fn a_later_game_has_a_seed_that_nobody_can_guess() {
    let litterbox = Litterbox::new();
    let first = Served::start(&litterbox, &["classic", "ann", "bob"]);
    drop(first);
    for arguments in [&["classic", "ann", "bob"][..], &["--resume"]] {
        let served = Served::start(&litterbox, arguments);
        let mut author = served.join("author");
        let mut begin = |input: &str| {
            author.send(&json!({ "type": "input", "input": input }));
            let mut told = Vec::new();
            loop {
                let message = author.receive().unwrap();
                told.extend(
                    message["text"]
                        .as_str()
                        .filter(|_| message["type"] == "told")
                        .map(str::to_owned),
                );
                if message["type"] == "welcome" {
                    break;
                }
            }
            author.send(&json!({ "type": "download", "what": "game" }));
            let game = author.await_type("file");
            let header = game["text"].as_str().unwrap().lines().next().unwrap();
            let header: serde_json::Value = serde_json::from_str(header).unwrap();
            // Integers beyond 2^53 are texts.
            let seed = header["seed"].as_str().map_or(header["seed"].to_string(), str::to_owned);
            (seed.parse::<u64>().unwrap(), told)
        };
        // A seed below 2^40 is drawn once in 16 million games.
        for _ in 0..3 {
            let (seed, told) = begin(":new classic ann bob");
            assert!(seed > 1 << 40 && told.is_empty(), "{seed} can be searched: {told:?}");
        }
        let (seed, told) = begin(":new classic ann bob --seed 65445");
        assert_eq!(seed, 65445);
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].starts_with("seed 65445: a player who tries seeds can find the deck"));
    }
}

#[test]
fn localhost_and_any_free_port_will_do() {
    let litterbox = Litterbox::new();
    let served = Served::start(&litterbox, &["classic", "ann", "bob", "--port", "0"]);
    let port = served.port;
    assert_ne!(port, 0);
    for host in
        [format!("localhost:{port}"), format!("LocalHost:{port}"), format!("127.0.0.1:{port}")]
    {
        let mut stream = super::stream(port);
        write!(stream, "GET / HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
        assert!(super::rest(&mut stream).starts_with("HTTP/1.1 200 OK"), "{host}");
        let mut client = Client::open_as(port, &host, &format!("http://{host}")).unwrap();
        client.join(&served.links["ann"]);
        client.await_type("snapshot");
    }
    for host in ["localhost".to_owned(), format!("localhost.evil.example:{port}")] {
        let mut stream = super::stream(port);
        write!(stream, "GET / HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
        assert!(super::rest(&mut stream).starts_with("HTTP/1.1 403"), "{host}");
    }
}

#[test]
fn links_for_the_network_have_codes() {
    let litterbox = Litterbox::new();
    let alone = Served::start(&litterbox, &["classic", "ann", "bob"]);
    assert!(!alone.printed.contains('█'), "{}", alone.printed);
    let shared = Served::start(&litterbox, &["classic", "ann", "bob", "--share=127.0.0.1"]);
    assert_eq!(shared.printed.matches("█ ▄▄▄▄▄ █").count(), 4 * 3, "{}", shared.printed);
    assert!(shared.printed.contains("Plain HTTP: whoever has a link plays that seat."));
    let resume = "litterbox serve --resume --share=127.0.0.1 continues it with the same links";
    assert!(shared.printed.contains(resume), "{}", shared.printed);
    drop(alone);
    let (_, said) = shared.interrupt();
    assert!(said.contains("--resume --share=127.0.0.1 continues it"), "{said}");
    let mut coloured = litterbox.command(&["serve", "classic", "ann", "bob", "--share"]);
    let mut coloured = coloured.env("CLICOLOR_FORCE", "1").spawn().unwrap();
    let (printed, _) = invitation(&mut coloured);
    coloured.kill().unwrap();
    coloured.wait().unwrap();
    assert!(printed.contains("\u{1b}[") && !printed.contains("\\u{1b}"), "{printed}");
    let all = Served::start(&litterbox, &["classic", "ann", "bob", "--share"]);
    let answer = super::stream(all.port);
    assert!(answer.peer_addr().unwrap().ip().is_loopback());
}

#[test]
fn what_cannot_be_served_is_refused_with_the_reason() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let litterbox =
        Litterbox::new().with("variants/mine.json", r#"{"name": "Mine", "extends": "classic"}"#);
    let saved = litterbox.run(&["repl", "mine", "ann", "bob", "-c", "draw; :save game.json"]);
    assert_eq!(saved.code, Some(0), "{}", saved.shown());
    let alone = litterbox.run(&["repl", "classic", "me", "bob", "-c", "draw; :save alone.json"]);
    assert_eq!(alone.code, Some(0), "{}", alone.shown());
    std::fs::remove_file(litterbox.path().join("variants/mine.json")).unwrap();
    for (arguments, code, reason) in [
        (&["classic", "<script>", "bob"][..], 2, "`<script>`"),
        (&["classic", "ann\u{202e}", "bob"], 2, "ann"),
        (&["classic", "me", "bob"], 2, "start a game with another name"),
        (&["alone.json"], 2, "all would read `my turn`"),
        (&["nonesuch"], 2, "nonesuch"),
        (&["game.json"], 2, "mine"),
        (&["game.json", "ann"], 2, "saved game"),
        (&["--origin", "cats.example"], 2, "`cats.example`"),
        (&["--origin", "https://cats.example/table"], 2, "`https://cats.example/table`"),
        (&["--port", &port], 3, "cannot listen on port"),
        (&["--share=192.0.2.1"], 3, "cannot listen on port"),
        (&["--resume"], 2, "there is no game to resume"),
        (&["--resume", "classic"], 2, "cannot be used with"),
    ] {
        let ran = litterbox.run(&[&["serve"], arguments].concat());
        assert_eq!(ran.code, Some(code), "{arguments:?}: {}", ran.shown());
        assert!(ran.talk.contains(reason), "{arguments:?}: {}", ran.shown());
        assert!(!ran.talk.contains('\u{202e}'), "{}", ran.shown());
    }
}

#[test]
fn saved_rules_reach_the_table_by_themselves() {
    let skip = |body: &str| format!("//! Skip.\n\nfn resolve(me) {{ {body} }}\n");
    let litterbox = Litterbox::new().with("scripts/cards/skip.rhai", &skip("end_turn();"));
    let script = litterbox.path().join("scripts/cards/skip.rhai");
    let served = Served::start(&litterbox, &["classic", "ann", "bob"]);
    let mut author = served.join("author");
    let save = |author: &mut Client, body: &str| {
        replace(&script, &skip(body));
        author.await_type("rules")
    };
    let broken = save(&mut author, "end_turn(");
    let errors = broken["errors"].as_str().unwrap();
    assert!(errors.contains("cards/skip.rhai:3:28") && errors.contains('^'), "{errors}");
    let same = save(&mut author, "me.draw();");
    assert_eq!((&same["errors"], &same["difference"]), (&json!(null), &json!(null)), "{same}");
    for input in [":table classic ann: skip favor | bob: favor", "play skip", "pass"] {
        author.send(&json!({ "type": "input", "input": input }));
        let output = author.await_type("output");
        assert_eq!(output["status"], "done", "{output}");
    }
    let other = save(&mut author, "end_turn();");
    assert_eq!((&other["errors"], &other["ply"]), (&json!(null), &json!(3)), "{other}");
}

#[test]
fn the_author_moves_everybody_by_plies_and_events() {
    let litterbox = Litterbox::new();
    let served = Served::start(&litterbox, &["classic", "ann", "bob", "--window", "0"]);
    let (mut author, mut ann) = (served.join("author"), served.join("ann"));
    let asked = ann.await_decision();
    ann.answer(&asked, "draw");
    // An input of the author could be carried out before the answer.
    while author.await_type("update")["state"]["ply"] != 1 {}
    for input in [":goto 0", ":goto 1", ":rstep", ":rstep", ":step", ":goto 0", ":goto 1"] {
        author.send(&json!({ "type": "input", "input": input }));
        let output = author.await_type("output");
        assert_eq!((&output["input"], &output["status"]), (&json!(input), &json!("done")));
    }
    for ply in [0, 1] {
        let text = format!("the author moved everybody to ply {ply}");
        assert_eq!(ann.await_type("stepped")["text"], text);
    }
}

#[test]
fn an_answer_that_goes_forward_is_no_step_of_the_author() {
    let litterbox = Litterbox::new();
    let served = Served::start(&litterbox, &["classic", "ann", "bob", "--window", "0"]);
    let (mut author, mut ann) = (served.join("author"), served.join("ann"));
    let asked = ann.await_decision();
    ann.answer(&asked, "draw");
    // An input of the author could be carried out before the answer.
    while author.await_type("update")["state"]["ply"] != 1 {}
    let type_in = |author: &mut Client, input: &str| {
        author.send(&json!({ "type": "input", "input": input }));
        let output = author.await_type("output");
        assert_eq!((&output["input"], &output["status"]), (&json!(input), &json!("done")));
    };
    let stepped = |ann: &mut Client, ply: usize| {
        let text = format!("the author moved everybody to ply {ply}");
        assert_eq!(ann.await_type("stepped")["text"], text);
    };
    type_in(&mut author, ":back");
    stepped(&mut ann, 0);
    let asked = ann.await_decision();
    ann.answer(&asked, "draw");
    while author.await_type("update")["state"]["ply"] != 1 {}
    for input in [":back", "draw", ":goto 0", ":goto 1"] {
        type_in(&mut author, input);
    }
    for ply in [0, 0, 1] {
        stepped(&mut ann, ply);
    }
}

#[test]
fn flags_are_still_there_after_a_restart() {
    let litterbox = Litterbox::new();
    let mut served = Served::start(&litterbox, &["classic", "ann", "bob"]);
    let (mut author, mut ann) = (served.join("author"), served.join("ann"));
    let text = "Why; can I <b>draw</b> # here?";
    ann.send(&json!({ "type": "flag", "text": text }));
    author.await_type("told");
    served.kill();
    let again = Served::start(&litterbox, &["--resume"]);
    let mut author = again.join("author");
    author.send(&json!({ "type": "download", "what": "notes" }));
    let notes = author.await_type("file");
    let notes = notes["text"].as_str().unwrap();
    assert!(notes.contains(&format!("## flag1\n\nann: {text}\n\nPly 0:")), "{notes}");
}

#[cfg(target_os = "linux")]
#[test]
fn the_browser_is_opened_with_a_link_that_works_once() {
    use std::os::unix::fs::PermissionsExt;
    let script = "#!/bin/sh\nprintf '%s' \"$*\" > opened\n";
    let litterbox = Litterbox::new().with("bin/xdg-open", script);
    let bin = litterbox.path().join("bin");
    let executable = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(bin.join("xdg-open"), executable).unwrap();
    // Whoever reads the pipe waits until the program has been started.
    let pipe = litterbox.path().join("opened");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let (send, opened) = channel();
    std::thread::spawn(move || send.send(std::fs::read_to_string(pipe).unwrap()));
    let mut command = litterbox.command(&["serve", "classic", "ann", "bob", "--open"]);
    let path = std::env::var("PATH").unwrap();
    command.env("PATH", format!("{}:{path}", bin.display()));
    let served = Served::run(command);
    let address = waiting::next(&opened).expect("the browser is opened");
    let (origin, once) = address.split_once("/#").unwrap();
    assert_eq!(origin, format!("http://127.0.0.1:{}", served.port));
    assert!(!served.links.values().any(|link| address.contains(link)), "{address}");
    let mut page = Client::open(served.port);
    page.join(once);
    assert_eq!(page.await_type("link")["link"], served.links["author"]);
    assert_eq!(page.await_type("welcome")["role"], "author");
    let mut other = Client::open(served.port);
    other.join(once);
    assert!(
        other.await_closed().0.starts_with("this is not the author's link"),
        "it has been used"
    );
}
