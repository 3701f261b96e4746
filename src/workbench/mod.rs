//! A game under study, without a terminal: one input line goes in, text comes out. The REPL and
//! session files are two faces of it. Nothing in here prints, reads keys or knows a colour.
//!
//! Reading order: [`study`] (a game with its [`timeline`]), [`typed`] (bare words), [`command`]
//! (what begins with `:`, in groups: each in the module that runs it), [`expect`], [`words`] and
//! [`render`] (what is shown), [`why`], [`help`], [`complete`], [`journal`], [`keep`].

mod chance;
pub mod command;
pub mod complete;
mod diff;
pub mod expect;
mod files;
pub mod help;
pub mod journal;
pub mod keep;
mod locals;
mod look;
mod new;
mod positions;
pub mod render;
mod sets;
mod stepping;
pub mod steps;
mod stops;
pub mod study;
pub mod thing;
pub mod timeline;
mod travel;
pub mod typed;
pub mod why;
pub mod words;

use crate::error::Error;
use crate::transcript::{Halt, Input, eval};
use crate::variant::Library;
use journal::Journal;
use keep::Kept;
use std::rc::Rc;
use stops::Stops;
use study::Study;

pub use complete::Completion;

/// What became of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// What an input says when it is carried out.
type Done = Result<String, Trouble>;

/// Gives the library again, with files as they are now.
pub type Source = Rc<dyn Fn() -> Result<Library, Vec<Error>>>;

/// The workbench.
pub struct Workbench {
    library: Library,
    source: Option<Source>,
    study: Option<Study>,
    journal: Journal,
    /// What was done since somebody last asked, if anybody wants to know.
    kept: Option<Vec<Kept>>,
    stops: Stops,
    /// The picture of the position that was shown last.
    picture: Option<String>,
    /// The seed of the next game that names none.
    pub seed: u64,
    /// Whether the game is played anew from its transcript before each input, to show that nothing
    /// but the transcript counts.
    pub replaying: bool,
    /// Whether files may be read and written.
    pub files: bool,
}

impl Workbench {
    /// A workbench without a game.
    #[must_use]
    pub fn new(library: Library) -> Self {
        Self {
            library,
            source: None,
            study: None,
            journal: Journal::default(),
            kept: None,
            stops: Stops::default(),
            picture: None,
            seed: 1,
            replaying: false,
            files: false,
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
        let reply = self.dispatch(line);
        self.write_down(&prompt, line, reply)
    }

    fn dispatch(&mut self, line: &str) -> Reply {
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
            source: self.source.clone(),
            study: self.study.as_ref().map(Study::fork),
            journal: Journal::default(),
            kept: None,
            stops: Stops::default(),
            picture: None,
            seed: self.seed,
            replaying: false,
            files: false,
        }
    }

    /// Scripts and variants as their files are now.
    fn fresh_library(&self) -> Result<Library, Trouble> {
        match &self.source {
            Some(source) => source().map_err(|errors| Trouble::errors(&errors)),
            None => Ok(self.library.clone()),
        }
    }

    fn game(&self) -> Result<&Study, Trouble> {
        self.study.as_ref().ok_or_else(no_game)
    }

    fn game_mut(&mut self) -> Result<&mut Study, Trouble> {
        self.study.as_mut().ok_or_else(no_game)
    }

    fn answer(&mut self, line: &str) -> Done {
        let study = self.game_mut()?;
        let taken =
            study.ply(line, |game, edition| typed::answer(game, edition, line).map(Input::Answers));
        taken.map_err(|halt| trouble(study, halt))?;
        Ok(self.happened())
    }

    fn evaluate(&mut self, line: &str) -> Done {
        let code = line[1..].trim();
        let study = self.game_mut()?;
        if code.is_empty() {
            return Err(Trouble::hinted(
                "there is no expression",
                "for instance: = draw_pile().len",
            ));
        }
        let mut fork = study.fork();
        let value = eval(&mut fork.game, &fork.edition, code);
        let value = value.map_err(|halt| trouble(study, halt))?;
        let events = fork.game.take_events();
        if events.is_empty() && fork.game.snapshot().hash() == study.game.snapshot().hash() {
            return Ok(value);
        }
        let taken = study.take(line, Input::Eval(code.to_owned()));
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
