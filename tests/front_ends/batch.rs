//! `litterbox batch`: drivers that play the shards of a run on schedulers, and shards by hand. The
//! schedulers play one run of games and one search, with `LITTERBOX_TESTS=all` one of each command.

use crate::program::{FIRST_OPTION, Litterbox, first_there, size, skipped, tool};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

const N_SHARDS: usize = 4;

const SIM: &str = "sim classic --games 48 --players 3 --agents greedy,random";
const COMPARE: &str = "compare classic --sweep deck.nope=4..6 --games 41 --seed 3";
const TOURNAMENT: &str = "tournament classic --agents random,greedy,search:2 --games 21 --seed 3";
const TUNE: &str = "tune classic --over deck.nope=0..5 --over deal=3,4 --toward turns=16 \
                    --toward first_wins=0.5 --games 900 --set pair_of=cats";
const FUZZ: &str = "fuzz toys --games 6000 --players 2 --keep-going --limit 40 --seed 3";
/// A run of an agent that is a program.
const KILLED: &str = "sim classic --games 48 --agents exec:./agent.sh";

/// A deck of few cards, of which one fails always and one now and then; games
/// may be long.
fn toys() -> Litterbox {
    let variant = r#"{ "name": "Toys", "extends": "classic", "deal": 2, "deck": {
        "bad": 2, "odd": 2, "attack": 0, "skip": 0, "favor": 0, "shuffle": 0, "see_the_future": 0,
        "tacocat": 0, "beard_cat": 0, "rainbow_cat": 0, "potato_cat": 0, "cattermelon": 0 } }"#;
    let bad = "//! Bad.\n\nfn resolve(me) { throw \"bad\"; }\n";
    let odd = "//! Odd: fails on a hand of four others.\n\n\
               fn resolve(me) { if me.hand.len == 4 { throw \"odd\"; } }\n";
    Litterbox::new()
        .with("variants/toys.json", variant)
        .with("scripts/cards/bad.rhai", bad)
        .with("scripts/cards/odd.rhai", odd)
}

fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

/// Writes a driver to `my run`; returns its path.
fn batch(litterbox: &Litterbox, run: &str, on: &str) -> PathBuf {
    let shards = N_SHARDS.to_string();
    let more = ["--shards", &shards, "--on", on, "--out=my run"];
    let ran = litterbox.run(&[&["batch"], &words(run)[..], &more].concat());
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
    let name = if on == "dask" { "my run/run.py" } else { "my run/run.sh" };
    assert!(ran.out.ends_with(&format!("{name}\n")), "{}", ran.shown());
    let folder = litterbox.path().display().to_string();
    assert!(!litterbox.read(name).contains(&folder), "all paths are relative");
    litterbox.path().join(name)
}

/// The files of shards.
fn shards(litterbox: &Litterbox) -> Vec<PathBuf> {
    let files = litterbox.path().join("my run").read_dir().unwrap();
    let files = files.map(|file| file.unwrap().path());
    let is_shard = |path: &PathBuf| path.to_string_lossy().contains("/shard");
    let mut found: Vec<PathBuf> = files.filter(is_shard).collect();
    found.sort();
    found
}

fn play(driver: &mut Command) -> Output {
    driver.current_dir("/").stdin(Stdio::null()).output().unwrap()
}

fn assert_plays(driver: &mut Command) {
    let ran = play(driver);
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
}

/// Compares the merged result with that of one run.
fn assert_whole(litterbox: &Litterbox, run: &str) {
    let sessions = if run == FUZZ { &["--out", "./my run/sessions"][..] } else { &[] };
    let formats = [("text", "txt"), ("json", "json"), ("csv", "csv")];
    let n_formats = if run == TUNE || run == FUZZ { 2 } else { 3 };
    for (format, ending) in &formats[..n_formats] {
        let whole = litterbox.run(&[&words(run), sessions, &["--format", format]].concat());
        assert!(whole.out.len() > 200, "{}", whole.shown());
        assert_eq!(litterbox.read(&format!("my run/result.{ending}")), whole.out, "{run}");
    }
}

/// Loses a shard of a run that was played, damages another one and plays them again.
fn assert_resumes(litterbox: &Litterbox, driver: &mut Command) {
    let kept = shards(litterbox);
    assert_eq!(kept.len(), N_SHARDS);
    let age = |path: &PathBuf| std::fs::metadata(path).unwrap().modified().unwrap();
    let ages: Vec<_> = kept[2..].iter().map(age).collect();
    std::fs::remove_file(&kept[0]).unwrap();
    std::fs::write(&kept[1], "{}").unwrap();
    std::fs::remove_file(litterbox.path().join("my run/result.txt")).unwrap();
    assert_plays(driver);
    assert_eq!(shards(litterbox), kept);
    assert_eq!(kept[2..].iter().map(age).collect::<Vec<_>>(), ages, "only these two are played");
}

/// Adds an agent that answers with the first option. The first one to get to its twentieth
/// decision, in the middle of a shard, runs a command, which finds the program that plays the shard
/// in `$PPID`.
fn with_killer(litterbox: Litterbox, command: &str) -> Litterbox {
    let agent = format!(
        "#!/bin/sh\n{FIRST_OPTION}n=0\nwhile read -r question; do\n  n=$((n + 1))\n  \
         if [ $n = 20 ] && mkdir killed 2>/dev/null; then\n    {command}\n  fi\n  \
         first_option \"$question\"\ndone\n"
    );
    with_agent(litterbox, &agent)
}

/// Adds a program that is an agent.
fn with_agent(litterbox: Litterbox, agent: &str) -> Litterbox {
    let litterbox = litterbox.with("agent.sh", agent);
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(litterbox.path().join("agent.sh"), mode).unwrap();
    litterbox
}

/// Python with Dask, or a note that the test is skipped.
fn python_with_dask() -> Option<&'static str> {
    let python = first_there(&["python3"], "a run on Dask")?;
    let has = tool(python).args(["-c", "import distributed"]).output().unwrap();
    if !has.status.success() {
        skipped("dask is not installed for python3: a run on Dask");
        return None;
    }
    Some(python)
}

#[test]
fn dask_plays_every_run() {
    let Some(python) = python_with_dask() else { return };
    for run in size(&[SIM, TUNE][..], &[SIM, COMPARE, TOURNAMENT, TUNE, FUZZ][..]) {
        let litterbox = toys();
        let driver = batch(&litterbox, run, "dask");
        assert!(std::fs::read_to_string(&driver).unwrap().lines().count() < 100, "a small program");
        assert_plays(tool(python).arg(&driver));
        assert_whole(&litterbox, run);
    }
}

#[test]
fn a_folder_keeps_the_results_of_one_run() {
    let litterbox =
        Litterbox::new().with("scripts/cards/skip.rhai", "fn resolve(me) { me.draw(); }\n");
    batch(&litterbox, SIM, "parallel");
    batch(&litterbox, SIM, "dask");
    let plan = |litterbox: &Litterbox, run: &str, shards: &str| {
        let on = ["--shards", shards, "--on", "parallel", "--out=my run"];
        litterbox.run(&[&["batch"], &words(run)[..], &on].concat())
    };
    let other = "my run has the results of another run";
    for (run, shards) in [("sim classic --games 48 --players 3", "4"), (COMPARE, "4"), (SIM, "8")] {
        let ran = plan(&litterbox, run, shards);
        assert!(ran.code == Some(2) && ran.talk.contains(other), "{}", ran.shown());
    }
    assert_eq!(plan(&litterbox, SIM, "4").code, Some(0));
    // The same command line with another script is another run.
    let litterbox =
        litterbox.with("scripts/cards/skip.rhai", "fn resolve(me) { me.end_turn(); }\n");
    let ran = plan(&litterbox, SIM, "4");
    assert!(ran.code == Some(2) && ran.talk.contains(other), "{}", ran.shown());
}

#[cfg(unix)]
#[test]
fn a_batch_follows_no_link_in_its_folder() {
    let litterbox = Litterbox::new().with("my run/shards.txt", "");
    for name in ["run.json", "run.sh"] {
        let link = litterbox.path().join("my run").join(name);
        std::os::unix::fs::symlink(litterbox.path().join("outside"), &link).unwrap();
        let on = ["--shards", "4", "--on", "parallel", "--out=my run"];
        let ran = litterbox.run(&[&["batch"], &words(SIM)[..], &on].concat());
        assert_ne!(ran.code, Some(0), "{}", ran.shown());
        assert!(!litterbox.path().join("outside").exists(), "{}", ran.shown());
        std::fs::remove_file(link).unwrap();
    }
}

/// Two processes that play shards, until stdin is closed.
const CLUSTER: &str = "
from dask.distributed import LocalCluster
if __name__ == '__main__':
    cluster = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    print(cluster.scheduler_address, flush=True)
    input()
";

#[cfg(unix)]
#[test]
fn dask_loses_a_process_in_the_middle_of_a_shard() {
    let Some(python) = python_with_dask() else { return };
    // Kills the process that runs the program, and the program, which would finish by itself.
    let kill = "worker=$(ps -o ppid= -p $PPID)\n    ps -o args= -p $worker > killed/args\n    \
                kill -9 $worker $PPID";
    let litterbox = with_killer(Litterbox::new().with("cluster.py", CLUSTER), kill);
    let driver = batch(&litterbox, KILLED, "dask");
    let mut cluster = tool(python)
        .arg(litterbox.path().join("cluster.py"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut address = String::new();
    BufReader::new(cluster.stdout.take().unwrap()).read_line(&mut address).unwrap();
    assert_plays(tool(python).arg(&driver).arg(address.trim()));
    writeln!(cluster.stdin.take().unwrap()).unwrap();
    cluster.wait().unwrap();
    assert!(litterbox.read("killed/args").contains("multiprocessing"), "a process of Dask");
    assert_whole(&litterbox, KILLED);
    assert_resumes(&litterbox, tool(python).arg(&driver));
}

#[cfg(target_os = "linux")]
#[test]
fn dask_is_interrupted_and_says_how_to_go_on() {
    let Some(python) = python_with_dask() else { return };
    // The first game is played, and so its shard; the others wait until it is said.
    let waits = format!(
        "#!/bin/sh\n{FIRST_OPTION}while read -r question; do\n  case $question in\n    \
         *'\"game\":0,'*) ;;\n    \
         *) [ -e said ] || {{ echo $PPID >>waiting; cat >/dev/null; }} ;;\n  esac\n  \
         first_option \"$question\"\ndone\n"
    );
    let litterbox = with_agent(Litterbox::new(), &waits);
    let driver = batch(&litterbox, "sim classic --games 4 --agents exec:./agent.sh", "dask");
    // These tests may run where the signal is ignored.
    let mut run = tool("env");
    let run = run.args(["--default-signal=INT", python]).arg(&driver).stderr(Stdio::piped());
    let mut run = run.spawn().unwrap();
    let mut told = BufReader::new(run.stderr.take().unwrap());
    let mut line = String::new();
    while !line.ends_with(": 1 of 4\n") {
        line.clear();
        assert!(told.read_line(&mut line).unwrap() > 0, "no shard was played");
    }
    Command::new("kill").args(["-INT", &run.id().to_string()]).status().unwrap();
    let mut rest = String::new();
    told.read_to_string(&mut rest).unwrap();
    assert_eq!(run.wait().unwrap().code(), Some(130), "{rest}");
    let (_, merge) = rest.split_once("To merge what is there:\n").expect(&rest);
    let ran = play(tool("sh").args(["-c", merge.lines().next().unwrap()]));
    let out = String::from_utf8(ran.stdout).unwrap();
    let expected = "played only 1 of 4 games";
    assert!(out.contains(expected), "{out}{}", String::from_utf8_lossy(&ran.stderr));
    let litterbox = litterbox.with("said", "");
    assert_plays(tool(python).arg(&driver));
    assert!(litterbox.path().join("my run/result.csv").exists());
    // Dask leaves the programs of its processes running.
    let waiting = litterbox.read("waiting");
    play(tool("kill").arg("-9").args(waiting.split_whitespace()));
}

#[cfg(unix)]
#[test]
fn gnu_parallel_is_killed_in_the_middle_of_a_shard_and_resumed() {
    if first_there(&["parallel"], "a run with GNU parallel").is_none() {
        return;
    }
    let kill = "it=$PPID\n    until ps -o args= -p $it | grep -q -e '--joblog'; do \
                it=$(ps -o ppid= -p $it); done\n    kill -9 $it $PPID";
    let litterbox = with_killer(Litterbox::new(), kill);
    let driver = batch(&litterbox, KILLED, "parallel");
    let mut sh = tool("sh");
    let driver = sh.arg(driver).arg("--jobs=1");
    let ran = play(driver);
    assert!(!ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    assert!(litterbox.path().join("killed").exists());
    assert!(!litterbox.path().join("my run/result.txt").exists());
    assert!(shards(&litterbox).len() < N_SHARDS);
    let told = String::from_utf8(ran.stderr).unwrap();
    assert!(told.contains("To play them, run this again. To merge what is there:"), "{told}");
    assert!(told.contains(" merge './my run'\n"), "{told}");
    assert_plays(driver);
    assert_whole(&litterbox, KILLED);
    assert_resumes(&litterbox, driver);
    let log = litterbox.read("my run/jobs.log");
    let played = log.lines().filter(|line| line.contains("--shard")).count();
    assert_eq!(played, N_SHARDS + 2, "all attempts, with the shards that were lost: {log}");
}

#[test]
fn gnu_parallel_plays_every_run() {
    if first_there(&["parallel"], "a run with GNU parallel").is_none() {
        return;
    }
    for run in size(&[SIM, TUNE][..], &[SIM, COMPARE, TOURNAMENT, TUNE, FUZZ][..]) {
        let litterbox = toys();
        let driver = batch(&litterbox, run, "parallel");
        assert_plays(tool("sh").arg(driver));
        assert_whole(&litterbox, run);
    }
}

/// Plays all shards of a run by hand into a folder.
fn play_shards(litterbox: &Litterbox, run: &str, folder: &str, more: &[&str]) {
    for shard in 1..=N_SHARDS {
        let (shard, out) = (format!("{shard}/{N_SHARDS}"), format!("{folder}/shard{shard}.json"));
        let arguments = [&words(run), &["--shard", &shard, "--out", &out][..], more].concat();
        let ran = litterbox.run(&arguments);
        assert_eq!((ran.code, ran.out.as_str()), (Some(0), ""), "{}", ran.shown());
    }
}

#[test]
fn shards_of_each_command_merge_to_one_run() {
    for (run, n_findings) in [(SIM, 0), (COMPARE, 0), (TOURNAMENT, 0), (FUZZ, 3)] {
        let litterbox = toys().with("s/readme.txt", "");
        play_shards(&litterbox, run, "s", &[]);
        let sessions = if run == FUZZ { &["--out", "found"][..] } else { &[] };
        for format in ["text", "json"] {
            let whole = litterbox.run(&[&words(run), sessions, &["--format", format]].concat());
            let merge = ["merge", "s", "--format", format, "--sessions", "found"];
            let merged = litterbox.run(&merge);
            assert_eq!((merged.code, merged.out), (whole.code, whole.out), "{run}");
        }
        let found = litterbox.path().join("found").read_dir();
        assert_eq!(found.map_or(0, Iterator::count), n_findings, "{run}");
        let [one, other] = ["s/shard1.json", "s/shard3.json"];
        let half = litterbox.run(&["merge", one, other, "--out", "half.json"]);
        assert_eq!(half.code, Some(1), "games are missing: {}", half.shown());
        let twice = litterbox.run(&["merge", "half.json", other]);
        assert!(twice.talk.contains("is in two shard results"), "{}", twice.shown());
        // Another seed is another run.
        let other = words(run).iter().map(|word| if *word == "3" { "4" } else { word }).collect();
        let other = if run == SIM { [words(run), vec!["--seed", "4"]].concat() } else { other };
        let out = ["--shard", "2/4", "--out", "other.json"];
        assert_eq!(litterbox.run(&[&other, &out[..]].concat()).code, Some(0));
        let ran = litterbox.run(&["merge", "half.json", "other.json"]);
        assert_eq!(ran.code, Some(3), "{}", ran.shown());
        assert!(ran.talk.contains("`seed` is 4, not "), "{}", ran.shown());
    }
}

#[test]
fn rounds_of_a_search_are_played_in_shards() {
    let litterbox = toys();
    let whole = litterbox.run(&words(TUNE));
    assert_eq!(whole.code, Some(0), "{}", whole.shown());
    let mut after: Vec<&str> = Vec::new();
    let names: Vec<String> = (1..=4).map(|round| format!("round{round}.json")).collect();
    for (round, merged) in names.iter().enumerate() {
        let folder = format!("round{round}");
        std::fs::create_dir(litterbox.path().join(&folder)).unwrap();
        play_shards(&litterbox, TUNE, &folder, &after);
        let before = after.get(1).copied();
        let merge = ["merge", &folder, "--out", merged];
        let ran = litterbox.run(&[&merge[..], before.as_slice()].concat());
        assert_eq!(ran.code, Some(if round < 3 { 1 } else { 0 }), "{}", ran.shown());
        after = vec!["--after", merged];
    }
    assert_eq!(litterbox.run(&["merge", "round4.json"]).out, whole.out);
    let refused = |after: &str, said: &str| {
        let shard = ["--shard", "1/4", "--out", "x.json", "--after", after];
        let ran = litterbox.run(&[&words(TUNE), &shard[..]].concat());
        assert!(ran.code != Some(0) && ran.talk.contains(said), "{}", ran.shown());
    };
    refused("round4.json", "all rounds have been played");
    refused("round0/shard1.json", "games of its last round are missing");
    refused("round1/shard2.json", "games of its first rounds are missing");
    litterbox.run(&["sim", "classic", "--games", "4", "--out", "sim.json"]);
    refused("sim.json", "it is a shard of `sim`, not of `tune`");
}

#[test]
fn a_run_that_cannot_be_played_in_shards_is_refused() {
    let litterbox = toys();
    for (run, said) in [
        ("sim clasic", "did you mean `classic`"),
        ("sim classic --threads 2", "unexpected argument '--threads'"),
        ("compare classic", "nothing to compare with"),
        ("tune classic --over deal=3..2000 --toward turns=1", "is empty or too large"),
        ("fuzz toys --games 6000", "`--keep-going`"),
        ("fuzz toys --keep-going", "`--games N`"),
        ("fuzz toys --keep-going --games 900", "`--shards 4`: at most 1"),
    ] {
        let more = ["--shards", "4", "--on", "dask", "--out", "x"];
        let ran = litterbox.run(&[&["batch"], &words(run)[..], &more].concat());
        assert!(ran.code == Some(2) && ran.talk.contains(said), "{run}: {}", ran.shown());
        assert!(!litterbox.path().join("x").exists(), "{run}");
    }
    let empty = litterbox.with("none/readme.txt", "");
    let ran = empty.run(&["merge", "none"]);
    assert_eq!((ran.code, ran.talk.contains("no shard result")), (Some(2), true), "{}", ran.talk);
}
