//! The options that a part of a script reads: itself, or in the functions that it calls.

use super::game::Debugger;
use super::reply::OptionRead;
use crate::message::ScriptPlace;
use crate::script::Script;
use crate::script::Setting;
use crate::script::api::verbs_named;
use crate::script::expression::Expressions;
use crate::script::options::BUILT_IN_OPTIONS;
use crate::script::tree::ScriptFunction;
use crate::script::tree::lexer::tokens;
use crate::script::tree::syntax::{identifiers, texts_passed_to};
use crate::script::values::{NameOf, Type};
use std::collections::BTreeSet;

impl Debugger {
    /// The options that a function has read at a line of it, from its start.
    pub fn options_read_at(&self, place: &ScriptPlace) -> Vec<OptionRead> {
        let line = place.line as usize;
        self.options_read(&place.file, |function, script| {
            let end: usize = script.text.split_inclusive('\n').take(line).map(str::len).sum();
            let is_it =
                function.body.bytes.contains(&end.saturating_sub(2)) || function.line == line;
            is_it.then(|| function.start..end.clamp(function.start, function.body.bytes.end))
        })
    }

    /// The options that a function of a script reads.
    pub fn options_read_in(&self, script: &Script, name: &str) -> Vec<OptionRead> {
        self.options_read(&script.name, |function, _| {
            (function.name == name).then_some(function.start..function.body.bytes.end)
        })
    }

    /// The options that a line of a script reads: a constant.
    pub fn options_read_in_line(&self, script: &Script, line: usize) -> Vec<OptionRead> {
        let mut names = BTreeSet::new();
        let text = script.text.lines().nth(line.saturating_sub(1)).unwrap_or_default();
        self.read_options(script, text, &mut names, &mut BTreeSet::new());
        self.values_of(&names)
    }

    /// The options of these names, in the order of the variant.
    fn values_of(&self, names: &BTreeSet<String>) -> Vec<OptionRead> {
        let options = self.loaded.ruleset.options.iter();
        let read = options.filter(|option| names.contains(&*option.name));
        read.map(|option| OptionRead {
            name: option.name.to_string(),
            value: match &option.value {
                Setting::Bool(on) => on.to_string(),
                Setting::Int(n) => n.to_string(),
                Setting::Text(text) => text.to_string(),
                Setting::Count(text) => Expressions::default()
                    .count(text, self.notation().seats.len())
                    .map_or_else(|_| text.to_string(), |n| n.to_string()),
            },
        })
        .collect()
    }

    /// The options read in the bytes of a function that `part` chooses.
    fn options_read(
        &self,
        file: &str,
        part: impl Fn(&ScriptFunction, &Script) -> Option<std::ops::Range<usize>>,
    ) -> Vec<OptionRead> {
        let host = &self.loaded.host;
        let script = (0..).map_while(|number| host.source(number)).find(|it| &*it.name == file);
        let Some(script) = script else { return Vec::new() };
        let functions = host.read(script).functions;
        let Some(bytes) = functions.iter().find_map(|function| part(function, script)) else {
            return Vec::new();
        };
        let mut names = BTreeSet::new();
        self.read_options(script, &script.text[bytes], &mut names, &mut BTreeSet::new());
        self.values_of(&names)
    }

    /// Collects the names of the options that a text of a script reads.
    fn read_options(
        &self,
        script: &Script,
        text: &str,
        names: &mut BTreeSet<String>,
        seen: &mut BTreeSet<String>,
    ) {
        names.extend(texts_passed_to(&tokens(text), |function| {
            verbs_named(function).any(|verb| verb.takes(Type::Name(NameOf::Option)))
        }));
        let called = identifiers(text);
        let decided =
            BUILT_IN_OPTIONS.iter().filter(|it| it.verb.is_some_and(|v| called.contains(v)));
        names.extend(decided.map(|option| option.name.to_owned()));
        for name in called {
            if !seen.insert(name.clone()) {
                continue;
            }
            // Functions of the script come before those of the rules, of which the last counts.
            let rules = self.loaded.ruleset.spec.rules.iter().rev();
            let found = std::iter::once(script).chain(rules).find_map(|script| {
                let source = self.loaded.host.read(script);
                Some((script, source.function(&name)?.body.bytes.clone()))
            });
            if let Some((script, body)) = found {
                self.read_options(script, &script.text[body], names, seen);
            }
        }
    }
}
