//! The commands that set, list and delete breakpoints and watches.

use super::command::{Command, CommandGroup, Completer, Property};
use super::command_error::{CommandError, CommandResult, SHOW_ALL, command_error};
use super::completion::{self, Completion, word};
use super::render::text::{causes, stop};
use super::reply::Part;
use super::state::Shell;
use super::{lookup, watch_expr};
use crate::base::error::and;
use crate::debugger::breakable_lines;
use crate::debugger::breakpoints::{BreakCondition, BreakOptions, HitCount};
use crate::debugger::game::Debugger;
use crate::debugger::watch_expr::{WatchExpr, check_truth, redacted};
use crate::kernel::Owner;
use crate::kernel::event::EventClasses;
use crate::variant::notation::suggestion;

pub(super) const BREAKPOINTS: CommandGroup = CommandGroup {
    name: "Breakpoints",
    commands: &[
        Command::new(
            "break",
            "WHERE",
            "stop before a card, an event or a script line, or on a condition",
            set,
        )
        .also(&["breakpoint"])
        .more(&[
            ":break card favor    before this card or combo is played, and before its script acts",
            ":break on draw       before an event of this kind; `:break on` lists the kinds",
            ":break line favor:9  before this line of a script; without a number, before any line",
            ":break function NAME when a hook or another function of a script begins",
            ":break if EXPR       after the event that makes an expression true",
            "Options follow the place, in this order: `hits N` (or `hits >= N`, `hits % N`) counts,",
            "`if EXPR` is a condition that knows the script's variables, and `log TEXT` prints a",
            "text with the values of its {expressions} instead of stopping, as in",
            ":break line attack:6 hits >= 2 if carried > 0 log {me} carries {carried}",
            "The input is carried out; the game is shown at the breakpoint. `:continue` goes on.",
            "Breakpoints also stop when going backwards: `:rcontinue`.",
        ])
        .completing(Completer::Game(wheres)),
        Command::new("watch", "VALUE", "stop after an event that changes a value", watch)
            .more(&["e.g. :watch hand ann, :watch bob.owed, :watch draw_pile().len"])
            .completing(Completer::Game(watch_expr::complete)),
        Command::new("breaks", "", "list the breakpoints and watches", |shell, _| Ok(list(shell)))
            .is(&[Property::Looks]),
        Command::new("delete", "NUMBER|all", "delete a breakpoint or a watch", delete),
    ],
};

/// Completes the location of a breakpoint.
fn wheres(debugger: &Debugger, before: &[&str]) -> Vec<Completion> {
    match before {
        [] => [
            ("card", "a card or a set is played, or its script acts"),
            ("on", "an event of a sort"),
            ("line", "a line of a script is run"),
            ("function", "a function of a script begins"),
            ("if", "an expression has become true"),
        ]
        .map(|(text, about)| word(text, about))
        .into(),
        ["card"] => {
            let sets = debugger.notation().rules.combos.iter();
            let sets = sets.map(|rule| word(rule.id.as_ref(), "a set"));
            completion::cards(debugger.notation()).chain(sets).collect()
        }
        ["on"] => {
            EventClasses::NAMED.iter().map(|(class, about, _)| word(*class, *about)).collect()
        }
        ["line"] => {
            let scripts = (0..).map_while(|number| debugger.loaded.host.source(number));
            scripts.map(|script| word(format!("{}:", stem(&script.name)), &*script.name)).collect()
        }
        _ => Vec::new(),
    }
}

/// The name of a script without its folder: `favor`.
fn stem(script: &str) -> &str {
    let file = script.rsplit('/').next().unwrap_or(script);
    file.trim_end_matches(".rhai")
}

/// The words with which options begin, in their order.
const OPTIONS: [&str; 3] = ["hits ", "if ", "log "];

// ---- commands --------------------------------------------------------------------------------

/// The error of a breakpoint without its card or condition.
fn incomplete(word: &str) -> CommandError {
    match word {
        "card" => CommandError::hinted("which card?", "e.g. :break card nope"),
        "function" => CommandError::hinted("which function?", "e.g. :break function resolve"),
        _ => CommandError::hinted("when?", "e.g. :break if draw_pile().len < 3"),
    }
}

fn set(shell: &mut Shell, rest: &str) -> CommandResult {
    let debugger = shell.game()?;
    let typed = rest;
    let (word, rest) = typed.split_once(char::is_whitespace).unwrap_or((typed, ""));
    let rest = rest.trim();
    let (rest, options) = match word {
        "card" | "on" | "line" | "function" => options(debugger, word, rest)?,
        _ => (rest, BreakOptions::default()),
    };
    let at = match word {
        "" => return Ok(list(shell)),
        "card" | "if" | "function" if rest.is_empty() => return Err(incomplete(word)),
        "card" => {
            let id = debugger.card_or_combo(rest).map(|owner| match owner {
                Owner::Kind(kind) => debugger.notation().kind(kind).id.to_string(),
                Owner::Combo(combo) => debugger.notation().combo(combo).id.to_string(),
                Owner::Rules => rest.to_owned(),
            });
            BreakCondition::Card(id.ok_or_else(|| unknown_card(debugger, rest))?)
        }
        "on" => match EventClasses::NAMED.iter().find(|(class, ..)| *class == rest) {
            Some((class, _, events)) => BreakCondition::On(class, *events),
            None if rest.is_empty() => {
                let classes = EventClasses::NAMED.iter();
                let classes = classes.map(|(name, about, _)| format!("{name:9}  {about}"));
                return Ok(vec![Part::lines(classes)]);
            }
            None => {
                let hint = suggestion(rest, EventClasses::NAMED.iter().map(|(class, ..)| *class));
                let why = format!("there is no kind of event `{rest}`{hint}");
                return Err(CommandError::hinted(why, "`:break on` lists them"));
            }
        },
        "line" | "function" if debugger.viewer.is_some() => {
            let why = "which lines run depends on cards that a player does not know";
            return Err(CommandError::hinted(why, SHOW_ALL));
        }
        "if" if debugger.viewer.is_some() => return Err(command_error(debugger, redacted())),
        "line" => line(debugger, rest)?,
        "function" if !debugger.has_function(rest) => {
            let why = format!("no script of this game has a function `{rest}`");
            return Err(CommandError::hinted(why, "e.g. :break function resolve"));
        }
        "function" => BreakCondition::Function(rest.to_owned()),
        "if" => condition(debugger, rest)?,
        _ => {
            let why = format!("`{word}` is not a place to stop at");
            let hint = meant(debugger, typed).unwrap_or_else(|| {
                "write card, on, line, function or if: `:help break`".to_owned()
            });
            return Err(CommandError::hinted(why, hint));
        }
    };
    let asked = rest.rsplit(':').next().and_then(|asked| asked.trim().parse::<u32>().ok());
    let moved = match &at {
        BreakCondition::Line(_, Some(line)) => {
            asked.filter(|asked| *asked != u32::from(*line)).map(|asked| {
                format!("  no statement starts on line {asked}: the breakpoint is on line {line}")
            })
        }
        _ => None,
    };
    let set = stop::breakpoint(&shell.studied.breakpoints.add(at, options).info());
    Ok(vec![Part::lines(std::iter::once(set).chain(moved))])
}

/// Splits `favor:5 hits 2 if EXPR log TEXT` into the place and the options.
fn options<'t>(
    debugger: &Debugger,
    word: &str,
    text: &'t str,
) -> Result<(&'t str, BreakOptions), CommandError> {
    let mut options = BreakOptions::default();
    let (mut place, mut rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    // The title of a card may have several words.
    let is_option = |rest: &str| rest.is_empty() || OPTIONS.iter().any(|it| rest.starts_with(it));
    if word == "card" && !is_option(rest.trim_start()) {
        (place, rest) = (text, "");
    }
    rest = rest.trim();
    if let Some(after) = rest.strip_prefix(OPTIONS[0]) {
        let end = [" if ", " log "].iter().filter_map(|it| after.find(it)).min();
        let (count, others) = after.split_at(end.unwrap_or(after.len()));
        let count = HitCount::parse(count).map_err(|why| {
            CommandError::Refused(why.into(), Some("e.g. :break on draw hits >= 3".to_owned()))
        })?;
        (options.count, rest) = (Some(count), others.trim());
    }
    if let Some(after) = rest.strip_prefix(OPTIONS[1]) {
        let (only, others) = after.split_at(after.find(" log ").unwrap_or(after.len()));
        (options.only, rest) = (Some(only.trim().to_owned()), others.trim());
    }
    if let Some(after) = rest.strip_prefix(OPTIONS[2]) {
        (options.log, rest) = (Some(after.trim().to_owned()), "");
    }
    if !rest.is_empty() {
        let why = format!("`{rest}` is not an option of a breakpoint");
        let hint = "write `hits N`, `if EXPR` and `log TEXT`, in this order";
        return Err(CommandError::hinted(why, hint));
    }
    if debugger.viewer.is_some() && (options.only.is_some() || options.log.is_some()) {
        return Err(command_error(debugger, redacted()));
    }
    if let Some(only) = &options.only {
        debugger.check_condition(only).map_err(|error| command_error(debugger, error))?;
    }
    Ok((place, options))
}

/// An expression that is true or false.
fn condition(debugger: &Debugger, code: &str) -> Result<BreakCondition, CommandError> {
    let value = debugger
        .query(debugger.table().clone(), code, &[])
        .map_err(|error| command_error(debugger, error))?;
    check_truth(code, &value).map_err(|error| command_error(debugger, error))?;
    Ok(BreakCondition::If(code.to_owned()))
}

fn unknown_card(debugger: &Debugger, name: &str) -> CommandError {
    let notation = debugger.notation();
    let hint = notation.suggested(name, notation.all_kinds(), notation.all_combos());
    CommandError::refused(format!("there is no card or set `{name}`{hint}"))
}

/// The breakpoint meant by a place without its first word.
fn meant(debugger: &Debugger, place: &str) -> Option<String> {
    let is_class = EventClasses::NAMED.iter().any(|(class, ..)| *class == place);
    let word = match debugger.card_or_combo(place) {
        Some(_) => "card",
        None if is_class => "on",
        None => return None,
    };
    Some(format!("did you mean `:break {word} {place}`?"))
}

/// `favor:9`, `favor.rhai:9`, `cards/favor.rhai:9`, or a script without a line.
fn line(debugger: &Debugger, text: &str) -> Result<BreakCondition, CommandError> {
    let (name, line) = text.split_once(':').map_or((text, None), |(name, n)| (name, Some(n)));
    let host = &debugger.loaded.host;
    let scripts: Vec<_> = (0..).map_while(|number| host.source(number)).collect();
    let is_it = |found: &str| found == name || stem(found) == name.trim_end_matches(".rhai");
    let Some(script) = scripts.iter().find(|script| is_it(&script.name)) else {
        let hint = suggestion(name, scripts.iter().map(|script| stem(&script.name)));
        return Err(CommandError::hinted(
            format!("no script of this game is called `{name}`{hint}"),
            "e.g. :break line favor:6",
        ));
    };
    let n_lines = script.text.lines().count();
    let line = line.map(|text| match text.trim().parse::<u16>() {
        Ok(n) if n > 0 && usize::from(n) <= n_lines => {
            let found = breakable_lines::line_from(script, n.into());
            found.map_err(|why| {
                let is_shown = lookup::script(debugger, stem(&script.name)).is_some();
                let hint = format!("`??{}` shows the script", stem(&script.name));
                CommandError::Refused(why.into(), is_shown.then_some(hint))
            })
        }
        _ => Err(CommandError::refused(format!("{} has the lines 1 to {n_lines}", script.name))),
    });
    Ok(BreakCondition::Line(script.name.to_string(), line.transpose()?))
}

fn watch(shell: &mut Shell, text: &str) -> CommandResult {
    let debugger = shell.game()?;
    if text.is_empty() {
        let forms = watch_expr::FORMS.iter().map(|(form, about)| format!("  {form:27} {about}"));
        let forms: Vec<String> = forms.collect();
        return Err(CommandError::hinted("what is to be watched?", forms.join("\n").trim_start()));
    }
    let expr = WatchExpr::parse(debugger, text).map_err(|error| command_error(debugger, error))?;
    let value = causes::value(&expr.value(debugger, debugger.table()));
    let at = BreakCondition::Watch(text.to_owned());
    let watch = shell.studied.breakpoints.add(at, BreakOptions::default()).info();
    Ok(vec![Part::note(format!("{}: is {value}", stop::breakpoint(&watch)))])
}

fn list(shell: &Shell) -> Vec<Part> {
    let all = shell.studied.breakpoints.iter().map(|one| stop::breakpoint(&one.info()));
    let mut all: Vec<String> = all.collect();
    if all.is_empty() {
        all.push("there are no breaks and no watches".into());
    }
    vec![Part::lines(all)]
}

fn delete(shell: &mut Shell, rest: &str) -> CommandResult {
    let number = match rest {
        "all" => Some(None),
        _ => rest.parse().ok().map(Some),
    };
    let deleted = number.map(|number| shell.studied.breakpoints.delete(number));
    let deleted = deleted.unwrap_or_default();
    if deleted.is_empty() && rest != "all" {
        let why = format!("there is no breakpoint or watch `{rest}`");
        return Err(CommandError::hinted(why, "`:breaks` lists them"));
    }
    let names: Vec<String> = deleted.iter().map(|one| stop::name(&one.info())).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    Ok(vec![Part::note(match names.as_slice() {
        [] => "there was nothing to delete".to_owned(),
        names => format!("deleted {}", and(names)),
    })])
}
