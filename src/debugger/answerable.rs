//! The decisions that can be answered already, besides the open one: those that follow if the
//! seats before them pass, and those of the other players of a `choose_…_together`.

use super::game::Debugger;
use crate::kernel::action::Window;
use crate::kernel::{ActionId, Choice, Decision, Game, Prompt, SeatSet, Table};
use crate::message::{DecisionInfo, Redact};

/// A decision that can be answered.
pub struct Answerable {
    /// The game at this decision: a copy in which the seats before it have answered.
    pub game: Game,
    pub fingerprint: Fingerprint,
}

/// The question of a decision, and its time: an answer to one is not an answer to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fingerprint {
    prompt: Prompt,
    options: Vec<Choice>,
    pub occasion: Occasion,
}

/// The common properties of the decisions that can be answered at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occasion {
    /// The action to answer.
    pub action: Option<ActionId>,
    game: u64,
    /// The entry with which the open window opened the last time, or the players began to be asked
    /// together; the current one for other decisions.
    opening: usize,
}

impl Answerable {
    pub fn decision(&self) -> &Decision {
        self.game.decision().expect("it was found at a decision")
    }
}

impl Debugger {
    /// The open decision and those that can be answered already, one for each seat, in the order in
    /// which the game asks them; none in the middle of a ply and at the end.
    pub fn answerable(&self) -> Vec<Answerable> {
        let mut found: Vec<Answerable> = Vec::new();
        let (mut seats, mut next) = (SeatSet::NONE, self.open_question());
        while let Some(Answerable { game, fingerprint }) = next {
            let decision = game.decision().expect("it was found at a decision");
            next = after(&game, decision).map(|game| asked_in(game, fingerprint.occasion));
            if !seats.has(decision.seat) {
                seats = seats.with(decision.seat);
                found.push(Answerable { game, fingerprint });
            }
        }
        found
    }

    /// The first of [`Self::answerable`]: the open decision.
    pub fn open_question(&self) -> Option<Answerable> {
        let decision = self.game.decision().filter(|_| self.timeline.inside().is_none())?;
        let action = decision.cause.action.map(|action| action.id);
        let occasion = Occasion { action, game: self.first_decision, opening: self.opening() };
        Some(asked_in(self.game.fork(), occasion))
    }

    /// Describes a decision that can be answered, as its seat may know it.
    pub fn answerable_info(&self, answerable: &Answerable) -> DecisionInfo {
        let (game, decision) = (&answerable.game, answerable.decision());
        let mut info = self.describe_decision(decision, game.table(), game.shown());
        info.redact(&decision.seat.into());
        info
    }

    fn opening(&self) -> usize {
        let mut ply = self.timeline.ply();
        while let (Some(after), Some(before)) = (
            self.timeline.entry(ply),
            ply.checked_sub(1).and_then(|before| self.timeline.entry(before)),
        ) && let (Some(now), Some(then)) =
            (after.snapshot.decision(), before.snapshot.decision())
            && follows(now, after.snapshot.committed(), then, before.snapshot.committed())
        {
            ply -= 1;
        }
        self.timeline.number(ply).unwrap_or_default()
    }
}

fn asked_in(game: Game, occasion: Occasion) -> Answerable {
    let decision = game.decision().expect("it is at a decision");
    let (prompt, options) = (decision.prompt.clone(), decision.options.clone());
    Answerable { game, fingerprint: Fingerprint { prompt, options, occasion } }
}

/// The game once a decision has been answered such that later seats are still asked.
fn after(game: &Game, decision: &Decision) -> Option<Game> {
    let index = match decision.prompt {
        Prompt::Respond => decision.options.iter().position(|option| *option == Choice::Pass)?,
        // The questions of the others do not depend on the answer.
        _ if decision.together.is_several() => 0,
        _ => return None,
    };
    let mut next = game.fork();
    next.answer(index).ok()?;
    let is_next = follows(next.decision()?, next.table(), decision, game.table());
    is_next.then_some(next)
}

/// Whether a decision is the next one of the same opening of a window, or of the same call of
/// `choose_…_together`.
fn follows(now: &Decision, table: &Table, then: &Decision, before: &Table) -> bool {
    if then.prompt != Prompt::Respond {
        let rest = then.together.union(now.together);
        let is_asked = then.together.is_several() && !now.together.is_empty();
        return is_asked && rest == then.together && now.prompt == then.prompt;
    }
    let (Some(top), Some(last)) = (table.stack.last(), before.stack.last()) else { return false };
    let has_passed = matches!(top.window, Window::Open(passed) if passed.has(then.seat));
    now.prompt == Prompt::Respond && top.id == last.id && has_passed
}
