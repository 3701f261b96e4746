//! How much memory tables take. `LITTERBOX_TABLES=200` measures so many.

use super::play::{Play, shell};
use litterbox::transcript::ruleset_cache::RulesetCache;
use litterbox::variant::Library;
use std::process::Command;
use std::rc::Rc;

/// The memory of a table after 80 plies, in KiB.
const MOST: u64 = 1024;

/// The number of tables that this process is to play.
const N_TABLES: &str = "LITTERBOX_PLAY_TABLES";

/// Plays some tables; returns what the process takes then, in KiB.
fn taken(n_tables: u64) -> u64 {
    let (library, rulesets) = (Library::embedded(), Rc::new(RulesetCache::default()));
    let mut tables = Vec::new();
    for seed in 0..n_tables {
        let start = format!(":new board_game ann bob cat --seed {seed}");
        let shell = shell(library.clone(), &[]).with_rulesets(rulesets.clone());
        let mut play = Play::of(started(shell, &start), 0, &["ann", "bob", "cat", "nobody"]);
        for n in 0.. {
            let ply = play.table.shell().debugger().unwrap().timeline.ply();
            let Some((who, options)) = play.open(n) else { break };
            if ply >= 80 {
                break;
            }
            play.answers(&who, &options[n % options.len()]);
            play.wait(3.0);
            play.story();
        }
        tables.push(play.table);
    }
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("a size");
    line.trim().trim_end_matches(" kB").parse().expect("a number")
}

fn started(mut shell: litterbox::shell::Shell, start: &str) -> litterbox::shell::Shell {
    shell.input(start);
    shell
}

#[test]
fn a_table_takes_little_memory() {
    if !cfg!(target_os = "linux") {
        return;
    }
    if let Ok(n) = std::env::var(N_TABLES) {
        return println!("takes {} KiB", taken(n.parse().unwrap()));
    }
    let most = std::env::var("LITTERBOX_TABLES").map_or(4, |n| n.parse().expect("a number"));
    let size = |n: u64| -> u64 {
        let mut child = Command::new(std::env::current_exe().unwrap());
        child.args(["--exact", "table::load::a_table_takes_little_memory", "--nocapture"]);
        let output = child.env(N_TABLES, n.to_string()).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let (_, size) = text.split_once("takes ").unwrap_or_else(|| panic!("{text}"));
        size.split(' ').next().unwrap().parse().unwrap()
    };
    let each = size(most).saturating_sub(size(1)) / (most - 1);
    eprintln!("{each} KiB for each of {most} tables");
    assert!((1..MOST).contains(&each), "{each} KiB for each table");
}
