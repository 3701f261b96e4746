//! Plays: the cards leave the hand, the script announces, the action goes on the stack.

use super::game::Game;
use super::run::{Loop, fault};
use crate::kernel::action::{Action, Subject, Task, Window};
use crate::kernel::card::{ActionId, CardId, ComboId, Kind, Seat, SeatSet};
use crate::kernel::cause::{MoveReason, Visibility};
use crate::kernel::decision::{Choice, Prompt};
use crate::kernel::event::{ActionEvent, CardEvent, InternalEvent};
use crate::kernel::hook::Hook;
use crate::kernel::model::moment::Moment;
use crate::kernel::pending::Pending;
use crate::kernel::rules::{Call, Owner, Placement};
use crate::kernel::table::owned;
use crate::kernel::zone::Zone;
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
        // Few cards: cheaper one by one.
        cards.iter().for_each(|card| new.cards.push(*card));
        new.announced.clear();
        new.cancelled = false;
        new.overruled = false;
        new.by_the_dead = !table.turns.alive.has(by);
        new.watchers = SeatSet::NONE;
        new.answered = false;
        new.window = Window::default();
        new.answers = table.stack.last().map(|action| action.id);
        action
    }

    /// Whether an action can have no effect: an explosion of a player who has died of another one.
    pub(super) fn is_void(&self, subject: &Subject, by: Seat) -> bool {
        matches!(subject, Subject::Explosion(_)) && !self.table().turns.alive.has(by)
    }

    /// Whether what is played now answers the action on top of the stack.
    fn is_response(&self) -> bool {
        !self.table().stack.is_empty()
    }

    pub(super) fn play_kind(&mut self, seat: Seat, kind: Kind) -> Loop {
        let Some(card) = self.pick(seat, kind) else { return Ok(false) };
        self.play_copy(seat, card, kind)
    }

    /// Plays this card of a kind, as itself or as another kind.
    pub(super) fn play_copy(&mut self, seat: Seat, card: CardId, kind: Kind) -> Loop {
        if !self.rules.kind(kind).hooks.has(Hook::PlaysAs) {
            return self.play_card(seat, card, kind);
        }
        let responds = self.is_response();
        let kinds = self.stand_in_kinds(seat, kind, Some(card), responds).map_err(fault)?;
        if let [as_kind] = *kinds {
            if as_kind != kind {
                self.note_only_answer(seat, Choice::Kind(as_kind));
            }
            return self.play_card(seat, card, as_kind);
        }
        self.decision.options.clear();
        self.decision.options.extend(kinds.iter().copied().map(Choice::Kind));
        let prompt = Prompt::Text("Play it as what?".into());
        self.ask(seat, prompt, Pending::StandIn { card, kinds: kinds.to_vec() });
        self.decision.announcing = true;
        Ok(true)
    }

    /// Plays this card of the hand or from in front of the player.
    #[inline]
    pub(super) fn play_card(&mut self, seat: Seat, card: CardId, as_kind: Kind) -> Loop {
        if self.is_response() {
            self.effect.emit(InternalEvent::WindowClosed { answered: true });
        } else {
            self.schedule_between();
        }
        self.begin(seat, Subject::Card(card, as_kind), &[card])
    }

    /// Turns over a random card that its holder cannot see, and plays it if it can be played now;
    /// otherwise it is discarded.
    pub(super) fn play_unseen(&mut self, seat: Seat) -> Loop {
        let responds = self.is_response();
        let unseen = self.unseen_cards(seat);
        // The generator picks the card even where chance is asked: no hook is running.
        let asks = std::mem::replace(&mut self.effect.players.ask_chance, false);
        let i = self.effect.random(unseen.len() as u32);
        self.effect.players.ask_chance = asks;
        let i = i.map_err(fault)? as usize;
        let card = unseen[i];
        let kind = self.table().kind(card);
        self.effect.emit(CardEvent::Revealed { card });
        if responds {
            self.list_responses(seat).map_err(fault)?;
        } else {
            self.list_main(seat).map_err(fault)?;
        }
        let play = if responds { Choice::Respond(kind) } else { Choice::Play(kind) };
        if self.decision.options.contains(&play) {
            return self.play_kind(seat, kind);
        }
        if self.decision.options.iter().any(|option| option.visible_kind() == Some(kind)) {
            return self.play_card(seat, card, kind);
        }
        self.effect.discard(card);
        self.flush();
        Ok(false)
    }

    /// Asks for the cards of a set, one at a time; cards without an alternative are
    /// chosen automatically.
    pub(super) fn select_set(
        &mut self,
        seat: Seat,
        combo: ComboId,
        chosen: SmallVec<[CardId; 8]>,
    ) -> Loop {
        if chosen.len() == usize::from(self.rules.combo(combo).pattern.n_cards) {
            self.schedule_between();
            return self.begin(seat, Subject::Combo(combo), &chosen);
        }
        let is_forced = self.list_set_cards(combo, seat, &chosen);
        let is_forced = !self.list_card_copies(seat, &chosen) && is_forced;
        self.select_listed(seat, combo, chosen, is_forced)
    }

    /// Continues with a set after an answer to the question for its next card.
    pub(super) fn select_next(
        &mut self,
        (seat, index): (Seat, usize),
        combo: ComboId,
        mut chosen: SmallVec<[CardId; 8]>,
    ) -> Loop {
        let options = &mut self.decision.options;
        chosen.extend(options[index].card());
        let rule = self.rules.combo(combo);
        let n_missing = usize::from(rule.pattern.n_cards) - chosen.len();
        if n_missing == 0 || self.rules.may_repeat(rule) {
            return self.select_set(seat, combo, chosen);
        }
        // One card of each kind: the others are offered again.
        let kind = options[index].visible_kind();
        options.retain(|option| option.visible_kind() != kind);
        let is_forced = options.len() <= n_missing || options.len() == 1;
        self.select_listed(seat, combo, chosen, is_forced)
    }

    /// Asks for the next card of a set among those that are listed, or takes all of them if there
    /// is no choice.
    fn select_listed(
        &mut self,
        seat: Seat,
        combo: ComboId,
        mut chosen: SmallVec<[CardId; 8]>,
        is_forced: bool,
    ) -> Loop {
        // That a set is all that a player can play tells others of the hand.
        if !is_forced || self.effect.players.also_ask.has(seat) {
            self.ask(seat, Prompt::Cards(combo), Pending::Cards { combo, chosen });
            self.decision.announcing = true;
            self.decision.is_formal = is_forced;
            return Ok(true);
        }
        for i in 0..self.decision.options.len() {
            let choice = self.decision.options[i].clone();
            chosen.extend(choice.card());
            self.note_only_answer(seat, choice);
        }
        self.select_set(seat, combo, chosen)
    }

    /// Records the answer to a question of a play that is not asked.
    fn note_only_answer(&mut self, seat: Seat, choice: Choice) {
        let effect = &mut self.effect;
        effect.question.seat = seat;
        effect.question.options.clear();
        effect.question.options.push(choice);
        effect.run.asking.announcing = true;
        effect.note_auto_answer();
        effect.run.asking.announcing = false;
    }

    /// Moves the cards out of the hand and announces the play.
    pub(super) fn begin(&mut self, by: Seat, subject: Subject, cards: &[CardId]) -> Loop {
        if let Some(card) = cards.first() {
            self.count_task(Task::Play { seat: by, card: *card })?;
        }
        let action = self.new_action(by, subject, cards);
        let (owner, hooks) = match subject {
            Subject::Card(_, kind) => (Owner::Kind(kind), self.rules.kind(kind).hooks),
            Subject::Combo(combo) => (Owner::Combo(combo), self.rules.combo(combo).hooks),
            _ => (Owner::Rules, self.rules.hooks),
        };
        cards.iter().for_each(|card| self.move_played(by, owner, *card));
        self.flush();
        if !hooks.has(Hook::Announce) {
            self.push_play(action);
            return Ok(false);
        }
        let mut call = Call::new(Hook::Announce, owner, by);
        call.card = cards.first().copied();
        call.action = Some(action);
        self.run_hook(call)
    }

    /// Moves a card of a play of this owner to where it lies then.
    pub(super) fn move_played(&mut self, by: Seat, owner: Owner, card: CardId) {
        let placement = match owner {
            Owner::Kind(kind) => self.rules.kind(kind).placement,
            _ => Placement::Home,
        };
        let to = match placement {
            Placement::Front => Zone::Front(by),
            Placement::Table => Zone::Table,
            Placement::Home | Placement::Target => self.rules.kind(self.table().kind(card)).home,
        };
        self.effect.relocate(card, (to, 0), MoveReason::Play, Visibility::ALL);
    }

    /// Pushes an announced play, and the moment that comes before it takes effect if there is one.
    pub(super) fn push_play(&mut self, action: Rc<Action>) {
        let (by, subject) = (action.by, action.subject);
        if let Subject::Card(card, kind) = subject
            && self.rules.kind(kind).placement == Placement::Target
            && let Some(target) = action.targets().first().copied()
        {
            let to = (Zone::Front(target), 0);
            self.effect.relocate(card, to, MoveReason::Play, Visibility::ALL);
            self.flush();
        }
        self.effect.emit(ActionEvent::Announced { action });
        if let Subject::Card(_, kind) = subject
            && self.rules.kind(kind).opens_between
            && !self.rules.by_moment[Moment::Between as usize].is_empty()
        {
            self.open_moment(by, Subject::Between);
        }
    }

    /// Discards a card that would have stayed in play, but was cancelled: below the plays that
    /// answered it.
    pub(super) fn discard_cancelled(&mut self, action: &Action) {
        if !action.cancelled {
            return;
        }
        if let Subject::Card(card, kind) = action.subject
            && self.rules.kind(kind).placement != Placement::Home
            && matches!(self.table().zones.zone_of(card), Zone::Front(_) | Zone::Table)
        {
            let n_answers = (self.table().n_actions - action.id.0 - 1) as usize;
            let home = (self.rules.kind(self.table().kind(card)).home, n_answers);
            self.effect.relocate(card, home, MoveReason::Discard, Visibility::ALL);
        }
    }
}
