//! The helper of the line editor: completion, hints, colours, and detection of incomplete input.

use super::colour;
use super::paint::{FAINT, TYPED, paint};
use crate::base::output::{escape, is_unsafe};
use crate::shell::command::Property;
use crate::shell::input_line::{InputForm, InputLine};
use crate::shell::{Completion, Shell, line};
use rustyline::completion::{Candidate, Completer, FilenameCompleter};
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hinter, HistoryHinter};
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{CompletionType, Context, Helper, Result};
use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The gap between a completion and its description.
const GAP: &str = "  ";

/// The helper of the line editor.
pub struct Assistant {
    shell: Rc<RefCell<Shell>>,
    /// The width of the terminal in columns.
    width: usize,
    past: HistoryHinter,
    files: FilenameCompleter,
    selection: RefCell<Option<Selection>>,
}

/// The listed completions, which further Tabs put into the line one after the other.
struct Selection {
    /// Where in the line they begin.
    start: usize,
    texts: Vec<String>,
    next: usize,
    /// The line in which the next Tab selects.
    line: String,
}

impl Selection {
    /// The selection after these completions of a line are listed, which extends it to what they
    /// have in common; `None` for fewer than two.
    fn of(line: &str, start: usize, offers: &[ListedCompletion]) -> Option<Self> {
        let texts: Vec<String> = offers.iter().map(|offer| offer.text.clone()).collect();
        let (first, others) = texts.split_first().filter(|(_, others)| !others.is_empty())?;
        let is_common = |end: &usize| others.iter().all(|one| one.starts_with(&first[..*end]));
        let ends = first.char_indices().map(|(at, c)| at + c.len_utf8());
        let common = ends.take_while(is_common).last().unwrap_or(0);
        let line = match common > line.len() - start {
            true => format!("{}{}", &line[..start], &first[..common]),
            false => line.to_owned(),
        };
        Some(Self { start, texts, next: 0, line })
    }

    /// Selects the next completion, if the line is that of the selection.
    fn select(&mut self, line: &str) -> Option<(usize, Vec<ListedCompletion>)> {
        let text = self.texts[self.next].clone();
        if self.line != line {
            return None;
        }
        self.next = (self.next + 1) % self.texts.len();
        self.line = format!("{}{text}", &line[..self.start]);
        Some((self.start, vec![ListedCompletion { shown: text.clone(), text }]))
    }
}

impl Assistant {
    /// Creates a helper for one line, in a terminal of this width.
    pub fn new(shell: Rc<RefCell<Shell>>, width: Option<usize>) -> Self {
        Self {
            shell,
            width: width.unwrap_or(80),
            past: HistoryHinter::new(),
            files: FilenameCompleter::new(),
            selection: RefCell::default(),
        }
    }

    /// The completions of a line and where they begin.
    fn found(&self, line: &str, past: &Context<'_>) -> Result<(usize, Vec<ListedCompletion>)> {
        if wants_file(line) {
            let (start, found) = self.files.complete(line, line.len(), past)?;
            let offer = |pair: rustyline::completion::Pair| ListedCompletion {
                text: pair.replacement,
                shown: pair.display,
            };
            return Ok((
                start,
                found.into_iter().map(offer).filter(ListedCompletion::is_safe).collect(),
            ));
        }
        let found = if line.trim().is_empty() { self.everything() } else { self.ask(line) };
        let mut offers = self.offers(found);
        offers.retain(ListedCompletion::is_safe);
        if let [only] = offers.as_mut_slice()
            && !InputLine::parse(line).is_expression()
        {
            only.text.push(' ');
        }
        Ok((word_start(line), offers))
    }

    fn ask(&self, line: &str) -> Vec<Completion> {
        self.shell.try_borrow().map_or_else(|_| Vec::new(), |shell| shell.complete(line))
    }

    /// Highlights an answer: possible words stand out.
    fn answer(&self, line: &str) -> String {
        let mut painted = String::with_capacity(2 * line.len());
        let mut done = 0;
        for word in line.split_whitespace() {
            let start = done + line[done..].find(word).unwrap_or(0);
            painted.push_str(&line[done..start]);
            done = start + word.len();
            let is_known = !self.ask(&line[..done]).is_empty();
            painted.push_str(&if is_known { paint(TYPED, word) } else { word.to_owned() });
        }
        painted + &line[done..]
    }

    /// The completions of an empty line: answers, then the prefixes of other inputs.
    fn everything(&self) -> Vec<Completion> {
        let first = |(text, about): (&str, &str)| Completion {
            text: text.to_owned(),
            about: about.to_owned(),
        };
        let more = [
            (":", "a command: Tab lists them"),
            ("?", "explains a card, a combo, a command, a function"),
            ("=", "evaluates an expression of the script language"),
        ];
        self.ask("").into_iter().chain(more.map(first)).collect()
    }

    /// Formats completions as list lines, with their descriptions in a second column.
    fn offers(&self, found: Vec<Completion>) -> Vec<ListedCompletion> {
        let wide = found.iter().map(|one| one.text.width()).max().unwrap_or(0);
        // Wide enough to keep the editor from showing two columns side by side.
        let least = self.width / 2;
        let most = self.width.saturating_sub(1);
        let line = |one: Completion| {
            let pad = " ".repeat(wide - one.text.width());
            let shown = cut(&escape(&format!("{}{pad}{GAP}{}", one.text, one.about)), most);
            let pad = " ".repeat(least.saturating_sub(shown.width()));
            ListedCompletion { shown: format!("{shown}{pad}"), text: one.text }
        };
        let is_told = found.iter().any(|one| !one.about.is_empty());
        if is_told {
            found.into_iter().map(line).collect()
        } else {
            let alone =
                |one: Completion| ListedCompletion { shown: one.text.clone(), text: one.text };
            found.into_iter().map(alone).collect()
        }
    }
}

/// The longest prefix of a text that fits into this many columns.
fn cut(text: &str, columns: usize) -> String {
    if text.width() <= columns {
        return text.to_owned();
    }
    let mut width = 1;
    let fits = |c: &char| {
        width += c.width().unwrap_or(0);
        width <= columns
    };
    text.chars().take_while(fits).chain(['…']).collect()
}

/// The start of the last word of a line.
fn word_start(line: &str) -> usize {
    let last = line.char_indices().rfind(|(_, c)| c.is_whitespace());
    last.map_or(0, |(at, c)| at + c.len_utf8())
}

/// Whether the line is a command followed by a file name.
fn wants_file(line: &str) -> bool {
    let Some((word, _)) = line.trim_start().split_once(' ') else { return false };
    InputLine::parse(word).has(Property::File)
}

/// A line of the completion list.
pub struct ListedCompletion {
    text: String,
    shown: String,
}

impl ListedCompletion {
    /// Whether it can be put into the line as it is.
    fn is_safe(&self) -> bool {
        !self.text.contains(is_unsafe)
    }
}

impl Candidate for ListedCompletion {
    fn display(&self) -> &str {
        &self.shown
    }

    fn replacement(&self) -> &str {
        &self.text
    }
}

impl Completer for Assistant {
    type Candidate = ListedCompletion;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        past: &Context<'_>,
    ) -> Result<(usize, Vec<ListedCompletion>)> {
        let line = &line[..pos];
        let selected = self.selection.borrow_mut().as_mut().and_then(|one| one.select(line));
        if let Some(selected) = selected {
            return Ok(selected);
        }
        let (start, offers) = self.found(line, past)?;
        *self.selection.borrow_mut() = Selection::of(line, start, &offers);
        Ok((start, offers))
    }
}

impl Hinter for Assistant {
    type Hint = String;

    fn hint(&self, line: &str, pos: usize, past: &Context<'_>) -> Option<String> {
        if line.trim().is_empty() || pos < line.len() {
            return None;
        }
        if !Shell::is_answer(line)
            && let Some(before) = self.past.hint(line, pos, past)
        {
            return Some(before).filter(|before| !before.contains(is_unsafe));
        }
        let found = self.ask(line);
        let first = found.first()?.text.strip_prefix(&line[word_start(line)..])?;
        (!first.is_empty() && !first.contains(is_unsafe)).then(|| first.to_owned())
    }
}

impl Highlighter for Assistant {
    fn highlight<'l>(&self, line: &'l str, pos: usize) -> Cow<'l, str> {
        let input = InputLine::parse(line);
        if !matches!(input.form, InputForm::Empty | InputForm::Answer) {
            let start = line.len() - line.trim_start().len();
            let end = match input.is_expression() {
                true => Some(start + 1),
                false => line[start..].find(char::is_whitespace).map(|at| start + at),
            };
            let (word, rest) = line.split_at(end.unwrap_or(line.len()));
            let rest = if input.is_code() {
                let cursor = pos.checked_sub(word.len());
                let bracket = cursor.and_then(|cursor| colour::partner(rest, cursor));
                colour::code_with(rest, bracket)
            } else {
                rest.to_owned()
            };
            return Cow::Owned(paint(TYPED, word) + rest.as_str());
        }
        Cow::Owned(self.answer(line))
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(paint(FAINT, hint))
    }

    fn highlight_candidate<'c>(&self, shown: &'c str, _: CompletionType) -> Cow<'c, str> {
        match shown.split_once(GAP) {
            Some((text, about)) => Cow::Owned(format!("{text}{GAP}{}", paint(FAINT, about))),
            None => Cow::Borrowed(shown),
        }
    }

    fn highlight_char(&self, line: &str, _: usize, _: CmdKind) -> bool {
        !line.is_empty()
    }
}

impl Validator for Assistant {
    /// An empty last line runs the input even if a bracket is open.
    fn validate(&self, input: &mut ValidationContext<'_>) -> Result<ValidationResult> {
        let text = input.input();
        let finished = text.ends_with('\n') || !line::is_open(text);
        Ok(if finished { ValidationResult::Valid(None) } else { ValidationResult::Incomplete })
    }
}

impl Helper for Assistant {}
