//! The patterns of the sets that combos are played with.

use crate::kernel::rules::SetForm;
use rhai::Dynamic;

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
    pub(super) fn of(value: &Dynamic) -> Option<Self> {
        let part = |value: &Dynamic| match value.clone().into_immutable_string() {
            Ok(kind) => Some(Self::any_of(1, vec![kind.to_string()])),
            Err(_) => value.clone().try_cast::<Self>(),
        };
        let is_small = |set: &Self| (1..=Self::MOST).contains(&set.n_cards);
        let Ok(list) = value.as_array_ref() else {
            return value.clone().try_cast::<Self>().filter(is_small);
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

    /// A number of cards of these kinds, by id.
    pub(super) fn any_of(n_cards: i64, kinds: Vec<String>) -> Self {
        Self { n_cards, form: SetForm::Any, tag: None, kinds: Some(kinds), parts: Vec::new() }
    }
}

/// The functions that make a pattern of a number of cards and a tag.
pub const SET_FORMS: [(&str, SetForm); 3] =
    [("same", SetForm::Same), ("different", SetForm::Different), ("any", SetForm::Any)];
