//! Claims of an English text of a card: what it says that happens, to whom, and how many.

use crate::script::Symbol;

/// Something that a text can claim and a script can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// The verbs with a symbol.
    Symbol(Symbol),
    /// Several players are concerned.
    Everybody,
    /// Somebody chooses a player.
    ChosenPlayer,
    /// The next player is concerned.
    NextPlayer,
    /// Chance decides.
    Random,
}

/// Words of a topic: `claims` say that it happens, `mentions` are enough for a text to tell of it.
struct Words {
    topic: Topic,
    /// Phrases; a word of one may end in `*`.
    claims: &'static [&'static str],
    mentions: &'static [&'static str],
    missing: &'static str,
    done: &'static str,
}

const TOPICS: &[Words] = &[
    Words {
        topic: Topic::Symbol(Symbol::Draw),
        claims: &[
            "draw a",
            "draws a",
            "draw the",
            "draws the",
            "draw #",
            "draws #",
            "draw one",
            "draws one",
            "draw another",
            "draw cards",
            "draws cards",
            "draw up",
            "draw your",
            "draws their",
        ],
        mentions: &["draw*", "card*", "tile*"],
        missing: "draws nothing",
        done: "draws",
    },
    Words {
        topic: Topic::Symbol(Symbol::Take),
        claims: &["steal*", "rob", "robs"],
        mentions: &["take*", "steal*", "give*", "get*", "rob*", "have", "swap*", "hand*", "ask*"],
        missing: "takes no card from a player",
        done: "takes a card from a player",
    },
    Words {
        topic: Topic::Symbol(Symbol::Bolt),
        claims: &["# turns", "# more turns", "# extra turns", "extra turn*", "more turns"],
        mentions: &["turn*", "attack*"],
        missing: "gives nobody turns",
        done: "gives turns",
    },
    Words {
        topic: Topic::Symbol(Symbol::Skip),
        claims: &[
            "ends your turn",
            "end your turn",
            "your turn ends",
            "ends one of your turns",
            "end one turn",
            "ends one turn",
            "end the turn",
            "ends the turn",
            "without drawing",
            "skip your",
            "skips your",
        ],
        mentions: &["end*", "stop*", "skip*", "without", "turn*"],
        missing: "ends no turn",
        done: "ends a turn",
    },
    Words {
        topic: Topic::Symbol(Symbol::Reverse),
        claims: &["reverse the", "reverses the", "direction of play", "order of play"],
        mentions: &["revers*", "direction", "round", "around", "order"],
        missing: "does not reverse the direction of play",
        done: "reverses the direction of play",
    },
    Words {
        topic: Topic::Symbol(Symbol::Shuffle),
        claims: &[
            "shuffle the",
            "shuffles the",
            "shuffle all",
            "shuffle it",
            "mixes",
            "mix the",
            "is shuffled",
            "are shuffled",
        ],
        mentions: &["shuffl*", "mix*", "random*"],
        missing: "shuffles nothing",
        done: "shuffles",
    },
    Words {
        topic: Topic::Symbol(Symbol::Eye),
        claims: &[
            "look at",
            "looks at",
            "peek at",
            "peeks at",
            "look in",
            "reveal the",
            "reveals the",
        ],
        mentions: &[
            "look*", "see*", "show*", "reveal*", "peek*", "visible", "watch*", "know*", "face",
        ],
        missing: "lets nobody look at cards",
        done: "lets players see cards",
    },
    Words {
        topic: Topic::Symbol(Symbol::Burst),
        claims: &["explode", "explodes", "blow up", "blows up"],
        mentions: &["explod*", "explosion*", "blow*", "kitten*", "kill*", "goes"],
        missing: "makes nobody explode",
        done: "makes somebody explode",
    },
    Words {
        topic: Topic::Symbol(Symbol::Stop),
        claims: &[
            "cancel a",
            "cancels a",
            "cancel the",
            "cancels the",
            "stops a",
            "stop a",
            "stop the",
            "stops the",
        ],
        mentions: &[
            "cancel*", "stop*", "rescue*", "save*", "prevent*", "nope*", "protect*", "undo*",
            "effect",
        ],
        missing: "stops nothing",
        done: "stops what it answers",
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
            "all others",
        ],
        mentions: &[
            "each", "every*", "all", "players", "others", "any*", "both", "whoever", "who", "one",
            "first",
        ],
        missing: "does nothing to several players",
        done: "concerns several players",
    },
    Words {
        topic: Topic::ChosenPlayer,
        claims: &[
            "player of your choice",
            "choose a player",
            "choose another player",
            "pick a player",
            "pick another player",
            "chosen player",
            "choose any player",
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
        ],
        missing: "asks nobody for a player",
        done: "asks for a player",
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
        ],
        mentions: &[],
        missing: "does not name the next player",
        done: "",
    },
    Words {
        topic: Topic::Random,
        claims: &["at random", "random card"],
        mentions: &[],
        missing: "leaves nothing to chance",
        done: "",
    },
];

impl Topic {
    fn words(self) -> Option<&'static Words> {
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

const NUMBERS: [&str; 13] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
];

/// Words after which a text tells of a condition, of others, or of what does not happen.
const CONDITIONS: [&str; 26] = [
    "when",
    "whenever",
    "until",
    "if",
    "unless",
    "while",
    "who",
    "whoever",
    "after",
    "before",
    "where",
    "not",
    "cannot",
    "no",
    "nobody",
    "never",
    "nothing",
    "instead",
    "than",
    "because",
    "that",
    "which",
    "without",
    "whose",
    "once",
    "otherwise",
];

/// The nouns that numbers of cards count.
const UNITS: [&str; 9] =
    ["turns", "cards", "spaces", "points", "tiles", "turn", "card", "steps", "players"];

/// A text, taken apart.
pub struct Claims {
    /// The words of each part between punctuation marks, in lower case.
    parts: Vec<Vec<String>>,
    /// Whether a part follows a condition of its sentence.
    is_conditional: Vec<bool>,
    numbers: Vec<(i64, &'static str)>,
}

impl Claims {
    /// Takes a text apart.
    pub fn of(text: &str) -> Self {
        let text = text.to_lowercase();
        let words = |part: &str| {
            let trim = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
            let words = part.split_whitespace().map(trim);
            words.filter(|word| !word.is_empty()).collect::<Vec<String>>()
        };
        let (mut parts, mut is_conditional) = (Vec::new(), Vec::new());
        for sentence in text.split(['.', ';', ':', '!', '?']) {
            let mut is_after = false;
            for part in sentence.split([',', '(', ')', '–', '—']) {
                parts.push(words(part));
                is_conditional.push(is_after);
                is_after |= parts.last().and_then(|it| it.first()).is_some_and(|it| it == "if");
            }
        }
        let numbers = parts.iter().flat_map(|part| numbers_in(part)).collect();
        Self { parts, is_conditional, numbers }
    }

    /// The topics that the text says happen, with the words that say so.
    pub fn said(&self) -> Vec<(Topic, String)> {
        let said = TOPICS.iter().filter_map(|words| {
            let phrase = words.claims.iter().find_map(|claim| self.find(claim))?;
            Some((words.topic, phrase))
        });
        said.collect()
    }

    /// The words of a phrase where no condition stands before it.
    fn find(&self, claim: &str) -> Option<String> {
        let claim: Vec<&str> = claim.split(' ').collect();
        let sure = self.parts.iter().zip(&self.is_conditional).filter(|(_, is_if)| !**is_if);
        sure.map(|(part, _)| part).find_map(|part| {
            let mut at = 0..(part.len() + 1).saturating_sub(claim.len());
            let fits = |at: &usize| {
                part[*at..].iter().zip(&claim).all(|(word, pattern)| fits(word, pattern))
            };
            let at = at.find(fits)?;
            let is_sure = claim.first() == Some(&"without")
                || part[..at].iter().all(|word| !CONDITIONS.contains(&&**word));
            let next = part.get(at + claim.len()).map(String::as_str);
            // Hands are shuffled when they are turned face down.
            let is_noun = matches!(next, Some("pile" | "step"))
                || claim.last() == Some(&"shuffled") && part.iter().any(|word| word == "hand");
            (is_sure && !is_noun).then(|| part[at..at + claim.len()].join(" "))
        })
    }

    /// Whether a word of the text belongs to a topic.
    pub fn mentions(&self, topic: Topic) -> bool {
        let Some(words) = topic.words() else { return true };
        let all = self.parts.iter().flatten();
        all.into_iter().any(|word| words.mentions.iter().any(|pattern| fits(word, pattern)))
    }

    /// The numbers of things that the text names.
    pub fn numbers(&self) -> &[(i64, &'static str)] {
        &self.numbers
    }
}

fn fits(word: &str, pattern: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(stem) => word.starts_with(stem),
        None if pattern == "#" => number(word).is_some_and(|n| n > 1),
        None => word == pattern,
    }
}

fn number(word: &str) -> Option<i64> {
    let at = NUMBERS.iter().position(|name| *name == word);
    at.map(|n| n as i64).or_else(|| word.parse().ok())
}

/// Numbers before a noun, also with an adjective between them: `two extra turns`.
fn numbers_in(part: &[String]) -> Vec<(i64, &'static str)> {
    let counted = part.iter().enumerate().filter_map(|(at, word)| {
        let number = number(word).filter(|number| *number > 1)?;
        let mut after = part[at + 1..].iter().take(3).take_while(|word| *word != "of");
        let unit = after.find_map(|word| UNITS.iter().find(|unit| **unit == word))?;
        Some((number, *unit))
    });
    counted.collect()
}
