//! The commands: `:word` and what it does. One table drives running, help and completion.

use super::expect::{self, Outcome};
use super::{Done, Trouble, Verdict, Workbench, files, help, new, render, trouble, why};
use crate::transcript::lexicon::meant;
use crate::transcript::{Input, position};

/// A command.
pub struct Command {
    /// Its name; a unique beginning of it will do.
    pub name: &'static str,
    /// What may follow it.
    pub args: &'static str,
    /// What it does.
    pub about: &'static str,
    /// More about it.
    pub more: &'static [&'static str],
    run: fn(&mut Workbench, &str) -> Done,
}

/// All commands, in the order `:help` lists them.
pub const COMMANDS: &[Command] = &[
    Command {
        name: "new",
        args: "VARIANT [NAMES…]",
        about: "start a game",
        more: &[
            "--players N          seats without names: p1 p2 …",
            "--seed S             the seed of all chance",
            "--first NAME|random  who begins",
            "--lang L             the language of the titles",
            "--set OPTION=VALUE   an option of the variant, for this game",
            "e.g. :new classic ann bob cat --seed 7 --first cat",
        ],
        run: new::run,
    },
    Command {
        name: "table",
        args: "[SPEC]",
        about: "lay out a position; alone, print the one there is",
        more: &[
            "e.g. :table ann: favor skip | bob: - | draw: attack nope ... | turn: ann 2",
            "Hands and the discard pile are emptied first. Leftmost is the top; - is nothing;",
            "a trailing ... keeps the pile below. There are also: discard, piles, dead, reversed.",
        ],
        run: table,
    },
    Command {
        name: "set",
        args: "COUNTER VALUE",
        about: "set a counter of the table, or NAME.COUNTER of a player",
        more: &["e.g. :set ann.space 5"],
        run: set,
    },
    Command {
        name: "expect",
        args: "…",
        about: "assert something of the position; prints nothing when it holds",
        more: &[],
        run: expect,
    },
    Command {
        name: "refuse",
        args: "INPUT",
        about: "assert that an input is refused and changes nothing",
        more: &["e.g. :refuse play nope"],
        run: refuse,
    },
    Command {
        name: "back",
        args: "[N]",
        about: "go back N plies (1)",
        more: &[
            "A ply is one typed input that is part of the game, with all that followed by itself.",
        ],
        run: back,
    },
    Command {
        name: "forward",
        args: "[N]",
        about: "go forward N plies (1) of those gone back over",
        more: &[],
        run: forward,
    },
    Command {
        name: "goto",
        args: "PLY",
        about: "go to a ply; 0 is the start",
        more: &[],
        run: goto,
    },
    Command {
        name: "view",
        args: "[NAME]",
        about: "the whole position, or what a player knows of it",
        more: &["? stands for a card the player does not know."],
        run: view,
    },
    Command {
        name: "events",
        args: "[PLY]",
        about: "every event of the last ply, or of another, with its script line",
        more: &[],
        run: events,
    },
    Command {
        name: "why",
        args: "[EVENT]",
        about: "what led to an event, or to the question that is asked",
        more: &["Events are numbered in `:events`."],
        run: why,
    },
    Command {
        name: "autopass",
        args: "on|off",
        about: "off: windows are shown also to seats that can only pass",
        more: &[],
        run: autopass,
    },
    Command {
        name: "reload",
        args: "",
        about: "read scripts and variants again and replay the game on them",
        more: &["The position is kept. Where the game goes another way now, that is shown."],
        run: files::reload,
    },
    Command {
        name: "record",
        args: "FILE",
        about: "write this session to a file, from the beginning and from now on",
        more: &[
            "The file is a test: `litterbox test FILE` runs it. By custom it ends in .session.md.",
        ],
        run: files::record,
    },
    Command {
        name: "save",
        args: "FILE",
        about: "save the game with its history",
        more: &[],
        run: files::save,
    },
    Command { name: "load", args: "FILE", about: "load a saved game", more: &[], run: files::load },
    Command {
        name: "help",
        args: "[COMMAND]",
        about: "this list, or more about one command",
        more: &[],
        run: |_, name| {
            let found = help::commands(name.trim_start_matches(':'));
            found.map(|found| lines(&found)).map_err(Trouble::refused)
        },
    },
    Command { name: "quit", args: "", about: "leave", more: &[], run: |_, _| Err(Trouble::Quit) },
];

/// The command that a word means.
///
/// # Errors
/// None, or several, in words.
pub fn find(word: &str) -> Result<&'static Command, String> {
    if let Some(command) = COMMANDS.iter().find(|command| command.name == word) {
        return Ok(command);
    }
    let begun: Vec<_> = COMMANDS.iter().filter(|command| command.name.starts_with(word)).collect();
    match begun.as_slice() {
        [command] => Ok(command),
        [] => {
            let names = COMMANDS.iter().map(|command| command.name);
            Err(format!("there is no command `:{word}`{}", meant(word, names)))
        }
        several if !word.is_empty() => {
            let names: Vec<String> = several.iter().map(|c| format!(":{}", c.name)).collect();
            Err(format!("`:{word}` may be {}", names.join(" or ")))
        }
        _ => Err("a command follows `:`, for instance `:help`".into()),
    }
}

/// Runs a command line, without its colon.
pub(super) fn run(workbench: &mut Workbench, line: &str) -> Done {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let command = find(word).map_err(|why| Trouble::hinted(why, "`:help` lists the commands"))?;
    (command.run)(workbench, rest.trim())
}

/// Whether a line is an input to the game, or moves it: what the last one met is over then.
pub(super) fn is_input(line: &str) -> bool {
    let Some(line) = line.strip_prefix(':') else { return !line.starts_with('?') };
    let word = line.split_whitespace().next().unwrap_or_default();
    find(word).is_ok_and(|command| {
        let moves = ["new", "table", "set", "back", "forward", "goto", "reload", "load"];
        moves.contains(&command.name)
    })
}

fn lines(lines: &[String]) -> String {
    lines.join("\n")
}

fn table(workbench: &mut Workbench, spec: &str) -> Done {
    let study = workbench.game_mut()?;
    if spec.is_empty() {
        return Ok(printed(study));
    }
    let layout = position::parse(spec, study.lexicon());
    let layout = layout.map_err(|faults| match faults.as_slice() {
        [fault] => Trouble::refused(fault),
        faults => {
            let list: String = faults.iter().map(|fault| format!("\n  {fault}")).collect();
            Trouble::refused(format!("{} things are wrong with this position{list}", faults.len()))
        }
    })?;
    let spec = position::print(&layout, study.lexicon());
    let taken = study.take(&format!(":table {spec}"), Input::Table(spec.clone()));
    taken.map_err(|halt| trouble(study, halt))?;
    Ok(workbench.happened())
}

/// The position as commands that lay it out again.
fn printed(study: &super::study::Study) -> String {
    let layout = position::of_table(study.table(), study.lexicon());
    let mut lines = vec![format!(":table {}", position::print(&layout, study.lexicon()))];
    for (slot, value) in study.table().counters.iter().enumerate() {
        let (seat, name) = study.lexicon().rules.counter_at(slot as u16);
        let owner = seat.map_or_else(String::new, |s| format!("{}.", study.lexicon().seat(s)));
        lines.push(format!(":set {owner}{name} {value}"));
    }
    lines.join("\n")
}

fn set(workbench: &mut Workbench, rest: &str) -> Done {
    let study = workbench.game_mut()?;
    let words: Vec<&str> = rest.split_whitespace().collect();
    let [counter, value] = words.as_slice() else {
        return Err(Trouble::hinted("a counter and a value are needed", "e.g. :set ann.space 5"));
    };
    let value =
        value.parse::<i64>().map_err(|_| Trouble::refused(format!("`{value}` is no number")))?;
    let taken = study.take(&format!(":set {rest}"), Input::Set((*counter).to_owned(), value));
    taken.map_err(|halt| trouble(study, halt))?;
    Ok(workbench.happened())
}

fn expect(workbench: &mut Workbench, text: &str) -> Done {
    match expect::check(workbench.game()?, text) {
        Ok(Outcome::Holds) => Ok(String::new()),
        Ok(Outcome::Fails(expected, actual)) => {
            Err(Trouble::Failed(format!("expected: {expected}\n  actual: {actual}")))
        }
        Err(why) => Err(Trouble::hinted(why, "`:help expect` lists what can be expected")),
    }
}

fn refuse(workbench: &mut Workbench, line: &str) -> Done {
    if line.is_empty() {
        return Err(Trouble::hinted("which input?", "e.g. :refuse play nope"));
    }
    let reply = workbench.trial().input(line);
    match reply.verdict {
        Verdict::Refused | Verdict::Failed => Ok(reply.text),
        Verdict::Fault => Err(Trouble::Failed(format!("`{line}` met a fault\n{}", reply.text))),
        Verdict::Done | Verdict::Quit => {
            Err(Trouble::Failed(format!("expected: `{line}` is refused\n  actual: it is accepted")))
        }
    }
}

fn number(rest: &str, otherwise: Option<usize>) -> Result<usize, Trouble> {
    match (rest, otherwise) {
        ("", Some(n)) => Ok(n),
        _ => rest.parse().map_err(|_| Trouble::refused(format!("`{rest}` is no number of plies"))),
    }
}

fn travel(workbench: &mut Workbench, ply: Option<usize>) -> Done {
    let study = workbench.game_mut()?;
    let last = study.timeline.last_ply();
    match ply {
        Some(ply) if ply <= last => study.go(ply),
        _ => {
            let now = study.timeline.ply();
            let why = format!("there is no such ply: this is ply {now} of {last}");
            return Err(Trouble::hinted(why, "ply 0 is the start"));
        }
    }
    Ok(workbench.stands())
}

fn back(workbench: &mut Workbench, rest: &str) -> Done {
    let n = number(rest, Some(1))?;
    let ply = workbench.game()?.timeline.ply();
    travel(workbench, ply.checked_sub(n))
}

fn forward(workbench: &mut Workbench, rest: &str) -> Done {
    let n = number(rest, Some(1))?;
    let ply = workbench.game()?.timeline.ply();
    travel(workbench, ply.checked_add(n))
}

fn goto(workbench: &mut Workbench, rest: &str) -> Done {
    let ply = number(rest, None)?;
    travel(workbench, Some(ply))
}

fn view(workbench: &mut Workbench, name: &str) -> Done {
    let study = workbench.game()?;
    let seat = match name {
        "" => None,
        name => Some(study.lexicon().the_seat(name).map_err(Trouble::refused)?),
    };
    Ok(lines(&render::position(study, seat)))
}

fn events(workbench: &mut Workbench, rest: &str) -> Done {
    let study = workbench.game()?;
    let ply = number(rest, Some(study.timeline.ply()))?;
    if ply > study.timeline.last_ply() {
        let last = study.timeline.last_ply();
        return Err(Trouble::refused(format!("there is no ply {ply}: the last one is {last}")));
    }
    Ok(lines(&why::events(study, ply)))
}

fn why(workbench: &mut Workbench, rest: &str) -> Done {
    let study = workbench.game()?;
    if rest.is_empty() {
        return Ok(lines(&why::decision(study)));
    }
    let id = rest.trim_start_matches('#').parse();
    let id = id.map_err(|_| Trouble::refused(format!("`{rest}` is no number of an event")))?;
    why::event(study, id).map(|found| lines(&found)).ok_or_else(|| {
        Trouble::hinted(format!("there is no event {id} up to here"), "`:events` lists them")
    })
}

fn autopass(workbench: &mut Workbench, rest: &str) -> Done {
    let study = workbench.game_mut()?;
    let said = match rest {
        "on" => "seats that can only pass are not asked",
        "off" => "windows are shown also to seats that can only pass",
        _ => return Err(Trouble::refused("write `:autopass on` or `:autopass off`")),
    };
    study.ask_all(rest == "off");
    Ok(said.into())
}
