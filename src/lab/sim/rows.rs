//! Raw data: a row for each game, each play and each decision of a run, as CSV or as JSON lines.
//!
//! The columns are the fields of `GameRow`, `PlayRow` and `DecisionRow`; `README.md`
//! describes them. Seats are counted from 1. Lists are texts separated by `|`, so that both formats
//! have the same columns.

use super::collect::SharedCounter;
use super::measures::{GameResult, MEASURES};
use super::plan::Plan;
use super::row_format::{DecisionRow, GameRow, PlayRow, ROW_FORMAT, RowText};
use super::{row_files::RowFiles, tally::WIN};
use crate::base::Interrupt;
use crate::kernel::decision::CardPlace;
use crate::kernel::decision::mark::Mark;
use crate::kernel::rules::Text;
use crate::kernel::{
    Action, ActionEvent, ActionId, Agent, Choice, Decision, Event, EventKind, Kind, Observation,
    PlayerEvent, Prompt, Rules, Seat, Subject, Zone,
};
use crate::message::with_face;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

struct DecisionRecord {
    seat: Seat,
    prompt: String,
    n_options: usize,
    hand: usize,
    draw_pile: usize,
    choice: String,
    turn: usize,
    offered: String,
}

/// An agent whose decisions are recorded.
struct RecordedAgent {
    agent: Box<dyn Agent>,
    records: Rc<RefCell<Vec<DecisionRecord>>>,
    counter: SharedCounter,
    titles: Rc<[Text]>,
}

impl RecordedAgent {
    /// The question, in which cards have their titles.
    fn prompt(&self, decision: &Decision) -> String {
        let title = |kind: Kind| self.titles.get(kind.index()).cloned();
        match &decision.prompt {
            Prompt::Turn => "turn".to_owned(),
            Prompt::Respond => "respond".to_owned(),
            Prompt::Cards(_) => "cards".to_owned(),
            Prompt::Text(text) => text.read(|mark| match mark {
                Mark::Kind(kind) => title(kind),
                Mark::Card(_) | Mark::Unknown => None,
            }),
        }
    }
}

impl Agent for RecordedAgent {
    fn answer(&mut self, observation: &Observation<'_>, decision: &Decision) -> usize {
        let index = self.agent.answer(observation, decision);
        let offered = decision.options.iter();
        let offered = offered.map(|choice| choice_text(choice, observation.rules()));
        let offered: Vec<String> = offered.collect();
        self.records.borrow_mut().push(DecisionRecord {
            seat: decision.seat,
            prompt: self.prompt(decision),
            n_options: decision.options.len(),
            hand: observation.n_cards(Zone::Hand(decision.seat)),
            draw_pile: observation.n_cards(Zone::Draw),
            choice: offered.get(index).cloned().unwrap_or_default(),
            turn: self.counter.borrow().n_turns(),
            offered: offered.join("|"),
        });
        index
    }

    fn samples_hooks(&self) -> bool {
        self.agent.samples_hooks()
    }
}

/// Formats a choice: `play favor`, `player 2`, `combo pair tacocat tacocat`.
pub fn choice_text(choice: &Choice, rules: &Rules) -> String {
    let id = |kind: Kind| &*rules.kind(kind).id;
    match choice {
        Choice::Draw => "draw".to_owned(),
        Choice::Pass => "pass".to_owned(),
        Choice::Yes => "yes".to_owned(),
        Choice::No => "no".to_owned(),
        Choice::Unseen => "unseen".to_owned(),
        Choice::Play(kind) => format!("play {}", id(*kind)),
        Choice::Respond(kind) => format!("respond {}", id(*kind)),
        Choice::Kind(kind) => format!("kind {}", id(*kind)),
        Choice::Card(_, kind) => format!("card {}", id(*kind)),
        Choice::Placed(_, kind, place) => format!("card {}", copy_text(id(*kind), place, rules)),
        Choice::Copies(combo, set) => {
            let cards = set.iter().map(|copy| copy_text(id(copy.kind), &copy.place, rules));
            let cards: Vec<String> = cards.collect();
            format!("combo {} {}", rules.combo(*combo).id, cards.join(" "))
        }
        Choice::Hidden(_, place) => format!("hidden {place}"),
        Choice::Combo(combo, kinds) => {
            let kinds = kinds
                .faces()
                .map(|(kind, is_turned)| format!(" {}", with_face(id(kind), is_turned)));
            format!("combo {}{}", rules.combo(*combo).id, kinds.collect::<String>())
        }
        Choice::Player(seat) => format!("player {}", seat.0 + 1),
        Choice::Number(number) => format!("number {number}"),
        Choice::Text(text) => format!("text {text}"),
    }
}

/// Names a card that is told from others of its kind: `discard.skip^`, `charge(charges=3,by=2)`.
fn copy_text(id: &str, place: &CardPlace, rules: &Rules) -> String {
    let zone = place.zone.map(|zone| zone_text(zone, rules) + ".").unwrap_or_default();
    let traits = place.traits.iter().flat_map(|traits| {
        let name = |slot: u16| &rules.card_counters[usize::from(slot)].id;
        let counters = traits.counters.iter();
        let counters = counters.map(move |(slot, number, text)| match text {
            Some(text) => format!("{}={text}", name(*slot)),
            None => format!("{}={number}", name(*slot)),
        });
        let by = traits.by.map(|seat| seat.map_or_else(|| "-".into(), |s| (s.0 + 1).to_string()));
        counters.chain(by.map(|player| format!("by={player}")))
    });
    let traits: Vec<String> = traits.collect();
    let traits = if traits.is_empty() { String::new() } else { format!("({})", traits.join(",")) };
    with_face(&format!("{zone}{id}{traits}"), place.is_turned)
}

/// Names a zone: `discard`, `2.hand`, `2.front`.
fn zone_text(zone: Zone, rules: &Rules) -> String {
    match zone {
        Zone::Draw => "draw".to_owned(),
        Zone::Discard => "discard".to_owned(),
        Zone::Table => "table".to_owned(),
        Zone::Box => "box".to_owned(),
        Zone::Pile(pile) => rules.piles[pile.index()].id.to_string(),
        Zone::Hand(seat) => format!("{}.hand", seat.0 + 1),
        Zone::Front(seat) => format!("{}.front", seat.0 + 1),
        Zone::Own(pile) => {
            let id = rules.pile(zone).map_or("pile", |rule| &rule.id);
            format!("{}.{id}", pile.seat().0 + 1)
        }
    }
}

/// A play of the current game.
struct PlayRecord {
    id: ActionId,
    subject: Subject,
    seat: Seat,
    ply: u32,
    turn: usize,
    answers: Option<Subject>,
    cancelled: bool,
}

/// Collects the rows of one game after the other, on one thread.
pub(super) struct RowCollector<'a> {
    plan: &'a Plan,
    rules: Rc<Rules>,
    files: &'a RowFiles,
    stop: Interrupt,
    counter: SharedCounter,
    records: Rc<RefCell<Vec<DecisionRecord>>>,
    agents: Vec<String>,
    /// By kind.
    titles: Rc<[Text]>,
}

/// Other threads wait for the rows of this one.
impl Drop for RowCollector<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.stop.set();
        }
    }
}

impl<'a> RowCollector<'a> {
    pub fn new(
        plan: &'a Plan,
        rules: &Rc<Rules>,
        counter: &SharedCounter,
        files: &'a RowFiles,
        stop: Interrupt,
    ) -> Self {
        let agents = plan.agents().iter().map(ToString::to_string).collect();
        let (rules, counter, records) = (rules.clone(), counter.clone(), Rc::default());
        let titles = rules.kinds.iter().map(|kind| plan.manifest.title(&kind.id).into()).collect();
        Self { plan, rules, counter, files, stop, records, agents, titles }
    }

    pub fn begin(&self) {
        self.records.borrow_mut().clear();
    }

    /// Returns the agent, recorded if decisions are wanted.
    pub fn recorded(&self, agent: Box<dyn Agent>) -> Box<dyn Agent> {
        if self.files.formats[2].is_none() {
            return agent;
        }
        let (records, counter) = (self.records.clone(), self.counter.clone());
        Box::new(RecordedAgent { agent, records, counter, titles: self.titles.clone() })
    }

    fn agent(&self, game: u64, seat: Seat) -> &str {
        &self.agents[self.plan.agent_of(game, seat)]
    }

    fn game_row(&self, game: u64, outcome: &'static str) -> GameRow {
        let players = self.plan.manifest.players;
        let agents = (0..players).map(|seat| self.agent(game, Seat(seat as u8)));
        let agents = agents.collect::<Vec<_>>().join("|");
        let seed = self.plan.seed_of(game).to_string();
        GameRow { game, seed, players, outcome, agents, ..GameRow::default() }
    }

    /// Writes the row of a game without a result.
    pub fn unfinished(&self, game: u64, outcome: &'static str) {
        let mut games = RowText::new(self.files.formats[0]);
        games.push(&self.game_row(game, outcome));
        self.files.submit(game, [games.into_bytes(), Vec::new(), Vec::new()], &self.stop);
    }

    /// Writes the rows of a game that is over.
    pub fn finished(&self, game: u64, events: &[Event], result: &GameResult) {
        let winners = result.winners;
        let outcome = if winners.is_empty() { "drawn" } else { "won" };
        let seats: Vec<String> = winners.iter().map(|seat| (seat.0 + 1).to_string()).collect();
        let counter = self.counter.borrow();
        let drawn = (0..self.plan.manifest.players).map(|seat| {
            let kinds = self.rules.kinds.iter().zip(counter.drawn());
            let own = kinds.filter(|(_, seats)| seats.has(Seat(seat as u8)));
            own.map(|(kind, _)| &*kind.id).collect::<Vec<_>>().join(" ")
        });
        let mut games = RowText::new(self.files.formats[0]);
        games.push(&GameRow {
            drawn: Some(drawn.collect::<Vec<_>>().join("|")),
            first: result.first.map(|seat| seat.0 + 1),
            winners: seats.join("|"),
            numbers: Some(std::array::from_fn(|i| MEASURES[i].of_game(result))),
            decisions: self.files.formats[2].map(|_| self.records.borrow().len()),
            ..self.game_row(game, outcome)
        });
        let plays = plays(events);
        let rows = [games, self.play_rows(game, &plays, result), self.decision_rows(game, result)];
        self.files.submit(game, rows.map(RowText::into_bytes), &self.stop);
    }

    fn name(&self, subject: Subject) -> (&'static str, &str) {
        match subject {
            Subject::Card(_, kind) => ("card", &self.rules.kind(kind).id),
            Subject::Combo(combo) => ("combo", &self.rules.combo(combo).id),
            Subject::Explosion(_) => ("explosion", "explosion"),
            Subject::Draw => ("draw", "draw"),
            Subject::Turn => ("turn", "turn"),
            Subject::Between => ("between", "between"),
        }
    }

    fn play_rows(&self, game: u64, plays: &[PlayRecord], result: &GameResult) -> RowText {
        let mut text = RowText::new(self.files.formats[1]);
        for (play, record) in plays.iter().enumerate() {
            let (r#type, name) = self.name(record.subject);
            text.push(&PlayRow {
                format: ROW_FORMAT,
                game,
                play: play + 1,
                ply: record.ply,
                turn: record.turn,
                seat: record.seat.0 + 1,
                agent: self.agent(game, record.seat),
                r#type,
                name,
                answers: record.answers.map(|subject| self.name(subject).1),
                cancelled: record.cancelled,
                won: share(result, record.seat),
            });
        }
        text
    }

    fn decision_rows(&self, game: u64, result: &GameResult) -> RowText {
        let mut text = RowText::new(self.files.formats[2]);
        for (decision, record) in self.records.borrow().iter().enumerate() {
            text.push(&DecisionRow {
                format: ROW_FORMAT,
                game,
                decision: decision + 1,
                seat: record.seat.0 + 1,
                agent: self.agent(game, record.seat),
                prompt: &record.prompt,
                options: record.n_options,
                hand: record.hand,
                draw_pile: record.draw_pile,
                choice: &record.choice,
                won: share(result, record.seat),
                turn: record.turn,
                offered: &record.offered,
            });
        }
        text
    }
}

/// The plays of a game.
fn plays(events: &[Event]) -> Vec<PlayRecord> {
    let (mut plays, mut n_turns) = (Vec::<PlayRecord>::new(), 0);
    let mut subjects: HashMap<ActionId, Subject> = HashMap::new();
    for event in events {
        match &event.kind {
            EventKind::Player(PlayerEvent::Began { .. }) => n_turns += 1,
            EventKind::Action(ActionEvent::Announced { action }) => {
                subjects.insert(action.id, action.subject);
                if action.subject.is_play() {
                    let answers = action.answers.and_then(|id| subjects.get(&id).copied());
                    plays.push(played(action, event.cause.ply, n_turns, answers));
                }
            }
            EventKind::Action(ActionEvent::Cancelled { action, .. }) => {
                let play = plays.iter_mut().rev().find(|play| play.id == action.id);
                play.into_iter().for_each(|play| play.cancelled = true);
            }
            _ => {}
        }
    }
    plays
}

fn played(action: &Action, ply: u32, turn: usize, answers: Option<Subject>) -> PlayRecord {
    let (id, subject, seat) = (action.id, action.subject, action.by);
    PlayRecord { id, subject, seat, ply, turn, answers, cancelled: false }
}

/// The share of the win of a seat.
fn share(result: &GameResult, seat: Seat) -> f64 {
    if result.winners.has(seat) { result.win as f64 / WIN as f64 } else { 0.0 }
}
