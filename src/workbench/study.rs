//! One game under study: the rules it is played by, the live game, and its history.

use super::timeline::{Entry, Timeline};
use crate::error::Error;
use crate::kernel::{Event, Game, Seat, Table};
use crate::transcript::lexicon::Lexicon;
use crate::transcript::{
    Divergence, Edition, Halt, Header, Input, Record, Transcript, apply, hash_text, replay_ply,
};
use crate::variant::Library;

/// A game under study. The game always stands where the timeline says.
pub struct Study {
    /// What the game was started with.
    pub header: Header,
    /// The rules and the words.
    pub edition: Edition,
    /// The game.
    pub game: Game,
    /// Its history.
    pub timeline: Timeline,
    /// Whether windows are shown to seats that can only pass.
    pub ask_all: bool,
    /// Whether what is left to chance is asked.
    pub ask_chance: bool,
    /// Whose knowledge is shown; nobody's: all there is.
    pub eyes: Option<Seat>,
    /// The script fault that answered the last input.
    pub fault: Option<Error>,
    /// Inputs that were impossible after a change of the rules, to be tried again after the next.
    pub cut_off: Vec<Record>,
}

/// A game that was played anew from its transcript.
pub struct Replayed {
    /// The game.
    pub study: Study,
    /// Where it first differs from what was recorded.
    pub differs: Option<Divergence>,
    /// The input that is impossible now; the game ends before it.
    pub end: Option<Divergence>,
}

impl Study {
    /// Starts a game.
    ///
    /// # Errors
    /// Everything that is wrong with the variant or its scripts.
    pub fn new(mut header: Header, library: &Library) -> Result<Self, Vec<Error>> {
        let edition = header.edition(library)?;
        let mut game = header.start(&edition).map_err(|error| vec![*error])?;
        let timeline = Timeline::new(entry(&mut game, None, None));
        Ok(Self {
            ask_chance: header.ask_chance,
            header,
            edition,
            game,
            timeline,
            ask_all: false,
            eyes: None,
            fault: None,
            cut_off: Vec::new(),
        })
    }

    /// Starts the game of a transcript and carries its inputs out, as far as they are possible.
    ///
    /// # Errors
    /// Everything that is wrong with the variant or its scripts.
    pub fn replayed(transcript: &Transcript, library: &Library) -> Result<Replayed, Vec<Error>> {
        let mut study = Self::new(transcript.header.clone(), library)?;
        let (mut differs, mut end) = (None, None);
        for record in &transcript.records {
            let ply = study.timeline.ply() + 1;
            let seat = study.asked();
            match replay_ply(&mut study.game, &study.edition, ply, record) {
                Ok(difference) => differs = differs.or(difference),
                Err(impossible) => {
                    study.game.rewind(&study.timeline.now().snapshot);
                    end = Some(impossible);
                    break;
                }
            }
            let record = Record { hash: hash_text(study.game.snapshot().hash()), ..record.clone() };
            study.ask_all = record.ask_all;
            study.ask_chance = record.ask_chance;
            let entry = entry(&mut study.game, Some(record), seat);
            study.timeline.push(entry);
        }
        study.cut_off = transcript.records[study.timeline.last_ply()..].to_vec();
        study.game.ask_single_pass(study.ask_all);
        study.game.ask_chance(study.ask_chance);
        Ok(Replayed { study, differs, end })
    }

    /// The words of the game.
    #[must_use]
    pub fn lexicon(&self) -> &Lexicon {
        &self.edition.lexicon
    }

    /// The position to be shown.
    #[must_use]
    pub fn table(&self) -> &Table {
        self.game.shown()
    }

    /// Who must answer.
    #[must_use]
    pub fn asked(&self) -> Option<Seat> {
        self.game.decision().map(|decision| decision.seat)
    }

    /// Does something as the next ply: `act` plays it and says what the input was. On an error
    /// everything is as it was.
    ///
    /// # Errors
    /// What `act` returns.
    pub fn ply(
        &mut self,
        typed: &str,
        act: impl FnOnce(&mut Game, &Edition) -> Result<Input, Halt>,
    ) -> Result<(), Halt> {
        let seat = self.asked();
        self.game.begin_ply(self.timeline.ply() as u32 + 1);
        match act(&mut self.game, &self.edition) {
            Ok(input) => {
                let hash = hash_text(self.game.snapshot().hash());
                let typed = typed.to_owned();
                let (ask_all, ask_chance) = (self.ask_all, self.ask_chance);
                let record = Record { typed, input, ask_all, ask_chance, hash };
                let entry = entry(&mut self.game, Some(record), seat);
                self.timeline.push(entry);
                self.cut_off.clear();
                Ok(())
            }
            Err(halt) => {
                self.game.rewind(&self.timeline.now().snapshot);
                Err(halt)
            }
        }
    }

    /// Carries an input out as the next ply.
    ///
    /// # Errors
    /// Why it cannot be done; the game is as it was.
    pub fn take(&mut self, typed: &str, input: Input) -> Result<(), Halt> {
        self.ply(typed, |game, edition| apply(game, edition, &input).map(|()| input))
    }

    /// Goes to a ply of the current line.
    pub fn go(&mut self, ply: usize) {
        self.timeline.go(ply);
        self.game.rewind(&self.timeline.now().snapshot);
    }

    /// Sets whether windows are shown to seats that can only pass.
    pub fn ask_all(&mut self, on: bool) {
        self.ask_all = on;
        self.game.ask_single_pass(on);
    }

    /// Sets whether what is left to chance is asked.
    pub fn ask_chance(&mut self, on: bool) {
        self.ask_chance = on;
        self.game.ask_chance(on);
    }

    /// The same game once more, to try something on.
    #[must_use]
    pub fn fork(&self) -> Self {
        Self {
            header: self.header.clone(),
            edition: self.edition.clone(),
            game: self.game.fork(),
            timeline: self.timeline.clone(),
            ask_all: self.ask_all,
            ask_chance: self.ask_chance,
            eyes: self.eyes,
            fault: self.fault.clone(),
            cut_off: Vec::new(),
        }
    }

    /// The transcript of the current line; `whole` with what lies ahead.
    #[must_use]
    pub fn transcript(&self, whole: bool) -> Transcript {
        let n_plies = if whole { self.timeline.last_ply() } else { self.timeline.ply() };
        let records = self.timeline.line().take(n_plies + 1);
        let records = records.filter_map(|entry| entry.record.clone()).collect();
        Transcript { header: self.header.clone(), records }
    }

    /// Plays the game anew from what a saved transcript says of it, and checks that nothing
    /// differs.
    ///
    /// # Errors
    /// The first divergence, in words.
    pub fn rebuild(&mut self) -> Result<(), String> {
        let saved = self.transcript(false).to_json_lines();
        let transcript = Transcript::from_json_lines(&saved).map_err(|error| error.to_string())?;
        let start = transcript.header.start(&self.edition);
        let mut game = start.map_err(|error| error.to_string())?;
        for (i, record) in transcript.records.iter().enumerate() {
            let differs = replay_ply(&mut game, &self.edition, i + 1, record);
            if let Some(divergence) = differs.unwrap_or_else(Some) {
                return Err(divergence.to_string());
            }
        }
        game.ask_single_pass(self.ask_all);
        game.ask_chance(self.ask_chance);
        game.take_events();
        self.game = game;
        Ok(())
    }

    /// All that has happened up to now, with what has only begun.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        let happened = self.timeline.path().flat_map(|entry| &entry.events);
        happened.chain(&self.timeline.now().begun)
    }
}

fn entry(game: &mut Game, record: Option<Record>, seat: Option<Seat>) -> Entry {
    let events = game.take_events();
    let begun = game.glimpsed().to_vec();
    Entry { parent: None, record, seat, snapshot: game.snapshot(), events, begun }
}
