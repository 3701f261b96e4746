//! Runs input lines: parses each once, and hands the parsed line on.

use super::assertion::{form_of, unknown_form};
use super::command::Property;
use super::command_error::{CommandError, CommandResult, SHOW_ALL, command_error};
use super::help::Explained;
use super::input_line::{InputForm, InputLine};
use super::prompt::prompted;
use super::render::text::line::{Line, LineKind, joined};
use super::reply::{Part, Reply, Status};
use super::state::Shell;
use super::trust::Origin;
use super::{commands, help, line};
use crate::base::lines::MAX_LINE;
use crate::debugger::Debugger;
use crate::debugger::reply::StopInfo;
use crate::debugger::watch_expr::redacted;
use crate::kernel::{Choice, EventKind, GameEvent, Prompt, Seat};
use crate::script::NOT_READING;
use crate::transcript::{ApplyError, Input, answer_parser, eval, read};
use std::collections::VecDeque;

impl Shell {
    /// Runs one untyped input line, from a file, a pipe or a program.
    pub fn input(&mut self, line: &str) -> Reply {
        self.run(Origin::Foreign, &InputLine::parse(line))
    }

    /// Runs one input line that was typed or given on the command line.
    pub fn typed(&mut self, line: &str) -> Reply {
        self.run(Origin::Person, &InputLine::parse(line))
    }

    /// Runs an input that may start with the prompt of a pasted session: an answer is refused if
    /// another seat is asked.
    pub fn pasted(&mut self, origin: Origin, input: &str) -> Reply {
        let (prompt, line) = prompted(input);
        self.run_for(origin, prompt, &InputLine::parse(line))
    }

    /// Runs an input that is already parsed.
    pub fn run_for(
        &mut self,
        origin: Origin,
        prompt: Option<&str>,
        input: &InputLine<'_>,
    ) -> Reply {
        match self.other_asked(prompt, input) {
            Some(seat) => self.refused_for(seat, input.text),
            None => self.run(origin, input),
        }
    }

    /// The seat of a prompt, if that is an answer's and another seat is asked.
    pub(super) fn other_asked<'p>(
        &self,
        prompt: Option<&'p str>,
        input: &InputLine<'_>,
    ) -> Option<&'p str> {
        let seat = prompt.filter(|seat| !seat.is_empty() && input.is_answer());
        seat.filter(|seat| self.asked() != Some(seat))
    }

    /// Completes `favor bob`, typed at a terminal, to `play favor bob` where that is the only
    /// reading.
    pub fn completed_play(&self, text: &str) -> Option<String> {
        let debugger = self.debugger().filter(|debugger| debugger.timeline.inside().is_none())?;
        debugger.asked().filter(|seat| debugger.sees_question_of(*seat))?;
        let text = text.trim();
        if !Self::is_answer(text) || commands::without_colon(text).is_some() {
            return None;
        }
        answer_parser::completed_play(&debugger.game, debugger.notation(), text)
    }

    /// The command that a word means that is typed at a terminal where the decision takes no such
    /// word: `help`, `quit`, `undo`.
    pub fn completed_command(&self, text: &str) -> Option<String> {
        let text = text.trim();
        let command = match text {
            "help" | "quit" => format!(":{text}"),
            "undo" => ":back".to_owned(),
            _ => return None,
        };
        let takes = |debugger: &Debugger| {
            let mut fork = debugger.fork();
            answer_parser::answer(&mut fork.game, &fork.loaded, text).is_ok()
        };
        (!self.debugger().is_some_and(takes)).then_some(command)
    }

    /// The reply to an answer for a seat that is not asked.
    pub(super) fn refused_for(&mut self, seat: &str, line: &str) -> Reply {
        let is_limited = self.debugger().is_some_and(|debugger| debugger.viewer.is_some());
        let (but, hint) = match self.asked() {
            Some(_) if is_limited => ("another seat is asked first".to_owned(), None),
            Some(name) => {
                let form = format!("`{name}: ANSWER` answers for {name}");
                let hint = format!("{form}, `{seat}: {line}` for {seat}");
                (format!("{name} is asked first"), Some(hint))
            }
            None => ("nobody is asked".to_owned(), None),
        };
        self.output.last = format!("{seat}> {line}");
        CommandError::Refused(format!("this line answers for {seat}, but {but}"), hint).reply()
    }

    /// The error of an input without a meaning: an unknown command, assertion or player. A test
    /// that it is refused would pass by mistake.
    pub(super) fn without_meaning(&self, input: &str) -> Option<CommandError> {
        let (mut prompt, mut text) = prompted(input);
        let mut parsed = InputLine::parse(text);
        while let InputForm::Command(command, rest) = parsed.form
            && command.has(Property::Tries)
        {
            (prompt, text) = prompted(rest);
            parsed = InputLine::parse(text);
        }
        let notation = self.debugger().map(Debugger::notation);
        let addressee = answer_parser::addressee(text).filter(|_| parsed.is_answer());
        let named = [prompt.filter(|seat| !seat.is_empty()), addressee];
        let unknown = named.into_iter().flatten().find_map(|name| notation?.the_asked(name).err());
        match parsed.form {
            InputForm::Unknown(word, error) => Some(commands::unknown(word, &error)),
            InputForm::Command(command, rest) if command.has(Property::Asserts) => {
                let unknown = unknown.map(String::from);
                form_of(rest).and_then(unknown_form).or(unknown).map(CommandError::refused)
            }
            _ => unknown.map(CommandError::refused),
        }
    }

    /// Tries an input that may have its prompt; the game stays as it is.
    ///
    /// # Errors
    /// The input has no meaning, or needs cards that the viewer does not see.
    pub(super) fn try_input(&self, line: &str) -> Result<Reply, CommandError> {
        if let Some(error) = self.without_meaning(line) {
            return Err(error);
        }
        let answer = prompted(line).1;
        if let (Some(debugger), true) = (self.debugger(), Self::is_answer(answer)) {
            debugger.check_own_answer(answer).map_err(|why| CommandError::hinted(why, SHOW_ALL))?;
        }
        Ok(self.trial().pasted(Origin::Foreign, line))
    }

    /// Runs a parsed input.
    pub fn run(&mut self, origin: Origin, input: &InputLine<'_>) -> Reply {
        self.run_kept(origin, input, None)
    }

    pub(super) fn take(&mut self, input: &InputLine<'_>) -> Reply {
        if input.text.len() as u64 > MAX_LINE {
            let why = format!("an input of more than {MAX_LINE} bytes");
            return CommandError::refused(why).reply();
        }
        if self.replaying
            && let Some(debugger) = self.studied.debugger_mut()
            && let Err(divergence) = debugger.rebuild()
        {
            let expected = "the replay of the game to be the same".to_owned();
            let parts = vec![Part::Assertion { expected, actual: divergence.into() }];
            return Reply::new(Status::Failed, parts);
        }
        self.update_also_ask();
        let prompt = self.prompt();
        let before = self.studied.n_played();
        let reply = self.carried_out(input);
        input.text.clone_into(&mut self.output.last);
        let reply = self.write_down(&prompt, input, reply);
        let reply = self.with_seated(reply);
        self.with_agents(reply, before)
    }

    /// Seats the agents of a game that has just been started. A single person among them sees only
    /// what their seat may know.
    fn with_seated(&mut self, begun: Reply) -> Reply {
        let agents = self.agents.take_arriving();
        let names = self.debugger().map(|debugger| debugger.header.names.clone());
        let names = names.unwrap_or_default();
        let Some((last, others)) = agents.split_last().filter(|_| begun.status == Status::Done)
        else {
            return begun;
        };
        let mut parts = begun.parts;
        parts.retain(|part| !is_of_position(part));
        if let [alone] = &names[..names.len() - agents.len()] {
            self.take(&InputLine::parse(&format!(":as {alone}")));
            let how = format!("`:as` shows everything, `:as {alone}` only this again");
            parts.push(Part::note(format!("You see only what {alone} sees: {how}.")));
        }
        // Nobody plays before all are seated.
        let was_muted = self.agents.mute(true);
        for (name, agent) in others {
            self.take(&InputLine::parse(&format!(":agent {name} {agent}")));
        }
        self.agents.mute(was_muted);
        let (name, agent) = last;
        let seated = self.take(&InputLine::parse(&format!(":agent {name} {agent}")));
        parts.extend(seated.parts.into_iter().filter(|part| !is_of_position(part)));
        parts.extend(self.studied.picture().cloned().map(Part::Picture));
        parts.extend(self.studied.asked_parts());
        let mut reply = Reply::new(seated.status, parts);
        self.studied.hide(&mut reply);
        reply
    }

    /// Carries out the input of the asked player's agent; `None` without one.
    pub(super) fn agent_ply(&mut self) -> Option<Reply> {
        let debugger = self.studied.debugger()?;
        let (library, interrupt) = (&self.rules.library, self.rules.interrupt());
        let line = self.agents.choice(debugger, library, interrupt, Self::is_answer)?;
        let input = InputLine::parse(&line);
        let prompt = self.prompt();
        let outer = self.trust.set_origin(Origin::Foreign);
        let reply = self.carried_out(&input);
        self.trust.set_origin(outer);
        let typed = std::mem::replace(&mut self.output.last, line.clone());
        let reply = self.write_down(&prompt, &input, reply);
        self.output.last = typed;
        Some(reply)
    }

    /// Carries an input out; returns what the viewer may know of its reply.
    pub(super) fn carried_out(&mut self, input: &InputLine<'_>) -> Reply {
        self.recording.spell(None);
        let done = self.carry_out(input);
        let fault = match &done {
            Err(CommandError::Fault(fault)) => Some((**fault).clone()),
            _ => None,
        };
        if let Some(debugger) = self.studied.debugger_mut().filter(|_| input.moves()) {
            debugger.fault = fault;
        }
        let mut reply = match done {
            Ok(parts) => Reply::done(parts),
            Err(error) => error.reply(),
        };
        if reply.status == Status::Fault && input.is_answer() {
            reply.parts.extend(self.reached_before_fault(input.text));
        }
        self.studied.hide(&mut reply);
        reply
    }

    /// The breakpoints that an answer reached before a fault undid it.
    fn reached_before_fault(&self, answer: &str) -> Option<Part> {
        let breakpoints = &self.studied.breakpoints;
        let is_meant = !breakpoints.is_empty() && !self.studied.runs_through;
        let debugger = self.debugger().filter(|_| is_meant)?;
        let hits = breakpoints.reached(debugger, &debugger.lines_before_fault(answer));
        let stop = StopInfo { before_fault: true, hits, event: None };
        (!stop.hits.is_empty()).then(|| Part::Stopped(Box::new(stop)))
    }

    /// Carries an input out.
    pub(super) fn carry_out(&mut self, input: &InputLine<'_>) -> CommandResult {
        match &input.form {
            InputForm::Empty => Ok(Vec::new()),
            InputForm::Answer => self.answer(input.text),
            InputForm::Expression(code) => self.evaluate(input.text, code),
            InputForm::Explain(name) => {
                let (debugger, library) = (self.debugger(), self.library());
                help::explain(commands::GROUPS, Explained { debugger, library }, name)
            }
            InputForm::Source(name) => help::source(commands::GROUPS, self.debugger(), name),
            InputForm::Command(command, rest) => (command.run)(self, rest),
            InputForm::Unknown(word, error) => Err(commands::unknown(word, error)),
        }
    }

    fn answer(&mut self, line: &str) -> CommandResult {
        let debugger = self.game_mut()?;
        let spelled = answer_parser::spelled(&debugger.game, &debugger.loaded, line);
        let taken = debugger.ply(spelled.as_deref().unwrap_or(line), |game, loaded| {
            answer_parser::answer(game, loaded, line).map(Input::Answers)
        });
        taken.map_err(|error| match error {
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
            error @ ApplyError::Fault(_) => command_error(debugger, error),
        })?;
        self.recording.spell(spelled);
        Ok(self.studied.happened())
    }

    pub(super) fn evaluate(&mut self, line: &str, code: &str) -> CommandResult {
        let whole = self.rules.with_helpers(code);
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
        // At a statement it knows the variables of the script, if it only reads.
        let locals = debugger.locals_here();
        let mut misread = None;
        if !locals.is_empty() {
            match debugger.query(debugger.table().clone(), &whole, &locals) {
                Ok(value) => return Ok(vec![Part::Value { value }]),
                Err(error) => misread = Some(error),
            }
        }
        let mut fork = debugger.fork();
        let located = |debugger: &Debugger, error| match error {
            ApplyError::Fault(fault) => {
                let fault = debugger.loaded.host.fault_of(&fault, "expression", &whole);
                CommandError::Fault(Box::new(fault))
            }
            error => command_error(debugger, error),
        };
        let failed = |error| match misread {
            Some(error) => command_error(debugger, error),
            None => located(debugger, error),
        };
        // An expression that calls a verb which does more than read is an input of the game.
        let value = match read(&mut fork.game, &fork.loaded, &whole) {
            Ok(value) => {
                let mut parts = printed(debugger, &whole);
                let is_shown = parts.is_empty() || value != "()";
                parts.extend(is_shown.then_some(Part::Value { value }));
                return Ok(parts);
            }
            Err(ApplyError::Fault(fault)) if fault.code == NOT_READING => {
                eval(&mut fork.game, &fork.loaded, &whole).map_err(failed)?
            }
            Err(error) => return Err(failed(error)),
        };
        let typed = if whole == code { line.to_owned() } else { format!("= {whole}") };
        let taken = debugger.take(&typed, Input::Eval(whole.clone()));
        taken.map_err(|error| located(debugger, error))?;
        let value = Some(value).filter(|value| value != "()");
        let parts = value.map(|value| Part::Value { value }).into_iter();
        Ok(parts.chain(self.studied.happened()).collect())
    }

    /// The open question: whom it is for, and what they may answer.
    pub fn question(&self) -> Option<(Seat, Prompt, Vec<Choice>)> {
        let decision = self.debugger()?.game.decision()?.clone();
        Some((decision.seat, decision.prompt, decision.options))
    }

    /// The current location and question, redacted for the viewer.
    pub fn stand_reply(&self) -> Reply {
        let mut reply = Reply::done(self.studied.standing());
        self.studied.hide(&mut reply);
        reply
    }

    /// Formats a reply in the current mode: text, or one JSON object per line. Formatted once.
    pub fn lines<'r>(&self, reply: &'r Reply) -> &'r [Line] {
        reply.rendered(|reply| match self.output.json {
            true => {
                let message = self.reply_message(None, Some(&self.output.last), reply);
                vec![Line::new(LineKind::Data, message.line())]
            }
            false => reply.lines(),
        })
    }

    /// Returns a reply as one text.
    pub fn rendered(&self, reply: &Reply) -> String {
        joined(self.lines(reply))
    }

    /// Whether a line is an answer: bare words.
    pub fn is_answer(line: &str) -> bool {
        InputLine::parse(line).is_answer()
    }

    /// Whether a line, which may have its prompt, is an answer.
    pub(super) fn is_prompted_answer(line: &str) -> bool {
        Self::is_answer(prompted(line).1)
    }

    /// The answers of a text, without prompts.
    pub(super) fn answers_of(text: &str) -> VecDeque<String> {
        line::inputs(text).iter().map(|input| prompted(input).1.to_owned()).collect()
    }

    /// Runs the inputs of a file, up to the first that fails.
    pub(super) fn run_inputs(&mut self, name: &str, text: &str) -> CommandResult {
        let mut parts = Vec::new();
        for input in line::inputs(text) {
            let prompt = Some(self.prompt());
            let (seat, line) = prompted(&input);
            let reply = self.run_for(Origin::Foreign, seat, &InputLine::parse(line));
            let status = reply.status;
            parts.push(Part::Input { prompt, input: line.to_owned(), reply });
            match status {
                Status::Done => {}
                Status::Quit => return Err(CommandError::Quit),
                Status::Refused | Status::Failed | Status::Fault => {
                    parts.push(Part::note(format!("{name}: the rest is not read")));
                    return Err(CommandError::Failed(parts));
                }
            }
        }
        Ok(parts)
    }

    /// Runs the inputs of a file: what they write stays in memory.
    pub fn reading<T>(&mut self, act: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.trust.set_reading(true);
        let done = act(self);
        self.trust.set_reading(outer);
        done
    }

    /// Writes a reply to the output file, if there is one.
    pub(super) fn diverted(&mut self, mut reply: Reply) -> Reply {
        let is_inner = self.output.n_reading > 0;
        let Some(file) = self.output.file.clone().filter(|_| !is_inner) else { return reply };
        let text = self.rendered(&reply);
        if text.is_empty() {
            return reply;
        }
        match file.append(&format!("{text}\n"), "") {
            Ok(()) => Reply::new(reply.status, Vec::new()),
            Err(why) => {
                self.output.file = None;
                let name = file.path().display();
                reply.warn(format!("output is shown here again: cannot write {name}: {why}"));
                reply
            }
        }
    }

    /// The name of a script, without its extension, by the name of a card, a combo or a hook.
    pub(super) fn script_named(&self, name: &str) -> Result<String, CommandError> {
        let script = help::script(commands::GROUPS, self.game()?, name);
        let script = script.map_err(CommandError::refused)?;
        Ok(script.name.trim_end_matches(".rhai").to_owned())
    }

    /// Parses an input that can be a ply.
    pub(super) fn ply_input(line: &str) -> Result<InputLine<'_>, CommandError> {
        let input = InputLine::parse(line);
        if input.is_ply() {
            return Ok(input);
        }
        let plies = commands::all().filter(|command| command.has(Property::Ply));
        let plies: Vec<String> = plies.map(|command| format!(":{}", command.name)).collect();
        let hint = format!("answers, {} and = expr can stand there", plies.join(", "));
        Err(CommandError::hinted(format!("`{line}` is not an input of the game"), hint))
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

/// Whether a part shows the position that an input has led to.
const fn is_of_position(part: &Part) -> bool {
    matches!(part, Part::Picture(_) | Part::Decision(_) | Part::GameOver(_))
}

/// The texts that an expression prints. One that only reads is no input of the game, so its events
/// are not kept.
fn printed(debugger: &Debugger, code: &str) -> Vec<Part> {
    let mut fork = debugger.fork();
    let n_before = fork.game.events().len();
    if eval(&mut fork.game, &fork.loaded, code).is_err() {
        return Vec::new();
    }
    let events = fork.game.events().iter().skip(n_before);
    let texts = events.filter_map(|event| match &event.kind {
        EventKind::Game(GameEvent::Printed { text, .. }) => Some(debugger.notation().read(text)),
        _ => None,
    });
    texts.map(|text| Part::note(format!("prints: {text}"))).collect()
}
