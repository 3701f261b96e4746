//! The counts of a simulation agree with the logs of the same games, and a game in the memory of
//! another one is the same as a new one.

use crate::harness::{Edition, loaded, seat_everywhere, variants};
use litterbox::agent::AgentMessages;
use litterbox::base::Interrupt;
use litterbox::kernel::{
    ActionEvent, CardEvent, EventKind, Game, MoveReason, PlayerEvent, Rulebook as _, Seat, Setup,
    Subject, Zone,
};
use litterbox::script::Host;
use litterbox::sim::registry::{AgentName, AgentPool};
use litterbox::sim::tally::Ending;
use litterbox::sim::{Histogram, LIMIT, Plan, Progress, RunConfig, Tally, run};
use litterbox::variant::{Library, Ruleset};

/// A variant whose first turn begins with a draw and a question: the draw is taken back and done
/// again once there are players to ask. One card at a time: a player who dies of two kittens takes
/// both out of the game, and the others play on for ever.
fn asking() -> Library {
    let script = "//! Asking: draw at the beginning of a turn, and say whether to shuffle.\n\
        fn turn_start(me) { me.draw(); if me.confirm(\"Shuffle?\") { draw_pile().shuffle(); } }\n";
    let variant = r#"{ "name": "Asking", "extends": "classic", "rules": ["classic", "asking"] }"#;
    Library::embedded().with_script("rules/asking", script).with_variant("asking", variant)
}

fn plan(library: &Library, id: &str, players: usize, games: u64) -> Plan {
    let agents = vec![AgentName::Random, AgentName::Greedy];
    let players = Some(players);
    let config = RunConfig { players, agents, fixed: false, seed: 3, games, limit: LIMIT };
    Plan::new(library, id, &[], config).expect("the variant is right")
}

/// Counts the games of a plan from their logs.
fn from_logs(plan: &Plan) -> Tally {
    let host = Host::new(&plan.spec).expect("the scripts compile");
    let rules = host.rules().clone();
    let (library, host_of_pool) = (&plan.library, host.clone());
    let (stop, messages) = (Interrupt::default(), AgentMessages::default());
    let agents = AgentPool::new(plan.agents(), library, host_of_pool, stop, &messages);
    let agents = agents.expect("built-in agents");
    let n_seats = plan.manifest.players;
    let mut tally = Tally::new(n_seats, plan.agents().len(), rules.kinds.len(), rules.combos.len());
    for number in 0..plan.manifest.games {
        let mut game = Game::new(host.clone(), &plan.setup(number, true)).expect("no fault");
        for seat in (0..n_seats).map(|seat| Seat(seat as u8)) {
            let which = plan.agent_of(number, seat);
            let agent = agents.agent(which, number, plan.seed_of(number), seat);
            game.seat(seat, Some(agent));
        }
        game.play_out(LIMIT).expect("no fault");
        assert!(game.is_over());
        tally.games += 1;
        tally.decisions += game.n_decisions();
        count(&game, plan.manifest.seating_of(number), &mut tally);
    }
    tally
}

/// Counts the events of a game that is over.
fn count(game: &Game, seating: u64, tally: &mut Tally) {
    let (mut n_turns, mut n_draws, mut n_hidden, mut first) = (0, 0, 0, None);
    let kind_of = |card| game.table().kind(card).index();
    let n_kinds = tally.kinds.len();
    // Of each kind and combo, its plays that were cancelled, its explosions, and those cancelled.
    let mut sums = vec![[0; 3]; n_kinds + tally.combos.len()];
    for event in game.events() {
        match &event.kind {
            EventKind::Card(CardEvent::Moved { card, from, to, reason, .. }) => {
                let uses = &mut tally.kinds[kind_of(*card)];
                n_draws += usize::from(*reason == MoveReason::Draw);
                n_hidden += u64::from(*reason == MoveReason::Hide && *to == Zone::Draw);
                uses.drawn += u64::from(*reason == MoveReason::Draw);
                uses.played += u64::from(*reason == MoveReason::Play);
                let is_hand = |zone: &Zone| matches!(zone, Zone::Hand(_));
                uses.stolen += u64::from(is_hand(from) && is_hand(to) && from != to);
            }
            EventKind::Action(ActionEvent::Announced { action }) => match action.subject {
                Subject::Combo(combo) => tally.combos[combo.index()].played += 1,
                Subject::Explosion(Some(card)) => sums[kind_of(card)][1] += 1,
                _ => {}
            },
            EventKind::Action(ActionEvent::Cancelled { action, .. }) => match action.subject {
                Subject::Card(card, _) => sums[kind_of(card)][0] += 1,
                Subject::Combo(combo) => sums[n_kinds + combo.index()][0] += 1,
                Subject::Explosion(Some(card)) => sums[kind_of(card)][2] += 1,
                _ => {}
            },
            EventKind::Player(PlayerEvent::Began { seat, .. }) => {
                n_turns += 1;
                first = first.or(Some(*seat));
            }
            _ => {}
        }
    }
    tally.put_backs.add(n_hidden, 0);
    let all = tally.kinds.iter_mut().chain(&mut tally.combos);
    for (uses, [cancelled, explosions, rescued]) in all.zip(sums) {
        uses.cancelled_sums.add(1, cancelled);
        uses.rescued_sums.add(explosions, rescued);
    }
    if game.winners().is_empty() {
        tally.drawn += 1;
        return;
    }
    tally.won += 1;
    let n_plies = game.events().last().expect("events").cause.ply as usize;
    tally.numbers.resize(3, Histogram::default());
    [n_turns, n_plies, n_draws].into_iter().zip(&mut tally.numbers).for_each(|(n, of)| of.add(n));
    let ending = Ending { seating, first, winners: game.winners() };
    *tally.endings.entry(ending).or_default() += 1;
}

/// Asserts that a simulation counts what the logs of its games say.
fn assert_counted(library: &Library, id: &str, players: usize) {
    let plan = plan(library, id, players, 40);
    let tally = run(&plan, 0..40, 1, &Progress::default()).expect("the scripts compile");
    let logged = from_logs(&plan);
    let totals = |t: &Tally| (t.games, t.won, t.drawn, t.decisions, t.faulty, t.stopped);
    assert_eq!(totals(&tally), totals(&logged), "{id}");
    assert_eq!(tally.numbers[..3], logged.numbers, "{id}: turns, plies, draws");
    assert_eq!(tally.endings, logged.endings, "{id}");
    assert_eq!(tally.put_backs.size(), logged.put_backs.size(), "{id}: put back");
    let n_options: u64 = tally.options.iter().map(|histogram| histogram.n()).sum();
    assert_eq!(n_options, logged.decisions, "{id}");
    let each = |t: &Tally| {
        let uses = t.kinds.iter().chain(&t.combos);
        let counts =
            uses.map(|u| (u.played, u.cancelled_sums.total(), u.drawn, u.stolen, u.rescued_sums));
        counts.collect::<Vec<_>>()
    };
    assert_eq!(each(&tally), each(&logged), "{id}");
}

#[test]
fn counts_agree_with_the_logs() {
    for (id, players) in [("classic", 4), ("board_game", 3), ("zombie", 5), ("two_player", 2)] {
        assert_counted(&Library::embedded(), id, players);
    }
}

#[test]
fn what_a_waiting_hook_takes_back_is_not_counted() {
    assert_counted(&asking(), "asking", 3);
}

/// A Bomb Shelter leaves a Duel without a player to choose, before it is announced.
#[test]
fn a_play_that_comes_to_nothing_before_it_is_announced_was_played() {
    let home = std::path::Path::new("tests/homebrew/hearing");
    let variant = r#"{
        "name": "Duels", "extends": "hearing", "box": 120, "deck": { "bomb_shelter": 20, "duel": 20 }
    }"#;
    let library = Library::open(Some(home), None).expect("a library");
    assert_counted(&library.with_variant("duels", variant), "duels", 2);
}

/// The setup moves the figure through a hand on its way in front of a player.
#[test]
fn a_card_that_leaves_a_hand_before_the_first_turn_was_not_held_at_it() {
    let plan = plan(&Library::embedded(), "cat_burglar", 4, 20);
    let tally = run(&plan, 0..20, 1, &Progress::default()).expect("the scripts compile");
    let rules = Host::new(&plan.spec).expect("the scripts compile").rules().clone();
    let held = |id: &str| {
        let kind = rules.kinds.iter().position(|kind| *kind.id == *id).expect("a kind");
        tally.kinds[kind].opening_sums.size()
    };
    assert_eq!(held("cat_burglar"), 0);
    assert_eq!(held("defuse"), 80);
}

/// Each starting player begins three times: the setups of the later games may be repeated without
/// their script.
#[test]
fn a_game_in_the_memory_of_another_is_a_new_game() {
    for id in variants() {
        assert_begins_anew(&loaded(&id, &[]), &id, u64::MAX);
    }
}

/// Only setups that are luck from one point on, whatever it brings, may be repeated without their
/// script.
#[test]
fn a_setup_that_depends_on_luck_is_run_again() {
    let setups = [
        "draw_pile().shuffle(); deal(2); draw_pile().top.move_to(table());",
        "draw_pile().shuffle(); if players()[0].is_current { deal(1); } deal(2);",
        "set_aside(\"defuse\"); deal(3); put_back(\"defuse\", random(4)); draw_pile().shuffle();",
        "draw_pile().shuffle(); deal(2); let n = set_aside(\"nope\"); put_back(\"nope\", n / 2);",
        "draw_pile().shuffle(); if draw_pile().top.kind == \"nope\" { deal(1); } else { deal(2); }",
        "deal(2); draw_pile().shuffle(); let first = players()[0]; first.draw(); deal(1);",
        "let n = draw_pile().len; deal(n / 20); draw_pile().shuffle(); deal(1);",
        "deal(2);",
    ];
    for setup in setups {
        let script = format!("//! Laid: another setup.\n\nfn setup() {{ {setup} }}\n");
        let variant = r#"{ "name": "Laid", "extends": "classic", "rules": ["classic", "laid"] }"#;
        let library = Library::embedded().with_script("rules/laid", &script);
        let library = library.with_variant("laid", variant);
        let ruleset = Ruleset::load(&library, "laid", &[]).expect("a ruleset");
        let host = Host::new(&ruleset.spec).expect("the scripts compile");
        assert_begins_anew(&Edition { ruleset, host }, setup, 50);
    }
}

/// Compares games up to this many decisions.
fn assert_begins_anew(edition: &Edition, id: &str, limit: u64) {
    let n_players = *edition.ruleset.players.end();
    let deck = edition.setup(n_players, 0, false);
    let setup = |seed| {
        let first = Some(Seat((seed % 2) as u8));
        Setup { seed, first, ..deck.clone() }
    };
    // Another game is left in the middle.
    let mut used = Game::new(edition.host.clone(), &setup(100)).expect("no fault");
    seat_everywhere(&mut used, 100);
    used.play_out(25).expect("no fault");
    for seed in 0..6 {
        let setup = setup(seed);
        used.start_over(&setup).expect("no fault");
        let mut new = Game::new(edition.host.clone(), &setup).expect("no fault");
        for game in [&mut used, &mut new] {
            seat_everywhere(game, seed);
        }
        while !new.is_over() && new.n_decisions() < limit {
            assert!(used.table() == new.table(), "{id}, seed {seed}");
            assert_eq!(used.decision(), new.decision(), "{id}, seed {seed}");
            for game in [&mut used, &mut new] {
                game.play_out(1).expect("no fault");
            }
        }
        assert!(used.table() == new.table(), "{id}, seed {seed}");
        assert_eq!(used.n_decisions(), new.n_decisions(), "{id}, seed {seed}");
    }
}
