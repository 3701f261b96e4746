//! Games at the table in two worlds that differ in cards hidden from a seat: its connection and
//! that of an onlooker receive the same, at the same times.
//!
//! `LITTERBOX_TABLES=N` plays N games of each variant instead of a few.

use super::world::{World, subscription};
use super::{Case, SHORT, number};
use litterbox::internals::Journal;
use litterbox::internals::table::{ConnectionId, Table, TableOptions, Who};
use litterbox::kernel::Seat;
use litterbox::kernel::rng::generator;
use litterbox::shell::Shell;
use litterbox::variant::Library;
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::time::Duration;

/// A card that prints, tells, and lets everybody choose in secret.
const WHISPER: &str = r#"//! Whisper: everybody chooses in secret.
fn resolve(me) {
    let all = players();
    let said = choose_words_together(all, "High or low?", ["high", "low"]);
    let cards = choose_cards_together(all, "Show which card?", all.map(|player| player.hand));
    print(cards);
    for i in 0..all.len() {
        if cards[i] != () && said[i] == "high" { me.tell(`${cards[i]}`); }
    }
}
"#;

const WHISPERS: &str = r#"{
  "name": "Whispers", "about": "Classic with secret choices.", "extends": "classic",
  "players": [2, 5], "deck": { "whisper": 12 }
}"#;

/// A seat's decision: its number, and the ids of its options.
type Asked = (u64, Vec<String>);

/// A table to which all seats and an onlooker have come.
struct Seated {
    table: Table,
    now: Duration,
    viewer: Seat,
    n_seats: usize,
    asked: BTreeMap<usize, Asked>,
    /// What the viewer, the onlooker and the room have received, with the times.
    received: Vec<String>,
    /// The cards in which the worlds differ.
    swapped: Vec<litterbox::kernel::CardId>,
}

impl Seated {
    fn new(world: World, viewer: Seat, agents: &[usize]) -> Self {
        let World { mut shell, swapped, .. } = world;
        shell.input(":as");
        shell.hold_agents();
        let names = shell.debugger().unwrap().header.names.clone();
        for agent in agents {
            shell.input(&format!(":agent {} greedy", names[*agent]));
        }
        let options = TableOptions { window: 6, editor_url: None };
        let table = Table::new(shell, Journal::off(), options);
        let (now, n_seats) = (Duration::ZERO, names.len());
        let (asked, received) = (BTreeMap::new(), Vec::new());
        let mut seated = Self { table, now, viewer, n_seats, asked, received, swapped };
        for (id, name) in names.iter().enumerate() {
            seated.table.open(id as ConnectionId, Who::Seat(name.as_str().into()), now);
        }
        seated.table.open(n_seats as ConnectionId, Who::Onlooker, now);
        seated.table.open(n_seats as ConnectionId + 1, Who::Room, now);
        seated.wait(Duration::ZERO);
        seated
    }

    fn shell(&self) -> &Shell {
        self.table.shell()
    }

    fn says(&mut self, seat: usize, message: Json) {
        let message = serde_json::from_value(message).expect("a message");
        self.table.receive(seat as ConnectionId, message, self.now);
        self.wait(Duration::ZERO);
    }

    fn wait(&mut self, time: Duration) {
        let until = self.now + time;
        self.drain();
        while let Some(due) = self.table.next_tick().filter(|due| *due <= until) {
            self.now = self.now.max(due);
            self.table.tick(self.now);
            self.drain();
        }
        self.now = until;
    }

    fn drain(&mut self) {
        for (id, text) in self.table.take_outgoing() {
            let id = id as usize;
            if id == self.viewer.index() || id >= self.n_seats {
                self.received.push(format!("{:?} {id} {text}", self.now));
            }
            if text.starts_with(r#"{"type":"ask""#) {
                let message: Json = serde_json::from_str(&text).expect("JSON");
                let decision = &message["ask"]["decision"];
                let ids = decision["options"].as_array().into_iter().flatten();
                let ids = ids.map(|option| option["id"].as_str().unwrap().to_owned()).collect();
                match decision["id"].as_u64() {
                    Some(number) => self.asked.insert(id, (number, ids)),
                    None => self.asked.remove(&id),
                };
            }
        }
    }

    fn ply(&self) -> usize {
        self.shell().debugger().unwrap().timeline.ply()
    }

    /// The seat and the input of a ply.
    fn input(&self, ply: usize) -> Option<(Option<Seat>, String)> {
        let entry = self.shell().debugger()?.timeline.entry(ply)?;
        Some((entry.seat, entry.record.as_ref()?.typed.clone()))
    }

    /// The game after a ply.
    fn at(&self, ply: usize, replaced: &[litterbox::kernel::CardId]) -> World {
        let mut fork = self.shell().debugger().unwrap().fork();
        fork.go(ply);
        let shell = self.shell().trial_on(Some(fork));
        let updates = subscription("nobody".to_owned());
        World { shell, updates, swapped: self.swapped.clone(), replaced: replaced.to_vec() }
    }
}

impl Case<'_> {
    /// What a seat does in both worlds; none if it cannot do the same in both.
    fn action(&mut self, [one, other]: [&Seated; 2], viewer: Seat) -> Option<(usize, [Json; 2])> {
        let seat = self.below(one.n_seats);
        let both = |message: Json| Some((seat, [message.clone(), message]));
        match self.below(28) {
            0 => return both(json!({ "type": "passing", "on": self.below(3) == 0 })),
            1 => return both(json!({ "type": "time" })),
            2 => return both(json!({ "type": "ask_me", "moments": ["turn", "draw", "between"] })),
            3 => return both(json!({ "type": "flag", "text": "look" })),
            4 => return both(json!({ "type": "react", "reaction": "Ha!" })),
            5 | 6 => return both(json!({ "type": "take_back" })),
            7 | 8 => return both(json!({ "type": "agree", "yes": self.below(4) > 0 })),
            _ => {}
        }
        let seats: Vec<usize> = one.asked.keys().copied().collect();
        let seat = seats[self.below(seats.len())];
        let ((number, options), (there, others)) = (&one.asked[&seat], other.asked.get(&seat)?);
        if seat == viewer.index() {
            assert_eq!((number, options), (there, others), "{}", self.id);
        }
        let common: Vec<&String> = options.iter().filter(|one| others.contains(one)).collect();
        let option = common.get(self.below(common.len().max(1)))?;
        let answer = |number| json!({ "type": "answer", "decision": number, "option": option });
        Some((seat, [answer(number), answer(there)]))
    }

    /// Whether the game may show the viewer a difference, or goes another way, after these plies.
    fn differs(&mut self, [one, other]: [&Seated; 2], viewer: Seat, from: usize) -> Option<&str> {
        for ply in from + 1..=one.ply().max(other.ply()) {
            let (here, there) = (one.input(ply), other.input(ply));
            let agents = one.shell().held_agents();
            let is_agent = |seat: Option<Seat>| agents.iter().any(|agent| Some(agent.seat) == seat);
            if here != there {
                let seats = [&here, &there].map(|input| input.as_ref().and_then(|(seat, _)| *seat));
                return (seats[0] == seats[1] && is_agent(seats[0])).then_some("other answer");
            }
            let (a, b) = (one.at(ply, &other.swapped), other.at(ply, &one.swapped));
            let (replaced, swapped) = (&one.swapped, &other.swapped);
            if a.reveals(replaced, viewer) || b.reveals(swapped, viewer) {
                return Some("revealed");
            }
            if a.course() != b.course() {
                return Some("other course");
            }
            if a.kinds(replaced) != b.kinds(swapped) && b.drew_lots() {
                return Some("other lots");
            }
        }
        None
    }

    /// Plays a game at two tables.
    fn seat(&mut self) {
        let n_plies = if self.below(2) == 0 { 0 } else { self.below(40) };
        let shell = self.started(n_plies);
        let alive = shell.debugger().unwrap().table().turns.alive;
        let seats: Vec<Seat> = alive.iter().collect();
        let viewer = seats[self.below(seats.len())];
        let Some(mut worlds) = self.worlds(&shell, viewer) else { return };
        if worlds.len() < 2 {
            return;
        }
        let other = worlds.pop().unwrap();
        let mut first = worlds.swap_remove(0);
        first.swapped.clone_from(&other.replaced);
        let agents: Vec<usize> = seats.iter().map(|seat| seat.index()).collect();
        let is_agent = |seat: &usize| *seat != viewer.index() && self.id.len() % 2 == seat % 2;
        let agents: Vec<usize> = agents.into_iter().filter(is_agent).take(1).collect();
        let n_before = first.shell.debugger().unwrap().timeline.ply();
        let [mut one, mut other] = [first, other].map(|world| Seated::new(world, viewer, &agents));
        self.count("tables");
        let mut from = n_before;
        for _ in 0..self.extent.max_plies {
            if let Some(difference) = self.differs([&one, &other], viewer, from) {
                let difference = difference.to_owned();
                return self.count(&difference);
            }
            if one.received != other.received {
                let mut both = one.received.iter().zip(&other.received);
                let first = both.find(|(one, other)| one != other);
                let difference = format!("{}: {viewer:?} received {first:#?}", self.id);
                return self.differences.push(difference);
            }
            from = one.ply();
            if one.shell().debugger().unwrap().game.is_over() {
                return self.count("over");
            }
            if one.asked.is_empty() || self.below(6) == 0 {
                let time = Duration::from_millis(self.below(4_000) as u64 + 1);
                one.wait(time);
                other.wait(time);
                self.count("waits");
            } else if let Some((seat, [here, there])) = self.action([&one, &other], viewer) {
                one.says(seat, here);
                other.says(seat, there);
                self.count("messages");
            } else {
                self.count("other options");
                return;
            }
        }
    }
}

#[test]
fn a_seat_receives_the_same_at_tables_that_differ_in_hidden_cards() {
    let library = Library::embedded()
        .with_script("cards/whisper", WHISPER)
        .with_variant("whispers", WHISPERS);
    let mut differences = Vec::new();
    for id in ["classic", "board_game", "zombie", "whispers"] {
        let n_tables = number("LITTERBOX_TABLES").unwrap_or(3);
        let random = generator(number("LITTERBOX_SWAPS_SEED").unwrap_or(1), 7);
        let (counts, extent) = (BTreeMap::new(), SHORT);
        let (library, found) = (&library, Vec::new());
        let mut case = Case { id, library, random, counts, differences: found, extent };
        while case.counts.get("tables").copied().unwrap_or_default() < n_tables as usize {
            case.seat();
        }
        eprintln!("{id}: {:?}, {} differences", case.counts, case.differences.len());
        differences.extend(case.differences);
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}
