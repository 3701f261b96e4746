//! Formats a question as it was asked, and as it is asked after an edit.

use super::{position, question};
use crate::message::{AskedAfter, option_list};

/// Formats both questions, one below the other.
pub fn both_questions(old: &AskedAfter, new: &AskedAfter) -> Vec<String> {
    [asked_after("old", old), asked_after("new", new)].concat()
}

fn asked_after(when: &str, asked: &AskedAfter) -> Vec<String> {
    let question = match (&asked.question, &asked.outcome) {
        (Some(question), _) => {
            format!("{} ({})", question::asked(question), option_list(&question.options))
        }
        (None, Some(outcome)) => format!("the game is over: {}", position::result(outcome)),
        (None, None) => "the game is over".into(),
    };
    let at = asked.at.as_ref();
    let at = at.map(|at| format!("    by {}:{}: {}", at.file, at.line, at.source));
    std::iter::once(format!("  {when}: {question}")).chain(at).collect()
}
