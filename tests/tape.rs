//! Traces against the interpreter: a host that replays traces and one that interprets every run
//! must produce the same decisions, events, positions and faults.

use crate::harness::{Edition, Random, loaded, variants};
use litterbox::kernel::{Agent, Decision, Game, Observation, Rulebook, Seat};
use litterbox::script::Host;
use litterbox::variant::{Library, Ruleset};
use std::cell::RefCell;
use std::rc::Rc;

/// A ruleset, and its host without traces.
struct Pair {
    loaded: Edition,
    untaped: Rc<Host>,
}

impl Pair {
    fn of(loaded: Edition) -> Self {
        let untaped = Host::untraced(&loaded.ruleset.spec);
        let untaped = untaped.unwrap_or_else(|_| panic!("what compiles once compiles twice"));
        Self { loaded, untaped }
    }

    /// Classic with twenty cards of a kind with this script.
    fn with_card(script: &str) -> Self {
        let mine = r#"{
            "name": "Mine", "about": "A test.", "source": "", "language": "en",
            "extends": "classic",
            "deck": { "odd": 20, "attack": 0, "see_the_future": 0 }
        }"#;
        let library = Library::embedded().with_script("cards/odd", script);
        let library = library.with_variant("mine", mine);
        let ruleset = Ruleset::load(&library, "mine", &[])
            .unwrap_or_else(|errors| panic!("{}", litterbox::error::render(&errors, false)));
        let host = Host::new(&ruleset.spec)
            .unwrap_or_else(|errors| panic!("{}", litterbox::error::render(&errors, false)));
        Self::of(Edition { ruleset, host })
    }

    /// Plays the same random game on both hosts, answer by answer. Returns the number of faults.
    fn play(&self, n_players: usize, seed: u64) -> usize {
        let mut is_traced = self.loaded.game(n_players, seed);
        let mut untaped = self.loaded.game_on(self.untaped.clone(), n_players, seed);
        let mut random = Random::new(seed);
        let mut n_faults = 0;
        for _ in 0..400 {
            let place = format!("{n_players} players, seed {seed}");
            assert_eq!(is_traced.decision(), untaped.decision(), "{place}");
            assert_eq!(is_traced.take_events(), untaped.take_events(), "{place}");
            assert_eq!(is_traced.uncommitted_events(), untaped.uncommitted_events(), "{place}");
            assert_eq!(is_traced.snapshot().hash(), untaped.snapshot().hash(), "{place}");
            let Some(decision) = is_traced.decision() else { break };
            let index = random.pick(decision);
            let answered = is_traced.answer(index);
            assert_eq!(answered, untaped.answer(index), "{place}");
            n_faults += usize::from(answered.is_err());
        }
        n_faults
    }

    /// Plays many games with changing numbers of players on the same host.
    fn play_many(&self) -> usize {
        (0..40).map(|seed| self.play([2, 5, 3, 4][seed as usize % 4], seed)).sum()
    }
}

#[test]
fn every_edition_is_the_same_with_and_without_tapes() {
    for id in variants() {
        let pair = Pair::of(loaded(&id, &[]));
        for n_players in pair.loaded.ruleset.players.clone() {
            for seed in 0..10 {
                pair.play(n_players, seed);
            }
        }
    }
}

/// An agent that plays on the host that is asking it before it answers.
struct Dreamer {
    book: Rc<dyn Rulebook>,
    pair: Rc<Pair>,
    random: Rc<RefCell<Random>>,
    depth: usize,
}

impl Agent for Dreamer {
    fn answer(&mut self, _: &Observation<'_>, decision: &Decision) -> usize {
        if self.depth > 0 {
            let n_players = 2 + decision.options.len() % 4;
            let mut game = self.pair.loaded.game_on(self.book.clone(), n_players, 3);
            dream(&mut game, &self.pair, &self.random, self.depth - 1);
            game.play_out(15).expect("shipped scripts do not fail");
        }
        self.random.borrow_mut().pick(decision)
    }
}

fn dream(game: &mut Game, pair: &Rc<Pair>, random: &Rc<RefCell<Random>>, depth: usize) {
    for seat in 0..game.table().n_seats() as u8 {
        let (book, pair, random) = (game.book(), pair.clone(), random.clone());
        game.seat(Seat(seat), Some(Box::new(Dreamer { book, pair, random, depth })));
    }
}

#[test]
fn an_agent_may_play_other_games_on_the_host_that_asks_it() {
    let pair = Rc::new(Pair::of(loaded("classic", &[])));
    for (seed, n_players) in [(0, 4), (1, 2), (2, 5), (3, 3)] {
        let books: [Rc<dyn Rulebook>; 2] = [pair.loaded.host.clone(), pair.untaped.clone()];
        let [is_traced, untaped] = books.map(|book| {
            let mut game = pair.loaded.game_on(book, n_players, seed);
            let random = Rc::new(RefCell::new(Random::new(seed)));
            dream(&mut game, &pair, &random, 1);
            game.play_out(10_000).expect("shipped scripts do not fail");
            (game.take_events(), game.table().hash())
        });
        assert_eq!(is_traced, untaped);
    }
}

#[test]
fn lists_within_lists_are_announced_alike() {
    let pair = Pair::with_card(
        r#"//! Odd.
        fn announce(me) {
            let victim = me.choose_player("Whom?", others(me));
            [[others(me), []], [7, victim], others(me), "favor"]
        }
        fn resolve(me, nested, mixed, flat, word) {
            // The inner list starts at the register of the outer one and may have the same length.
            let chosen = me.choose_player("Which of these?", nested[0]);
            // The same length as `mixed`, with its opaque part and the next value in a row.
            me.choose_player("Or of these?", [mixed[1], flat[0]]);
            chosen.draw_cards(if flat.contains(mixed[1]) { 1 } else { 2 });
            if word == "favor" && mixed[0] == 7 { me.draw_cards(nested.len() - 1); }
        }"#,
    );
    pair.play_many();
}

#[test]
fn equal_values_in_different_registers_are_told_apart_only_by_comparison() {
    let pair = Pair::with_card(
        r#"//! Odd.
        fn resolve(me) {
            let top = draw_pile().top;
            let same = draw_pile().at(0);
            let around = [me, me.next, me.next.next, me.next.next.next];
            if top == same { me.draw_card(same); }
            if around.index_of(me) != 0 || around[2] == me { me.next.draw(); }
            if [me, top] == [me, same] && me in around { around[3].draw(); }
            around.dedup();
            let text = `${me} ${around} ${top}` + me.to_debug() + around.to_debug();
            me.draw_cards(text.len() % 3);
            if type_of(top) == "card" { show(me, top); }
        }"#,
    );
    pair.play_many();
}

#[test]
fn closures_and_what_they_capture_are_taped() {
    let pair = Pair::with_card(
        r#"//! Odd.
        fn resolve(me) {
            let wanted = me.choose_kind("Which?", kinds());
            let mine = me.hand.filter(|card| card.kind == wanted);
            let held = |card| mine.contains(card) || !card.tagged("cat");
            let last = discard_pile().cards.filter(held);
            if discard_pile().some(|card| card.kind == wanted) { last.discard(); }
            let seats = others(me);
            seats.sort(|a, b| a.hand.len - b.hand.len);
            mine.move_to(seats[0].hand);
        }"#,
    );
    pair.play_many();
}

#[test]
fn more_ways_to_go_on_than_a_tape_keeps_are_interpreted() {
    let pair = Pair::with_card(
        r#"//! Odd.
        fn resolve(me) {
            let n = random(200) + random(3);
            if n % 2 == 0 { me.draw(); }
            let depth = me.choose_number("How deep?", 0, n);
            me.hand.random().hide_in(draw_pile(), depth % 5);
            me.draw_cards(n % 3);
        }"#,
    );
    pair.play_many();
}

#[test]
fn a_script_that_prints_is_never_taped_and_plays_the_same() {
    let pair = Pair::with_card(
        r#"//! Odd.
        fn resolve(me) { print(`draws ${me.hand.len}`); me.draw(); }"#,
    );
    pair.play_many();
}

#[test]
fn faults_midway_are_the_same_each_time() {
    let pair = Pair::with_card(
        r#"//! Odd.
        fn resolve(me) {
            me.draw();
            let n = random(4);
            me.choose_player("Whom?", others(me)).draw();
            if n == 1 { me.next.take_turns(n - 2); }
            if n == 2 { later(me, n); }
            while n == 3 { me.next; }
        }
        fn later(me, n) { me.next.add_turns(n); }"#,
    );
    let n_faults = pair.play_many();
    assert!(n_faults > 20, "only {n_faults} faults were compared");
}
