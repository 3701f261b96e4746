//! The statements of scripts by number, for coverage, mutation tests and what is recorded of a run.

use super::node::SyntaxNode;
use super::parts::Statement;
use super::source::ScriptSource;
use crate::script::api::{Effect, Verb, verbs_named};
use crate::script::spec::Script;
use crate::script::values::Type;
use std::collections::BTreeMap;
use std::ops::Range;

/// A prompt in a script, identified by its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MappedQuestion {
    /// Its line, counted from 1.
    pub line: usize,
    pub text: String,
}

/// The statements of several scripts, numbered one script after the other.
#[derive(Clone, Debug, Default)]
pub struct NumberedStatements {
    pub scripts: Vec<NumberedScript>,
}

/// A script whose statements are numbered.
#[derive(Clone, Debug)]
pub struct NumberedScript {
    pub source: ScriptSource,
    /// The prompts of its functions, in source order.
    pub questions: Vec<MappedQuestion>,
    /// The number of its first statement.
    pub first: usize,
    /// The index of each statement, by the first byte of its node.
    begun: BTreeMap<usize, usize>,
}

impl NumberedScript {
    pub fn new(script: &Script, first: usize) -> Self {
        let source = ScriptSource::read(script);
        let questions = source.questions();
        let begun = source.statements.iter().enumerate().map(|(i, one)| (one.node, i)).collect();
        Self { source, questions, first, begun }
    }

    /// The numbers of its statements.
    pub fn numbers(&self) -> Range<usize> {
        self.first..self.first + self.source.statements.len()
    }

    /// Returns the index of a statement.
    pub(in crate::script) fn index_of(&self, statement: &SyntaxNode) -> Option<usize> {
        self.begun.get(&statement.bytes.start).copied()
    }
}

impl FromIterator<Script> for NumberedStatements {
    fn from_iter<I: IntoIterator<Item = Script>>(all: I) -> Self {
        let mut scripts: Vec<NumberedScript> = Vec::new();
        for script in all {
            let is_known = scripts.iter().any(|known| known.source.script.name == script.name);
            if is_known {
                continue;
            }
            let first = scripts.last().map_or(0, |last| last.numbers().end);
            scripts.push(NumberedScript::new(&script, first));
        }
        Self { scripts }
    }
}

/// Returns the script without a statement; line numbers do not change.
pub fn without(text: &str, statement: &Statement) -> String {
    let Range { start, end } = statement.bytes;
    let lines: String = text[start..end].chars().filter(|c| *c == '\n').collect();
    let nothing = if statement.is_case { "()" } else { "" };
    format!("{}{nothing}{lines}{}", &text[..start], &text[end..])
}

impl ScriptSource {
    /// Returns the prompts of its functions, in source order.
    fn questions(&self) -> Vec<MappedQuestion> {
        let bodies = self.functions.iter().flat_map(|function| function.body.walk());
        let mut texts: Vec<&SyntaxNode> = bodies.filter_map(question).collect();
        texts.sort_by_key(|node| node.at);
        let index = self.script.text.index();
        let question = |node: &&SyntaxNode| {
            let text = node.text()?.to_owned();
            Some(MappedQuestion { line: index.line(node.at), text })
        };
        texts.iter().filter_map(question).collect()
    }
}

/// Returns the text of a prompt if a node is one.
fn question(node: &SyntaxNode) -> Option<&SyntaxNode> {
    let (name, args) = node.call()?;
    let is_text = |(name, kind): &(&str, Type)| *name == "text" && matches!(kind, Type::Text);
    let asks = |verb: &Verb| verb.effect == Effect::Ask && verb.params.iter().any(is_text);
    let is_prompt = verbs_named(name).any(asks);
    args.iter().find(|arg| arg.text().is_some()).filter(|_| is_prompt)
}
