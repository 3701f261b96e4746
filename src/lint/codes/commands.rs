//! Error codes of commands: runs and agents, session files and saved games, coverage.

use super::page;
use crate::lint::rule::{Detection, Rule};

/// Builds a code with its documentation: code, name, summary, why, fix, then the commands that show
/// the error and those that show the fix.
macro_rules! said {
    ($code:literal $name:literal $summary:literal $why:literal $fix:literal
     [$($bad:expr),*] [$($good:expr),*] $look:expr) => {
        Rule {
            bad: &[$($bad),*],
            good: &[$($good),*],
            look: $look,
            ..page($code, $name, $summary, $why, $fix)
        }
    };
    ($code:literal $name:literal $summary:literal $why:literal $fix:literal $look:expr) => {
        said!($code $name $summary $why $fix [] [] $look)
    };
}

const fn run(wrong: &'static [&'static str], right: &'static [&'static str]) -> Detection {
    Detection::Run { wrong, right }
}

/// The session used by the examples.
macro_rules! session {
    ($lines:literal) => {
        ("tests/demo.session.md", concat!("# Demo\n\n```litterbox\n", $lines))
    };
}

const DEMO: (&str, &str) = (
    "scripts/cards/demo.rhai",
    "//! Demo.\n\nfn announce(me) { me.choose_player(\"Whom?\", others(me)) }\n\nfn resolve(me, \
    victim) \
     { victim.take_turns(2); }\n",
);
/// With two players, `choose_player` has one option and does not prompt.
const UNPLAYED: (&str, &str) = session!("> :new mine ann bob cat --seed 1\n```\n");
const UNASKED: (&str, &str) =
    session!("> :new mine ann bob --seed 1\n> :table ann: demo | bob: skip\nann> play demo\n```\n");
const ASKED: (&str, &str) = session!(
    "> :new mine ann bob cat --seed 1\n> :table ann: demo | bob: skip\nann> play demo bob\n```\n"
);
const COVERAGE: &[&str] = &["litterbox test --expects --coverage"];

pub const COMMANDS: &[Rule] = &[
    said!("A0101" "more-agents-than-seats" "more agents are named than there are seats"
        "Each agent of `--agents` has a seat of its own in each game."
        "Name one agent for all seats, or at most one per seat; `--players` sets the number of \
        seats."
        run(&["litterbox sim classic --games 2 --players 2 --agents random,greedy,greedy"],
            &["litterbox sim classic --games 2 --players 3 --agents random,greedy,greedy"])),
    said!("A0102" "no-thread" "the system cannot start another thread"
        "Games are played on all cores; each needs a thread."
        "Use fewer threads: `--threads 1`."
        Detection::Never),
    said!("A0103" "no-such-agent-script" "there is no script of this name in scripts/agents"
        "`script:mine` is scripts/agents/mine.rhai, in your folder or built in."
        "Correct the name, or write the script."
        run(&["litterbox sim classic --games 2 --agents script:cautios"],
            &["litterbox sim classic --games 2 --agents script:cautious"])),
    said!("A0104" "agent-does-not-start" "the program of an agent cannot be started"
        "`exec:COMMAND` starts a program, which is then asked a line at a time."
        "Check that the program exists and is executable: `exec:python3 mine.py`."
        run(&["litterbox sim classic --games 2 --agents exec:no_such_program"],
            &["litterbox sim classic --games 2 --agents greedy"])),
    said!("A0105" "always-expression" "the expression of `fuzz --always` cannot be evaluated"
        "It is evaluated at the start of a game before the search, and must be true or false."
        "Correct it: `litterbox api` lists the functions, `= EXPR` in the REPL evaluates one."
        run(&["litterbox fuzz classic --games 2 --always draw_pile().length>0"],
            &["litterbox fuzz classic --games 2 --always draw_pile().len>=0"])),
    said!("C0001" "usage" "the command line is invalid"
        "The code is printed only with `--format json`."
        "`litterbox COMMAND --help` lists the arguments, with examples."
        Detection::Never),
    said!("C0002" "files" "a file cannot be read or written"
        "The code is printed only with `--format json`."
        "Check that the file exists and its permissions."
        Detection::Never),
    said!("P0101" "no-part" "a file is not a shard result"
        "`litterbox merge` merges the files that `litterbox sim … --shard 1/3 --out FILE` writes."
        "Name the files that `--out` wrote, of this version of the program."
        [("part.json", "{ \"games\": 4 }\n")] []
        run(&["litterbox merge part.json"],
            &["litterbox sim classic --games 4 --out part.json", "litterbox merge part.json"])),
    said!("P0102" "parts-of-different-runs" "shard results do not belong to the same run"
        "The parts of a run have the same variant, players, agents and seed, and each game is in \
        one \
         of them."
        "Name each shard result of one run once."
        run(&["litterbox sim classic --games 4 --out part.json",
              "litterbox merge part.json part.json"],
            &["litterbox sim classic --games 4 --shard 1/2 --out part1.json",
              "litterbox sim classic --games 4 --shard 2/2 --out part2.json",
              "litterbox merge part1.json part2.json"])),
    said!("T0101" "no-saved-game" "a file is not a saved game, or is damaged"
        "A saved game has one JSON object a line: its header, then an input each."
        "Load what `:save FILE` wrote. A session file is run with `litterbox test`."
        [("game.json", "{ \"name\": \"Mine\" }\n")] []
        run(&["litterbox repl classic -c ':load game.json'"],
            &["litterbox repl classic -c ':save game.json' -c ':load game.json'"])),
    said!("T0102" "replay-ends" "a saved game cannot be replayed to its end"
        "Its variant or its scripts have changed since, and one of its inputs is impossible now."
        "Load it in the REPL, which replays as far as possible and shows the difference."
        Detection::Never),
    said!("T0201" "no-session-line" "a line of a session is neither an input, an output nor a comment"
        "A session is compared line by line, so every line must be one of the three."
        "An input begins with `> ` or `NAME> `, output is indented by two spaces, a comment begins \
         with `# `."
        [session!("> :new classic ann bob --seed 1\ndraw\n```\n")]
        [session!("> :new classic ann bob --seed 1\nann> draw\n```\n")]
        run(&["litterbox test --expects"], &["litterbox test --expects"])),
    said!("T0202" "block-without-end" "a block of a session file is not closed"
        "The rest of the file would be part of the session."
        "Close it with a line of three backticks."
        [session!("> :new classic ann bob --seed 1\nann> draw\n")]
        [session!("> :new classic ann bob --seed 1\nann> draw\n```\n")]
        run(&["litterbox test --expects"], &["litterbox test --expects"])),
    said!("T0203" "no-session-file" "a session file cannot be read"
        "It does not exist, is not readable, or is not text."
        "Check its name; without names, `litterbox test` runs all of `tests`."
        [session!("> :new classic ann bob --seed 1\nann> draw\n```\n")]
        [session!("> :new classic ann bob --seed 1\nann> draw\n```\n")]
        run(&["litterbox test --expects tests/dmeo.session.md"],
            &["litterbox test --expects tests/demo.session.md"])),
    said!("T0204" "no-playthrough" "a variant cannot be played to the end"
        "`test --playthroughs` plays a game of each variant with agents."
        "Play the variant by hand to see where it stops: `litterbox repl VARIANT`."
        Detection::Never),
    said!("T0205" "internal-error" "the program fails on a file"
        "The program has a bug that this file shows. The other files are not affected."
        "Please report it, with the file."
        Detection::Never),
    said!("W0401" "card-without-session" "no session plays a card or a combo"
        "Untested cards can break unnoticed."
        "Write a session with `play`; `litterbox new card` creates one."
        [DEMO, UNPLAYED] [DEMO, ASKED] run(COVERAGE, COVERAGE))
    .as_warning(),
    said!("W0402" "line-without-session" "no session runs a statement"
        "A branch of a script that never runs in a session is not tested."
        "Set up a position with `:table` in which it runs, and play it."
        [DEMO, UNPLAYED] [DEMO, ASKED] run(COVERAGE, COVERAGE))
    .as_warning(),
    said!("W0403" "question-without-session" "no session asks a question of a script"
        "A question with one option is not asked, so a two-player game may never ask it."
        "Set up a position with `:table` that has two options or more."
        [DEMO, UNASKED] [DEMO, ASKED] run(COVERAGE, COVERAGE))
    .as_warning(),
];
