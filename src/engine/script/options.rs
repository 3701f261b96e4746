//! Options: those that the program reads itself, and what a script declares in `OPTIONS`.

use super::expression;
use super::spec::{Script, Spec};
use super::tree::lexer::{Lexeme, tokens};
use super::tree::syntax::{ConstantValue, constant_value, defined_functions, find_constant};
use crate::base::error::{Error, mentions};
use crate::kernel::{Hook, Transient, Value};
use serde_json::{Map, Value as Json, json};
use std::ops::Range;
use std::sync::Arc;

/// The name of the constant.
pub const OPTIONS: &str = "OPTIONS";

/// An option that the program itself reads.
#[derive(Debug)]
pub struct BuiltInOption {
    pub name: &'static str,
    /// Its values, the default first; empty: true or false, and false by default.
    pub values: &'static [&'static str],
    pub about: &'static str,
    /// The verb whose result it decides, if there is one.
    pub verb: Option<&'static str>,
    /// Whether it makes a difference in a ruleset.
    matters: fn(&Spec) -> bool,
}

impl BuiltInOption {
    const fn flag(name: &'static str, about: &'static str, matters: fn(&Spec) -> bool) -> Self {
        Self { name, values: &[], about, verb: None, matters }
    }

    /// Returns its declaration, as a variant writes it, or `None` if it makes no difference.
    pub fn declaration(&self, spec: &Spec) -> Option<Json> {
        let declared = || match self.values {
            [] => json!({ "value": false, "about": self.about }),
            [value, ..] => json!({ "value": value, "values": self.values, "about": self.about }),
        };
        (self.matters)(spec).then(declared)
    }
}

/// Who begins is read by what starts a game, the others by the kernel.
pub const FIRST: BuiltInOption = BuiltInOption {
    name: "first",
    values: &["first", "random"],
    about: "Who begins: the first seat that is named, or one that chance picks.",
    verb: None,
    matters: |_| true,
};

pub const ATTACK_STACKS: BuiltInOption = BuiltInOption {
    verb: Some("carried_turns"),
    ..BuiltInOption::flag(
        "attack_stacks",
        "Whether turns still owed from an attack are passed on with the next attack.",
        |_| true,
    )
};

pub const SELF_NOPE: BuiltInOption = BuiltInOption::flag(
    "self_nope",
    "Whether players are asked if they answer what they have just played themselves.",
    |_| true,
);

pub const FORCED_DEFUSE: BuiltInOption = BuiltInOption::flag(
    "forced_defuse",
    "Whether a Defuse in the hand must be played when its holder would explode.",
    |_| true,
);

pub const LONE_CATS: BuiltInOption =
    BuiltInOption::flag("lone_cats", "Whether a cat may be played alone, for nothing.", |spec| {
        spec.kinds.iter().any(|kind| !kind.scripts.iter().any(has_effect))
    });

pub const DRAW_RESUMES: BuiltInOption = BuiltInOption::flag(
    "draw_resumes",
    "Whether a player goes on with the draw at once after another player has answered it; \
     otherwise they may play again first.",
    |spec| spec.scripts().any(|script| answers_draws(&script.text)),
);

pub const SEVERAL_FERALS: BuiltInOption = BuiltInOption::flag(
    "several_ferals",
    "Whether several Feral Cats may be among five different cards, each for another cat.",
    |spec| spec.kinds.iter().any(|kind| kind.wild.is_some()),
);

/// All of them, in the order in which they are listed.
pub const BUILT_IN_OPTIONS: [BuiltInOption; 7] =
    [ATTACK_STACKS, SELF_NOPE, FORCED_DEFUSE, LONE_CATS, DRAW_RESUMES, SEVERAL_FERALS, FIRST];

/// Whether a card of the script does something when it is played.
fn has_effect(script: &Script) -> bool {
    let functions = defined_functions(&script.text);
    [Hook::Resolve, Hook::Announce].iter().any(|hook| functions.iter().any(|f| f == hook.name()))
}

/// Whether `WHEN` of a script names the moment before a draw.
fn answers_draws(text: &str) -> bool {
    let is_named = |text: &str| text.contains("\"draw\"");
    is_named(text)
        && constant_value(&tokens(text), "WHEN").is_some_and(|value| is_named(&text[value.bytes]))
}

/// An option that a script declares.
pub struct DeclaredOption {
    pub name: String,
    /// The bytes of its name in the script.
    pub bytes: Range<usize>,
    /// Its declaration, as a variant would write it.
    pub entry: Json,
}

/// Whether the program itself reads an option.
pub fn is_built_in(name: &str) -> bool {
    BUILT_IN_OPTIONS.iter().any(|option| option.name == name)
}

/// Returns what the constant `OPTIONS` of a script declares, in its order. Of an entry with
/// `values` and no `value`, the first of them is the value.
///
/// # Errors
/// `S0104` if it is not a map of options that are described.
pub fn declared_options(script: &Script) -> Result<Vec<DeclaredOption>, Box<Error>> {
    match may_have_options(&script.text) {
        true => options_in(script, &tokens(&script.text)),
        false => Ok(Vec::new()),
    }
}

/// Whether a text contains the name of the constant.
pub fn may_have_options(text: &str) -> bool {
    text.contains(OPTIONS)
}

/// Returns what [`declared_options`] does, of a script with these tokens.
///
/// # Errors
/// As there.
pub fn options_in(script: &Script, tokens: &[Lexeme]) -> Result<Vec<DeclaredOption>, Box<Error>> {
    let Some(ConstantValue { bytes, keys }) = constant_value(tokens, OPTIONS) else {
        return Ok(Vec::new());
    };
    let wrong = |why: String| {
        let error = Error::new("S0104", format!("`{OPTIONS}` {why}"));
        Box::new(error.at(find_constant(script, OPTIONS)).hint(
            "write `#{ loot: #{ values: [\"one\", \"all\"], about: \"How many cards a pair takes.\" \
             } }`",
        ))
    };
    let value = expression::literal(&script.text[bytes])
        .map_err(|why| wrong(format!("is no map: {why}")))?;
    let Some(Json::Object(mut options)) = json_of(&value) else {
        return Err(wrong("must be a map of options".to_owned()));
    };
    let declared = keys.into_iter().filter_map(|(name, bytes)| {
        let entry = options.remove(&name)?;
        Some(DeclaredOption { name, bytes, entry })
    });
    let mut declared: Vec<DeclaredOption> = declared.collect();
    for DeclaredOption { name, entry, .. } in &mut declared {
        if entry.get("about").is_none() {
            return Err(wrong(format!("must describe `{name}`: `about: \"…\"`")));
        }
        let first = entry.get("values").and_then(|values| values.as_array()?.first().cloned());
        if let (Some(first), Some(entry)) = (first, entry.as_object_mut()) {
            entry.entry("value").or_insert(first);
        }
    }
    Ok(declared)
}

/// Whether a script has `OPTIONS` that cannot be read.
pub fn has_unread(script: &Script) -> bool {
    let is_read = || {
        let tokens = tokens(&script.text);
        constant_value(&tokens, OPTIONS).is_some() && options_in(script, &tokens).is_ok()
    };
    may_have_options(&script.text) && !is_read()
}

/// Whether a script may declare an option in an `OPTIONS` that cannot be read.
pub fn may_declare(script: &Script, name: &str) -> bool {
    mentions(&script.text, name) && has_unread(script)
}

/// Converts a literal; `None` for a value that JSON does not have.
fn json_of(value: &Value) -> Option<Json> {
    Some(match value {
        Value::Int(number) => (*number).into(),
        Value::Bool(is) => (*is).into(),
        Value::Text(text) => (**text).into(),
        Value::List(list) => Json::Array(list.iter().map(json_of).collect::<Option<_>>()?),
        Value::Transient(Transient::Map(map)) => {
            let entry = |(key, value): (&Arc<str>, _)| Some(((**key).to_owned(), json_of(value)?));
            Json::Object(map.iter().map(entry).collect::<Option<Map<_, _>>>()?)
        }
        _ => return None,
    })
}
