//! Records inputs as they are run.

use super::command_id::CommandId;
use super::input_line::InputLine;
use super::state::Shell;
use super::{Reply, Status};
use crate::debugger::reply::Part;
use crate::error::Error;

impl Shell {
    /// Records an input so that the session passes as a test.
    pub(super) fn write_down(&mut self, prompt: &str, line: &str, mut reply: Reply) -> Reply {
        let input = InputLine::parse(line);
        let is_new = input.command_id() == Some(CommandId::New);
        let is_recorded = input.is_recorded();
        let recorded = self.recorded_as.take();
        let line = recorded.as_deref().unwrap_or(line);
        let started = (is_new && reply.status == Status::Done)
            .then(|| self.debugger.as_ref().map(|debugger| debugger.header.command()))
            .flatten();
        let is_over = matches!(reply.status, Status::Failed | Status::Quit);
        if is_recorded && !is_over && !line.is_empty() {
            self.log_input(started.as_deref().unwrap_or(line), None);
        }
        let text = self.rendered(&reply);
        match reply.status {
            Status::Done if !is_recorded => {}
            Status::Done if is_new => {
                self.recorder.note("> ", started.as_deref().unwrap_or(line), &text);
            }
            Status::Done if line.is_empty() => {}
            Status::Done => self.recorder.note(prompt, line, &text),
            Status::Refused if !is_recorded => {}
            Status::Refused => self.recorder.note(prompt, &format!(":refuse {line}"), &text),
            Status::Fault => {
                self.recorder.note(prompt, line, &text);
                let fault = self.debugger.as_ref().and_then(|debugger| debugger.fault.as_ref());
                let message = fault.map_or_else(String::new, |fault: &Error| fault.message.clone());
                self.recorder.note(prompt, &format!(":expect fault {message}"), "");
            }
            Status::Failed | Status::Quit => {}
        }
        if let Err(why) = self.recorder.write() {
            let name = self.recorder.file.as_ref().map(|file| file.path().display().to_string());
            let name = name.unwrap_or_default();
            let message = format!("not recorded: cannot write {name}: {why}");
            reply.parts.push(Part::Warning { message });
        }
        reply
    }
}
