//! Reads what a person answers: all readers of a terminal share one, since each keeps what was
//! typed ahead for itself, and two that wait for each other never end.

use super::helper::Assistant;
use super::history;
use super::streams::{stderr, stdout};
use crate::base::lines::{LineReader, MAX_LINE};
use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{
    Cmd, CompletionType, ConditionalEventHandler, Config, Editor, Event, EventContext,
    EventHandler, ExternalPrinter, KeyCode, KeyEvent, Modifiers, RepeatCount,
};
use std::io::{self, IsTerminal, StdinLock, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// The line editor of a terminal. Nothing else reads it.
pub struct Keyboard {
    editor: Editor<Assistant, FileHistory>,
    history: Option<PathBuf>,
}

/// The end of a line that a person has typed.
#[derive(Debug)]
pub enum TypedLine {
    Typed(String),
    /// Ctrl-C.
    Dropped,
    /// Ctrl-D, or the terminal is gone.
    End,
}

impl Keyboard {
    /// Opens the terminal with the history of earlier sessions.
    ///
    /// # Errors
    /// There is no terminal.
    pub fn open() -> io::Result<Self> {
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
                writeln!(stderr(), "the history cannot be read: {error}")?;
            }
        }
        Ok(Self { editor, history })
    }

    /// Reads a line after a prompt and its styled form; the assistant completes it.
    ///
    /// # Errors
    /// The terminal is closed.
    pub fn line(
        &mut self,
        prompt: &(String, String),
        assistant: Option<Assistant>,
    ) -> io::Result<TypedLine> {
        self.editor.set_helper(assistant);
        let read = loop {
            match self.editor.readline(prompt) {
                // The size of the window has changed.
                Err(ReadlineError::Signal(_)) => {}
                read => break read,
            }
        };
        self.editor.set_helper(None);
        match read {
            Ok(text) => Ok(TypedLine::Typed(text)),
            Err(ReadlineError::Interrupted) => Ok(TypedLine::Dropped),
            Err(ReadlineError::Eof) => Ok(TypedLine::End),
            Err(ReadlineError::Io(error)) => Err(error),
            Err(error) => Err(io::Error::other(error)),
        }
    }

    /// Reads one of these keys, or a line that begins with another one.
    ///
    /// # Errors
    /// The terminal is closed.
    pub fn key(&mut self, prompt: &(String, String), keys: &str) -> io::Result<TypedLine> {
        let pressed = Arc::new(AtomicU32::new(0));
        let events = || keys.chars().map(|key| KeyEvent::new(key, Modifiers::NONE));
        for event in events() {
            let handler = Box::new(KeyHandler(Arc::clone(&pressed)));
            self.editor.bind_sequence(event, EventHandler::Conditional(handler));
        }
        let read = self.line(prompt, None);
        for event in events() {
            self.editor.unbind_sequence(event);
        }
        let pressed = char::from_u32(pressed.load(Ordering::Relaxed)).filter(|key| *key != '\0');
        match (read?, pressed) {
            (TypedLine::Typed(_), Some(key)) => Ok(TypedLine::Typed(key.to_string())),
            (read, _) => Ok(read),
        }
    }

    /// Adds a line to the history.
    pub fn remember(&mut self, text: &str) {
        let added = self.editor.add_history_entry(text).unwrap_or(false);
        if let Some(file) = self.history.as_ref().filter(|_| added)
            && self.editor.append_history(file).is_err()
        {
            self.history = None;
        }
    }

    /// A printer above the line that is being typed.
    ///
    /// # Errors
    /// The terminal has no such thing.
    pub fn printer(&mut self) -> io::Result<impl ExternalPrinter + Send + 'static> {
        self.editor.create_external_printer().map_err(io::Error::other)
    }

    /// The width of the terminal in columns.
    pub fn columns(&mut self) -> usize {
        let size = self.editor.dimensions().map(|(columns, _)| usize::from(columns));
        size.filter(|columns| *columns > 0).unwrap_or(usize::MAX)
    }

    /// The height of the terminal in lines.
    pub fn rows(&mut self) -> usize {
        let size = self.editor.dimensions().map(|(_, rows)| usize::from(rows));
        size.filter(|rows| *rows > 1).unwrap_or(usize::MAX)
    }
}

/// Ends the line at a key, and notes which it was.
struct KeyHandler(Arc<AtomicU32>);

impl ConditionalEventHandler for KeyHandler {
    fn handle(
        &self,
        event: &Event,
        _n: RepeatCount,
        _positive: bool,
        context: &EventContext<'_>,
    ) -> Option<Cmd> {
        let Some(KeyEvent(KeyCode::Char(key), _)) = event.get(0) else { return None };
        if !context.line().is_empty() {
            return None;
        }
        self.0.store(u32::from(*key), Ordering::Relaxed);
        Some(Cmd::AcceptLine)
    }
}

/// Whether a person sits at a terminal: it is read and written.
pub fn is_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Where the answers of a command come from that asks questions and opens the REPL.
pub enum Console {
    Terminal(Box<Keyboard>),
    Piped(StdinLock<'static>),
}

impl Console {
    /// Opens the terminal if there is one, else the pipe.
    ///
    /// # Errors
    /// The terminal cannot be opened.
    pub fn open() -> io::Result<Self> {
        Ok(match is_terminal() {
            true => Self::Terminal(Box::new(Keyboard::open()?)),
            false => Self::Piped(io::stdin().lock()),
        })
    }

    /// Asks a question, and reads one line; `None` at the end of the answers.
    ///
    /// # Errors
    /// They cannot be read, or the output is closed.
    pub fn ask(&mut self, question: &str, styled: &str) -> io::Result<Option<String>> {
        self.choose(question, styled, "")
    }

    /// As above; at a terminal one of these keys is enough.
    ///
    /// # Errors
    /// As above.
    pub fn choose(
        &mut self,
        question: &str,
        styled: &str,
        keys: &str,
    ) -> io::Result<Option<String>> {
        match self {
            Self::Terminal(keyboard) => {
                Ok(match keyboard.key(&(question.to_owned(), styled.to_owned()), keys)? {
                    TypedLine::Typed(text) => Some(text),
                    TypedLine::Dropped | TypedLine::End => None,
                })
            }
            Self::Piped(input) => {
                let mut out = stdout();
                write!(out, "{styled}")?;
                out.flush()?;
                LineReader::new(input, MAX_LINE).next().transpose()
            }
        }
    }
}
