//! The hooks that scripts define, and the moments at which cards are played.

use serde::Serialize;

/// Declares the hooks, each with its name in scripts and its role.
macro_rules! hooks {
    ($($(#[$doc:meta])* $hook:ident $name:literal $role:ident;)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        #[repr(u8)]
        pub enum Hook {
            $($(#[$doc])* $hook),*
        }

        impl Hook {
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$hook),*];

            /// Returns the name of the script function.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$hook => $name),*
                }
            }

            const fn role(self) -> Role {
                match self {
                    $(Self::$hook => Role::$role),*
                }
            }
        }
    };
}

/// How the kernel runs a hook.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Own,
    /// For its owner, which must not change anything.
    Query,
    /// For all its listeners.
    Heard,
    /// For its listeners, until one returns `true`: it has done something else instead.
    Replacement,
    /// A query for its listeners, until one returns `false`.
    Veto,
}

hooks! {
    /// Whether the card may be played. Called when options are listed.
    Playable "playable" Query;
    /// Whether the card may answer an action. Called when a window opens.
    Responds "responds" Query;
    /// The card is being played: choose targets, pay costs.
    Announce "announce" Own;
    /// The action was not cancelled: carry it out.
    Resolve "resolve" Own;
    /// A card of this kind came into a hand.
    Gained "gained" Own;
    /// A card of this kind left a hand.
    Lost "lost" Own;
    /// The explosion of this hazard was cancelled.
    Rescued "rescued" Own;
    /// A turn begins (rules, and cards in front of the player).
    TurnStart "turn_start" Heard;
    /// A turn ends (rules, and cards in front of the player).
    TurnEnd "turn_end" Heard;
    /// The player has drawn and survived (cards in front of the player).
    AfterDraw "after_draw" Heard;
    /// The deck is built: set the game up.
    Setup "setup" Own;
    /// The player chose to draw.
    DrawStep "draw_step" Own;
    /// The player was not rescued.
    Exploded "exploded" Own;
    /// Before a card is drawn: returns whether something else happened instead.
    BeforeDraw "before_draw" Replacement;
    /// Before a player is robbed: returns whether something else happened instead.
    BeforeTake "before_take" Replacement;
    /// Before an explosion: returns whether something else happened instead.
    BeforeExplode "before_explode" Replacement;
    /// A play and everything it caused is over.
    AfterPlay "after_play" Heard;
    /// The kinds that the card may stand for.
    PlaysAs "plays_as" Query;
    /// Whether the player may draw. Called when options are listed.
    CanDraw "can_draw" Query;
    /// The player was rescued from an explosion (rules, and cards in front of the player).
    AfterRescue "after_rescue" Heard;
    /// The play was cancelled and has left the stack.
    Cancelled "cancelled" Own;
    /// Whether another player's play may choose the player.
    Targetable "targetable" Veto;
}

impl Hook {
    /// Returns the hook with this name.
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|hook| hook.name() == name)
    }

    /// Whether the hook is a query, which must not change anything.
    pub const fn is_query(self) -> bool {
        matches!(self.role(), Role::Query | Role::Veto)
    }

    /// Whether the hook may replace what is about to happen: it returns `true` if it did.
    pub const fn is_replacement(self) -> bool {
        matches!(self.role(), Role::Replacement)
    }

    /// Whether the hook is run for all its listeners: cards in front of a player or on the table,
    /// and the rules.
    pub const fn has_listeners(self) -> bool {
        matches!(self.role(), Role::Heard | Role::Replacement | Role::Veto)
    }
}

/// A set of hooks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hooks(pub u32);

impl Hooks {
    /// Returns this set with `hook` added.
    pub const fn with(self, hook: Hook) -> Self {
        Self(self.0 | 1 << hook as u16)
    }

    /// Returns this set without `hook`.
    pub const fn without(self, hook: Hook) -> Self {
        Self(self.0 & !(1 << hook as u16))
    }

    /// Returns the union of both sets.
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether the hook is in the set.
    pub const fn has(self, hook: Hook) -> bool {
        self.0 >> hook as u16 & 1 == 1
    }
}
