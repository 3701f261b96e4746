//! Positions as one line of text, as used by `:table`.

use super::names::{Notation, suggestion};
use super::start::words;
use crate::base::error::Refusal;
use crate::kernel::card::MAX_CARDS;
use crate::kernel::layout::{CardTraits, Layout, PileLayout};
use crate::kernel::turns::MAX_TURNS;
use crate::kernel::{Kind, Rules, Seat, SeatSet, Table, Zone};
use crate::message::{whose, with_face};

/// The sections of a position other than piles of the variant and what players have.
const SECTIONS: [&str; 7] = ["draw", "discard", "table", "turn", "dead", "blind", "reversed"];

/// Parses a position.
///
/// # Errors
/// All errors, one message each.
pub fn parse(spec: &str, notation: &Notation) -> Result<Layout, Vec<Refusal>> {
    let mut reader = PositionReader {
        notation,
        layout: Layout::default(),
        faults: Vec::new(),
        seen: Vec::new(),
        turned: Vec::new(),
        traits: Vec::new(),
    };
    for part in spec.split('|') {
        reader.part(part.trim());
    }
    reader.check();
    if reader.faults.is_empty() { Ok(reader.layout) } else { Err(reader.faults) }
}

/// Splits a position into what starts a game, empty if it only lays out the current one, and the
/// position: `classic --seed 3` and `ann: skip | bob: -`.
pub fn split_start(spec: &str) -> (&str, &str) {
    let first = spec.split('|').next().unwrap_or_default();
    let mut is_value = false;
    for (at, word) in words(first) {
        let after = first[at + word.len()..].trim_start();
        let is_name = word.contains(':') || after.starts_with(':');
        match word {
            _ if is_value => is_value = false,
            _ if word.starts_with("--") => is_value = !word.contains('='),
            _ if is_name || word.eq_ignore_ascii_case("reversed") => return spec.split_at(at),
            _ => {}
        }
    }
    ("", spec)
}

/// The players whose hands a position has, in its order.
pub fn players<'a>(spec: &'a str, rules: &Rules) -> Vec<&'a str> {
    let names = spec.split('|').filter_map(|part| Some(part.split_once(':')?.0.trim()));
    let mut players: Vec<&str> = Vec::new();
    for name in names {
        let lower = name.to_lowercase();
        let is_other = SECTIONS.contains(&lower.as_str()) || rules.find_pile(&lower).is_some();
        let is_known = players.iter().any(|known| known.to_lowercase() == lower);
        let is_of_player = |(_, place): (&str, &str)| {
            place == "front" || rules.find_seat_pile(Seat(0), place).is_some()
        };
        if !is_other && !is_known && !lower.split_once('.').is_some_and(is_of_player) {
            players.push(name);
        }
    }
    players
}

struct PositionReader<'a> {
    notation: &'a Notation,
    layout: Layout,
    faults: Vec<Refusal>,
    seen: Vec<String>,
    /// The depths in the last list of the cards that lie with their other face up.
    turned: Vec<u16>,
    /// The depths in the last list of the cards with traits.
    traits: Vec<(u16, CardTraits)>,
}

impl PositionReader<'_> {
    fn fault(&mut self, text: impl Into<Refusal>) {
        self.faults.push(text.into());
    }

    fn part(&mut self, part: &str) {
        if part.is_empty() {
            return self.fault("a section is empty: leave out its `|`, or write `NAME: CARDS`");
        }
        if part.eq_ignore_ascii_case("reversed") {
            self.once("reversed");
            self.layout.reversed = true;
            return;
        }
        let Some((name, list)) = part.split_once(':') else {
            return self.fault(format!("`{part}` is not a section: expected `NAME: CARDS`"));
        };
        let (name, list) = (name.trim(), list.trim());
        self.once(name);
        let lower = name.to_lowercase();
        match lower.as_str() {
            "reversed" => self.fault("`reversed` stands alone, without a list"),
            "turn" if list.is_empty() => self.fault("`turn:` names no player"),
            _ if list.is_empty() => {
                self.fault(format!("`{name}:` lists nothing: use `-` for nothing"));
            }
            "turn" => self.turn(list),
            "dead" => self.layout.dead = self.seats(list),
            "blind" => self.layout.blind = self.seats(list),
            "discard" => {
                if let Some((kinds, keep_rest)) = self.cards(list) {
                    if keep_rest {
                        self.fault(
                            "`...` is not allowed in the discard pile, which is always replaced",
                        );
                    }
                    self.layout.discard = kinds;
                    self.place(Zone::Discard);
                }
            }
            "table" => {
                if let Some((kinds, keep_rest)) = self.cards(list) {
                    if keep_rest {
                        self.fault("`...` is not allowed in `table`, which is always replaced");
                    }
                    let (zone, keep_rest) = (Zone::Table, false);
                    self.layout.piles.push(PileLayout { zone, kinds, keep_rest });
                    self.place(zone);
                }
            }
            lower => self.cards_of(name, lower, list),
        }
    }

    fn once(&mut self, name: &str) {
        let name = name.to_lowercase();
        if self.seen.contains(&name) {
            self.fault(format!("`{name}` appears twice"));
        }
        self.seen.push(name);
    }

    /// A pile, a hand, or the cards in front of a player.
    fn cards_of(&mut self, name: &str, lower: &str, list: &str) {
        if let Ok(Some(zone)) = self.notation.own_pile(name) {
            if let Some((kinds, keep_rest)) = self.cards(list) {
                self.layout.piles.push(PileLayout { zone, kinds, keep_rest });
                self.place(zone);
            }
            return;
        }
        let (owner, is_front) = match name.strip_suffix(".front") {
            Some(owner) => (owner, true),
            None => (name, false),
        };
        if let Some(seat) = self.notation.find_seat(owner) {
            let Some((kinds, keep_rest)) = self.cards(list) else { return };
            if keep_rest {
                self.fault(format!("`...` is not allowed in `{name}`: hands are always replaced"));
            } else if is_front {
                self.layout.fronts.push((seat, kinds));
                self.place(Zone::Front(seat));
            } else {
                self.layout.hands.push((seat, kinds));
                self.place(Zone::Hand(seat));
            }
            return;
        }
        match self.notation.rules.find_pile(lower) {
            Some(zone) if zone != Zone::Box => {
                if let Some((kinds, keep_rest)) = self.cards(list) {
                    self.layout.piles.push(PileLayout { zone, kinds, keep_rest });
                    self.place(zone);
                }
            }
            _ => {
                let piles = self.notation.rules.piles.iter().map(|pile| &*pile.id);
                let seats = self.notation.seats.iter().map(|seat| &**seat);
                let hint = suggestion(owner, SECTIONS.into_iter().chain(piles).chain(seats));
                self.fault(format!("`{name}` is neither a player nor a pile{hint}"));
                self.cards(list);
            }
        }
    }

    /// Says of the last list that its cards lie in this zone.
    fn place(&mut self, zone: Zone) {
        let Self { layout, turned, traits, .. } = self;
        layout.turned.extend(turned.drain(..).map(|depth| (zone, depth)));
        layout.traits.extend(traits.drain(..).map(|(depth, traits)| (zone, depth, traits)));
    }

    /// The cards of a list, and whether `...` follows them.
    fn cards(&mut self, list: &str) -> Option<(Vec<Kind>, bool)> {
        self.turned.clear();
        self.traits.clear();
        let mut words: Vec<&str> = list.split_whitespace().collect();
        if words == ["-"] {
            return Some((Vec::new(), false));
        }
        let keep_rest = matches!(words.last(), Some(&("..." | "…")));
        if keep_rest {
            words.pop();
        }
        let (mut kinds, n_faults) = (Vec::new(), self.faults.len());
        for word in &words {
            match self.notation.the_cards(word) {
                Ok((.., n)) if kinds.len() + n > MAX_CARDS => {
                    self.fault(format!("more than {MAX_CARDS} cards in one place"));
                    return None;
                }
                Ok((kind, card, traits, n)) => {
                    let depths = kinds.len() as u16..(kinds.len() + n) as u16;
                    self.turned.extend(depths.clone().filter(|_| card.is_turned));
                    let all = depths.filter(|_| !traits.is_empty());
                    self.traits.extend(all.map(|depth| (depth, traits.clone())));
                    kinds.extend(std::iter::repeat_n(kind, n));
                }
                Err(why) => self.fault(why),
            }
        }
        (self.faults.len() == n_faults).then_some((kinds, keep_rest))
    }

    fn seat(&mut self, word: &str) -> Option<Seat> {
        self.notation.the_seat(word).map_err(|why| self.fault(why)).ok()
    }

    fn turn(&mut self, list: &str) {
        let words: Vec<&str> = list.split_whitespace().collect();
        let owed = match words.get(1).map(|word| word.parse::<u32>()) {
            None => None,
            Some(Ok(owed)) if (1..=MAX_TURNS).contains(&owed) => Some(owed),
            Some(_) => return self.fault(format!("`{}` is not a number of turns", words[1])),
        };
        if words.len() > 2 {
            return self.fault(format!(
                "`turn: {list}`: expected a player and optionally a number of turns"
            ));
        }
        if let Some(seat) = self.seat(words[0]) {
            self.layout.turn = Some((seat, owed));
        }
    }

    fn seats(&mut self, list: &str) -> Vec<Seat> {
        let words = list.split_whitespace().filter(|word| *word != "-");
        words.filter_map(|word| self.seat(word)).collect()
    }

    fn check(&mut self) {
        let dead: SeatSet = self.layout.dead.iter().copied().collect();
        if dead.len() == self.notation.seats.len() {
            self.fault("at least one player must be alive");
        } else if let Some((seat, _)) = self.layout.turn
            && dead.has(seat)
        {
            let name = self.notation.seat(seat).to_owned();
            self.fault(format!("it cannot be {} turn: {name} is dead", whose(&name)));
        }
    }
}

/// The position of a table. It does not include the counters of players and of the table.
pub fn of_table(table: &Table, notation: &Notation) -> Layout {
    let kinds = |zone: Zone| table.cards_in(zone).iter().map(|card| table.kind(*card)).collect();
    let mut layout = Layout { discard: kinds(Zone::Discard), ..Layout::default() };
    for seat in table.seats() {
        layout.hands.push((seat, kinds(Zone::Hand(seat))));
        if notation.rules.has_front_plays || !table.cards_in(Zone::Front(seat)).is_empty() {
            layout.fronts.push((seat, kinds(Zone::Front(seat))));
        }
        if !table.turns.alive.has(seat) {
            layout.dead.push(seat);
        }
    }
    let is_there = |zone: &Zone| !matches!(zone, Zone::Own(_)) || !table.cards_in(*zone).is_empty();
    let named = notation.rules.named_piles(table.n_seats()).filter(is_there);
    for zone in std::iter::once(Zone::Draw).chain(named) {
        layout.piles.push(PileLayout { zone, kinds: kinds(zone), keep_rest: false });
    }
    if !table.cards_in(Zone::Table).is_empty() {
        let (zone, kinds) = (Zone::Table, kinds(Zone::Table));
        layout.piles.push(PileLayout { zone, kinds, keep_rest: false });
    }
    for zone in table.zones.all().filter(|zone| *zone != Zone::Box) {
        let cards = (0..).zip(table.cards_in(zone));
        let turned = cards.clone().filter(|(_, card)| table.cards[card.index()].is_turned);
        layout.turned.extend(turned.map(|(depth, _)| (zone, depth)));
        let traits = cards.map(|(depth, card)| {
            (zone, depth, table.acquired_traits(&notation.rules, *card, true))
        });
        layout.traits.extend(traits.filter(|(_, _, traits)| !traits.is_empty()));
    }
    layout.blind = table.seats().filter(|seat| table.blind.has(*seat)).collect();
    let turns = &table.turns;
    if turns.alive.has(turns.current) {
        layout.turn = Some((turns.current, turns.attacked.then_some(turns.owed)));
    }
    layout.reversed = turns.reversed;
    layout
}

/// Prints a position by ids; [`parse`] reads it back.
pub fn print(layout: &Layout, notation: &Notation) -> String {
    let list = |zone: Zone, kinds: &[Kind]| {
        let word = |(depth, kind): (u16, &Kind)| {
            let mut traits = layout.traits.iter().filter(|(z, d, _)| (*z, *d) == (zone, depth));
            let traits = traits.next().map(|(.., traits)| notation.traits(traits));
            let card = format!("{}{}", notation.kind(*kind).id, traits.unwrap_or_default());
            with_face(&card, layout.turned.contains(&(zone, depth)))
        };
        let words: Vec<String> = (0..).zip(kinds).map(word).collect();
        if words.is_empty() { "-".into() } else { words.join(" ") }
    };
    let mut parts = Vec::new();
    for (seat, kinds) in &layout.hands {
        parts.push(format!("{}: {}", notation.seat(*seat), list(Zone::Hand(*seat), kinds)));
    }
    for (seat, kinds) in &layout.fronts {
        let cards = list(Zone::Front(*seat), kinds);
        parts.push(format!("{}.front: {cards}", notation.seat(*seat)));
    }
    for pile in &layout.piles {
        let name = notation.zone(pile.zone);
        parts.push(match (pile.keep_rest, pile.kinds.is_empty()) {
            (false, _) => format!("{name}: {}", list(pile.zone, &pile.kinds)),
            (true, true) => format!("{name}: ..."),
            (true, false) => format!("{name}: {} ...", list(pile.zone, &pile.kinds)),
        });
    }
    if !layout.discard.is_empty() {
        parts.push(format!("discard: {}", list(Zone::Discard, &layout.discard)));
    }
    match layout.turn {
        Some((seat, Some(owed))) => parts.push(format!("turn: {} {owed}", notation.seat(seat))),
        Some((seat, None)) => parts.push(format!("turn: {}", notation.seat(seat))),
        None => {}
    }
    for (part, seats) in [("dead", &layout.dead), ("blind", &layout.blind)] {
        let names: Vec<&str> = seats.iter().map(|seat| notation.seat(*seat)).collect();
        parts.extend((!names.is_empty()).then(|| format!("{part}: {}", names.join(" "))));
    }
    if layout.reversed {
        parts.push("reversed".into());
    }
    if parts.is_empty() { "discard: -".into() } else { parts.join(" | ") }
}
