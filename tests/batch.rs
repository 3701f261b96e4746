//! `litterbox batch`: drivers that play the shards of a run on other engines.

use crate::program::{Litterbox, first_there, skipped};
use std::path::PathBuf;
use std::process::{Command, Stdio};

const RUN: [&str; 8] =
    ["sim", "classic", "--games", "240", "--players", "3", "--agents", "greedy,random"];

fn batch(litterbox: &Litterbox, on: &str) -> String {
    let more = ["--shards", "12", "--on", on, "--out", "my run"];
    let ran = litterbox.run(&[&["batch"], &RUN[..], &more].concat());
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
    ran.out
}

/// The part files.
fn parts(litterbox: &Litterbox) -> Vec<PathBuf> {
    let files = litterbox.path().join("my run").read_dir().unwrap();
    let files = files.map(|file| file.unwrap().path());
    files.filter(|path| path.extension().is_some_and(|ending| ending == "json")).collect()
}

/// Runs a driver twice, with some shards lost in between; compares with one run.
fn assert_whole(litterbox: &Litterbox, driver: &mut Command) {
    let mut play = || {
        let ran = driver.current_dir("/").stdin(Stdio::null()).output().unwrap();
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    };
    play();
    let kept = parts(litterbox);
    assert_eq!(kept.len(), 12);
    let age = |path: &PathBuf| std::fs::metadata(path).unwrap().modified().unwrap();
    let ages: Vec<_> = kept[3..].iter().map(age).collect();
    kept[..3].iter().for_each(|path| std::fs::remove_file(path).unwrap());
    std::fs::remove_file(litterbox.path().join("my run/result.txt")).unwrap();
    play();
    assert_eq!(parts(litterbox).len(), 12);
    assert_eq!(kept[3..].iter().map(age).collect::<Vec<_>>(), ages, "only lost shards are played");
    for (name, format) in [("result.txt", "text"), ("result.csv", "csv")] {
        let whole = litterbox.run(&[&RUN[..], &["--format", format]].concat());
        assert_eq!(litterbox.read(&format!("my run/{name}")), whole.out, "{name}");
    }
}

#[test]
fn dask_plays_a_run() {
    let Some(python) = first_there(&["python3"], "a run on Dask") else { return };
    let has = Command::new(python).args(["-c", "import distributed"]).output().unwrap();
    if !has.status.success() {
        skipped("dask is not installed for python3: a run on Dask");
        return;
    }
    let litterbox = Litterbox::new();
    batch(&litterbox, "dask");
    let program = litterbox.read("my run/run.py");
    assert!(program.lines().count() < 60, "a small program");
    assert_whole(&litterbox, Command::new(python).arg(litterbox.path().join("my run/run.py")));
}

#[test]
fn gnu_parallel_plays_a_run() {
    if first_there(&["parallel"], "a run with GNU parallel").is_none() {
        return;
    }
    let litterbox = Litterbox::new();
    batch(&litterbox, "parallel");
    assert_whole(&litterbox, Command::new("sh").arg(litterbox.path().join("my run/run.sh")));
}

#[test]
fn a_folder_of_shards_is_merged() {
    let litterbox = Litterbox::new();
    assert!(batch(&litterbox, "parallel").contains("run: sh my run/run.sh"));
    for shard in 1..=12 {
        let (shard, out) = (format!("{shard}/12"), format!("my run/part{shard}.json"));
        let ran = litterbox.run(&[&RUN[..], &["--shard", &shard, "--out", &out]].concat());
        assert_eq!(ran.code, Some(0), "{}", ran.shown());
    }
    let merged = litterbox.run(&["merge", "my run"]);
    assert_eq!((merged.code, merged.out), (Some(0), litterbox.run(&RUN).out));
    let empty = Litterbox::new().with("none/readme.txt", "");
    let ran = empty.run(&["merge", "none"]);
    assert_eq!((ran.code, ran.talk.contains("no shard result")), (Some(2), true), "{}", ran.talk);
    let wrong = ["batch", "sim", "clasic", "--shards", "2", "--on", "dask", "--out", "x"];
    assert_eq!(litterbox.run(&wrong).code, Some(2));
}
