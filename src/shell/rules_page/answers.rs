//! The actions that can be answered, by which cards, and what they stop: tried on small positions.

use super::data::RulesEntry;
use crate::base::error::and;
use crate::kernel::rules::Offer;
use crate::kernel::{ComboId, Hook, Kind, Moment, Owner, Rulebook};
use crate::script::Symbol;
use crate::shell::plays::{Answered, SmallPlay, Stage};

/// An action that a card may answer, with a play in which it happens.
struct Tried {
    to: Answered,
    name: String,
    play: SmallPlay,
}

/// The rules of answers, then each card that answers.
pub fn answers(stage: &mut Stage) -> Vec<RulesEntry> {
    let answering = stage.answering_kinds();
    if answering.is_empty() {
        return Vec::new();
    }
    let tried = tried(stage);
    let mut entries = general(stage);
    for kind in answering {
        let rules = stage.loaded().host.rules().clone();
        let is_asked = |tried: &&Tried| {
            let rule = rules.kind(kind);
            match tried.to {
                Answered::Kind(_) => rule.at(Moment::Card),
                Answered::Combo(_) => rule.at(Moment::Combo),
                Answered::Explosion(_) => rule.at(Moment::Explosion),
            }
        };
        let (mut yes, mut no) = (Vec::new(), Vec::new());
        for one in tried.iter().filter(is_asked) {
            let list = if stage.may_answer(kind, &one.play, one.to) { &mut yes } else { &mut no };
            list.push(&*one.name);
        }
        entries.push(entry(stage, kind, &yes, &no));
    }
    entries
}

/// The rules of all answers.
fn general(stage: &Stage) -> Vec<RulesEntry> {
    let rules = stage.loaded().host.rules();
    let is_at = |moment| rules.kinds.iter().any(|kind| kind.is_in_box && kind.at(moment));
    let mut texts = Vec::new();
    if is_at(Moment::Card) || is_at(Moment::Combo) {
        texts.push(
            "When a card or combo is played, the others are asked one after the other, in the \
             direction of play, before it takes effect. Anyone may answer, whoever it is aimed at.",
        );
        texts.push(
            "An answer can be answered in turn. Once nobody answers, the last one takes effect: \
             an answer that was stopped stops nothing, so that stopping it restores what it had \
             stopped.",
        );
        texts.push(
            "What was stopped has no effect, its cards are used up, and it is still the turn of \
             the one who played it: turns that they owe stay as they are.",
        );
        texts.push(if rules.self_answer {
            "Players may also answer what they have just played themselves."
        } else {
            "Players do not answer what they have just played themselves."
        });
    }
    if rules.forced_rescue && is_at(Moment::Explosion) {
        texts.push("Who can be rescued from an explosion must be.");
    } else if is_at(Moment::Explosion) {
        texts.push("Nobody has to play a card that rescues from an explosion.");
    }
    texts.into_iter().map(RulesEntry::plain).collect()
}

/// The plays, combos and explosions of the variant that a small position shows.
fn tried(stage: &mut Stage) -> Vec<Tried> {
    let rules = stage.loaded().host.rules().clone();
    let name = |stage: &Stage, kind| stage.loaded().notation.kind(kind).title.to_string();
    let mut tried = Vec::new();
    for kind in (0..rules.kinds.len() as u16).map(Kind) {
        let rule = rules.kind(kind);
        if !rule.is_in_box {
            continue;
        }
        let Some(play) = stage.of_kind(kind) else { continue };
        let title = name(stage, kind);
        if rule.explodes {
            let (to, name) = (Answered::Explosion(kind), format!("explosions by {title}"));
            tried.push(Tried { to, name, play });
        } else if rule.hooks.has(Hook::Resolve) || rule.hooks.has(Hook::Announce) {
            tried.push(Tried { to: Answered::Kind(kind), name: title, play });
        }
    }
    for combo in (0..rules.combos.len() as u16).map(ComboId) {
        if rules.combo(combo).offer == Offer::Never {
            continue;
        }
        let Some(play) = stage.of_combo(combo) else { continue };
        let name = stage.loaded().notation.combo(combo).title.to_string();
        tried.push(Tried { to: Answered::Combo(combo), name, play });
    }
    tried
}

fn entry(stage: &Stage, kind: Kind, yes: &[&str], no: &[&str]) -> RulesEntry {
    let loaded = stage.loaded();
    let rules = loaded.host.rules();
    let rule = rules.kind(kind);
    let stops = loaded.host.symbols(Owner::Kind(kind), Hook::Resolve).has(Symbol::Stop);
    let verb = if stops { "Stops" } else { "Answers" };
    let mut text = Vec::new();
    match (yes, no) {
        ([], _) => {}
        (yes, []) => text.push(format!("{verb} {}.", and(yes))),
        (yes, no) if no.len() * 2 <= yes.len() => {
            text.push(format!("{verb} {}, but not {}.", and(yes), and(no)));
        }
        (yes, _) => text.push(format!("{verb} only {}.", and(yes))),
    }
    for (moment, words) in [
        (Moment::Draw, "before a draw"),
        (Moment::Turn, "at the beginning of a turn"),
        (Moment::Between, "between two actions"),
    ] {
        if rule.at(moment) {
            text.push(format!("Can be played {words}."));
        }
    }
    if text.is_empty() {
        let answered =
            [(Moment::Card, "cards"), (Moment::Combo, "combos"), (Moment::Explosion, "explosions")];
        let answered = answered.iter().filter(|(moment, _)| rule.at(*moment));
        let answered: Vec<&str> = answered.map(|(_, name)| *name).collect();
        text.push(format!("{verb} {}, as its text says.", and(&answered)));
    }
    let name = loaded.notation.kind(kind);
    RulesEntry {
        id: name.id.to_string(),
        title: name.title.to_string(),
        text: text.join(" "),
        lines: Vec::new(),
    }
}
