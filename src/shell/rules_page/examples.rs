//! Examples: plays on small positions, narrated.

use super::data::RulesEntry;
use crate::debugger::Debugger;
use crate::kernel::layout::Layout;
use crate::kernel::rules::Offer;
use crate::kernel::{Kind, Moment, Rulebook, Seat};
use crate::shell::plays::{SmallPlay, Stage};
use crate::shell::render::text::narration::narrate;
use crate::transcript::{ChosenOption, Header, Input};
use crate::variant::notation::{Notation, position};

/// The most examples.
const MAX_EXAMPLES: usize = 2;

/// A card that is answered, and a card that is drawn and explodes: as far as the variant has them;
/// else its first cards.
pub fn examples(stage: &mut Stage) -> Vec<RulesEntry> {
    let rules = stage.loaded().host.rules().clone();
    let in_box = |kind: &Kind| rules.kind(*kind).is_in_box;
    let kinds = (0..rules.kinds.len() as u16).map(Kind).filter(in_box);
    let answers = stage.answering_kinds();
    let stops = answers.iter().copied().find(|kind| rules.kind(*kind).at(Moment::Card));
    let hazard = stage.hazards().iter().copied().find(in_box);
    let mains = kinds.filter(|kind| {
        let rule = rules.kind(*kind);
        rule.at(Moment::Main) && rule.offer != Offer::Never && rule.from_hand
    });
    let picked = stops.into_iter().chain(hazard).chain(mains);
    let mut examples = Vec::new();
    for kind in picked {
        let answered = Some(kind) == stops;
        let play = if answered { stage.of_answer(kind) } else { stage.of_kind(kind) };
        let Some(play) = play else { continue };
        let notation = stage.loaded().notation.clone();
        let title = &*notation.kind(kind).title;
        let lines = told(stage, &play);
        examples.extend(lines.map(|lines| example(title, &notation, &play.layout, lines)));
        if examples.len() == MAX_EXAMPLES {
            break;
        }
    }
    examples
}

/// An example: the position in which it starts, and what happens in it.
pub fn example(
    title: &str,
    notation: &Notation,
    layout: &Layout,
    lines: Vec<String>,
) -> RulesEntry {
    let (title, text) = (title.to_owned(), position_text(notation, layout));
    RulesEntry { title, text, lines, ..RulesEntry::default() }
}

/// The hands at the start, and the cards on top of piles that matter.
fn position_text(notation: &Notation, layout: &Layout) -> String {
    let title = |kind: &Kind| notation.kind(*kind).title.to_string();
    let list = |kinds: &[Kind]| kinds.iter().map(title).collect::<Vec<_>>().join(", ");
    let hands = layout.hands.iter().filter(|(_, kinds)| !kinds.is_empty());
    let hand = |(seat, kinds): &(Seat, Vec<Kind>)| {
        format!("{} holds {}", notation.seat(*seat), list(kinds))
    };
    let hands: Vec<String> = hands.map(hand).collect();
    let top = layout.piles.first().and_then(|pile| Some((pile.zone, pile.kinds.first()?)));
    let top = top
        .map(|(zone, kind)| format!("{} lies on top of {}", title(kind), notation.zone_info(zone)));
    hands.into_iter().chain(top).collect::<Vec<_>>().join("; ") + "."
}

/// Plays it, and tells what happens; `None` if that fails.
fn told(stage: &Stage, play: &SmallPlay) -> Option<Vec<String>> {
    let loaded = stage.loaded().clone();
    let notation = loaded.notation.clone();
    let names = notation.seats.iter().map(|name| name.to_string()).collect();
    let header = Header::new(&*loaded.ruleset.id, names);
    let mut debugger = Debugger::started_with(header, loaded).ok()?;
    let spec = position::print(&play.layout, &notation);
    debugger.take(&spec, Input::Table(spec.clone())).ok()?;
    let mut lines = Vec::new();
    for (seat, choice) in play.walk.choices.iter().copied() {
        let decision = debugger.game.decision().filter(|decision| decision.seat == seat)?;
        let option = notation.options(decision).into_iter().nth(choice)?;
        let seat = notation.seat(seat).to_owned();
        let chosen = ChosenOption { seat, option: option.clone(), index: choice };
        debugger.take(&option, Input::Answers(vec![chosen])).ok()?;
        let ply = debugger.timeline.ply();
        lines.extend(narrate(&debugger.events_of(ply).events));
    }
    Some(lines)
}
