//! The hooks that scripts define, and the moments at which cards are played.

use serde::Serialize;

/// The script hooks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[repr(u8)]
#[non_exhaustive]
pub enum Hook {
    /// Whether the card may be played. Called when options are listed.
    Playable,
    /// Whether the card may answer an action. Called when a window opens.
    Responds,
    /// The card is being played: choose targets, pay costs.
    Announce,
    /// The action was not cancelled: carry it out.
    Resolve,
    /// A card of this kind came into a hand.
    Gained,
    /// A card of this kind left a hand.
    Lost,
    /// The explosion of this hazard was cancelled.
    Rescued,
    /// A turn begins (rules, and cards in front of the player).
    TurnStart,
    /// A turn ends (rules, and cards in front of the player).
    TurnEnd,
    /// The player has drawn and survived (cards in front of the player).
    AfterDraw,
    /// The deck is built: set the game up.
    Setup,
    /// The player chose to draw.
    DrawStep,
    /// The player was not rescued.
    Exploded,
    /// Before a card is drawn: returns whether something else happened instead.
    BeforeDraw,
    /// Before a player is robbed: returns whether something else happened instead.
    BeforeTake,
    /// Before an explosion: returns whether something else happened instead.
    BeforeExplode,
    /// A play and everything it caused is over.
    AfterPlay,
    /// The kinds that the card may stand for.
    PlaysAs,
    /// Whether the player may draw. Called when options are listed.
    CanDraw,
    /// The player was rescued from an explosion (rules, and cards in front of the player).
    AfterRescue,
}

impl Hook {
    /// All hooks.
    pub const ALL: [Self; 20] = [
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
        Self::BeforeDraw,
        Self::BeforeTake,
        Self::BeforeExplode,
        Self::AfterPlay,
        Self::PlaysAs,
        Self::CanDraw,
        Self::AfterRescue,
    ];

    /// Returns the name of the script function.
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
            Self::BeforeDraw => "before_draw",
            Self::BeforeTake => "before_take",
            Self::BeforeExplode => "before_explode",
            Self::AfterPlay => "after_play",
            Self::PlaysAs => "plays_as",
            Self::CanDraw => "can_draw",
            Self::AfterRescue => "after_rescue",
        }
    }

    /// Whether the hook is a query, which must not change anything.
    #[must_use]
    pub const fn is_query(self) -> bool {
        matches!(self, Self::Playable | Self::Responds | Self::PlaysAs | Self::CanDraw)
    }

    /// Whether the hook may replace what is about to happen: it returns `true` if it did.
    #[must_use]
    pub const fn is_replacement(self) -> bool {
        matches!(self, Self::BeforeDraw | Self::BeforeTake | Self::BeforeExplode)
    }

    /// Whether the hook is run for all its listeners: cards in front of a player or on the table,
    /// and the rules.
    #[must_use]
    pub const fn has_listeners(self) -> bool {
        self.is_replacement()
            || matches!(self, Self::AfterPlay | Self::AfterDraw | Self::AfterRescue)
            || matches!(self, Self::TurnStart | Self::TurnEnd)
    }
}

/// A set of hooks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hooks(pub u32);

impl Hooks {
    /// Returns this set with `hook` added.
    #[must_use]
    pub const fn with(self, hook: Hook) -> Self {
        Self(self.0 | 1 << hook as u16)
    }

    /// Returns this set without `hook`.
    #[must_use]
    pub const fn without(self, hook: Hook) -> Self {
        Self(self.0 & !(1 << hook as u16))
    }

    /// Returns the union of both sets.
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
