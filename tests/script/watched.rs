//! A run that is watched is the run: a host that records what its scripts do produces the same
//! decisions, events, positions and faults as one that does not.

use crate::harness::{Edition, Random, loaded, variants};
use litterbox::kernel::{Agent, Decision, Game, Observation, Rulebook, Seat};
use litterbox::script::{Control, Host};
use litterbox::variant::{Library, Ruleset};
use std::cell::RefCell;
use std::rc::Rc;

/// A ruleset, and its host that records what scripts do.
pub struct Pair {
    loaded: Edition,
    watched: Rc<Host>,
}

impl Pair {
    pub fn of(loaded: Edition) -> Self {
        let spec = &loaded.ruleset.spec;
        let watched = Host::recorded(spec, &Control::default());
        let watched = watched.unwrap_or_else(|_| panic!("it has worked before"));
        Self { loaded, watched }
    }

    /// Classic with twenty cards of a kind with this script.
    pub fn with_card(script: &str) -> Self {
        Self::with_scripts(&[script])
    }

    /// The same with these scripts, each on top of the one before it.
    pub fn with_scripts(scripts: &[&str]) -> Self {
        let names: Vec<String> = (0..scripts.len()).map(|i| format!("odd_{i}")).collect();
        let mine = format!(
            r#"{{
                "name": "Mine", "about": "A test.", "source": "", "language": "en",
                "extends": "classic",
                "deck": {{ "odd": 20, "attack": 0, "see_the_future": 0 }},
                "kinds": {{ "odd": {{ "script": {names:?} }} }},
                "counters": {{ "table": ["n"], "player": ["n"] }}
            }}"#
        );
        let mut library = Library::embedded().with_variant("mine", &mine);
        for (name, script) in names.iter().zip(scripts) {
            library = library.with_script(&format!("cards/{name}"), script);
        }
        Self::in_library(&library, "mine")
    }

    fn in_library(library: &Library, id: &str) -> Self {
        let shown =
            |errors: Vec<_>| format!("{id}: {}", litterbox::base::error::render(&errors, false));
        let ruleset = Ruleset::load(library, id, &[]).map_err(shown);
        let ruleset = ruleset.unwrap_or_else(|errors| panic!("{errors}"));
        let host = Host::new(&ruleset.spec).map_err(shown);
        let host = host.unwrap_or_else(|errors| panic!("{errors}"));
        Self::of(Edition { ruleset, host })
    }

    /// Plays the same random game on both hosts, answer by answer. Returns the number of faults.
    pub fn play(&self, n_players: usize, seed: u64) -> usize {
        self.play_some(n_players, seed, 400)
    }

    /// The same for at most this many answers.
    pub fn play_some(&self, n_players: usize, seed: u64, n_answers: usize) -> usize {
        self.compare(n_players, seed, n_answers, true)
    }

    /// The same without a log: the host that records nothing need not run what does nothing.
    pub fn play_without_log(&self, n_players: usize, seed: u64) -> usize {
        self.compare(n_players, seed, 400, false)
    }

    fn compare(&self, n_players: usize, seed: u64, n_answers: usize, log: bool) -> usize {
        let setup = self.loaded.setup(n_players, seed, log);
        let begin = |host: &Rc<Host>| Game::new(host.clone(), &setup);
        let (mut plain, mut watched) = match (begin(&self.loaded.host), begin(&self.watched)) {
            (Ok(plain), Ok(watched)) => (plain, watched),
            (plain, watched) => {
                assert_eq!(plain.err(), watched.err());
                return 1;
            }
        };
        let mut random = Random::new(seed);
        let mut n_faults = 0;
        for _ in 0..n_answers {
            let place = format!("{n_players} players, seed {seed}");
            assert_eq!(plain.decision(), watched.decision(), "{place}");
            assert_eq!(plain.take_events(), watched.take_events(), "{place}");
            assert_eq!(plain.uncommitted_events(), watched.uncommitted_events(), "{place}");
            assert_eq!(plain.snapshot().hash(), watched.snapshot().hash(), "{place}");
            let Some(decision) = plain.decision() else { break };
            let index = random.pick(decision);
            let (answered, same) = (plain.answer(index), watched.answer(index));
            assert_eq!(answered, same, "{place}");
            if let Err(error) = answered {
                assert!(!format!("{error:?}").contains("F0009"), "{place}: {error}");
                // The same option would fail again.
                n_faults += 1;
                random = Random::new(seed + 1000 * n_faults as u64);
            }
        }
        n_faults
    }

    /// Plays many games with changing numbers of players on the same host.
    fn play_many(&self) -> usize {
        (0..40).map(|seed| self.play([2, 5, 3, 4][seed as usize % 4], seed)).sum()
    }
}

#[test]
fn every_edition_plays_the_same() {
    for id in variants() {
        let pair = Pair::of(loaded(&id, &[]));
        for n_players in pair.loaded.ruleset.players.clone() {
            for seed in 0..10 {
                pair.play(n_players, seed);
            }
        }
    }
}

#[test]
fn games_and_homebrew_play_the_same() {
    let games = std::fs::read_dir("tests/games").expect("the games");
    let games = games.map(|entry| entry.expect("a folder").path());
    let mut n_variants = 0;
    let homebrew = crate::end_to_end::homebrew::FOLDERS.into_iter().chain(["tests/outcomes"]);
    for home in games.chain(homebrew.map(Into::into)) {
        let library = Library::open(Some(&home), None).expect("a library");
        let shipped = variants();
        for id in library.variant_ids().filter(|id| !shipped.iter().any(|known| known == id)) {
            let pair = Pair::in_library(&library, id);
            for n_players in pair.loaded.ruleset.players.clone() {
                for seed in 0..4 {
                    pair.play(n_players, seed);
                }
            }
            n_variants += 1;
        }
    }
    assert!(n_variants > 10, "only {n_variants} variants were compared");
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
        let books: [Rc<dyn Rulebook>; 2] = [pair.loaded.host.clone(), pair.watched.clone()];
        let [plain, watched] = books.map(|book| {
            let mut game = pair.loaded.game_on(book, n_players, seed);
            let random = Rc::new(RefCell::new(Random::new(seed)));
            dream(&mut game, &pair, &random, 1);
            game.play_out(10_000).expect("shipped scripts do not fail");
            (game.take_events(), game.table().hash())
        });
        assert_eq!(plain, watched);
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
            let chosen = me.choose_player("Which of these?", nested[0]);
            me.choose_player("Or of these?", [mixed[1], flat[0]]);
            chosen.draw_cards(if flat.contains(mixed[1]) { 1 } else { 2 });
            if word == "favor" && mixed[0] == 7 { me.draw_cards(nested.len() - 1); }
        }"#,
    );
    pair.play_many();
}

#[test]
fn equal_values_are_equal() {
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
            if type_of(top) == "card" { me.look_at(top); }
        }"#,
    );
    pair.play_many();
}

#[test]
fn closures_and_what_they_capture() {
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
fn lists_change_in_place_and_texts_take_any_value() {
    let pair = Pair::with_card(
        r#"//! Odd.
        fn resolve(me) {
            let scores = players().map(|p, i| [p, p.hand.len + i]);
            scores.sort(|a, b| b[1] - a[1]);
            scores[0][1] += 10;
            scores[-1].push("last");
            let totals = scores.map(|pair| pair[1]);
            totals.sort();
            totals.reverse();
            totals += scores.reduce(|best, pair| {
                if best == () { pair[1] } else { max(best, pair[1]) }
            });
            totals += [abs(-7)];
            totals.insert(1, 5);
            totals.remove(-1);
            let text = "deck_" + me.seat + totals.index_of(|n| n > 12) + true + ();
            me.choose("Which?", [text, 1 + text, "none"] + scores.map(|pair| pair[0].name));
            let n = 0;
            do {
                n += 1;
                if n == 2 { continue; }
                set("n", get("n") + totals[n]);
            } until n > 2;
            scores[0][0].draw();
            if text.starts_with("deck") && !text.ends_with("none") { scores.clear(); }
            set("n", get("n") + scores.len);
        }"#,
    );
    assert_eq!(pair.play_many(), 0);
}

#[test]
fn a_switch_takes_the_same_arm() {
    let pair = Pair::with_card(
        r#"//! Odd.
        fn resolve(me) {
            const FEW = 2;
            const MANY = 2 * FEW;
            let n = switch me.hand.len {
                0 => -1,
                1 | 2 if me.next.hand.len > MANY => 10,
                2 => { let twice = MANY; twice }
                7 | 8 if get("n") % 3 == 0 => 78,
                3..6 => 30,
                5..=9 if get("n") % FEW == 0 => 50
            };
            set("n", get("n") + (n ?? 100));
            switch me.choose_kind("Which?", ["nope", "skip", "defuse"]) {
                "nope" => me.draw(),
                "skip" if me.hand.has("skip") => {
                    for player in others(me) {
                        switch player.hand.len % 3 { 0 => continue, 1 => break, _ => player.draw() }
                    }
                }
                "skip" => end_turn(),
                _ => set("n", get("n") + 1000)
            }
            let named = switch me { true => 1, "me" => 2, () => 3, _ => 4 };
            let whether = switch get("n") % 2 == 0 { true => "even", false => "odd" };
            let nothing = switch discard_pile().find("defuse") { () => 5, _ => 6 };
            let word = switch whether { "even" => named, "odd" => nothing };
            set("n", get("n") + word);
            switch draw_pile().len { 1 => draw_pile().shuffle() }
        }"#,
    );
    assert_eq!(pair.play_many(), 0);
}

#[test]
fn numbers_of_many_values() {
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
fn a_script_that_prints_plays_the_same() {
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
            let n = random(20);
            me.choose_player("Whom?", others(me)).draw();
            if n < 7 { me.next.take_turns(n - 10); }
            if n > 13 { later(me, n); }
            while n == 7 { me.next; }
        }
        fn later(me, n) { me.next.add_turns(n); }"#,
    );
    let n_faults = pair.play_many();
    assert!(n_faults > 20, "only {n_faults} faults were compared");
}

/// Plays a card with this body of `resolve`, and these functions beside it.
fn play_body(body: &str, functions: &str) -> usize {
    let text = format!("//! Odd.\nfn resolve(me) {{\n{body}\n}}\n{functions}\n");
    let pair = Pair::with_card(&text);
    (0..8).map(|seed| pair.play([2, 5, 3, 4][seed as usize % 4], seed)).sum()
}

#[test]
fn variables_are_captured_shadowed_and_changed() {
    let n_faults = play_body(
        r#"let n = 0;
        let seen = others(me).map(|p| { n += p.hand.len; n });
        let all = players();
        all.push(me);
        let same = all;
        same.shift();
        if all.len != same.len + 1 { me.draw(); }
        for n in 0..2 { let n = n * 2; me.set("n", n + seen[0]); }
        { let n = 7; set("n", n); }
        set("n", get("n") + n);
        let picked = [];
        for (p, i) in others(me) { if i == 1 { continue; } picked += [p]; picked.push(p); }
        while picked.len > 1 { if picked.pop() == me { break; } }
        let top = discard_pile().top;
        let chosen = others(me).find(|p| { if p.hand.is_empty { return false; } p != top }) ?? me;
        chosen.draw_cards(if me in picked { 2 } else { 1 });"#,
        "",
    );
    assert_eq!(n_faults, 0);
}

#[test]
fn arguments_of_a_chain_are_evaluated_first() {
    play_body(
        r#"let low = 1; me.choose_number("Which?", low, { low = 2; note_value(3) });
        others(me).filter(|p| note(p, 1)).find(|p| note(p, 2)).set("n", note_value(3));
        [note_value(4), note_value(5)][note_value(1) % 2];
        twice(note_value(6) + note_value(7), note_value(8));"#,
        r#"fn note(p, n) { p.set("n", n); p.hand.len >= 0 }
        fn note_value(n) { set("n", n); n }
        fn twice(a, b) { set("n", a); me_too(b) }
        fn me_too(n) { set("n", n); }"#,
    );
}

#[test]
fn limits_and_errors_are_the_same() {
    let bodies = [
        "let n = 9223372036854775807; me.draw(); set(\"n\", n + me.hand.len);",
        "let n = -9223372036854775807; me.draw(); set(\"n\", -(n - 1 - random(2)));",
        "me.draw(); set(\"n\", 7 / (me.hand.len % 2)); set(\"n\", 7 % (me.hand.len % 2));",
        "for letter in \"abc\" { me.draw(); say(letter); }",
        "for letter in \"abc\" { me.draw(); say(`${letter}`); }",
        "let n = 0; while n < 2900 { n += 1; if n % 700 == 0 { me.draw(); } }",
        "let n = 0; while n < 100000 { n += 1; if n % 700 == 0 { me.draw(); } }",
        "let t = \"ab\"; while true { t += t; set(\"n\", t.len); }",
        "let l = [me]; while true { l += l; set(\"n\", l.len); }",
        "let l = []; while true { l.push(kinds()); set(\"n\", l.len); }",
        "me.draw(); set(\"n\", down(me.hand.len));",
        "me.draw(); set(\"n\", down(40));",
        "let l = others(me); me.draw(); l[me.hand.len - 3].draw(); l[-1].draw();",
        "let l = others(me); if l.some(|p| p == l[0]) { me.draw(); }",
        "let l = others(me); l.map(|p| l.len); l.push(me); l[0].draw();",
        "me.draw(); if me.hand.len { me.draw(); }",
        "me.draw(); if me.hand.len > 3 { () < 1; me > me; } others(me).filter(|p| 1);",
        "let s = switch me.hand.len { 1 => 2, _ => 3 }; me.set(\"n\", s);",
        "let m = #{ a: 1 }; m.a += 1; me.set(\"n\", m.a); do { me.draw(); } until true;",
        "let f = |p| p.draw(); f.call(me); let g = |p| p == me; others(me).filter(g);",
        "let l = [1, 2, 3]; l[1] = 5; set(\"n\", l.reduce(|a, b| a + b, 0)); l.remove(-1);",
        "me.draw(); others(me).map(|p| p.hand.len).reduce(|a, b| a + b);",
        "if me.choose_kind(\"Which?\", [\"nope\", \"skip\"]) == \"skip\" { me.draw(); }",
        "let k = me.hand.top.kind; if k == \"nope\" || k in [\"skip\", \"favor\"] { me.draw(); }",
        "let t = `${me.hand.len}: ${true}` + \"!\"; say(t); me.set(\"n\", t.len); say(`${me}`);",
    ];
    for body in bodies {
        play_body(body, "fn down(n) { if n == 0 { 0 } else { 1 + down(n - 1) } }");
    }
}

#[test]
fn a_hook_of_several_scripts_runs_the_previous_ones_alike() {
    let variant = r#"{
        "name": "Mine", "about": "A test.", "source": "", "language": "en",
        "extends": "classic", "rules": ["classic", "more"],
        "deck": { "odd": 20 },
        "kinds": { "odd": { "script": ["odd", "odder"], "n": 2 } },
        "counters": { "player": ["n"] }
    }"#;
    let library = Library::embedded()
        .with_variant("mine", variant)
        .with_script(
            "cards/odd",
            "//! Odd.\nfn announce(me) { me.choose_player(\"Whom?\", robbable(me)) }\n\
             fn resolve(me, p) { rob(me, p); p.draw_cards(param(\"n\")); }",
        )
        .with_script(
            "cards/odder",
            "//! Odder.\nfn resolve(me, p) {\n    previous();\n\
             if p.hand.len > 3 { previous(p, me); }\n\
             if p.hand.len > 4 { previous(me); }\n}",
        )
        .with_script(
            "rules/more",
            "//! More.\nfn draw_step(me) { me.set(\"n\", 1); previous(); }\n\
             fn rob(me, p) { if p.hand.len > 2 { again(me, p); } }\n\
             fn again(me, p) { me.take_random(p); }",
        );
    Pair::in_library(&library, "mine").play_many();
}
