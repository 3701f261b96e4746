//! Formats replies about input and output.

use super::Line;
use crate::debugger::reply::{IoReply, ReadFile};

/// Formats a reply as lines.
#[must_use]
pub fn lines(reply: &IoReply) -> Vec<Line> {
    match reply {
        IoReply::Read(file) => read(file),
        IoReply::Output { diverted: true } => vec!["replies are shown here again".into()],
        IoReply::Output { diverted: false } => {
            vec!["replies are shown here; `:output FILE` writes them to a file".into()]
        }
    }
}

/// The inputs of a file, each followed by its reply.
fn read(file: &ReadFile) -> Vec<Line> {
    let mut lines = Vec::new();
    for input in &file.inputs {
        lines.push(format!("{}{}", input.prompt, input.input).into());
        lines.extend(super::lines(&input.reply).into_iter().map(Line::indented));
    }
    lines.extend(file.stopped.then(|| format!("{}: the rest is not read", file.file).into()));
    lines
}
