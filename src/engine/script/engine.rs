//! The Rhai engine: selected packages, limits, and all verbs.

use super::api::{RulesetData, verbs};
use super::compiled_script::CompiledScript;
use super::hooks;
use super::host_context::HostContext;
use super::meter::{MAX_LIST, MAX_MAP, MAX_TEXT, Meter};
use super::script_error::script_error;
use super::sets::{SET_FORMS, SetPattern};
use super::show::in_text;
use super::values::{ActionHandle, CardHandle, PileHandle, PlayerHandle, Type};
use crate::kernel::effect::RunMode;
use crate::kernel::{Fault, Hook, Stop, Value};
use crate::script::api::{Context, Effect, Form, Verb};
use rhai::packages::{
    ArithmeticPackage, BasicArrayPackage, BasicFnPackage, BasicIteratorPackage, BasicMapPackage,
    BasicStringPackage, LanguageCorePackage, LogicPackage, MoreStringPackage, Package as _,
};
use rhai::{
    AST, Array, Dynamic, Engine, EvalAltResult, FnPtr, ImmutableString, Module, NativeCallContext,
    OptimizationLevel, Position, Scope,
};
use smallvec::SmallVec;
use std::any::TypeId;
use std::rc::Rc;

/// The stack size of threads that run scripts, which the nesting limits require.
pub const STACK_SIZE: usize = 256 << 20;

/// Sets the limits and disables unavailable features.
pub fn limits(engine: &mut Engine, meter: &Rc<Meter>) {
    meter.attend(engine);
    engine.set_max_call_levels(32);
    engine.set_max_expr_depths(64, 64);
    engine.set_max_string_size(MAX_TEXT);
    engine.set_max_array_size(MAX_LIST);
    engine.set_max_map_size(MAX_MAP);
    engine.set_max_variables(64);
    engine.set_max_functions(super::fault::MAX_FUNCTIONS);
    engine.set_max_modules(0);
    engine.set_strict_variables(true);
    engine.set_fail_on_invalid_map_property(true);
    engine.set_allow_shadowing(true);
    for symbol in super::fault::FORBIDDEN {
        engine.disable_symbol(symbol);
    }
    engine.on_print(|_| {});
    engine.on_debug(|_, _, _| {});
}

fn packages(engine: &mut Engine) {
    LanguageCorePackage::new().register_into_engine(engine);
    ArithmeticPackage::new().register_into_engine(engine);
    LogicPackage::new().register_into_engine(engine);
    BasicStringPackage::new().register_into_engine(engine);
    MoreStringPackage::new().register_into_engine(engine);
    BasicIteratorPackage::new().register_into_engine(engine);
    BasicFnPackage::new().register_into_engine(engine);
    BasicArrayPackage::new().register_into_engine(engine);
    BasicMapPackage::new().register_into_engine(engine);
    // The core package has `sleep`, which is not subject to the operation limit.
    engine.register_fn("sleep", |_: i64| -> Result<(), Box<EvalAltResult>> {
        let hint = "questions wait for their answers automatically";
        Err(script_error("F0008", "a script cannot wait", hint).into())
    });
    super::sorting::register(engine);
    super::closures::register(engine);
    super::texts::register_plain(engine);
}

/// An engine without verbs, with the same limits.
pub fn plain(meter: &Rc<Meter>) -> Engine {
    let mut engine = Engine::new_raw();
    // What runs is what is written: an optimized tree has other closures and other costs.
    engine.set_optimization_level(OptimizationLevel::None);
    packages(&mut engine);
    limits(&mut engine, meter);
    engine
}

/// The engine of a ruleset: verbs use the effect context in the host context.
pub fn build(host_context: &Rc<HostContext>, ruleset_data: &Rc<RulesetData>) -> Engine {
    let mut engine = plain(&host_context.meter);
    types(&mut engine);
    for verb in verbs() {
        register(&mut engine, verb, host_context, ruleset_data);
    }
    closures(&mut engine, host_context, ruleset_data);
    super::previous::register(&mut engine, host_context);
    super::texts::register(&mut engine, host_context, ruleset_data);
    super::print::register(&mut engine, host_context);
    resolve_names(&mut engine, host_context);
    engine
}

/// Lets the functions and closures of an expression use the names that it knows, unless a variable
/// or parameter of their own has the name.
#[expect(deprecated, reason = "the interface is marked so for being volatile")]
fn resolve_names(engine: &mut Engine, host_context: &Rc<HostContext>) {
    let host_context = host_context.clone();
    engine.on_var(move |name, _, context| {
        host_context.meter.charge_variable(name, context.scope())?;
        let known = host_context.known_names.borrow();
        let is_own = known.is_empty() || context.scope().contains(name);
        Ok(if is_own { None } else { known.get_value::<Dynamic>(name) })
    });
}

/// Builds an engine like that of a ruleset, with the functions of its rules scripts.
pub fn rebuild<'s>(
    host_context: &Rc<HostContext>,
    ruleset_data: &Rc<RulesetData>,
    rules: impl Iterator<Item = &'s CompiledScript>,
) -> Engine {
    let mut engine = build(host_context, ruleset_data);
    rules.for_each(|script| share(&mut engine, &script.ast));
    engine
}

/// Makes the functions of a rules script that are no hooks visible to every script.
pub fn share(engine: &mut Engine, script: &AST) {
    let mut shared = script.clone_functions_only();
    shared.retain_functions(|_, _, name, _| Hook::find(name).is_none());
    // The copy of the functions has no source: without one, a call among them loses its file.
    shared.set_source(script.source().unwrap_or_default());
    if let Ok(module) = Module::eval_ast_as_new(Scope::new(), &shared, engine) {
        engine.register_global_module(module.into());
    }
}

fn types(engine: &mut Engine) {
    macro_rules! value {
        ($type:ident, $name:literal) => {
            engine.register_type_with_name::<$type>($name);
            engine.register_fn("==", |a: $type, b: $type| a == b);
            engine.register_fn("!=", |a: $type, b: $type| a != b);
        };
    }
    value!(PlayerHandle, "player");
    value!(CardHandle, "card");
    value!(PileHandle, "pile");
    value!(ActionHandle, "action");
    engine.register_type_with_name::<SetPattern>("set");
    for (name, form) in SET_FORMS {
        let set = move |n_cards, tag: Option<ImmutableString>| SetPattern {
            n_cards,
            form,
            tag: tag.map(|tag| tag.to_string()),
            kinds: None,
            parts: Vec::new(),
        };
        engine.register_fn(name, move |n: i64| set(n, None));
        engine.register_fn(name, move |n: i64, tag: ImmutableString| set(n, Some(tag)));
    }
    engine.register_fn("any_of", |n_cards: i64, kinds: Array| {
        SetPattern::any_of(n_cards, kinds.iter().map(|kind| in_text(None, kind, false)).collect())
    });
}

/// The native types that a parameter accepts.
fn type_ids(param: Type) -> SmallVec<[TypeId; 4]> {
    let mut ids = SmallVec::new();
    match param {
        Type::Nothing => ids.push(TypeId::of::<()>()),
        Type::Bool => ids.push(TypeId::of::<bool>()),
        Type::Int => ids.push(TypeId::of::<i64>()),
        Type::Text | Type::Name(_) | Type::Kind => ids.push(TypeId::of::<ImmutableString>()),
        Type::Player => ids.push(TypeId::of::<PlayerHandle>()),
        Type::Card => ids.push(TypeId::of::<CardHandle>()),
        Type::Pile => ids.push(TypeId::of::<PileHandle>()),
        Type::Action => ids.push(TypeId::of::<ActionHandle>()),
        Type::List(_) => ids.push(TypeId::of::<Array>()),
        Type::Datum => ids.push(TypeId::of::<Dynamic>()),
        Type::Any(types) => ids.extend(types.iter().flat_map(|t| type_ids(*t))),
    }
    ids
}

fn register(
    engine: &mut Engine,
    verb: &'static Verb,
    host_context: &Rc<HostContext>,
    ruleset_data: &Rc<RulesetData>,
) {
    let mut names = vec![verb.name.to_owned()];
    if verb.form == Form::Property {
        names.push(format!("get${}", verb.name));
    }
    let mut signatures: Vec<Vec<TypeId>> = vec![Vec::new()];
    for (_, param) in verb.params {
        let ids = type_ids(*param);
        signatures = signatures
            .iter()
            .flat_map(|start| ids.iter().map(|id| [start.as_slice(), &[*id]].concat()))
            .collect();
    }
    for name in names {
        for signature in &signatures {
            let (host_context, ruleset_data) = (host_context.clone(), ruleset_data.clone());
            engine.register_raw_fn(name.clone(), signature, move |ctx, args| {
                call(&ctx, verb, args, &host_context, &ruleset_data)
            });
        }
    }
}

/// Calls a verb from a script.
fn call(
    ctx: &NativeCallContext<'_>,
    verb: &'static Verb,
    args: &[&mut Dynamic],
    host_context: &HostContext,
    ruleset_data: &RulesetData,
) -> Result<Dynamic, Box<EvalAltResult>> {
    if host_context.is_stopped() {
        return Err(terminated(ctx.call_position()));
    }
    let stop = |stop: Stop| {
        let is_fault = matches!(stop, Stop::Fault(_));
        host_context.stop(stop, ctx);
        if is_fault { failed(ctx.call_position()) } else { terminated(ctx.call_position()) }
    };
    if !verb.is_constant()
        && let Some(result) = host_context.replayed()
    {
        let value = result.map_err(stop)?;
        host_context.record(&value);
        return Ok(ruleset_data.kinds.to_script(&value));
    }
    let mut values: SmallVec<[Value; 4]> = SmallVec::new();
    for (arg, (name, wanted)) in args.iter().zip(verb.params) {
        let value = ruleset_data.kinds.to_kernel(arg, *wanted);
        match value.filter(|value| wanted.fits(value)) {
            Some(value) => values.push(value),
            None => return Err(stop(misfit(verb, name, *wanted, arg, ruleset_data).into())),
        }
    }
    let mut context = host_context.take();
    if context.log.is_kept() {
        // The compiler may leave out a call of another verb.
        if !verb.is_constant() {
            context.run.place = host_context.place(ctx);
        }
    }
    let result = allowed(verb, context.run.mode).and_then(|()| {
        let mut cx =
            Context { effects: &mut context, data: ruleset_data, owner: host_context.owner() };
        let args: SmallVec<[&Value; 4]> = values.iter().collect();
        let value = (verb.run)(&mut cx, &args)?;
        if matches!(verb.effect, Effect::Change | Effect::Chance) {
            context.check_cost()?;
        }
        Ok(value)
    });
    host_context.put(context);
    let value = result.map_err(stop)?;
    if !verb.is_constant() {
        host_context.record(&value);
    }
    Ok(ruleset_data.kinds.to_script(&value))
}

/// Checks whether a run of this mode may call a verb.
#[inline]
pub fn allowed(verb: &Verb, mode: RunMode) -> Result<(), Stop> {
    if mode == RunMode::Act || verb.effect == Effect::Read {
        return Ok(());
    }
    allowed_to_look(verb, mode)
}

#[inline(never)]
fn allowed_to_look(verb: &Verb, mode: RunMode) -> Result<(), Stop> {
    match (mode, verb.effect) {
        (RunMode::Probe, Effect::Ask) => Ok(()),
        (RunMode::Probe, _) => Err(Stop::Asked),
        (_, effect) => {
            let does = effect.in_words();
            let message = format!("`{}` {does}, which this hook must not do", verb.name);
            let hint = format!("{} can only read", hooks::queries());
            Err(Fault::new("F0201", message).hint(hint).into())
        }
    }
}

/// The error of a fault, which is in the host context. Rhai wraps it in the functions that were
/// running, unlike a termination. Scripts cannot catch it, as they have no `try`.
fn failed(position: Position) -> Box<EvalAltResult> {
    Box::new(EvalAltResult::ErrorRuntime(Dynamic::UNIT, position))
}

/// The error that ends a run; scripts cannot catch it. The reason is in the host context.
fn terminated(position: Position) -> Box<EvalAltResult> {
    Box::new(EvalAltResult::ErrorTerminated(Dynamic::UNIT, position))
}

fn misfit(
    verb: &Verb,
    name: &str,
    wanted: Type,
    arg: &Dynamic,
    ruleset_data: &RulesetData,
) -> Fault {
    let text = arg.as_immutable_string_ref().ok().map(|text| text.to_string());
    let given = super::fault::type_words(arg);
    unfit(verb, (name, wanted), &given, text.as_deref(), ruleset_data)
}

/// The fault of a verb that does not take a value of this type, or this text, as a parameter.
pub fn unfit(
    verb: &Verb,
    (name, wanted): (&str, Type),
    given: &str,
    text: Option<&str>,
    ruleset_data: &RulesetData,
) -> Fault {
    if wanted == Type::Kind
        && let Some(text) = text
    {
        let known = ruleset_data.kinds.ids();
        let hint = crate::error::suggest(text, known).map_or_else(
            || "the `deck` of the variant lists the kinds".to_owned(),
            |near| format!("did you mean `{near}`?"),
        );
        return Fault::new("F0103", format!("there is no kind `{text}`")).hint(hint);
    }
    Fault::new("F0102", format!("`{}` expects {wanted} as `{name}`, not {given}", verb.name))
        .hint(format!("usage: `{}`", verb.signature()))
}

/// The verb that lists the cards of a pile.
pub fn cards_verb() -> &'static Verb {
    verbs().find(|verb| verb.name == "cards" && verb.group == "piles").expect("a verb")
}

/// Registers closures on piles, as on lists: `pile.filter(|card| …)`, `pile.some(|card| …)`.
fn closures(engine: &mut Engine, host_context: &Rc<HostContext>, ruleset_data: &Rc<RulesetData>) {
    let cards = |ctx: &NativeCallContext<'_>,
                 pile: PileHandle,
                 host_context: &HostContext,
                 ruleset_data: &RulesetData| {
        let mut pile = Dynamic::from(pile);
        call(ctx, cards_verb(), &[&mut pile], host_context, ruleset_data)
    };
    let (s, l) = (host_context.clone(), ruleset_data.clone());
    engine.register_fn("filter", move |ctx: NativeCallContext, pile: PileHandle, f: FnPtr| {
        let all = cards(&ctx, pile, &s, &l)?.cast::<Array>();
        let mut kept = Array::new();
        for card in all {
            if f.call_within_context::<bool>(&ctx, (card.clone(),))? {
                kept.push(card);
            }
        }
        Ok::<_, Box<EvalAltResult>>(kept)
    });
    let (s, l) = (host_context.clone(), ruleset_data.clone());
    engine.register_fn("some", move |ctx: NativeCallContext, pile: PileHandle, f: FnPtr| {
        for card in cards(&ctx, pile, &s, &l)?.cast::<Array>() {
            if f.call_within_context::<bool>(&ctx, (card,))? {
                return Ok::<_, Box<EvalAltResult>>(true);
            }
        }
        Ok(false)
    });
}
