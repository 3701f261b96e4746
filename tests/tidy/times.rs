//! No test depends on how fast the machine is.

use super::files;
use std::fmt::Write as _;

/// The files that may wait for a time or read a clock: what tests wait with, its counterpart for
/// browsers, and the benchmarks.
const CLOCKS: [&str; 3] = ["tests/waiting.rs", "tests/browser/chromium.mjs", "tests/benches/"];

/// What reads a clock or waits for a time, and what to write instead.
const WORDS: &[(&str, &str)] = &[
    ("Instant::now", "count operations, events or messages, or write a benchmark"),
    ("SystemTime::now", "count operations, events or messages, or write a benchmark"),
    (".elapsed()", "count operations, events or messages, or write a benchmark"),
    ("schedstat", "count operations, events or messages, or write a benchmark"),
    ("Date.now(", "count operations, events or messages, or write a benchmark"),
    ("performance.now(", "count operations, events or messages, or write a benchmark"),
    ("thread::sleep", "wait for an event: `waiting::until`"),
    ("park_timeout", "wait for an event: `waiting::until`"),
    ("setTimeout(", "wait for an event: `page.until`"),
    ("setInterval(", "wait for an event: `page.until`"),
    ("sleep ", "wait for an event: `waiting::until`"),
    ("timeout ", "the guard against hanging is `waiting::ended`"),
];

/// Calls with a limit, which is the guard against hanging.
const LIMITED: &[&str] = &[
    "recv_timeout(",
    "wait_timeout(",
    "set_read_timeout(",
    "set_write_timeout(",
    "spawn_command(",
    "rexpect::spawn(",
    "spawn_bash(",
    "buf_request_sync(",
    "vim.wait(",
];

/// The guard, by its names.
const GUARDS: [&str; 3] = ["HANGING", "hanging", "BRIEF"];

/// A line without its comment.
fn code(line: &str) -> &str {
    let line = line.split("//").next().unwrap_or_default();
    if line.trim_start().starts_with("--") { "" } else { line }
}

/// What is wrong with a line of a test, if anything.
fn wrong(line: &str) -> Option<String> {
    let code = code(line);
    // A word of a shell begins a command.
    let has = |word: &str| match word.strip_suffix(' ') {
        None => code.contains(word),
        Some(command) => ["\"", "'", "; ", "&& ", "| ", "$(", ":"].iter().any(|before| {
            let begun = format!("{before}{command} ");
            code.match_indices(&begun)
                .any(|(at, _)| code[at + begun.len()..].starts_with(|c: char| c.is_ascii_digit()))
        }),
    };
    if let Some((word, instead)) = WORDS.iter().find(|(word, _)| has(word)) {
        return Some(format!("`{}`: {instead}", word.trim()));
    }
    let is_guarded = GUARDS.iter().any(|guard| code.contains(guard));
    let limited = LIMITED.iter().find(|call| code.contains(**call) && !is_guarded);
    limited.map(|call| format!("`{call}…)`: the only limit is `waiting::HANGING`"))
}

#[test]
fn no_test_depends_on_the_speed_of_the_machine() {
    let mut found = String::new();
    for ending in [".rs", ".js", ".mjs", ".lua", ".sh", ".py"] {
        for (path, text) in files("tests", ending) {
            let name = path.to_string_lossy().replace('\\', "/");
            let is_harness = CLOCKS.iter().any(|clock| name.starts_with(clock));
            if is_harness || name == "tests/tidy/times.rs" {
                continue;
            }
            for (i, line) in text.lines().enumerate() {
                if let Some(what) = wrong(line) {
                    writeln!(found, "{name}:{}: {what}", i + 1).unwrap();
                }
            }
        }
    }
    assert_eq!(found, "");
}

/// Durations of the program that are no limit of how long somebody or something may take.
const PAUSES: [&str; 13] = [
    "GRACE",
    "LONG_TURN",
    "MINUTE",
    "MORE",
    "PAUSE",
    "POLL",
    "QUIET",
    "REACTION",
    "RETRY",
    "SECOND",
    "SETTLED",
    "TICK",
    "TIMED",
];

/// The names of the durations of a file that are limits, which a slow machine cannot make longer.
fn fixed_limits(text: &str) -> Vec<&str> {
    let names = text.lines().filter_map(|line| {
        let (name, kind) = line.trim().split_once("const ")?.1.split_once(": ")?;
        kind.contains("Duration").then_some(name)
    });
    names
        .filter(|name| !PAUSES.contains(name) && !text.contains(&format!("time_limit({name}")))
        .collect()
}

#[test]
fn each_time_limit_is_longer_on_a_slow_machine() {
    let mut found = String::new();
    for (path, text) in files("src", ".rs") {
        for name in fixed_limits(&text) {
            writeln!(found, "{}: `{name}`: use `base::time_limit({name})`", path.display())
                .unwrap();
        }
    }
    assert_eq!(found, "");
}

#[test]
fn fixed_limits_are_found() {
    let limit = "const CONSENT: Duration = Duration::from_secs(20);\nlet end = since + CONSENT;";
    assert_eq!(fixed_limits(limit), ["CONSENT"]);
    assert!(fixed_limits(&limit.replace("+ CONSENT", "+ time_limit(CONSENT)")).is_empty());
    assert!(fixed_limits("const TICK: Duration = Duration::from_millis(9);").is_empty());
}

#[test]
fn times_in_tests_are_found() {
    for line in [
        "let start = std::time::Instant::now();",
        "assert!(start.elapsed() < LIMIT);",
        "std::thread::sleep(Duration::from_millis(20));",
        "let pty = spawn_command(command, Some(60_000)).unwrap();",
        "messages.recv_timeout(Duration::from_secs(5)).unwrap();",
        "stream.set_read_timeout(Some(Duration::from_millis(5))).unwrap();",
        "litterbox.sh(\"sleep 2; cat journal\");",
        "let agent = \"exec:sleep 1000\";",
        "litterbox.sh(\"timeout 5 true\");",
        "await new Promise(done => setTimeout(done, 100));",
        "while (Date.now() - began < 15_000) {",
        "assert(vim.wait(60000, function() return true end))",
    ] {
        assert!(wrong(line).is_some(), "{line}");
    }
    for line in [
        "stream.set_read_timeout(Some(HANGING)).unwrap();",
        "let shown = \"the timeout 5 is a number\"; // thread::sleep",
        "let limits = ConnectionLimits { silence: Duration::from_millis(100), ..limits() };",
        "assert(vim.wait(hanging, function() return true end))",
    ] {
        assert_eq!(wrong(line), None, "{line}");
    }
}
