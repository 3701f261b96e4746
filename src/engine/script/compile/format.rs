//! Values as text, and what scripts print.

use super::access::Access;
use super::machine::{Eval, Machine};
use super::tree::{At, Print};
use super::values;
use crate::kernel::{Stop, Value};
use crate::script::api::Query;
use crate::script::print::emit_value;
use crate::script::show::{append, cards_of, depends_on_table};

impl Machine<'_> {
    /// Appends the text of a value, or of an item of a list, to a text. A hook that only answers
    /// must not read a card in a text that its player does not know.
    pub fn format(&mut self, value: &Value, is_item: bool, text: &mut String) -> Eval<()> {
        match values::text_of(&self.context.rules, value) {
            Some(said) if !is_item => text.push_str(said),
            _ => {
                if depends_on_table(value) && self.context.reader().is_limited {
                    self.look_at_cards(value)?;
                }
                append(&self.context, value, is_item, text);
            }
        }
        if text.len() > self.memory.limits.text { Err(self.too_large("a text")) } else { Ok(()) }
    }

    fn look_at_cards(&mut self, value: &Value) -> Eval<()> {
        let Self { context, data, owner, .. } = self;
        let query = Query { effects: context, reader: context.reader(), data, owner: *owner };
        let looked: Result<(), Stop> =
            cards_of(value).into_iter().try_for_each(|card| query.look_at(card));
        looked.map_err(|stop| self.stopped(stop, None))
    }

    pub(super) fn print(&mut self, print: &Print) -> Eval {
        let value = self.eval(&print.value)?;
        self.at(print.at);
        self.print_value(&value, (print.is_quoted, print.is_literal), print.at)
    }

    /// Prints a value: as an event, or for the owner of an agent.
    pub(super) fn print_value(
        &mut self,
        value: &Value,
        (is_quoted, is_literal): (bool, bool),
        at: At,
    ) -> Eval {
        let Self { context, memory, .. } = self;
        match &mut memory.agent {
            None => {
                if let Access::Act(context) = context {
                    emit_value(context, value, is_quoted, is_literal, at);
                    let result = context.check_cost();
                    result.map_err(|stop| self.stopped(stop, at))?;
                }
            }
            Some(agent) => {
                let mut text = String::new();
                append(context, value, is_quoted, &mut text);
                let line = at.filter(|_| is_quoted).map(|at| at.line);
                agent.printed.push((line, text));
            }
        }
        Ok(Value::Unit)
    }

    /// Returns a value whose size is limited.
    pub(super) fn checked(&mut self, value: Value, at: At) -> Eval {
        let result = self.check_size(&value);
        self.located(result, at)?;
        Ok(value)
    }

    /// Checks the size of a value.
    #[inline]
    pub(super) fn check_size(&mut self, value: &Value) -> Eval<()> {
        if matches!(value, Value::List(_) | Value::Text(_) | Value::Cards(_) | Value::Transient(_))
            && let Some(what) = values::excess(&self.context.rules, &self.memory.limits, value)
        {
            return Err(self.too_large(what));
        }
        Ok(())
    }
}
