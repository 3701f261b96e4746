//! Runs that are stopped with Ctrl-C: what was played is shown, and nothing else is claimed.

use crate::front_ends::terminal::Terminal;
use crate::harness::manifest;
use crate::program::{Litterbox, MUTE};
use crate::waiting;
use litterbox::internals::progress_line;
use litterbox::sim::{ShardResult, SimRun, Tally};
use rexpect::process::WaitStatus;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

impl Terminal {
    /// Starts the program, which leaves its number in the file `pid`.
    fn numbered(state: &Path, arguments: &[&str]) -> Self {
        let mut command = Command::new("sh");
        command.args(["-c", "echo $$ > pid; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_litterbox")]);
        command.args(arguments);
        Self::spawn_in(state, command, None)
    }

    /// Types a line and waits until the line editor has released the terminal: from then on Ctrl-C
    /// is for this input.
    #[track_caller]
    fn begins(&mut self, line: &str) {
        self.types(line);
        self.sees("\r\n");
    }

    /// Waits until the program of this number computes something, where that can be seen.
    #[track_caller]
    fn computes(&self, state: &Path) {
        let pid = std::fs::read_to_string(state.join("pid")).unwrap();
        let file = format!("/proc/{}/stat", pid.trim());
        // Hundredths of seconds of processor time, behind the name in parentheses.
        let ticks = || {
            let text = std::fs::read_to_string(&file).ok()?;
            text.rsplit(')').next()?.split(' ').nth(12)?.parse::<u64>().ok()
        };
        let Some(before) = ticks() else { return };
        waiting::until(|| ticks().expect("the program runs") > before + 20);
    }

    /// Sends Ctrl-C and waits for a text, which would come after hours without it.
    #[track_caller]
    fn interrupts(&mut self, text: &str) {
        self.control('c');
        self.sees(text);
    }
}

/// The progress once a game has been played.
const FIRST_GAME: &str = r"[1-9][0-9,]*/[0-9,]+ games";
/// The progress once a thousand games have been played, some of each rule set and pair.
const A_THOUSAND: &str = r"[1-9][0-9,]{4,}/[0-9,]+ games";

#[test]
fn ctrl_c_shows_what_is_there_so_far() {
    let litterbox = Litterbox::new();
    let mut pty = litterbox.on_terminal(&["sim", "classic", "--games", "100000000"]);
    pty.exp_regex(FIRST_GAME).unwrap();
    pty.send_control('c').unwrap();
    pty.exp_string("played only ").unwrap();
    pty.exp_string("win rate by seat").unwrap();
    pty.exp_eof().unwrap();
}

#[test]
fn ctrl_c_ends_every_run_and_shows_what_is_there() {
    let tune = "tune classic --over deal=4..6 --toward turns=20 --games 100000000";
    for (line, progress, expected) in [
        ("sim classic --games 100000000 --card-values", FIRST_GAME, "played only "),
        ("sim classic --games 100000000 --metrics", FIRST_GAME, "played only "),
        ("compare classic slap --games 100000000", A_THOUSAND, "slap "),
        ("tournament classic --agents random,greedy --games 1e8", A_THOUSAND, "strength in Elo"),
        (tune, A_THOUSAND, "deal="),
        ("fuzz classic --games 100000000", FIRST_GAME, "coverage points reached"),
    ] {
        let (shown, _) = stopped_after(progress, &Litterbox::new(), line);
        assert!(shown.contains(expected), "{line}: {shown}");
    }
}

#[test]
fn ctrl_c_ends_a_run_within_its_first_game() {
    let litterbox = Litterbox::new();
    let agent = format!("exec:{MUTE}");
    let mut pty = litterbox.on_terminal(&["sim", "classic", "--games", "9", "--agents", &agent]);
    waiting::until(|| litterbox.path().join("asked").exists());
    pty.send_control('c').unwrap();
    pty.exp_string("the run was stopped: these are the results so far").unwrap();
    pty.exp_string("played only 0 of 9 games").unwrap();
    pty.exp_eof().unwrap();
}

#[test]
fn progress_has_whole_numbers_in_one_format() {
    let time = Duration::from_secs(650);
    let line = progress_line((4_617, Some(1_000_000)), "games", 1531.8532, time);
    assert_eq!(line, "4,617/1,000,000 games  11m left  1,532/s");
    let line = progress_line((4_617, None), "games", 0.4, time);
    assert_eq!(line, "4,617 games  11m  0/s");
}

#[test]
fn ctrl_c_ends_a_merge_and_shows_what_was_read() {
    let litterbox = Litterbox::new();
    let mut tally = Tally::new(2, 1, 0, 0);
    (tally.games, tally.drawn) = (1, 1);
    let plan = manifest("classic", 2, &["random"], 3);
    let run = SimRun { plan, kinds: Vec::new(), combos: Vec::new() };
    let shard =
        |game: u64| ShardResult::new(run.clone(), game..game + 1, 1, tally.clone()).to_json();
    std::fs::write(litterbox.path().join("first.json"), shard(0)).unwrap();
    std::fs::write(litterbox.path().join("last.json"), shard(2)).unwrap();
    // The second part is typed at the terminal, so the run is stopped while it waits for it.
    let mut pty = litterbox.on_terminal(&["merge", "first.json", "/dev/tty", "last.json"]);
    pty.exp_string("1/3 files").unwrap();
    pty.send_control('c').unwrap();
    pty.exp_string("stopping").unwrap();
    pty.send_line(&shard(1)).unwrap();
    pty.send_control('d').unwrap();
    pty.exp_string("the run was stopped: these are the results so far").unwrap();
    pty.exp_string("missing: 1 of 3 games").unwrap();
    pty.exp_string("played only 2 of 3 games").unwrap();
    pty.exp_eof().unwrap();
}

#[test]
fn ctrl_c_before_the_first_game_is_no_error_of_a_script() {
    const CARD: &str = r#"//! Slow.

const WHEN = [{ let n = 0; while n < 2000 { n += 1; } "card" }];

fn responds(me, action) { false }

fn resolve(me) { end_turn(); }
"#;
    let mut deck = serde_json::Map::new();
    let mut litterbox = Litterbox::new();
    for n in 0..30 {
        litterbox = litterbox.with(&format!("scripts/cards/slow_{n}.rhai"), CARD);
        deck.insert(format!("slow_{n}"), 1.into());
    }
    let mine = serde_json::json!({ "name": "Mine", "extends": "classic", "deck": deck });
    let litterbox = litterbox.with("variants/mine.json", &mine.to_string());
    // Every pairing loads the variant before the first game: thousands of times.
    let agents = (1..90).map(|n| format!(",search:{n}")).collect::<String>();
    let line = format!("tournament mine --agents random,greedy{agents} --games 1e8");
    let mut pty = litterbox.on_terminal(&line.split(' ').collect::<Vec<_>>());
    pty.exp_string(" games").unwrap();
    pty.send_control('c').unwrap();
    let shown = pty.exp_eof().unwrap();
    assert!(shown.contains("the run was stopped: there are no results yet"), "{shown}");
    assert!(!shown.contains("error"), "{shown}");
    assert!(matches!(pty.process().wait().unwrap(), WaitStatus::Exited(_, 130)), "{shown}");
}

const GAME: [&str; 5] = ["repl", "classic", "ann", "bob", "--seed=7"];

#[test]
fn ctrl_c_ends_a_search_and_what_is_known_is_shown() {
    let litterbox = Litterbox::new();
    let mut terminal = Terminal::numbered(litterbox.path(), &GAME);
    terminal.sees("ann> ");
    terminal.begins(":suggest 1000000");
    terminal.computes(litterbox.path());
    terminal.interrupts("Interrupted after ");
    terminal.sees("of 1000000 simulated games");
    terminal.sees("ann> ");
    terminal.leaves();
}

#[test]
fn ctrl_c_ends_the_search_of_an_agent() {
    let litterbox = Litterbox::new();
    let mut terminal = Terminal::numbered(litterbox.path(), &GAME);
    terminal.sees("ann> ");
    terminal.begins(":agent ann search:1000000");
    terminal.computes(litterbox.path());
    terminal.interrupts("ann> ");
    terminal.leaves();
}

#[test]
fn ctrl_c_ends_a_wait_for_a_mute_program() {
    let litterbox = Litterbox::new();
    let asked = litterbox.path().join("asked");
    let mute = format!("exec:{MUTE}");
    let mut terminal = Terminal::open(litterbox.path(), &[]);
    terminal.begins(&format!(":agent ann {mute}"));
    waiting::until(|| asked.exists());
    terminal.interrupts("ann> ");
    terminal.leaves();
    std::fs::remove_file(&asked).unwrap();
    let sim = ["sim", "classic", "--games", "9", "--agents", &mute];
    let mut terminal = Terminal::start(litterbox.path(), &sim);
    waiting::until(|| asked.exists());
    terminal.interrupts("played only 0 of 9 games");
}

/// A variant in which nobody ever draws a card, and each turn takes long.
fn endless() -> Litterbox {
    let rules = "//! Slow: nobody ever draws a card.\n\nfn draw_step(me) {\n    \
                 let n = 0;\n    while n < 5_000 { n += 1; }\n    end_turn();\n}\n";
    let variant = r#"{ "name": "Slow", "extends": "classic", "rules": ["classic", "slow"] }"#;
    Litterbox::new().with("scripts/rules/slow.rhai", rules).with("variants/slow.json", variant)
}

#[test]
fn ctrl_c_ends_a_running_script() {
    let litterbox = endless();
    let sim = ["sim", "slow", "--games", "9", "--threads", "1", "--limit", "1000000"];
    let mut terminal = Terminal::numbered(litterbox.path(), &sim);
    terminal.sees("/9 games");
    terminal.computes(litterbox.path());
    // Whether the first game has begun or not.
    terminal.interrupts("the run was stopped: ");
    terminal.closes();
}

#[test]
fn ctrl_c_ends_scripts_that_run_again_and_again_and_the_game_goes_on() {
    let litterbox = endless();
    let game = ["repl", "slow", "ann", "bob", "--seed", "7"];
    let mut terminal = Terminal::numbered(litterbox.path(), &game);
    terminal.sees("ann> ");
    terminal.begins(":expect ends 1000000000");
    terminal.computes(litterbox.path());
    terminal.interrupts("whether random games end is not known: it was interrupted");
    terminal.sees("ann> ");
    terminal.begins("draw");
    terminal.sees("bob> ");
    terminal.leaves();
}

/// The output of a command that is stopped when it has played a thousand games, and its exit code.
fn stopped(litterbox: &Litterbox, line: &str) -> (String, i32) {
    stopped_after(A_THOUSAND, litterbox, line)
}

/// The same of one that is stopped at this progress.
fn stopped_after(progress: &str, litterbox: &Litterbox, line: &str) -> (String, i32) {
    let mut pty = litterbox.on_terminal(&line.split(' ').collect::<Vec<_>>());
    pty.exp_regex(progress).unwrap();
    pty.send_control('c').unwrap();
    pty.exp_string("the run was stopped: these are the results so far").unwrap();
    let shown = pty.exp_eof().unwrap().replace('\r', "");
    match pty.process().wait().unwrap() {
        WaitStatus::Exited(_, code) => (shown, code),
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn a_search_that_is_stopped_has_played_the_same_games_of_each_combination() {
    let litterbox = Litterbox::new();
    let run = "tune classic --over deal=4..8 --toward turns=20 --games 6e7 --write best.json";
    let (shown, code) = stopped(&litterbox, run);
    let rows: Vec<&str> = shown.lines().filter(|line| line.starts_with("  deal=")).collect();
    // The only whole number.
    let whole = |row: &&str| row.split(' ').find_map(|word| word.parse::<u64>().ok());
    let games = |row: &&str| whole(row).unwrap();
    assert_eq!(rows.len(), 5, "{shown}");
    assert!(games(&rows[0]) > 0, "{shown}");
    assert!(rows.iter().all(|row| games(row) == games(&rows[0])), "{shown}");
    let head = format!("{} of 60000000 games", 5 * games(&rows[0]));
    assert!(shown.contains(&head), "{head}: {shown}");
    assert!(shown.contains("no variant was written: the first round is not complete"), "{shown}");
    assert_eq!((code, litterbox.path().join("best.json").exists()), (1, false), "{shown}");
}

#[test]
fn a_shard_that_is_stopped_is_shown_and_not_written() {
    for (line, said) in [
        ("sim classic --games 1e8", "played only "),
        ("compare classic slap --games 1e8", " of 100000000 games, 2 players"),
        ("tune classic --over deal=4,5 --toward turns=20 --games 1e8", " of 100000000 games"),
        ("fuzz toys --players 2 --games 1e8 --keep-going", "coverage points reached"),
    ] {
        let card = "//! Bad.\n\nfn resolve(me) { throw \"bad\"; }\n";
        let toys = r#"{ "name": "Toys", "extends": "classic", "deck": { "bad": 1 } }"#;
        let litterbox = Litterbox::new().with("variants/toys.json", toys);
        let litterbox = litterbox.with("scripts/cards/bad.rhai", card);
        let (shown, code) = stopped(&litterbox, &format!("{line} --shard 1/4 --out s.json"));
        assert!(shown.contains(said), "{line}: {shown}");
        assert!(shown.ends_with("no shard result was written: games are missing\n"), "{shown}");
        assert_eq!((code, litterbox.path().join("s.json").exists()), (1, false), "{line}");
        if line.starts_with("fuzz") {
            assert!(shown.contains("Found: ") && shown.contains("1 finding"), "{shown}");
        }
    }
}

#[test]
fn a_comparison_that_is_stopped_says_how_many_games_it_played() {
    let litterbox = Litterbox::new();
    let run = "compare classic --sweep deal=4,5 --games 1e8 --report page.html";
    let (shown, _) = stopped(&litterbox, run);
    let (_, played) = shown.split_once("classic: comparison, ").expect(&shown);
    let played: u64 = played.split(' ').next().unwrap().parse().expect(&shown);
    assert!((1_000..100_000_000).contains(&played), "{shown}");
    let head = format!("classic: comparison, {played} of 100000000 games, 2 players");
    assert!(litterbox.read("page.html").contains(&head), "{head}");
}

#[test]
fn a_tournament_that_is_stopped_has_played_every_pair_in_both_seatings() {
    let litterbox = Litterbox::new();
    let run = "tournament classic --agents random,greedy,search:1 --games 1e8 --report page.html";
    let (shown, _) = stopped(&litterbox, run);
    assert!(shown.contains(" of 300000000 games, seed 0"), "{shown}");
    let (_, pairs) = shown.split_once("\nwins of each pair ").expect(&shown);
    let pairs: Vec<&str> = pairs.lines().skip(1).take(3).collect();
    assert!(pairs.iter().all(|pair| pair.contains(" against ")), "{shown}");
    for pair in pairs {
        let games = pair.split(' ').next_back().unwrap();
        assert!(games.parse::<u64>().unwrap() >= 32, "{shown}");
        assert!(!pair.contains(" - "), "{shown}");
    }
    let (_, strengths) = shown.split_once("\nstrength in Elo points ").unwrap();
    let rows = strengths
        .lines()
        .skip(1)
        .take(3)
        .chain(strengths.rsplit("p2, %\n").next().unwrap().lines().take(3));
    for row in rows {
        assert!(row.contains(['±', '[']), "known: {row}");
    }
    assert!(litterbox.read("page.html").contains("\"heat\":true"));
}

#[test]
fn what_a_stopped_tournament_does_not_know_is_a_dash() {
    let litterbox = Litterbox::new();
    let agents = format!("random,exec:{MUTE}");
    let run =
        ["tournament", "classic", "--agents", &agents, "--games", "9", "--report", "page.html"];
    let mut pty = litterbox.on_terminal(&run);
    waiting::until(|| litterbox.path().join("asked").exists());
    pty.send_control('c').unwrap();
    let shown = pty.exp_eof().unwrap().replace('\r', "");
    assert!(shown.contains("0 of 10 games, seed 0"), "{shown}");
    let pair = shown.lines().find(|line| line.contains("random against exec:"));
    let cells: Vec<&str> = pair.expect(&shown).split_whitespace().collect();
    assert!(cells.ends_with(&["-", "-", "0"]), "{shown}");
    let page = litterbox.read("page.html");
    assert!(page.contains(r#"[["-"],["-"],["0",0.0]]"#), "{page}");
}
