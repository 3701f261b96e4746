//! Files, pipes and other programs can only play: only typed inputs start a program, and a program
//! receives only what its seat may know.

use crate::program::{FIRST_OPTION, Litterbox, MUTE, Ran, first_option};
use crate::waiting::{self, HANGING};
use litterbox::agent::{AgentError, AgentMessages};
use litterbox::base::Interrupt;
use litterbox::sim::registry::{AgentProcess, Exec, ProgramLimits};
use litterbox::transcript::{SessionInput, sealed_inputs};
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

const SEAT: &str = ":agent ann exec:sh evil.sh";

/// With an agent that creates a file when it runs.
fn evil() -> Litterbox {
    Litterbox::new().with("evil.sh", &first_option("touch ran"))
}

/// Checks a run in which an untrusted file requested a program: the program did not start, and the
/// output says how to allow it.
#[track_caller]
fn refused(litterbox: &Litterbox, ran: &Ran) {
    assert!(!litterbox.path().join("ran").exists(), "the program was started: {}", ran.shown());
    let said = format!("{}{}", ran.out, ran.talk);
    assert!(said.contains("--allow-exec"), "the flag is not named: {}", ran.shown());
}

fn session() -> String {
    format!("# Evil\n\n```litterbox\n> :new classic ann bob --seed 7\n> {SEAT}\n> :timeline\n```\n")
}

#[test]
fn a_session_file_starts_no_program() {
    let litterbox = evil().with("evil.session.md", &session());
    let ran = litterbox.run(&["test", "--expects", "evil.session.md"]);
    assert_eq!(ran.code, Some(1), "{}", ran.shown());
    refused(&litterbox, &ran);
    refused(&litterbox, &litterbox.run(&["repl", "evil.session.md"]));
    refused(&litterbox, &litterbox.run(&["repl", "--read", "evil.session.md"]));
    refused(&litterbox, &litterbox.run(&["debug", "evil.session.md:6"]));
    refused(&litterbox, &litterbox.run(&["review", "evil.session.md"]));
    refused(&litterbox, &litterbox.run(&["repl", "-c", ":read evil.session.md"]));
}

#[test]
fn a_session_that_is_read_hides_no_reply_and_says_that_it_writes_no_file() {
    let block = |inputs: &str| format!("```litterbox\n> :new classic ann bob\n{inputs}\n```\n");
    let first = "> :output replies\n> :save game\n> :record record\n> = 40 + 1";
    let session = format!("# Evil\n\n{}\n{}", block(first), block("> = 40 + 2"));
    let litterbox = Litterbox::new().with("evil.session.md", &session);
    for arguments in [
        &["repl", "-c", ":read evil.session.md; = 40 + 3"][..],
        &["repl", "--read", "evil.session.md", "-c", "= 40 + 3"],
        &["repl", "evil.session.md", "-c", "= 40 + 3"],
    ] {
        let ran = litterbox.run(arguments);
        for reply in ["41", "42", "43"] {
            assert!(ran.out.lines().any(|line| line.trim() == reply), "{}", ran.shown());
        }
        for file in ["replies", "game", "record"] {
            let said = format!("{file} is kept in memory: only what you type writes files");
            assert!(ran.out.contains(&said), "{said}: {}", ran.shown());
            assert!(!litterbox.path().join(file).exists(), "{file}: {}", ran.shown());
        }
    }
}

#[test]
fn a_pipe_an_rc_file_and_a_file_of_answers_start_no_program() {
    let litterbox = evil().with("answers", &format!("{SEAT}\n"));
    refused(&litterbox, &litterbox.piped(&["repl", "classic", "ann", "bob"], SEAT));
    let answers = ":agent bob script answers; :auto 40";
    refused(&litterbox, &litterbox.run(&["repl", "classic", "ann", "bob", "-c", answers]));
    litterbox.configure("litterbox/rc", &format!("{SEAT}\n"));
    let rc = litterbox.run(&["repl", "classic", "ann", "bob", "-c", ":expect turn ann"]);
    refused(&litterbox, &rc);
}

#[test]
fn what_is_typed_or_allowed_starts_a_program() {
    for (arguments, piped) in [
        (&["repl", "classic", "ann", "bob", "-c", SEAT][..], ""),
        (
            &["repl", "classic", "ann", "--seed", "7", "--agents", "exec:sh evil.sh", "-c", "draw"],
            "",
        ),
        (&["repl", "classic", "ann", "bob", "--allow-exec"], SEAT),
        (&["test", "--expects", "--allow-exec", "evil.session.md"], ""),
        (&["repl", "evil.session.md", "--allow-exec"], ""),
        (&["sim", "classic", "--games", "1", "--agents", "exec:sh evil.sh"], ""),
    ] {
        let litterbox = evil().with("evil.session.md", &session());
        let ran = litterbox.piped(arguments, piped);
        assert!(litterbox.path().join("ran").exists(), "{arguments:?}: {}", ran.shown());
    }
}

#[test]
fn a_saved_game_is_never_typed() {
    let litterbox = evil();
    let new = ["repl", "classic", "ann", "bob", "--seed", "7"];
    let play = "draw; :save game.json";
    litterbox.run(&[&new[..], &["-c", play]].concat());
    let saved = litterbox.read("game.json");
    let forged = saved.replace(r#""typed":"draw""#, r#""typed":":agent bob exec:sh evil.sh""#);
    assert_ne!(saved, forged);
    let litterbox = litterbox.with("game.json", &forged);
    let ran = litterbox.run(&["repl", "-c", ":load game.json; :record again; :timeline"]);
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
    assert!(!litterbox.path().join("ran").exists());
    assert!(ran.out.contains("ann> draw"), "{}", ran.out);
    assert!(!litterbox.read("again").contains("exec"), "{}", litterbox.read("again"));
}

#[test]
fn a_journal_starts_no_program_and_writes_no_file() {
    let litterbox = evil();
    let game = ["repl", "classic", "ann", "bob", "--seed", "7", "--journal"];
    litterbox.piped(&game, "draw\ndraw\n");
    let journal = litterbox.journal();
    let entry = |input: &str| {
        sealed_inputs(&[SessionInput {
            input: input.to_owned(),
            game: None,
            hash: None,
            ply: None,
        }])
    };
    let begun = std::fs::read_to_string(&journal).unwrap();
    let forged = [begun, entry(SEAT), entry(":record ran")].concat();
    std::fs::write(&journal, forged).unwrap();
    let file = format!("--resume={}", journal.display());
    refused(&litterbox, &litterbox.run(&["repl", &file]));
    litterbox.piped(&["repl", &file, "--allow-exec"], "draw\ndraw\n");
    assert!(litterbox.path().join("ran").exists());
}

#[test]
fn a_command_is_split_into_words_and_no_shell_runs_it() {
    let litterbox = Litterbox::new()
        .with("agent.sh", &first_option("printf '%s\\n' \"$@\" > words.$$\nmv words.$$ words"));
    let agents = r#"exec:sh agent.sh "two, words" ';' touch $HOME,random"#;
    let ran = litterbox.run(&["sim", "classic", "--games", "2", "--agents", agents]);
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
    assert_eq!(litterbox.read("words"), "two, words\n;\ntouch\n$HOME\n");
}

#[test]
fn a_program_is_told_the_index_of_the_game_and_not_its_seed() {
    let litterbox = Litterbox::new().with(
        "agent.sh",
        &format!("{FIRST_OPTION}while read -r line; do echo \"$line\" >> asked; first_option \"$line\"; done\n"),
    );
    let play = ["sim", "classic", "--games", "3", "--seed", "987654321", "--threads", "1"];
    litterbox.run(&[&play[..], &["--agents", "exec:sh agent.sh"]].concat());
    let asked = litterbox.read("asked");
    let mut games: Vec<u64> = asked
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["game"].as_u64())
        .map(Option::unwrap)
        .collect();
    games.dedup();
    assert_eq!(games, [0, 1, 2]);
}

/// The error of an agent with these limits.
fn trouble_of(command: &str, limits: ProgramLimits, interrupt: bool) -> String {
    let stop = Interrupt::default();
    if interrupt {
        stop.set();
    }
    let messages = AgentMessages::default();
    let program = AgentProcess::start(command, limits, stop, &messages).unwrap();
    let trouble = AgentError::default();
    let agent = Exec::new(Rc::new(RefCell::new(program)), 0, trouble.clone());
    let mut game = crate::harness::loaded("classic", &[]).game(2, 1);
    let seat = game.decision().unwrap().seat;
    game.seat(seat, Some(Box::new(agent)));
    game.play_out(1).unwrap_err();
    let said = trouble.borrow_mut().take();
    said.unwrap()
}

/// A program that reads every question and answers none.
const SILENT: &str = "sh -c 'cat >/dev/null'";

#[test]
fn a_program_has_a_time_limit_and_a_line_limit_and_can_be_interrupted() {
    let brief = ProgramLimits { answer: Duration::from_millis(200), ..ProgramLimits::default() };
    let mute = trouble_of(SILENT, brief, false);
    assert!(mute.contains("gave no answer within 200ms"), "{mute}");
    let patient = ProgramLimits { answer: HANGING, ..ProgramLimits::default() };
    let endless = trouble_of("yes", ProgramLimits { line: 1, ..patient }, false);
    assert!(endless.contains("a line of more than 1 bytes"), "{endless}");
    let zeros = trouble_of("cat /dev/zero", patient, false);
    assert!(zeros.contains("a line of more than 65536 bytes"), "{zeros}");
    let interrupted = trouble_of(SILENT, patient, true);
    assert!(interrupted.contains("was interrupted"), "{interrupted}");
}

#[test]
fn the_stderr_of_a_program_is_bounded_and_without_control_characters() {
    let litterbox = Litterbox::new()
        .with("agent.sh", &first_option("printf '\\033[2J' >&2\nyes x | head -c 1000000 >&2"));
    let ran = litterbox.run(&["sim", "classic", "--games", "1", "--agents", "exec:sh agent.sh"]);
    assert!(ran.talk.len() < 300_000, "{} bytes", ran.talk.len());
    assert!(ran.talk.contains("\\u{1b}[2J"), "{}", &ran.talk[..100]);
}

#[test]
fn the_stderr_of_a_program_is_data_of_whoever_starts_it() {
    let messages = AgentMessages::default();
    let command = r#"sh -c 'printf "\033[2Jhello\n" >&2; cat >/dev/null'"#;
    let limits = ProgramLimits { stderr: 6, ..ProgramLimits::default() };
    let program = AgentProcess::start(command, limits, Interrupt::default(), &messages).unwrap();
    let mut lines = Vec::new();
    waiting::until(|| {
        lines.extend(messages.take());
        lines.len() >= 2
    });
    drop(program);
    let rest = "(more than 6 bytes on the agent's stderr: the rest is left out)";
    assert_eq!(lines, ["\\u{1b}[2Jhe", rest]);
    let litterbox = Litterbox::new().with("agent.sh", &first_option("echo hello >&2"));
    let play = ":agent bob random; :agent ann exec:sh agent.sh; :auto 30; :agent";
    let ran = litterbox.run(&["repl", "classic", "ann", "bob", "--seed", "7", "-c", play]);
    assert!(format!("{}{}", ran.out, ran.talk).contains("agent: hello"), "{}", ran.shown());
}

#[test]
fn ctrl_c_ends_a_run_that_waits_for_a_program() {
    let litterbox = Litterbox::new();
    let agent = format!("exec:{MUTE}");
    let mut pty = litterbox.on_terminal(&["sim", "classic", "--agents", &agent]);
    waiting::until(|| litterbox.path().join("asked").exists());
    pty.send_control('c').unwrap();
    pty.exp_string("the run was stopped").unwrap();
    pty.exp_string("0 games").unwrap();
    pty.exp_eof().unwrap();
}
