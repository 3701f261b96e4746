//! An agent that is an external program: one JSON object per line, in and out.
//!
//! The program is started once and receives many [`AgentRequest`]s: `{"litterbox": 3, "game": INDEX,
//! "viewer": …, "position": …, "decision": …}`. It replies `{"answer": ID}`, the `id` of the chosen
//! option. It may play several seats; the questions of one game arrive in order, and `game`, the
//! index of the game within the run, changes when the next game starts.
//!
//! A program is not trusted: it receives only what its seat may know, it must answer within
//! [`ProgramLimits::answer`], and its output is bounded.

use crate::agent::{AgentError, AgentMessages};
use crate::base::lines::LineReader;
use crate::base::output::{escape, json};
use crate::base::{Interrupt, time_limit};
use crate::kernel::{Agent, Decision, Observation};
use crate::message::{AgentQuestion, AgentRequest, VERSION};
use serde_json::Value as Json;
use std::cell::RefCell;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::rc::Rc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// The interval at which a waiting game checks whether to stop.
const POLL: Duration = Duration::from_millis(50);

/// The time and output limits of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProgramLimits {
    /// The time limit for an answer.
    pub answer: Duration,
    /// The maximum length of an answer line in bytes.
    pub line: u64,
    /// The maximum number of bytes of its stderr that are kept.
    pub stderr: u64,
}

impl Default for ProgramLimits {
    fn default() -> Self {
        let answer = time_limit(Duration::from_secs(30));
        Self { answer, line: 64 << 10, stderr: 64 << 10 }
    }
}

pub struct AgentProcess {
    command: String,
    /// `None` once it has been waited for: its number may then be that of another program.
    child: Option<Child>,
    questions: SyncSender<String>,
    answers: Receiver<Result<String, String>>,
    /// Disconnected when its stderr has been read.
    stderr_read: Receiver<()>,
    limits: ProgramLimits,
    interrupt: Interrupt,
}

impl AgentProcess {
    /// Starts a program from a command line with the quoting of a POSIX shell. No shell is
    /// involved. The lines of the program's stderr become `messages`, up to
    /// [`ProgramLimits::stderr`].
    ///
    /// # Errors
    /// The quotes do not match, the program is not found, or it cannot be started.
    pub fn start(
        command: &str,
        limits: ProgramLimits,
        interrupt: Interrupt,
        messages: &AgentMessages,
    ) -> io::Result<Self> {
        let words = shell_words::split(command)
            .map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
        let (name, arguments) = words.split_first().ok_or(io::ErrorKind::NotFound)?;
        let mut started = Command::new(name);
        started.args(arguments);
        started.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Ctrl-C is handled by this process, which ends the program when it exits.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut started, 0);
        let mut child = started.spawn()?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let (questions, asked) = sync_channel(1);
        let (answered, answers) = sync_channel(1);
        thread::Builder::new()
            .spawn(move || exchange_all(stdin, stdout, &asked, &answered, limits.line))?;
        let (reads, stderr_read) = sync_channel(1);
        let messages = messages.clone();
        thread::Builder::new().spawn(move || {
            read_stderr(stderr, limits.stderr, &messages);
            drop(reads);
        })?;
        let command = command.to_owned();
        Ok(Self { command, child: Some(child), questions, answers, stderr_read, limits, interrupt })
    }

    fn ask(&mut self, request: &AgentRequest) -> Result<usize, String> {
        let ended = |why: &str| format!("the agent `{}` {why}", self.command);
        if self.questions.send(json::compact(request)).is_err() {
            return Err(ended("has ended"));
        }
        let line = match self.wait() {
            Ok(line) => line.map_err(|why| ended(&why))?,
            Err(why) => {
                let message = ended(&why);
                self.kill();
                return Err(message);
            }
        };
        let answer: Option<Json> = serde_json::from_str(&line).ok();
        let answer = answer.as_ref().and_then(|answer| answer["answer"].as_str());
        request.question.chosen(answer).map_err(|expected| {
            let start: String = line.trim_end().chars().take(200).collect();
            let shown = escape(&start);
            ended(&format!("answered `{shown}`: {expected}, as {{\"answer\": ID}}"))
        })
    }

    /// Waits for the answer: the result of the exchange, or why there is none.
    fn wait(&self) -> Result<Result<String, String>, String> {
        let started = Instant::now();
        loop {
            match self.answers.recv_timeout(POLL) {
                Ok(answer) => return Ok(answer),
                Err(RecvTimeoutError::Disconnected) => return Err("has ended".into()),
                Err(RecvTimeoutError::Timeout) if self.interrupt.is_set() => {
                    return Err("was interrupted".into());
                }
                Err(RecvTimeoutError::Timeout) if started.elapsed() >= self.limits.answer => {
                    return Err(format!("gave no answer within {:?}", self.limits.answer));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Kills the program and all its child processes.
    fn kill(&mut self) {
        let Some(mut child) = self.child.take() else { return };
        #[cfg(unix)]
        if let Ok(group) = i32::try_from(child.id()) {
            use nix::{sys::signal, unistd::Pid};
            // It may have exited already.
            let _ = signal::killpg(Pid::from_raw(group), signal::Signal::SIGKILL);
        }
        let _ = child.kill();
        let _ = child.wait();
    }
}

impl Drop for AgentProcess {
    fn drop(&mut self) {
        self.kill();
        // Its last messages; a program that it has started may keep the pipe open.
        let _ = self.stderr_read.recv_timeout(POLL);
    }
}

/// Sends each question to the program and returns its answer, on a separate thread: a program that
/// does not read or write cannot block the game.
fn exchange_all(
    mut stdin: ChildStdin,
    stdout: ChildStdout,
    questions: &Receiver<String>,
    answers: &SyncSender<Result<String, String>>,
    max_line: u64,
) {
    let mut stdout = LineReader::new(BufReader::new(stdout), max_line);
    for question in questions {
        let answer = exchange(&mut stdin, &mut stdout, &question);
        if answers.send(answer).is_err() {
            return;
        }
    }
}

fn exchange(
    stdin: &mut ChildStdin,
    stdout: &mut LineReader<BufReader<ChildStdout>>,
    question: &str,
) -> Result<String, String> {
    let failed = |error: io::Error| format!("cannot be asked: {error}");
    writeln!(stdin, "{question}").and_then(|()| stdin.flush()).map_err(failed)?;
    match stdout.bytes() {
        Ok(Some(line)) => Ok(String::from_utf8_lossy(&line).into_owned()),
        Ok(None) => Err("has ended without an answer".into()),
        Err(why) if why.kind() == io::ErrorKind::InvalidData => Err(format!("answered with {why}")),
        Err(error) => Err(failed(error)),
    }
}

/// Reads a program's stderr without control characters, up to `max_bytes`; the rest is dropped, so
/// that the program does not block.
fn read_stderr(stderr: ChildStderr, max_bytes: u64, messages: &AgentMessages) {
    let mut stderr = BufReader::new(stderr);
    let mut n_read = 0;
    let mut line = Vec::new();
    while n_read < max_bytes {
        line.clear();
        match stderr.by_ref().take(max_bytes - n_read).read_until(b'\n', &mut line) {
            Ok(n) if n > 0 => n_read += n as u64,
            _ => return,
        }
        let text = String::from_utf8_lossy(&line);
        messages.push(escape(text.trim_end()).into_owned());
    }
    let more = format!("(more than {max_bytes} bytes on the agent's stderr: the rest is left out)");
    messages.push(more);
    // The remaining output and its errors are ignored.
    let _ = io::copy(&mut stderr, &mut io::sink());
}

/// A seat of one game played by a program.
pub struct Exec {
    program: Rc<RefCell<AgentProcess>>,
    game: u64,
    error: AgentError,
}

impl Exec {
    /// Creates the agent for the game with this index in the run.
    pub const fn new(program: Rc<RefCell<AgentProcess>>, game: u64, error: AgentError) -> Self {
        Self { program, game, error }
    }
}

impl Agent for Exec {
    fn answer(&mut self, observation: &Observation<'_>, decision: &Decision) -> usize {
        let question = AgentQuestion::new(observation, decision);
        let request = AgentRequest { litterbox: VERSION, game: self.game, question };
        let answer = self.program.borrow_mut().ask(&request);
        answer.unwrap_or_else(|why| {
            *self.error.borrow_mut() = Some(why);
            usize::MAX
        })
    }
}
