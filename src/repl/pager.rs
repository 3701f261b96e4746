//! Long texts, a screen at a time: in the pager of the environment variable `PAGER`, else in a
//! simple one.

use super::keyboard::{Keyboard, TypedLine};
use super::paint::{FAINT, paint};
use super::streams::stdout;
use anstream::adapter::strip_str;
use std::io::{self, Write};
use std::process::{Command, Stdio};

/// The line of the simple pager below a screen.
const MORE: &str = "-- Enter: more, q and Enter: end --";

/// Shows lines in the pager of `PAGER`, else in a simple one; `rows` is the height of the terminal.
///
/// # Errors
/// The terminal is closed.
pub fn show(lines: &[String], rows: usize, keyboard: &mut Keyboard) -> io::Result<()> {
    let text = lines.join("\n") + "\n";
    if start(&strip_str(&text).to_string(), None).is_ok() {
        return Ok(());
    }
    let more = (MORE.to_owned(), paint(FAINT, MORE));
    let mut out = stdout();
    for (n, screen) in lines.chunks(rows.saturating_sub(1).max(1)).enumerate() {
        if n > 0 {
            match keyboard.line(&more, None)? {
                TypedLine::Typed(answer) if !answer.trim().starts_with('q') => {}
                TypedLine::Typed(_) | TypedLine::Dropped | TypedLine::End => return Ok(()),
            }
        }
        for line in screen {
            writeln!(out, "{line}")?;
        }
        out.flush()?;
    }
    Ok(())
}

/// Shows a text in the pager of `PAGER`, else in this one.
///
/// # Errors
/// There is no pager, or it does not start.
pub fn start(text: &str, otherwise: Option<&str>) -> io::Result<()> {
    let set = std::env::var("PAGER").ok().filter(|pager| !pager.trim().is_empty());
    let command = set.as_deref().or(otherwise).unwrap_or_default();
    let words = shell_words::split(command).map_err(io::Error::other)?;
    let [program, arguments @ ..] = words.as_slice() else {
        return Err(io::Error::other("no pager"));
    };
    let mut pager = Command::new(program).args(arguments).stdin(Stdio::piped()).spawn()?;
    if let Some(mut input) = pager.stdin.take() {
        // The pager may be left before the end.
        let _ = input.write_all(text.as_bytes());
    }
    pager.wait().map(|_| ())
}
