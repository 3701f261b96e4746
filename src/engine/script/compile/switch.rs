//! `switch`. Rhai's tree has only the hashes of the values of its cases, so a value is hashed as
//! Rhai does.

use super::lower::{Lowered, Lowering};
use super::machine::{Eval, Machine};
use super::tree::{Node, Switch};
use crate::kernel::{Rules, Transient, Value};
use rhai::{Array, Dynamic, Expr, ImmutableString, Map, RangeCase, SwitchCasesCollection};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

impl Lowering<'_> {
    pub fn switch(&mut self, value: &Expr, switch: &SwitchCasesCollection) -> Lowered {
        let value = self.expr(value)?;
        let arm = |arm: &rhai::BinaryExpr| {
            let condition = self.condition(&arm.lhs)?;
            Ok((condition, self.piece(|lowering| lowering.expr(&arm.rhs))?))
        };
        let arms: Lowered<Box<[_]>> = switch.expressions.iter().map(arm).collect();
        let cases = switch.cases.iter().map(|(hash, arms)| (*hash, arms.blocks.to_vec()));
        let range = |range: &RangeCase| match range {
            RangeCase::ExclusiveInt(range, arm) => (range.start, range.end.checked_sub(1), *arm),
            RangeCase::InclusiveInt(range, arm) => (*range.start(), Some(*range.end()), *arm),
        };
        let ranges = switch.ranges.iter().map(range);
        let ranges = ranges.filter_map(|(first, last, arm)| Some((first..=last?, arm)));
        Ok(Node::Switch(Box::new(Switch {
            value,
            arms: arms?,
            cases: cases.collect(),
            ranges: ranges.collect(),
            default: switch.def_case,
        })))
    }
}

impl Machine<'_> {
    /// Evaluates the arm of a value.
    pub(super) fn switch(&mut self, switch: &Switch) -> Eval {
        let value = self.eval(&switch.value)?;
        match self.find_arm(switch, &value)?.or(switch.default) {
            Some(arm) => self.piece(&switch.arms[arm].1),
            None => Ok(Value::Unit),
        }
    }

    /// Returns the first arm for a value whose condition holds.
    fn find_arm(&mut self, switch: &Switch, value: &Value) -> Eval<Option<usize>> {
        let same = match value {
            value if !is_hashed(value) => None,
            value => switch.cases.get(&hash(&literal(&self.context.rules, value))),
        };
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

/// Whether a case can have this value.
fn is_hashed(value: &Value) -> bool {
    match value {
        Value::Unit | Value::Bool(_) | Value::Int(_) | Value::Text(_) | Value::Kind(_) => true,
        Value::List(values) => values.iter().all(is_hashed),
        Value::Transient(Transient::Map(map)) => map.values().all(is_hashed),
        Value::Transient(value) => matches!(value, Transient::Char(_) | Transient::Range(_)),
        Value::Players(seats) => seats.is_empty(),
        Value::Cards(cards) => cards.is_empty(),
        _ => false,
    }
}

/// Converts a value that a case can have to one of Rhai.
fn literal(rules: &Rules, value: &Value) -> Dynamic {
    match value {
        Value::Bool(is) => Dynamic::from(*is),
        Value::Int(n) => Dynamic::from(*n),
        Value::Text(text) => Dynamic::from(ImmutableString::from(&**text)),
        Value::Kind(kind) => Dynamic::from(ImmutableString::from(&*rules.kind(*kind).id)),
        Value::List(values) => {
            Dynamic::from(values.iter().map(|value| literal(rules, value)).collect::<Array>())
        }
        Value::Players(_) | Value::Cards(_) => Dynamic::from(Array::new()),
        Value::Transient(Transient::Char(letter)) => Dynamic::from(*letter),
        Value::Transient(Transient::Map(map)) => {
            let entry = |(key, value): (&Arc<str>, &_)| ((&**key).into(), literal(rules, value));
            Dynamic::from(map.iter().map(entry).collect::<Map>())
        }
        Value::Transient(Transient::Range(range)) if range.is_inclusive => {
            Dynamic::from(range.start..=range.end)
        }
        Value::Transient(Transient::Range(range)) => Dynamic::from(range.start..range.end),
        _ => Dynamic::UNIT,
    }
}

/// Returns the hash that Rhai's tree has for a case of this value.
fn hash(value: &Dynamic) -> u64 {
    let mut hasher = ahash::AHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}
