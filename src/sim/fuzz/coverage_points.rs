//! Coverage points of a game: every card, combo and response in every situation, every prompt with
//! its first, middle and last option, every statement.

use crate::kernel::{
    Choice, ComboId, Decision, Event, EventKind, Game, Kind, Moment, MoveReason, Prompt,
    Rulebook as _, Rules, Seat, Table, Zone,
};
use crate::script::statement_map::{self, StatementMap};
use crate::script::{Host, Script, Spec};
use crate::transcript::LoadedRuleset;
use crate::transcript::notation::Notation;
use crate::{error::Error, kernel::Hook};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

/// Something a player can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PlayerAction {
    /// Play a card on one's turn.
    Play(Kind),
    /// Answer with a card; the moment as its place in [`Moment::ALL`].
    Answer(Kind, u8),
    /// Play a combo.
    Combo(ComboId),
}

/// How things stand when something is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PlayContext {
    /// As few play as can.
    Few,
    /// As many play as can.
    Most,
    /// The draw pile is empty.
    NoDraw,
    /// One card is left in the draw pile.
    LastDraw,
    /// There are more.
    SomeDraw,
    /// The discard pile is empty, but for what is played now.
    NoDiscard,
    /// It is not.
    SomeDiscard,
    /// All others have empty hands.
    NoHands,
    /// Somebody else holds cards.
    SomeHands,
    /// One turn is owed.
    OneTurn,
    /// More turns are owed.
    MoreTurns,
    /// The player is left without cards.
    LastCard,
    /// The player holds more cards.
    MoreCards,
}

impl PlayContext {
    /// All of them.
    pub const ALL: [Self; 13] = [
        Self::Few,
        Self::Most,
        Self::NoDraw,
        Self::LastDraw,
        Self::SomeDraw,
        Self::NoDiscard,
        Self::SomeDiscard,
        Self::NoHands,
        Self::SomeHands,
        Self::OneTurn,
        Self::MoreTurns,
        Self::LastCard,
        Self::MoreCards,
    ];

    const fn text(self) -> &'static str {
        match self {
            Self::Few => "with the fewest players",
            Self::Most => "with the most players",
            Self::NoDraw => "with an empty draw pile",
            Self::LastDraw => "with one card in the draw pile",
            Self::SomeDraw => "with a draw pile",
            Self::NoDiscard => "with an empty discard pile",
            Self::SomeDiscard => "with a discard pile",
            Self::NoHands => "with nobody else holding cards",
            Self::SomeHands => "with others holding cards",
            Self::OneTurn => "with one turn owed",
            Self::MoreTurns => "with more turns owed",
            Self::LastCard => "as the last card in hand",
            Self::MoreCards => "with more cards in hand",
        }
    }
}

/// What becomes of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CardFate {
    /// It is drawn.
    Drawn,
    /// It is given, stolen or taken.
    Taken,
    /// It is discarded without being played.
    Discarded,
}

/// Which option is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OptionPosition {
    /// The first.
    First,
    /// One in the middle.
    Middle,
    /// The last.
    Last,
}

impl OptionPosition {
    /// Where an option is among so many.
    #[must_use]
    pub const fn of(index: usize, n_options: usize) -> Self {
        match index {
            0 => Self::First,
            index if index + 1 == n_options => Self::Last,
            _ => Self::Middle,
        }
    }
}

/// One thing to be done.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CoveragePoint {
    /// Something a player does, as things stand.
    Done(PlayerAction, PlayContext),
    /// Something that becomes of a card.
    Fate(Kind, CardFate),
    /// A question with the option that is chosen.
    Asked(Arc<str>, OptionPosition),
    /// A statement of a script, by its number.
    Statement(usize),
}

/// What was done, how often.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CoverageHits {
    /// The coverage points that were reached.
    pub counts: BTreeMap<CoveragePoint, u64>,
    /// The fewest and the most players.
    pub sizes: (usize, usize),
}

/// The action that an option is, if it is one.
#[must_use]
pub fn player_action(game: &Game, choice: &Choice) -> Option<PlayerAction> {
    match choice {
        Choice::Play(kind) => Some(PlayerAction::Play(*kind)),
        Choice::Combo(combo, _) => Some(PlayerAction::Combo(*combo)),
        Choice::Respond(kind) => {
            let action = game.table().stack.last()?;
            Some(PlayerAction::Answer(*kind, Moment::of(&action.subject) as u8))
        }
        _ => None,
    }
}

/// How things stand for a player who lays so many cards from the hand; `sizes` are the fewest and
/// the most players.
fn play_contexts(
    table: &Table,
    seat: Seat,
    n_laid: usize,
    sizes: (usize, usize),
) -> Vec<PlayContext> {
    use PlayContext as S;
    let n_seats = table.n_seats();
    let size = [(n_seats == sizes.0, S::Few), (n_seats == sizes.1, S::Most)];
    let n_draw = table.cards_in(Zone::Draw).len();
    let n_played: usize = table.stack.iter().map(|action| action.cards.len()).sum();
    let n_discard = table.cards_in(Zone::Discard).len().saturating_sub(n_played);
    let others_hold = table.seats().any(|other| other != seat && !table.hand(other).is_empty());
    let either = |first: bool, a: S, b: S| if first { a } else { b };
    let mut found: Vec<S> = size.into_iter().filter_map(|(is, s)| is.then_some(s)).collect();
    found.push(match n_draw {
        0 => S::NoDraw,
        1 => S::LastDraw,
        _ => S::SomeDraw,
    });
    found.push(either(n_discard == 0, S::NoDiscard, S::SomeDiscard));
    found.push(either(others_hold, S::SomeHands, S::NoHands));
    found.push(either(table.turns.owed > 1, S::MoreTurns, S::OneTurn));
    found.push(either(table.hand(seat).len() <= n_laid, S::LastCard, S::MoreCards));
    found
}

/// The coverage points that an option reaches.
#[must_use]
pub fn reached(
    game: &Game,
    decision: &Decision,
    index: usize,
    sizes: (usize, usize),
) -> Vec<CoveragePoint> {
    let choice = &decision.options[index];
    if let Some(action) = player_action(game, choice) {
        let n_laid = match choice {
            Choice::Combo(combo, _) => game.rules().combo(*combo).pattern.n_cards as usize,
            _ => 1,
        };
        let how = play_contexts(game.table(), decision.seat, n_laid, sizes);
        return how.into_iter().map(|situation| CoveragePoint::Done(action, situation)).collect();
    }
    match &decision.prompt {
        Prompt::Text(text) => {
            vec![CoveragePoint::Asked(
                text.clone(),
                OptionPosition::of(index, decision.options.len()),
            )]
        }
        _ => Vec::new(),
    }
}

impl CoverageHits {
    /// Notes coverage points that were reached.
    pub fn note(&mut self, goals: impl IntoIterator<Item = CoveragePoint>) {
        for goal in goals {
            *self.counts.entry(goal).or_default() += 1;
        }
    }

    /// Notes what an answer is.
    pub fn note_answer(&mut self, game: &Game, index: usize) {
        if let Some(decision) = game.decision() {
            self.note(reached(game, decision, index, self.sizes));
        }
    }

    /// Notes what became of cards.
    pub fn note_events(&mut self, events: &[Event], table: &Table) {
        for event in events {
            let EventKind::Moved { card, reason, from, .. } = &event.kind else { continue };
            let fate = match reason {
                MoveReason::Draw => CardFate::Drawn,
                MoveReason::Give | MoveReason::Steal | MoveReason::Take => CardFate::Taken,
                MoveReason::Discard if matches!(from, Zone::Hand(_)) => CardFate::Discarded,
                _ => continue,
            };
            self.note([CoveragePoint::Fate(table.kind(*card), fate)]);
        }
    }

    /// How often something was done.
    #[must_use]
    pub fn count(&self, goal: &CoveragePoint) -> u64 {
        self.counts.get(goal).copied().unwrap_or(0)
    }
}

/// The scripts of a variant with a trace before each statement.
pub struct InstrumentedRules {
    /// The scripts, compiled.
    pub host: Rc<Host>,
    parts: Vec<(Arc<str>, StatementMap, usize)>,
}

impl InstrumentedRules {
    /// Compiles the scripts of a variant with traces.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn new(spec: &Spec) -> Result<Self, Vec<Error>> {
        let mut spec = spec.clone();
        let mut parts: Vec<(Arc<str>, StatementMap, usize)> = Vec::new();
        let mut next = 0;
        let kinds = spec.kinds.iter_mut().map(|kind| &mut kind.script);
        let combos = spec.combos.iter_mut().map(|combo| &mut combo.script);
        for script in kinds.chain(combos).chain(spec.rules.iter_mut()) {
            let Script { name, text } = script;
            let known = parts.iter().find(|(known, ..)| known == name);
            let (statement_map, first) = match known {
                Some((_, statement_map, first)) => (statement_map.clone(), *first),
                None => (statement_map::statement_map(text), next),
            };
            *text = statement_map::instrumented(text, &statement_map, first).into();
            if first == next {
                next += statement_map.statements.len();
                parts.push((name.clone(), statement_map, first));
            }
        }
        Ok(Self { host: Host::new(&spec)?, parts })
    }
}

/// All coverage points of a variant, and how often each was reached.
#[derive(Clone, Debug)]
pub struct CoverageMap {
    /// All there are.
    pub goals: BTreeSet<CoveragePoint>,
    /// What was done.
    pub used: CoverageHits,
    /// How often a position was laid out for a coverage point.
    pub tries: BTreeMap<CoveragePoint, u32>,
    /// The places of the statements, by number.
    places: Vec<String>,
}

impl CoverageMap {
    /// The coverage points of a variant at tables of these sizes, the fewest and the most players.
    #[must_use]
    pub fn new(
        loaded: &LoadedRuleset,
        instrumented: &InstrumentedRules,
        sizes: (usize, usize),
    ) -> Self {
        let rules = loaded.host.rules();
        let mut goals = BTreeSet::new();
        for action in player_actions(loaded, sizes) {
            let apart = |s: &PlayContext| sizes.0 != sizes.1 || *s != PlayContext::Most;
            let all = PlayContext::ALL.into_iter().filter(apart);
            goals.extend(all.map(|situation| CoveragePoint::Done(action, situation)));
        }
        for kind in held(loaded, sizes) {
            let is_hazard = rules.kind(kind).hooks.has(Hook::Rescued);
            goals.insert(CoveragePoint::Fate(kind, CardFate::Drawn));
            if !is_hazard {
                goals.extend(
                    [CardFate::Taken, CardFate::Discarded]
                        .map(|fate| CoveragePoint::Fate(kind, fate)),
                );
            }
        }
        let mut places = Vec::new();
        for (name, statement_map, _) in &instrumented.parts {
            for question in &statement_map.questions {
                let text: Arc<str> = question.text.as_str().into();
                goals.extend(
                    [OptionPosition::First, OptionPosition::Last]
                        .map(|p| CoveragePoint::Asked(text.clone(), p)),
                );
            }
            for statement in &statement_map.statements {
                goals.insert(CoveragePoint::Statement(places.len()));
                places.push(format!("{name}:{}", statement.line));
            }
        }
        Self { goals, used: CoverageHits::default(), tries: BTreeMap::new(), places }
    }

    /// Adds what a game did. A question's middle option counts once there was one.
    pub fn add(&mut self, used: &CoverageHits) {
        for (goal, n) in &used.counts {
            *self.used.counts.entry(goal.clone()).or_default() += n;
            if matches!(goal, CoveragePoint::Asked(..)) {
                self.goals.insert(goal.clone());
            }
        }
    }

    /// What has not been reached.
    pub fn open(&self) -> impl Iterator<Item = &CoveragePoint> {
        self.goals.iter().filter(|goal| self.used.count(goal) == 0)
    }

    /// What has not been reached, in words: each thing with what is missing of it.
    #[must_use]
    pub fn missing(&self, notation: &Notation) -> Vec<(String, Vec<String>)> {
        let mut missing: Vec<(String, Vec<String>)> = Vec::new();
        for goal in self.open() {
            let (thing, how) = self.label(goal, notation);
            match missing.last_mut() {
                Some((last, hows)) if *last == thing => {
                    if !hows.contains(&how) {
                        hows.push(how);
                    }
                }
                _ => missing.push((thing, vec![how])),
            }
        }
        missing
    }

    fn label(&self, goal: &CoveragePoint, notation: &Notation) -> (String, String) {
        match goal {
            CoveragePoint::Done(action, situation) => {
                let thing = match action {
                    PlayerAction::Play(kind) => format!("play {}", notation.kind(*kind).id),
                    PlayerAction::Combo(combo) => format!("play {}", notation.combo(*combo).id),
                    PlayerAction::Answer(kind, moment) => {
                        let (_, word) = Moment::ALL[usize::from(*moment)];
                        format!("{} in response to: {word}", notation.kind(*kind).id)
                    }
                };
                (thing, situation.text().to_owned())
            }
            CoveragePoint::Fate(kind, fate) => {
                let how = match fate {
                    CardFate::Drawn => "drawn",
                    CardFate::Taken => "given, stolen or taken",
                    CardFate::Discarded => "discarded unplayed",
                };
                (notation.kind(*kind).id.to_string(), how.to_owned())
            }
            CoveragePoint::Asked(text, place) => {
                let how = match place {
                    OptionPosition::First => "answered with the first option",
                    OptionPosition::Middle => "answered with a middle option",
                    OptionPosition::Last => "answered with the last option",
                };
                (format!("`{text}`"), how.to_owned())
            }
            CoveragePoint::Statement(number) => {
                let place = &self.places[*number];
                let (file, line) = place.rsplit_once(':').unwrap_or((place, ""));
                (file.to_owned(), format!("line {line}"))
            }
        }
    }
}

/// The kinds that players hold: those of the deck that are discarded to the discard pile.
#[must_use]
pub fn held(loaded: &LoadedRuleset, sizes: (usize, usize)) -> Vec<Kind> {
    let rules = loaded.host.rules();
    let decks = [sizes.0, sizes.1].map(|n| loaded.ruleset.deck(n));
    let kinds = decks.iter().flat_map(|deck| deck.iter().filter(|(_, _, n)| *n > 0));
    let kinds = kinds.map(|(kind, ..)| *kind).filter(|kind| is_held(rules, *kind));
    kinds.collect::<BTreeSet<_>>().into_iter().collect()
}

/// Whether a kind is one that players hold.
#[must_use]
pub fn is_held(rules: &Rules, kind: Kind) -> bool {
    rules.kind(kind).home == Zone::Discard
}

/// All that players can do.
#[must_use]
pub fn player_actions(loaded: &LoadedRuleset, sizes: (usize, usize)) -> Vec<PlayerAction> {
    let rules = loaded.host.rules();
    let mut actions = Vec::new();
    for kind in held(loaded, sizes) {
        let rule = rules.kind(kind);
        if !rule.hooks.has(Hook::Resolve) && !rule.hooks.has(Hook::Announce) {
            continue;
        }
        let moments = (0_u8..).zip(Moment::ALL).filter(|(_, (moment, _))| rule.at(*moment));
        actions.extend(moments.map(|(number, (moment, _))| match moment {
            Moment::Main => PlayerAction::Play(kind),
            _ => PlayerAction::Answer(kind, number),
        }));
    }
    actions.extend((0..rules.combos.len()).map(|i| PlayerAction::Combo(ComboId(i as u16))));
    actions
}
