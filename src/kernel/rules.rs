//! What an edition tells the kernel: plain tables ([`Rules`]) and hooks to be run ([`Rulebook`]).

use super::action::{Action, ActionId, Subject};
use super::card::{CardId, ComboId, Kind, PileId, Seat};
use super::effect::EffectContext;
use super::fault::{Stop, Text};
use super::value::{Value, Values};
use super::zone::Zone;
use std::rc::Rc;

/// The moments at which scripts are run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Hook {
    /// May this be played? Asked when options are listed.
    Playable,
    /// May this answer an action? Asked when a window opens.
    Responds,
    /// It is being played: choose targets, pay costs.
    Announce,
    /// Nobody cancelled it: do it.
    Resolve,
    /// A card of this kind came into a hand.
    Gained,
    /// A card of this kind left a hand.
    Lost,
    /// The explosion of this hazard was cancelled.
    Rescued,
    /// A turn begins (rules, and cards lying before the player).
    TurnStart,
    /// A turn ends (rules, and cards lying before the player).
    TurnEnd,
    /// The player has drawn and lived (cards lying before the player).
    AfterDraw,
    /// The deck is built: set the game up.
    Setup,
    /// The player chose to draw.
    DrawStep,
    /// The player was not rescued.
    Exploded,
}

impl Hook {
    /// All hooks.
    pub const ALL: [Self; 13] = [
        Self::Playable,
        Self::Responds,
        Self::Announce,
        Self::Resolve,
        Self::Gained,
        Self::Lost,
        Self::Rescued,
        Self::TurnStart,
        Self::TurnEnd,
        Self::AfterDraw,
        Self::Setup,
        Self::DrawStep,
        Self::Exploded,
    ];

    /// The name of the script function.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Playable => "playable",
            Self::Responds => "responds",
            Self::Announce => "announce",
            Self::Resolve => "resolve",
            Self::Gained => "gained",
            Self::Lost => "lost",
            Self::Rescued => "rescued",
            Self::TurnStart => "turn_start",
            Self::TurnEnd => "turn_end",
            Self::AfterDraw => "after_draw",
            Self::Setup => "setup",
            Self::DrawStep => "draw_step",
            Self::Exploded => "exploded",
        }
    }

    /// Whether the hook only answers a question and must change nothing.
    #[must_use]
    pub const fn is_query(self) -> bool {
        matches!(self, Self::Playable | Self::Responds)
    }
}

/// A set of hooks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hooks(pub u16);

impl Hooks {
    /// This set and that hook.
    #[must_use]
    pub const fn with(self, hook: Hook) -> Self {
        Self(self.0 | 1 << hook as u16)
    }

    /// The hooks in either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether the hook is in the set.
    #[must_use]
    pub const fn has(self, hook: Hook) -> bool {
        self.0 >> hook as u16 & 1 == 1
    }
}

/// When a kind may be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Moment {
    /// On one's own turn.
    Main,
    /// When a card has been played.
    Card,
    /// When a set has been played.
    Combo,
    /// When somebody is exploding.
    Explosion,
    /// When somebody is about to draw.
    Draw,
    /// When a turn begins.
    Turn,
}

impl Moment {
    /// All moments with the words scripts use for them.
    pub const ALL: [(Self, &'static str); 6] = [
        (Self::Main, "main"),
        (Self::Card, "card"),
        (Self::Combo, "combo"),
        (Self::Explosion, "explosion"),
        (Self::Draw, "draw"),
        (Self::Turn, "turn"),
    ];

    /// The moment at which an action about this may be answered.
    #[must_use]
    pub const fn of(subject: &Subject) -> Self {
        match subject {
            Subject::Card(..) => Self::Card,
            Subject::Combo(_) => Self::Combo,
            Subject::Explosion(_) => Self::Explosion,
            Subject::Draw => Self::Draw,
            Subject::Turn => Self::Turn,
        }
    }
}

/// A set of tags, as bits numbered by [`Rules::tags`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tags(pub u64);

impl Tags {
    /// Whether the tag with this number is in the set.
    #[must_use]
    pub const fn has(self, tag: u8) -> bool {
        self.0 >> tag & 1 == 1
    }
}

/// Where a played card lies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Placement {
    /// On its home pile.
    #[default]
    Home,
    /// In front of its player.
    Front,
    /// In the middle of the table.
    Table,
}

/// What the kernel knows of a kind of card.
#[derive(Clone, Debug)]
pub struct KindRule {
    /// Its id in scripts and variants.
    pub id: Text,
    /// The hooks its script defines.
    pub hooks: Hooks,
    /// The moments at which it may be played, as bits of [`Moment`].
    pub when: u8,
    /// Where it lies once played.
    pub lies: Placement,
    /// Where it goes when discarded.
    pub home: Zone,
    /// Its tags.
    pub tags: Tags,
    /// In a set of equal cards it may stand for any kind with this tag.
    pub wild: Option<u8>,
    /// Whether it may never belong to a set of different cards.
    pub apart: bool,
}

impl KindRule {
    /// Whether the kind may be played at a moment.
    #[must_use]
    pub const fn at(&self, moment: Moment) -> bool {
        self.when >> moment as u8 & 1 == 1
    }
}

/// Which cards make a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetRule {
    /// How many cards.
    pub n_cards: u8,
    /// Whether all are of one kind (wild cards aside) or each of another.
    pub same: bool,
    /// The tag each card must have, if any.
    pub tag: Option<u8>,
}

/// What the kernel knows of a combo.
#[derive(Clone, Debug)]
pub struct ComboRule {
    /// Its id.
    pub id: Text,
    /// The hooks its script defines.
    pub hooks: Hooks,
    /// Which cards make it.
    pub pattern: SetRule,
}

/// What the kernel knows of a named pile.
#[derive(Clone, Debug)]
pub struct PileRule {
    /// Its id.
    pub id: Text,
    /// Whether its cards lie face up.
    pub face_up: bool,
}

/// The tables of a ruleset: all the kernel knows without running a script.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// The kinds of cards.
    pub kinds: Vec<KindRule>,
    /// The combos.
    pub combos: Vec<ComboRule>,
    /// The named piles.
    pub piles: Vec<PileRule>,
    /// Names of the tags, by number.
    pub tags: Vec<Text>,
    /// Names of the counters of the table.
    pub table_counters: Vec<Text>,
    /// Names of the counters that each player has.
    pub seat_counters: Vec<Text>,
    /// The hooks that the rules scripts define.
    pub hooks: Hooks,
    /// The hooks that the script of some kind defines.
    pub kind_hooks: Hooks,
    /// Whether some kind may stand for others in a set.
    pub has_wild: bool,
    /// The tags of an explosion that no card causes.
    pub explosion_tags: Tags,
    /// The kinds that may be played at each moment, by [`Moment`].
    pub by_moment: [Vec<Kind>; 6],
    /// Which pile refills an empty pile, shuffled: `(empty, from)`.
    pub refills: Vec<(Zone, Zone)>,
    /// Whether a player may answer their own play.
    pub self_answer: bool,
    /// Whether an answer that cancels an explosion is given by itself where it can be.
    pub forced_rescue: bool,
    /// Whether what was owed from an attack passes on to the next victim.
    pub attacks_add_up: bool,
}

impl Rules {
    /// The rule of a kind.
    #[must_use]
    pub fn kind(&self, kind: Kind) -> &KindRule {
        &self.kinds[kind.index()]
    }

    /// The rule of a combo.
    #[must_use]
    pub fn combo(&self, combo: ComboId) -> &ComboRule {
        &self.combos[combo.index()]
    }

    /// The kind with this id.
    #[must_use]
    pub fn find_kind(&self, id: &str) -> Option<Kind> {
        self.kinds.iter().position(|rule| &*rule.id == id).map(|i| Kind(i as u16))
    }

    /// The pile with this id; `draw`, `discard` and `box` included.
    #[must_use]
    pub fn find_pile(&self, id: &str) -> Option<Zone> {
        match id {
            "draw" => Some(Zone::Draw),
            "discard" => Some(Zone::Discard),
            "box" => Some(Zone::Box),
            _ => {
                let pile = self.piles.iter().position(|rule| &*rule.id == id)?;
                Some(Zone::Pile(PileId(pile as u8)))
            }
        }
    }

    /// The number of a tag.
    #[must_use]
    pub fn find_tag(&self, name: &str) -> Option<u8> {
        self.tags.iter().position(|tag| &**tag == name).map(|i| i as u8)
    }

    /// The slot of a counter of the table (no seat) or of a player.
    #[must_use]
    pub fn find_counter(&self, seat: Option<Seat>, name: &str) -> Option<u16> {
        let find = |names: &[Text]| names.iter().position(|n| &**n == name);
        match seat {
            None => find(&self.table_counters).map(|i| i as u16),
            Some(seat) => {
                let i = find(&self.seat_counters)?;
                let first = self.table_counters.len() + seat.index() * self.seat_counters.len();
                Some((first + i) as u16)
            }
        }
    }

    /// Whose counter a slot is, and its name.
    #[must_use]
    pub fn counter_at(&self, slot: u16) -> (Option<Seat>, &Text) {
        match (slot as usize).checked_sub(self.table_counters.len()) {
            None => (None, &self.table_counters[slot as usize]),
            Some(i) => {
                let n = self.seat_counters.len();
                (Some(Seat((i / n) as u8)), &self.seat_counters[i % n])
            }
        }
    }

    /// Whether everybody sees the cards of a zone.
    #[must_use]
    pub fn is_face_up(&self, zone: Zone) -> bool {
        match zone {
            Zone::Draw | Zone::Hand(_) => false,
            Zone::Discard | Zone::Table | Zone::Box | Zone::Front(_) => true,
            Zone::Pile(pile) => self.piles[pile.index()].face_up,
        }
    }
}

/// Whose hook is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Owner {
    /// A kind of card.
    Kind(Kind),
    /// A combo.
    Combo(ComboId),
    /// The rules.
    Rules,
}

/// One hook to be run.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Call {
    /// Which hook.
    pub hook: Hook,
    /// Of whom.
    pub owner: Owner,
    /// The player it runs for.
    pub me: Seat,
    /// The arguments after `me`.
    pub args: Values,
    /// The action being announced or resolved.
    pub action: Option<Rc<Action>>,
    /// The card it is about.
    pub card: Option<CardId>,
}

impl Call {
    /// A call without arguments.
    #[must_use]
    pub fn new(hook: Hook, owner: Owner, me: Seat) -> Self {
        Self { hook, owner, me, args: Values::new(), action: None, card: None }
    }

    /// The same with one more argument.
    #[must_use]
    pub fn arg(mut self, value: Value) -> Self {
        self.args.push(value);
        self
    }
}

/// A look at what a hook would say, without running it.
#[derive(Clone, Copy, Debug)]
pub struct FastQuery {
    /// Which hook.
    pub hook: Hook,
    /// Of whom.
    pub owner: Owner,
    /// The player it would run for.
    pub me: Seat,
    /// The action it is given, if any.
    pub action: Option<ActionId>,
}

impl FastQuery {
    /// The call it stands for.
    #[must_use]
    pub fn call(self) -> Call {
        let call = Call::new(self.hook, self.owner, self.me);
        match self.action {
            Some(action) => call.arg(Value::Action(action)),
            None => call,
        }
    }
}

/// What the kernel asks of the rules.
pub trait Rulebook {
    /// The tables.
    fn rules(&self) -> &Rc<Rules>;

    /// What [`Rulebook::run`] would find out in [`RunMode::Query`](super::effect::RunMode) or
    /// [`RunMode::Probe`](super::effect::RunMode): what the query returns, or whether the play can
    /// be offered. Nothing where only a run can tell.
    fn fast_query(&self, _context: &mut EffectContext, _query: FastQuery) -> Option<bool> {
        None
    }

    /// Runs one hook in a context. What it returned is then in
    /// [`SuspendedHook::returned`](super::effect::SuspendedHook::returned), which is empty before.
    ///
    /// # Errors
    /// [`Stop::Asked`] when the hook asks a question that has no answer yet, [`Stop::Fault`] when
    /// it is wrong. The table is then half changed, and the kernel puts it back.
    fn run(&self, context: &mut EffectContext, call: &Call) -> Result<(), Stop>;
}
