//! The documentation of all names that are no verbs, for `?NAME` and `litterbox api NAME`: what
//! scripts define (hooks, constants, the patterns of `SET`), and the language.

use super::hooks::HOOKS;
use super::language;
use crate::base::error::and;
use std::sync::LazyLock;

/// A reference entry that is not a verb.
#[derive(Clone, Debug)]
pub struct Topic {
    /// Its name in scripts.
    pub name: &'static str,
    /// The group it is listed under: `hooks`, `constants`, `patterns`, `language` …
    pub group: &'static str,
    /// Its forms, each with the script folders it applies to.
    pub forms: Vec<(String, String)>,
    pub doc: String,
    /// An example, one line.
    pub example: &'static str,
}

impl Topic {
    /// Returns all forms in one line.
    pub fn signature(&self) -> String {
        let form = |(form, of): &(String, String)| match of.is_empty() {
            true => form.clone(),
            false => format!("{form} ({of})"),
        };
        self.forms.iter().map(form).collect::<Vec<_>>().join(", ")
    }
}

/// Returns the topic with this name.
pub fn find(name: &str) -> Option<&'static Topic> {
    TOPICS.iter().find(|topic| topic.name == name)
}

/// Returns the constants of scripts that the program reads.
#[doc(hidden)]
pub fn constants() -> impl Iterator<Item = &'static Topic> {
    TOPICS.iter().filter(|topic| topic.group == "constants")
}

/// Said of a constant that a function cannot read.
#[doc(hidden)]
pub fn unseen_constants() -> String {
    let names: Vec<String> = constants().map(|topic| format!("`{}`", topic.name)).collect();
    let names = and(&names.iter().map(String::as_str).collect::<Vec<_>>());
    format!(
        "a function does not see the constants of its script: the kernel reads {names}; write \
         anything else where it is used"
    )
}

/// All topics, by group.
pub static TOPICS: LazyLock<Vec<Topic>> = LazyLock::new(|| {
    let hooks = HOOKS.iter().map(|spec| Topic {
        name: spec.hook.name(),
        group: "hooks",
        forms: spec.forms(),
        doc: spec.doc(),
        example: spec.example,
    });
    let others = OTHERS.iter().map(|(group, name, forms, doc, example)| Topic {
        name,
        group,
        forms: forms.iter().map(|(form, of)| ((*form).to_owned(), (*of).to_owned())).collect(),
        doc: (*doc).to_owned(),
        example,
    });
    let language = language::rows().map(|row| Topic {
        name: row.name,
        group: language::GROUP,
        forms: row.forms.iter().map(|form| ((*form).to_owned(), String::new())).collect(),
        doc: row.doc.to_owned(),
        example: row.example,
    });
    language.chain(hooks).chain(others).collect()
});

/// Group, name, forms, description and example.
type TopicRow = (Words, Words, &'static [(Words, Words)], Words, Words);
type Words = &'static str;

macro_rules! topics {
    ($($group:literal $name:literal [$($form:literal $of:literal),+]
        $doc:literal $example:literal;)*) => {
        &[$(($group, $name, &[$(($form, $of)),+], $doc, $example)),*]
    };
}

/// The topics that are no hooks of the kernel.
const OTHERS: &[TopicRow] = topics! {
    "hooks" "picture" ["fn picture()" "rules"]
        "Runs whenever a position is shown. Returns a text to show with it."
        "fn picture() { `${draw_pile().len} cards are left` }";
    "composition" "previous" ["previous()" "", "previous(value, …)" ""]
        "Runs the same hook of the script before this one in the list of the kind, of the combo or \
         of the rules, and returns its value: with the same values, or with those given, `me` \
         included. Fails where no such script defines the hook."
        "fn exploded(me, hazard) { previous(); me.next.draw(); }";
    "constants" "WHEN" ["const WHEN = [MOMENT, …];" "cards"]
        "When a card can be played: a list of `main` (on the player's own turn), and `card`, \
         `combo`, `explosion`, `draw`, `turn`, `between` (in response to one). `between` comes \
         after each play of a turn, and once a card with `OPENS` is announced; a response closes \
         it. It exists where the box has a card for it. Default: `[\"main\"]`."
        "const WHEN = [\"card\", \"combo\"];";
    "constants" "TO" ["const TO = PLACE;" "cards"]
        "Where a played card goes: `discard`, `front` (in front of its player), `target` (in front of \
         the player whom it announces) or `table`. Default: `discard`."
        "const TO = \"front\";";
    "constants" "FROM" ["const FROM = [PLACE, …];" "cards"]
        "Where a card is played from: a list of `hand` and `front` (in front of its player). \
         Default: `[\"hand\"]`."
        "const FROM = [\"hand\", \"front\"];";
    "constants" "HEARS" ["const HEARS = PLACE;" "cards", "const HEARS = [PLACE, WHOSE];" "cards"]
        "Where a card hears hooks: in `play` (in front of a player or on the table) or in the \
         `hand`; and whose: its `own` player's, those of `others`, or of `anybody`. Its own player \
         is who has it in the hand or in front, on the table who played it. Default: `play`, and \
         `own`, on the table `anybody`."
        "const HEARS = [\"play\", \"others\"];";
    "constants" "OPENS" ["const OPENS = \"between\";" "cards"]
        "Opens the moment `between` once the card is announced, before others can respond to it: \
         for cards that take the top or bottom card of a pile. Default: no moment."
        "const OPENS = \"between\";";
    "constants" "COMBOS" ["const COMBOS = [COMBO, …];" "cards"]
        "The combos of equal cards in which a card with `wild` replaces another one; in others it \
         cannot be played, and never as a card of its own kind. Default: all, and as its own kind."
        "const COMBOS = [\"pair\"];";
    "constants" "SET" ["const SET = PATTERN;" "combos", "const SET = [PATTERN, KIND, …];" "combos"]
        "The cards of a combo: `same(…)`, `different(…)`, `any(…)` or `any_of(…)`; or a list of \
         these and of kinds, of 20 cards together and with at most two `same`. The cards of a list \
         are chosen one at a time, in its order, or named in any order: `play tacocat beard_cat \
         skip`. Required for combos."
        "const SET = [different(2, \"cat\"), \"skip\"];";
    "constants" "OPTIONS" ["const OPTIONS = #{ NAME: #{ … }, … };" ""]
        "The options that the script reads with `option(\"NAME\")`. Each has `about`, a sentence, and \
         `values`, the default first; or a `value`: true, false or a whole number. With `count: \
         true` the value is a number or an expression in `players`."
        "const OPTIONS = #{ loot: #{ values: [\"one\", \"all\"], about: \"How many cards a pair takes.\" } };";
    "patterns" "same" ["same(n)" "", "same(n, tag)" ""]
        "A `SET` of `n` equal cards, 1 to 20; with a tag, of kinds that have it."
        "const SET = same(2, \"cat\");";
    "patterns" "different" ["different(n)" "", "different(n, tag)" ""]
        "A `SET` of `n` cards of different kinds, 1 to 20; with a tag, of kinds that have it."
        "const SET = different(5);";
    "patterns" "any" ["any(n)" "", "any(n, tag)" ""]
        "A `SET` of `n` cards in any mix, 1 to 20; with a tag, of kinds that have it. The player \
         chooses them one at a time."
        "const SET = any(3, \"cat\");";
    "patterns" "any_of" ["any_of(n, [KIND, …])" ""]
        "A `SET` of `n` cards of these kinds in any mix, 1 to 20. The player chooses them one at a \
         time."
        "const SET = any_of(2, [\"nope\", \"skip\"]);";
};
