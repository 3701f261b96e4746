//! What there is to do in a game, and what of it has been done: every card, combo and answer in
//! every situation, every prompt with its first, middle and last option, every statement.

use crate::kernel::{
    Choice, ComboId, Decision, Event, EventKind, Game, Kind, Manner, Moment, Prompt, Rulebook as _,
    Rules, Seat, Table, Zone,
};
use crate::script::outline::{self, Outline};
use crate::script::{Host, Script, Spec};
use crate::transcript::Edition;
use crate::transcript::lexicon::Lexicon;
use crate::{error::Error, kernel::Hook};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

/// Something a player can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Deed {
    /// Play a card on one's turn.
    Play(Kind),
    /// Answer with a card; the moment as its place in [`Moment::ALL`].
    Answer(Kind, u8),
    /// Play a combo.
    Combo(ComboId),
}

/// How things stand when something is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Situation {
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

impl Situation {
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
pub enum Fate {
    /// It is drawn.
    Drawn,
    /// It is given, stolen or taken.
    Taken,
    /// It is discarded without being played.
    Discarded,
}

/// Which option is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// The first.
    First,
    /// One in the middle.
    Middle,
    /// The last.
    Last,
}

impl Place {
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
pub enum Goal {
    /// Something a player does, as things stand.
    Done(Deed, Situation),
    /// Something that becomes of a card.
    Fate(Kind, Fate),
    /// A question with the option that is chosen.
    Asked(Arc<str>, Place),
    /// A statement of a script, by its number.
    Statement(usize),
}

/// What was done, how often.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Used {
    /// The goals that were reached.
    pub counts: BTreeMap<Goal, u64>,
    /// The fewest and the most players.
    pub sizes: (usize, usize),
}

/// The deed that an option is, if it is one.
#[must_use]
pub fn deed(game: &Game, choice: &Choice) -> Option<Deed> {
    match choice {
        Choice::Play(kind) => Some(Deed::Play(*kind)),
        Choice::Combo(combo, _) => Some(Deed::Combo(*combo)),
        Choice::Respond(kind) => {
            let action = game.table().stack.last()?;
            Some(Deed::Answer(*kind, Moment::of(&action.subject) as u8))
        }
        _ => None,
    }
}

/// How things stand for a player who lays so many cards from the hand; `sizes` are the fewest and
/// the most players.
fn situations(table: &Table, seat: Seat, n_laid: usize, sizes: (usize, usize)) -> Vec<Situation> {
    use Situation as S;
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

/// The goals that an option reaches.
#[must_use]
pub fn reached(game: &Game, decision: &Decision, index: usize, sizes: (usize, usize)) -> Vec<Goal> {
    let choice = &decision.options[index];
    if let Some(deed) = deed(game, choice) {
        let n_laid = match choice {
            Choice::Combo(combo, _) => game.rules().combo(*combo).pattern.n_cards as usize,
            _ => 1,
        };
        let how = situations(game.table(), decision.seat, n_laid, sizes);
        return how.into_iter().map(|situation| Goal::Done(deed, situation)).collect();
    }
    match &decision.prompt {
        Prompt::Text(text) => {
            vec![Goal::Asked(text.clone(), Place::of(index, decision.options.len()))]
        }
        _ => Vec::new(),
    }
}

impl Used {
    /// Notes goals that were reached.
    pub fn note(&mut self, goals: impl IntoIterator<Item = Goal>) {
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
            let EventKind::Moved { card, manner, from, .. } = &event.kind else { continue };
            let fate = match manner {
                Manner::Draw => Fate::Drawn,
                Manner::Give | Manner::Steal | Manner::Take => Fate::Taken,
                Manner::Discard if matches!(from, Zone::Hand(_)) => Fate::Discarded,
                _ => continue,
            };
            self.note([Goal::Fate(table.kind(*card), fate)]);
        }
    }

    /// How often something was done.
    #[must_use]
    pub fn count(&self, goal: &Goal) -> u64 {
        self.counts.get(goal).copied().unwrap_or(0)
    }
}

/// The scripts of a variant with a trace before each statement.
pub struct Traced {
    /// The scripts, compiled.
    pub host: Rc<Host>,
    parts: Vec<(Arc<str>, Outline, usize)>,
}

impl Traced {
    /// Compiles the scripts of a variant with traces.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn new(spec: &Spec) -> Result<Self, Vec<Error>> {
        let mut spec = spec.clone();
        let mut parts: Vec<(Arc<str>, Outline, usize)> = Vec::new();
        let mut next = 0;
        let kinds = spec.kinds.iter_mut().map(|kind| &mut kind.script);
        let combos = spec.combos.iter_mut().map(|combo| &mut combo.script);
        for script in kinds.chain(combos).chain(spec.rules.iter_mut()) {
            let Script { name, text } = script;
            let known = parts.iter().find(|(known, ..)| known == name);
            let (outline, first) = match known {
                Some((_, outline, first)) => (outline.clone(), *first),
                None => (outline::outline(text), next),
            };
            *text = outline::traced(text, &outline, first).into();
            if first == next {
                next += outline.statements.len();
                parts.push((name.clone(), outline, first));
            }
        }
        Ok(Self { host: Host::new(&spec)?, parts })
    }
}

/// All goals of a variant, and how often each was reached.
#[derive(Clone, Debug)]
pub struct Coverage {
    /// All there are.
    pub goals: BTreeSet<Goal>,
    /// What was done.
    pub used: Used,
    /// How often a position was laid out for a goal.
    pub tries: BTreeMap<Goal, u32>,
    /// The places of the statements, by number.
    places: Vec<String>,
}

impl Coverage {
    /// The goals of a variant at tables of these sizes, the fewest and the most players.
    #[must_use]
    pub fn new(edition: &Edition, traced: &Traced, sizes: (usize, usize)) -> Self {
        let rules = edition.host.rules();
        let mut goals = BTreeSet::new();
        for deed in deeds(edition, sizes) {
            let apart = |s: &Situation| sizes.0 != sizes.1 || *s != Situation::Most;
            let all = Situation::ALL.into_iter().filter(apart);
            goals.extend(all.map(|situation| Goal::Done(deed, situation)));
        }
        for kind in held(edition, sizes) {
            let is_hazard = rules.kind(kind).hooks.has(Hook::Rescued);
            goals.insert(Goal::Fate(kind, Fate::Drawn));
            if !is_hazard {
                goals.extend([Fate::Taken, Fate::Discarded].map(|fate| Goal::Fate(kind, fate)));
            }
        }
        let mut places = Vec::new();
        for (name, outline, _) in &traced.parts {
            for question in &outline.questions {
                let text: Arc<str> = question.text.as_str().into();
                goals.extend([Place::First, Place::Last].map(|p| Goal::Asked(text.clone(), p)));
            }
            for statement in &outline.statements {
                goals.insert(Goal::Statement(places.len()));
                places.push(format!("{name}:{}", statement.line));
            }
        }
        Self { goals, used: Used::default(), tries: BTreeMap::new(), places }
    }

    /// Adds what a game did. A question's middle option counts once there was one.
    pub fn add(&mut self, used: &Used) {
        for (goal, n) in &used.counts {
            *self.used.counts.entry(goal.clone()).or_default() += n;
            if matches!(goal, Goal::Asked(..)) {
                self.goals.insert(goal.clone());
            }
        }
    }

    /// What has not been reached.
    pub fn open(&self) -> impl Iterator<Item = &Goal> {
        self.goals.iter().filter(|goal| self.used.count(goal) == 0)
    }

    /// What has not been reached, in words: each thing with what is missing of it.
    #[must_use]
    pub fn missing(&self, lexicon: &Lexicon) -> Vec<(String, Vec<String>)> {
        let mut missing: Vec<(String, Vec<String>)> = Vec::new();
        for goal in self.open() {
            let (thing, how) = self.told(goal, lexicon);
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

    fn told(&self, goal: &Goal, lexicon: &Lexicon) -> (String, String) {
        match goal {
            Goal::Done(deed, situation) => {
                let thing = match deed {
                    Deed::Play(kind) => format!("play {}", lexicon.kind(*kind).id),
                    Deed::Combo(combo) => format!("play {}", lexicon.combo(*combo).id),
                    Deed::Answer(kind, moment) => {
                        let (_, word) = Moment::ALL[usize::from(*moment)];
                        format!("{} as an answer to: {word}", lexicon.kind(*kind).id)
                    }
                };
                (thing, situation.text().to_owned())
            }
            Goal::Fate(kind, fate) => {
                let how = match fate {
                    Fate::Drawn => "drawn",
                    Fate::Taken => "given, stolen or taken",
                    Fate::Discarded => "discarded unplayed",
                };
                (lexicon.kind(*kind).id.to_string(), how.to_owned())
            }
            Goal::Asked(text, place) => {
                let how = match place {
                    Place::First => "answered with the first option",
                    Place::Middle => "answered with one in the middle",
                    Place::Last => "answered with the last option",
                };
                (format!("`{text}`"), how.to_owned())
            }
            Goal::Statement(number) => {
                let place = &self.places[*number];
                let (file, line) = place.rsplit_once(':').unwrap_or((place, ""));
                (file.to_owned(), format!("line {line}"))
            }
        }
    }
}

/// The kinds that players hold: those of the deck that are discarded to the discard pile.
#[must_use]
pub fn held(edition: &Edition, sizes: (usize, usize)) -> Vec<Kind> {
    let rules = edition.host.rules();
    let decks = [sizes.0, sizes.1].map(|n| edition.ruleset.deck(n));
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
pub fn deeds(edition: &Edition, sizes: (usize, usize)) -> Vec<Deed> {
    let rules = edition.host.rules();
    let mut deeds = Vec::new();
    for kind in held(edition, sizes) {
        let rule = rules.kind(kind);
        if !rule.hooks.has(Hook::Resolve) && !rule.hooks.has(Hook::Announce) {
            continue;
        }
        let moments = (0_u8..).zip(Moment::ALL).filter(|(_, (moment, _))| rule.at(*moment));
        deeds.extend(moments.map(|(number, (moment, _))| match moment {
            Moment::Main => Deed::Play(kind),
            _ => Deed::Answer(kind, number),
        }));
    }
    deeds.extend((0..rules.combos.len()).map(|i| Deed::Combo(ComboId(i as u16))));
    deeds
}
