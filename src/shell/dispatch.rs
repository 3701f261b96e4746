//! Runs input lines.

use super::command_error::{CommandError, CommandResult, SHOW_ALL, command_error};
use super::input_line::InputLine;
use super::out::text;
use super::out::text::grid::PAGE_WIDTH;
use super::out::text::line::{Line, LineKind, joined};
use super::shared_parts::{asked_parts, picture_part};
use super::state::Shell;
use super::{breakpoints, commands, explain, help};
use crate::debugger::Debugger;
use crate::debugger::reply::{BreakpointsReply, Part, Redact, Reply, Status};
use crate::debugger::watch_expr::redacted;
use crate::kernel::Seat;
use crate::transcript::{ApplyError, Input, Origin, answer_parser, eval};

impl Shell {
    /// Whether a line is an answer: bare words.
    #[must_use]
    pub fn is_answer(line: &str) -> bool {
        InputLine::parse(line).is_answer()
    }

    /// Runs one untyped input line, from a file, a pipe or a program.
    pub fn input(&mut self, line: &str) -> Reply {
        self.from(Origin::Foreign, |bench| bench.take(line))
    }

    pub(super) fn take(&mut self, line: &str) -> Reply {
        let line = line.trim();
        if self.replaying
            && let Some(debugger) = &mut self.debugger
            && let Err(divergence) = debugger.rebuild()
        {
            let expected = "the replay of the game to be the same".to_owned();
            let parts = vec![Part::Assertion { expected, actual: divergence.into() }];
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
    pub(super) fn n_entries(&self) -> usize {
        self.debugger.as_ref().map_or(0, |debugger| debugger.timeline.n_entries())
    }

    pub(super) fn dispatch(&mut self, line: &str) -> Reply {
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

    pub(super) fn run_line(&mut self, line: &str) -> CommandResult {
        match &InputLine::parse(line) {
            InputLine::Empty => Ok(Vec::new()),
            InputLine::Answer(words) => self.answer(words),
            InputLine::Expression(code) => self.evaluate(line, code),
            InputLine::Explain(name) => help::explain(self.debugger(), name),
            InputLine::Source(name) => explain::source(self.debugger(), name),
            InputLine::Command { id, rest } => commands::run(self, *id, rest),
            InputLine::Unknown { word, error } => Err(commands::unknown(word, error)),
        }
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
                let hint = commands::without_colon(line).or(other).or(hint);
                CommandError::Refused(why, hint)
            }
            halt @ ApplyError::Fault(_) => command_error(debugger, halt),
        })?;
        self.recorded_as = spelled;
        Ok(self.happened())
    }

    pub(super) fn evaluate(&mut self, line: &str, code: &str) -> CommandResult {
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
    pub(super) fn happened(&mut self) -> Vec<Part> {
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
    pub(super) fn standing(&self) -> Vec<Part> {
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
    pub(super) fn hide(&self, reply: &mut Reply) {
        if let Some(viewer) = self.debugger.as_ref().and_then(Debugger::shown_to) {
            reply.redact(&viewer);
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
        self.lines_within(reply, PAGE_WIDTH)
    }

    /// The same, with tables of at most this many columns.
    #[must_use]
    pub fn lines_within(&self, reply: &Reply, columns: usize) -> Vec<Line> {
        match self.json {
            true => vec![Line::new(
                LineKind::Data,
                self.reply_message(None, Some(&self.last.0), reply).line(),
            )],
            false => text::lines_within(reply, columns),
        }
    }
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
