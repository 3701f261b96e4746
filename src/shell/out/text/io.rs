//! Formats replies about input and output.

use super::line::Line;
use crate::debugger::reply::{IoReply, ReadFile, Reply};

/// Formats a reply as lines; `nested` formats the replies to the inputs of a file.
#[must_use]
pub fn lines(reply: &IoReply, nested: &dyn Fn(&Reply) -> Vec<Line>) -> Vec<Line> {
    match reply {
        IoReply::Read(file) => read(file, nested),
        IoReply::Output { diverted: true } => vec!["replies are shown here again".into()],
        IoReply::Output { diverted: false } => {
            vec!["replies are shown here; `:output FILE` writes them to a file".into()]
        }
    }
}

/// The inputs of a file, each followed by its reply.
fn read(file: &ReadFile, nested: &dyn Fn(&Reply) -> Vec<Line>) -> Vec<Line> {
    let mut lines = Vec::new();
    for input in &file.inputs {
        lines.push(format!("{}{}", input.prompt, input.input).into());
        lines.extend(nested(&input.reply).into_iter().map(Line::indented));
    }
    lines.extend(file.stopped.then(|| format!("{}: the rest is not read", file.file).into()));
    lines
}
