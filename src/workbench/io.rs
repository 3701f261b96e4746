//! Where inputs come from and where replies go: `:read`, `:output`, `:mode`.

use super::command::{Command, CommandGroup};
use super::trust::Origin;
use super::{CommandError, CommandResult, Reply, Verdict, Workbench, json_mode, line};

/// Files that read files that read files: deeper than this is a circle.
const MAX_DEPTH: usize = 8;

pub(super) const IO: CommandGroup = CommandGroup {
    name: "Input and output",
    commands: &[
        Command::new("read", "FILE", "run the inputs of a file", read)
            .more(&[
                "A line is an input; of a session file the blocks are run. It stops at the first",
                "input that is refused.",
            ])
            .unnoted(),
        Command::new("output", "[FILE]", "print to a file from now on; alone, here again", output)
            .unnoted(),
        Command::new("mode", "text|json", "print for people, or one JSON object an input", mode)
            .more(&[
                "An object has `litterbox` (the version of this form, 1), `input`, `verdict` (done,",
                "refused, failed, fault, quit), `text` (the lines a person is told), and `game`: `ply`,",
                "`last_ply`, `hash`, `question` (`seat`, `text`, `options`), `winner`, `events` (`id`,",
                "`text`, `at`: its script line, `begun`). `:mode schema` prints its JSON Schema.",
            ]),
    ],
};

/// What `:output` and `:read` remember.
#[derive(Default)]
pub(super) struct IoState {
    output: Option<String>,
    depth: usize,
}

fn read(workbench: &mut Workbench, name: &str) -> CommandResult {
    let text = workbench.files.read(name)?;
    if workbench.io.depth == MAX_DEPTH {
        return Err(CommandError::refused("these files read one another in a circle"));
    }
    workbench.io.depth += 1;
    let done = run(workbench, name, &line::inputs(&text));
    workbench.io.depth -= 1;
    done
}

fn run(workbench: &mut Workbench, name: &str, inputs: &[String]) -> CommandResult {
    let mut said = Vec::new();
    for input in inputs {
        let head = format!("{}{}", workbench.prompt(), line::prompted(input).1);
        let reply = workbench.pasted(Origin::Foreign, input);
        if workbench.json {
            workbench.nested.extend(reply.text.lines().map(str::to_owned));
        } else {
            said.push(head);
            said.extend(reply.text.lines().map(|line| format!("  {line}")));
        }
        match reply.verdict {
            Verdict::Done => {}
            Verdict::Quit => return Err(CommandError::Quit),
            Verdict::Refused | Verdict::Failed | Verdict::Fault => {
                said.push(format!("{name} is read no further"));
                return Err(CommandError::Failed(said.join("\n")));
            }
        }
    }
    Ok(said.join("\n"))
}

fn output(workbench: &mut Workbench, name: &str) -> CommandResult {
    if name.is_empty() {
        return Ok(match workbench.io.output.take() {
            Some(_) => "replies are shown here again".into(),
            None => "replies are shown here: a file after `:output` takes them".into(),
        });
    }
    workbench.files.write(name, String::new())?;
    workbench.io.output = Some(name.to_owned());
    Ok(String::new())
}

fn mode(workbench: &mut Workbench, word: &str) -> CommandResult {
    match word {
        "text" => workbench.json = false,
        "json" => workbench.json = true,
        "schema" => return Ok(json_mode::schema()),
        _ => return Err(CommandError::refused("write `:mode text` or `:mode json`")),
    }
    Ok(String::new())
}

impl Workbench {
    /// Runs an input that may carry the prompt it was once typed at: an answer is refused where
    /// another seat is asked.
    pub fn pasted(&mut self, origin: Origin, input: &str) -> Reply {
        let (prompt, line) = line::prompted(input);
        let seat = prompt.filter(|seat| !seat.is_empty() && Self::is_answer(line));
        if let Some(seat) = seat.filter(|seat| self.asked() != Some(seat)) {
            let is_limited = self.debugger().is_some_and(|debugger| debugger.viewer.is_some());
            let but = match self.asked() {
                Some(_) if is_limited => "another seat is asked first".to_owned(),
                Some(name) => {
                    let form = format!("`{name}: ANSWER` answers for {name}");
                    format!("{name} is asked first\n  {form}, `{seat}: {line}` for {seat}")
                }
                None => "nobody is asked".to_owned(),
            };
            let text = format!("refused: this line answers for {seat}, but {but}");
            return self.shaped(input, Reply { text, verdict: Verdict::Refused }, usize::MAX);
        }
        self.from(origin, |bench| bench.take(line))
    }

    /// Puts a reply into the file that takes them, if one does.
    pub(super) fn diverted(&mut self, reply: Reply) -> Reply {
        let is_inner = self.io.depth > 0;
        let Some(file) = self.io.output.as_ref().filter(|_| !is_inner) else { return reply };
        if reply.text.is_empty() {
            return reply;
        }
        match self.files.append(file, &reply.text) {
            Err(CommandError::Refused(why, _)) => {
                self.io.output = None;
                Reply {
                    text: format!("{}\nOutput is shown here again: {why}", reply.text),
                    ..reply
                }
            }
            _ => Reply { text: String::new(), ..reply },
        }
    }
}
