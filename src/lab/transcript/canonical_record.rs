//! The text of a recorded input, which a file may have changed.

use super::answer_parser::answer;
use super::{ChosenOption, Input, LoadedRuleset, Record};
use crate::kernel::Game;

/// Returns a recorded input with an equivalent text, preferably the saved one. The game is at the
/// position before the input and stays there.
pub fn canonical_record(game: &mut Game, loaded: &LoadedRuleset, record: &Record) -> Record {
    let text = match &record.input {
        Input::Answers(answers) => {
            game.also_ask(record.also_asked);
            game.ask_chance(record.ask_chance);
            let before = game.snapshot();
            let read = answer(game, loaded, &record.typed);
            game.rewind(&before);
            let said = |given: &ChosenOption| (given.seat.clone(), given.option.clone());
            if read.is_ok_and(|read| read.iter().map(said).eq(answers.iter().map(said))) {
                return record.clone();
            }
            let options: Vec<&str> = answers.iter().map(|given| given.option.as_str()).collect();
            options.join(" ")
        }
        Input::Table(spec) => format!(":table {spec}"),
        Input::Set(counter, value) => format!(":set {counter} {value}"),
        Input::Seed(seed) => format!(":seed {seed}"),
        Input::Eval(code) => format!("= {code}"),
    };
    let typed = text.replace(char::is_control, " ");
    Record { typed, ..record.clone() }
}
