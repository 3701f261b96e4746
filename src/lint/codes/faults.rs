//! Faults: errors while a script runs. The game is restored to its state before the input.

use super::page;
use crate::error::Severity;
use crate::lint::rule::{Detection, Rule};

const DEMO: &str = "scripts/cards/demo.rhai";

/// The session input that plays the card.
const PLAYED: Detection = Detection::Run {
    wrong: &["litterbox repl mine ann bob -c ':table ann: demo skip | bob: skip' -c 'play demo'"],
    right: &["litterbox repl mine ann bob -c ':table ann: demo skip | bob: skip' -c 'play demo'"],
};

/// Builds a fault of a card with its documentation: code, name, summary, why, fix, then the card's
/// script with the error and with the fix.
macro_rules! card {
    ($code:literal $name:literal $summary:literal $why:literal $fix:literal
     $bad:literal $good:literal) => {
        Rule {
            bad: &[(DEMO, concat!("//! Demo.\n\n", $bad, "\n"))],
            good: &[(DEMO, concat!("//! Demo.\n\n", $good, "\n"))],
            look: PLAYED,
            ..page($code, $name, $summary, $why, $fix)
        }
    };
}

/// Builds a fault that no example can show: code, name, summary, why, fix.
macro_rules! rare {
    ($code:literal $name:literal $summary:literal $why:literal $fix:literal) => {
        page($code, $name, $summary, $why, $fix)
    };
}

pub const FAULTS: &[Rule] = &[
    card!("F0001" "no-end" "a script does not end"
        "A run is limited to 50,000 operations. A longer run is usually an endless loop."
        "Change the variables of the condition in the loop, or leave it with `break`."
        "fn resolve(me) {\n    let n = 0;\n    while n < 3 { me.draw(); }\n}"
        "fn resolve(me) {\n    let n = 0;\n    while n < 3 { me.draw(); n += 1; }\n}"),
    card!("F0002" "calls-too-deep" "functions call each other too deeply"
        "Calls can be nested 32 deep. Deeper nesting is usually infinite recursion."
        "Let the function return before it calls itself again, or write a loop."
        "fn drawn(me, n) { me.draw(); drawn(me, n - 1); }\n\nfn resolve(me) { drawn(me, 2); }"
        "fn drawn(me, n) { if n > 0 { me.draw(); drawn(me, n - 1); } }\n\nfn resolve(me) { \
        drawn(me, 2); }"),
    card!("F0003" "too-large" "a script makes a text, a list or a map that is too large"
        "The limits are 4096 characters, 1024 list entries and 128 map entries."
        "Check for a loop that grows it on each iteration."
        "fn resolve(me) {\n    let all = [me];\n    for _i in 0..20 { all += all; }\n}"
        "fn resolve(me) {\n    let all = [me];\n    for _i in 0..20 { all.push(me); }\n}"),
    rare!("F0004" "interrupted" "the user has stopped the script"
        "Ctrl-C ends a script that takes too long, not the program."
        "Nothing is lost: the game is as it was before the input."),
    card!("F0005" "arithmetic" "an arithmetic error"
        "A division by 0, or a result outside of 64 bits."
        "Check that the divisor is not 0."
        "fn resolve(me) { me.draw_cards(12 / discard_pile().filter(|c| c.kind == \"nope\").len); }"
        "fn resolve(me) { me.draw_cards(12 / max(1, discard_pile().count(\"nope\"))); }"),
    Rule {
        code: "F0006",
        severity: Severity::Error,
        name: "no-expression",
        summary: "the expression after `=` cannot be parsed",
        why: "In the REPL `= EXPR` evaluates an expression or a few statements.",
        fix: "Check for a missing bracket or value.",
        bad: &[],
        good: &[],
        look: Detection::Run {
            wrong: &["litterbox repl classic ann bob -c '= ann.hand.len +'"],
            right: &["litterbox repl classic ann bob -c '= ann.hand.len + 1'"],
        },
    },
    card!("F0007" "no-entry" "a script reads an entry that is not there"
        "The entries of a list are counted from 0, so a list of two has 0 and 1."
        "Check `len` first, or use `for`; for a map check `name in map`."
        "fn resolve(me) {\n    let found = [1, 2];\n    me.draw_cards(found[2]);\n}"
        "fn resolve(me) {\n    let found = [1, 2];\n    me.draw_cards(found[1]);\n}"),
    card!("F0008" "refused" "Rhai reports an error"
        "Most errors have their own code; this one is for the rest."
        "See the message and the Rhai book, https://rhai.rs/book."
        "fn resolve(me) {\n    for _card in me.hand.len { me.draw(); }\n}"
        "fn resolve(me) {\n    for _card in me.hand.cards { me.draw(); }\n}"),
    card!("F0101" "no-such-function" "a script uses an unknown function or property"
        "Names are resolved when the line runs. `litterbox check` finds most of them earlier."
        "Use the name in the hint, or find the right one with `litterbox api`."
        "fn resolve(me) { me.darw(); }"
        "fn resolve(me) { me.draw(); }"),
    card!("F0102" "wrong-type-at-play" "a function is called with values of the wrong type"
        "`litterbox api NAME` lists the parameter types of a function."
        "Use the types in the hint."
        "fn resolve(me) { me.draw_cards(\"two\"); }"
        "fn resolve(me) { me.draw_cards(2); }"),
    card!("F0103" "no-such-kind" "there is no kind of card of this name in the variant"
        "A kind that is misspelt would never be found."
        "Use the name in the hint, or put the kind into the deck of the variant."
        "fn resolve(me) { me.draw_cards(me.hand.count(\"noppe\")); }"
        "fn resolve(me) { me.draw_cards(me.hand.count(\"nope\")); }"),
    Rule {
        code: "F0104",
        severity: Severity::Error,
        name: "no-such-variable",
        summary: "there is no variable of this name",
        why: "In the REPL, each player is a variable, and `me` is the asked player.",
        fix: "Take one of these, or make a variable with `let`. Texts stand in quotes.",
        bad: &[],
        good: &[],
        look: Detection::Run {
            wrong: &["litterbox repl classic ann bob -c '= cat.hand.len'"],
            right: &["litterbox repl classic ann bob -c '= bob.hand.len'"],
        },
    },
    card!("F0105" "no-such-pile" "there is no pile of this name in the variant"
        "Besides `draw`, `discard` and `box` there are the piles that the variant names."
        "Use the name in the hint, or name the pile under `piles` of the variant."
        "fn resolve(me) { pile(\"drwa\").shuffle(); }"
        "fn resolve(me) { pile(\"draw\").shuffle(); }"),
    rare!("F0106" "action-is-over" "a script asks about an action that is over"
        "An action can be looked at while it waits for answers and while it is carried out."
        "Read what you need of it before, and keep that."),
    card!("F0107" "negative-depth" "a card is to lie at a depth below 0"
        "Depths are counted from the top, which is 0."
        "Look at how the number is made; `max(0, n)` keeps it in bounds."
        "fn resolve(me) { this_card().hide_in(draw_pile(), -1); }"
        "fn resolve(me) { this_card().hide_in(draw_pile(), 0); }"),
    card!("F0108" "too-few-turns" "a player is to take no turn, or less"
        "`take_turns` makes somebody take 1 turn or more, `add_turns` adds 0 or more."
        "Look at how the number is made, or call it only where there is a turn to take."
        "fn resolve(me) { me.next.take_turns(0); }"
        "fn resolve(me) { me.next.take_turns(2); }"),
    card!("F0109" "turns-of-another" "`add_turns` is for the current player"
        "Only the current player owes turns; the next player owes theirs when they begin."
        "Use `take_turns`, which makes somebody else take the next ones."
        "fn resolve(me) { me.next.add_turns(1); }"
        "fn resolve(me) { me.add_turns(1); }"),
    card!("F0110" "no-such-counter" "there is no counter of this name in the variant"
        "Counters are declared, so that a slip does not count for nothing."
        "Correct the name, or declare it: \"counters\": { \"player\": [\"treats\"] }."
        "fn resolve(me) { me.set(\"treats\", 1); }"
        "fn resolve(me) { me.draw_cards(1); }"),
    card!("F0111" "no-such-parameter" "the kind or combo has no parameter of this name"
        "A parameter stands in the entry of the kind, beside its script."
        "Correct the name, or give it: \"kinds\": { \"demo\": { \"turns\": 2 } }."
        "fn resolve(me) { me.next.take_turns(param(\"turns\")); }"
        "fn resolve(me) { me.next.take_turns(2); }"),
    card!("F0112" "no-such-data" "the variant has no data under this path"
        "`data(\"a.b\")` is the entry `b` of the object `a` under `data` of the variant."
        "Correct the path, or add the data to the variant."
        "fn resolve(me) { me.draw_cards(data(\"prize.cards\")); }"
        "fn resolve(me) { me.draw_cards(2); }"),
    Rule {
        code: "F0113",
        severity: Severity::Error,
        name: "data-is-an-object",
        summary: "a path of the data leads to an object",
        why: "A script reads values: numbers, texts, true or false, and lists of them.",
        fix: "Name one of its entries.",
        bad: &[(DEMO, "//! Demo.\n\nfn resolve(me) { me.draw_cards(data(\"prize\")); }\n"), PRIZE],
        good: &[
            (DEMO, "//! Demo.\n\nfn resolve(me) { me.draw_cards(data(\"prize.cards\")); }\n"),
            PRIZE,
        ],
        look: PLAYED,
    },
    card!("F0114" "no-such-option" "no variant declares an option of this name"
        "An option is declared with what it settles, so that `--set` can name it."
        "Use the name in the hint, or declare it under `options`."
        "fn resolve(me) { if option(\"attack_stack\") { end_turn(); } }"
        "fn resolve(me) { if option(\"attack_stacks\") { end_turn(); } }"),
    card!("F0115" "random-of-none" "`random` is asked for one of no numbers"
        "`random(n)` is a number from 0 to n - 1; below 1 there is none."
        "Ask whether there is something to choose from before."
        "fn resolve(me) { me.draw_cards(random(me.next.hand.count(\"nope\") * 0)); }"
        "fn resolve(me) { me.draw_cards(random(2)); }"),
    card!("F0116" "negative-count" "a negative number of cards"
        "Cards can be drawn, dealt, looked at or put back, but not less than none of them."
        "Look at how the number is made; `max(0, n)` keeps it in bounds."
        "fn resolve(me) { me.draw_cards(-3); }"
        "fn resolve(me) { me.draw_cards(3); }"),
    card!("F0117" "too-few-to-deal" "more cards are to be dealt than the draw pile has"
        "Some players would get fewer cards than others."
        "Add cards to the deck, deal fewer, or allow fewer players."
        "fn resolve(me) { deal(100); }"
        "fn resolve(me) { deal(1); }"),
    card!("F0118" "no-such-score" "a score is too large"
        "Scores of many games are added up."
        "Score points, not anything larger."
        "fn resolve(me) { me.score(10_000_000); }"
        "fn resolve(me) { me.score(10); }"),
    card!("F0119" "not-one-for-each" "a question to several players has not one pile for each"
        "`choose_cards_together` offers the first player the first pile, and so on."
        "Make the list of piles from the list of players."
        "fn resolve(me) { choose_cards_together(players(), \"Which?\", [me.hand]); }"
        "fn resolve(me) { choose_cards_together(players(), \"Which?\", players().map(|p| p.hand)); }"),
    card!("F0201" "question-that-acts" "a hook that only answers a question asks or changes \
        something"
        "`playable` and `responds` are run whenever options are listed, also when nobody plays."
        "Do it in `announce` or in `resolve`."
        "fn playable(me) { me.draw(); true }\n\nfn resolve(me) { }"
        "fn playable(me) { !draw_pile().is_empty }\n\nfn resolve(me) { me.draw(); }"),
    card!("F0202" "thrown" "the script throws an error"
        "`throw` ends a run with a message; the game is as it was before the input."
        "Look at what leads to this line. To say that a card cannot be played use `playable`."
        "fn resolve(me) {\n    if me.hand.len < 9 { throw \"you need nine cards\"; }\n}"
        "fn playable(me) { me.hand.len > 1 }\n\nfn resolve(me) { me.draw(); }"),
    card!("F0203" "hidden-information-at-play" "a hook reads cards that its player cannot see"
        "The options would leak information about a hidden hand."
        "Use numbers of cards, which are public, or read the cards in `resolve`."
        "fn playable(me) { me.next.hand.has(\"skip\") }\n\nfn resolve(me) { me.draw(); }"
        "fn playable(me) { me.next.hand.len > 0 }\n\nfn resolve(me) { me.draw(); }"),
    card!("F0204" "misfit" "a hook returns something amiss, or takes other values than are \
        announced"
        "`playable` and `responds` return true or false; `resolve` takes after `me` what \
        `announce` \
         returned."
        "Return what the hint says, or change the parameters of `resolve`."
        "fn playable(me) { me.hand.len }\n\nfn resolve(me) { me.draw(); }"
        "fn playable(me) { me.hand.len > 1 }\n\nfn resolve(me) { me.draw(); }"),
    card!("F0205" "nothing-previous-at-play" "`previous` is called where there is no previous hook, \
        or with other values than it takes"
        "`previous(…)` runs the same hook of the script before this one in the list of the kind, of \
        the combo or of the rules."
        "List the script after one that defines the hook, or leave the call out."
        "fn resolve(me) { me.draw(); previous(); }"
        "fn resolve(me) { me.draw(); }"),
    rare!("F0301" "other-question" "a script asks another question when it is run again"
        "A script runs again from its start once a question is answered, and must ask the same."
        "This is an error in the program, not in the script: please report it."),
    Rule {
        code: "F0302",
        severity: Severity::Error,
        name: "setup-asks",
        summary: "the setup asks a question",
        why: "Nobody can be asked before the game has begun.",
        fix: "Ask in `turn_start`, or let `random` choose.",
        bad: &[
            (
                "scripts/rules/demo.rhai",
                "//! Demo.\n\nfn setup() {\n    deal(hand_size());\n    if \
                players()[0].confirm(\"Reverse?\") \
                 { reverse(); }\n}\n",
            ),
            RULES,
        ],
        good: &[
            (
                "scripts/rules/demo.rhai",
                "//! Demo.\n\nfn setup() {\n    deal(hand_size());\n    if random(2) == 0 { \
                reverse(); \
                 }\n}\n",
            ),
            RULES,
        ],
        look: Detection::Run {
            wrong: &["litterbox repl mine ann bob -c draw"],
            right: &["litterbox repl mine ann bob -c draw"],
        },
    },
    rare!("F0303" "nobody-to-ask" "a question was asked where nobody can be asked"
        "Cards are laid out and hooks of nobody's turn are run without a player who could answer."
        "Ask in a hook that runs in the midst of a game."),
    card!("F0304" "chain-without-end" "one answer triggers more than 200 effects"
        "Chains of hooks, plays and explosions must end."
        "The hint names those that trigger each other: stop one of them."
        "fn resolve(me) { me.play(this_card()); }"
        "fn resolve(me) { me.draw(); }"),
    rare!("F0305" "replacements-too-deep" "too many replacement hooks run inside each other"
        "A `before_…` hook may draw or take cards, which runs the replacement hooks of other cards; \
         at most 4 may run inside each other."
        "Let one of these hooks move cards with `give_to` or `move_to`, which nothing replaces."),
    rare!("F0306" "too-many-cards" "a position has more than 1,024 cards"
        "`:table` creates cards that are missing from the box. A game, like a deck, can have 1,024."
        "Name fewer cards, or leave `...` out, so that the rest of the pile is used."),
    card!("F0307" "too-much-follows" "more than 10,000 events, 500 questions or 65,536 bytes of texts \
        follow from one answer"
        "What follows from one answer is kept, shown and can be stepped through, so it is limited."
        "Check for a loop that runs more often than it should."
        "fn resolve(me) { for _i in 0..8_000 { say(\"on and on\"); } }"
        "fn resolve(me) { for _i in 0..3 { say(\"on and on\"); } }"),
    Rule {
        code: "F0401",
        severity: Severity::Error,
        name: "answer-is-no-option",
        summary: "an agent returns an invalid option",
        why: "It is asked for the index of an option, counted from 0.",
        fix: "Return a number below `decision.options.len()`; `random` of that is one.",
        bad: &[("scripts/agents/mine.rhai", "//! Mine.\n\nfn answer(view, decision) { 99 }\n")],
        good: &[("scripts/agents/mine.rhai", "//! Mine.\n\nfn answer(view, decision) { 0 }\n")],
        look: Detection::Run {
            wrong: &["litterbox sim classic --games 1 --agents script:mine"],
            right: &["litterbox sim classic --games 1 --agents script:mine"],
        },
    },
];

const PRIZE: (&str, &str) = (
    "variants/mine.json",
    "{ \"name\": \"Mine\", \"extends\": \"classic\", \"deck\": { \"demo\": 4 }, \"data\": { \
    \"prize\": \
     { \"cards\": 2 } } }\n",
);

const RULES: (&str, &str) = (
    "variants/mine.json",
    "{ \"name\": \"Mine\", \"extends\": \"classic\", \"rules\": [\"classic\", \"demo\"] }\n",
);
