//! The memory of a run does not depend on the number of its games. Only with `LITTERBOX_TESTS=all`.

use crate::program::{Litterbox, first_there, is_complete, skipped};
use std::process::Command;

/// The largest difference between a run and one of ten times as many games, in KiB.
const MOST: u64 = 4 * 1024;

/// Runs a command and prints the peak of its resident memory, in KiB on Linux.
const MEASURE: &str = "
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)";

/// The peak of the resident memory of a command, in KiB.
fn peak(litterbox: &Litterbox, python: &str, line: &str) -> u64 {
    let words: Vec<&str> = line.split(' ').collect();
    let command = litterbox.command(&words);
    let mut measured = Command::new(python);
    measured.args(["-c", MEASURE]).arg(command.get_program()).args(command.get_args());
    measured.current_dir(command.get_current_dir().expect("a folder"));
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => measured.env(name, value),
            None => measured.env_remove(name),
        };
    }
    let output = measured.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    text.trim().parse().unwrap_or_else(|_| panic!("{line}: {output:?}"))
}

#[test]
fn ten_times_as_many_games_need_no_more_memory() {
    let what = "the memory of long runs";
    if !is_complete() {
        return skipped(&format!("LITTERBOX_TESTS is not `all`: {what}"));
    }
    if !cfg!(target_os = "linux") {
        skipped(&format!("the unit of the peak is not known on this system: {what}"));
        return;
    }
    let Some(python) = first_there(&["python3"], what) else { return };
    let litterbox = Litterbox::new();
    for (line, games) in [
        (
            "sim classic --agents random --games-out g.csv --plays-out p.csv --decisions-out d.csv",
            300,
        ),
        ("sim classic --agents random --shard 1/1 --out shard.json", 300),
        ("compare classic slap --agents random --players 2", 200),
        (
            "tune classic --agents random --over deal=4,5 --over deck.nope=4..6 --toward turns=20",
            1_500,
        ),
        ("tournament classic --agents random,greedy --players 4", 200),
        ("fuzz classic --players 2 --keep-going", 96),
    ] {
        let run = |games: u64| {
            let needed = peak(&litterbox, python, &format!("{line} --threads 1 --games {games}"));
            // The shard result of the run that was just played.
            let merged =
                line.contains("--out").then(|| peak(&litterbox, python, "merge shard.json"));
            [needed, merged.unwrap_or(0)]
        };
        for (few, many) in run(games).into_iter().zip(run(10 * games)) {
            assert!(many < few + MOST, "{line}: {few} KiB, and {many} KiB for ten times the games");
        }
    }
}
