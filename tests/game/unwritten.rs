//! A journal or a recording that cannot be written: the input is refused and nobody sees it, the
//! file keeps its whole lines, the next input tries again, and it is said as long as it lasts.

use crate::front_ends::table::play::{Play, shell};
use crate::program::Litterbox;
use litterbox::base::files::{Entry, FileKind, Files, Memory};
use litterbox::internals::{Journal, JournalFile};
use litterbox::shell::trust::FileAccess;
use litterbox::shell::{Shell, Status};
use litterbox::transcript::{JournalText, SessionInfo};
use litterbox::variant::Library;
use std::io;
use std::sync::{Arc, Mutex};

/// A file on a disk with this much room, if it has an end.
#[derive(Clone, Debug, Default)]
struct Disk(Arc<Mutex<(Vec<u8>, Option<usize>)>>);

impl Disk {
    /// Leaves room for this many bytes more.
    fn leave(&self, n_bytes: Option<usize>) {
        self.0.lock().unwrap().1 = n_bytes;
    }

    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().0.clone()).unwrap()
    }
}

impl JournalFile for Disk {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        let (file, room) = &mut *self.0.lock().unwrap();
        let n = room.map_or(bytes.len(), |room| room.min(bytes.len()));
        file.extend_from_slice(&bytes[..n]);
        *room = room.map(|room| room - n);
        if n == bytes.len() { Ok(()) } else { Err(io::ErrorKind::StorageFull.into()) }
    }

    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.0.lock().unwrap().0.truncate(length as usize);
        Ok(())
    }
}

/// A game with a journal on a disk.
fn kept(inputs: &[&str]) -> (Shell, Journal, Disk) {
    let mut shell = shell(Library::embedded(), inputs);
    let mut game = shell.debugger().unwrap().transcript(true);
    let (home, variant) = (".".into(), "classic".into());
    game.header.session = Some(SessionInfo { home, variant, interactive: false });
    let disk = Disk::default();
    let text = game.to_journal(&[]);
    disk.0.lock().unwrap().0 = text.clone().into_bytes();
    shell.start_redo_log();
    (shell, Journal::on(Box::new(disk.clone()), text.len() as u64), disk)
}

/// The hash of the position that a journal leads to.
fn resumed(journal: &str) -> Option<String> {
    let text = JournalText::read(journal.as_bytes()).unwrap();
    assert_eq!(text.damage, None, "whole lines only: {journal}");
    let mut shell = Shell::new(Library::embedded());
    assert_eq!(shell.redo(&text.inputs), None);
    hash(&shell)
}

fn hash(shell: &Shell) -> Option<String> {
    let debugger = shell.debugger()?;
    Some(format!("{:x}", debugger.timeline.now().snapshot.hash()))
}

const GAME: &str = ":table classic ann: skip favor | bob: nope | cat: nope | draw: attack*20";

/// Inputs that change what a resumed session has, each possible after those before it.
const CHANGES: [&str; 22] = [
    "cat: nope",
    "pass",
    ":back",
    ":mark here",
    ":break on draw",
    ":autopass off",
    ":agent bob greedy",
    ":chance ask",
    "play skip",
    "bob: nope",
    ":set ann.owed 2",
    ":seed 5",
    ":define fn two() { 2 }",
    "= ann.draw()",
    ":forward",
    ":goto 0",
    ":branch side",
    ":edit 1 draw",
    ":try skip { fn resolve(me) { end_turn(); } }",
    ":new slap ann bob --seed 3",
    ":table bob: favor | ann: -",
    "draw",
];

/// Inputs that only look.
const LOOKS: [&str; 9] = [
    ":view",
    ":why",
    ":events",
    ":expect turn bob",
    "?skip",
    "= 40 + 2",
    "wombat",
    ":mark",
    ":table",
];

#[test]
fn what_cannot_be_written_is_refused_and_tried_again() {
    let (mut shell, mut journal, disk) = kept(&[GAME]);
    let mut n_refused = 0;
    for (n, input) in CHANGES.iter().enumerate() {
        let (before, text) = (hash(&shell), disk.text());
        let timeline = |shell: &Shell| shell.debugger().map(|one| one.timeline_info(usize::MAX));
        let plies = timeline(&shell);
        disk.leave(Some(n % 9 * 5));
        let reply = shell.put_pasted(input, &mut journal);
        if !shell.is_taken_back() {
            // It was refused anyway.
            assert_eq!(reply.status, Status::Refused, "{input}: {}", reply.text());
            continue;
        }
        n_refused += 1;
        assert_eq!(reply.status, Status::Refused, "{input}");
        let said = reply.text();
        assert!(said.contains("not done: the journal cannot be written: "), "{input}: {said}");
        assert_eq!((hash(&shell), disk.text()), (before, text), "{input}: nothing has changed");
        assert!(timeline(&shell) == plies, "{input}");
        assert!(shell.unkept().is_some());
        for look in LOOKS {
            let reply = shell.put_pasted(look, &mut journal);
            assert!(!shell.is_taken_back(), "{look}");
            assert!(reply.text().contains("the journal cannot be written"), "{}", reply.text());
        }
        disk.leave(None);
        let reply = shell.put_pasted(input, &mut journal);
        assert!(!shell.is_taken_back() && shell.unkept().is_none(), "{input}");
        assert!(!reply.status.is_bad(), "{input}: {}", reply.text());
        assert_eq!(hash(&shell), resumed(&disk.text()), "{input}");
    }
    assert!(n_refused > 15, "{n_refused}");
}

#[test]
fn a_game_goes_on_without_a_journal_if_somebody_says_so() {
    let (mut shell, mut journal, disk) = kept(&[GAME]);
    assert!(shell.put_pasted(":journal off", &mut journal).text().contains("--no-journal"));
    disk.leave(Some(3));
    let text = disk.text();
    assert_eq!(shell.put_pasted("draw", &mut journal).status, Status::Refused);
    shell.trust.files = FileAccess::memory();
    assert_eq!(shell.put_pasted(":save game.jsonl", &mut journal).status, Status::Done);
    assert_eq!(shell.put_pasted(":journal off", &mut journal).status, Status::Done);
    let reply = shell.put_pasted("draw", &mut journal);
    assert_eq!((reply.status, journal.is_on()), (Status::Done, false), "{}", reply.text());
    assert!(!reply.text().contains("journal"), "{}", reply.text());
    assert_eq!(disk.text(), text);
    assert!(shell.put_pasted(":journal", &mut journal).text().contains("has no journal"));
}

#[test]
fn a_table_whose_journal_cannot_be_written_refuses_answers_and_says_so() {
    let (shell, journal, disk) = kept(&[GAME]);
    let mut play = Play::kept(shell, journal, 6, &["ann", "bob", "cat", "nobody", "author"]);
    disk.leave(Some(30));
    let text = disk.text();
    play.answers("ann", "play skip");
    assert_eq!(disk.text(), text);
    play.says("bob", serde_json::json!({ "type": "flag", "text": "hm" }));
    play.inputs(":view ann");
    play.wait(5.0);
    let mut story = play.story();
    story += &format!("console: {:?}\n", play.table.take_notices());
    disk.leave(None);
    play.answers("ann", "play skip");
    play.answers("bob", "pass");
    // The answer of a window that cannot be written is asked for again, with a new clock.
    disk.leave(Some(0));
    play.answers("cat", "nope");
    disk.leave(None);
    play.wait(5.0);
    play.answers("cat", "nope");
    play.answers("bob", "pass");
    story += &play.story();
    story += &format!("console: {:?}\n", play.table.take_notices());
    insta::assert_snapshot!(story);
    assert_eq!(hash(play.table.shell()), resumed(&disk.text()));
}

#[test]
fn agents_and_clocks_try_again_by_themselves() {
    let (mut shell, journal, disk) = kept(&[GAME]);
    shell.typed(":agent bob greedy");
    let mut play = Play::kept(shell, journal, 0, &["ann", "cat"]);
    play.answers("ann", "play skip");
    disk.leave(Some(0));
    play.answers("cat", "pass");
    play.wait(10.0);
    let at = play.table.shell().debugger().unwrap().timeline.ply();
    disk.leave(None);
    play.answers("cat", "pass");
    play.wait(10.0);
    assert!(play.table.shell().debugger().unwrap().timeline.ply() > at, "{}", play.story());
    assert!(play.table.shell().unkept().is_none());
}

/// Files of which the appended ones are on a full disk, as long as there is a file `full`.
#[derive(Debug, Default)]
struct FullDisk(Memory);

impl Files for FullDisk {
    fn kind(&self, name: &str) -> io::Result<Option<FileKind>> {
        self.0.kind(name)
    }

    fn read(&self, name: &str) -> io::Result<String> {
        self.0.read(name)
    }

    fn write(&self, name: &str, text: &str) -> io::Result<()> {
        self.0.write(name, text)
    }

    fn append(&self, name: &str, text: &str, closing: &str) -> io::Result<()> {
        match self.0.has("full") {
            true => Err(io::ErrorKind::StorageFull.into()),
            false => self.0.append(name, text, closing),
        }
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        self.0.remove(name)
    }

    fn entries(&self, folder: &str) -> io::Result<Vec<Entry>> {
        self.0.entries(folder)
    }

    fn folder(&self, name: &str) -> io::Result<Arc<dyn Files>> {
        self.0.folder(name)
    }
}

#[test]
fn what_cannot_be_recorded_is_refused_and_taken_back_from_the_journal() {
    let (mut shell, mut journal, disk) = kept(&[GAME]);
    let files = Arc::new(FullDisk::default());
    shell.trust.files = FileAccess::new(files.clone(), Some(files.clone()));
    assert_eq!(shell.put_pasted(":record a.session.md", &mut journal).status, Status::Done);
    shell.put_pasted("draw", &mut journal);
    let (recorded, text, before) = (files.read("a.session.md").unwrap(), disk.text(), hash(&shell));
    files.write("full", "").unwrap();
    let said = shell.put_pasted("draw", &mut journal).text();
    assert!(said.contains("not done: the recording cannot be written: a.session.md: "), "{said}");
    assert!(shell.put_pasted(":view", &mut journal).text().contains("cannot be written"));
    assert_eq!((files.read("a.session.md").unwrap(), hash(&shell)), (recorded, before));
    assert!(!disk.text()[text.len()..].contains("draw"), "{}", disk.text());
    files.remove("full").unwrap();
    assert_eq!(shell.put_pasted("draw", &mut journal).status, Status::Done);
    assert_eq!(files.read("a.session.md").unwrap(), shell.session_text());
    files.write("full", "").unwrap();
    assert_eq!(shell.put_pasted("draw", &mut journal).status, Status::Refused);
    assert_eq!(shell.put_pasted(":record", &mut journal).status, Status::Done);
    assert_eq!(shell.put_pasted("draw", &mut journal).status, Status::Done);
    assert_eq!(hash(&shell), resumed(&disk.text()));
}

#[cfg(unix)]
#[test]
fn a_piped_session_on_a_full_disk_never_waits_and_can_be_resumed() {
    let litterbox = Litterbox::new();
    let command = litterbox.command(&[]);
    let program = command.get_program().to_owned();
    let limited = "trap '' XFSZ; ulimit -f 4; exec \"$0\" \"$@\"";
    let mut shell = std::process::Command::new("sh");
    shell.arg("-c").arg(limited).arg(program).current_dir(litterbox.path());
    shell.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    shell.args(["repl", "classic", "ann", "bob", "--seed", "7", "--journal", "--keep-going"]);
    shell.args(["-c", &"draw; :back; ".repeat(60), "-c", ":view; :save game.jsonl"]);
    let ran = crate::program::Ran::from(shell.stdin(std::process::Stdio::null()).output().unwrap());
    assert!(ran.out.contains("not done: the journal cannot be written"), "{}", ran.shown());
    assert_eq!(ran.code, Some(1), "{}", ran.shown());
    let journal = std::fs::read(litterbox.journal()).unwrap();
    let text = JournalText::read(&*journal).unwrap();
    assert_eq!(text.damage, None, "the file ends with a whole line");
    assert!(text.inputs.len() > 5, "{}", text.inputs.len());
    let ran = litterbox.run(&["repl", "--resume", "-c", "draw"]);
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
}
