//! Long texts, a screen at a time: in the pager of the environment variable `PAGER`, else in a
//! simple one, whose keys the line editor reads.

use super::keyboard::{KeyOrLine, Keyboard, TypedLine};
use super::paint::{FAINT, paint};
use super::streams::{print, printed};
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
    /// As above, of what was typed before the keys were shown; `None` for a paste.
    Ahead(Option<char>),
}

impl PagerKey {
    /// The meaning of a key that was typed before the keys were shown.
    fn ahead(key: &KeyEvent) -> Option<Self> {
        let KeyEvent(code, modifiers) = key;
        match code {
            KeyCode::Char(first) if modifiers.is_empty() => Some(Self::Ahead(Some(*first))),
            KeyCode::BracketedPasteStart => Some(Self::Ahead(None)),
            _ => Self::of(key, false),
        }
    }

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

/// Shows lines in the pager of `PAGER`, else in a simple one; `wrapped` returns the rows of each
/// line for a number of columns.
///
/// # Errors
/// The terminal is closed.
pub fn show(
    wrapped: &dyn Fn(usize) -> Vec<Vec<String>>,
    keyboard: &mut Keyboard,
) -> io::Result<()> {
    let mut columns = keyboard.columns();
    let mut lines = wrapped(columns);
    if start(&output::escape(&(plain(&lines.concat()).join("\n") + "\n")), None).is_ok() {
        return Ok(());
    }
    let mut top: usize = 0;
    loop {
        // The window may have another size now.
        if keyboard.columns() != columns {
            let n_above = lines_above(&lines, top);
            columns = keyboard.columns();
            lines = wrapped(columns);
            top = lines[..n_above].iter().map(Vec::len).sum();
        }
        let rows = lines.concat();
        let n_rows = keyboard.rows().saturating_sub(1).max(1);
        let screen = &rows[top..rows.len().min(top.saturating_add(n_rows))];
        let is_last = top + screen.len() == rows.len();
        let (last, above) = match screen.split_last() {
            Some((last, above)) if !is_last => (last, above),
            _ => return print(screen),
        };
        print(above)?;
        match moved(&plain(&rows), (top, n_rows), last, keyboard)? {
            Moved::To(next) => top = next,
            Moved::Rest => return print(&rows[top + n_rows..]),
            Moved::End => return Ok(()),
        }
    }
}

fn plain(rows: &[String]) -> Vec<String> {
    rows.iter().map(|row| strip_str(row).to_string()).collect()
}

/// Returns the number of lines that end above a row.
fn lines_above(lines: &[Vec<String>], row: usize) -> usize {
    let ends = lines.iter().scan(0, |end, rows| {
        *end += rows.len();
        Some(*end)
    });
    ends.take_while(|end| *end <= row).count()
}

/// Where the pager goes after a screen.
enum Moved {
    /// To the screen that begins with this line.
    To(usize),
    /// To the end, past all lines.
    Rest,
    End,
}

/// Shows the last line of a screen, and waits for keys below it.
fn moved(
    rows: &[String],
    (top, n_rows): (usize, usize),
    last: &str,
    keyboard: &mut Keyboard,
) -> io::Result<Moved> {
    let is_first = top == 0;
    let back = if is_first { "" } else { "b: back, " };
    let keys = format!("space: more, {back}/: search, q: end --");
    let mut prompt = format!("-- {keys}");
    let mut ahead = keyboard.typed_ahead(last, PagerKey::ahead)?;
    loop {
        let typed = match ahead.take() {
            Some(typed) => typed,
            None => {
                let shown = printed(&paint(FAINT, &prompt));
                let meaning = move |key: &KeyEvent| PagerKey::of(key, is_first);
                keyboard.key(&shown, meaning)?
            }
        };
        match typed {
            KeyOrLine::Key(PagerKey::Next) => return Ok(Moved::To(top + n_rows)),
            KeyOrLine::Key(PagerKey::Back) => return Ok(Moved::To(top.saturating_sub(n_rows))),
            KeyOrLine::Key(PagerKey::Search) => {
                let asked = keyboard.line(&printed(&paint(FAINT, "/")), None)?;
                let TypedLine::Typed(word) = asked else { continue };
                let wanted = word.to_lowercase();
                let has = |line: &String| line.to_lowercase().contains(&wanted);
                if let Some(at) = rows.iter().skip(top + 1).position(has) {
                    return Ok(Moved::To(top + 1 + at));
                }
                prompt = format!("-- `{word}` is not below. {keys}");
            }
            KeyOrLine::Key(PagerKey::Leave)
            | KeyOrLine::Line(TypedLine::Dropped | TypedLine::End) => return Ok(Moved::End),
            KeyOrLine::Key(PagerKey::Other(first)) => {
                keyboard.begin(first.to_string());
                return Ok(Moved::End);
            }
            KeyOrLine::Line(TypedLine::Refused) => {}
            // Nobody is there to read screen by screen.
            KeyOrLine::Key(PagerKey::Ahead(first)) => {
                keyboard.begin(first.into_iter().collect());
                return Ok(Moved::Rest);
            }
            KeyOrLine::Line(TypedLine::Typed(text)) if text.is_empty() => {
                return Ok(Moved::To(top + n_rows));
            }
            // It was pasted.
            KeyOrLine::Line(TypedLine::Typed(text)) => {
                keyboard.begin(text);
                return Ok(Moved::End);
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
