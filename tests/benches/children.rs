//! Measurements of a process of its own: instructions by callgrind, and the peak memory.

use crate::cases::Case;
use crate::play;
use crate::rows::{self, Target};
use crate::yardstick::Yardstick;
use litterbox::sim::{Progress, run};
use std::ffi::OsStr;
use std::process::{Command, Stdio};

/// Something that is measured in a process of its own.
struct OwnProcess {
    /// The argument of the process.
    argument: &'static str,
    measure: fn(),
    /// The name of the figure of its memory, with the most megabytes.
    memory: (&'static str, f64),
}

const EDITOR: OwnProcess = OwnProcess {
    argument: "editor-in-a-process",
    measure: crate::editor::server,
    memory: ("memory of server and client", 150.0),
};

const WORKBENCH: OwnProcess = OwnProcess {
    argument: "workbench-in-a-process",
    measure: crate::workbench::server,
    memory: ("memory of workbench and page", 200.0),
};

/// Runs `play` (without counting), `sim` or `memory` in this process: MODE CASE PLAYERS GAMES.
pub fn run_child(args: &[String]) -> bool {
    if let Some(own) = [EDITOR, WORKBENCH].iter().find(|own| args == [own.argument]) {
        (own.measure)();
        let megabytes = resident(false).unwrap_or_default() as f64 / 1e3;
        let (name, most) = own.memory;
        rows::figure(name, megabytes, " MB", Target::Most(most));
        return true;
    }
    let [mode, id, n_seats, n_games, ..] = args else { return false };
    let (Ok(n_seats), Ok(n_games)) = (n_seats.parse(), n_games.parse()) else { return false };
    let case = Case::new(id, n_seats);
    play::start_at(1 << 40);
    match mode.as_str() {
        "play" => count(play::bare(&case), n_games),
        "sim" => count(play::sim(&play::plan(&case, n_games)), n_games),
        "memory" => {
            let tally = run(&play::plan(&case, n_games), 0..n_games, 1, &Progress::default());
            assert_eq!(tally.expect("the scripts compile").games, n_games);
            println!("{}", resident(true).unwrap_or_default());
        }
        _ => return false,
    }
    true
}

fn count(mut player: play::Player<'_>, n_games: u64) {
    println!("{}", (0..n_games).map(|_| player()).sum::<u64>());
}

/// The resident memory of this process in kilobytes, its peak or now; Linux only.
fn resident(is_peak: bool) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let name = if is_peak { "VmHWM:" } else { "VmRSS:" };
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Measures the language server in a process of its own.
pub fn editor() {
    EDITOR.run();
}

/// Measures the workbench in a process of its own.
pub fn workbench() {
    WORKBENCH.run();
}

impl OwnProcess {
    fn run(&self) {
        let this = std::env::current_exe().expect("it runs");
        let status = Command::new(this).arg(self.argument).status().expect("it starts again");
        assert!(status.success());
    }
}

fn child(mode: &str, case: &Case, n_games: u64) -> [String; 4] {
    [mode.to_owned(), case.id.clone(), case.n_seats.to_string(), n_games.to_string()]
}

/// Prints the peak memory of simulations of few and of many games.
pub fn memory() {
    rows::heading("Peak memory of `sim`, one thread", &["", "MB", "target"]);
    for (id, n_seats, few, many) in
        [("classic", 4, 500, 20_000), ("board_game", 6, 500, 3_000), ("counters", 4, 500, 5_000)]
    {
        let case = Case::new(id, n_seats);
        for n_games in [few, many] {
            let this = std::env::current_exe().expect("it runs");
            let output = Command::new(this).args(child("memory", &case, n_games)).output();
            let output = output.expect("it starts again");
            let text = String::from_utf8_lossy(&output.stdout);
            let kilobytes: f64 = text.trim().parse().expect("it prints a number");
            if kilobytes > 0.0 {
                let name = format!("{}, {} games", case.name(), rows::whole(n_games as f64));
                rows::figure(&name, kilobytes / 1e3, "", Target::Most(20.0));
            }
        }
    }
}

/// Runs a program under callgrind. Returns its output and the number of instructions; `None` if
/// callgrind is not installed.
fn callgrind(program: &OsStr, args: &[String]) -> Option<(String, f64)> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args(args)
        .stdin(Stdio::null())
        .output()
        .ok()
        .filter(|output| output.status.success())?;
    let log = String::from_utf8_lossy(&output.stderr);
    let count = log.lines().find_map(|line| line.split_once("Collected : "))?.1;
    Some((String::from_utf8_lossy(&output.stdout).into_owned(), count.trim().parse().ok()?))
}

/// The decisions and the instructions of so many games after as many others.
fn counted(mode: &str, case: &Case, n_games: u64) -> Option<(f64, f64)> {
    let this = std::env::current_exe().ok()?;
    let measure = |n_games| {
        let (text, count) = callgrind(this.as_os_str(), &child(mode, case, n_games))?;
        Some((text.trim().parse::<f64>().ok()?, count))
    };
    let (few, many) = (measure(n_games)?, measure(2 * n_games)?);
    Some((many.0 - few.0, many.1 - few.1))
}

fn of_yardstick(yardstick: &Yardstick) -> Option<f64> {
    const GAMES: u32 = 300;
    let measure =
        |n_games: u32| Some(callgrind(yardstick.program().as_os_str(), &[n_games.to_string()])?.1);
    let n_decisions = yardstick.n_decisions(2 * GAMES) - yardstick.n_decisions(GAMES);
    Some((measure(2 * GAMES)? - measure(GAMES)?) / n_decisions)
}

/// The most instructions of a game of classic by four random players.
const PER_GAME: [(&str, f64); 2] = [("play", 145_000.0), ("sim", 165_000.0)];

/// Prints instructions per decision, which repeat exactly.
pub fn instructions(yardstick: Option<&Yardstick>) {
    let floor = yardstick.and_then(of_yardstick);
    let (mut is_first, mut per_game) = (true, Vec::new());
    for (mode, id, n_seats, n_games) in [
        ("play", "classic", 4, 300),
        ("sim", "classic", 4, 300),
        ("play", "board_game", 6, 30),
        ("play", "counters", 4, 60),
        ("play", "kinds:1", 4, 30),
        ("play", "kinds:100", 4, 15),
        ("play", "deck:18", 4, 8),
    ] {
        let case = Case::new(id, n_seats);
        let Some((n_decisions, count)) = counted(mode, &case, n_games) else {
            println!("\nNo instruction counts: valgrind is not installed.");
            return;
        };
        if std::mem::take(&mut is_first) {
            let title = "Instructions per decision, by callgrind";
            rows::heading(title, &["", "instructions", "× yardstick"]);
        }
        let name = match mode {
            "sim" => format!("{}, `sim`", case.name()),
            _ => case.name(),
        };
        if id == "classic" {
            per_game.push((name.clone(), mode, count / n_games as f64));
        }
        let count = count / n_decisions;
        let ratio = floor.map(|floor| count / floor);
        rows::row(&[name, rows::whole(count), rows::times(ratio)]);
    }
    if let Some(floor) = floor {
        rows::row(&["yardstick".to_owned(), rows::whole(floor), String::new()]);
    }
    rows::heading("Instructions per game", &["", "", "target"]);
    for (name, mode, count) in per_game {
        let most = PER_GAME.iter().find(|(of, _)| *of == mode).expect("it has a target").1;
        rows::figure(&name, count, "", Target::Most(most));
    }
}
