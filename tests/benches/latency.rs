//! Latencies of the shell and of the program.

use crate::rows::{self, Target};
use litterbox::shell::{Shell, Status};
use litterbox::variant::Library;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

pub fn timed(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

/// The shortest of several rounds.
pub fn fastest(n_rounds: usize, mut round: impl FnMut() -> Duration) -> Duration {
    (0..n_rounds).map(|_| round()).min().expect("there is a round")
}

fn milliseconds(name: &str, time: Duration, most: f64) {
    rows::figure(name, time.as_secs_f64() * 1e3, " ms", Target::Most(most));
}

fn said(shell: &mut Shell, line: &str) {
    let reply = shell.input(line);
    assert_eq!(reply.status, Status::Done, "{line}: {}", reply.text());
}

/// A game of ten players with this many plies: full hands, no kitten that would end it early.
pub fn long_game(n_plies: usize) -> Shell {
    let mut shell = Shell::new(Library::embedded());
    let names = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];
    said(&mut shell, &format!(":new party_pack {} --seed 1", names.join(" ")));
    let hands = names.map(|name| format!("{name}: attack nope favor skip tacocat tacocat | "));
    let layout = format!(":table {}draw:{}", hands.concat(), " beard_cat".repeat(30));
    for ply in 0..n_plies {
        if ply % 25 == 0 {
            said(&mut shell, &layout);
        } else if shell.input(["2", "3", "1"][ply % 3]).status != Status::Done {
            said(&mut shell, "1");
        }
    }
    shell
}

/// Prints the response times of the shell.
pub fn shell() {
    rows::heading("Response times", &["", "time", "target"]);
    let mut shell = long_game(200);
    let reload = fastest(5, || timed(|| said(&mut shell, ":reload")));
    milliseconds("`:reload` of a game of 200 plies", reload, 100.0);

    said(&mut shell, ":back 100");
    let answer = fastest(20, || {
        let time = timed(|| said(&mut shell, "1"));
        said(&mut shell, ":back");
        time
    });
    milliseconds("an answer in a game of ten", answer, 5.0);

    let mut shell = Shell::new(Library::embedded());
    said(&mut shell, ":new classic ann bob cat --seed 1");
    for _ in 0..5_000 {
        said(&mut shell, ":table ann: skip | draw: tacocat nope");
        said(&mut shell, ":table bob: skip | draw: tacocat");
    }
    let back = fastest(20, || timed(|| said(&mut shell, ":back")));
    milliseconds("a step back in a history of 10,000 plies", back, 1.0);
}

/// Prints the run times of the program.
pub fn programs() {
    rows::heading("Run times of the program", &["", "time", "target"]);
    for (name, args, most) in [
        ("from the start to the first prompt", &["repl"][..], 50.0),
        ("`check` of everything shipped", &["check"], 200.0),
        ("`test` of everything shipped", &["test", "tests/sessions"], 2_000.0),
    ] {
        let time = fastest(7, || {
            let mut command = Command::new(env!("CARGO_BIN_EXE_litterbox"));
            command.args(args).current_dir(env!("CARGO_MANIFEST_DIR"));
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            timed(|| {
                let status = command.status().expect("the program starts");
                assert!(status.success(), "{name}: {status}");
            })
        });
        milliseconds(name, time, most);
    }
}
