//! Durability: every acknowledged input is in the journal, whenever the process is killed, and the
//! session can be resumed.

use litterbox::internals::{JournalHeader, read};
use litterbox::kernel::rng::{below, generator};
use litterbox::shell::Shell;
use litterbox::shell::redo_log::RedoEntry;
use litterbox::variant::Library;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

fn litterbox(state: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_litterbox"));
    command.arg("repl").args(arguments).current_dir(state).env("XDG_STATE_HOME", state);
    command.env_remove("CLICOLOR_FORCE").stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn said(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

/// The only journal.
fn journal(state: &Path) -> Option<PathBuf> {
    let folder = state.join("litterbox/sessions");
    let mut paths = folder.read_dir().ok()?.map(|entry| entry.unwrap().path());
    paths.next()
}

/// Inputs that change the game, each followed by one whose reply confirms it.
fn inputs(n: usize) -> Vec<String> {
    let moves = |i: usize| match i % 4 {
        0 => format!(":table ann: skip | bob: skip | draw: favor ... | turn: ann {}", i / 4 + 1),
        1 | 3 => "play skip".to_owned(),
        _ => ":back".to_owned(),
    };
    (0..n).flat_map(|i| [moves(i), format!("= \"done {i}\"")]).collect()
}

/// Starts a session, kills it after this many replies while more inputs stream in, and returns the
/// number of replies received.
fn killed(state: &Path, inputs: &[String], after: u32) -> usize {
    let mut command = litterbox(state, &["classic", "ann", "bob", "--seed", "7", "--journal"]);
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let text = inputs.join("\n") + "\n";
    let writer = std::thread::spawn(move || {
        // The process is killed before it has read everything.
        let _ = stdin.write_all(text.as_bytes());
        let _ = stdin.flush();
        stdin
    });
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    let is_answer = |line: &String| line.starts_with("\"done ");
    for _ in 0..after {
        answers.by_ref().map(Result::unwrap).find(is_answer).expect("an answer");
    }
    child.kill().unwrap();
    child.wait().unwrap();
    drop(writer.join());
    let rest = answers.map_while(Result::ok).filter(is_answer).count();
    after as usize + rest
}

/// The entries of the journal, without the start of the game.
fn kept(state: &Path) -> Vec<RedoEntry> {
    let Some(path) = journal(state) else { return Vec::new() };
    let (_, mut kept, _) = read(&fs::read(path).unwrap()).unwrap();
    kept.remove(0);
    kept
}

#[test]
fn whatever_was_answered_to_survives_a_kill_at_any_moment() {
    let inputs = inputs(60);
    let mut random = generator(7, 1);
    for _ in 0..100 {
        let state = tempfile::tempdir().unwrap();
        let n_answers = killed(state.path(), &inputs, below(&mut random, 40));
        let kept = kept(state.path());
        let was_kept: Vec<&str> = kept.iter().map(|kept| kept.input.as_str()).collect();
        assert!(kept.len() >= 2 * n_answers, "{} kept, {n_answers} answered", kept.len());
        assert_eq!(was_kept, inputs[..kept.len()]);
        let mut bench = Shell::new(Library::embedded());
        bench.input(":new classic ann bob --seed 7");
        assert_eq!(bench.redo(&kept), None);
    }
}

#[test]
fn the_next_session_goes_on_where_one_was_killed() {
    let state = tempfile::tempdir().unwrap();
    let inputs = inputs(60);
    let n_answers = killed(state.path(), &inputs, 13);
    let n_kept = kept(state.path()).len() + 1;
    let last = ["--resume", "--journal", "--echo", "-c", "= \"again\""];
    let ran = litterbox(state.path(), &last).output().unwrap();
    let text = said(&ran);
    assert_eq!(ran.status.code(), Some(0), "{text}");
    assert!(text.contains(&format!("Resumed: replayed {n_kept} inputs")), "{text}");
    assert!(n_kept > 2 * n_answers, "{text}");
    // Appends to the same file, so that the next session finds this input too.
    let ran = litterbox(state.path(), &["--resume", "--echo", "-c", ":quit"]).output().unwrap();
    let text = said(&ran);
    assert!(text.contains(&format!("Resumed: replayed {} inputs", n_kept + 1)), "{text}");
}

/// A folder with the journal of a session that ended normally.
fn sitting(inputs: &str) -> TempDir {
    let state = tempfile::tempdir().unwrap();
    let arguments = ["classic", "ann", "bob", "--seed", "7", "--journal", "-c", inputs];
    let ran = litterbox(state.path(), &arguments).output().unwrap();
    assert_eq!(ran.status.code(), Some(0), "{}", said(&ran));
    state
}

#[test]
fn a_damaged_end_is_cut_off_with_a_notice() {
    let state = sitting("draw; :back; draw");
    let path = journal(state.path()).unwrap();
    let whole = fs::read_to_string(&path).unwrap();
    let damaged = [whole.as_str(), "{\"input\":\":ba"].concat();
    fs::write(&path, damaged).unwrap();
    let ran = litterbox(state.path(), &["--resume", "-c", ":expect turn bob"]).output().unwrap();
    assert_eq!(ran.status.code(), Some(0), "{}", said(&ran));
    let ran = litterbox(state.path(), &["--resume", "--echo", "-c", ":quit"]).output().unwrap();
    assert!(!said(&ran).contains("damaged"), "{}", said(&ran));

    let garbled = whole.replace("\"input\":\":back\"", "\"input\":\":ba\u{0}ck");
    fs::write(&path, garbled).unwrap();
    let ran = litterbox(state.path(), &["--resume", "--echo", "-c", ":quit"]).output().unwrap();
    insta::assert_snapshot!(String::from_utf8_lossy(&ran.stdout));
}

#[test]
fn a_session_under_other_rules_says_where_it_goes_another_way() {
    let state = sitting(":table ann: skip | bob: - | draw: favor favor ...; play skip; draw");
    let script = "//! Skip, but not now.\n\nfn resolve(me) { me.draw(); }\n";
    fs::create_dir_all(state.path().join("scripts/cards")).unwrap();
    fs::write(state.path().join("scripts/cards/skip.rhai"), script).unwrap();
    let ran = litterbox(state.path(), &["--resume", "--echo", "-c", ":quit"]).output().unwrap();
    insta::assert_snapshot!(String::from_utf8_lossy(&ran.stdout));
}

#[test]
fn a_loaded_game_is_kept_with_the_session() {
    let state = tempfile::tempdir().unwrap();
    let arguments = ["classic", "ann", "bob", "--seed", "7", "--journal", "-c"];
    let saving = ":table ann: skip | bob: -; play skip; :save game.jsonl; :back; :load game.jsonl";
    let ran = litterbox(state.path(), &arguments).arg(saving).output().unwrap();
    assert_eq!(ran.status.code(), Some(0), "{}", said(&ran));
    fs::remove_file(state.path().join("game.jsonl")).unwrap();
    let expects = ":expect turn bob; :back; :expect hand ann skip";
    let ran = litterbox(state.path(), &["--resume", "-c", expects]).output().unwrap();
    assert_eq!(ran.status.code(), Some(0), "{}", said(&ran));
}

#[test]
fn a_glance_leaves_nothing_and_no_journal_is_kept_unasked() {
    let state = tempfile::tempdir().unwrap();
    litterbox(state.path(), &[]).output().unwrap();
    for arguments in [&["-c", "draw; :back"][..], &["--no-journal", "-c", "draw; :back"]] {
        let ran = litterbox(state.path(), arguments).output().unwrap();
        assert_eq!(ran.status.code(), Some(0), "{}", said(&ran));
        assert_eq!(journal(state.path()), None);
    }
    let ran = litterbox(state.path(), &["--resume"]).output().unwrap();
    assert_eq!(ran.status.code(), Some(3), "{}", said(&ran));
    assert!(said(&ran).contains("there is no session to resume"), "{}", said(&ran));
}

#[test]
fn a_journal_is_told_from_other_files() {
    assert!(read(b"").is_err());
    assert!(read(b"{\"litterbox\":1}\n").is_err());
    let head =
        serde_json::to_string(&JournalHeader::new("/".into(), "classic".into(), true)).unwrap();
    assert!(read(head.as_bytes()).is_err(), "its line is not complete");
    let newer = head.replace("\"journal\":1", "\"journal\":99") + "\n";
    assert!(read(newer.as_bytes()).unwrap_err().to_string().contains("newer"));
}

#[test]
fn a_run_that_nobody_typed_does_not_come_before_a_session_that_was() {
    let state = sitting("draw; :back");
    let path = journal(state.path()).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("\"interactive\":false", "\"interactive\":true")).unwrap();
    let run = |arguments: &[&str]| {
        let ran = litterbox(state.path(), arguments).output().unwrap();
        assert_eq!(ran.status.code(), Some(0), "{}", said(&ran));
        said(&ran)
    };
    run(&["slap", "--players", "2", "--seed", "1", "--journal", "-c", "draw; draw; draw"]);
    run(&["--resume", "-c", ":expect turn ann; draw; draw"]);
    // The game of the last session at a terminal, in its final state.
    run(&["--resume", "-c", ":expect turn ann; :goto 1; :expect turn bob"]);
    let listed = run(&["--journals"]);
    let lines: Vec<Vec<&str>> =
        listed.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines.len(), 3, "{listed}");
    assert_eq!(lines[1][2..5], ["classic", "0", "yes"], "{listed}");
    assert_eq!(lines[2][2..5], ["slap", "3", "no"], "{listed}");
    assert_eq!(lines[1][5], path.display().to_string(), "{listed}");
}
