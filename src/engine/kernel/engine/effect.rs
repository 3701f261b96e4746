//! The effect context: the state a running hook may read and change. The rulebook borrows it for
//! the duration of a hook.

use crate::kernel::action::{Action, Task};
use crate::kernel::card::{CardId, Kind, Seat, SeatSet};
use crate::kernel::cause::Cause;
use crate::kernel::cost::Cost;
use crate::kernel::decision::{AutoAnswer, Decision, RecordedAnswer};
use crate::kernel::event::{EventClasses, EventKind, PlayerEvent};
use crate::kernel::fault::{Fault, ScriptLine, Stop, Text};
use crate::kernel::hash::stable_hash;
use crate::kernel::hook::Hook;
use crate::kernel::log::Log;
use crate::kernel::observation::Observation;
use crate::kernel::observer::SharedObserver;
use crate::kernel::pending::SuspendedHook;
use crate::kernel::ports::agent::Agent;
use crate::kernel::rules::{Call, FastQuery, Rules};
use crate::kernel::table::Table;
use crate::kernel::turns::EndedTurns;
pub use crate::kernel::value::Values;
use crate::kernel::zone::Zone;
use std::rc::Rc;
use std::sync::Arc;

/// The rules as called by the kernel.
pub trait Rulebook {
    fn rules(&self) -> &Rc<Rules>;

    /// Returns what a query returns, or whether a play can be offered, where that follows from a
    /// few public facts; `None` if it requires a run.
    fn test(&self, _context: &mut EffectContext, _query: FastQuery) -> Option<bool> {
        None
    }

    /// Runs one hook in a context. Its return values are stored in
    /// [`RunningHook::returned`](super::effect::RunningHook::returned), which is empty before.
    ///
    /// # Errors
    /// [`Stop::Asked`] when the hook asks a question without a recorded answer, [`Stop::Fault`]
    /// when it fails. The table is then partially changed, and the kernel restores it.
    fn run(&self, context: &mut EffectContext, call: &Call) -> Result<(), Stop>;
}

/// The rights of a hook in a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RunMode {
    #[default]
    Act,
    /// Read public state and the player's own hand; anything else is a fault.
    Query,
    /// Run up to the first question or the first change, to determine whether the play can be
    /// offered.
    Probe,
}

/// The agents of a game.
pub struct Agents {
    /// The agents by seat; decisions of a seat without an agent are returned to the caller.
    pub seats: Vec<Option<Box<dyn Agent>>>,
    /// Whether some seat has no agent.
    pub has_vacancy: bool,
    /// The number of decisions answered by agents.
    pub n_decisions: u64,
    /// The number of decisions answered by agents before the current ply.
    pub n_before_ply: u64,
    /// Once so many decisions are answered, the next one is returned to the caller.
    pub last_decision: u64,
    /// The running hook and the table on which it began, if an agent simulates the rest of hooks.
    pub record: Option<Box<(Table, SuspendedHook)>>,
}

impl Default for Agents {
    fn default() -> Self {
        Self {
            seats: Vec::new(),
            has_vacancy: false,
            n_decisions: 0,
            n_before_ply: 0,
            last_decision: u64::MAX,
            record: None,
        }
    }
}

/// The hook that is running or ran last.
#[derive(Debug)]
pub struct RunningHook {
    pub mode: RunMode,
    /// The player it runs for; [`RunMode::Query`] may read that hand.
    pub me: Seat,
    /// The action being announced or resolved.
    pub action: Option<Rc<Action>>,
    /// The card it runs for.
    pub card: Option<CardId>,
    /// The hash of its hook, part of each fingerprint.
    pub path: u64,
    /// Whether the current questions belong to an announcement.
    pub announcing: bool,
    /// Whether the play ends here, as nobody can be chosen.
    pub is_aimless: bool,
    /// The seats whose answers to the current questions are secret until the last one is given.
    pub together: SeatSet,
    /// The zone of which the number that the next question asks is a depth.
    pub depth_of: Option<Zone>,
    /// Whether a single option of the current question tells others of hidden cards.
    pub hides_options: bool,
    /// Whether the first question is returned to the caller even if an agent can answer it.
    pub suspends: bool,
    /// The current script line.
    pub place: Option<ScriptLine>,
    /// The script line of the last change, kept afterwards.
    pub acted: Option<ScriptLine>,
    /// The answers recorded for it so far.
    pub given: Vec<RecordedAnswer>,
    /// How many of them have been used in this run.
    pub n_used: usize,
    /// The cost of hooks before it since the last answer.
    pub cost_before: Cost,
    /// Its return values, empty until it returns.
    pub returned: Values,
    /// The tasks it has caused, in order.
    pub caused: Vec<Task>,
    /// Whether the first question of a [`RunMode::Probe`] has an option.
    pub offered: bool,
    /// The kind that a [`RunMode::Probe`] would play from the hand: that card is not there any more
    /// when the first question is asked.
    pub leaving: Option<Kind>,
    /// The listeners that are running inside the hook, the innermost last.
    pub inside: Vec<(Hook, Option<CardId>)>,
    /// The plays that it has asked about, each with the number of events before the question.
    pub(super) playable: Vec<(Seat, Kind, u32, bool)>,
}

impl Default for RunningHook {
    fn default() -> Self {
        Self {
            mode: RunMode::Act,
            me: Seat(0),
            action: None,
            card: None,
            path: 0,
            announcing: false,
            is_aimless: false,
            together: SeatSet::NONE,
            depth_of: None,
            hides_options: false,
            suspends: false,
            place: None,
            acted: None,
            given: Vec::new(),
            n_used: 0,
            cost_before: Cost::default(),
            returned: Values::new(),
            caused: Vec::new(),
            offered: true,
            leaving: None,
            inside: Vec::new(),
            playable: Vec::new(),
        }
    }
}

impl RunningHook {
    #[inline(always)]
    pub(super) fn begin(&mut self, call: &Call, mode: RunMode) {
        self.mode = mode;
        self.me = call.me;
        self.action.clone_from(&call.action);
        self.card = call.card;
        self.announcing = call.hook == Hook::Announce;
        self.is_aimless = false;
        self.together = SeatSet::NONE;
        self.depth_of = None;
        self.hides_options = false;
        self.n_used = 0;
        self.returned.clear();
        self.inside.clear();
        self.playable.clear();
    }

    pub(super) fn end(&mut self, mode: RunMode) {
        self.mode = RunMode::Act;
        let place = self.place.take();
        if mode == RunMode::Act {
            self.acted = place.or(self.acted);
        }
        self.action = None;
        self.announcing = false;
    }
}

/// Settings of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// The seats that are asked even if they can only pass, or give only one of their cards.
    pub also_ask: SeatSet,
    /// Whether [`Seat::CHANCE`] is asked for random outcomes.
    pub ask_chance: bool,
}

/// The table with everything else that a run needs.
pub struct EffectContext {
    /// The tables of the ruleset.
    pub rules: Rc<Rules>,
    pub table: Table,
    /// The names of the seats.
    pub names: Arc<[Text]>,
    /// The event log, if enabled.
    pub log: Log,
    /// The observer, if any.
    pub observer: Option<SharedObserver>,
    /// The classes of events that it is told of.
    pub(super) interest: EventClasses,
    pub agents: Agents,
    /// The current question, or the last one.
    pub question: Decision,
    /// By kind, whether an option of the question has it, while cards are listed. The memory is
    /// used again.
    pub is_listed: Vec<bool>,
    /// The hook that is running.
    pub run: RunningHook,
    pub settings: Settings,
    /// The cost of hooks since the last answer.
    pub cost: Cost,
    /// The rulebook, for hooks that run inside another one.
    pub book: Option<Rc<dyn Rulebook>>,
    /// The plays being queried by hooks inside others, the innermost last.
    pub(super) queried: Vec<(Seat, Kind)>,
}

impl EffectContext {
    /// Creates a context for a table, without agents.
    pub fn new(rules: Rc<Rules>, table: Table, names: Arc<[Text]>, is_logged: bool) -> Self {
        let seats = (0..table.n_seats()).map(|_| None).collect();
        Self {
            rules,
            table,
            names,
            log: Log::new(is_logged),
            observer: None,
            interest: EventClasses::NONE,
            agents: Agents { seats, has_vacancy: true, ..Agents::default() },
            question: Decision::default(),
            is_listed: Vec::new(),
            run: RunningHook::default(),
            settings: Settings::default(),
            cost: Cost::default(),
            book: None,
            queried: Vec::new(),
        }
    }

    /// Creates a context without a table: the placeholder while the real one is borrowed.
    pub fn idle(rules: Rc<Rules>) -> Self {
        Self::new(rules, Table::default(), Arc::default(), false)
    }

    /// Returns the cause of events at this point.
    pub fn cause(&self) -> Cause {
        let action = self.run.action.as_ref().map(|action| action.reference());
        let Log { ply, since, .. } = self.log;
        Cause { ply, since, action, place: self.run.place }
    }

    /// Applies an event, and tells the observer and the log of it. It is compiled in place, so that
    /// only the case of its kind is left where nobody is told.
    #[inline(always)]
    pub fn emit(&mut self, event: impl Into<EventKind>) {
        let event = event.into();
        self.cost.n_events += 1;
        let is_observed = self.interest.has(&event);
        if is_observed || self.log.is_kept() {
            return self.emit_told(event, is_observed);
        }
        self.table.apply(&self.rules, event);
    }

    #[cold]
    #[inline(never)]
    fn emit_told(&mut self, event: EventKind, is_observed: bool) {
        if let Some(observer) = self.observer.as_ref().filter(|_| is_observed) {
            observer.borrow_mut().event(&self.table, &event);
        }
        if self.log.is_kept() {
            let cause = self.cause();
            self.log.push(cause, event.clone());
        }
        self.table.apply(&self.rules, event);
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
        let hides_options = std::mem::take(&mut self.run.hides_options);
        self.question.depth_of = self.run.depth_of.take();
        if seat != Seat::CHANCE {
            self.question.weights.clear();
        }
        if self.run.mode == RunMode::Probe {
            return Err(Stop::Asked);
        }
        let next = self.run.given.get(self.run.n_used).copied();
        let is_given = next.is_some_and(|given| given.question == self.fingerprint());
        // A recorded answer to a later question shows that this one answered itself.
        let is_asked =
            is_given || hides_options && next.is_none() && self.settings.also_ask.has(seat);
        let is_single = self.question.options.len() == 1 && !is_asked;
        if is_single || self.table.outcome.is_over {
            self.note_auto_answer();
            return Ok(0);
        }
        self.count_question()?;
        self.question.together = self.run.together;
        self.question.is_formal = self.question.options.len() == 1;
        if !self.run.suspends
            && !is_given
            && let Some(index) = self.ask_agent(seat)?
        {
            self.note_answer(index);
            return Ok(index);
        }
        self.question.cause = self.cause();
        self.question.announcing = self.run.announcing && self.run.together.is_empty();
        let question = self.fingerprint();
        match next {
            Some(given) if given.question == question => {
                self.run.n_used += 1;
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
        if self.agents.record.is_some() {
            let question = self.fingerprint();
            let answer = RecordedAnswer::of(question, &self.question.options, index);
            self.agents.record.iter_mut().for_each(|record| record.1.given.push(answer));
        }
    }

    /// Whether the seat has an agent; never true for [`Seat::CHANCE`].
    pub fn has_agent(&self, seat: Seat) -> bool {
        self.agents.seats.get(seat.index()).is_some_and(Option::is_some)
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
                announcing: self.run.announcing,
            });
        }
    }

    /// Lets the agent of the seat, if there is one, answer the current question.
    ///
    /// # Errors
    /// A fault when the agent returns an invalid option index.
    fn ask_agent(&mut self, seat: Seat) -> Result<Option<usize>, Stop> {
        let Self { agents, question, table, rules, names, observer, cost, run, log, .. } = self;
        let Agents { seats, record, n_decisions, .. } = agents;
        let Some(agent) = seats.get_mut(seat.index()).and_then(Option::as_mut) else {
            return Ok(None);
        };
        if let Some(observer) = observer {
            observer.borrow_mut().decision(question);
        }
        let hook = record.as_deref().map(|(base, run)| (base, run));
        let past = log.is_kept().then(|| (log.base(), log.events()));
        let seen = Observation { table, rules, names, seat, hook, past, begun: &[] };
        let index = agent.answer(&seen, question);
        *n_decisions += 1;
        log.ply += 1;
        cost.forget(std::mem::take(&mut run.cost_before));
        // The numbers of events are others now.
        run.playable.clear();
        Ok(Some(question.checked(index)?))
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
