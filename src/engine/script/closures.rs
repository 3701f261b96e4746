//! The functions of lists and maps that keep what a closure returns.
//!
//! A closure that ends with `switch` or `break` may return a variable that it has captured, not its
//! value. Rhai's functions put such a variable into lists, where Rhai panics, and pass it on to the
//! next call, which could change it. These take its value.

use rhai::{Array, Dynamic, Engine, EvalAltResult, FnPtr, Map, NativeCallContext, Position};
use smallvec::SmallVec;

type Result<T> = std::result::Result<T, Box<EvalAltResult>>;

pub fn register(engine: &mut Engine) {
    engine
        .register_fn("map", |ctx: NativeCallContext, list: &mut Array, f: FnPtr| {
            map(&ctx, list, &f)
        })
        .register_fn("map", |ctx: NativeCallContext, map: &mut Map, f: FnPtr| {
            map_values(&ctx, map, &f)
        })
        .register_fn("zip", |ctx: NativeCallContext, list: &mut Array, other: Array, f: FnPtr| {
            zip(&ctx, list, &other, &f)
        });
    for (name, is_reversed) in [("reduce", false), ("reduce_rev", true)] {
        let from = move |ctx: NativeCallContext, list: &mut Array, f: FnPtr, first: Dynamic| {
            reduce(&ctx, name, is_reversed, list, &f, first)
        };
        let all = move |ctx: NativeCallContext, list: &mut Array, f: FnPtr| {
            reduce(&ctx, name, is_reversed, list, &f, Dynamic::UNIT)
        };
        engine.register_fn(name, from).register_fn(name, all);
    }
}

fn map(ctx: &NativeCallContext<'_>, list: &Array, f: &FnPtr) -> Result<Array> {
    let item =
        |(i, item): (usize, &Dynamic)| call(ctx, "map", f, &[item.clone(), number(i)], &[1, 2, 0]);
    list.iter().enumerate().map(item).collect()
}

fn map_values(ctx: &NativeCallContext<'_>, map: &Map, f: &FnPtr) -> Result<Map> {
    let mut mapped = Map::new();
    for (key, value) in map {
        let args = [key.as_str().into(), value.clone()];
        mapped.insert(key.clone(), call(ctx, "map", f, &args, &[1, 2])?);
    }
    Ok(mapped)
}

fn zip(ctx: &NativeCallContext<'_>, list: &Array, other: &Array, f: &FnPtr) -> Result<Array> {
    let item = |(i, (a, b)): (usize, (&Dynamic, &Dynamic))| {
        call(ctx, "zip", f, &[a.clone(), b.clone(), number(i)], &[2, 3])
    };
    list.iter().zip(other).enumerate().map(item).collect()
}

fn reduce(
    ctx: &NativeCallContext<'_>,
    name: &str,
    is_reversed: bool,
    list: &Array,
    f: &FnPtr,
    first: Dynamic,
) -> Result<Dynamic> {
    let n = list.len();
    (0..n).map(|i| if is_reversed { n - 1 - i } else { i }).try_fold(first, |result, i| {
        call(ctx, name, f, &[result, list[i].clone(), number(i)], &[2, 3, 1])
    })
}

fn number(i: usize) -> Dynamic {
    Dynamic::from_int(i as i64)
}

/// Calls a closure with the first of these values, as many as it takes: one of `counts`. Returns
/// the value of what it returns.
fn call(
    ctx: &NativeCallContext<'_>,
    caller: &str,
    f: &FnPtr,
    args: &[Dynamic],
    counts: &[usize],
) -> Result<Dynamic> {
    let mut unfit = None;
    for count in counts {
        let mut args: SmallVec<[Dynamic; 3]> = args[..*count].iter().cloned().collect();
        match f.call_raw(ctx, None, &mut *args) {
            Ok(value) => return Ok(value.flatten()),
            Err(error) if is_unfit(&error, f) => unfit = Some(unfit.unwrap_or(error)),
            Err(error) => {
                unfit = Some(error);
                break;
            }
        }
    }
    let source = ctx.call_source().unwrap_or_default().to_owned();
    let error = unfit.expect("`counts` is not empty");
    Err(Box::new(EvalAltResult::ErrorInFunctionCall(
        caller.to_owned(),
        source,
        error,
        Position::NONE,
    )))
}

/// Whether a closure does not take this number of values.
fn is_unfit(error: &EvalAltResult, f: &FnPtr) -> bool {
    matches!(error, EvalAltResult::ErrorFunctionNotFound(call, _) if call.starts_with(f.fn_name()))
}
