//! Content of a report's page besides its figures: the command, the date, the symbols and titles of
//! cards, and a typical game.

use super::library;
use super::shared_args::SharedArgs;
use super::typical_game::typical_game;
use crate::page::{ShownKind, shown_kinds};
use crate::script::{Host, Setting};
use crate::sim::registry::AgentName;
use crate::sim::{Plan, RunConfig, RunManifest};
use crate::variant::Ruleset;
use serde_json::{Value as Json, json};
use std::time::{SystemTime, UNIX_EPOCH};

/// Collects it for a run of these players; `variant` is as on the command line. With the median
/// number of turns, a game of this length is shown. What cannot be loaded again is left out.
pub fn shown(
    shared: &SharedArgs,
    variant: &str,
    manifest: &RunManifest,
    turns: Option<usize>,
) -> Json {
    let arguments = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    let command = shell_words::join(std::iter::once("litterbox".to_owned()).chain(arguments));
    let mut shown = json!({ "command": command, "date": today() });
    let plan = replanned(shared, variant, manifest);
    if let Some((plan, kinds)) = plan {
        shown["kinds"] = kinds;
        shown["present"] = present(&plan);
        let is_same = plan.manifest.rules == manifest.rules;
        let strip = turns.filter(|_| is_same).and_then(|turns| typical_game(&plan, turns));
        shown["strip"] = json!(strip);
    }
    shown
}

/// The values of a variant as it is set, by the names of its options: for the axis of a plot.
fn present(plan: &Plan) -> Json {
    let RunManifest { variant, set, players, .. } = &plan.manifest;
    let Ok(ruleset) = Ruleset::load(&plan.library, variant, set) else { return Json::Null };
    let deck = ruleset.deck(*players);
    let counts = ruleset.spec.kinds.iter().enumerate().map(|(at, kind)| {
        let copies =
            deck.iter().filter(|(other, ..)| other.index() == at).map(|(.., n)| u64::from(*n));
        (format!("deck.{}", kind.id), Json::from(copies.sum::<u64>()))
    });
    let value = |setting: &Setting| match setting {
        Setting::Bool(is) => Json::from(*is),
        Setting::Text(text) => Json::from(&**text),
        number => Json::from(Ruleset::number(number, *players)),
    };
    let options =
        ruleset.options.iter().map(|option| (option.name.to_string(), value(&option.value)));
    let deal = ("deal".to_owned(), Json::from(ruleset.deal(*players)));
    Json::Object(counts.chain(options).chain([deal]).collect())
}

/// The plan of a run again, and what its cards and combos show.
fn replanned(shared: &SharedArgs, variant: &str, manifest: &RunManifest) -> Option<(Plan, Json)> {
    let mut library = library::open_quietly(shared).ok()?;
    let id = library::find(&mut library, variant).ok()?;
    let ruleset = Ruleset::load(&library, &id, &manifest.set).ok()?;
    let titles = library::titles(&library, shared, &ruleset).ok()?;
    let host = Host::new(&ruleset.spec).ok()?;
    let (kinds, combos) = shown_kinds(&ruleset, &titles, &host, Some(manifest.players));
    // A report shows symbols alone. No card of the deck is a combo: its row is never left out.
    let without = |(id, kind): (String, ShownKind), fields: &[&str]| {
        let mut kind = json!(kind);
        kind.as_object_mut()
            .into_iter()
            .for_each(|kind| kind.retain(|key, _| !fields.contains(&&**key)));
        (id, kind)
    };
    let kinds = kinds.into_iter().map(|kind| without(kind, &["image"]));
    let combos = combos.into_iter().map(|combo| without(combo, &["image", "count"]));
    let kinds: serde_json::Map<String, Json> = kinds.chain(combos).collect();
    let agents = manifest.agents.iter().map(|agent| agent.parse::<AgentName>().ok());
    let config = RunConfig {
        players: Some(manifest.players),
        agents: agents.collect::<Option<_>>()?,
        fixed: manifest.fixed,
        seed: manifest.seed,
        games: manifest.games,
        limit: manifest.limit,
    };
    let plan = Plan::new(&library, &id, &manifest.set, config).ok()?;
    Some((plan, kinds.into()))
}

/// The date in UTC: `2026-03-01`.
fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    // Days in eras of 400 years that begin in March (H. Hinnant, chrono-Compatible Low-Level Date
    // Algorithms).
    let day = seconds / 86_400 + 719_468;
    let (era, of_era) = (day / 146_097, day % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let part = (5 * of_year + 2) / 153;
    let (date, month) = (of_year - (153 * part + 2) / 5 + 1, (part + 2) % 12 + 1);
    format!("{}-{month:02}-{date:02}", era * 400 + year + u64::from(month <= 2))
}
