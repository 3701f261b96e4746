//! Formats help and listings.

use super::line::{Line, LineKind};
use crate::debugger::reply::{
    CommandGroupInfo, CommandInfo, DefinedAt, HelpReply, Listing, Meaning, RuleInfo, ScriptInfo,
    TopicInfo,
};
use unicode_width::UnicodeWidthStr;

/// The text before the list of commands.
const INTRODUCTION: [&str; 3] = [
    "Bare words answer: play favor bob, draw, nope, pass, a name, a number in the list.",
    "cat: nope answers for cat, if several players may answer. Unique beginnings of words will do.",
    "= expr evaluates Rhai on the live game. ?name explains, ??name shows the source.",
];

/// The text after the list of commands.
const MORE: &str =
    "`:help NAME` tells more about a command, `:help WORD` finds those that mention it.";

/// A term wider than this does not widen the column.
const WIDEST: usize = 24;

/// Formats help as lines.
#[must_use]
pub fn lines(reply: &HelpReply) -> Vec<String> {
    match reply {
        HelpReply::Commands { groups } => all(groups),
        HelpReply::Mentions { commands } => {
            let width = commands.iter().map(|command| head(command).width()).max().unwrap_or(0);
            commands.iter().map(|command| in_list(command, width)).collect()
        }
        HelpReply::Meanings { meanings } => meanings.iter().flat_map(meaning).collect(),
    }
}

fn all(groups: &[CommandGroupInfo]) -> Vec<String> {
    let heads = groups.iter().flat_map(|group| &group.commands).map(|c| head(c).width());
    let width = heads.filter(|width| *width <= WIDEST).max().unwrap_or(0);
    let mut lines: Vec<String> = INTRODUCTION.map(str::to_owned).into();
    for group in groups {
        lines.extend([String::new(), group.name.clone()]);
        lines.extend(group.commands.iter().map(|command| in_list(command, width)));
    }
    lines.extend([String::new(), MORE.to_owned()]);
    lines
}

fn head(command: &CommandInfo) -> String {
    format!(":{} {}", command.name, command.args).trim().to_owned()
}

fn in_list(command: &CommandInfo, width: usize) -> String {
    let head = head(command);
    let gap = " ".repeat(width.saturating_sub(head.width()));
    format!("  {head}{gap}  {}", command.about)
}

fn meaning(meaning: &Meaning) -> Vec<String> {
    match meaning {
        Meaning::Command { command, more, forms } => {
            let mut lines = vec![head(command), format!("  {}", command.about)];
            lines.extend(more.iter().map(|line| format!("  {line}")));
            lines.extend(forms.iter().map(|form| format!("  {:27} {}", form.form, form.about)));
            lines
        }
        Meaning::Card(card) => card_or_combo(card, "card"),
        Meaning::Combo(combo) => card_or_combo(combo, "combo"),
        Meaning::Verb { signature, doc, example } => {
            vec![signature.clone(), format!("  {doc}"), format!("  e.g. {example}")]
        }
        Meaning::Topic(topic) => self::topic(topic),
        Meaning::RulesScript { name, script, hooks, functions } => {
            let mut lines = vec![format!("{name} (rules script)"), self::script(script)];
            lines.extend(listed("hooks", hooks));
            lines.extend(listed("functions", functions));
            lines
        }
        Meaning::Function { signature, doc, at } => {
            let mut lines = vec![format!("{signature} (function of the rules)")];
            lines.extend(doc.iter().map(|line| format!("  {line}")));
            lines.push(format!("  {}", place(at)));
            lines
        }
    }
}

fn card_or_combo(rule: &RuleInfo, what: &str) -> Vec<String> {
    let mut lines = vec![format!("{} ({what} `{}`)", rule.title, rule.id)];
    if !rule.text.is_empty() {
        lines.push(format!("  {}", rule.text));
    }
    lines.extend(rule.script.as_ref().map(script));
    lines.extend(listed("hooks", &rule.hooks));
    if !rule.tags.is_empty() {
        let tags: Vec<&str> = rule.tags.iter().map(String::as_str).collect();
        lines.push(format!("  tags: {}", super::join::and(&tags)));
    }
    lines
}

fn script(script: &ScriptInfo) -> String {
    let about = script.about.iter().map(|about| format!(": {about}"));
    format!("  {}{}", script.file, about.collect::<String>())
}

fn listed(what: &str, names: &[String]) -> Option<String> {
    (!names.is_empty()).then(|| format!("  {what}: {}", names.join(", ")))
}

fn topic(topic: &TopicInfo) -> Vec<String> {
    let mut lines = vec![format!("{} ({})", topic.name, topic.group)];
    lines.extend(topic.forms.iter().map(|form| match form.scripts.as_str() {
        "" => format!("  {}", form.form),
        scripts => format!("  {}  in scripts of {scripts}", form.form),
    }));
    lines.push(format!("  {}", topic.doc));
    lines.push(format!("  e.g. {}", topic.example));
    lines.extend(topic.defined.iter().map(|at| format!("  here: {}", place(at))));
    lines
}

fn place(at: &DefinedAt) -> String {
    format!("{}:{}", at.file, at.line)
}

/// Formats a listing with line numbers.
#[must_use]
pub fn listing(listing: &Listing) -> Vec<Line> {
    let head = match listing.function {
        Some(line) => format!("{}:{line}", listing.file),
        None => listing.file.clone(),
    };
    let lines = (listing.first_line..).zip(&listing.lines).map(|(number, line)| {
        let number = format!("{number:>4}");
        let kind = LineKind::Listing { number: number.len() };
        Line::new(kind, format!("{number}  {line}").trim_end())
    });
    std::iter::once(Line::new(LineKind::Heading, head)).chain(lines).collect()
}
