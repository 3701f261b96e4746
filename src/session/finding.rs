//! Writes a fuzzer finding as a session file that fails until the bug is fixed.

use super::SessionOptions;
use crate::fuzz::CaseFailure;
use crate::shell::recorded::escape;
use crate::shell::{Reply, Shell, Status};
use crate::transcript::{Case, Input, LoadedRuleset};
use crate::variant::Library;
use crate::variant::notation::position;
use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A written session file.
#[derive(Clone, Debug)]
pub struct Written {
    pub text: String,
    /// Its inputs with prompts.
    pub lines: Vec<String>,
    /// Whether it fails when run, as it should.
    pub fails: bool,
}

/// Writes a case as a session.
pub fn write(
    library: &Library,
    loaded: &LoadedRuleset,
    case: &Case,
    failure: &CaseFailure,
) -> Written {
    let mut recorder = SessionRecorder { shell: Shell::new(library.clone()), steps: Vec::new() };
    recorder.type_all(loaded, case);
    match &failure.shown_by {
        Some((input, said)) => {
            let (prompt, input, said) = ("> ".to_owned(), input.clone(), said.clone());
            recorder.steps.push(TypedStep { prompt, input, said, status: Status::Failed });
        }
        // The output of the last input is the failure itself.
        None => {
            recorder.steps.iter_mut().next_back().into_iter().for_each(|step| step.said.clear())
        }
    }
    let mut text = format!("# {}: {}\n\n", case.header.variant, failure.name);
    for line in failure.message.lines() {
        let _ = writeln!(text, "{}", format!("    {line}").trim_end());
    }
    text += "\nFound by `litterbox fuzz`. It fails until the bug is fixed; then\n\
             `litterbox test --accept` turns it into a regression test.\n\n```litterbox\n";
    for step in &recorder.steps {
        let _ = writeln!(text, "{}{}", step.prompt, step.input);
        for line in step.said.lines() {
            let _ = writeln!(text, "{}", format!("  {}", escape(line)).trim_end());
        }
    }
    text += "```\n";
    let run = || super::run_text("finding", &text, library, SessionOptions::default());
    let fails = match catch_unwind(AssertUnwindSafe(run)) {
        Ok(Ok(report)) => !report.passed(),
        Ok(Err(_)) => false,
        Err(_) => true,
    };
    let lines = recorder.steps.iter().map(|step| format!("{}{}", step.prompt, step.input));
    Written { lines: lines.collect(), fails, text }
}

/// An input with its reply.
struct TypedStep {
    prompt: String,
    input: String,
    said: String,
    status: Status,
}

struct SessionRecorder {
    shell: Shell,
    steps: Vec<TypedStep>,
}

impl SessionRecorder {
    fn type_all(&mut self, loaded: &LoadedRuleset, case: &Case) {
        let spec = case.layout.as_ref().map(|layout| position::print(layout, &loaded.notation));
        let spec = spec.unwrap_or_default();
        let is_whole = position::players(&spec, &loaded.notation.rules) == case.header.names;
        if !is_whole && self.type_in("> ", &case.header.command()).is_none() {
            return;
        }
        let start = if is_whole { case.header.start_of_position() + " " } else { String::new() };
        if !spec.is_empty() && self.type_in("> ", &format!(":table {start}{spec}")).is_none() {
            return;
        }
        for input in &case.inputs {
            if self.choose(*input).is_none() {
                return;
            }
        }
    }

    /// Chooses an option by its text, or by its number if the text is ambiguous.
    fn choose(&mut self, input: usize) -> Option<()> {
        let debugger = self.shell.debugger()?;
        let decision = debugger.game.decision()?;
        let index = input % decision.options.len();
        let word = debugger.notation().words(decision).swap_remove(index);
        let prompt = self.shell.prompt();
        let n_steps = self.steps.len();
        self.type_in(&prompt, &word);
        let means_it = match self.steps.last() {
            Some(TypedStep { status: Status::Refused, .. }) => false,
            _ => self.has_chosen(index),
        };
        if means_it {
            return Some(());
        }
        self.steps.truncate(n_steps);
        if self.shell.asked().is_none() || self.shell.prompt() != prompt {
            self.shell.input(":back");
        }
        self.type_in(&prompt, &(index + 1).to_string())
    }

    /// Whether the last answer was this option, or failed.
    fn has_chosen(&self, index: usize) -> bool {
        let Some(debugger) = self.shell.debugger() else { return true };
        let record = debugger.timeline.now().record.as_ref();
        debugger.fault.is_some()
            || record.is_none_or(|record| match &record.input {
                Input::Answers(given) => given.first().is_some_and(|first| first.index == index),
                _ => false,
            })
    }

    /// Types a line; `None` if it is refused.
    fn type_in(&mut self, prompt: &str, input: &str) -> Option<()> {
        let typed = catch_unwind(AssertUnwindSafe(|| self.shell.input(input)));
        let reply = typed.unwrap_or(Reply::new(Status::Fault, Vec::new()));
        let status = reply.status;
        let (prompt, input) = (prompt.to_owned(), input.to_owned());
        let said = reply.text();
        self.steps.push(TypedStep { prompt, input, said, status });
        (status == Status::Done).then_some(())
    }
}
