//! The shell in a terminal.

use super::helper::Assistant;
use super::journal::{self, Journal};
use super::paint::{BAD, FAINT, STRONG, TYPED, paint};
use super::watch::{FileWatch, WatchConfig};
use super::wrap::wrap;
use super::{colour, history, is_bad, put};
use crate::script;
use crate::shell::trust::Origin;
use crate::shell::{Shell, Status, command, line, positions};
use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{CompletionType, Config, Editor};
use std::cell::RefCell;
use std::io::{self, Write};
use std::path::PathBuf;
use std::rc::Rc;
use unicode_width::UnicodeWidthStr;

/// A terminal, a shell, and what was typed so far.
pub struct Terminal {
    shell: Rc<RefCell<Shell>>,
    editor: Editor<Assistant, FileHistory>,
    history: Option<PathBuf>,
    step: Option<String>,
    journal: Journal,
    watch: Option<FileWatch>,
}

impl Terminal {
    /// Opens the terminal; from here on Ctrl-C stops a running script and not the program.
    ///
    /// # Errors
    /// There is no terminal.
    pub fn open(shell: Shell, journal: Journal) -> io::Result<Self> {
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .completion_show_all_if_ambiguous(true)
            .history_ignore_space(true)
            .history_ignore_dups(true)
            .map_err(io::Error::other)?
            .build();
        let history = history::file();
        let mut editor = Editor::with_config(config.clone()).map_err(io::Error::other)?;
        if let Some(file) = history.as_ref().filter(|file| file.exists()) {
            let read = history::tidy(file, &config).and_then(|()| editor.load_history(file));
            if let Err(error) = read {
                writeln!(anstream::stderr(), "the history cannot be read: {error}")?;
            }
        }
        let shell = Rc::new(RefCell::new(shell));
        editor.set_helper(Some(Assistant::new(Rc::clone(&shell))));
        match ctrlc::set_handler(script::interrupt) {
            // A terminal that was opened before has set it.
            Ok(()) | Err(ctrlc::Error::MultipleHandlers) => {}
            Err(error) => return Err(io::Error::other(error)),
        }
        Ok(Self { shell, editor, history, step: None, journal, watch: None })
    }

    /// Says where one is: what this is, how the game stands, what to try.
    ///
    /// # Errors
    /// The terminal went away.
    pub fn welcome(&mut self, opening: &str) -> io::Result<()> {
        let columns = self.columns();
        let mut out = anstream::stdout().lock();
        for line in wrap("Litterbox: take an exploding-cat card game apart.", columns) {
            writeln!(out, "{}", paint(STRONG, &line))?;
        }
        for line in wrap("Nothing can break: whatever happens can be taken back.", columns) {
            writeln!(out, "{line}")?;
        }
        writeln!(out)?;
        out.flush()?;
        let shell = self.shell.borrow();
        show(opening, Status::Done, ReplyStyle::of(&shell, ""), columns)?;
        let cards = shell.complete("play ");
        let card = cards.first().and_then(|card| card.text.split(' ').next()).unwrap_or("draw");
        let card = format!("?{card}");
        let table = shell.debugger().and_then(positions::example).unwrap_or_default();
        writeln!(out, "\nThings to try:")?;
        for (input, about) in [
            ("draw", "an answer; Tab shows all that can be answered now"),
            (":back", "take it back; an empty line does it again"),
            (&card, "what a card does; with ?? its script"),
            (&table, "lay out a position; then play the card, let it be answered, and ask"),
            (":why", "what led here: the script's line, the play, the answers"),
        ] {
            if columns < 38 + about.width() {
                writeln!(out, "  {}", paint(TYPED, input))?;
                for line in wrap(&format!("      {about}"), columns) {
                    writeln!(out, "{line}")?;
                }
            } else {
                writeln!(out, "  {}  {about}", paint(TYPED, &format!("{input:<34}")))?;
            }
        }
        if journal::is_broken_off() {
            let resume = paint(TYPED, "litterbox repl --resume");
            writeln!(out, "  The last session broke off: {resume} goes on with it.")?;
        }
        let leave = format!("{} lists the rest, Ctrl-D leaves.\n", paint(TYPED, ":help"));
        writeln!(out, "{leave}")?;
        out.flush()
    }

    /// Says where one is back again.
    ///
    /// # Errors
    /// The terminal went away.
    pub fn greet_again(&mut self, said: &str) -> io::Result<()> {
        writeln!(anstream::stdout())?;
        let columns = self.columns();
        show(said, Status::Done, ReplyStyle::of(&self.shell.borrow(), ""), columns)
    }

    /// Watches files from here on.
    ///
    /// # Errors
    /// The system cannot watch them.
    pub fn watch(&mut self, watched: WatchConfig) -> io::Result<()> {
        let printer = self.editor.create_external_printer().map_err(io::Error::other)?;
        self.watch = Some(FileWatch::start(watched, printer)?);
        Ok(())
    }

    /// Reads and runs inputs until the user leaves.
    ///
    /// # Errors
    /// The terminal went away.
    pub fn run(&mut self) -> io::Result<()> {
        self.go_on()?;
        if self.journal.end() {
            let resume = "`litterbox repl --resume` goes on with this session";
            writeln!(anstream::stdout(), "{}", paint(FAINT, resume))?;
        }
        Ok(())
    }

    fn go_on(&mut self) -> io::Result<()> {
        loop {
            let prompt = self.shell.borrow().prompt();
            let styled = paint(STRONG, &prompt);
            let columns = self.columns();
            if let Some(helper) = self.editor.helper().filter(|_| columns < usize::MAX) {
                helper.width.set(columns);
            }
            match self.editor.readline(&(prompt, styled)) {
                Ok(text) => {
                    if !self.take(&text)? {
                        return Ok(());
                    }
                }
                Err(ReadlineError::Interrupted) => {
                    writeln!(anstream::stdout(), "{}", paint(FAINT, "(Ctrl-D or :quit leaves)"))?;
                }
                Err(ReadlineError::Eof) => return Ok(()),
                Err(ReadlineError::Signal(_)) => {}
                Err(ReadlineError::Io(error)) => return Err(error),
                Err(error) => return Err(io::Error::other(error)),
            }
        }
    }

    /// Runs what was typed; says whether to go on.
    fn take(&mut self, text: &str) -> io::Result<bool> {
        if self.watch.as_ref().is_some_and(FileWatch::take) {
            self.feed(":reload")?;
            self.step = None;
        }
        if text.trim().is_empty() {
            let step = self.step.clone();
            return step.map_or(Ok(true), |step| self.feed(&step));
        }
        self.remember(text);
        let inputs = line::inputs(text);
        for input in &inputs {
            if inputs.len() > 1 {
                let prompt = self.shell.borrow().prompt();
                writeln!(anstream::stdout(), "{}{input}", paint(FAINT, &prompt))?;
            }
            if !self.feed(input)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Runs one input and shows the reply; says whether to go on.
    fn feed(&mut self, input: &str) -> io::Result<bool> {
        self.step = is_step(input).then(|| input.to_owned());
        let mut shell = self.shell.borrow_mut();
        let reply = put(&mut shell, &mut self.journal, Origin::Person, input);
        let look = ReplyStyle::of(&shell, input);
        let text = shell.rendered(&reply);
        drop(shell);
        show(&text, reply.status, look, self.columns())?;
        Ok(reply.status != Status::Quit)
    }

    /// How many columns the terminal has.
    fn columns(&mut self) -> usize {
        let size = self.editor.dimensions().map(|(columns, _)| usize::from(columns));
        size.filter(|columns| *columns > 0).unwrap_or(usize::MAX)
    }

    fn remember(&mut self, text: &str) {
        let added = self.editor.add_history_entry(text).unwrap_or(false);
        if let Some(file) = self.history.as_ref().filter(|_| added)
            && self.editor.append_history(file).is_err()
        {
            self.history = None;
        }
    }
}

/// Whether an input goes a step further each time.
fn is_step(input: &str) -> bool {
    let word = input.split_whitespace().next().and_then(|word| word.strip_prefix(':'));
    let found = word.and_then(|word| command::find(word).ok());
    found.is_some_and(|command| command.repeats)
}

/// How a reply is to be shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ReplyStyle {
    Plain,
    /// A script with the numbers of its lines.
    Source,
    /// For a program.
    Json,
}

impl ReplyStyle {
    fn of(shell: &Shell, input: &str) -> Self {
        match input {
            _ if shell.is_json() => Self::Json,
            input if input.starts_with("??") => Self::Source,
            _ => Self::Plain,
        }
    }
}

/// Prints a reply the way a session file holds it: indented by two spaces. Lines of a script that
/// something points at are not cut.
fn show(text: &str, verdict: Status, look: ReplyStyle, columns: usize) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    let is_drawn = text.lines().any(is_caret);
    for (at, line) in text.lines().enumerate() {
        let shown = match look {
            ReplyStyle::Json => vec![line.to_owned()],
            ReplyStyle::Source if !is_bad(verdict) => vec![format!("  {}", colour::numbered(line))],
            _ if is_drawn && is_source(line) => vec![format!("  {line}")],
            _ => wrap(&format!("  {line}"), columns),
        };
        for line in shown {
            let line = if is_bad(verdict) && look != ReplyStyle::Json {
                reproach(at, &line)
            } else {
                line
            };
            writeln!(out, "{line}")?;
        }
    }
    out.flush()
}

/// Whether a line is one of a script that is shown with its number, or below it.
fn is_source(line: &str) -> bool {
    line.trim_start_matches(|c: char| c == ' ' || c.is_ascii_digit()).starts_with('|')
}

/// A line of a reply to something that went wrong: what and where are seen first.
fn reproach(at: usize, line: &str) -> String {
    if at == 0 || is_caret(line) { paint(BAD, line) } else { line.to_owned() }
}

/// Whether a line points at something in the line above it.
fn is_caret(line: &str) -> bool {
    let marks = line.trim_start_matches([' ', '|']);
    !marks.is_empty() && marks.trim_end().chars().all(|c| c == '^')
}
