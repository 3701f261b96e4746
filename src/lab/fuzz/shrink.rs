//! Shrinks a failing game while it fails in the same way: a position shortly before the failure,
//! fewer players, fewer inputs, fewer cards, earlier options.

use super::case::{Bounds, FailureKind};
use super::config::FuzzConfig;
use super::finding::Finding;
use super::play::{is_given, play};
use crate::base::Interrupt;
use crate::invariants;
use crate::invariants::stalled;
use crate::kernel::layout::{CardTraits, Layout};
use crate::kernel::{Choice, Game, Kind, Prompt, Seat, SeatPile, Zone, rng};
use crate::transcript::Case;
use crate::transcript::LoadedRuleset;
use crate::transcript::ruleset_cache::RulesetCache;
use crate::variant::Library;
use crate::variant::notation::position;
use rand::RngExt as _;
use std::cmp::Ordering;
use std::time::{Duration, Instant};

/// The maximum number of games to try.
const MOST_TRIES: usize = 1_200;

/// The number of random reassignments of hidden cards per decision; enough to detect a leak
/// reliably.
const N_GUESSES: usize = 20;

/// The games of each smaller number of players that are tried where a game begins with the setup:
/// without a player, everybody is dealt other cards.
const N_DEALS: u64 = 100;

/// The time after the deadline in which failures that were found before it are shrunk.
pub const GRACE: Duration = Duration::from_millis(600);

/// The maximum number of inputs replaced by a laid-out position.
const NEAR: usize = 16;

/// Tries smaller games while one of them fails in the same way, until the run is stopped.
pub fn shrink(
    library: &Library,
    rulesets: &RulesetCache,
    found: Finding,
    config: &FuzzConfig,
    stop: &Interrupt,
) -> Finding {
    let until = config.until.map(|until| until + GRACE);
    let mut shrinker = Shrinker { library, rulesets, config, stop, until, n_tries: 0, best: found };
    if shrinker.best.failure.broken == FailureKind::Endless {
        shrinker.find_the_turn();
    }
    let found = Candidate::of(&shrinker.best);
    while shrinker.step() {}
    shrinker.deal_to_fewer(&found);
    let mut best = shrinker.best;
    if best.failure.broken == FailureKind::Endless
        && let Some(end) = best.case.end(&best.loaded)
    {
        best.failure.message += &format!(": {}", stalled::why(&end));
    }
    best
}

/// An answer of a smaller game: the option that the larger game chose, or if it is not offered, the
/// one with this number.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Answer {
    number: usize,
    choice: Option<Choice>,
}

impl Answer {
    /// The index of the option that it chose before.
    fn found(&self, options: &[Choice]) -> Option<usize> {
        let choice = self.choice.as_ref()?;
        let kind = choice.visible_kind();
        let is_like = |other: &Choice| kind.is_some() && other.visible_kind() == kind;
        options.iter().position(|other| other == choice || is_like(other))
    }
}

/// A smaller game that may fail in the same way.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Candidate {
    /// Without inputs.
    case: Case,
    answers: Vec<Answer>,
}

impl Candidate {
    /// The game of a finding, with what it chose.
    fn of(finding: &Finding) -> Self {
        let mut own = Self { case: finding.case.clone(), answers: Vec::new() };
        let inputs = std::mem::take(&mut own.case.inputs);
        let mut game = own.case.begin(&finding.loaded).ok();
        for number in inputs {
            let asked = game.as_ref().and_then(Game::decision);
            let index = asked.map_or(0, |asked| number % asked.options.len());
            let choice = asked.map(|asked| asked.options[index].clone());
            own.answers.push(Answer { number, choice });
            game = game.and_then(|mut game| game.answer(index).ok().map(|()| game));
        }
        own
    }

    /// A game of fewer players from another seed: every second one with random answers.
    fn dealt_to(&self, n_players: usize, seed: u64) -> Self {
        let mut dealt = self.clone();
        dealt.case.header.names.truncate(n_players);
        dealt.case.header.seed = seed;
        if seed.is_multiple_of(2) {
            let mut chance = rng::generator(seed, 10);
            for answer in &mut dealt.answers {
                *answer = Answer { number: chance.random_range(0..1 << 16), choice: None };
            }
        }
        dealt
    }

    /// The case with the numbers of the answers.
    fn numbered(&self) -> Case {
        let inputs = self.answers.iter().map(|answer| answer.number).collect();
        Case { inputs, ..self.case.clone() }
    }
}

/// Returns the option of the next answer that is offered, leaving out those before it; else that
/// with the number of the first one.
fn next_answer(answers: &mut &[Answer], options: &[Choice]) -> Option<usize> {
    let (first, rest) = answers.split_first()?;
    let found = (0..).zip(*answers).find_map(|(i, answer)| Some((i, answer.found(options)?)));
    // A number that was lowered is tried as it is.
    let found = found.filter(|_| first.choice.is_some());
    let (n_left_out, index) = found.unwrap_or((0, first.number % options.len()));
    *answers = &rest[n_left_out..];
    Some(index)
}

struct Shrinker<'a> {
    library: &'a Library,
    rulesets: &'a RulesetCache,
    config: &'a FuzzConfig,
    stop: &'a Interrupt,
    until: Option<Instant>,
    n_tries: usize,
    best: Finding,
}

impl Shrinker<'_> {
    fn is_over(&self) -> bool {
        self.stop.is_set() || invariants::is_late(self.until)
    }

    /// Moves to a smaller failing game, if there is one.
    fn step(&mut self) -> bool {
        let is_placed = !self.config.from_setup;
        let best = Candidate::of(&self.best);
        let near = is_placed.then(|| nearby(&best, &self.best.loaded));
        near.into_iter().flatten().any(|smaller| self.accepts(smaller))
            || self.candidates(&best).into_iter().any(|smaller| self.accepts(smaller))
    }

    /// Shrinks games of fewer players than the finding has, dealt anew, with its choices or random
    /// ones. Keeps the first that is not longer than what the finding was shrunk to.
    fn deal_to_fewer(&mut self, found: &Candidate) {
        let short = self.best.clone();
        if short.case.layout.is_some() || short.failure.broken == FailureKind::Endless {
            return;
        }
        self.n_tries = 0;
        for n_players in 1..short.case.n_players() {
            let is_possible = short.loaded.ruleset.check_players(n_players).is_ok();
            let mut deals = (1..=N_DEALS).map(|seed| found.dealt_to(n_players, seed));
            if !is_possible || !deals.any(|dealt| self.accepts(dealt)) {
                continue;
            }
            while self.step() {}
            if self.best.case.inputs.len() <= short.case.inputs.len() {
                return;
            }
            self.best = short.clone();
        }
    }

    fn accepts(&mut self, candidate: Candidate) -> bool {
        if self.n_tries >= MOST_TRIES || self.is_over() {
            return false;
        }
        self.n_tries += 1;
        // A script that was stopped has not failed by itself.
        let smaller = self.breaks(candidate).filter(|_| !self.stop.is_set());
        smaller.map(|smaller| self.best = smaller).is_some()
    }

    /// Plays a case; returns the finding if it fails in the same way.
    fn breaks(&self, candidate: Candidate) -> Option<Finding> {
        let mut case = candidate.numbered();
        let (best, is_over) = (&self.best, || self.is_over());
        let is_same = |a: &Case, b: &Case| {
            a.header.set == b.header.set && a.header.names.len() == b.header.names.len()
        };
        let loaded = if is_same(&case, &best.case) {
            best.loaded.clone()
        } else {
            case.header.load(self.library, self.rulesets).ok()?
        };
        loaded.ruleset.check_players(case.n_players()).ok()?;
        let is_changed = case.layout.is_some() || case.header != self.best.case.header;
        if is_changed && !is_given(&case, &loaded, &self.config.given) {
            return None;
        }
        if best.failure.broken == FailureKind::Endless {
            let begin = case.begin(&loaded).ok()?;
            // A position that can never end says nothing about the inputs.
            let is_fair =
                case.inputs.is_empty() || invariants::may_end(&begin, self.config.limit, &is_over);
            let end = case.end(&loaded)?;
            let continues = is_fair
                && match case.inputs.len() {
                    0 => !invariants::may_end(&end, self.config.limit, &is_over),
                    _ => !invariants::ends(&end, self.config.limit, &is_over),
                };
            return continues.then(|| Finding { case, loaded, ..best.clone() });
        }
        let again = (best.failure.name == "a replay").then(|| loaded.host.clone());
        let always = self.config.always.clone();
        let limit = case.inputs.len();
        let (n_guesses, until) = (N_GUESSES, self.until);
        let bounds = Bounds { limit, again, always, n_guesses, until, ..Bounds::default() };
        case.inputs.clear();
        let mut answers = &*candidate.answers;
        let mut choose =
            |game: &Game, _: &_, _: usize| next_answer(&mut answers, &game.decision()?.options);
        let run_log = play(&loaded, &case, &mut choose, &bounds);
        let same = |failure: &super::CaseFailure| failure.name == best.failure.name;
        let failure = run_log.failure.filter(same)?;
        // With another deck the expression may be false from the start.
        let is_at_once = failure.broken == FailureKind::Promise && run_log.inputs.is_empty();
        if is_at_once && case.header.set != self.config.set {
            return None;
        }
        case.inputs = run_log.inputs;
        let old = &best.case;
        let is_same_start = (&case.header, &case.layout) == (&old.header, &old.layout);
        let size = |inputs: &[usize]| (inputs.len(), inputs.iter().sum::<usize>());
        let is_smaller = !is_same_start || size(&case.inputs) < size(&old.inputs);
        is_smaller.then(|| Finding { case, failure, loaded, ..best.clone() })
    }

    /// Finds the input after which a non-terminating game can no longer end.
    fn find_the_turn(&mut self) {
        let (best, is_over) = (&self.best, || self.is_over());
        let (mut ends, mut continues) = (0, best.case.inputs.len());
        let cut = |n: usize| Case { inputs: best.case.inputs[..n].to_vec(), ..best.case.clone() };
        let limit = self.config.limit;
        let is_endless = |n| {
            cut(n).end(&best.loaded).is_some_and(|game| !invariants::ends(&game, limit, &is_over))
        };
        if cut(0).end(&best.loaded).is_some_and(|game| !invariants::may_end(&game, limit, &is_over))
        {
            continues = 0;
        }
        while continues > ends + 1 {
            let middle = usize::midpoint(ends, continues);
            *(if is_endless(middle) { &mut continues } else { &mut ends }) = middle;
        }
        self.best.case.inputs.truncate(continues);
    }

    /// Smaller games, largest reduction first.
    fn candidates(&self, best: &Candidate) -> Vec<Candidate> {
        let (Finding { loaded, failure, .. }, case) = (&self.best, &best.case);
        let mut smaller = Vec::new();
        let mut with_answers = |change: &dyn Fn(&mut Candidate)| {
            let mut changed = best.clone();
            change(&mut changed);
            if changed != *best {
                smaller.push(changed);
            }
        };
        for seat in (0..case.n_players()).rev() {
            with_answers(&|changed| remove_player(&mut changed.case, seat));
        }
        with_answers(&|changed| first_to_play(&mut changed.case));
        with_answers(&|changed| changed.answers.clear());
        let n_inputs = best.answers.len();
        let mut length = n_inputs / 2;
        while length > 0 {
            for start in (0..n_inputs).step_by(length) {
                let end = n_inputs.min(start + length);
                with_answers(&|changed| drop(changed.answers.drain(start..end)));
            }
            length /= 2;
        }
        let mut with =
            |change: &dyn Fn(&mut Case)| with_answers(&|changed| change(&mut changed.case));
        match &case.layout {
            Some(layout) => {
                for smaller in smaller_layouts(layout) {
                    with(&|case| case.layout = Some(smaller.clone()));
                }
            }
            // Without some cards no game ends, which is a different failure.
            None if failure.broken == FailureKind::Endless && n_inputs == 0 => {}
            None => {
                let deck = loaded.ruleset.deck(case.n_players());
                for (kind, _, n) in deck.iter().filter(|(_, _, n)| *n > 0) {
                    let name = format!("deck.{}", loaded.ruleset.spec.kinds[kind.index()].id);
                    for fewer in [0, n / 2] {
                        with(&|case| {
                            case.header.set.retain(|(set, _)| *set != name);
                            case.header.set.push((name.clone(), fewer.to_string()));
                        });
                    }
                }
            }
        }
        for i in 0..n_inputs {
            let number = best.answers[i].number;
            let lower = [0, number / 2, number.saturating_sub(1)].into_iter();
            for number in lower.filter(|lower| *lower < number) {
                with_answers(&|changed| changed.answers[i] = Answer { number, choice: None });
            }
        }
        with_answers(&|changed| changed.case.header.seed = 1);
        smaller
    }
}

/// Cases that start from a position laid out shortly before the failure.
fn nearby(best: &Candidate, loaded: &LoadedRuleset) -> Vec<Candidate> {
    let Candidate { case, answers } = best;
    let n_inputs = answers.len();
    let mut cases = Vec::new();
    let Ok(mut game) = case.begin(loaded) else { return cases };
    for (i, answer) in answers.iter().enumerate() {
        let Some(decision) = game.decision() else { break };
        let n_options = decision.options.len();
        let is_settled = decision.prompt == Prompt::Turn && game.table().is_settled();
        if is_settled && i + NEAR >= n_inputs && (i > 0 || case.layout.is_none()) {
            let layout = position::of_table(game.table(), &loaded.notation);
            let case = Case { layout: Some(layout), ..case.clone() };
            cases.push(Candidate { case, answers: answers[i..].to_vec() });
        }
        if game.answer(answer.number % n_options).is_err() {
            break;
        }
    }
    cases.reverse();
    cases
}

/// Removes a player with their cards.
fn remove_player(case: &mut Case, seat: usize) {
    if case.header.names.len() < 2 {
        return;
    }
    case.header.names.pop();
    if let Some(layout) = &mut case.layout {
        reseat(layout, |other| match other.index().cmp(&seat) {
            Ordering::Less => Some(other),
            Ordering::Equal => None,
            Ordering::Greater => Some(Seat(other.0 - 1)),
        });
    }
}

/// Moves the current player of a position to the first seat.
fn first_to_play(case: &mut Case) {
    let n_players = case.n_players();
    let Some(layout) = &mut case.layout else { return };
    let Some((first, owed)) = layout.turn else { return };
    reseat(layout, |seat| {
        Some(Seat(((seat.index() + n_players - first.index()) % n_players) as u8))
    });
    layout.turn = owed.map(|owed| (Seat(0), Some(owed)));
}

/// Gives the players of a position other seats, or none.
fn reseat(layout: &mut Layout, moved: impl Fn(Seat) -> Option<Seat>) {
    let zone = |zone: Zone| match zone {
        Zone::Hand(seat) => moved(seat).map(Zone::Hand),
        Zone::Front(seat) => moved(seat).map(Zone::Front),
        Zone::Own(pile) => Some(Zone::Own(SeatPile::new(moved(pile.seat())?, pile.pile()))),
        zone => Some(zone),
    };
    for hands in [&mut layout.hands, &mut layout.fronts] {
        let owned = std::mem::take(hands).into_iter();
        hands.extend(owned.filter_map(|(owner, kinds)| Some((moved(owner)?, kinds))));
        hands.sort_by_key(|(owner, _)| *owner);
    }
    for seats in [&mut layout.dead, &mut layout.blind] {
        *seats = seats.iter().filter_map(|seat| moved(*seat)).collect();
    }
    let turned = layout.turned.iter().filter_map(|(at, depth)| Some((zone(*at)?, *depth)));
    layout.turned = turned.collect();
    // What a counter holds may be a player.
    let traits =
        std::mem::take(&mut layout.traits).into_iter().filter_map(|(at, depth, traits)| {
            let by = traits.by.flatten().and_then(&moved);
            Some((zone(at)?, depth, CardTraits { counters: Vec::new(), by: by.map(Some) }))
        });
    layout.traits = traits.collect();
    layout.turn = layout.turn.and_then(|(current, owed)| Some((moved(current)?, owed)));
}

/// Positions with fewer cards.
fn smaller_layouts(layout: &Layout) -> Vec<Layout> {
    let mut smaller = Vec::new();
    let n_lists = lists(&mut layout.clone()).len();
    for list in 0..n_lists {
        let n_cards = lists(&mut layout.clone())[list].len();
        let mut length = n_cards;
        while length > 0 {
            for start in (0..n_cards).step_by(length) {
                let mut less = layout.clone();
                lists(&mut less)[list].drain(start..n_cards.min(start + length));
                smaller.push(less);
            }
            length /= 2;
        }
    }
    let is_plain = |owed: &Option<u32>| owed.is_none();
    if let Some((seat, owed)) = layout.turn {
        if !is_plain(&owed) {
            smaller.push(Layout { turn: Some((seat, None)), ..layout.clone() });
        }
        smaller.push(Layout { turn: None, ..layout.clone() });
    }
    if layout.reversed {
        smaller.push(Layout { reversed: false, ..layout.clone() });
    }
    if !layout.dead.is_empty() {
        smaller.push(Layout { dead: Vec::new(), ..layout.clone() });
    }
    smaller
}

/// All card lists of a position.
fn lists(layout: &mut Layout) -> Vec<&mut Vec<Kind>> {
    let Layout { hands, discard, piles, fronts, .. } = layout;
    let owned = hands.iter_mut().chain(fronts).map(|(_, kinds)| kinds);
    owned.chain([discard]).chain(piles.iter_mut().map(|pile| &mut pile.kinds)).collect()
}
