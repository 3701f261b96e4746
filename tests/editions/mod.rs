//! Editions as files: `disk`, `variant`, `lint`.

pub mod advice;
pub mod attacks;
pub mod broken;
pub mod broken_scripts;
pub mod card_texts;
pub mod checker;
pub mod earlier_verbs;
#[cfg(unix)]
pub mod files;
pub mod lint;
pub mod lint_rules;
pub mod loading;
pub mod own_packs;
pub mod planted_texts;
pub mod positions;
pub mod schemas;
pub mod setup;
pub mod text_proposals;
pub mod variants;
