//! Invariants of every game, whatever its cards do: checked by the fuzzer, by `:expect sound` and
//! by tests.

#[doc(hidden)]
pub mod stalled;

use crate::agent::{Evidence, HiddenCards, Random};
use crate::kernel::{
    Agent, CardEvent, Choice, Decision, Event, EventKind, Game, Observation, Prompt, Rules, Seat,
    SeatSet, Table, View, Zone,
};
use crate::script::Host;
use crate::transcript::{Case, LoadedRuleset};
use rand_pcg::Pcg64Mcg;
use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;
use std::time::Instant;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The invariant, in a few words.
    pub what: &'static str,
    /// The details, in a sentence.
    pub why: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.what, self.why)
    }
}

impl std::error::Error for Violation {}

/// A position counts as non-terminating if this many random playouts do not end.
const N_PLAYOUTS: u64 = 8;

/// The number of playouts before the start of a game, of which one must end.
const N_PLAYOUTS_OF_ALL: u64 = 60;

/// The number of questions that are passed to reach the one that is looked for. A card that plays
/// itself again asks without an end.
const MAX_PASSES: usize = 100;

fn violation(what: &'static str, why: impl Into<String>) -> Violation {
    Violation { what, why: why.into() }
}

/// Checks the invariants of a decision: each card is in one zone, a turn belongs to a living player
/// (the dead may answer with cards they have kept), the options exist and are distinct, and neither
/// the view nor the options of the asked player depend on cards hidden from them.
///
/// # Errors
/// The first violation.
pub fn check_invariants(
    game: &Game,
    chance: &mut Pcg64Mcg,
    name: &dyn Fn(Seat) -> String,
) -> Result<(), Violation> {
    check_table(game)?;
    check_options(game, name)?;
    check_secrets(game, chance, name, &mut SpareDeal::default())
}

/// Checks the invariants of the whole table.
///
/// # Errors
/// The first violation.
#[doc(hidden)]
pub fn check_table(game: &Game) -> Result<(), Violation> {
    game.table().check(game.rules()).map_err(broken_table)
}

fn broken_table(broken: impl fmt::Display) -> Violation {
    violation("the table", broken.to_string())
}

/// Checks that a turn belongs to a living player, and that the options exist and are distinct.
///
/// # Errors
/// The first violation.
#[doc(hidden)]
pub fn check_options(game: &Game, name: &dyn Fn(Seat) -> String) -> Result<(), Violation> {
    let Some(decision) = game.decision() else { return Ok(()) };
    let options = &decision.options;
    if options.is_empty() {
        return Err(violation(
            "options",
            format!("{} is asked without options", name(decision.seat)),
        ));
    }
    if let Some(i) = (1..options.len()).find(|i| options[..*i].contains(&options[*i])) {
        return Err(violation("options", format!("{:?} is offered twice", options[i])));
    }
    let (seat, alive) = (decision.seat, game.alive());
    if seat != Seat::CHANCE && !alive.has(seat) && decision.prompt == Prompt::Turn {
        return Err(violation("whose turn it is", format!("{} is out", name(seat))));
    }
    Ok(())
}

/// The memory of a deal of hidden cards and of the game from there, used again.
#[doc(hidden)]
#[derive(Default)]
pub struct SpareDeal {
    guess: Table,
    game: Option<Box<Game>>,
}

impl SpareDeal {
    /// Deals the cards hidden from a seat anew.
    fn deal(&mut self, table: &Table, rules: &Rules, seat: Seat, chance: &mut Pcg64Mcg) {
        self.guess.clone_from(table);
        let hidden = HiddenCards::of(table, rules, seat, &Evidence::default());
        hidden.deal(&mut self.guess, rules, chance);
    }
}

/// Checks that neither the view nor the options of the asked player depend on cards hidden from
/// them. `spare` is used again for games on the same rules.
///
/// # Errors
/// The first violation.
#[doc(hidden)]
pub fn check_secrets(
    game: &Game,
    chance: &mut Pcg64Mcg,
    name: &dyn Fn(Seat) -> String,
    spare: &mut SpareDeal,
) -> Result<(), Violation> {
    let Some(decision) = game.decision().filter(|asked| asked.seat != Seat::CHANCE) else {
        return Ok(());
    };
    let seat = decision.seat;
    spare.deal(game.shown(), game.rules(), seat, chance);
    let may_differ = game.shown().has_turned;
    if !View::is_same(game.rules(), (&spare.guess, game.shown()), seat)
        || may_differ && faces(&spare.guess, game.rules()) != faces(game.shown(), game.rules())
    {
        let why = format!("the view of {} depends on cards hidden from them", name(seat));
        return Err(violation("hidden cards", why));
    }
    if leaks(game, decision, chance, spare) {
        let asked = match &decision.prompt {
            Prompt::Text(text) => format!(" (`{}`)", text.plain()),
            _ => String::new(),
        };
        let name = name(seat);
        let why = format!("the options of {name}{asked} depend on cards hidden from them");
        return Err(violation("hidden cards", why));
    }
    Ok(())
}

/// Which face is up of each card whose back or face everybody sees.
fn faces(table: &Table, rules: &Rules) -> Vec<bool> {
    let seen = table.zones.all().flat_map(|zone| {
        let cards = table.cards_in(zone);
        let is_covered =
            matches!(zone, Zone::Draw | Zone::Pile(_) | Zone::Own(_)) && !rules.is_face_up(zone);
        if is_covered { cards.get(..1).unwrap_or_default() } else { cards }
    });
    seen.map(|card| table.cards[card.index()].is_turned).collect()
}

/// Whether the options would be different if the hidden cards lay as they were dealt anew.
fn leaks(game: &Game, decision: &Decision, chance: &mut Pcg64Mcg, spare: &mut SpareDeal) -> bool {
    let simulated = match decision.prompt {
        Prompt::Turn | Prompt::Respond => match spare.game.take() {
            Some(mut other) => other.restart(&mut spare.guess).ok().map(|()| other),
            None => {
                let guess = std::mem::take(&mut spare.guess);
                Game::resume(game.book(), guess).ok().map(Box::new)
            }
        },
        Prompt::Text(_) => asked_again(game, decision.seat, chance, spare).map(Box::new),
        // The cards of a set are those that the player sees in the own hand.
        Prompt::Cards(_) => {
            let (table, seat) = (game.table(), decision.seat);
            let mut cards = decision.options.iter().filter_map(Choice::card);
            return cards.any(|card| !table.knows(seat, card));
        }
    };
    let Some(mut other) = simulated else { return false };
    // A player who had no response may have one now, and is asked first.
    for _ in 0..MAX_PASSES {
        let Some(earlier) = other.decision() else { return false };
        let is_same = (earlier.seat, &earlier.prompt) == (decision.seat, &decision.prompt);
        let pass = earlier.options.iter().position(|choice| *choice == Choice::Pass);
        let Some(pass) = pass.filter(|_| !is_same) else { break };
        if other.answer(pass).is_err() {
            return false;
        }
    }
    // A setup takes cards by their kinds: what is dealt anew may be dealt to the player.
    if game.is_setting_up()
        && !View::is_same(game.rules(), (other.shown(), game.shown()), decision.seat)
    {
        return false;
    }
    // A skipped question may itself be visible to the players.
    let asked = other.decision();
    let is_same = |other: &[Choice]| match game.is_setting_up() {
        true => are_alike(other, &decision.options),
        false => other == &*decision.options,
    };
    let differs = asked.is_some_and(|other| {
        (other.seat, &other.prompt) == (decision.seat, &decision.prompt) && !is_same(&other.options)
    });
    if matches!(decision.prompt, Prompt::Turn | Prompt::Respond) {
        spare.game = Some(other);
    }
    differs
}

/// Whether a setup that is run again offers the like: its cards are others of the same kinds, and
/// lie in a hand in another order.
fn are_alike(options: &[Choice], others: &[Choice]) -> bool {
    let is_like = |a: &Choice, b: &Choice| match (a, b) {
        (Choice::Hidden(..), Choice::Hidden(..)) => true,
        (a, b) => a == b || a.visible_kind().is_some() && a.visible_kind() == b.visible_kind(),
    };
    let mut left: Vec<&Choice> = others.iter().collect();
    let is_left = |option: &Choice| {
        let at = left.iter().position(|other| is_like(option, other));
        at.map(|at| left.remove(at)).is_some()
    };
    options.len() == others.len() && options.iter().all(is_left)
}

/// The game with the cards that a seat cannot know dealt anew, with the suspended hook run again.
fn asked_again(
    game: &Game,
    seat: Seat,
    chance: &mut Pcg64Mcg,
    spare: &mut SpareDeal,
) -> Option<Game> {
    // The hook runs from its start: what the seat knew then stays, even if the hook has shuffled it
    // away since.
    let mut shown = game.shown().clone();
    for (card, before) in shown.cards.iter_mut().zip(&game.table().cards) {
        card.known = card.known.union(before.known.intersection(SeatSet::one(seat)));
    }
    spare.deal(&shown, game.rules(), seat, chance);
    let guess = &spare.guess;
    let mut fork = game.fork();
    let changed = fork.sandbox_edit(|context| {
        for (card, other) in context.table.cards.iter_mut().zip(&guess.cards) {
            card.kind = other.kind;
        }
        context.table.copy_counters(guess);
        context.table.count_hands();
        Ok(())
    });
    changed.ok().map(|()| fork)
}

/// Checks the events of an answer: applied one by one, they keep each card in one zone and turn the
/// table before the answer into the table after it, in every field.
///
/// # Errors
/// The first violation.
pub fn events(mut before: Table, events: &[Event], game: &Game) -> Result<(), Violation> {
    follow(&mut before, events, game, true)
}

/// Checks the same, and turns the table before the answer into the table after it. Unless the
/// `whole` table is checked after each event, what the event can break is.
///
/// # Errors
/// The first violation.
#[doc(hidden)]
pub fn follow(
    table: &mut Table,
    events: &[Event],
    game: &Game,
    whole: bool,
) -> Result<(), Violation> {
    let rules = game.rules();
    for (i, event) in events.iter().enumerate() {
        table.apply(rules, event.kind.clone());
        let held = match &event.kind {
            EventKind::Card(CardEvent::Moved { card, from, to, .. }) if !whole => {
                table.check_move(rules, *card, (*from, *to))
            }
            EventKind::Card(CardEvent::Shown { .. } | CardEvent::Counted { .. })
            | EventKind::Action(_)
            | EventKind::Player(_)
            | EventKind::Internal(_)
                if !whole =>
            {
                Ok(())
            }
            _ => table.zones.check(),
        };
        held.map_err(|why| violation("an event", format!("after event {}: {why}", i + 1)))?;
    }
    table.check_turns().map_err(broken_table)?;
    let why = "the position changed without an event";
    if *table == *game.table() { Ok(()) } else { Err(violation("an event", why)) }
}

struct ReplayAgent(Rc<RefCell<std::vec::IntoIter<usize>>>);

impl Agent for ReplayAgent {
    fn answer(&mut self, _: &Observation<'_>, decision: &Decision) -> usize {
        let n_options = decision.options.len();
        self.0.borrow_mut().next().map_or(usize::MAX, |input| input % n_options)
    }
}

/// Replays a case with agents that answer in place, on other scripts of the same meaning: it must
/// lead to the same position.
///
/// # Errors
/// The position is different.
pub fn in_place(
    loaded: &LoadedRuleset,
    case: &Case,
    inputs: &[usize],
    host: &Rc<Host>,
) -> Result<(), Violation> {
    match (Case { inputs: inputs.to_vec(), ..case.clone() }).end(loaded) {
        Some(once) => replayed(loaded, case, inputs, host, &once),
        None => Ok(()),
    }
}

/// Checks a case that led to this position.
///
/// # Errors
/// The position is different.
#[doc(hidden)]
pub fn replayed(
    loaded: &LoadedRuleset,
    case: &Case,
    inputs: &[usize],
    host: &Rc<Host>,
    once: &Game,
) -> Result<(), Violation> {
    let what = "a replay";
    if !once.is_over() {
        return Ok(());
    }
    let loaded = LoadedRuleset { host: host.clone(), ..loaded.clone() };
    let begun = case.begin(&loaded);
    let mut game = begun.map_err(|error| violation(what, error.to_string()))?;
    let inputs: Vec<usize> = inputs.into();
    let inputs = Rc::new(RefCell::new(inputs.into_iter()));
    for seat in once.table().seats() {
        game.seat(seat, Some(Box::new(ReplayAgent(inputs.clone()))));
    }
    let played = game.play_out(u64::MAX);
    played.map_err(|fault| violation(what, loaded.host.fault(&fault).to_string()))?;
    let (end, other) = (game.table(), once.table());
    if game.is_over() && (end == other || end.hash() == other.hash()) {
        return Ok(());
    }
    Err(violation(what, "a replay with agents leads to a different position"))
}

/// Whether one of a few random playouts from here ends within this many answers. It is taken for
/// granted when there is no more time.
pub fn ends(game: &Game, limit: u64, is_late: &dyn Fn() -> bool) -> bool {
    (0..N_PLAYOUTS).any(|number| ends_once(game, limit, number, is_late))
}

/// Whether one of many random playouts from here ends, from any state of the game.
pub fn may_end(game: &Game, limit: u64, is_late: &dyn Fn() -> bool) -> bool {
    (0..N_PLAYOUTS_OF_ALL).any(|number| ends_once(game, limit, number, is_late))
}

/// Whether a deadline has passed.
pub fn is_late(until: Option<Instant>) -> bool {
    until.is_some_and(|until| Instant::now() >= until)
}

/// Whether one random playout from here ends within this many answers.
fn ends_once(game: &Game, limit: u64, number: u64, is_late: &dyn Fn() -> bool) -> bool {
    let mut fork = game.fork();
    for seat in game.table().seats() {
        let agent = Random::new(number << 8 | u64::from(seat.0));
        fork.seat(seat, Some(Box::new(agent)));
    }
    let mut n_left = limit;
    while n_left > 0 && !fork.is_over() {
        if is_late() {
            return true;
        }
        // In chunks: events accumulate until they are taken.
        let Ok(n_answered) = fork.play_out(n_left.min(50)) else { return true };
        n_left = n_left.saturating_sub(n_answered.max(1));
        fork.take_events();
    }
    fork.is_over()
}
