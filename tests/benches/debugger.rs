//! Response times of `litterbox dap`, the debugger of editors.

use crate::latency::long_game;
use crate::rows::{self, Target};
use serde_json::{Value as Json, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// How often each request is sent.
const ROUNDS: usize = 40;

struct Client {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Client {
    fn start(home: &std::path::Path) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_litterbox"));
        command.arg("dap").current_dir(home).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let (to, from) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Self { child, to, from: BufReader::new(from) }
    }

    /// Sends a request; waits for its response, and for the stop that follows if it moves.
    fn ask(&mut self, command: &str, arguments: &Json) -> (Json, Duration) {
        const MOVES: [&str; 6] =
            ["configurationDone", "continue", "next", "stepIn", "stepBack", "reverseContinue"];
        let request =
            json!({"type": "request", "seq": 1, "command": command, "arguments": arguments});
        let text = request.to_string();
        let start = Instant::now();
        write!(self.to, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("it reads");
        let (mut body, mut has_stopped) = (None, !MOVES.contains(&command));
        while body.is_none() || !has_stopped {
            let message = self.read();
            if message["type"] == "response" {
                assert_eq!(message["success"], true, "{message}");
                body = Some(message["body"].clone());
            }
            has_stopped |= message["event"] == "stopped";
        }
        (body.unwrap_or_default(), start.elapsed())
    }

    fn read(&mut self) -> Json {
        let mut header = String::new();
        self.from.read_line(&mut header).expect("a header");
        let length = header.trim().rsplit(' ').next().and_then(|length| length.parse().ok());
        self.from.read_line(&mut header).expect("the end of the header");
        let mut text = vec![0; length.expect("a length")];
        self.from.read_exact(&mut text).expect("a message");
        serde_json::from_slice(&text).expect("JSON")
    }
}

/// Prints how long a request takes in a game of 500 plies.
pub fn requests() {
    rows::heading("The debugger, in a game of 500 plies", &["", "time", "target"]);
    let home = tempfile::tempdir().expect("a folder");
    let shell = long_game(500);
    let game = shell.debugger().expect("a game").transcript(true).to_json_lines();
    std::fs::write(home.path().join("game.jsonl"), game).expect("a file");
    let mut client = Client::start(home.path());
    client.ask("initialize", &json!({}));
    client.ask("launch", &json!({"game": "game.jsonl", "stopOnEntry": true}));
    client.ask("configurationDone", &json!({}));
    let on_line = json!({
        "source": {"name": "cards/attack.rhai"},
        "breakpoints": [{"line": 6, "condition": "me.hand.len > 3"}],
    });
    let watch = json!({"expression": "me.hand.len", "context": "watch", "frameId": 1});
    let requests = [
        ("setBreakpoints", on_line),
        ("continue", json!({})),
        ("next", json!({})),
        ("stepIn", json!({})),
        ("stepBack", json!({})),
        ("continue", json!({})),
        ("stackTrace", json!({})),
        ("scopes", json!({"frameId": 1})),
        ("variables", json!({"variablesReference": 1})),
        ("evaluate", watch),
        ("completions", json!({"text": "play ", "column": 6})),
        ("evaluate", json!({"expression": ":events", "context": "repl"})),
    ];
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        for (command, arguments) in &requests {
            times.push(client.ask(command, arguments).1);
        }
    }
    client.ask("setBreakpoints", &json!({"source": {"name": "cards/attack.rhai"}}));
    let ends = ["reverseContinue", "continue"].repeat(ROUNDS / 2);
    times.extend(ends.iter().map(|command| client.ask(command, &json!({})).1));
    times.sort();
    let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
    let percentile = times[times.len() * 95 / 100];
    rows::figure("a request, 95th percentile", milliseconds(percentile), " ms", Target::Most(20.0));
    let slowest = milliseconds(times[times.len() - 1]);
    rows::row(&["the slowest request".to_owned(), format!("{slowest:.2} ms"), String::new()]);
    drop(client.to);
    client.child.wait().expect("it ends");
}
