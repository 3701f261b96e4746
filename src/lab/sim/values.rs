//! Values of cards, by interventions: a game is changed in one respect, both versions are played by
//! the same agents on common random numbers, and the outcomes are compared. Each figure is the mean
//! over games of a paired difference; `README.md` defines them, with their sources.

use super::plan::Plan;
use super::progress::Progress;
use super::rollout::{Rollouts, is_between_plays};
use super::value_tally::ValueTally;
use crate::base::error::Error;
use crate::kernel::{CardId, Choice, Decision, Deck, Game, Kind, Prompt, Seat, Setup, Table, rng};
use crate::script::{KindSpec, Script, Spec};
use rand::RngExt as _;
use rand_pcg::Pcg64Mcg;

/// The rollouts of each option of a decision.
pub const ROUNDS: u64 = 24;

/// A card that has no play and belongs to no set of different cards.
const BLANK: &str = "fn playable(me) { false }\n\nfn resolve(me) { }\n";

/// A position at which somebody decides.
struct SampledPosition {
    table: Table,
    decision: Decision,
}

struct UnchangedGame {
    opening: Option<Table>,
    /// A sampled decision at which something can be played.
    sampled: Option<SampledPosition>,
    length: Option<GameLength>,
}

/// The number of turns of a game and the starting player's share of the win.
struct GameLength {
    turns: i64,
    first: i64,
}

/// Plays the changed games of one thread.
pub(super) struct ValueCollector<'a> {
    rollouts: Rollouts<'a>,
    blank: Kind,
    /// The decks with one card more, by kind; `None` for a kind that is not in the box.
    decks: Vec<Option<Deck>>,
}

impl<'a> ValueCollector<'a> {
    pub fn new(plan: &'a Plan, progress: &Progress) -> Result<Self, Vec<Error>> {
        let blank = Kind(plan.spec.kinds.len() as u16);
        let rollouts = Rollouts::new(plan, &with_blank(&plan.spec), progress)?;
        let decks = (0..plan.spec.kinds.len()).map(|kind| plan.deck_with(Kind(kind as u16)));
        Ok(Self { rollouts, blank, decks: decks.collect() })
    }

    /// Plays the changed versions of one game. Nothing is counted if the run is stopped.
    pub fn game(&self, number: u64) -> ValueTally {
        let mut own = ValueTally::new(self.decks.len(), self.rollouts.plan.spec.combos.len());
        let mut rng = rng::generator(self.rollouts.plan.seed_of(number), 0x7a1e);
        if let Some(UnchangedGame { opening, sampled, length }) = self.base(number, &mut rng) {
            if let Some(opening) = opening {
                self.holding(number, opening, &mut own);
            }
            // Whoever asks for one card waits for what holding it is worth.
            let is_all = self.rollouts.plan.manifest.card_values;
            if let Some(sampled) = sampled.filter(|_| is_all) {
                self.playing(number, &sampled, &mut rng, &mut own);
            }
            if let Some(length) = length.filter(|_| is_all) {
                self.one_more(number, &length, &mut own);
            }
        }
        own.plies = self.rollouts.take_plies();
        if self.rollouts.is_interrupted() { ValueTally::default() } else { own }
    }

    /// Plays the unchanged game. `None` if a script fails.
    fn base(&self, number: u64, rng: &mut Pcg64Mcg) -> Option<UnchangedGame> {
        let mut game = self.rollouts.begin(number, &self.rollouts.setup(number))?;
        let (mut opening, mut sampled, mut n_seen) = (None, None, 0);
        for _ in 0..self.rollouts.plan.manifest.limit {
            let Some(decision) = game.decision() else { break };
            if opening.is_none() && decision.prompt == Prompt::Turn {
                opening = Some(game.table().clone());
            }
            if is_choice(decision) {
                // Reservoir sampling: each of n decisions is the sampled one with probability 1/n.
                n_seen += 1;
                if rng.random_ratio(1, n_seen) {
                    let (table, decision) = (game.table().clone(), decision.clone());
                    sampled = Some(SampledPosition { table, decision });
                }
            }
            game.play_out(1).ok()?;
        }
        self.rollouts.count(&game);
        Some(UnchangedGame { opening, sampled, length: self.length(&game) })
    }

    fn holding(&self, number: u64, opening: Table, own: &mut ValueTally) {
        let n_seats = self.rollouts.plan.manifest.players as u64;
        let seed = self.rollouts.seed(number, u64::MAX - 1);
        let seat = Seat((rng::split_mix(seed) % n_seats) as u8);
        let held: Vec<Kind> = opening.held.kinds(seat).map(|(kind, _)| kind).collect();
        let blanked = held.iter().map(|kind| {
            let card = opening.hand(seat).iter().find(|card| opening.kind(**card) == *kind);
            card.map(|card| (*kind, exchanged(&opening, *card, self.blank)))
        });
        let blanked: Vec<(Kind, Table)> = blanked.flatten().collect();
        let Some(with) = self.rollouts.winners(opening, number, seed, None) else { return };
        for (kind, table) in blanked {
            if let Some(without) = self.rollouts.winners(table, number, seed, None) {
                own.kinds[kind.index()]
                    .holding
                    .add(self.rollouts.units(with, seat) - self.rollouts.units(without, seat));
            }
        }
    }

    fn playing(&self, number: u64, at: &SampledPosition, rng: &mut Pcg64Mcg, own: &mut ValueTally) {
        let SampledPosition { table, decision } = at;
        let still = Game::still(self.rollouts.book(), table.clone());
        let n_options = decision.options.len();
        let round = |round| {
            let deal = still.observation(decision.seat).determinized(rng);
            // In another deal the player may have other options.
            self.rollouts.round(number, round, &deal, decision)
        };
        let rounds: Vec<Vec<i64>> = (0..ROUNDS).filter_map(round).collect();
        let total = |index: usize| rounds.iter().map(|won| won[index]).sum::<i64>();
        let totals: Vec<i64> = (0..n_options).map(total).collect();
        // The first of equally good options, so that the choice is reproducible.
        let best = |own: &[i64], fits: &dyn Fn(&Choice) -> bool| {
            let fitting = (0..n_options).rev().filter(|index| fits(&decision.options[*index]));
            fitting.max_by_key(|index| totals[*index] - own[*index]).map(|index| own[index])
        };
        for (index, choice) in decision.options.iter().enumerate() {
            let is_same = |other: &Choice| is_same_play(choice, other);
            let counts = match (choice.played_kind(), choice.combo()) {
                (Some(kind), _) => &mut own.kinds[kind.index()],
                (None, Some(combo)) => &mut own.combos[combo.index()],
                (None, None) => continue,
            };
            let is_first = !decision.options[..index].iter().any(is_same);
            let gain = |own: &Vec<i64>| Some(best(own, &is_same)? - best(own, &|o| !is_same(o))?);
            let gain = rounds.iter().map(gain).sum::<Option<i64>>();
            if let (true, Some(gain)) = (is_first && !rounds.is_empty(), gain) {
                counts.playing.add(gain * ROUNDS as i64 / rounds.len() as i64);
            }
        }
    }

    fn one_more(&self, number: u64, base: &GameLength, own: &mut ValueTally) {
        for (counts, deck) in own.kinds.iter_mut().zip(&self.decks) {
            if let Some(more) = deck.as_ref().and_then(|deck| self.length_with(number, deck)) {
                counts.turns.add(more.turns - base.turns);
                counts.first.add(more.first - base.first);
            }
        }
    }

    /// Plays a game with another deck.
    fn length_with(&self, number: u64, deck: &Deck) -> Option<GameLength> {
        let setup = Setup { deck: deck.clone(), ..self.rollouts.setup(number) };
        let mut game = self.rollouts.begin(number, &setup)?;
        game.play_out(self.rollouts.plan.manifest.limit).ok()?;
        self.length(&game)
    }

    /// The length of the game that was begun last, if somebody has won it.
    fn length(&self, game: &Game) -> Option<GameLength> {
        let counts = self.rollouts.counts();
        let first = self.rollouts.units(game.winners(), counts.game.first?);
        let is_won = game.is_over() && !game.winners().is_empty();
        is_won.then(|| GameLength { turns: counts.n_turns() as i64, first })
    }
}

/// The ruleset with a blank kind, which is in no deck.
fn with_blank(spec: &Spec) -> Spec {
    let script = Script { name: "(blank)".into(), text: BLANK.into() };
    let blank = KindSpec {
        id: "(blank)".into(),
        is_in_box: false,
        scripts: vec![script],
        tags: vec!["apart".to_owned()],
        home: None,
        start: None,
        wild: None,
        params: serde_json::Map::new(),
    };
    let mut spec = spec.clone();
    spec.kinds.push(blank);
    spec
}

/// The table with a card of another kind.
fn exchanged(table: &Table, card: CardId, kind: Kind) -> Table {
    let mut table = table.clone();
    table.cards[card.index()].kind = kind;
    table.count_hands();
    table
}

/// Whether there is a choice, and one of the options is a play.
fn is_choice(decision: &Decision) -> bool {
    let is_play = |choice: &Choice| choice.played_kind().is_some() || choice.combo().is_some();
    is_between_plays(decision) && decision.options.len() > 1 && decision.options.iter().any(is_play)
}

fn is_same_play(a: &Choice, b: &Choice) -> bool {
    let played = |choice: &Choice| (choice.played_kind(), choice.combo());
    if played(a) == (None, None) { a == b } else { played(a) == played(b) }
}
