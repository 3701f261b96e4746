//! Commands that lay out a position and assert its contents.

use super::assertion::{self, AssertionResult};
use super::command::{BECAUSE, Command, CommandGroup, Completer, Property};
use super::command_error::{CommandError, CommandResult, SHOW_ALL, command_error};
use super::completion::{Completion, answers, cards, counters, word};
use super::expect;
use super::new;
use super::reply::{Part, Status};
use super::state::Shell;
use crate::base::error::and;
use crate::debugger::game::Debugger;
use crate::kernel::rules::KindRule;
use crate::kernel::{Hook, Moment};
use crate::transcript::Input;
use crate::variant::notation::{CounterRef, counter_and_value, position};

/// How deeply trials of inputs can be nested.
const MAX_DEPTH: u8 = 8;

pub(super) const POSITIONS: CommandGroup = CommandGroup {
    name: "Positions and tests",
    commands: &[
        Command::new("table", "[SPEC]", "set up a position; alone, print the current one", table)
            .is(&[Property::Moves, Property::Ply, Property::StartsWith, Property::LooksAlone])
            .completing(Completer::Game(table_words))
            .more(&[
                "e.g. :table ann: favor skip | bob: - | draw: attack nope ... | turn: ann 2",
                "Hands and the discard pile are emptied first. The leftmost card is the top one,",
                "- means none, ... at the end keeps the rest of the pile, nope*3 is three Nopes.",
                "Other parts: discard, the piles of the variant, table (face up for everybody),",
                "NAME.front (in front of a player), turn: NAME [TURNS], dead: NAMES, reversed,",
                "blind: NAMES (they do not see their own hands). A card as in nope^ is face up.",
                "charge(charges=3,by=cat) is one with 3 charges that cat has played.",
                "The turn is under way: what happens at its start is not done again.",
                "After a variant or options of :new, and without a game, a new one is started",
                "with these players in this order, seed 1 unless given:",
                "e.g. :table classic --seed 7 ann: favor | bob: - | draw: skip",
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
            .is(&[Property::Moves, Property::Ply, Property::LooksAlone])
            .more(&["Without N, prints the seed the game started with; not with `:as NAME`."]),
        Command::new("expect", "…", "check the position; prints nothing if it holds", expect)
            .is(&[Property::Asserts, Property::Looks])
            .completing(Completer::Game(assertion::words))
            .forms(assertion::FORMS)
            .more(&[
                "PLACE is draw, discard, table, box, a pile of the variant, hand NAME,",
                "NAME.front, or hands (all of them). In CARDS, nope*3 means three Nopes.",
                "COUNTER can also be CARD.COUNTER in PLACE: that of each such card there.",
                "`saw` counts an effect as a whole, not cards drawn, given or stolen: if it shows ann",
                "a skip, asks, and shows her a favor, `saw ann skip favor` holds after the answer.",
                "`=`, `fault` and `shown` take the rest of the line. Expressions cannot change",
                "the game. With `:as`, forms that need hidden cards are refused.",
            ]),
        Command::new(
            "refuse",
            "INPUT [because TEXT]",
            "assert that an input is refused and changes nothing",
            refuse,
        )
        .is(&[Property::Tries, Property::Looks])
        .completing(Completer::Game(|debugger, before| answers(debugger, &before.join(" "))))
        .more(&[
            "e.g. :refuse play nope because cannot be played",
            "INPUT may have its prompt: :refuse ann> play favor bob. With TEXT, the message must",
            "contain it. An unknown command, assertion or player is an error, not a refusal.",
        ]),
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
    let (start, spec) = position::split_start(spec);
    if !start.is_empty() || (shell.debugger().is_none() && !spec.is_empty()) {
        let first = start.split_whitespace().next().unwrap_or_default();
        let is_seat =
            shell.debugger().is_some_and(|debugger| debugger.notation().find_seat(first).is_some());
        return new::laid_out(shell, start, spec).map_err(|error| match is_seat {
            true => CommandError::hinted(
                format!("`{first}` is a player, not a variant"),
                format!("e.g. :table {first}: skip | {first}.front: nope"),
            ),
            false => error,
        });
    }
    let debugger = shell.game_mut()?;
    if spec.is_empty() && debugger.viewer.is_some() {
        let why = "a position that can be laid out again shows every card";
        return Err(CommandError::hinted(why, SHOW_ALL));
    }
    if spec.is_empty() {
        let left_out = debugger.left_out();
        let note =
            (!left_out.is_empty()).then(|| Part::note(format!("not written: {}", and(&left_out))));
        return Ok(std::iter::once(Part::lines(debugger.layout())).chain(note).collect());
    }
    new::lay_out(debugger, spec)?;
    Ok(shell.studied.happened())
}

fn set(shell: &mut Shell, rest: &str) -> CommandResult {
    let debugger = shell.game_mut()?;
    let Some((counter, value)) = counter_and_value(rest) else {
        return Err(CommandError::hinted(
            "expected a counter and a value",
            "e.g. :set ann.space 5",
        ));
    };
    if let Ok(CounterRef::Cards(counter)) = CounterRef::parse(counter, debugger.notation()) {
        let mut zones = counter.zones.at(debugger.table()).into_iter();
        let seen = zones.try_for_each(|zone| debugger.check_seen(zone));
        seen.map_err(|why| CommandError::hinted(why, SHOW_ALL))?;
    }
    let taken =
        debugger.take(&format!(":set {rest}"), Input::Set(counter.to_owned(), value.to_owned()));
    taken.map_err(|error| command_error(debugger, error))?;
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
    taken.map_err(|error| command_error(debugger, error))?;
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
    let (line, because) = match line.split_once(BECAUSE) {
        Some((input, text)) => (input.trim_end(), Some(text.trim())),
        None => (line, None),
    };
    if because.is_none() && line.ends_with(BECAUSE.trim_end()) {
        return Err(CommandError::hinted(
            "expected a text after `because`",
            "e.g. :refuse play nope because cannot be played",
        ));
    }
    if line.is_empty() {
        return Err(CommandError::hinted("expected an input", "e.g. :refuse play nope"));
    }
    if shell.depth >= MAX_DEPTH {
        return Err(CommandError::hinted(
            "`:refuse` is nested too deeply",
            "give it an input of the game: :refuse play nope",
        ));
    }
    let reply = shell.try_input(line)?;
    let status = reply.status;
    let message = reply.text();
    let tried = Part::Input { prompt: None, input: line.to_owned(), reply };
    let failed = |actual: &str| {
        let expected = format!("`{line}` is refused");
        Part::Assertion { expected, actual: actual.to_owned() }
    };
    match status {
        Status::Refused | Status::Failed => match because {
            Some(wanted) if !is_within(wanted, &message) => {
                let expected = format!("`{line}` is refused because: {wanted}");
                let assertion = Part::Assertion { expected, actual: message };
                Err(CommandError::Failed(vec![assertion]))
            }
            _ => Ok(vec![tried]),
        },
        Status::Fault => Err(CommandError::Failed(vec![failed("a script error"), tried])),
        Status::Done | Status::Quit => Err(CommandError::Failed(vec![failed("it is accepted")])),
    }
}

/// Whether a message contains a text; line breaks are spaces.
fn is_within(text: &str, message: &str) -> bool {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    words(message).contains(&words(text))
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
