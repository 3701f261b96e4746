//! Cards, combos and scripts by their names: what they are, and their sources.

use super::command::CommandGroup;
use super::command_error::{CommandError, CommandResult};
use super::lookup;
use super::reply::Part;
use crate::debugger::game::Debugger;
use crate::debugger::reply::{Meaning, RuleInfo};
use crate::error::Refusal;
use crate::kernel::{Hook, Owner};
use crate::notation::suggestion;
use crate::script::Script;
use crate::script::api::verbs;
use crate::script::topics::TOPICS;

pub(super) fn unknown(groups: &[CommandGroup], debugger: Option<&Debugger>, name: &str) -> String {
    let kinds = debugger
        .iter()
        .flat_map(|debugger| debugger.notation().rules.kinds.iter().map(|rule| &*rule.id));
    let combos = debugger
        .iter()
        .flat_map(|debugger| debugger.notation().rules.combos.iter().map(|rule| &*rule.id));
    let functions = verbs().map(|verb| verb.name).chain(TOPICS.iter().map(|topic| topic.name));
    let commands = groups.iter().flat_map(|group| group.commands).map(|command| command.name);
    let rules = debugger.map(lookup::names).unwrap_or_default();
    let all = kinds.chain(combos).chain(functions).chain(commands);
    let hint = suggestion(name, all.chain(rules.iter().map(String::as_str)));
    format!("there is no card, combo, command or function `{name}`{hint}")
}

pub(super) fn card_or_combo(debugger: &Debugger, owner: Owner) -> Option<Meaning> {
    let (notation, titles) = (debugger.notation(), &debugger.loaded.titles);
    let rules = &notation.rules;
    let (name, text, hooks, tags) = match owner {
        Owner::Kind(kind) => {
            let (name, rule) = (notation.kind(kind), rules.kind(kind));
            (name, titles.card(&name.id).text, rule.hooks, rule.tags)
        }
        Owner::Combo(combo) => {
            let name = notation.combo(combo);
            (name, titles.combo(&name.id).text, rules.combo(combo).hooks, Default::default())
        }
        Owner::Rules => return None,
    };
    let hooks = Hook::ALL.into_iter().filter(|hook| hooks.has(*hook));
    let tags = rules.tags.iter().enumerate().filter(|(i, _)| tags.has(*i as u8));
    let info = RuleInfo {
        id: name.id.to_string(),
        title: name.title.clone(),
        text: text.to_owned(),
        script: debugger.loaded.host.script_of(owner, Hook::Resolve).map(lookup::script_info),
        hooks: hooks.map(|hook| hook.name().to_owned()).collect(),
        tags: tags.map(|(_, tag)| tag.to_string()).collect(),
    };
    Some(match owner {
        Owner::Kind(_) => Meaning::Card(info),
        Owner::Combo(_) | Owner::Rules => Meaning::Combo(info),
    })
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
        Ok(script) => Ok(lookup::whole(script)),
        Err(why) => lookup::source(debugger, name).ok_or_else(|| CommandError::refused(why)),
    };
    listing.map(|listing| vec![Part::Source(listing)])
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
        None if is_topic || verbs().any(|verb| verb.name == name) => {
            format!("`{name}` is built in: `?{name}` explains it")
        }
        None => unknown(groups, Some(debugger), name),
    };
    Ok(lookup::script(debugger, name).ok_or_else(why_not)?)
}
