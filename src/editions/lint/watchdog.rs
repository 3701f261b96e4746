//! Checks with a time limit for each file: a file that takes longer is reported, and the others are
//! checked without it.

use super::checker::Checker;
use super::progress::CheckProgress;
use super::targets::{LintReport, LintTargets};
use crate::base::STACK_SIZE;
use crate::base::error::{Error, contained, plural};
use crate::script::span::span_at;
use crate::variant::Library;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// Checks the targets. A file that takes longer than `limit` is reported as `T0206`; the others are
/// checked without it and without the variants that use it.
pub fn check_within(library: &Library, wanted: &LintTargets, limit: Duration) -> LintReport {
    let mut late = Vec::new();
    loop {
        let progress = Arc::new(CheckProgress::without(late.clone()));
        let job = (library.clone(), wanted.clone(), progress.clone());
        let (send, done) = channel();
        let work = move || {
            let (library, wanted, progress) = job;
            let checked =
                contained("the check", || Checker::default().run(&library, &wanted, &progress));
            let report = checked.unwrap_or_else(|error| LintReport {
                found: vec![*error],
                ..LintReport::default()
            });
            // Nobody waits for a check that takes too long.
            let _ = send.send(report);
        };
        if thread::Builder::new().stack_size(STACK_SIZE).spawn(work).is_err() {
            return Checker::default().run(library, wanted, &CheckProgress::default());
        }
        let file = loop {
            let (file, time) = progress.current().unwrap_or_default();
            match done.recv_timeout(limit.saturating_sub(time)) {
                Ok(mut report) => {
                    report.found.extend(late.iter().map(|file| too_slow(library, file, limit)));
                    return report;
                }
                Err(RecvTimeoutError::Timeout) if time >= limit => break file,
                Err(_) => {}
            }
        };
        progress.interrupt.set();
        late.push(file);
    }
}

fn too_slow(library: &Library, file: &str, limit: Duration) -> Error {
    let seconds = plural(limit.as_secs(), "second");
    let message = format!("the check of {file} takes more than {seconds}");
    let script = file.strip_suffix(".rhai").and_then(|name| library.script(name));
    let span = script.map(|script| span_at(&script, 1, 1));
    let error = Error::new("T0206", message).at(span);
    error.hint("divide the file, or give it more time: `--timeout`")
}
