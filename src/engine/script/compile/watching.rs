//! Watched runs: what the machine says of itself. Only the functions of a watched host have the
//! nodes that lead here.

use super::machine::{Eval, Exit, Machine};
use super::tree::{CLOSURE, Node};
use crate::kernel::Value;
use crate::script::watch::{OpenFrame, ReturnedValue, RunView, StatementMark, Watcher};
use std::sync::Arc;

impl Machine<'_> {
    /// Begins a statement.
    pub(super) fn begin(&mut self, statement: &Arc<StatementMark>) {
        if let Some(frame) = self.memory.frames.last_mut() {
            frame.statement = Some(statement.clone());
        }
        if let Watcher(Some(watch)) = &self.data.watch {
            watch.statement(statement, self.view());
        }
        let n_frames = self.memory.frames.len();
        self.memory.last_returned.take_if(|returned| returned.depth >= n_frames);
    }

    /// Runs the body of a function or closure.
    pub(super) fn framed(&mut self, function: &Arc<str>, body: &Node) -> Eval {
        let frame = OpenFrame { function: function.clone(), base: self.base, statement: None };
        self.memory.frames.push(frame);
        let result = self.eval(body);
        self.memory.frames.pop();
        let depth = self.memory.frames.len();
        let value = match &result {
            Ok(value) => Some(value),
            Err(Exit::Return) => Some(&self.memory.returned),
            Err(_) => None,
        };
        if depth == 0 {
            self.memory.last_returned = None;
        } else if let Some(value) = value.filter(|value| **value != Value::Unit)
            && **function != *CLOSURE
        {
            let (function, value) = (function.clone(), value.clone());
            self.memory.last_returned = Some(ReturnedValue { function, value, depth });
        }
        result
    }

    /// Shows where it is before a verb acts.
    #[cold]
    pub(super) fn show_verb(&self) {
        if let Watcher(Some(watch)) = &self.data.watch {
            watch.verb(self.view());
        }
    }

    fn view(&self) -> RunView<'_> {
        let Self { memory, context, is_acting, .. } = self;
        let is_here = |returned: &&ReturnedValue| returned.depth == memory.frames.len();
        RunView {
            frames: &memory.frames,
            stack: &memory.stack,
            shared: &memory.shared,
            returned: memory.last_returned.as_ref().filter(is_here),
            context,
            is_acting: *is_acting,
        }
    }
}
