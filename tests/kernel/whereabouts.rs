//! Cards whose places a seat has lost track of: that some of them are among certain cards is true,
//! sampled tables keep to it, and probabilities take it into account.

use crate::harness::{Random, loaded, variants};
use litterbox::agent::{Evidence, HiddenCards, determinized};
use litterbox::kernel::table::Whereabouts;
use litterbox::kernel::{Game, Rules, Seat, Table, Zone, rng};
use litterbox::shell::Shell;
use litterbox::variant::Library;
use std::collections::{BTreeMap, BTreeSet};

fn contains(outer: &Whereabouts, inner: &Whereabouts) -> bool {
    inner.cards.iter().all(|card| outer.cards.contains(card))
}

/// Whether all that is known of a group, and of the groups inside it, is among its cards.
fn holds(table: &Table, rules: &Rules, all: &[Whereabouts], group: &Whereabouts) -> bool {
    let mut faces: Vec<_> = group.cards.iter().map(|card| table.face(rules, *card)).collect();
    let known = all.iter().filter(|inner| contains(group, inner)).flat_map(|inner| &inner.faces);
    known.into_iter().all(|face| {
        let found = faces.iter().position(|other| other == face);
        found.map(|at| faces.swap_remove(at)).is_some()
    })
}

/// Plays random games of all variants, and shows each position.
fn each_position(seeds: std::ops::Range<u64>, mut look: impl FnMut(&Game, &str)) {
    for id in variants() {
        let loaded = loaded(&id, &[]);
        for n_players in loaded.ruleset.players.clone() {
            for seed in seeds.clone() {
                let (mut game, mut random) = (loaded.game(n_players, seed), Random::new(seed));
                while let Some(decision) = game.decision() {
                    let answer = random.pick(decision);
                    look(&game, &format!("{id}, {n_players} players, seed {seed}"));
                    game.answer(answer).expect("no fault");
                }
            }
        }
    }
}

/// How often each position is sampled. In few of them it is hard to find places: of two hazards
/// that are known to be among one card of the draw pile and the hand of a player who is out, who
/// keeps it, one must be in the hand.
const N_GUESSES: usize = 5;

#[test]
fn what_is_known_of_cards_without_a_place_is_so() {
    let (mut n_known, mut n_in_piles, mut n_in_hands) = (0, 0, 0);
    each_position(0..3, |game, context| {
        let (table, rules) = (game.table(), game.rules());
        for seat in table.seats() {
            let all = table.whereabouts(rules, seat);
            if all.is_empty() {
                continue;
            }
            let mut chance = rng::generator(7, 1);
            let context = format!("{context}, seat {seat:?}: {all:?}");
            for _ in 0..N_GUESSES {
                let guess = determinized(table, rules, seat, &mut chance);
                let fits = all.iter().all(|group| holds(&guess, rules, &all, group));
                assert!(fits, "sampled, {context}");
            }
            for (i, group) in all.iter().enumerate() {
                assert!(group.cards.iter().all(|card| !table.knows(seat, *card)), "{context}");
                assert!(holds(table, rules, &all, group), "{context}");
                for other in &all[i + 1..] {
                    let is_apart = other.cards.iter().all(|card| !group.cards.contains(card));
                    assert!(is_apart || contains(other, group), "{context}");
                }
            }
            n_known += all.len();
            for zone in table.zones.all() {
                let n_among = table.known_among(rules, zone, seat).len();
                match zone {
                    Zone::Hand(_) => n_in_hands += n_among,
                    _ => n_in_piles += n_among,
                }
            }
        }
    });
    assert!(n_known > 10_000 && n_in_piles > 10_000, "{n_known}, {n_in_piles}, {n_in_hands}");
    assert!(n_in_hands > 0, "of a hand of which all but one card were known");
}

#[test]
fn what_is_known_of_cards_does_not_depend_on_how_often_somebody_asks() {
    let mut n_known = 0;
    for id in variants() {
        let loaded = loaded(&id, &[]);
        let n_players = *loaded.ruleset.players.end();
        for seed in 0..3 {
            let mut asked = loaded.game(n_players, seed);
            // Only its copies are asked.
            let mut other = loaded.game(n_players, seed);
            let mut random = Random::new(seed);
            while let Some(decision) = asked.decision() {
                let answer = random.pick(decision);
                asked.answer(answer).expect("no fault");
                other.answer(answer).expect("no fault");
                let copy = other.table().clone();
                for seat in copy.seats() {
                    let known = asked.table().whereabouts(asked.rules(), seat);
                    assert_eq!(copy.whereabouts(other.rules(), seat), known, "{id}, seed {seed}");
                    n_known += known.len();
                }
            }
        }
    }
    assert!(n_known > 10_000, "{n_known}");
}

/// How many positions are compared, and how often each is sampled.
const N_POSITIONS: usize = 60;
const N_SAMPLES: u32 = 3_000;

#[test]
fn probabilities_of_the_top_card_agree_with_sampled_deals() {
    let mut n_compared = 0;
    each_position(0..1, |game, context| {
        let (table, rules) = (game.table(), game.rules());
        let Some(top) = table.cards_in(Zone::Draw).first().copied() else { return };
        let seat = Seat(table.n_actions as u8 % table.n_seats() as u8);
        let is_placed = |group: &Whereabouts| group.cards.contains(&top) && group.cards.len() > 2;
        if n_compared >= N_POSITIONS
            || table.n_actions % 5 != 0
            || !table.whereabouts(rules, seat).iter().any(is_placed)
        {
            return;
        }
        let hidden = HiddenCards::of(table, rules, seat, &Evidence::default());
        let Some(kinds) = hidden.kinds_of(top) else { return };
        n_compared += 1;
        let mut counts = BTreeMap::new();
        let (mut guess, mut chance) = (table.clone(), rng::generator(3, 2));
        for _ in 0..N_SAMPLES {
            guess.clone_from(table);
            hidden.deal(&mut guess, rules, &mut chance);
            *counts.entry(guess.kind(top)).or_insert(0) += 1;
        }
        let total: f64 = kinds.iter().map(|(_, chance)| chance).sum();
        assert!((total - 1.0).abs() < 1e-9, "{context}: {kinds:?}");
        for (kind, chance) in &kinds {
            let n = f64::from(N_SAMPLES);
            let count = f64::from(counts.remove(kind).unwrap_or(0));
            let deviation = (n * chance * (1.0 - chance)).sqrt();
            assert!(
                (count - n * chance).abs() <= 5.0 * deviation + 1e-6,
                "{context}: {kind:?} {count} times, expected {}",
                n * chance
            );
        }
        assert!(counts.is_empty(), "{context}: {counts:?}");
    });
    assert_eq!(n_compared, N_POSITIONS);
}

/// The number of each card in `ann looks at Nope, Nope, Skip (only ann sees this)`.
fn looked_at(shell: &mut Shell) -> BTreeMap<String, usize> {
    let reply = shell.input("play see_the_future").text();
    let (_, cards) = reply.split_once("looks at ").expect("a look at cards");
    let (cards, _) = cards.split_once(" (").expect("an audience");
    let mut counts = BTreeMap::new();
    cards.split(", ").for_each(|card| *counts.entry(card.to_owned()).or_insert(0) += 1);
    counts
}

#[test]
fn equal_cards_that_are_seen_again_are_not_known_to_be_others() {
    let mut n_other = 0;
    for seed in 1..30 {
        let mut shell = Shell::new(Library::embedded());
        shell.input(&format!(":new classic ann bob cat --seed {seed}"));
        shell.input(
            ":table classic ann: see_the_future*2 shuffle*2 | bob: - | cat: - | \
             draw: skip*3 nope*3",
        );
        let mut expected = looked_at(&mut shell);
        shell.input("play shuffle");
        let first = expected.clone();
        for (card, n) in looked_at(&mut shell) {
            let known = expected.entry(card).or_insert(0);
            *known = n.max(*known);
        }
        n_other += usize::from(first != expected);
        shell.input("play shuffle");
        let debugger = shell.debugger().expect("a game");
        let mut known = BTreeMap::new();
        for (kind, _) in debugger.table().known_among(debugger.game.rules(), Zone::Draw, Seat(0)) {
            *known.entry(debugger.notation().kind(kind).title.to_string()).or_insert(0) += 1;
        }
        assert_eq!(known, expected, "seed {seed}");
    }
    assert!(n_other > 0, "each time the same kinds were seen");
}

#[test]
fn a_seat_tells_apart_whom_a_card_lies_in_front_of() {
    let seen = |layout: &str| {
        let mut shell = Shell::new(Library::embedded());
        let hands = "ann: skip | bob: nope | cat: favor | draw: shuffle*3";
        shell.input(&format!(":table classic {hands} | {layout}: attack"));
        let table = shell.debugger().expect("a game").table().clone();
        let game = Game::still(loaded("classic", &[]).host, table);
        game.observation(Seat(0)).information_set()
    };
    let places = ["ann.front", "bob.front", "cat.front", "table", "discard"];
    let all: BTreeSet<u64> = places.into_iter().map(seen).collect();
    assert_eq!(all.len(), places.len());
}
