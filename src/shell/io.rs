//! Input and output redirection: `:read`, `:output`, `:mode`.

use super::command::{Command, CommandGroup, Property};
use super::command_error::{CommandError, CommandResult, unwritable};
use super::render::json;
use super::reply::Part;
use super::state::Shell;
use crate::base::files::{FileRef, OutputType};
use std::path::Path;

/// The maximum nesting of `:read`; deeper nesting is a cycle.
const MAX_DEPTH: usize = 8;

/// A file with replies: any text, so that of files with an ending only those with one of these are
/// replaced.
const REPLIES_FILE: OutputType = OutputType {
    name: "a file for replies, such as one whose name ends in .txt or .log",
    endings: &["txt", "log", "json", "jsonl"],
    is_head: |_| false,
};

pub(super) const IO: CommandGroup = CommandGroup {
    name: "Input and output",
    commands: &[
        Command::new("read", "FILE", "run the inputs of a file", read)
            .is(&[Property::Unrecorded, Property::File])
            .more(&[
                "Each line is an input; of a session file, the blocks are run. Stops at the first",
                "refused input.",
            ]),
        Command::new(
            "output",
            "[FILE]",
            "write replies to a file; alone, print them again",
            output,
        )
        .is(&[Property::Unrecorded, Property::File]),
        Command::new("mode", "text|json", "print text, or one JSON object per line", mode).more(&[
            "An object has `type` (reply), `id` (of the request), `input`, `status` (done,",
            "refused, failed, fault, quit), `parts` (events, decision, location … as data) and",
            "`state`: `ply`, `last_ply`, `asked`, `decision` (id), `outcome`, `viewer`, `hash`.",
            "With `repl --format json`, a program can also send requests, such as",
            "{\"id\": 1, \"answer\": \"draw\", \"decision\": 0}; see scripts/PROGRAMS.md.",
            "`:mode schema` prints the JSON Schema of messages and of requests (`Request`).",
        ]),
    ],
};

fn read(shell: &mut Shell, name: &str) -> CommandResult {
    let text = shell.trust.read(name)?;
    if shell.output.n_reading == MAX_DEPTH {
        return Err(CommandError::refused("these files read one another in a circle"));
    }
    shell.output.n_reading += 1;
    let done = shell.reading(|shell| shell.run_inputs(name, &text));
    shell.output.n_reading -= 1;
    done
}

impl Shell {
    /// Shows all replies from now on, on a page on which nobody could read a file of them.
    pub fn show_replies(&mut self) {
        (self.output.file, self.shows_replies) = (None, true);
    }
}

fn output(shell: &mut Shell, name: &str) -> CommandResult {
    if name.is_empty() {
        let line = match shell.output.file.take() {
            Some(_) => "replies are shown here again",
            None => "replies are shown here; `:output FILE` writes them to a file",
        };
        return Ok(vec![Part::note(line)]);
    }
    if shell.shows_replies {
        return Err(CommandError::hinted(
            "replies are shown here, and not written to a file",
            "`:record FILE` or `:save FILE` keeps the game; `litterbox repl` has `:output FILE`",
        ));
    }
    if let Some(warning) = shell.trust.kept_in_memory(name) {
        return Ok(vec![warning]);
    }
    let has_other_ending =
        Path::new(name).extension().is_some() && REPLIES_FILE.check_ending(name).is_err();
    let of = has_other_ending.then_some(&REPLIES_FILE);
    let files = shell.trust.writable(of, name)?;
    // It may be the same one.
    shell.output.file = None;
    let file = FileRef::begin(files, name, "").map_err(|why| unwritable(name, &why))?;
    shell.output.file = Some(file);
    Ok(Vec::new())
}

fn mode(shell: &mut Shell, word: &str) -> CommandResult {
    match word {
        "text" => shell.output.json = false,
        "json" => shell.output.json = true,
        "schema" => return Ok(vec![Part::Schema { schema: json::schema() }]),
        _ => return Err(CommandError::refused("write `:mode text` or `:mode json`")),
    }
    Ok(Vec::new())
}
