//! The transcript of a game: its header and every input, sandbox edits included, with the hash of
//! the position after each. Used to save, load and replay games and to find the first divergence.
//!
//! Inputs are already parsed here: chosen options, a position, a counter or an expression.

pub mod answer_parser;
mod canonical_record;
mod case;
mod hashes;
#[cfg(feature = "app")]
mod journal;
mod origin;
mod replay;
pub mod ruleset_cache;
mod saved;
mod session;
mod set_value;

pub use canonical_record::canonical_record;
pub use case::Case;
pub use hashes::{hash_text, short_hash};
#[cfg(feature = "app")]
pub use journal::{JournalDamage, JournalText, LEAVE, sealed, sealed_inputs};
pub use origin::Origin;
pub use replay::{Divergence, replay, replay_ply};
use ruleset_cache::{CompiledRuleset, RulesetCache};
#[doc(hidden)]
pub use saved::SAVED_FILE;
pub use session::{SessionInfo, SessionInput};

use crate::base::error::Error;
use crate::base::output::json;
use crate::kernel::AnswerError;
use crate::kernel::rules::Text;
use crate::kernel::{CardEvent, Decision, EventKind, Fault, Game, GameEvent, SeatSet, Setup, Stop};
use crate::message::AskedAfter;
use crate::script::Host;
use crate::variant::notation::{CounterRef, Notation, player_names, position, start};
use crate::variant::{Library, Ruleset, Titles};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;

pub const FORMAT: u32 = 3;

/// The code of what is wrong in a saved game.
const WRONG: &str = "T0101";

/// This program and its version, as written into files.
pub const PROGRAM: &str = concat!("litterbox ", env!("CARGO_PKG_VERSION"));

/// The parameters of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The version of the format.
    pub litterbox: u32,
    /// The program that wrote it.
    #[serde(default)]
    pub program: String,
    pub variant: String,
    /// The options given with `--set`, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set: Vec<(String, String)>,
    /// The names of the players.
    pub names: Vec<String>,
    #[serde(deserialize_with = "json::number")]
    pub seed: u64,
    /// The starting player, `random`, or `None` for the default of the rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
    /// The language of titles, if not the variant's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lang: Option<String>,
    /// Whether the user chooses the outcomes of chance from the deal on.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ask_chance: bool,
    /// The hash of the variant with its options, without scripts.
    #[serde(default)]
    pub rules: String,
    /// The hash of each script.
    #[serde(default)]
    pub scripts: BTreeMap<String, String>,
    /// The scripts that `:try` has replaced, by name without extension, in a saved game.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tried: BTreeMap<String, String>,
    /// The session, in a journal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<SessionInfo>,
}

/// An option that was chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChosenOption {
    pub seat: String,
    /// The text of the option, by ids.
    pub option: String,
    pub index: usize,
}

/// One input that is part of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Input {
    /// Chosen options, in order.
    Answers(Vec<ChosenOption>),
    /// A position to set up.
    Table(String),
    /// A counter to set.
    Set(String, #[serde(with = "set_value")] String),
    /// A new random seed.
    Seed(#[serde(deserialize_with = "json::number")] u64),
    /// An expression with side effects.
    Eval(String),
}

/// One ply: an input with its metadata.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    pub typed: String,
    #[serde(flatten)]
    pub input: Input,
    /// The seats that were asked in windows even where they could only pass.
    #[serde(rename = "ask_all", default)]
    pub also_asked: SeatSet,
    /// Whether the outcomes of chance were chosen.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ask_chance: bool,
    /// The hash of the position after it.
    pub hash: String,
    /// The record it follows, counted from 1; 0 is the start. `None`: the previous record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<usize>,
    /// The question after it, if saved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<Box<AskedAfter>>,
}

/// Marks and branches. Records are counted from 1; 0 is the start.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BranchNames {
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub marks: BTreeMap<String, usize>,
    /// The notes of marks, by their names.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub notes: BTreeMap<String, String>,
    /// The branches in the order of creation, each with its last record.
    pub branches: Vec<(String, usize)>,
    pub branch: String,
    pub at: usize,
}

/// A game from its start: one line of inputs, or a tree of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript {
    /// The parameters of the game.
    pub header: Header,
    /// The inputs, each after its parent.
    pub records: Vec<Record>,
    /// Its marks and branches; empty for a single branch at its end.
    pub names: BranchNames,
}

impl Transcript {
    /// The number of the record that record `i` follows, counted from 1; 0 is the start.
    pub fn parent(&self, i: usize) -> usize {
        self.records[i].after.unwrap_or(i)
    }

    /// The inputs of the current branch, from start to end.
    pub fn line(&self) -> Vec<&Record> {
        let mut branches = self.names.branches.iter();
        let current = branches.find(|(name, _)| *name == self.names.branch);
        let mut number = current.map_or(self.records.len(), |(_, tip)| *tip);
        let mut line = Vec::new();
        while number > 0 {
            line.push(&self.records[number - 1]);
            number = self.parent(number - 1);
        }
        line.reverse();
        line
    }
}

/// A compiled ruleset, with the notation of one game.
#[derive(Clone)]
pub struct LoadedRuleset {
    pub ruleset: Rc<Ruleset>,
    pub host: Rc<Host>,
    /// The titles in the selected language.
    pub titles: Rc<Titles>,
    pub notation: Rc<Notation>,
}

impl Header {
    /// The header of a game of a variant with its usual options, in its usual language.
    pub fn new(variant: impl Into<String>, names: Vec<String>) -> Self {
        Self {
            litterbox: FORMAT,
            program: PROGRAM.to_owned(),
            variant: variant.into(),
            set: Vec::new(),
            names,
            seed: 1,
            first: None,
            lang: None,
            ask_chance: false,
            rules: String::new(),
            scripts: BTreeMap::new(),
            tried: BTreeMap::new(),
            session: None,
        }
    }

    /// Loads and compiles the ruleset of the header, and records its hashes.
    ///
    /// # Errors
    /// All errors of the variant and its scripts.
    pub fn load(
        &mut self,
        library: &Library,
        rulesets: &RulesetCache,
    ) -> Result<LoadedRuleset, Vec<Error>> {
        let compiled = rulesets.ruleset(library, &self.variant, &self.set)?;
        let ruleset = &compiled.ruleset;
        ruleset.check_players_in(library, self.names.len()).map_err(|error| vec![*error])?;
        let language = self.lang.clone().unwrap_or_else(|| "en".to_owned());
        let titles = rulesets.titles(library, &language)?;
        let of = (&*self.variant, &*self.set);
        let notation = rulesets.notation(library, of, &language, &self.names)?;
        self.scripts.clone_from(&compiled.hashed.0);
        self.rules = compiled.rules_hash(self.names.len());
        let CompiledRuleset { ruleset, host, .. } = compiled;
        Ok(LoadedRuleset { ruleset, host, titles, notation })
    }

    /// Checks the names of the players and who begins, which a file may have wrong.
    ///
    /// # Errors
    /// `T0101`: what is wrong.
    pub fn check(&self, notation: &Notation) -> Result<(), Vec<Error>> {
        let wrong = |why: String| vec![Error::new(WRONG, format!("a saved game is wrong: {why}"))];
        player_names::check(notation).map_err(|why| wrong(why.into()))?;
        match self.first.as_deref() {
            Some(name) if name != "random" && notation.find_seat(name).is_none() => {
                Err(wrong(format!("`{name}` cannot begin: there is no such player")))
            }
            _ => Ok(()),
        }
    }

    /// Starts the game.
    ///
    /// # Errors
    /// A fault of the setup.
    pub fn start(&self, loaded: &LoadedRuleset) -> Result<Game, Box<Error>> {
        let first = match self.first.as_deref() {
            Some("random") => None,
            Some(name) => loaded.notation.find_seat(name),
            None => loaded.ruleset.first(),
        };
        let setup = Setup {
            names: self.names.iter().map(|name| Text::from(name.as_str())).collect(),
            deck: loaded.ruleset.deck(self.names.len()),
            seed: self.seed,
            first,
            log: true,
            keyed: false,
        };
        let start = if self.ask_chance { Game::asking_chance } else { Game::new };
        start(loaded.host.clone(), &setup).map_err(|fault| Box::new(loaded.host.fault(&fault)))
    }

    /// The command that starts this game.
    pub fn command(&self) -> String {
        let names: String = self.names.iter().map(|name| format!(" {name}")).collect();
        let seed = format!(" --seed {}", self.seed);
        format!(":new {}{names}{seed}{}", self.variant, self.flags())
    }

    /// As above, before the position of a `:table` that starts the game.
    pub fn start_of_position(&self) -> String {
        let seed = if self.seed == 1 { String::new() } else { format!(" --seed {}", self.seed) };
        format!("{}{seed}{}", self.variant, self.flags())
    }

    fn flags(&self) -> String {
        let mut words = vec![String::new()];
        words.extend(self.first.iter().map(|first| format!("--first {first}")));
        words.extend(self.lang.iter().map(|lang| format!("--lang {lang}")));
        words.extend(self.ask_chance.then(|| "--chance ask".to_owned()));
        words.extend(self.set.iter().map(start::setting));
        words.join(" ")
    }
}

/// The hint where the question that a line was an answer to has been answered before its end.
const LINE_IGNORED: &str = "the whole line was ignored";

/// Why an input cannot be applied.
#[derive(Clone, Debug)]
pub enum ApplyError {
    /// It is not possible now: the reason and a hint.
    Impossible(String, Option<String>),
    Fault(Box<Fault>),
}

impl ApplyError {
    pub fn refused(why: impl Into<String>) -> Self {
        Self::Impossible(why.into(), None)
    }

    /// A refused input with a hint.
    pub fn hinted(why: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::Impossible(why.into(), Some(hint.into()))
    }

    /// Adds to a refusal that a title of several words is typed as one.
    fn in_one_word(self, notation: &Notation, line: &str) -> Self {
        match (self, notation.in_one_word(line)) {
            (Self::Impossible(why, _), Some(line)) => {
                Self::hinted(why, format!("a card is one word: `{line}`"))
            }
            (error, _) => error,
        }
    }
}

impl fmt::Display for ApplyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Impossible(why, _) => f.write_str(why),
            Self::Fault(fault) => fault.fmt(f),
        }
    }
}

impl std::error::Error for ApplyError {}

impl From<Stop> for ApplyError {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Asked => Self::hinted(
                "an expression cannot ask a question",
                "pass the answer as an argument",
            ),
            Stop::Fault(fault) => Self::Fault(fault),
        }
    }
}

/// Applies one input. After an error the game may be in an intermediate state; the caller restores
/// it.
///
/// # Errors
/// Why it cannot be applied.
pub fn apply(game: &mut Game, loaded: &LoadedRuleset, input: &Input) -> Result<(), ApplyError> {
    match input {
        Input::Answers(answers) => answers.iter().try_for_each(|given| {
            let decision =
                game.decision().ok_or_else(|| ApplyError::refused("the game is over"))?;
            let index = index_of(decision, given, &loaded.notation)?;
            choose(game, index)
        }),
        Input::Table(spec) => {
            let layout = position::parse(spec, &loaded.notation);
            let layout = layout.map_err(|faults| {
                let faults: Vec<String> = faults.into_iter().map(Into::into).collect();
                ApplyError::refused(faults.join("\n"))
            })?;
            game.lay_out(layout).map_err(ApplyError::Fault)
        }
        Input::Set(counter, value) => {
            let notation = &loaded.notation;
            let counter = CounterRef::parse(counter, notation).map_err(ApplyError::refused)?;
            let given = counter.value(value, notation).map_err(ApplyError::refused)?;
            let (value, text) = counter.rule(notation).holds.number(&given).unwrap_or_default();
            match counter {
                CounterRef::Slot(slot) => {
                    by_hand(game, [EventKind::Game(GameEvent::Counted { slot, value, text })])
                }
                CounterRef::Cards(counter) => {
                    let cards = counter.cards(game.table(), notation);
                    let cards = cards.map_err(ApplyError::refused)?.into_iter();
                    let slot = counter.slot;
                    by_hand(
                        game,
                        cards.map(|card| {
                            let text = text.clone();
                            EventKind::Card(CardEvent::Counted { card, slot, value, text })
                        }),
                    )
                }
            }
        }
        Input::Seed(seed) => by_hand(game, [EventKind::Game(GameEvent::Seeded { seed: *seed })]),
        Input::Eval(code) => eval(game, loaded, code).map(|_| ()),
    }
}

fn by_hand(game: &mut Game, kinds: impl IntoIterator<Item = EventKind>) -> Result<(), ApplyError> {
    let done = game.sandbox_edit(|context| {
        kinds.into_iter().for_each(|kind| context.emit(kind));
        Ok(())
    });
    done.map_err(ApplyError::from)
}

/// Evaluates an expression on the live game; returns its value as text.
///
/// # Errors
/// A fault of the expression, or of its consequences.
pub fn eval(game: &mut Game, loaded: &LoadedRuleset, code: &str) -> Result<String, ApplyError> {
    let value = game.sandbox_edit(|context| loaded.host.eval(context, code))?;
    Ok(loaded.notation.read(&value))
}

/// Evaluates an expression that only reads; returns its value as text.
///
/// # Errors
/// A fault of the expression; `F0201` before it begins if it does more than read.
pub fn read(game: &mut Game, loaded: &LoadedRuleset, code: &str) -> Result<String, ApplyError> {
    let value = game.sandbox_edit(|context| {
        loaded.host.read_with(context, code, (&[], crate::kernel::Owner::Rules))
    })?;
    Ok(loaded.notation.read(&value))
}

/// Chooses an option.
///
/// # Errors
/// A fault of a script.
pub fn choose(game: &mut Game, index: usize) -> Result<(), ApplyError> {
    game.answer(index).map_err(|error| match error {
        AnswerError::Illegal => ApplyError::refused("there is no such option"),
        AnswerError::Fault(fault) => ApplyError::Fault(fault),
    })
}

/// Finds the index of a recorded answer among the options, which may have moved.
fn index_of(
    decision: &Decision,
    given: &ChosenOption,
    notation: &Notation,
) -> Result<usize, ApplyError> {
    let asked = notation.seat(decision.seat);
    if !asked.eq_ignore_ascii_case(&given.seat) {
        return Err(ApplyError::refused(format!(
            "expected an answer from {}, but {asked} is asked",
            given.seat
        )));
    }
    let options = notation.options(decision);
    if options.get(given.index) == Some(&given.option) {
        return Ok(given.index);
    }
    options.iter().position(|option| *option == given.option).ok_or_else(|| {
        let why = format!("`{}` is not offered to {asked}", given.option);
        ApplyError::hinted(why, format!("offered: {}", options.join(", ")))
    })
}
