//! `:help`, `?name` and `??name`: explains commands, cards, combos and script functions.

use super::command::{Command, CommandGroup, find};
use super::command_error::{CommandError, CommandResult};
use super::lookup;
use super::reply::Part;
use crate::base::error::{Refusal, and, is_word_char};
use crate::debugger::game::Debugger;
use crate::kernel::{Hook, Owner};
use crate::script::api::{instead_of, is_verb, verbs, verbs_named};
use crate::script::topics::TOPICS;
use crate::script::{Script, Symbol};
use crate::variant::Library;
use crate::variant::notation::suggestion;
use unicode_width::UnicodeWidthStr;

/// The text before the list of commands.
const INTRODUCTION: [&str; 4] = [
    "Bare words answer: play favor bob, draw, nope, pass, a name, a number in the list.",
    "cat: nope answers for cat, if several players may answer. Unique beginnings of words will do.",
    "= expr evaluates Rhai on the live game. ?name explains, ??name shows the source.",
    "`;` separates inputs, but not in brackets, quotes or session files: = { let n = 2; n * 3 }.",
];

/// The text after the list of commands.
const MORE: &str =
    "`:help NAME` tells more about a command, `:help WORD` finds those that mention it.";

/// The explanation of options, and of symbols.
const OPTION: [&str; 2] = [
    "An option is a value of the rules that a variant sets. `?NAME` explains one; a script reads it",
    "with `option(\"NAME\")`; `:new VARIANT --set NAME=VALUE` changes it for a game. Here:",
];
const SYMBOL: [&str; 3] = [
    "The symbol of a card or combo says at a glance what a play does. It follows from the verbs of its",
    "script, or is the `symbol` of its titles. Agents, pages and printed cards use it. If a script does",
    "several things, the first one counts:",
];

/// A term wider than this does not widen the column.
const WIDEST: usize = 24;

/// A word of this many letters is found as a part of other words.
const LONG: usize = 4;

/// The source of explanations of names: the game, and without one the variants of a library.
#[derive(Clone, Copy)]
pub(super) struct Explained<'a> {
    pub debugger: Option<&'a Debugger>,
    pub library: &'a Library,
}

impl Explained<'_> {
    fn option(self, name: &str) -> Option<Vec<String>> {
        match self.debugger {
            Some(debugger) => lookup::option(debugger, name),
            None => lookup::option_of_any(self.library, name),
        }
    }
}

fn all(groups: &[CommandGroup]) -> impl Iterator<Item = &Command> {
    groups.iter().flat_map(|group| group.commands)
}

/// All commands, one command, or the commands that mention a word.
///
/// # Errors
/// The command does not exist.
pub(super) fn about_commands(
    groups: &[CommandGroup],
    rules: Explained<'_>,
    name: &str,
) -> CommandResult {
    if name.is_empty() {
        return Ok(vec![Part::lines(list(groups))]);
    }
    if let Ok(command) = find(groups, name) {
        return Ok(vec![Part::lines(explained(command))]);
    }
    let found = mentioning(groups, name);
    let mut lines = term(rules, name).unwrap_or_default();
    if found.is_empty() {
        let known = Some(lines).filter(|lines| !lines.is_empty());
        if let Some(lines) = known.or_else(|| rules.option(name)) {
            return Ok(vec![Part::lines(lines)]);
        }
        let named = named(rules.debugger, name);
        if !named.is_empty() {
            return Ok(vec![Part::lines(named)]);
        }
        let names = all(groups).map(|command| command.name);
        let why = format!("no command mentions `{name}`{}", suggestion(name, names));
        let program = "`litterbox help` lists the commands of the program, such as `litterbox sim`";
        return Err(CommandError::hinted(why, program));
    }
    let width = found.iter().map(|command| head(command).width()).max().unwrap_or(0);
    lines.extend(found.into_iter().map(|command| in_list(command, width)));
    Ok(vec![Part::lines(lines)])
}

/// Explains a term of the rules that is the name of nothing.
fn term(rules: Explained<'_>, word: &str) -> Option<Vec<String>> {
    let (explained, names): (&[&str], Vec<&str>) = match word {
        "option" | "options" => {
            let options = rules.debugger.map(lookup::options).unwrap_or_default();
            let names = options.iter().map(|option| &*option.name);
            (&OPTION, names.collect())
        }
        "symbol" | "symbols" => (&SYMBOL, Symbol::ALL.iter().map(|symbol| symbol.name()).collect()),
        _ => return None,
    };
    let mut lines: Vec<String> = explained.iter().map(|line| (*line).to_owned()).collect();
    lines.extend((!names.is_empty()).then(|| format!("  {}", names.join(", "))));
    Some(lines)
}

fn list(groups: &[CommandGroup]) -> Vec<String> {
    let heads = all(groups).map(|command| head(command).width());
    let width = heads.filter(|width| *width <= WIDEST).max().unwrap_or(0);
    let mut lines: Vec<String> = INTRODUCTION.map(str::to_owned).into();
    for group in groups {
        lines.extend([String::new(), group.name.to_owned()]);
        lines.extend(group.commands.iter().map(|command| in_list(command, width)));
    }
    lines.extend([String::new(), MORE.to_owned()]);
    lines
}

fn head(command: &Command) -> String {
    format!(":{} {}", command.name, command.args).trim().to_owned()
}

fn in_list(command: &Command, width: usize) -> String {
    let head = head(command);
    let gap = " ".repeat(width.saturating_sub(head.width()));
    format!("  {head}{gap}  {}", command.about)
}

fn explained(command: &Command) -> Vec<String> {
    let mut lines = vec![head(command), format!("  {}", command.about)];
    lines.extend(command.more.iter().map(|line| format!("  {line}")));
    lines.extend(command.forms.iter().map(|(form, about)| format!("  {form:27} {about}")));
    lines
}

/// The commands whose help contains a word; a short one is not a part of another word.
fn mentioning<'c>(groups: &'c [CommandGroup], word: &str) -> Vec<&'c Command> {
    let word = word.to_lowercase();
    let is_short = word.chars().count() < LONG && word.chars().all(is_word_char);
    let mentions = |text: &str| {
        let text = text.to_lowercase();
        match is_short {
            true => text.split(|c| !is_word_char(c)).any(|other| other == word),
            false => text.contains(&word),
        }
    };
    let is_found = |command: &&Command| {
        mentions(&head(command))
            || mentions(command.about)
            || command.more.iter().any(|line| mentions(line))
            || command.forms.iter().any(|(form, about)| mentions(form) || mentions(about))
            || command.also.contains(&word.as_str())
    };
    all(groups).filter(is_found).collect()
}

/// Explains a card, a combo, a command, a function, a hook or a script of the rules.
///
/// # Errors
/// The name is unknown.
pub(super) fn explain(groups: &[CommandGroup], rules: Explained<'_>, name: &str) -> CommandResult {
    if name.is_empty() {
        return about_commands(groups, rules, "");
    }
    if let Some(command) = name.strip_prefix(':') {
        return about_commands(groups, rules, command);
    }
    let debugger = rules.debugger;
    let mut lines = named(debugger, name);
    if lines.is_empty() && debugger.is_none() {
        lines.extend(rules.option(name).into_iter().flatten());
    }
    if lines.is_empty() {
        let command = find(groups, name);
        let unknown = |_| match about(name) {
            Some(found) => CommandError::hinted(nothing_called(name), found),
            None => CommandError::refused(unknown(groups, debugger, name)),
        };
        lines = explained(command.map_err(unknown)?);
    }
    Ok(vec![Part::lines(lines)])
}

/// Explains a card, a combo, a function, or what else has this name.
fn named(debugger: Option<&Debugger>, name: &str) -> Vec<String> {
    let mut lines = debugger.map_or_else(Vec::new, |debugger| card_or_combo(debugger, name));
    for verb in verbs_named(name) {
        let example = format!("  e.g. {}", verb.example);
        lines.extend([verb.signature(), format!("  {}", verb.doc), example]);
    }
    lines.extend(lookup::explain(debugger, name));
    lines
}

fn card_or_combo(debugger: &Debugger, name: &str) -> Vec<String> {
    let (notation, titles) = (debugger.notation(), &debugger.loaded.titles);
    let rules = &notation.rules;
    let owner = debugger.card_or_combo(name);
    let spec = &debugger.loaded.ruleset.spec;
    let (what, name, text, hooks, tags) = match owner {
        Some(Owner::Kind(kind)) => {
            let (name, rule) = (notation.kind(kind), rules.kind(kind));
            let scripts = &spec.kinds[kind.index()].scripts;
            let text = titles.text_of(&name.id, &titles.card(&name.id), scripts);
            ("card", name, text, rule.hooks, rule.tags)
        }
        Some(Owner::Combo(combo)) => {
            let (name, rule) = (notation.combo(combo), rules.combo(combo));
            let scripts = &spec.combos[combo.index()].scripts;
            let text = titles.text_of(&name.id, &titles.combo(&name.id), scripts);
            ("combo", name, text, rule.hooks, Default::default())
        }
        Some(Owner::Rules) | None => return Vec::new(),
    };
    let mut lines = vec![format!("{} ({what} `{}`)", name.title, name.id)];
    lines.extend((!text.is_empty()).then(|| format!("  {text}")));
    let script = owner.and_then(|owner| debugger.loaded.host.script_of(owner, Hook::Resolve));
    lines.extend(script.map(lookup::about));
    let hooks = Hook::ALL.into_iter().filter(|hook| hooks.has(*hook)).map(Hook::name);
    lines.extend(lookup::listed("hooks", hooks));
    let tags = rules.tags.iter().enumerate().filter(|(i, _)| tags.has(*i as u8));
    let tags: Vec<&str> = tags.map(|(_, tag)| tag.as_ref()).collect();
    lines.extend((!tags.is_empty()).then(|| format!("  tags: {}", and(&tags))));
    lines
}

/// The functions, hooks and constants whose description has a word that is no name.
fn about(word: &str) -> Option<String> {
    if word.chars().count() < LONG || instead_of(word).is_some() {
        return None;
    }
    let is_form = |other: &str| other == word || other.strip_suffix('s') == Some(word);
    let has = |doc: &str| doc.split(|c| !is_word_char(c)).any(is_form);
    let verbs = verbs().map(|verb| (verb.name, verb.doc));
    let topics = TOPICS.iter().map(|topic| (topic.name, topic.doc.as_str()));
    let found = verbs.chain(topics).filter(|(_, doc)| has(doc));
    let mut names: Vec<String> = found.map(|(name, _)| format!("`?{name}`")).collect();
    names.dedup();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    (!names.is_empty()).then(|| format!("see {}", and(&names)))
}

fn nothing_called(name: &str) -> String {
    format!("there is no card, combo, command or function `{name}`")
}

fn unknown(groups: &[CommandGroup], debugger: Option<&Debugger>, name: &str) -> String {
    let notation = debugger.map(Debugger::notation);
    let cards = notation.map(|it| it.suggested(name, it.all_kinds(), it.all_combos()));
    let cards = cards.filter(|hint| !hint.is_empty());
    let functions = verbs().map(|verb| verb.name).chain(TOPICS.iter().map(|topic| topic.name));
    let commands = all(groups).map(|command| command.name);
    let of_rules = debugger.map(lookup::names).unwrap_or_default();
    let options = debugger.map(lookup::options).unwrap_or_default();
    let names = functions.chain(commands).chain(options.iter().map(|option| &*option.name));
    let now = instead_of(name).map(|now| format!(": {now}"));
    let hint = now
        .or(cards)
        .unwrap_or_else(|| suggestion(name, names.chain(of_rules.iter().map(String::as_str))));
    format!("{}{hint}", nothing_called(name))
}

/// The source of a card, a combo, a rules script or a function of one.
///
/// # Errors
/// The name is unknown or has no source.
pub(super) fn source(
    groups: &[CommandGroup],
    debugger: Option<&Debugger>,
    name: &str,
) -> CommandResult {
    let Some(debugger) = debugger else {
        return Err(CommandError::refused("there is no game: `:new classic` starts one"));
    };
    let listing = match script(groups, debugger, name) {
        Ok(script) => Ok(lookup::listing(script, 1..=usize::MAX, None)),
        Err(why) => lookup::source(debugger, name).ok_or_else(|| CommandError::refused(why)),
    };
    listing.map(|lines| vec![Part::lines(lines)])
}

/// Whether a name without a script can be explained: a command, an option, a card without effect.
fn has_no_script(groups: &[CommandGroup], debugger: &Debugger, name: &str) -> bool {
    all(groups).any(|command| command.name == name) || !named(Some(debugger), name).is_empty()
}

/// The script of a card, a combo or a hook of the rules, or a rules script by its name.
///
/// # Errors
/// The name is unknown or has no script.
pub(super) fn script<'s>(
    groups: &[CommandGroup],
    debugger: &'s Debugger,
    name: &str,
) -> Result<&'s Script, Refusal> {
    let is_topic = TOPICS.iter().any(|topic| topic.name == name);
    let why_not = || match lookup::hook(name) {
        Some(_) => format!("no rules script here defines `{name}`: `?{name}` explains it"),
        None if is_topic || is_verb(name) => {
            format!("`{name}` is built in: `?{name}` explains it")
        }
        None if has_no_script(groups, debugger, name) => {
            format!("`{name}` has no script: `?{name}` explains it")
        }
        None => unknown(groups, Some(debugger), name),
    };
    Ok(lookup::script(debugger, name).ok_or_else(why_not)?)
}
