//! The constants by which a script says how its kind or combo is played.

use super::sets::SetPattern;
use super::spec::Script;
use super::syntax::find_constant;
use crate::error::{Error, suggest};
use crate::kernel::Moment;
use crate::kernel::rules::{Placement, Whose};
use rhai::{Dynamic, ImmutableString, Scope};
use std::sync::Arc;

/// The constants of the scripts of a kind or combo.
#[derive(Default)]
pub struct Constants {
    pub when: Option<u8>,
    pub placement: Option<Placement>,
    pub set: Option<SetPattern>,
    /// Whether the card hears hooks in the hand, and whose.
    pub hears: Option<(bool, Whose)>,
    /// Whether the card is played from the hand, and from in front of its player.
    pub from: Option<(bool, bool)>,
    /// Whether others may play before it takes effect.
    pub opens_between: bool,
    /// The only combos in which the card replaces others.
    pub combos: Option<Arc<[Arc<str>]>>,
}

impl Constants {
    /// Reads the constants of one more script; later ones replace earlier ones.
    pub fn read(&mut self, scope: &Scope<'_>, script: &Script, errors: &mut Vec<Error>) {
        let mut wrong = |name: &str, message: String, hint: String| {
            let span = find_constant(script, name);
            errors.push(Error::new("S0104", message).at(span).hint(hint));
        };
        if let Some(when) = scope.get("WHEN") {
            match moments(when) {
                Ok(moments) => self.when = Some(moments),
                Err((message, hint)) => wrong("WHEN", message, hint),
            }
        }
        if let Some(to) = scope.get("TO") {
            let text = to.clone().into_immutable_string().unwrap_or_default();
            match text.as_str() {
                "discard" => self.placement = Some(Placement::Home),
                "front" => self.placement = Some(Placement::Front),
                "table" => self.placement = Some(Placement::Table),
                _ => wrong(
                    "TO",
                    "`TO` must be \"discard\", \"front\" or \"table\"".into(),
                    "it says where the card goes when it is played".into(),
                ),
            }
        }
        if let Some(from) = scope.get("FROM") {
            let words = from.clone().into_typed_array::<ImmutableString>().unwrap_or_default();
            let has = |place: &str| words.iter().any(|word| word == place);
            self.from = Some((has("hand"), has("front")));
            if words.is_empty() || words.iter().any(|word| word != "hand" && word != "front") {
                wrong(
                    "FROM",
                    "`FROM` must list the places a card is played from".into(),
                    "write `[\"hand\"]`, `[\"front\"]` or `[\"hand\", \"front\"]`".into(),
                );
            }
        }
        if let Some(hears) = scope.get("HEARS") {
            self.hears = hearing(hears);
            if self.hears.is_none() {
                let [message, hint] = NO_HEARING;
                wrong("HEARS", message.into(), hint.into());
            }
        }
        self.read_combos(scope, &mut wrong);
        match scope.get("OPENS").map(|opens| opens.clone().into_immutable_string()) {
            None => {}
            Some(Ok(moment)) if moment == "between" => self.opens_between = true,
            Some(_) => wrong(
                "OPENS",
                "`OPENS` must be the moment before the card takes effect".into(),
                "write \"between\"".into(),
            ),
        }
        if let Some(set) = scope.get("SET") {
            match SetPattern::of(set) {
                Some(set) => self.set = Some(set),
                None => wrong(
                    "SET",
                    "`SET` must be a pattern of cards".into(),
                    "write `same(2)`, `different(5)`, `any(3, \"cat\")` or `any_of(2, [\"nope\"])`, of 1 \
                     to 20 cards; or a list of these and of kinds, with at most two `same`"
                        .into(),
                ),
            }
        }
    }

    fn read_combos(&mut self, scope: &Scope<'_>, wrong: &mut impl FnMut(&str, String, String)) {
        if let Some(combos) = scope.get("COMBOS").filter(|combos| !combos.is_unit()) {
            match combos.clone().into_typed_array::<ImmutableString>() {
                Ok(words) => self.combos = Some(words.iter().map(|w| w.as_str().into()).collect()),
                Err(_) => wrong(
                    "COMBOS",
                    "`COMBOS` must list the combos in which the card replaces others".into(),
                    "write `[\"pair\"]`, or `()` for all".into(),
                ),
            }
        }
    }
}

/// The error of a `HEARS` that says something else, and its hint.
const NO_HEARING: [&str; 2] = [
    "`HEARS` must be the place where the card hears hooks",
    "write \"hand\" or \"play\"; or a list that also says whose: `own`, `others` or `anybody`",
];

/// Returns what `HEARS` says: whether a card hears in the hand, and whose hooks; `None` for other
/// words.
fn hearing(hears: &Dynamic) -> Option<(bool, Whose)> {
    let words = match hears.clone().into_immutable_string() {
        Ok(word) => vec![word],
        Err(_) => hears.clone().into_typed_array::<ImmutableString>().ok()?,
    };
    let (mut in_hand, mut whose) = (None, None);
    for word in &words {
        let is_new = match word.as_str() {
            "hand" | "play" => in_hand.replace(word == "hand").is_none(),
            "own" => whose.replace(Whose::Own).is_none(),
            "others" => whose.replace(Whose::Others).is_none(),
            "anybody" => whose.replace(Whose::Anybody).is_none(),
            _ => false,
        };
        is_new.then_some(())?;
    }
    let is_said = in_hand.is_some() || whose.is_some();
    is_said.then_some((in_hand.unwrap_or_default(), whose.unwrap_or_default()))
}

/// Returns the moments of a list as bits, or an error message with a hint.
fn moments(when: &Dynamic) -> Result<u8, (String, String)> {
    let words = when.clone().into_typed_array::<ImmutableString>().unwrap_or_default();
    let find = |word: &str| Moment::ALL.iter().find(|(_, name)| *name == word);
    let known: Vec<_> = Moment::ALL.iter().map(|(_, name)| *name).collect();
    let valid = format!("the moments are {}", known.join(", "));
    if when.as_array_ref().is_ok_and(|list| list.is_empty()) {
        let hint = format!("{valid}; a card that is never played has no `resolve`");
        return Err(("`WHEN` names no moment".to_owned(), hint));
    }
    if words.is_empty() {
        return Err(("`WHEN` must be a list of moments".to_owned(), valid));
    }
    words.iter().try_fold(0, |bits, word| match find(word) {
        Some((moment, _)) => Ok(bits | 1 << *moment as u8),
        None => {
            let near = suggest(word, known.iter().copied());
            let hint = near.map_or(valid.clone(), |near| format!("did you mean `{near}`?"));
            Err((format!("`WHEN`: there is no moment `{word}`"), hint))
        }
    })
}
