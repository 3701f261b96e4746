//! Input and output redirection: `:read`, `:output`, `:mode`.

use super::command::{Command, CommandGroup};
use super::command_error::{CommandError, CommandResult};
use super::out::json;
use super::state::Shell;
use super::trust::Origin;
use super::{Reply, Status, line};
use crate::debugger::reply::{IoReply, NestedInput, Part, ReadFile};
use crate::files::FileRef;

/// The maximum nesting of `:read`; deeper nesting is a cycle.
const MAX_DEPTH: usize = 8;

pub(super) const IO: CommandGroup = CommandGroup {
    name: "Input and output",
    commands: &[
        Command::new("read", "FILE", "run the inputs of a file", read).more(&[
            "Each line is an input; of a session file, the blocks are run. Stops at the first",
            "refused input.",
        ]),
        Command::new(
            "output",
            "[FILE]",
            "write replies to a file; alone, print them again",
            output,
        ),
        Command::new("mode", "text|json", "print text, or one JSON object per line", mode).more(&[
            "An object has `type` (reply), `id` (of the request), `input`, `status` (done,",
            "refused, failed, fault, quit), `parts` (events, decision, location … as data) and",
            "`state`: `ply`, `last_ply`, `asked`, `decision` (id), `outcome`, `viewer`, `hash`.",
            "With `repl --format json`, a program can also send requests, such as",
            "{\"id\": 1, \"answer\": \"draw\", \"decision\": 0}; see scripts/README.md.",
            "`:mode schema` prints the JSON Schema of messages and of requests (`Request`).",
        ]),
    ],
};

fn read(shell: &mut Shell, name: &str) -> CommandResult {
    let text = shell.read_file(name)?;
    if shell.io.depth == MAX_DEPTH {
        return Err(CommandError::refused("these files read one another in a circle"));
    }
    shell.io.depth += 1;
    let done = shell.reading(|shell| run(shell, name, &line::inputs(&text)));
    shell.io.depth -= 1;
    done
}

fn run(shell: &mut Shell, name: &str, inputs: &[String]) -> CommandResult {
    let mut file = ReadFile { file: name.to_owned(), inputs: Vec::new(), stopped: false };
    for input in inputs {
        let (prompt, line) = (shell.prompt(), line::prompted(input).1.to_owned());
        let reply = shell.pasted(Origin::Foreign, input);
        let status = reply.status;
        file.inputs.push(NestedInput { prompt, input: line, reply });
        match status {
            Status::Done => {}
            Status::Quit => return Err(CommandError::Quit),
            Status::Refused | Status::Failed | Status::Fault => {
                file.stopped = true;
                return Err(CommandError::Failed(vec![Part::Io(IoReply::Read(file))]));
            }
        }
    }
    Ok(vec![Part::Io(IoReply::Read(file))])
}

fn output(shell: &mut Shell, name: &str) -> CommandResult {
    if name.is_empty() {
        let diverted = shell.io.output.take().is_some();
        return Ok(vec![Part::Io(IoReply::Output { diverted })]);
    }
    if let Some(warning) = shell.kept_in_memory(name) {
        return Ok(vec![warning]);
    }
    let files = shell.write_file(name, "")?;
    shell.io.output = Some(FileRef::plain(files, name));
    Ok(Vec::new())
}

fn mode(shell: &mut Shell, word: &str) -> CommandResult {
    match word {
        "text" => shell.json = false,
        "json" => shell.json = true,
        "schema" => return Ok(vec![Part::Schema { schema: json::schema().to_value() }]),
        _ => return Err(CommandError::refused("write `:mode text` or `:mode json`")),
    }
    Ok(Vec::new())
}

impl Shell {
    /// Whether replies are JSON, one object per line.
    #[must_use]
    pub const fn is_json(&self) -> bool {
        self.json
    }

    /// Sets whether replies are JSON.
    pub const fn set_json(&mut self, on: bool) {
        self.json = on;
    }

    /// Runs an input that may start with the prompt of a pasted session: an answer is refused if
    /// another seat is asked.
    pub fn pasted(&mut self, origin: Origin, input: &str) -> Reply {
        let (prompt, line) = line::prompted(input);
        let seat = prompt.filter(|seat| !seat.is_empty() && Self::is_answer(line));
        if let Some(seat) = seat.filter(|seat| self.asked() != Some(seat)) {
            let is_limited = self.debugger().is_some_and(|debugger| debugger.viewer.is_some());
            let (but, hint) = match self.asked() {
                Some(_) if is_limited => ("another seat is asked first".to_owned(), None),
                Some(name) => {
                    let form = format!("`{name}: ANSWER` answers for {name}");
                    let hint = format!("{form}, `{seat}: {line}` for {seat}");
                    (format!("{name} is asked first"), Some(hint))
                }
                None => ("nobody is asked".to_owned(), None),
            };
            let message = format!("this line answers for {seat}, but {but}");
            self.last = (input.to_owned(), false);
            return CommandError::Refused(message, hint).reply();
        }
        self.from(origin, |bench| bench.take(line))
    }

    /// Writes a reply to the output file, if there is one.
    pub(super) fn diverted(&mut self, mut reply: Reply) -> Reply {
        let is_inner = self.io.depth > 0;
        let Some(file) = self.io.output.clone().filter(|_| !is_inner) else { return reply };
        let text = self.rendered(&reply);
        if text.is_empty() {
            return reply;
        }
        match file.append(&format!("{text}\n"), "") {
            Ok(()) => Reply::new(reply.status, Vec::new()),
            Err(why) => {
                self.io.output = None;
                let name = file.path().display();
                let message = format!("output is shown here again: cannot write {name}: {why}");
                reply.parts.push(Part::Warning { message });
                reply
            }
        }
    }
}
