//! A table changes by events only: applying the events of any game to the table before them gives a
//! table that is equal in every field.

use crate::harness::{Edition, Random, loaded, seat_everywhere, variants};
use litterbox::kernel::rng::Streams;
use litterbox::kernel::{ActionEvent, Event, EventKind, Game, Seat, Setup, Table};

/// The number of games of each variant and number of players.
const SEEDS: u64 = 8;

/// A game, and the table built from its events.
struct Replay {
    game: Game,
    table: Table,
    /// The number of the next visible event.
    next: u32,
    place: String,
}

impl Replay {
    /// Starts with the empty table. Every second game has keyed draws, every fourth asks chance.
    fn new(loaded: &Edition, n_players: usize, seed: u64) -> Self {
        let first = Some(Seat((seed % n_players as u64) as u8));
        let keyed = seed % 2 == 1;
        let setup = Setup { first, keyed, ..loaded.setup(n_players, seed, true) };
        let begin = if seed % 4 == 2 { Game::asking_chance } else { Game::new };
        let game = begin(loaded.host.clone(), &setup);
        let game = game.unwrap_or_else(|fault| panic!("{}", loaded.host.fault(&fault)));
        let mut table =
            Table::new(game.rules(), n_players, Seat((seed % n_players as u64) as u8), seed);
        if keyed {
            table.rng = Streams::keyed(seed);
        }
        let place = format!("{}, {n_players} players, seed {seed}", loaded.ruleset.id);
        let mut replay = Self { game, table, next: 0, place };
        replay.catch_up();
        replay
    }

    /// Applies the new events and compares the tables.
    fn catch_up(&mut self) {
        let rules = self.game.rules().clone();
        for event in self.game.take_events() {
            self.number(&event);
            self.table.apply(&rules, event.kind);
        }
        assert!(self.table == *self.game.table(), "{}: the tables differ", self.place);
        let mut shown = self.table.clone();
        let next = self.next;
        for event in self.game.uncommitted_events().to_vec() {
            self.number(&event);
            shown.apply(&rules, event.kind);
        }
        self.next = next;
        assert!(shown == *self.game.shown(), "{}: the tables shown differ", self.place);
    }

    /// Visible events are numbered without gaps, internal ones not at all.
    fn number(&mut self, event: &Event) {
        assert_eq!(event.id, self.next, "{}: {event:?}", self.place);
        self.next = event.numbers().end;
    }
}

fn each_game(mut play: impl FnMut(Replay, u64)) {
    for id in variants() {
        let loaded = loaded(&id, &[]);
        for n_players in loaded.ruleset.players.clone() {
            for seed in 0..SEEDS {
                play(Replay::new(&loaded, n_players, seed), seed);
            }
        }
    }
}

#[test]
fn the_events_of_each_answer_lead_to_an_equal_table() {
    each_game(|mut replay, seed| {
        let mut random = Random::new(seed);
        while let Some(decision) = replay.game.decision() {
            let index = random.pick(decision);
            replay.game.answer(index).unwrap_or_else(|error| panic!("{}: {error:?}", replay.place));
            replay.catch_up();
        }
    });
}

#[test]
fn the_events_of_agents_lead_to_an_equal_table() {
    each_game(|mut replay, seed| {
        seat_everywhere(&mut replay.game, seed);
        while replay.game.play_out(7).expect("shipped scripts do not fail") > 0 {
            replay.catch_up();
        }
    });
}

#[test]
fn an_announced_action_says_what_it_answers() {
    let mut n_answers = 0;
    each_game(|mut replay, seed| {
        let mut random = Random::new(seed);
        while let Some(decision) = replay.game.decision() {
            let index = random.pick(decision);
            let stack = replay.game.table().stack.clone();
            replay.game.answer(index).unwrap_or_else(|error| panic!("{}: {error:?}", replay.place));
            for event in replay.game.take_events() {
                let EventKind::Action(ActionEvent::Announced { action }) = event.kind else {
                    continue;
                };
                let Some(answers) = action.answers else { continue };
                n_answers += usize::from(stack.iter().any(|below| below.id == answers));
                assert!(answers < action.id, "{}", replay.place);
            }
        }
    });
    assert!(n_answers > 100, "only {n_answers} actions answered another");
}

#[test]
fn a_game_without_a_log_reaches_the_same_positions() {
    for id in variants() {
        let loaded = loaded(&id, &[]);
        let n_players = *loaded.ruleset.players.end();
        for seed in 0..SEEDS {
            let [mut logged, mut other] = [true, false].map(|log| {
                let game = Game::new(loaded.host.clone(), &loaded.setup(n_players, seed, log));
                game.unwrap_or_else(|fault| panic!("{}", loaded.host.fault(&fault)))
            });
            let mut random = Random::new(seed);
            while let Some(decision) = logged.decision() {
                let answer = random.pick(decision);
                assert_eq!(other.decision().map(|it| &it.options), Some(&decision.options));
                logged.answer(answer).expect("no fault");
                other.answer(answer).expect("no fault");
                assert!(logged.table() == other.table(), "{id}, seed {seed}: the tables differ");
            }
        }
    }
}
