//! Formats causes, and the events that may come next.

use super::{diff, question};
use crate::debugger::reply::{
    ActionData, Causes, ChangeInfo, EventData, EventInfo, FrameInfo, InputInfo, LocalInfo,
    NextInfo, OptionRead, WatchValue,
};
use crate::message::{
    CHANCE, CounterValue, DecisionInfo, OptionData, PlacedCard, PromptInfo, ScriptPlace, UNKNOWN,
    whose,
};

/// The maximum length of a variable's value, in characters.
const LONGEST_VALUE: usize = 60;

/// Formats events one by one, with their numbers.
pub fn listed(events: &[EventInfo], has_places: bool) -> Vec<String> {
    match has_places {
        true => events.iter().flat_map(in_log).collect(),
        false => events.iter().map(numbered).collect(),
    }
}

/// Formats the change of a value as lines.
pub fn change(change: &ChangeInfo) -> Vec<String> {
    let ChangeInfo { expression, before, after, causes, .. } = change;
    let is = value(&change.value);
    match (before, after) {
        (_, Some(after)) => vec![format!("{expression}: {is}, about to become {}", value(after))],
        (Some(before), None) => {
            let head = format!("{expression}: {is}, before that {}", value(before));
            std::iter::once(head).chain(causes.iter().flat_map(self::causes)).collect()
        }
        (None, None) => {
            let nothing = "  nothing has changed it since the start";
            vec![format!("{expression}: {is}"), nothing.into()]
        }
    }
}

/// The next event in the middle of a ply.
pub fn next(next: &NextInfo) -> Vec<String> {
    let Some(event) = &next.event else { return Vec::new() };
    let mut lines = vec![format!("Next: {}", numbered(event))];
    lines.extend(event.at.as_ref().map(by));
    let locals: Vec<String> = next.locals.iter().map(local).collect();
    lines.extend((!locals.is_empty()).then(|| format!("  with {}", locals.join(", "))));
    lines
}

/// The statement that the innermost function is about to run, with its variables.
pub fn statement(frame: &FrameInfo) -> Vec<String> {
    let at = frame.at.iter().map(|at| format!("At {}:{}: {}", at.file, at.line, at.source));
    let locals: Vec<String> = frame.locals.iter().map(local).collect();
    let with = if locals.is_empty() { "" } else { ", with " };
    let locals = format!("  in {}{with}{}", function(frame), locals.join(", "));
    at.chain([locals]).collect()
}

/// A running function, with its variables line by line.
pub fn frame(frame: &FrameInfo) -> Vec<String> {
    let at = frame.at.as_ref().map(|at| format!(" at {}:{}", at.file, at.line));
    let head = format!("{}{}", function(frame), at.unwrap_or_default());
    std::iter::once(head).chain(frame.locals.iter().map(|it| format!("  {}", local(it)))).collect()
}

fn function(frame: &FrameInfo) -> &str {
    if frame.function.is_empty() { "a closure" } else { &frame.function }
}

fn local(local: &LocalInfo) -> String {
    let LocalInfo { name, text, .. } = local;
    match text.char_indices().nth(LONGEST_VALUE) {
        Some((end, _)) => format!("{name} = {}…", &text[..end]),
        None => format!("{name} = {text}"),
    }
}

/// An event with its number and, in brackets, its script line.
pub fn placed(event: &EventInfo) -> String {
    format!("{}{}", numbered(event), in_brackets(event))
}

/// `  [cards/favor.rhai:6]`, or empty if the kernel itself acted.
pub fn in_brackets(event: &EventInfo) -> String {
    let at = event.at.as_ref();
    at.map_or_else(String::new, |at| format!("  [{}:{}]", at.file, at.line))
}

/// An event with its number.
pub fn numbered(event: &EventInfo) -> String {
    format!("#{} {}", event.id, event.sentence())
}

fn in_log(event: &EventInfo) -> Vec<String> {
    let note = if event.pending { " (not settled yet)" } else { "" };
    let (text, place) = (event.sentence(), in_brackets(event));
    event.numbers().map(|id| format!("#{id} {text}{note}{place}")).collect()
}

/// `  by cards/favor.rhai:6: …`.
pub fn by(place: &ScriptPlace) -> String {
    format!("  by {}:{}: {}", place.file, place.line, place.source)
}

/// "`attack_stacks` is false here".
pub fn read(option: &OptionRead) -> String {
    format!("`{}` is {} here", option.name, option.value)
}

/// An event with its script line and, for a turn, what made it begin.
pub fn acted(causes: &Causes) -> Vec<String> {
    let mut lines: Vec<String> = causes.event.iter().map(numbered).collect();
    lines.extend(causes.by.as_ref().map(by));
    lines.extend(causes.options.iter().map(|option| format!("    {}", read(option))));
    for before in &causes.after {
        lines.push(format!("  after {}", numbered(before)));
        lines.extend(before.at.as_ref().map(by));
    }
    lines
}

/// Formats the causes of an event or of a decision as lines.
pub fn causes(causes: &Causes) -> Vec<String> {
    let mut lines = acted(causes);
    lines.extend(causes.because.iter().map(|event| format!("  because {}", event.sentence())));
    lines.extend(causes.in_setup.then(|| "  in the setup".to_owned()));
    lines.extend(causes.inputs.iter().flat_map(input));
    let Some(decision) = &causes.decision else { return lines };
    if lines.is_empty() {
        lines.push("  nothing but the turn led to this".into());
    }
    let asked = [Some(question::question(decision)), asked(causes, decision)];
    asked.into_iter().flatten().chain(lines).collect()
}

/// Who is asked, because of which turn, window or question; `None` if the viewer may not know it.
fn asked(causes: &Causes, decision: &DecisionInfo) -> Option<String> {
    let seat = &decision.seat;
    let why = match decision.prompt.get()? {
        _ if **seat == *CHANCE => "random outcomes are chosen by hand".into(),
        PromptInfo::Turn { .. } => {
            let since = causes.turn.as_ref().map(|event| format!(": {}", numbered(event)));
            format!("it is {} turn{}", whose(seat), since.unwrap_or_default())
        }
        PromptInfo::Respond { .. } => {
            let options = decision.options.get()?.iter();
            let answers = options.filter(|option| option.data != OptionData::Pass);
            let answers: Vec<&str> = answers.map(|option| &*option.text).collect();
            match answers.as_slice() {
                [] => format!("a window is open, in which {seat} can only pass"),
                answers => {
                    format!("a window is open: {seat} can answer with {}", answers.join(", "))
                }
            }
        }
        PromptInfo::Cards { combo } => format!("the cards of {} are not all chosen", combo.title),
        PromptInfo::Text { .. } => {
            let announced = causes.because.first().and_then(|event| match &event.data {
                EventData::Action(ActionData::Announced { announced, .. }) => Some(announced),
                _ => None,
            });
            let asks = announced.map_or_else(|| "a script".to_owned(), ToString::to_string);
            format!("{asks} has a question")
        }
    };
    Some(format!("  {seat} is asked because {why}"))
}

/// The input of a ply, and the question it answered.
fn input(input: &InputInfo) -> Vec<String> {
    let seat = input.seat.as_deref().unwrap_or_default();
    let typed = format!("  at ply {}: {seat}> {}", input.ply, input.shown());
    let answers = input.answers.get().filter(|answers| answers.len() > 1);
    let given = answers.map(|answers| {
        let given = answers.iter().map(|(seat, option)| format!("{seat}: {option}"));
        format!("    answers given: {}", given.collect::<Vec<_>>().join("; "))
    });
    std::iter::once(typed).chain(given).collect()
}

/// The values of a watch before and after a change; with details where they look the same.
pub fn values(was: &WatchValue, is: &WatchValue) -> [String; 2] {
    match [value(was), value(is)] {
        [before, after] if before == after => [was, is].map(|value| match value {
            WatchValue::Actions(actions) => diff::actions(actions, true),
            _ => before.clone(),
        }),
        plain => plain,
    }
}

/// The value of a watch.
pub fn value(value: &WatchValue) -> String {
    match value {
        WatchValue::Cards(cards) => {
            let words = cards
                .iter()
                .map(|card| card.get().map_or_else(|| UNKNOWN.to_owned(), PlacedCard::id));
            or_none(&words.collect::<Vec<_>>().join(" "))
        }
        WatchValue::Number(number) => number.to_string(),
        WatchValue::Bool(value) => value.to_string(),
        WatchValue::Players(players) => {
            or_none(&players.iter().map(AsRef::as_ref).collect::<Vec<&str>>().join(" "))
        }
        WatchValue::Player(player) => or_none(player.as_deref().unwrap_or_default()),
        WatchValue::Reversed(true) => "reversed".into(),
        WatchValue::Reversed(false) => "forward".into(),
        WatchValue::Actions(actions) => diff::actions(actions, false),
        WatchValue::Counter(value) => CounterValue::shown(value),
        WatchValue::Expression(value) => value.get().map_or(UNKNOWN, String::as_str).to_owned(),
        WatchValue::NoValue(why) => {
            format!("nothing ({})", why.get().map_or(UNKNOWN, String::as_str))
        }
    }
}

fn or_none(text: &str) -> String {
    if text.is_empty() { "-".into() } else { text.to_owned() }
}
