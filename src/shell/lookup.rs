//! `?NAME` and `??NAME` for what is neither a card nor a combo nor a command: hooks, constants,
//! patterns, rules scripts, and the functions that rules scripts define for all others.

use crate::debugger::game::Debugger;
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

/// The name of a rules script as it is typed: `classic`.
fn short(script: &Script) -> &str {
    script.name.trim_start_matches("rules/").trim_end_matches(".rhai")
}

/// The rules script that a name means: `classic` or `rules/classic.rhai`.
pub(super) fn rules_script<'s>(debugger: &'s Debugger, name: &str) -> Option<&'s Script> {
    rules(debugger).iter().find(|script| short(script) == name || *script.name == *name)
}

/// The helper functions of the variant; of those of one name the one that counts.
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

/// What rules scripts and their helpers are called, for hints and completion.
pub(super) fn names(debugger: &Debugger) -> Vec<String> {
    let scripts = rules(debugger).iter().map(|script| short(script).to_owned());
    scripts.chain(helpers(debugger).into_iter().map(|helper| helper.function.name)).collect()
}

impl Helper<'_> {
    /// How it is written: `fn robbable(me)`.
    fn signature(&self) -> &str {
        let head = &self.script.text[..self.function.body.start];
        let start = head.rfind("fn ").unwrap_or(head.len());
        head[start..].trim()
    }

    /// Where it is defined: `rules/classic.rhai:34`.
    fn at(&self) -> String {
        format!("{}:{}", self.script.name, self.function.line)
    }

    /// The number of the first line of the comment above it, counted from 1; its own line where it
    /// has none.
    fn first_line(&self) -> usize {
        let lines: Vec<&str> = self.script.text.lines().take(self.function.line - 1).collect();
        let is_comment = |line: &&&str| line.starts_with("//") && !line.starts_with("//!");
        self.function.line - lines.iter().rev().take_while(is_comment).count()
    }

    fn explained(&self) -> Vec<String> {
        let lines = self.script.text.lines().take(self.function.line - 1);
        let comment = lines.skip(self.first_line() - 1);
        let comment = comment.map(|line| format!("  {}", line.trim_start_matches('/').trim()));
        let mut told = vec![format!("{} (function of the rules)", self.signature())];
        told.extend(comment);
        told.push(format!("  {}", self.at()));
        told
    }

    fn source(&self) -> Vec<String> {
        let last = self.script.text[..self.function.body.end].lines().count();
        let first = self.first_line();
        let lines = self.script.text.lines().enumerate().take(last).skip(first - 1);
        std::iter::once(self.at()).chain(lines.map(numbered)).collect()
    }
}

fn numbered((i, line): (usize, &str)) -> String {
    format!("{:>4}  {line}", i + 1).trim_end().to_owned()
}

/// All that a name means here, explained; nothing where it means nothing.
pub(super) fn explain(debugger: Option<&Debugger>, name: &str) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(topic) = topics::find(name) {
        lines.extend(explain_topic(debugger, topic));
    }
    let Some(debugger) = debugger else { return lines };
    if let Some(script) = rules_script(debugger, name) {
        lines.extend(explain_rules(debugger, script));
    }
    if let Some(helper) = helper(debugger, name) {
        lines.extend(helper.explained());
    }
    lines
}

fn explain_topic(debugger: Option<&Debugger>, topic: &Topic) -> Vec<String> {
    let what = topic.group.trim_end_matches('s');
    let mut lines = vec![format!("{} ({what})", topic.name)];
    for (form, of) in topic.forms {
        let of = if of.is_empty() { String::new() } else { format!("  in scripts of {of}") };
        lines.push(format!("  {form}{of}"));
    }
    lines.push(format!("  {}", topic.doc));
    lines.push(format!("  e.g. {}", topic.example));
    let defined = debugger.and_then(|debugger| {
        let script = debugger.loaded.host.script_of(Owner::Rules, hook(topic.name)?)?;
        let functions = statement_map(&script.text).functions;
        let line = functions.into_iter().find(|function| function.name == topic.name)?.line;
        Some(format!("  here: {}:{line}", script.name))
    });
    lines.extend(defined);
    lines
}

fn explain_rules(debugger: &Debugger, script: &Script) -> Vec<String> {
    let about = script.text.lines().next().and_then(|line| line.strip_prefix("//!"));
    let about = about.map_or_else(String::new, |about| format!(": {}", about.trim()));
    let mut lines = vec![format!("{} (rules script)", short(script))];
    lines.push(format!("  {}{about}", script.name));
    let defined = statement_map(&script.text).functions;
    let hooks: Vec<&str> = defined.iter().map(|f| f.name.as_str()).collect();
    let hooks: Vec<&str> = hooks.into_iter().filter(|name| topics::find(name).is_some()).collect();
    if !hooks.is_empty() {
        lines.push(format!("  hooks: {}", hooks.join(", ")));
    }
    let own = helpers(debugger).into_iter().filter(|helper| helper.script.name == script.name);
    let own: Vec<String> = own.map(|helper| helper.function.name).collect();
    if !own.is_empty() {
        lines.push(format!("  functions: {}", own.join(", ")));
    }
    lines
}

/// The source of a helper function, with its place and the numbers of its lines.
pub(super) fn source(debugger: &Debugger, name: &str) -> Option<Vec<String>> {
    helper(debugger, name).map(|helper| helper.source())
}

/// The source of a script, with the numbers of its lines.
pub(super) fn whole(script: &Script) -> Vec<String> {
    let lines = script.text.lines().enumerate();
    std::iter::once(script.name.to_string()).chain(lines.map(numbered)).collect()
}
