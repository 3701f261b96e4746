//! A game under study, without a terminal: one input line goes in, text comes out. The REPL and
//! session files are two faces of it. Nothing in here prints, reads keys or knows a colour.
//!
//! Reading order: [`study`] (a game with its [`timeline`]), [`typed`] (bare words), [`command`]
//! (what begins with `:`, in groups: each in the module that runs it), [`expect`], [`words`] and
//! [`render`] (what is shown), [`eyes`] (and what of it is not), [`why`], [`asked`] (where a game
//! goes another way), [`catalogue`], [`help`], [`complete`], [`journal`], [`keep`], [`disk`].

mod agents;
pub mod asked;
pub mod catalogue;
mod chance;
pub mod command;
pub mod complete;
mod diff;
pub mod disk;
pub mod expect;
pub mod eyes;
mod files;
pub mod grid;
mod halts;
pub mod help;
pub mod journal;
pub mod keep;
pub mod line;
mod locals;
mod look;
pub mod machine;
mod new;
pub mod positions;
pub mod render;
mod rework;
mod sets;
mod sorts;
mod sound;
mod stepping;
pub mod steps;
mod stops;
pub mod study;
mod talk;
pub mod thing;
pub mod timeline;
mod travel;
pub mod typed;
pub mod why;
pub mod words;

use crate::error::Error;
use crate::transcript::{Halt, Input, eval};
use crate::variant::Library;
use agents::Agents;
use disk::Files;
use journal::Journal;
use keep::Kept;
use rework::Rework;
use schemars::JsonSchema;
use serde::Serialize;
use std::rc::Rc;
use stops::Stops;
use study::Study;
use talk::Talk;
use thing::blind;

pub use complete::Completion;
pub use rework::Editor;

/// What became of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// It was carried out.
    Done,
    /// It was not understood or is not possible; nothing changed.
    Refused,
    /// It asserted something that does not hold.
    Failed,
    /// A script is wrong; the game is as it was before.
    Fault,
    /// The person wants to leave.
    Quit,
}

/// What is said to an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The text, without a line end after it; empty where there is nothing to say.
    pub text: String,
    /// What became of the input.
    pub verdict: Verdict,
}

/// Why an input was not carried out.
pub(crate) enum Trouble {
    /// It is refused: why, and what to do.
    Refused(String, Option<String>),
    /// It asserted something that does not hold.
    Failed(String),
    /// A script is wrong.
    Fault(Box<Error>),
    /// The person wants to leave.
    Quit,
}

impl Trouble {
    fn refused(why: impl Into<String>) -> Self {
        Self::Refused(why.into(), None)
    }

    fn hinted(why: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::Refused(why.into(), Some(hint.into()))
    }

    fn errors(errors: &[Error]) -> Self {
        Self::refused(crate::error::render(errors, false))
    }
}

/// What to do where somebody sees too little.
const SHOW_ALL: &str = "`:as` shows all there is again";

/// What an input says when it is carried out.
type Done = Result<String, Trouble>;

/// Gives the library again, with files as they are now.
pub type Source = Rc<dyn Fn() -> Result<Library, Vec<Error>>>;

/// The workbench.
pub struct Workbench {
    library: Library,
    /// The library without the scripts that are being tried; a source comes before it.
    base: Library,
    source: Option<Source>,
    study: Option<Study>,
    journal: Journal,
    /// What was done since somebody last asked, if anybody wants to know.
    kept: Option<Vec<Kept>>,
    /// What is recorded of the last input, where that is not what was typed.
    recorded_as: Option<String>,
    stops: Stops,
    /// The picture of the position that was shown last.
    picture: Option<String>,
    talk: Talk,
    rework: Rework,
    agents: Agents,
    /// Whether replies are JSON.
    json: bool,
    /// What was said to the inputs of a file that is being read, as JSON.
    nested: Vec<String>,
    /// The seed of the next game that names none.
    pub seed: u64,
    /// Whether the game is played anew from its transcript before each input, to show that nothing
    /// but the transcript counts.
    pub replaying: bool,
    /// Where files are read and written.
    pub files: Files,
}

impl Workbench {
    /// A workbench without a game.
    #[must_use]
    pub fn new(library: Library) -> Self {
        Self {
            base: library.clone(),
            library,
            source: None,
            study: None,
            journal: Journal::default(),
            kept: None,
            recorded_as: None,
            stops: Stops::default(),
            picture: None,
            talk: Talk::default(),
            rework: Rework::default(),
            agents: Agents::default(),
            json: false,
            nested: Vec::new(),
            seed: 1,
            replaying: false,
            files: Files::None,
        }
    }

    /// The same workbench; `:reload` gets the library from `source`.
    #[must_use]
    pub fn with_source(mut self, source: Source) -> Self {
        self.source = Some(source);
        self
    }

    /// The scripts and variants in use.
    #[must_use]
    pub const fn library(&self) -> &Library {
        &self.library
    }

    /// The game under study.
    #[must_use]
    pub const fn study(&self) -> Option<&Study> {
        self.study.as_ref()
    }

    /// The name of who must answer; nothing without a game or once it is over.
    #[must_use]
    pub fn asked(&self) -> Option<&str> {
        let study = self.study.as_ref()?;
        study.asked().map(|seat| study.lexicon().seat(seat))
    }

    /// The prompt: who must answer.
    #[must_use]
    pub fn prompt(&self) -> String {
        format!("{}> ", self.asked().unwrap_or_default())
    }

    /// Whether a line is an answer: bare words.
    #[must_use]
    pub fn is_answer(line: &str) -> bool {
        !line.trim_start().starts_with([':', '=', '?'])
    }

    /// Takes one input line.
    pub fn input(&mut self, line: &str) -> Reply {
        let line = line.trim();
        if self.replaying
            && let Some(study) = &mut self.study
            && let Err(divergence) = study.rebuild()
        {
            let text = format!("the replay goes another way at {divergence}");
            return Reply { text, verdict: Verdict::Failed };
        }
        let prompt = self.prompt();
        let before = self.n_entries();
        let reply = self.dispatch(line);
        let reply = self.shaped(line, reply, before);
        let reply = self.write_down(&prompt, line, reply);
        let reply = self.with_agents(reply, before);
        self.diverted(reply)
    }

    /// Whether replies are JSON, one object a line.
    #[must_use]
    pub const fn is_json(&self) -> bool {
        self.json
    }

    /// How many positions there have been in this game.
    fn n_entries(&self) -> usize {
        self.study.as_ref().map_or(0, |study| study.timeline.n_entries())
    }

    fn dispatch(&mut self, line: &str) -> Reply {
        self.recorded_as = None;
        let done = match line.chars().next() {
            None => Ok(String::new()),
            Some(':') => command::run(self, &line[1..]),
            Some('=') => self.evaluate(line),
            Some('?') => self.explain(line),
            Some(_) => self.answer(line),
        };
        let fault = match &done {
            Err(Trouble::Fault(fault)) => Some((**fault).clone()),
            _ => None,
        };
        let is_input = command::is_input(line);
        if let Some(study) = self.study.as_mut().filter(|_| is_input) {
            study.fault = fault;
        }
        let (text, verdict) = match done {
            Ok(text) => (text, Verdict::Done),
            Err(Trouble::Refused(why, hint)) => {
                let hint = hint.map_or_else(String::new, |hint| format!("\n  {hint}"));
                (format!("refused: {why}{hint}"), Verdict::Refused)
            }
            Err(Trouble::Failed(text)) => (text, Verdict::Failed),
            Err(Trouble::Fault(fault)) => {
                (format!("{fault}\nThe game is as it was before."), Verdict::Fault)
            }
            Err(Trouble::Quit) => (String::new(), Verdict::Quit),
        };
        Reply { text, verdict }
    }

    /// A workbench with the same game, to try something on: it writes no file.
    fn trial(&self) -> Self {
        Self {
            library: self.library.clone(),
            base: self.base.clone(),
            source: self.source.clone(),
            study: self.study.as_ref().map(Study::fork),
            journal: Journal::default(),
            kept: None,
            recorded_as: None,
            stops: Stops::default(),
            picture: None,
            talk: Talk::default(),
            rework: self.rework.clone(),
            agents: self.agents.trial(),
            json: false,
            nested: Vec::new(),
            seed: self.seed,
            replaying: false,
            files: match &self.files {
                Files::Memory(_) => self.files.clone(),
                Files::None | Files::Disk => Files::None,
            },
        }
    }

    /// Scripts and variants as their files are now.
    fn fresh_library(&self) -> Result<Library, Trouble> {
        let library = match &self.source {
            Some(source) => source().map_err(|errors| Trouble::errors(&errors))?,
            None => self.base.clone(),
        };
        Ok(self.with_tries(library))
    }

    fn game(&self) -> Result<&Study, Trouble> {
        self.study.as_ref().ok_or_else(no_game)
    }

    fn game_mut(&mut self) -> Result<&mut Study, Trouble> {
        self.study.as_mut().ok_or_else(no_game)
    }

    fn answer(&mut self, line: &str) -> Done {
        let study = self.game_mut()?;
        let spelled = typed::spelled(&study.game, &study.edition, line);
        let taken = study.ply(spelled.as_deref().unwrap_or(line), |game, edition| {
            typed::answer(game, edition, line).map(Input::Answers)
        });
        taken.map_err(|halt| match halt {
            Halt::Impossible(..) if !study.asked().is_none_or(|s| study.sees_question_of(s)) => {
                let asked = study.asked().map_or("", |seat| study.lexicon().seat(seat));
                let why = format!("`{line}` is nothing that {asked} can answer now");
                Trouble::hinted(why, SHOW_ALL)
            }
            Halt::Impossible(why, hint) => {
                let colon = command::without_colon(line);
                Trouble::Refused(why, colon.or(hint))
            }
            halt @ Halt::Fault(_) => trouble(study, halt),
        })?;
        self.recorded_as = spelled;
        Ok(self.happened())
    }

    fn evaluate(&mut self, line: &str) -> Done {
        let code = line[1..].trim();
        let whole = self.with_helpers(code);
        let study = self.game_mut()?;
        if code.is_empty() {
            return Err(Trouble::hinted(
                "there is no expression",
                "for instance: = draw_pile().len",
            ));
        }
        let mut fork = study.fork();
        let value = eval(&mut fork.game, &fork.edition, &whole);
        let value = value.map_err(|halt| trouble(study, halt))?;
        let events = fork.game.take_events();
        if events.is_empty() && fork.game.snapshot().hash() == study.game.snapshot().hash() {
            return if study.eyes.is_none() { Ok(value) } else { Err(trouble(study, blind())) };
        }
        let value = if study.eyes.is_none() { value } else { "()".into() };
        let typed = if whole == code { line.to_owned() } else { format!("= {whole}") };
        let taken = study.take(&typed, Input::Eval(whole));
        taken.map_err(|halt| trouble(study, halt))?;
        let happened = self.happened();
        Ok(if value == "()" { happened } else { format!("{value}\n{happened}") })
    }

    fn explain(&self, line: &str) -> Done {
        let study = self.study.as_ref();
        let lines = match line.strip_prefix("??") {
            Some(name) => help::source(study, name.trim()),
            None => match line[1..].trim() {
                "" => help::commands(""),
                name => help::explain(study, name),
            },
        };
        lines.map(|lines| lines.join("\n")).map_err(Trouble::refused)
    }

    /// What the last ply did, and what is asked now; up to where a break or a watch stops it.
    fn happened(&mut self) -> String {
        let Some(study) = &mut self.study else { return String::new() };
        let ply = study.timeline.ply();
        let mut lines = Vec::new();
        if let Some((spot, hits)) = self.stops.first_in(study, ply) {
            study.stand(spot, true);
            lines.extend(words::told_part(study, ply, 0..spot.n_done));
            lines.extend(stops::told(study, spot, &hits));
        } else {
            lines.extend(words::told(study, ply));
        }
        if study.timeline.inside().is_some() {
            lines.push(self.stands());
            return lines.join("\n");
        }
        let picture = render::picture(study);
        if picture != self.picture {
            lines.extend(picture.clone());
        }
        self.picture = picture;
        lines.extend(render::decision(study));
        lines.join("\n")
    }

    /// Where the game stands now, and what is asked.
    #[must_use]
    pub fn stands(&self) -> String {
        let Some(study) = &self.study else { return String::new() };
        let mut lines = vec![render::place(study)];
        lines.extend(render::decision(study));
        lines.join("\n")
    }
}

fn no_game() -> Trouble {
    Trouble::hinted("there is no game", "`:new classic ann bob cat` starts one")
}

fn trouble(study: &Study, halt: Halt) -> Trouble {
    match halt {
        Halt::Impossible(why, hint) => Trouble::Refused(why, hint),
        Halt::Fault(fault) => Trouble::Fault(Box::new(study.edition.host.fault(&fault))),
    }
}
