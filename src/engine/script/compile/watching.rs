//! Watched runs: what the machine says of itself. Only the functions of a watched host have the
//! nodes that lead here.

use super::machine::{Eval, Machine};
use super::tree::Node;
use crate::script::watch::{OpenFrame, RunView, StatementMark, Watcher};
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
    }

    /// Runs the body of a function or closure.
    pub(super) fn framed(&mut self, function: &Arc<str>, body: &Node) -> Eval {
        let frame = OpenFrame { function: function.clone(), base: self.base, statement: None };
        self.memory.frames.push(frame);
        let result = self.eval(body);
        self.memory.frames.pop();
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
        RunView {
            frames: &memory.frames,
            stack: &memory.stack,
            shared: &memory.shared,
            context,
            is_acting: *is_acting,
        }
    }
}
