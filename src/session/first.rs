//! The first test of a new item: a session with its recorded output.

use super::run::{SessionOptions, run_text};
use crate::base::error::{Error, readable};
use crate::kernel::{ComboId, Kind, Moment, Rulebook};
use crate::script::Host;
use crate::shell::plays::{self, SmallPlay, Stage};
use crate::transcript::Header;
use crate::transcript::ruleset_cache::RulesetCache;
use crate::variant::notation::position;
use crate::variant::{Library, Ruleset};

/// The first input of a game.
const DRAW: &str = "ann> draw";

/// The start of a block.
const BLOCK: &str = "```litterbox\n";

/// A first session.
pub struct FirstSession {
    pub text: String,
    /// Whether it uses the item; else it starts a game and no more.
    pub uses_item: bool,
}

/// Creates a session that uses a card or combo on a small position: on its player's turn, by
/// drawing it, or as an answer; and as an answer, too, if it can be both. The questions are
/// answered.
///
/// # Errors
/// All errors of the variant.
pub fn of_item(library: &Library, variant: &str, id: &str) -> Result<FirstSession, Vec<Error>> {
    let blocks = blocks(library, variant, |stage| plays_of(stage, id))?;
    if !blocks.is_empty() {
        let PlayedOut { text, holds, .. } = played_out(library, id, &blocks)?;
        if holds {
            return Ok(FirstSession { text, uses_item: true });
        }
    }
    Ok(FirstSession { text: of_variant_titled(library, variant, id)?, uses_item: false })
}

/// Creates a session with a usual turn that goes another way under the rules of a library than
/// under the former ones; one that starts a game, if there is no such turn.
///
/// # Errors
/// All errors of the variant.
pub fn of_rule(
    former: &Library,
    library: &Library,
    variant: &str,
    id: &str,
) -> Result<FirstSession, Vec<Error>> {
    let blocks = blocks(library, variant, Stage::of_turns)?;
    let [now, before] = [library, former].map(|library| played_out(library, id, &blocks));
    let (now, before) = (now?.text, before?.text);
    let mut both = now.split(BLOCK).zip(before.split(BLOCK)).skip(1);
    if let Some(at) = both.position(|(now, before)| now != before) {
        let PlayedOut { text, holds, .. } = played_out(library, id, &blocks[at..=at])?;
        if holds {
            return Ok(FirstSession { text, uses_item: true });
        }
    }
    Ok(FirstSession { text: of_variant_titled(library, variant, id)?, uses_item: false })
}

/// The inputs of plays of a variant, a block for each.
fn blocks(
    library: &Library,
    variant: &str,
    plays: impl FnOnce(&mut Stage) -> Vec<SmallPlay>,
) -> Result<Vec<Vec<String>>, Vec<Error>> {
    let names = plays::names(&Ruleset::load(library, variant, &[])?.players);
    let mut header = Header::new(variant, names.iter().map(|name| (*name).to_owned()).collect());
    let loaded = header.load(library, &RulesetCache::default())?;
    let Some(mut stage) = Stage::new(&loaded) else { return Ok(Vec::new()) };
    let plays = plays(&mut stage);
    Ok(plays.iter().map(|play| block(&header, &stage, play)).collect())
}

/// Plays that use a card or combo.
fn plays_of(stage: &mut Stage, id: &str) -> Vec<SmallPlay> {
    let rules = stage.loaded().host.rules().clone();
    let kind = rules.kinds.iter().position(|kind| *kind.id == *id).map(|at| Kind(at as u16));
    let Some(kind) = kind else {
        let combo = rules.combos.iter().position(|combo| *combo.id == *id);
        let play = combo.and_then(|at| stage.of_combo(ComboId(at as u16)));
        return play.into_iter().collect();
    };
    let first = stage.of_kind(kind);
    let is_answer = first.as_ref().is_some_and(|play| play.answer == Some(kind));
    let second = if is_answer { None } else { stage.of_answer(kind) };
    first.into_iter().chain(second).collect()
}

/// The inputs of a play.
fn block(header: &Header, stage: &Stage, play: &SmallPlay) -> Vec<String> {
    let notation = &stage.loaded().notation;
    let spec = position::print(&play.layout, notation);
    let table = format!("> :table {} {spec}", header.start_of_position());
    let inputs = play.walk.inputs.iter();
    let inputs = inputs.map(|(seat, line)| format!("{}> {line}", notation.seat(*seat)));
    std::iter::once(table).chain(inputs).collect()
}

/// Creates a session that starts a game of a variant.
///
/// # Errors
/// All errors of the variant.
pub fn of_variant(library: &Library, id: &str) -> Result<String, Vec<Error>> {
    of_variant_titled(library, id, id)
}

/// As above, for an item of the variant.
fn of_variant_titled(library: &Library, variant: &str, id: &str) -> Result<String, Vec<Error>> {
    let ruleset = Ruleset::load(library, variant, &[])?;
    let host = Host::new(&ruleset.spec)?;
    let names = plays::names(&ruleset.players).join(" ");
    let start = format!("> :new {variant} {names} --seed 1");
    let lines = |input: &str| [vec![start.clone(), input.to_owned()]];
    // If somebody may respond when the turn begins, who is asked depends on the deal.
    if host.rules().kinds.iter().all(|kind| !kind.at(Moment::Turn)) {
        let drawn = played_out(library, id, &lines(DRAW))?;
        if !drawn.is_open {
            return Ok(drawn.text);
        }
    }
    Ok(played_out(library, id, &lines("> :expect sound"))?.text)
}

/// A session with its output.
struct PlayedOut {
    text: String,
    /// Whether every input was accepted.
    holds: bool,
    /// Whether it ends in an open question.
    is_open: bool,
}

/// Plays blocks of inputs.
fn played_out(
    library: &Library,
    id: &str,
    blocks: &[Vec<String>],
) -> Result<PlayedOut, Vec<Error>> {
    let blocks = blocks.iter().map(|lines| format!("\n{BLOCK}{}\n```\n", lines.join("\n")));
    let text = format!(
        "# {}\n\n`litterbox test` compares the output below.\n{}",
        readable(id),
        blocks.collect::<String>()
    );
    let played = run_text(id, &text, library, SessionOptions::default());
    let report = played.map_err(|error| vec![*error])?;
    let is_open = report.blocks.iter().any(|block| block.is_open);
    let (text, holds) = (without_deals(&report.printed()), report.problems.is_empty());
    Ok(PlayedOut { text, holds, is_open })
}

/// Removes dealt hands and first options from the output: they change with every card and combo.
fn without_deals(text: &str) -> String {
    let (mut kept, mut is_dealt, mut is_new) = (String::new(), false, false);
    for line in text.lines() {
        if !line.starts_with("  ") {
            is_dealt = line.starts_with("> :table ") || is_new && line == DRAW;
            is_new = line.starts_with("> :new ");
            is_dealt |= is_new;
            kept += &format!("{line}\n");
            if is_dealt {
                kept += "  ...\n";
            }
        } else if !is_dealt {
            kept += &format!("{line}\n");
        }
    }
    kept
}
