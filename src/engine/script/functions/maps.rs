//! Functions of maps; their rows are in `language`.

use super::native::{Entries, Failure, Outcome, Runner, fault};
use super::parts::{change_map, entries, items, number, text, to_list, to_map, to_text};
use crate::kernel::{Transient, Value};
use serde_json::Value as Json;
use std::sync::Arc;

pub fn len(_: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    Ok(number(entries(&args[0]).len()))
}

pub fn is_empty(_: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    Ok(Value::Bool(entries(&args[0]).is_empty()))
}

pub fn contains(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let key = text(runner, &args[1]);
    Ok(Value::Bool(entries(&args[0]).contains_key(&key)))
}

pub fn remove(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let key = text(runner, &args[1]);
    Ok(change_map(&mut args[0], |entries| entries.remove(&key).unwrap_or_default()))
}

pub fn clear(_: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    args[0] = to_map(Entries::new());
    Ok(Value::Unit)
}

pub fn keys(_: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    Ok(to_list(entries(&args[0]).keys().map(to_text).collect()))
}

pub fn values(_: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    Ok(to_list(entries(&args[0]).values().cloned().collect()))
}

pub fn mixin(_: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let others = Arc::unwrap_or_clone(entries(&args[1]));
    change_map(&mut args[0], |entries| entries.extend(others));
    Ok(Value::Unit)
}

pub fn fill_with(_: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let others = Arc::unwrap_or_clone(entries(&args[1]));
    change_map(&mut args[0], |entries| {
        for (key, value) in others {
            entries.entry(key).or_insert(value);
        }
    });
    Ok(Value::Unit)
}

pub fn to_json(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    Ok(to_text(json(runner, &args[0])?.to_string()))
}

/// Returns a value as JSON; players, cards and piles are texts.
fn json(runner: &mut dyn Runner, value: &Value) -> Result<Json, Failure> {
    Ok(match value {
        Value::Unit => Json::Null,
        Value::Bool(is) => Json::Bool(*is),
        Value::Int(n) => (*n).into(),
        Value::List(_) | Value::Players(_) | Value::Cards(_) => {
            let items = items(value);
            Json::Array(items.iter().map(|item| json(runner, item)).collect::<Result<_, _>>()?)
        }
        Value::Transient(Transient::Map(entries)) => {
            let mut map = serde_json::Map::new();
            for (key, value) in &**entries {
                map.insert((**key).to_owned(), json(runner, value)?);
            }
            Json::Object(map)
        }
        value => runner.write(value, false)?.into(),
    })
}

pub fn parse_json(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let text = text(runner, &args[0]);
    let json = serde_json::from_str(&text).ok();
    let Some(value) = json.and_then(|json| of_json(&json)) else {
        let hint = "it reads JSON whose numbers are whole: `parse_json(\"[1, 2]\")`";
        return fault("F0122", format!("`parse_json` cannot read {text:?}"), hint);
    };
    Ok(value)
}

/// Returns the value that JSON stands for; `None` if a number in it is not whole.
pub fn of_json(json: &Json) -> Option<Value> {
    Some(match json {
        Json::Null => Value::Unit,
        Json::Bool(is) => Value::Bool(*is),
        Json::Number(number) => Value::Int(number.as_i64()?),
        Json::String(text) => to_text(text),
        Json::Array(values) => to_list(values.iter().map(of_json).collect::<Option<_>>()?),
        Json::Object(map) => {
            let entry =
                |(key, value): (&String, &Json)| Some((key.as_str().into(), of_json(value)?));
            to_map(map.iter().map(entry).collect::<Option<_>>()?)
        }
    })
}
