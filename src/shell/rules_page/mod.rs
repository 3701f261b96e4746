//! The rules of a variant as data: how to win, to set up, a turn, answers, each card and combo,
//! options, assumptions, examples. The terminal, pages and printed cards show it.
//!
//! It is made of the variant, of the texts of cards, of the first lines (`//!`) of rules scripts
//! and the comments (`///`) above their hooks, and of plays on small positions (`plays`).

mod answers;
mod data;
mod examples;
mod facts;
mod options;
mod setup;
mod turn;

use super::catalogue;
use super::plays::Stage;
use crate::kernel::Rulebook;
use crate::kernel::rules::Offer;
use crate::transcript::LoadedRuleset;
pub use data::{RulesEntry, RulesPage, RulesSection, RulesTopic};
pub use examples::example;

/// The rules of a ruleset, for a number of players if it is known.
pub fn of(loaded: &LoadedRuleset, players: Option<usize>) -> RulesPage {
    let catalogue = catalogue::page(&loaded.ruleset, &loaded.titles, players);
    let mut stage = Stage::new(loaded);
    let numbers = match players {
        Some(n) => n..=n,
        None => loaded.ruleset.players.clone(),
    };
    let cards = catalogue.cards.iter().filter(|card| card.in_play.values().any(|n| *n > 0));
    let cards = cards.map(|card| RulesEntry {
        id: card.id.clone(),
        title: card.title.clone(),
        text: card.text.clone(),
        lines: Vec::new(),
    });
    let assumed = match &catalogue.assumed_in {
        None => "Not in the rulebook: assumed".to_owned(),
        Some(name) => format!("Not in the rulebook: assumed in {name}"),
    };
    let sections = [
        (RulesTopic::Goal, "How to win", turn::goal(loaded, &catalogue)),
        (RulesTopic::Setup, "Setup", setup::setup(loaded, numbers)),
        (RulesTopic::Turn, "A turn", turn::turn(loaded)),
        (
            RulesTopic::Answers,
            "Answers: what stops what",
            stage.as_mut().map(answers::answers).unwrap_or_default(),
        ),
        (RulesTopic::Cards, "Cards", cards.collect()),
        (RulesTopic::Combos, "Combos", combos(loaded, &catalogue)),
        (RulesTopic::Options, "Left open: options", options::options(loaded, &catalogue)),
        (RulesTopic::Assumed, &*assumed, catalogue.assumed.iter().map(RulesEntry::plain).collect()),
        (
            RulesTopic::Examples,
            data::EXAMPLES,
            stage.as_mut().map(examples::examples).unwrap_or_default(),
        ),
    ];
    let sections = sections.into_iter().filter(|(.., entries)| !entries.is_empty());
    let section = |(topic, title, entries): (_, &str, _)| RulesSection {
        topic,
        title: title.to_owned(),
        entries,
    };
    RulesPage {
        id: catalogue.id.clone(),
        name: catalogue.name.clone(),
        about: catalogue.about.clone(),
        source: catalogue.source.clone(),
        language: loaded.titles.language.clone(),
        players: catalogue.players,
        sections: sections.map(section).collect(),
    }
}

/// How to win and how a turn goes, in a paragraph for who begins to play.
pub fn brief(loaded: &LoadedRuleset, players: Option<usize>) -> String {
    turn::brief(loaded, &catalogue::page(&loaded.ruleset, &loaded.titles, players))
}

/// Each combo with its text, and those that this variant does not play.
fn combos(loaded: &LoadedRuleset, catalogue: &catalogue::VariantPage) -> Vec<RulesEntry> {
    let rules = loaded.host.rules();
    let (mut played, mut others) = (Vec::new(), Vec::new());
    for (combo, rule) in catalogue.combos.iter().zip(&rules.combos) {
        if rule.offer == Offer::Never {
            others.push(combo.title.as_str());
            continue;
        }
        let (id, title, text) = (combo.id.clone(), combo.title.clone(), combo.text.clone());
        played.push(RulesEntry { id, title, text, lines: Vec::new() });
    }
    if !others.is_empty() {
        let names = others.join(", ");
        played.push(RulesEntry::plain(format!("Not a combo in this variant: {names}.")));
    }
    if !played.is_empty() && others.is_empty() {
        let cards = "Other cards are not played together.";
        played.push(RulesEntry::plain(cards));
    }
    played
}
