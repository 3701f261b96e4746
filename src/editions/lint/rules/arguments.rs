//! Parameters and options of a variant that a script passes to a verb which expects another type.

use super::names::{self, has_owner};
use crate::base::error::{Error, Span};
use crate::lint::rule::{Detection, LibraryContext, LoadedVariant, Rule};
use crate::script::api::{Verb, verbs_named};
use crate::script::span::span_of_byte;
use crate::script::spec;
use crate::script::tree::{ScriptSource, SyntaxNode};
use crate::script::values::{NameOf, Type};
use crate::script::{Script, Setting};
use crate::variant::{self, Ruleset};
use serde_json::Value as Json;
use std::collections::BTreeSet;

pub const MISFIT: Rule = Rule::error("L0126", Detection::Library(misfits));

/// A value that a variant declares and scripts read by its name.
struct Declared<'a> {
    /// [`NameOf::Param`] or [`NameOf::Option`].
    sort: NameOf,
    name: &'a str,
    value: Json,
    /// Its place in the variant.
    path: String,
    /// The kind or combo that has it, and the scripts that can read it; all scripts if there is
    /// none.
    owner: Option<(&'a str, &'a [Script])>,
}

fn misfits(cx: &LibraryContext<'_>) -> Vec<Error> {
    let mut errors: Vec<Error> = Vec::new();
    let passing = cx.sources.iter().map(|source| (source, passed(source)));
    let passing: Vec<_> = passing.filter(|(_, passed)| !passed.is_empty()).collect();
    for variant in cx.variants {
        let LoadedVariant { ruleset, document } = &**variant;
        let used = super::files::used(ruleset);
        for declared in declared(ruleset) {
            let reads = |source: &ScriptSource| match declared.owner {
                Some((_, scripts)) => source.is_one_of(scripts),
                None => used.contains(&*source.script.name),
            };
            for (source, passed) in passing.iter().filter(|(source, _)| reads(source)) {
                let is_it =
                    |passed: &&Passed| (passed.sort, passed.name) == (declared.sort, declared.name);
                for passed in passed.iter().filter(is_it) {
                    let Some(error) = misfit(ruleset, &declared, passed) else { continue };
                    let error = error.at(document.span(&declared.path));
                    let read = span_of_byte(&source.script, passed.read.at);
                    let error = read.into_iter().fold(error, |error, read| {
                        let Span { file, line, column, .. } = read;
                        error.note(format!("read at {file}:{line}:{column}"))
                    });
                    if !errors.contains(&error) {
                        errors.push(error);
                    }
                }
            }
        }
    }
    errors
}

fn declared(ruleset: &Ruleset) -> Vec<Declared<'_>> {
    let spec = &ruleset.spec;
    let kinds =
        spec.kinds.iter().map(|k| (format!("kinds/{}", k.id), &k.id, &k.scripts, &k.params));
    let combos = spec.combos.iter().enumerate();
    let combos = combos.map(|(i, c)| (format!("combos/{i}"), &c.id, &c.scripts, &c.params));
    let params = kinds.chain(combos).flat_map(|(path, id, scripts, params)| {
        params.iter().map(move |(name, value)| Declared {
            sort: NameOf::Param,
            name,
            value: value.clone(),
            path: variant::json::join(&path, name),
            owner: Some((id, scripts)),
        })
    });
    let options = ruleset.options.iter().map(|option| Declared {
        sort: NameOf::Option,
        name: &option.name,
        value: match &option.value {
            Setting::Bool(is) => Json::from(*is),
            Setting::Text(text) => Json::from(&**text),
            Setting::Int(_) | Setting::Count(_) => Json::from(0),
        },
        path: format!("options/{}", option.name),
        owner: None,
    });
    params.chain(options).collect()
}

/// A declared value that a script passes to a verb.
struct Passed<'a> {
    sort: NameOf,
    name: &'a str,
    read: &'a SyntaxNode,
    verb: &'a str,
    n_args: usize,
    /// Which argument it is.
    at: usize,
}

/// Returns the declared values that a script passes to verbs.
fn passed(source: &ScriptSource) -> Vec<Passed<'_>> {
    let mut all = Vec::new();
    for (verb, args) in source.walk().filter_map(SyntaxNode::call) {
        for (at, read) in args.iter().enumerate() {
            for sort in [NameOf::Param, NameOf::Option] {
                let read_by = names::naming(read, sort).filter(|(_, verb, _)| !has_owner(verb));
                let named: BTreeSet<&str> = read_by.filter_map(|(.., name)| name.text()).collect();
                let n_args = args.len();
                all.extend(named.into_iter().map(|name| Passed {
                    sort,
                    name,
                    read,
                    verb,
                    n_args,
                    at,
                }));
            }
        }
    }
    all
}

/// Returns the error of a value that no verb of the name accepts at its place.
fn misfit(
    ruleset: &Ruleset,
    declared: &Declared<'_>,
    &Passed { verb, n_args, at, .. }: &Passed<'_>,
) -> Option<Error> {
    let Declared { name, value, owner, .. } = declared;
    let meant: Vec<&Verb> = verbs_named(verb).filter(|v| v.params.len() == n_args).collect();
    // Lists and maps have functions with the names of those on counters, too.
    if meant.iter().any(|verb| verb.takes(Type::Name(NameOf::Counter))) {
        return None;
    }
    let first = *meant.first()?;
    let (param, wanted) = first.params[at];
    if meant.iter().any(|verb| accepts(verb.params[at].1, value)) {
        return unknown(ruleset, declared, (first, wanted));
    }
    let what = match owner {
        Some((id, _)) => format!("`{name}` of `{id}`"),
        None => format!("the option `{name}`"),
    };
    let message = format!("{what} is {value}, but `{verb}` expects {wanted} as `{param}`");
    let forms: Vec<String> = meant.iter().map(|verb| verb.signature()).collect();
    Some(MISFIT.finding(message).hint(format!("usage: {}", forms.join(" or "))))
}

/// Returns the error of a name of no kind or pile.
fn unknown(
    ruleset: &Ruleset,
    Declared { name, value, owner, .. }: &Declared<'_>,
    (verb, wanted): (&Verb, Type),
) -> Option<Error> {
    let (value, (id, scripts)) = (value.as_str()?, (*owner)?);
    let kinds = ruleset.spec.kinds.iter().map(|kind| &*kind.id);
    let (what, known): (_, Vec<&str>) = match wanted {
        Type::Kind => ("kind of card", kinds.collect()),
        Type::Name(NameOf::Pile) => ("pile", names::pile_ids(ruleset, verb)),
        _ => return None,
    };
    if known.contains(&value) {
        return None;
    }
    let message = format!("`{name}` of `{id}`: there is no {what} `{value}`");
    let all = format!("{} needs one of {}", spec::names(scripts), known.join(", "));
    Some(MISFIT.finding(message).meant_or(value, known.iter().copied(), all))
}

fn accepts(wanted: Type, value: &Json) -> bool {
    match (wanted, value) {
        (Type::Datum, _)
        | (Type::Nothing, Json::Null)
        | (Type::Bool, Json::Bool(_))
        | (Type::Int, Json::Number(_))
        | (Type::Text | Type::Name(_) | Type::Kind, Json::String(_)) => true,
        (Type::List(of), Json::Array(values)) => values.iter().all(|value| accepts(*of, value)),
        (Type::Any(types), value) => types.iter().any(|of| accepts(*of, value)),
        _ => false,
    }
}
