//! One game in the debugger: its rules, the live game, and its history.

use super::recorded::Cursor;
use super::reply::QuestionDiff;
use super::timeline::{Timeline, TimelineEntry, is_there};
use crate::base::error::{Error, Refusal};
use crate::kernel::{Game, Observation, Seat, SeatSet, Snapshot, Table};
use crate::script::Host;
use crate::transcript::ruleset_cache::RulesetCache;
use crate::transcript::{
    ApplyError, BranchNames, Divergence, Header, Input, LoadedRuleset, Origin, Record, Transcript,
    apply, canonical_record, hash_text, replay_ply,
};
use crate::variant::Library;
use crate::variant::notation::Notation;
use std::cell::OnceCell;
use std::rc::Rc;

/// A game in the debugger. The live game is always at the current point of the timeline.
pub struct Debugger {
    /// The id of the first decision: higher than all ids of the game it replaced.
    pub first_decision: u64,
    /// The header of the game.
    pub header: Header,
    /// The rules and the notation.
    pub loaded: LoadedRuleset,
    pub game: Game,
    pub timeline: Timeline,
    /// The table before its first event.
    base: Rc<Table>,
    /// The seats that are asked in windows even if they can only pass.
    pub also_asked: SeatSet,
    /// Whether chance is asked.
    pub ask_chance: bool,
    /// The player whose knowledge is shown; `None`: everything.
    pub viewer: Option<Seat>,
    /// The script fault of the last input.
    pub fault: Option<Error>,
    /// The game before a rule change made inputs impossible, to retry after the next change.
    pub cut_off: Option<Rc<CutOff>>,
    /// The scripts, compiled so that their runs are recorded, on first use.
    pub(super) watched: OnceCell<Option<Rc<Host>>>,
    pub(super) cursor: Cursor,
}

/// A transcript with inputs that are no longer possible.
pub struct CutOff {
    pub transcript: Transcript,
    /// The entry of each record, counted from 1, after the start. An impossible record has the
    /// nearest possible entry before it.
    pub numbers: Vec<usize>,
    /// The ply at which the game stood.
    pub ply: usize,
    /// The first input that is no longer possible.
    pub end: Divergence,
}

/// A game replayed from its transcript.
pub struct ReplayedGame {
    pub debugger: Debugger,
    /// The first difference from the recording.
    pub differs: Option<Divergence>,
    /// The first question that differs from the saved one.
    pub question_diff: Option<QuestionDiff>,
    /// The first input that is no longer possible; its line ends before it.
    pub end: Option<Divergence>,
    /// The number of inputs left out.
    pub n_cut: usize,
}

impl Debugger {
    /// Starts a game.
    ///
    /// # Errors
    /// All errors of the variant or its scripts.
    pub fn new(
        mut header: Header,
        library: &Library,
        rulesets: &RulesetCache,
    ) -> Result<Self, Vec<Error>> {
        let loaded = header.load(library, rulesets)?;
        Self::started_with(header, loaded)
    }

    /// Starts a game of a ruleset that is loaded.
    ///
    /// # Errors
    /// A fault of the setup.
    pub fn started_with(header: Header, loaded: LoadedRuleset) -> Result<Self, Vec<Error>> {
        let mut game = header.start(&loaded).map_err(|error| vec![*error])?;
        let base = Rc::new(game.log_base().clone());
        let timeline = Timeline::new(entry(&mut game, None, None));
        Ok(Self {
            ask_chance: header.ask_chance,
            first_decision: 0,
            header,
            loaded,
            game,
            timeline,
            base,
            also_asked: SeatSet::NONE,
            viewer: None,
            fault: None,
            cut_off: None,
            watched: OnceCell::new(),
            cursor: Cursor::default(),
        })
    }

    /// Replays a transcript, each branch as far as possible. The typed text in a transcript is
    /// untrusted: it is replaced if it does not mean the input.
    ///
    /// # Errors
    /// All errors of the variant or its scripts.
    pub fn replayed(
        transcript: &Transcript,
        library: &Library,
        rulesets: &RulesetCache,
        origin: Origin,
    ) -> Result<ReplayedGame, Vec<Error>> {
        let mut debugger = Self::new(transcript.header.clone(), library, rulesets)?;
        if origin == Origin::Foreign {
            debugger.header.check(debugger.notation())?;
        }
        let (mut differs, mut question_diff, mut end) = (None, None, None);
        // The entry of each saved number, and whether it could be reached.
        let (mut numbers, mut is_there) = (vec![0], vec![true]);
        let mut standing = 0;
        for (i, record) in transcript.records.iter().enumerate() {
            let parent = transcript.parent(i);
            let number = numbers[parent];
            if !is_there[parent] {
                numbers.push(number);
                is_there.push(false);
                continue;
            }
            if number != standing {
                debugger.game.rewind(&debugger.timeline.entry_at(number).snapshot);
            }
            let (ply, seat) = (debugger.timeline.entry_at(number).ply + 1, debugger.asked());
            let record = &match origin {
                Origin::Person => record.clone(),
                Origin::Foreign => canonical_record(&mut debugger.game, &debugger.loaded, record),
            };
            match replay_ply(&mut debugger.game, &debugger.loaded, ply, record) {
                Ok(difference) => differs = differs.or(difference),
                Err(impossible) => {
                    end = end.or(Some(impossible));
                    numbers.push(number);
                    is_there.push(false);
                    debugger.game.rewind(&debugger.timeline.entry_at(number).snapshot);
                    standing = number;
                    continue;
                }
            }
            let hash = hash_text(debugger.game.snapshot().hash());
            let played = Record { hash, after: None, asked: None, ..record.clone() };
            standing =
                debugger.timeline.grow(number, entry(&mut debugger.game, Some(played), seat));
            question_diff = question_diff
                .or_else(|| debugger.question_diff(record, debugger.timeline.entry_at(standing)));
            numbers.push(standing);
            is_there.push(true);
        }
        debugger.timeline.rename(&transcript.names, &numbers);
        let n_cut = is_there.iter().filter(|there| !**there).count();
        let transcript = transcript.clone();
        let cut_off = end.clone().map(|end| CutOff { transcript, numbers, ply: 0, end });
        debugger.cut_off = cut_off.map(Rc::new);
        let last = debugger.timeline.now().record.as_ref();
        let asked = last.map(|record| (record.also_asked, record.ask_chance));
        let (also_asked, ask_chance) = asked.unwrap_or((SeatSet::NONE, debugger.header.ask_chance));
        debugger.also_ask(also_asked);
        debugger.ask_chance(ask_chance);
        debugger.place();
        Ok(ReplayedGame { debugger, differs, question_diff, end, n_cut })
    }

    /// The notation of the game.
    pub fn notation(&self) -> &Notation {
        &self.loaded.notation
    }

    /// The position to show.
    pub fn table(&self) -> &Table {
        self.game.shown()
    }

    /// Calls `look` with what a seat sees, with the whole history of the game.
    pub fn observe<T>(&self, seat: Seat, look: impl FnOnce(&Observation<'_>) -> T) -> T {
        let events = self.history();
        look(&self.game.observation(seat).after(&self.base, &events))
    }

    pub fn asked(&self) -> Option<Seat> {
        self.game.decision().map(|decision| decision.seat)
    }

    /// Runs an action as the next ply: `act` plays it and returns the input. An error leaves the
    /// game unchanged.
    ///
    /// # Errors
    /// The errors of `act`.
    pub fn ply(
        &mut self,
        typed: &str,
        act: impl FnOnce(&mut Game, &LoadedRuleset) -> Result<Input, ApplyError>,
    ) -> Result<(), ApplyError> {
        if self.timeline.inside().is_some() {
            let ply = self.timeline.ply();
            return Err(ApplyError::hinted(
                format!("ply {ply} is shown only up to here"),
                "`:continue`, `:next` and `:step` go on with it; `:back` goes before it",
            ));
        }
        let seat = self.asked();
        self.game.begin_ply(self.timeline.ply() as u32 + 1);
        match act(&mut self.game, &self.loaded) {
            Ok(input) => {
                let hash = hash_text(self.game.snapshot().hash());
                let typed = typed.to_owned();
                let (also_asked, ask_chance) = (self.also_asked, self.ask_chance);
                let (after, asked) = (None, None);
                let record = Record { typed, input, also_asked, ask_chance, hash, after, asked };
                let record = self.as_before(record);
                let entry = entry(&mut self.game, Some(record), seat);
                self.timeline.push(entry);
                self.cursor.leave_fault();
                self.cut_off = None;
                Ok(())
            }
            Err(error) => {
                self.game.rewind(&self.timeline.now().snapshot);
                Err(error)
            }
        }
    }

    /// The record of the next ply of the line, if this one differs only in how it is typed.
    fn as_before(&self, record: Record) -> Record {
        let next =
            self.timeline.entry(self.timeline.ply() + 1).and_then(|next| next.record.clone());
        let is_same =
            |next: &Record| Record { typed: next.typed.clone(), ..record.clone() } == *next;
        next.filter(is_same).unwrap_or(record)
    }

    /// Adds an input that the game has just carried out as the next ply.
    pub fn note_ply(&mut self, record: &Record, seat: Option<Seat>) {
        let hash = hash_text(self.game.snapshot().hash());
        let record = Record { hash, after: None, asked: None, ..record.clone() };
        let entry = entry(&mut self.game, Some(record), seat);
        self.timeline.push(entry);
    }

    /// Plays an input as the next ply.
    ///
    /// # Errors
    /// The input is not possible; the game is unchanged.
    pub fn take(&mut self, typed: &str, input: Input) -> Result<(), ApplyError> {
        self.ply(typed, |game, loaded| apply(game, loaded, &input).map(|()| input))
    }

    /// Goes to a ply of the current line.
    pub fn go(&mut self, ply: usize) {
        self.timeline.go(ply);
        self.place();
    }

    /// Restores the live game from the timeline.
    pub fn place(&mut self) {
        self.cursor.leave_fault();
        match self.timeline.inside() {
            None => self.game.rewind(&self.timeline.now().snapshot),
            Some(_) => self.game.rewind(&Snapshot::still(self.table_at(self.point()))),
        }
    }

    /// Sets the seats that are asked in windows even if they can only pass.
    pub fn also_ask(&mut self, seats: SeatSet) {
        self.also_asked = seats;
        self.game.also_ask(seats);
    }

    /// Sets whether chance is asked.
    pub fn ask_chance(&mut self, on: bool) {
        self.ask_chance = on;
        self.game.ask_chance(on);
    }

    /// Returns a copy of the game to go back to.
    pub fn copy(&self) -> Self {
        Self { cut_off: self.cut_off.clone(), ..self.fork() }
    }

    /// Returns a copy of the game for trials.
    pub fn fork(&self) -> Self {
        Self {
            first_decision: self.first_decision,
            header: self.header.clone(),
            loaded: self.loaded.clone(),
            game: self.game.fork(),
            timeline: self.timeline.clone(),
            base: self.base.clone(),
            also_asked: self.also_asked,
            ask_chance: self.ask_chance,
            viewer: self.viewer,
            fault: self.fault.clone(),
            cut_off: None,
            watched: self.watched.clone(),
            cursor: Cursor::default(),
        }
    }

    /// The transcript of the line up to the current point; with `whole`, of all branches with their
    /// names.
    pub fn transcript(&self, whole: bool) -> Transcript {
        let header = self.header.clone();
        if !whole {
            let records = self.timeline.path().filter_map(|entry| entry.record.clone());
            return Transcript {
                header,
                records: records.collect(),
                names: BranchNames::default(),
            };
        }
        let entries = self.timeline.entries().enumerate();
        let records = entries.filter_map(|(number, entry)| {
            let after = entry.parent.filter(|parent| parent + 1 != number);
            let asked = Some(Box::new(self.asked_after(entry)));
            Some(Record { after, asked, ..entry.record.clone()? })
        });
        Transcript { header, records: records.collect(), names: self.timeline.names() }
    }

    /// The transcript for a replay on other rules: includes earlier cut-off inputs and the current
    /// names.
    pub fn to_replay(&self) -> Transcript {
        let Some(cut) = self.cut_off.as_deref() else { return self.transcript(true) };
        let mut transcript = cut.transcript.clone();
        // What differs is what differs from the last replay, not from an earlier one.
        for (i, record) in transcript.records.iter_mut().enumerate() {
            if is_there(&cut.numbers, i + 1) {
                let entry = self.timeline.entry_at(cut.numbers[i + 1]);
                record.asked = Some(Box::new(self.asked_after(entry)));
            }
        }
        let names = &mut transcript.names;
        let number = |entry: usize| cut.numbers.iter().position(|n| *n == entry).unwrap_or(0);
        // A mark of a cut-off ply is kept, unless its name now marks another point.
        names.marks.retain(|_, saved| !is_there(&cut.numbers, *saved));
        names
            .marks
            .extend(self.timeline.marks().map(|(name, entry)| (name.to_owned(), number(entry))));
        names.notes.extend(self.timeline.names().notes);
        let branches = self.timeline.branches();
        if names.branches.is_empty() && branches.len() > 1 {
            names.branches.push((branches[0].name.clone(), transcript.records.len()));
        }
        for branch in branches.iter().filter(|_| branches.len() > 1) {
            if names.branches.iter().all(|(name, _)| *name != branch.name) {
                names.branches.push((branch.name.clone(), number(branch.tip)));
            }
        }
        names.branch.clone_from(&branches[self.timeline.branch()].name);
        names.at = self.timeline.ply();
        transcript
    }

    /// Replays the game from its saved transcript and checks that nothing differs.
    ///
    /// # Errors
    /// The first divergence, as a message.
    pub fn rebuild(&mut self) -> Result<(), Refusal> {
        let saved = self.transcript(false).to_json_lines();
        let transcript = Transcript::from_json_lines(&saved).map_err(|error| error.to_string())?;
        let start = transcript.header.start(&self.loaded);
        let mut game = start.map_err(|error| error.to_string())?;
        for (i, record) in transcript.records.iter().enumerate() {
            let differs = replay_ply(&mut game, &self.loaded, i + 1, record);
            if let Some(divergence) = differs.unwrap_or_else(Some) {
                return Err(divergence.to_string().into());
            }
        }
        game.also_ask(self.also_asked);
        game.ask_chance(self.ask_chance);
        game.take_events();
        self.game = game;
        if self.timeline.inside().is_some() {
            self.place();
        }
        Ok(())
    }
}

fn entry(game: &mut Game, record: Option<Record>, seat: Option<Seat>) -> TimelineEntry {
    let events = game.take_events();
    let begun = game.uncommitted_events().to_vec();
    TimelineEntry { parent: None, ply: 0, record, seat, snapshot: game.snapshot(), events, begun }
}
