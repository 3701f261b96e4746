//! The connection with a client: its requests, one after the other.

use super::arguments::{
    BreakpointsArguments, CompletionsArguments, EvaluateArguments, FrameArguments,
    InitializeArguments, LaunchArguments, SourceArguments, VariablesArguments,
};
use super::cursor::Stride;
use super::debuggee::{Debuggee, PauseRequest, Stopped};
use super::frames::{self, ShownFrame};
use super::program::{Project, launch};
use super::stops::{Breakpoint, script_name};
use super::variables::{self, Shown};
use super::wire::{Incoming, Output, Request};
use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, TryRecvError};

/// The state of a connection.
pub struct Server<W> {
    out: Output<W>,
    home: PathBuf,
    pause: PauseRequest,
    is_initialized: bool,
    /// The first line and the first column for the client.
    firsts: (usize, usize),
    debuggee: Option<Debuggee>,
    stop_on_entry: bool,
    /// The last stop, and what is shown of it.
    stopped: Stopped,
    frames: Vec<ShownFrame>,
    shown: Shown,
    /// The breakpoints of each source, with their ids, as the client has set them.
    set: BTreeMap<String, (BreakpointsArguments, Vec<usize>)>,
    n_breakpoints: usize,
    /// The breakpoints that a restart has changed.
    changed: Vec<Json>,
    is_over: bool,
}

type Done = Result<Json, String>;

fn parse<T: DeserializeOwned + Default>(request: &Request) -> Result<T, String> {
    if request.arguments.is_null() {
        return Ok(T::default());
    }
    let parsed = serde_json::from_value(request.arguments.clone());
    parsed.map_err(|error| format!("`{}`: {error}", request.command))
}

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

impl<W: Write> Server<W> {
    pub fn new(home: PathBuf, pause: PauseRequest, out: W) -> Self {
        Self {
            out: Output::new(out),
            home,
            pause,
            is_initialized: false,
            firsts: (1, 1),
            debuggee: None,
            stop_on_entry: false,
            stopped: Stopped::default(),
            frames: Vec::new(),
            shown: Shown::default(),
            set: BTreeMap::new(),
            n_breakpoints: 0,
            changed: Vec::new(),
            is_over: false,
        }
    }

    /// Answers requests until the client leaves. While none waits, plies are recorded ahead.
    ///
    /// # Errors
    /// The client is gone.
    pub fn serve(&mut self, requests: &Receiver<Incoming>) -> io::Result<()> {
        while !self.is_over {
            let incoming = match requests.try_recv() {
                Ok(incoming) => incoming,
                Err(TryRecvError::Disconnected) => return Ok(()),
                Err(TryRecvError::Empty) => {
                    if self.debuggee.as_ref().is_some_and(|one| one.cursor.record_ahead()) {
                        continue;
                    }
                    let Ok(incoming) = requests.recv() else { return Ok(()) };
                    incoming
                }
            };
            match incoming {
                Incoming::Ended(None) => return Ok(()),
                Incoming::Ended(Some(why)) => return self.out.say("stderr", &why),
                Incoming::Invalid(why) => self.out.say("stderr", &why)?,
                Incoming::Request(request) => self.answer(&request)?,
            }
        }
        Ok(())
    }

    fn answer(&mut self, request: &Request) -> io::Result<()> {
        if let Some(moved) = self.moved(request) {
            let (body, then) = match moved {
                Ok((body, then)) => (Ok(body), then),
                Err(why) => (Err(why), Then::Nothing),
            };
            self.out.respond(request, body)?;
            let stop = match then {
                Then::Nothing => None,
                Then::Stopped(stop) => Some(stop),
                Then::Run(act) => self.debuggee.as_mut().map(act),
            };
            return self.settle(stop);
        }
        let done = self.done(request);
        let is_good = done.is_ok();
        self.out.respond(request, done)?;
        match request.command.as_str() {
            "launch" if is_good => self.out.event("initialized", json!({})),
            "terminate" | "disconnect" => {
                self.is_over = request.command == "disconnect";
                self.out.event("terminated", json!({}))
            }
            _ => self.settle(None),
        }
    }

    /// Tells what was printed, and where the game has stopped.
    fn settle(&mut self, stop: Option<Stopped>) -> io::Result<()> {
        let said = self.debuggee.as_mut().map(|one| std::mem::take(&mut one.said));
        for (category, text) in said.unwrap_or_default() {
            self.out.say(category, &text)?;
        }
        for breakpoint in std::mem::take(&mut self.changed) {
            let body = json!({"reason": "changed", "breakpoint": breakpoint});
            self.out.event("breakpoint", body)?;
        }
        let Some(stop) = stop else { return Ok(()) };
        if stop.reason == "exited" {
            return self.out.event("terminated", json!({}));
        }
        self.refresh();
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

    /// Looks at the position anew.
    fn refresh(&mut self) {
        self.shown = Shown::default();
        self.frames = self
            .debuggee
            .as_ref()
            .map_or_else(Vec::new, |one| frames::frames(&one.cursor, &one.program, &one.project));
    }

    fn game(&mut self) -> Result<&mut Debuggee, String> {
        let why =
            if self.is_initialized { "no game is debugged" } else { "`initialize` comes first" };
        self.debuggee.as_mut().ok_or_else(|| why.to_owned())
    }
}

/// What follows the response to a request.
enum Then {
    Nothing,
    Run(fn(&mut Debuggee) -> Stopped),
    /// The cursor has moved.
    Stopped(Stopped),
}

/// The body of a response, and what follows it.
type Moved = Result<(Json, Then), String>;

impl<W: Write> Server<W> {
    /// Carries out a request that may move the cursor; `None` for others.
    fn moved(&mut self, request: &Request) -> Option<Moved> {
        let act: fn(&mut Debuggee) -> Stopped = match request.command.as_str() {
            "configurationDone" if self.stop_on_entry => |_| Stopped::by("entry", ""),
            "configurationDone" | "continue" => Debuggee::run_on,
            "next" => |one| one.step(Stride::Over),
            "stepIn" => |one| one.step(Stride::In),
            "stepOut" => |one| one.step(Stride::Out),
            "stepBack" => Debuggee::step_back,
            "reverseContinue" => Debuggee::run_back,
            "pause" => return Some(self.game().map(|_| (Json::Null, Then::Nothing))),
            "evaluate" => return Some(self.evaluate(request)),
            "setVariable" => return Some(self.set_variable(request)),
            "restart" => return Some(self.restart()),
            _ => return None,
        };
        let body = if request.command == "continue" {
            json!({"allThreadsContinued": true})
        } else {
            Json::Null
        };
        Some(self.game().map(|_| (body, Then::Run(act))))
    }

    fn done(&mut self, request: &Request) -> Done {
        match request.command.as_str() {
            "initialize" => self.initialize(request),
            _ if !self.is_initialized => Err("`initialize` comes first".into()),
            "launch" => self.launch(request),
            "setBreakpoints" => self.set_breakpoints(request),
            "setFunctionBreakpoints" => self.set_others(request, "functions"),
            "setDataBreakpoints" => self.set_others(request, "data"),
            "setExceptionBreakpoints" => {
                let BreakpointsArguments { filters, .. } = parse(request)?;
                self.game()?.at_faults = filters.iter().any(|filter| filter == "faults");
                Ok(Json::Null)
            }
            "dataBreakpointInfo" => {
                let VariablesArguments { variables_reference, name, .. } = parse(request)?;
                let item = self.shown.find(variables_reference, &name);
                Ok(match item.and_then(|item| item.watch.clone()) {
                    Some(watch) => json!({
                        "dataId": watch,
                        "description": watch,
                        "accessTypes": ["write"],
                    }),
                    None => json!({"dataId": null, "description": "no watch can be set on this"}),
                })
            }
            "threads" => Ok(json!({"threads": [{"id": 1, "name": "game"}]})),
            "stackTrace" => {
                let FrameArguments { start_frame, levels, .. } = parse(request)?;
                self.game()?;
                let frames = self.frames.iter().zip(1..);
                let levels = if levels == 0 { usize::MAX } else { levels };
                let frames = frames.skip(start_frame).take(levels);
                let frames = frames.map(|(frame, id)| frame.json(id, self.firsts));
                let frames: Vec<Json> = frames.collect();
                Ok(json!({"stackFrames": frames, "totalFrames": self.frames.len()}))
            }
            "scopes" => self.scopes(request),
            "variables" => {
                let VariablesArguments { variables_reference, .. } = parse(request)?;
                Ok(self.shown.variables(variables_reference))
            }
            "source" => {
                let SourceArguments { source, source_reference } = parse(request)?;
                let reference = source_reference.max(source.source_reference);
                let one = self.game()?;
                let script = reference.checked_sub(1).and_then(|script| {
                    let debugger = one.cursor.debugger()?;
                    debugger.loaded.host.source(u16::try_from(script).ok()?)
                });
                let script = script.ok_or("there is no such script")?;
                Ok(json!({"content": *script.text}))
            }
            "loadedSources" => {
                let one = self.game()?;
                let debugger = one.cursor.debugger();
                let sources = debugger.iter().flat_map(|debugger| {
                    (0..).map_while(|script| frames::source(debugger, &one.project, script))
                });
                Ok(json!({"sources": sources.collect::<Vec<_>>()}))
            }
            "completions" => self.completions(request),
            "exceptionInfo" => {
                let fault = self.game()?.cursor.fault.as_ref();
                let id = fault.map_or("failed", |fault| fault.error.code);
                Ok(json!({
                    "exceptionId": id,
                    "description": self.stopped.text,
                    "breakMode": "always",
                }))
            }
            "terminate" | "disconnect" | "cancel" => Ok(Json::Null),
            other => Err(format!("there is no request `{other}`")),
        }
    }

    fn initialize(&mut self, request: &Request) -> Done {
        if self.is_initialized {
            return Err("`initialize` comes once".into());
        }
        let InitializeArguments { lines_start_at1, columns_start_at1 } = parse(request)?;
        let first = |from_one: Option<bool>| usize::from(from_one != Some(false));
        self.firsts = (first(lines_start_at1), first(columns_start_at1));
        self.is_initialized = true;
        Ok(capabilities())
    }

    fn launch(&mut self, request: &Request) -> Done {
        if self.debuggee.is_some() {
            return Err("a game is debugged already".into());
        }
        let arguments: LaunchArguments = parse(request)?;
        let project = Project::open(&self.home).map_err(|error| error.to_string())?;
        let (shell, program) = launch(&project, &arguments, &self.pause.interrupt)?;
        self.stop_on_entry = arguments.stop_on_entry;
        self.debuggee = Some(Debuggee::new(shell, program, project, self.pause.clone()));
        Ok(Json::Null)
    }

    fn scopes(&mut self, request: &Request) -> Done {
        let FrameArguments { frame_id, .. } = parse(request)?;
        let frame = frame_id.checked_sub(1).and_then(|i| self.frames.get(i));
        let frame = frame.ok_or("there is no such frame")?;
        let mut scopes = Vec::new();
        if let Some(locals) = &frame.locals {
            scopes.push(self.shown.scope("Locals", variables::locals(locals)));
        }
        if let Some(debugger) = self.debuggee.as_ref().and_then(|one| one.cursor.debugger()) {
            scopes.extend(variables::scopes(debugger, &mut self.shown));
        }
        Ok(json!({"scopes": scopes}))
    }

    // ---- breakpoints -------------------------------------------------------------------------

    fn set_breakpoints(&mut self, request: &Request) -> Done {
        let arguments: BreakpointsArguments = parse(request)?;
        let source = &arguments.source;
        let name = match (&source.path, &source.name) {
            (Some(path), _) => script_name(&self.game()?.project, path),
            (None, Some(name)) => name.clone(),
            (None, None) => return Err("`setBreakpoints` names no source".into()),
        };
        self.put(format!("line {name}"), arguments)
    }

    fn set_others(&mut self, request: &Request, kind: &str) -> Done {
        let arguments = parse(request)?;
        self.put(kind.to_owned(), arguments)
    }

    /// Replaces the breakpoints of a source.
    fn put(&mut self, key: String, arguments: BreakpointsArguments) -> Done {
        let first = self.n_breakpoints + 1;
        self.n_breakpoints += arguments.breakpoints.len();
        let new: Vec<usize> = (first..=self.n_breakpoints).collect();
        let old = self.set.insert(key.clone(), (arguments, new));
        let one = self.game()?;
        let is_old = |id: &usize| old.iter().any(|(_, ids)| ids.contains(id));
        one.breakpoints.retain(|breakpoint| !is_old(&breakpoint.id));
        Ok(json!({"breakpoints": self.verified(&key)}))
    }

    /// Makes the breakpoints of a source, as far as they are possible.
    fn verified(&mut self, key: &str) -> Vec<Json> {
        let (Some((arguments, ids)), Some(one)) = (self.set.get(key), &mut self.debuggee) else {
            return Vec::new();
        };
        one.breakpoints.retain(|breakpoint| !ids.contains(&breakpoint.id));
        let first_line = self.firsts.0;
        let mut verified = Vec::new();
        for (given, id) in arguments.breakpoints.iter().zip(ids) {
            let debugger = one.cursor.debugger();
            let library = one.cursor.shell.library();
            let made = match key.strip_prefix("line ") {
                Some(script) => {
                    let mut given = given.clone();
                    given.line += 1 - first_line;
                    Breakpoint::on_line(*id, library, script, &given)
                        .map(|(breakpoint, line)| (breakpoint, Some(usize::from(line))))
                }
                None if key == "data" => {
                    Breakpoint::on_data(*id, debugger, given).map(|breakpoint| (breakpoint, None))
                }
                None => {
                    let made = Breakpoint::on_function(*id, debugger, given);
                    made.map(|breakpoint| (breakpoint, None))
                }
            };
            verified.push(match made {
                Ok((breakpoint, line)) => {
                    one.breakpoints.push(breakpoint);
                    match line {
                        Some(line) => json!({
                            "id": id,
                            "verified": true,
                            "line": line + first_line - 1,
                        }),
                        None => json!({"id": id, "verified": true}),
                    }
                }
                Err(why) => json!({"id": id, "verified": false, "message": why}),
            });
        }
        verified
    }

    // ---- the console -------------------------------------------------------------------------

    fn evaluate(&mut self, request: &Request) -> Moved {
        let EvaluateArguments { expression, frame_id, context } = parse(request)?;
        self.game()?;
        if !matches!(context.as_deref(), Some("watch" | "hover" | "variables")) {
            let (text, is_bad, stop) = self.game()?.typed(&expression);
            if is_bad && stop.is_none() {
                return Err(text);
            }
            let then = stop.map_or(Then::Nothing, Then::Stopped);
            return Ok((json!({"result": text, "variablesReference": 0}), then));
        }
        let frame = frame_id.and_then(|id| self.frames.get(id.checked_sub(1)?));
        let locals = frame.and_then(|frame| frame.locals.as_deref()).unwrap_or_default();
        let one = self.debuggee.as_ref().ok_or("no game is debugged")?;
        let debugger = one.cursor.debugger().ok_or("there is no game yet")?;
        let value = debugger.query_with(debugger.table().clone(), &expression, locals);
        let value = value.map_err(|error| error.to_string())?;
        Ok((json!({"result": value, "variablesReference": 0}), Then::Nothing))
    }

    fn set_variable(&mut self, request: &Request) -> Moved {
        let VariablesArguments { variables_reference, name, value } = parse(request)?;
        self.game()?;
        let counter = self.shown.find(variables_reference, &name);
        let counter = counter.and_then(|item| item.counter.clone());
        let counter = counter.ok_or("only counters can be set")?;
        let (text, is_bad, stop) = self.game()?.typed(&format!(":set {counter} {value}"));
        if is_bad {
            return Err(text);
        }
        Ok((json!({"value": value}), stop.map_or(Then::Nothing, Then::Stopped)))
    }

    fn completions(&mut self, request: &Request) -> Done {
        let CompletionsArguments { text, column } = parse(request)?;
        let n_units = column.saturating_sub(self.firsts.1);
        let units: Vec<u16> = text.encode_utf16().take(n_units).collect();
        let before = String::from_utf16_lossy(&units);
        let word = before.rsplit(char::is_whitespace).next().unwrap_or_default();
        let length = word.encode_utf16().count();
        let start = before.encode_utf16().count() - length;
        let found = self.game()?.cursor.shell.complete(&before);
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

    fn restart(&mut self) -> Moved {
        let stop = self.game()?.restart()?;
        let keys: Vec<String> = self.set.keys().cloned().collect();
        self.changed = keys.iter().flat_map(|key| self.verified(key)).collect();
        Ok((Json::Null, Then::Stopped(stop)))
    }
}
