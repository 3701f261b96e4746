//! A play: the cards leave the hand, the script announces, the action goes on the stack.

use super::action::{Action, ActionId, Subject, Window};
use super::card::{CardId, ComboId, Kind, Seat};
use super::context::Visibility;
use super::decision::{Choice, Prompt};
use super::event::{EventKind, MoveReason};
use super::fault::Fault;
use super::game::{Game, HookRun, Pending};
use super::rules::{Call, Hook, Owner, Placement};
use super::run::{Continuation, ReachedDecision};
use super::value::Values;
use super::zone::Zone;
use smallvec::SmallVec;
use std::rc::Rc;

impl Game {
    pub(super) fn new_action(&self, by: Seat, subject: Subject) -> Action {
        Action {
            id: ActionId(self.table().n_actions),
            by,
            subject,
            cards: SmallVec::new(),
            announced: Values::new(),
            cancelled: false,
            answered: false,
            window: Window::Open(super::SeatSet::NONE),
        }
    }

    pub(super) fn play_kind(
        &mut self,
        seat: Seat,
        kind: Kind,
        respond: bool,
    ) -> Result<ReachedDecision, Fault> {
        let card = self.pick(seat, kind, &[]);
        if respond && let Some(answered) = self.context_mut().table.stack.last_mut() {
            answered.window = Window::Closed;
            answered.answered = true;
        }
        self.begin(seat, Subject::Card(card, kind), &[card])
    }

    /// Puts together a set of different cards, one card at a time; those that no choice is left
    /// about choose themselves.
    pub(super) fn gather(
        &mut self,
        seat: Seat,
        combo: ComboId,
        mut chosen: SmallVec<[CardId; 8]>,
    ) -> Result<ReachedDecision, Fault> {
        let n_missing = self.list_set_cards(combo, seat, &chosen);
        if n_missing > 0 && self.decision.options.len() > n_missing {
            self.ask(seat, Prompt::Cards(combo), Pending::Cards { combo, chosen });
            self.decision.announcing = true;
            return Ok(true);
        }
        if n_missing > 0 {
            for i in 0..self.decision.options.len() {
                let choice = self.decision.options[i].clone();
                let Choice::Card(card, _) = choice else { unreachable!("sets are made of cards") };
                chosen.push(card);
                let context = self.context_mut();
                context.question.seat = seat;
                context.question.options.clear();
                context.question.options.push(choice);
                context.announcing = true;
                context.note_auto_answer();
                context.announcing = false;
            }
        }
        self.begin(seat, Subject::Combo(combo), &chosen)
    }

    /// The cards leave the hand, and the play is announced.
    pub(super) fn begin(
        &mut self,
        by: Seat,
        subject: Subject,
        cards: &[CardId],
    ) -> Result<ReachedDecision, Fault> {
        let mut action = self.new_action(by, subject);
        action.cards = SmallVec::from_slice(cards);
        let rules = self.rules.clone();
        let owner = match subject {
            Subject::Card(_, kind) => Owner::Kind(kind),
            Subject::Combo(combo) => Owner::Combo(combo),
            _ => unreachable!("only cards and sets are played"),
        };
        for card in cards {
            let rule = rules.kind(self.table().kind(*card));
            let to = match (owner, rule.lies) {
                (Owner::Kind(_), Placement::Front) => Zone::Front(by),
                (Owner::Kind(_), Placement::Table) => Zone::Table,
                _ => rule.home,
            };
            self.context_mut().relocate(*card, (to, 0), MoveReason::Play, Visibility::ALL);
        }
        self.flush();
        let hooks = match owner {
            Owner::Kind(kind) => rules.kind(kind).hooks,
            Owner::Combo(combo) => rules.combo(combo).hooks,
            Owner::Rules => rules.hooks,
        };
        if !hooks.has(Hook::Announce) {
            self.push(action);
            return Ok(false);
        }
        let mut call = Call::new(Hook::Announce, owner, by);
        call.card = cards.first().copied();
        call.action = Some(self.shared(action));
        self.run(HookRun::of(call, Continuation::Announce))
    }

    /// An action for a hook to look at, in the place of the last one that nobody looks at any more.
    pub(super) fn shared(&mut self, action: Action) -> Rc<Action> {
        match self.scratch.take() {
            Some(mut scratch) if Rc::strong_count(&scratch) == 1 => {
                *Rc::make_mut(&mut scratch) = action;
                scratch
            }
            _ => Rc::new(action),
        }
    }

    /// An announced action goes on the stack: its window is open.
    pub(super) fn push(&mut self, action: Action) {
        let Action { id, by, subject, .. } = action;
        let context = self.context_mut();
        let announced = if context.is_logged() { action.announced.to_vec() } else { Vec::new() };
        let announced = announced.into_boxed_slice();
        context.table.stack.push(action);
        context.emit(EventKind::Announced { action: id, by, subject, announced });
    }
}
