//! Receives the messages of a client and answers them within a time limit.

use super::answer::{ClientMessages, RequestAnswer, failed};
use super::lenses::RUN;
use super::limits::TimeLimits;
use super::state::State;
use super::text::Encoding;
use crate::base::STACK_SIZE;
use crate::base::requests::{NotAdded, RequestQueue, Service};
use lsp_server::{Connection, ErrorCode, Message, Request, RequestId, Response};
use serde_json::{Value as Json, json};
use std::collections::HashMap;
use std::io;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The maximum number of messages that wait: a client waits where it sends more.
const MAX_WAITING: usize = 1_000;

/// Answers requests.
pub type Answers = fn(&mut State, &str, Json) -> RequestAnswer;

/// Serves a client until it ends or vanishes.
pub fn serve(connection: Connection, limits: TimeLimits) {
    serve_with(connection, State::answer, limits);
}

/// Serves a client; this function answers requests.
pub fn serve_with(connection: Connection, answers: Answers, limits: TimeLimits) {
    let Ok((id, params)) = connection.initialize_start() else { return };
    let offered = |path: &str| params.pointer(path).cloned().unwrap_or_default();
    let units = offered("/capabilities/general/positionEncodings");
    let is_utf32 = units.as_array().is_some_and(|units| units.contains(&json!("utf-32")));
    let encoding = if is_utf32 { Encoding::Utf32 } else { Encoding::Utf16 };
    let watches = "/capabilities/workspace/didChangeWatchedFiles/dynamicRegistration";
    let is_watched = offered(watches) == Json::Bool(true);
    let sender = connection.sender.clone();
    // A client that has vanished ends the loop.
    let outbox = ClientMessages(Arc::new(move |sent| drop(sender.send(sent))));
    let client = ClientRequests { outbox, waits: Arc::default(), limit: limits.request };
    client.reply(id, Ok(capabilities(encoding)));
    if is_watched {
        client.watch();
    }
    let jobs = Arc::new(RequestQueue::new(MAX_WAITING));
    let (asking, waiting) = (client.clone(), jobs.clone());
    let work = move || {
        // Scripts are parsed by this thread, too.
        let state = State::open(encoding, &params, asking.outbox.clone(), limits);
        if let Some(state) = state {
            // A client that has vanished is noticed by who reads.
            let _ = waiting.serve(&mut LspService { asking, state, answers, running: None });
        }
    };
    if thread::Builder::new().stack_size(STACK_SIZE).spawn(work).is_ok() {
        client.receive(&connection, &jobs);
        jobs.end();
    }
}

fn capabilities(encoding: Encoding) -> Json {
    let unit = if encoding == Encoding::Utf32 { "utf-32" } else { "utf-16" };
    json!({
        "capabilities": {
            "positionEncoding": unit,
            "textDocumentSync": { "openClose": true, "change": 2, "save": true },
            "completionProvider": { "triggerCharacters": [".", "\"", ":", " "] },
            "hoverProvider": true,
            "signatureHelpProvider": { "triggerCharacters": ["(", ","] },
            "definitionProvider": true,
            "referencesProvider": true,
            "renameProvider": { "prepareProvider": true },
            "documentSymbolProvider": true,
            "workspaceSymbolProvider": true,
            "codeLensProvider": {},
            "executeCommandProvider": { "commands": [RUN] },
            "codeActionProvider": { "codeActionKinds": ["quickfix", "source.fixAll"] },
            "workspace": { "workspaceFolders": { "supported": true } },
        },
        "serverInfo": { "name": "litterbox", "version": env!("CARGO_PKG_VERSION") },
    })
}

/// The client, and its requests that are not answered yet, with the end of their time.
#[derive(Clone)]
struct ClientRequests {
    outbox: ClientMessages,
    waits: Arc<Mutex<HashMap<RequestId, Instant>>>,
    /// The time of a request.
    limit: Duration,
}

impl ClientRequests {
    /// Receives messages, and answers those that nothing has answered in time.
    fn receive(&self, connection: &Connection, jobs: &RequestQueue<(), Message>) {
        let mut is_shut_down = false;
        loop {
            let message = match connection.receiver.recv_timeout(self.patience()) {
                Ok(message) => message,
                Err(error) if error.is_timeout() => {
                    self.give_up();
                    continue;
                }
                Err(_) => return,
            };
            match message {
                Message::Request(request) if is_shut_down => {
                    let error = failed(ErrorCode::InvalidRequest, "the server is shut down");
                    self.reply(request.id, Err(error));
                }
                Message::Request(request) if request.method == "shutdown" => {
                    is_shut_down = true;
                    self.reply(request.id, Ok(Json::Null));
                }
                Message::Notification(sent) if sent.method == "exit" => return,
                Message::Notification(sent) if sent.method == "$/cancelRequest" => {
                    let id = serde_json::from_value::<RequestId>(sent.params["id"].clone());
                    if let Some(id) = id.ok().filter(|id| self.waits().remove(id).is_some()) {
                        self.reply(id, Err(failed(ErrorCode::RequestCanceled, "canceled")));
                    }
                }
                Message::Response(_) => {}
                message => {
                    if let Message::Request(request) = &message {
                        self.waits().insert(request.id.clone(), Instant::now() + self.limit);
                    }
                    self.submit(message, jobs);
                }
            }
        }
    }

    fn waits(&self) -> MutexGuard<'_, HashMap<RequestId, Instant>> {
        self.waits.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Answers the requests whose time has passed.
    fn give_up(&self) {
        let now = Instant::now();
        let late: Vec<RequestId> =
            self.waits().extract_if(|_, end| *end <= now).map(|(id, _)| id).collect();
        late.into_iter().for_each(|id| self.reply(id, Ok(Json::Null)));
    }

    /// The time until that of a request has passed.
    fn patience(&self) -> Duration {
        let end = self.waits().values().min().copied();
        end.map_or(Duration::from_secs(60), |end| end.saturating_duration_since(Instant::now()))
    }

    /// Lets a message be carried out once there is a place for it.
    fn submit(&self, mut message: Message, jobs: &RequestQueue<(), Message>) {
        // Without the thread, the time of a request passes.
        while let Err(NotAdded::Full(left)) = jobs.add((), message, Some(self.patience())) {
            self.give_up();
            message = left;
        }
    }

    fn reply(&self, id: RequestId, answer: RequestAnswer) {
        self.outbox.send(Response { id, response_result: answer });
    }

    /// Asks the client to tell when files change.
    fn watch(&self) {
        let globs = ["**/*.rhai", "**/*.json", "**/*.session.md"];
        let watchers: Vec<Json> = globs.iter().map(|glob| json!({ "globPattern": glob })).collect();
        let registration = json!({
            "id": "files",
            "method": "workspace/didChangeWatchedFiles",
            "registerOptions": { "watchers": watchers },
        });
        let params = json!({ "registrations": [registration] });
        let method = "client/registerCapability".to_owned();
        self.outbox.send(Request { id: "files".to_owned().into(), method, params });
    }
}

/// Answers messages.
struct LspService {
    asking: ClientRequests,
    state: State,
    answers: Answers,
    /// The request that is being answered.
    running: Option<RequestId>,
}

impl LspService {
    /// Answers the running request, unless its time has passed or it was cancelled.
    fn reply(&mut self, answer: RequestAnswer) {
        let is_asked = |id: &RequestId| self.asking.waits().remove(id).is_some();
        if let Some(id) = self.running.take().filter(is_asked) {
            self.asking.reply(id, answer);
        }
    }
}

impl Service<Message> for LspService {
    fn name(message: &Message) -> String {
        match message {
            Message::Request(request) => request.method.clone(),
            Message::Notification(sent) => sent.method.clone(),
            Message::Response(_) => "a response".to_owned(),
        }
    }

    fn carry_out(&mut self, message: Message) -> io::Result<ControlFlow<()>> {
        match message {
            Message::Request(Request { id, method, params }) => {
                if self.asking.waits().contains_key(&id) {
                    self.running = Some(id);
                    let answer = (self.answers)(&mut self.state, &method, params);
                    self.reply(answer);
                }
            }
            Message::Notification(sent) => self.state.notification(sent),
            Message::Response(_) => {}
        }
        Ok(ControlFlow::Continue(()))
    }

    fn panicked(&mut self, why: &str) -> io::Result<()> {
        self.asking.outbox.log(why);
        self.reply(Err(failed(ErrorCode::InternalError, why)));
        Ok(())
    }
}
