//! The single forms of `:expect`: what each asserts of the position.

use super::assertion::{AssertionResult, unknown_form};
use super::card_pattern::{CardPattern, ShownCard, ShownCards};
use super::prompt::prompted;
use super::{invariants, shown};
use crate::base::error::Refusal;
use crate::debugger::Debugger;
use crate::debugger::reply::hidden_fault;
use crate::kernel::{CardEvent, CardId, EventKind, REST, Rules, Seat, SeatSet, Table, Zone};
use crate::message::{CounterValue, Redact, Secret, UNKNOWN};
use crate::transcript::{ApplyError, answer_parser, eval};
use crate::variant::notation::{
    CardWord, CounterRef, Notation, SearchedZones, counter_and_value, split_list, times,
};
use crate::variant::{RESERVED, fold};

/// Checks a form that is not composed of others.
///
/// # Errors
/// The form is malformed, as a message.
pub(super) fn check(
    debugger: &Debugger,
    text: &str,
    form: &str,
    rest: &str,
) -> Result<AssertionResult, String> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    if words.contains(&"or") && !matches!(form, "fault" | "shown") {
        return Err("`or` is part of `:expect any FORM or FORM …`".into());
    }
    let check = Assertion { debugger, notation: debugger.notation(), table: debugger.table() };
    let actual = match form {
        "turn" => check.turn(&words)?,
        "decision" => check.one_name(&words, check.asked())?,
        "options" => return check.options(rest),
        "offers" => check.offers(rest)?.err(),
        "offers-not" => check.offers(rest)?.ok(),
        "hand" => {
            let (name, cards) = words.split_first().ok_or("whose hand?")?;
            check.cards(Zone::Hand(check.notation.the_seat(name)?), cards)?
        }
        "draw" => check.cards(Zone::Draw, &words)?,
        "discard" => check.cards(Zone::Discard, &words)?,
        "pile" => {
            let (zone, cards) = check.notation.zone_of(&words)?;
            check.cards(zone, cards)?
        }
        "count" => check.count(&words)?,
        "alive" | "out" => check.alive(form, &words)?,
        "winner" | "loser" => check.winner_or_loser(form, &words)?,
        "score" => check.score(&words)?,
        "ranking" => check.ranking(&words)?,
        "direction" => check.direction(&words)?,
        "saw" => check.saw(&words)?,
        "view" => check.view(&words)?,
        "counter" => check.counter(&words)?,
        "fault" => check.fault(rest),
        "shown" => check.shown(rest)?,
        "sound" | "ends" if debugger.viewer.is_some() => {
            return Err(format!("`{form}` plays with cards that are hidden from the viewer"));
        }
        "sound" if !words.is_empty() => return Err("write `sound` alone".into()),
        "sound" => invariants::violation(debugger),
        "ends" => invariants::ends(debugger, &words)?,
        _ => return Err(unknown_form(form).unwrap_or_default()),
    };
    Ok(match actual {
        None => AssertionResult::Holds,
        Some(actual) => AssertionResult::Fails(text.to_owned(), actual),
    })
}

struct Assertion<'a> {
    debugger: &'a Debugger,
    notation: &'a Notation,
    table: &'a Table,
}

/// The words of a list of cards, with `skip*2` as two words.
fn repeated(text: &str) -> Result<Vec<&str>, Refusal> {
    let mut words = Vec::new();
    for word in text.split_whitespace() {
        let (card, n) = times(word)?;
        words.extend(std::iter::repeat_n(card, n));
    }
    Ok(words)
}

/// The actual value if the assertion fails; `None` if it holds.
type Mismatch = Result<Option<String>, String>;

fn differs(holds: bool, actual: impl FnOnce() -> String) -> Mismatch {
    Ok((!holds).then(actual))
}

fn number(word: &str) -> Result<i64, String> {
    word.parse().map_err(|_| format!("`{word}` is not a number"))
}

impl<'a> Assertion<'a> {
    fn name(&self, seat: Option<Seat>) -> &str {
        seat.map_or("-", |seat| self.notation.seat(seat))
    }

    fn asked(&self) -> Option<Seat> {
        self.debugger.asked()
    }

    fn one_name(&self, words: &[&str], actual: Option<Seat>) -> Mismatch {
        let [name] = words else { return Err("one name is needed, or `-`".into()) };
        let wanted = if *name == "-" { None } else { Some(self.notation.the_asked(name)?) };
        differs(wanted == actual, || self.name(actual).to_owned())
    }

    fn rules(&self) -> &'a Rules {
        &self.notation.rules
    }

    /// Refuses assertions about what another player sees or is asked.
    fn is_own(&self, seat: Seat) -> Result<(), String> {
        Ok(self.debugger.check_own(seat)?)
    }

    fn winner_or_loser(&self, form: &str, words: &[&str]) -> Mismatch {
        let outcome = &self.table.outcome;
        let actual = if form == "winner" { outcome.winners } else { outcome.losers };
        let wanted: SeatSet = match words {
            [] => return Err(format!("write `{form} NAME`, or `{form} -` for nobody")),
            ["-"] => SeatSet::NONE,
            names => self.seats(names)?.into_iter().collect(),
        };
        differs(wanted == actual, || match actual.iter().collect::<Vec<_>>().as_slice() {
            [] => "-".into(),
            seats => self.names(seats),
        })
    }

    fn score(&self, words: &[&str]) -> Mismatch {
        let [name, score] = words else { return Err("write `score NAME N`".into()) };
        let actual = self.table.outcome.score(self.notation.the_seat(name)?);
        let wanted = if *score == "-" { None } else { Some(number(score)?) };
        differs(wanted == actual, || actual.map_or_else(|| "-".into(), |n| n.to_string()))
    }

    fn ranking(&self, words: &[&str]) -> Mismatch {
        let wanted = self.seats(words)?;
        let all: SeatSet = wanted.iter().copied().collect();
        if wanted.len() != self.table.n_seats() || all.len() != wanted.len() {
            return Err("write `ranking NAMES`, each player once".into());
        }
        if !self.table.outcome.is_over {
            return Ok(Some("the game is not over".into()));
        }
        let groups = self.table.outcome.ranking(self.table.n_seats());
        let mut left = wanted.as_slice();
        let holds = groups.iter().all(|group| {
            let (first, rest) = left.split_at(group.len());
            left = rest;
            first.iter().copied().collect::<SeatSet>() == *group
        });
        let tied = |group: &SeatSet| self.names(&group.iter().collect::<Vec<_>>());
        differs(holds, || groups.iter().map(tied).collect::<Vec<_>>().join(", "))
    }

    fn names(&self, seats: &[Seat]) -> String {
        seats.iter().map(|seat| self.notation.seat(*seat)).collect::<Vec<_>>().join(" ")
    }

    fn seats(&self, names: &[&str]) -> Result<Vec<Seat>, Refusal> {
        names.iter().map(|name| self.notation.the_seat(name)).collect()
    }

    fn shown(&self, rest: &str) -> Mismatch {
        let (name, text) = rest.split_once(char::is_whitespace).ok_or("write `shown NAME TEXT`")?;
        let seat = self.notation.the_seat(name)?;
        self.is_own(seat)?;
        let lines = shown::to(self.debugger, seat);
        differs(shown::has(&lines, text, self.notation), || lines.join(" "))
    }

    fn turn(&self, words: &[&str]) -> Mismatch {
        let turns = &self.table.turns;
        let (name, owed) = match words {
            [name] => (name, None),
            [name, "owes", n] => (name, Some(number(n)?)),
            _ => return Err("write `turn NAME` or `turn NAME owes N`".into()),
        };
        let seat = self.notation.the_seat(name)?;
        let holds = seat == turns.current && owed.is_none_or(|n| n == i64::from(turns.owed));
        differs(holds, || format!("turn {} owes {}", self.notation.seat(turns.current), turns.owed))
    }

    fn options(&self, list: &str) -> Result<AssertionResult, String> {
        let normal = |words: Vec<&str>| {
            let mut words: Vec<String> = words.into_iter().map(|word| self.id_of(word)).collect();
            if words.len() > 2 {
                words[1..].sort();
            }
            words.join(" ")
        };
        if list.is_empty() {
            return Err("write `options A, B, …`, or `options -` for none".into());
        }
        let decision = self.debugger.game.decision();
        decision.map_or(Ok(()), |decision| self.is_own(decision.seat))?;
        let offered = decision.map_or_else(Vec::new, |d| self.notation.options(d));
        let as_it_is = |text: &str| normal(text.split_whitespace().collect());
        let mut actual: Vec<String> = offered.iter().map(|text| as_it_is(text)).collect();
        let mut wanted = Vec::new();
        for text in split_list(list).map(str::trim).filter(|text| !matches!(*text, "" | "-")) {
            // The text of an option may contain a `*`.
            let mut option = as_it_is(text);
            if !actual.contains(&option) {
                option = normal(repeated(text)?);
            }
            if !actual.contains(&option) {
                self.check_option(&option)?;
            }
            wanted.push(option);
        }
        for texts in [&mut actual, &mut wanted] {
            texts.sort();
            texts.dedup();
        }
        if actual == wanted {
            return Ok(AssertionResult::Holds);
        }
        let offered = if offered.is_empty() { "-".into() } else { offered.join(", ") };
        Ok(AssertionResult::Fails(format!("options {list}"), format!("options {offered}")))
    }

    /// Checks that an option, by ids, could be offered: it names cards, combos and players that
    /// exist, or has words of the scripts.
    fn check_option(&self, text: &str) -> Result<(), Refusal> {
        let Some(names) = text.strip_prefix("play ") else {
            let unknown = text.split(' ').find(|word| !self.may_be_option(word));
            return unknown.map_or(Ok(()), |word| {
                let all = (self.notation.all_kinds(), self.notation.all_combos());
                let hint = self.notation.suggested(word, all.0, all.1);
                Err(format!("no card, player or script has an option `{word}`{hint}").into())
            });
        };
        let is_known = |name: &str| {
            let rules = &self.notation.rules;
            self.notation.find_seat(name).is_some()
                || rules.kinds.iter().any(|kind| *kind.id == *name)
                || rules.combos.iter().any(|combo| *combo.id == *name)
                || name.parse::<u32>().is_ok()
        };
        names.split(' ').filter(|name| !is_known(name)).try_for_each(|name| {
            // The error of an unknown card.
            self.notation.the_kind(name).map(|_| ())
        })
    }

    /// Whether a word can be an option: a name, or a text that a script could make.
    fn may_be_option(&self, word: &str) -> bool {
        let name = CardWord::of(word).name;
        let card = name.rsplit_once('.').map_or(name, |(_, card)| card);
        let scripts = || self.debugger.loaded.ruleset.spec.scripts();
        let is_text = |part: &str| {
            part.parse::<u32>().is_ok()
                || RESERVED.contains(&part)
                || part == REST
                || scripts().any(|script| fold(&script.text).contains(&fold(part)))
        };
        self.notation.is_name(card) || word.split('_').all(is_text)
    }

    /// The full id of a name, or the word itself.
    fn id_of(&self, word: &str) -> String {
        if let Some(seat) = self.notation.find_seat(word) {
            return self.notation.seat(seat).to_owned();
        }
        let key = fold(word);
        let kinds = self.notation.all_kinds().map(|kind| self.notation.kind(kind));
        match kinds.into_iter().find(|name| fold(&name.id) == key || fold(&name.title) == key) {
            Some(name) => name.id.to_string(),
            None => word.to_lowercase().replace('-', "_"),
        }
    }

    /// Whether an input is possible now: its effect, or the reason why not.
    fn offers(&self, input: &str) -> Result<Result<String, String>, String> {
        let (prompt, input) = prompted(input);
        let prompt = prompt.filter(|seat| !seat.is_empty());
        let input = input.trim();
        if input.is_empty() {
            return Err("which input?".into());
        }
        if input.starts_with([':', '?']) {
            return Err(format!("`{input}` is a command: `:refuse {input}` tries it"));
        }
        for name in prompt.into_iter().chain(answer_parser::addressee(input)) {
            self.notation.the_asked(name)?;
        }
        if let Some(seat) = prompt.filter(|seat| *seat != self.name(self.asked())) {
            return Ok(Err(format!("another seat than {seat} is asked")));
        }
        let mut fork = self.debugger.fork();
        let taken = match input.strip_prefix('=') {
            Some(_) if self.debugger.viewer.is_some() => {
                return Err("an expression sees more than a player knows".into());
            }
            Some(code) => eval(&mut fork.game, &fork.loaded, code.trim()).map(|_| ()),
            None => {
                self.debugger.check_own_answer(input)?;
                answer_parser::answer(&mut fork.game, &fork.loaded, input).map(|_| ())
            }
        };
        Ok(match taken {
            Ok(()) => Ok(format!("`{input}` is accepted")),
            Err(ApplyError::Impossible(why, _)) => Err(why),
            Err(ApplyError::Fault(_)) if self.debugger.viewer.is_some() => {
                Err(hidden_fault().message)
            }
            Err(ApplyError::Fault(fault)) => Err(format!("a script fails: {}", fault.message)),
        })
    }

    fn cards(&self, zone: Zone, words: &[&str]) -> Mismatch {
        self.debugger.check_seen(zone)?;
        let actual: Vec<ShownCard> = self.table.cards_in(zone).iter().copied().map(Some).collect();
        self.same(zone, words, &actual, false)
    }

    /// Compares a list with the cards of a zone; `...` matches any cards. A word without `^` says
    /// nothing of the face unless `has_faces`.
    fn same(&self, zone: Zone, words: &[&str], actual: &[ShownCard], has_faces: bool) -> Mismatch {
        if words.is_empty() {
            return Err("which cards? `-` for none".into());
        }
        let mut wanted = Vec::new();
        for word in words {
            match *word {
                "-" if words.len() == 1 => {}
                "..." | "…" => wanted.push(CardPattern::Any),
                word => {
                    let pattern = match times(word)? {
                        ("?", n) if has_faces => (CardPattern::Unknown, n),
                        ("?", _) => {
                            return Err("`?` stands for an unknown card, in `view` only".into());
                        }
                        _ => {
                            let (kind, card, traits, n) = self.notation.the_cards(word)?;
                            let face = (card.is_turned || has_faces).then_some(card.is_turned);
                            (CardPattern::One { kind, face, traits }, n)
                        }
                    };
                    wanted.extend(std::iter::repeat_n(pattern.0, pattern.1));
                }
            }
        }
        let cards = ShownCards { table: self.table, notation: self.notation };
        let holds = match zone {
            Zone::Hand(_) => cards.are_hand(&wanted, actual),
            _ => cards.are_pile(&wanted, actual),
        };
        differs(holds, || cards.masked(actual))
    }

    fn count(&self, words: &[&str]) -> Mismatch {
        let (what, wanted) = match words {
            [what @ .., n] if !what.is_empty() => (what, number(n)?),
            _ => return Err("write `count PLACE N` or `count CARD in PLACE N`".into()),
        };
        let (card, place) = match what {
            [card, "in", place @ ..] => {
                let (kind, card, traits, _) = self.notation.the_cards(card)?;
                let face = card.is_turned.then_some(true);
                (Some(CardPattern::One { kind, face, traits }), place)
            }
            place => (None, place),
        };
        let zones = SearchedZones::parse(place, self.notation);
        let zones = zones.map_err(|error| match place {
            [card] if self.notation.the_kind(card).is_ok() => {
                format!("write `count {card} in PLACE N`, with `hands` for all hands").into()
            }
            _ => error,
        });
        let zones = zones?.at(self.table);
        if card.is_some() {
            zones.iter().try_for_each(|zone| self.debugger.check_seen(*zone))?;
        }
        let cards = zones.into_iter().flat_map(|zone| self.table.cards_in(zone));
        let shown = ShownCards { table: self.table, notation: self.notation };
        let is_meant =
            |one: &&CardId| card.as_ref().is_none_or(|card| shown.fits(card, Some(**one)));
        let n_cards = cards.filter(is_meant).count() as i64;
        differs(n_cards == wanted, || format!("count {} {n_cards}", what.join(" ")))
    }

    fn alive(&self, form: &str, words: &[&str]) -> Mismatch {
        let [name] = words else { return Err(format!("write `{form} NAME`")) };
        let is_alive = self.table.turns.alive.has(self.notation.the_seat(name)?);
        let actual = if is_alive { "alive" } else { "out" };
        differs(actual == form, || format!("{actual} {name}"))
    }

    fn direction(&self, words: &[&str]) -> Mismatch {
        let actual = if self.table.turns.reversed { "reversed" } else { "forward" };
        match words {
            [word @ ("forward" | "reversed")] => {
                differs(*word == actual, || format!("direction {actual}"))
            }
            _ => Err("write `direction forward` or `direction reversed`".into()),
        }
    }

    fn saw(&self, words: &[&str]) -> Mismatch {
        let (name, cards) = words.split_first().ok_or("who saw what?")?;
        let seat = self.notation.the_seat(name)?;
        self.is_own(seat)?;
        let entry = self.debugger.timeline.now();
        let seen = entry.events.iter().chain(&entry.begun).filter_map(|event| match event.kind {
            EventKind::Card(CardEvent::Shown { card, to }) if to == seat => Some(card),
            EventKind::Card(CardEvent::Revealed { card }) => Some(card),
            _ => None,
        });
        let seen: Vec<ShownCard> = seen.map(Some).collect();
        self.same(Zone::Draw, cards, &seen, false)
    }

    fn view(&self, words: &[&str]) -> Mismatch {
        let (name, rest) = words.split_first().ok_or("whose view?")?;
        let seat = self.notation.the_seat(name)?;
        let (zone, cards) = self.notation.zone_of(rest)?;
        self.is_own(seat)?;
        if zone == Zone::Box {
            self.debugger.check_seen(zone)?;
        }
        let shown = |card: &CardId| self.table.knows(seat, *card).then_some(*card);
        let mut actual: Vec<ShownCard> = self.table.cards_in(zone).iter().map(shown).collect();
        if matches!(zone, Zone::Hand(_)) {
            actual.sort_by_key(|card| {
                let look = |card: CardId| {
                    let is_turned = self.table.cards[card.index()].is_turned;
                    (self.table.kind(card), is_turned, self.table.counters_of(self.rules(), card))
                };
                (card.is_none(), card.map(look))
            });
        }
        self.same(zone, cards, &actual, true)
    }

    fn counter(&self, words: &[&str]) -> Mismatch {
        let line = words.join(" ");
        let Some((name, wanted)) = counter_and_value(&line) else {
            return Err("write `counter COUNTER VALUE`".into());
        };
        let counter = CounterRef::parse(name, self.notation)?;
        let mut actual = match &counter {
            CounterRef::Slot(slot) => vec![self.notation.counter_info(self.table, *slot)],
            CounterRef::Cards(counter) => {
                let mut zones = counter.zones.at(self.table).into_iter();
                zones.try_for_each(|zone| self.debugger.check_seen(zone))?;
                let cards = counter.cards(self.table, self.notation)?.into_iter();
                let value = |card| counter.value(self.table, self.notation, card);
                cards.map(|card| Secret::public(value(card))).collect()
            }
        };
        if let Some(viewer) = self.debugger.viewer {
            actual.redact(&viewer.into());
        }
        let shown = || {
            let values: Vec<String> = actual.iter().map(CounterValue::shown).collect();
            format!("counter {name} {}", values.join(" "))
        };
        if wanted == UNKNOWN {
            return differs(actual.iter().all(|actual| actual.get().is_none()), shown);
        }
        let wanted = self.notation.counter_value(&counter.value(wanted, self.notation)?);
        if actual.iter().any(|actual| actual.get().is_none()) {
            return Err(format!("{name} is hidden from the player whose knowledge is shown"));
        }
        differs(actual.iter().all(|actual| actual.get() == Some(&wanted)), shown)
    }

    fn fault(&self, text: &str) -> Option<String> {
        match &self.debugger.shown_fault() {
            None => Some("no fault".into()),
            Some(fault) if fault.message.contains(text) => None,
            Some(fault) => Some(format!("fault {}", fault.message)),
        }
    }
}
