//! `:why not INPUT`: why an answer is not possible now.

use super::command_error::{CommandError, CommandResult};
use super::render::text::causes;
use super::reply::{Part, Status};
use super::state::Shell;
use crate::debugger::Debugger;
use crate::error::and;
use crate::kernel::rules::{ComboRule, Hooks, KindRule, SetForm};
use crate::kernel::{ComboId, Hook, Kind, Moment, Owner, Prompt, Seat, Zone};
use crate::notation::times;
use crate::script::Script;
use crate::script::syntax::{find_constant, find_function};

/// What a card answers at a moment; `None` on the player's own turn.
const fn answered(moment: Moment) -> Option<&'static str> {
    Some(match moment {
        Moment::Main => return None,
        Moment::Card => "a card",
        Moment::Combo => "a set",
        Moment::Explosion => "an explosion",
        Moment::Draw => "a draw",
        Moment::Turn => "the start of a turn",
        Moment::Between => "the end of a play",
    })
}

/// Tells why an answer is not possible now, or that it is.
///
/// # Errors
/// The input is no answer, or needs cards that the viewer does not see.
pub(super) fn why_not(shell: &Shell, input: &str) -> CommandResult {
    if !Shell::is_prompted_answer(input) {
        return Err(CommandError::hinted(
            "why not what? `:why not` explains an answer",
            "e.g. :why not play nope",
        ));
    }
    let reply = shell.try_input(input)?;
    if matches!(reply.status, Status::Done | Status::Quit) {
        return Ok(vec![Part::note(format!("`{input}` is possible now"))]);
    }
    // Of an answer with a prompt or a name before it, the parser knows who is meant.
    let is_bare = !input.contains(['>', ':']);
    let cards = input.strip_prefix("play ").map(str::trim);
    let other = cards.map_or_else(|| format!("play {input}"), str::to_owned);
    let is_meant = || {
        let tried = shell.try_input(&other);
        tried.is_ok_and(|tried| tried.status == Status::Done)
    };
    if is_bare && Shell::is_answer(&other) && is_meant() {
        return Ok(vec![Part::note(format!("it is possible: `{other}`"))]);
    }
    let debugger = shell.game()?;
    let words: Vec<&str> = cards.unwrap_or(input).split_whitespace().collect();
    let reason = is_bare.then(|| of_cards(debugger, &words)).flatten();
    Ok(vec![match (reply.parts.as_slice(), reason) {
        ([Part::Refused { .. }], Some(reason)) => Part::note(reason),
        ([Part::Refused { message, hint }], None) => {
            let hint = hint.iter().map(|hint| format!("  {hint}"));
            Part::lines(std::iter::once(message.clone()).chain(hint))
        }
        _ => Part::Input { prompt: None, input: input.to_owned(), reply },
    }])
}

/// Why these words are no play of the asked player; `None` if the parser knows better.
fn of_cards(debugger: &Debugger, words: &[&str]) -> Option<String> {
    let decision = debugger.game.decision()?;
    let (seat, table) = (decision.seat, debugger.table());
    let is_play = matches!(decision.prompt, Prompt::Turn | Prompt::Respond);
    let is_seen = is_play && debugger.sees_question_of(seat) && !table.blind.has(seat);
    let (kind, n_named) = equal_cards(debugger, words).filter(|_| is_seen)?;
    let rule = debugger.notation().rules.kind(kind);
    let front = table.cards_in(Zone::Front(seat)).iter().filter(|_| rule.from_front);
    let hand = table.hand(seat).iter().filter(|_| rule.from_hand);
    let n_held = hand.chain(front).filter(|card| table.kind(**card) == kind).count();
    let (name, id) = (debugger.notation().seat(seat), &rule.id);
    if n_held == 0 {
        let from_front = if rule.from_hand { "" } else { " in front to play it from" };
        return Some(format!("{name} holds no {id}{from_front}"));
    }
    let is_alone = rule.hooks.has(Hook::Resolve) || rule.hooks.has(Hook::Announce);
    if n_named > 1 || !is_alone {
        return too_few(debugger, seat, kind, n_named, n_held).or_else(|| {
            of_set(debugger, kind, n_named).filter(|_| decision.prompt == Prompt::Turn)
        });
    }
    let action = table.stack.last().filter(|_| decision.prompt == Prompt::Respond);
    let now = action.map_or(Moment::Main, |action| Moment::of(&action.subject));
    if rule.hooks.has(Hook::PlaysAs) {
        return None;
    }
    Some(if rule.at(now) {
        let asked = if now == Moment::Main { Hook::Playable } else { Hook::Responds };
        refused_by(debugger, Owner::Kind(kind), (asked, rule.hooks))
    } else {
        format!("{id} {}", when(rule, now))
    })
}

/// The kind that all words name, and how many of it.
fn equal_cards(debugger: &Debugger, words: &[&str]) -> Option<(Kind, usize)> {
    let named = words.iter().map(|word| {
        let (card, n) = times(word).ok()?;
        Some((debugger.notation().the_kind(card).ok()?, n))
    });
    let named = named.collect::<Option<Vec<_>>>()?;
    let (kind, _) = *named.first()?;
    let is_equal = named.iter().all(|(other, _)| *other == kind);
    is_equal.then(|| (kind, named.iter().map(|(_, n)| n).sum()))
}

/// That a player has too few equal cards for a set; for the smallest, if one card is named.
fn too_few(
    debugger: &Debugger,
    seat: Seat,
    kind: Kind,
    n_named: usize,
    n_held: usize,
) -> Option<String> {
    let rules = &debugger.notation().rules;
    let sets = rules.combos.iter().filter(|combo| combo.pattern.form == SetForm::Same);
    let sets = sets.filter(|combo| combo.fitting.has(kind));
    let sets = sets.map(|combo| (usize::from(combo.pattern.n_cards), &combo.id));
    let sets = sets.filter(|(n, _)| n_named == 1 || *n == n_named);
    let (n, set) = sets.min().filter(|(n, _)| n_held < *n)?;
    let (name, id) = (debugger.notation().seat(seat), &rules.kind(kind).id);
    Some(format!("{name} holds {n_held} {id}, a {set} needs {n}"))
}

/// Why a set of equal cards is not offered that a player holds: of each set of so many cards.
fn of_set(debugger: &Debugger, kind: Kind, n_named: usize) -> Option<String> {
    let rules = &debugger.notation().rules;
    let same = |combo: &&(usize, &ComboRule)| {
        let pattern = &combo.1.pattern;
        pattern.form == SetForm::Same && usize::from(pattern.n_cards) == n_named
    };
    let sets: Vec<(usize, &ComboRule)> = rules.combos.iter().enumerate().collect();
    let reasons = sets.iter().filter(same).map(|(at, combo)| {
        let owner = Owner::Combo(ComboId(*at as u16));
        let why = match combo.fitting.has(kind) {
            true => refused_by(debugger, owner, (Hook::Playable, combo.hooks)),
            false => format!("{} does not fit its `SET`", rules.kind(kind).id),
        };
        let why = match debugger.loaded.host.script_of(owner, Hook::Resolve) {
            Some(script) if !combo.fitting.has(kind) => set_at(debugger, script, &why),
            _ => why,
        };
        format!("{}: {why}", combo.id)
    });
    let reasons: Vec<String> = reasons.collect();
    match reasons.as_slice() {
        [] => Some(format!("no set has {n_named} equal cards here")),
        reasons => Some(reasons.join("; ")),
    }
}

/// Adds where the `SET` of a script stands, and the options that it reads.
fn set_at(debugger: &Debugger, script: &Script, why: &str) -> String {
    let Some(span) = find_constant(script, "SET") else { return why.to_owned() };
    let options = debugger.options_read_in_line(script, span.line);
    let options: String = options.iter().map(|it| format!("; {}", causes::read(it))).collect();
    format!("{why} ({}:{}{options})", script.name, span.line)
}

/// When a card is played, and that now is no such moment.
fn when(rule: &KindRule, now: Moment) -> String {
    let moments = Moment::ALL.iter().filter(|(moment, _)| rule.at(*moment));
    let mut all: Vec<&str> = moments.filter_map(|(moment, _)| answered(*moment)).collect();
    // Cards and sets together are plays.
    if rule.at(Moment::Card) && rule.at(Moment::Combo) {
        all.splice(..2, ["a play"]);
    }
    match (rule.at(Moment::Main), all.as_slice(), answered(now)) {
        (true, [], _) => "is only played on the player's own turn".to_owned(),
        (true, answered, _) => {
            format!("is only played on the player's own turn and to answer {}", and(answered))
        }
        (false, ["a play"], None) => "only answers a play; nothing is being played".to_owned(),
        (false, answered, None) => format!("only answers {}", and(answered)),
        (false, answered, Some(is)) => format!("only answers {}, not {is}", and(answered)),
    }
}

/// Which hooks do not offer a card or set: where they stand, and the options that they read.
fn refused_by(debugger: &Debugger, owner: Owner, (asked, hooks): (Hook, Hooks)) -> String {
    let host = &debugger.loaded.host;
    let at = |hook: Hook| {
        let script = host.script_of(owner, hook)?;
        let line = find_function(script, hook.name())?.line;
        let options = debugger.options_read_in(script, hook.name());
        let options: Vec<String> = options.iter().map(causes::read).collect();
        let options: String = options.iter().map(|option| format!("; {option}")).collect();
        Some(format!(" ({}:{line}{options})", script.name))
    };
    let at = |hook: Hook| at(hook).unwrap_or_default();
    let says_no = || format!("its `{}` says no{}", asked.name(), at(asked));
    let nobody = || format!("its `announce` has nothing to choose{}", at(Hook::Announce));
    match (hooks.has(asked), hooks.has(Hook::Announce)) {
        (true, true) => format!("{}, or {}", says_no(), nobody()),
        (true, false) => says_no(),
        (false, _) => nobody(),
    }
}
