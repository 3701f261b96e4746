//! Durability: every acknowledged input is in the journal, whenever the process is killed, and the
//! session can be resumed. `LITTERBOX_KILLS=1000` kills the program this many times instead of 100.

use crate::program::{Litterbox, program};
use litterbox::kernel::rng::generator;
use litterbox::shell::Shell;
use litterbox::transcript::{JournalText, SessionInput, Transcript, sealed};
use litterbox::variant::Library;
use rand::RngExt as _;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

fn litterbox(state: &Path, arguments: &[&str]) -> Command {
    let mut command = program();
    command.arg("repl").args(arguments).current_dir(state).env("XDG_STATE_HOME", state);
    command.stdin(Stdio::null());
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

fn read(bytes: &[u8]) -> std::io::Result<JournalText> {
    JournalText::read(bytes)
}

/// The entries of the journal, without the start of the game.
fn kept(state: &Path) -> Vec<SessionInput> {
    let Some(path) = journal(state) else { return Vec::new() };
    let mut kept = read(&fs::read(path).unwrap()).unwrap().inputs;
    kept.remove(0);
    kept
}

#[test]
fn whatever_was_answered_to_survives_a_kill_at_any_moment() {
    let inputs = inputs(60);
    let mut random = generator(7, 1);
    let n_kills = std::env::var("LITTERBOX_KILLS").ok();
    for _ in 0..n_kills.map_or(100, |text| text.parse().expect("a number")) {
        let state = tempfile::tempdir().unwrap();
        let n_answers = killed(state.path(), &inputs, random.random_range(0..40));
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

#[test]
fn a_journal_is_of_one_process() {
    let litterbox = Litterbox::new();
    let game = ["repl", "classic", "ann", "bob", "--seed", "7", "--journal"];
    let mut first = litterbox.command(&game).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = first.stdin.take().unwrap();
    stdin.write_all(b"draw\n= 40 + 2\n").unwrap();
    let said = BufReader::new(first.stdout.take().unwrap()).lines();
    said.map(Result::unwrap).find(|line| line == "42").unwrap();
    let journal = litterbox.journal().display().to_string();
    let resume = ["repl", &format!("--resume={journal}"), "-c", "= 1"];
    let second = litterbox.run(&resume);
    assert_eq!(second.code, Some(3), "{}", second.shown());
    assert!(second.talk.contains("still open in another process"), "{}", second.talk);
    drop(stdin);
    first.wait().unwrap();
    assert_eq!(litterbox.run(&resume).code, Some(0));
}

/// A folder with the journal of a session that ended normally.
fn sitting(inputs: &str) -> TempDir {
    let state = tempfile::tempdir().unwrap();
    let arguments = ["classic", "ann", "bob", "--seed", "7", "--journal", "-c", inputs];
    let ran = litterbox(state.path(), &arguments).output().unwrap();
    assert_eq!(ran.status.code(), Some(0), "{}", said(&ran));
    state
}

/// The same journal, as if the session had been at a terminal.
fn at_a_terminal(text: &str) -> String {
    let (_, entries) = text.split_once('\n').unwrap();
    let mut game = read(text.as_bytes()).unwrap().game;
    game.header.session.as_mut().unwrap().interactive = true;
    sealed(&game.to_json_lines()) + entries
}

/// Damages the journal of a session, resumes it, and returns what is printed, without the name of
/// the folder.
fn resumed(inputs: &str, damage: impl Fn(&str) -> String, then: &str) -> String {
    let state = sitting(inputs);
    let path = journal(state.path()).unwrap();
    let text = damage(&fs::read_to_string(&path).unwrap());
    fs::write(&path, &text).unwrap();
    let ran = litterbox(state.path(), &["--resume", "--echo", "-c", then]).output().unwrap();
    assert_eq!(ran.status.code(), Some(0), "{}", said(&ran));
    let aside = path.with_extension("jsonl.damaged");
    assert_eq!(fs::read_to_string(&aside).unwrap(), text, "the damaged file is kept");
    // The journal is whole again, and as it is said to be.
    let repaired = read(&fs::read(&path).unwrap()).unwrap();
    assert_eq!(repaired.damage, None);
    let again = litterbox(state.path(), &["--resume", "--echo", "-c", ":quit"]).output().unwrap();
    assert!(!said(&again).contains("damaged"), "{}", said(&again));
    let folder = path.parent().unwrap().display().to_string();
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    said(&ran).replace(&folder, "STATE").replace(&name, "SESSION.jsonl")
}

#[test]
fn a_damaged_end_is_left_out_with_a_notice() {
    let torn = |text: &str| text.to_owned() + "{\"input\":\":ba";
    let said = resumed("draw; :back; draw", torn, ":expect turn bob");
    assert!(said.contains("Resumed: replayed 4 inputs."), "{said}");
    insta::assert_snapshot!(said);
}

#[test]
fn what_follows_damage_is_kept_as_far_as_it_replays() {
    // The lost line changed nothing: everything after it is kept.
    let no_change = |text: &str| text.replacen(":expect turn ann", ":expect turn bob", 1);
    let said = resumed(":expect turn ann; draw; draw", no_change, ":expect turn ann");
    assert!(said.contains("Resumed: replayed 3 inputs."), "{said}");
    // The lost line was a ply: the plies after it lead to other positions, the next game does not.
    let a_ply = |text: &str| text.replacen("\"input\":\"draw\"", "\"input\":\"drew\"", 1);
    let inputs = "draw; draw; :new slap ann bob --seed 3; draw";
    let said = resumed(inputs, a_ply, ":expect turn bob");
    assert!(said.contains("Resumed: replayed 3 inputs."), "{said}");
    insta::assert_snapshot!(said);
}

#[test]
fn each_changed_byte_of_a_journal_is_noticed() {
    let state = sitting("draw; :back; draw");
    let bytes = fs::read(journal(state.path()).unwrap()).unwrap();
    let n_kept = read(&bytes).unwrap().inputs.len();
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 4;
        if let Ok(found) = read(&damaged) {
            assert!(found.damage.is_some(), "byte {at}");
            assert!(found.inputs.len() + 2 >= n_kept, "byte {at}: {} kept", found.inputs.len());
        }
    }
}

#[cfg(unix)]
#[test]
fn journals_are_private_and_a_folder_that_cannot_be_made_is_said_once() {
    use std::os::unix::fs::PermissionsExt;
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let state = sitting("draw; draw");
    let path = journal(state.path()).unwrap();
    assert_eq!((mode(&path), mode(path.parent().unwrap())), (0o600, 0o700));

    let state = tempfile::tempdir().unwrap();
    fs::write(state.path().join("litterbox"), "a file, not a folder").unwrap();
    let arguments =
        ["classic", "ann", "bob", "--seed", "7", "--journal", "-c", "draw; :back; draw"];
    let ran = litterbox(state.path(), &arguments).output().unwrap();
    assert_eq!(ran.status.code(), Some(0), "{}", said(&ran));
    let warnings: Vec<String> = said(&ran)
        .lines()
        .filter(|line| line.contains("journal"))
        .map(|line| line.replace(&state.path().display().to_string(), "STATE"))
        .collect();
    insta::assert_snapshot!(warnings.join("\n"), @"warning: the journal cannot be written, so this session cannot be resumed later: STATE/litterbox/sessions: Not a directory (os error 20)");
}

#[test]
fn only_finished_sessions_of_a_kind_are_deleted() {
    let state = sitting("draw; draw");
    let path = journal(state.path()).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    fs::remove_file(&path).unwrap();
    let unfinished = text.lines().filter(|line| !line.contains(":quit"));
    let unfinished: String = unfinished.map(|line| format!("{line}\n")).collect();
    let folder = path.parent().unwrap();
    let kinds = [
        ("typed", at_a_terminal(&text)),
        ("piped", text.clone()),
        ("killed", at_a_terminal(&unfinished)),
    ];
    for (kind, text) in &kinds {
        for number in 0..120 {
            fs::write(folder.join(format!("{number:03}-{kind}.jsonl")), text).unwrap();
        }
    }
    let arguments = ["classic", "ann", "bob", "--seed", "7", "--journal", "-c", "draw; draw"];
    litterbox(state.path(), &arguments).output().unwrap();
    let names: Vec<String> = folder
        .read_dir()
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    let count = |kind: &str| names.iter().filter(|name| name.contains(kind)).count();
    assert_eq!((count("typed"), count("piped"), count("killed")), (120, 99, 120));
    assert_eq!(names.len(), 120 + 99 + 120 + 1);
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
fn a_journal_that_began_with_a_loaded_game_holds_its_transcript() {
    let state = sitting(":table ann: skip | bob: -; play skip; :mark here; :save game.jsonl");
    fs::remove_dir_all(state.path().join("litterbox")).unwrap();
    let run = |arguments: &[&str]| {
        let ran = litterbox(state.path(), arguments).output().unwrap();
        assert_eq!(ran.status.code(), Some(0), "{}", said(&ran));
        said(&ran)
    };
    run(&["game.jsonl", "--journal", "-c", ":back; draw"]);
    let saved = fs::read_to_string(state.path().join("game.jsonl")).unwrap();
    fs::remove_file(state.path().join("game.jsonl")).unwrap();
    let text = fs::read_to_string(journal(state.path()).unwrap()).unwrap();
    let found = read(text.as_bytes()).unwrap();
    assert_eq!(found.inputs[0].game.as_deref(), Some(saved.as_str()));
    let shown = run(&["--resume", "--echo", "-c", ":goto here; :expect turn bob"]);
    assert!(shown.contains("Resumed: replayed 3 inputs."), "{shown}");
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
    let state = sitting("draw; :save game.jsonl");
    let text = fs::read_to_string(journal(state.path()).unwrap()).unwrap();
    let (head, _) = text.split_once('\n').unwrap();
    let said = |text: &str| read(text.as_bytes()).map(drop).unwrap_err().to_string();
    assert_eq!(read(format!("{head}\n").as_bytes()).unwrap().inputs.len(), 1);
    assert!(said("").contains("not a session journal"));
    assert!(said(head).contains("not a session journal"), "its line is not complete");
    assert!(said(&text.replace("classic", "slap")).contains("damaged"));
    for old in ["{\"journal\":2}\n", "{\"litterbox\":99}\n"] {
        let expected = "load it in the program that wrote it and `:record` it";
        assert!(said(old).contains(expected), "{}", said(old));
    }
    // A saved game is no journal, and a journal no saved game: each says how it is opened.
    let saved = fs::read_to_string(state.path().join("game.jsonl")).unwrap();
    assert!(said(&saved).contains("`litterbox repl FILE`"), "{}", said(&saved));
    let error = Transcript::from_saved("saved.jsonl", &text).unwrap_err().to_string();
    assert!(error.contains("`litterbox repl --resume=FILE`"), "{error}");
}

#[test]
fn a_run_that_nobody_typed_does_not_come_before_a_session_that_was() {
    let state = sitting("draw; :back");
    let path = journal(state.path()).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, at_a_terminal(&text)).unwrap();
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

#[test]
fn a_journal_of_somebody_else_opens_no_folder() {
    let elsewhere = Litterbox::new();
    let game = ["repl", "classic", "ann", "bob", "--seed", "7", "--journal"];
    elsewhere.piped(&game, "draw\ndraw\n");
    let text = std::fs::read_to_string(elsewhere.journal()).unwrap();
    let wrong = "//! Wrong.\n\nfn resolve(me) {\n";
    let _elsewhere = elsewhere.with("scripts/cards/skip.rhai", wrong);
    let litterbox = Litterbox::new().with("theirs.jsonl", &text);
    let ran = litterbox.run(&["repl", "--resume=theirs.jsonl", "-c", ":view"]);
    assert!(ran.talk.contains("not opened: the folder `"), "{}", ran.shown());
    assert!(!ran.shown().contains("skip.rhai"), "{}", ran.shown());
}
