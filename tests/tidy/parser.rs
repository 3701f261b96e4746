//! Rhai is the parser of scripts: nothing else of it is used.

use super::files;
use super::source::tokens;
use std::fmt::Write as _;

/// The folder of the files that may name Rhai: they read its tree.
const FOLDER: &str = "src/engine/script/tree/";

/// What belongs to its evaluator, by the beginnings of names.
const EVALUATOR: [&str; 10] = [
    "eval_ast",
    "eval_expression",
    "eval_with_scope",
    "run_ast",
    "call_fn",
    "register_fn",
    "register_raw_fn",
    "EvalAltResult",
    "NativeCallContext",
    "EvalContext",
];

#[test]
fn rhai_only_parses() {
    let mut wrong = String::new();
    for (path, text) in files("src", ".rs") {
        let file = path.to_string_lossy().replace('\\', "/");
        let tokens = tokens(&text);
        for pair in tokens.windows(2) {
            let is_of_evaluator = EVALUATOR.iter().any(|name| pair[0].starts_with(name));
            let is_misplaced = match (pair[0].as_str(), pair[1].as_str()) {
                ("rhai", "::") => !file.starts_with(FOLDER),
                ("Dynamic", _) if file.starts_with(FOLDER) => true,
                ("deprecated", _) => true,
                _ => is_of_evaluator && file.starts_with(FOLDER),
            };
            if is_misplaced {
                writeln!(wrong, "{file}: `{}`", pair[0]).unwrap();
            }
        }
    }
    assert_eq!(wrong, "", "Rhai is used for more than to parse scripts, or elsewhere");
}
