//! Long texts, a screen at a time: in the pager of the environment variable `PAGER`, else in a
//! simple one, whose keys the line editor reads.

use super::keyboard::{KeyOrLine, Keyboard, TypedLine};
use super::paint::{FAINT, paint};
use super::streams::stdout;
use crate::base::output;
use anstream::adapter::strip_str;
use rustyline::{KeyCode, KeyEvent, Modifiers};
use std::io::{self, Write};
use std::process::{Command, Stdio};

/// The keys of the simple pager.
#[derive(Clone, Copy, Debug)]
enum PagerKey {
    Next,
    Back,
    Search,
    Leave,
    /// The first character of the next line: it leaves the pager, and is not lost.
    Other(char),
}

impl PagerKey {
    /// The meaning of a key; on the first screen, nothing is before it, and `b` begins a line.
    const fn of(KeyEvent(code, modifiers): &KeyEvent, is_first: bool) -> Option<Self> {
        let is_control = modifiers.contains(Modifiers::CTRL);
        Some(match code {
            KeyCode::Char('C' | 'D') if is_control => Self::Leave,
            KeyCode::Char(_) if is_control || modifiers.contains(Modifiers::ALT) => return None,
            KeyCode::Char(' ') | KeyCode::PageDown | KeyCode::Down => Self::Next,
            KeyCode::Char('b') if !is_first => Self::Back,
            KeyCode::PageUp | KeyCode::Up => Self::Back,
            KeyCode::Char('/') => Self::Search,
            KeyCode::Char('q') => Self::Leave,
            KeyCode::Char(other) => Self::Other(*other),
            _ => return None,
        })
    }
}

/// Shows lines in the pager of `PAGER`, else in a simple one.
///
/// # Errors
/// The terminal is closed.
pub fn show(lines: &[String], keyboard: &mut Keyboard) -> io::Result<()> {
    let plain: Vec<String> = lines.iter().map(|line| strip_str(line).to_string()).collect();
    if start(&output::escape(&(plain.join("\n") + "\n")), None).is_ok() {
        return Ok(());
    }
    let mut top = 0;
    loop {
        // The window may have another size now.
        let n_lines = keyboard.rows().saturating_sub(1).max(1);
        let mut out = stdout();
        for line in lines.iter().skip(top).take(n_lines) {
            writeln!(out, "{line}")?;
        }
        out.flush()?;
        if top.saturating_add(n_lines) >= lines.len() {
            return Ok(());
        }
        match moved(&plain, (top, n_lines), keyboard)? {
            Some(next) => top = next,
            None => return Ok(()),
        }
    }
}

/// Waits for keys below a screen; returns the first line of the next one, `None` at the end.
fn moved(
    lines: &[String],
    (top, n_lines): (usize, usize),
    keyboard: &mut Keyboard,
) -> io::Result<Option<usize>> {
    let is_first = top == 0;
    let back = if is_first { "" } else { "b: back, " };
    let keys = format!("space: more, {back}/: search, q: end --");
    let mut prompt = format!("-- {keys}");
    loop {
        let styled = paint(FAINT, &prompt);
        let meaning = move |key: &KeyEvent| PagerKey::of(key, is_first);
        match keyboard.key(&(prompt.clone(), styled), meaning)? {
            KeyOrLine::Key(PagerKey::Next) => return Ok(Some(top + n_lines)),
            KeyOrLine::Key(PagerKey::Back) => return Ok(Some(top.saturating_sub(n_lines))),
            KeyOrLine::Key(PagerKey::Search) => {
                let asked = keyboard.line(&("/".to_owned(), paint(FAINT, "/")), None)?;
                let TypedLine::Typed(word) = asked else { continue };
                let wanted = word.to_lowercase();
                let has = |line: &String| line.to_lowercase().contains(&wanted);
                if let Some(at) = lines.iter().skip(top + 1).position(has) {
                    return Ok(Some(top + 1 + at));
                }
                prompt = format!("-- `{word}` is not below. {keys}");
            }
            KeyOrLine::Key(PagerKey::Leave)
            | KeyOrLine::Line(TypedLine::Dropped | TypedLine::End) => return Ok(None),
            KeyOrLine::Key(PagerKey::Other(first)) => {
                keyboard.begin(first.to_string());
                return Ok(None);
            }
            KeyOrLine::Line(TypedLine::Typed(text)) if text.is_empty() => {
                return Ok(Some(top + n_lines));
            }
            // It was pasted.
            KeyOrLine::Line(TypedLine::Typed(text)) => {
                keyboard.begin(text);
                return Ok(None);
            }
        }
    }
}

/// Shows a text in the pager of `PAGER`, else in this one.
///
/// # Errors
/// There is no pager, or it does not start: the shell that it is has found no program, too.
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
    match pager.wait()?.code() {
        Some(126 | 127) => Err(io::Error::other("the pager does not start")),
        _ => Ok(()),
    }
}
