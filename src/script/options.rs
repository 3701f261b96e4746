//! Options: those that the program reads itself, and what a script declares in `OPTIONS`.

use super::spec::{Script, Spec};
use super::syntax::find_constant;
use super::{expression, syntax};
use crate::error::Error;
use rhai::Dynamic;
use serde_json::{Map, Value as Json, json};

/// The name of the constant.
pub const OPTIONS: &str = "OPTIONS";

/// An option that the program itself reads.
#[derive(Debug)]
pub struct BuiltInOption {
    /// Its name.
    pub name: &'static str,
    /// Its values, the default first; empty: true or false, and false by default.
    pub values: &'static [&'static str],
    /// Its description.
    pub about: &'static str,
    /// Whether it makes a difference in a ruleset.
    matters: fn(&Spec) -> bool,
}

impl BuiltInOption {
    const fn flag(name: &'static str, about: &'static str, matters: fn(&Spec) -> bool) -> Self {
        Self { name, values: &[], about, matters }
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
    matters: |_| true,
};

pub const ATTACK_STACKS: BuiltInOption = BuiltInOption::flag(
    "attack_stacks",
    "Whether turns still owed from an attack are passed on with the next attack.",
    |_| true,
);

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
        spec.kinds.iter().any(|kind| kind.scripts.iter().all(|s| !defines_functions(s)))
    });

pub const DRAW_RESUMES: BuiltInOption = BuiltInOption::flag(
    "draw_resumes",
    "Whether a player goes on with the draw at once after another player has answered it; \
     otherwise they may play again first.",
    |spec| spec.scripts().any(|script| script.text.contains("\"draw\"]")),
);

pub const SEVERAL_FERALS: BuiltInOption = BuiltInOption::flag(
    "several_ferals",
    "Whether several Feral Cats may be among five different cards, each for another cat.",
    |spec| spec.kinds.iter().any(|kind| kind.wild.is_some()),
);

/// All of them, in the order in which they are listed.
pub const BUILT_IN_OPTIONS: [BuiltInOption; 7] =
    [ATTACK_STACKS, SELF_NOPE, FORCED_DEFUSE, LONE_CATS, DRAW_RESUMES, SEVERAL_FERALS, FIRST];

fn defines_functions(script: &Script) -> bool {
    !syntax::defined_functions(&script.text).is_empty()
}

/// Returns the entries of the constant `OPTIONS` of a script, each as a variant would write it:
/// `value` or `values` (the default first), `about`, and `count` for an expression in `players`.
///
/// # Errors
/// `S0104` if it is not a map of such entries.
pub fn declared_options(script: &Script) -> Result<Map<String, Json>, Box<Error>> {
    if !script.text.contains(OPTIONS) {
        return Ok(Map::new());
    }
    let Some(bytes) = syntax::constant_value(&script.text, OPTIONS) else { return Ok(Map::new()) };
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
    for (name, option) in &mut options {
        let entry = option.as_object_mut();
        let entry = entry.filter(|entry| entry.get("about").is_some_and(Json::is_string));
        let Some(entry) = entry else {
            return Err(wrong(format!("must describe `{name}`: `about: \"…\"`")));
        };
        let keys = ["value", "values", "about", "count"];
        if let Some(key) = entry.keys().find(|key| !keys.contains(&key.as_str())) {
            let keys = keys.join(", ");
            return Err(wrong(format!(
                "has the unknown key `{key}` for `{name}`: there are {keys}"
            )));
        }
        let first = entry.get("values").and_then(|values| values.as_array()?.first().cloned());
        if let Some(first) = first {
            entry.entry("value").or_insert(first);
        }
        if !entry.get("value").is_some_and(|value| !value.is_object() && !value.is_array()) {
            return Err(wrong(format!("must give `{name}` a `value`, or a list of `values`")));
        }
    }
    Ok(options)
}

/// Converts a literal; `None` for a value that JSON does not have.
fn json_of(value: &Dynamic) -> Option<Json> {
    if let Ok(number) = value.as_int() {
        return Some(number.into());
    }
    if let Ok(is) = value.as_bool() {
        return Some(is.into());
    }
    if let Ok(list) = value.as_array_ref() {
        return list.iter().map(json_of).collect::<Option<Vec<_>>>().map(Json::Array);
    }
    if let Ok(map) = value.as_map_ref() {
        let entry = |(key, value): (&_, _)| Some((ToString::to_string(key), json_of(value)?));
        return map.iter().map(entry).collect::<Option<Map<_, _>>>().map(Json::Object);
    }
    value.clone().into_immutable_string().ok().map(|text| text.as_str().into())
}
