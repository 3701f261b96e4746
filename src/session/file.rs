//! Parses session files: everything outside `litterbox` blocks is preserved.

use crate::base::error::{Error, SourceText, Span, is_word};
use crate::base::lines::unmarked;
use std::ops::Range;
use std::sync::Arc;

#[derive(Clone, Debug)]
pub struct SessionFile {
    /// Its name in messages.
    pub name: Arc<str>,
    /// Its parts, in order.
    pub parts: Vec<Section>,
    /// The ends of its lines.
    ends: Vec<LineEnd>,
}

/// How a line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineEnd {
    Lf,
    CrLf,
}

impl LineEnd {
    const fn text(self) -> &'static str {
        match self {
            Self::Lf => "\n",
            Self::CrLf => "\r\n",
        }
    }

    /// The ends of all lines. A last line without one ends like the line before it.
    fn of_lines(text: &str) -> Vec<Self> {
        let mut last = Self::Lf;
        let ends = text.split_inclusive('\n').map(|line| {
            if line.ends_with('\n') {
                last = if line.ends_with("\r\n") { Self::CrLf } else { Self::Lf };
            }
            last
        });
        ends.collect()
    }
}

/// A section of a session file.
#[derive(Clone, Debug)]
pub enum Section {
    /// Lines outside of blocks.
    Prose(Vec<String>),
    /// The lines of a block, without its fences.
    Block {
        role: BlockRole,
        /// The number of spaces before its fence and its lines, which are not part of them.
        indent: usize,
        items: Vec<Item>,
    },
}

/// The purpose of a block, by the words after `litterbox` on its first line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum BlockRole {
    #[default]
    Session,
    /// `setup`: its inputs come before each later block that starts no game.
    Setup,
    /// `example`: the page of the rules of its variant shows it.
    Example,
    /// `known failure: REASON`: it must fail.
    KnownFailure(String),
}

impl BlockRole {
    /// Parses the words after `litterbox`. Unknown words mean nothing.
    ///
    /// # Errors
    /// A known failure has no reason.
    fn parse(words: &str) -> Result<Self, &'static str> {
        match words.split_whitespace().next() {
            Some("setup") => return Ok(Self::Setup),
            Some("example") => return Ok(Self::Example),
            _ => {}
        }
        match words.strip_prefix("known failure") {
            None => Ok(Self::Session),
            Some(rest) => match rest.trim_start_matches(':').trim() {
                "" => Err("a known failure has no reason"),
                reason => Ok(Self::KnownFailure(reason.to_owned())),
            },
        }
    }
}

/// A line of a block, or an input with its output.
#[derive(Clone, Debug)]
pub enum Item {
    /// A comment, or an empty line before the first input.
    Comment(String),
    Input(SessionInput),
}

impl Item {
    /// The input, if it is one.
    pub const fn input(&self) -> Option<&SessionInput> {
        match self {
            Self::Input(input) => Some(input),
            Self::Comment(_) => None,
        }
    }
}

/// An input of a block.
#[derive(Clone, Debug)]
pub struct SessionInput {
    /// The number of its line, counted from 1.
    pub line: usize,
    pub raw: String,
    /// The seat it names; empty for `> `.
    pub seat: String,
    pub text: String,
    /// The recorded output, without the indent.
    pub printed: Vec<String>,
}

/// An opening fence: its characters and its info string.
struct Fence<'a> {
    indent: usize,
    mark: char,
    length: usize,
    info: &'a str,
}

impl<'a> Fence<'a> {
    /// The words after `litterbox`; `None` if it does not open a block of a session.
    fn words(&self) -> Option<&'a str> {
        let words = self.info.strip_prefix("litterbox");
        words.filter(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace))
    }

    /// Whether it is made of the marks of another one, and at least as many.
    const fn is_like(&self, other: &Self) -> bool {
        self.mark as u32 == other.mark as u32 && self.length >= other.length
    }
}

fn fence(line: &str) -> Option<Fence<'_>> {
    let line = unmarked(line);
    let inner = line.trim_start_matches(' ');
    let indent = line.len() - inner.len();
    if indent > 3 {
        return None;
    }
    let mark = inner.chars().next().filter(|mark| matches!(mark, '`' | '~'))?;
    let length = inner.chars().take_while(|c| *c == mark).count();
    let info = inner[length..].trim();
    let is_fence = length >= 3 && (mark == '~' || !info.contains('`'));
    is_fence.then_some(Fence { indent, mark, length, info })
}

/// A line without its indent and the marks of list items and quotes before its text.
fn without_marks(line: &str) -> &str {
    let mut inner = line.trim_start();
    loop {
        let unnumbered = inner.trim_start_matches(|c: char| c.is_ascii_digit());
        let rest = match unnumbered.len() < inner.len() {
            true => unnumbered.strip_prefix(['.', ')']),
            false => inner.strip_prefix(['-', '*', '+', '>']),
        };
        match rest {
            Some(rest) if inner.starts_with('>') || rest.starts_with([' ', '\t']) => {
                inner = rest.trim_start();
            }
            _ => return inner,
        }
    }
}

/// The maximum number of lines of a session file.
const MAX_LINES: usize = 50_000;

/// Parses a session file.
///
/// # Errors
/// `T0201` for an invalid line, `T0202` for an unclosed block, `T0207` for a known failure without
/// a reason, `T0208` for a block that begins where none can.
pub fn parse(name: &str, text: &str) -> Result<SessionFile, Box<Error>> {
    let name: Arc<str> = name.into();
    let source: SourceText = text.into();
    let mut parts = Vec::new();
    let mut prose: Vec<String> = Vec::new();
    if let Some((at, _)) = text.lines().enumerate().nth(MAX_LINES) {
        let error = Error::new("T0203", format!("more than {MAX_LINES} lines"));
        let error = error.hint("record less, with `...` for the rest, or divide the file");
        return Err(Box::new(error.at(Some(span(&name, &source, at)))));
    }
    let mut lines = text.lines().enumerate();
    while let Some((at, line)) = lines.next() {
        prose.push(line.to_owned());
        let Some(opened) = fence(line) else {
            if fence(without_marks(line)).is_some_and(|inner| inner.words().is_some()) {
                let what = "this block begins where none is read".to_owned();
                return Err(misplaced(what, span(&name, &source, at)));
            }
            continue;
        };
        let words = opened.words();
        let mut body = Vec::new();
        let mut closing = None;
        for (inner_at, line) in lines.by_ref() {
            let inner = fence(line).filter(|inner| inner.is_like(&opened));
            if inner.as_ref().is_some_and(|inner| inner.info.is_empty()) {
                closing = Some(line);
                break;
            }
            if words.is_none() && inner.is_some_and(|inner| inner.words().is_some()) {
                let what = format!("this block begins within the code that line {} opens", at + 1);
                return Err(misplaced(what, span(&name, &source, inner_at)));
            }
            body.push((inner_at, line));
        }
        let Some(words) = words else {
            prose.extend(body.into_iter().map(|(_, line)| line.to_owned()));
            prose.extend(closing.map(str::to_owned));
            continue;
        };
        if closing.is_none() {
            let error = Error::new("T0202", "this block is not closed");
            let error = error.hint("close it with a line of three backticks");
            return Err(Box::new(error.at(Some(span(&name, &source, at)))));
        } else {
            parts.push(Section::Prose(std::mem::take(&mut prose)));
            let indent = dedent(&mut body, opened.indent);
            let items = block(&body, &name, &source)?;
            let role = BlockRole::parse(words.trim()).map_err(|what| {
                let hint = "write it on the same line: `known failure: REASON`";
                Error::new("T0207", what).hint(hint).at(Some(span(&name, &source, at)))
            })?;
            parts.push(Section::Block { role, indent, items });
        }
        prose.extend(closing.map(str::to_owned));
    }
    parts.push(Section::Prose(prose));
    Ok(SessionFile { name, parts, ends: LineEnd::of_lines(text) })
}

/// The error of a block that would not be played, or would hide the next one.
fn misplaced(what: String, place: Span) -> Box<Error> {
    let hint = "put its fence, and those of code before it, at the start of a line; a sample is \
                in a fence of more backticks";
    Box::new(Error::new("T0208", what).hint(hint).at(Some(place)))
}

/// Removes up to `most` spaces before all lines, and returns how many.
fn dedent(body: &mut [(usize, &str)], most: usize) -> usize {
    let indents = body.iter().filter(|(_, line)| !line.trim().is_empty());
    let indents = indents.map(|(_, line)| line.len() - line.trim_start_matches(' ').len());
    let indent = indents.min().unwrap_or(0).min(most);
    for (_, line) in body {
        *line = line.get(indent..).unwrap_or_default();
    }
    indent
}

fn span(name: &Arc<str>, source: &SourceText, at: usize) -> Span {
    let starts: Vec<usize> = source.split_inclusive('\n').map(str::len).collect();
    let start: usize = starts[..at].iter().sum();
    let width = source[start..].lines().next().map_or(0, str::len);
    let bytes: Range<usize> = start..start + width;
    Span::of(name, source, &bytes)
}

fn block(
    body: &[(usize, &str)],
    name: &Arc<str>,
    source: &SourceText,
) -> Result<Vec<Item>, Box<Error>> {
    let mut items: Vec<Item> = Vec::new();
    for (at, line) in body {
        let line = line.trim_end();
        let comment = line.starts_with("# ") || line == "#";
        let printed = items.iter_mut().rev().find_map(|item| match item {
            Item::Input(input) => Some(&mut input.printed),
            Item::Comment(_) => None,
        });
        if let Some((seat, text)) = input(line) {
            let (seat, text) = (seat.to_owned(), text.to_owned());
            let raw = line.to_owned();
            items.push(Item::Input(SessionInput {
                line: at + 1,
                raw,
                seat,
                text,
                printed: Vec::new(),
            }));
        } else if let (Some(printed), true) = (printed, line.is_empty() || line.starts_with("  ")) {
            printed.push(line.get(2..).unwrap_or_default().to_owned());
        } else if comment || line.is_empty() {
            items.push(Item::Comment(line.to_owned()));
        } else {
            let error =
                Error::new("T0201", "this line is neither an input, an output nor a comment");
            let hint = "an input begins with `> ` or `NAME> `, output is indented by two spaces";
            return Err(Box::new(error.hint(hint).at(Some(span(name, source, *at)))));
        }
    }
    Ok(items)
}

/// The seat and the text of an input line.
fn input(line: &str) -> Option<(&str, &str)> {
    let (seat, text) = line.split_once("> ")?;
    is_word(seat).then_some((seat, text.trim()))
}

impl SessionFile {
    /// The lines of its inputs, counted from 1.
    pub fn input_lines(&self) -> Vec<usize> {
        let items = self.parts.iter().filter_map(|part| match part {
            Section::Block { items, .. } => Some(items),
            Section::Prose(_) => None,
        });
        items.flatten().filter_map(Item::input).map(|input| input.line).collect()
    }

    /// Formats the file, with the output of each input given by `printed`. Each line keeps its end;
    /// new lines of an output end like the last old one.
    pub fn print(&self, mut printed: impl FnMut(&SessionInput) -> Vec<String>) -> String {
        let mut text = String::new();
        // The number of old lines before the next one.
        let mut n_before = 0;
        let mut push = |at: usize, indent: usize, line: &str| {
            text.push_str(format!("{:indent$}{line}", "").trim_end());
            text.push_str(self.ends.get(at).map_or("\n", |end| end.text()));
        };
        let mut next = |n: usize| {
            n_before += n;
            n_before - n
        };
        for part in &self.parts {
            match part {
                Section::Prose(lines) => lines.iter().for_each(|line| push(next(1), 0, line)),
                Section::Block { indent, items, .. } => {
                    for item in items {
                        match item {
                            Item::Comment(line) => push(next(1), *indent, line),
                            Item::Input(input) => {
                                let at = next(1 + input.printed.len());
                                push(at, *indent, &input.raw);
                                for (i, line) in printed(input).iter().enumerate() {
                                    let old = (i + 1).min(input.printed.len());
                                    push(at + old, indent + 2, line);
                                }
                            }
                        }
                    }
                }
            }
        }
        text
    }
}
