//! What a seat is given does not depend on cards hidden from it: whole games are played, and at
//! each turn the hidden cards are swapped. Until the play is carried out, through every window,
//! everything that the seat, an agent in it or a subscriber to it is given is the same, byte for
//! byte.
//!
//! `LITTERBOX_SWAPS=100000` runs that many swaps instead of a few.

use litterbox::agent::{Budget, Greedy, Search, message};
use litterbox::debugger::reply::Reply;
use litterbox::kernel::rng::{below, generator};
use litterbox::kernel::view::determinized;
use litterbox::kernel::{Agent, EventKind, Game, Prompt, Seat, Subject, Table};
use litterbox::shell::out::json::Subscription;
use litterbox::shell::{Shell, Status};
use litterbox::transcript::{ApplyError, Input};
use litterbox::variant::{Library, Ruleset};
use rand_pcg::Pcg64Mcg;

/// The number of swaps without `LITTERBOX_SWAPS`.
const N_SWAPS: usize = 250;

/// The longest game.
const MAX_PLIES: usize = 400;

/// Commands that a player may give at any time; the last ones take longer.
const COMMANDS: [&str; 6] = [":view", ":timeline", ":why", ":events", ":odds", ":suggest 20"];

/// A copy of the game, in the second world with the hidden cards as in `guess`.
fn world(shell: &Shell, seed: u64, guess: Option<&Table>) -> Option<Shell> {
    let mut debugger = shell.debugger()?.fork();
    let done = debugger.ply("(swap)", |game, _| {
        let edited = game.sandbox_edit(|context| {
            context.emit(EventKind::Seeded { seed });
            if let Some(guess) = guess {
                for (card, other) in context.table.cards.iter_mut().zip(&guess.cards) {
                    (card.kind, card.is_turned) = (other.kind, other.is_turned);
                }
                context.table.count_hands();
            }
            Ok(())
        });
        edited.map(|()| Input::Seed(seed)).map_err(ApplyError::from)
    });
    // A position that the rules cannot have may be a fault.
    done.ok().map(|()| shell.trial_on(Some(debugger)))
}

fn game(shell: &Shell) -> &Game {
    &shell.debugger().unwrap().game
}

/// The options as they can be typed.
fn options(shell: &Shell) -> Vec<String> {
    let decision = game(shell).decision();
    decision.map_or_else(Vec::new, |asked| shell.debugger().unwrap().notation().options(asked))
}

/// The play that others may answer now, or which is being announced; not an explosion.
fn play(shell: &Shell) -> Option<Option<u32>> {
    let decision = game(shell).decision()?;
    let bottom = game(shell).table().stack.first();
    if bottom.is_some_and(|action| matches!(action.subject, Subject::Explosion(_))) {
        return None;
    }
    match decision.prompt {
        Prompt::Respond => bottom.map(|action| Some(action.id.0)),
        _ if decision.announcing => Some(bottom.map(|action| action.id.0)),
        _ => None,
    }
}

/// One of the two worlds, as a seat sees it.
struct World {
    shell: Shell,
    viewer: Seat,
    subscriptions: [Subscription; 2],
}

impl World {
    fn new(mut shell: Shell, viewer: Seat) -> Self {
        let name = shell.debugger().unwrap().notation().seat(viewer).to_owned();
        shell.input(&format!(":as {name}"));
        let subscriptions = [name, "nobody".to_owned()].map(Subscription::new);
        Self { shell, viewer, subscriptions }
    }

    /// All that the seat is given at the start.
    fn start(&mut self) -> String {
        let reply = self.shell.stand_reply();
        let mut text = self.given("", &reply);
        for subscription in &mut self.subscriptions {
            text += &self.shell.snapshot(subscription).expect("a viewer").line();
        }
        text
    }

    /// All that the seat is given for an input.
    fn input(&mut self, input: &str) -> (Status, String) {
        let reply = self.shell.input(input);
        let mut text = self.given(input, &reply);
        for subscription in &mut self.subscriptions {
            let update = self.shell.update(subscription);
            text += &update.map_or_else(String::new, |message| message.line());
        }
        (reply.status, text)
    }

    fn given(&self, input: &str, reply: &Reply) -> String {
        let line = self.shell.reply_message(None, Some(input), reply).line();
        let game = game(&self.shell);
        let view = message::view(&game.observation(self.viewer));
        let mut text = format!("{}\n{line}\n{view}\n", reply.text());
        if let Some(decision) = game.decision().filter(|asked| asked.seat == self.viewer) {
            let choice = Greedy::new(1).answer(&game.observation(self.viewer), decision);
            let asked = message::decision(decision, game.rules());
            text += &format!("{asked}\ngreedy chooses {choice}\n");
        }
        text
    }

    /// What an agent that searches would answer.
    fn searched(&self) -> Option<usize> {
        let game = game(&self.shell);
        let decision = game.decision().filter(|asked| asked.seat == self.viewer)?;
        let mut search = Search::new(game.book(), Budget::Iterations(20), 1);
        Some(search.answer(&game.observation(self.viewer), decision))
    }
}

/// What was compared.
#[derive(Debug, Default)]
struct Compared {
    n_swaps: usize,
    n_replies: usize,
    n_windows: usize,
}

/// Swaps the cards hidden from a seat and follows one play in both worlds.
fn compare(shell: &Shell, viewer: Seat, random: &mut Pcg64Mcg, compared: &mut Compared) {
    let seed = u64::from(below(random, u32::MAX));
    let here = game(shell);
    let guess = determinized(here.table(), here.rules(), viewer, random);
    let worlds = (world(shell, seed, None), world(shell, seed, Some(&guess)));
    let (Some(one), Some(other)) = worlds else { return };
    let (mut one, mut other) = (World::new(one, viewer), World::new(other, viewer));
    let mut said = (one.start(), other.start());
    let mut inputs: Vec<String> = Vec::new();
    compared.n_swaps += 1;
    loop {
        compared.n_replies += 1;
        let header = &shell.debugger().unwrap().header;
        let about = || format!("{} sees a difference after {inputs:?}\n{header:?}", viewer.0);
        assert_eq!(said.0, said.1, "{}", about());
        if below(random, 20) == 0 {
            assert_eq!(one.searched(), other.searched(), "{}", about());
            let last = if below(random, 10) == 0 { COMMANDS.len() } else { 4 };
            let command = COMMANDS[below(random, last as u32) as usize];
            assert_eq!(one.input(command), other.input(command), "`{command}`: {}", about());
        }
        let Some(asked) = game(&one.shell).decision().map(|decision| decision.seat) else { return };
        let (ours, theirs) = (options(&one.shell), options(&other.shell));
        let mut common: Vec<&String> = ours.iter().filter(|o| theirs.contains(o)).collect();
        if inputs.is_empty() && common.len() > 1 && below(random, 8) > 0 {
            common.retain(|option| *option != "draw");
        }
        if common.is_empty() {
            return;
        }
        let input = common[below(random, common.len() as u32) as usize].clone();
        let replies = (one.input(&input), other.input(&input));
        inputs.push(input);
        match (play(&one.shell), play(&other.shell)) {
            (Some(play), Some(other_play)) if play == other_play => {}
            // A question about hidden cards of its player may have one option, and answer itself.
            _ if asked != viewer && (is_announcing(&one.shell) || is_announcing(&other.shell)) => {
                return;
            }
            (None, None) => return,
            plays => panic!(
                "{plays:?} for {} after {inputs:?}\n{header:?}\n{}\n{}",
                viewer.0, replies.0.1, replies.1.1
            ),
        }
        if replies.0.0 != Status::Done || replies.1.0 != Status::Done {
            return;
        }
        compared.n_windows += usize::from(!is_announcing(&one.shell));
        said = (replies.0.1, replies.1.1);
    }
}

fn is_announcing(shell: &Shell) -> bool {
    game(shell).decision().is_some_and(|decision| decision.announcing)
}

/// Plays a game; compares at each turn, for each seat.
fn follow(variant: &str, n_players: usize, seed: u64, n_swaps: usize, compared: &mut Compared) {
    let mut random = generator(seed, 21);
    let mut shell = Shell::new(Library::embedded());
    let reply = shell.input(&format!(":new {variant} --players {n_players} --seed {seed}"));
    assert_eq!(reply.status, Status::Done, "{}", reply.text());
    // As with an agent, or another connection, in every seat.
    shell.input(":autopass off");
    for _ in 0..MAX_PLIES {
        let Some(decision) = game(&shell).decision() else { return };
        if decision.prompt == Prompt::Turn && game(&shell).table().stack.is_empty() {
            for viewer in game(&shell).table().seats() {
                if compared.n_swaps >= n_swaps {
                    return;
                }
                compare(&shell, viewer, &mut random, compared);
            }
        }
        let options = options(&shell);
        let at = below(&mut random, options.len() as u32) as usize;
        if shell.input(&options[at]).status != Status::Done {
            shell.input(&(at + 1).to_string());
        }
    }
}

#[test]
fn a_seat_is_given_the_same_whatever_is_hidden_from_it() {
    let set = std::env::var("LITTERBOX_SWAPS").ok().and_then(|text| text.parse().ok());
    let n_swaps: usize = set.unwrap_or(N_SWAPS);
    let variants = crate::harness::variants();
    let share = n_swaps.div_ceil(variants.len());
    let mut sum = Compared::default();
    for id in &variants {
        let players = Ruleset::load(&Library::embedded(), id, &[]).unwrap().players;
        let mut compared = Compared::default();
        for seed in 0.. {
            if compared.n_swaps >= share {
                break;
            }
            let n_players = players.start() + seed as usize % players.clone().count().min(4);
            follow(id, n_players, seed, share, &mut compared);
        }
        println!("{id}: {compared:?}");
        sum.n_swaps += compared.n_swaps;
        sum.n_replies += compared.n_replies;
        sum.n_windows += compared.n_windows;
    }
    println!("all: {sum:?}");
    assert!(sum.n_swaps >= n_swaps && sum.n_windows > n_swaps / 2, "{sum:?}");
}
