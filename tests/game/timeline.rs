//! The timeline: at every point, the game equals one replayed from the start.

use litterbox::debugger::Debugger;
use litterbox::debugger::TimelinePoint;
use litterbox::shell::{Shell, Status};
use litterbox::transcript::replay_ply;
use litterbox::variant::Library;
use proptest::prelude::*;

/// A step of a random walk; numbers are taken modulo the number of choices.
#[derive(Clone, Debug)]
enum Walk {
    Play(usize),
    Back(usize),
    Forward(usize),
    Goto(usize),
    Branch,
    Switch(usize),
    Mark(usize),
    Edit(usize, usize),
    Step(usize),
    Rstep(usize),
    StepLine(usize),
    RstepLine(usize),
    Finish,
}

fn walks() -> impl Strategy<Value = Vec<Walk>> {
    let n = 0..1_000_usize;
    let walk = prop_oneof![
        12 => n.clone().prop_map(Walk::Play),
        2 => (1..4_usize).prop_map(Walk::Back),
        1 => (1..3_usize).prop_map(Walk::Forward),
        1 => n.clone().prop_map(Walk::Goto),
        1 => Just(Walk::Branch),
        1 => n.clone().prop_map(Walk::Switch),
        1 => (0..3_usize).prop_map(Walk::Mark),
        2 => (n.clone(), n).prop_map(|(ply, option)| Walk::Edit(ply, option)),
        1 => (1..9_usize).prop_map(Walk::Step),
        1 => (1..9_usize).prop_map(Walk::Rstep),
        1 => (1..9_usize).prop_map(Walk::StepLine),
        1 => (1..9_usize).prop_map(Walk::RstepLine),
        1 => Just(Walk::Finish),
    ];
    prop::collection::vec(walk, 10..60)
}

fn debugger(bench: &Shell) -> &Debugger {
    bench.debugger().expect("there is a game")
}

/// The input that chooses an option of a decision.
fn option(debugger: &Debugger, n: usize) -> Option<String> {
    let words = debugger.notation().words(debugger.game.decision()?);
    Some(words[n % words.len()].clone())
}

fn line(bench: &Shell, walk: &Walk) -> Option<String> {
    let debugger = debugger(bench);
    let timeline = &debugger.timeline;
    Some(match walk {
        Walk::Play(n) => option(debugger, *n)?,
        Walk::Back(n) => format!(":back {n}"),
        Walk::Forward(n) => format!(":forward {n}"),
        Walk::Goto(n) => format!(":goto {}", n % (timeline.last_ply() + 1)),
        Walk::Branch => format!(":branch {}", timeline.free_name("b")),
        Walk::Switch(n) => {
            let names = timeline.branches().iter().map(|branch| branch.name.as_str());
            let names: Vec<&str> = names.chain(timeline.marks().map(|mark| mark.0)).collect();
            format!(":goto {}", names[n % names.len()])
        }
        Walk::Mark(n) => format!(":mark m{n}"),
        Walk::Edit(ply, n) => {
            let ply = ply % timeline.last_ply().max(1) + 1;
            let before = &timeline.entry(ply - 1)?.snapshot;
            let words = debugger.notation().words(before.decision()?);
            format!(":edit {ply} {}", words[n % words.len()])
        }
        Walk::Step(n) => format!(":step {n}"),
        Walk::Rstep(n) => format!(":rstep {n}"),
        Walk::StepLine(n) => format!(":step line {n}"),
        Walk::RstepLine(n) => format!(":rstep line {n}"),
        Walk::Finish => ":finish".into(),
    })
}

/// Replays the inputs up to the current point and compares the positions; within a ply, the
/// position after it.
fn is_as_replayed(debugger: &Debugger) {
    let mut game = debugger.header.start(&debugger.loaded).expect("it began once");
    for (i, entry) in debugger.timeline.path().enumerate() {
        if let Some(record) = &entry.record {
            let difference = replay_ply(&mut game, &debugger.loaded, i, record);
            assert_eq!(difference, Ok(None), "ply {i}");
        }
        assert_eq!(game.snapshot().hash(), entry.snapshot.hash(), "ply {i}");
    }
    if debugger.timeline.inside().is_none() {
        assert_eq!(debugger.game.snapshot().hash(), game.snapshot().hash());
    }
}

/// Applying the events of a ply one by one gives the table after it, in every field.
fn steps_lead_to_the_position(debugger: &Debugger) {
    for ply in 0..=debugger.timeline.last_ply() {
        let entry = debugger.timeline.entry(ply).expect("it is on the line");
        let n_done = debugger.steps(ply).events.len();
        let stepped = debugger.table_at(TimelinePoint { ply, n_done });
        assert!(stepped == *entry.snapshot.shown(), "ply {ply}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 24,
        failure_persistence: None,
        ..Default::default()
    })]

    #[test]
    fn any_walk_leads_where_a_replay_leads(
        variant in prop::sample::select(&["classic", "slap", "board_game"]),
        seed in 0..1_000_u32,
        walks in walks(),
    ) {
        let mut bench = Shell::new(Library::embedded());
        bench.input(&format!(":new {variant} ann bob cat --seed {seed}"));
        for walk in walks {
            let Some(line) = line(&bench, &walk) else { continue };
            let was = debugger(&bench).game.snapshot().hash();
            let reply = bench.input(&line);
            prop_assert_ne!(reply.status, Status::Fault, "{}: {}", line, reply.text());
            let debugger = debugger(&bench);
            if reply.status == Status::Refused {
                prop_assert_eq!(debugger.game.snapshot().hash(), was, "{}", line);
            }
            is_as_replayed(debugger);
        }
        steps_lead_to_the_position(debugger(&bench));
    }
}

/// A classic game of this many plies; a new position is laid out whenever it is over.
fn long_game(n_plies: usize) -> Shell {
    let mut bench = Shell::new(Library::embedded());
    bench.input(":new classic ann bob cat dan eve --seed 7");
    let mut n = 1_usize;
    while debugger(&bench).timeline.last_ply() < n_plies {
        n = n.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let line = option(debugger(&bench), n >> 33);
        let line = line.unwrap_or_else(|| {
            ":table ann: attack skip nope | bob: nope skip | cat: favor shuffle | dan: defuse \
             | draw: skip tacocat nope favor shuffle exploding_kitten skip attack"
                .into()
        });
        bench.input(&line);
    }
    bench
}

#[test]
fn jumps_in_a_game_of_ten_thousand_plies_lead_where_they_say() {
    let mut bench = long_game(10_000);
    for line in [":goto 6000", ":branch other", ":goto main"] {
        bench.input(line);
    }
    let mut debugger = debugger(&bench).fork();
    let other = debugger.timeline.find("other").expect("there is this branch");
    let end = debugger.timeline.find("main").expect("there is this branch");
    for i in 0..1_000 {
        match i % 10 {
            0 => debugger.timeline.go_to(other),
            1 => debugger.timeline.go_to(end),
            _ => {}
        }
        debugger.go(i * 7_919 % debugger.timeline.last_ply());
    }
    assert_eq!(debugger.game.snapshot().hash(), debugger.timeline.now().snapshot.hash());
}

#[test]
fn of_a_long_game_the_plies_around_the_present_are_listed() {
    let mut bench = long_game(60);
    bench.input(":goto 30");
    let listed = bench.input(":timeline").text();
    assert_eq!(listed.lines().count(), 33, "{listed}");
    assert!(listed.starts_with("      … 15 plies") && listed.ends_with("… 15 plies"), "{listed}");
    assert_eq!(bench.input(":goto").text(), listed);
    assert_eq!(bench.input(":timeline all").text().lines().count(), 61);
}
