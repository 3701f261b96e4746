//! Plays: the cards leave the hand, the script announces, the action goes on the stack.

use super::action::{Action, ActionId, Subject, Window};
use super::card::{CardId, ComboId, Kind, Seat};
use super::decision::{Choice, Prompt};
use super::effect::Visibility;
use super::event::{EventKind, MoveReason};
use super::fault::Fault;
use super::game::{Game, Pending, SuspendedHook};
use super::rules::{Call, Hook, Owner, Placement};
use super::run::{Continuation, ReachedDecision};
use super::table::owned;
use super::zone::Zone;
use smallvec::SmallVec;
use std::rc::Rc;

impl Game {
    /// Creates an action that is not announced yet, on top of the current stack.
    pub(super) fn new_action(
        &mut self,
        by: Seat,
        subject: Subject,
        cards: &[CardId],
    ) -> Rc<Action> {
        let table = &self.effect.table;
        let used = self.scratch.pop().filter(|used| Rc::strong_count(used) == 1);
        let mut action = used.unwrap_or_default();
        let new = owned(&mut action);
        new.id = ActionId(table.n_actions);
        new.by = by;
        new.subject = subject;
        new.cards.clear();
        new.cards.extend_from_slice(cards);
        new.announced.clear();
        new.cancelled = false;
        new.answered = false;
        new.window = Window::default();
        new.answers = table.stack.last().map(|action| action.id);
        action
    }

    /// Whether an action can have no effect: an explosion of a player who has died of another one.
    pub(super) fn is_void(&self, subject: &Subject, by: Seat) -> bool {
        matches!(subject, Subject::Explosion(_)) && !self.table().turns.alive.has(by)
    }

    pub(super) fn play_kind(
        &mut self,
        seat: Seat,
        kind: Kind,
        respond: bool,
    ) -> Result<ReachedDecision, Fault> {
        let card = self.pick(seat, kind, &[]);
        if respond {
            self.effect.emit(EventKind::WindowClosed { answered: true });
        }
        self.begin(seat, Subject::Card(card, kind), &[card])
    }

    /// Collects a set of different cards, one card at a time; cards without an alternative are
    /// chosen automatically.
    pub(super) fn gather(
        &mut self,
        seat: Seat,
        combo: ComboId,
        mut chosen: SmallVec<[CardId; 8]>,
    ) -> Result<ReachedDecision, Fault> {
        let (n_missing, n_left) = self.list_set_cards(combo, seat, &chosen);
        if n_missing > 0 && n_left > n_missing {
            self.ask(seat, Prompt::Cards(combo), Pending::Cards { combo, chosen });
            self.decision.announcing = true;
            return Ok(true);
        }
        if n_missing > 0 {
            for i in 0..self.decision.options.len() {
                let choice = self.decision.options[i].clone();
                let Choice::Card(card, _) = choice else { unreachable!("sets are made of cards") };
                chosen.push(card);
                let effect = &mut self.effect;
                effect.question.seat = seat;
                effect.question.options.clear();
                effect.question.options.push(choice);
                effect.run.announcing = true;
                effect.note_auto_answer();
                effect.run.announcing = false;
            }
            return self.gather(seat, combo, chosen);
        }
        self.begin(seat, Subject::Combo(combo), &chosen)
    }

    /// Moves the cards out of the hand and announces the play.
    pub(super) fn begin(
        &mut self,
        by: Seat,
        subject: Subject,
        cards: &[CardId],
    ) -> Result<ReachedDecision, Fault> {
        let action = self.new_action(by, subject, cards);
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
            self.effect.relocate(*card, (to, 0), MoveReason::Play, Visibility::ALL);
        }
        self.flush();
        let hooks = match owner {
            Owner::Kind(kind) => rules.kind(kind).hooks,
            Owner::Combo(combo) => rules.combo(combo).hooks,
            Owner::Rules => rules.hooks,
        };
        if !hooks.has(Hook::Announce) {
            self.effect.emit(EventKind::Announced { action });
            return Ok(false);
        }
        let mut call = Call::new(Hook::Announce, owner, by);
        call.card = cards.first().copied();
        call.action = Some(action);
        self.run(SuspendedHook::of(call, Continuation::Announce))
    }
}
