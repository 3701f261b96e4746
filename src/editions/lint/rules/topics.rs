//! The words with which English texts of cards say that something happens, by what verbs do.

use crate::script::Symbol;

/// Something that a text can claim and a script can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// The verbs with a symbol.
    Symbol(Symbol),
    /// The verbs whose clause has a word.
    Clause(&'static str),
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

pub const TOPICS: &[Words] = &[
    Words {
        topic: Topic::Symbol(Symbol::Draw),
        claims: &["draw %", "draws %", "drawing #"],
        mentions: &["draw*", "card*", "tile*"],
        missing: "draws nothing",
        done: "draws",
    },
    Words {
        topic: Topic::Symbol(Symbol::Take),
        claims: &[
            "steal*",
            "rob",
            "robs",
            "take … card* from … player*",
            "takes … card* from … player*",
            "take … card* from … opponent*",
            "take … card* from each",
            "take … card* from … hand",
            "give you",
            "gives you",
            "give a card",
            "gives a card",
            "give # cards",
            "gives # cards",
            "swap hands",
            "swaps hands",
        ],
        mentions: &[
            "take*", "steal*", "give*", "get*", "rob*", "have", "swap*", "hand*", "ask*", "trade*",
            "pass*", "receive*",
        ],
        missing: "takes no card from a player",
        done: "takes a card from a player",
    },
    Words {
        topic: Topic::Symbol(Symbol::Bolt),
        claims: &[
            "take # turn*",
            "takes # turn*",
            "take # … turn*",
            "takes # … turn*",
            "takes a turn",
            "take a turn",
            "# more turns",
            "# extra turns",
            "extra turn*",
            "more turns",
            "another turn",
            "additional turn*",
        ],
        mentions: &["turn*", "attack*"],
        missing: "gives nobody turns",
        done: "gives turns",
    },
    Words {
        topic: Topic::Symbol(Symbol::Skip),
        claims: &[
            "end your turn*",
            "ends your turn*",
            "end one … turn*",
            "ends one … turn*",
            "end this turn",
            "ends this turn",
            "end all … turn*",
            "ends all … turn*",
            "end the turn",
            "ends the turn",
            "your turn ends",
            "your turn is over",
            "turn* end* at once",
            "without drawing",
            "skip your",
            "skips your",
            "skip the rest",
            "skip a turn",
            "skips a turn",
            "skips their",
            "skip # turn*",
        ],
        mentions: &["end*", "stop*", "skip*", "without", "turn*", "over"],
        missing: "ends no turn",
        done: "ends a turn",
    },
    Words {
        topic: Topic::Symbol(Symbol::Reverse),
        claims: &[
            "reverse",
            "reverses",
            "reversed",
            "direction of play",
            "order of play",
            "change* direction",
            "other way round",
            "play goes the other way",
        ],
        mentions: &["revers*", "direction", "round", "around", "order"],
        missing: "does not reverse the direction of play",
        done: "reverses the direction of play",
    },
    Words {
        topic: Topic::Symbol(Symbol::Shuffle),
        claims: &["shuffle", "shuffles", "shuffled", "reshuffle*", "mix", "mixes"],
        // Cards that go back into a pile are shuffled.
        mentions: &["shuffl*", "mix*", "random*", "reshuffl*", "return*", "back"],
        missing: "shuffles nothing",
        done: "shuffles",
    },
    Words {
        topic: Topic::Symbol(Symbol::Eye),
        claims: &[
            "look* at",
            "look* in secret at",
            "look* in",
            "look* into",
            "look* through",
            "peek*",
            "see the",
            "sees the",
            "see # cards",
            "reveal*",
            "show your",
            "shows their",
            "show a",
            "shows a",
            "show the",
            "shows the",
            "show everyb*",
            "show everyo*",
        ],
        mentions: &[
            "look*", "see*", "show*", "reveal*", "peek*", "visible", "watch*", "know*", "face",
            "offer*", "open", "secret*", "top",
        ],
        missing: "lets nobody look at cards",
        done: "lets players see cards",
    },
    Words {
        topic: Topic::Symbol(Symbol::Burst),
        claims: &["explode", "explodes", "blow up", "blows up", "blow* … up"],
        mentions: &["explod*", "explosion*", "blow*", "kitten*", "kill*", "goes", "game"],
        missing: "makes nobody explode",
        done: "makes somebody explode",
    },
    Words {
        topic: Topic::Symbol(Symbol::Stop),
        claims: &["cancel", "cancels", "stops %", "stop %", "rescues you", "saves you"],
        mentions: &[
            "cancel*", "stop*", "rescue*", "save*", "prevent*", "nope*", "protect*", "undo*",
            "effect", "block*", "avert*",
        ],
        missing: "stops nothing",
        done: "stops what it answers",
    },
    Words {
        topic: DISCARD,
        claims: &["discard %", "discards %", "throw* away", "throw* % … away"],
        mentions: &[
            "discard*",
            "lose*",
            "throw*",
            "pay*",
            "away",
            "cost*",
            "drop*",
            "gone",
            "up",
            "trade*",
            "exchange*",
            "instead",
        ],
        missing: "discards nothing",
        done: "discards cards",
    },
    Words {
        topic: Topic::Pile,
        claims: &[
            "put* … draw pile",
            "put* … discard pile",
            "hide* … draw pile",
            "return* … draw pile",
            "place* … draw pile",
        ],
        mentions: &[],
        missing: "puts nothing into a pile",
        done: "",
    },
    Words {
        topic: Topic::Clause("win[s]"),
        claims: &["you win", "wins the game", "win the game", "wins at once"],
        mentions: &["win*", "victor*"],
        missing: "lets nobody win",
        done: "lets somebody win",
    },
    Words {
        topic: Topic::Clause("lose[s]"),
        claims: &["loses the game", "lose the game"],
        mentions: &["lose*", "lost", "game"],
        missing: "lets nobody lose the game",
        done: "lets somebody lose the game",
    },
    Words {
        topic: OUT,
        claims: &["out of the game", "leave the game", "leaves the game", "eliminated"],
        mentions: &["out", "leave*", "eliminat*", "die*", "dead", "explod*", "kill*"],
        missing: "puts nobody out of the game",
        done: "puts somebody out of the game",
    },
    Words {
        topic: Topic::Clause("return[s]"),
        claims: &["revive*", "returns to the game", "return to the game", "back to life"],
        mentions: &["reviv*", "return*", "back", "alive", "life", "again"],
        missing: "brings nobody back into the game",
        done: "brings somebody back into the game",
    },
    Words {
        topic: SCORE,
        claims: &["# points", "a point", "one point", "score*"],
        mentions: &["point*", "scor*"],
        missing: "scores nothing",
        done: "scores",
    },
    Words {
        topic: Topic::Everybody,
        claims: &[
            "each other player",
            "every other player",
            "each player",
            "every player",
            "everybody",
            "everyone",
            "all players",
            "all other players",
            "all the other players",
            "the other players",
            "all others",
            "all the others",
            "each of the others",
            "each opponent",
            "every opponent",
            "all opponents",
            "all your opponents",
            "your opponents",
        ],
        mentions: &[
            "each",
            "every*",
            "all",
            "players",
            "others",
            "any*",
            "both",
            "whoever",
            "who",
            "one",
            "first",
            "opponents",
            "nobody",
        ],
        missing: "does nothing to several players",
        done: "concerns several players",
    },
    Words {
        topic: Topic::ChosenPlayer,
        claims: &[
            "player of your choice",
            "opponent of your choice",
            "choose … player",
            "chooses … player",
            "pick … player",
            "picks … player",
            "name … player",
            "choose … opponent",
            "pick … opponent",
            "chosen player",
        ],
        mentions: &[
            "player*",
            "cho*",
            "pick*",
            "whom",
            "some*",
            "any*",
            "another",
            "opponent*",
            "victim*",
            "ask*",
            "target*",
            "who*",
            "other*",
            "partner*",
            "steal*",
        ],
        missing: "asks nobody for a player",
        done: "asks for a player",
    },
    Words {
        topic: Topic::Choice,
        claims: &[
            "choose",
            "chooses",
            "of your choice",
            "of their choice",
            "of its choice",
            "pick",
            "picks",
        ],
        mentions: &[],
        missing: "asks nobody",
        done: "",
    },
    Words {
        topic: Topic::NextPlayer,
        claims: &[
            "next player takes",
            "next player draws",
            "next player gives",
            "next player explodes",
            "next player looks",
            "next player loses",
            "next player discards",
            "next player shuffles",
            "next player must",
            "from the next player",
            "player to your left",
            "player on your left",
        ],
        mentions: &[],
        missing: "does not name the next player",
        done: "",
    },
    Words {
        topic: Topic::Random,
        claims: &["at random", "random card*", "randomly"],
        mentions: &[],
        missing: "leaves nothing to chance",
        done: "",
    },
    Words {
        topic: Topic::OutOfTurn,
        claims: &["out of turn", "any time", "on anybody's turn", "on anyone's turn"],
        mentions: &[],
        missing: "answers nothing",
        done: "",
    },
];

impl Topic {
    pub fn words(self) -> Option<&'static Words> {
        TOPICS.iter().find(|words| words.topic == self)
    }

    /// The rest of a sentence that a script does not do it.
    pub fn missing(self) -> &'static str {
        self.words().map_or("", |words| words.missing)
    }

    /// The rest of a sentence that a script does it.
    pub fn done(self) -> &'static str {
        self.words().map_or("", |words| words.done)
    }

    /// The topics that a text must mention if its script always does so.
    pub fn told() -> impl Iterator<Item = Self> {
        TOPICS.iter().filter(|words| !words.mentions.is_empty()).map(|words| words.topic)
    }
}
