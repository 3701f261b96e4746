//! An agent that is another program: one JSON object a line, in and out.
//!
//! The program is started once and asked again and again: `{"litterbox": 1, "game": SEED, "view":
//! …, "decision": …}`, the shapes of [`message`]. It answers `{"answer": INDEX}`,
//! the index of the option it chooses, counted from 0. It may sit in several seats; all questions
//! of one game come in their order, and `game` changes with the next one.

use super::message;
use crate::kernel::{Agent, Decision, Sight};
use serde_json::{Value as Json, json};
use std::cell::RefCell;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::rc::Rc;

/// The version of what is said.
const FORMAT: u32 = 1;

/// Where an agent that cannot answer says why. The game it sits in then ends in a fault.
pub type Trouble = Rc<RefCell<Option<String>>>;

/// A program that is running.
pub struct Program {
    command: String,
    child: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Program {
    /// Starts it: the words of the command, parted by spaces. What it says on stderr is shown.
    ///
    /// # Errors
    /// There is no such program, or it cannot be started.
    pub fn start(command: &str) -> io::Result<Self> {
        let mut words = command.split_whitespace();
        let name = words.next().ok_or(io::ErrorKind::NotFound)?;
        let mut started = Command::new(name);
        started.args(words).stdin(Stdio::piped()).stdout(Stdio::piped());
        // Ctrl-C is for us: the program ends when we do.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut started, 0);
        let mut child = started.spawn()?;
        let (questions, answers) = (child.stdin.take(), child.stdout.take());
        let questions = questions.ok_or(io::ErrorKind::BrokenPipe)?;
        let answers = BufReader::new(answers.ok_or(io::ErrorKind::BrokenPipe)?);
        Ok(Self { command: command.to_owned(), child, questions, answers })
    }

    fn ask(&mut self, question: &Json, n_options: usize) -> Result<usize, String> {
        let command = &self.command;
        let gone = |error: io::Error| format!("the agent `{command}` cannot be asked: {error}");
        writeln!(self.questions, "{question}")
            .and_then(|()| self.questions.flush())
            .map_err(gone)?;
        let mut line = String::new();
        if self.answers.read_line(&mut line).map_err(gone)? == 0 {
            return Err(format!("the agent `{command}` has ended without an answer"));
        }
        let answer: Option<Json> = serde_json::from_str(&line).ok();
        let index = answer.as_ref().and_then(|answer| answer["answer"].as_u64());
        index.map(|index| index as usize).filter(|index| *index < n_options).ok_or_else(|| {
            let line = line.trim_end();
            format!(
                "the agent `{command}` said `{line}`: it needs {{\"answer\": N}}, N from 0 to {}",
                n_options - 1
            )
        })
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended by itself already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A seat of one game in which a program sits.
pub struct Exec {
    program: Rc<RefCell<Program>>,
    game: u64,
    trouble: Trouble,
}

impl Exec {
    /// Seats a program in the game with this seed.
    #[must_use]
    pub const fn new(program: Rc<RefCell<Program>>, game: u64, trouble: Trouble) -> Self {
        Self { program, game, trouble }
    }
}

impl Agent for Exec {
    fn answer(&mut self, sight: &Sight<'_>, decision: &Decision) -> usize {
        let question = json!({
            "litterbox": FORMAT,
            "game": self.game,
            "view": message::view(sight),
            "decision": message::decision(decision, sight.rules()),
        });
        let answer = self.program.borrow_mut().ask(&question, decision.options.len());
        answer.unwrap_or_else(|why| {
            *self.trouble.borrow_mut() = Some(why);
            usize::MAX
        })
    }
}
