//! A client of the debugger, which writes down what it says in a form that one can read.

use crate::program::Litterbox;
use crate::waiting;
use litterbox::base::STACK_SIZE;
use litterbox::internals::serve_debugger;
use serde_json::{Value as Json, json};
use std::fmt::Write as _;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::Builder;

/// A message with its header.
pub fn framed(message: &Json) -> String {
    let text = message.to_string();
    format!("Content-Length: {}\r\n\r\n{text}", text.len())
}

/// Reads a message; `None` at the end.
pub fn read(from: &mut impl BufRead) -> Option<Json> {
    let mut header = String::new();
    from.read_line(&mut header).expect("a header");
    let length = header.trim().strip_prefix("Content-Length: ")?.parse().expect("a length");
    from.read_line(&mut header).expect("an empty line");
    let mut text = vec![0; length];
    io::Read::read_exact(from, &mut text).expect("a whole message");
    Some(serde_json::from_slice(&text).expect("JSON"))
}

pub struct Client {
    /// None if the debugger runs in this process.
    child: Option<Child>,
    to: Box<dyn Write>,
    from: BufReader<Box<dyn Read + Send>>,
    seq: i64,
    /// The events that no one has looked at.
    events: Vec<Json>,
    /// The breakpoints that have changed.
    pub changed: Vec<Json>,
    pub transcript: String,
}

impl Client {
    pub fn start(litterbox: &Litterbox) -> Self {
        Self::of(&mut litterbox.command(&["dap"]))
    }

    /// The client of a program.
    pub fn of(command: &mut Command) -> Self {
        let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
        let (to, from) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Self::new(Some(child), Box::new(to), Box::new(from))
    }

    /// A debugger in this process, for the files of a folder; `begin` may panic.
    pub fn inside(home: &Path, begin: fn(&str)) -> Self {
        let ((input, to), (from, output)) = (io::pipe().unwrap(), io::pipe().unwrap());
        let home = home.to_owned();
        let serve = move || serve_debugger(home, input, output, begin);
        Builder::new().stack_size(STACK_SIZE).spawn(serve).expect("a thread");
        Self::new(None, Box::new(to), Box::new(from))
    }

    fn new(child: Option<Child>, to: Box<dyn Write>, from: Box<dyn Read + Send>) -> Self {
        let (events, changed, transcript) = Default::default();
        Self { child, to, from: BufReader::new(from), seq: 0, events, changed, transcript }
    }

    /// Sends requests at once.
    pub fn send(&mut self, commands: &[&str]) {
        let requests = commands.iter().map(|command| {
            self.seq += 1;
            framed(&json!({"type": "request", "seq": self.seq, "command": command}))
        });
        let requests: String = requests.collect();
        self.to.write_all(requests.as_bytes()).unwrap();
    }

    /// Sends a request and returns its response.
    pub fn response(&mut self, command: &str, arguments: Json) -> Json {
        self.seq += 1;
        let request = json!({
            "type": "request",
            "seq": self.seq,
            "command": command,
            "arguments": arguments,
        });
        self.to.write_all(framed(&request).as_bytes()).unwrap();
        loop {
            let message = read(&mut self.from).expect("a response");
            if message["type"] == "event" {
                self.events.push(message);
                continue;
            }
            // Nobody waits for the responses to what was sent at once.
            if message["request_seq"] == self.seq {
                return message;
            }
        }
    }

    /// The body of the response to a request that succeeds.
    pub fn ask(&mut self, command: &str, arguments: Json) -> Json {
        let response = self.response(command, arguments);
        assert_eq!(response["success"], true, "{response}");
        response["body"].clone()
    }

    /// Why a request fails.
    pub fn refused(&mut self, command: &str, arguments: Json) -> String {
        let response = self.response(command, arguments);
        assert_eq!(response["success"], false, "{response}");
        response["message"].as_str().expect("a message").to_owned()
    }

    /// The next event of this name; those before it are skipped.
    pub fn event(&mut self, name: &str) -> Json {
        loop {
            let event = match self.events.is_empty() {
                true => read(&mut self.from).expect("an event"),
                false => self.events.remove(0),
            };
            if event["event"] == "output" {
                let text = event["body"]["output"].as_str().unwrap();
                for line in text.lines() {
                    let _ = writeln!(self.transcript, "    | {line}");
                }
            }
            if event["event"] == "breakpoint" {
                self.changed.push(event["body"]["breakpoint"].clone());
            }
            if event["event"] == *name {
                return event["body"].clone();
            }
        }
    }

    pub fn launch(&mut self, arguments: Json) {
        self.ask("initialize", json!({"adapterID": "litterbox"}));
        self.ask("launch", arguments);
        self.event("initialized");
    }

    /// Sends a request that moves the cursor; writes down where it leads.
    pub fn go(&mut self, command: &str, arguments: Json) -> Json {
        let _ = writeln!(self.transcript, "{command}{}", shown(&arguments));
        self.ask(command, arguments);
        self.stop()
    }

    /// Waits for a stop and writes it down.
    pub fn stop(&mut self) -> Json {
        let stopped = self.event("stopped");
        let text = stopped["description"].as_str().map_or(String::new(), |t| format!(": {t}"));
        let reason = stopped["reason"].as_str().unwrap();
        let _ = writeln!(self.transcript, "  [{reason}{text}]");
        for frame in self.frames() {
            let _ = writeln!(self.transcript, "  {}", place(&frame));
        }
        stopped
    }

    /// Writes down where the cursor still is.
    pub fn stop_again(&mut self) {
        for frame in self.frames() {
            let _ = writeln!(self.transcript, "  {}", place(&frame));
        }
    }

    /// Sends nothing more, and waits until the program has ended. Returns why it has stopped since
    /// then.
    pub fn vanish(mut self) -> Vec<String> {
        drop(self.to);
        let mut reasons = Vec::new();
        while let Some(message) = read(&mut self.from) {
            if message["event"] == "stopped" {
                reasons.push(message["body"]["reason"].as_str().unwrap().to_owned());
            }
        }
        assert!(waiting::ended(self.child.expect("a program")).status.success());
        reasons
    }

    pub fn frames(&mut self) -> Vec<Json> {
        let trace = self.ask("stackTrace", json!({"threadId": 1}));
        trace["stackFrames"].as_array().unwrap().clone()
    }

    /// The variables of a scope of a frame, with their parts.
    pub fn scope(&mut self, frame: &Json, name: &str) -> Vec<Json> {
        let scopes = self.ask("scopes", json!({"frameId": frame["id"]}));
        let found = scopes["scopes"].as_array().unwrap().iter().find(|one| one["name"] == *name);
        let reference = found.unwrap_or_else(|| panic!("{scopes}"))["variablesReference"].clone();
        self.variables(&reference)
    }

    pub fn variables(&mut self, reference: &Json) -> Vec<Json> {
        let found = self.ask("variables", json!({"variablesReference": reference}));
        found["variables"].as_array().unwrap().clone()
    }

    /// Writes the variables of a scope down.
    pub fn look(&mut self, scope: &str) {
        let frame = self.frames().remove(0);
        let _ = writeln!(self.transcript, "{scope}");
        for variable in self.scope(&frame, scope) {
            let (name, value) = (&variable["name"], &variable["value"]);
            let text = format!("  {} = {}", name.as_str().unwrap(), value.as_str().unwrap());
            let _ = writeln!(self.transcript, "{}", text.trim_end());
        }
    }

    /// Evaluates an expression or a line of the console and writes the result down.
    pub fn evaluate(&mut self, context: &str, expression: &str) -> Json {
        let frame = self.frames()[0]["id"].clone();
        let arguments = json!({"expression": expression, "context": context, "frameId": frame});
        let response = self.response("evaluate", arguments);
        let text = response["message"].as_str().or(response["body"]["result"].as_str());
        let _ = writeln!(self.transcript, "{context} {expression}");
        for line in text.unwrap_or_default().lines() {
            let _ = writeln!(self.transcript, "    | {line}");
        }
        response
    }

    /// Leaves; the program must end.
    pub fn leave(mut self) -> String {
        self.ask("disconnect", json!({}));
        if let Some(child) = &mut self.child {
            assert!(child.wait().unwrap().success());
        }
        self.transcript
    }
}

fn shown(arguments: &Json) -> String {
    match arguments.as_object() {
        Some(arguments) if arguments.is_empty() => String::new(),
        _ => format!(" {arguments}"),
    }
}

/// A frame as a line: its name, and where it is.
pub fn place(frame: &Json) -> String {
    let name = frame["name"].as_str().unwrap();
    match frame["source"]["name"].as_str() {
        Some(file) => format!("{name:30} {file}:{}:{}", frame["line"], frame["column"]),
        None => name.to_owned(),
    }
}
