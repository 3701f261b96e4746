//! Commands that lay out a position and assert its contents.

use super::assertion::{self, AssertionResult};
use super::command::{Command, CommandGroup, Completer, Property};
use super::command_error::{CommandError, CommandResult, SHOW_ALL, command_error};
use super::completion::{Completion, answers, cards, counters, word};
use super::expect;
use super::reply::{Part, Status};
use super::state::Shell;
use crate::debugger::game::Debugger;
use crate::kernel::rules::KindRule;
use crate::kernel::{Hook, Moment};
use crate::notation::{CounterRef, position};
use crate::transcript::Input;

/// How deeply trials of inputs can be nested.
const MAX_DEPTH: u8 = 8;

pub(super) const POSITIONS: CommandGroup = CommandGroup {
    name: "Positions and tests",
    commands: &[
        Command::new("table", "[SPEC]", "set up a position; alone, print the current one", table)
            .is(&[Property::Moves, Property::Ply])
            .completing(Completer::Game(table_words))
            .more(&[
                "e.g. :table ann: favor skip | bob: - | draw: attack nope ... | turn: ann 2",
                "Hands and the discard pile are emptied first. The leftmost card is the top one,",
                "- means none, ... at the end keeps the rest of the pile, nope*3 is three Nopes.",
                "Other parts: discard, the piles of the variant, table (face up for everybody),",
                "NAME.front (in front of a player), turn: NAME [TURNS], dead: NAMES, reversed,",
                "blind: NAMES (they do not see their own hands). A card as in nope^ is face up.",
                "The turn is under way: what happens at its start is not done again.",
            ]),
        Command::new(
            "set",
            "COUNTER VALUE",
            "set a counter of the table, or NAME.COUNTER of a player",
            set,
        )
        .is(&[Property::Moves, Property::Ply])
        .completing(Completer::Game(|debugger, before| match before {
            [] => counters(debugger),
            _ => Vec::new(),
        }))
        .more(&[
            "e.g. :set ann.space 5",
            "CARD.COUNTER in PLACE sets a counter of all cards of this kind there; PLACE as in",
            ":help expect.",
        ]),
        Command::new("seed", "[N]", "set the seed of everything random from here on", seed)
            .is(&[Property::Moves, Property::Ply])
            .more(&["Without N, prints the seed the game started with; not with `:as NAME`."]),
        Command::new("expect", "…", "check the position; prints nothing if it holds", expect)
            .is(&[Property::Asserts])
            .completing(Completer::Game(assertion::words))
            .forms(assertion::FORMS)
            .more(&[
                "PLACE is draw, discard, table, box, a pile of the variant, hand NAME,",
                "NAME.front, or hands (all of them). In CARDS, nope*3 means three Nopes.",
                "COUNTER can also be CARD.COUNTER in PLACE: that of each such card there.",
                "`=`, `fault` and `shown` take the rest of the line. Expressions cannot change",
                "the game. With `:as`, forms that need hidden cards are refused.",
            ]),
        Command::new(
            "refuse",
            "INPUT",
            "assert that an input is refused and changes nothing",
            refuse,
        )
        .completing(Completer::Game(|debugger, before| answers(debugger, &before.join(" "))))
        .more(&["e.g. :refuse play nope"]),
    ],
};

/// Completes a position: a zone or a player, then cards.
fn table_words(debugger: &Debugger, before: &[&str]) -> Vec<Completion> {
    let notation = debugger.notation();
    if before.last().is_some_and(|word| *word != "|") {
        return cards(notation).chain([word("|", "the next part")]).collect();
    }
    let piles = notation.rules.piles.iter().map(|pile| &*pile.id);
    let parts = ["draw", "discard", "table", "turn", "dead", "blind"].into_iter().chain(piles);
    let parts = parts.map(|part| word(format!("{part}:"), ""));
    let hands = notation.seats.iter().map(|seat| word(format!("{seat}:"), "the hand of a player"));
    hands.chain(parts).chain([word("reversed", "the direction of play")]).collect()
}

fn table(shell: &mut Shell, spec: &str) -> CommandResult {
    let debugger = shell.game_mut()?;
    if spec.is_empty() && debugger.viewer.is_some() {
        let why = "a position that can be laid out again shows every card";
        return Err(CommandError::hinted(why, SHOW_ALL));
    }
    if spec.is_empty() {
        return Ok(vec![Part::lines(debugger.layout())]);
    }
    let layout = position::parse(spec, debugger.notation());
    let layout = layout.map_err(|faults| match faults.as_slice() {
        [fault] => CommandError::refused(fault.to_string()),
        faults => {
            let list: String = faults.iter().map(|fault| format!("\n  {fault}")).collect();
            CommandError::refused(format!("this position has {} errors{list}", faults.len()))
        }
    })?;
    let spec = position::print(&layout, debugger.notation());
    let taken = debugger.take(&format!(":table {spec}"), Input::Table(spec.clone()));
    taken.map_err(|halt| command_error(debugger, halt))?;
    Ok(shell.studied.happened())
}

fn set(shell: &mut Shell, rest: &str) -> CommandResult {
    let debugger = shell.game_mut()?;
    let words: Vec<&str> = rest.split_whitespace().collect();
    let [_, .., value] = words.as_slice() else {
        return Err(CommandError::hinted(
            "expected a counter and a value",
            "e.g. :set ann.space 5",
        ));
    };
    let value = value
        .parse::<i64>()
        .map_err(|_| CommandError::refused(format!("`{value}` is not a number")))?;
    let counter = words[..words.len() - 1].join(" ");
    if let Ok(CounterRef::Cards(counter)) = CounterRef::parse(&counter, debugger.notation()) {
        debugger.check_seen(counter.zone).map_err(|why| CommandError::hinted(why, SHOW_ALL))?;
    }
    let taken = debugger.take(&format!(":set {rest}"), Input::Set(counter, value));
    taken.map_err(|halt| command_error(debugger, halt))?;
    Ok(shell.studied.happened())
}

fn seed(shell: &mut Shell, word: &str) -> CommandResult {
    let debugger = shell.game_mut()?;
    if word.is_empty() && debugger.viewer.is_some() {
        let why = "the seed tells all cards: the deal can be repeated from it";
        return Err(CommandError::hinted(why, SHOW_ALL));
    }
    if word.is_empty() {
        let seed = format!("the game began with seed {}", debugger.header.seed);
        return Ok(vec![Part::note(seed)]);
    }
    let seed =
        word.parse().map_err(|_| CommandError::refused(format!("`{word}` is not a seed")))?;
    let taken = debugger.take(&format!(":seed {seed}"), Input::Seed(seed));
    taken.map_err(|halt| command_error(debugger, halt))?;
    Ok(shell.studied.happened())
}

fn expect(shell: &mut Shell, text: &str) -> CommandResult {
    let helpers = |code: &str| shell.rules.with_helpers(code);
    match expect::check(shell.game()?, text, &helpers) {
        Ok(AssertionResult::Holds) => Ok(Vec::new()),
        Ok(AssertionResult::Fails(expected, actual)) => {
            Err(CommandError::Failed(vec![Part::Assertion { expected, actual }]))
        }
        Err(why) => Err(CommandError::hinted(why, "`:help expect` lists the assertions")),
    }
}

fn refuse(shell: &mut Shell, line: &str) -> CommandResult {
    if line.is_empty() {
        return Err(CommandError::hinted("expected an input", "e.g. :refuse play nope"));
    }
    if shell.depth >= MAX_DEPTH {
        return Err(CommandError::hinted(
            "`:refuse` is nested too deeply",
            "give it an input of the game: :refuse play nope",
        ));
    }
    if let (Some(debugger), true) = (shell.debugger(), Shell::is_answer(line)) {
        debugger.check_own_answer(line).map_err(|why| CommandError::hinted(why, SHOW_ALL))?;
    }
    let reply = shell.trial().input(line);
    let status = reply.status;
    let tried = Part::Input { prompt: None, input: line.to_owned(), reply };
    let failed = |actual: &str| {
        let expected = format!("`{line}` is refused");
        Part::Assertion { expected, actual: actual.to_owned() }
    };
    match status {
        Status::Refused | Status::Failed => Ok(vec![tried]),
        Status::Fault => Err(CommandError::Failed(vec![failed("a script error"), tried])),
        Status::Done | Status::Quit => Err(CommandError::Failed(vec![failed("it is accepted")])),
    }
}

/// An example position: the first player can play a card that the second player can answer.
pub fn example(debugger: &Debugger) -> Option<String> {
    let notation = debugger.notation();
    let rules = &notation.rules.kinds;
    let is_plain = |rule: &&KindRule| {
        let hooks = rule.hooks;
        rule.at(Moment::Main) && hooks.has(Hook::Resolve) && !hooks.has(Hook::Announce)
    };
    let card = rules.iter().find(is_plain)?;
    let answer = rules.iter().find(|rule| rule.at(Moment::Card))?;
    let (first, second) = (notation.seats.first()?, notation.seats.get(1)?);
    Some(format!(":table {first}: {} | {second}: {}", card.id, answer.id))
}
