//! A topic: something that a text of a card can claim, and that its script can do.

use crate::script::Symbol;

/// Something that a text can claim and a script can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// The verbs with a symbol.
    Symbol(Symbol),
    /// The verbs whose clause has a word.
    Clause(&'static str),
    /// The verbs with a symbol whose clause has a word.
    Part(Symbol, &'static str),
    /// The verbs that return cards or a pile, and whose clause has a word.
    Place(&'static str),
    /// Nobody draws in any case.
    NoDraw,
    /// Cards are put into a pile.
    Pile,
    /// Several players are concerned.
    Everybody,
    /// Somebody chooses a player.
    ChosenPlayer,
    /// Somebody chooses.
    Choice,
    /// The next player is concerned.
    NextPlayer,
    /// Chance decides.
    Random,
    /// It can be played while others act.
    OutOfTurn,
}

pub const DISCARD: Topic = Topic::Clause("discard");
pub const SCORE: Topic = Topic::Clause("points");
pub const OUT: Topic = Topic::Clause("leave[s]");

/// Words of a topic. In phrases, a word may begin or end in `*`; `#` is a number above 1, `%` a
/// word that begins an object, such as `a` or a number, and `…` stands for up to five words.
pub struct Words {
    pub topic: Topic,
    /// Phrases that say that it happens.
    pub claims: &'static [&'static str],
    /// Words that are enough for a text to tell of it. Without any, a text need not tell of it.
    pub mentions: &'static [&'static str],
    pub missing: &'static str,
    pub done: &'static str,
}
