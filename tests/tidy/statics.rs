//! No state belongs to the whole process or to a thread: it is in a value that is passed.

use super::files;
use super::source::tokens;
use std::fmt::Write as _;

/// What may be static, also for each thread, with the reason: tables that are computed once from
/// constants.
const STATICS: &[(&str, &str, &str)] = &[
    ("src/engine/script/topics.rs", "TOPICS", "the reference of the hooks, from their table"),
    (
        "src/editions/lint/codes.rs",
        "CODES",
        "the documentation of error codes, parsed from what is built in",
    ),
    ("src/editions/lint/codes.rs", "PAGES", "the text of that documentation"),
    ("src/engine/script/api/mod.rs", "VERBS", "the verbs, so that their functions exist once"),
    ("src/engine/script/api/mod.rs", "BY_NAME", "the verbs of each name, from their tables"),
    ("src/engine/script/tree/types.rs", "OF_ENGINE", "the types of verbs, from their tables"),
    ("src/engine/script/tree/types.rs", "OF_AGENTS", "the types of functions, from their table"),
    (
        "src/engine/script/panics.rs",
        "IS_PARSING",
        "the handler of panics has no other way to know where one happens",
    ),
    (
        "src/editions/variant/assets.rs",
        "EMBEDDED",
        "the library of the built-in scripts and variants",
    ),
    ("src/editions/variant/assets.rs", "SCRIPTS", "the built-in scripts"),
    ("src/editions/variant/assets.rs", "VARIANTS", "the built-in variants"),
    ("src/editions/variant/schema.rs", "VARIANT", "the schema of variant files, from their type"),
    ("src/editions/variant/schema.rs", "TITLES", "the schema of title files, from their type"),
];

/// What is set for the whole process, which only the program may do.
const HANDLERS: &[(&str, &str, &str)] = &[
    ("src/cli.rs", "take_hook", "the report of a panic"),
    ("src/cli.rs", "set_hook", "a panic of Rhai is the fault of a script, and not reported"),
    ("src/cli/serve.rs", "set_handler", "Ctrl-C ends the game"),
    ("src/cli/workbench.rs", "set_handler", "Ctrl-C ends the workbench"),
    ("src/cli/sim.rs", "set_handler", "Ctrl-C stops a simulation"),
    ("src/repl/terminal.rs", "set_handler", "Ctrl-C interrupts a script"),
];

#[test]
fn no_state_belongs_to_the_whole_process() {
    let mut wrong = String::new();
    let (mut statics, mut handlers) = (Vec::new(), Vec::new());
    for (path, text) in files("src", ".rs") {
        let file = path.to_string_lossy().into_owned();
        let tokens = tokens(&text);
        for (at, token) in tokens.iter().enumerate() {
            match token.as_str() {
                // Not the lifetime.
                "static" if at == 0 || tokens[at - 1] != "'" => {
                    statics.push((file.clone(), tokens[at + 1].clone()));
                }
                "set_hook" | "take_hook" | "set_handler" => {
                    handlers.push((file.clone(), token.clone()));
                }
                _ => {}
            }
        }
    }
    for (found, listed) in [(statics, STATICS), (handlers, HANDLERS)] {
        for (file, name) in &found {
            if !listed.iter().any(|(at, known, _)| (at, known) == (&file.as_str(), &name.as_str()))
            {
                writeln!(wrong, "{file}: {name} is not listed").unwrap();
            }
        }
        for (file, name, _) in listed {
            if !found.iter().any(|(at, known)| (at.as_str(), known.as_str()) == (*file, *name)) {
                writeln!(wrong, "{file}: {name} is listed, but not there").unwrap();
            }
        }
    }
    assert_eq!(wrong, "");
}
