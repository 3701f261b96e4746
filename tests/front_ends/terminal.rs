//! The REPL in a pseudo-terminal: sends keys and reads the screen.

use crate::program::{program, replace};
use crate::waiting::hanging_ms;
use rexpect::process::Signal;
use rexpect::session::{PtySession, spawn_command};
use std::io::Write as _;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;
use unicode_width::UnicodeWidthStr;

const UP: &str = "\x1b[A";
const RIGHT: &str = "\x1b[C";

/// The program in its own pseudo-terminal.
pub struct Terminal {
    pty: PtySession,
}

impl Terminal {
    /// Starts the program with its state in this folder, and waits for the prompt.
    #[track_caller]
    pub fn open(state: &Path, arguments: &[&str]) -> Self {
        let game = ["repl", "classic", "ann", "bob", "--seed", "7"];
        let mut terminal = Self::start(state, &[&game, arguments].concat());
        terminal.sees("ann> ");
        terminal
    }

    /// Starts the program with its state in this folder.
    pub fn start(state: &Path, arguments: &[&str]) -> Self {
        let mut command = program();
        command.args(arguments);
        Self::spawn_in(state, command, None)
    }

    /// Starts a command in a folder, which also has its state, with a pager.
    pub fn spawn_in(state: &Path, mut command: Command, pager: Option<&str>) -> Self {
        command.current_dir(state).env_remove("PAGER");
        command.env("XDG_STATE_HOME", state).env("XDG_CONFIG_HOME", state).env("TERM", "xterm");
        command.env("NO_COLOR", "1").envs(pager.map(|pager| ("PAGER", pager)));
        Self { pty: spawn_command(command, Some(hanging_ms())).unwrap() }
    }

    /// Sends keys.
    pub fn keys(&mut self, keys: &str) {
        self.pty.send(keys).unwrap();
        self.pty.flush().unwrap();
    }

    /// Sends bytes that need not be text.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.pty.process().get_file_handle().unwrap().write_all(bytes).unwrap();
    }

    pub fn types(&mut self, line: &str) {
        self.keys(line);
        self.keys("\r");
    }

    /// Presses Ctrl and this key.
    pub fn control(&mut self, key: char) {
        self.pty.send_control(key).unwrap();
    }

    /// Changes the size of the window, of which the program hears.
    pub fn resizes(&mut self, rows: usize, columns: usize) {
        let window = self.pty.process().get_file_handle().unwrap();
        let mut command = Command::new("stty");
        command.arg("rows").arg(rows.to_string()).arg("cols").arg(columns.to_string());
        assert!(command.stdin(window).status().unwrap().success());
    }

    /// Waits for a text and returns the output before it.
    #[track_caller]
    pub fn sees(&mut self, text: &str) -> String {
        let seen = self.pty.exp_string(text);
        seen.unwrap_or_else(|why| panic!("the terminal does not show {text:?}: {why}"))
    }

    /// Quits. Keys sent while the last reply is still being printed stay in the line, unlike a
    /// control key.
    #[track_caller]
    pub fn leaves(mut self) {
        self.types(":quit");
        self.ends();
    }

    /// Waits for the program to exit.
    #[track_caller]
    pub fn closes(mut self) {
        self.sees_the_end();
    }

    #[track_caller]
    fn sees_the_end(&mut self) {
        self.pty.exp_eof().unwrap_or_else(|why| panic!("the program does not end: {why}"));
    }

    /// Kills the program.
    pub fn kill(mut self) {
        self.pty.process_mut().kill(Signal::SIGKILL).unwrap();
    }

    /// Waits for the program to exit successfully.
    #[track_caller]
    fn ends(mut self) {
        self.sees_the_end();
        let status = self.pty.process().wait().unwrap();
        assert_eq!(format!("{status:?}").split(", ").last(), Some("0)"), "{status:?}");
    }
}

fn state() -> TempDir {
    tempfile::tempdir().unwrap()
}

#[test]
fn it_says_where_one_is_and_ctrl_d_leaves() {
    let state = state();
    let mut terminal = Terminal::start(state.path(), &[]);
    let welcome = terminal.sees("p1> ");
    for part in ["Litterbox", "p1's turn", ":back", ":help", "Ctrl-D", "seed"] {
        assert!(welcome.contains(part), "no {part}: {welcome}");
    }
    terminal.control('d');
    terminal.ends();
}

#[test]
fn the_welcome_is_aligned_in_a_language_of_wide_characters() {
    let state = state();
    let mut command = Command::new("sh");
    command.args(["-c", "stty rows 24 cols 80; exec \"$0\" \"$@\""]);
    command.arg(env!("CARGO_BIN_EXE_litterbox"));
    command.args(["repl", "party_pack_zh", "安娜", "鲍勃", "--seed", "7"]);
    let mut terminal = Terminal::spawn_in(state.path(), command, None);
    terminal.sees("Things to try:");
    let shown = terminal.sees(":help");
    let column = |about: &str| {
        let line = shown.lines().find(|line| line.contains(about)).expect(about);
        line[..line.find(about).unwrap()].width()
    };
    let columns = ["go back;", "what a card does;"].map(column);
    assert_eq!(columns, [38; 2], "{shown}");
    terminal.leaves();
}

#[test]
fn tab_completes_what_can_be_answered_now() {
    let state = state();
    let mut terminal = Terminal::open(state.path(), &[]);
    terminal.keys("dr\t\r");
    terminal.sees("ann draws");
    terminal.sees("bob> ");
    terminal.keys("\t");
    terminal.sees("end the turn by drawing");
    terminal.keys("\x15:bac\t\r");
    terminal.sees("ann> ");
    terminal.leaves();
}

#[test]
fn tab_completes_files_where_a_command_wants_one() {
    let state = state();
    std::fs::write(state.path().join("wombat.txt"), "").unwrap();
    let mut terminal = Terminal::open(state.path(), &[]);
    terminal.keys(":load wom\t\r");
    terminal.sees("wombat.txt");
    terminal.sees("ann> ");
    terminal.leaves();
}

#[test]
fn right_accepts_the_grey_hint() {
    let state = state();
    let mut terminal = Terminal::open(state.path(), &[]);
    terminal.keys("dra");
    terminal.sees("w");
    terminal.keys(RIGHT);
    terminal.keys("\r");
    terminal.sees("ann draws");
    terminal.leaves();
}

#[test]
fn ctrl_c_drops_the_line_and_nothing_else() {
    let state = state();
    let mut terminal = Terminal::open(state.path(), &[]);
    terminal.keys("wombat");
    terminal.control('c');
    terminal.sees("Ctrl-D");
    terminal.types("= 40 + 2");
    terminal.sees("\n  42");
    terminal.leaves();
}

#[test]
fn a_script_without_an_end_comes_back() {
    let state = state();
    let mut terminal = Terminal::open(state.path(), &[]);
    terminal.types("= loop {}");
    terminal.sees("the script does not end");
    terminal.types("= 40 + 2");
    terminal.sees("\n  42");
    terminal.leaves();
}

#[test]
fn after_a_kill_the_session_goes_on_where_it_was() {
    let state = state();
    let mut terminal = Terminal::open(state.path(), &[]);
    terminal.types("draw");
    terminal.sees("bob> ");
    terminal.types(":back");
    terminal.sees("ann> ");
    terminal.pty.process_mut().kill(Signal::SIGKILL).unwrap();
    let mut terminal = Terminal::start(state.path(), &["repl"]);
    terminal.sees("The last session ended unexpectedly");
    terminal.sees("p1> ");
    terminal.leaves();
    let mut terminal = Terminal::start(state.path(), &["repl", "--resume"]);
    terminal.sees("Resumed: replayed 3 inputs");
    terminal.sees("At ply 0 of 1");
    terminal.sees("ann> ");
    terminal.types(":forward");
    terminal.sees("bob> ");
    terminal.types(":quit");
    terminal.sees("`litterbox repl --resume` goes on with this session");
    terminal.ends();
}

#[test]
fn a_saved_script_is_picked_up_and_the_line_being_typed_stays() {
    let state = state();
    let skip = state.path().join("scripts/cards/skip.rhai");
    std::fs::create_dir_all(skip.parent().unwrap()).unwrap();
    std::fs::write(&skip, "//! Skip.\n\nfn resolve(me) { end_turn(); }\n").unwrap();
    let mut terminal = Terminal::open(state.path(), &["--watch"]);
    terminal.types(":table ann: skip | bob: - | draw: favor favor favor");
    terminal.sees("1 play skip");
    terminal.sees("ann> ");
    terminal.keys("play sk");
    replace(&skip, "//! Skip.\n\nfn resolve(me) { end_trun(; }\n");
    terminal.sees("skip.rhai saved, but:");
    terminal.sees("cards/skip.rhai:3");
    // The script compiles, but fails when it is played.
    replace(&skip, "//! Skip.\n\nfn resolve(me) { end_trun(); }\n");
    terminal.sees("did you mean `end_turn`?");
    replace(&skip, "//! Skip.\n\nfn resolve(me) { me.draw_cards(2); end_turn(); }\n");
    terminal.sees("skip.rhai saved: the next input plays by it");
    terminal.sees("ann> play sk");
    terminal.keys("ip\r");
    terminal.sees("Changed: cards/skip.rhai.");
    terminal.sees("ann draws Favor, Favor");
    terminal.leaves();
}

#[test]
fn an_answer_is_not_taken_for_a_question_that_a_saved_script_has_changed() {
    let state = state();
    let favor = state.path().join("scripts/cards/favor.rhai");
    std::fs::create_dir_all(favor.parent().unwrap()).unwrap();
    std::fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/cards/favor.rhai"), &favor)
        .unwrap();
    let mut terminal = Terminal::open(state.path(), &["--watch"]);
    terminal.types(":table ann: favor skip | bob: attack tacocat | draw: shuffle*3");
    terminal.sees("2 play favor");
    terminal.types("play favor");
    terminal.sees("1 attack");
    terminal.sees("bob> ");
    replace(&favor, "//! Favor.\n\nfn resolve(me) { me.choose_number(\"How many?\", 1, 2); }\n");
    terminal.sees("favor.rhai saved: the next input plays by it");
    terminal.types("1");
    terminal.sees("Changed: cards/favor.rhai.");
    terminal.sees("`1` is not taken: it was for another question");
    terminal.leaves();
}

#[test]
fn a_variant_that_cannot_be_read_any_more_is_not_played() {
    let state = state();
    let file = state.path().join("variants/classic.json");
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/variants/classic.json"), &file).unwrap();
    let mut terminal = Terminal::open(state.path(), &["--watch"]);
    replace(&file, &"x".repeat((1 << 20) + 1));
    terminal.sees("classic.json saved, but:");
    terminal.sees("V0130");
    terminal.leaves();
}

#[test]
fn a_folder_that_is_made_later_is_watched_as_well() {
    let state = state();
    let mut terminal = Terminal::open(state.path(), &["--watch"]);
    terminal.types(":table ann: skip | bob: - | draw: favor favor favor");
    terminal.sees("1 play skip");
    terminal.sees("ann> ");
    let skip = state.path().join("scripts/cards/skip.rhai");
    std::fs::create_dir_all(skip.parent().unwrap()).unwrap();
    std::fs::write(&skip, "//! Skip.\n\nfn resolve(me) { me.draw_cards(2); }\n").unwrap();
    terminal.sees("skip.rhai saved: the next input plays by it");
    terminal.types("play skip");
    terminal.sees("Changed: cards/skip.rhai");
    terminal.sees("ann draws Favor, Favor");
    terminal.leaves();
}

#[test]
fn an_empty_line_takes_the_last_step_again() {
    let state = state();
    let mut terminal = Terminal::open(state.path(), &[]);
    terminal.types("draw");
    terminal.sees("bob> ");
    terminal.types("draw");
    terminal.sees("ann> ");
    terminal.types(":back");
    terminal.sees("bob's turn");
    terminal.sees("bob> ");
    terminal.types("");
    terminal.sees("ann's turn");
    terminal.types("= 40 + 2");
    terminal.sees("\n  42");
    terminal.types("");
    terminal.types("= 40 + 3");
    let between = terminal.sees("\n  43");
    assert!(!between.contains("42"), "{between}");
    terminal.leaves();
}

#[test]
fn an_open_bracket_goes_on_in_the_next_line() {
    let state = state();
    let mut terminal = Terminal::open(state.path(), &[]);
    terminal.types("= [40,");
    terminal.types("2].len");
    terminal.sees("\n  2");
    terminal.leaves();
}

#[test]
fn a_pasted_session_is_played_line_by_line() {
    let state = state();
    let mut terminal = Terminal::open(state.path(), &[]);
    terminal.keys("\x1b[200~ann> draw\n  ann draws something\n\nbob> draw\n\x1b[201~\r");
    terminal.sees("bob draws");
    terminal.types("bob> draw");
    terminal.sees("ann is asked first");
    terminal.leaves();
}

#[test]
fn a_line_that_is_not_text_is_refused_and_its_rest_is_not_played() {
    let state = state();
    let mut terminal = Terminal::open(state.path(), &[]);
    terminal.bytes(b"= 1 \xff draw\rdraw\r");
    terminal.sees("refused: a line that is not UTF-8 text");
    terminal.sees("ann> ");
    terminal.types("ann> draw");
    terminal.sees("ann draws");
    terminal.leaves();
}

#[test]
fn what_was_typed_is_there_next_time_but_not_twice_and_not_what_is_private() {
    let state = state();
    let mut terminal = Terminal::open(state.path(), &[]);
    for line in ["= 40 + 2", "= 40 + 3", "= 40 + 2", "= 40 + 2", " = 40 + 4"] {
        terminal.types(line);
        terminal.sees("\n  4");
    }
    terminal.sees("ann> ");
    terminal.control('d');
    terminal.ends();
    let mut terminal = Terminal::open(state.path(), &[]);
    terminal.keys(UP);
    terminal.keys("\r");
    terminal.sees("\n  42");
    terminal.leaves();
    let kept = std::fs::read_to_string(state.path().join("litterbox/history")).unwrap();
    let kept: Vec<&str> = kept.lines().filter(|line| line.starts_with('=')).collect();
    assert_eq!(kept, ["= 40 + 3", "= 40 + 2"]);
}

#[test]
fn one_goes_on_by_hand_after_a_file() {
    let state = state();
    std::fs::write(state.path().join("opening.txt"), "draw\n:back\n").unwrap();
    let mut terminal = Terminal::open(state.path(), &["-i", "--read", "opening.txt"]);
    terminal.types(":forward");
    terminal.sees("bob> ");
    terminal.leaves();
}

#[test]
fn inputs_on_one_line_run_in_order_and_an_assertion_that_holds_says_so() {
    let state = state();
    let mut terminal = Terminal::open(state.path(), &[]);
    terminal.types("draw; :expect turn bob");
    terminal.sees("ann draws");
    terminal.sees("It holds.");
    terminal.types(":expect turn ann");
    terminal.sees("expected");
    terminal.leaves();
}

#[test]
fn a_card_alone_is_completed_to_its_play_and_recorded_so() {
    let state = state();
    let mut terminal = Terminal::open(state.path(), &[]);
    terminal.types(":table ann: favor | bob: skip | draw: skip skip");
    terminal.sees("ann> ");
    terminal.types("favor wombat");
    terminal.sees("refused: ");
    terminal.types("favor bob");
    terminal.sees("ann plays Favor");
    terminal.types(":timeline");
    terminal.sees("ann> play favor bob");
    terminal.leaves();
}

#[test]
fn the_second_tab_selects_the_first_completion_and_the_third_the_next_one() {
    let state = state();
    let mut terminal = Terminal::open(state.path(), &[]);
    terminal.types("draw");
    terminal.sees("bob> ");
    terminal.keys(":bra\t");
    terminal.sees("list the branches");
    terminal.sees("bob> :branch");
    terminal.keys("\t");
    terminal.keys("\t");
    terminal.sees("bob> :branches");
    terminal.keys("\r");
    terminal.sees("main  1 ply");
    terminal.leaves();
}

#[test]
fn within_a_ply_the_prompt_says_so() {
    let state = state();
    let mut terminal = Terminal::open(state.path(), &[]);
    terminal.types("draw");
    terminal.sees("bob> ");
    terminal.types(":rstep");
    terminal.sees("within ply 1> ");
    terminal.leaves();
}
