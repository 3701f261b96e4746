//! The moments at which cards are played.

use super::action::Subject;

/// The moments at which a kind may be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Moment {
    /// On the player's own turn.
    Main,
    /// When a card has been played.
    Card,
    /// When a set has been played.
    Combo,
    /// When a player is exploding.
    Explosion,
    /// When a player is about to draw.
    Draw,
    /// When a turn begins.
    Turn,
    /// When a player's play is over, or is about to take a card from a pile.
    Between,
}

impl Moment {
    /// All moments with their names in scripts.
    pub const ALL: [(Self, &'static str); 7] = [
        (Self::Main, "main"),
        (Self::Card, "card"),
        (Self::Combo, "combo"),
        (Self::Explosion, "explosion"),
        (Self::Draw, "draw"),
        (Self::Turn, "turn"),
        (Self::Between, "between"),
    ];

    /// Returns the moment at which an action with this subject may be answered.
    pub const fn of(subject: &Subject) -> Self {
        match subject {
            Subject::Card(..) => Self::Card,
            Subject::Combo(_) => Self::Combo,
            Subject::Explosion(_) => Self::Explosion,
            Subject::Draw => Self::Draw,
            Subject::Turn => Self::Turn,
            Subject::Between => Self::Between,
        }
    }
}
