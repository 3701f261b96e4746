//! `:help`, `?name` and `??name`: commands, cards, combos and the functions of scripts explained.

use super::command::{self, Command, CommandGroup};
use super::{CommandError, compat, expect, lookup, watch_expr};
use crate::debugger::game::Debugger;
use crate::kernel::{Hook, Owner};
use crate::script::Script;
use crate::script::api::verbs;
use crate::script::topics::TOPICS;
use crate::transcript::notation::suggestion;
use unicode_width::UnicodeWidthStr;

pub(super) const HELP: CommandGroup = CommandGroup {
    name: "Help and leaving",
    commands: &[
        Command::new(
            "help",
            "[WORD]",
            "this list, or more about a command or a word",
            |_, name| {
                let found = commands(name.trim_start_matches(':'));
                found.map(|found| found.join("\n")).map_err(CommandError::refused)
            },
        )
        .unnoted(),
        Command::new("quit", "", "leave", |_, _| Err(CommandError::Quit)),
    ],
};

/// What people call a command that is called otherwise here.
const ALSO: [(&str, &str); 16] = [
    ("undo", "back"),
    ("redo", "forward"),
    ("exit", "quit"),
    ("bye", "quit"),
    ("restart", "new"),
    ("start", "new"),
    ("jump", "goto"),
    ("history", "timeline"),
    ("bookmark", "mark"),
    ("breakpoint", "break"),
    ("blame", "why"),
    ("log", "events"),
    ("hint", "suggest"),
    ("bot", "agent"),
    ("probability", "odds"),
    ("position", "view"),
];

/// The commands that a word means elsewhere.
pub(super) fn about_word(word: &str) -> impl Iterator<Item = &'static Command> {
    let names = ALSO.iter().filter(move |(also, _)| *also == word).map(|(_, name)| *name);
    names.filter_map(|name| command::all().find(|command| command.name == name))
}

/// All commands, or one of them.
///
/// # Errors
/// There is no such command.
pub fn commands(name: &str) -> Result<Vec<String>, String> {
    if !name.is_empty() {
        let found = about(name).unwrap_or_else(|| mentioning(name));
        if !found.is_empty() {
            return Ok(found);
        }
        let names = command::all().map(|command| command.name);
        return Err(format!("no command mentions `{name}`{}", suggestion(name, names)));
    }
    let mut lines = vec![
        "Bare words answer: play favor bob, draw, nope, pass, a name, a number in the list.".into(),
        "cat: nope answers for a seat further on in a window. Beginnings of words will do.".into(),
        "= expr evaluates Rhai on the live game. ?name explains, ??name shows the source.".into(),
    ];
    let width = command::all().map(|command| head(command).width()).filter(|n| *n <= 24).max();
    let width = width.unwrap_or(0);
    for group in command::groups() {
        lines.extend([String::new(), group.name.to_owned()]);
        lines.extend(group.commands.iter().map(|command| in_list(command, width)));
    }
    let more = "`:help NAME` tells more about a command, `:help WORD` finds those that mention it.";
    lines.extend([String::new(), more.to_owned()]);
    Ok(lines)
}

fn in_list(command: &Command, width: usize) -> String {
    let head = head(command);
    let gap = " ".repeat(width.saturating_sub(head.width()));
    format!("  {head}{gap}  {}", command.about)
}

/// The commands in whose help a word is.
fn mentioning(word: &str) -> Vec<String> {
    let word = word.to_lowercase();
    let mentions = |text: &str| text.to_lowercase().contains(&word);
    let found = command::all().filter(|command| {
        mentions(&head(command))
            || mentions(command.about)
            || command.more.iter().any(|m| mentions(m))
            || about_word(&word).any(|meant| meant.name == command.name)
    });
    let found: Vec<&Command> = found.collect();
    let width = found.iter().map(|command| head(command).width()).max().unwrap_or(0);
    found.into_iter().map(|command| in_list(command, width)).collect()
}

fn head(command: &Command) -> String {
    format!(":{} {}", command.name, command.args).trim().to_owned()
}

fn about(name: &str) -> Option<Vec<String>> {
    let found = command::find(name).ok()?;
    let mut lines = vec![head(found)];
    lines.push(format!("  {}", found.about));
    lines.extend(found.more.iter().map(|line| format!("  {line}")));
    let forms = match found.name {
        "expect" => expect::FORMS,
        "watch" | "why" | "last-change" => watch_expr::FORMS,
        _ => &[],
    };
    lines.extend(forms.iter().map(|(form, about)| format!("  {form:32} {about}")));
    Some(lines)
}

/// Explains a card, a combo, a command, a function, a hook or a script of the rules.
///
/// # Errors
/// There is nothing of this name.
pub fn explain(debugger: Option<&Debugger>, name: &str) -> Result<Vec<String>, String> {
    if let Some(command_name) = name.strip_prefix(':') {
        return commands(command_name);
    }
    let mut lines = Vec::new();
    if let Some((debugger, owner)) =
        debugger.and_then(|debugger| Some((debugger, owner(debugger, name)?)))
    {
        lines.extend(card_or_combo(debugger, owner));
    }
    for verb in verbs().filter(|verb| verb.name == name) {
        lines.push(verb.signature());
        lines.push(format!("  {}", verb.doc));
        lines.push(format!("  e.g. {}", verb.example));
    }
    lines.extend(lookup::explain(debugger, name));
    if lines.is_empty() {
        lines.extend(about(name).unwrap_or_default());
    }
    if lines.is_empty() { Err(unknown(debugger, name)) } else { Ok(lines) }
}

fn unknown(debugger: Option<&Debugger>, name: &str) -> String {
    let kinds = debugger
        .iter()
        .flat_map(|debugger| debugger.notation().rules.kinds.iter().map(|rule| &*rule.id));
    let combos = debugger
        .iter()
        .flat_map(|debugger| debugger.notation().rules.combos.iter().map(|rule| &*rule.id));
    let functions = verbs().map(|verb| verb.name).chain(TOPICS.iter().map(|topic| topic.name));
    let commands = command::all().map(|command| command.name);
    let rules = debugger.map(lookup::names).unwrap_or_default();
    let all = kinds.chain(combos).chain(functions).chain(commands);
    let hint = suggestion(name, all.chain(rules.iter().map(String::as_str)));
    format!("there is no card, combo, command or function `{name}`{hint}")
}

/// The kind or the combo that a name means.
pub(super) fn owner(debugger: &Debugger, name: &str) -> Option<Owner> {
    debugger.card_or_combo(name)
}

fn card_or_combo(debugger: &Debugger, owner: Owner) -> Vec<String> {
    let notation = debugger.notation();
    let (name, what) = match owner {
        Owner::Kind(kind) => (notation.kind(kind), "card"),
        Owner::Combo(combo) => (notation.combo(combo), "combo"),
        Owner::Rules => return Vec::new(),
    };
    let mut lines = vec![format!("{} ({what} `{}`)", name.title, name.id)];
    let titles = &debugger.loaded.titles;
    let wording = if what == "card" { titles.card(&name.id) } else { titles.combo(&name.id) };
    if !wording.text.is_empty() {
        lines.push(format!("  {}", wording.text));
    }
    if let Some(script) = debugger.loaded.host.script_of(owner, Hook::Resolve) {
        let about = script.text.lines().next().and_then(|line| line.strip_prefix("//!"));
        let about = about.map_or_else(String::new, |about| format!(": {}", about.trim()));
        lines.push(format!("  {}{about}", script.name));
    }
    let rules = &notation.rules;
    let (hooks, tags) = match owner {
        Owner::Kind(kind) => (rules.kind(kind).hooks, rules.kind(kind).tags),
        Owner::Combo(combo) => (rules.combo(combo).hooks, Default::default()),
        Owner::Rules => return lines,
    };
    let defined: Vec<&str> =
        Hook::ALL.into_iter().filter(|hook| hooks.has(*hook)).map(Hook::name).collect();
    if !defined.is_empty() {
        lines.push(format!("  hooks: {}", defined.join(", ")));
    }
    let tagged = rules.tags.iter().enumerate().filter(|(i, _)| tags.has(*i as u8));
    let tagged: Vec<&str> = tagged.map(|(_, tag)| &**tag).collect();
    if !tagged.is_empty() {
        lines.push(format!("  tags: {}", compat::and(&tagged)));
    }
    lines
}

/// The source of a card, a combo, a rules script or a function of one.
///
/// # Errors
/// There is nothing of this name, or it has no source.
pub fn source(debugger: Option<&Debugger>, name: &str) -> Result<Vec<String>, String> {
    let Some(debugger) = debugger else {
        return Err("there is no game: `:new classic` starts one".into());
    };
    match script(debugger, name) {
        Ok(script) => Ok(lookup::whole(script)),
        Err(why) => lookup::source(debugger, name).ok_or(why),
    }
}

/// The script of a card, a combo or a hook of the rules, or a rules script by its name.
///
/// # Errors
/// There is nothing of this name, or it has no script.
pub fn script<'s>(debugger: &'s Debugger, name: &str) -> Result<&'s Script, String> {
    let host = &debugger.loaded.host;
    let script = match (owner(debugger, name), lookup::hook(name)) {
        (Some(owner), _) => host.script_of(owner, Hook::Resolve),
        (None, Some(hook)) => host.script_of(Owner::Rules, hook),
        (None, None) => lookup::rules_script(debugger, name),
    };
    let is_topic = TOPICS.iter().any(|topic| topic.name == name);
    script.ok_or_else(|| match lookup::hook(name) {
        Some(_) => format!("no rules script here defines `{name}`: `?{name}` explains it"),
        None if is_topic || verbs().any(|verb| verb.name == name) => {
            format!("`{name}` is built in: `?{name}` explains it")
        }
        None => unknown(Some(debugger), name),
    })
}
