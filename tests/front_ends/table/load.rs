//! How much memory and work tables take. `LITTERBOX_TABLES=200` measures so many.

use super::play::{Play, shell};
use litterbox::transcript::ruleset_cache::RulesetCache;
use litterbox::variant::Library;
use serde_json::json;
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
        child.args([
            "--exact",
            "front_ends::table::load::a_table_takes_little_memory",
            "--nocapture",
        ]);
        let output = child.env(N_TABLES, n.to_string()).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let (_, size) = text.split_once("takes ").unwrap_or_else(|| panic!("{text}"));
        size.split(' ').next().unwrap().parse().unwrap()
    };
    let each = size(most).saturating_sub(size(1)) / (most - 1);
    eprintln!("{each} KiB for each of {most} tables");
    assert!((1..MOST).contains(&each), "{each} KiB for each table");
}

#[test]
fn nothing_is_built_where_nothing_has_changed() {
    let start = ":new classic ann bob --seed 7";
    let shell = shell(Library::embedded(), &[start]);
    let mut play = Play::of(shell, 6, &["ann", "bob", "nobody", "nobody", "author"]);
    // An answer builds an update for each of them, and the author's timeline.
    let before = play.table.built();
    play.answers("ann", "draw");
    play.wait(3.0);
    let built = play.table.built();
    assert!(built.updates > before.updates && built.timelines > before.timelines, "{built:?}");
    assert_eq!(built.snapshots, before.snapshots);
    let refused = [
        ("nobody", json!({ "type": "answer", "decision": 1, "option": "draw" })),
        ("nobody", json!({ "type": "flag", "text": "here" })),
        ("nobody", json!({ "type": "request", "request": { "input": ":back" } })),
        ("ann", json!({ "type": "answer", "decision": 1, "option": "draw" })),
        ("ann", json!({ "type": "answer", "decision": 9, "option": "draw" })),
        ("ann", json!({ "type": "flag", "text": "x".repeat(201) })),
        ("ann", json!({ "type": "input", "input": "draw" })),
        ("bob", json!({ "type": "time" })),
        ("bob", json!({ "type": "ask_me", "moments": ["none"] })),
        ("author", json!({ "type": "download", "what": "wombat" })),
        ("author", json!({ "type": "complete", "line": ":tim" })),
        ("author", json!({ "type": "time" })),
    ];
    for (who, message) in &refused {
        for _ in 0..3 {
            play.says(who, message.clone());
        }
    }
    assert_eq!(play.table.built(), built, "{}", play.story());
    // However often it is asked for, a snapshot is built once.
    for _ in 0..5 {
        play.says("nobody", json!({ "type": "snapshot" }));
        play.join("nobody");
    }
    let again = play.table.built();
    assert_eq!((again.snapshots, again.timelines), (built.snapshots + 1, built.timelines));
    assert_eq!(again.updates, built.updates);
}

#[test]
fn the_timeline_is_told_ply_by_ply() {
    let shell = shell(Library::embedded(), &[":new classic ann bob --seed 7"]);
    let mut play = Play::of(shell, 6, &["ann", "bob", "author"]);
    let last_ply = |play: &Play| play.table.shell().debugger().unwrap().timeline.last_ply() as u64;
    let before = (last_ply(&play), play.table.built().plies);
    for n in 0..40 {
        let Some((who, options)) = play.open(n) else { break };
        play.answers(&who, &options[0]);
        play.wait(3.0);
    }
    let n_plies = last_ply(&play) - before.0;
    assert!(n_plies > 10, "{n_plies} plies");
    assert_eq!(play.table.built().plies - before.1, n_plies, "each ply once");
    // Another line, a mark and a connection that comes later: all plies.
    let all = last_ply(&play) + 1;
    let flag = json!({ "type": "flag", "text": "here" });
    for (who, say) in [("bob", flag), ("author", json!({ "type": "snapshot" }))] {
        let built = play.table.built().plies;
        play.says(who, say.clone());
        play.wait(3.0);
        assert_eq!(play.table.built().plies - built, all, "{say}");
    }
}
