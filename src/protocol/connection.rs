//! A connection with a program: requests and messages are lines
//! ([`crate::shell::render::json`]).
//!
//! A line that starts with `{` is a [`Request`]; any other line is an input as typed. Lines are
//! read on a separate thread, so that `cancel` can interrupt the running request. Requests run in
//! order; a refused request does not end the connection.

use super::BatchResult;
use super::journal::Journal;
use crate::base::Interrupt;
use crate::base::error::{Error, internal};
use crate::base::lines::{LineReader, MAX_LINE};
use crate::base::output::json;
use crate::base::requests::{RequestQueue, Service};
use crate::shell::line::InputReader;
use crate::shell::render::json::{
    AnswerText, ErrorMessage, Message, Request, RequestError, RequestKind, Subscription,
};
use crate::shell::reply::Part;
use crate::shell::{Reply, Shell, Status};
use serde_json::Value as Json;
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

/// The maximum number of requests that are read and wait: a program waits where it sends more.
const MAX_WAITING: usize = 1_000;

/// A unit of work.
#[derive(Debug)]
enum RequestJob {
    Line(String),
    /// A request with its id.
    Request(Option<Json>, RequestKind),
    Invalid(Option<Json>, String),
    /// A `cancel`, which is done already, and whether it stopped anything.
    Cancel(Option<Json>, bool),
    /// The lines cannot be read.
    Broken(io::Error),
}

/// The requests that can be cancelled: those that wait, and the running one.
#[derive(Debug)]
struct Cancellable {
    interrupt: Interrupt,
    waiting: Vec<Json>,
    running: Option<Json>,
    cancelled: Vec<Json>,
}

type SharedIds = Arc<Mutex<Cancellable>>;

fn lock(ids: &SharedIds) -> MutexGuard<'_, Cancellable> {
    ids.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Cancellable {
    /// Without requests; it interrupts what is running.
    const fn new(interrupt: Interrupt) -> Self {
        Self { interrupt, waiting: Vec::new(), running: None, cancelled: Vec::new() }
    }

    /// Cancels a request; returns whether it existed.
    fn cancel(&mut self, id: &Json) -> bool {
        let runs = self.running.as_ref() == Some(id);
        if runs {
            self.interrupt.set();
        }
        let found = runs || self.waiting.contains(id);
        if found {
            self.cancelled.push(id.clone());
        }
        found
    }

    /// Starts a request; returns whether it was cancelled already.
    fn begin(&mut self, id: Option<&Json>) -> bool {
        // Discards an interrupt of an earlier request.
        self.interrupt.take();
        let Some(id) = id else { return false };
        if let Some(at) = self.waiting.iter().position(|waits| waits == id) {
            self.waiting.remove(at);
        }
        self.running = Some(id.clone());
        self.is_cancelled()
    }

    /// Whether the running request is cancelled.
    fn is_cancelled(&self) -> bool {
        self.running.as_ref().is_some_and(|id| self.cancelled.contains(id))
    }

    /// Ends the running request; returns whether it was cancelled.
    fn end(&mut self) -> bool {
        let was_cancelled = self.is_cancelled();
        let ended = self.running.take();
        self.cancelled.retain(|id| Some(id) != ended.as_ref());
        self.interrupt.take();
        was_cancelled
    }
}

/// Reads lines until they end.
fn read(lines: impl BufRead, ids: &SharedIds, jobs: &RequestQueue<(), RequestJob>) {
    let mut reader = InputReader::default();
    for line in LineReader::new(lines, MAX_LINE) {
        let job = match line {
            Err(why) if why.kind() == io::ErrorKind::InvalidData => {
                Some(RequestJob::Invalid(None, why.to_string()))
            }
            Err(error) => Some(RequestJob::Broken(error)),
            Ok(line) if line.starts_with('{') && !reader.is_in_input() => Some(job(&line, ids)),
            Ok(line) => reader.push(&line).map(RequestJob::Line),
        };
        if job.is_some_and(|job| jobs.add((), job, None).is_err()) {
            return;
        }
    }
    if let Some(input) = reader.rest() {
        // The connection may have ended.
        let _ = jobs.add((), RequestJob::Line(input), None);
    }
    jobs.end();
}

/// Parses a line. A `cancel` takes effect at once.
fn job(line: &str, ids: &SharedIds) -> RequestJob {
    let json: Json = match serde_json::from_str(line) {
        Ok(json) => json,
        Err(error) => return RequestJob::Invalid(None, format!("this is not JSON: {error}")),
    };
    let id = json.get("id").filter(|id| !id.is_null()).cloned().map(json::exact);
    let kind = serde_json::from_value::<Request>(json);
    match kind.map_err(|error| error.to_string()).and_then(|request| Ok(request.kind()?)) {
        Err(why) => RequestJob::Invalid(id, why),
        Ok(RequestKind::Cancel(target)) => {
            RequestJob::Cancel(id, lock(ids).cancel(&json::exact(target)))
        }
        Ok(kind) => {
            lock(ids).waiting.extend(id.clone());
            RequestJob::Request(id, kind)
        }
    }
}

pub struct Connection<'a, W> {
    shell: &'a mut Shell,
    journal: &'a mut Journal,
    out: W,
    ids: SharedIds,
    client: Client,
}

/// The wishes of a program.
#[derive(Debug, Default)]
pub struct Client {
    subscriptions: Vec<Subscription>,
    tally: BatchResult,
}

/// The result of a request: its messages, or the error.
pub type Done = Result<Vec<Message>, (RequestError, String)>;

impl<'a, W: Write> Connection<'a, W> {
    /// Creates a connection that writes to `out`.
    pub fn new(shell: &'a mut Shell, journal: &'a mut Journal, out: W) -> Self {
        let ids = SharedIds::new(Mutex::new(Cancellable::new(shell.interrupt().clone())));
        Self { shell, journal, out, ids, client: Client::default() }
    }

    /// Runs the requests of these lines until they end or one quits.
    ///
    /// # Errors
    /// The lines cannot be read or the output is closed.
    pub fn serve(&mut self, lines: impl BufRead + Send + 'static) -> io::Result<BatchResult> {
        let jobs = Arc::new(RequestQueue::new(MAX_WAITING));
        let (ids, read_jobs) = (self.ids.clone(), jobs.clone());
        thread::spawn(move || read(lines, &ids, &read_jobs));
        jobs.serve(self)?;
        Ok(self.client.tally)
    }

    fn request(&mut self, id: Option<Json>, kind: RequestKind) -> io::Result<()> {
        if lock(&self.ids).begin(id.as_ref()) {
            lock(&self.ids).end();
            let why = "the request was cancelled before it began";
            return self.fail(id, RequestError::Cancelled, why.into());
        }
        let done = self.client.carry_out(self.shell, self.journal, id.as_ref(), kind);
        let was_cancelled = lock(&self.ids).end();
        match done {
            Err((code, why)) => self.fail(id, code, why)?,
            Ok(mut messages) => {
                if let Some(Message::Reply(reply)) = messages.first_mut() {
                    reply.cancelled = was_cancelled;
                }
                messages.iter().try_for_each(|message| self.send(message))?;
            }
        }
        let updates = self.client.updates(self.shell);
        updates.iter().try_for_each(|message| self.send(message))
    }

    fn say_done(&mut self, id: Option<Json>) -> io::Result<()> {
        let message = simply_done(self.shell, id.as_ref());
        self.send(&message)
    }

    fn fail(&mut self, id: Option<Json>, code: RequestError, message: String) -> io::Result<()> {
        self.client.tally.n_refused += 1;
        self.send(&Message::Error(ErrorMessage { id, code, message }))
    }

    fn send(&mut self, message: &Message) -> io::Result<()> {
        writeln!(self.out, "{}", message.line())?;
        self.out.flush()
    }
}

impl<W: Write> Service<RequestJob> for Connection<'_, W> {
    fn name(_: &RequestJob) -> String {
        "a request".to_owned()
    }

    fn carry_out(&mut self, job: RequestJob) -> io::Result<ControlFlow<()>> {
        match job {
            RequestJob::Broken(error) => return Err(error),
            RequestJob::Invalid(id, why) => self.fail(id, RequestError::InvalidRequest, why)?,
            RequestJob::Cancel(id, true) => self.say_done(id)?,
            RequestJob::Cancel(id, false) => {
                let why = "no request with this id waits or runs";
                self.fail(id, RequestError::UnknownRequest, why.into())?;
            }
            RequestJob::Line(input) => self.request(None, RequestKind::Input(input))?,
            RequestJob::Request(id, kind) => self.request(id, kind)?,
        }
        let is_last = self.client.tally.quit;
        Ok(if is_last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn panicked(&mut self, why: &str) -> io::Result<()> {
        let id = lock(&self.ids).running.clone();
        lock(&self.ids).end();
        let Error { message, hint, .. } = internal(why.to_owned());
        let refused = Reply::new(Status::Refused, vec![Part::Refused { message, hint }]);
        let message = self.shell.reply_message(id, None, &refused);
        let message = self.client.counted(message);
        self.send(&message)
    }
}

impl Client {
    /// The updates of what it has subscribed to.
    pub fn updates(&mut self, shell: &mut Shell) -> Vec<Message> {
        self.subscriptions.iter_mut().filter_map(|viewer| shell.update(viewer)).collect()
    }

    /// Carries a request out.
    ///
    /// # Errors
    /// Why it is refused.
    pub fn carry_out(
        &mut self,
        shell: &mut Shell,
        journal: &mut Journal,
        id: Option<&Json>,
        kind: RequestKind,
    ) -> Done {
        match kind {
            RequestKind::Input(input) => Ok(vec![self.counted(run(shell, journal, id, &input))]),
            RequestKind::Answer { answer, decision, viewer } => {
                let viewer = viewer.as_deref();
                let input = shell.answer_line(&answer, decision, viewer)?;
                let message = match viewer {
                    None => run(shell, journal, id, &input),
                    Some(viewer) => {
                        shell.as_viewer(viewer, |shell| run(shell, journal, id, &input))?
                    }
                };
                match refused(&message) {
                    Some(why) if shell.is_taken_back() => Err((RequestError::NotWritten, why)),
                    Some(why) => Err((RequestError::UnknownOption, why)),
                    None => Ok(vec![self.counted(message)]),
                }
            }
            RequestKind::Subscribe(viewer, with) => {
                self.subscriptions.retain(|old| old.viewer != viewer);
                let mut subscription = Subscription::new(viewer, with);
                let snapshot = shell.snapshot(&mut subscription)?;
                self.subscriptions.push(subscription);
                Ok(vec![simply_done(shell, id), snapshot])
            }
            RequestKind::Unsubscribe(viewer) => {
                let Some(at) = self.subscriptions.iter().position(|s| s.viewer == viewer) else {
                    let why = format!("there is no subscription for `{viewer}`");
                    return Err((RequestError::UnknownViewer, why));
                };
                self.subscriptions.remove(at);
                Ok(vec![simply_done(shell, id)])
            }
            RequestKind::Snapshot(viewer) => {
                let known = self.subscriptions.iter_mut().find(|s| s.viewer == viewer);
                let snapshot = match known {
                    Some(subscription) => shell.snapshot(subscription)?,
                    None => shell.snapshot(&mut Subscription::new(viewer, Vec::new()))?,
                };
                Ok(vec![simply_done(shell, id), snapshot])
            }
            RequestKind::Cancel(_) => Ok(Vec::new()),
        }
    }

    fn counted(&mut self, message: Message) -> Message {
        if let Message::Reply(reply) = &message {
            self.tally.quit |= reply.status == Status::Quit;
            self.tally.n_refused += usize::from(reply.status.is_bad());
        }
        message
    }
}

/// The reply to a request without a result.
fn simply_done(shell: &Shell, id: Option<&Json>) -> Message {
    shell.reply_message(id.cloned(), None, &Reply::done(Vec::new()))
}

/// Why an answer was refused: that is an error, like an answer that is not an option.
fn refused(message: &Message) -> Option<String> {
    let Message::Reply(reply) = message else { return None };
    reply.parts.iter().find_map(|part| match part {
        Part::Refused { message, .. } if reply.status == Status::Refused => Some(message.clone()),
        _ => None,
    })
}

fn run(shell: &mut Shell, journal: &mut Journal, id: Option<&Json>, input: &str) -> Message {
    let reply = shell.put_pasted(input, journal);
    shell.reply_message(id.cloned(), Some(input), &reply)
}

impl Shell {
    /// Converts an answer to an input line.
    ///
    /// # Errors
    /// The decision is not open, the viewer is not asked, or the option does not exist.
    pub fn answer_line(
        &self,
        answer: &AnswerText,
        decision: Option<u64>,
        viewer: Option<&str>,
    ) -> Result<String, (RequestError, String)> {
        let open = self.debugger().and_then(|debugger| debugger.open_decision());
        if let Some(id) = decision.filter(|id| Some(*id) != open) {
            let now = open.map_or("none is".to_owned(), |open| format!("{open} is"));
            let why = format!("decision {id} is not open: {now}");
            return Err((RequestError::LateAnswer, why));
        }
        let viewer = viewer.filter(|viewer| *viewer != "all");
        if let Some(viewer) = viewer.filter(|viewer| self.asked() != Some(*viewer)) {
            return Err((RequestError::NotAsked, format!("`{viewer}` is not asked")));
        }
        let decision = self.debugger().and_then(|debugger| debugger.decision_info());
        let options = decision.iter().filter_map(|decision| decision.options.get()).flatten();
        let options = (1..).zip(options);
        let AnswerText::Id(text) = answer;
        // The title of a card may be the id of another one.
        let by_id = options.clone().find(|(_, option)| option.id == *text);
        match by_id.or_else(|| options.clone().find(|(_, option)| option.text == *text)) {
            Some((_, option)) if Self::is_answer(&option.id) => Ok(option.id.clone()),
            // A text that a script offers may look like a command.
            Some((number, _)) => Ok(number.to_string()),
            None if viewer.is_none() && Self::is_answer(text) => Ok(text.clone()),
            None => Err((RequestError::UnknownOption, format!("there is no option `{text}`"))),
        }
    }
}
