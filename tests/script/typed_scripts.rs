//! Generated scripts never break the game: what they do wrong is a fault at a script line.
//!
//! Each generated pack is played at random, and one in ten is fuzzed, with all invariants checked
//! at every decision. 60 packs are played, with `LITTERBOX_TESTS=all` 150, and with
//! `LITTERBOX_LONG=10000 cargo test generated_scripts` this many; `LITTERBOX_FROM=5000` begins with
//! another one. The packs are compared in watched and unwatched play, too, and this many games are
//! played with each hook in which somebody leaves the game.

use crate::harness::{Edition, Random};
use crate::program::size;
use crate::script::generated::{ID, pack, params_of};
use crate::script::hostile::on_a_large_stack;
use crate::script::watched::Pair;
use litterbox::agent::determinized;
use litterbox::base::error::Error;
use litterbox::fuzz::{Campaign, FailureKind, Finding, FuzzConfig};
use litterbox::invariants;
use litterbox::kernel::AnswerError;
use litterbox::kernel::View;
use litterbox::kernel::{Fault, Game, Prompt, Seat, rng};
use litterbox::script::Host;
use litterbox::script::topics::TOPICS;
use litterbox::sim::Progress;
use litterbox::transcript::Case;
use litterbox::transcript::LoadedRuleset;
use litterbox::variant::{Library, Ruleset};
use rand_pcg::Pcg64Mcg;
use std::ops::Range;

/// The number of answers and of faults of the games of a pack; or what is wrong.
type Checked = Result<(usize, usize), String>;

/// Returns the numbers of the packs that a test plays, by default this many.
pub fn packs(n_packs: u64) -> Range<u64> {
    let number = |name| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let first = number("LITTERBOX_FROM").unwrap_or(0);
    first..first + number("LITTERBOX_LONG").unwrap_or(n_packs)
}

/// Compiles a generated pack; `None` if Rhai refuses it, as a condition that is a list.
pub fn compiled(library: &Library) -> Option<Edition> {
    let ruleset = Ruleset::load(library, ID, &[]).ok()?;
    let host = Host::new(&ruleset.spec).ok()?;
    Some(Edition { ruleset, host })
}

/// Whether a failure is one of the scripts and not of the program: a fault at a line, a game
/// without an end, or a question whose options a script made of hidden cards.
fn is_of_scripts(finding: &Finding) -> bool {
    let Finding { case, failure, loaded, .. } = finding;
    match failure.broken {
        FailureKind::Script => fault(case, loaded).is_some_and(|error| error.span.is_some()),
        FailureKind::Endless => true,
        FailureKind::Unsound => case.end(loaded).is_some_and(|game| {
            let mut chance = rng::generator(case.header.seed, 9);
            failure.name == LEAK && is_asked_by_script(&game, &mut chance)
        }),
        FailureKind::Promise | FailureKind::Panic => false,
    }
}

/// The check that fails if a view or options depend on hidden cards.
const LEAK: &str = "hidden cards";

/// Whether the current question is one of a script, and the view of the player who is asked does
/// not depend on hidden cards: if something does, it is the options.
fn is_asked_by_script(game: &Game, chance: &mut Pcg64Mcg) -> bool {
    game.decision().is_some_and(|decision| {
        let guess = determinized(game.shown(), game.rules(), decision.seat, chance);
        matches!(decision.prompt, Prompt::Text(_))
            && View::of(game.rules(), &guess, decision.seat)
                == View::of(game.rules(), game.shown(), decision.seat)
    })
}

/// Plays a case again; returns the fault that ends it.
fn fault(case: &Case, loaded: &LoadedRuleset) -> Option<Error> {
    let mut game = match case.begin(loaded) {
        Ok(game) => game,
        Err(error) => return Some(*error),
    };
    for input in &case.inputs {
        let n_options = game.decision()?.options.len();
        if let Err(AnswerError::Fault(fault)) = game.answer(input % n_options) {
            return Some(loaded.host.fault(&fault));
        }
    }
    None
}

/// Fuzzes a pack with this many games.
fn fuzz(library: &Library, seed: u64, games: u64) -> Result<(), String> {
    let config = FuzzConfig {
        variant: ID.to_owned(),
        set: Vec::new(),
        players: None,
        seed,
        games: Some(0..games),
        until: None,
        limit: 150,
        threads: 1,
        keep_going: true,
        always: Vec::new(),
        given: Vec::new(),
        from_setup: false,
    };
    let campaign = match Campaign::new(library, config) {
        Ok(campaign) => campaign,
        Err(errors) => return Err(litterbox::base::error::render(&errors, false)),
    };
    let found = campaign.run(&Progress::default(), |_, _| Ok::<_, Vec<_>>(()));
    let found = found.map_err(|errors| litterbox::base::error::render(&errors, false))?;
    match found.findings.iter().find(|finding| !is_of_scripts(finding)) {
        Some(finding) => Err(format!("{}: {}", finding.failure.name, finding.failure.message)),
        None => Ok(()),
    }
}

/// Plays a random game of at most this many answers; after a fault it goes on with other ones.
/// Returns the number of answers and of faults.
pub fn play(loaded: &Edition, n_players: usize, seed: u64, max_answers: usize) -> Checked {
    let located = |fault: &Fault| {
        let error = loaded.host.fault(fault);
        match fault.code {
            "F0009" => Err(format!("Rhai fails: {error}")),
            _ if error.span.is_some() => Ok(()),
            _ => Err(format!("a fault without a line: {error}")),
        }
    };
    let mut game = match Game::new(loaded.host.clone(), &loaded.setup(n_players, seed, true)) {
        Ok(game) => game,
        Err(fault) => return located(&fault).map(|()| (0, 1)),
    };
    game.take_events();
    let (mut random, mut chance) = (Random::new(seed), rng::generator(seed, 9));
    let (mut n_answers, mut n_faults) = (0, 0);
    let name = |seat: Seat| format!("p{}", seat.0 + 1);
    while let Some(decision) = game.decision().filter(|_| n_answers < max_answers && n_faults < 10)
    {
        let index = random.pick(decision);
        let here = game.snapshot().hash();
        let before = game.table().clone();
        match game.answer(index) {
            Ok(()) => {
                n_answers += 1;
                let mut same_chance = chance.clone();
                let checked = invariants::events(before, &game.take_events(), &game)
                    .and_then(|()| invariants::check_invariants(&game, &mut chance, &name));
                if let Err(violation) = checked
                    && !(violation.what == LEAK && is_asked_by_script(&game, &mut same_chance))
                {
                    return Err(violation.to_string());
                }
            }
            Err(AnswerError::Illegal) => return Err("an offered option is refused".into()),
            Err(AnswerError::Fault(fault)) => {
                n_faults += 1;
                located(&fault)?;
                if game.snapshot().hash() != here {
                    return Err("a fault changes the game".into());
                }
            }
        }
    }
    Ok((n_answers, n_faults))
}

/// Plays a pack in every way; returns the number of answers and of faults.
fn check(loaded: &Edition, library: &Library, seed: u64, is_fuzzed: bool) -> Checked {
    let (mut n_answers, mut n_faults) = (0, 0);
    for n_players in [2, 3, 5] {
        let (answers, faults) = play(loaded, n_players, seed, 150)?;
        n_answers += answers;
        n_faults += faults;
    }
    if is_fuzzed {
        fuzz(library, seed, 6)?;
    }
    Ok((n_answers, n_faults))
}

#[test]
fn generated_scripts_break_nothing() {
    on_a_large_stack(|| {
        let packs = packs(size(60, 150));
        let n_packs = packs.end - packs.start;
        let (mut n_refused, mut n_answers, mut n_faults, mut broken) = (0, 0, 0, Vec::new());
        for seed in packs {
            let pack = pack(seed);
            let library = pack.library();
            let Some(loaded) = compiled(&library) else {
                n_refused += 1;
                continue;
            };
            let work = || check(&loaded, &library, seed, seed % 10 == 0);
            let played = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
            match played.unwrap_or_else(|_| Err("panic".into())) {
                Ok((answers, faults)) => {
                    n_answers += answers;
                    n_faults += faults;
                }
                Err(why) => {
                    println!("pack {seed}: {why}\n{}", pack.shown());
                    broken.push(format!("pack {seed}: {why}"));
                }
            }
        }
        println!("{n_packs} packs, {n_refused} refused, {n_answers} answers, {n_faults} faults");
        assert!(broken.is_empty(), "{} packs:\n{}", broken.len(), broken.join("\n"));
        assert!(20 * n_refused < n_packs, "{n_refused} of {n_packs} packs are refused");
        assert!(n_answers > 50 * n_packs as usize, "{n_answers} answers in {n_packs} packs");
        assert!(n_faults > n_packs as usize, "{n_faults} faults in {n_packs} packs");
    });
}

/// What a hook does to players in the game.
const ELIMINATIONS: [&str; 10] = [
    "turn().out();",
    "me.out();",
    "me.next.out();",
    "for p in players() { if p != me { p.out(); } }",
    "for p in players() { p.out(); }",
    "turn().out(); turn().revive();",
    "me.out(); end_turn();",
    "let it = turn(); it.next.take_turns(2); it.out();",
    "turn().out(); reverse(); me.revive();",
    "turn().explode();",
];

/// Classic with a card that does this in a hook, and listens in hands and in front of players.
fn eliminating(hook: &str, body: &str, result: &str) -> Option<Edition> {
    let params: Vec<&str> = params_of(hook, "cards")?.into_iter().map(|(name, _)| name).collect();
    let params = params.join(", ");
    let resolve = if hook == "resolve" { "" } else { "fn resolve(me) { me.next.draw(); }\n" };
    let script = format!(
        "//! Out.\n\nconst WHEN = [\"main\", \"card\", \"explosion\", \"draw\", \"turn\"];\n\
         const HEARS = \"hand\";\nconst TO = \"front\";\n\n\
         fn responds(me, action) {{ true }}\n{resolve}fn {hook}({params}) {{ {body} {result} }}\n"
    );
    let variant = format!(
        r#"{{ "name": "Out", "extends": "classic", "last_alive_wins": {},
            "deck": {{ "odd": 16 }}, "kinds": {{ "odd": {{ "tags": ["defusable"] }} }} }}"#,
        result != "false"
    );
    let library = Library::embedded().with_script("cards/odd", &script);
    let library = library.with_variant(ID, &variant);
    Some(compiled(&library).unwrap_or_else(|| panic!("{script}")))
}

#[test]
fn generated_scripts_eliminate_players_anywhere() {
    on_a_large_stack(|| {
        let hooks: Vec<&str> = (TOPICS.iter().filter(|topic| topic.group == "hooks"))
            .map(|topic| topic.name)
            .filter(|hook| !matches!(*hook, "playable" | "responds" | "plays_as" | "announce"))
            .collect();
        let (mut n_games, mut n_answers, mut n_faults) = (0, 0, 0);
        for hook in hooks {
            let results =
                if hook.starts_with("before") { ["true", "false"] } else { ["", "false"] };
            for (number, body) in ELIMINATIONS.iter().enumerate() {
                let result = results[number % 2];
                let Some(loaded) = eliminating(hook, body, result) else { continue };
                for seed in packs(1) {
                    let n_players = 2 + (seed % 4) as usize;
                    let played = play(&loaded, n_players, seed, 60);
                    let (answers, faults) =
                        played.unwrap_or_else(|why| panic!("{hook}: {body} {seed}: {why}"));
                    n_games += 1;
                    n_answers += answers;
                    n_faults += faults;
                }
            }
        }
        println!("{n_games} games, {n_answers} answers, {n_faults} faults");
        assert!(n_answers > 3 * n_games, "{n_answers} answers in {n_games} games");
    });
}

#[test]
fn generated_scripts_play_the_same() {
    let packs = packs(150);
    let n_packs = packs.end - packs.start;
    let mut n_refused = 0;
    for seed in packs {
        let pack = pack(seed);
        let Some(loaded) = compiled(&pack.library()) else {
            n_refused += 1;
            continue;
        };
        let pair = Pair::of(loaded);
        for n_players in [2, 4] {
            let play = || pair.play_some(n_players, seed, 100);
            if std::panic::catch_unwind(std::panic::AssertUnwindSafe(play)).is_err() {
                panic!("the runs of pack {seed} differ:\n{}", pack.shown());
            }
        }
    }
    println!("{n_refused} of {n_packs} packs are refused");
}
