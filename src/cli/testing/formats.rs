//! Test results for programs: JSON, JUnit XML and TAP.

use crate::base::output::escape_markup;
use crate::session::blocks::PlayedBlock;
use crate::session::file::BlockRole;
use crate::session::run::{OutputDiff, Problem};
use crate::session::suite::{FileReport, FileResult};
use crate::shell::render::text::causes;
use serde_json::{Value as Json, json};
use std::fmt::Write as _;
use std::time::Duration;

/// The message of a session without recorded output.
const NEW: &str = "new, no output recorded yet";

/// One session and its result.
struct SessionCase {
    name: String,
    line: Option<usize>,
    time: Duration,
    wrong: Option<SessionFailure>,
    /// Whether no output is recorded yet.
    is_new: bool,
    /// The reason of a known failure.
    known: Option<String>,
}

struct SessionFailure {
    kind: &'static str,
    /// The first difference or error, in one line.
    message: String,
    /// Everything that is wrong.
    text: String,
}

fn cases(outcome: &FileResult) -> Vec<SessionCase> {
    match &outcome.went {
        Err(why) => {
            let message = first_line(why).to_owned();
            let wrong = Some(SessionFailure { kind: "unreadable", message, text: why.clone() });
            let (name, time) = ("the file".into(), Duration::ZERO);
            vec![SessionCase { name, line: None, time, wrong, is_new: false, known: None }]
        }
        Ok(went) => {
            went.report.blocks.iter().map(|block| case(&outcome.name, went, block)).collect()
        }
    }
}

fn case(file: &str, went: &FileReport, block: &PlayedBlock) -> SessionCase {
    let problem = went.report.problems.iter().find(|one| block.lines.contains(&one.line));
    let mut differences = went.left().filter(|one| block.lines.contains(&one.line)).peekable();
    let first = differences.peek().map(|one| first_difference(one));
    let first = problem.map(first_problem).or(first);
    let mut text: String = differences.map(|one| plain(file, one)).collect();
    if let Some(problem) = problem {
        let _ = writeln!(text, "{problem}");
    }
    if !went.changed.is_empty() {
        let _ = writeln!(text, "changed since this file last passed: {}", went.changed.join(", "));
    }
    let kind = if problem.is_some() { "fails" } else { "differs" };
    let wrong = first.map(|message| SessionFailure { kind, message, text });
    let line = block.lines.start;
    let title = if block.title.is_empty() { "a session" } else { &block.title };
    let is_new = block.is_new && !went.is_rewritten;
    let (name, time) = (format!("{title} (line {line})"), block.time);
    let known = match &block.role {
        BlockRole::KnownFailure(reason) if wrong.is_none() => Some(reason.clone()),
        _ => None,
    };
    SessionCase { name, line: Some(line), time, wrong, is_new, known }
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

/// `line 5: ann> draw: expected an answer from bob, not ann`.
fn first_problem(problem: &Problem) -> String {
    format!("line {}: {}: {}", problem.line, problem.input, first_line(&problem.what))
}

/// `line 5: ann> draw: expected "ann draws Skip", printed "ann draws Nope"`.
fn first_difference(difference: &OutputDiff) -> String {
    let OutputDiff { line, input, expected, printed, .. } = difference;
    let differs = |at: &usize| expected.get(*at) != printed.get(*at);
    let at = (0..expected.len().max(printed.len())).find(differs).unwrap_or_default();
    let said = |lines: &[String]| lines.get(at).map_or("nothing".into(), |line| quoted(line));
    format!("line {line}: {input}: expected {}, printed {}", said(expected), said(printed))
}

fn quoted(line: &str) -> String {
    format!("\"{}\"", line.trim())
}

fn plain(file: &str, difference: &OutputDiff) -> String {
    anstream::adapter::strip_str(&super::text::difference(file, difference)).to_string()
}

/// A list with one value per file.
pub fn json(outcomes: &[FileResult]) -> Json {
    outcomes.iter().map(file).collect()
}

fn file(outcome: &FileResult) -> Json {
    let went = match &outcome.went {
        Err(why) => return json!({ "file": outcome.name, "unreadable": why }),
        Ok(went) => went,
    };
    let problems = went.report.problems.iter().map(
        |problem| json!({ "line": problem.line, "input": problem.input, "what": problem.what }),
    );
    let differences = went.left().map(|one| {
        json!({
            "line": one.line,
            "input": one.input,
            "expected": one.expected,
            "printed": one.printed,
            "event": one.event.as_ref().map(causes::placed),
        })
    });
    let known = |(block, reason): (&PlayedBlock, &str)| json!({ "line": block.lines.start, "reason": reason });
    json!({
        "file": outcome.name,
        "passed": went.passed(),
        "sessions": went.report.blocks.len(),
        "rewritten": went.is_rewritten,
        "new": went.new_blocks().map(|block| block.lines.start).collect::<Vec<_>>(),
        "differences": differences.collect::<Vec<_>>(),
        "problems": problems.collect::<Vec<_>>(),
        "changed": went.changed,
        "known_failures": went.known_failures().map(known).collect::<Vec<_>>(),
        "open": went.open_blocks().map(|block| block.lines.start).collect::<Vec<_>>(),
    })
}

/// A test suite per file, a test case per session.
pub fn junit(outcomes: &[FileResult]) -> String {
    let mut text =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"litterbox\">\n".to_owned();
    for outcome in outcomes {
        let cases = cases(outcome);
        let file = escape_markup(&outcome.name);
        let n_errors = usize::from(outcome.went.is_err());
        let n_wrong = cases.iter().filter(|case| case.wrong.is_some()).count() - n_errors;
        let time = seconds(cases.iter().map(|case| case.time).sum());
        let counts = format!("failures=\"{n_wrong}\" errors=\"{n_errors}\" time=\"{time}\"");
        let _ = writeln!(text, "  <testsuite name=\"{file}\" tests=\"{}\" {counts}>", cases.len());
        for case in cases {
            let line = case.line.map_or_else(String::new, |line| format!(" line=\"{line}\""));
            let name = escape_markup(&case.name);
            let time = format!(" time=\"{}\"", seconds(case.time));
            let _ = write!(
                text,
                "    <testcase classname=\"{file}\" name=\"{name}\" file=\"{file}\"{line}{time}"
            );
            match case.wrong {
                None if case.known.is_some() => {
                    let reason = case.known.unwrap_or_default();
                    let message = escape_markup(&format!("known failure: {reason}")).to_string();
                    let _ = writeln!(text, "><skipped message=\"{message}\"/></testcase>");
                }
                None if case.is_new => {
                    let _ = writeln!(text, "><system-out>{NEW}</system-out></testcase>");
                }
                None => text.push_str("/>\n"),
                Some(SessionFailure { kind, message, text: all }) => {
                    let tag = if kind == "unreadable" { "error" } else { "failure" };
                    let [message, all] =
                        [message, all].map(|text| escape_markup(&text).to_string());
                    let _ = writeln!(
                        text,
                        ">\n      <{tag} type=\"{kind}\" message=\"{message}\">{all}</{tag}>\n    \
                         </testcase>"
                    );
                }
            }
        }
        text.push_str("  </testsuite>\n");
    }
    text + "</testsuites>\n"
}

fn seconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64())
}

/// One line per session.
pub fn tap(outcomes: &[FileResult]) -> String {
    let all: Vec<(&str, SessionCase)> = outcomes
        .iter()
        .flat_map(|outcome| cases(outcome).into_iter().map(|case| (outcome.name.as_str(), case)))
        .collect();
    let mut text = format!("TAP version 14\n1..{}\n", all.len());
    for (at, (file, case)) in all.iter().enumerate() {
        let number = at + 1;
        let name = format!("{file}: {}", case.name).replace('\\', "\\\\").replace('#', "\\#");
        let Some(SessionFailure { message, text: what, .. }) = &case.wrong else {
            match &case.known {
                None => _ = writeln!(text, "ok {number} - {name}"),
                Some(reason) => {
                    let reason = reason.replace('\\', "\\\\").replace('#', "\\#");
                    let _ = writeln!(text, "not ok {number} - {name} # TODO {reason}");
                }
            }
            if case.is_new {
                let _ = writeln!(text, "  ---\n  message: {NEW}\n  ...");
            }
            continue;
        };
        let message = json!(message);
        let _ = writeln!(text, "not ok {number} - {name}\n  ---\n  message: {message}\n  data: |");
        for line in what.lines() {
            let _ = writeln!(text, "{}", format!("    {line}").trim_end());
        }
        text.push_str("  ...\n");
    }
    text
}
