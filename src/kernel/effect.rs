//! The effect context: all that a running hook may touch, in a few parts. The rulebook is lent it
//! for the time of a hook.

use super::action::{Action, Subject, Task};
use super::card::{CardId, Kind, Seat, SeatSet};
use super::decision::{Choice, Decision, Prompt};
use super::event::{Cause, EventKind, ScriptLine};
use super::fault::{Fault, Stop, Text};
use super::game::{Agent, Observation};
use super::log::Log;
use super::rules::{Call, Hook, Rules, Tags};
use super::table::{Table, stable_hash};
use super::turns::EndedTurns;
use super::value::Values;
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

/// Who answers in place.
#[derive(Default)]
pub struct Agents {
    /// By seat; a seat without an agent is asked outside.
    pub seats: Vec<Option<Box<dyn Agent>>>,
    /// Whether some seat has no agent.
    pub has_vacancy: bool,
    /// How many questions they have answered.
    pub n_decisions: u64,
}

/// The hook that is running, or that ran last.
#[derive(Debug)]
pub struct SuspendedHook {
    /// What it may do.
    pub mode: RunMode,
    /// Whose hook it is; [`RunMode::Query`] lets it see that hand.
    pub me: Seat,
    /// The action being announced or resolved.
    pub action: Option<Rc<Action>>,
    /// The card it is about.
    pub card: Option<CardId>,
    /// Which hook it is, as part of each fingerprint.
    pub path: u64,
    /// Whether the questions asked now belong to an announcement.
    pub announcing: bool,
    /// The script line that acts.
    pub place: Option<ScriptLine>,
    /// The script line that acted last, whatever came since.
    pub acted: Option<ScriptLine>,
    /// The answers already given to it.
    pub given: Vec<RecordedAnswer>,
    /// How many of them it has used.
    pub n_used: usize,
    /// What it has returned, once it has returned.
    pub returned: Values,
    /// What it has caused, in order.
    pub caused: Vec<Task>,
    /// Whether the first question of a [`RunMode::Probe`] has an option.
    pub offered: bool,
}

impl Default for SuspendedHook {
    fn default() -> Self {
        Self {
            mode: RunMode::Act,
            me: Seat(0),
            action: None,
            card: None,
            path: 0,
            announcing: false,
            place: None,
            acted: None,
            given: Vec::new(),
            n_used: 0,
            returned: Values::new(),
            caused: Vec::new(),
            offered: true,
        }
    }
}

impl SuspendedHook {
    pub(super) fn begin(&mut self, call: &Call, mode: RunMode) {
        self.mode = mode;
        self.me = call.me;
        self.action.clone_from(&call.action);
        self.card = call.card;
        self.announcing = call.hook == Hook::Announce;
        self.n_used = 0;
        self.returned.clear();
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

/// What the person who runs the game has set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// The seats that are asked in windows even where they can only pass.
    pub also_ask: SeatSet,
    /// Whether what is left to chance is asked of [`Seat::CHANCE`].
    pub ask_chance: bool,
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
    pub log: Log,
    /// Who answers in place.
    pub agents: Agents,
    /// The question at hand, or the last one.
    pub question: Decision,
    /// The hook that is running.
    pub run: SuspendedHook,
    /// What the person who runs the game has set.
    pub settings: Settings,
}

impl EffectContext {
    /// Puts a table into a context without agents.
    #[must_use]
    pub fn new(rules: Rc<Rules>, table: Table, names: Arc<[Text]>, is_logged: bool) -> Self {
        let seats = (0..table.n_seats()).map(|_| None).collect();
        Self {
            rules,
            table,
            names,
            log: Log::new(is_logged),
            agents: Agents { seats, has_vacancy: true, n_decisions: 0 },
            question: Decision::default(),
            run: SuspendedHook::default(),
            settings: Settings::default(),
        }
    }

    /// A context without a table: what is left where another one is lent away.
    #[must_use]
    pub fn idle(rules: Rc<Rules>) -> Self {
        Self::new(rules, Table::default(), Arc::default(), false)
    }

    /// Why something happens now.
    #[must_use]
    pub fn cause(&self) -> Cause {
        let action = self.run.action.as_ref().map(|action| action.reference());
        let Log { ply, since, .. } = self.log;
        Cause { ply, since, action, place: self.run.place }
    }

    /// Makes something happen. Inlined, so that what is done with a known kind of event is all that
    /// is left of it.
    #[inline(always)]
    pub fn emit(&mut self, kind: EventKind) {
        if self.log.is_kept() {
            self.record(&kind);
        }
        self.table.apply(&self.rules, kind);
    }

    #[cold]
    #[inline(never)]
    fn record(&mut self, kind: &EventKind) {
        let cause = self.cause();
        self.log.push(cause, kind.clone());
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
        if self.run.mode == RunMode::Probe {
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
        self.question.announcing = self.run.announcing;
        let question = self.fingerprint();
        match self.run.given.get(self.run.n_used) {
            Some(given) if given.question == question => {
                self.run.n_used += 1;
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
        self.agents.seats.get(seat.index()).is_some_and(Option::is_some)
    }

    /// The fingerprint of the question at hand.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let q = &self.question;
        stable_hash(&(self.run.path, q.seat, &q.prompt, &q.options))
    }

    /// Notes that the only option was taken.
    pub fn note_auto_answer(&mut self) {
        if self.log.is_kept() {
            self.log.auto_answers.push(AutoAnswer {
                seat: self.question.seat,
                choice: self.question.options[0].clone(),
                announcing: self.run.announcing,
            });
        }
    }

    /// Lets the agent in the seat answer a decision; without one, the question at hand.
    ///
    /// # Errors
    /// A fault when the agent names an option that does not exist.
    pub fn ask_agent(&mut self, seat: Seat, decision: Option<&Decision>) -> Result<usize, Stop> {
        let Self { agents, question, table, rules, .. } = self;
        let agent = agents.seats[seat.index()].as_mut().expect("an agent sits here");
        let decision = decision.unwrap_or(question);
        let index = agent.answer(&Observation { table, rules, seat }, decision);
        agents.n_decisions += 1;
        if index < decision.options.len() {
            Ok(index)
        } else {
            Err(Fault::new("F0401", format!("the agent chose option {index}, which is not there"))
                .hint("options are counted from 0")
                .into())
        }
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
        self.run.caused.push(Task::Explode { seat, hazard });
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
