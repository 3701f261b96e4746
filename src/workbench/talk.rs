//! Where inputs come from and where replies go: `:read`, `:output`, `:mode`.

use super::command::{Command, Group};
use super::{Done, Reply, Trouble, Verdict, Workbench, line, machine};

/// Files that read files that read files: deeper than this is a circle.
const MAX_DEPTH: usize = 8;

pub(super) const TALKING: Group = Group {
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
pub(super) struct Talk {
    output: Option<String>,
    depth: usize,
}

fn read(workbench: &mut Workbench, name: &str) -> Done {
    let text = workbench.files.read(name)?;
    if workbench.talk.depth == MAX_DEPTH {
        return Err(Trouble::refused("these files read one another in a circle"));
    }
    workbench.talk.depth += 1;
    let done = run(workbench, name, &line::inputs(&text));
    workbench.talk.depth -= 1;
    done
}

fn run(workbench: &mut Workbench, name: &str, inputs: &[String]) -> Done {
    let mut said = Vec::new();
    for input in inputs {
        let head = format!("{}{}", workbench.prompt(), line::prompted(input).1);
        let reply = workbench.pasted(input);
        if workbench.json {
            workbench.nested.extend(reply.text.lines().map(str::to_owned));
        } else {
            said.push(head);
            said.extend(reply.text.lines().map(|line| format!("  {line}")));
        }
        match reply.verdict {
            Verdict::Done => {}
            Verdict::Quit => return Err(Trouble::Quit),
            Verdict::Refused | Verdict::Failed | Verdict::Fault => {
                said.push(format!("{name} is read no further"));
                return Err(Trouble::Failed(said.join("\n")));
            }
        }
    }
    Ok(said.join("\n"))
}

fn output(workbench: &mut Workbench, name: &str) -> Done {
    if name.is_empty() {
        return Ok(match workbench.talk.output.take() {
            Some(_) => "replies are shown here again".into(),
            None => "replies are shown here: a file after `:output` takes them".into(),
        });
    }
    workbench.files.write(name, String::new())?;
    workbench.talk.output = Some(name.to_owned());
    Ok(String::new())
}

fn mode(workbench: &mut Workbench, word: &str) -> Done {
    match word {
        "text" => workbench.json = false,
        "json" => workbench.json = true,
        "schema" => return Ok(machine::schema()),
        _ => return Err(Trouble::refused("write `:mode text` or `:mode json`")),
    }
    Ok(String::new())
}

impl Workbench {
    /// Takes an input that may carry the prompt it was once typed at: an answer is refused where
    /// another seat is asked.
    pub fn pasted(&mut self, input: &str) -> Reply {
        let (prompt, line) = line::prompted(input);
        let seat = prompt.filter(|seat| !seat.is_empty() && Self::is_answer(line));
        if let Some(seat) = seat.filter(|seat| self.asked() != Some(seat)) {
            let is_limited = self.study().is_some_and(|study| study.eyes.is_some());
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
        self.input(line)
    }

    /// Puts a reply into the file that takes them, if one does.
    pub(super) fn diverted(&mut self, reply: Reply) -> Reply {
        let is_inner = self.talk.depth > 0;
        let Some(file) = self.talk.output.as_ref().filter(|_| !is_inner) else { return reply };
        if reply.text.is_empty() {
            return reply;
        }
        match self.files.append(file, &reply.text) {
            Err(Trouble::Refused(why, _)) => {
                self.talk.output = None;
                Reply {
                    text: format!("{}\nOutput is shown here again: {why}", reply.text),
                    ..reply
                }
            }
            _ => Reply { text: String::new(), ..reply },
        }
    }
}
