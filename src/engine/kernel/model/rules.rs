//! The tables of a ruleset ([`Rules`]).

use super::action::Subject;
pub(crate) use super::call::Work;
pub use super::call::{Call, FastQuery, Owner};
use super::card::{ComboId, Kind, Seat};
pub use super::counter::{CounterRule, Holds, SeenBy};
pub use super::fault::Text;
use super::hook::Hook;
pub use super::hook::Hooks;
pub(crate) use super::kind_set::KindSet;
use super::moment::Moment;
pub(crate) use super::play_effects::PlayEffects;
pub use super::teams::Teams;
use super::zone::Zone;
use std::sync::Arc;

/// A set of tags, as bits indexed by [`Rules::tags`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tags(pub u64);

impl Tags {
    /// Whether the tag with this number is in the set.
    pub const fn has(self, tag: u8) -> bool {
        self.0 >> tag & 1 == 1
    }

    /// The set of this tag.
    pub const fn one(tag: u8) -> Self {
        Self(1 << tag)
    }

    /// Whether both sets have a tag.
    pub const fn have_any_of(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// The placement of a played card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Placement {
    /// On its home pile.
    #[default]
    Home,
    /// In front of its player.
    Front,
    /// In front of the first player whom it announces.
    Target,
    /// In the middle of the table.
    Table,
}

/// Whose events a card hears. Its owner is who has it in the hand or in front, or who played it to
/// the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Whose {
    /// Those of its owner; on the table those of anybody.
    #[default]
    Usual,
    /// Those of its owner, on the table too.
    Own,
    /// Those of all but its owner.
    Others,
    Anybody,
}

/// The kinds that a card may stand for in a set of equal cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Wild {
    #[default]
    No,
    /// The kinds with this tag.
    Tagged(u8),
    /// All kinds but those with this tag.
    Untagged(u8),
    Any,
}

/// The rule of a kind of card.
#[derive(Clone, Debug)]
pub struct KindRule {
    /// Its id in scripts and variants.
    pub id: Text,
    /// Whether the deck has cards of it.
    pub is_in_box: bool,
    /// The hooks its script defines.
    pub hooks: Hooks,
    /// The moments at which it may be played, as bits of [`Moment`].
    pub when: u8,
    pub(crate) placement: Placement,
    /// The zone it is discarded to.
    pub home: Zone,
    /// The zone where it lies before the setup.
    pub start: Zone,
    pub tags: Tags,
    /// The kinds it may stand for in a set of equal cards.
    pub(crate) wild: Wild,
    /// The combos in which it may, and does nothing else in a set of equal cards; all if there is
    /// no list, and then it is a card like others, too.
    pub wild_combos: Option<Arc<[Text]>>,
    /// Whether it hears hooks in the hand instead of in play.
    pub hears_in_hand: bool,
    pub(crate) hears: Whose,
    /// Whether others may play [`Moment::Between`] its announcement and its own window.
    pub opens_between: bool,
    /// Whether it is played from the hand.
    pub from_hand: bool,
    /// Whether it is played from in front of its player.
    pub from_front: bool,
    /// Whether it may never be part of a set of different cards.
    pub apart: bool,
    /// Whether it is offered in the main decision to a player who holds it.
    pub offer: Offer,
    /// The hooks that decide whether it is offered.
    pub asked: Hooks,
    /// Whether its scripts make who receives it explode.
    pub explodes: bool,
    pub(crate) effects: PlayEffects,
    /// Whether it depends on the card whether it can be played or respond: its scripts read it.
    pub by_copy: bool,
}

/// Whether a kind in a hand, or a set of cards, is offered in the main decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Offer {
    #[default]
    Never,
    Always,
    Depends,
}

impl Offer {
    /// Returns whether a play with these hooks is offered. `effectless_plays` says whether one
    /// without an effect may be played.
    pub const fn of_effect(hooks: Hooks, effectless_plays: bool) -> Self {
        if hooks.has(Hook::Resolve) || hooks.has(Hook::Announce) {
            let depends = hooks.has(Hook::Playable) || hooks.has(Hook::Announce);
            if depends { Self::Depends } else { Self::Always }
        } else if effectless_plays {
            Self::Always
        } else {
            Self::Never
        }
    }

    /// Returns the same and the hooks to ask if `playable` always gives this answer.
    pub const fn if_always(self, playable: bool, hooks: Hooks) -> (Self, Hooks) {
        let is_own = !hooks.has(Hook::PlaysAs);
        let asked = if playable { hooks.without(Hook::Playable) } else { hooks };
        let offer = match self {
            Self::Depends if is_own && !playable => Self::Never,
            Self::Depends if is_own && !hooks.has(Hook::Announce) => Self::Always,
            offer => offer,
        };
        (offer, asked)
    }
}

impl KindRule {
    /// Returns whether the kind is offered in the main decision, by its other fields.
    /// `effectless_plays` says whether a card without an effect may be played.
    pub const fn offered(&self, effectless_plays: bool) -> Offer {
        if !self.from_hand {
            Offer::Never
        } else if self.hooks.has(Hook::PlaysAs) {
            Offer::Depends
        } else if !self.at(Moment::Main) {
            Offer::Never
        } else {
            Offer::of_effect(self.hooks, effectless_plays)
        }
    }

    /// Whether the kind may stand for another in a set of equal cards.
    pub const fn stands_for(&self, other: &Self) -> bool {
        match self.wild {
            Wild::No => false,
            Wild::Tagged(tag) => other.tags.has(tag),
            Wild::Untagged(tag) => !other.tags.has(tag),
            Wild::Any => true,
        }
    }

    /// Whether the kind may be played at a moment.
    pub const fn at(&self, moment: Moment) -> bool {
        self.when >> moment as u8 & 1 == 1
    }
}

/// How the cards of a set must relate to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetForm {
    /// All of one kind, wild cards aside.
    Same,
    /// All of different kinds.
    Different,
    Any,
    /// Each of several parts has a pattern of its own.
    Parts,
}

/// The pattern of a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetRule {
    /// The number of cards.
    pub n_cards: u8,
    /// How they must relate to each other.
    pub form: SetForm,
    /// The tag that each card must have, if any.
    pub tag: Option<u8>,
    /// The kinds that each card must be of, if any.
    pub kinds: Option<Arc<[Kind]>>,
    /// The parts of a set of several; otherwise empty.
    pub parts: Vec<SetRule>,
}

impl SetRule {
    /// Whether a card of this kind may be part of the set.
    pub fn fits(&self, rules: &Rules, kind: Kind) -> bool {
        let rule = rules.kind(kind);
        self.tag.is_none_or(|tag| rule.tags.has(tag))
            && self.kinds.as_ref().is_none_or(|kinds| kinds.contains(&kind))
            && match self.form {
                SetForm::Same => rule.wild_combos.is_none(),
                SetForm::Different => !rule.apart,
                SetForm::Any => true,
                SetForm::Parts => self.parts.iter().any(|part| part.fits(rules, kind)),
            }
    }
}

/// The rule of a combo.
#[derive(Clone, Debug)]
pub struct ComboRule {
    pub id: Text,
    /// The hooks its script defines.
    pub hooks: Hooks,
    /// The pattern of its cards.
    pub pattern: SetRule,
    /// The kinds that the pattern fits.
    pub(crate) fitting: KindSet,
    pub(crate) unfitting: KindSet,
    /// The kinds that may stand for others in a set of equal cards, whether the pattern fits them
    /// or not.
    pub(crate) wild: KindSet,
    /// Whether it is offered in the main decision to a player who holds such a set.
    pub offer: Offer,
    /// The hooks that decide whether it is offered.
    pub asked: Hooks,
    pub(crate) effects: PlayEffects,
}

impl ComboRule {
    /// Whether its pattern fits cards of a kind.
    pub fn fits(&self, kind: Kind) -> bool {
        self.fitting.has(kind)
    }

    /// Whether a kind may stand for others in a set of equal cards.
    pub fn is_wild(&self, kind: Kind) -> bool {
        self.wild.has(kind)
    }
}

/// How a pile is refilled, shuffled, when it is empty.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Refill {
    pub pile: Zone,
    /// The pile that its cards come from.
    pub from: Zone,
    /// The number of cards that stay on top of that pile.
    pub n_left: usize,
}

/// The rule of a named pile.
#[derive(Clone, Debug)]
pub struct PileRule {
    pub id: Text,
    /// Whether its cards lie face up.
    pub face_up: bool,
    /// Whether its player sees its cards: it is one of the piles of each player.
    pub is_seen_by_owner: bool,
    /// Whether people are told of it; otherwise it is bookkeeping of scripts.
    pub is_shown: bool,
}

/// The tables of a ruleset: everything the kernel needs without running a script.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// The kinds of cards.
    pub kinds: Vec<KindRule>,
    /// The kinds that are offered in the main decision to a player who holds them: those whose
    /// [`KindRule::offer`] is not [`Offer::Never`].
    pub(crate) offered: KindSet,
    pub combos: Vec<ComboRule>,
    pub piles: Vec<PileRule>,
    /// The piles of each player, at most [`SeatPile::MAX`](super::zone::SeatPile::MAX).
    pub seat_piles: Vec<PileRule>,
    /// The names of the tags, by number.
    pub tags: Vec<Text>,
    /// The counters of the table.
    pub table_counters: Vec<CounterRule>,
    /// The counters of each player.
    pub seat_counters: Vec<CounterRule>,
    /// The counters of each card.
    pub card_counters: Vec<CounterRule>,
    /// Whether a script lets a player win.
    pub is_race: bool,
    /// Whether some counter is not seen by everybody.
    pub has_secrets: bool,
    /// The hooks that the rules scripts define.
    pub hooks: Hooks,
    /// The union of the hooks that the scripts of all kinds define.
    pub kind_hooks: Hooks,
    /// The hooks of the kinds that hear them in play, and of those that do in the hand.
    pub heard_where: [Hooks; 2],
    /// The kinds that hear hooks in the hand.
    pub hand_listeners: Vec<Kind>,
    /// The hooks that cards in a hand or in front of a player hear of others.
    pub heard_of_others: Hooks,
    /// Whether some kind may stand for others in a set.
    pub has_wild: bool,
    /// Whether some kind is played from in front of its player.
    pub has_front_plays: bool,
    /// Whether some kind is ever played from a hand by itself, on its player's own turn.
    pub has_hand_plays: bool,
    /// The kinds that may be played as others.
    pub stand_ins: Vec<Kind>,
    /// Whether cards of one kind may differ in counters, or in who played them.
    pub has_traits: bool,
    /// Whether plays are kept until everything they caused is over.
    pub keeps_plays: bool,
    /// Whether it is noted when each card came to its zone, and from where.
    pub notes_arrivals: bool,
    /// Whether the setup may ask a question.
    pub setup_asks: bool,
    /// The tags of an explosion that no card causes.
    pub explosion_tags: Tags,
    /// The kinds that may be played at each moment, by [`Moment`].
    pub by_moment: [Vec<Kind>; 7],
    /// The piles that are refilled when they are empty.
    pub(crate) refills: Vec<Refill>,
    /// Whether a player may answer their own play.
    pub self_answer: bool,
    /// Whether an answer that cancels an explosion is played automatically if possible.
    pub forced_rescue: bool,
    /// Whether turns owed from an attack are passed on to the next victim.
    pub attacks_add_up: bool,
    /// Who plays together.
    pub teams: Teams,
    /// Whether the game goes on when one player, or one team, is left.
    pub continues_alone: bool,
    /// Whether a card without an effect may be played.
    pub effectless_plays: bool,
    /// Whether a draw that was answered, but not cancelled, goes on; otherwise its player decides
    /// again.
    pub draw_resumes: bool,
    /// Whether a set of different cards may hold several equal wild cards.
    pub repeated_wilds: bool,
}

impl Rules {
    /// Whether any script defines a hook.
    #[inline]
    pub fn is_heard(&self, hook: Hook) -> bool {
        self.kind_hooks.union(self.hooks).has(hook)
    }

    /// Whether a set of different cards may hold several cards of this kind.
    pub fn repeats(&self, kind: Kind) -> bool {
        self.repeated_wilds && self.kind(kind).wild != Wild::No
    }

    /// Whether a set of a combo may hold several cards of a kind without being a set of equal ones.
    pub fn may_repeat(&self, combo: &ComboRule) -> bool {
        matches!(combo.pattern.form, SetForm::Any | SetForm::Parts) || self.has_wild
    }

    /// Returns the rule of a kind.
    pub fn kind(&self, kind: Kind) -> &KindRule {
        &self.kinds[kind.index()]
    }

    /// Returns the rule of a combo.
    pub fn combo(&self, combo: ComboId) -> &ComboRule {
        &self.combos[combo.index()]
    }

    /// Returns the kind with this id.
    pub fn find_kind(&self, id: &str) -> Option<Kind> {
        self.kinds.iter().position(|rule| &*rule.id == id).map(|i| Kind(i as u16))
    }

    /// Returns the number of a tag.
    pub fn find_tag(&self, name: &str) -> Option<u8> {
        // Names in compiled scripts are those of the table itself.
        let is_it = |tag: &Text| std::ptr::eq(&**tag, name);
        let found = self.tags.iter().position(is_it);
        found.or_else(|| self.tags.iter().position(|tag| &**tag == name)).map(|i| i as u8)
    }

    /// Returns the slot of a counter of the table (no seat) or of a player.
    pub fn find_counter(&self, seat: Option<Seat>, name: &str) -> Option<u16> {
        let find = |rules: &[CounterRule]| rules.iter().position(|rule| &*rule.id == name);
        match seat {
            None => find(&self.table_counters).map(|i| i as u16),
            Some(seat) => {
                let i = find(&self.seat_counters)?;
                let first = self.table_counters.len() + seat.index() * self.seat_counters.len();
                Some((first + i) as u16)
            }
        }
    }

    /// Returns the counters of the table and of players before they are set.
    pub fn initial_counters(&self, n_seats: usize) -> Vec<i64> {
        let of_seats = std::iter::repeat_n(&self.seat_counters, n_seats).flatten();
        self.table_counters.iter().chain(of_seats).map(|rule| rule.holds.initial()).collect()
    }

    /// Returns the owner and the rule of the counter in a slot.
    pub fn counter_at(&self, slot: u16) -> (Option<Seat>, &CounterRule) {
        match (slot as usize).checked_sub(self.table_counters.len()) {
            None => (None, &self.table_counters[slot as usize]),
            Some(i) => {
                let n = self.seat_counters.len();
                (Some(Seat((i / n) as u8)), &self.seat_counters[i % n])
            }
        }
    }

    /// Returns whether the effect of an action is to shuffle a pile of which it shows nothing.
    pub fn only_shuffles(&self, subject: Subject) -> bool {
        let PlayEffects { moves_turns, shows, shuffles, takes, explodes } = self.effects(subject);
        shuffles && !(moves_turns || shows || takes || explodes)
    }

    /// Returns what the effect of an action can do.
    pub(crate) fn effects(&self, subject: Subject) -> PlayEffects {
        match subject {
            Subject::Card(_, kind) => self.kind(kind).effects,
            Subject::Combo(combo) => self.combo(combo).effects,
            _ => PlayEffects::default(),
        }
    }
}
