//! The connection with a client: its requests, one after the other.

use super::debuggee::{Debuggee, PauseRequest, Stopped};
use super::frames::{self, ShownFrame};
use super::program::{DebuggedProject, launch};
use super::stops::{EditorBreakpoint, Target};
use super::variables::{self, ShownVariables};
use super::wire::{Incoming, Output, Request, argument};
use crate::base::error::{contained, internal, render};
use crate::base::requests::Service;
use crate::debugger::Debugger;
use crate::debugger::cursor::Stride;
use serde_json::{Value as Json, json};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

/// The state of a connection.
pub struct DapService<W> {
    out: Output<W>,
    home: PathBuf,
    pause: PauseRequest,
    begin: Begin,
    is_initialized: bool,
    debuggee: Option<Debuggee>,
    stop_on_entry: bool,
    /// The last stop, and what is shown of it.
    stopped: Stopped,
    frames: Vec<ShownFrame>,
    shown: ShownVariables,
    /// The request that has no response yet.
    answering: Option<Request>,
    /// Whether all plies are recorded ahead.
    is_recorded: bool,
    is_over: bool,
}

/// Is called with the name of each work that may panic; tests panic here.
pub type Begin = fn(&str);

/// The step after the response to a request.
enum Then {
    Nothing,
    Run(fn(&mut Debuggee) -> Stopped),
    /// The cursor has moved.
    Stopped(Stopped),
    /// An event without a body.
    Event(&'static str),
}

/// The body of a response.
type Body = Result<Json, String>;

/// The body of a response, and what follows it.
type Done = Result<(Json, Then), String>;

fn capabilities() -> Json {
    json!({
        "supportsConfigurationDoneRequest": true,
        "supportsFunctionBreakpoints": true,
        "supportsConditionalBreakpoints": true,
        "supportsHitConditionalBreakpoints": true,
        "supportsLogPoints": true,
        "supportsDataBreakpoints": true,
        "supportsExceptionInfoRequest": true,
        "supportsStepBack": true,
        "supportsSetVariable": true,
        "supportsEvaluateForHovers": true,
        "supportsCompletionsRequest": true,
        "completionTriggerCharacters": [" ", ":"],
        "supportsRestartRequest": true,
        "supportsLoadedSourcesRequest": true,
        "supportsTerminateRequest": true,
        "exceptionBreakpointFilters": [{"filter": "faults", "label": "Faults", "default": true}],
    })
}

/// The result of work, or the message of its panic.
fn guarded<T>(begin: Begin, what: &str, work: impl FnOnce() -> T) -> Result<T, String> {
    let begun = || {
        begin(what);
        work()
    };
    contained(what, begun).map_err(|error| render(&[*error], false))
}

/// While no request waits, plies are recorded ahead.
impl<W: Write> Service<Incoming> for DapService<W> {
    fn patience(&mut self) -> Option<Duration> {
        (!self.is_recorded).then_some(Duration::ZERO)
    }

    fn idle(&mut self) -> io::Result<()> {
        let debugger = self.debuggee.as_ref().and_then(|one| one.shell.debugger());
        let ahead = || debugger.is_some_and(Debugger::record_ahead);
        self.is_recorded = guarded(self.begin, "the record", ahead) != Ok(true);
        Ok(())
    }

    fn name(incoming: &Incoming) -> String {
        match incoming {
            Incoming::Request(request) => format!("`{}`", request.command),
            _ => "a message".to_owned(),
        }
    }

    fn carry_out(&mut self, incoming: Incoming) -> io::Result<ControlFlow<()>> {
        self.is_recorded = false;
        match incoming {
            Incoming::Ended(None) => return Ok(ControlFlow::Break(())),
            Incoming::Ended(Some(why)) => {
                self.out.say("stderr", &why)?;
                return Ok(ControlFlow::Break(()));
            }
            Incoming::Invalid(why) => self.out.say("stderr", &why)?,
            Incoming::Request(request) => self.answer(&request)?,
            Incoming::Refused(request, why) => self.out.respond(&request, Err(why))?,
        }
        Ok(if self.is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn panicked(&mut self, why: &str) -> io::Result<()> {
        let why = render(&[internal(why.to_owned())], false);
        match self.answering.take() {
            Some(request) => self.out.respond(&request, Err(why)),
            None => self.settle(Some(Stopped::by("exception", why))),
        }
    }
}

impl<W: Write> DapService<W> {
    pub fn new(home: PathBuf, pause: PauseRequest, out: W, begin: Begin) -> Self {
        Self {
            out: Output::new(out),
            home,
            pause,
            begin,
            is_initialized: false,
            debuggee: None,
            stop_on_entry: false,
            stopped: Stopped::default(),
            frames: Vec::new(),
            shown: ShownVariables::default(),
            answering: None,
            is_recorded: false,
            is_over: false,
        }
    }

    fn answer(&mut self, request: &Request) -> io::Result<()> {
        self.answering = Some(request.clone());
        (self.begin)(&format!("`{}`", request.command));
        let (body, then) = match self.done(request) {
            Ok((body, then)) => (Ok(body), then),
            Err(why) => (Err(why), Then::Nothing),
        };
        self.answering = None;
        self.out.respond(request, body)?;
        let stop = match then {
            Then::Nothing => None,
            Then::Stopped(stop) => Some(stop),
            Then::Run(run) => {
                (self.begin)("the run");
                self.debuggee.as_mut().map(run)
            }
            Then::Event(name) => return self.out.event(name, json!({})),
        };
        self.settle(stop)
    }

    /// Tells what was printed, and where the game has stopped.
    fn settle(&mut self, stop: Option<Stopped>) -> io::Result<()> {
        let said = self.debuggee.as_mut().map(|one| std::mem::take(&mut one.said));
        for (category, text) in said.unwrap_or_default() {
            self.out.say(category, &text)?;
        }
        let Some(stop) = stop else { return Ok(()) };
        if stop.reason == "exited" {
            return self.out.event("terminated", json!({}));
        }
        if let Some(one) = &mut self.debuggee {
            one.renew_breakpoints();
            let changed = std::mem::take(&mut one.changed);
            for breakpoint in one.breakpoints.iter().filter(|one| changed.contains(&one.number)) {
                let body = json!({"reason": "changed", "breakpoint": breakpoint.info()});
                self.out.event("breakpoint", body)?;
            }
        }
        self.shown = ShownVariables::default();
        let frames = || self.debuggee.as_ref().map(frames::frames).unwrap_or_default();
        self.frames = match guarded(self.begin, "the frames", frames) {
            Ok(frames) => frames,
            Err(why) => {
                self.out.say("stderr", &why)?;
                Vec::new()
            }
        };
        let mut body = json!({
            "reason": stop.reason,
            "threadId": 1,
            "allThreadsStopped": true,
            "hitBreakpointIds": stop.ids,
        });
        if !stop.text.is_empty() {
            body["text"] = stop.text.clone().into();
            body["description"] = stop.text.lines().next().into();
        }
        self.stopped = stop;
        self.out.event("stopped", body)
    }

    fn game(&mut self) -> Result<&mut Debuggee, String> {
        self.debuggee.as_mut().ok_or_else(|| "no game is debugged".to_owned())
    }

    /// Carries a request out.
    fn done(&mut self, request: &Request) -> Done {
        if !self.is_initialized && request.command != "initialize" {
            return Err("`initialize` comes first".into());
        }
        let run: fn(&mut Debuggee) -> Stopped = match request.command.as_str() {
            "configurationDone" if self.stop_on_entry => |_| Stopped::by("entry", ""),
            "configurationDone" | "continue" => Debuggee::run_on,
            "next" => |one| one.step(Stride::Over),
            "stepIn" => |one| one.step(Stride::In),
            "stepOut" => |one| one.step(Stride::Out),
            "stepBack" => Debuggee::step_back,
            "reverseContinue" => Debuggee::run_back,
            "evaluate" => return self.evaluate(request),
            "setVariable" => return self.set_variable(request),
            "restart" => {
                return Ok((Json::Null, Then::Stopped(self.game()?.restart()?)));
            }
            "launch" => return Ok((self.launch(request)?, Then::Event("initialized"))),
            "terminate" => return Ok((Json::Null, Then::Event("terminated"))),
            "disconnect" => {
                self.is_over = true;
                return Ok((Json::Null, Then::Event("terminated")));
            }
            _ => return Ok((self.body(request)?, Then::Nothing)),
        };
        self.game()?;
        let is_continue = request.command == "continue";
        let body = if is_continue { json!({"allThreadsContinued": true}) } else { Json::Null };
        Ok((body, Then::Run(run)))
    }

    /// The response to a request that moves nothing.
    fn body(&mut self, request: &Request) -> Body {
        Ok(match request.command.as_str() {
            "initialize" => return self.initialize(request),
            "setBreakpoints" => {
                let source: Json = request.or_default("source")?;
                let path: Option<String> = argument(&source, "path")?;
                let name = match path {
                    Some(path) => self.game()?.project.script_name(&path),
                    None => argument(&source, "name")?.ok_or("`setBreakpoints` names no source")?,
                };
                return self.set_breakpoints(request, &Target::Script(name));
            }
            "setFunctionBreakpoints" => return self.set_breakpoints(request, &Target::Functions),
            "setDataBreakpoints" => return self.set_breakpoints(request, &Target::Data),
            "setExceptionBreakpoints" => {
                let filters: Vec<String> = request.or_default("filters")?;
                self.game()?.at_faults = filters.contains(&"faults".to_owned());
                Json::Null
            }
            "completions" => return self.completions(request),
            "exceptionInfo" => {
                let fault = self.game()?.shell.debugger().and_then(Debugger::fault_stop);
                json!({
                    "exceptionId": fault.map_or("failed", |fault| fault.error.code),
                    "description": self.stopped.text,
                    "breakMode": "always",
                })
            }
            // What it was to stop has ended before it is read.
            "pause" => {
                self.game()?;
                self.pause.take();
                Json::Null
            }
            "cancel" => Json::Null,
            _ => return self.view(request),
        })
    }

    /// The response to a request for what is shown.
    fn view(&mut self, request: &Request) -> Body {
        Ok(match request.command.as_str() {
            "dataBreakpointInfo" => {
                let name: String = request.or_default("name")?;
                let item = self.shown.find(request.or_default("variablesReference")?, &name);
                match item.and_then(|item| item.watch.clone()) {
                    Some(watch) => {
                        json!({"dataId": watch, "description": watch, "accessTypes": ["write"]})
                    }
                    None => json!({"dataId": null, "description": "no watch can be set on this"}),
                }
            }
            "threads" => json!({"threads": [{"id": 1, "name": "game"}]}),
            "stackTrace" => {
                self.game()?;
                let (start, levels) = (request.or_default("startFrame")?, request.get("levels")?);
                let levels = levels.filter(|levels| *levels > 0).unwrap_or(usize::MAX);
                let frames = self.frames.iter().zip(1..).skip(start).take(levels);
                let frames: Vec<Json> = frames.map(|(frame, id)| frame.json(id)).collect();
                json!({"stackFrames": frames, "totalFrames": self.frames.len()})
            }
            "scopes" => {
                let frame = self.frame(request)?.ok_or("there is no such frame")?;
                let locals = frame.locals.clone();
                let mut scopes = Vec::new();
                let one = self.debuggee.as_ref();
                if let Some(debugger) = one.and_then(|one| one.shell.debugger()) {
                    let locals = locals.map(|l| variables::locals(&l, debugger.notation()));
                    scopes.extend(locals.map(|locals| self.shown.scope("Locals", locals)));
                    scopes.extend(variables::scopes(debugger, &mut self.shown));
                }
                json!({"scopes": scopes})
            }
            "variables" => self.shown.variables(request.or_default("variablesReference")?),
            "source" => {
                let source: Json = request.or_default("source")?;
                let reference = argument(&source, "sourceReference")?;
                let reference: usize = reference.unwrap_or(request.or_default("sourceReference")?);
                let one = self.game()?;
                let script = reference.checked_sub(1).and_then(|script| {
                    let debugger = one.shell.debugger()?;
                    debugger.loaded.host.source(u16::try_from(script).ok()?)
                });
                json!({"content": *script.ok_or("there is no such script")?.text})
            }
            "loadedSources" => {
                let one = self.game()?;
                let debugger = one.shell.debugger();
                let sources = debugger.iter().flat_map(|debugger| {
                    (0..).map_while(|script| frames::source(debugger, &one.project, script))
                });
                json!({"sources": sources.collect::<Vec<_>>()})
            }
            other => return Err(format!("there is no request `{other}`")),
        })
    }

    fn initialize(&mut self, request: &Request) -> Body {
        if self.is_initialized {
            return Err("`initialize` comes once".into());
        }
        for name in ["linesStartAt1", "columnsStartAt1"] {
            if request.get(name)? == Some(false) {
                return Err(format!("`{name}` must be true: they are counted from 1 here"));
            }
        }
        self.is_initialized = true;
        Ok(capabilities())
    }

    fn launch(&mut self, request: &Request) -> Body {
        if self.debuggee.is_some() {
            return Err("a game is debugged already".into());
        }
        let stop_on_entry = request.or_default("stopOnEntry")?;
        let project = DebuggedProject::open(&self.home).map_err(|error| error.to_string())?;
        let (shell, program) = launch(&project, request, &self.pause.interrupt)?;
        self.stop_on_entry = stop_on_entry;
        self.debuggee = Some(Debuggee::new(shell, program, project, self.pause.clone()));
        Ok(Json::Null)
    }

    fn set_breakpoints(&mut self, request: &Request, target: &Target) -> Body {
        let given = request.or_default("breakpoints")?;
        let set = self.game()?.set_breakpoints(target, given)?.iter();
        let set: Vec<Json> = set.map(EditorBreakpoint::info).collect();
        Ok(json!({"breakpoints": set}))
    }

    /// The frame that a request names.
    fn frame(&self, request: &Request) -> Result<Option<&ShownFrame>, String> {
        let id: usize = request.or_default("frameId")?;
        Ok(id.checked_sub(1).and_then(|i| self.frames.get(i)))
    }

    // ---- the console -------------------------------------------------------------------------

    fn evaluate(&mut self, request: &Request) -> Done {
        let expression: String = request.or_default("expression")?;
        let context: Option<String> = request.get("context")?;
        if !matches!(context.as_deref(), Some("watch" | "hover" | "variables")) {
            let (text, stop) = match self.game()?.typed(&expression) {
                Ok(done) => done,
                // An expression reads with the variables of the frame, as a watch does.
                Err(why) => (
                    self.value(request, expression.trim_start_matches('=')).map_err(|_| why)?,
                    None,
                ),
            };
            let then = stop.map_or(Then::Nothing, Then::Stopped);
            return Ok((json!({"result": text, "variablesReference": 0}), then));
        }
        let value = self.value(request, &expression)?;
        Ok((json!({"result": value, "variablesReference": 0}), Then::Nothing))
    }

    /// The value of an expression in the frame that a request names.
    fn value(&self, request: &Request, expression: &str) -> Result<String, String> {
        let frame = self.frame(request)?;
        let locals = frame.and_then(|frame| frame.locals.as_deref()).unwrap_or_default();
        let one = self.debuggee.as_ref().ok_or("no game is debugged")?;
        let debugger = one.shell.debugger().ok_or("there is no game yet")?;
        let value = debugger.query(debugger.table().clone(), expression, locals);
        value.map_err(|error| error.to_string())
    }

    fn set_variable(&mut self, request: &Request) -> Done {
        let name: String = request.or_default("name")?;
        let value: String = request.or_default("value")?;
        let reference = request.or_default("variablesReference")?;
        let counter = self.shown.find(reference, &name).and_then(|item| item.counter.clone());
        let one = self.game()?;
        let counter = counter.ok_or("only counters can be set")?;
        let (_, stop) = one.typed(&format!(":set {counter} {value}"))?;
        Ok((json!({"value": value}), stop.map_or(Then::Nothing, Then::Stopped)))
    }

    fn completions(&mut self, request: &Request) -> Body {
        let text: String = request.or_default("text")?;
        let column: usize = request.or_default("column")?;
        let units: Vec<u16> = text.encode_utf16().take(column.saturating_sub(1)).collect();
        let before = String::from_utf16_lossy(&units);
        let word = before.rsplit(char::is_whitespace).next().unwrap_or_default();
        let length = word.encode_utf16().count();
        let start = units.len() - length;
        let found = self.game()?.shell.complete(&before);
        let targets = found.into_iter().map(|found| {
            json!({
                "label": found.text,
                "detail": found.about,
                "start": start,
                "length": length,
            })
        });
        Ok(json!({"targets": targets.collect::<Vec<_>>()}))
    }
}
