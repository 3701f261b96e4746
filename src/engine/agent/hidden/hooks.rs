//! Simulation from a question of a hook. Between two plays a table is enough
//! ([`Game::resume`]); a hook is run again from its start, on a sampled table, with the answers
//! given so far.

use super::{Evidence, HiddenCards};
use crate::kernel::pending::{Pending, Suspended};
use crate::kernel::{CardId, Choice, Decision, Game, Observation, Rulebook, Table};
use rand_pcg::Pcg64Mcg;
use std::rc::Rc;

impl Observation<'_> {
    /// Samples a game that agrees with the seat's knowledge, at the question `decision` of a hook.
    /// `answer` gives the answers of others that the seat does not know. `None` if the sampled
    /// hook asks other questions or fails, or if no hook is running.
    ///
    /// The caller can try again: the hidden cards and the random outcomes are sampled each time.
    pub fn sampled_game(
        &self,
        book: Rc<dyn Rulebook>,
        evidence: &Evidence,
        decision: &Decision,
        rng: &mut Pcg64Mcg,
        mut answer: impl FnMut(&Observation<'_>, &Decision) -> usize,
    ) -> Option<Game> {
        let (base, hook) = self.hook()?;
        let table = self.sampled_base(base, evidence, rng);
        let run = Suspended::from(hook.call.clone());
        let mut game = Game::resume_hook(book, table, run)?;
        for given in &hook.answers.given {
            let Pending::Run(run) = game.pending() else { return None };
            let asked = game.decision()?;
            let index =
                if run.answers.question == given.question && self.is_public(asked, game.shown()) {
                    given.index.into()
                } else if asked.seat == self.seat() {
                    return None;
                } else if let Some(card) = given.card.filter(|card| self.has_learnt(*card, &game)) {
                    let kind = self.table().kind(card);
                    asked.options.iter().position(|choice| choice.visible_kind() == Some(kind))?
                } else if self.is_public(asked, game.shown()) {
                    return None;
                } else {
                    answer(&game.observation(asked.seat), asked)
                };
            game.answer(index).ok()?;
        }
        self.agrees(&game, decision).then_some(game)
    }

    /// Whether the seat knows a card that it does not know in a sampled game: the choice of the
    /// card was revealed.
    fn has_learnt(&self, card: CardId, game: &Game) -> bool {
        self.table().knows(self.seat(), card) && !game.shown().knows(self.seat(), card)
    }

    /// Whether a sampled game asks this question, in a position that looks the same to the seat.
    fn agrees(&self, game: &Game, decision: &Decision) -> bool {
        let is_asked = game.decision().is_some_and(|asked| {
            let same = |(a, b)| is_same_option(a, b);
            (asked.seat, &asked.prompt) == (decision.seat, &decision.prompt)
                && asked.options.len() == decision.options.len()
                && asked.options.iter().zip(&decision.options).all(same)
        });
        let (seen, real) = (game.view(self.seat()), self.view());
        is_asked
            && (seen.zones, seen.turns, seen.counters, seen.scores)
                == (real.zones, real.turns, real.counters, real.scores)
    }

    /// Samples the table on which the hook began. What the seat has learnt since then is known.
    fn sampled_base(&self, base: &Table, evidence: &Evidence, rng: &mut Pcg64Mcg) -> Table {
        let mut informed = base.clone();
        let later = self.table().cards.iter().map(|card| card.known.has(self.seat()));
        for (card, is_known) in informed.cards.iter_mut().zip(later) {
            if is_known {
                card.known = card.known.with(self.seat());
            }
        }
        let hidden = HiddenCards::of(&informed, self.rules(), self.seat(), evidence);
        let mut table = informed;
        hidden.deal(&mut table, self.rules(), rng);
        for (card, before) in table.cards.iter_mut().zip(&base.cards) {
            if !before.known.has(self.seat()) {
                card.known = card.known.without(self.seat());
            }
        }
        table
    }

    /// Whether the seat knows the answer to a question as soon as it is given.
    fn is_public(&self, asked: &Decision, table: &Table) -> bool {
        if asked.seat == self.seat() {
            return true;
        }
        let is_known = |choice: &Choice| match choice {
            Choice::Card(card, _) | Choice::Placed(card, ..) => table.knows(self.seat(), *card),
            Choice::Hidden(..) => false,
            _ => true,
        };
        // What a player chooses may be what a secret counter holds.
        let is_secret = !asked.together.is_empty() || self.rules().has_secrets && !asked.announcing;
        !is_secret && asked.options.iter().all(is_known)
    }
}

/// Whether two options look the same: a hidden card may be another one.
fn is_same_option(a: &Choice, b: &Choice) -> bool {
    match (a, b) {
        (Choice::Hidden(_, a), Choice::Hidden(_, b)) => a == b,
        (a, b) => a == b || a.place().is_some() && a.place() == b.place(),
    }
}
