//! The effect context: the state a running hook may read and change. The rulebook borrows it for
//! the duration of a hook.

use crate::kernel::action::{Action, Task};
use crate::kernel::card::{CardId, Kind, Seat, SeatSet};
use crate::kernel::cause::{Cause, MoveReason, Visibility};
use crate::kernel::cost::Cost;
use crate::kernel::decision::{AutoAnswer, Decision, RecordedAnswer};
use crate::kernel::event::{CardEvent, EventKind, PlayerEvent};
use crate::kernel::fault::{Fault, ScriptLine, Stop, Text};
use crate::kernel::hash::stable_hash;
use crate::kernel::hook::Hook;
use crate::kernel::log::Log;
use crate::kernel::observation::Observation;
use crate::kernel::observer::{SharedObserver, tell, tell_move};
use crate::kernel::pending::{Answers, Suspended};
use crate::kernel::ports::agent::Agent;
use crate::kernel::rules::{Call, FastQuery, Rules};
use crate::kernel::table::Table;
use crate::kernel::turns::EndedTurns;
pub use crate::kernel::value::Values;
use crate::kernel::zone::Zone;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// The values that a query returns, or why it does not.
pub type Queried = Result<Values, Stop>;

/// `Ok` if a hook returns, or why it does not.
pub type Returned = Result<(), Stop>;

/// The rules as called by the kernel.
pub trait Rulebook {
    fn rules(&self) -> &Rc<Rules>;

    /// Returns what a query returns, or whether a play can be offered, where that follows from a
    /// few public facts; `None` if it requires a run.
    fn test(&self, _context: &EffectContext, _query: FastQuery) -> Option<bool> {
        None
    }

    /// Runs a hook that can only read, and returns its values.
    ///
    /// # Errors
    /// [`Stop::Fault`] when it fails.
    fn query(&self, context: &EffectContext, reader: Reader<'_>, call: &Call) -> Queried;

    /// Runs a hook that may ask and change, and adds the values that it returns to `returned`.
    /// While an option is listed it runs up to its first question or change.
    ///
    /// # Errors
    /// [`Stop::Asked`] when the hook asks a question without a recorded answer, [`Stop::Fault`]
    /// when it fails. The table is then partially changed, and the kernel restores it.
    fn run(&self, context: &mut EffectContext, call: &Call, returned: &mut Values) -> Returned;

    /// Repeats calls of verbs that it has noted when it ran a setup: their numbers and arguments.
    ///
    /// # Errors
    /// [`Stop::Fault`] when one fails.
    fn repeat(&self, context: &mut EffectContext, calls: &[(usize, Values)]) -> Result<(), Stop>;
}

/// Whom a hook runs for, and what it may read.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    pub me: Seat,
    /// The card it runs for.
    pub card: Option<CardId>,
    /// The action being announced or resolved.
    pub action: Option<&'a Action>,
    /// Whether it reads only public facts and what `me` sees: options can depend on nothing else.
    pub is_limited: bool,
}

/// The players of a game: their names, their agents, who is asked, and who watches.
pub(crate) struct Players {
    /// The names of the seats.
    pub names: Arc<[Text]>,
    /// The agents by seat; decisions of a seat without an agent are returned to the caller.
    pub seats: Vec<Option<Box<dyn Agent>>>,
    /// Whether some seat has no agent.
    pub has_vacancy: bool,
    /// The number of decisions answered by agents.
    pub n_decisions: u64,
    /// The number of decisions answered by agents before the current ply.
    pub n_before_ply: u64,
    /// Once this many decisions are answered, the next one is returned to the caller.
    pub last_decision: u64,
    /// Whether the first question of the running hook is returned to the caller even if an agent
    /// can answer it.
    pub suspends: bool,
    /// The running hook and the table on which it began, if an agent simulates the rest of hooks.
    pub record: Option<Box<(Table, Suspended)>>,
    /// The seats that are asked even if they can only pass, or give only one of their cards.
    pub also_ask: SeatSet,
    /// Whether [`Seat::CHANCE`] is asked for random outcomes.
    pub ask_chance: bool,
    /// Who watches the game, if anybody does.
    pub observer: Option<SharedObserver>,
}

impl Players {
    /// Creates players without agents.
    pub(super) fn new(names: Arc<[Text]>, n_seats: usize) -> Self {
        Self {
            names,
            seats: (0..n_seats).map(|_| None).collect(),
            has_vacancy: true,
            n_decisions: 0,
            n_before_ply: 0,
            last_decision: u64::MAX,
            suspends: false,
            record: None,
            also_ask: SeatSet::NONE,
            ask_chance: false,
            observer: None,
        }
    }

    /// The number of decisions answered by agents in this ply.
    pub(super) const fn n_in_place(&self) -> u64 {
        self.n_decisions - self.n_before_ply
    }
}

/// The hook that is running or ran last, if it may ask and change.
#[derive(Debug, Default)]
pub(crate) struct RunningHook {
    /// The player it runs for.
    pub me: Seat,
    /// The action being announced or resolved.
    pub action: Option<Rc<Action>>,
    /// The card it runs for.
    pub card: Option<CardId>,
    /// The hash of its hook, part of each fingerprint.
    pub path: u64,
    /// How the next question is asked.
    pub asking: Asking,
    /// Why the run ends before its script does.
    pub early_end: Option<EarlyEnd>,
    /// The current script line.
    pub place: Option<ScriptLine>,
    /// The script line of the last change, kept afterwards.
    pub acted: Option<ScriptLine>,
    /// The answers recorded for it so far.
    pub answers: Answers,
    /// The option that is listed: then the hook changes nothing.
    pub listing: Option<Listing>,
    /// The tasks it has caused, in order.
    pub caused: Vec<Task>,
    /// The hooks and queries inside it.
    pub nested: Nested,
}

/// Why a run ends before its script does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EarlyEnd {
    /// The play has nobody whom it can choose.
    Aimless,
    /// A new round begins.
    NewRound,
}

/// How a question is asked.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Asking {
    /// Whether it belongs to an announcement.
    pub announcing: bool,
    /// The seats whose answers are secret until the last one is given.
    pub together: SeatSet,
    /// The zone of which the number that is asked is a depth.
    pub depth_of: Option<Zone>,
    /// Whether a single option tells others of hidden cards.
    pub hides_options: bool,
}

/// A play that may become an option: it is one if the first question of its script has options.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Listing {
    /// The kind that would be played from the hand: that card is not there any more when the
    /// question is asked.
    pub leaving: Option<Kind>,
    /// Whether the question has an option.
    pub is_offered: bool,
}

/// The hooks and queries inside a hook.
#[derive(Debug, Default)]
pub(crate) struct Nested {
    /// The listeners that are running, the innermost last.
    pub(super) inside: Vec<(Hook, Option<CardId>)>,
    /// The plays being queried, the innermost last.
    pub(super) queried: Vec<(Seat, Kind)>,
    /// The plays that were asked about, each with the number of events before the question.
    pub(super) playable: RefCell<Vec<(Seat, Kind, u32, bool)>>,
}

impl RunningHook {
    #[inline(always)]
    pub(super) fn begin(&mut self, call: &Call) {
        self.me = call.me;
        self.action.clone_from(&call.action);
        self.card = call.card;
        self.asking = Asking { announcing: call.hook == Hook::Announce, ..Asking::default() };
        self.early_end = None;
        self.answers.n_used = 0;
        self.nested.inside.clear();
    }

    /// Ends the run if its first question is only listed.
    ///
    /// # Errors
    /// [`Stop::Asked`] then.
    pub fn list(&mut self, is_offered: bool) -> Result<(), Stop> {
        let Some(listing) = &mut self.listing else { return Ok(()) };
        listing.is_offered = is_offered;
        Err(Stop::Asked)
    }

    /// Whether the script has ended before its end.
    pub(super) const fn has_stopped(&self) -> bool {
        self.early_end.is_some()
    }

    /// Whether a new round follows instead.
    pub(super) fn begins_round(&self) -> bool {
        self.early_end == Some(EarlyEnd::NewRound)
    }

    pub(super) fn end(&mut self) {
        self.acted = self.place.take().or(self.acted);
        self.action = None;
        self.asking.announcing = false;
    }
}

/// The table with everything else that a run needs.
pub struct EffectContext {
    /// The tables of the ruleset.
    pub rules: Rc<Rules>,
    pub table: Table,
    /// The event log, if enabled.
    pub(crate) log: Log,
    pub(crate) players: Players,
    /// The current question, or the last one.
    pub question: Decision,
    /// The hook that is running.
    pub(crate) run: RunningHook,
    /// The cost of hooks since the last answer.
    pub(crate) cost: Cost,
    /// The rulebook, for hooks that run inside another one.
    pub(crate) book: Option<Rc<dyn Rulebook>>,
}

impl EffectContext {
    /// Creates a context for a table, without agents.
    pub fn new(rules: Rc<Rules>, table: Table, names: Arc<[Text]>, is_logged: bool) -> Self {
        Self {
            rules,
            players: Players::new(names, table.n_seats()),
            table,
            log: Log::new(is_logged),
            question: Decision::default(),
            run: RunningHook::default(),
            cost: Cost::default(),
            book: None,
        }
    }

    /// Creates a context without a game, for scripts that are no part of one.
    pub fn apart() -> Self {
        Self::new(Rc::new(Rules::default()), Table::default(), Arc::default(), false)
    }

    /// Whom the running hook runs for.
    #[inline]
    pub fn reader(&self) -> Reader<'_> {
        let RunningHook { me, card, action, listing, .. } = &self.run;
        Reader { me: *me, card: *card, action: action.as_deref(), is_limited: listing.is_some() }
    }

    /// Returns the cause of events at this point.
    pub fn cause(&self) -> Cause {
        let action = self.run.action.as_ref().map(|action| action.reference());
        let Log { ply, since, .. } = self.log;
        Cause { ply, since, action, place: self.run.place }
    }

    /// Tells the observer of an event, notes it in the log, and applies it. It is compiled in
    /// place, so that only the case of its kind is left.
    #[inline(always)]
    pub fn emit(&mut self, event: impl Into<EventKind>) {
        let event = event.into();
        self.cost.n_events += 1;
        tell(self.players.observer.as_ref(), &self.table, &event);
        if self.log.is_kept() {
            return self.emit_logged(event);
        }
        self.table.apply(&self.rules, event);
    }

    /// Emits [`CardEvent::Moved`], by far the most frequent event: the observer is told without it.
    #[inline(always)]
    pub(super) fn emit_move(
        &mut self,
        card: CardId,
        (from, to): (Zone, Zone),
        depth: u16,
        reason: MoveReason,
        visibility: Visibility,
    ) {
        self.cost.n_events += 1;
        let observer = self.players.observer.as_ref();
        tell_move(observer, &self.table, card, (from, to), (reason, visibility));
        let event = CardEvent::Moved { card, from, to, depth, reason, visibility };
        if self.log.is_kept() {
            return self.emit_logged(event.into());
        }
        self.table.apply(&self.rules, event);
    }

    #[cold]
    #[inline(never)]
    fn emit_logged(&mut self, event: EventKind) {
        let cause = self.cause();
        self.log.push(cause, event.clone());
        self.table.apply(&self.rules, event);
    }

    /// Begins another run, unless it is one inside another: its operations are counted anew, and
    /// the table may have changed.
    #[inline(always)]
    pub(super) fn begin_run(&self) {
        let Nested { queried, playable, .. } = &self.run.nested;
        if queried.is_empty() {
            self.cost.n_operations.set(0);
            playable.borrow_mut().clear();
        }
    }

    // ---- asking ------------------------------------------------------------------------------

    /// Asks `seat` the prompt of [`EffectContext::question`], to choose one of its options; returns
    /// the index.
    ///
    /// # Errors
    /// [`Stop::Asked`] when there is no answer yet; a fault when the run asks a different question
    /// from the one its recorded answer belongs to.
    ///
    /// # Panics
    /// When there are no options.
    pub fn ask(&mut self, seat: Seat) -> Result<usize, Stop> {
        assert!(!self.question.options.is_empty(), "a question needs an option");
        self.question.seat = seat;
        let hides_options = std::mem::take(&mut self.run.asking.hides_options);
        self.question.depth_of = self.run.asking.depth_of.take();
        if seat != Seat::CHANCE {
            self.question.weights.clear();
        }
        if self.run.listing.is_some() {
            return Err(Stop::Asked);
        }
        let next = self.run.answers.given.get(self.run.answers.n_used).copied();
        let is_given = next.is_some_and(|given| given.question == self.fingerprint());
        // A recorded answer to a later question shows that this one answered itself.
        let is_asked =
            is_given || hides_options && next.is_none() && self.players.also_ask.has(seat);
        let is_single = self.question.options.len() == 1 && !is_asked;
        if is_single || self.table.outcome.is_over {
            self.note_auto_answer();
            return Ok(0);
        }
        self.count_question()?;
        self.question.together = self.run.asking.together;
        self.question.is_formal = self.question.options.len() == 1;
        self.question.cause = self.cause();
        if !self.players.suspends
            && !is_given
            && let Some(index) = self.ask_agent(seat)?
        {
            self.note_answer(index);
            return Ok(index);
        }
        self.question.announcing =
            self.run.asking.announcing && self.run.asking.together.is_empty();
        match next {
            Some(given) if is_given => {
                self.run.answers.n_used += 1;
                self.log.ply = given.ply;
                self.note_answer(given.index.into());
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

    /// Records an answer for agents that simulate the rest of the hook.
    fn note_answer(&mut self, index: usize) {
        if self.players.record.is_some() {
            let question = self.fingerprint();
            let answer = RecordedAnswer::of(question, &self.question, index, self.log.ply);
            self.players.record.iter_mut().for_each(|record| record.1.answers.given.push(answer));
        }
    }

    /// Whether the seat has an agent; never true for [`Seat::CHANCE`].
    pub fn has_agent(&self, seat: Seat) -> bool {
        self.players.seats.get(seat.index()).is_some_and(Option::is_some)
    }

    /// Returns the fingerprint of the current question.
    pub fn fingerprint(&self) -> u64 {
        let q = &self.question;
        stable_hash(&(self.run.path, q.seat, &q.prompt, &q.options))
    }

    /// Records that the only option was taken automatically.
    pub fn note_auto_answer(&mut self) {
        if self.log.is_kept() {
            self.log.auto_answers.push(AutoAnswer {
                seat: self.question.seat,
                choice: self.question.options[0].clone(),
                announcing: self.run.asking.announcing,
            });
        }
    }

    /// Lets the agent of the seat, if there is one, answer the current question.
    ///
    /// # Errors
    /// A fault when the agent returns an invalid option index.
    fn ask_agent(&mut self, seat: Seat) -> Result<Option<usize>, Stop> {
        let Self { players, question, table, rules, cost, run, log, .. } = self;
        let Players { names, seats, record, n_decisions, observer, .. } = players;
        let Some(agent) = seats.get_mut(seat.index()).and_then(Option::as_mut) else {
            return Ok(None);
        };
        let hook = record.as_deref().map(|(base, run)| (base, run));
        let past = log.is_kept().then(|| (log.base(), log.events()));
        let seen = Observation { table, rules, names, seat, hook, past, begun: &[] };
        let index = question.checked(agent.answer(&seen, question)).map_err(Stop::Fault)?;
        if let Some(observer) = observer {
            observer.borrow_mut().answered(table, question, index);
        }
        *n_decisions += 1;
        log.ply += 1;
        cost.forget_before();
        // The numbers of events are others now.
        run.nested.playable.get_mut().clear();
        Ok(Some(index))
    }

    // ---- the stack ---------------------------------------------------------------------------

    /// Schedules the player's explosion for when the running script has returned.
    pub fn explode(&mut self, seat: Seat, hazard: Option<CardId>) {
        self.run.caused.push(Task::Explode { seat, hazard });
    }

    // ---- turns -------------------------------------------------------------------------------

    /// Ends one owed turn once the stack and the agenda are empty.
    pub fn end_turn(&mut self) {
        if self.table.turns.ended == EndedTurns::None {
            self.emit(PlayerEvent::Ended { turns: EndedTurns::One });
        }
    }

    /// Returns the number of turns passed on to the next victim of an attack.
    pub fn carried_turns(&self) -> u32 {
        let turns = &self.table.turns;
        if turns.attacked && self.rules.attacks_add_up { turns.owed } else { 0 }
    }

    /// Returns the kind of a card.
    pub fn kind(&self, card: CardId) -> Kind {
        self.table.kind(card)
    }

    /// Returns the id of a kind.
    pub fn id(&self, kind: Kind) -> &Text {
        &self.rules.kind(kind).id
    }
}
