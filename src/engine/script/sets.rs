//! The patterns of the sets that combos are played with.

use super::values::{text_of, to_vec};
use crate::kernel::rules::SetForm;
use crate::kernel::{Rules, Transient, Value};

/// The pattern of a combo's `SET`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetPattern {
    pub(super) n_cards: i64,
    pub(super) form: SetForm,
    pub(super) tag: Option<String>,
    /// The ids of the kinds that each card must be of.
    pub(super) kinds: Option<Vec<String>>,
    /// The parts of a set of several.
    pub(super) parts: Vec<SetPattern>,
}

impl SetPattern {
    /// The maximum number of cards of a set.
    const MOST: i64 = 20;

    /// Reads the value of `SET`: a pattern, or a list of patterns and kinds.
    pub(super) fn of(rules: &Rules, value: &Value) -> Option<Self> {
        let part = |value: &Value| match text_of(rules, value) {
            Some(kind) => Some(Self::any_of(1, vec![kind.to_string()])),
            None => Self::single(rules, value),
        };
        let is_small = |set: &Self| (1..=Self::MOST).contains(&set.n_cards);
        let Some(list) = to_vec(value) else {
            return Self::single(rules, value).filter(is_small);
        };
        let parts: Vec<Self> = list.iter().map(part).collect::<Option<_>>()?;
        let equal = parts.iter().filter(|part| part.form == SetForm::Same && part.n_cards > 1);
        if !parts.iter().all(is_small) || equal.count() > 2 {
            return None;
        }
        let n_cards = parts.iter().map(|part| part.n_cards).sum();
        let set = Self { n_cards, form: SetForm::Parts, tag: None, kinds: None, parts };
        Some(set).filter(is_small)
    }

    /// Reads a pattern.
    fn single(rules: &Rules, value: &Value) -> Option<Self> {
        let Value::Transient(Transient::Set(parts)) = value else { return None };
        let [Value::Int(n_cards), Value::Int(form), tag, kinds] = parts.as_slice() else {
            return None;
        };
        let (_, form, _) = SET_FORMS.get(usize::try_from(*form).ok()?)?;
        let text = |value: &Value| text_of(rules, value).map(ToString::to_string);
        let kinds = to_vec(kinds).map(|kinds| kinds.iter().filter_map(text).collect());
        Some(Self { n_cards: *n_cards, form: *form, tag: text(tag), kinds, parts: Vec::new() })
    }

    /// A number of cards of these kinds, by id.
    pub(super) fn any_of(n_cards: i64, kinds: Vec<String>) -> Self {
        Self { n_cards, form: SetForm::Any, tag: None, kinds: Some(kinds), parts: Vec::new() }
    }
}

/// The functions that make a pattern of a number of cards and a tag, in the order of the numbers of
/// their forms in values, with what texts of cards say of such a set.
pub const SET_FORMS: [(&str, SetForm, &str); 3] = [
    ("same", SetForm::Same, "with the same title"),
    ("different", SetForm::Different, "with different titles"),
    ("any", SetForm::Any, "together"),
];
