//! Positions that a person would call easy: twenty by hand, and forty from a generator that knows
//! the exact odds alone and computes why an answer is right.

use super::agents::{answer, chosen, kinds, position, search};
use crate::harness::{Edition, loaded};
use litterbox::agent::Greedy;
use litterbox::kernel::rng::generator;
use litterbox::kernel::{Agent, Choice, Game, Prompt};
use rand::RngExt as _;

/// A position of two players, with the inputs before the one that is asked for.
struct Position {
    hands: [&'static str; 2],
    draw: &'static str,
    before: &'static [&'static str],
    /// The answers that are right.
    right: &'static [&'static str],
    why: &'static str,
}

/// The choice of a word: `draw`, `pass`, a place in the pile, or a card.
fn choice(game: &Game, classic: &Edition, word: &str) -> Choice {
    let kind = || kinds(classic, word)[0];
    match word {
        "draw" => Choice::Draw,
        "pass" => Choice::Pass,
        place if place.chars().all(|c| c.is_ascii_digit()) => {
            Choice::Number(place.parse().expect("a number"))
        }
        _ if game.decision().expect("the game goes on").prompt == Prompt::Respond => {
            Choice::Respond(kind())
        }
        _ => Choice::Play(kind()),
    }
}

const BY_HAND: &[Position] = &[
    Position {
        hands: ["skip", "favor"],
        draw: "exploding_kitten",
        before: &[],
        right: &["skip"],
        why: "the last card explodes",
    },
    Position {
        hands: ["attack", "favor"],
        draw: "exploding_kitten",
        before: &[],
        right: &["attack"],
        why: "the last card explodes, and the other player must draw it",
    },
    Position {
        hands: ["skip tacocat", "favor"],
        draw: "exploding_kitten tacocat",
        before: &[],
        right: &["skip"],
        why: "one of two cards explodes",
    },
    Position {
        hands: ["attack tacocat", "favor"],
        draw: "exploding_kitten tacocat",
        before: &[],
        right: &["attack"],
        why: "one of two cards explodes, and the other player must draw both",
    },
    Position {
        hands: ["defuse nope", "favor"],
        draw: "exploding_kitten shuffle",
        before: &["draw"],
        right: &["defuse"],
        why: "who does not defuse is out",
    },
    Position {
        hands: ["defuse skip attack", "favor nope"],
        draw: "exploding_kitten shuffle favor skip",
        before: &["draw"],
        right: &["defuse"],
        why: "who does not defuse is out",
    },
    Position {
        hands: ["see_the_future skip", "favor"],
        draw: "exploding_kitten shuffle favor attack",
        before: &["see_the_future"],
        right: &["skip"],
        why: "the top card is known to explode",
    },
    Position {
        hands: ["see_the_future attack", "favor"],
        draw: "exploding_kitten shuffle favor attack",
        before: &["see_the_future"],
        right: &["attack"],
        why: "the top card is known to explode",
    },
    Position {
        hands: ["see_the_future shuffle", "favor"],
        draw: "exploding_kitten skip favor attack tacocat nope",
        before: &["see_the_future"],
        right: &["shuffle"],
        why: "the top card is known to explode, and a shuffle hides it among six",
    },
    Position {
        hands: ["see_the_future skip", "favor"],
        draw: "shuffle exploding_kitten favor attack",
        before: &["see_the_future"],
        right: &["draw"],
        why: "the top card is known to be safe, and the next one explodes",
    },
    Position {
        hands: ["see_the_future attack", "favor"],
        draw: "skip exploding_kitten favor attack",
        before: &["see_the_future"],
        right: &["draw", "attack"],
        why: "the top card is safe, and two turns of the other player reach the next one",
    },
    Position {
        hands: ["see_the_future shuffle", "favor"],
        draw: "skip favor exploding_kitten attack tacocat",
        before: &["see_the_future"],
        right: &["draw"],
        why: "the other player draws before the card that explodes comes",
    },
    Position {
        hands: ["attack", "nope"],
        draw: "exploding_kitten",
        before: &["attack"],
        right: &["nope"],
        why: "the attack makes this player draw the last card, which explodes",
    },
    Position {
        hands: ["skip", "nope"],
        draw: "exploding_kitten",
        before: &["skip"],
        right: &["nope"],
        why: "the skip makes this player draw the last card, which explodes",
    },
    Position {
        hands: ["skip", "nope tacocat"],
        draw: "exploding_kitten tacocat",
        before: &["skip"],
        right: &["nope"],
        why: "the other player would escape from one card of two",
    },
    Position {
        hands: ["favor", "skip"],
        draw: "tacocat beard_cat exploding_kitten",
        before: &["draw"],
        right: &["skip"],
        why: "one of two cards explodes",
    },
    Position {
        hands: ["defuse", "skip favor"],
        draw: "exploding_kitten shuffle favor attack tacocat",
        before: &["draw", "defuse", "0"],
        right: &["skip"],
        why: "the card has just been put back by a player who wants it to be drawn",
    },
    Position {
        hands: ["defuse", "attack favor"],
        draw: "exploding_kitten shuffle favor attack tacocat",
        before: &["draw", "defuse", "0"],
        right: &["attack"],
        why: "the card has just been put back by a player who wants it to be drawn",
    },
    Position {
        hands: ["defuse tacocat", "skip skip"],
        draw: "exploding_kitten shuffle favor skip tacocat nope",
        before: &["draw", "defuse", "0"],
        right: &["skip"],
        why: "the card has just been put back by a player who wants it to be drawn",
    },
    Position {
        hands: ["tacocat", "favor"],
        draw: "tacocat exploding_kitten beard_cat",
        before: &[],
        right: &["draw"],
        why: "there is nothing else to do",
    },
];

impl Position {
    fn game(&self, classic: &Edition) -> Game {
        let mut game = position(classic, self.hands, self.draw);
        for word in self.before {
            let wanted = loop {
                let decision = game.decision().expect("the game goes on");
                let wanted = choice(&game, classic, word);
                if decision.prompt != Prompt::Respond || decision.options.contains(&wanted) {
                    break wanted;
                }
                // Nobody stops it.
                answer(&mut game, &Choice::Pass);
            };
            answer(&mut game, &wanted);
        }
        game
    }
}

/// A generated position: the answers that are right, and why.
struct Generated {
    game: Game,
    right: Vec<&'static str>,
    why: String,
}

/// A position in which a card escapes from the next draw. Either nothing is known of the draw pile
/// but its cards, of which half or more explode; or the player has seen what lies on top.
fn generated(classic: &Edition, seed: u64) -> Generated {
    let mut rng = generator(seed, 60);
    let mut any = |n: usize| rng.random_range(0..n);
    let escape = ["skip", "attack"][any(2)];
    let rest = ["tacocat", "beard_cat", "favor"][any(3)];
    let has_looked = seed.is_multiple_of(2);
    let n_cards = if has_looked { 4 + any(4) } else { 1 + any(5) };
    let n_hazards = if has_looked { 1 } else { n_cards.div_ceil(2) + any(n_cards / 2 + 1) };
    let n_hazards = n_hazards.min(n_cards);
    let mut pile = vec!["exploding_kitten"; n_hazards];
    pile.resize(n_cards, "potato_cat");
    let at = any(3);
    if has_looked {
        pile.swap(0, at);
    }
    let look = if has_looked { "see_the_future" } else { "" };
    let hands = [&*format!("{escape} potato_cat {look}"), &*format!("{rest} rainbow_cat")];
    let mut game = position(classic, hands, &pile.join(" "));
    if has_looked {
        answer(&mut game, &Choice::Play(kinds(classic, look)[0]));
    }
    // The chance that the next card explodes, as far as the player can know.
    let n_next = if has_looked { usize::from(at == 0) } else { n_hazards };
    let n_of = if has_looked { 1 } else { n_cards };
    let right = if 2 * n_next >= n_of { vec![escape] } else { vec!["draw"] };
    let why = format!("{n_next} of the {n_of} cards that may be drawn next explode");
    Generated { game, right, why }
}

/// The positions that an agent answers as no person would, of sixty.
fn wrong(mut agent: impl FnMut(&Edition) -> Box<dyn Agent>) -> Vec<String> {
    let classic = loaded("classic", &[]);
    let by_hand =
        BY_HAND.iter().map(|one| (one.game(&classic), one.right.to_vec(), one.why.into()));
    let generated = (0..40).map(|seed| {
        let Generated { game, right, why } = generated(&classic, seed);
        (game, right, why)
    });
    let mut wrong = Vec::new();
    for (n, (game, right, why)) in by_hand.chain(generated).enumerate() {
        let said = chosen(&game, &mut *agent(&classic));
        if !right.iter().any(|word| choice(&game, &classic, word) == said) {
            wrong.push(format!("{n}: {said:?} instead of {}: {why}", right.join(" or ")));
        }
    }
    wrong
}

#[test]
fn greedy_answers_easy_positions_as_people_do() {
    let wrong = wrong(|_| Box::new(Greedy::new(1)));
    assert!(wrong.len() <= 3, "{}", wrong.join("\n"));
}

#[test]
fn search_answers_easy_positions_as_people_do() {
    let wrong = wrong(|classic| Box::new(search(classic, 1_000)));
    assert!(wrong.len() <= 3, "{}", wrong.join("\n"));
}

/// A person who sees that a card comes back into the pile expects it on top.
#[test]
fn nobody_draws_what_has_just_been_put_back() {
    let classic = loaded("classic", &[]);
    for one in BY_HAND.iter().filter(|one| one.before.ends_with(&["0"])) {
        let game = one.game(&classic);
        let agents: [Box<dyn Agent>; 2] =
            [Box::new(Greedy::new(1)), Box::new(search(&classic, 1_000))];
        for mut agent in agents {
            let said = chosen(&game, &mut *agent);
            assert_ne!(said, Choice::Draw, "{}", one.why);
        }
    }
}
