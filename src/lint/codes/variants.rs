//! Error codes of variants and titles that fail to load.

use super::page;
use crate::lint::rule::{Detection, Rule};

const MINE: &str = "variants/mine.json";
const TITLES: &str = "variants/titles/eo.json";

/// Builds a code with its documentation: code, name, summary, why, fix, then a file with the error
/// and the fixed file.
macro_rules! read {
    ($code:literal $name:literal $summary:literal $why:literal $fix:literal
     $file:ident $bad:literal $good:literal) => {
        read!($code $name $summary $why $fix
            [($file, concat!($bad, "\n"))] [($file, concat!($good, "\n"))] Detection::Load)
    };
    ($code:literal $name:literal $summary:literal $why:literal $fix:literal
     [$($bad:expr),*] [$($good:expr),*] $look:expr) => {
        Rule {
            bad: &[$($bad),*],
            good: &[$($good),*],
            look: $look,
            ..page($code, $name, $summary, $why, $fix)
        }
    };
}

pub const VARIANTS: &[Rule] = &[
    read!("V0101" "no-json"
        "a file is not JSON"
        "The error is at the marked position or just before it."
        "Texts and keys need double quotes; commas separate entries, with none after the last; \
         comments are not allowed."
        MINE
        r#"{ "name": "Mine", "extends": "classic", }"#
        r#"{ "name": "Mine", "extends": "classic" }"#),
    read!("V0102" "wrong-shape"
        "a value has the wrong type for its key"
        "Each key takes a number, a text, a list or an object; `litterbox schema variant` says \
         which."
        "Write what the hint shows."
        MINE
        r#"{ "name": "Mine", "extends": "classic", "players": "five" }"#
        r#"{ "name": "Mine", "extends": "classic", "players": [2, 5] }"#),
    read!("V0103" "unknown-key"
        "the key does not exist"
        "Unknown keys would have no effect."
        "Use the key in the hint; variants/README.md lists all keys."
        MINE
        r#"{ "name": "Mine", "extends": "classic", "dael": 5 }"#
        r#"{ "name": "Mine", "extends": "classic", "deal": 5 }"#),
    read!("V0104" "key-twice"
        "a key appears twice in one object"
        "Only one of the values would be used."
        "Remove one of them."
        MINE
        r#"{ "name": "Mine", "extends": "classic",
  "deck": { "shuffle": 3, "shuffle": 6 } }"#
        r#"{ "name": "Mine", "extends": "classic", "deck": { "shuffle": 6 } }"#),
    read!("V0105" "missing-key"
        "a key that is needed is missing"
        "A variant that extends none says everything itself."
        "Add the key, or extend a variant that says it."
        MINE
        r#"{ "name": "Mine", "players": [2, 4] }"#
        r#"{ "name": "Mine", "extends": "classic", "players": [2, 4] }"#),
    read!("V0106" "no-such-variant"
        "there is no variant or language of this name"
        "`extends`, the command line and `--lang` name files by their ids: variants/classic.json \
         is `classic`."
        "Use the name in the hint; `litterbox variants` lists them."
        MINE
        r#"{ "name": "Mine", "extends": "clasic" }"#
        r#"{ "name": "Mine", "extends": "classic" }"#),
    read!("V0107" "extends-itself"
        "variants extend each other in a cycle"
        "A cycle has no base variant."
        "Change `extends` of one of them."
        MINE
        r#"{ "name": "Mine", "extends": "mine" }"#
        r#"{ "name": "Mine", "extends": "classic" }"#),
    read!("V0108" "no-such-script"
        "a card, combo or rule has no script"
        "A kind runs the script of its own name unless its entry names another."
        "Write the script, correct the name, or name a script that is there."
        MINE
        r#"{ "name": "Mine", "extends": "classic", "deck": { "shufle": 4 } }"#
        r#"{ "name": "Mine", "extends": "classic", "deck": { "shuffle": 4 } }"#),
    read!("V0109" "kind-not-in-deck"
        "an entry describes a kind that the deck does not count"
        "It would change nothing."
        "Correct its name, or count it in `deck`."
        MINE
        r#"{ "name": "Mine", "extends": "classic",
  "kinds": { "shufle": { "tags": ["cat"] } } }"#
        r#"{ "name": "Mine", "extends": "classic",
  "kinds": { "shuffle": { "tags": ["cat"] } } }"#),
    read!("V0110" "no-such-pile-here"
        "there is no pile of this name"
        "`home`, `start` and `refill` name piles: `draw`, `discard`, `box`, and those under \
         `piles`."
        "Correct the name, or name the pile under `piles`."
        MINE
        r#"{ "name": "Mine", "extends": "classic",
  "kinds": { "shuffle": { "home": "shelf" } } }"#
        r#"{ "name": "Mine", "extends": "classic",
  "kinds": { "shuffle": { "home": "shelf" } }, "piles": { "shelf": {} } }"#),
    read!("V0111" "no-such-subset"
        "a count names a part of the box that there is not"
        "Parts of the box are in play for some numbers of players; `subsets` says for which."
        "Correct the name, or add it to `subsets` with its condition."
        MINE
        r#"{ "name": "Mine", "extends": "classic", "deck": { "shuffle": { "paw": 4 } } }"#
        r#"{ "name": "Mine", "extends": "classic",
  "subsets": { "paw": "players <= 3" }, "deck": { "shuffle": { "paw": 4 } } }"#),
    read!("V0112" "no-such-tag"
        "a tag that nothing has or asks for"
        "Scripts ask for tags by their names; one with a slip is never found."
        "Correct it, or give it to a kind."
        MINE
        r#"{ "name": "Mine", "extends": "classic", "explosion_tags": ["difusable"] }"#
        r#"{ "name": "Mine", "extends": "classic", "explosion_tags": ["defusable"] }"#),
    read!("V0113" "no-id"
        "an id cannot be typed, or is taken"
        "Ids are typed in the REPL and name files, and no two things may share one."
        "Use a word of a-z, 0-9 and _ that begins with a letter and is not taken."
        MINE
        r#"{ "name": "Mine", "extends": "classic",
  "counters": { "player": ["Big Treats"] } }"#
        r#"{ "name": "Mine", "extends": "classic",
  "counters": { "player": ["big_treats"] } }"#),
    read!("V0114" "players"
        "nobody can play with these numbers of players"
        "`players` is the smallest and the largest number, from 2 to 16."
        "Put the smallest first."
        MINE
        r#"{ "name": "Mine", "extends": "classic", "players": [5, 2] }"#
        r#"{ "name": "Mine", "extends": "classic", "players": [2, 5] }"#),
    read!("V0115" "count-out-of-range"
        "a count is too small or too large"
        "There are from 0 to 1000 cards of a kind, for every number of players."
        "Write a number in this range. An expression may be bounded: `max(0, players - 3)`."
        MINE
        r#"{ "name": "Mine", "extends": "classic", "deck": { "shuffle": "players - 3" } }"#
        r#"{ "name": "Mine", "extends": "classic",
  "deck": { "shuffle": "max(0, players - 3)" } }"#),
    read!("V0116" "sum-of-the-box"
        "the sum of the deck differs from `box`"
        "`box` is the number of cards printed on the box; the check finds mistyped counts."
        "Correct a count, or `box`, or leave `box` out."
        MINE
        r#"{ "name": "Mine", "extends": "classic", "box": 50 }"#
        r#"{ "name": "Mine", "extends": "classic", "box": 56 }"#),
    read!("V0117" "deck-too-small"
        "the deck cannot be dealt for some number of players"
        "Everybody gets `deal` cards and has one left to draw."
        "Deal fewer cards, add cards, or allow fewer players."
        MINE
        r#"{ "name": "Mine", "extends": "classic", "players": [2, 9] }"#
        r#"{ "name": "Mine", "extends": "classic", "players": [2, 9], "deal": 4 }"#),
    read!("V0118" "expression-fails"
        "an expression fails for some number of players"
        "It is tried for every number of players that the variant allows."
        "Use `players`, numbers, operators, `min`, `max` and `if`."
        MINE
        r#"{ "name": "Mine", "extends": "classic", "deck": { "shuffle": "player + 1" } }"#
        r#"{ "name": "Mine", "extends": "classic", "deck": { "shuffle": "players + 1" } }"#),
    read!("V0119" "value-of-an-option"
        "an option has a value that it cannot have"
        "Some options list their values; the others take values of the type of their first one."
        "Write one of those that the message names."
        MINE
        r#"{ "name": "Mine", "extends": "classic", "options": { "attack_stacks": "no" } }"#
        r#"{ "name": "Mine", "extends": "classic",
  "options": { "attack_stacks": false } }"#),
    read!("V0120" "no-such-option-here"
        "there is no option of this name"
        "An option is declared with what it settles, in this variant or one that it extends."
        "Use the name in the hint, or declare it with `value` and `about`."
        MINE
        r#"{ "name": "Mine", "extends": "classic", "options": { "atack_stacks": false } }"#
        r#"{ "name": "Mine", "extends": "classic",
  "options": { "attack_stacks": false } }"#),
    read!("V0122" "too-many"
        "too many piles or tags"
        "A variant may have 64 of each."
        "Leave out those that nothing uses."
        [] [] Detection::Never),
    read!("V0123" "number-of-players"
        "a variant does not take this number of players"
        "`players` in its file is the allowed range."
        "Choose another number, or change `players` in your own variant."
        [] [] Detection::Run { wrong: &["litterbox sim classic --games 1 --players 9"], right: &["litterbox sim classic --games 1 --players 5"], }),
    read!("V0124" "abstract"
        "an abstract variant cannot be played"
        "`\"abstract\": true` makes a variant a box from which others take their decks."
        "Choose a variant that extends it, or write one."
        [] [] Detection::Run { wrong: &["litterbox sim recipes --games 1"], right: &["litterbox sim mind_games --games 1"], }),
    read!("V0130" "unreadable"
        "a file of scripts or variants cannot be read"
        "It may not be read, or it is not UTF-8 text."
        "Save it as UTF-8; look whether you may read it."
        [] [] Detection::Never),
    read!("V0201" "title-not-unique"
        "a title could mean something else when it is typed"
        "Titles are typed without regard to case, accents, spaces and punctuation."
        "Give it a title that differs by more than these, with a letter or a digit in it."
        TITLES r#"{ "language": "eo", "cards": { "shuffle": { "title": "PARO!" } },
  "combos": { "pair": { "title": "Paro" } } }"#
        r#"{ "language": "eo", "cards": { "shuffle": { "title": "Miksu" } },
  "combos": { "pair": { "title": "Paro" } } }"#),
    read!("V0202" "language-of-titles"
        "a file of titles says another language than its name"
        "`--lang it` opens titles/it.json."
        "Correct `language`, or rename the file."
        TITLES
        r#"{ "language": "it", "cards": { "shuffle": { "title": "Miksu" } } }"#
        r#"{ "language": "eo", "cards": { "shuffle": { "title": "Miksu" } } }"#),
    read!("L0404" "title-without-card"
        "a title is for a card or combo that no variant has"
        "It is shown to nobody: the id is misspelt, or the card is gone."
        "Correct the id, leave the title out, or put the card into a variant."
        TITLES
        r#"{ "language": "eo", "cards": { "shufle": { "title": "Miksu" } } }"#
        r#"{ "language": "eo", "cards": { "shuffle": { "title": "Miksu" } } }"#)
    .as_warning(),
];
