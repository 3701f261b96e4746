//! Positions: laying one out by hand, and asserting what holds in it.

use super::command::{Command, Group};
use super::expect::{self, Outcome};
use super::study::Study;
use super::{Done, SHOW_ALL, Trouble, Verdict, Workbench, trouble};
use crate::kernel::Hook;
use crate::kernel::rules::{KindRule, Moment};
use crate::transcript::{Input, position};

pub(super) const POSITIONS: Group = Group {
    name: "Positions and tests",
    commands: &[
        Command::new("table", "[SPEC]", "lay out a position; alone, print the one there is", table)
            .more(&[
                "e.g. :table ann: favor skip | bob: - | draw: attack nope ... | turn: ann 2",
                "Hands and the discard pile are emptied first. Leftmost is the top; - is nothing;",
                "a trailing ... keeps the pile below; nope*3 is three of a card. There are also:",
                "discard, the piles of the variant, table (cards before everybody), NAME.front (cards in",
                "front of a player), turn: NAME [TURNS], dead: NAMES, reversed.",
            ])
            .moving(),
        Command::new(
            "set",
            "COUNTER VALUE",
            "set a counter of the table, or NAME.COUNTER of a player",
            set,
        )
        .more(&["e.g. :set ann.space 5"])
        .moving(),
        Command::new("seed", "[N]", "let all chance from here on come from another seed", seed)
            .more(&["Alone it tells the seed the game began with."])
            .moving(),
        Command::new(
            "expect",
            "…",
            "assert something of the position; prints nothing when it holds",
            expect,
        )
        .more(&[
            "PLACE is draw, discard, table, box, a pile of the variant, hand NAME, hands, NAME.front.",
            "Under `:as` what needs hidden cards is refused.",
        ]),
        Command::new(
            "refuse",
            "INPUT",
            "assert that an input is refused and changes nothing",
            refuse,
        )
        .more(&["e.g. :refuse play nope"]),
    ],
};

fn table(workbench: &mut Workbench, spec: &str) -> Done {
    let study = workbench.game_mut()?;
    if spec.is_empty() && study.eyes.is_some() {
        let why = "a position that can be laid out again shows every card";
        return Err(Trouble::hinted(why, SHOW_ALL));
    }
    if spec.is_empty() {
        return Ok(printed(study));
    }
    let layout = position::parse(spec, study.lexicon());
    let layout = layout.map_err(|faults| match faults.as_slice() {
        [fault] => Trouble::refused(fault),
        faults => {
            let list: String = faults.iter().map(|fault| format!("\n  {fault}")).collect();
            Trouble::refused(format!("{} things are wrong with this position{list}", faults.len()))
        }
    })?;
    let spec = position::print(&layout, study.lexicon());
    let taken = study.take(&format!(":table {spec}"), Input::Table(spec.clone()));
    taken.map_err(|halt| trouble(study, halt))?;
    Ok(workbench.happened())
}

/// The position as commands that lay it out again.
fn printed(study: &Study) -> String {
    let layout = position::of_table(study.table(), study.lexicon());
    let mut lines = vec![format!(":table {}", position::print(&layout, study.lexicon()))];
    for (slot, value) in study.table().counters.iter().enumerate() {
        let (seat, name) = study.lexicon().rules.counter_at(slot as u16);
        let owner = seat.map_or_else(String::new, |s| format!("{}.", study.lexicon().seat(s)));
        lines.push(format!(":set {owner}{name} {value}"));
    }
    lines.join("\n")
}

fn set(workbench: &mut Workbench, rest: &str) -> Done {
    let study = workbench.game_mut()?;
    let words: Vec<&str> = rest.split_whitespace().collect();
    let [counter, value] = words.as_slice() else {
        return Err(Trouble::hinted("a counter and a value are needed", "e.g. :set ann.space 5"));
    };
    let value =
        value.parse::<i64>().map_err(|_| Trouble::refused(format!("`{value}` is no number")))?;
    let taken = study.take(&format!(":set {rest}"), Input::Set((*counter).to_owned(), value));
    taken.map_err(|halt| trouble(study, halt))?;
    Ok(workbench.happened())
}

fn seed(workbench: &mut Workbench, word: &str) -> Done {
    let study = workbench.game_mut()?;
    if word.is_empty() {
        return Ok(format!("the game began with seed {}", study.header.seed));
    }
    let seed = word.parse().map_err(|_| Trouble::refused(format!("`{word}` is no seed")))?;
    let taken = study.take(&format!(":seed {seed}"), Input::Seed(seed));
    taken.map_err(|halt| trouble(study, halt))?;
    Ok(workbench.happened())
}

fn expect(workbench: &mut Workbench, text: &str) -> Done {
    let helpers = |code: &str| workbench.with_helpers(code);
    match expect::check(workbench.game()?, text, &helpers) {
        Ok(Outcome::Holds) => Ok(String::new()),
        Ok(Outcome::Fails(expected, actual)) => {
            Err(Trouble::Failed(format!("expected: {expected}\n  actual: {actual}")))
        }
        Err(why) => Err(Trouble::hinted(why, "`:help expect` lists what can be expected")),
    }
}

fn refuse(workbench: &mut Workbench, line: &str) -> Done {
    if line.is_empty() {
        return Err(Trouble::hinted("which input?", "e.g. :refuse play nope"));
    }
    let reply = workbench.trial().input(line);
    match reply.verdict {
        Verdict::Refused | Verdict::Failed => Ok(reply.text),
        Verdict::Fault => Err(Trouble::Failed(format!("`{line}` met a fault\n{}", reply.text))),
        Verdict::Done | Verdict::Quit => {
            Err(Trouble::Failed(format!("expected: `{line}` is refused\n  actual: it is accepted")))
        }
    }
}

/// A position for somebody who has never seen one: the first player can play a card that the second
/// one can answer.
#[must_use]
pub fn example(study: &Study) -> Option<String> {
    let lexicon = study.lexicon();
    let rules = &lexicon.rules.kinds;
    let is_plain = |rule: &&KindRule| {
        let hooks = rule.hooks;
        rule.at(Moment::Main) && hooks.has(Hook::Resolve) && !hooks.has(Hook::Announce)
    };
    let card = rules.iter().find(is_plain)?;
    let answer = rules.iter().find(|rule| rule.at(Moment::Card))?;
    let (first, second) = (lexicon.seats.first()?, lexicon.seats.get(1)?);
    Some(format!(":table {first}: {} | {second}: {}", card.id, answer.id))
}
