//! Reads what a person answers: all readers of a terminal share one, since each keeps what was
//! typed ahead for itself, and two that wait for each other never end.

use super::helper::Assistant;
use super::history;
use super::paint::{BAD, paint};
use super::streams::{printed, stderr, stdout};
use crate::base::lines::{LineReader, MAX_LINE, NOT_TEXT};
use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{
    Cmd, CompletionType, ConditionalEventHandler, Config, Editor, Event, EventContext,
    EventHandler, ExternalPrinter, KeyCode, KeyEvent, Prompt, RepeatCount,
};
use std::cell::Cell;
use std::io::{self, IsTerminal, StdinLock, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// The line editor of a terminal. Nothing else reads it.
pub struct Keyboard {
    editor: Editor<Assistant, FileHistory>,
    history: Option<PathBuf>,
    /// The start of the next line.
    begun: String,
}

/// The end of a line that a person has typed.
#[derive(Debug)]
pub enum TypedLine {
    Typed(String),
    /// Ctrl-C.
    Dropped,
    /// It was not text, as the person was told.
    Refused,
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
        Ok(Self { editor, history, begun: String::new() })
    }

    /// Reads a line after a prompt; the assistant completes it. Without one, the line editor shows
    /// the prompt without its styled form.
    ///
    /// # Errors
    /// The terminal is closed.
    pub fn line(
        &mut self,
        prompt: &impl Prompt,
        assistant: Option<Assistant>,
    ) -> io::Result<TypedLine> {
        self.editor.set_helper(assistant);
        let begun = std::mem::take(&mut self.begun);
        let read = loop {
            match self.editor.readline_with_initial(prompt, (&begun, "")) {
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
            Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                drop_rest();
                writeln!(stdout(), "{}", paint(BAD, &format!("refused: {NOT_TEXT}")))?;
                Ok(TypedLine::Refused)
            }
            Err(ReadlineError::Io(error)) => Err(error),
            Err(error) => Err(io::Error::other(error)),
        }
    }

    /// Reads a line, or less of it: a key that means something where the line begins.
    ///
    /// # Errors
    /// The terminal is closed.
    pub fn key<T: Send + 'static>(
        &mut self,
        prompt: &impl Prompt,
        meaning: impl Fn(&KeyEvent) -> Option<T> + Send + Sync + 'static,
    ) -> io::Result<KeyOrLine<T>> {
        let pressed = Arc::default();
        let handler = KeyHandler { meaning, pressed: Arc::clone(&pressed) };
        let handler = EventHandler::Conditional(Box::new(handler));
        self.editor.bind_sequence(Event::Any, handler);
        let read = self.line(prompt, None);
        self.editor.unbind_sequence(Event::Any);
        let pressed = pressed.lock().unwrap_or_else(PoisonError::into_inner).take();
        Ok(pressed.map_or(KeyOrLine::Line(read?), KeyOrLine::Key))
    }

    /// Shows a line of a text, and returns the key or line that was typed before it was there;
    /// `None` if that is nothing, or cannot be known.
    ///
    /// # Errors
    /// The terminal is closed.
    pub fn typed_ahead<T: Send + 'static>(
        &mut self,
        shown: &str,
        meaning: impl Fn(&KeyEvent) -> Option<T> + Send + Sync + 'static,
    ) -> io::Result<Option<KeyOrLine<T>>> {
        // While there is a printer, the line editor waits for a signal as well as for keys.
        let printer = self.editor.create_external_printer().ok().filter(|_| cfg!(unix));
        let Some(_printer) = printer else {
            writeln!(stdout(), "{shown}")?;
            return Ok(None);
        };
        let prompt = InterruptingPrompt { shown: printed(shown), n_asked: Cell::new(0) };
        let read = self.key(&prompt, meaning)?;
        let is_nothing = matches!(read, KeyOrLine::Line(TypedLine::Dropped | TypedLine::Refused));
        Ok(Some(read).filter(|_| !is_nothing))
    }

    /// Begins the next line with a text, as if it were typed there.
    pub fn begin(&mut self, text: String) {
        self.begun = text;
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

/// Drops what the terminal holds of a line that is refused, which would be read as another one: the
/// line editor has dropped what it had read of it.
#[cfg(unix)]
fn drop_rest() {
    use nix::sys::termios::{FlushArg, tcflush};
    // A terminal that is gone is noticed by the next line.
    let _ = tcflush(io::stdin(), FlushArg::TCIFLUSH);
}

#[cfg(not(unix))]
fn drop_rest() {}

/// A line of a text as a prompt at which nobody is waited for: the line editor takes the interrupt
/// once it has nothing more that was typed.
struct InterruptingPrompt {
    shown: String,
    n_asked: Cell<usize>,
}

impl Prompt for InterruptingPrompt {
    /// Is asked for its width before the line editor hears signals, then to be shown.
    fn raw(&self) -> &str {
        if self.n_asked.replace(self.n_asked.get() + 1) == 1 {
            interrupt_unless_typed();
        }
        &self.shown
    }
}

/// Sends an interrupt to the line editor, unless the terminal has keys that it has not read: it
/// takes an interrupt before them.
#[cfg(unix)]
fn interrupt_unless_typed() {
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use std::os::fd::AsFd;
    let input = io::stdin();
    let mut keys = [PollFd::new(input.as_fd(), PollFlags::POLLIN)];
    if poll(&mut keys, PollTimeout::ZERO) == Ok(0) {
        // It cannot fail for a signal that there is.
        let _ = nix::sys::signal::raise(nix::sys::signal::Signal::SIGINT);
    }
}

#[cfg(not(unix))]
fn interrupt_unless_typed() {}

/// A key, or a line that begins with another one.
#[derive(Debug)]
pub enum KeyOrLine<T> {
    Key(T),
    Line(TypedLine),
}

/// Ends the line at its first key, if that means something. The keys after it stay where the line
/// editor has them.
struct KeyHandler<T, F> {
    meaning: F,
    pressed: Arc<Mutex<Option<T>>>,
}

impl<T: Send, F: Fn(&KeyEvent) -> Option<T> + Send + Sync> ConditionalEventHandler
    for KeyHandler<T, F>
{
    fn handle(
        &self,
        event: &Event,
        _n: RepeatCount,
        _positive: bool,
        context: &EventContext<'_>,
    ) -> Option<Cmd> {
        let key = event.get(0).filter(|_| context.line().is_empty())?;
        let meaning = (self.meaning)(key)?;
        *self.pressed.lock().unwrap_or_else(PoisonError::into_inner) = Some(meaning);
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

    /// Asks a question with its styles, and reads one line; `None` at the end of the answers.
    ///
    /// # Errors
    /// They cannot be read, or the output is closed.
    pub fn ask(&mut self, question: &str) -> io::Result<Option<String>> {
        self.choose(question, "")
    }

    /// As above; at a terminal one of these keys is enough.
    ///
    /// # Errors
    /// As above.
    pub fn choose(&mut self, question: &str, keys: &str) -> io::Result<Option<String>> {
        match self {
            Self::Terminal(keyboard) => {
                let keys = keys.to_owned();
                let meaning = move |KeyEvent(code, _): &KeyEvent| match code {
                    KeyCode::Char(key) => keys.contains(*key).then_some(*key),
                    _ => None,
                };
                loop {
                    return Ok(match keyboard.key(&printed(question), meaning.clone())? {
                        KeyOrLine::Key(key) => Some(key.to_string()),
                        KeyOrLine::Line(TypedLine::Typed(text)) => Some(text),
                        KeyOrLine::Line(TypedLine::Refused) => continue,
                        KeyOrLine::Line(TypedLine::Dropped | TypedLine::End) => None,
                    });
                }
            }
            Self::Piped(input) => {
                let mut out = stdout();
                write!(out, "{question}")?;
                out.flush()?;
                LineReader::new(input, MAX_LINE).next().transpose()
            }
        }
    }
}
