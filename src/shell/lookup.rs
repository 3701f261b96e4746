//! `?NAME` and `??NAME` for names other than cards, combos and commands: hooks, constants,
//! patterns, rules scripts, and the functions that rules scripts define for all others.

use super::catalogue::setting;
use super::render::text::line::{Line, LineKind};
use crate::debugger::game::Debugger;
use crate::kernel::{Hook, Owner};
use crate::script::topics::{self, Topic};
use crate::script::tree::ScriptFunction;
use crate::script::{Script, Setting};
use crate::variant::{Library, OptionSetting, Ruleset, fold};
use std::ops::RangeInclusive;

/// The variant whose options are explained if no game is going on.
const FIRST_VARIANT: &str = "classic";

/// A function of a rules script that every script of the variant may call.
struct Helper<'s> {
    script: &'s Script,
    function: ScriptFunction,
}

/// The hook of this name.
pub(super) fn hook(name: &str) -> Option<Hook> {
    Hook::find(name)
}

/// Whether a function of a script is a hook or `picture`.
fn is_called_by_kernel(name: &str) -> bool {
    topics::find(name).is_some_and(|topic| topic.group == "hooks")
}

/// The rules scripts of the variant.
fn rules(debugger: &Debugger) -> &[Script] {
    &debugger.loaded.ruleset.spec.rules
}

/// The name of a rules script as typed: `classic`.
fn short(script: &Script) -> &str {
    script.name.trim_start_matches("rules/").trim_end_matches(".rhai")
}

/// The rules script of this name: `classic`, `rules/classic` or `rules/classic.rhai`.
fn rules_script<'s>(debugger: &'s Debugger, name: &str) -> Option<&'s Script> {
    let is_it = |script: &&Script| short(script) == name || has_path(script, name);
    rules(debugger).iter().find(is_it)
}

/// Whether this is the name of a script with its folder.
fn has_path(script: &Script, name: &str) -> bool {
    script.name.trim_end_matches(".rhai") == name.trim_end_matches(".rhai")
}

/// The name of a script as it is typed, given the one with its folder: without the folder, unless
/// that names another script.
pub(super) fn typed_name<'n>(debugger: &Debugger, path: &'n str) -> &'n str {
    let short = path.rsplit('/').next().unwrap_or(path);
    let is_it = script(debugger, short).is_some_and(|script| has_path(script, path));
    if is_it { short } else { path }
}

/// The script of a card, a combo or a hook of the rules, or a script by its name: a rules script,
/// or any with its folder.
pub(super) fn script<'s>(debugger: &'s Debugger, name: &str) -> Option<&'s Script> {
    let host = &debugger.loaded.host;
    match (debugger.card_or_combo(name), hook(name)) {
        (Some(owner), _) => host.script_of(owner, Hook::Resolve),
        (None, Some(hook)) => host.script_of(Owner::Rules, hook),
        (None, None) => rules_script(debugger, name).or_else(|| {
            let spec = &debugger.loaded.ruleset.spec;
            spec.scripts().find(|script| has_path(script, name))
        }),
    }
}

/// The helper functions of the variant; the effective definition of each name.
fn helpers(debugger: &Debugger) -> Vec<Helper<'_>> {
    let mut found: Vec<Helper<'_>> = Vec::new();
    for script in rules(debugger) {
        for function in debugger.loaded.host.read(script).functions.iter() {
            if !is_called_by_kernel(&function.name) {
                found.retain(|helper| helper.function.name != function.name);
                found.push(Helper { script, function: function.clone() });
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

/// The options of the variant.
pub(super) fn options(debugger: &Debugger) -> &[OptionSetting] {
    &debugger.loaded.ruleset.options
}

/// Explains an option: its values and the present one.
pub(super) fn option(debugger: &Debugger, name: &str) -> Option<Vec<String>> {
    option_of(&debugger.loaded.ruleset, name, "here")
}

/// Explains an option as the first variant has it that knows it.
pub fn option_of_any(library: &Library, name: &str) -> Option<Vec<String>> {
    if name.is_empty() {
        return None;
    }
    let mut ids: Vec<&str> = library.variant_ids().collect();
    ids.sort_by_key(|id| *id != FIRST_VARIANT);
    let mut rulesets = ids.into_iter().filter_map(|id| Ruleset::load(library, id, &[]).ok());
    rulesets.find_map(|ruleset| option_of(&ruleset, name, &format!("in {}", ruleset.id)))
}

fn option_of(ruleset: &Ruleset, name: &str, place: &str) -> Option<Vec<String>> {
    let is_it = |option: &&OptionSetting| fold(&option.name) == fold(name);
    let option = ruleset.options.iter().find(is_it)?;
    let [value, default] = [&option.value, &option.default].map(|value| setting(value).to_string());
    let values: Vec<String> = match (&option.value, option.values.as_slice()) {
        (Setting::Bool(_), _) => vec!["true".to_owned(), "false".to_owned()],
        (_, values) => values.iter().map(|value| setting(value).to_string()).collect(),
    };
    let by = match &*option.set_by {
        "default" => String::new(),
        by => format!(", set by {by}"),
    };
    let other = if value == default { String::new() } else { format!(", by default {default}") };
    let mut lines = vec![format!("{} (option)", option.name), format!("  {}", option.about)];
    lines.push(format!("  {place}: {value}{by}{other}"));
    lines.extend((!values.is_empty()).then(|| format!("  values: {}", values.join(", "))));
    let example = values.iter().find(|other| **other != value);
    lines.extend(
        example.map(|other| format!("  e.g. :new {} --set {}={other}", ruleset.id, option.name)),
    );
    Some(lines)
}

impl Helper<'_> {
    /// The first line of the comment above it, counted from 1; its own line without a comment.
    fn first_line(&self) -> usize {
        self.function.first_line(&self.script.text)
    }

    fn explained(&self) -> Vec<String> {
        let Self { script, function } = self;
        let signature = script.text[function.start..function.body.bytes.start].trim();
        let mut lines = vec![format!("{signature} (function of the rules)")];
        let comment = script.text.lines().take(function.line - 1).skip(self.first_line() - 1);
        lines.extend(comment.map(|line| format!("  {}", line.trim_start_matches('/').trim())));
        lines.push(format!("  {}:{}", script.name, function.line));
        lines
    }
}

/// Explains all meanings of a name; empty if there are none.
pub(super) fn explain(debugger: Option<&Debugger>, name: &str) -> Vec<String> {
    let mut lines = topics::find(name).map_or_else(Vec::new, |topic| topic_lines(debugger, topic));
    let Some(debugger) = debugger else { return lines };
    if let Some(script) = rules_script(debugger, name) {
        let source = debugger.loaded.host.read(script);
        let hooks = source.functions.iter().map(|function| function.name.as_str());
        let hooks = hooks.filter(|name| is_called_by_kernel(name));
        let own = helpers(debugger).into_iter().filter(|own| own.script.name == script.name);
        lines.extend([format!("{} (rules script)", short(script)), about(script)]);
        lines.extend(listed("hooks", hooks));
        lines.extend(listed("functions", own.map(|helper| helper.function.name)));
    }
    lines.extend(helper(debugger, name).iter().flat_map(Helper::explained));
    lines.extend(option(debugger, name).into_iter().flatten());
    lines
}

fn topic_lines(debugger: Option<&Debugger>, topic: &Topic) -> Vec<String> {
    let mut lines = vec![format!("{} ({})", topic.name, topic.group.trim_end_matches('s'))];
    lines.extend(topic.forms.iter().map(|(form, scripts)| match scripts.as_str() {
        "" => format!("  {form}"),
        scripts => format!("  {form}  in scripts of {scripts}"),
    }));
    lines.extend([format!("  {}", topic.doc), format!("  e.g. {}", topic.example)]);
    let hook = hook(topic.name);
    let defined = debugger.zip(hook).and_then(|(debugger, hook)| {
        let host = &debugger.loaded.host;
        let script = host.script_of(Owner::Rules, hook)?;
        let source = host.read(script);
        let function = source.function(topic.name)?;
        Some(format!("  here: {}:{}", script.name, function.line))
    });
    lines.extend(defined);
    lines
}

/// A script with the description in its first line.
pub(super) fn about(script: &Script) -> String {
    let about = script.about().map_or_else(String::new, |about| format!(": {about}"));
    format!("  {}{about}", script.name)
}

/// A list of names; nothing for none.
pub(super) fn listed<N: AsRef<str>>(what: &str, names: impl Iterator<Item = N>) -> Option<String> {
    let names: Vec<N> = names.collect();
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    (!names.is_empty()).then(|| format!("  {what}: {}", names.join(", ")))
}

/// The source of a helper function with the comment above it.
pub(super) fn source(debugger: &Debugger, name: &str) -> Option<Vec<Line>> {
    let helper = helper(debugger, name)?;
    let Helper { script, function } = &helper;
    let last = script.text[..function.body.bytes.end].lines().count();
    Some(listing(script, helper.first_line()..=last, Some(function.line)))
}

/// Lines of a script with their numbers, below its name and the line of the listed function.
pub(super) fn listing(
    script: &Script,
    lines: RangeInclusive<usize>,
    function: Option<usize>,
) -> Vec<Line> {
    let function = function.map_or_else(String::new, |line| format!(":{line}"));
    let head = Line::new(LineKind::Heading, format!("{}{function}", script.name));
    let numbered = (1..).zip(script.text.lines()).filter(|(number, _)| lines.contains(number));
    let numbered = numbered.map(|(number, line)| {
        let number = format!("{number:>4}");
        let kind = LineKind::Listing { number: number.len() };
        Line::new(kind, format!("{number}  {line}").trim_end())
    });
    std::iter::once(head).chain(numbered).collect()
}
