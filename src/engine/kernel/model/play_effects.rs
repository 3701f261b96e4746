//! The effects of plays, as far as agents must tell them apart.

/// The effects that a play can have, as far as the verbs of its scripts tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PlayEffects {
    /// Whether it ends turns or gives them to others.
    pub moves_turns: bool,
    /// Whether it shows hidden cards, or puts them into an order.
    pub shows: bool,
    /// Whether it shuffles a pile.
    pub shuffles: bool,
    /// Whether it takes cards of other players.
    pub takes: bool,
    /// Whether it makes players explode.
    pub explodes: bool,
}
