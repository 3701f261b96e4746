//! Engine metadata: the registered functions with their parameter types. The linter and the
//! reference are generated from this, so they always match the engine that runs the scripts.

use super::api::{RulesetData, Verb, verbs, verbs_named};
use super::functions::Of;
use super::host_context::HostContext;
use super::meter::Meter;
use super::values::{ActionHandle, CardHandle, NameOf, PileHandle, PlayerHandle, Type};
use super::{agent, engine, language, sets};
use crate::base::Interrupt;
use crate::kernel::rng;
use rhai::{Array, Dynamic, Engine, FnPtr, ImmutableString, Map};
use std::any::TypeId;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::BitOr;
use std::rc::Rc;

/// A set of script types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TypeSet(u16);

impl TypeSet {
    /// `()`.
    pub const NOTHING: Self = Self(1);
    /// `true` and `false`.
    pub const BOOL: Self = Self(1 << 1);
    pub const INT: Self = Self(1 << 2);
    /// Strings, including ids of kinds.
    pub const TEXT: Self = Self(1 << 3);
    pub const PLAYER: Self = Self(1 << 4);
    pub const CARD: Self = Self(1 << 5);
    pub const PILE: Self = Self(1 << 6);
    pub const ACTION: Self = Self(1 << 7);
    pub const LIST: Self = Self(1 << 8);
    pub const MAP: Self = Self(1 << 9);
    pub const CLOSURE: Self = Self(1 << 10);
    /// All other values: ranges, characters, the set of a combo.
    pub const OTHER: Self = Self(1 << 11);
    pub const ANY: Self = Self((1 << 12) - 1);

    /// Returns whether the sets have a common type.
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns whether this set is a subset of the other.
    pub const fn within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Returns this set without the types of another.
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns the types of a parameter or result of a verb.
    pub fn of(of: Type) -> Self {
        match of {
            Type::Nothing => Self::NOTHING,
            Type::Bool => Self::BOOL,
            Type::Int => Self::INT,
            Type::Text | Type::Name(_) | Type::Kind => Self::TEXT,
            Type::Player => Self::PLAYER,
            Type::Card => Self::CARD,
            Type::Pile => Self::PILE,
            Type::Action => Self::ACTION,
            Type::List(_) => Self::LIST,
            // Everything before maps and closures, which no value of the kernel can be.
            Type::Datum => Self(Self::MAP.0 - 1),
            Type::Any(types) => types.iter().fold(Self(0), |all, one| all | Self::of(*one)),
        }
    }

    fn of_native(of: Of) -> Self {
        match of {
            Of::Any => Self::ANY,
            Of::Nothing => Self::NOTHING,
            Of::Bool => Self::BOOL,
            Of::Int => Self::INT,
            Of::Text => Self::TEXT,
            Of::Char | Of::Range => Self::OTHER,
            Of::List => Self::LIST,
            Of::Map => Self::MAP,
            Of::Closure => Self::CLOSURE,
            Of::Pile => Self::PILE,
        }
    }

    fn of_id(id: TypeId) -> Self {
        let known: [(TypeId, Self); 12] = [
            (TypeId::of::<()>(), Self::NOTHING),
            (TypeId::of::<bool>(), Self::BOOL),
            (TypeId::of::<i64>(), Self::INT),
            (TypeId::of::<ImmutableString>(), Self::TEXT),
            (TypeId::of::<PlayerHandle>(), Self::PLAYER),
            (TypeId::of::<CardHandle>(), Self::CARD),
            (TypeId::of::<PileHandle>(), Self::PILE),
            (TypeId::of::<ActionHandle>(), Self::ACTION),
            (TypeId::of::<Array>(), Self::LIST),
            (TypeId::of::<Map>(), Self::MAP),
            (TypeId::of::<FnPtr>(), Self::CLOSURE),
            (TypeId::of::<Dynamic>(), Self::ANY),
        ];
        known.iter().find(|(known, _)| *known == id).map_or(Self::OTHER, |(_, sorts)| *sorts)
    }

    fn of_name(name: &str) -> Self {
        match name.rsplit("::").next().unwrap_or(name) {
            "()" => Self::NOTHING,
            "bool" => Self::BOOL,
            "INT" | "i64" | "int" => Self::INT,
            "ImmutableString" | "String" | "&str" => Self::TEXT,
            "Array" => Self::LIST,
            _ => Self::ANY,
        }
    }

    /// Formats the set: `player or ()`.
    pub fn in_words(self) -> String {
        const WORDS: [&str; 12] = [
            "()", "bool", "number", "text", "player", "card", "pile", "action", "list", "map",
            "closure", "value",
        ];
        if Self::of(Type::Datum).within(self) {
            return "value".to_owned();
        }
        let words = (0..12).filter(|bit| self.0 & 1 << bit != 0).map(|bit| WORDS[bit]);
        let words: Vec<&str> = words.collect();
        // `()` comes last.
        match words.split_first() {
            Some((&"()", rest)) if !rest.is_empty() => format!("{} or ()", rest.join(" or ")),
            _ => words.join(" or "),
        }
    }
}

impl BitOr for TypeSet {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// A signature of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The parameter types; for a method, the receiver is first.
    pub params: Vec<TypeSet>,
    pub returns: TypeSet,
}

/// All functions that scripts can call, by name; the property `len` is named `get$len`.
pub fn signatures() -> BTreeMap<String, Vec<Signature>> {
    let engine = engine::build(
        &Rc::new(HostContext::new(Interrupt::default())),
        &Rc::new(RulesetData::default()),
    );
    let mut all = signatures_of(&engine);
    for verb in verbs() {
        let takes = |way: &Signature| takes(verb, way);
        for name in [verb.name.to_owned(), format!("get${}", verb.name)] {
            let ways = all.get_mut(&name).into_iter().flatten();
            for way in ways.filter(|way| takes(way)) {
                let params = way.params.iter_mut().zip(verb.params);
                let data = params.filter(|(_, (_, of))| *of == Type::Datum);
                data.for_each(|(param, (_, of))| *param = TypeSet::of(*of));
                way.returns = TypeSet::of(verb.returns);
            }
        }
    }
    all
}

/// Whether a verb takes values of these types.
fn takes(verb: &Verb, way: &Signature) -> bool {
    let fits = |(param, (_, of)): (&TypeSet, &(_, Type))| {
        param.within(TypeSet::of(*of)) || *of == Type::Datum
    };
    way.params.len() == verb.params.len() && way.params.iter().zip(verb.params).all(fits)
}

/// All functions that scripts of agents can call, by name.
#[doc(hidden)]
pub fn agent_signatures() -> BTreeMap<String, Vec<Signature>> {
    let chance = Rc::new(RefCell::new(rng::generator(0, 0)));
    signatures_of(&agent::engine(&Meter::new(0, Interrupt::default()), chance))
}

fn signatures_of(engine: &Engine) -> BTreeMap<String, Vec<Signature>> {
    let registered = engine.collect_fn_metadata(
        None,
        |info| {
            let it = info.metadata;
            let params = it.param_types.iter().map(|id| TypeSet::of_id(*id)).collect::<Vec<_>>();
            let returns = TypeSet::of_name(&it.return_type);
            (params.len() == it.num_params)
                .then(|| (it.name.to_string(), Signature { params, returns }))
        },
        true,
    );
    let mut all: BTreeMap<String, Vec<Signature>> = BTreeMap::new();
    for (name, signature) in registered {
        let ways = all.entry(name).or_default();
        if !ways.contains(&signature) {
            ways.push(signature);
        }
    }
    of_language(&mut all);
    all
}

/// Puts the functions of the language in place of Rhai's, which are more and return any value.
fn of_language(all: &mut BTreeMap<String, Vec<Signature>>) {
    let mut ours: BTreeMap<String, Vec<Signature>> = BTreeMap::new();
    for (name, native) in language::functions() {
        let params: Vec<TypeSet> = native.params.iter().map(|of| TypeSet::of_native(*of)).collect();
        let way = Signature { params, returns: TypeSet::of_native(native.returned) };
        let getter = format!("get${name}");
        let is_getter = way.params.len() == 1 && language::is_property(name);
        for name in [name.to_owned()].into_iter().chain(is_getter.then_some(getter)) {
            let ways = ours.entry(name).or_default();
            if !ways.contains(&way) {
                ways.push(way.clone());
            }
        }
    }
    let plain = |name: &str| name.trim_start_matches("get$").trim_start_matches("set$").to_owned();
    for (name, ways) in &mut *all {
        let name = plain(name);
        let is_ours = ours.contains_key(&name) || language::absent(&name).is_some();
        ways.retain(|way| !is_ours || verbs_named(&name).any(|verb| takes(verb, way)));
    }
    all.retain(|_, ways| !ways.is_empty());
    for (name, ways) in ours {
        all.entry(name).or_default().extend(ways);
    }
}

/// Whether a text contains the name of a function that takes a tag.
pub fn may_take_tag(text: &str) -> bool {
    let mut verbs = verbs().filter(|verb| verb.takes(Type::Name(NameOf::Tag)));
    sets::SET_FORMS.iter().any(|(name, _)| text.contains(name))
        || verbs.any(|verb| text.contains(verb.name))
}

/// Whether a function takes a tag: `action.tagged("defusable")`, `same(2, "cat")`.
pub fn takes_tag(function: &str) -> bool {
    sets::SET_FORMS.iter().any(|(name, _)| *name == function)
        || verbs_named(function).any(|verb| verb.takes(Type::Name(NameOf::Tag)))
}

/// Returns the definition files of the language for editors that support Rhai: names and contents.
pub fn language_definitions() -> Vec<(String, String)> {
    let engine = engine::build(
        &Rc::new(HostContext::new(Interrupt::default())),
        &Rc::new(RulesetData::default()),
    );
    let files: Vec<_> = engine.definitions().iter_files().collect();
    files.into_iter().filter(|(name, _)| name.starts_with("__builtin")).collect()
}
