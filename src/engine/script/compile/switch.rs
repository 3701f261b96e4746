//! `switch`: its values are a table.

use super::lower::{Lowered, Lowering};
use super::machine::{Eval, Machine};
use super::tree::{Condition, Node, Switch};
use super::values::{is_list, text_of, to_vec};
use crate::kernel::{IntRange, Rules, Transient, Value};
use crate::script::tree::{self, NodeKind, SyntaxNode};
use std::collections::BTreeMap;
use std::sync::Arc;

impl Lowering<'_> {
    pub fn switch(&mut self, switch: &tree::Switch) -> Lowered {
        let value = self.expr(&switch.subject)?;
        let mut lowered = Switch { value, ..Switch::default() };
        let mut arms = Vec::new();
        for (i, arm) in switch.arms.iter().enumerate() {
            for case in &arm.values {
                let Some(case_value) = self.case(case) else {
                    return self.not_available(self.at(case.at));
                };
                if let Value::Transient(Transient::Range(range)) = &case_value
                    && let Some(last) = last_of(range)
                {
                    lowered.ranges.push((range.start..=last, i));
                }
                lowered.cases.entry(case_value).or_default().push(i);
            }
            if arm.values.is_empty() {
                lowered.default = Some(i);
            }
            let condition = match &arm.guard {
                Some(guard) => self.condition(guard)?,
                None => Condition { node: Node::Constant(Value::Bool(true)), at: None },
            };
            arms.push((condition, self.piece(|lowering| lowering.expr(&arm.body))?));
        }
        lowered.arms = arms.into();
        Ok(Node::Switch(Box::new(lowered)))
    }

    /// Returns the value of a case.
    fn case(&self, node: &SyntaxNode) -> Option<Value> {
        Some(match &node.what {
            NodeKind::List(items) => {
                let items: Option<Vec<Value>> = items.iter().map(|node| self.case(node)).collect();
                Value::List(Arc::new(items?))
            }
            NodeKind::Map(entries) => {
                let entry = |(key, node): &(String, SyntaxNode)| {
                    Some((key.as_str().into(), self.case(node)?))
                };
                let entries: BTreeMap<Arc<str>, Value> =
                    entries.iter().map(entry).collect::<Option<_>>()?;
                Value::Transient(Transient::Map(entries.into()))
            }
            NodeKind::Operator(symbol, ends) => {
                let (".." | "..=", [start, end]) = (&**symbol, ends.as_slice()) else {
                    return None;
                };
                let (Value::Int(start), Value::Int(end)) = (self.case(start)?, self.case(end)?)
                else {
                    return None;
                };
                let is_inclusive = symbol.len() == 3;
                Value::Transient(Transient::Range(IntRange { start, end, is_inclusive }.into()))
            }
            _ => return self.literal(node),
        })
    }
}

/// Returns the last number of a range that is not empty.
fn last_of(range: &IntRange) -> Option<i64> {
    let last = if range.is_inclusive { Some(range.end) } else { range.end.checked_sub(1) };
    last.filter(|last| *last >= range.start)
}

impl Machine<'_> {
    /// Evaluates the arm of a value.
    #[inline(never)]
    pub(super) fn switch(&mut self, switch: &Switch) -> Eval {
        let value = self.eval(&switch.value)?;
        match self.find_arm(switch, &value)?.or(switch.default) {
            Some(arm) => self.piece(&switch.arms[arm].1),
            None => Ok(Value::Unit),
        }
    }

    /// Returns the first arm for a value whose condition holds.
    fn find_arm(&mut self, switch: &Switch, value: &Value) -> Eval<Option<usize>> {
        let case = case(&self.context.rules, value);
        let same = case.and_then(|case| switch.cases.get(&case));
        for arm in same.into_iter().flatten() {
            if self.condition(&switch.arms[*arm].0)? {
                return Ok(Some(*arm));
            }
        }
        let Value::Int(n) = value else { return Ok(None) };
        for (_, arm) in switch.ranges.iter().filter(|(range, _)| range.contains(n)) {
            if self.condition(&switch.arms[*arm].0)? {
                return Ok(Some(*arm));
            }
        }
        Ok(None)
    }
}

/// Returns a value as a case has it: kinds as texts, lists of all sorts as lists. `None` if no case
/// can have it.
fn case(rules: &Rules, value: &Value) -> Option<Value> {
    if let Some(text) = text_of(rules, value) {
        return Some(Value::Text(text.clone()));
    }
    Some(match value {
        Value::Unit | Value::Bool(_) | Value::Int(_) => value.clone(),
        Value::Transient(Transient::Char(_) | Transient::Range(_)) => value.clone(),
        Value::Transient(Transient::Map(map)) => {
            let entry = |(key, value): (&Arc<str>, _)| Some((key.clone(), case(rules, value)?));
            let entries: BTreeMap<Arc<str>, Value> =
                map.iter().map(entry).collect::<Option<_>>()?;
            Value::Transient(Transient::Map(entries.into()))
        }
        list if is_list(list) => {
            let items = to_vec(list)?;
            let items: Option<Vec<Value>> = items.iter().map(|item| case(rules, item)).collect();
            Value::List(Arc::new(items?))
        }
        _ => return None,
    })
}
