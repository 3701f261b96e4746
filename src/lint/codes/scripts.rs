//! Errors of scripts that fail to load.

use crate::error::Severity;
use crate::lint::rule::{Detection, ExampleFile, Rule};

const DEMO: &str = "scripts/cards/demo.rhai";

/// A valid script.
const RIGHT: &[ExampleFile] = &[(DEMO, "//! Demo.\n\nfn resolve(me) { end_turn(); }\n")];

/// A variant with a combo that has its own script.
const DUO: (&str, &str) = (
    "variants/mine.json",
    "{ \"name\": \"Mine\", \"extends\": \"classic\", \"combos\": [\"duo\"] }\n",
);

pub const SCRIPTS: &[Rule] = &[
    Rule {
        code: "S0101",
        severity: Severity::Error,
        name: "no-script",
        summary: "a script cannot be parsed",
        why: "A bracket, a comma or a quote is missing, a name is not known where it stands, or \
            the \
              script uses a word of Rhai that a card must not: `eval`, `import`, `try`.",
        fix: "Check the marked text and what precedes it: the error is often on the line above.",
        bad: &[(DEMO, "//! Demo.\n\nfn resolve(me) {\n    me.draw()\n    end_turn();\n}\n")],
        good: &[(DEMO, "//! Demo.\n\nfn resolve(me) {\n    me.draw();\n    end_turn();\n}\n")],
        look: Detection::Load,
    },
    Rule {
        code: "S0102",
        severity: Severity::Error,
        name: "parameters-of-a-hook",
        summary: "a hook takes other parameters than it is given",
        why: "Each hook is run with certain values; a parameter too many has none, and one too few \
              loses one.",
        fix: "Write the parameters as the hint says; their names are yours.",
        bad: &[(DEMO, "//! Demo.\n\nfn resolve(me) { }\n\nfn gained(me) { end_turn(); }\n")],
        good: &[(
            DEMO,
            "//! Demo.\n\nfn resolve(me) { }\n\nfn gained(me, card) { card.discard(); }\n",
        )],
        look: Detection::Load,
    },
    Rule {
        code: "S0103",
        severity: Severity::Error,
        name: "misspelt-hook",
        summary: "a function that nothing calls looks like a misspelled hook",
        why: "A hook is run by its name; under another one it never runs, and the card does \
            nothing.",
        fix: "Correct the name. A function of your own may have any name that is not so near.",
        bad: &[(DEMO, "//! Demo.\n\nfn resovle(me) { end_turn(); }\n")],
        good: RIGHT,
        look: Detection::Load,
    },
    Rule {
        code: "S0104",
        severity: Severity::Error,
        name: "constant",
        summary: "`WHEN`, `TO` or `SET` has an invalid value",
        why: "These constants say when a card can be played, where it goes, and which cards make a \
              combo; they are read before anything runs.",
        fix: "Use the words of the hint: `const WHEN = [\"main\"];`, `const TO = \"front\";`, \
               `const SET = same(2);`.",
        bad: &[(DEMO, "//! Demo.\n\nconst WHEN = [\"mian\"];\n\nfn resolve(me) { end_turn(); }\n")],
        good: &[(
            DEMO,
            "//! Demo.\n\nconst WHEN = [\"main\"];\n\nfn resolve(me) { end_turn(); }\n",
        )],
        look: Detection::Load,
    },
    Rule {
        code: "S0105",
        severity: Severity::Error,
        name: "combo-without-cards",
        summary: "a combo does not define its cards",
        why: "Without `SET` nobody could play it: the options are made of it.",
        fix: "Add `const SET = same(2);`, `same(2, \"cat\")`, `different(5)` or another set.",
        bad: &[("scripts/combos/duo.rhai", "//! Duo.\n\nfn resolve(me) { me.draw(); }\n"), DUO],
        good: &[
            (
                "scripts/combos/duo.rhai",
                "//! Duo.\n\nconst SET = same(2);\n\nfn resolve(me) { me.draw(); }\n",
            ),
            DUO,
        ],
        look: Detection::Load,
    },
    Rule {
        code: "S0110",
        severity: Severity::Error,
        name: "agent-without-answer",
        summary: "the script of an agent has no function `answer`",
        why: "An agent is asked by calling `answer(view, decision)`; see scripts/README.md.",
        fix: "Write `fn answer(view, decision) { … }`, which returns the index of an option.",
        bad: &[("scripts/agents/mine.rhai", "//! Mine.\n\nfn choose(view, decision) { 0 }\n")],
        good: &[("scripts/agents/mine.rhai", "//! Mine.\n\nfn answer(view, decision) { 0 }\n")],
        look: Detection::Load,
    },
];
