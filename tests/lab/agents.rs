//! Agents: their choices, the information they use, and their playing strength.

use crate::harness::{Edition, loaded};
use crate::program::Litterbox;
use litterbox::agent::{
    Budget, Evidence, Greedy, GreedyWithSets, HiddenCards, Random, Ranked, RulebookFactory, Search,
};
use litterbox::base::STACK_SIZE;
use litterbox::kernel::layout::{Layout, PileLayout};
use litterbox::kernel::rng::generator;
use litterbox::kernel::{Agent, Choice, Game, Kind, Prompt, Rulebook, Seat, Zone};
use litterbox::script::Host;
use litterbox::shell::{Shell, Status};
use litterbox::sim::registry::AgentName;
use litterbox::variant::{Library, Ruleset};
use std::rc::Rc;
use std::sync::Arc;

pub fn kinds(loaded: &Edition, words: &str) -> Vec<Kind> {
    let rules = loaded.host.rules();
    let kind = |id| rules.find_kind(id).unwrap_or_else(|| panic!("no kind {id}"));
    words.split_whitespace().map(kind).collect()
}

/// A position of two players; the first player is on turn.
pub fn position(loaded: &Edition, hands: [&str; 2], draw: &str) -> Game {
    let mut game = loaded.game(2, 1);
    let pile = PileLayout { zone: Zone::Draw, kinds: kinds(loaded, draw), keep_rest: false };
    let hands = hands.map(|words| kinds(loaded, words));
    let [first, second] = hands;
    let layout = Layout {
        hands: vec![(Seat(0), first), (Seat(1), second)],
        piles: vec![pile],
        ..Layout::default()
    };
    game.lay_out(layout).expect("nothing is run");
    game
}

pub fn search(loaded: &Edition, iterations: u32) -> Search {
    let book: Rc<dyn Rulebook> = loaded.host.clone();
    Search::new(book, Budget::Iterations(iterations), 1)
}

pub fn chosen(game: &Game, agent: &mut dyn Agent) -> Choice {
    let decision = game.decision().expect("the game goes on");
    let index = agent.answer(&game.observation(decision.seat), decision);
    decision.options[index].clone()
}

pub fn answer(game: &mut Game, choice: &Choice) {
    let options = &game.decision().expect("the game goes on").options;
    let index = options.iter().position(|option| option == choice).expect("it is offered");
    game.answer(index).expect("the scripts are right");
}

/// Plays a game to its end; returns the hash of the last position.
fn play(loaded: &Edition, n_players: usize, agent: impl Fn(u64) -> Box<dyn Agent>) -> u64 {
    let mut game = loaded.game(n_players, 5);
    for seat in 0..n_players as u8 {
        game.seat(Seat(seat), Some(agent(u64::from(seat))));
    }
    game.play_out(10_000).expect("the scripts are right");
    assert!(game.is_over());
    game.table().hash()
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let loaded = loaded("classic", &[]);
    let agents: [&dyn Fn(u64) -> Box<dyn Agent>; 3] =
        [&|seed| Box::new(Random::new(seed)), &|seed| Box::new(Greedy::new(seed)), &|seed| {
            Box::new(Search::new(loaded.host.clone(), Budget::Iterations(20), seed))
        }];
    for agent in agents {
        assert_eq!(play(&loaded, 3, agent), play(&loaded, 3, agent));
    }
}

/// A search with threads beside the one that asks.
fn parallel_search(loaded: &Edition, iterations: u32, n_threads: usize) -> Search {
    let spec = loaded.host.spec().clone();
    let factory: RulebookFactory = Arc::new(move || match Host::new(&spec) {
        Ok(host) => host,
        Err(_) => unreachable!("it has been compiled before"),
    });
    let threads =
        Search::start_threads(n_threads - 1, STACK_SIZE, &factory).expect("threads can be started");
    search(loaded, iterations).on_threads(Rc::new(threads))
}

#[test]
fn a_search_on_several_threads_divides_its_games_and_repeats_its_choices() {
    let loaded = loaded("classic", &[]);
    let draw = "exploding_kitten shuffle favor attack";
    let game = position(&loaded, ["see_the_future skip favor", "favor"], draw);
    let decision = game.decision().expect("the game goes on");
    let observation = game.observation(decision.seat);
    let ranked = |n_threads| {
        let mut search = parallel_search(&loaded, 100, n_threads);
        let ranked = search.rank(&observation, decision);
        assert_eq!((search.n_games(), search.n_failed()), (100, 0));
        assert_eq!(ranked.iter().map(|one| one.visits).sum::<u32>(), 100);
        ranked
    };
    assert_eq!(ranked(1), search(&loaded, 100).rank(&observation, decision));
    let three = ranked(3);
    assert_eq!(three, ranked(3));
    assert_ne!(three, ranked(2), "the deals of each thread are its own");
}

#[test]
fn the_threads_of_a_search_are_part_of_its_name_and_bounded() {
    for name in ["search:200", "search:200@4", "search:50ms@16"] {
        assert_eq!(name.parse::<AgentName>().expect(name).to_string(), name);
    }
    for name in ["search:200@0", "search:200@17", "search:200@", "search:200@x", "search@4"] {
        assert!(name.parse::<AgentName>().is_err(), "{name}");
    }
}

#[test]
fn a_search_on_several_threads_answers_in_windows_and_in_every_edition() {
    for id in crate::harness::variants() {
        let loaded = loaded(&id, &[]);
        let n_players = *loaded.ruleset.players.start();
        let last = |_| {
            play(&loaded, n_players, |seed| match seed {
                0 => Box::new(parallel_search(&loaded, 6, 2)),
                _ => Box::new(Greedy::new(seed)),
            })
        };
        let [first, second] = [0, 1].map(last);
        assert_eq!(first, second, "{id}");
    }
}

#[test]
fn every_agent_plays_every_edition() {
    for id in crate::harness::variants() {
        let loaded = loaded(&id, &[]);
        let n_players = *loaded.ruleset.players.start();
        play(&loaded, n_players, |seed| match seed % 2 {
            0 => Box::new(Greedy::new(seed)),
            _ => Box::new(Search::new(loaded.host.clone(), Budget::Iterations(5), seed)),
        });
    }
}

#[test]
fn who_saw_the_kitten_on_top_does_not_draw_it() {
    let loaded = loaded("classic", &[]);
    let draw = "exploding_kitten shuffle favor attack";
    let mut game = position(&loaded, ["see_the_future skip", "favor"], draw);
    let see = Choice::Play(kinds(&loaded, "see_the_future")[0]);
    answer(&mut game, &see);
    let skip = Choice::Play(kinds(&loaded, "skip")[0]);
    assert_eq!(chosen(&game, &mut Greedy::new(1)), skip);
    assert_eq!(chosen(&game, &mut search(&loaded, 200)), skip);
}

/// In the editions in which it was no better, or worse. `LITTERBOX_EDITIONS=all` takes every
/// edition.
#[test]
fn greedy_beats_random() {
    let few = ["board_game", "black_hole", "imploding"].map(str::to_owned).into();
    let is_all = std::env::var("LITTERBOX_EDITIONS").is_ok();
    for edition in if is_all { crate::harness::variants() } else { few } {
        let games = if edition == "board_game" { "1500" } else { "200" };
        let tournament = ["tournament", &edition, "--agents", "greedy,random", "--games", games];
        let text = Litterbox::new().run(&[&tournament[..], &["--format", "csv"]].concat()).out;
        let row = text.lines().find(|row| row.starts_with("pair,greedy against random,win_rate"));
        let low = row.and_then(|row| row.split(',').nth(4)?.parse::<f64>().ok());
        assert!(low.is_some_and(|low| low > 0.5), "{edition}: {row:?}");
    }
}

#[test]
fn a_rescue_is_used() {
    let loaded = loaded("classic", &[]);
    let mut game = position(&loaded, ["defuse nope", "favor"], "exploding_kitten shuffle");
    answer(&mut game, &Choice::Draw);
    let defuse = Choice::Respond(kinds(&loaded, "defuse")[0]);
    assert_eq!(chosen(&game, &mut Greedy::new(1)), defuse);
    assert_eq!(chosen(&game, &mut search(&loaded, 200)), defuse);
}

/// Two players with a discard pile; the first player is on turn.
fn with_discard(loaded: &Edition, hands: [&str; 2], draw: &str, discard: &str) -> Game {
    let mut game = loaded.game(2, 1);
    let pile = |zone, words| PileLayout { zone, kinds: kinds(loaded, words), keep_rest: false };
    let [first, second] = hands.map(|words| kinds(loaded, words));
    let layout = Layout {
        hands: vec![(Seat(0), first), (Seat(1), second)],
        piles: vec![pile(Zone::Draw, draw), pile(Zone::Discard, discard)],
        ..Layout::default()
    };
    game.lay_out(layout).expect("nothing is run");
    game
}

fn sets(loaded: &Edition) -> GreedyWithSets {
    GreedyWithSets::new(Greedy::new(1), loaded.host.clone(), 1)
}

fn is_combo(loaded: &Edition, choice: &Choice, id: &str) -> bool {
    matches!(choice, Choice::Combo(combo, _) if &*loaded.host.rules().combo(*combo).id == id)
}

#[test]
fn greedy_plays_five_different_cards_for_a_rescue() {
    let loaded = loaded("classic", &[]);
    let cats = "tacocat beard_cat rainbow_cat potato_cat cattermelon";
    let draw = "shuffle exploding_kitten favor attack";
    let game = |discard| with_discard(&loaded, [cats, "skip favor"], draw, discard);
    let choice = chosen(&game("defuse skip"), &mut sets(&loaded));
    assert!(is_combo(&loaded, &choice, "five_different"), "{choice:?}");
    assert_eq!(chosen(&game("shuffle"), &mut sets(&loaded)), Choice::Draw);
}

/// The variant `mine` of a library.
fn mine(library: Library, variant: &str) -> Edition {
    let library = library.with_variant("mine", variant);
    let ruleset = Ruleset::load(&library, "mine", &[]).expect("a legal variant");
    let host = Host::new(&ruleset.spec).expect("legal scripts");
    Edition { ruleset, host }
}

#[test]
fn greedy_saves_no_cards_where_nothing_explodes() {
    let variant = r#"{ "name": "Mine", "players": [2, 2], "deal": 2, "rules": ["dealt"],
        "deck": { "shuffle": 8, "skip": 8, "defuse": 2 } }"#;
    let choice = |exploded: &str| {
        let rules = format!(
            "fn setup() {{ deal(hand_size()); }}\nfn draw_step(me) {{ me.draw(); end_turn(); }}\n\
             {exploded}"
        );
        let loaded = mine(Library::embedded().with_script("rules/dealt", &rules), variant);
        let draw = "shuffle skip shuffle skip shuffle skip shuffle skip shuffle skip";
        let game = position(&loaded, ["skip defuse", "shuffle"], draw);
        (chosen(&game, &mut Greedy::new(1)), kinds(&loaded, "skip")[0])
    };
    let (without, skip) = choice("");
    assert_eq!(without, Choice::Play(skip));
    assert_eq!(choice("fn exploded(me, hazard) { me.out(); }").0, Choice::Draw);
}

#[test]
fn greedy_plays_a_homebrew_set_that_is_worth_its_cards() {
    let played = |effect: &str| {
        let variant = r#"{ "name": "Mine", "extends": "classic", "combos": ["two_skips"] }"#;
        let script = format!("//! Two.\nconst SET = same(2);\nfn resolve(me) {{ {effect} }}\n");
        let loaded = mine(Library::embedded().with_script("combos/two_skips", &script), variant);
        let hands = ["defuse skip skip nope", "defuse attack favor nope"];
        let game = position(&loaded, hands, "shuffle favor attack exploding_kitten");
        is_combo(&loaded, &chosen(&game, &mut sets(&loaded)), "two_skips")
    };
    assert!(played("for p in others(me) { p.hand.discard_all(); }"));
    assert!(played("me.wins();"));
    assert!(!played("me.hand.discard_all();"));
}

#[test]
fn a_ranking_counts_every_simulated_game() {
    let loaded = loaded("classic", &[]);
    let mut game = position(&loaded, ["defuse nope", "favor"], "exploding_kitten shuffle");
    let decision = game.decision().expect("the game goes on").clone();
    let ranked = search(&loaded, 300).rank(&game.observation(decision.seat), &decision);
    assert_eq!(ranked.iter().map(|ranked| ranked.visits).sum::<u32>(), 300);
    answer(&mut game, &Choice::Draw);
    let decision = game.decision().expect("the kitten is answered").clone();
    let ranked = search(&loaded, 300).rank(&game.observation(decision.seat), &decision);
    let [best, worst] = ranked[..] else { panic!("defuse or pass: {ranked:?}") };
    assert_eq!(decision.options[worst.option], Choice::Pass);
    assert!(best.win_rate > 0.2, "{best:?}");
    assert_eq!(worst, Ranked { win_rate: 0.0, ..worst });
}

/// Tiles and action cards are separate decks: a hidden card of one is never dealt to the other.
#[test]
fn two_decks_are_not_mixed_up() {
    let loaded = loaded("board_game", &[]);
    let game = loaded.game(2, 7);
    let decision = game.decision().expect("the game goes on");
    let mut search = search(&loaded, 300);
    let ranked = search.rank(&game.observation(decision.seat), decision);
    assert_eq!(ranked.iter().map(|ranked| ranked.visits).sum::<u32>(), 300);
    assert_eq!((search.n_games(), search.n_failed()), (300, 0));
}

#[test]
fn what_is_hidden_changes_no_choice() {
    let loaded = loaded("classic", &[]);
    let ranked = |hand, draw| {
        let game = position(&loaded, ["attack shuffle", hand], draw);
        let decision = game.decision().expect("the game goes on");
        search(&loaded, 100).rank(&game.observation(decision.seat), decision)
    };
    let one = ranked("nope", "exploding_kitten favor skip");
    assert_eq!(one, ranked("nope", "skip favor exploding_kitten"));
    assert_eq!(one, ranked("skip", "favor exploding_kitten nope"));
}

/// The share of deals in which the second player holds a Nope, as the first one sees it.
fn share_of_nopes(game: &Game, hidden: &HiddenCards) -> f64 {
    let nope = game.rules().find_kind("nope").expect("in the deck");
    let observation = game.observation(Seat(0));
    let mut rng = generator(1, 1);
    let has_nope = |_: &i32| {
        let mut table = game.table().clone();
        observation.sample(hidden, &mut table, &mut rng);
        table.hand(Seat(1)).iter().any(|card| table.kind(*card) == nope)
    };
    f64::from((0..4_000).filter(has_nope).count() as u32) / 4_000.0
}

/// Three of the nine hidden cards are Nopes, two of the nine are in the other hand: it holds a Nope
/// in 1 - (6 · 5) / (9 · 8) = 58.3 % of the deals. After a Favor against it that was let pass,
/// e^(-19/16) = 0.305 of these deals are left: 0.583 · 0.305 / (0.583 · 0.305 + 0.417) = 29.9 %.
#[test]
fn who_lets_a_favor_pass_is_dealt_fewer_nopes() {
    let loaded = loaded("classic", &[]);
    let hands = ["favor shuffle", "skip attack tacocat"];
    let mut game = position(&loaded, hands, "nope nope nope skip attack tacocat shuffle");
    let share = |game: &Game| {
        let observation = game.observation(Seat(0));
        let evidence = Evidence::of(&observation);
        let (any, likely) = (observation.hidden_cards(), observation.likely_cards(&evidence));
        [share_of_nopes(game, &any), share_of_nopes(game, &likely)]
    };
    let [any, likely] = share(&game);
    assert_eq!(any, likely, "no window has closed yet");
    let favor = kinds(&loaded, "favor")[0];
    answer(&mut game, &Choice::Play(favor));
    while game.decision().is_some_and(|decision| decision.prompt != Prompt::Turn) {
        game.answer(0).expect("the scripts are right");
    }
    assert_eq!(game.table().hand(Seat(1)).len(), 2);
    let [any, likely] = share(&game);
    assert!((any - 0.583).abs() < 0.03, "{any}");
    assert!((likely - 0.299).abs() < 0.03, "{likely}");
}

#[test]
fn what_a_game_has_shown_is_known_after_time_travel() {
    let mut shell = Shell::new(Library::embedded());
    let mut type_in = |line: &str| {
        let reply = shell.input(line);
        assert_eq!(reply.status, Status::Done, "{line}: {}", reply.text());
        shell.debugger().map(|debugger| debugger.observe(Seat(0), Evidence::of))
    };
    type_in(":new classic ann bob --first ann --seed 1");
    let laid_out = type_in(":table ann: favor shuffle | bob: skip attack | draw: nope nope skip");
    type_in(":autopass off");
    type_in("play favor");
    let passed = type_in("pass");
    assert_ne!(laid_out, passed, "bob has let a window pass");
    assert_eq!(type_in(":goto 1"), laid_out);
    assert_eq!(type_in(":goto end"), passed);
}

#[test]
fn what_an_agent_prints_is_hidden_from_other_players() {
    let script = "fn answer(position, decision) {\n    print(\"a secret\");\n    decision.options[0].id\n}\n";
    let litterbox = Litterbox::new().with("scripts/agents/mine.rhai", script);
    let play = |inputs| {
        let open = ["repl", "classic", "ann", "bob", "--first", "ann", "--seed", "1"];
        litterbox.run(&[&open[..], &["-c", inputs]].concat()).shown()
    };
    let shown = play(":agent bob script:mine; draw");
    assert!(shown.contains("agent: agents/mine.rhai: a secret"), "{shown}");
    let shown = play(":agent bob script:mine; :as ann; draw");
    assert!(!shown.contains("secret"), "{shown}");
}

#[test]
fn a_fault_of_an_agent_script_has_a_place() {
    let said: Vec<String> = [
        "fn answer(position, decision) {\n    position.nothing.here\n}\n",
        "fn answer(position, decision) {\n    0\n}\n",
        "fn answer(position, decision) {\n    \"first\"\n}\n",
        "fn answer(position, decision) {\n    while true { }\n}\n",
        "fn answer(position, decision) {\n    random(0)\n}\n",
        "fn answer(position, decision) {\n    let a = [position]; while true { a += a; }\n}\n",
    ]
    .iter()
    .map(|script| {
        let litterbox = Litterbox::new().with("scripts/agents/mine.rhai", script);
        let play = ["sim", "classic", "--games", "1", "--seed", "1", "--agents", "script:mine"];
        let ran = litterbox.run(&play);
        assert_ne!(ran.code, Some(0), "{}", ran.shown());
        let shown = ran.shown();
        let is_told = |line: &&str| line.contains("error[") || line.contains("-->");
        shown.lines().filter(is_told).map(|line| format!("{}\n", line.trim())).collect()
    })
    .collect();
    insta::assert_snapshot!(said.join("\n"));
}
