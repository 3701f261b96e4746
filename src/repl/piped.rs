//! The REPL on a pipe or a file: prints the reply to each input and nothing else.

use super::paint::{FAINT, paint};
use super::streams::{stderr, stdout};
use crate::base::lines::{LineReader, MAX_LINE};
use crate::base::output::escape;
use crate::protocol::journal::Journal;
use crate::protocol::{BatchResult, put};
use crate::shell::input_line::InputLine;
use crate::shell::line::{self, InputReader};
use crate::shell::prompt::prompted;
use crate::shell::reply::Part;
use crate::shell::trust::Origin;
use crate::shell::{Reply, Shell, Status};
use std::io::{self, BufRead, Write};

/// How many characters of a refused input are shown.
const SHOWN: usize = 1_000;

/// A source of inputs that are not typed.
#[derive(Debug)]
pub struct Batch<'a> {
    /// The name of the source in messages: `stdin`, a file.
    pub name: String,
    /// Whether to continue after a refused input.
    pub keep_going: bool,
    /// Whether to print each input with its prompt and indent the replies, as in a session file.
    pub echo: bool,
    /// The origin of the inputs.
    pub origin: Origin,
    pub journal: &'a mut Journal,
    /// The notice before the first input, unless that starts another game.
    pub notice: Option<String>,
}

impl Batch<'_> {
    /// Runs inputs line by line until they end, one is refused, or one quits.
    ///
    /// # Errors
    /// The lines cannot be read or the output is closed.
    pub fn read(&mut self, shell: &mut Shell, lines: impl BufRead) -> io::Result<BatchResult> {
        self.read_inputs(shell, InputReader::default(), LineReader::new(lines, MAX_LINE))
    }

    /// Runs the inputs of a text; of a session file, its blocks.
    ///
    /// # Errors
    /// The output is closed.
    pub fn text(&mut self, shell: &mut Shell, text: &str) -> io::Result<BatchResult> {
        self.read_inputs(shell, InputReader::of(text), text.lines().map(|line| Ok(line.to_owned())))
    }

    /// Runs an input, of which a session file has one on a line; returns whether it was the last.
    fn feed_all(
        &mut self,
        shell: &mut Shell,
        input: &str,
        (number, is_session): (usize, bool),
        tally: &mut BatchResult,
    ) -> io::Result<bool> {
        if is_session {
            return self.feed(shell, input, number, tally);
        }
        for part in line::parts(input) {
            if self.feed(shell, &part, number, tally)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn read_inputs(
        &mut self,
        shell: &mut Shell,
        mut reader: InputReader,
        lines: impl Iterator<Item = io::Result<String>>,
    ) -> io::Result<BatchResult> {
        let mut tally = BatchResult::default();
        let mut n_lines = 0;
        let is_session = reader.is_of_session();
        for line in lines {
            n_lines += 1;
            let line = match line {
                Err(why) if why.kind() == io::ErrorKind::InvalidData => {
                    let refused = Part::Refused { message: why.to_string(), hint: None };
                    let reply = Reply::new(Status::Refused, vec![refused]);
                    if self.show(shell, &reply, (n_lines, ""), &mut tally)? {
                        return Ok(tally);
                    }
                    continue;
                }
                line => line?,
            };
            if let Some(input) = reader.push(&line)
                && self.feed_all(shell, &input, (n_lines, is_session), &mut tally)?
            {
                return Ok(tally);
            }
        }
        if let Some(input) = reader.rest() {
            self.feed_all(shell, &input, (n_lines, is_session), &mut tally)?;
        }
        Ok(tally)
    }

    /// Runs inputs that are already split.
    ///
    /// # Errors
    /// The output is closed.
    pub fn run(&mut self, shell: &mut Shell, inputs: &[String]) -> io::Result<BatchResult> {
        let mut tally = BatchResult::default();
        for (at, input) in inputs.iter().enumerate() {
            if self.feed(shell, input, at + 1, &mut tally)? {
                break;
            }
        }
        Ok(tally)
    }

    /// Runs one input; returns whether it was the last.
    fn feed(
        &mut self,
        shell: &mut Shell,
        input: &str,
        number: usize,
        tally: &mut BatchResult,
    ) -> io::Result<bool> {
        let (seat, text) = prompted(input.trim());
        let parsed = InputLine::parse(text);
        if let Some(notice) = self.notice.take().filter(|_| parsed.starts().is_none()) {
            writeln!(stderr(), "{}", paint(FAINT, &notice))?;
        }
        if self.echo {
            writeln!(stdout(), "{}{}", shell.prompt(), escape(text))?;
        }
        let reply = put(shell, self.journal, self.origin, seat, &parsed);
        self.show(shell, &reply, (number, input), tally)
    }

    /// Prints the reply to an input, with the number of its line; returns whether it was the last.
    fn show(
        &self,
        shell: &Shell,
        reply: &Reply,
        (number, input): (usize, &str),
        tally: &mut BatchResult,
    ) -> io::Result<bool> {
        let mut out = stdout();
        let indent = if self.echo && !shell.is_json() { "  " } else { "" };
        for line in shell.lines(reply) {
            writeln!(out, "{indent}{}", line.text)?;
        }
        out.flush()?;
        tally.quit = reply.status == Status::Quit;
        if reply.status.is_bad() {
            tally.n_refused += 1;
            let start: String = input.chars().take(SHOWN).collect();
            let more = if start.len() < input.len() { " …" } else { "" };
            let place = format!("{}:{number}: refused: {start}{more}", self.name);
            writeln!(stderr(), "{}", paint(FAINT, &place))?;
            return Ok(!self.keep_going);
        }
        Ok(tally.quit)
    }
}
