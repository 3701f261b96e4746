//! The options of a variant and their values, in words.

use super::data::RulesEntry;
use crate::shell::catalogue::{SettingValue, VariantPage, range};
use crate::transcript::LoadedRuleset;
use crate::variant::{OptionSetting, Ruleset};

/// The most different values of a number that are listed by number of players.
const MAX_RUNS: usize = 3;

/// Each option: what it decides, its value, and what else it could be.
pub fn options(loaded: &LoadedRuleset, catalogue: &VariantPage) -> Vec<RulesEntry> {
    let ruleset = &*loaded.ruleset;
    let options = ruleset.options.iter().zip(&catalogue.options);
    let entry = |(option, info): (&OptionSetting, &crate::shell::catalogue::RuleOption)| {
        let about = info.about.trim_end_matches('.');
        let others = info.values.iter().filter(|value| **value != info.value);
        let others: Vec<String> = others.map(in_words).collect();
        let could = match &info.value {
            SettingValue::Bool(_) => String::new(),
            _ if others.is_empty() => String::new(),
            _ => format!(" (not {})", others.join(", ")),
        };
        let value = by_players(ruleset, option).unwrap_or_else(|| in_words(&info.value));
        let text = format!("{about}: {value}{could}.");
        RulesEntry { id: info.name.clone(), text, ..RulesEntry::default() }
    };
    options.map(entry).collect()
}

/// The value of an option in words: `yes`, `3`, `at once`.
pub fn in_words(value: &SettingValue) -> String {
    match value {
        SettingValue::Bool(on) => if *on { "yes" } else { "no" }.to_owned(),
        other => other.to_string().replace('_', " "),
    }
}

/// The value of a number that depends on the number of players: `2 with 2 players, 6 with 3-5`.
fn by_players(ruleset: &Ruleset, option: &OptionSetting) -> Option<String> {
    let crate::script::Setting::Count(expression) = &option.value else { return None };
    let number = |n| Some((n, Ruleset::number(&option.value, n)?));
    let numbers: Vec<(usize, i64)> = ruleset.players.clone().map(number).collect::<Option<_>>()?;
    let runs: Vec<_> = numbers.chunk_by(|a, b| a.1 == b.1).collect();
    if let [one] = runs.as_slice() {
        return Some(one[0].1.to_string());
    }
    if runs.len() > MAX_RUNS {
        return Some(expression.replace("players", "the number of players"));
    }
    let run = |run: &&[(usize, i64)]| {
        format!("{} with {} players", run[0].1, range([run[0].0, run[run.len() - 1].0]))
    };
    Some(runs.iter().map(run).collect::<Vec<_>>().join(", "))
}
