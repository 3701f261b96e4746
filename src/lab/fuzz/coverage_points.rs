//! Coverage points of a game: every card, combo and response in every context, every prompt with
//! its first, middle and last option, every statement.

use super::shard::NamedCoverage;
use crate::kernel::Hook;
use crate::kernel::{
    CardEvent, Choice, ComboId, Decision, Event, EventKind, Game, Kind, Moment, MoveReason, Prompt,
    Rulebook as _, Rules, Seat, Table, Zone,
};
use crate::script::tree::statements::{NumberedScript, NumberedStatements};
use crate::transcript::LoadedRuleset;
use crate::variant::notation::Notation;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// An action of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum PlayerAction {
    /// Play a card on one's turn.
    Play(Kind),
    /// Respond with a card, at the [`Moment`] with this index in [`Moment::ALL`].
    Answer(Kind, u8),
    Combo(ComboId),
}

/// The context of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum PlayContext {
    /// The smallest number of players.
    Few,
    /// The largest number of players.
    Most,
    /// The draw pile is empty.
    NoDraw,
    /// One card is left in the draw pile.
    LastDraw,
    /// The draw pile has more cards.
    SomeDraw,
    /// The discard pile is empty, except for the cards being played.
    NoDiscard,
    /// The discard pile is not empty.
    SomeDiscard,
    /// All opponents have empty hands.
    NoHands,
    /// An opponent holds cards.
    SomeHands,
    /// One turn is owed.
    OneTurn,
    /// More turns are owed.
    MoreTurns,
    /// The action uses the player's last cards.
    LastCard,
    /// The player keeps other cards.
    MoreCards,
}

impl PlayContext {
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
            Self::NoHands => "with no cards in other hands",
            Self::SomeHands => "with others holding cards",
            Self::OneTurn => "with one turn owed",
            Self::MoreTurns => "with more turns owed",
            Self::LastCard => "as the last card in hand",
            Self::MoreCards => "with more cards in hand",
        }
    }
}

/// The fate of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum CardFate {
    Drawn,
    /// It is given, stolen or taken.
    Taken,
    /// It is discarded without being played.
    Discarded,
}

/// The position of the chosen option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum OptionPosition {
    First,
    Middle,
    Last,
}

impl OptionPosition {
    /// Classifies an option by its index and the number of options.
    pub const fn of(index: usize, n_options: usize) -> Self {
        match index {
            0 => Self::First,
            index if index + 1 == n_options => Self::Last,
            _ => Self::Middle,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum CoveragePoint {
    /// An action in a context.
    Done(PlayerAction, PlayContext),
    /// An event of a card.
    Fate(Kind, CardFate),
    /// A prompt with the chosen option.
    Asked(Arc<str>, OptionPosition),
    /// A statement of a script, by its number.
    Statement(usize),
}

/// Hit counts of coverage points.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CoverageHits {
    /// The hit counts of each action, by its context.
    done: BTreeMap<PlayerAction, [u64; PlayContext::ALL.len()]>,
    /// The hit counts of the statements, by number.
    statements: Vec<u64>,
    /// The hit count of each other point.
    others: BTreeMap<CoveragePoint, u64>,
    /// The smallest and the largest number of players.
    pub sizes: (usize, usize),
}

/// The coverage points that an option reaches.
#[derive(Clone, Debug)]
pub enum ReachedPoints {
    /// An action, in each of these contexts.
    Done(PlayerAction, Vec<PlayContext>),
    /// A prompt with this option.
    Asked(CoveragePoint),
    None,
}

/// The action of an option, if it has one.
pub fn player_action(game: &Game, choice: &Choice) -> Option<PlayerAction> {
    let prompt = &game.decision()?.prompt;
    if let Some(combo) = choice.combo() {
        return Some(PlayerAction::Combo(combo));
    }
    let kind = choice.played_kind()?;
    match prompt {
        Prompt::Turn => Some(PlayerAction::Play(kind)),
        Prompt::Respond => {
            let action = game.table().stack.last()?;
            Some(PlayerAction::Answer(kind, Moment::of(&action.subject) as u8))
        }
        _ => None,
    }
}

/// The contexts of a player who plays this many cards from the hand; `sizes` are the smallest and
/// the largest number of players.
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
pub fn reached(
    game: &Game,
    decision: &Decision,
    index: usize,
    sizes: (usize, usize),
) -> ReachedPoints {
    let choice = &decision.options[index];
    if let Some(action) = player_action(game, choice) {
        let n_cards = |combo| game.rules().combo(combo).pattern.n_cards as usize;
        let n_laid = choice.combo().map_or(1, n_cards);
        let contexts = play_contexts(game.table(), decision.seat, n_laid, sizes);
        return ReachedPoints::Done(action, contexts);
    }
    match &decision.prompt {
        Prompt::Text(text) => {
            let position = OptionPosition::of(index, decision.options.len());
            ReachedPoints::Asked(CoveragePoint::Asked(text.plain().into(), position))
        }
        _ => ReachedPoints::None,
    }
}

impl CoverageHits {
    /// Counts a hit of each of these statements.
    pub fn note_statements(&mut self, numbers: impl Iterator<Item = usize>) {
        for number in numbers {
            self.note_statement(number, 1);
        }
    }

    fn note_statement(&mut self, number: usize, n_hits: u64) {
        if number >= self.statements.len() {
            self.statements.resize(number + 1, 0);
        }
        self.statements[number] += n_hits;
    }

    /// Counts the points that an answer reaches.
    pub fn note_answer(&mut self, game: &Game, index: usize) {
        let Some(decision) = game.decision() else { return };
        match reached(game, decision, index, self.sizes) {
            ReachedPoints::Done(action, contexts) => {
                let counts = self.done.entry(action).or_default();
                contexts.into_iter().for_each(|context| counts[context as usize] += 1);
            }
            ReachedPoints::Asked(point) => *self.others.entry(point).or_default() += 1,
            ReachedPoints::None => {}
        }
    }

    /// Counts the points that events reach.
    pub fn note_events(&mut self, events: &[Event], table: &Table) {
        for event in events {
            let EventKind::Card(CardEvent::Moved { card, reason, from, .. }) = &event.kind else {
                continue;
            };
            let fate = match reason {
                MoveReason::Draw => CardFate::Drawn,
                MoveReason::Give | MoveReason::Steal | MoveReason::Take => CardFate::Taken,
                MoveReason::Discard if matches!(from, Zone::Hand(_)) => CardFate::Discarded,
                _ => continue,
            };
            let point = CoveragePoint::Fate(table.kind(*card), fate);
            *self.others.entry(point).or_default() += 1;
        }
    }

    /// The hit count of a point.
    pub fn count(&self, goal: &CoveragePoint) -> u64 {
        let count = match goal {
            CoveragePoint::Done(action, context) => {
                self.done.get(action).map(|counts| &counts[*context as usize])
            }
            CoveragePoint::Statement(number) => self.statements.get(*number),
            CoveragePoint::Fate(..) | CoveragePoint::Asked(..) => self.others.get(goal),
        };
        count.copied().unwrap_or(0)
    }

    /// The smallest hit count of the points that an option reaches, here and in `other`; the
    /// largest number without points.
    pub fn least(&self, other: &Self, points: &ReachedPoints) -> u64 {
        match points {
            ReachedPoints::Done(action, contexts) => {
                let [own, others] = [self, other].map(|hits| hits.done.get(action));
                let count = |counts: Option<&[u64; PlayContext::ALL.len()]>, context| {
                    counts.map_or(0, |counts| counts[context])
                };
                let both = contexts.iter().map(|context| {
                    let context = *context as usize;
                    count(own, context) + count(others, context)
                });
                both.min().unwrap_or(u64::MAX)
            }
            ReachedPoints::Asked(point) => self.count(point) + other.count(point),
            ReachedPoints::None => u64::MAX,
        }
    }

    /// Adds the hits of another game.
    fn add(&mut self, other: &Self) {
        for (action, counts) in &other.done {
            let own = self.done.entry(*action).or_default();
            own.iter_mut().zip(counts).for_each(|(own, n)| *own += n);
        }
        for (number, n) in other.statements.iter().enumerate().filter(|(_, n)| **n > 0) {
            self.note_statement(number, *n);
        }
        for (point, n) in &other.others {
            match self.others.get_mut(point) {
                Some(own) => *own += n,
                None => drop(self.others.insert(point.clone(), *n)),
            }
        }
    }
}

/// All coverage points of a variant with their hit counts.
#[derive(Clone, Debug)]
pub struct CoverageMap {
    pub goals: BTreeSet<CoveragePoint>,
    pub used: CoverageHits,
    /// The number of scenarios generated for each point.
    pub tries: BTreeMap<CoveragePoint, u32>,
    /// The source locations of the statements, by number.
    places: Vec<String>,
}

impl CoverageMap {
    /// The coverage points of a variant for the smallest and the largest number of players.
    pub fn new(
        loaded: &LoadedRuleset,
        statements: &NumberedStatements,
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
        let idle = idle_scripts(loaded, sizes);
        let mut places = Vec::new();
        for NumberedScript { source, questions, .. } in &statements.scripts {
            let lines = source.statements.iter().map(|statement| statement.line);
            let first = places.len();
            places.extend(lines.map(|line| format!("{}:{line}", source.script.name)));
            if idle.contains(&*source.script.name) {
                continue;
            }
            goals.extend((first..places.len()).map(CoveragePoint::Statement));
            for question in questions {
                let text: Arc<str> = question.text.as_str().into();
                goals.extend(
                    [OptionPosition::First, OptionPosition::Last]
                        .map(|p| CoveragePoint::Asked(text.clone(), p)),
                );
            }
        }
        Self { goals, used: CoverageHits::default(), tries: BTreeMap::new(), places }
    }

    /// Adds the hits of a game.
    pub fn add(&mut self, used: &CoverageHits) {
        self.used.add(used);
    }

    pub fn open(&self) -> impl Iterator<Item = &CoveragePoint> {
        self.goals.iter().filter(|goal| self.used.count(goal) == 0)
    }

    /// The coverage by name.
    pub fn named(&self, notation: &Notation) -> NamedCoverage {
        let point = |goal: &CoveragePoint| {
            let (subject, how) = self.label(goal, notation);
            (subject, how, self.used.count(goal) > 0)
        };
        let others = self.used.others.keys().filter(|goal| !self.goals.contains(goal));
        let others = others.filter(|goal| matches!(goal, CoveragePoint::Asked(..)));
        NamedCoverage {
            points: self.goals.iter().map(point).collect(),
            others: others.map(|goal| self.label(goal, notation)).collect(),
        }
    }

    fn label(&self, goal: &CoveragePoint, notation: &Notation) -> (String, String) {
        match goal {
            CoveragePoint::Done(action, situation) => {
                let subject = match action {
                    PlayerAction::Play(kind) => format!("play {}", notation.kind(*kind).id),
                    PlayerAction::Combo(combo) => format!("play {}", notation.combo(*combo).id),
                    PlayerAction::Answer(kind, moment) => {
                        let (_, word) = Moment::ALL[usize::from(*moment)];
                        format!("{} in response to: {word}", notation.kind(*kind).id)
                    }
                };
                (subject, situation.text().to_owned())
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

/// The kinds of which there are cards in a game.
fn in_play(loaded: &LoadedRuleset, sizes: (usize, usize)) -> BTreeSet<Kind> {
    let decks = [sizes.0, sizes.1].map(|n| loaded.ruleset.deck(n));
    let kinds = decks.iter().flat_map(|deck| deck.iter().filter(|(_, _, n)| *n > 0));
    kinds.map(|(kind, ..)| *kind).collect()
}

/// The scripts that belong only to kinds without cards.
fn idle_scripts(loaded: &LoadedRuleset, sizes: (usize, usize)) -> BTreeSet<&str> {
    let (spec, rules) = (&loaded.ruleset.spec, loaded.host.rules());
    let in_play = in_play(loaded, sizes);
    let is_idle = |id: &str| rules.find_kind(id).is_some_and(|kind| !in_play.contains(&kind));
    let scripts = |idle: bool| {
        let owners = spec.owners().filter(move |(id, ..)| is_idle(id) == idle);
        owners.flat_map(|(_, own, _)| own.iter().map(|script| &*script.name))
    };
    let used: BTreeSet<&str> = scripts(false).collect();
    scripts(true).filter(|name| !used.contains(name)).collect()
}

/// The kinds that players hold: kinds of the deck that go to the discard pile.
pub fn held(loaded: &LoadedRuleset, sizes: (usize, usize)) -> Vec<Kind> {
    let rules = loaded.host.rules();
    in_play(loaded, sizes).into_iter().filter(|kind| is_held(rules, *kind)).collect()
}

/// Whether players hold this kind.
pub fn is_held(rules: &Rules, kind: Kind) -> bool {
    rules.kind(kind).home == Zone::Discard
}

/// All actions of players.
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
