//! Parts of values: reading them, and changing them in the variable that holds them.

use super::machine::{Eval, Machine};
use super::tree::{Assign, At, Change, Node, Path, Step, StepTo};
use super::values;
use crate::kernel::{Transient, Value};
use crate::script::functions::{Of, place_within};
use std::sync::Arc;

/// The values of the indices of a path, in their order.
pub type Indices = smallvec::SmallVec<[Value; 2]>;

/// A change of a part of a value.
type Act<'f, 'm> = &'f mut dyn FnMut(&mut Machine<'m>, &mut Value) -> Eval;

impl<'m> Machine<'m> {
    /// Evaluates a list by reference where it is in a slot, and returns an element.
    #[inline(never)]
    pub(super) fn index(&mut self, list: &Node, index: &Node, at: At) -> Eval {
        let index = self.eval(index)?;
        if let (Node::Local(slot), Value::Int(i)) = (list, &index)
            && let Some(found) = values::element(self.slot(*slot), *i)
        {
            values::discard(index);
            return Ok(found);
        }
        let list = self.eval(list)?;
        let part = self.part(&list, &index, at);
        values::discard(index);
        part
    }

    /// Returns the part of a value at an index.
    pub(super) fn part(&mut self, value: &Value, index: &Value, at: At) -> Eval {
        let rules = &self.context.rules;
        match (value, index) {
            (list, Value::Int(i)) if values::is_list(list) => match values::element(list, *i) {
                Some(found) => Ok(found),
                None => Err(self.no_element(values::length(list), *i, at)),
            },
            (list, index) if values::is_list(list) => Err(self.mismatch("number", index, at)),
            (Value::Transient(Transient::Map(map)), index) => {
                let key = values::key(rules, index);
                match (key.as_deref().and_then(|key| map.get(key)), key) {
                    (Some(found), _) => Ok(found.clone()),
                    (None, Some(key)) => Err(self.no_key(&key, at)),
                    (None, None) => Err(self.mismatch("text", index, at)),
                }
            }
            (Value::Int(n), Value::Int(i)) => match place_within(64, *i) {
                Some(bit) => Ok(Value::Bool(n >> bit & 1 == 1)),
                None => {
                    let said =
                        format!("bit-field index {i} out of bounds: only 64 bits in bit-field");
                    Err(self.missing(said, at))
                }
            },
            (Value::Int(n), Value::Transient(Transient::Range(range))) => {
                // Unlike other places, those of a range of bits do not count from the end.
                match (range.start, range.end, values::end(range)) {
                    (start @ 0..64, 0.., end @ 0..=64) => {
                        let n_bits = (end - start).max(0);
                        let mask = if n_bits == 64 { -1 } else { (1 << n_bits) - 1 };
                        Ok(Value::Int(n >> start & mask))
                    }
                    (start, end, _) => {
                        let i = if (0..64).contains(&start) { end } else { start };
                        let said = "out of bounds: only 64 bits in bit-field";
                        Err(self.missing(format!("bit-field index {i} {said}"), at))
                    }
                }
            }
            (Value::Int(_), index) => Err(self.mismatch("number", index, at)),
            (text, index) => match (values::text_of(rules, text).cloned(), index) {
                (Some(text), Value::Int(i)) => self.letter(&text, *i, at),
                (Some(text), Value::Transient(Transient::Range(range))) => {
                    let n = text.chars().count() as i64;
                    let is_before = |i: &&i64| n > 0 && **i < -n;
                    if let Some(i) = [range.start, range.end].iter().find(is_before) {
                        return self.letter(&text, *i, at);
                    }
                    let from = |i: i64| if i < 0 { (n + i).max(0) } else { i.min(n) };
                    let (start, end) = (from(range.start), from(range.end));
                    let end = end + i64::from(range.is_inclusive);
                    let part =
                        text.chars().skip(start as usize).take((end - start).max(0) as usize);
                    Ok(Value::Text(part.collect::<String>().into()))
                }
                (Some(_), index) => Err(self.mismatch("number", index, at)),
                _ => Err(self.not_indexed(value, index, at)),
            },
        }
    }

    fn letter(&mut self, text: &str, i: i64, at: At) -> Eval {
        let n = text.chars().count();
        match place_within(n, i).and_then(|i| text.chars().nth(i)) {
            Some(letter) => Ok(Value::Transient(Transient::Char(letter))),
            None => {
                let said = match n {
                    0 => "string is empty".to_owned(),
                    1 => "only 1 character in string".to_owned(),
                    n => format!("only {n} characters in string"),
                };
                Err(self.missing(format!("string index {i} out of bounds: {said}"), at))
            }
        }
    }

    fn no_element(&mut self, n: usize, i: i64, at: At) -> super::machine::Exit {
        let message = format!("index {i} is out of range for a list of length {n}");
        self.fail_at("F0007", message, "indexes start at 0; check `len` first", at)
    }

    pub(super) fn no_key(&mut self, key: &str, at: At) -> super::machine::Exit {
        self.missing(format!("property not found: {key}"), at)
    }

    pub(super) fn indices(&mut self, path: &Path) -> Eval<Indices> {
        let mut indices = Indices::new();
        for step in &path.steps {
            if let StepTo::Index(index) = &step.to {
                indices.push(self.eval(index)?);
            }
        }
        Ok(indices)
    }

    /// Calls a function that changes a variable or a part of it.
    #[inline(never)]
    pub(super) fn change(&mut self, change: &Change) -> Eval {
        let Change { path, call, .. } = change;
        let mut args = self.args(&call.args, false)?;
        let indices = self.indices(path)?;
        // A closure may read the variable that it is called for.
        let is_kept = args.iter().any(|arg| Of::Closure.fits(arg));
        args.insert(0, Value::Unit);
        self.along(path.slot, &path.steps, indices, is_kept, &mut |machine, part| {
            if change.is_optional && *part == Value::Unit {
                return Ok(Value::Unit);
            }
            if change.is_constant && call.changes(part) {
                return Err(machine.constant_changed(&call.meanings.name, call.at));
            }
            args[0] = std::mem::take(part);
            let result = machine.choose(call, &mut args);
            *part = std::mem::take(&mut args[0]);
            result
        })
    }

    /// Assigns to a part of a variable.
    #[inline(never)]
    pub(super) fn assign(&mut self, assign: &Assign) -> Eval {
        let Assign { path, operator, value, constant, at } = assign;
        let value = self.eval(value)?;
        let mut indices = self.indices(path)?;
        let Some((last, steps)) = path.steps.split_last() else { return Ok(Value::Unit) };
        let last_index = match last.to {
            StepTo::Index(_) => indices.pop(),
            StepTo::Property(_) => None,
        };
        let mut value = Some(value);
        if let Some(name) = constant {
            return Err(self.constant_changed(name, *at));
        }
        self.along(path.slot, steps, indices, false, &mut |machine, part| {
            let mut value = value.take().unwrap_or_default();
            if let Some(operator) = operator {
                let old = match &last.to {
                    StepTo::Index(_) => {
                        let index = last_index.clone().unwrap_or_default();
                        machine.part(part, &index, last.at)?
                    }
                    StepTo::Property(call) => match &*part {
                        // A key that is missing has no value yet.
                        Value::Transient(Transient::Map(map)) => {
                            map.get(&call.meanings.name).cloned().unwrap_or_default()
                        }
                        part => machine.choose(call, &mut [part.clone()])?,
                    },
                };
                let added = std::mem::replace(&mut value, old);
                machine.update(*operator, &mut value, added, *at)?;
            }
            machine.set_part(part, last, last_index.as_ref(), value)?;
            Ok(Value::Unit)
        })
    }

    /// Sets the part of a value that is one step away.
    fn set_part(
        &mut self,
        of: &mut Value,
        step: &Step,
        index: Option<&Value>,
        value: Value,
    ) -> Eval<()> {
        let rules = &self.context.rules;
        let key = match (&step.to, index) {
            (StepTo::Property(call), _) => Some(call.meanings.name.clone()),
            (_, Some(index)) => values::key(rules, index),
            _ => None,
        };
        match (&mut *of, index) {
            (Value::Transient(Transient::Map(map)), index) => match key {
                Some(key) => {
                    Arc::make_mut(map).insert(key, value);
                    Ok(())
                }
                None => Err(self.mismatch("text", index.unwrap_or(&Value::Unit), step.at)),
            },
            (list, Some(Value::Int(i))) if values::is_list(list) => {
                let n = values::length(list);
                match (place_within(n, *i), values::list_mut(list)) {
                    (Some(i), Some(list)) => {
                        list[i] = value;
                        Ok(())
                    }
                    _ => Err(self.no_element(n, *i, step.at)),
                }
            }
            (Value::Int(n), Some(Value::Int(i))) => match (place_within(64, *i), &value) {
                (Some(bit), Value::Bool(is)) => {
                    *n = *n & !(1 << bit) | i64::from(*is) << bit;
                    Ok(())
                }
                (None, _) => {
                    let index = Value::Int(*i);
                    self.part(&of.clone(), &index, step.at).map(|_| ())
                }
                _ => Err(self.mismatch("bool", &value, step.at)),
            },
            (of, Some(Value::Int(i))) if values::text_of(rules, of).is_some() => {
                let text = values::text_of(rules, of).cloned().unwrap_or_default();
                self.letter(&text, *i, step.at)?;
                let Value::Transient(Transient::Char(letter)) = value else {
                    return Err(self.mismatch("character", &value, step.at));
                };
                let mut letters: Vec<char> = text.chars().collect();
                if let Some(i) = place_within(letters.len(), *i) {
                    letters[i] = letter;
                }
                *of = Value::Text(letters.into_iter().collect::<String>().into());
                Ok(())
            }
            (of, Some(index)) => {
                let of = of.clone();
                let is_text = values::text_of(rules, &of).is_some();
                if values::is_list(&of) || is_text || matches!(of, Value::Int(_)) {
                    return Err(self.mismatch("number", index, step.at));
                }
                Err(self.not_indexed(&of, index, step.at))
            }
            (of, None) => {
                let of = of.clone();
                Err(self.no_property(key.as_deref().unwrap_or_default(), &of, step.at))
            }
        }
    }

    /// Does something with a part of a variable, which it may change.
    fn along(
        &mut self,
        slot: u16,
        steps: &[Step],
        indices: Indices,
        is_kept: bool,
        act: Act<'_, 'm>,
    ) -> Eval {
        let variable = self.variable(slot);
        let mut value = if is_kept { variable.clone() } else { std::mem::take(variable) };
        let result = self.step(&mut value, steps, &mut indices.into_iter(), act);
        let size = if result.is_ok() { self.check_size(&value) } else { Ok(()) };
        *self.variable(slot) = value;
        let at = steps.last().and_then(|step| step.at);
        self.located(size, at)?;
        result
    }

    /// Goes along the steps of a path.
    fn step(
        &mut self,
        value: &mut Value,
        steps: &[Step],
        indices: &mut impl Iterator<Item = Value>,
        act: Act<'_, 'm>,
    ) -> Eval {
        let Some((step, rest)) = steps.split_first() else { return act(self, value) };
        let index = match &step.to {
            StepTo::Index(_) => indices.next().unwrap_or_default(),
            StepTo::Property(call) => Value::Text(call.meanings.name.clone()),
        };
        // The part is taken out, changed and put back.
        if let (Value::Int(i), true) = (&index, values::is_list(value)) {
            let n = values::length(value);
            let Some(i) = place_within(n, *i) else {
                return Err(self.no_element(n, *i, step.at));
            };
            let mut part = match values::list_mut(value) {
                Some(list) => std::mem::take(&mut list[i]),
                None => Value::Unit,
            };
            let result = self.step(&mut part, rest, indices, act);
            if let Some(list) = values::list_mut(value) {
                list[i] = part;
            }
            return result;
        }
        if let Value::Transient(Transient::Map(map)) = value
            && let Some(key) = values::key(&self.context.rules, &index)
        {
            let Some(part) = Arc::make_mut(map).get_mut(&key) else {
                return Err(self.no_key(&key, step.at));
            };
            let mut part = std::mem::take(part);
            let result = self.step(&mut part, rest, indices, act);
            if let Value::Transient(Transient::Map(map)) = value {
                Arc::make_mut(map).insert(key, part);
            }
            return result;
        }
        let mut part = match &step.to {
            StepTo::Index(_) => self.part(value, &index, step.at)?,
            StepTo::Property(call) => self.choose(call, &mut [value.clone()])?,
        };
        self.step(&mut part, rest, indices, act)
    }
}
