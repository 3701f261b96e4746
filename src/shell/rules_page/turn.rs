//! How to win, and what a turn is: the order of play that every variant has, what its rules
//! scripts say about themselves, and what its cards make possible.

use super::data::RulesEntry;
use super::facts::{docs, has};
use crate::base::error::and;
use crate::kernel::{Hook, Rulebook};
use crate::script::Symbol;
use crate::script::options::FIRST;
use crate::shell::catalogue::VariantPage;
use crate::transcript::LoadedRuleset;

/// The course of a turn in every variant.
const PLAY_AND_DRAW: &str = "On your turn, play as many cards and combos as you like, one after the other, or none; then \
     draw, which ends the turn, unless a card has ended it before.";

/// A play that leaves no choice, in every variant.
const ONE_ANSWER: &str = "A question with one possible answer is not asked: between two players \
     there is nobody to choose.";

/// How to win and how a turn goes, in a few sentences.
pub fn brief(loaded: &LoadedRuleset, catalogue: &VariantPage) -> String {
    let mut texts: Vec<String> = catalogue.rules.clone();
    if !texts.iter().any(|text| text.contains("wins")) {
        texts = aim(loaded, catalogue).into_iter().map(|entry| entry.text).collect();
    }
    texts.push(PLAY_AND_DRAW.to_owned());
    texts.join(" ")
}

/// How the game ends, and who wins.
pub fn goal(loaded: &LoadedRuleset, catalogue: &VariantPage) -> Vec<RulesEntry> {
    let rules = loaded.host.rules();
    let mut entries = aim(loaded, catalogue);
    entries.extend(docs(loaded, Hook::Exploded));
    if !rules.is_race && has(loaded, Symbol::Burst) {
        entries.push(RulesEntry::plain(
            "Who is out takes no more part: they are passed over and owe no turns any more.",
        ));
    }
    entries
}

/// Who wins, after the descriptions of the rules scripts.
fn aim(loaded: &LoadedRuleset, catalogue: &VariantPage) -> Vec<RulesEntry> {
    let mut entries: Vec<RulesEntry> = catalogue.rules.iter().map(RulesEntry::plain).collect();
    entries.extend(teams(loaded));
    let spec = &loaded.ruleset.spec;
    if !loaded.host.rules().is_race && spec.last_alive_wins {
        let has_teams = !spec.teams.is_empty();
        let team = "The last team of which a player is left wins.";
        let last = "The last player who is left wins.";
        entries.push(RulesEntry::plain(if has_teams { team } else { last }));
    }
    entries
}

/// Who plays together.
fn teams(loaded: &LoadedRuleset) -> Vec<RulesEntry> {
    let teams = loaded.ruleset.spec.teams.iter().map(|spec| {
        let team = |seats: &Vec<u8>| {
            let seats: Vec<String> = seats.iter().map(|seat| (seat + 1).to_string()).collect();
            let seats: Vec<&str> = seats.iter().map(String::as_str).collect();
            format!("players {}", and(&seats))
        };
        let teams: Vec<String> = spec.seats.iter().map(team).collect();
        let text = format!("With {} players there are teams: {}.", spec.players, teams.join("; "));
        RulesEntry::plain(text)
    });
    teams.collect()
}

/// The course of a turn.
pub fn turn(loaded: &LoadedRuleset) -> Vec<RulesEntry> {
    let rules = loaded.host.rules();
    let mut texts = Vec::new();
    let first = loaded.ruleset.option(FIRST.name).map(|option| &option.value);
    texts.push(match first {
        Some(crate::script::Setting::Text(word)) if &**word == "random" => {
            "Chance decides who begins. Play goes round the table, to the left."
        }
        _ => "The first player begins. Play goes round the table, to the left.",
    });
    if has(loaded, Symbol::Reverse) {
        texts.push(
            "The direction of play can be reversed: then the others are also asked the other way \
             round.",
        );
    }
    texts.extend([PLAY_AND_DRAW, ONE_ANSWER]);
    let mut entries: Vec<RulesEntry> = texts.into_iter().map(RulesEntry::plain).collect();
    for hook in [Hook::TurnStart, Hook::CanDraw, Hook::DrawStep, Hook::AfterDraw, Hook::TurnEnd] {
        entries.extend(docs(loaded, hook));
    }
    if has(loaded, Symbol::Bolt) {
        let adds_up = if rules.attacks_add_up {
            "Attacks add up: whoever owes turns from an attack and attacks in turn passes on all \
             turns that are left, the current one included, and more. Turns already taken are not \
             passed on, and neither is a turn that comes from no attack."
        } else {
            "Attacks do not add up: turns still owed from an attack are not passed on with the \
             next one."
        };
        let owed = "Who must take several turns takes them one after the other. Each is a whole \
                    turn: between two draws there is time to play. Ending one turn leaves the \
                    others. After the last one, the next player in the direction of play goes on.";
        entries.extend([owed, adds_up].map(RulesEntry::plain));
    }
    entries
}
