//! Splits typed, piped or pasted text into inputs: joins continued lines, splits at `;`, and drops
//! comments and pasted output. Knows brackets and strings of the script language, but nothing of
//! the game.

use super::input_line::InputLine;

/// Joins lines into inputs, one line at a time.
#[derive(Debug, Default)]
pub struct InputReader {
    open: String,
    after_prompt: bool,
    in_prose: bool,
}

/// The opening fence of a block of a session file.
const FENCE: &str = "```litterbox";

impl InputReader {
    /// Creates a reader for this text; a session file starts with prose.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let in_prose = text.lines().any(|line| line.starts_with(FENCE));
        Self { in_prose, ..Self::default() }
    }

    /// Takes a line; returns an input when it is complete.
    ///
    /// Drops empty lines, `#` comments, and lines indented by two spaces below an input with a
    /// prompt, which are the output of a pasted session. Of a session file only the blocks are
    /// read.
    pub fn push(&mut self, line: &str) -> Option<String> {
        if self.open.is_empty() {
            if line.starts_with("```") {
                self.in_prose = !line.starts_with(FENCE);
                self.after_prompt = false;
                return None;
            }
            let is_output = self.after_prompt && line.starts_with("  ");
            let is_empty = line.trim().is_empty() || line.starts_with('#');
            if self.in_prose || is_output || is_empty {
                return None;
            }
            self.after_prompt = prompt_end(line) > 0;
        } else {
            self.open.push('\n');
        }
        self.open.push_str(line);
        if is_open(&self.open) { None } else { self.rest() }
    }

    /// Whether the next line continues the current input.
    #[must_use]
    pub const fn is_in_input(&self) -> bool {
        !self.open.is_empty()
    }

    /// Returns the rest at the end of the text.
    pub fn rest(&mut self) -> Option<String> {
        let text = std::mem::take(&mut self.open);
        (!text.is_empty()).then(|| joined(&text))
    }
}

/// Splits a text of several lines into inputs.
#[must_use]
pub fn inputs(text: &str) -> Vec<String> {
    let mut gather = InputReader::of(text);
    let mut found: Vec<String> = text.lines().filter_map(|line| gather.push(line)).collect();
    found.extend(gather.rest());
    found
}

/// Splits a text at `;`, as after `-c`, except within brackets and strings of an expression.
#[must_use]
pub fn split(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in inputs(text) {
        let mut rest = line.as_str();
        while !rest.trim().is_empty() {
            let end = part_end(rest);
            let (part, after) = rest.split_at(end);
            if !part.trim().is_empty() {
                found.push(part.trim().to_owned());
            }
            rest = after.strip_prefix(';').unwrap_or(after);
        }
    }
    found
}

/// Whether the input is incomplete: an expression or a definition with an open bracket.
#[must_use]
pub fn is_open(text: &str) -> bool {
    let mut scan = Scan::over(text);
    scan.by_ref().for_each(drop);
    is_code(text) && (scan.depth > 0 || matches!(scan.inside, LexState::Block | LexState::Raw))
}

/// Whether the input contains script code.
fn is_code(text: &str) -> bool {
    InputLine::parse(&text[prompt_end(text)..]).is_code()
}

/// Splits a pasted line into its prompt, if it has one (`ann` of `ann> draw`, empty for `> :back`),
/// and the rest.
#[must_use]
pub fn prompted(line: &str) -> (Option<&str>, &str) {
    match prompt_end(line) {
        0 => (None, line),
        end => (Some(&line[..end - 2]), &line[end..]),
    }
}

/// The byte offset of the end of the prompt; 0 without one.
fn prompt_end(line: &str) -> usize {
    match line.split_once("> ") {
        Some((word, _)) if word.chars().all(|c| c.is_alphanumeric() || c == '_') => word.len() + 2,
        _ => 0,
    }
}

fn part_end(text: &str) -> usize {
    let found = if is_code(text) {
        Scan::over(text)
            .find(|at| at.char == ';' && at.depth == 0 && at.inside == LexState::Code)
            .map(|at| at.index)
    } else {
        text.find(';')
    };
    found.unwrap_or(text.len())
}

/// Joins an input to one line without comments, as it is saved and replayed.
fn joined(text: &str) -> String {
    if !text.contains('\n') {
        return text.to_owned();
    }
    let mut line = String::with_capacity(text.len());
    for at in Scan::over(text) {
        match at.inside {
            LexState::Code if at.char.is_whitespace() => {
                if !line.ends_with(' ') {
                    line.push(' ');
                }
            }
            LexState::Comment | LexState::Block => {}
            _ => line.push(at.char),
        }
    }
    line.trim_end().to_owned()
}

/// The kind of a piece of source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourcePart {
    /// Code.
    Code,
    /// A string in quotes or backticks.
    Text,
    /// A comment.
    Comment,
}

/// Splits a source into code, strings and comments.
#[must_use]
pub fn parts(source: &str) -> Vec<(SourcePart, &str)> {
    let mut found: Vec<(SourcePart, usize)> = Vec::new();
    let mut before = LexState::Code;
    for at in Scan::over(source) {
        let part = match (at.inside, before) {
            (LexState::Code, LexState::Code) if matches!(at.char, '"' | '\'' | '`') => {
                SourcePart::Text
            }
            (LexState::Code, _) => SourcePart::Code,
            (LexState::Text(_) | LexState::Raw, _) => SourcePart::Text,
            (LexState::Comment | LexState::Block, _) => SourcePart::Comment,
        };
        before = at.inside;
        if found.last().is_none_or(|(last, _)| *last != part) {
            found.push((part, at.index));
        }
    }
    let ends = found.iter().skip(1).map(|(_, start)| *start).chain([source.len()]);
    found.iter().zip(ends).map(|((part, start), end)| (*part, &source[*start..end])).collect()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LexState {
    Code,
    /// A string that ends at the end of its line at the latest.
    Text(char),
    /// A string in backticks.
    Raw,
    Comment,
    Block,
}

/// A character of a source with its offset.
struct SourceChar {
    index: usize,
    char: char,
    inside: LexState,
    depth: usize,
}

struct Scan<'a> {
    chars: std::iter::Peekable<std::str::CharIndices<'a>>,
    inside: LexState,
    depth: usize,
    before: char,
}

impl<'a> Scan<'a> {
    fn over(text: &'a str) -> Self {
        Self {
            chars: text.char_indices().peekable(),
            inside: LexState::Code,
            depth: 0,
            before: ' ',
        }
    }

    fn code(&mut self, char: char, next: Option<char>) -> LexState {
        match (char, next) {
            ('(' | '[' | '{', _) => self.depth += 1,
            (')' | ']' | '}', _) => self.depth = self.depth.saturating_sub(1),
            ('/', Some('/')) => return LexState::Comment,
            ('/', Some('*')) => return LexState::Block,
            _ => {}
        }
        LexState::Code
    }
}

impl Iterator for Scan<'_> {
    type Item = SourceChar;

    fn next(&mut self) -> Option<SourceChar> {
        let (index, char) = self.chars.next()?;
        let next = self.chars.peek().map(|(_, next)| *next);
        let escaped = self.before == '\\';
        let was = self.inside;
        let (shown, after) = match was {
            LexState::Code if matches!(char, '"' | '\'') => (was, LexState::Text(char)),
            LexState::Code if char == '`' => (was, LexState::Raw),
            LexState::Code => {
                let now = self.code(char, next);
                (now, now)
            }
            LexState::Text(_) if char == '\n' => (LexState::Code, LexState::Code),
            LexState::Text(quote) if char == quote && !escaped => (was, LexState::Code),
            LexState::Raw if char == '`' => (was, LexState::Code),
            LexState::Comment if char == '\n' => (LexState::Code, LexState::Code),
            LexState::Block if char == '/' && self.before == '*' => (was, LexState::Code),
            _ => (was, was),
        };
        self.inside = after;
        self.before = if escaped && char == '\\' { ' ' } else { char };
        Some(SourceChar { index, char, inside: shown, depth: self.depth })
    }
}
