//! Completion: possible next words, each with a description.

use super::command_id::CommandId;
use super::completion::{Completion, answers, cards, counters, seats, word};
use super::input_line::InputLine;
use super::state::Shell;
use super::{assertion, commands, lookup};
use crate::debugger::game::Debugger;
use crate::error::is_word_char;
use crate::notation::Notation;
use crate::script::api::verbs;
use crate::script::topics::TOPICS;

impl Shell {
    /// Returns the completions of the last word of a line that are possible now.
    #[must_use]
    pub fn complete(&self, line: &str) -> Vec<Completion> {
        let line = line.trim_start();
        let begun = line.rsplit(char::is_whitespace).next().unwrap_or_default();
        let before = line[..line.len() - begun.len()].trim();
        let mut found = match InputLine::parse(line) {
            InputLine::Command { .. } | InputLine::Unknown { .. } if before.is_empty() => {
                commands::all()
                    .map(|command| word(format!(":{}", command.name), command.about))
                    .collect()
            }
            InputLine::Command { id, .. } => {
                self.arguments(id, &before.split_whitespace().skip(1).collect::<Vec<_>>())
            }
            InputLine::Unknown { .. } => Vec::new(),
            InputLine::Explain(_) => self.names("?"),
            InputLine::Source(_) => self.names("??"),
            InputLine::Expression(_) => self.expression(begun),
            InputLine::Empty | InputLine::Answer(_) => {
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
    fn arguments(&self, id: CommandId, rest: &[&str]) -> Vec<Completion> {
        let complete = commands::command(id).and_then(|command| command.complete);
        if let (Some(complete), Some(debugger)) = (complete, self.debugger()) {
            return complete(debugger, rest);
        }
        match (id, self.debugger()) {
            (CommandId::New, _) if rest.is_empty() => {
                self.library().variant_ids().map(|id| word(id, "variant")).collect()
            }
            (CommandId::New, _) => ["--seed", "--first", "--players", "--lang", "--set"]
                .into_iter()
                .map(|flag| word(flag, ""))
                .collect(),
            (CommandId::Help, _) => {
                commands::all().map(|command| word(command.name, command.about)).collect()
            }
            (CommandId::Autopass, _) => vec![word("on", ""), word("off", "")],
            (CommandId::Refuse, Some(debugger)) => answers(debugger, &rest.join(" ")),
            (CommandId::View, Some(debugger)) => seats(debugger.notation()).collect(),
            (CommandId::Set, Some(debugger)) if rest.is_empty() => counters(debugger),
            (CommandId::Table, Some(debugger)) => table(debugger.notation(), rest),
            (CommandId::Expect, Some(debugger)) => expected(debugger, rest),
            _ => Vec::new(),
        }
    }

    /// Completes names to explain, after these question marks.
    fn names(&self, marks: &str) -> Vec<Completion> {
        let notation = self.debugger().map(Debugger::notation);
        let kinds = notation.iter().flat_map(|l| l.all_kinds().map(|kind| l.kind(kind)));
        let kinds = kinds.map(|name| word(name.id.as_ref(), name.title.as_str()));
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

    /// Completes functions of scripts; the text before the last word of the expression is kept.
    fn expression(&self, begun: &str) -> Vec<Completion> {
        let start = begun
            .rfind(|c| !is_word_char(c))
            .map_or(0, |at| at + begun[at..].chars().next().map_or(0, char::len_utf8));
        let redo_log = &begun[..start];
        verbs().map(|verb| word(format!("{redo_log}{}", verb.name), verb.signature())).collect()
    }
}

/// Completes a position: a zone or a player, then cards.
fn table(notation: &Notation, before: &[&str]) -> Vec<Completion> {
    if before.last().is_some_and(|word| *word != "|") {
        return cards(notation).chain([word("|", "the next part")]).collect();
    }
    let piles = notation.rules.piles.iter().map(|pile| &*pile.id);
    let parts = ["draw", "discard", "table", "turn", "dead", "blind"].into_iter().chain(piles);
    let parts = parts.map(|part| word(format!("{part}:"), ""));
    let hands = notation.seats.iter().map(|seat| word(format!("{seat}:"), "the hand of a player"));
    hands.chain(parts).chain([word("reversed", "the direction of play")]).collect()
}

fn expected(debugger: &Debugger, before: &[&str]) -> Vec<Completion> {
    let notation = debugger.notation();
    match before {
        [] => {
            let form = |(form, about): &(&str, &str)| {
                word(form.split(' ').next().unwrap_or_default(), *about)
            };
            assertion::FORMS.iter().map(form).collect()
        }
        ["offers" | "offers-not", input @ ..] => answers(debugger, &input.join(" ")),
        ["counter"] => counters(debugger),
        ["direction"] => vec![word("forward", ""), word("reversed", "")],
        ["winner" | "loser", ..] if before.last() != Some(&"or") => {
            seats(notation).chain([word("-", "nobody"), word("or", "")]).collect()
        }
        ["ranking", named @ ..] if named.last() != Some(&"or") => {
            let is_left = |seat: &Completion| !named.contains(&seat.text.as_str());
            seats(notation).filter(is_left).chain([word("or", "")]).collect()
        }
        ["score", name] => {
            let seat = notation.find_seat(name);
            let score = seat.and_then(|seat| debugger.table().outcome.score(seat));
            vec![word(score.map_or_else(|| "-".into(), |score| score.to_string()), "now")]
        }
        ["turn" | "decision" | "hand" | "alive" | "out" | "saw" | "view" | "shown" | "score"] => {
            seats(notation).collect()
        }
        ["not" | "any", rest @ ..] => expected(debugger, rest),
        [.., "or"] => expected(debugger, &[]),
        _ => {
            let piles = notation.rules.piles.iter().map(|pile| word(pile.id.as_ref(), "pile"));
            let fixed = ["draw", "discard", "hand", "hands", "table", "box", "in", "owes", "or"];
            let fixed = fixed.into_iter().map(|text| word(text, ""));
            cards(notation).chain(seats(notation)).chain(piles).chain(fixed).collect()
        }
    }
}
