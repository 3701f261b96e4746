//! Plays on small positions: for a card or combo, a position in which a player can use it, and the
//! answers that do. The rules of a variant and the first session of a new card are made of them.

use crate::kernel::layout::{Layout, PileLayout};
use crate::kernel::rules::{KindRule, SetForm, SetRule};
use crate::kernel::{
    Choice, ComboId, Decision, Game, Hook, Kind, Moment, Prompt, Rulebook, Rules, Seat, Setup,
    Snapshot, Subject, Zone,
};
use crate::transcript::LoadedRuleset;
use crate::variant::notation::Notation;
use std::ops::RangeInclusive;
use std::rc::Rc;
use std::sync::Arc;

/// The names of the players.
const NAMES: [&str; 10] = ["ann", "bob", "cat", "dan", "eve", "fay", "gus", "hal", "ida", "joe"];

/// The most answers of a play.
const MAX_ANSWERS: usize = 24;

/// The player who acts, and the next one.
const ACTOR: Seat = Seat(0);
const OTHER: Seat = Seat(1);

/// The number of cards of a draw pile.
const N_DRAW: usize = 5;

/// The action that brings about the use of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trigger {
    Play(Kind),
    Combo(ComboId),
    /// A card of this kind lies on top of this pile, and the player draws.
    Draw(Zone, Kind),
}

/// How much lies on a small position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fullness {
    /// Nobody has a card that is not needed.
    Empty,
    /// The actor has a card more, the next player has one.
    Bare,
    /// Everybody has cards, and some lie on the discard pile.
    Full,
    /// As above, with a hazard on the discard pile and in the draw pile, and two turns owed.
    Late,
    /// As above, with a player who is out, if there are three.
    Out,
}

const FULLNESSES: [Fullness; 4] = [Fullness::Bare, Fullness::Full, Fullness::Late, Fullness::Out];

/// On these, usual turns show what a rule changes.
const USUAL: [Fullness; 3] = [Fullness::Bare, Fullness::Empty, Fullness::Full];

/// A play on a small position.
#[derive(Clone, Debug)]
pub struct SmallPlay {
    pub layout: Layout,
    pub trigger: Trigger,
    /// The kind of the card that answers it, if one does.
    pub answer: Option<Kind>,
    pub walk: Walk,
}

/// The answers of a play.
#[derive(Clone, Debug, Default)]
pub struct Walk {
    /// Who answers, and the index of the chosen option.
    pub choices: Vec<(Seat, usize)>,
    /// Who types, and what: an announced answer is on the line of its play.
    pub inputs: Vec<(Seat, String)>,
}

/// The action that a card answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answered {
    Kind(Kind),
    Combo(ComboId),
    /// An explosion by a card of this kind.
    Explosion(Kind),
}

impl Answered {
    fn is(self, game: &Game) -> bool {
        let table = game.table();
        let Some(action) = table.stack.last() else { return false };
        match (self, action.subject) {
            (Self::Kind(kind), Subject::Card(_, played)) => kind == played,
            (Self::Combo(combo), Subject::Combo(played)) => combo == played,
            (Self::Explosion(kind), Subject::Explosion(Some(card))) => table.kind(card) == kind,
            _ => false,
        }
    }
}

/// A game in which small positions are laid out.
pub struct Stage {
    loaded: LoadedRuleset,
    game: Game,
    start: Snapshot,
    /// Kinds to fill hands and piles with.
    plain: Vec<Kind>,
    hazards: Vec<Kind>,
}

/// Returns the names of a small table: of three players, if the variant allows that.
pub fn names(players: &RangeInclusive<usize>) -> &'static [&'static str] {
    let n = 3.clamp(*players.start(), *players.end());
    &NAMES[..n.min(NAMES.len())]
}

impl Stage {
    /// Starts a game of a small table; `None` if the setup fails.
    pub fn new(loaded: &LoadedRuleset) -> Option<Self> {
        let names = names(&loaded.ruleset.players);
        let names: Arc<[Arc<str>]> = names.iter().map(|name| Arc::from(*name)).collect();
        let by_title = loaded.titles.language != "en";
        let rules = loaded.host.rules();
        let notation = Notation::new(rules, names.to_vec(), &loaded.titles, by_title);
        let loaded = LoadedRuleset { notation: Rc::new(notation), ..loaded.clone() };
        let deck = loaded.ruleset.deck(names.len());
        let setup = Setup { names, deck, seed: 1, first: Some(ACTOR), log: false, keyed: false };
        let game = Game::new(loaded.host.clone(), &setup).ok()?;
        let rules = loaded.host.rules();
        let all = || (0..rules.kinds.len() as u16).map(Kind);
        let plain = all().filter(|kind| is_plain(rules.kind(*kind))).collect();
        let hazards = all().filter(|kind| rules.kind(*kind).explodes).collect();
        Some(Self { start: game.snapshot(), game, plain, hazards, loaded })
    }

    /// The ruleset, with the notation of the small table.
    pub const fn loaded(&self) -> &LoadedRuleset {
        &self.loaded
    }

    fn rules(&self) -> Rc<Rules> {
        self.loaded.host.rules().clone()
    }

    /// The kinds in the box that explode when they are drawn.
    pub fn hazards(&self) -> &[Kind] {
        &self.hazards
    }

    /// The kinds that answer something.
    pub fn answering_kinds(&self) -> Vec<Kind> {
        let rules = self.rules();
        let answers = |kind: &Kind| {
            let rule = rules.kind(*kind);
            let moments = Moment::ALL.iter().filter(|(moment, _)| *moment != Moment::Main);
            rule.is_in_box
                && rule.hooks.has(Hook::Responds)
                && moments.clone().any(|(moment, _)| rule.at(*moment))
        };
        (0..rules.kinds.len() as u16).map(Kind).filter(answers).collect()
    }

    /// A play that uses a card of this kind: on its player's turn, by drawing it, or as an answer.
    pub fn of_kind(&mut self, kind: Kind) -> Option<SmallPlay> {
        let rules = self.rules();
        let rule = rules.kind(kind);
        let is_drawn = rule.explodes || rule.hooks.has(Hook::Gained) || rule.home != Zone::Discard;
        FULLNESSES.into_iter().find_map(|fullness| {
            let played = self.begun_by(Trigger::Play(kind), fullness);
            let drawn = |stage: &mut Self| stage.drawn(kind, fullness);
            let played = played.or_else(|| if is_drawn { drawn(self) } else { None });
            played.or_else(|| self.answering(kind, fullness))
        })
    }

    /// A play of this combo.
    pub fn of_combo(&mut self, combo: ComboId) -> Option<SmallPlay> {
        FULLNESSES.into_iter().find_map(|it| self.begun_by(Trigger::Combo(combo), it))
    }

    /// A play in which a card of this kind answers something.
    pub fn of_answer(&mut self, kind: Kind) -> Option<SmallPlay> {
        FULLNESSES.into_iter().find_map(|fullness| self.answering(kind, fullness))
    }

    /// Usual turns, on positions from bare to full: a plain card is drawn, then each is played.
    pub fn of_turns(&mut self) -> Vec<SmallPlay> {
        let draw = self.plain.first().map(|kind| Trigger::Draw(Zone::Draw, *kind));
        let plays = self.plain.iter().copied().map(Trigger::Play);
        let triggers: Vec<Trigger> = draw.into_iter().chain(plays).collect();
        let all = triggers.iter().flat_map(|trigger| USUAL.map(|fullness| (*trigger, fullness)));
        all.filter_map(|(trigger, fullness)| self.begun_by(trigger, fullness)).collect()
    }

    /// Whether a card of a kind may answer an action that happens in a play.
    pub fn may_answer(&mut self, by: Kind, play: &SmallPlay, to: Answered) -> bool {
        let mut layout = play.layout.clone();
        layout.hands.iter_mut().for_each(|(_, hand)| hand.push(by));
        let mut is_answered = false;
        let mut left = play.answer;
        self.walk(&layout, play.trigger, |game, decision| {
            let find = |kind: Kind| position(decision, |it| it.played_kind() == Some(kind));
            is_answered |= to.is(game) && find(by).is_some();
            let used = left.and_then(find);
            left = left.filter(|_| used.is_none());
            if is_answered { None } else { used.or_else(|| pass(decision)) }
        });
        is_answered
    }

    /// A play that begins with a trigger of the actor.
    fn begun_by(&mut self, trigger: Trigger, fullness: Fullness) -> Option<SmallPlay> {
        let rules = self.rules();
        let own = match trigger {
            Trigger::Play(kind) => vec![kind],
            Trigger::Combo(combo) => self.cards_of(&rules.combo(combo).pattern),
            Trigger::Draw(..) => Vec::new(),
        };
        let layout = self.layout(fullness, &own, &[], trigger);
        let walk = self.walk(&layout, trigger, |_, decision| pass(decision))?;
        Some(SmallPlay { layout, trigger, answer: None, walk })
    }

    /// A play in which a card of this kind is drawn; if something can rescue from it, that does.
    fn drawn(&mut self, kind: Kind, fullness: Fullness) -> Option<SmallPlay> {
        let rules = self.rules();
        let rescues = self.answering_kinds().into_iter();
        let rescues = rescues.filter(|other| rules.kind(*other).at(Moment::Explosion));
        let piles = rules.piles.iter().filter_map(|pile| rules.find_pile(&pile.id));
        let piles: Vec<Zone> = std::iter::once(Zone::Draw)
            .chain(piles.filter(|zone| *zone != Zone::Discard))
            .collect();
        for rescue in rescues.map(Some).chain([None]) {
            for zone in &piles {
                let trigger = Trigger::Draw(*zone, kind);
                let layout = self.layout(fullness, rescue.as_slice(), &[], trigger);
                if let Some(walk) = self.answered_walk(&layout, trigger, rescue) {
                    return Some(SmallPlay { layout, trigger, answer: rescue, walk });
                }
            }
        }
        None
    }

    /// A play in which a card of this kind answers something, of the next player or of the actor.
    fn answering(&mut self, kind: Kind, fullness: Fullness) -> Option<SmallPlay> {
        let rules = self.rules();
        if !self.answering_kinds().contains(&kind) {
            return None;
        }
        let is_of_draw = [Moment::Explosion, Moment::Draw, Moment::Turn];
        let draws = self.hazards.iter().chain(&self.plain);
        let draws: Vec<Trigger> = draws.map(|kind| Trigger::Draw(Zone::Draw, *kind)).collect();
        let plays = (0..rules.kinds.len() as u16).map(Kind).filter(|other| *other != kind);
        let plays = plays.filter(|other| rules.kind(*other).is_in_box).map(Trigger::Play);
        let combos = (0..rules.combos.len() as u16).map(ComboId).map(Trigger::Combo);
        let plays: Vec<Trigger> = plays.chain(combos).collect();
        let first = if is_of_draw.iter().any(|moment| rules.kind(kind).at(*moment)) {
            [draws, plays]
        } else {
            [plays, draws]
        };
        for trigger in first.concat() {
            for is_own in [false, true] {
                let mut own = match trigger {
                    Trigger::Play(played) => vec![played],
                    Trigger::Combo(combo) => self.cards_of(&rules.combo(combo).pattern),
                    Trigger::Draw(..) => Vec::new(),
                };
                own.extend(is_own.then_some(kind));
                let other = if is_own { &[][..] } else { &[kind] };
                let layout = self.layout(fullness, &own, other, trigger);
                if let Some(walk) = self.answered_walk(&layout, trigger, Some(kind)) {
                    return Some(SmallPlay { layout, trigger, answer: Some(kind), walk });
                }
            }
        }
        None
    }

    /// Walks through a play in which a card of this kind, if one is given, must answer.
    fn answered_walk(
        &mut self,
        layout: &Layout,
        trigger: Trigger,
        by: Option<Kind>,
    ) -> Option<Walk> {
        let mut left = by;
        let walk = self.walk(layout, trigger, |_, decision| {
            let find = |kind| position(decision, |it| *it == Choice::Respond(kind));
            let used = left.and_then(find);
            left = left.filter(|_| used.is_none());
            used.or_else(|| pass(decision))
        });
        walk.filter(|_| left.is_none())
    }

    /// Lays out a position and plays on to the next main decision. In windows `choose` picks an
    /// option, or ends the walk; questions get their first answer. `None` if the trigger is not
    /// possible, or a script fails.
    fn walk(
        &mut self,
        layout: &Layout,
        trigger: Trigger,
        mut choose: impl FnMut(&Game, &Decision) -> Option<usize>,
    ) -> Option<Walk> {
        let Self { game, start, loaded, .. } = self;
        game.rewind(start);
        game.lay_out(layout.clone()).ok()?;
        let decision = game.decision().filter(|it| it.prompt == Prompt::Turn)?;
        let mut index = position(decision, |choice| match trigger {
            Trigger::Play(kind) => choice.played_kind() == Some(kind),
            Trigger::Combo(combo) => choice.combo() == Some(combo),
            Trigger::Draw(..) => *choice == Choice::Draw,
        })?;
        let mut walk = Walk::default();
        let top = |game: &Game| match trigger {
            Trigger::Draw(zone, _) => game.shown().cards_in(zone).first().copied(),
            _ => None,
        };
        let (before, mut has_moved) = (top(game), !matches!(trigger, Trigger::Draw(..)));
        while walk.choices.len() < MAX_ANSWERS {
            let Some(decision) = game.decision() else { break };
            let word = loaded.notation.words(decision).swap_remove(index);
            walk.choices.push((decision.seat, index));
            match walk.inputs.last_mut() {
                Some((seat, line)) if decision.announcing && *seat == decision.seat => {
                    *line += &format!(" {word}");
                }
                _ => walk.inputs.push((decision.seat, word)),
            }
            game.answer(index).ok()?;
            has_moved |= top(game) != before;
            let Some(decision) = game.decision() else { break };
            index = match decision.prompt {
                Prompt::Turn => break,
                Prompt::Respond => match choose(game, decision) {
                    Some(index) => index,
                    None => break,
                },
                Prompt::Cards(_) | Prompt::Text(_) => 0,
            };
        }
        has_moved.then_some(walk)
    }

    /// A position in which the actor has some cards, and the next player others.
    fn layout(&self, fullness: Fullness, own: &[Kind], other: &[Kind], trigger: Trigger) -> Layout {
        let rules = self.rules();
        let mut used = [own, other].concat();
        used.extend(match trigger {
            Trigger::Draw(_, kind) => Some(kind),
            _ => None,
        });
        let plain: Vec<Kind> = self.plain.iter().copied().filter(|it| !used.contains(it)).collect();
        let fill = |from: usize, n: usize| plain.iter().cycle().skip(from).copied().take(n);
        let is_front = |kind: &Kind| rules.kind(*kind).from_front && !rules.kind(*kind).from_hand;
        let (front, held): (Vec<Kind>, Vec<Kind>) = own.iter().partition(|kind| is_front(kind));
        let extra = match fullness {
            Fullness::Empty => [0; 3],
            Fullness::Bare => [1, 1, 0],
            Fullness::Full | Fullness::Late | Fullness::Out => [2; 3],
        };
        let seats = (0..self.loaded.notation.seats.len() as u8).map(Seat);
        let hand = |seat: Seat| {
            let given = match seat {
                ACTOR => held.clone(),
                OTHER => other.to_vec(),
                _ => Vec::new(),
            };
            let at = seat.index().min(2);
            let more = fill([0, 1, 3][at] + usize::from(extra[at] > 1) * at, extra[at]);
            (seat, given.into_iter().chain(more).collect())
        };
        let mut layout = Layout { hands: seats.map(hand).collect(), ..Layout::default() };
        if !front.is_empty() {
            layout.fronts.push((ACTOR, front));
        }
        let mut draw: Vec<Kind> = fill(2, N_DRAW).collect();
        if !matches!(fullness, Fullness::Empty | Fullness::Bare) {
            layout.discard = fill(1, 3).collect();
        }
        if fullness == Fullness::Out && self.loaded.notation.seats.len() > 2 {
            layout.dead.push(Seat(2));
        }
        if matches!(fullness, Fullness::Late | Fullness::Out) {
            let hazard = self.hazards.first().copied();
            draw.splice(2..2, hazard);
            layout.discard.extend(hazard);
            layout.turn = Some((ACTOR, Some(2)));
        }
        layout.piles.push(PileLayout { zone: Zone::Draw, kinds: draw, keep_rest: false });
        layout.piles.extend(self.named_piles());
        if let Trigger::Draw(zone, kind) = trigger
            && let Some(pile) = layout.piles.iter_mut().find(|pile| pile.zone == zone)
        {
            pile.kinds.insert(0, kind);
        }
        layout
    }

    /// A few cards for each pile of the variant in which cards start.
    fn named_piles(&self) -> impl Iterator<Item = PileLayout> {
        let rules = self.rules();
        let deck = self.loaded.ruleset.deck(self.loaded.notation.seats.len());
        let zones: Vec<Zone> =
            rules.piles.iter().filter_map(|pile| rules.find_pile(&pile.id)).collect();
        let zones = zones.into_iter().filter(|zone| matches!(zone, Zone::Pile(_)));
        let piles = zones.map(move |zone| {
            let kinds = deck.iter().filter(|(_, start, _)| *start == zone).take(3);
            let kinds = kinds.map(|(kind, ..)| *kind).collect();
            PileLayout { zone, kinds, keep_rest: false }
        });
        piles.filter(|pile| !pile.kinds.is_empty())
    }

    /// Cards that form a set.
    fn cards_of(&self, pattern: &SetRule) -> Vec<Kind> {
        if !pattern.parts.is_empty() {
            return pattern.parts.iter().flat_map(|part| self.cards_of(part)).collect();
        }
        let rules = self.rules();
        let is_limited = pattern.tag.is_some() || pattern.kinds.is_some();
        let all = (0..rules.kinds.len() as u16).map(Kind);
        let fits = |kind: &Kind| {
            let is_usual = !self.hazards.contains(kind) && rules.kind(*kind).is_in_box;
            pattern.fits(&rules, *kind) && (is_limited || is_usual && !rules.kind(*kind).apart)
        };
        let n = usize::from(pattern.n_cards);
        let n_kinds = if pattern.form == SetForm::Same { 1 } else { n };
        // Cards that do nothing alone are what sets are made of.
        let mut fitting: Vec<Kind> = all.filter(fits).collect();
        fitting.sort_by_key(|kind| rules.kind(*kind).hooks.has(Hook::Resolve));
        fitting.into_iter().take(n_kinds).cycle().take(n).collect()
    }
}

/// Whether a kind only fills hands and piles: without tags, hooks that hear, and answers.
fn is_plain(rule: &KindRule) -> bool {
    let is_quiet = [Hook::Gained, Hook::Lost, Hook::Responds].iter().all(|it| !rule.hooks.has(*it));
    rule.is_in_box && is_quiet && rule.tags.0 == 0 && !rule.apart && rule.home == Zone::Discard
}

fn position(decision: &Decision, fits: impl Fn(&Choice) -> bool) -> Option<usize> {
    decision.options.iter().position(fits)
}

fn pass(decision: &Decision) -> Option<usize> {
    position(decision, |choice| *choice == Choice::Pass).or(Some(0))
}
