//! The session language: takes an input line, returns a [`Reply`]. Used by the REPL and session
//! files. Does not print, read keys or use colours.
//!
//! Reading order: [`command`] (the commands in groups, each in the module that runs it),
//! [`expect`], [`out`] (replies as text and JSON), [`why`], [`catalogue`], [`help`], [`complete`],
//! [`recorder`], [`redo_log`], [`disk`].

mod agents;
mod breakpoints;
pub mod catalogue;
mod chance;
pub mod command;
mod command_error;
pub mod complete;
pub mod disk;
pub mod expect;
mod files;
mod forms;
pub mod help;
pub mod input_line;
mod invariants;
mod io;
pub mod line;
mod live_edit;
mod look;
mod lookup;
mod new;
pub mod out;
pub mod positions;
pub mod recorder;
pub mod redo_log;
mod shown;
mod stepping;
mod travel;
pub mod trust;
pub mod watch_expr;
pub mod why;

use crate::debugger::Debugger;
use crate::debugger::breakpoints::Breakpoints;
use crate::debugger::reply::{BreakpointsReply, Part, Redact};
use crate::debugger::watch_expr::redacted;
use crate::error::Error;
use crate::kernel::{Seat, SeatSet};
use crate::transcript::{ApplyError, Input, answer_parser, eval};
use crate::variant::Library;
use agents::Agents;
use command_error::{CommandError, CommandResult};
use disk::FileAccess;
use input_line::InputLine;
use io::IoState;
use live_edit::LiveEdit;
use out::text::line::{Line, LineKind, joined};
use recorder::Recorder;
use redo_log::RedoEntry;
use std::rc::Rc;
use trust::Origin;

pub use crate::debugger::reply::{Reply, Status};
pub use complete::Completion;
pub use live_edit::Editor;
pub use new::NewDefaults;

/// The hint when the viewer sees too little.
const SHOW_ALL: &str = "`:as` shows everything again";

/// Reads the library again from its files.
pub type LibrarySource = Rc<dyn Fn() -> Result<Library, Vec<Error>>>;

/// The shell.
pub struct Shell {
    library: Library,
    /// The library without the scripts of `:try`; a source takes precedence.
    base: Library,
    source: Option<LibrarySource>,
    debugger: Option<Debugger>,
    recorder: Recorder,
    /// The entries since [`Shell::take_redo_log`], if the log is enabled.
    redo_log: Option<Vec<RedoEntry>>,
    /// The recorded form of the last input, if it differs from the typed one.
    recorded_as: Option<String>,
    breakpoints: Breakpoints,
    /// The last picture of the position that was shown.
    picture: Option<String>,
    io: IoState,
    live_edit: LiveEdit,
    agents: Agents,
    /// Whether replies are JSON.
    json: bool,
    /// The last input, and whether it created a position.
    last: (String, bool),
    /// The seats of `:autopass off`.
    typed_also_ask: SeatSet,
    /// The origin of the current input.
    origin: Origin,
    /// How many shells this one is a trial of.
    depth: u8,
    /// Programs that untrusted inputs were not allowed to start.
    not_started: Vec<String>,
    /// Whether inputs that were not typed may start programs.
    pub allow_exec: bool,
    /// The default seed of the next game.
    pub seed: u64,
    /// The defaults of `:new`.
    pub new_defaults: NewDefaults,
    /// Whether the game is replayed from its transcript before each input, to test that the
    /// transcript determines it.
    pub replaying: bool,
    /// Where files are read and written.
    pub files: FileAccess,
}

impl Shell {
    /// Creates a shell without a game.
    #[must_use]
    pub fn new(library: Library) -> Self {
        Self {
            base: library.clone(),
            library,
            source: None,
            debugger: None,
            recorder: Recorder::default(),
            redo_log: None,
            recorded_as: None,
            breakpoints: Breakpoints::default(),
            picture: None,
            io: IoState::default(),
            live_edit: LiveEdit::default(),
            agents: Agents::default(),
            json: false,
            last: (String::new(), false),
            typed_also_ask: SeatSet::NONE,
            origin: Origin::Foreign,
            depth: 0,
            not_started: Vec::new(),
            allow_exec: false,
            seed: 1,
            new_defaults: NewDefaults::default(),
            replaying: false,
            files: FileAccess::none(),
        }
    }

    /// Sets the source that `:reload` reads the library from.
    #[must_use]
    pub fn with_source(mut self, source: LibrarySource) -> Self {
        self.source = Some(source);
        self
    }

    /// The scripts and variants in use.
    #[must_use]
    pub const fn library(&self) -> &Library {
        &self.library
    }

    /// The game in the debugger.
    #[must_use]
    pub const fn debugger(&self) -> Option<&Debugger> {
        self.debugger.as_ref()
    }

    /// The name of the asked player; `None` without a game or once it is over.
    #[must_use]
    pub fn asked(&self) -> Option<&str> {
        let debugger = self.debugger.as_ref()?;
        debugger.asked().map(|seat| debugger.notation().seat(seat))
    }

    /// The prompt: the name of the asked player.
    #[must_use]
    pub fn prompt(&self) -> String {
        format!("{}> ", self.asked().unwrap_or_default())
    }

    /// Whether a line is an answer: bare words.
    #[must_use]
    pub fn is_answer(line: &str) -> bool {
        InputLine::parse(line).is_answer()
    }

    /// Runs one untyped input line, from a file, a pipe or a program.
    pub fn input(&mut self, line: &str) -> Reply {
        self.from(Origin::Foreign, |bench| bench.take(line))
    }

    fn take(&mut self, line: &str) -> Reply {
        let line = line.trim();
        if self.replaying
            && let Some(debugger) = &mut self.debugger
            && let Err(divergence) = debugger.rebuild()
        {
            let expected = "the replay of the game to be the same".to_owned();
            let parts = vec![Part::Assertion { expected, actual: divergence }];
            return Reply::new(Status::Failed, parts);
        }
        self.update_also_ask();
        let prompt = self.prompt();
        let before = self.n_entries();
        let mut reply = self.dispatch(line);
        self.hide(&mut reply);
        self.last = (line.to_owned(), self.n_entries() != before);
        let reply = self.write_down(&prompt, line, reply);
        let reply = self.with_agents(reply, before);
        self.diverted(reply)
    }

    /// The number of positions of this game so far.
    fn n_entries(&self) -> usize {
        self.debugger.as_ref().map_or(0, |debugger| debugger.timeline.n_entries())
    }

    fn dispatch(&mut self, line: &str) -> Reply {
        self.recorded_as = None;
        let done = self.run_line(line);
        let fault = match &done {
            Err(CommandError::Fault(fault)) => Some((**fault).clone()),
            _ => None,
        };
        let moves = InputLine::parse(line).moves();
        if let Some(debugger) = self.debugger.as_mut().filter(|_| moves) {
            debugger.fault = fault;
        }
        let mut reply = match done {
            Ok(parts) => Reply::done(parts),
            Err(error) => error.reply(),
        };
        if reply.status == Status::Fault {
            reply.parts.extend(self.reached_before_fault(line));
        }
        reply
    }

    /// The breakpoints that an answer reached before a fault undid it.
    fn reached_before_fault(&self, line: &str) -> Option<Part> {
        let debugger = self.debugger.as_ref().filter(|_| !self.breakpoints.is_empty())?;
        let InputLine::Answer(answer) = InputLine::parse(line) else { return None };
        let hits = self.breakpoints.reached(debugger, &debugger.lines_before_fault(answer));
        (!hits.is_empty()).then_some(Part::Breakpoints(BreakpointsReply::BeforeFault { hits }))
    }

    fn run_line(&mut self, line: &str) -> CommandResult {
        match &InputLine::parse(line) {
            InputLine::Empty => Ok(Vec::new()),
            InputLine::Answer(words) => self.answer(words),
            InputLine::Expression(code) => self.evaluate(line, code),
            InputLine::Explain(name) => help::explain(self.debugger(), name),
            InputLine::Source(name) => help::source(self.debugger(), name),
            InputLine::Command { command, rest } => command::run(self, command, rest),
            InputLine::Unknown { word, error } => Err(command::unknown(word, error)),
        }
    }

    /// A shell with a copy of the game, for trials; it writes no file.
    fn trial(&self) -> Self {
        self.trial_on(self.debugger.as_ref().map(Debugger::fork))
    }

    /// A shell with another game on the same scripts, for trials; it writes no file.
    #[must_use]
    pub fn trial_on(&self, debugger: Option<Debugger>) -> Self {
        Self {
            base: self.base.clone(),
            source: self.source.clone(),
            debugger,
            live_edit: self.live_edit.clone(),
            agents: self.agents.trial(),
            typed_also_ask: self.typed_also_ask,
            seed: self.seed,
            depth: self.depth + 1,
            new_defaults: self.new_defaults.clone(),
            files: self.files.trial(),
            ..Self::new(self.library.clone())
        }
    }

    /// Reads the library from its files.
    fn fresh_library(&self) -> Result<Library, CommandError> {
        let library = match &self.source {
            Some(source) => source().map_err(|errors| CommandError::errors(&errors))?,
            None => self.base.clone(),
        };
        Ok(self.with_tries(library))
    }

    fn game(&self) -> Result<&Debugger, CommandError> {
        self.debugger.as_ref().ok_or_else(no_game)
    }

    fn game_mut(&mut self) -> Result<&mut Debugger, CommandError> {
        self.debugger.as_mut().ok_or_else(no_game)
    }

    fn answer(&mut self, line: &str) -> CommandResult {
        let debugger = self.game_mut()?;
        let spelled = answer_parser::spelled(&debugger.game, &debugger.loaded, line);
        let taken = debugger.ply(spelled.as_deref().unwrap_or(line), |game, loaded| {
            answer_parser::answer(game, loaded, line).map(Input::Answers)
        });
        taken.map_err(|halt| match halt {
            ApplyError::Impossible(..)
                if !debugger.asked().is_none_or(|s| debugger.sees_question_of(s)) =>
            {
                let asked = debugger.asked().map_or("", |seat| debugger.notation().seat(seat));
                let why = format!("`{line}` is not a possible answer for {asked} now");
                CommandError::hinted(why, SHOW_ALL)
            }
            ApplyError::Impossible(why, hint) => {
                let other =
                    debugger.viewer.is_none().then(|| for_another(debugger, line)).flatten();
                let hint = command::without_colon(line).or(other).or(hint);
                CommandError::Refused(why, hint)
            }
            halt @ ApplyError::Fault(_) => command_error(debugger, halt),
        })?;
        self.recorded_as = spelled;
        Ok(self.happened())
    }

    fn evaluate(&mut self, line: &str, code: &str) -> CommandResult {
        let whole = self.with_helpers(code);
        let debugger = self.game_mut()?;
        if code.is_empty() {
            return Err(CommandError::hinted(
                "there is no expression",
                "for instance: = draw_pile().len",
            ));
        }
        if debugger.viewer.is_some() {
            return Err(command_error(debugger, redacted()));
        }
        let mut fork = debugger.fork();
        let value = eval(&mut fork.game, &fork.loaded, &whole);
        let value = value.map_err(|halt| command_error(debugger, halt))?;
        let events = fork.game.take_events();
        if events.is_empty() && fork.game.snapshot().hash() == debugger.game.snapshot().hash() {
            return Ok(vec![Part::Value { value }]);
        }
        let typed = if whole == code { line.to_owned() } else { format!("= {whole}") };
        let taken = debugger.take(&typed, Input::Eval(whole));
        taken.map_err(|halt| command_error(debugger, halt))?;
        let value = Some(value).filter(|value| value != "()");
        let parts = value.map(|value| Part::Value { value }).into_iter();
        Ok(parts.chain(self.happened()).collect())
    }

    /// The events of the last ply and the next question, up to a breakpoint or watch that stops it.
    fn happened(&mut self) -> Vec<Part> {
        let Some(debugger) = &mut self.debugger else { return Vec::new() };
        let ply = debugger.timeline.ply();
        let mut parts = Vec::new();
        if let Some((point, hits)) = self.breakpoints.first_in(debugger, ply) {
            debugger.stand(point, true);
            parts.push(Part::Events(debugger.events_within(ply, 0..point.n_done)));
            parts.extend(breakpoints::stopped(debugger, point, &hits));
        } else {
            parts.push(Part::Events(debugger.events_of(ply)));
        }
        if debugger.timeline.inside().is_some() {
            parts.extend(self.standing());
            return parts;
        }
        let picture = debugger.picture();
        if picture != self.picture {
            parts.extend(picture.as_deref().map(picture_part));
        }
        self.picture = picture;
        parts.extend(asked_parts(debugger));
        parts
    }

    /// The current location and question.
    fn standing(&self) -> Vec<Part> {
        let Some(debugger) = &self.debugger else { return Vec::new() };
        let location = Part::Location(debugger.location_info());
        std::iter::once(location).chain(asked_parts(debugger)).collect()
    }

    /// The current location and question, redacted for the viewer.
    #[must_use]
    pub fn stand_reply(&self) -> Reply {
        let mut reply = Reply::done(self.standing());
        self.hide(&mut reply);
        reply
    }

    /// Removes what the viewer may not know.
    fn hide(&self, reply: &mut Reply) {
        if let Some(viewer) = self.debugger.as_ref().and_then(|debugger| debugger.viewer) {
            reply.redact(viewer);
        }
    }

    /// Formats a reply in the current mode: text, or one JSON object per line.
    #[must_use]
    pub fn rendered(&self, reply: &Reply) -> String {
        joined(&self.lines(reply))
    }

    /// The same as lines.
    #[must_use]
    pub fn lines(&self, reply: &Reply) -> Vec<Line> {
        match self.json {
            true => vec![Line::new(
                LineKind::Data,
                self.reply_message(None, Some(&self.last.0), reply).line(),
            )],
            false => out::text::lines(reply),
        }
    }
}

fn picture_part(picture: &str) -> Part {
    Part::Picture { lines: picture.lines().map(str::to_owned).collect() }
}

/// The open decision, the next event in the middle of a ply, or the end of the game.
fn asked_parts(debugger: &Debugger) -> Vec<Part> {
    if debugger.timeline.inside().is_some() {
        return vec![Part::Next(debugger.next_info())];
    }
    if let Some(decision) = debugger.decision_info() {
        return vec![Part::Decision(decision)];
    }
    vec![Part::GameOver(debugger.outcome_info().unwrap_or_default())]
}

/// The input to type instead of an answer refused because another seat is asked first; `None` if no
/// other seat of the window could give it.
fn for_another(debugger: &Debugger, line: &str) -> Option<String> {
    let notation = debugger.notation();
    let asked = debugger.asked()?;
    let others = (0..notation.seats.len() as u8).map(Seat).filter(|seat| *seat != asked);
    let could = |seat: &Seat| {
        let mut fork = debugger.fork();
        let line = format!("{}: {line}", notation.seat(*seat));
        answer_parser::answer(&mut fork.game, &fork.loaded, &line).is_ok()
    };
    let other = others.into_iter().filter(|_| !line.contains(':')).find(could)?;
    let (asked, other) = (notation.seat(asked), notation.seat(other));
    Some(format!("{asked} is asked first; `{other}: {line}` answers for {other}"))
}

fn no_game() -> CommandError {
    CommandError::hinted("there is no game", "`:new classic ann bob cat` starts one")
}

fn command_error(debugger: &Debugger, halt: ApplyError) -> CommandError {
    match halt {
        ApplyError::Impossible(why, hint) => CommandError::Refused(why, hint),
        ApplyError::Fault(fault) => {
            CommandError::Fault(Box::new(debugger.loaded.host.fault(&fault)))
        }
    }
}
