//! Completion: possible next words, each with a description.

use super::command::{Command, Completer};
use super::completion::{Completion, answers, word};
use super::input_line::{InputForm, InputLine};
use super::state::Shell;
use super::{commands, lookup};
use crate::base::error::is_word_char;
use crate::debugger::game::Debugger;
use crate::script::api::verbs;
use crate::script::language;
use crate::script::topics::TOPICS;

impl Shell {
    /// Returns the completions of the last word of a line that are possible now.
    pub fn complete(&self, line: &str) -> Vec<Completion> {
        let line = line.trim_start();
        let begun = line.rsplit(char::is_whitespace).next().unwrap_or_default();
        let before = line[..line.len() - begun.len()].trim();
        let names = || commands::all().map(|c| word(format!(":{}", c.name), c.about)).collect();
        let mut found = match InputLine::parse(line).form {
            InputForm::Command(..) | InputForm::Unknown(..) if before.is_empty() => names(),
            InputForm::Command(command, _) => {
                self.arguments(command, &before.split_whitespace().skip(1).collect::<Vec<_>>())
            }
            InputForm::Unknown(..) => Vec::new(),
            InputForm::Explain(_) => self.names("?"),
            InputForm::Source(_) => self.names("??"),
            InputForm::Expression(_) => expression(begun),
            InputForm::Empty | InputForm::Answer => {
                self.debugger().map_or_else(Vec::new, |debugger| answers(debugger, before))
            }
        };
        let lower = begun.to_lowercase();
        found.retain(|completion| completion.text.to_lowercase().starts_with(&lower));
        let mut seen: Vec<String> = Vec::new();
        found.retain(|completion| {
            let is_new = !seen.contains(&completion.text);
            seen.push(completion.text.clone());
            is_new
        });
        found
    }

    /// Completes the argument of a command.
    fn arguments(&self, command: &Command, before: &[&str]) -> Vec<Completion> {
        match (command.completer, self.debugger()) {
            (Completer::Always(complete), _) => complete(self, before),
            (Completer::Game(complete), Some(debugger)) => complete(debugger, before),
            _ => Vec::new(),
        }
    }

    /// Completes names to explain, after these question marks.
    fn names(&self, marks: &str) -> Vec<Completion> {
        let notation = self.debugger().map(Debugger::notation);
        let kinds = notation.iter().flat_map(|l| l.all_kinds().map(|kind| l.kind(kind)));
        let kinds = kinds.map(|name| word(name.id.as_ref(), &*name.title));
        let combos = notation.iter().flat_map(|l| l.rules.combos.iter());
        let combos = combos.map(|rule| word(rule.id.as_ref(), "combo"));
        let functions = verbs().map(|verb| word(verb.name, verb.signature()));
        let topics = TOPICS.iter().map(|topic| word(topic.name, topic.signature()));
        let rules = self.debugger().map(lookup::names).unwrap_or_default();
        let rules = rules.into_iter().map(|name| word(name, "of the rules"));
        let commands = commands::all().map(|c| word(format!(":{}", c.name), c.about));
        let all = kinds.chain(combos).chain(functions).chain(topics).chain(rules).chain(commands);
        all.map(|found| word(format!("{marks}{}", found.text), found.about)).collect()
    }
}

/// Completes functions of scripts and of the language; the text before the last word of the
/// expression is kept.
fn expression(begun: &str) -> Vec<Completion> {
    let start = begun
        .rfind(|c| !is_word_char(c))
        .map_or(0, |at| at + begun[at..].chars().next().map_or(0, char::len_utf8));
    let kept = &begun[..start];
    let verbs = verbs().map(|verb| (verb.name, verb.signature()));
    let language = TOPICS.iter().filter(|topic| topic.group == language::GROUP);
    let all = verbs.chain(language.map(|topic| (topic.name, topic.signature())));
    all.map(|(name, signature)| word(format!("{kept}{name}"), signature)).collect()
}
