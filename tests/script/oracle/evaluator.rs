//! Rhai's own evaluator, as an oracle of the language. What ours does differently on purpose is
//! registered here, or left out of the comparison.

use rhai::packages::{
    ArithmeticPackage, BasicArrayPackage, BasicFnPackage, BasicIteratorPackage, BasicMapPackage,
    BasicStringPackage, LanguageCorePackage, LogicPackage, MoreStringPackage, Package as _,
};
use rhai::{
    Array, Dynamic, Engine, EvalAltResult, FnPtr, ImmutableString, Map, NativeCallContext,
    OptimizationLevel, Position, Scope,
};
use std::fmt::Write as _;
use std::ops::{Range, RangeInclusive};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What a program does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It returns a value, which is written so.
    Value(String),
    /// It ends with a fault of this kind.
    Fault(&'static str),
    /// What it does is not compared: the reason.
    Unspecified(&'static str),
}

/// The engine with the packages and limits of scripts.
pub fn engine(optimization: OptimizationLevel) -> Engine {
    let mut engine = Engine::new_raw();
    LanguageCorePackage::new().register_into_engine(&mut engine);
    ArithmeticPackage::new().register_into_engine(&mut engine);
    LogicPackage::new().register_into_engine(&mut engine);
    BasicStringPackage::new().register_into_engine(&mut engine);
    MoreStringPackage::new().register_into_engine(&mut engine);
    BasicIteratorPackage::new().register_into_engine(&mut engine);
    BasicFnPackage::new().register_into_engine(&mut engine);
    BasicArrayPackage::new().register_into_engine(&mut engine);
    BasicMapPackage::new().register_into_engine(&mut engine);
    engine.set_max_call_levels(32);
    engine.set_max_operations(50_000);
    engine.set_max_expr_depths(64, 64);
    engine.set_max_string_size(16_384);
    engine.set_max_array_size(1_024);
    engine.set_max_map_size(128);
    engine.set_strict_variables(true);
    engine.set_fail_on_invalid_map_property(true);
    engine.set_optimization_level(optimization);
    engine.on_print(|_| {});
    engine.on_debug(|_, _, _| {});
    differ(&mut engine);
    engine
}

/// Registers what ours does differently: errors of closures that sort end the run, padding with an
/// empty text ends (Rhai's does not), a closure has no name in a text, and ranges of the two kinds
/// can be compared as other values of different types.
fn differ(engine: &mut Engine) {
    for name in ["sort", "sort_by"] {
        engine.register_fn(name, |ctx: NativeCallContext, list: &mut Array, f: FnPtr| {
            *list = sorted(&ctx, list, &f)?;
            Ok::<_, Box<EvalAltResult>>(())
        });
    }
    for name in ["order", "order_by"] {
        engine.register_fn(name, |ctx: NativeCallContext, list: &mut Array, f: FnPtr| {
            sorted(&ctx, list, &f)
        });
    }
    engine.register_fn("pad", |text: &mut ImmutableString, n: i64, part: ImmutableString| {
        let n_missing = usize::try_from(n).unwrap_or(0).saturating_sub(text.chars().count());
        *text += part.chars().cycle().take(n_missing).collect::<String>().as_str();
    });
    engine.register_fn("to_string", |_: FnPtr| "a closure");
    engine.register_fn("to_debug", |_: FnPtr| "a closure");
    engine.register_fn("==", |_: Range<i64>, _: RangeInclusive<i64>| false);
    engine.register_fn("==", |_: RangeInclusive<i64>, _: Range<i64>| false);
    engine.register_fn("parse_int", |text: ImmutableString| {
        text.trim().parse::<i64>().map_err(|_| unreadable())
    });
    engine.register_fn("parse_json", |text: ImmutableString| {
        let json = serde_json::from_str::<Dynamic>(&text);
        json.map_err(|_| unreadable())
    });
}

/// What cannot be read has a code of its own.
fn unreadable() -> Box<EvalAltResult> {
    Box::new(EvalAltResult::ErrorRuntime(UNREADABLE.into(), Position::NONE))
}

const UNREADABLE: &str = "F0122";

fn sort_failed() -> Box<EvalAltResult> {
    Box::new(EvalAltResult::ErrorRuntime(SORT_FAILED.into(), Position::NONE))
}

const SORT_FAILED: &str = "a closure that sorts has failed";

/// Sorts by insertion, stable as any other.
fn sorted(
    ctx: &NativeCallContext<'_>,
    list: &Array,
    f: &FnPtr,
) -> Result<Array, Box<EvalAltResult>> {
    let mut sorted = Array::new();
    for item in list {
        let mut at = sorted.len();
        while at > 0 {
            let pair: (Dynamic, Dynamic) = (sorted[at - 1].clone(), item.clone());
            let order = f.call_within_context::<Dynamic>(ctx, pair);
            // Ours compares other pairs.
            let order = order.map_err(|_| sort_failed())?;
            let is_after = match (order.as_int(), order.as_bool()) {
                (Ok(order), _) => order > 0,
                (_, Ok(is_first)) => !is_first,
                _ => {
                    let name = "the function of `sort`".to_owned();
                    let error = EvalAltResult::ErrorFunctionNotFound(name, Position::NONE);
                    return Err(error.into());
                }
            };
            if !is_after {
                break;
            }
            at -= 1;
        }
        sorted.insert(at, item.clone());
    }
    Ok(sorted)
}

/// Runs `fn program()` of a script.
pub fn run(engine: &Engine, script: &str) -> Outcome {
    let ast = engine.compile(script).unwrap_or_else(|error| panic!("{error}\n{script}"));
    let call = || engine.call_fn::<Dynamic>(&mut Scope::new(), &ast, "program", ());
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(value)) => {
            let mut text = String::new();
            write(&value, &mut text);
            Outcome::Value(text)
        }
        Ok(Err(error)) => kind(&error),
        Err(_) => Outcome::Unspecified("Rhai panics"),
    }
}

fn kind(error: &EvalAltResult) -> Outcome {
    Outcome::Fault(match error {
        EvalAltResult::ErrorInFunctionCall(_, _, inner, _) => return kind(inner),
        EvalAltResult::ErrorDataRace(..) => return Outcome::Unspecified("a data race"),
        EvalAltResult::ErrorTooManyOperations(_) => return Outcome::Unspecified("operations"),
        EvalAltResult::ErrorFunctionNotFound(..)
        | EvalAltResult::ErrorMismatchDataType(..)
        | EvalAltResult::ErrorMismatchOutputType(..)
        | EvalAltResult::ErrorDotExpr(..) => "types",
        EvalAltResult::ErrorArithmetic(..) => "F0005",
        EvalAltResult::ErrorArrayBounds(..)
        | EvalAltResult::ErrorStringBounds(..)
        | EvalAltResult::ErrorBitFieldBounds(..)
        | EvalAltResult::ErrorIndexNotFound(..)
        | EvalAltResult::ErrorPropertyNotFound(..) => "F0007",
        EvalAltResult::ErrorDataTooLarge(..) => "F0003",
        EvalAltResult::ErrorStackOverflow(_) => "F0002",
        EvalAltResult::ErrorRuntime(said, _)
            if said.read_lock::<ImmutableString>().is_some_and(|said| *said == UNREADABLE) =>
        {
            UNREADABLE
        }
        EvalAltResult::ErrorRuntime(said, _)
            if said.read_lock::<ImmutableString>().is_some_and(|said| *said == SORT_FAILED) =>
        {
            return Outcome::Unspecified(SORT_FAILED);
        }
        EvalAltResult::ErrorRuntime(..) => "F0202",
        EvalAltResult::ErrorFor(_)
        | EvalAltResult::ErrorIndexingType(..)
        | EvalAltResult::ErrorNonPureMethodCallOnConstant(..) => "F0008",
        _ => "other",
    })
}

/// Writes a value as scripts do, as an item of a list.
fn write(value: &Dynamic, text: &mut String) {
    if let Some(array) = value.read_lock::<Array>() {
        text.push('[');
        for (i, item) in array.iter().enumerate() {
            text.push_str(if i > 0 { ", " } else { "" });
            write(item, text);
        }
        text.push(']');
    } else if let Some(map) = value.read_lock::<Map>() {
        text.push_str("#{");
        for (i, (key, value)) in map.iter().enumerate() {
            let comma = if i > 0 { ", " } else { "" };
            write!(text, "{comma}{:?}: ", key.as_str()).unwrap();
            write(value, text);
        }
        text.push('}');
    } else if let Some(said) = value.read_lock::<ImmutableString>() {
        write!(text, "{:?}", said.as_str()).unwrap();
    } else if let Some(range) = value.read_lock::<Range<i64>>() {
        write!(text, "{}..{}", range.start, range.end).unwrap();
    } else if let Some(range) = value.read_lock::<RangeInclusive<i64>>() {
        write!(text, "{}..={}", range.start(), range.end()).unwrap();
    } else if value.is_fnptr() {
        text.push_str("a closure");
    } else if value.is_unit() {
        text.push_str("()");
    } else {
        write!(text, "{value}").unwrap();
    }
}
