//! `:why not INPUT`: why an answer is not possible now.

use super::command_error::{CommandError, CommandResult};
use super::render::text::causes;
use super::reply::{Part, Status};
use super::state::Shell;
use crate::base::error::{and, plural};
use crate::debugger::Debugger;
use crate::kernel::rules::{ComboRule, KindRule, SetForm, SetRule};
use crate::kernel::{CardId, ComboId, Hook, Kind, Moment, Owner, Prompt, Rules, Seat, Zone};
use crate::script::Script;
use crate::script::tree::syntax::{find_constant, find_function};
use crate::variant::notation::times;

/// Returns the name of that which a card answers at a moment; `None` on the player's own turn.
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
    let named = named_cards(debugger, words).filter(|_| is_seen)?;
    let [(kind, n_named)] = named.as_slice() else {
        return of_different(debugger, seat, &named).filter(|_| decision.prompt == Prompt::Turn);
    };
    let (kind, n_named) = (*kind, *n_named);
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
            of_sets(debugger, seat, &named).filter(|_| decision.prompt == Prompt::Turn)
        });
    }
    let action = table.stack.last().filter(|_| decision.prompt == Prompt::Respond);
    let now = action.map_or(Moment::Main, |action| Moment::of(&action.subject));
    if rule.hooks.has(Hook::PlaysAs) {
        return None;
    }
    if rule.at(now) {
        return refused_by(debugger, Owner::Kind(kind), seat);
    }
    Some(format!("{id} {}", when(rule, now)))
}

/// The kinds that words name, and how many cards of each.
fn named_cards(debugger: &Debugger, words: &[&str]) -> Option<Vec<(Kind, usize)>> {
    let mut named: Vec<(Kind, usize)> = Vec::new();
    for word in words {
        let (card, n) = times(word).ok()?;
        let kind = debugger.notation().the_kind(card).ok()?;
        match named.iter_mut().find(|(other, _)| *other == kind) {
            Some((_, sum)) => *sum += n,
            None => named.push((kind, n)),
        }
    }
    (!named.is_empty()).then_some(named)
}

/// Why cards of different kinds are no set: the player does not hold them, or the reason of each
/// set of this many cards.
fn of_different(debugger: &Debugger, seat: Seat, named: &[(Kind, usize)]) -> Option<String> {
    let (table, notation) = (debugger.table(), debugger.notation());
    let name = notation.seat(seat);
    for (kind, n) in named {
        let is_it = |card: &&CardId| table.kind(**card) == *kind;
        let n_held = table.hand(seat).iter().filter(is_it).count();
        if n_held < *n {
            let held = if n_held == 0 { "no".to_owned() } else { format!("only {n_held}") };
            return Some(format!("{name} holds {held} {}", notation.rules.kind(*kind).id));
        }
    }
    of_sets(debugger, seat, named)
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
    let sets = sets.filter(|combo| combo.fits(kind));
    let sets = sets.map(|combo| (usize::from(combo.pattern.n_cards), &combo.id));
    let sets = sets.filter(|(n, _)| n_named == 1 || *n == n_named);
    let (n, set) = sets.min().filter(|(n, _)| n_held < *n)?;
    let (name, id) = (debugger.notation().seat(seat), &rules.kind(kind).id);
    Some(format!("{name} holds {n_held} {id}, a {set} needs {n}"))
}

/// Why these cards, which a player holds, are not offered as a set: of each set of this many cards.
fn of_sets(debugger: &Debugger, seat: Seat, named: &[(Kind, usize)]) -> Option<String> {
    let rules = &debugger.notation().rules;
    let n_named = named.iter().map(|(_, n)| n).sum::<usize>();
    let mut reasons = Vec::new();
    for (at, combo) in rules.combos.iter().enumerate() {
        if usize::from(combo.pattern.n_cards) != n_named {
            continue;
        }
        let owner = Owner::Combo(ComboId(at as u16));
        let why = match unfit(rules, combo, named) {
            None => refused_by(debugger, owner, seat),
            Some(why) => Some(match debugger.loaded.host.script_of(owner, Hook::Resolve) {
                Some(script) => set_at(debugger, script, &why),
                None => why,
            }),
        };
        reasons.extend(why.map(|why| format!("{}: {why}", combo.id)));
    }
    let is_size = rules.combos.iter().any(|c| usize::from(c.pattern.n_cards) == n_named);
    match (is_size, reasons.as_slice()) {
        (true, []) => None,
        (true, reasons) => Some(reasons.join("; ")),
        (false, _) if named.len() == 1 => Some(format!("no set has {n_named} equal cards here")),
        (false, _) => Some(format!("no set has {n_named} cards here")),
    }
}

/// Why cards do not fit the `SET` of a combo; `None` if they do.
fn unfit(rules: &Rules, combo: &ComboRule, named: &[(Kind, usize)]) -> Option<String> {
    let ids = |kinds: &mut dyn Iterator<Item = Kind>| {
        kinds.map(|kind| rules.kind(kind).id.to_string()).collect::<Vec<_>>()
    };
    let pattern = &combo.pattern;
    if pattern.form == SetForm::Parts {
        let counts: Vec<(Kind, u16)> = named.iter().map(|(kind, n)| (*kind, *n as u16)).collect();
        let is_set = combo.completed(rules, &counts, &[]).is_some();
        return (!is_set).then(|| format!("its `SET` is {}", parts(rules, &pattern.parts)));
    }
    let is_wild = |kind: Kind| pattern.form == SetForm::Same && combo.is_wild(kind);
    let unfitting = named.iter().map(|(kind, _)| *kind);
    let unfitting = unfitting.filter(|kind| !combo.fits(*kind) && !is_wild(*kind));
    let unfitting = ids(&mut { unfitting });
    if let [first, others @ ..] = unfitting.as_slice() {
        let do_not = if others.is_empty() { "does not" } else { "do not" };
        let names: Vec<&str> = std::iter::once(first).chain(others).map(String::as_str).collect();
        return Some(format!("{} {do_not} fit its `SET`", and(&names)));
    }
    match pattern.form {
        SetForm::Different => {
            let (kind, _) = named.iter().find(|(kind, n)| *n > 1 && !rules.repeats(*kind))?;
            Some(format!(
                "its cards must be different, and {} is named twice",
                rules.kind(*kind).id
            ))
        }
        SetForm::Same => {
            let n_kinds = named.iter().filter(|(kind, _)| !is_wild(*kind)).count();
            (n_kinds > 1).then(|| "its cards must be equal".to_owned())
        }
        SetForm::Any | SetForm::Parts => None,
    }
}

/// Describes the parts of a set: `2 equal cards tagged cat, and 1 of nope, attack`.
fn parts(rules: &Rules, parts: &[SetRule]) -> String {
    let part = |part: &SetRule| {
        let form = match part.form {
            SetForm::Same if part.n_cards > 1 => "equal ",
            SetForm::Different if part.n_cards > 1 => "different ",
            _ => "",
        };
        let tag = part.tag.and_then(|tag| rules.tags.get(usize::from(tag)));
        let tag = tag.map_or_else(String::new, |tag| format!(" tagged {tag}"));
        let kinds = part.kinds.iter().flat_map(|kinds| kinds.iter());
        let kinds: Vec<&str> = kinds.map(|kind| &*rules.kind(*kind).id).collect();
        let of = if kinds.is_empty() { String::new() } else { format!(" of {}", kinds.join(", ")) };
        let cards = plural(part.n_cards, "card").replacen(' ', &format!(" {form}"), 1);
        format!("{cards}{tag}{of}")
    };
    let parts: Vec<String> = parts.iter().map(part).collect();
    parts.join(" and ")
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

/// Which hook does not offer a card or set: where it stands, and the options that it reads; `None`
/// if none of them refuses it.
fn refused_by(debugger: &Debugger, owner: Owner, seat: Seat) -> Option<String> {
    let hook = debugger.game.fork().refusing_hook(owner, seat).ok()??;
    let at = || {
        let script = debugger.loaded.host.script_of(owner, hook)?;
        let line = find_function(script, hook.name())?.line;
        let options = debugger.options_read_in(script, hook.name());
        let options: String = options.iter().map(|it| format!("; {}", causes::read(it))).collect();
        Some(format!(" ({}:{line}{options})", script.name))
    };
    let at = at().unwrap_or_default();
    Some(match hook {
        Hook::Announce => format!("its `announce` has nothing to choose{at}"),
        asked => format!("its `{}` says no{at}", asked.name()),
    })
}
