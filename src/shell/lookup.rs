//! `?NAME` and `??NAME` for names other than cards, combos and commands: hooks, constants,
//! patterns, rules scripts, and the functions that rules scripts define for all others.

use crate::debugger::game::Debugger;
use crate::debugger::reply::{DefinedAt, Listing, Meaning, ScriptInfo, TopicForm, TopicInfo};
use crate::kernel::{Hook, Owner};
use crate::script::Script;
use crate::script::statement_map::{MappedFunction, statement_map};
use crate::script::topics::{self, Topic};

/// A function of a rules script that every script of the variant may call.
pub struct Helper<'s> {
    /// The script that defines it.
    pub script: &'s Script,
    function: MappedFunction,
}

/// The hook of this name.
pub(super) fn hook(name: &str) -> Option<Hook> {
    Hook::ALL.into_iter().find(|hook| hook.name() == name)
}

/// The rules scripts of the variant.
fn rules(debugger: &Debugger) -> &[Script] {
    &debugger.loaded.ruleset.spec.rules
}

/// The name of a rules script as typed: `classic`.
fn short(script: &Script) -> &str {
    script.name.trim_start_matches("rules/").trim_end_matches(".rhai")
}

/// The rules script of this name: `classic` or `rules/classic.rhai`.
fn rules_script<'s>(debugger: &'s Debugger, name: &str) -> Option<&'s Script> {
    rules(debugger).iter().find(|script| short(script) == name || *script.name == *name)
}

/// The script of a card, a combo or a hook of the rules, or a rules script by its name.
pub(super) fn script<'s>(debugger: &'s Debugger, name: &str) -> Option<&'s Script> {
    let host = &debugger.loaded.host;
    match (debugger.card_or_combo(name), hook(name)) {
        (Some(owner), _) => host.script_of(owner, Hook::Resolve),
        (None, Some(hook)) => host.script_of(Owner::Rules, hook),
        (None, None) => rules_script(debugger, name),
    }
}

/// The helper functions of the variant; the effective definition of each name.
pub(super) fn helpers(debugger: &Debugger) -> Vec<Helper<'_>> {
    let mut found: Vec<Helper<'_>> = Vec::new();
    for script in rules(debugger) {
        for function in statement_map(&script.text).functions {
            if topics::find(&function.name).is_none() {
                found.retain(|helper| helper.function.name != function.name);
                found.push(Helper { script, function });
            }
        }
    }
    found
}

fn helper<'s>(debugger: &'s Debugger, name: &str) -> Option<Helper<'s>> {
    helpers(debugger).into_iter().find(|helper| helper.function.name == name)
}

/// The names of rules scripts and helpers, for hints and completion.
pub(super) fn names(debugger: &Debugger) -> Vec<String> {
    let scripts = rules(debugger).iter().map(|script| short(script).to_owned());
    scripts.chain(helpers(debugger).into_iter().map(|helper| helper.function.name)).collect()
}

impl Helper<'_> {
    /// Its signature: `fn robbable(me)`.
    fn signature(&self) -> &str {
        self.script.text[self.function.start..self.function.body.start].trim()
    }

    /// The first line of the comment above it, counted from 1; its own line without a comment.
    fn first_line(&self) -> usize {
        self.function.first_line(&self.script.text)
    }

    fn explained(&self) -> Meaning {
        let lines = self.script.text.lines().take(self.function.line - 1);
        let comment = lines.skip(self.first_line() - 1);
        Meaning::Function {
            signature: self.signature().to_owned(),
            doc: comment.map(|line| line.trim_start_matches('/').trim().to_owned()).collect(),
            at: DefinedAt { file: self.script.name.to_string(), line: self.function.line },
        }
    }

    fn source(&self) -> Listing {
        let last = self.script.text[..self.function.body.end].lines().count();
        let first_line = self.first_line();
        let lines = self.script.text.lines().take(last).skip(first_line - 1);
        Listing {
            file: self.script.name.to_string(),
            function: Some(self.function.line),
            first_line,
            lines: lines.map(str::to_owned).collect(),
        }
    }
}

/// All meanings of a name; empty if there are none.
pub(super) fn explain(debugger: Option<&Debugger>, name: &str) -> Vec<Meaning> {
    let topic = topics::find(name).map(|topic| Meaning::Topic(explain_topic(debugger, topic)));
    let rules = debugger.and_then(|debugger| {
        rules_script(debugger, name).map(|script| explain_rules(debugger, script))
    });
    let function = debugger.and_then(|debugger| helper(debugger, name));
    let function = function.map(|helper| helper.explained());
    topic.into_iter().chain(rules).chain(function).collect()
}

fn explain_topic(debugger: Option<&Debugger>, topic: &Topic) -> TopicInfo {
    let defined = debugger.and_then(|debugger| {
        let script = debugger.loaded.host.script_of(Owner::Rules, hook(topic.name)?)?;
        let functions = statement_map(&script.text).functions;
        let line = functions.into_iter().find(|function| function.name == topic.name)?.line;
        Some(DefinedAt { file: script.name.to_string(), line })
    });
    let form = |(form, scripts): &(&str, &str)| TopicForm {
        form: (*form).to_owned(),
        scripts: (*scripts).to_owned(),
    };
    TopicInfo {
        name: topic.name.into(),
        group: topic.group.trim_end_matches('s').into(),
        forms: topic.forms.iter().map(form).collect(),
        doc: topic.doc.into(),
        example: topic.example.into(),
        defined,
    }
}

fn explain_rules(debugger: &Debugger, script: &Script) -> Meaning {
    let defined = statement_map(&script.text).functions.into_iter().map(|function| function.name);
    let own = helpers(debugger).into_iter().filter(|helper| helper.script.name == script.name);
    Meaning::RulesScript {
        name: short(script).to_owned(),
        script: script_info(script),
        hooks: defined.filter(|name| topics::find(name).is_some()).collect(),
        functions: own.map(|helper| helper.function.name).collect(),
    }
}

/// A script with the description in its first line.
pub(super) fn script_info(script: &Script) -> ScriptInfo {
    ScriptInfo { file: script.name.to_string(), about: script.about().map(str::to_owned) }
}

/// The source of a helper function with the comment above it.
pub(super) fn source(debugger: &Debugger, name: &str) -> Option<Listing> {
    helper(debugger, name).map(|helper| helper.source())
}

/// The source of a script.
pub(super) fn whole(script: &Script) -> Listing {
    Listing {
        file: script.name.to_string(),
        function: None,
        first_line: 1,
        lines: script.text.lines().map(str::to_owned).collect(),
    }
}
