//! The functions that scripts can call with the types of their values, from the tables of the verbs
//! and of the language, for the linter and the reference.

use super::api::{Form, verbs, verbs_named};
use super::functions::{Native, Of, RANDOM, SETS};
use super::previous::{MAX_ARGUMENTS, PREVIOUS};
use super::values::{NameOf, Type};
use super::{language, sets};
use crate::kernel::{Transient, Value};
use std::collections::BTreeMap;
use std::ops::BitOr;

/// A set of script types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
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

/// The inferred type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ty {
    pub sorts: TypeSet,
    /// The possible types of its elements, if it is a list.
    pub of: TypeSet,
}

impl Ty {
    pub const ANY: Self = Self { sorts: TypeSet::ANY, of: TypeSet::ANY };

    /// One of these types.
    pub const fn one(sorts: TypeSet) -> Self {
        Self { sorts, of: TypeSet::ANY }
    }

    /// A list with elements of these types.
    pub const fn list(of: TypeSet) -> Self {
        Self { sorts: TypeSet::LIST, of }
    }

    /// The type of a parameter or result.
    pub fn of(of: Type) -> Self {
        match of {
            Type::List(of) => Self::list(TypeSet::of(*of)),
            of => Self::one(TypeSet::of(of)),
        }
    }

    /// The type of a value.
    pub(super) fn of_value(value: &Value) -> Self {
        Self::one(match value {
            Value::Unit => TypeSet::NOTHING,
            Value::Bool(_) => TypeSet::BOOL,
            Value::Int(_) => TypeSet::INT,
            Value::Text(_) | Value::Kind(_) => TypeSet::TEXT,
            Value::Player(_) => TypeSet::PLAYER,
            Value::Card(_) => TypeSet::CARD,
            Value::Zone(_) => TypeSet::PILE,
            Value::Action(_) => TypeSet::ACTION,
            Value::Players(_) => return Self::list(TypeSet::PLAYER),
            Value::Cards(_) => return Self::list(TypeSet::CARD),
            Value::List(_) => TypeSet::LIST,
            Value::Transient(Transient::Map(_)) => TypeSet::MAP,
            Value::Transient(Transient::Closure(_)) => TypeSet::CLOSURE,
            Value::Transient(_) => TypeSet::OTHER,
        })
    }

    /// One of both types.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        // Only lists have elements.
        let of = match (self.sorts.meets(TypeSet::LIST), other.sorts.meets(TypeSet::LIST)) {
            (true, false) => self.of,
            (false, true) => other.of,
            _ => self.of | other.of,
        };
        Self { sorts: self.sorts | other.sorts, of }
    }

    /// Whether each value of this type is a value of a parameter as it is: kinds may still have to
    /// be made of texts.
    pub(super) fn is_surely(self, wanted: Type) -> bool {
        match wanted {
            Type::Datum | Type::Kind | Type::List(Type::Kind | Type::Datum) => false,
            Type::List(of) => self.sorts == TypeSet::LIST && self.of.within(TypeSet::of(*of)),
            Type::Any(types) => {
                let plain = types.iter().filter(|of| {
                    !matches!(
                        of,
                        Type::Text | Type::Name(_) | Type::Kind | Type::Datum | Type::List(_)
                    )
                });
                let plain = plain.fold(TypeSet::default(), |all, of| all | TypeSet::of(*of));
                let mut lists = types.iter().filter(|of| matches!(of, Type::List(_)));
                self.sorts.within(plain) || lists.any(|of| self.is_surely(*of))
            }
            wanted => self.sorts.within(TypeSet::of(wanted)),
        }
    }

    /// Formats the type: `card or ()`, `[player]`.
    pub fn in_words(self) -> String {
        match self.sorts == TypeSet::LIST && self.of != TypeSet::ANY {
            true => format!("[{}]", self.of.in_words()),
            false => self.sorts.in_words(),
        }
    }
}

/// A signature of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The parameter types; for a method, the receiver is first.
    pub params: Vec<TypeSet>,
    pub returns: Ty,
}

/// All functions that scripts can call, by name; the property `len` is named `get$len`.
pub fn signatures() -> BTreeMap<String, Vec<Signature>> {
    let mut all = of_language();
    for verb in verbs() {
        let params = verb.params.iter().map(|(_, of)| TypeSet::of(*of)).collect();
        let way = Signature { params, returns: Ty::of(verb.returns) };
        add(&mut all, verb.name, way, verb.form == Form::Property);
    }
    for (name, native) in &SETS {
        add(&mut all, name, of_native(native), false);
    }
    for n in 0..=MAX_ARGUMENTS {
        let way = Signature { params: vec![TypeSet::ANY; n], returns: Ty::ANY };
        add(&mut all, PREVIOUS, way, false);
    }
    all
}

/// All functions that scripts of agents can call, by name.
#[doc(hidden)]
pub fn agent_signatures() -> BTreeMap<String, Vec<Signature>> {
    let mut all = of_language();
    add(&mut all, "random", of_native(&RANDOM), false);
    all
}

/// The functions of the language.
fn of_language() -> BTreeMap<String, Vec<Signature>> {
    let mut all = BTreeMap::new();
    for (name, native) in language::functions() {
        let is_property = native.params.len() == 1 && language::is_property(name);
        add(&mut all, name, of_native(native), is_property);
    }
    all
}

fn of_native(native: &Native) -> Signature {
    let params = native.params.iter().map(|of| TypeSet::of_native(*of)).collect();
    Signature { params, returns: Ty::one(TypeSet::of_native(native.returned)) }
}

/// Adds a way to call a function, and the property of its name.
fn add(all: &mut BTreeMap<String, Vec<Signature>>, name: &str, way: Signature, is_property: bool) {
    let getter = is_property.then(|| format!("get${name}"));
    for name in [name.to_owned()].into_iter().chain(getter) {
        let ways = all.entry(name).or_default();
        if !ways.contains(&way) {
            ways.push(way.clone());
        }
    }
}

/// Whether a text contains the name of a function that takes a tag.
pub fn may_take_tag(text: &str) -> bool {
    let mut verbs = verbs().filter(|verb| verb.takes(Type::Name(NameOf::Tag)));
    sets::SET_FORMS.iter().any(|(name, ..)| text.contains(name))
        || verbs.any(|verb| text.contains(verb.name))
}

/// Returns what texts of cards say of a set of cards that a function makes: "with the same title".
pub fn set_clause(function: &str) -> Option<&'static str> {
    let form = sets::SET_FORMS.iter().find(|(name, ..)| *name == function)?;
    Some(form.2)
}

/// Whether a function takes a tag: `action.tagged("defusable")`, `same(2, "cat")`.
pub fn takes_tag(function: &str) -> bool {
    sets::SET_FORMS.iter().any(|(name, ..)| *name == function)
        || verbs_named(function).any(|verb| verb.takes(Type::Name(NameOf::Tag)))
}
