//! The REPL in a terminal.

use super::colour::ReplyNames;
use super::helper::Assistant;
use super::keyboard::{self, Keyboard};
use super::paint::{BAD, FAINT, STRONG, paint};
use super::streams::{print, stdout};
use super::watch::{FileWatch, WatchConfig};
use super::wrap::wrap;
use super::{colour, pager, welcome};
use crate::base::output;
use crate::protocol::journal::Journal;
use crate::protocol::{journal_folder, put};
use crate::shell::command::Property;
use crate::shell::input_line::InputLine;
use crate::shell::prompt::prompted;
use crate::shell::render::text::line::{Line, LineKind};
use crate::shell::reply::Part;
use crate::shell::trust::Origin;
use crate::shell::{Reply, Shell, Status, line};
use rustyline::ExternalPrinter;
use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

pub struct Terminal<'k> {
    shell: Rc<RefCell<Shell>>,
    keyboard: &'k mut Keyboard,
    step: Option<String>,
    journal: Journal,
    watch: Option<FileWatch>,
}

impl<'k> Terminal<'k> {
    /// Opens the terminal; from now on Ctrl-C interrupts a running script, not the program.
    ///
    /// # Errors
    /// Ctrl-C cannot be handled.
    pub fn open(shell: Shell, journal: Journal, keyboard: &'k mut Keyboard) -> io::Result<Self> {
        let interrupt = shell.interrupt().clone();
        let handler = move || {
            interrupt.set();
        };
        match ctrlc::set_handler(handler) {
            // The handler was set by an earlier terminal.
            Ok(()) | Err(ctrlc::Error::MultipleHandlers) => {}
            Err(error) => return Err(io::Error::other(error)),
        }
        let shell = Rc::new(RefCell::new(shell));
        Ok(Self { shell, keyboard, step: None, journal, watch: None })
    }

    /// Prints the welcome screen: the program, the state of the game, the errors in the scripts of
    /// the project, suggestions.
    ///
    /// # Errors
    /// The terminal is closed.
    pub fn welcome(&mut self, opening: &[Line]) -> io::Result<()> {
        let columns = self.keyboard.columns();
        print(&welcome::title(columns))?;
        show(opening, columns)?;
        let shell = self.shell.borrow();
        show(shell.lines(&shell.own_findings()), columns)?;
        drop(shell);
        let is_broken_off = journal_folder::is_broken_off();
        print(&welcome::suggestions(&self.shell.borrow(), columns, is_broken_off))
    }

    /// Prints the startup messages of a resumed session.
    ///
    /// # Errors
    /// The terminal is closed.
    pub fn greet_again(&mut self, said: &[Line]) -> io::Result<()> {
        writeln!(stdout())?;
        let columns = self.keyboard.columns();
        show(said, columns)
    }

    /// Starts watching files.
    ///
    /// # Errors
    /// The system cannot watch them.
    pub fn watch(&mut self, watched: WatchConfig) -> io::Result<()> {
        let mut printer = self.keyboard.printer()?;
        let say = move |names: &str, errors: Option<String>| {
            let said = errors.map_or_else(
                || format!("{names} saved: the next input plays by it"),
                |errors| format!("{names} saved, but:\n{}", errors.trim_end()),
            );
            // Without a terminal the notice is dropped.
            let _ = printer.print(output::filtered(&format!("{said}\n")));
        };
        self.watch = Some(FileWatch::start(watched, say)?);
        Ok(())
    }

    /// Reads and runs inputs until the user leaves.
    ///
    /// # Errors
    /// The terminal is closed.
    pub fn run(&mut self) -> io::Result<()> {
        self.go_on()?;
        if self.journal.end() {
            let resume = "`litterbox repl --resume` goes on with this session";
            writeln!(stdout(), "{}", paint(FAINT, resume))?;
        }
        Ok(())
    }

    fn go_on(&mut self) -> io::Result<()> {
        loop {
            let prompt = self.shell.borrow().terminal_prompt();
            let styled = paint(STRONG, &prompt);
            let columns = Some(self.keyboard.columns()).filter(|columns| *columns < usize::MAX);
            let assistant = Assistant::new(Rc::clone(&self.shell), columns);
            // Discards a Ctrl-C that came after the last input. One that comes as soon as the line
            // editor has released the terminal is for the next one.
            self.shell.borrow().interrupt().take();
            match self.keyboard.line(&(prompt, styled), Some(assistant))? {
                keyboard::TypedLine::Typed(text) => {
                    if !self.take(&text)? {
                        return Ok(());
                    }
                }
                keyboard::TypedLine::Dropped => {
                    writeln!(stdout(), "{}", paint(FAINT, "(Ctrl-D or :quit leaves)"))?;
                }
                keyboard::TypedLine::Refused => {}
                keyboard::TypedLine::End => return Ok(()),
            }
        }
    }

    /// Runs a typed text; returns whether to continue.
    fn take(&mut self, text: &str) -> io::Result<bool> {
        if self.watch.as_ref().is_some_and(FileWatch::take) {
            let asked = self.shell.borrow().question();
            self.feed(":reload", false)?;
            self.step = None;
            if InputLine::parse(prompted(text).1).is_answer()
                && self.shell.borrow().question() != asked
            {
                self.keyboard.remember(text);
                let told = format!("`{}` is not taken: it was for another question", text.trim());
                writeln!(stdout(), "{}", paint(BAD, &told))?;
                return Ok(true);
            }
        }
        if text.trim().is_empty() {
            let Some(step) = self.step.clone() else { return Ok(true) };
            return Ok(self.feed(&step, true)? != Status::Quit);
        }
        self.keyboard.remember(text);
        let inputs = line::split(text);
        let is_one = inputs.len() == 1;
        let mut n_refused = 0;
        for input in &inputs {
            if !is_one {
                let prompt = self.shell.borrow().terminal_prompt();
                writeln!(stdout(), "{}{input}", paint(FAINT, &prompt))?;
            }
            match self.feed(input, is_one)? {
                Status::Quit => return Ok(false),
                Status::Refused => n_refused += 1,
                Status::Done | Status::Failed | Status::Fault => {}
            }
        }
        if !is_one && n_refused > 0 {
            let were = if n_refused == 1 { "was" } else { "were" };
            let told = format!("{n_refused} of {} lines {were} refused", inputs.len());
            writeln!(stdout(), "{}", paint(BAD, &told))?;
        }
        Ok(true)
    }

    /// Runs one input and prints the reply, through the pager only if it stands alone.
    fn feed(&mut self, input: &str, is_alone: bool) -> io::Result<Status> {
        let (prompt, text) = prompted(input);
        let completed = match prompt {
            None => {
                let shell = self.shell.borrow();
                shell.completed_command(text).or_else(|| shell.completed_play(text))
            }
            Some(_) => None,
        };
        let parsed = InputLine::parse(completed.as_deref().unwrap_or(text));
        self.step = parsed.has(Property::Repeats).then(|| input.to_owned());
        let (columns, rows) = (self.keyboard.columns(), self.keyboard.rows());
        let mut shell = self.shell.borrow_mut();
        // Replies are indented.
        shell.set_columns(columns.saturating_sub(2));
        let reply = put(&mut shell, &mut self.journal, Origin::Person, prompt, &parsed);
        let names = reply.parts.iter().any(|part| !is_list(part));
        let names = if names { ReplyNames::of(&shell) } else { ReplyNames::default() };
        let lines = shell.lines(&reply);
        let is_json = shell.is_json();
        drop(shell);
        let shown_in = |columns| shown(lines, columns, &names);
        let wrapped = shown_in(columns);
        let n_rows: usize = wrapped.iter().map(Vec::len).sum();
        if is_alone && reply.parts.iter().all(is_list) && n_rows >= rows {
            pager::show(&shown_in, self.keyboard)?;
        } else {
            print(&wrapped.concat())?;
        }
        let holds = parsed.has(Property::Asserts) && reply == Reply::done(Vec::new());
        if holds && !is_json {
            show(&[Line::from("It holds.")], columns)?;
        }
        Ok(reply.status)
    }
}

/// Whether a part is a list that may be longer than a screen, and tells nothing of the game.
const fn is_list(part: &Part) -> bool {
    matches!(part, Part::Note { .. } | Part::Timeline(_))
}

/// Prints a reply as in a session file: indented by two spaces.
fn show(lines: &[Line], columns: usize) -> io::Result<()> {
    print(&shown(lines, columns, &ReplyNames::default()).concat())
}

/// The lines of a reply as they are printed, with their colours: the rows of each.
fn shown(lines: &[Line], columns: usize, names: &ReplyNames) -> Vec<Vec<String>> {
    let shown = |line: &Line| {
        let shown = line.clone().indented();
        let text = &shown.text;
        let wrapped = || wrap(&shown, columns).into_iter();
        match line.kind {
            LineKind::Data => vec![line.text.clone()],
            // Not wrapped, so that the caret stays aligned.
            LineKind::Source => vec![text.clone()],
            LineKind::Caret => vec![paint(BAD, text)],
            LineKind::Error => wrapped().map(|line| paint(BAD, &line)).collect(),
            LineKind::Heading => vec![paint(STRONG, text)],
            LineKind::Listing { number } => {
                let (number, code) = line.text.split_at(number);
                vec![format!("  {}{}", paint(FAINT, number), colour::code(code))]
            }
            LineKind::Plain => wrapped().map(|line| names.paint(&line)).collect(),
        }
    };
    lines.iter().map(shown).collect()
}
