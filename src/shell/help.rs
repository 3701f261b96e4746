//! `:help`, `?name` and `??name`: explains commands, cards, combos and script functions.

use super::command::{Command, CommandGroup, find};
use super::command_error::{CommandError, CommandResult};
use super::explain::{card_or_combo, unknown};
use super::lookup;
use super::reply::Part;
use crate::debugger::game::Debugger;
use crate::debugger::reply::{CommandGroupInfo, CommandInfo, FormInfo, HelpReply, Meaning};
use crate::notation::suggestion;
use crate::script::api::verbs;

/// All commands, one command, or the commands that mention a word.
///
/// # Errors
/// The command does not exist.
pub(super) fn about_commands(groups: &'static [CommandGroup], name: &str) -> CommandResult {
    if name.is_empty() {
        let groups = groups.iter().map(|group| CommandGroupInfo {
            name: group.name.into(),
            commands: group.commands.iter().map(info).collect(),
        });
        return help(HelpReply::Commands { groups: groups.collect() });
    }
    if let Some(about) = about(groups, name) {
        return help(HelpReply::Meanings { meanings: vec![about] });
    }
    let commands = mentioning(groups, name);
    if commands.is_empty() {
        let names = groups.iter().flat_map(|group| group.commands).map(|command| command.name);
        let why = format!("no command mentions `{name}`{}", suggestion(name, names));
        return Err(CommandError::refused(why));
    }
    help(HelpReply::Mentions { commands })
}

fn help(reply: HelpReply) -> CommandResult {
    Ok(vec![Part::Help(reply)])
}

fn info(command: &Command) -> CommandInfo {
    CommandInfo {
        name: command.name.into(),
        args: command.args.into(),
        about: command.about.into(),
    }
}

/// The commands whose help contains a word.
fn mentioning(groups: &[CommandGroup], word: &str) -> Vec<CommandInfo> {
    let word = word.to_lowercase();
    let mentions = |text: &str| text.to_lowercase().contains(&word);
    let found = groups.iter().flat_map(|group| group.commands).filter(|command| {
        mentions(&format!(":{} {}", command.name, command.args))
            || mentions(command.about)
            || command.more.iter().any(|m| mentions(m))
            || command.also.contains(&word.as_str())
    });
    found.map(info).collect()
}

fn about(groups: &[CommandGroup], name: &str) -> Option<Meaning> {
    let found = find(groups, name).ok()?;
    let form = |(form, about): &(&str, &str)| FormInfo {
        form: (*form).to_owned(),
        about: (*about).to_owned(),
    };
    Some(Meaning::Command {
        command: info(found),
        more: found.more.iter().map(|line| (*line).to_owned()).collect(),
        forms: found.forms.iter().map(form).collect(),
    })
}

/// Explains a card, a combo, a command, a function, a hook or a script of the rules.
///
/// # Errors
/// The name is unknown.
pub(super) fn explain(
    groups: &'static [CommandGroup],
    debugger: Option<&Debugger>,
    name: &str,
) -> CommandResult {
    if name.is_empty() {
        return about_commands(groups, "");
    }
    if let Some(command_name) = name.strip_prefix(':') {
        return about_commands(groups, command_name);
    }
    let owner = debugger.and_then(|debugger| Some((debugger, debugger.card_or_combo(name)?)));
    let mut meanings: Vec<Meaning> =
        owner.and_then(|(debugger, owner)| card_or_combo(debugger, owner)).into_iter().collect();
    meanings.extend(verbs().filter(|verb| verb.name == name).map(|verb| Meaning::Verb {
        signature: verb.signature(),
        doc: verb.doc.into(),
        example: verb.example.into(),
    }));
    meanings.extend(lookup::explain(debugger, name));
    if meanings.is_empty() {
        meanings.extend(about(groups, name));
    }
    match meanings.is_empty() {
        true => Err(CommandError::refused(unknown(groups, debugger, name))),
        false => help(HelpReply::Meanings { meanings }),
    }
}
