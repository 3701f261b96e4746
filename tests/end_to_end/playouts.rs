//! Random games of every variant and number of players: invariants at every decision, and one
//! digest each, like the perft count of a chess engine.
//!
//! `LITTERBOX_GAMES=1000` checks all invariants in this many games of each variant and number of
//! players instead of 6, `LITTERBOX_GAMES_FROM=5000` in games from this seed on.

use crate::harness::{Edition, Random, loaded, seat_everywhere, variants};
use litterbox::agent::determinized;
use litterbox::invariants;
use litterbox::kernel::{AnswerError, Game, Prompt, Seat, Table, View, canonical, rng};
use std::fmt::Write as _;

/// An upper bound on the answers of random games of the built-in variants.
const MAX_ANSWERS: usize = 20_000;

/// Plays a random game answer by answer; returns the answers.
fn play(
    loaded: &Edition,
    n_players: usize,
    seed: u64,
    mut look: impl FnMut(&mut Game),
) -> Vec<usize> {
    let mut game = loaded.game(n_players, seed);
    let mut random = Random::new(seed);
    let mut answers = Vec::new();
    while let Some(decision) = game.decision() {
        assert!(answers.len() < MAX_ANSWERS, "seed {seed} does not end");
        let index = random.pick(decision);
        look(&mut game);
        answers.push(index);
        game.answer(index).unwrap_or_else(|error| match error {
            AnswerError::Illegal => panic!("an offered option was refused"),
            AnswerError::Fault(fault) => panic!("{}", loaded.host.fault(&fault)),
        });
    }
    look(&mut game);
    answers
}

fn each_table(mut check: impl FnMut(&Edition, &str, usize)) {
    for id in variants() {
        let loaded = loaded(&id, &[]);
        let players = loaded.ruleset.players.clone();
        for n_players in players {
            check(&loaded, &id, n_players);
        }
    }
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().expect("a number"))
}

#[test]
fn all_invariants_hold_at_every_decision() {
    let first = number("LITTERBOX_GAMES_FROM").unwrap_or(0);
    let n_games = number("LITTERBOX_GAMES").unwrap_or(6);
    let mut n_played = 0;
    each_table(|loaded, id, n_players| {
        for seed in first..first + n_games {
            let mut chance = rng::generator(seed, 9);
            let mut before = None;
            play(loaded, n_players, seed, |game| {
                let name = |seat: Seat| format!("p{}", seat.0 + 1);
                let events = game.take_events();
                let checked = match before.take() {
                    Some(before) => invariants::events(before, &events, game),
                    None => Ok(()),
                };
                let checked =
                    checked.and_then(|()| invariants::check_invariants(game, &mut chance, &name));
                assert_eq!(checked, Ok(()), "{id}, {n_players} players, seed {seed}");
                before = Some(game.table().clone());
            });
            n_played += 1;
        }
        if n_games > 100 {
            eprintln!("{n_played} games so far: {id}, {n_players} players");
        }
    });
    eprintln!("{n_played} games");
}

#[test]
fn every_offered_option_is_accepted() {
    each_table(|loaded, id, n_players| {
        for seed in 0..4 {
            play(loaded, n_players, seed, |game| {
                let here = game.snapshot();
                let n_options = game.decision().map_or(0, |decision| decision.options.len());
                for index in 0..n_options {
                    assert_eq!(
                        game.answer(index),
                        Ok(()),
                        "{id}, {n_players} players, seed {seed}"
                    );
                    game.rewind(&here);
                }
            });
        }
    });
}

#[test]
fn a_transcript_replays_to_equal_events_and_positions() {
    each_table(|loaded, _, n_players| {
        for seed in 0..20 {
            let mut hashes = Vec::new();
            let mut events = Vec::new();
            let answers = play(loaded, n_players, seed, |game| {
                hashes.push(game.snapshot().hash());
                events.extend(game.take_events());
            });
            let mut game = loaded.game(n_players, seed);
            let mut again = Vec::new();
            for (answer, hash) in answers.iter().zip(&hashes) {
                assert_eq!(game.snapshot().hash(), *hash);
                again.extend(game.take_events());
                assert_eq!(game.answer(*answer), Ok(()));
            }
            again.extend(game.take_events());
            assert_eq!(again, events);
        }
    });
}

#[test]
fn answering_in_place_is_the_same_as_running_again() {
    each_table(|loaded, id, n_players| {
        for seed in 0..20 {
            let (mut last, mut events) = (0, Vec::new());
            play(loaded, n_players, seed, |game| {
                last = game.table().hash();
                events.extend(game.take_events().into_iter().map(|event| event.kind));
            });
            let mut game = loaded.game(n_players, seed);
            seat_everywhere(&mut game, seed);
            game.play_out(MAX_ANSWERS as u64).expect("no shipped script is at fault");
            let in_place: Vec<_> = game.take_events().into_iter().map(|event| event.kind).collect();
            let context = format!("{id}, {n_players} players, seed {seed}");
            let differ = in_place.iter().zip(&events).position(|(a, b)| a != b);
            if let Some(i) = differ {
                for j in i.saturating_sub(12)..i + 4 {
                    println!("{:?}   ||   {:?}", in_place[j], events[j]);
                }
            }
            assert_eq!(differ.map(|i| (&in_place[i], &events[i])), None, "{context}");
            assert_eq!(game.table().hash(), last, "{context}");
        }
    });
}

#[test]
fn a_restarted_game_is_the_same_as_a_resumed_one() {
    each_table(|loaded, id, n_players| {
        let mut used = loaded.game(n_players, 1);
        seat_everywhere(&mut used, 1);
        used.play_out(25).expect("no shipped script is at fault");
        for seed in 0..5 {
            let mut game = loaded.game(n_players, seed);
            seat_everywhere(&mut game, seed);
            game.play_out(seed * 9).expect("no shipped script is at fault");
            if game.decision().is_none_or(|decision| decision.prompt != Prompt::Turn) {
                continue;
            }
            let mut resumed = Game::resume(game.book(), game.table().clone()).expect("no fault");
            used.restart(&mut game.table().clone()).expect("no fault");
            assert_eq!(used.table().hash(), resumed.table().hash());
            let asked = |game: &Game| game.decision().map(|d| (d.seat, d.options.clone()));
            assert_eq!(asked(&used), asked(&resumed));
            let ends = [&mut resumed, &mut used].map(|game| {
                seat_everywhere(game, seed);
                game.play_out(MAX_ANSWERS as u64).expect("no shipped script is at fault");
                game.table().hash()
            });
            assert_eq!(ends[0], ends[1], "{id}, {n_players} players, seed {seed}");
        }
    });
}

#[test]
fn a_game_without_a_log_is_the_same() {
    each_table(|loaded, id, n_players| {
        for seed in 0..5 {
            let [logged, bare] = [true, false].map(|log| {
                let setup = loaded.setup(n_players, seed, log);
                let mut game = Game::new(loaded.host.clone(), &setup).expect("a game");
                seat_everywhere(&mut game, seed);
                game.rollback_on_fault = log;
                game.play_out(MAX_ANSWERS as u64).expect("no shipped script is at fault");
                (game.table().hash(), game.n_decisions())
            });
            assert_eq!(logged, bare, "{id}, {n_players} players, seed {seed}");
        }
    });
}

#[test]
fn a_seat_sees_and_is_offered_the_same_whatever_is_hidden_from_it() {
    each_table(|loaded, id, n_players| {
        for seed in 0..10 {
            let mut chance = Random::new(seed).0;
            play(loaded, n_players, seed, |game| {
                let table = game.table();
                for seat in table.seats() {
                    let other = determinized(table, game.rules(), seat, &mut chance);
                    let context = format!("{id}, {n_players} players, seed {seed}, seat {seat:?}");
                    assert_eq!(
                        View::of(game.rules(), table, seat),
                        View::of(game.rules(), &other, seat),
                        "{context}"
                    );
                    let seen = |table: &Table| {
                        let still = Game::still(game.book(), table.clone());
                        still.observation(seat).information_set()
                    };
                    assert_eq!(seen(table), seen(&other), "{context}");
                    let Some(decision) = game.decision() else { continue };
                    if decision.seat == seat && decision.prompt == Prompt::Turn {
                        let simulated = Game::resume(game.book(), other).expect("no fault");
                        assert_eq!(
                            simulated.decision().map(|d| d.options.len()),
                            Some(decision.options.len()),
                            "{context}"
                        );
                    }
                }
            });
        }
    });
}

#[test]
fn digests() {
    let mut text = String::new();
    each_table(|loaded, id, n_players| {
        let results = (0..500).map(|seed| {
            let mut last = (0, None);
            let answers = play(loaded, n_players, seed, |game| {
                if game.is_over() {
                    last = (game.table().hash(), game.winners().iter().next());
                }
            });
            (answers.len(), last)
        });
        let results: Vec<_> = results.collect();
        let n_answers: usize = results.iter().map(|(n, _)| n).sum();
        let digest = canonical::hash(&results);
        writeln!(text, "{id:14} {n_players:2} players  {n_answers:7} answers  {digest:016x}")
            .unwrap();
    });
    insta::assert_snapshot!(text);
}
