//! The effect context: all that a running hook may touch. It is moved to the script host and back,
//! so that a native function of a script works on the table itself and never on a borrow.

use super::action::{Action, Subject, Task};
use super::card::{CardId, Kind, Seat, SeatSet};
use super::decision::{Choice, Decision, Prompt};
use super::event::{Cause, Event, EventKind, MoveReason, ScriptLine};
use super::fault::{Fault, Stop, Text};
use super::game::{Agent, Observation};
use super::rules::{Hook, Rules, Tags};
use super::table::{Table, stable_hash};
use super::turns::EndedTurns;
use super::value::Values;
use super::zone::Zone;
use std::mem::ManuallyDrop;
use std::rc::Rc;
use std::sync::Arc;

/// What a run may do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RunMode {
    /// Everything.
    #[default]
    Act,
    /// Look at public facts and at one's own hand; anything else is a fault.
    Query,
    /// Run up to the first question or the first change, to see whether the play can be offered.
    Probe,
}

/// An answer given to a question of a hook, with the fingerprint of that question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RecordedAnswer {
    /// The hash of hook, seat, prompt and options.
    pub question: u64,
    /// Which option.
    pub index: u16,
}

/// A question that answered itself because it had a single option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AutoAnswer {
    /// Who was not asked.
    pub seat: Seat,
    /// What there was to choose.
    pub choice: Choice,
    /// Whether it was part of announcing a play.
    pub announcing: bool,
}

/// The table and everything around it that a run needs.
pub struct EffectContext {
    /// The tables of the ruleset.
    pub rules: Rc<Rules>,
    /// The position, as far as it has come.
    pub table: Table,
    /// The names of the seats.
    pub names: Arc<[Text]>,
    /// What happened, if anybody wants to know.
    pub log: Option<Vec<Event>>,
    /// Who answers in place; a seat without an agent is asked outside.
    pub agents: Vec<Option<Box<dyn Agent>>>,
    /// Whether some seat has no agent.
    pub has_vacancy: bool,
    /// The question at hand, or the last one.
    pub question: Decision,
    /// The answers already given to the running hook.
    pub given: Vec<RecordedAnswer>,
    /// How many of them the run has used.
    pub n_used: usize,
    /// What the run may do.
    pub mode: RunMode,
    /// What the run has returned, once it has returned.
    pub returned: Values,
    /// What the run has caused, in order.
    pub caused: Vec<Task>,
    /// Questions that answered themselves since the ply began.
    pub auto_answers: Vec<AutoAnswer>,
    /// The ply.
    pub ply: u32,
    /// The action being announced or resolved.
    pub action: Option<Rc<Action>>,
    /// The card the running hook is about.
    pub card: Option<CardId>,
    /// Whose hook is running; [`RunMode::Query`] lets it see that hand.
    pub me: Seat,
    /// The hook that is running, as part of each fingerprint.
    pub path: u64,
    /// Whether the questions asked now belong to an announcement.
    pub announcing: bool,
    /// The script line that acts.
    pub place: Option<ScriptLine>,
    /// The script line that acted last, whatever came since.
    pub acted: Option<ScriptLine>,
    /// Whether the first question of a [`RunMode::Probe`] has an option.
    pub offered: bool,
    /// How many questions have been asked and answered in place.
    pub n_decisions: u64,
    /// How many events there have been.
    pub n_events: u32,
    /// Whether windows are shown to seats that can only pass.
    pub ask_single_pass: bool,
    /// Whether what is left to chance is asked of [`Seat::CHANCE`].
    pub ask_chance: bool,
}

impl EffectContext {
    /// Whether somebody wants to know what happens.
    #[must_use]
    pub const fn is_logged(&self) -> bool {
        self.log.is_some()
    }

    /// Why something happens now.
    #[must_use]
    pub fn cause(&self) -> Cause {
        Cause { ply: self.ply, action: self.action.as_ref().map(|a| a.id), place: self.place }
    }

    /// Makes something happen. Inlined, so that an event which nobody keeps is never put together.
    #[inline(always)]
    pub fn emit(&mut self, kind: EventKind) {
        // Most events own nothing, and then there is nothing to be done in the end.
        let is_kept = self.is_logged() || kind.owns();
        let kind = ManuallyDrop::new(kind);
        self.table.apply(&self.rules, &kind);
        if is_kept {
            self.note(ManuallyDrop::into_inner(kind));
        }
        self.n_events += 1;
    }

    #[cold]
    fn note(&mut self, kind: EventKind) {
        let event = Event { id: self.n_events, cause: self.cause(), kind };
        if let Some(log) = &mut self.log {
            log.push(event);
        }
    }

    /// Puts the cards of the box where they lie before the setup.
    pub fn stock(&mut self, deck: &[(Kind, Zone, u16)]) {
        for (kind, zone, n_cards) in deck.iter().copied() {
            if self.is_logged() {
                (0..n_cards).for_each(|_| self.emit(EventKind::Minted { kind, zone }));
            } else {
                self.table.stock(&self.rules, kind, zone, n_cards);
                self.n_events += u32::from(n_cards);
            }
        }
    }

    // ---- asking ------------------------------------------------------------------------------

    /// Asks `seat` to choose one of the options that lie in [`EffectContext::question`]; returns
    /// its index.
    ///
    /// # Errors
    /// [`Stop::Asked`] when nobody has answered yet; a fault when the run asks another question
    /// than the one its recorded answer was given to.
    ///
    /// # Panics
    /// When there is no option.
    pub fn ask(&mut self, seat: Seat, prompt: Prompt) -> Result<usize, Stop> {
        assert!(!self.question.options.is_empty(), "a question needs an option");
        self.question.seat = seat;
        self.question.prompt = prompt;
        if seat != Seat::CHANCE {
            self.question.weights.clear();
        }
        if self.mode == RunMode::Probe {
            return Err(Stop::Asked);
        }
        if self.question.options.len() == 1 || self.table.winner.is_some() {
            self.note_auto_answer();
            return Ok(0);
        }
        if self.has_agent(seat) {
            return self.ask_agent(seat, None);
        }
        self.question.cause = self.cause();
        self.question.announcing = self.announcing;
        let question = self.fingerprint();
        match self.given.get(self.n_used) {
            Some(given) if given.question == question => {
                self.n_used += 1;
                Ok(usize::from(given.index))
            }
            Some(_) => Err(Fault::new(
                "F0301",
                "this question is not the one that was answered when the script ran before",
            )
            .hint("a script must ask the same questions, in the same order, each time it is run")
            .into()),
            None => Err(Stop::Asked),
        }
    }

    /// Whether an agent sits there; one never sits where chance is asked.
    #[must_use]
    pub fn has_agent(&self, seat: Seat) -> bool {
        self.agents.get(seat.index()).is_some_and(Option::is_some)
    }

    /// The fingerprint of the question at hand.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let q = &self.question;
        stable_hash(&(self.path, q.seat, &q.prompt, &q.options))
    }

    /// Notes that the only option was taken.
    pub fn note_auto_answer(&mut self) {
        if self.is_logged() {
            self.auto_answers.push(AutoAnswer {
                seat: self.question.seat,
                choice: self.question.options[0].clone(),
                announcing: self.announcing,
            });
        }
    }

    /// Lets the agent in the seat answer a decision; without one, the question at hand.
    ///
    /// # Errors
    /// A fault when the agent names an option that does not exist.
    pub fn ask_agent(&mut self, seat: Seat, decision: Option<&Decision>) -> Result<usize, Stop> {
        let Self { agents, question, table, rules, .. } = self;
        let agent = agents[seat.index()].as_mut().expect("an agent sits here");
        let decision = decision.unwrap_or(question);
        let index = agent.answer(&Observation { table, rules, seat }, decision);
        self.n_decisions += 1;
        if index < decision.options.len() {
            Ok(index)
        } else {
            Err(Fault::new("F0401", format!("the agent chose option {index}, which is not there"))
                .hint("options are counted from 0")
                .into())
        }
    }

    // ---- moving cards ------------------------------------------------------------------------

    /// Moves a card. `seen`, `tracked` and `placed` are those of [`EventKind::Moved`].
    pub fn relocate(
        &mut self,
        card: CardId,
        to: (Zone, usize),
        reason: MoveReason,
        visibility: Visibility,
    ) {
        let from = self.table.zones.zone_of(card);
        let (to, depth) = (to.0, to.1.min(u16::MAX as usize) as u16);
        if self.is_logged() {
            let depth = depth.min(self.table.zones.len(to) as u16);
            let Visibility { seen, tracked, placed } = visibility;
            self.emit(EventKind::Moved { card, from, to, depth, reason, seen, tracked, placed });
        } else {
            self.table.relocate(&self.rules, card, (from, to), depth, visibility);
            self.n_events += 1;
        }
        let hooks = self.rules.kind(self.table.kind(card)).hooks;
        if !(hooks.has(Hook::Lost) || hooks.has(Hook::Gained)) || from == to {
            return;
        }
        if let Zone::Hand(seat) = from
            && hooks.has(Hook::Lost)
        {
            self.caused.push(Task::Hook { hook: Hook::Lost, seat, card: Some(card) });
        }
        if let Zone::Hand(seat) = to
            && hooks.has(Hook::Gained)
            && !matches!(reason, MoveReason::Deal | MoveReason::SetUp)
        {
            self.caused.push(Task::Hook { hook: Hook::Gained, seat, card: Some(card) });
        }
    }

    /// Deals so many cards from the top of the draw pile to a player, as many as there are.
    pub fn deal(&mut self, seat: Seat, n_cards: usize) {
        let n_cards = n_cards.min(self.table.zones.len(Zone::Draw));
        if self.is_logged() {
            let seen = SeatSet::one(seat);
            for _ in 0..n_cards {
                let card = self.table.cards_in(Zone::Draw)[0];
                let visibility = Visibility { seen, tracked: true, placed: SeatSet::ALL };
                self.relocate(card, (Zone::Hand(seat), 0), MoveReason::Deal, visibility);
            }
        } else {
            self.table.deal(seat, n_cards);
            self.n_events += n_cards as u32;
        }
    }

    /// The player draws the card at the top (or the bottom) of a pile; an empty pile is refilled
    /// first where the rules say so. Returns the card, or nothing when there is none.
    ///
    /// # Errors
    /// [`Stop::Asked`] when chance is asked how the refilled pile lies.
    pub fn draw(&mut self, seat: Seat, pile: Zone, bottom: bool) -> Result<Option<CardId>, Stop> {
        self.refill(pile)?;
        let cards = self.table.cards_in(pile);
        let card = if bottom { cards.last() } else { cards.first() };
        let card = card.copied();
        if let Some(card) = card {
            self.draw_card(seat, card);
        }
        Ok(card)
    }

    /// The player draws this card: it joins the hand, seen by nobody else.
    pub fn draw_card(&mut self, seat: Seat, card: CardId) {
        let visibility =
            Visibility { seen: SeatSet::one(seat), tracked: true, placed: SeatSet::ALL };
        self.relocate(card, (Zone::Hand(seat), 0), MoveReason::Draw, visibility);
        if !self.rules.kind_hooks.has(Hook::AfterDraw) {
            return;
        }
        let fronts = [Zone::Front(seat), Zone::Table];
        for lying in fronts.into_iter().flat_map(|z| self.table.cards_in(z).to_vec()) {
            let hooks = self.rules.kind(self.table.kind(lying)).hooks;
            if hooks.has(Hook::AfterDraw) {
                self.caused.push(Task::Hook { hook: Hook::AfterDraw, seat, card: Some(lying) });
            }
        }
    }

    /// Refills an empty pile from the pile that the rules name, shuffled.
    ///
    /// # Errors
    /// [`Stop::Asked`] when chance is asked how it lies.
    pub fn refill(&mut self, pile: Zone) -> Result<(), Stop> {
        let refill = self.rules.refills.iter().find(|(empty, _)| *empty == pile).copied();
        let Some((_, from)) = refill else { return Ok(()) };
        if self.table.zones.len(pile) > 0 || self.table.zones.len(from) == 0 {
            return Ok(());
        }
        let visibility = Visibility { seen: SeatSet::NONE, tracked: true, placed: SeatSet::ALL };
        while let Some(card) = self.table.cards_in(from).first().copied() {
            self.relocate(card, (pile, usize::MAX), MoveReason::Move, visibility);
        }
        self.shuffle(pile)
    }

    /// Discards a card: it goes face up on top of its home pile.
    pub fn discard(&mut self, card: CardId) {
        let home = self.rules.kind(self.table.kind(card)).home;
        self.relocate(card, (home, 0), MoveReason::Discard, Visibility::ALL);
    }

    /// One player's card goes into another's hand, seen by these two alone.
    pub fn give(&mut self, card: CardId, to: Seat, reason: MoveReason, openly: bool) {
        let from = self.table.zones.zone_of(card);
        let mut seen = SeatSet::one(to);
        if let Zone::Hand(owner) = from {
            seen = seen.with(owner);
        }
        let public = openly || self.rules.is_face_up(from);
        let visibility = Visibility {
            seen: if public { SeatSet::ALL } else { seen },
            tracked: public || !matches!(from, Zone::Hand(_)),
            placed: SeatSet::ALL,
        };
        self.relocate(card, (Zone::Hand(to), 0), reason, visibility);
    }

    /// Puts a card into a pile at a depth that only `by` knows.
    pub fn hide(&mut self, card: CardId, zone: Zone, depth: usize, by: Seat) {
        let from = self.table.zones.zone_of(card);
        let public = self.rules.is_face_up(from);
        let seen = if public { SeatSet::ALL } else { SeatSet::one(by) };
        let visibility = Visibility { seen, tracked: public, placed: SeatSet::one(by) };
        self.relocate(card, (zone, depth), MoveReason::Hide, visibility);
    }

    // ---- what is on the stack ----------------------------------------------------------------

    /// The tags of an action.
    #[must_use]
    pub fn tags(&self, action: &Action) -> Tags {
        match action.subject {
            Subject::Card(_, kind) => self.rules.kind(kind).tags,
            Subject::Explosion(Some(hazard)) => self.rules.kind(self.table.kind(hazard)).tags,
            Subject::Explosion(None) => self.rules.explosion_tags,
            Subject::Combo(_) | Subject::Draw | Subject::Turn => Tags::default(),
        }
    }

    /// Makes the player explode once the running script has returned.
    pub fn explode(&mut self, seat: Seat, hazard: Option<CardId>) {
        self.caused.push(Task::Explode { seat, hazard });
    }

    // ---- turns -------------------------------------------------------------------------------

    /// Ends one owed turn once everything is settled.
    pub fn end_turn(&mut self) {
        if self.table.turns.ended == EndedTurns::None {
            self.emit(EventKind::Ended { turns: EndedTurns::One });
        }
    }

    /// Ends all owed turns; returns what the next victim of an attack takes over.
    pub fn end_all_turns(&mut self) -> u32 {
        let turns = &self.table.turns;
        let carried = if turns.attacked && self.rules.attacks_add_up { turns.owed } else { 0 };
        self.emit(EventKind::Ended { turns: EndedTurns::All });
        carried
    }

    /// The kind a card stands for on the stack or elsewhere.
    #[must_use]
    pub fn kind(&self, card: CardId) -> Kind {
        self.table.kind(card)
    }

    /// The id of a kind.
    #[must_use]
    pub fn id(&self, kind: Kind) -> &Text {
        &self.rules.kind(kind).id
    }
}

/// Who sees what of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visibility {
    /// Who sees what card it is.
    pub seen: SeatSet,
    /// Whether everybody sees which place it came from.
    pub tracked: bool,
    /// Who sees which place it goes to.
    pub placed: SeatSet,
}

impl Visibility {
    /// Everybody sees everything.
    pub const ALL: Self = Self { seen: SeatSet::ALL, tracked: true, placed: SeatSet::ALL };
}
