//! `:help`, `?name` and `??name`: explains commands, cards, combos and script functions.

use super::command::{self, Command, CommandGroup, CommandId};
use super::{CommandError, CommandResult, lookup};
use crate::debugger::game::Debugger;
use crate::debugger::reply::{
    CommandGroupInfo, CommandInfo, FormInfo, HelpReply, Meaning, Part, RuleInfo,
};
use crate::kernel::{Hook, Owner};
use crate::script::Script;
use crate::script::api::verbs;
use crate::script::topics::TOPICS;
use crate::transcript::notation::suggestion;

pub(super) const HELP: CommandGroup = CommandGroup {
    name: "Help and leaving",
    commands: &[
        Command::new(
            "help",
            "[WORD]",
            "this list, or more about a command or a word",
            |_, name| commands(name.strip_prefix(':').unwrap_or(name)),
        )
        .unnoted(),
        Command::new("quit", "", "leave", |_, _| Err(CommandError::Quit)),
    ],
};

/// Alternative names of commands, as other tools call them.
const ALSO: [(&str, CommandId); 16] = [
    ("undo", CommandId::Back),
    ("redo", CommandId::Forward),
    ("exit", CommandId::Quit),
    ("bye", CommandId::Quit),
    ("restart", CommandId::New),
    ("start", CommandId::New),
    ("jump", CommandId::Goto),
    ("history", CommandId::Timeline),
    ("bookmark", CommandId::Mark),
    ("breakpoint", CommandId::Break),
    ("blame", CommandId::Why),
    ("log", CommandId::Events),
    ("hint", CommandId::Suggest),
    ("bot", CommandId::Agent),
    ("probability", CommandId::Odds),
    ("position", CommandId::View),
];

/// The commands for which a word is an alternative name.
pub(super) fn about_word(word: &str) -> impl Iterator<Item = &'static Command> {
    let found = ALSO.iter().filter(move |(also, _)| *also == word);
    found.filter_map(|(_, id)| id.command())
}

/// All commands, one command, or the commands that mention a word.
///
/// # Errors
/// The command does not exist.
fn commands(name: &str) -> CommandResult {
    if name.is_empty() {
        let groups = command::groups().iter().map(|group| CommandGroupInfo {
            name: group.name.into(),
            commands: group.commands.iter().map(info).collect(),
        });
        return help(HelpReply::Commands { groups: groups.collect() });
    }
    if let Some(about) = about(name) {
        return help(HelpReply::Meanings { meanings: vec![about] });
    }
    let commands = mentioning(name);
    if commands.is_empty() {
        let names = command::all().map(|command| command.name);
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
fn mentioning(word: &str) -> Vec<CommandInfo> {
    let word = word.to_lowercase();
    let mentions = |text: &str| text.to_lowercase().contains(&word);
    let found = command::all().filter(|command| {
        mentions(&format!(":{} {}", command.name, command.args))
            || mentions(command.about)
            || command.more.iter().any(|m| mentions(m))
            || about_word(&word).any(|meant| meant.id == command.id)
    });
    found.map(info).collect()
}

fn about(name: &str) -> Option<Meaning> {
    let found = command::find(name).ok()?;
    let form = |(form, about): &(&str, &str)| FormInfo {
        form: (*form).to_owned(),
        about: (*about).to_owned(),
    };
    Some(Meaning::Command {
        command: info(found),
        more: found.more.iter().map(|line| (*line).to_owned()).collect(),
        forms: found.forms().iter().map(form).collect(),
    })
}

/// Explains a card, a combo, a command, a function, a hook or a script of the rules.
///
/// # Errors
/// The name is unknown.
pub(super) fn explain(debugger: Option<&Debugger>, name: &str) -> CommandResult {
    if name.is_empty() {
        return commands("");
    }
    if let Some(command_name) = name.strip_prefix(':') {
        return commands(command_name);
    }
    let owner = debugger.and_then(|debugger| Some((debugger, owner(debugger, name)?)));
    let mut meanings: Vec<Meaning> =
        owner.and_then(|(debugger, owner)| card_or_combo(debugger, owner)).into_iter().collect();
    meanings.extend(verbs().filter(|verb| verb.name == name).map(|verb| Meaning::Verb {
        signature: verb.signature(),
        doc: verb.doc.into(),
        example: verb.example.into(),
    }));
    meanings.extend(lookup::explain(debugger, name));
    if meanings.is_empty() {
        meanings.extend(about(name));
    }
    match meanings.is_empty() {
        true => Err(CommandError::refused(unknown(debugger, name))),
        false => help(HelpReply::Meanings { meanings }),
    }
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

/// The kind or the combo of this name.
pub(super) fn owner(debugger: &Debugger, name: &str) -> Option<Owner> {
    debugger.card_or_combo(name)
}

fn card_or_combo(debugger: &Debugger, owner: Owner) -> Option<Meaning> {
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
pub(super) fn source(debugger: Option<&Debugger>, name: &str) -> CommandResult {
    let Some(debugger) = debugger else {
        return Err(CommandError::refused("there is no game: `:new classic` starts one"));
    };
    let listing = match script(debugger, name) {
        Ok(script) => Ok(lookup::whole(script)),
        Err(why) => lookup::source(debugger, name).ok_or_else(|| CommandError::refused(why)),
    };
    listing.map(|listing| vec![Part::Source(listing)])
}

/// The script of a card, a combo or a hook of the rules, or a rules script by its name.
///
/// # Errors
/// The name is unknown or has no script.
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
