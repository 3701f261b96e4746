//! How to set up, for each number of players: found by setting up.

use super::data::RulesEntry;
use super::facts::docs;
use crate::base::error::{and, plural};
use crate::kernel::{Game, Hook, Kind, Prompt, Rulebook, Setup, Table, Zone};
use crate::message::ZoneInfo;
use crate::shell::catalogue::range;
use crate::transcript::LoadedRuleset;
use crate::variant::Count;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Where the cards are after the setup.
#[derive(PartialEq, Eq)]
struct Dealt {
    in_play: usize,
    /// The least and the greatest number of cards in a hand.
    hands: [usize; 2],
    /// The piles that each player has, with the least and the greatest number of their cards.
    own: BTreeMap<String, [usize; 2]>,
    /// The piles with cards, with their names.
    piles: Vec<(String, usize)>,
    /// The first question of a setup that asks: the cards are counted as they lie then.
    question: Option<String>,
    /// The kinds of which cards are out of the game: how many are in it, and how many there are.
    out: Vec<(String, usize, usize)>,
}

/// How to set up, in words.
pub fn setup(loaded: &LoadedRuleset, numbers: RangeInclusive<usize>) -> Vec<RulesEntry> {
    let mut entries = docs(loaded, Hook::Setup);
    entries.extend(parts(loaded));
    let dealt = numbers.filter_map(|n| Some((n, dealt(loaded, n)?)));
    let mut groups: Vec<(Vec<usize>, Dealt)> = Vec::new();
    for (n, dealt) in dealt {
        match groups.last_mut() {
            Some((numbers, last)) if *last == dealt => numbers.push(n),
            _ => groups.push((vec![n], dealt)),
        }
    }
    entries.extend(groups.iter().map(|(numbers, dealt)| RulesEntry {
        title: format!("{} players", ranges(numbers)),
        text: dealt.in_words(),
        ..RulesEntry::default()
    }));
    entries
}

/// The parts of the box, and with how many players each is used.
fn parts(loaded: &LoadedRuleset) -> Vec<RulesEntry> {
    let ruleset = &loaded.ruleset;
    let part = |name: &String| {
        let of_part = |count: &Count| match count {
            Count::Subsets(parts) => parts.get(name).copied().unwrap_or(0),
            Count::Number(_) | Count::Expression(_) => 0,
        };
        let n_cards: i64 = ruleset.counts().map(|(.., count)| of_part(count)).sum();
        let used: Vec<usize> =
            ruleset.players.clone().filter(|n| ruleset.has_part(name, *n)).collect();
        let cards = plural(n_cards, "card");
        let text = match used.as_slice() {
            [] => format!("{cards}, not used."),
            used => format!("{cards}, used with {} players.", ranges(used)),
        };
        RulesEntry { title: format!("Part “{name}”"), text, ..RulesEntry::default() }
    };
    let mut parts: Vec<RulesEntry> = ruleset.subsets.keys().map(part).collect();
    if !parts.is_empty() {
        let n_others = ruleset.counts().filter(|(.., count)| !matches!(count, Count::Subsets(_)));
        let names: Vec<_> = n_others.map(|(_, id, _)| loaded.titles.card(id).title).collect();
        let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
        if !names.is_empty() {
            let text = format!("Cards of no part: {}.", and(&names));
            parts.push(RulesEntry::plain(text));
        }
    }
    parts
}

/// Sets up a game and counts.
fn dealt(loaded: &LoadedRuleset, n_players: usize) -> Option<Dealt> {
    let names: Arc<[Arc<str>]> = (1..=n_players).map(|n| format!("p{n}").into()).collect();
    let deck = loaded.ruleset.deck(n_players);
    let setup = Setup { names, deck, seed: 1, first: None, log: false, keyed: false };
    let game = Game::new(loaded.host.clone(), &setup).ok()?;
    let (table, rules) = (game.shown(), loaded.host.rules());
    let n_in = |zone: Zone| table.cards_in(zone).len();
    let hands: Vec<usize> = table.seats().map(|seat| n_in(Zone::Hand(seat))).collect();
    let all = table.zones.all().filter(|zone| *zone != Zone::Box);
    let in_play = all.map(n_in).sum();
    let piles = rules.piles.iter().filter_map(|pile| rules.find_pile(&pile.id));
    let mut zones = vec![Zone::Draw, Zone::Discard, Zone::Table];
    zones.extend(piles.filter(|zone| matches!(zone, Zone::Pile(_))));
    let piles = zones.into_iter().filter(|zone| n_in(*zone) > 0);
    let piles = piles.map(|zone| (loaded.notation.zone_info(zone).to_string(), n_in(zone)));
    let mut own: BTreeMap<String, [usize; 2]> = BTreeMap::new();
    for zone in table.zones.all() {
        if let ZoneInfo::Own { id, label, .. } = loaded.notation.zone_info(zone) {
            let n = n_in(zone);
            let [least, most] = own.entry(label.or_id(&id).to_owned()).or_insert([n, n]);
            (*least, *most) = (n.min(*least), n.max(*most));
        }
    }
    own.retain(|_, [_, most]| *most > 0);
    let asked = game.decision().filter(|_| game.is_setting_up());
    let question = asked.and_then(|decision| match &decision.prompt {
        Prompt::Text(text) => Some(loaded.notation.read(text)),
        _ => None,
    });
    Some(Dealt {
        in_play,
        hands: [hands.iter().copied().min()?, hands.iter().copied().max()?],
        own,
        piles: piles.collect(),
        question,
        out: out(loaded, table),
    })
}

/// The kinds of which cards are out of the game.
fn out(loaded: &LoadedRuleset, table: &Table) -> Vec<(String, usize, usize)> {
    let mut boxed: BTreeMap<Kind, usize> = BTreeMap::new();
    for card in table.cards_in(Zone::Box) {
        *boxed.entry(table.kind(*card)).or_default() += 1;
    }
    let n_of = |kind: Kind| table.cards.iter().filter(|card| card.kind == kind).count();
    let title = |kind: Kind| loaded.notation.kind(kind).title.to_string();
    let out = boxed.into_iter().map(|(kind, n)| (title(kind), n_of(kind) - n, n_of(kind)));
    out.collect()
}

impl Dealt {
    fn in_words(&self) -> String {
        let of_each = |[least, most]: [usize; 2], place: &str| match (least, most) {
            (0, 0) => None,
            (least, most) if least == most => Some(format!("{least} in each {place}")),
            (least, most) => Some(format!("{least} to {most} in each {place}")),
        };
        let own = self.own.iter().filter_map(|(pile, n)| of_each(*n, pile));
        let cards = of_each(self.hands, "hand").into_iter().chain(own);
        let piles = self.piles.iter().map(|(name, n)| format!("{n} in {name}"));
        let places: Vec<String> = cards.chain(piles).collect();
        let places: Vec<&str> = places.iter().map(String::as_str).collect();
        let mut text = format!("{} in the game", plural(self.in_play, "card"));
        let out = self.out.iter().map(|(title, n_in, n)| format!("{n_in} of {n} {title}"));
        let out: Vec<String> = out.collect();
        let out: Vec<&str> = out.iter().map(String::as_str).collect();
        if !out.is_empty() {
            text += &format!(", with {}", and(&out));
        }
        if !places.is_empty() {
            text += &format!(": {}", and(&places));
        }
        if let Some(question) = &self.question {
            text += &format!("; then the setup asks “{question}”");
        }
        text + "."
    }
}

/// Formats numbers: `2-3, 8-10`.
fn ranges(numbers: &[usize]) -> String {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b);
    let run = |run: &[usize]| range([run[0], run[run.len() - 1]]);
    runs.map(run).collect::<Vec<_>>().join(", ")
}
