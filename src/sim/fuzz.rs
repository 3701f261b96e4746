//! Looks for games that break: random inputs, with everything checked after each answer.
//!
//! After each answer: [`Table::check`](crate::kernel::Table::check), options that are there and
//! differ, and views that do not leak (cards hidden from the asked seat change places; its view
//! and, between two plays, its options must stay the same). After each game: agents that answer the
//! same in place come to the same position. What fails is made smaller by
//! [`shrink`](super::shrink).

use crate::error::Error;
use crate::kernel::game::AnswerError;
use crate::kernel::view::{View, determinized};
use crate::kernel::{
    Agent, Choice, Decision, Fault, Game, Prompt, Rulebook as _, Seat, SeatSet, Sight, rng,
};
use crate::transcript::{Edition, FORMAT, Header};
use rand_pcg::Pcg64Mcg;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::rc::Rc;

/// How many games are played where nobody says.
pub const GAMES: u64 = 1_000;

/// A game to be played: what it starts with, and which option is chosen each time (the number is
/// taken modulo the number of options).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// What it starts with.
    pub header: Header,
    /// The inputs.
    pub inputs: Vec<usize>,
}

/// What broke.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The kind of failure: two failures with the same one are the same finding.
    pub kind: String,
    /// All that is known.
    pub message: String,
    /// After how many inputs.
    pub n_inputs: usize,
}

/// How a game went.
#[derive(Clone, Debug)]
pub struct Trail {
    /// Which option was chosen each time.
    pub inputs: Vec<usize>,
    /// What broke, if anything.
    pub failure: Option<Failure>,
    /// Whether the game has ended.
    pub is_over: bool,
}

/// How often each choice was made from each seat.
#[derive(Clone, Debug, Default)]
pub struct Coverage(BTreeMap<(String, u8), u64>);

impl Coverage {
    fn of(&self, name: &str, seat: Seat) -> u64 {
        self.0.get(&(name.to_owned(), seat.0)).copied().unwrap_or(0)
    }

    fn note(&mut self, name: String, seat: Seat) {
        *self.0.entry((name, seat.0)).or_default() += 1;
    }

    /// How many choices have been made, seat by seat.
    #[must_use]
    pub fn n_covered(&self) -> usize {
        self.0.len()
    }

    /// What was never chosen from some seat: every card and combo that can be played, each prompt
    /// that was met.
    #[must_use]
    pub fn missing(&self, edition: &Edition, n_seats: usize) -> Vec<String> {
        let rules = edition.host.rules();
        let all = SeatSet::first(n_seats);
        let mut names: Vec<String> = self.0.keys().map(|(name, _)| name.clone()).collect();
        let deck = edition.ruleset.deck(n_seats);
        for (kind, _, n) in deck.iter() {
            let rule = rules.kind(*kind);
            let is_played = rule.hooks.has(crate::kernel::Hook::Resolve) && rule.when != 0;
            if *n > 0 && is_played {
                names.push(format!("card {}", rule.id));
            }
        }
        names.extend(rules.combos.iter().map(|combo| format!("combo {}", combo.id)));
        names.sort_unstable();
        names.dedup();
        let open = |name: &String| {
            let seats: Vec<String> = all
                .iter()
                .filter(|seat| self.of(name, *seat) == 0)
                .map(|seat| format!("p{}", seat.0 + 1))
                .collect();
            (!seats.is_empty()).then(|| format!("{name} by {}", seats.join(", ")))
        };
        names.iter().filter_map(open).collect()
    }
}

/// What a choice is noted as.
fn feature(decision: &Decision, choice: &Choice, edition: &Edition) -> String {
    let rules = edition.host.rules();
    match (choice, &decision.prompt) {
        (Choice::Play(kind) | Choice::Respond(kind), _) => format!("card {}", rules.kind(*kind).id),
        (Choice::Combo(combo, _), _) => format!("combo {}", rules.combo(*combo).id),
        (Choice::Draw, _) => "draw".to_owned(),
        (Choice::Pass, _) => "pass".to_owned(),
        (_, Prompt::Text(text)) => format!("question `{text}`"),
        (_, Prompt::Turn | Prompt::Respond | Prompt::Cards(_)) => "set of cards".to_owned(),
    }
}

/// A header for a game of a variant.
#[must_use]
pub fn header(variant: &str, set: &[(String, String)], players: usize, seed: u64) -> Header {
    Header {
        litterbox: FORMAT,
        variant: variant.to_owned(),
        set: set.to_vec(),
        names: (1..=players).map(|n| format!("p{n}")).collect(),
        seed,
        first: None,
        lang: None,
        rules: String::new(),
        scripts: BTreeMap::new(),
    }
}

/// Who chooses the inputs.
pub enum Inputs<'a> {
    /// These, and then no more.
    Given(&'a [usize]),
    /// Chance, which prefers what has been chosen least.
    Chance(&'a mut Pcg64Mcg, &'a mut Coverage),
}

impl Inputs<'_> {
    fn next(&mut self, n: usize, decision: &Decision, edition: &Edition) -> Option<usize> {
        let n_options = decision.options.len();
        match self {
            Self::Given(inputs) => inputs.get(n).map(|input| input % n_options),
            Self::Chance(rng, coverage) => {
                let features = decision.options.iter().map(|c| feature(decision, c, edition));
                let features: Vec<String> = features.collect();
                let index = if rng::below(rng, 3) == 0 {
                    let rare = |i: &usize| coverage.of(&features[*i], decision.seat);
                    (0..n_options).min_by_key(rare).unwrap_or(0)
                } else {
                    rng::below(rng, n_options as u32) as usize
                };
                coverage.note(features[index].clone(), decision.seat);
                Some(index)
            }
        }
    }
}

/// Plays a game with everything checked, up to `limit` inputs.
#[must_use]
pub fn play(edition: &Edition, header: &Header, mut inputs: Inputs<'_>, limit: usize) -> Trail {
    let mut trail = Trail { inputs: Vec::new(), failure: None, is_over: false };
    let mut fail = |trail: &mut Trail, kind: &str, message: String| {
        let n_inputs = trail.inputs.len();
        trail.failure = Some(Failure { kind: kind.to_owned(), message, n_inputs });
    };
    let mut game = match header.start(edition) {
        Ok(game) => game,
        Err(error) => {
            fail(&mut trail, error.code, error.to_string());
            return trail;
        }
    };
    let mut chance = rng::generator(header.seed, 9);
    loop {
        if let Err(what) = check(&game, &mut chance) {
            fail(&mut trail, what.0, what.1);
            return trail;
        }
        let Some(decision) = game.decision().filter(|_| trail.inputs.len() < limit) else { break };
        let Some(index) = inputs.next(trail.inputs.len(), decision, edition) else { break };
        trail.inputs.push(index);
        match game.answer(index) {
            Ok(()) => {}
            Err(AnswerError::Fault(fault)) => {
                let (kind, message) = told(&fault, edition);
                fail(&mut trail, &kind, message);
                return trail;
            }
            Err(AnswerError::Illegal(_)) => {
                fail(&mut trail, "illegal", format!("option {index} is offered and refused"));
                return trail;
            }
        }
    }
    trail.is_over = game.is_over();
    if trail.is_over
        && let Err(message) = replayed(edition, header, &trail.inputs, game.table().hash())
    {
        fail(&mut trail, "replay", message);
    }
    trail
}

fn told(fault: &Fault, edition: &Edition) -> (String, String) {
    let error: Error = edition.host.fault(fault);
    let spot = error.spot.as_ref().map(|spot| format!("{}:{}", spot.file, spot.line));
    (format!("{} {}", error.code, spot.unwrap_or_default()), error.to_string())
}

/// What must hold at each decision: the kind of what does not, and what it is.
fn check(game: &Game, chance: &mut Pcg64Mcg) -> Result<(), (&'static str, String)> {
    let rules = game.rules();
    game.table().check(rules).map_err(|what| ("invariant", what))?;
    let Some(decision) = game.decision() else { return Ok(()) };
    let options = &decision.options;
    if options.is_empty() {
        return Err(("options", "a decision without an option".to_owned()));
    }
    if let Some(i) = (1..options.len()).find(|i| options[..*i].contains(&options[*i])) {
        return Err(("options", format!("{:?} is offered twice", options[i])));
    }
    let seat = decision.seat;
    let guess = determinized(game.table(), rules, seat, chance);
    if View::of(&guess, seat) != View::of(game.table(), seat) {
        return Err(("leak", format!("cards hidden from p{} are in its view", seat.0 + 1)));
    }
    if !matches!(decision.prompt, Prompt::Turn | Prompt::Respond) {
        return Ok(());
    }
    let Ok(mut other) = Game::resume(game.book(), guess) else { return Ok(()) };
    // Whoever had nothing to answer with may have something now, and is asked before.
    while let Some(earlier) = other.decision()
        && (earlier.seat, &earlier.prompt) != (seat, &decision.prompt)
        && let Some(pass) = earlier.options.iter().position(|choice| *choice == Choice::Pass)
    {
        if other.answer(pass).is_err() {
            return Ok(());
        }
    }
    let same = other.decision().is_some_and(|d| d.seat == seat && d.options == *options);
    if same || !other.decision().is_some_and(|d| d.seat == seat) {
        return Ok(());
    }
    let what = format!("the options of p{} depend on cards hidden from it", seat.0 + 1);
    Err(("leak", what))
}

/// Answers as it is told.
struct Told(Rc<RefCell<std::vec::IntoIter<usize>>>);

impl Agent for Told {
    fn answer(&mut self, _: &Sight<'_>, _: &Decision) -> usize {
        self.0.borrow_mut().next().unwrap_or(usize::MAX)
    }
}

/// Plays the same inputs with agents, who are asked in place.
fn replayed(edition: &Edition, header: &Header, inputs: &[usize], hash: u64) -> Result<(), String> {
    let mut game = header.start(edition).map_err(|error| error.to_string())?;
    let inputs = Rc::new(RefCell::new(inputs.to_vec().into_iter()));
    for seat in 0..header.names.len() {
        game.seat(Seat(seat as u8), Some(Box::new(Told(inputs.clone()))));
    }
    game.play_out(u64::MAX).map_err(|fault| edition.host.fault(&fault).to_string())?;
    if game.is_over() && game.table().hash() == hash {
        return Ok(());
    }
    Err("agents who answer the same come to another position".to_owned())
}

/// The case as a session file that shows the failure: run it with `litterbox test --expects`.
#[must_use]
pub fn session(edition: &Edition, case: &Case, failure: &Failure) -> String {
    let mut text = format!("# Found by fuzzing: {}\n\n", failure.kind);
    for line in failure.message.lines() {
        let _ = writeln!(text, "    {line}");
    }
    let _ = writeln!(text, "\n```litterbox\n> {}", case.header.command());
    if let Ok(mut game) = case.header.start(edition) {
        for input in &case.inputs {
            let Some(decision) = game.decision() else { break };
            let index = input % decision.options.len();
            let seat = edition.lexicon.seat(decision.seat);
            let word = &edition.lexicon.options(decision)[index];
            let _ = writeln!(text, "{seat}> {word}");
            if game.answer(index).is_err() {
                break;
            }
        }
    }
    text + "```\n"
}
