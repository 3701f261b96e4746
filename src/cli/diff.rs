//! `litterbox diff`: shows the differences between two variants.

use super::args::DiffArgs;
use super::failure::{CliResult, FOUND, OK};
use super::shared_args::{Format, SharedArgs};
use super::{library, print};
use crate::base::error::plural;
use crate::kernel::rules::{CounterRule, SeenBy};
use crate::script::spec::names as script_names;
use crate::script::{ANY_KIND, ComboSpec, KindSpec, PileSpec, Spec, TeamSpec, WITHOUT};
use crate::shell::catalogue;
use crate::shell::render::text::catalogue as tables;
use crate::shell::render::text::grid::Grid;
use crate::variant::Ruleset;
use serde_json::{Map, Value as Json, json};

/// Runs the command.
///
/// # Errors
/// A variant cannot be loaded, the output is closed.
pub fn run(shared: &SharedArgs, args: &DiffArgs) -> CliResult {
    let mut library = library::open(shared)?;
    let a = library::find(&mut library, &args.a)?;
    let a = library::load(&library, &a)?;
    let b = library::find(&mut library, &args.b)?;
    let b = library::load(&library, &b)?;
    let found = compare(&facts(&a), &facts(&b));
    match args.shape.format {
        Format::Json => print::json(&as_json(&a, &b, &found))?,
        Format::Text if found.is_empty() => {
            print::talk(&format!("{} and {} are the same", a.name, b.name))?;
        }
        Format::Text => print::text(&as_text(&a, &b, &found))?,
    }
    Ok(if found.is_empty() { OK } else { FOUND })
}

/// One property of a variant, as comparable text.
struct VariantFact {
    part: &'static str,
    name: String,
    text: String,
}

/// One difference between two variants.
struct VariantDiff {
    part: &'static str,
    name: String,
    a: Option<String>,
    b: Option<String>,
}

/// All properties that affect play.
fn facts(ruleset: &Ruleset) -> Vec<VariantFact> {
    let mut facts = Vec::new();
    let mut add = |part, name: &str, text: String| {
        facts.push(VariantFact { part, name: name.to_owned(), text });
    };
    // Each part is named, so that a new one is not forgotten.
    let Spec {
        variant: _,
        kinds,
        combos,
        rules,
        piles,
        seat_piles,
        table_counters,
        seat_counters,
        card_counters,
        explosion_tags,
        teams,
        last_alive_wins,
        deal,
        options: _,
        data,
    } = &ruleset.spec;
    let players = [*ruleset.players.start(), *ruleset.players.end()];
    add("Game", "players", catalogue::range(players));
    add("Game", "cards", catalogue::range(catalogue::box_range(ruleset)));
    add("Game", "dealt", tables::setting(&catalogue::setting(deal)));
    add("Game", "last alive wins", last_alive_wins.to_string());
    for TeamSpec { players, seats } in teams {
        let team = |team: &Vec<u8>| team.iter().map(|seat| format!("p{}", seat + 1)).collect();
        let teams: Vec<Vec<String>> = seats.iter().map(team).collect();
        let teams = teams.iter().map(|team| team.join(" ")).collect::<Vec<_>>();
        add("Game", &format!("teams of {players} players"), teams.join(" | "));
    }
    add("Game", "rules", names(rules.iter().map(|script| &*script.name)));
    if !explosion_tags.is_empty() {
        let tags: Vec<String> = explosion_tags.iter().map(|tag| format!("#{tag}")).collect();
        add("Game", "explosions without a card", tags.join(" "));
    }
    for (subset, condition) in &ruleset.subsets {
        add("Game", &format!("subset {subset}"), condition.clone());
    }
    for (_, id, count) in ruleset.counts() {
        add("Deck", id, catalogue::count(count));
    }
    for kind in kinds.iter().filter(|kind| kind.is_in_box) {
        add("Scripts", &kind.id, kind_text(kind));
    }
    for combo in combos {
        add("Scripts", &combo.id, combo_text(combo));
    }
    for option in &ruleset.options {
        add("Options", &option.name, tables::setting(&catalogue::setting(&option.value)));
    }
    for pile in piles {
        add("Piles", &pile.id, pile_text(pile));
    }
    for pile in seat_piles {
        let seen = if pile.is_seen_by_owner { ", seen by that player" } else { "" };
        add("Piles", &pile.id, format!("of each player, {}{seen}", pile_text(pile)));
    }
    for (counter, of) in counters([table_counters, seat_counters, card_counters]) {
        add("Counters", &counter.id, counted(counter, of));
    }
    for (key, value) in data.as_object().into_iter().flatten() {
        add("Data", key, value.to_string());
    }
    facts
}

/// The counters of the table, of players and of cards, with whose they are.
fn counters(all: [&[CounterRule]; 3]) -> impl Iterator<Item = (&CounterRule, &'static str)> {
    let whose = ["of the table", "of each player", "of each card"];
    all.into_iter().zip(whose).flat_map(|(rules, of)| rules.iter().map(move |rule| (rule, of)))
}

fn pile_text(pile: &PileSpec) -> String {
    let refill = pile.refill.as_ref().map(|from| match pile.refill_leaves {
        0 => format!("refilled from {from}"),
        n => format!("refilled from {from}, which keeps {}", plural(n, "card")),
    });
    let face = if pile.face_up { "face up" } else { "face down" }.to_owned();
    let hidden = (!pile.is_shown).then(|| "not shown".to_owned());
    names([Some(face), refill, hidden].iter().flatten().map(String::as_str))
}

fn counted(counter: &CounterRule, of: &str) -> String {
    match (counter.is_plain(), counter.seen_by) {
        (true, _) => of.to_owned(),
        (_, SeenBy::Everybody) => format!("{of}, {}", counter.holds),
        (_, SeenBy::Owner) => format!("{of}, {}, seen by that player", counter.holds),
        (_, SeenBy::Nobody) => format!("{of}, {}, secret", counter.holds),
    }
}

fn kind_text(kind: &KindSpec) -> String {
    let mut parts = vec![script_names(&kind.scripts)];
    parts.extend(kind.tags.iter().map(|tag| format!("#{tag}")));
    parts.extend(kind.start.iter().map(|start| format!("starts in {start}")));
    parts.extend(kind.home.iter().map(|home| format!("goes to {home}")));
    let stands_for = |wild: &str| match wild.strip_prefix(WITHOUT) {
        _ if wild == ANY_KIND => "stands in for any card".to_owned(),
        Some(tag) => format!("stands in for all but #{tag}"),
        None => format!("stands in for #{wild}"),
    };
    parts.extend(kind.wild.as_deref().map(stands_for));
    parts.extend(params(&kind.params));
    parts.join(" ")
}

fn combo_text(combo: &ComboSpec) -> String {
    let mut parts = vec![script_names(&combo.scripts)];
    parts.extend(params(&combo.params));
    parts.join(" ")
}

fn params(params: &Map<String, Json>) -> impl Iterator<Item = String> {
    params.iter().map(|(name, value)| format!("{name}={value}"))
}

fn names<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

/// The differences in the order of the first variant, then those only the second one has.
fn compare(a: &[VariantFact], b: &[VariantFact]) -> Vec<VariantDiff> {
    let same =
        |one: &VariantFact, other: &VariantFact| one.part == other.part && one.name == other.name;
    let text = |facts: &[VariantFact], fact: &VariantFact| {
        facts.iter().find(|other| same(fact, other)).map(|other| other.text.clone())
    };
    let only_b = b.iter().filter(|fact| !a.iter().any(|other| same(fact, other)));
    let mut found: Vec<VariantDiff> = a
        .iter()
        .chain(only_b)
        .map(|fact| {
            let (part, name) = (fact.part, fact.name.clone());
            VariantDiff { part, name, a: text(a, fact), b: text(b, fact) }
        })
        .filter(|difference| difference.a != difference.b)
        .collect();
    let place = |part: &str| a.iter().chain(b).position(|fact| fact.part == part);
    found.sort_by_key(|difference| place(difference.part));
    found
}

fn as_text(a: &Ruleset, b: &Ruleset, found: &[VariantDiff]) -> String {
    let mut grid = Grid::new(&["", &a.id, &b.id]);
    let mut part = "";
    for difference in found {
        if difference.part != part {
            part = difference.part;
            grid.heading(part);
        }
        let shown = |side: &Option<String>| side.clone().unwrap_or_else(|| "-".to_owned());
        let name = format!("  {}", difference.name);
        grid.row([name, shown(&difference.a), shown(&difference.b)]);
    }
    grid.text("", 2)
}

fn as_json(a: &Ruleset, b: &Ruleset, found: &[VariantDiff]) -> Json {
    let difference = |one: &VariantDiff| json!({ "part": one.part.to_lowercase(), "name": one.name, "a": one.a, "b": one.b });
    json!({
        "a": { "id": *a.id, "name": a.name },
        "b": { "id": *b.id, "name": b.name },
        "same": found.is_empty(),
        "differences": found.iter().map(difference).collect::<Vec<_>>(),
    })
}
