//! A position that is printed is the position: laid out again it is the same, and so is the game
//! that follows.

use crate::end_to_end::homebrew::FOLDERS;
use crate::harness::Random;
use litterbox::debugger::Debugger;
use litterbox::kernel::{CardId, Choice, Game, Prompt, Zone};
use litterbox::script::Control;
use litterbox::transcript::ruleset_cache::RulesetCache;
use litterbox::transcript::{FORMAT, Header, Input, LoadedRuleset, apply, choose};
use litterbox::variant::Library;
use litterbox::variant::notation::counter_and_value;
use std::fmt::Write as _;
use std::path::Path;

/// The number of positions of all variants together.
const N_POSITIONS: usize = 1_000;

/// The number of answers after a position.
const N_ANSWERS: usize = 8;

/// The number of answers between two positions of a game.
const DISTANCE: usize = 5;

/// The number of positions of a game.
const N_OF_GAME: u64 = 4;

/// All that is equal in equal positions, but for what players know.
fn look(game: &Game) -> String {
    let (table, rules) = (game.shown(), game.rules());
    let mut text = String::new();
    for zone in table.zones.all().filter(|zone| *zone != Zone::Box) {
        let card = |card: &CardId| {
            let state = &table.cards[card.index()];
            let (id, counters) = (&rules.kind(state.kind).id, table.counters_of(rules, *card));
            format!("{id} {} {:?} {counters:?}", state.is_turned, state.played_by)
        };
        let mut cards: Vec<String> = table.cards_in(zone).iter().map(card).collect();
        if matches!(zone, Zone::Hand(_)) {
            cards.sort_unstable();
        }
        let _ = write!(text, "\n{zone:?}: {}", cards.join(", "));
    }
    let (turns, outcome) = (&table.turns, &table.outcome);
    let _ = write!(text, "\n{:?}\n{turns:?}\n{outcome:?} {:?}", table.counters, table.blind);
    text
}

fn options(game: &Game, loaded: &LoadedRuleset) -> Vec<String> {
    game.decision().map(|decision| loaded.notation.options(decision)).unwrap_or_default()
}

/// The option of another game that is the same one: by its text, or by the hidden card.
fn same_option(game: &Game, index: usize, other: &Game, loaded: &LoadedRuleset) -> Option<usize> {
    let choice = &game.decision()?.options[index];
    let place = |game: &Game, card: CardId| {
        let (table, zone) = (game.shown(), game.shown().zones.zone_of(card));
        let depth = table.cards_in(zone).iter().position(|found| *found == card);
        // The order of a hand means nothing.
        (zone, table.kind(card), depth.filter(|_| !matches!(zone, Zone::Hand(_))))
    };
    if let Choice::Hidden(card, _) = choice {
        let mut options = other.decision()?.options.iter();
        let at = place(game, *card);
        return options.position(|c| c.card().is_some_and(|card| place(other, card) == at));
    }
    let text = &options(game, loaded)[index];
    options(other, loaded).iter().position(|option| option == text)
}

/// Lays a printed position out on another game.
fn laid_out(lines: &[String], start: &Debugger) -> Game {
    let mut game = start.game.fork();
    for line in lines {
        let input = match line.split_once(' ').expect("a command with its argument") {
            (":table", spec) => Input::Table(spec.to_owned()),
            (":set", text) => {
                let (counter, value) = counter_and_value(text).expect("a counter and a value");
                Input::Set(counter.to_owned(), value.to_owned())
            }
            _ => panic!("{line}"),
        };
        apply(&mut game, &start.loaded, &input).unwrap_or_else(|why| panic!("{line}: {why}"));
    }
    game
}

/// Plays a game and a copy of it alike, with chosen random outcomes.
fn play_on(mut game: Game, mut copy: Game, loaded: &LoadedRuleset, lines: &[String], seed: u64) {
    let mut player = Random::new(seed);
    for game in [&mut game, &mut copy] {
        apply(game, loaded, &Input::Seed(seed)).expect("a seed can be set");
        game.ask_chance(true);
    }
    let mut played = Vec::new();
    for _ in 0..N_ANSWERS {
        let Some(decision) = game.decision() else { return };
        let index = player.pick(decision);
        let is_hidden = |choice: &Choice| matches!(choice, Choice::Hidden(..));
        let knows = |game: &Game| game.decision().is_some_and(|d| d.options.iter().any(is_hidden));
        let (text, asked) = (options(&game, loaded), options(&copy, loaded));
        if text != asked {
            // What players know of hidden cards is not part of a printed position.
            assert!(knows(&game) || knows(&copy), "{lines:#?} {played:?}: {text:?} {asked:?}");
            return;
        }
        let Some(other) = same_option(&game, index, &copy, loaded) else { return };
        played.push(text[index].clone());
        // Until the first play, shuffles take their numbers from the stream of the deal.
        if (game.table().n_actions == 0) != (copy.table().n_actions == 0) {
            return;
        }
        let done = [(&mut game, index), (&mut copy, other)]
            .map(|(game, index)| choose(game, index).map_err(|why| why.to_string()));
        assert_eq!(done[0], done[1], "{lines:#?} {played:?}");
        assert_eq!(look(&game), look(&copy), "{lines:#?} {played:?}");
        if done[0].is_err() {
            return;
        }
    }
}

/// Compares positions of one game with what is printed of them; returns their number.
fn check_game(mut debugger: Debugger, start: &Debugger, seed: u64) -> usize {
    let (mut player, mut n_checked, mut since) = (Random::new(seed), 0, 0);
    while let Some(decision) = debugger.game.decision() {
        // Scores are no part of a printed position.
        let has_scores = !debugger.game.table().outcome.scores.is_empty();
        if decision.prompt == Prompt::Turn && since >= DISTANCE && !has_scores {
            let lines = debugger.layout();
            let copy = laid_out(&lines, start);
            assert_eq!(look(&debugger.game), look(&copy), "{lines:#?}");
            let texts = [&debugger.game, &copy].map(|game| options(game, &start.loaded));
            (since, n_checked) = (0, n_checked + 1);
            if debugger.left_out().is_empty() {
                assert_eq!(texts[0], texts[1], "{lines:#?}");
                play_on(debugger.game.fork(), copy, &start.loaded, &lines, seed);
            }
            if n_checked as u64 == N_OF_GAME {
                break;
            }
        }
        let index = player.pick(debugger.game.decision().expect("it has not ended"));
        if debugger.game.answer(index).is_err() {
            break;
        }
        since += 1;
    }
    n_checked
}

#[test]
fn printed_positions_are_the_positions() {
    let shipped = (None, crate::harness::variants());
    let homebrews = FOLDERS.map(|home| {
        let library = Library::open(Some(Path::new(home)), None).expect("a library");
        let new = library.variant_ids().filter(|id| !shipped.1.iter().any(|known| known == id));
        (Some(home), new.map(str::to_owned).collect())
    });
    let all: Vec<(Option<&str>, Vec<String>)> =
        [shipped.clone()].into_iter().chain(homebrews).collect();
    let n_variants: usize = all.iter().map(|(_, ids)| ids.len()).sum();
    for (home, ids) in all {
        let library = home.map_or_else(Library::embedded, |home| {
            Library::open(Some(Path::new(home)), None).expect("a library")
        });
        for id in ids {
            let rulesets = RulesetCache::new(Control::default());
            let start = |seed: u64| {
                let ruleset = litterbox::variant::Ruleset::load(&library, &id, &[]);
                let players = ruleset.expect("a variant").players;
                let n = players.start() + seed as usize % (players.end() - players.start() + 1);
                let header = Header {
                    litterbox: FORMAT,
                    program: String::new(),
                    variant: id.clone(),
                    set: Vec::new(),
                    names: (1..=n).map(|i| format!("p{i}")).collect(),
                    seed,
                    first: None,
                    lang: None,
                    ask_chance: false,
                    rules: String::new(),
                    scripts: Default::default(),
                    tried: Default::default(),
                    session: None,
                };
                Debugger::new(header, &library, &rulesets).unwrap_or_else(|errors| {
                    panic!("{}", litterbox::base::error::render(&errors, false))
                })
            };
            let (mut seed, mut left) = (0, N_POSITIONS.div_ceil(n_variants));
            // Games that end before the first position do not count.
            while left > 0 && seed < 200 {
                seed += 1;
                left = left.saturating_sub(check_game(start(seed), &start(seed), seed));
            }
        }
    }
}
