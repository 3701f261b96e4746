//! Agents: what they choose, what they may know, and how well they play.

use crate::harness::{Edition, edition};
use litterbox::agent::{Budget, Greedy, Random, Ranked, Search};
use litterbox::kernel::layout::{LaidPile, Layout};
use litterbox::kernel::{Agent, Choice, Game, Kind, Rulebook, Seat, Zone};
use std::rc::Rc;

fn kinds(edition: &Edition, words: &str) -> Vec<Kind> {
    let rules = edition.host.rules();
    let kind = |id| rules.find_kind(id).unwrap_or_else(|| panic!("no kind {id}"));
    words.split_whitespace().map(kind).collect()
}

/// A position of two players, the first to play.
fn position(edition: &Edition, hands: [&str; 2], draw: &str) -> Game {
    let mut game = edition.game(2, 1);
    let pile = LaidPile { zone: Zone::Draw, kinds: kinds(edition, draw), keep_rest: false };
    let hands = hands.map(|words| kinds(edition, words));
    let [first, second] = hands;
    let layout = Layout {
        hands: vec![(Seat(0), first), (Seat(1), second)],
        piles: vec![pile],
        ..Layout::default()
    };
    game.lay_out(layout).expect("nothing is run");
    game
}

fn search(edition: &Edition, iterations: u32) -> Search {
    let book: Rc<dyn Rulebook> = edition.host.clone();
    Search::new(book, Budget::Iterations(iterations), 1)
}

fn chosen(game: &Game, agent: &mut dyn Agent) -> Choice {
    let decision = game.decision().expect("the game goes on");
    let index = agent.answer(&game.sight(decision.seat), decision);
    decision.options[index].clone()
}

fn answer(game: &mut Game, choice: &Choice) {
    let options = &game.decision().expect("the game goes on").options;
    let index = options.iter().position(|option| option == choice).expect("it is offered");
    game.answer(index).expect("the scripts are right");
}

/// Plays a game to its end; returns the hash of the last position.
fn play(edition: &Edition, n_players: usize, agent: impl Fn(u64) -> Box<dyn Agent>) -> u64 {
    let mut game = edition.game(n_players, 5);
    for seat in 0..n_players as u8 {
        game.seat(Seat(seat), Some(agent(u64::from(seat))));
    }
    game.play_out(10_000).expect("the scripts are right");
    assert!(game.is_over());
    game.table().hash()
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let edition = edition("classic", &[]);
    let agents: [&dyn Fn(u64) -> Box<dyn Agent>; 3] =
        [&|seed| Box::new(Random::new(seed)), &|seed| Box::new(Greedy::new(seed)), &|seed| {
            Box::new(Search::new(edition.host.clone(), Budget::Iterations(20), seed))
        }];
    for agent in agents {
        assert_eq!(play(&edition, 3, agent), play(&edition, 3, agent));
    }
}

#[test]
fn every_agent_plays_every_edition() {
    for id in crate::harness::variants() {
        let edition = edition(&id, &[]);
        let n_players = *edition.ruleset.players.start();
        play(&edition, n_players, |seed| match seed % 2 {
            0 => Box::new(Greedy::new(seed)),
            _ => Box::new(Search::new(edition.host.clone(), Budget::Iterations(5), seed)),
        });
    }
}

#[test]
fn who_saw_the_kitten_on_top_does_not_draw_it() {
    let edition = edition("classic", &[]);
    let draw = "exploding_kitten shuffle favor attack";
    let mut game = position(&edition, ["see_the_future skip", "favor"], draw);
    let see = Choice::Play(kinds(&edition, "see_the_future")[0]);
    answer(&mut game, &see);
    let skip = Choice::Play(kinds(&edition, "skip")[0]);
    assert_eq!(chosen(&game, &mut Greedy::new(1)), skip);
    assert_eq!(chosen(&game, &mut search(&edition, 200)), skip);
}

#[test]
fn a_rescue_is_used() {
    let edition = edition("classic", &[]);
    let mut game = position(&edition, ["defuse nope", "favor"], "exploding_kitten shuffle");
    answer(&mut game, &Choice::Draw);
    let defuse = Choice::Respond(kinds(&edition, "defuse")[0]);
    assert_eq!(chosen(&game, &mut Greedy::new(1)), defuse);
    assert_eq!(chosen(&game, &mut search(&edition, 200)), defuse);
}

#[test]
fn a_ranking_counts_every_imagined_game() {
    let edition = edition("classic", &[]);
    let mut game = position(&edition, ["defuse nope", "favor"], "exploding_kitten shuffle");
    let decision = game.decision().expect("the game goes on").clone();
    let ranked = search(&edition, 300).rank(&game.sight(decision.seat), &decision);
    assert_eq!(ranked.iter().map(|ranked| ranked.visits).sum::<u32>(), 300);
    answer(&mut game, &Choice::Draw);
    let decision = game.decision().expect("the kitten is answered").clone();
    let ranked = search(&edition, 300).rank(&game.sight(decision.seat), &decision);
    let [best, worst] = ranked[..] else { panic!("defuse or pass: {ranked:?}") };
    assert_eq!(decision.options[worst.option], Choice::Pass);
    assert!(best.win_rate > 0.2, "{best:?}");
    assert_eq!(worst, Ranked { win_rate: 0.0, ..worst });
}

/// Tiles and action cards are two decks: a hidden card of one is never dealt to the other.
#[test]
fn two_decks_are_not_mixed_up() {
    let edition = edition("board_game", &[]);
    let game = edition.game(2, 7);
    let decision = game.decision().expect("the game goes on");
    let mut search = search(&edition, 300);
    let ranked = search.rank(&game.sight(decision.seat), decision);
    assert_eq!(ranked.iter().map(|ranked| ranked.visits).sum::<u32>(), 300);
    assert_eq!((search.n_games(), search.n_failed()), (300, 0));
}

#[test]
fn what_is_hidden_changes_no_choice() {
    let edition = edition("classic", &[]);
    let ranked = |hand, draw| {
        let game = position(&edition, ["attack shuffle", hand], draw);
        let decision = game.decision().expect("the game goes on");
        search(&edition, 100).rank(&game.sight(decision.seat), decision)
    };
    let one = ranked("nope", "exploding_kitten favor skip");
    assert_eq!(one, ranked("nope", "skip favor exploding_kitten"));
    assert_eq!(one, ranked("skip", "favor exploding_kitten nope"));
}
