//! Operators on values, as Rhai has them.

use super::builtins::Operator;
use super::machine::{Eval, Machine};
use super::tree::At;
use super::values::{self, equal, is_list, text_of, to_vec};
use crate::kernel::{Rules, Transient, Value};
use crate::script::values::type_of;
use std::cmp::Ordering;
use std::sync::Arc;

impl Machine<'_> {
    /// Applies a binary operator.
    pub(super) fn operate(&mut self, operator: Operator, a: &Value, b: &Value, at: At) -> Eval {
        match self.operated(operator, a, b)? {
            Some(value) => self.checked(value, at),
            None => match (operator, a, b) {
                (_, Value::Int(a), Value::Int(b)) => Err(self.overflow(operator, *a, *b, at)),
                _ => Err(self.no_function(operator.syntax(), &[a.clone(), b.clone()], at)),
            },
        }
    }

    /// Returns the result of an operator, if it is defined for these values.
    fn operated(&mut self, operator: Operator, a: &Value, b: &Value) -> Eval<Option<Value>> {
        let is_closure = |value: &Value| matches!(value, Value::Transient(Transient::Closure(_)));
        Ok(match (a, b) {
            (Value::Int(a), Value::Int(b)) => values::integers(operator, *a, *b),
            _ if matches!(operator, Operator::Equal | Operator::NotEqual) => {
                if is_closure(a) && is_closure(b) {
                    return Ok(None);
                }
                if is_list(a) && is_list(b) {
                    self.charge_elements(values::length(a))?;
                }
                let is = equal(&self.context.rules, a, b);
                Some(Value::Bool(is == (operator == Operator::Equal)))
            }
            (Value::Bool(a), Value::Bool(b)) => match operator {
                Operator::And => Some(Value::Bool(a & b)),
                Operator::Or => Some(Value::Bool(a | b)),
                Operator::ExclusiveOr => Some(Value::Bool(a ^ b)),
                operator => compare(operator, a.cmp(b)),
            },
            _ if operator == Operator::Add => return self.sum(a, b),
            _ if operator == Operator::Subtract => self.difference(a, b),
            _ => {
                let rules = &self.context.rules;
                if let (Some(a), Some(b)) = (text_of(rules, a), text_of(rules, b)) {
                    return Ok(compare(operator, a.cmp(b)));
                }
                match (first_letters(rules, a), first_letters(rules, b)) {
                    (Some(a), Some(b)) => compare(operator, a.cmp(&b)),
                    _ => compare_types(operator, a, b),
                }
            }
        })
    }

    /// Adds texts, lists or maps.
    fn sum(&mut self, a: &Value, b: &Value) -> Eval<Option<Value>> {
        if is_list(a) && is_list(b) {
            let mut values = to_vec(a).unwrap_or_default();
            values.extend(to_vec(b).unwrap_or_default());
            self.charge_elements(values.len())?;
            return Ok(Some(Value::List(values.into())));
        }
        if let (Value::Transient(Transient::Map(a)), Value::Transient(Transient::Map(b))) = (a, b) {
            let mut map = (**a).clone();
            map.extend(b.iter().map(|(key, value)| (key.clone(), value.clone())));
            self.charge_elements(map.len())?;
            return Ok(Some(Value::Transient(Transient::Map(map.into()))));
        }
        let rules = &self.context.rules;
        let is_char = |value: &Value| matches!(value, Value::Transient(Transient::Char(_)));
        let is_text = text_of(rules, a).or_else(|| text_of(rules, b)).is_some();
        if !(is_text || is_char(a) && is_char(b)) {
            return Ok(None);
        }
        let mut text = String::new();
        self.format(a, false, &mut text)?;
        self.format(b, false, &mut text)?;
        self.charge_elements(text.len() / 8)?;
        Ok(Some(Value::Text(text.into())))
    }

    /// Removes a text from another one.
    fn difference(&self, a: &Value, b: &Value) -> Option<Value> {
        let rules = &self.context.rules;
        let text = text_of(rules, a)?;
        let without = match b {
            Value::Transient(Transient::Char(letter)) => text.replace(*letter, ""),
            b => {
                let part = text_of(rules, b)?;
                match (text.is_empty(), part.is_empty()) {
                    (_, true) => text.to_string(),
                    // As odd as in Rhai.
                    (true, false) => part.to_string(),
                    _ => text.replace(&**part, ""),
                }
            }
        };
        Some(Value::Text(without.into()))
    }

    fn overflow(&mut self, operator: Operator, a: i64, b: i64, at: At) -> super::machine::Exit {
        let what = match operator {
            Operator::Add => "addition overflow",
            Operator::Subtract => "subtraction overflow",
            Operator::Multiply => "multiplication overflow",
            Operator::Divide if b == 0 => "division by zero",
            Operator::Divide => "division overflow",
            Operator::Remainder => "modulo division by zero or overflow",
            _ if b < 0 => "integer raised to a negative power",
            _ => "exponential overflow",
        };
        self.arithmetic(format!("{what}: {a} {} {b}", operator.syntax()), at)
    }

    /// Changes the value of a variable: `variable op= value`.
    pub(super) fn update(
        &mut self,
        operator: Operator,
        variable: &mut Value,
        value: Value,
        at: At,
    ) -> Eval<()> {
        match (operator, &mut *variable, &value) {
            (Operator::Add, list, _) if is_list(list) => {
                self.charge_elements(values::length(list) + values::length(&value))?;
                let added = if is_list(&value) { to_vec(&value) } else { Some(vec![value]) };
                if let Some(list) = values::list_mut(list) {
                    list.extend(added.unwrap_or_default());
                }
            }
            (
                Operator::Add,
                Value::Transient(Transient::Map(map)),
                Value::Transient(Transient::Map(other)),
            ) => {
                let entries = other.iter().map(|(key, value)| (key.clone(), value.clone()));
                Arc::make_mut(map).extend(entries);
            }
            (_, Value::Int(a), Value::Int(b)) => match values::integers(operator, *a, *b) {
                Some(value) => *variable = value,
                None => {
                    let (a, b) = (*a, *b);
                    return Err(self.overflow(operator, a, b, at));
                }
            },
            _ => match self.operated(operator, variable, &value)? {
                Some(value) => *variable = value,
                None => {
                    let name = format!("{}=", operator.syntax());
                    return Err(self.no_function(&name, &[variable.clone(), value], at));
                }
            },
        }
        let result = self.check_size(variable);
        self.located(result, at)
    }

    /// Applies the unary `-`.
    pub(super) fn negative(&mut self, value: &Value, at: At) -> Eval {
        match value {
            Value::Int(n) => match n.checked_neg() {
                Some(n) => Ok(Value::Int(n)),
                None => Err(self.arithmetic("integer overflow".to_owned(), at)),
            },
            value => Err(self.no_function("-", std::slice::from_ref(value), at)),
        }
    }
}

pub fn compare(operator: Operator, ordering: Ordering) -> Option<Value> {
    Some(Value::Bool(match operator {
        Operator::Less => ordering.is_lt(),
        Operator::LessOrEqual => ordering.is_le(),
        Operator::Greater => ordering.is_gt(),
        Operator::GreaterOrEqual => ordering.is_ge(),
        _ => return None,
    }))
}

/// The first two letters of a text or of a character, by which one is compared with the other.
fn first_letters(rules: &Rules, value: &Value) -> Option<[Option<char>; 2]> {
    if let Value::Transient(Transient::Char(letter)) = value {
        return Some([Some(*letter), None]);
    }
    let mut letters = text_of(rules, value)?.chars();
    Some([letters.next(), letters.next()])
}

/// Compares values that have no order: those of different types are neither less nor greater.
fn compare_types(operator: Operator, a: &Value, b: &Value) -> Option<Value> {
    let is_unit = matches!((a, b), (Value::Unit, Value::Unit));
    let compares = compare(operator, Ordering::Equal).is_some();
    (compares && (is_unit || type_of(a) != type_of(b))).then_some(Value::Bool(false))
}
